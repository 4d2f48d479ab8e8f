"""Random trees by seed."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from zermelo.errors import BadTree
from zermelo.game import CHANCE
from zermelo.tree.explicit import Tree
from zermelo.tree.literals import is_real
from zermelo.tree.node import TreeNode

MAX_NODES = 2_000_000

NUMBERS: dict[str, Callable[[str], Any]] = {
    "seed": int, "branching": int, "depth": int, "low": int, "high": int, "players": int,
    "chance": float, "repeats": float, "shared": float, "noisy": float,
}  # fmt: skip
"""The options of `random_tree` that are numbers, by how each is read."""

FLAGS = ("uneven", "estimates")
"""The options of `random_tree` that are yes or no."""

FLAG_VALUES = {"yes": True, "no": False}


def random_tree(
    seed: int = 0,
    branching: int = 3,
    depth: int = 3,
    low: int = -9,
    high: int = 9,
    players: int = 2,
    chance: float = 0.0,
    uneven: bool = False,
    repeats: float = 0.0,
    shared: float = 0.0,
    estimates: bool = False,
    noisy: float = 0.0,
) -> Tree:
    """A random tree: the same arguments always give the same tree.

    Leaves are whole numbers from low to high. `chance` is the share of chance nodes, `uneven` lets
    branches end early and widths vary, `repeats` is the probability that a player moves twice in a
    row, `shared` that a node is reached from two parents (a DAG), `noisy` that an action is noisy.

    >>> random_tree(seed=1, branching=2, depth=2)
    <tree:random: 7 nodes, 2 players>
    """
    shape = _Shape(
        branching, depth, low, high, players, chance, uneven, repeats, shared, estimates, noisy
    )
    shape.require_valid()
    return Tree.of_nodes(_Growth(shape, seed).grow(), players, title="tree:random")


@dataclass(frozen=True)
class _Shape:
    """The arguments of `random_tree`, without the seed."""

    branching: int
    depth: int
    low: int
    high: int
    players: int
    chance: float
    uneven: bool
    repeats: float
    shared: float
    estimates: bool
    noisy: float

    def require_valid(self) -> None:
        """Raise `BadTree` if an argument is outside its range."""
        for name, least, most in (("branching", 1, 1000), ("depth", 0, 1000), ("players", 1, 26)):
            if not least <= getattr(self, name) <= most:
                raise BadTree(f"{name} is {getattr(self, name)}; it must be from {least} to {most}")
        if not (is_real(self.low) and is_real(self.high)):
            raise BadTree("the lowest or the highest leaf is too large a number")
        if self.low > self.high:
            raise BadTree(f"the lowest leaf, {self.low}, is above the highest, {self.high}")
        for name in ("chance", "repeats", "shared", "noisy"):
            if not 0 <= getattr(self, name) <= 1:
                raise BadTree(f"{name} is {getattr(self, name)}; it must be from 0 to 1")
        if self.branching > 1 and self.branching**self.depth > MAX_NODES:
            raise BadTree(
                f"a tree of branching {self.branching} and depth {self.depth} has too many nodes; "
                "make one of them smaller"
            )


class _Growth:
    """A random tree while it grows, one row of nodes after another."""

    def __init__(self, shape: _Shape, seed: int) -> None:
        self.shape = shape
        self.rng = random.Random(f"{seed}")
        self.nodes = [TreeNode()]
        self.turns = {0: 0}
        """The player whose turn it is at each node, chance nodes included."""

    def grow(self) -> list[TreeNode]:
        """All nodes, the root first."""
        row = [0]
        for ply in range(self.shape.depth):
            below: list[int] = []
            for i in row:
                if self.shape.uneven and ply and self.rng.random() < 0.2:
                    self.nodes[i].payoffs = self._draw_payoffs()
                else:
                    self._extend(i, below)
            row = below
        for i in row:
            self.nodes[i].payoffs = self._draw_payoffs()
        return self.nodes

    def _draw_payoffs(self) -> tuple[float, ...]:
        low, high, players = self.shape.low, self.shape.high, self.shape.players
        first = float(self.rng.randint(low, high))
        if players <= 2:
            return (first, 0.0 - first)[:players]
        return tuple(float(self.rng.randint(low, high)) for _ in range(players))

    def _extend(self, i: int, below: list[int]) -> None:
        """Make node i an inner node; its new children are added to the row below."""
        shape, rng, node, turn = self.shape, self.rng, self.nodes[i], self.turns[i]
        node.player = CHANCE if rng.random() < shape.chance else turn
        keeps_turn = node.player == CHANCE or rng.random() < shape.repeats
        following = turn if keeps_turn else (turn + 1) % shape.players
        for _ in range(rng.randint(1, shape.branching) if shape.uneven else shape.branching):
            if below and rng.random() < shape.shared:
                node.children.append(rng.choice(below))
                continue
            child = len(self.nodes)
            self.nodes.append(TreeNode())
            self.turns[child] = following
            node.children.append(child)
            below.append(child)
        self._draw_details(node)

    def _draw_details(self, node: TreeNode) -> None:
        """Probabilities (sixteenths, so that sums are exact), estimates and noise."""
        if node.player == CHANCE:
            cuts = sorted(self.rng.randint(0, 16) for _ in node.children[1:])
            node.odds = [(b - a) / 16 for a, b in zip([0, *cuts], [*cuts, 16], strict=True)]
        if self.shape.estimates:
            node.estimates = self._draw_payoffs()
        node.noisy = [self.rng.random() < self.shape.noisy for _ in node.children]


def read_options(words: list[str]) -> dict[str, Any]:
    """The arguments of `random_tree` from words like ``seed=7`` and ``uneven=yes``."""
    options: dict[str, Any] = {}
    for word in words:
        key, _, value = word.partition("=")
        try:
            options[key] = FLAG_VALUES[value] if key in FLAGS else NUMBERS[key](value)
        except ValueError:
            raise BadTree(f"{key} is {value!r}; it must be a number") from None
        except KeyError:
            known = " ".join(f"{name}=…" for name in NUMBERS)
            what = f"options: {known} uneven=yes estimates=yes"
            raise BadTree(f"{word!r} is not an option of tree:random; {what}") from None
    return options
