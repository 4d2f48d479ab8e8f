"""The machine's words for lists, tuples and tables, where Numba has none of its own.

A list whose length never changes is held as a tuple: it costs nothing to make. What each word does
depends on the types that Numba finds, so one text serves tuples and lists. A generated module
imports this one as ``_q``.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call, untyped-decorator, attr-defined"

from __future__ import annotations

import operator
from typing import Any

from zermelo.gears.machine import (
    CompilerError,
    helper,
    int64,
    make_function,
    overload,
    plain,
    put,
    sort_ascending,
    sort_descending,
    types,
    write_row,
)
from zermelo.symbols import find_code


def _unknown(*args: Any) -> Any:
    raise TypeError("compiled only")


def _is_list(kind) -> bool:
    return isinstance(kind, types.List | types.ListType | types.Array)


def make_word(text: str, **names: Any):
    """A function made from text, with the words of this module at hand."""
    return make_function(text, put=put, int64=int64, plain=plain, **names)


# ---------------------------------------------------------------------- lists of one length


def as_cells(x):
    """list(x), where only items are changed: a tuple stays one."""
    return _unknown(x)


@overload(as_cells)
def _as_cells(x):
    if isinstance(x, types.BaseTuple):
        return lambda x: plain(x)
    return lambda x: [y for y in x]  # noqa: C416


def as_tuple(x):
    """tuple(x). Where the length is not known it stays a list, until a field of the state says."""
    return _unknown(x)


@overload(as_tuple)
def _as_tuple(x):
    if isinstance(x, types.BaseTuple):
        return lambda x: x
    return lambda x: [y for y in x]  # noqa: C416


def as_uniform(x):
    """A tuple whose items have one type, as those of a list."""
    return _unknown(x)


@overload(as_uniform)
def _as_uniform(x):
    if not isinstance(x, types.BaseTuple):
        return lambda x: x
    if len({types.unliteral(kind) for kind in x}) > 1 and any(
        isinstance(kind, types.Float) for kind in x
    ):
        items = [f"float(x[{i}])" for i in range(len(x))]
        return make_word(f"def made(x): return {write_row(items)}")
    return lambda x: plain(x)


def with_item(x, i, value):
    """A list after x[i] = value: the same list, or the tuple that stands for it, changed."""
    return _unknown(x)


@overload(with_item)
def _with_item(x, i, value):
    if not isinstance(x, types.BaseTuple):
        return _set_item
    kind = getattr(x, "dtype", None)
    if kind is None:
        raise CompilerError("cells of mixed types: a list that is changed must hold one type")
    cast = _find_cast(kind, value)
    text = (
        "def made(x, i, value):\n"
        f"    if i < 0: i += {len(x)}\n"
        f"    if i < 0 or i >= {len(x)}: raise IndexError\n"
        f"    return put(x, i, {cast})"
    )
    return make_word(text, fit=make_fit(*_list_lengths(kind)))


def _set_item(x, i, value):
    x[i] = value
    return x


def _find_cast(kind, value) -> str:
    """The text of a value as an item of this type; refuses one that would lose something."""
    if isinstance(kind, types.Integer) and isinstance(value, types.Float):
        raise CompilerError("cells of mixed types: a float is put into a list of ints")
    if isinstance(kind, types.Integer):
        return "int64(value)"
    if isinstance(kind, types.Float):
        return "float(value)"
    if isinstance(kind, types.BaseTuple):
        return "fit(value)" if _is_list(value) else "plain(value)"
    return "value"


def put_between(x, i, value):
    """x[:i] + (value,) + x[i + 1:]"""
    return _unknown(x)


@overload(put_between)
def _put_between(x, i, value):
    if getattr(x, "dtype", None) is not None and isinstance(x, types.BaseTuple):
        return _with_item(x, i, value)
    return lambda x, i, value: x[:i] + [value] + x[i + 1 :]  # noqa: RUF005


def make_fit(*lengths: int):
    """The function that makes a list the tuple of these lengths which a field of the state holds.

    The lengths are those of the tuple, of its rows, and so on.
    """

    def fit(x):
        return _unknown(x)

    @overload(fit)
    def _fit(x):
        if isinstance(x, types.BaseTuple) and (
            len(lengths) == 1 or not any(_is_list(item) for item in x)
        ):
            return lambda x: x
        if not (_is_list(x) or isinstance(x, types.BaseTuple)):
            return lambda x: x
        inner = make_fit(*lengths[1:]) if len(lengths) > 1 else plain
        items = [f"inner(x[{i}])" for i in range(lengths[0])]
        check = f"    if len(x) != {lengths[0]}: raise ValueError\n"
        return make_word(f"def made(x):\n{check}    return {write_row(items)}", inner=inner)

    return fit


def make_replace(*names: str):
    """The function that changes these fields of a record, whatever its type."""
    params = ", ".join(f"v{i}" for i in range(len(names)))
    replace = make_word(f"def made(x, {params}): return unknown(x)", unknown=_unknown)
    choose = make_word(
        f"def made(x, {params}): return write(x, names)", write=_write_replace, names=names
    )
    overload(replace)(choose)
    return replace


def _write_replace(x, names: tuple[str, ...]):
    """The text of a replacement in a record of this type."""
    if not set(names) <= set(getattr(x, "fields", ())):
        return None
    items = []
    fits: dict[str, Any] = {}
    for name, kind in zip(x.fields, x.types, strict=True):
        if name in names:
            fits[f"fit_{name}"] = make_fit(*_list_lengths(kind))
            items.append(f"{_name_cast(kind)}(fit_{name}(v{names.index(name)}))")
        else:
            items.append(f"x.{name}")
    params = ", ".join(f"v{i}" for i in range(len(names)))
    text = f"def made(x, {params}): return record({', '.join(items)})"
    return make_word(text, record=x.instance_class, **fits)


def _name_cast(kind) -> str:
    """The name of the function that makes a value one of this type."""
    if isinstance(kind, types.Boolean):
        return "bool"
    if isinstance(kind, types.Integer):
        return "int64"
    return "float" if isinstance(kind, types.Float) else ""


def _list_lengths(kind) -> tuple[int, ...]:
    """The lengths of a tuple type, and of its rows."""
    if not isinstance(kind, types.BaseTuple):
        return (0,)
    return (len(kind), *(_list_lengths(kind[0]) if isinstance(kind[0], types.BaseTuple) else ()))


def cut(x, low, high, step):
    """x[low:high:step] by variables; of a tuple, a list."""
    return _unknown(x)


@overload(cut)
def _cut(x, low, high, step):
    if not isinstance(x, types.BaseTuple):
        return lambda x, low, high, step: x[low:high:step]
    return _cut_tuple


def _cut_tuple(x, low, high, step):
    return [y for y in x][low:high:step]  # noqa: C416


def transpose(x):
    """tuple(zip(*x)): the columns of rows."""
    return _unknown(x)


@overload(transpose)
def _transpose(x):
    if isinstance(x, types.BaseTuple) and len(x) and isinstance(x[0], types.BaseTuple):
        width = min(len(row) for row in x)
        columns = [write_row([f"x[{i}][{j}]" for i in range(len(x))]) for j in range(width)]
        return make_word(f"def made(x): return {write_row(columns)}")
    return lambda x: [[row[j] for row in x] for j in range(min([len(row) for row in x]))]


@overload(operator.eq)
def _equal(a, b):
    """A list that stands for a tuple, and a tuple. A tuple is not a number."""
    if isinstance(a, types.List) and isinstance(b, types.BaseTuple):
        return _same_items
    if isinstance(b, types.List) and isinstance(a, types.BaseTuple):
        return _same_items
    if isinstance(a, types.BaseTuple) and isinstance(b, types.Integer):
        return lambda a, b: False
    return None


def _same_items(a, b):
    if len(a) != len(b):
        return False
    same = True
    for i in range(len(a)):
        if a[i] != b[i]:
            same = False
    return same


@overload(operator.ne)
def _differ(a, b):
    if _equal(a, b) is None:
        return None
    return lambda a, b: not (a == b)  # noqa: SIM201


@overload(operator.add)
def _join(a, b):
    """A list that stands for a tuple, and a tuple."""
    if isinstance(a, types.List) and isinstance(b, types.BaseTuple):
        return lambda a, b: a + [y for y in b]  # noqa: C416
    if isinstance(b, types.List) and isinstance(a, types.BaseTuple):
        return lambda a, b: [y for y in a] + b  # noqa: C416
    return None


# ---------------------------------------------------------------------- order


def sort_up(x):
    """sorted(x)"""
    return _unknown(x)


def sort_down(x):
    """sorted(x, reverse=True)"""
    return _unknown(x)


@overload(sort_up)
def _sort_up(x):
    return _sort(x, sort_ascending, "sort()")


@overload(sort_down)
def _sort_down(x):
    return _sort(x, sort_descending, "sort(reverse=True)")


def _sort(x, tuple_sort, list_sort: str):
    if isinstance(x, types.BaseTuple):
        return lambda x: tuple_sort(plain(x))
    text = f"def made(x):\n    cells = [y for y in x]\n    cells.{list_sort}\n    return cells"
    return make_word(text)


@helper
def order_by(items, keys, backwards):
    """Sort a list by its keys, as Python does: equal ones stay in their order."""
    for i in range(1, len(items)):
        item, key, j = items[i], keys[i], i
        while j > 0 and (keys[j - 1] < key if backwards else key < keys[j - 1]):
            items[j], keys[j] = items[j - 1], keys[j - 1]
            j -= 1
        items[j], keys[j] = item, key
    return items


# ---------------------------------------------------------------------- itertools


@helper
def multiply(a, b):
    """itertools.product of two."""
    for x in a:
        for y in b:
            yield x, y


@helper
def multiply_three(a, b, c):
    """itertools.product of three."""
    for x in a:
        for y in b:
            for z in c:
                yield x, y, z


@helper
def combine_two(a):
    """itertools.combinations(a, 2)"""
    for i in range(len(a)):
        for j in range(i + 1, len(a)):
            yield a[i], a[j]


@helper
def combine_three(a):
    """itertools.combinations(a, 3)"""
    for i in range(len(a)):
        for j in range(i + 1, len(a)):
            for k in range(j + 1, len(a)):
                yield a[i], a[j], a[k]


@helper
def permute_two(a):
    """itertools.permutations(a, 2)"""
    for i in range(len(a)):
        for j in range(len(a)):
            if i != j:
                yield a[i], a[j]


@helper
def pair_up(a):
    """itertools.pairwise"""
    for i in range(len(a) - 1):
        yield a[i], a[i + 1]


@helper
def chain(a, b):
    """itertools.chain of two."""
    for x in a:
        yield x
    for x in b:
        yield x


# ---------------------------------------------------------------------- constant dicts


@helper
def find_dense(places, low, x):
    """The place of a key among keys that lie close together; -1 if it is none."""
    at = int64(x) - low
    return places[at] if 0 <= at < len(places) else int64(-1)


@helper
def find_number(keys, x):
    """The place of a key among numbers; -1 if it is none."""
    for i in range(len(keys)):
        if keys[i] == x:
            return int64(i)
    return int64(-1)


@helper
def find_pair(places, low, left, x):
    """The place of a key among pairs that lie close together; -1 if it is none."""
    i, j = int64(x[0]) - low, int64(x[1]) - left
    if 0 <= i < places.shape[0] and 0 <= j < places.shape[1]:
        return places[i, j]
    return int64(-1)


@helper
def find_row(keys, x):
    """The place of a key among tuples; -1 if it is none."""
    for i in range(len(keys)):
        same = len(x) == keys.shape[1]
        for j in range(len(x)):
            if same and keys[i, j] != x[j]:
                same = False
        if same:
            return int64(i)
    return int64(-1)


@helper
def require_key(at):
    """The place of a key that must be there."""
    if at < 0:
        raise KeyError
    return at


@helper
def get_item(values, at, default):
    """The value at a place, or the default."""
    return values[at] if at >= 0 else default


# ---------------------------------------------------------------------- types


@helper
def never():
    """False, which Numba does not know when it finds the types."""
    return False


NONE, EMPTY = find_code(None), find_code("")


def truth(x):
    """bool(x), where None and "" have codes."""
    return _unknown(x)


@overload(truth)
def _truth(x):
    if isinstance(x, types.Integer):
        return lambda x: x != 0 and x != NONE and x != EMPTY
    if isinstance(x, types.BaseTuple):
        return make_word(f"def made(x): return {len(x) > 0}")
    if isinstance(x, types.Boolean):
        return lambda x: x
    return lambda x: bool(x)


def start_at(x, first):
    """enumerate(x, first)"""
    return _unknown(x)


@overload(start_at)
def _start_at(x, first):
    def count(x, first):
        for i, y in enumerate(x):
            yield i + first, y

    return count
