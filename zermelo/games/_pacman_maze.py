"""The maze of Pac-Man: reading it, and what follows from it.

A maze is drawn in text, one character a cell::

    %%%%%%%%      %  wall (# too)             .  dot
    %P..%.o%      o  capsule                  P  Pac-Man
    %.%.%.%%      G  ghost, in reading order (1 to 8: in that order)
    %...._G%      _  nothing (a space or - too)
    %%%%%%%%

Only the free cells are counted, row by row from the top; food and capsules are sets of them, 64
cells a word.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

from zermelo.bits import Bits
from zermelo.errors import BadGame
from zermelo.game import Game

NORTH, EAST, SOUTH, WEST, STOP = range(5)
"""The actions of Pac-Man and of the ghosts, in their natural order."""

NAMES = ("north", "east", "south", "west", "stop")
VECTORS = ((0, -1), (1, 0), (0, 1), (-1, 0), (0, 0))
SPELLINGS = (
    ("n", "↑", "up", "u"),
    ("e", "→", "right", "r"),
    ("s", "↓", "down", "d"),
    ("w", "←", "left", "l"),
    ("x", "wait", "."),
)

NOWHERE = -1
SCARED = 40
"""The number of its own moves for which a ghost stays scared, at half speed."""

MOST_GHOSTS = 8
LETTERS = "ABCDEFGH"

MINIMISE, RANDOM, DIRECTIONAL, CHASE, PATROL = range(5)
KINDS = ("minimise", "random", "directional", "chase", "patrol")
"""How a ghost moves: as the second player, by chance, or by a rule."""

POINTS = {"course": (0, -1, 10, 500, -500, 200), "lecture": (10, -1, 0, 0, -10, 0)}
"""At the start, for a step, for a dot, for the last dot, for being eaten, for a scared ghost."""

FIRST, STEP, DOT, CLEAR, EATEN, GHOST = range(6)

LAYOUTS = {
    "small": "%%%%%%%%%%%%/%o...%%...o%/%.%%.__.%%.%/%....GG....%/%.%%.%%.%%.%/%....P.....%"
    "/%%%%%%%%%%%%",
    "ring": "%%%%%%%/%.....%/%.%%%.%/%P%%%G%/%.%%%.%/%.....%/%%%%%%%",
    "corridor": "%%%%%%%%%/%P..%..G%/%.%...%.%/%%%%%%%%%",
    "open": "%%%%%%%%/%P.....%/%......%/%..%%..%/%......%/%.....G%/%%%%%%%%",
}
"""Mazes by name."""


class Ghost(NamedTuple):
    """A ghost: its cell, its heading (STOP at first), half a cell further or not, and its fear.

    `scared` is the number of its own moves for which it stays scared.
    """

    cell: int
    heading: int
    half: int
    scared: int


NO_GHOST = Ghost(NOWHERE, STOP, 0, 0)
"""Stands for the ghosts where there are none: machine code cannot take an item of an empty
tuple."""


class Position(NamedTuple):
    """The places of Pac-Man and the ghosts, what is left to eat, the score and the turn.

    `mover` is 0 for Pac-Man, then the number of a ghost. `left` counts the moves to come.
    """

    pacman: int
    ghosts: tuple[Ghost, ...]
    food: tuple[Bits, ...]
    capsules: tuple[Bits, ...]
    score: int
    mover: int
    left: int
    eaten: bool


class PacmanMaze(Game[Position, int]):
    """A maze with its first position, its steps and its distances."""

    def __init__(
        self, layout: str, points: tuple[int, ...], moves: int, stop: bool, reverse: bool
    ) -> None:
        self.points, self.limit, self.stop, self.reverse = points, moves, stop, reverse
        rows = self._rows(layout)
        self.height, self.width = len(rows), len(rows[0])
        self.cells = tuple(i for i, sign in enumerate("".join(rows)) if sign != "%")
        self.words = (len(self.cells) + 63) // 64
        self.first = self._place(rows)
        self.count = sum(ghost.cell != NOWHERE for ghost in self.first.ghosts)
        self.homes = tuple(ghost.cell for ghost in self.first.ghosts)
        self.xs = tuple(i % self.width for i in self.cells)
        self.ys = tuple(i // self.width for i in self.cells)
        self._measure()

    def _rows(self, layout: str) -> list[str]:
        """The rows of a layout, by name or as text."""
        if layout not in LAYOUTS and "P" not in layout:
            raise BadGame(
                f"no layout is called {layout!r}, and a maze has a P for Pac-Man; "
                f"layouts: {' '.join(LAYOUTS)}"
            )
        return self._read(LAYOUTS.get(layout, layout))

    def _read(self, text: str) -> list[str]:
        """The rows of a maze, each sign as this file writes it."""
        rows = [row for row in re.split(r"[/\n]", text.strip("\n")) if row]
        if len({len(row) for row in rows}) > 1:
            raise BadGame(
                "the rows of a maze are equally long; these are "
                f"{' '.join(str(len(row)) for row in rows)} cells long"
            )
        strange = sorted(set("".join(rows)) - set("%#.oPGg _-12345678"))
        if strange:
            raise BadGame(
                f"{strange[0]!r} stands for nothing in a maze; write % . o P G g or 1 to "
                "8, and _ for an empty cell"
            )
        return [re.sub("[ -]", "_", row.replace("#", "%")) for row in rows]

    def _place(self, rows: list[str]) -> Position:
        """The start position that a maze with a P and ghosts shows."""
        signs = "".join(rows)
        free = [signs[i] for i in self.cells]
        ghosts = self._find_ghosts(free)
        if free.count("P") != 1 or len(ghosts) > MOST_GHOSTS:
            counts = f"{free.count('P')} and {len(ghosts)}"
            raise BadGame(f"a maze has one Pac-Man and at most {MOST_GHOSTS} ghosts, not {counts}")
        food, capsules = (
            self._set(i for i, sign in enumerate(free) if sign in meal) for meal in (".g", "o")
        )
        if not any(food):
            raise BadGame("a maze has at least one dot")
        pacman, score = free.index("P"), self.points[FIRST]
        return Position(pacman, ghosts or (NO_GHOST,), food, capsules, score, 0, self.limit, False)

    def _find_ghosts(self, free: list[str]) -> tuple[Ghost, ...]:
        """The ghosts on the free cells: those with numbers first, in order, then the others."""
        cells = [i for i, sign in enumerate(free) if sign in "Gg12345678"]
        cells.sort(key=lambda i: (free[i] in "Gg", "" if free[i] in "Gg" else free[i]))
        return tuple(Ghost(i, STOP, 0, 0) for i in cells)

    def _set(self, cells: Iterator[int]) -> tuple[int, ...]:
        """Cells as words of 64."""
        words = [0] * self.words
        for cell in cells:
            words[cell >> 6] |= 1 << (cell & 63)
        return tuple(words)

    def _measure(self) -> None:
        """Work out where each step leads, where one may go, and the distances between cells."""
        self.exits = tuple(self._exits(i) for i in self.cells)
        self.paths = tuple(self._paths(row) for row in self.exits)
        self.turns = tuple(
            tuple(self._turns(row, heading) for heading in range(5)) for row in self.exits
        )
        self.distance = tuple(self._distances(cell) for cell in range(len(self.cells)))
        self.across = max(d for row in self.distance for d in row if d < len(self.cells))

    def _exits(self, place: int) -> tuple[int, ...]:
        """The free cells to which the five actions lead from a place; NOWHERE at a wall."""
        x, y = place % self.width, place // self.width
        steps = [(x + dx, y + dy) for dx, dy in VECTORS]
        return tuple(self._cell_at(u, v) for u, v in steps)

    def _cell_at(self, x: int, y: int) -> int:
        """The free cell in a column and row, from the top left; NOWHERE if there is none."""
        place = y * self.width + x
        is_inside = 0 <= x < self.width and 0 <= y < self.height
        return self.cells.index(place) if is_inside and place in self.cells else NOWHERE

    def _paths(self, exits: tuple[int, ...]) -> int:
        """Where Pac-Man may go from a cell with these exits, as a set of actions."""
        ways = sum(1 << a for a in range(4) if exits[a] != NOWHERE)
        return ways | 1 << STOP if self.stop or not ways else ways

    def _turns(self, exits: tuple[int, ...], heading: int) -> int:
        """Where a ghost with this heading may go, as a set of actions.

        It turns back only where it must, and stays only where it is walled in.
        """
        ways = sum(1 << a for a in range(4) if exits[a] != NOWHERE)
        ahead = ways if self.reverse or heading == STOP else ways & ~(1 << (heading ^ 2))
        return ahead or ways or 1 << STOP

    def _distances(self, origin: int) -> tuple[int, ...]:
        """Steps from one cell to each; as many as there are cells where no way leads."""
        steps = [len(self.cells)] * len(self.cells)
        steps[origin] = 0
        waiting = deque([origin])
        while waiting:
            cell = waiting.popleft()
            for after in self.exits[cell][:STOP]:
                if after != NOWHERE and steps[cell] + 1 < steps[after]:
                    steps[after] = steps[cell] + 1
                    waiting.append(after)
        return tuple(steps)


def read_points(text: str) -> tuple[int, ...]:
    """The six numbers of a score: by name, or with / between them."""
    words = text.split("/")
    if text in POINTS:
        return POINTS[text]
    if len(words) != 6 or not all(re.fullmatch(r"-?\d{1,6}", word) for word in words):
        form = "start/step/dot/clear/eaten/ghost like 0/-1/10/500/-500/200"
        raise BadGame(f"points are {' or '.join(POINTS)}, or {form}, not {text!r}")
    first, step, dot, clear, eaten, ghost = (int(word) for word in words)
    if step > 0 or eaten > 0 or dot < 0 or clear < 0 or ghost < 0:
        raise BadGame(
            f"in {text!r} a step and being eaten must not add points, and the others must "
            "not cost any"
        )
    return first, step, dot, clear, eaten, ghost
