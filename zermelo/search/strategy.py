"""Contingent strategies: a best move for every reply, as a tree; and policies, as a table.

Both come from the exact value of every state below a position, which is computed once for each
state. They are for games small enough for that, and refuse others.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from zermelo import contract
from zermelo.errors import BadGame, BadLimit, TooDeep, TooLarge, Unsuitable
from zermelo.formatting import format_number
from zermelo.game import CHANCE, Game
from zermelo.gears import deep_recursion
from zermelo.result import Limit

S = TypeVar("S")
A = TypeVar("A")

MOST_STATES = 1_000_000
MOST_CASES = 20_000


class Values(Generic[S, A]):
    """The exact expectiminimax value, for one player, of every state below those asked for."""

    def __init__(self, game: Game[S, A], player: int, most: int = MOST_STATES) -> None:
        self.game, self.player, self.most = game, player, most
        self.known: dict[S, float] = {}
        self.on_path: set[S] = set()

    def __call__(self, s: S) -> float:
        with deep_recursion():
            return self._value(s)

    def _value(self, s: S) -> float:
        if s in self.known:
            return self.known[s]
        if s in self.on_path:
            raise Unsuitable(
                "the game can return to an earlier state, so it has no strategy tree; "
                "search it with a depth"
            )
        if len(self.known) >= self.most:
            raise TooLarge(
                f"the game has more than {self.most:,} states below this one: "
                "start nearer to its end"
            )
        self.on_path.add(s)
        v = self._back_up(s)
        self.on_path.discard(s)
        self.known[s] = v
        return v

    def _back_up(self, s: S) -> float:
        game = self.game
        if game.terminal(s):
            return float(game.utility(s, self.player))
        if game.player(s) == CHANCE:
            return sum(p * self._value(game.result(s, a)) for a, p in game.chances(s))
        values = [self._value(game.result(s, a)) for a in game.actions(s)]
        if not values:
            raise BadGame(
                "the game has a state that is not over and has no actions: see zermelo check"
            )
        return max(values) if game.player(s) == self.player else min(values)

    def best(self, s: S) -> A:
        """The first best action of the player to move at s."""
        sign = 1 if self.game.player(s) == self.player else -1
        return max(self.game.actions(s), key=lambda a: sign * self(self.game.result(s, a)))


def require_two_players(game: Game[Any, Any]) -> None:
    """Refuse a game of more players, or with unknown payoffs."""
    contract.require_game(game)
    contract.require_payoffs(game, "best moves need")
    if game.players > 2:
        raise Unsuitable("strategies and policies are for games of at most two players")


def require_player(game: Game[Any, Any], p: Any) -> None:
    """Refuse a number that is not a player's."""
    if not isinstance(p, int) or isinstance(p, bool) or not 0 <= p < game.players:
        raise BadLimit(f"player is {p!r}; players are 0 to {game.players - 1}")


@dataclass
class Case(Generic[S, A]):
    """One node of a strategy: at the player's own nodes one action, at all others every reply."""

    state: S
    value: float
    mover: int | None
    branches: list[tuple[str, Case[S, A]]] = field(default_factory=list)
    is_cut: bool = False


@dataclass
class Strategy(Generic[S, A]):
    """MAX's move in the first state, and after every reply, and so on.

    >>> from zermelo.games.nim import Nim
    >>> print(strategy(Nim(2, 2), player=1))
    MIN gets at least 1
    ├─ MAX 2-1
    │  └─ MIN plays 2-2
    │     └─ MAX 1-1: 1
    └─ MAX 2-2
       └─ MIN plays 2-1
          └─ MAX 1-1: 1
    """

    game: Game[S, A]
    player: int
    root: Case[S, A]

    def __str__(self) -> str:
        who = self.game.player_name(self.player)
        sure = "expects" if self.game.has_chance else "gets at least"
        return "\n".join(
            [f"{who} {sure} {format_number(self.root.value)}", *self._lines(self.root, "")]
        )

    def _lines(self, case: Case[S, A], margin: str) -> Iterator[str]:
        who = "" if case.mover is None else self.game.player_name(case.mover)
        verb = f"{who} plays " if case.mover == self.player else f"{who} "
        for i, (name, after) in enumerate(case.branches):
            last = i == len(case.branches) - 1
            end = (
                f": {format_number(after.value)}"
                if after.mover is None
                else " …"
                if after.is_cut
                else ""
            )
            yield f"{margin}{'└─' if last else '├─'} {verb}{name}{end}"
            yield from self._lines(after, margin + ("   " if last else "│  "))

    def to_dict(self) -> dict[str, Any]:
        """The strategy as JSON holds it."""
        return {
            "player": self.game.player_name(self.player),
            "value": self.root.value,
            "cases": self._dict(self.root),
        }

    def _dict(self, case: Case[S, A]) -> dict[str, Any]:
        made: dict[str, Any] = {"position": self.game.dump(case.state), "value": case.value}
        if case.mover is not None:
            made["mover"] = self.game.player_name(case.mover)
            made["branches"] = {name: self._dict(after) for name, after in case.branches}
        return made

    def __len__(self) -> int:
        return _size(self.root)


def _size(case: Case[Any, Any]) -> int:
    return 1 + sum(_size(after) for _, after in case.branches)


def strategy(
    game: Game[S, A],
    s: S | None = None,
    *,
    player: int | None = None,
    depth: int | None = None,
    most: int = MOST_CASES,
) -> Strategy[S, A]:
    """The contingent strategy of a player, by default the one to move: a best move in every case.

    `depth` shows the first plies only; more than `most` cases are refused.
    """
    require_two_players(game)
    Limit(depth)
    state = game.start() if s is None else s
    contract.require_state(game, state)
    contract.require(game, state)
    with contract.name_faults():
        own = game.player(state) if player is None and not game.terminal(state) else player or 0
    if own == CHANCE:
        own = 0
    require_player(game, own)
    values = Values(game, own)
    count = 0

    def case(s: S, left: int) -> Case[S, A]:
        nonlocal count
        count += 1
        if count > most:
            raise TooLarge(
                f"the strategy has more than {most:,} cases: "
                "show its first plies only, with a depth"
            )
        if game.terminal(s):
            return Case(s, values(s), None)
        mover = game.player(s)
        if left == 0:
            return Case(s, values(s), mover, is_cut=True)
        actions = [values.best(s)] if mover == own else game.options(s)
        return Case(
            s,
            values(s),
            mover,
            [(game.name(s, a), case(game.result(s, a), left - 1)) for a in actions],
        )

    try:
        with contract.name_faults(), deep_recursion():
            return Strategy(game, own, case(state, -1 if depth is None else depth))
    except RecursionError:
        raise TooDeep(
            "the game is too long for a strategy: show its first plies only, with a depth"
        ) from None


def policy(
    game: Game[S, A], s: S | None = None, *, player: int = 0, most: int = MOST_STATES
) -> dict[S, A]:
    """A best action for every state that play can reach and where a player, not chance, moves.

    Play begins at s, or at any of the start states.

    >>> from zermelo.games.nim import Nim
    >>> game = Nim(2, 2)
    >>> plan = policy(game)
    >>> len(plan), game.name(game.load("2 0 MAX"), plan[game.load("2 0 MAX")])
    (10, '2-1')
    """
    require_two_players(game)
    states = tuple(game.starts()) if s is None else (s,)
    for state in states:
        contract.require_state(game, state)
        contract.require(game, state)
    require_player(game, player)
    values = Values(game, player, most)
    with contract.name_faults():
        for state in states:
            values(state)
    return {
        s: values.best(s)
        for s in list(values.known)
        if not game.terminal(s) and game.player(s) != CHANCE
    }
