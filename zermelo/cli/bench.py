"""The engine measured: bench, ablate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from zermelo.cli.base import commands
from zermelo.cli.output import echo, echo_json
from zermelo.cli.shared_options import GivenPosition, json_option, position_options

if TYPE_CHECKING:
    from zermelo.engine.bench import Measured


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
@click.option("--proof", is_flag=True, help="Prove the position: its features are fewer.")
@json_option
def ablate(given: GivenPosition, depth: int, proof: bool, as_json: bool) -> None:
    """Measure what each feature of the engine is worth in a position: nodes and time without it."""
    from zermelo.engine.bench import ablate as search_without
    from zermelo.engine.bench import worth

    rows, wanted = [], None if proof else depth
    for row in search_without(*given.load(), wanted):
        rows.append(row)
        if not as_json:
            factor, seconds = worth(row, rows[0]), row.result.seconds
            click.echo(f"{row.nodes:>12,} nodes  {factor:>7.2f} ×  {seconds:>8.3f} s  {row.name}")
    if as_json:
        echo_json({"game": given.game, "depth": wanted, "rows": _describe_rows(rows)})
