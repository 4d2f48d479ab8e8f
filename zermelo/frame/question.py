"""A question to a search: the game, the state, the limits, checked and completed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Generic, TypedDict, TypeVar, Unpack

from zermelo import contract, gears
from zermelo.algorithm import Algorithm, name_fitting
from zermelo.errors import BadLimit, Unsuitable
from zermelo.frame.cancel import Cancellation
from zermelo.frame.remarks import remark_on_sum
from zermelo.frame.scale import bring_to_scale
from zermelo.game import CHANCE, INFINITY, Game
from zermelo.gears import Gear
from zermelo.result import Limit
from zermelo.watch import Watch

S = TypeVar("S")
A = TypeVar("A")

NO_DEPTH = 1 << 40
"""The depth of a search without a limit."""

Progress = Callable[[int, float], None]
"""Called with the nodes and the seconds so far."""


class Options(TypedDict, total=False):
    """The options that every textbook search takes.

    player   the player who is MAX; by default the player to move (in a tree: player 0)
    depth    plies to look ahead; at the horizon the value is `evaluate`
    nodes    stop before entering more nodes than this
    seconds  stop after this time
    gear     "plain", "compiled", or "auto": plain for the first nodes, then compiled
    trace    record what happens (plain gear)
    plies    record only the first plies, and count the nodes below them
    all      also find every other action that is equally good
    progress called about ten times a second with the nodes and seconds so far
    cancel   ends the search from another thread; the result says what is known by then
    """

    player: int | None
    depth: int | None
    nodes: int | None
    seconds: float | None
    gear: Gear
    trace: bool
    plies: int | None
    all: bool
    progress: Progress | None
    cancel: Cancellation | None


KNOWN = frozenset(Options.__annotations__)
"""The names of the options."""


@dataclass(frozen=True)
class Limits(Limit):
    """What one search may spend, and what it is asked for: the argument of every `iterate`.

    >>> Limits(depth=3, lines=0)
    Traceback (most recent call last):
    zermelo.errors.BadLimit: lines is 0; it must be a whole number, 1 or more
    """

    lines: int = 1
    """MultiPV: the number of best actions whose value and principal variation are reported."""
    player: int | None = None
    """The player whose value is asked for; by default the player to move (in a tree: player 0)."""
    progress: Progress | None = None
    past: Sequence[int] = ()
    """The keys (`repetition_key`) of the positions before the state, the oldest first, for games
    with a rule about repetition."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.lines, int) or self.lines < 1:
            raise BadLimit(f"lines is {self.lines!r}; it must be a whole number, 1 or more")

    def options(self, gear: Gear = "auto", cancel: Cancellation | None = None) -> Options:
        """The same as `ask` takes it."""
        return {
            "player": self.player,
            "depth": self.depth,
            "nodes": self.nodes,
            "seconds": self.seconds,
            "progress": self.progress,
            "gear": gear,
            "cancel": cancel,
        }


NO_LIMITS = Limits()
"""One line for the player to move, without a limit: what `iterate` is called with by default."""


@dataclass
class Question(Generic[S, A]):
    """One search, with every option filled in."""

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
    keeps_ranges: bool = False
    """Whether what is known of a node follows from its successors: in the engine, from tables too.

    A search that does not prune knows every value exactly.
    """
    has_vectors: bool = False
    """Whether the search tells its watch the value vector of every node."""
    window: tuple[float, float] = (-INFINITY, INFINITY)
    given_bounds: tuple[float, float] = (-INFINITY, INFINITY)
    """Bounds of all values that the caller knows, beside those of the game."""
    needs_numbers: bool = False
    """Whether the search keeps actions in rows of numbers, also in the plain gear."""
    progress: Progress | None = None
    notes: list[str] = field(default_factory=list)
    choices: dict[str, str] = field(default_factory=dict)
    asides: tuple[Watch, ...] = ()
    """Watches of auxiliary searches: what stops this search stops them too."""
    code: dict[Any, tuple[gears.Compiled, Any]] = field(default_factory=dict, repr=False)
    """Machine code that this question has used.

    The rules are checked for changes once for each question.
    """
    cancel: Cancellation = field(default_factory=Cancellation, repr=False)

    @property
    def bounds(self) -> tuple[float, float]:
        """What the value of the root must lie in: by the game, and by the caller."""
        low, high = self.game.bounds_for(self.state, self.player)
        return max(low, self.given_bounds[0]), min(high, self.given_bounds[1])

    @property
    def game_name(self) -> str:
        """The game's name, as results show it."""
        return self.game.full_title


def ask(
    algorithm: Algorithm | str,
    game: Game[S, A],
    s: S | None,
    chance: bool = True,
    **options: Unpack[Options],
) -> Question[S, A]:
    """Check and complete a question; refuses a game that the algorithm is not made for.

    A name instead of a declaration stands for a search of any number of players.
    """
    if isinstance(algorithm, str):
        algorithm = _declare(algorithm, chance)
    _require_known(algorithm.name, options)
    contract.require_game(game)
    _require_suitable(algorithm, game)
    _require_valid(options)
    _require_payoffs(algorithm, game, options)
    limit = Limit(options.get("depth"), options.get("nodes"), options.get("seconds"))
    with contract.name_faults(), contract.limit_first_rules(game):
        state = game.start() if s is None else s
        contract.require_state(game, state)
        contract.require(game, state)
        player = _choose_player(game, state, options.get("player"))
    game = bring_to_scale(game)
    question = Question(
        algorithm.name,
        game,
        state,
        player,
        NO_DEPTH if limit.depth is None else min(limit.depth, NO_DEPTH),
        limit,
        "plain" if game.unknowns else options.get("gear", "auto"),
        options.get("trace", False),
        options.get("all", False),
        options.get("plies"),
        algorithm.prunes and algorithm.room != "engine",
        algorithm.vectors and algorithm.room != "engine",
        needs_numbers=algorithm.room not in ("search", "perft"),
        progress=options.get("progress"),
        cancel=options.get("cancel") or Cancellation(),
    )
    if limit.depth is not None and not game.declares("evaluate"):
        question.notes.append("the game has no evaluation: the horizon counts as 0")
    if algorithm.players == 2:
        question.notes.extend(remark_on_sum(algorithm.name, game))
    return question


@lru_cache(maxsize=16)
def _declare(name: str, chance: bool) -> Algorithm:
    """The declaration of a search of any number of players that has none."""
    return Algorithm(name, "", players=None, chance=chance)


def _require_known(algorithm: str, options: Options) -> None:
    if options.keys() <= KNOWN:
        return
    unknown = set(options) - KNOWN
    raise BadLimit(
        f"{algorithm} has no option {sorted(unknown)[0]!r}; "
        f"options: {', '.join(Options.__annotations__)}"
    )


def _require_suitable(algorithm: Algorithm, game: Game[Any, Any]) -> None:
    is_crowded = algorithm.players is not None and game.players > algorithm.players
    if not is_crowded and (algorithm.chance or not game.has_chance):
        return
    fitting = name_fitting("search", game.players, game.has_chance)
    if is_crowded:
        raise Unsuitable(
            f"{algorithm.name} is for two players and {game.full_title} has {game.players}: "
            f"use {fitting}"
        )
    raise Unsuitable(
        f"{algorithm.name} knows no chance and {game.full_title} has some: use {fitting}"
    )


def _require_payoffs(algorithm: Algorithm, game: Game[Any, Any], options: Options) -> None:
    """Refuse what needs a number at every leaf, if payoffs are unknown."""
    if not algorithm.takes_unknowns:
        contract.require_payoffs(
            game, f"{algorithm.name}, unlike minimax, alphabeta and expectimax, needs"
        )
    if options.get("all"):
        contract.require_payoffs(game, "the value of every action needs")
    if options.get("gear") == "compiled":
        contract.require_payoffs(game, "the compiled gear needs")


def _require_valid(options: Options) -> None:
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
    cancel = options.get("cancel")
    if cancel is not None and not isinstance(cancel, Cancellation):
        raise BadLimit(f"cancel is {cancel!r}; it must be a Cancellation")


def _choose_player(game: Game[S, A], s: S, given: int | None) -> int:
    """The player who is MAX."""
    if given is not None:
        if not isinstance(given, int) or isinstance(given, bool) or not 0 <= given < game.players:
            raise BadLimit(f"player is {given!r}; players are 0 to {game.players - 1}")
        return given
    if game.maximiser is not None:
        return game.maximiser
    if game.terminal(s) or game.player(s) == CHANCE:
        return 0
    return game.player(s)
