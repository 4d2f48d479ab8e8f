"""A compile job: a separate process compiles a game while at least one question waits for it.

Two processes compile at a time. A process that still waits for its turn is killed when no question
waits any more. A process that has started may finish: its code on disk serves later questions.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from contextlib import suppress
from typing import Any

COMMAND = ("-P", "-m", "zermelo.web.compile_process")

STARTED = b"started\n"
"""What the process writes when its turn has come."""

TIMEOUT = 300.0
"""Seconds for compiling. Compiled rules also run once, and they may never return."""


class CompileJob:
    """One attempt to compile a game. `recipe` tells the process which game that is."""

    def __init__(self, recipe: dict[str, Any]) -> None:
        self.recipe = recipe
        self.process: subprocess.Popen[bytes] | None = None
        self.is_started = self.is_cancelled = False
        self.lock = threading.Lock()

    def run(self) -> bool:
        """Run the process and wait for it. Return False if it failed or was cancelled."""
        command = [sys.executable, *COMMAND, *self.recipe.get("user_games", ())]
        try:
            with subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            ) as process:
                try:
                    return self._wait_for_start(process) and process.wait(TIMEOUT) == 0
                finally:
                    process.kill()
        except (subprocess.TimeoutExpired, OSError):  # OSError: it could not start, or died at once
            return False

    def _wait_for_start(self, process: subprocess.Popen[bytes]) -> bool:
        """Wait until it is the process's turn. Return False if it ended before."""
        assert process.stdin is not None and process.stdout is not None
        with self.lock:
            self.process = process
            if self.is_cancelled:
                return False
        with suppress(OSError):  # readline notices a process that has ended
            process.stdin.write(json.dumps(self.recipe).encode() + b"\n")
            process.stdin.flush()
        if process.stdout.readline() != STARTED:
            return False
        with self.lock:
            self.is_started = True
        return True

    def cancel(self, also_started: bool = False) -> None:
        """Kill the process, unless it has started and may finish."""
        with self.lock:
            if self.is_started and not also_started:
                return
            self.is_cancelled = True
            if self.process is not None:
                self.process.kill()
