"""One function of a rule or a search, rewritten for the machine.

Static names become constants, methods of static objects become plain functions, shifts become
logical, and the few shapes that Numba does not know (generator expressions in ``any`` or ``tuple``,
``yield from``, ``_replace``, methods of the state) become shapes that it does. Everything else is
left as the author wrote it. The layers of a rewriter, from the lowest:

`Known` (what is known now) · `Comprehensions` · `BuiltinCalls` · `Pasting` · `Calls` · `Rewriter`.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterable, Iterator
from typing import Any

from zermelo.gears.calls import Calls, CallSite
from zermelo.gears.known import ADVICE, Scope
from zermelo.gears.paste import is_generator, pastes
from zermelo.gears.statics import Static, is_data, is_number, items_of, literal
from zermelo.gears.syntax import call, leaves_loop, load, names_in, store

UNROLLED = 8
"""A loop over a known tuple of at most this many items is written out."""

SHORT_RANGE = 2
"""A loop over a known range of at most this length is written out.

Numba keeps such a loop in a function that it inlines. Longer ranges gain nothing by it.
"""


class Rewriter(Calls):
    """Rewrites the body of one function with some of its parameters bound to static values."""

    def rewrite(self) -> None:
        """Fill the routine with the rewritten body."""
        body = self.node.body
        if ast.get_docstring(self.node) is not None:
            body = body[1:]
        reassigned = store(body) & set(self.bound)
        if reassigned:
            self.fail(self.node, f"{sorted(reassigned)[0]} must not be assigned to")
        self.routine.body = self.block(body) or [ast.Pass()]
        self.routine.is_generator = any(
            isinstance(node, ast.Yield) for part in self.routine.body for node in ast.walk(part)
        )

    def block(self, statements: Iterable[ast.stmt]) -> list[ast.stmt]:
        """Rewritten statements."""
        written: list[ast.stmt] = []
        for statement in statements:
            new = self.visit(statement)
            written += new if isinstance(new, list) else [new] if new is not None else []
        return written

    # ------------------------------------------------------------------ statements

    def visit_If(self, node: ast.If) -> Any:
        test = self.static(node.test)
        if test is not None:
            return self.block(node.body if test.value else node.orelse) or ast.Pass()
        new = ast.If(
            self.condition(node.test),
            self.block(node.body) or [ast.Pass()],
            self.block(node.orelse),
        )
        return ast.copy_location(new, node)

    def visit_While(self, node: ast.While) -> Any:
        new = ast.While(self.condition(node.test), self.block(node.body), self.block(node.orelse))
        return ast.copy_location(new, node)

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        return self.chain(node, self.visit, lambda known: self.emit(known, node))

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        if isinstance(node.op, ast.Not):
            return self.condition(node)
        if isinstance(node.op, ast.Invert) and isinstance(node.operand, ast.Compare | ast.BoolOp):
            self.fail(node, "~ of a truth value cannot be compiled: use not")
        return ast.copy_location(ast.UnaryOp(node.op, self.visit(node.operand)), node)

    def visit_IfExp(self, node: ast.IfExp) -> Any:
        test = self.static(node.test)
        if test is not None:
            return self.visit(node.body if test.value else node.orelse)
        return ast.copy_location(
            ast.IfExp(self.condition(node.test), self.visit(node.body), self.visit(node.orelse)),
            node,
        )

    def visit_NamedExpr(self, node: ast.NamedExpr) -> Any:
        self.fail(
            node,
            f"{ast.unparse(node)} assigns inside an expression: write the assignment on a "
            "line of its own",
        )

    def visit_For(self, node: ast.For) -> Any:
        items = self.static(node.iter)
        if items is not None and isinstance(items.value, range):
            if len(items.value) <= SHORT_RANGE and self.can_unroll(node):
                return self.unroll(node, literal(tuple(items.value)))
        elif items is not None and isinstance(items.value, tuple) and not is_data(items.value):
            loop = self.loop_over_known(node, items)
            if loop is not None:
                return loop
        loop = self.loop(node, self.visit(node.target), self.sequence(node.iter))
        target = next((target for each, target in self.routine.calls if each is loop.iter), None)
        if target is not None and is_generator(self.node) and pastes(target, loop):
            return self.paste(target, loop)
        return loop

    def loop(self, node: ast.For, target: ast.expr, items: ast.expr) -> ast.For:
        """A loop with rewritten statements."""
        loop = ast.For(target, items, self.block(node.body), self.block(node.orelse))
        return ast.copy_location(loop, node)

    def loop_over_known(self, node: ast.For, items: Static) -> Any:
        """A loop over a known tuple: written out, or over an array; None if neither is possible."""
        rows = items.value
        if len(rows) <= UNROLLED and self.can_unroll(node):
            return self.unroll(node, items)
        table = self.draft.row(rows)
        if table is not None and len(rows) > UNROLLED:
            return self.loop(node, self.visit(node.target), load(table))
        if len({len(row) for row in rows if isinstance(row, tuple)}) > 1:
            ragged = self.draft.rows_table(rows)
            if ragged is not None:
                return self.loop_over_rows(node, ragged, len(rows))
        return None

    def can_unroll(self, node: ast.For) -> bool:
        """Can a loop be written out? Not if it is left early, yields, or its variable is set."""
        if leaves_loop(node.body) or node.orelse or is_generator(node):
            return False
        return not names_in(node.target) & (store(node.body) | self.read_after())

    def loop_over_rows(self, node: ast.For, ragged: tuple[str, str], count: int) -> ast.For:
        """A loop over the rows of a table whose rows differ in length."""
        at = self.new_name("at")
        row = ast.copy_location(
            ast.Assign([node.target], call("row", load(ragged[0]), load(ragged[1]), load(at))), node
        )
        body = [row, *self.block(node.body)]
        numbers = ast.Call(load("range"), [ast.Constant(count)], [])
        new = ast.For(ast.Name(at, ast.Store()), numbers, body, self.block(node.orelse))
        return ast.fix_missing_locations(ast.copy_location(new, node))

    def read_after(self) -> set[str]:
        """The names that are read outside every loop that sets them.

        The last value of such a loop is needed later.
        """
        return {name for part in self.node.body for name in _read_outside(part, frozenset())}

    def unroll(self, node: ast.For, items: Static) -> Any:
        """The loop written out, its variable a constant in each round."""
        written: list[ast.stmt] = []
        for item in items_of(items):
            with self.binding(node.target, item, node):
                written += self.block(copy.deepcopy(node.body))
        return written or ast.Pass()

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        if node.value is None:
            return None
        return self.visit(ast.copy_location(ast.Assign([node.target], node.value), node))

    def visit_Assign(self, node: ast.Assign) -> Any:
        for target in node.targets:
            self.forbid_static_target(target)
        new = self.generic_visit(node)
        assert isinstance(new, ast.Assign)
        return self.splice(new)

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        self.forbid_static_target(node.target)
        if isinstance(node.op, ast.LShift | ast.RShift):
            current: Any = copy.deepcopy(node.target)
            current.ctx = ast.Load()
            return self.visit(
                ast.copy_location(
                    ast.Assign([node.target], ast.BinOp(current, node.op, node.value)), node
                )
            )
        return self.generic_visit(node)

    def forbid_static_target(self, target: ast.expr) -> None:
        """Rules calculate; they do not change the game."""
        if isinstance(target, ast.Attribute):
            what = ast.unparse(target)
            if self.static(target.value) is not None:
                self.fail(target, f"{what} is assigned in a rule: keep what changes in the state")
            self.fail(
                target,
                f"{what} is assigned, but states are immutable: use _replace or build a new one",
            )
        if isinstance(target, ast.Tuple):
            for part in target.elts:
                self.forbid_static_target(part)

    def visit_Raise(self, node: ast.Raise) -> Any:
        error = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
        return ast.copy_location(ast.Raise(self.visit(error) if error else None, None), node)

    def visit_Assert(self, node: ast.Assert) -> Any:
        return ast.copy_location(ast.Assert(self.visit(node.test), None), node)

    def visit_Return(self, node: ast.Return) -> Any:
        if isinstance(node.value, ast.GeneratorExp):
            return [*self.yields(node.value), ast.copy_location(ast.Return(None), node)]
        new = self.generic_visit(node)
        assert isinstance(new, ast.Return)
        return self.splice(new)

    def visit_Expr(self, node: ast.Expr) -> Any:
        if isinstance(node.value, ast.YieldFrom):
            return self.delegate(node, node.value.value)
        new = self.generic_visit(node)
        assert isinstance(new, ast.Expr)
        return self.splice(new)

    def delegate(self, node: ast.Expr, source: ast.expr) -> Any:
        """``yield from source`` is a loop that yields."""
        if isinstance(source, ast.GeneratorExp):
            return self.yields(source)
        each = self.new_name("each")
        self.locals.add(each)
        loop = ast.For(ast.Name(each, ast.Store()), source, [ast.Expr(ast.Yield(load(each)))], [])
        return self.visit(ast.fix_missing_locations(ast.copy_location(loop, node)))

    def yields(self, comprehension: ast.GeneratorExp) -> list[ast.stmt]:
        """A generator expression as loops that yield."""
        with Scope(self, comprehension):
            return self.loops(comprehension, lambda item: [ast.Expr(ast.Yield(item))])

    # ------------------------------------------------------------------ expressions

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        left, right = self.visit(node.left), self.visit(node.right)
        if isinstance(node.op, ast.LShift | ast.RShift):
            return ast.copy_location(
                call("shl" if isinstance(node.op, ast.LShift) else "shr", left, right), node
            )
        return ast.copy_location(ast.BinOp(left, node.op, right), node)

    def visit_Compare(self, node: ast.Compare) -> Any:
        if len(node.ops) == 1 and isinstance(node.ops[0], ast.In | ast.NotIn):
            group = self.static(node.comparators[0])
            if (
                group is not None
                and isinstance(group.value, tuple | set | frozenset | dict | range)
                and not is_data(group.value)
            ):
                inside = self.membership(node.left, tuple(group.value), node)
                wanted = (
                    inside if isinstance(node.ops[0], ast.In) else ast.UnaryOp(ast.Not(), inside)
                )
                return ast.copy_location(wanted, node)
        return self.generic_visit(node)

    def membership(self, item: ast.expr, group: tuple[Any, ...], node: ast.AST) -> ast.expr:
        """`item in group`, where the group is known."""
        if not group:
            return ast.Constant(False)
        table = self.draft.row(group)
        if table is None:
            self.fail(node, "`in` can be compiled for numbers only")
        return call("contains", load(table), self.visit(item))

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        if not isinstance(node.ctx, ast.Load):
            return self.generic_visit(node)
        owner = self.static(node.value)
        if owner is not None and isinstance(owner.value, dict):
            self.fail(node, ADVICE[ast.Dict])
        if isinstance(node.slice, ast.Slice) and owner is None:
            return self.generic_visit(node)
        item = self.table_row(node)
        if item is None:
            return self.item_of_row(node)
        if owner is not None and isinstance(owner.value[0], tuple):
            return self.row_as_tuple(node, owner.value)
        return item

    def item_of_row(self, node: ast.Subscript) -> Any:
        """An item, where its owner may be a row of a table that stays an array."""
        row = self.table_row(node.value)
        if row is None:
            return self.generic_visit(node)
        return ast.copy_location(ast.Subscript(row, self.visit(node.slice), ast.Load()), node)

    def row_as_tuple(self, node: ast.Subscript, values: Any) -> ast.expr:
        """A row of a table as a tuple. It is an array only where it is run through or indexed."""
        lengths = {len(r) for r in values}
        if len(lengths) > 1:
            why = "has rows of different lengths: they can only be indexed, counted and run through"
            self.fail(node, f"{ast.unparse(node)} {why}")
        table = self.draft.table(tuple(values))
        assert table is not None
        builder = load(self.draft.row_builder(table, lengths.pop()))
        return ast.copy_location(ast.Call(builder, [self.visit(node.slice)], []), node)

    def visit_Tuple(self, node: ast.Tuple) -> Any:
        """(a, *b) is the sum of tuples."""
        if not isinstance(node.ctx, ast.Load) or not any(
            isinstance(e, ast.Starred) for e in node.elts
        ):
            return self.generic_visit(node)
        parts = [
            self.visit(e.value)
            if isinstance(e, ast.Starred)
            else ast.Tuple([self.visit(e)], ast.Load())
            for e in node.elts
        ]
        total = parts[0]
        for part in parts[1:]:
            total = ast.BinOp(total, ast.Add(), part)
        return ast.copy_location(total, node)

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        if isinstance(node.ctx, ast.Load):
            member = self.member(node.attr, node)
            if isinstance(member, property):
                site = CallSite([node.value], [], node)
                return ast.copy_location(self.call_function(member.fget, {}, site), node)
            if member is not None and (is_number(member) or isinstance(member, tuple)):
                return ast.copy_location(self.emit(literal(member), node), node)
        return self.generic_visit(node)

    def visit_ListComp(self, node: ast.ListComp) -> Any:
        with Scope(self, node):
            return self.generic_visit(node)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> Any:
        self.fail(
            node,
            "a generator expression can be compiled inside any, all, sum, min, max, tuple "
            "or list, or after yield from",
        )


def _read_outside(node: ast.AST, set_here: frozenset[str]) -> Iterator[str]:
    """The names that a node reads and that no loop around the reading sets."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id not in set_here:
        yield node.id
    if isinstance(node, ast.For):
        set_here |= names_in(node.target)
    if isinstance(node, ast.GeneratorExp | ast.ListComp):
        set_here |= {name for c in node.generators for name in names_in(c.target)}
    for child in ast.iter_child_nodes(node):
        yield from _read_outside(child, set_here)
