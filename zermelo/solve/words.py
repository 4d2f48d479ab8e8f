"""What is known of a position, as one number: its payoff and its remoteness.

The payoffs of player 0 that occur at terminals are numbered from the lowest; one more number means
play without end. A *word* is ``remoteness << bits | number``. The payoff is what best play leads
to; the remoteness is the number of plies to the end, when the winner hurries and the loser delays.
Players who tie hurry.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from zermelo.formatting import format_number, format_plural
from zermelo.solve.keys import Array


class Outcome(NamedTuple):
    """What best play leads to from a position.

    payoff      player 0's; None if play never ends
    kind        "win", "lose", "tie" or "draw", for the player to move; a draw never ends
    remoteness  plies to the end; None if it never comes

    >>> print(Outcome(-1.0, "lose", 4))
    lose in 4 plies
    """

    payoff: float | None
    kind: str
    remoteness: int | None

    def __str__(self) -> str:
        if self.remoteness is None:
            return self.kind
        score = "" if self.payoff in (-1, 0, 1) else f" ({format_number(self.payoff or 0)})"
        return f"{self.kind}{score} in {format_plural(self.remoteness, 'ply', 'plies')}"


class Expectation(NamedTuple):
    """What best play leads to on average: the payoff of each player, and how far it may be wrong.

    >>> print(Expectation((0.3, 0.7)))
    0.3, 0.7
    """

    payoffs: tuple[float, ...]
    error: float = 0.0

    def __str__(self) -> str:
        numbers = ", ".join(format_number(v) for v in self.payoffs)
        return f"{numbers} ± {self.error:.1g}" if self.error else numbers


@dataclass(frozen=True)
class WordCode:
    """The numbering of payoffs, for words."""

    payoffs: tuple[float, ...]
    """Player 0's, from the lowest."""
    middle: float = 0.0
    """The payoff of a tie."""

    @property
    def bits(self) -> int:
        """Bits for the number of a payoff, and for one more that means play without end."""
        return len(self.payoffs).bit_length()

    @property
    def draw(self) -> int:
        """The word of a position from which play never ends."""
        return len(self.payoffs)

    @property
    def table(self) -> Array:
        """What kernels read: bits, payoffs, losses, losses and ties."""
        losses = sum(v < self.middle for v in self.payoffs)
        ties = sum(v == self.middle for v in self.payoffs)
        return np.array([self.bits, len(self.payoffs), losses, losses + ties], np.int64)

    @property
    def is_simple(self) -> bool:
        """Are there at most a win, a tie and a loss?"""
        above = sum(v > self.middle for v in self.payoffs)
        return above <= 1 and sum(v < self.middle for v in self.payoffs) <= 1

    def choose_type(self, longest: int) -> str:
        """The smallest type of numbers for words up to this remoteness, as NumPy writes it."""
        return "<u2" if longest.bit_length() + self.bits <= 16 else "<u4"

    def explain(self, word: int, player: int) -> Outcome:
        """The outcome that a word stands for; the player is the one to move."""
        number, remoteness = word & (1 << self.bits) - 1, word >> self.bits
        if number == self.draw:
            return Outcome(None, "draw", None)
        payoff = self.payoffs[number]
        lead = payoff - self.middle if player == 0 else self.middle - payoff
        kind = "win" if lead > 0 else "lose" if lead < 0 else "tie"
        return Outcome(payoff, kind, remoteness)

    def to_dict(self) -> dict[str, Any]:
        """Return the code for JSON."""
        return {"payoffs": list(self.payoffs), "middle": self.middle}


def tally_words(words: Array) -> dict[int, int]:
    """How often each word occurs."""
    counts: dict[int, int] = {}
    for begin in range(0, len(words), 1 << 22):
        found, times = np.unique(words[begin : begin + (1 << 22)], return_counts=True)
        for word, count in zip(found.tolist(), times.tolist(), strict=True):
            counts[word] = counts.get(word, 0) + count
    return dict(sorted(counts.items()))
