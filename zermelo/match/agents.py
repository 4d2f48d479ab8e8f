"""Who plays in a match: an agent by its name, with limits and options of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from zermelo.agents import DATABASE, Player, find_agent
from zermelo.errors import BadLimit, NotCompilable
from zermelo.frame.run import warn_once
from zermelo.game import Game
from zermelo.gears import Gear
from zermelo.tree import Tree

Chooser = Callable[[Any], Any]
"""Returns the action that is played at a state."""

NUMBERS: dict[str, type] = {
    "seconds": float, "depth": int, "nodes": int, "memory": float, "threads": int,
    "c": float, "rave": float,
}  # fmt: skip
WORDS = ("gear", "rollout", "driver")


@dataclass(frozen=True)
class Entrant:
    """One side of a match: its name, and who plays a game with a given seed."""

    name: str
    make: Callable[[int], Chooser]


def read_entrant(game: Game[Any, Any], text: str, **options: Any) -> Entrant:
    """The agent of a text, such as pvs or mcts,seconds=0.5; `options` hold where it says nothing.

    >>> from zermelo.games.nim import Nim
    >>> read_entrant(Nim(2, 2), "pvs,dept=4")
    Traceback (most recent call last):
    zermelo.errors.BadLimit: 'dept=4' is not an option of an agent; options: seconds=… depth=…\
 nodes=… memory=… threads=… c=… rave=… gear=… rollout=… driver=…
    """
    name, *words = [text] if text.startswith(DATABASE) else text.split(",")
    own = dict(_read_option(word) for word in words)
    if any(limit in own for limit in ("seconds", "depth", "nodes")):
        options = {k: v for k, v in options.items() if k not in ("seconds", "depth", "nodes")}
    chosen = {**options, **own}
    if not name.startswith(DATABASE):
        find_agent(name)
    return Entrant(text, lambda seed: AgentChooser(game, name, {**chosen, "seed": seed}))


class AgentChooser:
    """An agent that plays a game: compiled from the first move on, unless it must run plain."""

    def __init__(self, game: Game[Any, Any], name: str, options: dict[str, Any]) -> None:
        self.game, self.name, self.options = game, name, options
        gear = options.get("gear", "auto")
        self.is_auto = gear == "auto" and not isinstance(game, Tree)
        self.player = self._make("compiled" if self.is_auto else gear)

    def _make(self, gear: Gear) -> Player[Any, Any]:
        return Player(self.game, self.name, **{**self.options, "gear": gear})

    def __call__(self, s: Any) -> Any:
        try:
            return self.player.move(s)
        except NotCompilable as error:
            if not self.is_auto:
                raise
            warn_once(self.game.full_title, str(error))
            self.player = self._make("plain")
            return self.player.move(s)


def _read_option(word: str) -> tuple[str, Any]:
    """One option of an agent: depth=4."""
    key, _, value = (part.strip() for part in word.partition("="))
    if key in WORDS and value:
        return key, value
    if key not in NUMBERS or not value:
        known = " ".join(f"{name}=…" for name in (*NUMBERS, *WORDS))
        raise BadLimit(f"{word!r} is not an option of an agent; options: {known}")
    try:
        return key, NUMBERS[key](value)
    except ValueError:
        raise BadLimit(f"{word!r}: {key} must be a number") from None
