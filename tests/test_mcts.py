"""Monte Carlo tree search.

Proven values equal brute force, both gears agree visit for visit, and any stop leaves a legal move.
"""

from __future__ import annotations

import itertools
import random
import threading
from typing import Any

import brute
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_trees import EXAMPLES, FULL_DEPTH, decides, trees, within_bounds
from test_dfpn import Circle, Count, Line, Stuck, Wordy

from zermelo import gears, search, tree
from zermelo.bits import put
from zermelo.engine import Mcts, mcts
from zermelo.engine.mcts.final_move import TreeReader
from zermelo.engine.mcts.nodes import FREE, FULL, ROOT
from zermelo.engine.mcts.simulate import grow
from zermelo.engine.mcts.tree import SearchTree
from zermelo.errors import BadGame, BadLimit, GearWarning, NotCompilable, Unsuitable
from zermelo.game import CHANCE, Game
from zermelo.games.connect_four import ConnectFour
from zermelo.games.nim import Nim
from zermelo.games.pig import Pig
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.gears.cells import write_float
from zermelo.result import Result
from zermelo.states import random_playout
from zermelo.tree import Tree
from zermelo.watch import Stopped, Watch

SMALL = 1
SAME = (
    "value",
    "vector",
    "action",
    "line",
    "values",
    "nodes",
    "leaves",
    "estimates",
    "exact",
    "depth",
    "stopped",
)


def both(game: Game[Any, Any], s: Any = None, compiled: bool = True, **options: Any) -> Result[Any]:
    """The result of either gear, asked twice, which must be the same to the last visit."""
    results = [
        mcts(game, s, gear=gear, **({"memory": SMALL} | options))
        for gear in ("plain", "compiled" if compiled else "plain") * 2
    ]
    for other in results[1:]:
        for field in SAME:
            assert getattr(results[0], field) == getattr(other, field), field
    return results[0]


def is_consistent(game: Game[Any, Any], s: Any, result: Result[Any]) -> None:
    """A legal move, a line that can be played, values within the payoffs' range."""
    if game.terminal(s) or game.player(s) == CHANCE:
        assert result.action is None
    else:
        assert result.action in game.options(s)
        assert result.line[0] == result.action_name
    low, high = game.payoff_range(0) or game.bounds(s)
    assert result.value is None or low <= result.value <= high
    assert all(low <= v.value <= high and v.visits >= 0 for v in result.values)
    for name in result.line:
        s = game.result(s, game.parse(s, name))


# ---------------------------------------------------------------------- proven values


@settings(max_examples=EXAMPLES)
@given(data=st.data())
def test_two_players_and_chance(data: st.DataObject) -> None:
    tree = data.draw(
        trees(players=data.draw(st.sampled_from([1, 2])), chance=data.draw(st.booleans()))
    )
    if not tree.has_chance and data.draw(st.booleans()):
        tree = within_bounds(tree)
    result = both(
        tree,
        seed=data.draw(st.integers(-5, 5)),
        c=data.draw(st.sampled_from([0.0, 0.7, 1.4])),
        compiled=tree.players == 2,  # machine code is made for each number of players
    )
    assert (result.exact, result.stopped) == (True, "")
    assert result.value == brute.best(tree, 0, 0, FULL_DEPTH)
    is_consistent(tree, 0, result)
    if decides(tree):
        assert brute.best(tree, tree.result(0, result.action), 0, FULL_DEPTH) == result.value
    for v in result.values:
        if v.bound == "exact":
            assert v.value == brute.best(tree, tree.result(0, v.action), 0, FULL_DEPTH)


@pytest.mark.parametrize("players", [3, pytest.param(4, marks=pytest.mark.slow)])
@settings(max_examples=EXAMPLES // 3)
@given(data=st.data())
def test_maxn(players: int, data: st.DataObject) -> None:
    """Ties too: the first of equally good actions is taken."""
    tree = data.draw(trees(players=players, chance=data.draw(st.booleans()), most=3))
    result = both(tree, compiled=tree.has_chance)
    assert result.exact
    assert result.vector == brute.vector(tree, 0, FULL_DEPTH)
    if decides(tree):
        after = brute.vector(tree, tree.result(0, result.action), FULL_DEPTH)
        assert after[tree.player(0)] == result.vector[tree.player(0)]


@settings(max_examples=EXAMPLES // 3)
@given(data=st.data())
def test_rollouts_by_evaluation(data: st.DataObject) -> None:
    tree = data.draw(trees().filter(lambda tree: tree.is_estimated))
    result = both(tree, rollout="evaluate")
    assert (result.exact, result.value) == (True, brute.best(tree, 0, 0, FULL_DEPTH))


def test_tic_tac_toe_is_a_draw() -> None:
    result = mcts(TicTacToe(), gear="compiled")
    assert (result.value, result.exact, result.stopped) == (0, True, "")
    assert (
        search.alphabeta(
            TicTacToe(), TicTacToe().result(TicTacToe().start(), result.action), player=0
        ).value
        == 0
    )


@pytest.mark.parametrize("misere", [True, False])
def test_nim(misere: bool) -> None:
    game = Nim(3, 3, misere)
    result = mcts(game, gear="plain")
    assert (result.exact, result.value) == (True, search.alphabeta(game).value)


def test_pig_is_a_race() -> None:
    """With two sides and a goal of 2 a roll wins or passes the turn.

    The first wins with 1/2 + 1/8 + 1/32 + … = 2/3.

    The race may go on for ever, but the bounds of its first rounds leave little room.
    """
    result = mcts(Pig(2, 2), nodes=200, gear="plain")
    assert result.value == pytest.approx(1 / 3, abs=1e-6)


# ---------------------------------------------------------------------- play


@pytest.mark.parametrize(
    ("moves", "best"),
    [
        ("4 1 4 1 4 2", "4"),  # a win
        ("4 1 4 1 4", "4"),  # a block
        ("4 1 3 1 5", None),  # lost: three in the middle are open on both sides
    ],
)
def test_connect_four_in_one(moves: str, best: str | None) -> None:
    game = ConnectFour()
    s = game.after(moves.split())
    result = both(game, s, nodes=1500)
    is_consistent(game, s, result)
    if best is None:
        assert (result.exact, result.value) == (True, -1)
    else:
        assert result.action_name == best
        assert result.exact == (best == "4" and len(moves.split()) == 6)


def test_many_actions_are_all_as_likely() -> None:
    """More actions than a handful: 600 leaves, and the mean of random ones."""

    class Wide(Circle):
        def actions(self, s: Any) -> Any:
            yield from range(600)

    pool = SearchTree(1000)
    drawn = [pool.any_action(Wide(), Count(0, 0)) for _ in range(3000)]
    assert len(set(drawn)) > 550
    assert sum(drawn) / 3000 == pytest.approx(299.5, abs=15)


def test_never_a_proven_loss_if_there_is_anything_else() -> None:
    game = ConnectFour()
    s = game.after(["4", "1", "4", "1", "4"])
    for nodes in (60, 100, 200, 400):
        result = mcts(game, s, nodes=nodes, gear="plain")
        lost = {v.name for v in result.values if v.bound == "exact" and v.value == -1}
        assert result.action_name not in lost or len(lost) == 7


def test_draws_are_half_a_win() -> None:
    """Scaled payoffs: loss 0, draw ½, win 1, whatever the range."""
    pool = SearchTree(1000)
    for low, high in ((-1.0, 1.0), (0.0, 1.0), (-10.0, 30.0)):
        write_float(pool.cells, ROOT - 4 * 26 + 2, low)
        write_float(pool.cells, ROOT - 4 * 26 + 3, high)
        assert [pool.scale(x, 0) for x in (low, (low + high) / 2, high)] == [0, 0.5, 1]


def test_the_scale_of_payoffs_changes_nothing() -> None:
    """c means the same in every game.

    All payoffs times 8 give the same visits, with the range declared or not.
    """
    small = tree.random_tree(seed=3, branching=3, depth=5)
    large = Tree.of_nodes([_times(node, 8) for node in small.nodes])
    first, second = (mcts(game, nodes=60, gear="plain") for game in (small, large))
    assert [v.visits for v in first.values] == [v.visits for v in second.values]
    assert first.value is not None
    assert second.value == 8 * first.value


def _times(node: Any, factor: float) -> Any:
    return tree.TreeNode(
        node.name, node.player, list(node.children), payoffs=tuple(factor * x for x in node.payoffs)
    )


def test_an_undeclared_range_is_learnt() -> None:
    result = mcts(Unknown(), nodes=50, gear="plain")
    assert result.action in (1, 5)


class Unknown(Circle):
    """A walk to 3 whose payoffs are not declared.

    It can go on for ever, and random walks do not.
    """

    def payoff_range(self, p: int) -> None:  # type: ignore[override]
        return None


# ---------------------------------------------------------------------- limits


@pytest.mark.parametrize("gear", ["plain", "compiled"])
def test_any_budget_gives_a_legal_move(gear: Any) -> None:
    """A thousand stops at random moments of random positions."""
    rng = random.Random(5)
    for game in (ConnectFour(), TicTacToe(), Pig(20)):
        for _ in range(170):
            s = rng.choice(list(random_playout(game, rng)))
            nodes = rng.choice([1, 2, 3, rng.randint(4, 150)])
            result = mcts(game, s, nodes=nodes, gear=gear, memory=SMALL, seed=rng.randint(0, 99))
            is_consistent(game, s, result)
            assert result.nodes == nodes or (result.exact and result.nodes < nodes)


@pytest.mark.parametrize("gear", ["plain", "compiled"])
def test_a_clock_stops_it(gear: Any) -> None:
    game = ConnectFour()
    for seconds in (0.001, 0.01, 0.05):
        result = mcts(game, seconds=seconds, gear=gear)
        assert result.stopped == "seconds"
        is_consistent(game, game.start(), result)


def test_another_thread_stops_it() -> None:
    game = ConnectFour()
    player = Mcts(game, gear="compiled")
    player.search(nodes=10)
    assert player._tree is not None
    watch = Watch("compiled")
    job = gears.compile_kernel(grow, game, game.start(), True, False, player._tree, watch)
    threading.Timer(0.1, watch.stop).start()
    with pytest.raises(Stopped):
        gears.run_apart(job, watch.stop)
    assert TreeReader(game, player._tree).choose(ROOT) is not None


def test_ctrl_c_gives_the_best_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    game, asked = ConnectFour(), itertools.count()

    class Impatient(ConnectFour):
        def terminal(self, s: Any) -> bool:
            if next(asked) > 5_000:  # it has simulated games for a while, however fast that goes
                monkeypatch.setattr(Impatient, "terminal", ConnectFour.terminal)
                raise KeyboardInterrupt
            return super().terminal(s)

    result = mcts(Impatient(), gear="plain")
    assert result.stopped == "interrupted"
    assert result.value is not None
    is_consistent(game, game.start(), result)


def test_memory_bounds_the_tree() -> None:
    """100 nodes are enough for a legal move.

    Without a limit the search ends when they are used up.
    """
    game = ConnectFour()
    cells = ROOT + 100 * SearchTree(ROOT).size(game)
    memory = 8 * cells / 2**20
    result = both(game, memory=memory, nodes=500)
    is_consistent(game, game.start(), result)
    assert (result.nodes, result.stopped) == (500, "nodes")
    ended = both(game, memory=memory)
    assert ended.stopped == "memory"
    assert 20 < ended.nodes < 200
    for gear in ("plain", "compiled"):
        player = Mcts(game, memory=memory, gear=gear)
        player.search(nodes=500)
        assert player._tree is not None
        assert player._tree.cells[FREE] <= cells
        assert player._tree.cells[FULL] == 1
    with pytest.raises(BadLimit, match="memory is too small for the root and its 7 successors"):
        mcts(game, memory=8 * (ROOT + 50) / 2**20)


# ---------------------------------------------------------------------- the tree is kept


@pytest.mark.parametrize("gear", ["plain", "compiled"])
def test_the_tree_is_kept(gear: Any) -> None:
    game = ConnectFour()
    player = Mcts(game, gear=gear, memory=SMALL)
    s = game.start()
    rng = random.Random(1)
    kept = []
    while not game.terminal(s):
        result = player.search(s, nodes=400)
        kept.append(player.kept)
        is_consistent(game, s, result)
        s = game.result(s, result.action)
        if not game.terminal(s):
            s = game.result(s, rng.choice(game.options(s)))
    assert kept[0] == 0
    assert min(kept[1:-2]) > 0


@pytest.mark.parametrize("gear", ["plain", "compiled"])
def test_what_is_kept_is_what_was_there(gear: Any) -> None:
    game = ConnectFour()
    player = Mcts(game, gear=gear, memory=SMALL)
    first = player.search(nodes=1000)
    assert player._tree is not None
    before = TreeReader(game, player._tree)
    child = before.children(ROOT)[first.action]
    grandchild = before.children(child)[3]
    size = player._tree.size(game)
    expected = [before.visits(n) for n in (grandchild, *before.children(grandchild))]
    s = game.result(game.result(game.start(), first.action), 3)
    player.search(s, nodes=1)
    after = TreeReader(game, player._tree)
    assert player.kept == expected[0]
    assert sum(after.visits(c) for c in after.children(ROOT)) == sum(expected[1:]) + 1
    assert (int(player._tree.cells[FREE]) - ROOT) % size == 0


def test_both_gears_keep_the_same_tree() -> None:
    game = TicTacToe()
    players = [Mcts(game, gear=gear, memory=SMALL, seed=7) for gear in ("plain", "compiled")]
    for moves in ([], ["b2", "a1"], ["b2", "a1"], ["b2", "a1", "c3"], ["a3"]):
        results = [player.search(game.after(moves), nodes=150) for player in players]
        for field in SAME:
            assert getattr(results[0], field) == getattr(results[1], field), field
        assert players[0].kept == players[1].kept
        assert (players[0].kept > 0) == (len(moves) > 0 and moves != ["a3"])


def test_a_kept_tree_proves_the_same() -> None:
    """Search a little, walk down, search to the end: the value is that of brute force."""
    for seed in range(40):
        game = tree.random_tree(seed=seed, branching=3, depth=5, repeats=0.3, uneven=True)
        player = Mcts(game, gear="plain", memory=SMALL)
        player.search(nodes=40)
        s = 0
        for _ in range(2):
            s = s if game.terminal(s) else game.result(s, game.options(s)[-1])
            result = player.search(s)
            assert (result.exact, result.value) == (True, brute.best(game, s, 0, FULL_DEPTH))


# ------------------------------------------------------------------ what goes wrong gets one line


def test_one_line_for_what_it_cannot_do() -> None:
    game = TicTacToe()
    with pytest.raises(
        BadLimit,
        match="mcts has no option 'depth'; options: player, nodes, seconds, gear, progress",
    ):
        mcts(game, depth=3)  # type: ignore[call-arg]
    with pytest.raises(BadLimit, match="c is -1; it must be a number, 0 or more"):
        mcts(game, c=-1)
    with pytest.raises(BadLimit, match="rave is -1; it must be a number, 0 or more"):
        mcts(game, rave=-1)
    with pytest.raises(BadLimit, match="rollout is 'wild'; it must be auto, random or evaluate"):
        mcts(game, rollout="wild")  # type: ignore[arg-type]
    with pytest.raises(BadLimit, match=r"seed is 1\.5; it must be a whole number"):
        mcts(game, seed=1.5)  # type: ignore[arg-type]
    with pytest.raises(Unsuitable, match="nim:3,3 has no evaluation: leave out rollout"):
        mcts(Nim(), rollout="evaluate")
    with pytest.raises(BadLimit, match="it must be a number of MiB above 0"):
        mcts(game, memory=0)


@pytest.mark.parametrize("gear", ["plain", "compiled"])
def test_rules_that_fail_get_one_line(gear: Any) -> None:
    with pytest.raises(
        BadGame,
        match=(
            r"stuck has a state that is not over and has no actions: .* \(s is Count\(n=1,"
            r" turn=1\)\)$"
        ),
    ):
        mcts(Stuck(), gear=gear, nodes=50)
    with pytest.raises(ValueError, match="no such player"):
        mcts(Stuck(), Count(2, 0), gear=gear, nodes=50)


class Wordier(Wordy):
    """Warned of only once, so it needs a name of its own."""


def test_rules_that_do_not_compile_run_plain() -> None:
    with pytest.raises(NotCompilable, match="try cannot be compiled"):
        mcts(Wordy(), gear="compiled")
    player = Mcts(Wordier())
    with pytest.warns(GearWarning, match="wordier runs in the plain gear"):
        assert player.search(Count(2, 0), nodes=50).action == 1
    assert player.gear == "plain"


@pytest.mark.parametrize("gear", ["plain", "compiled"])
def test_a_game_without_end_still_has_an_answer(gear: Any) -> None:
    result = mcts(Line(), nodes=30, gear=gear)
    assert (result.action, result.estimates, result.nodes) == (4, 30, 30)


def test_a_terminal_is_its_payoffs() -> None:
    assert mcts(Tree(5)).value == 5
    assert (mcts(Tree(5)).exact, mcts(Tree(5)).action) == (True, None)


# ---------------------------------------------------------------------- all moves as first


class Wander(Game[tuple[int, ...], int]):
    """Two players take numbers in turn; who holds a larger sum wins. The chosen playout takes the
    smallest."""

    rave = 20.0
    exploration = 0.2

    def start(self) -> tuple[int, ...]:
        return (0,) * 6

    def player(self, s: tuple[int, ...]) -> int:
        return sum(x != 0 for x in s) % 2

    def actions(self, s: tuple[int, ...]) -> Any:
        return [i for i in range(6) if s[i] == 0]

    def result(self, s: tuple[int, ...], a: int) -> tuple[int, ...]:
        return put(s, a, self.player(s) + 1)

    def terminal(self, s: tuple[int, ...]) -> bool:
        return all(x != 0 for x in s)

    def utility(self, s: tuple[int, ...], p: int) -> float:
        lead = 0
        for i in range(6):
            lead += (2**i) * (1 if s[i] == 1 else -1)
        return (1.0 if lead > 0 else -1.0) * (1 if p == 0 else -1)


class Chosen(Wander):
    def playout_action(self, s: tuple[int, ...], last: int, bits: int) -> int:
        a = last
        while s[a] != 0:
            a = (a + 1) % 6
        return a


@settings(max_examples=EXAMPLES // 3)
@given(data=st.data())
def test_rave_proves_the_same(data: st.DataObject) -> None:
    tree = data.draw(trees(chance=data.draw(st.booleans())))
    result = both(tree, rave=data.draw(st.sampled_from([0.5, 30.0])), compiled=False)
    assert (result.exact, result.value) == (True, brute.best(tree, 0, 0, FULL_DEPTH))


@pytest.mark.parametrize("game", [Wander(), Chosen()], ids=["any", "chosen"])
def test_rave_and_playouts_of_the_game_are_the_same_in_both_gears(game: Wander) -> None:
    result = both(game, nodes=150)
    assert result.action == 5
    if isinstance(game, Chosen):
        own, uniform = (mcts(game, nodes=60, gear="plain", rollout=r) for r in ("auto", "random"))
        assert own.values != uniform.values


def test_an_action_counts_for_who_takes_it_first() -> None:
    game = Wander()
    player = Mcts(game, gear="plain", memory=SMALL, seed=1)
    player.search(nodes=1)
    tree = player._tree
    assert tree is not None
    visits = [tree.amaf_visits(game, c) for c in TreeReader(game, tree).children(ROOT)]
    assert sorted(visits) == [0, 0, 0, 1, 1, 1], "of six numbers each player takes three"


def test_without_rave_a_node_is_as_small_as_ever() -> None:
    game = Wander()
    sizes = [SearchTree(2 * ROOT, amaf=amaf).size(game) for amaf in (False, True)]
    assert sizes[1] - sizes[0] == 2
