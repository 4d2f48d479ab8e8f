"""A digest of a game's rules that stays the same wherever and by whatever Python it is taken.

A book is part of the package, so its digest may not depend on the version of Python or on how rules
are compiled. It is taken from the text of the rules: the methods that decide what happens, and what
they call. Comments, docstrings, evaluation, notation and boards do not count.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
import textwrap
from collections.abc import Iterator
from types import CodeType, FunctionType
from typing import Any
from weakref import WeakKeyDictionary

from zermelo.derived import field_names, write_state
from zermelo.game import Game

RULES = ("player", "actions", "result", "terminal", "utility", "chances", "canonical", "bounds")
"""The methods that the values of positions depend on."""

FRAMEWORK = "zermelo.game"
"""The module of `Game`, whose own methods are no rules."""

_texts: WeakKeyDictionary[type, tuple[str, tuple[str, ...]]] = WeakKeyDictionary()


def digest_text(game: Game[Any, Any]) -> str:
    """The digest of the text of the rules.

    >>> from zermelo.games.nim import Nim
    >>> digest_text(Nim(2, 2)) == digest_text(Nim(2, 3))
    True
    """
    return _read_rules(type(game))[0]


def digest_arguments(game: Game[Any, Any]) -> str:
    """The digest of what the rules read from the game: its arguments, and what follows from them.

    >>> from zermelo.games.nim import Nim
    >>> digest_arguments(Nim(2, 2)) == digest_arguments(Nim(2, 3))
    False
    """
    names, held = _read_rules(type(game))[1], vars(game)
    values = [(name, _write(held[name])) for name in names if name in held]
    facts = (game.players, game.total, game.repetition, _write(game.start()), values)
    return hashlib.sha256(repr(facts).encode()).hexdigest()


def _write(x: Any) -> str:
    """A value as text that is the same in every process."""
    if isinstance(x, dict):
        return repr(sorted((_write(key), _write(value)) for key, value in x.items()))
    if isinstance(x, list | tuple) and not field_names(x):
        return repr([_write(item) for item in x])
    return write_state(x)


def _read_rules(kind: type) -> tuple[str, tuple[str, ...]]:
    """The digest of the text, and all names that occur in it."""
    if kind not in _texts:
        reader = RuleReader(kind)
        for name in RULES:
            reader.read_name(name, {})
        text = "\n".join(reader.texts[key] for key in sorted(reader.texts))
        _texts[kind] = hashlib.sha256(text.encode()).hexdigest(), tuple(sorted(reader.names))
    return _texts[kind]


class RuleReader:
    """Walks from the rules of a class through everything that they call."""

    def __init__(self, kind: type) -> None:
        self.bases = [
            base
            for base in kind.__mro__
            if base is not object and base.__module__ not in (FRAMEWORK, "typing")
        ]
        self.texts: dict[str, str] = {}
        """The text of each function and constant, by its name."""
        self.names: set[str] = set()

    def read_name(self, name: str, around: dict[str, Any]) -> None:
        """Read what a name means: in the class and its bases, and in a module."""
        self.names.add(name)
        for base in self.bases:
            if name in vars(base):
                self.read_value(f"{base.__name__}.{name}", vars(base)[name])
        if name in around:
            self.read_value(name, around[name])

    def read_value(self, name: str, value: Any) -> None:
        """Read a function and what it calls, or a constant; classes and modules are not rules."""
        value = getattr(value, "__func__", getattr(value, "fget", value))
        if isinstance(value, FunctionType):
            if name not in self.texts:
                self.texts[name] = f"{name}: {write_function(value)}"
                for word in list_names(value.__code__):
                    self.read_name(word, value.__globals__)
        elif isinstance(value, int | float | str | bytes | tuple | list | dict | frozenset):
            self.texts[name] = f"{name} = {_write(value)}"


def list_names(code: CodeType) -> Iterator[str]:
    """The names of attributes and globals in a function, and in those inside it."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from list_names(constant)


def write_function(function: FunctionType) -> str:
    """The text of a function without comments, docstrings, annotations and layout."""
    try:
        node = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    except (OSError, TypeError, SyntaxError):  # made without a file: its machine code tells
        code = function.__code__
        return repr((code.co_code, code.co_names, [c for c in code.co_consts if is_plain(c)]))
    return "".join(write_node(node))


def is_plain(constant: Any) -> bool:
    """Is a constant of a function a value, not code?"""
    return not isinstance(constant, CodeType)


SKIPPED = ("ctx", "type_comment", "type_params", "kind", "annotation", "returns", "decorator_list")
"""Fields of syntax nodes that say nothing about what a rule does, or that only some versions of
Python have."""


def write_node(node: Any) -> Iterator[str]:
    """A syntax tree as text, the same in all versions of Python."""
    if isinstance(node, ast.AST):
        yield f"({type(node).__name__}"
        for name, value in ast.iter_fields(node):
            if name not in SKIPPED and value not in (None, []):
                yield f" {name}="
                yield from write_node(drop_docstring(value) if name == "body" else value)
        yield ")"
    elif isinstance(node, list):
        for item in node:
            yield from write_node(item)
    else:
        yield repr(node)


def drop_docstring(body: Any) -> Any:
    """Statements without texts that do nothing."""
    if not isinstance(body, list):
        return body

    def is_text(node: Any) -> bool:
        return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)

    return [node for node in body if not is_text(node)]
