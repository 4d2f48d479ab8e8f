"""Tuples, lists, sets and dicts that a rule writes out, and comprehensions that make them."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable
from typing import Any

from zermelo.gears.calls import Calls
from zermelo.gears.desugar import has_star
from zermelo.gears.known import Scope
from zermelo.gears.nodes import walk
from zermelo.gears.statics import is_data
from zermelo.gears.syntax import call, load, use
from zermelo.gears.tables import make_table


class Displays(Calls):
    """Rewrites displays and comprehensions."""

    def visit_Tuple(self, node: ast.Tuple) -> Any:
        """(a, *b) is the sum of tuples."""
        if not isinstance(node.ctx, ast.Load) or not has_star(node):
            return self.generic_visit(node)
        return ast.copy_location(self.join(node, lambda item: ast.Tuple([item], ast.Load())), node)

    def visit_List(self, node: ast.List) -> Any:
        """[a, *b] is the sum of lists."""
        if not isinstance(node.ctx, ast.Load) or not has_star(node):
            return self.generic_visit(node)
        listed = ast.List(
            [
                ast.Starred(self.list_out(e.value), ast.Load()) if isinstance(e, ast.Starred) else e
                for e in node.elts
            ],
            ast.Load(),
        )
        return ast.copy_location(self.join(listed, lambda item: ast.List([item], ast.Load())), node)

    def list_out(self, over: ast.expr) -> ast.expr:
        """list(over), not rewritten yet."""
        return ast.fix_missing_locations(
            ast.copy_location(ast.Call(load("list"), [over], []), over)
        )

    def join(self, node: ast.Tuple | ast.List, single: Callable[[ast.expr], ast.expr]) -> ast.expr:
        """The parts of a display with stars, added up."""
        parts = [
            self.visit(e.value) if isinstance(e, ast.Starred) else single(self.visit(e))
            for e in node.elts
        ]
        total: ast.expr = parts[0]
        for part in parts[1:]:
            total = ast.BinOp(total, ast.Add(), part)
        return total

    def visit_Set(self, node: ast.Set) -> Any:
        """The items of a set have the type that such values have at run time."""
        return ast.copy_location(ast.Set([call("plain", self.visit(e)) for e in node.elts]), node)

    def visit_Dict(self, node: ast.Dict) -> Any:
        """So have the keys of a dict."""
        if None in node.keys:
            self.fail(node, "{**…} cannot be compiled: write a loop")
        keys: list[ast.expr | None] = [
            call("plain", self.visit(key)) for key in node.keys if key is not None
        ]
        values: list[ast.expr] = [call("plain", self.visit(value)) for value in node.values]
        return ast.copy_location(ast.Dict(keys, values), node)

    def visit_DictComp(self, node: ast.DictComp) -> Any:
        """A dict comprehension as loops in a helper."""
        pairs = ast.ListComp(ast.Tuple([node.key, node.value], ast.Load()), node.generators)

        def write_body() -> list[ast.stmt]:
            loops = self.loops(pairs, lambda item: [_put_pair(item)])
            return [*ast.parse("_z_dict = {}").body, *loops, *ast.parse("return _z_dict").body]

        name = f"{self.routine.name}_dict"
        return self.helper(pairs, write_body, name, self.capture([pairs]), node)

    def visit_SetComp(self, node: ast.SetComp) -> Any:
        """A set is made of a list."""
        listed = ast.copy_location(ast.ListComp(node.elt, node.generators), node)
        return ast.copy_location(ast.Call(load("set"), [self.visit(listed)], []), node)

    def visit_ListComp(self, node: ast.ListComp) -> Any:
        with Scope(self, node):
            if not any(self.needs_loops(loop.iter) for loop in node.generators):
                return self.generic_visit(node)

        def write_body() -> list[ast.stmt]:
            made = ast.parse("_z_list.append(0)").body[0]
            loops = self.loops(node, lambda item: [_append(made, item)])
            return [*ast.parse("_z_list = []").body, *loops, *ast.parse("return _z_list").body]

        name = f"{self.routine.name}_list"
        return self.helper(node, write_body, name, self.capture([node]), node)

    def needs_loops(self, over: ast.expr) -> bool:
        """Is this a table that a list comprehension cannot run through as it is?"""
        whole = self.static(over)
        if whole is not None and isinstance(whole.value, dict | set | frozenset):
            return True
        known = self.static_items(over)
        if known is not None and isinstance(known.value, str):
            return True
        if known is None and isinstance(over, ast.Subscript):
            return not isinstance(over.slice, ast.Slice) and self.static(over.value) is not None
        if known is None or not isinstance(known.value, tuple) or is_data(known.value):
            return False
        return self.rows_by_number(known.value) is not None or not self.is_uniform(known.value)

    def empty_list(self, node: ast.Return) -> ast.expr:
        """``return []`` as a list of the kind that the function returns elsewhere: it has a type.

        Without another list to compare with, the items are taken to be ints.
        """
        for other in walk(self.node):
            value = getattr(other, "value", None) if isinstance(other, ast.Return) else None
            if isinstance(value, ast.Call) and len(value.args) == 1:
                value = value.args[0]
            if isinstance(value, ast.ListComp | ast.GeneratorExp):
                made = copy.deepcopy(ast.ListComp(value.elt, value.generators))
                made.generators[-1].ifs.append(use("never"))
                return ast.fix_missing_locations(ast.copy_location(made, node))
        empty = ast.parse("[0][:0]", mode="eval").body
        return ast.fix_missing_locations(ast.copy_location(empty, node))

    def fill_empty(self, node: ast.IfExp) -> None:
        """Give the empty list of ``[x] if test else []`` the type of the other, in place."""
        for name, other in (("body", node.orelse), ("orelse", node.body)):
            is_list = isinstance(other, ast.List) and other.elts and not has_star(other)
            if is_empty(getattr(node, name)) and is_list:
                none = ast.parse("[0 for _z_none in range(0)]", mode="eval").body
                none.elt = copy.deepcopy(other.elts[0])  # type: ignore[attr-defined]
                made = ast.fix_missing_locations(ast.copy_location(none, node))
                setattr(node, name, made)

    def is_uniform(self, rows: tuple[Any, ...]) -> bool:
        """Can machine code run through these as they are: numbers, or rows of one kind?"""
        return make_table(rows) is not None


def _append(template: ast.stmt, item: ast.expr) -> ast.stmt:
    """_z_list.append(item)"""
    made: Any = copy.deepcopy(template)
    made.value.args = [item]
    return made  # type: ignore[no-any-return]


def _put_pair(pair: ast.expr) -> ast.stmt:
    """_z_dict[key] = value"""
    assert isinstance(pair, ast.Tuple)
    made: Any = ast.parse("_z_dict[0] = 0").body[0]
    made.targets[0].slice, made.value = (call("plain", part) for part in pair.elts)
    return made  # type: ignore[no-any-return]


def is_empty(value: ast.expr | None) -> bool:
    """Is this an empty list or tuple?"""
    return isinstance(value, ast.List | ast.Tuple) and not value.elts
