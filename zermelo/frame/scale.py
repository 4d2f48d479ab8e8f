"""Estimates on another scale than the payoffs: found by a few random games, and scaled to fit.

A search compares estimates with payoffs. Where payoffs are ±1 and an evaluation counts pieces, ±12,
it would pass by a win for a piece more. So a win is worth more than every estimate: a game whose
estimates reach its payoffs is searched with estimates that fit between a loss and a win.

>>> from zermelo.games.tic_tac_toe import TicTacToe
>>> class Loud(TicTacToe):
...     def evaluate(self, s, p):
...         return 100 * super().evaluate(s, p)
>>> game = bring_to_scale(Loud())
>>> print(note_of(game))
estimates from −44.4 to 44.4 are on another scale than payoffs from −1 to 1: the search scales ...
>>> round(game.evaluate(game.after(["b2"]), 0), 2)
0.8
"""

from __future__ import annotations

import copy
import random
import time
import weakref
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeVar

from zermelo.contract import is_finite, is_tested, limit_rules
from zermelo.game import Game
from zermelo.history import GameWithHistory
from zermelo.numbering import NumberedGame
from zermelo.tree import Tree

S = TypeVar("S")
A = TypeVar("A")

MAX_GAMES, MAX_PLIES, MAX_SECONDS = 12, 300, 0.3
"""The games that are played, the plies of each, and the time that all may take."""

MAX_SUCCESSORS = 12
"""The successors among which a greedy player chooses."""

INSIDE = 1 - 2.0**-10
"""The largest estimate, as a part of a win."""

SLACK = 1.25
"""Estimates may be larger by this factor than those that were seen before they are cut off."""

FEW_LEVELS = 3
"""With at most this number of different payoffs, as win, loss and draw, all of them were seen."""

FAR = 2
"""With more payoffs, estimates are on another scale if they reach this much further."""


@dataclass
class Sample:
    """Payoffs and estimates, a tuple with a number for each player at each state."""

    payoffs: list[tuple[float, ...]] = field(default_factory=list)
    estimates: list[tuple[float, ...]] = field(default_factory=list)

    def add(self, game: Game[Any, Any], s: Any) -> None:
        """Add the payoffs or the estimates at a state, if they are numbers."""
        rule = game.utility if game.terminal(s) else game.evaluate
        vector = tuple(rule(s, p) for p in range(game.players))
        if all(map(is_finite, vector)):
            (self.payoffs if game.terminal(s) else self.estimates).append(tuple(map(float, vector)))


@dataclass(frozen=True)
class EstimateScale:
    """How estimates are brought between a loss and a win: v · factor + shift, cut off at the ends.

    `estimates` and `payoffs` are the smallest and the largest that were seen or declared.
    """

    factor: float
    shift: float
    low: float
    high: float
    estimates: tuple[float, float]
    payoffs: tuple[float, float]

    def __str__(self) -> str:
        what = "cuts them off" if self.factor == 1 else "scales them to lie between"
        return f"{self.describe()}: the search {what}"

    def describe(self) -> str:
        """What was seen, in one sentence."""
        verb = "reach" if self.factor == 1 else "are on another scale than"
        return f"estimates {_write(self.estimates)} {verb} payoffs {_write(self.payoffs)}"


def sample_games(game: Game[Any, Any]) -> Sample:
    """Return what a few games from the start show; less if a rule raises or is slow.

    In half of them all players move at random. In the others one of them goes where its estimate is
    largest: chance seldom leads to the largest estimates.
    """
    sample, rng, until = Sample(), random.Random(0), time.thread_time() + MAX_SECONDS
    with suppress(Exception), limit_rules(game, MAX_SECONDS * 10):  # the search reports it
        for number in range(MAX_GAMES):
            greedy = (number // 2) % game.players if number % 2 else None
            for s in play_greedily(game, rng, greedy):
                sample.add(game, s)
                if time.thread_time() > until:
                    return sample
    return sample


def play_greedily(game: Game[S, A], rng: random.Random, greedy: int | None) -> Iterator[S]:
    """The states of a game in which one player maximises its estimate, or with None no player."""
    s = game.start()
    yield s
    for _ in range(MAX_PLIES):
        options = game.options(s)
        if not options:
            return
        if game.player(s) == greedy:
            some = rng.sample(options, min(len(options), MAX_SUCCESSORS))
            after = [game.result(s, a) for a in some]
            is_open = [t for t in after if not game.terminal(t)] or after[:1]
            s = max(is_open, key=lambda t: _estimate(game, t, greedy))
        else:
            s = game.result(s, rng.choice(options))
        yield s


def _estimate(game: Game[S, A], s: S, p: int | None) -> float:
    return 0.0 if p is None or game.terminal(s) else float(game.evaluate(s, p))


def find_scale(game: Game[Any, Any], sample: Sample) -> EstimateScale | None:
    """Return how estimates must be scaled; None if they lie between the payoffs, or none is known.

    A game may declare its payoffs, by `payoff_range` or `bounds`.
    """
    declared = _list_declared(game)
    payoffs = [*declared, *(x for vector in sample.payoffs for x in vector)]
    estimates = [x for vector in sample.estimates for x in vector]
    if not estimates or len(set(payoffs)) < 2:
        return None
    ends = (min(estimates), max(estimates)), (min(payoffs), max(payoffs))
    middle = _find_middle(game, sample, *ends[1])
    centre = _mean(sum(vector) / len(vector) for vector in sample.estimates)
    reach = max(abs(x - centre) for x in estimates)
    span = max(abs(x - middle) for x in payoffs)
    is_narrow = len(set(payoffs)) <= FEW_LEVELS
    if not _is_outside(game, ends, bool(declared), is_narrow, reach > FAR * span):
        return None
    is_contest = game.total is not None and game.players > 1 and (is_narrow or not declared)
    low, high = _find_room(payoffs, middle, is_contest)
    if reach <= span:  # the same scale: only cut off
        return EstimateScale(1.0, 0.0, low, high, *ends)
    factor = min(high - middle, middle - low) / (SLACK * reach)
    return EstimateScale(factor, middle - factor * centre, low, high, *ends)


Ends = tuple[tuple[float, float], tuple[float, float]]
"""The smallest and the largest estimate, and the same of payoffs."""


def _is_outside(
    game: Game[Any, Any], ends: Ends, is_declared: bool, is_narrow: bool, is_far: bool
) -> bool:
    """Return whether estimates reach further than the payoffs allow.

    `is_narrow` says that there are few payoffs, `is_far` that estimates reach much further.
    """
    (least, most), (worst, best) = ends
    if game.players == 1:  # without an opponent small estimates do no harm
        return most >= best and (is_narrow or is_far)
    if is_declared:  # an estimate may be as large as a win: the author knows how large that is
        return least < worst or most > best
    if is_narrow and game.players > 2:  # the loss of one of several is no other's win
        return least < worst or most >= best
    if is_narrow:
        return least <= worst or most >= best
    return is_far


def _list_declared(game: Game[Any, Any]) -> list[float]:
    """Return the smallest and the largest payoff of each player, where the game declares them."""
    start = game.start()
    ends = [game.payoff_range(p) or game.bounds_for(start, p) for p in range(game.players)]
    payoffs = [float(x) for pair in ends for x in pair]
    return payoffs if all(map(is_finite, payoffs)) else []


def _find_middle(game: Game[Any, Any], sample: Sample, low: float, high: float) -> float:
    """Return the payoff of a draw, or what comes closest to one."""
    if game.total is not None and game.players > 1:
        return game.total / game.players
    if sample.payoffs:
        return _mean(sum(vector) / len(vector) for vector in sample.payoffs)
    return (low + high) / 2


def _find_room(payoffs: Sequence[float], middle: float, is_contest: bool) -> tuple[float, float]:
    """Return what estimates may lie in: between the best loss and the worst win.

    Where it is no contest, or payoffs are a declared score, between the ends of all payoffs.
    """
    wins, losses = [x for x in payoffs if x > middle], [x for x in payoffs if x < middle]
    low, high = (max(losses), min(wins)) if is_contest else (min(losses), max(wins))
    return middle + INSIDE * (low - middle), middle + INSIDE * (high - middle)


def _write(ends: tuple[float, float]) -> str:
    low, high = (f"{x:.3g}".replace("-", "−") for x in ends)
    return f"from {low} to {high}"


def _mean(values: Iterable[float]) -> float:
    known = list(values)
    return sum(known) / len(known)


# ---------------------------------------------------------------------- the game to search


class Scaled:
    """Marks a game whose estimates are scaled."""

    estimate_scale: ClassVar[EstimateScale]


_known: weakref.WeakKeyDictionary[Game[Any, Any], Game[Any, Any] | None]
_known = weakref.WeakKeyDictionary()
"""The game to search instead of each game; None if it is the game itself."""


def bring_to_scale(game: Game[S, A]) -> Game[S, A]:
    """Return the game with estimates between a loss and a win; the game itself if they are."""
    if isinstance(game, Tree | Scaled) or not game.declares("evaluate") or is_tested(game):
        return game  # the tests check the package's games
    try:
        if game not in _known:
            _known[game] = _make_fitting(game)
        return _known[game] or game
    except TypeError:  # a game with == and without a hash
        return _make_fitting(game) or game


def _make_fitting(game: Game[Any, Any]) -> Game[Any, Any] | None:
    if isinstance(game, GameWithHistory):
        inner = bring_to_scale(game.game)
        return None if inner is game.game else GameWithHistory(inner)
    scale = find_scale(game, sample_games(game))
    return None if scale is None else _scale(game, scale)


def _scale(game: Game[Any, Any], scale: EstimateScale) -> Game[Any, Any]:
    """Return a copy of a game with other estimates, of a class made for it."""
    scaled = copy.copy(game)
    scaled.__class__ = _make_class(type(game), scale)
    return scaled


def _make_class(cls: Any, scale: EstimateScale) -> Any:
    class ScaledGame(cls, Scaled):  # type: ignore[misc]
        estimate_scale = scale
        numbers = scale.factor, scale.shift, scale.low, scale.high

        def evaluate(self, s: Any, p: int) -> float:
            factor, shift, low, high = self.numbers
            return float(min(max(factor * super().evaluate(s, p) + shift, low), high))

    ScaledGame.__name__, ScaledGame.__doc__ = cls.__name__, cls.__doc__
    return ScaledGame


def note_of(game: Game[Any, Any]) -> str:
    """Return what a result says about the estimates of a game; "" if they are not scaled."""
    own = game.game if isinstance(game, GameWithHistory | NumberedGame) else game
    return str(own.estimate_scale) if isinstance(own, Scaled) else ""
