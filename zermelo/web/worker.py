"""A worker: a process that reads questions, one line of JSON each, and writes frames: a line of JSON, then its bytes.

In:   {"n": 1, "do": "film", "ask": {…}}      a question; the next one comes after its last frame, or when it goes on aside
      {"stop": 1, "why": {"stopped": "asked"}}    its answer is not wanted any more; its last event says why
Out:  {"n": 0, "event": "ready", "size": 0}   once, when it can be asked
      {"n": 1, "last": true, "status": 200, "type": "application/json", "size": 123} and 123 bytes

The end of the input is the end of the worker, whatever it is doing: nobody is left behind when the server dies. What the
rules of a game print goes to stderr, not between the frames.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Sequence
from typing import Any, BinaryIO

from zermelo.contract import blamed
from zermelo.errors import BadGame, TooLarge, ZermeloError, place
from zermelo.formatting import encode_infinities
from zermelo.web.fields import BadRequest, Fields
from zermelo.web.shelf import NoSuchGame, Shelf
from zermelo.web.stop import Stop

STATUS: tuple[tuple[type[Exception], int], ...] = (
    (BadRequest, 400),
    (NoSuchGame, 404),
    (TooLarge, 413),
    (RecursionError, 413),
    (MemoryError, 413),
    (ZermeloError, 422),
)
"""The status that goes with an error; the first that fits."""

STACK = 64 << 20
"""Bytes of stack for a question: rules and textbook searches recurse."""

DEEP = 50_000

LONGEST_MESSAGE = 1_000


class Untold(Exception):
    """An error whose own words could not be sent."""


class Job:
    """One question, from its line to its last frame."""

    def __init__(self, worker: Worker, n: int, do: str, ask: Any) -> None:
        self.worker, self.n, self.do, self.ask = worker, n, do, ask
        self.stop = Stop()
        self.why: dict[str, str] = {}

    def run(self) -> None:
        """Answer, whatever happens."""
        try:
            self._answer()
        except BaseException as error:  # rules may also say sys.exit()
            try:
                self.fail(error)
            except BaseException as worse:  # whoever waits must hear of the end
                self.fail(
                    Untold(f"{type(error).__name__}, which cannot be told: {type(worse).__name__}")
                )

    def _answer(self) -> None:
        from zermelo.web import api, live

        if self.do in live.ASKS:
            live.ASKS[self.do](self.worker.shelf, Fields(self.ask), self.stop, self.emit)
            return
        answer = api.QUESTIONS[self.do](self.worker.shelf, Fields(self.ask))
        if isinstance(answer, api.File):
            self.worker.write(
                {
                    "n": self.n,
                    "last": True,
                    "status": 200,
                    "type": answer.type,
                    "name": answer.name,
                },
                answer.content,
            )
        else:
            self.send(answer, last=True)

    def emit(self, event: dict[str, Any]) -> None:
        """One event of a stream."""
        from zermelo.web import live

        if event.get("stopped") == "asked":
            event = {**event, **self.why}
            if event.get("result"):
                event["result"] = {**event["result"], "stopped": event["stopped"]}
        self.send(event, last=event["event"] in live.LAST)

    def send(self, value: dict[str, Any], last: bool, status: int = 200) -> None:
        """One frame of JSON; `event` goes into its head, for the server to read."""
        head = {
            "n": self.n,
            "last": last,
            "status": status,
            "type": "application/json",
            "event": value.get("event"),
        }
        self.worker.write(head, as_json(value))

    def fail(self, error: BaseException) -> None:
        """The last frame of a question that went wrong."""
        rule = blamed(error)
        if rule:
            error = BadGame(rule)
        status = next((code for kind, code in STATUS if isinstance(error, kind)), 500)
        kind, message = (
            "BadGame" if isinstance(error, BadGame) else type(error).__name__,
            " ".join(str(error).split())[:LONGEST_MESSAGE],
        )
        if (
            isinstance(error, RuntimeError) and "start new thread" in message
        ):  # there is no room for its stack
            status, error = 413, MemoryError()
        if isinstance(error, RecursionError | MemoryError):
            kind, message = "TooLarge", "it is nested too deeply, or too large"
        elif status == 500:
            where = f"{place(error)}: " if error.__traceback__ else ""
            kind, message = "Failed", f"{where}{type(error).__name__}: {message}"
        told: dict[str, Any] = {"error": {"kind": kind, "message": message}}
        self.send(
            {"event": "error", "kind": kind, "message": message} if self.is_live else told,
            True,
            status,
        )

    @property
    def is_live(self) -> bool:
        """Is the answer a stream of events?"""
        from zermelo.web import live

        return self.do in live.ASKS


class Worker:
    """The loop of the process."""

    def __init__(self, own: Sequence[str], source: BinaryIO, target: BinaryIO) -> None:
        self.shelf = Shelf(own)
        self.source, self.target = source, target
        self.lock = threading.Lock()
        self.jobs: dict[int, Job] = {}
        """What was asked and has not had its last frame."""

    def write(self, head: dict[str, Any], body: bytes) -> None:
        """One frame; threads take turns."""
        line = json.dumps({**head, "size": len(body)}).encode() + b"\n"
        if head["last"]:
            self.jobs.pop(head["n"], None)
        with self.lock:
            try:
                self.target.write(line + body)
                self.target.flush()
            except OSError:
                os._exit(0)  # nobody reads any more

    def loop(self) -> None:
        """Read until the input ends."""
        self.write({"n": 0, "last": False, "event": "ready"}, b"")
        for line in self.source:
            told = json.loads(line)
            if "stop" in told:
                self.stop(told["stop"], told["why"])
            else:
                job = self.jobs[told["n"]] = Job(self, told["n"], told["do"], told["ask"])
                self._begin(job)

    def _begin(self, job: Job) -> None:
        try:
            threading.Thread(target=job.run, daemon=True).start()
        except RuntimeError:  # no room for its stack: the machine code of many games is here. A new worker begins with none
            sys.stderr.write("zermelo: a worker has no memory left; another one takes its place\n")
            os._exit(1)

    def stop(self, n: int, why: dict[str, str]) -> None:
        """Let a question end, if it has not."""
        job = self.jobs.get(n)
        if job is not None:
            job.why = why
            job.stop.set()


def as_json(value: Any) -> bytes:
    """JSON as the page reads it: infinities as texts, half characters escaped, nothing that is no JSON.

    >>> as_json(["½", "\\ud800", float("inf")]).decode()
    '["½","\\\\ud800","inf"]'
    """
    text = json.dumps(
        encode_infinities(value), ensure_ascii=False, allow_nan=False, separators=(",", ":")
    )
    return text.encode(
        errors="backslashreplace"
    )  # a lone surrogate becomes an escape, as JSON writes it


def limit_memory(mebibytes: int, compiles: bool) -> None:
    """Let the process ask for so much and no more, where the system knows how.

    A compiler reserves gibibytes of addresses that it never writes to: there only what can be written counts.
    """
    if mebibytes:
        try:
            import resource
        except ImportError:
            return
        what = resource.RLIMIT_DATA if compiles else resource.RLIMIT_AS
        resource.setrlimit(what, (mebibytes << 20, mebibytes << 20))


def make_ready(compiles: bool) -> None:
    """Load what only some questions need before they come: the pictures and exercises, or the compiler."""
    if compiles:
        import zermelo.gears.machine
    else:
        import zermelo.teach.sheet  # noqa: F401


def main() -> None:
    """``python -m zermelo.web.worker clerk|engine MEBIBYTES [GAME …]``; an engine compiles, and 0 is no limit."""
    target = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    compiles = sys.argv[1] == "engine"
    limit_memory(int(sys.argv[2]), compiles)
    threading.stack_size(STACK)
    sys.setrecursionlimit(DEEP)  # once: searches in two threads must not lower it for each other
    import zermelo.web.live  # noqa: F401  # before it is ready: a question has only so many seconds, and needs this

    threading.Thread(target=make_ready, args=(compiles,), daemon=True).start()
    try:
        worker = Worker(sys.argv[3:], sys.stdin.buffer, target)
    except (
        Exception
    ) as error:  # the studio has read these files when it began: somebody has changed one
        sys.stderr.write(f"zermelo: a worker cannot start: {' '.join(str(error).split())}\n")
        sys.stderr.flush()
        os._exit(1)  # now: a thread that loads something cannot be left behind in order
    worker.loop()
    os._exit(0)  # a question may still be running: nobody waits for its answer


if __name__ == "__main__":
    main()
