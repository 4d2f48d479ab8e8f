"""The text of the page: its types, its weight, whom it asks."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest
from studio import PAGE, STEPPER

from zermelo import catalogue
from zermelo.board import LOOKS

DEFAULTS = {
    "analyse.js": ["connect-four"],
    "gameview.js": ["tic-tac-toe"],
    "lab/source.js": ["tic-tac-toe"],
    "play.js": ["tic-tac-toe"],
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
    (page / "show" / "stepper.js").write_text(
        "// @ts-nocheck\n" + STEPPER.read_text(encoding="utf-8"), encoding="utf-8"
    )
    options = (
        "--noEmit --allowJs --checkJs --strict --target es2022 --module esnext"
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
    assert sorted(named) == sorted([*modules(PAGE), "show/stepper.js"])


def test_every_look_of_a_board_has_a_style() -> None:
    styles = "".join(file.read_text(encoding="utf-8") for file in PAGE.glob("*.css"))
    assert [look for look in LOOKS if f"\n.{look} ." not in styles] == []


def test_no_page_file_names_a_game() -> None:
    """A game declares how it looks; only the default game of a view is named."""
    names = "|".join(re.escape(name) for name in catalogue.display_names() if "-" in name)
    texts = {str(file.relative_to(PAGE)): file.read_text("utf-8") for file in PAGE.rglob("*.js")}
    named = {name: re.findall(names, text) for name, text in texts.items()}
    assert {name: found for name, found in named.items() if found} == DEFAULTS


def test_the_page_is_light_and_asks_nobody_else() -> None:
    files = [file for file in PAGE.rglob("*") if file.is_file()]
    assert sum(file.stat().st_size for file in files) < 300_000
    for file in files:
        text = file.read_text(encoding="utf-8")
        assert not re.search(r"https?://(?!www\.w3\.org/)", text), file
