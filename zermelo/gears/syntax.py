"""Small words about syntax trees, and the form that a rewritten function takes."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from zermelo.errors import short_path
from zermelo.gears.nodes import children, walk

CASTS: dict[Any, str] = {int: "int64", float: "float64", bool: "boolean"}


@dataclass
class Routine:
    """A rewritten function: its text as a tree, its run-time parameters, and what it uses."""

    name: str
    file: str
    params: list[str]
    casts: dict[str, str] = field(default_factory=dict)
    body: list[ast.stmt] = field(default_factory=list)
    data: list[str] = field(default_factory=list)
    calls: list[tuple[ast.Call, Routine]] = field(default_factory=list)
    is_generator: bool = False
    is_inlined: bool = False
    group: Routine | None = None
    number: int = 0
    builder: str = ""
    line: int = 0
    title: str = ""

    @property
    def place(self) -> str:
        """The author's file and line."""
        return f"{short_path(self.file)}:{self.line}"

    @property
    def whole(self) -> Routine:
        """The function that holds this one's body: the merged one, if it was merged."""
        return self.group or self


def load(name: str) -> ast.Name:
    """A use of a name."""
    return ast.Name(name, ast.Load())


def word(name: str) -> ast.Attribute:
    """One of the machine's words, out of the way of the author's names."""
    home = "_q" if name in SEQUENCE_WORDS else "_u" if name in UNION_WORDS else "_m"
    return ast.Attribute(load(home), name, ast.Load())


SEQUENCE_WORDS = frozenset({
    "as_cells", "as_tuple", "as_uniform", "chain", "combine_two", "combine_three", "cut",
    "find_dense", "find_number", "find_pair", "find_row", "get_item", "multiply",
    "multiply_three", "never", "order_by", "pair_up", "permute_two", "put_between", "require_key",
    "sort_down", "sort_up", "start_at", "transpose", "truth", "with_item",
})  # fmt: skip
"""Words of `sequences.py`, which generated modules call ``_q``."""

UNION_WORDS = frozenset({
    "as_shape", "first_items", "int_of", "is_int", "is_record", "is_tuple", "is_word",
    "scalar", "shape_of",
})  # fmt: skip
"""Words of `unions.py`, which generated modules call ``_u``."""


def call(name: str, *args: ast.expr) -> ast.Call:
    """A call of one of the machine's words."""
    return ast.Call(word(name), list(args), [])


WORD = "_zq_"
"""How the name of a word begins in a text that is not rewritten yet."""


def use(name: str, *args: ast.expr) -> ast.Call:
    """A call of a word in a text that is not rewritten yet."""
    return ast.Call(load(WORD + name), list(args), [])


def find_word(node: ast.AST) -> str:
    """The word that a call in a text that is not rewritten yet uses; "" if it uses none."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        return ""
    return node.func.id.removeprefix(WORD) if node.func.id.startswith(WORD) else ""


def store(nodes: Iterable[ast.AST]) -> set[str]:
    """The names that these nodes assign. Comprehensions have a scope of their own."""
    names: set[str] = set()
    waiting = list(nodes)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del):
            names.add(node.id)
        if isinstance(node, ast.GeneratorExp | ast.ListComp | ast.SetComp | ast.DictComp):
            waiting.append(node.generators[0].iter)
        else:
            waiting.extend(children(node))
    return names


def names_in(node: ast.AST) -> set[str]:
    """Every name in a node; of the target of a loop, its variables."""
    return {part.id for part in walk(node) if isinstance(part, ast.Name)}


def leaves_loop(body: Iterable[ast.stmt]) -> bool:
    """Does a break or continue in this body belong to the loop around it?"""
    for node in body:
        if isinstance(node, ast.Break | ast.Continue):
            return True
        if isinstance(node, ast.For | ast.While):
            if leaves_loop(node.orelse):
                return True
        elif leaves_loop(inner_statements(node)):
            return True
    return False


class Rename(ast.NodeTransformer):
    """Gives local variables other names."""

    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.copy_location(ast.Name(self.names.get(node.id, node.id), node.ctx), node)

    def visit_Call(self, node: ast.Call) -> ast.Call:
        """In place: the unit keeps hold of calls to finish them later."""
        if not isinstance(node.func, ast.Name):
            node.func = self.visit(node.func)
        node.args = [self.visit(arg) for arg in node.args]
        for keyword in node.keywords:
            keyword.value = self.visit(keyword.value)
        return node


def mark(body: Sequence[ast.AST], file: str) -> None:
    """Note each statement's author's line, before statements of several files are mixed."""
    for statement in statements(body):
        if not hasattr(statement, "origin") and hasattr(statement, "lineno"):
            statement.origin = (file, statement.lineno)


def statements(body: Sequence[ast.AST]) -> Iterator[Any]:
    """All statements in a body, inner ones too, from top to bottom."""
    for node in body:
        if isinstance(node, ast.stmt):
            yield node
        yield from statements(inner_statements(node))


def inner_statements(node: ast.AST) -> list[ast.stmt]:
    """The statements directly inside a node."""
    return [child for child in children(node) if isinstance(child, ast.stmt)]


def ends(body: Sequence[ast.stmt]) -> bool:
    """Does every way through these statements end in a return or a raise?"""
    last = body[-1] if body else None
    if isinstance(last, ast.If):
        return ends(last.body) and ends(last.orelse)
    if isinstance(last, ast.While):
        for_ever = isinstance(last.test, ast.Constant) and bool(last.test.value)
        return for_ever and not leaves_loop(last.body)
    return isinstance(last, ast.Return | ast.Raise)
