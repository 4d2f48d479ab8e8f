"""One studio for all tests of a process."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator

import pytest
from studio import ROOT


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """A studio with a game of one's own, on a free port."""
    command = [sys.executable, "-m", "zermelo", "studio", "--no-browser", "--port", "0", "examples/chomp.py:Chomp"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:\d+/", server.stdout.readline())
        assert found is not None
        yield found[0]
        server.terminate()
