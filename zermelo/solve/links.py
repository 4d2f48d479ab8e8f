"""The stages of a tier in which moves stay: link its pieces, weave their moves, decide all at once.

The rules run in `link`, by as many processes as there are; `decide` only follows lists of numbers.
Its arrays lie in memory if they fit, else in files of the work folder, of which the system keeps in
memory what it can.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from zermelo.game import Game
from zermelo.solve.backup import Shard, ValueForm, require_found
from zermelo.solve.kernels import MOST_HINTS, NOTES, WRITTEN
from zermelo.solve.keys import Array
from zermelo.solve.retrograde import UNKNOWN, BackwardRules, WovenMoves, decide, link, weave
from zermelo.solve.runner import KernelRunner, Tray
from zermelo.solve.work import WorkFolder

BYTES_OF_LINKS = 29
"""Bytes of a position in `decide`; a move inside the tier has 4 more."""

ROOM = 1 << 20
"""Moves that `link` writes at once, at first."""

NOTED = {"words": np.uint32, "counts": np.int32, "bests": np.uint32, "movers": np.int8}
"""What `link` notes of each position."""


class TierLinker:
    """Does the stages of tiers, in one process."""

    def __init__(self, kernels: KernelRunner, folder: WorkFolder, form: ValueForm) -> None:
        self.kernels, self.folder, self.form, self.code = kernels, folder, form, form.code
        self.in_memory = True
        self.is_backward = has_predecessors(kernels.game, kernels.packing.is_symmetric)

    # ------------------------------------------------------------------ link

    def link(self, piece: Shard, is_only: bool, arrays: tuple[Array, Array], shift: int) -> int:
        """Write what is known of a piece, and its moves. Return their number.

        `arrays` are keys and values; the tier begins at `shift` places before its place among all.
        """
        mark = f"link.{piece.begin}.json"
        edges: int | None = self.folder.read_json(mark)
        if edges is None:
            tray = self._make_tray(piece, arrays, shift)
            targets, sources = self._collect_moves(piece, shift, tray)
            if not is_only:
                order = np.argsort(targets, kind="stable")
                targets, sources = targets[order], sources[order]
            for name in NOTED:
                self.folder.write(f"link.{piece.begin}.{name}", getattr(tray, name))
            self.folder.write(f"link.{piece.begin}.targets", targets)
            self.folder.write(f"link.{piece.begin}.sources", sources)
            edges = len(targets)
            self.folder.write_json(mark, edges)
        return edges

    def _collect_moves(self, piece: Shard, shift: int, tray: Tray) -> tuple[Array, Array]:
        """Run the kernel until all moves of a piece are written."""
        begin, end = piece.begin - shift, piece.end - shift
        kind = choose_index(piece)
        found = [(np.zeros(0, kind), np.zeros(0, kind))]
        room = ROOM if self.kernels.gear == "compiled" else piece.end - piece.begin
        room = 0 if self.is_backward else room
        while begin < end:
            tray.targets, tray.sources = np.zeros(room, kind), np.zeros(room, kind)
            stop = self.kernels.run(link, begin, end, tray)
            count = 0 if self.is_backward else int(tray.notes[WRITTEN])
            found.append((tray.targets[:count], tray.sources[:count]))
            room = 2 * room if stop == begin else room
            begin = stop
        require_found(tray.notes)
        targets, sources = zip(*found, strict=True)
        return np.concatenate(targets), np.concatenate(sources)

    def _make_tray(self, piece: Shard, arrays: tuple[Array, Array], shift: int) -> Tray:
        count, empty = piece.end - piece.begin, np.zeros(0, choose_index(piece))
        noted = {name: np.zeros(count, kind) for name, kind in NOTED.items()}
        noted["words"][:] = noted["bests"][:] = UNKNOWN
        first, after = piece.first - shift, piece.after - shift
        return Tray(
            keys=arrays[0],
            values=arrays[1],
            row=self.kernels.row,
            span=np.array([first, after, piece.begin - shift], np.int64),
            hints=np.full(MOST_HINTS, first, np.int64),
            notes=np.zeros(NOTES, np.int64),
            payoffs=np.array(self.code.payoffs),
            code=self.code.table,
            targets=empty,
            sources=empty,
            **noted,
        )

    # ------------------------------------------------------------------ weave

    def weave(self, pieces: Sequence[Shard], piece: Shard) -> int:
        """Write the predecessors of the positions of a piece. Return their number."""
        name, count = f"weave.{piece.begin}", piece.end - piece.begin
        if not self.folder.has(f"{name}.json"):
            begin, kind = piece.begin - piece.first, choose_index(piece)
            moves = [self._read_moves(each, begin, begin + count, kind) for each in pieces]
            targets, sources = (np.concatenate(part) for part in zip(*moves, strict=True))
            tray = Tray(
                targets=targets - begin,
                sources=sources,
                degrees=np.zeros(count + 1, np.int64),
                before=np.zeros(len(targets), kind),
            )
            self.kernels.run_bare(weave, count, tray)
            self.folder.write(f"{name}.degrees", tray.degrees)
            self.folder.write(f"{name}.before", tray.before)
            self.folder.write_json(f"{name}.json", len(targets))
        return int(self.folder.read_json(f"{name}.json"))

    def _read_moves(self, source: Shard, begin: int, end: int, kind: Any) -> tuple[Array, Array]:
        """The moves of a piece to the positions from begin up to end of the tier."""
        name = f"link.{source.begin}"
        targets = self.folder.open_array(f"{name}.targets", kind)
        low, high = 0, len(targets)
        if not (source.begin == source.first and source.end == source.after):
            low, high = (int(x) for x in np.searchsorted(targets, (begin, end)))
        return targets[low:high], self.folder.open_array(f"{name}.sources", kind)[low:high]

    # ------------------------------------------------------------------ decide

    def decide(self, pieces: Sequence[Shard]) -> Iterator[tuple[Shard, Array]]:
        """Yield the words of each piece of a tier."""
        first = pieces[0].first
        count = pieces[0].after - first
        edges = sum(int(self.folder.read_json(f"link.{piece.begin}.json")) for piece in pieces)
        self.in_memory = BYTES_OF_LINKS * count + 4 * edges <= self.form.memory
        tray = self._make_lists(pieces, count, choose_index(pieces[0]))
        if self.is_backward:
            moves = BackwardRules(self.kernels.game, self.kernels.packing)
            self.kernels.run_bare(decide, moves, self.kernels.like, count, tray)
        else:
            self.kernels.run_bare(decide, WovenMoves(), 0, count, tray)
        for piece in pieces:
            words = tray.words[piece.begin - first : piece.end - first]
            yield piece, words.astype(self.form.kind)

    def _make_lists(self, pieces: Sequence[Shard], count: int, kind: Any) -> Tray:
        """The arrays of a whole tier."""
        noted = {
            name: self._join(
                name, each, (self._open("link", piece, name, each) for piece in pieces)
            )
            for name, each in NOTED.items()
        }
        zeros = {name: [np.zeros(count, kind)] for name in ("next", "queue")}
        return Tray(
            code=self.code.table,
            heads=np.full(self._count_levels(pieces), -1, kind),
            **self._make_moves(pieces, kind),
            **noted,
            **{name: self._join(name, kind, iter(parts)) for name, parts in zeros.items()},
        )

    def _make_moves(self, pieces: Sequence[Shard], kind: Any) -> dict[str, Array]:
        """What the predecessors are found by: lists of them, or keys for the rules."""
        if self.is_backward:
            keys = self.folder.open_array("keys", self.kernels.packing.kind)
            keys = keys[pieces[0].first : pieces[0].after]
            return {"keys": keys, "row": self.kernels.row, "hints": np.zeros(1, np.int64)}
        before = (self._open("weave", piece, "before", kind) for piece in pieces)
        return {
            "degrees": self._join("degrees", np.int64, self._list_degrees(pieces)),
            "before": self._join("before", kind, before),
        }

    def _open(self, stage: str, piece: Shard, name: str, kind: Any) -> Array:
        return self.folder.open_array(f"{stage}.{piece.begin}.{name}", kind)

    def _list_degrees(self, pieces: Sequence[Shard]) -> Iterator[Array]:
        """Where the predecessors of each position begin, and where those of the last one end."""
        base = 0
        for piece in pieces:
            degrees = self._open("weave", piece, "degrees", np.int64)
            yield degrees[:-1] + base
            base += int(degrees[-1])
        yield np.array([base])

    def _count_levels(self, pieces: Sequence[Shard]) -> int:
        """One more than the largest remoteness that follows from later tiers at once."""
        most = 0
        for piece in pieces:
            bests = self._open("link", piece, "bests", np.uint32)
            known = bests[bests != UNKNOWN] >> self.code.bits
            most = max(most, int(known.max(initial=0)))
        return most + 2

    def _join(self, name: str, kind: Any, parts: Iterator[Array]) -> Array:
        """Arrays as one, in memory or in a file."""
        if self.in_memory:
            return np.concatenate([part.astype(kind, copy=False) for part in parts])
        self.folder.truncate(f"tier.{name}", 0)
        for part in parts:
            self.folder.append(f"tier.{name}", np.ascontiguousarray(part, kind))
        return self.folder.open_array(f"tier.{name}", kind, "r+")


def has_predecessors(game: Game[Any, Any], is_symmetric: bool) -> bool:
    """Are predecessors found by the rules? Under symmetry they are those of several positions."""
    return game.declares("predecessors") and not is_symmetric


def choose_index(piece: Shard) -> Any:
    """The type of the numbers of positions within the tier of a piece."""
    return np.int32 if piece.after - piece.first < 1 << 31 else np.int64
