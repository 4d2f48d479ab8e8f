"""The engine: analyse, solve, bench, ablate."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from zermelo.cli.base import (
    FAILED,
    INTERRUPTED,
    Warnings,
    commands,
    echo_json,
    positioned,
    state_of,
)


def _engine_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that say which engine is meant, and when it is to stop."""
    options = (
        click.option("--seconds", type=float, metavar="S", help="Stop after S seconds."),
        click.option("--nodes", type=int, metavar="N", help="Stop after N nodes."),
        click.option(
            "--threads",
            type=int,
            default=1,
            show_default=True,
            metavar="N",
            help="How many search together.",
        ),
        click.option(
            "--memory",
            type=float,
            default=64,
            show_default=True,
            metavar="MIB",
            help="The size of the table.",
        ),
        click.option(
            "--without",
            multiple=True,
            metavar="FEATURE",
            help="Leave a feature out; may be given several times.",
        ),
        click.option(
            "--gear",
            type=click.Choice(["auto", "plain", "compiled"]),
            default="auto",
            show_default=True,
        ),
        click.option(
            "--player",
            type=int,
            metavar="P",
            help="Who is MAX (from 0); the player to move otherwise.",
        ),
        click.option("--json", "as_json", is_flag=True, help="Write JSON."),
    )
    for option in reversed(options):
        command = option(command)
    return command


@commands.command()
@click.argument("game", metavar="GAME")
@positioned
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
    help="How a depth is searched.",
)
@_engine_options
def analyse(
    game: str,
    position: str | None,
    moves: str,
    threads: int,
    memory: float,
    without: tuple[str, ...],
    gear: Any,
    lines: int,
    search: str | None,
    driver: str,
    as_json: bool,
    **limits: Any,
) -> int:
    """Let the engine think about a position: depth, value and best line as it finds them.

    Without a limit it thinks for five seconds. Ctrl-C stops it; what it has found till then counts.
    """
    from zermelo import catalogue
    from zermelo.engine.searcher import make_searcher
    from zermelo.frame.question import Limits
    from zermelo.history import with_history

    chosen = {name: x for name, x in limits.items() if x is not None}
    if not {"depth", "seconds", "nodes"} & set(chosen):
        chosen["seconds"] = 5.0
    played = with_history(catalogue.game(game))
    state = state_of(played, position, moves)
    result = None
    with Warnings():
        searcher = make_searcher(
            played,
            memory=memory,
            without=without,
            search=search,
            driver=driver,
            threads=threads,
            gear=gear,
        )
        shown = 0
        for result in searcher.iterate(state, Limits(lines=lines, **chosen)):
            if not as_json and len(result.history) > shown:
                shown = len(result.history)
                for line in _thoughts(result):
                    click.echo(line)
    assert result is not None
    if as_json:
        echo_json(result.to_dict())
    else:
        click.echo(_verdict(result))
    return INTERRUPTED if result.stopped == "interrupted" else 0


def _thoughts(result: Any) -> list[str]:
    """What is known after one depth: a line, or one for each of several best actions."""
    from zermelo.formatting import format_count, format_number

    effort = f"{format_count(result.nodes):>8} nodes {format_count(result.speed):>8}/s"
    lines = []
    for v in result.variations or (result,):
        end = f" in {v.distance}" if v.exact and v.distance is not None else ""
        lines.append(
            f"depth {result.depth:>2}  {format_number(v.value) + end:>16}  {effort}  {' '.join(v.line)}"
        )
    return lines


def _verdict(result: Any) -> str:
    from zermelo.formatting import format_number

    if result.value is None:
        return f"no value yet; {result.action_name} is only the first move"
    end = "" if result.distance is None or not result.exact else f" in {result.distance} plies"
    kind = (
        "proven"
        if result.exact
        else f"estimated at depth {result.history[-1].depth}"
        if result.history
        else "not proven"
    )
    move = f", best move {result.action_name}" if result.action_name else ""
    return f"{format_number(result.value)} for {result.player_name}{end} ({kind}){move}; {result.nodes:,} nodes in {result.seconds:.2f} s"


@commands.command()
@click.argument("game", metavar="GAME")
@positioned
@_engine_options
def solve(
    game: str,
    position: str | None,
    moves: str,
    threads: int,
    memory: float,
    without: tuple[str, ...],
    gear: Any,
    as_json: bool,
    **limits: Any,
) -> int:
    """Prove the exact value of a position, with the distance to the end and a best line; exit 1 if it could not be proven."""
    from zermelo import catalogue
    from zermelo.engine import Engine
    from zermelo.engine.searcher import make_searcher
    from zermelo.frame.question import Limits
    from zermelo.frame.run import last
    from zermelo.history import GameWithHistory, with_history
    from zermelo.terminal import Thinking

    chosen = {name: x for name, x in limits.items() if x is not None}
    played = with_history(catalogue.game(game))
    state = state_of(played, position, moves)
    with Warnings(), Thinking(f"solving {game}") as thinking:
        if played.has_chance or played.players > 2 or played.terminal(state):
            searcher = make_searcher(played, memory=memory, without=without, gear=gear)
            result = last(searcher.iterate(state, Limits(progress=thinking.tick, **chosen)))
        else:
            inner, s, past = (
                (played.game, state.state, state.past)
                if isinstance(played, GameWithHistory)
                else (played, state, ())
            )
            engine = Engine(inner, memory=memory, without=without, threads=threads, gear=gear)
            result = engine.solve(s, past=past, progress=thinking.tick, **chosen)
    if as_json:
        echo_json(result.to_dict())
    else:
        click.echo(_verdict(result))
        if len(result.line) > 1:
            click.echo(f"line {' '.join(result.line)}")
        for note in result.notes:
            click.echo(note)
    return INTERRUPTED if result.stopped == "interrupted" else 0 if result.exact else FAILED


@commands.command()
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def bench(as_json: bool) -> None:
    """Search fixed positions with the engine: nodes, speed, and the signature, which is the sum of all nodes."""
    from zermelo.engine.bench import bench as measured
    from zermelo.formatting import format_count

    rows = []
    for one in measured():
        rows.append(one)
        if not as_json:
            click.echo(f"{one.nodes:>12,} nodes  {format_count(one.result.speed):>8}/s  {one.name}")
    nodes, seconds = sum(one.nodes for one in rows), sum(one.result.seconds for one in rows)
    if as_json:
        listed = [
            {
                "name": one.name,
                "nodes": one.nodes,
                "seconds": one.result.seconds,
                "value": one.result.value,
            }
            for one in rows
        ]
        echo_json(
            {"positions": listed, "signature": nodes, "nodes_per_second": round(nodes / seconds)}
        )
    else:
        click.echo(f"signature: {nodes}")
        click.echo(f"{format_count(nodes / seconds)} nodes/s")


@commands.command()
@click.argument("game", metavar="GAME")
@positioned
@click.option(
    "--depth",
    type=click.IntRange(min=1),
    default=8,
    show_default=True,
    metavar="N",
    help="The depth to search to.",
)
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def ablate(game: str, position: str | None, moves: str, depth: int, as_json: bool) -> None:
    """Measure what each feature of the engine is worth in a position: nodes and time without it."""
    from zermelo import catalogue
    from zermelo.engine.bench import ablate as measured
    from zermelo.engine.bench import worth

    played = catalogue.game(game)
    rows = []
    for one in measured(played, state_of(played, position, moves), depth):
        rows.append(one)
        if not as_json:
            click.echo(
                f"{one.nodes:>12,} nodes  {worth(one, rows[0]):>7.2f} ×  {one.result.seconds:>8.3f} s  {one.name}"
            )
    if as_json:
        listed = [
            {
                "name": one.name,
                "nodes": one.nodes,
                "seconds": one.result.seconds,
                "value": one.result.value,
            }
            for one in rows
        ]
        echo_json({"game": game, "depth": depth, "rows": listed})
