"""What is known before the program runs: the value of an expression.

`KnownValues` is the lowest layer of a rewriter.
"""

from __future__ import annotations

import ast
import itertools
import types
from collections.abc import Callable
from dataclasses import dataclass
from enum import EnumType
from itertools import islice
from typing import Any, NoReturn

from zermelo.errors import NotCompilable, is_own, short_path
from zermelo.game import Game
from zermelo.gears.desugar import desugar
from zermelo.gears.draft import Draft
from zermelo.gears.fixed_lists import changes_parameter, fix_lists
from zermelo.gears.nodes import walk
from zermelo.gears.source import definition, parameter_names
from zermelo.gears.spelling import spell_out
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
    as_tuples,
    holds_data,
    holds_list,
    is_data,
    is_object,
    is_table,
    is_weights,
    literal,
)
from zermelo.gears.syntax import Routine, find_word, store

MOST_ITEMS = 4096
"""What is run through in itertools is worked out ahead up to this number of items."""

ITERATORS = (
    enumerate, itertools.chain, itertools.combinations, itertools.pairwise, itertools.permutations,
    itertools.product, reversed, sorted, zip,
)  # fmt: skip
"""What runs through known values is worked out ahead."""

LOOKED_AT = (tuple, dict, str, range, frozenset)
LOOKS = frozenset({"items", "keys", "values", "get", "index", "count"})
"""Methods of constants that are worked out ahead, if their arguments are known."""


@dataclass
class LocalFunction:
    """A function that a rule defines inside itself, or a lambda with a name."""

    node: ast.FunctionDef | ast.Lambda
    routine: Routine | None = None
    captured: tuple[str, ...] = ()


class KnownValues(ast.NodeTransformer):
    """Knows the names of one function, some of its parameters bound to static values."""

    def __init__(
        self,
        draft: Draft,
        function: types.FunctionType,
        bound: dict[str, Static],
        routine: Routine,
        text: tuple[ast.FunctionDef, str],
    ) -> None:
        self.draft, self.function, self.routine = draft, function, routine
        self.bound = dict(bound)
        self.node, self.file = text
        self.locals = {*parameter_names(self.node), *store(self.node.body)}
        self.fresh = 0
        self.is_authors = not is_own(self.file)
        """Is this a text whose strings and Nones are words of the game?"""
        free = function.__code__.co_freevars
        self.cells = dict(zip(free, function.__closure__ or (), strict=True))
        self.local_functions: dict[str, LocalFunction] = {}
        inner = (n for part in self.node.body for n in walk(part))
        self.locals |= {n.name for n in inner if isinstance(n, ast.FunctionDef)}
        desugar(self.node, self.is_shadowed)
        if self.is_authors:
            spell_out(self.node.body, {*parameter_names(self.node)})
        self.locals |= store(self.node.body)
        self.node.body = fix_lists(self.node.body, self.changes_argument, self.is_authors)
        self.locals |= store(self.node.body)

    def is_shadowed(self, name: str) -> bool:
        """Does a builtin's name stand for something else here?"""
        return name in self.locals or name in self.function.__globals__ or name in self.cells

    def changes_argument(self, node: ast.Call, i: int) -> bool:
        """Does the function of a call change the list that it gets as argument i?"""
        if isinstance(node.func, ast.Name) and node.func.id in self.locals:
            return True
        try:
            called = self.static(node.func)
        except NotCompilable:
            return True
        function = getattr(called.value, "__wrapped__", called.value) if called else None
        if isinstance(function, types.MethodType):
            function, i = function.__func__, i + 1
        if not isinstance(function, types.FunctionType):
            return False
        text, _ = definition(function)
        names = parameter_names(text)
        return i >= len(names) or changes_parameter(text, names[i])

    def fail(self, node: ast.AST, why: str) -> NoReturn:
        """Say where and why this cannot be compiled."""
        line = getattr(node, "lineno", self.node.lineno)
        raise NotCompilable(f"{short_path(self.file)}:{line}: {why}")

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
        known = finder(node) if finder else None
        if known is not None and holds_list(known.value):
            return Static(as_tuples(known.value), known.origin)
        return known

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
        if self.find_weights(node, owner) is not None:
            return None
        name = node.attr
        if name.startswith("__") and not name.endswith("__"):
            name = f"_{self.function.__qualname__.split('.')[-2].lstrip('_')}{name}"
        return self.attribute(owner, name, node)

    def find_weights(self, node: ast.Attribute, owner: Static | None = None) -> Static | None:
        """The weights that an attribute of an author's object holds, or None.

        They are handed over at run time: a game with other weights needs no other machine code. Of
        the package's objects only the games' `weights` are: other floats are constants.
        """
        if not self.is_authors and node.attr != "weights":
            return None
        owner = owner or self.static(node.value)
        if owner is None or not is_object(owner.value):
            return None
        if not self.is_authors and not isinstance(owner.value, Game):
            return None
        if isinstance(owner.value, type | types.ModuleType) or node.attr.startswith("__"):
            return None
        value = getattr(owner.value, node.attr, None)
        declared = getattr(type(owner.value), node.attr, None)
        if isinstance(declared, property):
            return None
        has_ints = self.is_authors and node.attr == "weights" and is_table(value)
        if not is_weights(value) and not has_ints:
            return None
        return Static(value, Attribute(owner.origin, node.attr))

    def find_table(self, node: ast.expr) -> Static | None:
        """The table of numbers that an attribute of an author's object holds, or None.

        Where it is looked up by what is not known, it is handed over at run time: it may be another
        one in each game.
        """
        if not self.is_authors or not isinstance(node, ast.Attribute):
            return None
        owner = self.static(node.value)
        if owner is None or not is_object(owner.value) or isinstance(owner.value, type):
            return None
        value = getattr(owner.value, "__dict__", {}).get(node.attr)
        is_handed = is_table(value) or (isinstance(value, dict) and is_table([*value.values()]))
        return Static(value, Attribute(owner.origin, node.attr)) if is_handed else None

    def find_weight(self, node: ast.Subscript) -> Static | None:
        """The weight at a known key of a dict that an author's object holds, or None."""
        if not self.is_authors or not isinstance(node.value, ast.Attribute):
            return None
        owner, key = self.static(node.value.value), self.static(node.slice)
        if owner is None or key is None or isinstance(owner.value, type | types.ModuleType):
            return None
        if not is_object(owner.value):
            return None
        table = getattr(owner.value, node.value.attr, None)
        if isinstance(getattr(type(owner.value), node.value.attr, None), property):
            return None
        kinds = (int, float) if node.value.attr == "weights" else (float,)
        if not isinstance(table, dict) or type(table.get(key.value)) not in kinds:
            return None
        place = Item(Attribute(owner.origin, node.value.attr), key.value)
        return Static(table[key.value], place)

    def attribute(self, owner: Static, name: str, node: ast.AST) -> Static:
        """An attribute of something static, noted."""
        try:
            value = getattr(owner.value, name)
        except AttributeError:
            self.fail(node, f"{kind_name(owner.value)} has no attribute {name}")
        return self.draft.note(Static(value, Attribute(owner.origin, name)))

    def static_Subscript(self, node: ast.Subscript) -> Static | None:
        if self.find_weight(node) is not None:
            return None
        index = self.static(node.slice)
        table = self.find_table(node.value)
        if table is not None:
            if self.find_weights(node.value) is not None:  # type: ignore[arg-type]
                return None
            return None if index is None else self.item_of_table(table, index, node)
        owner = self.static(node.value)
        if owner is None or index is None or is_data(owner.value):
            return None
        item = self.worth(node, lambda: owner.value[index.value])
        if holds_data(item.value) and not isinstance(index.value, slice):
            return Static(item.value, Item(owner.origin, index.value))
        if is_object(item.value):
            return self.draft.note(Static(item.value, Item(owner.origin, index.value)))
        return item

    def item_of_table(self, table: Static, index: Static, node: ast.Subscript) -> Static:
        """An item of a table at a known place: it is built in, the others are not."""
        item = self.worth(node, lambda: table.value[index.value])
        return self.draft.note(Static(item.value, Item(table.origin, index.value)))

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

    def static_Dict(self, node: ast.Dict) -> Static | None:
        given = [key for key in node.keys if key is not None]
        keys = self.static_values(given) if len(given) == len(node.keys) else None
        values = self.static_values(node.values)
        if keys is None or values is None or not keys:
            return None
        return literal(dict(zip(keys, values, strict=True)))

    def static_items(self, node: ast.expr) -> Static | None:
        """What a loop runs through, if it is known; a list in the text is as good as a tuple."""
        if isinstance(node, ast.List | ast.Set):
            values = self.static_values(node.elts)
            return None if values is None else literal(tuple(values))
        known = self.static(node)
        if known is not None and isinstance(known.value, dict | set | frozenset):
            return Static(tuple(known.value), known.origin)
        if known is not None and isinstance(known.value, EnumType):
            return literal(tuple(known.value))
        return known

    def static_values(self, nodes: list[ast.expr]) -> list[Any] | None:
        """The values of several expressions, if all are known."""
        items = [self.static(node) for node in nodes]
        known = [item.value for item in items if item is not None]
        return known if len(known) == len(items) else None

    def static_letters(self, node: ast.expr) -> Static | None:
        """As `static_items`; a string is run through letter by letter."""
        known = self.static_items(node)
        if known is not None and isinstance(known.value, str):
            return literal(tuple(known.value))
        return known

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
        if find_word(node):
            return None
        if isinstance(node.func, ast.Attribute):
            return self.static_method_call(node, node.func)
        if not isinstance(node.func, ast.Name):
            return None
        if node.func.id == "super" and not node.args and "__class__" in self.cells:
            return self.static_super()
        if any(isinstance(a, ast.Starred | ast.GeneratorExp) for a in node.args):
            return None
        function = self.static(node.func)
        only = node.args[0] if len(node.args) == 1 else None
        if function is not None and function.value is len and isinstance(only, ast.Attribute):
            handed = self.find_weights(only) or self.find_table(only)
            if handed is not None and isinstance(handed.value, tuple | list):
                self.draft.note_layout(handed)
                return literal(len(handed.value))
        args = [self.static_items(a) for a in node.args]
        known = [a for a in args if a is not None]
        if function is None or len(known) < len(args):
            return None
        if node.keywords or any(function.value is each for each in ITERATORS):
            return self.static_iterator(function.value, node)
        if function.value is type and len(known) == 1 and is_object(known[0].value):
            return self.attribute(known[0], "__class__", node)
        if function.value is getattr and len(known) == 2:
            return self.attribute(known[0], str(known[1].value), node)
        return self.static_pure_call(function.value, [a.value for a in known], node)

    def static_method_call(self, node: ast.Call, method: ast.Attribute) -> Static | None:
        """A method of a constant dict, tuple or string that only looks, or itertools.product."""
        owner = self.static(method.value)
        args = self.static_values(node.args)
        if owner is None or args is None or is_data(owner.value):
            return None
        if isinstance(owner.value, types.ModuleType):
            function = self.attribute(owner, method.attr, node).value
            return self.static_iterator(function, node)
        if node.keywords or not isinstance(owner.value, LOOKED_AT) or method.attr not in LOOKS:
            return None
        value = self.worth(node, lambda: getattr(owner.value, method.attr)(*args)).value
        return literal(tuple(value) if method.attr in ("items", "keys", "values") else value)

    def static_iterator(self, function: Any, node: ast.Call) -> Static | None:
        """itertools.product and its kin, zip, enumerate and sorted of known values: a tuple."""
        if not any(function is each for each in ITERATORS):
            return None
        args = [self.static_items(arg) for arg in node.args]
        options = {str(k.arg): self.static(k.value) for k in node.keywords}
        if None in args or None in options.values():
            return None
        values = [arg.value for arg in args if arg is not None]
        if any(is_data(value) for value in values):
            return None
        named = {name: option.value for name, option in options.items() if option is not None}
        items = self.worth(node, lambda: tuple(islice(function(*values, **named), MOST_ITEMS + 1)))
        return items if len(items.value) <= MOST_ITEMS else None

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


def kind_name(value: Any) -> str:
    """The name of a class, or of the class of a value."""
    return value.__name__ if isinstance(value, type) else type(value).__name__
