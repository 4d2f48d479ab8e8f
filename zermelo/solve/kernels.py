"""The inner loops: positions to successors, and values of successors to values.

Each runs over arrays of keys, in both gears, and is made of the game's own rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from zermelo.game import CHANCE, Game
from zermelo.solve.packing import Packer

WRITTEN, STRAYS, ENDS, PAYOFFS, MISSING, CROWDED = range(6)
"""The cells of `notes`: keys written, successors that did not fit, terminals, distinct payoffs,
successors that were not found, and terminals whose payoff was one too many."""
NOTES = 6

MOST_PAYOFFS = 1024
"""Distinct payoffs that a game may have; of expectations only the range counts."""

MOST_HINTS = 256
"""Successors of a position that have a place of their own to search from."""

FAR = 1 << 24
"""More than any remoteness."""


def list_successors(game: Game[Any, Any], x: Any) -> Iterator[Any]:
    """The successors of a position that is not a terminal, by actions or by chance."""
    if game.has_chance and game.player(x) == CHANCE:
        for outcome, _ in game.chances(x):
            yield game.result(x, outcome)
    else:
        for a in game.actions(x):
            yield game.result(x, a)


def expand(
    game: Game[Any, Any], s: Any, packing: Packer, keys: Any, begin: int, end: int, tray: Any
) -> int:
    """Write the keys of all successors of keys[begin:end] to `tray.out`; s is like them.

    Returns where it stopped: before `end` if `out` was full.
    """
    written, room = 0, len(tray.out)
    for i in range(begin, end):
        x = packing.load(game, keys, i, tray.row, s)
        if game.terminal(x):
            note_payoff(game.utility(x, 0), tray)
            continue
        before = written
        for y in list_successors(game, x):
            key = packing.pack(game, y, tray.row)
            if key < 0:
                note_stray(packing, tray)
            else:
                if written < room:
                    packing.put(tray.out, written, key, tray.row)
                written += 1
        if written > room:
            tray.notes[WRITTEN] = before
            return i
    tray.notes[WRITTEN] = written
    return end


def note_payoff(v: float, tray: Any) -> None:
    """Add a payoff to the distinct ones; the first two become the ends of their range if there is
    no room."""
    tray.notes[ENDS] += 1
    for i in range(tray.notes[PAYOFFS]):
        if tray.payoffs[i] == v:
            return
    if tray.notes[PAYOFFS] < len(tray.payoffs):
        tray.payoffs[tray.notes[PAYOFFS]] = v
        tray.notes[PAYOFFS] += 1
        return
    if tray.notes[CROWDED] == 0:
        low, high = v * 1.0, v * 1.0
        for i in range(len(tray.payoffs)):
            low, high = min(low, tray.payoffs[i]), max(high, tray.payoffs[i])
        tray.payoffs[0], tray.payoffs[1] = low, high
    tray.notes[CROWDED] += 1
    tray.payoffs[0] = min(tray.payoffs[0], v)
    tray.payoffs[1] = max(tray.payoffs[1], v)


def note_stray(packing: Packer, tray: Any) -> None:
    """Keep what the cells of a state that does not fit need: lowest, highest, all bits."""
    for i in range(packing.cells + 1):
        x = tray.row[i]
        if tray.notes[STRAYS] == 0:
            tray.strays[3 * i] = x
            tray.strays[3 * i + 1] = x
            tray.strays[3 * i + 2] = x
        tray.strays[3 * i] = min(tray.strays[3 * i], x)
        tray.strays[3 * i + 1] = max(tray.strays[3 * i + 1], x)
        tray.strays[3 * i + 2] |= x
    tray.notes[STRAYS] += 1


def find(packing: Packer, tray: Any, first: int, last: int, hint: int, key: int) -> int:
    """The place of the key that was just packed in tray.keys[first:last], which are sorted; −1 if
    it is not there.

    The search goes out from `hint` in growing steps: positions that lie side by side have
    successors that lie side by side.
    """
    keys, row = tray.keys, tray.row
    step = 1
    if packing.is_at_most(keys, hint, key, row):
        low = hint
        while low + step < last and packing.is_at_most(keys, low + step, key, row):
            low += step
            step += step
        high = min(low + step, last)
    else:
        high = hint
        while high - step >= first and not packing.is_at_most(keys, high - step, key, row):
            high -= step
            step += step
        low = max(high - step, first)
    while high - low > 1:
        middle = low + high >> 1
        if packing.is_at_most(keys, middle, key, row):
            low = middle
        else:
            high = middle
    return low if packing.is_same(keys, low, key, row) else -1


def back_up(
    game: Game[Any, Any], s: Any, packing: Packer, begin: int, end: int, after: int, tray: Any
) -> int:
    """Write the words of keys[begin:end] to `tray.out`; their successors are in keys[after:]."""
    last = len(tray.keys)
    for i in range(begin, end):
        x = packing.load(game, tray.keys, i, tray.row, s)
        if game.terminal(x):
            tray.out[i - begin] = find_payoff(game.utility(x, 0), tray)
            continue
        p = game.player(x)
        best, word = -1, 0
        j = 0
        for y in list_successors(game, x):
            key = packing.pack(game, y, tray.row)
            at = find(packing, tray, after, last, tray.hints[j], key)
            if at < 0:
                tray.notes[MISSING] += 1
            else:
                tray.hints[j] = at
                w = int(tray.values[at])
                rank = rank_word(w, p, tray.code)
                if rank > best:
                    best, word = rank, w
            j = j + 1 if j + 1 < len(tray.hints) else j
        if best < 0:
            tray.notes[MISSING] += 1
        tray.out[i - begin] = add_ply(word, tray.code)
    return end


def find_payoff(v: float, tray: Any) -> int:
    """The number of a payoff among the distinct ones."""
    for i in range(len(tray.payoffs)):
        if tray.payoffs[i] == v:
            return i
    return 0


def rank_word(w: int, p: int, code: Any) -> int:
    """How much player p wants a word: payoff first, then a win or a tie soon and a loss late.

    Play without end is better than a loss, and worse than a tie.

    `code` has the bits of a payoff's number, the number of payoffs, and the numbers of losses and
    of payoffs that are no wins, for player 0.
    """
    payoff = w & (1 << code[0]) - 1
    remoteness = w >> code[0]
    losses: int = code[2]
    if p != 0:
        payoff = code[1] - 1 - payoff
        losses = code[1] - code[3]
    if w == code[1]:
        return 2 * losses * FAR + 1
    rank: int = payoff * FAR + (remoteness if payoff < losses else FAR - 1 - remoteness)
    return 2 * rank + 2


def add_ply(w: int, code: Any) -> int:
    """The word of a position whose best successor has this one."""
    return w if w == code[1] else w + (1 << code[0])
