"""The discs of othello as sets of bits: moves, flips, stable discs and the last squares."""

from __future__ import annotations

from zermelo.games._othello_board import OthelloBoard

NEVER = 100
"""More than any difference."""


class OthelloDiscs(OthelloBoard):
    """What follows from the discs of two sides; `own` are those of the player to move."""

    empties: str
    """Who gets the empty squares at the end: "winner" or "neither"."""

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
        ray = 8 * a
        up = self._first(own, opp, self.rays[ray]) | self._first(own, opp, self.rays[ray + 1])
        up |= self._first(own, opp, self.rays[ray + 2]) | self._first(own, opp, self.rays[ray + 3])
        down = self._last(own, opp, self.rays[ray + 4]) | self._last(own, opp, self.rays[ray + 5])
        down |= self._last(own, opp, self.rays[ray + 6]) | self._last(own, opp, self.rays[ray + 7])
        return up | down

    def _first(self, own: int, opp: int, ray: int) -> int:
        """The discs turned over along a ray of growing bits.

        Adding 1 carries through the run to the square that ends it.
        """
        end = (opp | ~ray) + 1 & ray & own
        return end - (1 if end else 0) & ray

    def _last(self, own: int, opp: int, ray: int) -> int:
        """The same along a ray of falling bits: its highest square without `opp` ends the run."""
        # Such a ray ends before bit 63. To say so spares machine code a test of the shift.
        end = 1 << ((ray & ~opp).bit_length() & 63) >> 1 & own
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

    # ------------------------------------------------------------------ the last squares

    def _play_out(self, own: int, opp: int, empty: int, low: int, high: int) -> int:
        """The final difference for the player to move: alpha-beta over the last squares.

        Quarters with an odd number of empty squares come first: who enters one leaves it, too.
        """
        count = empty.bit_count()
        if count <= 1:
            return self._play_last(own, opp, empty)
        if count == 2:
            return self._play_two(own, opp, empty, low, high, True)
        moves = self._moves(own, opp)
        if not moves:
            if self._moves(opp, own):
                return -self._play_out(opp, own, empty, -high, -low)
            return self._final(own.bit_count(), opp.bit_count())
        best = -NEVER
        left = moves & self._odd_quarters(empty)
        rest = moves ^ left
        while left | rest:
            if not left:
                left, rest = rest, 0
            bit = left & -left
            left ^= bit
            flips = self._flips(own, opp, bit.bit_length() - 1)
            mine, others = own | flips | bit, opp ^ flips
            v = -self._play_out(others, mine, empty ^ bit, -high, -max(low, best))
            best = max(best, v)
            if best >= high:
                return best
        return best

    def _play_two(self, own: int, opp: int, empty: int, low: int, high: int, may_pass: bool) -> int:
        """The same with two empty squares: each in turn, and then the other."""
        first = empty & -empty
        second = empty ^ first
        best = -NEVER
        flips = self._flips_if_near(own, opp, first.bit_length() - 1)
        if flips:
            best = -self._play_last(opp ^ flips, own | flips | first, second)
            if best >= high:
                return best
        flips = self._flips_if_near(own, opp, second.bit_length() - 1)
        if flips:
            best = max(best, -self._play_last(opp ^ flips, own | flips | second, first))
        if best > -NEVER:
            return best
        if may_pass:
            return -self._play_two(opp, own, empty, -high, -low, False)
        return self._final(own.bit_count(), opp.bit_count())

    def _play_last(self, own: int, opp: int, empty: int) -> int:
        """The final difference with one empty square, or none."""
        mine, others = own.bit_count(), opp.bit_count()
        if empty:
            a = empty.bit_length() - 1
            n = self._count_last_flips(own, a)
            if n:
                return self._final(mine + n + 1, others - n)
            n = self._count_last_flips(opp, a)
            if n:
                return self._final(mine - n, others + n + 1)
        return self._final(mine, others)

    def _odd_quarters(self, empty: int) -> int:
        """The quarters of the board with an odd number of empty squares."""
        odd = 0
        for quarter in self.four_quarters:
            if (empty & quarter).bit_count() & 1:
                odd |= quarter
        return odd

    def _flips_if_near(self, own: int, opp: int, a: int) -> int:
        """The discs that a disc on square a turns over; most often there is none of `opp` near."""
        return self._flips(own, opp, a) if self.around[a] & opp else 0
