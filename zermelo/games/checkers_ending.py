"""Endings of checkers: few pieces, every placement of them, and what follows from it.

Made for solving all positions: positions have numbers, and the count of moves without progress is
no part of them, so that no position is drawn by it.

A position's number is made of bits, from the lowest::

    6     the square of the piece that must jump on, + 1
    1     the player to move
    7     each piece: 5 its square, 1 whether it is a king, 1 whether it is White's
    1     a bit above them, which tells their number
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from zermelo.bits import lowest
from zermelo.errors import BadGame
from zermelo.games._checkers_board import BLACK, Position
from zermelo.games.checkers import Checkers

MOST_PIECES = 7


class CheckersEnding(Checkers):
    """Checkers with few pieces: `checkers-ending:3` has up to three, on all squares they can have.

    Start states are all placements of just as many pieces, some on either side, and either to move.

    >>> game = CheckersEnding(2)
    >>> game.dump(game.start()), game.index(game.start())
    ('B:WK2:B1', 2109568)
    """

    long_name = "Endings of checkers"

    def __init__(self, pieces: int = 2, size: int = 8) -> None:
        super().__init__(size)
        if not 2 <= pieces <= MOST_PIECES or size > 8:
            raise BadGame(
                f"{pieces} pieces on {size}×{size} are not an ending: 2 to {MOST_PIECES}, up to 8×8"
            )
        self.pieces_on_board = pieces

    # ------------------------------------------------------------------ start states

    def start(self) -> Position:
        return next(self.starts())

    def starts(self) -> Iterator[Position]:
        """All placements, Black to move first; men are not where they would have been crowned."""
        for black, white, kings in self.list_placements(self.pieces_on_board):
            for turn in (0, 1) if black and white else ():
                yield Position(black, white, kings, turn, 0, 0)

    def list_placements(self, pieces: int) -> Iterator[tuple[int, int, int]]:
        """The men of Black, those of White, and the kings, of every placement of pieces."""
        kinds = tuple(product((0, 1), repeat=2))
        for squares in combinations(self.squares, pieces):
            for chosen in product(kinds, repeat=pieces):
                placed = list(zip(squares, chosen, strict=True))
                black = sum(1 << bit for bit, (side, _) in placed if side == BLACK)
                kings = sum(1 << bit for bit, (_, is_king) in placed if is_king)
                white = sum(1 << bit for bit in squares) & ~black
                if not (black & ~kings & self.crown[0] or white & ~kings & self.crown[1]):
                    yield black, white, kings

    # ------------------------------------------------------------------ solving every position

    def tier(self, s: Position) -> int:
        """Pieces that are gone, then rows that men have come; a man crowned has come to the end."""
        pieces = s.black | s.white
        gone = self.pieces_on_board - pieces.bit_count()
        men, come = pieces & ~s.kings, self.size * s.kings.bit_count()
        while men:
            bit = men & -men
            row = (lowest(men) - lowest(men) // (self.size + 1)) // self.h
            come += row if s.black & bit else self.size - 1 - row
            men &= men - 1
        return gone * self.size * (self.pieces_on_board + 1) + come + self.size * gone

    def project(self, s: Position) -> Position:
        return s._replace(quiet=0)

    def index(self, s: Position) -> int:
        """A number as the file's first lines say; −1 for too many pieces."""
        rest, number = s.black | s.white, 1
        if rest.bit_count() > MOST_PIECES:
            return -1
        while rest:
            bit, square = rest & -rest, lowest(rest)
            square -= square // (self.size + 1)
            is_white, is_king = (1 if s.white & bit else 0), (1 if s.kings & bit else 0)
            number = number << 7 | is_white << 6 | is_king << 5 | square
            rest &= rest - 1
        jumper = lowest(s.jumper) - lowest(s.jumper) // (self.size + 1) + 1 if s.jumper else 0
        return (number << 1 | s.turn) << 6 | jumper

    def unindex(self, number: int) -> Position:
        jumper, turn, rest = number & 63, number >> 6 & 1, number >> 7
        black = white = kings = 0
        while rest > 1:
            square = rest & 31
            bit = 1 << square + square // self.size
            black |= 0 if rest >> 6 & 1 else bit
            white |= bit if rest >> 6 & 1 else 0
            kings |= bit if rest >> 5 & 1 else 0
            rest >>= 7
        forced = 1 << jumper - 1 + (jumper - 1) // self.size if jumper else 0
        return Position(black, white, kings, turn, forced, 0)
