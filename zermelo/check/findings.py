"""What a check of a game returns: failures, and the report that lists them."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from zermelo.contract import find_source, picture
from zermelo.errors import is_theirs, one_line, place
from zermelo.game import Game

MAX_SEEN = 400
"""The characters of what was seen that a report shows."""


@dataclass(frozen=True)
class Failure:
    """A check that failed: its name, the state and the call that show it, and what was seen.

    `place` is the line of the rule, or the one that raised, as file:line.
    """

    check: str
    state: str
    call: str
    seen: str
    place: str = ""

    def __str__(self) -> str:
        place = f" ({self.place})" if self.place else ""
        return f"{self.check}: {self.call} at {self.state}: {self.seen}{place}"


@dataclass
class Report:
    """The result of `check_game`."""

    game: str
    games: int
    states: int = 0
    failures: list[Failure] = field(default_factory=list)
    payoffs: str = "no terminal seen"
    compiled: bool = False
    notes: list[str] = field(default_factory=list)
    has_ending_actions: bool = False
    """Are there actions at terminals? They are never played: `terminal` is asked first."""

    @property
    def ok(self) -> bool:
        """Did every check pass?"""
        return not self.failures

    def __str__(self) -> str:
        gear = "both gears" if self.compiled else "plain gear only"
        count = f"{len(self.failures)} checks failed in {self.games} games ({self.states} states)"
        head = f"{self.game}: {count}; {self.payoffs}; {gear}"
        notes = [f"note: {note}" for note in self.notes]
        return "\n".join([head, *map(str, self.failures), *notes])

    def to_dict(self) -> dict[str, Any]:
        """The report as JSON."""
        return {
            "game": self.game,
            "ok": self.ok,
            "games": self.games,
            "states": self.states,
            "payoffs": self.payoffs,
            "compiled": self.compiled,
            "ending_actions": self.has_ending_actions,
            "failures": [vars(failure) for failure in self.failures],
            "notes": self.notes,
        }


class Findings:
    """The report while it is written: each check is noted once, at the first state that fails."""

    def __init__(self, game: Game[Any, Any], games: int) -> None:
        self.game = game
        self.report = Report(game.full_title, games)

    def fail(self, check: str, state: Any, call: str, seen: Any, where: str = "") -> None:
        """Note that a check failed, unless it failed before; by default at the rule it calls."""
        if not self.has_failed(check):
            where, text = where or self._find_rule(call), one_line(seen)
            text = text if len(text) <= MAX_SEEN else f"{text[:MAX_SEEN]}…"
            self.report.failures.append(Failure(check, self.format_state(state), call, text, where))

    def has_failed(self, check: str) -> bool:
        """Has a check failed already?"""
        return any(failure.check == check for failure in self.report.failures)

    def _find_rule(self, call: str) -> str:
        """Where the rule that a call names is written; "" if it names none of the game's own."""
        method = call.partition("(")[0]
        if method == "parse" and not self.game.declares("parse"):
            method = "name"
        if not hasattr(Game, method) or (method != "players" and not self.game.declares(method)):
            return ""
        return find_source(self.game, method).removesuffix(": ")

    def fail_by_error(self, check: str, state: Any, call: str, error: BaseException) -> None:
        """Note that a rule raised an error, with the line that raised it."""
        self.fail(check, state, call, f"{type(error).__name__}: {error}", self._find_line(error))

    def _find_line(self, error: BaseException) -> str:
        """The line of the user's file that raised an error; "" if none did."""
        frames = traceback.extract_tb(error.__traceback__)
        return place(error) if any(is_theirs(frame.filename) for frame in frames) else ""

    def format_state(self, state: Any) -> str:
        """A state as its game writes it."""
        try:
            return str(self.game.dump(state)) if self.game.declares("dump") else picture(state)
        except Exception:  # a dump that raises is another check
            return picture(state)

    def call(self, check: str, state: Any, call: str, action: Callable[[], Any]) -> Any:
        """What an action returns; None, and a failure, if it raises."""
        try:
            return action()
        except Exception as error:  # any exception of the author's code is a failure
            self.fail_by_error(f"{check} must not raise", state, call, error)
            return None

    def call_for_text(self, method: str, state: Any, call: str, *args: Any) -> str | None:
        """The text that a method returns; None, and a failure, if it raises or returns no text."""
        rule = getattr(self.game, method)
        try:
            text = rule(state, *args)
        except Exception as error:  # any exception of the author's code is a failure
            self.fail_by_error(f"{method} must not raise", state, call, error)
            return None
        if not isinstance(text, str):
            article = "an" if method == "ending" else "a"
            self.fail(f"{article} {method} must be a text", state, call, repr(text))
            return None
        return text
