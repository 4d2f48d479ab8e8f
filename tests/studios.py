"""A studio as a person starts it, and the processes that it has started."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
COMMAND = [sys.executable, "-m", "zermelo", "studio", "--no-browser"]


def run_command(*arguments: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        [*COMMAND, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
        cwd=ROOT,
    )


def port_of(process: subprocess.Popen[str]) -> str:
    """Where a studio listens, once it does."""
    assert process.stdout is not None
    found = re.search(r"http://127\.0\.0\.1:(\d+)/", process.stdout.readline())
    assert found is not None
    return found[1]


@contextmanager
def studio_at(*arguments: str) -> Iterator[str]:
    """The address of a studio that runs as long as the context."""
    process = run_command("--port", "0", *arguments)
    try:
        yield f"http://127.0.0.1:{port_of(process)}/"
    finally:
        process.kill()
        process.communicate()


def children(pid: int) -> list[int]:
    """The processes that one has started, where the system tells."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(path.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue  # it is gone
        if parent == pid:
            found.append(int(path.parent.name))
    return found


def list_search_workers(pid: int) -> list[int]:
    """The workers of a studio that search."""
    return [child for child in children(pid) if b"search" in command_of(child)]


def command_of(pid: int) -> list[bytes]:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return []


def is_running(pid: int) -> bool:
    try:
        return (Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
