"""What a check of a game returns: failures, and the report that lists them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from zermelo.contract import picture
from zermelo.game import Game


@dataclass(frozen=True)
class Failure:
    """A check that failed: its name, the state and the call that show it, and what was seen."""

    check: str
    state: str
    call: str
    seen: str

    def __str__(self) -> str:
        return f"{self.check}: {self.call} at {self.state}: {self.seen}"


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
            "failures": [vars(failure) for failure in self.failures],
            "notes": self.notes,
        }


class Findings:
    """The report while it is written: each check is noted once, at the first state that fails."""

    def __init__(self, game: Game[Any, Any], games: int) -> None:
        self.game = game
        self.report = Report(game.full_title, games)

    def fail(self, check: str, state: Any, call: str, seen: Any) -> None:
        """Note that a check failed, unless it failed before."""
        if not any(failure.check == check for failure in self.report.failures):
            failure = Failure(check, self.format_state(state), call, str(seen))
            self.report.failures.append(failure)

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
            self.fail(f"{check} must not raise", state, call, f"{type(error).__name__}: {error}")
            return None

    def call_for_text(self, method: str, state: Any, call: str, *args: Any) -> str | None:
        """The text that a method returns; None, and a failure, if it raises or returns no text."""
        rule = getattr(self.game, method)
        try:
            text = rule(state, *args)
        except Exception as error:  # any exception of the author's code is a failure
            self.fail(f"{method} must not raise", state, call, f"{type(error).__name__}: {error}")
            return None
        if not isinstance(text, str):
            article = "an" if method == "ending" else "a"
            self.fail(f"{article} {method} must be a text", state, call, repr(text))
            return None
        return text
