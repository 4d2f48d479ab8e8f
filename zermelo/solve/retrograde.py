"""Retrograde analysis of a tier in which moves may stay, and may go round in circles.

`link` notes for each position how many of its successors are in the tier, the best of the others,
whose values are known, and the moves inside the tier. `weave` turns these moves round: it lists the
predecessors of each position, which the rules need not know. `decide` goes through the payoffs, for
each side from its best one, and for each payoff from the ends to the beginnings, remoteness by
remoteness. A side forces a payoff where it can move to a position with it, and where the other side
can only move to positions with this payoff or a better one. What is left can be held for ever: it
is a tie where a player can end the game so, else a draw.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from zermelo.game import Game
from zermelo.solve.kernels import (
    MISSING,
    WRITTEN,
    find,
    find_payoff,
    list_successors,
    rank_word,
)
from zermelo.solve.packing import Packer

UNKNOWN = 2**32 - 1
"""The word of a position that is not decided; as a best successor: there is none."""

ENDED = -1
"""In place of the count of successors: the position is a terminal."""

EITHER = 2
"""In place of a side: both players hurry to a tie."""

FIRST, AFTER, BASE = range(3)
"""The cells of `tray.span`: where the tier begins and ends among the keys, and the piece of it."""


def link(game: Game[Any, Any], s: Any, packing: Packer, begin: int, end: int, tray: Any) -> int:
    """Go through all moves of keys[begin:end]; those that stay in the tier are written.

    Returns where it stopped: before `end` if there was no room for more moves. Without any room
    they are only counted.
    """
    first, after, base = tray.span[FIRST], tray.span[AFTER], tray.span[BASE]
    written, room = 0, len(tray.targets)
    for i in range(begin, end):
        x = packing.load(game, tray.keys, i, tray.row, s)
        if game.terminal(x):
            tray.words[i - base] = find_payoff(game.utility(x, 0), tray)
            tray.counts[i - base] = ENDED
            continue
        p = game.player(x)
        tray.movers[i - base] = p
        before, j = written, 0
        for y in list_successors(game, x):
            key = packing.pack(game, y, tray.row)
            at = find(packing, tray, first, len(tray.keys), tray.hints[j], key)
            if at < 0:
                tray.notes[MISSING] += 1
                continue
            tray.hints[j] = at
            j = j + 1 if j + 1 < len(tray.hints) else j
            if at >= after:
                note_outer(int(tray.values[at]), i - base, p, tray)
            else:
                if written < room:
                    tray.targets[written] = at - first
                    tray.sources[written] = i - first
                written += 1
        if room > 0 and written > room:
            tray.notes[WRITTEN] = before
            return i
        tray.counts[i - base] = written - before
        if j == 0:
            tray.notes[MISSING] += 1
    tray.notes[WRITTEN] = written
    return end


def note_outer(w: int, i: int, p: int, tray: Any) -> None:
    """Note a successor in a later tier, whose word is known, for position i."""
    best = int(tray.bests[i])
    if best == UNKNOWN or rank_word(w, p, tray.code) > rank_word(best, p, tray.code):
        tray.bests[i] = w


def weave(count: int, tray: Any) -> int:
    """List the sources of the moves to each of `count` targets. Return the number of moves."""
    for k in range(len(tray.targets)):
        tray.degrees[tray.targets[k]] += 1
    total = 0
    for i in range(count):
        total += tray.degrees[i]
        tray.degrees[i] = total
    tray.degrees[count] = total
    for k in range(len(tray.targets)):
        i = tray.targets[k]
        tray.degrees[i] -= 1
        tray.before[tray.degrees[i]] = tray.sources[k]
    return total


class WovenMoves:
    """The predecessors of positions as `weave` has listed them."""

    def list_before(self, s: Any, i: int, tray: Any) -> Iterator[int]:
        """The places of the predecessors of position i, one for each move."""
        for k in range(tray.degrees[i], tray.degrees[i + 1]):
            yield tray.before[k]


class BackwardRules:
    """The predecessors of positions as the game's own rules find them."""

    def __init__(self, game: Game[Any, Any], packing: Packer) -> None:
        self.game, self.packing = game, packing

    def list_before(self, s: Any, i: int, tray: Any) -> Iterator[int]:
        """The places of the predecessors of position i in its tier, one for each move."""
        x = self.packing.load(self.game, tray.keys, i, tray.row, s)
        for y in self.game.predecessors(x):
            key = self.packing.pack(self.game, y, tray.row)
            at = -1
            if key >= 0:
                at = find(self.packing, tray, 0, len(tray.keys), tray.hints[0], key)
            if at >= 0:
                tray.hints[0] = at
                yield at


def decide(moves: WovenMoves | BackwardRules, s: Any, count: int, tray: Any) -> int:
    """Find the words of all positions of a tier. Return the draws."""
    payoffs, losses, ties = tray.code[1], tray.code[2], tray.code[3]
    for n in range(payoffs - ties):
        spread(moves, s, count, payoffs - 1 - n, 0, tray)
    for payoff in range(losses):
        spread(moves, s, count, payoff, 1, tray)
    for payoff in range(losses, ties):
        spread(moves, s, count, payoff, EITHER, tray)
    draws = 0
    for i in range(count):
        if tray.words[i] == UNKNOWN:
            tray.words[i] = payoffs
            draws += 1
    return draws


def spread(
    moves: WovenMoves | BackwardRules, s: Any, count: int, payoff: int, side: int, tray: Any
) -> int:
    """Decide where a side forces a payoff, remoteness by remoteness. Return how many there are."""
    size = begin_payoff(count, payoff, side, tray)
    level, begin = 0, 0
    while begin < size or level < len(tray.heads):
        i = tray.heads[level] if level < len(tray.heads) else -1
        while i >= 0:
            size = settle(i, payoff, level, size, tray)
            i = tray.next[i]
        stop = size
        while begin < stop:
            i = tray.queue[begin]
            begin += 1
            for q in moves.list_before(s, i, tray):
                if tray.words[q] == UNKNOWN:
                    size = tell(q, payoff, side, level, size, tray)
        level += 1
    return size


def begin_payoff(count: int, payoff: int, side: int, tray: Any) -> int:
    """Queue the ends with a payoff, and put off what a later tier gives it. Return the queue's
    size."""
    size, bits = 0, tray.code[0]
    for level in range(len(tray.heads)):
        tray.heads[level] = -1
    for i in range(count):
        if tray.counts[i] == ENDED:
            if tray.words[i] == payoff:
                tray.queue[size] = i
                size += 1
        elif tray.words[i] == UNKNOWN and tray.bests[i] != UNKNOWN:
            best = int(tray.bests[i])
            is_free = side == EITHER or tray.movers[i] == side or tray.counts[i] == 0
            if is_free and best & (1 << bits) - 1 == payoff:
                put_off(i, (best >> bits) + 1, tray)
    return size


def put_off(i: int, level: int, tray: Any) -> None:
    """Have position i decided when this remoteness is reached."""
    tray.next[i] = tray.heads[level]
    tray.heads[level] = i


def settle(i: int, payoff: int, level: int, size: int, tray: Any) -> int:
    """Decide position i, unless it is, and queue it. Return the queue's size."""
    if tray.words[i] != UNKNOWN:
        return size
    tray.words[i] = level << tray.code[0] | payoff
    tray.queue[size] = i
    return size + 1


def tell(q: int, payoff: int, side: int, level: int, size: int, tray: Any) -> int:
    """Tell an undecided position that one of its successors is decided. Return the queue's size.

    The other side is forced by the last of its successors, if none in a later tier is better.
    """
    if side != EITHER and tray.movers[q] != side:
        tray.counts[q] -= 1
        if tray.counts[q] > 0:
            return size
        if tray.bests[q] != UNKNOWN:
            best = int(tray.bests[q])
            other, plies = best & (1 << tray.code[0]) - 1, best >> tray.code[0]
            if other == tray.code[1] or (other < payoff if side == 0 else other > payoff):
                return size
            if other == payoff and plies > level:
                put_off(q, plies + 1, tray)
                return size
    return settle(q, payoff, level + 1, size, tray)
