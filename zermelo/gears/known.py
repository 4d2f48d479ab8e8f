"""Known values written down, and what cannot be compiled at all.

The layers of a rewriter above `Known` turn what is not known into shapes that the machine can run.
"""

from __future__ import annotations

import ast
import math
import types
from collections.abc import Iterable
from enum import Enum, EnumType
from typing import Any, NoReturn

from zermelo.gears.known_values import KnownValues, kind_name
from zermelo.gears.statics import (
    Static,
    is_calculated,
    is_data,
    is_number,
    is_record,
    items_of,
    literal,
)
from zermelo.gears.syntax import call, load, names_in, word
from zermelo.symbols import FALSY, find_code, is_symbol

ADVICE: dict[type[ast.AST], str] = {
    ast.Lambda: "a lambda can be compiled where it is called, and as the key= of min, max, sorted "
    "and sort: else make it a method or a function of the module",
    ast.ClassDef: "a class inside a function cannot be compiled: move it to the module",
    ast.Try: "try cannot be compiled: test before instead of catching afterwards",
    ast.With: "with cannot be compiled: rules only calculate",
    ast.Global: "global cannot be compiled: rules must not change anything outside",
    ast.Nonlocal: "nonlocal cannot be compiled: rules must not change anything outside",
    ast.Import: "import inside a rule cannot be compiled: import at the top of the file",
    ast.ImportFrom: "import inside a rule cannot be compiled: import at the top of the file",
    ast.Await: "rules cannot be asynchronous",
    ast.Starred: "*arguments cannot be compiled: write them out",
}


class Known(KnownValues):
    """Writes known values down."""

    def visit(self, node: ast.AST) -> Any:
        is_target = isinstance(getattr(node, "ctx", None), ast.Store | ast.Del)
        is_display = isinstance(node, ast.Slice | ast.Dict)
        if isinstance(node, ast.expr) and not is_display and not is_target:
            known = self.static(node)
            if known is not None:
                return ast.copy_location(self.emit(known, node), node)
        if type(node) in ADVICE:
            self.fail(node, ADVICE[type(node)])
        return super().visit(node)

    def number_of(self, node: ast.expr) -> ast.expr:
        """An expression where a number is needed: an action may be one of several shapes."""
        new: ast.expr = self.visit(node)
        if self.is_authors and is_truth(node):
            return call("int64", new)  # True is 1, also as an index
        may_be_action = self.draft.action_shapes and self.is_authors and isinstance(new, ast.Name)
        return call("scalar", new) if may_be_action else new

    def emit(self, known: Static, node: ast.AST) -> ast.expr:
        """An expression for a static value."""
        value = known.value
        if is_symbol(value) and (self.is_authors or isinstance(value, Enum)):
            self.draft.writes_falsy_words |= value in FALSY
            return ast.Constant(find_code(value))
        if value is None or isinstance(value, str):
            return ast.Constant(value)
        if is_number(value):
            return self.number(value, node)
        if is_data(value):
            return self.data(known, node)
        if isinstance(value, EnumType):
            known = literal(tuple(value))
        if isinstance(known.value, tuple) or is_record(type(value)):
            return self.emit_items(known, node)
        if isinstance(value, range):
            bounds = value.start, value.stop, value.step
            return ast.Call(load("range"), [self.number(n, node) for n in bounds], [])
        if isinstance(value, set | frozenset) and value and all(is_number(x) for x in value):
            return ast.Set([call("plain", self.number(x, node)) for x in sorted(value)])
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
        if isinstance(value, dict):
            self.fail(
                node,
                "a dict of constants can only be read, by d[x], d.get, in and loops; to keep "
                "answers of a function put functools.cache on it",
            )
        if isinstance(value, set | frozenset):
            what = f"{ast.unparse(node)} is a set, which can be compiled after in and in loops"
            self.fail(node, f"{what}: else use a Bits, or a sorted tuple")
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


def is_truth(node: ast.expr) -> bool:
    """Is this a comparison, or a `not`?"""
    return isinstance(node, ast.Compare) or (
        isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    )


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

    def __init__(self, rewriter: Known, over: Any, others: Iterable[str] = ()) -> None:
        self.rewriter = rewriter
        self.names = {name for c in over.generators for name in names_in(c.target)} | set(others)

    def __enter__(self) -> None:
        self.before = self.rewriter.locals, self.rewriter.bound
        self.rewriter.locals = self.rewriter.locals | self.names
        self.rewriter.bound = {k: v for k, v in self.rewriter.bound.items() if k not in self.names}

    def __exit__(self, *exc: object) -> None:
        self.rewriter.locals, self.rewriter.bound = self.before
