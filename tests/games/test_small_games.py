"""Small games that are known for being solved: hexapawn, the L game, endings.

Endings are of chess, of checkers, and of backgammon: bearing off.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from math import comb
from pathlib import Path
from typing import Any

import pytest

from zermelo import catalogue, solve
from zermelo.errors import BadAction, BadGame, BadPosition
from zermelo.games._backgammon_bearoff import mean_rolls
from zermelo.games.bear_off import WAYS, BearOff, count_on, rank_men, unrank_men
from zermelo.games.checkers_ending import CheckersEnding
from zermelo.games.chess_ending import FLIP, MIRROR, TURN, ChessEnding
from zermelo.games.hexapawn import Hexapawn
from zermelo.games.l_game import LGame, list_places
from zermelo.solve import Outcome


def solve_plain(game: Any, folder: Path, **options: Any) -> solve.Database:
    return solve.database(game, folder / "game.zdb", gear="plain", **options)


# ---------------------------------------------------------------------- hexapawn


def test_hexapawn_is_won_by_the_second_player(tmp_path: Path) -> None:
    """Gardner, Scientific American, March 1962."""
    game = Hexapawn()
    db = solve_plain(game, tmp_path)
    assert db.probe(game.start()) == Outcome(-1.0, "lose", 6)
    assert solve.verify(db, "plain").ok


def test_nobody_has_taken_a_pawn_at_the_start() -> None:
    game = Hexapawn()
    captured = [game.board(game.load(text)).captured for text in ("bbb/3/www w", "b1b/b1w/1w1 w")]
    assert captured == [((), ()), ((), ("○",))]


def test_who_cannot_move_loses() -> None:
    game = Hexapawn()
    s = game.load("b2/w2/3 w")
    assert game.terminal(s) and game.utility(s, 0) == -1 and list(game.actions(s)) == []
    assert game.utility(game.load("1w1/b1b/3 b"), 0) == 1


def test_pawns_capture_diagonally_and_step_straight_only() -> None:
    game = Hexapawn()
    s = game.load("b1b/1w1/w1w w")
    assert {game.name(s, a) for a in game.actions(s)} == {
        "b2-b3", "a1-a2", "c1-c2", "b2xa3", "b2xc3",
    }  # fmt: skip


# ---------------------------------------------------------------------- the L game


def test_an_l_has_48_places() -> None:
    places = list_places()
    assert len(places) == 48 and all(place.bit_count() == 4 for place in places)


@pytest.mark.slow
def test_the_l_game(tmp_path: Path) -> None:
    """2,296 arrangements; each player has lost in 15, and soon loses in 14 more (Wikipedia)."""
    game = catalogue.game("l-game")
    db = solve.database(game, tmp_path / "l.zdb", is_symmetric=True)
    assert db.positions == 2 * 2296
    lost = Counter[bool]()
    for s, word in db.iterate():
        outcome = db.explain(word, game.player(s))
        assert isinstance(outcome, Outcome)
        if outcome.kind == "lose":
            lost[outcome.remoteness == 0] += 1
    assert lost == {True: 2 * 15, False: 2 * 14}
    assert db.probe(game.start()) == Outcome(None, "draw", None)
    assert solve.verify(db).ok


def test_moves_of_the_l_game_are_read_in_any_order() -> None:
    game = LGame()
    s = game.start()
    for a in list(game.actions(s))[::37]:
        assert game.parse(s, game.name(s, a)) == a
    first = next(iter(game.actions(s)))
    name = game.name(s, first)
    assert game.parse(s, name[6:8] + name[:6].upper()) == first
    with pytest.raises(BadAction, match="is not a move; write b1b2b3c1"):
        game.parse(s, "b1b2")
    with pytest.raises(BadAction, match="is not legal here; legal:"):
        game.parse(s, "a1a2a3a4")


@pytest.mark.parametrize("text", ["noo1/1xo1/1xo1/1xxn", "4/4/4/4 x", "noo1/1xo1/1xo1/1xx1 x"])
def test_impossible_positions_of_the_l_game_are_refused(text: str) -> None:
    with pytest.raises(BadPosition):
        LGame().load(text)


# ---------------------------------------------------------------------- endings of chess


SLOW_ENDINGS = [pytest.param(men, marks=pytest.mark.slow) for men in ("KPKP", "KBNK")]


@pytest.mark.parametrize("men", ["KQK", *SLOW_ENDINGS])
def test_a_number_is_turned_back_into_its_position(men: str) -> None:
    game = ChessEnding(men)
    s, seen = game.start(), set()
    for _ in range(12):
        assert game.unindex(game.index(s)) == game.project(s)
        seen.add(game.index(s))
        if game.terminal(s):
            break
        actions = list(game.actions(s))
        s = game.result(s, actions[len(actions) // 2])
    assert seen


def test_en_passant_is_part_of_a_number() -> None:
    game = ChessEnding("KPKP")
    s = game.load("4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1")
    t = game.after(["a4"], s)
    assert t.passing >= 0 and game.unindex(game.index(t)) == game.project(t)
    assert game.index(t) != game.index(t._replace(passing=-1))


@pytest.mark.parametrize("men", ["KK", "QK", "KQRBNKQ", "KXK"])
def test_bad_endings_are_refused(men: str) -> None:
    with pytest.raises(BadGame, match="is not an ending"):
        ChessEnding(men)


@pytest.mark.parametrize("men", ["KRK", "KPK"])
def test_symmetric_endings_have_one_representative(men: str) -> None:
    """Without pawns eight images, with pawns two; each is the same game."""
    game = ChessEnding(men)
    rng = random.Random(1)
    states = random.Random(2).sample(list(islice(game.starts(), 4000)), 60)
    for s in states:
        ways = (MIRROR,) if s.pawns else (MIRROR, FLIP, TURN)
        t = s
        for _ in range(4):
            t = game.map_sets(t, rng.choice(ways))
            assert game.canonical(t) == game.canonical(s)
            assert game.terminal(t) == game.terminal(s)
            assert len(list(game.actions(t))) == len(list(game.actions(s)))


FACTS = [
    ("KQK", 0, 144508, 144508, 0, 19),
    ("KQK", 1, 223944, 200896, 23048, 20),
    ("KRK", 0, 175168, 175168, 0, 31),
    ("KRK", 1, 223944, 201700, 22244, 32),
    ("KPK", 0, 163328, 124960, 38368, 55),
    ("KPK", 1, 168024, 97604, 70420, 56),
]
"""Men, player to move, legal positions, won for White, drawn, plies of the longest mate: three-man
tables (`shared/data/chess/endgame_facts.tsv`)."""


@pytest.mark.slow
@pytest.mark.parametrize("men", ["KQK", "KRK", "KPK"])
def test_endings_with_three_men(tmp_path: Path, men: str) -> None:
    game = ChessEnding(men)
    db = solve.database(game, tmp_path / "ending.zdb")
    found: dict[int, Counter[str]] = {0: Counter(), 1: Counter()}
    for s, word in db.iterate():
        outcome = db.explain(word, 0)
        assert isinstance(outcome, Outcome)
        if game.tier(s) == 0:
            found[s.turn][outcome.kind] += 1
            if outcome.kind == "win" and outcome.remoteness is not None:
                longest = max(found[s.turn]["longest"], outcome.remoteness)
                found[s.turn]["longest"] = longest
    for _, turn, legal, won, drawn, plies in (fact for fact in FACTS if fact[0] == men):
        counts = found[turn]
        assert counts["win"] + counts["tie"] + counts["draw"] == legal
        assert counts["win"] == won and counts["tie"] + counts["draw"] == drawn
        assert counts["longest"] == plies
    assert solve.verify(db).ok


class OnePlacement(ChessEnding):
    """An ending that begins with one placement; the others of its kind follow from moves."""

    def starts(self) -> Iterator[Any]:
        yield from islice(super().starts(), 1)


@pytest.mark.slow
def test_bishop_and_knight_mate_in_33_moves(tmp_path: Path) -> None:
    """The longest mate of KBNK in four-man tables. Takes minutes."""
    game = OnePlacement("KBNK")
    path = tmp_path / "ending.zdb"
    db = solve.database(game, path, gear="compiled", memory=4096, is_symmetric=True)
    longest = max(plies for payoff, plies, _ in db.tally() if payoff == 1 and plies is not None)
    assert longest == 2 * 33
    assert solve.verify(db).ok


# ---------------------------------------------------------------------- endings of checkers


@pytest.mark.parametrize(
    ("pieces", "placements"),
    [(1, 120), (2, 6_972), (3, 261_224), pytest.param(4, 7_092_774, marks=pytest.mark.slow)],
)
def test_placements_of_checkers(pieces: int, placements: int) -> None:
    """Schaeffer and others, Checkers is solved (Science 2007), table of positions by pieces."""
    assert sum(1 for _ in CheckersEnding().list_placements(pieces)) == placements


def test_endings_with_two_pieces(tmp_path: Path) -> None:
    game = CheckersEnding(2)
    for s in islice(game.starts(), 0, None, 97):
        assert game.unindex(game.index(s)) == s
    db = solve_plain(game, tmp_path)
    assert {s[:4] for s, _ in db.iterate() if game.tier(s) < 24} == {s[:4] for s in game.starts()}
    assert db.probe(game.load("B:WK1:BK32")) == Outcome(None, "draw", None)
    assert db.probe(game.load("B:WK18:BK15")) == Outcome(1.0, "win", 1)
    assert solve.verify(db, "plain").ok


@pytest.mark.slow
def test_two_kings_against_one(tmp_path: Path) -> None:
    """All endings with three pieces are found, and those with two again."""
    db = solve.database(CheckersEnding(3), tmp_path / "c.zdb", gear="compiled")
    assert db.positions >= 2 * 261_224 - 2 * count_one_sided(3)
    assert solve.verify(db).ok


def count_one_sided(pieces: int) -> int:
    """Placements with pieces of one side only."""
    found = CheckersEnding().list_placements(pieces)
    return sum(1 for black, white, _ in found if not (black and white))


@pytest.mark.parametrize("arguments", [(1,), (8,), (3, 10)])
def test_bad_endings_of_checkers_are_refused(arguments: tuple[int, ...]) -> None:
    with pytest.raises(BadGame, match="are not an ending"):
        CheckersEnding(*arguments)


# ---------------------------------------------------------------------- bearing off


def test_there_are_54264_ways_to_bear_off() -> None:
    """C(21, 6), as in the one-sided databases of other programs."""
    assert len({unrank_men(rank) for rank in range(WAYS)}) == WAYS == 54_264
    assert rank_men(15) == WAYS - 1 and rank_men(0) == 0


def test_steps_of_bearing_off() -> None:
    game = BearOff("1.0.2.0.0.1", "1")
    s = game.after(["5-3"])
    assert [game.name(s, a) for a in game.actions(s)] == ["6/1", "6/3", "3/off"]
    s = game.after(["6/3"], s)
    assert [game.name(s, a) for a in game.actions(s)] == ["3/off"]
    s = game.after(["3/off"], s)
    assert game.dump(s) == "1.0.2/1 second" and game.player(s) == -1
    s = game.after(["44"], s)
    t = game.after(["1/off"], s)
    assert game.terminal(t) and game.utility(t, 1) == 1 and game.ending(t) == "Second is off"
    s = BearOff("4.4", "1").after(["2-2"])
    assert len(list(BearOff("4.4", "1").actions(s))) == 1


@pytest.mark.parametrize("text", ["16", "1.2.3.4.5.6.7", "x", "", "-1"])
def test_bad_men_are_refused(text: str) -> None:
    with pytest.raises(BadGame):
        BearOff(text, "1")


@pytest.mark.parametrize(
    "text", ["8/6", "8/6 third", "8/6 first 3.6.5", "8/6 first 2.5.6", "20/6 first", "0/0 first"]
)
def test_impossible_races_are_refused(text: str) -> None:
    with pytest.raises(BadPosition):
        BearOff("8", "6").load(text)


class EveryBearOff(BearOff):
    """One player bears off alone, from every position with at most this number of men."""

    def __init__(self, men: int) -> None:
        super().__init__(str(men), "")
        self.men = men

    def starts(self) -> Iterator[Any]:
        for rank in range(1, comb(self.men + 6, 6)):
            yield self.opening._replace(first=unrank_men(rank))


@pytest.mark.parametrize("men", [3, pytest.param(15, marks=pytest.mark.slow)])
def test_all_positions_of_bearing_off_alone(tmp_path: Path, men: int) -> None:
    """The rolls of every position, by the solver and by the tables of backgammon's evaluation."""
    game = EveryBearOff(men)
    gear = "plain" if men < 15 else "compiled"
    db = solve.database(game, tmp_path / "b.zdb", gear=gear, memory=4096)  # type: ignore[arg-type]
    found = {s.first: -value for s, value in db.iterate() if s.dice == s.rolls == 0 and s.first}
    assert len(found) + 1 == comb(men + 6, 6)
    for side, mean in islice(found.items(), 0, None, 1 + len(found) // 1000):
        counts = [count_on(side, point) for point in range(1, 7)]
        assert mean == pytest.approx(mean_rolls(counts), abs=1e-9)
