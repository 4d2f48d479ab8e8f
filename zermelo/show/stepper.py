"""A film as one HTML file that plays it: self-contained, offline, without a framework.

The scripts and the style are the files ``reel.js``, ``stepper.js`` and ``stepper.css`` beside this
one; a web page can import them as they are.
"""

from __future__ import annotations

import re
from importlib.resources import files

from zermelo.show.film import Film
from zermelo.show.page import page
from zermelo.show.scene import title

STYLE = """\
body { margin: 0 auto; max-width: 100rem; padding: 1rem; background: #fff; }
h1 { font: 600 1.3rem system-ui, "DejaVu Sans", sans-serif; margin: 0 0 .8rem; color: #1b1f24; }
@media (prefers-color-scheme: dark) { body { background: #0d1117; } h1 { color: #e6e8eb; } }
"""

BODY = '<div id="stepper"><noscript>This page steps through a search; it needs JavaScript.</noscript></div>'

SCRIPTS = ("reel.js", "stepper.js")
"""The modules, each after those that it imports."""

SCRIPT = """
const stepper = mount(document.getElementById("stepper"), JSON.parse(document.getElementById("data").textContent));
stepper.go(Number(location.hash.slice(1)) || 0);
stepper.root.addEventListener("step", (event) => history.replaceState(null, "", `#${event.detail.step}`));
document.body.addEventListener("keydown", (event) => event.target === document.body && stepper.onKey(event));"""


def asset(name: str) -> str:
    """The text of a file that lies beside this module."""
    return files("zermelo.show").joinpath(name).read_text(encoding="utf-8")


def script() -> str:
    """The text of the scripts as one module: without the imports between them."""
    text = "\n".join(asset(name) for name in SCRIPTS)
    return re.sub(r"^import .*\n", "", text, flags=re.MULTILINE)


def html(made: Film) -> str:
    """The film as one HTML file.

    >>> from zermelo import search, tree
    >>> from zermelo.show.film_maker import film
    >>> text = html(film(search.alphabeta(tree.figure("two-ply"), trace=True).trace))
    >>> text.count("<script"), "http://www.w3.org/2000/svg" in text
    (2, True)
    """
    return page(
        title(made.header),
        STYLE + asset("stepper.css"),
        BODY,
        made.to_dict(),
        script() + SCRIPT,
    )
