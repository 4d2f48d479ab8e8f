"""Units on disk: a later process takes the text for its game without writing it again.

To write a text takes longer than to load its machine code. What it was made of is kept beside it,
in the same folder of the cache: every fact, as a `description`, and the digest of every file that
took part, those of this room among them. The text is taken again only if all of that is the same;
otherwise it is written anew, and its digest says whether there is machine code for it.
"""

from __future__ import annotations

import hashlib
import marshal
import os
import re
import sys
import tempfile
import types
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from zermelo.gears import cache
from zermelo.gears.description import (
    Undescribable,
    describe,
    find,
    read_origin,
    refer,
    write_origin,
)
from zermelo.gears.source import STARTED
from zermelo.gears.statics import (
    Fact,
    Global,
    Static,
    fact,
    is_handed_over,
    layout,
    weights_fact,
)
from zermelo.gears.unit import Unit
from zermelo.symbols import find_code, find_symbol

NAME = "unit"
"""The file in a folder of the cache that holds what its text was made of."""

MOST_TRIED = 8
"""Folders of one game and search that are looked at, those used last first."""

READERS = ("zermelo.bits", "zermelo.errors", "zermelo.game", "zermelo.own", "zermelo.symbols")
"""Modules of other rooms that take part in writing every text."""

CODE = r"\b\d{19}\b"
"""A number of the text that may be the code of a symbol."""

LAYOUTS = ("weights", "int", "ints", "floats")
"""Layouts of what is handed over at run time though it is not an array."""

REASONS = (Undescribable, OSError, EOFError, LookupError, TypeError, ValueError, RecursionError)
"""Why a unit is not saved, or not taken again: then its text is written."""


def save(
    unit: Unit,
    module: types.ModuleType,
    search: types.FunctionType,
    args: Sequence[Any],
    checked: bool,
    version: str,
) -> None:
    """Keep what the text of a module was made of, if another process can see whether it holds."""
    with suppress(*REASONS):
        names = sorted(set(_list_modules(unit)))
        if not unit.check(args) or any(_is_young(file) for file in map(_find_file, names) if file):
            return
        saved = {
            "head": (version, *_describe_writers()),
            "search": (describe(search), checked),
            "kinds": [refer(kind) for kind in unit.kinds],
            "files": [(name, _digest(_find_file(name))) for name in names],
            "runtime": unit.runtime,
            "records": [(refer(x), describe(x), name) for x, name in unit.records.items()],
            "lengths": [(refer(x), name, n) for (x, name), n in unit.lengths.items()],
            "needs": (unit.needs_lengths, unit.has_falsy_words),
            "facts": [(write_origin(one.origin), _describe_fact(one)) for one in unit.facts],
            "arrays": [write_origin(origin) for origin in unit.arrays],
            "symbols": [_write_symbol(x) for x in _list_symbols(unit)],
        }
        _write(Path(str(module.__file__)).parent, marshal.dumps(saved))


def take(
    label: str, search: types.FunctionType, args: Sequence[Any], checked: bool, version: str
) -> tuple[Unit, Path] | None:
    """The unit of an earlier process that holds here, and its folder; None if there is none."""
    head = None
    for path in _list_saved(label):
        with suppress(*REASONS):
            saved = marshal.loads(path.read_bytes())
            head = head or (version, *_describe_writers())
            unit = _read(saved, search, args, checked, path) if saved["head"] == head else None
            if unit is not None and unit.holds(args):
                return unit, path.parent
    return None


def _read(
    saved: dict[str, Any],
    search: types.FunctionType,
    args: Sequence[Any],
    checked: bool,
    path: Path,
) -> Unit | None:
    """The unit that was saved; None if it does not hold."""
    kinds = [type(arg) for arg in args]
    if saved["search"] != (describe(search), checked) or saved["kinds"] != [*map(refer, kinds)]:
        return None
    if any(_digest(_find_file(name)) != digest for name, digest in saved["files"]):
        return None
    if any(describe(find(place)) != known for place, known, _ in saved["records"]):
        return None
    facts = [_read_fact(read_origin(place), known, args) for place, known in saved["facts"]]
    if None in facts:
        return None
    for symbol in saved["symbols"]:
        _read_symbol(symbol)
    needs_lengths, has_falsy_words = saved["needs"]
    return Unit(
        search,
        (path.parent / cache.TEXT).read_text(encoding="utf-8"),
        {},
        kinds,
        saved["runtime"],
        {find(place): name for place, _, name in saved["records"]},
        {(find(place), name): lengths for place, name, lengths in saved["lengths"]},
        needs_lengths,
        has_falsy_words,
        [one for one in facts if one is not None],
        [read_origin(place) for place in saved["arrays"]],
        is_taken=True,
    )


def _list_saved(label: str) -> list[Path]:
    """The files of saved units of a game and a search, those whose folders were used last first."""
    found = []
    for path in cache.directory().glob(f"{label}-*/{NAME}"):
        with suppress(OSError):
            found.append((path.parent.stat().st_mtime, path))
    return [path for _, path in sorted(found, reverse=True)[:MOST_TRIED]]


def _write(folder: Path, content: bytes) -> None:
    """Write a file whole, and rename it into place."""
    handle, draft = tempfile.mkstemp(prefix=".new-", dir=folder)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
    Path(draft).replace(folder / NAME)


# ---------------------------------------------------------------------- what took part


def _describe_writers() -> Iterator[str]:
    """What writes texts: this Python, and the files of this room and of those it reads."""
    files = sorted(Path(__file__).parent.glob("*.py"))
    others = [path for path in map(_find_file, READERS) if path]
    yield sys.version
    yield from (_digest(path) for path in [*files, *others])


def _list_modules(unit: Unit) -> Iterator[str]:
    """The modules that took part in a text, by their names; some of them more than once."""
    yield unit.search.__module__
    kinds = [*unit.kinds, *unit.records]
    for one in unit.facts:
        if isinstance(one.origin, Global):
            yield one.origin.namespace["__name__"]
        value = getattr(one.value, "__func__", one.value)
        yield from filter(None, [getattr(getattr(value, "__wrapped__", value), "__module__", None)])
        kinds += [one.snapshot[1]] if one.snapshot[0] == "object" else []
        kinds += [one.value] if isinstance(one.value, type) else []
    yield from (base.__module__ for kind in kinds for base in kind.__mro__)


def _find_file(name: str) -> Path | None:
    """The file of a module; None if it has no text."""
    file = getattr(sys.modules[name], "__file__", None)
    return Path(file) if file and file.endswith(".py") else None


def _is_young(file: Path) -> bool:
    """Was a file changed so late that this process may have read another text?"""
    stat = file.stat()
    return max(stat.st_mtime, stat.st_ctime) > STARTED


def _digest(file: Path | None) -> str:
    return "" if file is None else hashlib.sha256(file.read_bytes()).hexdigest()


# ---------------------------------------------------------------------- facts and symbols


def _describe_fact(one: Fact) -> Any:
    kind, what = one.snapshot[:2]
    if kind == "data":
        return ("data", *what)
    return ("object", refer(what)) if kind == "object" else describe(one.value)


def _read_fact(origin: Any, known: Any, args: Sequence[Any]) -> Fact | None:
    """The fact at a place; None if it is no longer what it was."""
    now = Static(origin.fetch(args), origin)
    if known[0] == "data" and known[1] in LAYOUTS:
        is_same = is_handed_over(now.value) and layout(now.value) == known[1:]
        return weights_fact(now) if is_same else None
    return fact(now) if describe(now.value) == known else None


def _list_symbols(unit: Unit) -> list[Any]:
    """The symbols whose codes stand in a text and its tables."""
    numbers = {int(word) for word in re.findall(CODE, unit.text)}
    for table in unit.tables.values():
        numbers |= set(table.ravel().tolist())
    found = ((number, find_symbol(number)) for number in numbers)
    return [symbol for number, symbol in found if symbol is not number]


def _write_symbol(symbol: Any) -> Any:
    is_word = symbol is None or isinstance(symbol, str)
    return ("word", symbol) if is_word else (refer(type(symbol)), symbol.name)


def _read_symbol(written: tuple[Any, Any]) -> int:
    """The code of a symbol: from now on this process knows what it stands for."""
    kind, name = written
    return find_code(name if kind == "word" else find(kind)[name])
