"""What a search did, as a list of events that the textbook functions recorded themselves.

A trace is data: a header and events. Each event is a small dict with the keys below, ready for
JSON. Viewers replay a trace; none of them searches. `recorder.Recorder` writes it.

=============  =====================================================================
``enter``      a new node: node, parent, action, label, state, player, actions (all
               legal ones), ply, alpha, beta, board
``leaf``       a terminal was valued: node, value; if it is not known: unknown
               (its name), range
``horizon``    an estimate was taken: node, value
``update``     a successor's value was backed up: node, action, rule (max, min,
               mean), old, got, new; with mean also probability; range as below
``cut``        the remaining successors were pruned: node, value, alpha, beta, pruned
               (those successors), side (at most, at least), owner (the node above
               that has the bound already, or None), reason (a sentence)
``closed``     the window closed with nothing left to prune: as cut, pruned is empty
``others``     moves that are counted and not followed: node, count, words
``vector``     the value vector of an N-player node: node, values (then the header's
               ``vectors`` is true)
``stack``      the explicit stack, front first: open, a list of [label, value] pairs
               ([label, α, β] with windows)
``leave``      the node is finished: node, value, bound (exact, at most, at least; open,
               with its range, if it depends on unknown payoffs), hidden (the number
               of nodes below it that were not recorded)
``iteration``  iterative deepening begins a new depth, and with it a new tree: depth
``secondary``  singular extension searches one action: action, depth
=============  =====================================================================

The header of a search with estimates says what its values are in the game's unit, if the game has
one of its own (`zermelo.evaluation`): ``unit``, for one and for more, and ``amounts``, the text of
each value that occurs. Viewers write values with `Trace.write`: all of them say the same.

The trace of an analysis (`zermelo.engine.why`) has ``words`` beside a value, as it is written, and
at ``leave`` a ``note``: "…" where the engine has looked deeper.

An event of a search whose source is available has two keys more, see `panel`: ``at``, the function
and line of the header's ``listing`` that was running, and ``variables``, the values of that
function's variables. The header's ``kinds`` says what each variable holds.

Each entry of ``pruned`` is a node: action, label, player (None at a terminal), value (at a
terminal) or unknown (its name), board, probability (below chance), ``below`` (its successors, again
such nodes), and ``more`` where the rest of the subtree is too large to be recorded.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from zermelo.errors import BadTrace
from zermelo.formatting import (
    decode_infinities,
    encode_infinities,
    format_bound,
    format_number,
    format_rounded,
    format_window,
)

FORMAT, VERSION = "zermelo-trace", 1

NUMERIC_KEYS = frozenset(
    {"alpha", "beta", "value", "old", "got", "new", "values", "open", "window", "variables"}
    | {"range", "bounds"}
)
"""The keys of headers and events whose values are numbers, or hold numbers."""


@dataclass
class Trace:
    """A recorded search.

    >>> from zermelo import search, tree
    >>> trace = search.alphabeta(tree.figure("two-ply"), trace=True).trace
    >>> trace.list_reasons()
    ['C is at most 2; A already has 3']
    """

    header: dict[str, Any]
    events: list[dict[str, Any]] = field(default_factory=list)

    @property
    def has_vectors(self) -> bool:
        """Whether values are vectors, one number for each player."""
        return bool(self.header.get("vectors"))

    @property
    def is_fail_hard(self) -> bool:
        """Whether values are clamped to the window."""
        return bool(self.header.get("choices", {}).get("fail") == "fail-hard")

    def write(self, v: float) -> str:
        """Return a value of this search: in the game's unit, or as a rounded number.

        >>> from zermelo import search
        >>> from zermelo.games.tic_tac_toe import TicTacToe
        >>> trace = search.minimax(TicTacToe(), depth=1, trace=True).trace
        >>> trace.write(4 / 9), trace.write_window(0.0, 4 / 9)
        ('4', '[0, 4]')
        """
        return self._find_amount(v) or format_rounded(v)

    def write_in_full(self, v: float) -> str:
        """Return the same, but a number is not rounded."""
        return self._find_amount(v) or format_number(v)

    def _find_amount(self, v: float) -> str:
        return str(self.header.get("amounts", {}).get(repr(float(v)), ""))

    def write_bound(self, v: float) -> str:
        """Return a value that may be a bound: +∞ has its sign."""
        return format_bound(v, self.write)

    def write_window(self, alpha: float, beta: float) -> str:
        """Return a window; the empty string if it is open on both sides."""
        return format_window(alpha, beta, self.write)

    def find_unit(self, v: float) -> str:
        """Return the unit of an estimate, after a space; empty if it is a plain number.

        >>> from zermelo import search
        >>> from zermelo.games.tic_tac_toe import TicTacToe
        >>> trace = search.minimax(TicTacToe(), depth=1, trace=True).trace
        >>> trace.write(4 / 9) + trace.find_unit(4 / 9)
        '4 open lines'
        """
        amount, (one, many) = self._find_amount(v), self.header.get("unit", ("", ""))
        if not amount or amount.isalpha():  # a win has no unit
            return ""
        return f" {one if amount.strip('−') == '1' else many}"

    def list_labels(self) -> list[str]:
        """Return the labels of the nodes entered, in order."""
        return [event["label"] for event in self.events if event["event"] == "enter"]

    def list_reasons(self) -> list[str]:
        """Return the reason of each cut."""
        return [event["reason"] for event in self.events if event["event"] == "cut"]

    def then(
        self,
        mark: dict[str, Any],
        other: Trace,
        parent: int | None = None,
        action: str | None = None,
    ) -> Trace:
        """Return this trace, a mark, and another trace with its nodes renumbered.

        The other root is hung below `parent`, if one is given, as the successor by `action`.
        """
        ids = (event["node"] for event in self.events if event["event"] == "enter")
        first = 1 + max(ids, default=-1)
        moved = [_shift_event(event, first, parent, action) for event in other.events]
        header = self.header | (other.header if parent is None else {})
        for key in ("listing", "kinds", "amounts"):
            if texts := self.header.get(key, {}) | other.header.get(key, {}):
                header = header | {key: texts}
        return Trace(header, [*self.events, mark, *moved])

    def to_dict(self) -> dict[str, Any]:
        """Return the trace as a dict for JSON."""
        return {"format": FORMAT, "version": VERSION, **self.header, "events": self.events}

    def to_json(self) -> str:
        """Return the trace as one JSON text; infinities are written as strings."""
        return json.dumps(encode_infinities(self.to_dict()), ensure_ascii=False, allow_nan=False)

    @classmethod
    def from_dict(cls, data: Any) -> Trace:
        """Return the trace that `to_dict` wrote; refuse other data and later versions."""
        is_trace = isinstance(data, dict) and data.get("format") == FORMAT
        if not is_trace or not isinstance(data.get("events"), list):
            raise BadTrace(
                "this is not a trace: it must be the JSON that zermelo trace --form json writes"
            )
        if data.get("version") != VERSION:
            raise BadTrace(
                f"the trace has version {data.get('version')}; this program reads version {VERSION}"
            )
        own = ("format", "version", "events")
        header = {key: value for key, value in data.items() if key not in own}
        return cls(_decode_numbers(header), [_decode_numbers(event) for event in data["events"]])

    @classmethod
    def from_json(cls, text: str) -> Trace:
        """Return the trace that `to_json` wrote.

        >>> from zermelo import search, tree
        >>> trace = search.alphabeta(tree.figure("two-ply"), trace=True).trace
        >>> Trace.from_json(trace.to_json()) == trace
        True
        """
        try:
            return cls.from_dict(json.loads(text))
        except json.JSONDecodeError as error:
            raise BadTrace(f"this is not a trace: {error}") from None

    def __len__(self) -> int:
        return len(self.events)

    def __repr__(self) -> str:
        return f"<Trace of {self.header.get('algorithm', 'a search')}: {len(self)} events>"


def _shift_event(
    event: dict[str, Any], first: int, parent: int | None, action: str | None
) -> dict[str, Any]:
    """Return an event with its nodes numbered from `first`; a root gets this parent and action."""
    event = dict(event)
    if "node" in event:
        event["node"] += first
    if event["event"] == "enter":
        is_root = event["parent"] is None
        event["parent"] = parent if is_root else event["parent"] + first
        event["action"] = action if is_root else event["action"]
        event["ply"] += parent is not None
    return event


def _decode_numbers(facts: dict[str, Any]) -> dict[str, Any]:
    """Return a header or an event with its infinities as numbers."""
    return {key: decode_infinities(x) if key in NUMERIC_KEYS else x for key, x in facts.items()}


def read_return(event: dict[str, Any]) -> tuple[float, str]:
    """Return what the search of a node returned, by the event that leaves it, and what that says
    of the node's value.

    A fail-hard search returns an end of the window even if it knows the value:

    >>> read_return({"value": 2, "bound": "exact", "returned": 3})
    (3, 'at most')
    """
    known, bound = event["value"], event["bound"]
    returned = event.get("returned", known)
    if returned != known and bound == "exact":
        bound = "at most" if returned > known else "at least"
    return returned, bound


def explain_cut(
    cut: dict[str, Any],
    window: tuple[float, float],
    node: str,
    owner: str | None,
    write: Callable[[float], str] = format_number,
) -> str:
    """Return why a cut is right: what is known of the node, and which node has as much already."""
    bound = cut["alpha"] if cut["side"] == "at most" else cut["beta"]
    rest = (
        f"{owner} already has {write(bound)}"
        if owner is not None
        else f"the window is [{write(window[0])}, {write(window[1])}]"
    )
    return f"{node} is {cut['side']} {write(cut['value'])}; {rest}"
