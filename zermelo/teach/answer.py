"""An answer to an exercise: values at inner nodes, pruned nodes, the action at the root.

As JSON, which is also the form to fill in::

    {"format": "zermelo-answer", "version": 1, "exercise": {"seed": 7, …},
     "values": {"A": 3, "B": "≤ 2"}, "pruned": ["I", "J"], "action": "a1"}

A value is a number, or a text such as "3", "≤2", "<=2", "1/2", "½" or "-∞"; a vector is a
list of them. An unknown value is null.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from typing import Any

from zermelo.errors import BadAnswer
from zermelo.formatting import parse_number
from zermelo.game import INFINITY
from zermelo.teach.reading import MAX_DECIMALS, Value

FORMAT, VERSION = "zermelo-answer", 1

SHORTEST_VECTOR = 3
"""This many numbers or more are a vector without brackets, too."""

_SIGN = re.compile(r"^(≤|<=|=<|≥|>=|=>|=)\s*")
_BOUNDS = {
    "≤": "at most",
    "<=": "at most",
    "=<": "at most",
    "≥": "at least",
    ">=": "at least",
    "=>": "at least",
}


@dataclass(frozen=True)
class Answer:
    """One answer. `bounds` keeps the ≤ ("at most") or ≥ ("at least") in front of a value.

    >>> Answer({"A": 3.0}, pruned={"I"}, action="a1").to_dict()["values"]
    {'A': 3}
    """

    values: Mapping[str, Value] = field(default_factory=dict)
    pruned: Set[str] = frozenset()
    action: str | None = None
    bounds: Mapping[str, str] = field(default_factory=dict)
    exercise: Mapping[str, Any] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "pruned", frozenset(self.pruned))

    def to_dict(self, blank: tuple[str, ...] = ()) -> dict[str, Any]:
        """Return the answer as a dict for JSON; labels in `blank` without a value are null."""
        labels = sorted({*self.values, *blank}, key=_make_sort_key)
        values = {
            label: _encode_value(self.values.get(label), self.bounds.get(label)) for label in labels
        }
        head: dict[str, Any] = {"format": FORMAT, "version": VERSION}
        if self.exercise is not None:
            head["exercise"] = dict(self.exercise)
        pruned = sorted(self.pruned, key=_make_sort_key)
        return head | {"values": values, "pruned": pruned, "action": self.action}

    def to_json(self, blank: tuple[str, ...] = ()) -> str:
        """Return the answer as one JSON text, `blank` as in `to_dict`."""
        return json.dumps(self.to_dict(blank), ensure_ascii=False, indent=2)

    @classmethod
    def from_dict(cls, data: Any) -> Answer:
        """Return the answer that `to_dict` wrote, or that was written into the form."""
        _check_head(data)
        values, bounds = _read_values(data)
        pruned = _read_part(data, "pruned", list, "a list of labels")
        action, spec = data.get("action"), data.get("exercise")
        if action is not None and not isinstance(action, str):
            raise BadAnswer(f"the action is {action!r}; it must be a name like a1")
        if spec is not None and not isinstance(spec, dict):
            raise BadAnswer(
                "the exercise of an answer must have a seed and options, as in the form"
            )
        return cls(values, frozenset(map(str, pruned)), action or None, bounds, spec)

    @classmethod
    def from_json(cls, text: str) -> Answer:
        """Return the answer in a JSON text.

        >>> text = '{"format": "zermelo-answer", "version": 1, "values": {"C": "≤2"}}'
        >>> Answer.from_json(text).values
        {'C': 2.0}
        """
        try:
            return cls.from_dict(json.loads(text))
        except (json.JSONDecodeError, RecursionError) as error:
            raise BadAnswer(f"this is not an answer: {error}") from None


def _make_sort_key(label: str) -> tuple[int, str]:
    """Return the key that sorts A … Z before AA."""
    return len(label), label


def _check_head(data: Any) -> None:
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadAnswer(
            "this is not an answer: it must be the form "
            "that zermelo quiz --sheet answer.json writes"
        )
    if data.get("version") != VERSION:
        raise BadAnswer(
            f"the answer has version {data.get('version')}; this program reads version {VERSION}"
        )


def _read_values(data: dict[str, Any]) -> tuple[dict[str, Value], dict[str, str]]:
    """Return the values that were filled in, and the bounds in front of them, by label."""
    values, bounds = {}, {}
    for label, written in _read_part(data, "values", dict, "labels with values").items():
        if written is not None and written != "":
            values[str(label)], bound = parse_value(written, str(label))
            if bound:
                bounds[str(label)] = bound
    return values, bounds


def _read_part(data: dict[str, Any], key: str, kind: type, form: str) -> Any:
    part = data.get(key)
    if part is None:
        return kind()
    if not isinstance(part, kind):
        raise BadAnswer(f"{key} are {part!r}; they must be {form}")
    return part


# ---------------------------------------------------------------------- values as people write them


def parse_value(written: Any, label: str = "the value") -> tuple[Value, str]:
    """Return a value and its bound ("", "at most" or "at least") from a text or a number.

    >>> parse_value("≤ 2"), parse_value("1/2")
    ((2.0, 'at most'), (0.5, ''))
    >>> parse_value("(1, 2, 6)"), parse_value("1, 2, 6")
    (((1.0, 2.0, 6.0), ''), ((1.0, 2.0, 6.0), ''))
    """
    bound = ""
    if isinstance(written, str):
        text = written.strip()
        if sign := _SIGN.match(text):
            bound, text = _BOUNDS.get(sign[1], ""), text[sign.end() :]
        is_bracketed = len(text) > 1 and text[0] in "([" and text[-1] in ")]"
        inside = text[1:-1] if is_bracketed else text
        parts = [part for part in re.split(r"[,;\s]+", inside) if part]
        if not is_bracketed and len(parts) < SHORTEST_VECTOR:  # 0,5 is a slip, not a vector
            return _parse_number(text, label), bound
        written = parts
    if isinstance(written, list | tuple):
        return tuple(_parse_number(part, label) for part in written), bound
    return _parse_number(written, label), bound


def _parse_number(written: Any, label: str) -> float:
    """Return one number: 3, "3", "−0.5", "1/2", "½", "-∞"."""
    try:
        number = parse_number("" if isinstance(written, bool) else str(written))
    except ValueError:
        number = math.nan
    if math.isnan(number):
        raise BadAnswer(
            f"{label} is {written!r}; write a number like 3, −0.5, 1/2 or ≤ 2, "
            "or a vector like (1, 2, 6)"
        )
    return number


def _encode_value(value: Value | None, bound: str | None) -> Any:
    """Return a value for JSON: whole numbers without .0, bounds and infinities as texts."""
    if value is None:
        return None
    if isinstance(value, tuple):
        return [_encode_value(x, None) for x in value]
    if abs(value) == INFINITY:
        plain: Any = "∞" if value > 0 else "-∞"
    else:
        short = round(value, MAX_DECIMALS)
        plain = int(short) if short == int(short) else short
    return plain if not bound else f"{'≤' if bound == 'at most' else '≥'} {plain}"
