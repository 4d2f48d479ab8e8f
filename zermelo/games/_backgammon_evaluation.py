"""What a backgammon position is worth to the side to roll, without the cube.

While the sides are in contact, terms of both sides are weighed, and their difference is the
estimate of winning; what of this will be gammons hangs on how far the loser's men are from home.
Once they have passed each other it is a race, and Kleinman's formula on the effective pips tells
it; once all men are home, the exact chances of bearing off do.
"""

from __future__ import annotations

import math

from zermelo.games._backgammon_bearoff import ROLL, effective, first_off, gammon, place, way_to
from zermelo.games._backgammon_men import (
    ALL,
    BAR,
    FAR_HOME,
    HOME,
    MEN,
    Men,
    blots,
    find_held,
    find_occupied,
    mirror,
    number,
    pips,
)

BOARD = (1 << 25) - 2

SHOTS = tuple(
    n / 36
    for n in (0, 11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3, 0, 0, 1, 1, 0, 1, 0, 1, 0, 0, 0, 1, 0)
)
"""The chance that a lone man is hit by one man at this distance, if nothing is in between."""

WEIGHTS = (
    -1.948,  # pips, in hundreds
    # Men that may be hit, for the way they lose, and the more, the stronger the other's home
    -0.662,
    0.045,  # points held at home
    0.041,  # among them the 5 point
    0.027,  # the 6 point
    0.019,  # the bar point, 7
    0.043,  # walls of four points
    0.059,  # points held within six of the other's last man
    -0.036,  # points held in the other's home
    0.166,  # among them an advanced anchor, 20 or 21
    -0.063,  # the other's bar point, 18
    -0.138,  # men on the bar, the more, the stronger the other's home
    -0.032,  # men on the ace and deuce points: out of play
    -0.021,  # points with four men or more
    0.021,  # men borne off
)
"""Fitted to the results of 10,000 games that an earlier version played against itself, then changed
at random where that won more points: 540 tries of 1,500 games, those that did well again with
5,000, eight kept."""

ON_ROLL = 0.055

NEED, AHEAD, USUAL = 0.045, -0.018, -1.17
"""Gammons: the loser's pips to his home, the winner's pips, and how often otherwise; a logistic fit
to the same games."""

SURE = 0.999
"""An estimate is never as good as a win."""

MANY_PIPS = 60
"""A lead in pips that is worth tanh 1, which is 0.76 of a win."""


def by_pips(own: Men, opp: Men) -> float:
    """The lead in pips, squashed."""
    return SURE * math.tanh((pips(opp) - pips(own)) / MANY_PIPS)


def positional(own: Men, opp: Men) -> float:
    """Wins and losses, with the gammons among them."""
    if in_contact(own, opp):
        win = SURE * weigh(own, opp)
        return win + (1 + win) / 2 * gammons(opp, own) - (1 - win) / 2 * gammons(own, opp)
    if (find_occupied(own) | find_occupied(opp)) & ~HOME:
        return SURE * estimate_race(own, opp)
    return SURE * borne_off(own, opp)


def weigh(own: Men, opp: Men) -> float:
    """2 P − 1 while men can still be hit."""
    lead, mine, others = ON_ROLL, terms(own, opp), terms(opp, own)
    for i in range(len(WEIGHTS)):
        lead += WEIGHTS[i] * (mine[i] - others[i])
    return math.tanh(lead)


def in_contact(own: Men, opp: Men) -> bool:
    """Must the last men of the two sides still pass each other?"""
    return find_occupied(own).bit_length() + find_occupied(opp).bit_length() > BAR + 2


def borne_off(own: Men, opp: Men) -> float:
    """The exact expected payoff when all men are home and each side bears off as fast as it can."""
    i, j = place(own), place(opp)
    value = 2 * first_off(i, j) - 1
    if number(opp, ALL) == MEN:
        value += gammon(i, j, 0)
    if number(own, ALL) == MEN:
        value -= gammon(j, i, 1)
    return value


def estimate_race(own: Men, opp: Men) -> float:
    """The expected payoff of a race: the winning chance by effective pips, and the gammons."""
    mine, others = effective(own), effective(opp)
    win = kleinman(others - mine + ROLL / 2, pips(own) + pips(opp))
    gammons_won = count_doublets(opp, mine - ROLL / 2)
    gammons_lost = count_doublets(own, others + ROLL / 2)
    return 2 * win - 1 + gammons_won - gammons_lost


def count_doublets(loser: Men, ahead: float) -> float:
    """The points that a race costs the loser beyond the first.

    One for a gammon, unless a man is off before the winner has gone `ahead` pips; one more for a
    backgammon, unless all men are out of the winner's home.
    """
    if number(loser, ALL) < MEN:
        return 0.0
    home, out = way_to(loser, 6), way_to(loser, 18)
    lost = number(loser, ALL & ~HOME)  # each man loses about a pip on its way
    cost = kleinman(home + lost + ROLL - ahead, home + ahead)
    if out:
        cost += kleinman(out + ROLL / 2 - ahead, out + ahead)
    return cost


def kleinman(lead: float, left: float) -> float:
    """The chance to win with a lead, when both sides together have `left` pips to go."""
    return (1 + math.erf(lead / (2 * math.sqrt(max(left - 4, 4))))) / 2


def gammons(loser: Men, winner: Men) -> float:
    """The share of losses that will be gammons, while there is contact."""
    if number(loser, ALL) < MEN:
        return 0.0
    return 1 / (1 + math.exp(-(NEED * way_to(loser, 6) + AHEAD * pips(winner) + USUAL)))


def terms(own: Men, opp: Men) -> tuple[float, ...]:
    """What a side has, in the order of the weights."""
    points, there = find_held(own), mirror(find_occupied(opp))
    strength = (find_held(opp) & HOME).bit_count() / 6
    ahead = points >> (there & -there).bit_length() & 63 if there else 0
    pairs = points & points >> 1
    return (
        pips(own) / 100,
        danger(blots(own) & BOARD, there) * strength,
        float((points & HOME).bit_count()),
        float(points >> 5 & 1),
        float(points >> 6 & 1),
        float(points >> 7 & 1),
        float((pairs & pairs >> 2).bit_count()),
        float(ahead.bit_count()),
        float((points & FAR_HOME).bit_count()),
        float(points >> 20 & 1 | points >> 21 & 1),
        float(points >> 18 & 1),
        number(own, 1 << BAR) * strength,
        float(number(own, 0b110)),
        float((own[2] | own[3]).bit_count()),
        float(MEN - number(own, ALL)),
    )


def danger(alone: int, there: int) -> float:
    """What the other side can be expected to hit, in shares of the way around the board."""
    risk = 0.0
    while alone:
        f = alone.bit_length() - 1
        alone ^= 1 << f
        shooters = there & (1 << f) - 1
        safe = 1.0
        while shooters:
            c = shooters.bit_length() - 1
            shooters ^= 1 << c
            safe *= 1 - SHOTS[f - c]
        risk += (1 - safe) * (BAR - f) / 24
    return risk
