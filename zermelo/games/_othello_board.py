"""The board of othello: its squares, and moves and positions as text.

Bit 0 is a1, and bits run along the ranks, rank 1 on top, as in OBF. For 8×8::

        a  b  c  d  e  f  g  h
    1   0  1  2  3  4  5  6  7
    2   8  9 10 11 12 13 14 15
    3  16 17 18 19 20 21 22 23
    4  24 25 26  ○  ● 29 30 31
    5  32 33 34  ●  ○ 37 38 39
    6  40 41 42 43 44 45 46 47
    7  48 49 50 51 52 53 54 55
    8  56 57 58 59 60 61 62 63
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from zermelo.bits import Bits, lowest
from zermelo.board import TO_MOVE, Board, Detail, symmetries
from zermelo.errors import BadAction, BadGame, BadPosition, abbreviate
from zermelo.game import Game

SIGNS = {"X": "X", "*": "X", "B": "X", "O": "O", "0": "O", "W": "O", "-": "-", ".": "-", "_": "-"}
SIDES = {"X": 0, "*": 0, "B": 0, "O": 1, "0": 1, "W": 1}
PASSES = ("pass", "--", "ps", "pa")


class Position(NamedTuple):
    """The discs of the player to move, those of the other, and whose turn it is: 0 is Black."""

    own: Bits
    opp: Bits
    turn: int


class OthelloBoard(Game[Position, int]):
    """The squares of a board of one size, and the methods that read and write text."""

    names = ("Black", "White")
    signs = ("●", "○")

    def __init__(self, size: int) -> None:
        if size not in (4, 6, 8):
            raise BadGame(f"a board of {size}×{size} is not played on; size is 4, 6 or 8")
        self.size, self.cells = size, size * size
        self.full = (1 << self.cells) - 1
        self.inner = sum(1 << i for i in range(self.cells) if 0 < i % size < size - 1)
        self.first_file = sum(1 << i for i in range(0, self.cells, size))
        self.last_file = self.first_file << size - 1
        self.ends = (1 << size) - 1 | (1 << size) - 1 << self.cells - size
        self.edge = self.first_file | self.last_file | self.ends
        self.middle = self.full ^ self.edge
        self.corners = sum(1 << i for i in (0, size - 1, self.cells - size, self.cells - 1))
        self.images = tuple(symmetries(size, size))
        self.quarters = tuple(self._quarter(i) for i in range(self.cells))
        self.four_quarters = tuple(sorted(set(self.quarters)))
        self._draw_rays()
        self.around = tuple(self._neighbours(i) for i in range(self.cells))
        self._draw_lines()

    def _draw_rays(self) -> None:
        """Eight rays from each square to the edge: four where bits grow, and the opposite ones."""
        growing = ((0, 1), (1, -1), (1, 0), (1, 1))
        rays = [self._rays(*d) for d in growing] + [self._rays(-r, -c) for r, c in growing]
        self.rays: tuple[int, ...] = tuple(
            ray for of_square in zip(*rays, strict=True) for ray in of_square
        )

    def _rays(self, down: int, right: int) -> tuple[int, ...]:
        """The squares that are seen from each square in one direction."""
        rays = []
        for i in range(self.cells):
            r, c, ray = i // self.size + down, i % self.size + right, 0
            while 0 <= r < self.size and 0 <= c < self.size:
                ray |= 1 << r * self.size + c
                r, c = r + down, c + right
            rays.append(ray)
        return tuple(rays)

    def _draw_lines(self) -> None:
        """The diagonals of each square, and what a disc turns over in a line that is else full.

        A product with `rank_of_file` or `rank_of_diagonal` gathers the squares of a file (the
        first one) or of a diagonal in the last rank; each keeps its rank, or its file, as its
        place. The discs turned over stand at ``flip_counts[place << size | own discs in line]``.
        """
        n = self.size
        rays = [self.rays[8 * i : 8 * i + 8] for i in range(self.cells)]
        self.rising = tuple(ray[1] | ray[5] for ray in rays)
        self.falling = tuple(ray[3] | ray[7] for ray in rays)
        self.one_rank = (1 << n) - 1
        self.rank_of_file = sum(1 << (n - 1) * i for i in range(1, n + 1))
        self.rank_of_diagonal = self.first_file
        self.flip_counts = tuple(count_turned(i, own, n) for i in range(n) for own in range(1 << n))

    def _count_last_flips(self, own: int, a: int) -> int:
        """How many discs a disc on the only empty square turns over.

        All that is not `own` is the other side's. So the own discs of each of its four lines,
        gathered into one rank, say how many.
        """
        n, top = self.size, self.cells - self.size
        rank, file = a // n, a % n
        along = self.flip_counts[file << n | (own >> rank * n & self.one_rank)]
        up = (own >> file & self.first_file) * self.rank_of_file >> top & self.one_rank
        falling = (own & self.falling[a]) * self.rank_of_diagonal >> top & self.one_rank
        rising = (own & self.rising[a]) * self.rank_of_diagonal >> top & self.one_rank
        diagonal = self.flip_counts[file << n | falling] + self.flip_counts[file << n | rising]
        return along + diagonal + self.flip_counts[rank << n | up]

    def _neighbours(self, i: int) -> int:
        """The squares next to a square."""
        r, c = divmod(i, self.size)
        return sum(
            1 << j
            for j in range(self.cells)
            if j != i and abs(j // self.size - r) <= 1 and abs(j % self.size - c) <= 1
        )

    def _quarter(self, i: int) -> int:
        """The squares in the same quarter of the board as a square."""
        half = self.size // 2
        place = i // self.size < half, i % self.size < half
        squares = range(self.cells)
        return sum(
            1 << j for j in squares if (j // self.size < half, j % self.size < half) == place
        )

    def _image(self, discs: int, k: int) -> int:
        """The discs under the k-th of the eight symmetries."""
        image = 0
        while discs:
            image |= 1 << self.images[k][lowest(discs)]
            discs &= discs - 1
        return image

    # ------------------------------------------------------------------ text

    def name(self, s: Position, a: int) -> str:
        return "pass" if a == self.cells else f"{chr(ord('a') + a % self.size)}{a // self.size + 1}"

    def parse(self, s: Position, text: str) -> int:
        word = text.strip().casefold()
        legal = {self.name(s, a): a for a in self.options(s)}
        word = "pass" if word in PASSES else word
        if word not in legal:
            raise BadAction(f"{text.strip()!r} is not legal here; legal: {abbreviate(legal)}")
        return legal[word]

    def _signs(self, s: Position, black: str, white: str, empty: str) -> tuple[str, ...]:
        """The signs of all squares."""
        first, second = (s.own, s.opp) if s.turn == 0 else (s.opp, s.own)
        return tuple(
            black if first >> i & 1 else white if second >> i & 1 else empty
            for i in range(self.cells)
        )

    def dump(self, s: Position) -> str:
        return f"{''.join(self._signs(s, 'X', 'O', '-'))} {'XO'[s.turn]}"

    def load(self, text: str) -> Position:
        """A line of OBF: the squares from a1 along the ranks, and the player to move.

        What follows a semicolon is ignored.
        """
        words = text.partition(";")[0].split()
        if len(words) != 2 or words[1].upper() not in SIDES:
            raise BadPosition(
                f"{text.strip()!r} is not OBF: {self.cells} squares of X, O or -, a "
                "space, and X or O for the player to move"
            )
        squares = self._read_squares(words[0])
        black, white = (sum(1 << i for i, c in enumerate(squares) if c == sign) for sign in "XO")
        if not black | white:
            raise BadPosition(
                f"{words[0]!r} cannot arise: a game begins with four discs, and none is "
                "ever taken away"
            )
        turn = SIDES[words[1].upper()]
        return Position(white, black, 1) if turn else Position(black, white, 0)

    def _read_squares(self, word: str) -> list[str]:
        """The squares of a text, each X, O or -."""
        squares = word.upper()
        if len(squares) != self.cells:
            size = f"a board of {self.size}×{self.size} has {self.cells}"
            raise BadPosition(f"{word!r} has {len(squares)} squares; {size}")
        strange = [c for c in squares if c not in SIGNS]
        if strange:
            raise BadPosition(
                f"{strange[0]!r} in {word!r} is not a square: X or * is black, O white, - or . "
                "empty"
            )
        return [SIGNS[c] for c in squares]

    def pieces(self) -> tuple[str, ...]:
        return self.signs

    def details(self, s: Position) -> tuple[Detail, ...]:
        return (Detail(TO_MOVE, self.names[s.turn], self.names),)

    def setup_text(self, cells: tuple[str, ...], details: Mapping[str, str]) -> str:
        first = self.cells // 2 - self.size // 2 - 1
        middle = (first, first + 1, first + self.size, first + self.size + 1)
        if not all(cells[i] for i in middle):
            raise BadPosition("the four squares in the middle are never empty")
        squares = "".join({"●": "X", "○": "O"}.get(sign, "-") for sign in cells)
        return f"{squares} {'XO'[details.get(TO_MOVE) == self.names[1]]}"

    def board(self, s: Position) -> Board:
        n = self.size
        touches = {a: (a,) if a < self.cells else () for a in self.options(s)}
        ranks, files = tuple(str(r + 1) for r in range(n)), tuple("abcdefgh"[:n])
        return Board(n, n, self._signs(s, "●", "○", ""), touches, ranks, files, look="felt")

    def caption(self, s: Position) -> str:
        black, white = self._discs(s)
        return f"discs: Black {black}, White {white}"

    def _discs(self, s: Position) -> tuple[int, int]:
        """The numbers of Black's and White's discs."""
        own, opp = s.own.bit_count(), s.opp.bit_count()
        return (own, opp) if s.turn == 0 else (opp, own)


def count_turned(place: int, own: int, n: int) -> int:
    """The discs that a disc turns over in a line of n squares where all but `own` are the other's.

    >>> count_turned(2, 0b0100001, 7)
    3
    """
    down = [i for i in range(place) if own >> i & 1]
    up = [i for i in range(place + 1, n) if own >> i & 1]
    return (place - down[-1] - 1 if down else 0) + (up[0] - place - 1 if up else 0)
