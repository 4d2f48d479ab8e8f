"""The true order of successors: the best, or the worst, first at every node.

The order of the successors decides how much alpha-beta saves. `TrueOrder` values every successor by
minimax to the depth that is left and puts the best, or the worst, first. It is no way to play:
minimax has then seen the whole tree. It measures what an order is worth. With ``plies=0`` minimax
ends at the successor itself: the order is that of the evaluation, and costs no search.
"""

from __future__ import annotations

from typing import Any

from zermelo.bits import LookupTable
from zermelo.frame.question import NO_DEPTH
from zermelo.game import Game
from zermelo.search.minimax import value as minimax_value
from zermelo.watch import Watch


class TrueOrder:
    """The actions by the true values of their successors, the best or the worst first.

    The values come from minimax to the depth that is left, and at most `plies` deep.

    >>> from zermelo import tree
    >>> game = tree.Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    >>> TrueOrder().actions(game, 0, 0, 2), TrueOrder(best=False).actions(game, 0, 0, 2)
    ([0, 1, 2], [1, 2, 0])
    """

    bare = ("sign", "plies")

    def __init__(self, best: bool = True, gear: str = "plain", plies: int = NO_DEPTH) -> None:
        self.sign = LookupTable([1 if best else -1])
        """A run-time argument, as `plies` is, so that all orders share their machine code."""
        self.plies = LookupTable([plies])
        self.aside = Watch(gear)
        """Counts the nodes of the ordering searches, apart from those of the search itself."""

    def actions(self, game: Game[Any, Any], s: Any, me: int, depth: int) -> list[Any]:
        """The actions in order; equally good ones in natural order."""
        actions = list(game.actions(s))
        sign = self.sign[0] if game.player(s) == me else -self.sign[0]
        plies = min(depth - 1, self.plies[0])
        return largest_first(
            actions,
            [sign * minimax_value(game, game.result(s, a), me, plies, self.aside) for a in actions],
        )


def largest_first(actions: list[Any], values: list[float]) -> list[Any]:
    """The actions sorted by their values, the largest first; those with equal values stay in order.

    An insertion sort: machine code has no `sorted` with a key. Both lists are sorted.

    >>> largest_first([1, 2, 3], [0.0, 5.0, 0.0])
    [2, 1, 3]
    """
    for i in range(1, len(actions)):
        j = i
        while j > 0 and values[j] > values[j - 1]:
            values[j], values[j - 1] = values[j - 1], values[j]
            actions[j], actions[j - 1] = actions[j - 1], actions[j]
            j -= 1
    return actions
