"""A game that does not say how it looks has a board, a text and positions that can be read."""

from __future__ import annotations

from enum import Enum
from typing import Any, NamedTuple

import pytest

from zermelo import Game
from zermelo.bits import Bits
from zermelo.errors import BadPosition
from zermelo.games.nim import Nim
from zermelo.history import with_history
from zermelo.position import Position


class Colour(Enum):
    RED = 1
    BLUE = 2


class Flat(NamedTuple):
    cells: tuple[Any, ...] = (0,) * 9
    turn: int = 0
    winner: Colour | None = None


class Rows(NamedTuple):
    rows: tuple[tuple[str, ...], ...] = ((".", ".", "."), (".", "X", "."), (".", ".", "."))
    turn: str = "X"


class Sets(NamedTuple):
    own: Bits = 0b000001
    other: Bits = 0b100000
    turn: int = 0


class Sheet(NamedTuple):
    money: int = 5
    cards: tuple[int, ...] = (1, 2, 3)
    hidden: bool = False


class Bare(Game[Any, Any]):
    """Rules that only put what they are given; `board` and the rest are derived."""

    def __init__(self, first: Any, *shape: int) -> None:
        self.first = first
        if shape:
            self.board_shape = shape  # type: ignore[assignment]

    def start(self) -> Any:
        return self.first

    def player(self, s: Any) -> int:
        return 0

    def actions(self, s: Any) -> Any:
        if isinstance(s, Flat):
            return [i for i, x in enumerate(s.cells) if x == 0]
        if isinstance(s, Rows):
            return [((1, 1), (r, c)) for r in range(3) for c in range(3) if s.rows[r][c] == "."]
        return ["pass"]

    def result(self, s: Any, a: Any) -> Any:
        if isinstance(s, Flat):
            return s._replace(cells=(*s.cells[:a], s.turn + 1, *s.cells[a + 1 :]), turn=1 - s.turn)
        if isinstance(s, Rows):
            rows = [list(row) for row in s.rows]
            (r, c), (to_r, to_c) = a
            rows[r][c], rows[to_r][to_c] = ".", "X"
            return s._replace(rows=tuple(map(tuple, rows)))
        return s

    def terminal(self, s: Any) -> bool:
        return False

    def utility(self, s: Any, p: int) -> float:
        return 0.0


def test_a_square_of_cells_is_a_board_with_a_piece_for_each_player() -> None:
    game = Bare(Flat())
    s = game.result(game.result(game.start(), 4), 0)
    board = game.board(s)
    assert board is not None
    assert board.text() == "○ · ·\n· ● ·\n· · ·"
    assert board.touches[8] == (8,)
    assert game.text(s) == "○ · ·\n· ● ·\n· · ·\nwinner –"


def test_signs_of_the_game_stand_on_its_board() -> None:
    game = Bare(Flat())
    game.signs = ("X", "O")
    board = game.board(Flat((0, 1, 2, *[0] * 6)))
    assert board is not None and board.cells[:3] == ("", "X", "O")


def test_numbers_that_are_no_players_are_shown_as_they_are() -> None:
    board = Bare(Flat()).board(Flat((0, 16, 2, 0, 0, 0, 0, 0, 4)))
    assert board is not None and board.cells[:3] == ("", "16", "2")


def test_rows_take_clicks_from_where_to_where() -> None:
    game = Bare(Rows())
    board = game.board(game.start())
    assert board is not None
    assert (board.rows, board.columns, board.cells[4]) == (3, 3, "X")
    assert board.touches[(1, 1), (0, 2)] == (4, 2)


def test_sets_of_bits_are_a_board_of_the_declared_shape() -> None:
    board = Bare(Sets(), 2, 3).board(Sets())
    assert board is not None and board.text() == "● · ·\n· · ○"
    assert Bare(Sets()).board(Sets()) is None


def test_an_oblong_needs_a_declared_shape() -> None:
    s = Flat((0,) * 12)
    assert Bare(s).board(s) is None
    board = Bare(s, 3, 4).board(s)
    assert board is not None and (board.rows, board.columns) == (3, 4)


def test_a_text_of_letters_may_be_a_board() -> None:
    class Letters(NamedTuple):
        board: str = "K.......k"

    board = Bare(Letters()).board(Letters())
    assert board is not None and board.text() == "K · ·\n· · ·\n· · k"


def test_rows_of_letters_may_be_a_board_and_stay_one_when_they_are_full() -> None:
    class Rows(NamedTuple):
        rows: tuple[str, ...] = ("..x", "...", "o..")

    board = Bare(Rows()).board(Rows(("xox", "oxo", "oxx")))
    assert board is not None and board.text() == "x o x\no x o\no x x"


def test_a_bare_tuple_is_drawn_by_its_parts() -> None:
    game = Bare((((None,) * 3,) * 3, "X"))
    s = (((None, "O", None), (None, "X", None), (None,) * 3), "X")
    board = game.board(s)
    assert board is not None and board.text() == "· O ·\n· X ·\n· · ·"
    assert game.caption(s) == "X"
    assert game.text(((1, 2), (), 3)) == "1  1 2\n2  nothing\n3  3"


@pytest.mark.parametrize("s", ["K.......k", (0,) * 9, ((0,) * 9,) * 9])
def test_a_state_that_is_a_board_itself_is_drawn(s: Any) -> None:
    board = Bare(s).board(s)
    assert board is not None and board.rows == board.columns
    assert Bare(s).caption(s) == ""


def test_cards_in_three_hands_are_no_board() -> None:
    class Hands(NamedTuple):
        hands: tuple[tuple[str, ...], ...] = (("A", "B", "C"), ("D", "E", "F"), ("K", "Q", "J"))

    assert Bare(Hands()).board(Hands()) is None


def test_what_no_cell_shows_is_chosen_from_the_list() -> None:
    class Ways(Bare):
        def actions(self, s: Any) -> Any:
            return ["up", "down"]

        def result(self, s: Any, a: Any) -> Any:
            return s._replace(cells=(1, *s.cells[1:])) if a == "up" else s

    board = Ways(Flat()).board(Flat())
    assert board is not None and dict(board.touches) == {"up": (), "down": ()}


def test_other_states_are_tables_of_fields() -> None:
    game = Bare(Sheet())
    assert game.board(Sheet()) is None
    assert game.caption(Sheet()) == ""
    assert game.text(Sheet()) == "money   5\ncards   1 2 3\nhidden  no"


@pytest.mark.parametrize(
    "s",
    [
        Flat((1, None, 2, 0, 0, 0, 0, 0, 0), 1, Colour.BLUE),
        Rows(turn="O"),
        Sets(7, 8, 1),
        Sheet(-2),
    ],
)
def test_what_is_dumped_is_loaded(s: Any) -> None:
    game = Bare(type(s)())
    assert game.reads_positions
    assert game.load(game.dump(s)) == s
    assert Position(game, s).to_dict()["position"] == game.dump(s)


def test_fields_that_are_left_out_are_those_of_the_start() -> None:
    assert Bare(Flat()).load("Flat(turn=1, winner=RED)") == Flat(turn=1, winner=Colour.RED)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Flat(", "is not a position; the start is Flat"),
        ("Other(1)", "is written Flat"),
        ("Flat(colour=3)", "Flat has no field colour: it has cells, turn, winner"),
        ("Flat(cells=(1, 2))", "Flat.cells has 9 items, not 2"),
        ("Flat(cells=3)", "Flat.cells is a tuple, not 3"),
        ("Flat(turn='x')", "Flat.turn is a number, not 'x'"),
        ("Flat(turn=len)", "Flat.turn cannot be len"),
    ],
)
def test_a_text_that_is_no_position_is_refused_in_one_line(text: str, words: str) -> None:
    with pytest.raises(BadPosition) as caught:
        Bare(Flat()).load(text)
    assert words in str(caught.value) and "\n" not in str(caught.value)


def test_a_game_with_its_own_dump_is_not_read() -> None:
    class Dumps(Bare):
        def dump(self, s: Any) -> str:
            return "x"

    assert not Dumps(Flat()).reads_positions
    with pytest.raises(BadPosition, match="does not read positions"):
        Dumps(Flat()).load("x")


def test_a_game_with_history_reads_as_its_game_does() -> None:
    class Returning(Bare):
        repetition = 3

    game = with_history(Returning(Flat()))
    assert game.reads_positions
    assert game.load("Flat(turn=1)").state == Flat(turn=1)
    assert Nim(2, 2).reads_positions
