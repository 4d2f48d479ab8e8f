"""What a page can ask for over HTTP: each question is a function from checked fields to JSON, or to a file.

Nothing here knows of sockets or processes. A `Desk` worker runs these; `app` says which address leads to which.
"""

from __future__ import annotations

import hashlib
import inspect
import json
import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any

from zermelo import catalogue, search, tree
from zermelo.algorithm import choose, choose_beside
from zermelo.errors import BadAction, BadAnswer, BadGame, TooLarge
from zermelo.formatting import format_rounded, format_vector
from zermelo.game import CHANCE, Game
from zermelo.notation import MAX_MOVE_WORDS, read_first_move
from zermelo.position import verdict
from zermelo.result import Result
from zermelo.show.film import Film
from zermelo.show.film_maker import MAX_NODES, film
from zermelo.show.scene import Scene, scene
from zermelo.trace import Trace
from zermelo.tree import Tree
from zermelo.web.fields import BadRequest, Fields
from zermelo.web.literal import changed, literal
from zermelo.web.outcome import outcome, payoff_range
from zermelo.web.shelf import Own, Shelf, arguments

VERSION = 1

FILM_NODES = 2_000
FILM_SECONDS = 8.0
"""A film is of a search with at most so many nodes, in at most so much time."""

MOST_OPTIONS = 20_000
"""Moves in one position."""

MOST_DRAWN = 400
MOST_DEPTH = 60
LONGEST_NAME = 40
"""Characters of a game's name in the name of a file."""

LONGEST_TREE = 20_000
"""Characters of a tree's literal that is sent along with a film."""


@dataclass(frozen=True)
class File:
    """A file to download."""

    name: str
    type: str
    content: bytes


Answer = dict[str, Any] | File


# ---------------------------------------------------------------------- a position


@dataclass(frozen=True)
class Reached:
    """A state, and how it was reached: the text it began from, the moves by name, who made each of them, and the last step."""

    asked: str
    game: Game[Any, Any]
    root: str | None
    moves: tuple[str, ...]
    movers: tuple[int, ...]
    state: Any
    before: Any = None
    action: Any = None

    @property
    def tag(self) -> str:
        """The same for the same game, position and moves; another one for others."""
        return hashlib.blake2b(
            json.dumps([self.asked, self.root, self.moves]).encode(), digest_size=8
        ).hexdigest()

    @property
    def is_over(self) -> bool:
        """Has the game ended here?"""
        return self.game.terminal(self.state)


def reach(shelf: Shelf, asked: Fields) -> Reached:
    """The state that the fields game, position and moves mean."""
    name, root = shelf.called(asked.text("game")), asked.maybe_text("position", 2_000)
    game = shelf.game(name)
    state = before = action = None
    state = game.start() if root is None else game.load(root)
    names: list[str] = []
    movers: list[int] = []
    words, read = asked.words("moves"), 0
    while read < len(words):
        if game.terminal(state):
            raise BadAction(f"move {len(names) + 1}, {words[read]!r}: the game is over")
        try:
            move, length = read_first_move(
                partial(game.read_move, state), words[read : read + MAX_MOVE_WORDS]
            )
        except BadAction as error:
            raise BadAction(f"move {len(names) + 1}: {error}") from None
        for action in move:
            names.append(game.name(state, action))
            movers.append(game.player(state))
            before, state = state, game.result(state, action)
        read += length
    return Reached(name, game, root, tuple(names), tuple(movers), state, before, action)


def options(game: Game[Any, Any], s: Any) -> list[Any]:
    """What can happen next; refused where that is more than anybody can look at, before all of it is made."""
    if game.terminal(s) or game.player(s) == CHANCE:
        return game.options(s)
    found = list(islice(game.actions(s), MOST_OPTIONS + 1))
    if len(found) > MOST_OPTIONS:
        raise TooLarge(
            f"the position has more than {MOST_OPTIONS:,} moves; take a smaller variant of the game"
        )
    return found


def position(shelf: Shelf, asked: Fields) -> Answer:
    """A position: what to draw, who moves, what is legal, how it ended."""
    return described(reach(shelf, asked))


def described(at: Reached) -> dict[str, Any]:
    """A position as the page gets it."""
    game, s = at.game, at.state
    over = at.is_over
    player = None if over else game.player(s)
    board = game.board(s)
    touches = board.touches if board is not None else {}
    actions = [
        {"name": game.name(s, a), "cells": list(touches.get(a, ()))} for a in options(game, s)
    ]
    return {
        "game": at.asked,
        "root": at.root,
        "moves": list(at.moves),
        "movers": list(at.movers),
        "tag": at.tag,
        "position": game.dump(s) if game.declares("load") else None,
        "text": game.text(s),
        "label": game.label(s),
        "caption": game.caption(s),
        "players": [game.player_name(p) for p in range(game.players)],
        "signs": [game.player_sign(p) for p in range(game.players)],
        "chance": game.has_chance,
        "player": player,
        "player_name": None if player is None else game.player_name(player),
        "player_sign": None if player is None else game.player_sign(player),
        "over": over,
        "payoffs": list(game.payoffs(s)) if over else None,
        "outcome": outcome(game, game.utility(s, 0), True, payoff_range(game, s, 0))
        if over
        else None,
        "verdict": verdict(game, s) if over else None,
        "actions": actions,
        "depth": None if isinstance(inner(game), Tree) else watchable_depth(len(actions)),
        **suited_searches(game),
        "chances": [{"name": game.name(s, a), "probability": p} for a, p in game.chances(s)]
        if player == CHANCE
        else None,
        "board": None if board is None else board.to_dict(),
        "last": last_cells(at),
    }


def suited_searches(game: Game[Any, Any]) -> dict[str, str]:
    """The textbook search that suits a game, and the one to compare it with."""
    players, chance = game.players, game.has_chance
    suited = choose(search.searches(), players, chance)
    beside = choose_beside(search.searches(), suited, players, chance)
    return {"search": suited.name, "compare": beside.name}


def last_cells(at: Reached) -> list[int]:
    """The cells that the last move touched."""
    board = at.game.board(at.before) if at.moves else None
    return [] if board is None else list(board.touches.get(at.action, ()))


def roll(shelf: Shelf, asked: Fields) -> Answer:
    """One outcome of a chance node, by its odds."""
    at = reach(shelf, asked)
    seed = asked.maybe_whole("seed", -(2**53), 2**53)
    if at.is_over or at.game.player(at.state) != CHANCE:
        raise BadRequest("chance does not move here")
    outcomes, weights = zip(*at.game.chances(at.state), strict=True)
    rng = random.Random(seed)
    return {"move": at.game.name(at.state, rng.choices(outcomes, weights)[0]), "tag": at.tag}


# ---------------------------------------------------------------------- the catalogue


def listed(shelf: Shelf, asked: Fields) -> Answer:
    """Everything that can be named: games, trees, searches, levels. Of a user's own games the names only: they may be at fault."""
    from zermelo.play import LEVELS
    from zermelo.web import arena

    return {
        "version": VERSION,
        "games": [
            _entry(name, catalogue.game_class(name), shelf) for name in catalogue.shown_names()
        ],
        "own": list(shelf.own),
        "trees": [
            {"name": f"tree:{name}", "about": about} for name, (_, about) in tree.FIGURES.items()
        ],
        "algorithms": [one.to_dict() for one in search.searches()],
        "levels": _levels(LEVELS),
        **arena.listed(),
    }


def own_entry(shelf: Shelf, asked: Fields) -> Answer:
    """What the catalogue says of a user's own game."""
    name = asked.text("game")
    if name not in shelf.own:
        raise BadGame(f"{name!r} is none of the user's games")
    return _entry(name, shelf.own[name].cls, shelf, shelf.own[name])


def _entry(
    name: str, cls: type[Game[Any, Any]], shelf: Shelf, own: Own | None = None
) -> dict[str, Any]:
    from zermelo.play import LEVELS, levels

    made = shelf.game(name)
    start = made.start()
    board = made.board(start)
    names = [] if own else [catalogue.filed(name), *cls.aliases]
    return {
        "name": name,
        "aliases": [other for other in names if other != name],
        "title": name if own else cls.long_name or name.replace("-", " ").capitalize(),
        "about": (inspect.getdoc(cls) or "").partition("\n")[0],
        "players": made.players,
        "names": [made.player_name(p) for p in range(made.players)],
        "signs": [made.player_sign(p) for p in range(made.players)],
        "chance": made.has_chance,
        "board": board is not None,
        "look": None if board is None else board.look,
        "positions": made.declares("load"),
        "evaluation": made.declares("evaluate"),
        "evaluations": list(getattr(cls, "evaluations", ())),
        "arguments": arguments(cls, own.given if own else {}),
        "range": payoff_range(made, start, 0),
        "total": made.total,
        "own": own is not None,
        "levels": None if levels(made) is LEVELS else _levels(levels(made)),
    }


def inner(game: Game[Any, Any]) -> Game[Any, Any]:
    """The game itself, without its memory."""
    inner: Game[Any, Any] = getattr(game, "game", game)
    return inner


def _levels(levels: dict[int, dict[str, Any]]) -> list[dict[str, Any]]:
    return [{"level": level, "about": _level(limits)} for level, limits in levels.items()]


def _level(limits: dict[str, Any]) -> str:
    if "nodes" in limits:
        return f"tries up to {limits['nodes']} games"
    if "depth" in limits:
        plies = limits["depth"]
        return f"looks {plies} ply ahead" if plies == 1 else f"looks {plies} plies ahead"
    return f"thinks for {limits['seconds']:g} s"


# ---------------------------------------------------------------------- films


def watchable_depth(width: int) -> int:
    """How deep to look from a position with so many actions, for a tree that can be looked at.

    >>> [watchable_depth(width) for width in (3, 9, 30)]
    [3, 2, 1]
    """
    return 1 if width > 12 else 2 if width > 4 else 3


def searched(shelf: Shelf, asked: Fields) -> tuple[Reached, Result[Any], Trace]:
    """A textbook search of a position, recorded."""
    at = reach(shelf, asked)
    name = asked.text("algorithm", "alphabeta", 40)
    result = search.prepare(name, _search_options(asked))(
        at.game, at.state, trace=True, nodes=FILM_NODES, seconds=FILM_SECONDS
    )
    if result.stopped:
        much = f"{FILM_NODES:,} nodes" if result.stopped == "nodes" else f"{FILM_SECONDS:g} seconds"
        raise TooLarge(
            f"the search takes more than {much}, too much to watch: look less deep, or take a position nearer the end"
        )
    assert result.trace is not None
    return at, result, result.trace


def _search_options(asked: Fields) -> dict[str, Any]:
    return {
        "depth": asked.maybe_whole("depth", 0, MOST_DEPTH),
        "player": asked.maybe_whole("player", 0, 25),
        "rule": asked.maybe_choice("rule", (">=", ">")),
        "order": asked.maybe_choice("order", ("best", "worst")),
        "opponents": asked.maybe_choice("opponents", ("minimise", "uniform")),
        "extra": asked.maybe_whole("extra", 1, 20),
    }


def filmed(shelf: Shelf, asked: Fields) -> Answer:
    """A search as a film for the stepper, its result, and for a tree its literal and where its leaves are drawn."""
    most = asked.whole("most", 1, MOST_DRAWN, MAX_NODES)
    at, result, trace = searched(shelf, asked)
    made = film(trace, most)
    shown = made.to_dict()
    shown["trees"] = [unstyled(picture) for picture in shown["trees"]]
    game = at.game
    text = literal(game) if isinstance(game, Tree) else None
    return {
        "film": shown,
        "result": result.to_dict(),
        "worth": format_vector(result.vector)
        if result.vector is not None
        else format_rounded(result.value or 0.0),
        "pruning": sum(event["event"] == "cut" and bool(event["pruned"]) for event in trace.events),
        "tag": at.tag,
        "tree": text if text is not None and len(text) <= LONGEST_TREE else None,
        "leaves": leaves(game, at, made) if isinstance(game, Tree) else [],
    }


def unstyled(picture: str) -> str:
    """An SVG without its style sheet, which a page's policy would refuse: the page has it from ``/show/tree.css``."""
    return re.sub(r"<style>.*?</style>", "", picture, flags=re.S)


def leaves(game: Tree, at: Reached, made: Film) -> list[dict[str, Any]]:
    """Where the leaves of a tree are drawn: the film's tree, the item, the path from the tree's root, the value."""
    if at.root is not None:
        return []
    path, s = [], 0
    for move in at.moves:
        a = game.parse(s, move)
        path.append(a)
        s = game.result(s, a)
    return [
        leaf for i, drawn in enumerate(made.scenes) for leaf in _leaves(game, drawn, i, s, path)
    ]


def _leaves(game: Tree, drawn: Scene, number: int, s: int, path: list[int]) -> list[dict[str, Any]]:
    found = []
    waiting = [(0, s, path)] if drawn.items else []
    for item, node, way in waiting:  # grows while it is read
        if game.terminal(node):
            payoffs = list(game.payoffs(node))
            plain = game.players == 1 or (game.players == 2 and payoffs[1] == -payoffs[0])
            words = format_rounded(payoffs[0]) if plain else format_vector(payoffs)
            found.append(
                {
                    "tree": number,
                    "item": item,
                    "path": way,
                    "value": payoffs[0] if plain else payoffs,
                    "words": words,
                }
            )
        by_name = {game.name(node, a): a for a in game.options(node)}
        for child in drawn.items[item].children:
            a = by_name.get(drawn.items[child].action)
            if a is not None:
                waiting.append((child, game.result(node, a), [*way, a]))
    return found


def edited(shelf: Shelf, asked: Fields) -> Answer:
    """A tree with other values at some leaves, as a literal."""
    game = shelf.game(asked.text("game"))
    if not isinstance(game, Tree):
        raise BadRequest("only a tree: has leaves to change")
    changes = []
    for item in asked.items("changes", 1_000):
        one = Fields(item)
        path = one.items("path", 1_000)
        if not all(type(step) is int for step in path):
            raise BadRequest(
                "a path is a list of whole numbers, the child taken at each node from 0 on"
            )
        changes.append((path, one.given.get("value")))
    return {"game": f"tree:{literal(changed(game, changes))}"}


# ---------------------------------------------------------------------- files

TYPES = {
    "svg": "image/svg+xml",
    "png": "image/png",
    "tex": "application/x-tex",
    "html": "text/html; charset=utf-8",
    "json": "application/json",
    "dot": "text/vnd.graphviz; charset=utf-8",
    "mmd": "text/plain; charset=utf-8",
}


def exported(shelf: Shelf, asked: Fields) -> Answer:
    """The picture of a step, or of the end, as a file; or the whole film as one page, slides or its trace."""
    form = asked.maybe_choice("format", tuple(TYPES)) or "svg"
    windows: Any = asked.maybe_choice("windows", ("", "nodes", "edges")) or ""
    most = asked.whole("most", 1, MOST_DRAWN, MAX_NODES)
    step = asked.maybe_whole("step", 0, 100_000)
    at, _, trace = searched(shelf, asked)
    content = _content(form, trace, step, windows, most)
    return File(
        f"{_file_name(at, trace, form, step)}.{form}",
        TYPES[form],
        content.encode() if isinstance(content, str) else content,
    )


def _file_name(at: Reached, trace: Trace, form: str, step: int | None) -> str:
    """What is in the file: the game, the search, and which step, so that one file does not take the place of another."""
    is_whole = form in ("html", "json")
    part = (
        ""
        if is_whole
        else f"-step-{min(step, len(trace))}"
        if step is not None
        else "-slides"
        if form == "tex"
        else ""
    )
    game = at.asked.removeprefix("tree:")
    is_literal = game[:1] in "[{(" or len(game) > LONGEST_NAME
    name = "tree" if is_literal else re.sub(r"[^A-Za-z0-9]+", "-", game).strip("-")
    return f"{name}-{trace.header['algorithm']}{part}"


def _content(form: str, trace: Trace, step: int | None, windows: Any, most: int) -> str | bytes:
    from zermelo.show import draw
    from zermelo.show.latex import beamer
    from zermelo.show.stepper import html

    if form == "json":
        return trace.to_json()
    if form == "html":
        return html(film(trace, most))
    if form == "tex" and step is None:
        return beamer(film(trace, most), windows)
    makers: dict[str, Callable[[Scene], str | bytes]] = draw.MAKERS
    drawn = (
        scene(trace, None, windows, most)
        if step is None
        else film(trace, most).frame(step, windows)
    )
    return makers[f".{form}"](drawn)


# ---------------------------------------------------------------------- exercises


def posed(shelf: Shelf, asked: Fields) -> Answer:
    """An exercise: its question, its tree as a picture with lines to write on, and the form to fill in."""
    from zermelo.show.svg import svg
    from zermelo.teach import exercise
    from zermelo.teach.sheet import blank_scene

    wishes = {
        "seed": asked.whole("seed", -(10**12), 10**12, 0),
        "algorithm": asked.maybe_text("algorithm", 40),
        "depth": asked.whole("depth", 1, 7, 3),
        "branching": asked.whole("branching", 2, 6, 2),
        "cuts": asked.maybe_whole("cuts", 0, 1000),
        "chance": asked.maybe_flag("chance"),
        "players": asked.maybe_whole("players", 2, 6),
        "rule": asked.maybe_choice("rule", (">=", ">")) or ">=",
    }
    made = exercise(**wishes)  # type: ignore[arg-type]
    drawn = blank_scene(made)
    nodes = [
        {"item": i, "label": item.label, "inner": item.label in made.inner}
        for i, item in enumerate(drawn.items)
    ]
    root = made.tree
    return {
        **made.to_dict(),
        "algorithm": made.algorithm,
        "svg": unstyled(svg(drawn)),
        "nodes": nodes,
        "form": json.loads(made.form),
        "asks": {
            "values": list(made.inner),
            "pruned": made.prunes,
            "vector": root.players if made.algorithm == "maxn" else 0,
        },
        "actions": [root.name(0, a) for a in root.options(0)]
        if made.best_action is not None
        else [],
    }


def graded(shelf: Shelf, asked: Fields) -> Answer:
    """The verdict on an answer, with its first mistake in words; the solution if that is asked for."""
    from zermelo.show.svg import svg
    from zermelo.teach import Answer as Given
    from zermelo.teach import Exercise, grade
    from zermelo.teach.sheet import solved_scene

    given = Given.from_dict(asked.part("answer"))
    spec = asked.given.get("exercise", given.exercise)
    if not isinstance(spec, dict):
        raise BadAnswer("the answer does not say which exercise it belongs to")
    made = Exercise.from_spec(spec)
    found = grade(made, given)
    verdict = {**found.to_dict(), "words": str(found)}
    if asked.maybe_flag("solution"):
        verdict |= {"solution": made.solution.to_dict(), "svg": unstyled(svg(solved_scene(made)))}
    return verdict


QUESTIONS: dict[str, Callable[[Shelf, Fields], Answer]] = {
    "catalogue": listed,
    "own": own_entry,
    "position": position,
    "roll": roll,
    "film": filmed,
    "tree/edit": edited,
    "export": exported,
    "exercise": posed,
    "grade": graded,
}
"""Every question by the end of its address."""
