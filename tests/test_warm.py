"""Searches of the command that do not wait for the compiler."""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from zermelo.cli import warm
from zermelo.cli.shared_options import GivenPosition
from zermelo.frame.cancel import Cancellation
from zermelo.frame.question import Limits

ROOT = Path(__file__).parent.parent
TEEKO = str(ROOT / "examples" / "teeko.py")
ONITAMA = str(ROOT / "tests" / "naive" / "onitama.py")


def warm_up(name: str) -> Any:
    given = GivenPosition(name)
    game, state = given.load(history=True)
    return warm.warm_up(given, game, state, 1), state


@pytest.mark.parametrize(
    ("name", "recipe"),
    [
        ("connect-four:5,4", {"game": "connect-four:5,4", "user_games": []}),
        (TEEKO, {"game": "Teeko", "user_games": [TEEKO]}),
        ("tree:two-ply", None),
        ("some.module:Game", None),
    ],
)
def test_another_process_finds_the_game_by_its_recipe(name: str, recipe: Any) -> None:
    assert warm.write_recipe(GivenPosition(name)) == recipe


def test_what_cannot_be_compiled_or_is_over_is_not_warmed_up() -> None:
    assert warm_up(ONITAMA)[0] is None
    assert warm_up("tree:two-ply")[0] is None
    given = GivenPosition("nim:1,1", moves="1-1")
    assert warm.warm_up(given, *given.load(), memory=1) is None


def test_the_plain_gear_answers_while_a_job_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    started, go_on = threading.Event(), threading.Event()

    def run(job: Any) -> bool:
        started.set()
        go_on.wait(30)
        return False

    monkeypatch.setattr(warm.LastingJob, "run", run)
    monkeypatch.setattr("zermelo.web.warm_search.HEAD_START", 0.0)
    monkeypatch.setattr("zermelo.web.warm_search.WarmSearch.compile_here", lambda self, s: False)
    search, state = warm_up("connect-four:5,4")
    *_, last = search.iterate(state, Limits(seconds=0.3), Cancellation())
    assert last.gear == "plain" and last.action is not None and started.wait(30)
    go_on.set()
    search.drop()


SCRIPT = "import sys, pathlib; pathlib.Path(sys.argv[1]).write_text(sys.stdin.readline())"
SLEEP = "import time, sys; sys.stdin.readline(); time.sleep(60)"


def test_a_job_tells_the_process_that_it_may_last(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(warm, "COMMAND", ("-c", SCRIPT, str(tmp_path / "told")))
    assert warm.LastingJob({"game": "nim:2,2", "user_games": []}).run()
    told = json.loads((tmp_path / "told").read_text())
    assert told == {"game": "nim:2,2", "user_games": [], "lasts": True}


def test_a_job_that_fails_or_cannot_start_is_no_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm, "COMMAND", ("-c", "raise SystemExit(3)"))
    assert not warm.LastingJob({"game": "nim:2,2", "user_games": []}).run()
    monkeypatch.setattr(sys, "executable", str(ROOT / "no-python"))
    assert not warm.LastingJob({"game": "nim:2,2", "user_games": []}).run()


def test_a_cancelled_job_is_not_waited_for_and_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(warm, "COMMAND", ("-c", SLEEP))
    made: list[Any] = []
    popen = warm.subprocess.Popen
    monkeypatch.setattr(
        warm.subprocess, "Popen", lambda *a, **k: made.append(popen(*a, **k)) or made[-1]
    )
    job = warm.LastingJob({"game": "nim:2,2", "user_games": []})
    answers: list[bool] = []
    waiter = threading.Thread(target=lambda: answers.append(job.run()))
    waiter.start()
    while not made:
        time.sleep(0.01)
    job.cancel()
    waiter.join(30)
    assert answers == [False] and made[0].poll() is None
    assert os.getpgid(made[0].pid) != os.getpgid(0)
    made[0].kill()
    made[0].wait()
