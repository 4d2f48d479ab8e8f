"""Every file and name that the glossary and the architecture page give exists."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = ("docs/glossary.md", "docs/architecture.md", "CONTRIBUTING.md")
PLACE = re.compile(r"`((?:zermelo|tests|tools|bench|docs)/[\w/.-]+?\.(?:py|js|md))(?::(\w+))?`")
BEFORE = "## Before"
"""What follows this heading is about an earlier state of the code."""


def list_names(path: Path) -> set[str]:
    """The functions, classes, methods and variables that a file defines."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        return set(re.findall(r"\w+", text))
    names = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef):
            names.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
    return names


@pytest.mark.parametrize("page", PAGES)
def test_every_place_exists(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8").split(BEFORE)[0]
    places = PLACE.findall(text)
    assert places
    missing = [
        f"{file}:{name}"
        for file, name in places
        if not (ROOT / file).is_file() or (name and name not in list_names(ROOT / file))
    ]
    assert missing == []


def test_every_term_of_the_glossary_has_a_source_and_a_place() -> None:
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8").split("## Sources")[0]
    rows = [line for line in text.splitlines() if re.match(r"\| [^|-]", line)]
    terms = [row for row in rows if not row.startswith("| term")]
    assert len(terms) > 40
    for row in terms:
        cells = [cell.strip() for cell in row.strip("|").split(" | ")]
        assert len(cells) == 4 and all(cells), row
        assert PLACE.search(cells[3]), row
