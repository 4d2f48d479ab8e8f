"""Othello on 8×8, 6×6 or 4×4: enclose the other side's discs in a line, and they become yours.

Who has more at the end wins.

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

from collections.abc import Iterator
from typing import NamedTuple

from zermelo.bits import FULL, Bits
from zermelo.board import Board, symmetries
from zermelo.errors import BadAction, BadGame, BadPosition, abbreviate
from zermelo.game import Game
from zermelo.games import _othello_evaluation as evaluation_of

SYMMETRIC = 12
"""Positions with at most so many discs are looked up by their canonical form; later ones hardly
ever meet an image of themselves."""

LAST = 4
"""With so few empty squares `bounds` plays the game out: for a search that is much cheaper than
nodes of its own."""

NEVER = 100
"""More than any difference."""

FEW = 6
"""With so few empty squares, counting the other side's replies costs more than a better order
saves."""

SIGNS = {"X": "X", "*": "X", "B": "X", "O": "O", "0": "O", "W": "O", "-": "-", ".": "-", "_": "-"}
SIDES = {"X": 0, "*": 0, "B": 0, "O": 1, "0": 1, "W": 1}
PASSES = ("pass", "--", "ps", "pa")


class Position(NamedTuple):
    """The discs of the player to move, those of the other, and whose turn it is: 0 is Black."""

    own: Bits
    opp: Bits
    turn: int


class Othello(Game[Position, int]):
    """Enclose the other's discs to turn them over; most discs win.

    Who cannot enclose any must pass; when neither can, it is over.

    The payoff is the difference of discs. `empties` says who gets the squares that are left empty:
    "winner", the rule of tournaments and the default on 8×8, or "nobody", the default on smaller
    boards, whose published values count the discs that lie there. An action is a bit's index, or
    size² for a pass.

    >>> game = Othello(4)
    >>> print(game.text(game.after(["b1", "a1"])))
    1  ○ ● · ·
    2  · ○ ● ·
    3  · ● ○ ·
    4  · · · ·
       a b c d
    discs: Black 3, White 3
    """

    names = ("Black", "White")
    signs = ("●", "○")
    evaluations = ("positional", "material")

    def __init__(self, size: int = 8, evaluation: str = "positional", empties: str = "") -> None:
        if size not in (4, 6, 8):
            raise BadGame(f"a board of {size}×{size} is not played on; size is 4, 6 or 8")
        if evaluation not in self.evaluations:
            raise BadGame(
                f"othello has no evaluation {evaluation!r}; evaluations: "
                f"{' '.join(self.evaluations)}"
            )
        if empties not in ("", "nobody", "winner"):
            raise BadGame(f"empties is {empties!r}; empty squares go to nobody or to the winner")
        self.size, self.evaluation, self.empties = (
            size,
            evaluation,
            empties or ("winner" if size == 8 else "nobody"),
        )
        self.cells = size * size
        self.full = (1 << self.cells) - 1
        self.inner = sum(1 << i for i in range(self.cells) if 0 < i % size < size - 1)
        self.first_file = sum(1 << i for i in range(0, self.cells, size))
        self.last_file = self.first_file << size - 1
        self.ends = (1 << size) - 1 | (1 << size) - 1 << self.cells - size
        self.edge = self.first_file | self.last_file | self.ends
        self.middle = self.full ^ self.edge
        self.corners = sum(1 << i for i in (0, size - 1, self.cells - size, self.cells - 1))
        # From each square to the edge: four directions in which bits grow, and the four opposite
        # ones.
        self.east, self.south_west, self.south, self.south_east = (
            self._rays(*d) for d in ((0, 1), (1, -1), (1, 0), (1, 1))
        )
        self.west, self.north_east, self.north, self.north_west = (
            self._rays(*d) for d in ((0, -1), (-1, 1), (-1, 0), (-1, -1))
        )
        self.images = tuple(symmetries(size, size))
        half = size // 2
        self.quarters = tuple(
            sum(
                1 << j
                for j in range(self.cells)
                if (j // size < half) == (i // size < half)
                and (j % size < half) == (i % size < half)
            )
            for i in range(self.cells)
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

    # ------------------------------------------------------------------ the rules

    def start(self) -> Position:
        low, n = self.size // 2 - 1, self.size
        return Position(
            1 << low * n + low + 1 | 1 << (low + 1) * n + low,
            1 << low * n + low | 1 << (low + 1) * n + low + 1,
            0,
        )

    def player(self, s: Position) -> int:
        return s.turn

    def actions(self, s: Position) -> Iterator[int]:
        moves = self._moves(s.own, s.opp)
        if not moves and self._moves(s.opp, s.own):
            yield self.cells
        while moves:
            yield (moves & -moves).bit_length() - 1
            moves &= moves - 1

    def result(self, s: Position, a: int) -> Position:
        if a == self.cells:
            return Position(s.opp, s.own, 1 - s.turn)
        flips = self._flips(s.own, s.opp, a)
        return Position(s.opp ^ flips, s.own | flips | 1 << a, 1 - s.turn)

    def terminal(self, s: Position) -> bool:
        return not self._moves(s.own, s.opp) and not self._moves(s.opp, s.own)

    def utility(self, s: Position, p: int) -> float:
        lead = self._final(s.own.bit_count(), s.opp.bit_count())
        return lead if p == s.turn else -lead

    def _final(self, own: int, opp: int) -> int:
        """The payoff of so many discs against so many."""
        if self.empties == "nobody" or own == opp:
            return own - opp
        return self.cells - 2 * opp if own > opp else 2 * own - self.cells

    def _moves(self, own: int, opp: int) -> int:
        """The squares where `own` may go.

        Empty, with a run of `opp` between them and an own disc.
        """
        inner = opp & self.inner  # a run that goes sideways cannot pass the edge
        ends = self._ends(own, inner, 1) | self._ends(own, inner, self.size - 1)
        ends |= self._ends(own, opp, self.size) | self._ends(own, inner, self.size + 1)
        return ends & self.full & ~(own | opp)

    def _ends(self, own: int, opp: int, d: int) -> int:
        """The squares behind runs of `opp` that begin at an own disc, both ways along one
        direction.

        Runs grow by one disc, by one more, then by pairs: six at the most, the length of a line
        between two ends.
        """
        up, down = opp & own << d, opp & own >> d
        up |= opp & up << d
        down |= opp & down >> d
        pairs_up, pairs_down = opp & opp << d, opp & opp >> d
        up |= pairs_up & up << 2 * d
        down |= pairs_down & down >> 2 * d
        up |= pairs_up & up << 2 * d
        down |= pairs_down & down >> 2 * d
        return up << d | down >> d

    def _flips(self, own: int, opp: int, a: int) -> int:
        """The discs that a disc on square a turns over."""
        up = self._first(own, opp, self.east[a]) | self._first(own, opp, self.south_west[a])
        up |= self._first(own, opp, self.south[a]) | self._first(own, opp, self.south_east[a])
        down = self._last(own, opp, self.west[a]) | self._last(own, opp, self.north_east[a])
        down |= self._last(own, opp, self.north[a]) | self._last(own, opp, self.north_west[a])
        return up | down

    def _first(self, own: int, opp: int, ray: int) -> int:
        """What is turned over along a ray of growing bits.

        Adding 1 carries through the run to the square that ends it.
        """
        end = (opp | ~ray) + 1 & ray & own
        return end - 1 & ray if end else 0

    def _last(self, own: int, opp: int, ray: int) -> int:
        """The same along a ray of falling bits: its highest square without `opp` ends the run."""
        end = 1 << (ray & ~opp).bit_length() >> 1 & own
        return -2 * end & ray

    def beside(self, squares: int) -> int:
        """All squares next to these, in eight directions; some of these may be among them."""
        wide = (
            squares
            | squares << 1 & (self.inner | self.last_file)
            | squares >> 1 & (self.inner | self.first_file)
        )
        return (wide | wide << self.size | wide >> self.size) & self.full

    def stable(self, discs: int) -> int:
        """Discs of one side that can never be turned over.

        In each of four lines there is nothing, or such a disc, on one side.

        So it begins in the corners. There are more; those that stand in full lines are not looked
        for.
        """
        n = self.size
        found = 0
        more = discs & self.corners
        while more != found:
            found = more
            across = self.first_file | self.last_file | (found << 1 | found >> 1) & self.inner
            along = self.ends | found << n | found >> n
            falling = self.edge | found << n + 1 | found >> n + 1
            rising = self.edge | found << n - 1 | found >> n - 1
            more = discs & across & along & falling & rising
        return found

    # ------------------------------------------------------------------ hints for searches

    def evaluate(self, s: Position, p: int) -> float:
        """An estimate of the final difference, kept within what can still be reached."""
        if self.evaluation == "material":
            lead = float(s.own.bit_count() - s.opp.bit_count())
        else:
            lead = evaluation_of.positional(self, s.own, s.opp)
        low, high = self._reach(s.own, s.opp)
        lead = min(max(lead, low), high)
        return lead if p == s.turn else -lead

    def payoff_range(self, p: int) -> tuple[float, float]:
        return -self.cells, self.cells

    def bounds(self, s: Position) -> tuple[float, float]:
        low, high = self._reach(s.own, s.opp)
        return (low, high) if s.turn == 0 else (-high, -low)

    def _reach(self, own: int, opp: int) -> tuple[float, float]:
        """What the final difference must lie in for the player to move: nobody ever loses a corner.

        The last square is counted out.
        """
        empty = self.full & ~(own | opp)
        if empty.bit_count() <= LAST:
            v = float(self._play_out(own, opp, empty, -NEVER, NEVER))
            return v, v
        low = 2 * (own & self.corners).bit_count() - self.cells
        high = self.cells - 2 * (opp & self.corners).bit_count()
        return float(low), float(high)

    def _play_out(self, own: int, opp: int, empty: int, low: int, high: int) -> int:
        """The final difference for the player to move, as far as it matters between low and high.

        Alpha-beta over the last squares.
        """
        best = -NEVER
        left = empty
        while left:
            bit = left & -left
            left ^= bit
            flips = self._flips(own, opp, bit.bit_length() - 1)
            if flips:
                best = max(
                    best,
                    -self._play_out(
                        opp ^ flips, own | flips | bit, empty ^ bit, -high, -max(low, best)
                    ),
                )
                if best >= high:
                    return best
        if best > -NEVER:
            return best
        if empty and self._moves(opp, own):
            return -self._play_out(opp, own, empty, -high, -low)
        return self._final(own.bit_count(), opp.bit_count())

    def noisy(self, s: Position, a: int) -> bool:
        """A corner, or a pass: either changes what the squares around are worth."""
        return a == self.cells or self.corners >> a & 1 == 1

    def order(self, s: Position, a: int) -> float:
        """Few replies first, corners before.

        Squares in a quarter with an odd number of empty ones, where the last word can be had.
        """
        if a == self.cells:
            return 1.0
        empty = self.full & ~(s.own | s.opp)
        odd = (empty & self.quarters[a]).bit_count() & 1
        corner = self.corners >> a & 1
        if empty.bit_count() <= FEW:
            return 1.0 + 2 * odd + corner
        t = self.result(s, a)
        replies = self._moves(t.own, t.opp)
        mobility = replies.bit_count() + (replies & self.corners).bit_count()
        return 64.0 + odd + 8 * corner - 2 * mobility

    def key(self, s: Position) -> int:
        h = (s.own ^ s.own >> 32) * 0x9E3779B97F4A7C15 & FULL
        h = (h ^ h >> 29 ^ s.opp) * 0xBF58476D1CE4E5B9 & FULL
        return h ^ h >> 32 ^ s.turn

    def canonical(self, s: Position) -> Position:
        """The smallest of the eight images, as long as there are few discs."""
        if (s.own | s.opp).bit_count() > SYMMETRIC:
            return s
        best = s
        for k in range(1, 8):
            own = self._image(s.own, k)
            if not precedes(best.own, own):
                t = Position(own, self._image(s.opp, k), s.turn)
                if own != best.own or precedes(t.opp, best.opp):
                    best = t
        return best

    def _image(self, discs: int, k: int) -> int:
        """The discs under the k-th of the eight symmetries."""
        image = 0
        while discs:
            image |= 1 << self.images[k][(discs & -discs).bit_length() - 1]
            discs &= discs - 1
        return image

    # ------------------------------------------------------------------ as people write it

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
        first, second = (s.own, s.opp) if s.turn == 0 else (s.opp, s.own)
        return tuple(
            black if first >> i & 1 else white if second >> i & 1 else empty
            for i in range(self.cells)
        )

    def dump(self, s: Position) -> str:
        return f"{''.join(self._signs(s, 'X', 'O', '-'))} {'XO'[s.turn]}"

    def load(self, text: str) -> Position:
        """A line of OBF: the squares from a1 along the ranks, whose turn it is, and what follows
        a semicolon.
        """
        words = text.partition(";")[0].split()
        if len(words) != 2 or words[1].upper() not in SIDES:
            raise BadPosition(
                f"{text.strip()!r} is not OBF: {self.cells} squares of X, O or -, a "
                "space, and X or O for who moves"
            )
        squares = words[0].upper()
        if len(squares) != self.cells:
            raise BadPosition(
                f"{words[0]!r} has {len(squares)} squares; a board of "
                f"{self.size}×{self.size} has {self.cells}"
            )
        strange = [c for c in squares if c not in SIGNS]
        if strange:
            raise BadPosition(
                f"{strange[0]!r} in {words[0]!r} is no square: X or * is black, O white, "
                "- or . empty"
            )
        black, white = (
            sum(1 << i for i, c in enumerate(squares) if SIGNS[c] == sign) for sign in "XO"
        )
        if not black | white:
            raise BadPosition(
                f"{words[0]!r} cannot arise: a game begins with four discs, and none is "
                "ever taken away"
            )
        return (
            Position(black, white, 0) if SIDES[words[1].upper()] == 0 else Position(white, black, 1)
        )

    def board(self, s: Position) -> Board:
        touches = {a: (a,) if a < self.cells else () for a in self.options(s)}
        ranks = tuple(str(r + 1) for r in range(self.size))
        return Board(
            self.size,
            self.size,
            self._signs(s, "●", "○", ""),
            touches,
            ranks,
            tuple("abcdefgh"[: self.size]),
            look="felt",
        )

    def ending(self, s: Position) -> str:
        discs = self._discs(s)
        left = self.cells - sum(discs)
        is_given = self.empties == "winner" and left and discs[0] != discs[1]
        more = f", and gets the {left} empty square{'s' if left > 1 else ''}" if is_given else ""
        return self.describe_score(discs, "disc", "discs") + more

    def caption(self, s: Position) -> str:
        black, white = self._discs(s)
        return f"discs: Black {black}, White {white}"

    def _discs(self, s: Position) -> tuple[int, int]:
        """How many discs Black and White have."""
        own, opp = s.own.bit_count(), s.opp.bit_count()
        return (own, opp) if s.turn == 0 else (opp, own)


def precedes(x: int, y: int) -> bool:
    """x < y for sets of 64 bits, of which both gears would say the same."""
    return x >> 1 < y >> 1 or (x >> 1 == y >> 1 and x & 1 < y & 1)
