"""Comprehensions, generators and recursion mean the same in both gears."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from gear_rules import (
    GRID,
    Rules,
    agree,
    many,
)

from zermelo import gears

# ------------------------------------------------------------------ comprehensions and generators


def folds(rules: Any, s: tuple[int, ...], k: int) -> tuple[bool, bool, int, int, int, int, bool]:
    return (
        any(x == k for x in s),
        all(x < k for x in s if x != 3),
        sum(x * k for x in s for y in range(2) if y != k),
        min(abs(x - k) for x in s),
        max((x for x in s if x > 100), default=-1),
        len([x for x in s if x > 1]),
        any(s),
    )


def test_any_all_sum_min_max_over_generators() -> None:
    for k in range(6):
        agree(folds, Rules(), (3, 1, 4, 1), k)


def built(rules: Any, s: tuple[int, ...], k: int) -> tuple[Any, ...]:
    return (
        tuple(i * k for i in range(rules.size)),
        tuple(x + k for x in s),
        tuple(x if i != k else -1 for i, x in enumerate(s)),
        tuple(x * y for x, y in zip(s, s, strict=True)),
        tuple(w * k for w in GRID[1]),
    )


def test_tuples_over_generators() -> None:
    agree(built, Rules(), (5, 6, 7), 1)


def generated(rules: Any, n: int) -> int:
    total = 0
    for x in many(n):
        total = 10 * total + x
    for x in listed(n):
        total += x
    for x in lazy(n):
        total -= x
    return total


def listed(n: int) -> list[int]:
    return [i for i in range(n) if i != 2]


def lazy(n: int) -> Iterator[int]:
    return (3 * i for i in range(n))


def test_generators_yield_from_lists_and_generator_expressions() -> None:
    agree(generated, Rules(), 6)


def counted_down(rules: Any, n: int, step: int) -> Iterator[int]:
    while n > 0:
        n -= step
        each = rules.inner(n) + rules.table[n & 3]
        yield each


def until(n: int, last: int) -> Iterator[int]:
    for i in range(n):
        if i == last:
            return
        yield i


def pairs_of(n: int) -> Iterator[tuple[int, int]]:
    yield 3, n
    for i in range(n):
        yield i, n - i


def passed_on(rules: Any, n: int) -> Iterator[int]:
    each = 100
    yield from counted_down(rules, n, 1)
    if n % 2:
        yield from counted_down(rules, n + each, n)
    yield each
    yield from until(n, 3)
    yield n


def passed_on_again(rules: Any, n: int) -> Iterator[int]:
    if n != 4:
        yield from passed_on(rules, n)
    for a, b in pairs_of(n):
        if a % 2:
            yield rules.inner(a) - b
        n += 1
    for x in until(9, n):
        if x == 5:
            break
        yield x


def run_through(rules: Any, n: int) -> int:
    total = 0
    for x in passed_on_again(rules, n):
        total = (7 * total + x) % 1_000_003
    return total


def test_generators_that_pass_on_to_others_keep_their_variables_apart() -> None:
    for n in range(7):
        agree(run_through, Rules(), n)
    text = gears.compile_kernel(run_through, Rules(), 5).unit.text
    assert "in z_until(" in text, "what returns early stays a call"
    assert not any(f"in z_{name}(" in text for name in ("passed_on", "counted_down", "pairs_of")), (
        "all else stands in its place"
    )


def borrowed_names(rules: Any, n: int) -> int:
    _best = _total = _z_top = 5
    return (
        max(_best + i for i in range(n + 1))
        + sum(_total * i for i in range(n))
        + min(_z_total(i) for i in range(n + 1))
        + _z_top
    )


def _z_total(i: int) -> int:
    return 3 * i + 1


def with_its_own(rules: Any, n: int) -> Iterator[int]:
    _i1 = _n2 = _z_n_1 = 100
    for x in until_last(n):
        yield x + _i1 - _n2
    yield _z_n_1


def until_last(n: int) -> Iterator[int]:
    for i in range(2 * n):
        if i < n:
            yield i


def all_of_its_own(rules: Any, n: int) -> int:
    total = 0
    for x in with_its_own(rules, n):
        total = 10 * total + x
    return total


def test_names_like_those_of_the_rewriter_are_the_authors() -> None:
    for n in range(4):
        agree(borrowed_names, Rules(), n)
        agree(all_of_its_own, Rules(), n)


@pytest.mark.parametrize("columns", [40, 60])
def test_tables_of_the_same_numbers_in_another_shape_are_others(columns: int) -> None:
    grid = tuple(tuple(range(i * columns, (i + 1) * columns)) for i in range(12_000 // columns))

    def corner(rules: Any, i: int) -> int:
        return grid[i][3]

    assert agree(corner, Rules(), 2) == 2 * columns + 3


# ---------------------------------------------------------------------- recursion


def even(rules: Any, n: int, depth: int) -> bool:
    return True if n == 0 else odd(rules, n - 1, depth + 1)


def odd(rules: Any, n: int, depth: int) -> bool:
    return False if n == 0 else even(rules, n - 1, depth + 1)


def ackermann(rules: Any, m: int, n: int) -> int:
    if m == 0:
        return n + 1
    if n == 0:
        return ackermann(rules, m - 1, 1)
    return ackermann(rules, m - 1, ackermann(rules, m, n - 1))


def test_functions_that_call_themselves_and_each_other() -> None:
    assert agree(even, Rules(), 10, 0)
    assert agree(ackermann, Rules(), 2, 3) == 9


@gears.inlined
def half(x: int) -> int:
    return x // 2 if x > 0 else x


@gears.inlined
def parted(rules: Any, n: int, limit: int) -> tuple[int, int]:
    if n > limit:
        return limit, n - limit
    elif n == limit:
        n += 1
    total = 0
    for i in range(n):
        if i % 2:
            continue
        total += i
    return total, n


@gears.inlined
def branch(rules: Any, n: int, limit: int) -> int:
    if n < 2:
        return n
    low, rest = parted(rules, n, limit)
    if low == rest:
        return 1
    n = tree_size(rules, half(low + rest) - 1, limit)
    return n + low


@gears.inlined
def note(rules: Any, cells: Any, n: int) -> None:
    if n < 0:
        return
    cells[0] += n


def tree_size(rules: Any, n: int, limit: int) -> int:
    v = branch(rules, n, limit)
    if v > 9:
        return branch(rules, min(v, n - 1), limit + 1)
    return half(v) + half(half(n))


def noted(rules: Any, cells: Any, n: int) -> int:
    note(rules, cells, n)
    note(rules, cells, -n)
    return int(cells[0])


def test_inlined_functions_stand_in_their_callers() -> None:
    for n in range(12):
        agree(tree_size, Rules(), n, 5)
    for n in (-2, 3):
        here, there = np.zeros(1, np.int64), np.zeros(1, np.int64)
        assert gears.compile_kernel(noted, Rules(), here, n)() == noted(Rules(), there, n)
    text = gears.compile_kernel(tree_size, Rules(), 1, 5).unit.text
    assert "def z_branch" not in text and "def z_parted" not in text
