"""Checks of the hooks for solving every position: tiers, numbers of positions, predecessors."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

from zermelo.check.findings import Findings
from zermelo.game import Game

MAX_PATH = 40
"""The plies of a random game that are looked at."""


class SolvingChecker:
    """Checks the hooks of one game that the solver of all positions uses."""

    def __init__(self, game: Game[Any, Any], findings: Findings) -> None:
        self.game, self.fail = game, findings.fail

    def check_path(self, path: list[Any]) -> None:
        """Check the hooks along a random game."""
        for s, t in pairwise(path[-MAX_PATH:]):
            if self.game.declares("tier"):
                self._check_tier(s, t)
            if self.game.declares("predecessors"):
                self._check_predecessors(s, t)
        for s in path[-MAX_PATH:] if self.game.declares("index") else ():
            self._check_index(s)

    def _check_tier(self, s: Any, t: Any) -> None:
        before, after = self.game.tier(s), self.game.tier(t)
        if after < before or before < 0:
            check = "a tier must never fall, and not be below 0"
            self.fail(check, s, "tier(s)", f"{before}, and {after} after an action")

    def _check_index(self, s: Any) -> None:
        position = self.game.project(s)
        number = self.game.index(position)
        if number >= 0 and self.game.unindex(number) != position:
            self.fail("unindex must undo index", s, "unindex(index(s))", "another position")

    def _check_predecessors(self, s: Any, t: Any) -> None:
        """Is s among the predecessors of t, and is each as often there as it has actions to t?"""
        game, check = self.game, "predecessors must be the states that lead to a state"
        goal = game.project(t)
        listed = Counter(map(game.project, game.predecessors(goal)))
        if game.project(s) not in listed:
            self.fail(check, t, "predecessors(s)", "a state that led here is not among them")
        for y, times in listed.items():
            count = sum(game.project(game.result(y, a)) == goal for a in game.options(y))
            if count != times:
                message = f"a state is listed {times} times, and {count} of its actions lead here"
                self.fail(check, t, "predecessors(s)", message)
                return
