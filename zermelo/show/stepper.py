"""A film as one HTML file that plays it: self-contained, offline, without a framework.

The scripts and the style are the files ``elements.js``, ``reel.js``, ``stepper.js`` and
``stepper.css`` beside this one; a page can import them as they are.
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

BODY = (
    '<div id="stepper">'
    "<noscript>This page steps through a search; it needs JavaScript.</noscript></div>"
)

SCRIPTS = ("elements.js", "reel.js", "stepper.js")
"""The modules, each after those that it imports."""

SCRIPT = """
const film = JSON.parse(document.getElementById("data").textContent);
const stepper = mount(document.getElementById("stepper"), film);
// Trees that are a little too large are drawn smaller; larger ones are scrolled.
const fit = () => {
  for (const picture of stepper.pictures) {
    const { width, height } = picture.viewBox.baseVal;
    const room = Math.min((stepper.stage.clientWidth - 4) / width, (innerHeight * 0.62) / height);
    const scale = room < 0.55 ? 1 : Math.min(room, 1);
    picture.setAttribute("width", String(width * scale));
    picture.setAttribute("height", String(height * scale));
  }
};
fit();
addEventListener("resize", fit);
stepper.go(Number(location.hash.slice(1)) || 0);
stepper.root.addEventListener("step", (event) => {
  history.replaceState(null, "", `#${event.detail.step}`);
});
document.body.addEventListener("keydown", (event) => {
  if (event.target === document.body) stepper.onKey(event);
});"""


def read_asset(name: str) -> str:
    """Return the text of a file beside this module."""
    return files("zermelo.show").joinpath(name).read_text(encoding="utf-8")


def script() -> str:
    """Return the scripts as one module, without the imports between them."""
    text = "\n".join(read_asset(name) for name in SCRIPTS)
    return re.sub(r"^import .*\n", "", text, flags=re.MULTILINE)


def html(film: Film) -> str:
    """Return the film as one HTML file.

    >>> from zermelo import search, tree
    >>> from zermelo.show.film_maker import film
    >>> text = html(film(search.alphabeta(tree.figure("two-ply"), trace=True).trace))
    >>> text.count("<script"), "http://www.w3.org/2000/svg" in text
    (2, True)
    """
    style = STYLE + read_asset("stepper.css")
    return page(title(film.header), style, BODY, film.to_dict(), script() + SCRIPT)
