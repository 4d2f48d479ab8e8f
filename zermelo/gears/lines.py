"""`:=` as assignments: before the statement, or as one more `for` of a comprehension."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from typing import Any

from zermelo.gears.nodes import children
from zermelo.gears.syntax import load

COMPREHENSIONS = (ast.GeneratorExp, ast.ListComp, ast.SetComp, ast.DictComp, ast.Lambda)


def assign(name: str, value: ast.expr) -> ast.Assign:
    """name = value"""
    return ast.Assign([ast.Name(name, ast.Store())], value)


def find_walrus(node: ast.AST) -> bool:
    """Is there a `:=` in an expression, comprehensions aside?"""
    return any(isinstance(part, ast.NamedExpr) for part in walk_outside(node))


def walk_outside(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of an expression that are not in a comprehension or a lambda."""
    yield node
    for child in children(node):
        if not isinstance(child, COMPREHENSIONS):
            yield from walk_outside(child)


class Lines(ast.NodeTransformer):
    """Writes an expression as statements that assign, and an expression without `:=`."""

    def __init__(self, new_name: Callable[[], str]) -> None:
        self.new_name = new_name
        self.statements: list[ast.stmt] = []

    def write(self, node: ast.expr) -> ast.expr:
        """The expression; its assignments are added to the statements."""
        return self.visit(node)  # type: ignore[no-any-return]

    def visit(self, node: ast.AST) -> Any:
        if isinstance(node, COMPREHENSIONS) or not find_walrus(node):
            return node
        return super().visit(node)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> ast.expr:
        self.statements.append(assign(node.target.id, self.write(node.value)))
        return load(node.target.id)

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        """``a and (b := c)``: what stands behind `and` and `or` is worked out only if asked for."""
        result = self.new_name()
        self.statements.append(assign(result, self.write(node.values[0])))
        body = self.statements
        for operand in node.values[1:]:
            test: ast.expr = load(result)
            if isinstance(node.op, ast.Or):
                test = ast.UnaryOp(ast.Not(), test)
            inner = self.branch(operand, result)
            body.append(ast.If(test, inner, []))
            body = inner
        return load(result)

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        result = self.new_name()
        test = self.write(node.test)
        choice = ast.If(test, self.branch(node.body, result), self.branch(node.orelse, result))
        self.statements.append(choice)
        return load(result)

    def branch(self, value: ast.expr, result: str) -> list[ast.stmt]:
        """The statements that assign a value to a name."""
        lines = Lines(self.new_name)
        value = lines.write(value)
        return [*lines.statements, assign(result, value)]


def name_walrus(node: Any) -> None:
    """Name what `:=` names in a comprehension by a `for` over one item.

    ``[y for x in cells if (y := 2 * x) > 1]`` is ``[y for x in cells for y in (2 * x,) if y > 1]``.
    """
    loops: list[ast.comprehension] = []
    for loop in node.generators:
        tests, loop.ifs = loop.ifs, []
        loops.append(loop)
        for test in tests:
            loops += name_parts(test)
            loops[-1].ifs.append(WithoutWalrus().visit(test))
    for field in ("elt", "key", "value"):
        part = getattr(node, field, None)
        if isinstance(part, ast.expr):
            loops += name_parts(part)
            setattr(node, field, WithoutWalrus().visit(part))
    node.generators = loops


def name_parts(node: ast.expr) -> list[ast.comprehension]:
    """A `for` over one item for each `:=` in an expression."""
    found = [part for part in walk_outside(node) if isinstance(part, ast.NamedExpr)]
    return [name_once(part) for part in reversed(found)]


def name_once(part: ast.NamedExpr) -> ast.comprehension:
    """for name in (value,)"""
    value = WithoutWalrus().visit(copy.deepcopy(part.value))
    target = ast.Name(part.target.id, ast.Store())
    return ast.comprehension(target, ast.Tuple([value], ast.Load()), [], 0)


class WithoutWalrus(ast.NodeTransformer):
    """Leaves only the name of each `:=`."""

    def visit_NamedExpr(self, node: ast.NamedExpr) -> ast.expr:
        return ast.copy_location(load(node.target.id), node)
