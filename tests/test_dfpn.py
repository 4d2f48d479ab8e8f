"""df-pn equals brute force.

On random trees and DAGs, with tables of a few entries, in both gears, with the same effort in both.
"""

from __future__ import annotations

import random
import threading
from typing import Any, NamedTuple

import brute
import pytest
from clocks import interrupting, patiently
from hypothesis import given, settings
from hypothesis import strategies as st
from random_trees import EXAMPLES, FULL_DEPTH, trees, within_bounds

from zermelo import search
from zermelo.engine import Proof, dfpn, solve_value
from zermelo.engine.proof_numbers import ENDLESS, ProofTable
from zermelo.errors import BadGame, BadLimit, GearWarning, NotCompilable, TooDeep, Unsuitable
from zermelo.game import Game
from zermelo.games.coins import Coins
from zermelo.games.connect_four import ConnectFour
from zermelo.games.mnk import MNK
from zermelo.games.nim import Nim
from zermelo.games.pig import Pig
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.tree import Tree

TINY = 64 / 2**20
"""Bytes of a table with four entries."""

MEMORIES = st.sampled_from([TINY, 4 * TINY, 1 / 16])
SAME = (
    "verdict",
    "proof",
    "disproof",
    "low",
    "high",
    "value",
    "exact",
    "action",
    "line",
    "values",
    "nodes",
    "leaves",
    "depth",
    "stopped",
)


def both(find: Any, game: Game[Any, Any], **options: Any) -> Proof[Any]:
    """The answer of either gear, and of either gear asked twice, which must be the same."""
    answers = [
        find(game, gear=gear, **options) for gear in ("plain", "compiled", "plain", "compiled")
    ]
    for other in answers[1:]:
        for field in SAME:
            assert getattr(answers[0], field) == getattr(other, field), field
    return answers[0]


def can_be_played(game: Game[Any, Any], result: Proof[Any]) -> None:
    s = game.start()
    for name in result.line:
        s = game.result(s, game.parse(s, name))
    assert game.terminal(game.start()) or result.line[0] == game.name(game.start(), result.action)


def is_true(result: Proof[Any], truth: float) -> bool:
    return truth >= result.target if result.at_least else truth > result.target


def agrees(game: Game[Any, Any], result: Proof[Any], me: int) -> None:
    """The verdict, the bounds and the move are those of brute force."""
    truth = brute.best(game, game.start(), me, FULL_DEPTH)
    assert result.verdict == ("proven" if is_true(result, truth) else "disproven")
    assert (result.proof, result.disproof) == (
        (0, ENDLESS) if result.verdict == "proven" else (ENDLESS, 0)
    )
    assert result.low <= truth <= result.high
    assert result.value == (truth if result.exact else None)
    can_be_played(game, result)
    if not game.terminal(game.start()):
        mover = game.player(game.start())
        if (mover == me) == (result.verdict == "proven"):
            after = brute.best(game, game.result(game.start(), result.action), me, FULL_DEPTH)
            assert is_true(result, after) == (result.verdict == "proven")
    for v in result.values:
        after = brute.best(game, game.result(game.start(), v.action), me, FULL_DEPTH)
        signs = {
            "at least": after >= v.value,
            "above": after > v.value,
            "below": after < v.value,
            "at most": after <= v.value,
        }
        assert signs[v.bound]


@settings(max_examples=EXAMPLES)
@given(data=st.data())
def test_random_trees(data: st.DataObject) -> None:
    tree = data.draw(trees(players=data.draw(st.sampled_from([1, 2]))))
    if data.draw(st.booleans()):
        tree = within_bounds(tree)
    me = data.draw(st.integers(0, tree.players - 1))
    target, at_least = data.draw(st.integers(-5, 5)), data.draw(st.booleans())
    agrees(
        tree,
        both(dfpn, tree, target=target, at_least=at_least, player=me, memory=data.draw(MEMORIES)),
        me,
    )


@settings(max_examples=EXAMPLES // 2)
@given(data=st.data())
def test_larger_trees_with_tiny_tables(data: st.DataObject) -> None:
    """Much is forgotten, and found again."""
    tree = data.draw(trees(most=7))
    agrees(
        tree, both(dfpn, tree, target=data.draw(st.integers(-4, 4)), memory=data.draw(MEMORIES)), 0
    )


@pytest.mark.parametrize("players", [3, pytest.param(4, marks=pytest.mark.slow)])
@settings(max_examples=EXAMPLES // 4)
@given(data=st.data())
def test_everyone_else_is_the_opponent(players: int, data: st.DataObject) -> None:
    tree = data.draw(trees(players=players, most=3).filter(lambda tree: tree.total is None))
    me = data.draw(st.integers(0, players - 1))
    agrees(tree, both(dfpn, tree, target=data.draw(st.integers(-4, 4)), player=me, memory=TINY), me)


@settings(max_examples=EXAMPLES // 2)
@given(data=st.data())
def test_the_exact_value(data: st.DataObject) -> None:
    tree = data.draw(trees(players=data.draw(st.sampled_from([1, 2]))))
    if data.draw(st.booleans()):
        tree = within_bounds(tree)
    me = data.draw(st.integers(0, tree.players - 1))
    result = both(solve_value, tree, player=me, memory=data.draw(MEMORIES))
    assert result.exact
    assert result.value == result.low == result.high == brute.best(tree, 0, me, FULL_DEPTH)
    can_be_played(tree, result)
    if not tree.terminal(0):
        assert brute.best(tree, tree.result(0, result.action), me, FULL_DEPTH) == result.value
        assert brute.best(tree, tree.after(result.line), me, FULL_DEPTH) == result.value


SMALL_GAMES = [
    Nim(3, 3),
    Nim(3, 3, misere=False),
    Nim(2, 4),
    Coins(7),
    Coins(12),
    TicTacToe(),
    TicTacToe(misere=True),
    MNK(3, 2, 3),
    MNK(4, 3, 3),
]


def title(game: Any) -> str:
    numbers = [x for x in vars(game).values() if type(x) in (int, bool)][:4]
    return f"{type(game).__name__}{numbers}"


@pytest.mark.parametrize("game", SMALL_GAMES, ids=title)
@pytest.mark.parametrize("memory", [TINY, 4])
def test_small_games(game: Game[Any, Any], memory: float) -> None:
    if memory == TINY and isinstance(game, MNK) and game.m * game.n > 6:
        pytest.skip("with four entries the plain gear takes long")
    result = solve_value(game, memory=memory, gear="plain")
    assert result.exact
    assert result.value == search.alphabeta(game).value
    after = search.alphabeta(game, game.result(game.start(), result.action), player=0)
    assert after.value == result.value


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, marks=() if isinstance(game, TicTacToe) else pytest.mark.slow)
        for game in SMALL_GAMES
    ],
    ids=title,
)
def test_small_games_in_both_gears(game: Game[Any, Any]) -> None:
    assert both(solve_value, game, memory=4).exact


@pytest.mark.parametrize(
    ("width", "height", "symmetry"),
    [
        (5, 4, True),
        pytest.param(5, 4, False, marks=pytest.mark.slow),
        pytest.param(4, 4, True, marks=pytest.mark.slow),
        pytest.param(4, 4, False, marks=pytest.mark.slow),
    ],
)
def test_connect_four(width: int, height: int, symmetry: bool) -> None:
    """Both are draws: `search.deepening` finds the same in 226,724 and 23,128,634 nodes."""
    result = solve_value(ConnectFour(width, height), gear="compiled", symmetry=symmetry)
    assert (result.value, result.exact) == (0, True)


def test_node_counts_are_the_signature() -> None:
    assert (
        dfpn(TicTacToe(), target=1, gear="compiled").nodes
        == dfpn(TicTacToe(), target=1, gear="plain").nodes
        == 478
    )
    assert dfpn(ConnectFour(5, 4), target=1, gear="compiled").nodes == 185_400


def test_without_a_target_the_question_is_a_win() -> None:
    result = dfpn(Nim(3, 3))
    assert (result.target, result.verdict, result.value, result.exact, result.distance) == (
        1,
        "proven",
        1,
        True,
        len(result.line),
    )
    assert dfpn(TicTacToe()).verdict == "disproven"
    with pytest.raises(BadLimit, match="does not say its largest payoff: give a target"):
        dfpn(Unbounded())


# ---------------------------------------------------------------------- stops and limits


@pytest.mark.parametrize("gear", ["plain", "compiled"])
def test_any_budget_gives_a_legal_move(gear: Any) -> None:
    game = ConnectFour(4, 4) if gear == "plain" else ConnectFour(5, 4)
    whole = dfpn(game, target=1, gear=gear, memory=1 / 16)
    for nodes in [*range(1, 60), whole.nodes - 1, whole.nodes]:
        result = dfpn(game, target=1, gear=gear, memory=1 / 16, nodes=nodes)
        assert result.action in game.options(game.start())
        assert result.nodes == nodes
        assert (result.verdict, result.stopped) == (
            ("unknown", "nodes") if nodes < whole.nodes else ("disproven", "")
        )
        assert result.proof > 0


def test_limits_hold_for_all_questions_together() -> None:
    result = solve_value(ConnectFour(5, 4), nodes=1000, gear="plain")
    assert (result.nodes, result.exact, result.value, result.stopped) == (
        1000,
        False,
        None,
        "nodes",
    )
    assert result.action in range(5)


@pytest.mark.parametrize("gear", ["plain", "compiled"])
def test_a_clock_stops_it(gear: Any) -> None:
    result = dfpn(ConnectFour(), target=1, gear=gear, seconds=0.2, memory=1)
    assert (result.verdict, result.stopped) == ("unknown", "seconds")
    assert result.action in range(7)


@pytest.mark.usefixtures("ctrl_c_works")
def test_ctrl_c_gives_the_best_so_far() -> None:
    result = dfpn(ConnectFour(), target=1, gear="compiled", memory=1, progress=interrupting(10))
    assert (result.verdict, result.stopped) == ("unknown", "interrupted")
    assert result.action in range(7)


def test_another_thread_sees_progress() -> None:
    def threads(seconds: float) -> set[int]:
        seen: set[int] = set()
        dfpn(
            ConnectFour(),
            target=1,
            gear="compiled",
            seconds=seconds,
            memory=1,
            progress=lambda n, t: seen.add(threading.get_ident()),
        )
        return seen

    seen = patiently(threads, bool)
    assert seen and threading.get_ident() not in seen


def test_memory_bounds_the_table() -> None:
    for memory in (0, -5, True, float("inf")):
        with pytest.raises(BadLimit, match="it must be a number of MiB above 0"):
            dfpn(TicTacToe(), memory=memory)
    assert ProofTable(TINY).entries == 4 and ProofTable(1).entries * 16 == 2**20


# ---------------------------------------------------------------------- games it is not for


def test_one_line_for_what_it_cannot_do() -> None:
    with pytest.raises(Unsuitable, match="dfpn knows no chance and pig has some"):
        dfpn(Pig(10))
    with pytest.raises(
        BadLimit,
        match="dfpn has no option 'depth'; options: player, nodes, seconds, gear, progress",
    ):
        dfpn(TicTacToe(), depth=3)  # type: ignore[call-arg]
    with pytest.raises(BadLimit, match="target is 'much'; it must be a number"):
        dfpn(Nim(2, 2), target="much")  # type: ignore[arg-type]
    with pytest.raises(BadLimit, match="target is nan"):
        dfpn(TicTacToe(), target=float("nan"))


class Count(NamedTuple):
    n: int
    turn: int


class Circle(Game[Count, int]):
    """Walk on a circle of six, forwards or back; player 0 wins on the opposite side.

    It can go on for ever.
    """

    def start(self) -> Count:
        return Count(0, 0)

    def player(self, s: Count) -> int:
        return s.turn

    def actions(self, s: Count) -> Any:
        yield 1
        yield 5

    def result(self, s: Count, a: int) -> Count:
        return Count((s.n + a) % 6, 1 - s.turn)

    def terminal(self, s: Count) -> bool:
        return s.n == 3

    def utility(self, s: Count, p: int) -> float:
        return 1 if p == 0 else -1

    def payoff_range(self, p: int) -> tuple[float, float]:
        return -1.0, 1.0


class Line(Circle):
    """A walk that never ends and never comes back."""

    def actions(self, s: Count) -> Any:
        yield 4

    def result(self, s: Count, a: int) -> Count:
        return Count(s.n + 4, 1 - s.turn)


class Unbounded(Circle):
    def payoff_range(self, p: int) -> None:  # type: ignore[override]
        return None


class Stuck(Circle):
    """Two faults: no actions where the game is not over, and a rule that raises."""

    def actions(self, s: Count) -> Any:
        if s.n != 1:
            yield 1

    def utility(self, s: Count, p: int) -> float:
        if p == 0:
            raise ValueError("no such player")
        return -1.0


class Wordy(Circle):
    """A rule that does not compile."""

    def utility(self, s: Count, p: int) -> float:
        try:
            return (1.0, -1.0)[p]
        except IndexError:
            return 0.0


@pytest.mark.parametrize("gear", ["plain", "compiled"])
def test_a_position_that_comes_back_is_not_proven(gear: Any) -> None:
    result = dfpn(Circle(), gear=gear)
    assert (result.verdict, result.value, result.exact, result.stopped) == (
        "unknown",
        None,
        False,
        "",
    )
    assert result.notes == (
        "a position came back on its own path: the statement is not proven, and not refuted either",
    )
    assert result.action in (1, 5)
    assert result.values == ()
    near = dfpn(Circle(), Count(2, 0), gear=gear)
    assert (near.verdict, near.action) == ("proven", 1)


@pytest.mark.parametrize("gear", ["plain", "compiled"])
def test_a_game_without_end_is_refused(gear: Any) -> None:
    with pytest.raises(
        TooDeep,
        match=r"line goes on for more than 10,000 plies.*: use mcts, or a search with a depth",
    ):
        dfpn(Line(), gear=gear)


@pytest.mark.parametrize("gear", ["plain", "compiled"])
def test_rules_that_fail_get_one_line(gear: Any) -> None:
    with pytest.raises(
        BadGame,
        match=(
            r"stuck has a state that is not over and has no actions: .* \(s is Count\(n=1,"
            r" turn=1\)\)$"
        ),
    ):
        dfpn(Stuck(), gear=gear)
    with pytest.raises(ValueError, match="no such player"):
        dfpn(Stuck(), Count(2, 0), gear=gear)


def test_rules_that_do_not_compile_run_plain() -> None:
    with pytest.raises(NotCompilable, match="try cannot be compiled"):
        dfpn(Wordy(), gear="compiled")
    with pytest.warns(GearWarning, match="wordy runs in the plain gear"):
        assert dfpn(Wordy(), Count(2, 0), seconds=5.0).verdict == "proven"


# ---------------------------------------------------------------------- what it says


def test_it_prints_itself() -> None:
    result = dfpn(Tree([[3, 12, 8], [2, 4, 6]]), target=3)
    assert (
        str(result)
        == "dfpn on tree: value ≥ 3 for MAX: proven, best move a1, PV a1 b1 (pn 0, dn ∞; 2 nodes)"
    )
    made = result.to_dict()
    assert (made["verdict"], made["proof"], made["low"], made["target"]) == ("proven", 0, 3.0, 3.0)


def test_a_terminal_is_decided_at_once() -> None:
    result = dfpn(Tree(5), target=5)
    assert (result.verdict, result.nodes, result.action, result.value, result.exact) == (
        "proven",
        0,
        None,
        5,
        True,
    )
    assert dfpn(Tree(5), target=5, at_least=False).verdict == "disproven"


class Graph(Game[int, int]):
    """A random graph as a game, circles and all: node i has a mover and successors, or a payoff."""

    def __init__(self, seed: int) -> None:
        rng = random.Random(seed)
        self.size = rng.randint(2, 12)
        self.movers = [rng.randint(0, 1) for _ in range(self.size)]
        self.payoff = [rng.choice([None, None, -1, 1]) for _ in range(self.size)]
        self.next = [
            [rng.randrange(self.size) for _ in range(rng.randint(1, 3))] for _ in range(self.size)
        ]

    def start(self) -> int:
        return 0

    def player(self, s: int) -> int:
        return self.movers[s]

    def actions(self, s: int) -> Any:
        return range(len(self.next[s]))

    def result(self, s: int, a: int) -> int:
        return self.next[s][a]

    def terminal(self, s: int) -> bool:
        return self.payoff[s] is not None

    def utility(self, s: int, p: int) -> float:
        return (1 - 2 * p) * (self.payoff[s] or 0)

    def forced(self) -> set[int]:
        """The nodes from which player 0 can force a win, from the ends backwards."""
        won = {i for i in range(self.size) if self.payoff[i] == 1}
        for _ in range(self.size):
            inner = [i for i in range(self.size) if self.payoff[i] is None]
            won |= {
                i
                for i in inner
                if (any if self.movers[i] == 0 else all)(j in won for j in self.next[i])
            }
        return won


def test_in_circles_a_proof_and_a_disproof_still_hold() -> None:
    verdicts = []
    for seed in range(3 * EXAMPLES):
        game = Graph(seed)
        result = dfpn(game, target=1, player=0, memory=TINY, gear="plain")
        verdicts.append((result.verdict, 0 in game.forced()))
    assert {("proven", False), ("disproven", True)}.isdisjoint(verdicts)
    assert {("proven", True), ("disproven", False), ("unknown", False)} <= set(verdicts)
