"""A search as something to draw: nodes with shapes and words, edges with styles. Every kind of picture is made from it.

A scene is read off a replay at any step. Successors that were cut off are in it, marked as pruned; what lies below them
was never seen. Trees too large to look at are folded: a node then says how many nodes are below it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from zermelo.game import CHANCE, INFINITY
from zermelo.show.replay import Node, Replay
from zermelo.trace import Trace, number
from zermelo.tree import Tree

MAX, MIN, CHANCE_NODE, LEAF = "max", "min", "chance", "leaf"

MOST_NODES = 400
"""Trees with more nodes are folded."""


@dataclass
class Item:
    """A node of the picture: its shape, the words in and beside it, and how the edge to it looks."""

    label: str
    shape: str
    value: str = ""
    window: str = ""
    player: str = ""
    action: str = ""
    probability: str = ""
    is_pruned: bool = False
    is_best: bool = False
    is_current: bool = False
    folded: int = 0
    board: dict[str, Any] | None = None
    children: list[int] = field(default_factory=list)


@dataclass
class Scene:
    """A tree to draw, the root first, every parent before its children."""

    items: list[Item]
    title: str = ""


def scene(trace: Trace, step: int | None = None, windows: bool = False, most: int = MOST_NODES) -> Scene:
    """The tree of a trace after some of its events, or after all.

    >>> from zermelo import search, tree
    >>> made = scene(search.alphabeta(tree.named("two-ply"), trace=True).trace)
    >>> len(made.items), sum(item.is_pruned for item in made.items)
    (13, 2)
    """
    replay = Replay(trace)
    replay.to(len(replay) if step is None else step)
    return _Painter(replay, windows, most).paint()


def tree_scene(game: Tree, most: int = MOST_NODES) -> Scene:
    """A tree as it is, before any search; nodes beyond the first `most` are counted where they would hang.

    >>> from zermelo import tree
    >>> [item.shape for item in tree_scene(tree.named("ghost")).items]
    ['max', 'min', 'min', 'leaf', 'leaf', 'leaf', 'leaf']
    """
    items: list[Item] = []
    waiting: list[tuple[int, int | None, str, str]] = [(0, None, "", "")]
    for s, above, action, odds in waiting:  # grows while it is read: breadth first
        if len(items) >= most:
            if above is not None:
                items[above].folded += 1
            continue
        items.append(_bare_item(game, s, action, odds))
        if above is not None:
            items[above].children.append(len(items) - 1)
        weights = dict(game.chances(s)) if not game.terminal(s) and game.player(s) == CHANCE else {}
        index = len(items) - 1
        for a in game.options(s):
            waiting.append((game.result(s, a), index, game.name(s, a), probability(weights[a]) if weights else ""))
    return Scene(items, game.title)


def _bare_item(game: Tree, s: int, action: str, odds: str) -> Item:
    if game.terminal(s):
        payoffs = game.payoffs(s)
        value = number(payoffs[0]) if game.players <= 2 else f"({', '.join(map(number, payoffs))})"
        return Item(game.label(s), LEAF, value, action=action, probability=odds)
    p = game.player(s)
    shape = CHANCE_NODE if p == CHANCE else MAX if p == 0 or game.players > 2 else MIN
    return Item(game.label(s), shape, player=game.player_name(p) if game.players > 2 else "", action=action, probability=odds)


_Waiting = tuple[int | Item, int | None, int]
"""A node's number, or a pruned item; the item above it; its depth."""


class _Painter:
    def __init__(self, replay: Replay, windows: bool, most: int) -> None:
        self.replay, self.windows = replay, windows
        self.header = replay.trace.header
        self.deepest = self._fold_depth(most)
        self.odds = {
            (e["node"], e["action"]): e["probability"]
            for e in replay.trace.events[: replay.step]
            if e["event"] == "update" and "probability" in e
        }
        self.items: list[Item] = []

    def paint(self) -> Scene:
        roots = [node.id for node in self.replay.nodes.values() if node.parent is None]
        if roots:
            best = self._best_path(roots[-1]) if self.replay.step == len(self.replay) else set()
            waiting: list[_Waiting] = [(roots[-1], None, 0)]
            for what, above, ply in waiting:  # grows while it is read: breadth first
                self._add(what, above, ply, best, waiting)
        return Scene(self.items, f"{self.header['algorithm']} on {self.header['game']}")

    def _fold_depth(self, most: int) -> int:
        """The depth to which not more than the wanted number of nodes lie."""
        plies: dict[int, int] = {}
        counts: dict[int, int] = {}
        for node in self.replay.nodes.values():
            plies[node.id] = 0 if node.parent is None else plies[node.parent] + 1
            counts[plies[node.id]] = counts.get(plies[node.id], 0) + 1 + len(node.pruned)
        total = depth = 0
        for depth in sorted(counts):
            total += counts[depth]
            if total > most:
                return max(depth - 1, 1)
        return depth

    def _best_path(self, root: int) -> set[int]:
        """The nodes on the principal variation that the search reported."""
        found, node = {root}, self.replay.nodes[root]
        for action in self.header.get("line", []):
            after = [child for child in node.children if self.replay.nodes[child].action == action]
            if not after:
                break
            node = self.replay.nodes[after[-1]]
            found.add(node.id)
        return found

    def _add(self, what: int | Item, above: int | None, ply: int, best: set[int], waiting: list[_Waiting]) -> None:
        if isinstance(what, Item):
            self._put(what, above)
            return
        node = self.replay.nodes[what]
        index = self._put(self._item(node, what in best), above)
        if ply >= self.deepest and node.children:
            self.items[index].folded = self._below(node)
            return
        below: list[tuple[int, int | Item]] = [(node.actions.index(self._action(child)), child) for child in node.children]
        for pruned in node.pruned:
            item = Item(pruned["label"], LEAF, action=pruned["action"], is_pruned=True, board=pruned.get("board"))
            below.append((node.actions.index(pruned["action"]), item))
        waiting += [(child, index, ply + 1) for _, child in sorted(below, key=lambda pair: pair[0])]

    def _action(self, child: int) -> str:
        return str(self.replay.nodes[child].action)

    def _put(self, item: Item, above: int | None) -> int:
        self.items.append(item)
        if above is not None:
            self.items[above].children.append(len(self.items) - 1)
        return len(self.items) - 1

    def _below(self, node: Node) -> int:
        count, waiting = 0, list(node.children)
        while waiting:
            below = self.replay.nodes[waiting.pop()]
            count += 1
            waiting += below.children
        return count

    def _item(self, node: Node, is_best: bool) -> Item:
        odds = self.odds.get((node.parent, node.action)) if node.parent is not None else None
        return Item(
            label=node.label,
            shape=self._shape(node),
            value=self._value(node),
            window=f"[{number(node.alpha)}, {number(node.beta)}]" if self.windows and _is_window(node) else "",
            player=self._player(node.player),
            action=node.action or "",
            probability="" if odds is None else probability(odds),
            is_best=is_best,
            is_current=node.id == self.replay.current,
            board=node.board,
        )

    def _shape(self, node: Node) -> str:
        if node.is_leaf or node.is_estimate or node.player is None:
            return LEAF
        if node.player == CHANCE:
            return CHANCE_NODE
        many = len(self.header.get("players", ())) > 2
        return MAX if node.player == self.header["player"] or many else MIN

    def _player(self, p: int | None) -> str:
        names = self.header.get("players", ())
        return names[p] if p is not None and len(names) > 2 and 0 <= p < len(names) else ""

    def _value(self, node: Node) -> str:
        if node.vector is not None:
            return f"({', '.join(map(number, node.vector))})"
        if node.value is None or abs(node.value) == INFINITY:
            return ""
        return ("" if self._is_settled(node) else {"at most": "≤ ", "at least": "≥ "}[node.bound]) + number(node.value)

    def _is_settled(self, node: Node) -> bool:
        """Is the value exact? A bound at the end of the range that all values lie in is."""
        low, high = self.header.get("window", (-INFINITY, INFINITY))
        if node.bound not in ("at most", "at least") or not node.children or node.value is None:
            return True
        return bool(node.value <= low if node.bound == "at most" else node.value >= high)


def probability(p: float) -> str:
    """A probability as people write it: a small fraction where it is one.

    >>> probability(1 / 3), probability(0.5), probability(0.123)
    ('1/3', '1/2', '0.123')
    """
    near = Fraction(p).limit_denominator(36)
    return str(near) if abs(near - p) < 1e-12 else f"{p:.3g}"


def _is_window(node: Node) -> bool:
    return (node.alpha, node.beta) != (-INFINITY, INFINITY)


def children_of(made: Scene) -> list[list[int]]:
    """The tree's shape alone, for layout."""
    return [item.children for item in made.items]
