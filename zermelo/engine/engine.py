"""The engine: principal-variation search of one game, with a table kept between questions.

>>> from zermelo.games.tic_tac_toe import TicTacToe
>>> engine = Engine(TicTacToe(), gear="plain")
>>> print(engine.search(depth=4))
engine on tic-tac-toe: 0.111111 for X, best move b2, PV b2 a3 c1 c3 (estimated at depth 4; ...)
>>> won = engine.solve(engine.game.after(["b2", "b3"]))
>>> won.value, won.distance
(1.0, 5)
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar, Unpack, cast

from zermelo import gears
from zermelo.algorithm import Algorithm
from zermelo.contract import require_game
from zermelo.engine.clock import Clock, Pace
from zermelo.engine.helpers import Helpers
from zermelo.engine.many import ManyQuestions
from zermelo.engine.pvs.best_play import BestPlay
from zermelo.engine.pvs.exact import FEW_PAYOFFS, solve
from zermelo.engine.pvs.proof_search import prove_root
from zermelo.engine.pvs.reporter import Reporter
from zermelo.engine.pvs.scores import WIN
from zermelo.engine.pvs.search import search_root
from zermelo.engine.pvs.state import (
    FEATURES,
    ITERATION,
    MOST_EXCLUDED_ROOTS,
    THREADS,
    SearchState,
    find_payoffs,
)
from zermelo.engine.pvs.windows import STEPS, DepthSearch
from zermelo.engine.settings import (
    GUESSES,
    leave_out,
    require_settings,
    require_two_players,
)
from zermelo.errors import BadLimit, NotCompilable
from zermelo.frame.cancel import Cancellation
from zermelo.frame.question import NO_LIMITS, Limits, Options, Question, ask
from zermelo.frame.report import is_proof
from zermelo.frame.run import Run, carry_out, compile_for, last, warn_once
from zermelo.frame.scale import bring_to_scale
from zermelo.game import FORBIDDEN, INFINITY, Game
from zermelo.numbering import number_actions, restore
from zermelo.result import Result, alter
from zermelo.watch import Watch

if TYPE_CHECKING:
    from zermelo.solve.probe import DatabaseProbe

S = TypeVar("S")
A = TypeVar("A")

MEMORY = 64.0
"""The default size of the transposition table, in MiB."""

ALARMING = 0.1
"""A fall of the score after which the search goes on, in a game without a `margin`."""

PVS = Algorithm(
    "pvs",
    "principal-variation search: alpha-beta with null windows, a transposition table and more",
    aliases=("alphabeta", "alpha-beta", "engine"),
    source="Marsland and Campbell 1982",
    prunes=True,
    features=(*FEATURES, *STEPS),
    is_default=True,
)


class Engine(ManyQuestions[S, A]):
    """A search for one game that keeps its transposition table from question to question.

    memory    MiB for the transposition table
    without   features to leave out, by name (see `ALL`)
    driver    "pvs" or "mtd"
    threads   the number of threads on one table; with one, node counts are the same every time
    gear      "auto" (compiled, plain if the game does not compile), "plain" or "compiled"
    database  positions with known values, at which no search goes on
    """

    def __init__(
        self,
        game: Game[S, A],
        *,
        memory: float = MEMORY,
        without: Iterable[str] = (),
        driver: str = "pvs",
        threads: int = 1,
        gear: gears.Gear = "auto",
        database: DatabaseProbe | None = None,
    ) -> None:
        require_game(game)
        require_two_players(game)
        require_settings(memory, driver, threads, gear)
        self.game: Game[S, Any] = number_actions(bring_to_scale(game))
        self.gear, self.driver, self.threads = gear, driver, threads
        self.features = leave_out(without)
        self.memory, self.database = memory, database
        self.search_state: SearchState | None = None
        self._payoff_bounds = (INFINITY, -INFINITY)
        self._past: Sequence[int] = ()
        self._last_question: Question[S, A] | None = None
        self._sample_watch: Watch | None = None
        """In place of a watch, to compile for."""
        self._cancel = Cancellation()
        """Ends the question asked last."""

    # ------------------------------------------------------------------ questions

    def search(
        self,
        s: S | None = None,
        *,
        lines: int = 1,
        clock: Clock | None = None,
        past: Sequence[int] = (),
        **options: Unpack[Options],
    ) -> Result[A]:
        """Search until a limit is reached or the value is proven; return the best found.

        A `clock` for the whole game sets the seconds for this move: fewer where it is clear, more
        where the score falls. `past` are the keys (`repetition_key`) of the positions before s, the
        oldest first, for games with a rule about repetition.
        """
        if clock is None:
            return last(self.analyse(s, lines=lines, past=past, **options))
        pace = clock.pace(self.game.margin or ALARMING)
        options["seconds"] = min(pace.most, options.get("seconds") or INFINITY)
        return last(self._deepen(s, lines, past, options, pace))

    def analyse(
        self,
        s: S | None = None,
        *,
        lines: int = 1,
        past: Sequence[int] = (),
        **options: Unpack[Options],
    ) -> Iterator[Result[A]]:
        """Yield a result for each depth; the last one is the answer.

        With `lines` (MultiPV), as many best actions get an exact value of that depth.
        """
        yield from self._deepen(s, lines, past, options)

    def _deepen(
        self,
        s: S | None,
        lines: int,
        past: Sequence[int],
        options: Options,
        pace: Pace | None = None,
    ) -> Iterator[Result[A]]:
        """Yield a result for each depth, until the pace says that the move is clear."""
        Limits(lines=lines)  # refuses what is not a number of lines
        q = self._ask(s, past, options, search_root, lambda: (-1.0, 1.0, 1))
        assert self.search_state is not None
        depths = DepthSearch(
            q,
            self.search_state,
            self._payoff_bounds,
            self.features,
            self.driver,
            min(lines, MOST_EXCLUDED_ROOTS),
            self._run,
            self._reporter.report,
            pace=pace,
        )
        for result in depths.iterate():
            yield restore(self.game, result)
            self.search_state = depths.state
            self._turn_to(q, past)  # other questions may have been asked in between

    def iterate(
        self, s: S | None = None, limits: Limits = NO_LIMITS, cancel: Cancellation | None = None
    ) -> Iterator[Result[A]]:
        """Yield a result for each depth; the last one is the answer."""
        options = limits.options(self.gear, cancel)
        return self.analyse(s, lines=limits.lines, past=limits.past, **options)

    def solve(
        self, s: S | None = None, *, past: Sequence[int] = (), **options: Unpack[Options]
    ) -> Result[A]:
        """Prove the exact value of a position, with its distance to the end and best play."""
        q, outcome = self._prove(s, past, options)
        if outcome.stopped:
            result = self._reporter.report(q, outcome, None, exact=False, is_asking=True)
            return cast(Result[A], restore(self.game, result))
        score = float(outcome.value)
        left = INFINITY if q.limit.seconds is None else q.limit.seconds - outcome.seconds
        assert self.search_state is not None
        play = BestPlay(
            q,
            self.game,
            self.search_state,
            self._payoff_bounds,
            self._run,
            self._reporter.rank_actions,
            outcome.counts,
        )
        line = play.list_actions(score, left)
        result = self._reporter.report(q, outcome, score, self._is_proof(q, outcome), line)
        return cast(Result[A], restore(self.game, result.spending(play.counts, result.seconds)))

    def prove(
        self,
        s: S | None = None,
        *,
        past: Sequence[int] = (),
        distance: bool = True,
        **options: Unpack[Options],
    ) -> Result[A]:
        """Prove the value and the distance alone, or only the value; no action and no line."""
        q, outcome = self._prove(s, past, options, distance)
        score = None if outcome.stopped else float(outcome.value)
        result = self._reporter.report_value(q, outcome, score, self._is_proof(q, outcome))
        return result if distance else alter(result, distance=None)

    def _is_proof(self, q: Question[S, A], outcome: Run) -> bool:
        """Does a search to the end prove its value? Not if a draw rests on a repetition.

        Such a draw may hold on this path only. A win or a loss has a distance, and is proven.
        """
        most, least = self._payoff_bounds
        if outcome.counts.estimates and not outcome.stopped and least <= outcome.value <= most:
            q.notes.append("positions arise again: a draw is not proven")
        return is_proof(outcome)

    def _prove(
        self, s: S | None, past: Sequence[int], options: Options, distance: bool = True
    ) -> tuple[Question[S, A], Run]:
        if options.get("depth") is not None:
            raise BadLimit("solve knows no depth: it looks to the end of the game")
        q = self._ask(s, past, options, solve, lambda: (-1.0, 1.0))
        assert self.search_state is not None
        self.search_state.enable(self._usable() - GUESSES)
        self.search_state.parameters[ITERATION] = 0
        most, least = self._payoff_bounds
        if self.game.terminal(q.state) or most == INFINITY:
            # Without a range of payoffs there are no windows to ask about: one open window.
            return q, self._run(q, prove_root, (-INFINITY, INFINITY, self.search_state))
        beyond = WIN if distance else 0.0
        return q, self._run(q, solve, (least - beyond, most + beyond, self.search_state))

    def ponder(self, s: S, **options: Unpack[Options]) -> threading.Thread:
        """Search a position in the background until `stop`: what is found stays in the table."""
        options["cancel"] = self._cancel = options.get("cancel") or Cancellation()
        thread = threading.Thread(target=lambda: self.search(s, **options), daemon=True)
        thread.start()
        return thread

    def stop(self) -> None:
        """End the running search at its next node. Any thread may call this."""
        self._cancel.cancel()

    def forget(self) -> None:
        """Empty the table."""
        if self.search_state is not None:
            self.search_state.forget()

    # ------------------------------------------------------------------ preparing

    def _ask(
        self,
        s: S | None,
        past: Sequence[int],
        options: Options,
        kernel: Any,
        sample: Callable[[], tuple[Any, ...]],
    ) -> Question[S, A]:
        """Check a question, and choose its gear.

        `sample` makes arguments like those that the kernel will have between the states.
        """
        options = {"gear": self.gear, **options}
        if options.get("trace"):
            raise BadLimit("the engine records no trace: a textbook search does")
        q: Question[S, A] = ask("engine", self.game, s, **options)
        self._cancel = q.cancel
        if q.gear == "auto":
            q = alter(q, gear=self._choose_gear(q, kernel, sample))
        if self.search_state is None or self.search_state.gear != q.gear:
            self.search_state = self._new_state(q.gear)
        self._last_question = None
        self._turn_to(q, past)
        self.search_state.table.begin()
        return q

    def _begin_many(
        self,
        first: S,
        options: Options,
        kernel: Any,
        sample: Callable[[], tuple[Any, ...]],
        unwanted: frozenset[str],
    ) -> tuple[Question[S, A], SearchState]:
        q = self._ask(first, (), options, kernel, sample)
        assert self.search_state is not None
        self.search_state.enable(self._usable() - unwanted)
        self.search_state.parameters[ITERATION] = 0
        self._last_question = None
        return q, self.search_state

    def _turn_to(self, q: Question[S, A], past: Sequence[int]) -> None:
        """Set the payoff bounds, features and past of a question, unless they are set already."""
        assert self.search_state is not None
        if self._last_question is q:
            return
        self._last_question, self._past = q, past
        self._payoff_bounds = find_payoffs(self.game, q.player, q.state)
        self.search_state.turn_to(self.game, q.player, self._payoff_bounds)
        self.search_state.recall(past)
        self.search_state.enable(self._usable())

    def _usable(self) -> frozenset[str]:
        """The features that are on.

        Non-losing actions need known payoff bounds. Symmetry is off under superko: positions of
        the past have no mirror images.
        """
        unfit = {"non-losing"} if self._payoff_bounds[0] == INFINITY else set()
        if self.game.repetition == FORBIDDEN or not self.game.declares("canonical"):
            unfit.add("symmetry")
        return self.features - unfit

    def _new_state(self, gear: gears.Gear) -> SearchState:
        has_hooks = self.game.declares("null_move"), self.game.declares("non_losing")
        most, least = find_payoffs(self.game, 0)
        has_guess = most - least > FEW_PAYOFFS
        return SearchState(*has_hooks, gear, self.memory, self.database, has_guess)

    def _choose_gear(
        self, q: Question[S, A], kernel: Any, sample: Callable[[], tuple[Any, ...]]
    ) -> gears.Gear:
        """Compiled if the game compiles. The machine code is made here, before any clock starts."""
        try:
            search_state = (
                self._new_state("compiled")
                if self.search_state is None or self.search_state.gear != "compiled"
                else self.search_state
            )
            self._sample_watch = self._sample_watch or Watch("compiled")
            args = *sample(), search_state
            compile_for(q, kernel, args, q.state, self._sample_watch)
            self.search_state = search_state
            return "compiled"
        except NotCompilable as error:
            warn_once(q.game_name, str(error))
            return "plain"

    def _run(
        self,
        q: Question[S, A],
        kernel: Any,
        args: tuple[Any, ...],
        spent: int = 0,
        s: S | None = None,
    ) -> Run:
        assert self.search_state is not None
        self.search_state.parameters[THREADS] = self.threads
        if self.threads == 1:
            return carry_out(q, kernel, args, s, spent)
        helpers = Helpers(self.search_state, q, kernel, args, q.state if s is None else s)
        with helpers:
            run = carry_out(q, kernel, args, s, spent)
        return replace(run, helpers=helpers.counts)

    @property
    def _reporter(self) -> Reporter[S, A]:
        """Builds the result of the question asked last."""
        assert self.search_state is not None
        return Reporter(
            self.game, self.search_state, self._usable(), self._payoff_bounds, self._past
        )
