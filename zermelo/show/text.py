"""A trace as text: the lecture's tables, the stages of the slides, a log of any search.

==========  ====================================================================================
``table3``  the stack of an explicit-stack search, front first, values as subscripts
``nested``  the numbered nested calls of a recursive search, with each update and return (Tables
            6 and 8)
``stages``  the interval of possible values at every node after each leaf (the slides' Figure
            5.5)
``log``     one line for each node, indented by depth, for any search
==========  ====================================================================================
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from zermelo.errors import BadTrace
from zermelo.formatting import format_signed
from zermelo.interval import ANYTHING, Interval
from zermelo.search import searches
from zermelo.show.replay import Replay, ReplayNode
from zermelo.show.stages import MARKS, follow_stages, group_stages, name_letter, write_mark
from zermelo.show.words import write_stack, write_working
from zermelo.trace import Trace, read_return

LONGEST_LETTER = 2
"""A longer label is not a letter of the lecture."""

ROMAN = ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")


# ---------------------------------------------------------------------- Table 3


def write_table3(trace: Trace) -> Iterator[str]:
    """Yield the open nodes at each step: a label, followed by its value once it is known.

    Letters have a space between them, as the lecture's; longer labels a line.
    """
    rows = list_stacks(trace)
    is_short = all(len(node[0]) <= LONGEST_LETTER for row in rows for node in row)
    for row in rows:
        yield write_stack(row, trace.write_in_full, " " if is_short else " | ")


def list_stacks(trace: Trace) -> list[list[list[Any]]]:
    """Return the open nodes at each step: labels with their values, which may be unknown."""
    rows = [event["open"] for event in trace.events if event["event"] == "stack"]
    if not rows:
        raise BadTrace("table3 shows the stack of a search that has one, such as minimax-stack")
    return rows


# ---------------------------------------------------------------------- Tables 6 and 8


def write_nested(trace: Trace) -> Iterator[str]:
    """Yield every call, update and return of a recursive search, numbered as in the lecture."""
    recursive = {one.name: one.heading for one in searches() if one.has_nested_table}
    name = recursive.get(trace.header.get("algorithm", ""))
    if name is None:
        raise BadTrace(
            f"nested shows {' and '.join(recursive)}, which carry α and β as the lecture does"
        )
    yield from _CallLines(trace, f"{name}({_name_game(trace.header['game'])}").lines()


def _name_game(title: str) -> str:
    """Return a game's name as the lecture writes it.

    >>> _name_game("nim:2,2"), _name_game("tree:nim-2-2"), _name_game("coins")
    ('2,2-Nim', '2,2-Nim', 'coins')
    """
    return re.sub(r"(?:tree:)?nim[:-](\d+)[,-](\d+).*", r"\1,\2-Nim", title)


class _CallLines:
    """The lines of a nested trace; a counter for each open node numbers its statements."""

    def __init__(self, trace: Trace, call: str) -> None:
        self.trace, self.call = trace, call
        self.replay = Replay(trace)
        self.counts: list[int] = []
        self.old = self._find_values_before()

    def _find_values_before(self) -> dict[int, float]:
        """Return for each node but the root its parent's value at the call.

        The next update of the parent has it.
        """
        values: dict[int, float] = {}
        calls: dict[int, int] = {}
        for event in self.trace.events:
            if event["event"] == "enter" and event["parent"] is not None:
                calls[event["parent"]] = event["node"]
            elif event["event"] == "update":
                values[calls[event["node"]]] = event["old"]
        return values

    def lines(self) -> Iterator[str]:
        write = {"enter": self._enter, "update": self._update, "leave": self._leave}
        for event in self.trace.events:
            self.replay.forward()
            if event["event"] in write:
                yield from write[event["event"]](event, self.replay.nodes[event["node"]])

    def _number_line(self, text: str) -> str:
        self.counts[-1] += 1
        depth = len(self.counts) - 1
        return "   " * depth + f"{_write_numeral(depth, self.counts[-1])} {text}"

    def _write(self, v: float) -> str:
        return format_signed(v, self.trace.write_in_full)

    def _choose_side(self, node: ReplayNode) -> tuple[str, str]:
        """Return the bound that a node keeps, and its rule."""
        return ("α", "max") if node.player == self.trace.header["player"] else ("β", "min")

    def _enter(self, event: dict[str, Any], node: ReplayNode) -> Iterator[str]:
        if node.parent is not None:
            parent = self.replay.nodes[node.parent]
            name, rule = self._choose_side(parent)
            window = f"{self._write(node.alpha)}, {self._write(node.beta)}"
            call = f"{self.call}_{node.label}, {window})"
            old = self._write(self.old[node.id])
            yield self._number_line(f"{parent.label} : {name} = {rule}{{{old}, {call}}}")
        self.counts.append(0)

    def _update(self, event: dict[str, Any], node: ReplayNode) -> Iterator[str]:
        name, rule = self._choose_side(node)
        old, got, new = (self._write(event[key]) for key in ("old", "got", "new"))
        yield self._number_line(f"{node.label} : {name} = {rule}{{{old}, {got}}} = {new}")

    def _leave(self, event: dict[str, Any], node: ReplayNode) -> Iterator[str]:
        name = "v" if not node.children else self._choose_side(node)[0]
        if node.reason and node.children:
            name = {"α": "β", "β": "α"}[name]
        returned, _ = read_return(event)
        yield self._number_line(f"{node.label} : return {name} = {self._write(returned)}")
        self.counts.pop()


def _write_numeral(depth: int, n: int) -> str:
    """Return a number in the style of its depth: 1. (a) i. A. I. and again from the start.

    >>> [_write_numeral(depth, 4) for depth in range(6)]
    ['4.', '(d)', 'iv.', 'D.', 'IV.', '4.']
    """
    letter = name_letter(n)
    roman = "x" * (n // 10) + ROMAN[n % 10]
    styles = (f"{n}.", f"({letter})", f"{roman}.", f"{letter.upper()}.", f"{roman.upper()}.")
    return styles[depth % 5]


# ---------------------------------------------------------------------- Figure 5.5


def write_stages(trace: Trace, leaves: Sequence[str] = ()) -> Iterator[str]:
    """Yield after each leaf the interval in which the value of every inner node must lie.

    Of a search in several trees it shows the current one; of a node that is searched again, what
    is known now. With `leaves` a stage ends with each of these leaves, and may have several lines.
    """
    replay = Replay(trace)
    captions = _list_captions(trace, leaves)
    for stage in follow_stages(replay):
        if not stage.leaf:
            yield stage.caption
        elif stage.step in captions:
            yield f"{captions[stage.step]}: {_list_intervals(replay)}"


def _list_captions(trace: Trace, leaves: Sequence[str]) -> dict[int, str]:
    """Return the captions of the stages by their steps: a letter before the first of each."""
    captions = {}
    for group in group_stages(trace, leaves):
        for stage in group:
            margin = " " * len(stage.letter) if stage != group[0] else stage.letter
            captions[stage.step] = f"{margin} {stage.leaf} = {stage.value}"
    return captions


def _list_intervals(replay: Replay) -> str:
    inner = [node for node in replay.current_tree() if node.is_inner]
    write = replay.trace.write_in_full
    return ", ".join(
        f"{node.label} {replay.value_interval(node).write_ends(write)}" for node in inner
    )


# ---------------------------------------------------------------------- any search


def write_log(trace: Trace) -> Iterator[str]:
    """Yield a line when a node is entered, valued, cut and left, indented by its depth."""
    replay = Replay(trace)
    vectors = {
        event["node"]: event["values"] for event in trace.events if event["event"] == "vector"
    }
    for event in trace.events:
        replay.forward()
        kind = event["event"]
        if kind in MARKS:
            yield write_mark(trace.header, event)
        elif kind in ("enter", "leaf", "horizon", "cut", "leave"):
            node = replay.nodes[event["node"]]
            margin = "  " * (len(replay.path) - (kind != "leave"))
            if text := _write_log_line(trace, event, node, vectors.get(node.id)):
                yield margin + text + _name_mover(trace, event)


def _name_mover(trace: Trace, event: dict[str, Any]) -> str:
    """Return who moves at a node that is entered, if its label is shorter than the position."""
    if event["event"] != "enter" or event["label"] == event.get("state", event["label"]):
        return ""
    players = trace.header.get("players", [])
    p = event["player"]
    return f" {players[p]}" if p is not None and 0 <= p < len(players) else ""


def _write_log_line(
    trace: Trace, event: dict[str, Any], node: ReplayNode, vector: Sequence[float] | None
) -> str:
    kind, write = event["event"], trace.write_in_full
    if kind == "enter":
        action = f"{node.action} → " if node.action is not None else ""
        window = Interval(node.alpha, node.beta)
        words = "" if window == ANYTHING else f" {window.write_ends(write)}"
        return f"{action}{node.label}{words}"
    if kind == "cut":
        pruned = " ".join(branch["action"] for branch in event["pruned"])
        return f"cut: {event['reason']}" + (f"; pruned: {pruned}" if pruned else "")
    v = event["value"]
    value = write(v) if vector is None else f"({', '.join(map(write, vector))})"
    if kind == "leaf" and node.unknown:
        return f"= {node.unknown}, which is not known"
    if node.range is not None:
        return f"{node.label} {node.range.write(write, both='in [{}, {}]')}" * bool(node.children)
    if kind != "leave":
        estimate = f"≈ {value}{trace.find_unit(v)} (estimated)"
        return estimate if kind == "horizon" else f"= {value}"
    sign = {"exact": "=", "at most": "≤", "at least": "≥"}[event["bound"]]
    working = write_working(node, write) if not node.reason else ""
    known = f"{node.label} {sign} {f'{working} = ' if working else ''}{value}"
    if "returned" in event:
        known += f" (returns {write(event['returned'])})"
    return known * bool(node.children)


FORMS: dict[str, Callable[[Trace], Iterator[str]]] = {
    "table3": write_table3,
    "nested": write_nested,
    "stages": write_stages,
    "log": write_log,
}
"""The forms by the names that the command uses."""


def text(trace: Trace, form: str = "log") -> str:
    """Return a trace in one of its forms.

    >>> from zermelo import search, tree
    >>> print(text(search.alphabeta(tree.figure("figure-3"), trace=True).trace))
    A [−1, 1]
      a1 → B [−1, 1]
        = ½
      a2 → C [½, 1]
        c1 → D [½, 1]
          = ¼
        cut: C is at most ¼; A already has ½; pruned: c2
      C ≤ ¼
    A = ½
    """
    if form not in FORMS:
        raise BadTrace(f"no form is called {form!r}; forms: {' '.join(FORMS)}")
    return "\n".join(FORMS[form](trace))
