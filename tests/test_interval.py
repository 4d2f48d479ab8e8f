"""Intervals hold what they must, and those of a node above are the tightest."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from zermelo.game import INFINITY
from zermelo.interval import ANYTHING, Interval, exactly, max_of, min_of

WHOLE = st.integers(-4, 4)
INTERVALS = st.tuples(WHOLE, st.integers(0, 3)).map(lambda pair: Interval(pair[0], sum(pair)))


def members(part: Interval) -> range:
    return range(int(part.low), int(part.high) + 1)


@given(st.lists(INTERVALS, min_size=1, max_size=3))
def test_max_and_min_are_the_tightest_intervals(parts: list[Interval]) -> None:
    for combine, choose in ((max_of, max), (min_of, min)):
        values = [choose(choice) for choice in product(*map(members, parts))]
        assert combine(parts) == Interval(min(values), max(values))


def test_an_unknown_part_leaves_one_side_known() -> None:
    assert max_of([exactly(3), ANYTHING]) == Interval(3, INFINITY)
    assert min_of([exactly(3), ANYTHING]) == Interval(-INFINITY, 3)
    assert exactly(2).is_exact and not ANYTHING.is_exact and 10**9 in ANYTHING
    assert "3" not in Interval(2, 4) and 5 not in Interval(2, 4)


def test_an_interval_prints_as_a_window() -> None:
    assert str(Interval(-INFINITY, 3)) == "[−∞, 3]" and str(ANYTHING) == "[−∞, +∞]"
