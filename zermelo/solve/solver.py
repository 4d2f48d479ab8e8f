"""The solver: all positions forward, their values backward, and the file.

Every step leaves files in the work folder, and begins by looking whether they are there. A solver
that was killed does the same steps again, and finds most of them done.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from zermelo.errors import NotCompilable, Unsuitable
from zermelo.frame.run import warn_once
from zermelo.game import Game
from zermelo.gears import Gear, require_fixed_shape, require_plain_words
from zermelo.numbering import number_actions
from zermelo.solve.backup import SHARD, Shard, ValueForm, holds_floats, is_closed
from zermelo.solve.blocks import BLOCK, DatabaseWriter, load_codec
from zermelo.solve.digest import digest_rules
from zermelo.solve.expectations import MOST_SWEEPS
from zermelo.solve.forward import PositionFinder, Strays, Tier, widen
from zermelo.solve.intervals import BYTES_OF_INTERVAL, name_intervals
from zermelo.solve.keys import read_key
from zermelo.solve.links import has_predecessors
from zermelo.solve.packing import Packer, find_packing, read_packing, sample_states
from zermelo.solve.pool import Performer, TaskPool
from zermelo.solve.progress import Progress, Report
from zermelo.solve.ray_pool import RayPool, load_ray
from zermelo.solve.routing import ShardRoute, name_values
from zermelo.solve.suitable import require_suitable, warn_of_counters
from zermelo.solve.tasks import BLOCKS_OF_TASK, SolverTasks
from zermelo.solve.words import WordCode, tally_words
from zermelo.solve.work import PLAN, WorkFolder, naming_full_disk

MIB = 1 << 20
BYTES_OF_KEY = 64
"""Memory that a worker needs for each key of a part: the key, its copies and its successors."""
SHARED_SHARD = 1 << 19
"""Positions of a task where several processes share a tier."""
LEAST_CHUNK, PLAIN_CHUNK, MOST_CHUNK = 1 << 12, 1 << 12, 1 << 23
"""Keys of a part, which is one task."""
INTERVAL_PIECE = 1 << 19
"""Positions of a task where expectations of a tier in which moves stay are narrowed."""
BYTES_OF_PIECE = 400
"""Memory that a worker needs for each position of a piece in which moves stay: its moves."""

ONE_PROCESS = "{}: values of a tier in which positions come back are found by one process of all"


class SlowWarning(UserWarning):
    """Something takes longer than it was asked for."""


class Solver:
    """Solves every position of a game in a work folder."""

    def __init__(
        self,
        game: Game[Any, Any],
        folder: Path,
        *,
        workers: int = 1,
        memory: int = 1024,
        gear: Gear = "auto",
        is_symmetric: bool = False,
        ray: str | None = None,
        report: Report | None = None,
    ) -> None:
        load_codec()  # if it is missing, say so before the work
        if ray is not None:
            load_ray()
        require_suitable(game)
        self.game, self.folder, self.workers, self.ray = game, WorkFolder(folder), workers, ray
        self.asked, self.gear = gear, choose_gear(game, gear)
        self.report = report or (lambda progress: None)
        self.memory = memory * MIB // workers
        most = MOST_CHUNK if self.gear == "compiled" else PLAIN_CHUNK
        shard = SHARD if workers == 1 else min(SHARD, SHARED_SHARD)
        self.plan: dict[str, Any] = {
            "game": game.full_title,
            "digest": digest_rules(game),
            "symmetric": is_symmetric,
            "room": min(self.memory // BYTES_OF_KEY, most),
            "routed": ray is not None,
            "shard": shard,
            "piece": min(max(self.memory // BYTES_OF_PIECE, LEAST_CHUNK), shard),
        }
        self.payoffs: set[float] = set()
        self.tiers: list[Tier] = []
        self.pool: Performer | None = None
        self.error = 0.0

    def run(self, path: Path, resume: bool) -> None:
        """Do all stages, write the file, and remove the work folder.

        If the compiler refuses a rule, all begins anew in the plain gear, unless it was excluded.
        """
        with self.folder.claim():
            try:
                self._run_stages(path, resume)
            except NotCompilable as error:
                if self.asked == "compiled":
                    raise
                warn_once(self.game.full_title, str(error))
                self.gear, self.plan["room"] = "plain", min(self.plan["room"], PLAIN_CHUNK)
                self._run_stages(path, False)

    def _run_stages(self, path: Path, resume: bool) -> None:
        try:
            self.begin(resume)
            self.explore()
            self.solve()
            with naming_full_disk(path):
                self.write(path)
        finally:
            self.close()
        self.folder.destroy()

    # ------------------------------------------------------------------ the plan

    def begin(self, resume: bool) -> None:
        """Read the plan of the folder, or make one."""
        found = self.folder.read_json(PLAN) if resume else None
        if found is not None:
            if any(found.get(name) != self.plan[name] for name in ("digest", "symmetric")):
                raise Unsuitable(
                    f"{self.folder.path} belongs to other rules or options: solve without "
                    "--resume, or to another file"
                )
            self.plan = {**found, "room": self.plan["room"]}  # for parts that are not yet cut
            self._choose_chunk()
            self.folder.remove_all(".*")  # what a killed solver had begun to write
        else:
            states = list(sample_states(self.game))
            warn_of_counters(self.game, states)
            self._restart(find_packing(self.game, states, self.plan["symmetric"]))

    def _restart(self, packing: Packer) -> None:
        """Begin anew with a packing."""
        self.folder.clear()
        self.plan["packing"] = packing.to_dict()
        self._choose_chunk()
        self.folder.write_json(PLAN, self.plan)

    def _choose_chunk(self) -> None:
        words = self.packing.kind.itemsize / 8
        self.plan["chunk"] = max(int(self.plan["room"] / words), LEAST_CHUNK)

    @property
    def packing(self) -> Packer:
        """How states become keys."""
        return read_packing(self.plan["packing"], self.game.full_title)

    def _open_pool(self) -> Performer:
        folder = str(self.folder.path.resolve())
        setting = {**self.plan, "folder": folder, "gear": self.gear}
        self.close()
        if self.ray is None:
            self.pool = TaskPool(SolverTasks, self.game, setting, self.workers)
        else:
            self.pool = RayPool(SolverTasks, self.game, setting, self.ray)
        return self.pool

    def close(self) -> None:
        """Let the worker processes end."""
        if self.pool is not None:
            self.pool.close()
            self.pool = None

    # ------------------------------------------------------------------ forward

    def explore(self) -> None:
        """Find all positions; if the packing is too narrow, begin anew with a wider one."""
        while True:
            pool, chunk = self._open_pool(), self.plan["chunk"]
            args = self.game, self.folder, self.packing, chunk, pool, self.report
            finder = PositionFinder(*args, self.workers)
            try:
                finder.find()
            except Strays as strays:
                self._restart(widen(self.packing, strays.cells, self.game))
                continue
            self.payoffs, self.tiers = finder.payoffs, finder.tiers
            return

    # ------------------------------------------------------------------ backward

    @property
    def positions(self) -> int:
        """The number of all positions."""
        return self.tiers[-1].end

    @property
    def code(self) -> WordCode:
        """The numbering of the payoffs."""
        return WordCode(tuple(sorted(self.payoffs)), (self.game.total or 0) / self.game.players)

    @property
    def form(self) -> ValueForm:
        """What is kept of a position."""
        game = self.game
        if holds_floats(game):
            is_single = game.players <= 2 and game.total is not None
            columns = 1 if is_single else game.players
            return ValueForm(self.code, "<f8", columns, self.memory)
        is_bounded = not any(tier.is_inner for tier in self.tiers)
        longest = len(self.tiers) if is_bounded else 1 << 20
        return ValueForm(self.code, self.code.choose_type(longest), memory=self.memory)

    def solve(self) -> None:
        """Find the values of all positions."""
        form, later = self.form, list[Shard]()
        if not self.plan["routed"]:
            self.folder.allocate("values", form.size * self.positions)
        if self.workers > 1 and not form.is_exact and self._has_lone_tiers(form):
            warnings.warn(ONE_PROCESS.format(self.game.full_title), SlowWarning, stacklevel=2)
        progress = Progress("values", total=self.positions)
        for tier in reversed(self.tiers):
            shards = self._list_shards(tier, form)
            for count, error in self._solve_tier(form, shards, later):
                self.error = max(self.error, error)
                progress.positions += count
                self.report(progress)
            progress.tiers += 1
            later = [*shards, *later]
        if self.plan["routed"]:
            self._join_values(later)

    def _list_shards(self, tier: Tier, form: ValueForm) -> list[Shard]:
        """The tasks of a tier. Vectors of one in which moves stay are found by one task; pieces of
        intervals do not depend on the options, because the last digits depend on them."""
        size = self.plan["shard"]
        if tier.is_inner:
            size = self.plan["piece"] if form.is_exact else INTERVAL_PIECE
            if form.columns > 1 or (self.plan["routed"] and not form.is_exact):
                size = tier.size
        return [
            Shard(begin, min(begin + size, tier.end), tier.end, tier.is_inner, tier.begin)
            for begin in range(tier.begin, tier.end, size)
        ]

    def _has_lone_tiers(self, form: ValueForm) -> bool:
        """Are all tiers in which moves stay, if there are any, found by one process each?"""
        inner = [tier for tier in self.tiers if tier.is_inner]
        return bool(inner) and all(len(self._list_shards(tier, form)) == 1 for tier in inner)

    def _solve_tier(
        self, form: ValueForm, shards: list[Shard], later: list[Shard]
    ) -> Iterator[tuple[int, float]]:
        """Find the values of a tier: by looking up successors, or by asking for them."""
        assert self.pool is not None
        if all(self.folder.has(f"solved.{shard.begin}.json") for shard in shards):
            yield from ((s.end - s.begin, self._read_error(s)) for s in shards)
            return
        route = self._find_route(form, shards, later) if self.plan["routed"] else None
        if shards[0].is_inner and form.is_exact:
            yield from self._decide_tier(form, shards, route)
        elif shards[0].is_inner and len(shards) > 1:
            yield from self._narrow_tier(form, shards)
        elif route is None:
            yield from self.pool.perform("solve", [(form, shard) for shard in shards])
        else:
            tasks = [(form, route, shard) for shard in shards]
            yield from self.pool.perform("solve_answered", tasks)
        if route is not None:
            self.folder.remove_all("ask.*", f"answer.{shards[0].begin}.*")

    def _read_error(self, shard: Shard) -> float:
        return float(self.folder.read_json(f"solved.{shard.begin}.json"))

    def _decide_tier(
        self, form: ValueForm, pieces: list[Shard], route: ShardRoute | None
    ) -> Iterator[tuple[int, float]]:
        """Find the words of a tier in which moves stay, by retrograde analysis."""
        assert self.pool is not None
        for _ in self.pool.perform("link", [(form, route, piece) for piece in pieces]):
            pass
        woven = [] if has_predecessors(self.game, self.plan["symmetric"]) else pieces
        for _ in self.pool.perform("weave", [(form, tuple(pieces), piece) for piece in woven]):
            pass
        yield from self.pool.perform("decide", [(form, tuple(pieces))])
        self.folder.remove_all("link.*", "weave.*", "tier.*")

    def _narrow_tier(self, form: ValueForm, pieces: list[Shard]) -> Iterator[tuple[int, float]]:
        """Find the expectations of a tier of several pieces, in which moves stay."""
        assert self.pool is not None
        for number in range(2):
            size = BYTES_OF_INTERVAL * (pieces[0].after - pieces[0].first)
            self.folder.allocate(name_intervals(number), size)
        list(self.pool.perform("widen", [(form, piece) for piece in pieces]))
        for number in range(MOST_SWEEPS):
            gaps = list(self.pool.perform("narrow", [(form, piece, number) for piece in pieces]))
            widest, change = (max(each) for each in zip(*gaps, strict=True))
            if is_closed(form, number, widest, change):
                break
        settled = self.pool.perform("settle", [(form, piece, number + 1) for piece in pieces])
        for piece, _ in zip(pieces, settled, strict=True):
            self.folder.write_json(f"solved.{piece.begin}.json", widest / 2)
            yield piece.end - piece.begin, widest / 2
        self.folder.remove_all("narrow.*")

    def _find_route(self, form: ValueForm, shards: list[Shard], later: list[Shard]) -> ShardRoute:
        """Have all shards of a tier ask, and the later ones answer."""
        assert self.pool is not None
        route = ShardRoute(tuple(shards), self._find_targets(form, shards, later))
        for _ in self.pool.perform("answer", [(form, route, each) for each in route.targets]):
            pass
        return route

    def _find_targets(
        self, form: ValueForm, shards: list[Shard], later: list[Shard]
    ) -> tuple[Shard, ...]:
        """Have all shards of a tier ask. Return the later shards that hold what they ask for."""
        assert self.pool is not None
        ends = list(self.pool.perform("ask", [(form, shard) for shard in shards]))
        low = min((first for first, last in ends if first <= last), default=0)
        high = max(last for _, last in ends)
        keys = self.folder.open_array("keys", self.packing.kind)
        return tuple(
            t for t in later if read_key(keys, t.begin) <= high and read_key(keys, t.end - 1) >= low
        )

    def _join_values(self, shards: list[Shard]) -> None:
        """Put the values of all shards into one file, in order."""
        if self.folder.has("values"):
            return
        self.folder.truncate("values.all", 0)
        for shard in shards:
            self.folder.append("values.all", self.folder.open_array(name_values(shard), np.uint8))
        self.folder.rename("values.all", "values")

    # ------------------------------------------------------------------ the file

    def write(self, path: Path) -> None:
        """Write the database."""
        assert self.pool is not None
        keys = self.folder.open_array("keys", self.packing.kind)
        progress, form = Progress("file", total=self.positions), self.form
        writer = DatabaseWriter(path, self._make_header(), keys.dtype)
        try:
            begins = range(0, self.positions, BLOCK)
            tasks = [(form, begin) for begin in begins[::BLOCKS_OF_TASK]]
            for group in self.pool.perform("compress", tasks):
                for begin, block in group:
                    writer.add(read_key(keys, begin), block)
                    progress.positions += min(BLOCK, self.positions - begin)
                self.report(progress)
            writer.close()
        except BaseException:
            writer.abandon()
            raise

    def _make_header(self) -> dict[str, Any]:
        """What the file tells of itself."""
        form, code = self.form, self.code
        words = self.folder.open_array("values", form.kind)
        return {
            "game": self.game.full_title,
            "digest": self.plan["digest"],
            "players": self.game.players,
            "packing": self.plan["packing"],
            "payoffs": list(code.payoffs),
            "middle": code.middle,
            "bits": code.bits,
            "kind": form.kind,
            "columns": form.columns,
            "error": self.error,
            "positions": self.positions,
            "block": BLOCK,
            "codec": "zstd",
            "tiers": [[tier.number, tier.size] for tier in self.tiers],
            "tally": list(tally_words(words).items()) if form.is_exact else [],
        }


def choose_gear(game: Game[Any, Any], gear: Gear) -> Gear:
    """The gear that a game runs in."""
    if gear == "plain":
        return gear
    try:
        require_fixed_shape(number_actions(game), game.start())
        require_plain_words(game)
    except NotCompilable as error:
        if gear == "compiled":
            raise
        warn_once(game.full_title, str(error))
        return "plain"
    return "compiled"
