"""A player who knows the value of every position, from a database; and one who sometimes errs."""

from __future__ import annotations

import random
from collections.abc import Iterator
from time import perf_counter
from typing import Any

from zermelo.errors import BadLimit
from zermelo.frame.cancel import Cancellation
from zermelo.frame.question import NO_LIMITS, Limits, Question, ask
from zermelo.frame.report import build_result, is_decision, name_line
from zermelo.frame.run import Run
from zermelo.game import CHANCE, Game
from zermelo.history import GameWithHistory
from zermelo.result import Result, RootValue, Variation
from zermelo.solve.database import Database, MoveOutcome
from zermelo.solve.words import Expectation, Outcome
from zermelo.watch import Watch

LONGEST_LINE = 200
"""Plies of a principal variation."""

FOLLOWED_LINES = 5
"""Lines that are followed to the end; of the others the first action is known."""


class DatabaseAgent:
    """Plays by a database: perfectly, or with a share of moves that are not the best."""

    def __init__(self, game: Game[Any, Any], path: str, errs: float = 0.0, seed: int = 0) -> None:
        if not 0 <= errs <= 1:
            raise BadLimit(f"errs is {errs:g}; it is the share of worse moves, 0 to 1")
        own = game.game if isinstance(game, GameWithHistory) else game
        self.game, self.errs, self.rng = own, errs, random.Random(seed)
        self.db = Database(path, own)

    def copy_with(self, errs: float, seed: int) -> DatabaseAgent:
        """The same player with other errors; the database is not opened again."""
        other = object.__new__(DatabaseAgent)
        other.__dict__.update(self.__dict__, errs=errs, rng=random.Random(seed))
        return other

    def describe(self, s: Any) -> str:
        """The value of a position and of every move in it, without errors, as lines."""
        return self.db.describe(getattr(s, "state", s))

    def iterate(
        self, s: Any, limits: Limits = NO_LIMITS, cancel: Cancellation | None = None
    ) -> Iterator[Result[Any]]:
        """Yield one result: the value of the position and of every action, and a best line."""
        began = perf_counter()
        q: Question[Any, Any] = ask(
            "database", self.game, getattr(s, "state", s), player=limits.player
        )
        outcome, moves = self.db.probe(q.state), self.db.moves(q.state)
        chosen = self._choose(q.state, moves)
        line = self._follow(q.state, chosen)
        names = [(move.action, self.game.name(q.state, move.action)) for move in moves]
        values = [read_payoff(self.game, move.outcome, q.player) for move in moves]
        roots = tuple(RootValue(*name, v) for name, v in zip(names, values, strict=True))
        reached = outcome if chosen is None else chosen.outcome  # after an error, what it leads to
        fields = {
            "value": read_payoff(self.game, reached, q.player),
            "values": roots,
            "distance": _count_plies(reached, 0 if chosen is None else 1),
        }
        run = Run(None, Watch(), "plain", perf_counter() - began)
        if limits.lines > 1 and is_decision(q):
            fields["variations"] = tuple(self._list_variations(q, moves[: limits.lines]))
        yield build_result(q, run, line, exact=True, **fields)

    def _list_variations(
        self, q: Question[Any, Any], moves: list[MoveOutcome]
    ) -> Iterator[Variation[Any]]:
        """The best lines with their remoteness; of many, the first action alone."""
        for number, move in enumerate(moves):
            is_followed = number < FOLLOWED_LINES
            line = self._follow(q.state, move) if is_followed else [move.action]
            value = read_payoff(self.game, move.outcome, q.player)
            names, _ = name_line(q, line)
            yield Variation(move.action, names, value, True, _count_plies(move.outcome, 1))

    def _choose(self, s: Any, moves: list[MoveOutcome]) -> MoveOutcome | None:
        """The best move, or as often as it errs one that is worse."""
        if not moves or self.game.player(s) == CHANCE:
            return None
        worse = [move for move in moves if move.outcome != moves[0].outcome]
        if worse and self.rng.random() < self.errs:
            return self.rng.choice(worse)
        return moves[0]

    def _follow(self, s: Any, first: MoveOutcome | None) -> list[Any]:
        """The actions of best play after the first one, to the end or to a chance node."""
        line: list[Any] = []
        move = first
        while move is not None and len(line) < LONGEST_LINE:
            line.append(move.action)
            if not _has_end(move.outcome):
                break
            s = self.game.result(s, move.action)
            is_decision = not self.game.terminal(s) and self.game.player(s) != CHANCE
            move = self.db.moves(s)[0] if is_decision else None
        return line


def _count_plies(outcome: Outcome | Expectation, before: int) -> int | None:
    """The plies to the end, with those before the outcome; None if there is no such number."""
    if isinstance(outcome, Expectation) or outcome.remoteness is None:
        return None
    return outcome.remoteness + before


def _has_end(outcome: Outcome | Expectation) -> bool:
    """Does best play come to an end?"""
    return isinstance(outcome, Expectation) or outcome.remoteness is not None


def read_payoff(game: Game[Any, Any], outcome: Outcome | Expectation, player: int) -> float:
    """The payoff of a player; play without end is worth a tie."""
    if isinstance(outcome, Expectation):
        return outcome.payoffs[player]
    total = game.total or 0
    payoff = total / game.players if outcome.payoff is None else outcome.payoff
    return payoff if player == 0 else total - payoff


def read_name(name: str) -> tuple[str, float]:
    """The file and the share of errors of an agent's name.

    >>> read_name("db:ttt.zdb,errs=0.1")
    ('ttt.zdb', 0.1)
    """
    path, _, errs = name.removeprefix("db:").partition(",errs=")
    try:
        return path, float(errs or 0)
    except ValueError:
        raise BadLimit(f"{name!r}: errs is a share, like db:{path},errs=0.1") from None
