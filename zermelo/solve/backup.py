"""Values from the end: each tier after those that its positions lead to."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np

from zermelo.errors import Unsuitable, ZermeloError
from zermelo.game import Game
from zermelo.solve.expectations import (
    CHANGE,
    LEAST_GAP,
    MOST_SWEEPS,
    WIDEST,
    back_up_floats,
    narrow,
)
from zermelo.solve.kernels import MISSING, MOST_HINTS, NOTES, back_up
from zermelo.solve.keys import Array
from zermelo.solve.runner import KernelRunner, Tray
from zermelo.solve.words import WordCode
from zermelo.solve.work import WorkFolder

SHARD = 1 << 21
"""Positions of one task."""

MOST_ERROR = 1e-6
"""The largest error of an expectation, as a part of the range of payoffs."""


class BrokenRules(ZermeloError):
    """Rules that contradict what they said before."""


@dataclass(frozen=True)
class Shard:
    """One task: the positions from `begin` up to `end`; the next tier begins at `after`."""

    begin: int
    end: int
    after: int
    is_inner: bool = False
    """Do moves stay in the tier? Then words are found for all shards of it at once."""
    first: int = 0
    """Where the tier begins."""


def holds_floats(game: Game[Any, Any]) -> bool:
    """Are the values of a game expectations, or vectors, and not words?"""
    return game.players > 2 or game.total is None or game.has_chance


@dataclass(frozen=True)
class ValueForm:
    """What is kept of a position: a word, or floats."""

    code: WordCode
    kind: str
    """The type of the numbers, as NumPy writes it."""
    columns: int = 1
    memory: int = 1 << 40
    """Bytes that one process may use for a tier in which moves stay; more lies in files."""

    @property
    def is_exact(self) -> bool:
        """Are the values words?"""
        return np.dtype(self.kind).kind != "f"

    @property
    def size(self) -> int:
        """Bytes for a position."""
        return np.dtype(self.kind).itemsize * self.columns


class BackUp(ABC):
    """Finds the values of shards, in one process."""

    def __init__(
        self,
        kernels: KernelRunner,
        form: ValueForm,
        arrays: tuple[Array, Array],
        folder: WorkFolder,
    ) -> None:
        self.kernels, self.form, self.code, self.folder = kernels, form, form.code, folder
        self.kind = np.dtype(form.kind)
        self.keys, self.values = arrays
        self.error = 0.0

    def find_values(self, shard: Shard) -> Array:
        """The values of a shard; sets `error`."""
        self.error = 0.0
        return self.analyse(shard) if shard.is_inner else self.back_up(shard)

    def solve(self, shard: Shard) -> tuple[int, float]:
        """Write the values of a shard. Return the number of positions, and the error."""
        mark = f"solved.{shard.begin}.json"
        error: float | None = self.folder.read_json(mark)
        if error is None:
            values = self.find_values(shard)
            self.folder.write_at("values", self.form.size * shard.begin, values)
            error = self.error
            self.folder.write_json(mark, error)
        return shard.end - shard.begin, error

    @abstractmethod
    def back_up(self, shard: Shard) -> Array:
        """The values of positions whose successors are all in later tiers."""

    @abstractmethod
    def analyse(self, shard: Shard) -> Array:
        """The values of a tier in which moves stay."""


class WordBackUp(BackUp):
    """Finds words: payoff and remoteness."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.out = np.zeros(0, self.kind)

    def back_up(self, shard: Shard) -> Array:
        count = shard.end - shard.begin
        if len(self.out) < count:
            self.out = np.zeros(count, self.kind)
        tray = Tray(
            keys=self.keys,
            values=self.values,
            out=self.out[:count],
            row=self.kernels.row,
            hints=np.full(MOST_HINTS, min(shard.after, len(self.keys) - 1), np.int64),
            notes=np.zeros(NOTES, np.int64),
            payoffs=np.array(self.code.payoffs),
            code=self.code.table,
        )
        self.kernels.run(back_up, shard.begin, shard.end, shard.after, tray)
        require_found(tray.notes)
        return tray.out  # type: ignore[no-any-return]

    def analyse(self, shard: Shard) -> Array:
        raise NotImplementedError("words of a tier in which moves stay are found by TierLinker")


class FloatBackUp(BackUp):
    """Finds floats: expectations, and values of more players."""

    def back_up(self, shard: Shard) -> Array:
        tray = self._make_tray(shard, shard.after)
        tray.out = np.zeros((shard.end - shard.begin) * self.form.columns)
        self.kernels.run(back_up_floats, shard.begin, shard.end, shard.after, tray)
        require_found(tray.notes)
        return tray.out

    def analyse(self, shard: Shard) -> Array:
        if self.form.columns > 1:
            return self._sweep(shard)
        low, high = find_widest(self.form)
        tray = self._make_tray(shard, shard.begin)
        tray.lows = self._make_numbers(shard.end - shard.begin, low)
        tray.highs = self._make_numbers(shard.end - shard.begin, high)
        for number in range(MOST_SWEEPS):
            self.kernels.run(narrow, shard.begin, shard.end, -1 if number % 2 == 0 else 1, tray)
            require_found(tray.notes)
            if is_closed(self.form, number, tray.gaps[WIDEST], tray.gaps[CHANGE]):
                break
        self.error = float(tray.gaps[WIDEST]) / 2
        return (tray.lows + tray.highs) / 2

    def _sweep(self, shard: Shard) -> Array:
        """Find values once those of all successors are known, again and again."""
        left = shard.end - shard.begin
        tray = self._make_tray(shard, shard.begin)
        tray.out = self._make_numbers(left * self.form.columns, np.nan)
        while left:
            before = left
            args = shard.begin, shard.end, shard.begin, tray
            left = self.kernels.run(back_up_floats, *args)
            require_found(tray.notes)
            if left == before:
                raise Unsuitable(
                    f"{left:,} positions can come back: values of several players are found only "
                    "where no position comes back"
                )
        return tray.out

    def _make_numbers(self, count: int, x: float) -> Array:
        """An array full of a number: in memory if two of them fit, else on the disk."""
        if 16 * count <= self.form.memory:
            return np.full(count, x)
        numbers = self.folder.open_scratch(count, np.float64)
        numbers[:] = x
        return numbers

    def _make_tray(self, shard: Shard, first: int) -> Tray:
        return Tray(
            keys=self.keys,
            values=self.values,
            row=self.kernels.row,
            hints=np.full(MOST_HINTS, min(first, len(self.keys) - 1), np.int64),
            notes=np.zeros(NOTES, np.int64),
            mean=np.zeros(self.form.columns),
            unknown=np.array([np.nan]),
            out=np.zeros(0),
            lows=np.zeros(0),
            highs=np.zeros(0),
            ends=np.zeros(0),
            span=np.array([first, shard.end if shard.is_inner else first]),
            gaps=np.zeros(2),
        )


def find_widest(form: ValueForm) -> tuple[float, float]:
    """An interval that is wider than all payoffs: play without end leaves it open."""
    payoffs = form.code.payoffs or (0.0,)
    room = 1 + payoffs[-1] - payoffs[0]
    return payoffs[0] - room, payoffs[-1] + room


def is_closed(form: ValueForm, number: int, widest: float, change: float) -> bool:
    """Are the intervals of a tier closed after a sweep? Refuse those that stay open."""
    low, high = find_widest(form)
    room = (high - low + 1) / 3
    if widest > LEAST_GAP * room and change > LEAST_GAP * room / 1000 and number + 1 < MOST_SWEEPS:
        return False
    if widest / 2 > MOST_ERROR * room:
        raise Unsuitable(
            f"after {number + 1:,} sweeps values are known to within {widest / 2:.2g} only: "
            "play can go on for ever"
        )
    return True


def make_back_up(
    kernels: KernelRunner, form: ValueForm, arrays: tuple[Array, Array], folder: WorkFolder
) -> BackUp:
    """The back-up of a form of values, over sorted keys and the values that are known of them."""
    return (WordBackUp if form.is_exact else FloatBackUp)(kernels, form, arrays, folder)


def require_found(notes: Array) -> None:
    """Refuse rules that lead to a position that was not there before."""
    if notes[MISSING]:
        raise BrokenRules(
            f"{notes[MISSING]:,} positions have no actions, or lead to others than they did before"
        )
