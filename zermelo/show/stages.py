"""The stages of a search: what is known of every node after each leaf (the slides' Figure 5.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from zermelo.errors import BadTrace, abbreviate
from zermelo.show.replay import Replay, is_secondary
from zermelo.trace import Trace

MARKS = ("iteration", "secondary")
"""The events with which a search begins again."""


class Stage(NamedTuple):
    """The step at which a leaf is backed up completely, its letter, the leaf and its value.

    The stage of an event with which a search begins again has a value only: a line about it.
    `parent` is the number of the node above the leaf.
    """

    step: int
    letter: str
    leaf: str
    value: str
    parent: int | None = None

    @property
    def caption(self) -> str:
        """The stage as a heading, for example (a) E = 3."""
        return f"{self.letter} {self.leaf} = {self.value}" if self.leaf else self.value


def write_mark(header: dict[str, Any], event: dict[str, Any]) -> str:
    """Return the line for an event with which a search begins again.

    >>> write_mark({"depth": 2}, {"event": "secondary", "action": "a1", "depth": 4})
    'secondary search: a1 to depth 4'
    """
    if event["event"] == "iteration":
        return f"depth {event['depth']}"
    words = f"{event['action']} to depth {event['depth']}"
    return f"secondary search: {words}" if is_secondary(header, event) else words


def follow_stages(replay: Replay) -> Iterator[Stage]:
    """Yield the stages of a trace; at each the replay stands at its step.

    >>> from zermelo import search, tree
    >>> trace = search.alphabeta(tree.figure("two-ply"), trace=True).trace
    >>> [stage.caption for stage in follow_stages(Replay(trace))][:4]
    ['(a) E = 3', '(b) F = 12', '(c) G = 8', '(d) H = 2']
    """
    require_stages(replay.trace)
    count, leaf, value, parent = 0, "", "", None
    for event in [*replay.trace.events, {"event": "enter"}]:
        kind = event["event"]
        if leaf and (kind == "enter" or kind in MARKS):  # the last leaf is backed up completely
            count += 1
            yield Stage(replay.step, f"({name_letter(count)})", leaf, value, parent)
            leaf = ""
        if kind in MARKS:
            yield Stage(replay.step, "", "", write_mark(replay.trace.header, event))
        replay.forward()
        if kind in ("leaf", "horizon"):
            leaf, parent = replay.nodes[event["node"]].label, replay.nodes[event["node"]].parent
            value = event.get("unknown") or replay.trace.write_in_full(event["value"])


def group_stages(trace: Trace, leaves: Sequence[str] = ()) -> list[list[Stage]]:
    """Return the stages that end with these leaves, lettered anew; one for each leaf by default.

    A stage begins with the leaves of the same node that no stage before it has. So the slides' (f)
    has the second and the third leaf of D:

    >>> from zermelo import search, tree
    >>> trace = search.alphabeta(tree.figure("two-ply"), trace=True).trace
    >>> [[stage.caption for stage in group] for group in group_stages(trace, "EFGHKM")][-1]
    ['(f) L = 5', '(f) M = 2']
    """
    stages = [stage for stage in follow_stages(Replay(trace)) if stage.leaf]
    wanted = {leaf.casefold() for leaf in leaves} or {stage.leaf.casefold() for stage in stages}
    _require_leaves(stages, leaves)
    groups: list[list[Stage]] = []
    waiting: list[Stage] = []
    for stage in stages:
        waiting.append(stage)
        if stage.leaf.casefold() in wanted:
            letter = f"({name_letter(len(groups) + 1)})"
            own = [one for one in waiting if one.parent == stage.parent]
            groups.append([one._replace(letter=letter) for one in own])
            waiting = []
    return groups


def _require_leaves(stages: Sequence[Stage], leaves: Sequence[str]) -> None:
    """Refuse the name of a leaf that the search does not visit."""
    known = {stage.leaf.casefold() for stage in stages}
    for leaf in leaves:
        if leaf.casefold() not in known:
            seen = abbreviate(stage.leaf for stage in stages)
            raise BadTrace(f"the search visits no leaf called {leaf!r}; it visits {seen}")


def name_letter(n: int) -> str:
    """Return a, b, …, z, aa, bb, …

    >>> name_letter(1), name_letter(26), name_letter(27)
    ('a', 'z', 'aa')
    """
    return chr(ord("a") + (n - 1) % 26) * ((n - 1) // 26 + 1)


def require_stages(trace: Trace) -> None:
    """Refuse a trace that has no stages."""
    if trace.has_vectors:
        raise BadTrace("stages shows MAX and MIN; in max^n every player has a value of their own")
    if not any(event["event"] in ("leaf", "horizon") for event in trace.events):
        raise BadTrace(
            "stages shows what follows from each leaf, and the trace has none: record more plies"
        )
