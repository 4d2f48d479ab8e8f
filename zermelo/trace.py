"""What a search did, as a list of events recorded by the textbook functions themselves.

A trace is data: a header and events, each a small dict with the keys below, ready for JSON. Viewers replay
it; none of them searches.

=============  ====================================================================================================
``enter``      node, parent, action, label, state, player, actions (all there are), ply, alpha, beta, board: a new node
``leaf``       node, value: a terminal was valued
``horizon``    node, value: an estimate was taken
``update``     node, action, rule (max, min, mean), old, got, new: a successor's value was backed up
``cut``        node, value, alpha, beta, pruned (what was left out), side (at most, at least), owner (the node above that has
               the bound already, or None), reason (a sentence)
``vector``     node, values: the value vector of an N-player node
``stack``      open: the explicit stack, front first, as [label, value] pairs ([label, α, β] with windows)
``leave``      node, value, bound (exact, at most, at least), hidden (nodes below it that were not recorded): the node is done
``iteration``  depth: iterative deepening begins a new depth; what follows is a new tree
``secondary``  action, depth: singular extension searches an action, to this depth
=============  ====================================================================================================

An event of a search whose text is at hand also says ``at``, the function and line of the header's ``listing`` that was
running, and ``variables``, what that function's variables held. Each entry of ``pruned`` is a node: action, label, player
(None if the game is over there), value (if it is), board, probability (below chance), ``below`` (its successors, again such
nodes), and ``more`` where the rest of the subtree is too large to be told.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from types import FrameType
from typing import Any

from zermelo.errors import BadTrace, TooLarge
from zermelo.game import CHANCE, INFINITY, Game
from zermelo.listing import WATCH, Listing, letter, listing
from zermelo.watch import UNLIMITED, Watch

VERSION = 1
MOST_EVENTS = 200_000
MOST_CELLS = 400
"""Of boards with more cells only the size is recorded: nobody could see them inside nodes."""

SMALL_SUBTREE = 60
MOST_PRUNED = 3000
"""A pruned subtree of at most so many nodes is recorded whole, as long as all of them together have not more than that."""

NO_HORIZON = 1 << 39
"""Depths beyond this mean that there is no limit."""


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

    def then(
        self,
        mark: dict[str, Any],
        other: Trace,
        parent: int | None = None,
        action: str | None = None,
    ) -> Trace:
        """This trace, a mark, and another one with its nodes numbered on; its root hung below `parent`, if one is given."""
        first = 1 + max(
            (event["node"] for event in self.events if event["event"] == "enter"), default=-1
        )
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
        header = self.header | (other.header if parent is None else {})
        if texts := self.header.get("listing", {}) | other.header.get("listing", {}):
            header = header | {"listing": texts}
        return Trace(header, [*self.events, mark, *moved])

    def to_dict(self) -> dict[str, Any]:
        """The trace as JSON would hold it."""
        return {"format": "zermelo-trace", "version": VERSION, **self.header, "events": self.events}

    def to_json(self) -> str:
        """The trace as one JSON text; infinities are written as strings."""
        return json.dumps(_finite(self.to_dict()), ensure_ascii=False, allow_nan=False)

    @classmethod
    def from_dict(cls, data: Any) -> Trace:
        """The trace that `to_dict` made; refuses what is none, or of a later version."""
        if (
            not isinstance(data, dict)
            or data.get("format") != "zermelo-trace"
            or not isinstance(data.get("events"), list)
        ):
            raise BadTrace(
                "this is no trace: it must be the JSON that zermelo trace --form json writes"
            )
        if data.get("version") != VERSION:
            raise BadTrace(
                f"the trace is of version {data.get('version')}; this program reads version {VERSION}"
            )
        header = _infinite(
            {
                key: value
                for key, value in data.items()
                if key not in ("format", "version", "events")
            }
        )
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
        if isinstance(x, dict):
            return {key: back(y) for key, y in x.items()}
        return words.get(x, x) if isinstance(x, str) else x

    return {key: back(x) if key in _NUMBERS else x for key, x in event.items()}


_NUMBERS = frozenset(
    {"alpha", "beta", "value", "old", "got", "new", "values", "open", "window", "variables"}
)
"""The keys whose values are numbers, or hold numbers."""


ROUNDING, LONGEST = 1e-12, 1e15
"""Below the first a number is an error of rounding; whole numbers below the second are written in full."""


def number(v: float) -> str:
    """A value as people write it: no .0, a true minus, ∞; what is only an error of rounding is 0.

    >>> number(3.0), number(-0.5), number(float("-inf")), number(-2.8e-17), number(1234567.0)
    ('3', '−0.5', '−∞', '0', '1234567')
    """
    if abs(v) == INFINITY:
        text = "∞"
    elif abs(v) < ROUNDING or (abs(v) < LONGEST and v == int(v)):
        text = f"{abs(v):.0f}"
    else:
        text = f"{abs(v):.6g}"
    return ("−" if v < 0 and text != "0" else "") + text


def limit(v: float) -> str:
    """A number that may be a bound: +∞ has its sign.

    >>> limit(float("inf")), limit(2.0)
    ('+∞', '2')
    """
    return ("+" if v == INFINITY else "") + number(v)


def because(
    cut: dict[str, Any],
    window: tuple[float, float],
    node: str,
    owner: str | None,
    said: Callable[[float], str] = number,
) -> str:
    """Why a cut is right: what the node is known to be, and who has something as good already."""
    met = cut["alpha"] if cut["side"] == "at most" else cut["beta"]
    rest = (
        f"{owner} already has {said(met)}"
        if owner is not None
        else f"the window is [{said(window[0])}, {said(window[1])}]"
    )
    return f"{node} is {cut['side']} {said(cut['value'])}; {rest}"


@dataclass
class _Open:
    """A node on the path."""

    node: int
    state: Any
    label: str
    considered: list[Any]
    window: tuple[float, float] = (-INFINITY, INFINITY)
    value: float | None = None
    rule: str = ""
    hidden: int = 0


HIDDEN = -1
"""The number of a node that is not recorded."""


class Recorder(Watch):
    """A plain watch that also writes down every event; of nodes deeper than `plies` only how many there are.

    `horizon` is how deep the search looks: what lies below that is not told of a pruned subtree.
    """

    def __init__(
        self,
        game: Game[Any, Any],
        header: dict[str, Any],
        budget: int = UNLIMITED,
        most: int = MOST_EVENTS,
        plies: int | None = None,
        horizon: int = NO_HORIZON,
    ) -> None:
        super().__init__(budget=budget)
        self.game = game
        self.trace = Trace(header)
        self.path: list[_Open] = []
        self.most = most
        self.plies = NO_HORIZON if plies is None else plies
        self.deepest = horizon
        self.entered = 0
        self.room = MOST_PRUNED
        self.listings: dict[str, list[str]] = {}

    # ------------------------------------------------------------------ what searches call

    def enter(self, s: Any, alpha: float = -INFINITY, beta: float = INFINITY) -> None:
        super().enter(s, alpha, beta)
        above = self.path[-1] if self.path else None
        if len(self.path) > self.plies:
            self.path.append(_Open(HIDDEN, s, "", []))
            self.path[self.plies].hidden += 1
            return
        label = self.game.label(s)
        self.path.append(_Open(self.entered, s, label, [], (alpha, beta)))
        self._record(
            "enter",
            node=self.entered,
            parent=above.node if above else None,
            action=None if above is None else self.game.name(above.state, above.considered[-1]),
            label=label,
            state=self.game.dump(s),
            player=self._mover(s),
            actions=[self.game.name(s, a) for a in self.game.options(s)],
            ply=len(self.path) - 1,
            alpha=alpha,
            beta=beta,
            board=self._board(s),
        )
        self.entered += 1

    def consider(self, a: Any) -> None:
        super().consider(a)
        self.path[-1].considered.append(a)

    def leaf(self, v: float) -> float:
        v = super().leaf(v)
        self._record("leaf", value=v)
        return v

    def horizon(self, v: float) -> float:
        v = super().horizon(v)
        self._record("horizon", value=v)
        return v

    def max(self, v: float, v2: float, a: Any) -> float:
        return self._update("max", v, v2, a, super().max(v, v2, a))

    def min(self, v: float, v2: float, a: Any) -> float:
        return self._update("min", v, v2, a, super().min(v, v2, a))

    def mean(self, total: float, p: float, v2: float, a: Any) -> float:
        return self._update("mean", total, v2, a, super().mean(total, p, v2, a), probability=p)

    def cut(self, v: float, alpha: float, beta: float) -> float:
        super().cut(v, alpha, beta)
        if not self._is_edge:
            here = self.path[-1]
            left_out = [a for a in self.game.options(here.state) if a not in here.considered]
            pruned = [self._left_out(here.state, a) for a in left_out]
            facts: dict[str, Any] = {
                "value": v,
                "alpha": alpha,
                "beta": beta,
                "pruned": pruned,
            } | self._side(v, alpha, beta)
            labels = {node.node: node.label for node in self.path}
            told = because(facts, here.window, here.label, labels.get(facts["owner"]))
            self._record("cut", **facts, reason=told)
        return v

    def leave(self, v: float, alpha: float = -INFINITY, beta: float = INFINITY) -> float:
        bound = "at most" if v <= alpha else "at least" if v >= beta else "exact"
        hidden = self.path[-1].hidden
        self._record("leave", value=v, bound=bound, **({"hidden": hidden} if hidden else {}))
        self.path.pop()
        return super().leave(v, alpha, beta)

    def vector(self, vs: tuple[float, ...]) -> None:
        self._record("vector", values=list(vs))

    def stack(self, nodes: Any) -> None:
        if not self.path or not self._is_edge:
            self._add({"event": "stack", "open": [self._open_row(n) for n in reversed(nodes)]})

    # ------------------------------------------------------------------ events

    @property
    def _is_edge(self) -> bool:
        """Are the successors of the node on top not recorded?"""
        return len(self.path) > self.plies

    def _record(self, event: str, **facts: Any) -> None:
        """An event of the node on top, if it is recorded."""
        node = self.path[-1].node
        if node != HIDDEN:
            self._add({"event": event, "node": node, **facts})

    def _add(self, event: dict[str, Any]) -> None:
        if len(self.trace.events) >= self.most:
            raise TooLarge(
                f"the trace has {self.most:,} events already: limit the depth, record only the first plies, or search without a trace"
            )
        frame = sys._getframe(1)
        found = _running(frame)
        if found is not None:
            running, text = found
            if text.name not in self.listings:
                self.listings[text.name] = list(text.lines)
                self.trace.header["listing"] = self.listings
            event["at"] = [text.name, text.place(running.f_lineno)]
            event["variables"] = {
                letter(name): told
                for name, x in running.f_locals.items()
                if (told := self._told(name, x)) is not None
            }
        self.trace.events.append(event)

    def _told(self, name: str, x: Any) -> Any:
        """What a variable holds, as JSON and people can read it; None if that is no number, state, action or vector."""
        if name in ("s", "x", "y"):
            return self.game.label(x)
        if name in ("me", "mover"):
            return self.game.player_name(x)
        if name == "a":
            here = self.path[-1].state
            return self.game.name(here, x) if x in self.game.options(here) else None
        if isinstance(x, int | float):
            return INFINITY if x > NO_HORIZON else x
        if isinstance(x, tuple) and hasattr(x, "x"):
            return self.game.label(x.x)
        if isinstance(x, tuple) and all(isinstance(y, float) for y in x):
            return list(x)
        return None

    def _update(self, rule: str, old: float, got: float, a: Any, new: float, **more: Any) -> float:
        here = self.path[-1]
        here.value, here.rule = new, rule
        if not self._is_edge:
            self._record(
                "update",
                action=self.game.name(here.state, a),
                rule=rule,
                old=old,
                got=got,
                new=new,
                **more,
            )
        return new

    def _mover(self, s: Any) -> int | None:
        return None if self.game.terminal(s) else self.game.player(s)

    def _board(self, s: Any) -> dict[str, Any] | None:
        """The position as it can be drawn inside a node."""
        board = self.game.board(s)
        if board is None:
            return None
        cells = list(board.cells) if len(board.cells) <= MOST_CELLS else []
        return {
            "rows": board.rows,
            "columns": board.columns,
            "cells": cells,
            **({"slant": board.slant} if board.slant else {}),
        }

    def _side(self, v: float, alpha: float, beta: float) -> dict[str, Any]:
        """Which end of the window was met, and who has it. It follows from what the node does: a search may move both together."""
        here = self.path[-1]
        is_low = here.rule == "min" or (here.rule != "max" and v <= alpha)
        met = alpha if is_low else beta
        owner = next((node.node for node in reversed(self.path[:-1]) if node.value == met), None)
        return {"side": "at most" if is_low else "at least", "owner": owner}

    def _open_row(self, n: Any) -> list[Any]:
        values = [n.alpha, n.beta] if hasattr(n, "alpha") else [n.v]
        return [self.game.label(n.x), *(values if n.known else [None] * len(values))]

    # ------------------------------------------------------------------ what was never visited

    def _left_out(self, s: Any, a: Any) -> dict[str, Any]:
        """A pruned successor, with all that lies below it if that is little."""
        count = self._size_below(self.game.result(s, a), min(SMALL_SUBTREE, self.room))
        self.room -= count
        return self._whole(s, a, len(self.path)) if count else self._unseen(s, a) | {"more": True}

    def _size_below(self, s: Any, most: int) -> int:
        """How many nodes there are from s on; 0 if that is not told: more than `most`, or beyond the plies that are recorded."""
        waiting = [(s, len(self.path))]
        count = 1
        for x, ply in waiting:  # grows while it is read: breadth first
            if self.game.terminal(x) or ply >= self.deepest:
                continue
            options = self.game.options(x) if ply < self.plies else []
            count += len(options)
            if count > most or not options:
                return 0
            waiting += [(self.game.result(x, b), ply + 1) for b in options]
        return count

    def _whole(self, s: Any, a: Any, ply: int) -> dict[str, Any]:
        """A node that was never visited, with all that lies below it."""
        node, x = self._unseen(s, a), self.game.result(s, a)
        if not self.game.terminal(x) and ply < self.deepest:
            node["below"] = [self._whole(x, b, ply + 1) for b in self.game.options(x)]
        return node

    def _unseen(self, s: Any, a: Any) -> dict[str, Any]:
        after, game = self.game.result(s, a), self.game
        node: dict[str, Any] = {
            "action": game.name(s, a),
            "label": game.label(after),
            "player": self._mover(after),
            "board": self._board(after),
        }
        if game.terminal(after):
            node["value"] = float(game.utility(after, self.trace.header["player"]))
        if game.player(s) == CHANCE:
            node["probability"] = dict(game.chances(s))[a]
        return node


def _running(frame: FrameType | None) -> tuple[FrameType, Listing] | None:
    """The innermost function that is handed the watch and has a text to show, and that text."""
    while frame is not None and frame.f_code.co_filename in _WATCHES:
        frame = frame.f_back
    while frame is not None and WATCH in frame.f_code.co_varnames[: frame.f_code.co_argcount]:
        text = listing(frame.f_code)
        if text is not None:
            return frame, text
        frame = frame.f_back
    return None


_WATCHES = (_running.__code__.co_filename, Watch.enter.__code__.co_filename)
