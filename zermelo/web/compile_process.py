"""The process of a compile job: it compiles one game and leaves the machine code on disk.

A compiler and a plain search in one process would slow each other down.
``python -m zermelo.web.compile_process [GAME …]`` reads one line of JSON with a position, waits for
its turn, writes ``started``, and exits with 0 if the game can be searched compiled. It also exits
when its input ends, unless the line says that it lasts.

Turns are locks on files beside the machine code. The system releases a lock however a process ends,
and the locks hold for all workers of all studios that share the cache.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager

from zermelo.gears import cache
from zermelo.gears.locks import try_lock
from zermelo.web.compile_job import STARTED, TIMEOUT
from zermelo.web.game_registry import GameRegistry
from zermelo.web.position_api import reach_position, unwrap_game
from zermelo.web.request_fields import Fields
from zermelo.web.warm_search import WarmSearch

MAX_COMPILERS = 2
"""Compilers that run at the same time."""

LOCK_INTERVAL = 0.1
"""Seconds between two attempts to take a lock."""


def main() -> None:
    """Compile one game."""
    output = os.dup(1)
    os.dup2(2, 1)  # what the rules of a game print must not reach the server
    recipe = json.loads(sys.stdin.readline())
    watch = exit_in_time if recipe.pop("lasts", False) else exit_with_input
    threading.Thread(target=watch, daemon=True).start()
    at = reach_position(GameRegistry(sys.argv[1:]), Fields(recipe))
    with lock_game(type(unwrap_game(at.game)).__name__), lock_slot():
        os.write(output, STARTED)
        is_compiled = WarmSearch(at.game, memory=1).compile_here(at.state)
        if is_compiled:
            cache.mark_complete()
    os._exit(0 if is_compiled else 1)


def lock_game(name: str) -> AbstractContextManager[None]:
    """Let one process at a time compile a game; the next one finds it on disk."""
    return lock_one_of([f".compile-{name.lower()}"])


def lock_slot() -> AbstractContextManager[None]:
    """Let at most MAX_COMPILERS processes compile at the same time."""
    return lock_one_of([f".compiler-{n}" for n in range(MAX_COMPILERS)])


@contextmanager
def lock_one_of(names: Sequence[str]) -> Iterator[None]:
    """Hold a lock on the first free file. Do not wait where files cannot be locked."""
    with ExitStack() as stack:
        try:
            cache.directory().mkdir(parents=True, exist_ok=True)
            files = [stack.enter_context((cache.directory() / name).open("w")) for name in names]
        except OSError:
            files = []
        while files and not any(map(try_lock, files)):
            time.sleep(LOCK_INTERVAL)
        yield


def exit_with_input() -> None:
    """Exit when the input ends: the server is gone, or no question waits."""
    sys.stdin.read()
    os._exit(1)


def exit_in_time() -> None:
    """Exit when compiling takes too long: the server that waits for it may be gone."""
    time.sleep(TIMEOUT)
    os._exit(1)


if __name__ == "__main__":
    main()
