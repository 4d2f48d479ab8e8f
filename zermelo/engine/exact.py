"""The exact value of a game by a sequence of df-pn proofs, each of another threshold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Generic, TypeVar, Unpack

from zermelo.engine.dfpn import dfpn
from zermelo.engine.options import EngineOptions, ask_engine
from zermelo.engine.proof import Proof, above, find_range, possible
from zermelo.frame.question import Question
from zermelo.frame.report import is_settled
from zermelo.frame.run import last
from zermelo.game import INFINITY, Game
from zermelo.result import Iteration

S = TypeVar("S")
A = TypeVar("A")


def solve_value(
    game: Game[S, A],
    s: S | None = None,
    *,
    memory: float = 64,
    symmetry: bool = True,
    **options: Unpack[EngineOptions],
) -> Proof[A]:
    """The exact value by asking df-pn several times.

    Is it at least the middle of what is still possible?

    A proof raises the lower bound to the smallest payoff it met, a disproof lowers the upper one to
    the largest it met, so there are at most as many questions as different payoffs, and about their
    logarithm where the range is known. Limits hold for all questions together. Each question is a
    step of the result's `history`, with the line that shows its answer: there one player keeps to
    what was asked and the other resists as long as possible. The result's own line is its first
    move: no question knows what both of them should play.

    >>> from zermelo import tree
    >>> result = solve_value(tree.figure("two-ply"))
    >>> result.value, result.action_name, result.exact
    (3.0, 'a1', True)
    >>> [step.note for step in result.history]
    ['value ≥ 8 for MAX: disproven', 'value ≥ 4 for MAX: disproven', 'value ≥ 2½ for MAX: proven']
    """
    return last(iterate_value(game, s, memory=memory, symmetry=symmetry, **options))


def iterate_value(
    game: Game[S, A],
    s: S | None = None,
    *,
    memory: float = 64,
    symmetry: bool = True,
    **options: Unpack[EngineOptions],
) -> Iterator[Proof[A]]:
    """Yield what is known after each question to df-pn; the last result is the answer."""
    q = ask_engine("dfpn", game, s, chance=False, **options)
    bracket = ValueBracket(q, find_range(q), *possible(q))
    while bracket.is_open:
        left = bracket.next_limits()
        if left is None:
            return
        target = bracket.target()
        bracket.narrow(dfpn(game, q.state, target=target, memory=memory, symmetry=symmetry, **left))
        is_last = not bracket.is_open or bracket.next_limits() is None
        result = bracket.report()
        yield result if is_last else replace(result, stopped="")


class ValueBracket(Generic[S, A]):
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
        """The next target, low < target ≤ high.

        In the middle of what the game itself says and the answers leave.
        """
        low, high = max(self.low, self.guess[0]), min(self.high, self.guess[1])
        if low >= high:
            return low if self.low < low or self.low >= self.high else above(low)
        if low == -INFINITY:
            return 0.0 if high == INFINITY else high
        middle = above(low) if high == INFINITY else (low + high) / 2
        return middle if middle > low else high

    def narrow(self, proof: Proof[A]) -> None:
        """Narrow the bracket by one more answer."""
        self.answers.append(proof)
        if proof.verdict == "proven":
            self.low = proof.low
        elif proof.verdict == "disproven":
            self.high = proof.high

    def next_limits(self) -> EngineOptions | None:
        """The limits of the next question; None if nothing is left."""
        q = self.q
        options: EngineOptions = {"player": q.player, "gear": q.gear, "progress": q.progress}
        options["cancel"] = q.cancel
        if q.limit.nodes is not None:
            nodes = q.limit.nodes - sum(proof.nodes for proof in self.answers)
            if nodes < 1:
                return None
            options["nodes"] = nodes
        if q.limit.seconds is not None:
            options["seconds"] = max(
                q.limit.seconds - sum(proof.seconds for proof in self.answers), 1e-4
            )
        return options

    def report(self) -> Proof[A]:
        """The answer that names a move which keeps the value, with what all of them have shown."""
        decides = (
            not self.q.game.terminal(self.q.state)
            and self.q.game.player(self.q.state) == self.q.player
        )
        good = [
            proof
            for proof in self.answers
            if proof.verdict == ("proven" if decides else "disproven")
        ]
        last = good[-1] if good else self.answers[-1]
        exact = is_settled(self.low, self.high)
        return replace(
            last,
            algorithm="solve-value",
            line=last.line[:1],
            value=self.low if exact else None,
            exact=exact,
            stopped="" if exact else self.answers[-1].stopped or "nodes",
            low=self.low,
            high=self.high,
            nodes=sum(proof.nodes for proof in self.answers),
            leaves=sum(proof.leaves for proof in self.answers),
            seconds=sum(proof.seconds for proof in self.answers),
            notes=self.answers[-1].notes,
            history=tuple(self.steps()),
        )

    def steps(self) -> Iterator[Iteration[A]]:
        """The questions one by one."""
        nodes, seconds = 0, 0.0
        for proof in self.answers:
            nodes, seconds = nodes + proof.nodes, seconds + proof.seconds
            note = f"{proof.statement}: {proof.verdict}"
            yield Iteration(
                proof.depth, proof.target, proof.action, proof.line, nodes, seconds, note
            )
