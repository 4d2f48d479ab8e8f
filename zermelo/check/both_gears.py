"""The compiled rules against the plain ones, state by state."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from zermelo import gears
from zermelo.bits import FULL
from zermelo.contract import TOLERANCE, find_source
from zermelo.errors import NotCompilable
from zermelo.game import CHANCE, Game

MAX_ACTIONS = 8
"""Of more actions at a state, this number is chosen at random for the comparison."""

FITS = "whole numbers must fit in 64 bits"
FITS_ADVICE = "it does not fit in 64 bits with a sign: declare a set as Bits, use several ints"

AGREE = "both gears must agree"


NUMBERS = 1 << 16
"""The length of the rows that `read_state` fills."""


def read_state(
    game: Game[Any, Any], s: Any, actions: Any, numbers: Any
) -> tuple[bool, int, int, int, Any]:
    """Whether the game is over, the player to move, the key, the number of actions, the canonical
    form.

    One row gets the actions. The other gets the utility or estimate of each player, the bounds, and
    the probabilities of the actions of chance.
    """
    over = bool(game.terminal(s))
    mover = -2 if over else game.player(s)
    for p in range(game.players):
        numbers[p] = float(game.utility(s, p)) if over else float(game.evaluate(s, p))
    low, high = game.bounds(s)
    numbers[game.players], numbers[game.players + 1] = float(low), float(high)
    n = 0
    if mover >= 0:
        for a in game.actions(s):
            actions[n] = a
            n += 1
    if mover == CHANCE:
        n = list_outcomes(game, s, actions, numbers)
    return over, mover, game.key(s), n, game.canonical(s)


def list_outcomes(game: Game[Any, Any], s: Any, actions: Any, numbers: Any) -> int:
    """Write the outcomes of chance and their probabilities to two rows; returns their number."""
    n = 0
    if game.has_chance:
        for a, probability in game.chances(s):
            actions[n] = a
            numbers[game.players + 2 + n] = probability
            n += 1
    return n


def read_move(game: Game[Any, Any], s: Any, a: Any) -> tuple[Any, bool, float]:
    """The state after an action; whether the action is noisy, and its guess."""
    after = game.result(s, a)
    if game.player(s) == CHANCE:
        return after, False, 0.0
    return after, bool(game.noisy(s, a)), float(game.order(s, a))


def touch_rules(game: Game[Any, Any], s: Any, a: Any, p: int) -> float:
    """Call every rule that a search uses."""
    if game.terminal(s):
        return game.utility(s, p)
    x = game.evaluate(s, p) + game.player(s) + game.order(s, a) + game.noisy(s, a)
    for _ in game.actions(s):
        x += 1
    if game.has_chance:
        for _, probability in game.chances(s):
            x += probability
    return x + game.key(game.canonical(game.result(s, a))) + game.bounds(s)[0]


def find_refused_places(game: Game[Any, Any], s: Any) -> list[str]:
    """The places of the rules that cannot be compiled, each with what to write instead."""
    places = [f"{find_source(game, 'start')}{what}" for what in gears.find_unfit_parts(s)]
    places += gears.find_refusals(touch_rules, game, s, 0, 0)
    words = _list_reasons(lambda: gears.require_plain_words(game))
    why = getattr(game, "why_plain", "")
    change = [] if why else _list_reasons(lambda: gears.require_fixed_shape(game, s))
    return [*filter(None, [why]), *places, *change, *words]


def _list_reasons(require: Callable[[], None]) -> list[str]:
    """Why a game cannot be compiled, by what a function requires of it."""
    try:
        require()
    except NotCompilable as error:
        return str(error).splitlines()
    except Exception:  # the rules are at fault, and the check of the rules says so
        return []
    return []


class Twin:
    """The compiled game beside the plain one; both get the same questions."""

    def __init__(self, game: Game[Any, Any], fail: Callable[[str, Any, str, Any], None]) -> None:
        import numpy

        self.game, self.fail = game, fail
        self.plain = [0] * NUMBERS, [0.0] * NUMBERS
        self.compiled = numpy.zeros(NUMBERS, numpy.int64), numpy.zeros(NUMBERS, numpy.float64)
        self.rng = random.Random(0)
        self.code: dict[Any, gears.Compiled] = {}

    def _ask(self, function: Callable[..., Any], *args: Any) -> Any:
        """What a function returns in the compiled gear."""
        if function not in self.code:
            self.code[function] = gears.compile_kernel(function, self.game, *args, checked=True)
        return self.code[function].again((self.game, *args))()

    def compare(self, s: Any) -> None:
        """Ask both gears every question about s."""
        *facts, n, form = read_state(self.game, s, *self.plain)
        *there, m, other = self._ask(read_state, s, *self.compiled)
        if _normalise(facts) != _normalise(there):
            self._differ(s, "terminal(s), player(s), key(s)", tuple(facts), tuple(there))
            return
        over, mover, _ = _normalise(facts)
        self._compare_numbers(s, "utility" if over else "evaluate")
        self._compare_states(s, "canonical(s)", form, other)
        if mover == CHANCE:
            self._compare_rows(s, "chances(s)", self.game.players + 2, n, m)
        if not over:
            self._compare_moves(s, n, m)

    def _differ(self, s: Any, call: str, plain: Any, compiled: Any) -> None:
        large = find_large(s)
        if large:
            self.fail(FITS, s, call, f"{large}: {FITS_ADVICE}")
        else:
            self.fail(AGREE, s, call, f"plain {plain}, compiled {compiled}")

    def _compare_numbers(self, s: Any, name: str) -> None:
        """Compare the values of the players, and the bounds."""
        players = self.game.players
        for p in range(players):
            here, there = self.plain[1][p], float(self.compiled[1][p])
            if here != there and abs(here - there) > TOLERANCE:
                self._differ(s, f"{name}(s, {p})", here, there)
        self._compare_rows(s, "bounds(s)", players, 2, 2)

    def _compare_rows(self, s: Any, call: str, first: int, n: int, m: int) -> None:
        here = self.plain[1][first : first + n]
        there = self.compiled[1][first : first + m].tolist()
        if here != there:
            self._differ(s, call, tuple(here), tuple(there))

    def _compare_moves(self, s: Any, n: int, m: int) -> None:
        """Compare the actions, and the move of each, or of some."""
        actions, compiled = self.plain[0][:n], self.compiled[0][:m].tolist()
        if [x & FULL for x in compiled] != [int(a) & FULL for a in actions]:
            self._differ(s, "actions(s)", actions, compiled)
            return
        if len(actions) > MAX_ACTIONS:
            actions = self.rng.sample(actions, MAX_ACTIONS)
        for a in actions:
            after, *hints = read_move(self.game, s, a)
            there, *others = self._ask(read_move, s, a)
            self._compare_states(s, f"result(s, {a!r})", after, there)
            if hints != [bool(others[0]), float(others[1])]:
                self._differ(s, f"noisy(s, {a!r}), order(s, {a!r})", hints, others)

    def _compare_states(self, s: Any, call: str, plain: Any, compiled: Any) -> None:
        back = gears.outward(compiled, plain)
        if back != plain:
            self._differ(s, call, plain, back)


def find_large(s: Any) -> str:
    """A number in a state that fits in 64 bits only without a sign, if at all; "" if none is."""
    if isinstance(s, int):
        return "" if -(2**63) <= s < 2**63 else f"the state holds {s}"
    if not isinstance(s, tuple):
        return ""
    hints = getattr(type(s), "__annotations__", {})
    for name, x in zip(getattr(s, "_fields", range(len(s))), s, strict=True):
        if "Bits" not in str(hints.get(name, "")) and (large := find_large(x)):
            return large if isinstance(x, tuple) else f"field {name} of the state holds {x}"
    return ""


def _normalise(facts: list[Any]) -> tuple[bool, int, int]:
    """Whether the game is over, the player to move, and the key, unsigned."""
    over, mover, key = facts
    return bool(over), int(mover), int(key) & FULL
