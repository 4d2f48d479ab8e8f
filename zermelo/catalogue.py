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
from pathlib import Path
from types import ModuleType
from typing import Any

import zermelo.games
from zermelo import tree
from zermelo.errors import BadGame, ZermeloError, abbreviate, one_line
from zermelo.game import Game
from zermelo.notation import slug

TRUTHS = dict.fromkeys(("yes", "true", "1", "on"), True) | dict.fromkeys(
    ("no", "false", "0", "off"), False
)
"""The words for yes and no in arguments."""


def names() -> list[str]:
    """The names of the package's games, by their files.

    >>> "connect-four" in names()
    True
    """
    modules = pkgutil.iter_modules(zermelo.games.__path__)
    return sorted(m.name.replace("_", "-") for m in modules if not m.name.startswith("_"))


def display_names() -> list[str]:
    """The names of the package's games as people call them: an alias, where there is one.

    >>> "2048" in display_names()
    True
    """
    return sorted(display_name(game_class(name)) for name in names())


def display_name(cls: type[Game[Any, Any]]) -> str:
    """The name by which people call a game of the package."""
    return cls.aliases[0] if cls.aliases else slug(cls.__name__)


def to_file_name(text: str) -> str:
    """A game with its arguments under the name of its file, where aliases are not known.

    >>> to_file_name("2048:3"), to_file_name("nim:2,2"), to_file_name("tree:two-ply")
    ('twenty48:3', 'nim:2,2', 'tree:two-ply')
    """
    name, colon, arguments = text.strip().partition(":")
    return (name if name in (*names(), "tree") else _resolve_alias(name)) + colon + arguments


def to_display_name(text: str) -> str:
    """A game with its arguments under the name by which people call it.

    >>> to_display_name("twenty48:3"), to_display_name("nim:2,2"), to_display_name("mine.py:Chomp")
    ('2048:3', 'nim:2,2', 'mine.py:Chomp')
    """
    name, colon, arguments = text.strip().partition(":")
    return (display_name(game_class(name)) if name in names() else name) + colon + arguments


def game_class(name: str) -> type[Game[Any, Any]]:
    """The class of one of the package's games."""
    name = to_file_name(name)
    if name not in names():
        close = difflib.get_close_matches(name, [*display_names(), "tree"], 1)
        hint = f"did you mean {close[0]}? " if close else ""
        known = f"{' '.join(display_names())} tree:NAME, or a file like mine.py:Chomp"
        raise BadGame(f"no game is called {name!r}; {hint}games: {known}")
    return next(cls for cls in classes(_import(name)) if slug(cls.__name__) == name)


def _import(name: str) -> ModuleType:
    return importlib.import_module(f"zermelo.games.{name.replace('-', '_')}")


def _resolve_alias(name: str) -> str:
    """The name of the game with this alias, or the alias itself. Imports all games."""
    games = (cls for own in names() for cls in classes(_import(own)))
    return next((slug(cls.__name__) for cls in games if name in cls.aliases), name)


def classes(module: ModuleType, abstract: bool = False) -> Iterator[type[Game[Any, Any]]]:
    """The games that a module defines; with `abstract`, those that lack methods."""
    for value in list(vars(module).values()):
        is_game = isinstance(value, type) and issubclass(value, Game)
        is_own = is_game and value.__module__ == module.__name__
        if is_own and inspect.isabstract(value) == abstract:
            yield value


def game(text: str) -> Game[Any, Any]:
    """The game of a text as the command takes it.

    >>> game("nim:2,2").start()
    Position(piles=(2, 2), turn=0)
    """
    if not isinstance(text, str):
        raise BadGame(f"{text!r} is not a name of a game; pass a string, like 'nim:2,2'")
    text = text.strip()
    if text.startswith("tree:"):
        return tree.read(text[5:])
    own = find_in_file(text)
    if own is not None:
        cls, name, arguments = own
    else:
        name, _, arguments = text.partition(":")
        cls = game_class(name)
    instance = build(cls, read_arguments(cls, arguments, name), name)
    instance.title = text
    return instance


def find_in_file(text: str) -> tuple[type[Game[Any, Any]], str, str] | None:
    """The class in a user's file, its name with the file's, and its arguments as written.

    None if the text does not name a file.
    """
    own = re.fullmatch(r"(.+?\.py)(?::(\w*))?(?::(.*))?", text.strip())
    if own is None:
        return None
    cls = _class_in_file(Path(own[1]).expanduser(), own[2] or "")
    return cls, f"{own[1]}:{cls.__name__}", own[3] or ""


# ---------------------------------------------------------------------- arguments


def _usage(cls: type[Game[Any, Any]], name: str) -> str:
    order = inspect.signature(cls).parameters
    return f"{name}:{','.join(order)}" if order else f"{name}, without arguments"


def read_arguments(cls: type[Game[Any, Any]], arguments: str, name: str) -> dict[str, Any]:
    """The arguments after a game's name, by the names of the parameters.

    >>> from zermelo.games.nim import Nim
    >>> read_arguments(Nim, "2,misere=no", "nim")
    {'m': 2, 'misere': False}
    """
    usage, types, order = _usage(cls, name), _argument_types(cls), _parameter_names(cls)
    words = [word.strip() for word in arguments.split(",")] if arguments.strip() else []
    if len(words) > len(order):
        raise BadGame(f"{name} takes {len(order)} arguments, not {len(words)}: {usage}")
    values: dict[str, Any] = {}
    is_named = False
    for i, word in enumerate(words):
        key, equals, value = (part.strip() for part in word.partition("="))
        if equals and key not in order:
            raise BadGame(f"{name} has no argument {key!r}: {usage}")
        if equals and key in values:
            raise BadGame(f"{name}: {key} is given twice in {arguments!r}: {usage}")
        if not equals and is_named:
            raise BadGame(f"{word!r} stands after arguments by name: {usage}")
        is_named = bool(equals)
        key, value = (key, value) if equals else (order[i], word)
        values[key] = _read_value(value, types.get(key), key, name)
    return values


def _parameter_names(cls: type[Game[Any, Any]]) -> list[str]:
    return list(inspect.signature(cls).parameters)


def build(cls: type[Game[Any, Any]], arguments: Mapping[str, Any], name: str) -> Game[Any, Any]:
    """An instance with these arguments: in order as far as possible, the others by name."""
    values, positional = dict(arguments), []
    for parameter in inspect.signature(cls).parameters.values():
        if parameter.name not in values or parameter.kind is parameter.KEYWORD_ONLY:
            break
        positional.append(values.pop(parameter.name))
    try:
        return cls(*positional, **values)
    except TypeError as error:
        raise BadGame(f"{name}: {error}; it is made by {_usage(cls, name)}") from None


def _argument_types(cls: type) -> dict[str, Any]:
    try:
        return typing.get_type_hints(vars(cls).get("__init__", cls))
    except Exception:  # annotations that cannot be evaluated
        return {}


def _read_value(word: str, kind: Any, key: str, name: str) -> Any:
    """A word as a value of the parameter's type; without a type, a number, yes, no, or a text."""
    try:
        if kind is bool:
            return TRUTHS[word.lower()]
        if kind in (int, float):
            return kind(word)
        if kind is str:
            return word
        return int(word) if re.fullmatch(r"-?[0-9]{1,18}", word) else TRUTHS.get(word.lower(), word)
    except (ValueError, KeyError):
        right = {bool: "yes or no", int: "a whole number", float: "a number"}[kind]
        raise BadGame(f"{name}: {key} is {word!r}; it must be {right}") from None


# ---------------------------------------------------------------------- a user's file


def _class_in_file(path: Path, name: str) -> type[Game[Any, Any]]:
    """The game of this name in a file; the only one there, if the name is empty."""
    module = load_file(path)
    games = {cls.__name__: cls for cls in classes(module)}
    if name in games:
        return games[name]
    if not name and len(games) == 1:
        return next(iter(games.values()))
    _refuse_drafts(path, name, module)
    if not games:
        raise BadGame(f"{path} defines no game: a subclass of zermelo.Game with all its methods")
    known = abbreviate(games)
    if name:
        raise BadGame(f"{path} defines no game {name!r}; it defines: {known}")
    raise BadGame(f"{path} defines {known}: say which, like {path}:{next(iter(games))}")


def _refuse_drafts(path: Path, name: str, module: ModuleType) -> None:
    """Raise `BadGame` if the game that is meant lacks methods."""
    drafts = {cls.__name__: cls for cls in classes(module, abstract=True)}
    is_only = not name and len(drafts) == 1 and not any(classes(module))
    draft = next(iter(drafts.values())) if is_only else drafts.get(name)
    if draft is not None:
        missing = sorted(getattr(draft, "__abstractmethods__", ()))
        plural = "s" if len(missing) > 1 else ""
        raise BadGame(f"{path}: {draft.__name__} lacks the method{plural} {', '.join(missing)}")


def load_file(path: Path) -> ModuleType:
    """A user's file as a module; its errors are reported in one line."""
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
    except (Exception, SystemExit) as error:  # any error of the user's code
        raise BadGame(_describe_error(path, error)) from None
    finally:
        sys.path.remove(str(path.resolve().parent))
    return module


def _describe_error(path: Path, error: Exception | SystemExit) -> str:
    """One line about an error that a user's file raised: the file, the line and the error."""
    files = (str(path), os.path.abspath(path))
    if isinstance(error, SyntaxError):  # the file may import another one
        file = path if error.filename in (None, *files) else error.filename
        return f"{file}:{'' if error.lineno is None else f'{error.lineno}:'} {error.msg}"
    frames = reversed(traceback.extract_tb(error.__traceback__))
    line = next((f"{frame.lineno}:" for frame in frames if frame.filename in files), "")
    message = f"{type(error).__name__}: {error}"
    if isinstance(error, SystemExit):
        message = f"sys.exit({error}): a game's file must not exit when it is read"
    return one_line(f"{path}:{line} {message}")
