"""The tasks of a solver: what each process, on this machine or another, does in all stages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from zermelo.game import Game
from zermelo.solve.backup import BackUp, Shard, ValueForm, make_back_up
from zermelo.solve.blocks import BLOCK, write_block
from zermelo.solve.explorer import Explorer, Part
from zermelo.solve.intervals import IntervalNarrower
from zermelo.solve.links import TierLinker
from zermelo.solve.packing import read_packing
from zermelo.solve.routing import Router, ShardRoute, name_values
from zermelo.solve.runner import KernelRunner
from zermelo.solve.work import WorkFolder

BLOCKS_OF_TASK = 64
"""Blocks of the file that one task compresses."""


class SolverTasks:
    """What each process of the pool has: the tasks of all stages."""

    def __init__(self, game: Game[Any, Any], setting: dict[str, Any]) -> None:
        self.game, self.setting = game, setting
        self.folder = WorkFolder(Path(setting["folder"]))
        packing = read_packing(setting["packing"], game.full_title)
        self.kernels = KernelRunner(game, packing, setting["gear"])
        self.explorer = Explorer(self.kernels, self.folder, setting["chunk"])
        self.back_up: BackUp | None = None
        self.router: Router | None = None

    def prepare(self) -> None:
        """Have the machine code that is needed first."""
        self.explorer.prepare()

    def explore(self, part: Part) -> dict[str, Any]:
        """Merge and expand a part."""
        return self.explorer.explore(part)

    def solve(self, task: tuple[ValueForm, Shard]) -> tuple[int, float]:
        """Find the values of a shard."""
        form, shard = task
        if self.back_up is None:
            self.back_up = make_back_up(self.kernels, form, self._open_all(form), self.folder)
        return self.back_up.solve(shard)

    def ask(self, task: tuple[ValueForm, Shard]) -> tuple[int, int]:
        """Write the successors of a shard."""
        form, shard = task
        return self._find_router(form).ask(shard)

    def answer(self, task: tuple[ValueForm, ShardRoute, Shard]) -> int:
        """Write the values of the successors that are in a shard."""
        form, route, target = task
        return self._find_router(form).answer(route, target)

    def solve_answered(self, task: tuple[ValueForm, ShardRoute, Shard]) -> tuple[int, float]:
        """Find the values of a shard from the answers to its questions."""
        form, route, shard = task
        return self._find_router(form).solve(route, shard)

    def link(self, task: tuple[ValueForm, ShardRoute | None, Shard]) -> int:
        """Note the moves of a piece of a tier in which moves stay."""
        form, route, piece = task
        is_only = piece.begin == piece.first and piece.end == piece.after
        if route is None:
            return self._find_linker(form).link(piece, is_only, self._open_all(form), 0)
        arrays = self._find_router(form).gather(route, piece, piece.first, piece.after)
        return self._find_linker(form).link(piece, is_only, arrays, piece.first)

    def weave(self, task: tuple[ValueForm, tuple[Shard, ...], Shard]) -> int:
        """List the predecessors of a piece."""
        form, pieces, piece = task
        return self._find_linker(form).weave(pieces, piece)

    def decide(self, task: tuple[ValueForm, tuple[Shard, ...]]) -> tuple[int, float]:
        """Find the words of a tier in which moves stay."""
        form, pieces = task
        for piece, words in self._find_linker(form).decide(pieces):
            if self.setting["routed"]:
                self.folder.write(name_values(piece), words)
            else:
                self.folder.write_at("values", form.size * piece.begin, words)
        for piece in pieces:
            self.folder.write_json(f"solved.{piece.begin}.json", 0.0)
        return pieces[0].after - pieces[0].first, 0.0

    def widen(self, task: tuple[ValueForm, Shard]) -> None:
        """Begin the intervals of a piece of a tier in which moves stay."""
        form, piece = task
        self._find_narrower(form).widen(piece)

    def narrow(self, task: tuple[ValueForm, Shard, int]) -> tuple[float, float]:
        """Sweep a piece; return its widest interval, and the largest change."""
        form, piece, number = task
        return self._find_narrower(form).narrow(piece, number)

    def settle(self, task: tuple[ValueForm, Shard, int]) -> None:
        """Write the values of a piece."""
        form, piece, number = task
        self._find_narrower(form).settle(piece, number)

    def _open_all(self, form: ValueForm) -> tuple[Any, Any]:
        keys = self.folder.open_array("keys", self.kernels.packing.kind)
        return keys, self.folder.open_array("values", form.kind)

    def _find_linker(self, form: ValueForm) -> TierLinker:
        return TierLinker(self.kernels, self.folder, form)

    def _find_narrower(self, form: ValueForm) -> IntervalNarrower:
        return IntervalNarrower(self.kernels, self.folder, form, self._open_all(form))

    def _find_router(self, form: ValueForm) -> Router:
        if self.router is None:
            self.router = Router(self.explorer, form)
        return self.router

    def compress(self, task: tuple[ValueForm, int]) -> list[tuple[int, bytes]]:
        """The blocks of the file from a position on, some at once."""
        form, first = task
        keys, values = self._open_all(form)
        words = values.reshape(len(keys), -1)
        stop = min(first + BLOCK * BLOCKS_OF_TASK, len(keys))
        return [
            (begin, write_block(keys[begin : begin + BLOCK], words[begin : begin + BLOCK]))
            for begin in range(first, stop, BLOCK)
        ]
