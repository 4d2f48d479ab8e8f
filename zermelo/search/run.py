"""The frame around every textbook search: what is asked, in which gear it runs, what comes back.

A search file holds the pseudocode; this one prepares its arguments, watches its limits and turns what the
watch saw into a `Result`. It decides nothing about moves.
"""

from __future__ import annotations

import math
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Protocol, TypedDict, TypeVar, Unpack

from zermelo import contract, gears
from zermelo.bits import FULL
from zermelo.errors import BadGame, BadLimit, GearWarning, NotCompilable, TooDeep, Unsuitable
from zermelo.game import CHANCE, INFINITY, Game, title
from zermelo.gears import Gear
from zermelo.gears.statics import is_object
from zermelo.recorder import Recorder
from zermelo.result import Counts, Limit, Result, RootValue
from zermelo.trace import Trace
from zermelo.watch import (
    AT_LEAST,
    AT_MOST,
    CUTS,
    DEEPEST,
    EXACT,
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
"""gear="auto" gives the plain gear so many nodes: small searches are over before a compiler would be loaded."""

TICK = 0.1
"""Seconds between two reports of progress."""

NO_DEPTH = 1 << 40
"""The depth of a search without a limit."""

BOUNDS = {EXACT: "exact", AT_MOST: "at most", AT_LEAST: "at least"}


Progress = Callable[[int, float], None]


class Options(TypedDict, total=False):
    """What every textbook search can be told.

    player   who is MAX; by default the player to move (in a tree: player 0)
    depth    how many plies to look ahead; at the horizon stands `evaluate`
    nodes    stop before entering more nodes than this
    seconds  stop after this time
    gear     "plain", "compiled", or "auto": plain for the first nodes, then compiled
    trace    record what happens (plain gear)
    plies    record only the first so many plies; of what lies deeper, how many nodes there are
    all      also find every other action that is equally good
    progress called about ten times a second with the nodes and seconds so far
    """

    player: int
    depth: int | None
    nodes: int | None
    seconds: float | None
    gear: Gear
    trace: bool
    plies: int | None
    all: bool
    progress: Progress | None


@dataclass
class Question(Generic[S, A]):
    """One search, with everything that was left open filled in."""

    algorithm: str
    game: Game[S, A]
    state: S
    player: int
    depth: int
    limit: Limit
    gear: Gear
    trace: bool
    all: bool
    plies: int | None = None
    window: tuple[float, float] = (-INFINITY, INFINITY)
    progress: Progress | None = None
    notes: list[str] = field(default_factory=list)
    choices: dict[str, str] = field(default_factory=dict)
    asides: tuple[Watch, ...] = ()
    """Watches of searches that this one makes on the side: who stops it stops them too."""
    told: Callable[[Result[A]], None] | None = None
    """Told of each step of a search that goes in steps."""
    code: dict[Any, tuple[gears.Compiled, Any]] = field(default_factory=dict, repr=False)
    """Machine code that this question has used: whether the rules are unchanged is looked at once for each question."""
    noted: Callable[[Watch], None] | None = None
    """Told of the watch before the search begins, so that another thread can stop it."""

    @property
    def game_name(self) -> str:
        """What to call the game in a result."""
        return title(self.game)


def ask(
    algorithm: str,
    game: Game[S, A],
    s: S | None,
    most_players: int = 26,
    chance: bool = True,
    **options: Unpack[Options],
) -> Question[S, A]:
    """Check and complete a question; refuses a game that the algorithm is not made for."""
    unknown = set(options) - set(Options.__annotations__)
    if unknown:
        raise BadLimit(
            f"{algorithm} has no option {sorted(unknown)[0]!r}; options: {', '.join(Options.__annotations__)}"
        )
    contract.require_game(game)
    name = title(game)
    if game.players > most_players:
        fitting = "maxn" if game.has_chance else "maxn or paranoid"
        raise Unsuitable(
            f"{algorithm} is for two players and {name} has {game.players}: use {fitting}"
        )
    if game.has_chance and not chance:
        raise Unsuitable(
            f"{algorithm} knows no chance and {name} has some: use {'maxn' if game.players > 2 else 'expectimax'}"
        )
    gear = options.get("gear", "auto")
    if gear not in gears.GEARS:
        raise BadLimit(f"gear is {gear!r}; it must be auto, plain or compiled")
    if options.get("trace") and gear == "compiled":
        raise BadLimit("a trace is recorded in the plain gear: leave out gear, or say gear='plain'")
    plies = options.get("plies")
    if plies is not None and (not isinstance(plies, int) or plies < 0):
        raise BadLimit(f"plies is {plies}; it must be a whole number, 0 or more")
    progress = options.get("progress")
    if progress is not None and not callable(progress):
        raise BadLimit(f"progress is {progress!r}; it must be a function of nodes and seconds")
    limit = Limit(options.get("depth"), options.get("nodes"), options.get("seconds"))
    with contract.blaming():
        state = game.start() if s is None else s
        contract.require_state(game, state)
        contract.require(game, state)
        player = _maximiser(game, state, options.get("player"))
    question = Question(
        algorithm,
        game,
        state,
        player,
        NO_DEPTH if limit.depth is None else min(limit.depth, NO_DEPTH),
        limit,
        gear,
        options.get("trace", False),
        options.get("all", False),
        plies,
        progress=progress,
    )
    if limit.depth is not None and not game.declares("evaluate"):
        question.notes.append("the game has no evaluation: the horizon counts as 0")
    return question


def _maximiser(game: Game[S, A], s: S, asked: int | None) -> int:
    if asked is not None:
        if not isinstance(asked, int) or isinstance(asked, bool) or not 0 <= asked < game.players:
            raise BadLimit(f"player is {asked!r}; players are 0 to {game.players - 1}")
        return asked
    if game.maximiser is not None:
        return game.maximiser
    if game.terminal(s) or game.player(s) == CHANCE:
        return 0
    return game.player(s)


@dataclass
class Outcome:
    """A search that has run: what it returned (None if it was stopped), its watch and its time."""

    value: Any
    watch: Watch
    gear: str
    seconds: float
    stopped: str = ""
    trace: Trace | None = None
    helped: Counts = field(default_factory=Counts)
    """What other threads did for it. Their estimates do not matter to whether this one is proven."""

    @property
    def counts(self) -> Counts:
        """What the watch counted, and the helpers' nodes."""
        return counted(self.watch) + replace(self.helped, estimates=0)


def counted(watch: Watch) -> Counts:
    """What a watch counted."""
    count = watch.count
    return Counts(count(NODES), count(LEAVES) + count(HORIZON), count(HORIZON), count(CUTS))


class Stoppable(Protocol):
    """Anything that says whether, and why, it was stopped."""

    @property
    def stopped(self) -> str: ...


R = TypeVar("R", bound=Stoppable)


def in_gear(
    q: Question[S, A], attempt: Callable[[Question[S, A]], R], first_try: int = FIRST_TRY
) -> R:
    """Make an attempt in the gear asked for; "auto" tries the plain gear first, then the compiled one if there is much to do.

    `first_try` is how many nodes the plain gear gets; with 0 the compiled gear is tried at once.
    """
    if q.trace or q.gear != "auto":
        return attempt(replace(q, gear="plain") if q.trace else q)
    if q.limit.seconds is None and first_try > 0:
        small = min(q.limit.nodes or first_try, first_try)
        first = attempt(replace(q, gear="plain", limit=replace(q.limit, nodes=small)))
        if first.stopped != "nodes" or small == q.limit.nodes:
            return first
    try:
        return attempt(replace(q, gear="compiled"))
    except NotCompilable as error:
        warn_once(q.game_name, str(error))
        return attempt(replace(q, gear="plain"))


def carry_out(
    q: Question[S, A],
    kernel: Callable[..., Any],
    args: tuple[Any, ...],
    state: S | None = None,
    spent: int = 0,
) -> Outcome:
    """Run ``kernel(game, state, *args, watch)`` in the question's gear, within its limits."""
    s = q.state if state is None else state
    budget = UNLIMITED if q.limit.nodes is None else min(max(q.limit.nodes - spent, 0), UNLIMITED)
    if q.gear == "compiled":
        return _compiled(q, kernel, args, s, budget)
    return _plain(q, kernel, args, s, budget)


_warned: set[tuple[str, str]] = set()


def warn_once(game: str, why: str) -> None:
    """Say, once for each reason, that a game runs in the plain gear."""
    if (game, why) not in _warned:
        _warned.add((game, why))
        warnings.warn(
            f"{game} runs in the plain gear, 100 times slower: {why}", GearWarning, stacklevel=5
        )


def header(q: Question[S, A]) -> dict[str, Any]:
    """What a trace says about the search as a whole."""
    players = [q.game.player_name(p) for p in range(q.game.players)]
    made = {
        "game": q.game_name,
        "algorithm": q.algorithm,
        "player": q.player,
        "players": players,
        "depth": q.limit.depth,
    }
    return made | {"window": list(q.window), "choices": q.choices}


def _plain(
    q: Question[S, A], kernel: Callable[..., Any], args: tuple[Any, ...], s: S, budget: int
) -> Outcome:
    watch = (
        Recorder(q.game, header(q), budget, plies=q.plies, horizon=q.depth)
        if q.trace
        else Watch(budget=budget)
    )
    with gears.deep_recursion():
        done = _timed(q, watch, lambda: kernel(q.game, s, *args, watch), contract.blaming())
    return replace(done, gear="plain", trace=watch.trace if isinstance(watch, Recorder) else None)


def _compiled(
    q: Question[S, A], kernel: Callable[..., Any], args: tuple[Any, ...], s: S, budget: int
) -> Outcome:
    watch = Watch(compiled=True, budget=budget)
    key = (kernel, *(id(arg) for arg in args if is_object(arg)))
    if key in q.code:
        job = q.code[key][0].again((q.game, s, *args, watch))
    else:
        gears.require_fixed_shape(q.game, s)
        job = gears.compiled(kernel, q.game, s, *args, watch)
        q.code[key] = job, args  # as long as they live, no other object has their place
    done = _timed(
        q,
        watch,
        lambda: gears.run_apart(job, _stopper(q, watch)),
        contract.blaming_machine_code(q.game, s),
    )
    return replace(done, gear="compiled")


def _timed(
    q: Question[S, A], watch: Watch, job: Callable[[], Any], blaming: AbstractContextManager[None]
) -> Outcome:
    if q.noted is not None:
        q.noted(watch)
    began = time.perf_counter()
    value, stopped = None, ""
    try:
        with (
            blaming,
            _alarm(q.limit.seconds, _stopper(q, watch)) as rang,
            _ticking(q.progress, watch, began),
        ):
            try:
                value = job()
            except Stopped:
                stopped = "seconds" if rang() else "nodes"
            except (Bottomless, RecursionError):
                raise TooDeep(
                    f"{q.game_name} goes on for more than {MOST_PLIES:,} plies: give a depth"
                ) from None
    except KeyboardInterrupt:  # also one that comes while the clock is put away
        value, stopped = None, "interrupted"
    return Outcome(value, watch, "", time.perf_counter() - began, stopped)


def _stopper(q: Question[S, A], watch: Watch) -> Callable[[], None]:
    def stop() -> None:
        for each in (watch, *q.asides):
            each.stop()

    return stop


@contextmanager
def _alarm(seconds: float | None, ring: Callable[[], None]) -> Iterator[Callable[[], bool]]:
    """Calls `ring` when the time is over; what it yields tells whether that happened."""
    rang = threading.Event()

    def on_time() -> None:
        rang.set()
        ring()

    timer = (
        threading.Timer(min(seconds, threading.TIMEOUT_MAX), on_time)
        if seconds is not None
        else None
    )
    if timer is not None:
        timer.daemon = True
        timer.start()
    try:
        yield rang.is_set
    finally:
        if timer is not None:
            timer.cancel()


@contextmanager
def _ticking(progress: Progress | None, watch: Watch, began: float) -> Iterator[None]:
    """Reports progress from a thread of its own while the search runs."""
    if progress is None:
        yield
        return
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


# ---------------------------------------------------------------------- from what the watch saw to a result


def answer(
    q: Question[S, A], kernel: Callable[..., Any], args: Callable[[Any, int], tuple[Any, ...]]
) -> Result[A]:
    """Run a search once from the root and report it. `args(s, depth)` are the kernel's arguments after s."""

    def attempt(q: Question[S, A]) -> Result[A]:
        outcome = carry_out(q, kernel, args(q.state, q.depth))
        result = report(q, outcome)
        if q.all and not result.stopped:
            result = with_all(q, result, kernel, args)
        if result.exact:  # the whole tree has its own depth, whatever was allowed
            result = replace(
                result, depth=min(result.depth, max(outcome.watch.count(DEEPEST) - 1, 0))
            )
        return result

    return in_gear(q, attempt)


def report(q: Question[S, A], outcome: Outcome, **more: Any) -> Result[A]:
    """The result of one run."""
    game, watch = q.game, outcome.watch
    line = restored(game, q.state, watch.line())
    over = game.terminal(q.state)
    decides = not over and game.player(q.state) != CHANCE
    roots = root_values(q, watch)
    value: Any = outcome.value
    vector = tuple(float(x) for x in value) if isinstance(value, tuple) else None
    value = vector[q.player] if vector is not None else None if value is None else float(value)
    if value is not None and not math.isfinite(value):
        raise BadGame(
            contract.first_fault(game, q.state)
            or f"{q.game_name} has a value that is no finite number: see zermelo check"
        )
    if decides and not line:
        line = fallback(q, roots, value)
    if outcome.stopped:
        value = next((r.value for r in roots if line and r.action == line[0]), None)
    names, end = spelled(q, line)
    counts = outcome.counts
    if outcome.trace is not None:
        outcome.trace.header |= {"line": list(names), "value": value}
    exact = not outcome.stopped and counts.estimates == 0
    return Result(
        game=q.game_name,
        algorithm=q.algorithm,
        gear=outcome.gear,
        player=q.player,
        player_name=game.player_name(q.player),
        value=value,
        action=line[0] if line and decides else None,
        action_name=names[0] if names and decides else None,
        line=names,
        depth=max(watch.count(DEEPEST) - 1, 0) if q.limit.depth is None else q.limit.depth,
        nodes=counts.nodes,
        leaves=counts.leaves,
        estimates=counts.estimates,
        cuts=counts.cuts,
        seconds=outcome.seconds,
        exact=exact,
        distance=len(line) if exact and game.terminal(end) else None,
        stopped=outcome.stopped,
        root_width=0 if over else len(game.options(q.state)),
        vector=vector,
        values=roots,
        notes=tuple(q.notes),
        trace=outcome.trace,
        **more,
    )


def fallback(q: Question[S, A], roots: tuple[RootValue[A], ...], value: float | None) -> list[A]:
    """The action of a root whose value nothing exceeded: one known to have it, or the first."""
    found = next((r.action for r in roots if r.value == value), None)
    if found is None:
        found = q.game.options(q.state)[0]
    return [found]


def root_values(q: Question[S, A], watch: Watch) -> tuple[RootValue[A], ...]:
    """What the search found of each root action. A bound at the end of the game's own range is exact."""
    low, high = q.window
    found = []
    for a, v, kind in watch.roots():
        a = restored(q.game, q.state, [a])[0]
        settled = (kind == AT_MOST and v <= low) or (kind == AT_LEAST and v >= high)
        found.append(RootValue(a, q.game.name(q.state, a), v, BOUNDS[EXACT if settled else kind]))
    return tuple(found)


def restored(game: Game[S, A], s: S, line: list[A]) -> list[A]:
    """A line as the game has it: 64-bit sets that come back from the machine as negative numbers are unsigned again."""
    done: list[Any] = []
    for a in line:
        if isinstance(a, int) and a < 0 and a not in game.options(s):
            a = next((b for b in game.options(s) if isinstance(b, int) and b & FULL == a & FULL), a)
        done.append(a)
        s = game.result(s, a)
    return done


def spelled(q: Question[S, A], line: list[A]) -> tuple[tuple[str, ...], S]:
    """A line in the game's notation, and the state at its end."""
    s, names = q.state, []
    for a in line:
        names.append(q.game.name(s, a))
        s = q.game.result(s, a)
    return tuple(names), s


def with_all(
    q: Question[S, A],
    result: Result[A],
    kernel: Callable[..., Any],
    args: Callable[[Any, int], tuple[Any, ...]],
) -> Result[A]:
    """The same result with the exact value of every root action, and all that are equally good."""
    game = q.game
    if result.action is None or q.depth == 0:
        return replace(result, actions=(), action_names=())
    mover = game.player(q.state)
    values: list[RootValue[A]] = []
    counts, seconds = result.counts, result.seconds
    for a in game.options(q.state):
        after = game.result(q.state, a)
        outcome = carry_out(
            replace(q, trace=False), kernel, args(after, q.depth - 1), after, counts.nodes
        )
        counts, seconds = counts + outcome.counts, seconds + outcome.seconds
        if outcome.stopped:
            return replace(result.spending(counts, seconds), stopped=outcome.stopped, exact=False)
        v = outcome.value[mover] if isinstance(outcome.value, tuple) else outcome.value
        values.append(RootValue(a, game.name(q.state, a), float(v)))
    maximises = result.vector is not None or mover == q.player
    best = max(r.value for r in values) if maximises else min(r.value for r in values)
    good = [r for r in values if r.value == best]
    return replace(
        result.spending(counts, seconds),
        exact=counts.estimates == 0,
        values=tuple(values),
        actions=tuple(r.action for r in good),
        action_names=tuple(r.name for r in good),
    )
