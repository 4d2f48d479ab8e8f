"""Mistakes that authors make: each gets a right line with its file and line, none hangs or crashes.

Each class is a game with one mistake. Its decorator says what `check` must name, and words of what
a search must refuse; a mistake that a search cannot see has none.
"""

# mypy: ignore-errors

from __future__ import annotations

import inspect
import random
import re
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from zermelo import CHANCE, Game, search
from zermelo.check import check_game
from zermelo.cli.base import explain_error
from zermelo.contract import watchdog
from zermelo.engine import Engine
from zermelo.search.registry import find

MISTAKES = []
"""(class, what check names, what a search refuses)."""


def mistake(check: str, refusal: str = ""):
    """Declare a game with a mistake."""

    def declare(cls):
        MISTAKES.append((cls, check, refusal))
        return cls

    return declare


class Pile(NamedTuple):
    left: int
    turn: int


class Take(Game):
    """Take one or two; who takes the last one wins. Without a mistake."""

    def start(self):
        return Pile(6, 0)

    def player(self, s):
        return s.turn

    def actions(self, s):
        return [a for a in (1, 2) if a <= s.left]

    def result(self, s, a):
        return Pile(s.left - a, 1 - s.turn)

    def terminal(self, s):
        return s.left == 0

    def utility(self, s, p):
        return -1 if s.turn == p else 1


class Dice(Take):
    """Chance takes one at 1 and 4. Without a mistake."""

    def player(self, s):
        return CHANCE if s.left % 3 == 1 else s.turn

    def chances(self, s):
        return [(1, 1.0)]


# ---------------------------------------------------------------------- result


@mistake("result must return another state")
class OwnState(Take):
    def result(self, s, a):
        return s


@mistake("result must return a state", "result(s, 1) returned None")
class ForgetsReturn(Take):
    def result(self, s, a):
        Pile(s.left - a, 1 - s.turn)


@mistake("all states must be of one type")
class OtherType(Take):
    def result(self, s, a):
        return (s[0] - a, 1 - s[1])


@mistake("rules must always give the same answer")
class Random(Take):
    def result(self, s, a):
        return Pile(s.left - random.randint(1, a), 1 - s.turn)


@mistake("playing must not raise", "IndexError")
class OutOfRange(Take):
    def result(self, s, a):
        return Pile((6, 5, 4)[s.left - a], 1 - s.turn)


@mistake("result takes (a, s), and is called as result(s, a)", "result takes (a, s)")
class Swapped(Take):
    def result(self, a, s):
        return Pile(s.left - a, 1 - s.turn)


@mistake("rules must end", "result has been running")
class LoopInResult(Take):
    def result(self, s, a):
        while s.left >= 0:
            a = a + 1
        return s


class OfLists(Take):
    def start(self):
        return [6, 0]

    def player(self, s):
        return s[1]

    def actions(self, s):
        return [a for a in (1, 2) if a <= s[0]]

    def terminal(self, s):
        return s[0] == 0

    def utility(self, s, p):
        return -1 if s[1] == p else 1


@mistake("states must not be changed", "result(s, a) changed its state")
class Mutates(OfLists):
    def result(self, s, a):
        s[0] -= a
        s[1] = 1 - s[1]
        return s


@mistake("states must be hashable")
class Unhashable(OfLists):
    def start(self):
        return [6, 0]

    def result(self, s, a):
        return [s[0] - a, 1 - s[1]]


# ---------------------------------------------------------------------- actions


@mistake("actions(s) returned None", "actions(s) returned None")
class NoReturn(Take):
    def actions(self, s):
        [1, 2]


@mistake("actions(s) returned 2", "actions(s) returned 2")
class ANumber(Take):
    def actions(self, s):
        return 2


@mistake("a state that is not over must have actions", "not over and has no actions")
class NoActions(Take):
    def actions(self, s):
        return []


@mistake("actions must differ from each other")
class Doubled(Take):
    def actions(self, s):
        return [1, 1, 2][: 3 if s.left > 1 else s.left]


@mistake("rules must always give the same answer")
class Shuffled(Take):
    def actions(self, s):
        return random.sample([1, 2], 2) if s.left > 1 else [1] * s.left


@mistake("rules must end", "actions has been running")
class LoopInActions(Take):
    def actions(self, s):
        a, found = 1, set()
        while a <= s.left + 1:
            found.add(a)
        return found


@mistake("yields more than", "yields more than")
class Endless(Take):
    def actions(self, s):
        while True:
            yield 1


@mistake("RecursionError", "calls itself without end")
class CallsItself(Take):
    def actions(self, s):
        return self.actions(s)


@mistake("SystemExit", "the rules of a game must not exit")
class Exits(Take):
    def actions(self, s):
        sys.exit("bye")


# ---------------------------------------------------------------------- terminal and utility


@mistake("terminal(s) returned None", "terminal(s) returned None")
class TerminalNone(Take):
    def terminal(self, s):
        s.left == 0


@mistake("cannot be called as terminal(s)", "cannot be called as terminal(s)")
class NotAMethod(Take):
    terminal = False


@mistake("utilities must be finite numbers", "utility(s, 0) returned None")
class UtilityNone(Take):
    def utility(self, s, p):  # noqa: RET503
        if s.turn != p:
            return 1


@mistake("utilities must be finite numbers", "utility(s, 0) returned 'won'")
class UtilityText(Take):
    def utility(self, s, p):
        return "won"


@mistake("utilities must be finite numbers", "utility(s, 0) returned nan")
class UtilityNan(Take):
    def utility(self, s, p):
        return float("nan")


@mistake("utilities must add up to the declared total")
class BothWin(Take):
    def utility(self, s, p):
        return 1


@mistake("cannot be called as utility(s, p)", "cannot be called as utility(s, p)")
class OneArgument(Take):
    def utility(self, s):
        return 1


@mistake("playing must not raise", "KeyError")
class RaisesLate(Take):
    def utility(self, s, p):
        return {}[s.turn]


# ---------------------------------------------------------------------- players and chance


@mistake("player must be", "player(s) returned 2")
class FromOne(Take):
    def player(self, s):
        return s.turn + 1


@mistake("player must be", "player(s) returned None")
class PlayerNone(Take):
    def player(self, s):
        s.turn


@mistake("player must be", "player(s) returned 'X'")
class PlayerText(Take):
    def player(self, s):
        return "XO"[s.turn]


@mistake("rules must always give the same answer")
class Stateful(Take):
    def __init__(self):
        self.turn = 0

    def player(self, s):
        self.turn = 1 - self.turn
        return self.turn


@mistake("players must be a whole number", "players is 0")
class Nobody(Take):
    players = 0


@mistake("player(s) is CHANCE, and there is no method chances", "there is no method chances")
class NoChances(Take):
    def player(self, s):
        return CHANCE if s.left % 3 == 1 else s.turn


@mistake("probabilities must add up to 1", "add up to 0.9")
class TooLittle(Dice):
    def chances(self, s):
        return [(1, 0.9)]


@mistake("probabilities must not be negative", "hold a negative one")
class Negative(Dice):
    def player(self, s):
        return CHANCE if s.left == 4 else s.turn

    def chances(self, s):
        return [(1, 1.5), (2, -0.5)]


@mistake("chances(s) returned [1]", "chances(s) returned [1]")
class NoPairs(Dice):
    def chances(self, s):
        return [1]


# ---------------------------------------------------------------------- evaluate


@mistake("cannot be called as evaluate(s, p): write def evaluate", "called as evaluate(s, p)")
class EvaluateWithoutPlayer(Take):
    def evaluate(self, s):
        return 0


@mistake("cannot be called as features(s): write def features(self, s)")
class FeaturesWithPlayer(Take):
    def features(self, s, p):
        return ()


@mistake("features(s) has 1.5; it must return a Feature for each term")
class FeaturesOfFloats(Take):
    def features(self, s):
        return (1.5,)


# ---------------------------------------------------------------------- start


@mistake("start() returned None", "start() returned None")
class StartNone(Take):
    def start(self):
        Pile(6, 0)


@mistake("cannot be called as start()", "cannot be called as start()")
class NoSelf(Take):
    def start():
        return Pile(6, 0)


# ---------------------------------------------------------------------- hints


@mistake("estimates must be finite numbers", "evaluate(s, 0) returned None")
class EvaluateNone(Take):
    def evaluate(self, s, p):
        pass


@mistake("a win must be worth more than every estimate")
class Loud(Take):
    def evaluate(self, s, p):
        return 10 * s.left * (1 if p == s.turn else -1)


@mistake("playing must not raise", "ZeroDivisionError")
class DividesByZero(Take):
    def evaluate(self, s, p):
        return 1 / (4 * (s.left - 3))


@mistake("bounds must have the lower end first", "bounds(s) returned (1, -1)")
class Reversed(Take):
    def bounds(self, s):
        return 1, -1


@mistake("bounds must hold the value")
class WrongBounds(Take):
    def bounds(self, s):
        return 0, 0


@mistake("an order must be a finite number")
class OrderNone(Take):
    def order(self, s, a):
        pass


@mistake("canonical forms must be idempotent")
class Flips(Take):
    def canonical(self, s):
        return Pile(s.left, 1 - s.turn)


# ---------------------------------------------------------------------- notation and display


@mistake("a name must be a text", "name(s, 1) returned 1; it must return a text")
class NameNumber(Take):
    def name(self, s, a):
        return a


@mistake("a name must parse back to its action")
class SameNames(Take):
    def name(self, s, a):
        return "take"


@mistake("a dump must load back to its state")
class LosesTheTurn(Take):
    def dump(self, s):
        return str(s.left)

    def load(self, text):
        return Pile(int(text), 0)


@mistake("a dump must be a text")
class DumpNone(Take):
    def dump(self, s):
        pass


@mistake("board must not raise")
class NoBoard(Take):
    def board(self, s):
        raise KeyError(s.left)


@mistake("a board must be a Board, or None")
class TextBoard(Take):
    def board(self, s):
        return "…"


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule counts as endless soon."""
    monkeypatch.setattr(watchdog, "MAX_SECONDS", 0.5)


def find_lines(cls) -> range:
    """The lines of a class in this file."""
    lines, first = inspect.getsourcelines(cls)
    return range(first, first + len(lines))


@pytest.mark.parametrize(("cls", "words"), [m[:2] for m in MISTAKES], ids=lambda x: str(x)[:40])
def test_check_names_the_mistake_and_its_line(cls, words) -> None:
    report = check_game(cls(), games=4, gear="plain")
    named = [line for line in str(report).splitlines() if words in line]
    assert named, str(report)
    lines = [int(n) for n in re.findall(r"test_wrong_rules\.py:(\d+)", named[0])]
    assert lines and set(lines) & {*find_lines(cls)}, named[0]
    assert not report.ok


@pytest.mark.parametrize(
    ("cls", "words"), [(m[0], m[2]) for m in MISTAKES if m[2]], ids=lambda x: str(x)[:40]
)
def test_a_search_refuses_it_with_the_same_line(cls, words) -> None:
    run = find("expectimax" if issubclass(cls, Dice) else "alphabeta").run
    with pytest.raises((Exception, SystemExit)) as caught:
        run(cls(), gear="plain", depth=3 if "evaluate" in vars(cls) else None)
    message, code = explain_error(caught.value)
    assert words in message and "\n" not in message and code in (1, 2)
    lines = [int(n) for n in re.findall(r"test_wrong_rules\.py:(\d+)", message)]
    assert lines and set(lines) & {*find_lines(cls)}, message


@pytest.mark.parametrize("cls", [m[0] for m in MISTAKES if not m[2] and m[0] is not OtherType])
def test_a_search_that_cannot_see_it_ends(cls) -> None:
    assert search.minimax(cls(), gear="plain", depth=3).line


def test_without_a_mistake_nothing_is_named() -> None:
    for game in (Take(), Dice()):
        assert check_game(game, games=4, gear="plain").ok


def test_thirty_kinds() -> None:
    assert len(MISTAKES) >= 30


# ---------------------------------------------------------------------- games without an end


class Walk(Take):
    """Walk to and fro on a line; it ends three steps from the middle."""

    def start(self):
        return Pile(0, 0)

    def actions(self, s):
        return [1, 2] if abs(s.left) < 3 else []

    def result(self, s, a):
        return Pile(s.left + 2 * a - 3, 1 - s.turn)

    def terminal(self, s):
        return abs(s.left) >= 3


class Circle(Take):
    def result(self, s, a):
        return Pile(6 - a, 1 - s.turn)


@pytest.mark.parametrize("name", ["minimax", "alphabeta", "maxn", "minimax-stack"])
def test_what_has_no_end_says_what_to_declare(name) -> None:
    with pytest.raises(ValueError, match="declare `repetition`, or give a depth"):
        find(name).run(Walk(), gear="plain")


def test_solve_says_what_to_declare() -> None:
    with pytest.raises(ValueError, match="declare `repetition`, or give a depth"):
        Engine(Walk(), gear="plain", memory=1).solve()


def test_with_repetition_it_can_be_solved() -> None:
    class Remembered(Walk):
        repetition = 2

    assert Engine(Remembered(), gear="plain", memory=1).solve().value is not None


def test_check_notes_games_that_do_not_end() -> None:
    report = check_game(Circle(), games=3, gear="plain")
    assert report.ok
    assert report.notes == [
        "none of 3 random games ended within 200 plies: does `terminal` become true?",
        "positions occur again within a game: declare `repetition`, or give searches a depth",
    ]


# ---------------------------------------------------------------------- machine numbers


class Wide(Take):
    """A number that grows beyond 64 bits."""

    def start(self):
        return Pile(2**62, 0)

    def actions(self, s):
        if s.left % 7 != 3:
            yield 1
            yield 2

    def result(self, s, a):
        return Pile(s.left * 2 + a, 1 - s.turn)

    def terminal(self, s):
        return s.left % 7 == 3


def test_a_number_beyond_64_bits_has_one_name() -> None:
    report = check_game(Wide(), games=5)
    (line,) = str(report).splitlines()[1:]
    assert line.startswith("whole numbers must fit in 64 bits: ") and "field left" in line


ENDLESS = """from zermelo import Game

class Never(Game):
    def start(self): return 0
    def player(self, s): return 0
    def actions(self, s): return [1]
    def result(self, s, a): return s + 1
    def utility(self, s, p): return 0
    def terminal(self, s):
        while True:
            pass
"""


@pytest.mark.parametrize("command", ["analyse", "evaluate", "match", "play", "search", "solve"])
def test_every_command_ends_a_rule_that_never_ends(
    command: str, call: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watchdog, "MAX_SECONDS", 0.2)
    file = tmp_path / "never.py"
    file.write_text(ENDLESS, encoding="utf-8")
    first, last = {"search": (["alphabeta"], []), "match": ([], ["random", "random"])}.get(
        command, ([], [])
    )
    code, _, err = call(command, *first, str(file), *last)
    assert code == 2
    assert re.search(r"never\.py:1[01]: Never\.terminal has been running for 0\.2 s: a rule", err)
