"""The nodes of a syntax tree, found quicker than by `ast`: a specialiser looks at them often.

The contexts of names (load, store) are left out: each node has its own as `ctx`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

_fields: dict[type[ast.AST], tuple[str, ...]] = {}


def _list_fields(kind: type[ast.AST]) -> tuple[str, ...]:
    if kind not in _fields:
        _fields[kind] = tuple(name for name in kind._fields if name != "ctx")
    return _fields[kind]


def children(node: ast.AST) -> list[ast.AST]:
    """The nodes just below a node, in the order of the text."""
    found: list[ast.AST] = []
    for name in _list_fields(node.__class__):
        value = getattr(node, name, None)
        if value.__class__ is list:
            found += [part for part in value if isinstance(part, ast.AST)]
        elif isinstance(value, ast.AST):
            found.append(value)
    return found


def walk(node: ast.AST) -> Iterator[ast.AST]:
    """A node and all nodes below it, the nearest first.

    >>> [type(part).__name__ for part in walk(ast.parse("a + 1", mode="eval"))]
    ['Expression', 'BinOp', 'Name', 'Add', 'Constant']
    """
    waiting = [node]
    for part in waiting:
        waiting += children(part)
        yield part


def copy_tree(node: Any, copies: dict[int, Any]) -> Any:
    """A second copy of a tree; `copies` finds the copy of each node by its id."""
    if id(node) in copies:
        return copies[id(node)]
    kind = node.__class__
    made = copies[id(node)] = kind.__new__(kind)
    for name, value in vars(node).items():
        if isinstance(value, ast.AST):
            value = copy_tree(value, copies)
        elif value.__class__ is list:
            value = [copy_tree(x, copies) if isinstance(x, ast.AST) else x for x in value]
        setattr(made, name, value)
    return made
