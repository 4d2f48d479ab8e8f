"""The engine equals brute force, whatever is switched on, in both gears, with any table."""

from __future__ import annotations

from typing import Any

import pytest
from brute import minimax
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from random_trees import EXAMPLES, trees

from zermelo import catalogue, search, tree
from zermelo.engine import ALL, Engine
from zermelo.engine.pvs.scores import (
    WIN,
    child_alpha,
    child_beta,
    distance,
    from_child,
    just_above,
    terminal_score,
)
from zermelo.engine.pvs.table import PROVEN, PvsTable, action_of, bound_of, depth_of
from zermelo.errors import BadLimit, Unsuitable
from zermelo.frame.tt import CHECK, NOT_FOUND, TAG, VALUES
from zermelo.games.connect_four import ConnectFour
from zermelo.games.pig import Pig
from zermelo.games.tic_tac_toe import TicTacToe

DEEPER = ("quiescence", "extensions", "singular")
"""Features that may change the value of a limited search: they look further."""


# ---------------------------------------------------------------------- values


@given(
    trees(),
    st.sets(st.sampled_from(sorted(ALL))),
    st.sampled_from(["pvs", "mtd"]),
    st.sampled_from([1e-5, 0.001, 1]),
)
@settings(max_examples=EXAMPLES, deadline=None)
def test_the_value_is_that_of_brute_force(
    game: tree.Tree, without: set[str], driver: str, memory: float
) -> None:
    engine = Engine(game, gear="plain", without=without, driver=driver, memory=memory)
    true = minimax(game, 0, 0)
    result = engine.search()
    assert result.value == true and result.exact
    assert engine.solve().value == true
    assert engine.search().value == true  # again, with a table that is full


@given(
    trees(),
    st.sets(st.sampled_from(sorted(ALL))),
    st.integers(0, 5),
    st.sampled_from(["pvs", "mtd"]),
)
@settings(max_examples=EXAMPLES, deadline=None)
def test_a_limited_search_is_that_of_the_textbook(
    game: tree.Tree, without: set[str], depth: int, driver: str
) -> None:
    assume(
        game.is_estimated
    )  # without estimates the horizon is 0, which need not lie between the payoffs
    engine = Engine(game, gear="plain", without={*without, *DEEPER}, driver=driver, memory=0.01)
    assert engine.search(depth=depth).value == search.minimax(game, depth=depth).value


@pytest.mark.parametrize("driver", ["pvs", "mtd"])
def test_both_gears_agree_to_the_node(driver: str) -> None:
    for seed in range(12):
        game = tree.random_tree(
            seed=seed, branching=3, depth=5, uneven=True, repeats=0.2, shared=0.2
        )
        plain, compiled = (
            Engine(game, gear=gear, driver=driver, memory=1) for gear in ("plain", "compiled")
        )
        for question in ("search", "solve"):
            a, b = getattr(plain, question)(), getattr(compiled, question)()
            assert (a.value, a.nodes, a.line, a.exact, a.distance) == (
                b.value,
                b.nodes,
                b.line,
                b.exact,
                b.distance,
            ), seed
    game2 = ConnectFour(6, 4)
    plain2, compiled2 = (
        Engine(game2, gear=gear, driver=driver, memory=1) for gear in ("plain", "compiled")
    )
    a, b = plain2.search(depth=6), compiled2.search(depth=6)
    assert (a.value, a.nodes, a.line) == (b.value, b.nodes, b.line)


def test_the_same_question_twice_visits_the_same_nodes() -> None:
    counts = {Engine(ConnectFour(6, 4), memory=1).search(depth=9).nodes for _ in range(2)}
    assert len(counts) == 1


@given(st.floats(-3, 3), st.floats(-3, 3), st.integers(0, 50), st.integers(0, 50))
def test_windows_and_scores_go_down_and_up_together(u: float, t: float, d: int, e: int) -> None:
    most, least = 2.0, -2.0
    v, edge = terminal_score(u, most, least), terminal_score(t, most, least)
    for _ in range(d):
        v = from_child(v, most, least)
    for _ in range(e):
        edge = from_child(edge, most, least)
    up = from_child(v, most, least)
    assert (up > edge) == (v > child_alpha(edge, most, least))
    assert (up >= edge) == (v >= child_beta(edge, most, least))
    assert just_above(edge) > edge
    if u >= most:
        assert distance(v, most, least) == d and v > most


# ---------------------------------------------------------------------- several lines


@pytest.mark.parametrize(
    ("name", "moves"),
    [
        ("nim", []),
        ("nim:4,4", []),
        pytest.param("mnk:4,3,3", [], marks=pytest.mark.slow),
        ("hex:3", ["a1", "a3", "a2", "b2", "c1"]),
        ("tic-tac-toe", ["a1", "b1", "a2", "b2"]),
    ],
)
def test_the_search_goes_on_until_every_line_is_proven(name: str, moves: list[str]) -> None:
    """The best move is known sooner than the others.

    A move that loses must not stay an estimate because another one wins.
    """
    game = catalogue.game(name)
    s = game.after(moves)
    result = Engine(game, gear="plain").search(s, lines=100)
    assert len(result.variations) == len(list(game.actions(s))) and not result.stopped
    for one in result.variations:
        truth = Engine(game, gear="plain").solve(game.result(s, one.action), player=game.player(s))
        assert one.exact and one.value == truth.value
        assert one.value == 0 or one.distance == (truth.distance or 0) + 1


def test_several_lines_have_exact_values() -> None:
    game = TicTacToe()
    s = game.after(["b2", "b3"])
    result = Engine(game, gear="plain").search(s, lines=3)
    values = {a: minimax(game, game.result(s, a), 0) for a in game.options(s)}
    assert [v.value for v in result.variations] == sorted(values.values(), reverse=True)[:3]
    assert len({v.action for v in result.variations}) == 3
    assert all(values[v.action] == v.value for v in result.variations)


# ---------------------------------------------------------------------- refused


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"without": ["tables"]}, "no feature is called 'tables'"),
        ({"without": "tables"}, "no feature is called 'tables'"),
        ({"memory": 0}, "memory is 0 MiB; it must be a number above 0, and 1,048,576 at most"),
        ({"memory": 1e11}, "above 0, and 1,048,576 at most"),
        ({"memory": "x"}, "memory is 'x' MiB"),
        ({"driver": "mtdf"}, "driver is 'mtdf'; it must be pvs or mtd"),
        ({"threads": 1.5}, "threads is 1.5; it must be a whole number from 1 to 64"),
        ({"gear": "first"}, "gear is 'first'; it must be auto, plain or compiled"),
    ],
)
def test_an_engine_that_cannot_be_is_refused_in_one_line(wrong: dict[str, Any], words: str) -> None:
    with pytest.raises(BadLimit, match=words):
        Engine(TicTacToe(), **wrong)


def test_bad_questions_are_refused_in_one_line() -> None:
    with pytest.raises(BadLimit, match="solve knows no depth"):
        Engine(TicTacToe()).solve(depth=3)
    with pytest.raises(BadLimit, match="lines is 'x'; it must be a whole number, 1 or more"):
        Engine(TicTacToe()).search(lines="x")  # type: ignore[arg-type]
    with pytest.raises(
        Unsuitable,
        match="the engine is for two players without chance, and pig has chance: use star",
    ):
        Engine(Pig())
    with pytest.raises(Unsuitable, match="tree:three-player has 3 players: use maxn"):
        Engine(tree.figure("three-player"))


# ---------------------------------------------------------------------- the table


@given(
    st.lists(
        st.tuples(
            st.integers(0, 2**64 - 1),
            st.floats(-1e6, 1e6),
            st.integers(0, 300),
            st.integers(0, 90),
            st.integers(1, 3),
        ),
        max_size=60,
    )
)
def test_the_table_tells_only_what_was_written(
    entries: list[tuple[int, float, int, int, int]],
) -> None:
    table = PvsTable(8 * 64 / 2**20)
    assert table.entries == 16 and PROVEN > 10_000 < WIN
    last: dict[int, Any] = {}
    for key, score, action, depth, bound in entries:
        table.write(key, score, action, depth, bound)
        last[key] = (score, action, depth, bound)
        assert table.find(key) != NOT_FOUND
    for key, written in last.items():
        entry = table.find(key)
        if entry != NOT_FOUND:
            tag = table.cells[entry + TAG]
            known = table.value(entry, 0), action_of(tag), depth_of(tag), bound_of(tag)
            assert known == written


def test_an_entry_torn_by_two_threads_is_not_believed() -> None:
    for word in (CHECK, TAG, VALUES):
        table = PvsTable(0)
        table.write(99, 0.5, 3, 4, 3)
        table.cells[table.find(99) + word] ^= 1
        assert table.find(99) == NOT_FOUND
