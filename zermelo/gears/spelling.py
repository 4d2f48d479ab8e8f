"""Texts that a rule only looks into, such as ``own = "ttN" if first else "ssM"``, as tuples.

Machine code has a number for a word. A variable that is only run through, indexed or searched by
``in`` needs the letters instead.
"""

from __future__ import annotations

import ast

from zermelo.gears.nodes import walk

LOOKING = frozenset({"len", "enumerate", "zip", "reversed"})
"""Builtins that run through a text, or count its letters."""


def spell_out(body: list[ast.stmt], params: set[str]) -> None:
    """Write the letters of texts out, where a variable holds nothing else and is looked into.

    >>> body = ast.parse("own = 'ab' if x else 'cd'; y in own").body
    >>> spell_out(body, set())
    >>> print(ast.unparse(body[0]))
    own = ('a', 'b') if x else ('c', 'd')
    """
    nodes = [part for statement in body for part in walk(statement)]
    looks = {id(name) for node in nodes for name in list_looks(node)}
    uses: dict[str, list[ast.Name]] = {}
    for node in nodes:
        if isinstance(node, ast.Name):
            uses.setdefault(node.id, []).append(node)
    assigned = [node for node in nodes if isinstance(node, ast.Assign)]
    for name, found in uses.items():
        given = [node for node in assigned if is_only_target(node, name)]
        texts = [text for node in given for text in list_texts(node.value)]
        stores = [use for use in found if not isinstance(use.ctx, ast.Load)]
        loads = [use for use in found if isinstance(use.ctx, ast.Load)]
        is_text = given and all(texts) and len({len(text) for text in texts if text}) == 1
        if not is_text or len(stores) > len(given) or name in params:
            continue
        if loads and all(id(use) in looks for use in loads):
            for node in given:
                node.value = Spell().visit(node.value)


def is_only_target(node: ast.Assign, name: str) -> bool:
    """Is this ``name = …``?"""
    (target, *others) = node.targets
    return not others and isinstance(target, ast.Name) and target.id == name


def list_texts(value: ast.expr) -> list[str | None]:
    """The texts that an expression may give; None, if it may give something else."""
    if isinstance(value, ast.IfExp):
        return [*list_texts(value.body), *list_texts(value.orelse)]
    is_text = isinstance(value, ast.Constant) and isinstance(value.value, str)
    return [value.value if is_text else None]  # type: ignore[attr-defined]


def list_looks(node: ast.AST) -> list[ast.expr]:
    """The names that an expression looks into: runs through, indexes, or searches by `in`."""
    found: list[ast.expr] = []
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        found = node.comparators if isinstance(node.ops[0], ast.In | ast.NotIn) else []
    elif isinstance(node, ast.For | ast.comprehension):
        found = [node.iter]
    elif isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice):
        found = [node.value]
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in LOOKING:
        found = node.args
    return [part for part in found if isinstance(part, ast.Name)]


class Spell(ast.NodeTransformer):
    """Writes texts as tuples of letters, outside the tests that choose among them."""

    def visit_IfExp(self, node: ast.IfExp) -> ast.IfExp:
        node.body, node.orelse = self.visit(node.body), self.visit(node.orelse)
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        letters: list[ast.expr] = [ast.Constant(letter) for letter in str(node.value)]
        return ast.fix_missing_locations(ast.copy_location(ast.Tuple(letters, ast.Load()), node))
