"""The questions of the websocket: each emits events while it runs.

A search emits ``started``, then ``progress`` and ``iteration`` events, and ``done`` at its end.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import replace
from typing import Any

from zermelo.engine.outcome import ViewsWriter, classify_outcome, find_payoff_range
from zermelo.evaluation import choose_unit, convert
from zermelo.frame.cancel import Cancellation
from zermelo.frame.question import Limits
from zermelo.game import CHANCE
from zermelo.levels import LEVELS, USUAL, Level, choose_hastily, find_level
from zermelo.position import verdict
from zermelo.result import Result
from zermelo.web import pacman_api
from zermelo.web.database_shelf import DatabaseAnswers
from zermelo.web.game_registry import GameRegistry
from zermelo.web.move_clock import cancelling_after, read_clock
from zermelo.web.named_agents import SECONDS as AGENT_SECONDS
from zermelo.web.named_agents import iterate_agent, list_agents
from zermelo.web.pacman_api import Emit
from zermelo.web.position_api import ReachedPosition, list_options, reach_position
from zermelo.web.request_fields import Fields
from zermelo.web.warm_search import MAX_DEPTH, WarmSearch, get_warm_search

MAX_SECONDS = 60.0
MAX_LINES = 500
MAX_SEED = 2**32
DEFAULT_MEMORY, MAX_MEMORY = 64, 256
"""MiB of table."""

PROGRESS_INTERVAL = 0.25
"""Minimum seconds between two progress events."""


# ---------------------------------------------------------------------- questions


def stream_analysis(games: GameRegistry, fields: Fields, cancel: Cancellation, emit: Emit) -> None:
    """Search the best lines of a position, with iterative deepening."""
    lines = fields.get_integer("lines", 1, MAX_LINES, 1)
    seconds = fields.get_optional_number("seconds", 0.01, MAX_SECONDS) or MAX_SECONDS
    depth = fields.get_optional_integer("depth", 1, MAX_DEPTH)
    at = reach_position(games, fields)
    known = games.databases.find(at.name, at.game, at.state)
    search = known or _open_search(games, fields)[1]
    SearchStream(at, search, cancel, emit).run(lines, seconds, depth)


def stream_values(games: GameRegistry, fields: Fields, cancel: Cancellation, emit: Emit) -> None:
    """Search a line for every move."""
    stream_analysis(games, Fields({**fields.given, "lines": MAX_LINES}), cancel, emit)


def stream_move(games: GameRegistry, fields: Fields, cancel: Cancellation, emit: Emit) -> None:
    """Choose the move of an opponent at a level, or of an agent by its name."""
    number = fields.get_integer("level", min(LEVELS), max(LEVELS), USUAL)
    seed = fields.get_integer("seed", 0, MAX_SEED, random.randrange(MAX_SEED))
    budget = read_clock(fields)
    at, search = _open_search(games, fields)
    legal = list_options(at.game, at.state) if at.player not in (None, CHANCE) else []
    if len(legal) == 1:
        move = at.game.name(at.state, legal[0])
        emit({"event": "done", "move": move, "result": None, "stopped": "", "forced": True})
        return
    is_hint = bool(fields.get_optional_flag("hint"))
    asked = fields.given.get("agent")
    agents = [*list_agents(at.game), *games.databases.list_agents(at.name, at.game, asked)]
    agent = fields.get_optional_choice("agent", agents)
    known = games.databases.seat(at.name, at.game, agent, seed)
    if known is None and is_hint:
        known = games.databases.find(at.name, at.game, at.state)
    if known is not None:
        SearchStream(at, known, cancel, emit).run(1)
        return
    with cancel.child() as part, cancelling_after(budget, part):
        stream = SearchStream(at, search, part, emit)
        if not (is_hint and stream.answer_from_knowledge()):
            if agent is None:
                stream.choose_move(find_level(at.game, number), seed)
            else:
                stream.choose_move_of(agent, seed)


def stream_compilation(
    games: GameRegistry, fields: Fields, cancel: Cancellation, emit: Emit
) -> None:
    """Compile a game for later questions. The job continues in the background."""
    at, search = _open_search(games, fields)
    list_options(at.game, at.state)  # refuses a position that will not be searched
    search.add_waiter()  # before the job starts, so that it is not cancelled
    compilation = None if at.is_over else search.compile(at.state)
    if compilation is None:
        search.remove_waiter()
        emit({"event": "done", "compiled": False})
        return
    emit({"event": "compiling"})
    _emit_end_of_compilation(search, compilation, cancel, emit)


def _emit_end_of_compilation(
    search: WarmSearch, compilation: Future[bool], cancel: Cancellation, emit: Emit
) -> None:
    """Emit `done` once: when the game is compiled, or when the question is cancelled."""
    first_end = threading.Lock()

    def end(_: object) -> None:
        if first_end.acquire(blocking=False):
            search.remove_waiter()
            emit({"event": "done", "compiled": search.is_compiled})

    cancel.add_callback(end)
    compilation.add_done_callback(end)


def _open_search(games: GameRegistry, fields: Fields) -> tuple[ReachedPosition, WarmSearch]:
    """Return the position of a question, and the search of its game."""
    memory = fields.get_integer("memory", 1, MAX_MEMORY, DEFAULT_MEMORY)
    at = reach_position(games, fields)
    return at, get_warm_search(at, memory, games.specs)


StreamHandler = Callable[[GameRegistry, Fields, Cancellation, Emit], None]

STREAM_HANDLERS: dict[str, StreamHandler] = {
    "analyse": stream_analysis,
    "values": stream_values,
    "think": stream_move,
    "prepare": stream_compilation,
    **pacman_api.STREAM_HANDLERS,
}
"""Every question by its name."""

LAST_EVENTS = ("done", "error")
"""Events that end the answer to a question."""


# ---------------------------------------------------------------------- one search


class SearchStream:
    """The search of one position as a stream of events."""

    def __init__(
        self,
        at: ReachedPosition,
        search: WarmSearch | DatabaseAnswers,
        cancel: Cancellation,
        emit: Emit,
    ) -> None:
        self.at, self.search, self.cancel, self.emit = at, search, cancel, emit
        self.game, self.state = at.game, at.state
        self.player = 0 if at.player in (None, CHANCE) else self.game.player(self.state)
        self.range = find_payoff_range(self.game, self.state, self.player)
        self.lines = 1
        self.began = time.perf_counter()
        self.last_progress = 0.0
        self.table_fill: float | None = None
        self.best: Result[Any] | None = None
        """The deepest result that was finished."""
        self.last_sent: Any = None
        """What the last iteration event said."""

    def run(
        self,
        lines: int,
        seconds: float | None = None,
        depth: int | None = None,
    ) -> None:
        """Search, and emit the results."""
        if self.at.is_over:
            self._emit_over()
            return
        self.lines = min(lines, len(list_options(self.game, self.state)))
        limits = Limits(depth, None, seconds, self.lines, self.player, self._emit_progress)
        last = self._emit_results(self.search.iterate(self.state, limits, self.cancel))
        self._emit_done(self._settle(last))

    def answer_from_knowledge(self) -> bool:
        """Emit what is proven already. Return False if nothing is."""
        assert isinstance(self.search, WarmSearch)
        known = self.search.knowledge
        result = known and known.answer(self.state, Limits(player=self.player))
        if not result:
            return False
        self._emit_done(self._emit_results(iter([result])))
        return True

    def choose_move_of(self, agent: str, seed: int) -> None:
        """Let an agent search, and emit its move."""
        assert isinstance(self.search, WarmSearch)
        if self.at.is_over or self.at.player == CHANCE:
            self.run(1, depth=1)
            return
        limits = Limits(None, None, AGENT_SECONDS, 1, self.player, self._emit_progress)
        results = iterate_agent(self.search, self.state, agent, seed, limits, self.cancel)
        self._finish_move(self._emit_results(results))

    def choose_move(self, level: Level, seed: int) -> None:
        """Search at a level, and emit its move. Cancelled, it is the best move so far."""
        assert isinstance(self.search, WarmSearch)
        if self.at.is_over or self.at.player == CHANCE:
            self.run(1, depth=1)
            return
        report = self._emit_progress
        results = self.search.iterate_level(self.state, level, seed, report, self.cancel)
        self._finish_move(self._emit_results(results))

    def _finish_move(self, last: Result[Any]) -> None:
        """Emit the move; one that is found at once, if the search was stopped before it had any."""
        if last.action_name is None:
            last = replace(choose_hastily(self.game, self.state), stopped=last.stopped)
        self._emit_done(last)

    def _emit_results(self, results: Iterator[Result[Any]]) -> Result[Any]:
        """Emit the results of a search, and return the last one."""
        self._emit_started()
        last: Result[Any] | None = None
        for last in results:
            self._emit_iteration(last)
        assert last is not None
        return last

    def _emit_over(self) -> None:
        """Emit the end of the answer for a position at which the game is over."""
        end = {"move": None, "result": None, "stopped": ""}
        self.emit({"event": "done", **end, "over": verdict(self.game, self.state)})

    def _emit_started(self) -> None:
        name = self.game.player_name(self.player)
        event = {"player": self.player, "player_name": name, "range": self.range}
        knowledge = self.search.knowledge if isinstance(self.search, WarmSearch) else None
        book = {"known": self._describe_known(), "book": knowledge and knowledge.plies}
        self.emit({"event": "started", **event, **book})

    def _describe_known(self) -> dict[str, Any] | None:
        """Return what is proven of the position itself, while its moves have to be searched."""
        found = self.search.value(self.state) if isinstance(self.search, WarmSearch) else None
        if found is None:
            return None
        (value, distance), note = found
        views = ViewsWriter(self.game, self.state, self.player)
        return {
            "value": value,
            "exact": True,
            "distance": distance,
            "outcome": classify_outcome(self.game, value, True, self.range),
            "written": views.write(value, True, distance),
            "share": views.find_share(value),
            "note": note,
        }

    def _emit_done(self, last: Result[Any]) -> None:
        result = {
            **last.to_dict(),
            **self._describe_value(last.value, last.exact, last.distance, last),
            "variations": self._describe_variations(last),
        }
        end = {"move": last.action_name, "stopped": last.stopped, "result": result}
        self.emit({"event": "done", **end})

    def _emit_iteration(self, result: Result[Any]) -> None:
        """Emit a finished depth, unless an earlier one was as deep and said the same."""
        self.table_fill = result.fill
        if result.stopped or self._is_behind(result):
            return
        if self.best is not None:  # playouts, or another gear that has proven more
            result = replace(result, depth=max(result.depth, self.best.depth))
        self.best = result
        variations = self._describe_variations(result)
        content = (result.depth, result.value, result.line, count_proven(result), len(variations))
        if content != self.last_sent:
            self.last_sent = content
            value = self._describe_value(result.value, result.exact, result.distance, result)
            end = {**value, "variations": variations}
            self.emit({"event": "iteration", **describe_iteration(result), **end})

    def _is_behind(self, result: Result[Any]) -> bool:
        """Has a result not come as far as one before, which the other gear found?"""
        best = self.best
        if best is None:
            return False
        proven, known = count_proven(result), count_proven(best)
        if result.is_mean or proven > known or result.exact > best.exact:
            return False
        return result.depth < best.depth or result.exact < best.exact

    def _settle(self, last: Result[Any]) -> Result[Any]:
        """Return the answer: the last result, or one before that has come further."""
        if self.best is None or not self._is_behind(last):
            return last
        best = self.best.spending(last.counts, last.seconds)
        return replace(best, stopped=last.stopped)

    def _emit_progress(self, nodes: int, _: float) -> None:
        """Emit the nodes so far; the search calls this about ten times a second."""
        now = time.perf_counter()
        if now - self.last_progress < PROGRESS_INTERVAL:
            return
        self.last_progress = now
        self.emit(
            {
                "event": "progress",
                "nodes": nodes,
                "nps": round(nodes / max(now - self.began, 1e-3)),
                "table": self.table_fill,
                "gear": self.search.gear,
            }
        )

    def _describe_variations(self, result: Result[Any]) -> list[dict[str, Any]]:
        return [
            {**one, **self._describe_value(one["value"], one["exact"], one["distance"], result)}
            for one in list_variations(result)[: self.lines]
        ]

    def _describe_value(
        self, value: float | None, exact: bool, distance: int | None, result: Result[Any]
    ) -> dict[str, Any]:
        """Return what a value means, in numbers and as every player reads it."""
        facts = {
            "outcome": classify_outcome(self.game, value, exact, self.range),
            **self._describe_points(value, result),
        }
        if value is None:
            return {**facts, "written": None, "share": None}
        options = result.is_mean, result.algorithm == "database"
        views = ViewsWriter(self.game, self.state, self.player, *options)
        written = views.write(value, exact, distance)
        return {**facts, "written": written, "share": views.find_share(value)}

    def _describe_points(self, value: float | None, result: Result[Any]) -> dict[str, Any]:
        """Return an estimate in the game's unit, and the unit; two nulls if it has none."""
        if value is None or result.vector is not None:
            return {"points": None, "unit": None}
        points = convert(self.game, value, self.player, mean=result.is_mean)
        unit = None if points is None else choose_unit(self.game, points)
        return {"points": points, "unit": unit}


def count_proven(result: Result[Any]) -> int:
    """Return how many lines have a proven value."""
    return sum(one.exact for one in result.variations)


def describe_iteration(result: Result[Any]) -> dict[str, Any]:
    """Return the fields of an iteration event that come from the result alone."""
    return {
        "depth": result.depth,
        "value": result.value,
        "vector": None if result.vector is None else list(result.vector),
        "exact": result.exact,
        "distance": result.distance,
        "move": result.action_name,
        "line": list(result.line),
        "nodes": result.nodes,
        "nps": round(result.speed),
        "seconds": round(result.seconds, 4),
        "table": result.fill,
        "gear": result.gear,
        "player": result.player,
        "player_name": result.player_name,
        "notes": list(result.notes),
    }


def list_variations(result: Result[Any]) -> list[dict[str, Any]]:
    """Return the principal variations, best first; without any, the values of single moves."""
    if result.variations:
        return [
            _describe_variation(v.line, v.value, v.exact, v.distance) for v in result.variations
        ]
    best = _describe_variation(result.line, result.value, result.exact, result.distance)
    best["move"] = result.action_name
    others = [
        value
        for value in result.values
        if result.action_name and value.name != result.action_name and value.bound == "exact"
    ]
    others.sort(key=lambda v: -v.value)
    return [best, *(_describe_variation((v.name,), v.value, result.exact, None) for v in others)]


def _describe_variation(
    line: tuple[str, ...], value: float | None, exact: bool, distance: int | None
) -> dict[str, Any]:
    return {
        "move": line[0] if line else None,
        "line": list(line),
        "value": value,
        "exact": exact,
        "distance": distance,
    }
