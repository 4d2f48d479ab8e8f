"""Questions about one position: what it shows, which moves are legal, and a random outcome."""

from __future__ import annotations

import hashlib
import json
import random
from dataclasses import dataclass
from itertools import islice
from typing import Any

from zermelo import search
from zermelo.algorithm import choose, choose_beside
from zermelo.board import Board
from zermelo.engine.outcome import classify_outcome, find_payoff_range
from zermelo.errors import TooLarge
from zermelo.game import CHANCE, Game
from zermelo.position import Position, verdict
from zermelo.states import find_start
from zermelo.tree import Tree
from zermelo.web.game_registry import GameRegistry
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
    if not game.declares("load"):
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
        **_describe_options(at, board),
        "board": None if board is None else board.to_dict(),
        "last": _find_last_cells(at),
    }


def _describe_text(at: ReachedPosition) -> dict[str, Any]:
    game, s = at.game, at.state
    return {
        "position": game.dump(s) if game.declares("load") else None,
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


def _describe_players(at: ReachedPosition) -> dict[str, Any]:
    game, player = at.game, at.player
    return {
        "players": [game.player_name(p) for p in range(game.players)],
        "signs": [game.player_sign(p) for p in range(game.players)],
        "chance": game.has_chance,
        "player": player,
        "player_name": None if player is None else game.player_name(player),
        "player_sign": None if player is None else game.player_sign(player),
    }


def _describe_end(at: ReachedPosition) -> dict[str, Any]:
    game, s = at.game, at.state
    if not at.is_over:
        return {"over": False, "payoffs": None, "outcome": None, "verdict": None}
    ends = find_payoff_range(game, s, 0)
    return {
        "over": True,
        "payoffs": list(game.payoffs(s)),
        "outcome": classify_outcome(game, game.utility(s, 0), True, ends),
        "verdict": verdict(game, s),
    }


def _describe_options(at: ReachedPosition, board: Board | None) -> dict[str, Any]:
    game, s = at.game, at.state
    touches = board.touches if board is not None else {}
    options = list_options(game, s)
    is_tree = isinstance(unwrap_game(game), Tree)
    chances = game.chances(s) if at.player == CHANCE else None
    return {
        "actions": [{"name": game.name(s, a), "cells": list(touches.get(a, ()))} for a in options],
        "depth": None if is_tree else suggest_depth(len(options)),
        **_suggest_searches(game),
        "chances": None
        if chances is None
        else [{"name": game.name(s, a), "probability": p} for a, p in chances],
    }


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
