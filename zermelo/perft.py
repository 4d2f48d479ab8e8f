"""Perft: the number of move sequences of a given length. The test of every move generator.

>>> from zermelo.games.tic_tac_toe import TicTacToe
>>> perft(TicTacToe(), depth=4, gear="plain").nodes
3024

A move that takes several actions (a multi-jump in checkers) counts as one; outcomes of chance count
as moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from zermelo.contract import is_tested
from zermelo.errors import BadLimit
from zermelo.frame.question import Question, ask
from zermelo.frame.run import carry_out, in_gear
from zermelo.game import CHANCE, Game
from zermelo.gears import Gear
from zermelo.watch import MOST_PLIES, Watch

S = TypeVar("S")
A = TypeVar("A")

FIRST_TRY = 3
"""The depth up to which gear="auto" counts in the plain gear: it is done before Numba is loaded."""


@dataclass(frozen=True)
class Perft:
    """The number of ways to play on, in all and by first move, and the time it took.

    Where the count was `stopped`, `nodes` is None, and `moves` has the first moves that were
    finished.
    """

    game: str
    depth: int
    nodes: int | None
    moves: tuple[tuple[str, int], ...]
    gear: str
    seconds: float
    stopped: str = ""

    def __str__(self) -> str:
        if self.nodes is None:
            count = len(self.moves)
            finished = (
                f"; {count} first move{' is' if count == 1 else 's are'} finished" if count else ""
            )
            head = f"perft({self.depth}) of {self.game}"
            return f"{head}: {self.stopped} before all was counted{finished}"
        speed = self.nodes / self.seconds if self.seconds else 0
        head = f"perft({self.depth}) of {self.game} = {self.nodes:,}"
        return f"{head} ({speed:,.0f} nodes/s, {self.gear})"

    def to_dict(self) -> dict[str, Any]:
        """As JSON holds it."""
        return {**vars(self), "moves": dict(self.moves)}


def perft(
    game: Game[S, A],
    s: S | None = None,
    depth: int = 1,
    *,
    divide: bool = False,
    gear: Gear = "auto",
    progress: Callable[[int, float], None] | None = None,
) -> Perft:
    """Count the ways to play `depth` moves from s, with `divide` for each first move."""
    if not isinstance(depth, int) or not 0 <= depth <= MOST_PLIES:
        raise BadLimit(f"depth is {depth}; it must be a whole number from 0 to {MOST_PLIES}")
    asked: Question[S, A] = ask("perft", game, s, gear=gear, progress=progress)
    if gear == "auto" and depth <= FIRST_TRY:
        asked = replace(asked, gear="plain")
    return in_gear(asked, lambda q: _count(q, depth, divide), first_try=0)


def _count(q: Question[S, A], depth: int, divide: bool) -> Perft:
    game = q.game
    whole, asks = not game.declares("is_mid_move"), asks_terminal(game)
    moves: list[tuple[str, int]] = []
    seconds, nodes, stopped = 0.0, 0, ""
    firsts: Iterable[tuple[tuple[A, ...], S]] = (
        _firsts(game, q.state) if divide and depth > 0 else [((), q.state)]
    )
    for move, s in firsts:
        outcome = carry_out(q, leaves, (depth - 1 if move else depth, whole, asks), s)
        seconds += outcome.seconds
        if outcome.stopped:
            stopped = outcome.stopped
            break
        nodes += int(outcome.value)
        moves += [(game.write_move(q.state, move), int(outcome.value))] if move else []
    return Perft(
        game.full_title, depth, None if stopped else nodes, tuple(moves), q.gear, seconds, stopped
    )


def _firsts(game: Game[S, A], s: S) -> Iterator[tuple[tuple[A, ...], S]]:
    """Every first move, all its actions, and where it leads."""
    if asks_terminal(game) and game.terminal(s):
        return
    for a in game.options(s) if game.has_chance else game.moves(s):
        after = game.result(s, a)
        if game.is_mid_move(after):
            for rest, end in _firsts(game, after):
                yield (a, *rest), end
        else:
            yield (a,), after


def asks_terminal(game: Game[Any, Any]) -> bool:
    """Must `terminal` be asked before the moves of a state?

    Not if the game declares what perft counts, nor if tests know that nothing is listed at its end.
    """
    return not game.declares("moves") and not is_tested(game)


def leaves(game: Game[Any, Any], s: Any, depth: int, whole: bool, asks: bool, watch: Watch) -> int:
    """The ways to play `depth` moves from s. `whole` says that every action is a move."""
    if depth == 0:
        return 1
    watch.enter(s)
    count = 0
    if game.has_chance and not game.terminal(s) and game.player(s) == CHANCE:
        for a, _ in game.chances(s):
            count += leaves(game, game.result(s, a), depth - 1, whole, asks, watch)
    elif asks and game.terminal(s):
        count = 0
    elif whole and depth == 1:
        for _ in game.moves(s):
            count += 1
    else:
        for a in game.moves(s):
            after = game.result(s, a)
            count += leaves(
                game,
                after,
                depth if not whole and game.is_mid_move(after) else depth - 1,
                whole,
                asks,
                watch,
            )
    watch.leave(0.0)
    return count
