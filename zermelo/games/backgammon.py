"""Backgammon: two sides race fifteen men home by dice, past and over each other.

The doubling cube is left out. A play is one action, whatever the number of men it moves. Plays that
lead to the same position are one.

========================  ==================================================
`_backgammon_men`         the men of a side as sets of points; the position
`_backgammon_bearoff`     bearing off: exact distributions of rolls
`_backgammon_evaluation`  estimates
`_backgammon_notation`    plays, positions and the board as text
========================  ==================================================
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from zermelo.bits import hash64
from zermelo.errors import BadGame
from zermelo.game import CHANCE, Feature
from zermelo.games._backgammon_bearoff import effective_pips, mean_rolls, race, rolls
from zermelo.games._backgammon_evaluation import MANY_PIPS, SURE, by_pips, positional
from zermelo.games._backgammon_men import (
    ALL,
    BAR,
    FAR_END,
    MEN,
    OPENING,
    PASS,
    POINTS,
    START,
    TO_ROLL,
    Men,
    Position,
    blots,
    fewer,
    find_held,
    find_occupied,
    mirror,
    more,
    movers,
    number,
    pips,
    position,
    step,
)
from zermelo.games._backgammon_notation import BackgammonNotation

__all__ = [
    "TO_ROLL",
    "Backgammon",
    "Position",
    "effective_pips",
    "mean_rolls",
    "position",
    "race",
    "rolls",
]


class Backgammon(BackgammonNotation):
    """A race of fifteen men by dice; gammons count 2, backgammons 3, without the cube.

    A play is up to four points that men leave, five bits each. With unequal dice the first of them
    belongs to the larger die and the second to the smaller one, 0 for a die that cannot be played;
    with a double they go down.

    >>> game = Backgammon()
    >>> s = game.after(["3-1", "8/5 6/5"])
    >>> game.dump(s)
    'sGfwATDgc/ABMA Black'
    """

    evaluations = ("positional", "pips")
    moves_again = False
    cyclic = True

    def __init__(self, evaluation: str = "positional") -> None:
        if evaluation not in self.evaluations:
            raise BadGame(
                f"backgammon has no evaluation {evaluation!r}; it has "
                f"{' and '.join(self.evaluations)}"
            )
        self.evaluation = evaluation
        self.unit = ("pip", "pips") if evaluation == "pips" else ("point", "points")

    def start(self) -> Position:
        return position(START, START, 0, OPENING)

    def player(self, s: Position) -> int:
        return CHANCE if s.dice == TO_ROLL or s.dice == OPENING else s.turn

    # ------------------------------------------------------------------ dice

    def chances(self, s: Position) -> Iterator[tuple[int, float]]:
        """The 21 rolls; at the opening White's die and Black's, of which the higher begins."""
        if not self.terminal(s):
            for a in range(1, 7):
                for b in range(1, 7):
                    if s.dice == OPENING:
                        if a != b:
                            yield 8 * a + b, 1 / 30
                    elif a >= b:
                        yield 8 * a + b, (1 if a == b else 2) / 36

    def _roll(self, s: Position, a: int) -> Position:
        if s.dice != OPENING:
            return s._replace(dice=a)
        white, black = a >> 3, a & 7
        return s._replace(
            turn=0 if white > black else 1, dice=8 * max(white, black) + min(white, black)
        )

    # ------------------------------------------------------------------ plays

    def actions(self, s: Position) -> Iterator[int]:
        """As many dice as can be played, the larger if only one can; a double is four.

        No play comes twice. What a step needs stays true when other men move, hence two dice that
        can both be played at once can be played in either order, and the play is listed with the
        larger die first.
        """
        if not self.terminal(s):
            blocked = mirror(find_held(s.opp)) & POINTS
            if s.dice >> 3 == s.dice & 7:
                yield from self._doubles(s.own, blocked, s.dice & 7)
            else:
                yield from self._pairs(s.own, s.opp, blocked, s.dice >> 3, s.dice & 7)

    def _pairs(self, men: Men, opp: Men, blocked: int, large: int, small: int) -> Iterator[int]:
        """Plays of two unequal dice."""
        here, lone, shots = find_occupied(men), blots(men), mirror(blots(opp))
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
            if bit < 2 << small:
                # two men borne off that either die takes: the larger die first has listed it
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
        """Can a man that runs with the smaller die, then the larger, also run the other way round?

        Not if the larger die cannot be played first, or a man is hit on the way.
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
        """Plays of a double, with points in falling order: each play has such an order."""
        steps = self._most_steps(men, blocked, die)
        if steps == 0:
            yield PASS
        left1 = movers(find_occupied(men), blocked, die)
        while left1:
            f1 = left1.bit_length() - 1
            left1 ^= 1 << f1
            men1 = step(men, f1, die)
            left2 = movers(find_occupied(men1), blocked, die) & (2 << f1) - 1
            if steps == 1:
                yield f1
                left2 = 0
            while left2:
                f2 = left2.bit_length() - 1
                left2 ^= 1 << f2
                men2 = step(men1, f2, die)
                left3 = movers(find_occupied(men2), blocked, die) & (2 << f2) - 1
                if steps == 2:
                    yield f1 | f2 << 5
                    left3 = 0
                while left3:
                    f3 = left3.bit_length() - 1
                    left3 ^= 1 << f3
                    men3 = step(men2, f3, die)
                    left4 = movers(find_occupied(men3), blocked, die) & (2 << f3) - 1
                    if steps == 3:
                        yield f1 | f2 << 5 | f3 << 10
                        left4 = 0
                    while left4:
                        f4 = left4.bit_length() - 1
                        left4 ^= 1 << f4
                        yield f1 | f2 << 5 | f3 << 10 | f4 << 15

    def _most_steps(self, men: Men, blocked: int, die: int) -> int:
        """The number of times this die can be played, up to four.

        No step makes another one impossible, so the order does not matter.
        """
        for steps in range(4):
            left = movers(find_occupied(men), blocked, die)
            if not left:
                return steps
            men = step(men, left.bit_length() - 1, die)
        return 4

    def result(self, s: Position, a: int) -> Position:
        if s.dice == TO_ROLL or s.dice == OPENING:
            return self._roll(s, a)
        own, opp, die = s.own, s.opp, s.dice >> 3
        for i in range(4):
            f = a >> 5 * i & 31
            if f:
                own = step(own, f, die)
                hit = find_occupied(opp) & 1 << BAR - f + die & POINTS if f > die else 0
                if hit:
                    opp = more(fewer(opp, hit), 1 << BAR)
            die = s.dice & 7
        return position(opp, own, 1 - s.turn, TO_ROLL)

    # ------------------------------------------------------------------ the end

    def terminal(self, s: Position) -> bool:
        return find_occupied(s.opp) == 0 or find_occupied(s.own) == 0

    def utility(self, s: Position, p: int) -> float:
        """1 point; 2 for a gammon, if the loser has borne off nothing.

        3 for a backgammon, if moreover a man of the loser is on the bar or in the winner's home.
        """
        loser, lost = (s.turn, s.own) if find_occupied(s.opp) == 0 else (1 - s.turn, s.opp)
        stake = 1
        if number(lost, ALL) == MEN:
            stake = 3 if find_occupied(lost) & FAR_END else 2
        return -stake if p == loser else stake

    def ending(self, s: Position) -> str:
        stake = self.utility(s, 0)
        kinds = ("", " a gammon, 2 points", " a backgammon, 3 points")
        return f"{self.names[stake < 0]} wins{kinds[int(abs(stake)) - 1]}"

    def bounds(self, s: Position) -> tuple[float, float]:
        """A side that has borne off a man cannot lose a gammon."""
        white, black = (s.own, s.opp) if s.turn == 0 else (s.opp, s.own)
        lowest = -3.0 if number(white, ALL) == MEN else -1.0
        highest = 3.0 if number(black, ALL) == MEN else 1.0
        return lowest, highest

    def payoff_range(self, p: int) -> tuple[float, float]:
        return -3.0, 3.0

    # ------------------------------------------------------------------ for the engine

    def evaluate(self, s: Position, p: int) -> float:
        value = by_pips(s.own, s.opp) if self.evaluation == "pips" else positional(s.own, s.opp)
        return value if p == s.turn else -value

    def features(self, s: Position) -> Iterator[Feature]:
        """The pips of either side; the positional evaluation is not a sum."""
        if self.evaluation == "pips":
            sides = (s.own, s.opp) if s.turn == 0 else (s.opp, s.own)
            yield Feature("pips to go", (pips(sides[0]), pips(sides[1])), -1.0)

    def scale(self, s: Position, x: float) -> float:
        return SURE * math.tanh(x / MANY_PIPS)

    def formula(self, s: Position) -> str:
        return f"{SURE:g} tanh((w − b) / {MANY_PIPS})"

    def in_units(self, v: float) -> float | None:
        return None if self.evaluation == "pips" else v

    def order(self, s: Position, a: int) -> float:
        """Hits, points that are held and not many blots first."""
        t = self.result(s, a)
        hits = number(t.own, 1 << BAR) - number(s.opp, 1 << BAR)
        return 2 * hits + find_held(t.opp).bit_count() - blots(t.opp).bit_count()

    def key(self, s: Position) -> int:
        return hash64((s.own_few, s.own_many, s.opp_few, s.opp_many, s.dice << 1 | s.turn))
