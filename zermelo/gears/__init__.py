"""Two gears for one text: plain, as Python runs it, and compiled, specialised to one game.

`compiled` turns a search (or any function of a game) and its arguments into a call of machine code.
Importing this package does not import Numba; the first compiled call does.
"""

from __future__ import annotations

import re
import shutil
import threading
import types
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Literal

from zermelo.errors import NotCompilable
from zermelo.gears import cache
from zermelo.gears.border import inward
from zermelo.gears.border import outward as outward
from zermelo.gears.border import require_fixed_shape as require_fixed_shape
from zermelo.gears.explain import explain
from zermelo.gears.source import inlined as inlined
from zermelo.gears.statics import is_object
from zermelo.gears.tables import as_array
from zermelo.gears.threads import deep_recursion as deep_recursion
from zermelo.gears.threads import run_apart as run_apart
from zermelo.gears.threads import start_deep as start_deep
from zermelo.gears.unit import Unit

Gear = Literal["auto", "plain", "compiled"]
GEARS: tuple[Gear, ...] = ("auto", "plain", "compiled")

MOST_UNITS = 64
"""The number of specialised forms of one search that a process keeps; others stay on disk."""

_units: dict[Any, list[tuple[Unit, types.ModuleType]]] = {}
_building = threading.Lock()


class Compiled:
    """A search specialised to its static arguments, ready to be called."""

    def __init__(self, unit: Unit, module: types.ModuleType, args: Sequence[Any]) -> None:
        self.unit, self.module = unit, module
        runtime = [inward(args[i], module, unit) for i in unit.runtime]
        arrays = [as_array(origin.fetch(args)) for _, origin in unit.arrays.values()]
        self.args = (*runtime, *arrays)

    def prepare(self) -> Compiled:
        """Have the machine code ready: from disk, or made now."""
        from zermelo.gears import machine

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                machine.prepare(self.module.entry, self.args)
            # Numba fails in many ways; all of them mean that this rule does not compile
            except Exception as error:
                folder = Path(str(self.module.__file__)).parent
                shutil.rmtree(folder / "__pycache__", ignore_errors=True)
                raise NotCompilable(explain(error, self.unit)) from error
        return self

    def again(self, args: Sequence[Any]) -> Compiled:
        """The same machine code on other states and numbers; the objects must be unchanged."""
        return Compiled(self.unit, self.module, args)

    def __call__(self) -> Any:
        """Run it here and now."""
        return self.module.entry(*self.args)


def compile_kernel(search: Callable[..., Any], *args: Any, checked: bool = False) -> Compiled:
    """The compiled form of ``search(*args)``.

    Objects become constants of the machine code; numbers, states and arrays are its arguments.
    With `checked` every index is checked, as Python does, at some cost in speed.

    >>> from zermelo.games.nim import Nim
    >>> def successor(game, s, a):
    ...     return game.result(s, a)
    >>> compile_kernel(Nim(2, 2).result.__func__, Nim(2, 2), Nim(2, 2).start(), 1).unit.runtime
    [1, 2]
    """
    assert isinstance(search, types.FunctionType)
    with _building:
        known = _units.setdefault((search, checked), [])
        fitting = next((pair for pair in known if pair[0].holds(args)), None)
        if fitting is None:
            fitting = _specialise(search, args, checked)
            known.append(fitting)
            del known[:-MOST_UNITS]
    return Compiled(*fitting, args).prepare()


def _specialise(
    search: types.FunctionType, args: Sequence[Any], checked: bool
) -> tuple[Unit, types.ModuleType]:
    """The text of a search for these arguments, and its module from the cache."""
    unit = Unit(search, args, checked)
    from zermelo.gears import machine

    subject = next((type(arg).__name__ for arg in args if is_object(arg)), "none").lower()
    title = f"{subject}.{search.__module__.rpartition('.')[2]}.{search.__name__}"
    label = re.sub(r"\W+", "_", title)
    return unit, cache.module(label, unit.text, unit.tables, machine.VERSION)
