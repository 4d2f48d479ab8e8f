"""The studio: a page on this machine."""

from __future__ import annotations

import click

from zermelo.cli.base import commands


@commands.command()
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=1913,
    show_default=True,
    help="Port to listen on; 0 takes a free port.",
)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    metavar="NAME",
    help="Address to listen on; any other one accepts requests from other machines.",
)
@click.option(
    "--db",
    "databases",
    multiple=True,
    metavar="FILE",
    help="A database (zermelo solve-all): value and remoteness of every move of its game, at once.",
)
@click.option("--no-browser", is_flag=True, help="Only print the address.")
def studio(
    games: tuple[str, ...], databases: tuple[str, ...], port: int, host: str, no_browser: bool
) -> int:
    """Open a page to watch, play, analyse and practise.

    A game of yours (mine.py:Chomp) is offered with the others. Ctrl-C ends the studio.
    """
    from zermelo.web.server import run_server

    return run_server(games, host, port, browser=not no_browser, databases=databases)
