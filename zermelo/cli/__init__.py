"""The command. Each sub-command imports what it needs when it runs, so that help comes at once.

A file here is found by being here: it adds its commands to the group of `base`.
"""

from __future__ import annotations

import importlib
import pkgutil

from zermelo.cli.base import FORMS, main, run

for _module in pkgutil.iter_modules(__path__):
    importlib.import_module(f"{__name__}.{_module.name}")

__all__ = ["FORMS", "main", "run"]
