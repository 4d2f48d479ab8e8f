"""The question share: what a page shows as one HTML file that a browser opens without a studio."""

from __future__ import annotations

from typing import Any

from zermelo import catalogue
from zermelo.record.files import write_title
from zermelo.show.share import SharedLine, share_game
from zermelo.web.exercise_api import read_exercise_options
from zermelo.web.game_registry import GameRegistry
from zermelo.web.record_api import name_file, read_page_record
from zermelo.web.request_fields import BadRequest, Fields
from zermelo.web.trace_api import FILE_TYPES, FileReply

MAX_LINES = 20
MAX_LINE = 2_000
MAX_VALUES = 20_000


def answer_share(games: GameRegistry, fields: Fields) -> FileReply:
    """Return a game with its analysis, or an exercise, as one HTML file."""
    if fields.get_choice("kind", ("game", "exercise")) == "exercise":
        return _share_exercise(fields)
    name, record = read_page_record(games, fields)
    shown = fields.get_integer("shown", 0, MAX_VALUES, 0)
    title = write_title(record.tags) or _name_game(name)
    content = share_game(
        record,
        title,
        shown,
        _read_values(fields),
        [_read_line(shown, one) for one in fields.get_list("lines", MAX_LINES)],
        bool(fields.get_optional_flag("flipped")),
    )
    return FileReply(f"{name_file(name)}.html", FILE_TYPES["html"], content.encode())


def _share_exercise(fields: Fields) -> FileReply:
    from zermelo.teach import make_exercise
    from zermelo.teach.share import share_exercise

    exercise = make_exercise(**read_exercise_options(fields))
    name = f"exercise-{exercise.algorithm}-{fields.get_integer('seed', -(10**12), 10**12, 0)}"
    return FileReply(f"{name}.html", FILE_TYPES["html"], share_exercise(exercise).encode())


def _name_game(name: str) -> str:
    """Return the title of a game that has no players' names."""
    base, _, arguments = name.partition(":")
    known = catalogue.game_class(base).long_name if base in catalogue.display_names() else ""
    title = known or base.replace("-", " ")
    whole = f"{title} {arguments}".strip()[:80]
    return whole[:1].upper() + whole[1:]


def _read_values(fields: Fields) -> dict[int, str]:
    """Return the texts beside moves, by the numbers of the moves."""
    texts = fields.get_words("values", MAX_VALUES)
    return {i: text for i, text in enumerate(texts) if text}


def _read_line(shown: int, given: Any) -> SharedLine:
    line = Fields(given)
    moves = line.get_text("line", "", MAX_LINE)
    if not moves:
        raise BadRequest("a line has no moves; it must have a value and a line")
    return SharedLine(shown, line.get_text("value", "", 40), moves)
