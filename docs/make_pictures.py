"""Make the pictures of docs/studio.md: ``python docs/make_pictures.py [FOLDER]``.

It needs playwright and chromium, as the browser tests do. ``--before COMMIT`` makes the pairs of
the last section instead: the studio of that commit beside the present one.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]

VIEWS: dict[str, tuple[str, dict[str, Any]]] = {
    "start": ("#/", {}),
    "lab": ("#/lab?game=tree:two-ply&algorithm=alphabeta&step=22", {}),
    "predict": ("#/lab?game=tree:two-ply&algorithm=alphabeta&predict=cut", {}),
    "present": ("#/lab?game=tree:two-ply&algorithm=alphabeta&step=22&present=1", {}),
    "compare": (
        "#/lab?game=tree:two-ply&algorithm=alphabeta&algorithm2=minimax&step=41&step2=47",
        {"width": 1600, "height": 1000},
    ),
    "play": ("#/play?game=chess&moves=e4~e5~Nf3~Nc6~Bb5~a6&seats=p,5", {"wait": 12}),
    "backgammon": ("#/play?game=backgammon&moves=3-1&seats=p,p", {"wait": 12}),
    "analyse": ("#/analyse?game=connect-four&moves=4~4~5", {"wait": 20}),
    "variations": (
        "#/play?game=chess&seats=p,p&ply=5&moves=e4~e5~(~c5~{the+Sicilian}~Nf3~d6~(~e6~d4~)~d4~)"
        "~(~e6~d4~d5~)~Nf3~Nc6~Bb5~{the+Spanish+game}~a6",
        {"height": 1080},
    ),
    "editor": ("#/analyse?game=chess&engine=0", {"click": "Edit"}),
    "why": ("#/analyse?game=tic-tac-toe&moves=b2~b3&why=a1", {"wait": 8}),
    "practise": ("#/practise?seed=7", {}),
    "pacman": ("#/pacman?scene=min-vs-exp&step=5", {"wait": 12}),
    "table": ("#/pacman?show=table&games=10&seed=0", {"height": 1000, "wait": 12}),
    "lectures": ("#/lectures?source=greenwald&item=table-8", {"wait": 6}),
    "phone": ("#/analyse?game=tic-tac-toe&moves=b2~a1", {"width": 390, "height": 844, "wait": 8}),
    "dark": ("#/play?game=othello&moves=d3~c5~d6&seats=p,p", {"scheme": "dark"}),
}

PAIRS: dict[str, tuple[str, dict[str, Any]]] = {
    "start": ("#/", {}),
    "lab": VIEWS["lab"],
    "lab-phone": (VIEWS["lab"][0], {"width": 390, "height": 844}),
    "chess": ("#/play?game=chess&moves=e4~e5~Nf3~Nc6~Bb5~a6~Bxc6&seats=p,p", {"wait": 6}),
    "backgammon": ("#/play?game=backgammon&moves=3-1&seats=p,p", {"wait": 6}),
    "kalah": ("#/play?game=kalah&moves=3&seats=p,p", {"scheme": "dark", "wait": 6}),
    "table": VIEWS["table"],
}
"""What the section "Before and after" shows."""

WIDTH = 1400
"""Pixels of a pair."""

BESIDE = """<!doctype html>
<body style="margin:0;display:flex;gap:16px;align-items:start;background:#888">
<img style="flex:1;min-width:0" src="{before}"><img style="flex:1;min-width:0" src="{after}">"""


@contextmanager
def start_studio(root: Path) -> Iterator[str]:
    """Run the studio of a folder of the source; yield its address."""
    command = [sys.executable, "-m", "zermelo", "studio", "--no-browser", "--port", "0"]
    environment = {**os.environ, "PYTHONPATH": str(root)}
    with subprocess.Popen(
        command, cwd=root, env=environment, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        found = re.search(r"http://\S+?/", server.stdout.readline())
        assert found is not None, "the studio did not start"
        yield found[0]
        server.terminate()


@contextmanager
def check_out(commit: str) -> Iterator[Path]:
    """Yield a folder with the source of a commit, as long as the context lasts."""
    with tempfile.TemporaryDirectory() as room:
        folder = Path(room) / "before"
        git = ["git", "-C", str(ROOT), "worktree"]
        subprocess.run([*git, "add", "--detach", str(folder), commit], check=True)
        try:
            yield folder
        finally:
            subprocess.run([*git, "remove", "--force", str(folder)], check=True)


@contextmanager
def open_browser() -> Iterator[Any]:
    """Yield a browser."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        found = shutil.which("chromium-headless-shell") or shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield browser
        browser.close()


def take(browser: Any, address: str, view: str, how: dict[str, Any], file: Path) -> None:
    """Visit a view, wait until it shows what it has to show, and take its picture."""
    size = {"width": how.get("width", 1280), "height": how.get("height", 800)}
    scheme = how.get("scheme", "light")
    context = browser.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce")
    page = context.new_page()
    page.goto(address + view)
    page.wait_for_timeout(1000 * how.get("wait", 3))
    if name := how.get("click"):
        page.get_by_role("button", name=name, exact=True).click()
        page.wait_for_timeout(1000)
    page.screenshot(path=file)
    context.close()


def join(browser: Any, before: Path, after: Path, width: int, file: Path) -> None:
    """Put two pictures of this width side by side, in few bytes."""
    page = browser.new_page(viewport={"width": min(WIDTH, 2 * width), "height": 100})
    room = file.with_suffix(".html")
    room.write_text(BESIDE.format(before=before.as_uri(), after=after.as_uri()), "utf-8")
    page.goto(room.as_uri())
    page.wait_for_timeout(500)
    page.screenshot(path=file, type="jpeg", quality=72, full_page=True)
    room.unlink()
    page.close()


def make_views(folder: Path) -> None:
    """Make the picture of every view."""
    folder.mkdir(parents=True, exist_ok=True)
    with start_studio(ROOT) as address, open_browser() as browser:
        for name, (view, how) in VIEWS.items():
            take(browser, address, view, how, folder / f"{name}.png")


def make_pairs(folder: Path, commit: str) -> None:
    """Make the pictures of a commit's studio beside the present one's."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as room, open_browser() as browser:
        with check_out(commit) as source:
            sides = {"before": source, "after": ROOT}
            for side, root in sides.items():
                with start_studio(root) as address:
                    for name, (view, how) in PAIRS.items():
                        take(browser, address, view, how, Path(room) / f"{name}-{side}.png")
        for name, (_, how) in PAIRS.items():
            before, after = (Path(room) / f"{name}-{side}.png" for side in sides)
            join(browser, before, after, how.get("width", 1280), folder / f"{name}.jpg")


def main() -> None:
    """Read the command, and make what it wants."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=ROOT / "docs" / "pictures")
    parser.add_argument("--before", metavar="COMMIT", help="make the pairs of before and after")
    wanted = parser.parse_args()
    if wanted.before:
        make_pairs(wanted.folder / "before", wanted.before)
    else:
        make_views(wanted.folder)


if __name__ == "__main__":
    main()
