"""You against a search, in the terminal: any game that shows itself as text."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zermelo.agents import ENGINE, make_agent
from zermelo.book.knowledge import AUTO, open_knowledge
from zermelo.engine.searcher import Searcher
from zermelo.errors import BadAction, BadGame, BadLimit, BadPosition, BadRecord, abbreviate
from zermelo.evaluation import write_value
from zermelo.formatting import format_number
from zermelo.frame.question import Limits, Progress
from zermelo.frame.run import last
from zermelo.game import CHANCE, Game
from zermelo.levels import LEVELS, USUAL, Level, choose_move, find_level
from zermelo.position import verdict
from zermelo.record.sheet import ScoreSheet, SheetStep, find_last
from zermelo.result import Limit, Result
from zermelo.search.textbook_agent import TextbookAgent
from zermelo.terminal import Thinking

HELP = """\
  a move      as the game writes it: {example}
  moves       the legal moves
  hint        what the search would play
  history     the moves so far, numbered
  undo        take back your last move; undo 3: all moves from number 3 on
  board       the position again
  position    the position as text; with a text behind it, play on from there
  save FILE   write the game, for the studio too; load FILE goes on with one
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
    "history": "_show_history",
}
"""The words that a person may type instead of a move, and the methods of `Table` for them."""

COMMANDS_WITH_TEXT = {
    "position": "_set_up",
    "undo": "_undo_to",
    "save": "_save",
    "load": "_load",
}
"""The words that take a text, and the methods for them."""


LevelSearch = Callable[[Any, Level, int, Progress], Iterator[Result[Any]]]
"""A search of a level at a state, with a seed and a function that is called with the progress."""


@dataclass
class Thinker:
    """An agent with its limits, as an opponent."""

    algorithm: str
    options: dict[str, Any]
    agent: Searcher | None = None
    level: int | None = None
    """The level of the engine, if it has no limits of its own."""
    seed: int = 0
    """The seed of a level's noise and playouts."""
    iterate_level: LevelSearch | None = None
    """What searches a level; by default `choose_move`, which may wait for the compiler."""

    @classmethod
    def for_game(
        cls,
        game: Game[Any, Any],
        algorithm: str | None = None,
        depth: int | None = None,
        seconds: float | None = None,
        level: int | None = None,
        iterate_level: LevelSearch | None = None,
        **making: Any,
    ) -> Thinker:
        """The engine's search that suits the game, or the agent of this name.

        `making` is what an agent is made of: `memory`, `threads`, `seed` (`AgentOptions`).
        """
        seed = making.get("seed", 0)
        _require_limits(algorithm, depth, seconds, level)
        is_limited = depth is not None or seconds is not None
        if algorithm is None and not is_limited:
            return cls("the engine", {}, None, level or USUAL, seed, iterate_level)
        options: dict[str, Any] = {"depth": depth, "seconds": seconds}
        agent = make_agent(game, algorithm or ENGINE, **making)
        if isinstance(agent, TextbookAgent) and not agent.one.iterates and depth is None:
            options["depth"] = CHANCE_DEPTH if game.has_chance else MANY_DEPTH
        elif not is_limited:
            options["seconds"] = SECONDS
        return cls(algorithm or "the engine", options, agent, seed=seed)

    def try_out(self, game: Game[Any, Any], s: Any) -> None:
        """Raise now, not in the middle of the game, if the search does not suit it."""
        name = ENGINE if self.algorithm == "the engine" else self.algorithm
        last(make_agent(game, name, gear="plain").iterate(s, Limits(nodes=1, depth=1)))

    def think(self, game: Game[Any, Any], s: Any) -> Result[Any]:
        """The agent's answer for the player to move."""
        with Thinking("thinking") as thinking:
            if self.agent is None:
                level = self.level or USUAL
                if self.iterate_level is not None:
                    found = find_level(game, level)
                    return last(self.iterate_level(s, found, self.seed, thinking.tick))
                return choose_move(game, s, level, seed=self.seed, progress=thinking.tick)
            asked = {"player": game.player(s), "progress": thinking.tick, **self.options}
            return last(self.agent.iterate(s, Limits(**asked)))


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
        *,
        you: int | None = None,
        seed: int | None = None,
        ask: Callable[[str], str] = input,
        say: Callable[[str], None] | None = None,
        sheet: ScoreSheet | None = None,
        autosave: Path | None = None,
        **opponent: Any,
    ) -> None:
        """Set up the game. `opponent` says who plays: the arguments of `Thinker.for_game`.

        A game whose positions may arise again must be one that remembers them.
        """
        self.game = game
        self.sheet = sheet or ScoreSheet(game, state)
        self.autosave = autosave
        self.known = open_knowledge(game, opponent.get("book", AUTO))
        opponent["seed"] = random.Random(seed).getrandbits(32)
        self.thinker = Thinker.for_game(game, **opponent)
        self.you = self._seat(you)
        if not game.terminal(self.state):
            self.thinker.try_out(game, self.state)
        self.rng = random.Random(seed)
        self.ask, self.say = ask, say or _print

    @property
    def state(self) -> Any:
        """The state of the game."""
        return self.sheet.state

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
        you = f"You are {self.game.player_title(self.you)}."
        other = f"The other side uses {self.thinker.algorithm}."
        if self.game.players == 1:
            you, other = "You play alone.", f"Hints come from {self.thinker.algorithm}."
        elif self.game.players > 2:
            other = f"The others use {self.thinker.algorithm}."
        self.say(f"{you} {other} Type help for help.")
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
        elif self._find_method(words) and not self._is_move(words):
            self._run(self._find_method(words), words.split(maxsplit=1)[1])
        else:
            self._move(words)
        return True

    def _find_method(self, words: str) -> str:
        """The method for a word with a text behind it; "" if it is none."""
        first, *rest = words.split(maxsplit=1) or [""]
        return COMMANDS_WITH_TEXT.get(first.casefold(), "") if rest else ""

    def _run(self, method: str, text: str) -> None:
        """Carry out a command with a text; what is wrong is said, and changes nothing."""
        try:
            getattr(self, method)(text)
        except (BadPosition, BadRecord, BadLimit, BadGame) as error:
            self.say(f"{error} (or: help)")

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

    def _set_up(self, text: str) -> None:
        """Play on from another position; undo leads back."""
        self.sheet.set_up(self.game.load(text))
        self._keep()
        self._show_board()

    def _show_history(self) -> None:
        self.say("\n".join(self.sheet.list_moves()) or "There is no move yet.")

    def _save(self, text: str) -> None:
        """Write the game to a file."""
        self.sheet.save(Path(text).expanduser())
        self.say(f"saved in {text}")

    def _load(self, text: str) -> None:
        """Go on with a game from a file."""
        self.sheet.load(Path(text).expanduser())
        self._keep()
        self._show_board()

    def _keep(self) -> None:
        """Write the game to the file that keeps it, if there is one."""
        if self.autosave is not None:
            self.sheet.save(self.autosave)

    def _is_move(self, words: str) -> bool:
        """A game may call a move 'hint'; then it is one."""
        return any(
            self.game.name(self.state, a).casefold() == words.casefold()
            for a in self.game.options(self.state)
        )

    def _make(self, a: Any) -> None:
        """Make a move and show the board."""
        self.sheet.add(a)
        self._keep()
        self.say(self.game.text(self.state))

    def _its_turn(self, mover: int) -> None:
        result = self.thinker.think(self.game, self.state)
        assert result.action_name is not None
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
        known = self.known.answer(self.state, Limits(player=self.game.player(self.state)))
        result = known or self.thinker.think(self.game, self.state)
        has_value = result.value is not None and result.vector is None
        note = f"; {known.notes[0]}" if known else ""
        self.say(result.describe(self._write_value(result) if has_value else "") + note)

    def _undo(self) -> None:
        """Go back to before the person's last move; where there is none, nothing changes."""

        def is_own_move(step: SheetStep) -> bool:
            is_start = step is self.sheet.steps[0]
            is_yours = self.game.player(step.state) == self.you
            return is_yours and (is_start or not self.game.is_mid_move(step.state))

        index = find_last(self.sheet.steps, is_own_move)
        if index is None:
            self.say("There is no move of yours to take back.")
        else:
            self._go_back(index)

    def _undo_to(self, text: str) -> None:
        """Go back to before the move of a number."""
        self.sheet.go_back_to(text)
        self._keep()
        self._show_board()

    def _go_back(self, index: int) -> None:
        self.sheet.go_back(index)
        self._keep()
        self._show_board()

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
