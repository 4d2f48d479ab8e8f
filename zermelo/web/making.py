"""Machine code on its way: a process of its own makes it, as long as somebody waits for it.

A process that waits for its turn is ended when nobody waits any more. One that has begun may go on: what it leaves on disk is
of use to whoever comes next.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from contextlib import suppress
from typing import Any

MAKER = ("-P", "-m", "zermelo.web.maker")

BEGUN = b"begun\n"
"""What the process writes when its turn has come."""

LONGEST = 300.0
"""Seconds that one may take from then on. Compiled rules are also run once, and they may never come back."""


class Making:
    """One attempt at the machine code of a game. `recipe` says how another process finds it."""

    def __init__(self, recipe: dict[str, Any]) -> None:
        self.recipe = recipe
        self.process: subprocess.Popen[bytes] | None = None
        self.is_begun = self.is_given_up = False
        self.lock = threading.Lock()

    def run(self) -> bool:
        """Wait for a process that makes it; False if that failed, or was given up."""
        command = [sys.executable, *MAKER, *self.recipe.get("own", ())]
        try:
            with subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            ) as process:
                try:
                    return self._is_started(process) and process.wait(LONGEST) == 0
                finally:
                    process.kill()
        except (
            subprocess.TimeoutExpired,
            OSError,
        ):  # it cannot begin, or was gone before it was told what to make
            return False

    def _is_started(self, process: subprocess.Popen[bytes]) -> bool:
        """Has its turn come? That may take as long as others are at work."""
        assert process.stdin is not None and process.stdout is not None
        with self.lock:
            self.process = process
            if self.is_given_up:
                return False
        with suppress(OSError):  # a process that is gone is noticed below
            process.stdin.write(json.dumps(self.recipe).encode() + b"\n")
            process.stdin.flush()
        if process.stdout.readline() != BEGUN:
            return False
        with self.lock:
            self.is_begun = True
        return True

    def give_up(self, also_begun: bool = False) -> None:
        """Nobody waits for it."""
        with self.lock:
            if self.is_begun and not also_begun:
                return
            self.is_given_up = True
            if self.process is not None:
                self.process.kill()
