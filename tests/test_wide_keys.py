"""Keys of more than 63 bits: the same values as those of the same game with narrow states."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from zermelo import solve
from zermelo.bits import FULL, Bits
from zermelo.errors import TooLarge, Unsuitable
from zermelo.game import CHANCE, Game
from zermelo.solve import Database, solver
from zermelo.solve.blocks import read_block, write_block
from zermelo.solve.export import export_table
from zermelo.solve.keys import find_places, make_keys, read_key
from zermelo.solve.packing import (
    CellRange,
    IndexPacking,
    WidePacking,
    find_packing,
    make_packing,
    read_packing,
    sample_states,
)
from zermelo.solve.pool import TaskPool
from zermelo.solve.probe import DatabaseProbe
from zermelo.solve.puzzles import choose_puzzles

NODES, FAR, ODD = 60, 2**44 + 9, 0x9E3779B97F4A7C15


class Ring(Game[Any, int]):
    """Nodes in tiers of twelve; moves stay in a tier or go on to the next. States are numbers."""

    def node(self, s: Any) -> int:
        return int(s)

    def make(self, node: int) -> Any:
        return node

    def start(self) -> Any:
        return self.make(0)

    def player(self, s: Any) -> int:
        return self.node(s) // 3 % 2

    def actions(self, s: Any) -> Iterator[int]:
        yield from range(1 + self.node(s) % 3)

    def result(self, s: Any, a: int) -> Any:
        node = self.node(s)
        if a == 0:
            return self.make(min(node + 7, NODES - 1))
        return self.make(node // 12 * 12 + (5 * node + 7 * a) % 12)

    def tier(self, s: Any) -> int:
        return self.node(s) // 12

    def terminal(self, s: Any) -> bool:
        return self.node(s) % 11 == 10 or self.node(s) == NODES - 1

    def utility(self, s: Any, p: int) -> float:
        payoff = self.node(s) % 3 - 1
        return payoff if p == 0 else -payoff


class Seat(NamedTuple):
    board: Bits
    far: int
    pair: tuple[int, int]


class WideRing(Ring):
    """The same with states of 64 + 50 + 5 + 45 bits."""

    def node(self, s: Seat) -> int:
        return s.pair[0] + 20

    def make(self, node: int) -> Seat:
        return Seat(node * ODD & FULL, -node * FAR, (node - 20, node % 7 << 44))


class OneTier(WideRing):
    """Any numbers make a state of it."""

    def tier(self, s: Seat) -> int:
        return 0


class DiceRing(Ring):
    """Some nodes are chance nodes."""

    def player(self, s: Any) -> int:
        return CHANCE if self.node(s) % 4 < 2 else self.node(s) // 3 % 2

    def chances(self, s: Any) -> Iterator[tuple[int, float]]:
        yield 0, 0.75
        yield 1, 0.25


class WideDiceRing(DiceRing):
    """The same with wide states."""

    def node(self, s: Seat) -> int:
        return s.pair[0] + 20

    def make(self, node: int) -> Seat:
        return Seat(node * ODD & FULL, -node * FAR, (node - 20, node % 7 << 44))


def read_by_node(db: Database) -> dict[int, Any]:
    game = db.game
    assert isinstance(game, Ring)
    return {game.node(s): str(db.explain(value, 0)) for s, value in db.iterate()}


@pytest.mark.parametrize(("narrow", "wide"), [(Ring, WideRing), (DiceRing, WideDiceRing)])
@pytest.mark.parametrize("gear", ["plain", pytest.param("compiled", marks=pytest.mark.slow)])
def test_wide_states_have_the_values_of_narrow_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, narrow: Any, wide: Any, gear: Any
) -> None:
    monkeypatch.setattr(solver, "SHARD", 5)
    expected = read_by_node(solve.database(narrow(), tmp_path / "n.zdb", gear="plain"))
    db = solve.database(wide(), tmp_path / "w.zdb", gear=gear)
    assert isinstance(db.packing, WidePacking) and db.packing.words >= 3
    assert len(set(expected.values())) > 5
    assert read_by_node(db) == expected
    assert solve.verify(db, gear).ok


def test_wide_keys_with_workers_and_a_little_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Parts of four keys, the file the same to the byte, and again after it was interrupted."""
    first = solve.database(WideRing(), tmp_path / "a.zdb", gear="plain")
    monkeypatch.setattr(solver, "LEAST_CHUNK", 4)
    monkeypatch.setattr(solver, "PLAIN_CHUNK", 4)
    with monkeypatch.context() as patch:
        patch.setattr(solver.Solver, "write", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            solve.database(WideRing(), tmp_path / "b.zdb", gear="plain")
    solve.database(WideRing(), tmp_path / "b.zdb", gear="plain", resume=True)
    assert first.path.read_bytes() == (tmp_path / "b.zdb").read_bytes()


def test_a_warning_tells_of_one_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        solver, "TaskPool", lambda make, game, setting, _: TaskPool(make, game, setting, 1)
    )
    with pytest.warns(solver.SlowWarning, match="found by one process of all") as heard:
        db = solve.database(DiceRing(), tmp_path / "d.zdb", gear="plain", workers=2)
    assert len(heard) == 1
    with pytest.raises(Unsuitable, match="a tally counts payoffs with a remoteness"):
        db.require_tally()


def test_wide_keys_are_routed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As machines of a cluster ask each other, by tasks of this process."""
    first = solve.database(WideRing(), tmp_path / "a.zdb", gear="plain")
    monkeypatch.setattr(solver, "SHARD", 5)
    monkeypatch.setattr(solver, "load_ray", lambda: None)
    monkeypatch.setattr(
        solver, "RayPool", lambda make, game, setting, _: solver.TaskPool(make, game, setting, 1)
    )
    second = solve.database(WideRing(), tmp_path / "b.zdb", gear="plain", ray="local")
    assert first.path.read_bytes() == second.path.read_bytes()


def test_a_wide_database_is_used(tmp_path: Path) -> None:
    game = WideRing()
    db = solve.database(game, tmp_path / "w.zdb", gear="plain")
    probe = DatabaseProbe(db).share("plain")
    for s, word in db.iterate():
        assert probe.find(s) == word and db.find(s) == word
    assert db.find(game.start()._replace(far=5)) is None
    assert probe.find(game.start()._replace(far=5)) == -1
    assert probe.find(game.start()._replace(far=-FAR)) == -1
    assert choose_puzzles(db, 1, 2)
    assert export_table(db, tmp_path / "w.csv") == db.positions
    rows = (tmp_path / "w.csv").read_text().splitlines()[1:]
    keys = [int(row.split(",")[0], 16) for row in rows]
    assert keys == sorted(set(keys)) and max(keys) >= 1 << 64


def test_a_flipped_value_of_a_wide_database_is_found(tmp_path: Path) -> None:
    path = tmp_path / "w.zdb"
    solve.database(WideRing(), path, gear="plain")
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    with pytest.raises(Exception, match="damaged"):
        solve.verify(Database(path, WideRing()), "plain")


def test_a_wide_key_is_turned_back_into_its_state() -> None:
    game, rng = OneTier(), random.Random(1)
    ranges = [CellRange(0, FULL, True), CellRange(-(2**50), 2**50), *[CellRange(0, 2**45)] * 2]
    packing = make_packing([*ranges, CellRange(0, 0)], False, "w")
    keys = []
    for _ in range(200):
        s = Seat(rng.getrandbits(64), rng.randrange(-(2**50), 2**50), (rng.getrandbits(45), 2**45))
        keys.append(packing.encode(game, s))
        assert packing.decode(game, keys[-1]) == s
    assert len(set(keys)) == 200 and max(keys).bit_length() > 190
    assert packing.encode(game, s._replace(far=2**52)) == -1
    array = np.sort(make_keys(keys, packing.kind))
    assert [read_key(array, i) for i in range(200)] == sorted(keys)
    assert find_places(array, 0, sorted(keys)[7], packing.last) == [0, 7, 200]
    values = np.arange(200, dtype=np.uint16)
    got, words = read_block(write_block(array, values), 200, array[:1], values.dtype, 1)
    assert np.array_equal(got, array) and np.array_equal(words, values)


def test_a_packing_is_as_narrow_as_it_can_be() -> None:
    assert find_packing(Ring(), list(sample_states(Ring())), False).kind == np.dtype(np.int64)
    wide = find_packing(WideRing(), list(sample_states(WideRing())), False)
    again = read_packing(wide.to_dict(), "w")
    s = WideRing().make(40)
    assert again.encode(WideRing(), s) == wide.encode(WideRing(), s) > 1 << 63


def test_numbers_of_a_game_that_are_too_large_are_refused() -> None:
    with pytest.raises(TooLarge, match="index and tier take 70 bits, and 63 at most are allowed"):
        IndexPacking(2**60, 2**8, False)
