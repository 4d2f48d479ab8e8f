"""Record types: NamedTuples and frozen dataclasses, the states that machine code can hold."""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Iterator
from enum import Enum
from typing import Any

from zermelo.gears.statics import field_names, is_record
from zermelo.gears.syntax import CASTS

NAMED_TUPLE_MEMBERS = frozenset(
    {"_replace", "_asdict", "_make", "_fields", "_field_defaults", "count", "index"}
)
"""Members that every NamedTuple has."""

SPECIAL_METHODS = (
    "__new__", "__init__", "__post_init__", "__bool__", "__len__", "__eq__", "__ne__", "__lt__",
    "__le__", "__gt__", "__ge__", "__add__", "__sub__", "__mul__", "__and__", "__or__", "__xor__",
    "__neg__", "__invert__", "__contains__", "__iter__", "__getitem__", "__getattr__",
    "__getattribute__", "__call__",
)  # fmt: skip
"""Special methods that a record must not define: machine code would not call them."""

_hints: dict[tuple[Any, bool], dict[str, Any]] = {}


def field_hints(record: type, extras: bool = False) -> dict[str, Any]:
    """The declared types of a record's fields, as far as they can be evaluated.

    With `extras`, annotations such as `Bits` are kept.
    """
    if (record, extras) not in _hints:
        try:
            hints = typing.get_type_hints(record, include_extras=extras)
        except Exception:  # names that only a type checker sees
            hints = {}
        names = [name for name in field_names(record) if name in hints]
        _hints[record, extras] = {name: hints[name] for name in names}
    return _hints[record, extras]


def field_defaults(record: type) -> dict[str, Any]:
    """The defaults of a record's fields."""
    if hasattr(record, "_field_defaults"):
        return dict(record._field_defaults)
    fields = record.__dataclass_fields__  # type: ignore[attr-defined]
    return {name: f.default for name, f in fields.items() if f.default is not dataclasses.MISSING}


def field_casts(record: type) -> dict[str, str]:
    """The machine's cast for each field that is declared with a number type."""
    return {name: cast for name, hint in field_hints(record).items() if (cast := find_cast(hint))}


def find_cast(hint: Any) -> str | None:
    """The machine's cast to a declared type, if there is one."""
    if hint in CASTS:
        return CASTS[hint]
    if _is_word(hint):
        return "int64"
    if typing.get_origin(hint) is not tuple:
        return None
    items = {_without_extras(item) for item in typing.get_args(hint) if item is not Ellipsis}
    if items and all(item is int or _is_word(item) for item in items):
        return "as_ints"
    return "as_floats" if items == {float} else None


def _is_word(hint: Any) -> bool:
    """Is this the type of strings or of an Enum, also with None or ints?"""
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        return all(part is int or _is_word(part) for part in typing.get_args(hint))
    if typing.get_origin(hint) is typing.Literal:
        return True
    return hint in (str, types.NoneType) or (isinstance(hint, type) and issubclass(hint, Enum))


def _without_extras(hint: Any) -> Any:
    """The type itself of an annotated one."""
    return typing.get_args(hint)[0] if typing.get_origin(hint) is typing.Annotated else hint


def list_records(x: Any) -> Iterator[type]:
    """The record types in a run-time argument, those of its fields and items too."""
    if is_record(type(x)):
        yield type(x)
        for name in field_names(x):
            yield from list_records(getattr(x, name))
    elif type(x) is tuple:
        for item in x:
            yield from list_records(item)


def list_lengths(x: Any) -> Iterator[tuple[tuple[type, str], tuple[int, ...]]]:
    """The fields of records in a run-time argument that hold tuples, with the lengths of these."""
    if is_record(type(x)):
        for name in field_names(x):
            value = getattr(x, name)
            if type(value) is tuple and (lengths := find_lengths(value)):
                yield (type(x), name), lengths
            yield from list_lengths(value)
    elif type(x) is tuple:
        for item in x:
            yield from list_lengths(item)


def find_lengths(x: tuple[Any, ...]) -> tuple[int, ...]:
    """The length of a tuple, and of its rows if all are tuples of one length.

    >>> find_lengths(((1, 2, 3), (4, 5, 6)))
    (2, 3)
    """
    rows = {find_lengths(item) if type(item) is tuple else () for item in x}
    return (len(x), *rows.pop()) if len(rows) == 1 else (len(x),) if x else ()


def holds_falsy_word(x: Any) -> bool:
    """Is None or "" in a state among run-time arguments?"""
    if is_record(type(x)):
        return any(is_falsy(getattr(x, name)) for name in field_names(x))
    if type(x) is tuple:
        return any(holds_falsy_word(part) for part in x)
    return False


def is_falsy(x: Any) -> bool:
    """Is a field of a state None or "", or does it hold one of them?"""
    if type(x) is tuple:
        return any(is_falsy(part) for part in x)
    return x is None or (isinstance(x, str) and not x) or holds_falsy_word(x)


def find_special_method(record: type) -> str | None:
    """A special method that the author wrote for a record, if there is one."""
    for base in record.__mro__:
        for name in SPECIAL_METHODS:
            own = vars(base).get(name)
            code = getattr(getattr(own, "__func__", own), "__code__", None)
            if code is not None and code.co_filename != "<string>":
                return name
    return None


def has_record(namespace: dict[str, Any], record: type) -> bool:
    """Does a module have a name for a record type?"""
    return any(value is record for value in namespace.values())


def find_member(record: type, name: str) -> Any:
    """The method, property or constant of this name that a record type defines, or None."""
    if name in NAMED_TUPLE_MEMBERS or name.startswith("__"):
        return None
    return next((vars(base)[name] for base in record.__mro__ if name in vars(base)), None)


def write_record(name: str, record: type) -> str:
    """The text that defines a record type in the generated module."""
    fields = [f"    {field}: object" for field in field_names(record)]
    return "\n".join([f"class {name}(_m.NamedTuple):", *(fields or ["    pass"])])
