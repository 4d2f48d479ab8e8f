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
    (tmp_path / "show").mkdir()
    for file in PAGE.glob("*.js"):
        shutil.copy(file, tmp_path)
    (tmp_path / "show" / "stepper.js").write_text(
        "// @ts-nocheck\n" + STEPPER.read_text(encoding="utf-8"), encoding="utf-8"
    )
    options = "--noEmit --allowJs --checkJs --strict --target es2022 --module esnext --moduleResolution bundler --lib es2023,dom,dom.iterable"
    files = sorted(file.name for file in tmp_path.glob("*.js"))
    checked = subprocess.run(
        [*checker, *options.split(), *files],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.stdout == ""


def test_every_module_is_asked_for_at_once() -> None:
    """A module that is found only when another one has come is a round trip more before anything is seen."""
    named = re.findall(
        r'rel="modulepreload" href="([^"]+)"', (PAGE / "index.html").read_text(encoding="utf-8")
    )
    assert sorted(named) == sorted(
        [*(file.name for file in PAGE.glob("*.js") if file.name != "theme.js"), "show/stepper.js"]
    )


def test_the_page_is_light_and_asks_nobody_else() -> None:
    files = [file for file in PAGE.rglob("*") if file.is_file()]
    assert sum(file.stat().st_size for file in files) < 300_000
    for file in files:
        text = file.read_text(encoding="utf-8")
        assert not re.search(r"https?://(?!www\.w3\.org/)", text), file
