"""The games: counts and outcomes from published sources, arguments, what decided a game."""

from __future__ import annotations

import random
from functools import reduce
from itertools import pairwise
from operator import xor
from pathlib import Path
from typing import Any

import pytest

from zermelo import catalogue, search
from zermelo.board import Board
from zermelo.errors import BadGame, BadPosition
from zermelo.game import Game
from zermelo.games.coins import Coins
from zermelo.games.connect_four import ConnectFour
from zermelo.games.hex import Hex
from zermelo.games.mnk import MNK
from zermelo.games.nim import Nim
from zermelo.games.pig import Pig
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.states import reachable_states

# ---------------------------------------------------------------------- tic-tac-toe and m,n,k


def test_tic_tac_toe_positions() -> None:
    """shared/data/small_games/tictactoe.tsv: 5,478 positions, 765 up to symmetry."""
    game = TicTacToe()
    states = reachable_states(game)
    assert len(states) == 5478
    assert len({game.canonical(s) for s in states}) == 765


MNK_RESULTS = [  # shared/data/small_games/mnk.tsv
    (2, 3, 2, False, 1), (2, 3, 2, True, -1), (2, 4, 3, False, 0), (2, 5, 2, True, -1),
    (3, 3, 2, False, 1), (3, 3, 2, True, -1),
    (3, 3, 3, False, 0), (3, 3, 3, True, 0), (3, 4, 2, False, 1), (3, 4, 2, True, -1),
    (3, 4, 3, False, 1), (3, 4, 4, False, 0), (4, 4, 2, False, 1), (4, 4, 3, False, 1),
    pytest.param(3, 4, 3, True, -1, marks=pytest.mark.slow),
    pytest.param(3, 4, 4, True, 0, marks=pytest.mark.slow),
]  # fmt: skip


@pytest.mark.parametrize(("m", "n", "k", "misere", "value"), MNK_RESULTS)
def test_mnk_outcomes(m: int, n: int, k: int, misere: bool, value: int) -> None:
    result = search.alphabeta(MNK(m, n, k, misere))
    assert (result.value, result.exact) == (value, True)


# ---------------------------------------------------------------------- connect four


def ply_counts(game: Game[Any, Any], plies: int) -> list[int]:
    """How many different positions there are after each number of plies."""
    counts, level = [], {game.start()}
    for _ in range(plies + 1):
        counts.append(len(level))
        level = {game.result(s, a) for s in level for a in game.options(s)}
    return counts


def test_connect_four_positions_by_ply() -> None:
    """shared/data/connect_four/7x6_ply_wdl.tsv: 1, 7, 49, 238, 1120, 4263, 16422 …"""
    assert ply_counts(ConnectFour(), 6) == [1, 7, 49, 238, 1120, 4263, 16422]


@pytest.mark.parametrize(
    ("width", "height", "positions"),
    [(3, 3, 869), (4, 2, 741), (2, 4, 179), (3, 4, 6000), (4, 3, 12031)],
)
def test_connect_four_positions_of_small_boards(width: int, height: int, positions: int) -> None:
    """shared/data/connect_four/position_counts_by_board.tsv."""
    if max(width, height) < 4:
        game = ConnectFour(width, height, 3)
        assert len(reachable_states(game)) < positions  # three in a row end games earlier
    else:
        assert len(reachable_states(ConnectFour(width, height))) == positions


@pytest.mark.parametrize(
    ("width", "height", "value"),
    [
        (4, 4, 0),
        pytest.param(5, 4, 0, marks=pytest.mark.slow),
        pytest.param(4, 5, 0, marks=pytest.mark.slow),
    ],
)
def test_connect_four_outcomes(width: int, height: int, value: int) -> None:
    """shared/data/connect_four/board_size_outcomes.tsv."""
    result = search.alphabeta(ConnectFour(width, height))
    assert (result.value, result.exact) == (value, True)


def test_connect_four_endgames_against_published_scores(data: Path) -> None:
    """Test_L3_R1.

    Positions near the end; the sign of the score is the value for the player to move.
    """
    game = ConnectFour()
    lines = [
        line.split() for line in (data / "connect_four" / "Test_L3_R1").read_text().splitlines()
    ]
    late = [(moves, int(score)) for moves, score in lines if len(moves) >= 34][:60]
    for moves, score in late:
        result = search.alphabeta(game, game.after(moves), gear="compiled")
        assert result.value == (score > 0) - (score < 0), moves


def test_positions_are_read_and_refused() -> None:
    game = ConnectFour()
    s = game.after("4455")
    assert game.load(game.dump(s)) == s
    for text, words in [
        ("7/7/7/7/7/6X O", "6X"),
        ("7/7/7/7/3X3/7 O", "hanging"),
        ("7/7/7/7/7/7 O", "cannot arise"),
        ("7/7", "2 rows"),
        ("7/7/7/7/7/3Z3", "is not a piece"),
        ("8/7/7/7/7/7", "8 cells"),
    ]:
        if words == "6X":
            game.load(text)
        else:
            with pytest.raises(BadPosition, match=words):
                game.load(text)


# ---------------------------------------------------------------------- nim and coins


@pytest.mark.parametrize("misere", [True, False])
def test_nim_against_the_theory_of_nim_sums(misere: bool) -> None:
    """Normal play.

    The mover wins iff the nim sum is not 0; misère: the same, until all piles are of size 1.
    """
    game = Nim(4, 3, misere)
    for piles in [(a, b, c) for a in range(5) for b in range(a + 1) for c in range(b + 1)]:
        if any(piles):
            s = game.load(" ".join(map(str, piles)))
            wins = reduce(xor, piles) != 0
            if misere and max(piles) == 1:
                wins = sum(piles) % 2 == 0
            assert search.alphabeta(game, s).value == (1 if wins else -1), piles


def test_coins_small_by_hand() -> None:
    """3 = 2+1 ends at once and its mover loses.

    4 = 2+2 too, but 4 = 3+1 leaves the loss to the other.
    """
    assert [search.minimax(Coins(n)).value for n in (3, 4)] == [-1, 1]


# ---------------------------------------------------------------------- pig


def test_pig_depth_2_as_in_openspiels_own_test() -> None:
    """shared/data/chance.

    A three-sided die, estimates by score difference, depth 2 from the start: 5/3, roll.
    """
    for gear in ("plain", "compiled"):
        result = search.expectimax(Pig(100, 3), depth=2, gear=gear)
        assert result.value * 100 == pytest.approx(5 / 3)
        assert result.action_name == "roll"


@pytest.mark.slow
def test_pig_at_20_by_value_iteration() -> None:
    """shared/data/chance.

    The first player wins with probability 0.615558550; the game's own rules, iterated.
    """
    game = Pig(20)
    states = reachable_states(game)
    value = {s: float(game.utility(s, 0)) if game.terminal(s) else 0.0 for s in states}
    order = sorted(
        (s for s in states if not game.terminal(s)),
        key=lambda s: -(s.first + s.second + s.gathered),
    )
    outcomes = {s: [(p, game.result(s, a)) for a, p in game.chances(s)] for s in order if s.rolling}
    choices = {s: [game.result(s, a) for a in game.actions(s)] for s in order if not s.rolling}
    for _ in range(400):
        change = 0.0
        for s in order:
            if s.rolling:
                new = sum(p * value[t] for p, t in outcomes[s])
            else:
                new = (max if s.turn == 0 else min)(value[t] for t in choices[s])
            change, value[s] = max(change, abs(new - value[s])), new
        if change < 1e-12:
            break
    assert (value[game.start()] + 1) / 2 == pytest.approx(0.615558550, abs=1e-8)


@pytest.mark.parametrize("text", ["100 100 0 first", "100 60 40 second", "0 100 0 first rolling"])
def test_pig_ends_when_one_player_has_won(text: str) -> None:
    with pytest.raises(BadPosition, match="a player with 100 points has won"):
        Pig().load(text)


# ---------------------------------------------------------------------- arguments


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("nimm", "did you mean nim"),
        ("nim:0,2", "1 to 63 matches"),
        ("nim:a,2", "m is 'a'; it must be a whole number"),
        ("nim:1,2,3,4", "takes 3 arguments, not 4"),
        ("nim:q=3", "no argument 'q'"),
        ("nim:misere=perhaps", "it must be yes or no"),
        ("nim:m=2,3", "after arguments by name"),
        ("chess:evaluation=material,evaluation=linear", "evaluation is given twice"),
        ("chess:material,evaluation=linear", "evaluation is given twice"),
        ("2049", "did you mean 2048?"),
        ("connect-four:9,9", "does not fit"),
        ("connect-four:4,4,9", "9 in a row do not fit"),
        ("mnk:8,8,3", "does not fit"),
        ("coins:2", "3 to 63 coins"),
        ("pig:0", "a goal of at least 1"),
        ("nowhere.py:X", "no such file"),
    ],
)
def test_bad_arguments_get_one_line(spec: str, words: str) -> None:
    with pytest.raises(BadGame) as caught:
        catalogue.game(spec)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_arguments_by_order_and_by_name() -> None:
    one, two = catalogue.game("nim:2,3,no"), catalogue.game("nim:p=3,misere=no,m=2")
    assert isinstance(one, Nim) and isinstance(two, Nim)
    assert (one.m, one.p, one.misere) == (two.m, two.p, two.misere) == (2, 3, False)


# ---------------------------------------------------------------------- long checks


@pytest.mark.slow
@pytest.mark.parametrize(
    ("m", "n", "k", "misere", "value"),
    [
        (4, 4, 4, False, 0),
        (4, 4, 3, True, -1),
        (4, 4, 2, True, -1),
        (4, 5, 2, True, -1),
        (2, 5, 5, True, 0),
    ],
)
def test_larger_mnk_outcomes(m: int, n: int, k: int, misere: bool, value: int) -> None:
    """shared/data/small_games/mnk.tsv; 4,4,4 takes bare alpha-beta half a billion nodes."""
    assert search.alphabeta(MNK(m, n, k, misere), gear="compiled").value == value


@pytest.mark.slow
def test_connect_four_on_5_by_5_is_a_draw() -> None:
    """shared/data/connect_four/board_size_outcomes.tsv; two billion nodes of bare alpha-beta."""
    assert search.alphabeta(ConnectFour(5, 5), gear="compiled").value == 0


@pytest.mark.slow
def test_connect_four_positions_to_ply_9() -> None:
    """shared/data/connect_four/7x6_ply_wdl.tsv."""
    assert ply_counts(ConnectFour(), 9)[7:] == [54859, 184275, 558186]


@pytest.mark.parametrize("text", ["XXX/OOO/3 X", "XXX/OO1/3 X"])
def test_positions_after_the_end_are_refused(text: str) -> None:
    with pytest.raises(BadPosition, match="cannot arise"):
        TicTacToe().load(text)


def drawn(made: Game[Any, Any], s: Any) -> Board:
    board = made.board(s)
    assert board is not None
    return board


@pytest.mark.parametrize(
    "name", ["tic-tac-toe", "mnk:5,4,3", "connect-four", "connect-four:5,4,3", "hex:4"]
)
def test_what_decided_a_game_is_on_its_board(name: str) -> None:
    """One player's pieces, as many as a line needs, when the game has been won.

    Nothing before, nor after a draw.
    """
    made: Game[Any, Any] = catalogue.game(name)
    for seed in range(30):
        rng = random.Random(seed)
        s = made.start()
        while not made.terminal(s):
            assert drawn(made, s).deciding == ()
            s = made.result(s, rng.choice(made.options(s)))
        board, payoffs = drawn(made, s), made.payoffs(s)
        signs = {board.cells[i] for i in board.deciding}
        assert signs == ({made.player_sign(payoffs.index(1))} if 1 in payoffs else set())
        assert not board.deciding or len(board.deciding) >= 3


def test_the_chain_in_hex_leads_from_edge_to_edge() -> None:
    hex_game = Hex(5)
    for seed in range(30):
        rng = random.Random(seed)
        s = hex_game.start()
        while not hex_game.terminal(s):
            s = hex_game.result(s, rng.choice(hex_game.options(s)))
        places = [divmod(i, 5) for i in drawn(hex_game, s).deciding]
        along = 0 if s.turn == 1 else 1  # Red, who joins the rows, has just moved
        assert places[0][along] == 0 and places[-1][along] == 4
        assert all(
            (u - r, v - c) in {(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)}
            for (r, c), (u, v) in pairwise(places)
        )
