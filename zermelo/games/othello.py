"""Othello on 8×8, 6×6 or 4×4: enclose the other side's discs in a line, and they become yours.

The side with more discs at the end wins. `_othello_board` has the squares and the text,
`_othello_evaluation` the estimates.
"""

from __future__ import annotations

from collections.abc import Iterator

from zermelo.bits import FULL
from zermelo.errors import BadGame
from zermelo.formatting import format_clamp
from zermelo.game import Feature
from zermelo.games import _othello_evaluation as evaluation_of
from zermelo.games._othello_board import OthelloBoard, Position

__all__ = ["Othello", "Position"]

SYMMETRIC = 12
"""Positions with at most this many discs are looked up by their canonical form; later ones hardly
ever meet an image of themselves."""

LAST = 4
"""With at most this many empty squares `bounds` plays the game out, which is much cheaper for a
search than nodes of its own."""

NEVER = 100
"""More than any difference."""

FEW = 6
"""With at most this many empty squares, counting the other side's replies costs more than a better
order saves."""


class Othello(OthelloBoard):
    """Enclose the other's discs to turn them over; most discs win.

    A player who cannot enclose any must pass; when neither can, it is over.

    The payoff is the difference of discs. `empties` says which side gets the empty squares at the
    end: "winner", the rule of tournaments and the default on 8×8, or "neither", the default on
    smaller boards, whose published values count the discs that lie there. An action is a bit's
    index, or size² for a pass.

    >>> game = Othello(4)
    >>> print(game.text(game.after(["b1", "a1"])))
    1  ○ ● · ·
    2  · ○ ● ·
    3  · ● ○ ·
    4  · · · ·
       a b c d
    discs: Black 3, White 3
    """

    evaluations = ("positional", "material")
    moves_again = False
    cyclic = False
    unit = ("disc", "discs")

    def __init__(self, size: int = 8, evaluation: str = "positional", empties: str = "") -> None:
        super().__init__(size)
        if evaluation not in self.evaluations:
            known = " ".join(self.evaluations)
            raise BadGame(f"othello has no evaluation {evaluation!r}; evaluations: {known}")
        if empties not in ("", "neither", "winner"):
            raise BadGame(f"empties is {empties!r}; empty squares go to neither or to the winner")
        self.evaluation = evaluation
        self.empties = empties or ("winner" if size == 8 else "neither")

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

    def ending(self, s: Position) -> str:
        discs = self._discs(s)
        left = self.cells - sum(discs)
        is_given = self.empties == "winner" and left and discs[0] != discs[1]
        more = f", and gets the {left} empty square{'s' if left > 1 else ''}" if is_given else ""
        return self.describe_score(discs, "disc", "discs") + more

    def _final(self, own: int, opp: int) -> int:
        """The payoff of these numbers of discs."""
        if self.empties == "neither" or own == opp:
            return own - opp
        return self.cells - 2 * opp if own > opp else 2 * own - self.cells

    def _moves(self, own: int, opp: int) -> int:
        """The squares where `own` may go: empty, with a run of `opp` up to an own disc."""
        inner = opp & self.inner  # a run that goes sideways cannot pass the edge
        ends = self._ends(own, inner, 1) | self._ends(own, inner, self.size - 1)
        ends |= self._ends(own, opp, self.size) | self._ends(own, inner, self.size + 1)
        return ends & self.full & ~(own | opp)

    def _ends(self, own: int, opp: int, d: int) -> int:
        """The squares behind runs of `opp` that begin at an own disc, both ways along a line.

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
        """The discs turned over along a ray of growing bits.

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

        In each of four lines there is nothing, or such a disc, on one side: it begins in the
        corners. Discs in full lines are stable too and are not looked for.
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

    def features(self, s: Position) -> Iterator[Feature]:
        black, white = (s.own, s.opp) if s.turn == 0 else (s.opp, s.own)
        if self.evaluation == "material":
            yield Feature("discs", (black.bit_count(), white.bit_count()))
        else:
            yield from evaluation_of.features(self, black, white, s.turn)

    def scale(self, s: Position, x: float) -> float:
        low, high = self.bounds(s)
        return min(max(x, low), high)

    def formula(self, s: Position) -> str:
        return format_clamp("b − w", *self.bounds(s))

    def payoff_range(self, p: int) -> tuple[float, float]:
        return -self.cells, self.cells

    def bounds(self, s: Position) -> tuple[float, float]:
        low, high = self._reach(s.own, s.opp)
        return (low, high) if s.turn == 0 else (-high, -low)

    def _reach(self, own: int, opp: int) -> tuple[float, float]:
        """What the final difference must lie in for the player to move: corners are never lost.

        With few empty squares the game is played out.
        """
        empty = self.full & ~(own | opp)
        if empty.bit_count() <= LAST:
            v = float(self._play_out(own, opp, empty, -NEVER, NEVER))
            return v, v
        low = 2 * (own & self.corners).bit_count() - self.cells
        high = self.cells - 2 * (opp & self.corners).bit_count()
        return float(low), float(high)

    def _play_out(self, own: int, opp: int, empty: int, low: int, high: int) -> int:
        """The final difference for the player to move: alpha-beta over the last squares."""
        best = -NEVER
        left = empty
        while left:
            bit = left & -left
            left ^= bit
            flips = self._flips(own, opp, bit.bit_length() - 1)
            if flips:
                mine, others = own | flips | bit, opp ^ flips
                v = -self._play_out(others, mine, empty ^ bit, -high, -max(low, best))
                best = max(best, v)
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
        """Few replies first, corners before, and quarters with an odd number of empty squares."""
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


def precedes(x: int, y: int) -> bool:
    """x < y for sets of 64 bits, of which both gears would say the same."""
    return x >> 1 < y >> 1 or (x >> 1 == y >> 1 and x & 1 < y & 1)
