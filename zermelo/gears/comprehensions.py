"""Comprehensions, conditions and sequences, as shapes that the machine can run.

Numba knows list comprehensions only. A generator expression becomes loops, in a helper function of
its own where it stands in the middle of an expression.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from zermelo.gears.known import Binding, Known, Scope
from zermelo.gears.statics import Static, is_data, items_of
from zermelo.gears.syntax import Routine, call, load

FOLDS: dict[str, tuple[str, str, str]] = {
    "any": ("", "if ITEM: return True", "return False"),
    "all": ("", "if not ITEM: return False", "return True"),
    "sum": ("_z_total = 0", "_z_total += ITEM", "return _z_total"),
    "min": (
        "_z_any, _z_top = False, 0",
        "_z_x = ITEM\nif not _z_any or _z_x < _z_top: _z_top = _z_x\n_z_any = True",
        "return _z_top",
    ),
    "max": (
        "_z_any, _z_top = False, 0",
        "_z_x = ITEM\nif not _z_any or _z_x > _z_top: _z_top = _z_x\n_z_any = True",
        "return _z_top",
    ),
}
"""How each builtin runs over a generator expression: before the loop, for each item, at the end."""


class Comprehensions(Known):
    """Rewrites comprehensions, conditions and sequences."""

    def condition(self, node: ast.expr) -> ast.expr:
        """An expression of which only the truth matters."""
        known = self.static(node)
        if known is not None:
            return ast.copy_location(ast.Constant(bool(known.value)), node)
        if isinstance(node, ast.BoolOp):
            return self.chain(node, self.condition, lambda known: ast.Constant(bool(known.value)))
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return ast.copy_location(ast.UnaryOp(node.op, self.condition(node.operand)), node)
        truth: ast.expr = self.visit(node)
        return truth

    def chain(
        self,
        node: ast.BoolOp,
        visit: Callable[[ast.expr], ast.expr],
        write: Callable[[Static], ast.expr],
    ) -> ast.expr:
        """`and` or `or` without known operands that decide nothing, up to one that decides."""
        decisive = isinstance(node.op, ast.Or)
        kept: list[ast.expr] = []
        for operand in node.values:
            known = self.static(operand)
            if known is None:
                kept.append(visit(operand))
            elif bool(known.value) == decisive or operand is node.values[-1]:
                kept.append(write(known))
                break
        return ast.copy_location(kept[0] if len(kept) == 1 else ast.BoolOp(node.op, kept), node)

    def sequence(self, node: ast.expr) -> ast.expr:
        """Something to run through: a row of a table may stay an array here."""
        row = self.table_row(node)
        items: ast.expr = row if row is not None else self.visit(node)
        return items

    def table_row(self, node: ast.expr) -> ast.expr | None:
        """An item of a known tuple at an index that is not: a number, or a row that is an array."""
        if not isinstance(node, ast.Subscript) or isinstance(node.slice, ast.Slice):
            return None
        if self.static(node.slice) is not None:
            return None
        owner = self.static(node.value)
        if owner is None or not isinstance(owner.value, tuple | list) or is_data(owner.value):
            return None
        table = self.draft.table(tuple(owner.value))
        if table is not None:
            item: ast.expr = ast.Subscript(load(table), self.visit(node.slice), ast.Load())
            return ast.copy_location(item, node)
        ragged = self.draft.rows_table(owner.value) if owner.value else None
        if ragged is None:
            return None
        item = call("row", load(ragged[0]), load(ragged[1]), self.visit(node.slice))
        return ast.copy_location(item, node)

    def binding(self, target: ast.expr, item: Static, node: ast.AST) -> Binding:
        """A loop variable, or a row of them, bound to a known item for a while."""
        if isinstance(target, ast.Name):
            return Binding(self, {target.id: item})
        assert isinstance(target, ast.Tuple | ast.List)
        if not isinstance(item.value, tuple) or len(item.value) != len(target.elts):
            self.fail(node, f"cannot unpack {item.value!r}")
        merged: dict[str, Static] = {}
        for part, value in zip(target.elts, items_of(item), strict=True):
            merged |= self.binding(part, value, node).values
        return Binding(self, merged)

    def fold(self, name: str, over: ast.GeneratorExp | ast.ListComp, node: ast.Call) -> ast.expr:
        """any, all, sum, min or max over a generator expression, as a helper with loops."""
        before, step, after = FOLDS[name]
        default = next((k.value for k in node.keywords if k.arg == "default"), None)
        end: list[ast.stmt] = ast.parse(after).body
        if default is not None or name in ("min", "max"):
            end.insert(0, self.when_empty(default))

        def write_body() -> list[ast.stmt]:
            loops = self.loops(over, lambda item: _fill(step, item))
            return [*ast.parse(before).body, *loops, *end]

        captured = self.capture([over] if default is None else [over, default])
        return self.helper(over, write_body, f"{self.routine.name}_{name}", captured, node)

    def when_empty(self, default: ast.expr | None) -> ast.stmt:
        """What min or max does if there was no item: return the default, or raise."""
        if default is not None:
            outcome: ast.stmt = ast.Return(self.visit(default))
        else:
            outcome = ast.Raise(load("ValueError"))
        return ast.If(ast.UnaryOp(ast.Not(), load("_z_any")), [outcome], [])

    def loops(
        self, over: ast.GeneratorExp | ast.ListComp, body: Callable[[ast.expr], list[ast.stmt]]
    ) -> list[ast.stmt]:
        """The loops and tests of a comprehension around a body."""
        heads = [
            (c.target, self.sequence(c.iter), [self.condition(test) for test in c.ifs])
            for c in over.generators
        ]
        inner = body(self.visit(over.elt))
        for target, items, tests in reversed(heads):
            for test in reversed(tests):
                inner = [ast.If(test, inner, [])]
            inner = [ast.For(target, items, inner, [])]
        return inner

    def helper(
        self,
        over: ast.GeneratorExp | ast.ListComp,
        write_body: Callable[[], list[ast.stmt]],
        name: str,
        params: list[str],
        node: ast.AST,
    ) -> ast.expr:
        """A call of a new function around a comprehension, which takes these local variables."""
        with self.inner_routine(over, name, params) as inner:
            inner.body = write_body()
        for part in (part for statement in inner.body for part in ast.walk(statement)):
            ast.copy_location(part, node)  # a comprehension's line, also for the loop around it
        self.draft.adopt(inner)
        use = ast.Call(load(inner.name), [load(name) for name in params], [])
        self.routine.calls.append((use, inner))
        return use

    @contextmanager
    def inner_routine(
        self, over: ast.GeneratorExp | ast.ListComp, name: str, params: list[str]
    ) -> Iterator[Routine]:
        """A new function for a comprehension; what is rewritten in this context belongs to it."""
        outer, inner = self.routine, Routine(self.draft.free_name(name), self.file, params)
        self.routine = inner
        with Scope(self, over):
            yield inner
        self.routine = outer

    def capture(self, nodes: list[ast.expr]) -> list[str]:
        """The local variables that these expressions use."""
        names = [n for node in nodes for n in ast.walk(node) if isinstance(n, ast.Name)]
        own = {n.id for n in names if isinstance(n.ctx, ast.Store)}
        used = {n.id for n in names if isinstance(n.ctx, ast.Load)}
        return sorted((used & self.locals) - own - set(self.bound))


def _fill(template: str, item: ast.expr) -> list[ast.stmt]:
    """A template's statements with ITEM replaced by an expression."""

    class Fill(ast.NodeTransformer):
        def visit_Name(self, node: ast.Name) -> ast.expr:
            return item if node.id == "ITEM" else node

    return [Fill().visit(statement) for statement in ast.parse(template).body]
