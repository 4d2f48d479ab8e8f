"""What df-pn answers.

A statement, the verdict on it, and how it is read from the memory of the search.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from zermelo.engine.proof_numbers import (
    DN,
    DN_AT,
    EFFORT,
    ENDLESS,
    FRAMES,
    PN,
    PN_AT,
    REPEATS,
    SUCCESSOR,
    ProofTable,
)
from zermelo.formatting import format_number
from zermelo.frame.question import Question
from zermelo.frame.report import build_result, is_settled
from zermelo.frame.run import Run
from zermelo.frame.tt import NOT_FOUND, TAG
from zermelo.game import INFINITY
from zermelo.gears.cells import read_float, read_word
from zermelo.result import Result, RootValue

S = TypeVar("S")
A = TypeVar("A")

Verdict = Literal["proven", "disproven", "unknown"]


@dataclass(frozen=True)
class Proof(Result[A]):
    """What df-pn found.

    The statement, the verdict, both numbers of the root, and what is known of the value.

    `value` is the true value if the search pins it down (`exact`), else None.
    """

    target: float = 0.0
    at_least: bool = True
    verdict: Verdict = "unknown"
    proof: int = 1
    disproof: int = 1
    low: float = -INFINITY
    high: float = INFINITY

    @property
    def statement(self) -> str:
        """What was asked."""
        sign = "≥" if self.at_least else ">"
        return f"value {sign} {format_number(self.target)} for {self.player_name}"

    def __str__(self) -> str:
        move = "" if self.action_name is None else f", best move {self.action_name}"
        line = f", PV {' '.join(self.line)}" if len(self.line) > 1 else ""
        kind = (
            f"stopped: {self.stopped}"
            if self.stopped
            else f"pn {format_proof_number(self.proof)}, dn {format_proof_number(self.disproof)}"
        )
        return (
            f"{self.algorithm} on {self.game}: {self.statement}: "
            f"{self.verdict}{move}{line} ({kind}; {self.nodes:,} nodes)"
        )

    def to_dict(self) -> dict[str, Any]:
        more = {"target": self.target, "at_least": self.at_least, "verdict": self.verdict}
        more |= {"proof": self.proof, "disproof": self.disproof}
        return super().to_dict() | more | {"low": finite(self.low), "high": finite(self.high)}


def format_proof_number(n: int) -> str:
    """A proof number for people."""
    return "∞" if n >= ENDLESS else f"{n:,}"


def finite(x: float) -> float | None:
    """A bound as JSON holds it: null where there is none."""
    return x if abs(x) < INFINITY else None


def find_range(q: Question[S, A]) -> tuple[float, float]:
    """What the game itself says of the value."""
    low, high = q.game.bounds_for(q.state, q.player)
    least, most = possible(q)
    return max(low, least), min(high, most)


def possible(q: Question[S, A]) -> tuple[float, float]:
    """What every way to play from here pays at least and at most, as far as the game says it.

    `bounds` says less: it speaks of the value, that is, of good play, so it does not tell which
    move is good.
    """
    if q.game.terminal(q.state):
        return (float(q.game.utility(q.state, q.player)),) * 2
    return q.game.payoff_range(q.player) or (-INFINITY, INFINITY)


def report_proof(
    q: Question[S, A],
    run: Run,
    pn: int,
    dn: int,
    low: float,
    high: float,
    line: list[A],
    **fields: Any,
) -> Proof[A]:
    """The answer.

    Its value is exact where what the search showed and what the game says leave one number.
    """
    least, most = find_range(q)
    exact = is_settled(max(low, least), min(high, most))
    proof: Proof[A] = build_result(
        q,
        run,
        line,
        kind=Proof,
        value=float(max(low, least)) if exact else None,
        exact=exact,
        stopped="" if pn == 0 or dn == 0 else run.stopped,
        verdict="proven" if pn == 0 else "disproven" if dn == 0 else "unknown",
        proof=pn,
        disproof=dn,
        low=float(low),
        high=float(high),
        **fields,
    )
    return proof


class RootFrame:
    """The root's successors after a search, and what the table still knows of the positions below
    them."""

    def __init__(self, q: Question[Any, Any], table: ProofTable, aim: float) -> None:
        self.q, self.table, self.aim = q, table, aim
        self.successors: list[tuple[Any, int, int]] = []
        cells = table.cells
        for i, a in enumerate(q.game.options(q.state)):
            at = FRAMES + i * SUCCESSOR
            pn, dn = int(cells[at + PN]), int(cells[at + DN])
            self.successors.append(
                (a, pn, dn) if pn or dn else (a, 1, 1)
            )  # a row that was never written says nothing

    def numbers(self) -> tuple[int, int]:
        """The numbers of the root."""
        return self._sum_up(self.q.state, [(pn, dn) for _, pn, dn in self.successors])

    def _sum_up(self, s: Any, numbers: list[tuple[int, int]]) -> tuple[int, int]:
        pns, dns = [pn for pn, _ in numbers], [dn for _, dn in numbers]
        if self.q.game.player(s) == self.q.player:
            return min(pns), ENDLESS if ENDLESS in dns else min(sum(dns), ENDLESS - 1)
        return ENDLESS if ENDLESS in pns else min(sum(pns), ENDLESS - 1), min(dns)

    def read_payoff(self, cell: int) -> float:
        """The smallest payoff ≥ target that was met (LOW), or the largest below it (HIGH)."""
        return read_float(self.table.cells, cell)

    def values(self, target: float, at_least: bool) -> tuple[RootValue[Any], ...]:
        """What is known of each action: that it keeps the statement, or that it loses it."""
        game, s = self.q.game, self.q.state
        good, bad = ("at least", "below") if at_least else ("above", "at most")
        # A disproof may depend on the path where positions repeat.
        refutes = not self.table.cells[REPEATS]
        known = [
            (a, good if pn == 0 else bad)
            for a, pn, dn in self.successors
            if pn == 0 or (dn == 0 and refutes)
        ]
        return tuple(RootValue(a, game.name(s, a), target, bound) for a, bound in known)

    def line(self) -> list[Any]:
        """The line that shows the answer, as far as the table holds it.

        The player whose side is true keeps it so; the other resists as long as possible.
        """
        game, s = self.q.game, self.q.state
        line: list[Any] = []
        choice = self._choice(s, self.successors)
        seen = {s}
        while choice is not None and len(line) < 1000:
            line.append(choice)
            s = game.result(s, choice)
            if game.terminal(s) or s in seen:
                break
            seen.add(s)
            known = [(a, *self._find_numbers(game.result(s, a))) for a in game.options(s)]
            pn, dn = self._sum_up(s, [(pn, dn) for _, pn, dn in known])
            choice = self._choice(s, known) if pn == 0 or dn == 0 else None
        return line

    def _find_numbers(self, s: Any) -> tuple[int, int]:
        """The numbers of a position, after the search."""
        game, me = self.q.game, self.q.player
        low, high = game.bounds_for(s, me)
        if game.terminal(s):
            low = high = float(game.utility(s, me))
        if low >= self.aim or high < self.aim:
            return (0, ENDLESS) if low >= self.aim else (ENDLESS, 0)
        tag = self._tag(s)
        return (tag >> PN_AT & ENDLESS, tag >> DN_AT & ENDLESS) if tag else (1, 1)

    def _tag(self, s: Any) -> int:
        """What the table holds of a position, as an unsigned number in either gear.

        0 if nothing.
        """
        entry = self.table.find_outside(self.table.key(self.q.game, s))
        return 0 if entry == NOT_FOUND else read_word(self.table.cells, entry + TAG)

    def _choice(self, s: Any, successors: list[tuple[Any, int, int]]) -> Any:
        """The first successor that settles the matter for the player to move.

        Else the one that costs the other most.
        """
        mine = self.q.game.player(s) == self.q.player
        best = min(pn if mine else dn for _, pn, dn in successors)
        among = [a for a, pn, dn in successors if (pn if mine else dn) == best]
        if best < ENDLESS or len(among) == 1:
            return among[0]
        return max(among, key=lambda a: self._tag(self.q.game.result(s, a)) & EFFORT)


def above(x: float) -> float:
    """The next larger number."""
    return math.nextafter(x, INFINITY)
