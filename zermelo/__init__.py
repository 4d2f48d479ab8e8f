"""Zermelo: adversarial search, from the lecture to machine speed.

>>> import zermelo
>>> print(zermelo.search.alphabeta(zermelo.tree.figure("two-ply")))
alphabeta on tree:two-ply: 3 for MAX, best move a1, PV a1 b1 (exact; 11 nodes, 7 leaves, 1 cut)
"""

from __future__ import annotations

from zermelo import search, tree
from zermelo.bits import FULL, Bits, LookupTable, lowest, members, put
from zermelo.board import Board
from zermelo.errors import GearWarning, NotCompilable, ZermeloError
from zermelo.game import CHANCE, INFINITY, Game
from zermelo.position import Position
from zermelo.result import Limit, Result, effective_branching, minimal_tree
from zermelo.show import notebook
from zermelo.states import reachable_states
from zermelo.trace import Trace
from zermelo.tree import Tree

notebook.register()

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "FULL",
    "INFINITY",
    "Bits",
    "Board",
    "Game",
    "GearWarning",
    "Limit",
    "LookupTable",
    "NotCompilable",
    "Position",
    "Result",
    "Trace",
    "Tree",
    "ZermeloError",
    "effective_branching",
    "lowest",
    "members",
    "minimal_tree",
    "put",
    "reachable_states",
    "search",
    "tree",
]
