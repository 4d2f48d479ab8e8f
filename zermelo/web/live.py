"""What a page can ask for over the websocket: searches that tell what they have found so far.

Each question emits events: ``started``, then ``progress`` and ``iteration`` as often as there is something new, then ``done``.
Between ``started`` and the first of the others a game's machine code may be made, which takes seconds the first time.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from zermelo.engine import many, star
from zermelo.engine.engine import Engine
from zermelo.game import CHANCE, INFINITY, Game
from zermelo.history import Remembering
from zermelo.play import LEVELS, USUAL
from zermelo.result import Result
from zermelo.web.api import Reached, described, reach
from zermelo.web.fields import Fields
from zermelo.web.shelf import Shelf

Emit = Callable[[dict[str, Any]], None]

LONGEST_SEARCH = 60.0
MOST_LINES = 500
MOST_DEPTH = 200
LARGEST_TABLE = 256
"""MiB."""

KEPT = 2
"""Engines that a worker keeps, each with what it has found: the next question is often about the next position."""

PROGRESS_EVERY = 0.25
RESTOP = 0.05
"""Seconds between two words to an engine that shall stop: one that has just begun does not hear the first."""

SAMPLE = 4_096
"""Entries of a table that are looked at to say how full it is."""


# ---------------------------------------------------------------------- questions


def analyse(shelf: Shelf, asked: Fields, stop: threading.Event, emit: Emit) -> None:
    """The best lines of a position, deeper and deeper."""
    limits: dict[str, Any] = {
        "lines": asked.whole("lines", 1, MOST_LINES, 1),
        "seconds": asked.maybe_number("seconds", 0.01, LONGEST_SEARCH) or LONGEST_SEARCH,
        "depth": asked.maybe_whole("depth", 1, MOST_DEPTH),
    }
    Searched(reach(shelf, asked), _memory(asked), stop, emit).run(**limits)


def values(shelf: Shelf, asked: Fields, stop: threading.Event, emit: Emit) -> None:
    """The same with a line for every move."""
    analyse(shelf, Fields({**asked.given, "lines": MOST_LINES}), stop, emit)


def think(shelf: Shelf, asked: Fields, stop: threading.Event, emit: Emit) -> None:
    """The move of an opponent at a level."""
    level = asked.whole("level", min(LEVELS), max(LEVELS), USUAL)
    at = reach(shelf, asked)
    options = [] if at.is_over or at.game.player(at.state) == CHANCE else at.game.options(at.state)
    if len(options) == 1:
        move = at.game.name(at.state, options[0])
        emit({"event": "done", "move": move, "result": None, "stopped": "", "forced": True})
        return
    Searched(at, _memory(asked), stop, emit).run(**LEVELS[level])


def _memory(asked: Fields) -> int:
    return asked.whole("memory", 1, LARGEST_TABLE, 64)


ASKS: dict[str, Callable[[Shelf, Fields, threading.Event, Emit], None]] = {"analyse": analyse, "values": values, "think": think}
"""Every question by its name."""

LAST = ("done", "error")
"""After these nothing more comes."""


# ---------------------------------------------------------------------- one search


class Searched:
    """A search of one position, and what is told of it."""

    def __init__(self, at: Reached, memory: int, stop: threading.Event, emit: Emit) -> None:
        self.at, self.memory, self.stop, self.emit = at, memory, stop, emit
        self.game: Game[Any, Any] = at.game
        self.state, self.past = at.state, tuple[int, ...]()
        if isinstance(at.game, Remembering):
            self.game, self.state, self.past = at.game.game, at.state.state, at.state.past
        self.player = 0 if at.is_over or self.game.player(self.state) == CHANCE else self.game.player(self.state)
        self.engine: Engine[Any, Any] | None = None
        self.nodes, self.told = 0, 0.0
        self.began = time.perf_counter()

    def run(self, lines: int = 1, seconds: float | None = None, depth: int | None = None) -> None:
        """Search and tell."""
        if self.at.is_over:
            self.emit({"event": "done", "move": None, "result": None, "stopped": "", "over": described(self.at)["verdict"]})
            return
        self.emit({"event": "started", "player": self.player, "player_name": self.game.player_name(self.player), "range": self._range()})
        lines = min(lines, len(self.game.options(self.state)))
        is_two_sided = self.game.players <= 2 and not self.game.has_chance
        results = self._by_engine(lines, seconds, depth) if is_two_sided else self._by_depths(lines, seconds, depth)
        last: Result[Any] | None = None
        for last in results:
            self.nodes = max(self.nodes, last.nodes)
            if not last.stopped:
                self.emit(self._iteration(last))
        assert last is not None
        self.emit({"event": "done", "move": last.action_name, "stopped": last.stopped, "result": last.to_dict()})

    def _range(self) -> list[float] | None:
        """The smallest and the largest payoff of the player who is asked about, where it is known."""
        low, high = self.game.payoff_range(self.player) or self.game.bounds_for(self.state, self.player)
        return [low, high] if -INFINITY < low < high < INFINITY else None

    def _by_engine(self, lines: int, seconds: float | None, depth: int | None) -> Iterator[Result[Any]]:
        self.engine = engine_for(self.at.asked, self.game, self.memory)
        limits: dict[str, Any] = {"seconds": seconds, "depth": depth, "player": self.player, "progress": self._progress}
        with obeying(self.engine, self.stop):
            yield from self.engine.analyse(self.state, lines=lines, past=self.past, **limits)

    def _by_depths(self, lines: int, seconds: float | None, depth: int | None) -> Iterator[Result[Any]]:
        """Where there is chance, or more than two players: one search for each depth, to have something to tell of each."""
        search: Any = star if self.game.has_chance else many
        budget = LONGEST_SEARCH if seconds is None else seconds
        began: float | None = None
        for d in range(1, (depth or MOST_DEPTH) + 1):
            left = budget if began is None else budget - (time.perf_counter() - began)
            if left <= 0:
                return
            options = {"seconds": left, "depth": d, "player": self.player, "progress": self._progress, "all": lines > 1}
            result = search(self.game, self.state, memory=self.memory, stop=self.stop, **options)
            if began is None:  # the first one made the machine code, which is not thinking
                began = time.perf_counter() - result.seconds
            yield result
            if result.stopped or result.exact:
                return

    def _progress(self, nodes: int, seconds: float) -> None:
        """Called by the search about ten times a second, with what the present step of it has done."""
        now = time.perf_counter()
        if now - self.told >= PROGRESS_EVERY:
            self.told = now
            speed = nodes / seconds if seconds > 0 else 0.0
            self.emit({"event": "progress", "nodes": self.nodes + nodes, "nps": round(speed), "table": self._fill()})

    def _iteration(self, result: Result[Any]) -> dict[str, Any]:
        return {
            "event": "iteration",
            "depth": result.depth,
            "value": result.value,
            "vector": None if result.vector is None else list(result.vector),
            "exact": result.exact,
            "distance": result.distance,
            "move": result.action_name,
            "line": list(result.line),
            "variations": variations(result),
            "nodes": result.nodes,
            "nps": round(result.speed),
            "seconds": round(result.seconds, 4),
            "table": self._fill(),
            "gear": result.gear,
            "player": result.player,
            "player_name": result.player_name,
            "notes": list(result.notes),
        }

    def _fill(self) -> float | None:
        """How full the engine's table is, from 0 to 1."""
        mind = None if self.engine is None else self.engine.mind
        if mind is None or not mind.is_compiled:
            return None
        words = mind.table[2 : 3 * SAMPLE : 3]
        return round(float((words != 0).mean()), 4)


def variations(result: Result[Any]) -> list[dict[str, Any]]:
    """The best lines, the best first: those that the search followed, or else the values of single moves."""
    if result.variations:
        return [
            {"move": v.line[0] if v.line else None, "line": list(v.line), "value": v.value, "exact": v.exact, "distance": v.distance}
            for v in result.variations
        ]
    best = {
        "move": result.action_name,
        "line": list(result.line),
        "value": result.value,
        "exact": result.exact,
        "distance": result.distance,
    }
    others = [v for v in result.values if v.name != result.action_name and v.bound == "exact"] if result.action_name else []
    others.sort(key=lambda v: -v.value)
    return [best, *({"move": v.name, "line": [v.name], "value": v.value, "exact": result.exact, "distance": None} for v in others)]


# ---------------------------------------------------------------------- engines

_engines: OrderedDict[tuple[str, int], Engine[Any, Any]] = OrderedDict()


def engine_for(name: str, game: Game[Any, Any], memory: int) -> Engine[Any, Any]:
    """The engine that has searched this game before, or a new one."""
    key = (name, memory)
    if key not in _engines:
        _engines[key] = Engine(game, memory=memory)
    _engines.move_to_end(key)
    while len(_engines) > KEPT:
        _engines.popitem(last=False)
    return _engines[key]


@contextmanager
def obeying(engine: Engine[Any, Any], stop: threading.Event) -> Iterator[None]:
    """While this lasts, setting the event stops the engine, even if it has not begun yet."""
    over = threading.Event()

    def look() -> None:
        while not over.wait(RESTOP):
            if stop.is_set():
                engine.stop()

    threading.Thread(target=look, daemon=True).start()
    try:
        yield
    finally:
        over.set()
