"""Questions about one position: what it shows, which moves are legal, and a random outcome."""

from __future__ import annotations

import hashlib
import json
import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from zermelo import search
from zermelo.algorithm import choose, choose_beside
from zermelo.board import Board
from zermelo.engine.outcome import ViewsWriter, classify_outcome, find_payoff_range
from zermelo.errors import TooLarge
from zermelo.game import CHANCE, Game
from zermelo.position import Position, verdict
from zermelo.states import find_start
from zermelo.tree import Tree
from zermelo.web.game_registry import GameRegistry
from zermelo.web.player_marks import list_marks, tint_look
from zermelo.web.request_fields import BadRequest, Fields

MAX_OPTIONS = 20_000
"""Moves in one position."""

MAX_STARTS = 1_000_000
"""The largest number of a start state."""


@dataclass(frozen=True)
class ReachedPosition:
    """A state, and how it was reached."""

    name: str
    """The game, as the catalogue calls it."""
    game: Game[Any, Any]
    root: str | None
    """The text of the first position; None for the start of the game."""
    moves: tuple[str, ...]
    movers: tuple[int, ...]
    """The player of each move."""
    state: Any
    before: Any = None
    """The state before the last move."""
    action: Any = None
    """The last move."""

    @property
    def tag(self) -> str:
        """A digest of the game, the first position and the moves."""
        text = json.dumps([self.name, self.root, self.moves])
        return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()

    @property
    def is_over(self) -> bool:
        """Has the game ended here?"""
        return self.game.terminal(self.state)

    @property
    def player(self) -> int | None:
        """The player to move, CHANCE, or None if the game is over."""
        return None if self.is_over else self.game.player(self.state)


def reach_position(games: GameRegistry, fields: Fields) -> ReachedPosition:
    """Return the position that the fields game, position or start, and moves name."""
    name = games.normalise_name(fields.get_text("game"))
    game = games.get(name)
    root = read_root(game, fields)
    first = game.start() if root is None else game.load(root)
    steps = list(game.play_moves(fields.get_words("moves"), first))
    moves = tuple(game.name(s, a) for s, a, _ in steps)
    movers = tuple(game.player(s) for s, _, _ in steps)
    before, action, state = steps[-1] if steps else (None, None, first)
    return ReachedPosition(name, game, root, moves, movers, state, before, action)


def read_root(game: Game[Any, Any], fields: Fields) -> str | None:
    """Return the text of the first position, or None for the start; refuse two of them."""
    root = fields.get_optional_text("position", 2_000)
    number = fields.get_optional_integer("start", 0, MAX_STARTS)
    if number is None:
        return root
    if root is not None:
        raise BadRequest("position and start both say where to begin; leave one out")
    first = find_start(game, number)
    if first == game.start():
        return None
    if not game.reads_positions:
        raise BadRequest(f"{game.full_title} reads no positions: only its start state 0 has a name")
    return game.dump(first)


def list_options(game: Game[Any, Any], s: Any) -> list[Any]:
    """Return the actions or outcomes of a state; refuse a state with too many of them."""
    if game.terminal(s) or game.player(s) == CHANCE:
        return game.options(s)
    options = list(islice(game.actions(s), MAX_OPTIONS + 1))
    if len(options) > MAX_OPTIONS:
        raise TooLarge(
            f"the position has more than {MAX_OPTIONS:,} moves; take a smaller variant of the game"
        )
    return options


def unwrap_game(game: Game[Any, Any]) -> Game[Any, Any]:
    """Return the game without the history of its positions."""
    inner: Game[Any, Any] = getattr(game, "game", game)
    return inner


# ---------------------------------------------------------------------- answers


def answer_position(games: GameRegistry, fields: Fields) -> dict[str, Any]:
    """Describe a position for the page."""
    return describe_position(reach_position(games, fields))


def answer_roll(games: GameRegistry, fields: Fields) -> dict[str, Any]:
    """Choose one outcome of a chance node by its probability."""
    at = reach_position(games, fields)
    seed = fields.get_optional_integer("seed", -(2**53), 2**53)
    if at.player != CHANCE:
        raise BadRequest("the position is not a chance node")
    outcomes, weights = zip(*at.game.chances(at.state), strict=True)
    rng = random.Random(seed)
    return {"move": at.game.name(at.state, rng.choices(outcomes, weights)[0]), "tag": at.tag}


def describe_position(at: ReachedPosition) -> dict[str, Any]:
    """Return a position as the page reads it."""
    options = list_options(at.game, at.state)  # before the board: one too large is not drawn
    board = at.game.board(at.state)
    return {
        "game": at.name,
        "root": at.root,
        "moves": list(at.moves),
        "movers": list(at.movers),
        "tag": at.tag,
        **_describe_text(at),
        **_describe_players(at),
        **_describe_end(at),
        **_describe_options(at, options, board),
        "board": _describe_board(at.game, board),
        "last": _find_last_cells(at),
        "dice": list(at.game.dice(at.state, _find_outcome(at))),
    }


def _find_outcome(at: ReachedPosition) -> Any:
    """Return what chance has chosen just before; None if it has not."""
    is_rolled = at.moves and at.game.player(at.before) == CHANCE
    return at.action if is_rolled else None


def _describe_text(at: ReachedPosition) -> dict[str, Any]:
    game, s = at.game, at.state
    return {
        "position": game.dump(s) if game.reads_positions else None,
        "text": game.text(s),
        "label": game.label(s),
        "caption": game.caption(s),
        "evaluation": _describe_evaluation(at),
    }


def _describe_evaluation(at: ReachedPosition) -> dict[str, str] | None:
    """Return the evaluation of a position in a few words, and term by term."""
    evaluation = Position(at.game, at.state).evaluation
    if evaluation is None:
        return None
    return {"summary": evaluation.summary(), "terms": str(evaluation)}


def _describe_board(game: Game[Any, Any], board: Board | None) -> dict[str, Any] | None:
    if board is None:
        return None
    return {**board.to_dict(), "look": tint_look(game, board.look)}


def _describe_players(at: ReachedPosition) -> dict[str, Any]:
    game, player = at.game, at.player
    marks = list_marks(game)
    return {
        "players": [game.player_name(p) for p in range(game.players)],
        "signs": marks,
        "chance": game.has_chance,
        "player": player,
        "player_name": None if player is None else game.player_name(player),
        "player_sign": None if player is None else marks[player] if player >= 0 else "",
    }


def _describe_end(at: ReachedPosition) -> dict[str, Any]:
    game, s = at.game, at.state
    if not at.is_over:
        nothing = {"payoffs": None, "outcome": None, "verdict": None}
        return {"over": False, **nothing, "written": None, "share": None}
    value, views = game.utility(s, 0), ViewsWriter(game, s, 0)
    return {
        "over": True,
        "payoffs": list(game.payoffs(s)),
        "outcome": classify_outcome(game, value, True, find_payoff_range(game, s, 0)),
        "verdict": verdict(game, s),
        "written": views.write(value, True),
        "share": views.find_share(value),
    }


def _describe_options(
    at: ReachedPosition, options: list[Any], board: Board | None
) -> dict[str, Any]:
    game, s = at.game, at.state
    touches = board.touches if board is not None else {}
    is_tree = isinstance(unwrap_game(game), Tree)
    chances = game.chances(s) if at.player == CHANCE else None
    signs = _find_signs(game, s, touches)
    return {
        "actions": [
            {"name": game.name(s, a), "cells": list(touches.get(a, ())), **signs.get(a, {})}
            for a in options
        ],
        "depth": None if is_tree else suggest_depth(len(options)),
        **_suggest_searches(game),
        "chances": None
        if chances is None
        else [{"name": game.name(s, a), "probability": p} for a, p in chances],
    }


def _find_signs(
    game: Game[Any, Any], s: Any, touches: Mapping[Any, tuple[int, ...]]
) -> dict[Any, dict[str, str]]:
    """Return what stands on the last cell after actions that touch the same cells: promotions."""
    counts = Counter(cells for cells in touches.values() if cells)
    alike = {a: cells[-1] for a, cells in touches.items() if counts[cells] > 1}
    boards = {a: game.board(game.result(s, a)) for a in alike}
    return {a: {"sign": board.cells[alike[a]]} for a, board in boards.items() if board is not None}


def suggest_depth(width: int) -> int:
    """Return a search depth whose tree can be drawn, for a position with `width` actions.

    >>> [suggest_depth(width) for width in (3, 9, 30)]
    [3, 2, 1]
    """
    return 1 if width > 12 else 2 if width > 4 else 3


def _suggest_searches(game: Game[Any, Any]) -> dict[str, str]:
    """Return the textbook search that suits a game, and the one to compare it with."""
    players, chance = game.players, game.has_chance
    suited = choose(search.searches(), players, chance)
    beside = choose_beside(search.searches(), suited, players, chance)
    return {"search": suited.name, "compare": beside.name}


def _find_last_cells(at: ReachedPosition) -> list[int]:
    """Return the cells that the last move touched."""
    board = at.game.board(at.before) if at.moves else None
    return [] if board is None else list(board.touches.get(at.action, ()))
