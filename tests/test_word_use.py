"""What machine code cannot do with words is found and named, and never done wrong in silence."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from zermelo import Game, gears, search
from zermelo.check.both_gears import find_refused_places
from zermelo.errors import NotCompilable
from zermelo.gears.word_use import COUNTED, JOINED, ORDERED
from zermelo.numbering import number_actions

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class Cells(NamedTuple):
    cells: tuple[str, ...]
    turn: int


class Letters(Game[Any, Any]):
    """Three in a row; a line is known by its three letters."""

    def start(self):
        return Cells((" ",) * 9, 0)

    def player(self, s):
        return s.turn

    def actions(self, s):
        return [i for i in range(9) if s.cells[i] == " "]

    def result(self, s, a):
        cells = list(s.cells)
        cells[a] = "XO"[s.turn]
        return Cells(tuple(cells), 1 - s.turn)

    def has_line(self, s, line):
        return any(s.cells[a] + s.cells[b] + s.cells[c] == line for a, b, c in LINES)

    def terminal(self, s):
        return self.has_line(s, "XXX") or self.has_line(s, "OOO") or " " not in s.cells

    def utility(self, s, p):
        x = self.has_line(s, "XXX") - self.has_line(s, "OOO")
        return x if p == 0 else -x


class Ordered(Letters):
    """The action is a word, and the letters are put in order."""

    def actions(self, s):
        return ["ab"[i % 2] for i in range(2)]

    def result(self, s, a):
        return Cells(tuple(sorted([a, *s.cells[1:]])), 1 - s.turn)

    def has_line(self, s, line):
        return s.cells[1] != " "


class Counted(Letters):
    """Digits are letters."""

    def start(self):
        return Cells(("0",) * 9, 0)

    def has_line(self, s, line):
        return sum(map(int, s.cells)) > 0


@pytest.mark.parametrize(
    ("kind", "rule", "cure"),
    [(Letters, "has_line", JOINED), (Ordered, "result", ORDERED), (Counted, "has_line", COUNTED)],
)
def test_the_line_and_the_cure_are_named(kind: Any, rule: str, cure: str) -> None:
    line = getattr(kind, rule).__code__.co_firstlineno + 1
    places = find_refused_places(number_actions(kind()), kind().start())
    assert f"tests/test_word_use.py:{line}: {cure}" in places


def test_a_compiled_search_is_refused() -> None:
    with pytest.raises(NotCompilable, match="words of the state are put together here"):
        search.alphabeta(Letters(), depth=2, gear="compiled")


def test_words_that_are_compared_one_by_one_compile() -> None:
    class Compared(Letters):
        def has_line(self, s, line):
            x = "X" if line == "XXX" else "O"
            return any((s.cells[a], s.cells[b], s.cells[c]) == (x, x, x) for a, b, c in LINES)

    plain, compiled = (search.alphabeta(Compared(), depth=5, gear=g) for g in gears.GEARS[1:])
    assert (plain.value, plain.nodes) == (compiled.value, compiled.nodes)
