"""Games of other packages: the entry points of the group `zermelo.games`.

A package that declares one makes its game appear by name in every command, in the studio and in
`catalogue.game`, once it is installed:

.. code-block:: toml

    [project.entry-points."zermelo.games"]
    teeko = "teeko_game.rules:Teeko"

>>> list_installed().get("no-such-game") is None
True
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

from zermelo.errors import BadGame, one_line
from zermelo.game import Game

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "zermelo.games"

NAME = re.compile(r"[a-z0-9][a-z0-9-]*")
"""What a game may be called: as the command writes names."""


@cache
def list_installed() -> dict[str, EntryPoint]:
    """Return the entry points of installed games by the names of the games."""
    from importlib.metadata import entry_points  # slow to import, and most commands need none

    found = {point.name: point for point in entry_points(group=GROUP)}
    return {name: found[name] for name in sorted(found) if NAME.fullmatch(name)}


@cache
def load_class(name: str) -> type[Game[Any, Any]]:
    """Return the class of an installed game; what is wrong with it, in one line."""
    point = list_installed()[name]
    package = f" of {point.dist.name} {point.dist.version}" if point.dist else ""
    try:
        cls = point.load()
    except Exception as error:  # any error of the other package
        why = f"{type(error).__name__}: {error}"
        raise BadGame(one_line(f"the game {name}{package} cannot be loaded: {why}")) from None
    if not (isinstance(cls, type) and issubclass(cls, Game)):
        raise BadGame(f"the game {name}{package} cannot be loaded: {point.value} is not a Game")
    return cls


def find_names(cls: type[Game[Any, Any]]) -> list[str]:
    """Return the names under which a class is installed."""
    here = f"{cls.__module__}:{cls.__qualname__}"
    return [name for name, point in list_installed().items() if point.value == here]
