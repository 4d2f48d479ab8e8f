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
from collections.abc import Callable, Sequence
from typing import Any

from zermelo.gears.builtin_calls import BuiltinCalls
from zermelo.gears.nodes import copy_tree, walk
from zermelo.gears.syntax import Rename, Routine, call, ends, leaves_loop, mark, store

MOST_COPIES = 2
"""A longer body is not repeated for more yields than these."""


class Pasting(BuiltinCalls):
    """Writes the text of generators and inlined functions in place of their calls."""

    def paste(self, target: Routine, loop: ast.For) -> list[ast.stmt]:
        """The generator's text, its variables renamed, with the loop's body where it yields."""
        assert isinstance(loop.iter, ast.Call)
        assignments, body = self.copy_body(target, loop.iter, loop)
        at_yields = AtYields(loop, lambda: self.copy_statements(loop.body, self.routine))
        return [*assignments, *at_yields.visit(ast.Module(body, [])).body]

    def substitute(self, target: Routine, args: dict[str, ast.expr]) -> ast.expr | None:
        """The text of an inlined function in place of a call of it, if it is one expression.

        Each argument must be a name, a field or a constant, or be used once: it is not worked out
        twice, and never too early.
        """
        if not target.is_inlined or len(target.body) != 1:
            return None
        only = target.body[0]
        if not isinstance(only, ast.Return) or only.value is None:
            return None
        uses = [node.id for node in walk(only) if isinstance(node, ast.Name)]
        if any(not is_simple(arg) and uses.count(name) != 1 for name, arg in args.items()):
            return None
        self.use_data_of(target)
        copied = self.copy_statements([only], target)[0]
        return Substitute(args).visit(copied).value  # type: ignore[no-any-return]

    def splice(self, statement: ast.Assign | ast.Return | ast.Expr) -> ast.stmt | list[ast.stmt]:
        """The text of an inlined function in place of a statement that only calls it.

        Its parameters become variables. Its returns assign what the statement assigns, if anything.
        """
        calls = (known for known in self.routine.calls if known[0] is statement.value)
        node, target = next(calls, (None, None))
        if node is None or target is None or not target.is_inlined:
            return statement
        if not target.body or not fits(target.body, statement):
            return statement
        assignments, body = self.copy_body(target, node, statement)
        if not isinstance(statement, ast.Return):
            body = assign_returns(body, getattr(statement, "targets", []))
        return [*assignments, *body]

    def copy_body(
        self, target: Routine, node: ast.Call, at: ast.stmt
    ) -> tuple[list[ast.stmt], list[ast.stmt]]:
        """Assignments of a call's arguments, and the body of its target with new names.

        The call itself is no longer a call of this routine.
        """
        variables = sorted({*target.params, *store(target.body)})
        names = {name: self.new_name(name) for name in variables}
        self.routine.calls = [known for known in self.routine.calls if known[0] is not node]
        self.use_data_of(target)
        assignments: list[ast.stmt] = []
        for name, arg in zip(target.params, node.args, strict=True):
            assignment = ast.Assign([ast.Name(names[name], ast.Store())], arg)
            assignments.append(ast.fix_missing_locations(ast.copy_location(assignment, at)))
        mark(target.body, target.file)
        copies = self.copy_statements(target.body, target)
        return assignments, [Rename(names).visit(statement) for statement in copies]

    def use_data_of(self, target: Routine) -> None:
        """Note that this routine uses the arrays that another one uses."""
        self.routine.data += [name for name in target.data if name not in self.routine.data]

    def copy_statements(self, body: list[ast.stmt], owner: Routine) -> list[ast.stmt]:
        """A second copy of statements, with the calls in it noted."""
        inside = {id(node) for part in body for node in walk(part)}
        calls = [known for known in owner.calls if id(known[0]) in inside]
        copies: dict[int, Any] = {}
        body = [copy_tree(statement, copies) for statement in body]
        self.routine.calls += [(copies[id(node)], called) for node, called in calls]
        return body


def fits(body: Sequence[ast.stmt], statement: ast.stmt) -> bool:
    """Can the text of a function stand for a statement that calls it?"""
    if isinstance(statement, ast.Return):
        return ends(body)
    return returns_last(body) and (isinstance(statement, ast.Expr) or ends(body))


def returns_last(body: Sequence[ast.stmt]) -> bool:
    """Can the returns in a body be written as assignments?

    Not if one leaves a loop, or a branch after which the other ways go on.
    """
    for statement in body:
        inner = [node for node in walk(statement) if isinstance(node, ast.Return)]
        if isinstance(statement, ast.If) and inner:
            for branch in (statement.body, statement.orelse):
                if has_return(branch) and not (ends(branch) and returns_last(branch)):
                    return False
        elif inner and not isinstance(statement, ast.Return):
            return False
    return True


def has_return(body: Sequence[ast.stmt]) -> bool:
    """Is there a return in these statements?"""
    return any(isinstance(node, ast.Return) for part in body for node in walk(part))


def assign_returns(body: Sequence[ast.stmt], targets: list[ast.expr]) -> list[ast.stmt]:
    """The same statements with assignments instead of returns, each branch going on to its end."""
    for at, statement in enumerate(body):
        before, rest = [*body[:at]], body[at + 1 :]
        if isinstance(statement, ast.Return):
            return [*before, assign_return(statement, targets)]
        if isinstance(statement, ast.If) and has_return([statement]):
            branches = statement.body, statement.orelse
            goes_on = statement.orelse if has_return(statement.body) else statement.body
            statement.body, statement.orelse = (
                assign_returns([*branch, *rest] if branch is goes_on else branch, targets)
                for branch in branches
            )
            return [*before, statement]
    return [*body]


def assign_return(statement: ast.Return, targets: list[ast.expr]) -> ast.stmt:
    """An assignment of what is returned; `pass`, if nothing is assigned."""
    if targets and statement.value is not None:
        new: ast.stmt = ast.Assign(copy.deepcopy(targets), statement.value)
    else:
        new = ast.Pass()
    new.origin = getattr(statement, "origin", None)  # type: ignore[attr-defined]
    return ast.fix_missing_locations(ast.copy_location(new, statement))


class Substitute(ast.NodeTransformer):
    """Puts arguments in place of parameters."""

    def __init__(self, args: dict[str, ast.expr]) -> None:
        self.args = args

    def visit_Name(self, node: ast.Name) -> ast.expr:
        arg = self.args.get(node.id)
        return node if arg is None else copy.deepcopy(arg) if is_simple(arg) else arg


def is_simple(arg: ast.expr) -> bool:
    """Is an argument a name, a field of one, or a constant?"""
    while isinstance(arg, ast.Attribute):
        arg = arg.value
    return isinstance(arg, ast.Name | ast.Constant)


def is_generator(node: ast.AST) -> bool:
    """Does an author's function yield?"""
    return any(isinstance(part, ast.Yield | ast.YieldFrom) for part in walk(node))


def pastes(target: Routine, loop: ast.For) -> bool:
    """Can a finished generator's text stand for a loop over it?

    Not if either may leave early, or if the body would grow much.
    """
    parts = [node for part in target.body for node in walk(part)]
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
        # a constant would let Numba drop a branch, and lose count of what is yielded
        value = call("plain", node.value.value)
        assignment = ast.Assign([copy.deepcopy(self.loop.target)], value)
        return [ast.fix_missing_locations(ast.copy_location(assignment, node)), *self.body()]
