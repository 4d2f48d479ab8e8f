"""Questions about records: read a text of any format, write the moves of the page as one."""

from __future__ import annotations

import re
from typing import Any

from zermelo import catalogue
from zermelo.record.files import Games, find_records, read_record, write_record
from zermelo.record.link import read_link, write_link
from zermelo.record.movetree import GameRecord
from zermelo.record.pgn import find_result
from zermelo.record.text import read_text
from zermelo.web.game_registry import GameRegistry
from zermelo.web.position_api import reach_position, read_root
from zermelo.web.request_fields import BadRequest, Fields

MAX_RECORD = 1_500_000
"""Characters of a text with records."""

MAX_LINK = 200_000
"""Characters of the moves of a page."""

MAX_LISTED = 500
"""Games of a text that are listed."""

KEPT_TAGS = ("Event", "Site", "Date", "Round", "White", "Black", "Title", "Result")
"""The tags that a page keeps with a game."""

MAX_TAG = 100
"""Characters of a tag that are kept."""

RECORD_TYPES = {
    "pgn": "application/x-chess-pgn",
    "sgf": "application/x-go-sgf",
    "txt": "text/plain",
}


# ---------------------------------------------------------------------- reading


def answer_record(games: GameRegistry, fields: Fields) -> dict[str, Any]:
    """Return the moves of a text as a page holds them, with the first mistake if there is one.

    With `moves` the text goes on from the position after them.
    """
    text = fields.get_text("text", max_length=MAX_RECORD).replace("\r\n", "\n").lstrip("\ufeff")
    if fields.given.get("moves") is not None:
        return _continue_game(games, fields, text)
    number = fields.get_integer("number", 0, 100_000, 0)
    usual = games.normalise_name(fields.get_text("game"))
    name, record = read_record(text, number, Games(usual, games.get, catalogue.find_sgf_game))
    found = find_records(text)
    return {
        "games": [one.title or f"Game {i + 1}" for i, one in enumerate(found[:MAX_LISTED])],
        "number": number,
        "title": found[number].title,
        **_describe_record(games.normalise_name(name), record),
    }


def _continue_game(games: GameRegistry, fields: Fields, text: str) -> dict[str, Any]:
    """Read moves that are typed in the middle of a game."""
    at = reach_position(games, fields)
    read = read_link if "~" in text else read_text
    record = read(at.game, text, at.state)
    return {"games": [""], "number": 0, "title": "", **_describe_record(at.name, record)}


def _describe_record(name: str, record: GameRecord) -> dict[str, Any]:
    fault = record.fault
    return {
        "game": name,
        "position": record.position,
        "moves": write_link(record.root),
        "line": [node.name for node in record.root.main_line()],
        "count": record.count_moves(),
        "tags": {tag: record.tags[tag][:MAX_TAG] for tag in KEPT_TAGS if record.tags.get(tag)},
        "fault": None if fault is None else fault._asdict(),
    }


# ---------------------------------------------------------------------- writing


def read_page_record(games: GameRegistry, fields: Fields) -> tuple[str, GameRecord]:
    """Return the game of a page with all its moves, and its name."""
    name = games.normalise_name(fields.get_text("game"))
    game = games.get(name)
    root = read_root(game, fields)
    start = game.start() if root is None else game.load(root)
    record = read_link(game, fields.get_text("moves", "", MAX_LINK), start).require()
    record.tags = _read_tags(fields)
    if record.tags.get("Result") and find_result(record) != "*":
        del record.tags["Result"]  # the rules know
    return name, record


def _read_tags(fields: Fields) -> dict[str, str]:
    tags = fields.given.get("tags")
    if tags is None:
        return {}
    if not isinstance(tags, dict) or not all(isinstance(x, str) for x in tags.values()):
        raise BadRequest("tags is not a JSON object of texts")
    return {tag: " ".join(tags[tag].split())[:MAX_TAG] for tag in KEPT_TAGS if tags.get(tag)}


def answer_record_file(games: GameRegistry, fields: Fields) -> dict[str, Any]:
    """Return the moves of a page in a format, as the text and the name of a file."""
    name, record = read_page_record(games, fields)
    formats = record.game.record_formats
    form = fields.get_optional_choice("format", tuple(RECORD_TYPES)) or formats[0]
    return {
        "text": write_record(record, name, form) + "\n",
        "name": f"{name_file(name)}.{form}",
        "type": RECORD_TYPES[form],
        "format": form,
        "formats": list(formats),
    }


def name_file(game: str) -> str:
    """Return a game's name as a file can be called.

    >>> name_file("mnk:4,4,3")
    'mnk-4-4-3'
    """
    return re.sub(r"[^A-Za-z0-9]+", "-", game)[:40].strip("-") or "game"
