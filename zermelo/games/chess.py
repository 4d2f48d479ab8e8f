"""Chess, by the laws of FIDE.

`_chess_board` draws the squares, `_chess_notation` reads and writes, `_chess_evaluation` estimates.

An action holds the two squares of a move and what a pawn becomes::

    bits  0 … 5    from
    bits  6 … 11   to: the king's square when castling, the empty square when taking en passant
    bits 12 … 14   0, or the sets that a promoted pawn joins: 1 knights, 2 diagonal (a bishop),
                   4 straight (a rook), 6 both (a queen)
"""

from __future__ import annotations

from collections.abc import Iterator

from zermelo.bits import FULL, lowest
from zermelo.board import Board
from zermelo.errors import BadGame
from zermelo.game import Game
from zermelo.games import _chess_notation as notation
from zermelo.games._chess_board import (
    BETWEEN,
    FILES,
    KING,
    LINE,
    PAWN,
    Position,
    attackers,
    diagonal_from,
    reach,
    straight_from,
)
from zermelo.games._chess_evaluation import linear, material, positional
from zermelo.games._chess_notation import Record, epd, pgn, read_epd, read_pgn, uci

__all__ = ["Chess", "Position", "Record", "epd", "pgn", "read_epd", "read_pgn", "uci"]

LAST_RANKS = 0xFF000000000000FF
LIGHT = 0x55AA55AA55AA55AA
BECOMES = (6, 4, 2, 1)
"""What a pawn may become: queen, rook, bishop, knight."""

KEEPS = tuple({0: 13, 4: 12, 7: 14, 56: 7, 60: 3, 63: 11}.get(square, 15) for square in range(64))
"""The rights that are left after a move from or to a square."""

SIGNS = {
    "K": "♔",
    "Q": "♕",
    "R": "♖",
    "B": "♗",
    "N": "♘",
    "P": "♙",
    "k": "♚",
    "q": "♛",
    "r": "♜",
    "b": "♝",
    "n": "♞",
    "p": "♟",
}


class Chess(Game[Position, int]):
    """Chess by the laws of FIDE: castling, en passant, promotion, and every kind of draw.

    With `claims` a player claims every draw there is to claim (50 moves, threefold repetition);
    without, the game goes on until it must end (75 moves, fivefold repetition).

    >>> game = Chess()
    >>> print(game.text(game.after("e4 e5 Nf3 Nc6 Bb5".split())))
    8  ♜ · ♝ ♛ ♚ ♝ ♞ ♜
    7  ♟ ♟ ♟ ♟ · ♟ ♟ ♟
    6  · · ♞ · · · · ·
    5  · ♗ · · ♟ · · ·
    4  · · · · ♙ · · ·
    3  · · · · · ♘ · ·
    2  ♙ ♙ ♙ ♙ · ♙ ♙ ♙
    1  ♖ ♘ ♗ ♕ ♔ · · ♖
       a b c d e f g h
    """

    names = ("White", "Black")
    signs = ("♔", "♚")
    selective = True
    margin = 0.2  # about one and a half pawns near equality, in the units of `positional`
    evaluations = ("positional", "material", "linear")

    def __init__(self, evaluation: str = "positional", claims: bool = True) -> None:
        if evaluation not in self.evaluations:
            raise BadGame(
                f"no evaluation is called {evaluation!r}; evaluations: {' '.join(self.evaluations)}"
            )
        self.evaluation, self.claims = evaluation, claims
        self.repetition = 3 if claims else 5
        self.most_quiet = 100 if claims else 150

    # ------------------------------------------------------------------ rules

    def start(self) -> Position:
        return notation.read_fen(self, notation.START)

    def player(self, s: Position) -> int:
        return s.turn

    def actions(self, s: Position) -> Iterator[int]:
        if not self.is_draw(s):
            yield from self.moves(s)

    def moves(self, s: Position) -> Iterator[int]:
        """The legal moves, also where the game is drawn: what perft counts."""
        yield from self._moves_to(s, FULL, FULL)

    def noisy_actions(self, s: Position) -> Iterator[int]:
        """Captures and promotions."""
        if not self.is_draw(s):
            yield from self._moves_to(
                s, s.foe, s.foe | LAST_RANKS | (1 << s.passing if s.passing >= 0 else 0)
            )

    def _moves_to(self, s: Position, wanted: int, wanted_by_pawns: int) -> Iterator[int]:
        """The legal moves of pieces and of pawns to these squares."""
        occupied = s.own | s.foe
        king = lowest(s.kings & s.own)
        checkers = attackers(s, king, occupied)
        movers, aims = s.own, ~s.own
        if (
            checkers
        ):  # take the man that gives check, or step between; a double check leaves the king alone
            movers = s.own if checkers & checkers - 1 == 0 else s.kings & s.own
            aims = BETWEEN[king << 6 | lowest(checkers)] | checkers
        pinned = self._find_pins(s, king, occupied)
        while movers:
            bit = movers & -movers
            movers ^= bit
            source = bit.bit_length() - 1
            if s.pawns & bit:
                targets = self._pawn_targets(s, source, king, occupied, aims)
            elif source == king:
                targets = self._king_targets(s, king, occupied, checkers)
            else:
                targets = reach(s, source, occupied) & aims
            targets &= wanted_by_pawns if s.pawns & bit else wanted
            if pinned & bit:
                targets &= LINE[king << 6 | source]
            is_promotion = s.pawns & bit != 0 and targets & LAST_RANKS != 0
            while targets:
                move = source | (targets & -targets).bit_length() - 1 << 6
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
        step = -8 if s.turn else 8
        found = PAWN[s.turn << 6 | source] & s.foe
        if not occupied >> source + step & 1:
            found |= 1 << source + step
            if source >> 3 == (6 if s.turn else 1) and not occupied >> source + 2 * step & 1:
                found |= 1 << source + 2 * step
        found &= aims
        if (
            s.passing >= 0
            and PAWN[s.turn << 6 | source] >> s.passing & 1
            and self._may_pass(s, source, s.passing, king, occupied)
        ):
            found |= 1 << s.passing
        return found

    def _may_pass(self, s: Position, source: int, target: int, king: int, occupied: int) -> bool:
        """Is the king safe once a pawn takes en passant?

        Two men leave their rank at once, so pins do not tell.
        """
        return attackers(s, king, occupied & ~(1 << source | 1 << (target ^ 8)) | 1 << target) == 0

    def _king_targets(self, s: Position, king: int, occupied: int, checkers: int) -> int:
        """Squares that are not attacked once the king has left its own, and those of castling."""
        without = occupied ^ 1 << king
        found = near = KING[king] & ~s.own
        while near:
            if attackers(s, lowest(near), without):
                found &= ~(near & -near)
            near &= near - 1
        rights = s.rights >> 2 * s.turn & 3
        if rights and not checkers:
            if (
                rights & 1
                and not occupied >> king + 1 & 3
                and found >> king + 1 & 1
                and not attackers(s, king + 2, occupied)
            ):
                found |= 1 << king + 2
            if (
                rights & 2
                and not occupied >> king - 3 & 7
                and found >> king - 1 & 1
                and not attackers(s, king - 2, occupied)
            ):
                found |= 1 << king - 2
        return found

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
            if (
                source - target == 2 or target - source == 2
            ):  # castling: the rook goes to the square that the king crossed
                rook = (
                    1 << (source + 3 if target > source else source - 4)
                    | 1 << (source + target) // 2
                )
                own ^= rook
                straight ^= rook
        clock = 0 if is_pawn or s.foe & dst else s.clock + 1
        rights = s.rights & KEEPS[source] & KEEPS[target]
        after = Position(
            s.foe & ~gone, own, pawns, knights, diagonal, straight, kings, 1 - s.turn, rights,
            -1, clock, s.number + s.turn
        )  # fmt: skip
        if (
            is_pawn
            and source ^ target == 16
            and PAWN[s.turn << 6 | (source + target) // 2] & pawns & after.own
        ):
            return self.cross(after, (source + target) // 2)
        return after

    def cross(self, s: Position, square: int) -> Position:
        """A pawn has just crossed a square.

        Note it only if a pawn can really be taken there, so that equal positions are equal.
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
            return 0.0
        return -1.0 if p == s.turn else 1.0

    def is_draw(self, s: Position) -> bool:
        """Is it a draw by the counter of moves or for want of material?

        A mate on the last move counts before the counter.
        """
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

    # ------------------------------------------------------------------ hooks

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

    def order(self, s: Position, a: int) -> float:
        """The most valuable victim by the least valuable man; what loses material behind all else.

        Quiet moves: nothing to say.
        """
        if not self.noisy(s, a):
            return 0.0
        target, kind = a >> 6 & 63, a >> 12
        if kind and kind != 6:
            return -4.0
        victim = self._value(s, target) if s.foe >> target & 1 else 0 if kind else 1
        man = self._value(s, a & 63)
        if victim < man and attackers(s, target, s.own | s.foe):
            return (victim - man) / 8.0
        return 2.0 + victim + kind - man / 32.0

    def _value(self, s: Position, square: int) -> int:
        """What capturing the man on a square gains, or capturing with it risks."""
        bit = 1 << square
        if s.pawns & bit:
            return 1
        if s.diagonal & bit:
            return 9 if s.straight & bit else 3
        if s.straight & bit:
            return 5
        return 3 if s.knights & bit else 20

    def null_move(self, s: Position) -> Position:
        """The other side moves, unless that could help.

        In check, or with pawns only, where having to move may be what loses.
        """
        if not (s.knights | s.diagonal | s.straight) & s.own or self.in_check(s):
            return s
        return Position(
            s.foe, s.own, s.pawns, s.knights, s.diagonal, s.straight, s.kings,
            1 - s.turn, s.rights, -1, s.clock + 1, s.number + s.turn
        )  # fmt: skip

    def bounds(self, s: Position) -> tuple[float, float]:
        return -1.0, 1.0

    def key(self, s: Position) -> int:
        """All that matters for what can still happen.

        The counter does only where a search may see it run out.
        """
        return (
            stir(self.repetition_key(s), s.clock)
            if 2 * s.clock > self.most_quiet
            else self.repetition_key(s)
        )

    def repetition_key(self, s: Position) -> int:
        """Positions are the same if the same player has the same moves; counters do not matter."""
        h = stir(s.turn | s.rights << 1 | s.passing + 1 << 5, s.own)
        h = stir(stir(h, s.foe), s.pawns)
        h = stir(stir(h, s.knights), s.diagonal)
        return stir(stir(h, s.straight), s.kings)

    def reversible_plies(self, s: Position) -> int:
        """Nothing from before the last capture or pawn move comes back."""
        return s.clock

    # ------------------------------------------------------------------ estimates

    def evaluate(self, s: Position, p: int) -> float:
        if self.evaluation == "material":
            estimate = material(s)
        elif self.evaluation == "linear":
            estimate = linear(s)
        else:
            estimate = positional(s)
        return estimate if p == s.turn else -estimate

    # ------------------------------------------------------------------ text

    def name(self, s: Position, a: int) -> str:
        return notation.san(self, s, a)

    def parse(self, s: Position, text: str) -> int:
        return notation.read_move(self, s, text)

    def dump(self, s: Position) -> str:
        return notation.fen(s)

    def load(self, text: str) -> Position:
        return notation.read_fen(self, text)

    def ending(self, s: Position) -> str:
        if not self._can_move(s):
            return (
                f"{self.names[1 - s.turn]} wins by checkmate"
                if self.in_check(s)
                else "a draw by stalemate"
            )
        return (
            f"a draw by the {self.most_quiet // 2}-move rule"
            if s.clock >= self.most_quiet
            else "a draw by insufficient material"
        )

    def label(self, s: Position) -> str:
        return notation.fen(s).rsplit(" ", 2)[0]

    def board(self, s: Position) -> Board:
        cells = tuple(SIGNS.get(notation.sign(s, square ^ 56), "") for square in range(64))
        touches = {a: (a & 63 ^ 56, a >> 6 & 63 ^ 56) for a in self.options(s)}
        return Board(8, 8, cells, touches, tuple("87654321"), tuple(FILES), look="squares")


def stir(h: int, word: int) -> int:
    """A key with 64 more bits mixed into it."""
    h = (h ^ word) * 0xD6E8FEB86659FD93 & FULL
    return h ^ h >> 32
