"""The first rule that returns something wrong at one state."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, SupportsFloat

from zermelo.contract.predicates import (
    is_finite,
    is_interval,
    is_mover,
    pairs_fault,
    players_fault,
    shorten,
)
from zermelo.errors import one_line, short_path
from zermelo.game import CHANCE, Feature, Game

CALLS = {
    "start": (),
    "player": ("s",),
    "actions": ("s",),
    "result": ("s", "a"),
    "terminal": ("s",),
    "utility": ("s", "p"),
}
"""How the required methods are called."""

OPTIONAL = (
    "starts", "chances", "moves", "evaluate", "features", "bounds", "payoff_range", "order",
    "noisy", "noisy_actions", "non_losing", "prior", "canonical", "key", "name", "parse", "dump",
    "load", "board", "caption", "ending", "text",
)  # fmt: skip
"""Methods that a game may have; they are called with the parameters that `Game` gives them."""


PACKAGE = "zermelo.games."
"""The modules of the package's games."""

MAX_ACTIONS = 100_000
"""A rule that yields more actions than this at one state is taken for endless."""


class RuleRaised(Exception):
    """A rule raised an error, which is reported elsewhere."""


class Seen(str):
    """What was seen, in words; other values are quoted as returned."""


def call_rule(rule: Callable[..., Any], *args: Any) -> Any:
    """What a rule returns; `RuleRaised` if it raises."""
    try:
        return rule(*args)
    except Exception as error:  # any exception of the author's code
        raise RuleRaised from error


def find_fault(game: Game[Any, Any], s: Any, thorough: bool = False) -> str | None:
    """The first rule that returns something wrong at a state, in one line.

    None if all rules are right, or if one raises. A thorough check includes texts, estimates, every
    successor, and the signatures of the rules.
    """
    try:
        fault = count_fault(game) or (_signature_fault(game) if thorough else None)
        fault = fault or (_start_fault(game) if s is None else rules_fault(game, s))
        if fault or not thorough or s is None:
            return fault
        return hints_fault(game, s) or _texts_fault(game, s)
    except RuleRaised:
        return None


def count_fault(game: Game[Any, Any]) -> str | None:
    """What is wrong with the number of players, and where; None if nothing is."""
    fault = players_fault(game)
    return fault and find_class_source(type(_unwrap(game))) + fault


def describe(game: Game[Any, Any], s: Any, method: str, args: str, seen: Any, right: str) -> str:
    """One line about a rule: its place, the call, what was seen, and what would be right."""
    own = _unwrap(game)
    seen = seen if isinstance(seen, Seen) else f"returned {shorten(seen)}"
    at = "" if s is None else f" (s is {_format_state(game, s)})"
    call = f"{find_source(own, method)}{type(own).__name__}.{method}({args})"
    return one_line(f"{call} {seen}; it must return {right}{at}")


def _unwrap(game: Game[Any, Any]) -> Game[Any, Any]:
    """The author's game, inside a game with history."""
    inner = vars(game).get("game")
    return _unwrap(inner) if isinstance(inner, Game) else game


def is_tested(game: Game[Any, Any]) -> bool:
    """Is this a game of the package, whose rules its tests check?"""
    return type(_unwrap(game)).__module__.startswith(PACKAGE)


def find_source(game: Game[Any, Any], method: str) -> str:
    """Where a rule is written, as "file:line: "; "" if that is unknown."""
    game = _unwrap(game)
    code = getattr(inspect.unwrap(getattr(type(game), method, len)), "__code__", None)
    if code is not None:
        return f"{short_path(code.co_filename)}:{code.co_firstlineno}: "
    return find_class_source(type(game))


def find_class_source(cls: type) -> str:
    """Where a class is written, as "file:line: "; "" if that is unknown."""
    try:
        _, line = inspect.getsourcelines(cls)
        return f"{short_path(inspect.getfile(cls))}:{line}: "
    except (OSError, TypeError):
        return ""


def _format_state(game: Game[Any, Any], s: Any) -> str:
    try:
        return shorten(game.dump(s), str) if game.declares("dump") else shorten(s, picture)
    except Exception:  # a dump that raises
        return shorten(s)


def _start_fault(game: Game[Any, Any]) -> str | None:
    if call_rule(game.start) is None:
        return describe(game, None, "start", "", None, "a state")
    return None


def rules_fault(game: Game[Any, Any], s: Any) -> str | None:
    """A fault of the rules that every search uses."""
    return node_fault(game, s) or _moves_fault(game, s) or _bounds_fault(game, s)


def node_fault(game: Game[Any, Any], s: Any) -> str | None:
    """A fault of the payoffs of a terminal, or elsewhere of the player to move or of chance."""
    if call_rule(game.terminal, s):
        for p in range(game.players):
            v = call_rule(game.utility, s, p)
            if not is_finite(v):
                return describe(game, s, "utility", f"s, {p}", v, "a finite number")
        return None
    mover = call_rule(game.player, s)
    if not is_mover(mover, game.players):
        last = game.players - 1
        numbers = "0" if last == 0 else f"0 or {last}" if last == 1 else f"0 to {last}"
        right = f"the player to move, {numbers}, or CHANCE"
        return describe(game, s, "player", "s", mover, right)
    return _chance_fault(game, s) if mover == CHANCE else None


def _chance_fault(game: Game[Any, Any], s: Any) -> str | None:
    if not game.has_chance:
        own = _unwrap(game)
        rule = f"{find_source(own, 'player')}{type(own).__name__}.player(s)"
        missing = "there is no method chances that yields (outcome, probability) pairs"
        return one_line(f"{rule} is CHANCE, and {missing} (s is {_format_state(game, s)})")
    wrong = pairs_fault(_exhaust(call_rule(game.chances, s)))
    if not wrong:
        return None
    right = "(outcome, probability) pairs that add up to 1"
    return describe(game, s, "chances", "s", Seen(wrong), right)


def _exhaust(value: Any) -> Any:
    """The items of an iterator as a list, not too many; any other value as it is."""
    if not isinstance(value, Iterator):
        return value
    return call_rule(list, islice(value, MAX_ACTIONS + 1))


def _moves_fault(game: Game[Any, Any], s: Any) -> str | None:
    over = call_rule(game.terminal, s)
    if over or call_rule(game.player, s) == CHANCE:
        return None
    actions = _exhaust(call_rule(game.actions, s))
    if not isinstance(actions, Iterable):
        right = "the legal actions, as a list or by yield"
        return describe(game, s, "actions", "s", actions, right)
    listed = call_rule(list, actions)
    if len(listed) > MAX_ACTIONS:
        many = Seen(f"yields more than {MAX_ACTIONS:,} actions")
        return describe(game, s, "actions", "s", many, "the legal actions, each once")
    if listed:
        return None
    if over is None:
        return describe(game, s, "terminal", "s", over, "True or False; there are no actions")
    fault = f"{game.full_title} has a state that is not over and has no actions: see zermelo check"
    place = find_source(_unwrap(game), "actions")
    return one_line(f"{place}{fault} (s is {_format_state(game, s)})")


def _bounds_fault(game: Game[Any, Any], s: Any) -> str | None:
    bounds = call_rule(game.bounds, s)
    if is_interval(bounds):
        return None
    return describe(game, s, "bounds", "s", bounds, "two numbers, the lower one first")


def _signature_fault(game: Game[Any, Any]) -> str | None:
    own = _unwrap(game)
    calls = CALLS | {name: list_parameters(name) for name in OPTIONAL}
    for method, args in calls.items():
        if getattr(type(own), method) is getattr(Game, method):
            continue
        wrong = _call_fault(getattr(own, method), args)
        if wrong:
            rule = f"{find_source(own, method)}{type(own).__name__}.{method}"
            call = f"{method}({', '.join(args)})"
            return f"{rule} {wrong} {call}: write def {method}({', '.join(('self', *args))})"
    return None


def list_parameters(method: str) -> tuple[str, ...]:
    """What a method of a game is called with."""
    return tuple(inspect.signature(getattr(Game, method)).parameters)[1:]


def _call_fault(rule: Any, args: tuple[str, ...]) -> str:
    """What is wrong with the parameters of a rule; "" if nothing is."""
    try:
        names = inspect.signature(rule).parameters
        inspect.signature(rule).bind(*args)
    except TypeError:
        return "cannot be called as"
    except ValueError:  # a method without self, or a builtin, which has no signature
        return "cannot be called as" if hasattr(rule, "__code__") else ""
    is_swapped = len(args) == 2 and tuple(names)[:2] == args[::-1]
    return f"takes ({', '.join(tuple(names)[:2])}), and is called as" if is_swapped else ""


def hints_fault(game: Game[Any, Any], s: Any) -> str | None:
    """A fault of what only some searches use: hashes, successors, order, estimates."""
    try:
        hash(s)
    except TypeError:
        why = f"states must be hashable, and one of type {type(s).__name__} is not"
        place = find_source(_unwrap(game), "start")
        return one_line(f"{place}{why}: use a NamedTuple or a tuple (s is {shorten(s)})")
    for a in call_rule(game.options, s):
        if call_rule(game.result, s, a) is None:
            return describe(game, s, "result", f"s, {shorten(a)}", None, "a state")
        guess = call_rule(game.order, s, a)
        if not isinstance(guess, SupportsFloat):
            return describe(game, s, "order", f"s, {shorten(a)}", guess, "a number")
    if (fault := _features_fault(game, s)) is not None:
        return fault
    for p in range(game.players):
        estimate = 0 if call_rule(game.terminal, s) else call_rule(game.evaluate, s, p)
        if not is_finite(estimate):
            return describe(game, s, "evaluate", f"s, {p}", estimate, "a finite number")
    return None


def _features_fault(game: Game[Any, Any], s: Any) -> str | None:
    """What is not a term of an evaluation."""
    if not game.declares("features") or call_rule(game.terminal, s):
        return None
    for feature in call_rule(lambda: list(game.features(s))):
        if not isinstance(feature, Feature):
            seen = Seen(f"has {shorten(feature)}")
            return describe(game, s, "features", "s", seen, "a Feature for each term")
    return None


def _texts_fault(game: Game[Any, Any], s: Any) -> str | None:
    """A fault of the texts that viewers use."""
    for a in call_rule(game.options, s):
        name = call_rule(game.name, s, a)
        if not isinstance(name, str):
            return describe(game, s, "name", f"s, {shorten(a)}", name, "a text")
    for method in ("dump", "label", "caption", "text"):
        text = call_rule(getattr(game, method), s)
        if not isinstance(text, str):
            return describe(game, s, method, "s", text, "a text")
    return None


def picture(x: Any, deep: int = 8) -> str:
    """The content of a state as text, to see whether it has changed.

    Objects without a `repr` of their own are written with their attributes.

    >>> class Pile:
    ...     def __init__(self):
    ...         self.left = [5]
    >>> picture((Pile(), 1))
    '(Pile(left=[5]), 1)'
    """
    if deep and type(x) in (tuple, list):
        inside = ", ".join(picture(y, deep - 1) for y in x)
        return f"({inside})" if type(x) is tuple else f"[{inside}]"
    if deep and getattr(type(x), "__repr__", None) is object.__repr__:
        inside = ", ".join(f"{name}={picture(y, deep - 1)}" for name, y in _attributes(x).items())
        return f"{type(x).__name__}({inside})"
    return shorten(x, most=10_000)


def _attributes(x: Any) -> dict[str, Any]:
    """The attributes of an object, those in slots included."""
    slots = [vars(kind).get("__slots__", ()) for kind in type(x).__mro__]
    names = [name for part in slots for name in ((part,) if isinstance(part, str) else part)]
    known = {name: getattr(x, name) for name in names if hasattr(x, name)}
    return known | dict(getattr(x, "__dict__", {}))
