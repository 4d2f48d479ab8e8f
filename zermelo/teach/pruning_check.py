"""What is wrong with pruning: the answer's marks are compared with each step of the search.

At every moment the search knows, for each node on its path, the value so far. MAX nodes on the path
give α, MIN nodes give β; a MIN node is cut by α, a MAX node by β.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from zermelo.formatting import format_bound, format_number
from zermelo.game import INFINITY
from zermelo.teach.exercise import Exercise
from zermelo.teach.mistake import Mistake


@dataclass
class _Here:
    """A node on the path, and its value so far."""

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
    def mover(self) -> str:
        return "MAX" if self.is_max else "MIN"

    @property
    def opponent(self) -> str:
        return "MIN" if self.is_max else "MAX"

    @property
    def bound(self) -> float:
        """The bound that can cut this node."""
        return self.beta if self.is_max else self.alpha

    @property
    def greek(self) -> str:
        return "β" if self.is_max else "α"

    @property
    def known(self) -> str:
        """What is known of the node: "C is at most 2"."""
        value = format_number(self.value or 0.0)
        return f"{self.label} is {'at least' if self.is_max else 'at most'} {value}"


class PruningCheck:
    """Follows a trace with the nodes that an answer calls pruned."""

    def __init__(self, exercise: Exercise, marked: frozenset[str]) -> None:
        self.exercise, self.marked = exercise, marked
        self.path: list[_Here] = []
        self.left = ""
        """The label of the node that was left last."""

    def follow(self, event: dict[str, Any]) -> Mistake | None:
        """Follow one event; return the mistake in pruning that shows there, if any."""
        kind, mistake = event["event"], None
        if kind == "enter":
            if event["label"] in self.marked:
                mistake = self._explain_visited(event["label"])
            self.path.append(_Here(event["label"], event["player"], event["alpha"], event["beta"]))
        elif kind == "update":
            self.path[-1].value, self.path[-1].last = event["new"], self.left
        elif kind == "cut":
            pruned = [one["label"] for one in event["pruned"]]
            left_open = [label for label in pruned if label not in self.marked]
            mistake = self._explain_cut(pruned, left_open) if left_open else None
        elif kind == "leave":
            self.left = self.path.pop().label
        return mistake

    # ------------------------------------------------------------------ marked, but visited

    def _explain_visited(self, label: str) -> Mistake:
        """Explain why the search visits a node that the answer calls pruned."""
        here = self.path[-1]
        if not self.exercise.search.prunes:
            text = f"{label} is not pruned: {self.exercise.algorithm} visits every node."
            return self._report_visited(label, "no-pruning", text)
        if here.value is None:
            first = f"{label} is the first successor of {here.label}"
            text = f"{first}: without it {here.label} has no value to compare with a bound."
            return self._report_visited(label, "first-successor", text)
        known = f"{label} is not pruned: when the search comes to it, {here.known}"
        if abs(here.bound) == INFINITY:
            return self._explain_no_bound(label, known)
        if here.value == here.bound:
            return self._explain_tie(label, known)
        return self._explain_too_early(label, known)

    def _explain_too_early(self, label: str, known: str) -> Mistake:
        """Explain that the value has not reached the bound."""
        here = self.path[-1]
        bound = format_number(here.bound)
        or_past = f"{bound} or {'more' if here.is_max else 'less'}"
        past = or_past if self.exercise.rule == ">=" else f"past {bound}"
        still = f"still {'below' if here.is_max else 'above'} {here.greek} = {bound}"
        only = f"{here.label} is cut only when its value is {past}"
        return self._report_visited(
            label, "too-early", f"{known}, {still}{self._name_owner()}; {only}."
        )

    def _explain_tie(self, label: str, known: str) -> Mistake:
        """Explain that the rule > does not cut on a tie."""
        here = self.path[-1]
        bound = f"{here.greek} = {format_number(here.bound)}"
        past = "more than β" if here.is_max else "less than α"
        rule = f"by the rule > a {here.mover} node is cut when its value is {past}"
        return self._report_visited(
            label, "equality", f"{known}, and that only equals {bound}; {rule}."
        )

    def _explain_no_bound(self, label: str, known: str) -> Mistake:
        """Explain that nothing can be cut yet; the other bound may have been taken."""
        here = self.path[-1]
        is_open = f"{here.greek} = {format_bound(here.bound)}"
        own, name = (here.alpha, "α") if here.is_max else (here.beta, "β")
        if abs(own) != INFINITY:
            own_cuts = f"{name} = {format_number(own)} cuts {here.opponent} nodes"
            cut_by = f"a {here.mover} node is cut by {here.greek}, and {is_open} here"
            return self._report_visited(
                label, "window-exchanged", f"{known}; {cut_by}. {own_cuts}."
            )
        none = f"but no {here.opponent} node above it has a value yet: {is_open} cuts nothing"
        return self._report_visited(label, "too-early", f"{known}, {none}.")

    def _report_visited(self, label: str, kind: str, sentence: str) -> Mistake:
        node = self.path[-1].label if self.path else label
        return Mistake(kind, node, "visited", label, sentence)

    # ------------------------------------------------------------------ not marked, but pruned

    def _explain_cut(self, pruned: list[str], left_open: list[str]) -> Mistake:
        kind, text = self._name_cut(pruned, left_open)
        given = tuple(label for label in pruned if label not in left_open)
        return Mistake(kind, self.path[-1].label, tuple(pruned), given, f"{text}.")

    def _name_cut(self, pruned: list[str], left_open: list[str]) -> tuple[str, str]:
        """Return the kind of the mistake, and a sentence about it."""
        here, rest, opened = self.path[-1], ", ".join(pruned), ", ".join(left_open)
        if here.value is None:
            known = f"What is known of {here.label} from the start is outside its window"
            return "missed", f"{known}: {rest} must be pruned"
        after, cut = f"After {here.last}, {here.known}", f"so {here.label} is cut: prune {rest}"
        bound = f"{here.greek} = {format_number(here.bound)}{self._name_owner()}"
        if left_open[0] != pruned[0]:
            more = f"you left {opened} open, but a cut leaves out all that remain"
            return "left-open", f"{after}, {cut}; {more}"
        if far := self._explain_deep_bound():
            return "deep-missed", f"{after}, and {far}, {cut}"
        if here.value == here.bound:
            tie = f"and that equals {bound}; by the rule ≥ a tie is enough"
            return "not-on-equality", f"{after}, {tie}, {cut}"
        if len(left_open) < len(pruned):
            late = f"you looked at {opened} first, which is too late"
            return "too-late", f"{after}, past {bound}, {cut}; {late}"
        return "missed", f"{after}, past {bound}, {cut}"

    def _explain_deep_bound(self) -> str:
        """Return where the bound comes from, if that is above the parent."""
        owner = self._find_owner()
        if owner is None or owner >= len(self.path) - 2:
            return ""
        up, parent = self.path[owner], self.path[-2]
        has = f"{up.label}, above {parent.label}, already has {format_number(up.value or 0.0)}"
        return f"{has}: the bound reaches down from there"

    def _find_owner(self) -> int | None:
        """Return where on the path the bound comes from: the nearest value that cuts this node."""
        here = self.path[-1]
        for i in range(len(self.path) - 2, -1, -1):
            up = self.path[i]
            if up.value is not None and up.is_max != here.is_max and self._cuts(here, up.value):
                return i
        return None

    def _cuts(self, here: _Here, bound: float) -> bool:
        assert here.value is not None
        past = here.value - bound if here.is_max else bound - here.value
        return past > 0 or (past == 0 and self.exercise.rule == ">=")

    def _name_owner(self) -> str:
        """Return the node that has the bound, in brackets."""
        here = self.path[-1]
        owners = [
            up.label for up in self.path[:-1] if up.value == here.bound and up.is_max != here.is_max
        ]
        return f" ({owners[-1]} has it already)" if owners else ""
