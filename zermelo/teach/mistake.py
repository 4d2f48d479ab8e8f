"""A mistake: its kind, its node, and a sentence about it for the student."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

KINDS: dict[str, str] = {
    "missing": "no value, or no action, is given",
    "exchanged": "MIN and MAX are exchanged",
    "wrong-child": "a successor's value, but not the best one's",
    "averaged": "a mean was taken where a player chooses",
    "sign": "the right number with the wrong sign",
    "bound-side": "the right number, with ≤ and ≥ exchanged",
    "clamped": "the bound that a node was compared with, instead of its value",
    "not-clamped": "fail-hard: a value outside the window, which should have been the bound",
    "looked-at-pruned": "the value that the node would have with its pruned successors",
    "unweighted": "a mean without the probabilities",
    "weights-exchanged": "a mean with the probabilities at the wrong successors",
    "sum": "a sum instead of a mean",
    "chance-as-max": "the largest value at a chance node",
    "chance-as-min": "the smallest value at a chance node",
    "wrong-player": "max^n: the vector that is best for another player",
    "mixed-vector": "max^n: the best of each part, which no successor offers",
    "wrong-value": "any other wrong value",
    "no-pruning": "something is pruned in a search that visits every node",
    "first-successor": "a first successor is pruned",
    "too-early": "something is pruned before a bound allows it",
    "equality": "something is pruned on a tie, where the rule is >",
    "window-exchanged": "a node is cut by its own bound, β at MIN or α at MAX",
    "missed": "a cut is missed",
    "not-on-equality": "a cut is missed on a tie, where the rule is ≥",
    "deep-missed": "a cut is missed that follows from a bound above the parent",
    "too-late": "a cut comes one or more successors late",
    "left-open": "a successor in the middle of the pruned ones is not marked",
    "wrong-action": "not the best action",
    "worst-action": "the worst action",
    "bound-taken-for-value": "a successor that was cut off and only ties the best",
}
"""Every kind of mistake, and what it is."""


@dataclass(frozen=True)
class Mistake:
    """One mistake: its kind is a key of `KINDS`.

    `expected` and `given` are values, labels or actions.

    A sentence that begins with a name begins as the name does: a1 is not A1.
    """

    kind: str
    node: str
    expected: Any
    given: Any
    sentence: str
    nudge: str = ""
    """The sentence without the right answer, for another try; empty where it is not in it."""

    @property
    def hint(self) -> str:
        """The text before another try."""
        return self.nudge or self.sentence

    def __str__(self) -> str:
        return self.sentence

    def to_dict(self) -> dict[str, Any]:
        """Return the mistake as a dict for JSON."""
        return {
            "kind": self.kind,
            "node": self.node,
            "expected": self.expected,
            "given": self.given,
            "sentence": str(self),
        }
