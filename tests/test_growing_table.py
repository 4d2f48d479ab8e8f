"""The table of star and max^n begins small, grows between depths, and is kept between questions."""

from __future__ import annotations

import random
from typing import Any

import brute
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_trees import EXAMPLES, trees

from zermelo.engine import search_table, star
from zermelo.engine.growth import count_used
from zermelo.engine.search_table import PROVEN, SearchTable
from zermelo.engine.searcher import make_searcher
from zermelo.frame.question import Limits
from zermelo.games.pig import Pig
from zermelo.gears.cells import read_word, write_word

TINY = 0.0001
"""MiB: a few buckets."""


def write(table: SearchTable, key: int) -> None:
    """Write an entry as a kernel does, in either gear."""
    place = next(
        entry
        for entry in range(table.bucket(key), table.bucket(key) + 4 * table.size, table.size)
        if read_word(table.cells, entry + 1) == 0
    )
    tag = PROVEN | 7
    write_word(table.cells, place + 2, key >> 3)
    write_word(table.cells, place + 1, tag)
    write_word(table.cells, place, key ^ tag ^ key >> 3)


@pytest.mark.parametrize("gear", ["plain", "compiled"])
def test_entries_are_found_after_growing(gear: str) -> None:
    table = SearchTable(1, 1, gear)
    table.use(64)
    table.begin(1)
    rng, keys = random.Random(1), list[int]()
    while len(keys) < 64:
        key = rng.getrandbits(64)
        bucket = table.bucket(key)
        if sum(table.bucket(other) == bucket for other in keys) < 4:
            write(table, key)
            keys.append(key)
    assert count_used(table, table.buckets()) == 64
    table.begin(2)
    assert table.buckets() == 64 * search_table.GROWTH
    found = [table.find_outside(key) for key in keys]
    assert 0 not in found and len(set(found)) == 64
    assert [read_word(table.cells, entry + 2) for entry in found] == [key >> 3 for key in keys]
    table.begin(3)
    assert table.buckets() == 64 * search_table.GROWTH  # an eighth is not used any more


def test_a_table_does_not_grow_beyond_its_memory() -> None:
    table = SearchTable(2, TINY)
    assert table.buckets() == table.capacity
    table.begin_small()
    assert table.buckets() == table.capacity


@settings(max_examples=EXAMPLES // 2)
@given(tree=trees(chance=True), depth=st.integers(0, 4), me=st.integers(0, 1))
def test_values_are_right_while_the_table_grows(tree: Any, depth: int, me: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search_table, "FIRST", TINY)
        found = star(tree, player=me, depth=depth, gear="plain", memory=1)
    assert found.value == pytest.approx(brute.best(tree, 0, me, depth))


@settings(max_examples=EXAMPLES // 2)
@given(tree=trees(chance=True), data=st.data())
def test_a_kept_table_gives_the_same_values(tree: Any, data: st.DataObject) -> None:
    """Other states, depths and players are asked of one searcher."""
    searcher = make_searcher(tree, search="star", memory=1, gear="plain")
    for _ in range(4):
        s = data.draw(st.integers(0, len(tree) - 1))
        me, depth = data.draw(st.integers(0, 1)), data.draw(st.integers(0, 4))
        *_, found = searcher.iterate(s, Limits(depth=depth, player=me))
        assert found.value == pytest.approx(brute.best(tree, s, me, depth))


def test_the_second_question_profits_from_the_first() -> None:
    searcher = make_searcher(Pig(goal=10), gear="plain")
    first, second = ([*searcher.iterate(None, Limits(depth=8))][-1] for _ in range(2))
    assert second.value == first.value and second.nodes < first.nodes / 10
