"""Pig: roll a die as often as you dare; a 1 loses the turn's points; first to the goal wins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from zermelo.board import TO_MOVE, Board, Detail
from zermelo.errors import BadGame, BadPosition
from zermelo.game import CHANCE, Feature, Game
from zermelo.notation import whole_numbers

HOLD, ROLL = 0, 1


class Position(NamedTuple):
    """The points of both players and of the turn, the player to move, and if a die is rolling."""

    first: int
    second: int
    gathered: int
    turn: int
    rolling: bool


class Pig(Game[Position, int]):
    """A race with a die: hold to keep the turn's points, roll to risk them.

    The game can cycle: limit the depth.

    The outcomes of chance are the numbers on the die. A player whose kept and gathered points reach
    the goal has won.
    """

    names = ("first", "second")
    moves_again = True
    cyclic = True
    unit = ("point", "points")

    def __init__(self, goal: int = 100, sides: int = 6) -> None:
        if goal < 1 or not 2 <= sides <= 1000:
            raise BadGame(
                f"pig has a goal of at least 1 and a die of 2 to 1000 sides, not {goal} and {sides}"
            )
        self.goal, self.sides = goal, sides

    def start(self) -> Position:
        return Position(0, 0, 0, 0, False)

    def tier(self, s: Position) -> int:
        return s.first + s.second

    def player(self, s: Position) -> int:
        return CHANCE if s.rolling else s.turn

    def _keep(self, s: Position, p: int) -> int:
        return s.second if p else s.first

    def actions(self, s: Position) -> Iterator[int]:
        if not self.terminal(s):
            yield ROLL
            if s.gathered:
                yield HOLD

    def chances(self, s: Position) -> Iterator[tuple[int, float]]:
        for number in range(1, self.sides + 1):
            yield number, 1 / self.sides

    def result(self, s: Position, a: int) -> Position:
        if not s.rolling:
            return s._replace(rolling=True) if a == ROLL else self._pass_turn(s, s.gathered)
        if a == 1:
            return self._pass_turn(s, 0)
        return s._replace(gathered=s.gathered + a, rolling=False)

    def _pass_turn(self, s: Position, points: int) -> Position:
        """The other's turn, with these points kept."""
        if s.turn == 0:
            return Position(s.first + points, s.second, 0, 1, False)
        return Position(s.first, s.second + points, 0, 0, False)

    def terminal(self, s: Position) -> bool:
        return (
            s.first >= self.goal
            or s.second >= self.goal
            or self._keep(s, s.turn) + s.gathered >= self.goal
        )

    def utility(self, s: Position, p: int) -> float:
        own = self._keep(s, p) + (s.gathered if p == s.turn else 0)
        return 1 if own >= self.goal else -1

    def ending(self, s: Position) -> str:
        return self.describe_score(
            [self._keep(s, p) + (s.gathered if p == s.turn else 0) for p in (0, 1)],
            "point",
            "points",
        )

    def evaluate(self, s: Position, p: int) -> float:
        """Points kept and gathered, own minus the other's, as a share of the goal."""
        lead = s.first - s.second + (s.gathered if s.turn == 0 else -s.gathered)
        return (lead if p == 0 else -lead) / self.goal

    def features(self, s: Position) -> Iterator[Feature]:
        yield Feature("points kept", (s.first, s.second))
        gathered = (s.gathered, 0) if s.turn == 0 else (0, s.gathered)
        yield Feature("points of this turn", gathered)

    def scale(self, s: Position, x: float) -> float:
        return x / self.goal

    def formula(self, s: Position) -> str:
        return f"(f − s) / {self.goal}"

    def in_units(self, v: float) -> float:
        return v * self.goal

    def bounds(self, s: Position) -> tuple[float, float]:
        return -1.0, 1.0

    def payoff_range(self, p: int) -> tuple[float, float]:
        return -1.0, 1.0

    def name(self, s: Position, a: int) -> str:
        return str(a) if s.rolling else ("hold", "roll")[a]

    def dump(self, s: Position) -> str:
        rolling = " rolling" if s.rolling else ""
        return f"{s.first} {s.second} {s.gathered} {self.names[s.turn]}{rolling}"

    def load(self, text: str) -> Position:
        words = text.split()
        rolling = words[4:] == ["rolling"]
        points = whole_numbers(words[:3])
        if len(words) != 4 + rolling or not points or words[3] not in self.names:
            raise BadPosition(
                f"{text!r} is not a pig position; write both scores, the turn's points and "
                "whose turn, like '12 7 5 first'"
            )
        s = Position(points[0], points[1], points[2], self.names.index(words[3]), rolling)
        if self.terminal(s) and (rolling or sum(self.payoffs(s)) != 0):
            raise BadPosition(
                f"{text!r} cannot arise: a player with {self.goal} points has won, and the "
                "game is over"
            )
        return s

    def pieces(self) -> tuple[str, ...]:
        return ("+1", "+10", "−1", "−10")

    def put(self, cells: tuple[str, ...], cell: int, piece: str) -> tuple[str, ...]:
        """Points more or less; "" takes all."""
        points, slash, goal = cells[cell].partition("/")
        n = max(int(points) + int(piece.replace("−", "-")), 0) if piece else 0
        return super().put(cells, cell, f"{n}/{goal}" if slash else f"+{n}")

    def details(self, s: Position) -> tuple[Detail, ...]:
        return (Detail(TO_MOVE, self.names[s.turn], self.names),)

    def setup_text(self, cells: tuple[str, ...], details: Mapping[str, str]) -> str:
        first, gathered, second = (int(cell.partition("/")[0]) for cell in cells)
        return f"{first} {second} {gathered} {details.get(TO_MOVE) or self.names[0]}"

    def board(self, s: Position) -> Board:
        """The points of both players, and those of the turn between them."""
        cells = (f"{s.first}/{self.goal}", f"+{s.gathered}", f"{s.second}/{self.goal}")
        places = {ROLL: (1,), HOLD: (2 * s.turn,)}
        touches = {} if s.rolling else {a: places[a] for a in self.options(s)}
        names = ("first's points", "points of this turn", "second's points")
        labels = ("first", "this turn", "second")
        return Board(
            1,
            3,
            cells,
            touches,
            column_labels=labels,
            names=names,
            look="race",
            in_trees=False,
        )

    def dice(self, s: Position, outcome: int | None) -> tuple[int, ...]:
        return () if outcome is None else (outcome,)

    def text(self, s: Position) -> str:
        return (
            f"first {s.first}, second {s.second}; {self.names[s.turn]}'s turn has "
            f"gathered {s.gathered}" + (", the die rolls" if s.rolling else "")
        )
