"""The textbook's searches: every `Algorithm` that a file of this folder declares.

>>> find("minmax").name
'minimax'
>>> find("alphabata")
Traceback (most recent call last):
zermelo.errors.BadLimit: no search is called 'alphabata'; did you mean alphabeta? searches: ...
"""

from __future__ import annotations

import difflib
import importlib
import inspect
import pkgutil
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from typing import Any

from zermelo.algorithm import Algorithm, Option
from zermelo.errors import BadLimit
from zermelo.listing import Listing, listing
from zermelo.result import Result


@cache
def searches() -> tuple[Algorithm, ...]:
    """Every search of the textbook, by name."""
    folders = sys.modules[__name__.rpartition(".")[0]].__path__
    names = [f"zermelo.search.{module.name}" for module in pkgutil.iter_modules(folders)]
    declared = {
        value.name: value
        for name in names
        for value in vars(importlib.import_module(name)).values()
        if isinstance(value, Algorithm)
    }
    return tuple(declared[name] for name in sorted(declared))


def names() -> list[str]:
    """The names of all searches of the textbook."""
    return [one.name for one in searches()]


def find(name: str, among: Iterable[Algorithm] | None = None) -> Algorithm:
    """A search by one of its names; an unknown name gets a suggestion."""
    listed = searches() if among is None else tuple(among)
    word = name.strip().casefold() if isinstance(name, str) else name
    for one in listed:
        if word == one.name or word in one.aliases:
            return one
    known = [known for one in listed for known in (one.name, *one.aliases)]
    close = difflib.get_close_matches(str(word), known, 1)
    hint = f"did you mean {close[0]}? " if close else ""
    if ":" in str(name) or str(name).endswith(".py"):
        hint = "a search comes first, then the game; "
    names = " ".join(one.name for one in listed)
    raise BadLimit(f"no search is called {name!r}; {hint}searches: {names}")


def options() -> tuple[Option, ...]:
    """The options that only some searches take, each once."""
    return tuple({option.name: option for one in searches() for option in one.options}.values())


def takers(option: str) -> list[str]:
    """The searches that take an option."""
    return [one.name for one in searches() if option in [own.name for own in one.options]]


def list_texts(
    name: str, given: Mapping[str, Any], depth: bool = False, bounds: bool = False
) -> list[Listing]:
    """The listings of a search's functions, in the form that its options select.

    >>> print(list_texts("minimax", {})[1])
    def max_value(game, s, me):
        v = −∞
        for a in game.actions(s):
            v = max(v, value(game, game.result(s, a), me))
        return v
    """
    one = find(name)
    chosen = read_options(one, given) | ({"bounds": True} if bounds else {})
    if bounds and "bounds" not in inspect.signature(one.select_texts).parameters:
        raise BadLimit(f"{one.name} has no form of its own for games with bounds; leave out bounds")
    listings = (listing(t.__code__, depth or one.has_horizon) for t in one.select_texts(**chosen))
    return [text for text in listings if text is not None]


def prepare(name: str, given: Mapping[str, Any]) -> Callable[..., Result[Any]]:
    """A search by its name, with options as people write them. None counts as not given.

    >>> from zermelo import tree
    >>> prepare("alphabeta", {"order": "worst", "depth": None})(tree.figure("two-ply")).nodes
    13
    """
    one = find(name)
    return partial(one.run, **read_options(one, given))


def read_options(one: Algorithm, given: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of a search, from options as people write them; others are refused."""
    chosen = {option: value for option, value in given.items() if value is not None}
    own = {option.name: option for option in one.options}
    for option in options():
        if option.name in chosen and option.name not in own:
            suited = ", ".join(takers(option.name))
            raise BadLimit(f"{option.name} goes with {suited}, not with {one.name}")
    return {key: own[key].read(value) if key in own else value for key, value in chosen.items()}
