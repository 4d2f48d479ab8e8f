"""Othello on 8×8, 6×6 or 4×4: enclose the other side's discs in a line, and they become yours.

The side with more discs at the end wins. `_othello_board` has the squares and the text,
`_othello_discs` the moves and the last squares, `_othello_evaluation` the estimates.
"""

from __future__ import annotations

from collections.abc import Iterator

from zermelo.bits import FULL, lowest
from zermelo.errors import BadGame
from zermelo.formatting import format_clamp
from zermelo.game import Feature
from zermelo.games import _othello_evaluation as evaluation_of
from zermelo.games._othello_board import Position
from zermelo.games._othello_discs import NEVER, OthelloDiscs

__all__ = ["Othello", "Position"]

SYMMETRIC = 12
"""Positions with at most this many discs are looked up by their canonical form; later ones hardly
ever meet an image of themselves."""

LAST = 4
"""With at most this many empty squares `bounds` plays the game out, which is much cheaper for a
search than nodes of its own."""

LAST_IN_WINDOW = 7
"""The same for a search that only asks on which side of a window the value lies."""

FEW = 6
"""With at most this many empty squares, counting the other side's replies costs more than a better
order saves."""


class Othello(OthelloDiscs):
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
        self.weights = evaluation_of.WEIGHTS if evaluation == "positional" else ()
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
            yield lowest(moves)
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

    def weight_leads(self, s: Position) -> Iterator[tuple[str, float]]:
        black, white = (s.own, s.opp) if s.turn == 0 else (s.opp, s.own)
        return evaluation_of.weight_leads(self, black, white, s.turn)

    def scale(self, s: Position, x: float) -> float:
        low, high = self.bounds(s)
        return min(max(x, low), high)

    def formula(self, s: Position) -> str:
        return format_clamp("b − w", *self.bounds(s))

    def payoff_range(self, p: int) -> tuple[float, float]:
        return -self.cells, self.cells

    def plies_left(self, s: Position) -> int:
        """At most a pass before each disc."""
        return 2 * (self.cells - (s.own | s.opp).bit_count())

    def bounds(self, s: Position) -> tuple[float, float]:
        low, high = self._reach(s.own, s.opp)
        return (low, high) if s.turn == 0 else (-high, -low)

    def bounds_in(self, s: Position, low: float, high: float) -> tuple[float, float]:
        """With few empty squares the game is played out in the window, else stable discs count."""
        a, b = int(low // 1), -int(-high // 1)
        if s.turn == 0:
            least, most = self._reach_in(s.own, s.opp, a, b)
            return float(least), float(most)
        least, most = self._reach_in(s.own, s.opp, -b, -a)
        return float(-most), float(-least)

    def _reach_in(self, own: int, opp: int, low: int, high: int) -> tuple[int, int]:
        """What the final difference must lie in for the player to move, asked for a window.

        Stable discs are looked for only if a side's discs would cut, were all of them stable.
        """
        empty = self.full & ~(own | opp)
        least, most = -self.cells, self.cells
        if empty.bit_count() <= LAST_IN_WINDOW:
            v = self._play_out(own, opp, empty, low, high)
            return v if v > low else least, v if v < high else most
        if most - 2 * opp.bit_count() <= low:
            most -= 2 * self.stable(opp).bit_count()
        if least + 2 * own.bit_count() >= high:
            least += 2 * self.stable(own).bit_count()
        return least, most

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
