"""A position of a game, unrolled into an explicit tree.

>>> from zermelo.games.coins import Coins
>>> unroll(Coins(7))
<tree:coins: 14 nodes, 2 players>
"""

from __future__ import annotations

from typing import Any

from zermelo.errors import TooLarge
from zermelo.game import CHANCE, INFINITY, Game
from zermelo.tree import Tree, TreeNode

MAX_NODES = 200
"""A tree with more nodes is too much work on paper."""


def unroll(game: Game[Any, Any], s: Any = None, depth: int | None = None) -> Tree:
    """Return the tree below a position with the nodes A, B, C …, breadth first.

    The player to move is MAX. Nodes at `depth` are leaves with the game's estimates.
    """
    return unroll_with_states(game, s, depth)[0]


def unroll_with_states(
    game: Game[Any, Any], s: Any = None, depth: int | None = None
) -> tuple[Tree, list[Any]]:
    """Return the tree of `unroll`, and the state at each of its nodes."""
    unroller = _Unroller(game, game.start() if s is None else s)
    for i, _ in enumerate(unroller.states):  # grows while it is read: breadth first
        unroller.expand(i, depth)
    nodes, name = unroller.nodes, game.full_title
    title = name if name.startswith("tree") else f"tree:{name}"
    return Tree.of_nodes(nodes, game.players, nodes[0].bounds, title), unroller.states


class _Unroller:
    """The nodes so far, with the state and the ply of each."""

    def __init__(self, game: Game[Any, Any], first: Any) -> None:
        self.game = game
        self.nodes, self.states, self.plies = [TreeNode()], [first], [0]
        is_fixed = game.maximiser is not None or game.terminal(first)
        self.me = 0 if is_fixed or game.player(first) == CHANCE else game.player(first)
        self.seats = [(self.me + i) % game.players for i in range(game.players)]

    def expand(self, i: int, depth: int | None) -> None:
        """Fill in node i, and append its successors."""
        game, node, state = self.game, self.nodes[i], self.states[i]
        if game.terminal(state) or self.plies[i] == depth:
            pays = game.utility if game.terminal(state) else game.evaluate
            node.payoffs = tuple(float(pays(state, p)) for p in self.seats)
            return
        is_chance = game.player(state) == CHANCE
        node.player = CHANCE if is_chance else self.seats.index(game.player(state))
        node.odds = [p for _, p in game.chances(state)] if is_chance else []
        low, high = game.bounds_for(state, self.me)
        node.bounds = (low, high) if low > -INFINITY and high < INFINITY else None
        for a in game.options(state):
            node.children.append(self._append(game.result(state, a), self.plies[i] + 1))

    def _append(self, state: Any, ply: int) -> int:
        """Append a node; return its number."""
        if len(self.nodes) >= MAX_NODES:
            raise TooLarge(
                f"the position has more than {MAX_NODES} nodes below it; "
                "take one nearer the end, or give a depth"
            )
        self.nodes.append(TreeNode())
        self.states.append(state)
        self.plies.append(ply)
        return len(self.nodes) - 1
