"""The evaluation of a position, explained: each feature, its counts, its weight, and their sum.

>>> from zermelo.games.tic_tac_toe import TicTacToe
>>> game = TicTacToe()
>>> print(explain(game, game.after(["a1", "b1"])))
feature     X  O  weight  worth
open lines  6  5       1     +1
sum         6  5             +1
x − o = 6 − 5 = 1 open line
value in a search: (x − o) / 9 = (6 − 5) / 9 = 0.111111 for X, −0.111111 for O

`Game.features` has the rows, `Game.unit` the unit, `Game.scale` and `Game.formula` the way from the
sum to the value that a search uses, `Game.in_units` the way back.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from math import isfinite
from typing import Any

from zermelo.formatting import (
    format_decimal,
    format_number,
    format_rounded_decimal,
    format_signed,
)
from zermelo.game import Feature, Game

DECIMALS = 2
"""Decimals of a value in the game's unit, as chess programs write pawns."""


@dataclass(frozen=True)
class Evaluation:
    """The estimate of a position, or its payoffs if the game is over, with the terms behind it.

    ============  ===========================================================================
    `sides`       the names of the players
    `unit`        the unit of the sum, for one and for more; two empty texts if it has none
    `features`    the terms; empty if the game declares none
    `formula`     how the sum becomes the value, of the sides' sums; empty if it is the value
    `values`      what a search uses, for each player
    `points`      the value of player 0 in the unit; None if it has none
    `is_over`     whether the values are payoffs
    `note`        why there is no estimate, or none to explain
    ============  ===========================================================================
    """

    game: str
    sides: tuple[str, ...]
    unit: tuple[str, str]
    features: tuple[Feature, ...]
    formula: str
    values: tuple[float, ...]
    points: float | None = None
    is_over: bool = False
    note: str = ""

    @property
    def sums(self) -> tuple[float, ...]:
        """Each side's sum of weight · count: the lecture's w and b.

        >>> from zermelo.games.chess import Chess
        >>> explain(Chess("material")).sums
        (39.0, 39.0)
        """
        width = max((len(f.counts) for f in self.features), default=0)
        return tuple(
            sum(f.weight * f.counts[p] for f in self.features if p < len(f.counts))
            for p in range(width)
        )

    @property
    def total(self) -> float | None:
        """The sum of all features for player 0, in the unit; None without features."""
        return add_up(self.features) if self.features else None

    def __str__(self) -> str:
        if not self.features:
            return "\n".join(filter(None, (self._write_values(), self.note)))
        return "\n".join([*self._write_table(), self._write_sum(), self._write_values()])

    def summary(self) -> str:
        """Return the value in a few words.

        >>> from zermelo.games.chess import Chess
        >>> explain(Chess("material"), Chess().after("e4 d5 exd5".split())).summary()
        '+1 pawn for White'
        """
        if self.points is None:
            return self._name_values()
        amount = format_amount(_round(self.points), self.unit, signed=True)
        return f"{amount} for {self.sides[0]}" if len(self.sides) > 1 else amount

    def _name_values(self) -> str:
        """Return the value of each player."""
        write = format_number if self.is_over else format_decimal
        if len(self.sides) == 1:
            return write(self.values[0])
        pairs = zip(self.sides, self.values, strict=True)
        return ", ".join(f"{write(v)} for {side}" for side, v in pairs)

    def _write_table(self) -> list[str]:
        """Return the features as aligned lines, with a head and their sum."""
        sums = self.sums
        sides = self.sides[: len(sums)] if len(sums) > 1 else ("count",)
        rows = [["feature", *sides, "weight", "worth"]]
        rows += [_write_feature(f, len(sums)) for f in self.features]
        rows.append(["sum", *map(format_rounded_decimal, sums), "", _write_signed(self.total)])
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        return [_align(row, widths) for row in rows]

    def _write_sum(self) -> str:
        """Return the sum as people write it: w − b = 39 − 36 = 3 pawns."""
        amount = format_amount(_round(self.total), self.unit)
        sums = self.sums
        if len(sums) < 2:
            return f"x = {amount}"
        if not self._symbols:
            return f"sum = {amount}"
        symbols = " − ".join(self._symbols)
        return f"{symbols} = {self._insert_sums(symbols)} = {amount}"

    def _write_values(self) -> str:
        """Return the value that a search uses, with the way from the sum to it."""
        steps = [self.formula, self._insert_sums(self.formula)] if self.formula else []
        what = "the game is over: payoff" if self.is_over else "value in a search:"
        return f"{what} {' = '.join([*steps, self._name_values()])}"

    @property
    def _symbols(self) -> tuple[str, ...]:
        """The letters of the sides in a formula: x for a single sum; none if two begin alike."""
        if len(self.sums) == 1:
            return ("x",)
        letters = tuple(side[0].casefold() for side in self.sides[: len(self.sums)])
        return letters if len(set(letters)) == len(letters) else ()

    def _insert_sums(self, text: str) -> str:
        """Return a formula with the sides' sums in place of their letters."""
        for symbol, x in zip(self._symbols, self.sums, strict=True):
            text = re.sub(rf"([−+/·] )?\b{symbol}\b", partial(_insert, x), text)
        return text

    def to_dict(self) -> dict[str, Any]:
        """Return the evaluation as a dict for JSON."""
        return {
            "game": self.game,
            "players": list(self.sides),
            "unit": self.unit[1],
            "features": [
                {"name": f.name, "counts": list(f.counts), "weight": f.weight, "worth": f.worth}
                for f in self.features
            ],
            "sums": list(self.sums),
            "sum": self.total,
            "points": self.points,
            "formula": self.formula,
            "values": list(self.values),
            "over": self.is_over,
            "note": self.note,
        }


def explain(game: Game[Any, Any], s: Any = None) -> Evaluation:
    """Return the evaluation of a state, without one of the start.

    >>> from zermelo.games.nim import Nim
    >>> print(explain(Nim(2, 2)))
    value in a search: 0 for MAX, 0 for MIN
    nim:2,2 declares no evaluation: a limited search uses 0 at its horizon
    """
    s = game.start() if s is None else s
    is_over = bool(game.terminal(s))
    features = () if is_over else tuple(game.features(s))
    values = game.payoffs(s) if is_over else _estimate_all(game, s)
    return Evaluation(
        game.full_title,
        tuple(game.player_name(p) for p in range(game.players)),
        game.unit,
        features,
        game.formula(s) if features else "",
        values,
        None if is_over else _count_points(game, values[0], features),
        is_over,
        _explain_absence(game, is_over, features),
    )


def _estimate_all(game: Game[Any, Any], s: Any) -> tuple[float, ...]:
    return tuple(float(game.evaluate(s, p)) for p in range(game.players))


def _count_points(game: Game[Any, Any], v: float, features: Sequence[Feature]) -> float | None:
    """Return an estimate in the unit; the sum of the features where the value has no unit."""
    x = convert(game, v) if game.declares("evaluate") else None
    return add_up(features) if x is None and features else x


def _explain_absence(game: Game[Any, Any], is_over: bool, features: Sequence[Feature]) -> str:
    """Return why a position has no features; empty if it has."""
    if is_over or features:
        return ""
    if not game.declares("evaluate"):
        return f"{game.full_title} declares no evaluation: a limited search uses 0 at its horizon"
    return f"{game.full_title} declares no features: its evaluation is not a sum to explain"


def add_up(features: Iterable[Feature]) -> float:
    """Return the sum of w · f.

    >>> add_up([Feature("men", (11, 12)), Feature("kings", (1, 0), 2.0)])
    1.0
    """
    return float(sum(f.worth for f in features))


# ---------------------------------------------------------------------- values in a game's unit


def convert(
    game: Game[Any, Any], v: float, p: int = 0, exact: bool = False, mean: bool = False
) -> float | None:
    """Return a value of player p in the game's unit; None if the game has none for it.

    A payoff is not a number of pawns: a win or a loss, an `exact` value, and a `mean` of payoffs
    (Monte Carlo search) have the unit only where payoffs are counted in it.

    >>> from zermelo.games.tic_tac_toe import TicTacToe
    >>> round(convert(TicTacToe(), 1 / 9), 9), convert(TicTacToe(), 1.0)
    (1.0, None)
    """
    if not game.unit[1]:
        return None
    if game.declares("in_units") and (exact or mean or _is_extreme(game, v, p)):
        return None
    return game.in_units(v)


def _is_extreme(game: Game[Any, Any], v: float, p: int) -> bool:
    low, high = _find_range(game, p)
    return not low < v < high


def _find_range(game: Game[Any, Any], p: int) -> tuple[float, float]:
    """Return the smallest and the largest payoff."""
    return game.payoff_range(p) or game.bounds_for(game.start(), p)


def write_value(
    game: Game[Any, Any], v: float, p: int = 0, exact: bool = False, mean: bool = False
) -> str:
    """Return a value as people say it in this game: +0.35 pawns, −2 discs, or a payoff.

    `exact` and `mean` are as in `convert`.

    >>> from zermelo.games.tic_tac_toe import TicTacToe
    >>> write_value(TicTacToe(), -2 / 9), write_value(TicTacToe(), 1.0)
    ('−2 open lines', 'win')
    >>> write_value(TicTacToe(), 1.0, exact=True)
    '1'
    >>> from zermelo.games.othello import Othello
    >>> write_value(Othello(), 6.0, exact=True)
    '+6 discs'
    """
    x = convert(game, v, p, exact, mean)
    if x is None and not exact and not mean and has_own_scale(game, p):
        return write_amount(game, v, p)
    if x is None:
        return format_number(v) if exact else format_decimal(v)
    return format_amount(_round(x), game.unit, signed=True)


def has_own_scale(game: Game[Any, Any], p: int = 0) -> bool:
    """Return whether estimates are written in a unit that payoffs are not counted in.

    >>> from zermelo.games.othello import Othello
    >>> from zermelo.games.tic_tac_toe import TicTacToe
    >>> has_own_scale(TicTacToe()), has_own_scale(Othello())
    (True, False)
    """
    low, high = _find_range(game, p)
    sample = (low + 3 * high) / 4
    return isfinite(sample) and convert(game, sample, p) not in (None, sample)


def write_amount(game: Game[Any, Any], v: float, p: int = 0) -> str:
    """Return a value of a game with a scale of its own: in the unit, or as a win or a loss.

    >>> from zermelo.games.tic_tac_toe import TicTacToe
    >>> write_amount(TicTacToe(), -2 / 9), write_amount(TicTacToe(), 1.0)
    ('−2', 'win')
    """
    x = convert(game, v, p)
    if x is None:
        return "loss" if v <= _find_range(game, p)[0] else "win"
    return format_decimal(_round(x))


def choose_unit(game: Game[Any, Any], x: float) -> str:
    """Return the unit for an amount: for one, or for more.

    >>> from zermelo.games.chess import Chess
    >>> choose_unit(Chess(), 1.0), choose_unit(Chess(), 0.5)
    ('pawn', 'pawns')
    """
    return game.unit[0 if abs(_round(x)) == 1 else 1]


def format_amount(x: float, unit: tuple[str, str], signed: bool = False) -> str:
    """Return a number with its unit.

    >>> format_amount(1, ("pawn", "pawns")), format_amount(-0.5, ("pawn", "pawns"))
    ('1 pawn', '−0.5 pawns')
    """
    number = format_signed(x, format_decimal) if signed else format_decimal(x)
    return f"{number} {unit[0] if abs(x) == 1 else unit[1]}".rstrip()


# ---------------------------------------------------------------------- parts of the table


def _round(x: float | None) -> float:
    return round(x or 0.0, DECIMALS)


def _write_feature(f: Feature, sides: int) -> list[str]:
    """Return the cells of a row; a side that has no count is empty."""
    counts = [format_rounded_decimal(x) for x in f.counts]
    counts += [""] * (sides - len(counts))
    return [f.name, *counts, format_rounded_decimal(f.weight), _write_signed(f.worth)]


def _write_signed(x: float | None) -> str:
    return format_signed(_round(x), format_decimal)


def _insert(x: float, place: re.Match[str]) -> str:
    """Return a number in place of a letter: a negative one in brackets after an operator."""
    number = format_rounded_decimal(x)
    return f"{place[1]}({number})" if place[1] and x < 0 else (place[1] or "") + number


def _align(cells: list[str], widths: list[int]) -> str:
    """Return a row: the first cell to the left, numbers to the right."""
    first, *numbers = cells
    padded = [cell.rjust(width) for cell, width in zip(numbers, widths[1:], strict=True)]
    return "  ".join([first.ljust(widths[0]), *padded]).rstrip()
