"""Kalah: sow the seeds of a pit; the last one may capture, or give another move.

One byte a pit, from the one farthest from the player's store; the store comes last. For six pits::

    bits   0-7   8-15  16-23  24-31  32-39  40-47  48-55
    pit     1      2      3      4      5      6    store
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from zermelo.bits import FULL, Bits
from zermelo.board import TO_MOVE, Board, Detail
from zermelo.errors import BadAction, BadGame, BadPosition
from zermelo.game import Feature, Game
from zermelo.notation import whole_number, whole_numbers

BYTES = 0x0101010101010101


class Position(NamedTuple):
    """The seeds of the player to move and of the other, stores included, and whose turn it is."""

    own: Bits
    opp: Bits
    turn: int


class Kalah(Game[Position, int]):
    """Sow seeds around the board and gather most of them in your store.

    The utility is the difference between the stores at the end.

    An action is a pit, from 0 for the one farthest from the player's store.

    >>> game = Kalah()
    >>> print(game.text(game.after(["3"])))
    North        6 5 4 3 2 1
           0     4 4 4 4 4 4
                 4 4 0 5 5 5     1
    South        1 2 3 4 5 6
    South to move
    """

    names = ("South", "North")
    moves_again = True
    cyclic = False
    unit = ("seed", "seeds")
    weights = (1.0, 0.25)

    def __init__(self, pits: int = 6, seeds: int = 4, empty_capture: bool = False) -> None:
        if not (1 <= pits <= 7 and seeds >= 1 and 2 * pits * seeds <= 255):
            raise BadGame(
                f"kalah has 1 to 7 pits a side and at most 255 seeds in all, not {pits} "
                f"pits of {seeds}"
            )
        self.pits, self.seeds, self.empty_capture = pits, seeds, empty_capture
        self.total = 0
        self.most = 2 * pits * seeds
        self.store = 8 * pits
        self.field = (1 << self.store) - 1
        rows = [[self._sowing(pit, n) for n in range(self.most + 1)] for pit in range(pits)]
        self.own_adds = tuple(tuple(own for own, _, _ in row) for row in rows)
        self.opp_adds = tuple(tuple(opp for _, opp, _ in row) for row in rows)
        self.lasts = tuple(tuple(last for _, _, last in row) for row in rows)

    def _sowing(self, pit: int, n: int) -> tuple[int, int, int]:
        """What n seeds from a pit add to each side, and where the last one falls.

        The other's pits follow one's own store.
        """
        own = opp = 0
        place = pit
        for _ in range(n):
            place = (place + 1) % (2 * self.pits + 1)
            if place <= self.pits:
                own += 1 << 8 * place
            else:
                opp += 1 << 8 * (place - self.pits - 1)
        return own, opp, place

    def start(self) -> Position:
        side = self.seeds * (BYTES & self.field)
        return Position(side, side, 0)

    def player(self, s: Position) -> int:
        return s.turn

    def actions(self, s: Position) -> Iterator[int]:
        if not self.terminal(s):
            for pit in range(self.pits):
                if s.own >> 8 * pit & 255:
                    yield pit

    def result(self, s: Position, a: int) -> Position:
        n = s.own >> 8 * a & 255
        own = s.own - (n << 8 * a) + self.own_adds[a][n]
        opp = s.opp + self.opp_adds[a][n]
        last = self.lasts[a][n]
        if last < self.pits and own >> 8 * last & 255 == 1:
            across = 8 * (self.pits - 1 - last)
            taken = opp >> across & 255
            if taken or self.empty_capture:
                own += (taken + 1 << self.store) - (1 << 8 * last)
                opp -= taken << across
        if not own & self.field or not opp & self.field:
            own, opp = _sum(own) << self.store, _sum(opp) << self.store
        return Position(own, opp, s.turn) if last == self.pits else Position(opp, own, 1 - s.turn)

    def terminal(self, s: Position) -> bool:
        """One side has no seed left; the other's went to its owner's store."""
        return not (s.own | s.opp) & self.field

    def _lead(self, s: Position) -> int:
        """Player 0's store minus player 1's."""
        lead = (s.own >> self.store) - (s.opp >> self.store)
        return lead if s.turn == 0 else -lead

    def utility(self, s: Position, p: int) -> float:
        return self._lead(s) if p == 0 else -self._lead(s)

    def bounds(self, s: Position) -> tuple[float, float]:
        """As if all seeds in play went to one side."""
        lead, left = self._lead(s), _sum(s.own & self.field) + _sum(s.opp & self.field)
        return float(lead - left), float(lead + left)

    def payoff_range(self, p: int) -> tuple[float, float]:
        return float(-self.most), float(self.most)

    def evaluate(self, s: Position, p: int) -> float:
        """The stores, and a share of the seeds on one's own side.

        They stay there if the game ends.
        """
        side = _sum(s.own & self.field) - _sum(s.opp & self.field)
        store, pits = self.weights
        lead = store * self._lead(s) + pits * (side if s.turn == 0 else -side)
        return lead if p == 0 else -lead

    def features(self, s: Position) -> Iterator[Feature]:
        store, weight = self.weights
        sides = (s.own, s.opp) if s.turn == 0 else (s.opp, s.own)
        yield Feature("seeds in the store", (sides[0] >> self.store, sides[1] >> self.store), store)
        pits = _sum(sides[0] & self.field), _sum(sides[1] & self.field)
        yield Feature("seeds in the pits", pits, weight)

    def order(self, s: Position, a: int) -> float:
        """What it brings into the store; moving again before everything else."""
        t = self.result(s, a)
        again = t.turn == s.turn
        return (
            ((t.own if again else t.opp) >> self.store)
            - (s.own >> self.store)
            + (self.most if again else 0)
        )

    def noisy(self, s: Position, a: int) -> bool:
        """A capture, or one more move."""
        n = s.own >> 8 * a & 255
        last = self.lasts[a][n]
        if last >= self.pits:
            return last == self.pits
        empty = not s.own >> 8 * last & 255 or (last == a and n == 2 * self.pits + 1)
        return empty and s.opp >> 8 * (self.pits - 1 - last) & 255 != 0

    # ------------------------------------------------------------------ text

    def name(self, s: Position, a: int) -> str:
        return str(a + 1)

    def parse(self, s: Position, text: str) -> int:
        """The pit's number, from 1 for the one farthest from the player's store."""
        word = text.strip()
        if not whole_number(word, self.pits):
            raise BadAction(
                f"{word!r} is not a pit; pits are 1 to {self.pits}, counted towards the "
                "player's own store"
            )
        return super().parse(s, word)

    def _counts(self, side: int) -> list[int]:
        return [side >> 8 * pit & 255 for pit in range(self.pits + 1)]

    def _sides(self, s: Position) -> tuple[list[int], list[int]]:
        """South's pits and store, and North's."""
        own, opp = self._counts(s.own), self._counts(s.opp)
        return (own, opp) if s.turn == 0 else (opp, own)

    def dump(self, s: Position) -> str:
        """South's pits and store, North's pits and store, the player to move."""
        south, north = self._sides(s)
        return f"{_write_rows(south)}/{_write_rows(north)} {self.names[s.turn]}"

    def load(self, text: str) -> Position:
        match = re.fullmatch(
            r"\s*([0-9,]+)\+([0-9]+)/([0-9,]+)\+([0-9]+)(?:\s+(south|north))?\s*", text, re.I
        )
        if not match:
            raise BadPosition(
                f"{text!r} is not a kalah position; write each side's pits and store and the "
                f"player to move, like {self.dump(self.start())!r}"
            )
        sides = [self._read_side(match[i], match[i + 1], text) for i in (1, 3)]
        total = sum(map(sum, sides))
        if total != self.most:
            raise BadPosition(f"{text!r} has {total} seeds; there are {self.most} in all")
        if any(sides[0][:-1]) != any(sides[1][:-1]):
            raise BadPosition(
                f"{text!r}: the game is over when a side has no seeds, and the others "
                "belong in a store"
            )
        south, north = (sum(n << 8 * pit for pit, n in enumerate(side)) for side in sides)
        is_north = (match[5] or "").casefold() == "north"
        return Position(north, south, 1) if is_north else Position(south, north, 0)

    def _read_side(self, pits: str, store: str, text: str) -> list[int]:
        """The seeds of one side: those in its pits, and in its store."""
        words = [word or "0" for word in (*pits.split(","), store)]
        side = whole_numbers(words, self.most)
        if side is None:
            raise BadPosition(f"{text!r} has more seeds than the {self.most} that there are in all")
        if len(side) != self.pits + 1:
            raise BadPosition(f"{text!r} does not have {self.pits} pits on each side")
        return side

    def pieces(self) -> tuple[str, ...]:
        return ("+1", "−1")

    def put(self, cells: tuple[str, ...], cell: int, piece: str) -> tuple[str, ...]:
        """One seed more or less; "" takes all out."""
        if cells[cell] == " ":
            return cells
        seeds = int(cells[cell]) + int(piece.replace("−", "-")) if piece else 0
        return super().put(cells, cell, str(max(seeds, 0)))

    def details(self, s: Position) -> tuple[Detail, ...]:
        return (Detail(TO_MOVE, self.names[s.turn], self.names),)

    def setup_text(self, cells: tuple[str, ...], details: Mapping[str, str]) -> str:
        north = cells[: self.pits + 1][::-1]
        south = cells[self.pits + 3 :]
        sides = "/".join(f"{','.join(side[:-1])}+{side[-1]}" for side in (south, north))
        return f"{sides} {details.get(TO_MOVE) or self.names[0]}"

    def board(self, s: Position) -> Board:
        """North's pits above, from right to left, South's below, the stores at their ends."""
        south, north = self._sides(s)
        cells = (*map(str, reversed(north)), " ", " ", *map(str, south))
        pits = [str(pit + 1) for pit in range(self.pits)]
        upper = ["North's store", *(f"North {pit}" for pit in reversed(pits)), ""]
        lower = ["", *(f"South {pit}" for pit in pits), "South's store"]
        first, step = (1 + self.pits + 2, 1) if s.turn == 0 else (self.pits, -1)
        return Board(
            2,
            self.pits + 2,
            cells,
            {a: (first + step * a,) for a in self.options(s)},
            column_labels=("", *pits, "South"),
            upper_labels=("North", *reversed(pits), ""),
            names=(*upper, *lower),
            look="bowls",
        )

    def ending(self, s: Position) -> str:
        south, north = self._sides(s)
        return self.describe_score((south[-1], north[-1]), "seed", "seeds")

    def text(self, s: Position) -> str:
        south, north = self._sides(s)
        numbers = [str(i + 1) for i in range(self.pits)]
        wide = max(len(str(n)) for n in south + north)
        upper, lower = (
            " ".join(str(n).rjust(wide) for n in side) for side in (north[-2::-1], south[:-1])
        )
        above, below = (" ".join(n.rjust(wide) for n in side) for side in (numbers[::-1], numbers))
        end = "over" if self.terminal(s) else f"{self.names[s.turn]} to move"
        far = f"North{'':8}{above}\n{north[-1]:8}{'':5}{upper}"
        return f"{far}\n{'':13}{lower}{south[-1]:6}\nSouth{'':8}{below}\n{end}"


def _sum(side: int) -> int:
    """All bytes together."""
    return (side * BYTES & FULL) >> 56


def _write_rows(side: list[int]) -> str:
    """A side's pits and store."""
    return f"{','.join(map(str, side[:-1]))}+{side[-1]}"
