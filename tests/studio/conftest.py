"""One studio for all tests of a process."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from studios import port_of, run_command


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """A studio with a game of one's own, on a free port."""
    with run_command("--port", "0", "examples/chomp.py:Chomp") as server:
        yield f"http://127.0.0.1:{port_of(server)}/"
        server.terminate()
