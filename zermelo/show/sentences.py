"""What an event means, in a sentence.

>>> from zermelo import search, tree
>>> from zermelo.show.replay import Replay
>>> replay = Replay(search.alphabeta(tree.figure("two-ply"), trace=True).trace)
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
from zermelo.show.replay import Node, Replay, is_drawn
from zermelo.show.scene import is_settled
from zermelo.show.words import begun, called, interval, limit, probability, rounded, seat, vector
from zermelo.trace import because


def sentence(replay: Replay) -> str:
    """What the event just replayed means."""
    event = replay.event
    if event is None:
        return "Before the first step."
    tell = _TELLERS.get(event["event"])
    return begun(tell(replay, event, replay.nodes.get(event.get("node", -1)))) if tell else ""


def mover(header: dict[str, Any], p: int | None) -> str:
    """Who moves, by the role in the search: MAX and MIN where there are two, names where there are more, that are no node's."""
    if p is None:
        return ""
    if p == CHANCE:
        return "chance"
    names = header.get("players", ())
    if len(names) <= 2:
        return "MAX" if p == header["player"] else "MIN"
    return seat(str(names[p]) if p < len(names) else str(p))


def _enter(replay: Replay, event: dict[str, Any], node: Node) -> str:
    header = replay.trace.header
    who = mover(header, node.player)
    how = (
        "decides"
        if who == "chance"
        else "moves at random"
        if is_drawn(header, node.player)
        else "moves"
    )
    moves = f"{who} {how}" if who else ""
    window = f"; window {w}" if (w := interval(node.alpha, node.beta)) else ""
    there = f", where {moves}" if moves else ""
    if node.parent is None:
        return f"Start at {called(replay, node)}{there}{window}."
    before = mover(header, replay.nodes[node.parent].player)
    tries = f"{before[:1].upper() + before[1:]} tries {node.action}"
    if replay.has_long_labels:  # the action says where to
        return f"{tries}{f'; then {moves}' if moves else ''}{window}."
    return f"{tries}: to {node.label}{there}{window}."


def _leaf(replay: Replay, event: dict[str, Any], node: Node) -> str:
    if replay.trace.header["algorithm"] == "maxn":
        return f"{called(replay, node)} is terminal."
    return f"{called(replay, node)} is terminal: it is worth {limit(event['value'])}."


def _horizon(replay: Replay, event: dict[str, Any], node: Node) -> str:
    if replay.trace.header["algorithm"] == "maxn":
        return f"{called(replay, node)} is at the horizon: it is estimated."
    return f"{called(replay, node)} is at the horizon: it is estimated at {limit(event['value'])}."


def _update(replay: Replay, event: dict[str, Any], node: Node) -> str:
    old, got, new = (limit(event[key]) for key in ("old", "got", "new"))
    if event["rule"] == "mean" and node.vector is not None:
        part = vector(replay.nodes[node.children[-1]].vector)
        return f"{called(replay, node)} adds {probability(event['probability'])} of {part}: {vector(node.vector)}."
    if event["rule"] == "mean":
        return f"{called(replay, node)} adds {probability(event['probability'])} of {got} to {old}: {new}."
    whose = (
        f" for {mover(replay.trace.header, node.player)}" if node.vector is not None else ""
    )  # in max^n, not the node's
    word = {"max": "larger", "min": "smaller"}[event["rule"]]
    kept = " as before" if event["old"] == event["new"] else ""
    return f"{called(replay, node)} takes the {word} of {old} and {got}{whose}: {new}{kept}."


def _cut(replay: Replay, event: dict[str, Any], node: Node) -> str:
    left_out = [branch["action"] for branch in event["pruned"]]
    reason = _reason(replay, event, node)
    if not left_out:
        return f"{reason}: the window closes, but nothing is left to prune."
    listed = " and ".join([", ".join(left_out[:-1])] * (len(left_out) > 1) + left_out[-1:])
    return f"{reason}: {listed} need not be looked at."


def _reason(replay: Replay, event: dict[str, Any], node: Node) -> str:
    if "side" not in event:  # of an older program
        return str(event["reason"])
    owner = replay.nodes.get(event["owner"])
    return because(
        event,
        (node.alpha, node.beta),
        called(replay, node),
        None if owner is None else called(replay, owner),
        rounded,
    )


def _vector(replay: Replay, event: dict[str, Any], node: Node) -> str:
    return f"{called(replay, node)} is worth {vector(event['values'])}."


def _leave(replay: Replay, event: dict[str, Any], node: Node) -> str:
    value = vector(node.vector) if node.vector is not None else limit(event["value"])
    name = called(replay, node)
    bound = (
        ""
        if is_settled(node, replay.trace.header)
        else f"; {'it' if replay.has_long_labels else name} is {event['bound']} that"
    )
    unseen = f" ({event['hidden']:,} nodes below it are not shown)" if event.get("hidden") else ""
    if node.parent is None:
        line = " ".join(replay.trace.header.get("line", ()))
        return f"{name} is worth {value}{unseen}." + (
            f" The best line is {line}." if line and replay.step == len(replay) else ""
        )
    return (
        f"{name} gives {value} back to {called(replay, replay.nodes[node.parent])}{bound}{unseen}."
    )


def _stack(replay: Replay, event: dict[str, Any], node: Node | None) -> str:
    if replay.has_long_labels:
        return f"Open nodes: {len(event['open'])}."
    rows = [
        label + ("" if values[0] is None else " " + "…".join(map(limit, values)))
        for label, *values in event["open"]
    ]
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
