"""Lists whose length never changes, written as tuples.

``cells = list(s.cells); cells[a] = x; return State(tuple(cells))`` is the first thing that people
write. A list would be made on the heap for every move; a tuple with one item replaced costs next to
nothing. A variable is written so if it is only read and its items are only assigned.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from typing import Any

from zermelo.gears.lines import assign
from zermelo.gears.nodes import walk
from zermelo.gears.syntax import load, names_in, use

GROWING = frozenset({"append", "extend", "insert", "pop", "remove", "clear", "__setitem__"})
"""Methods that change the length of a list, or items of it without an assignment."""

Changes = Callable[[ast.Call, int], bool]
"""Does the function of a call change the list that it gets as this argument?"""


def fix_lists(body: list[ast.stmt], changes: Changes, is_authors: bool) -> list[ast.stmt]:
    """The same statements, with lists of one length as tuples.

    In an author's text so is a list that a function returned: it may be such a tuple.
    """
    splitter = PairSplitter()
    body = [new for statement in body for new in as_statements(splitter.visit(statement))]
    names = find_fixed(body, changes, is_authors)
    if not names:
        return body
    writer = FixedLists(names)
    return [new for statement in body for new in as_statements(writer.visit(statement))]


def as_statements(new: Any) -> list[ast.stmt]:
    """One statement or several, as a list."""
    return new if isinstance(new, list) else [new]


class PairSplitter(ast.NodeTransformer):
    """Writes ``a, b = list(x), list(y)`` as two assignments, where that means the same."""

    def visit_Assign(self, node: ast.Assign) -> Any:
        target, value = node.targets[0], node.value
        if not isinstance(target, ast.Tuple) or not isinstance(value, ast.Tuple):
            return node
        names = {name for part in target.elts for name in name_of(part)}
        is_plain = len(names) == len(target.elts) == len(value.elts) and len(node.targets) == 1
        if not is_plain or names & names_in(value) or not any(map(makes_list, value.elts)):
            return node
        pairs = zip(target.elts, value.elts, strict=True)
        return [ast.copy_location(ast.Assign([one], new), node) for one, new in pairs]


def find_fixed(body: list[ast.stmt], changes: Changes, is_authors: bool) -> set[str]:
    """The names of lists that keep their length."""
    made: set[str] = set()
    changed: set[str] = set()
    returned: set[str] = set()
    for node in walk_all(body):
        changed |= find_changes(node)
        returned |= find_returned(node) if is_authors else set()
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                made |= name_of(target) if makes_list(node.value) else set()
    placed = {name for node in walk_all(body) for name in find_placed(node)}
    names = (made & changed) | (returned & placed)
    if names:  # to look at the functions that are called takes time
        names -= {name for node in walk_all(body) for name in find_escapes(node, changes)}
    return names


def find_returned(node: ast.AST) -> set[str]:
    """The names of what a function returns: board in ``board, at = self.sow(cells, i)``."""
    if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Call):
        return set()
    target = node.targets[0]
    parts = target.elts if isinstance(target, ast.Tuple) else [target]
    return {name for part in parts for name in name_of(part)}


def find_placed(node: ast.AST) -> set[str]:
    """The lists whose items a node assigns."""
    if not isinstance(node, ast.Subscript) or not isinstance(node.ctx, ast.Store):
        return set()
    owner: ast.AST = node
    while isinstance(owner, ast.Subscript):
        owner = owner.value
    return name_of(owner)


def find_changes(node: ast.AST) -> set[str]:
    """The lists whose items a node assigns, or that it sorts or makes a tuple."""
    if placed := find_placed(node):
        return placed
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return name_of(node.func.value) if node.func.attr in ("sort", "reverse") else set()
    if isinstance(node, ast.Call) and call_name(node) == "tuple" and len(node.args) == 1:
        return names_in(node.args[0])
    return set()


def walk_all(body: list[ast.stmt]) -> Iterator[ast.AST]:
    """Every node of statements."""
    for statement in body:
        yield from walk(statement)


def name_of(node: ast.AST | None) -> set[str]:
    """The name, if a node is one."""
    return {node.id} if isinstance(node, ast.Name) else set()


def makes_list(value: ast.expr) -> bool:
    """Does an expression make a new list whose length is that of something else?"""
    if isinstance(value, ast.Call):
        if isinstance(value.func, ast.Attribute):
            return value.func.attr == "copy" and not value.args
        return call_name(value) in ("list", "sorted") and len(value.args) == 1
    if isinstance(value, ast.ListComp):
        return len(value.generators) == 1 and not value.generators[0].ifs
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Mult):
        return isinstance(value.left, ast.List) and len(value.left.elts) == 1
    if isinstance(value, ast.Subscript) and isinstance(value.slice, ast.Slice):
        whole = value.slice
        return whole.lower is None and whole.upper is None and whole.step is None
    return isinstance(value, ast.List) and bool(value.elts)


def call_name(node: ast.expr) -> str:
    """The name of the function that is called; "" if it is no plain name."""
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""


def find_escapes(node: ast.AST, changes: Changes) -> set[str]:
    """The names that a node uses in a way that only a real list allows."""
    if isinstance(node, ast.Assign):
        return name_of(node.value) | alias_of(node)
    if isinstance(node, ast.AugAssign | ast.NamedExpr | ast.For):
        names = name_of(node.target)
        return names | (name_of(node.value) if isinstance(node, ast.NamedExpr) else set())
    if isinstance(node, ast.Delete):
        return {n for t in node.targets if isinstance(t, ast.Subscript) for n in name_of(t.value)}
    if isinstance(node, ast.Call):
        return escapes_of_call(node, changes)
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        return name_of(node.value) if isinstance(node.ctx, ast.Store) else set()
    return set()


def alias_of(node: ast.Assign) -> set[str]:
    """The name that becomes a second name of another list."""
    names = {name for target in node.targets for name in name_of(target)}
    return names if isinstance(node.value, ast.Name) or len(node.targets) > 1 else set()


def escapes_of_call(node: ast.Call, changes: Changes) -> set[str]:
    """The lists whose length a call may change, or that it changes out of sight."""
    names: set[str] = set()
    if isinstance(node.func, ast.Attribute) and node.func.attr in GROWING:
        names |= name_of(node.func.value)
    for i, arg in enumerate(node.args):
        if isinstance(arg, ast.Name) and changes(node, i):
            names.add(arg.id)
    return names


def changes_parameter(node: ast.FunctionDef, name: str) -> bool:
    """Does a function change the list that a parameter is?"""
    for part in walk(node):
        is_target = isinstance(part, ast.Subscript) and not isinstance(part.ctx, ast.Load)
        if is_target and name in name_of(getattr(part, "value", None)):
            return True
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute):
            is_change = part.func.attr in GROWING or part.func.attr in ("sort", "reverse")
            if is_change and name in name_of(part.func.value):
                return True
    return False


class FixedLists(ast.NodeTransformer):
    """Writes lists of one length as tuples."""

    def __init__(self, names: set[str]) -> None:
        self.names = names
        self.fresh = 0

    def is_fixed(self, node: ast.AST | None) -> bool:
        """Is this one of the lists?"""
        return isinstance(node, ast.Name) and node.id in self.names

    # ------------------------------------------------------------------ where one is made

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        if node.value is None or not self.is_fixed(node.target):
            return self.generic_visit(node)
        return self.visit(ast.copy_location(ast.Assign([node.target], node.value), node))

    def visit_Assign(self, node: ast.Assign) -> Any:
        target = node.targets[0]
        if self.is_fixed(target):
            self.generic_visit(node)
            if makes_list(node.value):
                node.value = ast.copy_location(self.make(node.value), node.value)
            return ast.fix_missing_locations(node)
        if self.owner(target) is not None:
            return self.place(node, [self.put(target, self.visit(node.value))])
        if isinstance(target, ast.Tuple) and any(self.owner(t) for t in target.elts):
            return self.place(node, self.put_all(target, self.visit(node.value)))
        return self.generic_visit(node)

    def make(self, value: ast.expr) -> ast.expr:
        """A new list of one length."""
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
            return use("as_cells", value.func.value)
        if isinstance(value, ast.Call):
            return use("as_cells", value.args[0]) if call_name(value) == "list" else value
        if isinstance(value, ast.ListComp):
            if makes_list(value.elt):
                value.elt = ast.copy_location(self.make(value.elt), value.elt)
            return use("list_along", value)
        if isinstance(value, ast.BinOp):
            return use("repeat", value)
        if isinstance(value, ast.Subscript):
            return use("as_cells", value.value)
        return use("as_uniform", ast.Tuple(value.elts, ast.Load()))  # type: ignore[attr-defined]

    # ------------------------------------------------------------------ where one is changed

    def owner(self, target: ast.AST) -> ast.Name | None:
        """The list that is changed by an assignment to cells[i] or rows[i][j]."""
        if not isinstance(target, ast.Subscript):
            return None
        while isinstance(target, ast.Subscript):
            target = target.value
        return target if self.is_fixed(target) else None  # type: ignore[return-value]

    def put(self, target: ast.expr, value: ast.expr) -> ast.stmt:
        """cells[i] = value, as cells = with_item(cells, i, value)."""
        while isinstance(target, ast.Subscript):
            whole = as_loaded(target.value)
            value = use("with_item", whole, self.visit(target.slice), value)
            target = target.value
        assert isinstance(target, ast.Name)
        return assign(target.id, value)

    def put_all(self, target: ast.Tuple, value: ast.expr) -> list[ast.stmt]:
        """cells[i], cells[j] = x, y: all values are worked out before the first is put."""
        names = []
        for _ in target.elts:
            self.fresh += 1
            names.append(f"_z_s{self.fresh}")
        targets: list[ast.expr] = [ast.Name(name, ast.Store()) for name in names]
        written: list[ast.stmt] = [ast.Assign([ast.Tuple(targets, ast.Store())], value)]
        for part, name in zip(target.elts, names, strict=True):
            is_own = self.owner(part) is not None
            written.append(self.put(part, load(name)) if is_own else ast.Assign([part], load(name)))
        return written

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        if self.owner(node.target) is None:
            return self.generic_visit(node)
        value = ast.BinOp(as_loaded(node.target), node.op, self.visit(node.value))
        return self.place(node, [self.put(node.target, value)])

    def visit_Expr(self, node: ast.Expr) -> Any:
        """cells.sort() and cells.reverse()"""
        call = node.value
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
            return self.generic_visit(node)
        owner, method = call.func.value, call.func.attr
        if not isinstance(owner, ast.Name) or not self.is_fixed(owner):
            return self.generic_visit(node)
        if method == "sort":
            value: ast.expr = ast.Call(load("sorted"), [load(owner.id)], call.keywords)
        elif method == "reverse":
            backwards = ast.Slice(None, None, ast.Constant(-1))
            value = ast.Subscript(load(owner.id), backwards, ast.Load())
        else:
            return self.generic_visit(node)
        return self.place(node, [assign(owner.id, value)])

    def place(self, node: ast.stmt, new: list[ast.stmt]) -> list[ast.stmt]:
        """New statements where another stood."""
        return [ast.fix_missing_locations(ast.copy_location(each, node)) for each in new]


def as_loaded(node: ast.expr) -> Any:
    """An expression that reads what a target names."""
    copied: Any = copy.deepcopy(node)
    copied.ctx = ast.Load()
    return copied
