"""A game of chess as a file that other programs read."""

from __future__ import annotations

import click

from zermelo.cli.base import commands, position_options


@commands.command()
@click.argument("game", metavar="[GAME]", default="chess")
@position_options
@click.option(
    "--tag",
    "tags",
    multiple=True,
    metavar="NAME=TEXT",
    help="A tag, like White=Anderssen or Result=1-0; as often as you like.",
)
def pgn(game: str, position: str | None, moves: str, tags: tuple[str, ...]) -> None:
    """Write a game of chess as PGN.

    MOVES may be PGN already: numbers, comments and tags are understood.
    """
    from zermelo import catalogue
    from zermelo.errors import BadGame
    from zermelo.games import chess

    played = catalogue.game(game)
    if not isinstance(played, chess.Chess):
        raise BadGame(f"{game} is not chess: PGN is chess alone")
    given = {
        name.strip(): text
        for name, is_pair, text in (tag.partition("=") for tag in tags)
        if is_pair
    }
    if len(given) < len(tags):
        raise click.UsageError("a tag is NAME=TEXT, each name once", click.get_current_context())
    record = chess.read_pgn(played, moves, None if position is None else played.load(position))
    click.echo(chess.pgn(played, record.moves, record.start, {**record.tags, **given}))
