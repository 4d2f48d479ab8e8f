"""Go on boards from 2×2 to 10×10: area scoring, no suicide, positional superko or simple ko.

A set of points is a pair of 64-bit words: as many rows as fit into the first, counted from the
bottom, the rest in the second. Each row has one empty column at its right, so that nothing runs
around the edge. For 9×9, with 6 rows and 3::

    second   A9  20 21 22 23 24 25 26 27 28  .
             A8  10 11 12 13 14 15 16 17 18  .
             A7   0  1  2  3  4  5  6  7  8  .
    first    A6  50 51 52 53 54 55 56 57 58  .
             A5  40 41 42 43 44 45 46 47 48  .
             A4  30 31 32 33 34 35 36 37 38  .
             A3  20 21 22 23 24 25 26 27 28  .
             A2  10 11 12 13 14 15 16 17 18  .
             A1   0  1  2  3  4  5  6  7  8  .
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from zermelo.bits import FULL, Bits
from zermelo.board import Board, symmetries
from zermelo.errors import BadAction, BadGame, BadPosition, abbreviate
from zermelo.game import FORBIDDEN, Game
from zermelo.notation import read_rows, rows_text, whole_number

Points = tuple[int, int]

NOWHERE = -1
"""In place of a point."""

SYMMETRIC = 8
"""Positions with at most so many stones are looked up by their canonical form."""

LETTERS = "ABCDEFGHJK"
"""Columns, as GTP writes them: without I."""

CLEAR = 6.0
"""So many points ahead count as half a win."""

TAKEN, LOOSE, LIBERTY = 1.5, 0.5, 0.2
"""What a stone in atari is worth to the other side, if it moves and if it does not; and what a
liberty is."""

SIDES = {"X": 0, "B": 0, "O": 1, "W": 1}
PASSES = ("pass", "--", "tt", "")


class Position(NamedTuple):
    """Black's and White's stones, the player to move (0 is Black), the ko point, passes in
    a row, and moves so far.
    """

    black: tuple[Bits, Bits]
    white: tuple[Bits, Bits]
    turn: int
    ko: int
    passes: int
    moves: int


class Go(Game[Position, int]):
    """Surround territory; stones without liberties are taken.

    Two passes end the game; stones and surrounded points count.

    An action is a point, from A1 along the rows, or size² for a pass. A state knows the simple ko.
    With ko="positional" a board that was there before may not come back at all: that is
    `repetition`, which needs the earlier positions.

    komi     points for White
    ko       "positional" or "simple"
    suicide  may one take one's own last liberty?
    score    pay the difference in points instead of 1 for a win
    most     the move limit: the game is then scored as it stands; 0 means 3 · size²

    >>> game = Go(3, komi=0)
    >>> print(game.text(game.after(["B2", "B1", "pass"])))
    3  · · ·
    2  · ● ·
    1  · ○ ·
       A B C
    """

    names = ("Black", "White")
    signs = ("●", "○")
    evaluations = ("area", "stones")
    preferred_search = "mcts"

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
        if not 2 <= size <= 10:
            raise BadGame(f"a board of {size}×{size} does not fit; size is 2 to 10")
        if ko not in ("positional", "simple"):
            raise BadGame(f"ko is {ko!r}; it must be positional (no board comes back) or simple")
        if evaluation not in self.evaluations:
            raise BadGame(
                f"go has no evaluation {evaluation!r}; evaluations: {' '.join(self.evaluations)}"
            )
        if not abs(komi) <= 1000:
            raise BadGame(f"komi is {komi:g}; it must lie between −1000 and 1000")
        if most < 0:
            raise BadGame(
                f"most is {most}; it must be the number of moves that end a game, or 0 "
                "for 3 · size²"
            )
        self.size, self.komi, self.ko, self.suicide, self.score = (
            size,
            float(komi),
            ko,
            suicide,
            score,
        )
        self.evaluation = evaluation
        self.repetition = FORBIDDEN if ko == "positional" else 0
        self.cells = size * size
        self.most = most or 3 * self.cells
        self.width = size + 1
        self.rows = min(64 // self.width, size)  # in the first word
        self.seam = (
            self.rows - 1
        ) * self.width  # from the last row of the first word to the first of the second
        spots = [
            (r * self.width + c, 0) if r < self.rows else ((r - self.rows) * self.width + c, 1)
            for r in range(size)
            for c in range(size)
        ]
        self.low = tuple(0 if second else 1 << i for i, second in spots)
        self.high = tuple(1 << i if second else 0 for i, second in spots)
        self.full = (sum(self.low), sum(self.high))
        self.point = tuple(
            tuple(spots.index((i, k)) if (i, k) in spots else NOWHERE for i in range(64))
            for k in (0, 1)
        )
        self.corners = tuple(self._corners(r, c) for r in range(size) for c in range(size))
        self.images = tuple(symmetries(size, size))

    def _corners(self, r: int, c: int) -> tuple[int, int, int]:
        """The points diagonally beside one, as two words, and how many of them the other side may
        have beside an eye.
        """
        near = [
            (r + y, c + x)
            for y in (-1, 1)
            for x in (-1, 1)
            if 0 <= r + y < self.size and 0 <= c + x < self.size
        ]
        cells = [y * self.size + x for y, x in near]
        return (
            sum(self.low[i] for i in cells),
            sum(self.high[i] for i in cells),
            1 if len(near) == 4 else 0,
        )

    # ------------------------------------------------------------------ sets of points

    def _beside(self, x: Points) -> Points:
        """The points next to some points."""
        low, high, w = x[0], x[1], self.width
        return (
            (low << 1 | low >> 1 | low << w | low >> w | high << self.seam) & self.full[0],
            (high << 1 | high >> 1 | high << w | high >> w | low >> self.seam) & self.full[1],
        )

    def _spread(self, x: Points, within: Points) -> Points:
        """All points of a set that are connected, within it, with some points."""
        low, high = x[0] & within[0], x[1] & within[1]
        while True:
            near = self._beside((low, high))
            more = (low | near[0]) & within[0], (high | near[1]) & within[1]
            if more[0] == low and more[1] == high:
                return low, high
            low, high = more[0], more[1]

    def _touches(self, x: Points, y: Points) -> bool:
        """Is a point of one set next to a point of the other?"""
        near = self._beside(x)
        return near[0] & y[0] != 0 or near[1] & y[1] != 0

    def _empty(self, s: Position) -> Points:
        return self.full[0] & ~(s.black[0] | s.white[0]), self.full[1] & ~(s.black[1] | s.white[1])

    # ------------------------------------------------------------------ the rules

    def start(self) -> Position:
        return Position((0, 0), (0, 0), 0, NOWHERE, 0, 0)

    def player(self, s: Position) -> int:
        return s.turn

    def actions(self, s: Position) -> Iterator[int]:
        if not self.terminal(s):
            empty = self._empty(s)
            near = self._beside(empty)
            for a in range(self.cells):
                if self._is_legal(s, a, empty, near):
                    yield a
            yield self.cells

    def _is_legal(self, s: Position, a: int, empty: Points, near: Points) -> bool:
        """May one move to a point? `near` are the points beside empty ones."""
        if not (self.low[a] & empty[0] | self.high[a] & empty[1]) or a == s.ko:
            return False
        if self.low[a] & near[0] | self.high[a] & near[1]:
            return True
        return (
            self._is_allowed(s.black, s.white, a)
            if s.turn == 0
            else self._is_allowed(s.white, s.black, a)
        )

    def _is_allowed(self, own: Points, opp: Points, a: int) -> bool:
        """May one move to a point that has no empty point beside it?"""
        if self.suicide:
            return True
        taken = self._find_captured(own, opp, a)
        if taken[0] | taken[1]:
            return True
        return self._lives(own, opp, a)

    def playout_actions(self, s: Position) -> Iterator[int]:
        """Actions that fill no eye of the mover; a pass only if there is no other.

        Random games then end with living stones on the board.
        """
        own, opp = (s.black, s.white) if s.turn == 0 else (s.white, s.black)
        count = 0
        for a in self.actions(s):
            if a < self.cells and not self._is_eye(own, opp, a):
                count += 1
                yield a
        if count == 0 and not self.terminal(s):
            yield self.cells

    def _is_eye(self, own: Points, opp: Points, a: int) -> bool:
        """Is a point surrounded by own stones that cannot easily be cut apart?"""
        near = self._beside((self.low[a], self.high[a]))
        if near[0] & ~own[0] | near[1] & ~own[1]:
            return False
        low, high, most = self.corners[a]
        return (opp[0] & low).bit_count() + (opp[1] & high).bit_count() <= most

    def _find_captured(self, own: Points, opp: Points, a: int) -> Points:
        """The other side's stones that lose their last liberty when one moves to a."""
        near = self._beside((self.low[a], self.high[a]))
        if not (near[0] & opp[0] | near[1] & opp[1]):
            return 0, 0
        groups = self._spread(near, opp)
        empty = (
            self.full[0] & ~(own[0] | opp[0] | self.low[a]),
            self.full[1] & ~(own[1] | opp[1] | self.high[a]),
        )
        alive = self._spread(self._beside(empty), groups)
        return groups[0] & ~alive[0], groups[1] & ~alive[1]

    def _lives(self, own: Points, opp: Points, a: int) -> bool:
        """Has the group of a stone on a, which takes nothing, a liberty?"""
        stones = own[0] | self.low[a], own[1] | self.high[a]
        group = self._spread((self.low[a], self.high[a]), stones)
        return self._touches(
            group, (self.full[0] & ~(stones[0] | opp[0]), self.full[1] & ~(stones[1] | opp[1]))
        )

    def result(self, s: Position, a: int) -> Position:
        if a == self.cells:
            return Position(s.black, s.white, 1 - s.turn, NOWHERE, s.passes + 1, s.moves + 1)
        own, opp = (s.black, s.white) if s.turn == 0 else (s.white, s.black)
        taken = self._find_captured(own, opp, a)
        count = taken[0].bit_count() + taken[1].bit_count()
        ko = NOWHERE
        if count == 1 and self._is_alone(own, opp, a):
            ko = (
                self.point[0][taken[0].bit_length() - 1]
                if taken[0]
                else self.point[1][taken[1].bit_length() - 1]
            )
        stones = own[0] | self.low[a], own[1] | self.high[a]
        if self.suicide and count == 0 and not self._lives(own, opp, a):
            lost = self._spread((self.low[a], self.high[a]), stones)
            stones = stones[0] ^ lost[0], stones[1] ^ lost[1]
        others = opp[0] ^ taken[0], opp[1] ^ taken[1]
        black, white = (stones, others) if s.turn == 0 else (others, stones)
        return Position(black, white, 1 - s.turn, ko, 0, s.moves + 1)

    def _is_alone(self, own: Points, opp: Points, a: int) -> bool:
        """Are all points beside a the other side's?

        A stone there that takes one stone makes a ko.
        """
        near = self._beside((self.low[a], self.high[a]))
        return not (near[0] & ~opp[0] | near[1] & ~opp[1])

    def repetition_key(self, s: Position) -> int:
        """The board alone; a pass brings it back, and may."""
        if s.passes:
            return 0
        return self._hash(s.black[0], s.black[1], s.white[0], s.white[1], 0) | 1

    def terminal(self, s: Position) -> bool:
        return s.passes >= 2 or s.moves >= self.most

    def utility(self, s: Position, p: int) -> float:
        lead = self._area(s) - self.komi
        if not self.score:
            lead = 1.0 if lead > 0 else -1.0 if lead < 0 else 0.0
        return lead if p == 0 else -lead

    def _area(self, s: Position) -> int:
        """By how many points Black has more than White."""
        black, white = self._areas(s)
        return black - white

    def _areas(self, s: Position) -> tuple[int, int]:
        """Black's stones and the empty points that only Black reaches, and White's."""
        empty = self._empty(s)
        black, white = (
            self._spread(self._beside(s.black), empty),
            self._spread(self._beside(s.white), empty),
        )
        own = (black[0] & ~white[0]).bit_count() + (black[1] & ~white[1]).bit_count()
        other = (white[0] & ~black[0]).bit_count() + (white[1] & ~black[1]).bit_count()
        return own + s.black[0].bit_count() + s.black[1].bit_count(), other + s.white[
            0
        ].bit_count() + s.white[1].bit_count()

    def ending(self, s: Position) -> str:
        black, white = self._areas(s)
        komi = f" (komi of {self.komi:g} included)" if self.komi else ""
        return self.describe_score((black, white + self.komi), "point", "points") + komi

    # ------------------------------------------------------------------ hints for searches

    def evaluate(self, s: Position, p: int) -> float:
        """ "area": points by who is nearer, and stones in danger.

        "stones": the score as it stands.
        """
        lead = (
            float(self._area(s))
            if self.evaluation == "stones"
            else self._nearer(s) + self._danger(s)
        )
        low, high = self.bounds(s)
        if self.score:
            lead = min(max(lead - self.komi, low), high)
        else:
            lead = (lead - self.komi) / (abs(lead - self.komi) + CLEAR)
        return lead if p == 0 else -lead

    def _nearer(self, s: Position) -> float:
        """Black's stones and the empty points that are nearer to them than to White's, minus
        White's.
        """
        black, white, free = s.black, s.white, self._empty(s)
        while True:
            near, far = self._beside(black), self._beside(white)
            b = near[0] & free[0], near[1] & free[1]
            w = far[0] & free[0], far[1] & free[1]
            if not (b[0] | b[1] | w[0] | w[1]):
                break
            free = (
                free[0] & ~(b[0] | w[0]),
                free[1] & ~(b[1] | w[1]),
            )  # what both reach at once belongs to neither
            black = black[0] | b[0] & ~w[0], black[1] | b[1] & ~w[1]
            white = white[0] | w[0] & ~b[0], white[1] | w[1] & ~b[1]
        return float(
            black[0].bit_count()
            + black[1].bit_count()
            - white[0].bit_count()
            - white[1].bit_count()
        )

    def _danger(self, s: Position) -> float:
        """Liberties, and stones that have only one.

        Those of the other side can be taken now, own ones may still be saved.
        """
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
        """How many stones are in groups with one liberty."""
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
        """A move that takes two stones or more.

        There are fewer stones after it, so such moves come to an end.
        """
        return self._gain(s, a) > 1

    def _gain(self, s: Position, a: int) -> int:
        """How many stones a move takes."""
        if a == self.cells:
            return 0
        own, opp = (s.black, s.white) if s.turn == 0 else (s.white, s.black)
        taken = self._find_captured(own, opp, a)
        return taken[0].bit_count() + taken[1].bit_count()

    def order(self, s: Position, a: int) -> float:
        """What takes most first, passes last.

        Of the rest nothing is known beforehand, so that what cut before decides.
        """
        return -1.0 if a == self.cells else float(self._gain(s, a))

    def key(self, s: Position) -> int:
        return self._hash(
            s.black[0],
            s.black[1],
            s.white[0],
            s.white[1],
            ((s.moves << 8 | s.ko + 1) << 2 | s.passes) << 1 | s.turn,
        )

    def _hash(self, a: int, b: int, c: int, d: int, e: int) -> int:
        h = (a ^ a >> 32) * 0x9E3779B97F4A7C15 & FULL
        h = (h ^ h >> 29 ^ c) * 0xBF58476D1CE4E5B9 & FULL
        h = (h ^ h >> 32 ^ b) * 0x94D049BB133111EB & FULL
        h = (h ^ h >> 31 ^ d) * 0xD6E8FEB86659FD93 & FULL
        h = (h ^ h >> 30 ^ e) * 0x9E3779B97F4A7C15 & FULL
        return h ^ h >> 32

    def canonical(self, s: Position) -> Position:
        """The smallest of the eight images, as long as there are few stones."""
        stones = (
            s.black[0].bit_count()
            + s.black[1].bit_count()
            + s.white[0].bit_count()
            + s.white[1].bit_count()
        )
        if stones > SYMMETRIC:
            return s
        best = s
        for k in range(1, 8):
            ko = s.ko if s.ko == NOWHERE else self.images[k][s.ko]
            t = Position(
                self._image(s.black, k), self._image(s.white, k), s.turn, ko, s.passes, s.moves
            )
            if (t.black, t.white, t.ko) < (best.black, best.white, best.ko):
                best = t
        return best

    def _image(self, x: Points, k: int) -> Points:
        """A set of points under the k-th of the eight symmetries."""
        low = high = 0
        for i in range(2):
            left = x[i]
            while left:
                a = self.images[k][self.point[i][(left & -left).bit_length() - 1]]
                low, high = low | self.low[a], high | self.high[a]
                left &= left - 1
        return low, high

    # ------------------------------------------------------------------ as people write it

    def name(self, s: Position, a: int) -> str:
        return "pass" if a == self.cells else f"{LETTERS[a % self.size]}{a // self.size + 1}"

    def sgf(self, a: int) -> str:
        """An action as SGF writes it: column and row from the top left; nothing for a pass.

        >>> Go(9).sgf(0), Go(9).sgf(81)
        ('ai', '')
        """
        return (
            ""
            if a == self.cells
            else f"{chr(ord('a') + a % self.size)}{chr(ord('a') + self.size - 1 - a // self.size)}"
        )

    def parse(self, s: Position, text: str) -> int:
        """A move as GTP writes it (D4), or SGF (dd, or B[dd], if Black is to move)."""
        word = text.strip().casefold()
        inside = re.fullmatch(r"([bw])\[(.*)\]", word)
        if inside and inside[1] != "bw"[s.turn]:
            raise BadAction(
                f"{text.strip()!r} is a move of {self.names[1 - s.turn]}, and "
                f"{self.names[s.turn]} is to move"
            )
        word = inside[2] if inside else word
        a = self._point(word)
        empty = self._empty(s)
        if (
            a == NOWHERE
            or self.terminal(s)
            or (a < self.cells and not self._is_legal(s, a, empty, self._beside(empty)))
        ):
            raise BadAction(
                f"{text.strip()!r} is not legal here; legal: "
                f"{abbreviate(self.name(s, b) for b in self.options(s))}"
            )
        return a

    def _point(self, word: str) -> int:
        """The action that a word of GTP or SGF in small letters means; NOWHERE if none."""
        if word in PASSES:
            return self.cells
        columns, far = LETTERS[: self.size].lower(), self.size - 1
        if (
            re.fullmatch(r"[a-z]\d{1,2}", word)
            and word[0] in columns
            and 1 <= int(word[1:]) <= self.size
        ):
            return (int(word[1:]) - 1) * self.size + columns.index(word[0])
        if re.fullmatch(r"[a-z][a-z]", word) and max(word) <= chr(ord("a") + far):
            return (far - ord(word[1]) + ord("a")) * self.size + ord(word[0]) - ord("a")
        return NOWHERE

    def _signs(self, s: Position, black: str, white: str) -> tuple[str, ...]:
        """The points row by row from the top."""
        cells = [
            a for r in reversed(range(self.size)) for a in range(r * self.size, (r + 1) * self.size)
        ]
        return tuple(
            black if self._has(s.black, a) else white if self._has(s.white, a) else ""
            for a in cells
        )

    def _has(self, x: Points, a: int) -> bool:
        return bool(x[0] & self.low[a] | x[1] & self.high[a])

    def dump(self, s: Position) -> str:
        """Rows from the top, the player to move, the ko, passes in a row and moves so far.

        `3/1X1/3 O - 0 1`.
        """
        ko = "-" if s.ko == NOWHERE else self.name(s, s.ko)
        rows = rows_text(self._signs(s, "X", "O"), self.size)
        return f"{rows} {'XO'[s.turn]} {ko} {s.passes} {s.moves}"

    def load(self, text: str) -> Position:
        """What `dump` wrote; all after the rows may be left out."""
        words = text.split()
        rows, turn, ko, passes, moves = [*words, *("", "X", "-", "0", "0")[len(words) :]][:5]
        passed, played = whole_number(passes, 2), whole_number(moves)
        if (
            not 1 <= len(words) <= 5
            or turn.upper() not in SIDES
            or passed is None
            or played is None
        ):
            raise BadPosition(
                f"{text.strip()!r} is not rows, X or O to move, a ko point or -, passes "
                "in a row (0 to 2), and moves so far"
            )
        signs = read_rows(rows, self.size, self.size, "XO")
        cells = [
            a for r in reversed(range(self.size)) for a in range(r * self.size, (r + 1) * self.size)
        ]
        black, white = (
            self._set(a for a, sign in zip(cells, signs, strict=True) if sign == colour)
            for colour in "XO"
        )
        s = Position(black, white, SIDES[turn.upper()], self._ko(ko), passed, played)
        self._refuse_dead(s, text)
        if s.ko != NOWHERE and not self._can_be_ko(s):
            raise BadPosition(
                f"{ko} is no ko in {text.strip()!r}: beside it must be a lone stone that "
                "has just taken one there; write - for none"
            )
        return s

    def _set(self, points: Iterable[int]) -> Points:
        cells = list(points)
        return sum(self.low[a] for a in cells), sum(self.high[a] for a in cells)

    def _can_be_ko(self, s: Position) -> bool:
        """Could the last move have taken one stone on the ko point, so that taking back would be to
        repeat the board?

        Then the point is empty, the other side has all points beside it, and one of those stones is
        alone and has no other liberty.
        """
        own, opp = (s.black, s.white) if s.turn == 0 else (s.white, s.black)
        if (
            s.passes
            or self._has(own, s.ko)
            or self._has(opp, s.ko)
            or not self._is_alone(own, opp, s.ko)
        ):
            return False
        taken = self._find_captured(own, opp, s.ko)
        return taken[0].bit_count() + taken[1].bit_count() == 1

    def _ko(self, text: str) -> int:
        names = ["-", *(self.name(self.start(), a) for a in range(self.cells))]
        if text.upper() not in names:
            raise BadPosition(
                f"{text!r} is no point of this board: A1 to {names[-1]}, or - for no ko"
            )
        return names.index(text.upper()) - 1

    def _refuse_dead(self, s: Position, text: str) -> None:
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
