"""Ordinary Python compiles: each idiom gives the same answer in both gears."""

from __future__ import annotations

import importlib.util
import inspect
from pathlib import Path
from typing import Any

import idioms
import pytest

from zermelo import gears

GROUP = 24
"""Idioms that are compiled together: a kernel for each would take longer."""


def list_idioms() -> list[str]:
    """The names of the functions that show an idiom."""
    functions = inspect.getmembers(idioms, inspect.isfunction)
    return [
        name for name, f in functions if list(inspect.signature(f).parameters) == ["g", "s", "a"]
    ]


def write_kernel(names: list[str], folder: Path) -> Any:
    """One function that calls all of these."""
    calls = ", ".join(f"idioms.{name}(g, {pick_state(name)}, a)" for name in names)
    path = folder / "together.py"
    path.write_text(
        f"import idioms\n\n\ndef together(g, s, grid, words, a):\n    return ({calls},)\n"
    )
    spec = importlib.util.spec_from_file_location("together", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.together


def pick_state(name: str) -> str:
    """Which of the kernel's states an idiom takes."""
    return "grid" if name.startswith("grid") else "words" if name.startswith("word") else "s"


NAMES = list_idioms()
GROUPS = [NAMES[i : i + GROUP] for i in range(0, len(NAMES), GROUP)]


@pytest.mark.parametrize("names", GROUPS, ids=lambda names: f"{names[0]}-{names[-1]}")
def test_an_idiom_means_the_same_in_both_gears(names: list[str], tmp_path: Path) -> None:
    kernel, rules = write_kernel(names, tmp_path), idioms.Rules()
    for a in (3, 5):
        args = rules, idioms.S, idioms.G, idioms.W, a
        plain = kernel(*args)
        compiled = gears.compile_kernel(kernel, *args)()
        for name, here, there in zip(names, plain, compiled, strict=True):
            assert gears.outward(there, here) == here, name
