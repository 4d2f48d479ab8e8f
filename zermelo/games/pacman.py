"""Pac-Man with ghosts, by the rules and the score of CS188's course: he eats dots, they hunt him.

`_pacman_maze` reads the maze, `_pacman_text` has positions, moves and the board as text.
"""

from __future__ import annotations

from collections.abc import Iterator

from zermelo.bits import members, put
from zermelo.errors import BadGame
from zermelo.formatting import format_clamp
from zermelo.game import CHANCE, Feature
from zermelo.games._pacman_maze import (
    CHASE,
    CLEAR,
    DIRECTIONAL,
    DOT,
    EAST,
    EATEN,
    GHOST,
    KINDS,
    LAYOUTS,
    LETTERS,
    MINIMISE,
    NAMES,
    NORTH,
    NOWHERE,
    PATROL,
    SCARED,
    SOUTH,
    STEP,
    STOP,
    VECTORS,
    WEST,
    Ghost,
    Position,
    read_points,
)
from zermelo.games._pacman_text import PacmanText

__all__ = [
    "EAST",
    "EVALUATIONS",
    "LAYOUTS",
    "LETTERS",
    "NAMES",
    "NORTH",
    "SCARED",
    "SOUTH",
    "STOP",
    "VECTORS",
    "WEST",
    "Ghost",
    "Pacman",
    "Position",
]

ATTACK = 0.8
"""The share of a directional ghost's moves that goes to the best; the rest is spread evenly."""

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


class Pacman(PacmanText):
    """Pac-Man eats dots and flees from ghosts, which minimise, move by chance, or by a rule.

    His payoff is the score.

    >>> game = Pacman("%%%%%%%/%P.oG.%/%%%%%%%")
    >>> print(game.text(game.after(["east"])))
    ███████
    █ ᗧ◉A•█
    ███████
    score 9, 299 moves left, ghost A to move
    """

    evaluations: tuple[str, ...] = tuple(EVALUATIONS)
    unit = ("point", "points")
    cyclic = False  # the moves that are left are counted

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
        if evaluation not in self.evaluations:
            known = " ".join(self.evaluations)
            raise BadGame(f"no evaluation of pacman is called {evaluation!r}; evaluations: {known}")
        if not 1 <= moves <= 1_000_000:
            raise BadGame(f"pacman ends after 1 to 1,000,000 moves, not {moves}")
        super().__init__(layout, read_points(points), moves, stop, reverse)
        self.evaluation = evaluation
        self.kinds = _read_kinds(ghosts, self.count) or (MINIMISE,)
        self.is_chancy = any(kind != MINIMISE for kind in self.kinds)
        self.players = 2 if self.count and MINIMISE in self.kinds else 1
        self.moves_again = self.players == 1 or self._count_minimisers() > 1

    def _count_minimisers(self) -> int:
        """The ghosts that are moved by MIN; one kind may stand for all of them."""
        return sum(self.kinds[i] == MINIMISE for i in range(self.count))

    # ------------------------------------------------------------------ the rules

    @property
    def has_chance(self) -> bool:
        """Is there a ghost that moves by chance, or by a rule (a chance node of one outcome)?"""
        return self.is_chancy

    def start(self) -> Position:
        return self.first

    def player(self, s: Position) -> int:
        if s.mover == 0:
            return 0
        return 1 if self.kinds[s.mover - 1] == MINIMISE else CHANCE

    def actions(self, s: Position) -> Iterator[int]:
        if not self.terminal(s):
            open_ways = self._open(s.ghosts[s.mover - 1]) if s.mover else self.paths[s.pacman]
            yield from members(open_ways)

    def _open(self, ghost: Ghost) -> int:
        """What a ghost may do, as a set of actions: halfway between two cells it goes on."""
        return 1 << ghost.heading if ghost.half else self.turns[ghost.cell][ghost.heading]

    def result(self, s: Position, a: int) -> Position:
        return self._haunt(s, a) if s.mover else self._walk(s, a)

    def _walk(self, s: Position, a: int) -> Position:
        """Pac-Man's move: he eats what lies there, then meets the ghosts that are there."""
        cell = self.exits[s.pacman][a]
        word, bit = cell >> 6, 1 << (cell & 63)
        score, food, capsules, ghosts = s.score + self.points[STEP], s.food, s.capsules, s.ghosts
        if food[word] & bit:
            food = put(food, word, food[word] ^ bit)
            score += self.points[DOT] + (self.points[CLEAR] if self._empty(food) else 0)
        if capsules[word] & bit:
            capsules = put(capsules, word, capsules[word] ^ bit)
            ghosts = self._scare(ghosts)
        eaten = False
        for i in range(self.count):
            if self._meet(cell, ghosts[i]):
                if ghosts[i].scared:
                    score += self.points[GHOST]
                    ghosts = put(ghosts, i, Ghost(self.homes[i], STOP, 0, 0))
                else:
                    eaten = not self._empty(food)  # the last dot counts first
        score += self.points[EATEN] if eaten else 0
        mover = 1 if self.count else 0
        return Position(cell, ghosts, food, capsules, score, mover, s.left - 1, eaten)

    def _scare(self, ghosts: tuple[Ghost, ...]) -> tuple[Ghost, ...]:
        """The ghosts after Pac-Man has eaten a capsule."""
        for i in range(self.count):
            ghost = Ghost(ghosts[i].cell, ghosts[i].heading, ghosts[i].half, SCARED)
            ghosts = put(ghosts, i, ghost)
        return ghosts

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
        ghosts = put(s.ghosts, i, ghost)
        return Position(s.pacman, ghosts, s.food, s.capsules, score, mover, s.left, eaten)

    def _float(self, ghost: Ghost, a: int) -> Ghost:
        """A ghost a step further, or half a step if it is scared.

        At the end of its fear it is on the northern or eastern cell of two.
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
        """Is a set of cells empty?"""
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
                    bonus = ATTACK / liked.bit_count() if liked >> a & 1 else 0.0
                    yield a, (1 - ATTACK) / ways.bit_count() + bonus

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
        """The rank of a step for a directional ghost: by Manhattan distance, in half cells.

        A scared ghost wants to be far.
        """
        after = self.exits[ghost.cell][a]
        x, y = 2 * self.xs[after], 2 * self.ys[after]
        if ghost.scared and not ghost.half:
            x, y = self.xs[ghost.cell] + self.xs[after], self.ys[ghost.cell] + self.ys[after]
        away = abs(x - 2 * self.xs[pacman]) + abs(y - 2 * self.ys[pacman])
        return away if ghost.scared else -away

    def _nearest(self, pacman: int, ghost: Ghost) -> int:
        """The step of a chaser towards Pac-Man, or away if it is scared; of equals the first."""
        chosen, best = NOWHERE, 0
        for a in members(self._open(ghost)):
            away = self.distance[self.exits[ghost.cell][a]][pacman]
            liking = away if ghost.scared else -away
            if chosen == NOWHERE or liking > best:
                chosen, best = a, liking
        return chosen

    def _rightmost(self, ghost: Ghost) -> int:
        """The step of a patrol, which keeps to the right: right, else ahead, left, back."""
        ways, ahead = self._open(ghost), ghost.heading & 3
        for turn in (1, 0, 3, 2):
            if ways >> (ahead + turn & 3) & 1:
                return ahead + turn & 3
        return STOP

    # ------------------------------------------------------------------ what searches want to know

    def evaluate(self, s: Position, p: int) -> float:
        """The estimate by the chosen evaluation, kept within the bounds (see `EVALUATIONS`)."""
        if self.evaluation == "distance":
            value = self._repair(s)
        elif self.evaluation == "hunting":
            value = self._hunting(s)
        else:
            value = float(s.score)
        low, high = self.bounds(s)
        value = min(max(value, low), high)
        return value if p == 0 else -value

    def features(self, s: Position) -> Iterator[Feature]:
        """The score, and what the chosen evaluation adds to it."""
        yield Feature("score", (s.score,))
        if self.evaluation == "distance":
            yield from self._explain_repair(s)
        elif self.evaluation == "hunting":
            away = [self.distance[g.cell][s.pacman] for g in s.ghosts[: self.count]]
            signs = [-1 if g.scared else 1 for g in s.ghosts[: self.count]]
            total = sum(x * sign for x, sign in zip(away, signs, strict=True))
            yield Feature("steps to ghosts, scared ones counted against", (total,))

    def _explain_repair(self, s: Position) -> Iterator[Feature]:
        """The terms of `_repair`."""
        dots = [64 * word + i for word in range(self.words) for i in members(s.food[word])]
        nearest = min((self.distance[s.pacman][i] for i in dots), default=len(self.cells))
        nearest = min(nearest, len(self.cells))
        yield Feature("the maze cleared", (1,), self.points[CLEAR])
        yield Feature("dots left", (len(dots),), self.points[DOT])
        yield Feature("steps to the nearest dot", (nearest,), self.points[STEP])
        yield Feature("steps from dot to dot", (self.across * len(dots),), self.points[STEP])
        yield Feature("ghosts nearby", (self._danger(s),))

    def scale(self, s: Position, x: float) -> float:
        low, high = self.bounds(s)
        return min(max(x, low), high)

    def formula(self, s: Position) -> str:
        return format_clamp("x", *self.bounds(s))

    def _repair(self, s: Position) -> float:
        """The score if all dots were eaten, less the steps that this takes.

        The steps are the way to the nearest dot, and a crossing of the maze for each. A dot eaten
        saves a crossing, which is more than the next one can be further away: eating is
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
        """From all moves made and Pac-Man eaten, to one step a dot and all ghosts a capsule."""
        if self.terminal(s):
            return float(s.score), float(s.score)
        dots, scares = 0, 0
        for word in range(self.words):
            dots += s.food[word].bit_count()
            scares += self.count * s.capsules[word].bit_count()
        for i in range(self.count):
            scares += 1 if s.ghosts[i].scared else 0
        meal = dots * (self.points[DOT] + self.points[STEP])
        most = max(0, meal, meal + self.points[CLEAR])
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


def _read_kinds(text: str, count: int) -> tuple[int, ...]:
    """How each ghost moves: one word for all, or one for each with + between them."""
    words = text.split("+")
    words = words * count if len(words) == 1 else words
    for word in {*words, *text.split("+")}:
        if word not in KINDS:
            raise BadGame(f"ghosts are {', '.join(KINDS)}, not {word!r}")
    if len(words) != count:
        raise BadGame(f"{text!r} says how {len(words)} ghosts move, and there are {count}")
    return tuple(KINDS.index(word) for word in words)
