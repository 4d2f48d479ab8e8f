"""What a page can ask for over the websocket: searches that tell what they have found so far.

Each question emits events: ``started``, then ``progress`` and ``iteration`` as often as there is something new, then ``done``.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

from zermelo.game import CHANCE
from zermelo.play import LEVELS, USUAL, levels
from zermelo.result import Result
from zermelo.web import arena
from zermelo.web.api import Reached, described, options, reach
from zermelo.web.fields import Fields
from zermelo.web.outcome import outcome, payoff_range
from zermelo.web.seek import MOST_DEPTH, Limits, seeker
from zermelo.web.shelf import Shelf
from zermelo.web.stop import Stop, once

Emit = Callable[[dict[str, Any]], None]

LONGEST_SEARCH = 60.0
MOST_LINES = 500
TABLE, LARGEST_TABLE = 64, 256
"""MiB."""

PROGRESS_EVERY = 0.25


# ---------------------------------------------------------------------- questions


def analyse(shelf: Shelf, asked: Fields, stop: threading.Event, emit: Emit) -> None:
    """The best lines of a position, deeper and deeper."""
    lines = asked.whole("lines", 1, MOST_LINES, 1)
    seconds = asked.maybe_number("seconds", 0.01, LONGEST_SEARCH) or LONGEST_SEARCH
    depth = asked.maybe_whole("depth", 1, MOST_DEPTH)
    Searched(reach(shelf, asked), _table(asked), shelf.specs, stop, emit).run(lines, seconds, depth)


def values(shelf: Shelf, asked: Fields, stop: threading.Event, emit: Emit) -> None:
    """The same with a line for every move."""
    analyse(shelf, Fields({**asked.given, "lines": MOST_LINES}), stop, emit)


def think(shelf: Shelf, asked: Fields, stop: threading.Event, emit: Emit) -> None:
    """The move of an opponent at a level."""
    level = asked.whole("level", min(LEVELS), max(LEVELS), USUAL)
    at = reach(shelf, asked)
    legal = [] if at.is_over or at.game.player(at.state) == CHANCE else options(at.game, at.state)
    if len(legal) == 1:
        move = at.game.name(at.state, legal[0])
        emit({"event": "done", "move": move, "result": None, "stopped": "", "forced": True})
    else:
        searched = Searched(at, _table(asked), shelf.specs, stop, emit)
        if at.game.preferred_search == "mcts":
            searched.seeker.forget()  # a tree that another level has grown, or an analysis, would be its strength
        searched.run(1, **levels(at.game)[level])


def prepare(shelf: Shelf, asked: Fields, stop: Stop, emit: Emit) -> None:
    """Have a game's machine code made for the questions that will come. It goes on aside: they need not wait for its end."""
    at = reach(shelf, asked)
    options(at.game, at.state)  # refuses what will not be searched
    game = seeker(at, _table(asked), shelf.specs)
    game.wait()  # first: what somebody waits for is not given up
    ready = None if at.is_over else game.prepare(at.state)
    if ready is None:
        game.leave()
        emit({"event": "done", "compiled": False})
        return

    def end() -> None:
        game.leave()
        emit({"event": "done", "compiled": game.is_compiled})

    emit({"event": "making"})
    over = once(end)
    stop.then(over)
    ready.add_done_callback(lambda made: over())


def _table(asked: Fields) -> int:
    return asked.whole("memory", 1, LARGEST_TABLE, TABLE)


ASKS: dict[str, Callable[[Shelf, Fields, Stop, Emit], None]] = {
    "analyse": analyse,
    "values": values,
    "think": think,
    "prepare": prepare,
    **arena.ASKS,
}
"""Every question by its name."""

LAST = ("done", "error")
"""After these nothing more comes."""


# ---------------------------------------------------------------------- one search


class Searched:
    """A search of one position, and what is told of it."""

    def __init__(
        self, at: Reached, memory: int, own: Sequence[str], stop: threading.Event, emit: Emit
    ) -> None:
        self.at, self.stop, self.emit = at, stop, emit
        self.game, self.state = at.game, at.state
        self.player = (
            0
            if at.is_over or self.game.player(self.state) == CHANCE
            else self.game.player(self.state)
        )
        self.range = payoff_range(self.game, self.state, self.player)
        self.seeker = seeker(at, memory, own)
        self.nodes, self.told = 0, 0.0
        self.fill: float | None = None
        self.deepest = 0
        self.found: Any = None
        self.lines = 1

    def run(
        self,
        lines: int,
        seconds: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
    ) -> None:
        """Search and tell."""
        if self.at.is_over:
            verdict = described(self.at)["verdict"]
            self.emit(
                {"event": "done", "move": None, "result": None, "stopped": "", "over": verdict}
            )
            return
        self.lines = lines = min(lines, len(options(self.game, self.state)))
        self.emit(
            {
                "event": "started",
                "player": self.player,
                "player_name": self.game.player_name(self.player),
                "range": self.range,
            }
        )
        last: Result[Any] | None = None
        for last in self.seeker(
            self.state, Limits(self.player, lines, seconds, depth, nodes, self._progress), self.stop
        ):
            self._note(last)
        assert last is not None
        is_cut_short = (
            self.stop.is_set() and not last.stopped and not last.exact
        )  # between two depths
        stopped = "asked" if is_cut_short else last.stopped
        told = {
            **last.to_dict(),
            "outcome": self._outcome(last.value, last.exact),
            "variations": self._shown(last),
        }
        self.emit({"event": "done", "move": last.action_name, "stopped": stopped, "result": told})

    def _note(self, result: Result[Any]) -> None:
        """Tell a depth that is finished; not again one that the other gear has told."""
        self.nodes, self.fill = result.nodes, result.fill
        shown = self._shown(result)
        found = (result.depth, result.value, result.line, len(shown))
        if (
            not result.stopped
            and found != self.found
            and (result.depth >= self.deepest or result.algorithm == "mcts")
        ):
            self.deepest, self.found = result.depth, found
            self.emit(self._iteration(result, shown))

    def _progress(self, nodes: int, seconds: float) -> None:
        """Called by the search about ten times a second, with what the present step of it has done."""
        now = time.perf_counter()
        if now - self.told >= PROGRESS_EVERY:
            self.told = now
            speed = round(nodes / seconds) if seconds > 0 else 0
            self.emit(
                {
                    "event": "progress",
                    "nodes": self.nodes + nodes,
                    "nps": speed,
                    "table": self.fill,
                    "gear": self.seeker.gear,
                }
            )

    def _shown(self, result: Result[Any]) -> list[dict[str, Any]]:
        return [
            {**one, "outcome": self._outcome(one["value"], one["exact"])}
            for one in variations(result)[: self.lines]
        ]

    def _outcome(self, value: float | None, exact: bool) -> str | None:
        return outcome(self.game, value, exact, self.range)

    def _iteration(self, result: Result[Any], shown: list[dict[str, Any]]) -> dict[str, Any]:
        return {
            "event": "iteration",
            "depth": result.depth,
            "value": result.value,
            "vector": None if result.vector is None else list(result.vector),
            "exact": result.exact,
            "distance": result.distance,
            "outcome": self._outcome(result.value, result.exact),
            "move": result.action_name,
            "line": list(result.line),
            "variations": shown,
            "nodes": result.nodes,
            "nps": round(result.speed),
            "seconds": round(result.seconds, 4),
            "table": result.fill,
            "gear": result.gear,
            "player": result.player,
            "player_name": result.player_name,
            "notes": list(result.notes),
        }


def variations(result: Result[Any]) -> list[dict[str, Any]]:
    """The best lines, the best first: those that the search followed, or else the values of single moves."""
    if result.variations:
        return [
            {
                "move": v.line[0] if v.line else None,
                "line": list(v.line),
                "value": v.value,
                "exact": v.exact,
                "distance": v.distance,
            }
            for v in result.variations
        ]
    best = {
        "move": result.action_name,
        "line": list(result.line),
        "value": result.value,
        "exact": result.exact,
        "distance": result.distance,
    }
    others = (
        [v for v in result.values if v.name != result.action_name and v.bound == "exact"]
        if result.action_name
        else []
    )
    others.sort(key=lambda v: -v.value)
    return [
        best,
        *(
            {
                "move": v.name,
                "line": [v.name],
                "value": v.value,
                "exact": result.exact,
                "distance": None,
            }
            for v in others
        ),
    ]
