"""What is known before the machine code is made, and where it was found.

A search is specialised to its *static* arguments (the game, functions, helper objects); numbers,
states and arrays stay run-time arguments. Every fact that was built in is kept with its origin, so
that a compiled unit is reused only while all of them still hold: an edited helper, a changed option
or constant makes a new one.
"""

from __future__ import annotations

import ast
import builtins
import types
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from zermelo.bits import LookupTable
from zermelo.symbols import is_symbol


class Missing:
    """The value of a name that is gone."""


MISSING = Missing()


@dataclass(frozen=True)
class Argument:
    """A static argument of the search."""

    index: int

    def fetch(self, args: Sequence[Any]) -> Any:
        """The value there now."""
        return args[self.index]


@dataclass(frozen=True)
class Attribute:
    """An attribute of something static."""

    owner: Origin
    name: str

    def fetch(self, args: Sequence[Any]) -> Any:
        """The value there now."""
        return getattr(self.owner.fetch(args), self.name, MISSING)


@dataclass(frozen=True)
class Item:
    """An item of a static container."""

    owner: Origin
    index: Any

    def fetch(self, args: Sequence[Any]) -> Any:
        """The value there now."""
        try:
            return self.owner.fetch(args)[self.index]
        except (LookupError, TypeError):
            return MISSING


@dataclass(frozen=True)
class Super:
    """What super() is in a method of a static object."""

    cls: type
    owner: Origin

    def fetch(self, args: Sequence[Any]) -> Any:
        """The value there now."""
        return super(self.cls, self.owner.fetch(args))


@dataclass(frozen=True)
class View:
    """The keys or the values of a static dict, as a tuple."""

    owner: Origin
    name: str

    def fetch(self, args: Sequence[Any]) -> Any:
        """The keys or values there now."""
        table = self.owner.fetch(args)
        return tuple(getattr(table, self.name)()) if isinstance(table, dict) else MISSING


@dataclass(frozen=True, eq=False)
class Global:
    """A name in a module, or a builtin."""

    namespace: dict[str, Any]
    name: str

    def fetch(self, args: Sequence[Any]) -> Any:
        """The value there now."""
        return self.namespace.get(self.name, getattr(builtins, self.name, MISSING))


@dataclass(frozen=True, eq=False)
class Cell:
    """A variable of an enclosing function."""

    cell: types.CellType

    def fetch(self, args: Sequence[Any]) -> Any:
        """The value there now."""
        try:
            return self.cell.cell_contents
        except ValueError:
            return MISSING


@dataclass(frozen=True, eq=False)
class Literal:
    """A value that came from static ones by calculation, or stands in the text."""

    value: Any

    def fetch(self, args: Sequence[Any]) -> Any:
        """The value itself."""
        return self.value


Origin = Argument | Attribute | Item | Super | View | Global | Cell | Literal


def origin_key(origin: Origin) -> Any:
    """A key of an origin; origins that are the same place have equal keys."""
    if isinstance(origin, Attribute):
        return (origin_key(origin.owner), origin.name)
    if isinstance(origin, Item):
        return (origin_key(origin.owner), "item", origin.index)
    if isinstance(origin, Super):
        return (origin_key(origin.owner), "super", origin.cls)
    if isinstance(origin, View):
        return (origin_key(origin.owner), "view", origin.name)
    if isinstance(origin, Literal):
        return ("literal", id(origin.value))
    if isinstance(origin, Global):
        return (id(origin.namespace), origin.name)
    if isinstance(origin, Argument):
        return origin.index
    return ("here", id(origin))


def origin_path(origin: Origin) -> str:
    """An origin as a name: the path from the argument or module to the value."""
    if isinstance(origin, Attribute | View):
        return f"{origin_path(origin.owner)}_{origin.name}"
    if isinstance(origin, Item | Super):
        return f"{origin_path(origin.owner)}_{getattr(origin, 'index', '')}"
    if isinstance(origin, Global):
        return origin.name
    return f"arg{origin.index}" if isinstance(origin, Argument) else "it"


@dataclass(frozen=True)
class Static:
    """A value known now, and its origin."""

    value: Any
    origin: Origin


def literal(value: Any) -> Static:
    """A static value with no origin but itself."""
    return Static(value, Literal(value))


def items_of(known: Static) -> list[Static]:
    """The items of a static tuple or the fields of a static record, each with its own origin."""
    if isinstance(known.value, tuple):
        return [Static(x, Item(known.origin, i)) for i, x in enumerate(known.value)]
    names = field_names(known.value)
    return [Static(getattr(known.value, n), Attribute(known.origin, n)) for n in names]


def is_calculated(origin: Origin) -> bool:
    """Does a value come from a tuple that was calculated when compiling?

    An array in it could not be found again when the machine code runs.
    """
    while isinstance(origin, Attribute | Item | Super | View):
        origin = origin.owner
    if not isinstance(origin, Literal):
        return False
    return isinstance(origin.value, tuple) and not is_data(origin.value)


NUMBERS = frozenset({bool, int, float})
_NUMBERS = tuple(NUMBERS)  # Python makes bool | int | float anew whenever it comes there


def is_number(value: Any) -> bool:
    """Can this stand in the text as a number? (numpy's scalars and enum members count.)"""
    return isinstance(value, _NUMBERS) or (
        type(value).__module__ == "numpy" and getattr(value, "shape", None) == ()
    )


def is_data(value: Any) -> bool:
    """Is this passed to compiled code at run time rather than built in?"""
    return isinstance(value, LookupTable) or (
        type(value).__mro__[-2:][0].__module__ == "numpy" and getattr(value, "shape", ()) != ()
    )


def is_weights(value: Any) -> bool:
    """Is this a float, or a row of numbers with a float among them, such as an evaluation has?"""
    if type(value) is float:
        return True
    if type(value) not in (tuple, list):
        return False
    kinds = set(map(type, value))
    return float in kinds and kinds <= NUMBERS - {bool}


def is_table(value: Any) -> bool:
    """Is this a row of ints, or rows of numbers that are all of one length, and so on inwards?"""
    return type(value) in (tuple, list) and bool(find_axes(value)) and not is_weights(value)


def is_handed_over(value: Any) -> bool:
    """Can this be handed over at run time though it is not an array?"""
    return is_weights(value) or is_table(value) or type(value) is int


def find_axes(value: Any) -> tuple[int, ...]:
    """The lengths of a table of numbers, from the outermost inwards; () if it is none.

    >>> find_axes(((1, 2, 3), (4, 5, 6)))
    (2, 3)
    """
    kinds = set(map(type, value))
    if kinds <= {int, float}:
        return (len(value),) if kinds else ()
    if not kinds <= {tuple, list}:
        return ()
    rows = {find_axes(row) for row in value}
    axes = rows.pop() if len(rows) == 1 else ()
    return (len(value), *axes) if axes else ()


def list_numbers(value: Any) -> list[Any]:
    """The numbers of a table, row by row."""
    return (
        [x for row in value for x in list_numbers(row)] if type(value) in (tuple, list) else [value]
    )


def holds_data(value: Any) -> bool:
    """Is this an array or LookupTable, or a tuple with one in it?"""
    if is_data(value):
        return True
    return isinstance(value, tuple) and any(holds_data(x) for x in value)


def is_object(value: Any) -> bool:
    """Must this be bound when specialising, because machine code has no such thing?"""
    return type(value) not in NUMBERS and not (
        is_number(value)
        or isinstance(value, tuple | str)
        or is_data(value)
        or is_record(type(value))
        or (is_symbol(value) and value is not None)
    )


def find_runtime(args: Sequence[Any]) -> list[int]:
    """The places of the arguments that machine code takes when it runs."""
    return [i for i, arg in enumerate(args) if not is_object(arg)]


def is_record(value: Any) -> bool:
    """Is this a class of immutable records: a NamedTuple or a frozen dataclass?"""
    if not isinstance(value, type):
        return False
    if issubclass(value, tuple) and hasattr(value, "_fields"):
        return True
    parameters = getattr(value, "__dataclass_params__", None)
    return parameters is not None and bool(parameters.frozen)


def field_names(record: Any) -> tuple[str, ...]:
    """The fields of a record class or instance, in order."""
    return tuple(getattr(record, "_fields", None) or record.__dataclass_fields__)


def parts(value: Any) -> Sequence[Any]:
    """The items of a tuple or list, or the fields of a record."""
    if isinstance(value, tuple | list):
        return value
    return [getattr(value, name) for name in field_names(value)]


_KINDS: dict[Any, str] = {}


def layout(data: Any) -> tuple[str, Any]:
    """What machine code must know of an array: the type of its items and its number of axes."""
    if isinstance(data, LookupTable):
        return data.kind, data.axes
    if is_weights(data):
        return "weights", len(data) if isinstance(data, tuple | list) else 0
    if type(data) is int:
        return "int", 0
    if is_table(data):
        return ("floats" if float in map(type, list_numbers(data)) else "ints"), find_axes(data)
    kind = _KINDS.get(data.dtype)
    if kind is None:
        kind = _KINDS[data.dtype] = str(data.dtype)  # NumPy takes a microsecond for it
    return kind, data.ndim


def snapshot(value: Any) -> Any:
    """Everything about a value that was built in, to be compared later.

    Two values with equal snapshots build the same code.

    Numbers, containers and records are taken whole; functions by identity, code and defaults;
    arrays by their layout; any other object by its type, because each attribute that was used has a
    snapshot of its own.
    """
    if is_data(value):
        return ("data", layout(value))
    if isinstance(value, bool | int | float | str | bytes | range | type(None)) or is_number(value):
        return (type(value), value)
    if isinstance(value, tuple | list | set | frozenset | dict) or is_record(type(value)):
        return (type(value), _snapshot_items(value))
    if isinstance(value, Enum):
        return ("member", id(type(value)), value.name)
    if isinstance(value, types.FunctionType | types.MethodType | property):
        return _snapshot_function(value)
    if is_bound_builtin(value):  # words.index is another object whenever it is looked up
        return ("bound", value.__name__, snapshot(value.__self__))
    if isinstance(value, type | types.ModuleType | types.BuiltinFunctionType) or callable(value):
        return ("this", id(value))
    return ("object", type(value))


def is_bound_builtin(value: Any) -> bool:
    """Is this a method of a container or a number, such as words.index?"""
    owner = getattr(value, "__self__", None)
    is_builtin = isinstance(value, types.BuiltinFunctionType)
    return is_builtin and isinstance(owner, tuple | list | set | frozenset | dict | int | float)


def _snapshot_items(value: Any) -> Any:
    """The snapshots of what a container or record holds."""
    if isinstance(value, set | frozenset):
        return frozenset(snapshot(x) for x in value)
    if isinstance(value, dict):
        return tuple((snapshot(k), snapshot(v)) for k, v in value.items())
    items = parts(value)
    if all(type(x) is int for x in items):
        return tuple(items)
    return tuple(snapshot(x) for x in items)


def _snapshot_function(value: Any) -> Any:
    """A function, a method or a property by its identity, code and defaults."""
    if isinstance(value, types.MethodType):
        return ("method", snapshot(value.__func__))
    if isinstance(value, property):
        return ("property", snapshot(value.fget))
    defaults = snapshot(value.__defaults__), snapshot(value.__kwdefaults__)
    return ("function", id(value), id(value.__code__), *defaults)


FROZEN = (
    bool, int, float, str, bytes, range, type(None), types.BuiltinFunctionType, types.ModuleType,
)  # fmt: skip
"""Types of single values that never change."""


def is_frozen(value: Any) -> bool:
    """Can this value never change, so that finding the same object again is enough?"""
    if isinstance(value, tuple | frozenset) and not is_data(value):
        return all(is_frozen(x) for x in value)
    return isinstance(value, FROZEN)


@dataclass(frozen=True)
class Fact:
    """Something that was built in, and how to see whether it still holds."""

    origin: Origin
    value: Any
    snapshot: Any
    frozen: bool

    def holds(self, args: Sequence[Any]) -> bool:
        """Is it still so?"""
        now = self.origin.fetch(args)
        if self.snapshot[0] == "data" and is_handed_over(now):
            return bool(self.snapshot == ("data", layout(now)))
        return (self.frozen and now is self.value) or snapshot(now) == self.snapshot


def weights_fact(known: Static) -> Fact:
    """The number of weights that an attribute holds: their values are handed over at run time."""
    frozen = is_frozen(known.value)
    return Fact(
        known.origin, known.value if frozen else None, ("data", layout(known.value)), frozen
    )


def fact(known: Static) -> Fact:
    """A static value as something to be checked again later.

    Objects and arrays themselves, which may be large, are let go.
    """
    seen = snapshot(known.value)
    kept = None if seen[0] in ("object", "data") else known.value
    return Fact(known.origin, kept, seen, is_frozen(known.value))


def holds_list(value: Any) -> bool:
    """Is this a list, or a tuple of lists?"""
    return type(value) is list or (type(value) is tuple and list in map(type, value))


def as_tuples(value: Any) -> Any:
    """A list or set of constants as a tuple, those in it too."""
    if isinstance(value, list | set | frozenset) or type(value) is tuple:
        return tuple(as_tuples(x) for x in value)
    return value


def holds_sets(value: Any) -> bool:
    """Is this a tuple or list of sets?"""
    return isinstance(value, tuple | list) and any(isinstance(x, set | frozenset) for x in value)


UNARY: dict[type, Callable[[Any], Any]] = {
    ast.Not: lambda a: not a,
    ast.USub: lambda a: -a,
    ast.UAdd: lambda a: +a,
    ast.Invert: lambda a: ~a,
}

BINARY: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.Div: lambda a, b: a / b,
    ast.FloorDiv: lambda a, b: a // b,
    ast.Mod: lambda a, b: a % b,
    ast.Pow: lambda a, b: a**b,
    ast.LShift: lambda a, b: a << b,
    ast.RShift: lambda a, b: a >> b,
    ast.BitAnd: lambda a, b: a & b,
    ast.BitOr: lambda a, b: a | b,
    ast.BitXor: lambda a, b: a ^ b,
    ast.Eq: lambda a, b: a == b,
    ast.NotEq: lambda a, b: a != b,
    ast.Lt: lambda a, b: a < b,
    ast.LtE: lambda a, b: a <= b,
    ast.Gt: lambda a, b: a > b,
    ast.GtE: lambda a, b: a >= b,
    ast.Is: lambda a, b: a is b,
    ast.IsNot: lambda a, b: a is not b,
    ast.In: lambda a, b: a in b,
    ast.NotIn: lambda a, b: a not in b,
}

PURE = (abs, bool, divmod, float, int, isinstance, len, max, min, range, round, sum, tuple)
"""Builtins that are worked out at once when all their arguments are known."""
