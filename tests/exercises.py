"""The kinds of exercises that are tested."""

from __future__ import annotations

from typing import Any

WISHES: list[dict[str, Any]] = [
    {},
    {"branching": 3, "cuts": 3},
    {"depth": 4},
    {"rule": ">"},
    {"rule": ">", "branching": 3},
    {"algorithm": "alphabeta-hard", "branching": 3},
    {"algorithm": "minimax", "branching": 3},
    {"chance": True},
    {"chance": True, "branching": 3},
    {"players": 3},
]
