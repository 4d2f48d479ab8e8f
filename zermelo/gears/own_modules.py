"""The modules of this package, which count what is set in them from outside.

Most facts of a unit are constants and functions of the engine. Nobody changes them while a program
runs, except a test, a person at a prompt, or a reload; all of these set attributes of a module. So
the modules of the package, unlike a user's, count that, and as long as the count is what it was,
their facts need not be looked at. What such a function is made of, its code, is taken to be fixed.

>>> import zermelo.gears.lines as module
>>> is_counting(vars(module)), is_counting({"__name__": "zermelo.gears.lines"})
(True, False)
>>> before = changes[0]
>>> module.__doc__ = module.__doc__
>>> changes[0] > before
True
"""

from __future__ import annotations

import sys
import types
from typing import Any

from zermelo.own import is_own

PACKAGE = "zermelo."

changes = [0]
"""How often an attribute of a module was set or deleted."""


class CountingModule(types.ModuleType):
    """A module that counts changes of its attributes from outside."""

    def __setattr__(self, name: str, value: Any) -> None:
        changes[0] += 1
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        changes[0] += 1
        super().__delattr__(name)


def is_counting(namespace: dict[str, Any]) -> bool:
    """Are these the names of a module of this package? From now on it counts its changes."""
    name = namespace.get("__name__", "")
    if not name.startswith(PACKAGE) or is_own(name):
        return False
    module = sys.modules.get(name)
    if module is None or vars(module) is not namespace:
        return False
    if type(module) is types.ModuleType:
        module.__class__ = CountingModule
    return isinstance(module, CountingModule)
