"""A person at the board: play, and the tour."""

from __future__ import annotations

from typing import Any

import click

from zermelo.cli.base import SearchName, Warnings, ascii_option, commands, positioned, state_of


@commands.command()
@click.argument("game", metavar="GAME")
@positioned
@click.option(
    "--algorithm",
    type=SearchName(),
    metavar="ALGORITHM",
    help="How the other side thinks; chosen by the game otherwise.",
)
@click.option(
    "--you", type=int, metavar="P", help="Which player you are (from 0); the one to move otherwise."
)
@click.option(
    "--level",
    type=click.IntRange(1, 10),
    metavar="N",
    help="How strong, from 1 to 10; 7, a second a move, otherwise.",
)
@click.option("--depth", type=int, metavar="N", help="How far the search looks.")
@click.option("--seconds", type=float, metavar="S", help="How long the search thinks.")
@click.option("--seed", type=int, default=None, help="Seed of the dice.")
@ascii_option
def play(game: str, position: str | None, moves: str, **options: Any) -> int:
    """Play against a search, in the terminal. Type help there."""
    from zermelo import catalogue
    from zermelo.history import with_history
    from zermelo.play import Table

    played = with_history(catalogue.game(game))
    with Warnings():
        return Table(played, state_of(played, position, moves), **options).sit()


@commands.command()
@ascii_option
def demo() -> None:
    """A short tour: a lecture's tree, 2,2-Nim, and connect four at compiled speed."""
    from zermelo.demo import tour

    for paragraph in tour():
        click.echo(paragraph)
