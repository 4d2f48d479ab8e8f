"""An answer to an exercise: values at inner nodes, pruned nodes, the action at the root; and the form to fill in.

As JSON::

    {"format": "zermelo-answer", "version": 1, "exercise": {"seed": 7, …},
     "values": {"A": 3, "B": "≤ 2"}, "pruned": ["I", "J"], "action": "a1"}

A value is a number, or a text such as "3", "≤2", "<=2", "1/2" or "-∞"; a vector is a list of them. What is not known yet
is null.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from typing import Any

from zermelo.errors import BadAnswer
from zermelo.game import INFINITY
from zermelo.teach.reading import Value

FORMAT, VERSION = "zermelo-answer", 1

SHORTEST_VECTOR = 3
"""A vector of so many numbers or more is one without brackets, too."""

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
    """What somebody answers. `bounds` keeps the ≤ ("at most") or ≥ ("at least") that stood before a value.

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
        """The answer as JSON holds it; labels in `blank` that have no value are null."""
        labels = [*self.values, *(label for label in blank if label not in self.values)]
        labels.sort(key=lambda label: (len(label), label))
        values = {
            label: _written(self.values.get(label), self.bounds.get(label)) for label in labels
        }
        made: dict[str, Any] = {"format": FORMAT, "version": VERSION}
        if self.exercise is not None:
            made["exercise"] = dict(self.exercise)
        return made | {
            "values": values,
            "pruned": sorted(self.pruned, key=lambda label: (len(label), label)),
            "action": self.action,
        }

    def to_json(self, blank: tuple[str, ...] = ()) -> str:
        """The answer as one JSON text, `blank` as in `to_dict`."""
        return json.dumps(self.to_dict(blank), ensure_ascii=False, indent=2)

    @classmethod
    def from_dict(cls, data: Any) -> Answer:
        """The answer that `to_dict` made or that somebody wrote into the form."""
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise BadAnswer(
                "this is no answer: it must be the form that zermelo quiz --sheet answer.json writes"
            )
        if data.get("version") != VERSION:
            raise BadAnswer(
                f"the answer is of version {data.get('version')}; this program reads version {VERSION}"
            )
        values, bounds = {}, {}
        for label, written in _part(data, "values", dict, "labels with values").items():
            if written is not None and written != "":
                values[str(label)], bound = value(written, str(label))
                if bound:
                    bounds[str(label)] = bound
        pruned = _part(data, "pruned", list, "a list of labels")
        action = data.get("action")
        if action is not None and not isinstance(action, str):
            raise BadAnswer(f"the action is {action!r}; it must be a name like a1")
        spec = data.get("exercise")
        if spec is not None and not isinstance(spec, dict):
            raise BadAnswer(
                "the exercise of an answer must say its seed and options, as the form does"
            )
        return cls(values, frozenset(map(str, pruned)), action or None, bounds, spec)

    @classmethod
    def from_json(cls, text: str) -> Answer:
        """The answer in a JSON text.

        >>> Answer.from_json('{"format": "zermelo-answer", "version": 1, "values": {"C": "≤2"}, "pruned": [], "action": null}').values
        {'C': 2.0}
        """
        try:
            return cls.from_dict(json.loads(text))
        except (json.JSONDecodeError, RecursionError) as error:
            raise BadAnswer(f"this is no answer: {error}") from None


def _part(data: dict[str, Any], key: str, kind: type, form: str) -> Any:
    part = data.get(key)
    if part is None:
        return kind()
    if not isinstance(part, kind):
        raise BadAnswer(f"{key} are {part!r}; they must be {form}")
    return part


# ---------------------------------------------------------------------- values as people write them


def value(written: Any, label: str = "the value") -> tuple[Value, str]:
    """A value and its bound ("", "at most" or "at least") from what somebody wrote.

    >>> value("≤ 2"), value("1/2"), value("(1, 2, 6)"), value("1, 2, 6")
    ((2.0, 'at most'), (0.5, ''), ((1.0, 2.0, 6.0), ''), ((1.0, 2.0, 6.0), ''))
    """
    bound = ""
    if isinstance(written, str):
        text = written.strip()
        if sign := _SIGN.match(text):
            bound, text = _BOUNDS.get(sign[1], ""), text[sign.end() :]
        is_bracketed = len(text) > 1 and text[0] in "([" and text[-1] in ")]"
        parts = [
            part for part in re.split(r"[,;\s]+", text[1:-1] if is_bracketed else text) if part
        ]
        if not is_bracketed and len(parts) < SHORTEST_VECTOR:  # 0,5 is a slip, and no vector
            return _number(text, label), bound
        written = parts
    if isinstance(written, list | tuple):
        return tuple(_number(part, label) for part in written), bound
    return _number(written, label), bound


def _number(written: Any, label: str) -> float:
    """One number: 3, "3", "−0.5", "1/2", "-∞"."""
    text = (
        ""
        if isinstance(written, bool)
        else str(written).strip().replace("−", "-").replace("∞", "inf")
    )
    top, slash, bottom = text.partition("/")
    try:
        found = float(top) / (float(bottom) if slash else 1.0)
    except (ValueError, ZeroDivisionError):
        found = math.nan
    if math.isnan(found):
        raise BadAnswer(
            f"{label} is {written!r}; write a number like 3, −0.5, 1/2 or ≤ 2, or a vector like (1, 2, 6)"
        )
    return found


def _written(value: Value | None, bound: str | None) -> Any:
    """A value for JSON: whole numbers without .0, bounds and infinities as texts."""
    if value is None:
        return None
    if isinstance(value, tuple):
        return [_written(x, None) for x in value]
    if abs(value) == INFINITY:
        plain: Any = "∞" if value > 0 else "-∞"
    else:
        short = round(value, 9)
        plain = int(short) if short == int(short) else short
    return plain if not bound else f"{'≤' if bound == 'at most' else '≥'} {plain}"
