"""The order of successors: alpha-beta with the best, or the worst, first at every node.

How much alpha-beta saves hangs on the order in which it tries the actions. `Ordered` knows the true values of the
successors, as minimax finds them to the depth that is left, and puts the best, or the worst, first at every node. It is
no way to play, because minimax has then seen everything already; it is a way to measure what an order is worth.
"""

from __future__ import annotations

from typing import Any, TypeVar, Unpack

from zermelo.bits import LookupTable
from zermelo.errors import BadLimit
from zermelo.frame.answer import answer
from zermelo.frame.question import Options, ask
from zermelo.game import Game
from zermelo.result import Result
from zermelo.search.alphabeta import Way, choices, cuts_ties, value
from zermelo.search.minimax import value as minimax_value
from zermelo.watch import Watch

S = TypeVar("S")
A = TypeVar("A")


class Ordered(Way):
    """Alpha-beta whose every node tries first what is truly best for the player who moves, or truly worst.

    >>> from zermelo import tree
    >>> game = tree.Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    >>> list(Ordered().actions(game, 0, 0, 2)), list(Ordered(best=False).actions(game, 0, 0, 2))
    ([0, 1, 2], [1, 2, 0])
    """

    bare = ("sign",)

    def __init__(self, best: bool = True, gear: str = "plain") -> None:
        super().__init__()
        self.sign = LookupTable([1 if best else -1])
        """Handed over at run time, so that both orders share their machine code."""
        self.aside = Watch(gear)
        """Stands beside the searches that find the order, so that the search itself does not count their nodes."""

    def actions(self, game: Game[Any, Any], s: Any, me: int, depth: int) -> list[Any]:
        """The actions by the true values of their successors; equally good ones in natural order."""
        actions = list(game.actions(s))
        sign = self.sign[0] if game.player(s) == me else -self.sign[0]
        return largest_first(
            actions,
            [
                sign * minimax_value(game, game.result(s, a), me, depth - 1, self.aside)
                for a in actions
            ],
        )


def in_order(
    game: Game[S, A],
    s: S | None = None,
    *,
    order: str,
    rule: str = ">=",
    **options: Unpack[Options],
) -> Result[A]:
    """Alpha-beta that tries the truly "best", or the truly "worst", first at every node, in the plain gear.

    >>> from zermelo import tree
    >>> [in_order(tree.figure("two-ply"), order=order).nodes for order in ("best", "worst")]
    [9, 13]
    """
    if order not in ("best", "worst"):
        raise BadLimit(f"order is {order!r}; it must be 'best' or 'worst'")
    way = Ordered(order == "best")
    way.ties = cuts_ties(rule)
    if options.get("gear") == "compiled":
        raise BadLimit("an order is measured in the plain gear; leave gear out")
    options["gear"] = "plain"
    q = ask("alphabeta", game, s, most_players=2, chance=False, **options)
    q.window = game.bounds_for(q.state, q.player)
    q.choices = choices(rule, order=f"{order} first")
    q.asides = (way.aside,)
    return answer(q, value, lambda s, depth: (q.player, *game.bounds_for(s, q.player), depth, way))


def largest_first(actions: list[Any], values: list[float]) -> list[Any]:
    """The actions sorted by their values, the largest first; those with equal values stay in order.

    An insertion sort, because `sorted` with a key is nothing that machine code has. Both lists are sorted.

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
