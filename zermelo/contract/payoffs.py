"""Payoffs that are not known: what needs them says so."""

from __future__ import annotations

from typing import Any

from zermelo.errors import Unsuitable
from zermelo.formatting import join_words
from zermelo.game import Game


def require_payoffs(game: Game[Any, Any], need: str) -> None:
    """Refuse a game with unknown payoffs; `need` is the beginning of what needs them.

    >>> from zermelo.tree import Tree
    >>> require_payoffs(Tree([1, "x"]), "best moves need")
    Traceback (most recent call last):
    zermelo.errors.Unsuitable: x is unknown: best moves need a number at every leaf
    """
    if game.unknowns:
        verb = "is" if len(game.unknowns) == 1 else "are"
        unknown = f"{join_words(game.unknowns)} {verb} unknown"
        raise Unsuitable(f"{unknown}: {need} a number at every leaf")
