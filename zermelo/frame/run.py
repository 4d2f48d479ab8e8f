"""One run of a kernel: in the question's gear, within its limits, with its progress reported."""

from __future__ import annotations

import re
import threading
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeVar

from zermelo import contract, gears
from zermelo.errors import BadGame, GearWarning, NotCompilable, TooDeep
from zermelo.frame.cancel import Cancellation
from zermelo.frame.question import Progress, Question
from zermelo.frame.vector_watch import VectorWatch
from zermelo.game import Game
from zermelo.gears.statics import is_object
from zermelo.numbering import number_actions, restore
from zermelo.ranges import Ranges
from zermelo.recorder import Recorder
from zermelo.result import Counts, alter
from zermelo.trace import Trace
from zermelo.tree import Tree
from zermelo.watch import (
    CUTS,
    HORIZON,
    LEAVES,
    MOST_PLIES,
    NODES,
    UNLIMITED,
    Bottomless,
    Stopped,
    Watch,
)

S = TypeVar("S")
A = TypeVar("A")

FIRST_TRY = 20_000
"""Nodes that gear="auto" gives the plain gear.

Small searches end before a compiler would be loaded.
"""

TICK = 0.1
"""Seconds between two reports of progress."""


NO_COUNTS = Counts()


@dataclass
class Run:
    """A kernel that has run: what it returned (None if it was stopped), its watch and its time."""

    value: Any
    watch: Watch
    gear: str
    seconds: float
    stopped: str = ""
    trace: Trace | None = None
    helpers: Counts = NO_COUNTS
    """What helper threads did.

    Their estimates do not matter to whether this run proves its value.
    """
    _counts: Counts | None = field(default=None, init=False, repr=False)

    @property
    def counts(self) -> Counts:
        """What the watch counted, and the helpers' nodes."""
        if self._counts is None:
            own = read_counts(self.watch)
            has_helpers = self.helpers.nodes > 0
            self._counts = own + replace(self.helpers, estimates=0) if has_helpers else own
        return self._counts


def read_counts(watch: Watch) -> Counts:
    """What a watch counted."""
    count = watch.count
    return Counts(count(NODES), count(LEAVES) + count(HORIZON), count(HORIZON), count(CUTS))


NO_ALARM = nullcontext()
"""In place of an alarm, where there is no limit of time, or who waits for the search sees to it."""


class Stoppable(Protocol):
    """Anything that says whether, and why, it was stopped."""

    @property
    def stopped(self) -> str: ...


R = TypeVar("R", bound=Stoppable)


def in_gear(
    q: Question[S, A], attempt: Callable[[Question[S, A]], R], first_try: int = FIRST_TRY
) -> R:
    """Make an attempt in the gear asked for; see `iterate_in_gear`."""
    return last(iterate_in_gear(q, lambda q: iter([attempt(q)]), first_try))


def iterate_in_gear(
    q: Question[S, A], attempt: Callable[[Question[S, A]], Iterator[R]], first_try: int = FIRST_TRY
) -> Iterator[R]:
    """Yield what an attempt in the gear asked for yields.

    "auto" is plain first. If the first `first_try` nodes do not end the search, the attempt begins
    again compiled; with 0 the compiled gear is tried at once.
    """
    if q.trace:
        yield from attempt(alter(q, gear="plain"))
        return
    if q.gear != "auto":
        yield from attempt_with_numbers(q, attempt)
        return
    if q.limit.seconds is None and first_try > 0:
        small = min(q.limit.nodes or first_try, first_try)
        is_over = False
        first = alter(q, gear="plain", limit=alter(q.limit, nodes=small))
        for result in attempt_with_numbers(first, attempt):
            is_over = result.stopped != "nodes" or small == q.limit.nodes
            if is_over:
                yield result
        if is_over:
            return
    try:
        yield from attempt_with_numbers(alter(q, gear="compiled"), attempt)
    except NotCompilable as error:
        warn_once(q.game_name, str(error))
        yield from attempt_with_numbers(alter(q, gear="plain"), attempt)


def attempt_with_numbers(
    q: Question[S, A], attempt: Callable[[Question[S, A]], Iterator[R]]
) -> Iterator[R]:
    """Make an attempt with numbers for actions, where the search or the gear needs them."""
    game = number_actions(q.game) if q.needs_numbers or q.gear == "compiled" else q.game
    for result in attempt(q if game is q.game else alter(q, game=game)):
        yield restore(game, result)


def last(results: Iterator[R]) -> R:
    """The last result of a search, which is its answer."""
    return deque(results, maxlen=1)[0]


def compile_ahead(q: Question[S, A], kernel: Callable[..., Any], args: tuple[Any, ...]) -> None:
    """Have the machine code ready before a clock starts; nothing to do in the plain gear."""
    if q.gear == "compiled":
        compile_for(q, kernel, args, q.state, make_watch(q))


def compile_for(
    q: Question[S, A], kernel: Callable[..., Any], args: tuple[Any, ...], s: S, watch: Watch
) -> gears.Compiled:
    """The machine code of a kernel for a question; the rules are checked for changes once."""
    key = (kernel, *[id(arg) for arg in args if is_object(arg)])
    if key in q.code:
        return q.code[key][0].again((q.game, s, *args, watch))
    job = gears.find_kernel(kernel, q.game, s, *args, watch)
    if job is None:
        require_compilable(q, kernel, (q.game, s, *args, watch))
        job = gears.compile_kernel(kernel, q.game, s, *args, watch)
    q.code[key] = job, args  # as long as they live, no other object has their place
    return job


def require_compilable(
    q: Question[S, A], kernel: Callable[..., Any], args: tuple[Any, ...]
) -> None:
    """Refuse a game whose states change their shape, or that does with words what only Python can.

    All other places are named, too.
    """
    try:
        gears.require_fixed_shape(q.game, args[1])
        gears.require_plain_words(q.game)
    except NotCompilable as error:
        places = [str(error), *gears.find_refusals(kernel, *args)]
        raise NotCompilable("\n".join(dict.fromkeys(places))) from None


_warned: set[tuple[str, str]] = set()


def warn_once(game: str, why: str) -> None:
    """Say, once for each reason, that a game runs in the plain gear.

    A rule named by file and line is one reason, whatever state has shown it.
    """
    place = find_place(why)
    if (game, place) not in _warned:
        _warned.add((game, place))
        warnings.warn(
            f"{game} runs in the plain gear, 100 times slower: {why}", GearWarning, stacklevel=5
        )


def find_place(why: str) -> str:
    """The file and line at the beginning of a message; the message itself, if it names none.

    >>> find_place("mine.py:12: State.hand changes from 3 × word to 2 × word")
    'mine.py:12'
    """
    named = re.match(r".*?:\d+(?=: )", why)
    return named[0] if named else why


def carry_out(
    q: Question[S, A],
    kernel: Callable[..., Any],
    args: tuple[Any, ...],
    state: S | None = None,
    spent: int = 0,
) -> Run:
    """Run ``kernel(game, state, *args, watch)`` in the question's gear, within its limits.

    `spent` are the nodes of the runs before: they count against the limit, and in the progress.
    """
    s = q.state if state is None else state
    q = alter(q, progress=add_nodes(q.progress, spent)) if spent else q
    budget = UNLIMITED if q.limit.nodes is None else min(max(q.limit.nodes - spent, 0), UNLIMITED)
    if q.gear == "compiled":
        return _carry_out_compiled(q, kernel, args, s, budget)
    return _carry_out_plain(q, kernel, args, s, budget)


def add_nodes(progress: Progress | None, spent: int) -> Progress | None:
    """Return progress that reports the nodes of earlier runs as well: the count never falls."""
    if progress is None:
        return None
    return lambda nodes, seconds: progress(spent + nodes, seconds)


def make_header(q: Question[S, A]) -> dict[str, Any]:
    """What a trace says about the search as a whole; of a tree also what its nodes stand for."""
    notes = q.game.describe_nodes() if isinstance(q.game, Tree) else {}
    return {
        "game": q.game_name,
        "algorithm": q.algorithm,
        "player": q.player,
        "players": [q.game.player_name(p) for p in range(q.game.players)],
        "depth": q.limit.depth,
        "window": list(q.window),
        "bounds": list(q.bounds),
        "choices": q.choices,
    } | ({"nodes": notes} if notes else {})


def make_watch(q: Question[S, A], budget: int = UNLIMITED) -> Watch:
    """A watch for one run: with the ranges of nodes where they are known, and with a trace."""
    if q.trace or q.game.unknowns:
        return Recorder(q.game, make_header(q), budget, make_ranges(q), q.plies, q.depth)
    if q.has_vectors:
        return VectorWatch(q.gear, budget, q.game.players)
    return Watch(q.gear, budget, make_ranges(q) if q.keeps_ranges else None)


def make_ranges(q: Question[S, A]) -> Ranges:
    """The ranges of nodes, within the bounds that the game declares or the caller gives."""
    return Ranges(q.gear, *q.bounds)


def _carry_out_plain(
    q: Question[S, A], kernel: Callable[..., Any], args: tuple[Any, ...], s: S, budget: int
) -> Run:
    watch = make_watch(q, budget)
    with gears.deep_recursion(), q.cancel.child() as cancel:
        run = _within_limits(
            q,
            watch,
            cancel,
            lambda: kernel(q.game, s, *args, watch),
            contract.name_faults(),
            _alarm(q.limit.seconds, cancel),
        )
    trace = watch.trace if q.trace and isinstance(watch, Recorder) else None
    return replace(run, trace=trace)


def _carry_out_compiled(
    q: Question[S, A], kernel: Callable[..., Any], args: tuple[Any, ...], s: S, budget: int
) -> Run:
    watch = make_watch(q, budget)
    job = compile_for(q, kernel, args, s, watch)
    with q.cancel.child() as cancel:
        return _within_limits(
            q,
            watch,
            cancel,
            lambda: gears.run_apart(
                job,
                lambda: cancel.cancel("interrupted"),
                q.limit.seconds,
                lambda: cancel.cancel("seconds"),
            ),
            contract.name_faults_of_machine_code(q.game, s),
        )


def _within_limits(
    q: Question[S, A],
    watch: Watch,
    cancel: Cancellation,
    job: Callable[[], Any],
    blaming: AbstractContextManager[None],
    alarm: AbstractContextManager[None] = NO_ALARM,
) -> Run:
    """Run the job until it ends, its budget is spent, or it is cancelled."""
    began = time.perf_counter()
    value, stopped = None, ""
    try:
        with (
            blaming,
            cancel.stopping(watch, *q.asides),
            alarm,
            nullcontext() if q.progress is None else _ticking(q.progress, watch, began),
        ):
            try:
                value = job()
            except Stopped:
                stopped = cancel.reason or "nodes"
            except (Bottomless, RecursionError) as error:
                if isinstance(error, RecursionError) and (circle := contract.find_circle(error)):
                    raise BadGame(circle) from None
                raise TooDeep(explain_depth(q.game)) from None
    except KeyboardInterrupt:  # also one that comes during the clean-up of the timer
        value, stopped = None, "interrupted"
    return Run(value, watch, q.gear, time.perf_counter() - began, stopped)


def explain_depth(game: Game[Any, Any]) -> str:
    """Say that a game goes on for too long for a search to its end, and what would help."""
    advice = "" if game.repetition or game.has_chance else "declare `repetition`, or "
    why = f"{game.full_title} goes on for more than {MOST_PLIES:,} plies"
    return f"{why}: {advice}give a depth"


@contextmanager
def _alarm(seconds: float | None, cancel: Cancellation) -> Iterator[None]:
    """Cancels when the time is over."""
    if seconds is None:
        yield
        return
    timer = threading.Timer(min(seconds, threading.TIMEOUT_MAX), lambda: cancel.cancel("seconds"))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


@contextmanager
def _ticking(progress: Progress, watch: Watch, began: float) -> Iterator[None]:
    """Reports progress from a thread of its own while the search runs."""
    over = threading.Event()

    def tick() -> None:
        while not over.wait(TICK):
            progress(watch.count(NODES), time.perf_counter() - began)

    ticker = threading.Thread(target=tick, daemon=True)
    ticker.start()
    try:
        yield
    finally:
        over.set()
        ticker.join()
