"""The lecture's problem #1: divide piles of coins; the player who moves last loses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from zermelo.board import Board
from zermelo.errors import BadGame, BadPosition
from zermelo.game import Game
from zermelo.notation import whole_number, whole_numbers


class Position(NamedTuple):
    """How many piles there are of each size (the index), and the player to move."""

    counts: tuple[int, ...]
    turn: int


class Coins(Game[Position, int]):
    """One pile of coins; divide a pile so that one part is a multiple of the other.

    The player who moves last loses.

    An action is ``size << 6 | smaller part``. The game is over when the largest pile has two coins.
    Until then a pile of two may be divided, too: 1 is a multiple of 1.

    >>> game = Coins(7)
    >>> [game.name(game.start(), a) for a in game.actions(game.start())]
    ['7=6+1']
    """

    def __init__(self, coins: int = 7) -> None:
        if not 3 <= coins <= 63:
            raise BadGame(f"coins starts with 3 to 63 coins, not {coins}")
        self.coins = coins
        self.first = (0,) * coins + (1,)

    def start(self) -> Position:
        return Position(self.first, 0)

    def player(self, s: Position) -> int:
        return s.turn

    def actions(self, s: Position) -> Iterator[int]:
        if self.terminal(s):
            return
        for size in range(self.coins, 1, -1):
            if s.counts[size]:
                for part in range(1, size // 2 + 1):
                    if (size - part) % part == 0:
                        yield size << 6 | part

    def result(self, s: Position, a: int) -> Position:
        size, part = a >> 6, a & 63
        rest = size - part
        counts = tuple(n - (i == size) + (i == part) + (i == rest) for i, n in enumerate(s.counts))
        return Position(counts, 1 - s.turn)

    def terminal(self, s: Position) -> bool:
        return not any(s.counts[size] for size in range(3, self.coins + 1))

    def utility(self, s: Position, p: int) -> float:
        return 1 if p == s.turn else -1

    def bounds(self, s: Position) -> tuple[float, float]:
        return -1.0, 1.0

    def name(self, s: Position, a: int) -> str:
        size, part = a >> 6, a & 63
        return f"{size}={size - part}+{part}"

    def dump(self, s: Position) -> str:
        return self._piles(s) + " " + self.player_name(s.turn)

    def label(self, s: Position) -> str:
        return f"({self._piles(s).replace(' ', ',')})"

    def components(self, s: Position) -> tuple[str, ...]:
        return f"({self._piles(s).replace(' ', ', ')})", self.player_name(s.turn)

    def _piles(self, s: Position) -> str:
        return " ".join(
            str(size) for size in range(self.coins, 0, -1) for _ in range(s.counts[size])
        )

    def load(self, text: str) -> Position:
        *piles, turn = text.replace(",", " ").split() or [""]
        names = [self.player_name(0), self.player_name(1)]
        if whole_number(turn) is not None:
            piles, turn = [*piles, turn], names[0]
        sizes = whole_numbers(piles, self.coins)
        if turn.upper() not in names or not sizes or 0 in sizes or sum(sizes) != self.coins:
            raise BadPosition(
                f"{text!r} is not a position of {self.coins} coins; write piles and who "
                f"moves, like '{self.coins - 1} 1 MIN'"
            )
        return Position(
            tuple(sizes.count(size) for size in range(self.coins + 1)), names.index(turn.upper())
        )

    def board(self, s: Position) -> Board:
        """A row of coins for each pile; the first coin of the smaller part stands for an action."""
        piles = [size for size in range(self.coins, 0, -1) for _ in range(s.counts[size])]
        columns = piles[0]
        cells = tuple("◎" if c < pile else "" for pile in piles for c in range(columns))
        first = {pile: row for row, pile in reversed(list(enumerate(piles)))}
        touches = {a: (first[a >> 6] * columns + (a >> 6) - (a & 63),) for a in self.options(s)}
        names = [f"pile {r + 1}, coin {c + 1}" for r in range(len(piles)) for c in range(columns)]
        labels = tuple(map(str, piles))
        return Board(
            len(piles),
            columns,
            cells,
            touches,
            labels,
            names=tuple(names),
            look="heaps",
            in_trees=False,
        )

    def text(self, s: Position) -> str:
        return "\n".join(
            f"{size:>2}  {'● ' * size}".rstrip()
            for size in range(self.coins, 0, -1)
            for _ in range(s.counts[size])
        )
