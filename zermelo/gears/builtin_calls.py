"""Calls of Python's builtins, where Numba has none or only some kinds of them.

any, all, sum, min, max, tuple, list, len, sorted and reversed, over tuples and comprehensions.
"""

from __future__ import annotations

import ast
import copy
import math
from typing import TypeGuard

from zermelo.gears.comprehensions import FOLDS, Comprehensions, is_none
from zermelo.gears.desugar import apply
from zermelo.gears.known import Scope
from zermelo.gears.nodes import walk
from zermelo.gears.statics import Static, is_data, items_of, literal
from zermelo.gears.syntax import call, load, names_in

TEXT = "text is for name, dump and text: rules keep ints, or words that they compare"
OUTSIDE = "rules only calculate: leave it out"
REFUSED = {
    "hasattr": "ask what the state holds by a field that is always there",
    "print": OUTSIDE,
    "input": OUTSIDE,
    "open": OUTSIDE,
    "dict": "write a dict comprehension, or a tuple with an item for each key",
    "str": TEXT,
    "repr": TEXT,
    "map": "write a comprehension",
    "filter": "write a comprehension with if",
    "iter": "write a loop",
    "next": "write a loop, or next((x for x in …), default)",
}
"""Builtins that cannot be compiled, and what to write instead."""


LONGEST = 128
"""A tuple of at most this many items is written out, where a comprehension makes it."""


class BuiltinCalls(Comprehensions):
    """Rewrites calls of builtins."""

    def call_of_builtin(self, node: ast.Call, name: str) -> ast.expr:
        """A builtin: Numba's own, or a loop in a helper where it is over a generator expression."""
        if name == "zip":  # machine code takes the lengths as they come
            node.keywords = [k for k in node.keywords if k.arg != "strict"]
        if name == "isinstance" and self.is_authors:
            return self.is_of(*node.args)
        if name == "int" and (whole := self.int_of(node.args[0])) is not None:
            return whole
        special = self.call_over(node, name, node.args[0]) if node.args else None
        if special is not None:
            return special
        if name in REFUSED:
            self.fail(node, f"{name}() cannot be compiled: {REFUSED[name]}")
        visit = self.number_of if name != "len" else self.visit
        args = [
            self.sequence_of(a) if name in ("zip", "enumerate") else visit(a) for a in node.args
        ]
        return ast.Call(
            load(name), args, [ast.keyword(k.arg, self.visit(k.value)) for k in node.keywords]
        )

    def sequence_of(self, node: ast.expr) -> ast.expr:
        """An argument of zip or enumerate: a long row of constants may be an array."""
        known = self.static_items(node)
        if known is not None and isinstance(known.value, tuple) and not is_data(known.value):
            table = self.draft.row(known.value)
            return self.emit(known, node) if table is None else load(table)
        return self.sequence(node)

    def is_of(self, x: ast.expr, kind: ast.expr) -> ast.expr:
        """isinstance(x, kind)"""
        raise NotImplementedError

    def call_over(self, node: ast.Call, name: str, over: ast.expr) -> ast.expr | None:
        """A builtin over one argument, where Numba's own does not do; else None."""
        if isinstance(over, ast.Starred):
            return self.call_starred(node, name, over)
        if name in ("min", "max") and len(node.args) > 1 and node.keywords:
            over = ast.copy_location(ast.Tuple(node.args, ast.Load()), node)
            node = ast.copy_location(ast.Call(node.func, [over], node.keywords), node)
        if name in FOLDS and self.folds_over(name, over, node):
            if not isinstance(over, ast.GeneratorExp | ast.ListComp):
                over = self.generate_items(over)
            return self.fold(name, over, node)
        if name == "enumerate" and (len(node.args) == 2 or node.keywords):
            first = node.args[1] if len(node.args) == 2 else node.keywords[0].value
            return call("start_at", self.sequence_of(over), self.visit(first))
        if len(node.args) > 1:
            return None
        if name == "sorted":
            return self.sort(node, over)
        if name in ("tuple", "list", "set", "frozenset"):
            return self.collect(node, name, over)
        if name == "reversed":
            return self.reverse(over)
        if name == "len":
            row = self.table_row(over)
            return None if row is None else ast.Call(load("len"), [row], [])
        return None

    def collect(self, node: ast.Call, name: str, over: ast.expr) -> ast.expr:
        """tuple(over), list(over) or set(over)"""
        is_comprehension = isinstance(over, ast.GeneratorExp | ast.ListComp)
        if name == "tuple" and is_comprehension:
            return self.tuple_of(over, node)  # type: ignore[arg-type]
        if name == "list":
            return self.list_of(over, node)
        if name == "tuple":
            return call("as_tuple", self.sequence(over))
        return ast.Call(load("set"), [self.list_of(over, node)], [])

    def call_starred(self, node: ast.Call, name: str, over: ast.Starred) -> ast.expr:
        """max(*cells), min(*cells) and zip(*rows)"""
        if len(node.args) == 1 and name in ("min", "max"):
            whole = ast.copy_location(ast.Call(node.func, [over.value], node.keywords), node)
            return self.call_of_builtin(whole, name)
        if len(node.args) != 1 or name != "zip":
            self.fail(node, "*arguments cannot be compiled: write them out")
        return call("transpose", self.visit(over.value))

    def folds_over(self, name: str, over: ast.expr, node: ast.Call) -> bool:
        """Must this builtin be a loop, because Numba has it for some kinds of sequences only?"""
        if len(node.args) > 1 and name in ("min", "max"):
            return False
        if isinstance(over, ast.GeneratorExp | ast.ListComp | ast.Call) or node.keywords:
            return True
        is_slice = isinstance(over, ast.Subscript) and isinstance(over.slice, ast.Slice)
        return name in ("any", "all", "next", "prod") or len(node.args) > 1 or is_slice

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

    def sort(self, node: ast.Call, over: ast.expr) -> ast.expr:
        """sorted(cells), also in reverse and by a key."""
        options = {str(k.arg): k.value for k in node.keywords}
        backwards = self.static(options.get("reverse", ast.Constant(False)))
        if backwards is None:
            self.fail(node, "sorted with reverse= can be compiled with True or False")
        key = options.get("key")
        if is_none(key):
            items = self.list_of(over, node) if self.is_generated(over) else self.visit(over)
            return call("sort_down" if backwards.value else "sort_up", items)
        assert key is not None
        return self.sort_by(self.list_of(over, node), key, bool(backwards.value), node)

    def is_generated(self, over: ast.expr) -> bool:
        """Are these items that only a loop can collect?"""
        return isinstance(over, ast.GeneratorExp | ast.ListComp | ast.Call)

    def sort_by(self, items: ast.expr, key: ast.expr, backwards: bool, node: ast.Call) -> ast.expr:
        """A list sorted by a key function, in a helper of its own."""
        captured = self.capture([key])
        empty = ast.ListComp(load("_z_x"), [])
        name = f"{self.routine.name}_sorted"
        with self.inner_routine(empty, name, ["_z_items", *captured]) as inner:
            with Scope(self, empty, {"_z_x"}):
                applied = self.visit(ast.fix_missing_locations(apply(key, [load("_z_x")])))
            loop = ast.comprehension(ast.Name("_z_x", ast.Store()), load("_z_items"), [], 0)
            keys = ast.ListComp(applied, [loop])
            ordered = call("order_by", load("_z_items"), keys, ast.Constant(backwards))
            inner.body = [ast.Return(ordered)]
        for part in walk(inner.body[0]):
            ast.copy_location(part, node)
        self.draft.adopt(inner)
        use = ast.Call(load(inner.name), [items, *(load(n) for n in captured)], [])
        self.routine.calls.append((use, inner))
        return use

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
        if any(loop.ifs for loop in over.generators):
            return self.list_of(over, node)
        if self.depends_on_loops(over):
            return self.list_of(over, node)
        known = [self.list_known_items(loop.iter) for loop in over.generators]
        count = math.prod(len(items) for items in known if items is not None)
        if None in known or count > LONGEST:
            return self.tuple_along(over, node) if len(known) == 1 else self.list_of(over, node)
        with Scope(self, over):
            return ast.Tuple(self.write_items(over, over.generators, node), ast.Load())

    def list_known_items(self, over: ast.expr) -> list[Static] | None:
        """The items of a known range or tuple, each with its origin; else None."""
        items = self.static_items(over)
        if items is None or not isinstance(items.value, range | tuple) or is_data(items.value):
            return None
        if isinstance(items.value, tuple):
            return items_of(items)
        return [literal(i) for i in items.value]

    def depends_on_loops(self, over: ast.GeneratorExp | ast.ListComp) -> bool:
        """Does a later `for` run through something that an earlier one names?"""
        own = {name for loop in over.generators for name in names_in(loop.target)}
        return any(own & names_in(loop.iter) for loop in over.generators[1:])

    def write_items(
        self,
        over: ast.GeneratorExp | ast.ListComp,
        loops: list[ast.comprehension],
        node: ast.AST,
    ) -> list[ast.expr]:
        """The item for each combination of what known loops run through."""
        if not loops:
            return [self.visit(copy.deepcopy(over.elt))]
        parts = []
        for item in self.list_known_items(loops[0].iter) or ():
            with self.binding(loops[0].target, item, node):
                parts += self.write_items(over, loops[1:], node)
        return parts

    def tuple_along(self, over: ast.GeneratorExp | ast.ListComp, node: ast.Call) -> ast.expr:
        """tuple(… for …) over run-time tuples: cells, enumerate(cells) or zip(cells, others)."""
        first = over.generators[0]
        builder, sources = self.find_builder(first.iter, node)
        own = self.loop_variables(first.target, node)
        unpacking: list[ast.stmt] = []
        if builder == "build" and isinstance(first.target, ast.Tuple):
            unpacking, own = [ast.Assign([first.target], load("_z_x"))], ["_z_x"]
        if builder == "build_indexed" and len(own) == 1:
            own.append("_")
        bound = {*own, *names_in(first.target)}
        captured = [name for name in self.capture([over.elt]) if name not in bound]
        name = f"{self.routine.name}_item"
        with self.inner_routine(over, name, own + captured) as inner:
            item = ast.copy_location(ast.Return(self.visit(over.elt)), node)
            inner.body = [*unpacking, item]
            for part in inner.body:
                ast.fix_missing_locations(ast.copy_location(part, node))
        if inner.data:
            self.fail(node, "tuple(… for …) cannot use a LookupTable or an array: write a loop")
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
        if is_call_of(over, "range") and len(over.args) == 1 and is_call_of(over.args[0], "len"):
            return "build_indexed", over.args[0].args
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
