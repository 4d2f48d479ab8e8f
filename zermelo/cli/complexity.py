"""What a search costs: complexity, budget."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from zermelo.cli.base import INTERRUPTED, commands
from zermelo.cli.output import Warnings, echo
from zermelo.cli.shared_options import (
    GivenPosition,
    gear_option,
    json_option,
    player_option,
    position_options,
)

if TYPE_CHECKING:
    from zermelo.budget import Budget


@commands.command()
@position_options()
@click.option(
    "--depth",
    type=int,
    metavar="N",
    help="Measure depths 1 to N. By default as deep as --nodes allows.",
)
@click.option(
    "--nodes",
    type=int,
    metavar="N",
    help="Stop before a depth with more nodes. By default a million, unless --depth is given.",
)
@click.option(
    "--seconds",
    type=float,
    metavar="S",
    help="Stop after S seconds, and keep the depths that are finished.",
)
@gear_option
@player_option
@click.option(
    "-o", "--output", metavar="FILE", help="Also write a plot; the file ends in .svg or .png."
)
@json_option
def complexity(given: GivenPosition, output: str | None, as_json: bool, **options: Any) -> int:
    """Measure what the order of moves is worth to alpha-beta: nodes and b* at depth 1, 2, 3 …

    Compares minimax, alpha-beta in the worst, natural and best order, and the minimal tree; then
    alpha-beta ordered by the evaluation, iterative deepening, and the memory of depth-first search.
    """
    from zermelo.complexity import measure
    from zermelo.show import plot
    from zermelo.show.file import check_ending
    from zermelo.terminal import Thinking

    if output is not None:
        check_ending(output, plot.MAKERS)
    game, state = given.load()
    with Warnings(), Thinking(f"complexity of {given.game}") as thinking:
        report = measure(game, state, progress=thinking.tick, **options)
    echo(report.table(), report.to_dict(), as_json)
    if output is not None and report.rows:
        click.echo(plot.write(report, output), err=as_json)
    return INTERRUPTED if report.stopped == "interrupted" else 0


@commands.command()
@position_options(game="")
@click.option(
    "--seconds",
    type=float,
    default=100.0,
    show_default=True,
    metavar="S",
    help="The time for a move.",
)
@click.option(
    "--speed", type=float, metavar="N", help="Nodes a second; without a GAME 10,000 by default."
)
@click.option(
    "--branching", type=float, metavar="B", help="Moves in a position; without a GAME 35, as chess."
)
@click.option("--depth", type=int, metavar="M", help="Also print what depth M would cost.")
@gear_option
@json_option
def budget(
    given: GivenPosition,
    seconds: float,
    speed: float | None,
    branching: float | None,
    depth: int | None,
    gear: Any,
    as_json: bool,
) -> int:
    """Compute the depth that minimax and alpha-beta in the best order reach in a time.

    Without a GAME from --speed and --branching, by default the slides' example: 100 seconds at
    10,000 nodes a second, b = 35. With a GAME both are measured by a search of about a second.
    """
    from zermelo.budget import BRANCHING, SPEED, Budget

    if given.game:
        if speed is not None or branching is not None:
            raise click.UsageError("with a GAME, speed and branching are measured, not given")
        found = _measure_budget(given, seconds, gear)
    else:
        if not given.is_start:
            raise click.UsageError("--position, --start and --moves need a GAME")
        found = Budget(
            seconds,
            SPEED if speed is None else speed,
            BRANCHING if branching is None else branching,
        )
    prices = [] if depth is None else found.list_prices(depth)
    content = found.to_dict() | {"prices": [price.to_dict() for price in prices]}
    echo("\n".join([found.table(), *map(str, prices)]), content, as_json)
    return INTERRUPTED if found.sample and found.sample.stopped == "interrupted" else 0


def _measure_budget(given: GivenPosition, seconds: float, gear: Any) -> Budget:
    """Return the budget of a game, measured while a line says so."""
    from zermelo.budget import measure
    from zermelo.terminal import Thinking

    game, state = given.load()
    with Warnings(), Thinking(f"measuring {given.game}") as thinking:
        return measure(game, state, seconds=seconds, gear=gear, progress=thinking.tick)
