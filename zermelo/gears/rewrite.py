"""One function of a rule or a search, rewritten for the machine.

Static names become constants, methods of static objects become plain functions, shifts become logical, and
the few shapes that Numba does not know (generator expressions in ``any`` or ``tuple``, ``yield from``,
``_replace``, methods of the state) become shapes that it does. Everything else is left as the author wrote it.
"""

from __future__ import annotations

import ast
import builtins
import copy
import dataclasses
import functools
import inspect
import math
import types
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NoReturn

from zermelo.errors import NotCompilable
from zermelo.gears.source import definition
from zermelo.gears.statics import (
    BINARY,
    MISSING,
    PURE,
    UNARY,
    Attribute,
    Cell,
    Global,
    Item,
    Static,
    Super,
    field_names,
    is_data,
    is_number,
    is_object,
    is_record,
    literal,
)

if TYPE_CHECKING:
    from zermelo.gears.unit import Unit

UNROLLED = 8
"""Loops over a known tuple of at most so many items are written out."""

ADVICE: dict[type[ast.AST], str] = {
    ast.Dict: "a dict cannot be compiled: use a tuple indexed by a small int",
    ast.DictComp: "a dict cannot be compiled: use a tuple indexed by a small int",
    ast.Set: "a set cannot be compiled: use an int as a set of bits, or a tuple",
    ast.SetComp: "a set cannot be compiled: use an int as a set of bits, or a tuple",
    ast.JoinedStr: "a string cannot be compiled: use an int, and keep text for name, dump and text",
    ast.Lambda: "a lambda cannot be compiled: make it a method or a function of the module",
    ast.FunctionDef: "a function inside a function cannot be compiled: make it a method or a function of the module",
    ast.ClassDef: "a class inside a function cannot be compiled: move it to the module",
    ast.Try: "try cannot be compiled: test before instead of catching afterwards",
    ast.With: "with cannot be compiled: rules only calculate",
    ast.Global: "global cannot be compiled: rules must not change anything outside",
    ast.Nonlocal: "nonlocal cannot be compiled: rules must not change anything outside",
    ast.Import: "import inside a rule cannot be compiled: import at the top of the file",
    ast.ImportFrom: "import inside a rule cannot be compiled: import at the top of the file",
    ast.Match: "match cannot be compiled: use if and elif",
    ast.Await: "rules cannot be asynchronous",
    ast.Starred: "*arguments cannot be compiled: write them out",
}

CASTS: dict[Any, str] = {int: "int64", float: "float64", bool: "boolean"}


@dataclass
class Made:
    """A rewritten function: its text as a tree, its run-time parameters, and what it uses."""

    name: str
    file: str
    params: list[str]
    casts: dict[str, str] = field(default_factory=dict)
    body: list[ast.stmt] = field(default_factory=list)
    data: list[str] = field(default_factory=list)
    calls: list[tuple[ast.Call, Made]] = field(default_factory=list)
    is_generator: bool = False
    group: Made | None = None
    number: int = 0
    builder: str = ""
    line: int = 0
    title: str = ""

    @property
    def place(self) -> str:
        """The author's file and line."""
        return f"{self.file}:{self.line}"


def load(name: str) -> ast.Name:
    """A use of a name."""
    return ast.Name(name, ast.Load())


def word(name: str) -> ast.Attribute:
    """One of the machine's words, out of the way of the author's names."""
    return ast.Attribute(load("_m"), name, ast.Load())


def call(name: str, *args: ast.expr) -> ast.Call:
    """A call of one of the machine's words."""
    return ast.Call(word(name), list(args), [])


def stored(nodes: Iterable[ast.AST]) -> set[str]:
    """The names these nodes assign, leaving out those of comprehensions, which have a scope of their own."""
    found: set[str] = set()
    waiting = list(nodes)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del):
            found.add(node.id)
        if isinstance(node, ast.GeneratorExp | ast.ListComp | ast.SetComp | ast.DictComp):
            waiting.append(node.generators[0].iter)
        else:
            waiting.extend(ast.iter_child_nodes(node))
    return found


def leaves_loop(body: Iterable[ast.stmt]) -> bool:
    """Does a break or continue in this body belong to the loop around it?"""
    for node in body:
        if isinstance(node, ast.Break | ast.Continue):
            return True
        if isinstance(node, ast.For | ast.While):
            if leaves_loop(node.orelse):
                return True
        elif leaves_loop(child for child in ast.iter_child_nodes(node) if isinstance(child, ast.stmt)):
            return True
    return False


class Rewriter(ast.NodeTransformer):
    """Rewrites the body of one function with some of its parameters bound to static values."""

    def __init__(self, unit: Unit, function: types.FunctionType, bound: dict[str, Static], made: Made) -> None:
        self.unit = unit
        self.function = function
        self.bound = dict(bound)
        self.made = made
        self.node, self.file = definition(function)
        arguments = self.node.args
        self.locals = {a.arg for a in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]} | stored(self.node.body)
        self.fresh = 0
        self.cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))

    def rewrite(self) -> None:
        """Fill `made` with the rewritten body."""
        body = self.node.body
        if isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant) and isinstance(body[0].value.value, str):
            body = body[1:]
        reassigned = stored(body) & set(self.bound)
        if reassigned:
            self.fail(self.node, f"{sorted(reassigned)[0]} must not be assigned to")
        self.made.body = self.block(body) or [ast.Pass()]
        self.made.is_generator = any(isinstance(node, ast.Yield) for part in self.made.body for node in ast.walk(part))

    def fail(self, node: ast.AST, why: str) -> NoReturn:
        """Say where and why this cannot be compiled."""
        raise NotCompilable(f"{self.file}:{getattr(node, 'lineno', self.node.lineno)}: {why}")

    def new_name(self, stem: str) -> str:
        """A name that the author cannot have used."""
        self.fresh += 1
        return f"_{stem}{self.fresh}"

    def block(self, statements: Iterable[ast.stmt]) -> list[ast.stmt]:
        """Rewritten statements."""
        done: list[ast.stmt] = []
        for statement in statements:
            new = self.visit(statement)
            done += new if isinstance(new, list) else [new] if new is not None else []
        return done

    # ------------------------------------------------------------------ what is known now

    def static(self, node: ast.AST) -> Static | None:
        """The value of an expression, if it is known before the program runs."""
        finder: Callable[[Any], Static | None] | None = getattr(self, "static_" + type(node).__name__, None)
        return finder(node) if finder else None

    def worth(self, node: ast.AST, compute: Callable[[], Any]) -> Static:
        """A value calculated from static ones."""
        try:
            return literal(compute())
        except Exception as error:  # whatever the author's constants do wrong, the line is named
            self.fail(node, f"{type(error).__name__}: {error}")

    def static_Constant(self, node: ast.Constant) -> Static:
        return literal(node.value)

    def static_Name(self, node: ast.Name) -> Static | None:
        if node.id in self.bound:
            return self.bound[node.id]
        if node.id in self.locals:
            return None
        if node.id in self.cells:
            origin: Cell | Global = Cell(self.cells[node.id])
        else:
            origin = Global(self.function.__globals__, node.id)
        value = origin.fetch(())
        if value is MISSING:
            self.fail(node, f"{node.id} is not defined")
        return self.unit.noted(Static(value, origin))

    def static_Attribute(self, node: ast.Attribute) -> Static | None:
        owner = self.static(node.value)
        if owner is None:
            return None
        name = node.attr
        if name.startswith("__") and not name.endswith("__"):
            name = f"_{self.function.__qualname__.split('.')[-2].lstrip('_')}{name}"
        return self.attribute(owner, name, node)

    def attribute(self, owner: Static, name: str, node: ast.AST) -> Static:
        """An attribute of something static, noted."""
        try:
            value = getattr(owner.value, name)
        except AttributeError:
            kind = owner.value.__name__ if isinstance(owner.value, type) else type(owner.value).__name__
            self.fail(node, f"{kind} has no attribute {name}")
        return self.unit.noted(Static(value, Attribute(owner.origin, name)))

    def static_Subscript(self, node: ast.Subscript) -> Static | None:
        owner, index = self.static(node.value), self.static(node.slice)
        if owner is None or index is None or is_data(owner.value):
            return None
        found = self.worth(node, lambda: owner.value[index.value])
        return self.unit.noted(Static(found.value, Item(owner.origin, index.value))) if is_object(found.value) else found

    def static_Slice(self, node: ast.Slice) -> Static | None:
        parts = [literal(None) if part is None else self.static(part) for part in (node.lower, node.upper, node.step)]
        if None in parts:
            return None
        return literal(slice(*(part.value for part in parts if part is not None)))

    def static_Tuple(self, node: ast.Tuple) -> Static | None:
        items = [self.static(item) for item in node.elts]
        known = [item for item in items if item is not None]
        return literal(tuple(item.value for item in known)) if len(known) == len(items) else None

    def static_Set(self, node: ast.Set) -> Static | None:
        items = [self.static(item) for item in node.elts]
        known = [item for item in items if item is not None]
        return literal(frozenset(item.value for item in known)) if len(known) == len(items) else None

    def static_UnaryOp(self, node: ast.UnaryOp) -> Static | None:
        operand = self.static(node.operand)
        if operand is None:
            return None
        return self.worth(node, lambda: UNARY[type(node.op)](operand.value))

    def static_BinOp(self, node: ast.BinOp) -> Static | None:
        left, right = self.static(node.left), self.static(node.right)
        if left is None or right is None or is_data(left.value) or is_data(right.value):
            return None
        return self.worth(node, lambda: BINARY[type(node.op)](left.value, right.value))

    def static_Compare(self, node: ast.Compare) -> Static | None:
        terms = [self.static(term) for term in (node.left, *node.comparators)]
        values = [term.value for term in terms if term is not None]
        if len(values) < len(terms):
            return None
        pairs = zip(values, node.ops, values[1:], strict=False)
        return self.worth(node, lambda: all(BINARY[type(op)](a, b) for a, op, b in pairs))

    def static_BoolOp(self, node: ast.BoolOp) -> Static | None:
        """`and` and `or` are settled by the first known operand that decides them."""
        decisive = isinstance(node.op, ast.Or)
        for operand in node.values:
            known = self.static(operand)
            if known is None:
                return None
            if bool(known.value) == decisive:
                return known
        return known

    def static_IfExp(self, node: ast.IfExp) -> Static | None:
        test = self.static(node.test)
        if test is None:
            return None
        return self.static(node.body if test.value else node.orelse)

    def static_Call(self, node: ast.Call) -> Static | None:
        if isinstance(node.func, ast.Name) and node.func.id == "super" and not node.args and "__class__" in self.cells:
            own = self.bound.get(self.node.args.args[0].arg)
            cls = self.cells["__class__"].cell_contents
            return Static(super(cls, own.value), Super(cls, own.origin)) if own else None
        if node.keywords or any(isinstance(a, ast.Starred | ast.GeneratorExp) for a in node.args):
            return None
        function = self.static(node.func) if isinstance(node.func, ast.Name) else None
        args = [self.static(a) for a in node.args]
        if function is None or None in args:
            return None
        if function.value is type and len(args) == 1 and args[0] is not None and is_object(args[0].value):
            return self.attribute(args[0], "__class__", node)
        if function.value is getattr and len(args) == 2 and args[0] is not None and args[1] is not None:
            return self.attribute(args[0], str(args[1].value), node)
        if not any(function.value is pure for pure in PURE):
            return None
        values = [a.value for a in args if a is not None]
        if any(is_data(v) for v in values):
            return None
        return self.worth(node, lambda: function.value(*values))

    # ------------------------------------------------------------------ writing known values down

    def visit(self, node: ast.AST) -> Any:
        is_target = isinstance(getattr(node, "ctx", None), ast.Store | ast.Del)
        if isinstance(node, ast.expr) and not isinstance(node, ast.Slice) and not is_target:
            known = self.static(node)
            if known is not None:
                return ast.copy_location(self.emit(known, node), node)
        if type(node) in ADVICE:
            self.fail(node, ADVICE[type(node)])
        return super().visit(node)

    def emit(self, known: Static, node: ast.AST) -> ast.expr:
        """An expression for a static value."""
        value = known.value
        if value is None or isinstance(value, str):
            return ast.Constant(value)
        if is_number(value):
            return self.number(value, node)
        if is_data(value):
            return self.data(known)
        if isinstance(value, tuple) or is_record(type(value)):
            items = value if isinstance(value, tuple) else [getattr(value, name) for name in field_names(value)]
            parts = [self.emit(literal(item), node) for item in items]
            return ast.Call(load(self.unit.record(type(value))), parts, []) if is_record(type(value)) else ast.Tuple(parts, ast.Load())
        if isinstance(value, range):
            return ast.Call(load("range"), [self.number(n, node) for n in (value.start, value.stop, value.step)], [])
        if is_record(value):
            return load(self.unit.record(value))
        if isinstance(value, type) and issubclass(value, BaseException):
            return load(self.unit.imported(value, RuntimeError))
        kind = value.__name__ if isinstance(value, type) else type(value).__name__
        if isinstance(value, dict | list | set | frozenset):
            self.fail(node, f"a {kind} cannot be compiled: make it a tuple")
        if isinstance(value, types.FunctionType | types.MethodType):
            self.fail(node, f"{value.__qualname__} is used as a value: call it here instead")
        self.fail(node, f"{ast.unparse(node)} is a {kind}, which cannot be compiled: use ints, floats, bools and tuples of them")

    def number(self, value: Any, node: ast.AST) -> ast.expr:
        """A number as the machine holds it."""
        if isinstance(value, bool) or type(value).__name__ in ("bool", "bool_"):
            return ast.Constant(bool(value))
        if isinstance(value, float) or (getattr(value, "dtype", None) is not None and value.dtype.kind == "f"):
            return word("nan") if math.isnan(value) else ast.Constant(float(value))
        whole = int(value)
        if not -(2**63) <= whole < 2**64:
            self.fail(node, f"{whole} does not fit in 64 bits")
        return ast.Constant(whole - 2**64 if whole >= 2**63 else whole)

    def data(self, known: Static) -> ast.Name:
        """A use of an array that is handed over at run time."""
        name = self.unit.data_name(known)
        if name not in self.made.data:
            self.made.data.append(name)
        return load(name)

    # ------------------------------------------------------------------ statements

    def visit_If(self, node: ast.If) -> Any:
        test = self.static(node.test)
        if test is not None:
            return self.block(node.body if test.value else node.orelse) or ast.Pass()
        made = ast.If(self.condition(node.test), self.block(node.body) or [ast.Pass()], self.block(node.orelse))
        return ast.copy_location(made, node)

    def visit_While(self, node: ast.While) -> Any:
        made = ast.While(self.condition(node.test), self.block(node.body), self.block(node.orelse))
        return ast.copy_location(made, node)

    def condition(self, node: ast.expr) -> ast.expr:
        """An expression of which only the truth matters."""
        known = self.static(node)
        if known is not None:
            return ast.copy_location(ast.Constant(bool(known.value)), node)
        if isinstance(node, ast.BoolOp):
            return self.chain(node, self.condition, lambda known: ast.Constant(bool(known.value)))
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return ast.copy_location(ast.UnaryOp(node.op, self.condition(node.operand)), node)
        made: ast.expr = self.visit(node)
        return made

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        return self.chain(node, self.visit, lambda known: self.emit(known, node))

    def chain(self, node: ast.BoolOp, visit: Callable[[ast.expr], ast.expr], write: Callable[[Static], ast.expr]) -> ast.expr:
        """`and` or `or`: known operands that decide nothing drop out unless they come last; one that decides ends the chain."""
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
        return ast.copy_location(ast.IfExp(self.condition(node.test), self.visit(node.body), self.visit(node.orelse)), node)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> Any:
        self.fail(node, f"{ast.unparse(node)} assigns inside an expression: write the assignment on a line of its own")

    def visit_For(self, node: ast.For) -> Any:
        items = self.static(node.iter)
        if items is not None and isinstance(items.value, tuple) and not is_data(items.value):
            names = {n.id for n in ast.walk(node.target) if isinstance(n, ast.Name)}
            plain = not leaves_loop(node.body) and not node.orelse and not names & (stored(node.body) | self.read_after(node))
            if plain and len(items.value) <= UNROLLED and not any(isinstance(n, ast.Yield | ast.YieldFrom) for n in ast.walk(node)):
                return self.unrolled(node, items.value)
            table = self.unit.table(items.value, flat=True)
            if table is not None and len(items.value) > UNROLLED:
                made = ast.For(self.visit(node.target), load(table), self.block(node.body), self.block(node.orelse))
                return ast.copy_location(made, node)
            ragged = self.unit.ragged(items.value) if len({len(r) for r in items.value if isinstance(r, tuple)}) > 1 else None
            if ragged is not None:
                return self.rows(node, ragged, len(items.value))
        made = ast.For(self.visit(node.target), self.sequence(node.iter), self.block(node.body), self.block(node.orelse))
        return ast.copy_location(made, node)

    def rows(self, node: ast.For, ragged: tuple[str, str], count: int) -> ast.For:
        """A loop over the rows of a table whose rows differ in length."""
        at = self.new_name("at")
        row = ast.copy_location(ast.Assign([node.target], call("row", load(ragged[0]), load(ragged[1]), load(at))), node)
        body = [row, *self.block(node.body)]
        numbers = ast.Call(load("range"), [ast.Constant(count)], [])
        made = ast.For(ast.Name(at, ast.Store()), numbers, body, self.block(node.orelse))
        return ast.fix_missing_locations(ast.copy_location(made, node))

    def read_after(self, loop: ast.For) -> set[str]:
        """The names that are read outside every loop that sets them: a loop's last value is needed later."""
        found: set[str] = set()

        def look(node: ast.AST, set_here: frozenset[str]) -> None:
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id not in set_here:
                found.add(node.id)
            if isinstance(node, ast.For):
                set_here |= {n.id for n in ast.walk(node.target) if isinstance(n, ast.Name)}
            if isinstance(node, ast.GeneratorExp | ast.ListComp):
                set_here |= {n.id for c in node.generators for n in ast.walk(c.target) if isinstance(n, ast.Name)}
            for child in ast.iter_child_nodes(node):
                look(child, set_here)

        for statement in self.node.body:
            look(statement, frozenset())
        return found

    def sequence(self, node: ast.expr) -> ast.expr:
        """Something to run through: a row of a table may stay an array here."""
        row = self.table_row(node)
        made: ast.expr = row if row is not None else self.visit(node)
        return made

    def unrolled(self, node: ast.For, items: tuple[Any, ...]) -> Any:
        """The loop written out, its variable a constant in each round."""
        done: list[ast.stmt] = []
        for item in items:
            with self.binding(node.target, item, node):
                done += self.block(copy.deepcopy(node.body))
        return done or ast.Pass()

    def binding(self, target: ast.expr, item: Any, node: ast.AST) -> _Binding:
        """A loop variable, or a row of them, bound to a known item for a while."""
        if isinstance(target, ast.Name):
            return _Binding(self, {target.id: literal(item)})
        assert isinstance(target, ast.Tuple | ast.List)
        if not isinstance(item, tuple) or len(item) != len(target.elts):
            self.fail(node, f"cannot unpack {item!r}")
        merged: dict[str, Static] = {}
        for part, value in zip(target.elts, item, strict=True):
            merged |= self.binding(part, value, node).values
        return _Binding(self, merged)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        if node.value is None:
            return None
        return self.visit(ast.copy_location(ast.Assign([node.target], node.value), node))

    def visit_Assign(self, node: ast.Assign) -> Any:
        for target in node.targets:
            self.forbid_static_target(target)
        return self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        self.forbid_static_target(node.target)
        if isinstance(node.op, ast.LShift | ast.RShift):
            current: Any = copy.deepcopy(node.target)
            current.ctx = ast.Load()
            return self.visit(ast.copy_location(ast.Assign([node.target], ast.BinOp(current, node.op, node.value)), node))
        return self.generic_visit(node)

    def forbid_static_target(self, target: ast.expr) -> None:
        """Rules calculate; they do not change the game."""
        if isinstance(target, ast.Attribute):
            what = ast.unparse(target)
            if self.static(target.value) is not None:
                self.fail(target, f"{what} is assigned in a rule: keep what changes in the state")
            self.fail(target, f"{what} is assigned, but states are immutable: use _replace or build a new one")
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
        return self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> Any:
        if isinstance(node.value, ast.YieldFrom):
            if isinstance(node.value.value, ast.GeneratorExp):
                return self.yields(node.value.value)
            each = self.new_name("each")
            self.locals.add(each)
            loop = ast.For(ast.Name(each, ast.Store()), node.value.value, [ast.Expr(ast.Yield(load(each)))], [])
            return self.visit(ast.fix_missing_locations(ast.copy_location(loop, node)))
        return self.generic_visit(node)

    def yields(self, comprehension: ast.GeneratorExp) -> list[ast.stmt]:
        """A generator expression as loops that yield."""
        with _Scope(self, comprehension):
            return self.loops(comprehension, lambda item: [ast.Expr(ast.Yield(item))])

    # ------------------------------------------------------------------ expressions

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        left, right = self.visit(node.left), self.visit(node.right)
        if isinstance(node.op, ast.LShift | ast.RShift):
            return ast.copy_location(call("shl" if isinstance(node.op, ast.LShift) else "shr", left, right), node)
        return ast.copy_location(ast.BinOp(left, node.op, right), node)

    def visit_Compare(self, node: ast.Compare) -> Any:
        if len(node.ops) == 1 and isinstance(node.ops[0], ast.In | ast.NotIn):
            group = self.static(node.comparators[0])
            if group is not None and isinstance(group.value, tuple | set | frozenset | dict | range) and not is_data(group.value):
                inside = self.membership(node.left, tuple(group.value), node)
                wanted = inside if isinstance(node.ops[0], ast.In) else ast.UnaryOp(ast.Not(), inside)
                return ast.copy_location(wanted, node)
        return self.generic_visit(node)

    def membership(self, item: ast.expr, group: tuple[Any, ...], node: ast.AST) -> ast.expr:
        """`item in group`, where the group is known."""
        if not group:
            return ast.Constant(False)
        table = self.unit.table(group, flat=True)
        if table is None:
            self.fail(node, "`in` can be compiled for numbers only")
        return call("contains", load(table), self.visit(item))

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        if not isinstance(node.ctx, ast.Load):
            return self.generic_visit(node)
        owner = self.static(node.value)
        if owner is not None and isinstance(owner.value, dict):
            self.fail(node, ADVICE[ast.Dict])
        if isinstance(node.slice, ast.Slice) and owner is None:
            return self.generic_visit(node)
        row = self.table_row(node)
        if row is not None and owner is not None and isinstance(owner.value[0], tuple):
            return self.row_as_tuple(node, owner.value)
        if row is not None:
            return row
        inner = self.table_row(node.value)
        if inner is not None:
            return ast.copy_location(ast.Subscript(inner, self.visit(node.slice), ast.Load()), node)
        return self.generic_visit(node)

    def table_row(self, node: ast.expr) -> ast.expr | None:
        """An item of a known tuple at an index that is not: a number, or a row that is an array."""
        if not isinstance(node, ast.Subscript) or isinstance(node.slice, ast.Slice) or self.static(node.slice) is not None:
            return None
        owner = self.static(node.value)
        if owner is None or not isinstance(owner.value, tuple | list) or is_data(owner.value) or not owner.value:
            return None
        table = self.unit.table(tuple(owner.value))
        if table is not None:
            return ast.copy_location(ast.Subscript(load(table), self.visit(node.slice), ast.Load()), node)
        ragged = self.unit.ragged(owner.value)
        if ragged is not None:
            return ast.copy_location(call("row", load(ragged[0]), load(ragged[1]), self.visit(node.slice)), node)
        return None

    def row_as_tuple(self, node: ast.Subscript, values: Any) -> ast.expr:
        """A row of a table as the tuple it is; only to run through, count or index it may it stay an array."""
        lengths = {len(r) for r in values}
        if len(lengths) > 1:
            self.fail(node, f"{ast.unparse(node)} has rows of different lengths: they can only be indexed, counted and run through")
        table = self.unit.table(tuple(values))
        assert table is not None
        return ast.copy_location(ast.Call(load(self.unit.row_builder(table, lengths.pop())), [self.visit(node.slice)], []), node)

    def visit_Tuple(self, node: ast.Tuple) -> Any:
        """(a, *b) is the sum of tuples."""
        if not isinstance(node.ctx, ast.Load) or not any(isinstance(e, ast.Starred) for e in node.elts):
            return self.generic_visit(node)
        parts = [self.visit(e.value) if isinstance(e, ast.Starred) else ast.Tuple([self.visit(e)], ast.Load()) for e in node.elts]
        total = parts[0]
        for part in parts[1:]:
            total = ast.BinOp(total, ast.Add(), part)
        return ast.copy_location(total, node)

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        if isinstance(node.ctx, ast.Load):
            member = self.member(node.attr, node)
            if isinstance(member, property):
                return ast.copy_location(self.calling(member.fget, {}, [node.value], [], node), node)
            if member is not None and (is_number(member) or isinstance(member, tuple)):
                return ast.copy_location(self.emit(literal(member), node), node)
        return self.generic_visit(node)

    def member(self, name: str, node: ast.AST) -> Any:
        """The method, property or constant of this name that a record type defines."""
        found = self.unit.members(name)
        if len(found) > 1:
            self.fail(node, f"several state types define {name} differently: give them different names")
        return found[0] if found else None

    def visit_ListComp(self, node: ast.ListComp) -> Any:
        with _Scope(self, node):
            return self.generic_visit(node)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> Any:
        self.fail(node, "a generator expression can be compiled inside any, all, sum, min, max, tuple or list, or after yield from")

    # ------------------------------------------------------------------ calls

    def visit_Call(self, node: ast.Call) -> Any:
        function = self.static(node.func)
        if function is None:
            return ast.copy_location(self.call_of_value(node), node)
        return ast.copy_location(self.call_of_known(node, function), node)

    def call_of_value(self, node: ast.Call) -> ast.expr:
        """A call on something that exists at run time: a method of an int, of the state, of a list."""
        if not isinstance(node.func, ast.Attribute):
            self.fail(node, f"{ast.unparse(node.func)} is not known when the rules are compiled")
        owner, name = node.func.value, node.func.attr
        if name in ("bit_count", "bit_length"):
            return call(name, self.visit(owner))
        if name == "_replace":
            return self.replaced(owner, node.keywords, node)
        method = self.member(name, node)
        if isinstance(method, staticmethod):
            return self.calling(method.__func__, {}, node.args, node.keywords, node)
        if isinstance(method, types.FunctionType):
            return self.calling(method, {}, [owner, *node.args], node.keywords, node)
        if name == "count" and len(node.args) == 1:
            return call("count", self.visit(owner), self.visit(node.args[0]))
        made = self.generic_visit(node)
        assert isinstance(made, ast.Call)
        return made

    def replaced(self, owner: ast.expr, changes: list[ast.keyword], node: ast.AST) -> ast.expr:
        """owner._replace(field=…): a record with some fields changed."""
        given = {k.arg: k.value for k in changes}
        records = self.unit.records_with(set(given), self.function.__globals__)
        if len(records) != 1:
            several = "several state types have" if records else "no state type has"
            self.fail(node, f"{several} the fields {', '.join(str(k) for k in given)}")
        record = records[0]
        if not isinstance(owner, ast.Name):
            self.fail(node, "_replace can be compiled on a variable: give the state a name first")
        parts = [given.get(name) or ast.Attribute(owner, name, ast.Load()) for name in field_names(record)]
        return self.construct(record, parts, [], node)

    def call_of_known(self, node: ast.Call, function: Static) -> ast.expr:
        """A call of something that is known now: a helper, a method of the game, a builtin, a record."""
        value = unwrapped(function.value)
        if value is dataclasses.replace:
            return self.replaced(node.args[0], node.keywords, node)
        if is_record(value):
            return self.construct(value, node.args, node.keywords, node)
        if (machine := self.unit.word(value)) is not None:
            return call(machine, *(self.visit(a) for a in node.args))
        if isinstance(value, types.MethodType):
            body = unwrapped(value.__func__)
            if not isinstance(body, types.FunctionType):
                self.fail(node, f"{ast.unparse(node.func)} cannot be called in compiled rules")
            own = body.__code__.co_varnames[0]
            return self.calling(body, {own: Static(value.__self__, self.owner_origin(function))}, node.args, node.keywords, node)
        if isinstance(value, types.FunctionType):
            return self.calling(value, {}, node.args, node.keywords, node)
        if isinstance(node.func, ast.Name) and getattr(builtins, node.func.id, None) is value:
            return self.call_of_builtin(node, node.func.id)
        if isinstance(value, type) and issubclass(value, BaseException):
            return load(self.unit.imported(value, RuntimeError))
        if isinstance(value, types.BuiltinFunctionType) and getattr(value, "__module__", None) and not node.keywords:
            return ast.Call(load(self.unit.imported(value, None)), [self.visit(a) for a in node.args], [])
        self.fail(node, f"{ast.unparse(node.func)} cannot be called in compiled rules")

    def owner_origin(self, function: Static) -> Any:
        """Where the object of a bound method was found."""
        if isinstance(function.origin, Attribute) and function.origin.owner.fetch(self.unit.args) is function.value.__self__:
            return function.origin.owner
        return Attribute(function.origin, "__self__")

    def calling(
        self,
        function: Any,
        bound: dict[str, Static],
        args: list[ast.expr],
        keywords: list[ast.keyword],
        node: ast.AST,
    ) -> ast.expr:
        """A call of an author's function: static arguments are bound, the rest is passed in order."""
        if (machine := self.unit.word(function)) is not None:
            return call(machine, *(self.visit(a) for a in args))
        given = self.match(function, bound, args, keywords, node)
        fixed = dict(bound)
        passed: dict[str, ast.expr] = {}
        for name, value in given.items():
            known = value if isinstance(value, Static) else self.static(value)
            if known is not None and is_object(known.value):
                fixed[name] = known
            elif isinstance(value, Static):
                passed[name] = self.emit(value, node)
            else:
                passed[name] = self.visit(value)
        target = self.unit.function(function, fixed)
        made = ast.Call(load(target.name), [passed[name] for name in target.params], [])
        self.made.calls.append((made, target))
        return made

    def match(
        self,
        function: types.FunctionType,
        bound: dict[str, Static],
        args: list[ast.expr],
        keywords: list[ast.keyword],
        node: ast.AST,
    ) -> dict[str, Any]:
        """Each parameter with the expression passed for it, or its default as a Static."""
        signature = inspect.signature(function)
        if any(p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD) for p in signature.parameters.values()):
            self.fail(node, f"{function.__qualname__} takes *arguments, which cannot be compiled")
        if any(isinstance(a, ast.Starred) for a in args) or any(k.arg is None for k in keywords):
            self.fail(node, ADVICE[ast.Starred])
        names = [name for name in signature.parameters if name not in bound]
        if len(args) > len(names):
            self.fail(node, f"{function.__qualname__} takes {len(names)} arguments, not {len(args)}")
        given: dict[str, Any] = dict(zip(names, args, strict=False))
        given |= {str(k.arg): k.value for k in keywords}
        for name in names:
            if name not in given:
                default = signature.parameters[name].default
                if default is inspect.Parameter.empty:
                    self.fail(node, f"{function.__qualname__} needs an argument {name}")
                given[name] = literal(default)
        if unknown := set(given) - set(names):
            self.fail(node, f"{function.__qualname__} has no parameter {sorted(unknown)[0]}")
        return given

    def construct(self, record: type, args: list[Any], keywords: list[ast.keyword], node: ast.AST) -> ast.expr:
        """A new record, each number cast to the type its field is declared with."""
        names = field_names(record)
        given = dict(zip(names, args, strict=False)) | {str(k.arg): k.value for k in keywords}
        defaults = self.unit.field_defaults(record)
        parts: list[ast.expr] = []
        for name in names:
            if name in given:
                value = self.visit(given[name])
            elif name in defaults:
                value = self.emit(literal(defaults[name]), node)
            else:
                self.fail(node, f"{record.__name__} needs a value for {name}")
            cast = self.unit.casts(record).get(name)
            parts.append(call(cast, value) if cast else value)
        return ast.Call(load(self.unit.record(record)), parts, [])

    # ------------------------------------------------------------------ builtins over generator expressions

    def call_of_builtin(self, node: ast.Call, name: str) -> ast.expr:
        """A builtin: Numba's own, or a loop in a helper where it stands over a generator expression."""
        over = node.args[0] if len(node.args) == 1 else None
        if any(k.arg == "key" for k in node.keywords):
            self.fail(node, f"{name} with key= cannot be compiled: write a loop")
        if name == "tuple" and isinstance(over, ast.Call) and isinstance(over.func, ast.Name) and over.func.id == "sorted":
            return self.sorted_tuple(over)
        if name == "reversed" and over is not None:
            return self.backwards(over)
        if name == "len" and over is not None and (row := self.table_row(over)) is not None:
            return ast.Call(load("len"), [row], [])
        if name == "tuple" and isinstance(over, ast.GeneratorExp | ast.ListComp):
            return self.tuple_of(over, node)
        if name == "list" and isinstance(over, ast.GeneratorExp):
            return self.visit_ListComp(ast.copy_location(ast.ListComp(over.elt, over.generators), over))  # type: ignore[no-any-return]
        if name == "list" and over is not None:
            each = self.new_name("each")
            comprehension = ast.comprehension(ast.Name(each, ast.Store()), over, [], 0)
            return self.visit_ListComp(ast.copy_location(ast.ListComp(load(each), [comprehension]), node))  # type: ignore[no-any-return]
        if over is not None and self.folds_over(name, over):
            each = self.new_name("each")
            over = ast.GeneratorExp(load(each), [ast.comprehension(ast.Name(each, ast.Store()), over, [], 0)])
        if name in FOLDS and isinstance(over, ast.GeneratorExp | ast.ListComp):
            return self.folded(name, over, node)
        if name in ("hasattr", "print", "input", "open", "sorted", "set", "dict", "str", "repr", "map", "filter", "iter", "next"):
            self.fail(node, f"{name}() cannot be compiled")
        return ast.Call(load(name), [self.visit(a) for a in node.args], [ast.keyword(k.arg, self.visit(k.value)) for k in node.keywords])

    def folds_over(self, name: str, over: ast.expr) -> bool:
        """Must this builtin be written as a loop, because Numba has it only for some kinds of sequences?"""
        if isinstance(over, ast.GeneratorExp | ast.ListComp):
            return False
        return name in ("any", "all") or (name in FOLDS and isinstance(over, ast.Call))

    def sorted_tuple(self, over: ast.Call) -> ast.expr:
        """tuple(sorted(cells)), also in reverse."""
        backwards = self.static(over.keywords[0].value) if len(over.keywords) == 1 and over.keywords[0].arg == "reverse" else literal(False)
        if len(over.args) != 1 or backwards is None or (over.keywords and over.keywords[0].arg != "reverse"):
            self.fail(over, "sorted can be compiled as tuple(sorted(cells)), with reverse=True at most")
        return call("sorted_backwards" if backwards.value else "sorted_forwards", self.visit(over.args[0]))

    def backwards(self, over: ast.expr) -> ast.expr:
        """reversed(range(…)) and reversed(cells)."""
        if isinstance(over, ast.Call) and isinstance(over.func, ast.Name) and over.func.id == "range" and len(over.args) < 3:
            first, end = (ast.Constant(0), over.args[0]) if len(over.args) == 1 else (over.args[0], over.args[1])
            minus = ast.Constant(-1)
            start = ast.BinOp(self.visit(end), ast.Sub(), ast.Constant(1))
            return ast.Call(load("range"), [start, ast.BinOp(self.visit(first), ast.Sub(), ast.Constant(1)), minus], [])
        return ast.Subscript(self.visit(over), ast.Slice(None, None, ast.Constant(-1)), ast.Load())

    def folded(self, name: str, over: ast.GeneratorExp | ast.ListComp, node: ast.Call) -> ast.expr:
        """any, all, sum, min or max over a generator expression, as a helper with loops."""
        before, step, after = FOLDS[name]
        default = next((k.value for k in node.keywords if k.arg == "default"), None)

        def round_(item: ast.expr) -> list[ast.stmt]:
            return _filled(step, item)

        end = ast.parse(after).body
        if default is not None:
            end = [ast.If(ast.UnaryOp(ast.Not(), load("_found")), [ast.Return(self.visit(default))], []), *end]
        elif name in ("min", "max"):
            end = [ast.If(ast.UnaryOp(ast.Not(), load("_found")), [ast.Raise(load("ValueError"))], []), *end]
        return self.helper(over, lambda: [*ast.parse(before).body, *self.loops(over, round_), *end], name, node, default)

    def loops(self, over: ast.GeneratorExp | ast.ListComp, body: Callable[[ast.expr], list[ast.stmt]]) -> list[ast.stmt]:
        """The loops and tests of a comprehension around a body."""
        heads = [(c.target, self.sequence(c.iter), [self.condition(test) for test in c.ifs]) for c in over.generators]
        inner = body(self.visit(over.elt))
        for target, items, tests in reversed(heads):
            for test in reversed(tests):
                inner = [ast.If(test, inner, [])]
            inner = [ast.For(target, items, inner, [])]
        return inner

    def helper(
        self,
        over: ast.GeneratorExp | ast.ListComp,
        body: Callable[[], list[ast.stmt]],
        stem: str,
        node: ast.AST,
        default: ast.expr | None = None,
    ) -> ast.expr:
        """A function of its own around a comprehension, handed the local variables that it uses."""
        wanted = self.captured([over, default] if default is not None else [over])
        outer, self.made = self.made, Made(self.unit.free_name(f"{self.made.name}_{stem}"), self.file, wanted)
        with _Scope(self, over):
            self.made.body = body()
        inner, self.made = self.made, outer
        for part in (part for statement in inner.body for part in ast.walk(statement)):
            ast.copy_location(part, node)  # a comprehension's line, also for the loop around it
        self.unit.adopt(inner)
        made = ast.Call(load(inner.name), [load(name) for name in wanted], [])
        self.made.calls.append((made, inner))
        return made

    def captured(self, nodes: list[ast.expr]) -> list[str]:
        """The local variables that these expressions use."""
        own = {n.id for node in nodes for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        used = {n.id for node in nodes for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
        return sorted((used & self.locals) - own - set(self.bound))

    def tuple_of(self, over: ast.GeneratorExp | ast.ListComp, node: ast.Call) -> ast.expr:
        """tuple(… for …): its length must be known, or be that of another tuple."""
        first = over.generators[0]
        if len(over.generators) > 1 or first.ifs:
            self.fail(node, "tuple(… for …) can be compiled with one `for` and no `if`: its length must be known")
        items = self.static(first.iter)
        if items is not None and isinstance(items.value, range | tuple) and not is_data(items.value):
            parts = []
            with _Scope(self, over):
                for item in items.value:
                    with self.binding(first.target, item, node):
                        parts.append(self.visit(copy.deepcopy(over.elt)))
            return ast.Tuple(parts, ast.Load())
        return self.tuple_along(over, first, node)

    def tuple_along(self, over: ast.GeneratorExp | ast.ListComp, first: ast.comprehension, node: ast.Call) -> ast.expr:
        """tuple(… for x in cells), for enumerate(cells) or zip(cells, others), where the cells are run-time tuples."""
        builder, sources = "build", [first.iter]
        if isinstance(first.iter, ast.Call) and isinstance(first.iter.func, ast.Name):
            if first.iter.func.id == "enumerate" and len(first.iter.args) == 1:
                builder, sources = "build_indexed", first.iter.args
            elif first.iter.func.id == "zip" and len(first.iter.args) == 2:
                builder, sources = "build_zipped", first.iter.args
            elif (counted := _length_of(first.iter)) is not None:
                builder, sources = "build_indexed", [counted]
            elif first.iter.func.id == "range":
                self.fail(node, "tuple(… for … in range(n)) can be compiled when n is known: a constant or an attribute of the game")
        targets = [first.target] if isinstance(first.target, ast.Name) else list(getattr(first.target, "elts", []))
        if not targets or not all(isinstance(t, ast.Name) for t in targets):
            self.fail(node, "tuple(… for …) can be compiled with plain loop variables")
        own = [t.id for t in targets if isinstance(t, ast.Name)]
        if builder == "build_indexed" and len(own) == 1:
            own.append("_")
        kept = [name for name in self.captured([over.elt]) if name not in own]
        outer, self.made = self.made, Made(self.unit.free_name(f"{self.made.name}_item"), self.file, own + kept)
        with _Scope(self, over):
            self.made.body = [ast.fix_missing_locations(ast.copy_location(ast.Return(self.visit(over.elt)), node))]
        inner, self.made = self.made, outer
        if inner.data:
            self.fail(node, "tuple(… for …) cannot use a Table here: write a loop")
        self.unit.adopt(inner)
        inner.builder = builder
        keep = ast.Tuple([load(name) for name in kept], ast.Load())
        return ast.Call(load(f"{inner.name}_tuple"), [*(self.visit(s) for s in sources), keep], [])


FOLDS: dict[str, tuple[str, str, str]] = {
    "any": ("", "if ITEM: return True", "return False"),
    "all": ("", "if not ITEM: return False", "return True"),
    "sum": ("_total = 0", "_total += ITEM", "return _total"),
    "min": ("_found, _best = False, 0", "_item = ITEM\nif not _found or _item < _best: _best = _item\n_found = True", "return _best"),
    "max": ("_found, _best = False, 0", "_item = ITEM\nif not _found or _item > _best: _best = _item\n_found = True", "return _best"),
}
"""How each builtin runs over a generator expression: before the loop, for each item, at the end."""


def unwrapped(value: Any) -> Any:
    """The function behind functools.cache and lru_cache, which change nothing but its speed."""
    return value.__wrapped__ if isinstance(value, functools._lru_cache_wrapper) else value


def _length_of(node: ast.expr) -> ast.expr | None:
    """t, where the node is range(len(t))."""
    if isinstance(node, ast.Call) and len(node.args) == 1 and isinstance(node.args[0], ast.Call):
        inner = node.args[0]
        if ast.unparse(node.func) == "range" and ast.unparse(inner.func) == "len" and len(inner.args) == 1:
            return inner.args[0]
    return None


def _filled(template: str, item: ast.expr) -> list[ast.stmt]:
    """A template's statements with ITEM replaced by an expression."""

    class Fill(ast.NodeTransformer):
        def visit_Name(self, node: ast.Name) -> ast.expr:
            return item if node.id == "ITEM" else node

    return [Fill().visit(statement) for statement in ast.parse(template).body]


class _Binding:
    """Names that are static for a while."""

    def __init__(self, rewriter: Rewriter, values: dict[str, Static]) -> None:
        self.rewriter, self.values = rewriter, values

    def __enter__(self) -> None:
        self.before = dict(self.rewriter.bound)
        self.rewriter.bound |= self.values

    def __exit__(self, *exc: object) -> None:
        self.rewriter.bound = self.before


class _Scope:
    """The variables of a comprehension, local while it is rewritten."""

    def __init__(self, rewriter: Rewriter, over: ast.GeneratorExp | ast.ListComp) -> None:
        self.rewriter = rewriter
        self.names = {n.id for c in over.generators for n in ast.walk(c.target) if isinstance(n, ast.Name)}

    def __enter__(self) -> None:
        self.before = self.rewriter.locals, self.rewriter.bound
        self.rewriter.locals = self.rewriter.locals | self.names
        self.rewriter.bound = {k: v for k, v in self.rewriter.bound.items() if k not in self.names}

    def __exit__(self, *exc: object) -> None:
        self.rewriter.locals, self.rewriter.bound = self.before
