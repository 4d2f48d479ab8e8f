"""Make the pictures of docs/studio.md: ``python docs/make_pictures.py [FOLDER]``.

It needs playwright and chromium, as the browser tests do.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]

VIEWS: dict[str, tuple[str, dict[str, Any]]] = {
    "start": ("#/", {}),
    "lab": ("#/lab?game=tree:two-ply&algorithm=alphabeta&step=22", {}),
    "compare": (
        "#/lab?game=tree:two-ply&algorithm=alphabeta&algorithm2=minimax&step=41&step2=47",
        {"width": 1600, "height": 1000},
    ),
    "play": ("#/play?game=chess&moves=e4~e5~Nf3~Nc6~Bb5~a6&seats=p,5", {}),
    "analyse": ("#/analyse?game=connect-four&moves=4~4~5", {"wait": 12}),
    "variations": (
        "#/play?game=chess&seats=p,p&ply=5&moves=e4~e5~(~c5~{the+Sicilian}~Nf3~d6~(~e6~d4~)~d4~)"
        "~(~e6~d4~d5~)~Nf3~Nc6~Bb5~{the+Spanish+game}~a6",
        {"height": 1080},
    ),
    "why": ("#/analyse?game=tic-tac-toe&moves=b2~b3&why=a1", {"wait": 6}),
    "practise": ("#/practise?seed=7", {}),
    "pacman": ("#/pacman?scene=min-vs-exp&step=5", {"wait": 12}),
    "lectures": ("#/lectures?source=greenwald&item=table-8", {}),
    "phone": ("#/analyse?game=tic-tac-toe&moves=b2~a1", {"width": 390, "height": 844, "wait": 6}),
    "dark": ("#/play?game=othello&moves=d3~c5~d6&seats=p,p", {"scheme": "dark"}),
}


def main(folder: Path) -> None:
    """Start a studio, visit every view, and end it."""
    from playwright.sync_api import sync_playwright

    folder.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "zermelo", "studio", "--no-browser", "--port", "0"]
    with (
        subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server,
        sync_playwright() as playwright,
    ):
        assert server.stdout is not None
        found = re.search(r"http://\S+?/", server.stdout.readline())
        assert found is not None, "the studio did not start"
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        for name, (view, how) in VIEWS.items():
            size = {"width": how.get("width", 1280), "height": how.get("height", 800)}
            context = browser.new_context(
                viewport=size, color_scheme=how.get("scheme", "light"), reduced_motion="reduce"
            )
            page = context.new_page()
            page.goto(found[0] + view)
            page.wait_for_timeout(1000 * how.get("wait", 3))
            page.screenshot(path=folder / f"{name}.png")
            context.close()
        browser.close()
        server.terminate()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "pictures")
