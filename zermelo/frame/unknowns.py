"""Games with payoffs that are not known: what is certain of a value, and what it depends on.

A search of such a game keeps the range of every node (see `ranges`). The answer is one number if
the unknown payoffs cannot matter, otherwise the range of the root.

>>> from zermelo.tree import Tree
>>> game = Tree([[3, 12, 8], [2, "x", "y"], [14, 5, 2]])
>>> find_range(game, 0, 0), find_influences(game, 0, 0)
(Interval(low=3.0, high=3.0), [])
>>> game = Tree([[3, 12, 8], [7, "x", "y"], [14, 5, 2]])
>>> find_range(game, 0, 0), find_influences(game, 0, 0)
(Interval(low=3.0, high=7.0), ['x', 'y'])
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, TypeVar

from zermelo.frame.question import Question
from zermelo.game import CHANCE, Game
from zermelo.interval import ANYTHING, Interval, exactly, max_of, mean_of, min_of
from zermelo.recorder import Recorder
from zermelo.result import Result, RootValue

A = TypeVar("A")


def find_range(game: Game[Any, Any], s: Any, me: int, is_random: bool = False) -> Interval:
    """Return the range of the expectiminimax value of s for a player.

    With `is_random` the opponents follow some distribution: it holds for each of them.
    """
    if game.terminal(s):
        unknown = game.unknown(s, me)
        return unknown.range if unknown else exactly(float(game.utility(s, me)))
    below = [find_range(game, game.result(s, a), me, is_random) for a in game.options(s)]
    mover = game.player(s)
    if is_random and mover not in (me, CHANCE):
        return Interval(min(x.low for x in below), max(x.high for x in below))
    if mover == CHANCE:
        odds = [p for _, p in game.chances(s)]
        return mean_of(zip(odds, below, strict=True))
    return max_of(below) if mover == me else min_of(below)


def find_influences(
    game: Game[Any, Any], s: Any, me: int, is_random: bool = False, window: Interval = ANYTHING
) -> list[str]:
    """Return the unknown payoffs that can change the value of s within a window, by name.

    A successor of MAX can matter only above what the others are certain to give, one of MIN only
    below that; one of chance, and of opponents who follow a distribution, always.
    """
    if game.terminal(s):
        unknown = game.unknown(s, me)
        is_met = unknown is not None and _overlap(unknown.range, window)
        return [unknown.name] if unknown is not None and is_met else []
    found: dict[str, None] = {}
    for after, part in _divide_window(game, s, me, is_random, window):
        found |= dict.fromkeys(find_influences(game, after, me, is_random, part))
    return list(found)


def _divide_window(
    game: Game[Any, Any], s: Any, me: int, is_random: bool, window: Interval
) -> Iterator[tuple[Any, Interval]]:
    """Yield the successors of s, each with the window in which its value matters."""
    below = [game.result(s, a) for a in game.options(s)]
    ranges = [find_range(game, after, me, is_random) for after in below]
    mover = game.player(s)
    for i, after in enumerate(below):
        others = ranges[:i] + ranges[i + 1 :]
        low, high = window
        if mover == CHANCE or (is_random and mover != me):
            low, high = ANYTHING
        elif mover == me:
            low = max([low, *(other.low for other in others)])
        else:
            high = min([high, *(other.high for other in others)])
        if low < high:
            yield after, Interval(low, high)


def _overlap(known: Interval, window: Interval) -> bool:
    """Do values of the range lie inside the window, and differ there?"""
    return max(known.low, window.low) < min(known.high, window.high)


# ---------------------------------------------------------------------- answers


def complete(q: Question[Any, A], result: Result[A], watch: Recorder) -> Result[A]:
    """Return a result with what is certain of the value, if payoffs are unknown."""
    known = watch.ranges.read(1)
    unknowns = q.game.unknowns
    values = tuple(_open_root(root, watch) for root in result.values)
    if known.is_exact:
        free = unknowns if result.exact else ()  # an estimate stands for the unknown payoffs
        return replace(result, values=values, value=known.low, unknowns=free)
    influences = tuple(find_influences(q.game, q.state, q.player, "opponents" in q.choices))
    result = replace(result, value=None, exact=False, distance=None, values=values)
    if not _is_certainly_best(values, result):
        result = replace(result, action=None, action_name=None, line=())
    return replace(result, range=known, unknowns=influences)


def _open_root(root: RootValue[A], watch: Recorder) -> RootValue[A]:
    """Return the value of a root action, as a range if it is open."""
    known = watch.open_roots.get(root.action)
    return root if known is None else replace(root, bound="open", range=known)


def _is_certainly_best(values: tuple[RootValue[A], ...], result: Result[A]) -> bool:
    """Is the chosen action at least as good as all others, whatever the unknown payoffs are?"""
    sign = 1 if result.mover == result.player else -1
    ends = {root.action: sorted(sign * x for x in root.known) for root in values}
    if result.action not in ends:
        return False
    low = ends[result.action][0]
    return all(low >= high for action, (_, high) in ends.items() if action != result.action)
