"""What a value means for its player: a win, a draw or a loss; and the value in a few signs.

=======  ==============================================================
W5, L4   proven: won in five plies, lost in four
D        a proven draw; D9, from a database: one in nine plies
W+6      a proven win with payoff 6, where wins differ in size
+3!      a proven value that is neither a win, a draw nor a loss
+.35     an estimate, in the game's unit if it has one
=======  ==============================================================
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from functools import cached_property
from typing import Any

from zermelo.evaluation import choose_unit, convert, format_amount
from zermelo.game import INFINITY, Game
from zermelo.tree import Tree

TOLERANCE = 1e-9
"""Payoffs that differ by less are equal."""

SMALL = 0.005
"""An estimate that is smaller is written as 0."""

LETTERS = {"win": "W", "draw": "D", "loss": "L"}

VERBS = {"win": "wins", "draw": "draws", "loss": "loses"}


USUAL_RANGE = (-1.0, 1.0)
"""The payoffs between which a value is drawn where none are known."""


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
    is_remote: bool = False
    """Are the plies to a draw those of best play, too, as a database has them?"""

    def write(self, value: float, exact: bool, distance: int | None = None) -> str:
        """Return a value in a few signs."""
        if not exact:
            return _shorten(self._convert(value)[0])
        outcome = self._classify(value)
        if outcome is None:
            return f"{_sign(value)}!"
        if self._has_plies(value, outcome):
            return LETTERS[outcome] + ("" if distance is None else str(distance))
        return LETTERS[outcome] + ("" if self._is_plain(value, outcome) else _sign(value))

    def write_bound(self, value: float, exact: bool) -> str:
        """Return a value that another one is at most or at least, in a few signs.

        The smallest and the largest payoff are a loss and a win, also as bounds of estimates.
        """
        return self.write(value, exact or self._is_extreme(value))

    def describe(self, value: float, exact: bool, distance: int | None = None) -> str:
        """Return a value as the words behind the name of a move."""
        if not exact:
            amount, unit = self._convert(value)
            return f"is about {' '.join(filter(None, (_sign(amount), unit)))}"
        outcome = self._classify(value)
        if outcome is None:
            return f"is exactly {_sign(value)}"
        if self._has_plies(value, outcome):
            return VERBS[outcome] + _write_plies(distance)
        return VERBS[outcome] + self._write_size(value, outcome)

    def write_all(self, value: float, exact: bool, distance: int | None = None) -> dict[str, str]:
        """Return a value as a front end shows it: in a few signs, their tone, and in words."""
        words = self.describe(value, exact, distance).removeprefix("is ")
        tone = self.find_tone(value, exact)
        return {"text": self.write(value, exact, distance), "tone": tone, "title": words}

    def find_tone(self, value: float, exact: bool) -> str:
        """Return whether a value is good, even or bad for the player, and "guess" if estimated."""
        near = TOLERANCE if exact else SMALL
        surplus = value - self._even
        tone = "even" if abs(surplus) <= near else "good" if surplus > 0 else "bad"
        return tone if exact else f"{tone} guess"

    def find_share(self, value: float) -> float:
        """Return where a value lies between the smallest and the largest payoff, from 0 to 1."""
        low, high = self.ends or USUAL_RANGE
        return min(max((value - low) / (high - low), 0.0), 1.0)

    def _classify(self, value: float) -> str | None:
        return classify_outcome(self.game, value, True, self.ends)

    @cached_property
    def ends(self) -> list[float] | None:
        """The smallest and the largest payoff."""
        return find_payoff_range(self.game, self.state, self.player)

    def _is_extreme(self, value: float) -> bool:
        return any(abs(end - value) < TOLERANCE for end in self.ends or ())

    def _has_plies(self, value: float, outcome: str) -> bool:
        """Are the plies to the end written, if they are known?"""
        return (self.is_remote and outcome == "draw") or self._is_extreme(value)

    def _is_plain(self, value: float, outcome: str) -> bool:
        """Does the letter alone say it: a draw, or a win or a loss by one?"""
        return outcome == "draw" or abs(abs(value - self._even) - 1) < TOLERANCE

    @property
    def _even(self) -> float:
        """The value of an even position."""
        return (self.game.total or 0) / self.game.players

    def _write_size(self, value: float, outcome: str) -> str:
        """Return by how much a game is won or lost, in the game's unit if payoffs have it."""
        if self._is_plain(value, outcome):
            return ""
        points = convert(self.game, value, self.player, exact=True)
        if points is None:
            return f" with {_sign(value)}"
        return f" by {format_amount(abs(points), self.game.unit)}"

    def _convert(self, value: float) -> tuple[float, str]:
        """Return an estimate in the game's unit, with the unit; as it is if there is none."""
        points = convert(self.game, value, self.player, mean=self.is_mean)
        return (value, "") if points is None else (points, choose_unit(self.game, points))


@dataclass(frozen=True)
class ViewsWriter:
    """Writes a value of one player from the point of view of every player.

    >>> from zermelo.games.tic_tac_toe import TicTacToe
    >>> game = TicTacToe()
    >>> views = ViewsWriter(game, game.start(), 1)
    >>> [view and view["text"] for view in views.write(1, True, 4)], views.find_share(1)
    (['L4', 'W4'], 0.0)
    """

    game: Game[Any, Any]
    state: Any
    player: int
    is_mean: bool = False
    is_remote: bool = False

    @cached_property
    def writers(self) -> list[ValueWriter]:
        """A writer for each player."""
        options = self.is_mean, self.is_remote
        players = range(self.game.players)
        return [ValueWriter(self.game, self.state, p, *options) for p in players]

    def write(
        self, value: float, exact: bool, distance: int | None = None
    ) -> list[dict[str, str] | None]:
        """Return what each player reads; None for one whose value does not follow."""
        views = [turn_value(self.game, value, self.player, p) for p in range(self.game.players)]
        return [
            None if own is None else writer.write_all(own, exact, distance)
            for own, writer in zip(views, self.writers, strict=True)
        ]

    def find_share(self, value: float) -> float | None:
        """Return where the value of player 0 lies between the payoffs, from 0 to 1."""
        own = turn_value(self.game, value, self.player, 0)
        return None if own is None else self.writers[0].find_share(own)


def turn_value(game: Game[Any, Any], value: float, player: int, viewer: int) -> float | None:
    """Return a player's value as another player's; None if it does not follow.

    >>> from zermelo.games.nim import Nim
    >>> turn_value(Nim(), 1, 1, 0), turn_value(Nim(), 1, 1, 1)
    (-1.0, 1)
    """
    if player == viewer:
        return value
    return None if game.players != 2 or game.total is None else float(game.total - value)


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
