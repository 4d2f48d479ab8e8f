"""All moves as first (AMAF): a simulation counts for every action that its mover took in it later.

A node has few simulations of its own, and many in which its action was taken somewhere below
(Gelly and Silver 2007: RAVE). A tree with `amaf` has two more cells for each node::

    SEEN      the simulations through the parent in which its mover took this action, then or later
    GOT       what the mover got in them, added up

The actions of one simulation lie in `played`, a row of its own::

    COUNT     the number of actions
    STAMP     the number of the simulation: what the table holds of others does not count
    TAKEN …   action and mover, in the order of play
    TABLE …   hashed by action: the action, its stamp, and who took it first

An action counts for who takes it first. In games in which both place stones on the same cells, the
other's stone was in the way of one's own before.
"""

from __future__ import annotations

from typing import Any

from zermelo.bits import FULL, as_cell, from_cell
from zermelo.engine.mcts.nodes import (
    ACTION,
    CHILDREN,
    COUNT,
    FIELDS,
    MOST_DEEP,
    MOVER,
    Nodes,
    Vector,
)
from zermelo.game import CHANCE, Game
from zermelo.gears.cells import make_cells

MOST_PLAYED = 1000
"""The longest playout in plies; a longer one ends with the game's evaluation: it may never end."""

PLAYED, STAMP, TAKEN = 0, 1, 2
SLOTS = 4096
"""More than twice the actions of one simulation."""
TABLE = TAKEN + 2 * (MOST_DEEP + MOST_PLAYED + 2)


class AmafNodes(Nodes):
    """Nodes that also count the simulations in which their action was taken later."""

    bare = ("cells", "path", "played")

    def __init__(self, cells: int, gear: str = "plain", amaf: bool = False) -> None:
        super().__init__(cells, gear)
        self.amaf = amaf
        self.played: Any = make_cells(TABLE + 3 * SLOTS if amaf else TAKEN, gear)

    def size(self, game: Game[Any, Any]) -> int:
        """Cells of one node."""
        return FIELDS + 3 * game.players + (2 if self.amaf else 0)

    def amaf_visits(self, game: Game[Any, Any], c: int) -> int:
        """The simulations in which the action of c was taken, at its parent or later."""
        count: int = self.cells[c + FIELDS + 3 * game.players]
        return count

    def amaf_mean(self, game: Game[Any, Any], c: int) -> float:
        """The mean payoff of the mover at the parent in these simulations."""
        total: float = from_cell(self.cells[c + FIELDS + 3 * game.players + 1])
        return total / self.amaf_visits(game, c)

    def forget_amaf(self, game: Game[Any, Any], n: int) -> None:
        """The action of n was in no simulation."""
        self.cells[n + FIELDS + 3 * game.players] = 0
        self.cells[n + FIELDS + 3 * game.players + 1] = as_cell(0.0)

    # ------------------------------------------------------------------ one simulation

    def begin_playing(self) -> None:
        """A new simulation: no action was taken."""
        self.played[PLAYED] = 0
        self.played[STAMP] += 1

    def take(self, a: Any, mover: int) -> None:
        """An action, or an outcome of chance, was taken."""
        at = TAKEN + 2 * self.played[PLAYED]
        self.played[at] = a
        self.played[at + 1] = mover
        self.played[PLAYED] += 1

    def find_slot(self, a: Any) -> int:
        """Where the table has an action in this simulation, or has room for it."""
        at = (a * 0x9E3779B97F4A7C15 & FULL) >> 52
        while self.played[TABLE + 3 * at + 1] == self.played[STAMP]:
            if self.played[TABLE + 3 * at] == a:
                break
            at = (at + 1) % SLOTS
        slot: int = TABLE + 3 * at
        return slot

    def enter_last(self) -> None:
        """Put the last action that is not in the table there: its mover is the first to take it."""
        self.played[PLAYED] -= 1
        at = TAKEN + 2 * self.played[PLAYED]
        if self.played[at + 1] != CHANCE:
            slot = self.find_slot(self.played[at])
            self.played[slot] = self.played[at]
            self.played[slot + 1] = self.played[STAMP]
            self.played[slot + 2] = self.played[at + 1]

    def count_below(self, ply: int) -> None:
        """Put all actions from a ply on in the table."""
        while self.played[PLAYED] > ply:
            self.enter_last()

    def count_amaf(self, game: Game[Any, Any], n: int, v: Vector) -> None:
        """The simulation paid v: it counts for the successors of n whose action the mover took."""
        mover = self.cells[n + MOVER]
        if game.has_chance and mover == CHANCE:
            return
        got = 0.0
        for p in range(game.players):
            got = v[p] if p == mover else got
        c = self.cells[n + CHILDREN]
        for _ in range(self.cells[n + COUNT]):
            slot = self.find_slot(self.cells[c + ACTION])
            is_taken = self.played[slot + 1] == self.played[STAMP]
            if is_taken and self.played[slot + 2] == mover:
                at = c + FIELDS + 3 * game.players
                self.cells[at] += 1
                self.cells[at + 1] = as_cell(from_cell(self.cells[at + 1]) + got)
            c += self.size(game)
