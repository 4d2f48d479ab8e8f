"""Searching at once, in whichever gear is ready.

The machine code of a game takes seconds to make the first time, and nobody waits for it here: the search begins plain. If it
is not over in a moment, a process beside it makes the machine code; when that is there, the search goes on compiled. The code
stays, in this process and on disk, for the next question.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from zermelo.engine.suited import Search, searcher
from zermelo.game import Game
from zermelo.gears import Gear, store
from zermelo.result import Result
from zermelo.tree import Tree
from zermelo.web.api import Reached
from zermelo.web.making import Making

HEAD_START = 0.3
"""Seconds for the plain gear alone: most trees are searched by then, and need no compiler."""

WORTH_IT = 0.2
"""With less than so many seconds left, the compiled gear is not begun."""

MOST_DEPTH = 200
PLAIN_MEMORY = 16
"""MiB of table in the plain gear."""

KEPT = 2
"""Games that a worker keeps ready, each with what was found: the next question is often about the next position."""

LOOK = 0.02
"""Seconds between two looks at whether a search shall stop."""

_compiling = ThreadPoolExecutor(KEPT)
"""Games that are not kept any more are not compiled any more, so whoever is kept has a place here."""


@dataclass(frozen=True)
class Limits:
    """What a search is asked: how far, for how long, for how many lines; and whom it tells."""

    player: int
    lines: int = 1
    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None
    progress: Callable[[int, float], None] | None = None

    def options(self) -> dict[str, Any]:
        """The same for a search of the engine."""
        return dict(vars(self))


@dataclass
class Seeker:
    """One game, ready to be searched."""

    game: Game[Any, Any]
    memory: float
    recipe: dict[str, Any] = field(default_factory=dict)
    """How another process finds the game: its name, a position of it, and under `own` the games from the command line."""
    minds: dict[Gear, tuple[Search, threading.Event]] = field(default_factory=dict)
    """For each gear a search that keeps what it has found, and what stops it."""
    ready: Future[bool] | None = None
    making: Making | None = None
    waiting: int = 0
    """How many questions wait for the machine code."""
    is_kept: bool = True
    gear: Gear = "plain"
    lock: Any = field(default_factory=threading.RLock)

    @property
    def is_compiled(self) -> bool:
        """Is the machine code here?"""
        ready = self.ready  # another thread may take it away
        return ready is not None and ready.done() and not ready.cancelled() and ready.result()

    def drop(self) -> None:
        """It is not kept any more: nobody waits for its machine code."""
        with self.lock:
            self.is_kept = False
            ready, making = self.ready, self.making
        if ready is not None and making is not None:
            ready.cancel()
            making.give_up(also_begun=True)

    def forget(self) -> None:
        """Let the next search begin with nothing; the machine code stays."""
        self.minds.pop("plain", None)
        if self.is_compiled:  # else it may be in the hands of the compiler
            self.minds.pop("compiled", None)

    # ------------------------------------------------------------------ machine code

    def prepare(self, s: Any) -> Future[bool] | None:
        """Begin to make the machine code, unless that was begun before; whether it is there, in time. None if it is not worth it."""
        with self.lock:
            if self.ready is None and not isinstance(
                self.game, Tree
            ):  # a tree is small, and no other game is like it
                self.making = Making(self.recipe)
                self.ready = _compiling.submit(self._compile, s, self.making)
            return self.ready

    def wait(self) -> None:
        """One more question waits for the machine code."""
        with self.lock:
            self.waiting += 1

    def leave(self) -> None:
        """One of them does not wait any more. After the last, what has not begun is not made; it may be asked for again."""
        with self.lock:
            self.waiting -= 1
            if self.waiting or self.ready is None or self.making is None:
                return
            ready, making = self.ready, self.making
            if ready.cancel():
                self.ready = None
        making.give_up()

    def _compile(self, s: Any, making: Making) -> bool:
        """Load it from disk; if it is not there, have another process put it there first. False if the game cannot be compiled."""
        with store.only_whole():
            if self.compile_here(s):
                return True
        while not making.run():
            with self.lock:
                if not making.is_given_up:
                    return False
                if not (self.waiting and self.is_kept):
                    self.ready = None
                    return False
                making = self.making = Making(
                    self.recipe
                )  # somebody came while the one before was given up
        return self.compile_here(s)

    def compile_here(self, s: Any) -> bool:
        """Search one ply compiled: after that everything is there."""
        try:
            for _ in self._run("compiled", s, Limits(0, depth=1), threading.Event()):
                pass
        except Exception:  # NotStored, NotCompilable, or whatever else the compiler does not like: there is the plain gear
            self.minds.pop("compiled", None)
            return False
        return True

    # ------------------------------------------------------------------ searching

    def __call__(self, s: Any, limits: Limits, stop: threading.Event) -> Iterator[Result[Any]]:
        """A result for each depth; the last one is the answer, and says why it was stopped if it was."""
        began = time.perf_counter()
        if not self.is_compiled:
            self.gear = "plain"
            self.wait()
            try:
                is_over = yield from self._at_first(s, limits, stop, began)
            finally:
                self.leave()
            if is_over:
                return
        self.gear = "compiled"
        left = (
            None
            if limits.seconds is None
            else max(limits.seconds - (time.perf_counter() - began), 0.01)
        )
        yield from self._run("compiled", s, replace(limits, seconds=left), stop)

    def _at_first(
        self, s: Any, limits: Limits, stop: threading.Event, began: float
    ) -> Generator[Result[Any], None, bool]:
        """Plain, until the machine code is there; True if the search was over before."""
        halt = threading.Event()

        def is_time() -> bool:
            spent = time.perf_counter() - began
            if spent > HEAD_START:
                self.prepare(s)
            return stop.is_set() or (
                self.is_compiled and (limits.seconds is None or limits.seconds - spent > WORTH_IT)
            )

        held: Result[Any] | None = None
        with watching(is_time, halt):
            for held in self._run("plain", s, limits, halt):
                if held.stopped != "asked":
                    yield held
        assert held is not None
        is_over = (
            stop.is_set() or not halt.is_set() or held.exact or held.stopped not in ("", "asked")
        )
        if is_over and held.stopped == "asked":
            yield held
        return is_over

    def _run(
        self, gear: Gear, s: Any, limits: Limits, stop: threading.Event
    ) -> Iterator[Result[Any]]:
        if gear not in self.minds:
            halt = threading.Event()
            memory = self.memory if gear == "compiled" else min(self.memory, PLAIN_MEMORY)
            self.minds[gear] = searcher(self.game, memory, stop=halt, gear=gear), halt
        search, halt = self.minds[gear]
        halt.clear()
        with watching(stop.is_set, halt):
            yield from (
                self._each_depth(search, s, limits)
                if self._tells_late(limits)
                else search(s, **limits.options())
            )

    def _tells_late(self, limits: Limits) -> bool:
        """Where there is chance, or more than two players, the values of single moves come at the end only."""
        return (
            limits.lines > 1
            and not self.game.preferred_search
            and (self.game.has_chance or self.game.players > 2)
        )

    def _each_depth(self, search: Search, s: Any, limits: Limits) -> Iterator[Result[Any]]:
        """One search after the other, each a ply deeper, so that there is an end at each depth."""
        began = time.perf_counter()
        found: Result[Any] | None = None
        for depth in range(1, (limits.depth or MOST_DEPTH) + 1):
            left = (
                None
                if limits.seconds is None
                else max(limits.seconds - (time.perf_counter() - began), 0.01)
            )
            *_, result = search(s, **replace(limits, depth=depth, seconds=left).options())
            found = (
                replace(found, stopped=result.stopped)
                if result.stopped and found is not None
                else result
            )
            yield found
            if found.stopped or found.exact:
                return


@contextmanager
def watching(is_time: Callable[[], bool], halt: threading.Event) -> Iterator[None]:
    """While this lasts, look whether it is time, and set the event then; also if nobody waits for the end of what it stops."""
    over = threading.Event()

    def look() -> None:
        while not over.wait(LOOK):
            if is_time():
                halt.set()

    watcher = threading.Thread(target=look, daemon=True)
    watcher.start()
    try:
        yield
    except BaseException:
        halt.set()
        raise
    finally:
        over.set()
        watcher.join()


_kept: OrderedDict[tuple[str, float], Seeker] = OrderedDict()


def seeker(at: Reached, memory: float, own: Sequence[str] = ()) -> Seeker:
    """The one that has searched this game before, or a new one."""
    key = (at.asked, memory)
    if key not in _kept:
        recipe = {"game": at.asked, "position": at.root, "moves": list(at.moves), "own": list(own)}
        _kept[key] = Seeker(at.game, memory, recipe)
    _kept.move_to_end(key)
    while len(_kept) > KEPT:
        _kept.popitem(last=False)[1].drop()
    return _kept[key]
