"""Tests share one compile cache per run, away from the user's, and repeatable examples."""

from __future__ import annotations

import gc
import os
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings
from random_trees import EXAMPLES

from zermelo.cli import run

if TYPE_CHECKING:
    from playwright.sync_api import Browser

os.environ.setdefault(
    "ZERMELO_CACHE", str(Path(tempfile.gettempdir()) / f"zermelo-tests-{os.getuid()}")
)

os.environ["ZERMELO_BOOK"] = "none"
"""Searches search, whatever an earlier test has proven. Tests of books switch this on."""

settings.register_profile(
    "zermelo",
    deadline=None,
    max_examples=max(50, EXAMPLES // 20),
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("zermelo")

SLOWEST_FIRST = (
    "tests/studio",
    "tests/test_game_checks.py",
    "tests/test_agreement",
    "tests/test_engine_games.py",
    "tests/test_mcts.py",
    "tests/test_star.py",
    "tests/test_dfpn.py",
    "tests/web",
    "tests/test_engine.py",
    "tests/test_cache.py",
    "tests/games",
    "tests/test_grade.py",
    "tests/test_search.py",
    "tests/test_complexity.py",
    "tests/test_engine_limits.py",
    "tests/test_maxn.py",
    "tests/test_solve",
    "tests/test_database.py",
    "tests/test_idioms.py",
    "tests/test_scale.py",
    "tests/test_naive.py",
)
"""Files and folders that take longest. They begin first, so that no worker ends alone with one.

Two files that need the same machine code are far apart: the second reads it from the cache.
"""

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"


BROWSER = ("tests/studio", "tests/test_stepper.py")
"""Tests that drive a browser. They wait more than they calculate.

One that fails is run once more, and counted as "rerun": a click can meet a page that is
being redrawn. A test that is run again and again has a race of its own, which is to be mended.
Each is sampled.
"""


def mark_samples(items: list[pytest.Item]) -> None:
    """Of the parameters of a test that is marked `sampled`, all but the first are slow."""
    known = set()
    for item in items:
        if item.get_closest_marker("sampled") is None:
            continue
        name = item.nodeid.split("[")[0]
        if name in known:
            item.add_marker(pytest.mark.slow)
        known.add(name)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Order the files by their time. `--dist loadfile` gives each file to one worker.

    The tests of a file compile the same rules and searches. If two workers had tests of one file,
    both would compile the same machine code at the same time. A file with a browser comes after
    every two without one, so that workers that wait and workers that compile share the cores.
    """

    for item in items:
        if item.nodeid.startswith(BROWSER):
            item.add_marker(pytest.mark.flaky(reruns=1))
            item.add_marker(pytest.mark.sampled)
    mark_samples(items)

    def rank(file: str) -> int:
        places = (i for i, start in enumerate(SLOWEST_FIRST) if file.startswith(start))
        return next(places, len(SLOWEST_FIRST))

    tests: dict[str, list[pytest.Item]] = {}
    for item in items:
        tests.setdefault(item.nodeid.split("::")[0], []).append(item)
    files = sorted(tests, key=rank)
    waiting = [file for file in files if file.startswith(BROWSER)]
    working = [file for file in files if not file.startswith(BROWSER)]
    mixed = [x for i, file in enumerate(working) for x in (*waiting[i // 2 : i // 2 + i % 2], file)]
    rest = waiting[(len(working) // 2) :]
    items[:] = [item for file in (*mixed, *rest) for item in tests[file]]


@pytest.fixture(scope="module", autouse=True)
def keep_machine_code() -> Iterator[None]:
    """Do not look for garbage among the compiler's objects: they live as long as the process."""
    yield
    gc.freeze()


@pytest.fixture(autouse=True)
def warn_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process warns once that a game runs plain; here each test does."""
    monkeypatch.setattr("zermelo.frame.run._warned", set())


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder of ground truth beside the checkout.

    Tests that read whole files are skipped where it is absent.
    """
    if not DATA.is_dir():
        pytest.skip("the folder shared/data is not here")
    return DATA


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Any:
    """Runs the command: its exit code, and what it wrote to stdout and stderr."""

    def made(*arguments: str) -> tuple[int, str, str]:
        code = run(list(arguments))
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return made


@pytest.fixture
def ctrl_c_works() -> Iterator[None]:
    """A process that was started in the background ignores Ctrl-C; here it must not."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A real one, without a window."""
    from playwright.sync_api import sync_playwright
    from visits import CHROMIUM

    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield made
        made.close()
