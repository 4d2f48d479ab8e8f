"""The horizon effect: a delaying move pushes a loss beyond the depth limit.

Greenwald, Lecture 5: "search algorithms cannot recognize drastic changes in the values of nodes if
delay tactics push drastic moves beyond the horizon". A search to some depth prefers the delay; one
that looks a little deeper sees that the loss comes all the same, and that the delay cost something.

>>> from zermelo import tree
>>> print(find_horizon(tree.figure("horizon")))
tree:horizon, MAX to move
<BLANKLINE>
move  depth 2  depth 4
a1         −1       −4  looks best at depth 2
a2         −3       −3  best at depth 4
<BLANKLINE>
search               move  value  line
alphabeta, depth 2     a1     −1  a1 b1
alphabeta, depth 4     a2     −3  a2 c1 e1 i1
quiescence, depth 2    a1     −1  a1 b1
quiescence, depth 3    a2     −3  a2 c1 e1
singular, depth 2      a2     −3  a2 c1 e1 i1
<BLANKLINE>
singular extension
  a1 to depth 2: −1, looks best (a1 b1)
  a1 to depth 4: −4, degrades (a1 b1 d1 g1)
  a2 to depth 2: −3, next best (a2 c1)
  a2 to depth 4: −3, holds (a2 c1 e1 i1)
<BLANKLINE>
horizon effect: at depth 2 a1 looks like −1. The loss is only delayed:
at depth 4 a1 is worth −4, worse than a2, which is worth −3.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from zermelo import search
from zermelo.errors import BadLimit, Unsuitable
from zermelo.evaluation import write_value
from zermelo.formatting import align_columns, format_decimal, format_fraction, format_number
from zermelo.game import Game
from zermelo.gears import Gear
from zermelo.result import Iteration, Result, Writer

EXAMPLE_GAME, EXAMPLE_POSITION = "chess:material", "k7/8/8/3p4/b2Pp3/4Pp2/8/R5K1 b - - 0 1"
"""Black's bishop is pinned and lost. The check f2+ gives a pawn to lose the bishop two plies later.

At depths 2 and 3 the check looks best; at depths 4 to 7 every move of the king is better.
"""

MOST_MOVES = 10
"""Root moves in the table."""


@dataclass(frozen=True)
class HorizonMove:
    """A root move: its value at the depth limit, and at the deeper one."""

    name: str
    near: float
    far: float

    def to_dict(self) -> dict[str, Any]:
        """Return the move as a dict for JSON."""
        return {"move": self.name, "near": self.near, "far": self.far}


@dataclass(frozen=True)
class HorizonAnswer:
    """What a search to some depth plays."""

    search: str
    depth: int
    move: str
    value: float
    line: tuple[str, ...]

    def cells(self, write: Writer) -> list[str]:
        """Return the row of a table."""
        name = f"{self.search}, depth {self.depth}"
        return [name, self.move, write(self.value), " ".join(self.line)]

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as a dict for JSON."""
        return {
            "search": self.search,
            "depth": self.depth,
            "move": self.move,
            "value": self.value,
            "line": list(self.line),
        }


@dataclass(frozen=True)
class HorizonEffect:
    """The root moves at two depths, what each search plays, and the steps of singular extension.

    `sign` is −1 if MIN moves at the root. `near` is the choice at the depth limit, `far` the one at
    the deeper limit.
    """

    game: str
    mover: str
    board: str
    depth: int
    extra: int
    sign: int
    moves: tuple[HorizonMove, ...]
    near: HorizonMove
    far: HorizonMove
    answers: tuple[HorizonAnswer, ...]
    steps: tuple[Iteration[Any], ...]
    write: Writer = field(default=format_number, repr=False, compare=False)

    @property
    def is_delay(self) -> bool:
        """Does a move look better at the depth limit than one that is better in truth?

        The truth is what the deeper search says.
        """
        near, far = self.near, self.far
        is_worse = self.sign * near.far < self.sign * far.far
        return is_worse and self.sign * near.near > self.sign * far.near

    def get_answer(self, name: str, depth: int) -> HorizonAnswer:
        """Return what a search to a depth plays."""
        return next(one for one in self.answers if (one.search, one.depth) == (name, depth))

    # ------------------------------------------------------------------ text

    def __str__(self) -> str:
        head = f"{self.game}, {self.mover} to move"
        parts = [head, self.board, self._write_moves(), self._write_answers(), self._write_steps()]
        return "\n\n".join(part for part in [*parts, self._write_verdict()] if part)

    def _write_moves(self) -> str:
        """Return the table of root moves, best first; the two choices are always in it."""
        best = sorted(self.moves, key=lambda move: -self.sign * move.near)
        shown = [one for i, one in enumerate(best) if i < MOST_MOVES or one == self.far]
        rows = [["move", f"depth {self.depth}", f"depth {self.depth + self.extra}", ""]]
        rows += [
            [one.name, *map(self.write, (one.near, one.far)), self._mark(one)] for one in shown
        ]
        left_out = len(best) - len(shown)
        return _align(rows) + (f"\n… {left_out} more" if left_out else "")

    def _mark(self, move: HorizonMove) -> str:
        near, far = f"depth {self.depth}", f"depth {self.depth + self.extra}"
        if move == self.near == self.far:
            return f"best at {near} and {far}"
        marks = {self.near.name: f"looks best at {near}", self.far.name: f"best at {far}"}
        return marks.get(move.name, "")

    def _write_answers(self) -> str:
        rows = [["search", "move", "value", "line"]]
        return _align(rows + [answer.cells(self.write) for answer in self.answers])

    def _write_steps(self) -> str:
        steps = [
            f"  {step.line[0]} to depth {step.depth}: {self.write(step.value)}, {step.note} "
            f"({' '.join(step.line)})"
            for step in self.steps
        ]
        return "\n".join(["singular extension", *steps])

    def _write_verdict(self) -> str:
        near, far, write = self.near, self.far, self.write
        deep = self.depth + self.extra
        if near.far == far.far:
            return f"no horizon effect: {near.name} is as good as any move at depth {deep}."
        if not self.is_delay:
            same = f"at depth {self.depth} {far.name} looks as good"
            return f"no horizon effect: {near.name} is worse than {far.name}, but {same}."
        return (
            f"horizon effect: at depth {self.depth} {near.name} looks like {write(near.near)}. "
            f"The loss is only delayed:\nat depth {deep} {near.name} is worth {write(near.far)}, "
            f"worse than {far.name}, which is worth {write(far.far)}."
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the effect as a dict for JSON."""
        return {
            "game": self.game,
            "mover": self.mover,
            "depth": self.depth,
            "extra": self.extra,
            "moves": [move.to_dict() for move in self.moves],
            "near": self.near.name,
            "far": self.far.name,
            "is_delay": self.is_delay,
            "answers": [answer.to_dict() for answer in self.answers],
            "steps": [step.to_dict() | {"move": step.line[0]} for step in self.steps],
        }


def find_horizon(
    game: Game[Any, Any],
    s: Any = None,
    depth: int = 2,
    extra: int = 2,
    gear: Gear = "plain",
) -> HorizonEffect:
    """Return the root moves at two depths, and what quiescence and singular extension play.

    >>> from zermelo import catalogue
    >>> game = catalogue.game(EXAMPLE_GAME)
    >>> found = find_horizon(game, game.load(EXAMPLE_POSITION))
    >>> found.near.name, found.far.name, found.is_delay
    ('f2+', 'Ka7', True)
    """
    if extra < 1:
        raise BadLimit(f"extra is {extra}; the deeper search must be at least 1 ply deeper")
    s = game.start() if s is None else s
    if game.terminal(s):
        raise Unsuitable("the game is over at the root: begin at another position")
    results = _run_searches(game, s, depth, extra, gear)
    near, far, singular = results[0], results[1], results[-1]
    moves = _pair_values(near, far)
    named = {move.name: move for move in moves}
    return HorizonEffect(
        game=game.full_title,
        mover=game.player_name(game.player(s)),
        board=_draw_board(game, s),
        depth=depth,
        extra=extra,
        sign=1 if near.mover == near.player else -1,
        moves=moves,
        near=named[str(near.action_name)],
        far=named[str(far.action_name)],
        answers=tuple(map(_make_answer, results, _list_depths(depth, extra))),
        steps=singular.history,
        write=partial(_write_estimate, game, near.player),
    )


def _list_depths(depth: int, extra: int) -> tuple[int, ...]:
    """Return the depth of each search: alpha-beta twice, quiescence twice, singular extension."""
    return depth, depth + extra, depth, depth + 1, depth


def _run_searches(
    game: Game[Any, Any], s: Any, depth: int, extra: int, gear: Gear
) -> list[Result[Any]]:
    """Return the results of all searches, in the order of their depths."""
    near, far, *quiet, _ = _list_depths(depth, extra)
    return [
        *(search.alphabeta(game, s, depth=limit, gear=gear, all=True) for limit in (near, far)),
        *(search.quiescence(game, s, depth=limit, gear=gear) for limit in quiet),
        search.singular(game, s, depth=depth, extra=extra, gear=gear),
    ]


def _pair_values(near: Result[Any], far: Result[Any]) -> tuple[HorizonMove, ...]:
    deep = {root.name: root.value for root in far.values}
    if not deep:
        raise Unsuitable("no player chooses at the root: begin at another position")
    return tuple(HorizonMove(root.name, root.value, deep[root.name]) for root in near.values)


def _make_answer(result: Result[Any], depth: int) -> HorizonAnswer:
    value = 0.0 if result.value is None else result.value
    return HorizonAnswer(result.algorithm, depth, str(result.action_name), value, result.line)


def _draw_board(game: Game[Any, Any], s: Any) -> str:
    """Return the position, if it has more than one line."""
    text = game.text(s)
    return text if "\n" in text else ""


def _write_estimate(game: Game[Any, Any], p: int, v: float) -> str:
    """Return an estimate in the game's unit; the lecture's e(n) = (w − b) / (w + b) as a ratio."""
    words = write_value(game, v, p)
    return format_fraction(v) if words == format_decimal(v) else words


def _align(rows: Sequence[Sequence[str]]) -> str:
    """Return a table whose last column is flush left."""
    width = max(len(row[-1]) for row in rows)
    padded: Iterator[list[str]] = ([*row[:-1], row[-1].ljust(width)] for row in rows)
    return "\n".join(line.rstrip() for line in align_columns(padded, left=1))
