"""Positions as 64-bit keys, the same in every process."""

from __future__ import annotations

from enum import Enum
from hashlib import blake2b
from typing import Any

from zermelo.derived import field_names, write_state
from zermelo.game import Game

NO_KEY = None
"""The key of a state that has no stable text: objects of classes of their own."""


def find_key(game: Game[Any, Any], s: Any) -> int | None:
    """The key of a position; mirror images have the same, as `canonical` says.

    None if the state has parts that cannot be written.

    >>> from zermelo.games.connect_four import ConnectFour
    >>> game = ConnectFour()
    >>> find_key(game, game.after(["1"])) == find_key(game, game.after(["7"]))
    True
    """
    state = game.canonical(s)
    if not is_writable(state):
        return NO_KEY
    return int.from_bytes(blake2b(write_state(state).encode(), digest_size=8).digest(), "little")


def is_writable(x: Any) -> bool:
    """Is the text of a state all that there is to it?"""
    if x is None or isinstance(x, int | float | str | bytes | Enum):
        return True
    if names := field_names(x):
        return all(is_writable(getattr(x, name)) for name in names)
    return type(x) in (tuple, frozenset) and all(map(is_writable, x))
