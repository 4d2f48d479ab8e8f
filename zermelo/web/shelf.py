"""Which games a request may name: the package's, trees that are not files, and those from the studio's own command line.

>>> Shelf().game("nim:2,2").start().piles
(2, 2)
>>> Shelf().game("mine.py:Chomp")
Traceback (most recent call last):
zermelo.web.shelf.NoSuchGame: a page cannot name a file; start the studio with it: zermelo studio mine.py:Chomp
"""

from __future__ import annotations

import inspect
import re
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any

from zermelo import catalogue, tree
from zermelo.errors import BadGame, TooLarge
from zermelo.game import Game
from zermelo.history import remembering
from zermelo.web.fields import is_text

KEPT = 32
"""Games that are kept ready."""

LONGEST = 60_000
"""Characters of a game's name, literals included."""

MOST_NODES = 5_000
"""Of a tree."""

DEEPEST = 80
"""Nodes above each other. Python's own reader of literals breaks for good when a text makes it recurse too deeply."""

_TEXT = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'")
_ARGUMENTS = re.compile(r"[A-Za-z0-9_,.=+ -]*")


@dataclass(frozen=True)
class Own:
    """A game in a user's file: its class, and the arguments from the command line, which a request may leave out."""

    cls: type[Game[Any, Any]]
    path: Path
    words: str
    given: dict[str, Any]

    @property
    def names(self) -> list[str]:
        """What it may be called: its class, with its file before it, with the file's folder before that, and so on."""
        parts = [
            re.sub(r"[^\w-]+", "-", part) for part in (*self.path.parent.parts, self.path.stem)
        ]
        return [
            ".".join([*parts[len(parts) - n :], self.cls.__name__]) for n in range(len(parts) + 1)
        ]

    def game(self, name: str, words: str) -> Game[Any, Any]:
        """The game with these arguments; what they do not say is as the command line says."""
        made = catalogue.built(
            self.cls, {**self.given, **catalogue.read_arguments(self.cls, words, name)}, name
        )
        made.title = f"{name}:{words or self.words}".removesuffix(":")
        return made


class NoSuchGame(BadGame):
    """No game is called so, or it cannot be made with these arguments: another error than rules that are at fault."""


class Shelf:
    """The games that may be asked for, kept while they are in use. `own` are names as the command line writes them."""

    def __init__(self, own: Iterable[str] = ()) -> None:
        self.specs = tuple(dict.fromkeys(own))
        self.own = told_apart([in_file(spec) for spec in self.specs])
        """A user's games by the names that requests give them."""
        self.kept: OrderedDict[str, Game[Any, Any]] = OrderedDict()

    def game(self, text: str) -> Game[Any, Any]:
        """The game with a memory of its positions, where its rules need one."""
        text = self.called(text)
        if text not in self.kept:
            try:
                made = self._made(text)
            except BadGame as error:
                raise NoSuchGame(str(error)) from error
            self._keep(text, made)
        self.kept.move_to_end(text)
        return self.kept[text]

    def called(self, text: str) -> str:
        """A game with its arguments under the name that the catalogue has it by, whichever it was asked for by."""
        text = text.strip()
        return text if text.partition(":")[0] in self.own else catalogue.shown(text)

    def _keep(self, text: str, made: Game[Any, Any]) -> None:
        self.kept[text] = remembering(made)
        while len(self.kept) > KEPT:
            self.kept.popitem(last=False)

    def _made(self, text: str) -> Game[Any, Any]:
        if len(text) > LONGEST:
            raise TooLarge(
                f"the name of a game has {len(text):,} characters; at most {LONGEST:,} are read"
            )
        if text.startswith("tree:"):
            return read_tree(text[5:])
        name, _, arguments = text.partition(":")
        own = self.own.get(name)
        if any(sign in (text if own is None else arguments) for sign in (".py", "/", "\\")):
            raise BadGame(
                "a page cannot name a file; start the studio with it: zermelo studio mine.py:Chomp"
            )
        if _ARGUMENTS.fullmatch(arguments):
            if own is not None:
                return own.game(name, arguments)
            if name in catalogue.names() or name in catalogue.shown_names():
                return catalogue.game(text)
        alike = [full for full, one in self.own.items() if name == one.cls.__name__ != full]
        if alike:
            raise BadGame(f"there is more than one {name}: say {' or '.join(alike)}")
        known = " ".join([*self.own, *catalogue.shown_names()])
        raise BadGame(f"no game is called {text[:40]!r}; games: {known} tree:NAME")


def in_file(spec: str) -> Own:
    """A user's game as the command line names it; refuses now what it cannot be made with."""
    found = catalogue.in_file(spec)
    if found is None:
        raise BadGame(f"{spec!r} is no game in a file: write mine.py:Chomp")
    cls, where, words = found
    own = Own(
        cls,
        Path(inspect.getfile(cls)).resolve(),
        words,
        catalogue.read_arguments(cls, words, where),
    )
    catalogue.built(cls, own.given, where)
    return own


def told_apart(found: Sequence[Own]) -> dict[str, Own]:
    """Games by the shortest names that only they have. Which one that is does not depend on their order."""
    named: dict[str, Own] = {}
    for own in found:
        others = [name for other in found if other is not own for name in other.names]
        name = next(
            (name for name in own.names if name not in (*others, *catalogue.names(), "tree")), None
        )
        if name is None:
            raise BadGame(
                f"{own.path.name}:{own.cls.__name__} is given twice; give it once, the page can change its arguments"
            )
        named[name] = own
    return named


def read_tree(text: str) -> tree.Tree:
    """A tree by name, by seed or as a literal; never from a file."""
    text = text.strip()
    if text.split(",")[0] == "random":
        _bound_random(text)
    elif text not in tree.FIGURES and not re.match(r"[\[{(\d-]", text):
        raise BadGame(
            f"no tree is called {text[:40]!r}; trees: {' '.join(tree.FIGURES)}, a literal like tree:[[3,12],[2,4]], or tree:random,seed=7"
        )
    elif (
        text not in tree.FIGURES
        and text[0] not in "[{("
        and not re.fullmatch(r"-?\d+(\.\d+)?", text)
    ):
        raise BadGame(f"{text[:40]!r} is no tree: write a literal like tree:[[3,12],[2,4]]")
    elif nested(text) > DEEPEST:
        raise TooLarge(f"the tree is nested {nested(text):,} deep; at most {DEEPEST} is read")
    made = tree.read(text)
    if "\\" in text and not is_text(made.to_dict()):
        raise BadGame("a name in the tree holds half a character, a lone surrogate")
    if len(made) > MOST_NODES:
        raise TooLarge(f"the tree has {len(made):,} nodes; at most {MOST_NODES:,} are shown")
    return made


def nested(text: str) -> int:
    """How deeply the brackets of a literal are nested; those in texts do not count.

    >>> nested("[[1, 2], [3]]"), nested('["]", ["]", [3]]]')
    (2, 3)
    """
    depths = accumulate(
        1 if sign in "[{(" else -1 if sign in "]})" else 0 for sign in _TEXT.sub("", text)
    )
    return max(depths, default=0)


def _bound_random(text: str) -> None:
    """Refuse a random tree that is too large before it is grown."""
    options = tree.random_trees.read_options(text.split(",")[1:])
    branching, depth = options.get("branching", 3), options.get("depth", 3)
    if depth > DEEPEST:
        raise TooLarge(f"a tree of depth {depth} is too deep to be shown; at most {DEEPEST} is")
    if branching > 1 and depth > 0:
        total = 1
        for _ in range(min(depth, 64)):
            total = total * branching + 1
            if total > MOST_NODES:
                raise TooLarge(
                    f"a tree of branching {branching} and depth {depth} has more than {MOST_NODES:,} nodes; make one of them smaller"
                )


def arguments(cls: type, given: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What a game can be made with: names, kinds and defaults, which are those that were given where some were."""
    kinds = {"int": "int", "float": "float", "bool": "bool", "str": "str"}
    found = []
    for parameter in inspect.signature(cls).parameters.values():
        noted = (
            parameter.annotation
            if isinstance(parameter.annotation, str)
            else getattr(parameter.annotation, "__name__", "")
        )
        default = given.get(
            parameter.name, None if parameter.default is parameter.empty else parameter.default
        )
        kind = kinds.get(noted) or kinds.get(type(default).__name__, "str")
        found.append(
            {
                "name": parameter.name,
                "kind": kind,
                "default": default if isinstance(default, int | float | str) else None,
            }
        )
    return found
