"""The meaning of an event, as one sentence.

>>> from zermelo import search, tree
>>> from zermelo.show.replay import Replay
>>> replay = Replay(search.alphabeta(tree.figure("two-ply"), trace=True).trace)
>>> for _ in range(6):
...     replay.forward()
...     print(write_sentence(replay))
Start at A, where MAX moves.
MAX tries a1: to B, where MIN moves.
MIN tries b1: to E.
E is terminal: it is worth 3.
E gives 3 back to B.
B takes the smaller of +∞ and 3: 3.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from zermelo.formatting import (
    format_probability,
    format_vector,
    join_words,
)
from zermelo.game import CHANCE
from zermelo.interval import Interval
from zermelo.result import describe_unknowns
from zermelo.show.replay import Replay, ReplayNode, is_random, is_secondary
from zermelo.show.words import capitalise, name_node, name_player, write_working
from zermelo.trace import explain_cut


def write_sentence(replay: Replay) -> str:
    """Return what the event just replayed means."""
    event = replay.event
    if event is None:
        return "Before the first step."
    write = _SENTENCES.get(event["event"])
    return (
        capitalise(write(replay, event, replay.nodes.get(event.get("node", -1)))) if write else ""
    )


def name_mover(header: dict[str, Any], p: int | None) -> str:
    """Return the name of the player to move: MAX and MIN if there are two, else their names."""
    if p is None:
        return ""
    if p == CHANCE:
        return "chance"
    names = header.get("players", ())
    if len(names) <= 2:
        return "MAX" if p == header["player"] else "MIN"
    return name_player(str(names[p]) if p < len(names) else str(p))


def _describe_enter(replay: Replay, event: dict[str, Any], node: ReplayNode) -> str:
    moves = _move_phrase(replay.trace.header, node.player)
    window = f"; window {w}" if (w := replay.trace.write_window(node.alpha, node.beta)) else ""
    where = f", where {moves}" if moves else ""
    if node.parent is None:
        return f"Start at {name_node(replay, node)}{where}{window}."
    before = name_mover(replay.trace.header, replay.nodes[node.parent].player)
    tries = f"{before[:1].upper() + before[1:]} tries {node.action}"
    if replay.has_long_labels:  # the action says where to
        return f"{tries}{f'; then {moves}' if moves else ''}{window}."
    return f"{tries}: to {node.label}{where}{window}."


def _move_phrase(header: dict[str, Any], p: int | None) -> str:
    """Return "MAX moves", "chance decides" or the like; the empty string at a terminal."""
    mover = name_mover(header, p)
    if not mover or mover == "chance":
        return f"{mover} decides" if mover else ""
    return f"{mover} moves at random" if is_random(header, p) else f"{mover} moves"


def _describe_leaf(replay: Replay, event: dict[str, Any], node: ReplayNode) -> str:
    if replay.trace.has_vectors:
        return f"{name_node(replay, node)} is terminal."
    if node.unknown:
        return f"{name_node(replay, node)} is terminal, but {node.unknown} is not known."
    value = replay.trace.write_bound(event["value"])
    return f"{name_node(replay, node)} is terminal: it is worth {value}."


def _describe_horizon(replay: Replay, event: dict[str, Any], node: ReplayNode) -> str:
    if replay.trace.has_vectors:
        return f"{name_node(replay, node)} is at the horizon: it is estimated."
    trace, v = replay.trace, event["value"]
    value = node.words or trace.write_bound(v) + trace.find_unit(v)
    return f"{name_node(replay, node)} is at the horizon: it is estimated at {value}."


def _describe_update(replay: Replay, event: dict[str, Any], node: ReplayNode) -> str:
    name = name_node(replay, node)
    old, got, new = (replay.trace.write_bound(event[key]) for key in ("old", "got", "new"))
    if event["rule"] == "mean":
        p = format_probability(event["probability"])
        if node.vector is not None:
            part = replay.nodes[node.children[-1]].vector or ()
            got, new = format_vector(part), format_vector(node.vector)
        working = write_working(node, replay.trace.write)
        return f"{name} adds {p} of {got}: {f'{working} = ' if working else ''}{new}."
    if "range" in event:
        got = Interval(*event["range"]).describe(replay.trace.write)
    is_own = node.vector is not None  # in max^n the numbers are the mover's
    whose = f" for {name_mover(replay.trace.header, node.player)}" if is_own else ""
    word = {"max": "larger", "min": "smaller"}[event["rule"]]
    suffix = " as before" if event["old"] == event["new"] else ""
    return f"{name} takes the {word} of {old} and {got}{whose}: {new}{suffix}."


def _describe_others(replay: Replay, event: dict[str, Any], node: ReplayNode) -> str:
    return f"{name_node(replay, node)} has {event['words']}, not drawn."


def _describe_cut(replay: Replay, event: dict[str, Any], node: ReplayNode) -> str:
    pruned = [branch["action"] for branch in event["pruned"]]
    reason = _write_reason(replay, event, node)
    return f"{reason}: {join_words(pruned)} need not be looked at."


def _describe_closed(replay: Replay, event: dict[str, Any], node: ReplayNode) -> str:
    return f"{_write_reason(replay, event, node)}: the window closes, but nothing is left to prune."


def _write_reason(replay: Replay, event: dict[str, Any], node: ReplayNode) -> str:
    if "side" not in event:  # recorded by an older version
        return str(event["reason"])
    up = replay.nodes.get(event["owner"])
    owner = None if up is None else name_node(replay, up)
    window = (node.alpha, node.beta)
    return explain_cut(event, window, name_node(replay, node), owner, replay.trace.write)


def _describe_vector(replay: Replay, event: dict[str, Any], node: ReplayNode) -> str:
    return f"{name_node(replay, node)} is worth {format_vector(event['values'])}."


def _describe_leave(replay: Replay, event: dict[str, Any], node: ReplayNode) -> str:
    name = name_node(replay, node)
    if node.range is not None:
        return _describe_open(replay, name, node)
    if event["value"] is None:
        return f"{name} is not valued."
    write = replay.trace.write_bound
    value = write(event["value"]) if node.vector is None else format_vector(node.vector)
    value = node.words or value
    hidden = f" ({event['hidden']:,} nodes below it are not shown)" if event.get("hidden") else ""
    if node.parent is None:
        line = " ".join(replay.trace.header.get("line", ()))
        is_end = line and replay.step == len(replay)
        best = f" The principal variation is {line}." if is_end else ""
        return f"{name} is worth {value}{_describe_dependence(replay, node)}{hidden}.{best}"
    parent = name_node(replay, replay.nodes[node.parent])
    it = "it" if replay.has_long_labels else name
    if "returned" in event:
        sign = "" if event["bound"] == "exact" else f"{event['bound']} "
        got = write(event["returned"])
        return f"{name} gives {got} back to {parent}; {it} is {sign}{value}{hidden}."
    bound = "" if event["bound"] == "exact" else f"; {it} is {event['bound']} that"
    return f"{name} gives {value} back to {parent}{bound}{hidden}."


def _describe_open(replay: Replay, name: str, node: ReplayNode) -> str:
    """Return what is known of a node whose value depends on unknown payoffs."""
    if node.unknown:
        return f"{name} gives {node.unknown} back."
    known = node.range.describe(replay.trace.write) if node.range else ""
    if node.parent is None and (words := _describe_dependence(replay, node)):
        return f"{name} is worth {known}{words}."
    names = list(dict.fromkeys(_find_unknowns(replay, node)))
    return (
        f"{name} is worth {known}: {join_words(names)} {'is' if len(names) == 1 else 'are'} open."
    )


def _describe_dependence(replay: Replay, node: ReplayNode) -> str:
    """Return how the value of a search's root goes with unknown payoffs, in the answer's words."""
    names = replay.trace.header.get("unknowns", ())
    words = describe_unknowns(names, node.range is not None) if replay.step == len(replay) else ""
    return f", {words}" if words else ""


def _find_unknowns(replay: Replay, node: ReplayNode) -> Iterator[str]:
    """Yield the unknown payoffs that were seen below a node."""
    if node.unknown:
        yield node.unknown
    for child in node.children:
        yield from _find_unknowns(replay, replay.nodes[child])


def _describe_stack(replay: Replay, event: dict[str, Any], node: ReplayNode | None) -> str:
    if replay.has_long_labels:
        return f"Open nodes: {len(event['open'])}."
    write = replay.trace.write_bound
    rows = [
        label + ("" if values[0] is None else " " + "…".join(map(write, values)))
        for label, *values in event["open"]
    ]
    return f"Open nodes, front first: {', '.join(rows)}."


def _describe_iteration(replay: Replay, event: dict[str, Any], node: ReplayNode | None) -> str:
    return f"Begin again, to depth {event['depth']}."


def _describe_secondary(replay: Replay, event: dict[str, Any], node: ReplayNode | None) -> str:
    action, depth = event["action"], event["depth"]
    if not is_secondary(replay.trace.header, event):
        return f"Search {action} to depth {depth}."
    return f"{action} looks best. Secondary search: {action} again, now to depth {depth}."


_SENTENCES: dict[str, Any] = {
    "enter": _describe_enter,
    "leaf": _describe_leaf,
    "horizon": _describe_horizon,
    "update": _describe_update,
    "others": _describe_others,
    "cut": _describe_cut,
    "closed": _describe_closed,
    "vector": _describe_vector,
    "leave": _describe_leave,
    "stack": _describe_stack,
    "iteration": _describe_iteration,
    "secondary": _describe_secondary,
}
