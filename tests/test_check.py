"""check_game finds each kind of failed check, names it, and shows the state and the call."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from zermelo.bits import FULL, Bits
from zermelo.check import check_game
from zermelo.game import CHANCE, Game


class State(NamedTuple):
    left: int
    turn: int


class Heap(Game[Any, Any]):
    """A sound little game for the broken ones to start from: take one or two, the last one wins."""

    def start(self) -> Any:
        return State(5, 0)

    def player(self, s: Any) -> int:
        return s.turn

    def actions(self, s: Any) -> Any:
        yield from range(1, min(2, s.left) + 1)

    def result(self, s: Any, a: Any) -> Any:
        return State(s.left - a, 1 - s.turn)

    def terminal(self, s: Any) -> bool:
        return s.left == 0

    def utility(self, s: Any, p: int) -> float:
        return -1 if p == s.turn else 1


class SuccessorsOfTerminals(Heap):
    def actions(self, s: Any) -> Any:
        yield 1

    def result(self, s: Any, a: Any) -> Any:
        return State(s.left - 1, 1 - s.turn)


class NoActions(Heap):
    def actions(self, s: Any) -> Any:
        yield from range(2, s.left + 1)


class Unhashable(Heap):
    def start(self) -> Any:
        return [5, 0]

    def player(self, s: Any) -> int:
        return s[1]

    def actions(self, s: Any) -> Any:
        return [n for n in (1, 2) if n <= s[0]]

    def result(self, s: Any, a: Any) -> Any:
        return [s[0] - a, 1 - s[1]]

    def terminal(self, s: Any) -> bool:
        return s[0] == 0

    def utility(self, s: Any, p: int) -> float:
        return -1 if p == s[1] else 1


class Mutated(Unhashable):
    def result(self, s: Any, a: Any) -> Any:
        s[0] -= a
        s[1] = 1 - s[1]
        return list(s)


class BadProbabilities(Heap):
    def player(self, s: Any) -> int:
        return CHANCE if s.left == 3 else s.turn

    def chances(self, s: Any) -> Any:
        yield 1, 0.5
        yield 2, 0.4


class NotZeroSum(Heap):
    def utility(self, s: Any, p: int) -> float:
        return 0 if p == s.turn else 1


class BadNames(Heap):
    def name(self, s: Any, a: Any) -> str:
        return f"take {a}"

    def parse(self, s: Any, text: str) -> Any:
        return 1


class BadDump(Heap):
    def dump(self, s: Any) -> str:
        return str(s.left)

    def load(self, text: str) -> Any:
        return State(int(text), 0)


class NotIdempotent(Heap):
    def canonical(self, s: Any) -> Any:
        return State(s.left + 1, s.turn) if s.left else s


class ChangesTheValue(Heap):
    def canonical(self, s: Any) -> Any:
        return State(1, s.turn) if s.left == 3 else s


class WrongInWindow(Heap):
    def bounds(self, s: Any) -> tuple[float, float]:
        return (-1.0, 1.0)

    def bounds_in(self, s: Any, low: float, high: float) -> tuple[float, float]:
        return high + 1, high + 2


class TooShort(Heap):
    def plies_left(self, s: Any) -> int:
        return 0


class FallingTier(Heap):
    def tier(self, s: Any) -> int:
        return int(s.left)


class WrongNumber(Heap):
    def index(self, s: Any) -> int:
        return int(s.left)

    def unindex(self, number: int) -> Any:
        return State(number, 0)


class Forgetful(Heap):
    def predecessors(self, s: Any) -> Any:
        yield State(s.left + 1, 1 - s.turn)


class Remembering(Heap):
    def predecessors(self, s: Any) -> Any:
        for left in range(s.left + 1, self.start().left + 1):
            y = State(left, 1 - s.turn)
            for a in self.actions(y):
                if self.result(y, a) == s:
                    yield y


def test_right_predecessors_pass() -> None:
    assert check_game(Remembering(), gear="plain").failures == []


class WrongBounds(Heap):
    def bounds(self, s: Any) -> tuple[float, float]:
        return (0.0, 1.0)


class WildEstimate(Heap):
    def evaluate(self, s: Any, p: int) -> float:
        return 3.0 if p == 0 else -3.0

    def bounds(self, s: Any) -> tuple[float, float]:
        return (-1.0, 1.0)


class Board(NamedTuple):
    cells: Bits
    turn: int


class GearsDisagree(Heap):
    """Compares a full 64-bit set with <, which is signed in the machine."""

    def start(self) -> Any:
        return Board(FULL, 0)

    def actions(self, s: Any) -> Iterator[int]:
        if s.cells > 0:
            yield 1

    def result(self, s: Any, a: Any) -> Any:
        return Board(s.cells >> 16, 1 - s.turn)

    def terminal(self, s: Any) -> bool:
        return s.cells == 0


class Raises(Heap):
    def result(self, s: Any, a: Any) -> Any:
        if s.left == 2:
            raise KeyError("two")
        return super().result(s, a)


class WrongPlayer(Heap):
    def player(self, s: Any) -> int:
        return 2 if s.left == 2 else s.turn


class Bounded(Heap):
    def bounds(self, s: Any) -> tuple[float, float]:
        return -1.0, 1.0


class Careless(Bounded):
    """Leaves out what does not lose, keeps what does."""

    def non_losing(self, s: Any) -> Any:
        actions = list(self.actions(s))
        wins = [
            a
            for a in actions
            if self.terminal(self.result(s, a)) and self.utility(self.result(s, a), s.turn) > 0
        ]
        return wins or actions[:1]


class Greedy(Bounded):
    def non_losing(self, s: Any) -> Any:
        return list(self.actions(s))


class Illegal(Bounded):
    def non_losing(self, s: Any) -> Any:
        return [99]


class MovesTwice(Bounded):
    def result(self, s: Any, a: Any) -> Any:
        return State(s.left - a, s.turn if s.left == 5 else 1 - s.turn)

    def non_losing(self, s: Any) -> Any:
        return list(self.actions(s))


class Unbounded(Heap):
    def non_losing(self, s: Any) -> Any:
        return list(self.actions(s))


class Pile:
    """A state without == and without a text of its own."""

    def __init__(self, left: int, turn: int) -> None:
        self.left, self.turn = left, turn


class MutatedInside(Heap):
    def start(self) -> Any:
        return Pile(5, 0)

    def result(self, s: Any, a: Any) -> Any:
        s.left, s.turn = s.left - a, 1 - s.turn
        return s


class NoName(Heap):
    def name(self, s: Any, a: Any) -> Any:
        return None


class NoText(Heap):
    def text(self, s: Any) -> Any:
        return None


class NoCaption(Heap):
    def caption(self, s: Any) -> Any:
        return s.left


class NegativeProbability(BadProbabilities):
    def chances(self, s: Any) -> Any:
        yield 1, 1.5
        yield 2, -0.5


class ChanceAtTheEnd(Heap):
    def player(self, s: Any) -> int:
        return CHANCE if s.left == 0 else s.turn

    def chances(self, s: Any) -> Any:
        yield 1, 1.0


class ThreeAsText(Heap):
    players: Any = "3"


class NoBounds(Heap):
    def bounds(self, s: Any) -> Any:
        return None


@pytest.mark.parametrize(
    ("game", "line"),
    [
        (
            MutatedInside,
            (
                "states must not be changed: result(s, 1) at Pile(left=4, turn=1): Pile(left=5,"
                " turn=0) became Pile(left=4, turn=1)"
            ),
        ),
        (NoName, "a name must be a text: name(s, 1) at State(left=5, turn=0): None"),
        (NoText, "a text must be a text: text(s) at State(left=5, turn=0): None"),
        (NoCaption, "a caption must be a text: caption(s) at State(left=5, turn=0): 5"),
        (
            NegativeProbability,
            (
                "probabilities must not be negative: chances(s) at State(left=3, turn=1): [1.5,"
                " -0.5] hold a negative one"
            ),
        ),
        (ThreeAsText, "players must be a whole number, 1 or more: players at all states: '3'"),
    ],
)
def test_what_is_said_of_a_failed_check(game: type[Heap], line: str) -> None:
    failures = check_game(game(), gear="plain").failures
    found = next(str(failure) for failure in failures if str(failure).startswith(line))
    assert found.removeprefix(line).startswith(" (tests/test_check.py:")


@pytest.mark.parametrize("game", [SuccessorsOfTerminals, ChanceAtTheEnd])
def test_what_is_listed_at_a_terminal_is_no_failure(game: type[Heap]) -> None:
    report = check_game(game(), gear="plain")
    assert report.ok and report.has_ending_actions


def test_the_rule_that_made_playing_fail_is_named() -> None:
    (broken,) = check_game(NoBounds()).failures
    assert broken.check == "playing must not raise"
    assert (
        "NoBounds.bounds(s) returned None; it must return two numbers, the lower one first"
        in broken.seen
    )
    assert "test_check.py" in broken.seen


@pytest.mark.parametrize(
    ("game", "check"),
    [
        (NoActions, "a state that is not over must have actions"),
        (Unhashable, "states must be hashable"),
        (Mutated, "states must not be changed"),
        (BadProbabilities, "probabilities must add up to 1"),
        (NotZeroSum, "utilities must add up to the declared total"),
        (BadNames, "a name must parse back to its action"),
        (BadDump, "a dump must load back to its state"),
        (NotIdempotent, "canonical forms must be idempotent"),
        (ChangesTheValue, "canonical forms must keep the value"),
        (Careless, "non_losing must leave out just the actions that lose to the next one"),
        (Greedy, "where an action wins at once, only such actions are non-losing"),
        (Illegal, "non-losing actions must be legal"),
        (Unbounded, "non_losing needs to know what a win is"),
        (MovesTwice, "non_losing is for games in which the players take turns"),
        (WrongBounds, "bounds must hold the value"),
        (WrongInWindow, "bounds must hold the value"),
        (TooShort, "plies_left must be at least the plies that can follow"),
        (FallingTier, "a tier must never fall, and not be below 0"),
        (WrongNumber, "unindex must undo index"),
        (Forgetful, "predecessors must be the states that lead to a state"),
        (WildEstimate, "estimates must lie in the bounds"),
        (GearsDisagree, "both gears must agree"),
        (Raises, "playing must not raise"),
        (WrongPlayer, "player must be 0 … players−1 or CHANCE"),
    ],
)
def test_each_failed_check_is_named_with_state_and_call(game: type[Heap], check: str) -> None:
    report = check_game(game())
    found = [b for b in report.failures if b.check == check]
    assert found, report
    assert found[0].state and found[0].call and found[0].seen
    assert "\n" not in str(found[0])
    assert not report.ok


def test_a_sound_game_fails_no_check() -> None:
    report = check_game(Heap())
    assert report.ok, report
    assert report.compiled
    assert report.payoffs == "zero-sum"


class ConstantSum(NotZeroSum):
    total = 1


class GeneralSum(Heap):
    total = None

    def utility(self, s: Any, p: int) -> float:
        return 2 if p == s.turn else s.turn


def test_the_kind_of_payoffs_is_detected() -> None:
    assert check_game(ConstantSum()).payoffs == "constant-sum (1)"
    report = check_game(GeneralSum())
    assert report.ok and report.payoffs == "general-sum"


class PlainOnly(Heap):
    def dump(self, s: Any) -> str:
        return str(s)

    def actions(self, s: Any) -> Any:
        return sorted({1, min(2, s.left)}) if s.left else []


def test_rules_that_do_not_compile_are_a_note_or_on_request_a_failure() -> None:
    report = check_game(PlainOnly())
    assert report.ok and not report.compiled
    assert "test_check.py" in report.notes[0]
    assert [b.check for b in check_game(PlainOnly(), gear="compiled").failures] == [
        "the rules must compile"
    ]


class TightBounds(Heap):
    """The exact value as bounds, which a random game may well end outside of."""

    def bounds(self, s: Any) -> tuple[float, float]:
        wins = s.left % 3 != 0
        v = 1.0 if wins == (s.turn == 0) else -1.0
        return v, v


class Endless(Heap):
    def result(self, s: Any, a: Any) -> Any:
        return self.result(s, a)


class OutOfRange(Heap):
    """Reads behind the end of a table.

    An IndexError in Python, memory that is not its own in the machine.
    """

    def evaluate(self, s: Any, p: int) -> float:
        return 0.0 if s.left < 3 else float((1, 2, 3)[s.left - 3] * 0)


class Growing(Heap):
    def start(self) -> Any:
        return (0,)

    def player(self, s: Any) -> int:
        return len(s) % 2

    def actions(self, s: Any) -> Any:
        yield from range(2 if len(s) < 4 else 0)

    def result(self, s: Any, a: Any) -> Any:
        return (*s, a)

    def terminal(self, s: Any) -> bool:
        return len(s) == 4

    def utility(self, s: Any, p: int) -> float:
        return 1 - 2 * p


def test_what_the_checks_allow() -> None:
    for game in (TightBounds(), OutOfRange()):
        report = check_game(game)
        assert report.ok and report.compiled, report


def test_endless_recursion_and_growing_states() -> None:
    assert [b.check for b in check_game(Endless()).failures] == ["playing must not raise"]
    report = check_game(Growing())
    assert report.ok and not report.compiled
    assert "states change from (int) to 2 × int" in report.notes[0]
