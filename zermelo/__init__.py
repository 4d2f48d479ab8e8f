"""Zermelo: adversarial search, from the lecture to machine speed.

>>> import zermelo
>>> print(zermelo.search.alphabeta(zermelo.tree.figure("two-ply")))
alphabeta on tree:two-ply: 3 for MAX, best move a1, PV a1 b1 (exact; 11 nodes, 7 leaves, 1 cut)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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

if TYPE_CHECKING:
    from zermelo.agents import agent_names, best_move, player

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
    "agent_names",
    "best_move",
    "effective_branching",
    "lowest",
    "members",
    "minimal_tree",
    "player",
    "put",
    "reachable_states",
    "search",
    "tree",
]


def __getattr__(name: str) -> Any:
    """Import what plays games when it is first used: most programs that search need no engine."""
    if name in ("agent_names", "best_move", "player"):
        from zermelo import agents

        return getattr(agents, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
