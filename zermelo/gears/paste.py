"""A generator's text in place of a loop over what it yields.

Numba copies a generator that another one holds at every yield, which takes longer than finding a
move. Pasted::

    def moves(s):                       def moves(s):
        for a in steps(s.own):              own = s.own
            if a in s.free:                 while own:
                yield a                         a = own & -own
                                                if a in s.free:
    def steps(own):                                 yield a
        while own:                              own &= own - 1
            yield own & -own
            own &= own - 1
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable
from typing import Any

from zermelo.gears.comprehensions import Comprehensions
from zermelo.gears.syntax import Made, Rename, call, leaves_loop, mark, store

MOST_COPIES = 2
"""A longer body is not repeated for more yields than these."""


class Pasting(Comprehensions):
    """Writes out loops over generators."""

    def paste(self, target: Made, loop: ast.For) -> list[ast.stmt]:
        """The generator's text, its variables renamed, with the loop's body where it yields."""
        assert isinstance(loop.iter, ast.Call)
        names = {
            name: self.new_name(name) for name in sorted({*target.params, *store(target.body)})
        }
        self.made.calls = [known for known in self.made.calls if known[0] is not loop.iter]
        self.made.data += [name for name in target.data if name not in self.made.data]
        given = [
            ast.Assign([ast.Name(names[name], ast.Store())], arg)
            for name, arg in zip(target.params, loop.iter.args, strict=True)
        ]
        placed = [ast.fix_missing_locations(ast.copy_location(assign, loop)) for assign in given]
        mark(target.body, target.file)
        body = [
            Rename(names).visit(statement) for statement in self.copy_generator(target.body, target)
        ]
        filled = AtYields(loop, lambda: self.copy_generator(loop.body, self.made)).visit(
            ast.Module(body, [])
        )
        return [*placed, *filled.body]

    def copy_generator(self, body: list[ast.stmt], owner: Made) -> list[ast.stmt]:
        """A second copy of statements, with the calls in it noted."""
        inside = {id(node) for part in body for node in ast.walk(part)}
        calls = [known for known in owner.calls if id(known[0]) in inside]
        body, copies = copy.deepcopy((body, [made for made, _ in calls]))
        self.made.calls += zip(copies, (called for _, called in calls), strict=True)
        return body


def is_generator(node: ast.AST) -> bool:
    """Does an author's function yield?"""
    return any(isinstance(part, ast.Yield | ast.YieldFrom) for part in ast.walk(node))


def pastes(target: Made, loop: ast.For) -> bool:
    """Can a finished generator's text stand for a loop over it?

    Not if either may leave early, or if the body would grow much.
    """
    parts = [node for part in target.body for node in ast.walk(part)]
    if (
        not target.is_generator
        or loop.orelse
        or leaves_loop(loop.body)
        or any(isinstance(node, ast.Return) for node in parts)
    ):
        return False
    return len(loop.body) == 1 or sum(isinstance(node, ast.Yield) for node in parts) <= MOST_COPIES


class AtYields(ast.NodeTransformer):
    """Puts a loop's body where a generator yields; the loop's variable gets what is yielded."""

    def __init__(self, loop: ast.For, body: Callable[[], list[ast.stmt]]) -> None:
        self.loop, self.body = loop, body

    def visit_Expr(self, node: ast.Expr) -> Any:
        if not isinstance(node.value, ast.Yield) or node.value.value is None:
            return node
        value = call(
            "plain", node.value.value
        )  # a constant would let Numba drop a branch, and lose count of what is yielded
        given = ast.Assign([copy.deepcopy(self.loop.target)], value)
        return [ast.fix_missing_locations(ast.copy_location(given, node)), *self.body()]
