"""A search as something to draw: nodes with shapes and words, edges with styles. Every kind of picture is made from it.

A scene is read off a replay at any step. Successors that were cut off are in it, marked as pruned, with what lies below
them as far as the trace tells. Trees too large to look at are folded: a node then says how many nodes are below it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from zermelo.game import CHANCE, INFINITY
from zermelo.show.replay import Node, Replay, is_drawn, size
from zermelo.show.words import interval, probability, rounded, seat, vector
from zermelo.trace import Trace
from zermelo.tree import Tree

MAX, MIN, CHANCE_NODE, LEAF = "max", "min", "chance", "leaf"

Windows = Literal["", "nodes", "edges"]
"""Where [α, β] is written, if at all."""

ALIKE = "opponents at random"
"""What the header of a search says whose opponents take every action with the same probability."""

MOST_NODES = 400
"""Trees with more nodes are folded."""


@dataclass
class Item:
    """A node of the picture: its shape, the words in and beside it, and how the edge to it looks.

    `mover` is who moves, where the shape does not tell: of more than two, or one who is taken to move at random and so looks like chance.
    `node` is its number in the trace (a pruned one has none), `note` a word on what cannot be drawn. `room` is the longest text
    that will stand beside it in a film. `is_ahead` says that the film has not come to it yet, `is_given` that its value belongs to
    the game and can be read even then.
    """

    label: str
    shape: str
    value: str = ""
    window: str = ""
    passed: str = ""
    mover: str = ""
    action: str = ""
    probability: str = ""
    is_pruned: bool = False
    is_cut: bool = False
    is_best: bool = False
    is_current: bool = False
    is_ahead: bool = False
    is_given: bool = False
    folded: int = 0
    note: str = ""
    board: dict[str, Any] | None = None
    node: int | None = None
    room: str = ""
    children: list[int] = field(default_factory=list)


@dataclass
class Scene:
    """A tree to draw, the root first, every parent before its children."""

    items: list[Item]
    title: str = ""
    caption: str = ""


def scene(
    trace: Trace, step: int | None = None, windows: Windows = "", most: int = MOST_NODES
) -> Scene:
    """The tree of a trace after some of its events, or after all.

    >>> from zermelo import search, tree
    >>> made = scene(search.alphabeta(tree.figure("two-ply"), trace=True).trace)
    >>> len(made.items), sum(item.is_pruned for item in made.items)
    (13, 2)
    """
    replay = Replay(trace)
    replay.to(len(replay) if step is None else step)
    return paint(replay, windows, most)


def tree_scene(game: Tree, most: int = MOST_NODES) -> Scene:
    """A tree as it is, before any search; nodes beyond the first `most` are counted where they would hang.

    >>> from zermelo import tree
    >>> [item.shape for item in tree_scene(tree.figure("ghost")).items]
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
            waiting.append(
                (
                    game.result(s, a),
                    index,
                    game.name(s, a),
                    probability(weights[a]) if weights else "",
                )
            )
    return Scene(items, game.title)


def _bare_item(game: Tree, s: int, action: str, odds: str) -> Item:
    if game.terminal(s):
        payoffs = game.payoffs(s)
        value = rounded(payoffs[0]) if game.players <= 2 else vector(payoffs)
        return Item(game.label(s), LEAF, value, action=action, probability=odds)
    p = game.player(s)
    shape = CHANCE_NODE if p == CHANCE else MAX if p == 0 or game.players > 2 else MIN
    mover = seat(game.player_name(p)) if game.players > 2 and p != CHANCE else ""
    return Item(game.label(s), shape, mover=mover, action=action, probability=odds)


def paint(replay: Replay, windows: Windows = "", most: int = MOST_NODES) -> Scene:
    """The tree that stands where a replay stands; of a search in several trees, the last."""
    return _Painter(replay, windows, most).paint()


_Waiting = tuple[int | dict[str, Any], int | None, int]
"""A node's number, or a pruned branch; the item above it; its depth."""


class _Painter:
    def __init__(self, replay: Replay, windows: Windows, most: int) -> None:
        self.replay, self.windows = replay, windows
        self.header = replay.trace.header
        self.root = max(
            (node.id for node in replay.nodes.values() if node.parent is None), default=None
        )
        self.deepest = self._fold_depth(most)
        self.odds = {
            (e["node"], e["action"]): e["probability"]
            for e in replay.trace.events[: replay.step]
            if e["event"] == "update" and "probability" in e
        }
        self.items: list[Item] = []

    def paint(self) -> Scene:
        if self.root is not None:
            best = (
                best_path(self.replay, self.root) if self.replay.step == len(self.replay) else set()
            )
            waiting: list[_Waiting] = [(self.root, None, 0)]
            for what, above, ply in waiting:  # grows while it is read: breadth first
                if isinstance(what, dict):
                    self._add_pruned(what, above, ply, waiting)
                else:
                    self._add(what, above, ply, best, waiting)
        return Scene(self.items, title(self.header))

    def _fold_depth(self, most: int) -> int:
        """The depth to which not more than the wanted number of nodes lie."""
        counts: dict[int, int] = {}
        waiting: list[tuple[int | dict[str, Any], int]] = (
            [] if self.root is None else [(self.root, 0)]
        )
        for what, depth in waiting:  # grows while it is read
            counts[depth] = counts.get(depth, 0) + 1
            if isinstance(what, dict):
                waiting += [(below, depth + 1) for below in what.get("below", ())]
            else:
                node = self.replay.nodes[what]
                waiting += [(child, depth + 1) for child in node.children]
                waiting += [(branch, depth + 1) for branch in node.pruned]
        total = depth = 0
        for depth in sorted(counts):
            total += counts[depth]
            if total > most:
                return max(depth - 1, 1)
        return depth

    def _add(
        self, what: int, above: int | None, ply: int, best: set[int], waiting: list[_Waiting]
    ) -> None:
        node = self.replay.nodes[what]
        index = self._put(self._item(node, what in best), above)
        self.items[index].folded = node.hidden
        if ply >= self.deepest and node.children:
            self.items[index].folded += self._below(node)
            return
        below: list[tuple[int, int | dict[str, Any]]] = [
            (node.actions.index(self._action(child)), child) for child in node.children
        ]
        below += [
            (
                node.actions.index(cut["action"]),
                cut | {"is_cut": True} | self._share(node.player, len(node.actions)),
            )
            for cut in node.pruned
        ]
        waiting += [(child, index, ply + 1) for _, child in sorted(below, key=lambda pair: pair[0])]

    def _add_pruned(
        self, branch: dict[str, Any], above: int | None, ply: int, waiting: list[_Waiting]
    ) -> None:
        value, odds = branch.get("value"), branch.get("probability")
        item = Item(
            label=branch["label"],
            shape=self._shape_of(branch.get("player")),
            value="" if value is None else rounded(value),
            mover=self._mover(branch.get("player")),
            action=branch["action"],
            probability="" if odds is None else probability(odds),
            is_pruned=True,
            is_cut=branch.get("is_cut", False),
            **_board(branch.get("board")),
        )
        index = self._put(item, above)
        below = branch.get("below", ())
        if ply >= self.deepest:
            item.folded = sum(map(size, below))
        else:
            share = self._share(branch.get("player"), len(below))
            waiting += [(child | share, index, ply + 1) for child in below]

    def _share(self, p: int | None, count: int) -> dict[str, float]:
        """The probability of each successor that was never looked at, where an opponent takes any of them alike."""
        is_alike = (
            p != CHANCE
            and is_drawn(self.header, p)
            and self.header["choices"]["opponents"] == ALIKE
        )
        return {"probability": 1 / count} if is_alike and count else {}

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
            count += 1 + below.hidden
            waiting += below.children
        return count

    def _item(self, node: Node, is_best: bool) -> Item:
        odds = self.odds.get((node.parent, node.action)) if node.parent is not None else None
        window = interval(node.alpha, node.beta) if self.windows else ""
        on_edge = self.windows == "edges" and node.parent is not None
        shape = self._shape(node)
        return Item(
            label=node.label,
            shape=shape,
            value=value_text(node, self.header),
            window="" if on_edge else window,
            passed=window if on_edge else "",
            mover="" if shape == LEAF else self._mover(node.player),
            action=node.action or "",
            probability="" if odds is None else probability(odds),
            is_best=is_best,
            is_current=node.id == self.replay.current,
            **_board(node.board),
            node=node.id,
        )

    def _shape(self, node: Node) -> str:
        return LEAF if node.is_leaf or node.is_estimate else self._shape_of(node.player)

    def _shape_of(self, p: int | None) -> str:
        if p is None:
            return LEAF
        if is_drawn(self.header, p):
            return CHANCE_NODE
        many = len(self.header.get("players", ())) > 2
        return MAX if p == self.header["player"] or many else MIN

    def _mover(self, p: int | None) -> str:
        """Who moves, where the shape would only say that somebody does, or that it happens at random."""
        names = self.header.get("players", ())
        if p is None or p == CHANCE:
            return ""
        if len(names) > 2:
            return seat(names[p]) if p < len(names) else ""
        return "MIN" if is_drawn(self.header, p) else ""


def _board(board: dict[str, Any] | None) -> dict[str, Any]:
    """The board to draw; of one that is too large, its size in words."""
    if board is None or board["cells"]:
        return {"board": board}
    return {"note": f"{board['rows']}×{board['columns']} board"}


def title(header: dict[str, Any]) -> str:
    """What a picture shows: the search, the game, and each choice that changes how the answer looks.

    >>> from zermelo import search, tree
    >>> title(search.alphabeta(tree.figure("two-ply"), rule=">", trace=True).trace.header)
    'alphabeta on tree:two-ply (cut on >, fail-soft, natural order)'
    """
    choices = header.get("choices", {})
    depth = [f"depth {header['depth']}"] if header.get("depth") is not None else []
    return f"{header['algorithm']} on {header['game']}" + (
        f" ({', '.join([*depth, *choices.values()])})" if choices or depth else ""
    )


def best_path(replay: Replay, root: int) -> set[int]:
    """The nodes on the principal variation that the search reported."""
    found, node = {root}, replay.nodes[root]
    for action in replay.trace.header.get("line", []):
        after = [child for child in node.children if replay.nodes[child].action == action]
        if not after:
            break
        node = replay.nodes[after[-1]]
        found.add(node.id)
    return found


def value_text(node: Node, header: dict[str, Any]) -> str:
    """A node's value as far as it is known, with ≤ or ≥ before it if it is only a bound."""
    if node.vector is not None:
        return vector(node.vector)
    if header.get("algorithm") == "maxn":  # the number of one player is no value of the node
        return ""
    if node.value is None or abs(node.value) == INFINITY:
        return ""
    return (
        "" if is_settled(node, header) else {"at most": "≤ ", "at least": "≥ "}[node.bound]
    ) + rounded(node.value)


def is_settled(node: Node, header: dict[str, Any]) -> bool:
    """Is the value exact? A bound at the end of the range that all values lie in is."""
    low, high = header.get("window", (-INFINITY, INFINITY))
    if (
        node.bound not in ("at most", "at least")
        or not (node.children or node.hidden)
        or node.value is None
    ):
        return True
    return bool(node.value <= low if node.bound == "at most" else node.value >= high)


def children_of(made: Scene) -> list[list[int]]:
    """The tree's shape alone, for layout."""
    return [item.children for item in made.items]
