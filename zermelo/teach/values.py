"""What went wrong with a value: the wrong ways to it that students take, tried one after the other.

The successors' values are right when this is asked, for they are graded first. Each way is a kind of mistake, the value it
leads to, and a sentence.
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
from zermelo.teach.reading import Successor, Value, Visit, shown

Same = Callable[[Value, Value], bool]
Way = tuple[str, Value, str]
"""A kind of mistake, the value that it leads to, and what to say."""

MOST_ORDERS = 4
"""Beyond so many successors the orders of their probabilities are not tried."""


def diagnosis(made: Exercise, visit: Visit, given: Value, same: Same) -> Mistake:
    """The mistake behind a wrong value."""
    kind, said = "wrong-value", f"you wrote {shown(given)}"
    for way, value, sentence in _ways(made, visit):
        if same(given, value) and not same(value, visit.value):
            kind, said = way, sentence
            break
    way_there, result = right_way(made, visit)
    return Mistake(
        kind,
        visit.label,
        visit.value,
        given,
        f"{way_there}{result}; {said}.",
        f"{way_there}; {said}.",
    )


def _ways(made: Exercise, visit: Visit) -> Iterator[Way]:
    if made.algorithm == "maxn":
        yield from _mean_vectors(visit) if visit.player == CHANCE else _vectors(made, visit)
    elif visit.player == CHANCE:
        yield from _means(visit)
    else:
        yield from _choices(made, visit)


def right_way(made: Exercise, visit: Visit) -> tuple[str, str]:
    """How the value of a node comes about, and to what it comes."""
    label, worth = visit.label, shown(visit.value)
    if visit.player == CHANCE:
        return (
            f"{label} is a chance node: each value is weighed by its probability, {_products(visit)}",
            f" = {worth}",
        )
    values = ", ".join(shown(one.value) for one in visit.seen if one.value is not None)
    if made.algorithm == "maxn":
        who = made.mover(visit.player)
        return (
            f"At {label} {who} picks from {values} the vector whose number for {who} is largest",
            f", {worth}",
        )
    is_max = visit.player == 0
    who, which = ("MAX", "largest") if is_max else ("MIN", "smallest")
    if made.algorithm == "alphabeta-hard" and visit.is_cut:
        return (
            f"{label} is a {who} node that is cut: it returns {'β' if is_max else 'α'}",
            f" = {worth}",
        )
    if made.algorithm == "alphabeta-hard" and visit.bound != "exact":
        return (
            f"{label} is a {who} node that sees {values}, not inside its window: it returns {'α' if is_max else 'β'}",
            f" = {worth}",
        )
    stop = f", and there the search stops: {_names(visit.pruned)} pruned" if visit.pruned else ""
    if len(visit.seen) == 1:
        return f"{label} is a {who} node and sees one value only", f", {worth}{stop}"
    return f"{label} is a {who} node: it takes the {which} of {values}", f", which is {worth}{stop}"


def _names(successors: tuple[Successor, ...]) -> str:
    return ", ".join(one.label for one in successors)


def _products(visit: Visit) -> str:
    terms = ((one.probability or 0.0, one.value) for one in visit.seen if one.value is not None)
    return " + ".join(
        f"{format_probability(p)} · {f'({shown(v)})' if isinstance(v, float) and v < 0 else shown(v)}"
        for p, v in terms
    )


# ---------------------------------------------------------------------- MAX and MIN


def _choices(made: Exercise, visit: Visit) -> Iterator[Way]:
    seen = [one.value for one in visit.seen if isinstance(one.value, float)]
    is_max = visit.player == 0
    best, other, wrong_word = (max, min, "smallest") if is_max else (min, max, "largest")
    unseen = [(one.label, _truth(made, one)) for one in visit.pruned]
    everything = [*seen, *(v for _, v in unseen)]
    if made.algorithm == "alphabeta-hard":
        yield (
            "not-clamped",
            best(seen),
            f"{format_number(best(seen))} lies outside [{format_number(visit.alpha)}, {format_number(visit.beta)}]",
        )
    yield "exchanged", other(seen), f"you took the {wrong_word}, {format_number(other(seen))}"
    for i in range(1, len(unseen) + 1):
        v = best([*seen, *(v for _, v in unseen[:i])])
        looked = ", ".join(f"{label} = {format_number(x)}" for label, x in unseen[:i])
        yield "looked-at-pruned", v, f"you looked at {looked} too, and came to {format_number(v)}"
    yield (
        "exchanged",
        other(everything),
        f"you looked further and took the {wrong_word}, {format_number(other(everything))}",
    )
    for one in visit.seen:
        if one.value is not None:
            yield "wrong-child", one.value, f"you took {shown(one.value)}, the value of {one.label}"
    if isinstance(visit.value, float):
        yield (
            "sign",
            -visit.value,
            f"you wrote {format_number(-visit.value)}, with the wrong sign: payoffs are MAX's at every node",
        )
    mean = fsum(seen) / len(seen)
    yield "averaged", mean, f"you took the mean, {format_number(mean)}, but nobody rolls dice here"
    for name, bound in (("α", visit.alpha), ("β", visit.beta)):
        if abs(bound) != INFINITY:
            yield (
                "clamped",
                bound,
                f"{format_number(bound)} is {name}, the bound that {visit.label} was compared with",
            )


def _truth(made: Exercise, one: Successor) -> float:
    """The minimax value of a successor that the search never saw, found by the textbook's minimax."""
    s = made.number(one.label)
    return search.minimax(made.tree, s, player=0, gear="plain").value or 0.0


# ---------------------------------------------------------------------- chance


def _means(visit: Visit) -> Iterator[Way]:
    seen = [one.value for one in visit.seen if isinstance(one.value, float)]
    odds = [one.probability or 0.0 for one in visit.seen]
    listed = ", ".join(map(format_number, seen))
    plain, total = fsum(seen) / len(seen), fsum(seen)
    yield "unweighted", plain, f"you took the plain mean of {listed}, {format_number(plain)}"
    yield (
        "sum",
        total,
        f"you added up {listed} without their probabilities, to {format_number(total)}",
    )
    yield (
        "chance-as-max",
        max(seen),
        f"you took the largest, {format_number(max(seen))}, but nobody chooses here",
    )
    yield (
        "chance-as-min",
        min(seen),
        f"you took the smallest, {format_number(min(seen))}, but nobody chooses here",
    )
    if isinstance(visit.value, float):
        yield "sign", -visit.value, f"you wrote {format_number(-visit.value)}, with the wrong sign"
    for one in visit.seen:
        if one.value is not None:
            yield "wrong-child", one.value, f"you took {shown(one.value)}, the value of {one.label}"
    for order in permutations(odds) if len(odds) <= MOST_ORDERS else ():
        mean = fsum(p * v for p, v in zip(order, seen, strict=True))
        used = ", ".join(map(format_probability, order))
        yield (
            "weights-exchanged",
            mean,
            f"with the probabilities in the order {used} it would be {format_number(mean)}",
        )


def _mean_vectors(visit: Visit) -> Iterator[Way]:
    seen = [one.value for one in visit.seen if isinstance(one.value, tuple)]
    total = tuple(fsum(parts) for parts in zip(*seen, strict=True))
    plain = tuple(x / len(seen) for x in total)
    yield "unweighted", plain, f"you took the plain mean, {shown(plain)}"
    yield "sum", total, f"you added the vectors up, to {shown(total)}"
    for one in visit.seen:
        if one.value is not None:
            yield "wrong-child", one.value, f"you took {shown(one.value)}, the value of {one.label}"


# ---------------------------------------------------------------------- max^n


def _vectors(made: Exercise, visit: Visit) -> Iterator[Way]:
    seen = [(one.label, one.value) for one in visit.seen if isinstance(one.value, tuple)]
    mover, players = visit.player, made.tree.players
    for p in ((mover + i) % players for i in range(1, players)):
        label, vector = max(seen, key=lambda pair: pair[1][p])
        yield (
            "wrong-player",
            vector,
            f"{shown(vector)}, of {label}, is the best for {made.mover(p)}, who does not move here",
        )
    label, worst = min(seen, key=lambda pair: pair[1][mover])
    yield "exchanged", worst, f"{shown(worst)}, of {label}, is the worst for {made.mover(mover)}"
    for label, vector in seen:
        yield "wrong-child", vector, f"you took {shown(vector)}, the vector of {label}"
    mixed = tuple(max(parts) for parts in zip(*(vector for _, vector in seen), strict=True))
    yield (
        "mixed-vector",
        mixed,
        f"{shown(mixed)} takes the best of each part, and no successor offers that",
    )
    negated = tuple(-x for x in visit.value) if isinstance(visit.value, tuple) else visit.value
    yield "sign", negated, "you changed the signs"
