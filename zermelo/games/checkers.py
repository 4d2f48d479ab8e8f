"""Checkers (English draughts).

Men go forward, kings both ways, captures are forced, and who cannot move loses.

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

A capture is one action for each jump. While the same piece can jump on, the same player moves
again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from zermelo.bits import Bits, hash64, lowest, members
from zermelo.board import Board
from zermelo.errors import BadAction, BadGame, BadPosition, abbreviate
from zermelo.game import Game
from zermelo.games._checkers_positional import Positional
from zermelo.notation import whole_number

BLACK, WHITE = 0, 1

DRAW_MOVES = 40
"""The game is drawn when in the last 40 moves of both players no man was advanced and nothing was
captured (WCDF, Rules of Draughts, the rules for a draw)."""


class Position(NamedTuple):
    """The pieces of either side, the kings, the player to move, the piece that must jump on,
    and plies without progress.
    """

    black: Bits
    white: Bits
    kings: Bits
    turn: int
    jumper: Bits
    quiet: int


class Checkers(Game[Position, int]):
    """English draughts on 8×8, and on 4×4, 6×6 and 10×10 by the same rules.

    An action is a step or one jump: the bits' indices, from · 64 + to.

    >>> game = Checkers()
    >>> print(game.text(game.after(["11-15", "22-18", "15x22", "25x18"])))
      1-4  · ⛂ · ⛂ · ⛂ · ⛂
      5-8  ⛂ · ⛂ · ⛂ · ⛂ ·
     9-12  · ⛂ · ⛂ · · · ⛂
    13-16  · · · · · · · ·
    17-20  · · · ⛀ · · · ·
    21-24  ⛀ · · · ⛀ · ⛀ ·
    25-28  · · · ⛀ · ⛀ · ⛀
    29-32  ⛀ · ⛀ · ⛀ · ⛀ ·
    """

    names = ("Black", "White")
    signs = ("⛂", "⛀")
    evaluations: tuple[str, ...] = ("positional", "material", "problem")
    repetition = 3

    def __init__(
        self, size: int = 8, draw: int = DRAW_MOVES, evaluation: str = "positional"
    ) -> None:
        if size not in (4, 6, 8, 10):
            raise BadGame(f"checkers is played on 4×4, 6×6, 8×8 or 10×10, not on {size}×{size}")
        if not 1 <= draw <= 10_000:
            raise BadGame(f"a draw after {draw} moves without progress makes no sense: 1 to 10000")
        if evaluation not in self.evaluations:
            raise BadGame(
                f"checkers has no evaluation {evaluation!r}; there are {' '.join(self.evaluations)}"
            )
        self.size, self.draw, self.evaluation = size, draw, evaluation
        self.h = h = size // 2
        self.squares = tuple(i + i // size for i in range(size * h))
        """The bit of each square, from square 1."""
        self.rows = tuple(
            sum(1 << i + i // size for i in range(r * h, r * h + h)) for r in range(size)
        )
        self.full = sum(self.rows)
        self.crown = self.rows[-1], self.rows[0]
        men = (h - 1) * h
        self.opening = Position(sum(self.rows[: h - 1]), sum(self.rows[h + 1 :]), 0, BLACK, 0, 0)
        self.most = 2 * men + 1
        self.positional = Positional(size, self.squares)

    # ------------------------------------------------------------------ rules

    def start(self) -> Position:
        return self.opening

    def player(self, s: Position) -> int:
        return s.turn

    def _movers(self, s: Position) -> tuple[int, int]:
        """The pieces that may go down, and those that may go up."""
        if s.turn == BLACK:
            return s.black, s.black & s.kings
        return s.white & s.kings, s.white

    def actions(self, s: Position) -> Iterator[int]:
        h, empty = self.h, self.full & ~(s.black | s.white)
        if s.quiet >= 2 * self.draw:
            empty = 0  # the game is drawn
        down, up = self._movers(s)
        other = s.white if s.turn == BLACK else s.black
        if s.jumper:
            down, up = down & s.jumper, up & s.jumper
        left = down & other >> h & empty >> 2 * h
        right = down & other >> h + 1 & empty >> 2 * h + 2
        back_right = up & other << h & empty << 2 * h
        back_left = up & other << h + 1 & empty << 2 * h + 2
        far = 2
        if not left | right | back_right | back_left:
            left, right, back_right, back_left = (
                down & empty >> h,
                down & empty >> h + 1,
                up & empty << h,
                up & empty << h + 1,
            )
            far = 1
        while left:
            yield 65 * lowest(left) + far * h
            left &= left - 1
        while right:
            yield 65 * lowest(right) + far * (h + 1)
            right &= right - 1
        while back_right:
            yield 65 * lowest(back_right) - far * h
            back_right &= back_right - 1
        while back_left:
            yield 65 * lowest(back_left) - far * (h + 1)
            back_left &= back_left - 1

    def _jumps(self, down: int, up: int, other: int, empty: int) -> bool:
        """Can one of these pieces, which go down or up, capture?"""
        h = self.h
        ahead = down & (other >> h & empty >> 2 * h | other >> h + 1 & empty >> 2 * h + 2)
        return (
            ahead | up & (other << h & empty << 2 * h | other << h + 1 & empty << 2 * h + 2)
        ) != 0

    def _steps(self, down: int, up: int, empty: int) -> bool:
        """Can one of these pieces step?"""
        h = self.h
        return (down & (empty >> h | empty >> h + 1) | up & (empty << h | empty << h + 1)) != 0

    def is_capture(self, a: int) -> bool:
        """Is an action a jump?"""
        return abs((a & 63) - (a >> 6)) > self.h + 1

    def result(self, s: Position, a: int) -> Position:
        here, there = a >> 6, a & 63
        gone, come = 1 << here, 1 << there
        own, other = (s.black, s.white) if s.turn == BLACK else (s.white, s.black)
        own ^= gone | come
        is_man = s.kings & gone == 0
        kings = s.kings if is_man else s.kings ^ (gone | come)
        is_crowned = is_man and come & self.crown[s.turn] != 0
        if is_crowned:
            kings |= come
        quiet, jumper = 0 if is_man else s.quiet + 1, 0
        if self.is_capture(a):
            taken = 1 << (here + there >> 1)
            other ^= taken
            kings &= ~taken
            quiet = 0
            if not is_crowned:
                down = come if s.turn == BLACK or not is_man else 0
                up = come if s.turn == WHITE or not is_man else 0
                if self._jumps(down, up, other, self.full & ~(own | other)):
                    jumper = come
        turn = s.turn if jumper else 1 - s.turn
        if s.turn == BLACK:
            return Position(own, other, kings, turn, jumper, quiet)
        return Position(other, own, kings, turn, jumper, quiet)

    def _stuck(self, s: Position) -> bool:
        """Has the player to move no move?"""
        empty = self.full & ~(s.black | s.white)
        down, up = self._movers(s)
        return not self._steps(down, up, empty) and not self._jumps(
            down, up, s.white if s.turn == BLACK else s.black, empty
        )

    def terminal(self, s: Position) -> bool:
        return s.quiet >= 2 * self.draw or self._stuck(s)

    def utility(self, s: Position, p: int) -> float:
        if not self._stuck(s):
            return 0
        return -1 if p == s.turn else 1

    # ------------------------------------------------------------------ positions that come again

    def is_mid_move(self, s: Position) -> bool:
        """Must a capture go on?"""
        return s.jumper != 0

    def repetition_key(self, s: Position) -> int:
        """The pieces and the player to move, without the count of moves."""
        return 0 if s.jumper else hash64((s.black, s.white, s.kings, s.turn))

    def reversible_plies(self, s: Position) -> int:
        return s.quiet

    # ------------------------------------------------------------------ hooks

    def bounds(self, s: Position) -> tuple[float, float]:
        return -1.0, 1.0

    def noisy(self, s: Position, a: int) -> bool:
        return self.is_capture(a)

    def in_check(self, s: Position) -> bool:
        """Must the player capture?"""
        down, up = self._movers(s)
        return self._jumps(
            down, up, s.white if s.turn == BLACK else s.black, self.full & ~(s.black | s.white)
        )

    def order(self, s: Position, a: int) -> float:
        """Captures by what they take, then crowning."""
        here, there = a >> 6, a & 63
        if self.is_capture(a):
            return 3.0 if s.kings >> (here + there >> 1) & 1 else 2.0
        return 1.0 if self.crown[s.turn] >> there & 1 and not s.kings >> here & 1 else 0.0

    # ------------------------------------------------------------------ evaluation

    def evaluate(self, s: Position, p: int) -> float:
        """Black's lead, or White's, by the evaluation that was asked for."""
        if self.evaluation == "positional":
            lead = self.positional.lead(s.black, s.white, s.kings, s.turn)
        elif self.evaluation == "material":
            lead = (self._worth(s.black, s.kings) - self._worth(s.white, s.kings)) / self.most
        else:
            black, white = self._worth(s.black, s.kings), self._worth(s.white, s.kings)
            lead = (black - white) / (black + white)
        return lead if p == BLACK else -lead

    def _worth(self, pieces: int, kings: int) -> int:
        """The notes' 2 · kings + pawns."""
        return pieces.bit_count() + (pieces & kings).bit_count()

    # ------------------------------------------------------------------ notation

    def _number(self, bit: int) -> int:
        """The number of a square."""
        return bit - bit // (self.size + 1) + 1

    def name(self, s: Position, a: int) -> str:
        """A step as 11-15, one jump as 15x22."""
        return f"{self._number(a >> 6)}{'x' if self.is_capture(a) else '-'}{self._number(a & 63)}"

    def parse(self, s: Position, text: str) -> int:
        """One action.

        Of a whole capture like 15x22x29 it is the first jump; `read_move` has all of them.
        """
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

        >>> game = Checkers()
        >>> s = game.load("B:W18,25,30:B15")
        >>> game.write_move(s, game.read_move(s, "15x29"))
        '15x22x29'
        >>> game.dump(game.after(["15x22x29"], s))
        'W:W30:BK29'
        """
        if not re.fullmatch(r"\s*[0-9]+(\s*[-x×:*]\s*[0-9]+)+\s*", text, re.IGNORECASE):
            raise BadAction(
                f"{text.strip()!r} is no move; write 11-15, 15x22, or a whole capture like 15x22x29"
            )
        wanted = [
            whole_number(word, len(self.squares)) or 0 for word in re.findall(r"[0-9]+", text)
        ]  # 0 is no square
        ways = [(move, self._path(move)) for move in self.whole_moves(s)]
        for length in (len(wanted) - 1, None):
            found = {move[:length] for move, path in ways if self._fits(path, wanted, length)}
            if len(found) == 1:
                return found.pop()
        if found:
            raise BadAction(
                f"{text.strip()!r} may mean "
                f"{' or '.join(sorted(self.write_move(s, move) for move in found))}"
            )
        raise BadAction(
            f"{text.strip()!r} is not legal here; legal: "
            f"{abbreviate(self.write_move(s, move) for move, _ in ways)}"
        )

    def _path(self, move: tuple[int, ...]) -> list[int]:
        return [self._number(move[0] >> 6), *(self._number(a & 63) for a in move)]

    def _fits(self, path: list[int], wanted: list[int], length: int | None) -> bool:
        """Is it this path's beginning?

        Or, without a length, do both ends agree and the squares between come in turn?
        """
        if length is not None:
            return path[: length + 1] == wanted
        between = iter(path)
        return (path[0], path[-1]) == (wanted[0], wanted[-1]) and all(
            square in between for square in wanted
        )

    # ------------------------------------------------------------------ positions as text

    def _list_squares(self, pieces: int, kings: int) -> str:
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
        if (
            parts[0] not in ("B", "W")
            or not {"B", "W"} <= set(fields) <= set("BWHFJ")
            or len(fields) < len(parts) - 1
        ):
            raise BadPosition(
                f"{text!r} is no position; write who moves and the squares, like B:W18,24,K31:B1,2"
            )
        black, black_kings = self._read_pieces(fields["B"], text)
        white, white_kings = self._read_pieces(fields["W"], text)
        quiet = whole_number(fields.get("H", "0"))
        if quiet is None:
            raise BadPosition(f"{text!r}: H is the number of plies without progress, like H12")
        jumper, jumper_king = self._read_pieces(fields.get("J", ""), text)
        s = Position(black, white, black_kings | white_kings, "BW".index(parts[0]), jumper, quiet)
        self._refuse_impossible(s, jumper_king, text)
        return s

    def _read_pieces(self, text: str, whole: str) -> tuple[int, int]:
        """The pieces of a list like 1,K5,9-12, and which of them are kings."""
        pieces = kings = 0
        for word in text.split(",") if text else []:
            match = re.fullmatch(r"(K?)([0-9]+)(?:-([0-9]+))?", word)
            if match is None:
                raise BadPosition(
                    f"{word!r} in {whole!r} is no piece; write a square, with K before it "
                    "for a king, or a range like 1-12"
                )
            first, last = (
                whole_number(n, len(self.squares)) for n in (match[2], match[3] or match[2])
            )
            if not first or not last or first > last:
                raise BadPosition(f"{word!r} in {whole!r}: squares are 1 to {len(self.squares)}")
            for square in range(first, last + 1):
                bit = 1 << self.squares[square - 1]
                if pieces & bit:
                    raise BadPosition(f"{whole!r} has two pieces on square {square}")
                pieces |= bit
                kings |= bit if match[1] else 0
        return pieces, kings

    def _refuse_impossible(self, s: Position, jumper_king: int, text: str) -> None:
        if s.black & s.white:
            raise BadPosition(
                f"{text!r} has two pieces on square {self._number(lowest(s.black & s.white))}"
            )
        for side, pieces in enumerate((s.black, s.white)):
            if pieces.bit_count() > self.opening.black.bit_count():
                raise BadPosition(
                    f"{text!r}: {self.names[side]} has {pieces.bit_count()} pieces, and "
                    "began with fewer"
                )
            late = pieces & ~s.kings & self.crown[side]
            if late:
                raise BadPosition(
                    f"{text!r}: a man of {self.names[side]} on square "
                    f"{self._number(lowest(late))} would have been crowned"
                )
            if not pieces and side != s.turn:
                raise BadPosition(
                    f"{text!r} cannot arise: {self.names[side]} has no pieces, so the "
                    "game was over before"
                )
        if s.jumper:
            down, up = self._movers(s)
            other = s.white if s.turn == BLACK else s.black
            can = self._jumps(
                down & s.jumper, up & s.jumper, other, self.full & ~(s.black | s.white)
            )
            if s.jumper & s.jumper - 1 or jumper_king or not can or s.quiet:
                raise BadPosition(
                    f"{text!r}: J is the square of the mover's piece that has just "
                    "captured and must go on"
                )

    def ending(self, s: Position) -> str:
        if not self._stuck(s):
            return f"a draw: {self.draw} moves without progress"
        loser, winner = self.names[s.turn], self.names[1 - s.turn]
        why = "cannot move" if (s.black, s.white)[s.turn] else "has no men left"
        return f"{winner} wins: {loser} {why}"

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
        labels = tuple(
            f"{first}-{first + self.h - 1}" for first in range(1, len(self.squares), self.h)
        )
        return Board(
            self.size,
            self.size,
            tuple(cells),
            touches,
            labels,
            names=tuple(names),
            look="squares",
        )

    def _cell(self, i: int) -> int:
        """Where on the whole board a square, from 0, lies."""
        row, place = divmod(i, self.h)
        return row * self.size + 2 * place + 1 - row % 2
