"""After an error: which rule caused it?

An error is examined by the states in its traceback. This needs a convention of the package: a
function that calls rules of `game` keeps the state in a variable called one of `STATE_NAMES`, in a
field of that name of an object that has the `game`, or in one of a node (`NODE_NAMES`).
`tests/test_contract.py` holds the source of the searches to it.
"""

from __future__ import annotations

import time
import traceback
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from types import FrameType
from typing import Any

from zermelo.contract.rule_faults import RuleRaised, find_fault, hints_fault, rules_fault
from zermelo.errors import BadGame, Signal, ZermeloError, is_theirs, place
from zermelo.game import Game

MAX_PLACES = 200
"""The number of states that are checked after an error, the last one first."""

MAX_STATES, MAX_SECONDS = 20_000, 5.0
"""The number of states that are checked below a search without a result, and the time for it."""

STATE_NAMES = ("s", "x", "state", "where", "after", "first", "start")
"""The names of the variables and fields that hold states where a search may fail."""

NODE_NAMES = ("n", "m")
"""The names of variables that hold a node, whose field `x` is its state (the lecture's stacks)."""

CIRCLE = 100
"""The number of calls in a row, all of a user's, after which a rule calls itself without end."""

EXPLICIT = (ZermeloError, Signal, MemoryError, RecursionError)
"""Errors that say what is wrong, or that are signals: no rule is at fault."""


@contextmanager
def name_faults() -> Iterator[None]:
    """Replace an error by `BadGame` if a rule caused it; other errors stay as they are."""
    try:
        yield
    except Exception as error:
        fault = diagnose(error)
        if fault is None:
            raise
        raise BadGame(fault) from error


def diagnose(error: BaseException) -> str | None:
    """The rule that caused an error, in one line; None if no rule did, or the error says so."""
    if isinstance(error, RecursionError):
        return find_circle(error)
    if isinstance(error, EXPLICIT) or not isinstance(error, Exception):
        return None
    checked = set()
    for game, s in islice(_places(error), MAX_PLACES):
        if (id(game), id(s)) not in checked:
            checked.add((id(game), id(s)))
            fault = find_fault(game, s, thorough=True)
            if fault:
                return fault
    return None


def find_circle(error: RecursionError) -> str | None:
    """The rule that calls itself without end, in one line; None if a search went too deep."""
    frames = traceback.extract_tb(error.__traceback__, limit=-CIRCLE)
    if len(frames) < CIRCLE or not all(is_theirs(frame.filename) for frame in frames):
        return None
    return f"{place(error)}: {frames[-1].name} calls itself without end"


def _places(error: BaseException) -> Iterator[tuple[Game[Any, Any], Any]]:
    """The games and states in the frames of an error, the innermost first."""
    frames: list[FrameType] = []
    trace = error.__traceback__
    while trace is not None:
        frames.append(trace.tb_frame)
        trace = trace.tb_next
    for frame in reversed(frames):
        yield from _places_in(frame)


def _places_in(frame: FrameType) -> Iterator[tuple[Game[Any, Any], Any]]:
    """The games and states among a frame's variables and the attributes of these."""
    known = frame.f_locals
    holders = [value for value in known.values() if isinstance(_attribute(value, "game"), Game)]
    games = [value for value in known.values() if isinstance(value, Game)]
    games += [holder.game for holder in holders]
    states = [known.get(name) for name in STATE_NAMES]
    states += [_attribute(known.get(name), "x") for name in NODE_NAMES]
    states += [_attribute(holder, name) for holder in holders for name in STATE_NAMES]
    for game in games:
        for s in states:
            if s is not None and not isinstance(s, Game):
                yield game, s
        yield game, None


def _attribute(value: Any, name: str) -> Any:
    try:
        return getattr(value, name, None)
    except Exception:  # a property that raises
        return None


@contextmanager
def name_faults_of_machine_code(game: Game[Any, Any], s: Any) -> Iterator[None]:
    """As `name_faults`, for the compiled gear.

    An error of machine code has neither states nor the author's lines. So the rules are called
    again in Python, from s on, until one fails.
    """
    try:
        yield
    except EXPLICIT:
        raise
    except Exception as error:
        failure = _find_failure(game, s)
        if isinstance(failure, Exception):
            raise failure from None
        what = f"the rules of {game.full_title} raised {type(error).__name__} in machine code"
        message = f"{what}: the plain gear, or zermelo check, may show where"
        raise BadGame(failure or message) from error


def _find_failure(game: Game[Any, Any], s: Any) -> Exception | str | None:
    """The first error that a rule raises below a state, or the first fault."""
    for state in _below(game, s):
        try:
            fault = rules_fault(game, state) or hints_fault(game, state)
        except RuleRaised as raised:
            assert isinstance(raised.__cause__, Exception)
            return raised.__cause__
        if fault:
            return fault
    return None


def find_first_fault(game: Game[Any, Any], s: Any) -> str | None:
    """The first fault below a state, for a search without a result."""
    return next(filter(None, (find_fault(game, state) for state in _below(game, s))), None)


def _below(game: Game[Any, Any], s: Any) -> Iterator[Any]:
    """States below s: the newest and the oldest in turn, so that some are deep, some near."""
    waiting, until = deque([s]), time.thread_time() + MAX_SECONDS
    for seen in range(MAX_STATES):
        if not waiting or time.thread_time() > until:
            return
        s = waiting.popleft() if seen % 2 else waiting.pop()
        yield s
        with suppress(Exception):  # the caller checks s
            waiting.extend([game.result(s, a) for a in reversed(game.options(s))])
