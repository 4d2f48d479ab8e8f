"""The stages of a search: what is known of every node after each leaf (the slides' Figure 5.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from zermelo.errors import BadTrace
from zermelo.formatting import format_number
from zermelo.show.replay import Replay
from zermelo.trace import Trace

MARKS: dict[str, Callable[[dict[str, Any]], str]] = {
    "iteration": lambda event: f"depth {event['depth']}",
    "secondary": lambda event: f"{event['action']} to depth {event['depth']}",
}
"""The line for an event with which a search begins again."""


class Stage(NamedTuple):
    """The step at which a leaf is backed up completely, its letter, the leaf and its value.

    The stage of an event with which a search begins again has a value only: a line about it.
    """

    step: int
    letter: str
    leaf: str
    value: str

    @property
    def caption(self) -> str:
        """The stage as a heading, for example (a) E = 3."""
        return f"{self.letter} {self.leaf} = {self.value}" if self.leaf else self.value


def follow_stages(replay: Replay) -> Iterator[Stage]:
    """Yield the stages of a trace; at each the replay stands at its step.

    >>> from zermelo import search, tree
    >>> trace = search.alphabeta(tree.figure("two-ply"), trace=True).trace
    >>> [stage.caption for stage in follow_stages(Replay(trace))][:4]
    ['(a) E = 3', '(b) F = 12', '(c) G = 8', '(d) H = 2']
    """
    require_stages(replay.trace)
    count, leaf, value = 0, "", ""
    for event in [*replay.trace.events, {"event": "enter"}]:
        kind = event["event"]
        if leaf and (kind == "enter" or kind in MARKS):  # the last leaf is backed up completely
            count += 1
            yield Stage(replay.step, f"({name_letter(count)})", leaf, value)
            leaf = ""
        if kind in MARKS:
            yield Stage(replay.step, "", "", MARKS[kind](event))
        replay.forward()
        if kind in ("leaf", "horizon"):
            leaf = replay.nodes[event["node"]].label
            value = event.get("unknown") or format_number(event["value"])


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
