"""Templates of games: `zermelo new teeko --kind board` writes a file to begin with, and its test.

Each template is a whole game that passes `zermelo check`: two players on a board, dice, cards, more
than two players, a puzzle for one.

>>> print(fill_in("test", "Mill & Co")[:42])
Traceback (most recent call last):
zermelo.errors.BadGame: 'Mill & Co' cannot name a game; use letters, digits and hyphens, like teeko
>>> print(fill_in("test", "nine men")[3:46])
Tests of nine_men.py: run them with pytest.
"""

from __future__ import annotations

import keyword
import re
from pathlib import Path

from zermelo.errors import BadGame

KINDS = {
    "board": "two players with stones on a board",
    "dice": "two players and dice",
    "cards": "two players with open cards",
    "many": "three players",
    "puzzle": "one player",
}
"""The kinds of templates, and what they are."""

FOLDER = Path(__file__).parent


def write_game(name: str, kind: str, folder: Path) -> list[Path]:
    """Write a game and its test into a folder; nothing that is there is overwritten."""
    if kind not in KINDS:
        raise BadGame(f"no template is called {kind!r}; templates: {' '.join(KINDS)}")
    module = name_module(name)
    texts = {f"{module}.py": fill_in(kind, name), f"test_{module}.py": fill_in("test", name)}
    for file in texts:
        if (folder / file).exists():
            raise BadGame(f"{folder / file} is there already: take another name, or move it away")
    folder.mkdir(parents=True, exist_ok=True)
    for file, text in texts.items():
        (folder / file).write_text(text, encoding="utf-8")
    return [folder / file for file in texts]


def fill_in(kind: str, name: str) -> str:
    """Return a template with the names of a game."""
    module = name_module(name)
    words = module.split("_")
    names = {
        "Name": "".join(word.capitalize() for word in words),
        "Title": " ".join(words).capitalize(),
        "module": module,
        "file": f"{module}.py",
    }
    text = (FOLDER / f"{kind}.txt").read_text(encoding="utf-8")
    return re.sub(r"@(\w+)@", lambda place: names[place[1]], text)


def name_module(name: str) -> str:
    """Return the name of a game's module.

    >>> name_module("Nine-Men")
    'nine_men'
    """
    module = re.sub(r"[\s-]+", "_", name.strip().removesuffix(".py").casefold())
    if not re.fullmatch(r"[a-z][a-z0-9_]*", module) or keyword.iskeyword(module):
        what = f"{name!r} cannot name a game"
        raise BadGame(f"{what}; use letters, digits and hyphens, like teeko")
    return module
