"""Everything one search reaches in one game, as one module for the machine.

A unit walks from the search through methods, helpers and constants, and writes them down
specialised. Functions that call each other in a circle are merged into one that calls itself, with
a number that says which part to run: that is the only recursion whose machine code survives on
disk.
"""

from __future__ import annotations

import ast
import dataclasses
import sys
import types
import typing
from collections.abc import Iterator, Sequence
from typing import Any

from zermelo import bits
from zermelo.errors import NotCompilable
from zermelo.gears.rewrite import Rewriter
from zermelo.gears.source import definition, is_inlined
from zermelo.gears.statics import (
    Argument,
    Attribute,
    Fact,
    Global,
    Item,
    Literal,
    Origin,
    Static,
    Super,
    fact,
    field_names,
    is_number,
    is_object,
    is_record,
    layout,
)
from zermelo.gears.syntax import (
    CASTS,
    Made,
    Rename,
    call,
    ends,
    load,
    mark,
    statements,
    store,
    word,
)

WORDS: dict[Any, str] = {
    bits.put: "put",
    bits.hash64: "hash64",
    bits.as_cell: "as_cell",
    bits.from_cell: "from_cell",
    bits.as_word: "as_cell",
    bits.from_word: "from_cell",
}
"""Functions whose plain text the machine replaces by a word of its own."""

SEARCHES = "zermelo.engine."
"""Modules whose records are a search's own: their fields say nothing about states."""

PASTED = 512
"""Tables of at most so many numbers stand in the module's text; larger ones lie beside it."""


class Unit:
    """The specialised text of one search on one game."""

    def __init__(
        self, search: types.FunctionType, args: Sequence[Any], checked: bool = False
    ) -> None:
        self.search = search
        self.args = tuple(args)
        self.checked = checked
        self.facts: dict[Any, Fact] = {}
        self.alive: list[Any] = []
        self.made: dict[Any, Made] = {}
        self.order: list[Made] = []
        self.names: set[str] = {"entry"}
        self.records: dict[type, str] = {}
        self.imports: dict[Any, tuple[str, str]] = {}
        self.constants: dict[Any, str] = {}
        self.tables: dict[str, Any] = {}
        self.row_builders: dict[str, str] = {}
        self.arrays: dict[Any, tuple[str, Origin]] = {}
        self.lines: dict[int, tuple[str, int]] = {}
        self._write()

    # ------------------------------------------------------------------ is it still the same?

    def holds(self, args: Sequence[Any]) -> bool:
        """Would these arguments, and the modules as they are now, give the same text?"""
        if [i for i, arg in enumerate(args) if not is_object(arg)] != self.runtime:
            return False
        if any(record not in self.records for i in self.runtime for record in _records(args[i])):
            return False
        return all(fact.holds(args) for fact in self.facts.values())

    def note(self, known: Static) -> Static:
        """Remember that this value was built in."""
        if not isinstance(known.origin, Literal) and _key(known.origin) not in self.facts:
            self.facts[_key(known.origin)] = fact(known)
        return known

    # ------------------------------------------------------------------ what rewriters ask for

    def word(self, value: Any) -> str | None:
        """The machine's word for a function, if it has one."""
        return (
            WORDS.get(value)
            if isinstance(value, types.FunctionType | types.BuiltinFunctionType)
            else None
        )

    def free_name(self, wanted: str) -> str:
        """A name for the module that nothing has yet."""
        stem = "z_" + ("".join(c if c.isalnum() else "_" for c in wanted).strip("_") or "it")
        name, number = stem, 1
        while name in self.names:
            number += 1
            name = f"{stem}_{number}"
        self.names.add(name)
        return name

    def function(self, function: types.FunctionType, bound: dict[str, Static]) -> Made:
        """The specialised form of a function with these parameters bound."""
        key = (
            function,
            tuple(sorted((name, _identity(known.value)) for name, known in bound.items())),
        )
        if key not in self.made:
            for known in bound.values():
                self.note(known)
                self.alive.append(known.value)  # id() is unique only while the object is alive
            node, file = definition(function)
            params = [
                a.arg
                for a in [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
                if a.arg not in bound
            ]
            name = self.free_name(function.__qualname__.replace("<locals>", ""))
            made = Made(
                name,
                file,
                params,
                self._param_casts(function),
                line=node.lineno,
                title=function.__qualname__,
                is_inlined=is_inlined(function),
            )
            self.made[key] = made
            Rewriter(self, function, bound, made).rewrite()
            self.order.append(made)
        return self.made[key]

    def adopt(self, made: Made) -> None:
        """Take in a helper that a rewriter made."""
        self.order.append(made)

    def record(self, record: type) -> str:
        """The module's name for a record type."""
        if record not in self.records:
            if own := _own_special_method(record):
                raise NotCompilable(
                    f"{record.__qualname__} has its own {own}, which cannot be compiled: "
                    "use a method with a name"
                )
            self.records[record] = self.free_name(record.__name__)
            for hint in field_hints(record).values():
                if is_record(hint):
                    self.record(hint)
        return self.records[record]

    def casts(self, record: type) -> dict[str, str]:
        """How each field's value is cast, by the type it is declared with."""
        return {name: cast for name, hint in field_hints(record).items() if (cast := _cast(hint))}

    def field_defaults(self, record: type) -> dict[str, Any]:
        """The defaults of a record's fields."""
        if hasattr(record, "_field_defaults"):
            return dict(record._field_defaults)
        fields = record.__dataclass_fields__  # type: ignore[attr-defined]
        return {
            name: f.default for name, f in fields.items() if f.default is not dataclasses.MISSING
        }

    def records_with(self, fields: set[str | None], namespace: dict[str, Any]) -> list[type]:
        """The record types that have these fields.

        Those that the author's module names, if there are any.
        """
        fitting = [
            record for record in self._visible(namespace) if fields <= set(field_names(record))
        ]
        return [record for record in fitting if _names(namespace, record)] or fitting

    def members(self, name: str, namespace: dict[str, Any]) -> list[Any]:
        """What known record types define under this name; nothing, if it is a field of one."""
        visible = self._visible(namespace)
        if any(name in field_names(record) for record in visible):
            return []
        found: dict[int, Any] = {}
        for record in visible:
            value = next((vars(base)[name] for base in record.__mro__ if name in vars(base)), None)
            if value is not None and name not in _NAMED_TUPLE and not name.startswith("__"):
                self.note(Static(getattr(record, name), Attribute(Literal(record), name)))
                found[id(value)] = value
        return list(found.values())

    def _visible(self, namespace: dict[str, Any]) -> list[type]:
        """The record types that a module may mean: those of a search only if it names them."""
        return [
            record
            for record in self.records
            if not record.__module__.startswith(SEARCHES) or _names(namespace, record)
        ]

    def import_name(self, value: Any, otherwise: Any) -> str:
        """The module's name for something it can import.

        `otherwise` stands in for what only this process has.
        """
        if value not in self.imports:
            home = value.__module__
            known = getattr(sys.modules.get(home), value.__qualname__, None) is value
            if otherwise is not None and (
                home == "__main__" or home.startswith("zermelo_user_") or not known
            ):
                return str(otherwise.__name__)
            self.imports[value] = (
                self.free_name(value.__name__),
                f"from {home} import {value.__qualname__}",
            )
        return self.imports[value][0]

    def data_name(self, known: Static) -> str:
        """The parameter through which an array is handed over."""
        key = _key(known.origin)
        if key not in self.arrays:
            self.note(known)
            self.arrays[key] = (self.free_name(_path(known.origin)), known.origin)
        return self.arrays[key][0]

    def table(self, values: tuple[Any, ...], flat: bool = False) -> str | None:
        """The module's name for a tuple of numbers, or of equally long rows, as an array."""
        import numpy

        rows = values if values and isinstance(values[0], tuple) else None
        if rows is not None and (
            flat or not all(isinstance(r, tuple) and len(r) == len(rows[0]) for r in rows)
        ):
            return None
        numbers = [x for r in rows for x in r] if rows is not None else list(values)
        if not numbers or not all(is_number(x) for x in numbers):
            return None
        array = _array(numbers)
        return self._constant(
            array.reshape(len(rows), -1) if rows is not None else numpy.ascontiguousarray(array)
        )

    def add_ragged(self, values: Any) -> tuple[str, str] | None:
        """A tuple of rows of different lengths.

        All numbers in one array, and where each row starts.
        """
        if not all(isinstance(r, tuple) and all(is_number(x) for x in r) for r in values):
            return None
        starts = [0]
        for r in values:
            starts.append(starts[-1] + len(r))
        return self._constant(_array([x for r in values for x in r])), self._constant(
            _array(starts)
        )

    def row_builder(self, table: str, length: int) -> str:
        """The name of a function that gives a row of a table as a tuple."""
        name = f"{table}_row"
        if name not in self.row_builders:
            cells = "".join(f"{table}[i, {j}], " for j in range(length))
            self.row_builders[name] = f"@_m.helper\ndef {name}(i):\n    return ({cells})"
        return name

    def _constant(self, array: Any) -> str:
        key = (array.tobytes(), str(array.dtype), array.shape)
        if key not in self.constants:
            self.constants[key] = self.free_name("table")
            self.tables[self.constants[key]] = array
        return self.constants[key]

    def _param_casts(self, function: types.FunctionType) -> dict[str, str]:
        try:
            hints = typing.get_type_hints(function)
        except (
            Exception
        ):  # an annotation that cannot be evaluated says nothing about the machine's types
            return {}
        return {name: CASTS[hint] for name, hint in hints.items() if hint in CASTS}

    # ------------------------------------------------------------------ writing the module

    def _write(self) -> None:
        for record in (record for arg in self.args for record in _records(arg)):
            self.record(record)
        names = list(self.search.__code__.co_varnames[: self.search.__code__.co_argcount])
        bound = {
            name: Static(arg, Argument(i))
            for i, (name, arg) in enumerate(zip(names, self.args, strict=True))
            if is_object(arg)
        }
        self.runtime = [i for i, arg in enumerate(self.args) if not is_object(arg)]
        top = self.function(self.search, bound)
        self._merge_circles()
        self._hand_over_data()
        self.text = self._text(top)
        self.args, self.alive = (
            (),
            [],
        )  # a game, or a memory of many megabytes, must not live as long as its code

    def _merge_circles(self) -> None:
        for circle in _circles(self.order):
            if any(made.is_generator for made in circle):
                raise NotCompilable(
                    f"{circle[0].place}: the generator {circle[0].title} calls itself: "
                    "write a loop instead"
                )
            merged = self._merge(circle) if len(circle) > 1 else circle[0]
            for made in self.order:
                for node, target in made.calls:
                    if any(target is part for part in circle):
                        node.args = [
                            _add_type(arg, target.casts.get(name))
                            for arg, name in zip(node.args, target.params, strict=True)
                        ]
                        if merged is not target:
                            node.args.insert(0, call("int64", ast.Constant(target.number)))
                            node.func = load(merged.name)
            if merged is not circle[0]:
                merged.calls = [c for part in circle for c in part.calls]
                self.order = [
                    made for made in self.order if all(made is not part for part in circle)
                ] + [merged]

    def _merge(self, circle: list[Made]) -> Made:
        """One function that runs the body of any of the circle's functions."""
        common = [f"_{i}" for i in range(len(circle[0].params))]
        if any(len(part.params) != len(common) for part in circle):
            names = ", ".join(part.title for part in circle)
            raise NotCompilable(
                f"{circle[0].place}: {names} call each other and must take the same "
                "number of arguments to be compiled"
            )
        merged = Made(
            self.free_name("_or_".join(part.name for part in circle)),
            circle[0].file,
            ["_part", *common],
        )
        for number, part in enumerate(circle):
            part.group, part.number = merged, number
            renames = dict(zip(part.params, common, strict=True))
            renames |= {
                name: f"{name}_{number}" for name in store(part.body) if name not in renames
            }
            body = [Rename(renames).visit(statement) for statement in part.body]
            if not ends(body):
                body.append(ast.Return(None))
            test = ast.Compare(load("_part"), [ast.Eq()], [ast.Constant(number)])
            mark(body, part.file)
            merged.body += body if number == len(circle) - 1 else [ast.If(test, body, [])]
            merged.data += [name for name in part.data if name not in merged.data]
        return merged

    def _hand_over_data(self) -> None:
        """Every function gets the arrays that it, or anything it calls, uses."""
        changed = True
        while changed:
            changed = False
            for made in self.order:
                for _, target in made.calls:
                    target = target.group or target
                    extra = [name for name in target.data if name not in made.data]
                    made.data += extra
                    changed = changed or bool(extra)
        for made in self.order:
            for node, target in made.calls:
                node.args += [load(name) for name in (target.group or target).data]

    def _text(self, top: Made) -> str:
        parts = [
            f'"""{self.search.__qualname__}, specialised."""',
            "import zermelo.gears.machine as _m",
            *sorted(self._import_lines()),
        ]
        parts += [_record_text(name, record, self.records) for record, name in self.records.items()]
        parts += self._table_lines()
        parts += self.row_builders.values()
        target = top.group or top
        for made in self._reachable(target):
            parts.append(self._function_text(made, sum(p.count("\n") + 1 for p in parts)))
        params = list(top.params)
        handed = [name for name, _ in self.arrays.values()]
        inner = [f"_m.int64({top.number})"] if top.group else []
        inner += [ast.unparse(_add_type(load(name), top.casts.get(name))) for name in params]
        flat = {name for name, origin in self.arrays.values() if _is_bare(origin, self.args)}
        inner += [f"_m.pointer({name})" if name in flat else name for name in target.data]
        decorator = "checked_kernel" if self.checked else "kernel"
        signature = f"def entry({', '.join([*params, *handed])}):"
        head = f"@_m.{decorator}\n{signature}\n    return {target.name}({', '.join(inner)})"
        return "\n".join([*parts, head, ""])

    def _reachable(self, top: Made) -> list[Made]:
        """The functions that the search calls; inlined ones may have no calls left."""
        waiting = [top, *(made for made in self.order if made.builder)]
        found = {id(made) for made in waiting}
        while waiting:
            for _, target in waiting.pop().calls:
                target = target.group or target
                if id(target) not in found:
                    found.add(id(target))
                    waiting.append(target)
        return [made for made in self.order if id(made) in found]

    def _import_lines(self) -> Iterator[str]:
        for name, line in self.imports.values():
            yield f"{line} as {name}"

    def _table_lines(self) -> list[str]:
        lines = []
        large = {name: table for name, table in self.tables.items() if table.size > PASTED}
        if large:
            lines += [
                "from pathlib import Path",
                "_tables = _m.np.load(Path(__file__).with_name('tables.npz'))",
            ]
        for name, table in self.tables.items():
            if name in large:
                lines.append(f"{name} = _tables[{name!r}]")
            else:
                lines.append(f"{name} = _m.np.array({table.tolist()!r}, dtype=_m.np.{table.dtype})")
        self.tables = large
        return lines

    def _function_text(self, made: Made, before: int) -> str:
        mark(made.body, made.file)
        arguments = ast.arguments(
            [], [ast.arg(name) for name in [*made.params, *made.data]], None, [], [], None, []
        )
        node = ast.FunctionDef(
            made.name,
            arguments,
            made.body,
            [word("checked_helper" if self.checked else "helper")],
            None,
            lineno=1,
        )
        if "type_params" in ast.FunctionDef._fields:
            node.type_params = []  # type: ignore[attr-defined, unused-ignore]
        text = ast.unparse(ast.fix_missing_locations(node))
        if made.builder:
            text += f"\n{made.name}_tuple = _m.{made.builder}({made.name})"
        for new, old in zip(statements(ast.parse(text).body[:1]), statements([node]), strict=True):
            if hasattr(old, "origin"):
                self.lines[before + new.lineno] = old.origin
        return text

    def author_line(self, line: int) -> tuple[str, int] | None:
        """The author's file and line behind a line of the module."""
        return self.lines.get(line)


# ---------------------------------------------------------------------- small things


def _records(x: Any) -> Iterator[type]:
    """The record types in a run-time argument, inner ones too."""
    if is_record(type(x)):
        yield type(x)
        for name in field_names(x):
            yield from _records(getattr(x, name))
    elif type(x) is tuple:
        for item in x:
            yield from _records(item)


_NAMED_TUPLE = frozenset(
    {"_replace", "_asdict", "_make", "_fields", "_field_defaults", "count", "index"}
)

_SPECIAL_METHODS = (
    "__new__", "__init__", "__post_init__", "__bool__", "__len__", "__eq__", "__ne__", "__lt__",
    "__le__", "__gt__", "__ge__", "__add__", "__sub__", "__mul__", "__and__", "__or__", "__xor__",
    "__neg__", "__invert__", "__contains__", "__iter__", "__getitem__", "__getattr__",
    "__getattribute__", "__call__",
)  # fmt: skip
"""Special methods that a record must not define: machine code would not call them."""


def _names(namespace: dict[str, Any], record: type) -> bool:
    """Does a module name a record type?"""
    return any(value is record for value in namespace.values())


def _own_special_method(record: type) -> str | None:
    """A special method that the author wrote for a record, if there is one."""
    for base in record.__mro__:
        for name in _SPECIAL_METHODS:
            own = vars(base).get(name)
            code = getattr(getattr(own, "__func__", own), "__code__", None)
            if code is not None and code.co_filename != "<string>":
                return name
    return None


def _identity(value: Any) -> Any:
    """Who a bound value is; a bound method is a new object each time it is looked up."""
    if isinstance(value, types.MethodType):
        return (id(value.__func__), id(value.__self__))
    return (id(value),)


def _is_bare(origin: Origin, args: Sequence[Any]) -> bool:
    """Is this one of the package's own rows of cells, which are handed on as addresses?"""
    return isinstance(origin, Attribute) and origin.name in getattr(
        origin.owner.fetch(args), "bare", ()
    )


def _key(origin: Origin) -> Any:
    """Equal for origins that are the same place."""
    if isinstance(origin, Attribute):
        return (_key(origin.owner), origin.name)
    if isinstance(origin, Item):
        return (_key(origin.owner), "item", origin.index)
    if isinstance(origin, Super):
        return (_key(origin.owner), "super", origin.cls)
    if isinstance(origin, Literal):
        return ("literal", id(origin.value))
    if isinstance(origin, Global):
        return (id(origin.namespace), origin.name)
    if isinstance(origin, Argument):
        return origin.index
    return ("here", id(origin))


def _path(origin: Origin) -> str:
    if isinstance(origin, Attribute):
        return f"{_path(origin.owner)}_{origin.name}"
    if isinstance(origin, Item | Super):
        return f"{_path(origin.owner)}_{getattr(origin, 'index', '')}"
    return (
        origin.name
        if isinstance(origin, Global)
        else f"arg{origin.index}"
        if isinstance(origin, Argument)
        else "it"
    )


_hints: dict[tuple[Any, bool], dict[str, Any]] = {}


def field_hints(record: type, extras: bool = False) -> dict[str, Any]:
    """The declared types of a record's fields, as far as they can be evaluated.

    With `extras`, what is said besides, too.
    """
    if (record, extras) not in _hints:
        try:
            hints = typing.get_type_hints(record, include_extras=extras)
        except Exception:  # names that only a type checker sees
            hints = {}
        _hints[record, extras] = {
            name: hints[name] for name in field_names(record) if name in hints
        }
    return _hints[record, extras]


def _cast(hint: Any) -> str | None:
    if hint in CASTS:
        return CASTS[hint]
    if typing.get_origin(hint) is tuple:
        items = {item for item in typing.get_args(hint) if item is not Ellipsis}
        items = {
            typing.get_args(item)[0] if typing.get_origin(item) is typing.Annotated else item
            for item in items
        }
        if items == {int}:
            return "as_ints"
        if items == {float}:
            return "as_floats"
    return None


def _record_text(name: str, record: type, names: dict[type, str]) -> str:
    fields = [f"    {field}: object" for field in field_names(record)]
    return "\n".join([f"class {name}(_m.NamedTuple):", *(fields or ["    pass"])])


def _array(numbers: list[Any]) -> Any:
    import numpy

    if any(
        isinstance(x, float) or (getattr(x, "dtype", None) is not None and x.dtype.kind == "f")
        for x in numbers
    ):
        return numpy.array(numbers, dtype=numpy.float64)
    return numpy.array([int(x) & bits.FULL for x in numbers], dtype=numpy.uint64).view(numpy.int64)


def as_array(data: Any) -> Any:
    """A LookupTable or array as machine code takes it."""
    import numpy

    if not isinstance(data, bits.LookupTable):
        return data
    if data.array is None:
        kind, axes = layout(data)
        if axes == 2:
            data.array = (
                _array([x for row in data for x in row]).astype(kind).reshape(len(data), -1)
            )
        else:
            data.array = _array(list(data)).astype(kind) if data else numpy.zeros(0, kind)
    return data.array


def _add_type(arg: ast.expr, cast: str | None) -> ast.expr:
    """An argument of a function that calls itself must have one type, never that of a literal."""
    if cast is None and isinstance(arg, ast.Constant):
        cast = {bool: "boolean", int: "int64", float: "float64"}.get(type(arg.value))
    return call(cast or "plain", arg)


def _circles(order: list[Made]) -> list[list[Made]]:
    """The strongly connected components of the calls between functions (Tarjan's algorithm)."""
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[Made] = []
    found: list[list[Made]] = []

    def connect(made: Made) -> None:
        index[id(made)] = low[id(made)] = len(index)
        stack.append(made)
        for _, target in made.calls:
            if id(target) not in index:
                connect(target)
                low[id(made)] = min(low[id(made)], low[id(target)])
            elif any(target is other for other in stack):
                low[id(made)] = min(low[id(made)], index[id(target)])
        if low[id(made)] == index[id(made)]:
            start = next(i for i, other in enumerate(stack) if other is made)
            circle = stack[start:]
            del stack[start:]
            if len(circle) > 1 or any(target is made for _, target in made.calls):
                found.append(circle)

    for made in order:
        if id(made) not in index:
            connect(made)
    return found
