"""The watch of max^n: it also keeps the value vector of every root action."""

from __future__ import annotations

from typing import Any

from zermelo.gears.cells import make_cells
from zermelo.recorder import Recorder
from zermelo.watch import CONSIDERED, MOST_ROOTS, PLY, Watch

CHILD = 2
"""The ply of the root's successors."""


class VectorWatch(Watch):
    """A watch with one row of numbers for each root action, a number for each player."""

    def __init__(self, gear: str, budget: int, players: int) -> None:
        super().__init__(gear, budget)
        self.players = players
        self.vectors: Any = make_cells(players * MOST_ROOTS, gear, "float64")

    def vector(self, vs: tuple[float, ...]) -> None:
        """The value vector of the node that is about to be left."""
        if self.cells[PLY] == CHILD and self.cells[CONSIDERED] <= MOST_ROOTS:
            row = len(vs) * (self.cells[CONSIDERED] - 1)
            for i in range(len(vs)):
                self.vectors[row + i] = vs[i]

    def read_vector(self, i: int) -> tuple[float, ...]:
        """The vector of the root action that was considered as number i, from 0."""
        row = self.players * i
        return tuple(float(x) for x in self.vectors[row : row + self.players])


def read_root_vectors(watch: Watch) -> list[tuple[float, ...]]:
    """The vectors of the root actions that are finished, in their order.

    A search without vectors, and a trace that does not reach the root's successors, has none.
    """
    if isinstance(watch, VectorWatch):
        return [watch.read_vector(i) for i in range(len(watch.roots()))]
    if isinstance(watch, Recorder) and watch.trace.has_vectors:
        events = watch.trace.events
        children = {e["node"] for e in events if e["event"] == "enter" and e["ply"] == 1}
        vectors = [e for e in events if e["event"] == "vector" and e["node"] in children]
        return [tuple(map(float, e["values"])) for e in vectors]
    return []
