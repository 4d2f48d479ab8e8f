"""The marks of players on the page: pieces, letters where there are many, and colours by name.

Names and colours agree: the discs of a player who is called Red are red, whatever the order.

>>> from zermelo.games.hex import Hex
>>> list_marks(Hex()), tint_look(Hex(), "plain"), tint_look(Hex(), "hexes")
(['●', '○'], 'plain first-red second-blue', 'hexes')
"""

from __future__ import annotations

from typing import Any

from zermelo.derived import list_signs
from zermelo.game import Game

COLOURS = ("red", "blue", "green", "yellow", "orange", "purple", "brown", "white", "black")
"""The colours that the page has for discs."""

TINTED = ("plain", "links")
"""The looks whose discs have no colours of their own."""

DISCS = {"●": "first", "○": "second"}
"""What the page calls a disc."""


def list_marks(game: Game[Any, Any]) -> list[str]:
    """The mark of each player: its sign; a letter, if there are more than two; else none."""
    own = [game.player_sign(p) for p in range(game.players)]
    return list_signs(game) if game.players > 2 and not any(own) else own


def tint_look(game: Game[Any, Any], look: str) -> str:
    """A look with what the page must know of the players: colours of discs, letters of seats."""
    if look not in TINTED:
        return look
    marks = list_marks(game)
    if game.players > 2:
        letters = "".join(marks)
        is_lettered = letters.isascii() and letters.isalpha() and letters.isupper()
        return f"{look} many-{letters}" if is_lettered else look
    signs = marks if any(marks) else list_signs(game)
    named = zip(signs, (game.player_name(p).casefold() for p in range(game.players)), strict=False)
    tints = [f"{DISCS[sign]}-{name}" for sign, name in named if sign in DISCS and name in COLOURS]
    return " ".join([look, *tints])
