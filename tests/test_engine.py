"""The engine equals brute force, whatever is switched on, in both gears, with tables of any size.

And published values.
"""

from __future__ import annotations

import random
import threading
import time
from functools import cache, reduce
from itertools import combinations_with_replacement
from operator import xor
from pathlib import Path
from typing import Any

import pytest
from brute import best
from clocks import patiently
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from test_agreement import EXAMPLES, trees

from zermelo import catalogue, search, tree
from zermelo.engine import ALL, Clock, Engine, Mcts, mcts
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
from zermelo.game import Game
from zermelo.games.chess import Chess
from zermelo.games.coins import Coins
from zermelo.games.connect_four import ConnectFour
from zermelo.games.go import Go
from zermelo.games.kalah import Kalah
from zermelo.games.mnk import MNK
from zermelo.games.nim import Nim
from zermelo.games.pig import Pig
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.history import with_history

DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "connect_four"

FAR = 1 << 30


def minimax(game: Any, s: Any, me: int) -> float:
    return best(game, s, me, FAR)


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
    game2 = ConnectFour(5, 4)
    plain2, compiled2 = (
        Engine(game2, gear=gear, driver=driver, memory=1) for gear in ("plain", "compiled")
    )
    a, b = plain2.search(depth=6), compiled2.search(depth=6)
    assert (a.value, a.nodes, a.line) == (b.value, b.nodes, b.line)


def test_the_same_question_twice_visits_the_same_nodes() -> None:
    counts = {Engine(ConnectFour(), memory=1).search(depth=9).nodes for _ in range(2)}
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


# ---------------------------------------------------------------------- games


def test_tic_tac_toe_and_its_kin() -> None:
    assert Engine(TicTacToe(), gear="plain").solve().value == 0
    for size, value in (((3, 3, 2), 1), ((4, 3, 3), 1), ((3, 3, 3), 0)):
        result = Engine(MNK(*size), gear="plain").solve()
        assert result.value == value and result.exact, size
    assert Engine(MNK(4, 4, 4), gear="compiled").solve().value == 0


@pytest.mark.parametrize(
    ("size", "value", "plies"),
    [((6, 4), -1, 24), pytest.param((5, 5), 0, None, marks=pytest.mark.slow)],
)
def test_small_boards_of_connect_four(size: tuple[int, int], value: int, plies: int | None) -> None:
    """Outcomes by Tromp; 6×4 is lost for the first player."""
    result = Engine(ConnectFour(*size)).solve()
    assert result.value == value and result.exact
    if plies is not None:
        assert result.distance is not None and result.distance <= plies


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "value"),
    [((4, 4), 0), ((5, 4), 0), ((4, 5), 0), ((6, 5), 0), ((5, 6), 0), ((7, 4), 0)],
)
def test_larger_boards_of_connect_four(size: tuple[int, int], value: int) -> None:
    assert Engine(ConnectFour(*size)).solve().value == value


@pytest.mark.parametrize("misere", [True, False])
def test_nim_is_as_the_theory_says(misere: bool) -> None:
    """Bouton.

    Who moves wins just when the nim sum is not 0; in misère, if all piles are 1 or 0, when it is 0.
    330 positions.
    """
    game = Nim(7, 4, misere)
    engine = Engine(game, gear="plain", memory=1)
    for piles in combinations_with_replacement(range(7, -1, -1), 4):
        s = game.start()._replace(piles=piles)
        wins = (
            (reduce(xor, piles) == 0) if misere and max(piles) <= 1 else (reduce(xor, piles) != 0)
        )
        result = engine.prove(s, player=0)
        assert result.exact and result.value == (1 if wins else -1), piles


@pytest.mark.parametrize(
    "size", [range(3, 21), pytest.param(range(21, 31), marks=pytest.mark.slow)]
)
def test_coins_to_thirty(size: range) -> None:
    for coins in size:
        game = Coins(coins)

        @cache
        def wins(s: Any, game: Coins = game) -> bool:
            """Does the player to move win?"""
            if game.terminal(s):
                return game.utility(s, game.player(s)) > 0
            return any(not wins(game.result(s, a)) for a in game.actions(s))

        assert Engine(game, gear="plain", memory=4).prove().value == (
            1 if wins(game.start()) else -1
        ), coins


def published_mnk() -> list[tuple[int, int, int, bool, int, int | None]]:
    """(m, n, k, misère, value, plies) of shared/data/small_games/mnk.tsv.

    Turns there are the winner's own.
    """
    path = DATA.parent / "small_games" / "mnk.tsv"
    rows = (
        [line.split() for line in path.read_text().splitlines() if line[0] != "#"]
        if path.exists()
        else []
    )
    found = []
    for m, n, k, rule, winner, turns, *_ in rows:
        value = {"P1": 1, "P2": -1, "draw": 0}[winner]
        ply = (
            2 * int(turns) - (value > 0) + (rule == "misere") if value else None
        )  # in misère the loser's line ends it
        found.append((int(m), int(n), int(k), rule == "misere", value, ply))
    return found


@pytest.mark.parametrize("size", ["small", pytest.param("large", marks=pytest.mark.slow)])
def test_published_results_of_mnk(size: str) -> None:
    """All boards to 4×4, with the ply of the win: the small ones plain, the large ones compiled."""
    cases = [
        case
        for case in published_mnk()
        if case[0] <= 4 >= case[1] and (case[0] * case[1] <= 9) == (size == "small")
    ]
    if not cases:
        pytest.skip("shared/data is not beside this checkout")
    for m, n, k, misere, value, plies in cases:
        result = Engine(
            MNK(m, n, k, misere), gear="plain" if size == "small" else "compiled"
        ).prove()
        assert (result.exact, result.value) == (True, value), (m, n, k, misere)
        assert result.distance == plies or not value, (m, n, k, misere)


@pytest.mark.skipif(not DATA.exists(), reason="shared/data is not beside this checkout")
@pytest.mark.parametrize("name", ["Test_L3_R1", "Test_L2_R1"])
def test_the_public_positions_of_connect_four(name: str) -> None:
    """Pascal Pons' sets.

    1,000 positions each with the number of stones the winner has left, here read as a distance.
    """
    game = ConnectFour()
    engine = Engine(game, gear="compiled", memory=16)
    for row in (DATA / name).read_text().splitlines():
        moves, score = row.split()
        result = engine.prove(game.after(moves), player=len(moves) % 2)
        assert result.value == (int(score) > 0) - (int(score) < 0)
        assert result.distance == _plies(int(score), len(moves)) or score == "0"


def _plies(score: int, played: int) -> int:
    """How many plies away the end is.

    The winner has 22 − |score| stones then, and the first player plays the odd ones.
    """
    stones = 22 - abs(score)
    is_first = (score > 0) == (played % 2 == 0)
    return (2 * stones - 1 if is_first else 2 * stones) - played


def test_wins_soon_and_loses_late() -> None:
    game = ConnectFour()
    won = Engine(game).solve(game.after("121212"))
    assert (won.value, won.distance, won.action_name) == (1, 1, "1")
    slow_and_quick = tree.Tree([[1, [[[1]]]], [1, [[[-1]]]], [1, 1]])
    assert (lambda r: (r.action_name, r.distance))(
        Engine(slow_and_quick, gear="plain").solve()
    ) == ("a3", 2)
    lost = tree.Tree([[-1, 1], [[[-1]], 1]])
    for result in (Engine(lost, gear="plain").solve(), Engine(lost, gear="plain").search()):
        assert (result.value, result.action_name, result.distance) == (-1, "a2", 4)


def test_the_line_is_played_to_the_end() -> None:
    game = ConnectFour()
    s = game.after("274552224131661")
    result = Engine(game).solve(s)
    for name in result.line:
        s = game.result(s, game.parse(s, name))
    assert game.terminal(s) and len(result.line) == result.distance


def test_a_game_in_which_both_can_gain_is_asked_for_each_player() -> None:
    """General-sum.

    What one gets is not what the other loses, so the table of one question must not answer the
    other.
    """
    for seed in range(40):
        game = tree.random_tree(seed=seed, branching=2, depth=3)
        general = tree.Tree.of_nodes(game.nodes, 2)
        for i, node in enumerate(general.nodes):
            if node.payoffs:
                node.payoffs = (node.payoffs[0], float(i % 5))
        general._lay_out()
        engine = Engine(general, gear="plain")
        for player in (0, 1, 0):
            assert engine.solve(player=player).value == minimax(general, 0, player), (seed, player)


# ---------------------------------------------------------------------- lines, limits, stops


@pytest.mark.parametrize(
    ("name", "moves"),
    [
        ("nim", []),
        ("nim:4,4", []),
        ("mnk:4,3,3", []),
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


@pytest.mark.parametrize("nodes", [1, 2, 3, 5, 10, 50, 333, 1000])
def test_a_stopped_search_has_a_legal_action(nodes: int) -> None:
    game = ConnectFour()
    for moves in ("", "4455", "1234567"):
        s = game.after(moves)
        result = Engine(game, gear="plain").search(s, nodes=nodes)
        assert result.action in game.options(s) and result.nodes <= nodes
        assert result.stopped == "nodes" or result.exact
        solved = Engine(game, gear="plain").solve(s, nodes=nodes)
        assert solved.action in game.options(s)


@pytest.mark.parametrize(
    "game",
    [ConnectFour(5, 4), ConnectFour(4, 4), TicTacToe(), Nim(2, 3, 1), Kalah(3, 2)],
    ids=lambda game: game.full_title,
)
def test_what_a_stopped_search_calls_proven_is_true(game: Game[Any, Any]) -> None:
    """Cut off after every number of nodes, from the start and from positions on the way.

    No bound is taken for a value.
    """
    rng = random.Random(5)
    for _ in range(3):
        s = game.start()
        for _ in range(rng.randrange(8)):
            if len(game.options(s)) > 1:
                s = game.result(s, rng.choice(game.options(s)))
        for player in (0, 1):
            truth = Engine(game, gear="plain").solve(s, player=player)
            for ask in ("search", "solve", "prove"):
                for nodes in (1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987):
                    found = getattr(Engine(game, gear="plain", memory=0.01), ask)(
                        s, nodes=nodes, player=player
                    )
                    assert not found.exact or found.value == truth.value, (game.dump(s), ask, nodes)
                    assert found.exact or found.distance is None
                    assert ask == "search" or found.value in (None, truth.value), (
                        "what is not known has no value"
                    )


@pytest.mark.parametrize("stops", [60, pytest.param(1000, marks=pytest.mark.slow)])
def test_stops_from_another_thread_and_at_random_moments(stops: int) -> None:
    """Whenever it comes.

    A legal action, a line that can be played, and a value that a search could have.
    """
    game, rng = ConnectFour(), random.Random(stops)
    engine = Engine(game, memory=4)
    engine.search(depth=2)
    for _ in range(stops):
        timer = threading.Timer(rng.uniform(0.0, 0.02), engine.stop)
        s = game.after("".join(rng.choices("1234567", k=rng.randrange(4))))
        timer.start()
        result = rng.choice([engine.search, engine.solve])(s, seconds=1)
        timer.cancel()
        timer.join()
        assert result.stopped in ("cancelled", "seconds") or result.exact
        assert result.action in game.options(s) and result.action_name == result.line[0]
        assert result.value is None or -1 <= result.value <= 1
        game.after(result.line, s)


def test_time_is_kept() -> None:
    result = patiently(
        lambda seconds: Engine(ConnectFour(), memory=4).search(seconds=seconds),
        lambda found: found.history,
    )
    assert result.stopped == "seconds" and result.history and result.action is not None


def test_reports_come_depth_by_depth() -> None:
    steps = list(Engine(ConnectFour(), memory=4).analyse(depth=5))
    assert [len(step.history) for step in steps] == [1, 2, 3, 4, 5]
    assert [step.nodes for step in steps] == sorted(step.nodes for step in steps)


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


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_threads_find_the_same_value(threads: int) -> None:
    for seed in range(25):
        game = tree.random_tree(
            seed=seed, branching=3, depth=6, uneven=True, repeats=0.2, shared=0.1
        )
        engine = Engine(game, gear="compiled", threads=threads, memory=0.05)
        assert engine.search().value == engine.solve().value == search.alphabeta(game).value, seed
    four = ConnectFour()
    for moves in ("4455", "2222336", "1234567"):
        s = four.after(moves)
        expected = Engine(four, gear="compiled", memory=8).search(s, depth=8).value
        assert (
            Engine(four, gear="compiled", memory=8, threads=threads).search(s, depth=8).value
            == expected
        )
    assert Engine(ConnectFour(5, 4), gear="compiled", memory=1, threads=threads).solve().value == 0


def test_a_clock_is_never_used_up() -> None:
    left, spent = 60.0, []
    for _ in range(400):
        spent.append(Clock(left, 0.1).budget())
        left += 0.1 - spent[-1]
        assert left > 0
    assert spent[0] > 1 and Clock(5, moves=1).budget() == 4.5
    with pytest.raises(BadLimit, match="a clock has 0 s left"):
        Clock(0)
    result = Engine(ConnectFour(), memory=4).search(clock=Clock(3))
    assert result.stopped == "seconds"


def test_pondering_goes_on_until_it_is_stopped_and_is_remembered() -> None:
    game = ConnectFour()
    s = game.after("44")
    engine = Engine(game, memory=8)
    engine.ponder(s, depth=8).join()
    fresh = Engine(game, memory=8).search(s, depth=8)
    assert engine.search(s, depth=8).nodes < fresh.nodes
    for wait in (0.0, 0.01):
        thread = engine.ponder(s)
        time.sleep(wait)
        engine.stop()
        thread.join(60)
        assert not thread.is_alive()


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
    table = PvsTable(4 * 96 / 2**20)
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


def test_time_spent_is_the_time_told() -> None:
    began = time.perf_counter()
    result = Engine(TicTacToe(), gear="plain").search(depth=3)
    assert 0 < result.seconds <= time.perf_counter() - began


# ---------------------------------------------------------------------- the command


def test_the_signature_is_what_it_was() -> None:
    """A change that is not meant to change the search must keep it; one that is must say so."""
    from zermelo.engine.bench import POSITIONS, bench

    assert {one.name: one.nodes for one in bench()} == SIGNATURE
    assert len(SIGNATURE) == len(POSITIONS)


SIGNATURE = {
    "tic-tac-toe": 469,
    "mnk:4,4,4": 51810,
    "nim:5,5": 4681,
    "coins:16": 392,
    "connect-four": 175000,
    "connect-four 4 4 4 5 5": 381373,
    "connect-four 2 2 5 2 5 7 6 2 5 3 4 6 2 2 4": 362,
    "connect-four:6,5": 405843,
}


def test_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    from zermelo.cli import run

    assert (
        run(["analyse", "tic-tac-toe", "--depth", "3", "--gear", "plain", "--lines", "2", "--json"])
        == 0
    )
    assert '"variations"' in capsys.readouterr().out
    assert run(["solve", "nim:2,2", "--gear", "plain"]) == 0
    assert capsys.readouterr().out.startswith("−1 for MAX in 3 plies (proven)")
    assert run(["solve", "connect-four", "--gear", "plain", "--nodes", "50"]) == 1
    assert run(["analyse", "tic-tac-toe", "--without", "tables"]) == 2
    assert "no feature is called 'tables'" in capsys.readouterr().err
    assert run(["ablate", "tree:two-ply", "--depth", "2"]) == 0
    assert "without table" in capsys.readouterr().out


# ---------------------------------------------------------------------- what a reviewer found


class Passing(Game[tuple[int, int], int]):
    """A player chooses, then the other; one of the actions is −1."""

    def start(self) -> tuple[int, int]:
        return (9, 9)

    def player(self, s: tuple[int, int]) -> int:
        return 0 if s[0] == 9 else 1

    def actions(self, s: tuple[int, int]) -> tuple[int, ...]:
        return () if s[1] != 9 else (0,) if s[0] == 9 else (0, -1, 1)

    def result(self, s: tuple[int, int], a: int) -> tuple[int, int]:
        return (a, 9) if s[0] == 9 else (s[0], a)

    def terminal(self, s: tuple[int, int]) -> bool:
        return s[1] != 9

    def utility(self, s: tuple[int, int], p: int) -> float:
        payoff = {0: 50.0, -1: 49.0, 1: 60.0}[s[1]]
        return payoff if p == 0 else -payoff


def test_an_action_may_be_minus_one() -> None:
    for ask in ("search", "solve"):
        result = getattr(Engine(Passing(), gear="plain"), ask)()
        assert (result.value, result.exact) == (49.0, True)


def test_actions_that_are_no_numbers_are_refused_in_one_line() -> None:
    with pytest.raises(Unsuitable, match="actions that are whole numbers, not 'a1'"):
        Engine(Words(), gear="plain").search(depth=1)


class Words(Passing):
    def actions(self, s: tuple[int, int]) -> Any:
        return () if s[1] != 9 else ("a1", "a2")


def test_with_several_lines_no_action_is_left_to_the_reply() -> None:
    """`non_losing` leaves out what loses at once: that is still a line, and has a value."""
    game = ConnectFour()
    s = game.after("41414")  # one threat to answer: one non-losing action
    result = Engine(game, gear="plain").search(s, depth=4, lines=3)
    assert len({v.action for v in result.variations}) == 3
    for v in result.variations[1:]:
        assert (v.value, v.exact, v.distance) == (-1.0, True, 2)


@pytest.mark.parametrize("driver", ["pvs", "mtd"])
@pytest.mark.parametrize("player", [0, 1])
def test_the_action_is_a_best_one_whoever_asks(driver: str, player: int) -> None:
    for seed in range(60):
        made = tree.random_tree(seed, branching=3, depth=4, uneven=True)
        result = Engine(made, gear="plain", driver=driver).search(player=player, lines=2)
        truth = minimax(made, made.start(), player)
        assert result.exact and result.value == truth
        if result.action is not None:
            assert minimax(made, made.result(made.start(), result.action), player) == truth, seed
            for v in result.variations:
                assert minimax(made, made.result(made.start(), v.action), player) == v.value, seed


def test_questions_in_between_do_not_change_an_analysis() -> None:
    for seed in range(30):
        made = tree.random_tree(seed, branching=3, depth=4, estimates=True)
        for i, node in enumerate(made.nodes):
            if node.payoffs:
                node.payoffs = (node.payoffs[0], float(i % 5))
        made._lay_out()
        engine = Engine(made, gear="plain")
        apart = list(Engine(made, gear="plain").analyse(player=0))
        mixed = []
        for result in engine.analyse(player=0):
            mixed.append(result)
            engine.solve(player=1)
        assert mixed[-1].value == apart[-1].value == minimax(made, 0, 0) and mixed[-1].exact


def test_what_the_counter_will_undo_is_not_remembered() -> None:
    """Mate in three plies, unless two plies are left to the fiftieth move."""
    game = Chess()
    engine = Engine(game, gear="plain")
    assert engine.search(game.load("7k/8/4K3/8/8/8/8/6Q1 w - - 0 80"), depth=4).distance == 3
    assert engine.search(game.load("7k/8/4K3/8/8/8/8/6Q1 w - - 98 80"), depth=4).value == 0


def test_a_pass_proves_no_win() -> None:
    game = Chess()
    result = Engine(game, memory=1).search(game.load("7R/8/8/8/7p/8/8/5K1k b - - 0 1"), depth=7)
    assert (result.value, result.distance) == (-1, 10)


@pytest.mark.parametrize("komi", [0.5, -0.5, 1.5])
def test_nothing_is_proven_by_a_table_where_positions_must_not_return(komi: float) -> None:
    for most in (6, 8):
        game = Go(2, komi=komi, most=most)
        whole = with_history(game)
        truth = search.alphabeta(whole, gear="plain").value
        for ask in ("search", "solve"):
            result = getattr(Engine(game, gear="plain"), ask)()
            assert not result.exact or result.value == truth
            whole.after(result.line)
        assert Engine(game, gear="plain", without=["table"]).search().value == truth
        assert mcts(game, nodes=3000, gear="plain").action in whole.options(whole.start())


def test_proving_takes_no_sides() -> None:
    assert Engine(TicTacToe(), gear="plain").prove().action is None


def test_under_superko_all_keep_to_the_law_whatever_was_before() -> None:
    rng = random.Random(3)
    for _ in range(40):
        game = Go(2, komi=rng.choice([0.5, -0.5, 1.5]), most=rng.randrange(6, 9))
        whole = with_history(game)
        s = whole.start()
        for _ in range(rng.randrange(3, 7)):
            if not whole.terminal(s):
                s = whole.result(s, rng.choice(whole.options(s)))
        if whole.terminal(s):
            continue
        truth = search.alphabeta(whole, s, player=0, gear="plain").value
        engine, player = Engine(game, gear="plain"), Mcts(game, gear="plain")
        for result in (
            engine.search(s.state, past=s.past, player=0),
            engine.solve(s.state, past=s.past, player=0),
            player.search(s.state, past=s.past, player=0, nodes=400),
        ):
            assert result.action in whole.options(s)
            whole.after(result.line, s)
            assert not result.exact or result.value == truth
