"""The estimate `positional` of chess, made to play well.

It counts hundredths of a pawn twice, for the middle game and for the ending, and mixes the two by
what is left on the board. What is counted, for each side:

=======  ==========================================================================================
men      their values, and tables of the squares they stand on
pawns    doubled, isolated, backward, supported, side by side, passed
pieces   squares they can go to, a pair of bishops, outposts, open files
threats  men attacked by less valuable ones, or attacked and not defended; pawns that can step to
         where they attack a piece
king     the pawns before it, what attacks the squares around it, what can give check and stay
=======  ==========================================================================================

A score holds both counts in one number: the ending's in units of ENDING, see `split`. The weights
are in `_chess_weights`. Sets of squares are computed for all pawns of a side at once.
"""

from __future__ import annotations

from typing import NamedTuple

from zermelo.bits import FULL, lowest
from zermelo.game import INFINITY
from zermelo.games._chess_board import KING, KNIGHT, Position, diagonal_from, straight_from
from zermelo.games._chess_sets import (
    BESIDE,
    FILE,
    FRONT,
    distance,
    from_centre,
    pawn_attacks,
    points,
    squares_ahead,
    widen,
)
from zermelo.games._chess_weights import (
    BACKWARD,
    BISHOP_AT,
    BISHOP_FREE,
    BISHOP_OUTPOST,
    BISHOP_PAIR,
    CHECKS,
    DOUBLED,
    ENDING,
    HALF_OPEN_FILE,
    ISOLATED,
    KING_AT,
    KNIGHT_AT,
    KNIGHT_FREE,
    KNIGHT_OUTPOST,
    LOOSE,
    LOOSE_TO_MOVE,
    MINOR_ATTACKS_MAJOR,
    MINOR_ATTACKS_MINOR,
    NO_QUEEN,
    NO_SHELTER,
    OPEN_FILE,
    PASSED,
    PASSED_BLOCKED,
    PASSED_FREE,
    PASSED_NEAR_FOE,
    PASSED_NEAR_KING,
    PASSED_SUPPORTED,
    PAWN_AT,
    PAWN_ATTACKS_PIECE,
    PRESSURE,
    PUSH_ATTACKS_PIECE,
    QUEEN_AT,
    QUEEN_FREE,
    ROOK_AT,
    ROOK_FREE,
    RUNNER,
    SHELTER,
    SHELTER_FAR,
    SIDE_BY_SIDE,
    SUPPORTED,
    TO_MOVE,
    ZONE,
)

LIGHT = 0x55AA55AA55AA55AA
THIRD_RANKS = (0xFF0000, 0xFF0000000000)
"""Where a pawn of White and of Black is after its first step."""

OUTPOSTS = (0x0000FFFFFF000000, 0x000000FFFFFF0000)
"""The fourth to the sixth rank of White and of Black."""

NO_RACE = -1

WHOLE = 24
"""The phase of the middle game: 1 for a knight or a bishop, 2 for a rook, 4 for a queen."""

HALF_WIN = 4.0
"""The pawns that are worth half a win."""

HALF = 1 << 19


class Side(NamedTuple):
    """What the terms of one side share."""

    own: int
    pawns: int
    occupied: int
    free: int
    """Squares that count as free for its pieces: no own man there, no pawn would take."""
    zone: int
    """The squares around the other king."""
    king: int
    foe_king: int
    posts: int
    """Outposts: squares guarded by a pawn, from which no pawn can ever drive a piece away."""
    flip: int
    """Turns a square of this side into White's."""
    race: int
    """The moves that the other king is ahead in a race with a pawn: 1 or 0; NO_RACE if the other
    side has pieces."""


class PieceSum(NamedTuple):
    """What the pieces of one kind add."""

    score: int
    attacked: int
    pressure: int
    """What they do to the other king: an index into PRESSURE."""


class Men(NamedTuple):
    """The score of one side, and the squares that its men attack."""

    score: int
    attacked: int
    by_pawns: int
    by_knights: int
    by_bishops: int
    by_rooks: int
    by_queens: int
    pressure: int
    """What its pieces do to the squares around the other king."""


def positional(s: Position) -> float:
    """The tapered sum, brought into −1 … 1 by `as_share`."""
    own = rate_men(s, s.own, s.foe, s.turn)
    foe = rate_men(s, s.foe, s.own, 1 - s.turn)
    threats = rate_threats(s, s.turn, own, foe) - rate_threats(s, 1 - s.turn, foe, own)
    lead = taper(own.score - foe.score + threats, phase_of(s))
    ahead, behind = (s.own, s.foe) if lead > 0 else (s.foe, s.own)
    return as_share((lead * sharpness(s, ahead, behind) + TO_MOVE) / 100)


def as_share(pawns: float) -> float:
    """The share of a win that a lead is worth: in proportion up to half a win, then ever less.

    A pawn more is worth the same wherever it can still matter, so margins of a search are, too.

    >>> as_share(1), as_share(4), as_share(8), as_share(-16)
    (0.125, 0.5, 0.75, -0.875)
    """
    if abs(pawns) <= HALF_WIN:
        return pawns / (2 * HALF_WIN)
    share = 1 - HALF_WIN / (2 * abs(pawns))
    return share if pawns > 0 else -share


def as_pawns(share: float) -> float:
    """The lead that is worth this share of a win: no lead is a win.

    >>> as_pawns(0.125), as_pawns(0.75), as_pawns(-0.875), as_pawns(1.0)
    (1.0, 8.0, -16.0, inf)
    """
    if abs(share) <= 0.5:
        return share * 2 * HALF_WIN
    pawns = HALF_WIN / (2 * (1 - abs(share))) if abs(share) < 1 else INFINITY
    return pawns if share > 0 else -pawns


def split(score: int) -> tuple[int, int]:
    """The two counts in a score: of the middle game and of the ending.

    >>> split(30 - 7 * ENDING), split(-30 + 7 * ENDING)
    ((30, -7), (-30, 7))
    """
    middle = (score + HALF & 2 * HALF - 1) - HALF
    return middle, (score - middle) // ENDING


def taper(score: int, phase: int) -> float:
    """The two counts in a score, mixed by the phase."""
    middle, ending = split(score)
    return (phase * middle + (WHOLE - phase) * ending) / WHOLE


def phase_of(s: Position) -> int:
    """How much of the middle game is left."""
    phase = s.knights.bit_count() + s.diagonal.bit_count() + 2 * s.straight.bit_count()
    return min(phase + (s.diagonal & s.straight).bit_count(), WHOLE)


def sharpness(s: Position, ahead: int, behind: int) -> float:
    """The share of a lead that can be turned into a win.

    It is small without pawns, with bishops of opposite colours only, and falls while nothing is
    captured and no pawn moves.
    """
    left = (200 - min(s.clock, 100)) / 200
    if not s.pawns & ahead and points(s, ahead) - points(s, behind) < 4:
        return left / 8
    if not s.knights | s.straight and s.diagonal & LIGHT and s.diagonal & ~LIGHT:
        is_opposite = (s.diagonal & ahead).bit_count() == 1 == (s.diagonal & behind).bit_count()
        return left / 2 if is_opposite else left
    return left


def rate_men(s: Position, own: int, foe: int, turn: int) -> Men:
    """What one side has, its threats aside."""
    pawns, foe_pawns = s.pawns & own, s.pawns & foe
    by_pawns, guarded = pawn_attacks(pawns, turn), pawn_attacks(foe_pawns, 1 - turn)
    driven = widen(squares_ahead(foe_pawns, 1 - turn))
    king, foe_king = lowest(s.kings & own), lowest(s.kings & foe)
    side = Side(
        own, pawns, own | foe, FULL & ~(own | guarded), KING[foe_king] | s.kings & foe,
        king, foe_king, by_pawns & ~driven & OUTPOSTS[turn], 56 * turn,
        NO_RACE if foe & ~(s.pawns | s.kings) else 1 if s.turn != turn else 0,
    )  # fmt: skip
    queens = s.diagonal & s.straight
    knights = rate_knights(side, s.knights & own)
    bishops = rate_bishops(side, s.diagonal & ~queens & own)
    rooks = rate_rooks(side, s.straight & ~queens & own, foe_pawns)
    ladies = rate_queens(side, queens & own)
    pressure = knights.pressure + bishops.pressure + rooks.pressure + ladies.pressure
    score = rate_pawns(side, foe_pawns, guarded, by_pawns, driven, turn) + rate_king(side, turn)
    score += knights.score + bishops.score + rooks.score + ladies.score
    if foe == s.kings & foe:
        score += rate_drive(side)
    attacked = by_pawns | knights.attacked | bishops.attacked | rooks.attacked | ladies.attacked
    return Men(
        score, attacked | KING[king], by_pawns, knights.attacked, bishops.attacked, rooks.attacked,
        ladies.attacked, pressure,
    )  # fmt: skip


def rate_drive(side: Side) -> int:
    """A bare king is driven to the edge, and the other king comes near."""
    worth = 30 * from_centre(side.foe_king) - 20 * distance(side.foe_king, side.king)
    return worth * ENDING


def rate_threats(s: Position, turn: int, by: Men, of: Men) -> int:
    """What one side threatens: the other side's men, and its king."""
    own, foe = (s.own, s.foe) if s.turn == turn else (s.foe, s.own)
    pieces = foe & ~(s.pawns | s.kings)
    minors = pieces & (s.knights | s.diagonal & ~s.straight)
    by_minors = by.by_knights | by.by_bishops
    loose = (foe & by.attacked & ~of.attacked).bit_count()
    pushes = pawn_attacks(find_pushes(s, s.pawns & own, turn, by, of), turn)
    return (
        PAWN_ATTACKS_PIECE * (pieces & by.by_pawns).bit_count()
        + PUSH_ATTACKS_PIECE * (pieces & pushes).bit_count()
        + MINOR_ATTACKS_MAJOR * (s.straight & foe & by_minors).bit_count()
        + MINOR_ATTACKS_MINOR * (minors & by_minors).bit_count()
        + (LOOSE_TO_MOVE if s.turn == turn else LOOSE) * loose
        + rate_attack(s, own, foe, by, of)
    )


def find_pushes(s: Position, pawns: int, turn: int, by: Men, of: Men) -> int:
    """The squares to which pawns of one side can step without being lost."""
    free = FULL & ~(s.own | s.foe)
    steps = (pawns >> 8 if turn else pawns << 8) & free
    twice = steps & THIRD_RANKS[turn]
    steps |= (twice >> 8 if turn else twice << 8) & free
    return steps & ~of.by_pawns & (by.attacked | ~of.attacked)


def rate_attack(s: Position, own: int, foe: int, by: Men, of: Men) -> int:
    """The attack on the other king: what is done to the squares around it, and safe checks."""
    king, occupied = lowest(s.kings & foe), own | foe
    safe = ~(own | of.attacked)
    straight = straight_from(king, occupied) & safe
    diagonal = diagonal_from(king, occupied) & safe
    pressure = by.pressure
    if KNIGHT[king] & safe & by.by_knights:
        pressure += CHECKS[0]
    if diagonal & by.by_bishops:
        pressure += CHECKS[1]
    if straight & by.by_rooks:
        pressure += CHECKS[2]
    if (straight | diagonal) & by.by_queens:
        pressure += CHECKS[3]
    if not s.diagonal & s.straight & own:
        pressure -= NO_QUEEN
    return PRESSURE[min(max(pressure, 0), len(PRESSURE) - 1)]


# ---------------------------------------------------------------------- pieces


def rate_knights(side: Side, men: int) -> PieceSum:
    """The knights of one side."""
    score, attacked, pressure = KNIGHT_OUTPOST * (men & side.posts).bit_count(), 0, 0
    while men:
        square = lowest(men)
        men &= men - 1
        reached = KNIGHT[square]
        attacked |= reached
        score += KNIGHT_AT[square ^ side.flip] + KNIGHT_FREE[(reached & side.free).bit_count()]
        pressure += ZONE[0] * (reached & side.zone).bit_count()
    return PieceSum(score, attacked, pressure)


def rate_bishops(side: Side, men: int) -> PieceSum:
    """The bishops of one side."""
    score, attacked, pressure = BISHOP_OUTPOST * (men & side.posts).bit_count(), 0, 0
    if men & men - 1:
        score += BISHOP_PAIR
    while men:
        square = lowest(men)
        men &= men - 1
        reached = diagonal_from(square, side.occupied)
        attacked |= reached
        score += BISHOP_AT[square ^ side.flip] + BISHOP_FREE[(reached & side.free).bit_count()]
        pressure += ZONE[1] * (reached & side.zone).bit_count()
    return PieceSum(score, attacked, pressure)


def rate_rooks(side: Side, men: int, foe_pawns: int) -> PieceSum:
    """The rooks of one side."""
    score = attacked = pressure = 0
    while men:
        square = lowest(men)
        men &= men - 1
        reached = straight_from(square, side.occupied)
        attacked |= reached
        score += ROOK_AT[square ^ side.flip] + ROOK_FREE[(reached & side.free).bit_count()]
        if not FILE[square] & side.pawns:
            score += HALF_OPEN_FILE if FILE[square] & foe_pawns else OPEN_FILE
        pressure += ZONE[2] * (reached & side.zone).bit_count()
    return PieceSum(score, attacked, pressure)


def rate_queens(side: Side, men: int) -> PieceSum:
    """The queens of one side."""
    score = attacked = pressure = 0
    while men:
        square = lowest(men)
        men &= men - 1
        reached = straight_from(square, side.occupied) | diagonal_from(square, side.occupied)
        attacked |= reached
        score += QUEEN_AT[square ^ side.flip] + QUEEN_FREE[(reached & side.free).bit_count()]
        pressure += ZONE[3] * (reached & side.zone).bit_count()
    return PieceSum(score, attacked, pressure)


def rate_king(side: Side, turn: int) -> int:
    """The square of the king, and the pawns before it."""
    front = FRONT[turn << 6 | side.king]
    near = front & KING[side.king]
    far = front & (near >> 8 if turn else near << 8) & ~near
    files = side.pawns | squares_ahead(side.pawns, 0) | squares_ahead(side.pawns, 1)
    bare = (FILE[side.king] | BESIDE[side.king]) & 0xFF & ~files
    return (
        KING_AT[side.king ^ side.flip]
        + SHELTER * (near & side.pawns).bit_count()
        + SHELTER_FAR * (far & side.pawns).bit_count()
        + NO_SHELTER * bare.bit_count()
    )


# ---------------------------------------------------------------------- pawns


def rate_pawns(
    side: Side, foe_pawns: int, guarded: int, by_pawns: int, driven: int, turn: int
) -> int:
    """The pawns of one side: where they stand, and how they stand together."""
    pawns = side.pawns
    ahead, behind = squares_ahead(pawns, turn), squares_ahead(pawns, 1 - turn)
    isolated = pawns & ~widen(pawns | ahead | behind)
    stops = pawns >> 8 if turn else pawns << 8 & FULL
    weak = stops & guarded & ~widen(ahead)
    passed = pawns & ~(behind | driven | squares_ahead(foe_pawns, 1 - turn))
    score = (
        DOUBLED * (pawns & behind).bit_count()
        + ISOLATED * isolated.bit_count()
        + BACKWARD * weak.bit_count()
        + SUPPORTED * (pawns & by_pawns).bit_count()
        + SIDE_BY_SIDE * (pawns & widen(pawns)).bit_count()
        + PASSED_SUPPORTED * (passed & by_pawns).bit_count()
    )
    while pawns:
        score += PAWN_AT[lowest(pawns) ^ side.flip]
        pawns &= pawns - 1
    while passed:
        score += rate_passed(side, lowest(passed), turn)
        passed &= passed - 1
    return score


def rate_passed(side: Side, square: int, turn: int) -> int:
    """A passed pawn: how far it is, what stands before it, and which king is near."""
    rank = (square ^ side.flip) >> 3
    step = square - 8 if turn else square + 8
    score = (
        PASSED[rank]
        + PASSED_NEAR_KING[rank] * distance(side.king, step)
        + PASSED_NEAR_FOE[rank] * distance(side.foe_king, step)
    )
    if side.occupied >> step & 1:
        return score + PASSED_BLOCKED[rank]
    if not squares_ahead(1 << square, turn) & side.occupied:
        score += PASSED_FREE[rank]
        if side.race != NO_RACE and outruns(side, square, rank):
            score += RUNNER
    return score


def outruns(side: Side, square: int, rank: int) -> bool:
    """Is the other king too far away to stop a pawn?"""
    steps = min(7 - rank, 5)  # from its first rank it steps twice
    goal = square & 7 | 56 ^ side.flip
    return distance(side.foe_king, goal) - side.race > steps
