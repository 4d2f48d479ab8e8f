"""What an othello position is worth before the end."""

from __future__ import annotations

from typing import Any


def positional(game: Any, own: int, opp: int) -> float:
    """x"""
    return float(game._moves(own, opp).bit_count() - game._moves(opp, own).bit_count())
