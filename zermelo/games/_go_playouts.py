"""Moves of random games of go: answers to the last move first, then any point that is no own eye.

The answers are those of MoGo (Gelly, Wang, Munos and Teytaud 2006): take stones, save stones, and
play where the 3×3 points around look like a fight, all beside the last move.
"""

from __future__ import annotations

from zermelo.bits import FULL, lowest
from zermelo.games._go_board import Points, Position
from zermelo.games._go_patterns import find_patterns
from zermelo.games._go_rules import GoRules

NONE = (0, 0)


class GoPlayouts(GoRules):
    """The rules, and how random games are played."""

    def __init__(
        self, size: int, komi: float, ko: str, suicide: bool, score: bool, most: int
    ) -> None:
        super().__init__(size, komi, ko, suicide, score, most)
        self.patterns = find_patterns()
        self.ring = tuple(self._ring(a) for a in range(self.cells))

    def _ring(self, a: int) -> tuple[int, ...]:
        """The eight points around one, row by row; those outside the board are −1."""
        r, c = divmod(a, self.size)
        places = [(r + y, c + x) for y in (-1, 0, 1) for x in (-1, 0, 1) if (y, x) != (0, 0)]
        inside = range(self.size)
        return tuple(y * self.size + x if y in inside and x in inside else -1 for y, x in places)

    def playout_action(self, s: Position, last: int, bits: int) -> int:
        """An answer to the last move, if there is one; else any point that is no own eye."""
        own, opp = (s.black, s.white) if s.turn == 0 else (s.white, s.black)
        empty = self._empty(s)
        if last < self.cells:
            answers = self._find_answers(own, opp, empty, last)
            a = self._pick_legal(s, answers, own, opp, empty, bits)
            if a >= 0:
                return a
        a = self._pick_legal(s, empty, own, opp, empty, bits)
        return a if a >= 0 else self.cells

    def _pick_legal(
        self, s: Position, points: Points, own: Points, opp: Points, empty: Points, bits: int
    ) -> int:
        """One of some points, each as likely, where one may move and fills no eye; −1 if none."""
        near = self._beside(empty)
        low, high = points[0], points[1]
        count = low.bit_count() + high.bit_count()
        while count > 0:
            bits = bits * 0xD1342543DE82EF95 + 0x2545F4914F6CDD1D & FULL
            a = self._nth(low, high, (bits >> 33) * count >> 31)
            # a point with a free one beside it is not an eye, and may be taken
            if self.low[a] & near[0] | self.high[a] & near[1]:
                if a != s.ko:
                    return a
            elif a != s.ko and not self._is_eye(own, opp, a) and self._is_allowed(own, opp, a):
                return a
            low, high = low & ~self.low[a], high & ~self.high[a]
            count -= 1
        return -1

    def _nth(self, low: int, high: int, n: int) -> int:
        """The n-th point of a set."""
        first = low.bit_count()
        word = 0 if n < first else 1
        left, n = (low, n) if n < first else (high, n - first)
        for _ in range(n):
            left &= left - 1
        return self.point[word][lowest(left)]

    # ------------------------------------------------------------------ answers

    def _find_answers(self, own: Points, opp: Points, empty: Points, last: int) -> Points:
        """Points that take the stones just placed or save those just attacked; else patterns."""
        spot = self.low[last], self.high[last]
        group = self._spread(spot, opp)
        urgent = self._last_liberty(group, empty)
        near = self._beside(spot)
        low, high = near[0] & own[0], near[1] & own[1]
        while low | high:
            first = (low & -low, 0) if low else (0, high & -high)
            group = self._spread(first, own)
            low, high = low & ~group[0], high & ~group[1]
            liberty = self._last_liberty(group, empty)
            if liberty[0] | liberty[1]:
                saved = self._save(own, opp, empty, group, liberty)
                urgent = urgent[0] | saved[0], urgent[1] | saved[1]
        if urgent[0] | urgent[1]:
            return urgent
        return self._find_patterns(own, opp, empty, last)

    def _last_liberty(self, group: Points, empty: Points) -> Points:
        """The liberty of a group that has only one; else nothing."""
        near = self._beside(group)
        low, high = near[0] & empty[0], near[1] & empty[1]
        if low.bit_count() + high.bit_count() == 1:
            return low, high
        return NONE

    def _save(
        self, own: Points, opp: Points, empty: Points, group: Points, liberty: Points
    ) -> Points:
        """Points that save a group in atari: its last liberty, if it gains by that, and those that
        take stones beside it."""
        saved = NONE
        stones = own[0] | liberty[0], own[1] | liberty[1]
        longer = self._beside(self._spread(liberty, stones))
        low, high = longer[0] & empty[0] & ~liberty[0], longer[1] & empty[1] & ~liberty[1]
        if low.bit_count() + high.bit_count() > 1:
            saved = liberty
        near = self._beside(group)
        low, high = near[0] & opp[0], near[1] & opp[1]
        while low | high:
            first = (low & -low, 0) if low else (0, high & -high)
            attacker = self._spread(first, opp)
            low, high = low & ~attacker[0], high & ~attacker[1]
            taken = self._last_liberty(attacker, empty)
            saved = saved[0] | taken[0], saved[1] | taken[1]
        return saved

    def _find_patterns(self, own: Points, opp: Points, empty: Points, last: int) -> Points:
        """The free points around the last move that look like a fight."""
        low = high = 0
        for a in self.ring[last]:
            if a >= 0 and (self.low[a] & empty[0] | self.high[a] & empty[1]):
                code = self._look_around(own, opp, a)
                if self.patterns[code >> 5] >> (code & 31) & 1:
                    low, high = low | self.low[a], high | self.high[a]
        return low, high

    def _look_around(self, own: Points, opp: Points, a: int) -> int:
        """What is around a point, two bits each: free, own, the other's, outside."""
        code = 0
        for b in self.ring[a]:
            code <<= 2
            if b < 0:
                code |= 3
            elif self.low[b] & own[0] | self.high[b] & own[1]:
                code |= 1
            elif self.low[b] & opp[0] | self.high[b] & opp[1]:
                code |= 2
        return code
