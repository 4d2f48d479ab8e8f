"""Which of the engine's searches suits a game, all asked in the same way.

==========  ====================================================================================
alphabeta   two players without chance: the engine
star        one or two players with chance: expectiminimax with Star1 and Star2
many        more than two players, with chance or without: max^n
mcts        any game, by playing on at random; where a game says that this suits it (go)
==========  ====================================================================================
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from zermelo.contract import require_game
from zermelo.engine.engine import Engine
from zermelo.engine.many import many
from zermelo.engine.mcts import Mcts
from zermelo.engine.star import star
from zermelo.errors import BadLimit
from zermelo.game import CHANCE, Game
from zermelo.gears.cells import MIB
from zermelo.history import GameWithHistory, StateWithHistory
from zermelo.result import Counts, Iteration, Result, Variation
from zermelo.search.minimax import minimax

S = TypeVar("S")
A = TypeVar("A")

SEARCHES = ("alphabeta", "star", "many", "mcts")

PARTS = {
    star: ("star1", "star2", "table", "order", "deepening"),
    many: ("shallow", "immediate", "table", "order", "deepening"),
}
"""What can be left out of the searches that are functions."""

Search = Callable[..., Iterator[Result[Any]]]

SLICE = 0.25
"""Seconds of simulations between two results of Monte Carlo search."""

SIMULATIONS = 64
"""What a depth means to Monte Carlo search: so many simulations, four times as many for each ply."""


def searcher(
    game: Game[Any, Any],
    memory: float = 64,
    without: tuple[str, ...] = (),
    *,
    search: str | None = None,
    stop: threading.Event | None = None,
    **more: Any,
) -> Search:
    """A function of a state and limits that yields results, the last one the answer. Setting `stop` ends it.

    >>> from zermelo.games.pig import Pig
    >>> [result.history[-1].depth for result in searcher(Pig())(Pig().start(), depth=2)]
    [1, 2, 2]
    """
    require_game(game)
    if isinstance(game, GameWithHistory):
        return _search_with_history(
            game, searcher(game.game, memory, without, search=search, stop=stop, **more)
        )
    kind = (
        search
        or game.preferred_search
        or ("many" if game.players > 2 else "star" if game.has_chance else "alphabeta")
    )
    if kind not in SEARCHES:
        raise BadLimit(f"no search is called {kind!r}; searches: {' '.join(SEARCHES)}")
    if kind == "alphabeta":
        engine = Engine(game, memory=memory, without=without, **more)
        return _stopped_by(stop, engine)
    if more.get("threads", 1) != 1 or more.get("driver", "pvs") != "pvs":
        raise BadLimit(f"threads and drivers are alphabeta's: {kind} has one thread and no driver")
    if kind == "mcts":
        if without:
            raise BadLimit("Monte Carlo search has no features to leave out")
        return _in_slices(Mcts(game, memory=int(memory * MIB), gear=more.get("gear", "auto")), stop)
    return _in_steps(
        game, star if kind == "star" else many, memory, without, more.get("gear", "auto"), stop
    )


def _stopped_by(stop: threading.Event | None, engine: Engine[Any, Any]) -> Search:
    """The engine's analysis, which ends when the event is set."""
    if stop is None:
        return engine.analyse

    def run(s: Any, **limits: Any) -> Iterator[Result[Any]]:
        over = threading.Event()

        def look() -> None:
            while not over.is_set():
                if stop.wait(0.01):
                    engine.stop()

        looker = threading.Thread(target=look, daemon=True)
        looker.start()
        try:
            for result in engine.analyse(s, **limits):
                yield result
                if stop.is_set():
                    return
        finally:
            over.set()
            looker.join()  # a late word from it would stop the next search

    return run


def _search_with_history(game: GameWithHistory, inner: Search) -> Search:
    """The search of the game itself, told of the positions before; what it may not choose is not chosen."""

    def run(s: StateWithHistory, **limits: Any) -> Iterator[Result[Any]]:
        if game.terminal(
            s
        ):  # the game itself would go on: only its memory knows that this is the end
            yield replace(minimax(game, s, gear="plain"), algorithm="engine")
            return
        legal = game.options(s)
        for result in inner(s.state, past=s.past, **limits):
            if result.action is not None and result.action not in legal:
                name = game.name(s, legal[0])
                yield replace(result, action=legal[0], action_name=name, line=(name,), exact=False)
            else:
                yield result

    return run


def _in_steps(
    game: Game[Any, Any],
    search: Any,
    memory: float,
    without: tuple[str, ...],
    gear: Any,
    stop: threading.Event | None,
) -> Search:
    """A search that reports its depths to a callback, as one that yields them."""
    unknown = sorted(set(without) - set(PARTS[search]))
    if unknown:
        raise BadLimit(
            f"no feature is called {unknown[0]!r} where there is chance, or more than two players: {' '.join(PARTS[search])}"
        )
    parts = dict.fromkeys(without, False)

    def run(
        s: Any, lines: int = 1, past: Sequence[int] = (), **limits: Any
    ) -> Iterator[Result[Any]]:
        end = stop or threading.Event()
        found: queue.SimpleQueue[Result[Any] | BaseException] = queue.SimpleQueue()
        last = object()

        def work() -> None:
            try:
                asked = {
                    "memory": memory,
                    "gear": gear,
                    "stop": end,
                    "told": found.put,
                    "all": lines > 1,
                    **parts,
                    **limits,
                }
                result = search(game, s, **asked)
                found.put(_varied(game, s, result, lines) if lines > 1 else result)
            except BaseException as error:  # it belongs to whoever asked
                found.put(error)
            found.put(last)  # type: ignore[arg-type]

        worker = threading.Thread(target=work, daemon=True)
        worker.start()
        is_interrupted = False
        while True:
            try:
                result = found.get()
            except KeyboardInterrupt:
                is_interrupted = True
                end.set()
                continue
            if result is last:
                return
            if isinstance(result, BaseException):
                raise result
            yield (
                replace(result, stopped="interrupted")
                if is_interrupted and result.stopped == "asked"
                else result
            )

    return run


def _varied(game: Game[Any, Any], s: Any, result: Result[Any], lines: int) -> Result[Any]:
    """The best actions of a result that knows all of them, as lines of one action."""
    if game.terminal(s) or game.player(s) == CHANCE:
        return result
    sign = 1 if result.vector is not None or game.player(s) == result.player else -1
    ordered = sorted(result.values, key=lambda root: -sign * root.value)[:lines]
    return replace(
        result,
        variations=tuple(Variation(v.action, (v.name,), v.value, result.exact) for v in ordered),
    )


def _in_slices(player: Mcts[Any, Any], stop: threading.Event | None) -> Search:
    """Monte Carlo search for a while, and a while longer: the tree is kept."""

    def run(
        s: Any,
        lines: int = 1,
        past: Sequence[int] = (),
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        **limits: Any,
    ) -> Iterator[Result[Any]]:
        if depth is not None:
            nodes = min(nodes or SIMULATIONS * 4**depth, SIMULATIONS * 4**depth)
        counts, spent, history = Counts(), 0.0, list[Iteration[Any]]()
        while True:
            left = None if nodes is None else nodes - counts.nodes
            time = SLICE if seconds is None else min(SLICE, max(seconds - spent, 1e-3))
            result = player.search(s, past=past, nodes=left, seconds=time, **limits)
            counts, spent = counts + result.counts, spent + result.seconds
            if result.value is not None:
                history.append(
                    Iteration(
                        result.depth, result.value, result.action, result.line, counts.nodes, spent
                    )
                )
            over = (nodes is not None and counts.nodes >= nodes) or (
                seconds is not None and spent >= seconds
            )
            halted = stop is not None and stop.is_set()
            is_last = (
                over
                or halted
                or result.exact
                or result.stopped in ("interrupted", "memory")
                or not result.root_width
            )
            why = (
                result.stopped
                if result.stopped in ("interrupted", "memory")
                else "asked"
                if halted
                else ""
                if result.exact
                else "nodes"
            )
            made = replace(
                result.spending(counts, spent),
                history=tuple(history),
                stopped=why if is_last and why != "nodes" else "",
            )
            yield _varied(player.game, s, made, lines) if lines > 1 else made
            if is_last:
                return

    return run
