"""Comprehensions, conditions and sequences, as shapes that the machine can run.

Numba knows list comprehensions only. A generator expression becomes loops, in a helper function of
its own where it stands in the middle of an expression.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import accumulate
from typing import Any

from zermelo.gears.desugar import apply
from zermelo.gears.known import Binding, Scope
from zermelo.gears.nodes import walk
from zermelo.gears.statics import (
    Static,
    View,
    as_tuples,
    find_axes,
    holds_sets,
    is_data,
    items_of,
    literal,
)
from zermelo.gears.syntax import Routine, call, load, use
from zermelo.gears.tables import make_table
from zermelo.gears.texts import Texts
from zermelo.symbols import find_code, is_symbol

FOLDS: dict[str, tuple[str, str, str]] = {
    "any": ("", "if ITEM: return True", "return False"),
    "all": ("", "if not ITEM: return False", "return True"),
    "sum": ("_z_total = 0", "_z_total += ITEM", "return _z_total"),
    "prod": ("_z_total = 1", "_z_total *= ITEM", "return _z_total"),
    "next": ("_z_any = False", "return ITEM", "return _z_top"),
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

BY_KEY = (
    "_z_any = False",
    "_z_x = ITEM\n_z_k = KEY\n"
    "if not _z_any:\n  _z_top = _z_x\n  _z_best = _z_k\n  _z_any = True\n"
    "elif _z_k < _z_best:\n  _z_top = _z_x\n  _z_best = _z_k",
    "return _z_top",
)
"""How min with a key runs; max has > instead of <."""


FOLD_ARGUMENTS = {"sum": ("start",), "prod": ("start",), "next": ("default",)}
"""The names of the second argument of some builtins."""

DENSE = 8
"""Keys of a dict are found by an array if that has at most this many places for each of them."""

SHORT_TABLE = 16
"""A known table of at most this many equally long rows is run through as it stands in the text."""


class Comprehensions(Texts):
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
        is_value = isinstance(node, ast.Name | ast.Attribute | ast.Subscript | ast.Call)
        return call("truth", truth) if is_value and self.draft.has_falsy_words else truth

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

    def run_through(self, node: ast.expr) -> ast.expr:
        """What a loop runs through: a row of tuples is yielded item by item."""
        items = self.sequence(node)
        if isinstance(items, ast.Call) and isinstance(items.func, ast.Name):
            items.func.id = self.draft.yielders.get(items.func.id, items.func.id)
        return items

    def table_row(self, node: ast.expr) -> ast.expr | None:
        """An item of a known tuple at an index that is not: a number, a row that is an array, or
        a list of tuples.
        """
        if not isinstance(node, ast.Subscript) or isinstance(node.slice, ast.Slice):
            return None
        if self.static(node.slice) is not None:
            return None
        if (handed := self.find_table(node.value)) is not None:
            item = self.item_of_handed(handed, node)
            return ast.copy_location(item, node)
        owner = self.static(node.value)
        if owner is not None and isinstance(owner.value, dict):
            node = self.find_in_dict(node, owner.value)
            owner = self.static(node.value)
        if owner is not None and isinstance(owner.value, str):
            owner = literal(tuple(owner.value))
        if owner is not None and holds_sets(owner.value):
            owner = literal(as_tuples(owner.value))
        if owner is None:
            deep = self.row_of_rows(node)
            return None if deep is None else self.table_row(deep)
        if not isinstance(owner.value, tuple | list) or is_data(owner.value):
            return None
        table = self.draft.table(tuple(owner.value))
        if table is not None:
            item = ast.Subscript(load(table), self.number_of(node.slice), ast.Load())
            return ast.copy_location(item, node)
        ragged = self.draft.rows_table(owner.value) if owner.value else None
        if ragged is None:
            return self.list_tuples(node, owner.value)
        item = call("row", load(ragged[0]), load(ragged[1]), self.number_of(node.slice))
        return ast.copy_location(item, node)

    def item_of_handed(self, known: Static, node: ast.Subscript) -> ast.expr:
        """An item of a table or dict that is handed over at run time."""
        if not isinstance(known.value, dict):
            return ast.Subscript(self.hand_over(known), self.number_of(node.slice), ast.Load())
        keys = self.draft.note(Static(tuple(known.value), View(known.origin, "keys")))
        values = Static(tuple(known.value.values()), View(known.origin, "values"))
        place = call("require_key", self.find_key(dict.fromkeys(keys.value), node.slice, node))
        return ast.Subscript(self.hand_over(values), place, ast.Load())

    def hand_over(self, known: Static) -> ast.expr:
        """A use of a number, a row or a table that is handed over at run time."""
        name = self.draft.weights_name(known)
        if name not in self.routine.data:
            self.routine.data.append(name)
        if type(known.value) in (int, float):
            return ast.Subscript(load(name), ast.Constant(0), ast.Load())
        axes = list(map(ast.Constant, find_axes(known.value)))
        return call("as_row" if len(axes) == 1 else "as_table", load(name), *axes)

    def row_of_rows(self, node: ast.Subscript) -> ast.Subscript | None:
        """``table[i][j]`` of rows of rows that differ in length: a row of one table of them all."""
        outer = node.value
        if not isinstance(outer, ast.Subscript) or isinstance(outer.slice, ast.Slice):
            return None
        if self.find_table(outer.value) is not None:
            return None
        owner = self.static(outer.value)
        if owner is not None and isinstance(owner.value, dict):
            outer = self.find_in_dict(outer, owner.value)
            owner = self.static(outer.value)
        rows = None if owner is None or is_data(owner.value) else as_tuples(owner.value)
        if not isinstance(rows, tuple) or not all(isinstance(row, tuple) for row in rows):
            return None
        inner = [item for row in rows for item in row]
        if make_table(tuple(inner)) is not None or not all(isinstance(x, tuple) for x in inner):
            return None
        starts = (0, *accumulate(len(row) for row in rows))
        places = self.name_constant(starts), self.name_constant(starts[1:])
        first, last = (ast.Subscript(place, outer.slice, ast.Load()) for place in places)
        # an index below 0 counts from the row's end
        length = ast.BinOp(last, ast.Sub(), copy.deepcopy(first))
        at = ast.BinOp(first, ast.Add(), ast.BinOp(node.slice, ast.Mod(), length))
        deep = ast.Subscript(self.name_constant(tuple(inner)), at, ast.Load())
        return ast.fix_missing_locations(ast.copy_location(deep, node))

    def list_tuples(self, node: ast.Subscript, rows: Any) -> ast.expr | None:
        """A row of a known table whose rows are tuples of tuples of different lengths: a list."""
        if len({len(row) for row in rows if isinstance(row, tuple)}) < 2:
            return None
        lister = self.draft.tuple_rows(rows)
        if lister is None:
            return None
        return ast.copy_location(ast.Call(load(lister), [self.number_of(node.slice)], []), node)

    # ------------------------------------------------------------------ constant dicts

    def find_in_dict(self, node: ast.Subscript, table: dict[Any, Any]) -> ast.Subscript:
        """``table[x]`` as an item of the tuple of its values."""
        at = use("require_key", self.place_in(table, node.slice))
        values = as_tuples(list(table.values()))
        item = ast.Subscript(self.name_constant(values), at, ast.Load())
        return ast.fix_missing_locations(ast.copy_location(item, node))

    def place_in(self, table: dict[Any, Any], key: ast.expr) -> ast.expr:
        """The place of a key among the keys of a constant dict; -1 if it is none."""
        return use("find_key", self.name_constant(table), key)

    def name_constant(self, value: Any) -> ast.Name:
        """A name that stands for a constant from here on."""
        name = self.new_name("constant")
        self.bound[name] = literal(value)
        return load(name)

    def find_key(self, table: dict[Any, Any], key: ast.expr, node: ast.AST) -> ast.expr:
        """The machine's search for a key, by the kind of keys that a constant dict has."""
        keys = [self.as_key(x) for x in table]
        if not keys:
            self.fail(
                node,
                "a dict that is empty at first: what is kept between calls cannot be "
                "compiled: put functools.cache on the function, or leave it out",
            )
        if all(type(x) is int for x in keys):
            low, high = min(keys), max(keys)
            if high - low <= DENSE * len(keys):
                places = [-1] * (high - low + 1)
                for i, x in enumerate(keys):
                    places[x - low] = i
                found = load(self.draft.row(tuple(places)) or "")
                return call("find_dense", found, ast.Constant(low), self.number_of(key))
        if (row := self.draft.row(tuple(keys))) is not None:
            return call("find_number", load(row), self.visit(key))
        rows = self.draft.table(tuple(keys)) if isinstance(keys[0], tuple) else None
        if rows is None:
            kind = type(keys[0]).__name__
            self.fail(node, f"keys of type {kind} cannot be compiled: use ints or tuples of ints")
        return call("find_row", load(rows), self.visit(key))

    def as_key(self, key: Any) -> Any:
        """A key of a constant dict as a number or a tuple of numbers, where it is one."""
        if is_symbol(key):
            return find_code(key)
        if isinstance(key, tuple):
            return tuple(self.as_key(part) for part in key)
        return int(key) if isinstance(key, bool | int) else key

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
        options = {str(k.arg): k.value for k in node.keywords}
        options |= dict(zip(FOLD_ARGUMENTS.get(name, ()), node.args[1:], strict=False))
        key, default, start = (options.pop(x, None) for x in ("key", "default", "start"))
        if options:
            what = f"{name} with {', '.join(options)} cannot be compiled"
            self.fail(node, f"{what}: leave it out, or write a loop")
        before, step, after = FOLDS[name] if is_none(key) else BY_KEY
        step = step.replace("_z_k <", "_z_k >") if name == "max" else step

        def write_body() -> list[ast.stmt]:
            end: list[ast.stmt] = ast.parse(after).body
            if name in ("min", "max", "next"):
                end = [self.when_empty(default)] + ([] if name == "next" else end)
            first = ast.parse(before).body
            if start is not None:
                first = _fill(
                    before.replace("= 0", "= ITEM").replace("= 1", "= ITEM"), self.visit(start)
                )
            loops = self.loops(over, lambda item: self.write_step(step, item, key))
            return [*first, *loops, *end]

        used = [over, *(x for x in (key, default, start) if x is not None)]
        return self.helper(
            over, write_body, f"{self.routine.name}_{name}", self.capture(used), node
        )

    def write_step(self, step: str, item: ast.expr, key: ast.expr | None) -> list[ast.stmt]:
        """What is done with each item; KEY is the key function of it."""
        if is_none(key):
            if self.draft.has_falsy_words and "if" in step and "_z_x" not in step:
                item = call("truth", item)
            return _fill(step, item)
        assert key is not None
        with Scope(self, ast.ListComp(item, []), {"_z_x"}):
            applied = self.visit(ast.fix_missing_locations(apply(key, [load("_z_x")])))
        return _fill(step, item, applied)

    def when_empty(self, default: ast.expr | None) -> ast.stmt:
        """What min, max or next does if there was no item: return the default, or raise."""
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
            (*self.head(c.target, c.iter), [self.condition(test) for test in c.ifs])
            for c in over.generators
        ]
        inner = body(self.visit(over.elt))
        for target, items, first, tests in reversed(heads):
            for test in reversed(tests):
                inner = [ast.If(test, inner, [])]
            inner = [ast.For(target, items, [*first, *inner], [])]
        return inner

    def head(self, target: ast.expr, over: ast.expr) -> tuple[ast.expr, ast.expr, list[ast.stmt]]:
        """The variable of a loop, what it runs through, and the first statements of its body."""
        known = self.static_letters(over)
        if known is not None and isinstance(known.value, tuple) and not is_data(known.value):
            numbered = self.rows_by_number(known.value)
            if numbered is not None:
                at = self.new_name("at")
                first = ast.Assign([target], numbered(load(at)))
                numbers = ast.Call(load("range"), [ast.Constant(len(known.value))], [])
                return ast.Name(at, ast.Store()), numbers, [first]
            return target, self.emit(known, over), []
        return target, self.run_through(over), []

    def rows_by_number(self, rows: tuple[Any, ...]) -> Callable[[ast.expr], ast.expr] | None:
        """How to find a row of a known table by its number; None if it is run through as it is.

        A long table of rows, and one whose rows differ in length, are kept as arrays.
        """
        lengths = {len(row) for row in rows if isinstance(row, tuple)}
        if not lengths or (len(lengths) == 1 and len(rows) <= SHORT_TABLE):
            return None
        if len(lengths) > 1:
            ragged = self.draft.rows_table(rows)
            if ragged is None:
                return None
            return lambda at: call("row", load(ragged[0]), load(ragged[1]), at)
        table = self.draft.table(rows)
        if table is None:
            return None
        builder = self.draft.row_builder(table, lengths.pop())
        return lambda at: ast.Call(load(builder), [at], [])

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
        for part in (part for statement in inner.body for part in walk(statement)):
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
        names = [n for node in nodes for n in walk(node) if isinstance(n, ast.Name)]
        own = {n.id for n in names if isinstance(n.ctx, ast.Store)}
        used = {n.id for n in names if isinstance(n.ctx, ast.Load)}
        return sorted((used & self.locals) - own - set(self.bound))


def is_none(node: ast.expr | None) -> bool:
    """Is an argument left out, or None?"""
    return node is None or (isinstance(node, ast.Constant) and node.value is None)


def _fill(template: str, item: ast.expr, key: ast.expr | None = None) -> list[ast.stmt]:
    """A template's statements with ITEM and KEY replaced by expressions."""

    class Fill(ast.NodeTransformer):
        def visit_Name(self, node: ast.Name) -> ast.expr:
            if node.id == "KEY" and key is not None:
                return key
            return item if node.id == "ITEM" else node

    return [Fill().visit(statement) for statement in ast.parse(template).body]
