"""What an event means, in a sentence.

>>> from zermelo import search, tree
>>> from zermelo.show.replay import Replay
>>> replay = Replay(search.alphabeta(tree.named("two-ply"), trace=True).trace)
>>> for _ in range(6):
...     replay.forward()
...     print(sentence(replay))
Start at A, where MAX moves.
MAX tries a1: to B, where MIN moves.
MIN tries b1: to E.
E is terminal: it is worth 3.
E gives 3 back to B.
B takes the smaller of +∞ and 3: 3.
"""

from __future__ import annotations

from typing import Any

from zermelo.game import CHANCE
from zermelo.show.replay import Node, Replay
from zermelo.show.scene import interval, is_settled, probability, vector
from zermelo.trace import limit


def sentence(replay: Replay) -> str:
    """What the event just replayed means."""
    event = replay.event
    if event is None:
        return "Before the first step."
    tell = _TELLERS.get(event["event"])
    return tell(replay, event, replay.nodes.get(event.get("node", -1))) if tell else ""


def mover(header: dict[str, Any], p: int | None) -> str:
    """Who moves, by the role in the search: MAX and MIN where there are two, names where there are more."""
    if p is None:
        return ""
    if p == CHANCE:
        return "chance"
    names = header.get("players", ())
    if len(names) <= 2:
        return "MAX" if p == header["player"] else "MIN"
    return str(names[p]) if p < len(names) else str(p)


def _enter(replay: Replay, event: dict[str, Any], node: Node) -> str:
    header = replay.trace.header
    who = mover(header, node.player)
    there = f", where {who} {'decides' if who == 'chance' else 'moves'}" if who else ""
    window = f"; window {w}" if (w := interval(node.alpha, node.beta)) else ""
    if node.parent is None:
        return f"Start at {node.label}{there}{window}."
    before = mover(header, replay.nodes[node.parent].player)
    return f"{before[:1].upper() + before[1:]} tries {node.action}: to {node.label}{there}{window}."


def _leaf(replay: Replay, event: dict[str, Any], node: Node) -> str:
    if replay.trace.header["algorithm"] == "maxn":
        return f"{node.label} is terminal."
    return f"{node.label} is terminal: it is worth {limit(event['value'])}."


def _horizon(replay: Replay, event: dict[str, Any], node: Node) -> str:
    return f"{node.label} is at the horizon: it is estimated at {limit(event['value'])}."


def _update(replay: Replay, event: dict[str, Any], node: Node) -> str:
    old, got, new = (limit(event[key]) for key in ("old", "got", "new"))
    if event["rule"] == "mean":
        return f"{node.label} adds {probability(event['probability'])} of {got} to {old}: {new}."
    word = {"max": "larger", "min": "smaller"}[event["rule"]]
    kept = " as before" if event["old"] == event["new"] else ""
    return f"{node.label} takes the {word} of {old} and {got}: {new}{kept}."


def _cut(replay: Replay, event: dict[str, Any], node: Node) -> str:
    left_out = [branch["action"] for branch in event["pruned"]]
    if not left_out:
        return f"{event['reason']}: the window closes, but nothing is left to prune."
    listed = " and ".join([", ".join(left_out[:-1])] * (len(left_out) > 1) + left_out[-1:])
    return f"{event['reason']}: {listed} need not be looked at."


def _vector(replay: Replay, event: dict[str, Any], node: Node) -> str:
    return f"{node.label} is worth {vector(event['values'])}."


def _leave(replay: Replay, event: dict[str, Any], node: Node) -> str:
    value = vector(node.vector) if node.vector is not None else limit(event["value"])
    bound = "" if is_settled(node, replay.trace.header) else f"; {node.label} is {event['bound']} that"
    unseen = f" ({event['hidden']:,} nodes below it are not shown)" if event.get("hidden") else ""
    if node.parent is None:
        line = " ".join(replay.trace.header.get("line", ()))
        return f"{node.label} is worth {value}{unseen}." + (f" The best line is {line}." if line and replay.step == len(replay) else "")
    return f"{node.label} gives {value} back to {replay.nodes[node.parent].label}{bound}{unseen}."


def _stack(replay: Replay, event: dict[str, Any], node: Node | None) -> str:
    rows = [label + ("" if values[0] is None else " " + "…".join(map(limit, values))) for label, *values in event["open"]]
    return f"Open nodes, front first: {', '.join(rows)}."


def _iteration(replay: Replay, event: dict[str, Any], node: Node | None) -> str:
    return f"Begin again, to depth {event['depth']}."


def _secondary(replay: Replay, event: dict[str, Any], node: Node | None) -> str:
    return f"Search {event['action']} to depth {event['depth']}."


_TELLERS: dict[str, Any] = {
    "enter": _enter,
    "leaf": _leaf,
    "horizon": _horizon,
    "update": _update,
    "cut": _cut,
    "vector": _vector,
    "leave": _leave,
    "stack": _stack,
    "iteration": _iteration,
    "secondary": _secondary,
}
