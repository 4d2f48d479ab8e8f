"""Singular extension as the lecture describes it: a secondary search beyond the best move.

Every action is valued to the depth asked for. The best one is then searched deeper. If that makes
it worse than another, the next best is examined the same way, until the best one has held in its
secondary search. The search sees a loss that a delaying move had pushed beyond the horizon, at the
price of a few deeper searches instead of a deeper one.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Generic, TypeVar, Unpack

from zermelo.algorithm import Algorithm, Option
from zermelo.errors import BadLimit
from zermelo.frame.question import Options, Question, ask
from zermelo.frame.report import (
    build_result,
    is_decision,
    is_proof,
    name_line,
    report,
    restore_actions,
)
from zermelo.frame.run import Run, carry_out, in_gear, make_header
from zermelo.game import Game
from zermelo.recorder import Recorder
from zermelo.result import Counts, Iteration, Result, RootValue
from zermelo.search.alphabeta import RULE, Rule, form, name_choices, select_form
from zermelo.search.forms import Text
from zermelo.trace import Trace
from zermelo.watch import Watch

S = TypeVar("S")
A = TypeVar("A")


EXTRA = Option("extra", "Plies that the secondary search looks beyond the depth limit.")

SINGULAR = Algorithm(
    "singular",
    "alpha-beta whose best move must hold in a deeper search",
    aliases=("singular-extension",),
    title="singular extension",
    source="AIMA, 3rd edition, section 5.4; Greenwald, Lecture 5",
    prunes=True,
    needs_depth=True,
    options=(RULE, EXTRA),
    beside="alphabeta",
)


@SINGULAR.runs
def singular(
    game: Game[S, A],
    s: S | None = None,
    *,
    extra: int = 2,
    rule: Rule = ">=",
    **options: Unpack[Options],
) -> Result[A]:
    """Depth-limited alpha-beta whose best move must hold in a search `extra` plies deeper.

    >>> from zermelo.games.connect_four import ConnectFour
    >>> game = ConnectFour()
    >>> [step.note for step in singular(game, game.after("4455"), depth=2).history][:1]
    ['looks best']
    """
    if options.get("depth") in (None, 0):
        raise BadLimit("singular extends a depth-limited search: give a depth of 1 or more")
    if extra < 1:
        raise BadLimit(f"extra is {extra}; the secondary search must be at least 1 ply deeper")
    kernel = form(game, rule)
    q = ask(SINGULAR, game, s, **options)
    q.window = game.bounds_for(q.state, q.player)
    q.choices = name_choices(rule)
    return in_gear(q, lambda q: examine(q, kernel, extra))


def examine(q: Question[S, A], kernel: Text, extra: int) -> Result[A]:
    """The whole search in the question's gear."""
    if not is_decision(q):
        return report(q, carry_out(q, kernel, (q.player, *q.window, q.depth)))
    examination = Examination(q, kernel)
    examination.examine(extra)
    return examination.report()


class Examination(Generic[S, A]):
    """The primary search of every root action, and secondary searches of the best one."""

    def __init__(self, q: Question[S, A], kernel: Text) -> None:
        self.q, self.kernel = q, kernel
        self.began = time.perf_counter()
        self.counts = Counts(nodes=1)
        self.stopped = self.gear = ""
        self.trace = _start_trace(q) if q.trace else None
        self.values: dict[A, float] = {}
        self.lines: dict[A, list[A]] = {}
        self.proven: dict[A, bool] = {}
        self.history: list[Iteration[A]] = []

    @property
    def seconds(self) -> float:
        """The time since the beginning."""
        return time.perf_counter() - self.began

    @property
    def best(self) -> A | None:
        """The action that looks best for the player to move; the first of equally good ones."""
        sign = self.sign
        return max(self.values, key=lambda a: sign * self.values[a], default=None)

    @property
    def sign(self) -> int:
        """+1 if MAX moves at the root, −1 if MIN does."""
        return 1 if self.q.game.player(self.q.state) == self.q.player else -1

    def search(self, a: A, depth: int) -> bool:
        """Value an action to this depth. False if the search was stopped before."""
        q = self.q
        after = q.game.result(q.state, a)
        window = q.game.bounds_for(after, q.player)
        below = replace(q, depth=depth - 1, plies=None if q.plies is None else max(q.plies - 1, 0))
        nodes = self.counts.nodes
        run = carry_out(below, self.kernel, (q.player, *window, depth - 1), after, nodes)
        self.counts, self.gear, self.stopped = self.counts + run.counts, run.gear, run.stopped
        if self.trace is not None and run.trace is not None:
            name = q.game.name(q.state, a)
            event = {"event": "secondary", "action": name, "depth": depth}
            self.trace = self.trace.then(event, run.trace, 0, name)
        if run.value is None:
            return False
        self.values[a], self.proven[a] = run.value, is_proof(run)
        self.lines[a] = [a, *restore_actions(q.game, after, run.watch.line())]
        return True

    def examine(self, extra: int) -> None:
        """Search every action, then the best one deeper, until the best has held in that search."""
        depth = self.q.depth
        if not all(self.search(a, depth) for a in self.q.game.actions(self.q.state)):
            return
        held: set[A] = set()
        while (best := self.best) is not None and best not in held:
            self.note(best, depth, "next best" if held else "looks best")
            before = self.sign * self.values[best]
            if not self.proven[best]:
                if not self.search(best, depth + extra):
                    return
                worse = self.sign * self.values[best] < before
                self.note(best, depth + extra, "degrades" if worse else "holds")
            held.add(best)

    def note(self, a: A, depth: int, words: str) -> None:
        """One more step of the history."""
        names = name_line(self.q, self.lines[a])[0]
        nodes, seconds = self.counts.nodes, self.seconds
        self.history.append(Iteration(depth, self.values[a], a, names, nodes, seconds, words))

    def report(self) -> Result[A]:
        """The result of all searches."""
        q, best = self.q, self.best
        game, options = q.game, q.game.options(q.state)
        line = self.lines[best] if best is not None else options[:1]
        value = None if best is None else self.values[best]
        good = [a for a, v in self.values.items() if v == value]
        self.finish_trace(line)
        result: Result[A] = build_result(
            q,
            Run(None, Watch(), self.gear, self.seconds),
            line,
            exact=not self.stopped and all(self.proven.values()),
            value=value,
            depth=q.depth,
            distance=None,
            stopped=self.stopped,
            actions=tuple(good) if q.all else None,
            action_names=tuple(game.name(q.state, a) for a in good) if q.all else None,
            values=tuple(RootValue(a, game.name(q.state, a), v) for a, v in self.values.items()),
            history=tuple(self.history),
            trace=self.trace,
        )
        return result.spending(self.counts, self.seconds)

    def finish_trace(self, line: list[A]) -> None:
        """Close the root in the trace."""
        best = self.best
        if self.trace is not None and best is not None:
            value = self.values[best]
            self.trace.header |= {"line": list(name_line(self.q, line)[0]), "value": value}
            self.trace.events.append(
                {"event": "leave", "node": 0, "value": value, "bound": "exact"}
            )


def _start_trace(q: Question[S, A]) -> Trace:
    """A trace that begins with the root; the searches of its actions are hung below it."""
    recorder = Recorder(q.game, make_header(q))
    recorder.enter(q.state)
    return recorder.trace


@SINGULAR.shows
def select_texts(rule: str = ">=", extra: int = 2, bounds: bool = False) -> tuple[Text, ...]:
    """The text of the primary and the secondary searches, which is alpha-beta."""
    return select_form(rule, bounds)
