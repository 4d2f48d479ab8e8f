"""Expressions: operators, comparisons, indices, slices and attributes."""

from __future__ import annotations

import ast
from enum import EnumType
from itertools import chain
from typing import Any

from zermelo.gears.calls import CallSite
from zermelo.gears.displays import Displays
from zermelo.gears.statics import Static, field_names, find_axes, is_data, is_number, literal
from zermelo.gears.syntax import call, find_word, load
from zermelo.gears.texts import is_name
from zermelo.symbols import is_symbol


class Expressions(Displays):
    """Rewrites expressions."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        if (text := self.join_texts(node)) is not None:
            return text
        left, right = self.number_of(node.left), self.number_of(node.right)
        if isinstance(node.op, ast.LShift | ast.RShift):
            return ast.copy_location(
                call("shl" if isinstance(node.op, ast.LShift) else "shr", left, right), node
            )
        return ast.copy_location(ast.BinOp(left, node.op, right), node)

    def visit_Compare(self, node: ast.Compare) -> Any:
        if self.is_authors:
            node.ops = [self.compare_words(op, node) for op in node.ops]
            if (tests := self.compare_types(node)) is not None:
                return ast.copy_location(tests, node)
        if len(node.ops) == 1 and isinstance(node.ops[0], ast.In | ast.NotIn):
            inside = self.contains(node.left, node.comparators[0], node)
            if inside is not None:
                is_in = isinstance(node.ops[0], ast.In)
                wanted = inside if is_in else ast.UnaryOp(ast.Not(), inside)
                return ast.copy_location(wanted, node)
        if isinstance(node.ops[0], ast.Lt | ast.LtE | ast.Gt | ast.GtE):
            parts = [self.number_of(part) for part in node.comparators]
            new = ast.Compare(self.number_of(node.left), node.ops, parts)
            return ast.copy_location(new, node)
        return self.generic_visit(node)

    def compare_types(self, node: ast.Compare) -> ast.expr | None:
        """``type(x) is tuple``, or None."""
        left = node.left
        if not isinstance(left, ast.Call) or len(left.args) != 1 or len(node.ops) > 1:
            return None
        wanted = self.static(node.comparators[0])
        if not is_name(left.func, "type") or wanted is None:
            return None
        tests = self.test_type(left.args[0], wanted.value)
        is_same = isinstance(node.ops[0], ast.Is | ast.Eq)
        return tests if is_same or tests is None else ast.UnaryOp(ast.Not(), tests)

    def compare_words(self, op: ast.cmpop, node: ast.Compare) -> ast.cmpop:
        """`is` of None and other words, which machine code compares as numbers."""
        known = [self.static(part) for part in (node.left, *node.comparators)]
        if any(part is not None and is_symbol(part.value) for part in known):
            return (
                ast.Eq()
                if isinstance(op, ast.Is)
                else ast.NotEq()
                if isinstance(op, ast.IsNot)
                else op
            )
        return op

    def contains(self, item: ast.expr, over: ast.expr, node: ast.AST) -> ast.expr | None:
        """`item in over`, where Numba's own does not do; else None."""
        group = self.static_items(over)
        if group is not None and isinstance(group.value, str):
            group = literal(list_parts(group.value))
        known = group.value if group is not None and not is_data(group.value) else None
        if isinstance(known, tuple | range):
            return self.membership(item, tuple(known), node)
        if isinstance(over, ast.Call) and not find_word(over):
            each = self.new_name("each")
            equal = ast.Compare(load(each), [ast.Eq()], [item])
            loop = ast.comprehension(ast.Name(each, ast.Store()), over, [], 0)
            whole = ast.Call(load("any"), [ast.GeneratorExp(equal, [loop])], [])
            ast.fix_missing_locations(ast.copy_location(whole, node))
            return self.call_of_builtin(whole, "any")
        return None

    def membership(self, item: ast.expr, group: tuple[Any, ...], node: ast.AST) -> ast.expr:
        """`item in group`, where the group is known."""
        if not group:
            return ast.Constant(False)
        table = self.draft.row(group)
        if table is not None:
            return call("contains", load(table), self.visit(item))
        found = self.find_key(dict.fromkeys(group), item, node)
        return ast.Compare(found, [ast.GtE()], [ast.Constant(0)])

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        if not isinstance(node.ctx, ast.Load):
            return self.generic_visit(node)
        if (weight := self.find_weight(node)) is not None:
            return ast.copy_location(self.hand_over(weight), node)
        if (table := self.find_table(node.value)) is not None:
            return self.look_up_table(node, table)
        owner = self.static(node.value)
        if owner is not None and isinstance(owner.value, dict):
            return self.visit(self.find_in_dict(node, owner.value))
        if isinstance(node.slice, ast.Slice):
            return self.cut(node, node.slice)
        item = self.table_row(node)
        if item is None:
            return self.item_of_row(node)
        if owner is not None and isinstance(owner.value[0], tuple):
            return self.row_as_tuple(node, owner.value, item)
        return item

    def look_up_table(self, node: ast.Subscript, table: Static) -> Any:
        """An item of a table that is handed over at run time: a number, or a row as a tuple."""
        if isinstance(node.slice, ast.Slice):
            return self.cut(node, node.slice)
        item = self.table_row(node)
        axes = find_axes(table.value)
        if item is None:
            return self.generic_visit(node)
        if len(axes) == 1:
            return item
        return ast.copy_location(call("row_items", item, *map(ast.Constant, axes[1:])), node)

    def cut(self, node: ast.Subscript, part: ast.Slice) -> Any:
        """A slice; one by variables makes a list."""
        bounds = [x for x in (part.lower, part.upper, part.step) if x is not None]
        if all(self.static(bound) is not None for bound in bounds):
            return self.generic_visit(node)
        args = [
            ast.Constant(None) if bound is None else self.visit(bound)
            for bound in (part.lower, part.upper, part.step)
        ]
        return ast.copy_location(call("cut", self.visit(node.value), *args), node)

    def item_of_row(self, node: ast.Subscript) -> Any:
        """An item, where its owner may be a row of a table that stays an array."""
        row = self.table_row(node.value)
        if row is None:
            return ast.copy_location(
                ast.Subscript(self.visit(node.value), self.number_of(node.slice), ast.Load()), node
            )
        return ast.copy_location(ast.Subscript(row, self.number_of(node.slice), ast.Load()), node)

    def row_as_tuple(self, node: ast.Subscript, values: Any, row: ast.expr) -> ast.expr:
        """A row of a table as a tuple; one of several lengths is a list.

        It is an array only where it is run through or indexed.
        """
        lengths = {len(r) for r in values}
        if len(lengths) > 1:
            is_list = isinstance(row, ast.Call) and isinstance(row.func, ast.Name)
            return row if is_list else ast.Call(load("list"), [row], [])
        table = self.draft.table(tuple(values))
        assert table is not None
        builder = load(self.draft.row_builder(table, lengths.pop()))
        return ast.copy_location(ast.Call(builder, [self.number_of(node.slice)], []), node)

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        if isinstance(node.ctx, ast.Load) and (weights := self.find_weights(node)) is not None:
            return ast.copy_location(self.hand_over(weights), node)
        if isinstance(node.ctx, ast.Load):
            member = self.member(node.attr, node)
            if isinstance(member, property):
                site = CallSite([node.value], [], node)
                return ast.copy_location(self.call_function(member.fget, {}, site), node)
            if member is not None and (is_number(member) or isinstance(member, tuple)):
                return ast.copy_location(self.emit(literal(member), node), node)
            if node.attr in ("value", "name") and (table := self.list_enums(node.attr)):
                item = ast.Subscript(self.name_constant(table), node.value, ast.Load())
                return self.visit(ast.copy_location(item, node))
        return self.generic_visit(node)

    def list_enums(self, attribute: str) -> dict[Any, Any]:
        """The value or name of every member of the Enums that the module knows.

        None, if the field of a state has this name: it may be meant.
        """
        if any(attribute in field_names(record) for record in self.draft.records):
            return {}
        kinds = [x for x in self.function.__globals__.values() if isinstance(x, EnumType)]
        members: list[Any] = list(chain.from_iterable(kinds))
        return {member: getattr(member, attribute) for member in members}

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> Any:
        self.fail(
            node,
            "a generator expression can be compiled inside any, all, sum, min, max, tuple "
            "or list, or after yield from",
        )


def list_parts(text: str) -> tuple[str, ...]:
    """Everything that is `in` a text: its letters, their runs, and the empty text.

    >>> list_parts("ab")
    ('', 'a', 'ab', 'b')
    """
    ends = range(len(text) + 1)
    return tuple(sorted({text[i:j] for i in ends for j in ends if i <= j}))
