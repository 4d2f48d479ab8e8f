"""The lectures: every item of the notes, and one of them compared with what is computed."""

from __future__ import annotations

from typing import Any

from zermelo.lectures import ENTRIES, SOURCES, check_entry, find_entry
from zermelo.web.game_registry import GameRegistry
from zermelo.web.request_fields import Fields

MAX_NAME = 80
"""Characters of an item's name."""


def answer_lectures(games: GameRegistry, fields: Fields) -> dict[str, Any]:
    """List all sources and items; with an `id` return that item and compare it with the notes."""
    name = fields.get_optional_text("id", MAX_NAME)
    if name is None:
        sources = [
            {"name": one.name, "title": one.title, "credit": one.credit} for one in SOURCES.values()
        ]
        return {"sources": sources, "entries": [entry.to_dict() for entry in ENTRIES.values()]}
    entry = find_entry(name)
    return {**entry.to_dict(), "checks": [one.to_dict() for one in check_entry(entry)]}
