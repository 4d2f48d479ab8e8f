"""Two gears for one text: plain, as Python runs it, and compiled, specialised to one game.

`compiled` turns a search (or any function of a game) and its arguments into a call of machine code.
Importing this package does not import Numba; the first compiled call does.
"""

from __future__ import annotations

import re
import shutil
import sys
import threading
import types
import typing
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Literal

from zermelo.bits import FULL
from zermelo.contract import find_source
from zermelo.errors import NotCompilable, is_own
from zermelo.gears import cache
from zermelo.gears.source import inlined as inlined
from zermelo.gears.statics import field_names, is_data, is_number, is_object, is_record
from zermelo.gears.unit import Unit, as_array, field_hints

Gear = Literal["auto", "plain", "compiled"]
GEARS: tuple[Gear, ...] = ("auto", "plain", "compiled")

STACK = 512 << 20
"""Bytes of stack for a compiled search: enough for the deepest path a watch allows."""

MOST_UNITS = 64
"""How many specialised forms of one search a process remembers; the others are found on disk
again."""

PATIENCE = 2.0
"""Seconds that a search is given to stop after Ctrl-C, before it is left behind."""

_units: dict[Any, list[tuple[Unit, types.ModuleType]]] = {}
_building = threading.Lock()


class Compiled:
    """A search specialised to its static arguments, ready to be called."""

    def __init__(self, unit: Unit, module: types.ModuleType, args: Sequence[Any]) -> None:
        self.unit, self.module = unit, module
        runtime = [inward(args[i], module, unit) for i in unit.runtime]
        arrays = [as_array(origin.fetch(args)) for _, origin in unit.arrays.values()]
        self.args = (*runtime, *arrays)

    def prepare(self) -> Compiled:
        """Have the machine code ready: from disk, or made now."""
        from zermelo.gears import machine

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                machine.prepare(self.module.entry, self.args)
            # Numba fails in many ways; all of them mean that this rule does not compile
            except Exception as error:
                shutil.rmtree(
                    Path(str(self.module.__file__)).parent / "__pycache__", ignore_errors=True
                )
                raise NotCompilable(explain(error, self.unit)) from error
        return self

    def again(self, args: Sequence[Any]) -> Compiled:
        """The same machine code on other states and numbers.

        That the objects among the arguments are unchanged is taken as known.
        """
        return Compiled(self.unit, self.module, args)

    def __call__(self) -> Any:
        """Run it here and now."""
        return self.module.entry(*self.args)


def compile_kernel(search: Callable[..., Any], *args: Any, checked: bool = False) -> Compiled:
    """The compiled form of ``search(*args)``.

    Objects become constants of the machine code; numbers, states and arrays are its arguments.

    With `checked` every index is checked, as Python does, at some cost in speed.

    >>> from zermelo.games.nim import Nim
    >>> def successor(game, s, a):
    ...     return game.result(s, a)
    >>> compile_kernel(Nim(2, 2).result.__func__, Nim(2, 2), Nim(2, 2).start(), 1).unit.runtime
    [1, 2]
    """
    assert isinstance(search, types.FunctionType)
    with _building:
        known = _units.setdefault((search, checked), [])
        found = next((pair for pair in known if pair[0].holds(args)), None)
        if found is None:
            found = _specialise(search, args, checked)
            known.append(found)
            del known[:-MOST_UNITS]
    return Compiled(found[0], found[1], args).prepare()


def _specialise(
    search: types.FunctionType, args: Sequence[Any], checked: bool
) -> tuple[Unit, types.ModuleType]:
    unit = Unit(search, args, checked)
    from zermelo.gears import machine

    subject = next((type(arg).__name__ for arg in args if is_object(arg)), "none").lower()
    label = re.sub(
        r"\W+", "_", f"{subject}.{search.__module__.rpartition('.')[2]}.{search.__name__}"
    )
    return unit, cache.module(label, unit.text, unit.tables, machine.VERSION)


def run_apart(job: Callable[[], Any], stop: Callable[[], None]) -> Any:
    """Run compiled code in a thread with a deep stack, so that Ctrl-C reaches this one.

    Then `stop` is called.

    Raises what the job raised, or KeyboardInterrupt once the job has come to its end.
    """
    outcome: list[Any] = []
    done = threading.Event()

    def work() -> None:
        try:
            outcome.append((job(), None))
        except BaseException as error:
            outcome.append((None, error))
        done.set()

    worker = threading.Thread(target=work, daemon=True)
    try:
        start_deep(worker)
        while not done.wait(0.1):
            pass
    except (
        KeyboardInterrupt
    ):  # whenever it comes: work that was not asked to stop would go on for ever
        stop()
        if worker.ident is not None:
            done.wait(PATIENCE)  # it is left behind if a rule never ends
        raise
    value, error = outcome[0]
    if error is not None:
        raise error
    return value


def start_deep(thread: threading.Thread) -> None:
    """Start a thread with a deep stack.

    One after the other: the size belongs to the process, and must be again what it was.
    """
    with _starting:
        before = threading.stack_size(STACK)
        try:
            thread.start()
        finally:
            threading.stack_size(before)


_starting = threading.Lock()


class deep_recursion:
    """Python's own limit on recursion, out of the way while a plain search runs."""

    def __enter__(self) -> None:
        self.before = sys.getrecursionlimit()
        sys.setrecursionlimit(max(self.before, 50_000))

    def __exit__(self, *exc: object) -> None:
        sys.setrecursionlimit(self.before)


# ---------------------------------------------------------------------- states across the border


def inward(x: Any, module: types.ModuleType, unit: Unit, where: str = "the state") -> Any:
    """A value as machine code takes it: ints signed, records of the module's own types."""
    if isinstance(x, bool | float):
        return x
    if isinstance(x, int):
        if not -(2**63) <= x < 2**64:
            raise NotCompilable(
                f"{where} holds {x}, which does not fit in 64 bits: use several ints"
            )
        x = int(x) & FULL
        return x - 2**64 if x >> 63 else x
    if is_data(x):
        return as_array(x)
    if is_record(type(x)):
        parts = [
            inward(getattr(x, name), module, unit, f"field {name} of the state")
            for name in field_names(x)
        ]
        return getattr(module, unit.records[type(x)])(*parts)
    if isinstance(x, tuple):
        return tuple(inward(y, module, unit, where) for y in x)
    if is_number(x):
        return x
    raise NotCompilable(
        f"{where} holds a {type(x).__name__}, which cannot be compiled: use ints, floats, "
        "bools and tuples of them"
    )


def require_fixed_shape(game: Any, s: Any) -> None:
    """Refuse a game whose actions are no ints, or whose states change their shape from one to the
    next.
    """
    _require_declared(game, "start", s)
    for a in game.options(s)[:8]:
        if not isinstance(a, int):
            raise NotCompilable(
                f"actions are of type {type(a).__name__}, which cannot be compiled: "
                "number them, and spell them in name"
            )
        _require_declared(game, "result", game.result(s, a))
        before, after = shape(s), shape(game.result(s, a))
        if before != after:
            why = "keep tuples at one length, and numbers of one type"
            raise NotCompilable(
                f"states change from {before} to {after}, which cannot be compiled: {why}"
            )


def _require_declared(game: Any, rule: str, s: Any) -> None:
    """Refuse a state that a rule has made with a float in a field that is declared int.

    The machine takes it as declared.
    """
    if is_record(type(s)):
        hints = field_hints(type(s))
        for name in field_names(s):
            x = getattr(s, name)
            if hints.get(name) is int and isinstance(x, float):
                why = (
                    f"{type(s).__name__}.{name} is declared int and holds {x!r}: "
                    "make it an int (// divides ints), or declare it float"
                )
                raise NotCompilable(f"{find_source(game, rule)}{why}")


def shape(x: Any, hint: Any = None) -> str:
    """What machine code must know of a state; a field declared as a number is one.

    >>> shape((1, 2.5))
    '(int, float)'
    """
    if hint in (int, float, bool):
        return str(hint.__name__)
    if is_record(type(x)):
        hints = field_hints(type(x))
        fields = ", ".join(shape(getattr(x, name), hints.get(name)) for name in field_names(x))
        return f"{type(x).__name__}({fields})"
    if isinstance(x, tuple):
        of_numbers = typing.get_origin(hint) is tuple
        items = ["number" if of_numbers and is_number(y) else shape(y) for y in x]
        return (
            f"{len(items)} × {items[0]}"
            if len(set(items)) == 1 and len(items) > 1
            else f"({', '.join(items)})"
        )
    return type(x).__name__


def outward(x: Any, like: Any) -> Any:
    """What machine code returned, in the form of a plain value of the same kind.

    >>> outward((-1, 5), (2**64 - 1, 0))
    (18446744073709551615, 5)
    """
    if isinstance(like, int) and like >= 2**63:
        return x & FULL
    if is_record(type(like)):
        hints = field_hints(type(like), extras=True)
        names = field_names(like)
        parts = [
            _unsigned(outward(v, getattr(like, name)), hints.get(name))
            for v, name in zip(x, names, strict=True)
        ]
        return type(like)(*parts)
    if isinstance(like, tuple):
        return tuple(outward(v, w) for v, w in zip(x, like, strict=True))
    return x


def _unsigned(x: Any, hint: Any) -> Any:
    """64-bit sets come back as the non-negative ints they were."""
    if is_bits(hint):
        return x & FULL
    if (
        typing.get_origin(hint) is tuple
        and isinstance(x, tuple)
        and any(is_bits(h) for h in typing.get_args(hint))
    ):
        return tuple(y & FULL for y in x)
    return x


def is_bits(hint: Any) -> bool:
    """Is this the annotation `Bits`?"""
    return typing.get_origin(hint) is typing.Annotated and "Bits" in typing.get_args(hint)[1:]


# ---------------------------------------------------------------------- what Numba says, for people


def explain(error: Exception, unit: Unit) -> str:
    """One line: the author's file and line, and what is wrong there."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    spots = re.findall(r'rules\.py", line (\d+)|rules\.py \((\d+)\)', text)
    lines = [line for line in (unit.author_line(int(a or b)) for a, b in spots) if line is not None]
    theirs = next((line for line in lines if not is_own(line[0])), None)
    file = next((file for file, _ in unit.lines.values() if not is_own(file)), None)
    if (
        theirs is None and file is not None
    ):  # the package's text is at a loss with what the author's returns
        return f"{file}: {_reason(text)}"
    where = theirs or next(iter(lines), None)
    return (f"{where[0]}:{where[1]}: " if where else f"{unit.search.__qualname__}: ") + _reason(
        text
    )


_REASONS: tuple[tuple[str, str], ...] = (
    (
        r"list\(undefined\)",
        "an empty list has no type: yield the actions instead, or build the list in one place",
    ),
    (
        r"getitem\(\w*Tuple\([^)]*\), slice",
        "a tuple can be sliced by constants only: to change one cell use put(cells, i, x)",
    ),
    (
        r"[Cc]annot unify (.+?) and (.+?) for '(\w+?)(?:\.\d+)?'",
        r"\3 is sometimes \1 and sometimes \2: give it one type",
    ),
    (
        r"[Cc]annot unify (.+?) and (.+?) for '\$",
        r"a value is sometimes \1 and sometimes \2: give it one type",
    ),
    (
        r"[Cc]an't unify return type from the following types: ([^\n]+)",
        r"it returns values of different types (\1): return one type",
    ),
    (
        r"Unknown attribute '(\w+)' of type ([^\n]+)",
        r"there is no attribute \1 that can be compiled: use fields of the state, ints and tuples",
    ),
    (
        r"Static getitem[^\n]*|getitem\(Tuple[^\n]*",
        "a tuple of mixed types cannot be indexed by a variable: keep one type in it",
    ),
    (
        r"No implementation of function Function\(<(?:built-in )?function (\w+)[^\n]*",
        r"\1 of these types cannot be compiled",
    ),
    (
        r"No implementation of function Function\(<class '(\w+)'>\)[^\n]*",
        r"\1(…) of these types cannot be compiled",
    ),
    (r"[Uu]nsupported[^\n]*", r"\g<0>"),
    (r"Untyped global name '?(\w+)'?[^\n]*", r"\1 is of a kind that cannot be compiled"),
    (
        r"functions that call each other pass[^\n]*",
        "a value comes back as another type than it was given: keep every number of one type",
    ),
    (r"Invalid use of ([^\n]+)", r"invalid use of \1"),
)


def _reason(text: str) -> str:
    text = re.sub(r"Literal\[(\w+)\]\([^)]*\)", r"\1", text)
    text = text.replace("int64", "int").replace("float64", "float")
    for pattern, words in _REASONS:
        found = re.search(pattern, text)
        if found:
            return found.expand(words).strip(" .")
    useful = [
        line.strip()
        for line in text.splitlines()
        if line.strip() and not re.search(r"Failed in|rules\.py|^def |<source", line)
    ]
    return useful[0] if useful else "this cannot be compiled"
