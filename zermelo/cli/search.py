"""The textbook: search, trace, draw, strategy, complexity."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from zermelo.cli.base import (
    FORMS,
    INTERRUPTED,
    SearchCommand,
    SearchName,
    Warnings,
    commands,
    echo_json,
    positioned,
    state_of,
    traced_options,
)

if TYPE_CHECKING:
    from zermelo.trace import Trace


@commands.command(cls=SearchCommand)
@click.argument("algorithm", type=SearchName(), metavar="ALGORITHM")
@click.argument("game", metavar="GAME")
@positioned
@click.option("--depth", type=int, metavar="N", help="Look N plies ahead, then estimate.")
@click.option("--seconds", type=float, metavar="S", help="Stop after S seconds.")
@click.option("--nodes", type=int, metavar="N", help="Stop after N nodes.")
@click.option(
    "--gear", type=click.Choice(["auto", "plain", "compiled"]), default="auto", show_default=True
)
@click.option(
    "--player", type=int, metavar="P", help="Who is MAX (from 0); the player to move otherwise."
)
@click.option(
    "--all", "all_", is_flag=True, help="The value of every action, and all that are equally good."
)
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def search(
    algorithm: str,
    game: str,
    position: str | None,
    moves: str,
    as_json: bool,
    all_: bool,
    **options: Any,
) -> int:
    """Search a position with a textbook algorithm."""
    from zermelo import catalogue
    from zermelo import search as textbook
    from zermelo.terminal import Thinking

    played = catalogue.game(game)
    made = textbook.prepare(algorithm, options)
    state = state_of(played, position, moves)
    with Warnings(), Thinking(f"{algorithm} on {game}") as thinking:
        result = made(played, state, progress=thinking.tick, all=all_)
    if as_json:
        echo_json(result.to_dict())
    else:
        click.echo(result.summary())
    return INTERRUPTED if result.stopped == "interrupted" else 0


@commands.command(cls=SearchCommand)
@click.argument("algorithm", type=SearchName(), metavar="ALGORITHM")
@click.argument("game", metavar="GAME")
@positioned
@click.option(
    "--form", type=click.Choice(FORMS), default="log", show_default=True, help="How to tell it."
)
@traced_options
def trace(
    algorithm: str, game: str, position: str | None, moves: str, form: str, **options: Any
) -> None:
    """Show a search step by step: the lecture's tables, the slides' stages, a log, or JSON.

    GAME is named as in zermelo --help.
    """
    from zermelo.show.text import text

    recorded = _traced(algorithm, game, position, moves, options)
    click.echo(recorded.to_json() if form == "json" else text(recorded, form))


def _traced(
    algorithm: str, game: str, position: str | None, moves: str, options: dict[str, Any]
) -> Trace:
    """The trace of a search."""
    from zermelo import catalogue
    from zermelo import search as textbook
    from zermelo.terminal import Thinking

    played = catalogue.game(game)
    state = state_of(played, position, moves)
    with Thinking(f"recording {algorithm} on {game}") as thinking:
        result = textbook.prepare(algorithm, options)(
            played, state, trace=True, progress=thinking.tick
        )
    assert result.trace is not None
    return result.trace


@commands.command(cls=SearchCommand)
@click.argument("algorithm", type=SearchName(), metavar="ALGORITHM")
@click.argument("game", metavar="GAME")
@positioned
@click.option(
    "-o",
    "--output",
    required=True,
    metavar="FILE",
    help="Where to: the ending .svg, .png, .tex, .dot, .mmd or .html (a stepper) tells.",
)
@click.option(
    "--frames",
    is_flag=True,
    help="The whole search: Beamer slides (.tex), or a numbered .svg or .png for each change.",
)
@click.option(
    "--step",
    type=click.IntRange(min=0),
    metavar="N",
    help="The picture after N steps, with what is still ahead in grey; otherwise the last one.",
)
@click.option(
    "--windows",
    type=click.Choice(["nodes", "edges"]),
    help="Show [α, β] at the nodes or on the edges.",
)
@click.option(
    "--most",
    type=click.IntRange(min=1),
    metavar="N",
    help="Fold trees with more nodes (400; 200 in films).",
)
@traced_options
def draw(
    algorithm: str,
    game: str,
    position: str | None,
    moves: str,
    output: str,
    frames: bool,
    step: int | None,
    windows: Any,
    most: int | None,
    **options: Any,
) -> None:
    """Draw the tree of a search: SVG, PNG, LaTeX, Graphviz, Mermaid, or an HTML stepper.

    GAME is named as in zermelo --help.
    """
    from zermelo.show import draw as drawing
    from zermelo.show import file, film_maker, scene

    is_film = frames or output.endswith(".html")
    if is_film and step is not None:
        raise click.UsageError("--step picks one picture; a stepper or --frames shows all of them")
    file.check_ending(output, drawing.FILMS if is_film else [*drawing.MAKERS, ".html"])
    recorded = _traced(algorithm, game, position, moves, options)
    if is_film:
        made = film_maker.film(recorded, most or film_maker.MAX_NODES)
        for path in drawing.write_film(made, output, windows or ""):
            click.echo(path)
    else:
        folded = most or scene.MAX_NODES
        seen = (
            scene.scene(recorded, None, windows or "", folded)
            if step is None
            else film_maker.film(recorded, folded).frame(step, windows or "")
        )
        click.echo(drawing.write(seen, output))


@commands.command(cls=SearchCommand)
@click.argument("algorithm", type=SearchName(), metavar="ALGORITHM")
@click.option("--depth", is_flag=True, help="The form with a depth limit.")
@click.option("--bounds", is_flag=True, help="The form for a game that knows bounds of its values.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def code(algorithm: str, depth: bool, bounds: bool, as_json: bool, **options: Any) -> None:
    """Print the text of a search, which is its pseudocode.

    It is the text that runs, without its calls of the watch. The options of the search change it.
    """
    from zermelo.search.registry import find, list_texts

    listings = list_texts(algorithm, options, depth, bounds)
    if as_json:
        one = find(algorithm)
        texts = {text.name: list(text.lines) for text in listings}
        echo_json({"algorithm": one.name, "source": one.source, "functions": texts})
    else:
        click.echo("\n\n".join(map(str, listings)))


@commands.command()
@click.argument("game", metavar="GAME")
@positioned
@click.option(
    "--player", type=int, metavar="P", help="Whose strategy (from 0); the player to move otherwise."
)
@click.option("--depth", type=int, metavar="N", help="Show the first N plies.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def strategy(
    game: str,
    position: str | None,
    moves: str,
    player: int | None,
    depth: int | None,
    as_json: bool,
) -> None:
    """Show a contingent strategy: a best move for every reply, as a tree."""
    from zermelo import catalogue
    from zermelo import search as textbook

    played = catalogue.game(game)
    plan = textbook.strategy(played, state_of(played, position, moves), player=player, depth=depth)
    if as_json:
        echo_json({"game": game, **plan.to_dict()})
    else:
        click.echo(str(plan))


@commands.command()
@click.argument("game", metavar="GAME")
@positioned
@click.option(
    "--depth",
    type=int,
    metavar="N",
    help="Measure depths 1 to N; otherwise as deep as --nodes allows.",
)
@click.option(
    "--nodes",
    type=int,
    metavar="N",
    help="No depth with more nodes than this: a million, unless --depth is given.",
)
@click.option(
    "--seconds",
    type=float,
    metavar="S",
    help="Stop after S seconds, and keep the depths that are finished.",
)
@click.option(
    "--gear", type=click.Choice(["auto", "plain", "compiled"]), default="auto", show_default=True
)
@click.option(
    "--player", type=int, metavar="P", help="Who is MAX (from 0); the player to move otherwise."
)
@click.option(
    "-o", "--output", metavar="FILE", help="Also plot it: to a file that ends in .svg or .png."
)
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def complexity(
    game: str, position: str | None, moves: str, output: str | None, as_json: bool, **options: Any
) -> int:
    """Measure what the order of moves is worth to alpha-beta: nodes and b* at depth 1, 2, 3 …

    Compares minimax, alpha-beta in the worst, natural and best order, and the minimal tree.
    """
    from zermelo import catalogue
    from zermelo.complexity import measure
    from zermelo.show import plot
    from zermelo.show.file import check_ending
    from zermelo.terminal import Thinking

    if output is not None:
        check_ending(output, plot.MAKERS)
    played = catalogue.game(game)
    state = state_of(played, position, moves)
    with Warnings(), Thinking(f"complexity of {game}") as thinking:
        found = measure(played, state, progress=thinking.tick, **options)
    if as_json:
        echo_json(found.to_dict())
    else:
        click.echo(found.table())
    if output is not None and found.rows:
        click.echo(plot.write(found, output), err=as_json)
    return INTERRUPTED if found.stopped == "interrupted" else 0
