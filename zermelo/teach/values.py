"""What is wrong with a value: the usual wrong paths, tried one after the other.

The successors' values are right at this point, for they are graded first. Each wrong path has a
kind of mistake, the value that it leads to, and a clause about it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import permutations
from math import fsum

from zermelo import search
from zermelo.formatting import format_number, format_probability
from zermelo.game import CHANCE, INFINITY
from zermelo.teach.exercise import Exercise
from zermelo.teach.mistake import Mistake
from zermelo.teach.reading import Successor, Value, Visit, format_value

WrongPath = tuple[str, Value, str]
"""A kind of mistake, the value that it leads to, and a clause about it."""

MAX_ORDERS = 4
"""Beyond this many successors the orders of their probabilities are not tried."""


def diagnose(
    exercise: Exercise, visit: Visit, given: Value, is_same: Callable[[Value, Value], bool]
) -> Mistake:
    """Return the mistake behind a wrong value."""
    kind, clause = "wrong-value", f"you wrote {format_value(given)}"
    for path, value, words in _list_wrong_paths(exercise, visit):
        if is_same(given, value) and not is_same(value, visit.value):
            kind, clause = path, words
            break
    way, result = explain_value(exercise, visit)
    sentence, nudge = f"{way}{result}; {clause}.", f"{way}; {clause}."
    return Mistake(kind, visit.label, visit.value, given, sentence, nudge)


def _list_wrong_paths(exercise: Exercise, visit: Visit) -> Iterator[WrongPath]:
    is_chance = visit.player == CHANCE
    if exercise.search.vectors:
        yield from (
            _list_wrong_mean_vectors(visit) if is_chance else _list_wrong_vectors(exercise, visit)
        )
    elif is_chance:
        yield from _list_wrong_means(visit)
    else:
        yield from _list_wrong_choices(exercise, visit)


def explain_value(exercise: Exercise, visit: Visit) -> tuple[str, str]:
    """Return how the value of a node comes about, and what it comes to."""
    label, worth = visit.label, format_value(visit.value)
    if visit.player == CHANCE:
        rule = "each value is weighed by its probability"
        return f"{label} is a chance node: {rule}, {visit.working}", f" = {worth}"
    if exercise.search.vectors:
        mover = exercise.name_mover(visit.player)
        picks = f"{mover} picks from {_write_seen(visit)}"
        return f"At {label} {picks} the vector whose number for {mover} is largest", f", {worth}"
    if exercise.search.fail_hard and (visit.is_cut or visit.bound != "exact"):
        return _explain_clamped(visit), f" = {worth}"
    return _explain_choice(visit)


def _explain_clamped(visit: Visit) -> str:
    """Return how a fail-hard search comes to an end of its window."""
    is_max = visit.player == 0
    node = f"{visit.label} is a {'MAX' if is_max else 'MIN'} node"
    if visit.is_cut:
        return f"{node} that is cut: it returns {'β' if is_max else 'α'}"
    outside = f"that sees {_write_seen(visit)}, not inside its window"
    return f"{node} {outside}: it returns {'α' if is_max else 'β'}"


def _explain_choice(visit: Visit) -> tuple[str, str]:
    """Return how MAX or MIN comes to a value."""
    mover, which = ("MAX", "largest") if visit.player == 0 else ("MIN", "smallest")
    node, worth = f"{visit.label} is a {mover} node", format_value(visit.value)
    pruned = ", ".join(one.label for one in visit.pruned)
    stop = f", and there the search stops: {pruned} pruned" if pruned else ""
    if len(visit.seen) == 1:
        return f"{node} and sees one value only", f", {worth}{stop}"
    return f"{node}: it takes the {which} of {_write_seen(visit)}", f", which is {worth}{stop}"


def _write_seen(visit: Visit) -> str:
    return ", ".join(format_value(one.value) for one in visit.seen if one.value is not None)


def _list_wrong_children(visit: Visit) -> Iterator[WrongPath]:
    """Yield the values of single successors."""
    for one in visit.seen:
        if one.value is not None:
            clause = f"you took {format_value(one.value)}, the value of {one.label}"
            yield "wrong-child", one.value, clause


def _list_numbers(visit: Visit) -> list[float]:
    return [one.value for one in visit.seen if isinstance(one.value, float)]


# ---------------------------------------------------------------------- MAX and MIN


def _list_wrong_choices(exercise: Exercise, visit: Visit) -> Iterator[WrongPath]:
    """Yield the wrong values at a MAX or MIN node."""
    seen = _list_numbers(visit)
    if exercise.search.fail_hard:
        window = f"[{format_number(visit.alpha)}, {format_number(visit.beta)}]"
        value = max(seen) if visit.player == 0 else min(seen)
        yield "not-clamped", value, f"{format_number(value)} lies outside {window}"
    yield from _list_paths_past_pruning(exercise, visit)
    yield from _list_wrong_children(visit)
    if isinstance(visit.value, float):
        wrong = f"you wrote {format_number(-visit.value)}, with the wrong sign"
        yield "sign", -visit.value, f"{wrong}: payoffs are MAX's at every node"
    mean = fsum(seen) / len(seen)
    chooses = f"{'MAX' if visit.player == 0 else 'MIN'} chooses here"
    yield "averaged", mean, f"you took the mean, {format_number(mean)}, but {chooses}"
    yield from _list_bounds(visit)


def _list_bounds(visit: Visit) -> Iterator[WrongPath]:
    """Yield α and β, which a node of a fail-soft search does not return."""
    for name, bound in (("α", visit.alpha), ("β", visit.beta)):
        if abs(bound) != INFINITY:
            compared = f"the bound that {visit.label} was compared with"
            yield "clamped", bound, f"{format_number(bound)} is {name}, {compared}"


def _list_paths_past_pruning(exercise: Exercise, visit: Visit) -> Iterator[WrongPath]:
    """Yield what comes of exchanging MAX and MIN, and of looking at pruned successors."""
    seen, is_max = _list_numbers(visit), visit.player == 0
    best, other, word = (max, min, "smallest") if is_max else (min, max, "largest")
    wrong = other(seen)
    yield "exchanged", wrong, f"you took the {word}, {format_number(wrong)}"
    unseen = [(one.label, _find_true_value(exercise, one)) for one in visit.pruned]
    for i in range(1, len(unseen) + 1):
        value = best([*seen, *(v for _, v in unseen[:i])])
        looked = ", ".join(f"{label} = {format_number(x)}" for label, x in unseen[:i])
        clause = f"you looked at {looked} too, and came to {format_number(value)}"
        yield "looked-at-pruned", value, clause
    wrong = other([*seen, *(v for _, v in unseen)])
    yield "exchanged", wrong, f"you looked further and took the {word}, {format_number(wrong)}"


def _find_true_value(exercise: Exercise, one: Successor) -> float:
    """Return the minimax value of a successor that the search never saw."""
    s = exercise.find_node(one.label)
    return search.minimax(exercise.tree, s, player=0, gear="plain").value or 0.0


# ---------------------------------------------------------------------- chance


def _list_wrong_means(visit: Visit) -> Iterator[WrongPath]:
    seen = _list_numbers(visit)
    listed = ", ".join(map(format_number, seen))
    mean, total = fsum(seen) / len(seen), fsum(seen)
    yield "unweighted", mean, f"you took the plain mean of {listed}, {format_number(mean)}"
    added = f"you added up {listed} without their probabilities"
    yield "sum", total, f"{added}, to {format_number(total)}"
    yield from _list_extremes(seen)
    if isinstance(visit.value, float):
        yield "sign", -visit.value, f"you wrote {format_number(-visit.value)}, with the wrong sign"
    yield from _list_wrong_children(visit)
    yield from _list_swapped_weights(visit, seen)


def _list_extremes(seen: list[float]) -> Iterator[WrongPath]:
    """Yield the largest and the smallest value, as if a player moved at the chance node."""
    largest, smallest = max(seen), min(seen)
    extremes = (("chance-as-max", largest, "largest"), ("chance-as-min", smallest, "smallest"))
    for kind, value, word in extremes:
        took = f"you took the {word}, {format_number(value)}"
        yield kind, value, f"{took}, but no player chooses at a chance node"


def _list_swapped_weights(visit: Visit, seen: list[float]) -> Iterator[WrongPath]:
    """Yield the means with the probabilities in another order."""
    odds = [one.probability or 0.0 for one in visit.seen]
    for order in permutations(odds) if len(odds) <= MAX_ORDERS else ():
        mean = fsum(p * v for p, v in zip(order, seen, strict=True))
        used = ", ".join(map(format_probability, order))
        clause = f"with the probabilities in the order {used} it would be {format_number(mean)}"
        yield "weights-exchanged", mean, clause


def _list_wrong_mean_vectors(visit: Visit) -> Iterator[WrongPath]:
    seen = [one.value for one in visit.seen if isinstance(one.value, tuple)]
    total = tuple(fsum(parts) for parts in zip(*seen, strict=True))
    mean = tuple(x / len(seen) for x in total)
    yield "unweighted", mean, f"you took the plain mean, {format_value(mean)}"
    yield "sum", total, f"you added the vectors up, to {format_value(total)}"
    yield from _list_wrong_children(visit)


# ---------------------------------------------------------------------- max^n


def _list_wrong_vectors(exercise: Exercise, visit: Visit) -> Iterator[WrongPath]:
    """Yield the wrong vectors at a node of max^n."""
    seen = [(one.label, one.value) for one in visit.seen if isinstance(one.value, tuple)]
    mover = visit.player
    yield from _list_best_for_others(exercise, mover, seen)
    label, worst = min(seen, key=lambda pair: pair[1][mover])
    clause = f"{format_value(worst)}, of {label}, is the worst for {exercise.name_mover(mover)}"
    yield "exchanged", worst, clause
    for label, vector in seen:
        yield "wrong-child", vector, f"you took {format_value(vector)}, the vector of {label}"
    mixed = tuple(max(parts) for parts in zip(*(vector for _, vector in seen), strict=True))
    takes = f"{format_value(mixed)} takes the best of each part"
    yield "mixed-vector", mixed, f"{takes}, and no successor offers that"
    negated = tuple(-x for x in visit.value) if isinstance(visit.value, tuple) else visit.value
    yield "sign", negated, "you changed the signs"


def _list_best_for_others(
    exercise: Exercise, mover: int, seen: list[tuple[str, tuple[float, ...]]]
) -> Iterator[WrongPath]:
    """Yield the vectors that are best for a player who does not move."""
    players = exercise.tree.players
    for p in ((mover + i) % players for i in range(1, players)):
        label, vector = max(seen, key=lambda pair: pair[1][p])
        best = f"{format_value(vector)}, of {label}, is the best for {exercise.name_mover(p)}"
        yield "wrong-player", vector, f"{best}, who does not move here"
