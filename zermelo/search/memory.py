"""The memory of depth-first search: the nodes that it holds at one time.

Depth-first search holds the path from the root to the node it is at, and of every node on the path
the successors that are still pending. `HeldNodes` counts them while minimax runs: an expanded node
adds its successors, and a node that is left is held no longer. In a uniform tree of branching b and
depth m the most that are held is::

    1 + b·m          the root, and b successors at each of m levels: O(bm)

`HOLDING` is the edit of minimax that reports to it; values and counts stay what they are.
"""

from __future__ import annotations

from typing import Any

from zermelo.game import Game
from zermelo.gears.cells import make_cells, read
from zermelo.search.forms import Edit, add_parameter
from zermelo.watch import Watch

HELD, PEAK = range(2)


class HeldNodes:
    """The nodes that depth-first search holds now, and the most that it held.

    >>> from zermelo import tree
    >>> from zermelo.search.forms import derive
    >>> from zermelo.search.minimax import select_texts
    >>> held = HeldNodes()
    >>> minimax = derive(select_texts(), (HOLDING,))[0]
    >>> minimax(tree.figure("two-ply"), 0, 0, 2, held, Watch()), held.peak
    (3.0, 7)
    """

    bare = ("cells",)

    def __init__(self, gear: str = "plain") -> None:
        self.cells: Any = make_cells(2, gear)
        self.cells[HELD] = self.cells[PEAK] = 1  # the root

    def expand(self, game: Game[Any, Any], s: Any) -> list[Any]:
        """Return the actions of s; their successors are held from now on."""
        actions = list(game.actions(s))
        held = self.cells[HELD] + len(actions)
        self.cells[HELD] = held
        if held > self.cells[PEAK]:
            self.cells[PEAK] = held
        return actions

    def drop(self) -> None:
        """The node that is left is held no longer."""
        self.cells[HELD] -= 1

    @property
    def peak(self) -> int:
        """The most nodes that were held at one time."""
        return int(read(self.cells, PEAK))


def drop(held: HeldNodes, watch: Watch, v: float) -> float:
    """Leave a node of value v, which is held no longer."""
    held.drop()
    return watch.leave(v)


HOLDING = Edit(
    "held nodes",
    (
        *add_parameter("held"),
        ("game.actions(s)", "held.expand(game, s)"),
        ("return watch.leave(", "return drop(held, watch, "),
    ),
    (("drop", drop),),
)
"""Minimax that counts the nodes it holds."""
