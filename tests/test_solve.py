"""Every position of small games: by the solver in both gears, and by backward induction."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from zermelo import catalogue, solve
from zermelo.bits import LookupTable
from zermelo.errors import BadLimit, BadPosition, NotCompilable, TooLarge, Unsuitable
from zermelo.game import CHANCE, Game
from zermelo.solve import Database, Expectation, Outcome, links, solver
from zermelo.solve.backup import BrokenRules
from zermelo.solve.blocks import BadDatabase, BlockFile
from zermelo.solve.packing import (
    CellRange,
    Packing,
    RadixPacking,
    find_packing,
    make_packing,
    read_packing,
    sample_states,
)
from zermelo.states import list_states

DRAW = None, None


# ---------------------------------------------------------------------- brute force


def lead(game: Game[Any, Any], payoff: float, p: int) -> float:
    middle = (game.total or 0) / game.players
    return payoff - middle if p == 0 else middle - payoff


def induce(game: Game[Any, Any]) -> dict[Any, tuple[float | None, int | None]]:
    """Payoff of player 0 and remoteness of every position, by what the words mean."""
    after = list_successors(game)
    found = {s: (float(game.utility(s, 0)), 0) for s in after if game.terminal(s)}
    for plies in range(1, len(after) + 2):  # wins and losses, the nearest first
        more = {
            s: value
            for s in after
            if s not in found and (value := decide(game, s, after[s], found, plies)) is not None
        }
        if not more:
            break  # a win in n plies has a successor that is lost in n − 1
        found |= more
    return hurry_to_ties(game, after, found)


def list_successors(game: Game[Any, Any]) -> dict[Any, list[Any]]:
    """The successors of every position; what is not a part of it is projected out."""
    after: dict[Any, list[Any]] = {}
    left = [game.project(s) for s in game.starts()]
    while left:
        s = left.pop()
        if s not in after:
            after[s] = [game.project(game.result(s, a)) for a in game.options(s)]
            left += after[s]
    return after


def hurry_to_ties(
    game: Game[Any, Any], after: dict[Any, list[Any]], found: dict[Any, Any]
) -> dict[Any, tuple[float | None, int | None]]:
    is_tied = dict(found)
    for plies in range(1, len(after) + 2):
        more = {
            s: (tie, plies)
            for s in after
            if s not in is_tied
            for tie in [(game.total or 0) / game.players]
            if any(is_tied.get(t) == (tie, plies - 1) for t in after[s])
        }
        if not more:
            break
        is_tied |= more
    return {s: is_tied.get(s, DRAW) for s in after}


def decide(
    game: Game[Any, Any], s: Any, after: list[Any], found: dict[Any, Any], plies: int
) -> tuple[float, int] | None:
    p = game.player(s)
    values = [found.get(t) for t in after]
    for value in values:
        if value is not None and lead(game, value[0], p) > 0 and value[1] == plies - 1:
            return value[0], plies
    if any(value is None or lead(game, value[0], p) >= 0 for value in values):
        return None
    return (values[0][0], plies) if max(value[1] for value in values) == plies - 1 else None


def maximise(game: Game[Any, Any]) -> dict[Any, tuple[float, int]]:
    """The same for scores, where no position comes back."""
    found: dict[Any, tuple[float, int]] = {}

    def value(s: Any) -> tuple[float, int]:
        if s not in found:
            found[s] = (float(game.utility(s, 0)), 0)
            if not game.terminal(s):
                p = game.player(s)
                options = [value(game.result(s, a)) for a in game.actions(s)]
                best = max(lead(game, payoff, p) for payoff, _ in options)
                same = [(v, plies) for v, plies in options if lead(game, v, p) == best]
                choose = max if best < 0 else min
                payoff, plies = choose(same, key=lambda pair: pair[1])
                found[s] = payoff, plies + 1
        return found[s]

    for s in game.starts():
        value(s)
    return found


def read(db: Database) -> dict[Any, tuple[float | None, int | None]]:
    found = {}
    for s, word in db.iterate():
        outcome = db.explain(word, 0)
        assert isinstance(outcome, Outcome)
        found[s] = outcome.payoff, outcome.remoteness
    return found


def solve_plain(game: Game[Any, Any], folder: Path, **options: Any) -> Database:
    return solve.database(game, folder / "game.zdb", gear="plain", **options)


def require_same_bytes(game: Game[Any, Any], folder: Path) -> Database:
    """Both gears write the same file, and verify it. Return the database."""
    plain = solve_plain(game, folder)
    compiled = solve.database(game, folder / "compiled.zdb", gear="compiled")
    assert plain.path.read_bytes() == compiled.path.read_bytes()
    assert solve.verify(plain, "plain").ok and solve.verify(compiled, "compiled").ok
    return compiled


# ---------------------------------------------------------------------- games


class Graph(Game[int, int]):
    """A graph as a game: `edges` has the successors of each node, −1 for none."""

    def __init__(self, movers: tuple[int, ...], edges: tuple[tuple[int, ...], ...]) -> None:
        self.movers, self.edges = LookupTable(movers), LookupTable(edges)

    def start(self) -> int:
        return 0

    def player(self, s: int) -> int:
        return self.movers[s] % 2

    def actions(self, s: int) -> Iterator[int]:
        for a in range(3):
            if self.edges[s][a] >= 0:
                yield a

    def result(self, s: int, a: int) -> int:
        return self.edges[s][a]

    def terminal(self, s: int) -> bool:
        return self.edges[s][0] < 0

    def utility(self, s: int, p: int) -> float:
        payoff = self.movers[s] % 3 - 1
        return payoff if p == 0 else -payoff


class TierGraph(Graph):
    """Nodes of one tier lead to each other, and to later ones."""

    def tier(self, s: int) -> int:
        return s // 8


def make_graph(seed: int, kind: type[Graph] = Graph) -> Graph:
    rng = random.Random(seed)
    size = rng.randrange(4, 40)
    rows = []
    for i in range(size):
        first = i // 8 * 8 if issubclass(kind, TierGraph | ScoreTiers) else 0
        count = rng.choice((0, 1, 1, 2, 3))
        row = [rng.randrange(first, size) for _ in range(count)]
        rows.append(tuple([*row, -1, -1, -1][:3]))
    rows[0] = (min(1, size - 1), size - 1, -1)
    return kind(tuple(rng.randrange(6) for _ in range(size)), tuple(rows))


def test_every_wrong_value_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A draw in place of a value, a value in place of a draw, and one ply more."""
    game, read_block = make_graph(3, TierGraph), BlockFile.read
    db = solve_plain(game, tmp_path)
    keys, right = db.blocks.read(0)
    assert db.code.draw in right
    for place, word in enumerate(right.tolist()):
        for wrong in {db.code.draw, 1 << db.code.bits, word + (1 << db.code.bits)} - {word}:
            values = right.copy()
            values[place] = wrong
            monkeypatch.setattr(BlockFile, "read", lambda *_, values=values: (keys, values))
            assert solve.verify(Database(db.path, game), "plain").wrong, (place, wrong)
    monkeypatch.setattr(BlockFile, "read", read_block)
    assert solve.verify(Database(db.path, game), "plain").ok


class ScoreGraph(Graph):
    """A graph with five payoffs."""

    def utility(self, s: int, p: int) -> float:
        payoff = self.movers[s] - 2
        return payoff if p == 0 else -payoff


class ScoreTiers(ScoreGraph):
    """The same, with tiers."""

    def tier(self, s: int) -> int:
        return s // 8


def induce_scores(game: Game[Any, Any]) -> dict[Any, tuple[float | None, int | None]]:
    """Payoff by payoff, the best of each player first, and ply by ply."""
    after = list_successors(game)
    found = {s: (float(game.utility(s, 0)), 0) for s in after if game.terminal(s)}
    payoffs = sorted({payoff for payoff, _ in found.values()})
    sides = [(0, v) for v in reversed(payoffs) if v > 0] + [(1, v) for v in payoffs if v < 0]
    for winner, payoff in sides:
        for plies in range(1, len(after) + 1):
            found |= {
                s: (payoff, plies)
                for s in after
                if s not in found and is_forced(game, after[s], found, s, winner, payoff, plies)
            }
    return hurry_to_ties(game, after, found)


def is_forced(
    game: Game[Any, Any],
    after: list[Any],
    found: dict[Any, Any],
    s: Any,
    winner: int,
    payoff: float,
    plies: int,
) -> bool:
    """Does the winner reach a payoff in so many plies, and none that is better?"""
    same = [found[t][1] for t in after if t in found and found[t][0] == payoff]
    if game.player(s) == winner:
        return plies - 1 in same
    sign = 1 if winner == 0 else -1
    is_lost = all(t in found and sign * found[t][0] >= sign * payoff for t in after)
    return is_lost and max(same, default=-1) == plies - 1


@pytest.mark.parametrize(
    ("kind", "brute_force"),
    [
        (Graph, induce),
        (TierGraph, induce),
        (ScoreGraph, induce_scores),
        (ScoreTiers, induce_scores),
    ],
)
def test_graphs_with_circles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: type[Graph], brute_force: Any
) -> None:
    """Each tier is linked in pieces."""
    monkeypatch.setattr(solver, "SHARD", 5)
    drawn = 0
    for seed in range(25):
        game = make_graph(seed, kind)
        db = solve_plain(game, tmp_path)
        expected = brute_force(game)
        assert read(db) == expected, seed
        assert solve.verify(db, "plain").ok
        drawn += sum(value == DRAW for value in expected.values())
    assert drawn > 20


class BackwardGraph(TierGraph):
    """A graph that knows its predecessors."""

    def predecessors(self, s: int) -> Iterator[int]:
        for t in range(len(self.movers)):
            for a in range(3):
                if self.edges[t][0] >= 0 and self.edges[t][a] == s:
                    yield t


def test_predecessors_are_used_where_a_game_has_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(links, "weave", None)  # no move is turned round
    for seed in range(12):
        game = make_graph(seed, BackwardGraph)
        assert read(solve_plain(game, tmp_path)) == induce(game), seed


@pytest.mark.slow
@pytest.mark.parametrize("kind", [TierGraph, ScoreTiers, BackwardGraph])
def test_graphs_in_both_gears(tmp_path: Path, kind: type[Graph]) -> None:
    for seed in range(4):
        require_same_bytes(make_graph(seed, kind), tmp_path)


@pytest.mark.parametrize(
    "name",
    ["nim:2,2", "nim:3,2,misere=yes", "connect-four:3,3,3", "mnk:2,3,2", "coins:5", "hex:2"],
)
def test_wins_ties_and_losses(tmp_path: Path, name: str) -> None:
    game = catalogue.game(name)
    db = solve_plain(game, tmp_path)
    assert read(db) == induce(game)
    assert solve.verify(db, "plain").ok


SMALL = [
    "hexapawn",
    "pong-hau-ki",
    "dodgem:2",
    "dodgem",
    "quixo:2",
    "teeko:side=3,men=2",
    "morris:3",
    "checkers-ending:2,4",
]
"""Games in which positions come back, small enough for backward induction."""
LARGER = ["l-game", "teeko:side=3,men=3", "morris:3,yes", "bagh-chal:2,2,3", "quixo:3"]


@pytest.mark.parametrize(
    "name", [*SMALL, *(pytest.param(name, marks=pytest.mark.slow) for name in LARGER)]
)
def test_games_in_which_positions_come_back(tmp_path: Path, name: str) -> None:
    game = catalogue.game(name)
    db = solve_plain(game, tmp_path)
    assert read(db) == induce(game)
    assert solve.verify(db, "plain").ok
    require_flips_found(db.path, game, tmp_path / "flipped.zdb")


def require_flips_found(whole: Path, game: Game[Any, Any], path: Path) -> None:
    """Flip a bit here and there in a file: each is found."""
    content = whole.read_bytes()
    for i in range(0, len(content), 1 + len(content) // 12):
        path.write_bytes(content[:i] + bytes([content[i] ^ 1 << i % 8]) + content[i + 1 :])
        with pytest.raises(BadDatabase):
            solve.verify(Database(path, game), "plain")


@pytest.mark.parametrize(
    "name",
    ["dodgem", *(pytest.param(name, marks=pytest.mark.slow) for name in SMALL if name != "dodgem")],
)
def test_circles_in_both_gears(tmp_path: Path, name: str) -> None:
    require_same_bytes(catalogue.game(name), tmp_path)


@pytest.mark.parametrize("name", ["kalah:2,2", "kalah:3,2", "dots-and-boxes:1,2", "mnk:3,2,2"])
def test_scores(tmp_path: Path, name: str) -> None:
    game = catalogue.game(name)
    db = solve_plain(game, tmp_path)
    assert read(db) == maximise(game)
    assert solve.verify(db, "plain").ok


@pytest.mark.parametrize(
    "name", ["connect-four:4,3,3", pytest.param("kalah:3,2", marks=pytest.mark.slow)]
)
def test_both_gears_write_the_same_bytes(tmp_path: Path, name: str) -> None:
    require_same_bytes(catalogue.game(name), tmp_path)


# ---------------------------------------------------------------------- facts


def test_tic_tac_toe_has_5478_positions_and_765_up_to_symmetry(tmp_path: Path) -> None:
    game = catalogue.game("tic-tac-toe")
    db = solve_plain(game, tmp_path)
    assert db.positions == 5478
    assert db.probe(game.start()) == Outcome(0.0, "tie", 9)
    small = solve.database(game, tmp_path / "s.zdb", gear="plain", is_symmetric=True)
    assert small.positions == 765
    assert solve.verify(small, "plain").ok
    for moves in ([], ["a1"], ["b2", "c3"], ["a1", "b2", "c3", "c1"]):
        assert small.probe(game.after(moves)) == db.probe(game.after(moves))


def test_connect_four_4x4(tmp_path: Path) -> None:
    """Positions: Böck's strong solver. The value: Tromp's table of sizes."""
    db = solve.database(catalogue.game("connect-four:4,4"), tmp_path / "c.zdb", gear="compiled")
    assert db.positions == 161_029
    assert db.probe(db.game.start()) == Outcome(0.0, "tie", 16)
    assert sum(count for _, _, count in db.tally()) == 161_029


@pytest.mark.slow
@pytest.mark.parametrize(
    ("board", "positions"),
    [
        ("5,4", 3_945_711),
        ("4,5", 1_706_255),
        ("4,6", 15_835_683),
        ("5,5", 69_763_700),
        ("6,4", 94_910_577),
    ],
)
def test_connect_four_on_larger_boards(tmp_path: Path, board: str, positions: int) -> None:
    """Positions: Böck's strong solver."""
    game = catalogue.game(f"connect-four:{board}")
    db = solve.database(game, tmp_path / "c.zdb", memory=2048)
    assert db.positions == positions
    assert solve.verify(db).ok


# ---------------------------------------------------------------------- chance and more players


@pytest.mark.slow
def test_pig_to_20(tmp_path: Path) -> None:
    """Recomputed by value iteration: the first player wins with 0.615558550."""
    game = catalogue.game("pig:20")
    db = solve.database(game, tmp_path / "pig.zdb", gear="compiled")
    value = db.probe(game.start())
    assert isinstance(value, Expectation)
    assert (1 + value.payoffs[0]) / 2 == pytest.approx(0.615558550, abs=1e-9)
    assert value.error < 1e-12
    assert solve.verify(db, "compiled").ok


def test_a_race_of_backgammon(tmp_path: Path) -> None:
    """Eight men on the ace point, to roll, against six: Peelle, Backgammon tools in J."""
    game = catalogue.game("bear-off:8,6")
    db = solve_plain(game, tmp_path)
    value = db.probe(game.start())
    assert isinstance(value, Expectation)
    assert (1 + value.payoffs[0]) / 2 == pytest.approx(0.3010545267489712, abs=1e-15)
    assert solve.verify(db, "plain").ok


def test_fifteen_men_on_the_ace_point_need_57_effective_pips(tmp_path: Path) -> None:
    """Trice: 6.97959176 rolls, each of 49/6 pips."""
    game = catalogue.game("bear-off:15,")
    value = solve_plain(game, tmp_path).probe(game.start())
    assert isinstance(value, Expectation)
    assert value.payoffs[0] == pytest.approx(-6.97959176, abs=1e-8)
    assert -value.payoffs[0] * 49 / 6 == pytest.approx(57.0, abs=1e-4)


@pytest.mark.parametrize("gear", ["plain", "compiled"])
def test_chance_without_circles(tmp_path: Path, gear: Any) -> None:
    game = catalogue.game("tree:expectimax")
    db = solve.database(game, tmp_path / "tree.zdb", gear=gear)
    for s in list_states(game):
        assert db.probe(s) == Expectation((expect(game, s), -expect(game, s)))


def expect(game: Game[Any, Any], s: Any) -> float:
    if game.terminal(s):
        return game.utility(s, 0)
    if game.player(s) == CHANCE:
        return sum(share * expect(game, game.result(s, a)) for a, share in game.chances(s))
    values = [expect(game, game.result(s, a)) for a in game.actions(s)]
    return max(values) if game.player(s) == 0 else min(values)


@pytest.mark.parametrize("gear", ["plain", "compiled"])
def test_vectors_of_three_players(tmp_path: Path, gear: Any) -> None:
    from zermelo.search import maxn

    game = catalogue.game("tree:three-player")
    db = solve.database(game, tmp_path / "tree.zdb", gear=gear)
    value = db.probe(game.start())
    assert isinstance(value, Expectation)
    assert value.payoffs == maxn(game).vector
    assert solve.verify(db, gear).ok


class Many(Game[tuple[int, int], int]):
    """Sixty times sixty ends, each with a payoff of its own; the second number is by chance."""

    def start(self) -> tuple[int, int]:
        return 0, 0

    def player(self, s: tuple[int, int]) -> int:
        return 0 if s[0] == 0 else self.second

    second = CHANCE

    def chances(self, s: tuple[int, int]) -> Iterator[tuple[int, float]]:
        for a in range(60):
            yield a, 1 / 60

    def actions(self, s: tuple[int, int]) -> Iterator[int]:
        yield from range(60)

    def result(self, s: tuple[int, int], a: int) -> tuple[int, int]:
        return s[0] + 1, 60 * s[1] + a

    def terminal(self, s: tuple[int, int]) -> bool:
        return s[0] == 2

    def utility(self, s: tuple[int, int], p: int) -> float:
        return s[1] - 1800 if p == 0 else 1800 - s[1]


class ManyWords(Many):
    """The same without chance."""

    has_chance, second = False, 1


def test_expectations_of_many_payoffs_and_too_many_for_words(tmp_path: Path) -> None:
    game = Many()
    value = solve_plain(game, tmp_path).probe(game.start())
    assert isinstance(value, Expectation) and value.payoffs[0] == pytest.approx(1769.5)
    with pytest.raises(TooLarge, match="more than 1,024 different payoffs"):
        solve_plain(ManyWords(), tmp_path)


class Circle(Game[int, int]):
    """Chance goes round for ever."""

    def start(self) -> int:
        return 0

    def player(self, s: int) -> int:
        return CHANCE if s == 0 else 0

    def chances(self, s: int) -> Iterator[tuple[int, float]]:
        yield 1, 1.0

    def actions(self, s: int) -> Iterator[int]:
        yield 0
        yield 2

    def result(self, s: int, a: int) -> int:
        return a

    def terminal(self, s: int) -> bool:
        return s == 2

    def utility(self, s: int, p: int) -> float:
        return -1 if p == 0 else 1


def test_play_without_end_has_no_expectation(tmp_path: Path) -> None:
    with pytest.raises(Unsuitable, match="for ever"):
        solve_plain(Circle(), tmp_path)


# ---------------------------------------------------------------------- keys


@pytest.mark.parametrize(
    "name",
    [
        "tic-tac-toe",
        "connect-four:5,5",
        "kalah:3,3",
        "pig",
        "breakthrough:5,5",
        "examples/chomp.py",
    ],
)
def test_a_key_is_turned_back_into_its_state(name: str) -> None:
    game = catalogue.game(name)
    states = list(sample_states(game))
    packing = find_packing(game, states, False)
    row = [0] * (packing.cells + 1)
    keys = {}
    for s in states:
        key = packing.pack(game, s, row)
        assert key >= 0 and packing.unpack(game, key, row, game.start()) == s
        assert keys.setdefault(key, s) == s
        assert key >> packing.below_tier == game.tier(s)


class Wide(NamedTuple):
    big: int
    flag: bool
    pair: tuple[int, int]


class Counter(Game[Wide, int]):
    """Fields of all kinds, and numbers that no random game reaches."""

    def start(self) -> Wide:
        return Wide(-1, False, (0, 0))

    def player(self, s: Wide) -> int:
        return 0

    def actions(self, s: Wide) -> Iterator[int]:
        yield from range(600)

    def result(self, s: Wide, a: int) -> Wide:
        return Wide(s.big - a * a, not s.flag, (a, s.pair[0] - a if a == 599 else 0))

    def terminal(self, s: Wide) -> bool:
        return s.big < -1 or s.flag

    def utility(self, s: Wide, p: int) -> float:
        return 1 if p == 0 else -1


def test_a_packing_that_is_too_narrow_is_widened(tmp_path: Path) -> None:
    game = Counter()
    packing = find_packing(game, list(sample_states(game)), False)
    assert isinstance(packing, Packing)
    assert packing.ranges[0].low > -1 - 599 * 599  # no random game of the sample goes so far
    db = solve_plain(game, tmp_path)
    assert db.positions == 601
    assert {s for s, _ in db.iterate()} == set(list_states(game))


def test_states_that_do_not_fit_are_refused() -> None:
    with pytest.raises(TooLarge, match="takes 80 bits; a key of one word has 63"):
        Packing([CellRange(0, 2**40 - 1)] * 2 + [CellRange(0, 0)])


class Marks(Game[tuple[int, ...], int]):
    """Thirty-six cells that hold 0, 1 or 2; one of the first two is raised, the last move wins."""

    def start(self) -> tuple[int, ...]:
        return (0,) * 2 + (1, 2) * 17

    def player(self, s: tuple[int, ...]) -> int:
        return (s[0] + s[1]) % 2

    def actions(self, s: tuple[int, ...]) -> Iterator[int]:
        for a in range(2):
            if s[a] < 2:
                yield a

    def result(self, s: tuple[int, ...], a: int) -> tuple[int, ...]:
        turned = tuple((s[i] + 1) % 3 for i in range(2, 36))
        return (s[0] + 1, s[1], *turned) if a == 0 else (s[0], s[1] + 1, *turned)

    def terminal(self, s: tuple[int, ...]) -> bool:
        return s[0] + s[1] == 4

    def utility(self, s: tuple[int, ...], p: int) -> float:
        return 1 if p == 1 else -1


def test_cells_that_are_too_wide_as_fields_are_digits(tmp_path: Path) -> None:
    game = Marks()
    ranges = [CellRange(0, 2)] * 36 + [CellRange(0, 0)]
    with pytest.raises(TooLarge, match="takes 72 bits"):
        Packing(ranges)
    packing = make_packing(ranges, False, "marks")
    assert packing.bits == 58
    row, rng = [0] * 37, random.Random(1)
    keys = set()
    for _ in range(200):
        s = tuple(rng.randrange(3) for _ in range(36))
        key = packing.pack(game, s, row)
        assert packing.unpack(game, key, row, s) == s
        keys.add(key)
    assert len(keys) == 200 and max(keys) < 1 << 58
    assert packing.pack(game, (3, *s[1:]), row) == -1
    again = read_packing(packing.to_dict(), "marks")
    assert again.pack(game, s, row) == packing.pack(game, s, row)


@pytest.mark.slow
def test_digits_in_both_gears(tmp_path: Path) -> None:
    db = require_same_bytes(Marks(), tmp_path)
    assert read(db) == induce(db.game) and isinstance(db.packing, RadixPacking)


class Numbered(Graph):
    """A graph that numbers its own positions."""

    def index(self, s: int) -> int:
        return 3 * s

    def unindex(self, number: int) -> int:
        return number // 3


def test_a_game_may_number_its_positions(tmp_path: Path) -> None:
    game = make_graph(5, Numbered)
    assert read(solve_plain(game, tmp_path)) == induce(game)


class Projected(Graph):
    """Positions 20 and more stand for those 20 below."""

    def project(self, s: int) -> int:
        return s % 20


def test_what_is_not_part_of_a_position_is_projected_out(tmp_path: Path) -> None:
    movers = tuple(i % 20 % 6 for i in range(40))
    edges = tuple(((i + 21) % 40, -1, -1) if i % 20 < 15 else (-1, -1, -1) for i in range(40))
    db = solve_plain(Projected(movers, edges), tmp_path)
    assert db.positions == 16
    assert db.probe(3) == db.probe(23)


class Counted(Game[tuple[int, int], int]):
    """To and fro between two squares, or off the board; the plies are counted up to a tie."""

    def start(self) -> tuple[int, int]:
        return 0, 0

    def player(self, s: tuple[int, int]) -> int:
        return s[0]

    def actions(self, s: tuple[int, int]) -> Iterator[int]:
        yield 1 - s[0]
        yield 2

    def result(self, s: tuple[int, int], a: int) -> tuple[int, int]:
        return a, s[1] + 1

    def terminal(self, s: tuple[int, int]) -> bool:
        return s[0] == 2 or s[1] == 6

    def utility(self, s: tuple[int, int], p: int) -> float:
        return 0

    def repetition_key(self, s: tuple[int, int]) -> int:
        return 1 + s[0]


class Uncounted(Counted):
    """The same without the count."""

    def project(self, s: tuple[int, int]) -> tuple[int, int]:
        return s[0], 0


def test_a_line_tells_of_counters(tmp_path: Path, recwarn: pytest.WarningsRecorder) -> None:
    db = solve_plain(Counted(), tmp_path)
    assert [str(each.message) for each in recwarn.list] == [
        "counted: positions that differ in part 1 alone are kept as different ones; if that is no "
        "part of a position, leave it out by project"
    ]
    assert db.positions == 13
    recwarn.clear()
    assert solve_plain(Uncounted(), tmp_path).positions == 3
    assert not recwarn.list


# ---------------------------------------------------------------------- questions to a database


def test_moves_are_listed_the_best_first(tmp_path: Path) -> None:
    game = catalogue.game("tic-tac-toe")
    db = solve_plain(game, tmp_path)
    s = game.after(["a1", "b1"])
    best = db.moves(s)[0]
    assert str(best.outcome) == "win in 4 plies" and game.name(s, best.action) in ("a3", "b2")
    kinds = [move.outcome.kind for move in db.moves(s) if isinstance(move.outcome, Outcome)]
    assert kinds == sorted(kinds, key=["win", "tie", "lose"].index)
    assert db.moves(game.after(["a1", "b1", "a2", "b2", "a3"])) == []


def test_a_position_that_play_cannot_reach_is_refused(tmp_path: Path) -> None:
    game = catalogue.game("tic-tac-toe")
    db = solve_plain(game, tmp_path)
    with pytest.raises(BadPosition, match="play cannot reach it"):
        db.probe(game.start()._replace(turn=1))


# ---------------------------------------------------------------------- refusals


class Pairs(Game[int, tuple[str, int]]):
    """A graph whose actions are words with numbers."""

    def start(self) -> int:
        return 0

    def player(self, s: int) -> int:
        return s % 2

    def tier(self, s: int) -> int:
        return s // 8

    def actions(self, s: int) -> Iterator[tuple[str, int]]:
        yield "on", 1 + s % 3
        if s % 8 > 2:
            yield "back", 2

    def result(self, s: int, a: tuple[str, int]) -> int:
        word, steps = a
        return s - steps if word == "back" else s + steps

    def terminal(self, s: int) -> bool:
        return s >= 40

    def utility(self, s: int, p: int) -> float:
        return 1 if p == s % 2 else -1


def test_actions_of_words_and_numbers_can_be_compiled() -> None:
    assert solver.choose_gear(Pairs(), "auto") == "compiled"


@pytest.mark.slow
def test_actions_of_words_and_numbers_in_both_gears(tmp_path: Path) -> None:
    db = require_same_bytes(Pairs(), tmp_path)
    assert read(db) == induce(db.game)


class Spelled(Graph):
    """Rules with text, which the compiler refuses."""

    def result(self, s: int, a: int) -> int:
        return self.edges[int(str(s))][a]


def test_rules_that_do_not_compile_run_plain(tmp_path: Path) -> None:
    game = make_graph(5, Spelled)
    with pytest.warns(UserWarning, match="runs in the plain gear"):
        db = solve.database(game, tmp_path / "x.zdb")
    assert read(db) == induce(game) and solve.verify(db).ok
    with pytest.raises(NotCompilable, match="str"):
        solve.database(game, tmp_path / "x.zdb", gear="compiled")


class Falling(Graph):
    """A tier that falls."""

    def tier(self, s: int) -> int:
        return 3 - s


def test_a_tier_that_falls_is_refused(tmp_path: Path) -> None:
    game = Falling((0, 0, 0), ((1, -1, -1), (2, -1, -1), (-1, -1, -1)))
    with pytest.raises(BrokenRules, match="tier must never fall"):
        solve_plain(game, tmp_path)


def test_games_that_forbid_repetition_are_refused(tmp_path: Path) -> None:
    with pytest.raises(Unsuitable, match="go:2 forbids repeated positions"):
        solve_plain(catalogue.game("go:2"), tmp_path)


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadLimit, match="is not a folder"):
        solve.database(catalogue.game("nim:2,2"), tmp_path / "no" / "x.zdb")
