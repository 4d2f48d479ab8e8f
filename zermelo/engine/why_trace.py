"""The tree of an explanation as a trace, so that every viewer can draw it.

A value is written as a badge on a move: W5, D, +.35; ≈ before an estimate, ≤ or ≥ before a bound.
"""

from __future__ import annotations

from typing import Any

from zermelo.engine.why_tree import MoveClaim, WhyNode, WhyTree
from zermelo.formatting import format_plural
from zermelo.game import INFINITY
from zermelo.recorder import describe_board, find_mover
from zermelo.trace import Trace

SIGNS = {"at most": "≤ ", "at least": "≥ "}

DEEPER = "…"
"""What stands below a node whose subtree the engine has searched, and which is not drawn."""


def write_trace(tree: WhyTree, claim: MoveClaim) -> Trace:
    """Return the tree of an explanation as a trace; its line is the one of the claim."""
    game, s = tree.game, tree.root.state
    header = {
        "game": game.full_title,
        "algorithm": "analysis",
        "player": tree.player,
        "players": [game.player_name(p) for p in range(game.players)],
        "depth": None,
        "window": [-INFINITY, INFINITY],
        "bounds": list(game.bounds_for(s, tree.player)),
        "choices": {"why": f"why {claim.line[0]}"},
        "line": [node.action for node in tree.line],
        "value": claim.value,
    }
    trace = Trace(header)
    _TraceWriter(tree, trace).write(tree.root, None, 0)
    return trace


class _TraceWriter:
    def __init__(self, tree: WhyTree, trace: Trace) -> None:
        self.tree, self.game, self.trace = tree, tree.game, trace
        self.entered = 0

    @property
    def horizon(self) -> WhyNode | None:
        """The end of the line, if it is estimated there."""
        end = self.tree.line[-1]
        is_estimate = end.claim is not None and not end.claim.exact
        return end if is_estimate and self.tree.is_minimax else None

    def write(self, node: WhyNode, parent: int | None, ply: int) -> None:
        """Write the events of a node and of those below it."""
        number, self.entered = self.entered, self.entered + 1
        self._add("enter", number, parent=parent, action=node.action, **self._show(node, ply))
        s = node.state
        is_end = self.game.terminal(s)
        value = self.game.utility(s, self.tree.player) if is_end else self._value(node)
        facts: dict[str, Any] = {"value": value, "words": self.write_claim(node.claim)}
        if is_end:
            self._add("leaf", number, **facts)
        elif node is self.horizon:
            self._add("horizon", number, **facts)
        for child in node.children:
            self.write(child, number, ply + 1)
        if node.others:
            self._add("others", number, count=node.others, words=self._write_others(node))
        bound = "exact" if node.claim is None else node.claim.bound
        is_drawn = is_end or node is self.horizon or bool(node.children)
        note = "" if is_drawn else DEEPER
        self._add("leave", number, **facts, bound=bound, note=note)

    def write_claim(self, claim: MoveClaim | None) -> str:
        """Return what is known of a node in a few signs."""
        if claim is None:
            return ""
        writer = self.tree.writer
        if claim.bound in SIGNS:
            return SIGNS[claim.bound] + writer.write_bound(claim.value, claim.exact)
        sign = "" if claim.exact else "≈ "
        return sign + writer.write(claim.value, claim.exact, claim.distance)

    def _write_others(self, node: WhyNode) -> str:
        """Return how many moves are not drawn, and what is known of all of them."""
        count = format_plural(node.others, "other", "others")
        return " ".join(filter(None, (count, self.write_claim(node.others_claim))))

    def _value(self, node: WhyNode) -> float | None:
        return None if node.claim is None else node.claim.value

    def _show(self, node: WhyNode, ply: int) -> dict[str, Any]:
        """Return what a viewer shows of a node's state."""
        game, s = self.game, node.state
        options = [] if game.terminal(s) else game.options(s)
        return {
            "label": game.label(s),
            "state": game.dump(s),
            "player": find_mover(game, s),
            "actions": [game.name(s, a) for a in options],
            "ply": ply,
            "alpha": -INFINITY,
            "beta": INFINITY,
            "board": describe_board(game, s),
        }

    def _add(self, event: str, node: int, **facts: Any) -> None:
        self.trace.events.append({"event": event, "node": node, **facts})
