"""Ordinary Python said with fewer words, before a function is rewritten for the machine.

Only the text is read here; nothing is known about values. `match` becomes `if`, `:=` an assignment
of its own, `map` and `filter` become generator expressions, `first, *rest = cells` becomes indices
and a slice, and a tuple that is cut in two around a new item becomes `put`.
"""

from __future__ import annotations

import ast
import builtins
import copy
from collections.abc import Callable
from typing import Any

from zermelo.gears.lines import Lines, assign, find_walrus, name_walrus
from zermelo.gears.patterns import write_cases
from zermelo.gears.syntax import Rename, load, names_in, use

Shadowed = Callable[[str], bool]
"""Is a builtin's name taken by something else here?"""

PARTS = (ast.If, ast.While, ast.For, ast.Return, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Expr)


def desugar(node: ast.FunctionDef, shadowed: Shadowed) -> ast.FunctionDef:
    """The same function in fewer words."""
    writer = Desugar(shadowed)
    node.body = writer.block(node.body)
    return ast.fix_missing_locations(node)


class Desugar(ast.NodeTransformer):
    """Rewrites statements and expressions as simpler ones."""

    def __init__(self, shadowed: Shadowed) -> None:
        self.shadowed = shadowed
        self.fresh = 0

    def new_name(self) -> str:
        """A name that neither the author nor the rewriter uses."""
        self.fresh += 1
        return f"_z_t{self.fresh}"

    def block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """Rewritten statements."""
        written: list[ast.stmt] = []
        for statement in body:
            new = self.visit(statement)
            written += new if isinstance(new, list) else [new]
        return written

    def visit(self, node: ast.AST) -> Any:
        if isinstance(node, PARTS):
            return self.statement(node)
        new = super().visit(node)
        if isinstance(new, ast.AST) and new is not node:
            ast.copy_location(new, node)
        return new

    # ------------------------------------------------------------------ statements

    def statement(self, node: Any) -> Any:
        """A statement, after those that its `:=` stand for."""
        if isinstance(node, ast.While) and find_walrus(node.test):
            return self.visit(loop_for_ever(node))
        for field in ("body", "orelse"):
            if isinstance(getattr(node, field, None), list):
                setattr(node, field, self.block(getattr(node, field)))
        before: list[ast.stmt] = []
        for field in ("test", "iter", "value"):
            part = getattr(node, field, None)
            if isinstance(part, ast.expr):
                setattr(node, field, self.lift(self.visit(part), before))
        if isinstance(node, ast.Assign):
            node.targets = [self.visit(target) for target in node.targets]
        return self.finish(node, before)

    def finish(self, node: Any, before: list[ast.stmt]) -> Any:
        """The statement itself, in its simpler shape."""
        after: list[ast.stmt] = [node]
        if isinstance(node, ast.For) and isinstance(node.iter, ast.GeneratorExp):
            after = self.run_through(node, node.iter)
        if isinstance(node, ast.Assign) and has_star(node.targets[0]):
            after = self.unpack(node)
        for each in (*before, *after):
            ast.fix_missing_locations(ast.copy_location(each, node))
        return [*before, *after]

    def lift(self, value: ast.expr, before: list[ast.stmt]) -> ast.expr:
        """An expression without `:=`; the assignments are added to the statements before it."""
        if not find_walrus(value):
            return value
        lines = Lines(self.new_name)
        value = lines.write(value)
        before += lines.statements
        return value

    def run_through(self, node: ast.For, over: ast.GeneratorExp) -> list[ast.stmt]:
        """``for x in (f(y) for y in cells if y): …`` as one loop over the cells."""
        if len(over.generators) != 1:
            return [node]
        first = over.generators[0]
        names = {name: self.new_name() for name in names_in(first.target)}
        over = Rename(names).visit(copy.deepcopy(over))
        first = over.generators[0]
        item = ast.Assign([node.target], over.elt)
        body: list[ast.stmt] = [item, *node.body]
        for test in reversed(first.ifs):
            body = [ast.If(test, body, [])]
        return [ast.For(first.target, first.iter, body, node.orelse)]

    def unpack(self, node: ast.Assign) -> list[ast.stmt]:
        """``first, *rest = cells`` by indices and a slice."""
        target, source = node.targets[0], self.new_name()
        assert isinstance(target, ast.Tuple | ast.List)
        star = next(i for i, e in enumerate(target.elts) if isinstance(e, ast.Starred))
        behind = len(target.elts) - star - 1
        written: list[ast.stmt] = [assign(source, node.value)]
        for i, part in enumerate(target.elts):
            if isinstance(part, ast.Starred):
                stop = ast.Constant(-behind) if behind else None
                index: ast.expr = ast.Slice(ast.Constant(i), stop, None)
                part = part.value
            else:
                index = ast.Constant(i if i < star else i - len(target.elts))
            value = ast.Subscript(load(source), index, ast.Load())
            written.append(ast.Assign([part], value))
        return written

    def visit_Match(self, node: ast.Match) -> Any:
        subject, before = node.subject, []
        if not isinstance(subject, ast.Name | ast.Tuple):
            before = [assign(self.new_name(), subject)]
            subject = load(before[0].targets[0].id)  # type: ignore[attr-defined]
        new = [*before, *write_cases(subject, node.cases)]
        for each in new:
            ast.fix_missing_locations(ast.copy_location(each, node))
        return self.block(new)

    # ------------------------------------------------------------------ expressions

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name and not self.shadowed(name) and not has_star_argument(node):
            if name == "map" and len(node.args) >= 2:
                return self.map(node)
            if name == "filter" and len(node.args) == 2:
                return self.filter(node)
        if isinstance(node.func, ast.Lambda):
            return apply(node.func, node.args)
        if isinstance(node.func, ast.Attribute) and node.func.attr == "_replace":
            owner = node.func.value
            if not isinstance(owner, ast.Name):
                node.func.value = self.name_part(owner)
        if not hasattr(builtins, name) or self.shadowed(name):
            for arg in node.args:
                if isinstance(arg, ast.Starred) and isinstance(arg.value, ast.Call | ast.Subscript):
                    arg.value = self.name_part(arg.value)  # f(*divmod(i, 3))
        return node

    def name_part(self, part: ast.expr) -> ast.expr:
        """A part of an expression with a name: it is looked at more than once."""
        return ast.NamedExpr(ast.Name(self.new_name(), ast.Store()), part)

    def map(self, node: ast.Call) -> ast.expr:
        """``map(f, cells)`` as ``(f(x) for x in cells)``."""
        names = [self.new_name() for _ in node.args[1:]]
        items = [load(name) for name in names]
        if len(names) == 1:
            target: ast.expr = ast.Name(names[0], ast.Store())
            source = node.args[1]
        else:
            target = ast.Tuple([ast.Name(name, ast.Store()) for name in names], ast.Store())
            source = ast.Call(load("zip"), node.args[1:], [])
        item = apply(node.args[0], list(items))
        return ast.GeneratorExp(item, [ast.comprehension(target, source, [], 0)])

    def filter(self, node: ast.Call) -> ast.expr:
        """``filter(f, cells)`` as ``(x for x in cells if f(x))``."""
        name = self.new_name()
        keeps, source = node.args
        is_none = isinstance(keeps, ast.Constant) and keeps.value is None
        test = load(name) if is_none else apply(keeps, [load(name)])
        loop = ast.comprehension(ast.Name(name, ast.Store()), source, [test], 0)
        return ast.GeneratorExp(load(name), [loop])

    def visit_ListComp(self, node: Any) -> Any:
        """A comprehension: what `:=` names in it is named by one more `for`."""
        self.generic_visit(node)
        name_walrus(node)
        node.generators = [new for loop in node.generators for new in self.flatten(loop)]
        return node

    def flatten(self, loop: ast.comprehension) -> list[ast.comprehension]:
        """``for x in (f(y) for y in cells)`` as ``for y in cells for x in (f(y),)``."""
        inner = loop.iter
        if not isinstance(inner, ast.GeneratorExp):
            return [loop]
        names = {n: self.new_name() for part in inner.generators for n in names_in(part.target)}
        inner = Rename(names).visit(copy.deepcopy(inner))
        item = ast.Tuple([inner.elt], ast.Load())
        return [*inner.generators, ast.comprehension(loop.target, item, loop.ifs, 0)]

    visit_GeneratorExp = visit_SetComp = visit_DictComp = visit_ListComp

    def visit_BinOp(self, node: ast.BinOp) -> Any:
        """``cells[:i] + (x,) + cells[i + 1:]`` is ``put(cells, i, x)``."""
        self.generic_visit(node)
        if isinstance(node.op, ast.Add) and isinstance(node.left, ast.BinOp):
            middle = node.left.right
            if isinstance(middle, ast.Tuple | ast.List) and len(middle.elts) == 1:
                return put_item(node.left.left, middle.elts[0], node.right) or node
        return node

    def visit_Tuple(self, node: ast.Tuple) -> Any:
        """``(*cells[:i], x, *cells[i + 1:])`` is ``put(cells, i, x)``."""
        self.generic_visit(node)
        if len(node.elts) == 3 and isinstance(node.ctx, ast.Load):
            first, item, last = node.elts
            if isinstance(first, ast.Starred) and isinstance(last, ast.Starred):
                return put_item(first.value, item, last.value) or node
        return node


def loop_for_ever(node: ast.While) -> ast.While:
    """``while (x := f()) > 1: …`` with the test as the first statement of its body."""
    leave = ast.If(ast.UnaryOp(ast.Not(), node.test), [*node.orelse, ast.Break()], [])
    new = ast.While(ast.Constant(True), [leave, *node.body], [])
    return ast.fix_missing_locations(ast.copy_location(new, node))


def has_star(target: ast.expr) -> bool:
    """Does a target take a rest: ``first, *rest``?"""
    parts = getattr(target, "elts", [])
    return any(isinstance(part, ast.Starred) for part in parts)


def has_star_argument(node: ast.Call) -> bool:
    """Does a call unpack an argument?"""
    return any(isinstance(arg, ast.Starred) for arg in node.args)


def apply(function: ast.expr, args: list[ast.expr]) -> ast.expr:
    """A call; of a lambda, its text with the arguments in place."""
    if isinstance(function, ast.Attribute) and function.attr == "__getitem__":
        return ast.Subscript(function.value, args[0], ast.Load())
    if not isinstance(function, ast.Lambda) or not takes(function, args):
        return ast.Call(copy.deepcopy(function), args, [])
    names = [arg.arg for arg in function.args.args]
    values = dict(zip(names, args, strict=True))
    return PutArguments(values).visit(copy.deepcopy(function.body))  # type: ignore[no-any-return]


def takes(function: ast.Lambda, args: list[ast.expr]) -> bool:
    """Can the arguments stand in a lambda's text? Each must be a name or a constant."""
    own = function.args
    is_plain = not (own.vararg or own.kwarg or own.kwonlyargs or own.defaults)
    simple = all(isinstance(arg, ast.Name | ast.Constant) for arg in args)
    return is_plain and simple and len(own.args) == len(args)


class PutArguments(ast.NodeTransformer):
    """Puts arguments in place of the parameters of a lambda."""

    def __init__(self, args: dict[str, ast.expr]) -> None:
        self.args = args

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return copy.deepcopy(self.args[node.id]) if node.id in self.args else node


def put_item(head: ast.expr, item: ast.expr, tail: ast.expr) -> ast.expr | None:
    """put(cells, i, item), if head and tail are cells[:i] and cells[i + 1:]; else None."""
    if not isinstance(head, ast.Subscript) or not isinstance(tail, ast.Subscript):
        return None
    first, last = head.slice, tail.slice
    if not isinstance(first, ast.Slice) or not isinstance(last, ast.Slice):
        return None
    if first.lower or first.step or last.upper or last.step or first.upper is None:
        return None
    if last.lower is None or isinstance(item, ast.Starred):
        return None
    is_same = same(head.value, tail.value) and is_next(first.upper, last.lower)
    return use("put_between", head.value, first.upper, item) if is_same else None


def is_next(index: ast.expr, after: ast.expr) -> bool:
    """Is one index one more than another: i and i + 1, 3 and 4?"""
    if isinstance(index, ast.Constant) and isinstance(after, ast.Constant):
        return isinstance(index.value, int) and index.value + 1 == after.value
    if not isinstance(after, ast.BinOp) or not isinstance(after.op, ast.Add):
        return False
    one = ast.Constant(1)
    return (same(after.left, index) and same(after.right, one)) or (
        same(after.right, index) and same(after.left, one)
    )


def same(a: ast.AST, b: ast.AST) -> bool:
    """Do two expressions have the same text?"""
    return ast.dump(a) == ast.dump(b)
