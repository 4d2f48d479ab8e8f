"""One server for all tests of a process."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from server import CHOMP, GREEDY, PATIENCE, STUBBORN, Served, own_file


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    stubborn = tmp_path_factory.mktemp("games") / "stubborn.py"
    stubborn.write_text(STUBBORN)
    greedy = stubborn.with_name("greedy.py")
    greedy.write_text(GREEDY)
    fresh = own_file(
        stubborn.parent,
        "fresh.py",
        **{"Chomp": "Fresh", "rows[0] == 0": f"rows[0] == 0 or s.turn > {time.time_ns() >> 10}"},
    )
    with pytest.MonkeyPatch.context() as patient:
        patient.setattr(
            "zermelo.web.session.GRACE", PATIENCE
        )  # a busy machine must not look like a stubborn worker
        made = Served([CHOMP, f"{stubborn}:Stubborn", f"{greedy}:Greedy", fresh])
        made.stuck = stubborn.with_suffix(".stuck")
        yield made
        made.close()
