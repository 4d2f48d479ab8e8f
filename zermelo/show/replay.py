"""A trace, step by step, forwards and backwards.

Each event changes a few fields of one node and the counters. The changes are noted with what was there before, so a step
in either direction costs the same wherever it is taken.

>>> from zermelo import search, tree
>>> replay = Replay(search.alphabeta(tree.figure("two-ply"), trace=True).trace)
>>> replay.to(len(replay))
>>> replay.nodes[0].value, replay.visited, replay.pruned
(3.0, 11, 2)
>>> replay.to(0)
>>> replay.nodes
{}
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from zermelo.game import CHANCE
from zermelo.trace import Trace

ABSENT = object()

LONGEST_LABEL = 8
"""A longer label is a whole position: nothing to be said in a sentence."""


@dataclass
class Node:
    """A node as far as the replay has come.

    `alpha` and `beta` are the window it was entered with, `low` and `high` the window that it handed to its last successor;
    `hidden` counts the nodes below it that were not recorded. `vector` is what max^n holds there, as soon as it holds something.
    """

    id: int
    parent: int | None
    label: str
    action: str | None
    player: int | None
    actions: list[str]
    alpha: float
    beta: float
    board: dict[str, Any] | None = None
    value: float | None = None
    bound: str = ""
    low: float = 0.0
    high: float = 0.0
    hidden: int = 0
    vector: list[float] | None = None
    is_leaf: bool = False
    is_estimate: bool = False
    is_done: bool = False
    reason: str = ""
    pruned: list[dict[str, Any]] = field(default_factory=list)
    children: list[int] = field(default_factory=list)


def size(pruned: dict[str, Any]) -> int:
    """How many nodes a pruned branch is known to have."""
    return 1 + sum(map(size, pruned.get("below", ())))


def is_whole(pruned: dict[str, Any]) -> bool:
    """Are these all of its nodes?"""
    return not pruned.get("more") and all(map(is_whole, pruned.get("below", ())))


def is_drawn(header: dict[str, Any], p: int | None) -> bool:
    """Is a move of this player drawn by lot? Chance does so, and opponents if the search takes them to."""
    return p == CHANCE or (
        p is not None and p != header["player"] and "opponents" in header.get("choices", {})
    )


class Replay:
    """Stands between two events of a trace; `forward` and `back` move by one, `to` to any step.

    `visited`, `evaluated` and `pruned` count nodes; where a pruned branch was too large to be recorded, `is_pruned_more`.
    """

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.step = 0
        self.nodes: dict[int, Node] = {}
        self.current: int | None = None
        self.path: tuple[int, ...] = ()
        self.visited = self.evaluated = self.pruned = 0
        self.is_pruned_more = False
        self._undo: list[list[tuple[Any, Any, Any]]] = []

    def __len__(self) -> int:
        return len(self.trace.events)

    @cached_property
    def has_long_labels(self) -> bool:
        """Are nodes better named by the moves that lead to them? All of them or none, whichever of the labels is long."""
        return any(
            len(event["label"]) > LONGEST_LABEL
            for event in self.trace.events
            if event["event"] == "enter"
        )

    @property
    def event(self) -> dict[str, Any] | None:
        """The event that was replayed last."""
        return self.trace.events[self.step - 1] if self.step else None

    def to(self, step: int) -> None:
        """Go to a step: 0 is before the first event."""
        step = min(max(step, 0), len(self))
        while self.step < step:
            self.forward()
        while self.step > step:
            self.back()

    def forward(self) -> None:
        """Replay one event."""
        if self.step < len(self):
            self._changes: list[tuple[Any, Any, Any]] = []
            event = self.trace.events[self.step]
            getattr(self, "_" + event["event"], self._nothing)(event)
            self._undo.append(self._changes)
            self.step += 1

    def back(self) -> None:
        """Take one event back."""
        if self.step > 0:
            for owner, key, before in reversed(self._undo.pop()):
                if isinstance(owner, dict):
                    if before is ABSENT:
                        del owner[key]
                    else:
                        owner[key] = before
                elif isinstance(owner, list):
                    owner.pop()
                else:
                    setattr(owner, key, before)
            self.step -= 1

    # ------------------------------------------------------------------ changes that can be undone

    def _set(self, owner: Any, key: str, value: Any) -> None:
        self._changes.append((owner, key, getattr(owner, key)))
        setattr(owner, key, value)

    def _put(self, key: int, node: Node) -> None:
        self._changes.append((self.nodes, key, self.nodes.get(key, ABSENT)))
        self.nodes[key] = node

    def _append(self, items: list[int], item: int) -> None:
        self._changes.append((items, None, None))
        items.append(item)

    # ------------------------------------------------------------------ one method for each kind of event

    def _nothing(self, event: dict[str, Any]) -> None:
        """An event that changes no node."""

    def _enter(self, event: dict[str, Any]) -> None:
        keys = ("parent", "label", "action", "player", "actions", "alpha", "beta", "board")
        node = Node(event["node"], *(event.get(key) for key in keys))  # type: ignore[arg-type]
        node.low, node.high = node.alpha, node.beta
        self._put(event["node"], node)
        if event["parent"] is not None:
            above = self.nodes[event["parent"]]
            self._append(above.children, event["node"])
            if not is_drawn(
                self.trace.header, above.player
            ):  # chance hands down what this one outcome may do to the mean
                self._set(above, "low", node.alpha)
                self._set(above, "high", node.beta)
        self._set(self, "path", (*self.path, event["node"]))
        self._set(self, "current", event["node"])
        self._set(self, "visited", self.visited + 1)

    def _valued(self, event: dict[str, Any], is_estimate: bool) -> None:
        node = self.nodes[event["node"]]
        self._set(node, "value", event["value"])
        self._set(node, "is_leaf", not is_estimate)
        self._set(node, "is_estimate", is_estimate)
        self._set(self, "evaluated", self.evaluated + 1)

    def _leaf(self, event: dict[str, Any]) -> None:
        self._valued(event, False)

    def _horizon(self, event: dict[str, Any]) -> None:
        self._valued(event, True)

    def _update(self, event: dict[str, Any]) -> None:
        node = self.nodes[event["node"]]
        self._set(node, "value", event["new"])
        got = self.nodes[node.children[-1]].vector if node.children else None
        if got is not None and event["rule"] == "mean":
            before = node.vector or [0.0] * len(got)
            self._set(
                node,
                "vector",
                [x + event["probability"] * y for x, y in zip(before, got, strict=True)],
            )
        elif got is not None and event["new"] > event["old"]:
            self._set(node, "vector", got)

    def _cut(self, event: dict[str, Any]) -> None:
        node = self.nodes[event["node"]]
        self._set(node, "reason", event["reason"])
        self._set(node, "pruned", event["pruned"])
        self._set(self, "pruned", self.pruned + sum(map(size, event["pruned"])))
        if not all(map(is_whole, event["pruned"])):
            self._set(self, "is_pruned_more", True)

    def _vector(self, event: dict[str, Any]) -> None:
        self._set(self.nodes[event["node"]], "vector", event["values"])

    def _leave(self, event: dict[str, Any]) -> None:
        node = self.nodes[event["node"]]
        self._set(node, "value", event["value"])
        self._set(node, "bound", event["bound"])
        self._set(node, "hidden", event.get("hidden", 0))
        self._set(node, "is_done", True)
        self._set(self, "path", self.path[:-1])
        self._set(self, "current", node.parent)

    def _iteration(self, event: dict[str, Any]) -> None:
        self._set(self, "path", ())
