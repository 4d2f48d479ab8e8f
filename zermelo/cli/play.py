"""A person at the board: play, and the tour."""

from __future__ import annotations

from typing import Any

import click

from zermelo.cli.base import commands
from zermelo.cli.output import Warnings
from zermelo.cli.shared_options import GivenPosition, SearchName, ascii_option, position_options


@commands.command()
@position_options()
@click.option(
    "--algorithm",
    type=SearchName(),
    metavar="ALGORITHM",
    help="The opponent's search. By default the one that suits the game.",
)
@click.option(
    "--you", type=int, metavar="P", help="Your player, from 0. By default the player to move."
)
@click.option(
    "--level",
    type=click.IntRange(1, 10),
    metavar="N",
    help="Strength of the opponent, from 1 to 10. By default 7.",
)
@click.option("--depth", type=int, metavar="N", help="Plies that the opponent looks ahead.")
@click.option("--seconds", type=float, metavar="S", help="Seconds for each move of the opponent.")
@click.option(
    "--seed", type=int, default=None, help="Seed of the dice, and of the opponent's errors."
)
@ascii_option
def play(given: GivenPosition, **options: Any) -> int:
    """Play against a search, in the terminal. Type help there."""
    from zermelo.play import Table

    game, state = given.load(history=True)
    with Warnings():
        return Table(game, state, **options).sit()


@commands.command()
@ascii_option
def demo() -> None:
    """A short tour: a lecture's tree, 2,2-Nim, and connect four at compiled speed."""
    from zermelo.demo import tour

    for paragraph in tour():
        click.echo(paragraph)
