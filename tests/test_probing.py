"""The engine probes a database: at its root, and at the leaves of what the database lacks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from zermelo import catalogue, solve
from zermelo.agents import player
from zermelo.cli import run
from zermelo.engine import Engine
from zermelo.engine.dfpn import dfpn
from zermelo.errors import BadLimit, Unsuitable
from zermelo.solve import Database
from zermelo.solve.blocks import BadDatabase
from zermelo.solve.known_ends import KnownEnds
from zermelo.solve.probe import DatabaseProbe, read_last

GAME = "connect-four:4,3,3"
VECTORS = "tree:three-player"


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("probing") / "game.zdb"
    solve.database(catalogue.game(GAME), path, gear="plain")
    return path


def probe_last(path: Path, count: int) -> DatabaseProbe:
    """A probe of the last positions."""
    probe = DatabaseProbe(Database(path))
    probe.keys, probe.values = probe.keys[-count:], probe.values[-count:]
    return probe


def test_values_and_distances_are_the_same_with_fewer_nodes(path: Path) -> None:
    game, db = catalogue.game(GAME), Database(path)
    probe = probe_last(path, db.positions - 40)
    nodes = [0, 0]
    for moves in ("", "1", "22", "2322", "1423"):
        s = game.after(list(moves))
        for i, database in enumerate((None, probe)):
            result = Engine(game, gear="plain", database=database).solve(s)
            outcome = db.probe(s)
            assert isinstance(outcome, solve.Outcome)
            payoff = outcome.payoff if game.player(s) == 0 else -(outcome.payoff or 0)
            assert (result.value, result.distance) == (payoff, outcome.remoteness), moves
            nodes[i] += result.nodes
    assert nodes[1] < nodes[0]


def test_both_gears_probe_the_same(path: Path) -> None:
    game, probe = catalogue.game(GAME), probe_last(path, Database(path).positions - 40)
    results = [
        Engine(game, gear=gear, database=probe).search(depth=8)  # type: ignore[arg-type]
        for gear in ("plain", "compiled")
    ]
    assert results[0].nodes == results[1].nodes and results[0].value == results[1].value
    assert results[0].nodes < Engine(game, gear="plain").search(depth=8).nodes


def test_one_ply_proves_what_the_successors_tell(path: Path) -> None:
    """At depth 1 all leaves are in the database: the value is exact."""
    game = catalogue.game(GAME)
    result = Engine(game, gear="plain", database=DatabaseProbe(Database(path))).search(depth=1)
    outcome = Database(path).probe(game.start())
    assert isinstance(outcome, solve.Outcome)
    assert result.exact and (result.value, result.distance) == (outcome.payoff, outcome.remoteness)


def test_scores_and_turns_that_come_again(tmp_path: Path) -> None:
    game = catalogue.game("kalah:3,2")
    db = solve.database(game, tmp_path / "kalah.zdb", gear="plain")
    probe = DatabaseProbe(db)
    probe.keys, probe.values = probe.keys[500:], probe.values[500:]
    outcome = db.probe(game.start())
    assert isinstance(outcome, solve.Outcome)
    result = Engine(game, gear="plain", database=probe).solve()
    assert result.value == outcome.payoff


def test_an_agent_answers_from_the_database_where_it_can(path: Path, tmp_path: Path) -> None:
    small = solve.database(catalogue.game("nim:2,2"), tmp_path / "nim.zdb", gear="plain")
    game = catalogue.game("nim:5,2")  # other start states, the same play
    agent = player(game, database=str(small.path), gear="plain")
    held = next(s for s, _ in small.iterate() if not game.terminal(s))
    assert agent.think(held).nodes == 0
    result = agent.think(depth=40)
    assert result.exact and result.value == player(game, gear="plain").think(depth=40).value
    assert 0 < result.nodes < player(game, gear="plain").think(depth=40).nodes


def test_the_positions_nearest_to_the_end_are_held(path: Path, monkeypatch: Any) -> None:
    db = Database(path)
    monkeypatch.setattr(db.blocks, "read", lambda number: (db_keys[number], db_keys[number]))
    db_keys = Database(path).blocks.read(0)[0].reshape(-1, 1)[:8]
    db.blocks.firsts, db.blocks.block = db_keys[:, 0], 1
    keys, _ = read_last(db, 3 * 10)
    assert keys.tolist() == db_keys[-3:, 0].tolist()


def test_refusals(path: Path, tmp_path: Path) -> None:
    pig = solve.database(catalogue.game("pig:3"), tmp_path / "pig.zdb", gear="plain")
    with pytest.raises(Unsuitable, match="holds expectations"):
        DatabaseProbe(pig)
    for name in ("level-3", "random"):
        with pytest.raises(BadLimit, match=f"{name} does not probe databases; searches do"):
            player(catalogue.game(GAME), name, database=str(path))
    with pytest.raises(BadDatabase, match="not played like tic-tac-toe"):
        player(catalogue.game("tic-tac-toe"), database=str(path))


# ---------------------------------------------------------------------- other searches


@pytest.fixture(scope="module")
def nim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("nim") / "nim.zdb"
    solve.database(catalogue.game("nim:2,2"), path, gear="plain")
    return path


@pytest.mark.parametrize("name", ["star", "maxn", "paranoid", "mcts", "minimax", "alphabeta"])
def test_other_searches_end_where_the_database_knows_the_value(name: str, nim: Path) -> None:
    game = catalogue.game("nim:4,2")
    with_db, without = (
        player(game, name, database=file, gear="plain").think(depth=12) for file in (str(nim), "")
    )
    assert with_db.exact and with_db.value == without.value
    assert 0 < with_db.nodes < without.nodes
    assert with_db.distance is None  # the ends that it saw are not those of the game


def test_proof_numbers_with_a_database(nim: Path) -> None:
    game = catalogue.game("nim:5,2")
    ended = solve.with_database(game, Database(nim))
    proofs = [dfpn(one, gear="plain") for one in (game, ended)]
    assert proofs[0].verdict == proofs[1].verdict and proofs[1].nodes < proofs[0].nodes


@pytest.mark.slow
@pytest.mark.parametrize("name", ["star", "maxn", "mcts"])
def test_other_searches_in_both_gears(name: str, nim: Path) -> None:
    results = [
        player(catalogue.game("nim:4,2"), name, database=str(nim), gear=gear).think(depth=12)
        for gear in ("plain", "compiled")
    ]
    assert results[0].nodes == results[1].nodes and results[0].value == results[1].value


def test_expectations_are_probed(tmp_path: Path) -> None:
    """Pig from a start that the database lacks: positions nearer to the end are held."""
    game = catalogue.game("pig:4")
    db = solve.database(game, tmp_path / "pig.zdb", gear="plain")
    ended = solve.with_database(game, db)
    assert isinstance(ended, KnownEnds)
    s = game.start()
    found = db.probe(s)
    assert isinstance(found, solve.Expectation)
    assert ended.terminal(s) and ended.utility(s, 0) == pytest.approx(found.payoffs[0])
    assert ended.utility(s, 1) == pytest.approx(found.payoffs[1])
    ended.known.keys, ended.known.values = ended.known.keys[1:], ended.known.values[2:]
    lacking = next(t for t, _ in db.iterate())
    result = player(ended, "star", gear="plain").think(lacking, depth=3)
    assert result.exact
    assert result.value == pytest.approx(db.probe(lacking).payoffs[game.player(lacking)])


def test_vectors_are_probed(tmp_path: Path) -> None:
    game = catalogue.game(VECTORS)
    db = solve.database(game, tmp_path / "v.zdb", gear="plain")
    ended = solve.with_database(game, db)
    for s, _ in db.iterate():
        found = db.probe(s)
        assert isinstance(found, solve.Expectation)
        assert [ended.utility(s, p) for p in range(game.players)] == list(found.payoffs)


def test_commands(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", GAME, "--moves", "1 2", "--db", str(path)]) == 0
    assert "proven" in (out := capsys.readouterr().out) and " 0 nodes" in out
    assert run(["analyse", GAME, "--moves", "1", "--db", str(path)]) == 0
    assert " in " in capsys.readouterr().out
    small = tmp_path / "nim.zdb"
    solve.database(catalogue.game("nim:2,2"), small, gear="plain")
    for command in (["solve"], ["analyse", "--depth", "30"]):
        assert run([*command, "nim:5,2", "--db", str(small), "--gear", "plain"]) == 0
        assert "proven" in (out := capsys.readouterr().out) and " 0 nodes" not in out
    searched = ["analyse", "nim:5,2", "--search", "alphabeta", "--depth", "30", "--gear", "plain"]
    assert run([*searched, "--db", str(small)]) == 0
    assert "proven" in capsys.readouterr().out
