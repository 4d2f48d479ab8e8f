"""What is known before the program runs: the value of an expression, and its text.

`Known` is the lowest layer of a rewriter. The layers above it turn what is not known into shapes
that the machine can run.
"""

from __future__ import annotations

import ast
import math
import types
from collections.abc import Callable
from typing import Any, NoReturn

from zermelo.errors import NotCompilable
from zermelo.gears.draft import Draft
from zermelo.gears.source import definition, parameter_names
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
    holds_data,
    is_calculated,
    is_data,
    is_number,
    is_object,
    is_record,
    items_of,
    literal,
)
from zermelo.gears.syntax import Routine, load, names_in, store, word

ADVICE: dict[type[ast.AST], str] = {
    ast.Dict: "a dict cannot be compiled: use a tuple indexed by a small int",
    ast.DictComp: "a dict cannot be compiled: use a tuple indexed by a small int",
    ast.Set: "a set cannot be compiled: use an int as a set of bits, or a tuple",
    ast.SetComp: "a set cannot be compiled: use an int as a set of bits, or a tuple",
    ast.JoinedStr: "a string cannot be compiled: use an int, and keep text for name, dump and text",
    ast.Lambda: "a lambda cannot be compiled: make it a method or a function of the module",
    ast.FunctionDef: "a function inside a function cannot be compiled: "
    "make it a method or a function of the module",
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


class Known(ast.NodeTransformer):
    """Knows the names of one function, some of its parameters bound to static values."""

    def __init__(
        self,
        draft: Draft,
        function: types.FunctionType,
        bound: dict[str, Static],
        routine: Routine,
    ) -> None:
        self.draft, self.function, self.routine = draft, function, routine
        self.bound = dict(bound)
        self.node, self.file = definition(function)
        self.locals = {*parameter_names(self.node), *store(self.node.body)}
        self.fresh = 0
        free = function.__code__.co_freevars
        self.cells = dict(zip(free, function.__closure__ or (), strict=True))

    def fail(self, node: ast.AST, why: str) -> NoReturn:
        """Say where and why this cannot be compiled."""
        raise NotCompilable(f"{self.file}:{getattr(node, 'lineno', self.node.lineno)}: {why}")

    def new_name(self, stem: str) -> str:
        """A name that the author cannot have used."""
        self.fresh += 1
        return f"_z_{stem.removeprefix('_z_')}_{self.fresh}"

    # ------------------------------------------------------------------ what is known now

    def static(self, node: ast.AST) -> Static | None:
        """The value of an expression, if it is known before the program runs."""
        finder: Callable[[Any], Static | None] | None = getattr(
            self, "static_" + type(node).__name__, None
        )
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
        return self.draft.note(Static(value, origin))

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
            self.fail(node, f"{kind_name(owner.value)} has no attribute {name}")
        return self.draft.note(Static(value, Attribute(owner.origin, name)))

    def static_Subscript(self, node: ast.Subscript) -> Static | None:
        owner, index = self.static(node.value), self.static(node.slice)
        if owner is None or index is None or is_data(owner.value):
            return None
        item = self.worth(node, lambda: owner.value[index.value])
        if holds_data(item.value) and not isinstance(index.value, slice):
            return Static(item.value, Item(owner.origin, index.value))
        if is_object(item.value):
            return self.draft.note(Static(item.value, Item(owner.origin, index.value)))
        return item

    def static_Slice(self, node: ast.Slice) -> Static | None:
        parts = [
            literal(None) if part is None else self.static(part)
            for part in (node.lower, node.upper, node.step)
        ]
        if None in parts:
            return None
        return literal(slice(*(part.value for part in parts if part is not None)))

    def static_Tuple(self, node: ast.Tuple) -> Static | None:
        """A tuple of known values. Arrays in it stay run-time arguments, each for itself."""
        values = self.static_values(node.elts)
        if values is None or any(holds_data(value) for value in values):
            return None
        return literal(tuple(values))

    def static_Set(self, node: ast.Set) -> Static | None:
        values = self.static_values(node.elts)
        return None if values is None else literal(frozenset(values))

    def static_values(self, nodes: list[ast.expr]) -> list[Any] | None:
        """The values of several expressions, if all are known."""
        items = [self.static(node) for node in nodes]
        known = [item.value for item in items if item is not None]
        return known if len(known) == len(items) else None

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
        values = self.static_values([node.left, *node.comparators])
        if values is None:
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
        if not isinstance(node.func, ast.Name):
            return None
        if node.func.id == "super" and not node.args and "__class__" in self.cells:
            return self.static_super()
        if node.keywords or any(isinstance(a, ast.Starred | ast.GeneratorExp) for a in node.args):
            return None
        function, args = self.static(node.func), [self.static(a) for a in node.args]
        known = [a for a in args if a is not None]
        if function is None or len(known) < len(args):
            return None
        if function.value is type and len(known) == 1 and is_object(known[0].value):
            return self.attribute(known[0], "__class__", node)
        if function.value is getattr and len(known) == 2:
            return self.attribute(known[0], str(known[1].value), node)
        return self.static_pure_call(function.value, [a.value for a in known], node)

    def static_super(self) -> Static | None:
        """What super() is in a method of a static object."""
        own = self.bound.get(self.node.args.args[0].arg)
        cls = self.cells["__class__"].cell_contents
        return Static(super(cls, own.value), Super(cls, own.origin)) if own else None

    def static_pure_call(self, function: Any, values: list[Any], node: ast.Call) -> Static | None:
        """The value of a builtin that only calculates, on known numbers and tuples."""
        if not any(function is pure for pure in PURE) or any(is_data(v) for v in values):
            return None
        return self.worth(node, lambda: function(*values))

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
            return self.data(known, node)
        if isinstance(value, tuple) or is_record(type(value)):
            return self.emit_items(known, node)
        if isinstance(value, range):
            bounds = value.start, value.stop, value.step
            return ast.Call(load("range"), [self.number(n, node) for n in bounds], [])
        if is_record(value):
            return load(self.draft.record(value))
        if isinstance(value, type) and issubclass(value, BaseException):
            return load(self.draft.import_name(value, RuntimeError))
        self.refuse_value(value, node)

    def emit_items(self, known: Static, node: ast.AST) -> ast.expr:
        """An expression for a static tuple or record."""
        items = [self.emit(item, node) for item in items_of(known)]
        if is_record(type(known.value)):
            return ast.Call(load(self.draft.record(type(known.value))), items, [])
        return ast.Tuple(items, ast.Load())

    def refuse_value(self, value: Any, node: ast.AST) -> NoReturn:
        """Say why a value has no text, and what to use instead."""
        if isinstance(value, dict | list | set | frozenset):
            self.fail(node, f"a {kind_name(value)} cannot be compiled: make it a tuple")
        if isinstance(value, types.FunctionType | types.MethodType):
            self.fail(node, f"{value.__qualname__} is used as a value: call it here instead")
        self.fail(
            node,
            f"{ast.unparse(node)} is a {kind_name(value)}, which cannot be compiled: use ints, "
            "floats, bools and tuples of them",
        )

    def number(self, value: Any, node: ast.AST) -> ast.expr:
        """A number as the machine holds it."""
        if isinstance(value, bool) or type(value).__name__ in ("bool", "bool_"):
            return ast.Constant(bool(value))
        if isinstance(value, float) or (
            getattr(value, "dtype", None) is not None and value.dtype.kind == "f"
        ):
            return word("nan") if math.isnan(value) else ast.Constant(float(value))
        whole = int(value)
        if not -(2**63) <= whole < 2**64:
            self.fail(node, f"{whole} does not fit in 64 bits")
        return ast.Constant(whole - 2**64 if whole >= 2**63 else whole)

    def data(self, known: Static, node: ast.AST) -> ast.Name:
        """A use of an array that is handed over at run time."""
        if is_calculated(known.origin):
            self.fail(
                node,
                f"{ast.unparse(node)} takes an array or LookupTable out of a calculated tuple, "
                "which cannot be compiled: name the attribute that holds it",
            )
        name = self.draft.data_name(known)
        if name not in self.routine.data:
            self.routine.data.append(name)
        return load(name)


class Binding:
    """Names that are static for a while."""

    def __init__(self, rewriter: Known, values: dict[str, Static]) -> None:
        self.rewriter, self.values = rewriter, values

    def __enter__(self) -> None:
        self.before = dict(self.rewriter.bound)
        self.rewriter.bound |= self.values

    def __exit__(self, *exc: object) -> None:
        self.rewriter.bound = self.before


class Scope:
    """The variables of a comprehension, local while it is rewritten."""

    def __init__(self, rewriter: Known, over: ast.GeneratorExp | ast.ListComp) -> None:
        self.rewriter = rewriter
        self.names = {name for c in over.generators for name in names_in(c.target)}

    def __enter__(self) -> None:
        self.before = self.rewriter.locals, self.rewriter.bound
        self.rewriter.locals = self.rewriter.locals | self.names
        self.rewriter.bound = {k: v for k, v in self.rewriter.bound.items() if k not in self.names}

    def __exit__(self, *exc: object) -> None:
        self.rewriter.locals, self.rewriter.bound = self.before


def kind_name(value: Any) -> str:
    """The name of a class, or of the class of a value."""
    return value.__name__ if isinstance(value, type) else type(value).__name__
