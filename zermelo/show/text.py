"""A trace as text: the lecture's tables, the stages of the slides, a log of any search.

=========  ==================================================================================================
``table3``  the stack of an explicit-stack search, front first, values as subscripts
``nested``  the numbered nested calls of a recursive search, with each update and return (Tables 6 and 8)
``stages``  the range of possible values at every node after each leaf (the slides' Figure 5.5)
``log``     one line for each node, indented by depth, for any search
=========  ==================================================================================================
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from zermelo.errors import BadTrace
from zermelo.game import INFINITY
from zermelo.show.replay import Node, Replay, is_drawn
from zermelo.trace import Trace, limit, number

NAMES = {"minimax-window": "MiniMax", "alphabeta-hard": "αβPruning"}
"""What the lecture calls its recursive functions."""

ROMAN = ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")


def signed(v: float) -> str:
    """A number with its sign, as the lecture writes values.

    >>> signed(1.0), signed(-1.0), signed(float("inf")), signed(0.0)
    ('+1', '−1', '+∞', '0')
    """
    return ("+" if v > 0 else "") + number(v)


# ---------------------------------------------------------------------- Table 3


def table3(trace: Trace) -> Iterator[str]:
    """The open nodes at each step: a label, with its value behind it once it is known."""
    rows = [event["open"] for event in trace.events if event["event"] == "stack"]
    if not rows:
        raise BadTrace("table3 shows the stack of minimax-stack or alphabeta-stack")
    for row in rows:
        yield " ".join(_subscripted(*node) for node in row)


def _subscripted(label: str, *values: float | None) -> str:
    known = [v for v in values if v is not None]
    if not known:
        return label
    return label + (
        signed(known[0]) if len(known) == 1 else f"[{number(known[0])},{number(known[1])}]"
    )


# ---------------------------------------------------------------------- Tables 6 and 8


def nested(trace: Trace) -> Iterator[str]:
    """Every call, update and return of a recursive search, numbered as in the lecture."""
    name = NAMES.get(trace.header.get("algorithm", ""))
    if name is None:
        raise BadTrace(
            "nested tells of minimax-window and alphabeta-hard, which carry α and β as the lecture does"
        )
    game = {"tree:nim-2-2": "2,2-Nim"}.get(trace.header["game"], trace.header["game"])
    yield from _Calls(trace, f"{name}({game}").lines()


class _Calls:
    """The lines of a nested trace; a counter for each open node numbers its statements."""

    def __init__(self, trace: Trace, call: str) -> None:
        self.trace, self.call = trace, call
        self.replay = Replay(trace)
        self.counts: list[int] = []
        self.old = self._values_before()

    def _values_before(self) -> dict[int, float]:
        """For each node but the root, its parent's value when it was called: the next update of the parent tells it."""
        found: dict[int, float] = {}
        calls: dict[int, int] = {}
        for event in self.trace.events:
            if event["event"] == "enter" and event["parent"] is not None:
                calls[event["parent"]] = event["node"]
            elif event["event"] == "update":
                found[calls[event["node"]]] = event["old"]
        return found

    def lines(self) -> Iterator[str]:
        for event in self.trace.events:
            self.replay.forward()
            if event["event"] in ("enter", "update", "leave"):
                yield from getattr(self, "_" + event["event"])(
                    event, self.replay.nodes[event["node"]]
                )

    def _line(self, text: str) -> str:
        self.counts[-1] += 1
        depth = len(self.counts) - 1
        return "   " * depth + f"{_numeral(depth, self.counts[-1])} {text}"

    def _side(self, node: Node) -> tuple[str, str]:
        """What a node keeps, and how."""
        return ("α", "max") if node.player == self.trace.header["player"] else ("β", "min")

    def _enter(self, event: dict[str, Any], node: Node) -> Iterator[str]:
        if node.parent is not None:
            parent = self.replay.nodes[node.parent]
            kept, rule = self._side(parent)
            window = f"{signed(node.alpha)}, {signed(node.beta)}"
            yield self._line(
                f"{parent.label} : {kept} = {rule}{{{signed(self.old[node.id])}, {self.call}_{node.label}, {window})}}"
            )
        self.counts.append(0)

    def _update(self, event: dict[str, Any], node: Node) -> Iterator[str]:
        kept, rule = self._side(node)
        yield self._line(
            f"{node.label} : {kept} = {rule}{{{signed(event['old'])}, {signed(event['got'])}}} = {signed(event['new'])}"
        )

    def _leave(self, event: dict[str, Any], node: Node) -> Iterator[str]:
        kept = "v" if not node.children else self._side(node)[0]
        if node.reason and node.children:
            kept = {"α": "β", "β": "α"}[kept]
        yield self._line(f"{node.label} : return {kept} = {signed(event['value'])}")
        self.counts.pop()


def _numeral(depth: int, n: int) -> str:
    """1. (a) i. A. I. and again from the start.

    >>> [_numeral(depth, 4) for depth in range(6)]
    ['4.', '(d)', 'iv.', 'D.', 'IV.', '4.']
    """
    letter = chr(ord("a") + (n - 1) % 26) * ((n - 1) // 26 + 1)
    roman = "x" * (n // 10) + ROMAN[n % 10]
    return (f"{n}.", f"({letter})", f"{roman}.", f"{letter.upper()}.", f"{roman.upper()}.")[
        depth % 5
    ]


# ---------------------------------------------------------------------- Figure 5.5


def stages(trace: Trace) -> Iterator[str]:
    """After each leaf, what is known of every node above the leaves: the range in which its value must lie.

    Of a search that begins again, the tree that it is in; of a node that it searches again, what it finds there now.
    """
    if trace.header["algorithm"] == "maxn":
        raise BadTrace(
            "stages tells of MAX and MIN, not of max^n, where everyone has a value of their own"
        )
    if not any(event["event"] in ("leaf", "horizon") for event in trace.events):
        raise BadTrace(
            "stages tells what follows from each leaf, and the trace has none: record more plies"
        )
    replay = Replay(trace)
    shown, last = 0, ""
    for event in [*trace.events, {"event": "enter"}]:
        if (
            event["event"] in ("enter", *_MARKS) and last
        ):  # all that follows from the last leaf has been backed up
            shown += 1
            yield f"{_numeral(1, shown)} {last}: {_all_ranges(replay)}"
            last = ""
        if event["event"] in _MARKS:
            yield _MARKS[event["event"]](event)
        replay.forward()
        if event["event"] in ("leaf", "horizon"):
            last = f"{replay.nodes[event['node']].label} = {number(event['value'])}"


_MARKS: dict[str, Callable[[dict[str, Any]], str]] = {
    "iteration": lambda event: f"depth {event['depth']}",
    "secondary": lambda event: f"{event['action']} to depth {event['depth']}",
}
"""The line for an event with which a search begins again."""


def _all_ranges(replay: Replay) -> str:
    inner = [node for node in _current_tree(replay) if node.actions and not node.is_estimate]
    return ", ".join(
        f"{node.label} {_interval(*_range(replay, node, replay.trace.header['player']))}"
        for node in inner
    )


def _current_tree(replay: Replay) -> list[Node]:
    """The nodes of the tree that the search is in, in the order in which it came to them; of those searched again, the last."""
    waiting = [max(node.id for node in replay.nodes.values() if node.parent is None)]
    for node in waiting:  # grows while it is read
        waiting += _successors(replay, replay.nodes[node])
    return [replay.nodes[node] for node in sorted(waiting)]


def _successors(replay: Replay, node: Node) -> list[int]:
    """The node that each action led to last."""
    return list({replay.nodes[child].action: child for child in node.children}.values())


def _interval(low: float, high: float) -> str:
    return f"[{limit(low)}, {limit(high)}]"


def _range(replay: Replay, node: Node, player: int) -> tuple[float, float]:
    """What a node's value must lie in, unseen leaves being anything."""
    if not node.actions or node.is_estimate:
        v = node.value
        return (v, v) if v is not None else (-INFINITY, INFINITY)
    if is_drawn(replay.trace.header, node.player):
        return (
            (node.value, node.value)
            if node.is_done and node.value is not None
            else (-INFINITY, INFINITY)
        )
    seen = [_range(replay, replay.nodes[child], player) for child in _successors(replay, node)]
    seen += [(-INFINITY, INFINITY)] * (len(node.actions) - len(seen))
    pick = max if node.player == player else min
    return pick(low for low, _ in seen), pick(high for _, high in seen)


# ---------------------------------------------------------------------- any search


def log(trace: Trace) -> Iterator[str]:
    """A line when a node is entered, valued, cut and left, indented by its depth."""
    replay = Replay(trace)
    vectors = {
        event["node"]: event["values"] for event in trace.events if event["event"] == "vector"
    }
    for event in trace.events:
        replay.forward()
        kind = event["event"]
        if kind in _MARKS:
            yield _MARKS[kind](event)
        elif kind in ("enter", "leaf", "horizon", "cut", "leave"):
            node = replay.nodes[event["node"]]
            margin = "  " * (len(replay.path) - (kind != "leave"))
            if text := _log_line(kind, event, node, vectors.get(node.id)):
                yield margin + text


def _log_line(kind: str, event: dict[str, Any], node: Node, vector: Sequence[float] | None) -> str:
    if kind == "enter":
        way = f"{node.action} → " if node.action is not None else ""
        window = (
            ""
            if (node.alpha, node.beta) == (-INFINITY, INFINITY)
            else f" {_interval(node.alpha, node.beta)}"
        )
        return f"{way}{node.label}{window}"
    if kind in ("leaf", "horizon"):
        return f"= {_worth(event['value'], vector)}" + (" (estimated)" if kind == "horizon" else "")
    if kind == "cut":
        left_out = " ".join(p["action"] for p in event["pruned"])
        return f"cut: {event['reason']}" + (f"; left out: {left_out}" if left_out else "")
    if not node.children:
        return ""
    sign = {"exact": "=", "at most": "≤", "at least": "≥"}[event["bound"]]
    return f"{node.label} {sign} {_worth(event['value'], vector)}"


def _worth(value: float, vector: Sequence[float] | None) -> str:
    """A node's value, or what it is worth to each player."""
    return number(value) if vector is None else f"({', '.join(map(number, vector))})"


FORMS: dict[str, Callable[[Trace], Iterator[str]]] = {
    "table3": table3,
    "nested": nested,
    "stages": stages,
    "log": log,
}
"""The forms by the names that the command uses."""


def text(trace: Trace, form: str = "log") -> str:
    """A trace in one of its forms.

    >>> from zermelo import search, tree
    >>> print(text(search.alphabeta(tree.figure("figure-3"), trace=True).trace))
    A [−1, 1]
      a1 → B [−1, 1]
        = 0.5
      a2 → C [0.5, 1]
        c1 → D [0.5, 1]
          = 0.25
        cut: C is at most 0.25; A already has 0.5; left out: c2
      C ≤ 0.25
    A = 0.5
    """
    if form not in FORMS:
        raise BadTrace(f"no form is called {form!r}; forms: {' '.join(FORMS)}")
    return "\n".join(FORMS[form](trace))
