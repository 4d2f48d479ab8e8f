"""Dots and boxes: the fourth line around a box takes it, and its player moves again.

Bits are lines: first the horizontal ones, row by row, then the vertical ones, row by row. For 2
rows and 2 columns of boxes::

    ·  0 ·  1 ·
    6    7    8
    ·  2 ·  3 ·
    9   10   11
    ·  4 ·  5 ·
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from zermelo.bits import Bits, hash64, lowest, members
from zermelo.board import TO_MOVE, Board, Detail
from zermelo.errors import BadAction, BadGame, BadPosition
from zermelo.game import Feature, Game


class Position(NamedTuple):
    """The lines that are drawn, the first player's lead in boxes, the turn, and known owners.

    Whose a box is matters to people and to nothing else: neither the key nor the canonical form
    know of it.
    """

    lines: Bits
    lead: int
    turn: int
    firsts: Bits
    seconds: Bits


class DotsAndBoxes(Game[Position, int]):
    """Draw lines between dots; a player who closes a box owns it and moves again.

    The utility is the difference in boxes.

    >>> game = DotsAndBoxes(1, 2)
    >>> print(game.text(game.after(["h11", "v11"])))
    ·───·   ·
    │
    ·   ·   ·
    boxes: first 0, second 0; first to move
    """

    names = ("first", "second")
    moves_again = True
    cyclic = False
    unit = ("box", "boxes")
    weights = (1.0, 1.0)
    signs = ("F", "S")

    def __init__(self, rows: int = 3, columns: int = 3) -> None:
        lines = (rows + 1) * columns + rows * (columns + 1)
        if rows < 1 or columns < 1 or lines > 63:
            raise BadGame(
                f"{rows}×{columns} boxes do not fit: there must be one at least, and no "
                "more than 63 lines"
            )
        self.rows, self.columns, self.size = rows, columns, lines
        self.full = (1 << lines) - 1
        self.boxes = tuple(self._box(r, c) for r in range(rows) for c in range(columns))
        self.beside = tuple(self._beside(line) for line in range(lines))
        self.numbers = tuple(
            (self.boxes.index(one), self.boxes.index(other)) for one, other in self.beside
        )
        self.symmetries = self._symmetries()

    def _horizontal(self, r: int, c: int) -> int:
        return r * self.columns + c

    def _vertical(self, r: int, c: int) -> int:
        return (self.rows + 1) * self.columns + r * (self.columns + 1) + c

    def _box(self, r: int, c: int) -> int:
        """The four lines around a box."""
        lines = (
            self._horizontal(r, c),
            self._horizontal(r + 1, c),
            self._vertical(r, c),
            self._vertical(r, c + 1),
        )
        return sum(1 << line for line in lines)

    def _beside(self, line: int) -> tuple[int, int]:
        """The two boxes beside a line; at the edge, the same box twice."""
        boxes = [box for box in self.boxes if box >> line & 1]
        return boxes[0], boxes[-1]

    def _symmetries(self) -> tuple[tuple[int, ...], ...]:
        """Where each line goes when the board is mirrored, turned, or both.

        There are four ways, eight on a square; the identity is left out.
        """
        turns = (False, True) if self.rows == self.columns else (False,)
        ways = itertools.product((False, True), (False, True), turns)
        images = {tuple(self._image(*line, *way) for line in self._list_lines()) for way in ways}
        return tuple(sorted(images - {tuple(range(self.size))}))

    def _list_lines(self) -> Iterator[tuple[int, int, int]]:
        """All lines in order: 0 for a horizontal one or 1 for a vertical one, row and column."""
        for kind in (0, 1):
            for r in range(self.rows + 1 - kind):
                for c in range(self.columns + kind):
                    yield kind, r, c

    def _image(self, kind: int, r: int, c: int, up: bool, left: bool, is_turned: bool) -> int:
        """The line to which mirroring and then turning the board take a line."""
        r = self.rows - kind - r if up else r
        c = self.columns - 1 + kind - c if left else c
        if is_turned:
            kind, r, c = 1 - kind, c, r
        return self._horizontal(r, c) if kind == 0 else self._vertical(r, c)

    def start(self) -> Position:
        return Position(0, 0, 0, 0, 0)

    def player(self, s: Position) -> int:
        return s.turn

    def actions(self, s: Position) -> Iterator[int]:
        left = self.full & ~s.lines
        while left:
            yield lowest(left)
            left &= left - 1

    def _count_boxes(self, lines: int, a: int) -> int:
        """How many boxes the line completes."""
        one, other = self.beside[a]
        after = lines | 1 << a
        return (1 if after & one == one else 0) + (
            1 if other != one and after & other == other else 0
        )

    def _find_closed(self, lines: int, a: int) -> int:
        """The boxes that the line completes, as bits."""
        one, other = self.beside[a]
        i, j = self.numbers[a]
        after = lines | 1 << a
        return (1 << i if after & one == one else 0) | (1 << j if after & other == other else 0)

    def result(self, s: Position, a: int) -> Position:
        taken = self._count_boxes(s.lines, a)
        if not taken:
            return Position(s.lines | 1 << a, s.lead, 1 - s.turn, s.firsts, s.seconds)
        closed = self._find_closed(s.lines, a)
        if s.turn == 0:
            return Position(s.lines | 1 << a, s.lead + taken, 0, s.firsts | closed, s.seconds)
        return Position(s.lines | 1 << a, s.lead - taken, 1, s.firsts, s.seconds | closed)

    def terminal(self, s: Position) -> bool:
        return s.lines == self.full

    def utility(self, s: Position, p: int) -> float:
        return s.lead if p == 0 else -s.lead

    def _open(self, lines: int) -> int:
        """The number of boxes that no player has."""
        n = 0
        for box in self.boxes:
            if lines & box != box:
                n += 1
        return n

    def bounds(self, s: Position) -> tuple[float, float]:
        """As if one player got all boxes that are left."""
        left = self._open(s.lines)
        return float(s.lead - left), float(s.lead + left)

    def payoff_range(self, p: int) -> tuple[float, float]:
        return float(-self.rows * self.columns), float(self.rows * self.columns)

    def evaluate(self, s: Position, p: int) -> float:
        """The boxes, and those with three lines for the player to move."""
        ready = 0
        for box in self.boxes:
            ready += 1 if (s.lines & box).bit_count() == 3 else 0
        boxes, open_boxes = self.weights
        lead = boxes * s.lead + open_boxes * (ready if s.turn == 0 else -ready)
        return lead if p == 0 else -lead

    def features(self, s: Position) -> Iterator[Feature]:
        taken, open_boxes = self.weights
        yield Feature("boxes", (s.firsts.bit_count(), s.seconds.bit_count()), taken)
        ready = sum((s.lines & box).bit_count() == 3 for box in self.boxes)
        yield Feature("boxes to take now", (ready, 0) if s.turn == 0 else (0, ready), open_boxes)

    def order(self, s: Position, a: int) -> float:
        """Boxes first, then what does not give one away, in the natural order."""
        one, other = self.beside[a]
        gives = (1 if (s.lines & one).bit_count() == 2 else 0) + (
            1 if other != one and (s.lines & other).bit_count() == 2 else 0
        )
        return 4 * self._count_boxes(s.lines, a) - gives

    def noisy(self, s: Position, a: int) -> bool:
        """It takes a box."""
        return self._count_boxes(s.lines, a) > 0

    def canonical(self, s: Position) -> Position:
        """The smallest of the boards that mirroring and turning make; owners do not matter."""
        best = s.lines
        for way in self.symmetries:
            turned, left = 0, s.lines
            while left:
                turned |= 1 << way[lowest(left)]
                left &= left - 1
            best = min(best, turned)
        return Position(best, s.lead, s.turn, 0, 0)

    def key(self, s: Position) -> int:
        """Lines, whose turn, and the lead."""
        return hash64((s.lines, 2 * s.lead + s.turn))

    # ------------------------------------------------------------------ text

    def name(self, s: Position, a: int) -> str:
        """h or v, the row from the top and the column from the left, from 1."""
        sides = (self.rows + 1) * self.columns
        r, c = divmod(a, self.columns) if a < sides else divmod(a - sides, self.columns + 1)
        kind = "h" if a < sides else "v"
        return (
            f"{kind}{r + 1}{c + 1}"
            if max(self.rows, self.columns) < 9
            else f"{kind}{r + 1}.{c + 1}"
        )

    def parse(self, s: Position, text: str) -> int:
        """Like h12: the horizontal line in the first row, second column; v for a vertical one."""
        found = re.fullmatch(
            r"([hv])[ (]*([0-9]{1,2}?)[ .,-]?([0-9]{1,2})\)?", text.strip().casefold()
        )
        kind, r, c = (found[1], int(found[2]) - 1, int(found[3]) - 1) if found else ("", -1, -1)
        rows, columns = (
            (self.rows + 1, self.columns) if kind == "h" else (self.rows, self.columns + 1)
        )
        if not (0 <= r < rows and 0 <= c < columns):
            form = "h or v, the row and the column, like h12 or v21"
            raise BadAction(f"{text.strip()!r} is not a line; write {form}")
        a = self._horizontal(r, c) if kind == "h" else self._vertical(r, c)
        if s.lines >> a & 1:
            raise BadAction(f"{text.strip()!r} is drawn already")
        return a

    def dump(self, s: Position) -> str:
        """The lines row by row, 1 for one that is drawn; the first player's lead; the mover.

        The owners of the boxes follow, if they are known.
        """
        bits = [str(s.lines >> i & 1) for i in range(self.size)]
        sides = (self.rows + 1) * self.columns
        across = ["".join(bits[r * self.columns :][: self.columns]) for r in range(self.rows + 1)]
        down = [
            "".join(bits[sides + r * (self.columns + 1) :][: self.columns + 1])
            for r in range(self.rows)
        ]
        mixed = [row for pair in zip(across, [*down, ""], strict=True) for row in pair][:-1]
        signs = ["-" if sign in (" ", "■") else sign for sign in self._owners(s)]
        owners = "/".join(
            "".join(signs[r * self.columns :][: self.columns]) for r in range(self.rows)
        )
        boxes = f" {owners}" if s.firsts | s.seconds else ""
        return f"{'/'.join(mixed)} {s.lead:+d} {self.names[s.turn]}{boxes}"

    def _owners(self, s: Position) -> list[str]:
        """A sign for each box: its owner's, or ■ if it is closed and the owner is unknown."""
        return [
            self.signs[0]
            if s.firsts >> i & 1
            else self.signs[1]
            if s.seconds >> i & 1
            else "■"
            if s.lines & box == box
            else " "
            for i, box in enumerate(self.boxes)
        ]

    def load(self, text: str) -> Position:
        match = re.fullmatch(
            r"\s*([01/]+)(?:\s+([+-]?[0-9]{1,3}))?(?:\s+(first|second))?(?:\s+([FS/-]+))?\s*", text
        )
        widths = [self.columns + i % 2 for i in range(2 * self.rows + 1)]
        rows = match[1].split("/") if match else []
        if not match or [len(row) for row in rows] != widths:
            shape = "/".join("0" * width for width in widths)
            raise BadPosition(
                f"{text!r} is not a position here; write the rows of lines, the lead and the "
                f"player to move, like '{shape} +0 first'"
            )
        lines = sum(1 << i for i, bit in enumerate("".join(rows[::2] + rows[1::2])) if bit == "1")
        s = Position(lines, int(match[2] or 0), int(match[3] == "second"), 0, 0)
        firsts, seconds = self._find_owner(match[4] or "", text, lines)
        self._require_lead(s, firsts.bit_count(), seconds.bit_count(), text)
        return s._replace(firsts=firsts, seconds=seconds)

    def _require_lead(self, s: Position, firsts: int, seconds: int, text: str) -> None:
        """Refuse a lead that the closed boxes do not give, or those whose owners are known."""
        closed = self.rows * self.columns - self._open(s.lines)
        if abs(s.lead) > closed or (closed - s.lead) % 2:
            raise BadPosition(
                f"{text!r} has {closed} boxes; no player can be {s.lead:+d} ahead of the other"
            )
        unknown = closed - firsts - seconds
        if abs(s.lead - firsts + seconds) > unknown:
            raise BadPosition(f"{text!r} has boxes that do not make a lead of {s.lead:+d}")

    def _find_owner(self, words: str, text: str, lines: int) -> tuple[int, int]:
        """The boxes of the first and of the second player, as a position's text has them."""
        signs = words.replace("/", "")
        if words and [len(row) for row in words.split("/")] != [self.columns] * self.rows:
            shape = "/".join("-" * self.columns for _ in range(self.rows))
            raise BadPosition(
                f"{text!r} has other boxes than this board; write F, S or - for each, like {shape}"
            )
        if any(
            sign != "-" and lines & box != box for sign, box in zip(signs, self.boxes, strict=False)
        ):
            raise BadPosition(f"{text!r} gives a player a box that is not closed")
        firsts, seconds = (
            sum(1 << i for i, sign in enumerate(signs) if sign == own) for own in self.signs
        )
        return firsts, seconds

    def pieces(self) -> tuple[str, ...]:
        return ("─", *self.signs)

    def put(self, cells: tuple[str, ...], cell: int, piece: str) -> tuple[str, ...]:
        """A line between dots, or the owner of a box."""
        row, column = divmod(cell, 2 * self.columns + 1)
        if row % 2 == 0 and column % 2 == 0:
            return cells
        is_line = row % 2 == 0 or column % 2 == 0
        if piece and is_line != (piece == "─"):
            raise BadPosition("lines lie between dots, and F and S stand in boxes")
        return super().put(cells, cell, "│" if piece == "─" and row % 2 else piece)

    def details(self, s: Position) -> tuple[Detail, ...]:
        return (Detail(TO_MOVE, self.names[s.turn], self.names),)

    def setup_text(self, cells: tuple[str, ...], details: Mapping[str, str]) -> str:
        width = 2 * self.columns + 1
        rows = [cells[i : i + width] for i in range(0, len(cells), width)]
        lines = [
            "".join("01"[sign != ""] for sign in row[1 - r % 2 :: 2]) for r, row in enumerate(rows)
        ]
        boxes = [
            "".join(sign if sign in self.signs else "-" for sign in row[1::2]) for row in rows[1::2]
        ]
        owners = "/".join(boxes)
        lead = owners.count(self.signs[0]) - owners.count(self.signs[1])
        mover = details.get(TO_MOVE) or self.names[0]
        text = f"{'/'.join(lines)} {lead:+d} {mover}"
        return f"{text} {owners}" if owners.strip("-/") else text

    def board(self, s: Position) -> Board:
        """Dots, lines and boxes as cells: click on the line.

        Boxes that are closed have their owner's sign. A line's name is its row and column.
        """
        height, width = 2 * self.rows + 1, 2 * self.columns + 1
        names = [""] * (height * width)
        for line in range(self.size):
            names[self._cell(line)] = self.name(s, line)
        return Board(
            height,
            width,
            tuple(self._cells(s)),
            {a: (self._cell(a),) for a in self.options(s)},
            tuple(f"{'hv'[r % 2]}{r // 2 + 1}" for r in range(height)),
            tuple(str(c // 2 + 1) for c in range(width)),
            names=tuple(names),
            look="dots",
        )

    def _cells(self, s: Position) -> list[str]:
        """The signs of dots, lines and boxes, row by row."""
        height, width = 2 * self.rows + 1, 2 * self.columns + 1
        cells = ["" if r % 2 or c % 2 else "•" for r in range(height) for c in range(width)]
        for line in members(s.lines):
            cells[self._cell(line)] = "─" if line < (self.rows + 1) * self.columns else "│"
        for i, sign in enumerate(self._owners(s)):
            cells[(2 * (i // self.columns) + 1) * width + 2 * (i % self.columns) + 1] = sign.strip()
        return cells

    def _cell(self, line: int) -> int:
        """The cell of a line on the board."""
        width, sides = 2 * self.columns + 1, (self.rows + 1) * self.columns
        if line < sides:
            return 2 * (line // self.columns) * width + 2 * (line % self.columns) + 1
        r, c = divmod(line - sides, self.columns + 1)
        return (2 * r + 1) * width + 2 * c

    def text(self, s: Position) -> str:
        """The board as people draw it."""
        lines = [self._draw_lines(s, 0)]
        for r in range(self.rows):
            lines += [self._draw_boxes(s, r), self._draw_lines(s, r + 1)]
        end = "over" if self.terminal(s) else f"{self.names[s.turn]} to move"
        return "\n".join([*lines, f"{self.caption(s)}; {end}"])

    def _draw_lines(self, s: Position, r: int) -> str:
        """A row of dots and the lines between them."""
        lines = (s.lines >> self._horizontal(r, c) & 1 for c in range(self.columns))
        return "·" + "".join("───·" if line else "   ·" for line in lines)

    def _draw_boxes(self, s: Position, r: int) -> str:
        """A row of boxes and the lines beside them."""
        marks = [f" {sign} " for sign in self._owners(s)[r * self.columns :][: self.columns]]
        lines = (s.lines >> self._vertical(r, c) & 1 for c in range(self.columns + 1))
        sides = ["│" if line else " " for line in lines]
        return "".join(a + b for a, b in zip(sides, [*marks, ""], strict=True)).rstrip()

    def ending(self, s: Position) -> str:
        return self.describe_score(self._boxes(s), "box", "boxes")

    def caption(self, s: Position) -> str:
        first, second = self._boxes(s)
        return f"boxes: first {first}, second {second}"

    def _boxes(self, s: Position) -> tuple[int, int]:
        """The number of boxes that each player has closed."""
        closed = len(self.boxes) - self._open(s.lines)
        return (closed + s.lead) // 2, (closed - s.lead) // 2
