"""Estimates of chess positions, each for the player to move.

=============  ================================================================================
`material`     the lecture's: (w − b) / (w + b) with 1, 3, 3, 5, 9
`linear`       features with weights, w · f, as CS188 writes it
`positional`   made to play well: tables of squares, mobility, pawns, rooks, and the kings' safety
=============  ================================================================================

`positional` counts hundredths of a pawn twice, for the middle game and for the ending, and mixes
the two by what is left on the board. Its numbers were set by hand and kept round; they come from no
other program.
"""

from __future__ import annotations

from zermelo.bits import FULL
from zermelo.games._chess_board import KING, NORTH, SOUTH, Position, reach

PAWN_KIND, KNIGHT_KIND, BISHOP_KIND, ROOK_KIND, QUEEN_KIND, KING_KIND = range(6)
EVERY = 0x0101010101010101
NOT_A, NOT_H = 0xFEFEFEFEFEFEFEFE, 0x7F7F7F7F7F7F7F7F
FILE = tuple(EVERY << (i & 7) for i in range(64))
"""The file of a square."""
BESIDE = tuple(
    sum(EVERY << f for f in (file - 1, file + 1) if 0 <= f < 8)
    for file in [i & 7 for i in range(64)]
)
"""The files next to it."""
AHEAD = NORTH + SOUTH
"""The squares in front of a square, for both colours."""


def _fronts() -> tuple[int, ...]:
    """The squares in front on the same file and those beside it.

    Without a pawn of the other side there, a pawn is passed.
    """
    found = []
    for turn in range(2):
        for i in range(64):
            front = 0
            for file in range(max(0, (i & 7) - 1), min(7, (i & 7) + 1) + 1):
                front |= AHEAD[turn << 6 | i & 56 | file]
            found.append(front)
    return tuple(found)


FRONT = _fronts()

CAP = 0.999
"""Only the end of the game is worth 1."""


def counts(s: Position, men: int) -> tuple[int, int, int, int, int]:
    """How many pawns, knights, bishops, rooks and queens there are among some men."""
    queens = s.diagonal & s.straight
    return (
        (s.pawns & men).bit_count(),
        (s.knights & men).bit_count(),
        (s.diagonal & ~queens & men).bit_count(),
        (s.straight & ~queens & men).bit_count(),
        (queens & men).bit_count(),
    )


# ---------------------------------------------------------------------- material


def material(s: Position) -> float:
    """(own − other) / (own + other) with the lecture's 1, 3, 3, 5, 9; 0 for bare kings."""
    own, foe = points(s, s.own), points(s, s.foe)
    if own + foe == 0:
        return 0.0
    return min(max((own - foe) / (own + foe), -CAP), CAP)


def points(s: Position, men: int) -> int:
    """The worth of some men by 1, 3, 3, 5, 9."""
    pawns, knights, bishops, rooks, queens = counts(s, men)
    return pawns + 3 * knights + 3 * bishops + 5 * rooks + 9 * queens


# ---------------------------------------------------------------------- w · f

FEATURES = (
    "pawns", "knights", "bishops", "rooks", "queens", "bishop pairs", "passed pawns",
    "doubled pawns", "isolated pawns", "rooks on open files", "mobility", "pawns before the king",
)  # fmt: skip
WEIGHTS = (1.0, 3.2, 3.3, 5.0, 9.5, 0.4, 0.4, -0.15, -0.15, 0.25, 0.04, 0.15)
"""In pawns."""

LARGEST = 200.0
"""More than any side's w · f: fifteen queens are 143."""


def linear(s: Position) -> float:
    """w · f of the player to move less the other's, scaled to stay below a win."""
    own, foe = features(s, s.own, s.foe, s.turn), features(s, s.foe, s.own, 1 - s.turn)
    total = 0.0
    for i in range(len(WEIGHTS)):
        total += WEIGHTS[i] * (own[i] - foe[i])
    return min(max(total / LARGEST, -CAP), CAP)


def features(
    s: Position, own: int, foe: int, turn: int
) -> tuple[int, int, int, int, int, int, int, int, int, int, int, int]:
    """What `FEATURES` names, counted for one side."""
    pawns, knights, bishops, rooks, queens = counts(s, own)
    passed, doubled, isolated = pawn_features(s, own, foe, turn)
    opened, mobility = piece_features(s, own, foe)
    king = (s.kings & own).bit_length() - 1
    shelter = (FRONT[turn << 6 | king] & KING[king] & s.pawns & own).bit_count()
    pair = 1 if bishops > 1 else 0
    return (
        pawns, knights, bishops, rooks, queens, pair,
        passed, doubled, isolated, opened, mobility, shelter,
    )  # fmt: skip


def pawn_features(s: Position, own: int, foe: int, turn: int) -> tuple[int, int, int]:
    """The numbers of passed, doubled and isolated pawns of one side."""
    passed = doubled = isolated = 0
    pawns = s.pawns & own
    while pawns:
        square = (pawns & -pawns).bit_length() - 1
        passed += 1 if not FRONT[turn << 6 | square] & s.pawns & foe else 0
        doubled += 1 if AHEAD[turn << 6 | square] & s.pawns & own else 0
        isolated += 1 if not BESIDE[square] & s.pawns & own else 0
        pawns &= pawns - 1
    return passed, doubled, isolated


def piece_features(s: Position, own: int, foe: int) -> tuple[int, int]:
    """The rooks of one side on open files, and the moves of its pieces."""
    opened = mobility = 0
    men = own & ~s.pawns
    while men:
        square = (men & -men).bit_length() - 1
        mobility += (reach(s, square, own | foe) & ~own).bit_count()
        if s.straight & ~s.diagonal & men & -men and not FILE[square] & s.pawns:
            opened += 1
        men &= men - 1
    return opened, mobility


# ---------------------------------------------------------------------- positional


def _inner(i: int) -> int:
    """How far a rank or file is from the edge: 0 to 3."""
    return min(i, 7 - i)


MIDDLE_VALUES = (90, 330, 345, 485, 1000, 0)
ENDING_VALUES = (115, 300, 325, 545, 980, 0)
KING_FILES = (18, 28, 12, -8, -8, -4, 30, 20)


def _middle(kind: int, rank: int, file: int) -> int:
    """What a man is worth on a square in the middle game, seen from its own side."""
    centre = _inner(rank) + _inner(file)
    if kind == PAWN_KIND:
        return _middle_pawn(rank, file)
    if kind == KNIGHT_KIND:
        return 8 * centre - 30 + (8 if 3 <= rank <= 5 else 0) - (6 if rank == 0 else 0)
    if kind == BISHOP_KIND:
        on_long_diagonal = rank in (file, 7 - file)
        return 4 * centre - 12 - (8 if rank == 0 else 0) + (6 if on_long_diagonal else 0)
    if kind == ROOK_KIND:
        return 4 * _inner(file) - 6 + (18 if rank == 6 else 0)
    if kind == QUEEN_KIND:
        return 2 * centre - 6
    return KING_FILES[file] - (0, 14, 36, 55, 65, 70, 75, 80)[rank]


def _middle_pawn(rank: int, file: int) -> int:
    """What a pawn is worth on a square in the middle game."""
    worth = (0, 0, 2, 5, 12, 25, 45, 0)[rank] - (4 if file in (0, 7) else 0)
    if file in (3, 4):
        worth += (0, -12, 4, 16, 18, 14, 10, 0)[rank]
    elif file in (2, 5):
        worth += (0, 0, 0, 6, 8, 10, 10, 0)[rank]
    return worth


def _ending(kind: int, rank: int, file: int) -> int:
    """The same in the ending."""
    centre = _inner(rank) + _inner(file)
    if kind == PAWN_KIND:
        return (0, 0, 4, 10, 20, 40, 70, 0)[rank]
    if kind == KNIGHT_KIND:
        return 7 * centre - 22
    if kind == BISHOP_KIND:
        return 4 * centre - 12
    if kind == ROOK_KIND:
        return 14 if rank == 6 else 6 if rank == 7 else 0
    if kind == QUEEN_KIND:
        return 5 * centre - 14
    return 11 * centre - 32


def _table(of: str) -> tuple[int, ...]:
    """Worth by kind and square, a man's value included."""
    values, bonus = (MIDDLE_VALUES, _middle) if of == "middle" else (ENDING_VALUES, _ending)
    return tuple(values[kind] + bonus(kind, i >> 3, i & 7) for kind in range(6) for i in range(64))


MIDDLE, ENDING = _table("middle"), _table("ending")

PHASE = (0, 1, 1, 2, 4, 0)
"""How much of the middle game a man stands for; 24 at the start."""
WHOLE = 24

FREE_MIDDLE, FREE_ENDING, USUAL = (0, 4, 4, 2, 1, 0), (0, 4, 5, 4, 3, 0), (0, 4, 6, 7, 12, 0)
"""For each square that a man can go to beyond the usual number, where no pawn would take it."""
ATTACK = (0, 3, 2, 3, 5, 0)
"""For each square around the king that a man attacks: the square of the sum counts."""

PASSED_MIDDLE, PASSED_ENDING = (0, 4, 6, 12, 28, 55, 90, 0), (0, 10, 16, 32, 60, 105, 160, 0)
SCALE = 600.0
"""Hundredths of a pawn that are worth half a win."""

TO_MOVE = 10.0
"""Hundredths of a pawn that the move is worth."""


def positional(s: Position) -> float:
    """The tapered sum, squeezed into −1 … 1: x / (|x| + 600)."""
    own_middle, own_ending, own_phase = worth(s, s.own, s.foe, s.turn)
    foe_middle, foe_ending, foe_phase = worth(s, s.foe, s.own, 1 - s.turn)
    phase = min(own_phase + foe_phase, WHOLE)
    lead = (phase * (own_middle - foe_middle) + (WHOLE - phase) * (own_ending - foe_ending)) / WHOLE
    ahead, behind = (s.own, s.foe) if lead > 0 else (s.foe, s.own)
    lead = lead * sharpness(s, ahead, behind) + TO_MOVE
    return lead / (abs(lead) + SCALE)


def sharpness(s: Position, ahead: int, behind: int) -> float:
    """The share of a lead that can be turned into a win.

    It is small without pawns, and falls while nothing is captured and no pawn moves.
    """
    left = (200 - min(s.clock, 100)) / 200
    if not s.pawns & ahead and points(s, ahead) - points(s, behind) < 4:
        return left / 8
    return left


def worth(s: Position, own: int, foe: int, turn: int) -> tuple[int, int, int]:
    """One side in the middle game and in the ending, and what its men add to the phase."""
    middle, ending = pawn_worth(s, own, foe, turn)
    phase = pressure = bishops = 0
    flip = 56 * turn
    occupied = own | foe
    foe_pawns = s.pawns & foe
    guarded = pawn_attacks(foe_pawns, 1 - turn)
    foe_king = (s.kings & foe).bit_length() - 1
    zone = KING[foe_king] | s.kings & foe
    men = own & ~s.pawns
    while men:
        bit = men & -men
        square = bit.bit_length() - 1
        men ^= bit
        kind = kind_of(s, bit)
        middle += MIDDLE[kind << 6 | square ^ flip]
        ending += ENDING[kind << 6 | square ^ flip]
        phase += PHASE[kind]
        if kind == KING_KIND:
            middle += (
                9
                * (
                    FRONT[turn << 6 | square] & (KING[square] | KING[square ^ 8]) & s.pawns & own
                ).bit_count()
            )
            continue
        attacked = reach(s, square, occupied)
        free = (attacked & ~own & ~guarded).bit_count() - USUAL[kind]
        middle += FREE_MIDDLE[kind] * free
        ending += FREE_ENDING[kind] * free
        pressure += ATTACK[kind] * (attacked & zone).bit_count()
        if kind == BISHOP_KIND:
            bishops += 1
        elif kind == ROOK_KIND and not FILE[square] & s.pawns & own:
            middle += 28 if not FILE[square] & s.pawns else 12
            ending += 12 if not FILE[square] & s.pawns else 6
    if bishops > 1:
        middle += 32
        ending += 48
    middle += min(pressure * pressure // 8, 400)
    if foe == s.kings & foe:  # a bare king is driven to the edge, and the other king comes near
        ending += 30 * from_centre(foe_king) - 20 * distance(
            foe_king, (s.kings & own).bit_length() - 1
        )
    return middle, ending, phase


def pawn_worth(s: Position, own: int, foe: int, turn: int) -> tuple[int, int]:
    """The pawns of one side: where they stand, doubled, isolated, supported, passed."""
    pawns, foe_pawns = s.pawns & own, s.pawns & foe
    supported = pawn_attacks(pawns, turn)
    own_king, foe_king = (s.kings & own).bit_length() - 1, (s.kings & foe).bit_length() - 1
    flip = 56 * turn
    middle = ending = 0
    men = pawns
    while men:
        bit = men & -men
        square = bit.bit_length() - 1
        men ^= bit
        middle += MIDDLE[square ^ flip]
        ending += ENDING[square ^ flip]
        if AHEAD[turn << 6 | square] & pawns:
            middle -= 8
            ending -= 18
        if not BESIDE[square] & pawns:
            middle -= 12
            ending -= 14
        elif supported & bit:
            middle += 8
            ending += 6
        if not (FRONT[turn << 6 | square] & foe_pawns or AHEAD[turn << 6 | square] & pawns):
            rank = (square ^ flip) >> 3
            step = square - 8 if turn else square + 8
            middle += PASSED_MIDDLE[rank]
            ending += PASSED_ENDING[rank] + rank * (
                2 * distance(foe_king, step) - distance(own_king, step)
            )
            if own >> step & 1 or foe >> step & 1:
                ending -= PASSED_ENDING[rank] // 3
    return middle, ending


def kind_of(s: Position, bit: int) -> int:
    """0 pawn, 1 knight, 2 bishop, 3 rook, 4 queen, 5 king."""
    if s.pawns & bit:
        return PAWN_KIND
    if s.knights & bit:
        return KNIGHT_KIND
    if s.kings & bit:
        return KING_KIND
    return 1 + (1 if s.diagonal & bit else 0) + (2 if s.straight & bit else 0)


def pawn_attacks(pawns: int, turn: int) -> int:
    """All squares that some pawns attack."""
    left, right = pawns & NOT_A, pawns & NOT_H
    if turn:
        return left >> 9 | right >> 7
    return (left << 7 | right << 9) & FULL


def distance(a: int, b: int) -> int:
    """The moves of a king from one square to another."""
    return max(abs((a >> 3) - (b >> 3)), abs((a & 7) - (b & 7)))


def from_centre(square: int) -> int:
    """0 in the middle to 6 in a corner."""
    return 6 - min(square >> 3, 7 - (square >> 3)) - min(square & 7, 7 - (square & 7))
