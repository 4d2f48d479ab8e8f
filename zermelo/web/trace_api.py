"""Questions about a textbook search: its trace as a film or a file; a tree with other leaves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from zermelo import search
from zermelo.errors import TooLarge
from zermelo.formatting import format_rounded, format_vector
from zermelo.game import Game
from zermelo.result import Result
from zermelo.search.opponents import read_model
from zermelo.show.file import has_png
from zermelo.show.film import Film
from zermelo.show.film_maker import MAX_NODES, film, paint_step
from zermelo.show.fold import Fold
from zermelo.show.scene import STYLES, Scene, Style
from zermelo.trace import Trace
from zermelo.tree import Tree, game_tree
from zermelo.web.game_registry import GameRegistry
from zermelo.web.position_api import ReachedPosition, reach_position
from zermelo.web.request_fields import BadRequest, Fields
from zermelo.web.tree_text import edit_leaves, write_tree

MAX_TRACE_NODES = 2_000
MAX_TRACE_SECONDS = 8.0
"""Limits of a search that is recorded."""

MAX_DRAWN = 400
"""Nodes of a picture."""

MAX_OPENED = 200
"""Folded nodes whose successors are drawn on request."""

SUCCESSORS = ("all", "symmetric", "2", "3", "5")
"""Which successors of a node are drawn: all, one of symmetric ones, or of those the first few."""

WIDE = 12
"""The most successors of a node that are drawn unless all are asked for: a wide tree fits."""

MAX_DEPTH = 60

MAX_MODEL = 60
"""Characters of a model of opponents. A request cannot name one in a file."""

MAX_FILE_NAME = 40
"""Characters of a game's name in the name of a file."""

MAX_LITERAL = 20_000
"""Characters of a tree's literal that is sent along with a film."""

FILE_TYPES = {
    "svg": "image/svg+xml",
    "png": "image/png",
    "tex": "application/x-tex",
    "html": "text/html; charset=utf-8",
    "json": "application/json",
    "dot": "text/vnd.graphviz; charset=utf-8",
    "mmd": "text/plain; charset=utf-8",
    "txt": "text/plain; charset=utf-8",
}


@dataclass(frozen=True)
class FileReply:
    """A file to download."""

    name: str
    type: str
    content: bytes


# ---------------------------------------------------------------------- the search


@dataclass(frozen=True)
class RecordedSearch:
    """A search with its trace, and how it is to be drawn."""

    at: ReachedPosition
    result: Result[Any]
    trace: Trace
    max_nodes: int
    style: Style
    fold: Fold | None
    opened: frozenset[int]

    def make_film(self) -> Film:
        """Return the film of the search."""
        return film(self.trace, self.max_nodes, self.style, self.fold, self.opened)


def record_search(games: GameRegistry, fields: Fields) -> RecordedSearch:
    """Run a textbook search of a position and record its trace."""
    max_nodes = fields.get_integer("max_nodes", 1, MAX_DRAWN, MAX_NODES)
    style: Any = fields.get_optional_choice("style", STYLES) or "triangles"
    successors = fields.get_optional_choice("successors", SUCCESSORS) or "all"
    opened = _read_opened(fields)
    at = reach_position(games, fields)
    name = fields.get_text("algorithm", "alphabeta", 40)
    game, state = _choose_game(at, style)
    result = search.prepare(name, _read_search_options(fields))(
        game, state, trace=True, nodes=MAX_TRACE_NODES, seconds=MAX_TRACE_SECONDS
    )
    if result.stopped:
        raise _explain_too_large(result)
    assert result.trace is not None
    fold = _make_fold(game, state, successors)
    return RecordedSearch(at, result, result.trace, max_nodes, style, fold, opened)


def _read_opened(fields: Fields) -> frozenset[int]:
    """Return the numbers of the nodes whose successors are drawn, though the tree is folded."""
    numbers = fields.get_list("opened", MAX_OPENED)
    if not all(type(number) is int for number in numbers):
        raise BadRequest("opened is a list of numbers of nodes, as a film has them in its folds")
    return frozenset(numbers)


def _choose_game(at: ReachedPosition, style: str) -> tuple[Game[Any, Any], Any]:
    """Return what is searched: in the lecture's style the tree of a game that is small."""
    if style == "lecture" and not isinstance(at.game, Tree):
        with suppress(TooLarge):
            return game_tree(at.game, at.state, MAX_DRAWN), 0
    return at.game, at.state


def _make_fold(game: Game[Any, Any], state: Any, successors: str) -> Fold | None:
    """Return which successors are drawn; None for all."""
    if successors == "all":
        return None
    return Fold(game, state, WIDE if successors == "symmetric" else int(successors))


def _explain_too_large(result: Result[Any]) -> TooLarge:
    is_large = result.stopped == "nodes"
    limit = f"{MAX_TRACE_NODES:,} nodes" if is_large else f"{MAX_TRACE_SECONDS:g} seconds"
    return TooLarge(
        f"the search takes more than {limit}, too much to watch: "
        "search less deep, or take a position nearer the end"
    )


def _read_search_options(fields: Fields) -> dict[str, Any]:
    return {
        "depth": fields.get_optional_integer("depth", 0, MAX_DEPTH),
        "player": fields.get_optional_integer("player", 0, 25),
        "rule": fields.get_optional_choice("rule", (">=", ">")),
        "order": fields.get_optional_choice("order", ("best", "worst")),
        "opponents": read_model(fields.get_optional_text("opponents", MAX_MODEL)),
        "extra": fields.get_optional_integer("extra", 1, 20),
    }


# ---------------------------------------------------------------------- films


def answer_film(games: GameRegistry, fields: Fields) -> dict[str, Any]:
    """Return a search as a film for the stepper, with its result; for a tree with its leaves.

    Its `questions`, if the request wants them, ask what the next steps will show.
    """
    recorded = record_search(games, fields)
    at, result = recorded.at, recorded.result
    reel = recorded.make_film()
    return {
        "film": _write_film(reel),
        "result": result.to_dict(),
        "value_text": _write_value(result),
        "dependence": result.dependence,
        "tag": at.tag,
        "tree": _write_literal(at.game) if isinstance(at.game, Tree) else None,
        "leaves": list(_find_leaves(at.game, at, reel)) if isinstance(at.game, Tree) else [],
        "questions": _list_questions(reel, recorded)
        if fields.get_optional_flag("questions")
        else [],
    }


def _list_questions(reel: Film, recorded: RecordedSearch) -> list[dict[str, Any]]:
    from zermelo.teach.predict import list_predictions

    return [one.to_dict() for one in list_predictions(reel, recorded.trace)]


def answer_prediction(games: GameRegistry, fields: Fields) -> dict[str, Any]:
    """Return whether a typed value is the right answer to a question about a film."""
    from zermelo.teach.predict import is_right_prediction

    written, right = fields.get_text("written", None, 80), fields.get_text("right", None, 200)
    return {"right": is_right_prediction(written, right)}


def _write_film(reel: Film) -> dict[str, Any]:
    content = reel.to_dict()
    content["trees"] = [remove_style(picture) for picture in content["trees"]]
    return content


def _write_value(result: Result[Any]) -> str:
    if result.range is not None:
        return result.range.describe()
    return (
        format_vector(result.vector)
        if result.vector is not None
        else _write_number(result, result.value or 0.0)
    )


def _write_number(result: Result[Any], v: float) -> str:
    """Return a value as the pictures of the search write it, with the unit of an estimate."""
    trace = result.trace
    return format_rounded(v) if trace is None else trace.write(v) + trace.find_unit(v)


def _write_literal(game: Tree) -> str | None:
    text = write_tree(game)
    return text if len(text) <= MAX_LITERAL else None


def remove_style(picture: str) -> str:
    """Return an SVG without its style sheet.

    The page's security policy refuses inline styles; the page loads ``/show/tree.css``.
    """
    return re.sub(r"<style>.*?</style>", "", picture, flags=re.S)


def _find_leaves(game: Tree, at: ReachedPosition, reel: Film) -> Iterator[dict[str, Any]]:
    """Yield where each leaf of a tree is drawn, its path from the tree's root, and its value."""
    if at.root is not None:
        return
    path, s = [], 0
    for move in at.moves:
        a = game.parse(s, move)
        path.append(a)
        s = game.result(s, a)
    for number, drawn in enumerate(reel.scenes):
        for item, node, below in _walk_drawn(game, drawn, s, path):
            if game.terminal(node):
                place = {"tree": number, "item": item, "path": below}
                yield {**place, **_describe_payoffs(game, node)}


def _walk_drawn(
    game: Tree, drawn: Scene, s: int, path: list[int]
) -> Iterator[tuple[int, int, list[int]]]:
    """Yield each drawn item with its node of the tree and its path, breadth first."""
    waiting = [(0, s, path)] if drawn.items else []
    for item, node, below in waiting:  # the list grows while it is read
        yield item, node, below
        by_name = {game.name(node, a): a for a in game.options(node)}
        for child in drawn.items[item].children:
            a = by_name.get(drawn.items[child].action)
            if a is not None:
                waiting.append((child, game.result(node, a), [*below, a]))


def _describe_payoffs(game: Tree, node: int) -> dict[str, Any]:
    unknown = game.unknown(node, 0)
    if unknown is not None:
        return {"value": unknown.name, "words": unknown.name}
    payoffs = list(game.payoffs(node))
    if game.players == 1 or (game.players == 2 and payoffs[1] == -payoffs[0]):
        return {"value": payoffs[0], "words": format_rounded(payoffs[0])}
    return {"value": payoffs, "words": format_vector(payoffs)}


# ---------------------------------------------------------------------- edited trees


def answer_tree_edit(games: GameRegistry, fields: Fields) -> dict[str, Any]:
    """Return a tree with other values at some leaves, as a literal."""
    game = games.get(fields.get_text("game"))
    if not isinstance(game, Tree):
        raise BadRequest("only the leaves of a tree can change; name a game that begins with tree:")
    changes = [_read_change(Fields(item)) for item in fields.get_list("changes", 1_000)]
    return {"game": f"tree:{write_tree(edit_leaves(game, changes))}"}


def _read_change(change: Fields) -> tuple[list[int], Any]:
    path = change.get_list("path", 1_000)
    if not all(type(step) is int for step in path):
        raise BadRequest(
            "a path is a list of whole numbers, the child taken at each node from 0 on"
        )
    return path, change.given.get("value")


# ---------------------------------------------------------------------- files


def list_formats() -> list[str]:
    """Return the formats of files that can be written here."""
    return [form for form in FILE_TYPES if form != "png" or has_png()]


def answer_export(games: GameRegistry, fields: Fields) -> FileReply:
    """Return the picture of a step or of the whole search, the slides, the page, or the trace."""
    form = fields.get_optional_choice("format", tuple(FILE_TYPES)) or "svg"
    windows: Any = fields.get_optional_choice("windows", ("", "nodes", "edges", "ranges")) or ""
    step = fields.get_optional_integer("step", 0, 100_000)
    recorded = record_search(games, fields)
    content = _write_content(form, recorded, step, windows)
    return FileReply(
        f"{_make_file_name(recorded.at, recorded.trace, form, step)}.{form}",
        FILE_TYPES[form],
        content.encode() if isinstance(content, str) else content,
    )


def _make_file_name(at: ReachedPosition, trace: Trace, form: str, step: int | None) -> str:
    """Return a name with the game, the search and the step, different for different files."""
    game = at.name.removeprefix("tree:")
    is_literal = game[:1] in "[{(" or len(game) > MAX_FILE_NAME
    name = "tree" if is_literal else re.sub(r"[^A-Za-z0-9]+", "-", game).strip("-")
    return f"{name}-{trace.header['algorithm']}{_name_part(trace, form, step)}"


def _name_part(trace: Trace, form: str, step: int | None) -> str:
    if form in ("html", "json"):  # always the whole search
        return ""
    if step is not None:
        return f"-step-{min(step, len(trace))}"
    return "-slides" if form == "tex" else ""


def _write_content(
    form: str, recorded: RecordedSearch, step: int | None, windows: Any
) -> str | bytes:
    from zermelo.show import draw
    from zermelo.show.beamer import beamer
    from zermelo.show.stepper import html

    if form == "json":
        return recorded.trace.to_json()
    if form == "html":
        return html(recorded.make_film())
    if form == "tex" and step is None:
        return beamer(recorded.make_film(), windows)
    look = (recorded.max_nodes, recorded.style, recorded.fold, recorded.opened)
    return draw.MAKERS[f".{form}"](paint_step(recorded.trace, step, windows, *look))
