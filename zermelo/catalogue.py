"""Games by name: the package's own, trees, and those in a user's file.

===========================  ==========================================================
``connect-four``              a file of `zermelo.games`, found by being there
``nim:2,2``                   with arguments, in order …
``nim:m=2,p=2,misere=no``     … or by name
``tree:two-ply``              a lecture's tree, a literal, a JSON file, or ``tree:random,seed=7``
``mine.py:Chomp``             a class in a file of yours; ``mine.py:Chomp:4,3`` with arguments
===========================  ==========================================================
"""

from __future__ import annotations

import difflib
import importlib
import importlib.util
import inspect
import os
import pkgutil
import re
import sys
import traceback
import typing
from collections.abc import Iterator, Mapping
from itertools import takewhile
from pathlib import Path
from types import ModuleType
from typing import Any

import zermelo.games
from zermelo import tree
from zermelo.errors import BadGame, ZermeloError, abbreviate, one_line
from zermelo.game import Game
from zermelo.notation import slug

TRUTHS = {
    "yes": True,
    "true": True,
    "1": True,
    "on": True,
    "no": False,
    "false": False,
    "0": False,
    "off": False,
}


def names() -> list[str]:
    """The package's games.

    >>> "connect-four" in names()
    True
    """
    return sorted(
        found.name.replace("_", "-")
        for found in pkgutil.iter_modules(zermelo.games.__path__)
        if not found.name.startswith("_")
    )


def shown_names() -> list[str]:
    """The package's games as people call them: by an alias, where there is one.

    >>> "2048" in shown_names()
    True
    """
    return sorted(shown_name(game_class(name)) for name in names())


def shown_name(cls: type[Game[Any, Any]]) -> str:
    """What people call a game of the package."""
    return cls.aliases[0] if cls.aliases else slug(cls.__name__)


def filed(text: str) -> str:
    """A game with its arguments under the name of its file, for where aliases are not known.

    >>> filed("2048:3"), filed("nim:2,2"), filed("tree:two-ply")
    ('twenty48:3', 'nim:2,2', 'tree:two-ply')
    """
    name, colon, arguments = text.strip().partition(":")
    return (name if name in (*names(), "tree") else _by_alias(name)) + colon + arguments


def shown(text: str) -> str:
    """A game with its arguments under the name that people call it by.

    >>> shown("twenty48:3"), shown("2048:3"), shown("nim:2,2"), shown("mine.py:Chomp")
    ('2048:3', '2048:3', 'nim:2,2', 'mine.py:Chomp')
    """
    name, colon, arguments = text.strip().partition(":")
    return (shown_name(game_class(name)) if name in names() else name) + colon + arguments


def game_class(name: str) -> type[Game[Any, Any]]:
    """The class of one of the package's games."""
    name = filed(name)
    if name not in names():
        close = difflib.get_close_matches(name, [*shown_names(), "tree"], 1)
        hint = f"did you mean {close[0]}? " if close else ""
        raise BadGame(
            f"no game is called {name!r}; {hint}games: {' '.join(shown_names())} tree:NAME, or a file like mine.py:Chomp"
        )
    module = importlib.import_module(f"zermelo.games.{name.replace('-', '_')}")
    return next(found for found in classes(module) if slug(found.__name__) == name)


def _by_alias(name: str) -> str:
    """The name of the game that has this alias, or the alias itself. Imports all games, so it is the last resort."""
    modules = (importlib.import_module(f"zermelo.games.{own.replace('-', '_')}") for own in names())
    return next(
        (
            slug(found.__name__)
            for module in modules
            for found in classes(module)
            if name in found.aliases
        ),
        name,
    )


def classes(module: ModuleType, abstract: bool = False) -> Iterator[type[Game[Any, Any]]]:
    """The games a module defines; or those of its games that lack methods."""
    for value in list(vars(module).values()):
        is_game = (
            isinstance(value, type)
            and issubclass(value, Game)
            and value.__module__ == module.__name__
        )
        if is_game and inspect.isabstract(value) == abstract:
            yield value


def game(text: str) -> Game[Any, Any]:
    """The game that a person means.

    >>> game("nim:2,2").start()
    Position(piles=(2, 2), turn=0)
    """
    if not isinstance(text, str):
        raise BadGame(f"{text!r} is no name of a game: a text is wanted, like 'nim:2,2'")
    text = text.strip()
    if text.startswith("tree:"):
        made: Game[Any, Any] = tree.read(text[5:])
        return made
    own = in_file(text)
    if own is not None:
        cls, name, arguments = own
    else:
        name, _, arguments = text.partition(":")
        cls = game_class(name)
    return _titled(built(cls, read_arguments(cls, arguments, name), name), text)


def in_file(text: str) -> tuple[type[Game[Any, Any]], str, str] | None:
    """The class in a user's file that a person means, its name with the file's, and its arguments as written. None if no file is meant."""
    own = re.fullmatch(r"(.+?\.py)(?::(\w*))?(?::(.*))?", text.strip())
    if own is None:
        return None
    cls = _class_in_file(Path(own[1]).expanduser(), own[2] or "")
    return cls, f"{own[1]}:{cls.__name__}", own[3] or ""


def _titled(made: Game[Any, Any], text: str) -> Game[Any, Any]:
    made.title = text
    return made


# ---------------------------------------------------------------------- arguments


def _usage(cls: type[Game[Any, Any]], name: str) -> str:
    order = inspect.signature(cls).parameters
    return f"{name}:{','.join(order)}" if order else f"{name}, without arguments"


def read_arguments(cls: type[Game[Any, Any]], arguments: str, name: str) -> dict[str, Any]:
    """What is written behind a game's name, by the names of its arguments.

    >>> from zermelo.games.nim import Nim
    >>> read_arguments(Nim, "2,misere=no", "nim")
    {'m': 2, 'misere': False}
    """
    usage, kinds, order = _usage(cls, name), _kinds(cls), list(inspect.signature(cls).parameters)
    found: dict[str, Any] = {}
    are_named = False
    words = [word.strip() for word in arguments.split(",")] if arguments.strip() else []
    if len(words) > len(order):
        raise BadGame(f"{name} takes {len(order)} arguments, not {len(words)}: {usage}")
    for i, word in enumerate(words):
        key, equals, value = (part.strip() for part in word.partition("="))
        if equals and key not in order:
            raise BadGame(f"{name} has no argument {key!r}: {usage}")
        if equals and key in found:
            raise BadGame(f"{name}: {key} is given twice in {arguments!r}: {usage}")
        if not equals and are_named:
            raise BadGame(f"{word!r} stands after arguments by name: {usage}")
        are_named = bool(equals)
        key, value = (key, value) if equals else (order[i], word)
        found[key] = _value(value, kinds.get(key), key, name)
    return found


def built(cls: type[Game[Any, Any]], arguments: Mapping[str, Any], name: str) -> Game[Any, Any]:
    """The game with these arguments: in order as far as that goes, the others by name."""
    parameters = inspect.signature(cls).parameters.values()
    first = list(
        takewhile(
            lambda one: one.name in arguments and one.kind is not one.KEYWORD_ONLY, parameters
        )
    )
    others = {
        key: value for key, value in arguments.items() if key not in [one.name for one in first]
    }
    try:
        return cls(*(arguments[one.name] for one in first), **others)
    except TypeError as error:
        raise BadGame(f"{name}: {error}; it is made by {_usage(cls, name)}") from None


def _kinds(cls: type) -> dict[str, Any]:
    try:
        return typing.get_type_hints(vars(cls).get("__init__", cls))
    except Exception:  # annotations that cannot be evaluated: take the words as they look
        return {}


def _value(word: str, kind: Any, key: str, name: str) -> Any:
    """A word as the argument's type wants it; without a type, as it looks."""
    try:
        if kind is bool:
            return TRUTHS[word.lower()]
        if kind in (int, float):
            return kind(word)
        if kind is str:
            return word
        return int(word) if re.fullmatch(r"-?[0-9]{1,18}", word) else TRUTHS.get(word.lower(), word)
    except (ValueError, KeyError):
        wanted = {bool: "yes or no", int: "a whole number", float: "a number"}[kind]
        raise BadGame(f"{name}: {key} is {word!r}; it must be {wanted}") from None


# ---------------------------------------------------------------------- a user's file


def _class_in_file(path: Path, wanted: str) -> type[Game[Any, Any]]:
    module = load_file(path)
    found = {cls.__name__: cls for cls in classes(module)}
    if wanted in found:
        return found[wanted]
    if not wanted and len(found) == 1:
        return next(iter(found.values()))
    drafts = {cls.__name__: cls for cls in classes(module, abstract=True)}
    unfinished = drafts.get(wanted) or (
        next(iter(drafts.values())) if not wanted and not found and len(drafts) == 1 else None
    )
    if unfinished is not None:
        missing = sorted(getattr(unfinished, "__abstractmethods__", ()))
        raise BadGame(
            f"{path}: {unfinished.__name__} lacks the method{'s' if len(missing) > 1 else ''} {', '.join(missing)}"
        )
    if not found:
        raise BadGame(f"{path} defines no game: a subclass of zermelo.Game with all its methods")
    raise BadGame(
        f"{path} defines no game {wanted!r}; it defines: {abbreviate(found)}"
        if wanted
        else f"{path} defines {abbreviate(found)}: say which, like {path}:{next(iter(found))}"
    )


def load_file(path: Path) -> ModuleType:
    """A user's file as a module; what is wrong with it is said in one line."""
    if not path.is_file():
        raise BadGame(f"{path}: there is no such file")
    name = "zermelo_user_" + re.sub(r"\W", "_", str(path.resolve()))
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    sys.path.insert(0, str(path.resolve().parent))
    try:
        spec.loader.exec_module(module)
    except ZermeloError:
        raise
    except SyntaxError as error:
        file = (
            path if error.filename in (None, str(path), os.path.abspath(path)) else error.filename
        )  # it may import another one
        raise BadGame(
            f"{file}:{'' if error.lineno is None else f'{error.lineno}:'} {error.msg}"
        ) from None
    except (Exception, SystemExit) as error:  # whatever the user's file does wrong when it is read
        files = (str(path), os.path.abspath(path))
        line = next(
            (
                f"{frame.lineno}:"
                for frame in reversed(traceback.extract_tb(error.__traceback__))
                if frame.filename in files
            ),
            "",
        )
        said = f"{type(error).__name__}: {error}"
        if isinstance(error, SystemExit):
            said = f"sys.exit({error}): a game's file must not exit when it is read"
        raise BadGame(one_line(f"{path}:{line} {said}")) from None
    finally:
        sys.path.remove(str(path.resolve().parent))
    return module
