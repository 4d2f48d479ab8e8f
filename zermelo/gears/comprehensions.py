"""Comprehensions and the builtins over them: any, all, sum, min, max, tuple, list, sorted, reversed.

Numba knows lists of these and few of the others; each becomes loops, in a helper function of its own where it stands in
the middle of an expression.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable
from typing import Any

from zermelo.gears.known import Binding, Known, Scope
from zermelo.gears.statics import Static, is_data, literal
from zermelo.gears.syntax import Made, call, load

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
        made: ast.expr = self.visit(node)
        return made

    def chain(
        self,
        node: ast.BoolOp,
        visit: Callable[[ast.expr], ast.expr],
        write: Callable[[Static], ast.expr],
    ) -> ast.expr:
        """`and` or `or`: known operands that decide nothing drop out unless they come last; one that decides ends the chain."""
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
        made: ast.expr = row if row is not None else self.visit(node)
        return made

    def table_row(self, node: ast.expr) -> ast.expr | None:
        """An item of a known tuple at an index that is not: a number, or a row that is an array."""
        if (
            not isinstance(node, ast.Subscript)
            or isinstance(node.slice, ast.Slice)
            or self.static(node.slice) is not None
        ):
            return None
        owner = self.static(node.value)
        if (
            owner is None
            or not isinstance(owner.value, tuple | list)
            or is_data(owner.value)
            or not owner.value
        ):
            return None
        table = self.unit.table(tuple(owner.value))
        if table is not None:
            return ast.copy_location(
                ast.Subscript(load(table), self.visit(node.slice), ast.Load()), node
            )
        ragged = self.unit.ragged(owner.value)
        if ragged is not None:
            return ast.copy_location(
                call("row", load(ragged[0]), load(ragged[1]), self.visit(node.slice)), node
            )
        return None

    def binding(self, target: ast.expr, item: Any, node: ast.AST) -> Binding:
        """A loop variable, or a row of them, bound to a known item for a while."""
        if isinstance(target, ast.Name):
            return Binding(self, {target.id: literal(item)})
        assert isinstance(target, ast.Tuple | ast.List)
        if not isinstance(item, tuple) or len(item) != len(target.elts):
            self.fail(node, f"cannot unpack {item!r}")
        merged: dict[str, Static] = {}
        for part, value in zip(target.elts, item, strict=True):
            merged |= self.binding(part, value, node).values
        return Binding(self, merged)

    def call_of_builtin(self, node: ast.Call, name: str) -> ast.expr:
        """A builtin: Numba's own, or a loop in a helper where it stands over a generator expression."""
        over = node.args[0] if len(node.args) == 1 else None
        if any(k.arg == "key" for k in node.keywords):
            self.fail(node, f"{name} with key= cannot be compiled: write a loop")
        if (
            name == "tuple"
            and isinstance(over, ast.Call)
            and isinstance(over.func, ast.Name)
            and over.func.id == "sorted"
        ):
            return self.sorted_tuple(over)
        if name == "reversed" and over is not None:
            return self.backwards(over)
        if name == "len" and over is not None and (row := self.table_row(over)) is not None:
            return ast.Call(load("len"), [row], [])
        if name == "tuple" and isinstance(over, ast.GeneratorExp | ast.ListComp):
            return self.tuple_of(over, node)
        if name == "list" and isinstance(over, ast.GeneratorExp):
            listed = ast.copy_location(ast.ListComp(over.elt, over.generators), over)
            return self.visit_ListComp(listed)  # type: ignore[no-any-return]
        if name == "list" and over is not None:
            each = self.new_name("each")
            comprehension = ast.comprehension(ast.Name(each, ast.Store()), over, [], 0)
            listed = ast.copy_location(ast.ListComp(load(each), [comprehension]), node)
            return self.visit_ListComp(listed)  # type: ignore[no-any-return]
        if over is not None and self.folds_over(name, over):
            each = self.new_name("each")
            over = ast.GeneratorExp(
                load(each), [ast.comprehension(ast.Name(each, ast.Store()), over, [], 0)]
            )
        if name in FOLDS and isinstance(over, ast.GeneratorExp | ast.ListComp):
            return self.folded(name, over, node)
        if name in (
            "hasattr",
            "print",
            "input",
            "open",
            "sorted",
            "set",
            "dict",
            "str",
            "repr",
            "map",
            "filter",
            "iter",
            "next",
        ):
            self.fail(node, f"{name}() cannot be compiled")
        return ast.Call(
            load(name),
            [self.visit(a) for a in node.args],
            [ast.keyword(k.arg, self.visit(k.value)) for k in node.keywords],
        )

    def folds_over(self, name: str, over: ast.expr) -> bool:
        """Must this builtin be written as a loop, because Numba has it only for some kinds of sequences?"""
        if isinstance(over, ast.GeneratorExp | ast.ListComp):
            return False
        return name in ("any", "all") or (name in FOLDS and isinstance(over, ast.Call))

    def sorted_tuple(self, over: ast.Call) -> ast.expr:
        """tuple(sorted(cells)), also in reverse."""
        backwards = (
            self.static(over.keywords[0].value)
            if len(over.keywords) == 1 and over.keywords[0].arg == "reverse"
            else literal(False)
        )
        if (
            len(over.args) != 1
            or backwards is None
            or (over.keywords and over.keywords[0].arg != "reverse")
        ):
            self.fail(
                over, "sorted can be compiled as tuple(sorted(cells)), with reverse=True at most"
            )
        return call(
            "sorted_backwards" if backwards.value else "sorted_forwards", self.visit(over.args[0])
        )

    def backwards(self, over: ast.expr) -> ast.expr:
        """reversed(range(…)) and reversed(cells)."""
        if (
            isinstance(over, ast.Call)
            and isinstance(over.func, ast.Name)
            and over.func.id == "range"
            and len(over.args) < 3
        ):
            first, end = (
                (ast.Constant(0), over.args[0])
                if len(over.args) == 1
                else (over.args[0], over.args[1])
            )
            minus = ast.Constant(-1)
            start = ast.BinOp(self.visit(end), ast.Sub(), ast.Constant(1))
            return ast.Call(
                load("range"),
                [start, ast.BinOp(self.visit(first), ast.Sub(), ast.Constant(1)), minus],
                [],
            )
        return ast.Subscript(self.visit(over), ast.Slice(None, None, ast.Constant(-1)), ast.Load())

    def folded(self, name: str, over: ast.GeneratorExp | ast.ListComp, node: ast.Call) -> ast.expr:
        """any, all, sum, min or max over a generator expression, as a helper with loops."""
        before, step, after = FOLDS[name]
        default = next((k.value for k in node.keywords if k.arg == "default"), None)

        def round_(item: ast.expr) -> list[ast.stmt]:
            return _filled(step, item)

        end = ast.parse(after).body
        if default is not None:
            end = [
                ast.If(
                    ast.UnaryOp(ast.Not(), load("_z_any")), [ast.Return(self.visit(default))], []
                ),
                *end,
            ]
        elif name in ("min", "max"):
            end = [
                ast.If(ast.UnaryOp(ast.Not(), load("_z_any")), [ast.Raise(load("ValueError"))], []),
                *end,
            ]
        return self.helper(
            over,
            lambda: [*ast.parse(before).body, *self.loops(over, round_), *end],
            name,
            node,
            default,
        )

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
        body: Callable[[], list[ast.stmt]],
        stem: str,
        node: ast.AST,
        default: ast.expr | None = None,
    ) -> ast.expr:
        """A function of its own around a comprehension, handed the local variables that it uses."""
        wanted = self.captured([over, default] if default is not None else [over])
        outer, self.made = (
            self.made,
            Made(self.unit.free_name(f"{self.made.name}_{stem}"), self.file, wanted),
        )
        with Scope(self, over):
            self.made.body = body()
        inner, self.made = self.made, outer
        for part in (part for statement in inner.body for part in ast.walk(statement)):
            ast.copy_location(part, node)  # a comprehension's line, also for the loop around it
        self.unit.adopt(inner)
        made = ast.Call(load(inner.name), [load(name) for name in wanted], [])
        self.made.calls.append((made, inner))
        return made

    def captured(self, nodes: list[ast.expr]) -> list[str]:
        """The local variables that these expressions use."""
        own = {
            n.id
            for node in nodes
            for n in ast.walk(node)
            if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
        }
        used = {
            n.id
            for node in nodes
            for n in ast.walk(node)
            if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)
        }
        return sorted((used & self.locals) - own - set(self.bound))

    def tuple_of(self, over: ast.GeneratorExp | ast.ListComp, node: ast.Call) -> ast.expr:
        """tuple(… for …): its length must be known, or be that of another tuple."""
        first = over.generators[0]
        if len(over.generators) > 1 or first.ifs:
            self.fail(
                node,
                "tuple(… for …) can be compiled with one `for` and no `if`: its length must be known",
            )
        items = self.static(first.iter)
        if (
            items is not None
            and isinstance(items.value, range | tuple)
            and not is_data(items.value)
        ):
            parts = []
            with Scope(self, over):
                for item in items.value:
                    with self.binding(first.target, item, node):
                        parts.append(self.visit(copy.deepcopy(over.elt)))
            return ast.Tuple(parts, ast.Load())
        return self.tuple_along(over, first, node)

    def tuple_along(
        self, over: ast.GeneratorExp | ast.ListComp, first: ast.comprehension, node: ast.Call
    ) -> ast.expr:
        """tuple(… for x in cells), for enumerate(cells) or zip(cells, others), where the cells are run-time tuples."""
        builder, sources = "build", [first.iter]
        if isinstance(first.iter, ast.Call) and isinstance(first.iter.func, ast.Name):
            if first.iter.func.id == "enumerate" and len(first.iter.args) == 1:
                builder, sources = "build_indexed", first.iter.args
            elif first.iter.func.id == "zip" and len(first.iter.args) == 2:
                builder, sources = "build_zipped", first.iter.args
            elif (counted := _length_of(first.iter)) is not None:
                builder, sources = "build_indexed", [counted]
            elif first.iter.func.id == "range":
                self.fail(
                    node,
                    "tuple(… for … in range(n)) can be compiled when n is known: a constant or an attribute of the game",
                )
        targets = (
            [first.target]
            if isinstance(first.target, ast.Name)
            else list(getattr(first.target, "elts", []))
        )
        if not targets or not all(isinstance(t, ast.Name) for t in targets):
            self.fail(node, "tuple(… for …) can be compiled with plain loop variables")
        own = [t.id for t in targets if isinstance(t, ast.Name)]
        if builder == "build_indexed" and len(own) == 1:
            own.append("_")
        kept = [name for name in self.captured([over.elt]) if name not in own]
        outer, self.made = (
            self.made,
            Made(self.unit.free_name(f"{self.made.name}_item"), self.file, own + kept),
        )
        with Scope(self, over):
            self.made.body = [
                ast.fix_missing_locations(ast.copy_location(ast.Return(self.visit(over.elt)), node))
            ]
        inner, self.made = self.made, outer
        if inner.data:
            self.fail(node, "tuple(… for …) cannot use a LookupTable here: write a loop")
        self.unit.adopt(inner)
        inner.builder = builder
        keep = ast.Tuple([load(name) for name in kept], ast.Load())
        return ast.Call(load(f"{inner.name}_tuple"), [*(self.visit(s) for s in sources), keep], [])


def _length_of(node: ast.expr) -> ast.expr | None:
    """t, where the node is range(len(t))."""
    if isinstance(node, ast.Call) and len(node.args) == 1 and isinstance(node.args[0], ast.Call):
        inner = node.args[0]
        if (
            ast.unparse(node.func) == "range"
            and ast.unparse(inner.func) == "len"
            and len(inner.args) == 1
        ):
            return inner.args[0]
    return None


def _filled(template: str, item: ast.expr) -> list[ast.stmt]:
    """A template's statements with ITEM replaced by an expression."""

    class Fill(ast.NodeTransformer):
        def visit_Name(self, node: ast.Name) -> ast.expr:
            return item if node.id == "ITEM" else node

    return [Fill().visit(statement) for statement in ast.parse(template).body]
