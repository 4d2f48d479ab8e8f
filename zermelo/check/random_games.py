"""Plays random games and checks the rules and texts at each state."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from contextlib import suppress
from itertools import islice
from numbers import Real
from typing import Any

from zermelo import gears
from zermelo.board import Board
from zermelo.check.both_gears import FITS, Twin, find_refused_places
from zermelo.check.findings import Failure, Findings, Report
from zermelo.check.hints import HintChecker
from zermelo.check.solving import SolvingChecker
from zermelo.contract import (
    TOLERANCE,
    EndlessRule,
    find_fault,
    find_source,
    limit_rules,
    picture,
    players_fault,
    weights_fault,
)
from zermelo.errors import NotCompilable
from zermelo.game import CHANCE, Game
from zermelo.gears import Gear
from zermelo.history import GameWithHistory
from zermelo.numbering import number_actions
from zermelo.states import random_playout

MAX_CHECKED = 64
"""Of more actions at a state, this number is chosen for the checks of single actions."""

NOT_COMPILED = "the rules do not compile"

MOST_STARTS = 1000
"""Start states that games begin from; an ending of chess has half a million."""

MAX_PLIES = 200
"""The plies of one random game."""

FATAL = ("raise", "hashable", "changed", "player must", "finite", "result must", "end")
"""Words of checks after whose failure the gears are not compared."""

SAME_ANSWER = "rules must always give the same answer"
HAS_ACTIONS = "a state that is not over must have actions"
LOADS_BACK = "a dump must load back to its state"
PARSES_BACK = "a name must parse back to its action"


class GameChecker:
    """Checks one game."""

    def __init__(
        self,
        game: Game[Any, Any],
        games: int,
        seed: int,
        gear: Gear,
        seconds: float | None = None,
    ) -> None:
        self.game, self.gear, self.seconds = game, gear, seconds
        self.where: Any = "?"
        self.is_ending = False
        self.rng = random.Random(seed)
        self.findings = Findings(game, games)
        self.fail = self.findings.fail
        self.hints = HintChecker(game, self.rng, self.findings)
        self.solving = SolvingChecker(game, self.findings)
        self.sums: set[float] = set()

    @property
    def report(self) -> Report:
        """What was found so far."""
        return self.findings.report

    def run(self) -> Report:
        """Play all games and compare both gears at their states."""
        if players_fault(self.game):
            check, players = "players must be a whole number, 1 or more", repr(self.game.players)
            place = find_source(self.game, "players").removesuffix(": ")
            self.report.failures.append(Failure(check, "all states", "players", players, place))
            return self.report
        try:
            with limit_rules(self.game, self.seconds):
                self._note_refusals()
                paths = self._play_all()
        except EndlessRule as error:
            self.fail("rules must end", self.where, "a random move", error)
            return self.report
        if paths:
            self._report_on(paths)
        return self.report

    def _note_refusals(self) -> None:
        """Note the places that cannot be compiled, which the text of the rules shows alone."""
        if self.gear == "plain":
            return
        with suppress(Exception):  # reported when the game is played
            places = find_refused_places(number_actions(self.game), self.game.start())
            if places:
                self.report.notes.append("\n".join([f"{NOT_COMPILED}: {places[0]}", *places[1:]]))

    def _play_all(self) -> list[list[Any]]:
        """The states of all games, each of them checked; none if there is no start state."""
        try:
            starts = list(islice(self.game.starts(), MOST_STARTS))
        except Exception as error:  # any exception of the author's code is a failure
            why = find_fault(self.game, None, thorough=True)
            if why:
                self.fail("starts must not raise", "?", "starts()", why)
            else:
                self.findings.fail_by_error("starts must not raise", "?", "starts()", error)
            return []
        numbers = range(self.report.games if starts else 0)
        return [self._play(starts[number % len(starts)]) for number in numbers]

    def _report_on(self, paths: list[list[Any]]) -> None:
        """Check what all games show together, and compare the gears."""
        self._describe_payoffs()
        self._note_endings(paths)
        self.hints.check_scale(paths)
        if not any(word in f.check for f in self.report.failures for word in FATAL):
            self._compare_gears(paths)

    def _note_endings(self, paths: list[list[Any]]) -> None:
        """Note that no game ended, or that positions occur again and nothing is said of it."""
        if self.report.failures or self.game.repetition:
            return
        if not self.is_ending:
            count = f"none of {len(paths)} random games ended within {MAX_PLIES} plies"
            self.report.notes.append(f"{count}: does `terminal` become true?")
        if not self.game.has_chance and any(len(set(path)) < len(path) for path in paths):
            advice = "declare `repetition`, or give searches a depth"
            self.report.notes.append(f"positions occur again within a game: {advice}")

    def _play(self, start: Any) -> list[Any]:
        """The states of one random game, each of them checked."""
        path: list[Any] = []
        try:
            for s in random_playout(self.game, self.rng, start, MAX_PLIES):
                path.append(s)
                self.where = s
                self.report.states += 1
                if s is None and len(path) > 1:
                    return path  # the check of the state before has named it
                self._check_state(s)
        except (Exception, SystemExit) as error:  # any exception of the author's code is a failure
            self._name_error(path[-1] if path else start, error)
            return path
        self.hints.check_path(path)
        self.solving.check_path(path)
        return path

    def _name_error(self, s: Any, error: BaseException) -> None:
        """Note an error: by the rule at fault if one returned something wrong, or by its line."""
        why = find_fault(self.game, s, thorough=True) if isinstance(error, Exception) else None
        if why and "has no actions" in why and self.findings.has_failed(HAS_ACTIONS):
            return
        if why:
            why = why.replace(": see zermelo check", "")
            self.fail("playing must not raise", s, "a random move", why)
        else:
            self.findings.fail_by_error("playing must not raise", s, "a random move", error)

    def _check_state(self, s: Any) -> None:
        try:
            hash(s)
        except TypeError as error:
            place = find_source(self.game, "start").removesuffix(": ")
            self.fail("states must be hashable", s, "hash(s)", error, place)
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
        self.is_ending = True
        self._look_for_successors(s)
        payoffs = [game.utility(s, p) for p in range(game.players)]
        if not all(isinstance(x, Real) and math.isfinite(x) for x in payoffs):
            self.fail("utilities must be finite numbers", s, "utility(s, p)", payoffs)
            return
        total = float(sum(payoffs))
        self.sums.add(round(total, 9))
        if game.total is not None and game.players > 1 and abs(total - game.total) > TOLERANCE:
            advice = f"declare `total = {total:g}`, or `total = None` if the sum is not fixed"
            seen = f"{payoffs} add up to {total:g}, not {game.total:g}: {advice}"
            self.fail("utilities must add up to the declared total", s, "utility(s, p)", seen)

    def _look_for_successors(self, s: Any) -> None:
        """Note whether a rule lists successors of a terminal. They are never played."""
        game = self.game
        mover = _try(lambda: game.player(s))
        rule = game.chances if mover == CHANCE and game.has_chance else game.actions
        if _try(lambda: list(rule(s))):
            self.report.has_ending_actions = True

    def _check_moves(self, s: Any) -> None:
        game = self.game
        mover = game.player(s)
        if not (isinstance(mover, int) and CHANCE <= mover < game.players):
            self.fail("player must be 0 … players−1 or CHANCE", s, "player(s)", mover)
            return
        if mover == CHANCE:
            self._check_chances(s)
        if self.game.player(s) != mover:
            self.fail(SAME_ANSWER, s, "player(s)", "two calls differ")
        options = self._list_options(s, mover)
        self._check_options(s, options, "chances(s)" if mover == CHANCE else "actions(s)")
        if mover != CHANCE:
            self.hints.check_actions(s, options)
        if len(options) > MAX_CHECKED:
            options = random.Random(len(options)).sample(options, MAX_CHECKED)
        for a in options:
            self._check_successor(s, a)
            self._check_name(s, a)

    def _list_options(self, s: Any, mover: int) -> list[Any]:
        """The options at a state; a rule that yields them without end is a fault."""
        fault = find_fault(self.game, s) if mover != CHANCE else None
        if fault and "yields more" in fault:
            raise EndlessRule(fault)
        return self.game.options(s)

    def _check_options(self, s: Any, options: list[Any], call: str) -> None:
        if not options:
            self.fail(HAS_ACTIONS, s, call, "none")
        if len(set(map(repr, options))) < len(options):
            self.fail("actions must differ from each other", s, call, options)
        if list(self.game.options(s)) != options:
            self.fail(SAME_ANSWER, s, call, "two calls differ")

    def _check_chances(self, s: Any) -> None:
        wrong = weights_fault([p for _, p in self.game.chances(s)])
        if wrong:
            form = "not be negative" if "negative" in wrong else "add up to 1"
            self.fail(f"probabilities must {form}", s, "chances(s)", wrong)

    def _check_successor(self, s: Any, a: Any) -> None:
        before, call = picture(s), f"result(s, {a!r})"
        t = self.game.result(s, a)
        if t is None:
            self.fail("result must return a state", s, call, "None")
            return
        if picture(s) != before:
            self.fail("states must not be changed", s, call, f"{before} became {picture(s)}")
        elif t is s or t == s:
            self.fail("result must return another state", s, call, "its own state: it goes nowhere")
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
        has_past = isinstance(self.game, GameWithHistory)  # a position does not tell it
        if text is None or has_past or not self.game.reads_positions:
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
            if self.game.declares(method):  # the others follow from what is checked
                self.findings.call_for_text(method, s, f"{method}(s)")

    def _check_board(self, s: Any) -> None:
        game = self.game
        board = self.findings.call("board", s, "board(s)", lambda: game.board(s))
        if board is not None and not isinstance(board, Board):
            self.fail("a board must be a Board, or None", s, "board(s)", repr(board))
            return
        if board is None or game.terminal(s) or game.player(s) == CHANCE:
            return
        if not game.declares("board"):
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
        game = number_actions(self.game)
        try:
            twin, states = Twin(game, self.fail), [s for path in paths for s in path]
            for where in states:
                gears.require_fixed_shape(game, where)
            gears.require_plain_words(game)
            for where in states:
                twin.compare(where)
            self.report.compiled = True
        except NotCompilable as error:
            if self.findings.has_failed(FITS):
                pass  # said already
            elif self.gear == "compiled":
                self.fail("the rules must compile", where, "compiled", error)
            else:
                if not any(note.startswith(NOT_COMPILED) for note in self.report.notes):
                    self.report.notes.append(f"{NOT_COMPILED}: {error}")
        except Exception as error:  # an index out of range, say, that plain Python forgave
            seen = f"{type(error).__name__}: {error}"
            self.fail("both gears must agree", where, "compiled", seen)


def _try(action: Callable[[], Any]) -> Any:
    """What an action returns, or None: at a terminal the rules may raise."""
    try:
        return action()
    except Exception:
        return None
