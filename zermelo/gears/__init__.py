"""Two gears for one text: plain, as Python runs it, and compiled, specialised to one game.

`compiled` turns a search (or any function of a game) and its arguments into a call of machine code.
Importing this package does not import Numba; the first compiled call does.
"""

from __future__ import annotations

import gc
import re
import shutil
import threading
import types
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

from zermelo.errors import NotCompilable
from zermelo.gears import cache, saved
from zermelo.gears.border import find_unfit_parts as find_unfit_parts
from zermelo.gears.border import outward as outward
from zermelo.gears.border import require_fixed_shape as require_fixed_shape
from zermelo.gears.border import take_in
from zermelo.gears.source import inlined as inlined
from zermelo.gears.source import machine_word as machine_word
from zermelo.gears.statics import is_object
from zermelo.gears.tables import as_array, describe_types
from zermelo.gears.threads import Beside as Beside
from zermelo.gears.threads import deep_recursion as deep_recursion
from zermelo.gears.threads import run_apart as run_apart
from zermelo.gears.threads import with_room
from zermelo.gears.unit import Unit
from zermelo.gears.word_use import require_plain_words as require_plain_words

Gear = Literal["auto", "plain", "compiled"]
GEARS: tuple[Gear, ...] = ("auto", "plain", "compiled")

MOST_UNITS = 64
"""The number of specialised forms of one search that a process keeps; others stay on disk."""

listeners: list[Callable[[str, float], None]] = []
"""Called before machine code is made that is not on disk: with what it is of, a game's title, and
with about how many seconds that takes. The command prints it."""

FIRST_SECONDS, SECONDS_OF_LETTER = 1.5, 4e-5
"""What the compiler takes at least, and for each letter of the module, measured on chess."""

_units: dict[Any, list[tuple[Unit, types.ModuleType]]] = {}
_building = threading.Lock()


class Compiled:
    """A search specialised to its static arguments, ready to be called."""

    def __init__(self, unit: Unit, module: types.ModuleType, args: Sequence[Any]) -> None:
        self.unit, self.module, self._given = unit, module, args
        self._runtime = [take_in(args[i], module, unit) for i in unit.runtime]
        self._args: tuple[Any, ...] | None = None

    @property
    def args(self) -> tuple[Any, ...]:
        """What machine code takes: numbers and states, then the arrays that objects hold."""
        if self._args is None:
            array = self.module._m.np.ndarray
            found = self.unit.fetch(self._given)
            arrays = [x if type(x) is array else as_array(x) for x in found]
            self._args, self._given = (*self._runtime, *arrays), ()
        return self._args

    @property
    def is_ready(self) -> bool:
        """Is there machine code for arguments of these types? Of arrays the unit has facts."""
        return describe_types(self._runtime) in self.unit.ready

    def prepare(self) -> Compiled:
        """Have the machine code ready: from disk, or made now."""
        if self.is_ready:
            return self
        from zermelo.gears import compiler

        if not compiler.is_on_disk(self.module):
            for tell in listeners:
                tell(self.unit.title, FIRST_SECONDS + SECONDS_OF_LETTER * len(self.unit.text))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                compiler.prepare(self.module.entry, self.args)
            # Numba fails in many ways; all of them mean that this rule does not compile
            except Exception as error:
                from zermelo.gears.explain import explain

                folder = Path(str(self.module.__file__)).parent
                shutil.rmtree(folder / "__pycache__", ignore_errors=True)
                raise NotCompilable(explain(error, self.unit)) from error
        self.unit.ready.add(describe_types(self._runtime))
        return self

    def again(self, args: Sequence[Any]) -> Compiled:
        """The same machine code on other states and numbers; the objects must be unchanged."""
        job = Compiled(self.unit, self.module, args)
        job._args = job.args  # now, whatever becomes of the objects until it runs
        return job

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
    return with_room(lambda: _compile(search, args, checked))


def _compile(search: types.FunctionType, args: Sequence[Any], checked: bool) -> Compiled:
    """The compiled form of a search for these arguments, made or found."""
    with _building:
        fitting = _find_unit(search, args, checked) or _specialise(search, args, checked)
    try:
        return Compiled(*fitting, args).prepare()
    except NotCompilable:
        if not fitting[0].is_taken:
            raise
    with _building:  # it does not know the author's lines
        fitting = _specialise(search, args, checked, anew=True)
    return Compiled(*fitting, args).prepare()


@contextmanager
def without_collecting() -> Iterator[None]:
    """Switch off garbage collection while syntax trees are made: it would go through them."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def find_refusals(function: Callable[..., Any], *args: Any) -> list[str]:
    """The places that a function reaches and that cannot be compiled, each with what to write.

    Only the text is looked at, which takes milliseconds: types are found by the compiler.
    """
    from zermelo.gears.writer import write_unit

    assert isinstance(function, types.FunctionType)
    try:
        write_unit(function, args)
    except NotCompilable as error:
        return str(error).splitlines()
    return []


def find_kernel(search: Callable[..., Any], *args: Any) -> Compiled | None:
    """The compiled form of ``search(*args)`` if its machine code is ready, else None."""
    with _building:
        fitting = _find_unit(search, args, checked=False)
    if fitting is None:
        return None
    job = Compiled(*fitting, args)
    return job if job.is_ready else None


def _find_unit(
    search: Callable[..., Any], args: Sequence[Any], checked: bool
) -> tuple[Unit, types.ModuleType] | None:
    """The unit of a search whose facts still hold, with its module."""
    known = _units.get((search, checked), ())
    return next((pair for pair in reversed(known) if pair[0].holds(args)), None)


def _specialise(
    search: types.FunctionType, args: Sequence[Any], checked: bool, anew: bool = False
) -> tuple[Unit, types.ModuleType]:
    """The text of a search for these arguments, and its module from the cache."""
    with without_collecting():
        fitting = _write_or_take(search, args, checked, anew)
    known = _units.setdefault((search, checked), [])
    known.append(fitting)
    del known[:-MOST_UNITS]
    return fitting


def _write_or_take(
    search: types.FunctionType, args: Sequence[Any], checked: bool, anew: bool
) -> tuple[Unit, types.ModuleType]:
    """The text for these arguments: that of an earlier process if it holds, unless `anew`."""
    from zermelo.gears import machine

    subject = next((arg for arg in args if is_object(arg)), None)
    kind = type(subject).__name__.replace("NoneType", "none").lower()
    label = f"{kind}.{str(search.__module__).rpartition('.')[2]}.{search.__name__}"
    label = re.sub(r"\W+", "_", label)
    key = search, args, checked, machine.VERSION
    if not anew and (taken := saved.take(label, *key)):
        unit, module = taken[0], cache.load(taken[1])
    else:
        from zermelo.gears.writer import write_unit

        unit = write_unit(search, args, checked)
        module = cache.module(label, unit.text, unit.tables, machine.VERSION)
        saved.save(unit, module, *key)
    unit.title = getattr(subject, "full_title", search.__name__)
    return unit, module
