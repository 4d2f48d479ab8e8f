"""The question why a move has its value: the lines of an analysis become a tree."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from zermelo.book.knowledge import list_known_claims
from zermelo.engine.outcome import turn_value
from zermelo.engine.why import Explanation, explain_move
from zermelo.engine.why_tree import MAX_NODES, MoveClaim
from zermelo.show.scene import Scene
from zermelo.show.svg import svg
from zermelo.show.trace_scene import trace_scene
from zermelo.web.game_registry import GameRegistry
from zermelo.web.position_api import ReachedPosition, reach_position
from zermelo.web.request_fields import BadRequest, Fields
from zermelo.web.trace_api import MAX_DRAWN, remove_style

MAX_CLAIMS = 500
MAX_DISTANCE = 100_000
OPPOSITE = {"exact": "exact", "at most": "at least", "at least": "at most"}
"""A bound as the other player sees it."""


def answer_why(games: GameRegistry, fields: Fields) -> dict[str, Any]:
    """Return the tree that shows why a move has the value that an analysis gives it.

    Without the lines of an analysis the position is searched here, for a short time. The values of
    the lines are for the player to move; they are written for `player`.
    """
    at = reach_position(games, fields)
    player = fields.get_optional_integer("player", 0, at.game.players - 1)
    claims = [_read_claim(Fields(one)) for one in fields.get_list("lines", MAX_CLAIMS)]
    why = explain_move(
        at.game,
        at.state,
        fields.get_optional_text("move", 200),
        claims=_turn_claims(at, claims, player) or list_known_claims(at.game, at.state, player),
        depth=fields.get_optional_integer("depth", 1, MAX_DISTANCE) if claims else None,
        player=player,
        gear="plain",  # the workers that compile are busy with the analysis
        max_nodes=fields.get_integer("max_nodes", 1, MAX_DRAWN, MAX_NODES),
    )
    return {**_describe(why), "tag": at.tag}


def _turn_claims(
    at: ReachedPosition, claims: list[MoveClaim], viewer: int | None
) -> list[MoveClaim]:
    """Return what the player to move knows of the moves as another player sees it."""
    player = at.player
    if viewer is None or player is None or player == viewer:
        return claims
    turned = []
    for claim in claims:
        value = turn_value(at.game, claim.value, player, viewer)
        if value is None:
            raise BadRequest(
                f"the values of {at.game.player_name(viewer)} do not follow from the lines, which "
                f"are for {at.game.player_name(player)}"
            )
        turned.append(replace(claim, value=value, bound=OPPOSITE[claim.bound]))
    return turned


def _read_claim(one: Fields) -> MoveClaim:
    """Read what the analysis says of a move."""
    value = one.get_optional_number("value", -math.inf, math.inf)
    line = tuple(one.get_words("line"))
    if value is None or not math.isfinite(value) or not line:
        raise BadRequest("a line has a value, a finite number, and the names of its moves")
    return MoveClaim(
        line,
        value,
        bool(one.get_optional_flag("exact")),
        one.get_optional_integer("distance", 0, MAX_DISTANCE),
        one.get_optional_choice("bound", tuple(OPPOSITE)) or "exact",
    )


def _describe(why: Explanation) -> dict[str, Any]:
    """Return an explanation for the page: words, the value, the picture and where its moves are."""
    drawn = trace_scene(why.trace, max_nodes=MAX_DRAWN)
    moves = {drawn.items[child].action: child for child in drawn.items[0].children}
    moves.pop("", None)  # what stands for the moves that are not drawn
    _mark(drawn, moves[why.move])
    claim = why.claim
    return {
        "move": why.move,
        "player": why.player,
        "sentence": why.sentence,
        "text": drawn.items[moves[why.move]].value,
        "value": claim.value,
        "exact": claim.exact,
        "distance": claim.distance,
        "moves": [{"move": move, "item": item} for move, item in moves.items()],
        "svg": remove_style(svg(drawn)),
    }


def _mark(drawn: Scene, item: int) -> None:
    """Mark the move that is explained."""
    drawn.items[item].is_current = True
