"""Shards that ask for the values of their successors, and a cluster that solves them."""

from __future__ import annotations

import importlib.util
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from test_solve import TierGraph, induce, make_graph, read

from zermelo import catalogue, solve
from zermelo.cli import run
from zermelo.solve import solver
from zermelo.solve.solver import Solver


def solve_file(name: str, path: Path, **options: Any) -> bytes:
    solve.database(catalogue.game(name), path, **{"gear": "plain", **options})
    return path.read_bytes()


def solve_routed(name: str, path: Path, resume: bool = False, workers: int = 1) -> bytes:
    """Solve by questions and answers, without a cluster."""
    game = catalogue.game(name)
    made = Solver(game, Path(f"{path}.work"), gear="plain", workers=workers)
    made.plan["routed"] = True
    made.run(path, resume)
    return path.read_bytes()


@pytest.mark.parametrize(
    "name", ["connect-four:3,3,3", "nim:6,4", "kalah:3,2", "pig:3", "tree:three-player", "hexapawn"]
)
def test_questions_and_answers_give_the_same_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    expected = solve_file(name, tmp_path / "one.zdb")
    monkeypatch.setattr(solver, "SHARD", 50)
    assert solve_routed(name, tmp_path / "routed.zdb") == expected


def test_tiers_with_circles_ask_later_tiers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solver, "SHARD", 5)
    for seed in range(8):
        game = make_graph(seed, TierGraph)
        made = Solver(game, tmp_path / "x.work", gear="plain")
        made.plan["routed"] = True
        made.run(tmp_path / "x.zdb", resume=False)
        assert read(solve.Database(tmp_path / "x.zdb", game)) == induce(game), seed


def test_a_routed_solver_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = solve_file("connect-four:3,3,3", tmp_path / "one.zdb")
    monkeypatch.setattr(solver, "SHARD", 50)
    perform, left = solver.TaskPool.perform, [0]

    def perform_some(self: Any, method: str, tasks: Any) -> Any:
        for done in perform(self, method, tasks):
            left[0] -= 1
            if left[0] < 0:
                raise KeyboardInterrupt
            yield done

    monkeypatch.setattr(solver.TaskPool, "perform", perform_some)
    stops = 0
    while True:
        left[0] = 9 + 3 * stops
        try:
            assert solve_routed("connect-four:3,3,3", tmp_path / "x.zdb", resume=True) == expected
            break
        except KeyboardInterrupt:
            stops += 1
    assert stops > 3


# ---------------------------------------------------------------------- Ray

needs_ray = pytest.mark.skipif(
    importlib.util.find_spec("ray") is None, reason="Ray is not installed: zermelo[ray]"
)


def test_ray_is_an_extra(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call = ["solve-all", "nim:2,2", "-o", str(tmp_path / "x.zdb"), "--ray", "local"]
    if importlib.util.find_spec("ray") is None:
        assert run(call) == 2
        assert "pip install zermelo[ray]" in capsys.readouterr().err
    assert run([*call, "--workers", "2"]) == 2
    assert "leave out --workers" in capsys.readouterr().err


@needs_ray
@pytest.mark.slow
def test_one_machine_of_two_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two local nodes; the one without the driver is killed while it works."""
    from ray.cluster_utils import Cluster

    name, path = "connect-four:4,4", tmp_path / "ray.zdb"
    expected = solve_file(name, tmp_path / "one.zdb", gear="compiled")
    monkeypatch.setattr(solver, "SHARD", 4000)
    monkeypatch.setattr(solver, "MOST_CHUNK", 4096)
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    other = cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    killed: list[int] = []

    def kill() -> None:
        while not list(tmp_path.glob("ray.zdb.work/solved.*")):
            time.sleep(0.05)
        cluster.remove_node(other, allow_graceful=False)
        killed.append(len(list(tmp_path.glob("ray.zdb.work/solved.*"))))

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        found = solve_file(name, path, gear="compiled", ray=cluster.address)
        killer.join()
    finally:
        importlib.import_module("ray").shutdown()
        cluster.shutdown()
    assert killed and killed[0] < 40
    assert found == expected


@needs_ray
def test_a_cluster_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call = ["solve-all", "nim:2,2", "-o", str(tmp_path / "x.zdb"), "--ray", "127.0.0.1:1"]
    assert run(call) == 2
    error = capsys.readouterr().err
    assert "no cluster answers" in error and error.count("\n") == 1
