"""One text, two gears: every shape of rule that may be written runs the same in both."""

from __future__ import annotations

import dataclasses
import math
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import pytest
from gear_rules import (
    BASE,
    GRID,
    LARGE,
    PRIMES,
    RAGGED,
    SQUARES,
    TOP,
    Boards,
    Colour,
    Frozen,
    Rules,
    Special,
    Spot,
    agree,
    double,
)

from zermelo import gears, search
from zermelo.bits import FULL, LookupTable, hash64, lowest, members, put
from zermelo.errors import TooDeep
from zermelo.games.nim import Nim

# ---------------------------------------------------------------------- names


def attributes(rules: Any, x: int) -> int:
    return rules.size + rules.limit + rules.area + rules.corners[1] + x


def helpers(rules: Any, x: int) -> int:
    return (
        rules.inner(x)
        + rules.tripled(x)
        + double(x)
        + rules.helper_object.times(x)
        + rules.secret(x)
        + rules.kind(x)
    )


def module_constants(rules: Any, x: int) -> int:
    return BASE * x + Colour.BLUE + int(math.sqrt(16)) + int(math.inf > x)


def test_attributes_properties_and_class_attributes() -> None:
    assert agree(attributes, Rules(4), 1) == 4 + 5 + 16 + 3 + 1


@pytest.mark.parametrize("rules", [Rules(3), Special(3)])
def test_helpers_static_inherited_and_super(rules: Rules) -> None:
    agree(helpers, rules, 5)


def test_module_constants_enums_and_library_functions() -> None:
    agree(module_constants, Rules(), 3)


def make_closure(offset: int) -> Any:
    def closed(rules: Any, x: int) -> int:
        return x + offset

    return closed


def test_closures() -> None:
    assert agree(make_closure(30), Rules(), 1) == 31
    assert agree(make_closure(40), Rules(), 1) == 41


def defaults(rules: Any, x: int) -> int:
    return with_default(x) + with_default(x, 2) + with_default(x, b=3)


def with_default(a: int, b: int = 10) -> int:
    return a * b


def test_default_and_keyword_arguments() -> None:
    assert agree(defaults, Rules(), 2) == 20 + 4 + 6


# ---------------------------------------------------------------------- tables


def tables(rules: Any, i: int) -> float:
    total = SQUARES[i] + GRID[i % 2][2] + rules.weights[i] + LARGE[i] + rules.table[i]
    for x in RAGGED[i]:
        total += x
    return total + len(RAGGED[i])


def test_tables_flat_nested_ragged_large_and_handed_over() -> None:
    for i in range(4):
        agree(tables, Rules(), i)


def test_a_table_is_no_part_of_the_machine_code() -> None:
    one, two = Rules(), Rules()
    two.table = LookupTable([50, 60, 70, 80])
    first = gears.compile_kernel(tables, one, 1)
    second = gears.compile_kernel(tables, two, 1)
    assert first.unit is second.unit
    assert second() - first() == 54


class Rows:
    """Arrays that a kernel writes, as attributes and in a tuple."""

    def __init__(self) -> None:
        self.cells, self.stack = np.zeros(4, np.int64), np.zeros(4, np.int64)
        self.both = (self.cells, self.stack)


def write_unpacked(rows: Any, x: int) -> int:
    cells, stack = rows.cells, rows.stack
    cells[0] = x
    stack[1] = x + 1
    return x


def write_items(rows: Any, x: int) -> int:
    rows.both[0][0] = x
    rows.both[1][1] = x + 1
    return x


def write_in_a_loop(rows: Any, x: int) -> int:
    for row in rows.both:
        row[0] = x
        row[1] = x + 1
    return x


@pytest.mark.parametrize("kernel", [write_unpacked, write_items, write_in_a_loop])
def test_arrays_out_of_a_tuple_are_those_of_the_arguments(kernel: Any) -> None:
    """Each call writes the arrays it was given, not those of the first call."""
    for x in (3, 5):
        rows = Rows()
        gears.compile_kernel(kernel, rows, x)()
        assert (rows.cells[0], rows.stack[1]) == (x, x + 1)


def membership(rules: Any, x: int) -> bool:
    return x in PRIMES and x not in (2, 3) and x in range(20)


def test_membership() -> None:
    assert [x for x in range(15) if agree(membership, Rules(), x)] == [5, 7, 11, 13]


# ---------------------------------------------------------------------- 64-bit sets


def bits_of(rules: Any, s: Boards) -> tuple[int, int, int, int, int]:
    count = s.own.bit_count() * 100 + s.other.bit_length()
    return (
        count,
        (s.own >> 60) & FULL,
        (s.own << 70) & FULL,
        (s.own >> 64) & FULL,
        s.own & -s.own & 0xFFFF,
    )


def test_shifts_are_logical() -> None:
    agree(bits_of, Rules(), Boards(TOP | 5, TOP, -3))


def flipped(rules: Any, s: Boards) -> Boards:
    own = s.own
    own <<= 1
    own |= s.own >> 1
    return Boards(~own & FULL, own & FULL, s.score - 1)


def test_bits_come_back_unsigned_and_numbers_signed() -> None:
    made = agree(flipped, Rules(), Boards(TOP | 1, 0, 0))
    assert made.own > 2**63 and made.score == -1


def test_augmented_shifts() -> None:
    for x in (1, 5, 1 << 40):
        assert agree(Rules.shifted, Rules(), x) == x << 2


def set_words(rules: Any, b: int) -> int:
    total = lowest(b)
    for i in members(b):
        total += i
    return total


def test_words_about_sets() -> None:
    agree(set_words, Rules(), 0b1011000)


def test_hash_is_the_same_in_both_gears() -> None:
    def key(rules: Any, s: Any) -> int:
        return hash64(s)

    for s in (
        5,
        (1, 2, 3),
        Spot(1, 2),
        Boards(TOP, 1, -4),
        Frozen((1, 2), 0, True),
        (1.5, (2, False)),
    ):
        compiled = gears.compile_kernel(key, Rules(), s)()
        assert compiled & FULL == hash64(s)


# ---------------------------------------------------------------------- states


def spots(rules: Any, s: Spot, x: int) -> Spot:
    t = s.stepped(x)
    return Spot(t.manhattan, column=s.manhattan)


def test_methods_and_properties_of_the_state() -> None:
    agree(spots, Rules(), Spot(-2, 3), 4)


def replaced(rules: Any, s: Spot) -> Spot:
    return s._replace(row=s.column, column=s.row * 2)


def test_replace() -> None:
    assert agree(replaced, Rules(), Spot(1, 5)) == Spot(5, 2)


def frozen(rules: Any, s: Frozen, i: int) -> Frozen:
    t = dataclasses.replace(s, cells=put(s.cells, i, 9), turn=1 - s.turn)
    return Frozen(t.cells, t.total())


def test_dataclass_states() -> None:
    assert agree(frozen, Rules(), Frozen((1, 2, 3), 0), 1) == Frozen((1, 9, 3), 13)


def plain_tuple(rules: Any, s: tuple[int, ...]) -> int:
    return sum(s) + max(s) - s[0]


def test_states_that_are_tuples_or_ints() -> None:
    agree(plain_tuple, Rules(), (3, 1, 4))
    agree(double, 21)


# ---------------------------------------------------------------------- shapes that bit once


class Nested(NamedTuple):
    spot: Spot
    flag: bool
    weight: float
    pairs: tuple[tuple[int, int], ...]


def values_of_and_or(rules: Any, x: int) -> tuple[int, int, int, bool]:
    return x or 5, x and 5, ((x > 0) and 3) or -2, not (x > 2 and rules.size)


def slices(rules: Any, t: tuple[int, ...]) -> tuple[Any, ...]:
    return t[1:], t[:-1], t[::-1], (9, *t), (*t, 1), t + GRID[0], t.count(1)


def orders(rules: Any, t: tuple[int, ...]) -> tuple[Any, ...]:
    total = 0
    for i in reversed(range(2, 5)):
        total = 10 * total + i
    return (
        tuple(sorted(t)),
        tuple(sorted(t, reverse=True)),
        total,
        tuple(t[i] + i for i in range(len(t))),
    )


def table_rows(rules: Any, x: int) -> tuple[Any, ...]:
    row = GRID[x % 2]
    total = 0
    for r in RAGGED:
        total = 10 * total + len(r)
    return (
        row + GRID[0],
        GRID[x % 2] == (4, 5, 6),
        total,
        RAGGED[x - 5][0],
        sum(y for y in RAGGED[3]),
    )


def loops(rules: Any, x: int) -> int:
    for d in (1, 2, 3):
        x += d
    return x * 10 + d


def nested(rules: Any, s: Nested) -> Nested:
    first = s.pairs[0]
    return s._replace(spot=s.spot.stepped(first[1]), flag=not s.flag, weight=s.weight / 2)


def sets_and_classes(rules: Any, x: int) -> int:
    return (x in {1, 2, 3}) + type(rules).limit + getattr(rules, "size") + Rules.limit


def arrays(rules: Any, x: int) -> int:
    total = 0
    for y in rules.array:
        total += y
    return (
        total
        + rules.array[x - 1]
        + len(rules.array)
        + (10 if rules.mask[x] else 0)
        + rules.table[x - 1]
    )


class WithArrays(Rules):
    def __init__(self) -> None:
        super().__init__()
        self.array = np.array([3, 5, 7])
        self.mask = np.array([True, False])


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (values_of_and_or, [(0,), (1,), (3,)]),
        (slices, [((3, 1, 4, 1),)]),
        (orders, [((3, 1, 4, 1),)]),
        (table_rows, [(4,), (5,), (6,)]),
        (loops, [(0,)]),
        (nested, [(Nested(Spot(1, 2), True, 0.5, ((1, 2), (3, 4))),)]),
        (sets_and_classes, [(1,), (7,)]),
    ],
)
def test_ordinary_shapes(function: Any, arguments: list[tuple[Any, ...]]) -> None:
    for args in arguments:
        agree(function, Rules(), *args)


def test_arrays_behave_like_arrays() -> None:
    for x in (0, 1):
        agree(arrays, WithArrays(), x)


def test_a_table_of_floats_may_begin_with_an_int() -> None:
    rules = Rules()
    rules.table = LookupTable([0, 0.5, 2, 3])  # type: ignore[arg-type]
    agree(tables, rules, 1)
    with pytest.raises(ValueError, match="equally long rows"):
        LookupTable([(1, 2), (3,)])


def append_ping(out: Any, n: int) -> None:
    if n > 0:
        out.append(n)
        append_pong(out, n - 1)


def append_pong(out: Any, n: int) -> None:
    if n > 0:
        out.append(-n)
        append_ping(out, n - 1)


def ping_pong(rules: Any, n: int) -> int:
    out = [0]
    append_ping(out, n)
    total = 0
    for x in out:
        total = 3 * total + x
    return total


def test_functions_in_a_circle_that_return_nothing() -> None:
    agree(ping_pong, Rules(), 5)


def test_a_dataclass_state_is_an_argument_not_a_constant() -> None:
    first = gears.compile_kernel(frozen, Rules(), Frozen((1, 2, 3), 0), 1)
    assert first.unit.runtime == [1, 2]
    agree(same_frozen, Rules(), Frozen((1, 2, 3), 0))
    agree(same_frozen, Rules(), Frozen((4, 5, 6), 1))


def same_frozen(rules: Any, s: Frozen) -> Frozen:
    t = s
    return t if t.turn < 5 else s


class Scorer:
    def __init__(self, weight: int) -> None:
        self.weight = weight

    def score(self, x: int) -> int:
        return self.weight * x


class SubScorer(Scorer):
    def score(self, x: int) -> int:
        return 1 + super().score(x)


class Varied:
    """Holds everything that may differ from one instance to the next."""

    def __init__(self, n: int) -> None:
        self.span = range(n)
        self.items = [n, n + 1]
        self.group = {n}
        self.named = {"k": n}
        self.wide = np.int64(n)
        self.goal = Frozen((n,), n)
        self.scorer = Scorer(n).score
        self.sub = SubScorer(n)
        self.scorers = [Scorer(n + 5)]

    def low(self, x: int) -> int:
        return x + self.items[0]

    def high(self, x: int) -> int:
        return x * 100


def varied(v: Any, x: int) -> tuple[Any, ...]:
    total = 0
    for i in v.span:
        total += i
    return (
        total,
        v.items[x],
        x in v.group,
        v.named["k"],
        v.wide + x,
        v.goal.turn,
        v.scorer(x),
        v.sub.score(x),
        v.scorers[0].score(x),
        apply(v.low, x) + 10 * apply(v.low, x) + 100 * apply(v.high, x) + apply(v.low, x),
        cached(x),
    )


def apply(f: Any, x: int) -> int:
    return f(x)


@cache
def cached(x: int) -> int:
    return x + 1


def test_nothing_built_in_goes_stale() -> None:
    for n in (2, 3, 2, 5):
        v = Varied(n)
        for x in (0, 1):
            agree(varied, v, x)
    v.items.append(7)
    v.items[0] = 99
    v.group.add(1)
    v.named["k"] = 8
    v.scorers[0].weight = 77
    agree(varied, v, 1)


def test_a_changed_default_or_cached_helper_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    agree(defaults, Rules(), 2)
    monkeypatch.setattr(with_default, "__defaults__", (11,))
    agree(defaults, Rules(), 2)
    v = Varied(2)
    agree(varied, v, 1)
    monkeypatch.setitem(globals(), "cached", cache(triple))
    agree(varied, v, 1)
    agree(spots, Rules(), Spot(-2, 3), 4)
    monkeypatch.setattr(Spot, "stepped", lambda_free_step)
    agree(spots, Rules(), Spot(-2, 3), 4)


def lambda_free_step(self: Spot, distance: int) -> Spot:
    return Spot(self.row, self.column + 2 * distance)


# -------------------------------------------------------------------- what is built in is checked


def test_a_changed_attribute_is_noticed() -> None:
    rules = Rules(4)
    before = gears.compile_kernel(attributes, rules, 0)()
    rules.size = 6
    assert gears.compile_kernel(attributes, rules, 0)() == attributes(rules, 0) != before


def test_a_changed_helper_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert gears.compile_kernel(helpers, Rules(3), 5)() == helpers(Rules(3), 5)
    monkeypatch.setitem(globals(), "double", triple)
    assert gears.compile_kernel(helpers, Rules(3), 5)() == helpers(Rules(3), 5)


def triple(x: int) -> int:
    return 3 * x


def test_a_changed_method_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    before = gears.compile_kernel(helpers, Rules(3), 5)()
    monkeypatch.setattr(Rules, "inner", replaced_inner)
    assert gears.compile_kernel(helpers, Rules(3), 5)() == helpers(Rules(3), 5) != before


def replaced_inner(self: Any, x: int) -> int:
    return 1000 * x


def test_a_changed_constant_of_the_package_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its modules count what is set in them, and so the facts of them are looked at again."""
    game = Nim(2, 3)
    assert search.minimax(game, gear="compiled").exact
    monkeypatch.setattr("zermelo.watch.MOST_PLIES", 2)
    with pytest.raises(TooDeep):
        search.minimax(game, gear="compiled")
    monkeypatch.undo()
    assert search.minimax(game, gear="compiled").exact
