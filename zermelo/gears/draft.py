"""The generated module while it is written: its names, records, imports, tables and arrays.

A rewriter asks the draft for the name of everything that is not a local variable. The draft also
keeps every fact that was built in, so that a later call can see whether the text still holds.
"""

from __future__ import annotations

import sys
import types
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from zermelo import bits
from zermelo.contract import find_class_source
from zermelo.game import Game
from zermelo.gears.producers import RULES
from zermelo.gears.records import (
    field_hints,
    find_member,
    find_special_method,
    has_record,
)
from zermelo.gears.statics import (
    Attribute,
    Fact,
    Literal,
    Origin,
    Static,
    fact,
    field_names,
    find_runtime,
    is_record,
    origin_key,
    origin_path,
    parts,
    weights_fact,
)
from zermelo.gears.syntax import Routine
from zermelo.gears.tables import make_ragged, make_ragged_tuples, make_row, make_table
from zermelo.own import is_own

WORDS: dict[Any, str] = {
    bits.lowest: "lowest",
    bits.put: "put",
    bits.hash64: "hash64",
    bits.as_cell: "as_cell",
    bits.from_cell: "from_cell",
    bits.as_word: "as_cell",
    bits.from_word: "from_cell",
    bits.load_state: "load_state",
    bits.prefetch: "prefetch",
    bits.read_cells: "read_cells",
    bits.write_cells: "write_cells",
}
"""Functions whose plain text the machine replaces by a word of its own."""

SEARCHES = "zermelo.engine."
"""Modules whose records are a search's own: their fields say nothing about states."""


class Draft(ABC):
    """What the generated module holds so far, and the facts that it depends on."""

    def __init__(self, args: Sequence[Any]) -> None:
        self.args = tuple(args)
        self.runtime = find_runtime(self.args)
        self.facts: dict[Any, Fact] = {}
        self.order: list[Routine] = []
        self.names: set[str] = {"entry"}
        self.records: dict[type, str] = {}
        self.imports: dict[Any, tuple[str, str]] = {}
        self.constants: dict[Any, str] = {}
        self.tables: dict[str, Any] = {}
        self.row_builders: dict[str, str] = {}
        self.yielders: dict[str, str] = {}
        self.arrays: dict[Any, tuple[str, Origin]] = {}
        self.lengths: dict[tuple[type, str], tuple[int, ...]] = {}
        """The lengths of the tuples that the fields of the states among the arguments hold."""
        self.fits: dict[str, str] = {}
        self.weights: set[str] = set()
        """The parameters that are weights: handed on as bare addresses."""
        self.action_shapes: tuple[Any, ...] = ()
        """An action of each shape, if the game has actions of several."""
        self.words: tuple[Any, ...] = ()
        """The words that actions are made of."""
        self.has_only_texts = False
        """Is every action a string?"""
        self.rule_owners: list[Any] = []
        """The games whose rules take and give such actions, not numbers."""
        self.refusals: list[str] = []
        self.has_falsy_words = False
        """Can a value be None or "", which are false but have codes that are not 0?"""
        self.writes_falsy_words = False

    @abstractmethod
    def specialise(
        self, function: types.FunctionType, bound: dict[str, Static], wrapped: str = ""
    ) -> Routine:
        """The form of a function in which these parameters are constants."""

    def adopt(self, routine: Routine) -> None:
        """Add a helper that a rewriter wrote."""
        self.order.append(routine)

    # ------------------------------------------------------------------ facts

    def note(self, known: Static) -> Static:
        """Keep the fact that this value was built in; returns the value."""
        if not isinstance(known.origin, Literal) and origin_key(known.origin) not in self.facts:
            self.facts[origin_key(known.origin)] = fact(known)
        return known

    def note_layout(self, known: Static) -> None:
        """Keep the fact that numbers of this layout are handed over, whatever they are."""
        self.facts["layout", origin_key(known.origin)] = weights_fact(known)

    # ------------------------------------------------------------------ names

    def word(self, value: Any) -> str | None:
        """The machine's word for a function, if it has one."""
        if isinstance(value, types.FunctionType | types.BuiltinFunctionType):
            return WORDS.get(value) or getattr(value, "machine_word", None)
        return None

    def free_name(self, stem: str) -> str:
        """A name of the module that nothing has yet."""
        stem = "z_" + ("".join(c if c.isalnum() else "_" for c in stem).strip("_") or "it")
        name, number = stem, 1
        while name in self.names:
            number += 1
            name = f"{stem}_{number}"
        self.names.add(name)
        return name

    def import_name(self, value: Any, otherwise: Any) -> str:
        """The module's name for something it can import.

        `otherwise` stands in for what only this process has.
        """
        if value not in self.imports:
            home = value.__module__
            known = getattr(sys.modules.get(home), value.__qualname__, None) is value
            is_private = home == "__main__" or is_own(home) or not known
            if otherwise is not None and is_private:
                return str(otherwise.__name__)
            line = f"from {home} import {value.__qualname__}"
            self.imports[value] = (self.free_name(value.__name__), line)
        return self.imports[value][0]

    def data_name(self, known: Static) -> str:
        """The parameter through which an array is handed over."""
        key = origin_key(known.origin)
        if key not in self.arrays:
            self.note(known)
            self.arrays[key] = (self.free_name(origin_path(known.origin)), known.origin)
        return self.arrays[key][0]

    def weights_name(self, known: Static) -> str:
        """The parameter through which the weights of an attribute are handed over."""
        key = origin_key(known.origin)
        if key not in self.arrays:
            self.note_layout(known)
            self.arrays[key] = (self.free_name(origin_path(known.origin)), known.origin)
            self.weights.add(self.arrays[key][0])
        return self.arrays[key][0]

    # ------------------------------------------------------------------ records

    def record(self, record: type) -> str:
        """The module's name for a record type."""
        if record not in self.records:
            if own := find_special_method(record):
                self.refusals.append(
                    f"{find_class_source(record)}{record.__qualname__} has its own {own}, which "
                    "cannot be compiled: use a method with a name"
                )
            self.records[record] = self.free_name(record.__name__)
            for hint in field_hints(record).values():
                if is_record(hint):
                    self.record(hint)
        return self.records[record]

    def records_with(self, fields: set[str | None], namespace: dict[str, Any]) -> list[type]:
        """The record types with these fields; if the author's module names some, only those."""
        visible = self._visible_records(namespace)
        fitting = [record for record in visible if fields <= set(field_names(record))]
        return [record for record in fitting if has_record(namespace, record)] or fitting

    def members(self, name: str, namespace: dict[str, Any]) -> list[Any]:
        """What known record types define under this name; nothing, if it is a field of one."""
        visible = self._visible_records(namespace)
        if any(name in field_names(record) for record in visible):
            return []
        members: dict[int, Any] = {}
        for record in visible:
            value = find_member(record, name)
            if value is not None:
                self.note(Static(getattr(record, name), Attribute(Literal(record), name)))
                members[id(value)] = value
        return list(members.values())

    def _visible_records(self, namespace: dict[str, Any]) -> list[type]:
        """The record types that a module may mean: those of a search only if it names them."""
        return [
            record
            for record in self.records
            if not record.__module__.startswith(SEARCHES) or has_record(namespace, record)
        ]

    def fit(self, record: type, field: str) -> str | None:
        """The name of the function that makes a list the tuple which a field holds."""
        lengths = self.lengths.get((record, field))
        if not lengths:
            return None
        name = "fit_" + "_".join(map(str, lengths))
        if name not in self.fits:
            self.fits[name] = f"{name} = _q.make_fit({', '.join(map(str, lengths))})"
        return name

    def fit_of(self, field: str) -> str | None:
        """The same for a field of this name, if it is as long in all records that have one."""
        owners = [record for record, name in self.lengths if name == field]
        fits = {self.fit(record, field) for record in owners}
        return fits.pop() if len(fits) == 1 else None

    def replacer(self, fields: Sequence[str]) -> str:
        """The name of the function that changes these fields of a record of any type."""
        name = "replace_" + "_".join(fields)
        if name not in self.fits:
            self.fits[name] = f"{name} = _q.make_replace({', '.join(map(repr, fields))})"
        return name

    # ------------------------------------------------------------------ actions

    def look_for_shapes(self, bound: dict[str, Static]) -> None:
        """Note the shapes and words of actions, if one of these constants is a game with them."""
        for known in bound.values():
            if self.rule_owners or not getattr(known.value, "action_shapes", None):
                continue
            if not _is_game(known.value):
                continue
            game = known.value
            self.words = self.note(Static(game.words, Attribute(known.origin, "words"))).value
            self.has_only_texts = game.has_only_texts
            if len(game.action_shapes) > 1:
                self.action_shapes = game.action_shapes
            while _is_game(game := getattr(game, "game", None)):
                self.rule_owners.append(game)

    def find_wrapper(self, function: types.FunctionType, bound: dict[str, Static]) -> str:
        """The word around the actions that a rule of the game lists; "" if it needs none."""
        if not self.action_shapes or function.__name__ not in RULES:
            return ""
        return RULES[function.__name__] if self.is_rule(bound) else ""

    def is_rule(self, bound: dict[str, Static]) -> bool:
        """Is a function a method of a game whose actions have several shapes?"""
        return any(known.value is owner for known in bound.values() for owner in self.rule_owners)

    def wrapper(self, word: str) -> str:
        """The name of the function that makes an action, or an outcome, of one type."""
        if word not in self.fits:
            samples = ", ".join(map(self._write_sample, self.action_shapes))
            self.fits["as_action"] = f"as_action = _u.make_union({samples})"
            self.fits["as_outcome"] = "as_outcome = _u.make_outcome(as_action)"
        return word

    def _write_sample(self, like: Any) -> str:
        """The text of an action of a shape, with 0 for each number and word."""
        if not isinstance(like, tuple) and not is_record(type(like)):
            return "0"
        record = self.record(type(like)) if is_record(type(like)) else ""
        return f"{record}({''.join(f'{self._write_sample(part)}, ' for part in parts(like))})"

    def write_sample(self) -> str:
        """The text of an action of the first shape."""
        return self._write_sample(self.action_shapes[0])

    # ------------------------------------------------------------------ tables

    def table(self, values: tuple[Any, ...]) -> str | None:
        """The module's name for a tuple of numbers, or of equally long rows, as an array."""
        array = make_table(values)
        return None if array is None else self._constant(array)

    def row(self, values: tuple[Any, ...]) -> str | None:
        """The module's name for a tuple of numbers as an array."""
        array = make_row(values)
        return None if array is None else self._constant(array)

    def rows_table(self, values: Any) -> tuple[str, str] | None:
        """The module's names for rows of different lengths: all numbers, and each row's start."""
        arrays = make_ragged(values)
        return None if arrays is None else (self._constant(arrays[0]), self._constant(arrays[1]))

    def row_builder(self, table: str, length: int) -> str:
        """The name of a function that gives a row of a table as a tuple."""
        name = f"{table}_row"
        if name not in self.row_builders:
            cells = "".join(f"{table}[i, {j}], " for j in range(length))
            self.row_builders[name] = f"@_m.helper\ndef {name}(i):\n    return ({cells})"
        return name

    def tuple_rows(self, values: Any) -> str | None:
        """The name of a function that lists a row of tuples by its number; `yielders` has another
        that yields its items.
        """
        arrays = make_ragged_tuples(values)
        if arrays is None:
            return None
        table, starts = map(self._constant, arrays)
        builder = self.row_builder(table, arrays[0].shape[1])
        lister, yielder = f"{starts}_{table}_list", f"{starts}_{table}_items"
        span = f"range({starts}[i], {starts}[i + 1])"
        first = f"if i < 0:\n        i += {len(values)}"
        for name, body in (
            (lister, f"return [{builder}(j) for j in {span}]"),
            (yielder, f"for j in {span}:\n        yield {builder}(j)"),
        ):
            self.row_builders[name] = f"@_m.helper\ndef {name}(i):\n    {first}\n    {body}"
        self.yielders[lister] = yielder
        return lister

    def _constant(self, array: Any) -> str:
        """The module's name for an array; equal arrays share one."""
        key = (array.tobytes(), str(array.dtype), array.shape)
        if key not in self.constants:
            self.constants[key] = self.free_name("table")
            self.tables[self.constants[key]] = array
        return self.constants[key]


def _is_game(value: Any) -> bool:
    """Is this a game? What other objects have under some name says nothing."""
    return isinstance(value, Game)
