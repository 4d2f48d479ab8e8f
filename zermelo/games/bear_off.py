"""Bearing off in backgammon: all men are home, and nobody can hit; the first side that is off wins.

A side's men are written in four bits a point, the ace point lowest: 0x00000F is fifteen men on it.
There are C(21, 6) = 54,264 ways to have up to fifteen men on six points. They are numbered by the
men on point 1, on points 1 and 2, …, which are a choice of six out of 21.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import comb
from typing import NamedTuple

from zermelo.board import Board
from zermelo.errors import BadAction, BadGame, BadPosition, abbreviate
from zermelo.game import CHANCE, Game
from zermelo.notation import whole_number, whole_numbers

POINTS, MEN = 6, 15
WAYS = comb(MEN + POINTS, POINTS)
"""How many ways there are to have up to fifteen men on six points."""
CHOOSE = tuple(tuple(comb(n, k) for n in range(MEN + POINTS + 1)) for k in range(POINTS + 1))
MOST_ROLLS = 31


class Position(NamedTuple):
    """The men of either side, the side to roll or to play, the dice left, the rolls so far.

    Dice are written 64 · count + 8 · larger + smaller; 0 before a roll. Rolls are counted only if
    a side bears off alone.
    """

    first: int
    second: int
    turn: int
    dice: int
    rolls: int


def count_on(men: int, point: int) -> int:
    """The men on a point."""
    return men >> 4 * point - 4 & 15


def rank_men(men: int) -> int:
    """The number of a side's men, 0 to 54,263.

    >>> rank_men(0), rank_men(0x00000F)
    (0, 54263)
    """
    total = rank = 0
    for point in range(1, POINTS + 1):
        total += men >> 4 * point - 4 & 15
        rank += CHOOSE[point][total + point - 1]
    return rank


def unrank_men(rank: int) -> int:
    """The men of a number.

    >>> all(rank_men(unrank_men(rank)) == rank for rank in range(0, WAYS, 37))
    True
    """
    men, above = 0, MEN
    for point in range(POINTS, 0, -1):
        total = above
        while CHOOSE[point][total + point - 1] > rank:
            total -= 1
        rank -= CHOOSE[point][total + point - 1]
        if point < POINTS:
            men |= above - total << 4 * point
        above = total
    return men | above


class BearOff(Game[Position, int]):
    """A race of two sides that bear off; or, without a second side, the fewest rolls for one.

    Men are given by the points from the ace point on: `bear-off:8,6` has eight men and six on it,
    `bear-off:0.0.2,1` two men on the three point, and one.

    An outcome of chance is 8 · larger + smaller die; an action is 8 · die + point.

    >>> game = BearOff("0.2", "3")
    >>> print(game.text(game.after(["2-1"])))
    First   · 2 · · · · ·
    Second  3 · · · · · ·
            1 2 3 4 5 6 o
    First plays 2-1
    """

    names = ("First", "Second")
    moves_again = True
    cyclic = False

    def __init__(self, first: str = "5.5.5", second: str = "5.5.5") -> None:
        self.opening = Position(read_men(str(first)), read_men(str(second)), 0, 0, 0)
        if self.opening.first == 0:
            raise BadGame("the first side needs men: 8 for eight on the ace point, 0.0.2 for two …")
        self.is_alone = self.opening.second == 0
        self.players = 1 if self.is_alone else 2
        self.total = None if self.is_alone else 0
        self.most = 6 * MEN

    # ------------------------------------------------------------------ rules

    def start(self) -> Position:
        return self.opening

    def player(self, s: Position) -> int:
        return CHANCE if s.dice == 0 else s.turn

    def chances(self, s: Position) -> Iterator[tuple[int, float]]:
        """The 21 rolls."""
        if not self.terminal(s):
            for a in range(1, 7):
                for b in range(1, a + 1):
                    yield 8 * a + b, (1 if a == b else 2) / 36

    def actions(self, s: Position) -> Iterator[int]:
        """The larger die first; from the highest point."""
        if not self.terminal(s):
            large, small = s.dice >> 3 & 7, s.dice & 7
            men = s.second if s.turn else s.first
            yield from self.list_steps(men, large)
            if small != large and small != 0:
                yield from self.list_steps(men, small)

    def list_steps(self, men: int, die: int) -> Iterator[int]:
        """The steps with a die: from a higher point, or off; off from a lower one if it is last."""
        for point in range(POINTS, 0, -1):
            is_there = men >> 4 * point - 4 & 15 != 0
            if is_there and (point >= die or men >> 4 * point == 0):
                yield 8 * die + point

    def result(self, s: Position, a: int) -> Position:
        if s.dice == 0:
            count = 4 if a >> 3 == a & 7 else 2
            rolls = s.rolls + 1 if self.is_alone else 0
            return Position(s.first, s.second, s.turn, 64 * count + a, rolls)
        die, point = a >> 3, a & 7
        men = s.second if s.turn else s.first
        men -= 1 << 4 * point - 4
        if point > die:
            men += 1 << 4 * (point - die) - 4
        dice, turn = self.use_die(s.dice, die), s.turn
        if dice == 0 or men == 0:
            dice, turn = 0, s.turn if self.is_alone else 1 - s.turn
        if s.turn:
            return Position(s.first, men, turn, dice, s.rolls)
        return Position(men, s.second, turn, dice, s.rolls)

    def use_die(self, dice: int, die: int) -> int:
        """The dice that are left after one of them."""
        count, large, small = dice >> 6, dice >> 3 & 7, dice & 7
        if count == 1:
            return 0
        if large == small:
            return dice - 64
        return 64 + 8 * (small if die == large else large)

    def terminal(self, s: Position) -> bool:
        return s.first == 0 or (s.second == 0 and not self.is_alone)

    def utility(self, s: Position, p: int) -> float:
        """±1; alone, minus the rolls that were needed."""
        if self.is_alone:
            return -s.rolls
        return 1 if (s.first == 0) == (p == 0) else -1

    def ending(self, s: Position) -> str:
        if self.is_alone:
            return f"off with {s.rolls} rolls"
        return f"{self.names[s.first != 0]} is off"

    # ------------------------------------------------------------------ hooks

    def bounds(self, s: Position) -> tuple[float, float]:
        if self.is_alone:
            return -float(MOST_ROLLS), -float(s.rolls)
        return -1.0, 1.0

    def count_pips(self, men: int) -> int:
        """The pips that a side has to go."""
        pips = 0
        for point in range(1, POINTS + 1):
            pips += point * (men >> 4 * point - 4 & 15)
        return pips

    def evaluate(self, s: Position, p: int) -> float:
        """The lead in pips; alone, minus the rolls and those to come."""
        if self.is_alone:
            return max(-s.rolls - self.count_pips(s.first) / 8, -float(MOST_ROLLS))
        lead = self.count_pips(s.second) - self.count_pips(s.first)
        return (lead if p == 0 else -lead) / (self.most + 1)

    def tier(self, s: Position) -> int:
        """Pips that are gone; a roll counts for half of one."""
        gone = 2 * self.most - self.count_pips(s.first) - self.count_pips(s.second)
        return 2 * gone + (1 if s.dice else 0)

    def index(self, s: Position) -> int:
        number = rank_men(s.first) * WAYS + rank_men(s.second)
        return (number * 2 + s.turn << 9 | s.dice) << 5 | s.rolls

    def unindex(self, number: int) -> Position:
        rolls, dice, turn = number & 31, number >> 5 & 511, number >> 14 & 1
        sides = number >> 15
        return Position(unrank_men(sides // WAYS), unrank_men(sides % WAYS), turn, dice, rolls)

    # ------------------------------------------------------------------ notation

    def name(self, s: Position, a: int) -> str:
        """6-5 for a roll, 6/1 or 5/off for a step."""
        if s.dice == 0:
            return f"{a >> 3}-{a & 7}"
        die, point = a >> 3, a & 7
        if point > die:
            return f"{point}/{point - die}"
        return f"{point}/off" if len(self._list_alike(s, a)) == 1 else f"{point}/off({die})"

    def _list_alike(self, s: Position, a: int) -> list[int]:
        """The actions that take the same man off, with either die."""
        return [
            b for b in self.options(s) if b & 7 == a & 7 and b >> 3 >= a & 7 and a >> 3 >= a & 7
        ]

    def parse(self, s: Position, text: str) -> int:
        """A roll also as 65, 56 or 5-6."""
        names = {self.name(s, a): a for a in self.options(s)}
        wanted = text.strip().lower()
        digits = sorted(re.sub(r"[^1-6]", "", wanted), reverse=True)
        if s.dice == 0 and len(digits) == 2 and re.fullmatch(r"[1-6]\W?[1-6]", wanted):
            return 8 * int(digits[0]) + int(digits[1])
        if wanted in names:
            return names[wanted]
        raise BadAction(f"{text.strip()!r} is not legal here; legal: {abbreviate(names)}")

    def dump(self, s: Position) -> str:
        """The men of both sides by points, who rolls or plays, the dice left, and the rolls."""
        dice = s.dice >> 6, s.dice >> 3 & 7, s.dice & 7
        tail = "" if s.dice == 0 else " " + ".".join(map(str, dice))
        rolls = f" rolls {s.rolls}" if self.is_alone else ""
        turn = self.names[s.turn].lower()
        return f"{write_men(s.first)}/{write_men(s.second)} {turn}{tail}{rolls}"

    def load(self, text: str) -> Position:
        match = re.fullmatch(
            r"([\d.]+)/([\d.]+) (first|second)(?: (\d)\.(\d)\.(\d))?(?: rolls (\d+))?",
            text.strip().lower(),
            re.ASCII,
        )
        if match is None:
            raise BadPosition(f"{text!r} is not a position; write {self.dump(self.start())}")
        try:
            first, second = read_men(match[1]), read_men(match[2])
        except BadGame as error:
            raise BadPosition(str(error)) from None
        count, large, small = (int(digit or 0) for digit in match.group(4, 5, 6))
        rolls = whole_number(match[7] or "0", MOST_ROLLS)
        self._require_dice(text, count, large, small)
        is_late = match[3] == "second"
        if rolls is None or (rolls and not self.is_alone) or (self.is_alone and is_late):
            raise BadPosition(f"{text!r} cannot arise: rolls are counted, up to 31, for one alone")
        if (self.is_alone and second) or ((first | second) == 0 and not self.is_alone):
            raise BadPosition(f"{text!r} cannot arise: one side has men left")
        return Position(first, second, int(is_late), 64 * count + 8 * large + small, rolls)

    def _require_dice(self, text: str, count: int, large: int, small: int) -> None:
        """Refuse dice that no roll leaves."""
        is_double, is_single = large == small, small == 0
        known = {0: large == small == 0, 1: is_single or is_double, 2: small > 0}
        is_known = known.get(count, is_double and small > 0 and count <= 4)
        if not is_known or max(large, small) > 6 or large < small or (count > 0) != (large > 0):
            raise BadPosition(f"{text!r} has dice that no roll leaves: 2.6.5 are two dice, 6 and 5")

    # ------------------------------------------------------------------ display

    def board(self, s: Position) -> Board:
        """Rows of points, and the men that are off."""
        cells: list[str] = []
        for side, begin in ((s.first, self.opening.first), (s.second, self.opening.second)):
            counts = [count_on(side, point) for point in range(1, POINTS + 1)]
            all_men = sum(count_on(begin, point) for point in range(1, POINTS + 1))
            cells += [str(count) if count else "" for count in (*counts, all_men - sum(counts))]
        touches: dict[int, tuple[int, ...]] = dict.fromkeys(self.options(s), ())
        if s.dice:
            for a in touches:
                die, point = a >> 3, a & 7
                row = (POINTS + 1) * s.turn
                to = row + point - die - 1 if point > die else row + POINTS
                touches[a] = row + point - 1, to
        columns = ("1", "2", "3", "4", "5", "6", "o")
        names = tuple(f"{word} {c}" for word in self.names for c in columns)
        return Board(2, 7, tuple(cells), touches, self.names, columns, names=names, in_trees=False)

    def caption(self, s: Position) -> str:
        if s.dice == 0:
            return f"{self.names[s.turn]} rolls"
        large, small = s.dice >> 3 & 7, s.dice & 7
        return f"{self.names[s.turn]} plays {'-'.join(str(d) for d in (large, small) if d)}"


def read_men(text: str) -> int:
    """The men of a text: how many are on each point, from the ace point on.

    >>> hex(read_men("8.0.2"))
    '0x208'
    """
    numbers = whole_numbers(text.split(".") if text else [], MEN)
    if numbers is None or len(numbers) > POINTS or sum(numbers) > MEN:
        raise BadGame(
            f"{text!r} is not a position to bear off: write how many men are on points 1 to 6, "
            f"like 8.0.2, {MEN} at the most"
        )
    return sum(count << 4 * i for i, count in enumerate(numbers))


def write_men(men: int) -> str:
    """The text of a side's men.

    >>> write_men(0x208)
    '8.0.2'
    """
    counts: Sequence[int] = [count_on(men, point) for point in range(1, POINTS + 1)]
    text = ".".join(map(str, counts))
    return re.sub(r"(\.0)+$", "", text)
