"""What each rule must return, and whose fault it is when one does not.

Searches trust the rules: a check at every node would cost time at every node. So the rules are asked when it costs nothing: near
the start of a question, once for each game, and after something went wrong, at the states where it did.

>>> from zermelo.games.nim import Nim
>>> class Forgetful(Nim):
...     def player(self, s):
...         self.who = s.turn
>>> fault(Forgetful(2, 2), Forgetful(2, 2).start())
'<...>:2: Forgetful.player(s) returned None; it must return who moves, 0 or 1, or CHANCE (s is 2 2 MAX)'
"""

from __future__ import annotations

import inspect
import math
import operator
import random
import time
import weakref
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import islice
from types import FrameType
from typing import Any, SupportsFloat

from zermelo.errors import BadGame, BadPosition, Signal, ZermeloError, one_line, short_path
from zermelo.game import CHANCE, Game

TOLERANCE = 1e-9
"""Probabilities and payoffs that differ by less are the same."""

WIDE = 12
"""So many successors of the first state are looked at."""

LONG = 60
"""So many plies of one random game are looked at."""

SECONDS = 0.02
"""Rules that have been at work for longer than that are looked at no longer."""

MOST_ASKED = 200
"""After an error, so many states are asked, the last one first."""

MOST_WALKED, MOST_SECONDS = 20_000, 5.0
"""States that are asked when a search has come to nothing, and for how long the rules are at work then."""

STATES = ("s", "x", "state", "where", "after", "first", "start")
"""What states are called where a search may fail."""

INNOCENT = (ZermeloError, Signal, MemoryError, RecursionError)
"""Errors that say themselves what is wrong, or that nothing is: nobody is looked for."""

CALLS = {
    "start": (),
    "player": ("s",),
    "actions": ("s",),
    "result": ("s", "a"),
    "terminal": ("s",),
    "utility": ("s", "p"),
}
"""How the required methods are called."""


# ---------------------------------------------------------------------- what is wrong with a number, a text, a mover


def is_finite(x: Any) -> bool:
    """Is it a finite number?"""
    try:
        return not isinstance(x, str | bytes) and math.isfinite(x)
    except (TypeError, ValueError, OverflowError):
        return False


def is_mover(x: Any, players: int) -> bool:
    """Is it a player's number, or CHANCE?"""
    try:
        return CHANCE <= operator.index(x) < players
    except TypeError:
        return False


def is_interval(x: Any) -> bool:
    """Are these two numbers, the lower one first? They may be infinite."""
    try:
        low, high = x
        return not isinstance(x, str) and bool(low <= high)
    except (TypeError, ValueError):
        return False


def wrong_weights(weights: Sequence[Any]) -> str:
    """What is wrong with probabilities; "" if nothing is.

    >>> wrong_weights([0.5, 0.4]), wrong_weights([1.5, -0.5]), wrong_weights([0.5, 0.5])
    ('[0.5, 0.4] add up to 0.9', '[1.5, -0.5] hold a negative one', '')
    """
    if not all(is_finite(p) for p in weights):
        return f"{list(weights)} are not all numbers"
    if any(p < 0 for p in weights):
        return f"{list(weights)} hold a negative one"
    return (
        "" if abs(sum(weights) - 1) <= TOLERANCE else f"{list(weights)} add up to {sum(weights):g}"
    )


def wrong_pairs(pairs: Any) -> str:
    """What is wrong with a distribution, as what was returned; "" if it is made of pairs whose probabilities add up to 1.

    >>> wrong_pairs([1, 2])
    'returned [1, 2]'
    """
    try:
        pairs = list(pairs)
        weights = [p for _, p in pairs]
    except (TypeError, ValueError):
        return f"returned {_short(pairs)}"
    wrong = wrong_weights(weights)
    return f"returned probabilities that cannot be: {wrong}" if wrong else ""


def players_fault(game: Game[Any, Any]) -> str | None:
    """What is wrong with the number of players."""
    n = game.players
    if isinstance(n, int) and not isinstance(n, bool) and n >= 1:
        return None
    return f"{type(game).__name__}.players is {n!r}; it must be a whole number, 1 or more"


def require_game(game: Any) -> None:
    """Refuse what is no game, or has no number of players."""
    if isinstance(game, type) and issubclass(game, Game):
        raise BadGame(
            f"{game.__name__} is a class; a game made from it is wanted, like {game.__name__}()"
        )
    if not isinstance(game, Game):
        hint = f"; catalogue.game({game!r}) finds one by its name" if isinstance(game, str) else ""
        raise BadGame(
            one_line(
                f"{_short(game)} is no game: an object of a subclass of zermelo.Game is wanted{hint}"
            )
        )
    wrong = players_fault(game)
    if wrong:
        raise BadGame(wrong)


def require_state(game: Game[Any, Any], s: Any) -> None:
    """Refuse a state of a type that the rules cannot read. Whoever reads it, reads it."""
    try:
        game.terminal(s)
    except Exception:  # which error it is depends on the rules
        start = game.start()
        if isinstance(s, type(start)):
            return  # the rules are at fault
        wanted = f"its states are of type {type(start).__name__}, like {_short(start, picture)}"
        raise BadPosition(
            one_line(f"{_short(s)} is no state of {game.full_title}: {wanted}")
        ) from None


# ---------------------------------------------------------------------- one state


class _Raised(Exception):
    """A rule raised something: that is told elsewhere."""


def _said(rule: Callable[..., Any], *args: Any) -> Any:
    """What a rule returns."""
    try:
        return rule(*args)
    except Exception as error:  # whatever the author's code raises is not the question here
        raise _Raised from error


def fault(game: Game[Any, Any], s: Any, thorough: bool = False) -> str | None:
    """The first rule that does not return what it must at a state, in one line; None if all do, or if one raises.

    A thorough look also asks for texts, estimates and every successor, and how the rules are to be called.
    """
    try:
        found = players_fault(game) or (_signature_fault(game) if thorough else None)
        found = found or (_start_fault(game) if s is None else _rules_fault(game, s))
        return found or (
            _guesses_fault(game, s) or _texts_fault(game, s) if thorough and s is not None else None
        )
    except _Raised:
        return None


def _line(game: Game[Any, Any], s: Any, method: str, args: str, seen: Any, wanted: str) -> str:
    """One line about a rule: where it is written, what it was asked and said, and what would be right."""
    own = _own(game)
    seen = seen if isinstance(seen, _Seen) else f"returned {_short(seen)}"
    at = "" if s is None else f" (s is {_shown(game, s)})"
    return one_line(
        f"{written(own, method)}{type(own).__name__}.{method}({args}) {seen}; it must return {wanted}{at}"
    )


class _Seen(str):
    """What was seen, in words."""


def _own(game: Game[Any, Any]) -> Game[Any, Any]:
    """The author's game, behind a game that remembers."""
    inner = vars(game).get("game")
    return _own(inner) if isinstance(inner, Game) else game


def written(game: Game[Any, Any], method: str) -> str:
    """Where a rule is written, as file:line."""
    code = getattr(inspect.unwrap(getattr(type(game), method, len)), "__code__", None)
    return f"{short_path(code.co_filename)}:{code.co_firstlineno}: " if code is not None else ""


def _shown(game: Game[Any, Any], s: Any) -> str:
    try:
        return _short(game.dump(s), str) if game.declares("dump") else _short(s, picture)
    except Exception:  # a dump that fails
        return _short(s)


def _short(x: Any, spell: Callable[[Any], str] = repr, most: int = 80) -> str:
    try:
        text = spell(x)
    except Exception:  # a repr that fails
        text = f"a {type(x).__name__}"
    return text if len(text) <= most else text[: most - 1] + "…"


def _start_fault(game: Game[Any, Any]) -> str | None:
    if _said(game.start) is None:
        return _line(game, None, "start", "", None, "a state")
    return None


def _rules_fault(game: Game[Any, Any], s: Any) -> str | None:
    """What searches stand on: is it over, what is it worth, who moves, what can be done, what is known of the value."""
    return _node_fault(game, s) or _moves_fault(game, s) or _bounds_fault(game, s)


def _node_fault(game: Game[Any, Any], s: Any) -> str | None:
    """The payoffs of a terminal, or who moves elsewhere, and what chance does."""
    if _said(game.terminal, s):
        for p in range(game.players):
            v = _said(game.utility, s, p)
            if not is_finite(v):
                return _line(game, s, "utility", f"s, {p}", v, "a finite number")
        return None
    mover = _said(game.player, s)
    if not is_mover(mover, game.players):
        who = (
            "0"
            if game.players == 1
            else f"0 or {game.players - 1}"
            if game.players == 2
            else f"0 to {game.players - 1}"
        )
        return _line(game, s, "player", "s", mover, f"who moves, {who}, or CHANCE")
    if mover != CHANCE:
        return None
    if not game.has_chance:
        own = _own(game)
        said = f"{written(own, 'player')}{type(own).__name__}.player(s) is CHANCE, and there is no method chances"
        return one_line(f"{said} that yields (outcome, probability) pairs (s is {_shown(game, s)})")
    wrong = wrong_pairs(_listed(_said(game.chances, s)))
    return (
        _line(
            game, s, "chances", "s", _Seen(wrong), "(outcome, probability) pairs that add up to 1"
        )
        if wrong
        else None
    )


def _listed(found: Any) -> Any:
    """What a generator yields, or what is none."""
    return _said(list, found) if isinstance(found, Iterator) else found


def _moves_fault(game: Game[Any, Any], s: Any) -> str | None:
    over = _said(game.terminal, s)
    if over or _said(game.player, s) == CHANCE:
        return None
    found = _listed(_said(game.actions, s))
    if not isinstance(found, Iterable):
        return _line(game, s, "actions", "s", found, "the legal actions, as a list or by yield")
    if not _said(list, found):
        if over is None:
            return _line(game, s, "terminal", "s", over, "True or False; there are no actions")
        return one_line(
            f"{game.full_title} has a state that is not over and has no actions: see zermelo check (s is {_shown(game, s)})"
        )
    return None


def _bounds_fault(game: Game[Any, Any], s: Any) -> str | None:
    found = _said(game.bounds, s)
    return (
        None
        if is_interval(found)
        else _line(game, s, "bounds", "s", found, "two numbers, the lower one first")
    )


def _signature_fault(game: Game[Any, Any]) -> str | None:
    own = _own(game)
    for method, args in CALLS.items():
        try:
            inspect.signature(getattr(own, method)).bind(*args)
        except TypeError:
            called, right = (
                f"{method}({', '.join(args)})",
                f"def {method}({', '.join(('self', *args))})",
            )
            return f"{written(own, method)}{type(own).__name__}.{method} cannot be called as {called}: write {right}"
        except ValueError:  # a builtin, which tells nothing
            pass
    return None


def _guesses_fault(game: Game[Any, Any], s: Any) -> str | None:
    """What only some searches stand on: states that can be looked up, successors in an order, estimates."""
    try:
        hash(s)
    except TypeError:
        why = f"states must be hashable, and one of type {type(s).__name__} is not: use a NamedTuple or a tuple"
        return one_line(f"{written(_own(game), 'start')}{why} (s is {_short(s)})")
    for a in _said(game.options, s):
        if _said(game.result, s, a) is None:
            return _line(game, s, "result", f"s, {_short(a)}", None, "a state")
        guess = _said(game.order, s, a)
        if not isinstance(guess, SupportsFloat):
            return _line(game, s, "order", f"s, {_short(a)}", guess, "a number")
    for p in range(game.players):
        estimate = 0 if _said(game.terminal, s) else _said(game.evaluate, s, p)
        if not is_finite(estimate):
            return _line(game, s, "evaluate", f"s, {p}", estimate, "a finite number")
    return None


def _texts_fault(game: Game[Any, Any], s: Any) -> str | None:
    """What everything that shows a game stands on."""
    for a in _said(game.options, s):
        name = _said(game.name, s, a)
        if not isinstance(name, str):
            return _line(game, s, "name", f"s, {_short(a)}", name, "a text")
    for method in ("dump", "label", "caption", "text"):
        text = _said(getattr(game, method), s)
        if not isinstance(text, str):
            return _line(game, s, method, "s", text, "a text")
    return None


# ---------------------------------------------------------------------- before a question


_sound: weakref.WeakSet[Game[Any, Any]] = weakref.WeakSet()
"""Games that were looked at already, and nothing was found."""


def require(game: Game[Any, Any], s: Any) -> None:
    """Refuse a game whose rules do not return what they must at the state of a question; the first time also a little further on."""
    found = fault(game, s) or (None if _is_known(game) else _fault_near(game, s))
    if found:
        raise BadGame(found)


def _is_known(game: Game[Any, Any]) -> bool:
    try:
        return game in _sound
    except TypeError:  # a game with == and without a hash
        return False


def _fault_near(game: Game[Any, Any], s: Any) -> str | None:
    """Look at some successors, and at the states of one random game, unless the rules are slow: all but the longest step count.

    What is found must not depend on how busy the machine is, nor on when memory is tidied up.
    """
    last, steps, before = time.thread_time(), list[float](), picture(s)
    try:
        for t, a, successor in _near(game, s):
            if successor is None:
                return _line(game, t, "result", f"s, {_short(a)}", None, "a state")
            if picture(s) != before:
                seen = _Seen(f"changed its state, {before}, to {picture(s)}")
                return _line(game, None, "result", "s, a", seen, "another state")
            found = _node_fault(game, successor)
            if found:
                return found
            last, began = time.thread_time(), last
            steps.append(last - began)
            if sum(steps) - max(steps) > SECONDS:
                break
    except (_Raised, TypeError):  # told when the search comes there
        pass
    with suppress(TypeError):  # as above
        _sound.add(game)
    return None


def _near(game: Game[Any, Any], s: Any) -> Iterator[tuple[Any, Any, Any]]:
    """States, actions and the states that they lead to: first from s, then along one random game."""
    rng = random.Random(0)
    for a in islice(_said(game.options, s), WIDE):
        yield s, a, _said(game.result, s, a)
    for _ in range(LONG):
        options = _said(game.options, s)
        if not options:
            return
        a = rng.choice(options)
        successor = _said(game.result, s, a)
        yield s, a, successor
        s = successor


def picture(x: Any, deep: int = 8) -> str:
    """What is in a state, to see whether it has changed: its text, and the attributes of objects that have no text of their own.

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
        slots = [
            name for kind in type(x).__mro__ for name in _names(vars(kind).get("__slots__", ()))
        ]
        known = {name: getattr(x, name) for name in slots if hasattr(x, name)} | dict(
            getattr(x, "__dict__", {})
        )
        return f"{type(x).__name__}({', '.join(f'{name}={picture(y, deep - 1)}' for name, y in known.items())})"
    return _short(x, most=10_000)


def _names(slots: Any) -> tuple[str, ...]:
    return (slots,) if isinstance(slots, str) else tuple(slots)


# ---------------------------------------------------------------------- after an error


@contextmanager
def blaming() -> Iterator[None]:
    """What a rule has done wrong, told instead of the error that came of it; errors for which no rule is to blame stay as they are."""
    try:
        yield
    except Exception as error:
        found = blamed(error)
        if found is None:
            raise
        raise BadGame(found) from error


def blamed(error: BaseException) -> str | None:
    """The rule that is to blame for an error, in one line; None if none is, or if the error says already what is wrong."""
    if isinstance(error, INNOCENT) or not isinstance(error, Exception):
        return None
    asked = set()
    for game, s in islice(_places(error), MOST_ASKED):
        if (id(game), id(s)) not in asked:
            asked.add((id(game), id(s)))
            found = fault(game, s, thorough=True)
            if found:
                return found
    return None


def _places(error: BaseException) -> Iterator[tuple[Game[Any, Any], Any]]:
    """The games and states that a search was at, the last one first."""
    frames: list[FrameType] = []
    trace = error.__traceback__
    while trace is not None:
        frames.append(trace.tb_frame)
        trace = trace.tb_next
    for frame in reversed(frames):
        known = frame.f_locals
        holders = [value for value in known.values() if isinstance(_attribute(value, "game"), Game)]
        games = [value for value in known.values() if isinstance(value, Game)] + [
            holder.game for holder in holders
        ]
        states = [known.get(name) for name in STATES] + [_attribute(known.get("n"), "x")]
        states += [_attribute(holder, name) for holder in holders for name in STATES]
        for game in games:
            for s in states:
                if s is not None and not isinstance(s, Game):
                    yield game, s
            yield game, None


def _attribute(value: Any, name: str) -> Any:
    try:
        return getattr(value, name, None)
    except Exception:  # whatever that attribute is
        return None


@contextmanager
def blaming_machine_code(game: Game[Any, Any], s: Any) -> Iterator[None]:
    """An error of machine code has no states and not the author's lines: the rules are asked again from s, until one fails in Python."""
    try:
        yield
    except INNOCENT:
        raise
    except Exception as error:
        found = _first_failure(game, s)
        if isinstance(found, Exception):
            raise found from None
        said = f"the rules of {game.full_title} raised {type(error).__name__} in machine code: the plain gear, or zermelo check, may show where"
        raise BadGame(found or said) from error


def _first_failure(game: Game[Any, Any], s: Any) -> Exception | str | None:
    """What a rule raises below a state, or what is wrong with it."""
    for state in _below(game, s):
        try:
            found = _rules_fault(game, state) or _guesses_fault(game, state)
        except _Raised as raised:
            assert isinstance(raised.__cause__, Exception)
            return raised.__cause__
        if found:
            return found
    return None


def first_fault(game: Game[Any, Any], s: Any) -> str | None:
    """The first fault below a state; for searches that have come to nothing."""
    return next(filter(None, (fault(game, state) for state in _below(game, s))), None)


def _below(game: Game[Any, Any], s: Any) -> Iterator[Any]:
    """States below s, the last found and the first found in turn: some are deep, and none near s is left out."""
    waiting, until = deque([s]), time.thread_time() + MOST_SECONDS
    for seen in range(MOST_WALKED):
        if not waiting or time.thread_time() > until:
            return
        s = waiting.popleft() if seen % 2 else waiting.pop()
        yield s
        with suppress(Exception):  # whoever asks for s has met it
            waiting.extend([game.result(s, a) for a in reversed(game.options(s))])
