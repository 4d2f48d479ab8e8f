"""Making a game's machine code in a process of its own, which leaves it on disk.

A compiler and a plain search in one process would take turns, and both be slow. ``python -m zermelo.web.maker [GAME …]`` reads
one line of JSON that says the position, waits for its turn, writes ``begun``, and ends with 0 if the game can be searched
compiled. It also ends when its input does.

Turns are locks on files beside the machine code, which the system opens again however a process ends: they hold for all workers
of all studios that share it.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import TextIO

from zermelo.gears import store
from zermelo.web.api import inner, reach
from zermelo.web.fields import Fields
from zermelo.web.making import BEGUN
from zermelo.web.seek import Seeker
from zermelo.web.shelf import Shelf

MOST = 2
"""Compilers at work at the same time."""

LOOK = 0.1
"""Seconds between two looks at whether a turn has come."""


def main() -> None:
    """Compile one game."""
    target = os.dup(1)
    os.dup2(2, 1)  # what the rules of a game print goes elsewhere
    line = sys.stdin.readline()
    threading.Thread(target=leave_with_input, daemon=True).start()
    at = reach(Shelf(sys.argv[1:]), Fields(json.loads(line)))
    with alone(type(inner(at.game)).__name__), one_of_few():
        os.write(target, BEGUN)
        is_made = Seeker(at.game, memory=1).compile_here(at.state)
        if is_made:
            store.mark_whole()
    os._exit(0 if is_made else 1)


@contextmanager
def alone(name: str) -> Iterator[None]:
    """One process makes a game at a time; the next finds it on disk."""
    with locked([f".making-{name.lower()}"]):
        yield


@contextmanager
def one_of_few() -> Iterator[None]:
    """Not more than so many are at work at the same time."""
    with locked([f".maker-{n}" for n in range(MOST)]):
        yield


@contextmanager
def locked(names: Sequence[str]) -> Iterator[None]:
    """While this lasts, one of some files is locked, the first that is free. Where files cannot be locked, nobody waits."""
    with ExitStack() as files:
        try:
            store.directory().mkdir(parents=True, exist_ok=True)
            found = [files.enter_context((store.directory() / name).open("w")) for name in names]
        except OSError:
            found = []
        while found and not any(map(is_taken, found)):
            time.sleep(LOOK)
        yield


def is_taken(file: TextIO) -> bool:
    """Lock a file until it is closed; False if another process has done so."""
    try:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except (ImportError, OSError):
        return True  # this system, or this disk, has no locks
    return True


def leave_with_input() -> None:
    """Nobody waits any more."""
    sys.stdin.read()
    os._exit(1)


if __name__ == "__main__":
    main()
