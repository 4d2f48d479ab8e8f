"""A digest of a game's rules, by which a database knows the game that it is of."""

from __future__ import annotations

import ast
import hashlib
import inspect
import textwrap
from collections.abc import Callable
from itertools import islice
from types import FunctionType
from typing import Any

from zermelo.bits import list_cells
from zermelo.errors import NotCompilable
from zermelo.game import CHANCE, Game
from zermelo.gears.writer import UnitWriter


def digest_rules(game: Game[Any, Any]) -> str:
    """The digest of everything that the rules of a game consist of, arguments included.

    It is taken from the specialised text, in which comments, evaluation and notation do not occur.
    Rules that cannot be specialised are taken with the whole text of their classes.

    >>> from zermelo.games.nim import Nim
    >>> digest_rules(Nim(2, 2)) == digest_rules(Nim(2, 2)) != digest_rules(Nim(2, 3))
    True
    """
    starts = list(islice(game.starts(), 1000))
    return _digest(game, apply_rules, (game.players, game.total, starts))


def digest_play(game: Game[Any, Any]) -> str:
    """The same of what happens after the start alone: by it, games share their positions' values.

    >>> from zermelo.games.nim import Nim
    >>> digest_play(Nim(2, 2)) == digest_play(Nim(5, 2)) != digest_play(Nim(2, 3))
    True
    """
    cells = [type(x).__name__ for x in list_cells(game.start())]
    return _digest(game, apply_play, (game.players, game.total, cells))


def _digest(game: Game[Any, Any], kernel: Callable[..., float], other: tuple[Any, ...]) -> str:
    h = hashlib.sha256()
    try:
        assert isinstance(kernel, FunctionType)
        unit = UnitWriter(kernel, (game, game.start(), 0)).write()
        h.update(unit.text.encode())
        for name in sorted(unit.tables):
            h.update(name.encode() + unit.tables[name].tobytes())
        for origin in unit.arrays:
            h.update(repr(origin.fetch((game, game.start(), 0))).encode())
    except NotCompilable:
        h.update(_write_classes(game).encode())
    h.update(repr(other).encode())
    return h.hexdigest()


def apply_play(game: Game[Any, Any], s: Any, p: int) -> float:
    """Call every rule of play."""
    if game.terminal(s):
        return game.utility(s, p)
    if game.has_chance and game.player(s) == CHANCE:
        for outcome, share in game.chances(s):
            return share + game.player(game.result(s, outcome))
    for a in game.actions(s):
        s = game.result(s, a)
    return game.player(s)


def apply_rules(game: Game[Any, Any], s: Any, p: int) -> float:
    """Call every rule that the values of positions depend on."""
    if game.terminal(s):
        return game.utility(s, p)
    if game.has_chance and game.player(s) == CHANCE:
        for outcome, share in game.chances(s):
            return share + game.tier(game.result(s, outcome))
    for a in game.actions(s):
        s = game.canonical(game.project(game.result(s, a)))
    return game.tier(s) + game.player(s)


def _write_classes(game: Game[Any, Any]) -> str:
    """The text of a game's classes, and its attributes."""
    texts = []
    for cls in type(game).__mro__:
        if cls not in (Game, object) and issubclass(cls, Game):
            source = textwrap.dedent(inspect.getsource(cls))
            texts.append(ast.dump(ast.parse(source)))
    return "\n".join([*texts, repr(sorted(vars(game).items()))])
