"""A position to look at: show."""

from __future__ import annotations

import click

from zermelo.cli.base import ascii_option, commands, echo_json, positioned, state_of


@commands.command()
@click.argument("game", metavar="GAME")
@positioned
@ascii_option
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def show(game: str, position: str | None, moves: str, as_json: bool) -> None:
    """Show a position: its board, who moves, its text, the moves, and how it ended if it is over."""
    from zermelo import catalogue
    from zermelo.history import with_history
    from zermelo.play import listed
    from zermelo.position import Position

    played = with_history(catalogue.game(game))
    here = Position(played, state_of(played, position, moves))
    if as_json:
        echo_json(here.to_dict())
        return
    click.echo(f"{here}\n{here.status}")
    if played.declares("load"):
        click.echo(f"position: {played.dump(here.state)}")
    if here.actions:
        names = listed(here.actions, len(here.actions))
        between = "\n" if "\n" in names else " "
        click.echo(f"actions:{between}{names}")
