"""A watch that records every event of a search as a `Trace`."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from math import isfinite
from typing import Any

from zermelo.errors import TooLarge
from zermelo.evaluation import has_own_scale, write_amount
from zermelo.game import CHANCE, INFINITY, Game
from zermelo.interval import Interval
from zermelo.panel import NO_HORIZON, OpenNode, Panel
from zermelo.ranges import BOUNDS, Ranges
from zermelo.trace import Trace, explain_cut
from zermelo.watch import CUTS, UNLIMITED, Watch

MAX_EVENTS = 200_000

MAX_CELLS = 400
"""Of a board with more cells only the size is recorded: it would be illegible inside a node."""

MAX_SUBTREE = 60
"""A pruned subtree with at most this many nodes is recorded in full …"""

MAX_PRUNED = 3000
"""… as long as all pruned subtrees together have at most this many."""

HIDDEN = -1
"""The number of a node that is not recorded."""


@dataclass
class PathNode:
    """A node on the path from the root to the current node."""

    node: int
    state: Any
    label: str
    considered: list[Any]
    window: tuple[float, float] = (-INFINITY, INFINITY)
    value: float | None = None
    rule: str = ""
    hidden: int = 0
    is_open: bool = False
    """Whether its value comes from a payoff that is not known."""


class Recorder(Watch):
    """A plain watch that also records every event.

    Nodes deeper than `plies` are counted but not recorded. `horizon` is the depth of the search:
    what lies beyond it is not recorded of a pruned subtree.
    """

    def __init__(
        self,
        game: Game[Any, Any],
        header: dict[str, Any],
        budget: int = UNLIMITED,
        ranges: Ranges | None = None,
        plies: int | None = None,
        horizon: int = NO_HORIZON,
        max_events: int = MAX_EVENTS,
    ) -> None:
        self.ranges: Ranges
        super().__init__("plain", budget, ranges or Ranges())
        self.game = game
        self.trace = Trace(header)
        self.panel = Panel(game, horizon < NO_HORIZON)
        self.path: list[PathNode] = []
        self.max_events = max_events
        self.plies = NO_HORIZON if plies is None else plies
        self.entered = 0
        self.open_range: Interval | None = None
        """The range of the node that was left last, if unknown payoffs leave its value open.

        What is certain of it is an end of its range: MAX has at least the low one, MIN gives at
        most the high one.
        """
        self.open_roots: dict[Any, Interval] = {}
        """The range of each root action whose value is open."""
        self.amounts: dict[str, str] | None = {} if has_own_scale(game) else None
        """The texts of values in the unit of the estimates; None if they are plain numbers."""
        self.unvisited = Unvisited(game, header.get("player", 0), self.plies, horizon)

    # ------------------------------------------------------------------ called by searches

    def enter(self, s: Any, alpha: float = -INFINITY, beta: float = INFINITY) -> None:
        super().enter(s, alpha, beta)
        above = self.path[-1] if self.path else None
        if len(self.path) > self.plies:
            self.path.append(PathNode(HIDDEN, s, "", []))
            self.path[self.plies].hidden += 1
            return
        action = None if above is None else self.game.name(above.state, above.considered[-1])
        self.path.append(PathNode(self.entered, s, self.game.label(s), [], (alpha, beta)))
        self._record(
            "enter",
            node=self.entered,
            parent=above.node if above else None,
            action=action,
            label=self.path[-1].label,
            state=self.game.dump(s),
            player=find_mover(self.game, s),
            actions=[self.game.name(s, a) for a in self.game.options(s)],
            ply=len(self.path) - 1,
            alpha=alpha,
            beta=beta,
            board=describe_board(self.game, s),
        )
        self.entered += 1

    def consider(self, a: Any) -> None:
        super().consider(a)
        self.path[-1].considered.append(a)

    def leaf(self, v: float) -> float:
        v = super().leaf(v)
        unknown = self.game.unknown(self.path[-1].state, self.trace.header.get("player", 0))
        if unknown is None:
            self._record("leaf", value=v)
        else:
            self.path[-1].is_open = True
            self.ranges.know(len(self.path), *unknown.range)
            self._record("leaf", value=v, unknown=unknown.name, range=list(unknown.range))
        return v

    def horizon(self, v: float) -> float:
        v = super().horizon(v)
        if self.amounts is not None:
            self.trace.header |= {"unit": list(self.game.unit), "amounts": self.amounts}
        self._record("horizon", value=v)
        return v

    def max(self, v: float, v2: float, a: Any) -> float:
        v2 = v2 if self.open_range is None else self.open_range.low
        return self._update("max", v, v2, a, super().max(v, v2, a))

    def min(self, v: float, v2: float, a: Any) -> float:
        v2 = v2 if self.open_range is None else self.open_range.high
        return self._update("min", v, v2, a, super().min(v, v2, a))

    def mean(self, total: float, p: float, v2: float, a: Any) -> float:
        return self._update("mean", total, v2, a, super().mean(total, p, v2, a), probability=p)

    def cut(
        self,
        v: float,
        alpha: float,
        beta: float,
        game: Game[Any, Any],
        s: Any,
        noisy: bool = False,
    ) -> float:
        before = self.count(CUTS)
        super().cut(v, alpha, beta, game, s, noisy)
        if not self._is_edge:
            here, is_cut = self.path[-1], self.count(CUTS) > before
            pruned = self._describe_rest(noisy) if is_cut else []
            facts: dict[str, Any] = {"value": v, "alpha": alpha, "beta": beta, "pruned": pruned}
            facts |= self._find_side(v, alpha, beta)
            owner = next((up.label for up in self.path if up.node == facts["owner"]), None)
            self._note_amounts(facts)
            write = self.trace.write_in_full
            reason = explain_cut(facts, here.window, here.label, owner, write)
            self._record("cut" if is_cut else "closed", **facts, reason=reason)
        return v

    def leave(self, v: float, alpha: float = -INFINITY, beta: float = INFINITY) -> float:
        self.ranges.leave(len(self.path), v, alpha, beta)
        here = self.path[-1]
        known, kind = self.tell(v, alpha, beta)
        facts: dict[str, Any] = {"value": known, "bound": BOUNDS[kind]}
        facts |= {"returned": v} if known != v else {}
        facts |= {"hidden": here.hidden} if here.hidden else {}
        self.open_range = self._find_open_range()
        if self.open_range is not None:
            facts |= {"bound": "open", "range": list(self.open_range)}
        self._record("leave", **facts)
        self.path.pop()
        if len(self.path) == 1 and self.open_range is not None:
            self.open_roots[self.path[0].considered[-1]] = self.open_range
        return super().leave(v, alpha, beta)

    def vector(self, vs: tuple[float, ...]) -> None:
        super().vector(vs)
        self.trace.header["vectors"] = True
        self._record("vector", values=list(vs))

    def stack(self, nodes: Any) -> None:
        if not self.path or not self._is_edge:
            self._add({"event": "stack", "open": [self._describe_open(n) for n in reversed(nodes)]})

    # ------------------------------------------------------------------ events

    @property
    def _is_edge(self) -> bool:
        """Whether the successors of the current node are not recorded."""
        return len(self.path) > self.plies

    def _record(self, event: str, **facts: Any) -> None:
        """Add an event of the current node, if that node is recorded."""
        node = self.path[-1].node
        if node != HIDDEN:
            self._add({"event": event, "node": node, **facts})

    def _add(self, event: dict[str, Any]) -> None:
        """Append an event, with what the panel shows at it."""
        if len(self.trace.events) >= self.max_events:
            raise TooLarge(
                f"the trace has {self.max_events:,} events already: limit the depth, record only "
                "the first plies, or search without a trace"
            )
        state = self.path[-1].state if self.path else None
        seen = self.panel.read(sys._getframe(), state)
        if seen:
            event |= seen
            self.trace.header["listing"] = self.panel.listings
            self.trace.header["kinds"] = self.panel.kinds
        self._note_amounts(event)
        self.trace.events.append(event)

    def _note_amounts(self, facts: Any) -> None:
        """Note how the numbers of an event are written in the unit of the estimates."""
        if self.amounts is None:
            return
        if isinstance(facts, float):
            if isfinite(facts) and repr(facts) not in self.amounts:
                player = self.trace.header.get("player", 0)
                self.amounts[repr(facts)] = write_amount(self.game, facts, player)
        elif isinstance(facts, dict | list | tuple):
            for x in facts.values() if isinstance(facts, dict) else facts:
                self._note_amounts(x)

    def _find_open_range(self) -> Interval | None:
        """Return the range of the current node, if unknown payoffs leave its value open."""
        known = self.ranges.read(len(self.path))
        return known if self.path[-1].is_open and not known.is_exact else None

    def _update(self, rule: str, old: float, got: float, a: Any, new: float, **more: Any) -> float:
        here = self.path[-1]
        here.value, here.rule = new, rule
        if self.open_range is not None:
            here.is_open = True
            more["range"] = list(self.open_range)
        if not self._is_edge:
            name = self.game.name(here.state, a)
            self._record("update", action=name, rule=rule, old=old, got=got, new=new, **more)
        return new

    def _describe_rest(self, noisy: bool) -> list[dict[str, Any]]:
        """Return the successors of the current node that were not searched, or the noisy ones."""
        here, game = self.path[-1], self.game
        rest = [a for a in game.options(here.state) if a not in here.considered]
        rest = [a for a in rest if not noisy or game.noisy(here.state, a)]
        return [self.unvisited.describe(here.state, a, len(self.path)) for a in rest]

    def _find_side(self, v: float, alpha: float, beta: float) -> dict[str, Any]:
        """Return which end of the window was met, and which node above has that bound.

        The side follows from the node's rule: a search may move both ends together.
        """
        here = self.path[-1]
        is_low = here.rule == "min" or (here.rule != "max" and v <= alpha)
        bound = alpha if is_low else beta
        owner = next((up.node for up in reversed(self.path[:-1]) if up.value == bound), None)
        return {"side": "at most" if is_low else "at least", "owner": owner}

    def _describe_open(self, n: OpenNode) -> list[Any]:
        """Return an open node's label and its value, or its window; None while they are unknown."""
        names = ("alpha", "beta") if hasattr(n, "alpha") else ("v",)
        values = [getattr(n, name) for name in names]
        return [self.game.label(n.x), *(values if n.known else [None] * len(values))]


# ---------------------------------------------------------------------- states


def find_mover(game: Game[Any, Any], s: Any) -> int | None:
    """Return the player to move; None at a terminal."""
    return None if game.terminal(s) else game.player(s)


def describe_board(game: Game[Any, Any], s: Any) -> dict[str, Any] | None:
    """Return the position as it is drawn inside a node."""
    board = game.board(s)
    if board is None or not board.in_trees:
        return None
    cells = list(board.cells) if len(board.cells) <= MAX_CELLS else []
    facts = {"rows": board.rows, "columns": board.columns, "cells": cells}
    return facts | ({"slant": board.slant} if board.slant else {})


class Unvisited:
    """Describes pruned successors, with the subtree below each if it is small."""

    def __init__(self, game: Game[Any, Any], player: int, plies: int, horizon: int) -> None:
        self.game, self.player = game, player
        self.plies, self.deepest = plies, horizon
        self.room = MAX_PRUNED

    def describe(self, s: Any, a: Any, ply: int) -> dict[str, Any]:
        """Return the successor of s by a, at this ply, with its subtree if that is small."""
        count = self._count_below(self.game.result(s, a), min(MAX_SUBTREE, self.room), ply)
        self.room -= count
        return self._subtree(s, a, ply) if count else self._node(s, a) | {"more": True}

    def _count_below(self, s: Any, limit: int, start: int) -> int:
        """Return the number of nodes from s on; 0 if there are more than `limit`.

        It is 0, too, if the subtree goes beyond the plies that are recorded.
        """
        waiting = [(s, start)]
        count = 1
        for x, ply in waiting:  # grows while it is read: breadth first
            if self.game.terminal(x) or ply >= self.deepest:
                continue
            options = self.game.options(x) if ply < self.plies else []
            count += len(options)
            if count > limit or not options:
                return 0
            waiting += [(self.game.result(x, b), ply + 1) for b in options]
        return count

    def _subtree(self, s: Any, a: Any, ply: int) -> dict[str, Any]:
        """Return a node with all nodes below it."""
        node, x = self._node(s, a), self.game.result(s, a)
        if not self.game.terminal(x) and ply < self.deepest:
            node["below"] = [self._subtree(x, b, ply + 1) for b in self.game.options(x)]
        return node

    def _node(self, s: Any, a: Any) -> dict[str, Any]:
        """Return a node without its successors."""
        game, after = self.game, self.game.result(s, a)
        node: dict[str, Any] = {
            "action": game.name(s, a),
            "label": game.label(after),
            "player": find_mover(game, after),
            "board": describe_board(game, after),
        }
        unknown = game.unknown(after, self.player) if game.terminal(after) else None
        if unknown is not None:
            node["unknown"] = unknown.name
        elif game.terminal(after):
            node["value"] = float(game.utility(after, self.player))
        if game.player(s) == CHANCE:
            node["probability"] = dict(game.chances(s))[a]
        return node
