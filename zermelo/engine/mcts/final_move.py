"""From the tree of a Monte Carlo search to its answer.

The action, the line, and what is known of each action.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any, TypeVar

from zermelo.engine.mcts.nodes import CHILDREN, COUNT, FIELDS, MOVER, ROOT, SPANS, VISITS
from zermelo.engine.mcts.tree import SearchTree
from zermelo.frame.question import Question
from zermelo.frame.report import build_result, is_settled
from zermelo.frame.run import Run
from zermelo.game import CHANCE, Game
from zermelo.gears.cells import read_float
from zermelo.history import first_legal_action, legal_prefix
from zermelo.result import Result, RootValue
from zermelo.watch import Watch

S = TypeVar("S")
A = TypeVar("A")

MOST_LOOKED_AT = 5_000
"""Maximum number of descendants of the last root that are compared with a new root."""

LONGEST = 1000
"""Plies of the longest line."""


class TreeReader:
    """Reads a tree from outside the search, in either gear."""

    def __init__(self, game: Game[Any, Any], tree: SearchTree) -> None:
        self.game, self.tree = game, tree

    def visits(self, n: int) -> int:
        """Simulations through n."""
        return int(self.tree.cells[n + VISITS])

    def low(self, n: int, p: int) -> float:
        """Player p's value at n is at least this."""
        return read_float(self.tree.cells, n + FIELDS + 3 * p + 1)

    def high(self, n: int, p: int) -> float:
        """Player p's value at n is at most this."""
        return read_float(self.tree.cells, n + FIELDS + 3 * p + 2)

    def mean(self, n: int, p: int) -> float:
        """What player p got at n on average, as far as the bounds allow it.

        The proven value where there is one.
        """
        seen = read_float(self.tree.cells, n + FIELDS + 3 * p) / max(self.visits(n), 1)
        return min(max(seen, self.low(n, p)), self.high(n, p))

    def is_proven(self, n: int) -> bool:
        """Have the bounds of all players met?"""
        return all(is_settled(self.low(n, p), self.high(n, p)) for p in range(self.game.players))

    def children(self, n: int) -> list[int]:
        """The successors, in the order of the game's options."""
        first, size = int(self.tree.cells[n + CHILDREN]), self.tree.size(self.game)
        return [first + i * size for i in range(int(self.tree.cells[n + COUNT]))]

    def decides(self, n: int) -> bool:
        """Does a player move here, with successors that were looked at?"""
        return int(self.tree.cells[n + COUNT]) > 0 and int(self.tree.cells[n + MOVER]) != CHANCE

    def choose(self, n: int) -> int | None:
        """The index of the action to play at n; None if no action qualifies.

        At a proven node the first action that keeps its value. Else the open one with most visits,
        of those that can still be the best; or the best proven one, if that is better than the
        other's mean. A proven loss is the last resort.
        """
        mover = int(self.tree.cells[n + MOVER])
        children = self.children(n)
        if self.is_proven(n):
            return next(
                (i for i, c in enumerate(children) if self.low(c, mover) >= self.low(n, mover)),
                None,
            )
        floor = max(self.low(c, mover) for c in children)
        able = [(i, c) for i, c in enumerate(children) if self.high(c, mover) >= floor]
        proven = [(i, c) for i, c in able if self.is_proven(c)]
        tried = [(i, c) for i, c in able if not self.is_proven(c)]
        i, c = max(
            tried or proven, key=lambda pair: (self.visits(pair[1]), self.mean(pair[1], mover))
        )
        sure = [
            (j, self.low(d, mover))
            for j, d in proven[:1]
            if self.low(d, mover) > self.least(mover) or not tried
        ]
        if sure and sure[0][1] >= self.mean(c, mover):
            return sure[0][0]
        return i if self.visits(c) else None

    def least(self, p: int) -> float:
        """The smallest payoff of player p that is known or was seen."""
        return read_float(self.tree.cells, SPANS + 4 * p + 2)

    def line(self, s: Any) -> list[Any]:
        """What both sides would play, down to chance or to where little is known."""
        line: list[Any] = []
        n = ROOT
        while self.decides(n) and len(line) < LONGEST:
            i = self.choose(n)
            if i is None:
                break
            a = self.game.options(s)[i]
            line.append(a)
            n, s = self.children(n)[i], self.game.result(s, a)
        return line

    def find(self, root: Any, s: Any) -> int:
        """The node nearest to the root whose state is s.

        0 if it is not among the first that are looked at.
        """
        waiting = deque([(ROOT, root)])
        looked_at = 0
        while waiting and looked_at < MOST_LOOKED_AT:
            n, state = waiting.popleft()
            looked_at += 1
            if state == s:
                return n
            children = self.children(n)
            if children:
                known = zip(children, self.game.options(state), strict=True)
                waiting.extend((c, self.game.result(state, a)) for c, a in known if self.visits(c))
        return 0


def report_tree(q: Question[S, A], run: Run, tree: SearchTree, past: Sequence[int]) -> Result[A]:
    """The result of a search that has run."""
    game, reader = q.game, TreeReader(q.game, tree)
    line = legal_prefix(game, q.state, past, reader.line(q.state))
    exact = reader.is_proven(ROOT)
    if not line and reader.decides(ROOT):
        line = first_legal_action(game, q.state, past)
    means = read_values(q, reader, line) if reader.visits(ROOT) or exact else None
    result: Result[A] = build_result(
        q,
        run,
        line,
        value=None if means is None else means[q.player],
        vector=means if is_vector(game) else None,
        exact=exact,
        stopped="" if exact else run.stopped or "memory",
        values=root_values(q, reader),
    )
    return result


def read_values(q: Question[S, A], reader: TreeReader, line: list[A]) -> tuple[float, ...]:
    """The proven values, or the means after the action that is played.

    At a chance node the means of all.
    """
    n = ROOT
    if reader.decides(ROOT) and line and not reader.is_proven(ROOT):
        n = reader.children(ROOT)[q.game.options(q.state).index(line[0])]
    return tuple(reader.mean(n, p) for p in range(q.game.players))


def root_values(q: Question[S, A], reader: TreeReader) -> tuple[RootValue[A], ...]:
    """For each action that was tried, or is known without, its value for the player asked and its
    visits."""
    found = []
    for a, c in zip(q.game.options(q.state), reader.children(ROOT), strict=False):
        exact = reader.low(c, q.player) >= reader.high(c, q.player)
        if exact or reader.visits(c):
            kind = "exact" if exact else "estimate"
            found.append(
                RootValue(
                    a, q.game.name(q.state, a), reader.mean(c, q.player), kind, reader.visits(c)
                )
            )
    return tuple(found)


def report_over(q: Question[S, A]) -> Result[A]:
    """The result at a terminal: its payoffs."""
    payoffs = q.game.payoffs(q.state)
    vector = payoffs if is_vector(q.game) else None
    result: Result[A] = build_result(
        q,
        Run(None, Watch(), q.gear, 0.0),
        [],
        value=payoffs[q.player],
        vector=vector,
        exact=True,
    )
    return result


def is_vector(game: Game[Any, Any]) -> bool:
    """Does one player's value not tell the others'?"""
    return game.players > 2 or (game.players == 2 and game.total is None)
