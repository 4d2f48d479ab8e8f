"""Makes a film from a trace: the trees are painted once, then every event becomes a step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from zermelo.errors import TooLarge
from zermelo.formatting import format_decimal, format_vector
from zermelo.panel import NODE, PLAYER, STATE
from zermelo.show.film import DONE, NOW, OPEN, PRUNED, Film, Look, Step, has_window
from zermelo.show.film_variables import (
    STACK,
    find_stack,
    find_window,
    list_stack_windows,
    settle_variables,
)
from zermelo.show.fold import Fold
from zermelo.show.replay import Replay, ReplayNode
from zermelo.show.scene import LEAF, MORE, Scene, SceneItem, Style, Windows
from zermelo.show.scene import MAX_NODES as TREE_NODES
from zermelo.show.sentences import write_sentence
from zermelo.show.trace_scene import find_best_path, paint, trace_scene, write_range, write_value
from zermelo.show.words import abbreviate_node, name_player, write_stack
from zermelo.trace import Trace

MAX_STEPS = 20_000

MAX_NODES = 200
"""Trees with more nodes are folded: a film is watched node by node."""

Place = tuple[int, int]
"""Where a node is drawn: the number of the tree, and of the item in it."""


def film(
    trace: Trace,
    max_nodes: int = MAX_NODES,
    style: Style = "triangles",
    fold: Fold | None = None,
    opened: frozenset[int] = frozenset(),
) -> Film:
    """Return the film of a trace; its trees are folded beyond `max_nodes` nodes, and by `fold`.

    Below the nodes in `opened` all successors are drawn.
    """
    if len(trace) > MAX_STEPS:
        raise TooLarge(
            f"a film of {len(trace):,} steps is too long to watch ({MAX_STEPS:,} at most): "
            "limit the depth or the plies"
        )
    return _FilmMaker(trace, max_nodes, style, fold, opened).make()


def paint_step(
    trace: Trace,
    step: int | None = None,
    windows: Windows = "",
    max_nodes: int = TREE_NODES,
    style: Style = "triangles",
    fold: Fold | None = None,
    opened: frozenset[int] = frozenset(),
) -> Scene:
    """Return the tree after all steps, or after some with the nodes that are ahead in grey."""
    if step is None:
        return trace_scene(trace, None, windows, max_nodes, style, fold)
    return film(trace, max_nodes, style, fold, opened).frame(step, windows)


class _FilmMaker:
    def __init__(
        self,
        trace: Trace,
        max_nodes: int,
        style: Style = "triangles",
        fold: Fold | None = None,
        opened: frozenset[int] = frozenset(),
    ) -> None:
        self.trace, self.style, self.fold, self.opened = trace, style, fold, opened
        self.scenes: list[Scene] = []
        self.entered: list[list[str]] = []
        self.best: list[list[int]] = []
        self.places: dict[int, Place] = {}
        for end in self._find_ends():
            self._add_tree(end, max_nodes)
        self.looks: dict[Place, Look] = {}
        self.replay = Replay(trace)
        self.tree = 0
        self.now: int | None = None
        """The node that the step is about: one that returns stays current until the next step."""
        self.windows: dict[int, tuple[float, float]] = {}
        events = {event["event"] for event in trace.events}
        self.has_stack = "stack" in events and not self.replay.has_long_labels

    def make(self) -> Film:
        """Return the film."""
        steps = [self._make_step() for _ in range(len(self.trace))]
        calls = _Calls(self.replay).write_all()
        self._rewind(steps)
        is_more = self.replay.is_pruned_more
        return Film(self.trace.header, self.scenes, steps, calls, self.best, self.entered, is_more)

    # ------------------------------------------------------------------ trees

    def _find_ends(self) -> list[int]:
        """Return the steps after which a tree is complete.

        They are the steps before each iteration but the first, and the end.
        """
        begins = [i for i, event in enumerate(self.trace.events) if event["event"] == "iteration"]
        return [*begins[1:], len(self.trace)] if self.trace.events else []

    def _add_tree(self, end: int, max_nodes: int) -> None:
        """Paint the tree that is complete at a step; note where its nodes are drawn."""
        replay = Replay(self.trace)
        replay.to(end)
        scene = paint(replay, "", max_nodes, self.style, self.fold, self.opened)
        scene.items = [replace(item, is_given=_is_given(replay, item)) for item in scene.items]
        drawn = {item.node: i for i, item in enumerate(scene.items) if item.node is not None}
        root = scene.items[0].node
        assert root is not None
        self._place_nodes(replay, drawn, root)
        self.scenes.append(scene)
        self.entered.append([_write_entry_window(replay, item) for item in scene.items])
        path = find_best_path(replay, root) if end == len(self.trace) else set()
        self.best.append(sorted(drawn[node] for node in path if node in drawn))

    def _place_nodes(self, replay: Replay, drawn: dict[int, int], root: int) -> None:
        """Note the item of each node of the tree; a folded node has the item of its parent."""
        tree = len(self.scenes)
        for node in replay.nodes.values():
            if node.id in drawn:
                self.places[node.id] = (tree, drawn[node.id])
            elif node.id >= root:
                parent = node.parent if node.parent is not None else root
                self.places[node.id] = self.places[parent]

    # ------------------------------------------------------------------ steps

    def _make_step(self) -> Step:
        """Replay one event and return its step."""
        replay = self.replay
        before, path = self.now, replay.path
        replay.forward()
        event = replay.event
        assert event is not None
        self._choose_tree(event)
        variables = settle_variables(replay)
        self._choose_node(event, variables)
        calls = path if event["event"] == "leave" else replay.path  # a call that returns is open
        return Step(
            say=write_sentence(replay),
            tree=self.tree,
            kind=event["event"],
            at=tuple(event["at"]) if "at" in event else None,
            variables=write_variables(replay, variables, calls) | self._write_open_nodes(),
            calls=list(calls),
            counts=(replay.visited, replay.evaluated, replay.pruned),
            looks=self._find_looks(event, before),
        )

    def _write_open_nodes(self) -> dict[str, str]:
        """Return the stack of a search that has one, as the lecture's Table 3 writes it."""
        row = find_stack(self.replay) if self.has_stack else None
        return {} if row is None else {STACK: write_stack(row, self.trace.write)}

    def _choose_tree(self, event: dict[str, Any]) -> None:
        """Turn to the tree that an event belongs to."""
        if event["event"] == "enter":
            self.tree = self.places[event["node"]][0]
        elif event["event"] == "iteration" and self.replay.step > 1:
            self.tree = min(self.tree + 1, len(self.scenes) - 1)

    def _choose_node(self, event: dict[str, Any], variables: dict[str, Any]) -> None:
        """Turn to the node that a step is about, and note its window."""
        is_return = event["event"] == "leave" and self.replay.step < len(self.trace)
        self.now = event["node"] if is_return else self.replay.current
        window = find_window(self.replay, variables)
        if event["event"] == "stack":
            self.windows |= list_stack_windows(self.replay)
        elif window is not None:
            self.windows[event["node"]] = window
        elif event["event"] == "enter" and event["parent"] is not None:
            self.windows.pop(event["parent"], None)  # the replay knows what was handed down

    def _find_looks(self, event: dict[str, Any], before: int | None) -> list[Look]:
        """Return the looks that an event changes."""
        path = self.replay.path  # a leaf may narrow the range of each
        nodes = (before, self.now, self.replay.current, event.get("node"), *path)
        touched = sorted({node for node in nodes if node is not None})
        looks = [look for node in touched if (look := self._look(node)) is not None]
        if event["event"] == "cut":
            looks += self._cut_looks(event["node"])
        if event["event"] == "enter":
            looks += self._more_looks(event["node"])
        return [look for look in looks if self._is_new(look)]

    def _is_new(self, look: Look) -> bool:
        key = (self.tree, look.item)
        is_changed = self.looks.get(key) != look
        self.looks[key] = look
        return is_changed

    def _look(self, node: int) -> Look | None:
        """Return the present look of the item that stands for a node; None in another tree."""
        tree, index = self.places[node]
        item, current = self.scenes[tree].items[index], self.now
        if tree != self.tree or item.node is None:
            return None
        known = self.replay.nodes[item.node]
        is_now = current is not None and self.places[current] == (tree, index)
        stage = NOW if is_now else DONE if known.is_done else OPEN
        low, high = self.windows.get(known.id, (known.low, known.high))
        window = "" if known.is_done else self.trace.write_window(low, high)
        value = write_value(known, self.trace) or (item.value if item.is_given else "")
        return Look(index, stage, value, window, write_range(self.replay, known))

    def _cut_looks(self, node: int) -> list[Look]:
        """Return the looks of the pruned successors and of all items below them."""
        tree, index = self.places[node]
        items = self.scenes[tree].items
        if items[index].node != node:
            return []
        waiting = [child for child in items[index].children if items[child].is_pruned]
        for child in waiting:  # grows while it is read
            waiting += items[child].children
        return [Look(child, PRUNED, items[child].value) for child in waiting]

    def _more_looks(self, node: int) -> list[Look]:
        """Return the looks of the … below a node, which appears with the node."""
        tree, index = self.places[node]
        items = self.scenes[tree].items
        is_drawn = tree == self.tree and items[index].node == node
        more = [child for child in items[index].children if items[child].shape == MORE]
        return [Look(child, OPEN) for child in more] if is_drawn else []

    def _rewind(self, steps: list[Step]) -> None:
        """Let every item be ahead, with room for its longest words."""
        room: dict[Place, str] = {}
        for step in steps:
            for look in step.looks:
                key = (step.tree, look.item)
                item = self.scenes[step.tree].items[look.item]
                beside = (look.window, "" if item.board else look.range)  # boards need their room
                words = beside if has_window(item) else ()
                room[key] = max(room.get(key, ""), look.value, *words, key=len)
        for tree, scene in enumerate(self.scenes):
            scene.items = [
                _rewind_item(item, room.get((tree, i), "")) for i, item in enumerate(scene.items)
            ]


def _rewind_item(item: SceneItem, room: str) -> SceneItem:
    return replace(item, is_ahead=True, is_best=False, is_current=False, room=room)


def _write_entry_window(replay: Replay, item: SceneItem) -> str:
    if item.node is None:
        return ""
    node = replay.nodes[item.node]
    return replay.trace.write_window(node.alpha, node.beta)


def _is_given(replay: Replay, item: SceneItem) -> bool:
    """Return whether an item is a terminal drawn with its payoff; an estimate is not given."""
    is_end = item.node is None or not replay.nodes[item.node].is_estimate
    return item.shape == LEAF and item.board is None and item.value != "" and is_end


# ---------------------------------------------------------------------- calls and variables


class _Calls:
    """Writes the call of each node: the function and its arguments."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.listings = replay.trace.header.get("listing", {})
        self.kinds = replay.trace.header.get("kinds", {})

    def write_all(self) -> dict[int, str]:
        """Return the text of each node's call; its name if the search has a stack of its own."""
        texts = {}
        for event in self.replay.trace.events:
            if event["event"] == "enter":
                node = self.replay.nodes[event["node"]]
                is_call = "at" in event and self._has_state(event["variables"], node)
                texts[node.id] = (
                    self._write(event, node) if is_call else abbreviate_node(self.replay, node)
                )
        return texts

    def _has_state(self, variables: dict[str, Any], node: ReplayNode) -> bool:
        """Return whether a variable of the running function holds the node's state."""
        return any(
            value == node.label
            for name, value in variables.items()
            if self.kinds.get(name) == STATE
        )

    def _write(self, event: dict[str, Any], node: ReplayNode) -> str:
        name = event["at"][0]
        parameters = self.listings[name][0].partition("(")[2].rpartition(")")[0].split(", ")
        arguments = {
            key: value
            for key, value in event["variables"].items()
            if key in parameters and self.kinds.get(key) != PLAYER
        }
        texts = write_variables(self.replay, arguments, [node.id])
        return f"{name}({', '.join(f'{key}={text}' for key, text in texts.items())})"


def write_variables(
    replay: Replay, variables: dict[str, Any], path: Sequence[int]
) -> dict[str, str]:
    """Return the values of variables for people; states on the path have the sentences' names.

    What a variable holds is in the header's `kinds`, see `zermelo.panel`.
    """
    kinds = replay.trace.header.get("kinds", {})
    nodes = [replay.nodes[node] for node in path]
    names = {node.label: abbreviate_node(replay, node) for node in nodes}
    return {
        key: names.get(value, value)
        if kinds.get(key) in (STATE, NODE)
        else name_player(value)
        if kinds.get(key) == PLAYER
        else _write_variable(value, replay.trace)
        for key, value in variables.items()
    }


def _write_variable(x: Any, trace: Trace) -> str:
    """Return a number, a truth value, a vector or an action for people."""
    if isinstance(x, bool):
        return "yes" if x else "no"
    if isinstance(x, int):  # a count, such as the depth
        return format_decimal(x)
    if isinstance(x, float):
        return trace.write_bound(x)
    return format_vector(x) if isinstance(x, list) else str(x)
