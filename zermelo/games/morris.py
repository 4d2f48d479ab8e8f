"""Nine men's morris, and its kin: three in a row is a mill, which takes a man of the other player.

Bits run along the rows of points from the bottom left corner. Nine men's morris::

    7  21───────22───────23
    6   │  18───19───20   │
    5   │   │ 15─16─17 │  │
    4   9──10─11    12─13─14
    3   │   │  6──7──8  │  │
    2   │   3────4────5    │
    1   0────────1─────────2
        a  b  c  d  e  f  g

Five and six men's morris have the two inner squares of it. Three men's morris has nine points::

    a3─b3─c3        6 7 8
    a2─b2─c2        3 4 5
    a1─b1─c1        0 1 2
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

from zermelo.bits import Bits, lowest, members
from zermelo.board import Detail
from zermelo.errors import BadAction, BadGame, BadPosition, abbreviate
from zermelo.game import Feature
from zermelo.games._men_on_points import MenOnPoints
from zermelo.notation import whole_number

SIDES = {3: 3, 5: 5, 6: 5, 9: 7}
"""The length of the board by the number of men."""
TAKING = 12
"""The bit from which on an action has the point of the man that it takes, + 1."""
TO_PLACE = "men to place"
TWENTIETHS = 20
"""Weights count twentieths of a man."""
CAP = 0.9999
"""Only the end of the game is worth 1, whatever the weights are."""


class Position(NamedTuple):
    """The men of either player, the player to move, and how many men both have placed."""

    first: Bits
    second: Bits
    turn: int
    placed: int


def list_squares(side: int) -> Iterator[int]:
    """The cells on the concentric squares of a board, and on no other."""
    middle = side // 2
    for r in range(side):
        for c in range(side):
            x, y = abs(r - middle), abs(c - middle)
            if (x == y or x == 0 or y == 0) and (side == 3 or x + y > 0):
                yield r * side + c


class Morris(MenOnPoints[Position]):
    """Place all men in turn, then move them along the lines. A mill takes a man.

    A man in a mill is taken only if all are in mills. Who has two men left, or no move, loses. With
    `flying`, a player who has three men left moves them to any point. Three men's morris is over
    with the first mill; its diagonals are mills, but no ways. By default men fly in nine men's
    morris alone.

    An action is from · 64 + to, the bits' indices; with the same number twice, a man is placed.
    A taken man adds 4096 · (its bit + 1).

    >>> game = Morris()
    >>> print(game.text(game.after("d6 f4 d7 b4 d5xb4".split())))
    7  ·     ○     ·
    6    ·   ○   ·
    5      · ○ ·
    4  · · ·   · ● ·
    3      · · ·
    2    ·   ·   ·
    1  ·     ·     ·
       a b c d e f g
    to place: ○ 6, ● 7
    """

    long_name = "Nine men's morris"
    unit = ("man", "men")
    weights = (20.0, 5.0, 1.0)

    def __init__(self, men: int = 9, flying: str = "") -> None:
        if men not in SIDES:
            raise BadGame(f"morris is played with 3, 5, 6 or 9 men, not {men}")
        if str(flying) not in ("", "yes", "no"):
            raise BadGame(f"flying is yes or no, not {flying!r}")
        self.men, side = men, SIDES[men]
        self.flies = men == 9 if not flying else flying == "yes"
        self.lay_out(side, side, list_squares(side))
        lines = tuple(self._list_lines())
        self.links = tuple(
            sum(1 << j for a, b, c in lines for i, j in ((a, b), (b, a), (b, c), (c, b)) if i == k)
            for k in range(len(self.points))
        )
        if side == 5:  # the middles of the sides are joined, without a mill
            self._join_middles()
        if side == 3:
            lines += ((0, 4, 8), (2, 4, 6))
        self.mills = tuple(sum(1 << i for i in line) for line in lines)
        self.partners = tuple(self._list_partners(i) for i in range(len(self.points)))
        """For each point, the pairs of points that make a mill with it; equally many for all."""
        self.set_images(self.list_images())

    def _list_lines(self) -> Iterator[tuple[int, int, int]]:
        """Three points in a row, with nothing but points and lines between them."""
        places = [divmod(cell, self.columns) for cell in self.points]
        middle = self.columns // 2
        for a, b, c in combinations(range(len(places)), 3):
            (x, y), (u, v), (p, q) = places[a], places[b], places[c]
            if x == u == p and y + q == 2 * v and (x != middle or q - y == 2):
                yield a, b, c
            if y == v == q and x + p == 2 * u and (y != middle or x - p == 2):
                yield a, b, c

    def _join_middles(self) -> None:
        """Add the lines between the squares of six men's morris."""
        places = [divmod(cell, self.columns) for cell in self.points]
        links = list(self.links)
        for i, j in combinations(range(len(places)), 2):
            (x, y), (u, v) = places[i], places[j]
            if (x == u == 2 and abs(y - v) == 1) or (y == v == 2 and abs(x - u) == 1):
                links[i] |= 1 << j
                links[j] |= 1 << i
        self.links = tuple(links)

    def _list_partners(self, bit: int) -> tuple[int, ...]:
        pairs = [mill & ~(1 << bit) for mill in self.mills if mill >> bit & 1]
        return (*pairs, *[self.full + 1] * (4 - len(pairs)))

    def list_images(self) -> Iterator[tuple[int, ...]]:
        """Turned, mirrored, and with the inner and the outer square exchanged."""
        for moved in super().list_images():
            yield moved
            if self.columns > 3:
                yield tuple(self._turn_inside_out(to) for to in moved)

    def _turn_inside_out(self, bit: int) -> int:
        r, c = divmod(self.points[bit], self.columns)
        middle = self.columns // 2
        x, y = r - middle, c - middle
        far, new = max(abs(x), abs(y)), middle + 1 - max(abs(x), abs(y))
        return self.points.index((middle + x // far * new) * self.columns + middle + y // far * new)

    # ------------------------------------------------------------------ rules

    def start(self) -> Position:
        return Position(0, 0, 0, 0)

    def actions(self, s: Position) -> Iterator[int]:
        """Man by man; one for each man that can be taken."""
        if not self.terminal(s):
            yield from self.list_moves(s)

    def list_moves(self, s: Position) -> Iterator[int]:
        """The actions of a game that is not over."""
        own, free = self.find_own(s), self.full & ~(s.first | s.second)
        if s.placed < 2 * self.men:
            while free:
                yield from self._list_taking(s, own, lowest(free), 65 * lowest(free))
                free &= free - 1
        else:
            men, can_fly = own, self.flies and own.bit_count() == 3
            while men:
                here = lowest(men)
                there = free if can_fly else free & self.links[here]
                while there:
                    to = lowest(there)
                    yield from self._list_taking(s, own & ~(1 << here), to, here << 6 | to)
                    there &= there - 1
                men &= men - 1

    def _list_taking(self, s: Position, rest: int, to: int, a: int) -> Iterator[int]:
        """A move; if it closes a mill with the rest of the own men, with each man that it takes."""
        if self.men == 3 or not self.is_mill(rest, to):
            yield a
        else:
            targets = self.find_targets(self.find_other(s))
            while targets:
                yield a | lowest(targets) + 1 << TAKING
                targets &= targets - 1

    def is_mill(self, men: int, bit: int) -> bool:
        """Does a man on a point make a mill with these?"""
        found = False
        for pair in self.partners[bit]:
            found |= pair & ~men == 0
        return found

    def find_targets(self, men: int) -> int:
        """The men that a mill can take: those in no mill, or all."""
        safe = 0
        for mill in self.mills:
            if mill & ~men == 0:
                safe |= mill
        return men & ~safe if men & ~safe else men

    def result(self, s: Position, a: int) -> Position:
        here, there = a >> 6 & 63, a & 63
        change, taken = 1 << there, a >> TAKING
        if here != there:
            change |= 1 << here
        gone = 1 << taken - 1 if taken else 0
        placed = s.placed + 1 if here == there else s.placed
        if s.turn:
            return Position(s.first ^ gone, s.second ^ change, 0, placed)
        return Position(s.first ^ change, s.second ^ gone, 1, placed)

    def count_to_place(self, s: Position, p: int) -> int:
        """The men that a player still has to place."""
        return self.men - (s.placed + 1 - p) // 2

    def has_mill(self, men: int) -> bool:
        """Are three of these men in a row?"""
        found = False
        for mill in self.mills:
            found |= mill & ~men == 0
        return found

    def terminal(self, s: Position) -> bool:
        own, other = self.find_own(s), self.find_other(s)
        if self.men == 3:
            if self.has_mill(other):
                return True
        elif own.bit_count() + self.count_to_place(s, s.turn) < 3:
            return True
        if s.placed < 2 * self.men or (self.flies and own.bit_count() == 3):
            return False
        return not self.can_step(own, self.full & ~(own | other))

    def utility(self, s: Position, p: int) -> float:
        return -1 if p == s.turn else 1

    def ending(self, s: Position) -> str:
        own, other = self.find_own(s), self.find_other(s)
        loser, winner = self.names[s.turn], self.names[1 - s.turn]
        if self.men == 3 and self.has_mill(other):
            return f"{winner} wins by a mill"
        if self.men > 3 and own.bit_count() + self.count_to_place(s, s.turn) < 3:
            return f"{winner} wins: {loser} has two men left"
        return f"{winner} wins: {loser} cannot move"

    # ------------------------------------------------------------------ hooks

    def evaluate(self, s: Position, p: int) -> float:
        """Men, mills, and free neighbours."""
        free = self.full & ~(s.first | s.second)
        men = s.first.bit_count() + self.count_to_place(s, 0)
        men -= s.second.bit_count() + self.count_to_place(s, 1)
        mills = self.count_mills(s.first) - self.count_mills(s.second)
        near = (self.find_neighbours(s.first) & free).bit_count()
        near -= (self.find_neighbours(s.second) & free).bit_count()
        lead = self.weights[0] * men + self.weights[1] * mills + self.weights[2] * near
        estimate = (lead if p == 0 else -lead) / (2 * TWENTIETHS * self.men)
        return min(max(estimate, -CAP), CAP)

    def features(self, s: Position) -> Iterator[Feature]:
        free = self.full & ~(s.first | s.second)
        sets = s.first, s.second
        men = tuple(sets[p].bit_count() + self.count_to_place(s, p) for p in (0, 1))
        one, mill, neighbour = (weight / TWENTIETHS for weight in self.weights)
        yield Feature("men", men, one)
        yield Feature("mills", tuple(map(self.count_mills, sets)), mill)
        near = tuple((self.find_neighbours(own) & free).bit_count() for own in sets)
        yield Feature("free neighbours", near, neighbour)

    def scale(self, s: Position, x: float) -> float:
        return min(max(x / (2 * self.men), -CAP), CAP)

    def formula(self, s: Position) -> str:
        return f"(f − s) / {2 * self.men}"

    def in_units(self, v: float) -> float:
        return v * 2 * self.men

    def count_mills(self, men: int) -> int:
        """The mills that these men have closed."""
        count = 0
        for mill in self.mills:
            if mill & ~men == 0:
                count += 1
        return count

    def noisy(self, s: Position, a: int) -> bool:
        """Does it take a man?"""
        return a >> TAKING != 0

    def order(self, s: Position, a: int) -> float:
        return 1.0 if a >> TAKING else 0.0

    def tier(self, s: Position) -> int:
        """Men placed; then all men taken, and those of First, which no action brings back."""
        first = (s.placed + 1) // 2 - s.first.bit_count()
        second = s.placed // 2 - s.second.bit_count()
        most = self.men + 1
        return (s.placed * 2 * most + first + second) * most + first

    # ------------------------------------------------------------------ notation

    def name(self, s: Position, a: int) -> str:
        """d6, d6-d7; with xb4 it takes the man on b4."""
        text = super().name(s, a & (1 << TAKING) - 1)
        return f"{text}x{self.name_point((a >> TAKING) - 1)}" if a >> TAKING else text

    def parse(self, s: Position, text: str) -> int:
        """Also without signs between the points."""
        wanted = re.sub(r"[\s:x-]+", "", text.lower())
        names = {self.name(s, a): a for a in self.options(s)}
        for name, a in names.items():
            if re.sub("[x-]", "", name) == wanted:
                return a
        raise BadAction(f"{text.strip()!r} is not legal here; legal: {abbreviate(names)}")

    def dump(self, s: Position) -> str:
        """The rows of points from the top, the player to move, and how many men were placed."""
        return f"{super().dump(s)} {s.placed}"

    def load(self, text: str) -> Position:
        first, second, turn, rest = self.read_men(text)
        placed = whole_number(rest[0], 2 * self.men) if len(rest) == 1 else None
        if placed is None:
            raise BadPosition(
                f"{text!r} needs the number of men that both have placed, 0 to {2 * self.men}, "
                f"like {self.dump(self.start())}"
            )
        if placed < 2 * self.men and placed % 2 != turn:
            raise BadPosition(f"{text!r} cannot arise: x places the first man, o the second, …")
        s = Position(first, second, turn, placed)
        self._require_men(s, text)
        return s

    def _require_men(self, s: Position, text: str) -> None:
        """Refuse more men than were placed, and men that were to be taken."""
        for p, men in enumerate((s.first, s.second)):
            most = (s.placed + 1 - p) // 2
            least = most if self.men == 3 else 2 + most - self.men
            if not least <= men.bit_count() <= most:
                raise BadPosition(
                    f"{text!r} cannot arise: {self.names[p]} has {men.bit_count()} men on the "
                    f"board, and has placed {most}"
                )
        is_over = self.terminal(s._replace(turn=1 - s.turn)) if s.placed >= 2 * self.men else False
        own = self.find_own(s)
        if self.men == 3 and self.has_mill(own):
            raise BadPosition(f"{text!r} cannot arise: {self.names[s.turn]} has won already")
        if self.men > 3 and is_over and self.find_other(s).bit_count() < 3:
            raise BadPosition(f"{text!r} cannot arise: {self.names[s.turn]} has won already")

    # ------------------------------------------------------------------ display

    def caption(self, s: Position) -> str:
        left = [f"{sign} {self.count_to_place(s, p)}" for p, sign in enumerate(self.signs)]
        return f"to place: {', '.join(left)}" if s.placed < 2 * self.men else ""

    def details(self, s: Position) -> tuple[Detail, ...]:
        left = Detail(TO_PLACE, str(2 * self.men - s.placed))
        return (*super().details(s), left)

    def setup_text(self, cells: tuple[str, ...], details: Mapping[str, str]) -> str:
        left = whole_number(details.get(TO_PLACE) or "0", 2 * self.men)
        if left is None:
            raise BadPosition(f"the men to place are a number from 0 to {2 * self.men}")
        return f"{super().setup_text(cells, details)} {2 * self.men - left}"

    def list_deciding(self, s: Position) -> Iterator[int]:
        other = self.find_other(s) if self.men == 3 else 0
        return members(other if self.has_mill(other) else 0)

    def list_touches(self, a: int) -> tuple[int, ...]:
        """Also the man that is taken."""
        points = super().list_touches(a & (1 << TAKING) - 1)
        return (*points, (a >> TAKING) - 1) if a >> TAKING else points
