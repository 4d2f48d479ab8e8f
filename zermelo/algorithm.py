"""What a search declares about itself: names, suitable games, options, source.

Each file of `zermelo.search`, and each search of `zermelo.engine`, declares an `Algorithm` beside
its function. The command, the server, the lab, the exercises, the viewers and the docs read the
declaration; none of them has a list of searches of its own.

>>> from zermelo.search.registry import find
>>> find("alpha-beta").name, find("max^n").vectors
('alphabeta', True)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from zermelo.game import Game
from zermelo.result import Result

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class Option:
    """An option that only some searches take, as the command and the server offer it.

    `values` are the words to choose from; without them the option is a whole number. With a
    `metavar` it is any text, which the help writes so. `read` turns a word into the argument of the
    function.
    """

    name: str
    help: str
    values: tuple[str, ...] = ()
    read: Callable[[Any], Any] = field(default=lambda word: word, compare=False)
    metavar: str = ""


DECLARED: dict[str, list[Algorithm]] = {}
"""The searches that were declared so far, by room: "search" for the textbook, "engine"."""


@dataclass(eq=False)
class Algorithm:
    """The declaration of one search.

    name        as the command writes it
    about       one line
    aliases     other names that the command understands
    title       as headings write it; the name otherwise
    source      where it is published
    players     the most players it can search for; None: any number
    chance      does it know chance nodes?
    vectors     are its values vectors, one number for each player?
    prunes      does it leave out what cannot matter?
    takes_unknowns  can payoffs be unknown?
    fail_hard   are its values clamped to the window?
    needs_depth must it be given a depth?
    iterates    does it search depth after depth?
    has_nested_table  does the lecture tabulate its numbered nested calls (Tables 6 and 8)?
    exercise    are there exercises on it?
    options     options that only some searches take
    features    parts that can be switched off
    is_default  is it the one to use for games that no simpler default fits?
    beside      the search to compare it with
    """

    name: str
    about: str
    aliases: tuple[str, ...] = ()
    title: str = ""
    source: str = ""
    players: int | None = 2
    chance: bool = False
    vectors: bool = False
    prunes: bool = False
    takes_unknowns: bool = False
    fail_hard: bool = False
    needs_depth: bool = False
    iterates: bool = False
    has_nested_table: bool = False
    exercise: bool = False
    options: tuple[Option, ...] = ()
    features: tuple[str, ...] = ()
    is_default: bool = False
    beside: str = ""
    room: str = field(init=False, default="")
    """Where the function that runs it is: "search" for the textbook, "engine", a user's package."""
    run: Callable[..., Result[Any]] = field(init=False, repr=False)
    select_texts: Callable[..., tuple[Callable[..., Any], ...]] = field(init=False, repr=False)

    def runs(self, function: F) -> F:
        """Declare the function that runs this search (a decorator)."""
        self.run = function
        package, _, rest = function.__module__.partition(".")
        room = rest.partition(".")[0] if package == "zermelo" else package
        self.room = room
        DECLARED.setdefault(room, []).append(self)
        return function

    def shows(self, function: F) -> F:
        """Declare the function that selects the texts to show, by the options (a decorator)."""
        self.select_texts = function
        return function

    @property
    def has_horizon(self) -> bool:
        """Does its text always have a horizon?"""
        return self.needs_depth or self.iterates

    @property
    def heading(self) -> str:
        """The name as headings write it."""
        return self.title or self.name

    def fits(self, players: int, chance: bool) -> bool:
        """Can it search a game with this number of players, with or without chance?"""
        return (self.players is None or players <= self.players) and (self.chance or not chance)

    def to_dict(self) -> dict[str, Any]:
        """The declaration as JSON holds it."""
        return {
            "name": self.name,
            "title": self.heading,
            "about": self.about,
            "aliases": list(self.aliases),
            "source": self.source,
            "players": self.players,
            "chance": self.chance,
            "vectors": self.vectors,
            "prunes": self.prunes,
            "exercise": self.exercise,
            "horizon": self.needs_depth,
            "beside": self.beside,
            "options": ["depth", "player", *(option.name for option in self.options)],
        }


def choose(algorithms: Iterable[Algorithm], players: int, chance: bool) -> Algorithm:
    """The default among the searches for a number of players, with or without chance.

    The one that is made for least wins: a search for two players before one for many, a search
    without chance before one with it.
    """
    fitting = [a for a in algorithms if a.is_default and a.fits(players, chance)]
    return min(fitting, key=lambda a: (a.players or 1 << 30, a.chance))


def choose_beside(
    algorithms: Iterable[Algorithm], one: Algorithm, players: int, chance: bool
) -> Algorithm:
    """The search to compare one with; the search itself if its partner does not fit the game."""
    partner = next((a for a in algorithms if a.name == one.beside), one)
    return partner if partner.fits(players, chance) else one


def name_fitting(room: str, players: int, chance: bool) -> str:
    """The searches of a room to use for a game, in words; "" if none fits."""
    fitting = [a for a in DECLARED.get(room, ()) if a.is_default and a.fits(players, chance)]
    if not fitting:
        return ""
    best = choose(fitting, players, chance)
    beside = choose_beside(DECLARED[room], best, players, chance)
    return best.name if beside is best else f"{best.name} or {beside.name}"


def choose_for(algorithms: Iterable[Algorithm], game: Game[Any, Any]) -> Algorithm:
    """The default among the searches for a game; the one that the game prefers, if it names one."""
    listed = list(algorithms)
    preferred = [a for a in listed if game.preferred_search and a.name == game.preferred_search]
    return preferred[0] if preferred else choose(listed, game.players, game.has_chance)
