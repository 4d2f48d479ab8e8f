"""One search specialised to one game: its text, and what that text depends on."""

from __future__ import annotations

import types
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from zermelo.gears.guard import write_check, write_fetch
from zermelo.gears.records import holds_falsy_word, list_lengths, list_records
from zermelo.gears.statics import NUMBERS, Fact, Origin, find_runtime, is_record


@dataclass
class Unit:
    """The specialised text of one search on one game."""

    search: types.FunctionType
    text: str
    tables: dict[str, Any]
    """The large tables, which are in a file beside the text."""
    kinds: list[type]
    """The types of the arguments that it was written for."""
    runtime: list[int]
    """The places of the arguments that machine code takes when it runs."""
    records: dict[type, str]
    lengths: dict[tuple[type, str], tuple[int, ...]]
    needs_lengths: bool
    has_falsy_words: bool
    facts: list[Fact]
    arrays: list[Origin]
    """Where the arrays are that are handed over at run time."""
    lines: dict[int, tuple[str, int]] = field(default_factory=dict)
    """The author's file and line behind each line of the text."""
    places: dict[str, tuple[str, int]] = field(default_factory=dict)
    """The author's file and line of each function of the text."""
    is_taken: bool = False
    """Was it written by an earlier process, and taken from disk? Then it does not know lines."""

    def __post_init__(self) -> None:
        self.title = self.search.__name__
        """What the machine code is of, for people."""
        self.ready: set[Any] = set()
        """The types of arguments for which there is machine code, as `describe_types` has them."""
        self.check = write_check(self.facts)
        self.fetch = write_fetch(self.arrays)

    def holds(self, args: Sequence[Any]) -> bool:
        """Would these arguments, and the modules as they are now, give the same text?"""
        kinds = [type(arg) for arg in args]
        if kinds != self.kinds and not self._allows(kinds, args):
            return False
        if not all(kinds[i] in NUMBERS or self._can_hold(args[i]) for i in self.runtime):
            return False
        if self.needs_lengths and self.lengths != find_all_lengths(args):
            return False
        return self.check(args)

    def _allows(self, kinds: list[type], args: Sequence[Any]) -> bool:
        """Does the text serve arguments of other types: an int in place of a float?"""
        pairs = zip(kinds, self.kinds, strict=True)
        has_records = any(is_record(a) or is_record(b) for a, b in pairs if a is not b)
        return not has_records and self.runtime == find_runtime(args)

    def _can_hold(self, state: Any) -> bool:
        """Has the text the record types of a state, and its words?"""
        is_known = type(state) in self.records and isinstance(state, tuple)
        if is_known and NUMBERS.issuperset(map(type, state)):  # as of most games
            return True
        if any(record not in self.records for record in list_records(state)):
            return False
        return self.has_falsy_words or not holds_falsy_word(state)

    def author_line(self, line: int) -> tuple[str, int] | None:
        """The author's file and line behind a line of the module."""
        return self.lines.get(line)


def find_all_lengths(args: Sequence[Any]) -> dict[tuple[type, str], tuple[int, ...]]:
    """The lengths of the tuples in the fields of states."""
    return {field: lengths for arg in args for field, lengths in list_lengths(arg)}
