"""Searching at once, in whichever gear is ready.

The machine code of a game takes seconds to make the first time, and nobody waits for it here: the search begins plain. If it
is not over in a moment, a process beside it makes the machine code; when that is there, the search goes on compiled. The code
stays, in this process and on disk, for the next question.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from zermelo.engine import many, star
from zermelo.engine.engine import Engine
from zermelo.game import Game
from zermelo.gears import Gear, store
from zermelo.history import Remembering
from zermelo.result import Result
from zermelo.tree import Tree
from zermelo.web.api import Reached

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
"""Seconds between two looks at whether a search shall stop. An engine that has just begun does not hear the first word."""

_compiling = ThreadPoolExecutor(4)


@dataclass(frozen=True)
class Limits:
    """What a search is asked: how far, for how long, for how many lines; and whom it tells."""

    player: int
    lines: int = 1
    seconds: float | None = None
    depth: int | None = None
    past: tuple[int, ...] = ()
    progress: Callable[[int, float], None] | None = None


@dataclass
class Seeker:
    """One game, ready to be searched."""

    game: Game[Any, Any]
    memory: float
    recipe: dict[str, Any] = field(default_factory=dict)
    """How another process finds the game: its name, a position of it, and under `own` the games from the command line."""
    minds: dict[str, Engine[Any, Any]] = field(default_factory=dict)
    ready: Future[bool] | None = None
    gear: Gear = "plain"

    @property
    def is_two_sided(self) -> bool:
        """Is it one for alpha-beta?"""
        return self.game.players <= 2 and not self.game.has_chance

    @property
    def is_compiled(self) -> bool:
        """Is the machine code here?"""
        return self.ready is not None and self.ready.done() and self.ready.result()

    def prepare(self, s: Any) -> None:
        """Begin to make the machine code, unless that was begun before."""
        if self.ready is None and not isinstance(self.game, Tree):  # a tree is small, and no other game is like it
            self.ready = _compiling.submit(self._compile, s)

    def _compile(self, s: Any) -> bool:
        """Have it made by another process, unless it is on disk, and load it. False if the game cannot be compiled."""
        return (self._is_on_disk() or self._made_elsewhere()) and self.compile_here(s)

    def _is_on_disk(self) -> bool:
        """Has this game been compiled before? It may have changed since; then it is compiled here, which is slower."""
        return any(store.directory().glob(f"{type(self.game).__name__.lower()}_*/__pycache__/*.nbc"))

    def _made_elsewhere(self) -> bool:
        command = [sys.executable, "-P", "-m", "zermelo.web.maker", *self.recipe.get("own", ())]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            assert process.stdin is not None
            process.stdin.write(json.dumps(self.recipe).encode() + b"\n")
            process.stdin.flush()
            return process.wait() == 0

    def compile_here(self, s: Any) -> bool:
        """Search one ply compiled: after that everything is there."""
        try:
            for _ in self._run("compiled", s, Limits(0, depth=1), threading.Event()):
                pass
        except Exception:  # NotCompilable, or whatever else the compiler does not like: there is the plain gear
            return False
        return True

    def __call__(self, s: Any, limits: Limits, stop: threading.Event) -> Iterator[Result[Any]]:
        """A result for each depth; the last one is the answer, and says why it was stopped if it was."""
        began = time.perf_counter()
        self.gear = "plain"
        if not self.is_compiled:
            is_over = yield from self._at_first(s, limits, stop, began)
            if is_over:
                return
        self.gear = "compiled"
        left = None if limits.seconds is None else max(limits.seconds - (time.perf_counter() - began), 0.01)
        yield from self._run("compiled", s, replace(limits, seconds=left), stop)

    def _is_worth_it(self, limits: Limits, began: float) -> bool:
        return limits.seconds is None or limits.seconds - (time.perf_counter() - began) > WORTH_IT

    def _at_first(self, s: Any, limits: Limits, stop: threading.Event, began: float) -> Generator[Result[Any], None, bool]:
        """Plain, until the machine code is there; True if the search was over before."""
        halt = threading.Event()

        def look() -> bool:
            if time.perf_counter() - began > HEAD_START:
                self.prepare(s)
            return stop.is_set() or (self.is_compiled and self._is_worth_it(limits, began))

        with watching(look, halt):
            for result in self._run("plain", s, limits, halt):
                if result.stopped == "asked" and not stop.is_set():
                    return False
                yield result
        return True

    def _run(self, gear: Gear, s: Any, limits: Limits, stop: threading.Event) -> Iterator[Result[Any]]:
        return self._by_engine(gear, s, limits, stop) if self.is_two_sided else self._by_depths(gear, s, limits, stop)

    def _by_engine(self, gear: Gear, s: Any, limits: Limits, stop: threading.Event) -> Iterator[Result[Any]]:
        memory = self.memory if gear == "compiled" else min(self.memory, PLAIN_MEMORY)
        engine = self.minds.setdefault(gear, Engine(self.game, memory=memory, gear=gear))
        options: Any = {"player": limits.player, "seconds": limits.seconds, "depth": limits.depth, "progress": limits.progress}
        with watching(stop.is_set, threading.Event(), engine.stop):
            yield from engine.analyse(s, lines=limits.lines, past=limits.past, **options)

    def _by_depths(self, gear: Gear, s: Any, limits: Limits, stop: threading.Event) -> Iterator[Result[Any]]:
        """Where there is chance, or more than two players: one search for each depth, to have something to tell of each."""
        search: Any = star if self.game.has_chance else many
        began = time.perf_counter()
        found: Result[Any] | None = None
        for depth in range(1, (limits.depth or MOST_DEPTH) + 1):
            left = None if limits.seconds is None else max(limits.seconds - (time.perf_counter() - began), 0.01)
            options = {"player": limits.player, "seconds": left, "progress": limits.progress, "all": limits.lines > 1}
            result = search(self.game, s, depth=depth, memory=self.memory, stop=stop, gear=gear, **options)
            found = replace(found, stopped=result.stopped) if result.stopped and found is not None else result
            yield found
            if found.stopped or found.exact:
                return

    def fill(self) -> float | None:
        """How full the engine's table is, from 0 to 1, by a sample of it."""
        engine = self.minds.get("compiled")
        if self.gear != "compiled" or engine is None or engine.mind is None:
            return None
        words = engine.mind.table[2 : 3 * 4096 : 3]
        return round(float((words != 0).mean()), 4)


@contextmanager
def watching(is_time: Callable[[], bool], halt: threading.Event, then: Callable[[], None] = lambda: None) -> Iterator[None]:
    """While this lasts, look whether it is time; from then on set the event and call `then`, again and again."""
    over = threading.Event()

    def look() -> None:
        while not over.wait(LOOK):
            if is_time():
                halt.set()
                then()

    watcher = threading.Thread(target=look, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join()


def bare(at: Reached) -> tuple[Game[Any, Any], Any, tuple[int, ...]]:
    """A game without its memory, the state, and what was remembered: as the engine takes them."""
    if isinstance(at.game, Remembering):
        return at.game.game, at.state.state, at.state.past
    return at.game, at.state, ()


_kept: OrderedDict[tuple[str, float], Seeker] = OrderedDict()


def seeker(at: Reached, memory: float, own: Sequence[str] = ()) -> Seeker:
    """The one that has searched this game before, or a new one."""
    key = (at.asked, memory)
    if key not in _kept:
        recipe = {"game": at.asked, "position": at.root, "moves": list(at.moves), "own": list(own)}
        _kept[key] = Seeker(bare(at)[0], memory, recipe)
    _kept.move_to_end(key)
    while len(_kept) > KEPT:
        _kept.popitem(last=False)
    return _kept[key]
