"""Any text of records: which format it is, which games it has, and which game they are of."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from zermelo.errors import BadRecord
from zermelo.game import Game
from zermelo.record.movetree import GameRecord
from zermelo.record.pgn import write_pgn, write_plain
from zermelo.record.sgf import read_properties, read_sgf, read_tags_sgf, split_sgf, write_sgf
from zermelo.record.text import read_tags, read_text, split_games

MAX_GAMES = 1_000
"""Games of a text that are listed."""


class Games(NamedTuple):
    """Where a reader finds games."""

    usual: str
    """The game of a text that does not name one."""
    get: Callable[[str], Game[Any, Any]]
    """A game by its name; `BadGame` if there is none."""
    find_sgf: Callable[[int], str]
    """The name of the game with a number in SGF; "" if there is none."""


class FoundRecord(NamedTuple):
    """A record in a text: its format, where it stands, its tags."""

    is_sgf: bool
    begin: int
    end: int
    tags: dict[str, str]
    title: str


def find_records(text: str) -> list[FoundRecord]:
    """The records in a text, one at least.

    >>> [found.title for found in find_records('[White "A"] [Black "B"] 1. e4 *')]
    ['A – B']
    """
    is_sgf = re.match(r"\s*\(\s*;", text) is not None
    places = split_sgf(text) if is_sgf else split_games(text)
    return [_describe(text, begin, end, is_sgf) for begin, end in places[:MAX_GAMES]]


def _describe(text: str, begin: int, end: int, is_sgf: bool) -> FoundRecord:
    part = text[begin:end]
    tags = read_tags_sgf(read_properties(part)) if is_sgf else read_tags(part)
    return FoundRecord(is_sgf, begin, end, tags, write_title(tags))


def write_title(tags: Mapping[str, str]) -> str:
    """The players, the event, the date and the result, as far as they are known.

    >>> write_title({"White": "A", "Black": "B", "Event": "?", "Result": "1-0"})
    'A – B, 1-0'
    """
    known = {tag: value for tag, value in tags.items() if value.strip("?.* ")}
    sides = ("Black", "White") if list(tags)[:1] == ["Black"] else ("White", "Black")
    players = [known.get(side, "?") for side in sides] if set(sides) & set(known) else []
    rest = [known[tag] for tag in ("Title", "Event", "Date", "Result") if tag in known]
    return ", ".join([" – ".join(players), *rest] if players else rest)


def read_record(text: str, number: int, games: Games) -> tuple[str, GameRecord]:
    """A record of a text by its number from 0, and the name of its game.

    A mistake in its moves is the `fault` of the record.
    """
    found = find_records(text)
    if not 0 <= number < len(found):
        raise BadRecord(f"the text has {len(found)} games; there is no game {number + 1}")
    one = found[number]
    if one.is_sgf:
        return _read_sgf_record(text, one, games)
    return _read_text_record(text, one, games)


def _read_text_record(text: str, one: FoundRecord, games: Games) -> tuple[str, GameRecord]:
    """The record of a text, of the game that its tag names, or of the usual one, or of chess."""
    named = one.tags.get("Game")
    names = [named] if named else [games.usual]
    if not named and {"White", "Black", "Event", "FEN"} & set(one.tags):
        names.append("chess")  # whose PGN does not say so
    read: list[tuple[str, GameRecord]] = []
    error: BadRecord | None = None
    for name in names:
        try:
            record = _read_part(games.get(name), text, one)
        except ValueError as why:
            error = error or BadRecord(str(why))
            continue
        read.append((name, record))
        if record.fault is None:
            return read[-1]
    if not read and error is not None:
        raise error
    return max(read, key=lambda pair: pair[1].count_moves())


def _read_part(game: Game[Any, Any], text: str, one: FoundRecord) -> GameRecord:
    """The record between two places, its fault counted from the beginning of the text."""
    blank = re.sub(r"[^\n]", " ", text[: one.begin])
    return read_text(game, blank + text[one.begin : one.end])


def _read_sgf_record(text: str, one: FoundRecord, games: Games) -> tuple[str, GameRecord]:
    properties = read_properties(text[one.begin : one.end])
    name = _name_sgf_game(properties, games)
    return name, read_sgf(games.get(name), text, one.begin, one.end)


def _name_sgf_game(properties: Mapping[str, str], games: Games) -> str:
    """The game of an SGF, with its size and komi; the usual one, if it has them."""
    number = properties.get("GM", "1").strip()
    name = games.find_sgf(int(number)) if re.fullmatch("[0-9]{1,3}", number) else ""
    if not name:
        raise BadRecord(f"GM[{number[:20]}] is not a game that is read as SGF; go is GM[1]")
    size, komi = properties.get("SZ", "19").strip(), properties.get("KM", "").strip()
    if not re.fullmatch("[0-9]{1,2}", size):
        raise BadRecord(f"SZ[{size[:20]}] is not a size of a square board")
    if not re.fullmatch(r"-?[0-9]{1,3}(\.[0-9]{1,2})?", komi):
        komi = ""
    if games.usual.partition(":")[0] == name:
        usual: Any = games.get(games.usual)
        rules = getattr(usual, "game", usual)
        if rules.size == int(size) and (not komi or rules.komi == float(komi)):
            return games.usual
    return f"{name}:{size},{float(komi):g}" if komi else f"{name}:{size}"


def write_record(record: GameRecord, name: str, form: str) -> str:
    """A record in a format: "pgn", "sgf" or "txt"."""
    if form not in record.game.record_formats:
        known = " ".join(record.game.record_formats)
        raise BadRecord(f"{name} is not written as {form}; formats: {known}")
    if form == "pgn":
        return write_pgn(record)
    return write_sgf(record, {}) if form == "sgf" else write_plain(record, name)
