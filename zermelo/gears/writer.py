"""Everything one search reaches in one game, as one module for the machine.

A unit writer walks from the search through methods, helpers and constants, and writes them down
specialised.
"""

from __future__ import annotations

import ast
import re
import types
import typing
from collections.abc import Iterator, Sequence
from typing import Any

from zermelo.errors import NotCompilable
from zermelo.gears.border import find_unfit_fields
from zermelo.gears.circles import add_type, find_circles, merge, redirect_calls, refuse_generators
from zermelo.gears.draft import Draft
from zermelo.gears.producers import wrap_actions
from zermelo.gears.records import holds_falsy_word, list_records, write_record
from zermelo.gears.rewrite import Rewriter
from zermelo.gears.source import definition, is_inlined, parameter_names
from zermelo.gears.statics import Argument, Attribute, Origin, Static, field_names, is_record
from zermelo.gears.syntax import CASTS, Routine, load, mark, statements, word
from zermelo.gears.unit import Unit, find_all_lengths

PASTED = 512
"""A table of at most this many numbers stands in the text; larger ones are in a file beside it."""


NO_WORDS = "_words = None"
WORD = r"\b_m\.(\w+)"
OTHERS = {
    "_q.": "import zermelo.gears.sequences as _q",
    "_u.": "import zermelo.gears.unions as _u",
}
"""The lines that import the words of other modules, by how these words begin."""


def name_words(text: str) -> str:
    """The text of a module with a name of the module for each of the machine's words.

    Numba looks `_m.shr` up in a module wherever it stands, and `_m_shr` once.
    """
    words = sorted(set(re.findall(WORD, text)))
    line = "; ".join(f"_m_{word} = _m.{word}" for word in words)
    return re.sub(WORD, r"_m_\1", text).replace(NO_WORDS, line, 1)


def write_unit(search: types.FunctionType, args: Sequence[Any], checked: bool = False) -> Unit:
    """The specialised text of a search, for these arguments."""
    writer = UnitWriter(search, args, checked, holds_falsy_word(tuple(args)))
    unit = writer.write()
    if writer.writes_falsy_words and not unit.has_falsy_words:
        return UnitWriter(search, args, checked, has_falsy_words=True).write()
    return unit


class UnitWriter(Draft):
    """Writes the specialised text of one search on one game."""

    def __init__(
        self,
        search: types.FunctionType,
        args: Sequence[Any],
        checked: bool = False,
        has_falsy_words: bool = False,
    ) -> None:
        super().__init__(args)
        self.has_falsy_words = has_falsy_words
        self.search = search
        self.checked = checked
        self.alive: list[Any] = []
        self.kinds = [type(arg) for arg in args]
        self.routines: dict[Any, Routine] = {}
        self.writing: list[Any] = []
        """The keys of the routines that are being written: one may call itself."""
        self.lines: dict[int, tuple[str, int]] = {}

    def specialise(
        self, function: types.FunctionType, bound: dict[str, Static], wrapped: str = ""
    ) -> Routine:
        """The form of a function in which these parameters are constants.

        If `wrapped`, it lists actions of several shapes, each wrapped in this word.
        """
        self.look_for_shapes(bound)
        constants = sorted((name, _identity(known.value)) for name, known in bound.items())
        key: tuple[Any, ...] = (function, tuple(constants), wrapped)
        if key in self.writing and self.action_shapes:
            key = (*key, "again")  # an action may be handed on as what it is: a word, or a tuple
        if key not in self.routines:
            for known in bound.values():
                self.note(known)
                self.alive.append(known.value)  # id() is unique only while the object is alive
            text = definition(function)
            if wrapped:
                wrap_actions(text[0], wrapped)
            routine = self._new_routine(function, bound, *text)
            self.routines[key] = routine  # before it is rewritten: it may call itself
            self.writing.append(key)
            Rewriter(self, function, bound, routine, text).rewrite()
            self.writing.pop()
            self.order.append(routine)
        return self.routines[key]

    def _new_routine(
        self,
        function: types.FunctionType,
        bound: dict[str, Static],
        node: ast.FunctionDef,
        file: str,
    ) -> Routine:
        """A routine for a function, without its body."""
        return Routine(
            self.free_name(function.__qualname__.replace("<locals>", "")),
            file,
            [name for name in parameter_names(node) if name not in bound],
            _parameter_casts(function),
            line=node.lineno,
            title=function.__qualname__,
            is_inlined=is_inlined(function),
        )

    # ------------------------------------------------------------------ writing the module

    def write(self) -> Unit:
        """The text, and what it depends on."""
        self.refusals += [place for arg in self.args for place in find_unfit_fields(arg)]
        for record in (record for arg in self.args for record in list_records(arg)):
            self.record(record)
        self.lengths = find_all_lengths(self.args)
        code = self.search.__code__
        names = code.co_varnames[: code.co_argcount]
        bound = {
            name: Static(arg, Argument(i))
            for i, (name, arg) in enumerate(zip(names, self.args, strict=True))
            if i not in self.runtime
        }
        top = self.specialise(self.search, bound)
        if self.refusals:
            raise NotCompilable("\n".join(dict.fromkeys(self.refusals)))
        self._merge_circles()
        self._hand_over_data()
        text = self._write_text(top)
        return Unit(
            self.search,
            text,
            self.tables,
            self.kinds,
            self.runtime,
            self.records,
            self.lengths,
            bool(self.fits),
            self.has_falsy_words,
            list(self.facts.values()),
            [origin for _, origin in self.arrays.values()],
            self.lines,
            {routine.name: (routine.file, routine.line) for routine in self.order},
        )

    def _merge_circles(self) -> None:
        """Replace functions that call each other by one that calls itself."""
        for circle in find_circles(self.order):
            refuse_generators(circle)
            if len(circle) == 1:
                redirect_calls(self.order, circle, circle[0])
                continue
            merged = merge(circle, self.free_name("_or_".join(part.name for part in circle)))
            redirect_calls(self.order, circle, merged)
            merged.calls = [known for part in circle for known in part.calls]
            rest = [each for each in self.order if all(each is not part for part in circle)]
            self.order = [*rest, merged]

    def _hand_over_data(self) -> None:
        """Every function gets the arrays that it, or anything it calls, uses."""
        changed = True
        while changed:
            changed = False
            for routine in self.order:
                for _, target in routine.calls:
                    extra = [name for name in target.whole.data if name not in routine.data]
                    routine.data += extra
                    changed = changed or bool(extra)
        for routine in self.order:
            for node, target in routine.calls:
                node.args += [load(name) for name in target.whole.data]

    def _write_text(self, top: Routine) -> str:
        """The text of the module."""
        parts = [
            f'"""{self.search.__qualname__}, specialised."""',
            "import zermelo.gears.machine as _m",
            NO_WORDS,
            *OTHERS.values(),
            *sorted(f"{line} as {name}" for name, line in self.imports.values()),
        ]
        parts += [write_record(name, record) for record, name in self.records.items()]
        parts += self._write_tables()
        parts += self.row_builders.values()
        parts += self.fits.values()
        for routine in self._reachable(top.whole):
            parts.append(self._write_routine(routine, sum(p.count("\n") + 1 for p in parts)))
        text = name_words("\n".join([*parts, self._write_entry(top), ""]))
        for begin, line in OTHERS.items():
            if begin not in text:
                text = text.replace(f"{line}\n", "\n", 1)
        return text

    def _write_entry(self, top: Routine) -> str:
        """The function that Python calls: it passes its arguments on, typed."""
        params = list(top.params)
        arrays = [name for name, _ in self.arrays.values()]
        bare = {name for name, origin in self.arrays.values() if _is_bare(origin, self.args)}
        bare |= self.weights
        inner = [f"_m.int64({top.number})"] if top.group else []
        given = self._write_states(params)
        inner += [ast.unparse(add_type(x, top.casts.get(x_name))) for x_name, x in given]
        inner += [f"_m.pointer({name})" if name in bare else name for name in top.whole.data]
        decorator = "checked_kernel" if self.checked else "kernel"
        signature = f"def entry({', '.join([*params, *arrays])}):"
        return f"@_m.{decorator}\n{signature}\n    return {top.whole.name}({', '.join(inner)})"

    def _write_states(self, params: list[str]) -> Iterator[tuple[str, ast.expr]]:
        """Yield the name of each parameter and what is passed on: of plain tuples, states.

        Numba takes 50 µs to find the type of a NamedTuple, if it has met another of that shape.
        """
        for name, i in zip(params, self.runtime, strict=True):
            kind = self.kinds[i]
            if is_record(kind):
                items = ", ".join(f"{name}[{j}]" for j in range(len(field_names(kind))))
                yield name, ast.parse(f"{self.records[kind]}({items})", mode="eval").body
            else:
                yield name, load(name)

    def _reachable(self, top: Routine) -> list[Routine]:
        """The functions that the search calls; inlined ones may have no calls left."""
        waiting = [top, *(routine for routine in self.order if routine.builder)]
        reached = {id(routine) for routine in waiting}
        while waiting:
            for _, target in waiting.pop().calls:
                if id(target.whole) not in reached:
                    reached.add(id(target.whole))
                    waiting.append(target.whole)
        return [routine for routine in self.order if id(routine) in reached]

    def _write_tables(self) -> Iterator[str]:
        """The lines that define the tables. `tables` keeps those that are in a file."""
        small = {name: table for name, table in self.tables.items() if table.size <= PASTED}
        large = {name: table for name, table in self.tables.items() if name not in small}
        if large:
            yield "from pathlib import Path"
            yield "_tables = _m.np.load(Path(__file__).with_name('tables.npz'))"
        for name, table in self.tables.items():
            if name in large:
                yield f"{name} = _tables[{name!r}]"
            else:
                yield f"{name} = _m.np.array({table.tolist()!r}, dtype=_m.np.{table.dtype})"
        self.tables = large

    def _write_routine(self, routine: Routine, before: int) -> str:
        """The text of one function, which stands after this many lines of the module."""
        mark(routine.body, routine.file)
        node = _function_node(routine, "checked_helper" if self.checked else "helper")
        text = ast.unparse(node)
        if routine.builder:
            text += f"\n{routine.name}_tuple = _m.{routine.builder}({routine.name})"
        for new, old in zip(statements(ast.parse(text).body[:1]), statements([node]), strict=True):
            if hasattr(old, "origin"):
                self.lines[before + new.lineno] = old.origin
        return text


def _function_node(routine: Routine, decorator: str) -> ast.FunctionDef:
    """The definition of a function of the module."""
    params = [ast.arg(name) for name in [*routine.params, *routine.data]]
    arguments = ast.arguments([], params, None, [], [], None, [])
    node = ast.FunctionDef(routine.name, arguments, routine.body, [word(decorator)], None, lineno=1)
    if "type_params" in ast.FunctionDef._fields:
        node.type_params = []  # type: ignore[attr-defined, unused-ignore]
    return ast.fix_missing_locations(node)


def _parameter_casts(function: types.FunctionType) -> dict[str, str]:
    """The machine's casts for the parameters that are declared as numbers."""
    try:
        hints = typing.get_type_hints(function)
    except Exception:  # an annotation that cannot be evaluated says nothing about machine types
        return {}
    return {name: CASTS[hint] for name, hint in hints.items() if hint in CASTS}


def _identity(value: Any) -> Any:
    """The identity of a bound value; a bound method is a new object each time it is looked up."""
    if isinstance(value, types.MethodType):
        return (id(value.__func__), id(value.__self__))
    return (id(value),)


def _is_bare(origin: Origin, args: Sequence[Any]) -> bool:
    """Is this one of the package's own rows of cells, which are handed on as addresses?"""
    if not isinstance(origin, Attribute):
        return False
    return origin.name in getattr(origin.owner.fetch(args), "bare", ())
