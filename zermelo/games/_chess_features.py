"""The terms of the estimates of chess, White's counts first: what `zermelo evaluate chess` prints.

Each function yields the terms of the estimate of that name in `_chess_evaluation`. Their sum is in
pawns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import mul

from zermelo.game import Feature
from zermelo.games._chess_board import Position
from zermelo.games._chess_evaluation import FEATURES, features
from zermelo.games._chess_positional import (
    Men,
    phase_of,
    rate_men,
    rate_threats,
    sharpness,
    taper,
)
from zermelo.games._chess_sets import counts
from zermelo.games._chess_weights import TO_MOVE, VALUES

HUNDRED = 100
"""`positional` counts in hundredths of a pawn."""

NAMES = ("pawns", "knights", "bishops", "rooks", "queens")
LECTURE = (1.0, 3.0, 3.0, 5.0, 9.0)
"""The lecture's e(pawn), e(knight), e(bishop), e(rook), e(queen)."""


def find_sides(s: Position) -> tuple[int, int]:
    """White's men and Black's."""
    return (s.own, s.foe) if s.turn == 0 else (s.foe, s.own)


def yield_material(s: Position) -> Iterator[Feature]:
    """The lecture's w and b: men by 1, 3, 3, 5, 9."""
    white, black = (counts(s, men) for men in find_sides(s))
    for name, value, *numbers in zip(NAMES, LECTURE, white, black, strict=True):
        yield Feature(name, tuple(numbers), value)


def yield_linear(s: Position, weights: Sequence[float]) -> Iterator[Feature]:
    """The features of `linear`, with their weights."""
    white, black = find_sides(s)
    sides = features(s, white, black, 0), features(s, black, white, 1)
    for name, weight, *numbers in zip(FEATURES, weights, *sides, strict=True):
        yield Feature(name, tuple(numbers), weight)


def yield_positional(s: Position) -> Iterator[Feature]:
    """The men by value, what their squares and their work add, the threats, and the move.

    The weights of the middle game and of the ending are mixed as `positional` mixes them.
    """
    white, black = find_sides(s)
    men = rate_men(s, white, black, 0), rate_men(s, black, white, 1)
    threats = rate_threats(s, 0, *men), rate_threats(s, 1, *men[::-1])
    share = find_share(s, men, threats) / HUNDRED
    numbers = counts(s, white), counts(s, black)
    for kind, pair in enumerate(zip(*numbers, strict=True)):
        yield Feature(NAMES[kind], pair, taper(VALUES[kind], phase_of(s)) * share)
    work = [
        taper(one.score - sum(map(mul, VALUES, n)), phase_of(s))
        for one, n in zip(men, numbers, strict=True)
    ]
    yield Feature("squares, pawns, mobility, king", (work[0], work[1]), share)
    attacks = taper(threats[0], phase_of(s)), taper(threats[1], phase_of(s))
    yield Feature("threats", attacks, share)
    yield Feature("to move", (1, 0) if s.turn == 0 else (0, 1), TO_MOVE / HUNDRED)


def find_share(s: Position, men: tuple[Men, Men], threats: tuple[int, int]) -> float:
    """The share of a lead that can be won; with no lead the side that does not move is ahead."""
    white, black = find_sides(s)
    lead = taper(men[0].score - men[1].score + threats[0] - threats[1], phase_of(s))
    is_ahead = lead > 0 or (lead == 0 and s.turn == 1)
    return sharpness(s, white, black) if is_ahead else sharpness(s, black, white)


TERMS: dict[str, Callable[[Position], Iterator[Feature]]] = {
    "material": yield_material,
    "positional": yield_positional,
}
"""The terms of each evaluation by its name."""
