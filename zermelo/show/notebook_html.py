"""What a notebook shows where there is no picture: results, reports of checks, positions as tables.

A notebook calls ``_repr_html_``. Each function returns HTML, or None where a picture is shown
instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from zermelo.check import Report
from zermelo.formatting import format_count, format_number
from zermelo.position import Position
from zermelo.result import Result, write_vector
from zermelo.show.escape import escape_xml
from zermelo.tree import Tree

MAX_ROWS = 20
"""The root actions, the fields and the moves that are listed."""


def result_html(self: Result[Any]) -> str | None:
    """Return the answer in words, and the value of each root action; None for a traced result."""
    if self.trace is not None:
        return None
    answer = f"<p>{escape_xml(self.describe())}</p>"
    effort = f"{self.seconds:.3g} s, {format_count(self.speed)} nodes/s, {self.gear} gear"
    rows = [(root.name, _write_root(root), *_write_visits(root)) for root in _rank(self)]
    head = ("move", "value", *(("visits",) if rows and len(rows[0]) > 2 else ()))
    table = make_table(head, rows[:MAX_ROWS]) if rows else ""
    more = len(rows) - MAX_ROWS
    rest = [f"{more} more moves"] if more > 0 else []
    return answer + table + make_notes([*rest, effort, *self.notes])


def _rank(result: Result[Any]) -> list[Any]:
    """The root values: the best move first, then by value for the mover."""
    sign = 1 if result.vector is not None or result.mover == result.player else -1
    return sorted(result.values, key=lambda r: (r.action != result.action, -sign * r.value))


def _write_root(root: Any) -> str:
    if root.vector is not None:
        return write_vector(root.vector)
    sign = {"at most": "≤ ", "at least": "≥ "}.get(root.bound, "")
    return str(root.range) if root.range is not None else sign + format_number(root.value)


def _write_visits(root: Any) -> tuple[str, ...]:
    return (f"{root.visits:,}",) if root.visits else ()


def report_html(self: Report) -> str:
    """Return a report of a check: its head, what failed with its place, and the notes."""
    head, *_ = str(self).splitlines()
    rows = [(f.check, f.call, f.state, f.seen, f.place) for f in self.failures]
    table = make_table(("check", "call", "state", "seen", "place"), rows) if rows else ""
    sign = "✓" if self.ok else "✗"
    return f"<p>{sign} {escape_xml(head)}</p>" + table + make_notes(self.notes)


def position_html(self: Position[Any, Any]) -> str | None:
    """Return a position without a board: its fields, or its text, and the legal moves."""
    if isinstance(self.game, Tree) or self.board is not None:
        return None
    fields: dict[str, Any] = getattr(self.state, "_asdict", dict)()
    is_told = self.game.declares("text") or self.game.declares("dump")
    if fields and not is_told:
        rows = [(name, repr(value)) for name, value in fields.items()]
        shown = make_table(("field", "value"), rows[:MAX_ROWS])
    else:
        shown = f"<pre>{escape_xml(str(self))}</pre>"
    moves = self.actions[:MAX_ROWS]
    more = f" … ({len(self.actions) - MAX_ROWS} more)" if len(self.actions) > MAX_ROWS else ""
    notes = [f"moves: {' '.join(moves)}{more}"] if moves else []
    return f"<p>{escape_xml(repr(self).strip('<>'))}</p>" + shown + make_notes(notes)


def make_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table.

    >>> make_table(("move", "value"), [("a<b", "1")])
    '<table><tr><th>move</th><th>value</th></tr><tr><td>a&lt;b</td><td>1</td></tr></table>'
    """
    top = "".join(f"<th>{escape_xml(cell)}</th>" for cell in head)
    lines = [f"<tr>{''.join(f'<td>{escape_xml(cell)}</td>' for cell in row)}</tr>" for row in rows]
    return f"<table><tr>{top}</tr>{''.join(lines)}</table>"


def make_notes(notes: Iterable[str]) -> str:
    """Return notes as small lines."""
    return "".join(f"<p><small>{escape_xml(note)}</small></p>" for note in notes)
