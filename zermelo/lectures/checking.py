"""Run an entry: compute what it says, and compare it with what the notes print."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from zermelo.errors import one_line
from zermelo.lectures.entry import LectureEntry, LectureFact, format_fact

TOLERANCE = 1e-9
"""Numbers that differ by less are the same: means of outcomes have rounding errors."""


@dataclass(frozen=True)
class Comparison:
    """A fact of the notes beside what was computed.

    >>> print(Comparison(LectureFact("value", "2 + 2", 5), 4))
    DIFFERS  value: the notes say 5, computed 4
    """

    fact: LectureFact
    computed: Any
    error: str = ""

    @property
    def agrees(self) -> bool:
        """Is what was computed what the notes say?"""
        return not self.error and are_equal(self.fact.expected, self.computed)

    @property
    def outcome(self) -> str:
        """What came out, in words: the value, the first line that differs, or an error."""
        if self.error:
            return self.error
        line = _find_difference(self.fact.expected, self.computed)
        shown = _put_in_order(self.computed, self.fact.expected)
        return format_fact(shown) + (f"; {line}" if line else "")

    def __str__(self) -> str:
        verdict = "ok" if self.agrees else "DIFFERS"
        return f"{verdict}  {self.fact}, computed {self.outcome}"

    def to_dict(self) -> dict[str, Any]:
        """Return the comparison as a dict for JSON; what was computed in words."""
        return {
            "about": self.fact.about,
            "expected": format_fact(self.fact.expected),
            "printed": self.fact.is_printed,
            "computed": self.outcome,
            "agrees": self.agrees,
        }


def check_entry(entry: LectureEntry) -> list[Comparison]:
    """Run the Python text of an entry, and compare each of its facts.

    An error is not an exception here: it is what came out.
    """
    return list(_compare(entry))


def _compare(entry: LectureEntry) -> Iterator[Comparison]:
    names: dict[str, Any] = {}
    try:
        exec(compile(entry.code, f"<{entry.id}>", "exec"), names)
    except Exception as error:
        yield from (Comparison(fact, None, _describe(error)) for fact in entry.facts)
        return
    for fact in entry.facts:
        try:
            yield Comparison(fact, eval(fact.expression, names))
        except Exception as error:
            yield Comparison(fact, None, _describe(error))


def _describe(error: Exception) -> str:
    return f"{type(error).__name__}: {one_line(error)}"


def list_differences(comparisons: Iterable[Comparison]) -> list[Comparison]:
    """Return the comparisons that do not agree."""
    return [one for one in comparisons if not one.agrees]


def are_equal(expected: Any, computed: Any) -> bool:
    """Is a computed value the expected one? Numbers up to rounding, lists by their parts.

    >>> are_equal([3, (2, 2)], (3.0, [2.0, 2.0])), are_equal({"a1": 8}, {"a1": 8 + 1e-12})
    (True, True)
    >>> are_equal(3, 4), are_equal("3", 3), are_equal(1, True)
    (False, False, False)
    """
    if isinstance(expected, bool) or isinstance(computed, bool):
        return expected is computed
    if isinstance(expected, int | float) and isinstance(computed, int | float):
        return expected == computed or math.isclose(expected, computed, abs_tol=TOLERANCE)
    if _is_list(expected) and _is_list(computed):
        pairs = list(zip(expected, computed, strict=False))
        return len(expected) == len(computed) and all(are_equal(*pair) for pair in pairs)
    if isinstance(expected, dict) and isinstance(computed, dict):
        return expected.keys() == computed.keys() and all(
            are_equal(value, computed[key]) for key, value in expected.items()
        )
    return bool(expected == computed)


def _put_in_order(computed: Any, expected: Any) -> Any:
    """Return a computed dict in the order of the expected one; anything else as it is."""
    if not (isinstance(computed, dict) and isinstance(expected, dict)):
        return computed
    return {key: computed[key] for key in (*expected, *computed) if key in computed}


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _find_difference(expected: Any, computed: Any) -> str:
    """Return the first line of a table that differs; empty if none does."""
    if not (_is_list(expected) and _is_list(computed)) or are_equal(expected, computed):
        return ""
    for number, (said, got) in enumerate(zip(expected, computed, strict=False), 1):
        if not are_equal(said, got):
            return f"{number}: {format_fact(got)} for {format_fact(said)}"
    return f"{len(computed)} for {len(expected)} lines"
