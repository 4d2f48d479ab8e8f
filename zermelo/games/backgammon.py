"""Backgammon: two sides race fifteen men home by dice, past and over each other. Without the doubling cube.

A play is one action, whatever the number of men it moves. Plays that lead to the same position are one. `_backgammon_men` holds the
men of a side, `_backgammon_evaluation` estimates, `_backgammon_bearoff` knows all about bearing off.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from zermelo.bits import Bits, hash64, members
from zermelo.board import Board
from zermelo.errors import BadAction, BadGame, BadPosition, abbreviate
from zermelo.game import CHANCE, Game
from zermelo.games._backgammon_bearoff import effective_pips, expected_rolls, race, rolls
from zermelo.games._backgammon_evaluation import by_pips, positional
from zermelo.games._backgammon_men import (
    BAR,
    FAR_END,
    POINTS,
    Men,
    blots,
    counted,
    fewer,
    held,
    mirrored,
    more,
    movers,
    number,
    occupied,
    pips,
    placed,
    stepped,
)
from zermelo.notation import whole_number

__all__ = [
    "Backgammon",
    "Position",
    "effective_pips",
    "expected_rolls",
    "position",
    "race",
    "rolls",
]

MEN = 15
START = placed(((24, 2), (13, 5), (8, 3), (6, 5)))
PASS = 0
TO_ROLL, OPENING = 0, 7
"""Instead of dice: they are to be rolled, or each side is to throw one die for the first turn."""

ALL = (1 << 26) - 1
SIGNS = "○●"


class Position(NamedTuple):
    """The men of the side to roll or to play and those of the other, whose turn it is, and the dice.

    Each side's men are four sets of points in its own direction (see `_backgammon_men`), two of them in a word: the second
    begins at bit 32. Dice are 8 · the larger + the smaller, so that 6-5 is 0o65.
    """

    own_few: Bits
    own_many: Bits
    opp_few: Bits
    opp_many: Bits
    turn: int
    dice: int

    @property
    def own(self) -> Men:
        """The men of the side whose turn it is."""
        return self.own_few & ALL, self.own_few >> 32, self.own_many & ALL, self.own_many >> 32

    @property
    def opp(self) -> Men:
        """The men of the other side."""
        return self.opp_few & ALL, self.opp_few >> 32, self.opp_many & ALL, self.opp_many >> 32


def position(own: Men, opp: Men, turn: int, dice: int) -> Position:
    """A position of two sides' men."""
    return Position(
        own[0] | own[1] << 32,
        own[2] | own[3] << 32,
        opp[0] | opp[1] << 32,
        opp[2] | opp[3] << 32,
        turn,
        dice,
    )


class Backgammon(Game[Position, int]):
    """A race of fifteen men by dice; gammons count 2, backgammons 3, without the cube.

    A play is up to four points that men leave, five bits each. With unequal dice the first of them belongs to the larger die
    and the second to the smaller one, 0 for a die that cannot be played; with a double they go down.

    >>> game = Backgammon()
    >>> s = game.after(["3-1", "8/5 6/5"])
    >>> game.dump(s)
    'sGfwATDgc/ABMA Black'
    """

    names = ("White", "Black")
    signs = tuple(SIGNS)
    evaluations = ("positional", "pips")

    def __init__(self, evaluation: str = "positional") -> None:
        if evaluation not in self.evaluations:
            raise BadGame(
                f"backgammon has no evaluation {evaluation!r}; it has {' and '.join(self.evaluations)}"
            )
        self.evaluation = evaluation

    def start(self) -> Position:
        return position(START, START, 0, OPENING)

    def player(self, s: Position) -> int:
        return CHANCE if s.dice == TO_ROLL or s.dice == OPENING else s.turn

    # ------------------------------------------------------------------ dice

    def chances(self, s: Position) -> Iterator[tuple[int, float]]:
        """The 21 rolls; at the opening White's die and Black's, which differ: the higher begins, with both."""
        if not self.terminal(s):
            for a in range(1, 7):
                for b in range(1, 7):
                    if s.dice == OPENING:
                        if a != b:
                            yield 8 * a + b, 1 / 30
                    elif a >= b:
                        yield 8 * a + b, (1 if a == b else 2) / 36

    def _rolled(self, s: Position, a: int) -> Position:
        if s.dice != OPENING:
            return s._replace(dice=a)
        white, black = a >> 3, a & 7
        return s._replace(
            turn=0 if white > black else 1, dice=8 * max(white, black) + min(white, black)
        )

    # ------------------------------------------------------------------ plays

    def actions(self, s: Position) -> Iterator[int]:
        """As many dice as can be played, the larger if only one can; a double is four.

        No play comes twice. What a step needs stays true when other men move, hence two dice that can both be played at
        once can be played in either order, and the play is listed with the larger die first.
        """
        if not self.terminal(s):
            blocked = mirrored(held(s.opp)) & POINTS
            if s.dice >> 3 == s.dice & 7:
                yield from self._doubles(s.own, blocked, s.dice & 7)
            else:
                yield from self._pairs(s.own, s.opp, blocked, s.dice >> 3, s.dice & 7)

    def _pairs(self, men: Men, opp: Men, blocked: int, large: int, small: int) -> Iterator[int]:
        """Plays of two unequal dice."""
        here, lone, shots = occupied(men), blots(men), mirrored(blots(opp))
        first_large, first_small = movers(here, blocked, large), movers(here, blocked, small)
        is_any = False
        left = first_large
        while left:  # the larger die, then the smaller
            bit = left & -left
            left ^= bit
            second = movers(here & ~(bit & lone) | bit >> large & POINTS, blocked, small)
            is_any = is_any or second != 0
            if second >> small & bit and self._runs_also(
                here, lone, shots, blocked, bit << small, large, small, first_large
            ):
                second ^= bit << small
            while second:
                f = second & -second
                second ^= f
                yield bit.bit_length() - 1 | f.bit_length() - 1 << 5
        left = first_small
        while left:  # the smaller die, then the larger where that was not possible before
            bit = left & -left
            left ^= bit
            second = movers(here & ~(bit & lone) | bit >> small & POINTS, blocked, large)
            is_any = is_any or second != 0
            second &= ~first_large
            if second & bit >> small and self._runs_also(
                here, lone, shots, blocked, bit, large, small, first_large
            ):
                second ^= bit >> small
            if (
                bit < 2 << small
            ):  # two men borne off that either die takes: the larger die first has listed it
                second &= ~((2 << small) - 1)
            while second:
                f = second & -second
                second ^= f
                yield f.bit_length() - 1 | bit.bit_length() - 1 << 5
        if not is_any:
            yield from self._singles(first_large, first_small)

    def _runs_also(
        self,
        here: int,
        lone: int,
        shots: int,
        blocked: int,
        bit: int,
        large: int,
        small: int,
        first_large: int,
    ) -> bool:
        """A man here runs with the smaller die and then with the larger: does the same come of the larger one first?

        It does unless it cannot be played so, or a man is hit on the way.
        """
        way = bit >> large & POINTS
        if not first_large & bit or not way or (way | bit >> small) & shots:
            return False
        return movers(here & ~(bit & lone) | way, blocked, small) & way != 0

    def _singles(self, first_large: int, first_small: int) -> Iterator[int]:
        """Plays where only one die can be used: the larger if possible."""
        shift = 0 if first_large else 5
        left = first_large if first_large else first_small
        if not left:
            yield PASS
        while left:
            f = left & -left
            left ^= f
            yield f.bit_length() - 1 << shift

    def _doubles(self, men: Men, blocked: int, die: int) -> Iterator[int]:
        """Plays of a double: points in falling order, which is always possible, and is one order of each play."""
        steps = self._most_steps(men, blocked, die)
        if steps == 0:
            yield PASS
        left1 = movers(occupied(men), blocked, die)
        while left1:
            f1 = left1.bit_length() - 1
            left1 ^= 1 << f1
            men1 = stepped(men, f1, die)
            left2 = movers(occupied(men1), blocked, die) & (2 << f1) - 1
            if steps == 1:
                yield f1
                left2 = 0
            while left2:
                f2 = left2.bit_length() - 1
                left2 ^= 1 << f2
                men2 = stepped(men1, f2, die)
                left3 = movers(occupied(men2), blocked, die) & (2 << f2) - 1
                if steps == 2:
                    yield f1 | f2 << 5
                    left3 = 0
                while left3:
                    f3 = left3.bit_length() - 1
                    left3 ^= 1 << f3
                    men3 = stepped(men2, f3, die)
                    left4 = movers(occupied(men3), blocked, die) & (2 << f3) - 1
                    if steps == 3:
                        yield f1 | f2 << 5 | f3 << 10
                        left4 = 0
                    while left4:
                        f4 = left4.bit_length() - 1
                        left4 ^= 1 << f4
                        yield f1 | f2 << 5 | f3 << 10 | f4 << 15

    def _most_steps(self, men: Men, blocked: int, die: int) -> int:
        """How often this die can be played, up to four: no step spoils another, so any order tells."""
        for steps in range(4):
            left = movers(occupied(men), blocked, die)
            if not left:
                return steps
            men = stepped(men, left.bit_length() - 1, die)
        return 4

    def result(self, s: Position, a: int) -> Position:
        if s.dice == TO_ROLL or s.dice == OPENING:
            return self._rolled(s, a)
        own, opp, die = s.own, s.opp, s.dice >> 3
        for i in range(4):
            f = a >> 5 * i & 31
            if f:
                own = stepped(own, f, die)
                hit = occupied(opp) & 1 << BAR - f + die & POINTS if f > die else 0
                if hit:
                    opp = more(fewer(opp, hit), 1 << BAR)
            die = s.dice & 7
        return position(opp, own, 1 - s.turn, TO_ROLL)

    # ------------------------------------------------------------------ the end

    def terminal(self, s: Position) -> bool:
        return occupied(s.opp) == 0 or occupied(s.own) == 0

    def utility(self, s: Position, p: int) -> float:
        """1; 2 for a gammon, if the loser has borne off nothing; 3 if besides a loser's man is on the bar or in the winner's home."""
        loser, lost = (s.turn, s.own) if occupied(s.opp) == 0 else (1 - s.turn, s.opp)
        stake = 1
        if number(lost, ALL) == MEN:
            stake = 3 if occupied(lost) & FAR_END else 2
        return -stake if p == loser else stake

    def ending(self, s: Position) -> str:
        stake = self.utility(s, 0)
        return f"{self.names[stake < 0]} wins{('', ' a gammon, 2 points', ' a backgammon, 3 points')[int(abs(stake)) - 1]}"

    def bounds(self, s: Position) -> tuple[float, float]:
        """Who has borne a man off cannot lose a gammon."""
        white, black = (s.own, s.opp) if s.turn == 0 else (s.opp, s.own)
        return -3.0 if number(white, ALL) == MEN else -1.0, 3.0 if number(
            black, ALL
        ) == MEN else 1.0

    def payoff_range(self, p: int) -> tuple[float, float]:
        return -3.0, 3.0

    # ------------------------------------------------------------------ for the engine

    def evaluate(self, s: Position, p: int) -> float:
        value = by_pips(s.own, s.opp) if self.evaluation == "pips" else positional(s.own, s.opp)
        return value if p == s.turn else -value

    def order(self, s: Position, a: int) -> float:
        """Hits, points that are held and not many blots first."""
        t = self.result(s, a)
        hits = number(t.own, 1 << BAR) - number(s.opp, 1 << BAR)
        return 2 * hits + held(t.opp).bit_count() - blots(t.opp).bit_count()

    def key(self, s: Position) -> int:
        return hash64((s.own_few, s.own_many, s.opp_few, s.opp_many, s.dice << 1 | s.turn))

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
        """A roll like 6-5, or a play like 8/5 6/5, bar/22*, 13/11(2), 24/18/13, 24/off; steps in any order, + or , between them."""
        words = text.strip().casefold()
        options = self.options(s)
        if self.player(s) == CHANCE:
            return self._parse_roll(s, words, options)
        if words in ("pass", "no move", "cannot move", "-"):
            fitting = [a for a in options if a == PASS]
        else:
            fitting = self._fitting(s, words, options)
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            raise BadAction(
                f"{text.strip()!r} can mean {' or '.join(self.name(s, a) for a in fitting)}"
            )
        raise BadAction(
            f"{text.strip()!r} is not legal here; legal: {abbreviate((repr(self.name(s, a)) for a in options), 8)}"
        )

    def _parse_roll(self, s: Position, words: str, options: list[int]) -> int:
        """Two numbers; before the first turn White's comes first, else the larger may stand anywhere."""
        found = re.fullmatch(r"([1-6])\W?([1-6])", words)
        numbers = [int(n) for n in found.groups()] if found else [0, 0]
        if s.dice != OPENING:
            numbers.sort(reverse=True)
        a = 8 * numbers[0] + numbers[1]
        if a not in options:
            shape = (
                "two different numbers, White's die first, like 3-1"
                if s.dice == OPENING
                else "two numbers from 1 to 6, like 3-1"
            )
            raise BadAction(f"{words!r} is no roll; write {shape}")
        return a

    def _fitting(self, s: Position, words: str, plays: list[int]) -> list[int]:
        """The plays that move the men as the words say, and hit where they say so."""
        counts, stars, quiet = counted(s.own), set(), set()
        for word in re.split(r"[\s,+;]+", words):
            found = re.fullmatch(r"(bar|b|\d+)((?:/(?:off|o|bar|\d+)\*?)+)(?:\(([1-4])\))?", word)
            if not found:
                raise BadAction(
                    f"{word!r} is no move of a man; write from/to, like 8/5, bar/22*, 13/11(2) or 6/off"
                )
            stops = [stop for stop in found[2].split("/") if stop]
            f, t = (self._point(stop.rstrip("*")) for stop in (found[1], stops[-1]))
            counts[f] -= int(found[3] or 1)
            counts[t] += int(found[3] or 1) if t else 0  # men off are not counted
            stars |= {self._point(stop.rstrip("*")) for stop in stops if stop.endswith("*")}
            quiet |= {self._point(stop) for stop in stops if not stop.endswith("*")}
        if min(counts) < 0:
            return []
        men = placed(enumerate(counts))
        moved = [a for a in plays if self.result(s, a).opp == men]
        fitting = [a for a in moved if stars <= self._hits(s, a)]
        alike = [a for a in fitting if self._hits(s, a) == (stars | quiet) & self._blots(s)]
        return alike if len(alike) == 1 else fitting

    def _point(self, word: str) -> int:
        point = (
            BAR if word in ("bar", "b") else 0 if word in ("off", "o") else whole_number(word, BAR)
        )
        if point is None:
            raise BadAction(f"{word} is no point; points are 1 to 24, bar and off")
        return point

    def _blots(self, s: Position) -> set[int]:
        """The points on which the side to play can hit."""
        return set(members(mirrored(blots(s.opp)) & POINTS))

    def _hits(self, s: Position, a: int) -> set[int]:
        """The points on which a play hits."""
        return self._blots(s) & {t for _, t in self._steps(s, a)}

    # ------------------------------------------------------------------ positions as text

    def dump(self, s: Position) -> str:
        """GNU Backgammon's position ID, then who is to roll or to play, then the dice if they are rolled."""
        bits = "".join("1" * n + "0" for men in (s.opp, s.own) for n in counted(men)[1:]).ljust(
            80, "0"
        )
        code = (
            base64.b64encode(bytes(int(bits[i : i + 8][::-1], 2) for i in range(0, 80, 8)))
            .decode()
            .rstrip("=")
        )
        if s.dice == OPENING:
            return f"{code} opening"
        return f"{code} {self.names[s.turn]}" + (f" {s.dice >> 3}-{s.dice & 7}" if s.dice else "")

    def load(self, text: str) -> Position:
        """What `dump` writes; an ID alone is White to roll. Of a match ID after a colon only the dice are taken."""
        whole, *words = text.split() or [""]
        code, _, match = whole.partition(":")
        (opp, own), rolled = self._men_of(code), self._dice_of(match)
        words = [word.casefold() for word in words]
        if words == ["opening"]:
            if own != START or opp != START:
                raise BadPosition(f"{text!r}: an opening roll is for the start, 4HPwATDgc/ABMA")
            return self.start()
        found = re.fullmatch(r"(white|black)?(?: ?([1-6])-?([1-6]))?", " ".join(words))
        if not found:
            raise BadPosition(
                f"{' '.join(words)!r} after the ID; write White or Black, then the dice if they are rolled, like 'White 6-5'"
            )
        dice = sorted((int(n) for n in found.groups()[1:] if n), reverse=True)
        is_over = not (occupied(own) and occupied(opp))
        if dice and is_over:
            raise BadPosition(f"{text!r} has dice, and the game is over")
        dice = dice or ([] if is_over else rolled)
        return position(
            own, opp, 1 if found[1] == "black" else 0, 8 * dice[0] + dice[1] if dice else TO_ROLL
        )

    def _dice_of(self, code: str) -> list[int]:
        """The dice of GNU Backgammon's match ID, the larger first: bits 15 to 17 and 18 to 20. None, if they are not rolled.

        >>> Backgammon()._dice_of("QYkqASAAIAAA")
        [5, 2]
        """
        raw = _decoded(code)
        if code and len(raw) != 9:
            raise BadPosition(
                f"{code!r} is no match ID of GNU Backgammon: 12 characters, like cAkAAAAAAAAA; it may be left out"
            )
        bits = int.from_bytes(raw, "little")
        dice = sorted((bits >> 15 & 7, bits >> 18 & 7), reverse=True)
        return dice if dice[1] >= 1 and dice[0] <= 6 else []

    def _men_of(self, code: str) -> tuple[Men, Men]:
        """The men of a position ID: the side that is not on roll, and the one that is."""
        raw = _decoded(code)
        if len(raw) != 10 or len(code.rstrip("=")) != 14:
            raise BadPosition(
                f"{code!r} is no position ID of GNU Backgammon: 14 characters, like 4HPwATDgc/ABMA"
            )
        runs = "".join(f"{byte:08b}"[::-1] for byte in raw).split("0")
        sides = [[len(run) for run in runs[i : i + 25]] for i in (0, 25)]
        if any(sum(side) > MEN for side in sides) or any(runs[50:]):
            raise BadPosition(f"{code!r} has more than {MEN} men on a side, or men nowhere")
        if not any(map(any, sides)):
            raise BadPosition(f"{code!r} has no men at all")
        opp, own = (placed(enumerate(side, 1)) for side in sides)
        if occupied(own) & mirrored(occupied(opp)) & POINTS:
            raise BadPosition(f"{code!r} has men of both sides on one point")
        return opp, own

    # ------------------------------------------------------------------ the board

    def board(self, s: Position) -> Board:
        """Two rows of points as White sees them, with a side's bar in the middle and its men off at the end.

        They are numbered as the one whose turn it is counts them: from 24 to 1, the way that men go.
        """
        white, black = (s.own, s.opp) if s.turn == 0 else (s.opp, s.own)
        cells = [""] * 28
        for p, men in enumerate((white, black)):
            counts = counted(men)
            counts[0] = MEN - sum(counts)
            for point, n in enumerate(counts):
                if n:
                    cells[_cell(point, p)] = f"{n}{SIGNS[p]}"
        touches = {}
        if self.player(s) != CHANCE:
            for a in self.options(s):
                touches[a] = tuple(
                    _cell(point, s.turn) for step in self._steps(s, a) for point in step
                )
        upper, lower = (
            (UPPER, LOWER) if s.turn == 0 else (LOWER, UPPER)
        )  # Black counts from the other end
        names = (*_owned(upper, "Black"), *_owned(lower, "White"))
        return Board(
            2, 14, tuple(cells), touches, (), lower, names=names, upper_labels=upper, look="points"
        )

    def caption(self, s: Position) -> str:
        """Whose dice, and how far both have to go."""
        white, black = (s.own, s.opp) if s.turn == 0 else (s.opp, s.own)
        who = f"{self.names[s.turn]} {SIGNS[s.turn]}"
        what = (
            f"{who} to play {s.dice >> 3}-{s.dice & 7}"
            if self.player(s) != CHANCE
            else f"{who} to roll"
        )
        if self.terminal(s) or s.dice == OPENING:
            what = "each throws a die" if s.dice == OPENING else "over"
        return f"{what}; pips: White {pips(white)}, Black {pips(black)}"


def _decoded(code: str) -> bytes:
    """The bytes of an ID; none, if it is not written in base 64."""
    try:
        return base64.b64decode(code.rstrip("=") + "==", validate=True)
    except (binascii.Error, ValueError):
        return b""


UPPER = (*map(str, range(13, 19)), "bar", *map(str, range(19, 25)), "off")
LOWER = (*map(str, range(12, 6, -1)), "bar", *map(str, range(6, 0, -1)), "off")
"""What stands above and below the board, as White counts."""


def _owned(labels: tuple[str, ...], owner: str) -> tuple[str, ...]:
    """The points of a row by number, its bar and its men off by whose they are."""
    return tuple(label if label.isdigit() else f"{owner}'s {label}" for label in labels)


def _cell(point: int, p: int) -> int:
    """The cell of a side's point: its men off are 0, its bar 25."""
    if point in (0, BAR):
        return (13 if point == 0 else 6) + (14 if p == 0 else 0)
    return (
        UPPER.index(str(seen))
        if (seen := point if p == 0 else 25 - point) > 12
        else 14 + LOWER.index(str(seen))
    )
