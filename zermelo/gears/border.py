"""States and values across the border between Python and machine code."""

from __future__ import annotations

import types
import typing
from collections.abc import Iterator
from typing import Any

from zermelo.bits import FULL
from zermelo.contract import find_class_source, find_source
from zermelo.errors import NotCompilable
from zermelo.game import CHANCE
from zermelo.gears.records import field_hints
from zermelo.gears.statics import field_names, is_data, is_number, is_record, parts
from zermelo.gears.tables import as_array
from zermelo.gears.unit import Unit
from zermelo.symbols import find_code, find_symbol, is_symbol

SIGN = 1 << 63
"""The first number that does not fit in a signed cell."""


def take_in(x: Any, module: types.ModuleType, unit: Unit) -> Any:
    """A run-time argument as the entry of a module takes it: a record as a plain tuple."""
    kind = type(x)
    if kind not in unit.records:
        return inward(x, module, unit)
    return tuple([inward(getattr(x, name), module, unit, name) for name in field_names(x)])


def inward(x: Any, module: types.ModuleType, unit: Unit, field: str = "") -> Any:
    """A value as machine code takes it: ints signed, records of the module's own types.

    `field` is the field of the state that it is, for messages.
    """
    kind = type(x)
    if kind is int and -SIGN <= x < SIGN:
        return x
    if kind in unit.records:
        fields = [inward(getattr(x, name), module, unit, name) for name in field_names(x)]
        return getattr(module, unit.records[kind])(*fields)
    if isinstance(x, (bool, float)):
        return x
    where = f"field {field} of the state" if field else "the state"
    if isinstance(x, int):
        return to_signed(x, where)
    if is_symbol(x):
        return find_code(x)
    if is_data(x):
        return as_array(x)
    if isinstance(x, tuple):
        return tuple([inward(y, module, unit, field) for y in x])
    if is_number(x):
        return x
    raise NotCompilable(f"{where} holds a {kind.__name__}, {advise_on(x)}")


def advise_on(x: Any) -> str:
    """That a value of a state cannot be compiled, and what to use instead."""
    cures = {
        set: "a Bits field with a bit for each member, or a tuple with a truth value for each",
        dict: "a tuple with an item for each key",
        list: "a tuple",
    }
    kinds = {frozenset: set}
    cure = cures.get(kinds.get(type(x), type(x)), "ints, floats, bools, words and tuples of them")
    return f"which cannot be compiled: use {cure}"


def find_unfit_fields(s: Any) -> list[str]:
    """The fields of a state that machine code cannot hold, each with what to use instead."""
    if not is_record(type(s)):
        return []
    found = {name: next(list_unfit(getattr(s, name)), None) for name in field_names(s)}
    return [
        f"{find_class_source(type(s))}{type(s).__name__}.{name} holds a {type(x).__name__}, "
        + advise_on(x)
        for name, x in found.items()
        if x is not None
    ]


def find_unfit_parts(s: Any) -> list[str]:
    """What machine code cannot hold in a state that is a bare tuple, with what to use instead."""
    found = next(list_unfit(s), None) if type(s) is tuple else None
    return (
        [] if found is None else [f"the state holds a {type(found).__name__}, {advise_on(found)}"]
    )


def list_unfit(x: Any) -> Iterator[Any]:
    """Yield the parts of a value that machine code cannot hold; None can be held."""
    if type(x) is tuple or is_record(type(x)):
        for part in parts(x):
            yield from list_unfit(part)
    elif not (is_number(x) or is_symbol(x) or is_data(x)):
        yield x


def to_signed(x: int, where: str) -> int:
    """The signed 64-bit number with the same bits."""
    if not -(2**63) <= x < 2**64:
        raise NotCompilable(f"{where} holds {x}, which does not fit in 64 bits: use several ints")
    x = int(x) & FULL
    return x - 2**64 if x >> 63 else x


def outward(x: Any, like: Any) -> Any:
    """What machine code returned, in the form of a plain value of the same kind.

    >>> outward((-1, 5), (2**64 - 1, 0))
    (18446744073709551615, 5)
    """
    if type(x) is int and (word := find_symbol(x)) is not x:
        return word
    if isinstance(like, int) and like >= 2**63:
        return x & FULL
    if is_record(type(like)):
        hints = field_hints(type(like), extras=True)
        names = field_names(like)
        fields = [
            _to_unsigned(outward(v, getattr(like, name)), hints.get(name))
            for v, name in zip(x, names, strict=True)
        ]
        return type(like)(*fields)
    if isinstance(like, tuple):
        return tuple(outward(v, w) for v, w in zip(x, like, strict=True))
    return x


def _to_unsigned(x: Any, hint: Any) -> Any:
    """A 64-bit set, or a tuple of them, as non-negative ints; other values as they are."""
    if is_bits(hint):
        return x & FULL
    if typing.get_origin(hint) is not tuple or not isinstance(x, tuple):
        return x
    holds_sets = any(is_bits(item) for item in typing.get_args(hint))
    return tuple(y & FULL for y in x) if holds_sets else x


def is_bits(hint: Any) -> bool:
    """Is this the annotation `Bits`?"""
    return typing.get_origin(hint) is typing.Annotated and "Bits" in typing.get_args(hint)[1:]


def find_sets(x: Any, hint: Any = None) -> list[bool]:
    """For each number of a state, one after another: is it declared as `Bits`?

    >>> from zermelo.games.tic_tac_toe import TicTacToe
    >>> find_sets(TicTacToe().start())
    [True, True, False]
    """
    if is_record(type(x)):
        hints = field_hints(type(x), extras=True)
        fields = [(getattr(x, name), hints.get(name)) for name in field_names(x)]
    elif isinstance(x, tuple):
        items = [item for item in typing.get_args(hint) if item is not Ellipsis]
        fields = [(y, items[min(i, len(items) - 1)] if items else None) for i, y in enumerate(x)]
    else:
        return [is_bits(hint)]
    return [found for value, inner in fields for found in find_sets(value, inner)]


# ---------------------------------------------------------------------- the shape of states


def require_fixed_shape(game: Any, s: Any, plies: int = 2) -> None:
    """Refuse a game whose actions are not ints, or whose states change their shape.

    After chance it looks on, `plies` deep in all.
    """
    _require_declared(game, "start", s)
    if why := getattr(game, "why_plain", ""):
        raise NotCompilable(why)
    for a in game.options(s)[:8]:
        if not isinstance(a, int):
            raise NotCompilable(
                f"actions are of type {type(a).__name__}, which cannot be compiled: "
                "number them, and spell them in name"
            )
        after = game.result(s, a)
        _require_declared(game, "result", after)
        if shape(s) != shape(after):
            what = f"{find_source(game, 'result')}{describe_change(s, after)}"
            raise NotCompilable(
                f"{what}, which cannot be compiled: keep tuples at one length, "
                "and numbers of one type"
            )
        if plies > 1 and game.player(s) == CHANCE:
            require_fixed_shape(game, after, plies - 1)


def describe_change(before: Any, after: Any) -> str:
    """What changes its shape between two states: the fields, where they are records."""
    found = []
    if is_record(type(before)) and type(before) is type(after):
        hints = field_hints(type(before))
        for name in field_names(before):
            old, new = (shape(getattr(s, name), hints.get(name)) for s in (before, after))
            if old != new:
                if all(map(is_symbol, list_parts((getattr(before, name), getattr(after, name))))):
                    old, new = (text.replace("int", "word") for text in (old, new))
                found.append(f"{type(before).__name__}.{name} changes from {old} to {new}")
    return ", ".join(found) or f"states change from {shape(before)} to {shape(after)}"


def list_parts(x: Any) -> list[Any]:
    """All that a tuple and the tuples in it hold."""
    return [part for item in x for part in list_parts(item)] if isinstance(x, tuple) else [x]


def _require_declared(game: Any, rule: str, s: Any) -> None:
    """Refuse a state with a float in a field that is declared int: the machine takes an int."""
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
    if is_symbol(x):
        return "int"
    if not isinstance(x, tuple):
        return type(x).__name__
    of_numbers = typing.get_origin(hint) is tuple
    items = ["number" if of_numbers and (is_number(y) or is_symbol(y)) else shape(y) for y in x]
    if len(items) > 1 and len(set(items)) == 1:
        return f"{len(items)} × {items[0]}"
    return f"({', '.join(items)})"
