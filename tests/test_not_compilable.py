"""What cannot be compiled is refused in one line, which names the place and the cure."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest
from test_gears import Rules, Spot

from zermelo import gears
from zermelo.check.both_gears import find_refused_places
from zermelo.errors import NotCompilable, short_path
from zermelo.games.tic_tac_toe import TicTacToe


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
        (uses_text, 1, "a string cannot be compiled: use an int"),
        (uses_try, 1, "try cannot be compiled: test before"),
        (changes_the_game, 1, "rules.size is assigned in a rule: keep what changes in the state"),
        (uses_unknown, 1, "nowhere is not defined"),
        (mixes_types, 4, "v is sometimes Tuple(int, int) and sometimes int: give it one type"),
    ],
)
def test_one_line_names_the_place_and_the_cure(function: Any, offset: int, words: str) -> None:
    with pytest.raises(NotCompilable) as caught:
        gears.compile_kernel(function, Rules(), 1)
    text = str(caught.value)
    assert "\n" not in text
    assert text.startswith(f"{short_path(__file__)}:{function.__code__.co_firstlineno + offset}: ")
    assert words in text


def several_faults(rules: Any, x: int) -> int:
    try:
        x = 1 // x
    except ZeroDivisionError:
        x = 0
    x += len(f"{x}")
    return x + helper_with_a_fault(rules, x)


def helper_with_a_fault(rules: Any, x: int) -> int:
    rules.size = x
    return x


def test_all_places_are_named_at_once() -> None:
    with pytest.raises(NotCompilable) as caught:
        gears.compile_kernel(several_faults, Rules(), 1)
    first = several_faults.__code__.co_firstlineno
    helper = helper_with_a_fault.__code__.co_firstlineno
    places = [line.rsplit(": ", 2)[0] for line in str(caught.value).splitlines()]
    assert [place.partition(": ")[0] for place in places] == [
        f"{short_path(__file__)}:{first + 1}",
        f"{short_path(__file__)}:{first + 5}",
        f"{short_path(__file__)}:{helper + 1}",
    ]


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
        f"{short_path(__file__)}:{line}: pairs.pair + pairs.pair takes an array or LookupTable "
        "out of a calculated tuple, which cannot be compiled: name the attribute that holds it"
    )


def test_a_state_of_sets_is_refused() -> None:
    with pytest.raises(NotCompilable, match="frozenset"):
        gears.compile_kernel(same_state, Rules(), (1, frozenset({2})))


def same_state(rules: Any, s: Any) -> Any:
    return s


def test_source_that_cannot_be_found() -> None:
    scope: dict[str, Any] = {}
    exec("def hidden(rules, x):\n    return x", scope)
    with pytest.raises(NotCompilable, match="its source cannot be found"):
        gears.compile_kernel(scope["hidden"], Rules(), 1)


def takes_a_letter(rules: Any, s: Any) -> bool:
    return bool(s[0][4] == "X")


def looks_into_a_text(rules: Any, s: Any) -> bool:
    return "X" in s[0]


@pytest.mark.parametrize("function", [takes_a_letter, looks_into_a_text])
def test_a_text_of_cells_is_refused_with_its_line(function: Any) -> None:
    with pytest.raises(NotCompilable) as caught:
        gears.compile_kernel(function, Rules(), ("....X....", 1))
    line = function.__code__.co_firstlineno + 1
    assert str(caught.value).startswith(
        f"{short_path(__file__)}:{line}: a text of the state is taken apart"
    )


class Hands(TicTacToe):
    """A bare tuple that holds a set."""

    def start(self) -> Any:
        return (frozenset({1}), 0)


def test_a_part_of_a_bare_tuple_is_refused_with_the_line_of_the_start() -> None:
    place = find_refused_places(Hands(), Hands().start())[0]
    line = Hands.start.__code__.co_firstlineno
    assert f"test_not_compilable.py:{line}: the state holds a frozenset, which cannot" in place
