"""A tuning from beginning to end: games, the fit, rounds of climbing, and the match that counts."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal

from zermelo.errors import Unsuitable
from zermelo.formatting import align_columns, format_decimal
from zermelo.game import CHANCE, Game
from zermelo.gears import Gear
from zermelo.history import with_history
from zermelo.match.agents import AgentChooser, Entrant
from zermelo.match.playing import begin_game, measure_lead, play_game, play_numbered
from zermelo.match.score import MatchResult
from zermelo.tune.climb import Climb, is_better
from zermelo.tune.journal import Journal
from zermelo.tune.texel import Fit, GameSample, fit_weights
from zermelo.tune.weights import (
    Weights,
    find_weights,
    fingerprint,
    name_weights,
    read_leads,
    with_weights,
)

Method = Literal["texel", "climb", "both"]
METHODS: tuple[Method, ...] = ("texel", "climb", "both")

DIGITS = 4
"""Significant digits of tuned weights."""

OPENINGS = (2, 8)
"""The fewest and the most random moves before a game that is learnt from."""

OPENING = 4
"""Random moves before a game of a match."""

Listener = Callable[[str, int, int, str], None]
"""Called with a stage, its finished games, the number of all its games, and the score so far."""


@dataclass(frozen=True)
class TuningSettings:
    """What a tuning does.

    method      "texel", "climb" or "both": first the one, then the other
    games       games that Texel's method learns from
    nodes       nodes of each move
    rounds      rounds of climbing
    round_games games of a round
    step        the first change of a weight in climbing, as a share of it
    match       games of the match at the end, new against old
    """

    method: Method = "texel"
    games: int = 200
    nodes: int = 1000
    rounds: int = 12
    round_games: int = 40
    step: float = 0.3
    match: int = 200
    seed: int = 0


@dataclass(frozen=True)
class TuningResult:
    """The weights before and after, how they were found, and what they gain."""

    game: str
    names: tuple[str, ...]
    before: Weights
    after: Weights
    match: MatchResult
    fit: Fit | None = None
    rounds: tuple[bool, ...] = ()
    """Of each round of climbing, whether it was won."""

    def __str__(self) -> str:
        lines = [*self._write_table(), f"weights = {write_weights(self.after)}"]
        if self.fit is not None:
            lines.append(
                f"loss on games held out: {self.fit.loss_before:.4f} before,"
                f" {self.fit.loss_after:.4f} after"
                f" ({self.fit.positions:,} positions of {self.fit.games} games)"
            )
        if self.rounds:
            lines.append(f"climbing: {sum(self.rounds)} of {len(self.rounds)} rounds were won")
        return "\n".join([*lines, str(self.match)])

    def _write_table(self) -> list[str]:
        errors = self.fit.errors if self.fit is not None and not self.rounds else None
        rows = [["weight", "before", "after", "± error" if errors else ""]]
        for i, name in enumerate(self.names):
            row = [name, format_decimal(self.before[i]), format_decimal(self.after[i])]
            rows.append([*row, f"± {errors[i]:.2g}" if errors else ""])
        return align_columns(rows)

    def to_dict(self) -> dict[str, Any]:
        """Return the result as a dict for JSON."""
        return {
            "game": self.game,
            "names": list(self.names),
            "before": list(self.before),
            "after": list(self.after),
            "fit": None if self.fit is None else self.fit._asdict(),
            "rounds": list(self.rounds),
            "match": self.match.to_dict(),
        }


def write_weights(weights: Weights) -> str:
    """Weights as a line of Python.

    >>> write_weights((0.5,)), write_weights((1.0, -0.25))
    ('(0.5,)', '(1.0, -0.25)')
    """
    return repr(tuple(weights))


def round_weights(weights: Weights) -> Weights:
    """Weights with a few digits, as they are played and printed."""
    return tuple(float(f"{w:.{DIGITS}g}") for w in weights)


@dataclass
class Tuning:
    """The tuning of a game's weights. After a kill, `run` goes on where the file ends."""

    game: Game[Any, Any]
    settings: TuningSettings = TuningSettings()
    path: Path | None = None
    gear: Gear = "auto"
    tell: Listener | None = None
    journal: Journal = field(init=False)

    def __post_init__(self) -> None:
        self.before = find_weights(self.game)
        self.referee = with_history(self.game)
        self.variants: dict[Weights, Game[Any, Any]] = {}
        if self.settings.method != "climb":
            self._require_features()
        header = {"game": self.game.full_title, "weights": list(self.before)}
        header |= {"rules": fingerprint(self.game), **asdict(self.settings)}
        self.journal = Journal(self.path, header)

    def _require_features(self) -> None:
        """Refuse a game to which Texel's method does not apply."""
        if self.game.players != 2:
            raise Unsuitable(
                f"Texel's method is for two players; {self.game.full_title} has"
                f" {self.game.players}: use the method climb"
            )
        s = self.game.start()
        read_leads(self.game, s)

    def run(self) -> TuningResult:
        """Tune the weights, and play the new ones against the old."""
        fit, weights, won = None, self.before, list[bool]()
        if self.settings.method != "climb":
            fit = fit_weights(list(self.collect()), self.before)
            weights = round_weights(fit.weights)
        if self.settings.method != "texel":
            weights, won = self.climb(weights)
        leads = self._play("match", weights, self.before, self.settings.match)
        match = self._make_result("new", "old", leads)
        names = tuple(name_weights(self.game))
        title = self.game.full_title
        return TuningResult(title, names, self.before, weights, match, fit, tuple(won))

    # ------------------------------------------------------------------ games to learn from

    def collect(self) -> Iterator[GameSample]:
        """The positions and results of games of the engine against itself."""
        for number in range(self.settings.games):
            content = self.journal.get("sample", number)
            if content is None:
                content = self._play_sample(number)._asdict()
                self.journal.put("sample", number, content)
            sample = GameSample(**content)
            self._tell("games", number + 1, self.settings.games, "")
            if sample.leads:
                yield sample

    def _play_sample(self, number: int) -> GameSample:
        """One game, its quiet positions and its result."""
        rng = random.Random(f"{self.settings.seed} sample {number}")
        begin = begin_game(self.referee, rng, rng.randint(*OPENINGS))
        side = self._enter(self.before, "self").make(rng.getrandbits(32))
        played = play_game(self.referee, [side, side], rng, begin)
        lead = measure_lead(played.payoffs, 0)
        leads, turns = list[list[float]](), list[int]()
        for s, a in zip(played.states, played.actions, strict=False):
            own = getattr(s, "state", s) if self.referee is not self.game else s
            if self.game.player(own) != CHANCE and not self.game.noisy(own, a):
                leads.append(read_leads(self.game, own))
                turns.append(self.game.player(own))
        return GameSample(leads, turns, 1.0 if lead > 0 else 0.0 if lead < 0 else 0.5)

    # ------------------------------------------------------------------ climbing

    def climb(self, weights: Weights) -> tuple[Weights, list[bool]]:
        """Climb from some weights for the rounds of the settings."""
        climb, won = Climb(weights, self.settings.step), list[bool]()
        for number in range(self.settings.rounds):
            rng = random.Random(f"{self.settings.seed} round {number}")
            climb, tried = climb.propose(rng)
            tried = round_weights(tried)
            kind = f"round {number + 1}"
            leads = self._play(kind, tried, climb.best, self.settings.round_games)
            won.append(is_better(leads, self.game.players))
            climb = climb.learn(tried, won[-1])
        return climb.best, won

    # ------------------------------------------------------------------ matches

    def _play(self, kind: str, new: Weights, old: Weights, games: int) -> list[float]:
        """The leads of new weights over old ones; those in the file are not played again."""
        leads = list[float]()
        first, second = self._enter(new, "new"), self._enter(old, "old")
        for number in range(games):
            content = self.journal.get(kind, number)
            if content is None:
                seed = f"{self.settings.seed} {kind}"
                lead = play_numbered(self.referee, first, second, number, OPENING, seed)
                content = {"lead": lead}
                self.journal.put(kind, number, content)
            leads.append(content["lead"])
            share = self._make_result("new", "old", leads)
            self._tell(kind, number + 1, games, f"{share.score:.1%}")
        return leads

    def _enter(self, weights: Weights, name: str) -> Entrant:
        """The engine with some weights."""
        if weights not in self.variants:  # the engine keeps what it knows about a game
            self.variants[weights] = with_weights(self.game, weights)
        game = self.variants[weights]
        options = {"nodes": self.settings.nodes, "memory": 8, "gear": self.gear}
        return Entrant(name, lambda seed: AgentChooser(game, "engine", {**options, "seed": seed}))

    def _make_result(self, first: str, second: str, leads: list[float]) -> MatchResult:
        return MatchResult(self.game.full_title, first, second, tuple(leads), self.game.players)

    def _tell(self, stage: str, done: int, total: int, standing: str) -> None:
        if self.tell is not None:
            self.tell(stage, done, total, standing)
