"""One node while a tree is put together, and the letters that nodes are called by."""

from __future__ import annotations

from dataclasses import dataclass, field

OVER = -2
"""In place of the player at a terminal."""

TOLERANCE = 1e-9
"""Sums that differ by less are equal."""


@dataclass
class TreeNode:
    """One node while a tree is being put together."""

    name: str = ""
    player: int = OVER
    children: list[int] = field(default_factory=list)
    odds: list[float] = field(default_factory=list)
    payoffs: tuple[float, ...] = ()
    estimates: tuple[float, ...] = ()
    noisy: list[bool] = field(default_factory=list)
    bounds: tuple[float, float] | None = None
    unknown: str = ""
    """The name of a leaf's payoff, if it is not known; it lies within the bounds."""
    state: str = ""
    """The state that the node stands for, as pictures write it."""
    turn: int = OVER
    """Whose turn it would be at a terminal, l(x); OVER if nothing says so."""
    is_estimate: bool = False
    """Whether the payoffs of a leaf are an estimate: a position at the depth to which a game was
    unrolled."""


def letters(i: int) -> str:
    """A, B, …, Z, AA, AB, …

    >>> letters(0), letters(25), letters(26)
    ('A', 'Z', 'AA')
    """
    name = ""
    i += 1
    while i:
        i, rest = divmod(i - 1, 26)
        name = chr(ord("A") + rest) + name
    return name
