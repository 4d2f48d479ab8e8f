"""Dots and boxes: values of small boards by brute force, and whole games against OpenSpiel."""

from __future__ import annotations

import random

import numpy
import pyspiel
import pytest

from zermelo.check import check_game
from zermelo.engine import Engine
from zermelo.errors import BadAction, BadGame, BadPosition
from zermelo.games.dots_and_boxes import DotsAndBoxes


def brute_force(rows: int, columns: int) -> int:
    """The first player's boxes minus the second's.

    Every set of lines, the largest first, without the game's help.
    """
    lines = [("h", r, c) for r in range(rows + 1) for c in range(columns)] + [
        ("v", r, c) for r in range(rows) for c in range(columns + 1)
    ]
    number = {line: i for i, line in enumerate(lines)}
    boxes = [
        sum(
            1 << number[line]
            for line in (("h", r, c), ("h", r + 1, c), ("v", r, c), ("v", r, c + 1))
        )
        for r in range(rows)
        for c in range(columns)
    ]
    every = numpy.arange(1 << len(lines), dtype=numpy.int32)
    drawn = sum((every >> i & 1).astype(numpy.int8) for i in range(len(lines)))
    ahead = numpy.full(len(every), -len(boxes), numpy.int8)  # of who moves, from here on
    ahead[-1] = 0
    for level in range(len(lines) - 1, -1, -1):
        here = every[drawn == level]
        for i in range(len(lines)):
            sets = here[here >> i & 1 == 0]
            after = sets | 1 << i
            taken = sum((after & box == box).astype(numpy.int8) for box in boxes if box >> i & 1)
            value = numpy.where(taken > 0, taken + ahead[after], -ahead[after])
            ahead[sets] = numpy.maximum(ahead[sets], value)
    return int(ahead[0])


@pytest.mark.parametrize(
    ("rows", "columns", "value"), [(1, 1, -1), (1, 2, 0), (1, 3, -1), (2, 2, 2), (2, 3, -2)]
)
def test_small_boards(rows: int, columns: int, value: int) -> None:
    """2×2 is the first player's, three boxes to one.

    Berlekamp, Conway and Guy, Winning Ways, chapter 16.
    """
    assert brute_force(rows, columns) == value
    if rows * columns < 6:
        result = Engine(DotsAndBoxes(rows, columns), gear="plain").prove()
        assert (result.value, result.exact) == (value, True)


@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (3, 3), (2, 5), (5, 4)])
def test_whole_games_against_openspiel(rows: int, columns: int) -> None:
    """Their lines have our numbers; same players, ends and payoffs."""
    game = DotsAndBoxes(rows, columns)
    other = pyspiel.load_game(
        f"dots_and_boxes(num_rows={rows},num_cols={columns},utility_margin=True)"
    )
    rng = random.Random(rows)
    again = 0
    for _ in range(40):
        s, state = game.start(), other.new_initial_state()
        while not state.is_terminal():
            assert not game.terminal(s)
            assert s.turn == state.current_player()
            assert list(game.actions(s)) == state.legal_actions()
            a = rng.choice(state.legal_actions())
            assert game.name(s, a)[1:] == "".join(
                str(int(n) + 1) for n in state.action_to_string(a)[5:-1].split(",")
            )
            mover = s.turn
            s = game.result(s, a)
            state.apply_action(a)
            again += s.turn == mover
        assert game.terminal(s)
        assert list(game.payoffs(s)) == state.returns()
    assert again > 40


def test_symmetry() -> None:
    """A square has eight symmetries, another rectangle four: one corner stands for all."""
    game = DotsAndBoxes(3, 3)
    corners = ["h11", "h13", "h41", "h43", "v11", "v14", "v31", "v34"]
    assert len({game.canonical(game.after([corner])) for corner in corners}) == 1
    assert len({game.canonical(game.after([name])) for name in ("h11", "h12", "h21", "h22")}) == 4
    game = DotsAndBoxes(1, 2)
    assert len({game.canonical(game.after([name])) for name in ("h11", "h12", "h21", "h22")}) == 1
    assert len({game.canonical(game.after([name])) for name in ("h11", "v11", "v12")}) == 3


def test_checks_with_other_arguments() -> None:
    for game in (DotsAndBoxes(1, 1), DotsAndBoxes(2, 3), DotsAndBoxes(5, 5), DotsAndBoxes(1, 9)):
        assert check_game(game, games=4, gear="plain").failures == []


def test_text_and_board() -> None:
    game = DotsAndBoxes(1, 2)
    s = game.after(["h11", "v11", "h21", "v12", "v(1,3)", "h 1-2"])
    assert game.dump(s) == "11/111/10 -1 second S-"
    assert (
        game.text(s) == "·───·───·\n│ S │   │\n·───·   ·\nboxes: first 0, second 1; second to move"
    )
    board = game.board(s)
    assert (board.rows, board.columns, board.cells[6]) == (3, 5, "S")
    assert board.touches == {game.parse(s, "h22"): (13,)}
    assert game.load(game.dump(s)) == s


def test_a_box_is_whose_line_closed_it() -> None:
    game = DotsAndBoxes(1, 3)
    s = game.after(
        ["h11", "h21", "v11", "h12", "h22", "v13", "h13", "v12", "v14", "h23"]
    )  # v12 closes two boxes
    assert [sign for sign in game.board(s).cells if sign in game.signs] == ["S", "S", "F"]
    assert game.text(s).splitlines()[1] == "│ S │ S │ F │"
    assert game.load(game.dump(s)) == s
    unknown = game.load("110/1110/110 +2 second")
    assert game.text(unknown).splitlines()[1] == "│ ■ │ ■ │"
    assert game.canonical(unknown) == game.canonical(game.load("110/1110/110 +2 second FF-"))
    assert game.key(unknown) == game.key(game.load("110/1110/110 +2 second FF-"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("rubbish", "write the rows of lines"),
        ("11/111 +0 first", "write the rows of lines"),
        ("11/111/11 +1 first", "2 boxes; no player"),
        ("00/000/00 +2 first", "0 boxes; no player"),
        ("11/111/10 -1 second S", "other boxes than this board"),
        ("11/111/10 -1 second -S", "a box that is not closed"),
        ("11/111/10 -1 second F-", "do not make a lead of -1"),
    ],
)
def test_positions_are_refused_with_one_line(text: str, words: str) -> None:
    with pytest.raises(BadPosition, match=words):
        DotsAndBoxes(1, 2).load(text)


def test_moves_and_arguments_are_refused_with_one_line() -> None:
    game = DotsAndBoxes(2, 2)
    for text in ("h13", "v31", "x11", ""):
        with pytest.raises(BadAction, match="is not a line"):
            game.parse(game.start(), text)
    with pytest.raises(BadAction, match="drawn already"):
        game.parse(game.after(["h11"]), "h11")
    for rows, columns in ((0, 1), (6, 5)):
        with pytest.raises(BadGame, match="do not fit"):
            DotsAndBoxes(rows, columns)


@pytest.mark.slow
def test_three_by_three() -> None:
    """The second player wins six to three.

    By brute force over all 2²⁴ sets of lines, and by the engine.
    """
    result = Engine(DotsAndBoxes(3, 3), gear="compiled", memory=256).prove()
    assert (result.value, result.exact) == (-3, True)
    assert brute_force(3, 3) == -3
