"""What the stepper's panel shows of a running search: its text, the current line, its variables.

The contract between a search's text and every viewer, in one place:

1. A function takes part if it has a parameter named ``watch`` (`listing.WATCH`) and its source is
   available. Functions that exist for the watch alone have no listing; their caller takes part
   instead.
2. The panel shows the function's parameters and locals, under the names that listings write
   (`listing.letter`).
3. What a variable holds follows from its name where the value does not tell: see `KINDS`. A search
   that keeps a state, a player or an action in a variable uses one of these names, or adds its
   name to `KINDS`.
4. Any other variable is shown if it holds a number, a vector of floats or an `OpenNode`; otherwise
   it is left out, as is a depth without a limit.

Viewers look at no names but v, α and β, a node's value and window. They read the kinds from the
header of the trace.

>>> from zermelo import search, tree
>>> trace = search.alphabeta(tree.figure("two-ply"), trace=True).trace
>>> trace.header["kinds"]["s"], trace.header["kinds"]["me"], trace.header["kinds"]["α"]
('state', 'player', 'number')
>>> trace.events[0]["variables"]["s"], trace.events[0]["variables"]["me"]
('A', 'MAX')
"""

from __future__ import annotations

from types import FrameType
from typing import Any, Protocol, runtime_checkable

from zermelo.game import Game
from zermelo.listing import WATCH, Listing, letter, listing

STATE, NODE, PLAYER, ACTION = "state", "node", "player", "action"
NUMBER, VECTOR = "number", "vector"
"""The kinds of variables; an open node is shown by its state."""

KINDS = {"s": STATE, "x": STATE, "y": STATE, "me": PLAYER, "mover": PLAYER, "a": ACTION}
"""What the variables of a search's text hold, by name: their values alone do not tell."""

NO_HORIZON = 1 << 39
"""A depth beyond this means that there is no limit."""

OWN_MODULES = frozenset({"zermelo.watch", "zermelo.recorder", "zermelo.panel"})
"""The modules between a search and the panel; their frames are skipped."""


@runtime_checkable
class OpenNode(Protocol):
    """A node on an explicit stack, as `Watch.stack` receives it.

    A node has a state `x`, and `known`, which says whether its value is known. The value is `v`, or
    the pair `alpha`, `beta` if nodes keep windows.
    """

    x: Any
    known: bool


class Panel:
    """Reads the running search for a recorder, and collects the listings and kinds it met."""

    def __init__(self, game: Game[Any, Any], depth: bool = True) -> None:
        self.game = game
        self.depth = depth
        """Whether the search has a depth limit. Without one no listed line is about depth."""
        self.listings: dict[str, list[str]] = {}
        self.kinds: dict[str, str] = {}

    def read(self, frame: FrameType | None, state: Any) -> dict[str, Any]:
        """Return `at` and `variables` for the search below `frame`; an empty dict without a text.

        `state` is the state in which an action is taken.
        """
        running = find_running(frame, self.depth)
        if running is None:
            return {}
        search, text = running
        self.listings.setdefault(text.name, list(text.lines))
        return {
            "at": [text.name, text.place(search.f_lineno)],
            "variables": self._read_variables(search.f_locals, state),
        }

    def _read_variables(self, variables: dict[str, Any], state: Any) -> dict[str, Any]:
        """Return what can be shown of a function's variables, and note what they hold."""
        shown: dict[str, Any] = {}
        for name, value in variables.items():
            kind = KINDS.get(name) or infer_kind(value)
            text = None if kind is None else self._write(kind, value, state)
            if kind is not None and text is not None:
                shown[letter(name)] = text
                self.kinds[letter(name)] = kind
        return shown

    def _write(self, kind: str, value: Any, state: Any) -> Any:
        """Return a variable's value as JSON holds it; None for an action of another state."""
        if kind == STATE:
            return self.game.label(value)
        if kind == NODE:
            return self.game.label(value.x)
        if kind == PLAYER:
            return self.game.player_name(value)
        if kind == ACTION:
            is_here = state is not None and value in self.game.options(state)
            return self.game.name(state, value) if is_here else None
        return list(value) if kind == VECTOR else value


def infer_kind(value: Any) -> str | None:
    """Return what a variable holds by its value alone; None if a panel has no use for it.

    >>> infer_kind(3), infer_kind((1.0, 2.0)), infer_kind(NO_HORIZON + 1), infer_kind("text")
    ('number', 'vector', None, None)
    """
    if isinstance(value, int | float):
        return None if isinstance(value, int) and value > NO_HORIZON else NUMBER
    if isinstance(value, tuple):
        if isinstance(value, OpenNode):
            return NODE
        return VECTOR if all(isinstance(x, float) for x in value) else None
    return None


def find_running(frame: FrameType | None, depth: bool = True) -> tuple[FrameType, Listing] | None:
    """Return the innermost function that takes part (see the module's text), and its listing."""
    while frame is not None and frame.f_globals.get("__name__") in OWN_MODULES:
        frame = frame.f_back
    while frame is not None and takes_watch(frame):
        text = listing(frame.f_code, depth)
        if text is not None:
            return frame, text
        frame = frame.f_back
    return None


def takes_watch(frame: FrameType) -> bool:
    """Return whether the running function has a parameter named ``watch``."""
    code = frame.f_code
    return WATCH in code.co_varnames[: code.co_argcount]
