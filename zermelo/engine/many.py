"""Many positions in one call, for those who have a million of them.

The positions are searched in chunks. A chunk is one call of machine code, so that a position costs
its search and a few microseconds. Several threads take chunks in turn and share one transposition
table.

>>> from zermelo.engine import Engine
>>> from zermelo.games.tic_tac_toe import TicTacToe
>>> game = TicTacToe()
>>> states = [game.after(moves.split()) for moves in ("b2 b3", "b2 a1", "a1 b2 a2 b3")]
>>> for answer in Engine(game, gear="plain").prove_many(states):
...     print(answer)
1 in 5 plies
0
1 in 1 ply
"""

from __future__ import annotations

import os
import queue
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import chain, islice
from time import perf_counter
from typing import Any, Generic, NamedTuple, TypeVar, Unpack

from zermelo.engine.pvs.batch import (
    ESTIMATES,
    MOVE,
    NODES_SO_FAR,
    OVER,
    ROW,
    SCORE,
    THE_MOVER,
    search_each,
    solve_each,
)
from zermelo.engine.pvs.scores import WIN, distance, payoff
from zermelo.engine.pvs.state import NONE, THREADS, SearchState, find_payoffs
from zermelo.engine.settings import GUESSES, require_threads
from zermelo.errors import BadLimit
from zermelo.formatting import format_number, format_plural
from zermelo.frame.question import Options, Question
from zermelo.frame.run import carry_out
from zermelo.game import CHANCE, FORBIDDEN, Game
from zermelo.gears.cells import list_cells, list_floats, make_cells
from zermelo.gears.rows import write_states
from zermelo.numbering import restore_action

S = TypeVar("S")
A = TypeVar("A")

CHUNK = 256
"""Positions in one call: enough to make its cost small, few enough to report progress."""


class BatchAnswer(NamedTuple):
    """What was found of one of many positions, for the player to move.

    value     the payoff, or the estimate; None if the search was stopped before
    exact     is the value proven?
    distance  plies to the win or loss, where one is found
    action    the best action, of `search_many`
    nodes     nodes that were searched for it
    """

    value: float | None
    exact: bool = False
    distance: int | None = None
    action: Any = None
    nodes: int = 0

    def __str__(self) -> str:
        if self.value is None:
            return "stopped"
        plies = f" in {format_plural(self.distance, 'ply', 'plies')}" if self.distance else ""
        return format_number(self.value) + plies


Numbers = Callable[[tuple[float, float]], tuple[float, ...]]
"""A kernel's numbers, by the highest and the lowest payoff."""


class ManyQuestions(ABC, Generic[S, A]):
    """The questions of an engine about many positions."""

    game: Game[S, Any]

    def prove_many(
        self, states: Iterable[S], *, threads: int | None = None, **options: Unpack[Options]
    ) -> Iterator[BatchAnswer]:
        """Yield the proven value and distance of each position, for the player to move.

        All cores are used, or as many threads as are given. `player`, `progress` and `cancel` are
        as in `search`; what is not answered when it is cancelled has no value.
        """
        if options.get("depth") is not None:
            raise BadLimit("prove_many knows no depth: search_many does")

        def numbers(payoffs: tuple[float, float]) -> tuple[float, ...]:
            return payoffs[1] - WIN, payoffs[0] + WIN

        yield from self._answer_many(states, threads, options, solve_each, numbers)

    def search_many(
        self, states: Iterable[S], *, threads: int | None = None, **options: Unpack[Options]
    ) -> Iterator[BatchAnswer]:
        """Yield the best action and the value of each position at the depth that is given."""
        depth = options.get("depth")
        if depth is None:
            raise BadLimit("search_many needs a depth; prove_many looks to the end of the game")
        answers = self._answer_many(states, threads, options, search_each, lambda _: (depth,))
        for answer in answers:
            yield answer._replace(action=restore_action(self.game, answer.action))

    @abstractmethod
    def _begin_many(
        self,
        first: S,
        options: Options,
        kernel: Any,
        sample: Callable[[], tuple[Any, ...]],
        unwanted: frozenset[str],
    ) -> tuple[Question[S, A], SearchState]:
        """Check the question about the first position, and turn the engine to it.

        `sample` makes arguments like the kernel's; `unwanted` are features to switch off.
        """

    def _answer_many(
        self,
        states: Iterable[S],
        threads: int | None,
        options: Options,
        kernel: Any,
        numbers: Numbers,
    ) -> Iterator[BatchAnswer]:
        if threads is not None:
            require_threads(threads)
        for limit in ("nodes", "seconds"):
            if options.get(limit) is not None:
                raise BadLimit(f"many positions have no limit of {limit}: cancel ends them")
        waiting = iter(states)
        for first in waiting:

            def sample(first: S = first) -> tuple[Any, ...]:
                rows, answers = write_states([first], "compiled"), make_cells(ROW, "compiled")
                return rows, 1, THE_MOVER, *numbers((1.0, 0.0)), answers

            unwanted = GUESSES if kernel is solve_each else frozenset[str]()
            q, state = self._begin_many(first, options, kernel, sample, unwanted)
            batch = Batch(q, state, kernel, numbers, options.get("player"), threads)
            yield from batch.iterate(chain([first], waiting))


@dataclass
class Batch(Generic[S, A]):
    """The positions of one call of `prove_many` or `search_many`."""

    q: Question[S, A]
    """The question of the first position."""
    state: SearchState
    kernel: Callable[..., int]
    numbers: Numbers
    player: int | None
    """The player whose value is asked for; None: the player to move."""
    threads: int | None = None

    def iterate(self, states: Iterable[S]) -> Iterator[BatchAnswer]:
        """Yield an answer for each position, in order."""
        began, nodes = perf_counter(), 0
        count = self._count_threads()
        spare = [self.state, *self.state.keep_helpers(count - 1)]
        self.free: queue.SimpleQueue[SearchState] = queue.SimpleQueue()
        for state in spare:
            state.parameters[THREADS] = 1
            self.free.put(state)
        try:
            for answers in self._run_all(iter(states), count):
                yield from answers
                nodes += sum(answer.nodes for answer in answers)
                if self.q.progress is not None:
                    self.q.progress(nodes, perf_counter() - began)
        finally:
            self._leave_table()

    def _leave_table(self) -> None:
        """Empty the table if its scores may be in terms that the engine's next question has not.

        They may be another player's, or of other payoffs than those of the first position.
        """
        if self.q.game.total != 0 or not self.q.game.payoff_range(self.q.player):
            self.state.forget()

    def _count_threads(self) -> int:
        """One for each core. A table serves one player only, if gains are not the other's loss."""
        if self.q.gear != "compiled" or self.q.game.total != 0:
            return 1
        return self.threads or os.cpu_count() or 1

    def _run_all(self, states: Iterator[S], threads: int) -> Iterator[list[BatchAnswer]]:
        """Yield the answers of each chunk; some chunks are searched ahead."""
        waiting: deque[Future[list[BatchAnswer]]] = deque()
        with self.q.cancel.child() as cancel, ThreadPoolExecutor(threads) as pool:
            self.q = replace(self.q, cancel=cancel)
            try:
                while chunk := list(islice(states, CHUNK)):
                    waiting.append(pool.submit(self._run_chunk, chunk))
                    if len(waiting) > 2 * threads:
                        yield waiting.popleft().result()
                while waiting:
                    yield waiting.popleft().result()
            except BaseException:  # Ctrl-C, an error, or the caller has left the iterator
                cancel.cancel("interrupted")
                raise

    def _run_chunk(self, chunk: Sequence[S]) -> list[BatchAnswer]:
        state = self.free.get()
        try:
            found: dict[int, BatchAnswer] = {}
            for p, places in self._group(chunk).items():
                answers = self._run_group(p, [chunk[i] for i in places], state)
                found |= zip(places, answers, strict=True)
            return [found[i] for i in range(len(chunk))]
        finally:
            self.free.put(state)

    def _group(self, chunk: Sequence[S]) -> dict[int, list[int]]:
        """The places of the positions by the player whose value is asked for.

        All are in one group if the players' scores mean the same, so that they share the table.
        """
        game, groups = self.q.game, dict[int, list[int]]()
        if self.player is not None:
            return {self.player: [*range(len(chunk))]}
        if game.total == 0 and find_payoffs(game, 0) == find_payoffs(game, 1):
            return {THE_MOVER: [*range(len(chunk))]}
        for i, s in enumerate(chunk):
            p = 0 if game.terminal(s) else game.player(s)
            groups.setdefault(0 if p == CHANCE else p, []).append(i)
        return groups

    def _run_group(self, p: int, states: list[S], state: SearchState) -> list[BatchAnswer]:
        """Search positions of one player, or of the player to move, in one call."""
        payoffs = find_payoffs(self.q.game, max(p, 0))
        state.turn_to(self.q.game, max(p, 0), payoffs)
        answers = make_cells(ROW * len(states), self.q.gear)
        rows = write_states(states, self.q.gear)
        args = (rows, len(states), p, *self.numbers(payoffs), answers, state)
        carry_out(replace(self.q, player=max(p, 0), progress=None), self.kernel, args, states[0])
        return list(self._read(answers, states, payoffs))

    def _read(
        self, answers: Any, states: list[S], payoffs: tuple[float, float]
    ) -> Iterator[BatchAnswer]:
        nodes, (most, least) = 0, payoffs
        may_prove = self.q.game.repetition != FORBIDDEN  # as in `Reporter.may_prove`
        scores, until, estimates, moves, over = (
            list_column(answers, column) for column in (SCORE, NODES_SO_FAR, ESTIMATES, MOVE, OVER)
        )
        for i, score in enumerate(scores):
            if until[i] == 0:
                yield BatchAnswer(None)
                continue
            plies = distance(score, most, least) if may_prove else None
            plies = 0 if over[i] else plies
            exact = may_prove and (estimates[i] == 0 or plies is not None)
            # The last null window of a proof may answer with no action.
            action = None if self.kernel is solve_each else self._find_action(states[i], moves[i])
            value = float(payoff(score, most, least))
            yield BatchAnswer(value, exact, plies, action, until[i] - nodes)
            nodes = until[i]

    def _find_action(self, s: S, cell: int) -> A | None:
        """The action that a cell stands for; None if it stands for none."""
        if cell == NONE:
            return None
        return next((a for a in self.q.game.options(s) if a == cell), None)


def list_column(answers: Any, column: int) -> list[Any]:
    """One cell of each row of answers, as Python numbers."""
    read = list_floats if column == SCORE else list_cells
    return read(answers, column, len(answers), ROW)
