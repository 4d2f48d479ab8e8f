"""Static exchange evaluation (SEE): what a move gains if both sides go on taking on its target.

Each side takes with its least valuable man, and stops when that pays. Pins and checks do not count.
"""

from __future__ import annotations

from zermelo.games._chess_board import (
    KING,
    KNIGHT,
    PAWN,
    Position,
    diagonal_from,
    straight_from,
)

KING_VALUE = 20


def value_of(s: Position, bit: int) -> int:
    """What the man on a square is worth in an exchange; 0 for an empty square."""
    if s.pawns & bit:
        return 1
    if s.diagonal & bit:
        return 9 if s.straight & bit else 3
    if s.straight & bit:
        return 5
    if s.knights & bit:
        return 3
    return KING_VALUE if s.kings & bit else 0


def gains(s: Position, a: int, least: int) -> bool:
    """Does a move, with the exchange that it begins, gain at least this many pawns?

    The balance is what is gained if the man that took last is taken in its turn, less `least`: each
    side is asked whether it can take back, until one has enough even so.
    """
    src, target, kind = 1 << (a & 63), a >> 6 & 63, a >> 12
    dst = 1 << target
    risk, balance = value_of(s, src), value_of(s, dst) - least
    occupied = (s.own | s.foe) & ~src | dst
    if target == s.passing and s.pawns & src:
        balance += 1
        occupied &= ~(1 << (target ^ 8))
    if kind:
        risk = 9 if kind == 6 else 5 if kind == 4 else 3
        balance += risk - 1
    if balance < 0:
        return False
    balance -= risk
    while balance < 0:
        men = guards(s, target, occupied)
        bit = least_valuable(s, men & s.foe)
        if bit == 0 or (s.kings & bit and men & s.own):
            return True
        balance += value_of(s, bit)
        if balance < 0:
            return False
        occupied &= ~bit
        men = guards(s, target, occupied)
        bit = least_valuable(s, men & s.own)
        if bit == 0 or (s.kings & bit and men & s.foe):
            return False
        balance -= value_of(s, bit)
        occupied &= ~bit
    return True


def guards(s: Position, square: int, occupied: int) -> int:
    """The men of both sides that could take on a square, if these squares are occupied."""
    pawns = PAWN[s.turn << 6 | square] & s.foe | PAWN[1 - s.turn << 6 | square] & s.own
    found = KNIGHT[square] & s.knights | pawns & s.pawns | KING[square] & s.kings
    found |= straight_from(square, occupied) & s.straight
    return (found | diagonal_from(square, occupied) & s.diagonal) & occupied


def least_valuable(s: Position, men: int) -> int:
    """The least valuable of some men, as a set; empty if there is none."""
    found = men & s.pawns
    if not found:
        found = men & (s.knights | s.diagonal & ~s.straight)
    if not found:
        found = men & s.straight & ~s.diagonal
    if not found:
        found = men & s.diagonal
    if not found:
        found = men
    return found & -found
