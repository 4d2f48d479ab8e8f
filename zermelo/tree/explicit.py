"""`Tree`: a game on numbered nodes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from zermelo.bits import LookupTable
from zermelo.errors import BadAction, BadPosition, abbreviate
from zermelo.game import CHANCE, INFINITY, Game
from zermelo.interval import Interval, Unknown
from zermelo.tree.literals import LiteralReader
from zermelo.tree.node import OVER, TOLERANCE, TreeNode, letters


class Tree(Game[int, int]):
    """An explicit game tree: a state is a node's number, an action a child's.

    >>> game = Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    >>> [game.label(game.result(0, a)) for a in game.actions(0)]
    ['B', 'C', 'D']
    >>> game.name(0, 2)
    'a3'
    """

    maximiser = 0

    def __init__(self, source: Any, title: str = "tree") -> None:
        self.title = title
        reader = LiteralReader(source)
        self.players = reader.players
        self.names = reader.names
        self.nodes = reader.nodes
        self._bounds = reader.bounds
        self._lay_out()

    @classmethod
    def of_nodes(
        cls,
        nodes: Sequence[TreeNode],
        players: int = 2,
        bounds: tuple[float, float] | None = None,
        title: str = "tree",
    ) -> Tree:
        """A tree or DAG from nodes that are already numbered, the root first."""
        tree = cls.__new__(cls)
        tree.title, tree.players, tree.names = title, players, ()
        tree.nodes, tree._bounds = list(nodes), bounds
        tree._lay_out()
        return tree

    def _lay_out(self) -> None:
        """Write the nodes to lookup tables, which the rules read in both gears."""
        nodes = self.nodes
        self.width = max(self.players, 2)
        """Payoffs in a row: the machine code for two players serves one player, too."""
        for i, node in enumerate(nodes):
            node.name = node.name or letters(i)
        self._lay_out_children()
        self.mover = LookupTable(node.player for node in nodes)
        self.payoff = LookupTable(x for node in nodes for x in self._make_row(node.payoffs))
        self.estimates = LookupTable(x for node in nodes for x in self._make_row(node.estimates))
        limits = self._bounds or (-INFINITY, INFINITY)
        self.low = LookupTable(float((node.bounds or limits)[0]) for node in nodes)
        self.high = LookupTable(float((node.bounds or limits)[1]) for node in nodes)
        self.total = self._sum()
        self.unknowns = tuple(dict.fromkeys(node.unknown for node in nodes if node.unknown))
        self.is_estimated = any(node.estimates for node in nodes)
        self.is_stochastic = any(node.player == CHANCE for node in nodes)
        self.is_bounded = max(self.low) > -INFINITY or min(self.high) < INFINITY

    def _make_row(self, payoffs: Sequence[float]) -> Sequence[float]:
        return (*payoffs, *(0.0,) * (self.width - len(payoffs)))

    def _lay_out_children(self) -> None:
        """The tables by child: where a node's children start, their numbers, odds and noise."""
        firsts = [0]
        odds: list[float] = []
        noisy: list[bool] = []
        for node in self.nodes:
            count = len(node.children)
            firsts.append(firsts[-1] + count)
            odds += node.odds or [0.0] * count
            noisy += node.noisy or [False] * count
        self.first = LookupTable(firsts)
        self.kids = LookupTable(child for node in self.nodes for child in node.children)
        self.odds = LookupTable(odds)
        self.loud = LookupTable(int(x) for x in noisy)

    def _sum(self) -> float | None:
        """The sum of the payoffs, if it is the same at every terminal."""
        sums = [sum(node.payoffs) for node in self.nodes if node.player == OVER]
        return sums[0] if self.players > 1 and sums and max(sums) - min(sums) <= TOLERANCE else None

    # ------------------------------------------------------------------ rules

    def start(self) -> int:
        return 0

    def player(self, s: int) -> int:
        return self.mover[s]

    def actions(self, s: int) -> Iterator[int]:
        yield from range(self.first[s + 1] - self.first[s])

    def result(self, s: int, a: int) -> int:
        return self.kids[self.first[s] + a]

    def chances(self, s: int) -> Iterator[tuple[int, float]]:
        for a in range(self.first[s + 1] - self.first[s]):
            yield a, self.odds[self.first[s] + a]

    def terminal(self, s: int) -> bool:
        return self.mover[s] == OVER

    def utility(self, s: int, p: int) -> float:
        return self.payoff[s * self.width + p]

    def evaluate(self, s: int, p: int) -> float:
        return self.estimates[s * self.width + p]

    def bounds(self, s: int) -> tuple[float, float]:
        return self.low[s], self.high[s]

    def unknown(self, s: int, p: int) -> Unknown | None:
        name = self.nodes[s].unknown
        return Unknown(name, Interval(*self.bounds_for(s, p))) if name else None

    def noisy(self, s: int, a: int) -> bool:
        return self.loud[self.first[s] + a] != 0

    # ------------------------------------------------------------------ notation and display

    @property
    def has_bounds(self) -> bool:
        return self.is_bounded

    def declares(self, method: str) -> bool:
        if method == "evaluate":
            return self.is_estimated
        if method == "chances":
            return self.is_stochastic
        return super().declares(method)

    def payoff_range(self, p: int) -> tuple[float, float] | None:
        leaves = [node for node in self.nodes if node.player == OVER and not node.unknown]
        values = [node.payoffs[p] for node in leaves]
        values += [node.estimates[p] for node in self.nodes if node.estimates]
        return (min(values), max(values)) if values else None

    def name(self, s: int, a: int) -> str:
        return f"{self.nodes[s].name.lower()}{a + 1}"

    def parse(self, s: int, text: str) -> int:
        """The action of this name (b2), or the one that leads to the node of this name."""
        by_label = {self.label(self.result(s, a)).casefold(): a for a in self.options(s)}
        if text.strip().casefold() in by_label:
            return by_label[text.strip().casefold()]
        try:
            return super().parse(s, text)
        except BadAction:
            names = abbreviate(self.name(s, a) for a in self.options(s))
            raise BadAction(f"{text.strip()!r} is not legal here; legal: {names}") from None

    def label(self, s: int) -> str:
        return self.nodes[s].name

    def dump(self, s: int) -> str:
        return self.nodes[s].name

    def load(self, text: str) -> int:
        for i, node in enumerate(self.nodes):
            if node.name.casefold() == text.strip().casefold():
                return i
        names = abbreviate(node.name for node in self.nodes)
        raise BadPosition(f"no node is called {text.strip()!r}; nodes: {names}")

    def text(self, s: int) -> str:
        if self.nodes[s].unknown:
            return f"{self.label(s)}: {self.nodes[s].unknown}, which is not known"
        if self.terminal(s):
            return f"{self.label(s)}: {', '.join(f'{x:g}' for x in self.payoffs(s))}"
        return f"{self.label(s)}: {self.player_name(self.player(s))} to move; " + " ".join(
            f"{self.name(s, a)}→{self.label(self.result(s, a))}" for a in self.options(s)
        )

    def to_dict(self) -> dict[str, Any]:
        """The tree as JSON; `Tree` reads it back."""
        nodes = {node.name: self._node_dict(node) for node in self.nodes}
        literal: dict[str, Any] = {
            "players": self.players,
            "root": self.nodes[0].name,
            "nodes": nodes,
        }
        if self.names:
            literal["names"] = list(self.names)
        if self._bounds:
            literal["bounds"] = list(self._bounds)
        return literal

    def _node_dict(self, node: TreeNode) -> dict[str, Any]:
        if node.player == OVER:
            end: dict[str, Any] = {"value": node.unknown or list(node.payoffs)}
            end |= {} if node.turn == OVER else {"player": node.turn}
            end |= {"bounds": list(node.bounds)} if node.bounds else {}
            return end | ({"state": node.state} if node.state else {})
        literal: dict[str, Any] = {"player": "chance" if node.player == CHANCE else node.player}
        literal["children"] = [self.nodes[child].name for child in node.children]
        if node.odds:
            literal["probabilities"] = node.odds
        if node.estimates:
            literal["estimate"] = list(node.estimates)
        if any(node.noisy):
            literal["noisy"] = node.noisy
        if node.bounds:
            literal["bounds"] = list(node.bounds)
        if node.state:
            literal["state"] = node.state
        return literal

    def describe_nodes(self) -> dict[str, dict[str, Any]]:
        """What pictures write at nodes beside their names: states, and whose turn an end is.

        >>> from zermelo.tree import figure
        >>> figure("nim-2-2").describe_nodes()["H"]
        {'state': '(0,0)', 'turn': 0}
        """
        notes = {
            node.name: ({"state": node.state} if node.state else {})
            | ({} if node.turn == OVER else {"turn": node.turn})
            for node in self.nodes
        }
        return {name: note for name, note in notes.items() if note}

    def __len__(self) -> int:
        return len(self.nodes)

    def __repr__(self) -> str:
        plural = "s" if self.players != 1 else ""
        return f"<{self.title}: {len(self)} nodes, {self.players} player{plural}>"
