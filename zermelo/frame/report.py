"""From what a kernel left behind to a `Result`: the one place that builds one."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, TypeVar

from zermelo import contract
from zermelo.bits import FULL
from zermelo.errors import BadGame
from zermelo.frame.question import Question
from zermelo.frame.remarks import remark_on_root
from zermelo.frame.run import Run
from zermelo.frame.scale import note_of
from zermelo.frame.unknowns import complete
from zermelo.frame.vector_watch import read_root_vectors
from zermelo.game import CHANCE, Game
from zermelo.ranges import AT_LEAST, AT_MOST, BOUNDS, EXACT
from zermelo.recorder import Recorder
from zermelo.result import Result, RootValue, Variation
from zermelo.watch import DEEPEST, Watch

S = TypeVar("S")
A = TypeVar("A")


def report(q: Question[S, A], run: Run, is_tainted: bool = False) -> Result[A]:
    """The result of one run, read from its watch; `is_tainted` as in `is_proof`."""
    game, watch = q.game, run.watch
    line = restore_actions(game, q.state, watch.line())
    roots = read_roots(q, watch)
    vector = tuple(float(x) for x in run.value) if isinstance(run.value, tuple) else None
    value = _read_value(q, run, vector)
    if is_decision(q) and not line:
        line = _choose_any(q, roots, value)
    if run.stopped:
        value = next((r.value for r in roots if line and r.action == line[0]), None)
    result: Result[A] = build_result(
        q,
        run,
        line,
        exact=is_proof(run, is_tainted),
        value=value,
        depth=read_depth(q, watch),
        stopped=run.stopped,
        vector=vector,
        values=roots,
        trace=run.trace,
    )
    if isinstance(watch, Recorder) and game.unknowns and not run.stopped:
        result = complete(q, result, watch)
    if run.trace is not None:
        run.trace.header |= {"line": list(result.line), "value": result.value}
        run.trace.header |= {"unknowns": list(result.unknowns)} if result.unknowns else {}
    return result


def _read_value(q: Question[S, A], run: Run, vector: tuple[float, ...] | None) -> float | None:
    """The value that a run found; None if it was stopped, or if unknown payoffs leave it open."""
    if run.value is not None and isinstance(run.watch, Recorder) and q.game.unknowns:
        known = run.watch.ranges.read(1)
        return known.low if known.is_exact else None
    return _require_finite(q, vector[q.player] if vector is not None else run.value)


def is_proof(run: Run, is_tainted: bool = False) -> bool:
    """Does a run prove its value? It does if it came to its end and relied on no estimate.

    A run is tainted by what its watch does not count: an estimate that came out of a table, or a
    value that may hold on one path only, because positions must not arise again. Searches that keep
    bounds instead (`mcts`, `dfpn`) prove a value when its `bounds meet <is_settled>`.
    """
    return not run.stopped and run.counts.estimates == 0 and not is_tainted


def is_settled(low: float, high: float) -> bool:
    """Do the bounds of a value leave one number?"""
    return low >= high


def build_result(
    q: Question[S, A], run: Run, line: list[A], *, exact: bool, kind: Any = Result, **fields: Any
) -> Any:
    """A result, or a `kind` of one, with everything filled in that is the same for all searches."""
    game, counts = q.game, run.counts
    options = game.options(q.state)
    mover = game.player(q.state) if options else None
    decides = mover is not None and mover != CHANCE
    names, end = name_line(q, line)
    if exact and "distance" not in fields:
        fields["distance"] = len(line) if game.terminal(end) else None
    usual: dict[str, Any] = {
        "game": q.game_name,
        "algorithm": q.algorithm,
        "gear": run.gear,
        "player": q.player,
        "player_name": game.player_name(q.player),
        "action": line[0] if line and decides else None,
        "action_name": names[0] if names and decides else None,
        "line": names,
        "depth": max(run.watch.count(DEEPEST) - 1, 0),
        "nodes": counts.nodes,
        "leaves": counts.leaves,
        "estimates": counts.estimates,
        "cuts": counts.cuts,
        "seconds": run.seconds,
        "mover": mover,
        "root_width": len(options),
        "notes": (*q.notes, *_remark(q, run, fields.get("value"), exact)),
    }
    return kind(exact=exact, **usual | fields)


def _remark(q: Question[S, A], run: Run, value: float | None, exact: bool) -> Iterator[str]:
    """How estimates were scaled; what a proven value is called, if MIN moves at the root."""
    if run.counts.estimates and (note := note_of(q.game)):
        yield note
    if exact and value is not None and "opponents" not in q.choices:
        yield from remark_on_root(q.algorithm, q.game, q.state, value, q.player)


def add_variations(q: Question[S, A], result: Result[A], lines: int) -> Result[A]:
    """The best root actions of a result that knows the value of all of them, as lines of one
    action.

    The action of the result comes first, then the values in order; in Monte Carlo search, where a
    value is as good as its visits, the visits in order.
    """
    if lines == 1 or not is_decision(q):
        return result
    sign = 1 if result.vector is not None or q.game.player(q.state) == result.player else -1

    def rank(root: RootValue[A]) -> tuple[bool, int, float]:
        return root.action != result.action, -root.visits, -sign * root.value

    best = sorted(result.values, key=rank)[:lines]
    return replace(result, variations=tuple(_make_variation(result, root) for root in best))


def _make_variation(result: Result[A], root: RootValue[A]) -> Variation[A]:
    """A root action as a line: the whole line of the result, or the action alone."""
    is_proven = root.bound == "exact" if result.is_mean else result.exact
    if root.action != result.action:
        return Variation(root.action, (root.name,), root.value, is_proven)
    return Variation(root.action, result.line, root.value, is_proven, result.distance)


def is_decision(q: Question[S, A]) -> bool:
    """Does a player, not chance, move at the root?"""
    return not q.game.terminal(q.state) and q.game.player(q.state) != CHANCE


def read_depth(q: Question[S, A], watch: Watch) -> int:
    """The depth asked for; without one, the deepest ply that was seen."""
    return max(watch.count(DEEPEST) - 1, 0) if q.limit.depth is None else q.limit.depth


def _require_finite(q: Question[S, A], value: Any) -> float | None:
    if value is None:
        return None
    if not math.isfinite(value):
        raise BadGame(
            contract.find_first_fault(q.game, q.state)
            or f"{q.game_name} has a value that is not a finite number: see zermelo check"
        )
    return float(value)


def _choose_any(q: Question[S, A], roots: tuple[RootValue[A], ...], value: float | None) -> list[A]:
    """The action of a root whose value nothing exceeded: one known to have it, or the first."""
    known = [r.action for r in roots if r.value == value]
    return (known or q.game.options(q.state))[:1]


def read_roots(q: Question[S, A], watch: Watch) -> tuple[RootValue[A], ...]:
    """What the watch knows of each root action.

    A bound at the end of the game's own range is exact.
    """
    low, high = q.window
    vectors = read_root_vectors(watch)
    values: list[RootValue[A]] = []
    for a, v, kind in watch.roots():
        a = restore_actions(q.game, q.state, [a])[0]
        settled = (kind == AT_MOST and v <= low) or (kind == AT_LEAST and v >= high)
        bound = BOUNDS[EXACT if settled else kind]
        vector = vectors[len(values)] if len(values) < len(vectors) else None
        values.append(RootValue(a, name_action(q.game, q.state, a), v, bound, vector=vector))
    return tuple(values)


def restore_actions(game: Game[S, A], s: S, line: list[A]) -> list[A]:
    """A line as the game has it: 64-bit sets, negative in machine code, are unsigned again."""
    if not any([isinstance(a, int) and a < 0 for a in line]):  # noqa: C419 — a generator is slow
        return line
    restored: list[Any] = []
    for a in line:
        if isinstance(a, int) and a < 0 and a not in game.options(s):
            a = next((b for b in game.options(s) if isinstance(b, int) and b & FULL == a & FULL), a)
        restored.append(a)
        s = game.result(s, a)
    return restored


def name_action(game: Game[S, A], s: S, a: A) -> str:
    """An action in the game's notation; a name that is not a text is the game's fault."""
    name = game.name(s, a)
    if not isinstance(name, str):
        fault = contract.find_fault(game, s, thorough=True)
        raise BadGame(fault or f"name(s, {a!r}) returned {name!r}; it must return a text")
    return name


def name_line(q: Question[S, A], line: list[A]) -> tuple[tuple[str, ...], S]:
    """A line in the game's notation, and the state at its end."""
    s, names = q.state, []
    for a in line:
        names.append(name_action(q.game, s, a))
        s = q.game.result(s, a)
    return tuple(names), s
