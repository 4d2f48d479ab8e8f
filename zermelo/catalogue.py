"""Games by name: the package's own, trees, and those in a user's file.

===========================  ==========================================================
``connect-four``              a file of `zermelo.games`, found by being there
``nim:2,2``                   with arguments, in order …
``nim:m=2,p=2,misere=no``     … or by name
``tree:two-ply``              a lecture's tree, a literal, a JSON file, or ``tree:random,seed=7``
``mine.py:Chomp``             a class in a file of yours; ``mine.py:Chomp:4,3`` with arguments
``mine.rules:Chomp``          a class in a module that Python finds, here or installed
``hive``                      a game that another package has installed (`zermelo.installed`)
===========================  ==========================================================
"""

from __future__ import annotations

import difflib
import importlib
import inspect
import pkgutil
import re
import typing
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import zermelo.games
from zermelo import installed, tree
from zermelo.errors import BadGame, abbreviate
from zermelo.game import Game
from zermelo.notation import slug
from zermelo.own import load_file, load_module

TRUTHS = dict.fromkeys(("yes", "true", "1", "on"), True) | dict.fromkeys(
    ("no", "false", "0", "off"), False
)
"""The words for yes and no in arguments."""


def names() -> list[str]:
    """The names of the package's games, by their files, and of installed ones.

    >>> "connect-four" in names()
    True
    """
    return sorted({*_own_names(), *installed.list_installed()})


def _own_names() -> list[str]:
    modules = pkgutil.iter_modules(zermelo.games.__path__)
    return sorted(m.name.replace("_", "-") for m in modules if not m.name.startswith("_"))


def loadable_names() -> list[str]:
    """The names of games whose classes can be loaded: another package's may be broken."""
    broken = find_broken()
    return [name for name in names() if name not in broken]


def find_broken() -> dict[str, str]:
    """Installed games that cannot be loaded, by name, with the reason."""
    broken = {}
    for name in installed.list_installed().keys() - {*_own_names()}:
        try:
            installed.load_class(name)
        except BadGame as error:
            broken[name] = str(error)
    return broken


def display_names() -> list[str]:
    """The names of the games as people call them: an alias, where there is one.

    >>> "2048" in display_names()
    True
    """
    return sorted(display_name(game_class(name)) for name in loadable_names())


def display_name(cls: type[Game[Any, Any]]) -> str:
    """The name by which people call a game of the package, or an installed one."""
    if not cls.__module__.startswith(f"{zermelo.games.__name__}."):
        for name in installed.find_names(cls):
            if name not in _own_names():
                return name
    return cls.aliases[0] if cls.aliases else slug(cls.__name__)


def describe_class(cls: type[Game[Any, Any]]) -> str:
    """The first line of a class's own docstring; "" if it has none: a base class is another game.

    >>> from zermelo.games.nim import Nim
    >>> class Mine(Nim): pass
    >>> describe_class(Nim) != describe_class(Mine) == ""
    True
    """
    return inspect.cleandoc(cls.__doc__ or "").partition("\n")[0]


def to_file_name(text: str) -> str:
    """A game with its arguments under the name of its file, where aliases are not known.

    >>> to_file_name("2048:3"), to_file_name("nim:2,2"), to_file_name("tree:two-ply")
    ('twenty48:3', 'nim:2,2', 'tree:two-ply')
    """
    name, colon, arguments = text.strip().partition(":")
    return (name if _is_known(name) or name == "tree" else _resolve_alias(name)) + colon + arguments


def _is_known(name: str) -> bool:
    """Is this a game of the package, or an installed one? Those are looked for last."""
    return name in _own_names() or name in installed.list_installed()


def to_display_name(text: str) -> str:
    """A game with its arguments under the name by which people call it.

    >>> to_display_name("twenty48:3"), to_display_name("nim:2,2"), to_display_name("mine.py:Chomp")
    ('2048:3', 'nim:2,2', 'mine.py:Chomp')
    """
    name, colon, arguments = text.strip().partition(":")
    return (display_name(game_class(name)) if _is_known(name) else name) + colon + arguments


def game_class(name: str) -> type[Game[Any, Any]]:
    """The class of one of the package's games, or of an installed one."""
    name = to_file_name(name)
    if name not in _own_names() and name in installed.list_installed():
        return installed.load_class(name)
    if not _is_known(name):
        close = difflib.get_close_matches(name, [*display_names(), "tree"], 1)
        hint = f"did you mean {close[0]}? " if close else ""
        known = f"{' '.join(display_names())} tree:NAME, or a file like mine.py:Chomp"
        raise BadGame(f"no game is called {name!r}; {hint}games: {known}")
    return next(cls for cls in classes(_import(name)) if slug(cls.__name__) == name)


def _import(name: str) -> ModuleType:
    return importlib.import_module(f"zermelo.games.{name.replace('-', '_')}")


def _resolve_alias(name: str) -> str:
    """The name of the game with this alias, or the alias itself. Imports all games."""
    games = (cls for own in _own_names() for cls in classes(_import(own)))
    return next((slug(cls.__name__) for cls in games if name in cls.aliases), name)


def find_sgf_game(number: int) -> str:
    """The name of the game with a number in SGF, like 1 for go; "" if there is none."""
    games = (game_class(name) for name in loadable_names())
    return next((display_name(cls) for cls in games if cls.sgf_game == number > 0), "")


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
    own = find_own(text)
    if own is not None:
        cls, name, arguments = own
    else:
        name, _, arguments = text.partition(":")
        cls = game_class(name)
    instance = build(cls, read_arguments(cls, arguments, name), name)
    instance.title = text
    return instance


def find_own(text: str) -> tuple[type[Game[Any, Any]], str, str] | None:
    """The class in a user's file or module, its name with the file's, and its arguments.

    None if the text names neither.
    """
    return find_in_file(text) or find_in_module(text)


def find_in_module(text: str) -> tuple[type[Game[Any, Any]], str, str] | None:
    """As `find_own`, for a module and a class in it: ``mine.rules:Chomp:4,3``.

    A name of the catalogue comes first, and so does what a game takes as arguments.
    """
    parts = re.fullmatch(r"([^\W\d]\w*(?:\.[^\W\d]\w*)*):([^\W\d]\w*)(?::(.*))?", text.strip())
    if parts is None or _is_known(to_file_name(parts[1])):
        return None
    module = load_module(parts[1])
    if module is None:
        return None
    _refuse_drafts(parts[1], parts[2], module)
    cls = getattr(module, parts[2], None)
    if not (isinstance(cls, type) and issubclass(cls, Game)):
        known = abbreviate([one.__name__ for one in classes(module)]) or "none"
        raise BadGame(f"module {parts[1]} defines no game {parts[2]!r}; it defines: {known}")
    return cls, f"{parts[1]}:{parts[2]}", parts[3] or ""


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


def _refuse_drafts(path: Path | str, name: str, module: ModuleType) -> None:
    """Raise `BadGame` if the game that is meant lacks methods."""
    drafts = {cls.__name__: cls for cls in classes(module, abstract=True)}
    is_only = not name and len(drafts) == 1 and not any(classes(module))
    draft = next(iter(drafts.values())) if is_only else drafts.get(name)
    if draft is not None:
        missing = sorted(getattr(draft, "__abstractmethods__", ()))
        plural = "s" if len(missing) > 1 else ""
        raise BadGame(f"{path}: {draft.__name__} lacks the method{plural} {', '.join(missing)}")
