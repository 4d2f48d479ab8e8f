"""A game of chess as a file that other programs read."""

from __future__ import annotations

import click

from zermelo.cli.base import commands
from zermelo.cli.shared_options import GivenPosition, position_options


@commands.command()
@position_options("chess")
@click.option(
    "--tag",
    "tags",
    multiple=True,
    metavar="NAME=TEXT",
    help="A tag, like White=Anderssen or Result=1-0; may be given several times.",
)
def pgn(given: GivenPosition, tags: tuple[str, ...]) -> None:
    """Write a game of chess as PGN.

    MOVES may be PGN already: numbers, comments and tags are understood.
    """
    from zermelo import catalogue
    from zermelo.errors import BadGame
    from zermelo.games import chess

    game = catalogue.game(given.game)
    if not isinstance(game, chess.Chess):
        raise BadGame(f"{given.game} is not chess; PGN exists for chess only")
    new_tags = _read_tags(tags)
    has_first = given.position is not None or given.start is not None
    first = given.find_first(game) if has_first else None  # else the PGN may name one
    record = chess.read_pgn(game, given.moves, first)
    click.echo(chess.pgn(game, record.moves, record.start, {**record.tags, **new_tags}))


def _read_tags(tags: tuple[str, ...]) -> dict[str, str]:
    """Return the tags NAME=TEXT by their names."""
    pairs = (tag.partition("=") for tag in tags)
    by_name = {name.strip(): text for name, sign, text in pairs if sign}
    if len(by_name) < len(tags):
        raise click.UsageError("a tag is NAME=TEXT, each name once", click.get_current_context())
    return by_name
