"""One function of a rule or a search, rewritten for the machine.

Static names become constants, methods of static objects become plain functions, shifts become
logical, and the few shapes that Numba does not know (generator expressions in ``any`` or ``tuple``,
``yield from``, ``_replace``, methods of the state) become shapes that it does. Everything else is
left as the author wrote it. The layers of a rewriter, from the lowest:

`KnownValues` · `Known` · `Comprehensions` · `BuiltinCalls` · `Pasting` · `Calls` · `Displays` ·
`Expressions` · `Rewriter`.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from zermelo.errors import NotCompilable
from zermelo.gears.displays import is_empty
from zermelo.gears.expressions import Expressions
from zermelo.gears.known import Scope
from zermelo.gears.known_values import LOOKS, LocalFunction
from zermelo.gears.nodes import children, walk
from zermelo.gears.paste import is_generator, pastes
from zermelo.gears.producers import TAKERS
from zermelo.gears.statics import Static, is_data, is_record, items_of, literal
from zermelo.gears.syntax import call, ends, leaves_loop, load, names_in, store
from zermelo.gears.syntax import statements as statements_in

UNROLLED = 8
"""A loop over a known tuple of at most this many items is written out."""

SHORT_RANGE = 2
"""A loop over a known range of at most this length is written out.

Numba keeps such a loop in a function that it inlines. Longer ranges gain nothing by it.
"""


SAME_LENGTH = frozenset({"tuple", "sorted", "reversed", "list"})
"""Builtins that keep the number of items."""


class Rewriter(Expressions):
    """Rewrites the body of one function with some of its parameters bound to static values."""

    def rewrite(self) -> None:
        """Fill the routine with the rewritten body."""
        body = self.node.body
        if ast.get_docstring(self.node) is not None:
            body = body[1:]
        self.bind_constants(body)
        self.find_texts(self.find_taken())
        self.held = self.find_held(body)
        reassigned = store(body) & set(self.bound) - self.constants
        if reassigned:
            self.fail(self.node, f"{sorted(reassigned)[0]} must not be assigned to")
        self.routine.body = self.block([*body, *self.end_without_value(body)]) or [ast.Pass()]
        self.routine.is_generator = any(
            isinstance(node, ast.Yield) for part in self.routine.body for node in walk(part)
        )

    def find_held(self, body: list[ast.stmt]) -> dict[str, str]:
        """The variables that hold a tuple of a state, and elsewhere one made of its items.

        Each with the field of the state.
        """
        found: dict[str, str] = {}
        for node in (part for statement in body for part in walk(statement)):
            if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Attribute):
                continue
            target, field = node.targets[0], node.value.attr
            if isinstance(target, ast.Name) and count_stores(body, target.id) > 1:
                found[target.id] = field
        return found if self.is_authors else {}

    def fit_held(self, target: ast.expr, over: ast.expr | None, value: ast.expr) -> ast.expr:
        """What is assigned, as the tuple that the variable holds elsewhere, if it is as long."""
        field = self.held.get(target.id) if isinstance(target, ast.Name) else None
        if field is None or not isinstance(target, ast.Name):
            return value
        is_whole = isinstance(over, ast.Name) and over.id == target.id
        is_whole = is_whole or (isinstance(over, ast.Attribute) and over.attr == field)
        fit = self.draft.fit_of(field) if is_whole else None
        return ast.Call(load(fit), [value], []) if fit else value

    def find_taken(self) -> str:
        """The parameter that is an action, where all actions are texts and this is a rule."""
        if not self.draft.has_only_texts or self.function.__name__ not in TAKERS:
            return ""
        is_rule = self.draft.is_rule(self.bound) and len(self.node.args.args) == 3
        return self.node.args.args[2].arg if is_rule else ""

    def end_without_value(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """What stands for the end of a function that returns values before, and then nothing.

        It is None, which a function of numbers can return; one of states cannot come there.
        """
        values = [n.value for part in body for n in walk_own(part) if isinstance(n, ast.Return)]
        if not self.is_authors or not any(values) or ends(body) or is_generator(self.node):
            return []
        is_state = any(self.makes_record(value) for value in values)
        last: ast.stmt = ast.Return(ast.Constant(None))
        if is_state:
            last = ast.Raise(load("ValueError"))
        return [ast.fix_missing_locations(ast.copy_location(last, body[-1]))]

    def makes_record(self, value: ast.expr | None) -> bool:
        """Is this a new state, or a tuple?"""
        if not isinstance(value, ast.Call):
            return isinstance(value, ast.Tuple)
        if isinstance(value.func, ast.Attribute) and value.func.attr == "_replace":
            return True
        made = self.static(value.func)
        return made is not None and is_record(made.value)

    def block(self, statements: Iterable[ast.stmt]) -> list[ast.stmt]:
        """Rewritten statements."""
        written: list[ast.stmt] = []
        for statement in statements:
            try:
                new = self.visit(statement)
            except NotCompilable as error:  # the others are looked at too: one message names all
                self.draft.refusals.append(str(error))
                new = ast.Pass()
            written += new if isinstance(new, list) else [new] if new is not None else []
        return written

    def bind_constants(self, body: list[ast.stmt]) -> None:
        """Bind dicts, sets and lambdas that have a name of their own, and are assigned once."""
        self.constants: set[str] = set()
        for statement in statements_in(body):
            if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
                continue
            target, value = statement.targets[0], statement.value
            if not isinstance(target, ast.Name) or count_stores(body, target.id) > 1:
                continue
            if isinstance(value, ast.Lambda):
                self.local_functions[target.id] = LocalFunction(value)
                self.constants.add(target.id)
            elif not isinstance(value, ast.Dict | ast.Set) or is_changed(body, target.id):
                continue
            elif known := self.static(value):
                self.bound[target.id] = known
                self.constants.add(target.id)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        """A function inside a rule is called like any other; its variables around it are passed."""
        self.local_functions[node.name] = LocalFunction(node)
        return []

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
        self.fill_empty(node)
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
        items = self.static_letters(node.iter)
        if items is not None and isinstance(items.value, range):
            if len(items.value) <= SHORT_RANGE and self.can_unroll(node):
                return self.unroll(node, literal(tuple(items.value)))
        elif items is not None and isinstance(items.value, tuple) and not is_data(items.value):
            loop = self.loop_over_known(node, items)
            if loop is not None:
                return loop
            return self.loop(node, self.visit(node.target), self.emit(items, node.iter))
        loop = self.loop(node, self.visit(node.target), self.run_through(node.iter))
        target = next((target for each, target in self.routine.calls if each is loop.iter), None)
        if target is not None and pastes(target, loop):
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
        numbered = self.rows_by_number(rows)
        if numbered is not None:
            return self.loop_over_rows(node, numbered, len(rows))
        if table is None and not self.is_uniform(rows) and self.can_unroll(node):
            return self.unroll(node, items)
        return None

    def can_unroll(self, node: ast.For) -> bool:
        """Can a loop be written out? Not if it is left early, yields, or its variable is set."""
        if leaves_loop(node.body) or node.orelse or is_generator(node):
            return False
        return not names_in(node.target) & (store(node.body) | self.read_after())

    def loop_over_rows(
        self, node: ast.For, numbered: Callable[[ast.expr], ast.expr], count: int
    ) -> ast.For:
        """A loop over the rows of a table that is kept as an array."""
        at = self.new_name("at")
        row = ast.copy_location(ast.Assign([node.target], numbered(load(at))), node)
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
        if isinstance(node.targets[0], ast.Name) and node.targets[0].id in self.constants:
            return []
        if self.is_part(node.targets[0]):
            return []
        for target in node.targets:
            self.forbid_static_target(target)
        if isinstance(node.targets[0], ast.Tuple) and isinstance(node.value, ast.GeneratorExp):
            items = ast.ListComp(node.value.elt, node.value.generators)
            node.value = ast.copy_location(items, node.value)
        over = find_source(node.value)
        text = self.unpack_text(node)
        if text is not None:
            node.value = ast.copy_location(ast.Constant(0), node.value)
        new = self.generic_visit(node)
        assert isinstance(new, ast.Assign)
        new.value = new.value if text is None else ast.copy_location(text, new.value)
        self.unpack_action(new)
        new.value = self.fit_held(new.targets[0], over, new.value)
        return self.splice(new)

    def unpack_action(self, node: ast.Assign) -> None:
        """Write ``x, y = a`` with the first items of an action that may have several shapes."""
        target = node.targets[0]
        if not self.draft.action_shapes or not isinstance(target, ast.Tuple | ast.List):
            return
        if isinstance(node.value, ast.Name):
            items = call("first_items", node.value, ast.Constant(len(target.elts)))
            node.value = ast.copy_location(items, node.value)

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
        if is_empty(node.value):
            node.value = self.empty_list(node)
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


def walk_own(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a statement that are not in a function of its own."""
    yield node
    if not isinstance(node, ast.FunctionDef | ast.Lambda):
        for child in children(node):
            yield from walk_own(child)


def is_changed(body: list[ast.stmt], name: str) -> bool:
    """Is an item of a dict or a set assigned, removed or added?"""
    for node in (node for statement in body for node in walk(statement)):
        owner = getattr(node, "value", None)
        is_same = isinstance(owner, ast.Name) and owner.id == name
        if is_same and isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
            return True
        if is_same and isinstance(node, ast.Attribute) and node.attr not in LOOKS:
            return True
    return False


def find_source(value: ast.expr) -> ast.expr | None:
    """What ``tuple(sorted(f(x) for x in cells))`` runs through, with an item for each of its items.

    >>> ast.unparse(find_source(ast.parse("tuple(x + 1 for x in s.cells)").body[0].value))
    's.cells'
    """
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.args:
        return find_source(value.args[0]) if value.func.id in SAME_LENGTH else None
    if isinstance(value, ast.GeneratorExp | ast.ListComp):
        (first, *others) = value.generators
        return None if others or first.ifs else first.iter
    return value if isinstance(value, ast.Name | ast.Attribute) else None


def count_stores(body: list[ast.stmt], name: str) -> int:
    """How often a name is assigned."""
    nodes = (node for statement in body for node in walk(statement))
    return sum(
        isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store)
        for node in nodes
    )


def _read_outside(node: ast.AST, set_here: frozenset[str]) -> Iterator[str]:
    """The names that a node reads and that no loop around the reading sets."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id not in set_here:
        yield node.id
    if isinstance(node, ast.For):
        set_here |= names_in(node.target)
    if isinstance(node, ast.GeneratorExp | ast.ListComp):
        set_here |= {name for c in node.generators for name in names_in(c.target)}
    for child in children(node):
        yield from _read_outside(child, set_here)
