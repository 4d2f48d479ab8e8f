"""Tasks in this process, or in several: each process has the game and its machine code.

Where it is safe the processes are forks of this one, which has its machine code before: they begin
at once. Elsewhere each begins with an empty interpreter, and the game is sent to it.
"""

from __future__ import annotations

import os
import pickle
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from itertools import islice
from multiprocessing import get_context, parent_process, util
from typing import Any, Protocol

from zermelo import catalogue
from zermelo.errors import Unsuitable, ZermeloError
from zermelo.game import Game

_worker: Any = None


class LostWorker(ZermeloError):
    """A process of a pool has ended before its task."""


class Performer(Protocol):
    """Whatever performs tasks: processes of this machine, or a cluster."""

    def perform(self, method: str, tasks: Iterable[Any]) -> Iterator[Any]:
        """Yield what ``worker.method(task)`` returns for each task, in order."""
        ...

    def close(self) -> None:
        """Let what performs them end."""
        ...


class TaskPool:
    """Performs the tasks of a worker, an object made from a game and a setting."""

    def __init__(
        self, make: Callable[..., Any], game: Game[Any, Any], setting: Any, workers: int
    ) -> None:
        self.local = make(game, setting) if workers == 1 else None
        self.workers = workers
        if workers > 1:
            self.processes = start_processes(workers, make, game, setting)

    def perform(self, method: str, tasks: Iterable[Any]) -> Iterator[Any]:
        """Yield what ``worker.method(task)`` returns for each task, in order."""
        if self.local is not None:
            yield from map(getattr(self.local, method), tasks)
            return
        try:
            yield from self._perform_apart(method, iter(tasks))
        except BrokenProcessPool:
            raise LostWorker(
                "a worker process was ended from outside; go on with --resume, with less memory or "
                "fewer workers if there was too little"
            ) from None

    def _perform_apart(self, method: str, tasks: Iterator[Any]) -> Iterator[Any]:
        """The same in other processes: some tasks ahead, so that none of them waits."""
        waiting = [self._submit(method, task) for task in islice(tasks, 2 * self.workers)]
        while waiting:
            wait(waiting[:1], return_when=FIRST_COMPLETED)
            done = waiting.pop(0).result()
            waiting += [self._submit(method, task) for task in islice(tasks, 1)]
            yield done

    def _submit(self, method: str, task: Any) -> Any:
        return self.processes.submit(_perform, method, task)

    def close(self) -> None:
        """Let the processes end."""
        if self.local is None:
            self.processes.shutdown(cancel_futures=True)


def start_processes(
    workers: int, make: Callable[..., Any], game: Game[Any, Any], setting: Any
) -> ProcessPoolExecutor:
    """A pool of processes that each have a worker."""
    if can_fork():
        worker = make(game, setting)
        prepare(worker)
        return ProcessPoolExecutor(workers, get_context("fork"), _adopt, (worker,))
    recipe = make, write_game(game), setting
    return ProcessPoolExecutor(workers, get_context("spawn"), _begin, recipe)


def can_fork() -> bool:
    """Would a copy of this process work? It has the locks of other threads, but no other thread."""
    return sys.platform == "linux" and threading.active_count() == 1


def prepare(worker: Any) -> None:
    """Have the machine code of a worker."""
    with suppress(Exception):  # the first task will say what is wrong
        worker.prepare()


def write_game(game: Game[Any, Any]) -> tuple[str, bytes]:
    """A game as another process can read it: by its name and arguments, or pickled."""
    try:
        if type(catalogue.game(game.title)) is type(game):
            return game.title, b""
    except ZermeloError:
        pass
    try:
        return "", pickle.dumps(game)
    except Exception:
        raise Unsuitable(
            f"{game.full_title} cannot be sent to other processes: name it as the command does, "
            "like mine.py:Chomp, or use one worker"
        ) from None


def read_game(text: tuple[str, bytes]) -> Game[Any, Any]:
    """The game that `write_game` wrote."""
    game: Game[Any, Any] = catalogue.game(text[0]) if text[0] else pickle.loads(text[1])
    return game


def _begin(make: Callable[..., Any], game: tuple[str, bytes], setting: Any) -> None:
    """Make the worker of this process; all processes of a pool do it at once."""
    worker = make(read_game(game), setting)
    prepare(worker)
    _adopt(worker)


def _adopt(worker: Any) -> None:
    """Take a worker as that of this process."""
    global _worker
    _worker = worker
    threading.Thread(target=_end_with_parent, daemon=True).start()
    util.Finalize(None, os._exit, (0,), exitpriority=0)  # taking machine code apart takes long


def _end_with_parent() -> None:
    """End this process when the one that gives it tasks has been killed."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _perform(method: str, task: Any) -> Any:
    return getattr(_worker, method)(task)
