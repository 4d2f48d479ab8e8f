"""Backgammon in text: plays, GNU Backgammon's position IDs, and the board."""

from __future__ import annotations

import base64
import binascii
import re
from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from zermelo.bits import members
from zermelo.board import TO_MOVE, Board, Detail
from zermelo.errors import BadAction, BadPosition, abbreviate
from zermelo.game import CHANCE, Game
from zermelo.games._backgammon_men import (
    BAR,
    MEN,
    OPENING,
    PASS,
    POINTS,
    START,
    TO_ROLL,
    Men,
    Position,
    blots,
    count_men,
    find_occupied,
    mirror,
    pips,
    place_men,
    position,
)
from zermelo.notation import whole_number

SIGNS = "○●"

UPPER = (*map(str, range(13, 19)), "bar", *map(str, range(19, 25)), "off")
LOWER = (*map(str, range(12, 6, -1)), "bar", *map(str, range(6, 0, -1)), "off")
"""The labels above and below the board, as White counts."""


class Route(NamedTuple):
    """The way of one or more men as a player writes it: 13/11*/8(2)."""

    start: int
    stops: list[int]
    hits: set[int]
    men: int


class BackgammonNotation(Game[Position, int]):
    """The methods of backgammon that read and write text."""

    names = ("White", "Black")
    signs = tuple(SIGNS)

    # ------------------------------------------------------------------ moves as text

    def name(self, s: Position, a: int) -> str:
        if self.player(s) == CHANCE:
            return f"{a >> 3}-{a & 7}"
        if a == PASS:
            return "pass"
        routes = Counter("/".join(route) for route in self._routes(s, a))
        return " ".join(route + (f"({n})" if n > 1 else "") for route, n in routes.items())

    def _steps(self, s: Position, a: int) -> list[tuple[int, int]]:
        """The steps of a play, from and to, the farthest first."""
        dice = (s.dice >> 3, *[s.dice & 7] * 3)
        steps = [(a >> 5 * i & 31, dice[i]) for i in range(4) if a >> 5 * i & 31]
        return sorted(((f, max(f - die, 0)) for f, die in steps), reverse=True)

    def _routes(self, s: Position, a: int) -> list[list[str]]:
        """The ways of single men: where they start and end, and where they hit in between."""
        shots = self._blots(s)
        routes: list[list[str]] = []
        ends: list[int] = []
        for f, t in self._steps(s, a):
            stop = ("off" if t == 0 else str(t)) + ("*" if t in shots else "")
            shots.discard(t)
            if f in ends:
                i = ends.index(f)
                routes[i][-1:] = [routes[i][-1], stop] if routes[i][-1].endswith("*") else [stop]
                ends[i] = t
            else:
                routes.append(["bar" if f == BAR else str(f), stop])
                ends.append(t)
        return routes

    def parse(self, s: Position, text: str) -> int:
        """A roll like 6-5, or a play like 8/5 6/5, bar/22*, 13/11(2), 24/18/13, 24/off.

        Steps in any order, + or , between them.
        """
        words = text.strip().casefold()
        options = self.options(s)
        if self.player(s) == CHANCE:
            return self._parse_roll(s, words, options)
        if words in ("pass", "no move", "cannot move", "-"):
            fitting = [a for a in options if a == PASS]
        else:
            fitting = self._find_plays(s, words, options)
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            plays = " or ".join(self.name(s, a) for a in fitting)
            raise BadAction(f"{text.strip()!r} can mean {plays}")
        legal = abbreviate((repr(self.name(s, a)) for a in options), 8)
        raise BadAction(f"{text.strip()!r} is not legal here; legal: {legal}")

    def _parse_roll(self, s: Position, words: str, options: list[int]) -> int:
        """Two numbers in any order; before the first turn White's comes first."""
        match = re.fullmatch(r"([1-6])\W?([1-6])", words)
        numbers = [int(n) for n in match.groups()] if match else [0, 0]
        if s.dice != OPENING:
            numbers.sort(reverse=True)
        a = 8 * numbers[0] + numbers[1]
        if a not in options:
            shape = (
                "two different numbers, White's die first, like 3-1"
                if s.dice == OPENING
                else "two numbers from 1 to 6, like 3-1"
            )
            raise BadAction(f"{words!r} is not a roll; write {shape}")
        return a

    def _find_plays(self, s: Position, words: str, plays: list[int]) -> list[int]:
        """The plays that move the men as the words say, and hit where they say so."""
        routes = [self._read_route(word) for word in re.split(r"[\s,+;]+", words)]
        counts = count_men(s.own)
        for route in routes:
            counts[route.start] -= route.men
            counts[route.stops[-1]] += route.men if route.stops[-1] else 0  # men off do not count
        if min(counts) < 0:
            return []
        men = place_men(enumerate(counts))
        hits = {point for route in routes for point in route.hits}
        stops = {point for route in routes for point in route.stops}
        moved = [a for a in plays if self.result(s, a).opp == men]
        fitting = [a for a in moved if hits <= self._hits(s, a)]
        alike = [a for a in fitting if self._hits(s, a) == stops & self._blots(s)]
        return alike if len(alike) == 1 else fitting

    def _read_route(self, word: str) -> Route:
        """The way of men that a word describes, like 8/5, bar/22* or 13/11(2)."""
        match = re.fullmatch(r"(bar|b|\d+)((?:/(?:off|o|bar|\d+)\*?)+)(?:\(([1-4])\))?", word)
        if not match:
            raise BadAction(
                f"{word!r} is not a move of a man; write from/to, like 8/5, bar/22*, 13/11(2) or "
                "6/off"
            )
        stops = match[2].split("/")[1:]
        points = [self._point(stop.rstrip("*")) for stop in stops]
        hits = {point for point, stop in zip(points, stops, strict=True) if stop.endswith("*")}
        return Route(self._point(match[1]), points, hits, int(match[3] or 1))

    def _point(self, word: str) -> int:
        """The number of a point: 25 is the bar, 0 is off."""
        names = {"bar": BAR, "b": BAR, "off": 0, "o": 0}
        point = names[word] if word in names else whole_number(word, BAR)
        if point is None:
            raise BadAction(f"{word} is not a point; points are 1 to 24, bar and off")
        return point

    def _blots(self, s: Position) -> set[int]:
        """The points on which the side to play can hit."""
        return set(members(mirror(blots(s.opp)) & POINTS))

    def _hits(self, s: Position, a: int) -> set[int]:
        """The points on which a play hits."""
        return self._blots(s) & {t for _, t in self._steps(s, a)}

    # ------------------------------------------------------------------ positions as text

    def dump(self, s: Position) -> str:
        """GNU Backgammon's position ID, the player whose turn it is, and the dice if rolled."""
        code = _encode([n for men in (s.opp, s.own) for n in count_men(men)[1:]])
        if s.dice == OPENING:
            return f"{code} opening"
        return f"{code} {self.names[s.turn]}" + (f" {s.dice >> 3}-{s.dice & 7}" if s.dice else "")

    def load(self, text: str) -> Position:
        """What `dump` writes; an ID alone is White to roll.

        Of a match ID after a colon only the dice are taken.
        """
        whole, *words = text.split() or [""]
        code, _, match = whole.partition(":")
        (opp, own), rolled = self._men_of(code), self._dice_of(match)
        if [word.casefold() for word in words] == ["opening"]:
            if own != START or opp != START:
                raise BadPosition(f"{text!r}: an opening roll is for the start, 4HPwATDgc/ABMA")
            return self.start()
        turn, dice = self._read_turn(" ".join(words).casefold())
        is_over = not (find_occupied(own) and find_occupied(opp))
        if dice and is_over:
            raise BadPosition(f"{text!r} has dice, and the game is over")
        dice = dice or ([] if is_over else rolled)
        return position(own, opp, turn, 8 * dice[0] + dice[1] if dice else TO_ROLL)

    def _read_turn(self, words: str) -> tuple[int, list[int]]:
        """The player to move and the dice, the larger first, of a text like "white 6-5"."""
        match = re.fullmatch(r"(white|black)?(?: ?([1-6])-?([1-6]))?", words)
        if not match:
            raise BadPosition(
                f"{words!r} after the ID; write White or Black, then the dice "
                "if they are rolled, like 'White 6-5'"
            )
        dice = sorted((int(n) for n in match.groups()[1:] if n), reverse=True)
        return int(match[1] == "black"), dice

    def _dice_of(self, code: str) -> list[int]:
        """The dice of GNU Backgammon's match ID, the larger first; none if they are not rolled.

        They are in bits 15 to 17 and 18 to 20.

        >>> from zermelo.games.backgammon import Backgammon
        >>> Backgammon()._dice_of("QYkqASAAIAAA")
        [5, 2]
        """
        raw = _decode(code)
        if code and len(raw) != 9:
            raise BadPosition(
                f"{code!r} is not a match ID of GNU Backgammon: 12 characters, like "
                "cAkAAAAAAAAA; it may be left out"
            )
        bits = int.from_bytes(raw, "little")
        dice = sorted((bits >> 15 & 7, bits >> 18 & 7), reverse=True)
        return dice if dice[1] >= 1 and dice[0] <= 6 else []

    def _men_of(self, code: str) -> tuple[Men, Men]:
        """The men of a position ID: the side that is not on roll, and the one that is."""
        sides = self._read_counts(code)
        if not any(map(any, sides)):
            raise BadPosition(f"{code!r} has no men at all")
        opp, own = (place_men(enumerate(side, 1)) for side in sides)
        if find_occupied(own) & mirror(find_occupied(opp)) & POINTS:
            raise BadPosition(f"{code!r} has men of both sides on one point")
        return opp, own

    def _read_counts(self, code: str) -> list[list[int]]:
        """The numbers of men on the points of a position ID, for both sides."""
        raw = _decode(code)
        if len(raw) != 10 or len(code.rstrip("=")) != 14:
            raise BadPosition(
                f"{code!r} is not a position ID of GNU Backgammon: 14 characters, like "
                "4HPwATDgc/ABMA"
            )
        runs = "".join(f"{byte:08b}"[::-1] for byte in raw).split("0")
        sides = [[len(run) for run in runs[i : i + 25]] for i in (0, 25)]
        if any(sum(side) > MEN for side in sides) or any(runs[50:]):
            raise BadPosition(f"{code!r} has more than {MEN} men on a side, or men nowhere")
        return sides

    # ------------------------------------------------------------------ the board

    def pieces(self) -> tuple[str, ...]:
        return (*SIGNS, "−1")

    def put(self, cells: tuple[str, ...], cell: int, piece: str) -> tuple[str, ...]:
        """One man more or less on a point; the men off are counted from the others."""
        if cell in (_cell(0, 0), _cell(0, 1)):
            raise BadPosition("the men off are those of 15 that stand nowhere else")
        count, sign = int(cells[cell][:-1] or 0), cells[cell][-1:]
        if piece == "−1":
            count, piece = count - 1, sign
        else:
            count = count + 1 if sign == piece else 1
        changed = super().put(cells, cell, f"{count}{piece}" if piece and count > 0 else "")
        return self._count_off(changed)

    def _count_off(self, cells: tuple[str, ...]) -> tuple[str, ...]:
        """The cells with the men off that the others leave."""
        for p, own in enumerate(SIGNS):
            men = [int(c[:-1]) for i, c in enumerate(cells) if c[-1:] == own and i != _cell(0, p)]
            off = MEN - sum(men)
            cells = super().put(cells, _cell(0, p), f"{off}{own}" if off > 0 else "")
        return cells

    def details(self, s: Position) -> tuple[Detail, ...]:
        is_rolled = s.dice not in (OPENING, TO_ROLL)
        dice = f"{s.dice >> 3}-{s.dice & 7}" if is_rolled else ""
        return (Detail(TO_MOVE, self.names[s.turn], self.names), Detail("dice", dice))

    def setup_text(self, cells: tuple[str, ...], details: Mapping[str, str]) -> str:
        turn = int(details.get(TO_MOVE) == self.names[1])
        sides = [self._read_side(cells, p) for p in (1 - turn, turn)]
        code = _encode([count for side in sides for count in side])
        return f"{code} {self.names[turn]} {details.get('dice', '').strip()}".rstrip()

    def _read_side(self, cells: tuple[str, ...], p: int) -> list[int]:
        """The numbers of a side's men on its points 1 to 24 and on its bar."""
        counts = []
        for point in range(1, BAR + 1):
            cell = cells[_cell(point, p)]
            if point == BAR and cell and cell[-1] != SIGNS[p]:
                raise BadPosition("a man stands on the bar of the other side")
            counts.append(int(cell[:-1]) if cell[-1:] == SIGNS[p] else 0)
        if sum(counts) > MEN:
            raise BadPosition(f"{self.names[p]} has {sum(counts)} men; there are {MEN}")
        return counts

    def board(self, s: Position) -> Board:
        """Two rows of points as White sees them, with the bars and the men off.

        Points are numbered as the player to move counts them: from 24 to 1, the way that men go.
        """
        touches = {}
        if self.player(s) != CHANCE:
            for a in self.options(s):
                points = [point for step in self._steps(s, a) for point in step]
                touches[a] = tuple(_cell(point, s.turn) for point in points)
        # Black counts from the other end
        upper, lower = (UPPER, LOWER) if s.turn == 0 else (LOWER, UPPER)
        names = (*_name_cells(upper, "Black"), *_name_cells(lower, "White"))
        return Board(
            2,
            14,
            self._cells(s),
            touches,
            column_labels=lower,
            upper_labels=upper,
            names=names,
            look="points",
        )

    def _cells(self, s: Position) -> tuple[str, ...]:
        """The numbers of men on the cells of the board, each with the sign of its side."""
        cells = [""] * 28
        for p, men in enumerate((s.own, s.opp) if s.turn == 0 else (s.opp, s.own)):
            counts = count_men(men)
            counts[0] = MEN - sum(counts)
            for point, n in enumerate(counts):
                if n:
                    cells[_cell(point, p)] = f"{n}{SIGNS[p]}"
        return tuple(cells)

    def dice(self, s: Position, outcome: int | None) -> tuple[int, ...]:
        is_thrown = not self.terminal(s) and self.player(s) != CHANCE
        return (s.dice >> 3, s.dice & 7) if is_thrown else ()

    def caption(self, s: Position) -> str:
        """The player to move, the dice, and the pips that both have to go."""
        white, black = (s.own, s.opp) if s.turn == 0 else (s.opp, s.own)
        mover = f"{self.names[s.turn]} {SIGNS[s.turn]}"
        if s.dice == OPENING:
            what = "each throws a die"
        elif self.terminal(s):
            what = "over"
        elif self.player(s) == CHANCE:
            what = f"{mover} to roll"
        else:
            what = f"{mover} to play {s.dice >> 3}-{s.dice & 7}"
        return f"{what}; pips: White {pips(white)}, Black {pips(black)}"


def _encode(counts: list[int]) -> str:
    """GNU Backgammon's position ID of the men on the points of both sides."""
    bits = "".join("1" * n + "0" for n in counts).ljust(80, "0")
    raw = bytes(int(bits[i : i + 8][::-1], 2) for i in range(0, 80, 8))
    return base64.b64encode(raw).decode().rstrip("=")


def _decode(code: str) -> bytes:
    """The bytes of an ID; none, if it is not written in base 64."""
    try:
        return base64.b64decode(code.rstrip("=") + "==", validate=True)
    except (binascii.Error, ValueError):
        return b""


def _name_cells(labels: tuple[str, ...], owner: str) -> tuple[str, ...]:
    """The points of a row by number, its bar and its men off by their owner."""
    return tuple(label if label.isdigit() else f"{owner}'s {label}" for label in labels)


def _cell(point: int, p: int) -> int:
    """The cell of a side's point: its men off are 0, its bar 25."""
    if point in (0, BAR):
        return (13 if point == 0 else 6) + (14 if p == 0 else 0)
    as_white_counts = point if p == 0 else 25 - point
    if as_white_counts > 12:
        return UPPER.index(str(as_white_counts))
    return 14 + LOWER.index(str(as_white_counts))
