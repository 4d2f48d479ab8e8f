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


def test_an_edit_of_a_table_runs_the_same_code() -> None:
    rules = Named(men=1.0, kings=2.5)
    before = gears.compile_kernel(count, rules, 1)
    seen = {before()}
    for edit in (edit_table, edit_dict, edit_row):
        edit(rules)
        after = gears.compile_kernel(count, rules, 1)
        assert after.unit is before.unit and after() == count(rules, 1)
        seen.add(after())
    assert len(seen) == 4


class Tables:
    """Tables that are looked up by what is not known, and at known places."""

    def __init__(self, row: Any, rows: Any, cube: Any, worth: Any) -> None:
        self.row, self.rows, self.cube, self.worth = row, rows, cube, worth

    def total(self, x: int) -> int:
        n = self.row[x] + self.rows[x][1] + self.cube[x][0][x] + sum(self.rows[x]) + len(self.row)
        first, second = self.rows[x]
        for y in self.rows[x]:
            n += y * self.row[-x]
        return n + first * second + self.cube[1][x][0] + self.worth["ab"[x]] + self.worth["b"]


def look_up(tables: Tables, x: int, depth: int) -> int:
    if depth == 0:
        return tables.total(x)
    return look_up(tables, x, depth - 1) + tables.row[x]


def test_tables_of_other_numbers_run_the_same_code() -> None:
    cube = (((1, 2), (3, 4)), ((5, 6), (7, 8)))
    first = Tables((1, 2, 3), [[1, 2], [3, 4]], cube, {"a": 3, "b": 4})
    second = Tables([10, 20, 30], ((9, 2), (3, 2**63)), cube, {"a": 7, "b": 4})
    units: list[Any] = []
    for tables in (first, second):
        for x in (0, 1):
            job = gears.compile_kernel(look_up, tables, x, 3)
            units.append(job.unit)
            assert (job() - look_up(tables, x, 3)) % 2**64 == 0
    assert all(unit is units[0] for unit in units)


def test_what_is_built_in_of_a_table_is_noticed() -> None:
    cube = (((1, 2), (3, 4)), ((5, 6), (7, 8)))
    kinds = [
        Tables((1, 2, 3), ((1, 2), (3, 4)), cube, {"a": 3, "b": 4}),
        Tables((1, 2, 3), ((1, 2), (3, 4)), cube, {"a": 3, "b": 5}),  # a known place
        Tables((1, 2, 3, 4), ((1, 2), (3, 4)), cube, {"a": 3, "b": 4}),  # another length
        Tables((1, 2, 3), ((1, 2), (3, 4)), cube, {"b": 3, "a": 4}),  # other keys
        Tables((1, 2.5, 3), ((1, 2), (3, 4)), cube, {"a": 3, "b": 4}),  # another type
    ]
    jobs = [gears.compile_kernel(look_up, tables, 1, 0) for tables in kinds]
    assert [job() for job in jobs] == [look_up(tables, 1, 0) for tables in kinds]
    assert len({id(job.unit) for job in jobs}) == len(kinds)


class Linear:
    def __init__(self, *weights: int, **named: int) -> None:
        self.weights = named or weights


def add_up(row: Linear, named: Linear, x: int) -> int:
    return row.weights[0] * x + row.weights[1] // 2 + named.weights["men"] * x


def test_whole_numbers_that_are_called_weights_run_the_same_code() -> None:
    pairs = [(Linear(1, 3), Linear(men=4)), (Linear(5, 7), Linear(men=9))]
    jobs = [gears.compile_kernel(add_up, *pair, 3) for pair in pairs]
    assert jobs[0].unit is jobs[1].unit
    assert [job() for job in jobs] == [add_up(*pair, 3) for pair in pairs]


def edit_table(rules: Named) -> None:
    rules.table[1][1] = 40


def edit_dict(rules: Named) -> None:
    rules.worth[1] = 11


def edit_row(rules: Named) -> None:
    rules.values = (5, 60, 7)
