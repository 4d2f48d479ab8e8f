"""Begin with a game of your own: a file to change, and its test."""

from __future__ import annotations

from pathlib import Path

import click

from zermelo.cli.base import commands
from zermelo.cli.output import echo
from zermelo.cli.shared_options import json_option


@commands.command()
@click.argument("name", metavar="NAME")
@click.option(
    "--kind",
    default="board",
    show_default=True,
    metavar="KIND",
    help="The template: board, dice, cards, many (players) or puzzle.",
)
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path(),
    metavar="FOLDER",
    help="Where to write. By default here.",
)
@json_option
def new(name: str, kind: str, folder: Path, as_json: bool) -> None:
    """Write a game to begin with: a commented file that passes check, and its test."""
    from zermelo.templates import KINDS, write_game

    game, test = write_game(name, kind, folder)
    lines = [
        f"{game}: {KINDS[kind]}; its rules are an example",
        f"{test}: its test, for pytest",
        f"next: zermelo check {game}; zermelo play {game}; zermelo studio {game}",
    ]
    content = {"kind": kind, "files": [str(game), str(test)]}
    echo("\n".join(lines), content, as_json)
