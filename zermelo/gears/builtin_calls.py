"""Calls of Python's builtins, where Numba has none or only some kinds of them.

any, all, sum, min, max, tuple, list, len, sorted and reversed, over tuples and comprehensions.
"""

from __future__ import annotations

import ast
import copy
from typing import TypeGuard

from zermelo.gears.comprehensions import FOLDS, Comprehensions
from zermelo.gears.known import Scope
from zermelo.gears.statics import is_data, items_of, literal
from zermelo.gears.syntax import call, load

REFUSED = (
    "hasattr", "print", "input", "open", "sorted", "set", "dict", "str", "repr", "map", "filter",
    "iter", "next",
)  # fmt: skip
"""Builtins that cannot be compiled."""


class BuiltinCalls(Comprehensions):
    """Rewrites calls of builtins."""

    def call_of_builtin(self, node: ast.Call, name: str) -> ast.expr:
        """A builtin: Numba's own, or a loop in a helper where it is over a generator expression."""
        if any(k.arg == "key" for k in node.keywords):
            self.fail(node, f"{name} with key= cannot be compiled: write a loop")
        special = self.call_over(node, name, node.args[0]) if len(node.args) == 1 else None
        if special is not None:
            return special
        if name in REFUSED:
            self.fail(node, f"{name}() cannot be compiled")
        args = [self.visit(a) for a in node.args]
        return ast.Call(
            load(name), args, [ast.keyword(k.arg, self.visit(k.value)) for k in node.keywords]
        )

    def call_over(self, node: ast.Call, name: str, over: ast.expr) -> ast.expr | None:
        """A builtin over one argument, where Numba's own does not do; else None."""
        if name == "reversed":
            return self.reverse(over)
        if name == "len":
            row = self.table_row(over)
            return None if row is None else ast.Call(load("len"), [row], [])
        if name == "tuple" and is_call_of(over, "sorted"):
            return self.sort_tuple(over)
        if name == "tuple" and isinstance(over, ast.GeneratorExp | ast.ListComp):
            return self.tuple_of(over, node)
        if name == "list":
            return self.list_of(over, node)
        if self.folds_over(name, over):
            over = self.generate_items(over)
        if name in FOLDS and isinstance(over, ast.GeneratorExp | ast.ListComp):
            return self.fold(name, over, node)
        return None

    def folds_over(self, name: str, over: ast.expr) -> bool:
        """Must this builtin be a loop, because Numba has it for some kinds of sequences only?"""
        if isinstance(over, ast.GeneratorExp | ast.ListComp):
            return False
        return name in ("any", "all") or (name in FOLDS and isinstance(over, ast.Call))

    def generate_items(self, over: ast.expr) -> ast.GeneratorExp:
        """(each for each in over)"""
        each = self.new_name("each")
        loop = ast.comprehension(ast.Name(each, ast.Store()), over, [], 0)
        return ast.GeneratorExp(load(each), [loop])

    def list_of(self, over: ast.expr, node: ast.Call) -> ast.expr:
        """list(over) as a list comprehension."""
        items = over if isinstance(over, ast.GeneratorExp) else self.generate_items(over)
        at = over if isinstance(over, ast.GeneratorExp) else node
        listed = ast.copy_location(ast.ListComp(items.elt, items.generators), at)
        return self.visit_ListComp(listed)  # type: ignore[no-any-return]

    def sort_tuple(self, over: ast.Call) -> ast.expr:
        """tuple(sorted(cells)), also in reverse."""
        options = {k.arg: self.static(k.value) for k in over.keywords}
        backwards = options.pop("reverse", literal(False))
        if len(over.args) != 1 or backwards is None or options:
            self.fail(
                over, "sorted can be compiled as tuple(sorted(cells)), with reverse=True at most"
            )
        order = "sort_descending" if backwards.value else "sort_ascending"
        return call(order, self.visit(over.args[0]))

    def reverse(self, over: ast.expr) -> ast.expr:
        """reversed(range(…)) and reversed(cells)."""
        if not is_call_of(over, "range") or len(over.args) > 2:
            backwards = ast.Slice(None, None, ast.Constant(-1))
            return ast.Subscript(self.visit(over), backwards, ast.Load())
        end = self.one_less(over.args[-1])
        first = over.args[0] if len(over.args) == 2 else ast.Constant(0)
        return ast.Call(load("range"), [end, self.one_less(first), ast.Constant(-1)], [])

    def one_less(self, number: ast.expr) -> ast.expr:
        """number - 1"""
        return ast.BinOp(self.visit(number), ast.Sub(), ast.Constant(1))

    # ------------------------------------------------------------------ tuple(… for …)

    def tuple_of(self, over: ast.GeneratorExp | ast.ListComp, node: ast.Call) -> ast.expr:
        """tuple(… for …): its length must be known, or be that of another tuple."""
        first = over.generators[0]
        if len(over.generators) > 1 or first.ifs:
            self.fail(
                node,
                "tuple(… for …) can be compiled with one `for` and no `if`: its length "
                "must be known",
            )
        items = self.static(first.iter)
        if items is None or not isinstance(items.value, range | tuple) or is_data(items.value):
            return self.tuple_along(over, node)
        known = items_of(items) if isinstance(items.value, tuple) else map(literal, items.value)
        parts = []
        with Scope(self, over):
            for item in known:
                with self.binding(first.target, item, node):
                    parts.append(self.visit(copy.deepcopy(over.elt)))
        return ast.Tuple(parts, ast.Load())

    def tuple_along(self, over: ast.GeneratorExp | ast.ListComp, node: ast.Call) -> ast.expr:
        """tuple(… for …) over run-time tuples: cells, enumerate(cells) or zip(cells, others)."""
        first = over.generators[0]
        builder, sources = self.find_builder(first.iter, node)
        own = self.loop_variables(first.target, node)
        if builder == "build_indexed" and len(own) == 1:
            own.append("_")
        captured = [name for name in self.capture([over.elt]) if name not in own]
        name = f"{self.routine.name}_item"
        with self.inner_routine(over, name, own + captured) as inner:
            item = ast.copy_location(ast.Return(self.visit(over.elt)), node)
            inner.body = [ast.fix_missing_locations(item)]
        if inner.data:
            self.fail(node, "tuple(… for …) cannot use a LookupTable here: write a loop")
        self.draft.adopt(inner)
        inner.builder = builder
        args = [
            *(self.visit(s) for s in sources),
            ast.Tuple([load(n) for n in captured], ast.Load()),
        ]
        return ast.Call(load(f"{inner.name}_tuple"), args, [])

    def find_builder(self, over: ast.expr, node: ast.Call) -> tuple[str, list[ast.expr]]:
        """The machine's word that builds a tuple along others, and these others."""
        if is_call_of(over, "enumerate") and len(over.args) == 1:
            return "build_indexed", over.args
        if is_call_of(over, "zip") and len(over.args) == 2:
            return "build_zipped", over.args
        if is_call_of(over, "range"):
            if len(over.args) == 1 and is_call_of(over.args[0], "len"):
                return "build_indexed", over.args[0].args
            self.fail(
                node,
                "tuple(… for … in range(n)) can be compiled when n is known: a "
                "constant or an attribute of the game",
            )
        return "build", [over]

    def loop_variables(self, target: ast.expr, node: ast.Call) -> list[str]:
        """The names of the variables of a loop."""
        parts = [target] if isinstance(target, ast.Name) else getattr(target, "elts", [])
        names = [part.id for part in parts if isinstance(part, ast.Name)]
        if not names or len(names) < len(parts):
            self.fail(node, "tuple(… for …) can be compiled with plain loop variables")
        return names


def is_call_of(node: ast.expr, name: str) -> TypeGuard[ast.Call]:
    """Is this a call of a plain name?"""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name
