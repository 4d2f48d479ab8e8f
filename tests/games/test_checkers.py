"""Checkers: published counts, OpenSpiel's rules, notation, evaluations."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pyspiel
import pytest

from zermelo import search
from zermelo.check import check_game
from zermelo.engine import Engine
from zermelo.errors import BadAction, BadGame, BadPosition
from zermelo.games.checkers import Checkers, Position
from zermelo.history import with_history
from zermelo.perft import perft
from zermelo.teach.problems import evaluate_checkers as problem_4

PERFT_8 = [
    7,
    49,
    302,
    1469,
    7361,
    36768,
    179740,
    845931,
    3963680,
    18391564,
    85242128,
    388623673,
]  # OEIS A133046
PERFT_6 = [
    5,
    25,
    106,
    369,
    1271,
    4104,
    12495,
    37474,
    104013,
    290032,
    808158,
    2209549,
    6039632,
    16775007,
    45722008,
]  # Halbersma, dctl


@pytest.mark.parametrize(("size", "counts", "plain"), [(8, PERFT_8[:9], 5), (6, PERFT_6[:12], 7)])
def test_perft_in_both_gears(size: int, counts: list[int], plain: int) -> None:
    """shared/data/checkers.

    King captures of the same pieces by different ways are counted apart.
    """
    game = Checkers(size)
    assert [
        perft(game, depth=depth, gear="plain").nodes for depth in range(1, plain + 1)
    ] == counts[:plain]
    assert [
        perft(game, depth=depth, gear="compiled").nodes for depth in range(1, len(counts) + 1)
    ] == counts


@pytest.mark.slow
@pytest.mark.parametrize(("size", "counts"), [(8, PERFT_8), (6, PERFT_6)])
def test_perft_further(size: int, counts: list[int]) -> None:
    game = Checkers(size)
    for depth in range(9, len(counts) + 1):
        assert perft(game, depth=depth, gear="compiled").nodes == counts[depth - 1]


def test_the_published_files(data: Path) -> None:
    """The numbers above are those of the files."""
    rows = [
        line.split("\t")
        for line in (data / "checkers" / "perft.tsv").read_text().splitlines()
        if line[0] != "#"
    ]
    assert [int(row[1]) for row in rows][:12] == PERFT_8
    rows = [
        line.split("\t")
        for line in (data / "checkers" / "perft_6x6_and_variants.tsv").read_text().splitlines()
    ]
    (found,) = [row[2] for row in rows if row[:2] == ["checkers", "6x6"]]
    assert [int(word) for word in found.split()][:15] == PERFT_6


# ---------------------------------------------------------------------- OpenSpiel


def their_name(game: Checkers, a: int) -> str:
    """An action as OpenSpiel writes it.

    The first player is at its bottom, so the board is turned around.
    """
    text = ""
    for bit in (a >> 6, a & 63):
        row, column = divmod(game._cell(game._number(bit) - 1), 8)
        text += f"{'abcdefgh'[7 - column]}{row + 1}"
    return text


def their_board(game: Checkers, s: Position) -> list[str]:
    signs = {"⛂": "o", "⛃": "8", "⛀": "+", "⛁": "*", "": "."}
    cells = [signs[sign] for sign in reversed(game.board(s).cells)]
    return ["".join(cells[8 * r : 8 * r + 8]) for r in range(8)]


def test_random_games_against_openspiel() -> None:
    """Same players, legal actions, boards, ends and payoffs.

    OpenSpiel alone calls 40 plies without a capture a draw.
    """
    game, theirs = Checkers(), pyspiel.load_game("checkers")
    plies = jumps_on = wins = 0
    for seed in range(60):
        rng = random.Random(seed)
        s, t = game.start(), theirs.new_initial_state()
        without_capture = 0
        while not t.is_terminal():
            assert not game.terminal(s)
            assert game.player(s) == t.current_player()
            own = {their_name(game, a): a for a in game.actions(s)}
            other = {t.action_to_string(t.current_player(), b): b for b in t.legal_actions()}
            assert sorted(own) == sorted(other)
            assert [line[1:] for line in str(t).splitlines()[:8]] == their_board(game, s)
            name = rng.choice(sorted(own))
            without_capture = 0 if game.is_capture(own[name]) else without_capture + 1
            s = game.result(s, own[name])
            t.apply_action(other[name])
            plies += 1
            jumps_on += game.is_mid_move(s)
        if t.returns() == [0, 0]:
            assert without_capture == 40
            assert not game.terminal(s) or game._stuck(s)
        else:
            assert game.terminal(s)
            assert list(game.payoffs(s)) == t.returns()
            wins += 1
    assert plies > 3000 and jumps_on > 50 and wins > 50


# ---------------------------------------------------------------------- rules


def test_a_capture_must_be_made_and_gone_through_with() -> None:
    game = Checkers()
    s = game.load("B:W18,26,30:B1,15")
    assert [game.name(s, a) for a in game.actions(s)] == ["15x22"]
    s = game.result(s, game.parse(s, "15x22"))
    assert (game.player(s), game.is_mid_move(s), game.repetition_key(s), game.dump(s)) == (
        0,
        True,
        0,
        "B:W26,30:B1,22:J22",
    )
    assert [game.name(s, a) for a in game.actions(s)] == ["22x31"]
    assert game.load(game.dump(s)) == s


def test_a_man_stops_where_it_is_crowned() -> None:
    """On 30 the new king could take 26 at once, but its move is over."""
    game = Checkers()
    s = game.after(["21x30"], game.load("B:W25,26,8:B21"))
    assert game.dump(s) == "W:W8,26:BK30"


def test_a_king_captures_backwards_and_a_man_does_not() -> None:
    game = Checkers()
    s = game.load("B:W10,11:BK15,14")
    assert sorted(game.name(s, a) for a in game.actions(s)) == ["15x6", "15x8"]


def test_who_cannot_move_loses() -> None:
    game = Checkers()
    blocked = game.load("B:W9,14:B5")  # 5-9 is taken, and behind it 14
    assert game.terminal(blocked) and game.payoffs(blocked) == (-1, 1)
    gone = game.after(["15x22"], game.load("B:W18:B15"))
    assert game.terminal(gone) and game.payoffs(gone) == (1, -1)


def test_forty_moves_without_progress_draw() -> None:
    game = Checkers()
    s = game.load("B:WK32:BK1:H78")
    s = game.after(["1-6"], s)
    assert not game.terminal(s) and game.reversible_plies(s) == 79
    assert game.result(s, game.parse(s, "32-28")).quiet == 80
    drawn = game.after(["32-28"], s)
    assert game.terminal(drawn) and game.payoffs(drawn) == (0, 0) and not list(game.actions(drawn))
    assert Checkers(draw=39).terminal(s.__class__(*s[:-1], 78))
    man = game.after(["9-13"], game.load("B:WK32:BK1,9:H79"))
    assert man.quiet == 0
    lost = game.load("B:W9,14:B5:H80")  # a player without a move has lost all the same
    assert game.payoffs(lost) == (-1, 1)


def test_positions_come_again_whatever_the_clock_says() -> None:
    game = Checkers()
    s = game.load("B:WK32:BK1,12")
    again = game.after(["1-6", "32-28", "6-1", "28-32"], s)
    assert (
        game.repetition_key(again) == game.repetition_key(s)
        and game.key(again) != game.key(s)
        and game.reversible_plies(again) == 4
    )
    moves = ["1-6", "32-28", "6-1", "28-32"] * 2
    remembered = with_history(game)
    drawn = remembered.after(moves, remembered.load("B:WK32:BK1,12"))
    assert remembered.terminal(drawn) and remembered.payoffs(drawn) == (0, 0)
    assert not remembered.terminal(remembered.after(moves[:-1], remembered.load("B:WK32:BK1,12")))


# ---------------------------------------------------------------------- notation


def test_whole_moves_as_text() -> None:
    game = Checkers()
    s = game.load("W:W31,K22:B7,8,15,16,17,24,26,27")
    moves = {game.write_move(s, move): move for move in game.whole_moves(s)}
    assert "22x13" in moves and all(game.read_move(s, text) == move for text, move in moves.items())
    s = game.load("B:W6,7,14,15,22,23:BK2")
    ways = sorted(game.write_move(s, move) for move in game.whole_moves(s))
    assert "2x9x18x11x2" in ways and "2x11x18x9x2" in ways
    with pytest.raises(BadAction, match="may mean 2x11x18x9x2 or 2x9x18x11x2"):
        game.read_move(s, "2x2")
    assert len(game.read_move(s, "2 x 11 x 9 x 2")) == 4
    again = with_history(game)
    assert again.dump(again.after(["2x11x9x2"], again.load(game.dump(s)))).startswith("W:W")
    assert game.parse(s, "2-9") == game.read_move(s, "2x9x18x27")[0]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("11-16-20", "not legal"),
        ("hello", "not a move"),
        ("11", "not a move"),
        ("1-5", "not legal"),
    ],
)
def test_bad_moves(text: str, words: str) -> None:
    game = Checkers()
    with pytest.raises(BadAction, match=words):
        game.parse(game.start(), text)
    with pytest.raises(BadAction, match="move 2"):
        game.after(["11-15", text])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("X:W18:B1", "not a position"),
        ("B:W18", "not a position"),
        ("B:W18:B1:B2", "not a position"),
        ("B:W33:B1", "squares are 1 to 32"),
        ("B:Wx:B1", "not a piece"),
        ("B:W18,K18:B1", "two pieces on square 18"),
        ("B:W18:B18", "two pieces on square 18"),
        ("B:W18:B30", "would have been crowned"),
        ("B:W3:B1", "would have been crowned"),
        ("B:W:B1", "has no pieces"),
        ("B:W18:B1-13", "began with fewer"),
        ("B:W18:B1:Hx", "plies without progress"),
        ("B:W18:B1:J1", "must go on"),
    ],
)
def test_bad_positions(text: str, words: str) -> None:
    with pytest.raises(BadPosition, match=words) as caught:
        Checkers().load(text)
    assert "\n" not in str(caught.value)


def test_positions_as_programs_write_them() -> None:
    game = Checkers()
    assert game.load("B:W21-32:B1-12.") == game.start()
    assert game.load("w:wk31, 18:b1").kings.bit_count() == 1
    assert (
        game.board(game.start()).text(ascii_only=True).splitlines()[0].split()[1:] == [".", "b"] * 4
    )


@pytest.mark.parametrize("arguments", [{"size": 7}, {"draw": 0}, {"evaluation": "neural"}])
def test_bad_arguments(arguments: dict[str, Any]) -> None:
    with pytest.raises(BadGame):
        Checkers(**arguments)


# ---------------------------------------------------------------------- evaluations


def turned(game: Checkers, s: Position) -> Position:
    """The board turned around and the colours exchanged."""
    last = game.squares[-1]
    black, white, kings = (
        sum(1 << last - i for i in range(last + 1) if bits >> i & 1)
        for bits in (s.white, s.black, s.kings)
    )
    return Position(black, white, kings, 1 - s.turn, 0, s.quiet)


@pytest.mark.parametrize("evaluation", Checkers.evaluations)
def test_evaluations_are_fair_to_both_sides(evaluation: str) -> None:
    """Turned around with the colours exchanged, a position is worth as much to the other player."""
    game, rng = Checkers(evaluation=evaluation), random.Random(5)
    s = game.start()
    seen = 0
    while not game.terminal(s):
        if not s.jumper:
            assert game.evaluate(s, 0) == pytest.approx(game.evaluate(turned(game, s), 1))
            seen += game.evaluate(s, 0) != 0
        s = game.result(s, rng.choice(list(game.actions(s))))
    assert seen > 5


def test_the_lectures_evaluations() -> None:
    s = Checkers().load("B:W18,24,K31:B1,2,3,K28")
    assert Checkers(evaluation="material").evaluate(s, 0) == (5 - 4) / 25
    assert Checkers(evaluation="problem").evaluate(s, 0) == problem_4(3, 1, 2, 1)
    assert Checkers(evaluation="problem").evaluate(s, 1) == -problem_4(3, 1, 2, 1)


def test_the_laws_on_other_boards() -> None:
    report = check_game(Checkers(6), games=12)
    assert report.failures == [] and report.compiled


@pytest.mark.parametrize("draw", [1, 2, 3])
def test_the_engine_solves_the_smallest_board(draw: int) -> None:
    """4×4, two men each, is a draw, also where the count of moves hardly matters.

    The textbook says so too.
    """
    game = Checkers(4, draw)
    textbook, engine = (
        search.alphabeta(game, gear="plain"),
        Engine(game, gear="plain", memory=1).solve(),
    )
    assert textbook.exact and textbook.value == engine.value == 0


def test_the_engine_wins_with_two_kings_against_one() -> None:
    game = Checkers()
    result = Engine(game, gear="plain", memory=1).search(game.load("B:WK21:BK15,K10"), depth=9)
    assert (result.value, result.exact) == (1, True)
