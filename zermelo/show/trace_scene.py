"""The scene of a search: its trace, replayed to any step and read as nodes and edges.

Pruned successors are in it, marked as such, with what lies below them as far as the trace has it. A
tree that is too large is folded: a node then says how many nodes are below it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from zermelo.formatting import format_ratio, format_vector
from zermelo.game import CHANCE, INFINITY
from zermelo.show.fold import Fold, unfold
from zermelo.show.replay import Replay, ReplayNode, count_nodes, is_random
from zermelo.show.scene import (
    CHANCE_NODE,
    LEAF,
    MAX,
    MAX_NODES,
    MIN,
    MORE,
    Scene,
    SceneItem,
    Style,
    Windows,
    choose_turn,
    title,
)
from zermelo.show.words import name_player
from zermelo.trace import Trace

UNIFORM = "opponents at random"
"""What the header says of a search that models opponents as uniformly random."""

SIGNS = {"at most": "≤ ", "at least": "≥ "}
"""What stands before a value that is a bound."""


def trace_scene(
    trace: Trace,
    step: int | None = None,
    windows: Windows = "",
    max_nodes: int = MAX_NODES,
    style: Style = "triangles",
    fold: Fold | None = None,
) -> Scene:
    """Return the tree of a trace after some of its events, or after all.

    `fold` leaves out successors that are symmetric, or too many.

    >>> from zermelo import search, tree
    >>> picture = trace_scene(search.alphabeta(tree.figure("two-ply"), trace=True).trace)
    >>> len(picture.items), sum(item.is_pruned for item in picture.items)
    (13, 2)
    """
    replay = Replay(trace)
    replay.to(len(replay) if step is None else step)
    return paint(replay, windows, max_nodes, style, fold)


def paint(
    replay: Replay,
    windows: Windows = "",
    max_nodes: int = MAX_NODES,
    style: Style = "triangles",
    fold: Fold | None = None,
    opened: frozenset[int] = frozenset(),
) -> Scene:
    """Return the tree where a replay stands; of a search in several trees, the last.

    `opened` are the numbers of nodes whose successors are all drawn, though the tree is folded.
    """
    return _Painter(replay, windows, max_nodes, fold).paint(style, opened)


_Branch = int | dict[str, Any]
"""A visited node by its number, or a pruned one by its facts."""

_Waiting = tuple[_Branch, int | None, int, Any, int]
"""A branch, the item above it, its depth, its state if the tree is folded, and its `times`."""


class _Painter:
    def __init__(
        self, replay: Replay, windows: Windows, max_nodes: int, fold: Fold | None = None
    ) -> None:
        self.replay, self.windows, self.fold = replay, windows, fold
        self.header = replay.trace.header
        self.notes = self.header.get("nodes", {})
        self.best: set[int] = set()
        roots = (node.id for node in replay.nodes.values() if node.parent is None)
        self.root = max(roots, default=None)
        self.max_nodes = max_nodes
        self.deepest = len(replay) if fold else self._find_fold_depth(max_nodes)
        self.odds = {
            (event["node"], event["action"]): event["probability"]
            for event in replay.trace.events[: replay.step]
            if event["event"] == "update" and "probability" in event
        }
        self.items: list[SceneItem] = []
        self.opened: frozenset[int] = frozenset()
        self.unfolded: set[int] = set()

    def paint(self, style: Style, opened: frozenset[int] = frozenset()) -> Scene:
        """Return the scene, its items breadth first."""
        if self.root is not None:
            path = find_best_path(self.replay, self.root)
            self.best = path if self.replay.step == len(self.replay) else set()
            plies = self._add_all(self.root)
            is_large = self.fold is not None and len(plies) > self.max_nodes
            if is_large:
                self.deepest = max(plies[self.max_nodes] - 1, 1)
            if is_large or opened:
                self.items, self.opened = [], opened
                self.unfolded = unfold(opened, self._list_children)
                self._add_all(self.root)
        unit = self.header.get("unit", ("", ""))[1]
        return Scene(self.items, title(self.header), style=style, unit=unit)

    def _add_all(self, root: int) -> list[int]:
        """Add every node; return the ply of each."""
        plies: list[int] = []
        waiting: list[_Waiting] = [(root, None, 0, self.fold.start if self.fold else None, 1)]
        for branch, above, ply, state, times in waiting:  # grows while it is read
            if isinstance(branch, dict):
                waiting += self._add_pruned(branch, above, ply, state)
            else:
                waiting += self._add(branch, above, ply, state)
            self.items[-1].times = times
            plies.append(ply)
        return plies

    def _find_fold_depth(self, max_nodes: int) -> int:
        """Return the depth to which at most the wanted number of nodes lie."""
        counts: dict[int, int] = {}
        waiting: list[tuple[_Branch, int]] = [] if self.root is None else [(self.root, 0)]
        for branch, depth in waiting:  # grows while it is read
            counts[depth] = counts.get(depth, 0) + 1
            waiting += [(below, depth + 1) for below in self._find_below(branch)]
        total = depth = 0
        for depth in sorted(counts):
            total += counts[depth]
            if total > max_nodes:
                return max(depth - 1, 1)
        return depth

    def _list_children(self, number: int) -> list[int]:
        """Return the successors of a node that were visited."""
        node = self.replay.nodes.get(number)
        return [] if node is None else list(node.children)

    def _find_below(self, branch: _Branch) -> list[_Branch]:
        """Return the successors of a branch, visited or pruned."""
        if isinstance(branch, dict):
            return list(branch.get("below", ()))
        node = self.replay.nodes[branch]
        return [*node.children, *node.pruned]

    def _add(self, number: int, above: int | None, ply: int, state: Any) -> list[_Waiting]:
        """Add a visited node; return what hangs below it, in the order of its actions."""
        node = self.replay.nodes[number]
        index = self._put(self._make_item(node, number in self.best), above)
        self.items[index].folded = node.hidden
        if number in self.opened:
            self.items[index].opens, self.items[index].is_opened = number, True
        elif ply >= self.deepest and node.children and number not in self.unfolded:
            self.items[index].folded += self._count_below(node)
            self.items[index].opens = number
            return []
        share = self._find_share(node.player, len(node.actions))
        below: dict[str, list[_Branch]] = {action: [] for action in node.actions}
        for child in node.children:
            below[str(self.replay.nodes[child].action)].append(child)
        for i, cut in enumerate(node.pruned):
            below[cut["action"]].append(cut | {"is_cut": i == 0} | share)
        waiting = self._choose_below(below, index, ply, state)
        if node.others:
            waiting.append(({"left_out": node.others}, index, ply + 1, None, 1))
        return waiting

    def _add_pruned(
        self, branch: dict[str, Any], above: int | None, ply: int, state: Any
    ) -> list[_Waiting]:
        """Add a pruned node; return what hangs below it."""
        item = self._make_pruned_item(branch)
        index = self._put(item, above)
        below = branch.get("below", ())
        if ply >= self.deepest:
            item.folded = sum(map(count_nodes, below))
            return []
        share = self._find_share(branch.get("player"), len(below))
        groups = {child["action"]: [child | share] for child in below}
        return self._choose_below(groups, index, ply, state)

    def _choose_below(
        self, below: Mapping[str, Sequence[_Branch]], index: int, ply: int, state: Any
    ) -> list[_Waiting]:
        """Return the branches that are drawn below an item; add … for the others."""
        reached = [action for action, group in below.items() if group]
        if self.fold is None or state is None:
            return [(one, index, ply + 1, None, 1) for group in below.values() for one in group]
        if self.items[index].is_opened:
            return [
                (one, index, ply + 1, self.fold.follow(state, action), 1)
                for action, group in below.items()
                for one in group
            ]
        chosen = self.fold.choose(state, reached, self._list_wanted(below))
        waiting: list[_Waiting] = []
        for action in chosen.shown:
            after = self.fold.follow(state, action)
            times = chosen.times[action]
            waiting += [(one, index, ply + 1, after, times) for one in below[action]]
        if chosen.left_out:
            more = {"left_out": f"{chosen.left_out} more", "opens": self.items[index].node}
            waiting.append((more, index, ply + 1, None, 1))
        return waiting

    def _list_wanted(self, below: Mapping[str, Sequence[_Branch]]) -> list[str]:
        """Return the actions that are drawn in any case.

        They are those of the principal variation; elsewhere the first that gives a node its value.
        """
        best = {
            a for a, group in below.items() if any(one in self.best for one in _list_visited(group))
        }
        wanted = [action for action in below if action in best]
        return wanted or [a for a, group in below.items() if self._is_deciding(group)][:1]

    def _is_deciding(self, group: Sequence[_Branch]) -> bool:
        """Return whether a successor has the value of the node above it."""
        nodes = [self.replay.nodes[one] for one in _list_visited(group)]
        above = self.replay.nodes[nodes[0].parent or 0] if nodes else None
        return above is not None and any(
            node.is_done and node.value == above.value for node in nodes
        )

    def _make_pruned_item(self, branch: dict[str, Any]) -> SceneItem:
        if "left_out" in branch:
            return SceneItem("", MORE, note=branch["left_out"], opens=branch.get("opens"))
        value, odds = branch.get("value"), branch.get("probability")
        return SceneItem(
            label=branch["label"],
            shape=self._choose_shape(branch.get("player")),
            value=branch.get("unknown", "") if value is None else self.replay.trace.write(value),
            mover=self._name_mover(branch.get("player")),
            action=branch["action"],
            probability="" if odds is None else format_ratio(odds),
            is_pruned=True,
            is_cut=branch.get("is_cut", False),
            **_describe_board(branch.get("board")),
            **self._find_notes(branch["label"]),
        )

    def _find_notes(self, label: str) -> dict[str, Any]:
        """Return the state that a node of a tree stands for, and whose turn an end is."""
        note = self.notes.get(label, {})
        turn = choose_turn(note.get("turn"), self.header["player"])
        return {"state": note.get("state", ""), "turn": turn}

    def _find_share(self, p: int | None, count: int) -> dict[str, float]:
        """Return the probability of each unvisited successor below a uniformly random opponent."""
        if not count or p == CHANCE or not is_random(self.header, p):
            return {}
        is_uniform = self.header["choices"]["opponents"] == UNIFORM
        return {"probability": 1 / count} if is_uniform else {}

    def _put(self, item: SceneItem, above: int | None) -> int:
        self.items.append(item)
        if above is not None:
            self.items[above].children.append(len(self.items) - 1)
        return len(self.items) - 1

    def _count_below(self, node: ReplayNode) -> int:
        count, waiting = 0, list(node.children)
        while waiting:
            below = self.replay.nodes[waiting.pop()]
            count += 1 + below.hidden
            waiting += below.children
        return count

    def _make_item(self, node: ReplayNode, is_best: bool) -> SceneItem:
        odds = self.odds.get((node.parent, node.action)) if node.parent is not None else None
        window = self.replay.trace.write_window(node.alpha, node.beta) if self.windows else ""
        is_range = self.windows == "ranges"
        on_edge = self.windows == "edges" and node.parent is not None
        is_estimate = node.is_estimate and not node.children and not node.pruned
        shape = LEAF if node.is_leaf or is_estimate else self._choose_shape(node.player)
        notes = self._find_notes(node.label)
        if is_estimate:
            notes["turn"] = self._choose_shape(node.player)
        return SceneItem(
            label=node.label,
            shape=shape,
            value="" if is_range and shape != LEAF else write_value(node, self.replay.trace),
            window=self._write_beside(node, window) if shape != LEAF and not on_edge else "",
            passed=window if on_edge else "",
            mover="" if shape == LEAF else self._name_mover(node.player),
            action=node.action or "",
            probability="" if odds is None else format_ratio(odds),
            is_best=is_best,
            is_current=node.id == self.replay.current,
            is_estimate=is_estimate,
            is_secondary=node.secondary > 0,
            reach=self._write_reach(node),
            **{"note": node.note} | _describe_board(node.board),
            **notes,
            node=node.id,
        )

    def _write_reach(self, node: ReplayNode) -> str:
        """Return how deep a secondary search went, at the node where it begins."""
        above = None if node.parent is None else self.replay.nodes[node.parent]
        is_first = above is not None and above.secondary == 0 < node.secondary
        return f"depth {node.secondary}" if is_first else ""

    def _write_beside(self, node: ReplayNode, window: str) -> str:
        """Return what stands beside an inner node: its window, or the range of its value."""
        return write_range(self.replay, node) if self.windows == "ranges" else window

    def _choose_shape(self, p: int | None) -> str:
        if p is None:
            return LEAF
        if is_random(self.header, p):
            return CHANCE_NODE
        many = len(self.header.get("players", ())) > 2
        return MAX if p == self.header["player"] or many else MIN

    def _name_mover(self, p: int | None) -> str:
        """Return the name of the player to move, where the shape does not say it."""
        names = self.header.get("players", ())
        if p is None or p == CHANCE:
            return ""
        if len(names) > 2:
            return name_player(names[p]) if p < len(names) else ""
        return "MIN" if is_random(self.header, p) else ""


def _list_visited(group: Sequence[_Branch]) -> list[int]:
    """Return the visited nodes among branches."""
    return [one for one in group if isinstance(one, int)]


def _describe_board(board: dict[str, Any] | None) -> dict[str, Any]:
    """Return the board to draw; of one that is too large, its size in words."""
    if board is None or board["cells"]:
        return {"board": board}
    return {"note": f"{board['rows']}×{board['columns']} board"}


def find_best_path(replay: Replay, root: int) -> set[int]:
    """Return the nodes on the principal variation that the search reported."""
    path, node = {root}, replay.nodes[root]
    for action in replay.trace.header.get("line", []):
        after = [child for child in node.children if replay.nodes[child].action == action]
        if not after:
            break
        node = replay.nodes[after[-1]]
        path.add(node.id)
    return path


def write_range(replay: Replay, node: ReplayNode) -> str:
    """Return what the value of an inner node must lie in, by what was seen so far."""
    if replay.trace.has_vectors or not node.is_inner:
        return ""
    return replay.value_interval(node).write_ends(replay.trace.write)


def write_value(node: ReplayNode, trace: Trace) -> str:
    """Return a node's value as far as it is known: ≤ or ≥ before a bound, ≈ before an estimate."""
    if node.vector is not None:
        return format_vector(node.vector)
    if trace.has_vectors:  # the number of one player is not the node's value
        return ""
    if node.unknown:
        return node.unknown
    if node.range is not None:
        return node.range.write(trace.write)
    if node.words:
        return node.words
    if node.value is None or abs(node.value) == INFINITY:
        return ""
    sign = "≈ " if node.is_estimate else SIGNS.get(node.bound, "")
    return sign + trace.write(node.value)
