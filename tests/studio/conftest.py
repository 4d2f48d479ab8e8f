"""One studio for all tests of a process."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from studios import studio_at


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """A studio with a game of one's own, on a free port."""
    with studio_at("examples/chomp.py:Chomp") as found:
        yield found
