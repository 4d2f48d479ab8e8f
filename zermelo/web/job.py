"""A job: one question for a worker process, and the callbacks that receive its answer."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

GRACE = 2.0
"""Seconds that a worker has to end a cancelled job before the process is killed."""

Head = dict[str, Any]
"""The head of a frame that a worker writes; its body follows as bytes."""


def ignore_place(ahead: int) -> None:
    """Do nothing with the place in the queue."""


@dataclass(eq=False)
class Job:
    """One question, with its limits and its callbacks."""

    question: str
    fields: dict[str, Any]
    on_frame: Callable[[Head, bytes], None]
    """Receives every frame of the answer."""
    on_lost: Callable[[str], None]
    """Receives the reason if the worker died: no frame will come."""
    on_queued: Callable[[int], None] = ignore_place
    """Receives the number of jobs that are ahead in the queue."""
    timeout: float = 10.0
    """Seconds after which the worker is killed."""
    grace: float = GRACE
    """Seconds after a cancellation until the worker is killed."""
    is_preemptible: bool = False
    """The pool may end it early while other jobs wait."""
    is_urgent: bool = False
    """It goes ahead of jobs that are not urgent."""
    number: int = field(default_factory=itertools.count(1).__next__)
    is_wanted: bool = True
    """False once the client has left: frames are dropped."""
    place: int | None = None
    """The last number that `on_queued` received."""

    @property
    def game(self) -> str:
        """The game of the question. A worker that has this game loaded answers faster."""
        return str(self.fields.get("game", ""))
