"""df-pn: depth-first proof-number search (Nagai 2002). Is the value ≥ a threshold?

Every position has two numbers: how many positions must still be proven, at the least, to show that
the statement is true (`pn`), and how many to show that it is false (`dn`)::

    true        pn = 0                      dn = ∞
    false       pn = ∞                      dn = 0
    new         pn = 1                      dn = 1
    own move    pn = min over c of pn(c)    dn = Σ over c of dn(c)      one good successor is enough
    other's     pn = Σ over c of pn(c)      dn = min over c of dn(c)    all must be good

The search goes down to the position that changes both numbers of the root at the least cost, depth
first: it stays below a node until one of its numbers reaches a threshold, beyond which another part
of the tree is cheaper.

What it promises, with *true value* the minimax value for `player` against all others::

    proven       true value ≥ low ≥ target
    disproven    true value ≤ high < target
    unknown      it was stopped, or a position came back on its own path

A position that leads back to itself counts as not proven there. A proof found in such a game holds;
a disproof may depend on the path (graph-history interaction), so the answer is then *unknown*.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple, SupportsFloat, TypeVar, Unpack

from zermelo.engine.options import EngineOptions, ask_engine
from zermelo.engine.proof import Proof, RootFrame, above, find_range, possible, report_proof
from zermelo.engine.proof_numbers import (
    ACTION,
    DN,
    ENDLESS,
    FRAMES,
    HIGH,
    KEY,
    LOW,
    PN,
    REPEATS,
    ProofTable,
)
from zermelo.errors import BadLimit, TooDeep
from zermelo.frame.question import Question
from zermelo.frame.run import Run, carry_out, in_gear
from zermelo.frame.tt import VALUES, require_memory
from zermelo.game import INFINITY, Game
from zermelo.gears.cells import CELL, MIB
from zermelo.watch import MOST_PLIES, NODES, PLY, Watch

S = TypeVar("S")
A = TypeVar("A")

FIRST_TRY = 2_000
"""Nodes that gear="auto" gives the plain gear: each looks at all its successors."""


def dfpn(
    game: Game[S, A],
    s: S | None = None,
    *,
    target: float | None = None,
    at_least: bool = True,
    memory: float = 64,
    symmetry: bool = True,
    **options: Unpack[EngineOptions],
) -> Proof[A]:
    """Is the value for `player` ≥ target (or > target, with at_least=False)? Without a target: can
    the player win, that is, get the largest payoff?

    For games without chance; with more than two players all others are one opponent. `memory`
    bounds the table in MiB, `symmetry` looks positions up by `canonical`. A node is a position
    whose successors are looked at; a position that the search comes back to counts again.

    >>> from zermelo.games.nim import Nim
    >>> result = dfpn(Nim(3, 3))
    >>> result.verdict, result.action_name
    ('proven', '3-3')
    >>> from zermelo.games.tic_tac_toe import TicTacToe
    >>> print(dfpn(TicTacToe(), target=0))  # doctest: +ELLIPSIS
    dfpn on tic-tac-toe: value ≥ 0 for X: proven, best move ...
    """
    q = ask_engine("dfpn", game, s, chance=False, **options)
    if target is not None and (not isinstance(target, SupportsFloat) or math.isnan(target)):
        raise BadLimit(f"target is {target!r}; it must be a number")
    aim = best_payoff(q) if target is None else float(target)
    require_memory(memory)
    return in_gear(
        q,
        lambda q: decide(q, aim, at_least, ProofTable(limit_memory(q, memory), symmetry, q.gear)),
        FIRST_TRY,
    )


ROOM = 64
"""The entries of the table for each node that may be searched, at most: many buckets are empty."""


def limit_memory(q: Question[S, A], memory: float) -> float:
    """The MiB that a search needs; less than asked for if it may search a few nodes only."""
    if q.limit.nodes is None:
        return memory
    return min(memory, ROOM * q.limit.nodes * VALUES * CELL / MIB)


def best_payoff(q: Question[S, A]) -> float:
    """The largest payoff that the player can get, as the game declares it."""
    high = find_range(q)[1]
    if high == INFINITY:
        raise BadLimit(
            f"{q.game_name} does not say its largest payoff: "
            "give a target, or the game a payoff_range"
        )
    return high


# ---------------------------------------------------------------------- the search


class Goal(NamedTuple):
    """The statement to prove: the value for a player is ≥ target."""

    player: int
    target: float


class Thresholds(NamedTuple):
    """The search of a node ends when one of its numbers reaches its threshold."""

    pn: int
    dn: int


def prove(
    game: Game[Any, Any], s: Any, me: int, target: float, table: ProofTable, watch: Watch
) -> tuple[int, int]:
    """The proof and disproof number of "the value of s for `me` is ≥ target".

    One is 0 when the search has come to its end.
    """
    thresholds = Thresholds(ENDLESS, ENDLESS)
    return multiple_iterative_deepening(
        game, s, Goal(me, target), table.key(game, s), thresholds, FRAMES, table, watch
    )


def multiple_iterative_deepening(
    game: Game[Any, Any],
    s: Any,
    goal: Goal,
    key: int,
    thresholds: Thresholds,
    top: int,
    table: ProofTable,
    watch: Watch,
) -> tuple[int, int]:
    """MID: search below s until pn or dn reaches its threshold.

    Both numbers are below their thresholds when it is called, and the thresholds of the successor
    that it follows are above that one's numbers. So every call ends with a larger number than it
    began with, whatever the table has forgotten: the numbers of successors on the path are kept in
    frames, and the search ends even with a table of four entries.
    """
    watch.enter(s)
    began = watch.cells[NODES]
    cells = table.cells
    table.step_in(key, watch.cells[PLY])
    end = table.look_ahead(game, s, goal.player, goal.target, top, watch)
    mine = game.player(s) == goal.player
    easy, hard = (PN, DN) if mine else (DN, PN)
    most_easy = thresholds.pn if mine else thresholds.dn
    most_hard = thresholds.dn if mine else thresholds.pn
    smallest, total = table.smallest(top, end, easy), table.total(top, end, hard)
    while smallest < most_easy and total < most_hard:
        c = table.first_with(top, easy, smallest)
        room = widen(table.second(top, end, easy, c), most_easy)
        rest = ENDLESS if most_hard == ENDLESS else most_hard - total + cells[c + hard]
        after = game.result(s, cells[c + ACTION])
        below = Thresholds(room if mine else rest, rest if mine else room)
        pn, dn = multiple_iterative_deepening(
            game, after, goal, cells[c + KEY], below, end, table, watch
        )
        cells[c + PN], cells[c + DN] = pn, dn
        smallest, total = table.smallest(top, end, easy), table.total(top, end, hard)
    pn, dn = (smallest, total) if mine else (total, smallest)
    table.step_out(key)
    table.remember(key, pn, dn, watch.cells[NODES] - began + 1)
    watch.leave(0.0)
    return pn, dn


def widen(second: int, most: int) -> int:
    """The threshold of the best successor.

    A quarter above the second best, so that two equal ones do not take turns at every step.
    """
    return min(most, second + (second >> 2) + 1)


# ---------------------------------------------------------------------- the answer


def decide(q: Question[S, A], target: float, at_least: bool, table: ProofTable) -> Proof[A]:
    """One search in the question's gear, and its answer."""
    aim = target if at_least else above(target)
    low, high = possible(q)
    statement = {"target": target, "at_least": at_least}
    if low >= aim or high < aim:
        line = q.game.options(q.state)[:1]
        pn, dn = (0, ENDLESS) if low >= aim else (ENDLESS, 0)
        return report_proof(
            q, Run(None, Watch(), q.gear, 0.0), pn, dn, low, high, line, **statement
        )
    try:
        run = carry_out(q, prove, (q.player, aim, table))
    except TooDeep:
        why = f"goes on for more than {MOST_PLIES:,} plies, or has too many actions on the way"
        raise TooDeep(f"{q.game_name} {why}: use mcts, or a search with a depth") from None
    frame = RootFrame(q, table, aim)
    pn, dn = frame.numbers()
    if pn == 0:
        low = frame.read_payoff(LOW)
    elif dn == 0 and not table.cells[REPEATS]:
        high = frame.read_payoff(HIGH)
    elif dn == 0:
        q.notes.append(
            "a position came back on its own path: "
            "the statement is not proven, and not refuted either"
        )
        pn = dn = 1
    return report_proof(
        q,
        run,
        pn,
        dn,
        low,
        high,
        frame.line(),
        values=frame.values(target, at_least),
        **statement,
    )
