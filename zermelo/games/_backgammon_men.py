"""The men of one side as four sets of points, and what can be asked of them by bits.

Each side counts the points in its own direction: 1 to 6 its home, 24 the farthest, 25 the bar; bit
i is point i, bit 0 is not used. The first set holds the points with an odd number of men, the
others the next binary digits of that number::

    point   25 24 23 …  8  7  6  5  4  3  2  1
    men      0  2  0 …  3  0  5  0  0  0  0  0       the start, without the midpoint
    ones     0  0  0 …  1  0  1  0  0  0  0  0
    twos     0  1  0 …  1  0  0  0  0  0  0  0
    fours    0  0  0 …  0  0  1  0  0  0  0  0
    eights   0  0  0 …  0  0  0  0  0  0  0  0

So blots, points that are held, and men in all are a few operations, whatever the number of men.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from zermelo.bits import Bits

Men = tuple[int, int, int, int]

MEN = 15
PASS = 0
TO_ROLL, OPENING = 0, 7
"""Instead of dice: they are to be rolled, or each side is to throw one die for the first turn."""

ALL = (1 << 26) - 1
BAR = 25
POINTS = (1 << 25) - 2
"""The 24 points."""
HOME = 0b1111110
FAR_HOME = 0b111111 << 19
"""The other side's home, and …"""
FAR_END = FAR_HOME | 1 << BAR
"""… the bar before it."""


def find_occupied(men: Men) -> int:
    """The points with men, and the bar."""
    return men[0] | men[1] | men[2] | men[3]


def find_held(men: Men) -> int:
    """The points with two men or more."""
    return men[1] | men[2] | men[3]


def blots(men: Men) -> int:
    """The points with just one man."""
    return men[0] & ~find_held(men)


def number(men: Men, where: int) -> int:
    """The number of men on these points."""
    return (
        (men[0] & where).bit_count()
        + 2 * (men[1] & where).bit_count()
        + 4 * (men[2] & where).bit_count()
        + 8 * (men[3] & where).bit_count()
    )


def more(men: Men, where: int) -> Men:
    """One man more on each of these points."""
    ones, twos, fours, eights = men
    c1 = ones & where
    c2 = twos & c1
    return ones ^ where, twos ^ c1, fours ^ c2, eights ^ (fours & c2)


def fewer(men: Men, where: int) -> Men:
    """One man less on each of these points.

    On an empty one that is 15 until `more` makes it 0 again: the order does not matter.
    """
    ones, twos, fours, eights = men
    c1 = where & ~ones
    c2 = c1 & ~twos
    return ones ^ where, twos ^ c1, fours ^ c2, eights ^ (c2 & ~fours)


def step(men: Men, f: int, die: int) -> Men:
    """A man gone from point f by the number of a die, off the board if it leads there."""
    landing = 1 << f >> die & POINTS
    gone = fewer(men, 1 << f)
    return more(gone, landing) if landing else gone


def mirror(points: int) -> int:
    """A set as the other side counts the points: i becomes 25 − i.

    >>> mirror(1 << 6) == 1 << 19
    True
    """
    x = (points >> 1 & 0x55555555) | (points & 0x55555555) << 1
    x = (x >> 2 & 0x33333333) | (x & 0x33333333) << 2
    x = (x >> 4 & 0x0F0F0F0F) | (x & 0x0F0F0F0F) << 4
    x = (x >> 8 & 0x00FF00FF) | (x & 0x00FF00FF) << 8
    return (x >> 16 | (x & 0xFFFF) << 16) >> 6


def movers(men: int, blocked: int, die: int) -> int:
    """Where a man may leave with this die.

    Men on the bar come first; men bear off when all are home, and from a point below the die only
    if no man is on a higher one. Blocked are the points that the other side holds.
    """
    points = (men if men < 1 << BAR else 1 << BAR) & ~(blocked << die) & ~((2 << die) - 1)
    if men <= HOME:
        points |= men & 1 << die
        if men and men < 1 << die:
            points |= 1 << men.bit_length() - 1
    return points


def pips(men: Men) -> int:
    """How far all men have to go.

    >>> pips(place_men({24: 2, 13: 5, 8: 3, 6: 5}.items()))
    167
    """
    total = 0
    for digit in range(4):
        points = men[digit]
        for stage in range(5):
            total += (points & PLACES[stage]).bit_count() << digit + stage
    return total


PLACES = tuple(sum(1 << point for point in range(26) if point >> stage & 1) for stage in range(5))
"""The points whose number has a binary digit."""


def place_men(counts: Iterable[tuple[int, int]]) -> Men:
    """Men from (point, number) pairs."""
    pairs = list(counts)
    ones, twos, fours, eights = (
        sum(1 << point for point, n in pairs if n >> digit & 1) for digit in range(4)
    )
    return ones, twos, fours, eights


def count_men(men: Men) -> list[int]:
    """The number of men on each point, 0 to 25."""
    return [number(men, 1 << point) for point in range(26)]


START = place_men(((24, 2), (13, 5), (8, 3), (6, 5)))


class Position(NamedTuple):
    """The men of the side to roll or to play, those of the other, the turn, and the dice.

    Each side's men are four sets of points in its own direction (see `_backgammon_men`), two of
    them in a word: the second begins at bit 32. Dice are 8 · the larger + the smaller, so that 6-5
    is 0o65.
    """

    own_few: Bits
    own_many: Bits
    opp_few: Bits
    opp_many: Bits
    turn: int
    dice: int

    @property
    def own(self) -> Men:
        """The men of the side whose turn it is."""
        return self.own_few & ALL, self.own_few >> 32, self.own_many & ALL, self.own_many >> 32

    @property
    def opp(self) -> Men:
        """The men of the other side."""
        return self.opp_few & ALL, self.opp_few >> 32, self.opp_many & ALL, self.opp_many >> 32


def position(own: Men, opp: Men, turn: int, dice: int) -> Position:
    """A position of two sides' men."""
    return Position(
        own[0] | own[1] << 32,
        own[2] | own[3] << 32,
        opp[0] | opp[1] << 32,
        opp[2] | opp[3] << 32,
        turn,
        dice,
    )
