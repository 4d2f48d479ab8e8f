"""Locks on files. The system releases a lock however a process ends."""

from __future__ import annotations

from typing import IO, Any


def try_lock(file: IO[Any]) -> bool:
    """Lock a file until it is closed. Return False if another process holds the lock."""
    try:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except (ImportError, OSError):
        return True  # the system or the disk has no locks
    return True
