"""The engine: analyse, solve, bench, ablate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from zermelo.cli.base import FAILED, INTERRUPTED, commands
from zermelo.cli.output import Warnings, echo, echo_json
from zermelo.cli.shared_options import (
    GivenPosition,
    add_options,
    engine_options,
    json_option,
    nodes_option,
    player_option,
    position_options,
    seconds_option,
)

if TYPE_CHECKING:
    from zermelo.engine.bench import Measured
    from zermelo.game import Game
    from zermelo.result import Result

DEFAULT_SECONDS = 5.0
"""Seconds of an analysis without a limit."""

_common_options = add_options(
    seconds_option, nodes_option, engine_options, player_option, json_option
)
"""The options of analyse and solve: limits, the engine, the player, the output."""


@commands.command()
@position_options()
@click.option("--depth", type=int, metavar="N", help="Stop after depth N.")
@click.option(
    "--lines",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    metavar="K",
    help="MultiPV: the number of best lines.",
)
@click.option(
    "--search",
    metavar="NAME",
    help="The search: pvs, star, maxn, paranoid or mcts. By default the one that suits the game.",
)
@click.option(
    "--driver",
    type=click.Choice(["pvs", "mtd"]),
    default="pvs",
    show_default=True,
    help="How a depth is searched: by an aspiration window or by MTD(f).",
)
@_common_options
def analyse(
    given: GivenPosition,
    engine: dict[str, Any],
    search: str | None,
    driver: str,
    as_json: bool,
    **limits: Any,
) -> int:
    """Let the engine think about a position: depth, value and best line as it finds them.

    Without a limit it thinks for five seconds. Ctrl-C stops it; the last finished depth counts.
    """
    if all(limits[name] is None for name in ("depth", "seconds", "nodes")):
        limits["seconds"] = DEFAULT_SECONDS
    game, state = given.load(history=True)
    with Warnings():
        result = _deepen(
            game, state, {**engine, "search": search, "driver": driver}, limits, as_json
        )
    echo(_summarise(game, result), _describe(game, result), as_json)
    return INTERRUPTED if result.stopped == "interrupted" else 0


def _deepen(
    game: Game[Any, Any],
    state: Any,
    engine: dict[str, Any],
    limits: dict[str, Any],
    is_quiet: bool,
) -> Result[Any]:
    """Search deeper and deeper, and print each finished depth. Return the last result."""
    from zermelo.engine.searcher import make_searcher
    from zermelo.frame.question import Limits

    result = None
    finished = 0
    for result in make_searcher(game, **engine).iterate(state, Limits(**limits)):
        if not is_quiet and len(result.history) > finished:
            finished = len(result.history)
            click.echo("\n".join(_list_variations(game, result)))
    assert result is not None
    return result


def _list_variations(game: Game[Any, Any], result: Result[Any]) -> list[str]:
    """Return the best lines after one depth, each with its value and the effort so far."""
    from zermelo.evaluation import write_value
    from zermelo.formatting import format_count

    effort = f"{format_count(result.nodes):>8} nodes {format_count(result.speed):>8}/s"
    lines = []
    for v in result.variations or (result,):
        assert v.value is not None
        end = f" in {v.distance}" if v.exact and v.distance is not None else ""
        value = write_value(game, v.value, result.player, v.exact, result.is_mean)
        lines.append(f"depth {result.depth:>2}  {value + end:>16}  {effort}  {' '.join(v.line)}")
    return lines


def _summarise(game: Game[Any, Any], result: Result[Any]) -> str:
    """Return the value, how sure it is, the best move and the effort, in one line."""
    from zermelo.result import write_vector

    if result.value is None:
        return f"no value yet; {result.action_name} is only the first move"
    end = "" if result.distance is None or not result.exact else f" in {result.distance} plies"
    kind = "proven" if result.exact else "not proven"
    if result.history and not result.exact:
        kind = f"estimated at depth {result.history[-1].depth}"
    move = f", best move {result.action_name}" if result.action_name else ""
    value = _describe(game, result)["value_text"]
    all_players = f", {write_vector(result.vector)} for all" if result.vector is not None else ""
    answer = f"{value} for {result.player_name}{all_players}{end} ({kind}){move}"
    return f"{answer}; {result.nodes:,} nodes in {result.seconds:.2f} s"


def _describe(game: Game[Any, Any], result: Result[Any]) -> dict[str, Any]:
    """Return a result for JSON, with the value as people say it in this game."""
    from zermelo.evaluation import write_value

    words = None
    if result.value is not None:
        words = write_value(game, result.value, result.player, result.exact, result.is_mean)
    return {**result.to_dict(), "value_text": words}


@commands.command()
@position_options()
@click.option("--move", metavar="MOVE", help="The move to explain; by default the best one.")
@click.option("--depth", type=int, metavar="N", help="Analyse to depth N.")
@seconds_option
@player_option
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    help="Draw the tree: .svg, .png, .tex, .dot, .mmd or .txt. By default it is printed.",
)
def why(given: GivenPosition, move: str | None, output: str | None, **options: Any) -> None:
    """Show why a move has its value: the engine's line to its end, and what proves it.

    Without a limit the engine thinks for two seconds. W5 is a proven win in five plies, D a proven
    draw, ≈ an estimate; ≤ and ≥ are bounds, and … stands where the engine looked deeper.
    """
    from zermelo.engine.why import explain_move
    from zermelo.show import draw, file
    from zermelo.show.outline import outline
    from zermelo.show.scene import scene

    if output is not None:
        file.check_ending(output, draw.MAKERS)
    game, state = given.load(history=True)
    with Warnings():
        explanation = explain_move(game, state, move, **options)
    picture = scene(explanation.trace)
    click.echo(explanation.sentence)
    click.echo(outline(picture) if output is None else draw.write(picture, output))


@commands.command()
@position_options()
@_common_options
def solve(given: GivenPosition, engine: dict[str, Any], as_json: bool, **limits: Any) -> int:
    """Prove the exact value of a position, with the distance to the end and a best line.

    Exit 1 if it could not be proven.
    """
    from zermelo.terminal import Thinking

    game, state = given.load(history=True)
    with Warnings(), Thinking(f"solving {given.game}") as thinking:
        result = _prove(game, state, engine, {**limits, "progress": thinking.tick})
    lines = [f"line {' '.join(result.line)}"] if len(result.line) > 1 else []
    echo(
        "\n".join([_summarise(game, result), *lines, *result.notes]),
        _describe(game, result),
        as_json,
    )
    return INTERRUPTED if result.stopped == "interrupted" else 0 if result.exact else FAILED


def _prove(
    game: Game[Any, Any], state: Any, engine: dict[str, Any], limits: dict[str, Any]
) -> Result[Any]:
    """Solve a two-player game; search a game with chance or more players as deep as it goes."""
    from zermelo.engine import Engine
    from zermelo.engine.searcher import make_searcher
    from zermelo.frame.question import Limits
    from zermelo.frame.run import last
    from zermelo.history import GameWithHistory

    if game.has_chance or game.players > 2 or game.terminal(state):
        options = {name: engine[name] for name in ("memory", "without", "gear")}
        return last(make_searcher(game, **options).iterate(state, Limits(**limits)))
    if isinstance(game, GameWithHistory):
        solver = Engine(game.game, **engine)
        return solver.solve(state.state, past=state.past, **limits)
    return Engine(game, **engine).solve(state, **limits)


@commands.command()
@json_option
def bench(as_json: bool) -> None:
    """Search fixed positions with the engine.

    Nodes, speed, and the signature, which is the sum of all nodes.
    """
    from zermelo.engine.bench import bench as search_positions
    from zermelo.formatting import format_count

    rows = []
    for row in search_positions():
        rows.append(row)
        if not as_json:
            click.echo(f"{row.nodes:>12,} nodes  {format_count(row.result.speed):>8}/s  {row.name}")
    nodes, seconds = sum(row.nodes for row in rows), sum(row.result.seconds for row in rows)
    content = {"signature": nodes, "nodes_per_second": round(nodes / seconds)}
    text = f"signature: {nodes}\n{format_count(nodes / seconds)} nodes/s"
    echo(text, {"positions": _describe_rows(rows), **content}, as_json)


def _describe_rows(rows: list[Measured]) -> list[dict[str, Any]]:
    """Return measured searches for JSON."""
    return [
        {
            "name": row.name,
            "nodes": row.nodes,
            "seconds": row.result.seconds,
            "value": row.result.value,
        }
        for row in rows
    ]


@commands.command()
@position_options()
@click.option(
    "--depth",
    type=click.IntRange(min=1),
    default=8,
    show_default=True,
    metavar="N",
    help="The depth to search to.",
)
@json_option
def ablate(given: GivenPosition, depth: int, as_json: bool) -> None:
    """Measure what each feature of the engine is worth in a position: nodes and time without it."""
    from zermelo.engine.bench import ablate as search_without
    from zermelo.engine.bench import worth

    rows = []
    for row in search_without(*given.load(), depth):
        rows.append(row)
        if not as_json:
            factor, seconds = worth(row, rows[0]), row.result.seconds
            click.echo(f"{row.nodes:>12,} nodes  {factor:>7.2f} ×  {seconds:>8.3f} s  {row.name}")
    if as_json:
        echo_json({"game": given.game, "depth": depth, "rows": _describe_rows(rows)})
