"""From a run of principal-variation search to a `Result`: score, line and root values.

Scores become payoffs and distances. The line is the search's own, then what the table knows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from zermelo.bits import from_word
from zermelo.engine.pvs.scores import distance, from_child, payoff
from zermelo.engine.pvs.state import EXCLUDED_ROOTS, PLAYER, SearchState
from zermelo.engine.pvs.table import EXACT, NO_ACTION, action_of, bound_of
from zermelo.frame.question import Question
from zermelo.frame.report import build_result, read_depth, restore_actions
from zermelo.frame.run import Run
from zermelo.frame.tt import NOT_FOUND, TAG, VALUES
from zermelo.game import FORBIDDEN, Game
from zermelo.gears.cells import read_word
from zermelo.history import first_legal_action, legal_prefix
from zermelo.ranges import BOUNDS
from zermelo.result import Result, RootValue
from zermelo.watch import MOST_PLIES

S = TypeVar("S")
A = TypeVar("A")


@dataclass(frozen=True)
class Reporter(Generic[S, A]):
    """Builds the results of one question."""

    game: Game[S, A]
    state: SearchState
    features: frozenset[str]
    """The features that are on."""
    payoffs: tuple[float, float]
    """The highest and the lowest payoff."""
    past: Sequence[int]
    """Keys of the positions before the root, the oldest first."""

    def report(
        self,
        q: Question[S, A],
        run: Run,
        score: float | None,
        exact: bool,
        line: list[A] | None = None,
        is_asking: bool = False,
    ) -> Result[A]:
        """Return the result of a run, in the terms of the game.

        Without a score, the run was stopped, and the result is what it had found by then. A run
        that `is_asking` only whether the value exceeds a number has then found a win, or nothing.
        """
        roots = self.root_values(q, run)
        line = self.choose_line(q, run, roots, line)
        if score is None:
            score = self.read_bound(q, run, line)
            if is_asking and not self.is_won(q, score):
                score = None
        return self.build(q, run, score, exact, line, roots)

    def report_value(
        self, q: Question[S, A], run: Run, score: float | None, exact: bool
    ) -> Result[A]:
        """Return the value and the distance alone, of a run by null windows.

        No action is reported: the last window may have been one that no action answers.
        """
        if score is None:
            won = self.read_bound(q, run, self.choose_line(q, run, self.root_values(q, run), None))
            score = won if self.is_won(q, won) else None
        return self.build(q, run, score, exact, [])

    def build(
        self,
        q: Question[S, A],
        run: Run,
        score: float | None,
        exact: bool,
        line: list[A],
        roots: tuple[RootValue[A], ...] = (),
    ) -> Result[A]:
        """Return a result with a score as a payoff and a distance."""
        plies = self.count_plies(q, run, score)
        fields: dict[str, Any] = {} if plies is None else {"distance": plies}
        result: Result[A] = build_result(
            q,
            run,
            line,
            exact=(exact and self.may_prove) or plies is not None,
            value=None if score is None else payoff(score, *self.payoffs),
            depth=read_depth(q, run.watch),
            stopped=run.stopped,
            values=roots,
            **fields,
        )
        return result

    # ------------------------------------------------------------------ the score

    @property
    def may_prove(self) -> bool:
        """Can a value be proven? Not under superko with a table.

        An entry that was right on one path may rest on a move that is illegal on another.
        """
        return self.game.repetition != FORBIDDEN or "table" not in self.features

    def count_plies(self, q: Question[S, A], run: Run, score: float | None) -> int | None:
        """Return the distance to a win or loss; None if the score is neither, or is not proven."""
        if score is None or not self.may_prove:
            return None
        if run.stopped and not self.is_won(q, score):
            return None
        return distance(score, *self.payoffs)

    def read_bound(self, q: Question[S, A], run: Run, line: list[A]) -> float | None:
        """Return a lower bound for the mover, by the line's first action; None if there is none."""
        sure = ("exact", "at least" if self.side(q) > 0 else "at most")
        for a, v, kind in run.watch.roots():
            if BOUNDS[kind] in sure and restore_actions(self.game, q.state, [a]) == line[:1]:
                return from_child(v, *self.payoffs)
        return None

    def is_won(self, q: Question[S, A], score: float | None) -> bool:
        """Is the score a win for the mover? One action proves that, even in a stopped search."""
        highest, lowest = self.payoffs
        return score is not None and (score > highest if self.side(q) > 0 else score < lowest)

    def side(self, q: Question[S, A]) -> int:
        """Return 1 if the player of the question is to move, −1 otherwise."""
        return 1 if self.game.player(q.state) == q.player else -1

    def root_values(self, q: Question[S, A], run: Run) -> tuple[RootValue[A], ...]:
        """Return the values of the root actions that were finished, as payoffs."""
        values = []
        for cell, v, kind in run.watch.roots():
            a = restore_actions(self.game, q.state, [cell])[0]
            value = payoff(from_child(v, *self.payoffs), *self.payoffs)
            values.append(RootValue(a, self.game.name(q.state, a), value, BOUNDS[kind]))
        return tuple(values)

    # ------------------------------------------------------------------ the line

    def choose_line(
        self, q: Question[S, A], run: Run, roots: Sequence[RootValue[A]], line: list[A] | None
    ) -> list[A]:
        """Return the legal part of the line; at least one action, unless the game is over."""
        if self.game.terminal(q.state):
            return legal_prefix(self.game, q.state, self.past, line or [])
        line = line or self.principal_variation(q, run)
        line = legal_prefix(self.game, q.state, self.past, line)
        if line:
            return line
        if roots:
            return [max(roots, key=lambda root: root.value * self.side(q)).action]
        return first_legal_action(self.game, q.state, self.past)

    def principal_variation(self, q: Question[S, A], run: Run) -> list[A]:
        """Return the principal variation: the search's own, then what the table knows."""
        line = restore_actions(self.game, q.state, run.watch.line())
        if "table" not in self.features:
            return line
        if not line and self.state.parameters[EXCLUDED_ROOTS]:
            return line  # the table knows the best action, which is left out
        longest = MOST_PLIES if q.limit.depth is None else q.limit.depth
        return self.extend_line(q.state, line, longest)

    def extend_line(self, s: S, line: list[A], longest: int) -> list[A]:
        """Return a line from s with the table's actions behind it, up to a repetition."""
        line = list(line)
        for a in line:
            s = self.game.result(s, a)
        seen: set[S] = set()
        while len(line) < longest and s not in seen and not self.game.terminal(s):
            seen.add(s)
            known = self.table_action(s)
            if known is None:
                break
            line.append(known)
            s = self.game.result(s, known)
        return line

    def table_action(self, s: S) -> A | None:
        """Return the action that the table holds for a position whose score it knows exactly.

        With symmetry the action may be that of a mirror image: it counts if it keeps the value.
        """
        tag = self.table_tag(s)
        if tag is None or bound_of(tag) != EXACT or action_of(tag) == NO_ACTION:
            return None
        action = next((a for a in self.game.options(s) if a == action_of(tag)), None)
        if action is None or "symmetry" not in self.features or not self.game.declares("canonical"):
            return action
        after = self.table_value(self.game.result(s, action))
        return action if after is not None and after == self.table_value(s) else None

    def table_entry(self, s: S) -> int | None:
        """Return where the table has a position; None if it does not."""
        key = self.game.key(self.game.canonical(s) if "symmetry" in self.features else s)
        entry = self.state.table.find_outside(key)
        return None if entry == NOT_FOUND else entry

    def table_tag(self, s: S) -> int | None:
        """Return the tag of a position's entry in the table; None if there is none."""
        entry = self.table_entry(s)
        return None if entry is None else read_word(self.state.table.cells, entry + TAG)

    def table_value(self, s: S) -> float | None:
        """Return the value that the table knows exactly, or the payoff of an end of the game."""
        player = int(self.state.parameters[PLAYER])
        if self.game.terminal(s):
            return float(self.game.utility(s, player))
        entry, tag = self.table_entry(s), self.table_tag(s)
        if entry is None or tag is None or bound_of(tag) != EXACT:
            return None
        sign = 1 if self.game.player(s) == player else -1
        score = from_word(read_word(self.state.table.cells, entry + VALUES))
        return payoff(sign * score, *self.payoffs)

    def rank_actions(self, s: S) -> list[A]:
        """Return the actions, the table's first, then by the game's `order`."""
        tag = self.table_tag(s)
        hint = None if tag is None else action_of(tag)
        return sorted(self.game.options(s), key=lambda a: (a != hint, -self.game.order(s, a)))
