"""A game or an analysis as one HTML file that shows it: self-contained, offline.

The scripts and the style are ``share.js``, ``board.js``, ``men.js`` and ``share.css`` beside this
file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from zermelo.board import Board
from zermelo.game import CHANCE, Game
from zermelo.position import verdict
from zermelo.record.link import list_moves
from zermelo.record.movetree import (
    SIGNS,
    GameRecord,
    MoveNode,
    MoveNumber,
    number_tree,
    write_number,
)
from zermelo.show.page import page
from zermelo.show.stepper import read_asset

BODY = '<div id="share"><noscript>This page shows a game; it needs JavaScript.</noscript></div>'

SHAPE = ("rows", "columns", "row_labels", "column_labels", "upper_labels", "slant", "look", "links")
"""What a shared page needs of a board beside its cells."""

READ_DATA = 'const data = JSON.parse(document.getElementById("data").textContent);\n'

SIGN_TEXTS = {number: text for text, number in SIGNS.items()}


class SharedLine(NamedTuple):
    """A line of an engine at a position: its value as text, and its moves."""

    at: int
    value: str
    line: str


def share_game(
    record: GameRecord,
    title: str,
    shown: int = 0,
    values: Mapping[int, str] | None = None,
    lines: Sequence[SharedLine] = (),
    flipped: bool = False,
) -> str:
    """Return a game with its variations as one HTML file.

    Moves are numbered as they are written in a link; 0 is the first position. `values` are texts
    beside moves, `lines` those of an engine.

    >>> from zermelo.games.nim import Nim
    >>> from zermelo.record.text import read_text
    >>> text = share_game(read_text(Nim(2, 2), "2-1 {</script>}"), "a <game>")
    >>> text.count("</script>"), "a &lt;game&gt;" in text
    (2, True)
    """
    nodes = list_moves(record.root)
    places = {id(node): i for i, node in enumerate(nodes)}
    board = record.game.board(record.start)
    numbers = number_tree(record.game, record.root)
    data = {
        "title": title,
        "shown": shown,
        "flipped": flipped,
        "board": _describe_shape(board),
        "nodes": [
            {
                **_describe_move(record.game, node, numbers.get(id(node))),
                **_describe_node(record, node, places, values or {}),
            }
            for node in nodes
        ],
        "lines": [line._asdict() for line in lines],
    }
    return write_shared_page(title, ("men.js", "board.js", "share.js"), data)


def write_shared_page(title: str, scripts: Sequence[str], data: Any, style: str = "") -> str:
    """Return a page with the scripts of a shared page, each after those that it imports."""
    text = "\n".join(map(read_asset, ("parts.js", *scripts)))
    whole = READ_DATA + re.sub(r"^import .*\n", "", text, flags=re.MULTILINE)
    return page(title, read_asset("share.css") + style, BODY, data, whole)


def _describe_shape(board: Board | None) -> dict[str, Any] | None:
    """Return all of a board but its pieces."""
    if board is None:
        return None
    facts = board.to_dict()
    return {name: facts[name] for name in SHAPE}


def _describe_node(
    record: GameRecord, node: MoveNode, places: Mapping[int, int], values: Mapping[int, str]
) -> dict[str, Any]:
    """Return a move with the position after it."""
    game = record.game
    board = game.board(node.state)
    shape = _describe_shape(board)
    is_usual = shape == _describe_shape(game.board(record.start))
    return {
        "shape": None if is_usual else shape,
        "parent": places[id(node.parent)] if node.parent is not None else -1,
        "children": [places[id(child)] for child in node.children],
        "comment": node.comment,
        "value": values.get(places[id(node)], ""),
        "cells": [] if board is None else list(board.cells),
        "text": game.text(node.state) if board is None else "",
        "caption": game.caption(node.state),
        "status": _describe_status(game, node.state),
    }


def _describe_move(
    game: Game[Any, Any], node: MoveNode, number: MoveNumber | None
) -> dict[str, Any]:
    """Return the number, the name and the signs of a move, and the cells that it touches."""
    if node.parent is None or number is None:
        return {"number": "", "begins": False, "name": "", "signs": "", "last": []}
    board = game.board(node.parent.state)
    return {
        "number": write_number(number),
        "begins": number.is_new,
        "name": node.name,
        "signs": "".join(SIGN_TEXTS.get(n, f" ${n}") for n in node.signs),
        "last": [] if board is None else list(board.touches.get(node.action, ())),
    }


def _describe_status(game: Game[Any, Any], s: Any) -> str:
    if game.terminal(s):
        return verdict(game, s)
    if game.player(s) == CHANCE:
        return "chance decides"
    return f"{game.player_name(game.player(s))} to move"
