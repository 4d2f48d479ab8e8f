"""Which search suits a game, and that all of them are asked and stopped in the same way."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from clocks import interrupting
from hypothesis import given
from hypothesis import strategies as st
from test_agreement import trees
from zermelo.engine.suited import searcher

from zermelo import search
from zermelo.errors import BadLimit
from zermelo.games.connect_four import ConnectFour
from zermelo.games.go import Go
from zermelo.games.pig import Pig
from zermelo.games.tri_halma import TriHalma
from zermelo.tree import Tree


@given(
    st.sampled_from([1, 2, 3, 4]).flatmap(
        lambda players: st.one_of(trees(players), trees(players, chance=True))
    )
)
def test_every_game_has_a_search_however_many_play_and_whether_there_is_chance(tree: Tree) -> None:
    *_, found = searcher(tree, memory=1, gear="plain")(tree.start())
    told = (
        search.maxn(tree)
        if tree.players > 2
        else search.expectimax(tree)
        if tree.has_chance
        else search.minimax(tree)
    )
    assert found.value == pytest.approx(told.value) and found.vector == (
        None if told.vector is None else pytest.approx(told.vector)
    )


@pytest.mark.usefixtures("ctrl_c_works")
@pytest.mark.parametrize(
    "game", [ConnectFour(), Pig(), TriHalma(), Go(5)], ids=["alphabeta", "star", "many", "mcts"]
)
def test_ctrl_c_is_told_from_a_stop(game: Any) -> None:
    """A stop is an end that somebody asked for; Ctrl-C is told by the command in its exit code."""
    *_, result = searcher(game, memory=4, gear="plain")(
        game.start(), seconds=60, progress=interrupting(1)
    )
    assert result.stopped == "interrupted" and result.action in game.options(game.start())
    stop = threading.Event()
    threading.Timer(0.3, stop.set).start()
    *_, result = searcher(game, memory=4, gear="plain", stop=stop)(game.start(), seconds=60)
    assert result.stopped == "asked" and result.action in game.options(game.start())


@pytest.mark.parametrize("more", [{"threads": 2}, {"driver": "mtd"}])
def test_what_a_search_does_not_have_is_refused(more: dict[str, Any]) -> None:
    with pytest.raises(
        BadLimit, match="threads and drivers are alphabeta's: star has one thread and no driver"
    ):
        searcher(Pig(), **more)


def test_lines_that_are_known_at_the_end_are_shown_at_the_end(call: Any) -> None:
    _, shown, _ = call(
        "analyse", "pig", "--moves", "roll 5", "--depth", "3", "--lines", "2", "--gear", "plain"
    )
    *_, first, second, _ = shown.splitlines()
    assert {first.split()[-1], second.split()[-1]} == {"hold", "roll"}
