"""Agents by name as opponents in the studio: all that `zermelo.agents` has and that fit a game.

>>> from zermelo.games.pig import Pig
>>> from zermelo.games.tic_tac_toe import TicTacToe
>>> list_agents(TicTacToe())[:5], "alphabeta" in list_agents(TicTacToe())
(['engine', 'pvs', 'star', 'maxn', 'paranoid'], True)
>>> "pvs" in list_agents(Pig()), list_agents(Pig())[-1]
(False, 'random')
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from zermelo.agents import ENGINE, LEVEL, RANDOM, agent_names, find_agent, make_agent
from zermelo.engine.searcher import choose_search
from zermelo.engine.while_compiling import SearchWhileCompiling
from zermelo.frame.cancel import Cancellation
from zermelo.frame.question import Limits
from zermelo.game import Game
from zermelo.history import GameWithHistory
from zermelo.result import Result
from zermelo.tree import Tree
from zermelo.web.warm_search import WarmSearch

MEMORY = 16
"""MiB of an agent's table."""

SECONDS = 1.0
"""Seconds of a move."""


def list_agents(game: Game[Any, Any]) -> list[str]:
    """The names of the agents that fit a game; levels are offered by their number."""
    return [name for name in agent_names() if not name.startswith(LEVEL) and _fits(name, game)]


def _fits(name: str, game: Game[Any, Any]) -> bool:
    """Can this agent play games of this kind?"""
    kind = find_agent(name)
    return isinstance(kind, str) or kind.fits(game.players, game.has_chance)


def iterate_agent(
    search: WarmSearch, s: Any, name: str, seed: int, limits: Limits, cancel: Cancellation
) -> Iterator[Result[Any]]:
    """Yield the results of an agent, compiled as soon as its machine code is there."""
    game = search.game.game if isinstance(search.game, GameWithHistory) else search.game
    if name in (ENGINE, choose_search(game).name):
        return search.iterate(s, limits, cancel)
    options = {"memory": MEMORY, "seed": seed}
    if name == RANDOM or isinstance(game, Tree):
        return make_agent(search.game, name, gear="plain", **options).iterate(s, limits, cancel)
    agent = SearchWhileCompiling(
        game.full_title, lambda gear: make_agent(search.game, name, gear=gear, **options)
    )
    return agent.iterate(s, limits, cancel)
