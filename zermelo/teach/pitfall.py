"""The pitfall at the root: alpha-beta's values of the root's children may be bounds.

CS 188: pruning has no effect on the value of the root, but "children of the root may have the wrong
value, so the most naïve version won't let you do action selection". A child that was cut off at a
tie looks as good as the best move, and may be worse.

>>> from zermelo import tree
>>> print(find_pitfall(tree.figure("root-tie")))
tree:root-tie, MAX to move at A, value 10
<BLANKLINE>
move  alpha-beta  true value
a1          = 10          10
a2          ≤ 10           0  cut: C is at most 10; A already has 10; c2 was not looked at
<BLANKLINE>
naive: any move whose number is 10, here the last, a2: worth 0, wrong
right: the first move that reached 10, a1: worth 10
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from zermelo import search
from zermelo.errors import Unsuitable
from zermelo.evaluation import write_value
from zermelo.formatting import align_columns, format_number
from zermelo.game import Game
from zermelo.result import BOUND_SIGNS, Result, Writer
from zermelo.show.replay import LONGEST_LABEL

MOST_NODES = 100_000
"""Nodes of minimax, which finds the true values."""


@dataclass(frozen=True)
class RootMove:
    """A root move: what alpha-beta says of it, its true value, and why it was cut."""

    name: str
    value: float
    bound: str
    truth: float
    reason: str = ""

    def cells(self, write: Writer) -> list[str]:
        """Return the row of a table."""
        says = f"{BOUND_SIGNS[self.bound]} {write(self.value)}"
        return [self.name, says, write(self.truth), self.reason]

    def to_dict(self) -> dict[str, Any]:
        """Return the move as a dict for JSON."""
        return {
            "move": self.name,
            "value": self.value,
            "bound": self.bound,
            "true_value": self.truth,
            "reason": self.reason,
        }


@dataclass(frozen=True)
class Pitfall:
    """The root moves of an alpha-beta search, the naive choice among them and the right one."""

    game: str
    state: str
    mover: str
    value: float
    moves: tuple[RootMove, ...]
    naive: RootMove
    right: RootMove
    write: Writer = field(default=format_number, repr=False, compare=False)

    @property
    def is_trap(self) -> bool:
        """Is the naive choice a worse move?"""
        return self.naive.truth != self.right.truth

    def __str__(self) -> str:
        value, rows = self.write(self.value), [["move", "alpha-beta", "true value", ""]]
        rows += [move.cells(self.write) for move in self.moves]
        head = f"{self.game}, {self.mover} to move at {self.state}, value {value}"
        width = max(len(row[3]) for row in rows)
        padded = [[*row[:3], row[3].ljust(width)] for row in rows]
        table = "\n".join(line.rstrip() for line in align_columns(padded, left=1))
        return "\n\n".join([head, table, "\n".join(self._list_choices(value))])

    def _list_choices(self, value: str) -> Iterator[str]:
        """Yield the naive choice and the right one, or that they do not differ."""
        naive, right = self.naive, self.right
        if naive == right:
            yield f"naive and right: {right.name} is the only move whose number is {value}"
            return
        luck = "right, for it is exact" if naive.bound == "exact" else "right by luck"
        verdict, truth = "wrong" if self.is_trap else luck, self.write(naive.truth)
        yield (
            f"naive: any move whose number is {value}, here the last, {naive.name}: "
            f"worth {truth}, {verdict}"
        )
        first = f"the first move that reached {value}, {right.name}"
        yield f"right: {first}: worth {self.write(right.truth)}"

    def to_dict(self) -> dict[str, Any]:
        """Return the pitfall as a dict for JSON."""
        return {
            "game": self.game,
            "state": self.state,
            "value": self.value,
            "moves": [move.to_dict() for move in self.moves],
            "naive": self.naive.name,
            "right": self.right.name,
            "is_trap": self.is_trap,
        }


def find_pitfall(game: Game[Any, Any], s: Any = None, depth: int | None = None) -> Pitfall:
    """Return what alpha-beta says of each root move beside its true value.

    The naive choice takes a bound for a value: of all moves with the root's number, the last.
    """
    result = search.alphabeta(game, s, depth=depth, trace=True, plies=2)
    if result.value is None or result.action_name is None or not result.values:
        raise Unsuitable("no player chooses at the root: begin at another position")
    truth = search.minimax(game, s, depth=depth, player=result.player, nodes=MOST_NODES, all=True)
    if truth.stopped:
        raise Unsuitable("the game is too large to know every move's true value: give a depth")
    moves = tuple(_list_moves(result, {root.name: root.value for root in truth.values}))
    tied = [move for move in moves if move.value == result.value]
    right = next(move for move in moves if move.name == result.action_name)
    root = next(event for event in _list_events(result, "enter") if event["parent"] is None)
    mover = game.player_name(root["player"])
    naive, write = (tied or [right])[-1], partial(write_value, game, p=result.player)
    if result.exact:
        write = partial(write, exact=True)
    return Pitfall(result.game, root["label"], mover, result.value, moves, naive, right, write)


def _list_events(result: Result[Any], kind: str) -> list[dict[str, Any]]:
    events = result.trace.events if result.trace is not None else ()
    return [event for event in events if event["event"] == kind]


def _list_moves(result: Result[Any], truth: dict[str, float]) -> Iterator[RootMove]:
    """Yield the root moves, each with the reason of its cut."""
    nodes = {event["node"]: event for event in _list_events(result, "enter")}
    cuts = {
        nodes[event["node"]]["action"]: event
        for event in _list_events(result, "cut")
        if nodes[event["node"]]["ply"] == 1
    }
    is_short = all(len(node["label"]) <= LONGEST_LABEL for node in nodes.values())
    for root in result.values:
        reason = _explain(cuts[root.name], is_short) if root.name in cuts else ""
        yield RootMove(root.name, root.value, root.bound, truth[root.name], reason)


def _explain(cut: dict[str, Any], is_short: bool) -> str:
    """Return why a node was cut; where labels are whole positions, only what was left out."""
    names = [one["action"] for one in cut["pruned"]]
    if not names:
        return ""
    reason = f"{cut['reason']}; " if is_short else ""
    verb = "was" if len(names) == 1 else "were"
    return f"cut: {reason}{', '.join(names)} {verb} not looked at"
