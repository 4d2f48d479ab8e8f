"""The kernels of one game on arrays, in either gear."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from zermelo import gears
from zermelo.bits import FULL
from zermelo.game import Game
from zermelo.gears import Gear
from zermelo.numbering import number_actions
from zermelo.solve.keys import Array, as_rows
from zermelo.solve.packing import Packer


class Tray:
    """Arrays that a kernel reads and writes, by name."""

    def __init__(self, **arrays: Array) -> None:
        self.__dict__.update(arrays)

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...
        def __setattr__(self, name: str, value: Array) -> None: ...

    def as_rows(self) -> Tray:
        """The same with wide keys as rows of bytes."""
        return Tray(**{name: as_rows(array) for name, array in vars(self).items()})

    def to_lists(self) -> Tray:
        """The same with lists, for the plain gear."""
        return Tray(**{name: array.tolist() for name, array in vars(self).items()})

    def take_back(self, lists: Tray) -> None:
        """Write lists back to the arrays."""
        for name, array in vars(self).items():
            if array.flags.writeable:
                write_back(array, getattr(lists, name))


class KernelRunner:
    """Runs kernels for one game; machine code is made once for each kernel."""

    def __init__(self, game: Game[Any, Any], packing: Packer, gear: Gear) -> None:
        self.game = number_actions(game) if gear == "compiled" else game
        self.packing, self.gear = packing, gear
        self.like = game.start()
        self.row = np.zeros(packing.room, np.int64)
        self._code: dict[Any, gears.Compiled] = {}

    def run(self, kernel: Callable[..., int], *args: Any) -> int:
        """Run ``kernel(game, state, packing, *args)``."""
        return self.run_bare(kernel, self.game, self.like, self.packing, *args)

    def run_bare(self, kernel: Callable[..., int], *args: Any) -> int:
        """Run a kernel on exactly these arguments."""
        args = tuple(map(prepare, args))
        if self.gear != "compiled":
            return run_plain(kernel, args)
        key = kernel, *map(_describe_layout, args)
        if key not in self._code:
            self._code[key] = gears.compile_kernel(kernel, *args)
        return int(self._code[key].again(args)())


def _describe_layout(arg: Any) -> Any:
    """The types of the arrays in an argument."""
    if isinstance(arg, Tray):
        return tuple(array.dtype for array in vars(arg).values())
    return arg.dtype if isinstance(arg, np.ndarray) else None


def run_plain(kernel: Callable[..., int], args: tuple[Any, ...]) -> int:
    """Run a kernel in the plain gear: on lists, which are written back to the arrays."""
    lists = [to_lists(arg) for arg in args]
    value = kernel(*lists)
    for arg, copy in zip(args, lists, strict=True):
        if isinstance(arg, Tray):
            arg.take_back(copy)
        elif isinstance(arg, np.ndarray) and arg.flags.writeable:
            write_back(arg, copy)
    return value


def prepare(arg: Any) -> Any:
    """An argument with wide keys as rows of bytes."""
    if isinstance(arg, Tray):
        return arg.as_rows()
    return as_rows(arg) if isinstance(arg, np.ndarray) else arg


def write_back(array: Array, items: Any) -> None:
    """Write a list to the array that it was made of."""
    array[:] = wrap(items) if array.dtype == np.int64 else items


def to_lists(arg: Any) -> Any:
    """An argument as the plain gear takes it."""
    return (
        arg.to_lists()
        if isinstance(arg, Tray)
        else (arg.tolist() if isinstance(arg, np.ndarray) else arg)
    )


def wrap(items: list[int]) -> Array:
    """Integers as signed 64-bit numbers with the same bits.

    >>> wrap([1, 2**64 - 1]).tolist()
    [1, -1]
    """
    return np.array([int(x) & FULL for x in items], np.uint64).view(np.int64)


def compact(keys: Any, count: int) -> int:
    """Move the distinct ones of sorted keys to the front. Return their number."""
    if count == 0:
        return 0
    kept = 1
    for i in range(1, count):
        if keys[i] != keys[i - 1]:
            keys[kept] = keys[i]
            kept += 1
    return kept
