"""The board of checkers: its squares, and moves and positions as text.

Squares are numbered as in PDN: the dark squares from the top, where Black begins. Bits run the same
way with one spare bit after every two rows, so that a step is always a shift by h or h + 1 (h dark
squares to a row) and what runs off the board lands on a bit that is never empty and never occupied.
For 8×8, h = 4::

    squares                              bits
         1     2     3     4                  0     1     2     3
      5     6     7     8                  4     5     6     7           8
         9    10    11    12                  9    10    11    12
     13    14    15    16                 13    14    15    16          17
        17    18    19    20                 18    19    20    21
     21    22    23    24                 22    23    24    25          26
        25    26    27    28                 27    28    29    30
     29    30    31    32                 31    32    33    34
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from zermelo.bits import Bits, lowest, members
from zermelo.board import TO_MOVE, Board, Detail, list_captured
from zermelo.errors import BadAction, BadGame, BadPosition, abbreviate
from zermelo.game import Game
from zermelo.notation import whole_number

BLACK, WHITE = 0, 1


class Position(NamedTuple):
    """The pieces of either side, the kings, the player to move, the piece that must jump on.

    `quiet` counts the plies without progress.
    """

    black: Bits
    white: Bits
    kings: Bits
    turn: int
    jumper: Bits
    quiet: int


class CheckersBoard(Game[Position, int]):
    """The squares of a board of one size, and the methods that read and write text."""

    names = ("Black", "White")
    signs = ("⛂", "⛀")

    def __init__(self, size: int) -> None:
        if size not in (4, 6, 8, 10):
            raise BadGame(f"checkers is played on 4×4, 6×6, 8×8 or 10×10, not on {size}×{size}")
        self.size = size
        self.h = h = size // 2
        self.squares = tuple(i + i // size for i in range(size * h))
        """The bit of each square, from square 1."""
        self.rows = tuple(
            sum(1 << bit for bit in self.squares[r * h : r * h + h]) for r in range(size)
        )
        self.full = sum(self.rows)
        self.crown = self.rows[-1], self.rows[0]
        self.opening = Position(sum(self.rows[: h - 1]), sum(self.rows[h + 1 :]), 0, BLACK, 0, 0)

    def is_capture(self, a: int) -> bool:
        """Is an action a jump?"""
        return abs((a & 63) - (a >> 6)) > self.h + 1

    # ------------------------------------------------------------------ moves as text

    def _number(self, bit: int) -> int:
        """The number of a square."""
        return bit - bit // (self.size + 1) + 1

    def name(self, s: Position, a: int) -> str:
        """A step as 11-15, one jump as 15x22."""
        return f"{self._number(a >> 6)}{'x' if self.is_capture(a) else '-'}{self._number(a & 63)}"

    def parse(self, s: Position, text: str) -> int:
        """One action: of a whole capture like 15x22x29, the first jump."""
        return self.read_move(s, text)[0]

    def whole_moves(self, s: Position) -> Iterator[tuple[int, ...]]:
        """All moves, a capture as the jumps that it is made of."""
        for a in self.options(s):
            after = self.result(s, a)
            if after.jumper:
                for rest in self.whole_moves(after):
                    yield a, *rest
            else:
                yield (a,)

    def write_move(self, s: Position, move: Iterable[int]) -> str:
        """A whole move: its squares in turn."""
        steps = [self.name(s, a) for a in move]
        return steps[0] + "".join(step[step.index("x") :] for step in steps[1:])

    def read_move(self, s: Position, text: str) -> tuple[int, ...]:
        """The action, or the jumps of a whole capture.

        Squares between may be left out where only one capture fits.

        >>> from zermelo.games.checkers import Checkers
        >>> game = Checkers()
        >>> s = game.load("B:W18,25,30:B15")
        >>> game.write_move(s, game.read_move(s, "15x29"))
        '15x22x29'
        >>> game.dump(game.after(["15x22x29"], s))
        'W:W30:BK29'
        """
        squares = self._read_squares(text)
        moves = [(move, self._path(move)) for move in self.whole_moves(s)]
        for length in (len(squares) - 1, None):
            fitting = {move[:length] for move, path in moves if _fits(path, squares, length)}
            if len(fitting) == 1:
                return fitting.pop()
        if fitting:
            meanings = " or ".join(sorted(self.write_move(s, move) for move in fitting))
            raise BadAction(f"{text.strip()!r} may mean {meanings}")
        legal = abbreviate(self.write_move(s, move) for move, _ in moves)
        raise BadAction(f"{text.strip()!r} is not legal here; legal: {legal}")

    def _read_squares(self, text: str) -> list[int]:
        """The numbers in a text like 15x22x29; 0 for one that is not a square."""
        if not re.fullmatch(r"\s*[0-9]+(\s*[-x×:*]\s*[0-9]+)+\s*", text, re.IGNORECASE):
            raise BadAction(
                f"{text.strip()!r} is not a move; write 11-15, 15x22, or a whole capture like "
                "15x22x29"
            )
        return [whole_number(word, len(self.squares)) or 0 for word in re.findall(r"[0-9]+", text)]

    def _path(self, move: tuple[int, ...]) -> list[int]:
        """The squares of a move, its start included."""
        return [self._number(move[0] >> 6), *(self._number(a & 63) for a in move)]

    # ------------------------------------------------------------------ positions as text

    def _list_squares(self, pieces: int, kings: int) -> str:
        """The squares of pieces with commas between them, K before a king."""
        return ",".join(
            f"{'K' if kings >> bit & 1 else ''}{self._number(bit)}" for bit in members(pieces)
        )

    def dump(self, s: Position) -> str:
        """PDN's FEN, and two fields of our own: H, the plies without progress; J, the jumper."""
        white, black = (self._list_squares(men, s.kings) for men in (s.white, s.black))
        text = f"{'BW'[s.turn]}:W{white}:B{black}"
        text += f":H{s.quiet}" if s.quiet else ""
        return text + (f":J{self._number(lowest(s.jumper))}" if s.jumper else "")

    def load(self, text: str) -> Position:
        parts = text.strip().rstrip(".").upper().replace(" ", "").split(":")
        fields = {part[:1]: part[1:] for part in parts[1:]}
        is_complete = {"B", "W"} <= set(fields) <= set("BWHFJ") and len(fields) == len(parts) - 1
        if parts[0] not in ("B", "W") or not is_complete:
            raise BadPosition(
                f"{text!r} is not a position; write the player to move and the squares, like "
                "B:W18,24,K31:B1,2"
            )
        black, black_kings = self._read_pieces(fields["B"], text)
        white, white_kings = self._read_pieces(fields["W"], text)
        quiet = whole_number(fields.get("H", "0"))
        if quiet is None:
            raise BadPosition(f"{text!r}: H is the number of plies without progress, like H12")
        jumper, jumper_king = self._read_pieces(fields.get("J", ""), text)
        s = Position(black, white, black_kings | white_kings, "BW".index(parts[0]), jumper, quiet)
        self._refuse_impossible(s, text)
        if jumper_king or (s.jumper and not self._is_jumping(s)):
            raise BadPosition(
                f"{text!r}: J is the square of the mover's piece that has just "
                "captured and must go on"
            )
        return s

    def _read_pieces(self, text: str, whole: str) -> tuple[int, int]:
        """The pieces of a list like 1,K5,9-12, and the kings among them."""
        pieces = kings = 0
        for word in text.split(",") if text else []:
            for square in self._read_range(word, whole):
                bit = 1 << self.squares[square - 1]
                if pieces & bit:
                    raise BadPosition(f"{whole!r} has two pieces on square {square}")
                pieces |= bit
                kings |= bit if word.startswith("K") else 0
        return pieces, kings

    def _read_range(self, word: str, whole: str) -> range:
        """The squares of a word like 1, K5 or 9-12."""
        match = re.fullmatch(r"K?([0-9]+)(?:-([0-9]+))?", word)
        if match is None:
            raise BadPosition(
                f"{word!r} in {whole!r} is not a piece; write a square, with K before it "
                "for a king, or a range like 1-12"
            )
        ends = (match[1], match[2] or match[1])
        first, last = (whole_number(n, len(self.squares)) for n in ends)
        if not first or not last or first > last:
            raise BadPosition(f"{word!r} in {whole!r}: squares are 1 to {len(self.squares)}")
        return range(first, last + 1)

    def _refuse_impossible(self, s: Position, text: str) -> None:
        """Refuse pieces that cannot stand so in a game."""
        if s.black & s.white:
            square = self._number(lowest(s.black & s.white))
            raise BadPosition(f"{text!r} has two pieces on square {square}")
        for side, pieces in enumerate((s.black, s.white)):
            name, count = self.names[side], pieces.bit_count()
            if count > self.opening.black.bit_count():
                raise BadPosition(f"{text!r}: {name} has {count} pieces, and began with fewer")
            late = pieces & ~s.kings & self.crown[side]
            if late:
                where = f"a man of {name} on square {self._number(lowest(late))}"
                raise BadPosition(f"{text!r}: {where} would have been crowned")
            if not pieces and side != s.turn:
                why = f"{name} has no pieces, so the game was over before"
                raise BadPosition(f"{text!r} cannot arise: {why}")

    def _is_jumping(self, s: Position) -> bool:
        """Can the jumper of a position be one piece in the middle of a capture?"""
        is_one = s.jumper & s.jumper - 1 == 0
        return is_one and s.quiet == 0 and any(map(self.is_capture, self.options(s)))

    # ------------------------------------------------------------------ the board

    def pieces(self) -> tuple[str, ...]:
        return tuple("⛂⛃⛀⛁")

    def put(self, cells: tuple[str, ...], cell: int, piece: str) -> tuple[str, ...]:
        if cell not in {self._cell(i) for i in range(len(self.squares))}:
            raise BadPosition("the game is played on the dark squares only")
        return super().put(cells, cell, piece)

    def details(self, s: Position) -> tuple[Detail, ...]:
        return (Detail(TO_MOVE, self.names[s.turn], self.names),)

    def setup_text(self, cells: tuple[str, ...], details: Mapping[str, str]) -> str:
        squares = [(i + 1, cells[self._cell(i)]) for i in range(len(self.squares))]
        black, white = (
            ",".join(f"{'K' if sign == king else ''}{i}" for i, sign in squares if sign in own)
            for king, own in (("⛃", ("⛂", "⛃")), ("⛁", ("⛀", "⛁")))
        )
        return f"{'BW'[details.get(TO_MOVE) == self.names[1]]}:W{white}:B{black}"

    def board(self, s: Position) -> Board:
        cells, names = [""] * self.size**2, [""] * self.size**2
        for i, bit in enumerate(self.squares):
            names[self._cell(i)] = str(i + 1)
            sign = "⛃⛂" if s.black >> bit & 1 else "⛁⛀" if s.white >> bit & 1 else ""
            cells[self._cell(i)] = sign and sign[0 if s.kings >> bit & 1 else 1]
        touches = {
            a: (self._cell(self._number(a >> 6) - 1), self._cell(self._number(a & 63) - 1))
            for a in self.options(s)
        }
        firsts = range(1, len(self.squares), self.h)
        labels = tuple(f"{first}-{first + self.h - 1}" for first in firsts)
        n = self.size
        men = {"⛂": self.opening.black.bit_count(), "⛀": self.opening.white.bit_count()}
        captured = tuple(list_captured(men, tuple(cells), signs) for signs in ("⛀⛁", "⛂⛃"))
        board = Board(n, n, tuple(cells), touches, labels, names=tuple(names), look="squares")
        return replace(board, captured=captured)

    def _cell(self, i: int) -> int:
        """Where on the whole board a square, from 0, lies."""
        row, place = divmod(i, self.h)
        return row * self.size + 2 * place + 1 - row % 2


def _fits(path: list[int], squares: list[int], length: int | None) -> bool:
    """Do the squares begin a path of this length?

    Without a length: do both ends agree and the squares between come in turn?
    """
    if length is not None:
        return path[: length + 1] == squares
    between = iter(path)
    ends_agree = (path[0], path[-1]) == (squares[0], squares[-1])
    return ends_agree and all(square in between for square in squares)
