"""Bearing off alone: the exact distribution of the rolls that a side with all men home needs.

There are C(21, 6) = 54,264 ways to have up to 15 men on 6 points. All of them are worked out
together, those with fewer pips first, when the first question is asked (about a second), and kept.
The play is the one that needs the fewest rolls on average, as in the one-sided databases of other
programs; against an opponent who is nearly off another one may be a little better.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations, pairwise
from math import comb
from typing import Any, NamedTuple

from zermelo.errors import BadPosition
from zermelo.games._backgammon_men import ALL, MEN, Men, number, pips, place_men

POINTS, LONGEST = 6, 32
"""No position needs more than LONGEST rolls: a roll is at least 3 pips, or two men."""

CHOOSE = tuple(tuple(comb(n, k) for n in range(MEN + POINTS + 1)) for k in range(POINTS + 1))
ROLL = 49 / 6
"""The pips of an average roll."""


# ---------------------------------------------------------------------- for people


def rolls(men: Sequence[int]) -> tuple[float, ...]:
    """The probabilities that the last man goes off with the first, second, third … roll.

    Men are given for points 1 to 6.

    >>> [round(p, 6) for p in rolls([0, 0, 0, 0, 0, 1])]  # one man on the six point
    [0.75, 0.25]
    """
    left = [float(p) for p in KNOWN.left[index(men)]]
    return tuple(before - after for before, after in pairwise(left) if before)


def mean_rolls(men: Sequence[int]) -> float:
    """The average number of rolls to bear off.

    >>> round(mean_rolls([15, 0, 0, 0, 0, 0]), 6)
    6.979592
    """
    return float(KNOWN.mean[index(men)])


def effective_pips(men: Sequence[int]) -> float:
    """Trice's effective pip count: the expected rolls times the 49/6 pips of an average roll."""
    return mean_rolls(men) * ROLL


def race(own: Sequence[int], opp: Sequence[int]) -> float:
    """The chance of the side to roll to be off first.

    Each side bears off in as few rolls as possible on average.

    >>> round(race([8, 0, 0, 0, 0, 0], [6, 0, 0, 0, 0, 0]), 10)
    0.3010545267
    """
    return first_off(index(own), index(opp))


def index(men: Sequence[int]) -> int:
    """The number of a position, 0 to 54,263; 0 has no men left."""
    if len(men) != POINTS or min(men) < 0 or sum(men) > MEN:
        raise BadPosition(
            f"{list(men)} is not a position to bear off; give the men on points 1 to 6, "
            f"{MEN} at the most"
        )
    return place(place_men(enumerate(men, 1)))


# ---------------------------------------------------------------------- for the game, in both gears


def place(men: Men) -> int:
    """The number of a position; men outside are taken for men on the six point."""
    total = rank = 0
    for point in range(1, POINTS):
        total += (
            (men[0] >> point & 1)
            + 2 * (men[1] >> point & 1)
            + 4 * (men[2] >> point & 1)
            + 8 * (men[3] >> point & 1)
        )
        rank += CHOOSE[point][total + point - 1]
    return rank + CHOOSE[POINTS][number(men, ALL) + POINTS - 1]


def way_to(men: Men, point: int) -> int:
    """The pips that bring all men at least to a point."""
    beyond = ALL & ~((2 << point) - 1)
    behind = men[0] & beyond, men[1] & beyond, men[2] & beyond, men[3] & beyond
    return pips(behind) - point * number(behind, ALL)


def effective(men: Men) -> float:
    """The effective pips of any men: those of bearing off, and the way to the six point."""
    return float(KNOWN.mean[place(men)]) * ROLL + way_to(men, POINTS)


def first_off(i: int, j: int) -> float:
    """The chance that position i, on roll, is off before position j."""
    total = 0.0
    for n in range(LONGEST):
        total += KNOWN.left[j, n] * (KNOWN.left[i, n] - KNOWN.left[i, n + 1])
    return float(total)


def gammon(i: int, j: int, head_start: int) -> float:
    """The chance that position i is off before j, which has all 15 men, bears off one.

    `head_start` is the number of rolls that j has had already.
    """
    total = 0.0
    for n in range(LONGEST):
        total += KNOWN.whole[j, n + head_start] * (KNOWN.left[i, n] - KNOWN.left[i, n + 1])
    return float(total)


# ---------------------------------------------------------------------- the tables


class Answers(NamedTuple):
    """For each position the rolls that it needs on average, and two chances.

    The chances that men are left, and that all 15 are left, after 0, 1, 2 … rolls.
    """

    mean: Any
    left: Any
    whole: Any


class KnownRaces:
    """The tables, calculated when the first of them is needed: a game must be ready at once."""

    @cached_property
    def answers(self) -> Answers:
        """All of them."""
        return _calculate_answers()

    @cached_property
    def mean(self) -> Any:
        """Of each position the rolls that it needs on average."""
        return self.answers.mean

    @cached_property
    def left(self) -> Any:
        """Of each position the chances that men are left after 0, 1, 2 … rolls."""
        return self.answers.left

    @cached_property
    def whole(self) -> Any:
        """Of each position the chances that all 15 men are left."""
        return self.answers.whole


KNOWN = KnownRaces()


def _calculate_answers() -> Answers:
    """The answers of all positions, those with fewer pips first."""
    import numpy

    every, after = _list_positions()
    size = len(every)
    mean = numpy.full(size + 1, numpy.inf)  # the last place stands for what is not possible
    mean[0] = 0
    left, whole = numpy.zeros((2, size, LONGEST + 1))
    left[1:, 0] = 1
    whole[every.sum(axis=1) == MEN, 0] = 1
    # best[k][d][i]: where k steps with a d lead from position i, if well played
    best = numpy.full((5, POINTS + 1, size + 1), size)
    best[:, :, 0] = 0
    best[0] = numpy.arange(size + 1)
    levels = every @ numpy.arange(1, POINTS + 1)
    most = 1  # no position so far needs more rolls
    for level in range(1, int(levels.max()) + 1):
        here = numpy.flatnonzero(levels == level)
        _fill_best(best, here, after, mean)
        full = every[here].sum(axis=1) == MEN
        expected = numpy.ones(len(here))
        chances, wholes = numpy.zeros((len(here), most)), numpy.zeros((full.sum(), most))
        for p, ends in _list_rolls(best, here, after, mean):
            expected += p * mean[ends]
            chances += p * left[ends, :most]
            wholes += p * whole[ends[full], :most]
        mean[here] = expected
        left[here, 1 : most + 1], whole[here[full], 1 : most + 1] = chances, wholes
        most += bool(left[here, most].any())
    return Answers(mean[:-1], left, whole)


def _fill_best(best: Any, here: Any, after: dict[int, Any], mean: Any) -> None:
    """Fill in where up to four steps with one die lead from these positions."""
    for die in range(1, POINTS + 1):
        for k in range(1, 5):
            best[k, die, here] = _least(mean, best[k - 1, die][after[die][here]])


def _list_rolls(
    best: Any, here: Any, after: dict[int, Any], mean: Any
) -> Iterator[tuple[float, Any]]:
    """The probability of each roll, and where its best play leads from these positions."""
    import numpy

    for large in range(1, POINTS + 1):
        for small in range(1, large):
            orders = [best[1, small][after[large][here]], best[1, large][after[small][here]]]
            yield 2 / 36, _least(mean, numpy.concatenate(orders, axis=1))
        yield 1 / 36, best[4, large, here]


def _least(mean: Any, ends: Any) -> Any:
    """Of each row of positions the one with the fewest rolls to come."""
    import numpy

    return ends[numpy.arange(len(ends)), mean[ends].argmin(axis=1)]


def _list_positions() -> tuple[Any, dict[int, Any]]:
    """The men of all positions by index, and for each die where a step from each point leads."""
    import numpy

    choices = numpy.array(list(combinations(range(MEN + POINTS), POINTS)))
    every = numpy.diff(choices, axis=1, prepend=-1) - 1
    every = every[numpy.argsort(_indices(every))]
    # what one more man up to a point adds to the index, and one fewer, for each point up to here
    now = _count_choices(every)
    more = numpy.cumsum(_count_choices(every, 1) - now, axis=1)
    fewer = numpy.cumsum(_count_choices(every, -1) - now, axis=1)
    after = {}
    for die in range(1, POINTS + 1):
        steps = [_step_all(every, point, die, more, fewer) for point in range(1, POINTS + 1)]
        after[die] = numpy.stack(steps, axis=1)
    return every, after


def _count_choices(every: Any, more: int = 0) -> Any:
    """For each point, what the men up to there, and `more` men, add to the index."""
    import numpy

    choose = numpy.array([(*row, 0) for row in CHOOSE[1:]])  # the 0 is the choices of -1
    ends = numpy.cumsum(every, axis=1) + numpy.arange(POINTS) + more
    return numpy.stack([choose[i][ends[:, i]] for i in range(POINTS)], axis=1)


def _indices(every: Any) -> Any:
    """The index of each row of men."""
    return _count_choices(every).sum(axis=1)


def _step_all(every: Any, point: int, die: int, more: Any, fewer: Any) -> Any:
    """Where a step from a point leads, for all positions; their number where it is not legal."""
    import numpy

    size = len(every)
    legal = every[:, point - 1] > 0
    if point > die:  # one more man up to every point between
        start, end = point - die - 1, point - 2
        change = more[:, end] - (more[:, start - 1] if start else 0)
    else:
        change = fewer[:, -1] - (fewer[:, point - 2] if point > 1 else 0)
    if point < die:
        legal &= every[:, point:].sum(axis=1) == 0
    return numpy.where(legal, numpy.arange(size) + change, size)
