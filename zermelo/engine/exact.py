"""The exact value of a game by df-pn: is it at least so much? And so much? Until one number is left."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Generic, TypeVar, Unpack

from zermelo.engine.dfpn import dfpn
from zermelo.engine.frame import EngineOptions, asked
from zermelo.engine.proof import Proof, above, known_range, possible
from zermelo.frame.question import Question
from zermelo.game import INFINITY, Game
from zermelo.gears.cells import MIB
from zermelo.result import Iteration

S = TypeVar("S")
A = TypeVar("A")


def solve_value(
    game: Game[S, A],
    s: S | None = None,
    *,
    memory: int = 64 * MIB,
    symmetry: bool = True,
    **options: Unpack[EngineOptions],
) -> Proof[A]:
    """The exact value by asking df-pn several times: is it at least the middle of what is still possible?

    A proof raises the lower bound to the smallest payoff it met, a disproof lowers the upper one to the largest it met, so
    there are at most as many questions as different payoffs, and about their logarithm where the range is known. Limits hold
    for all questions together. Each question is a step of the result's `history`, with the line that shows its answer: there one
    player keeps to what was asked and the other resists as long as possible. The result's own line is its first move: no
    question knows what both of them should play.

    >>> from zermelo import tree
    >>> result = solve_value(tree.figure("two-ply"))
    >>> result.value, result.action_name, result.exact
    (3.0, 'a1', True)
    >>> [step.note for step in result.history]
    ['value ≥ 8 for MAX: disproven', 'value ≥ 4 for MAX: disproven', 'value ≥ 2.5 for MAX: proven']
    """
    q = asked("dfpn", game, s, chance=False, **options)
    asking = Asking(q, known_range(q), *possible(q))
    while asking.is_open:
        left = asking.left()
        if left is None:
            break
        asking.hear(
            dfpn(game, q.state, target=asking.target(), memory=memory, symmetry=symmetry, **left)
        )
    return asking.told()


class Asking(Generic[S, A]):
    """What several questions about one position have shown: low ≤ true value ≤ high."""

    def __init__(
        self, q: Question[S, A], guess: tuple[float, float], low: float, high: float
    ) -> None:
        self.q, self.guess, self.low, self.high = q, guess, low, high
        self.answers: list[Proof[A]] = []

    @property
    def is_open(self) -> bool:
        """Is there more to ask? The first question is always asked: it also finds a move."""
        return not self.answers or (self.low < self.high and self.answers[-1].verdict != "unknown")

    def target(self) -> float:
        """The next target, low < target ≤ high: in the middle of what the game itself says and the answers leave."""
        low, high = max(self.low, self.guess[0]), min(self.high, self.guess[1])
        if low >= high:
            return low if self.low < low or self.low >= self.high else above(low)
        if low == -INFINITY:
            return 0.0 if high == INFINITY else high
        middle = above(low) if high == INFINITY else (low + high) / 2
        return middle if middle > low else high

    def hear(self, found: Proof[A]) -> None:
        """One more answer."""
        self.answers.append(found)
        if found.verdict == "proven":
            self.low = found.low
        elif found.verdict == "disproven":
            self.high = found.high

    def left(self) -> EngineOptions | None:
        """The limits of the next question; None if nothing is left."""
        q = self.q
        options: EngineOptions = {"player": q.player, "gear": q.gear, "progress": q.progress}
        if q.limit.nodes is not None:
            nodes = q.limit.nodes - sum(found.nodes for found in self.answers)
            if nodes < 1:
                return None
            options["nodes"] = nodes
        if q.limit.seconds is not None:
            options["seconds"] = max(
                q.limit.seconds - sum(found.seconds for found in self.answers), 1e-4
            )
        return options

    def told(self) -> Proof[A]:
        """The answer that names a move which keeps the value, with what all of them have shown."""
        decides = (
            not self.q.game.terminal(self.q.state)
            and self.q.game.player(self.q.state) == self.q.player
        )
        good = [
            found
            for found in self.answers
            if found.verdict == ("proven" if decides else "disproven")
        ]
        last = good[-1] if good else self.answers[-1]
        exact = self.low == self.high
        return replace(
            last,
            algorithm="solve-value",
            line=last.line[:1],
            value=self.low if exact else None,
            exact=exact,
            stopped="" if exact else self.answers[-1].stopped or "nodes",
            low=self.low,
            high=self.high,
            nodes=sum(found.nodes for found in self.answers),
            leaves=sum(found.leaves for found in self.answers),
            seconds=sum(found.seconds for found in self.answers),
            notes=self.answers[-1].notes,
            history=tuple(self.steps()),
        )

    def steps(self) -> Iterator[Iteration[A]]:
        """The questions one by one."""
        nodes, seconds = 0, 0.0
        for found in self.answers:
            nodes, seconds = nodes + found.nodes, seconds + found.seconds
            note = f"{found.statement}: {found.verdict}"
            yield Iteration(
                found.depth, found.target, found.action, found.line, nodes, seconds, note
            )
