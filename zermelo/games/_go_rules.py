"""The rules of go: moves, captures, ko, and the score by area."""

from __future__ import annotations

from collections.abc import Iterator

from zermelo.bits import FULL
from zermelo.errors import BadGame
from zermelo.game import FORBIDDEN
from zermelo.games._go_board import NOWHERE, GoBoard, Points, Position


class GoRules(GoBoard):
    """The rules alone: without hints for searches and text."""

    names = ("Black", "White")

    def __init__(
        self, size: int, komi: float, ko: str, suicide: bool, score: bool, most: int
    ) -> None:
        super().__init__(size)
        if ko not in ("positional", "simple"):
            raise BadGame(f"ko is {ko!r}; it must be positional (no board comes back) or simple")
        if not abs(komi) <= 1000:
            raise BadGame(f"komi is {komi:g}; it must lie between −1000 and 1000")
        if most < 0:
            what = "the number of moves that end a game, or 0 for 3 · size²"
            raise BadGame(f"most is {most}; it must be {what}")
        self.komi, self.ko, self.suicide, self.score = float(komi), ko, suicide, score
        self.repetition = FORBIDDEN if ko == "positional" else 0
        self.most = most or 3 * self.cells

    def start(self) -> Position:
        return Position((0, 0), (0, 0), 0, NOWHERE, 0, 0)

    def player(self, s: Position) -> int:
        return s.turn

    def actions(self, s: Position) -> Iterator[int]:
        if not self.terminal(s):
            empty = self._empty(s)
            near = self._beside(empty)
            for a in range(self.cells):
                if self._is_legal(s, a, empty, near):
                    yield a
            yield self.cells

    def _is_legal(self, s: Position, a: int, empty: Points, near: Points) -> bool:
        """May one move to a point? `near` are the points beside empty ones."""
        if not (self.low[a] & empty[0] | self.high[a] & empty[1]) or a == s.ko:
            return False
        if self.low[a] & near[0] | self.high[a] & near[1]:
            return True
        own, opp = (s.black, s.white) if s.turn == 0 else (s.white, s.black)
        return self._is_allowed(own, opp, a)

    def _is_allowed(self, own: Points, opp: Points, a: int) -> bool:
        """May one move to a point that has no empty point beside it?"""
        if self.suicide:
            return True
        taken = self._find_captured(own, opp, a)
        if taken[0] | taken[1]:
            return True
        return self._lives(own, opp, a)

    def playout_actions(self, s: Position) -> Iterator[int]:
        """Actions that fill no eye of the mover; a pass only if there is no other.

        Random games then end with living stones on the board.
        """
        own, opp = (s.black, s.white) if s.turn == 0 else (s.white, s.black)
        count = 0
        for a in self.actions(s):
            if a < self.cells and not self._is_eye(own, opp, a):
                count += 1
                yield a
        if count == 0 and not self.terminal(s):
            yield self.cells

    def _is_eye(self, own: Points, opp: Points, a: int) -> bool:
        """Is a point surrounded by own stones that cannot easily be cut apart?"""
        near = self._beside((self.low[a], self.high[a]))
        if near[0] & ~own[0] | near[1] & ~own[1]:
            return False
        low, high, most = self.corners[a]
        return (opp[0] & low).bit_count() + (opp[1] & high).bit_count() <= most

    def _find_captured(self, own: Points, opp: Points, a: int) -> Points:
        """The other side's stones that lose their last liberty when one moves to a."""
        near = self._beside((self.low[a], self.high[a]))
        if not (near[0] & opp[0] | near[1] & opp[1]):
            return 0, 0
        groups = self._spread(near, opp)
        empty = (
            self.full[0] & ~(own[0] | opp[0] | self.low[a]),
            self.full[1] & ~(own[1] | opp[1] | self.high[a]),
        )
        alive = self._spread(self._beside(empty), groups)
        return groups[0] & ~alive[0], groups[1] & ~alive[1]

    def _lives(self, own: Points, opp: Points, a: int) -> bool:
        """Has the group of a stone on a, which takes nothing, a liberty?"""
        stones = own[0] | self.low[a], own[1] | self.high[a]
        group = self._spread((self.low[a], self.high[a]), stones)
        empty = self.full[0] & ~(stones[0] | opp[0]), self.full[1] & ~(stones[1] | opp[1])
        return self._touches(group, empty)

    def result(self, s: Position, a: int) -> Position:
        if a == self.cells:
            return Position(s.black, s.white, 1 - s.turn, NOWHERE, s.passes + 1, s.moves + 1)
        own, opp = (s.black, s.white) if s.turn == 0 else (s.white, s.black)
        taken = self._find_captured(own, opp, a)
        count = taken[0].bit_count() + taken[1].bit_count()
        ko = NOWHERE
        if count == 1 and self._is_alone(own, opp, a):
            ko = self._only_point(taken)
        stones = own[0] | self.low[a], own[1] | self.high[a]
        if self.suicide and count == 0 and not self._lives(own, opp, a):
            lost = self._spread((self.low[a], self.high[a]), stones)
            stones = stones[0] ^ lost[0], stones[1] ^ lost[1]
        others = opp[0] ^ taken[0], opp[1] ^ taken[1]
        black, white = (stones, others) if s.turn == 0 else (others, stones)
        return Position(black, white, 1 - s.turn, ko, 0, s.moves + 1)

    def _only_point(self, x: Points) -> int:
        """The point of a set of one."""
        if x[0]:
            return self.point[0][x[0].bit_length() - 1]
        return self.point[1][x[1].bit_length() - 1]

    def _is_alone(self, own: Points, opp: Points, a: int) -> bool:
        """Are all points beside a the other side's? A stone there that takes one makes a ko."""
        near = self._beside((self.low[a], self.high[a]))
        return not (near[0] & ~opp[0] | near[1] & ~opp[1])

    def repetition_key(self, s: Position) -> int:
        """The board alone; a pass brings it back, and may."""
        if s.passes:
            return 0
        return self._hash(s.black[0], s.black[1], s.white[0], s.white[1], 0) | 1

    def terminal(self, s: Position) -> bool:
        return s.passes >= 2 or s.moves >= self.most

    def utility(self, s: Position, p: int) -> float:
        lead = self._area(s) - self.komi
        if not self.score:
            lead = 1.0 if lead > 0 else -1.0 if lead < 0 else 0.0
        return lead if p == 0 else -lead

    def _area(self, s: Position) -> int:
        """Black's points less White's."""
        black, white = self._areas(s)
        return black - white

    def _areas(self, s: Position) -> tuple[int, int]:
        """Black's stones and the empty points that only Black reaches, and White's."""
        empty = self._empty(s)
        black = self._spread(self._beside(s.black), empty)
        white = self._spread(self._beside(s.white), empty)
        own = (black[0] & ~white[0]).bit_count() + (black[1] & ~white[1]).bit_count()
        other = (white[0] & ~black[0]).bit_count() + (white[1] & ~black[1]).bit_count()
        own += s.black[0].bit_count() + s.black[1].bit_count()
        other += s.white[0].bit_count() + s.white[1].bit_count()
        return own, other

    def ending(self, s: Position) -> str:
        black, white = self._areas(s)
        komi = f" (komi of {self.komi:g} included)" if self.komi else ""
        return self.describe_score((black, white + self.komi), "point", "points") + komi

    def _hash(self, a: int, b: int, c: int, d: int, e: int) -> int:
        """A key of five words."""
        h = (a ^ a >> 32) * 0x9E3779B97F4A7C15 & FULL
        h = (h ^ h >> 29 ^ c) * 0xBF58476D1CE4E5B9 & FULL
        h = (h ^ h >> 32 ^ b) * 0x94D049BB133111EB & FULL
        h = (h ^ h >> 31 ^ d) * 0xD6E8FEB86659FD93 & FULL
        h = (h ^ h >> 30 ^ e) * 0x9E3779B97F4A7C15 & FULL
        return h ^ h >> 32
