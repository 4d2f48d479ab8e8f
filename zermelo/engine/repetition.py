"""Repetition on the path of a search: a row of keys, those before the root first.

::

    cell   0   1 … past          past + 1   past + 2 …
           -   before the root   the root   the search's own path
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zermelo.game import Game
from zermelo.gears.cells import write_word

MOST_PAST = 1 << 14
"""Maximum number of positions before the root that are kept. No game that is played has more."""


def has_repeated(game: Game[Any, Any], s: Any, past: int, ply: int, path: Any) -> bool:
    """Write the position at a ply (the root's is 1) into the path.

    Has it arisen before: once there, or as often as the rule asks for?

    A player who gains by one repetition gains by the next, so one is enough in a search.
    """
    now = past + ply
    key = game.repetition_key(s)
    path[now] = key
    times = 1
    if key != 0:
        for back in range(1, min(game.reversible_plies(s), now - 1) + 1):
            if path[now - back] == key:
                times += 1
                if now - back > past or times >= game.repetition:
                    return True
    return False


def write_past(path: Any, keys: Sequence[int]) -> int:
    """Write the keys of the positions before the root, the oldest first; how many there are."""
    kept = keys[-MOST_PAST:]
    for at, key in enumerate(kept, 1):
        write_word(path, at, key)
    return len(kept)
