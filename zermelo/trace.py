"""What a search did, as a list of events recorded by the textbook functions themselves.

A trace is data: a header and events, each a small dict with the keys below, ready for JSON. Viewers replay
it; none of them searches.

=============  ====================================================================================================
``enter``      node, parent, action, label, state, player, actions (all there are), ply, alpha, beta, board (if small): a new node
``leaf``       node, value: a terminal was valued
``horizon``    node, value: an estimate was taken
``update``     node, action, rule (max, min, mean), old, got, new: a successor's value was backed up
``cut``        node, value, alpha, beta, pruned (the actions left out), reason (a sentence)
``vector``     node, values: the value vector of an N-player node
``stack``      open: the explicit stack, front first, as [label, value] pairs ([label, α, β] with windows)
``leave``      node, value, bound (exact, at most, at least): the node is done
``iteration``  depth: iterative deepening begins a new depth; what follows is a new tree
``secondary``  action, depth: singular extension searches an action, to this depth
=============  ====================================================================================================
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from zermelo.errors import BadTrace, TooLarge
from zermelo.game import INFINITY, Game
from zermelo.watch import UNLIMITED, Watch

VERSION = 1
MOST_EVENTS = 200_000
SMALL_BOARD = 20
"""Boards of at most so many cells are recorded, to be drawn inside nodes."""


@dataclass
class Trace:
    """A recorded search.

    >>> from zermelo import search, tree
    >>> trace = search.alphabeta(tree.named("two-ply"), trace=True).trace
    >>> trace.reasons()
    ['C is at most 2; A already has 3', 'D is at most 2; A already has 3']
    """

    header: dict[str, Any]
    events: list[dict[str, Any]] = field(default_factory=list)

    def visited(self) -> list[str]:
        """The labels of the nodes entered, in order."""
        return [event["label"] for event in self.events if event["event"] == "enter"]

    def reasons(self) -> list[str]:
        """Why each cut was made."""
        return [event["reason"] for event in self.events if event["event"] == "cut"]

    def then(self, mark: dict[str, Any], other: Trace, parent: int | None = None, action: str | None = None) -> Trace:
        """This trace, a mark, and another one with its nodes numbered on; its root hung below `parent`, if one is given."""
        first = 1 + max((event["node"] for event in self.events if event["event"] == "enter"), default=-1)
        moved = []
        for event in other.events:
            event = dict(event)
            if "node" in event:
                event["node"] += first
            if event["event"] == "enter":
                root = event["parent"] is None
                event["parent"] = parent if root else event["parent"] + first
                event["action"] = action if root else event["action"]
                event["ply"] += parent is not None
            moved.append(event)
        return Trace(self.header, [*self.events, mark, *moved])

    def to_dict(self) -> dict[str, Any]:
        """The trace as JSON would hold it."""
        return {"format": "zermelo-trace", "version": VERSION, **self.header, "events": self.events}

    def to_json(self) -> str:
        """The trace as one JSON text; infinities are written as strings."""
        return json.dumps(_finite(self.to_dict()), ensure_ascii=False, allow_nan=False)

    @classmethod
    def from_dict(cls, data: Any) -> Trace:
        """The trace that `to_dict` made; refuses what is none, or of a later version."""
        if not isinstance(data, dict) or data.get("format") != "zermelo-trace" or not isinstance(data.get("events"), list):
            raise BadTrace("this is no trace: it must be the JSON that zermelo trace --form json writes")
        if data.get("version") != VERSION:
            raise BadTrace(f"the trace is of version {data.get('version')}; this program reads version {VERSION}")
        header = _infinite({key: value for key, value in data.items() if key not in ("format", "version", "events")})
        return cls(header, [_infinite(event) for event in data["events"]])

    @classmethod
    def from_json(cls, text: str) -> Trace:
        """The trace that `to_json` wrote.

        >>> from zermelo import search, tree
        >>> trace = search.alphabeta(tree.named("two-ply"), trace=True).trace
        >>> Trace.from_json(trace.to_json()) == trace
        True
        """
        try:
            return cls.from_dict(json.loads(text))
        except json.JSONDecodeError as error:
            raise BadTrace(f"this is no trace: {error}") from None

    def __len__(self) -> int:
        return len(self.events)

    def __repr__(self) -> str:
        return f"<Trace of {self.header.get('algorithm', 'a search')}: {len(self)} events>"


def _finite(x: Any) -> Any:
    """The same data with ±∞ as "inf" and "-inf", which JSON has no numbers for."""
    if isinstance(x, dict):
        return {key: _finite(value) for key, value in x.items()}
    if isinstance(x, list | tuple):
        return [_finite(value) for value in x]
    if isinstance(x, float) and abs(x) == INFINITY:
        return "inf" if x > 0 else "-inf"
    return x


def _infinite(event: dict[str, Any]) -> dict[str, Any]:
    """The event with "inf" and "-inf" as numbers again."""
    words = {"inf": INFINITY, "-inf": -INFINITY}

    def back(x: Any) -> Any:
        if isinstance(x, list):
            return [back(y) for y in x]
        return words.get(x, x) if isinstance(x, str) else x

    return {key: back(x) if key in _NUMBERS else x for key, x in event.items()}


_NUMBERS = frozenset({"alpha", "beta", "value", "old", "got", "new", "values", "open", "window"})
"""The keys whose values are numbers, or lists with numbers in them."""


def number(v: float) -> str:
    """A value as people write it: no .0, a true minus, ∞.

    >>> number(3.0), number(-0.5), number(float("-inf"))
    ('3', '−0.5', '−∞')
    """
    if abs(v) == INFINITY:
        text = "∞"
    else:
        text = f"{abs(v):.6g}"
    return ("−" if v < 0 and text != "0" else "") + text


@dataclass
class _Open:
    """A node on the path."""

    node: int
    state: Any
    label: str
    considered: list[Any]
    value: float | None = None


class Recorder(Watch):
    """A plain watch that also writes down every event."""

    def __init__(self, game: Game[Any, Any], header: dict[str, Any], budget: int = UNLIMITED, most: int = MOST_EVENTS) -> None:
        super().__init__(budget=budget)
        self.game = game
        self.trace = Trace(header)
        self.path: list[_Open] = []
        self.most = most
        self.entered = 0

    def _record(self, event: str, **facts: Any) -> None:
        if len(self.trace.events) >= self.most:
            raise TooLarge(f"the trace has {self.most:,} events already: limit the depth, or search without a trace")
        self.trace.events.append({"event": event, **facts})

    def enter(self, s: Any, alpha: float = -INFINITY, beta: float = INFINITY) -> None:
        super().enter(s, alpha, beta)
        above = self.path[-1] if self.path else None
        action = above.considered[-1] if above and above.considered else None
        label = self.game.label(s)
        self.path.append(_Open(self.entered, s, label, []))
        self._record(
            "enter",
            node=self.entered,
            parent=above.node if above else None,
            action=None if above is None else self.game.name(above.state, action),
            label=label,
            state=self.game.dump(s),
            player=None if self.game.terminal(s) else self.game.player(s),
            actions=[self.game.name(s, a) for a in self.game.options(s)],
            ply=len(self.path) - 1,
            alpha=alpha,
            beta=beta,
            board=self._small_board(s),
        )
        self.entered += 1

    def _small_board(self, s: Any) -> dict[str, Any] | None:
        """The position's cells, if there are few enough to be drawn inside a node."""
        board = self.game.board(s)
        if board is None or len(board.cells) > SMALL_BOARD:
            return None
        return {"rows": board.rows, "columns": board.columns, "cells": list(board.cells)}

    def consider(self, a: Any) -> None:
        super().consider(a)
        self.path[-1].considered.append(a)

    def leaf(self, v: float) -> float:
        v = super().leaf(v)
        self._record("leaf", node=self.path[-1].node, value=v)
        return v

    def horizon(self, v: float) -> float:
        v = super().horizon(v)
        self._record("horizon", node=self.path[-1].node, value=v)
        return v

    def max(self, v: float, v2: float, a: Any) -> float:
        return self._update("max", v, v2, a, super().max(v, v2, a))

    def min(self, v: float, v2: float, a: Any) -> float:
        return self._update("min", v, v2, a, super().min(v, v2, a))

    def mean(self, total: float, p: float, v2: float, a: Any) -> float:
        return self._update("mean", total, v2, a, super().mean(total, p, v2, a), probability=p)

    def _update(self, rule: str, old: float, got: float, a: Any, new: float, **more: Any) -> float:
        here = self.path[-1]
        here.value = new
        self._record("update", node=here.node, action=self.game.name(here.state, a), rule=rule, old=old, got=got, new=new, **more)
        return new

    def cut(self, v: float, alpha: float, beta: float) -> float:
        super().cut(v, alpha, beta)
        here = self.path[-1]
        left_out = [a for a in self.game.options(here.state) if a not in here.considered]
        pruned = [self._left_out(here.state, a) for a in left_out]
        self._record("cut", node=here.node, value=v, alpha=alpha, beta=beta, pruned=pruned, reason=self._reason(v, alpha, beta))
        return v

    def _left_out(self, s: Any, a: Any) -> dict[str, Any]:
        after = self.game.result(s, a)
        return {"action": self.game.name(s, a), "label": self.game.label(after), "board": self._small_board(after)}

    def _reason(self, v: float, alpha: float, beta: float) -> str:
        low = v <= alpha
        limit = alpha if low else beta
        owner = next((node.label for node in reversed(self.path[:-1]) if node.value == limit), None)
        side = "at most" if low else "at least"
        rest = f"{owner} already has {number(limit)}" if owner else f"the window is [{number(alpha)}, {number(beta)}]"
        return f"{self.path[-1].label} is {side} {number(v)}; {rest}"

    def leave(self, v: float, alpha: float = -INFINITY, beta: float = INFINITY) -> float:
        bound = "at most" if v <= alpha else "at least" if v >= beta else "exact"
        here = self.path.pop()
        self._record("leave", node=here.node, value=v, bound=bound)
        return super().leave(v, alpha, beta)

    def vector(self, vs: tuple[float, ...]) -> None:
        self._record("vector", node=self.path[-1].node, values=list(vs))

    def stack(self, nodes: Any) -> None:
        self._record("stack", open=[self._open_row(n) for n in reversed(nodes)])

    def _open_row(self, n: Any) -> list[Any]:
        values = [n.alpha, n.beta] if hasattr(n, "alpha") else [n.v]
        return [self.game.label(n.x), *(values if n.known else [None] * len(values))]
