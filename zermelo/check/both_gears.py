"""The compiled rules against the plain ones, state by state."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from zermelo import gears
from zermelo.bits import FULL
from zermelo.contract import TOLERANCE
from zermelo.game import CHANCE, Game

MAX_ACTIONS = 8
"""Of more actions at a state, this number is chosen at random for the comparison."""

AGREE = "both gears must agree"


def list_moves(game: Game[Any, Any], s: Any, out: Any) -> int:
    """Write the legal actions to a row; returns their number."""
    n = 0
    for a in game.actions(s):
        out[n] = a
        n += 1
    return n


def list_outcomes(game: Game[Any, Any], s: Any, out: Any, weights: Any) -> int:
    """Write the outcomes of chance and their probabilities to two rows; returns their number."""
    n = 0
    for a, p in game.chances(s):
        out[n] = a
        weights[n] = p
        n += 1
    return n


def read_facts(game: Game[Any, Any], s: Any) -> tuple[bool, int, int]:
    """Whether the game is over, the player to move, and the key."""
    over = game.terminal(s)
    return over, -2 if over else game.player(s), game.key(s)


def read_payoff(game: Game[Any, Any], s: Any, p: int) -> float:
    """Player p's utility."""
    return float(game.utility(s, p))


def read_estimate(game: Game[Any, Any], s: Any, p: int) -> float:
    """Player p's estimate."""
    return float(game.evaluate(s, p))


def read_hints(game: Game[Any, Any], s: Any, a: Any) -> tuple[bool, float]:
    """Whether an action is noisy, and its guess."""
    return bool(game.noisy(s, a)), float(game.order(s, a))


def read_bounds(game: Game[Any, Any], s: Any) -> tuple[float, float]:
    """The bounds of player 0's value."""
    low, high = game.bounds(s)
    return float(low), float(high)


def find_successor(game: Game[Any, Any], s: Any, a: Any) -> Any:
    """The state after an action."""
    return game.result(s, a)


def find_canonical(game: Game[Any, Any], s: Any) -> Any:
    """The canonical form."""
    return game.canonical(s)


class Twin:
    """The compiled game beside the plain one; both get the same questions."""

    def __init__(self, game: Game[Any, Any], fail: Callable[[str, Any, str, Any], None]) -> None:
        import numpy

        self.game, self.fail = game, fail
        self.row = numpy.zeros(1 << 16, numpy.int64)
        self.weights = numpy.zeros(1 << 16, numpy.float64)
        self.rng = random.Random(0)
        self.code: dict[Any, gears.Compiled] = {}

    def _ask(self, function: Callable[..., Any], *args: Any) -> Any:
        """What a function returns in the compiled gear."""
        if function not in self.code:
            self.code[function] = gears.compiled(function, self.game, *args, checked=True)
        return self.code[function].again((self.game, *args))()

    def compare(self, s: Any) -> None:
        """Ask both gears every question about s."""
        game = self.game
        plain, compiled = read_facts(game, s), self._ask(read_facts, s)
        if _normalise(plain) != _normalise(compiled):
            self._differ(s, "terminal(s), player(s), key(s)", plain, compiled)
            return
        over = bool(plain[0])
        self._compare_values(s, over)
        if game.declares("bounds"):
            here, there = read_bounds(game, s), tuple(self._ask(read_bounds, s))
            if here != there:
                self._differ(s, "bounds(s)", here, there)
        if game.declares("canonical"):
            there = self._ask(find_canonical, s)
            self._compare_states(s, "canonical(s)", game.canonical(s), there)
        if not over:
            self._compare_moves(s)

    def _differ(self, s: Any, call: str, plain: Any, compiled: Any) -> None:
        self.fail(AGREE, s, call, f"plain {plain}, compiled {compiled}")

    def _compare_values(self, s: Any, over: bool) -> None:
        if not over and not self.game.declares("evaluate"):
            return
        function, name = (read_payoff, "utility") if over else (read_estimate, "evaluate")
        for p in range(self.game.players):
            here, there = function(self.game, s, p), self._ask(function, s, p)
            if here != there and abs(here - there) > TOLERANCE:
                self._differ(s, f"{name}(s, {p})", here, there)

    def _compare_moves(self, s: Any) -> None:
        is_chance = self.game.player(s) == CHANCE
        actions, n = self._list_outcomes(s) if is_chance else self._list_actions(s)
        compiled = self.row[:n].tolist()
        if [x & FULL for x in compiled] != [int(a) & FULL for a in actions]:
            self._differ(s, "actions(s)", actions, compiled)
            return
        if len(actions) > MAX_ACTIONS:
            actions = self.rng.sample(actions, MAX_ACTIONS)
        for a in actions:
            there = self._ask(find_successor, s, a)
            self._compare_states(s, f"result(s, {a!r})", self.game.result(s, a), there)
            if not is_chance:
                self._compare_hints(s, a)

    def _list_actions(self, s: Any) -> tuple[list[Any], int]:
        """The actions in the plain gear; the compiled gear fills the row and returns its number."""
        return list(self.game.actions(s)), self._ask(list_moves, s, self.row)

    def _list_outcomes(self, s: Any) -> tuple[list[Any], int]:
        """The outcomes of chance, as `_list_actions`; their probabilities are compared here."""
        pairs = list(self.game.chances(s))
        n = self._ask(list_outcomes, s, self.row, self.weights)
        here, there = [float(p) for _, p in pairs], self.weights[:n].tolist()
        if here != there:
            self._differ(s, "chances(s)", here, there)
        return [a for a, _ in pairs], n

    def _compare_hints(self, s: Any, a: Any) -> None:
        if not (self.game.declares("noisy") or self.game.declares("order")):
            return
        here, there = read_hints(self.game, s, a), self._ask(read_hints, s, a)
        if here != (bool(there[0]), float(there[1])):
            self._differ(s, f"noisy(s, {a!r}), order(s, {a!r})", here, there)

    def _compare_states(self, s: Any, call: str, plain: Any, compiled: Any) -> None:
        back = gears.outward(compiled, plain)
        if back != plain:
            self._differ(s, call, plain, back)


def _normalise(facts: tuple[Any, Any, Any]) -> tuple[bool, int, int]:
    """`read_facts` of either gear, with an unsigned key."""
    over, mover, key = facts
    return bool(over), int(mover), int(key) & FULL
