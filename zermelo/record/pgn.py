"""The tags and the result of a game of chess in PGN, and the tags of other games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from zermelo.errors import ZermeloError
from zermelo.game import Game
from zermelo.history import with_history
from zermelo.record.movetree import GameRecord
from zermelo.record.text import RESULTS, write_text

TAGS = {
    "Event": "?",
    "Site": "?",
    "Date": "????.??.??",
    "Round": "?",
    "White": "?",
    "Black": "?",
    "Result": "*",
}
"""The seven tags that every PGN has."""


def write_pgn(record: GameRecord, tags: Mapping[str, str] | None = None) -> str:
    """A record in PGN: the seven tags, those of the record, and the moves.

    The result is what the rules say of the main line, repetition included, unless it is a tag: a
    player may have resigned.
    """
    known = dict(record.tags)
    if known.get("Result") not in RESULTS:
        known["Result"] = find_result(record)  # a foreign file may have any text there
    given = {**TAGS, **known, **(tags or {})}
    if given["Result"] not in RESULTS:
        raise ZermeloError(f"{given['Result'][:40]!r} is not a result: {' '.join(RESULTS)}")
    if "FEN" in given and record.game.load(given["FEN"]) != record.start:
        raise ZermeloError("the tag FEN is not the position in which the game begins")
    if record.position is not None:
        given |= {"SetUp": "1", "FEN": record.position}
    order = [*TAGS, *sorted(set(given) - set(TAGS))]
    return write_text(record, {tag: given[tag] for tag in order}, given["Result"])


def write_plain(record: GameRecord, name: str) -> str:
    """A record of any game: its name, its first position unless it is the usual one, the moves."""
    tags = {"Game": name} | ({} if record.position is None else {"FEN": record.position})
    return write_text(record, tags | {tag: x for tag, x in record.tags.items() if tag not in tags})


def find_result(record: GameRecord) -> str:
    """The result of the main line by the rules.

    >>> from zermelo.games.chess import Chess
    >>> from zermelo.record.text import read_text
    >>> find_result(read_text(Chess(), "f3 e5 g4 Qh4"))
    '0-1'
    """
    game, s = _replay(record)
    if not game.terminal(s):
        return "*"
    first, second = game.payoffs(s)[:2]
    return "1-0" if first > second else "0-1" if first < second else "1/2-1/2"


def _replay(record: GameRecord) -> tuple[Game[Any, Any], Any]:
    """The end of the main line, with its history."""
    last = record.root
    for node in record.root.main_line():
        last = node
    game = with_history(record.game)
    if game is record.game:
        return game, last.state
    s = game.start()._replace(state=record.start)
    for node in record.root.main_line():
        s = game.result(s, node.action)
    return game, s
