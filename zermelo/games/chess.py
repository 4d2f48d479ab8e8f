"""Chess, by the laws of FIDE.

=====================  =============================================
`_chess_board`         the squares, the position and the attacks
`_chess_rules`         the laws
`_chess_fen`           positions as text: FEN, EPD
`_chess_notation`      moves as text: SAN, UCI
`_chess_pgn`           games as text
`_chess_evaluation`    estimates
`_chess_positional`    the one that plays well; its weights: `_chess_weights`
`_chess_sets`          sets of squares that estimates share
`_chess_features`      the terms of the estimates, to explain them
=====================  =============================================
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from zermelo.bits import FULL
from zermelo.board import TO_MOVE, Board, Detail, list_captured
from zermelo.errors import BadGame
from zermelo.formatting import format_clamp
from zermelo.game import Feature
from zermelo.games._chess_board import FILES, Position
from zermelo.games._chess_evaluation import (
    CAP,
    LARGEST,
    WEIGHTS,
    linear,
    material,
)
from zermelo.games._chess_exchange import gains, value_of
from zermelo.games._chess_features import TERMS, yield_linear
from zermelo.games._chess_fen import START, epd, fen, keep_rights, read_epd, read_fen, sign
from zermelo.games._chess_notation import read_move, san, uci
from zermelo.games._chess_pgn import Record, pgn, read_pgn
from zermelo.games._chess_positional import HALF_WIN, as_pawns, as_share, positional
from zermelo.games._chess_rules import ChessRules
from zermelo.games._chess_sets import points
from zermelo.notation import write_cells

__all__ = ["Chess", "Position", "Record", "epd", "pgn", "read_epd", "read_pgn", "uci"]

PAYOFFS = ("signed", "points")
"""What a win, a draw and a loss are worth: 1, 0, −1 or 1, ½, 0."""

PAWN = 1 / (2 * HALF_WIN)
"""A pawn in the units of `positional`."""

MARGIN = 1.3 * PAWN
"""What a quiet move rarely changes."""

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

WHITE, BLACK = "♙♕♖♗♘♔", "♟♛♜♝♞♚"
MEN = {sign: n for side in (WHITE, BLACK) for sign, n in zip(side, (8, 1, 2, 2, 2, 1), strict=True)}
"""The men of both sides at the start."""


class Chess(ChessRules):
    """Chess by the laws of FIDE: castling, en passant, promotion, and every kind of draw.

    With `claims` a player claims every draw there is to claim (50 moves, threefold repetition);
    without, the game goes on until it must end (75 moves, fivefold repetition). A win, a draw and a
    loss are worth 1, 0 and −1, or with `payoffs` "points" 1, ½ and 0 as in a tournament.

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

    signs = ("♔", "♚")
    unit = ("pawn", "pawns")
    moves_again = False
    selective = True
    evaluations = ("positional", "material", "linear")

    def __init__(
        self, evaluation: str = "positional", claims: bool = True, payoffs: str = "signed"
    ) -> None:
        if evaluation not in self.evaluations:
            raise BadGame(
                f"no evaluation is called {evaluation!r}; evaluations: {' '.join(self.evaluations)}"
            )
        if payoffs not in PAYOFFS:
            raise BadGame(f"payoffs are {payoffs!r}; they must be one of: {' '.join(PAYOFFS)}")
        super().__init__(claims, payoffs == "points")
        self.evaluation = evaluation
        self.weights = WEIGHTS if evaluation == "linear" else ()
        self.half = 1.0 - self.draw  # from a draw to a win
        self.margin = MARGIN * self.half

    def start(self) -> Position:
        return read_fen(self, START)

    # ------------------------------------------------------------------ hooks

    def order(self, s: Position, a: int) -> float:
        """The most valuable victim by the least valuable man; losing captures last.

        Quiet moves are all alike.
        """
        return self._order_capture(s, a) if self.noisy(s, a) else 0.0

    def _order_capture(self, s: Position, a: int) -> float:
        src, target, kind = 1 << (a & 63), a >> 6 & 63, a >> 12
        if kind and kind != 6:
            return -4.0
        victim = value_of(s, 1 << target) or (0 if kind else 1)
        man = value_of(s, src)
        if victim < man and not gains(s, a, 0):
            return (victim - man) / 8.0
        return 2.0 + victim + kind - man / 32.0

    def null_move(self, s: Position) -> Position:
        """The other side to move; s itself where a null move proves nothing.

        That is in check, and with pawns only, where having to move may be what loses.
        """
        if not (s.knights | s.diagonal | s.straight) & s.own or self.in_check(s):
            return s
        return Position(
            s.foe, s.own, s.pawns, s.knights, s.diagonal, s.straight, s.kings,
            1 - s.turn, s.rights, -1, s.clock + 1, s.number + s.turn
        )  # fmt: skip

    def bounds(self, s: Position) -> tuple[float, float]:
        return self.lost, 1.0

    def key(self, s: Position) -> int:
        """All that matters for what can still happen.

        The counter matters only where a search may see it run out.
        """
        key = self.repetition_key(s)
        return stir(key, s.clock) if 2 * s.clock > self.most_quiet else key

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
            estimate = linear(s, self.weights)
        else:
            estimate = positional(s)
        return self.draw + self.half * (estimate if p == s.turn else -estimate)

    def features(self, s: Position) -> Iterable[Feature]:
        if self.evaluation == "linear":
            return yield_linear(s, self.weights)
        return TERMS[self.evaluation](s)

    def scale(self, s: Position, x: float) -> float:
        if self.evaluation == "positional":
            return self.draw + self.half * as_share(x)
        whole = LARGEST
        if self.evaluation == "material":
            whole = float(points(s, s.own | s.foe)) or 1.0
        return self.draw + self.half * min(max(x / whole, -CAP), CAP)

    def formula(self, s: Position) -> str:
        share = {
            "positional": self._write_share(s),
            "material": "(w − b) / (w + b)",
            "linear": f"(w − b) / {LARGEST:g}",
        }[self.evaluation]
        if self.evaluation == "material" and 0 in (points(s, s.own), points(s, s.foe)):
            share = format_clamp(share, -CAP, CAP)  # one side has kings only: below a win
        return f"(1 + {share}) / 2" if self.draw else share

    def _write_share(self, s: Position) -> str:
        """How `as_share` makes a share of a win from White's lead."""
        share = positional(s) if s.turn == 0 else -positional(s)
        if abs(share) <= 0.5:
            return f"(w − b) / {2 * HALF_WIN:g}"
        return f"{'1' if share > 0 else '−1'} − {HALF_WIN / 2:g} / (w − b)"

    def in_units(self, v: float) -> float | None:
        if self.evaluation == "material":
            return None  # the same lead is a larger share, the fewer men there are
        share = (v - self.draw) / self.half
        return share * LARGEST if self.evaluation == "linear" else as_pawns(share)

    # ------------------------------------------------------------------ text

    record_formats = ("pgn",)

    def move_number(self, s: Position) -> int:
        return s.number

    def name(self, s: Position, a: int) -> str:
        return san(self, s, a)

    def parse(self, s: Position, text: str) -> int:
        return read_move(self, s, text)

    def dump(self, s: Position) -> str:
        return fen(s)

    def load(self, text: str) -> Position:
        return read_fen(self, text)

    def label(self, s: Position) -> str:
        return fen(s).rsplit(" ", 2)[0]

    def pieces(self) -> tuple[str, ...]:
        return tuple(SIGNS.values())

    def details(self, s: Position) -> tuple[Detail, ...]:
        _, _, rights, passing, clock, number = fen(s).split()
        return (
            Detail(TO_MOVE, self.names[s.turn], self.names),
            Detail("castling", rights.strip("-"), tuple("KQkq"), many=True),
            Detail("en passant", passing),
            Detail("plies without progress", clock),
            Detail("move number", number),
        )

    def setup_text(self, cells: tuple[str, ...], details: Mapping[str, str]) -> str:
        rows = write_cells(cells, 8, {sign: letter for letter, sign in SIGNS.items()})
        rest = {"en passant": "-", "plies without progress": "0", "move number": "1"}
        words = [details.get(name, "").strip() or usual for name, usual in rest.items()]
        rights = keep_rights(cells, details.get("castling", "").strip())
        turn = "wb"[details.get(TO_MOVE) == self.names[1]]
        return " ".join([rows, turn, rights or "-", *words])

    def board(self, s: Position) -> Board:
        cells = tuple(SIGNS.get(sign(s, square ^ 56), "") for square in range(64))
        touches = {a: (a & 63 ^ 56, a >> 6 & 63 ^ 56) for a in self.options(s)}
        king = WHITE[-1] if s.turn == 0 else BLACK[-1]
        return Board(
            8,
            8,
            cells,
            touches,
            tuple("87654321"),
            tuple(FILES),
            look="squares",
            in_check=(cells.index(king),) if self.in_check(s) else (),
            captured=(list_captured(MEN, cells, BLACK), list_captured(MEN, cells, WHITE)),
        )


def stir(h: int, word: int) -> int:
    """A key with 64 more bits mixed into it."""
    h = (h ^ word) * 0xD6E8FEB86659FD93 & FULL
    return h ^ h >> 32
