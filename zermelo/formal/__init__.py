"""Γ itself: a small game written out set by set, as the lecture defines it.

=================  =============================================================================
`game_tuple`       `FormalGame`, the seven sets and functions as a value; `formalise` makes it
`formula`          `Formula`, the value of a position worked out line by line; `formulate`
`writers`          a listing as text or as LaTeX
=================  =============================================================================

>>> from zermelo.games.nim import Nim
>>> formalise(Nim(2, 2))
<Γ of nim:2,2: 2 players, 12 states, 2 start states, 2 terminal states>
"""

from __future__ import annotations

from zermelo.formal.formula import Formula, formulate
from zermelo.formal.game_tuple import MAX_STATES, FormalGame, formalise

__all__ = ["MAX_STATES", "FormalGame", "Formula", "formalise", "formulate"]
"""The names for users."""
