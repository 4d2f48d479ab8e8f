"""A solver that is killed, runs out of room, or has little memory writes the same file."""

from __future__ import annotations

import os
import random
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from zermelo import catalogue, solve
from zermelo.errors import Unsuitable
from zermelo.solve import explorer, forward, pool, solver, work
from zermelo.solve.solver import Solver
from zermelo.solve.work import WorkFolder

GAME = "connect-four:3,3,3"
TURNS = "nim:6,4"
"""Its positions are all in one tier."""


class Killed(BaseException):
    """The process is gone."""


def solve_file(name: str, path: Path, **options: object) -> bytes:
    solve.database(catalogue.game(name), path, gear="plain", **options)  # type: ignore[arg-type]
    return path.read_bytes()


@pytest.mark.parametrize("name", [GAME, TURNS])
def test_killed_after_every_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """The first run is killed after three files, the next after four; the last one finishes."""
    expected = solve_file(name, tmp_path / "whole.zdb")
    left, flush = [0], os.fsync

    def flush_or_die(descriptor: int) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise Killed
        flush(descriptor)

    monkeypatch.setattr(os, "fsync", flush_or_die)
    monkeypatch.setattr(solver, "LEAST_CHUNK", 64)
    monkeypatch.setattr(solver, "PLAIN_CHUNK", 64)
    kills = 0
    while True:
        left[0] = 3 + kills
        try:
            assert solve_file(name, tmp_path / "killed.zdb", resume=True) == expected
            break
        except Killed:
            kills += 1
    assert kills > 5
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["killed.zdb", "whole.zdb"]


def start(name: str, path: Path, *options: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "zermelo", "solve-all", name, "-o", str(path), *options]
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)


def kill_some_times(folder: Path, name: str, kills: int, *options: str) -> None:
    """Kill at random moments of a run; a run that ends before leaves the file, and is done anew."""
    began, path = time.monotonic(), folder / "killed.zdb"
    assert start(name, folder / "whole.zdb", *options).wait() == 0
    longest, expected = time.monotonic() - began, (folder / "whole.zdb").read_bytes()
    rng = random.Random(kills)
    for _ in range(kills):
        process = start(name, path, "--resume", *options)
        time.sleep(rng.uniform(0.3, 1) * longest)
        process.send_signal(signal.SIGKILL)
        process.wait()
    last = start(name, path, "--resume", *options)
    error = last.communicate()[1]
    assert (error, last.returncode) == ("", 0)
    assert path.read_bytes() == expected
    assert sorted(path.name for path in folder.iterdir()) == ["killed.zdb", "whole.zdb"]


def test_killed_from_outside(tmp_path: Path) -> None:
    kill_some_times(tmp_path, "tic-tac-toe", 2, "--gear", "plain")


@pytest.mark.slow
@pytest.mark.parametrize(
    "call",
    [
        ("connect-four:4,3,3", "--gear", "plain"),
        ("nim:6,4", "--gear", "plain"),
        ("pig:8", "--gear", "plain"),
        ("connect-four:4,4", "--workers", "2"),
        ("dodgem", "--workers", "2"),
    ],
)
def test_killed_fifty_times(tmp_path: Path, call: tuple[str, ...]) -> None:
    kill_some_times(tmp_path, call[0], 50, *call[1:])


def list_session(leader: int) -> list[int]:
    """The processes that a process has begun, and those that these have begun."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == leader and fields[0] != "Z":
            found.append(int(stat.parent.name))
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked for in /proc")
def test_processes_end_with_the_one_that_was_killed(tmp_path: Path) -> None:
    process = start("connect-four:4,4", tmp_path / "x.zdb", "--workers", "2", "--gear", "plain")
    while len(list_session(process.pid)) < 3:
        assert process.poll() is None
        time.sleep(0.05)
    process.kill()
    process.wait()
    while list_session(process.pid):
        time.sleep(0.05)


def test_two_solvers_of_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second one is refused; it goes on once the first one has ended."""
    monkeypatch.setattr(work, "LOCK_SECONDS", 0.2)
    path = tmp_path / "x.zdb"
    other = WorkFolder(tmp_path / "x.zdb.work")
    with other.claim(), pytest.raises(Unsuitable, match="another solver works in"):
        solve_file("nim:2,2", path)
    assert other.has("lock")
    assert solve_file("nim:2,2", path) == solve_file("nim:2,2", tmp_path / "whole.zdb")
    assert not other.path.exists()


def test_killed_while_the_work_folder_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = solve_file(GAME, tmp_path / "whole.zdb")
    path = tmp_path / "x.zdb"

    def remove_some(folder: Path, **options: object) -> None:
        (folder / "keys").unlink(missing_ok=True)
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr("shutil.rmtree", remove_some)
        with pytest.raises(Killed):
            solve_file(GAME, path)
    assert solve_file(GAME, path, resume=True) == expected


def test_a_full_disk_is_named_and_left_resumable(tmp_path: Path) -> None:
    expected = solve_file("tic-tac-toe", tmp_path / "whole.zdb")
    path = tmp_path / "full.zdb"
    command = [sys.executable, "-m", "zermelo", "solve-all", "tic-tac-toe", "--gear", "plain"]
    ran = subprocess.run(
        [*command, "-o", str(path)],
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000)),
    )
    assert ran.returncode == 2 and not path.exists()
    work = f"{path}.work"
    line = f"zermelo: no room is left for {work}: make room, and go on with --resume\n"
    assert ran.stderr == line
    assert solve_file("tic-tac-toe", path, resume=True) == expected


def test_what_was_half_written_is_removed(tmp_path: Path) -> None:
    left = Solver(catalogue.game("nim:2,2"), tmp_path / "x.zdb.work", gear="plain")
    left.begin(resume=False)
    draft = tmp_path / "x.zdb.work" / ".keys.0"
    draft.write_bytes(b"half")
    left.begin(resume=True)
    assert not draft.exists() and left.folder.has("plan.json")


def test_another_game_does_not_go_on_with_what_is_left(tmp_path: Path) -> None:
    left = Solver(catalogue.game("nim:2,2"), tmp_path / "x.zdb.work", gear="plain")
    left.begin(resume=False)
    with pytest.raises(Unsuitable, match="belongs to other rules or options"):
        solve_file("nim:3,2", tmp_path / "x.zdb", resume=True)


@pytest.mark.parametrize("name", [GAME, TURNS])
def test_little_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Parts of few keys, and runs that do not fit into the array of successors."""
    expected = solve_file(name, tmp_path / "whole.zdb")
    spilled: list[int] = []
    write = explorer.Explorer._write_run

    def note(
        self: explorer.Explorer, part: explorer.Part, number: int, count: int, is_closed: bool
    ) -> object:
        spilled.append(number)
        return write(self, part, number, count, is_closed)

    monkeypatch.setattr(explorer.Explorer, "_write_run", note)
    monkeypatch.setattr(solver, "LEAST_CHUNK", 16)
    monkeypatch.setattr(solver, "PLAIN_CHUNK", 16)
    assert solve_file(name, tmp_path / "small.zdb") == expected
    assert max(spilled) > 0


@pytest.mark.parametrize("is_fork", [True, False])
@pytest.mark.parametrize("name", [GAME, TURNS])
def test_two_processes_write_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, is_fork: bool
) -> None:
    """Tiers are cut into parts for both of them."""
    expected = solve_file(name, tmp_path / "one.zdb")
    monkeypatch.setattr(pool, "can_fork", lambda: is_fork)
    monkeypatch.setattr(forward, "LEAST_PART", 10)
    assert solve_file(name, tmp_path / "two.zdb", workers=2) == expected


def test_a_tier_that_does_not_fit_into_memory_lies_in_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And it is linked in pieces."""
    expected = solve_file(TURNS, tmp_path / "whole.zdb")
    opened: list[str] = []
    open_array = WorkFolder.open_array

    def note(self: WorkFolder, file: str, *options: Any) -> Any:
        opened.append(file)
        return open_array(self, file, *options)

    monkeypatch.setattr(WorkFolder, "open_array", note)
    made = Solver(catalogue.game(TURNS), tmp_path / "x.zdb.work", gear="plain")
    made.memory, made.plan["piece"] = 1000, 16
    made.run(tmp_path / "x.zdb", resume=False)
    assert (tmp_path / "x.zdb").read_bytes() == expected
    assert "tier.before" in opened
    assert len({file for file in opened if file.startswith("link") and "words" in file}) > 1


@pytest.mark.parametrize("name", ["tree:three-player", "pig:4"])
def test_floats_that_do_not_fit_into_memory_lie_on_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    expected = solve_file(name, tmp_path / "whole.zdb")
    opened: list[int] = []
    open_scratch = WorkFolder.open_scratch

    def note(self: WorkFolder, count: int, kind: Any) -> Any:
        opened.append(count)
        return open_scratch(self, count, kind)

    monkeypatch.setattr(WorkFolder, "open_scratch", note)
    made = Solver(catalogue.game(name), tmp_path / "x.zdb.work", gear="plain")
    made.memory = 16
    made.run(tmp_path / "x.zdb", resume=False)
    assert (tmp_path / "x.zdb").read_bytes() == expected and opened
    assert sorted(path.name for path in tmp_path.iterdir()) == ["whole.zdb", "x.zdb"]


@pytest.mark.parametrize("name", [GAME, TURNS])
def test_resumed_with_other_memory_and_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Shards and pieces are those of the first run."""
    expected = solve_file(name, tmp_path / "whole.zdb")
    perform, left = solver.TaskPool.perform, [0]

    def perform_some(self: Any, method: str, tasks: Any) -> Any:
        for done in perform(self, method, tasks):
            left[0] -= method in ("solve", "link", "weave")
            if left[0] < 0:
                raise Killed
            yield done

    monkeypatch.setattr(solver.TaskPool, "perform", perform_some)
    for stops in range(40):
        monkeypatch.setattr(solver, "SHARD", 100 if stops % 2 else 7)
        left[0] = 5 + 4 * stops
        try:
            assert solve_file(name, tmp_path / "x.zdb", resume=True) == expected
            break
        except Killed:
            pass
    assert stops > 1


def test_two_processes_link_one_tier(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = solve_file(TURNS, tmp_path / "one.zdb")
    monkeypatch.setattr(solver, "SHARD", 100)
    assert solve_file(TURNS, tmp_path / "two.zdb", workers=2) == expected


def test_two_processes_narrow_one_tier(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Expectations of a game that cycles, by pieces: within the error of those found at once."""
    game = catalogue.game("pig:6")
    whole = solve.database(game, tmp_path / "whole.zdb", gear="plain")
    monkeypatch.setattr(solver, "INTERVAL_PIECE", 7)
    expected = solve_file("pig:6", tmp_path / "pieces.zdb")
    assert solve_file("pig:6", tmp_path / "two.zdb", workers=2) == expected
    pieces = solve.Database(tmp_path / "pieces.zdb", game)
    assert 0 < pieces.header["error"] < 1e-12
    for (s, value), (t, other) in zip(whole.iterate(), pieces.iterate(), strict=True):
        assert s == t and value == pytest.approx(other, abs=1e-12)
    assert solve.verify(pieces, "plain").ok
