"""Rules that list actions, where these have several shapes: each action becomes one type.

Only the text is read here: what a rule yields, returns, or puts into the list that it returns is
wrapped in the word `as_action`. Calls that give more of them are marked, so that the function that
is called is written the same way.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from zermelo.gears.nodes import children
from zermelo.gears.syntax import load, use

LISTS = frozenset({"actions", "moves", "noisy_actions", "non_losing", "playout_actions"})
"""The rules that list actions."""

RULES = {
    **dict.fromkeys(LISTS, "as_action"),
    "chances": "as_outcome",
    "playout_action": "as_action",
}
"""The rules that make actions, and the word that makes an item of theirs one type."""

SINGLE = "playout_action"
"""The rule that returns one action."""

TAKERS = frozenset({"result", "noisy", "order", "prior"})
"""The rules that take a state and an action."""

COLLECTORS = frozenset(
    {"list", "tuple", "sorted", "set", "reversed", "iter", "filter", "frozenset"}
)
"""Builtins whose items are those of their last argument."""


def wrap_actions(node: ast.FunctionDef, word: str) -> None:
    """Make what a function produces of one type, in place."""
    if node.name == SINGLE:
        for part in walk_inside(node):
            if isinstance(part, ast.Return) and part.value is not None:
                part.value = use(word, part.value)
    else:
        Producer(node, word).visit_body(node)
    ast.fix_missing_locations(node)


def walk_inside(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a function that are not in a function of its own."""
    for child in children(node):
        yield child
        if not isinstance(child, ast.FunctionDef | ast.Lambda):
            yield from walk_inside(child)


class Producer(ast.NodeTransformer):
    """Wraps what a function produces."""

    def __init__(self, node: ast.FunctionDef, word: str) -> None:
        self.word = word
        parts = list(walk_inside(node))
        self.is_generator = any(isinstance(part, ast.Yield | ast.YieldFrom) for part in parts)
        self.names: set[str] = set()
        self.assigned = {
            part.id for part in parts if isinstance(part, ast.Name) and not is_read(part)
        }
        self.find_names(parts)

    def find_names(self, parts: list[ast.AST]) -> None:
        """Find the variables that hold lists of what is produced."""
        before = -1
        while len(self.names) > before:
            before = len(self.names)
            for part in parts:
                for value in self.list_sources(part):
                    self.names |= self.names_of(value)

    def list_sources(self, part: ast.AST) -> Iterator[ast.expr]:
        """Yield the expressions of a statement whose items are produced."""
        value = getattr(part, "value", None)
        if isinstance(part, ast.Return | ast.YieldFrom) and value is not None:
            if not (isinstance(part, ast.Return) and self.is_generator):
                yield value
        elif isinstance(part, ast.Assign) and self.is_list(part.targets[0]):
            yield part.value
        elif isinstance(part, ast.AugAssign | ast.AnnAssign) and self.is_list(part.target):
            if value is not None:
                yield value
        elif isinstance(part, ast.Call) and self.method_of(part) == "extend":
            yield part.args[0]

    def names_of(self, value: ast.expr) -> set[str]:
        """The variables whose items are those of an expression."""
        if isinstance(value, ast.Name):
            return {value.id} & self.assigned
        if isinstance(
            value, ast.BinOp | ast.BoolOp | ast.IfExp | ast.Starred | ast.List | ast.Tuple
        ):
            return set().union(*map(self.names_of, list_parts(value)))
        if isinstance(value, ast.Call) and is_collector(value):
            return self.names_of(value.args[-1])
        return set()

    def is_list(self, target: ast.expr) -> bool:
        """Is this a variable that holds a list of what is produced?"""
        return isinstance(target, ast.Name) and target.id in self.names

    def method_of(self, node: ast.Call) -> str:
        """The method of such a list that is called; "" if none is."""
        function = node.func
        if isinstance(function, ast.Attribute) and self.is_list(function.value):
            return function.attr
        return ""

    # ------------------------------------------------------------------ writing

    def visit_body(self, node: ast.FunctionDef) -> None:
        """Rewrite the statements of the function."""
        node.body = [self.visit(statement) for statement in node.body]

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        return node

    def visit_Return(self, node: ast.Return) -> Any:
        if node.value is not None and not self.is_generator:
            node.value = self.source(node.value)
        return node

    def visit_Yield(self, node: ast.Yield) -> Any:
        if node.value is not None:
            node.value = use(self.word, node.value)
        return node

    def visit_YieldFrom(self, node: ast.YieldFrom) -> Any:
        node.value = self.source(node.value)
        return node

    def visit_Assign(self, node: ast.Assign) -> Any:
        if self.is_list(node.targets[0]):
            node.value = self.source(node.value)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        if self.is_list(node.target):
            node.value = self.source(node.value)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        if self.is_list(node.target) and node.value is not None:
            node.value = self.source(node.value)
        return node

    def visit_Call(self, node: ast.Call) -> Any:
        method = self.method_of(node)
        if method in ("append", "remove", "insert"):
            node.args[-1] = use(self.word, node.args[-1])
        elif method == "extend":
            node.args[0] = self.source(node.args[0])
        return node

    def source(self, value: ast.expr) -> ast.expr:
        """An expression that gives items, with its items wrapped."""
        new = self.rewrite(value)
        return ast.copy_location(new, value)

    def rewrite(self, value: ast.expr) -> ast.expr:
        if isinstance(value, ast.List | ast.Tuple):
            return self.display(value)
        if isinstance(value, ast.ListComp | ast.GeneratorExp):
            value.elt = ast.copy_location(use(self.word, value.elt), value.elt)
            return value
        if isinstance(value, ast.Name) and value.id in self.names:
            return value
        if isinstance(value, ast.BinOp):
            value.left = self.source(value.left)
            value.right = self.source(value.right)
            return value
        if isinstance(value, ast.BoolOp):
            value.values = [self.source(part) for part in value.values]
            return value
        if isinstance(value, ast.IfExp):
            value.body, value.orelse = self.source(value.body), self.source(value.orelse)
            return value
        if isinstance(value, ast.Call) and is_collector(value):
            value.args[-1] = self.source(value.args[-1])
            return value
        if isinstance(value, ast.Call):
            return use("produce", value, load(self.word))
        return collect(value, self.word)

    def display(self, value: ast.List | ast.Tuple) -> ast.expr:
        """The items in brackets as a list."""
        items: list[ast.expr] = []
        for part in value.elts:
            if isinstance(part, ast.Starred):
                items.append(ast.Starred(self.source(part.value), ast.Load()))
            else:
                items.append(ast.copy_location(use(self.word, part), part))
        return ast.List(items, ast.Load()) if items else use("no_items", load(self.word))


def is_read(name: ast.Name) -> bool:
    """Is a name read here, not assigned?"""
    return isinstance(name.ctx, ast.Load)


def list_parts(value: ast.expr) -> list[ast.expr]:
    """The parts of an expression that give its items."""
    if isinstance(value, ast.BinOp):
        return [value.left, value.right]
    if isinstance(value, ast.IfExp):
        return [value.body, value.orelse]
    if isinstance(value, ast.Starred):
        return [value.value]
    if isinstance(value, ast.BoolOp):
        return value.values
    return [part for part in getattr(value, "elts", []) if isinstance(part, ast.Starred)]


def is_collector(node: ast.Call) -> bool:
    """Is this list(…), sorted(…) or the like?"""
    return isinstance(node.func, ast.Name) and node.func.id in COLLECTORS and bool(node.args)


def collect(value: ast.expr, word: str) -> ast.expr:
    """[word(each) for each in value]"""
    item = use(word, load("_z_each"))
    loop = ast.comprehension(ast.Name("_z_each", ast.Store()), value, [], 0)
    return ast.fix_missing_locations(ast.copy_location(ast.ListComp(item, [loop]), value))
