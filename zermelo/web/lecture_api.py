"""The lectures: every item of the notes, one of them compared with what is computed, a picture."""

from __future__ import annotations

from typing import Any

from zermelo.lectures import ENTRIES, SOURCES, check_entry, draw_picture, find_entry
from zermelo.show.theme import THEMES, fix_theme
from zermelo.web.game_registry import GameRegistry
from zermelo.web.request_fields import Fields
from zermelo.web.trace_api import FILE_TYPES, FileReply

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


def answer_lecture_picture(games: GameRegistry, fields: Fields) -> FileReply:
    """Draw the picture of an item, for a light or a dark page if a `theme` is given."""
    entry = find_entry(fields.get_text("id", None, MAX_NAME))
    theme = fields.get_optional_choice("theme", THEMES) or ""
    picture = fix_theme(draw_picture(entry), theme)
    return FileReply("", FILE_TYPES["svg"], picture.encode())
