"""What went wrong with pruning: the answer's marks are held against each step of the search.

At every moment the search knows, for each node on its path, the value it has so far. MAX nodes on the path give α, MIN
nodes give β; a MIN node is cut by α, a MAX node by β.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from zermelo.formatting import format_number
from zermelo.game import INFINITY
from zermelo.teach.exercise import Exercise
from zermelo.teach.mistake import Mistake


@dataclass
class _Here:
    """A node on the path: what it has so far."""

    label: str
    player: int | None
    alpha: float
    beta: float
    value: float | None = None
    last: str = ""

    @property
    def is_max(self) -> bool:
        return self.player == 0

    @property
    def who(self) -> str:
        return "MAX" if self.is_max else "MIN"

    @property
    def other(self) -> str:
        return "MIN" if self.is_max else "MAX"

    @property
    def bound(self) -> float:
        """What can cut this node."""
        return self.beta if self.is_max else self.alpha

    @property
    def greek(self) -> str:
        return "β" if self.is_max else "α"

    @property
    def side(self) -> str:
        return "at least" if self.is_max else "at most"


class Walk:
    """Goes along a trace with the nodes that an answer calls pruned."""

    def __init__(self, made: Exercise, marked: frozenset[str]) -> None:
        self.made, self.marked = made, marked
        self.path: list[_Here] = []
        self.left = ""
        """The label of the node that was left last."""

    def mistake_at(self, event: dict[str, Any]) -> Mistake | None:
        """Take one step; the mistake in pruning that shows there, if there is one."""
        kind, found = event["event"], None
        if kind == "enter":
            if event["label"] in self.marked:
                found = self._pruned_though_visited(event["label"])
            self.path.append(_Here(event["label"], event["player"], event["alpha"], event["beta"]))
        elif kind == "update":
            self.path[-1].value, self.path[-1].last = event["new"], self.left
        elif kind == "cut":
            left_open = [one["label"] for one in event["pruned"] if one["label"] not in self.marked]
            if left_open:
                found = self._visited_though_pruned(
                    [one["label"] for one in event["pruned"]], left_open
                )
        elif kind == "leave":
            self.left = self.path.pop().label
        return found

    # ------------------------------------------------------------------ pruned, but the search goes there

    def _pruned_though_visited(self, label: str) -> Mistake:
        here = self.path[-1]
        if not self.made.prunes:
            return self._wrongly(
                label,
                "no-pruning",
                f"{label} is not pruned: {self.made.algorithm} looks at every node.",
            )
        if here.value is None:
            said = f"{label} is the first successor of {here.label}: without it {here.label} has no value to compare with a bound."
            return self._wrongly(label, "first-successor", said)
        known = f"{label} is not pruned: when the search comes to it, {here.label} is {here.side} {format_number(here.value)}"
        if abs(here.bound) == INFINITY:
            return self._without_bound(label, known)
        bound, more = (
            f"{here.greek} = {format_number(here.bound)}",
            "below" if here.is_max else "above",
        )
        if here.value == here.bound:
            past = "more than β" if here.is_max else "less than α"
            said = f"{known}, and that only equals {bound}; by the rule > a {here.who} node is cut when its value is {past}."
            return self._wrongly(label, "equality", said)
        least = (
            f"{format_number(here.bound)} or {'more' if here.is_max else 'less'}"
            if self.made.rule == ">="
            else f"past {format_number(here.bound)}"
        )
        said = f"{known}, still {more} {bound}{self._owned()}; {here.label} is cut only when its value is {least}."
        return self._wrongly(label, "too-early", said)

    def _without_bound(self, label: str, known: str) -> Mistake:
        """Nothing can be cut yet; perhaps the other bound was taken."""
        here = self.path[-1]
        open_end = f"{here.greek} = {'+∞' if here.bound > 0 else '−∞'}"
        own, own_name = (here.alpha, "α") if here.is_max else (here.beta, "β")
        if abs(own) != INFINITY:
            own_cuts = f"{own_name} = {format_number(own)} cuts {here.other} nodes"
            said = f"{known}; a {here.who} node is cut by {here.greek}, and {open_end} here. {own_cuts}."
            return self._wrongly(label, "window-exchanged", said)
        return self._wrongly(
            label,
            "too-early",
            f"{known}, but no {here.other} node above it has a value yet: {open_end} cuts nothing.",
        )

    def _wrongly(self, label: str, kind: str, sentence: str) -> Mistake:
        return Mistake(
            kind, self.path[-1].label if self.path else label, "visited", label, sentence
        )

    # ------------------------------------------------------------------ not pruned, but the search cuts

    def _visited_though_pruned(self, pruned: list[str], left_open: list[str]) -> Mistake:
        here = self.path[-1]
        rest = ", ".join(pruned)
        if here.value is None:
            said = f"What is known of {here.label} from the start is outside its window: {rest} must be pruned."
            return self._unmarked("missed", pruned, left_open, said)
        after = f"After {here.last}, {here.label} is {here.side} {format_number(here.value)}"
        done = f"so {here.label} is cut: prune {rest}"
        bound = f"{here.greek} = {format_number(here.bound)}{self._owned()}"
        if left_open[0] != pruned[0]:
            said = f"{after}, {done}; you left {', '.join(left_open)} open, but a cut leaves out all that remain."
            return self._unmarked("left-open", pruned, left_open, said)
        owner = self._owner()
        if owner is not None and owner < len(self.path) - 2:
            up, parent = self.path[owner], self.path[-2]
            far = f"{up.label}, above {parent.label}, already has {format_number(up.value or 0.0)}"
            said = f"{after}, and {far}: the bound reaches down from there, {done}."
            return self._unmarked("deep-missed", pruned, left_open, said)
        if here.value == here.bound:
            said = f"{after}, and that equals {bound}; by the rule ≥ a tie is enough, {done}."
            return self._unmarked("not-on-equality", pruned, left_open, said)
        if len(left_open) < len(pruned):
            said = f"{after}, past {bound}, {done}; you looked at {', '.join(left_open)} first, which is too late."
            return self._unmarked("too-late", pruned, left_open, said)
        return self._unmarked("missed", pruned, left_open, f"{after}, past {bound}, {done}.")

    def _unmarked(
        self, kind: str, pruned: list[str], left_open: list[str], sentence: str
    ) -> Mistake:
        given = tuple(label for label in pruned if label not in left_open)
        return Mistake(kind, self.path[-1].label, tuple(pruned), given, sentence)

    def _owner(self) -> int | None:
        """Where on the path the bound that cuts this node comes from: the nearest node whose value would do."""
        here = self.path[-1]
        for i in range(len(self.path) - 2, -1, -1):
            up = self.path[i]
            if up.value is not None and up.is_max != here.is_max and self._cuts(here, up.value):
                return i
        return None

    def _cuts(self, here: _Here, bound: float) -> bool:
        assert here.value is not None
        past = here.value - bound if here.is_max else bound - here.value
        return past > 0 or (past == 0 and self.made.rule == ">=")

    def _owned(self) -> str:
        """Who has the bound, in brackets."""
        here = self.path[-1]
        owners = [
            up.label for up in self.path[:-1] if up.value == here.bound and up.is_max != here.is_max
        ]
        return f" ({owners[-1]} has it already)" if owners else ""
