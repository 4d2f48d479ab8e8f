"""Scores: payoffs adjusted by ply, so that the engine wins soon and loses late.

Where the highest and the lowest payoff of a game are known, H and L, a position d plies before the
end scores::

    H + WIN − d    if the highest payoff is reached     WIN = 2^14, more than any path is long
    L − WIN + d    if the lowest payoff is reached
    the payoff or the estimate itself otherwise

Scores of wins lie above all payoffs and estimates, sooner wins higher. Scores of losses lie below
them, later losses higher. A score counts plies from its own node. A parent sees it one ply closer
to the payoffs (`from_child`), and a window goes down one ply further away from them (`child_alpha`,
`child_beta`). A stored score is therefore right wherever its node is met again.

Where H and L are not known they are ±∞. Scores are then payoffs, and distances do not count.
"""

from __future__ import annotations

from zermelo.gears import inlined

WIN = float(1 << 14)
"""The distance of the score of a win at once from the highest payoff."""

NO_SCORE = 2.0**1001
"""Returned by a step that does not settle the node. No payoff is this large."""

TINY = 2.0**-51
SMALLEST = 2.0**-1000


def terminal_score(u: float, highest: float, lowest: float) -> float:
    """Return the score of a payoff where it is paid.

    >>> terminal_score(1, 1, -1), terminal_score(-1, 1, -1), terminal_score(0, 1, -1)
    (16385.0, -16385.0, 0.0)
    >>> terminal_score(7, float("inf"), float("-inf"))
    7.0
    """
    if u >= highest:
        return highest + WIN
    if u <= lowest:
        return lowest - WIN
    return float(u)


def from_child(v: float, highest: float, lowest: float) -> float:
    """Return a successor's score as its parent sees it, one ply further from the end.

    >>> from_child(16385.0, 1, -1), from_child(-16380.0, 1, -1), from_child(0.5, 1, -1)
    (16384.0, -16379.0, 0.5)
    """
    if v > highest:
        return v - 1
    if v < lowest:
        return v + 1
    return v


def child_alpha(alpha: float, highest: float, lowest: float) -> float:
    """Return alpha as a successor sees it: from_child(v) > alpha ⇔ v > child_alpha(alpha)."""
    if alpha >= highest:
        return alpha + 1
    if alpha < lowest:
        return alpha - 1
    return alpha


def child_beta(beta: float, highest: float, lowest: float) -> float:
    """Return beta as a successor sees it: from_child(v) ≥ beta ⇔ v ≥ child_beta(beta)."""
    if beta > highest:
        return beta + 1
    if beta < lowest:
        return beta - 1
    return beta


def just_above(v: float) -> float:
    """Return a slightly larger number, the other end of a null window.

    >>> just_above(1.0) > 1.0, just_above(0.0) > 0.0, just_above(-3.0) > -3.0
    (True, True, True)
    """
    return v + (abs(v) * TINY + SMALLEST)


@inlined
def just_below(v: float) -> float:
    """Return a slightly smaller number.

    >>> just_below(1.0) < 1.0, just_below(0.0) < 0.0
    (True, True)
    """
    return -just_above(-v)


def payoff(score: float, highest: float, lowest: float) -> float:
    """Return the payoff, or the estimate, in a score.

    >>> payoff(16380.0, 1, -1), payoff(-16380.0, 1, -1), payoff(0.25, 1, -1)
    (1, -1, 0.25)
    """
    return min(max(score, lowest), highest)


def distance(score: float, highest: float, lowest: float) -> int | None:
    """Return the number of plies to the win or loss in a score; None if it is neither.

    >>> distance(16380.0, 1, -1), distance(-16380.0, 1, -1), distance(0.25, 1, -1)
    (5, 5, None)
    """
    if score > highest:
        return round(highest + WIN - score)
    if score < lowest:
        return round(score - lowest + WIN)
    return None
