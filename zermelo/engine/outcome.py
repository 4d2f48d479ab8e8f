"""What a value means for its player: a win, a draw or a loss; and the value in a few signs.

=======  ==============================================================
W5, L4   proven: won in five plies, lost in four
D        a proven draw
W+6      a proven win with payoff 6, where wins differ in size
+3!      a proven value that is neither a win, a draw nor a loss
+.35     an estimate, in the game's unit if it has one
=======  ==============================================================
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from zermelo.evaluation import choose_unit, convert
from zermelo.game import INFINITY, Game
from zermelo.tree import Tree

TOLERANCE = 1e-9
"""Payoffs that differ by less are equal."""

SMALL = 0.005
"""An estimate that is smaller is written as 0."""

LETTERS = {"win": "W", "draw": "D", "loss": "L"}

VERBS = {"win": "wins", "draw": "draws", "loss": "loses"}


def find_payoff_range(game: Game[Any, Any], s: Any, p: int) -> list[float] | None:
    """Return the smallest and the largest payoff of a player, or None if they are not known."""
    low, high = game.payoff_range(p) or game.bounds_for(s, p)
    return [low, high] if -INFINITY < low < high < INFINITY else None


def classify_outcome(
    game: Game[Any, Any], value: float | None, exact: bool, ends: Sequence[float] | None = None
) -> str | None:
    """Return what a proven value means for its player: "win", "draw", "loss", or None.

    `ends` are the smallest and the largest payoff. In a two-player constant-sum game without
    chance, more than an even share is a win. In other games, and on trees, only the extreme
    payoffs mean something.

    >>> from zermelo.games.nim import Nim
    >>> [classify_outcome(Nim(), value, True) for value in (1, 0, -1)]
    ['win', 'draw', 'loss']
    >>> from zermelo.games.pig import Pig
    >>> classify_outcome(Pig(), 0.2, True, [-1, 1]), classify_outcome(Pig(), 1, True, [-1, 1])
    (None, 'win')
    """
    if value is None or not exact or isinstance(game, Tree):
        return None
    if ends is not None and not ends[0] + TOLERANCE < value < ends[1] - TOLERANCE:
        return "win" if value > ends[0] + TOLERANCE else "loss"
    if game.players != 2 or game.total is None or game.has_chance:
        return None
    surplus = value - game.total / 2
    return "draw" if abs(surplus) < TOLERANCE else "win" if surplus > 0 else "loss"


@dataclass(frozen=True)
class ValueWriter:
    """Writes the values of one position for one player, as badges on moves and in words.

    >>> from zermelo.games.tic_tac_toe import TicTacToe
    >>> game = TicTacToe()
    >>> writer = ValueWriter(game, game.start(), 0)
    >>> writer.write(1, True, 5), writer.write(0, True), writer.write(2 / 9, False)
    ('W5', 'D', '+2')
    >>> writer.describe(1, True, 5), writer.describe(2 / 9, False)
    ('wins in 5 plies', 'is about +2 open lines')
    """

    game: Game[Any, Any]
    state: Any
    player: int
    is_mean: bool = False
    """Are estimates means over playouts?"""

    def write(self, value: float, exact: bool, distance: int | None = None) -> str:
        """Return a value in a few signs."""
        if not exact:
            return _shorten(self._convert(value)[0])
        outcome = self._classify(value)
        if outcome is None:
            return f"{_sign(value)}!"
        if self._is_extreme(value):
            return LETTERS[outcome] + ("" if distance is None else str(distance))
        return LETTERS[outcome] + ("" if self._is_plain(value, outcome) else _sign(value))

    def describe(self, value: float, exact: bool, distance: int | None = None) -> str:
        """Return a value as the words behind the name of a move."""
        if not exact:
            amount, unit = self._convert(value)
            return f"is about {' '.join(filter(None, (_sign(amount), unit)))}"
        outcome = self._classify(value)
        if outcome is None:
            return f"is exactly {_sign(value)}"
        if self._is_extreme(value):
            return VERBS[outcome] + _write_plies(distance)
        size = "" if self._is_plain(value, outcome) else f" with {_sign(value)}"
        return VERBS[outcome] + size

    def _classify(self, value: float) -> str | None:
        return classify_outcome(self.game, value, True, self.ends)

    @property
    def ends(self) -> list[float] | None:
        """The smallest and the largest payoff."""
        return find_payoff_range(self.game, self.state, self.player)

    def _is_extreme(self, value: float) -> bool:
        return any(abs(end - value) < TOLERANCE for end in self.ends or ())

    def _is_plain(self, value: float, outcome: str) -> bool:
        """Does the letter alone say it: a draw, or a win or a loss by one?"""
        even = (self.game.total or 0) / self.game.players
        return outcome == "draw" or abs(abs(value - even) - 1) < TOLERANCE

    def _convert(self, value: float) -> tuple[float, str]:
        """Return an estimate in the game's unit, with the unit; as it is if there is none."""
        points = convert(self.game, value, self.player, mean=self.is_mean)
        return (value, "") if points is None else (points, choose_unit(self.game, points))


def _write_plies(distance: int | None) -> str:
    if distance is None:
        return ""
    return f" in {distance} {'ply' if distance == 1 else 'plies'}"


def _trim(text: str) -> str:
    """Return a decimal without zeros at its end, with a proper minus sign."""
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return text.replace("-", "−")


def _round(x: float, places: int) -> str:
    """Return a decimal, halves away from zero: as the page rounds."""
    return str(Decimal(x).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP))


def _sign(x: float) -> str:
    """Return a number with its sign: two decimals, none from 100 on."""
    text = _trim(_round(x, 0 if abs(x) >= 100 else 2))
    if text in ("−0", "0"):
        return "0"
    return f"+{text}" if x > 0 else text


def _shorten(x: float) -> str:
    """Return an estimate, short enough for a square."""
    if abs(x) < SMALL:
        return "0"
    if abs(x) >= 1:
        return _sign(float(_round(x, 1)))
    text = _round(x, 2).replace("0.", ".", 1).replace("-", "−")
    return f"+{text}" if x > 0 else text
