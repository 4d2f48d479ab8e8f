"""Singular extension as the lecture describes it: a secondary search beyond the seemingly best move.

Every action is valued to the asked depth. The one that looks best is then searched deeper; if that degrades it below
another, the second best is examined the same way, until the best has stood its secondary search. It sees a disaster
that a delaying move had pushed beyond the horizon, at the price of a few deeper searches instead of a deeper one.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TypeVar, Unpack

from zermelo.algorithm import Algorithm, Option
from zermelo.errors import BadLimit
from zermelo.frame.question import Options, Question, ask
from zermelo.frame.report import build_result, name_line, report, restore_actions
from zermelo.frame.run import Run, carry_out, in_gear, make_header
from zermelo.game import CHANCE, Game
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
    source="AIMA section 5.4; Greenwald, Lecture 5",
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
    """Depth-limited alpha-beta whose choice must stand a search `extra` plies deeper.

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
    """The primary search of every action, then secondary searches until the best has stood one."""
    game, (low, high) = q.game, q.window
    if game.terminal(q.state) or game.player(q.state) == CHANCE:
        return report(q, carry_out(q, kernel, (q.player, low, high, q.depth)))
    began = time.perf_counter()
    counts = Counts(nodes=1)
    sign = 1 if game.player(q.state) == q.player else -1
    stopped = gear = ""
    trace = _root_trace(q) if q.trace else None

    def search(a: A, depth: int) -> tuple[float | None, bool, list[A]]:
        """The value of an action, whether it is proven, and its line."""
        nonlocal counts, stopped, gear, trace
        after = game.result(q.state, a)
        window = game.bounds_for(after, q.player)
        below = replace(q, depth=depth - 1, plies=None if q.plies is None else max(q.plies - 1, 0))
        outcome = carry_out(below, kernel, (q.player, *window, depth - 1), after, counts.nodes)
        counts, gear, stopped = counts + outcome.counts, outcome.gear, outcome.stopped
        if trace is not None and outcome.trace is not None:
            name = game.name(q.state, a)
            trace = trace.then(
                {"event": "secondary", "action": name, "depth": depth}, outcome.trace, 0, name
            )
        return (
            outcome.value,
            outcome.counts.estimates == 0,
            [a, *restore_actions(game, after, outcome.watch.line())],
        )

    values: dict[A, float] = {}
    lines: dict[A, list[A]] = {}
    proven: dict[A, bool] = {}
    history: list[Iteration[A]] = []

    def note(a: A, depth: int, words: str) -> None:
        history.append(
            Iteration(
                depth,
                values[a],
                a,
                name_line(q, lines[a])[0],
                counts.nodes,
                time.perf_counter() - began,
                words,
            )
        )

    for a in game.actions(q.state):
        v, exact, line = search(a, q.depth)
        if v is None:
            break
        values[a], proven[a], lines[a] = v, exact, line
    best = max(values, key=lambda a: sign * values[a], default=None)
    stood: set[A] = set()
    while best is not None and best not in stood and not stopped:
        note(best, q.depth, "looks best" if not stood else "next best")
        before = values[best]
        if not proven[best]:
            v, exact, line = search(best, q.depth + extra)
            if v is None:
                break
            values[best], proven[best], lines[best] = v, exact, line
            note(best, q.depth + extra, "degrades" if sign * v < sign * before else "stands")
        stood.add(best)
        best = max(values, key=lambda a: sign * values[a])
    return _result(
        q,
        values,
        lines,
        best,
        proven,
        counts,
        gear,
        stopped,
        time.perf_counter() - began,
        history,
        trace,
    )


def _result(
    q: Question[S, A],
    values: dict[A, float],
    lines: dict[A, list[A]],
    best: A | None,
    proven: dict[A, bool],
    counts: Counts,
    gear: str,
    stopped: str,
    seconds: float,
    history: list[Iteration[A]],
    trace: Trace | None,
) -> Result[A]:
    game = q.game
    fallen_back = best if best is not None else game.options(q.state)[0]
    line = lines.get(fallen_back) or [fallen_back]
    good = [a for a, v in values.items() if best is not None and v == values[best]]
    if trace is not None and best is not None:
        trace.header |= {"line": list(name_line(q, line)[0]), "value": values[best]}
        trace.events.append({"event": "leave", "node": 0, "value": values[best], "bound": "exact"})
    result: Result[A] = build_result(
        q,
        Run(None, Watch(), gear, seconds),
        line,
        exact=not stopped and all(proven.values()),
        value=None if best is None else values[best],
        depth=q.depth,
        distance=None,
        stopped=stopped,
        actions=tuple(good) if q.all else None,
        action_names=tuple(game.name(q.state, a) for a in good) if q.all else None,
        values=tuple(RootValue(a, game.name(q.state, a), v) for a, v in values.items()),
        history=tuple(history),
        trace=trace,
    )
    return result.spending(counts, seconds)


def _root_trace(q: Question[S, A]) -> Trace:
    """A trace that begins with the root, under which the searches of its actions are hung."""
    recorder = Recorder(q.game, make_header(q))
    recorder.enter(q.state)
    return recorder.trace


@SINGULAR.shows
def select_texts(rule: str = ">=", extra: int = 2, bounds: bool = False) -> tuple[Text, ...]:
    """The text of the primary and the secondary searches, which is alpha-beta."""
    return select_form(rule, bounds)
