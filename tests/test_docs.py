"""What the README and the docs show on a console is what the command prints."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from zermelo.cli import run

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def consoles(page: Path) -> list[tuple[str, str]]:
    """(command, expected output) of every console block that calls zermelo."""
    found = []
    for block in re.findall(r"```console\n(.*?)```", page.read_text(encoding="utf-8"), re.S):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, expected = part.partition("\n")
            if command.startswith("zermelo ") and expected.strip():
                found.append((command, expected))
    return found


CASES = [(page.name, command, expected) for page in PAGES for command, expected in consoles(page)]


@pytest.mark.parametrize(
    ("page", "command", "expected"), CASES, ids=[f"{page}: {command}" for page, command, _ in CASES]
)
def test_console(
    page: str,
    command: str,
    expected: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    writes = any(word in command for word in (" draw ", " -o ", " --sheet "))
    monkeypatch.chdir(tmp_path if writes else ROOT)
    monkeypatch.delenv("ZERMELO_BOOK", raising=False)  # as a person calls it
    run(shlex.split(command)[1:])
    captured = capsys.readouterr()
    got = captured.out + captured.err
    assert doctest.OutputChecker().check_output(expected, got, FLAGS), got


def test_every_module_has_a_page_and_every_link_leads_somewhere() -> None:
    pages = {page.stem for page in (ROOT / "docs").glob("*.md")}
    modules = {
        path.stem for path in (ROOT / "zermelo").glob("*.py") if not path.stem.startswith("_")
    }
    modules |= {path.parent.name for path in (ROOT / "zermelo").glob("*/__init__.py")}
    assert modules <= pages, modules - pages
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_no_file_names_a_machine() -> None:
    """No absolute path of a developer's machine, no registry's host."""
    pattern = re.compile(
        "/(?:work|root|home)" + "/[a-z]|pypi" + r"\.org|pythonhosted" + r"\.|npmjs" + r"\."
    )
    tracked: list[Any] = [
        p
        for p in ROOT.rglob("*")
        if p.suffix in {".py", ".md", ".toml", ".json"} and ".venv" not in p.parts
    ]
    assert [
        str(p.relative_to(ROOT)) for p in tracked if pattern.search(p.read_text(encoding="utf-8"))
    ] == []
