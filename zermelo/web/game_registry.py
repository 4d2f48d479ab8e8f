"""The games that a request may name: the package's games, trees, and games of the command line.

A request cannot name a file. Trees come by name, by seed or as a literal.

>>> GameRegistry().get("nim:2,2").start().piles
(2, 2)
>>> GameRegistry().get("mine.py:Chomp")
Traceback (most recent call last):
zermelo.web.game_registry.NoSuchGame: a request cannot name a file; ...
"""

from __future__ import annotations

import inspect
import re
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zermelo import catalogue
from zermelo.errors import BadGame, TooLarge
from zermelo.game import Game
from zermelo.history import with_history
from zermelo.web.database_shelf import DatabaseShelf
from zermelo.web.tree_text import read_tree

MAX_CACHED = 32
"""Games that are kept ready."""

MAX_NAME = 60_000
"""Characters of a game's name, literals included."""

DATABASE = "--db="
"""Before the file of a database, among the games of the command line."""

_ARGUMENTS = re.compile(r"[A-Za-z0-9_,.=+ -]*")


class NoSuchGame(BadGame):
    """No game has this name, or it does not accept these arguments."""


@dataclass(frozen=True)
class UserGame:
    """A game in a user's file. The arguments of the command line are the defaults of requests."""

    cls: type[Game[Any, Any]]
    path: Path
    words: str
    """The arguments as the command line has them."""
    defaults: dict[str, Any]

    @property
    def names(self) -> list[str]:
        """Possible names, shortest first: the class, with its file, with the file's folder, …"""
        parts = [
            re.sub(r"[^\w-]+", "-", part) for part in (*self.path.parent.parts, self.path.stem)
        ]
        return [
            ".".join([*parts[len(parts) - n :], self.cls.__name__]) for n in range(len(parts) + 1)
        ]

    def make_game(self, name: str, words: str) -> Game[Any, Any]:
        """Return the game with these arguments; the command line gives the others."""
        arguments = {**self.defaults, **catalogue.read_arguments(self.cls, words, name)}
        game = catalogue.build(self.cls, arguments, name)
        game.title = f"{name}:{words or self.words}".removesuffix(":")
        return game


class GameRegistry:
    """The games that requests may name, cached while they are in use."""

    def __init__(self, specs: Iterable[str] = ()) -> None:
        self.specs = tuple(dict.fromkeys(specs))
        """The user's games as the command line has them, and databases as --db=FILE."""
        games = [read_user_game(spec) for spec in self.specs if not spec.startswith(DATABASE)]
        self.databases = DatabaseShelf(
            [spec.removeprefix(DATABASE) for spec in self.specs if spec.startswith(DATABASE)]
        )
        self.user_games = name_user_games(games)
        """The user's games by the names that requests use."""
        self.cached: OrderedDict[str, Game[Any, Any]] = OrderedDict()

    def get(self, text: str) -> Game[Any, Any]:
        """Return the game; with its history if its rules depend on repetitions."""
        text = self.normalise_name(text)
        if text not in self.cached:
            try:
                game = self._make_game(text)
            except BadGame as error:
                raise NoSuchGame(str(error)) from error
            self._cache(text, game)
        self.cached.move_to_end(text)
        return self.cached[text]

    def normalise_name(self, text: str) -> str:
        """Return a game's name with its arguments as the catalogue writes it."""
        text = text.strip()
        return (
            text if text.partition(":")[0] in self.user_games else catalogue.to_display_name(text)
        )

    def _cache(self, text: str, game: Game[Any, Any]) -> None:
        self.cached[text] = with_history(game)
        while len(self.cached) > MAX_CACHED:
            self.cached.popitem(last=False)

    def _make_game(self, text: str) -> Game[Any, Any]:
        if len(text) > MAX_NAME:
            raise TooLarge(
                f"the name of the game has {len(text):,} characters; the limit is {MAX_NAME:,}"
            )
        if text.startswith("tree:"):
            return read_tree(text[5:])
        return self._make_named_game(text)

    def _make_named_game(self, text: str) -> Game[Any, Any]:
        """Return a game of the package or of the user, with its arguments."""
        name, _, arguments = text.partition(":")
        user_game = self.user_games.get(name)
        self._refuse_path(text if user_game is None else arguments)
        if _ARGUMENTS.fullmatch(arguments):
            if user_game is not None:
                return user_game.make_game(name, arguments)
            if name in catalogue.names() or name in catalogue.display_names():
                return catalogue.game(text)
        raise self._explain_unknown(name, text)

    def _refuse_path(self, text: str) -> None:
        if any(sign in text for sign in (".py", "/", "\\")):
            raise BadGame("a request cannot name a file; run: zermelo studio mine.py:Chomp")

    def _explain_unknown(self, name: str, text: str) -> BadGame:
        alike = [full for full, one in self.user_games.items() if name == one.cls.__name__ != full]
        if alike:
            return BadGame(f"there is more than one {name}: say {' or '.join(alike)}")
        known = " ".join([*self.user_games, *catalogue.display_names()])
        return BadGame(f"no game is called {text[:40]!r}; games: {known} tree:NAME")


def read_user_game(spec: str) -> UserGame:
    """Return the game that the command line names, after a check that it can be made."""
    location = catalogue.find_own(spec)
    if location is None:
        raise BadGame(f"{spec!r} does not name a game in a file; write mine.py:Chomp")
    cls, name, words = location
    defaults = catalogue.read_arguments(cls, words, name)
    catalogue.build(cls, defaults, name)
    return UserGame(cls, Path(inspect.getfile(cls)).resolve(), words, defaults)


def name_user_games(games: Sequence[UserGame]) -> dict[str, UserGame]:
    """Return games by their shortest unambiguous names, which do not depend on their order."""
    named: dict[str, UserGame] = {}
    for game in games:
        taken = {name for other in games if other is not game for name in other.names}
        taken |= {*catalogue.names(), "tree"}
        name = next((name for name in game.names if name not in taken), None)
        if name is None:
            raise BadGame(
                f"{game.path.name}:{game.cls.__name__} is given twice; "
                "give it once, the page can change its arguments"
            )
        named[name] = game
    return named


def list_arguments(cls: type, given: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the name, type and default of each argument of a game; given values are defaults."""
    return [
        _describe_argument(parameter, given)
        for parameter in inspect.signature(cls).parameters.values()
    ]


def _describe_argument(parameter: inspect.Parameter, given: Mapping[str, Any]) -> dict[str, Any]:
    declared = None if parameter.default is parameter.empty else parameter.default
    default = given.get(parameter.name, declared)
    annotation = parameter.annotation
    noted = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", "")
    kinds = ("int", "float", "bool", "str")
    kind = next((kind for kind in (noted, type(default).__name__) if kind in kinds), "str")
    value = default if isinstance(default, int | float | str) else None
    return {"name": parameter.name, "kind": kind, "default": value}
