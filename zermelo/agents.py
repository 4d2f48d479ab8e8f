"""Agents: whatever chooses moves in a game, by the same names in every front end.

==================  ===========================================================================
``engine``          the engine's search that suits the game
``pvs`` ``star`` …  a search of the engine
``minimax`` …       a search of the textbook; by the engine's if both have the name
``level-1`` …       a level of the engine, 1 to 10
``random``          a legal move at random
``db:FILE``         a database of all positions; ``db:FILE,errs=0.1`` errs in a tenth of its moves
==================  ===========================================================================

>>> import zermelo
>>> from zermelo.games.tic_tac_toe import TicTacToe
>>> game = TicTacToe()
>>> s = game.after(["a1", "b1", "a2", "b2"])
>>> game.name(s, best_move(game, s, depth=3, gear="plain"))
'a3'
>>> oracle = player(game, gear="plain")
>>> oracle.think(s, depth=3).value
1.0
"""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Generic, TypeVar

from zermelo import catalogue
from zermelo.algorithm import Algorithm
from zermelo.book.knowledge import AUTO, KnowingSearcher, open_knowledge
from zermelo.contract import require_game
from zermelo.engine.probing import probe_database
from zermelo.engine.searcher import (
    SEARCHES,
    HistorySearcher,
    Searcher,
    SearcherOptions,
    choose_search,
    make_searcher,
)
from zermelo.engine.while_compiling import SearchWhileCompiling
from zermelo.errors import BadLimit, BadPosition, Unsuitable
from zermelo.frame.cancel import Cancellation
from zermelo.frame.question import NO_LIMITS, Limits, ask
from zermelo.frame.report import build_result
from zermelo.frame.run import Run, last
from zermelo.game import CHANCE, Game
from zermelo.gears import Gear
from zermelo.history import GameWithHistory, StateWithHistory, with_history
from zermelo.levels import LEVELS, find_level, iterate_level
from zermelo.result import Result
from zermelo.search.registry import find, searches
from zermelo.search.textbook_agent import TextbookAgent
from zermelo.solve.agent import DatabaseAgent, read_name
from zermelo.tree import Tree
from zermelo.watch import Watch

S = TypeVar("S")
A = TypeVar("A")

ENGINE, RANDOM, LEVEL, DATABASE = "engine", "random", "level-", "db:"

SECONDS = 1.0
"""The time for a move without a limit."""


@dataclass(frozen=True)
class AgentOptions(SearcherOptions):
    """What an agent is made of, the same for all: an agent takes those that it has a use for.

    Beside those of a searcher:

    book     of the engine: "auto" for the package's book of the game, a file, or None. A limit of
             depth or nodes asks for a search, not for the book
    seed     also of the noise of a level, and of random moves
    """

    book: Path | str | None = AUTO


# ---------------------------------------------------------------------- names


def agent_names() -> list[str]:
    """The names of all agents: the engine's, the textbook's, the levels, and random.

    >>> agent_names()[:6]
    ['engine', 'pvs', 'star', 'maxn', 'paranoid', 'mcts']
    """
    engine = [one.name for one in SEARCHES]
    textbook = [one.name for one in searches() if one.name not in engine]
    return [ENGINE, *engine, *textbook, *(f"{LEVEL}{n}" for n in LEVELS), RANDOM]


def find_agent(name: str) -> Algorithm | str:
    """The search that a name means; the name itself for engine, random and levels.

    >>> find_agent("alpha-beta").name, find_agent("level 3"), find_agent("UCT").name
    ('alphabeta', 'level-3', 'mcts')
    """
    word = "-".join(name.strip().casefold().split())
    if word in agent_names() and (word in (ENGINE, RANDOM) or word.startswith(LEVEL)):
        return word
    for one in (*SEARCHES, *searches()):
        if word == one.name:
            return one
    for one in (*searches(), *SEARCHES):
        if word in one.aliases:
            return one
    return find(name, (*searches(), *SEARCHES))


def is_of_engine(name: str) -> bool:
    """Is this agent a search of the engine?

    >>> is_of_engine("engine"), is_of_engine("mcts"), is_of_engine("minimax")
    (True, True, False)
    """
    return not name.startswith(DATABASE) and find_agent(name) in (ENGINE, *SEARCHES)


# ---------------------------------------------------------------------- agents


def make_agent(game: Game[Any, Any], name: str = ENGINE, **options: Any) -> Searcher:
    """An agent for a game, by its name; options as in `AgentOptions`.

    >>> from zermelo.games.pig import Pig
    >>> agent = make_agent(Pig(goal=10), "expectimax", gear="plain")
    >>> [result.depth for result in agent.iterate(Pig(goal=10).start(), Limits(depth=2))]
    [2]
    """
    require_game(game)
    chosen = AgentOptions(**options)
    if name.startswith(DATABASE):
        path, errs = read_name(name)
        return DatabaseAgent(game, path, errs, chosen.seed)
    kind = find_agent(name)
    if chosen.database and (kind == RANDOM or str(kind).startswith(LEVEL)):
        raise BadLimit(f"{name} does not probe databases; searches do")
    if kind == RANDOM:
        return RandomAgent(game, chosen.seed)
    if isinstance(kind, str) and kind.startswith(LEVEL):
        return LevelAgent(game, int(kind.removeprefix(LEVEL)), chosen)
    if isinstance(kind, Algorithm) and kind not in SEARCHES:
        return _make_textbook(game, kind, chosen)
    if kind != ENGINE:
        return _make_engine(game, kind.name, chosen)  # type: ignore[union-attr]
    engine = _make_engine(game, None, chosen)
    is_plain = not (chosen.without or chosen.database)
    known = open_knowledge(game, chosen.book if is_plain else None)
    return KnowingSearcher(engine, known) if known.sources else engine


def _make_textbook(game: Game[Any, Any], kind: Algorithm, chosen: AgentOptions) -> Searcher:
    """A search of the textbook, which may probe a database."""
    if not chosen.database:
        return TextbookAgent(game, kind, chosen.gear)
    own = game.game if isinstance(game, GameWithHistory) else game
    search = probe_database(
        own, chosen.database, lambda ended: TextbookAgent(ended, kind, chosen.gear)
    )
    return HistorySearcher(game, search) if isinstance(game, GameWithHistory) else search


def _make_engine(game: Game[Any, Any], name: str | None, chosen: AgentOptions) -> Searcher:
    """A search of the engine; without a name the one that suits the game."""
    own = game.game if isinstance(game, GameWithHistory) else game
    kind = choose_search(own).name if name is None else name
    options = {one.name: getattr(chosen, one.name) for one in fields(SearcherOptions)}
    if kind != "pvs":
        options["threads"] = 1
    return make_searcher(game, search=name, **options)


class LevelAgent:
    """A level of the engine: its own work, whatever the limits; it may err."""

    def __init__(self, game: Game[Any, Any], number: int, chosen: AgentOptions) -> None:
        self.game, self.level, self.chosen = game, find_level(game, number), chosen

    def iterate(
        self, s: Any, limits: Limits = NO_LIMITS, cancel: Cancellation | None = None
    ) -> Iterator[Result[Any]]:
        """Yield better and better results; the last has the move of the level."""
        gear: Gear = "plain" if self.chosen.gear == "plain" else "auto"
        return iterate_level(
            self.game,
            s,
            self.level,
            gear,
            seed=self.chosen.seed,
            progress=limits.progress,
            cancel=cancel,
        )


class RandomAgent:
    """Chooses among the legal moves at random: the same ones again for the same seed."""

    def __init__(self, game: Game[Any, Any], seed: int) -> None:
        self.game, self.rng = game, random.Random(seed)

    def iterate(
        self, s: Any, limits: Limits = NO_LIMITS, cancel: Cancellation | None = None
    ) -> Iterator[Result[Any]]:
        """Yield one result, without a value."""
        q: Any = ask(RANDOM, self.game, s, player=limits.player)
        a = self.rng.choice(self.game.options(s))
        run = Run(None, Watch(), "plain", 0.0)
        yield build_result(q, run, [a], exact=False, value=None)


# ---------------------------------------------------------------------- one call for any game


class Player(Generic[S, A]):
    """One who plays a game, and keeps what it found from move to move.

    `seconds`, `depth` and `nodes` limit each move; without any, a second does.
    """

    def __init__(
        self,
        game: Game[S, A] | str,
        agent: str = ENGINE,
        *,
        seconds: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        **options: Any,
    ) -> None:
        self.game: Game[S, A] = catalogue.game(game) if isinstance(game, str) else game
        self.agent, self.options = agent, options
        self.limits = Limits(depth=depth, nodes=nodes, seconds=seconds)
        self._searchers: dict[tuple[bool, bool], Searcher] = {}
        """For the game alone and with its past, and for questions with a limit of time or not."""
        self._find_searcher(None, self.limits)
        self._cancel = Cancellation()
        self._pondering: threading.Thread | None = None

    def move(self, s: S | None = None, **limits: Any) -> A:
        """The action that is played at a state, without one at the start."""
        result = self.think(s, **limits)
        assert result.action is not None
        return result.action

    def think(self, s: S | None = None, **limits: Any) -> Result[A]:
        """The answer of the search: action, value, line, and what it cost."""
        return last(self.iterate(s, **limits))

    def iterate(self, s: S | None = None, **limits: Any) -> Iterator[Result[A]]:
        """Yield better and better answers; the last one counts. Limits as in `Limits`."""
        self.stop()
        state: Any = self.game.start() if s is None else s
        self._require_decision(state)
        chosen = self._choose_limits(limits)
        try:
            yield from self._find_searcher(state, chosen).iterate(state, chosen, self._cancel)
        except Unsuitable:
            if self.agent != ENGINE:
                raise
            fallback = _find_fallback(self.game, self.options.get("gear", "auto"))
            self._searchers[False, chosen.seconds is not None] = fallback
            yield from fallback.iterate(state, chosen, self._cancel)

    def ponder(self, s: S) -> None:
        """Search a position in the background until `stop` or the next question.

        What is found stays in the table.
        """
        self.stop()
        search = self._find_searcher(s, self._choose_limits({}))
        work = search.iterate(s, Limits(), self._cancel)
        self._pondering = threading.Thread(target=lambda: last(work), daemon=True)
        self._pondering.start()

    def stop(self) -> None:
        """End the search that is running, from any thread."""
        self._cancel.cancel()
        if self._pondering is not None:
            self._pondering.join()
        self._pondering, self._cancel = None, Cancellation()

    def _choose_limits(self, given: dict[str, Any]) -> Limits:
        """The limits of a move: the given ones, or those of the player, or a second."""
        if not any(given.get(name) is not None for name in ("seconds", "depth", "nodes")):
            own = {name: getattr(self.limits, name) for name in ("seconds", "depth", "nodes")}
            given = {**given, **own}
        limits = Limits(**given)
        is_free = limits.seconds is None and limits.depth is None and limits.nodes is None
        return replace(limits, seconds=SECONDS) if is_free else limits

    def _find_searcher(self, s: Any, limits: Limits) -> Searcher:
        """The search of the game, or of the game that remembers its positions."""
        is_plain_game = not isinstance(self.game, GameWithHistory)
        has_past = isinstance(s, StateWithHistory) and is_plain_game
        key = has_past, limits.seconds is not None
        if key not in self._searchers:
            game: Game[Any, Any] = with_history(self.game) if has_past else self.game
            self._searchers[key] = self._make_searcher(game, key[1])
        return self._searchers[key]

    def _make_searcher(self, game: Game[Any, Any], is_timed: bool) -> Searcher:
        """The agent; where time counts and the gear is free, one that never waits to compile."""
        auto = self.options.get("gear", "auto") == "auto" and not isinstance(self.game, Tree)
        if not (auto and is_timed and is_of_engine(self.agent)):
            return make_agent(game, self.agent, **self.options)
        options = {name: x for name, x in self.options.items() if name != "gear"}
        make_agent(game, self.agent, **options)  # refuses wrong options now
        return SearchWhileCompiling(
            game.full_title, lambda gear: make_agent(game, self.agent, gear=gear, **options)
        )

    def _require_decision(self, s: Any) -> None:
        """Refuse a state at which no player moves."""
        game: Any = self.game
        if isinstance(s, StateWithHistory) and not isinstance(game, GameWithHistory):
            game = with_history(game)
        if game.terminal(s):
            raise BadPosition(f"{game.full_title} is over: there is no move to choose")
        if game.player(s) == CHANCE:
            raise BadPosition(f"chance moves here in {game.full_title}: no player chooses")

    def __repr__(self) -> str:
        return f"<player of {self.game.full_title}: {self.agent}>"


def _find_fallback(game: Game[Any, Any], gear: Gear) -> Searcher:
    """The textbook's search for a game that the engine cannot search."""
    name = "deepening" if game.players <= 2 and not game.has_chance else "expectimax"
    return TextbookAgent(game, find(name if game.players <= 2 else "maxn"), gear)


def player(game: Game[S, A] | str, agent: str = ENGINE, **options: Any) -> Player[S, A]:
    """A player of a game who keeps what it found from move to move.

    `agent` is the name of a search, a level, or random: see `agent_names`. Options are the limits
    of each move (`seconds`, `depth`, `nodes`) and those of `AgentOptions`.
    """
    return Player(game, agent, **options)


def best_move(
    game: Game[S, A] | str, s: S | None = None, seconds: float | None = None, **options: Any
) -> A:
    """The action that the engine plays at a state, for any kind of game.

    Chance, any number of players: the search that suits the game is chosen. Without a limit
    (`seconds`, `depth`, `nodes`) it thinks for a second; other options as in `player`.

    >>> best_move("tree:two-ply", depth=4, gear="plain")
    0
    """
    return player(game, options.pop("agent", ENGINE), seconds=seconds, **options).move(s)
