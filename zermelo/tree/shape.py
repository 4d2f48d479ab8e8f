"""The shape of an explicit tree."""

from __future__ import annotations

from typing import Any

from zermelo.game import Game
from zermelo.tree.explicit import Tree


def uniform_branching(game: Game[Any, Any]) -> int:
    """Return b if a game is a tree with b successors everywhere and leaves at one depth; else 0.

    >>> from zermelo.tree import figure
    >>> [uniform_branching(figure(name)) for name in ("two-ply", "nim-2-2", "eight-leaves")]
    [3, 0, 2]
    """
    if not isinstance(game, Tree):
        return 0
    level, widths = {game.start()}, set[int]()
    while not any(game.terminal(s) for s in level):
        widths |= {len(game.options(s)) for s in level}
        if len(widths) > 1:
            return 0
        level = {game.result(s, a) for s in level for a in game.options(s)}
    is_even = all(game.terminal(s) for s in level)
    return widths.pop() if is_even and widths else 0
