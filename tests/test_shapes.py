"""Actions of several shapes, and actions that are texts, compile: both gears agree."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, NamedTuple

import pytest

from zermelo import gears
from zermelo.check.both_gears import Twin, find_refused_places
from zermelo.engine import Engine
from zermelo.errors import BadGame, short_path
from zermelo.game import Game
from zermelo.numbering import PackedGame, number_actions
from zermelo.states import random_playout

COLUMNS = "abc"


class Stones(NamedTuple):
    cells: tuple[int, ...]
    turn: int
    passes: int


class Placing(Game[Stones, Any]):
    """Two players put stones on nine cells; both pass, or the board is full, and it is over."""

    def start(self) -> Stones:
        return Stones((0,) * 9, 0, 0)

    def player(self, s: Stones) -> int:
        return s.turn

    def terminal(self, s: Stones) -> bool:
        return s.passes == 2 or 0 not in s.cells

    def utility(self, s: Stones, p: int) -> float:
        return sum((1, -1)[s.cells[i] != p + 1] for i in (0, 2, 4, 6, 8) if s.cells[i])

    def passed(self, s: Stones) -> Stones:
        return s._replace(turn=1 - s.turn, passes=s.passes + 1)


class WordBesideTuples(Placing):
    """A list of pairs with "pass" at its end."""

    def actions(self, s):
        moves = []
        for r in range(3):
            for c in range(3):
                if s.cells[3 * r + c] == 0:
                    moves.append((r, c))
        moves.append("pass")
        return moves

    def order(self, s, a):
        return -1 if a == "pass" else a[0] + a[-1]

    def result(self, s, a):
        if a == "pass":
            return self.passed(s)
        r, c = a
        cells = list(s.cells)
        cells[3 * r + c] = s.turn + 1
        return Stones(tuple(cells), 1 - s.turn, 0)


class Move(NamedTuple):
    piece: int
    to: int

    @property
    def is_far(self) -> bool:
        return self.to > 6


class Drop(NamedTuple):
    to: int


class Rest(Enum):
    PASS = "pass"
    WAIT = "wait"


class Records(Placing):
    """Two NamedTuples and an Enum, taken apart by match."""

    def drops(self, s):
        for i, x in enumerate(s.cells):
            if x == 0:
                yield Drop(i)

    def actions(self, s):
        yield from self.drops(s)
        for i, x in enumerate(s.cells):
            if x == s.turn + 1:
                for j in (i - 1, i + 1):
                    if 0 <= j < 9 and s.cells[j] == 0:
                        yield Move(i, j)
        yield Rest.PASS

    def noisy(self, s, a):
        return isinstance(a, Move) and a.is_far

    def order(self, s, a):
        match a:
            case Move(piece, to):
                return to - piece
            case Drop(to=t):
                return t
            case _:
                return -1

    def result(self, s, a):
        cells = list(s.cells)
        match a:
            case Rest.PASS:
                return self.passed(s)
            case Drop(to):
                cells[to] = s.turn + 1
            case Move(piece, to):
                cells[to] = s.turn + 1
                cells[piece] = 0
        return Stones(tuple(cells), 1 - s.turn, 0)

    def evaluate(self, s, p):
        drops = len([a for a in self.actions(s) if isinstance(a, Drop)])
        best = max((self.order(s, a) for a in self.actions(s)), default=0)
        after = self.result(s, Drop(s.cells.index(0)))
        return (drops + best + len(list(self.actions(after)))) / 100


class NoneAndInts(Placing):
    """Ints, pairs and None in lists that are added up."""

    def steps(self, s):
        own = [i for i, x in enumerate(s.cells) if x == s.turn + 1]
        return [(i, j) for i in own for j in (i - 1, i + 1) if 0 <= j < 9 and s.cells[j] == 0]

    def actions(self, s):
        free = [i for i in range(9) if s.cells[i] == 0]
        return (free + self.steps(s) + [None]) if s.passes == 0 else [*free, None]

    def noisy(self, s, a):
        return type(a) is tuple and a[0] > a[1]

    def order(self, s, a):
        if isinstance(a, int):
            return s.cells[a] + a % 3
        return len(a) if a is not None else -1

    def result(self, s, a):
        if a is None:
            return self.passed(s)
        cells = list(s.cells)
        if isinstance(a, tuple):
            i, j = a
            cells[i] = 0
            cells[j] = s.turn + 1
        else:
            cells[a] = s.turn + 1
        return Stones(tuple(cells), 1 - s.turn, 0)

    def evaluate(self, s, p):
        odd = sum(a is None or a == 4 or a == (1, 2) or a in (5, 6) for a in self.actions(s))
        return sum(self.result(s, a).passes for a in self.actions(s)) / 10 + odd / 100


class NestedPairs(Placing):
    """From a pair to a pair, beside a single one."""

    def actions(self, s):
        cells = [(r, c) for r in range(3) for c in range(3)]
        moves = [(cell,) for cell in cells if s.cells[3 * cell[0] + cell[1]] == 0]
        own = [cell for cell in cells if s.cells[3 * cell[0] + cell[1]] == s.turn + 1]
        return moves + [(a, (1, 1)) for a in own if s.cells[4] == 0]

    def result(self, s, a):
        cells = list(s.cells)
        if len(a) == 2:
            (r, c), (_, _) = a
            cells[3 * r + c] = 0
        r, c = a[0] if len(a) == 1 else a[1]
        cells[3 * r + c] = s.turn + 1
        return Stones(tuple(cells), 1 - s.turn, 0)


class Squares(Placing):
    """Texts such as b3, and pass."""

    def actions(self, s):
        free = [(r, c) for r in range(3) for c in range(3) if s.cells[3 * r + c] == 0]
        return [COLUMNS[c] + str(r + 1) for r, c in free] + ["pass"]

    def order(self, s, a):
        return int(a[1:]) if a != "pass" else 0

    def result(self, s, a):
        if a == "pass":
            return self.passed(s)
        c, r = COLUMNS.index(a[0]), int(a[1]) - 1
        cells = list(s.cells)
        cells[3 * r + c] = s.turn + 1
        return Stones(tuple(cells), 1 - s.turn, 0)


class Sentences(Placing):
    """Texts of several words."""

    def actions(self, s):
        for r in range(3):
            for c in range(3):
                if s.cells[3 * r + c] == 0:
                    yield f"put {r} {c}"
                elif s.cells[3 * r + c] == s.turn + 1:
                    yield f"take {r}-{c}"
        yield "pass"

    def order(self, s, a):
        return 5 if a.startswith("take") else len(a)

    def result(self, s, a):
        parts = a.split()
        cells = list(s.cells)
        if parts[0] == "put":
            r, c = int(parts[1]), int(parts[2])
            cells[3 * r + c] = s.turn + 1
        elif parts[0] == "take":
            r, c = map(int, parts[1].split("-"))
            cells[3 * r + c] = 0
        else:
            return self.passed(s)
        return Stones(tuple(cells), 1 - s.turn, 0)


class MatchedSentences(Sentences):
    """The same, taken apart by match."""

    def result(self, s, a):
        cells = list(s.cells)
        match a.split():
            case ["put", r, c]:
                cells[3 * int(r) + int(c)] = s.turn + 1
            case ["take", where]:
                r, c = where.split("-")
                cells[3 * int(r) + int(c)] = 0
            case _:
                return self.passed(s)
        return Stones(tuple(cells), 1 - s.turn, 0)


@dataclass(frozen=True)
class Spot:
    row: int
    column: int

    def beside(self, step: int) -> Spot:
        return replace(self, column=self.column + step)


@dataclass(frozen=True)
class Put:
    at: Spot
    sign: str = "stone"


@dataclass(frozen=True)
class Shift:
    step: int
    start: Spot


class Dataclasses(Placing):
    """Frozen dataclasses with others in them; the parts at one place are of two kinds."""

    def actions(self, s):
        for i, x in enumerate(s.cells):
            spot = Spot(*divmod(i, 3))
            if x == 0:
                yield Put(spot)
            elif x == s.turn + 1 and spot.column < 2 and s.cells[i + 1] == 0:
                yield Shift(1, spot)

    def order(self, s, a):
        return 5 if isinstance(a, Shift) else a.at.row

    def result(self, s, a):
        cells = list(s.cells)
        if isinstance(a, Put) and a.sign == "stone":
            cells[3 * a.at.row + a.at.column] = s.turn + 1
        else:
            end = replace(a.start.beside(0), column=a.start.column + a.step)
            cells[3 * a.start.row + a.start.column] = 0
            cells[3 * end.row + end.column] = s.turn + 1
        return Stones(tuple(cells), 1 - s.turn, 0)


GAMES = (
    WordBesideTuples, Records, NoneAndInts, NestedPairs, Squares, Sentences, MatchedSentences,
    Dataclasses,
)  # fmt: skip


@pytest.mark.parametrize("kind", GAMES)
def test_both_gears_agree(kind: Any) -> None:
    game = number_actions(kind())
    assert isinstance(game, PackedGame)
    assert find_refused_places(game, game.start()) == []
    faults: list[Any] = []
    twin = Twin(game, lambda *fault: faults.append(fault))
    for seed in (1, 2):
        for s in random_playout(game, random.Random(seed), most=30):
            twin.compare(s)
    assert faults == []


@pytest.mark.slow
@pytest.mark.parametrize("kind", GAMES)
def test_a_compiled_search_is_the_plain_one(kind: Any) -> None:
    plain, compiled = (Engine(kind(), gear=gear).search(depth=3) for gear in ("plain", "compiled"))
    assert (plain.value, plain.action, plain.line) == (
        compiled.value,
        compiled.action,
        compiled.line,
    )
    assert plain.nodes == compiled.nodes


class Rare(WordBesideTuples):
    """An action that no random game has."""

    action_words: Any = ()

    def actions(self, s):
        return [*super().actions(s), (1, 2, 3)] if s.cells[0] == 7 else super().actions(s)


def test_an_action_of_a_shape_that_was_not_seen_is_refused_by_name() -> None:
    game = Rare()
    s = game.start()._replace(cells=(7, *(0,) * 8))
    with pytest.raises(BadGame, match=r"was like \(1, 2, 3\): declare it in action_words"):
        list(number_actions(game).actions(s))


def test_a_declared_action_has_its_shape() -> None:
    class Declared(Rare):
        action_words = ((0, 0, 0),)

    game = number_actions(Declared())
    s = game.start()._replace(cells=(7, *(0,) * 8))
    assert isinstance(game, PackedGame)
    assert game.action(list(game.actions(s))[-1]) == (1, 2, 3)


class Formats(Sentences):
    def order(self, s, a):
        return 1 if a == f"put {s.turn:>3} 0" else 0


def test_a_text_with_a_format_is_refused_with_its_line() -> None:
    (place,) = find_refused_places(number_actions(Formats()), Formats().start())
    line = Formats.order.__code__.co_firstlineno + 1
    words = "a text with a format cannot be compiled: fill in names and ints"
    assert place == f"{short_path(__file__)}:{line}: {words}"


class Clashing(Placing):
    """Actions whose parts change their length, and another place that does not compile."""

    def actions(self, s):
        return [(i, (1,) * (1 + i % 2)) for i in range(9) if s.cells[i] == 0]

    def order(self, s, a):
        return len(f"{s.turn:>3}")

    def result(self, s, a):
        return Stones((*s.cells[: a[0]], 1, *s.cells[a[0] + 1 :]), 1 - s.turn, 0)


def test_actions_that_clash_are_named_beside_all_other_places() -> None:
    actions, format_ = find_refused_places(number_actions(Clashing()), Clashing().start())
    assert "the actions (0, (1,)) and (1, (1, 1)) cannot be compiled together" in actions
    assert "item 1 must be of one type and length" in actions
    assert format_.startswith(f"{short_path(__file__)}:")


class Unwritten(Sentences):
    def order(self, s, a):
        return 1 if a == f"jump {s.turn}" else 0


def test_a_text_that_no_action_is_like_is_refused() -> None:
    with pytest.raises(gears.NotCompilable, match="declare such actions in action_words"):
        Engine(Unwritten(), gear="compiled").search(depth=1)
