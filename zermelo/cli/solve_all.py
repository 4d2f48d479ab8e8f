"""Every position of a game: solved into a database, and read from one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from zermelo.cli.base import FAILED, commands
from zermelo.cli.output import Warnings, echo
from zermelo.cli.shared_options import (
    GivenPosition,
    begin_options,
    gear_option,
    group_options,
    json_option,
)

if TYPE_CHECKING:
    from zermelo.solve import Database, Expectation, Outcome
    from zermelo.solve.progress import Progress

file_argument = click.argument("file", type=click.Path(path_type=Path), metavar="FILE")


@commands.command("solve-all")
@click.argument("game", metavar="GAME")
@click.option(
    "-o", "output", type=click.Path(path_type=Path), help="The file. By default GAME.zdb."
)
@click.option(
    "--workers",
    type=click.IntRange(min=1, max=1024),
    default=1,
    show_default=True,
    help="The number of processes.",
)
@click.option(
    "--memory",
    type=click.IntRange(min=16),
    default=1024,
    show_default=True,
    metavar="MIB",
    help="Memory for positions and their successors, all processes together.",
)
@click.option(
    "--ray",
    metavar="ADDRESS",
    help="Use a Ray cluster whose machines all see the file's folder, or local (zermelo[ray]). "
    "Then --memory is for each processor.",
)
@click.option("--resume", is_flag=True, help="Go on with what a solver that was ended has left.")
@click.option("--symmetry", is_flag=True, help="Keep one of positions that are the same turned.")
@gear_option
@json_option
def solve_all(
    game: str, output: Path | None, symmetry: bool, gear: Any, as_json: bool, **options: Any
) -> None:
    """Solve every position of a GAME, and write their values to a file.

    Values are win, lose, tie or draw with the plies to the end, scores, or expectations where there
    is chance. What is done lies in FILE.work until all is done.
    """
    from zermelo import catalogue
    from zermelo.solve import database

    if options["ray"] is not None and options["workers"] != 1:
        raise click.UsageError("--ray uses all processors of its cluster: leave out --workers")
    path = output or Path(f"{game.replace(':', '-').replace('/', '-').replace(',', '-')}.zdb")
    loaded = catalogue.game(game)
    with Warnings(), SolverBar(f"solving {game}") as bar:
        db = database(loaded, path, gear=gear, is_symmetric=symmetry, report=bar.show, **options)
    echo(describe(db), make_content(db), as_json)


@commands.group("db")
def db_commands() -> None:
    """Read a database that solve-all wrote."""


@db_commands.command("info")
@file_argument
@json_option
def info(file: Path, as_json: bool) -> None:
    """Print what a database holds: game, positions, values, size."""
    db = open_database(file)
    echo(describe(db), make_content(db), as_json)


@db_commands.command("probe")
@file_argument
@group_options("given", lambda **given: GivenPosition("", **given), *begin_options)
@json_option
def probe(file: Path, given: GivenPosition, as_json: bool) -> None:
    """Print the value of a position and of every move in it, the best first."""
    from zermelo.cli.shared_options import split_moves

    db = open_database(file)
    first = given.find_first(db.game)
    echo_position(db, db.game.after(split_moves(db.game, first, given.moves), first), as_json)


def echo_position(db: Database, state: Any, as_json: bool) -> None:
    """Print the value of a position and of every move in it."""
    value = db.probe(state)
    moves = [(db.game.name(state, a), outcome) for a, outcome in db.moves(state)]
    width = max((len(name) for name, _ in moves), default=0)
    lines = [str(value), *(f"{name:<{width}}  {outcome}" for name, outcome in moves)]
    content = {
        "position": db.game.dump(state),
        **make_value(value),
        "moves": [{"move": name, **make_value(outcome)} for name, outcome in moves],
    }
    echo("\n".join(lines), content, as_json)


@db_commands.command("verify")
@file_argument
@gear_option
@json_option
def verify(file: Path, gear: Any, as_json: bool) -> int:
    """Check a database: checksums, and every value against those of its successors.

    Exit with 1 if something is wrong.
    """
    from dataclasses import asdict

    from zermelo.solve import verify
    from zermelo.solve.blocks import DamagedDatabase
    from zermelo.solve.verify import Verification

    try:
        db = open_database(file)
        with Warnings(), SolverBar(f"verifying {file}") as bar:
            found = verify(db, gear, bar.show)
    except DamagedDatabase as error:
        found = Verification(0, problems=(str(error),))
    echo(str(found), {**asdict(found), "ok": found.ok}, as_json)
    return 0 if found.ok else FAILED


@db_commands.command("tally")
@file_argument
@click.option("-o", "output", metavar="FILE", help="Draw it instead: .svg or .png.")
@json_option
def tally(file: Path, output: str | None, as_json: bool) -> None:
    """Count positions by the payoff of the first player and by remoteness."""
    from zermelo.formatting import format_number
    from zermelo.show.tally import collect_tally, write

    db = open_database(file)
    rows = db.require_tally()
    if output is not None:
        click.echo(write(collect_tally(db.header["game"], rows, db.code.middle), output))
        return
    lines = [f"{'payoff':>8}  {'plies':>6}  {'positions':>15}"]
    for payoff, plies, count in rows:
        name = "draw" if payoff is None else format_number(payoff)
        lines.append(f"{name:>8}  {'–' if plies is None else plies:>6}  {count:>15,}")
    keys = ("payoff", "remoteness", "positions")
    content = {"game": db.header["game"], "rows": [dict(zip(keys, r, strict=True)) for r in rows]}
    echo("\n".join(lines), content, as_json)


@db_commands.command("export")
@file_argument
@click.option(
    "-o", "output", type=click.Path(path_type=Path), required=True, help="A .csv or .parquet file."
)
def export(file: Path, output: Path) -> None:
    """Write every position with its value as a table, CSV or Parquet."""
    from zermelo.solve.export import export_table

    db = open_database(file)
    with SolverBar(f"exporting {file}") as bar:
        count = export_table(db, output, bar.show)
    click.echo(f"{count:,} positions in {output}")


@commands.command()
@click.argument("game", metavar="GAME")
@click.option("--win-in", type=click.IntRange(min=1), metavar="PLIES", help="Plies to the win.")
@click.option("--longest", is_flag=True, help="The positions whose win takes the most plies.")
@click.option("--unique", is_flag=True, help="Only positions in which just one move wins.")
@click.option("--count", type=click.IntRange(min=1), default=1, show_default=True, metavar="N")
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--db", metavar="FILE", help="A database of GAME. Without it GAME is solved first.")
@click.option("--answers", is_flag=True, help="Print the solutions, after all puzzles.")
@click.option(
    "-o", "output", type=click.Path(path_type=Path), help="A sheet to print: an .html file."
)
@json_option
def puzzle(
    game: str, db: str | None, as_json: bool, answers: bool, output: Path | None, **asked: Any
) -> int:
    """Find positions that the player to move wins in a number of plies, to print and to solve.

    Exit with 1 if there is none.
    """
    from zermelo.show.puzzle_sheet import write_puzzle_sheet
    from zermelo.solve.puzzles import choose_puzzles

    if asked.pop("longest") == (asked["win_in"] is not None):
        raise click.UsageError("give either --win-in PLIES or --longest")
    with find_database(game, db) as database:
        asked["is_unique"] = asked.pop("unique")
        found = choose_puzzles(database, **asked)
    if output is not None and found:
        write_puzzle_sheet(output, database.game, found, answers)
        click.echo(f"{output}: {len(found)} puzzles")
        return 0
    blocks = [f"{i}. {one.task}\n{one.text}\n{one.position}" for i, one in enumerate(found, 1)]
    if answers:
        blocks += ["\n".join(f"{i}. {' or '.join(p.solutions)}" for i, p in enumerate(found, 1))]
    text = "\n\n".join(blocks) or f"{game} has no such position"
    echo(text, {"game": game, "puzzles": [one.to_dict() for one in found]}, as_json)
    return 0 if found else FAILED


@contextmanager
def find_database(game: str, file: str | None) -> Iterator[Database]:
    """Open the database of a game, or solve the game into one that is gone afterwards."""
    import tempfile

    from zermelo import catalogue
    from zermelo.solve import Database, database

    loaded = catalogue.game(game)
    if file is not None:
        yield Database(file, loaded)
        return
    with tempfile.TemporaryDirectory() as folder, Warnings(), SolverBar(f"solving {game}") as bar:
        yield database(loaded, Path(folder) / "game.zdb", report=bar.show)


def open_database(file: Path) -> Database:
    """Open a database; its game is found by the name in it."""
    from zermelo.solve import Database

    return Database(file)


def describe(db: Database) -> str:
    """Return what a database holds, as lines."""
    from zermelo.formatting import format_plural

    size = db.path.stat().st_size
    lines = [
        f"game       {db.header['game']}",
        f"positions  {db.positions:,} in {format_plural(len(db.header['tiers']), 'tier', 'tiers')}",
        f"file       {db.path}: {size:,} bytes, {8 * size / db.positions:.2f} bits a position",
    ]
    for payoff, count in db.summary().items():
        lines.append(f"{payoff:<9}  {count:,}")
    if not db.is_exact:
        lines.append(f"error      {db.header['error']:.1g}")
    starts = dict.fromkeys(str(db.probe(s)) for s in islice(db.game.starts(), 4))
    return "\n".join([*lines, f"start      {'; '.join(starts)}"])


def make_content(db: Database) -> dict[str, Any]:
    """Return what a database holds, for JSON."""
    names = ("game", "digest", "positions", "players", "payoffs", "error", "tiers")
    size = db.path.stat().st_size
    start = make_value(db.probe(db.game.start()))
    counts = db.summary()
    header = {name: db.header[name] for name in names}
    return {**header, "file": str(db.path), "bytes": size, "counts": counts, "start": start}


def make_value(value: Outcome | Expectation) -> dict[str, Any]:
    """Return a value for JSON."""
    return {name: list(x) if isinstance(x, tuple) else x for name, x in value._asdict().items()}


class SolverBar:
    """A line on stderr that tells how far a solver has come."""

    def __init__(self, what: str) -> None:
        from zermelo.terminal import StatusLine

        self.what, self.line = what, StatusLine(what)

    def __enter__(self) -> SolverBar:
        self.line.__enter__()
        return self

    def show(self, progress: Progress) -> None:
        """Called by the solver after each task."""
        from zermelo.formatting import format_count

        words = [f"{self.what}: {progress.stage}", f"{format_count(progress.positions)} positions"]
        if progress.total:
            words[-1] += f" of {format_count(progress.total)}"
        words += [f"tier {progress.tiers}"] if progress.tiers else []
        words.append(f"{format_count(progress.rate)}/s")
        if progress.seconds_left is not None:
            words.append(f"{progress.seconds_left:.0f} s left")
        self.line.update(", ".join(words))

    def __exit__(self, *error: Any) -> None:
        self.line.__exit__(*error)
