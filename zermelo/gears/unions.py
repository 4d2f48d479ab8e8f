"""Actions of several shapes as one type: a word or an int beside tuples, tuples of several lengths.

A value of such a type holds the number of its shape, and a place for each item. What rules ask of
it (`a == "pass"`, `isinstance(a, Move)`, `a[0]`, `a.piece`, `len(a)`, `x, y = a`) is answered for
the shape that it has. A generated module imports this one as ``_u``.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call, untyped-decorator, attr-defined"

from __future__ import annotations

import operator
from typing import Any

from zermelo.gears.machine import (
    CompilerError,
    int64,
    intrinsic,
    make_function,
    numba,
    overload,
    types,
    write_row,
)
from zermelo.symbols import LOWEST

_extending: Any = numba.extending


def _members(context, builder, union, value=None):
    """The members of a value of a union, or of a new one."""
    return numba.core.cgutils.create_struct_proxy(union)(context, builder, value=value)


class Union(types.Type):
    """The type of actions that have one of several shapes: int64, or a tuple of such."""

    def __init__(self, shapes: tuple[Any, ...]) -> None:
        self.shapes = shapes
        self.items: list[Any] = []
        """The type of each place for an item: shapes share those of one type."""
        self.places = [self.find_places(shape) for shape in shapes]
        """For each shape, the places of its items."""
        super().__init__(f"union({', '.join(map(str, shapes))})")

    @property
    def key(self):
        """What makes two of these types the same: states of two games may have one name."""
        return self.shapes

    def find_places(self, shape: Any) -> list[int]:
        """A place for each item of a shape: its own number, if the item there is of its type."""
        found: list[int] = []
        for i in range(max(_count(shape), 0)):
            fitting = [j for j, kind in enumerate(self.items) if kind == shape[i]]
            free = [j for j in fitting if j not in found]
            if i not in free and not free:
                self.items.append(shape[i])
                free = [len(self.items) - 1]
            found.append(i if i in free else free[-1])
        return found

    def find_place(self, i: int) -> int | None:
        """The place of item i, if it is one and the same in all shapes that have such an item."""
        places = {row[i] for row in self.places if len(row) > i}
        return places.pop() if len(places) == 1 else None

    def find_shape(self, kind: Any) -> int | None:
        """The number of the shape that a value of another type has."""
        for i, shape in enumerate(self.shapes):
            if _count(kind) == _count(shape) and _record(kind) is _record(shape):
                return i
        return None


def _count(kind) -> int:
    """The number of items; -1 for a number."""
    return len(kind) if isinstance(kind, types.BaseTuple) else -1


def _record(kind) -> Any:
    return getattr(kind, "instance_class", None)


@_extending.register_model(Union)
class _UnionModel(_extending.models.StructModel):  # type: ignore[misc]
    def __init__(self, manager, union):
        members = [("shape", int64), ("number", int64)]
        members += [(f"item{i}", item) for i, item in enumerate(union.items)]
        super().__init__(manager, union, members)


def make_union(*samples: Any):
    """The function that makes an action of one of several shapes a value of one type."""
    union = Union(tuple(_find_type(sample) for sample in samples))

    @intrinsic
    def wrap(typing, x):
        i = union.find_shape(x)
        if i is None:
            return None
        return union(x), lambda context, builder, signature, args: _fill(
            context, builder, union, i, x, args[0]
        )

    def as_action(x):
        return _unknown(x)

    @overload(as_action)
    def _as_action(x):
        if isinstance(x, Union):
            return lambda x: x
        if union.find_shape(x) is None:
            raise CompilerError(f"union of actions without {types.unliteral(x)}")
        return lambda x: wrap(x)

    return as_action


def make_outcome(as_action):
    """The function that makes a pair of an outcome and its probability one of one type."""

    def as_outcome(pair):
        return _unknown(pair)

    @overload(as_outcome)
    def _as_outcome(pair):
        return lambda pair: (as_action(pair[0]), float(pair[1]))

    return as_outcome


def _unknown(*args: Any) -> Any:
    raise TypeError("compiled only")


def _find_type(sample: Any) -> Any:
    """The type of an action like a sample."""
    return types.unliteral(numba.typeof(sample)) if isinstance(sample, tuple) else int64


def _fill(context, builder, union, i: int, kind, value):
    """A value of a union, of shape i."""
    made = _members(context, builder, union)
    made.shape = context.get_constant(int64, i)
    made.number = context.get_constant(int64, 0)
    wanted = union.shapes[i]
    for j, item in enumerate(union.items):
        setattr(made, f"item{j}", context.get_constant_null(item))
    for j, place in enumerate(union.places[i]):
        part = _cast(context, builder, builder.extract_value(value, j), kind[j], wanted[j])
        setattr(made, f"item{place}", part)
    if _count(wanted) < 0:
        made.number = _cast(context, builder, value, kind, int64)
    return made._getvalue()


def _cast(context, builder, value, kind, wanted):
    """A number or tuple as one of another type of the same form."""
    if not isinstance(wanted, types.BaseTuple):
        return context.cast(builder, value, kind, wanted)
    items = [
        _cast(context, builder, builder.extract_value(value, i), kind[i], wanted[i])
        for i in range(len(wanted))
    ]
    return context.make_tuple(builder, wanted, items)


def _read(union, name: str, wanted):
    """The intrinsic that reads a member of a union."""

    @intrinsic
    def read(typing, x):
        def generate(context, builder, signature, args):
            return getattr(_members(context, builder, union, args[0]), name)

        return wanted(union), generate

    return read


def shape_of(x):
    """The number of the shape of an action."""
    return _unknown(x)


@overload(shape_of)
def _shape_of(x):
    read = _read(x, "shape", int64)
    return lambda x: read(x)


def scalar(x):
    """An action where a number is needed; any other value as it is."""
    return _unknown(x)


@overload(scalar)
def _scalar(x):
    if isinstance(x, Union):
        read = _read(x, "number", int64)
        return lambda x: read(x)
    return lambda x: x


def as_shape(x, i):
    """An action as what it is when it has shape i."""
    return _unknown(x, i)


@overload(as_shape, prefer_literal=True)
def _as_shape(x, i):
    shape = x.shapes[i.literal_value]
    if _count(shape) < 0:
        return lambda x, i: scalar(x)
    places = x.places[i.literal_value]
    items = [f"read{j}(x)" for j in range(len(shape))]
    reads = {f"read{j}": _read(x, f"item{places[j]}", item) for j, item in enumerate(shape)}
    record = _record(shape)
    made = f"record({', '.join(items)})" if record else write_row(items)
    return make_function(f"def made(x, i): return {made}", record=record, **reads)


@overload(len)
def _len(x):
    if not isinstance(x, Union):
        return None
    counts = tuple(map(_count, x.shapes))
    return lambda x: counts[shape_of(x)]


@overload(operator.getitem, prefer_literal=True)
def _get_item(x, i):
    """An item; by a variable, if all items are numbers."""
    if not isinstance(x, Union) or not isinstance(i, types.Integer):
        return None
    known = getattr(i, "literal_value", None)
    if known is not None and known >= 0 and (place := x.find_place(known)) is not None:
        read = _read(x, f"item{place}", x.items[place])
        return lambda x, i: read(x)
    if any(item != int64 for item in x.items):
        return None
    names = [f"item{j}" for j in range(len(x.items))]
    reads = {f"read{j}": _read(x, name, int64) for j, name in enumerate(names)}
    steps = [f"    if i == {j}: return read{j}(x)" for j in range(len(names))]
    first = "    if i < 0: i = i + len(x)"
    text = "\n".join(["def made(x, i):", first, *steps, "    raise IndexError"])
    return make_function(text, **reads)


@_extending.infer_getattr
class _Fields(numba.core.typing.templates.AttributeTemplate):  # type: ignore[misc]
    key = Union

    def generic_resolve(self, union, name):
        """The type of a field that one of the shapes has."""
        kinds = {shape[i] for shape, i, _ in _find_fields(union, name).values()}
        return kinds.pop() if len(kinds) == 1 else None


@_extending.lower_getattr_generic(Union)
def _lower_field(context, builder, union, value, name):
    members = _members(context, builder, union, value)
    (_, (_, _, first)), *others = _find_fields(union, name).items()
    found = getattr(members, f"item{first}")
    for i, (_, _, place) in others:
        is_it = builder.icmp_signed("==", members.shape, context.get_constant(int64, i))
        found = builder.select(is_it, getattr(members, f"item{place}"), found)
    return found


def _find_fields(union, name: str) -> dict[int, tuple[Any, int, int]]:
    """The shapes that have a field of this name, by their numbers, with its index and place."""
    return {
        i: (shape, shape.fields.index(name), union.places[i][shape.fields.index(name)])
        for i, shape in enumerate(union.shapes)
        if name in getattr(shape, "fields", ())
    }


def first_items(x, count):
    """The items that are unpacked: x, y = a"""
    return _unknown(x, count)


@overload(first_items, prefer_literal=True)
def _first_items(x, count):
    if not isinstance(x, Union):
        return lambda x, count: x
    n = count.literal_value
    rows = [row for row in x.places if len(row) == n]
    if any(row != rows[0] for row in rows):
        return None
    places = rows[0] if rows else []
    reads = {f"read{j}": _read(x, f"item{p}", x.items[p]) for j, p in enumerate(places)}
    items = [f"{name}(x)" for name in reads]
    text = f"def made(x, count):\n    if len(x) != {n}: raise ValueError\n"
    return make_function(f"{text}    return {write_row(items)}", **reads)


def int_of(x, words, values):
    """int(x), where x may be a word that is an int"""
    return _unknown(x, words, values)


@overload(int_of)
def _int_of(x, words, values):
    if not isinstance(x, types.Integer):
        return lambda x, words, values: int(x)
    return _find_int


def _find_int(x, words, values):
    if x < LOWEST:
        return x
    for i in range(len(words)):
        if words[i] == x:
            return values[i]
    raise ValueError


# ---------------------------------------------------------------------- equality


@overload(operator.eq)
def _equal(a, b):
    if isinstance(b, Union) and not isinstance(a, Union):
        return lambda a, b: _same(b, a)
    return (lambda a, b: _same(a, b)) if isinstance(a, Union) else None


@overload(operator.ne)
def _differ(a, b):
    if not isinstance(a, Union) and not isinstance(b, Union):
        return None
    return lambda a, b: not (a == b)  # noqa: SIM201


def _same(a, b):
    return _unknown(a, b)


@overload(_same)
def _same_as(a, b):
    if isinstance(b, Union):
        tests = ["shape_of(a) == shape_of(b)", "scalar(a) == scalar(b)"]
        reads = {f"read{j}": _read(a, f"item{j}", item) for j, item in enumerate(a.items)}
        tests += [f"{name}(a) == {name}(b)" for name in reads]
        return make_function(
            f"def made(a, b): return {' and '.join(tests)}",
            shape_of=shape_of,
            scalar=scalar,
            **reads,
        )
    fitting = [i for i, shape in enumerate(a.shapes) if _count(shape) == _count(b)]
    tests = [f"(shape_of(a) == {i} and as_shape(a, {i}) == b)" for i in fitting]
    text = f"def made(a, b): return {' or '.join(tests) or 'False'}"
    return make_function(text, shape_of=shape_of, as_shape=as_shape)


# ---------------------------------------------------------------------- isinstance


def is_record(x, record):
    """isinstance(x, record)"""
    return _unknown(x, record)


@overload(is_record)
def _is_record(x, record):
    wanted = _record(record)
    if not isinstance(x, Union):
        answer = wanted is not None and _record(x) is wanted
        return make_function(f"def made(x, record): return {answer}")
    numbers = [i for i, shape in enumerate(x.shapes) if _record(shape) is wanted]
    tests = [f"shape_of(x) == {i}" for i in numbers]
    text = f"def made(x, record): return {' or '.join(tests) or 'False'}"
    return make_function(text, shape_of=shape_of)


def is_tuple(x):
    """isinstance(x, tuple)"""
    return _unknown(x)


@overload(is_tuple)
def _is_tuple(x):
    if isinstance(x, Union):
        return lambda x: len(x) >= 0
    answer = isinstance(x, types.BaseTuple)
    return make_function(f"def made(x): return {answer}")


def is_int(x):
    """isinstance(x, int), where words have codes"""
    return _unknown(x)


@overload(is_int)
def _is_int(x):
    if isinstance(x, Union):
        return lambda x: len(x) < 0 and scalar(x) < LOWEST
    if isinstance(x, types.Integer):
        return lambda x: x < LOWEST
    answer = isinstance(x, types.Boolean)
    return make_function(f"def made(x): return {answer}")


def is_word(x):
    """isinstance(x, str), or an Enum"""
    return _unknown(x)


@overload(is_word)
def _is_word(x):
    if isinstance(x, Union):
        return lambda x: len(x) < 0 and scalar(x) >= LOWEST
    if isinstance(x, types.Integer):
        return lambda x: x >= LOWEST
    return lambda x: False
