"""The state that a text means, read with the start state as the pattern."""

from __future__ import annotations

import ast
import typing
from collections.abc import Iterator
from enum import Enum
from typing import Any

from zermelo.derived import field_names, read_hints, write_state
from zermelo.errors import BadPosition


def read_state(text: str, like: Any) -> Any:
    """The state that `write_state` wrote; fields that are left out are those of the start state.

    >>> from typing import NamedTuple
    >>> class State(NamedTuple):
    ...     cells: tuple[int, ...] = (0, 0)
    ...     turn: int = 0
    >>> read_state("State(cells=(1, 2))", State())
    State(cells=(1, 2), turn=0)
    >>> class Board(NamedTuple):
    ...     men: frozenset = frozenset({State()})
    >>> read_state("Board(men=frozenset({State(cells=(1, 2), turn=1)}))", Board())
    Board(men=frozenset({State(cells=(1, 2), turn=1)}))
    """
    try:
        node = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError):
        raise BadPosition(f"{text!r} is not a position; the start is {write_state(like)}") from None
    state = StateReader(like).read(node, like, "the position")
    if type(like) is tuple and len(state) != len(like) and not is_sequence(like):
        raise BadPosition(f"the position has {len(like)} parts, not {len(state)}")
    return state


def is_sequence(x: tuple[Any, ...]) -> bool:
    """Are the items of a tuple alike and few, so that there may be more or fewer of them?"""
    return len(x) < 9 and len({type(item) for item in x}) <= 1


class StateReader:
    """Reads the parts of a state."""

    def __init__(self, like: Any) -> None:
        kinds = list(list_kinds(like))
        enums = [kind for kind in kinds if issubclass(kind, Enum)]
        self.words = {member.name: member for kind in enums for member in kind}
        self.records = {kind.__name__: kind for kind in kinds if kind not in enums}

    def read(self, node: ast.expr, like: Any, where: str) -> Any:
        """The value of an expression that stands where the start state has another value."""
        if isinstance(node, ast.Call) and (kind := self.records.get(ast.unparse(node.func))):
            return self.read_record(node, kind, like if type(like) is kind else None)
        if field_names(like):
            raise BadPosition(
                f"a position is written {type(like).__name__}(…), as the start: {write_state(like)}"
            )
        if isinstance(node, ast.Name) and node.id in self.words:
            return self.words[node.id]
        if (items := list_members(node)) is not None:
            return frozenset(self.read(item, None, where) for item in items)
        if isinstance(like, tuple) and not isinstance(node, ast.Tuple | ast.List):
            raise BadPosition(f"{where} is a tuple, not {ast.unparse(node)}")
        if isinstance(node, ast.Tuple | ast.List):
            pattern = like if isinstance(like, tuple) else ()
            return tuple(
                self.read(item, pattern[min(i, len(pattern) - 1)] if pattern else None, where)
                for i, item in enumerate(node.elts)
            )
        return self.read_scalar(node, like, where)

    def read_scalar(self, node: ast.expr, like: Any, where: str) -> Any:
        """A number, a word or None."""
        try:
            value = ast.literal_eval(node)
        except ValueError:
            raise BadPosition(f"{where} cannot be {ast.unparse(node)}") from None
        is_number = isinstance(value, int | float)
        if isinstance(like, int | float) and value is not None and not is_number:
            raise BadPosition(f"{where} is a number, not {value!r}")
        return value

    def read_record(self, node: ast.Call, kind: type, like: Any) -> Any:
        """A NamedTuple or dataclass, with the fields that are given; others are those of `like`."""
        names = field_names(kind)
        given = dict(zip(names, node.args, strict=False))
        given |= {str(k.arg): k.value for k in node.keywords}
        if unknown := [name for name in given if name not in names]:
            known = ", ".join(names)
            raise BadPosition(f"{kind.__name__} has no field {unknown[0]}: it has {known}")
        values = {name: getattr(like, name) for name in names if like is not None}
        for name, part in given.items():
            pattern = values.get(name)
            values[name] = self.read(part, pattern, f"{kind.__name__}.{name}")
            require_length(values[name], pattern, f"{kind.__name__}.{name}")
        try:
            return kind(**values)
        except TypeError as error:
            raise BadPosition(f"{ast.unparse(node)} cannot be read: {error}") from None


def list_members(node: ast.expr) -> list[ast.expr] | None:
    """The members of a set, {1, 2} or frozenset({1, 2}); None if it is none.

    >>> [member.value for member in list_members(ast.parse("frozenset({1, 2})", mode="eval").body)]
    [1, 2]
    """
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "frozenset":
        if not node.args:
            return []
        node = node.args[0]
        return node.elts if isinstance(node, ast.Set | ast.List | ast.Tuple) else None
    return node.elts if isinstance(node, ast.Set) else None


def require_length(value: Any, like: Any, where: str) -> None:
    """Refuse a tuple of rows that is not as long as that of the start state."""
    if isinstance(like, tuple) and len(like) >= 9 and len(value) != len(like):
        raise BadPosition(f"{where} has {len(like)} items, not {len(value)}")


def list_kinds(x: Any) -> Iterator[type]:
    """Yield the Enums and records that a state holds, or may hold by its declared types."""
    names = field_names(x)
    if isinstance(x, Enum) or names:
        yield type(x)
    for hint in read_hints(type(x)).values() if names else ():
        yield from list_declared(hint)
    parts = [getattr(x, name) for name in names] or (x if isinstance(x, tuple | frozenset) else ())
    for part in parts:
        yield from list_kinds(part)


def list_declared(hint: Any) -> Iterator[type]:
    """Yield the Enums and records in the declared type of a field."""
    if isinstance(hint, type) and (issubclass(hint, Enum) or field_names(hint)):
        yield hint
    for part in typing.get_args(hint):
        yield from list_declared(part)
