"""The text of the page: its types, its weight, whom it asks."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest
from studio import PAGE, SHOWN

from zermelo import catalogue, search
from zermelo.board import LOOKS

DEFAULTS = {
    "analyse/analyse.js": ["connect-four"],
    "game/gameview.js": ["tic-tac-toe"],
    "lab/source.js": ["tic-tac-toe"],
    "play/play.js": ["tic-tac-toe"],
}
"""The games that a view opens with when its address has none."""


def modules(page: Path) -> list[str]:
    """The modules of the page, by their addresses."""
    files = (file.relative_to(page) for file in page.rglob("*.js"))
    return sorted(file.as_posix() for file in files if file.parts[0] not in ("show", "theme.js"))


def compiler() -> list[str] | None:
    """TypeScript's checker: the machine's, or fetched once by npm where there is one."""
    if found := shutil.which("tsc"):
        return [found]
    npm, room = shutil.which("npm"), Path(tempfile.gettempdir()) / f"zermelo-tsc-{os.getuid()}"
    made = room / "node_modules" / ".bin" / "tsc"
    if not made.exists() and npm:
        command = [
            npm,
            "install",
            "--silent",
            "--no-audit",
            "--no-fund",
            "--prefix",
            str(room),
            "typescript@5",
        ]
        room.mkdir(exist_ok=True)
        subprocess.run(command, timeout=180, check=False, capture_output=True)
    return [str(made)] if made.exists() else None


def test_the_types_hold(tmp_path: Path) -> None:
    checker = compiler()
    if checker is None:
        pytest.skip("there is no tsc, and npm cannot fetch it")
    page = tmp_path / "page"
    shutil.copytree(PAGE, page)
    (page / "show").mkdir()
    for file in SHOWN:
        text = "// @ts-nocheck\n" + file.read_text(encoding="utf-8")
        (page / "show" / file.name).write_text(text, encoding="utf-8")
    options = (
        "--noEmit --allowJs --checkJs --strict --noUnusedLocals --target es2022 --module esnext"
        " --moduleResolution bundler --lib es2023,dom,dom.iterable"
    )
    checked = subprocess.run(
        [*checker, *options.split(), *modules(page)],
        cwd=page,
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.stdout == ""


def test_every_module_is_preloaded() -> None:
    """A module that is found only by an import costs one more round trip."""
    named = re.findall(
        r'rel="modulepreload" href="([^"]+)"', (PAGE / "index.html").read_text(encoding="utf-8")
    )
    assert sorted(named) == sorted([*modules(PAGE), *(f"show/{file.name}" for file in SHOWN)])


def test_every_look_of_a_board_has_a_style() -> None:
    styles = "".join(file.read_text(encoding="utf-8") for file in PAGE.glob("*.css"))
    assert [look for look in LOOKS if f"\n.{look} ." not in styles] == []


def test_no_page_file_names_a_game() -> None:
    """A game declares how it looks; only the default game of a view is named."""
    names = "|".join(re.escape(name) for name in catalogue.display_names() if "-" in name)
    texts = {str(file.relative_to(PAGE)): file.read_text("utf-8") for file in PAGE.rglob("*.js")}
    named = {name: re.findall(names, text) for name, text in texts.items()}
    assert {name: found for name, found in named.items() if found} == DEFAULTS


def test_no_page_file_names_a_search() -> None:
    """The page reads the registry of searches; only the default search is named."""
    names = "|".join(re.escape(name) for name in search.names())
    texts = {str(file.relative_to(PAGE)): file.read_text("utf-8") for file in PAGE.rglob("*.js")}
    named = {name: re.findall(f'"({names})"', text) for name, text in texts.items()}
    assert {name: found for name, found in named.items() if found} == {
        "lab/bench.js": ["alphabeta"],
        "practise/practise.js": ["alphabeta"],
    }


def weight(text: str) -> int:
    """The bytes of a file of the page without comments and indentation."""
    plain = re.sub(r"/\*(?s:.*?)\*/|^\s*//.*$", "", text, flags=re.MULTILINE)
    return len(re.sub(r"\s+", " ", plain).encode())


def test_the_page_is_light_and_asks_no_other_server() -> None:
    texts = {file: file.read_text("utf-8") for file in PAGE.rglob("*") if file.is_file()}
    assert sum(map(weight, texts.values())) < 430_000
    for file, text in texts.items():
        assert not re.search(r"https?://(?!www\.w3\.org/)", text), file


def test_the_files_of_the_page_are_short() -> None:
    """At most 400 lines of 100 columns."""
    files = [*PAGE.rglob("*.js"), *PAGE.glob("*.css"), *SHOWN, *(PAGE.parents[1]).glob("*/*.js")]
    lines = {file: file.read_text("utf-8").splitlines() for file in files}
    assert [file.name for file, text in lines.items() if len(text) > 400] == []
    assert [line for text in lines.values() for line in text if len(line) > 100] == []
