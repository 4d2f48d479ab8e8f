"""Brute force, written apart from the package: recursion and nothing else."""

from __future__ import annotations

from typing import Any

from zermelo.game import CHANCE, Game


def best(game: Game[Any, Any], s: Any, me: int, depth: int, opponents: Any = None) -> float:
    """The expectiminimax value of s for `me`, `depth` plies deep."""
    if game.terminal(s):
        return float(game.utility(s, me))
    if depth == 0:
        return float(game.evaluate(s, me))
    mover = game.player(s)
    if mover == CHANCE:
        return sum(
            p * best(game, game.result(s, a), me, depth - 1, opponents) for a, p in game.chances(s)
        )
    values = [best(game, game.result(s, a), me, depth - 1, opponents) for a in game.actions(s)]
    if mover == me:
        return max(values)
    if opponents is not None:
        return sum(p * v for v, (_, p) in zip(values, opponents(game, s), strict=True))
    return min(values)


def minimax(game: Game[Any, Any], s: Any, me: int) -> float:
    """The value of s for `me` at the end of the game."""
    return best(game, s, me, 1 << 30)


def vector(game: Game[Any, Any], s: Any, depth: int) -> tuple[float, ...]:
    """The max^n vector of s; the first of equally good actions is taken."""
    players = range(game.players)
    if game.terminal(s):
        return tuple(float(game.utility(s, p)) for p in players)
    if depth == 0:
        return tuple(float(game.evaluate(s, p)) for p in players)
    mover = game.player(s)
    if mover == CHANCE:
        parts = [(p, vector(game, game.result(s, a), depth - 1)) for a, p in game.chances(s)]
        return tuple(sum(p * v[i] for p, v in parts) for i in players)
    vectors = [vector(game, game.result(s, a), depth - 1) for a in game.actions(s)]
    return max(vectors, key=lambda v: v[mover])


def quiet(game: Game[Any, Any], s: Any, me: int) -> float:
    """The value of s when only noisy actions are followed, and none has to be."""
    if game.terminal(s):
        return float(game.utility(s, me))
    values = [float(game.evaluate(s, me))]
    values += [quiet(game, game.result(s, a), me) for a in game.actions(s) if game.noisy(s, a)]
    return max(values) if game.player(s) == me else min(values)


def best_then_quiet(game: Game[Any, Any], s: Any, me: int, depth: int) -> float:
    """Minimax to a depth, with `quiet` at the horizon."""
    if game.terminal(s):
        return float(game.utility(s, me))
    if depth == 0:
        return quiet(game, s, me)
    values = [best_then_quiet(game, game.result(s, a), me, depth - 1) for a in game.actions(s)]
    return max(values) if game.player(s) == me else min(values)


def nodes(game: Game[Any, Any], s: Any, depth: int) -> int:
    """How many nodes the tree below s has, s included, to a depth."""
    if depth == 0 or game.terminal(s):
        return 1
    return 1 + sum(nodes(game, game.result(s, a), depth - 1) for a in game.options(s))


def held(game: Game[Any, Any], s: Any, depth: int) -> int:
    """The most nodes of a path to a node below s and of the later siblings of its nodes."""
    below = [] if depth == 0 or game.terminal(s) else list(game.options(s))
    sizes = [held(game, game.result(s, a), depth - 1) for a in below]
    return max([1, *(1 + size + len(sizes[i + 1 :]) for i, size in enumerate(sizes))])


class Pruning:
    """Alpha-beta that cuts on >=, for one player and one order of successors, with its counts."""

    def __init__(self, game: Game[Any, Any], me: int, order: Any) -> None:
        self.game, self.me, self.order = game, me, order
        self.nodes = self.estimates = 0
        self.values: dict[Any, float] = {}
        """The value last backed up for each state."""

    def run(self, s: Any, depth: int) -> float:
        """The value of s within its bounds."""
        return self.value(s, *self.game.bounds_for(s, self.me), depth)

    def value(self, s: Any, low: float, high: float, depth: int) -> float:
        self.nodes += 1
        if self.game.terminal(s) or depth == 0:
            self.estimates += not self.game.terminal(s)
            self.values[s] = best(self.game, s, self.me, 0)
            return self.values[s]
        least, most = self.game.bounds_for(s, self.me)
        if most <= low or least >= high:
            return most if most <= low else least
        self.values[s] = self.back_up(s, low, high, depth)
        return self.values[s]

    def back_up(self, s: Any, low: float, high: float, depth: int) -> float:
        is_max = self.game.player(s) == self.me
        worth: dict[Any, float] = {}
        sign = 1 if is_max else -1
        for a in sorted(self.game.actions(s), key=lambda a: -sign * self.guess(s, a, sign)):
            worth[a] = self.value(self.game.result(s, a), low, high, depth - 1)
            low, high = (max(low, worth[a]), high) if is_max else (low, min(high, worth[a]))
            if low >= high:
                break
        return max(worth.values()) if is_max else min(worth.values())

    def guess(self, s: Any, a: Any, sign: int) -> float:
        """What the order says of a successor; nothing is known: last."""
        after = self.game.result(s, a)
        known = self.order(self.game, after, self.me) if self.order else self.values.get(after)
        return -sign * float("inf") if known is None else known


def deepen(game: Game[Any, Any], s: Any, me: int, depth: int) -> int:
    """The nodes of alpha-beta to depth 1, 2 … in the order of the last depth's values.

    It ends with a depth that needs no estimate.
    """
    search = Pruning(game, me, None)
    for limit in range(1, depth + 1):
        search.estimates = 0
        search.run(s, limit)
        if search.estimates == 0:
            break
    return search.nodes


def least_proof(game: Game[Any, Any], s: Any, me: int, depth: int) -> int:
    """The fewest nodes one must look at to know the value of s, found by trying every set of nodes.

    What is known of a node is an interval: all numbers for a node that was not visited; its payoff
    or estimate at a leaf; else what its bounds and its successors' intervals leave. `known` holds,
    for each interval, the fewest nodes that give it.
    """
    known = _intervals(game, s, me, depth)
    return min(count for (low, high), count in known.items() if low == high)


def _intervals(game: Game[Any, Any], s: Any, me: int, depth: int) -> dict[tuple[float, float], int]:
    if game.terminal(s) or depth == 0:
        u = float(game.utility(s, me) if game.terminal(s) else game.evaluate(s, me))
        return {(u, u): 1}
    nothing = {(-float("inf"), float("inf")): 0}
    better = max if game.player(s) == me else min
    made: dict[tuple[float, float], int] = {}
    for a in game.actions(s):
        child = _intervals(game, game.result(s, a), me, depth - 1) | nothing
        before, made = made, {}
        for (low2, high2), count2 in child.items():
            for (low, high), count in before.items() or [((low2, high2), 0)]:
                interval = better(low, low2), better(high, high2)
                made[interval] = min(made.get(interval, 10**9), count + count2)
    floor, ceiling = game.bounds_for(s, me)
    cut: dict[tuple[float, float], int] = {}
    for (low, high), count in made.items():
        interval = max(low, floor), min(high, ceiling)
        cut[interval] = min(cut.get(interval, 10**9), count + 1)
    return cut
