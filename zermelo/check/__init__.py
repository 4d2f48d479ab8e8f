"""Checks of a game: seeded random games in both gears, and every invariant that fails.

>>> from zermelo.games.nim import Nim
>>> print(check_game(Nim(2, 2), games=5, gear="plain"))
nim:2,2: 0 checks failed in 5 games (18 states); zero-sum; plain gear only

===============  ===============================================================================
`findings`       `Failure` and `Report`: what a check returns
`random_games`   plays the games and checks each state
`hints`          the checks of search hints: estimates, bounds, canonical forms, non-losing moves
`solving`        the checks of tiers, numbers of positions and predecessors
`both_gears`     the compiled rules against the plain ones
===============  ===============================================================================
"""

from __future__ import annotations

from typing import Any

from zermelo.check.findings import Failure, Report
from zermelo.check.random_games import GameChecker
from zermelo.game import Game
from zermelo.gears import Gear

__all__ = ["Failure", "Report", "check_game"]


def check_game(
    game: Game[Any, Any],
    games: int = 30,
    seed: int = 0,
    gear: Gear = "auto",
    seconds: float | None = None,
) -> Report:
    """Play random games and list the checks that fail, each once, with a state and a call.

    One call of a rule may take `seconds`, by default 10: a rule must end.
    """
    return GameChecker(game, games, seed, gear, seconds).run()
