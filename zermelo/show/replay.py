"""A trace, step by step, forwards and backwards.

Each event changes a few fields of one node and the counters. Every change is noted together with
the value before it, so that a step costs the same in both directions.

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
from zermelo.interval import ANYTHING, Interval, max_of, mean_of, min_of
from zermelo.trace import Trace

ABSENT = object()

LONGEST_LABEL = 8
"""A longer label is a whole position, too long for a sentence."""


@dataclass
class ReplayNode:
    """A node as far as the replay has come.

    `alpha` and `beta` are the window on entry, `low` and `high` the window handed to the last
    successor. `hidden` counts the nodes below that were not recorded. `vector` is the value vector
    of max^n, as soon as there is one. `terms` are the outcomes of a chance node so far: the
    probability of each, and its value or vector. `unknown` is the name of a payoff that is not
    known, `range` what a finished node's value lies in if it depends on such payoffs. `interval` is
    what the value must lie in after what was seen; None if nothing was seen. `words` are the value
    as it is written, if the trace says so, and `note` stands below the node; `others` are the moves
    that the trace counts and does not follow, in words.
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
    unknown: str = ""
    range: Interval | None = None
    interval: Interval | None = None
    terms: tuple[tuple[float, Any], ...] = ()
    secondary: int = 0
    """The depth of the secondary search that the node belongs to; 0 in the primary search."""
    is_leaf: bool = False
    is_estimate: bool = False
    is_done: bool = False
    reason: str = ""
    words: str = ""
    note: str = ""
    others: str = ""
    pruned: list[dict[str, Any]] = field(default_factory=list)
    children: list[int] = field(default_factory=list)

    @property
    def is_inner(self) -> bool:
        """Whether the node's value comes from its successors."""
        return bool(self.actions) and not self.is_estimate


def count_nodes(pruned: dict[str, Any]) -> int:
    """Return the number of recorded nodes of a pruned branch."""
    return 1 + sum(map(count_nodes, pruned.get("below", ())))


def is_whole(pruned: dict[str, Any]) -> bool:
    """Return whether all nodes of a pruned branch are recorded."""
    return not pruned.get("more") and all(map(is_whole, pruned.get("below", ())))


def is_random(header: dict[str, Any], p: int | None) -> bool:
    """Return whether this player's moves are random: chance, and opponents modelled as random."""
    return p == CHANCE or (
        p is not None and p != header["player"] and "opponents" in header.get("choices", {})
    )


def is_secondary(header: dict[str, Any], event: dict[str, Any]) -> bool:
    """Return whether an event begins a search beyond the depth limit, in singular extension."""
    limit = header.get("depth")
    return event["event"] == "secondary" and limit is not None and event["depth"] > limit


class Replay:
    """Stands between two events of a trace; `forward` and `back` move by one, `to` to any step.

    `visited`, `evaluated` and `pruned` count nodes. `is_pruned_more` says that a pruned branch was
    too large to be recorded, so that `pruned` is a lower bound.
    """

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.step = 0
        self.nodes: dict[int, ReplayNode] = {}
        self.current: int | None = None
        self.path: tuple[int, ...] = ()
        self.visited = self.evaluated = self.pruned = 0
        self.is_pruned_more = False
        self.secondary = 0
        self._undo: list[list[tuple[Any, Any, Any]]] = []

    def __len__(self) -> int:
        return len(self.trace.events)

    @cached_property
    def has_long_labels(self) -> bool:
        """Whether nodes are named by the moves to them: one long label is enough for all."""
        return any(
            len(event["label"]) > LONGEST_LABEL
            for event in self.trace.events
            if event["event"] == "enter"
        )

    @property
    def event(self) -> dict[str, Any] | None:
        """The event that was replayed last; None before the first."""
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
            getattr(self, "_on_" + event["event"], self._on_other)(event)
            if event["event"] in ("leaf", "horizon", "update", "leave"):
                self._narrow(event["node"])
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

    # ------------------------------------------------------------------ what is known

    def successors(self, node: ReplayNode) -> list[int]:
        """Return the node that each action led to; the last one if it was searched again."""
        return list({self.nodes[child].action: child for child in node.children}.values())

    def current_tree(self) -> list[ReplayNode]:
        """Return the nodes of the tree that the search is in, in the order of their numbers."""
        waiting = [max(node.id for node in self.nodes.values() if node.parent is None)]
        for node in waiting:  # grows while it is read
            waiting += self.successors(self.nodes[node])
        return [self.nodes[node] for node in sorted(waiting)]

    def value_interval(self, node: ReplayNode) -> Interval:
        """Return the interval that a node's value must lie in, by what was seen so far.

        A leaf that was not seen can have any value within the game's bounds.
        """
        return node.interval or self.bounds

    def _narrow(self, number: int | None) -> None:
        """Narrow the interval of a node, and those above it as far as they change."""
        while number is not None:
            node = self.nodes[number]
            known = self._find_interval(node)
            if known == node.interval:
                return
            self._set(node, "interval", known)
            number = node.parent

    def _find_interval(self, node: ReplayNode) -> Interval:
        """Return the interval of a node by its own value, or by those of its successors."""
        if not node.is_inner or not node.children:
            return self._find_own_interval(node)
        if is_random(self.trace.header, node.player):
            return self._find_mean(node)
        seen = [self.value_interval(self.nodes[child]) for child in self.successors(node)]
        seen += [self.bounds] * (len(node.actions) - len(seen))
        return (max_of if node.player == self.trace.header["player"] else min_of)(seen)

    def _find_own_interval(self, node: ReplayNode) -> Interval:
        """Return the interval of a leaf, or of a node whose successors were not recorded."""
        if node.range is not None or node.value is None:
            return node.range or self.bounds
        low = self.bounds.low if node.bound == "at most" else node.value
        return Interval(low, self.bounds.high if node.bound == "at least" else node.value)

    def _find_mean(self, node: ReplayNode) -> Interval:
        """Return the interval of a chance node: what was not seen can have any value."""
        if node.is_done:
            return self._find_own_interval(node)
        seen = [self.value_interval(self.nodes[child]) for child in node.children]
        parts = [(p, known) for (p, _), known in zip(node.terms, seen, strict=False)]
        return mean_of([*parts, (max(1 - sum(p for p, _ in parts), 0.0), self.bounds)])

    @cached_property
    def bounds(self) -> Interval:
        """The least and the largest value that the game has."""
        return Interval(*self.trace.header.get("bounds", ANYTHING))

    # ------------------------------------------------------------------ changes that can be undone

    def _set(self, owner: Any, key: str, value: Any) -> None:
        self._changes.append((owner, key, getattr(owner, key)))
        setattr(owner, key, value)

    def _put(self, key: int, node: ReplayNode) -> None:
        self._changes.append((self.nodes, key, self.nodes.get(key, ABSENT)))
        self.nodes[key] = node

    def _append(self, items: list[int], item: int) -> None:
        self._changes.append((items, None, None))
        items.append(item)

    # ------------------------------------------------------------------ one method per event

    def _on_other(self, event: dict[str, Any]) -> None:
        """An event that changes no node."""

    def _on_enter(self, event: dict[str, Any]) -> None:
        keys = ("parent", "label", "action", "player", "actions", "alpha", "beta", "board")
        facts: list[Any] = [event.get(key) for key in keys]
        node = ReplayNode(event["node"], *facts)
        node.secondary = self.secondary
        node.low, node.high = node.alpha, node.beta
        self._put(event["node"], node)
        if event["parent"] is not None:
            above = self.nodes[event["parent"]]
            self._append(above.children, event["node"])
            if not is_random(self.trace.header, above.player):  # the window there is one outcome's
                self._set(above, "low", node.alpha)
                self._set(above, "high", node.beta)
        self._set(self, "path", (*self.path, event["node"]))
        self._set(self, "current", event["node"])
        self._set(self, "visited", self.visited + 1)

    def _set_value(self, event: dict[str, Any], is_estimate: bool) -> None:
        node = self.nodes[event["node"]]
        self._set(node, "value", event["value"])
        self._set(node, "words", event.get("words", ""))
        if "unknown" in event:
            self._set(node, "unknown", event["unknown"])
            self._set(node, "range", Interval(*event["range"]))
        self._set(node, "is_leaf", not is_estimate)
        self._set(node, "is_estimate", is_estimate)
        self._set(self, "evaluated", self.evaluated + 1)

    def _on_leaf(self, event: dict[str, Any]) -> None:
        self._set_value(event, False)

    def _on_horizon(self, event: dict[str, Any]) -> None:
        self._set_value(event, True)

    def _on_update(self, event: dict[str, Any]) -> None:
        node = self.nodes[event["node"]]
        self._set(node, "value", event["new"])
        got = self.nodes[node.children[-1]].vector if node.children else None
        if event["rule"] == "mean":
            term = (event["probability"], event["got"] if got is None else got)
            self._set(node, "terms", (*node.terms, term))
        if got is not None and event["rule"] == "mean":
            before, p = node.vector or [0.0] * len(got), event["probability"]
            self._set(node, "vector", [x + p * y for x, y in zip(before, got, strict=True)])
        elif got is not None and event["new"] > event["old"]:
            self._set(node, "vector", got)

    def _on_cut(self, event: dict[str, Any]) -> None:
        node = self.nodes[event["node"]]
        self._set(node, "reason", event["reason"])
        self._set(node, "pruned", event["pruned"])
        self._set(self, "pruned", self.pruned + sum(map(count_nodes, event["pruned"])))
        if not all(map(is_whole, event["pruned"])):
            self._set(self, "is_pruned_more", True)

    def _on_others(self, event: dict[str, Any]) -> None:
        self._set(self.nodes[event["node"]], "others", event["words"])

    def _on_closed(self, event: dict[str, Any]) -> None:
        self._set(self.nodes[event["node"]], "reason", event["reason"])

    def _on_vector(self, event: dict[str, Any]) -> None:
        self._set(self.nodes[event["node"]], "vector", event["values"])

    def _on_leave(self, event: dict[str, Any]) -> None:
        node = self.nodes[event["node"]]
        self._set(node, "value", event["value"])
        self._set(node, "bound", event["bound"])
        self._set(node, "range", Interval(*event["range"]) if "range" in event else None)
        self._set(node, "hidden", event.get("hidden", 0))
        self._set(node, "words", event.get("words", ""))
        self._set(node, "note", event.get("note", ""))
        self._set(node, "is_done", True)
        self._set(self, "path", self.path[:-1])
        self._set(self, "current", node.parent)

    def _on_secondary(self, event: dict[str, Any]) -> None:
        is_deeper = is_secondary(self.trace.header, event)
        self._set(self, "secondary", event["depth"] if is_deeper else 0)

    def _on_iteration(self, event: dict[str, Any]) -> None:
        self._set(self, "path", ())
