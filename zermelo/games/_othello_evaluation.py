"""Estimates of othello: the final difference of discs that a position's features suggest.

Every feature is the mover's count minus the other side's, except parity:

=========  =====================================================================================
corners    discs in corners
c-squares  discs beside an empty corner, on the edge: they invite the other side to take it
x-squares  discs diagonally beside an empty corner: even more so
edges      other discs on the edge
inner      other discs
stable     discs that can never be turned over again
moves      squares where one may move now
frontier   empty squares beside the other side's discs: moves that one may have later
parity     1 if the number of empty squares is odd (the mover has the last move), −1 if even
=========  =====================================================================================

Each has three weights, in discs: at the start, in the middle of the game and at the end. In between
they are interpolated.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from zermelo.game import Feature

FEATURES = (
    "corners",
    "c-squares",
    "x-squares",
    "edges",
    "inner",
    "stable",
    "moves",
    "frontier",
    "parity",
)

OPENING = (9.1, -9.1, -9.8, -0.3, -0.6, 7.0, 0.6, -0.1, -0.2)
MIDDLE = (4.7, 0.3, -8.2, -0.3, -0.4, 1.7, 0.9, 0.6, -0.3)
ENDING = (-1.1, -2.7, -0.1, -0.7, 0.3, 1.1, 4.2, -1.8, 0.0)
"""Fitted by least squares to the final differences of 12,000 games of 8×8: six to twenty random
moves, then alpha-beta to depth 4 with weights guessed by hand and a random move in fifty, the last
ten squares played out exactly."""

WEIGHTS = OPENING + MIDDLE + ENDING
PHASES = "opening", "middle", "ending"


def positional(game: Any, own: int, opp: int) -> float:
    """The estimate for the mover."""
    occupied = own | opp
    empty = game.full & ~occupied
    left = empty.bit_count() / (game.cells - 4)
    near = game.beside(game.corners & empty)
    c, x = near & game.edge, near & game.middle
    edges = game.edge & ~(c | game.corners)
    inner = game.middle & ~x
    w = game.weights
    v = weight(w, 0, left) * lead(own, opp, game.corners)
    v += weight(w, 1, left) * lead(own, opp, c) + weight(w, 2, left) * lead(own, opp, x)
    v += weight(w, 3, left) * lead(own, opp, edges) + weight(w, 4, left) * lead(own, opp, inner)
    v += weight(w, 5, left) * (game.stable(own).bit_count() - game.stable(opp).bit_count())
    v += weight(w, 6, left) * (
        game._moves(own, opp).bit_count() - game._moves(opp, own).bit_count()
    )
    v += weight(w, 7, left) * lead(game.beside(opp), game.beside(own), empty)
    v += weight(w, 8, left) * (1 if empty.bit_count() & 1 else -1)
    return float(v * game.cells / 64)


def features(game: Any, black: int, white: int, turn: int) -> Iterator[Feature]:
    """The terms of `positional`, Black's counts first."""
    empty = game.full & ~(black | white)
    left = empty.bit_count() / (game.cells - 4)
    size = game.cells / 64
    sides = count(game, black, white, empty), count(game, white, black, empty)
    for i, counts in enumerate(zip(*sides, strict=True)):
        yield Feature(FEATURES[i], counts, weight(game.weights, i, left) * size)
    parity = 1 if empty.bit_count() & 1 else -1
    yield Feature(
        FEATURES[-1],
        (parity, 0) if turn == 0 else (0, parity),
        weight(game.weights, 8, left) * size,
    )


def count(game: Any, own: int, opp: int, empty: int) -> tuple[int, ...]:
    """What one side has of each feature but the parity."""
    near = game.beside(game.corners & empty)
    c, x = near & game.edge, near & game.middle
    areas = (game.corners, c, x, game.edge & ~(c | game.corners), game.middle & ~x)
    return (
        *((own & squares).bit_count() for squares in areas),
        game.stable(own).bit_count(),
        game._moves(own, opp).bit_count(),
        (game.beside(opp) & empty).bit_count(),
    )


def lead(own: int, opp: int, squares: int) -> int:
    """The number of some squares that one side has more of."""
    return (own & squares).bit_count() - (opp & squares).bit_count()


def weight(weights: Sequence[float], i: int, left: float) -> float:
    """The weight of a feature when this share of the squares, from 1 to 0, is still empty."""
    n = 9
    if left > 0.5:
        return weights[n + i] + (weights[i] - weights[n + i]) * (2 * left - 1)
    return weights[2 * n + i] + (weights[n + i] - weights[2 * n + i]) * 2 * left


def weight_leads(game: Any, black: int, white: int, turn: int) -> Iterator[tuple[str, float]]:
    """What `positional` multiplies each of the 27 weights by, for Black."""
    left = (game.full & ~(black | white)).bit_count() / (game.cells - 4)
    shares = max(2 * left - 1, 0.0), 1 - abs(2 * left - 1), max(1 - 2 * left, 0.0)
    terms = list(features(game, black, white, turn))
    for phase, share in zip(PHASES, shares, strict=True):
        for term in terms:
            yield f"{term.name}, {phase}", term.lead * share * game.cells / 64
