"""The textbook: search, trace, draw, code."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from zermelo.cli.base import FORMS, INTERRUPTED, commands
from zermelo.cli.output import Warnings, describe_result, echo
from zermelo.cli.shared_options import (
    GivenPosition,
    PictureOptions,
    SearchCommand,
    SearchName,
    depth_option,
    gear_option,
    json_option,
    nodes_option,
    picture_options,
    player_option,
    position_options,
    seconds_option,
    style_option,
    trace_options,
)

if TYPE_CHECKING:
    from pathlib import Path

    from zermelo.game import Game
    from zermelo.result import Result
    from zermelo.show.fold import Fold
    from zermelo.show.scene import Scene, Windows
    from zermelo.trace import Trace


@commands.command(cls=SearchCommand)
@click.argument("algorithm", type=SearchName(), metavar="ALGORITHM")
@position_options()
@depth_option
@seconds_option
@nodes_option
@gear_option
@player_option
@click.option(
    "--all", "all_", is_flag=True, help="Print the value of every action, and all best actions."
)
@json_option
def search(algorithm: str, given: GivenPosition, as_json: bool, all_: bool, **options: Any) -> int:
    """Search a position with a textbook algorithm."""
    from zermelo import search as textbook
    from zermelo.terminal import Thinking

    run = textbook.prepare(algorithm, options)
    game, state = given.load()
    with Warnings(), Thinking(f"{algorithm} on {given.game}") as thinking:
        result = run(game, state, progress=thinking.tick, all=all_)
    text = "\n".join([_summarise(game, result), *_describe_branching(algorithm, game, result)])
    echo(text, describe_result(game, result), as_json)
    return INTERRUPTED if result.stopped == "interrupted" else 0


def _summarise(game: Game[Any, Any], result: Result[Any]) -> str:
    """Return a result in the game's unit, where it has one for every root action."""
    from zermelo.evaluation import convert, write_value

    if not game.unit[1]:
        return result.summary()
    words: dict[str, Any] = {"p": result.player, "exact": result.exact}
    points = [convert(game, root.value, **words) for root in result.values]
    unit = "" if None in points or result.vector is not None else game.unit[1]
    return result.summary(partial(write_value, game, **words), unit)


def _describe_branching(algorithm: str, game: Game[Any, Any], result: Result[Any]) -> list[str]:
    """Return b* of a search that prunes, and the minimal tree if the game tree is uniform.

    A search that goes beyond its depth limit has no b*. With known bounds alpha-beta may see less
    than the minimal tree.
    """
    from zermelo import search as textbook
    from zermelo.formatting import format_plural
    from zermelo.result import minimal_tree
    from zermelo.tree import uniform_branching

    one = textbook.find(algorithm)
    if not one.prunes or one.needs_depth or result.depth < 1:
        return []
    line = f"b* = {result.branching:.2f} at depth {result.depth}"
    b = uniform_branching(game)
    least = minimal_tree(b, result.depth) if b > 1 and not one.chance else 0
    if 0 < least <= result.leaves + result.estimates:
        leaves = format_plural(least, "leaf", "leaves")
        line += f"; b = {b}, so alpha-beta in the best order sees {leaves}"
    return [line]


@commands.command(cls=SearchCommand)
@click.argument("algorithm", type=SearchName(), metavar="ALGORITHM")
@position_options()
@click.option(
    "--form",
    type=click.Choice(FORMS),
    default="log",
    show_default=True,
    help="The form of the text.",
)
@style_option
@click.option(
    "--names",
    type=click.Choice(["letters", "states"]),
    default="letters",
    show_default=True,
    help="With --style lecture: nodes are A, B, C … or states like (2,1).",
)
@click.option(
    "--stages",
    metavar="LEAVES",
    help="With --form stages: a stage ends with each of these leaves (E,F,G), not with every leaf.",
)
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    help="Write a file: LaTeX (.tex) of the tables table3 and nested, or text (.txt).",
)
@trace_options
def trace(
    algorithm: str,
    given: GivenPosition,
    form: str,
    style: str,
    names: str,
    stages: str | None,
    output: str | None,
    **options: Any,
) -> None:
    """Show a search step by step: the lecture's tables, the slides' stages, a log, or JSON.

    GAME is named as in zermelo --help. With --style lecture the nodes of a small game are called
    A, B, C …, and its successors are in the order of the lecture's figure.
    """
    from zermelo.show.latex_table import write_file
    from zermelo.show.text import text, write_stages

    if stages is not None and form != "stages":
        raise click.UsageError("--stages goes with --form stages")
    trace = _record(algorithm, *_load(given, style, names), given.game, options)
    if output is not None:
        click.echo(write_file(trace, form, output))
    elif stages is not None:
        click.echo("\n".join(write_stages(trace, read_leaves(stages))))
    else:
        click.echo(trace.to_json() if form == "json" else text(trace, form))


def read_leaves(words: str) -> list[str]:
    """Return the leaves of an option; none for all."""
    leaves = words.replace(",", " ").split()
    return [] if leaves == ["all"] else leaves


def _load(given: GivenPosition, style: str, names: str = "letters") -> tuple[Game[Any, Any], Any]:
    """Return the game and the state; in the lecture's style the tree of a game that is small."""
    from zermelo.errors import TooLarge
    from zermelo.tree import Tree, game_tree

    game, state = given.load()
    if style == "lecture" and not isinstance(game, Tree):
        with suppress(TooLarge):
            tree = game_tree(game, state)
            tree.is_named_by_states = names == "states"
            return tree, 0
    return game, state


def _record(
    algorithm: str, game: Game[Any, Any], state: Any, name: str, options: dict[str, Any]
) -> Trace:
    """Return the trace of a search."""
    from zermelo import search as textbook
    from zermelo.terminal import Thinking

    with Thinking(f"recording {algorithm} on {name}") as thinking:
        run = textbook.prepare(algorithm, options)
        result = run(game, state, trace=True, progress=thinking.tick)
    assert result.trace is not None
    return result.trace


@commands.command(cls=SearchCommand)
@click.argument("algorithm", type=SearchName("tree"), metavar="ALGORITHM")
@position_options()
@click.option(
    "-o",
    "--output",
    required=True,
    metavar="FILE",
    help="The file; its ending is .svg, .png, .tex, .dot, .mmd, .txt or .html (a stepper).",
)
@picture_options
@trace_options
def draw(
    algorithm: str, given: GivenPosition, output: str, picture: PictureOptions, **options: Any
) -> None:
    """Draw the tree of a search: SVG, PNG, LaTeX, Graphviz, Mermaid, text, or an HTML stepper.

    GAME is named as in zermelo --help. ALGORITHM may also be tree: no search, the game's tree
    itself.
    """
    from zermelo.show import draw as drawing
    from zermelo.show import film_maker, scene

    is_film = picture.frames or output.endswith(".html")
    _check_picture(output, picture, is_film, algorithm)
    game, state = _load(given, picture.style)
    fold = picture.make_fold(game, state)
    if algorithm == "tree":
        click.echo(drawing.write(_draw_game(game, state, picture, fold, options), output))
        return
    trace = _record(algorithm, game, state, given.game, options)
    if picture.stages is not None:
        click.echo(_draw_stages(trace, picture, fold, output))
    elif is_film:
        nodes = picture.max_nodes or film_maker.MAX_NODES
        film = film_maker.film(trace, nodes, picture.style, fold)
        for path in drawing.write_film(film, output, picture.windows or ""):
            click.echo(path)
    else:
        nodes = picture.max_nodes or scene.MAX_NODES
        windows: Windows = picture.windows or ""
        look = film_maker.paint_step(trace, picture.step, windows, nodes, picture.style, fold)
        click.echo(drawing.write(look, output))


def _draw_game(
    game: Game[Any, Any],
    state: Any,
    picture: PictureOptions,
    fold: Fold | None,
    options: dict[str, Any],
) -> Scene:
    """Return the tree of a game without a search; --depth and --plies both say how deep."""
    from zermelo.show.game_scene import game_scene
    from zermelo.show.scene import MAX_NODES

    limits = [x for x in (options.get("plies"), options.get("depth")) if x is not None]
    plies = min(limits, default=None)
    nodes = picture.max_nodes or MAX_NODES
    return game_scene(game, state, plies, nodes, picture.style, fold, picture.ends)


def _draw_stages(trace: Trace, picture: PictureOptions, fold: Fold | None, output: str) -> Path:
    """Draw the range of every node after each leaf, or after some."""
    from zermelo.show import film_maker, stage_sheet

    leaves = read_leaves(picture.stages or "")
    nodes = picture.max_nodes or film_maker.MAX_NODES
    scenes = stage_sheet.paint_stages(trace, leaves, nodes, picture.style, fold)
    return stage_sheet.write_stages(scenes, output)


def _check_picture(output: str, picture: PictureOptions, is_film: bool, algorithm: str) -> None:
    """Refuse a wrong file name or a step of a whole film, before the search."""
    from zermelo.show import draw, file, stage_sheet

    step = picture.step
    if picture.stages is not None:
        if is_film or step is not None or algorithm == "tree":
            raise click.UsageError("--stages draws a search leaf by leaf: leave out the rest")
        file.check_ending(output, stage_sheet.ENDINGS)
        return
    if is_film and picture.step is not None:
        raise click.UsageError("--step picks one picture; a stepper or --frames shows all of them")
    if picture.ends and algorithm != "tree":
        raise click.UsageError("--ends goes with zermelo draw tree, which searches nothing")
    if algorithm == "tree" and (is_film or picture.step is not None):
        raise click.UsageError("tree is not a search and has no steps: name one, such as minimax")
    file.check_ending(output, draw.FILMS if is_film else [*draw.MAKERS, ".html"])


@commands.command(cls=SearchCommand)
@click.argument("algorithm", type=SearchName(), metavar="ALGORITHM")
@click.option("--depth", is_flag=True, help="The form with a depth limit.")
@click.option("--bounds", is_flag=True, help="The form for a game that declares bounds.")
@json_option
def code(algorithm: str, depth: bool, bounds: bool, as_json: bool, **options: Any) -> None:
    """Print the text of a search, which is its pseudocode.

    It is the text that runs, without the lines that record a trace. The options of the search
    change it.
    """
    from zermelo.search.registry import find, list_texts

    one, listings = find(algorithm), list_texts(algorithm, options, depth, bounds)
    functions = {text.name: list(text.lines) for text in listings}
    content = {"algorithm": one.name, "source": one.source, "functions": functions}
    echo("\n\n".join(map(str, listings)), content, as_json)
