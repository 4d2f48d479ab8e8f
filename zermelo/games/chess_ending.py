"""Endings of chess: few men, every legal placement of them, and what follows from it.

Made for solving all positions: positions have numbers, and the counters of moves are no part of
them, so that a draw by the fifty-move rule does not occur.

A position's number is made of bits, from the lowest::

    7     the square that a pawn has crossed, + 1
    1     the player to move
    6, 6  the squares of the other king and of the own
    10    each other man: 6 its square, 3 its kind, 1 whether it is the other's
    1     a bit above them, which tells their number
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import permutations

from zermelo.bits import lowest
from zermelo.errors import BadGame
from zermelo.games._chess_board import Position
from zermelo.games._chess_rules import LAST_RANKS
from zermelo.games.chess import Chess

KINDS = "PNBRQ"
"""The kinds of men by their numbers in a position's number."""
MOST_MEN = 6


MIRROR, FLIP, TURN = range(3)
"""Files a and h change places; ranks 1 and 8; files and ranks."""


def map_squares(men: int, way: int) -> int:
    """The image of a set of squares, man by man.

    >>> [map_squares(1 << 1, way).bit_length() - 1 for way in (MIRROR, FLIP, TURN)]
    [6, 57, 8]
    """
    image = 0
    while men:
        square = lowest(men)
        if way == TURN:
            image |= 1 << (square >> 3 | (square & 7) << 3)
        else:
            image |= 1 << (square ^ (7 if way == MIRROR else 56))
        men &= men - 1
    return image


class ChessEnding(Chess):
    """Chess with few men: KQK is king and queen against king, KRPKR rook and pawn against rook.

    Start states are all legal placements, either side to move.

    >>> game = ChessEnding("KRK")
    >>> game.dump(game.start()), game.index(game.start())
    ('8/8/8/8/8/8/R7/K1k5 w - - 0 1', 1283457536)
    """

    long_name = "Endings of chess"

    def __init__(self, men: str = "KQK") -> None:
        super().__init__()
        match = re.fullmatch(r"K([QRBNP]*)K([QRBNP]*)", str(men).upper())
        if match is None or not 3 <= len(str(men)) <= MOST_MEN:
            raise BadGame(
                f"{men!r} is not an ending: write 3 to {MOST_MEN} men, White's king first, like "
                "KRPKR"
            )
        self.men = str(men).upper()
        self.white, self.black = match[1], match[2]
        self.count, self.pawn_count = len(self.men), self.men.count("P")

    # ------------------------------------------------------------------ start states

    def start(self) -> Position:
        return next(self.starts())

    def starts(self) -> Iterator[Position]:
        """All legal placements; White to move first."""
        men = self.white + self.black
        for turn in (0, 1):
            for squares in permutations(range(64), len(men) + 2):
                s = self._place(turn, squares)
                if self._is_legal(s) and self._is_first(squares[2:]):
                    yield s

    def _place(self, turn: int, squares: tuple[int, ...]) -> Position:
        """The position with the kings and the other men on these squares."""
        sets = dict.fromkeys("PNBRQ", 0)
        kings = 1 << squares[0] | 1 << squares[1]
        sides = [1 << squares[0], 1 << squares[1]]
        for i, (kind, square) in enumerate(zip(self.white + self.black, squares[2:], strict=True)):
            sets[kind] |= 1 << square
            sides[i >= len(self.white)] |= 1 << square
        diagonal, straight = sets["B"] | sets["Q"], sets["R"] | sets["Q"]
        own, foe = sides[turn], sides[1 - turn]
        return Position(
            own, foe, sets["P"], sets["N"], diagonal, straight, kings, turn, 0, -1, 0, 1
        )

    def _is_legal(self, s: Position) -> bool:
        """No pawn on the last ranks, and the player who has just moved is not in check."""
        if s.pawns & LAST_RANKS:
            return False
        return not self.in_check(s._replace(own=s.foe, foe=s.own, turn=1 - s.turn))

    def _is_first(self, squares: tuple[int, ...]) -> bool:
        """Of men of one kind that change places, only one order counts."""
        men = [(i >= len(self.white), kind) for i, kind in enumerate(self.white + self.black)]
        return all(
            squares[i] < squares[j] for j in range(len(men)) for i in range(j) if men[i] == men[j]
        )

    # ------------------------------------------------------------------ solving every position

    def tier(self, s: Position) -> int:
        """Men that are gone count twice, pawns that are gone once more."""
        men = (s.own | s.foe).bit_count()
        return 2 * (self.count - men) + self.pawn_count - s.pawns.bit_count()

    def project(self, s: Position) -> Position:
        return s._replace(clock=0, number=1)

    def canonical(self, s: Position) -> Position:
        """The image in which the own king stands on the files a to d; without pawns, on b3 or the

        like: on ranks 1 to 4 and not above the long diagonal. A king on it leaves two images, of
        which the one with the smaller number counts.
        """
        if lowest(s.kings & s.own) & 7 > 3:
            s = self.map_sets(s, MIRROR)
        if s.pawns:
            return s
        if lowest(s.kings & s.own) >> 3 > 3:
            s = self.map_sets(s, FLIP)
        king = lowest(s.kings & s.own)
        if king >> 3 < king & 7:
            return s
        turned = self.map_sets(s, TURN)
        is_above = king >> 3 > king & 7
        return turned if is_above or self.index(turned) < self.index(s) else s

    def map_sets(self, s: Position, way: int) -> Position:
        """The position with all squares mirrored, flipped or turned about the long diagonal."""
        passing = s.passing ^ 7 if way == MIRROR and s.passing >= 0 else s.passing
        return Position(
            map_squares(s.own, way),
            map_squares(s.foe, way),
            map_squares(s.pawns, way),
            map_squares(s.knights, way),
            map_squares(s.diagonal, way),
            map_squares(s.straight, way),
            map_squares(s.kings, way),
            s.turn,
            s.rights,
            passing,
            s.clock,
            s.number,
        )

    def index(self, s: Position) -> int:
        """A number as the file's first lines say; −1 for too many men, or a right to castle."""
        rest = (s.own | s.foe) & ~s.kings
        if s.rights != 0 or rest.bit_count() > MOST_MEN - 2:
            return -1
        number = 1
        while rest:
            square = lowest(rest)
            bit = rest & -rest
            kind = 0 if s.pawns & bit else 1 if s.knights & bit else 2
            if s.straight & bit:
                kind = 4 if s.diagonal & bit else 3
            number = number << 10 | (1 if s.foe & bit else 0) << 9 | kind << 6 | square
            rest &= rest - 1
        number = number << 12 | lowest(s.kings & s.own) << 6 | lowest(s.kings & s.foe)
        return (number << 1 | s.turn) << 7 | s.passing + 1

    def unindex(self, number: int) -> Position:
        passing, turn = (number & 127) - 1, number >> 7 & 1
        own, foe = 1 << (number >> 14 & 63), 1 << (number >> 8 & 63)
        kings = own | foe
        pawns = knights = diagonal = straight = 0
        rest = number >> 20
        while rest > 1:
            bit, kind = 1 << (rest & 63), rest >> 6 & 7
            pawns |= bit if kind == 0 else 0
            knights |= bit if kind == 1 else 0
            diagonal |= bit if kind == 2 or kind == 4 else 0
            straight |= bit if kind >= 3 else 0
            own |= 0 if rest >> 9 & 1 else bit
            foe |= bit if rest >> 9 & 1 else 0
            rest >>= 10
        return Position(own, foe, pawns, knights, diagonal, straight, kings, turn, 0, passing, 0, 1)
