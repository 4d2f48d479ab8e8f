"""The questions about a game as a whole: its start states, and Γ written out set by set."""

from __future__ import annotations

from itertools import islice
from typing import Any

from zermelo.formal import formalise
from zermelo.history import GameWithHistory
from zermelo.web.game_registry import GameRegistry
from zermelo.web.position_api import reach_position
from zermelo.web.request_fields import Fields

MAX_LISTED = 12
"""Start states that a page lists; of a game with more the first ones."""


def answer_starts(games: GameRegistry, fields: Fields) -> dict[str, Any]:
    """List the start states of a game as texts; none if it has one, or reads no positions."""
    game = games.get(fields.get_text("game"))
    states = list(islice(game.starts(), MAX_LISTED)) if game.reads_positions else []
    return {"starts": [game.dump(s) for s in states] if len(states) > 1 else []}


def answer_formal(games: GameRegistry, fields: Fields) -> dict[str, Any]:
    """Write a small game as Γ = ⟨P, X, S, T, δ, l, v⟩: from all its start states, or a position."""
    at = reach_position(games, fields)
    is_start = at.root is None and not at.moves
    game, state = at.game, at.state
    if isinstance(game, GameWithHistory):
        game, state = game.game, state.state
    gamma = formalise(game, None if is_start else state)
    return {"text": gamma.to_text(), "latex": gamma.to_latex(), "tag": at.tag}
