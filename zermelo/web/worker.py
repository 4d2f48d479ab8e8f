"""A worker process: it reads questions, one line of JSON each, and writes frames.

A frame is a line of JSON, its head, and the bytes of its body.

=======  ==========================================================================================
input    {"job": 1, "question": "film", "fields": {…}}: a question. The next one comes after its
         last frame, or when it continues in the background
input    {"cancel": 1, "reason": {"stopped": "cancelled"}}: end it early; the last event says the
         reason
input    {"release": true}: free the tables of searches; comes only when no question is open
output   {"job": 0, "event": "ready", "size": 0}: once, when the process can take a question
output   {"job": 0, "event": "released", "mebibytes": 90, "size": 0}: the tables are freed, and so
         much memory is in use; null where the system does not tell
output   {"job": 1, "last": true, "status": 200, "type": "application/json", "size": 123} and 123
         bytes
=======  ==========================================================================================

The process ends when its input ends, whatever it is doing, so no process survives the server. What
the rules of a game print goes to stderr, not between the frames.
"""

from __future__ import annotations

import gc
import json
import os
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any, BinaryIO

from zermelo.contract import diagnose
from zermelo.errors import BadGame, TooLarge, ZermeloError, place
from zermelo.formatting import encode_infinities
from zermelo.frame.cancel import Cancellation
from zermelo.web.api import HANDLERS
from zermelo.web.game_registry import GameRegistry, NoSuchGame
from zermelo.web.request_fields import BadRequest, Fields
from zermelo.web.stream_api import LAST_EVENTS, STREAM_HANDLERS
from zermelo.web.trace_api import FileReply
from zermelo.web.warm_search import release_tables

STATUS: tuple[tuple[type[Exception], int], ...] = (
    (BadRequest, 400),
    (NoSuchGame, 404),
    (TooLarge, 413),
    (RecursionError, 413),
    (MemoryError, 413),
    (ZermeloError, 422),
)
"""The HTTP status of an error; the first class that fits counts."""

STACK_SIZE = 64 << 20
"""Bytes of stack for a question: rules and textbook searches recurse."""

RECURSION_LIMIT = 50_000

MAX_MESSAGE = 1_000


class UnprintableError(Exception):
    """An error whose own message could not be sent."""


class Task:
    """One question, from its line of input to its last frame."""

    def __init__(self, worker: Worker, number: int, question: str, fields: Any) -> None:
        self.worker, self.number, self.question, self.fields = worker, number, question, fields
        self.cancel = Cancellation()
        self.reason: dict[str, str] = {}
        """What the last event says if the question is cancelled."""

    @property
    def is_stream(self) -> bool:
        """Is the answer a stream of events?"""
        return self.question in STREAM_HANDLERS

    def run(self) -> None:
        """Answer; any error becomes the last frame."""
        try:
            self._answer()
        except BaseException as error:  # rules may also call sys.exit()
            try:
                self.send_error(error)
            except BaseException as second:  # the client must get a last frame
                kinds = f"{type(error).__name__}, which cannot be sent: {type(second).__name__}"
                self.send_error(UnprintableError(kinds))

    def _answer(self) -> None:
        games, fields = self.worker.games, Fields(self.fields)
        if self.is_stream:
            STREAM_HANDLERS[self.question](games, fields, self.cancel, self.emit)
            return
        reply = HANDLERS[self.question](games, fields)
        if isinstance(reply, FileReply):
            self._send_file(reply)
        else:
            self.send(reply, is_last=True)

    def _send_file(self, file: FileReply) -> None:
        head = {"last": True, "status": 200, "type": file.type, "name": file.name}
        self.worker.write({"job": self.number, **head}, file.content)

    def emit(self, event: dict[str, Any]) -> None:
        """Send one event of a stream."""
        if event.get("stopped") == "cancelled":
            event = {**event, **self.reason}
            if event.get("result"):
                event["result"] = {**event["result"], "stopped": event["stopped"]}
        self.send(event, is_last=event["event"] in LAST_EVENTS)

    def send(self, value: dict[str, Any], is_last: bool, status: int = 200) -> None:
        """Send one frame of JSON. The head repeats `event`, because the server reads only heads."""
        head = {"last": is_last, "status": status, "type": "application/json"}
        event = value.get("event")
        self.worker.write({"job": self.number, **head, "event": event}, write_json(value))

    def send_error(self, error: BaseException) -> None:
        """Send the last frame of a question that failed."""
        kind, message, status = describe_error(error)
        content: dict[str, Any] = {"kind": kind, "message": message}
        if (column := getattr(error, "column", None)) is not None:
            content["column"] = column
        value = {"event": "error", **content} if self.is_stream else {"error": content}
        self.send(value, True, status)


def describe_error(error: BaseException) -> tuple[str, str, int]:
    """Return the kind, the message in one line, and the HTTP status of an error."""
    if rule := diagnose(error):
        error = BadGame(rule)
    message = " ".join(str(error).split())[:MAX_MESSAGE]
    # a thread cannot start if there is no memory for its stack
    has_no_stack = isinstance(error, RuntimeError) and "start new thread" in message
    if has_no_stack or isinstance(error, RecursionError | MemoryError):
        return "TooLarge", "it is nested too deeply, or too large", 413
    status = next((code for kind, code in STATUS if isinstance(error, kind)), 500)
    if status == 500:
        where = f"{place(error)}: " if error.__traceback__ else ""
        return "Failed", f"{where}{type(error).__name__}: {message}", 500
    kind = "BadGame" if isinstance(error, BadGame) else type(error).__name__
    return kind, message, status


class Worker:
    """The main loop of the process."""

    def __init__(self, user_games: Sequence[str], source: BinaryIO, target: BinaryIO) -> None:
        self.games = GameRegistry(user_games)
        self.source, self.target = source, target
        self.lock = threading.Lock()
        self.tasks: dict[int, Task] = {}
        """Questions that have not had their last frame, by number."""

    def write(self, head: dict[str, Any], body: bytes) -> None:
        """Write one frame; threads take turns."""
        line = json.dumps({**head, "size": len(body)}).encode() + b"\n"
        if head["last"]:
            self.tasks.pop(head["job"], None)
        with self.lock:
            try:
                self.target.write(line + body)
                self.target.flush()
            except OSError:
                os._exit(0)  # the server has gone

    def loop(self) -> None:
        """Read questions until the input ends."""
        self.write({"job": 0, "last": False, "event": "ready"}, b"")
        for line in self.source:
            message = json.loads(line)
            if "cancel" in message:
                self.cancel(message["cancel"], message["reason"])
            elif "release" in message:
                self.release()
            else:
                number = message["job"]
                task = Task(self, number, message["question"], message["fields"])
                self.tasks[number] = task
                self._start(task)

    def _start(self, task: Task) -> None:
        try:
            threading.Thread(target=task.run, daemon=True).start()
        except RuntimeError:  # the machine code of many games leaves no memory for a stack
            sys.stderr.write("zermelo: a worker is out of memory; another one replaces it\n")
            os._exit(1)

    def release(self) -> None:
        """Free the memory that only searches need."""
        release_tables()
        gc.collect()
        head = {"job": 0, "last": False, "event": "released", "mebibytes": measure_memory()}
        self.write(head, b"")

    def cancel(self, number: int, reason: dict[str, str]) -> None:
        """End a question early, if it still runs."""
        task = self.tasks.get(number)
        if task is not None:
            task.reason = reason
            task.cancel.cancel()


def write_json(value: Any) -> bytes:
    """Return JSON for the page: infinities as strings, lone surrogates escaped.

    >>> write_json(["½", "\\ud800", float("inf")]).decode()
    '["½","\\\\ud800","inf"]'
    """
    finite = encode_infinities(value)
    text = json.dumps(finite, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.encode(errors="backslashreplace")  # JSON escapes a lone surrogate the same way


def measure_memory() -> int | None:
    """Return the MiB that the process has in memory now; None where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return None
    return pages * os.sysconf("SC_PAGE_SIZE") >> 20


def limit_memory(mebibytes: int, compiles: bool) -> None:
    """Limit the memory of the process, on systems that can; 0 means no limit.

    A compiler reserves gibibytes of addresses that it never uses, so for a search worker only
    writable memory counts.
    """
    if mebibytes:
        try:
            import resource
        except ImportError:
            return
        limit = resource.RLIMIT_DATA if compiles else resource.RLIMIT_AS
        resource.setrlimit(limit, (mebibytes << 20, mebibytes << 20))


def preload(compiles: bool) -> None:
    """Import what only some questions need: the compiler, or the pictures and exercises."""
    if compiles:
        import zermelo.gears.compiler
    else:
        import zermelo.teach.sheet  # noqa: F401


def main() -> None:
    """Run ``python -m zermelo.web.worker api|search MEBIBYTES [GAME …]``; `search` compiles."""
    target = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    compiles = sys.argv[1] == "search"
    limit_memory(int(sys.argv[2]), compiles)
    threading.stack_size(STACK_SIZE)
    sys.setrecursionlimit(RECURSION_LIMIT)  # once: two searches must not lower it for each other
    threading.Thread(target=preload, args=(compiles,), daemon=True).start()
    try:
        worker = Worker(sys.argv[3:], sys.stdin.buffer, target)
    except Exception as error:  # the file of a game has changed since the studio started
        sys.stderr.write(f"zermelo: a worker cannot start: {' '.join(str(error).split())}\n")
        sys.stderr.flush()
        os._exit(1)  # at once: the thread that preloads would delay an orderly exit
    worker.loop()
    os._exit(0)  # a question may still run, but no client waits for it


if __name__ == "__main__":
    main()
