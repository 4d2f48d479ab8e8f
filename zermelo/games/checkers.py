"""Checkers (English draughts): men go forward, kings both ways, captures are forced.

A player who cannot move loses. A capture is one action for each jump. While the same piece can jump
on, the same player moves again. `_checkers_board` has the squares and the text,
`_checkers_positional` the evaluation.
"""

from __future__ import annotations

from collections.abc import Iterator

from zermelo.bits import hash64, lowest
from zermelo.errors import BadGame
from zermelo.game import Feature
from zermelo.games._checkers_board import BLACK, WHITE, CheckersBoard, Position
from zermelo.games._checkers_positional import HUNDRED, Positional

__all__ = ["Checkers", "Position"]

DRAW_MOVES = 40
"""The game is drawn when in the last 40 moves of both players no man was advanced and nothing was
captured (WCDF, Rules of Draughts, the rules for a draw)."""


class Checkers(CheckersBoard):
    """English draughts on 8×8, and on 4×4, 6×6 and 10×10 by the same rules.

    An action is a step or one jump: the bits' indices, from · 64 + to.

    >>> game = Checkers()
    >>> print(game.text(game.after(["11-15", "22-18", "15x22", "25x18"])))
      1-4  · ⛂ · ⛂ · ⛂ · ⛂
      5-8  ⛂ · ⛂ · ⛂ · ⛂ ·
     9-12  · ⛂ · ⛂ · · · ⛂
    13-16  · · · · · · · ·
    17-20  · · · ⛀ · · · ·
    21-24  ⛀ · · · ⛀ · ⛀ ·
    25-28  · · · ⛀ · ⛀ · ⛀
    29-32  ⛀ · ⛀ · ⛀ · ⛀ ·
    """

    evaluations: tuple[str, ...] = ("positional", "material", "problem")
    unit = ("man", "men")
    repetition = 3
    moves_again = True

    def __init__(
        self, size: int = 8, draw: int = DRAW_MOVES, evaluation: str = "positional"
    ) -> None:
        super().__init__(size)
        if not 1 <= draw <= 10_000:
            raise BadGame(f"a draw after {draw} moves without progress makes no sense: 1 to 10000")
        if evaluation not in self.evaluations:
            raise BadGame(
                f"checkers has no evaluation {evaluation!r}; there are {' '.join(self.evaluations)}"
            )
        self.draw, self.evaluation = draw, evaluation
        self.weights = (1.0, 2.0) if evaluation == "material" else ()
        self.most = 2 * self.opening.black.bit_count() + 1
        self.positional = Positional(size, self.squares)

    # ------------------------------------------------------------------ rules

    def start(self) -> Position:
        return self.opening

    def player(self, s: Position) -> int:
        return s.turn

    def _movers(self, s: Position) -> tuple[int, int]:
        """The pieces that may go down, and those that may go up."""
        if s.turn == BLACK:
            return s.black, s.black & s.kings
        return s.white & s.kings, s.white

    def actions(self, s: Position) -> Iterator[int]:
        empty = self.full & ~(s.black | s.white)
        if s.quiet >= 2 * self.draw:
            empty = 0  # the game is drawn
        down, up = self._movers(s)
        if s.jumper:
            down, up = down & s.jumper, up & s.jumper
        sets = self._jumpers(down, up, s.white if s.turn == BLACK else s.black, empty)
        far = 2
        if not sets[0] | sets[1] | sets[2] | sets[3]:
            sets = self._steppers(down, up, empty)
            far = 1
        yield from self._moves_by(sets[0], far * self.h)
        yield from self._moves_by(sets[1], far * (self.h + 1))
        yield from self._moves_by(sets[2], -far * self.h)
        yield from self._moves_by(sets[3], -far * (self.h + 1))

    def _moves_by(self, pieces: int, distance: int) -> Iterator[int]:
        """The moves of all these pieces by one distance."""
        while pieces:
            yield 65 * lowest(pieces) + distance
            pieces &= pieces - 1

    def _jumpers(self, down: int, up: int, other: int, empty: int) -> tuple[int, int, int, int]:
        """The pieces that can capture down left, down right, up right and up left."""
        h = self.h
        return (
            down & other >> h & empty >> 2 * h,
            down & other >> h + 1 & empty >> 2 * h + 2,
            up & other << h & empty << 2 * h,
            up & other << h + 1 & empty << 2 * h + 2,
        )

    def _steppers(self, down: int, up: int, empty: int) -> tuple[int, int, int, int]:
        """The pieces that can step down left, down right, up right and up left."""
        h = self.h
        return down & empty >> h, down & empty >> h + 1, up & empty << h, up & empty << h + 1

    def _jumps(self, down: int, up: int, other: int, empty: int) -> bool:
        """Can one of these pieces, which go down or up, capture?"""
        sets = self._jumpers(down, up, other, empty)
        return sets[0] | sets[1] | sets[2] | sets[3] != 0

    def _steps(self, down: int, up: int, empty: int) -> bool:
        """Can one of these pieces step?"""
        sets = self._steppers(down, up, empty)
        return sets[0] | sets[1] | sets[2] | sets[3] != 0

    def result(self, s: Position, a: int) -> Position:
        gone, come = 1 << (a >> 6), 1 << (a & 63)
        own, other = (s.black, s.white) if s.turn == BLACK else (s.white, s.black)
        own ^= gone | come
        is_man = s.kings & gone == 0
        kings = s.kings if is_man else s.kings ^ (gone | come)
        is_crowned = is_man and come & self.crown[s.turn] != 0
        if is_crowned:
            kings |= come
        quiet, jumper = 0 if is_man else s.quiet + 1, 0
        if self.is_capture(a):
            taken = 1 << ((a >> 6) + (a & 63) >> 1)
            other, kings, quiet = other ^ taken, kings & ~taken, 0
            if not is_crowned and self._jumps_on(s.turn, is_man, come, other, own):
                jumper = come
        turn = s.turn if jumper else 1 - s.turn
        if s.turn == BLACK:
            return Position(own, other, kings, turn, jumper, quiet)
        return Position(other, own, kings, turn, jumper, quiet)

    def _jumps_on(self, turn: int, is_man: bool, piece: int, other: int, own: int) -> bool:
        """Can a piece that has just captured capture again?"""
        down = piece if turn == BLACK or not is_man else 0
        up = piece if turn == WHITE or not is_man else 0
        return self._jumps(down, up, other, self.full & ~(own | other))

    def _stuck(self, s: Position) -> bool:
        """Has the player to move no move?"""
        empty = self.full & ~(s.black | s.white)
        down, up = self._movers(s)
        other = s.white if s.turn == BLACK else s.black
        return not self._steps(down, up, empty) and not self._jumps(down, up, other, empty)

    def terminal(self, s: Position) -> bool:
        return s.quiet >= 2 * self.draw or self._stuck(s)

    def utility(self, s: Position, p: int) -> float:
        if not self._stuck(s):
            return 0
        return -1 if p == s.turn else 1

    def ending(self, s: Position) -> str:
        if not self._stuck(s):
            return f"a draw: {self.draw} moves without progress"
        loser, winner = self.names[s.turn], self.names[1 - s.turn]
        why = "cannot move" if (s.black, s.white)[s.turn] else "has no men left"
        return f"{winner} wins: {loser} {why}"

    # ------------------------------------------------------------------ positions that come again

    def is_mid_move(self, s: Position) -> bool:
        """Must a capture go on?"""
        return s.jumper != 0

    def repetition_key(self, s: Position) -> int:
        """The pieces and the player to move, without the count of moves."""
        return 0 if s.jumper else hash64((s.black, s.white, s.kings, s.turn))

    def reversible_plies(self, s: Position) -> int:
        return s.quiet

    # ------------------------------------------------------------------ hooks

    def bounds(self, s: Position) -> tuple[float, float]:
        return -1.0, 1.0

    def noisy(self, s: Position, a: int) -> bool:
        return self.is_capture(a)

    def in_check(self, s: Position) -> bool:
        """Must the player capture?"""
        down, up = self._movers(s)
        other = s.white if s.turn == BLACK else s.black
        return self._jumps(down, up, other, self.full & ~(s.black | s.white))

    def order(self, s: Position, a: int) -> float:
        """Captures by what they take, then crowning."""
        here, there = a >> 6, a & 63
        if self.is_capture(a):
            return 3.0 if s.kings >> (here + there >> 1) & 1 else 2.0
        return 1.0 if self.crown[s.turn] >> there & 1 and not s.kings >> here & 1 else 0.0

    # ------------------------------------------------------------------ evaluation

    def evaluate(self, s: Position, p: int) -> float:
        """Black's lead, or White's, by the evaluation that was asked for."""
        if self.evaluation == "positional":
            lead = self.positional.lead(s.black, s.white, s.kings, s.turn)
        elif self.evaluation == "material":
            lead = (self._weigh(s.black, s.kings) - self._weigh(s.white, s.kings)) / self.most
        else:
            black, white = self._worth(s.black, s.kings), self._worth(s.white, s.kings)
            lead = (black - white) / (black + white)
        return lead if p == BLACK else -lead

    def features(self, s: Position) -> Iterator[Feature]:
        """The notes' c and k; the positional evaluation has more."""
        if self.evaluation == "positional":
            yield from self.positional.features(s.black, s.white, s.kings, s.turn)
        else:
            men = (s.black & ~s.kings).bit_count(), (s.white & ~s.kings).bit_count()
            yield Feature("men (c)", men, self.weights[0] if self.weights else 1.0)
            kings = (s.black & s.kings).bit_count(), (s.white & s.kings).bit_count()
            yield Feature("kings (k)", kings, self.weights[1] if self.weights else 2.0)

    def scale(self, s: Position, x: float) -> float:
        if self.evaluation == "positional":
            return self.positional.scale(x)
        worth = self._worth(s.black | s.white, s.kings)
        return x / (self.most if self.evaluation == "material" else worth)

    def formula(self, s: Position) -> str:
        if self.evaluation == "positional":
            return f"(b − w) / {self.positional.most / HUNDRED:g}"
        return f"(b − w) / {self.most}" if self.evaluation == "material" else "(b − w) / (b + w)"

    def in_units(self, v: float) -> float | None:
        if self.evaluation == "positional":
            return v * self.positional.most / HUNDRED
        return v * self.most if self.evaluation == "material" else None

    def _weigh(self, pieces: int, kings: int) -> float:
        """The same with weights that can be tuned."""
        man, king = self.weights
        return man * (pieces & ~kings).bit_count() + king * (pieces & kings).bit_count()

    def _worth(self, pieces: int, kings: int) -> int:
        """The notes' 2 · kings + pawns."""
        return pieces.bit_count() + (pieces & kings).bit_count()
