"""What cannot be compiled is refused in one line, which names the place and the cure."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest
from test_gears import Rules, Spot

from zermelo import gears
from zermelo.errors import NotCompilable


def uses_dict(rules: Any, x: int) -> int:
    names = {1: 2}
    return names[x]


def uses_text(rules: Any, x: int) -> int:
    return len(f"{x}")


def uses_try(rules: Any, x: int) -> int:
    try:
        return 1 // x
    except ZeroDivisionError:
        return 0


def changes_the_game(rules: Any, x: int) -> int:
    rules.size = x
    return x


def mixes_types(rules: Any, x: int) -> Any:
    v = (1, 2)
    if x > 3:
        v = 5  # type: ignore[assignment]
    return v


def uses_unknown(rules: Any, x: int) -> int:
    return nowhere(x)  # type: ignore[name-defined]  # noqa: F821


def uses_walrus(rules: Any, x: int) -> int:
    return y if (y := x + 1) > 2 else 0


def uses_key(rules: Any, x: int) -> int:
    return max((v for v in (x, -9, 3)), key=abs)


def slices_by_variable(rules: Any, x: int) -> tuple[int, ...]:
    return (x, 1, 2)[:x]


class Sorted(Spot):
    def __new__(cls, row: int, column: int) -> Sorted:
        return super().__new__(cls, min(row, column), max(row, column))


class Truthy(NamedTuple):
    x: int

    def __bool__(self) -> bool:
        return self.x > 5


@pytest.mark.parametrize(("state", "way"), [(Sorted(2, 1), "__new__"), (Truthy(3), "__bool__")])
def test_states_with_ways_of_their_own_are_refused(state: Any, way: str) -> None:
    with pytest.raises(NotCompilable, match=f"has its own {way}"):
        gears.compile_kernel(same_state, Rules(), state)


def test_what_does_not_fit_in_64_bits_is_refused() -> None:
    with pytest.raises(
        NotCompilable,
        match="field column of the state holds 1208925819614629174706176, which does not fit",
    ):
        gears.compile_kernel(same_state, Rules(), Spot(1, 1 << 80))


@pytest.mark.parametrize(
    ("function", "offset", "words"),
    [
        (uses_dict, 1, "a dict cannot be compiled: use a tuple indexed by a small int"),
        (uses_text, 1, "a string cannot be compiled: use an int"),
        (uses_try, 1, "try cannot be compiled: test before"),
        (changes_the_game, 1, "rules.size is assigned in a rule: keep what changes in the state"),
        (uses_unknown, 1, "nowhere is not defined"),
        (uses_walrus, 1, "assigns inside an expression: write the assignment on a line of its own"),
        (uses_key, 1, "max with key= cannot be compiled: write a loop"),
        (slices_by_variable, 1, "to change one cell use put(cells, i, x)"),
        (mixes_types, 4, "v is sometimes Tuple(int, int) and sometimes int: give it one type"),
    ],
)
def test_one_line_names_the_place_and_the_cure(function: Any, offset: int, words: str) -> None:
    with pytest.raises(NotCompilable) as caught:
        gears.compile_kernel(function, Rules(), 1)
    text = str(caught.value)
    assert "\n" not in text
    assert text.startswith(f"{__file__}:{function.__code__.co_firstlineno + offset}: ")
    assert words in text


class Pairs:
    def __init__(self) -> None:
        self.pair = (np.zeros(2, np.int64), np.zeros(2, np.int64))


def joins_arrays(pairs: Any, x: int) -> int:
    rows = pairs.pair + pairs.pair
    return int(rows[0][x])


def test_an_array_out_of_a_calculated_tuple_is_refused() -> None:
    """The machine code could not find it again at the next call."""
    with pytest.raises(NotCompilable) as caught:
        gears.compile_kernel(joins_arrays, Pairs(), 1)
    line = joins_arrays.__code__.co_firstlineno + 1
    assert str(caught.value) == (
        f"{__file__}:{line}: pairs.pair + pairs.pair takes an array or LookupTable out of a "
        "calculated tuple, which cannot be compiled: name the attribute that holds it"
    )


def test_a_state_of_text_is_refused() -> None:
    with pytest.raises(NotCompilable, match="str"):
        gears.compile_kernel(same_state, Rules(), ("a", "b"))


def same_state(rules: Any, s: Any) -> Any:
    return s


def test_source_that_cannot_be_found() -> None:
    scope: dict[str, Any] = {}
    exec("def hidden(rules, x):\n    return x", scope)
    with pytest.raises(NotCompilable, match="its source cannot be found"):
        gears.compile_kernel(scope["hidden"], Rules(), 1)
