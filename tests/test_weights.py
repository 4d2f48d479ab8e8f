"""Weights that a game holds as attributes are handed over at run time: the same code serves all."""

from __future__ import annotations

from typing import Any, ClassVar

from zermelo import gears


class Evaluation:
    bias = 0.5

    def __init__(self, *weights: float, factor: float = 1.0) -> None:
        self.weights = weights
        self.listed = list(weights)
        self.factor = factor
        self.steps = (1, 2, 3)

    def total(self, x: int) -> float:
        if self.factor > 5:
            return -1.0
        total = self.bias + self.weights[x] * self.factor + sum(w for w in self.listed)
        for i in range(len(self.weights)):
            total += self.steps[i] * self.weights[i]
        return total + sum(w * y for w, y in zip(self.weights, self.steps, strict=False))


def evaluate(rules: Evaluation, x: int) -> float:
    return deeper(rules, x, 3)


def deeper(rules: Evaluation, x: int, depth: int) -> float:
    if depth == 0:
        return rules.total(x)
    return deeper(rules, x, depth - 1) + rules.weights[0]


def test_other_weights_run_the_same_code() -> None:
    units: list[Any] = []
    for rules in (
        Evaluation(1.0, 2.5, 3),
        Evaluation(-4.0, 0.5, 9, factor=2.5),
        Evaluation(1.5, 1, 1),
    ):
        job = gears.compile_kernel(evaluate, rules, 1)
        units.append(job.unit)
        assert job() == evaluate(rules, 1)
    assert units[0] is units[1] is units[2]


def test_weights_that_are_changed_in_place_are_seen() -> None:
    rules = Evaluation(1.0, 2.0, 3.0)
    before = gears.compile_kernel(evaluate, rules, 1)()
    rules.listed[0] += 10.0
    rules.factor = 9.0
    assert gears.compile_kernel(evaluate, rules, 1)() == evaluate(rules, 1) != before


def test_another_number_of_weights_is_another_code() -> None:
    first = gears.compile_kernel(evaluate, Evaluation(1.0, 2.0, 3.0), 1)
    second = gears.compile_kernel(evaluate, Evaluation(1.0, 2.0), 1)
    assert first.unit is not second.unit
    assert second() == evaluate(Evaluation(1.0, 2.0), 1)


class Named:
    """Weights by name, class attributes, tables of ints: what a game may hold besides a row."""

    base: ClassVar[dict[str, float]] = {"move": 0.25}

    def __init__(self, **weights: float) -> None:
        self.weights = weights
        self.table = [[1, 2], [3, 4]]
        self.worth = {1: 10, 2: 20}
        self.values = (5, 6, 7)

    def total(self, x: int) -> float:
        named = self.weights["men"] * x + self.weights["kings"]
        return named + self.table[x][1] + self.worth[x] + self.values[x] + self.base["move"]


def count(rules: Named, x: int) -> float:
    return rules.total(x)


def test_weights_in_a_dict_run_the_same_code() -> None:
    first, second = Named(men=1.0, kings=2.5), Named(men=-3.0, kings=0.5)
    one, two = (gears.compile_kernel(count, rules, 1) for rules in (first, second))
    assert one.unit is two.unit
    assert (one(), two()) == (count(first, 1), count(second, 1))
    first.weights["men"] = 7.5
    changed = gears.compile_kernel(count, first, 1)
    assert changed.unit is one.unit and changed() == count(first, 1)


def test_an_edit_of_what_is_built_in_is_noticed() -> None:
    rules = Named(men=1.0, kings=2.5)
    before = gears.compile_kernel(count, rules, 1)
    for edit in (edit_table, edit_dict, edit_row):
        edit(rules)
        after = gears.compile_kernel(count, rules, 1)
        assert after.unit is not before.unit and after() == count(rules, 1)


def edit_table(rules: Named) -> None:
    rules.table[1][1] = 40


def edit_dict(rules: Named) -> None:
    rules.worth[1] = 11


def edit_row(rules: Named) -> None:
    rules.values = (5, 60, 7)
