"""Which successors of a node are drawn: one of those that are symmetric, and no more than wanted.

Symmetric are successors with one `Game.canonical` state. What is left out is drawn as "…".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from zermelo.game import CHANCE, Game

UNFOLDED = 30
"""Nodes that opening one of them draws at most, beyond its successors."""


def unfold(opened: Iterable[int], list_below: Callable[[int], Sequence[int]]) -> set[int]:
    """Return the nodes whose successors are drawn because one above them is opened.

    Whole plies are drawn, as many as have few nodes.

    >>> below = {1: [2, 3], 2: [4], 4: [5]}
    >>> sorted(unfold([1], lambda number: below.get(number, [])))
    [2, 3, 4]
    """
    found: set[int] = set()
    for number in opened:
        room, ply = UNFOLDED, list_below(number)
        while after := [one for above in ply for one in list_below(above)]:
            room -= len(after)
            if room < 0:
                break
            found.update(ply)
            ply = after
    return found


@dataclass(frozen=True)
class Successors:
    """The successors of a node that are drawn, in order, and how many others are not.

    `times` says of each drawn one how many successors it stands for, itself included.
    """

    shown: list[str]
    times: dict[str, int] = field(default_factory=dict)
    left_out: int = 0


@dataclass(frozen=True)
class Fold:
    """Folds the tree of a game: symmetric successors, and those beyond the first few.

    >>> from zermelo.games.tic_tac_toe import TicTacToe
    >>> game = TicTacToe()
    >>> Fold(game, game.start(), 2).choose(game.start(), ["a3", "b3", "c3", "b2"])
    Successors(shown=['a3', 'b3'], times={'a3': 2, 'b3': 1, 'b2': 1}, left_out=1)
    """

    game: Game[Any, Any]
    start: Any
    """The state at the root."""
    successors: int | None = None
    """The most successors of a node that are drawn; None for all."""
    symmetric: bool = True
    """Whether one of several symmetric successors is drawn."""

    def follow(self, s: Any, action: str) -> Any:
        """Return the state that the action of this name leads to; None if there is none."""
        game = self.game
        actions = {game.name(s, a): a for a in game.options(s)}
        return game.result(s, actions[action]) if action in actions else None

    def choose(self, s: Any, actions: Sequence[str], wanted: Iterable[str] = ()) -> Successors:
        """Return which of the actions are drawn; of equals, those that are wanted come first."""
        first = dict.fromkeys(action for action in wanted if action in actions)
        classes: dict[Any, list[str]] = {}
        for action in [*first, *(action for action in actions if action not in first)]:
            classes.setdefault(self._find_class(s, action), []).append(action)
        times = {group[0]: len(group) for group in classes.values()}
        limit = len(times) if self.successors is None else max(self.successors, len(first))
        kept = {*list(times)[:limit]}
        return Successors(
            [action for action in actions if action in kept],
            {action: times[action] for action in actions if action in times},
            len(times) - len(kept),
        )

    def _find_class(self, s: Any, action: str) -> Any:
        """Return the canonical state after an action; the action itself if it is not folded."""
        is_chance = self.game.player(s) == CHANCE  # its outcomes have probabilities of their own
        if is_chance or not self.symmetric or not self.game.declares("canonical"):
            return action
        after = self.follow(s, action)
        return action if after is None else self.game.canonical(after)
