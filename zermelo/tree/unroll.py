"""A position of a game, unrolled into an explicit tree with the nodes A, B, C …, breadth first.

>>> from zermelo.games.coins import Coins
>>> unroll(Coins(7))
<tree:coins: 22 nodes, 2 players>
"""

from __future__ import annotations

from typing import Any

from zermelo.board import Board
from zermelo.errors import TooLarge
from zermelo.game import CHANCE, INFINITY, Game
from zermelo.tree.explicit import Tree
from zermelo.tree.node import OVER, TreeNode

MAX_NODES = 200
"""A tree with more nodes is too much work on paper."""

MAX_DRAWN = 2_000
"""A tree with more nodes is not drawn node by node."""


class GameTree(Tree):
    """The tree of a game: its nodes have letters, their states, boards and actions are the game's.

    >>> from zermelo.games.nim import Nim
    >>> tree = game_tree(Nim(2, 2))
    >>> [(tree.label(i), node.state) for i, node in enumerate(tree.nodes)][:4]
    [('A', '(2,2)'), ('B', '(2,1)'), ('C', '(2,0)'), ('D', '(2,0)')]
    """

    game: Game[Any, Any]
    states: list[Any]
    edges: list[list[Any]]
    """The actions of the game at each node, in the order of its children."""
    is_named_by_states: bool = False
    """Whether labels are states, as (2,1), instead of letters."""

    def label(self, s: int) -> str:
        return self.nodes[s].state if self.is_named_by_states else super().label(s)

    def board(self, s: int) -> Board | None:
        return self.game.board(self.states[s])

    def name(self, s: int, a: int) -> str:
        return self.game.name(self.states[s], self.edges[s][a])

    def declares(self, method: str) -> bool:
        return self.game.declares("board") if method == "board" else super().declares(method)


def game_tree(game: Game[Any, Any], s: Any = None, max_nodes: int = MAX_DRAWN) -> GameTree:
    """Return the whole tree below a position, its children in the order of the lecture's figure.

    That order is `Game.figure_actions`. MAX is the player to move; where the players are called MAX
    and MIN, MAX is player 0, also if MIN moves at the root. Raises TooLarge beyond `max_nodes`.
    """
    unroller = _Unroller(game, game.start() if s is None else s, max_nodes, is_figure=True)
    unroller.expand_all(None)
    tree = GameTree.of_nodes(unroller.nodes, game.players, unroller.nodes[0].bounds)
    assert isinstance(tree, GameTree)
    tree.game, tree.states, tree.edges = game, unroller.states, unroller.edges
    tree.title = game.full_title
    tree.names = tuple(game.player_name(p) for p in unroller.seats) if game.names else ()
    return tree


def unroll(game: Game[Any, Any], s: Any = None, depth: int | None = None) -> Tree:
    """Return the tree below a position with the nodes A, B, C …, breadth first.

    The player to move is MAX. Nodes at `depth` are leaves with the game's estimates.
    """
    return unroll_with_states(game, s, depth)[0]


def unroll_with_states(
    game: Game[Any, Any], s: Any = None, depth: int | None = None
) -> tuple[Tree, list[Any]]:
    """Return the tree of `unroll`, and the state at each of its nodes."""
    unroller = _Unroller(game, game.start() if s is None else s, MAX_NODES)
    unroller.expand_all(depth)
    nodes, name = unroller.nodes, game.full_title
    title = name if name.startswith("tree") else f"tree:{name}"
    return Tree.of_nodes(nodes, game.players, nodes[0].bounds, title), unroller.states


class _Unroller:
    """The nodes so far, with the state, the actions and the ply of each."""

    def __init__(
        self, game: Game[Any, Any], first: Any, max_nodes: int, is_figure: bool = False
    ) -> None:
        self.game, self.max_nodes, self.is_figure = game, max_nodes, is_figure
        self.nodes, self.states, self.plies = [TreeNode()], [first], [0]
        self.edges: list[list[Any]] = []
        is_named = is_figure and not game.names  # players are called MAX and MIN
        is_fixed = is_named or game.maximiser is not None or game.terminal(first)
        self.me = 0 if is_fixed or game.player(first) == CHANCE else game.player(first)
        self.seats = [(self.me + i) % game.players for i in range(game.players)]

    def expand_all(self, depth: int | None) -> None:
        """Fill in every node, down to `depth`."""
        for i, _ in enumerate(self.states):  # grows while it is read: breadth first
            self._expand(i, depth)

    def _expand(self, i: int, depth: int | None) -> None:
        """Fill in node i, and append its successors."""
        game, node, state = self.game, self.nodes[i], self.states[i]
        is_end = game.terminal(state)
        self.edges.append([] if is_end or self.plies[i] == depth else self._list_actions(state))
        if self.is_figure:
            self._describe(node, state, is_end)
        if not self.edges[i]:
            pays = game.utility if is_end else game.evaluate
            node.payoffs = tuple(float(pays(state, p)) for p in self.seats)
            node.is_estimate = not is_end
            return
        is_chance = game.player(state) == CHANCE
        node.player = CHANCE if is_chance else self.seats.index(game.player(state))
        node.odds = [p for _, p in game.chances(state)] if is_chance else []
        low, high = game.bounds_for(state, self.me)
        node.bounds = (low, high) if low > -INFINITY and high < INFINITY else None
        for a in self.edges[i]:
            node.children.append(self._append(game.result(state, a), self.plies[i] + 1))

    def _list_actions(self, state: Any) -> list[Any]:
        game = self.game
        is_chance = game.player(state) == CHANCE
        return (
            list(game.figure_actions(state))
            if self.is_figure and not is_chance
            else (game.options(state))
        )

    def _describe(self, node: TreeNode, state: Any, is_end: bool) -> None:
        """Note what a picture writes at a node: its state, and at an end whose turn it would be."""
        game = self.game
        node.state = game.label(state)
        if is_end:
            node.turn = self._find_turn(state)
        elif game.declares("evaluate"):
            node.estimates = tuple(float(game.evaluate(state, p)) for p in self.seats)

    def _find_turn(self, state: Any) -> int:
        """Return l(s) at a terminal, where rules need not define it; OVER if they do not."""
        try:
            turn = self.game.player(state)
        except Exception:  # rules need not define the player at a terminal
            return OVER
        return self.seats.index(turn) if turn in self.seats else OVER

    def _append(self, state: Any, ply: int) -> int:
        """Append a node; return its number."""
        if len(self.nodes) >= self.max_nodes:
            raise TooLarge(
                f"the position has more than {self.max_nodes:,} nodes below it; "
                "take one nearer the end, or give a depth"
            )
        self.nodes.append(TreeNode())
        self.states.append(state)
        self.plies.append(ply)
        return len(self.nodes) - 1
