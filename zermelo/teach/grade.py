"""Grading: the first mistake in the order in which the search itself proceeds, and what kind of mistake it is.

The recorded trace is gone through once. Where the search enters a node, the answer must not have pruned it; where it
cuts, the answer must have pruned what is left out; where it leaves a node, the answer's value must be the one it is left
with. Successors come before their parents, so a value that follows rightly from an earlier wrong one is never the first
mistake.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass, replace
from typing import Any

from zermelo.errors import BadAnswer
from zermelo.game import CHANCE
from zermelo.teach import values
from zermelo.teach.answer import Answer
from zermelo.teach.exercise import Exercise
from zermelo.teach.mistake import Mistake
from zermelo.teach.pruning import Walk
from zermelo.teach.reading import Value, Visit, shown

CLOSE = 1e-6
ROUNDED = 0.005
"""A value that has no short decimal may be given with two decimals."""


@dataclass(frozen=True)
class Grade:
    """The verdict on an answer: its first mistake, if there is one, and how many of the parts asked for agree."""

    is_right: bool
    mistake: Mistake | None
    agreeing: int
    asked: int

    def __str__(self) -> str:
        return "right" if self.mistake is None else str(self.mistake)

    def to_dict(self) -> dict[str, Any]:
        """The grade as JSON holds it."""
        mistake = None if self.mistake is None else self.mistake.to_dict()
        return {
            "right": self.is_right,
            "mistake": mistake,
            "agreeing": self.agreeing,
            "asked": self.asked,
        }


def grade(made: Exercise, answer: Answer) -> Grade:
    """Grade an answer.

    >>> from zermelo import tree
    >>> made = Exercise.of(tree.figure("two-ply"), "minimax")
    >>> print(grade(made, Answer({"B": 3, "C": 6, "D": 2, "A": 6}, action="a2")))
    C is a MIN node: it takes the smallest of 2, 4, 6, which is 2; you took the largest, 6.
    """
    answer = fitted(made, answer)
    marked = marks(made, answer.pruned)
    mistake = next(_mistakes(made, answer, marked), None)
    agreeing = sum(
        label in answer.values and is_value(made, visit, answer.values[label])
        for label, visit in made.visits.items()
    )
    agreeing += made.prunes and marked == made.solution.pruned
    agreeing += made.best_action is not None and action_mistake(made, answer.action) is None
    return Grade(
        mistake is None,
        mistake,
        agreeing,
        len(made.visits) + made.prunes + (made.best_action is not None),
    )


def _mistakes(made: Exercise, answer: Answer, marked: frozenset[str]) -> Iterator[Mistake]:
    walk = Walk(made, marked)
    for event in made.trace.events:
        if found := walk.mistake_at(event):
            yield found
        visit = made.visits.get(walk.left) if event["event"] == "leave" else None
        given, bound = answer.values.get(walk.left), answer.bounds.get(walk.left, "")
        if visit is not None and (wrong := value_mistake(made, visit, given, bound)):
            yield wrong
    if wrong := action_mistake(made, answer.action):
        yield wrong


# ---------------------------------------------------------------------- reading an answer against its exercise


def fitted(made: Exercise, answer: Answer) -> Answer:
    """The answer with labels as the tree writes them; refuses nodes that are not there and values of the wrong form."""
    given: dict[str, Value] = {}
    for label, value in answer.values.items():
        given[made.label(label)] = _formed(made, made.label(label), value)
    bounds = {made.label(label): bound for label, bound in answer.bounds.items()}
    pruned = frozenset(made.label(label) for label in answer.pruned)
    if made.labels[0] in pruned:
        raise BadAnswer(f"{made.labels[0]} is the root: it cannot be pruned")
    return replace(answer, values=given, bounds=bounds, pruned=pruned)


def _formed(made: Exercise, label: str, value: Any) -> Value:
    vectors = made.algorithm == "maxn"
    if vectors and not (isinstance(value, tuple | list) and len(value) == made.tree.players):
        raise BadAnswer(
            f"the value of {label} is {_plain(value)}; it must be a vector of {made.tree.players} numbers, like (1, 2, 6)"
        )
    if not vectors and isinstance(value, tuple | list):
        raise BadAnswer(f"the value of {label} is {_plain(value)}; it must be one number")
    return tuple(float(x) for x in value) if isinstance(value, tuple | list) else float(value)


def _plain(value: Any) -> str:
    return shown(tuple(value) if isinstance(value, list) else value)


def marks(made: Exercise, pruned: Set[str]) -> frozenset[str]:
    """All nodes that an answer counts as pruned: those named, and all below them; also a node that the search never
    visits when all its successors are named."""
    found = set(made.closed(set(pruned)))
    for node in reversed(made.tree.nodes):
        below = {made.tree.label(child) for child in node.children}
        if below and below <= found and node.name in made.solution.pruned:
            found.add(node.name)
    return frozenset(found)


# ---------------------------------------------------------------------- values and the action


def is_value(made: Exercise, visit: Visit, given: Value) -> bool:
    """Is this the value that the node is left with? In the fail-hard form the value when it was cut is right too."""
    wanted: list[Value] = [visit.value]
    if made.algorithm == "alphabeta-hard" and visit.when_cut is not None:
        wanted.append(visit.when_cut)
    return any(same(given, one) for one in wanted)


def same(given: Value, wanted: Value) -> bool:
    """Are two values equal, as far as people write them?

    >>> same(0.33, 1 / 3), same(0.33, 0.333), same((1.0, 2.0), (1.0, 3.0))
    (True, True, False)
    """
    if isinstance(given, tuple) and isinstance(wanted, tuple):
        return len(given) == len(wanted) and all(map(same, given, wanted))
    if isinstance(given, tuple) or isinstance(wanted, tuple):
        return False
    if given == wanted:
        return True
    is_short = abs(wanted * 100 - round(wanted * 100)) < CLOSE
    return abs(given - wanted) <= (CLOSE if is_short else ROUNDED + CLOSE)


def value_mistake(
    made: Exercise, visit: Visit, given: Value | None, bound: str = ""
) -> Mistake | None:
    """What is wrong with the value given for a node, if anything."""
    if given is None:
        said = f"{visit.label} has no value: the search visits it, and must leave it with one."
        return Mistake("missing", visit.label, visit.value, None, said)
    if is_value(made, visit, given):
        if bound and visit.bound != "exact" and bound != visit.bound:
            known = f"{visit.bound} {shown(visit.value)}"
            said = f"The number at {visit.label} is right, but the search only knows that {visit.label} is {known}."
            return Mistake("bound-side", visit.label, known, f"{bound} {shown(given)}", said)
        return None
    return values.diagnosis(made, visit, given, same)


def action_mistake(made: Exercise, given: str | None) -> Mistake | None:
    """What is wrong with the action at the root, if anything."""
    best, root = made.best_action, made.labels[0]
    if best is None:
        return None
    if not given:
        said = f"No action is given: which one is chosen at {root}?"
        return Mistake("missing", root, best, None, said)
    visit = made.visits[root]
    name = made.tree.name(0, made.tree.parse(0, given))
    worth = {one.action: own(visit, one.value) for one in visit.seen if one.value is not None}
    if name == best or (
        name in worth and same(worth[name], worth[best]) and _is_known(made, visit, name)
    ):
        return None
    kind, said = _why_not(made, visit, name, worth)
    right = next(one for one in visit.seen if one.action == best)
    is_best = (
        f"{best}, to {right.label}, is best: {right.label} is worth {shown(right.value or 0.0)}"
    )
    return Mistake(kind, root, best, name, f"{is_best}; {said}.", f"{said}.")


def _why_not(made: Exercise, visit: Visit, name: str, worth: dict[str, float]) -> tuple[str, str]:
    """The kind of mistake that an action is, and what to say of it."""
    chosen = next(one for one in visit.successors if one.action == name)
    if chosen.value is None:
        return "wrong-action", f"{chosen.label}, after {name}, was pruned"
    below = made.visits.get(chosen.label)
    said = below.shown if below else shown(chosen.value)
    if same(worth[name], worth[made.best_action or ""]):
        return (
            "bound-taken-for-value",
            f"{chosen.label}, after {name}, was cut off: {said} is only a bound, and its value may be worse",
        )
    is_max = visit.player == 0 or made.algorithm == "maxn"
    if same(worth[name], (min if is_max else max)(worth.values())):
        goal = "largest" if is_max else "smallest"
        return (
            "worst-action",
            f"{name} leads to {chosen.label}, {said}, the worst for {made.mover(visit.player)}, who wants the {goal} value",
        )
    return "wrong-action", f"{name} leads to {chosen.label}, {said}, and another action is better"


def own(visit: Visit, value: Value) -> float:
    """The part of a value that the mover at a node looks at."""
    return value[visit.player] if isinstance(value, tuple) else value


def _is_known(made: Exercise, root: Visit, action: str) -> bool:
    """Does the search know the exact value of this action?"""
    label = next(one.label for one in root.successors if one.action == action)
    visit = made.visits.get(label)
    return visit is None or visit.bound == "exact" or visit.player == CHANCE
