"""Before a question: is this a game, a state of it, and are its rules sound near that state?"""

from __future__ import annotations

import random
import time
import weakref
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext, suppress
from itertools import islice
from typing import Any

from zermelo.contract.predicates import shorten
from zermelo.contract.rule_faults import (
    RuleRaised,
    Seen,
    call_rule,
    count_fault,
    describe,
    find_fault,
    node_fault,
    picture,
)
from zermelo.contract.watchdog import limit_rules
from zermelo.errors import BadGame, BadPosition, one_line
from zermelo.game import Game

MAX_SUCCESSORS = 12
"""The number of successors of the first state that are checked."""

MAX_PLIES = 60
"""The number of plies of one random game that are checked."""

MAX_SECONDS = 0.02
"""The checks stop after this time, spent in the rules."""


def require_game(game: Any) -> None:
    """Raise `BadGame` for what is not a game, or has a wrong number of players."""
    if isinstance(game, type) and issubclass(game, Game):
        name = game.__name__
        raise BadGame(f"{name} is a class; pass an instance, like {name}()")
    if not isinstance(game, Game):
        hint = f"; catalogue.game({game!r}) finds one by its name" if isinstance(game, str) else ""
        fault = f"{shorten(game)} is not a Game; pass an instance of a subclass of zermelo.Game"
        raise BadGame(one_line(fault + hint))
    wrong = count_fault(game)
    if wrong:
        raise BadGame(wrong)


def require_state(game: Game[Any, Any], s: Any) -> None:
    """Raise `BadPosition` for a state of a type that the rules cannot read."""
    try:
        game.terminal(s)
    except Exception:  # which error it is depends on the rules
        start = game.start()
        if isinstance(s, type(start)):
            return  # the rules are at fault
        right = f"its states are of type {type(start).__name__}, like {shorten(start, picture)}"
        fault = f"{shorten(s)} is not a state of {game.full_title}; {right}"
        raise BadPosition(one_line(fault)) from None


_sound: weakref.WeakSet[Game[Any, Any]] = weakref.WeakSet()
"""Games that were checked, without a fault."""


def require(game: Game[Any, Any], s: Any) -> None:
    """Raise `BadGame` for a fault at the state of a question, and once for each game near it."""
    fault = find_fault(game, s) or (None if _is_known(game) else _fault_near(game, s))
    if fault:
        raise BadGame(fault)


def limit_first_rules(game: Any) -> AbstractContextManager[None]:
    """As `limit_rules`, until a game was checked: later questions cost nothing."""
    return nullcontext() if _is_known(game) else limit_rules(game)


def _is_known(game: Game[Any, Any]) -> bool:
    try:
        return game in _sound
    except TypeError:  # a game with == and without a hash
        return False


def _fault_near(game: Game[Any, Any], s: Any) -> str | None:
    """A fault at some successors, or at the states of one random game; None if there is none.

    The check stops early if the rules are slow. The longest step does not count, so that the result
    depends neither on the load of the machine nor on garbage collection.
    """
    last, steps, before = time.thread_time(), list[float](), picture(s)
    try:
        for t, a, successor in _near(game, s):
            fault = _step_fault(game, t, a, successor)
            if picture(s) != before:
                seen = Seen(f"changed its state, {before}, to {picture(s)}")
                fault = describe(game, None, "result", "s, a", seen, "another state")
            if fault:
                return fault
            last, began = time.thread_time(), last
            steps.append(last - began)
            if sum(steps) - max(steps) > MAX_SECONDS:
                break
    except (RuleRaised, TypeError):  # reported when the search comes there
        pass
    with suppress(TypeError):  # a game with == and without a hash
        _sound.add(game)
    return None


def _step_fault(game: Game[Any, Any], s: Any, a: Any, successor: Any) -> str | None:
    if successor is None:
        return describe(game, s, "result", f"s, {shorten(a)}", None, "a state")
    return node_fault(game, successor)


def _near(game: Game[Any, Any], s: Any) -> Iterator[tuple[Any, Any, Any]]:
    """(state, action, successor) triples: some of s, then those of one random game."""
    rng = random.Random(0)
    for a in islice(call_rule(game.options, s), MAX_SUCCESSORS):
        yield s, a, call_rule(game.result, s, a)
    for _ in range(MAX_PLIES):
        options = call_rule(game.options, s)
        if not options:
            return
        a = rng.choice(options)
        successor = call_rule(game.result, s, a)
        yield s, a, successor
        s = successor
