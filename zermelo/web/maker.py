"""Making a game's machine code in a process of its own, which leaves it on disk.

A compiler and a plain search in one process would take turns, and both be slow. ``python -m zermelo.web.maker [GAME …]`` reads
one line of JSON that says the position, and ends with 0 if it can be searched compiled. It also ends when its input does.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from zermelo.gears import store
from zermelo.web.api import inner, reach
from zermelo.web.fields import Fields
from zermelo.web.seek import Seeker
from zermelo.web.shelf import Shelf


def main() -> None:
    """Compile one game."""
    line = sys.stdin.readline()
    threading.Thread(target=leave_with_input, daemon=True).start()
    at = reach(Shelf(sys.argv[1:]), Fields(json.loads(line)))
    with alone(type(inner(at.game)).__name__):
        is_made = Seeker(at.game, memory=1).compile_here(at.state)
        if is_made:
            store.mark_whole()
    os._exit(0 if is_made else 1)


@contextmanager
def alone(name: str) -> Iterator[None]:
    """One process makes a game at a time; the next finds it on disk. Where files cannot be locked, all of them make it."""
    try:
        import fcntl

        store.directory().mkdir(parents=True, exist_ok=True)
        lock = (store.directory() / f".making-{name.lower()}").open("w")
        fcntl.flock(lock, fcntl.LOCK_EX)
    except (ImportError, OSError):
        lock = None
    try:
        yield
    finally:
        if lock is not None:
            lock.close()


def leave_with_input() -> None:
    """Nobody waits any more."""
    sys.stdin.read()
    os._exit(1)


if __name__ == "__main__":
    main()
