"""Small words about syntax trees, and the form that a rewritten function takes."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

CASTS: dict[Any, str] = {int: "int64", float: "float64", bool: "boolean"}


@dataclass
class Made:
    """A rewritten function: its text as a tree, its run-time parameters, and what it uses."""

    name: str
    file: str
    params: list[str]
    casts: dict[str, str] = field(default_factory=dict)
    body: list[ast.stmt] = field(default_factory=list)
    data: list[str] = field(default_factory=list)
    calls: list[tuple[ast.Call, Made]] = field(default_factory=list)
    is_generator: bool = False
    group: Made | None = None
    number: int = 0
    builder: str = ""
    line: int = 0
    title: str = ""

    @property
    def place(self) -> str:
        """The author's file and line."""
        return f"{self.file}:{self.line}"


def load(name: str) -> ast.Name:
    """A use of a name."""
    return ast.Name(name, ast.Load())


def word(name: str) -> ast.Attribute:
    """One of the machine's words, out of the way of the author's names."""
    return ast.Attribute(load("_m"), name, ast.Load())


def call(name: str, *args: ast.expr) -> ast.Call:
    """A call of one of the machine's words."""
    return ast.Call(word(name), list(args), [])


def stored(nodes: Iterable[ast.AST]) -> set[str]:
    """The names these nodes assign, leaving out those of comprehensions, which have a scope of their own."""
    found: set[str] = set()
    waiting = list(nodes)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del):
            found.add(node.id)
        if isinstance(node, ast.GeneratorExp | ast.ListComp | ast.SetComp | ast.DictComp):
            waiting.append(node.generators[0].iter)
        else:
            waiting.extend(ast.iter_child_nodes(node))
    return found


def leaves_loop(body: Iterable[ast.stmt]) -> bool:
    """Does a break or continue in this body belong to the loop around it?"""
    for node in body:
        if isinstance(node, ast.Break | ast.Continue):
            return True
        if isinstance(node, ast.For | ast.While):
            if leaves_loop(node.orelse):
                return True
        elif leaves_loop(child for child in ast.iter_child_nodes(node) if isinstance(child, ast.stmt)):
            return True
    return False
