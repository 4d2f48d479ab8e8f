"""Checks of the search hints: estimates, bounds, canonical forms, and lists of actions."""

from __future__ import annotations

import math
import random
from contextlib import suppress
from numbers import Real
from typing import Any

from zermelo.check.findings import Findings
from zermelo.contract import TOLERANCE, players_fault
from zermelo.errors import ZermeloError
from zermelo.evaluation import add_up
from zermelo.formatting import format_decimal
from zermelo.frame.scale import EstimateScale, Sample, find_scale
from zermelo.game import CHANCE, INFINITY, Game
from zermelo.search.strategy import Values
from zermelo.tree import Tree

FEW_ACTIONS = 16
"""`non_losing` is checked at every state with at most this number of actions."""

MAX_STATES = 2_000
"""Values are compared below positions with at most this number of states."""


MAX_ORDERED = 64
"""The number of actions at a state whose order is checked."""

MAX_ANSWERED = 4
"""The number of actions at a state after which a playout's action is checked."""

RANDOM_BITS = (0, 0x9E3779B97F4A7C15, (1 << 64) - 1)
"""What is handed to `playout_action` for random bits."""

WIN_IS_MOST = "a win must be worth more than every estimate"


class HintChecker:
    """Checks the search hints of one game."""

    def __init__(self, game: Game[Any, Any], rng: random.Random, findings: Findings) -> None:
        self.game, self.rng = game, rng
        self.fail, self.format_state = findings.fail, findings.format_state
        self.has_values = players_fault(game) is None and game.players <= 2

    def check_state(self, s: Any, over: bool) -> None:
        """Check the hints about one state."""
        self._check_canonical(s)
        if not over and self.game.declares("non_losing") and self.game.player(s) != CHANCE:
            self._check_non_losing(s)
        self._check_estimates(s)
        if not over and self.game.declares("features"):
            self._check_features(s)

    def check_path(self, path: list[Any]) -> None:
        """Check bounds and canonical forms against values near the end of a game."""
        self._check_bounds_along(path)
        self._check_plies_left(path)
        for s in path[-4:]:
            self._check_canonical_value(s)

    def _check_plies_left(self, path: list[Any]) -> None:
        for i, s in enumerate(path if self.game.declares("plies_left") else ()):
            left, played = self.game.plies_left(s), len(path) - 1 - i
            if left < played:
                check = "plies_left must be at least the plies that can follow"
                self.fail(check, s, "plies_left(s)", f"{left}, but {played} were played")

    def check_scale(self, paths: list[list[Any]]) -> None:
        """Check that no estimate is worth as much as a win, over all games that were played."""
        game = self.game
        if not game.declares("evaluate") or isinstance(game, Tree):
            return
        sample, states = Sample(), [s for path in paths for s in path]
        with suppress(Exception):  # reported by the checks of single states
            for s in states:
                sample.add(game, s)
            scale = find_scale(game, sample)
            if scale is not None:
                open_states = [s for s in states if not game.terminal(s)]
                s = max(open_states, key=lambda s: abs(game.evaluate(s, 0)))
                self.fail(WIN_IS_MOST, s, "evaluate(s, 0)", self._describe_scale(s, scale))

    def _describe_scale(self, s: Any, scale: EstimateScale) -> str:
        low, high = (format_decimal(x) for x in scale.payoffs)
        seen = format_decimal(self.game.evaluate(s, 0))
        advice = f"keep estimates above {low} and below {high}"
        if not self.game.declares("payoff_range"):
            advice += ", or declare payoff_range if payoffs can be larger"
        return f"{seen}; {scale.describe()}: {advice}"

    def check_actions(self, s: Any, options: list[Any]) -> None:
        """Check the lists that hold some of the actions."""
        game = self.game
        if game.declares("playout_actions"):
            chosen = list(game.playout_actions(s))
            if not chosen or any(a not in options for a in chosen):
                check = "playout actions must be legal, at least one"
                self.fail(check, s, "playout_actions(s)", chosen)
        if game.declares("playout_action"):
            for a in options[:MAX_ANSWERED]:
                self._check_answer(game.result(s, a), a)
        if game.declares("order"):
            for a in options[:MAX_ORDERED]:
                guess = game.order(s, a)
                if not (isinstance(guess, Real) and math.isfinite(guess)):
                    self.fail("an order must be a finite number", s, f"order(s, {a!r})", guess)
        if game.declares("noisy_actions"):
            listed = sorted(game.noisy_actions(s))
            noisy = sorted(a for a in options if game.noisy(s, a))
            if listed != noisy:
                check = "noisy_actions must be the actions that are noisy"
                self.fail(check, s, "noisy_actions(s)", f"{listed}, not {noisy}")

    def _check_answer(self, s: Any, last: Any) -> None:
        """Check what a playout does after an action."""
        options = self.game.options(s)
        if not options or self.game.player(s) == CHANCE:
            return
        for bits in RANDOM_BITS:
            a = self.game.playout_action(s, last, bits)
            if a not in options:
                check = "the action of a playout must be legal"
                self.fail(check, s, f"playout_action(s, {last!r}, {bits})", a)

    def _check_estimates(self, s: Any) -> None:
        game = self.game
        low, high = game.bounds(s)
        if low > high:
            self.fail("bounds must have the lower end first", s, "bounds(s)", (low, high))
        if not game.declares("evaluate") or game.terminal(s):
            return
        for p in range(game.players):
            estimate = game.evaluate(s, p)
            if not (isinstance(estimate, Real) and math.isfinite(estimate)):
                self.fail("estimates must be finite numbers", s, f"evaluate(s, {p})", estimate)
            elif p == 0 and not low - TOLERANCE <= estimate <= high + TOLERANCE:
                seen = f"{estimate} is not in [{low}, {high}]"
                self.fail("estimates must lie in the bounds", s, "evaluate(s, 0)", seen)

    def _check_features(self, s: Any) -> None:
        """Check that the terms add up to the estimate, and that its unit is undone rightly."""
        game, estimate = self.game, float(self.game.evaluate(s, 0))
        features = list(game.features(s))
        if features:
            x = add_up(features)
            v = game.scale(s, x)
            if not _is_close(v, estimate):
                seen = f"the sum {x:g} gives {v!r}, not {estimate!r}"
                self.fail("features must add up to the estimate", s, "scale(s, sum)", seen)
        x_again = game.in_units(estimate) if features and game.declares("in_units") else None
        if x_again is not None and not _is_close(game.scale(s, x_again), estimate):
            seen = f"{x_again!r}, which stands for {game.scale(s, x_again)!r}"
            self.fail("in_units must undo scale", s, f"in_units({estimate!r})", seen)

    # ------------------------------------------------------------------ canonical forms

    def _check_canonical(self, s: Any) -> None:
        game = self.game
        if not game.declares("canonical"):
            return
        c = game.canonical(s)
        if game.canonical(c) != c:
            seen = self.format_state(game.canonical(c))
            self.fail("canonical forms must be idempotent", s, "canonical(canonical(s))", seen)
        over = bool(game.terminal(s))
        if bool(game.terminal(c)) != over or (not over and game.player(c) != game.player(s)):
            check = "canonical forms must keep the player to move and whether it is over"
            self.fail(check, s, "canonical(s)", self.format_state(c))

    def _check_canonical_value(self, s: Any) -> None:
        if not self.has_values or not self.game.declares("canonical"):
            return
        try:
            own = Values(self.game, 0, MAX_STATES)(s)
            other = Values(self.game, 0, MAX_STATES)(self.game.canonical(s))
        except ZermeloError:
            return  # too large to know the value
        if abs(own - other) > TOLERANCE:
            seen = f"{other:g}, not {own:g}"
            self.fail("canonical forms must keep the value", s, "canonical(s)", seen)

    # ------------------------------------------------------------------ non-losing actions

    def _check_non_losing(self, s: Any) -> None:
        """Check that the list is a winning action, or all that do not lose at once."""
        game, mover = self.game, self.game.player(s)
        if self._largest_payoff(mover) == INFINITY:
            seen = "the game has no bounds and no payoff_range"
            self.fail("non_losing needs to know what a win is", s, "non_losing(s)", seen)
            return
        listed, legal = list(game.non_losing(s)), list(game.actions(s))
        if len(legal) > FEW_ACTIONS and self.rng.random() * len(legal) ** 2 > FEW_ACTIONS**2:
            return  # the check tries every reply to every action: too many to do at each state
        if any(self._keeps_turn(game.result(s, a), mover) for a in legal):
            check = "non_losing is for games in which the players take turns"
            self.fail(check, s, "player(result(s, a))", mover)
        elif any(a not in legal for a in listed):
            self.fail("non-losing actions must be legal", s, "non_losing(s)", listed)
        else:
            self._compare_non_losing(s, listed, legal)

    def _compare_non_losing(self, s: Any, listed: list[Any], legal: list[Any]) -> None:
        game = self.game
        winning = [a for a in legal if self._wins(game.result(s, a), game.player(s))]
        if winning and (not listed or any(a not in winning for a in listed)):
            check = "where an action wins at once, only such actions are non-losing"
            self.fail(check, s, "non_losing(s)", listed)
        sound = winning or [a for a in legal if not self._loses_next(s, a)]
        if not winning and sorted(map(repr, listed)) != sorted(map(repr, sound)):
            check = "non_losing must leave out just the actions that lose to the next one"
            self.fail(check, s, "non_losing(s)", f"{listed}, not {sound}")

    def _keeps_turn(self, s: Any, mover: int) -> bool:
        return not self.game.terminal(s) and self.game.player(s) == mover

    def _wins(self, s: Any, p: int) -> bool:
        """Is the game over with the largest payoff for a player?"""
        return bool(self.game.terminal(s)) and self.game.utility(s, p) >= self._largest_payoff(p)

    def _largest_payoff(self, p: int) -> float:
        return (self.game.payoff_range(p) or self.game.bounds_for(self.game.start(), p))[1]

    def _loses_next(self, s: Any, a: Any) -> bool:
        game, after = self.game, self.game.result(s, a)
        if game.terminal(after) or game.player(after) in (CHANCE, game.player(s)):
            return False
        other = game.player(after)
        return any(self._wins(game.result(after, b), other) for b in game.actions(after))

    # ------------------------------------------------------------------ bounds

    def _check_bounds_along(self, path: list[Any]) -> None:
        """Check the bounds near the end of a game, where the true value is known."""
        if not self.has_values or not path or not self.game.declares("bounds"):
            return
        for s in path[-3:]:
            try:
                v = Values(self.game, 0, MAX_STATES)(s)
            except ZermeloError:
                continue
            self._check_bounds_hold(v, s, "bounds(s)", self.game.bounds(s))
            if self.game.declares("bounds_in"):
                for window in ((v - 1, v), (v, v + 1), (v - 1, v + 1)):
                    call = "bounds_in(s, {:g}, {:g})".format(*window)
                    self._check_bounds_hold(v, s, call, self.game.bounds_in(s, *window))
        if self.game.terminal(path[-1]):
            self._check_forced_end(path, float(self.game.utility(path[-1], 0)))

    def _check_bounds_hold(self, v: float, s: Any, call: str, bounds: tuple[float, float]) -> None:
        low, high = bounds
        if not low - TOLERANCE <= v <= high + TOLERANCE:
            seen = f"the value is {v:g}, the bounds are [{low:g}, {high:g}]"
            self.fail("bounds must hold the value", s, call, seen)

    def _check_forced_end(self, path: list[Any], final: float) -> None:
        """Bounds hold the value, not every payoff: only a forced line must end inside them."""
        for s in reversed(path):
            if len(self.game.options(s)) > 1:
                return
            low, high = self.game.bounds(s)
            if not low - TOLERANCE <= final <= high + TOLERANCE:
                seen = f"it ends with {final:g}, not in [{low:g}, {high:g}]"
                self.fail("bounds must hold the payoff of a forced end", s, "bounds(s)", seen)


def _is_close(v: float, estimate: float) -> bool:
    """Are two estimates the same but for the rounding of sums?"""
    return math.isclose(v, estimate, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
