"""The question of the position editor: a board with other pieces, and whether it is a position."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from zermelo.board import Board, Detail
from zermelo.errors import BadPosition, one_line
from zermelo.game import Game
from zermelo.position import verdict
from zermelo.web.game_registry import GameRegistry
from zermelo.web.position_api import reach_position
from zermelo.web.request_fields import BadRequest, Fields

MAX_CELLS = 1_000

START, CLEAR = "start", "clear"

Cells = tuple[str, ...]


def answer_setup(games: GameRegistry, fields: Fields) -> dict[str, Any]:
    """Describe a board after an edit: its cells, and its position or why it is none.

    Without `cells` it is the position that the fields name.
    """
    name = games.normalise_name(fields.get_text("game"))
    game = games.get(name)
    board = game.board(game.start())
    if board is None or not game.pieces():
        raise BadRequest(f"{game.full_title} has no position editor; write the position as text")
    cells, details, refusal = _read_setup(game, games, fields, board)
    return {
        "game": name,
        "pieces": list(game.pieces()),
        **_describe_setup(game, board, cells, details, refusal),
    }


def _read_setup(
    game: Game[Any, Any], games: GameRegistry, fields: Fields, board: Board
) -> tuple[Cells, dict[str, str], str]:
    """Return the cells and details after the edit, and why the edit was refused."""
    act = fields.get_optional_choice("act", (START, CLEAR))
    if fields.given.get("cells") is None or act == START:
        s = game.start() if act == START else reach_position(games, fields).state
        at = game.board(s)
        if at is None or len(at.cells) != len(board.cells):
            s, at = game.start(), board  # heaps of another position may need a larger board
        return at.cells, {one.name: one.value for one in game.details(s)}, ""
    cells = tuple(fields.get_words("cells", MAX_CELLS))
    if len(cells) != len(board.cells):
        raise BadRequest(f"this board has {len(board.cells)} cells, not {len(cells)}")
    details = _read_details(fields)
    try:
        return _edit(game, cells, fields, act), details, ""
    except BadPosition as error:
        return cells, details, _explain(error)


def _read_details(fields: Fields) -> dict[str, str]:
    details = fields.get_object("details")
    if not all(isinstance(x, str) and len(x) <= 40 for x in details.values()):
        raise BadRequest("details is not a JSON object of short texts")
    return details


def _edit(game: Game[Any, Any], cells: Cells, fields: Fields, act: str | None) -> Cells:
    """Return the cells after a piece was put on one, or moved there from another."""
    if act == CLEAR:
        return _clear(game, cells)
    cell = fields.get_optional_integer("cell", 0, len(cells) - 1)
    if cell is None:
        return cells
    source = fields.get_optional_integer("from", 0, len(cells) - 1)
    if source is None:
        return _put(game, cells, cell, fields.get_text("piece", "", 10))
    if cells[source] not in game.pieces():
        return cells
    return _put(game, _put(game, cells, source, ""), cell, cells[source])


def _put(game: Game[Any, Any], cells: Cells, cell: int, piece: str) -> Cells:
    if piece not in ("", *game.pieces()):
        raise BadRequest(f"piece is {piece!r}; pieces are {' '.join(game.pieces())}")
    try:
        return game.put(cells, cell, piece)
    except (ValueError, IndexError) as error:
        if isinstance(error, BadPosition):
            raise
        raise BadRequest("cells are not those of a board of this game") from None


def _clear(game: Game[Any, Any], cells: Cells) -> Cells:
    """Return the cells without pieces; those that cannot be emptied stay."""
    for cell in range(len(cells)):
        try:
            cells = _put(game, cells, cell, "")
        except BadPosition:
            continue
    return cells


def _describe_setup(
    game: Game[Any, Any], board: Board, cells: Cells, details: dict[str, str], refusal: str
) -> dict[str, Any]:
    try:
        s = game.load(game.setup_text(cells, details))
    except (BadPosition, ValueError, IndexError, KeyError) as error:
        why = _explain(error)
        return {
            "board": replace(board, cells=cells).to_dict(),
            "details": _describe_details(game, game.start(), details),
            "position": None,
            "error": refusal or why,
            "status": "",
        }
    at = game.board(s)
    assert at is not None
    return {
        "board": replace(at, touches={}).to_dict(),
        "details": _describe_details(game, s, details, is_legal=True),
        "position": game.dump(s),
        "error": refusal,
        "status": _describe_status(game, s) + _describe_losses(game, s, details),
    }


def _describe_details(
    game: Game[Any, Any], s: Any, given: dict[str, str], is_legal: bool = False
) -> list[dict[str, Any]]:
    """Return the details with the values that a person has given.

    Of several choices a legal position has those that are possible in it.
    """

    def value_of(one: Detail) -> str:
        return one.value if is_legal and one.many else given.get(one.name, one.value)

    return [{**one._asdict(), "value": value_of(one)} for one in game.details(s)]


def _describe_status(game: Game[Any, Any], s: Any) -> str:
    if game.terminal(s):
        return f"The game is over here: {verdict(game, s)}"
    return f"{game.player_name(game.player(s))} to move"


def _describe_losses(game: Game[Any, Any], s: Any, given: dict[str, str]) -> str:
    """Return which of the choices that a person has made a position does not allow."""
    many = [one for one in game.details(s) if one.many]
    lost = {one.name: [x for x in given.get(one.name, "") if x not in one.value] for one in many}
    return "".join(f"; {name} {' '.join(x)} is not possible here" for name, x in lost.items() if x)


def _explain(error: Exception) -> str:
    """Return why cells are no position, without the text that the person has not written.

    >>> _explain(BadPosition("'7/7 X' has a disc hanging in the air"))
    'This position has a disc hanging in the air'
    """
    if not isinstance(error, BadPosition):
        return "This is not a position of the game"
    words = re.sub(r"^'[^']*'(:?)", lambda part: "" if part[1] else "this position", str(error))
    text = one_line(words)
    return text[:1].upper() + text[1:]
