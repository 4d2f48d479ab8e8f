"""The books of the package, found by the game."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

from zermelo.book.book import Book
from zermelo.book.file import BadBook, BookFile, find_difference, read_book
from zermelo.game import Game
from zermelo.history import GameWithHistory


class BookWarning(UserWarning):
    """A book of the package cannot be used."""


ENDING = ".zbk"
FOLDER = Path(__file__).parent / "data"

_read: dict[Path, BookFile | None] = {}
"""The books that this process has read; None for one that cannot be used."""


def find_book(game: Game[Any, Any], folder: Path = FOLDER) -> Book | None:
    """The package's book of a game; None if there is none.

    One that was made with other rules, or is damaged, is not used; a warning says so once.

    >>> from zermelo.games.nim import Nim
    >>> find_book(Nim(2, 2)) is None
    True
    """
    own = game.game if isinstance(game, GameWithHistory) else game
    path = folder / f"{own.full_title}{ENDING}"
    if path not in _read:
        _read[path] = _open(path, own) if path.is_file() else None
    file = _read[path]
    if file is None or file.header.get("module") != type(own).__module__:
        return None
    return None if find_difference(file.header, own) else Book(own, file)


def _open(path: Path, game: Game[Any, Any]) -> BookFile | None:
    """The content of a file, unless it cannot be used: then a warning says why."""
    try:
        file = read_book(path)
    except BadBook as error:
        warnings.warn(f"{error}; it is not used", BookWarning, stacklevel=2)
        return None
    is_same = file.header.get("module") == type(game).__module__
    difference = find_difference(file.header, game) if is_same else ""
    if "other rules" in difference:
        warnings.warn(f"{path.name} {difference}; it is not used", BookWarning, stacklevel=2)
        return None
    return file


def find_path(game: Game[Any, Any]) -> Path:
    """The file of the package's book of a game, or an error that says which games have one."""
    path = FOLDER / f"{game.full_title}{ENDING}"
    if not path.is_file():
        names = ", ".join(sorted(one.stem for one in FOLDER.glob(f"*{ENDING}"))) or "none"
        raise BadBook(f"the package has no book of {game.full_title}; it has: {names}")
    return path
