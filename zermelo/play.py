"""You against a search, in the terminal: any game that shows itself as text."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from zermelo import search
from zermelo.engine.searcher import Searcher, make_searcher
from zermelo.errors import BadAction, BadLimit, abbreviate
from zermelo.evaluation import write_value
from zermelo.formatting import format_number
from zermelo.frame.question import Limits
from zermelo.frame.run import last
from zermelo.game import CHANCE, Game
from zermelo.history import GameWithHistory
from zermelo.levels import LEVELS, USUAL, choose_move
from zermelo.position import verdict
from zermelo.result import Limit, Result
from zermelo.terminal import Thinking

HELP = """\
  a move      as the game writes it: {example}
  moves       the legal moves
  hint        what the search would play
  undo        take back your last move
  board       the position again
  position    the position as text, for --position
  resign      give up
  quit        leave
  help        this"""

SECONDS = 1.0
CHANCE_DEPTH = 4
MANY_DEPTH = 5

COMMANDS = {
    "": "_show_nothing",
    "help": "_help",
    "moves": "_show_moves",
    "hint": "_hint",
    "undo": "_undo",
    "board": "_show_board",
    "position": "_show_position",
}
"""The words that a person may type instead of a move, and the methods of `Table` for them."""


@dataclass
class Thinker:
    """The engine, or a textbook search, with its limits, as an opponent."""

    algorithm: str
    options: dict[str, Any]
    engine: Searcher | None = None
    level: int | None = None
    """The level of the engine, if it has no limits of its own."""
    seed: int = 0
    """The seed of a level's noise and playouts."""

    @classmethod
    def for_game(
        cls,
        game: Game[Any, Any],
        algorithm: str | None,
        depth: int | None,
        seconds: float | None,
        level: int | None = None,
    ) -> Thinker:
        """The engine's search that suits the game, or the textbook search of this name."""
        _require_limits(algorithm, depth, seconds, level)
        options: dict[str, Any] = {"depth": depth, "seconds": seconds}
        is_limited = depth is not None or seconds is not None
        if algorithm is None and not is_limited:
            return cls("the engine", {}, level=level or USUAL)
        if algorithm is None:
            return cls("the engine", options, make_searcher(game))
        if algorithm == "deepening" and not is_limited:
            options["seconds"] = SECONDS
        elif algorithm != "deepening" and depth is None:
            options["depth"] = CHANCE_DEPTH if game.has_chance else MANY_DEPTH
        return cls(algorithm, options)

    def try_out(self, game: Game[Any, Any], s: Any) -> None:
        """Raise now, not in the middle of the game, if the search does not suit it."""
        if self.engine is not None or self.level is not None:
            last(make_searcher(game, gear="plain").iterate(s, Limits(nodes=1, depth=1)))
        else:
            search.find(self.algorithm).run(game, s, depth=1, nodes=1, gear="plain")

    def think(self, game: Game[Any, Any], s: Any) -> Result[Any]:
        """The search's answer for the player to move."""
        with Thinking("thinking") as thinking:
            if self.level is not None:
                return choose_move(game, s, self.level, seed=self.seed, progress=thinking.tick)
            asked = {"player": game.player(s), "progress": thinking.tick, **self.options}
            if self.engine is not None:
                return last(self.engine.iterate(s, Limits(**asked)))
            if isinstance(game, GameWithHistory):  # a textbook search knows the position alone
                game, s = game.game, s.state
            return search.find(self.algorithm).run(game, s, **asked)


def _require_limits(
    algorithm: str | None, depth: int | None, seconds: float | None, level: int | None
) -> None:
    """Refuse limits that contradict each other, or that no search takes."""
    if level is not None and (depth is not None or seconds is not None):
        raise BadLimit("a level says how far to search: leave out depth and seconds, or the level")
    if level is not None and algorithm is not None:
        raise BadLimit(
            "levels are the engine's: leave out the algorithm, or give a depth or seconds instead"
        )
    if level is not None and level not in LEVELS:
        raise BadLimit(f"level is {level}; levels are {min(LEVELS)} to {max(LEVELS)}")
    if depth is not None and depth < 1:
        raise BadLimit(
            f"depth is {depth}; it must be a whole number, 1 or more: a player who does not "
            "look ahead has no move to choose"
        )
    Limit(depth=depth, seconds=seconds)


class Table:
    """One game between a person and a search."""

    def __init__(
        self,
        game: Game[Any, Any],
        state: Any,
        algorithm: str | None = None,
        you: int | None = None,
        depth: int | None = None,
        seconds: float | None = None,
        level: int | None = None,
        seed: int | None = None,
        ask: Callable[[str], str] = input,
        say: Callable[[str], None] | None = None,
    ) -> None:
        # a game that remembers its positions, where they may arise again
        self.game, self.state = game, state
        self.history: list[Any] = []
        self.thinker = Thinker.for_game(game, algorithm, depth, seconds, level)
        self.you = self._seat(you)
        if not game.terminal(state):
            self.thinker.try_out(game, state)
        self.rng = random.Random(seed)
        self.thinker.seed = random.Random(seed).getrandbits(32)
        self.ask, self.say = ask, say or _print

    def _seat(self, you: int | None) -> int:
        """The player that the person is: as chosen, or the player to move."""
        if you is None:
            mover = 0 if self.game.terminal(self.state) else self.game.player(self.state)
            return 0 if mover == CHANCE else mover
        if not 0 <= you < self.game.players:
            raise BadLimit(f"you is {you}; players are 0 to {self.game.players - 1}")
        return you

    def sit(self) -> int:
        """Play to the end, or until the person leaves."""
        other = f"The other side uses {self.thinker.algorithm}."
        self.say(f"You are {self.game.player_title(self.you)}. {other} Type help for help.")
        self.say(self.game.text(self.state))
        while not self.game.terminal(self.state):
            mover = self.game.player(self.state)
            if mover == CHANCE:
                self._roll()
            elif mover == self.you:
                if not self._your_turn():
                    return 0
            else:
                self._its_turn(mover)
        self._finish()
        return 0

    def _your_turn(self) -> bool:
        """Carry out one line from the person; False if they leave."""
        try:
            words = self.ask(f"{self.game.player_name(self.you)}> ").strip()
        except EOFError:
            self.say("")
            return False
        command = words.casefold()
        if command in ("quit", "exit", "q"):
            return False
        if command == "resign":
            self.say(f"{self.game.player_name(self.you)} resigns.")
            return False
        if command in COMMANDS and not self._is_move(words):
            getattr(self, COMMANDS[command])()
        else:
            self._move(words)
        return True

    def _move(self, words: str) -> None:
        """Make the move that the person wrote, or say what is wrong with it."""
        try:
            for a in self.game.read_move(self.state, words):
                self._make(a)
        except BadAction as error:
            self.say(f"{error} (or: help)")

    def _show_nothing(self) -> None:
        """An empty line asks for nothing."""

    def _show_moves(self) -> None:
        names = [self.game.name(self.state, a) for a in self.game.options(self.state)]
        self.say(list_moves(names))

    def _show_board(self) -> None:
        self.say(self.game.text(self.state))

    def _show_position(self) -> None:
        self.say(self.game.dump(self.state))

    def _is_move(self, words: str) -> bool:
        """A game may call a move 'hint'; then it is one."""
        return any(
            self.game.name(self.state, a).casefold() == words.casefold()
            for a in self.game.options(self.state)
        )

    def _make(self, a: Any) -> None:
        """Make a move and show the board."""
        self.history.append(self.state)
        self.state = self.game.result(self.state, a)
        self.say(self.game.text(self.state))

    def _its_turn(self, mover: int) -> None:
        result = self.thinker.think(self.game, self.state)
        assert result.action is not None
        worth = ""
        if result.value is not None:
            estimated = "" if result.exact else ", estimated"
            worth = f" ({self._write_value(result)} for {result.player_name}{estimated})"
        self.say(f"{self.game.player_name(mover)} plays {result.action_name}{worth}")
        self._make(result.action)

    def _write_value(self, result: Result[Any]) -> str:
        """Return the value in the game's unit."""
        assert result.value is not None
        return write_value(self.game, result.value, result.player, result.exact, result.is_mean)

    def _roll(self) -> None:
        outcomes, weights = zip(*self.game.chances(self.state), strict=True)
        a = self.rng.choices(outcomes, weights)[0]
        self.say(f"chance: {self.game.name(self.state, a)}")
        self._make(a)

    def _help(self) -> None:
        example = self.game.name(self.state, self.game.options(self.state)[0])
        self.say(HELP.format(example=example))

    def _hint(self) -> None:
        result = self.thinker.think(self.game, self.state)
        has_value = result.value is not None and result.vector is None
        self.say(result.describe(self._write_value(result) if has_value else ""))

    def _undo(self) -> None:
        """Go back to before the person's last move; where there is none, nothing changes."""
        for i in reversed(range(len(self.history))):
            before = self.history[i]
            if self.game.player(before) == self.you and (
                i == 0 or not self.game.is_mid_move(before)
            ):
                self.state = before
                del self.history[i:]
                self.say(self.game.text(before))
                return
        self.say("There is no move of yours to take back.")

    def _finish(self) -> None:
        payoffs = self.game.payoffs(self.state)
        own, ending = payoffs[self.you], verdict(self.game, self.state)
        is_described = bool(self.game.ending(self.state))
        if len(payoffs) == 1:
            self.say(ending if is_described else f"Over: you get {format_number(own)}.")
        elif own == max(payoffs) > min(payoffs):
            self.say(f"You win. {ending}" if is_described else "You win.")
        else:
            self.say(ending)


def list_moves(names: list[str], most: int = 200) -> str:
    """Moves on one line; one line for each if they have spaces in them.

    >>> print(list_moves(["8/5 6/5", "24/20"]))
    8/5 6/5
    24/20
    """
    if not any(" " in name for name in names):
        return abbreviate(names, most)
    more = [f"… ({len(names) - most} more)"] if len(names) > most else []
    return "\n".join([*names[:most], *more])


def _print(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()
