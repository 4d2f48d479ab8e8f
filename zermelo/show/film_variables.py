"""The variables of a running search as a step of a film shows them: as the step leaves them.

An event is recorded while its line runs. The film shows each step when its line is done, so that
the variables, the sentence and the picture say the same:

==========  ====================================================================================
update      the variable that the line assigns has its new value
a loop      that takes nodes from a stack keeps variables of the node before; they are left out
window      α and β of the node, as soon as the line has moved them
open nodes  O of an explicit stack, also while a function runs that does not see it
==========  ====================================================================================
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from zermelo.panel import STATE, VECTOR
from zermelo.show.replay import Replay

_ASSIGNED = re.compile(r"\s*(\w+(?:, \w+)*) = ")
VALUE, LOW, HIGH = "v", "α", "β"
"""The names by which searches call a node's value and window (`zermelo code`)."""

STACK, POP = "O", "O.pop()"
"""The list of open nodes, and the line that deletes its front."""


def settle_variables(replay: Replay) -> dict[str, Any]:
    """Return the variables of the event that was replayed last, as its line leaves them.

    >>> from zermelo import search, tree
    >>> replay = Replay(search.alphabeta(tree.figure("two-ply"), trace=True).trace)
    >>> replay.to(6)  # B takes the smaller of ∞ and 3
    >>> replay.event["variables"]["v"], settle_variables(replay)["v"]
    (inf, 3.0)
    """
    event, header = replay.event, replay.trace.header
    if event is None or "at" not in event:
        return {}
    function, line = event["at"]
    lines = header["listing"][function]
    variables = {
        name: value
        for name, value in event["variables"].items()
        if not _is_stale(lines, line, name)
    }
    if event["event"] == "update":
        variables |= _find_new_value(replay, event, lines[line], variables)
    return variables


def _find_new_value(
    replay: Replay, event: dict[str, Any], line: str, variables: dict[str, Any]
) -> dict[str, Any]:
    """Return the variable that an update assigns, with its new value."""
    found = _ASSIGNED.match(line)
    name = found[1] if found else VALUE
    is_vector = replay.trace.header["kinds"].get(name) == VECTOR
    if name not in variables or (found is None and not is_vector):
        return {}
    return {name: replay.nodes[event["node"]].vector if is_vector else event["new"]}


def _is_stale(lines: list[str], at: int, name: str) -> bool:
    """Return whether a variable may be left from an earlier round of a loop over a stack.

    It is not, if a line before the current one assigns it in the same round for certain: in a block
    around the current line.
    """
    loop = next((i for i, line in enumerate(lines) if line.lstrip().startswith("while ")), None)
    if loop is None or at <= loop or re.search(rf"[(, ]{name}[,)]", lines[0]):
        return False
    rounds = [i for i in range(loop + 1, len(lines)) if _assigns(lines[i], name)]
    return not any(i < at and _is_around(lines, i, at) for i in rounds)


def _assigns(line: str, name: str) -> bool:
    found = _ASSIGNED.match(line)
    return found is not None and name in found[1].split(", ")


def _is_around(lines: list[str], i: int, at: int) -> bool:
    """Return whether line `at` is in the block of line i, or in one inside it."""
    depth = _measure_indent(lines[i])
    return all(_measure_indent(line) >= depth for line in lines[i : at + 1])


def _measure_indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def find_stack(replay: Replay) -> list[list[Any]] | None:
    """Return the open nodes of an explicit stack as the last step leaves them; None without one.

    They are recorded where the loop begins, and after a leaf: a node that is backed up has left
    them, and its parent has its new value there the next time.
    """
    event = replay.event
    if event is None or (row := _find_row(replay, range(replay.step - 1, -1, -1))) is None:
        return None
    if event["event"] == "leave":
        return row[1:] if _is_popped(replay, event) else row
    if event["event"] in ("update", "cut"):
        return _find_row(replay, range(replay.step, len(replay)))
    return row


def _find_row(replay: Replay, places: Iterable[int]) -> list[list[Any]] | None:
    """Return the open nodes of the first event of these that has them."""
    found = (replay.trace.events[i] for i in places)
    return next((list(event["open"]) for event in found if event["event"] == "stack"), None)


def _is_popped(replay: Replay, event: dict[str, Any]) -> bool:
    """Return whether the running block has deleted the front node before the current line."""
    function, at = event["at"]
    lines = replay.trace.header["listing"][function]
    popping = [i for i in range(at) if lines[i].lstrip().startswith(POP)]
    return any(_is_around(lines, i, at) for i in popping)


def find_window(replay: Replay, variables: dict[str, Any]) -> tuple[float, float] | None:
    """Return α and β of the event's node; None if the variables are about something else."""
    event, kinds = replay.event, replay.trace.header.get("kinds", {})
    if event is None or not {LOW, HIGH} <= variables.keys() or "node" not in event:
        return None
    label = replay.nodes[event["node"]].label
    states = [variables[name] for name in variables if kinds.get(name) == STATE]
    is_own = states[:1] == [label] and event["event"] != "leave"
    return (variables[LOW], variables[HIGH]) if is_own else None


def list_stack_windows(replay: Replay) -> dict[int, tuple[float, float]]:
    """Return the windows of the nodes on the path, as the open nodes of a stack have them."""
    event = replay.event
    assert event is not None
    known = [row[1:] for row in event["open"] if len(row) == 3 and row[1] is not None]
    return {
        node: (low, high) for node, (low, high) in zip(reversed(replay.path), known, strict=False)
    }
