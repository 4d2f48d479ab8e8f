"""The terms of the estimates of chess, White's counts first: what `zermelo evaluate chess` prints.

Each function yields the terms of the estimate of that name in `_chess_evaluation`. Their sum is in
pawns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from zermelo.game import Feature
from zermelo.games._chess_board import Position
from zermelo.games._chess_evaluation import (
    ENDING_VALUES,
    FEATURES,
    MIDDLE_VALUES,
    SCALE,
    TO_MOVE,
    WEIGHTS,
    WHOLE,
    counts,
    features,
    pawn_worth,
    sharpness,
    worth,
)

HUNDRED = 100
"""`positional` counts in hundredths of a pawn."""

HALF_WIN = SCALE / HUNDRED
"""The pawns that are worth half a win."""

MEN = ("pawns", "knights", "bishops", "rooks", "queens")
VALUES = (1.0, 3.0, 3.0, 5.0, 9.0)
"""The lecture's e(pawn), e(knight), e(bishop), e(rook), e(queen)."""


def find_sides(s: Position) -> tuple[int, int]:
    """White's men and Black's."""
    return (s.own, s.foe) if s.turn == 0 else (s.foe, s.own)


def yield_material(s: Position) -> Iterator[Feature]:
    """The lecture's w and b: men by 1, 3, 3, 5, 9."""
    white, black = (counts(s, men) for men in find_sides(s))
    for name, value, *numbers in zip(MEN, VALUES, white, black, strict=True):
        yield Feature(name, tuple(numbers), value)


def yield_linear(s: Position) -> Iterator[Feature]:
    """The features of `linear`, with their weights."""
    white, black = find_sides(s)
    sides = features(s, white, black, 0), features(s, black, white, 1)
    for name, weight, *numbers in zip(FEATURES, WEIGHTS, *sides, strict=True):
        yield Feature(name, tuple(numbers), weight)


def yield_positional(s: Position) -> Iterator[Feature]:
    """The men by value, what their squares and their work add, and the move.

    The weights of the middle game and of the ending are mixed as `positional` mixes them.
    """
    white, black = find_sides(s)
    mix = Mixture(s, white, black)
    sides = counts(s, white), counts(s, black)
    for kind, numbers in enumerate(zip(*sides, strict=True)):
        weight = mix.mix(MIDDLE_VALUES[kind], ENDING_VALUES[kind])
        yield Feature(MEN[kind], numbers, weight / HUNDRED)
    pawns = mix.rate_pawns(white, black, 0), mix.rate_pawns(black, white, 1)
    pieces = mix.rate_pieces(white, black, 0), mix.rate_pieces(black, white, 1)
    yield Feature("pawns: squares, structure", pawns, mix.share / HUNDRED)
    yield Feature("pieces: squares, mobility, king", pieces, mix.share / HUNDRED)
    yield Feature("to move", (1, 0) if s.turn == 0 else (0, 1), TO_MOVE / HUNDRED)


class Mixture:
    """How much of the middle game a position is, and the share of a lead that can be won."""

    def __init__(self, s: Position, white: int, black: int) -> None:
        self.s = s
        one, other = worth(s, white, black, 0), worth(s, black, white, 1)
        self.phase = min(one[2] + other[2], WHOLE)
        lead = self.taper(one[0] - other[0], one[1] - other[1])
        ahead, behind = (white, black) if self._is_ahead(lead) else (black, white)
        self.share = sharpness(s, ahead, behind)

    def _is_ahead(self, lead: float) -> bool:
        """Does White count as the side ahead? With no lead it is the side that does not move."""
        return lead > 0 or (lead == 0 and self.s.turn == 1)

    def taper(self, middle: float, ending: float) -> float:
        """A number of the middle game and one of the ending, mixed by the phase."""
        return (self.phase * middle + (WHOLE - self.phase) * ending) / WHOLE

    def mix(self, middle: float, ending: float) -> float:
        """The same, less what cannot be turned into a win."""
        return self.taper(middle, ending) * self.share

    def rate_pawns(self, own: int, foe: int, turn: int) -> float:
        """What the pawns of a side are worth beyond their number."""
        middle, ending = pawn_worth(self.s, own, foe, turn)
        number = counts(self.s, own)[0]
        return self.taper(middle - MIDDLE_VALUES[0] * number, ending - ENDING_VALUES[0] * number)

    def rate_pieces(self, own: int, foe: int, turn: int) -> float:
        """What the pieces of a side are worth beyond their number."""
        pawns, whole = pawn_worth(self.s, own, foe, turn), worth(self.s, own, foe, turn)
        middle, ending = whole[0] - pawns[0], whole[1] - pawns[1]
        for kind, number in enumerate(counts(self.s, own)[1:], 1):
            middle -= MIDDLE_VALUES[kind] * number
            ending -= ENDING_VALUES[kind] * number
        return self.taper(middle, ending)


TERMS: dict[str, Callable[[Position], Iterator[Feature]]] = {
    "material": yield_material,
    "linear": yield_linear,
    "positional": yield_positional,
}
"""The terms of each evaluation by its name."""
