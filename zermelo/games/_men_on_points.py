"""What games of men on points share: names of points, positions as text, boards, symmetries.

A point is a bit. Points are counted row by row from the bottom left corner; on a board that is no
full rectangle only the points count::

    a3    c3        3   4
       b2             2
    a1    c1        0   1
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

from zermelo.bits import LookupTable, lowest, members
from zermelo.board import TO_MOVE, Board, Detail, symmetries
from zermelo.errors import BadAction, BadPosition, abbreviate
from zermelo.game import Game
from zermelo.notation import read_rows, rows_text

S = TypeVar("S", bound=Any)
LETTERS = "xo"
"""The men of the two players in positions as text."""
CHUNK = 8
"""Points that `MenOnPoints.map_points` looks up at once."""


class MenOnPoints(Game[S, int]):
    """Two players with men on points. A state has the fields first, second and turn.

    An action is from · 64 + to; with the same number twice, a man is put on that point.
    """

    names = ("First", "Second")
    signs = ("○", "●")
    moves_again = False
    cyclic = True
    repetition = 3
    look = "links"

    rows: int
    columns: int
    points: tuple[int, ...]
    """The cell of each point, row by row from the top; cells are counted from the top left."""
    links: tuple[int, ...]
    """The neighbours of each point, as sets."""
    images: LookupTable[Any]
    """For each symmetry: the images of all sets of the first points, of the next ones, …"""

    def lay_out(self, rows: int, columns: int, cells: Iterable[int]) -> None:
        """Set the board: its size, and the cells that are points."""
        self.rows, self.columns = rows, columns
        self.points = tuple(sorted(cells, key=lambda i: (-(i // columns), i % columns)))
        self.full = (1 << len(self.points)) - 1

    def list_images(self) -> Iterator[tuple[int, ...]]:
        """Where each point goes, for each symmetry of the board that keeps the links."""
        for images in symmetries(self.rows, self.columns):
            moved = tuple(self.points.index(images[cell]) for cell in self.points)
            if all(
                self.links[moved[i]] == sum(1 << moved[j] for j in members(links))
                for i, links in enumerate(self.links)
            ):
                yield moved

    def set_images(self, images: Iterable[tuple[int, ...]]) -> None:
        """Make the table of symmetries; the one that moves nothing is left out."""
        count = len(self.points)
        rows = [list_chunks(moved) for moved in images if moved != tuple(range(count))]
        self.images = LookupTable(rows)
        self.chunks = -(-count // CHUNK)

    def map_points(self, i: int, men: int) -> int:
        """The image of a set of men under symmetry i."""
        image = 0
        for c in range(self.chunks):
            image |= self.images[i][c << CHUNK | men >> c * CHUNK & (1 << CHUNK) - 1]
        return image

    def canonical(self, s: S) -> S:
        """The smallest of the position and its images."""
        first, second = s.first, s.second
        for i in range(len(self.images)):
            one, other = self.map_points(i, s.first), self.map_points(i, s.second)
            if one < first or (one == first and other < second):
                first, second = one, other
        image: S = s._replace(first=first, second=second)
        return image

    # ------------------------------------------------------------------ rules

    def player(self, s: S) -> int:
        turn: int = s.turn
        return turn

    def find_own(self, s: S) -> int:
        """The men of the player to move."""
        men: int = s.second if s.turn else s.first
        return men

    def find_other(self, s: S) -> int:
        """The men of the other player."""
        men: int = s.first if s.turn else s.second
        return men

    def list_steps(self, men: int, free: int) -> Iterator[int]:
        """The steps of these men to free neighbours."""
        while men:
            here = lowest(men)
            there = self.links[here] & free
            while there:
                yield here << 6 | lowest(there)
                there &= there - 1
            men &= men - 1

    def list_drops(self, free: int) -> Iterator[int]:
        """The actions that put a man on a free point."""
        while free:
            yield 65 * lowest(free)
            free &= free - 1

    def find_neighbours(self, men: int) -> int:
        """All neighbours of these men."""
        found = 0
        while men:
            found |= self.links[lowest(men)]
            men &= men - 1
        return found

    def can_step(self, men: int, free: int) -> bool:
        """Has one of these men a free neighbour?"""
        return self.find_neighbours(men) & free != 0

    def bounds(self, s: S) -> tuple[float, float]:
        return -1.0, 1.0

    # ------------------------------------------------------------------ notation

    def name_point(self, bit: int) -> str:
        """The name of a point: the column's letter and the row's number."""
        cell = self.points[bit]
        return f"{'abcdefgh'[cell % self.columns]}{self.rows - cell // self.columns}"

    def name(self, s: S, a: int) -> str:
        """b2 for a man that is put on a point, a1-b2 for one that goes."""
        here, there = a >> 6 & 63, a & 63
        text = self.name_point(there)
        return text if here == there else f"{self.name_point(here)}-{text}"

    def parse(self, s: S, text: str) -> int:
        """Also without a hyphen."""
        wanted = re.sub(r"[\s-]+", "", text.lower())
        names = {self.name(s, a): a for a in self.options(s)}
        for name, a in names.items():
            if name.replace("-", "").lower() == wanted:
                return a
        raise BadAction(f"{text.strip()!r} is not legal here; legal: {abbreviate(names)}")

    def list_rows(self) -> list[list[int]]:
        """The points of each row, from the top."""
        found: dict[int, list[int]] = {}
        for bit, cell in enumerate(self.points):
            found.setdefault(cell // self.columns, []).append(bit)
        return [found[r] for r in sorted(found)]

    def write_sign(self, s: S, bit: int, signs: tuple[str, ...] | str) -> str:
        """The sign of the man on a point, or nothing."""
        return signs[0] if s.first >> bit & 1 else signs[1] if s.second >> bit & 1 else ""

    def dump(self, s: S) -> str:
        """The rows from the top, points only, and the player to move."""
        rows = [
            rows_text(tuple(self.write_sign(s, bit, LETTERS) for bit in row), len(row))
            for row in self.list_rows()
        ]
        return f"{'/'.join(rows)} {LETTERS[s.turn]}"

    def read_men(self, text: str) -> tuple[int, int, int, list[str]]:
        """The men of both, the player to move, and the words behind."""
        board, *rest = text.strip().lower().split()[:10] or [""]
        lines, rows = board.split("/"), self.list_rows()
        if len(lines) != len(rows):
            raise BadPosition(
                f"{text!r} has {len(lines)} rows; this board has {len(rows)}, with / between them"
            )
        if not rest or rest[0] not in LETTERS:
            raise BadPosition(f"{text!r} names no player to move: write x or o after the board")
        sets = [0, 0]
        for row, line in zip(rows, lines, strict=True):
            for bit, sign in zip(row, read_rows(line, 1, len(row), LETTERS), strict=True):
                if sign:
                    sets[LETTERS.index(sign)] |= 1 << bit
        return sets[0], sets[1], LETTERS.index(rest[0]), rest[1:]

    # ------------------------------------------------------------------ display

    def pieces(self) -> tuple[str, ...]:
        return self.signs

    def put(self, cells: tuple[str, ...], cell: int, piece: str) -> tuple[str, ...]:
        return cells if cell not in self.points else super().put(cells, cell, piece)

    def details(self, s: S) -> tuple[Detail, ...]:
        return (Detail(TO_MOVE, self.names[s.turn], self.names),)

    def setup_text(self, cells: tuple[str, ...], details: Mapping[str, str]) -> str:
        letters = dict(zip(self.signs, LETTERS, strict=True))
        rows = [
            rows_text(tuple(letters.get(cells[self.points[bit]], "") for bit in row), len(row))
            for row in self.list_rows()
        ]
        return f"{'/'.join(rows)} {LETTERS[details.get(TO_MOVE) == self.names[1]]}"

    def list_deciding(self, s: S) -> Iterator[int]:
        """The points that decided a game which is over."""
        return iter(())

    def list_touches(self, a: int) -> tuple[int, ...]:
        """The points that a person would click for an action."""
        here, there = a >> 6 & 63, a & 63
        return (there,) if here == there else (here, there)

    def board(self, s: S) -> Board:
        cells = [" "] * (self.rows * self.columns)
        for bit, cell in enumerate(self.points):
            cells[cell] = self.write_sign(s, bit, self.signs)
        touches = {
            a: tuple(self.points[bit] for bit in self.list_touches(a)) for a in self.options(s)
        }
        return Board(
            self.rows,
            self.columns,
            tuple(cells),
            touches,
            tuple(str(self.rows - r) for r in range(self.rows)),
            tuple("abcdefgh"[: self.columns]),
            deciding=tuple(self.points[bit] for bit in self.list_deciding(s)),
            names=self._name_cells(),
            look=self.look,
            links=self._list_links() if self.look == "links" else (),
        )

    def _name_cells(self) -> tuple[str, ...]:
        names = [""] * (self.rows * self.columns)
        for bit, cell in enumerate(self.points):
            names[cell] = self.name_point(bit)
        return tuple(names)

    def _list_links(self) -> tuple[tuple[int, int], ...]:
        """Pairs of cells that a line joins."""
        return tuple(
            (self.points[i], self.points[j])
            for i, links in enumerate(self.links)
            for j in members(links)
            if i < j
        )


def list_chunks(moved: tuple[int, ...]) -> tuple[int, ...]:
    """The images of all sets of the first points, then of the next ones, and so on.

    >>> list_chunks((1, 0))[:4]
    (0, 2, 1, 3)
    """
    chunks = []
    for begin in range(0, len(moved), CHUNK):
        part = moved[begin : begin + CHUNK]
        for bits in range(1 << CHUNK):
            chunks.append(sum(1 << to for i, to in enumerate(part) if bits >> i & 1))
    return tuple(chunks)


def link_neighbours(rows: int, columns: int, diagonals: bool = True) -> tuple[int, ...]:
    """The neighbours of each cell of a full rectangle, counted from the bottom left."""
    near = [(0, 1), (1, 0), (0, -1), (-1, 0)]
    if diagonals:
        near += [(1, 1), (1, -1), (-1, 1), (-1, -1)]
    return tuple(
        sum(
            1 << (r + x) * columns + c + y
            for x, y in near
            if 0 <= r + x < rows and 0 <= c + y < columns
        )
        for r in range(rows)
        for c in range(columns)
    )
