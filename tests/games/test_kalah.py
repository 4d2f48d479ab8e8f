"""Kalah.

Published outcomes, and whole games against OpenSpiel and against rules written with lists.
"""

from __future__ import annotations

import random

import pyspiel
import pytest

from zermelo.check import check_game
from zermelo.engine import Engine
from zermelo.errors import BadAction, BadGame, BadPosition
from zermelo.games.kalah import Kalah

# Irving, Donkers and Uiterwijk, Solving Kalah, ICGA Journal 23 (3), 2000: the first player wins,
# loses or draws.
OUTCOMES = {1: "DLWLWD", 2: "WLLLWW", 3: "DWWWWL", 4: "WWW", 5: "DD", 6: "W"}


@pytest.mark.parametrize(
    ("pits", "seeds"), [(pits, i + 1) for pits, row in OUTCOMES.items() for i in range(len(row))]
)
def test_published_outcomes(pits: int, seeds: int) -> None:
    result = Engine(Kalah(pits, seeds, empty_capture=True), gear="plain").prove()
    assert result.exact
    assert "LDW"[(result.value > 0) - (result.value < 0) + 1] == OUTCOMES[pits][seeds - 1]


def test_empty_capture_matters() -> None:
    """Kalah(5,2): a draw with it, a win by two without."""
    values = [Engine(Kalah(5, 2, option), gear="plain").prove().value for option in (True, False)]
    assert values == [0, 2]


def naive(
    pits: list[list[int]], p: int, a: int, empty_capture: bool
) -> tuple[list[list[int]], int]:
    """One move with lists: each side's pits and then its store; and who moves next."""
    sides = [list(pits[0]), list(pits[1])]
    m = len(pits[0]) - 1
    ring = [(p, i) for i in range(m + 1)] + [(1 - p, i) for i in range(m)]
    n, sides[p][a] = sides[p][a], 0
    place = a
    for _ in range(n):
        place = (place + 1) % len(ring)
        side, i = ring[place]
        sides[side][i] += 1
    side, i = ring[place]
    if side == p and i < m and sides[p][i] == 1 and (sides[1 - p][m - 1 - i] or empty_capture):
        sides[p][m] += 1 + sides[1 - p][m - 1 - i]
        sides[p][i] = sides[1 - p][m - 1 - i] = 0
    if not any(sides[0][:m]) or not any(sides[1][:m]):
        sides = [[0] * m + [sum(side)] for side in sides]
    return sides, p if (side, i) == (p, m) else 1 - p


@pytest.mark.parametrize(
    ("pits", "seeds", "empty_capture"),
    [(6, 4, False), (3, 9, True), (1, 5, False), (7, 18, True), (2, 60, False)],
)
def test_random_games_against_lists(pits: int, seeds: int, empty_capture: bool) -> None:
    game, rng = Kalah(pits, seeds, empty_capture), random.Random(pits)
    for _ in range(20):
        s, sides, turn = game.start(), [[seeds] * pits + [0]] * 2, 0
        while not game.terminal(s):
            assert list(game.actions(s)) == [i for i in range(pits) if sides[turn][i]]
            a = rng.choice(list(game.actions(s)))
            sides, turn = naive(sides, turn, a, empty_capture)
            s = game.result(s, a)
            dump = "/".join(f"{','.join(map(str, side[:-1]))}+{side[-1]}" for side in sides)
            assert game.dump(s).split()[0] == dump
            assert game.terminal(s) or s.turn == turn
        assert game.utility(s, 0) == sides[0][-1] - sides[1][-1]


def test_whole_games_against_openspiel() -> None:
    """OpenSpiel's mancala is Kalah(6,4) without empty captures; its payoff is the sign of ours."""
    game, other, rng = Kalah(), pyspiel.load_game("mancala"), random.Random(0)
    plies = 0
    for _ in range(60):
        s, state = game.start(), other.new_initial_state()
        while not state.is_terminal():
            p = state.current_player()
            assert not game.terminal(s)
            assert p == s.turn
            legal = [a + (1 if p == 0 else 8) for a in game.actions(s)]
            assert legal == state.legal_actions()
            a = rng.choice(range(len(legal)))
            s = game.result(s, list(game.actions(s))[a])
            state.apply_action(legal[a])
            if not state.is_terminal():
                south, north = (
                    [int(n) for n in side.replace("+", ",").split(",")]
                    for side in game.dump(s).split()[0].split("/")
                )
                assert [int(n) for n in state.observation_tensor(0)[:14]] == [
                    north[6],
                    *south,
                    *north[:6],
                ]
            plies += 1
        assert game.terminal(s)
        value = game.utility(s, 0)
        assert (value > 0) - (value < 0) == state.returns()[0]
    assert plies > 2000


def test_moving_again_and_capturing_by_hand() -> None:
    game = Kalah(3, 2)
    s = game.after(["2"])
    assert (game.dump(s), s.turn) == ("2,0,3+1/2,2,2+0 South", 0)
    assert game.noisy(game.start(), 1)
    t = game.load("1,0,3+2/2,2,2+0 South")
    assert game.noisy(t, 0)
    assert game.dump(game.result(t, 0)) == "0,0,3+5/2,0,2+0 North"


def test_checks_with_other_arguments() -> None:
    for game in (Kalah(3, 3, True), Kalah(7, 18)):
        assert check_game(game, games=5, gear="plain").failures == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("rubbish", "write each side's pits"),
        ("4,4,4+0/4,4,4+0 South", "6 pits on each side"),
        ("4,4,4,4,4,4+0/4,4,4,4,4,5+0 South", "49 seeds; there are 48"),
        ("0,0,0,0,0,0+24/4,4,4,4,4,4+0 South", "over when a side has no seeds"),
    ],
)
def test_positions_are_refused_with_one_line(text: str, words: str) -> None:
    with pytest.raises(BadPosition, match=words):
        Kalah().load(text)


def test_moves_and_arguments_are_refused_with_one_line() -> None:
    game = Kalah()
    with pytest.raises(BadAction, match="pits are 1 to 6"):
        game.parse(game.start(), "7")
    with pytest.raises(BadAction, match="not legal here; legal: 1 2 4 5 6"):
        game.parse(game.after(["3"]), "3")
    for pits, seeds in ((8, 1), (0, 4), (6, 0), (7, 19)):
        with pytest.raises(BadGame, match="1 to 7 pits"):
            Kalah(pits, seeds)


def test_the_board() -> None:
    game = Kalah(2, 3)
    s = game.after(["1"])
    board = game.board(s)
    assert board.cells == ("0", "3", "4", " ", " ", "0", "4", "1")
    assert board.names == (
        "North's store",
        "North 2",
        "North 1",
        "",
        "",
        "South 1",
        "South 2",
        "South's store",
    )
    assert (board.upper_labels, board.column_labels) == (
        ("North", "2", "1", ""),
        ("", "1", "2", "South"),
    )
    assert {game.name(s, a): cells for a, cells in board.touches.items()} == {"1": (2,), "2": (1,)}
