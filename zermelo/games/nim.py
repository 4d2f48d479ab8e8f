"""m,p-Nim: p piles of m matches; a move takes any number from one pile.

By default the player who takes the last match loses.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce
from operator import xor
from typing import NamedTuple

from zermelo.board import TO_MOVE, Board, Detail
from zermelo.errors import BadGame, BadPosition
from zermelo.game import Game
from zermelo.notation import whole_number, whole_numbers


class Position(NamedTuple):
    """The piles, largest first, and the player to move; the order of piles does not matter."""

    piles: tuple[int, ...]
    turn: int


class Nim(Game[Position, int]):
    """p piles of m matches; take any number from one pile; the last match loses (misère) or wins.

    An action is ``size << 6 | taken``: piles of equal size are interchangeable.

    >>> game = Nim(2, 2)
    >>> [game.name(game.start(), a) for a in game.actions(game.start())]
    ['2-1', '2-2']
    """

    def __init__(self, m: int = 3, p: int = 3, misere: bool = True) -> None:
        if not 1 <= m <= 63 or not 1 <= p <= 32:
            raise BadGame(f"nim has 1 to 63 matches in 1 to 32 piles, not {m} in {p}")
        self.m, self.p, self.misere = m, p, misere
        if type(self) is Nim:  # a game made from it has its own name
            self.title = f"nim:{m},{p}" + ("" if misere else ",misere=no")

    def start(self) -> Position:
        return Position((self.m,) * self.p, 0)

    def starts(self) -> tuple[Position, ...]:
        return Position((self.m,) * self.p, 0), Position((self.m,) * self.p, 1)

    def player(self, s: Position) -> int:
        return s.turn

    def actions(self, s: Position) -> Iterator[int]:
        last = 0
        for size in s.piles:
            if size != last:
                last = size
                for taken in range(1, size + 1):
                    yield size << 6 | taken

    def result(self, s: Position, a: int) -> Position:
        size, taken = a >> 6, a & 63
        changed = 0
        for i, pile in enumerate(s.piles):
            if pile == size:
                changed = i
        left = size - taken
        return Position(
            tuple(self._remove(s.piles, i, pile, changed, left) for i, pile in enumerate(s.piles)),
            1 - s.turn,
        )

    def _remove(self, piles: tuple[int, ...], i: int, pile: int, changed: int, left: int) -> int:
        """Pile i after pile `changed` shrank to `left` and slid behind the larger ones."""
        if i < changed:
            return pile
        if i + 1 < len(piles) and piles[i + 1] > left:
            return piles[i + 1]
        if i == changed or pile > left:
            return left
        return pile

    def terminal(self, s: Position) -> bool:
        return s.piles[0] == 0

    def utility(self, s: Position, p: int) -> float:
        mover_wins = self.misere  # the other player took the last match
        return 1 if (p == s.turn) == mover_wins else -1

    def bounds(self, s: Position) -> tuple[float, float]:
        return -1.0, 1.0

    def name(self, s: Position, a: int) -> str:
        return f"{a >> 6}-{a & 63}"

    def dump(self, s: Position) -> str:
        return " ".join(map(str, s.piles)) + " " + self.player_name(s.turn)

    def components(self, s: Position) -> tuple[str, ...]:
        return f"({', '.join(map(str, s.piles))})", self.player_name(s.turn)

    def label(self, s: Position) -> str:
        return f"({','.join(map(str, s.piles))})"

    def figure_actions(self, s: Position) -> list[int]:
        """The order of Figure 1 of the lecture: the largest nim-sum first."""
        return sorted(self.actions(s), key=lambda a: -self._find_nim_sum(self.result(s, a)))

    def _find_nim_sum(self, s: Position) -> int:
        """The exclusive or of the piles."""
        return reduce(xor, s.piles)

    def load(self, text: str) -> Position:
        *piles, turn = text.replace(",", " ").split() or [""]
        names = [self.player_name(0), self.player_name(1)]
        if whole_number(turn) is not None:
            piles, turn = [*piles, turn], names[0]
        sizes = whole_numbers(piles, 63)
        if turn.upper() not in names or not sizes or len(sizes) > 32:
            raise BadPosition(
                f"{text!r} is not a nim position; write piles and the mover, like '3 2 {names[0]}'"
            )
        return Position(tuple(sorted(sizes, reverse=True)), names.index(turn.upper()))

    def pieces(self) -> tuple[str, ...]:
        return ("|",)

    def put(self, cells: tuple[str, ...], cell: int, piece: str) -> tuple[str, ...]:
        """A pile as large as its cell says; without a piece, up to the cell before."""
        row, column = divmod(cell, self.m)
        size = column + 1 if piece else column
        pile = ("|",) * size + ("",) * (self.m - size)
        return (*cells[: row * self.m], *pile, *cells[(row + 1) * self.m :])

    def details(self, s: Position) -> tuple[Detail, ...]:
        names = (self.player_name(0), self.player_name(1))
        return (Detail(TO_MOVE, names[s.turn], names),)

    def setup_text(self, cells: tuple[str, ...], details: Mapping[str, str]) -> str:
        piles = [cells[i : i + self.m].count("|") for i in range(0, len(cells), self.m)]
        return f"{' '.join(map(str, piles))} {details.get(TO_MOVE) or self.player_name(0)}"

    def board(self, s: Position) -> Board:
        """A row of matches for each pile; the first match that is taken stands for an action."""
        columns = max(self.m, *s.piles)
        rows = [["|"] * pile + [""] * (columns - pile) for pile in s.piles]
        last = {pile: row for row, pile in enumerate(s.piles)}
        touches = {a: (last[a >> 6] * columns + (a >> 6) - (a & 63),) for a in self.options(s)}
        names = [f"pile {r + 1}, match {c + 1}" for r in range(len(rows)) for c in range(columns)]
        cells = tuple(sign for row in rows for sign in row)
        labels = tuple(map(str, s.piles))
        return Board(
            len(rows),
            columns,
            cells,
            touches,
            labels,
            names=tuple(names),
            look="heaps",
            in_trees=False,
        )

    def text(self, s: Position) -> str:
        return "\n".join(f"{pile:>2}  {'| ' * pile}".rstrip() for pile in s.piles)
