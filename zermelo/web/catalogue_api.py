"""The catalogue: the games, trees, searches and levels that a request can name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from zermelo import catalogue, search, tree
from zermelo.engine.outcome import find_payoff_range
from zermelo.errors import BadGame
from zermelo.game import Game
from zermelo.levels import LEVELS, Level, levels
from zermelo.web import pacman_api
from zermelo.web.game_registry import GameRegistry, UserGame, list_arguments
from zermelo.web.named_agents import list_agents
from zermelo.web.player_marks import list_marks, tint_look
from zermelo.web.request_fields import Fields
from zermelo.web.trace_api import list_formats

VERSION = 1
"""The version of the API."""


def answer_catalogue(games: GameRegistry, fields: Fields) -> dict[str, Any]:
    """List everything that a request can name: games, trees, searches, levels.

    Of the user's games it lists the names only: their rules may be faulty.
    """
    names, figures = catalogue.display_names(), tree.FIGURES.items()
    return {
        "version": VERSION,
        "games": [_describe_game(name, catalogue.game_class(name), games) for name in names],
        "user_games": list(games.user_games),
        "trees": [{"name": f"tree:{name}", "about": about} for name, (_, about) in figures],
        "algorithms": [one.to_dict() for one in search.searches()],
        "levels": _describe_levels(LEVELS),
        "databases": [games.normalise_name(name) for name in games.databases.list_games()],
        "formats": list_formats(),
        **pacman_api.describe_pacman(),
    }


def answer_user_game(games: GameRegistry, fields: Fields) -> dict[str, Any]:
    """Return the catalogue's entry of one of the user's games."""
    name = fields.get_text("game")
    if name not in games.user_games:
        raise BadGame(f"{name!r} is not one of the user's games")
    entry = _describe_game(name, games.user_games[name].cls, games, games.user_games[name])
    return {**entry, "database": games.databases.get(name, games.get(name)) is not None}


def _describe_game(
    name: str, cls: type[Game[Any, Any]], games: GameRegistry, user: UserGame | None = None
) -> dict[str, Any]:
    game = games.get(name)
    return {
        "name": name,
        "aliases": [] if user else _list_aliases(name, cls),
        "title": name if user else cls.long_name or name.replace("-", " ").capitalize(),
        "about": catalogue.describe_class(cls),
        "user_game": user is not None,
        "arguments": list_arguments(cls, user.defaults if user else {}),
        "evaluations": list(getattr(cls, "evaluations", ())),
        **_describe_rules(game),
    }


def _list_aliases(name: str, cls: type[Game[Any, Any]]) -> list[str]:
    return [other for other in (catalogue.to_file_name(name), *cls.aliases) if other != name]


def _describe_players(game: Game[Any, Any]) -> dict[str, Any]:
    players = range(game.players)
    return {
        "players": game.players,
        "names": [game.player_name(p) for p in players],
        "signs": list_marks(game),
    }


def _describe_rules(game: Game[Any, Any]) -> dict[str, Any]:
    from zermelo.engine.searcher import choose_search

    start = game.start()
    board = game.board(start)
    return {
        **_describe_players(game),
        "chance": game.has_chance,
        "board": board is not None,
        "look": None if board is None else tint_look(game, board.look),
        "positions": game.reads_positions,
        "editor": board is not None and bool(game.pieces()),
        "records": list(game.record_formats),
        "evaluation": game.declares("evaluate"),
        "engine": choose_search(game).name,
        "agents": list_agents(game),
        "range": find_payoff_range(game, start, 0),
        "total": game.total,
        "levels": None if levels(game) is LEVELS else _describe_levels(levels(game)),
    }


def _describe_levels(levels: Mapping[int, Level]) -> list[dict[str, Any]]:
    return [{"level": number, "about": level.describe()} for number, level in levels.items()]
