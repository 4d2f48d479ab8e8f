"""A database as a table: CSV, or Parquet for DuckDB, pandas and Polars.

One row for each position: its key (in hexadecimal digits if it has more than 63 bits), the position
as its game writes it, the player to move, and the payoff of player 0 with the remoteness, or the
payoffs of all players.
"""

from __future__ import annotations

import csv
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from zermelo.errors import BadLimit
from zermelo.solve.database import Database
from zermelo.solve.keys import list_keys
from zermelo.solve.progress import Progress, Report
from zermelo.solve.words import Outcome

Row = dict[str, Any]


def export_table(db: Database, path: Path, report: Report | None = None) -> int:
    """Write all positions to a file whose name ends in .csv or .parquet. Return their number."""
    if path.suffix not in WRITERS:
        raise BadLimit(f"{path}: tables are written as .csv or .parquet")
    progress = Progress("positions", total=db.positions)
    draft = path.with_name(f".{path.name}.draft")
    try:
        for count in WRITERS[path.suffix](draft, _list_blocks(db)):
            progress.positions += count
            if report is not None:
                report(progress)
        os.replace(draft, path)
    except OSError as error:
        raise BadLimit(f"{path}: {error.strerror or error}") from None
    finally:
        draft.unlink(missing_ok=True)
    return progress.positions


def _list_blocks(db: Database) -> Iterator[list[Row]]:
    """The rows of each block."""
    for keys, values in db.blocks.read_all():
        rows = []
        for key, value in zip(list_keys(keys), values, strict=True):
            name = key if keys.dtype.kind != "S" else f"{key:x}"
            rows.append(_make_row(db, name, db.packing.decode(db.game, key), value))
        yield rows


def _make_row(db: Database, key: int | str, s: Any, value: Any) -> Row:
    mover = None if db.game.terminal(s) else db.game.player(s)
    row: Row = {"key": key, "position": db.game.dump(s), "player": mover}
    outcome = db.explain(value, max(mover or 0, 0))
    if isinstance(outcome, Outcome):
        return row | outcome._asdict()
    return row | {f"payoff{p}": payoff for p, payoff in enumerate(outcome.payoffs)}


def _write_csv(path: Path, blocks: Iterator[list[Row]]) -> Iterator[int]:
    with path.open("w", newline="", encoding="utf-8") as out:
        table: csv.DictWriter[str] | None = None
        for rows in blocks:
            if table is None:
                table = csv.DictWriter(out, rows[0])
                table.writeheader()
            table.writerows(rows)
            yield len(rows)


def _write_parquet(path: Path, blocks: Iterator[list[Row]]) -> Iterator[int]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise BadLimit("Parquet needs pyarrow: install zermelo[parquet], or write .csv") from None
    table: Any = None
    try:
        for rows in blocks:
            batch = pyarrow.Table.from_pylist(rows, schema=_find_schema(pyarrow, rows[0]))
            if table is None:
                table = pyarrow.parquet.ParquetWriter(path, batch.schema)
            table.write_table(batch)
            yield len(rows)
    finally:
        if table is not None:
            table.close()


def _find_schema(pyarrow: Any, row: Row) -> Any:
    """The types of the columns; a column may begin with None."""
    names = {
        "key": pyarrow.string() if isinstance(row["key"], str) else pyarrow.int64(),
        "player": pyarrow.int8(),
        "remoteness": pyarrow.int32(),
        "position": pyarrow.string(),
        "kind": pyarrow.string(),
    }
    return pyarrow.schema([(name, names.get(name, pyarrow.float64())) for name in row])


WRITERS = {".csv": _write_csv, ".parquet": _write_parquet}
"""What writes a table, by the ending of its name; yields how many rows are done."""
