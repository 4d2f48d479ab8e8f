"""Plays random games and checks the rules and texts at each state."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from numbers import Real
from typing import Any

from zermelo import gears
from zermelo.check.both_gears import Twin
from zermelo.check.findings import Failure, Findings, Report
from zermelo.check.hints import HintChecker
from zermelo.contract import TOLERANCE, find_fault, picture, players_fault, weights_fault
from zermelo.errors import NotCompilable
from zermelo.game import CHANCE, Game
from zermelo.gears import Gear
from zermelo.states import random_playout

MAX_PLIES = 200
"""The plies of one random game."""

FATAL = ("raise", "hashable", "changed", "player must", "finite")
"""Words of checks after whose failure the gears are not compared."""

SAME_ANSWER = "rules must always give the same answer"
LOADS_BACK = "a dump must load back to its state"
PARSES_BACK = "a name must parse back to its action"


class GameChecker:
    """Checks one game."""

    def __init__(self, game: Game[Any, Any], games: int, seed: int, gear: Gear) -> None:
        self.game, self.gear = game, gear
        self.rng = random.Random(seed)
        self.findings = Findings(game, games)
        self.fail = self.findings.fail
        self.hints = HintChecker(game, self.rng, self.findings)
        self.sums: set[float] = set()

    @property
    def report(self) -> Report:
        """What was found so far."""
        return self.findings.report

    def run(self) -> Report:
        """Play all games and compare both gears at their states."""
        if players_fault(self.game):
            check, players = "players must be a whole number, 1 or more", repr(self.game.players)
            self.report.failures.append(Failure(check, "all states", "players", players))
            return self.report
        starts = self.findings.call("starts", "?", "starts()", lambda: list(self.game.starts()))
        if not starts:
            return self.report
        paths = [self._play(starts[number % len(starts)]) for number in range(self.report.games)]
        self._describe_payoffs()
        if not any(word in f.check for f in self.report.failures for word in FATAL):
            self._compare_gears(paths)
        return self.report

    def _play(self, start: Any) -> list[Any]:
        """The states of one random game, each of them checked."""
        path: list[Any] = []
        try:
            for s in random_playout(self.game, self.rng, start, MAX_PLIES):
                path.append(s)
                self.report.states += 1
                self._check_state(s)
        except Exception as error:  # any exception of the author's code is a failure
            where = path[-1] if path else start
            why = find_fault(self.game, where, thorough=True) or f"{type(error).__name__}: {error}"
            why = why.replace(": see zermelo check", "")
            self.fail("playing must not raise", where, "a random move", why)
            return path
        self.hints.check_path(path)
        return path

    def _check_state(self, s: Any) -> None:
        try:
            hash(s)
        except TypeError as error:
            self.fail("states must be hashable", s, "hash(s)", error)
        over = bool(self.game.terminal(s))
        if over:
            self._check_terminal(s)
        else:
            self._check_moves(s)
        self._check_dump(s)
        self._check_texts(s)
        self._check_board(s)
        self.hints.check_state(s, over)

    def _check_terminal(self, s: Any) -> None:
        game = self.game
        mover = _try(lambda: game.player(s))
        call = "chances" if mover == CHANCE and game.has_chance else "actions"
        successors = _try(lambda: list(getattr(game, call)(s)))
        if successors:
            self.fail("terminals must have no successors", s, f"{call}(s)", successors)
        payoffs = [game.utility(s, p) for p in range(game.players)]
        if not all(isinstance(x, Real) and math.isfinite(x) for x in payoffs):
            self.fail("utilities must be finite numbers", s, "utility(s, p)", payoffs)
            return
        total = float(sum(payoffs))
        self.sums.add(round(total, 9))
        if game.total is not None and game.players > 1 and abs(total - game.total) > TOLERANCE:
            seen = f"{payoffs} add up to {total:g}, not {game.total:g}"
            self.fail("utilities must add up to the declared total", s, "utility(s, p)", seen)

    def _check_moves(self, s: Any) -> None:
        game = self.game
        mover = game.player(s)
        if not (isinstance(mover, int) and CHANCE <= mover < game.players):
            self.fail("player must be 0 … players−1 or CHANCE", s, "player(s)", mover)
            return
        if mover == CHANCE:
            self._check_chances(s)
        options = game.options(s)
        self._check_options(s, options)
        if mover != CHANCE:
            self.hints.check_actions(s, options)
        for a in options:
            self._check_successor(s, a)
            self._check_name(s, a)

    def _check_options(self, s: Any, options: list[Any]) -> None:
        if not options:
            self.fail("a state that is not over must have actions", s, "actions(s)", "none")
        if len(set(map(repr, options))) < len(options):
            self.fail("actions must differ from each other", s, "actions(s)", options)
        if list(self.game.options(s)) != options:
            self.fail(SAME_ANSWER, s, "actions(s)", "two calls differ")

    def _check_chances(self, s: Any) -> None:
        wrong = weights_fault([p for _, p in self.game.chances(s)])
        if wrong:
            form = "not be negative" if "negative" in wrong else "add up to 1"
            self.fail(f"probabilities must {form}", s, "chances(s)", wrong)

    def _check_successor(self, s: Any, a: Any) -> None:
        before, call = picture(s), f"result(s, {a!r})"
        t = self.game.result(s, a)
        if picture(s) != before:
            self.fail("states must not be changed", s, call, f"{before} became {picture(s)}")
        if self.game.result(s, a) != t:
            self.fail(SAME_ANSWER, s, call, "two calls differ")
        if type(t) is not type(s):
            types = f"{type(t).__name__}, not {type(s).__name__}"
            self.fail("all states must be of one type", s, call, types)

    # ------------------------------------------------------------------ texts

    def _check_name(self, s: Any, a: Any) -> None:
        name = self.findings.call_for_text("name", s, f"name(s, {a!r})", a)
        if name is None:
            return
        try:
            back = self.game.parse(s, name)
        except Exception as error:  # parse may raise anything
            self.fail(PARSES_BACK, s, f"parse(s, {name!r})", error)
            return
        if back != a:
            self.fail(PARSES_BACK, s, f"parse(s, {name!r})", f"{back!r}, not {a!r}")

    def _check_dump(self, s: Any) -> None:
        text = self.findings.call_for_text("dump", s, "dump(s)")
        if text is None or not self.game.declares("load"):
            return
        try:
            back = self.game.load(text)
        except Exception as error:  # load may raise anything
            self.fail(LOADS_BACK, s, f"load({text!r})", error)
            return
        if back != s:
            self.fail(LOADS_BACK, s, f"load({text!r})", repr(back))

    def _check_texts(self, s: Any) -> None:
        endings = ["ending"] if self.game.terminal(s) else []
        for method in ("label", "text", "caption", *endings):
            self.findings.call_for_text(method, s, f"{method}(s)")

    def _check_board(self, s: Any) -> None:
        game = self.game
        board = self.findings.call("board", s, "board(s)", lambda: game.board(s))
        if board is None or game.terminal(s) or game.player(s) == CHANCE:
            return
        missing = [a for a in game.options(s) if a not in board.touches]
        if missing:
            seen = f"nothing for {missing[0]!r}"
            self.fail("a board must say what every action touches", s, "board(s)", seen)

    # ------------------------------------------------------------------ the whole game

    def _describe_payoffs(self) -> None:
        if self.game.players == 1:
            self.report.payoffs = "one player"
        elif len(self.sums) > 1:
            self.report.payoffs = "general-sum"
        elif self.sums:
            total = next(iter(self.sums))
            self.report.payoffs = "zero-sum" if total == 0 else f"constant-sum ({total:g})"

    def _compare_gears(self, paths: list[list[Any]]) -> None:
        """Ask both gears every question about every state that was seen."""
        if self.gear == "plain":
            return
        where = paths[0][0]
        try:
            twin = Twin(self.game, self.fail)
            for where in (s for path in paths for s in path):
                gears.require_fixed_shape(self.game, where)
                twin.compare(where)
            self.report.compiled = True
        except NotCompilable as error:
            if self.gear == "compiled":
                self.fail("the rules must compile", where, "compiled", error)
            else:
                self.report.notes.append(f"the rules do not compile: {error}")
        except Exception as error:  # an index out of range, say, that plain Python forgave
            seen = f"{type(error).__name__}: {error}"
            self.fail("both gears must agree", where, "compiled", seen)


def _try(action: Callable[[], Any]) -> Any:
    """What an action returns, or None: at a terminal the rules may raise."""
    try:
        return action()
    except Exception:
        return None
