"""Values that are floats: expectations where there is chance, vectors for more players.

A position has one number, player 0's, if the payoffs have a constant sum and there are at most two
players; else one for each player. `back_up_floats` takes the values of successors. Where moves stay
in a tier, `narrow` works on an interval for each position, wider than that of all payoffs. Both
ends are moved again and again by the same equations; what is between them at the end is the error,
so the true value is never outside.
"""

from __future__ import annotations

from typing import Any

from zermelo.game import CHANCE, Game
from zermelo.solve.kernels import MISSING, find
from zermelo.solve.packing import Packer

LEAST_GAP = 1e-13
"""An interval is closed when it is this part of the range of payoffs."""

MOST_SWEEPS = 100_000

WIDEST, CHANGE = range(2)
"""The cells of `tray.gaps`: the widest interval after a sweep, and the largest change in it."""


def look_up(game: Game[Any, Any], y: Any, packing: Packer, j: int, begin: int, tray: Any) -> int:
    """The place of a successor; the j-th successors of neighbours lie side by side."""
    slot = min(j, len(tray.hints) - 1)
    key = packing.pack(game, y, tray.row)
    at = find(packing, tray, begin, len(tray.keys), tray.hints[slot], key)
    if at < 0:
        tray.notes[MISSING] += 1
        return begin
    tray.hints[slot] = at
    return at


def back_up_floats(
    game: Game[Any, Any], s: Any, packing: Packer, begin: int, end: int, after: int, tray: Any
) -> int:
    """Write the values of keys[begin:end] to `tray.out`; not a number where one is not known.

    Successors are in keys[after:]. Returns how many are not known.
    """
    width, unknown = len(tray.mean), 0
    for i in range(begin, end):
        x = packing.load(game, tray.keys, i, tray.row, s)
        base = (i - begin) * width
        if game.terminal(x):
            for c in range(width):
                tray.out[base + c] = game.utility(x, c)
        elif game.has_chance and game.player(x) == CHANCE:
            take_mean(game, x, packing, after, base, tray)
        else:
            take_best(game, x, packing, after, base, tray)
        if tray.out[base] != tray.out[base]:
            unknown += 1
    return unknown


def take_mean(
    game: Game[Any, Any], x: Any, packing: Packer, after: int, base: int, tray: Any
) -> int:
    """Write the mean of the successors' values at a chance node. Return their number."""
    width, j = len(tray.mean), 0
    for c in range(width):
        tray.mean[c] = 0.0
    for outcome, share in game.chances(x):
        at = look_up(game, game.result(x, outcome), packing, j, after, tray)
        for c in range(width):
            tray.mean[c] += share * read_value(at, c, tray)
        j += 1
    for c in range(width):
        tray.out[base + c] = tray.mean[c]
    return j


def take_best(
    game: Game[Any, Any], x: Any, packing: Packer, after: int, base: int, tray: Any
) -> int:
    """Write the values that the mover likes best, if all are known. Return their place."""
    width, p, j, chosen = len(tray.mean), game.player(x), 0, -1
    best, is_known = 0.0, True
    for a in game.actions(x):
        at = look_up(game, game.result(x, a), packing, j, after, tray)
        v = read_value(at, p if width > 1 else 0, tray)
        if width == 1 and p == 1:
            v = -v
        if v != v:
            is_known = False
        elif chosen < 0 or v > best:
            best, chosen = v, at
        j += 1
    if j == 0:
        tray.notes[MISSING] += 1
    for c in range(width):
        is_there = is_known and chosen >= 0
        tray.out[base + c] = read_value(chosen, c, tray) if is_there else tray.unknown[0]
    return chosen


def read_value(at: int, c: int, tray: Any) -> float:
    """One number of the value of keys[at]: being found, if it is in the tier, or known."""
    width = len(tray.mean)
    if at < tray.span[1]:
        return float(tray.out[(at - tray.span[0]) * width + c])
    return float(tray.values[at * width + c])


def narrow(
    game: Game[Any, Any], s: Any, packing: Packer, begin: int, end: int, step: int, tray: Any
) -> int:
    """Move both ends of each interval of keys[begin:end] once, in place; step −1 goes backwards.

    Those of the rest of the tier, `tray.span`, are read in `tray.ends`.
    """
    tray.gaps[WIDEST] = 0.0
    tray.gaps[CHANGE] = 0.0
    for n in range(end - begin):
        i = begin + n if step > 0 else end - 1 - n
        if tray.highs[i - begin] > tray.lows[i - begin]:
            x = packing.load(game, tray.keys, i, tray.row, s)
            low, high = find_interval(game, x, packing, begin, end, tray)
            moved = max(low - tray.lows[i - begin], tray.highs[i - begin] - high)
            tray.gaps[CHANGE] = max(tray.gaps[CHANGE], moved)
            tray.lows[i - begin] = max(low, tray.lows[i - begin])
            tray.highs[i - begin] = min(high, tray.highs[i - begin])
            gap = tray.highs[i - begin] - tray.lows[i - begin]
            tray.gaps[WIDEST] = max(tray.gaps[WIDEST], gap)
    return end


def find_interval(
    game: Game[Any, Any], x: Any, packing: Packer, begin: int, end: int, tray: Any
) -> tuple[float, float]:
    """The interval of a position, from those of its successors."""
    if game.terminal(x):
        v = game.utility(x, 0) * 1.0
        return v, v
    low, high, j = 0.0, 0.0, 0
    if game.has_chance and game.player(x) == CHANCE:
        for outcome, share in game.chances(x):
            at = look_up(game, game.result(x, outcome), packing, j, tray.span[0], tray)
            least, most = read_interval(at, begin, end, tray)
            low += share * least
            high += share * most
            j += 1
        return low, high
    p = game.player(x)
    for a in game.actions(x):
        at = look_up(game, game.result(x, a), packing, j, tray.span[0], tray)
        least, most = read_interval(at, begin, end, tray)
        if p == 0:
            low = least if j == 0 else max(low, least)
            high = most if j == 0 else max(high, most)
        else:
            low = least if j == 0 else min(low, least)
            high = most if j == 0 else min(high, most)
        j += 1
    if j == 0:
        tray.notes[MISSING] += 1
    return low, high


def read_interval(at: int, begin: int, end: int, tray: Any) -> tuple[float, float]:
    """The interval of keys[at]: in this piece, in another one of the tier, or in a later tier."""
    if begin <= at and at < end:
        return tray.lows[at - begin], tray.highs[at - begin]
    if at < tray.span[1]:
        i = 2 * (at - tray.span[0])
        return tray.ends[i], tray.ends[i + 1]
    return tray.values[at], tray.values[at]
