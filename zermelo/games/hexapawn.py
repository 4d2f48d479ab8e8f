"""Hexapawn (Martin Gardner, 1962): chess pawns alone; who cannot move loses.

Bits run along the rows from White's left corner, as in breakthrough. For 3×3::

    a3 b3 c3        6 7 8      Black begins here, and moves down
    a2 b2 c2        3 4 5
    a1 b1 c1        0 1 2      White begins here, and moves up
"""

from __future__ import annotations

from collections.abc import Iterator

from zermelo.games.breakthrough import WHITE, Breakthrough, Position


class Hexapawn(Breakthrough):
    """Pawns step ahead and capture diagonally; the far row wins, and so does leaving no move.

    An action is from · 64 + to, the bits' indices.

    >>> game = Hexapawn()
    >>> print(game.text(game.after(["b1-b2", "a3xb2"])))
    3  · ● ●
    2  · ● ·
    1  ○ · ○
       a b c
    """

    def __init__(self, columns: int = 3, rows: int = 3) -> None:
        super().__init__(rows, columns, 1)

    def _steps(self, s: Position, gone: int, come: int) -> Iterator[int]:
        """The moves from one set of squares to another; diagonally only to capture."""
        n = self.columns
        if s.turn == WHITE:
            own, free = s.white & gone, self.full & ~(s.white | s.black) & come
            yield from self._moves_by(own << n & free, n)
            yield from self._moves_by((own & self.inner_left) << n - 1 & s.black & come, n - 1)
            yield from self._moves_by((own & self.inner_right) << n + 1 & s.black & come, n + 1)
        else:
            own, free = s.black & gone, self.full & ~(s.white | s.black) & come
            yield from self._moves_by(own >> n & free, -n)
            yield from self._moves_by((own & self.inner_left) >> n + 1 & s.white & come, -n - 1)
            yield from self._moves_by((own & self.inner_right) >> n - 1 & s.white & come, 1 - n)

    def terminal(self, s: Position) -> bool:
        """Has a pawn arrived, or has the player to move no move?"""
        own, other = self._sides(s)
        home = self.row[0] if s.turn == WHITE else self.row[-1]
        return other & home != 0 or not self._can_move(own, other, s.turn)

    def _can_move(self, own: int, other: int, side: int) -> bool:
        ahead = own << self.columns & self.full if side == WHITE else own >> self.columns
        return ahead & ~(own | other) != 0 or self._attacks(own, side) & other != 0

    def non_losing(self, s: Position) -> Iterator[int]:
        """A win at once, or else the actions that leave none to the other side."""
        has_win = self._can_win(s)
        for a in self.actions(s):
            t = self.result(s, a)
            if self.terminal(t) if has_win else not self._can_win(t):
                yield a

    def _can_win(self, s: Position) -> bool:
        """Does an action end the game?"""
        count = 0
        for a in self.actions(s):
            if self.terminal(self.result(s, a)):
                count += 1
        return count > 0

    def _has_won(self, s: Position) -> bool:
        """Was the game over before the player to move could move?"""
        own, other = self._sides(s)
        return own & self.goal[s.turn] != 0 or other == 0

    def in_check(self, s: Position) -> bool:
        """No threat is certain."""
        return False
