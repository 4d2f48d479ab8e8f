"""What a backgammon position is worth to the side to roll, without the cube.

While the sides are in contact, terms of both sides are weighed and their difference, squashed, is the estimate of winning; once
they have passed each other it is a race, and Kleinman's formula on the pips tells it. A second weighing says how
much of what is won will be gammons.
"""

from __future__ import annotations

import math

from zermelo.games._backgammon_men import BAR, FAR_END, FAR_HOME, HOME, Men, blots, held, mirrored, number, occupied, pips

MEN = 15
ALL = (1 << 26) - 1
BOARD = (1 << 25) - 2

SHOTS = tuple(n / 36 for n in (0, 11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3, 0, 0, 1, 1, 0, 1, 0, 1, 0, 0, 0, 1, 0))
"""How likely a lone man is to be hit by one man at this distance, if nothing is in between."""

WEIGHTS = (-0.6, -0.3, -0.6, 0.02, 0.1, 0.2, 0.25, 0.15, 0.2, 0.05, 0.1, 0.05, 0.05, 0.2, 0.3, -0.05, -0.3, -0.1, -0.05, 0.05)
ON_ROLL = 0.1


def by_pips(own: Men, opp: Men) -> float:
    """The lead in pips, squashed."""
    return math.tanh((pips(opp) - pips(own)) / 60)


def positional(own: Men, opp: Men) -> float:
    """Winning chances and gammons."""
    if in_contact(own, opp):
        lead, mine, others = ON_ROLL, terms(own, opp), terms(opp, own)
        for i in range(len(WEIGHTS)):
            lead += WEIGHTS[i] * (mine[i] - others[i])
        win = math.tanh(lead)
    else:
        win = kleinman(own, opp)
    return win


def in_contact(own: Men, opp: Men) -> bool:
    """Must the last men of the two sides still pass each other?"""
    return occupied(own).bit_length() + occupied(opp).bit_length() > BAR + 2


def kleinman(own: Men, opp: Men) -> float:
    """2 P − 1 for a race, by Kleinman: the lead, and four pips for the roll, over the root of all pips left."""
    mine, others = pips(own) + waste(own), pips(opp) + waste(opp)
    return math.erf((others - mine + 4) / math.sqrt(max(mine + others - 4, 4)))


def waste(men: Men) -> float:
    """Pips that will be lost in bearing off: men too low, as in Keith's count."""
    return 2 * max(number(men, 2) - 1, 0) + max(number(men, 4) - 1, 0) + max(number(men, 8) - 3, 0)


def terms(own: Men, opp: Men) -> tuple[float, ...]:
    """What a side has, each term by itself."""
    points, there = held(own), mirrored(occupied(opp))
    home, strength = points & HOME, (held(opp) & HOME).bit_count()
    risk = danger(blots(own) & BOARD, there)
    ahead = points >> (there & -there).bit_length() & 63 if there else 0
    wall = ahead.bit_count()
    runs = points & points >> 1
    fours = runs & runs >> 2
    back = number(own, FAR_END)
    on_bar = number(own, 1 << BAR)
    return (
        pips(own) / 100,
        risk,
        risk * strength / 6,
        float(home.bit_count()),
        float(points >> 4 & 1),
        float(points >> 5 & 1),
        float(points >> 6 & 1),
        float(points >> 7 & 1),
        float(runs.bit_count()),
        float(fours.bit_count()),
        float(wall),
        wall * wall / 6,
        float((points & FAR_HOME).bit_count()),
        float(points >> 20 & 1 | points >> 21 & 1),
        float(points >> 18 & 1),
        float(back),
        on_bar * strength / 6,
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
