"""Grading: the first mistake in the order in which the search itself proceeds, and its kind.

The trace is read once. A node that the search enters must not be pruned in the answer. What a cut
prunes must be. When the search leaves a node, the answer's value must be the one it is left with.
Successors come before their parents, so a value that follows rightly from an earlier wrong one is
never the first mistake.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import asdict, dataclass, replace
from typing import Any

from zermelo.errors import BadAnswer
from zermelo.game import CHANCE
from zermelo.teach.answer import Answer
from zermelo.teach.exercise import Exercise
from zermelo.teach.mistake import Mistake
from zermelo.teach.pruning_check import PruningCheck
from zermelo.teach.reading import Value, Visit, format_value
from zermelo.teach.values import diagnose

CLOSE = 1e-6
ROUNDED = 0.005
"""A value without a short decimal may be given with two decimals."""


@dataclass(frozen=True)
class Grade:
    """The verdict on an answer: its first mistake, if any, and how many of its parts agree."""

    is_right: bool
    mistake: Mistake | None
    correct: int
    parts: int

    def __str__(self) -> str:
        return "right" if self.mistake is None else str(self.mistake)

    def to_dict(self) -> dict[str, Any]:
        """Return the grade as a dict for JSON."""
        mistake = None if self.mistake is None else self.mistake.to_dict()
        facts = asdict(self)
        return {"right": facts.pop("is_right")} | facts | {"mistake": mistake}


def grade(exercise: Exercise, answer: Answer) -> Grade:
    """Grade an answer.

    >>> from zermelo import tree
    >>> exercise = Exercise.of(tree.figure("two-ply"), "minimax")
    >>> print(grade(exercise, Answer({"B": 3, "C": 6, "D": 2, "A": 6}, action="a2")))
    C is a MIN node: it takes the smallest of 2, 4, 6, which is 2; you took the largest, 6.
    """
    answer = normalise_answer(exercise, answer)
    marked = mark_pruned(exercise, answer.pruned)
    mistake = next(_find_mistakes(exercise, answer, marked), None)
    prunes, has_action = exercise.search.prunes, exercise.best_action is not None
    correct = sum(
        label in answer.values and is_right_value(exercise, visit, answer.values[label])
        for label, visit in exercise.visits.items()
    )
    correct += prunes and marked == exercise.solution.pruned
    correct += has_action and find_action_mistake(exercise, answer.action) is None
    return Grade(mistake is None, mistake, correct, len(exercise.visits) + prunes + has_action)


def _find_mistakes(exercise: Exercise, answer: Answer, marked: frozenset[str]) -> Iterator[Mistake]:
    check = PruningCheck(exercise, marked)
    for event in exercise.trace.events:
        if mistake := check.follow(event):
            yield mistake
        visit = exercise.visits.get(check.left) if event["event"] == "leave" else None
        given, bound = answer.values.get(check.left), answer.bounds.get(check.left, "")
        if visit is not None and (mistake := find_value_mistake(exercise, visit, given, bound)):
            yield mistake
    if mistake := find_action_mistake(exercise, answer.action):
        yield mistake


# ---------------------------------------------------------------------- an answer and its exercise


def normalise_answer(exercise: Exercise, answer: Answer) -> Answer:
    """Return the answer with labels as the tree writes them.

    Unknown nodes and values of the wrong form are refused.
    """
    find = exercise.find_label
    values = {
        find(label): _check_form(exercise, find(label), value)
        for label, value in answer.values.items()
    }
    bounds = {find(label): bound for label, bound in answer.bounds.items()}
    pruned = frozenset(map(find, answer.pruned))
    if exercise.labels[0] in pruned:
        raise BadAnswer(f"{exercise.labels[0]} is the root: it cannot be pruned")
    return replace(answer, values=values, bounds=bounds, pruned=pruned)


def _check_form(exercise: Exercise, label: str, value: Any) -> Value:
    """Return a value as a float or a tuple of floats, as the search has them."""
    is_vector, players = isinstance(value, tuple | list), exercise.tree.players
    text = format_value(tuple(value) if is_vector else value)
    if not exercise.search.vectors:
        if is_vector:
            raise BadAnswer(f"the value of {label} is {text}; it must be one number")
        return float(value)
    if not is_vector or len(value) != players:
        raise BadAnswer(
            f"the value of {label} is {text}; it must be a vector of {players} numbers, "
            "like (1, 2, 6)"
        )
    return tuple(float(x) for x in value)


def mark_pruned(exercise: Exercise, pruned: Set[str]) -> frozenset[str]:
    """Return all nodes that an answer counts as pruned.

    They are the named ones and all below them; also a node that the search never visits when all
    its successors are named.
    """
    marked = set(exercise.subtree_labels(pruned))
    for node in reversed(exercise.tree.nodes):
        below = {exercise.tree.label(child) for child in node.children}
        if below and below <= marked and node.name in exercise.solution.pruned:
            marked.add(node.name)
    return frozenset(marked)


# ---------------------------------------------------------------------- values


def is_right_value(exercise: Exercise, visit: Visit, given: Value) -> bool:
    """Return whether this is the value that the node is left with.

    In the fail-hard form the value when the node was cut is right too.
    """
    if is_same_value(given, visit.value):
        return True
    is_hard = exercise.search.fail_hard and visit.when_cut is not None
    return is_hard and is_same_value(given, visit.when_cut or 0.0)


def is_same_value(given: Value, right: Value) -> bool:
    """Return whether two values are equal, as far as people write them.

    >>> is_same_value(0.33, 1 / 3), is_same_value(0.33, 0.333), is_same_value((1.0,), (3.0,))
    (True, True, False)
    """
    if isinstance(given, tuple) and isinstance(right, tuple):
        return len(given) == len(right) and all(map(is_same_value, given, right))
    if isinstance(given, tuple) or isinstance(right, tuple):
        return False
    if given == right:
        return True
    is_short = abs(right * 100 - round(right * 100)) < CLOSE
    return abs(given - right) <= (CLOSE if is_short else ROUNDED + CLOSE)


def find_value_mistake(
    exercise: Exercise, visit: Visit, given: Value | None, bound: str = ""
) -> Mistake | None:
    """Return what is wrong with the value given for a node, if anything."""
    label = visit.label
    if given is None:
        text = f"{label} has no value: the search visits it, and must leave it with one."
        return Mistake("missing", label, visit.value, None, text)
    if not is_right_value(exercise, visit, given):
        return diagnose(exercise, visit, given, is_same_value)
    if bound and visit.bound != "exact" and bound != visit.bound:
        known = f"{visit.bound} {format_value(visit.value)}"
        knows = f"the search only knows that {label} is {known}"
        text = f"The number at {label} is right, but {knows}."
        return Mistake("bound-side", label, known, f"{bound} {format_value(given)}", text)
    return None


# ---------------------------------------------------------------------- the action


def find_action_mistake(exercise: Exercise, given: str | None) -> Mistake | None:
    """Return what is wrong with the action at the root, if anything."""
    best, root = exercise.best_action, exercise.labels[0]
    if best is None:
        return None
    if not given:
        text = f"No action is given: which one is chosen at {root}?"
        return Mistake("missing", root, best, None, text)
    visit = exercise.visits[root]
    name = exercise.tree.name(0, exercise.tree.parse(0, given))
    values = _list_action_values(visit)
    is_tie = name in values and is_same_value(values[name], values[best])
    if name == best or (is_tie and _is_known(exercise, visit, name)):
        return None
    kind, reason = _explain_action(exercise, visit, name, values)
    right = next(one for one in visit.seen if one.action == best)
    value = format_value(right.value or 0.0)
    is_best = f"{best}, to {right.label}, is best: {right.label} is worth {value}"
    return Mistake(kind, root, best, name, f"{is_best}; {reason}.", f"{reason}.")


def _explain_action(
    exercise: Exercise, visit: Visit, name: str, values: dict[str, float]
) -> tuple[str, str]:
    """Return the kind of mistake that an action is, and a sentence about it."""
    successor = next(one for one in visit.successors if one.action == name)
    if successor.value is None:
        return "wrong-action", f"{successor.label}, after {name}, was pruned"
    below = exercise.visits.get(successor.label)
    value = below.text if below else format_value(successor.value)
    if is_same_value(values[name], values[exercise.best_action or ""]):
        cut = f"{successor.label}, after {name}, was cut off"
        reason = f"{cut}: {value} is only a bound, and its value may be worse"
        return "bound-taken-for-value", reason
    leads = f"{name} leads to {successor.label}, {value}"
    is_max = visit.player == 0 or exercise.search.vectors
    if is_same_value(values[name], (min if is_max else max)(values.values())):
        goal = f"who wants the {'largest' if is_max else 'smallest'} value"
        return "worst-action", f"{leads}, the worst for {exercise.name_mover(visit.player)}, {goal}"
    return "wrong-action", f"{leads}, and another action is better"


def _list_action_values(root: Visit) -> dict[str, float]:
    """Return the values of the actions that were searched, for the player to move."""
    return {
        one.action: _read_own_value(root, one.value) for one in root.seen if one.value is not None
    }


def _read_own_value(visit: Visit, value: Value) -> float:
    """Return the part of a value that the player to move looks at."""
    return value[visit.player] if isinstance(value, tuple) else value


def _is_known(exercise: Exercise, root: Visit, action: str) -> bool:
    """Return whether the search knows the exact value of this action."""
    label = next(one.label for one in root.successors if one.action == action)
    visit = exercise.visits.get(label)
    return visit is None or visit.bound == "exact" or visit.player == CHANCE
