"""States and values across the border between Python and machine code."""

from __future__ import annotations

import types
import typing
from typing import Any

from zermelo.bits import FULL
from zermelo.contract import find_source
from zermelo.errors import NotCompilable
from zermelo.gears.records import field_hints
from zermelo.gears.statics import field_names, is_data, is_number, is_record
from zermelo.gears.tables import as_array
from zermelo.gears.unit import Unit


def inward(x: Any, module: types.ModuleType, unit: Unit, where: str = "the state") -> Any:
    """A value as machine code takes it: ints signed, records of the module's own types."""
    if isinstance(x, bool | float):
        return x
    if isinstance(x, int):
        return to_signed(x, where)
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
    what = f"{where} holds a {type(x).__name__}, which cannot be compiled"
    raise NotCompilable(f"{what}: use ints, floats, bools and tuples of them")


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
    if isinstance(like, int) and like >= 2**63:
        return x & FULL
    if is_record(type(like)):
        hints = field_hints(type(like), extras=True)
        names = field_names(like)
        parts = [
            _to_unsigned(outward(v, getattr(like, name)), hints.get(name))
            for v, name in zip(x, names, strict=True)
        ]
        return type(like)(*parts)
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


# ---------------------------------------------------------------------- the shape of states


def require_fixed_shape(game: Any, s: Any) -> None:
    """Refuse a game whose actions are not ints, or whose states change their shape."""
    _require_declared(game, "start", s)
    for a in game.options(s)[:8]:
        if not isinstance(a, int):
            raise NotCompilable(
                f"actions are of type {type(a).__name__}, which cannot be compiled: "
                "number them, and spell them in name"
            )
        after = game.result(s, a)
        _require_declared(game, "result", after)
        if shape(s) != shape(after):
            what = f"states change from {shape(s)} to {shape(after)}, which cannot be compiled"
            raise NotCompilable(f"{what}: keep tuples at one length, and numbers of one type")


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
    if not isinstance(x, tuple):
        return type(x).__name__
    of_numbers = typing.get_origin(hint) is tuple
    items = ["number" if of_numbers and is_number(y) else shape(y) for y in x]
    if len(items) > 1 and len(set(items)) == 1:
        return f"{len(items)} × {items[0]}"
    return f"({', '.join(items)})"
