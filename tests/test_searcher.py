"""Which search suits a game, and that all of them are asked and stopped in the same way."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from clocks import interrupting
from hypothesis import given
from hypothesis import strategies as st
from random_trees import trees

from zermelo import search
from zermelo.engine.searcher import choose_search, make_searcher
from zermelo.errors import BadLimit
from zermelo.frame.cancel import Cancellation
from zermelo.frame.question import Limits
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
    *_, found = make_searcher(tree, memory=1, gear="plain").iterate(tree.start())
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
    "game", [ConnectFour(), Pig(), TriHalma(), Go(5)], ids=["pvs", "star", "maxn", "mcts"]
)
def test_ctrl_c_is_told_from_a_stop(game: Any) -> None:
    """A stop is an end that somebody asked for; Ctrl-C is told by the command in its exit code."""
    searcher = make_searcher(game, memory=4, gear="plain")
    *_, result = searcher.iterate(game.start(), Limits(seconds=60, progress=interrupting(1)))
    assert result.stopped == "interrupted" and result.action in game.options(game.start())
    cancel = Cancellation()
    threading.Timer(0.3, cancel.cancel).start()
    *_, result = searcher.iterate(game.start(), Limits(seconds=60), cancel)
    assert result.stopped == "cancelled" and result.action in game.options(game.start())


@pytest.mark.parametrize("more", [{"threads": 2}, {"driver": "mtd"}])
def test_what_a_search_does_not_have_is_refused(more: dict[str, Any]) -> None:
    with pytest.raises(BadLimit, match="threads and driver are options of pvs; star has neither"):
        make_searcher(Pig(), **more)


def test_several_lines_are_shown_at_each_depth(call: Any) -> None:
    _, shown, _ = call(
        "analyse", "pig", "--moves", "roll 5", "--depth", "3", "--lines", "2", "--gear", "plain"
    )
    *_, first, second, _ = shown.splitlines()
    assert len(shown.splitlines()) == 2 * 3 + 1
    assert {first.split()[-1], second.split()[-1]} == {"hold", "roll"}


@pytest.mark.parametrize(
    ("game", "name"),
    [(ConnectFour(), "pvs"), (Pig(), "star"), (TriHalma(), "maxn"), (Go(5), "mcts")],
)
def test_one_function_says_which_search_suits_a_game(game: Any, name: str) -> None:
    assert choose_search(game).name == name


def test_a_wrong_name_gets_a_suggestion() -> None:
    with pytest.raises(BadLimit, match="no search is called 'stars'; did you mean star"):
        make_searcher(Pig(), search="stars")
    with pytest.raises(BadLimit, match="no feature is called 'tables'; features of star: star1"):
        make_searcher(Pig(), without=["tables"])
