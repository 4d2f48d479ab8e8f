"""Remarks of an answer: what a reader must know to understand its value.

==================  ===========================================================================
`remark_on_sum`     minimax on a game that is not zero-sum
`remark_on_root`    the lecture's minimax and maximin values, where MIN moves at the root
==================  ===========================================================================

Both are about the textbook's searches for MAX and MIN.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from zermelo.algorithm import DECLARED
from zermelo.formatting import format_number
from zermelo.game import Game


def is_for_two(algorithm: str) -> bool:
    """Is this a search of the textbook for MAX and MIN?

    >>> import zermelo.search
    >>> is_for_two("alphabeta"), is_for_two("maxn")
    (True, False)
    """
    declared = [one for one in DECLARED.get("search", ()) if one.name == algorithm]
    return bool(declared) and declared[-1].players == 2


def remark_on_sum(algorithm: str, game: Game[Any, Any]) -> Iterator[str]:
    """Yield that minimax takes one payoff for the opposite of the other, where that is wrong."""
    if is_for_two(algorithm) and game.players == 2 and game.total is None:
        yield (
            f"the payoffs are not zero-sum: {algorithm} lets the opponent minimise one player's "
            "payoff; in maxn each player maximises their own"
        )


def remark_on_root(
    algorithm: str, game: Game[Any, Any], s: Any, value: float, player: int
) -> Iterator[str]:
    """Yield the value for both players where MIN, the second player, moves at s.

    The lecture's minimax value is the minimum, over MIN's moves, of what MAX can reach. For MIN,
    who maximises the opposite, it is a maximin value.

    >>> import zermelo.search
    >>> from zermelo.games.nim import Nim
    >>> game = Nim(2, 2)
    >>> s = game.load("2 2 MIN")
    >>> list(remark_on_root("minimax", game, s, -1.0, 1))
    ['MIN moves at the root: minimax value 1 for MAX, maximin value −1 for MIN']
    """
    is_adversarial = game.players == 2 and game.total is not None and not game.has_chance
    if is_adversarial and is_for_two(algorithm) and not game.terminal(s) and game.player(s) == 1:
        total = game.total or 0.0
        first = value if player == 0 else total - value
        yield (
            f"{game.player_name(1)} moves at the root: "
            f"minimax value {format_number(first)} for {game.player_name(0)}, "
            f"maximin value {format_number(total - first)} for {game.player_name(1)}"
        )
