"""Pac-Man with ghosts, by the rules and the score of CS188's course: he eats dots, they hunt him.

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

from zermelo.bits import Bits, members, put
from zermelo.board import Board
from zermelo.errors import BadAction, BadGame, BadPosition, abbreviate
from zermelo.game import CHANCE, Game
from zermelo.notation import whole_number

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
"""How many of its own moves a ghost stays scared, at half speed."""

MOST_GHOSTS = 8
LETTERS = "ABCDEFGH"

MINIMISE, RANDOM, DIRECTIONAL, CHASE, PATROL = range(5)
KINDS = ("minimise", "random", "directional", "chase", "patrol")
"""How a ghost moves: as the second player, by chance, or by a rule."""

ATTACK = 0.8
"""How much of a directional ghost's mind is on Pac-Man; the rest is spread over all its moves."""

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


EVALUATIONS = {
    "distance": "The score so far, the dots that are left and the way to the nearest one, and "
    "ghosts that are close.",
    "naive": "The score so far and nothing else: the lecture's first try, with which he dithers "
    "before his food.",
    "score": "The score so far and nothing else: naive by another name.",
    "hunting": "As the ghosts see it: the score, and how far they are from Pac-Man. "
    "It is meant for them.",
}
"""The evaluations, each with a description."""


class Ghost(NamedTuple):
    """A ghost: its cell, where it is heading (STOP at first), whether it is half a cell further,
    and how long it is scared.
    """

    cell: int
    heading: int
    half: int
    scared: int


NOBODY = Ghost(NOWHERE, STOP, 0, 0)
"""Stands for the ghosts where there are none: machine code cannot take an item of an empty
tuple."""


class Position(NamedTuple):
    """Where everybody is, what is left to eat, the score, whose turn it is (0 Pac-Man, then the
    ghosts), and the moves left.
    """

    pacman: int
    ghosts: tuple[Ghost, ...]
    food: tuple[Bits, ...]
    capsules: tuple[Bits, ...]
    score: int
    mover: int
    left: int
    eaten: bool


class Pacman(Game[Position, int]):
    """Pac-Man eats dots and flees from ghosts, which minimise, move by chance, or by a rule.

    The score is what he gets.

    >>> game = Pacman("%%%%%%%/%P.oG.%/%%%%%%%")
    >>> print(game.text(game.after(["east"])))
    ███████
    █ ᗧ◉A•█
    ███████
    score 9, 299 moves left, ghost A to move
    """

    long_name = "Pac-Man"
    names = ("Pac-Man", "ghosts")

    evaluations: tuple[str, ...] = tuple(EVALUATIONS)

    def __init__(
        self,
        layout: str = "small",
        ghosts: str = "minimise",
        stop: bool = False,
        moves: int = 300,
        evaluation: str = "distance",
        points: str = "course",
        reverse: bool = False,
    ) -> None:
        self.stop, self.reverse, self.evaluation, self.limit = stop, reverse, evaluation, moves
        if evaluation not in self.evaluations:
            raise BadGame(
                f"no evaluation of pacman is called {evaluation!r}; evaluations: "
                f"{' '.join(self.evaluations)}"
            )
        if not 1 <= moves <= 1_000_000:
            raise BadGame(f"pacman ends after 1 to 1,000,000 moves, not {moves}")
        self.points = _points(points)
        rows = self._rows(layout)
        self.height, self.width = len(rows), len(rows[0])
        self.cells = tuple(i for i, sign in enumerate("".join(rows)) if sign != "%")
        self.words = (len(self.cells) + 63) // 64
        self.first = self._place(rows)
        self.count = sum(ghost.cell != NOWHERE for ghost in self.first.ghosts)
        self.homes = tuple(ghost.cell for ghost in self.first.ghosts)
        self.kinds = _kinds(ghosts, self.count) or (MINIMISE,)
        self.is_chancy = any(kind != MINIMISE for kind in self.kinds)
        self.players = 2 if self.count and MINIMISE in self.kinds else 1
        self._measure()

    # ------------------------------------------------------------------ the maze

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
        ghosts = [i for i, sign in enumerate(free) if sign in "Gg12345678"]
        ghosts.sort(key=lambda i: (free[i] in "Gg", "" if free[i] in "Gg" else free[i]))
        if free.count("P") != 1 or len(ghosts) > MOST_GHOSTS:
            raise BadGame(
                f"a maze has one Pac-Man and at most {MOST_GHOSTS} ghosts, not "
                f"{free.count('P')} and {len(ghosts)}"
            )
        food, capsules = (
            self._set(i for i, sign in enumerate(free) if sign in wanted) for wanted in (".g", "o")
        )
        if not any(food):
            raise BadGame("a maze has at least one dot")
        placed = tuple(Ghost(i, STOP, 0, 0) for i in ghosts) or (NOBODY,)
        return Position(
            free.index("P"), placed, food, capsules, self.points[FIRST], 0, self.limit, False
        )

    def _set(self, cells: Iterator[int]) -> tuple[int, ...]:
        """Cells as words of 64."""
        words = [0] * self.words
        for cell in cells:
            words[cell >> 6] |= 1 << (cell & 63)
        return tuple(words)

    def _measure(self) -> None:
        """What follows from the maze.

        Where each step leads, how far it is from cell to cell, where the cells lie.
        """
        number = {i: cell for cell, i in enumerate(self.cells)}
        exits = []
        for i in self.cells:
            x, y = i % self.width, i // self.width
            steps = [(x + dx, y + dy) for dx, dy in VECTORS]
            inside = [0 <= u < self.width and 0 <= v < self.height for u, v in steps]
            leads = (number.get(v * self.width + u, NOWHERE) for u, v in steps)
            exits.append(
                tuple(cell if ok else NOWHERE for cell, ok in zip(leads, inside, strict=True))
            )
        self.exits = tuple(exits)
        self.paths = tuple(self._paths(row) for row in exits)
        self.turns = tuple(
            tuple(self._turns(row, heading) for heading in range(5)) for row in exits
        )
        self.distance = tuple(self._distances(cell) for cell in range(len(self.cells)))
        self.across = max(d for row in self.distance for d in row if d < len(self.cells))
        self.xs = tuple(i % self.width for i in self.cells)
        self.ys = tuple(i // self.width for i in self.cells)

    def _paths(self, exits: tuple[int, ...]) -> int:
        """Where Pac-Man may go from a cell with these exits, as a set of actions."""
        ways = sum(1 << a for a in range(4) if exits[a] != NOWHERE)
        return ways | 1 << STOP if self.stop or not ways else ways

    def _turns(self, exits: tuple[int, ...], heading: int) -> int:
        """Where a ghost may go that has come this way.

        It turns back only where it must, and stays only where it is walled in.
        """
        ways = sum(1 << a for a in range(4) if exits[a] != NOWHERE)
        ahead = ways if self.reverse or heading == STOP else ways & ~(1 << (heading ^ 2))
        return ahead or ways or 1 << STOP

    def _distances(self, origin: int) -> tuple[int, ...]:
        """Steps from one cell to each; as many as there are cells where no way leads."""
        found = [len(self.cells)] * len(self.cells)
        found[origin] = 0
        waiting = deque([origin])
        while waiting:
            cell = waiting.popleft()
            for after in self.exits[cell][:STOP]:
                if after != NOWHERE and found[cell] + 1 < found[after]:
                    found[after] = found[cell] + 1
                    waiting.append(after)
        return tuple(found)

    # ------------------------------------------------------------------ the rules

    @property
    def has_chance(self) -> bool:
        """Is there a ghost that moves by chance or by a rule?

        A rule is a chance node with one outcome.
        """
        return self.is_chancy

    def start(self) -> Position:
        return self.first

    def player(self, s: Position) -> int:
        if s.mover == 0:
            return 0
        return 1 if self.kinds[s.mover - 1] == MINIMISE else CHANCE

    def actions(self, s: Position) -> Iterator[int]:
        if not self.terminal(s):
            yield from members(
                self._open(s.ghosts[s.mover - 1]) if s.mover else self.paths[s.pacman]
            )

    def _open(self, ghost: Ghost) -> int:
        """What a ghost may do, as a set of actions: halfway between two cells it goes on."""
        return 1 << ghost.heading if ghost.half else self.turns[ghost.cell][ghost.heading]

    def result(self, s: Position, a: int) -> Position:
        return self._haunt(s, a) if s.mover else self._walk(s, a)

    def _walk(self, s: Position, a: int) -> Position:
        """Pac-Man's move: he eats what lies there, then meets who is there."""
        cell = self.exits[s.pacman][a]
        score = s.score + self.points[STEP]
        word, bit = cell >> 6, 1 << (cell & 63)
        food, capsules, ghosts, eaten = s.food, s.capsules, s.ghosts, False
        if food[word] & bit:
            food = put(food, word, food[word] ^ bit)
            score += self.points[DOT]
            if self._empty(food):
                score += self.points[CLEAR]
        if capsules[word] & bit:
            capsules = put(capsules, word, capsules[word] ^ bit)
            for i in range(self.count):
                ghosts = put(
                    ghosts, i, Ghost(ghosts[i].cell, ghosts[i].heading, ghosts[i].half, SCARED)
                )
        for i in range(self.count):
            if self._meet(cell, ghosts[i]):
                if ghosts[i].scared:
                    score += self.points[GHOST]
                    ghosts = put(ghosts, i, Ghost(self.homes[i], STOP, 0, 0))
                else:
                    eaten = True
        if eaten and self._empty(food):
            eaten = False  # the last dot counts first
        if eaten:
            score += self.points[EATEN]
        return Position(
            cell, ghosts, food, capsules, score, 1 if self.count else 0, s.left - 1, eaten
        )

    def _haunt(self, s: Position, a: int) -> Position:
        """A ghost's move, and its meeting with Pac-Man."""
        i = s.mover - 1
        ghost, score, eaten = self._float(s.ghosts[i], a), s.score, False
        if self._meet(s.pacman, ghost):
            if ghost.scared:
                score += self.points[GHOST]
                ghost = Ghost(self.homes[i], STOP, 0, 0)
            else:
                score += self.points[EATEN]
                eaten = True
        mover = 0 if s.mover == self.count else s.mover + 1
        return Position(
            s.pacman, put(s.ghosts, i, ghost), s.food, s.capsules, score, mover, s.left, eaten
        )

    def _float(self, ghost: Ghost, a: int) -> Ghost:
        """A ghost a step further, or half a step if it is scared.

        At the end of its fear it is on the northern or eastern cell.
        """
        after = self.exits[ghost.cell][a]
        if ghost.scared == 0:
            return Ghost(after, a, 0, 0)
        if ghost.half or a == STOP:
            return Ghost(after, a, 0, ghost.scared - 1)
        if ghost.scared > 1:
            return Ghost(ghost.cell, a, 1, ghost.scared - 1)
        return Ghost(after if a <= EAST else ghost.cell, a, 0, 0)

    def _meet(self, cell: int, ghost: Ghost) -> bool:
        """Is a ghost at a cell, or half a cell from it?"""
        return ghost.cell == cell or (
            ghost.half != 0 and self.exits[ghost.cell][ghost.heading] == cell
        )

    def _empty(self, words: tuple[int, ...]) -> bool:
        return all(not word for word in words)

    def terminal(self, s: Position) -> bool:
        return s.eaten or s.left == 0 or self._empty(s.food)

    def utility(self, s: Position, p: int) -> float:
        return s.score if p == 0 else -s.score

    # ------------------------------------------------------------------ chance

    def chances(self, s: Position) -> Iterator[tuple[int, float]]:
        if not self.terminal(s):
            kind, ghost = self.kinds[s.mover - 1], s.ghosts[s.mover - 1]
            if kind == CHASE:
                yield self._nearest(s.pacman, ghost), 1.0
            elif kind == PATROL:
                yield self._rightmost(ghost), 1.0
            else:
                ways = self._open(ghost)
                liked = self._prefer(s.pacman, ghost) if kind == DIRECTIONAL else ways
                for a in members(ways):
                    yield (
                        a,
                        (1 - ATTACK) / ways.bit_count()
                        + (ATTACK / liked.bit_count() if liked >> a & 1 else 0.0),
                    )

    def _prefer(self, pacman: int, ghost: Ghost) -> int:
        """What a directional ghost likes best, as a set of actions."""
        best, liked = 0, 0
        for a in members(self._open(ghost)):
            liking = self._liking(pacman, ghost, a)
            if not liked or liking > best:
                best, liked = liking, 1 << a
            elif liking == best:
                liked |= 1 << a
        return liked

    def _liking(self, pacman: int, ghost: Ghost, a: int) -> int:
        """How a directional ghost likes a step: by the distance as the crow walks, in half cells.

        A scared one wants to be far.
        """
        after = self.exits[ghost.cell][a]
        x, y = 2 * self.xs[after], 2 * self.ys[after]
        if ghost.scared and not ghost.half:
            x, y = self.xs[ghost.cell] + self.xs[after], self.ys[ghost.cell] + self.ys[after]
        away = abs(x - 2 * self.xs[pacman]) + abs(y - 2 * self.ys[pacman])
        return away if ghost.scared else -away

    def _nearest(self, pacman: int, ghost: Ghost) -> int:
        """The step that leads a chaser towards Pac-Man, or away if it is scared.

        The first in N, E, S, W of equal ones.
        """
        chosen, best = NOWHERE, 0
        for a in members(self._open(ghost)):
            away = self.distance[self.exits[ghost.cell][a]][pacman]
            liking = away if ghost.scared else -away
            if chosen == NOWHERE or liking > best:
                chosen, best = a, liking
        return chosen

    def _rightmost(self, ghost: Ghost) -> int:
        """A patrol keeps to the right.

        The way on its right hand if there is one, else ahead, left, back.
        """
        ways, ahead = self._open(ghost), ghost.heading & 3
        for turn in (1, 0, 3, 2):
            if ways >> (ahead + turn & 3) & 1:
                return ahead + turn & 3
        return STOP

    # ------------------------------------------------------------------ what searches want to know

    def evaluate(self, s: Position, p: int) -> float:
        """By name: `naive` and `score` are the score alone; `distance` adds the way to the food.

        `hunting` is how ghosts see it.
        """
        if self.evaluation == "distance":
            value = self._repair(s)
        elif self.evaluation == "hunting":
            value = self._hunting(s)
        else:
            value = float(s.score)
        low, high = self.bounds(s)
        value = min(max(value, low), high)
        return value if p == 0 else -value

    def _repair(self, s: Position) -> float:
        """The score if all dots were eaten, less what that takes.

        The way to the nearest, and for each a crossing of the maze.

        A dot eaten saves a crossing, which is more than the next one can be further away: eating is
        always better than waiting.
        """
        dots, nearest = 0, len(self.cells)
        for word in range(self.words):
            for i in members(s.food[word]):
                dots += 1
                nearest = min(nearest, self.distance[s.pacman][64 * word + i])
        value = (
            s.score
            + self.points[CLEAR]
            + dots * self.points[DOT]
            + self.points[STEP] * (nearest + self.across * dots)
        )
        return float(value) + self._danger(s)

    def _danger(self, s: Position) -> float:
        """Ghosts nearby: bad, or good if they can be caught while they are scared."""
        value = 0.0
        for i in range(self.count):
            ghost = s.ghosts[i]
            away = self.distance[ghost.cell][s.pacman]
            if ghost.scared > 2 * away:
                value += self.points[GHOST] / (2 + away)
            elif ghost.scared == 0 and away < 4:
                value += self.points[EATEN] / (8 << away)
        return value

    def _hunting(self, s: Position) -> float:
        """The score, and how far the ghosts are from Pac-Man; scared ones would rather be far."""
        value = s.score
        for i in range(self.count):
            away = self.distance[s.ghosts[i].cell][s.pacman]
            value += -away if s.ghosts[i].scared else away
        return float(value)

    def bounds(self, s: Position) -> tuple[float, float]:
        """At worst every move is made and he is eaten.

        At best every dot takes one step and every capsule is worth all ghosts.
        """
        if self.terminal(s):
            return float(s.score), float(s.score)
        dots, scares = 0, 0
        for word in range(self.words):
            dots += s.food[word].bit_count()
            scares += self.count * s.capsules[word].bit_count()
        for i in range(self.count):
            if s.ghosts[i].scared:
                scares += 1
        most = max(
            0,
            dots * (self.points[DOT] + self.points[STEP]),
            dots * (self.points[DOT] + self.points[STEP]) + self.points[CLEAR],
        )
        low = s.score + self.points[STEP] * s.left + self.points[EATEN]
        return float(low), float(s.score + most + scares * self.points[GHOST])

    def order(self, s: Position, a: int) -> float:
        """Pac-Man: dots first, ghosts last. A ghost: towards him."""
        if s.mover:
            return float(-self.distance[self.exits[s.ghosts[s.mover - 1].cell][a]][s.pacman])
        cell = self.exits[s.pacman][a]
        value = 1.0 if s.food[cell >> 6] >> (cell & 63) & 1 else 0.0
        for i in range(self.count):
            if s.ghosts[i].scared == 0 and self.distance[s.ghosts[i].cell][cell] < 2:
                value -= 2.0
        return value

    # ------------------------------------------------------------------ text

    def name(self, s: Position, a: int) -> str:
        return NAMES[a]

    def parse(self, s: Position, text: str) -> int:
        """North, east, south, west, stop; their first letters, arrows, or up, right, down, left."""
        word = text.strip().casefold()
        legal = self.options(s)
        for a in legal:
            if word == NAMES[a] or word in SPELLINGS[a]:
                return a
        raise BadAction(
            f"{text.strip()!r} is not legal here; legal: {abbreviate(NAMES[a] for a in legal)}"
        )

    def _signs(self, s: Position, signs: str) -> list[str]:
        """The maze cell by cell: `signs` are those of a wall, nothing, a dot and a capsule."""
        shown = [signs[0]] * (self.width * self.height)
        for cell, i in enumerate(self.cells):
            is_food, is_capsule = (
                words[cell >> 6] >> (cell & 63) & 1 for words in (s.food, s.capsules)
            )
            shown[i] = signs[2] if is_food else signs[3] if is_capsule else signs[1]
        return shown

    def _spot(self, cell: int) -> str:
        """Column and row as the course counts them, from 0 at the lower left."""
        return f"{self.xs[cell]},{self.height - 1 - self.ys[cell]}"

    def dump(self, s: Position) -> str:
        """The maze with what is left to eat, then everybody's place, a ghost's heading, + if half a
        cell further, and its fear.

        >>> game = Pacman("%%%%%/%PoG%/%...%/%%%%%")
        >>> game.dump(game.after(["east"]))
        '%%%%%/%___%/%...%/%%%%% P2,2 A3,2:40 A-moves score:-1 left:299'
        """
        shown = "".join(self._signs(s, "%_.o"))
        rows = "/".join(shown[i : i + self.width] for i in range(0, len(shown), self.width))
        ghosts = [
            f"{LETTERS[i]}{self._spot(g.cell)}{'nesw '[g.heading].strip()}{'+' * g.half}"
            + (f":{g.scared}" if g.scared else "")
            for i, g in enumerate(s.ghosts[: self.count])
        ]
        mover = LETTERS[s.mover - 1] if s.mover else "P"
        return " ".join(
            [
                rows,
                f"P{self._spot(s.pacman)}",
                *ghosts,
                f"{mover}-moves",
                f"score:{s.score}",
                f"left:{s.left}",
                *["eaten"] * s.eaten,
            ]
        )

    def load(self, text: str) -> Position:
        """A dump, or the maze alone with its P and its ghosts.

        What is not said is as at the start.
        """
        rows, *words = text.split() or [""]
        s = self._load_maze(rows)
        for word in words:
            s = self._with(s, word)
        return s

    def _load_maze(self, text: str) -> Position:
        try:
            rows = self._read(text)
        except BadGame:
            rows = []
        signs = "".join(rows)
        if [i for i, sign in enumerate(signs) if sign != "%"] != list(self.cells) or len(
            rows
        ) != self.height:
            raise BadPosition(
                f"{text!r} is not this maze: a position begins with its {self.height} "
                "rows, / between them"
            )
        if "P" in text:
            try:
                return self._place(rows)
            except BadGame as error:
                raise BadPosition(str(error)) from None
        food, capsules = (
            self._set(cell for cell, i in enumerate(self.cells) if signs[i] == wanted)
            for wanted in ".o"
        )
        return self.first._replace(food=food, capsules=capsules)

    def _with(self, s: Position, word: str) -> Position:
        """A position with one more fact."""
        if word == "eaten":
            return s._replace(eaten=True)
        if turn := re.fullmatch(r"([PA-H])-moves", word):
            mover = "P" + LETTERS
            if mover.index(turn[1]) <= self.count:
                return s._replace(mover=mover.index(turn[1]))
        elif number := re.fullmatch(r"(score|left):(-?\d{1,9})", word):
            if number[1] == "score":
                return s._replace(score=int(number[2]))
            if int(number[2]) >= 0:
                return s._replace(left=int(number[2]))
        elif place := re.fullmatch(r"([PA-H])(\d+),(\d+)([nesw]?)(\+?)(?::(\d+))?", word):
            return self._with_place(s, place, word)
        raise BadPosition(
            f"{word!r} says nothing about this maze; a position is written like "
            f"{self.dump(self.first)}"
        )

    def _with_place(self, s: Position, place: re.Match[str], word: str) -> Position:
        column, row = (
            whole_number(place[2], self.width - 1),
            whole_number(place[3], self.height - 1),
        )
        i = (
            NOWHERE
            if column is None or row is None
            else (self.height - 1 - row) * self.width + column
        )
        if i not in self.cells:
            raise BadPosition(
                f"{word!r}: there is a wall, or nothing; columns and rows are counted "
                "from 0 at the lower left"
            )
        cell = self.cells.index(i)
        if place[1] == "P" and not place[4]:
            return s._replace(pacman=cell)
        number = LETTERS.find(place[1])
        heading = "nesw".index(place[4]) if place[4] else STOP
        half, scared = len(place[5]), whole_number(place[6] or "0", SCARED)
        if not 0 <= number < self.count or scared is None:
            raise BadPosition(
                f"{word!r}: there are {self.count} ghosts here, and fear lasts {SCARED} "
                "moves at most"
            )
        if half and (scared == 0 or self.exits[cell][heading] == NOWHERE or heading == STOP):
            raise BadPosition(f"{word!r}: only a scared ghost is between two cells")
        return s._replace(ghosts=put(s.ghosts, number, Ghost(cell, heading, half, scared)))

    def board(self, s: Position) -> Board:
        """Walls, food and everybody, a ghost by its letter (a small one if it is scared).

        An action touches the cell it leads to.
        """
        shown = self._signs(s, "█ •◉")
        for i, ghost in reversed(list(enumerate(s.ghosts[: self.count]))):
            shown[self.cells[ghost.cell]] = LETTERS[i].lower() if ghost.scared else LETTERS[i]
        if not s.eaten:
            shown[self.cells[s.pacman]] = "ᗧ"
        mover = s.ghosts[s.mover - 1].cell if s.mover else s.pacman
        touches = {a: (self.cells[self.exits[mover][a]],) for a in self.options(s)}
        return Board(self.height, self.width, tuple(shown), touches, look="maze")

    def text(self, s: Position) -> str:
        """The maze, and a line about the score."""
        cells = self.board(s).cells
        rows = ["".join(cells[i : i + self.width]) for i in range(0, len(cells), self.width)]
        return "\n".join([*rows, self.caption(s)])

    def ending(self, s: Position) -> str:
        """What ended the game, and the score: Pac-Man loses if he is eaten, whatever his score."""
        return f"{self._end(s)}; {self._score(s)}"

    def _score(self, s: Position) -> str:
        return f"score {s.score}".replace("-", "−")

    def _end(self, s: Position) -> str:
        return (
            "all dots are eaten"
            if not any(s.food)
            else "Pac-Man is eaten"
            if s.eaten
            else "no moves left"
        )

    def caption(self, s: Position) -> str:
        """The score, and what happens next or how it ended."""
        if self.terminal(s):
            return f"{self._score(s)}, {self._end(s)}"
        mover = f"ghost {LETTERS[s.mover - 1]}" if s.mover else "Pac-Man"
        return f"{self._score(s)}, {s.left} moves left, {mover} to move"


def _points(text: str) -> tuple[int, ...]:
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


def _kinds(text: str, count: int) -> tuple[int, ...]:
    """How each ghost moves: one word for all, or one for each with + between them."""
    words = text.split("+")
    words = words * count if len(words) == 1 else words
    for word in {*words, *text.split("+")}:
        if word not in KINDS:
            raise BadGame(f"ghosts are {', '.join(KINDS)}, not {word!r}")
    if len(words) != count:
        raise BadGame(f"{text!r} says how {len(words)} ghosts move, and there are {count}")
    return tuple(KINDS.index(word) for word in words)
