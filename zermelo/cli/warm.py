"""Searches of the command that do not wait for the compiler.

The plain gear answers at once. Another process compiles meanwhile, and the search goes on compiled
when the machine code is there. A process that compiles may finish after the command has ended: the
next command finds its code on disk.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from zermelo.web.compile_job import COMMAND, TIMEOUT, CompileJob

if TYPE_CHECKING:
    from zermelo.cli.shared_options import GivenPosition
    from zermelo.game import Game
    from zermelo.web.warm_search import WarmSearch

INTERVAL = 0.05
"""Seconds between two looks at the process that compiles."""


class LastingJob(CompileJob):
    """A compile job that may finish after the command: cancelled, it is only not waited for."""

    def run(self) -> bool:
        """Run the process and wait for it. Return False if it failed or is not waited for."""
        command = [sys.executable, *COMMAND, *self.recipe["user_games"]]
        try:
            process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
            assert process.stdin is not None
            with suppress(OSError), process.stdin as stdin:
                stdin.write(json.dumps({**self.recipe, "lasts": True}).encode() + b"\n")
        except OSError:
            return False
        until = time.monotonic() + TIMEOUT
        while process.poll() is None and not self.is_cancelled and time.monotonic() < until:
            time.sleep(INTERVAL)
        return process.returncode == 0

    def cancel(self, also_started: bool = False) -> None:
        """Wait no longer."""
        self.is_cancelled = True


def warm_up(given: GivenPosition, game: Game[Any, Any], s: Any, memory: float) -> WarmSearch | None:
    """Return a search that loads its machine code, or has it made, while it searches plain.

    Return None for games whose rules cannot be compiled, whose search says why, and for trees.
    """
    from zermelo.web.warm_search import WarmSearch

    recipe = write_recipe(given)
    if recipe is None or game.terminal(s) or has_refusals(game, s):
        return None
    return WarmSearch(game, memory, recipe, make_job=LastingJob)


def write_recipe(given: GivenPosition) -> dict[str, Any] | None:
    """Return what lets another process find the game; None if it cannot be found by a name."""
    from zermelo import catalogue
    from zermelo.web.game_registry import GameRegistry

    name = given.game.partition(":")[0]
    if name.endswith(".py"):
        own = next(iter(GameRegistry([given.game]).user_games))
        return {"game": own, "user_games": [given.game]}
    is_known = name in catalogue.display_names()
    return {"game": given.game, "user_games": []} if is_known else None


def has_refusals(game: Game[Any, Any], s: Any) -> bool:
    """Can the rules not be compiled, as far as their text tells?"""
    from zermelo.check.both_gears import find_refused_places
    from zermelo.history import GameWithHistory
    from zermelo.numbering import number_actions

    if isinstance(game, GameWithHistory):
        game, s = game.game, s.state
    return bool(find_refused_places(number_actions(game), s))
