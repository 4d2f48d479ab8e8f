"""The house in numbers: short functions, few parameters, short lines, unique and plain names."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tools"))

import measure  # noqa: E402


@pytest.fixture(scope="module")
def findings() -> dict[str, list[str]]:
    return measure.list_findings(ROOT)


GOALS = (
    "functions_over_60_lines",
    "private_functions_over_8_parameters",
    "private_imports",
    "duplicate_class_names",
)
"""The figures that must be 0."""


@pytest.mark.parametrize("figure", GOALS)
def test_nothing_is_found(findings: dict[str, list[str]], figure: str) -> None:
    assert findings[figure] == []


NO_PARTICIPLES = {
    "bound_of",  # a noun
    "bounded_value", "bounded_max_value", "bounded_min_value", "bounded_exp_value",  # pseudocode
    "inlined",  # a mark on a function
    "reduced_depth",
}  # fmt: skip
"""Names of functions that look like participles and may stay."""


def test_functions_are_named_by_verbs(findings: dict[str, list[str]]) -> None:
    assert [x for x in findings["participle_names"] if x.split()[1] not in NO_PARTICIPLES] == []


def test_nine_functions_of_ten_have_at_most_15_lines() -> None:
    lines = [f.lines for f in measure.list_all_functions(ROOT)]
    assert measure.percentile(lines, 0.9) <= 15


# ---------------------------------------------------------------------- the measure itself


def write_module(folder: Path, text: str) -> measure.Source:
    path = folder / "zermelo" / "module.py"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    (source,) = measure.read_sources(folder)
    return source


def test_a_function_is_measured_without_its_docstring(tmp_path: Path) -> None:
    text = 'def f(a, b=1, *c, d):\n    """One.\n\n    Two.\n    """\n    return a\n'
    (function,) = measure.list_functions(write_module(tmp_path, text))
    assert (function.lines, function.lines_with_docstring, function.parameters) == (2, 6, 4)


def test_branches_are_counted(tmp_path: Path) -> None:
    text = (
        "def f(x):\n    if x and x > 1 or x < 0:\n        return [y for y in x if y]\n   "
        " return 0\n"
    )
    (function,) = measure.list_functions(write_module(tmp_path, text))
    assert function.complexity == 6


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("told", True),
        ("_written", True),
        ("played_out", True),
        ("read", False),
        ("deepen", False),
        ("is_compiled", False),
        ("has_moved", False),
        ("feed", False),
    ],
)
def test_participles(name: str, expected: bool) -> None:
    assert measure.is_participle(name) is expected


def test_a_comment_about_the_compiled_gear_is_no_knowledge(tmp_path: Path) -> None:
    texts = '"""Runs compiled."""  # numba\n', "from zermelo.gears import is_compiled\n"
    knows = []
    for folder, text in zip("ab", texts, strict=True):
        (tmp_path / folder).mkdir()
        knows.append(measure.knows_compiled(write_module(tmp_path / folder, text)))
    assert knows == [False, True]


def test_private_names_that_cross_modules_are_found(tmp_path: Path) -> None:
    source = write_module(tmp_path, "from zermelo.trace import _finite, Trace\n")
    assert measure.list_private_imports([source]) == ["zermelo/module.py:1 zermelo.trace._finite"]


def test_percentiles() -> None:
    assert measure.percentile(list(range(1, 11)), 0.9) == 9
    assert measure.percentile([5], 0.9) == 5
