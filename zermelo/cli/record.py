"""Games that were written down: read, listed, and written in another format."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TextIO

import click

from zermelo.cli.base import commands

if TYPE_CHECKING:
    from zermelo.game import Game
    from zermelo.record.movetree import GameRecord


@commands.command()
@click.argument("file", type=click.File(encoding="utf-8-sig"))
@click.option("--game", default="chess", show_default=True, help="Its game, if it does not say.")
@click.option("--number", default=1, metavar="N", help="Game N of the file.", show_default=True)
@click.option("--list", "is_listed", is_flag=True, help="List the games of the file.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["pgn", "sgf", "txt", "html"]),
    help="By default PGN for chess, SGF for go, text for other games; html is a page to look at.",
)
def record(file: TextIO, game: str, number: int, is_listed: bool, form: str | None) -> None:
    """Read a game with its variations from a FILE (- for stdin) and write it.

    FILE is PGN, SGF, or moves as people write them: "1. e4 e5", 4453, f5d6c3.
    """
    from zermelo.record.files import find_records, write_record, write_title

    text = file.read()
    if is_listed:
        for i, found in enumerate(find_records(text), 1):
            click.echo(f"{i}  {found.title}".rstrip())
        return
    name, read = read_file(text, game, number - 1)
    if form == "html":
        from zermelo.show.share import share_game

        click.echo(share_game(read, write_title(read.tags) or name))
    else:
        click.echo(write_record(read, name, form or read.game.record_formats[0]))
    read.require()


def read_file(text: str, usual: str, number: int) -> tuple[str, GameRecord]:
    """Return a record of a text and the name of its game, which a text cannot take from a file."""
    from zermelo import catalogue
    from zermelo.errors import BadGame
    from zermelo.history import with_history
    from zermelo.record.files import Games, read_record

    def load(name: str) -> Game[Any, Any]:
        if name != usual and name.partition(":")[0] not in catalogue.display_names():
            raise BadGame(f"{name[:40]!r} is not a game of the package; name it with --game")
        return with_history(catalogue.game(name))

    return read_record(text, number, Games(usual, load, catalogue.find_sgf_game))
