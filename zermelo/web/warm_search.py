"""A warm search: an engine search that is kept between questions, in the gear that is ready.

Compiling a game takes seconds the first time, and a question does not wait for it: its search
starts in the plain gear. If it is not over after HEAD_START, a compile job starts. When the machine
code is there, the search continues compiled. The code stays in this process and on disk.
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

from zermelo.book.file import Proven
from zermelo.book.knowledge import Knowledge, open_knowledge
from zermelo.engine.searcher import Searcher, make_searcher
from zermelo.frame.cancel import Cancellation
from zermelo.frame.question import Limits, Progress
from zermelo.frame.run import add_nodes
from zermelo.game import CHANCE, Game
from zermelo.gears import Gear, cache
from zermelo.levels import Level, iterate_level
from zermelo.result import Result
from zermelo.tree import Tree
from zermelo.web.compile_job import CompileJob
from zermelo.web.position_api import ReachedPosition

HEAD_START = 0.3
"""Seconds of plain search before a compile job starts. Most trees are finished by then."""

MIN_COMPILED = 0.2
"""With fewer seconds left, the search does not change to the compiled gear."""

MAX_DEPTH = 200
PLAIN_MEMORY = 16
"""MiB of table in the plain gear."""

MAX_KEPT = 2
"""Searches that a worker keeps. The next question is often about the next position."""

_compile_threads = ThreadPoolExecutor(MAX_KEPT)
"""One thread for each search that is kept. A search that is dropped cancels its compile job."""


@dataclass
class WarmSearch:
    """The searches of one game, one for each gear, and its compile job."""

    game: Game[Any, Any]
    memory: float
    recipe: dict[str, Any] = field(default_factory=dict)
    """The fields that let another process find the game, and under `user_games` the games of the
    command line."""
    searches: dict[Gear, Searcher] = field(default_factory=dict)
    """For each gear a search with its table."""
    compilation: Future[bool] | None = None
    """Whether the game could be compiled, in time; None before the compile job starts."""
    compile_job: CompileJob | None = None
    waiting: int = 0
    """Questions that wait for the machine code."""
    is_kept: bool = True
    gear: Gear = "plain"
    lock: Any = field(default_factory=threading.RLock)
    make_job: Callable[[dict[str, Any]], CompileJob] = CompileJob
    knowledge: Knowledge | None = None
    """What is proven already. What a search proves is added to it."""

    @property
    def is_compiled(self) -> bool:
        """Is the machine code loaded?"""
        done = self.compilation  # another thread may reset the attribute
        return done is not None and done.done() and not done.cancelled() and done.result()

    def drop(self) -> None:
        """Cancel the compile job: the search is not kept any more."""
        with self.lock:
            self.is_kept = False
            compilation, job = self.compilation, self.compile_job
        if compilation is not None and job is not None:
            compilation.cancel()
            job.cancel(also_started=True)

    def clear(self) -> None:
        """Forget what the searches have found; the machine code stays."""
        self.searches.pop("plain", None)
        if self.is_compiled:  # otherwise the compile thread may be using it
            self.searches.pop("compiled", None)

    # ------------------------------------------------------------------ compiling

    def compile(self, s: Any) -> Future[bool] | None:
        """Start to compile, unless that was done before. Return None for a tree.

        A tree is small, and its machine code would serve no other game.
        """
        with self.lock:
            if self.compilation is None and not isinstance(self.game, Tree):
                self.compile_job = self.make_job(self.recipe)
                self.compilation = _compile_threads.submit(self._compile, s, self.compile_job)
            return self.compilation

    def add_waiter(self) -> None:
        """Count one more question that waits for the machine code."""
        with self.lock:
            self.waiting += 1

    def remove_waiter(self) -> None:
        """Count one question less. After the last one, a job that has not started is cancelled."""
        with self.lock:
            self.waiting -= 1
            if self.waiting or self.compilation is None or self.compile_job is None:
                return
            job = self.compile_job
            if self.compilation.cancel():
                self.compilation = None
        job.cancel()

    def _compile(self, s: Any, job: CompileJob) -> bool:
        """Load the code from disk, after a compile job if it is not there. False if that fails."""
        with cache.only_complete():
            if self.compile_here(s):
                return True
        while not job.run():
            with self.lock:
                if not job.is_cancelled:
                    return False
                if not (self.waiting and self.is_kept):
                    self.compilation = None
                    return False
                # a question came while the job was being cancelled: start another one
                job = self.compile_job = self.make_job(self.recipe)
        return self.compile_here(s)

    def compile_here(self, s: Any) -> bool:
        """Compile in this process, by a search of one ply. Return False if that fails."""
        try:
            for _ in self._search("compiled", s, Limits(player=0, depth=1), Cancellation()):
                pass
        except Exception:  # NotCached, NotCompilable, or any error of the compiler: search plain
            self.searches.pop("compiled", None)
            return False
        return True

    # ------------------------------------------------------------------ searching

    def iterate(self, s: Any, limits: Limits, cancel: Cancellation) -> Iterator[Result[Any]]:
        """Yield what is proven already, or a result for each depth; the last one is the answer."""
        if self.knowledge is None:
            return self._iterate_depths(s, limits, cancel)
        return self.knowledge.iterate(s, limits, lambda: self._iterate_depths(s, limits, cancel))

    def value(self, s: Any) -> tuple[Proven, str] | None:
        """What is proven of a position itself, if its player moves."""
        if self.knowledge is None or self.game.terminal(s) or self.game.player(s) == CHANCE:
            return None
        return self.knowledge.value(s)

    def _iterate_depths(
        self, s: Any, limits: Limits, cancel: Cancellation
    ) -> Iterator[Result[Any]]:
        """Yield a result for each depth; the last one is the answer and says why it ended."""
        began = time.perf_counter()
        best: Result[Any] | None = None
        if not self.is_compiled:
            self.gear = "plain"
            self.add_waiter()
            try:
                best = yield from self._search_until_compiled(s, limits, cancel, began)
            finally:
                self.remove_waiter()
            if best is None:
                return
        self.gear = "compiled"
        left = reduce_seconds(limits, began)
        if best is not None:
            left = replace(left, progress=add_nodes(limits.progress, best.nodes))
        for result in self._search("compiled", s, left, cancel):
            yield result if best is None else continue_search(best, result)

    def _search_until_compiled(
        self, s: Any, limits: Limits, cancel: Cancellation, began: float
    ) -> Generator[Result[Any], None, Result[Any] | None]:
        """Search plain until the machine code is there, and yield the results.

        Return the last result, or None if the search ended before.
        """
        last: Result[Any] | None = None
        with cancel.child() as part, self._switching_to_compiled(s, limits, began, part):
            for last in self._search("plain", s, limits, part):
                if last.stopped != "cancelled":
                    yield last
        assert last is not None
        is_switched = part.is_cancelled and not cancel.is_cancelled
        is_over = not is_switched or is_proven(last) or last.stopped not in ("", "cancelled")
        if is_over and last.stopped == "cancelled":
            yield last
        return None if is_over else last

    def iterate_level(
        self, s: Any, level: Level, seed: int, progress: Progress, cancel: Cancellation
    ) -> Iterator[Result[Any]]:
        """Yield better and better results of a level; the last one has its move.

        The plain search begins, and does all the work if it can. When the machine code comes
        first, or is needed, the search begins again compiled. Either gear gives the same move.
        """
        asked: dict[str, Any] = {"seed": seed, "progress": progress}
        if not self.is_compiled:
            self.gear = "plain"
            self.add_waiter()
            try:
                is_over = yield from self._try_plain(s, level, cancel, asked)
            finally:
                self.remove_waiter()
            if is_over:
                return
        self.gear = "compiled"
        yield from iterate_level(self.game, s, level, "compiled", cancel=cancel, **asked)

    def _try_plain(
        self, s: Any, level: Level, cancel: Cancellation, asked: dict[str, Any]
    ) -> Generator[Result[Any], None, bool]:
        """Search a level plain until the machine code is there. Return whether that was all."""
        last: Result[Any] | None = None
        limits, began = Limits(), time.perf_counter()
        with cancel.child() as part, self._switching_to_compiled(s, limits, began, part):
            for last in iterate_level(self.game, s, level, "plain", cancel=part, **asked):
                if not part.is_cancelled or cancel.is_cancelled:
                    yield last
            assert last is not None
            if cancel.is_cancelled:
                return True
            if not part.is_cancelled and (level.is_plain or last.exact):
                return True
            return not self._wait_for_code(s, cancel)

    def _wait_for_code(self, s: Any, cancel: Cancellation) -> bool:
        """Wait for the machine code. Return False if it does not come, or is not wanted."""
        compilation = self.compile(s)
        if compilation is None:
            return False
        ended = threading.Event()
        compilation.add_done_callback(lambda _: ended.set())
        with cancel.calling(lambda _: ended.set()):
            ended.wait()
        return self.is_compiled and not cancel.is_cancelled

    @contextmanager
    def _switching_to_compiled(
        self, s: Any, limits: Limits, began: float, plain: Cancellation
    ) -> Iterator[None]:
        """Within this block, compile the game, and cancel the plain search when that is done."""

        def switch(_: Future[bool]) -> None:
            left = reduce_seconds(limits, began).seconds
            if self.is_compiled and (left is None or left > MIN_COMPILED):
                plain.cancel()

        def start() -> None:
            if (compilation := self.compile(s)) is not None:
                compilation.add_done_callback(switch)

        timer = threading.Timer(0 if self.compilation is not None else HEAD_START, start)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def _search(
        self, gear: Gear, s: Any, limits: Limits, cancel: Cancellation
    ) -> Iterator[Result[Any]]:
        if gear not in self.searches:
            memory = self.memory if gear == "compiled" else min(self.memory, PLAIN_MEMORY)
            self.searches[gear] = make_searcher(self.game, memory=memory, gear=gear)
        return self.searches[gear].iterate(s, limits, cancel)


def reduce_seconds(limits: Limits, began: float) -> Limits:
    """Return the limits with the seconds that are left."""
    if limits.seconds is None:
        return limits
    return replace(limits, seconds=max(limits.seconds - (time.perf_counter() - began), 0.01))


def is_proven(result: Result[Any]) -> bool:
    """Is the value of a result proven, and that of each of its lines?"""
    return result.exact and all(one.exact for one in result.variations)


def continue_search(before: Result[Any], now: Result[Any]) -> Result[Any]:
    """Return a result of the compiled gear as the sequel of the plain one: its counts go on.

    One that has not come as far yields to the one before.
    """
    counts, seconds = before.counts + now.counts, before.seconds + now.seconds
    if now.value is None:  # cancelled before the first depth
        now = replace(before, stopped=now.stopped)
    return now.spending(counts, seconds)


_kept: OrderedDict[tuple[str, float], WarmSearch] = OrderedDict()


def release_tables() -> None:
    """Free the tables of all searches that are kept; their machine code stays."""
    for search in _kept.values():
        search.clear()


def get_warm_search(
    at: ReachedPosition, memory: float, user_games: Sequence[str] = ()
) -> WarmSearch:
    """Return the search that has searched this game before, or a new one."""
    key = (at.name, memory)
    if key not in _kept:
        position = {"game": at.name, "position": at.root, "moves": list(at.moves)}
        recipe = {**position, "user_games": list(user_games)}
        known = open_knowledge(at.game, remembers=True)
        _kept[key] = WarmSearch(at.game, memory, recipe, knowledge=known)
    _kept.move_to_end(key)
    while len(_kept) > MAX_KEPT:
        _kept.popitem(last=False)[1].drop()
    return _kept[key]
