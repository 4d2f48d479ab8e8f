"""The laws of chess (FIDE): moves, what they lead to, and the end of the game.

An action holds the two squares of a move and what a pawn becomes::

    bits  0 … 5    from
    bits  6 … 11   to: the king's square when castling, the empty square when taking en passant
    bits 12 … 14   0, or the sets that a promoted pawn joins: 1 knights, 2 diagonal (a bishop),
                   4 straight (a rook), 6 both (a queen)
"""

from __future__ import annotations

from collections.abc import Iterator

from zermelo.bits import FULL, lowest
from zermelo.game import Game
from zermelo.games._chess_board import (
    BETWEEN,
    KING,
    LINE,
    PAWN,
    Position,
    attackers,
    diagonal_from,
    reach,
    straight_from,
)
from zermelo.games._chess_sets import pawn_attacks

LAST_RANKS = 0xFF000000000000FF
BEFORE_LAST = (0x00FF000000000000, 0xFF00)
"""Where a pawn of White and of Black is before its last step."""

LIGHT = 0x55AA55AA55AA55AA
BECOMES = (6, 4, 2, 1)
"""What a pawn may become: queen, rook, bishop, knight."""

KEEPS = tuple({0: 13, 4: 12, 7: 14, 56: 7, 60: 3, 63: 11}.get(square, 15) for square in range(64))
"""The rights that are left after a move from or to a square."""


class ChessRules(Game[Position, int]):
    """The rules alone: without a start, estimates and text."""

    names = ("White", "Black")

    def __init__(self, claims: bool, points: bool = False) -> None:
        self.claims = claims
        self.lost, self.draw = (0.0, 0.5) if points else (-1.0, 0.0)
        self.total = 1 if points else 0
        self.repetition = 3 if claims else 5
        self.most_quiet = 100 if claims else 150

    def player(self, s: Position) -> int:
        return s.turn

    def actions(self, s: Position) -> Iterator[int]:
        if not self.is_draw(s):
            yield from self.moves(s)

    def moves(self, s: Position) -> Iterator[int]:
        """The legal moves, also where the game is drawn: what perft counts."""
        yield from self._moves_to(s, s.own, FULL, FULL)

    def noisy_actions(self, s: Position) -> Iterator[int]:
        """Captures and promotions."""
        if not self.is_draw(s):
            taken = s.foe | (1 << s.passing if s.passing >= 0 else 0)
            pawns = pawn_attacks(taken, 1 - s.turn) | BEFORE_LAST[s.turn]
            yield from self._moves_to(s, s.own & (~s.pawns | pawns), s.foe, taken | LAST_RANKS)

    def _moves_to(
        self, s: Position, movers: int, wanted: int, wanted_by_pawns: int
    ) -> Iterator[int]:
        """The legal moves of some men: of pieces and of pawns to these squares."""
        occupied = s.own | s.foe
        king = lowest(s.kings & s.own)
        checkers = attackers(s, king, occupied)
        aims = ~s.own
        if checkers:
            # take the man that gives check, or step between; a double check leaves the king alone
            if checkers & checkers - 1:
                movers &= s.kings
            aims = BETWEEN[king << 6 | lowest(checkers)] | checkers
        pinned = self._find_pins(s, king, occupied)
        while movers:
            bit = movers & -movers
            movers ^= bit
            source = bit.bit_length() - 1
            if s.pawns & bit:
                targets = self._pawn_targets(s, source, king, occupied, aims)
            elif source == king:
                targets = self._king_targets(s, king, occupied, checkers, wanted)
            else:
                targets = reach(s, source, occupied) & aims
            targets &= wanted_by_pawns if s.pawns & bit else wanted
            if pinned & bit:
                targets &= LINE[king << 6 | source]
            is_promotion = s.pawns & bit != 0 and targets & LAST_RANKS != 0
            while targets:
                move = source | lowest(targets) << 6
                targets &= targets - 1
                if is_promotion:
                    for kind in BECOMES:
                        yield move | kind << 12
                else:
                    yield move

    def _find_pins(self, s: Position, king: int, occupied: int) -> int:
        """The player's men that alone stand between the king and something that would attack it."""
        snipers = (
            straight_from(king, s.foe) & s.straight | diagonal_from(king, s.foe) & s.diagonal
        ) & s.foe
        pinned = 0
        while snipers:
            between = BETWEEN[king << 6 | lowest(snipers)] & occupied
            snipers &= snipers - 1
            if between & between - 1 == 0:
                pinned |= between
        return pinned

    def _pawn_targets(self, s: Position, source: int, king: int, occupied: int, aims: int) -> int:
        """Squares that a pawn can go to, to take en passant too."""
        step = -8 if s.turn else 8
        targets = PAWN[s.turn << 6 | source] & s.foe
        if not occupied >> source + step & 1:
            targets |= 1 << source + step
            if source >> 3 == (6 if s.turn else 1) and not occupied >> source + 2 * step & 1:
                targets |= 1 << source + 2 * step
        targets &= aims
        near = s.passing >= 0 and PAWN[s.turn << 6 | source] >> s.passing & 1 != 0
        if near and self._may_pass(s, source, s.passing, king, occupied):
            targets |= 1 << s.passing
        return targets

    def _may_pass(self, s: Position, source: int, target: int, king: int, occupied: int) -> bool:
        """Is the king safe once a pawn takes en passant? Two men leave their rank at once."""
        return attackers(s, king, occupied & ~(1 << source | 1 << (target ^ 8)) | 1 << target) == 0

    def _king_targets(
        self, s: Position, king: int, occupied: int, checkers: int, wanted: int
    ) -> int:
        """Squares that are not attacked once the king has left its own, and those of castling."""
        without = occupied ^ 1 << king
        targets = near = KING[king] & ~s.own & wanted
        while near:
            if attackers(s, lowest(near), without):
                targets &= ~(near & -near)
            near &= near - 1
        rights = s.rights >> 2 * s.turn & 3
        if rights and not checkers:
            if rights & 1 and targets >> king + 1 & 1 and self._may_castle(s, king, 1, occupied):
                targets |= 1 << king + 2
            if rights & 2 and targets >> king - 1 & 1 and self._may_castle(s, king, -1, occupied):
                targets |= 1 << king - 2
        return targets

    def _may_castle(self, s: Position, king: int, side: int, occupied: int) -> bool:
        """Are the squares between king and rook empty, and the king's new square safe?"""
        between = occupied >> king + 1 & 3 if side == 1 else occupied >> king - 3 & 7
        return not between and not attackers(s, king + 2 * side, occupied)

    def result(self, s: Position, a: int) -> Position:
        source, target, kind = a & 63, a >> 6 & 63, a >> 12
        src, dst = 1 << source, 1 << target
        is_pawn = s.pawns & src != 0
        gone = 1 << (target ^ 8) if is_pawn and target == s.passing else dst
        left = ~(src | gone)
        own = s.own ^ src | dst
        pawns = s.pawns & left | (dst if is_pawn and not kind else 0)
        knights = s.knights & left | (dst if s.knights & src or kind & 1 else 0)
        diagonal = s.diagonal & left | (dst if s.diagonal & src or kind & 2 else 0)
        straight = s.straight & left | (dst if s.straight & src or kind & 4 else 0)
        kings = s.kings
        if kings & src:
            kings ^= src | dst
            rook = self._rook_squares(source, target)
            own ^= rook
            straight ^= rook
        clock = 0 if is_pawn or s.foe & dst else s.clock + 1
        rights = s.rights & KEEPS[source] & KEEPS[target]
        after = Position(
            s.foe & ~gone, own, pawns, knights, diagonal, straight, kings, 1 - s.turn, rights,
            -1, clock, s.number + s.turn
        )  # fmt: skip
        middle = source + target >> 1
        if is_pawn and source ^ target == 16 and PAWN[s.turn << 6 | middle] & pawns & after.own:
            return self.cross(after, middle)
        return after

    def _rook_squares(self, source: int, target: int) -> int:
        """The squares that the rook leaves and enters when the king castles so; else none."""
        if target - source == 2:
            return 1 << source + 3 | 1 << source + 1
        if source - target == 2:
            return 1 << source - 4 | 1 << source - 1
        return 0

    def cross(self, s: Position, square: int) -> Position:
        """The position with the square that a pawn has just crossed, if it can be taken there.

        Else the position itself, so that equal positions are equal.
        """
        king, occupied = lowest(s.kings & s.own), s.own | s.foe
        takers = PAWN[1 - s.turn << 6 | square] & s.pawns & s.own
        while takers:
            if self._may_pass(s, lowest(takers), square, king, occupied):
                return s._replace(passing=square)
            takers &= takers - 1
        return s

    def terminal(self, s: Position) -> bool:
        return self.is_draw(s) or not self._can_move(s)

    def utility(self, s: Position, p: int) -> float:
        if not self.in_check(s) or self._can_move(s):
            return self.draw
        return self.lost if p == s.turn else 1.0

    def is_draw(self, s: Position) -> bool:
        """Is it a draw by the counter of moves, unless it is mate, or for want of material?"""
        if s.clock >= self.most_quiet and (not self.in_check(s) or self._can_move(s)):
            return True
        return not s.pawns | s.straight and self._is_dead(s)

    def _is_dead(self, s: Position) -> bool:
        """Is there too little material for a mate by either side?

        A single knight, or bishops on squares of one colour only, beside the kings.
        """
        if s.knights:
            return not s.diagonal and s.knights & s.knights - 1 == 0
        return not s.diagonal & LIGHT or not s.diagonal & ~LIGHT

    def _can_move(self, s: Position) -> bool:
        """Is there a legal move? Mostly an unpinned pawn can step, which is soon seen."""
        occupied = s.own | s.foe
        king = lowest(s.kings & s.own)
        lines = straight_from(king, occupied) | diagonal_from(king, occupied)
        free = s.pawns & s.own & ~lines
        steps = free >> 8 if s.turn else free << 8
        if steps & ~occupied & FULL and not attackers(s, king, occupied):
            return True
        return any(True for _ in self.moves(s))

    def ending(self, s: Position) -> str:
        if not self._can_move(s):
            winner = self.names[1 - s.turn]
            return f"{winner} wins by checkmate" if self.in_check(s) else "a draw by stalemate"
        if s.clock >= self.most_quiet:
            return f"a draw by the {self.most_quiet // 2}-move rule"
        return "a draw by insufficient material"

    def in_check(self, s: Position) -> bool:
        """Is the player to move in check?"""
        return attackers(s, lowest(s.kings & s.own), s.own | s.foe) != 0

    def noisy(self, s: Position, a: int) -> bool:
        """Captures and promotions."""
        return (
            s.foe >> (a >> 6 & 63) & 1 != 0
            or a >> 12 != 0
            or ((a >> 6 & 63) == s.passing and s.pawns >> (a & 63) & 1 != 0)
        )
