"""One quick check that all facts of a unit still hold.

A unit has hundreds of facts, and they are checked before every call. So they are written down as
one Python function that looks each value up and compares it by identity or type, about 50 ns each:

    def check(args):
        if changes[0] != seen[0]: return False
        a0 = args[0]
        x1 = g0['ROWS']          # a global
        x2 = a0.width            # an attribute of the game
        x3 = a0.result           # a method
        if not (x1 is v1): return False
        if not (x2 is v2 or type(x2) is type(v2) and x2 == v2): return False
        if not (x3.__func__ is v3): return False
        …
        return True

The function says yes only if every fact holds. Where it does not say yes, `Fact.holds` decides.
Facts of the package's own modules are not looked at: `own_modules` counts changes of those.
"""

from __future__ import annotations

import builtins
import sys
import types
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from zermelo.gears.own_modules import changes, is_counting
from zermelo.gears.statics import (
    MISSING,
    Argument,
    Attribute,
    Cell,
    Fact,
    Global,
    Item,
    Origin,
    Super,
    View,
    is_frozen,
    layout,
    origin_key,
    snapshot,
)


@dataclass(frozen=True)
class Check:
    """Do all facts of a unit still hold?"""

    quick: Callable[[Sequence[Any]], bool]
    facts: tuple[Fact, ...]
    seen: list[int]
    """The changes of own modules after which the facts were found to hold."""

    def __call__(self, args: Sequence[Any]) -> bool:
        if self.quick(args):
            return True
        before = changes[0]
        if not all(fact.holds(args) for fact in self.facts):
            return False
        self.seen[0] = before
        return True


Fetch = Callable[[Sequence[Any]], tuple[Any, ...]]


def write_check(facts: Iterable[Fact]) -> Check:
    """Return a function of the arguments: do all these facts hold?

    >>> from zermelo.gears.statics import Static, fact
    >>> class Board:
    ...     width = 3
    >>> board = Board()
    >>> check = write_check([fact(Static(3, Attribute(Argument(0), "width")))])
    >>> check([board])
    True
    >>> board.width = 4
    >>> check([board])
    False
    """
    facts, seen = tuple(facts), [changes[0]]
    writer = _CheckWriter()
    for one in facts:
        writer.add(one)
    return Check(writer.finish(seen), facts, seen)


def write_fetch(origins: Iterable[Origin]) -> Fetch:
    """Return a function of the arguments: the values at these origins, which exist.

    >>> write_fetch([Attribute(Argument(0), "real"), Argument(1)])([5, "x"])
    (5, 'x')
    """
    return _CheckWriter().finish_fetch(origins)


class _CheckWriter:
    """Writes the lines of a check, and names the values that they compare with."""

    def __init__(self) -> None:
        self.names: dict[str, Any] = {"snapshot": snapshot, "layout": layout, "changes": changes}
        self.known: dict[Any, str] = {}
        self.functions: set[int] = set()
        self.lines: list[str] = []

    def finish(self, seen: list[int]) -> Callable[[Sequence[Any]], bool]:
        self.names["seen"] = seen
        lines = ["if changes[0] != seen[0]: return False", *self.lines, "return True"]
        body = "".join(f"  {line}\n" for line in lines)
        text = f"def check(args):\n try:\n{body} except Exception:\n  return False\n"
        exec(compile(text, "<check>", "exec"), self.names)
        check: Callable[[Sequence[Any]], bool] = self.names["check"]
        return check

    def finish_fetch(self, origins: Iterable[Origin]) -> Fetch:
        found = "".join(f"{self._fetch(origin)}, " for origin in origins)
        body = "".join(f" {line}\n" for line in self.lines)
        exec(compile(f"def fetch(args):\n{body} return ({found})\n", "<fetch>", "exec"), self.names)
        fetch: Fetch = self.names["fetch"]
        return fetch

    def add(self, one: Fact) -> None:
        if self._is_counted(one):
            return
        x = self._fetch(one.origin)
        self._require(self._compare(x, one))

    def _is_counted(self, one: Fact) -> bool:
        """Can it change only by what is counted?"""
        origin, value = one.origin, one.value
        if not isinstance(origin, Global) or not is_counting(origin.namespace):
            return False
        if isinstance(value, types.FunctionType):
            return is_counting(value.__globals__)
        return one.frozen or one.snapshot[0] == "this"

    def _require(self, condition: str) -> None:
        self.lines.append(f"if not ({condition}): return False")

    def _name(self, value: Any) -> str:
        """A name of the function's globals for a value."""
        name = f"v{len(self.names)}"
        self.names[name] = value
        return name

    # ------------------------------------------------------------------ looking up

    def _fetch(self, origin: Origin) -> str:
        """The variable that holds the value of an origin; each is looked up once."""
        key = origin_key(origin)
        if key not in self.known:
            text = self._look_up(origin)
            self.known[key] = f"x{len(self.known)}"
            self.lines.append(f"{self.known[key]} = {text}")
        return self.known[key]

    def _look_up(self, origin: Origin) -> str:
        if isinstance(origin, Argument):
            return f"args[{origin.index}]"
        if isinstance(origin, Attribute):
            return f"{self._fetch(origin.owner)}.{origin.name}"
        if isinstance(origin, Item):
            return f"{self._fetch(origin.owner)}[{self._name(origin.index)}]"
        if isinstance(origin, Super):
            return f"super({self._name(origin.cls)}, {self._fetch(origin.owner)})"
        if isinstance(origin, View):
            return f"tuple({self._fetch(origin.owner)}.{origin.name}())"
        if isinstance(origin, Cell):
            return f"{self._name(origin.cell)}.cell_contents"
        if isinstance(origin, Global):
            return self._look_up_global(origin)
        return self._name(origin.value)

    def _look_up_global(self, origin: Global) -> str:
        namespace = self._name(origin.namespace)
        if origin.name in origin.namespace:
            return f"{namespace}[{origin.name!r}]"
        builtin = self._name(getattr(builtins, origin.name, MISSING))
        return f"{namespace}.get({origin.name!r}, {builtin})"

    # ------------------------------------------------------------------ comparing

    def _compare(self, x: str, one: Fact) -> str:
        """A condition that is true only if a fact holds."""
        kind = one.snapshot[0]
        if kind == "object":
            return f"type({x}) is {self._name(one.snapshot[1])}"
        if kind == "data":
            layout = self._compare_layout(x, one.snapshot[1])
            return f"{x} is {self._name(one.value)} or {layout}" if one.frozen else layout
        if isinstance(one.value, types.MethodType):
            return self._compare_function(f"{x}.__func__", one.value.__func__)
        if isinstance(one.value, types.FunctionType):
            return self._compare_function(x, one.value)
        if kind == "this":
            return f"{x} is {self._name(one.value)}"
        value = self._name(one.value)
        if one.value is None:
            return f"{x} is None"
        if one.frozen and isinstance(one.value, bool | int | float | str):
            return f"{x} is {value} or type({x}) is type({value}) and {x} == {value}"
        slow = f"snapshot({x}) == {self._name(one.snapshot)}"
        return f"{x} is {value} or {slow}" if one.frozen else slow

    def _compare_layout(self, x: str, known: tuple[str, Any]) -> str:
        """It is an array of this type of items and number of axes."""
        slow = f"layout({x}) == {self._name(known)}"
        numpy = sys.modules.get("numpy")
        if numpy is None or known[0] not in numpy.sctypeDict:
            return slow
        array, items = self._name(numpy.ndarray), self._name(numpy.dtype(known[0]))
        quick = f"type({x}) is {array} and {x}.dtype is {items} and {x}.ndim == {known[1]}"
        return f"{quick} or {slow}"

    def _compare_function(self, x: str, function: Any) -> str:
        """It is this function, and its code and defaults are what they were (tested once)."""
        value = self._name(function)
        is_new = id(function) not in self.functions and isinstance(function, types.FunctionType)
        if is_new and not is_counting(function.__globals__):
            self.functions.add(id(function))
            self._require(f"{value}.__code__ is {self._name(function.__code__)}")
            for name in ("__defaults__", "__kwdefaults__"):
                defaults = getattr(function, name)
                seen = Fact(Argument(0), defaults, snapshot(defaults), is_frozen(defaults))
                self._require(self._compare(f"{value}.{name}", seen))
        return f"{x} is {value}"
