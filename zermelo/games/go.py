"""Go on boards from 2×2 to 10×10: area scoring, no suicide, positional superko or simple ko.

`_go_board` has the sets of points, `_go_rules` the rules; hints for searches and text are here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from zermelo.board import TO_MOVE, Board, Detail
from zermelo.errors import BadAction, BadGame, BadPosition, abbreviate
from zermelo.formatting import format_clamp
from zermelo.game import INFINITY, Feature
from zermelo.games._go_board import NOWHERE, Points, Position
from zermelo.games._go_playouts import GoPlayouts
from zermelo.notation import read_rows, rows_text, whole_number, write_cells

__all__ = ["Go", "Position"]

SYMMETRIC = 8
"""Positions with at most this many stones are looked up by their canonical form."""

LETTERS = "ABCDEFGHJK"
"""Columns, as GTP writes them: without I."""

CLEAR = 6.0
"""The lead in points that counts as half a win."""

TAKEN, LOOSE, LIBERTY = 1.5, 0.5, 0.2
"""What a stone in atari is worth to the other side, if it moves and if it does not; and what a
liberty is."""

FIRM, SLIGHT = 10.0, 3.0
"""Playouts that a prior counts."""

LEAST_OPEN = 5
"""The smallest board with lines to tell apart."""

SIDES = {"X": 0, "B": 0, "O": 1, "W": 1}
PASSES = ("pass", "--", "tt", "")


class Go(GoPlayouts):
    """Surround territory; stones without liberties are taken; stones and territory count.

    Two passes end the game. An action is a point, from A1 along the rows, or size² for a pass. A
    state knows the simple ko. With ko="positional" a board that was there before may not come back
    at all: that is `repetition`, which needs the earlier positions.

    komi     points for White
    ko       "positional" or "simple"
    suicide  may a player take the last liberty of own stones?
    score    pay the difference in points instead of 1 for a win
    most     the move limit: the game is then scored as it stands; 0 means 3 · size²

    >>> game = Go(3, komi=0)
    >>> print(game.text(game.after(["B2", "B1", "pass"])))
    3  · · ·
    2  · ● ·
    1  · ○ ·
       A B C
    """

    signs = ("●", "○")
    unit = ("point", "points")
    evaluations = ("area", "stones")
    preferred_search = "mcts"
    exploration = 0.0
    rave = 1000.0
    moves_again = False
    cyclic = True
    record_formats = ("sgf", "txt")
    sgf_game = 1

    def __init__(
        self,
        size: int = 9,
        komi: float = 7.5,
        ko: str = "positional",
        suicide: bool = False,
        score: bool = False,
        most: int = 0,
        evaluation: str = "area",
    ) -> None:
        super().__init__(size, komi, ko, suicide, score, most)
        if evaluation not in self.evaluations:
            raise BadGame(
                f"go has no evaluation {evaluation!r}; evaluations: {' '.join(self.evaluations)}"
            )
        self.evaluation = evaluation

    # ------------------------------------------------------------------ hints for searches

    def evaluate(self, s: Position, p: int) -> float:
        """The lead by the chosen evaluation.

        "area" counts points by the nearer side, and stones in danger; "stones" is the score as it
        stands.
        """
        if self.evaluation == "stones":
            lead = float(self._area(s))
        else:
            lead = self._nearer(s) + self._danger(s)
        low, high = self.bounds(s)
        if self.score:
            lead = min(max(lead - self.komi, low), high)
        else:
            lead = (lead - self.komi) / (abs(lead - self.komi) + CLEAR)
        return lead if p == 0 else -lead

    def features(self, s: Position) -> Iterator[Feature]:
        if self.evaluation == "stones":
            yield Feature("stones and territory", self._areas(s))
            yield Feature("komi", (0, self.komi))
        else:
            yield Feature("stones and points nearer, Black − White", (self._nearer(s),))
            yield Feature("liberties and stones in atari", (self._danger(s),))
            yield Feature("komi", (self.komi,), -1.0)

    def scale(self, s: Position, x: float) -> float:
        low, high = self.bounds(s)
        return min(max(x, low), high) if self.score else x / (abs(x) + CLEAR)

    def formula(self, s: Position) -> str:
        x = "x" if self.evaluation == "area" else "b − w"
        if self.score:
            return format_clamp(x, *self.bounds(s))
        return f"({x}) / (|{x}| + {CLEAR:g})".replace("(x)", "x")

    def in_units(self, v: float) -> float | None:
        if self.score:
            return v
        return CLEAR * v / (1 - abs(v)) if abs(v) < 1 else v * INFINITY

    def _nearer(self, s: Position) -> float:
        """Black's stones and the empty points nearer to them than to White's, minus White's."""
        black, white, free = s.black, s.white, self._empty(s)
        while True:
            near, far = self._beside(black), self._beside(white)
            b = near[0] & free[0], near[1] & free[1]
            w = far[0] & free[0], far[1] & free[1]
            if not (b[0] | b[1] | w[0] | w[1]):
                break
            # what both reach at once belongs to neither
            free = free[0] & ~(b[0] | w[0]), free[1] & ~(b[1] | w[1])
            black = black[0] | b[0] & ~w[0], black[1] | b[1] & ~w[1]
            white = white[0] | w[0] & ~b[0], white[1] | w[1] & ~b[1]
        own = black[0].bit_count() + black[1].bit_count()
        return float(own - white[0].bit_count() - white[1].bit_count())

    def _danger(self, s: Position) -> float:
        """Liberties, and stones with only one: the mover takes them now, or may save them."""
        empty = self._empty(s)
        black, white = self._in_atari(s.black, empty), self._in_atari(s.white, empty)
        if s.turn == 0:
            lead = TAKEN * white - LOOSE * black
        else:
            lead = LOOSE * white - TAKEN * black
        near, far = self._beside(s.black), self._beside(s.white)
        liberties = (near[0] & empty[0]).bit_count() + (near[1] & empty[1]).bit_count()
        liberties -= (far[0] & empty[0]).bit_count() + (far[1] & empty[1]).bit_count()
        return lead + LIBERTY * liberties

    def _in_atari(self, stones: Points, empty: Points) -> int:
        """The number of stones in groups with one liberty."""
        count = 0
        low, high = stones[0], stones[1]
        while low | high:
            first = (low & -low, 0) if low else (0, high & -high)
            group = self._spread(first, stones)
            low, high = low & ~group[0], high & ~group[1]
            near = self._beside(group)
            if (near[0] & empty[0]).bit_count() + (near[1] & empty[1]).bit_count() == 1:
                count += group[0].bit_count() + group[1].bit_count()
        return count

    def payoff_range(self, p: int) -> tuple[float, float]:
        if not self.score:
            return -1.0, 1.0
        komi = self.komi if p == 0 else -self.komi
        return -self.cells - komi, self.cells - komi

    def bounds(self, s: Position) -> tuple[float, float]:
        if self.score:
            return -self.cells - self.komi, self.cells - self.komi
        return -1.0, 1.0

    def noisy(self, s: Position, a: int) -> bool:
        """Does a move take two stones or more? Such moves come to an end: stones get fewer."""
        return self._gain(s, a) > 1

    def _gain(self, s: Position, a: int) -> int:
        """The number of stones that a move takes."""
        if a == self.cells:
            return 0
        own, opp = (s.black, s.white) if s.turn == 0 else (s.white, s.black)
        taken = self._find_captured(own, opp, a)
        return taken[0].bit_count() + taken[1].bit_count()

    def order(self, s: Position, a: int) -> float:
        """Moves that take most first, passes last; the rest is left to the search."""
        return -1.0 if a == self.cells else float(self._gain(s, a))

    def prior(self, s: Position, a: int) -> float:
        """Captures and points beside stones first; then open points, the first line last.

        An own eye, and a pass that ends nothing, count as tried and lost.
        """
        if self.size < LEAST_OPEN or (a == self.cells and s.passes > 0):
            return 0.0
        own, opp = (s.black, s.white) if s.turn == 0 else (s.white, s.black)
        if a == self.cells or self._is_eye(own, opp, a):
            return -FIRM
        if self._gain(s, a) > 0:
            return FIRM
        return self._prior_by_line(s, a)

    def _prior_by_line(self, s: Position, a: int) -> float:
        """By the line of a point, counted from the edge, and whether stones are around it."""
        near = self._beside((self.low[a], self.high[a]))
        low, high, _ = self.corners[a]
        free = self._empty(s)
        is_open = not ((near[0] | low) & ~free[0] | (near[1] | high) & ~free[1])
        if self.line[a] == 1:
            return -FIRM if is_open else -SLIGHT
        if self.line[a] == 2 and is_open:
            return -SLIGHT
        return SLIGHT

    def key(self, s: Position) -> int:
        rest = ((s.moves << 8 | s.ko + 1) << 2 | s.passes) << 1 | s.turn
        return self._hash(s.black[0], s.black[1], s.white[0], s.white[1], rest)

    def canonical(self, s: Position) -> Position:
        """The smallest of the eight images, as long as there are few stones."""
        low, high = s.black[0] | s.white[0], s.black[1] | s.white[1]
        if low.bit_count() + high.bit_count() > SYMMETRIC:
            return s
        best = s
        for k in range(1, 8):
            ko = s.ko if s.ko == NOWHERE else self.images[k][s.ko]
            black, white = self._image(s.black, k), self._image(s.white, k)
            t = Position(black, white, s.turn, ko, s.passes, s.moves)
            if (t.black, t.white, t.ko) < (best.black, best.white, best.ko):
                best = t
        return best

    # ------------------------------------------------------------------ as people write it

    def name(self, s: Position, a: int) -> str:
        return "pass" if a == self.cells else f"{LETTERS[a % self.size]}{a // self.size + 1}"

    def sgf(self, a: int) -> str:
        """An action as SGF writes it: column and row from the top left; nothing for a pass.

        >>> Go(9).sgf(0), Go(9).sgf(81)
        ('ai', '')
        """
        if a == self.cells:
            return ""
        row, column = self.size - 1 - a // self.size, a % self.size
        return f"{chr(ord('a') + column)}{chr(ord('a') + row)}"

    def parse(self, s: Position, text: str) -> int:
        """A move as GTP writes it (D4), or SGF (dd, or B[dd], if Black is to move)."""
        word = text.strip().casefold()
        inside = re.fullmatch(r"([bw])\[(.*)\]", word)
        if inside and inside[1] != "bw"[s.turn]:
            mover, other = self.names[s.turn], self.names[1 - s.turn]
            raise BadAction(f"{text.strip()!r} is a move of {other}, and {mover} is to move")
        a = self._point(inside[2] if inside else word)
        if a == NOWHERE or self.terminal(s) or not self._may_play(s, a):
            legal = abbreviate(self.name(s, b) for b in self.options(s))
            raise BadAction(f"{text.strip()!r} is not legal here; legal: {legal}")
        return a

    def _may_play(self, s: Position, a: int) -> bool:
        """Is a pass or a move to a point legal?"""
        empty = self._empty(s)
        return a == self.cells or self._is_legal(s, a, empty, self._beside(empty))

    def _point(self, word: str) -> int:
        """The action that a word of GTP or SGF in small letters means; NOWHERE if none."""
        if word in PASSES:
            return self.cells
        columns, far = LETTERS[: self.size].lower(), self.size - 1
        if re.fullmatch(r"[a-z]\d{1,2}", word) and word[0] in columns:
            row = int(word[1:]) - 1
            return row * self.size + columns.index(word[0]) if 0 <= row <= far else NOWHERE
        if re.fullmatch(r"[a-z][a-z]", word) and max(word) <= chr(ord("a") + far):
            return (far - ord(word[1]) + ord("a")) * self.size + ord(word[0]) - ord("a")
        return NOWHERE

    def _points_from_top(self) -> list[int]:
        """All points row by row, the top row first."""
        rows = reversed(range(self.size))
        return [r * self.size + c for r in rows for c in range(self.size)]

    def _signs(self, s: Position, black: str, white: str) -> tuple[str, ...]:
        """The signs of all points row by row from the top."""
        return tuple(
            black if self._has(s.black, a) else white if self._has(s.white, a) else ""
            for a in self._points_from_top()
        )

    def dump(self, s: Position) -> str:
        """Rows from the top, the player to move, the ko, passes and moves: `3/1X1/3 O - 0 1`."""
        ko = "-" if s.ko == NOWHERE else self.name(s, s.ko)
        rows = rows_text(self._signs(s, "X", "O"), self.size)
        return f"{rows} {'XO'[s.turn]} {ko} {s.passes} {s.moves}"

    def load(self, text: str) -> Position:
        """What `dump` wrote; all after the rows may be left out."""
        words = text.split()
        rows, turn, ko, passes, moves = [*words, *("", "X", "-", "0", "0")[len(words) :]][:5]
        passed, played = whole_number(passes, 2), whole_number(moves)
        is_known = 1 <= len(words) <= 5 and turn.upper() in SIDES
        if not is_known or passed is None or played is None:
            raise BadPosition(
                f"{text.strip()!r} is not rows, X or O to move, a ko point or -, passes "
                "in a row (0 to 2), and moves so far"
            )
        signs = read_rows(rows, self.size, self.size, "XO")
        places = list(zip(self._points_from_top(), signs, strict=True))
        black, white = (self._set(a for a, sign in places if sign == colour) for colour in "XO")
        s = Position(black, white, SIDES[turn.upper()], self._read_ko(ko), passed, played)
        self._refuse_dead(s, text)
        if s.ko != NOWHERE and not self._can_be_ko(s):
            raise BadPosition(
                f"{ko} is not a ko in {text.strip()!r}: beside it must be a lone stone that "
                "has just taken one there; write - for none"
            )
        return s

    def pieces(self) -> tuple[str, ...]:
        return self.signs

    def details(self, s: Position) -> tuple[Detail, ...]:
        return (Detail(TO_MOVE, self.names[s.turn], self.names),)

    def setup_text(self, cells: tuple[str, ...], details: Mapping[str, str]) -> str:
        rows = write_cells(cells, self.size, dict(zip(self.signs, "XO", strict=True)))
        return f"{rows} {'XO'[details.get(TO_MOVE) == self.names[1]]} - 0 0"

    def _can_be_ko(self, s: Position) -> bool:
        """Could the last move have taken one stone on the ko point?

        Then the point is empty, the other side has all points beside it, and one of those stones is
        alone and has no other liberty.
        """
        own, opp = (s.black, s.white) if s.turn == 0 else (s.white, s.black)
        is_empty = not self._has(own, s.ko) and not self._has(opp, s.ko)
        if s.passes or not is_empty or not self._is_alone(own, opp, s.ko):
            return False
        taken = self._find_captured(own, opp, s.ko)
        return taken[0].bit_count() + taken[1].bit_count() == 1

    def _read_ko(self, text: str) -> int:
        """The ko point of a text; NOWHERE for -."""
        names = ["-", *(self.name(self.start(), a) for a in range(self.cells))]
        if text.upper() not in names:
            raise BadPosition(
                f"{text!r} is not a point of this board: A1 to {names[-1]}, or - for no ko"
            )
        return names.index(text.upper()) - 1

    def _refuse_dead(self, s: Position, text: str) -> None:
        """Refuse a position with a group that has no liberty."""
        near = self._beside(self._empty(s))
        for stones, colour in ((s.black, "black"), (s.white, "white")):
            if self._spread(near, stones) != stones:
                raise BadPosition(f"{text.strip()!r} cannot arise: a {colour} group has no liberty")

    def board(self, s: Position) -> Board:
        size = self.size
        touches = {
            a: ((size - 1 - a // size) * size + a % size,) if a < self.cells else ()
            for a in self.options(s)
        }
        ranks, files = tuple(str(r) for r in range(size, 0, -1)), tuple(LETTERS[:size])
        cells = self._signs(s, "●", "○")
        return Board(size, size, cells, touches, ranks, files, look="lines")
