"""Books of proven values: make one, and see what one holds."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from zermelo.cli.base import commands
from zermelo.cli.output import Warnings, echo
from zermelo.cli.shared_options import gear_option, json_option

if TYPE_CHECKING:
    from zermelo.book.book import Book
    from zermelo.book.maker import BookProgress


@commands.group("book")
def book_commands() -> None:
    """Make and read books: proven values of all positions near the start of a game."""


@book_commands.command("make")
@click.argument("game", metavar="GAME")
@click.option(
    "--plies",
    type=click.IntRange(min=0, max=64),
    default=2,
    show_default=True,
    metavar="N",
    help="Every position up to N plies from the start.",
)
@click.option(
    "-o", "output", type=click.Path(path_type=Path), help="The file. By default GAME.zbk."
)
@click.option(
    "--memory",
    type=click.IntRange(min=1),
    default=1024,
    show_default=True,
    metavar="MIB",
    help="The size of the transposition table, which all positions share.",
)
@click.option(
    "--distances/--no-distances",
    default=True,
    help="Prove the plies to a win or a loss as well, or the values alone: in half the time.",
)
@click.option("--resume", is_flag=True, help="Go on with what a maker that was ended has left.")
@gear_option
@json_option
def make(
    game: str, plies: int, output: Path | None, resume: bool, as_json: bool, **options: Any
) -> None:
    """Prove every position of a GAME up to some plies, and write a book.

    What is proven lies in FILE.work until all is done: after a kill, go on with --resume.
    """
    from zermelo import catalogue
    from zermelo.book import make_book
    from zermelo.errors import BadLimit

    path = output or Path(f"{game.replace(':', '-').replace('/', '-').replace(',', '-')}.zbk")
    if not path.parent.is_dir():
        raise BadLimit(f"{path.parent} is not a folder: make it first, or name another file")
    loaded = catalogue.game(game)
    with Warnings(), MakerLine(f"book of {game}") as line:
        book = make_book(loaded, path, plies, resume=resume, report=line.show, **options)
    echo(describe(book, path), make_content(book, path), as_json)


@book_commands.command("info")
@click.argument("name", metavar="FILE|GAME")
@json_option
def info(name: str, as_json: bool) -> None:
    """Print what a book holds: a file, or the package's book of a game."""
    from zermelo import catalogue
    from zermelo.book import open_book
    from zermelo.book.file import read_book
    from zermelo.book.shelf import find_path

    path = Path(name) if name.endswith(".zbk") else find_path(catalogue.game(name))
    game = catalogue.game(read_book(path).header["game"])
    book = open_book(path, game)
    echo(describe(book, path), make_content(book, path), as_json)


def describe(book: Book, path: Path) -> str:
    """Return what a book holds: the counts of each ply by the payoff of the first player."""
    from zermelo.formatting import format_number

    size = path.stat().st_size
    lines = [f"{path.name}: {book.game.full_title}, {len(book):,} positions, {size:,} bytes"]
    for ply, counts in book.tally():
        words = [f"{count:,} with {format_number(value)}" for value, count in counts.items()]
        lines.append(f"ply {ply}: {', '.join(words) or 'none'}")
    return "\n".join(lines)


def make_content(book: Book, path: Path) -> dict[str, Any]:
    """Return the same for JSON."""
    tally = [
        {"ply": ply, "counts": [{"value": v, "positions": n} for v, n in counts.items()]}
        for ply, counts in book.tally()
    ]
    names = ("game", "rules", "arguments", "plies")
    header = {name: book.file.header.get(name) for name in names}
    return {**header, "positions": len(book), "bytes": path.stat().st_size, "tally": tally}


class MakerLine:
    """A line on stderr that tells how far a maker has come."""

    def __init__(self, what: str) -> None:
        from zermelo.terminal import StatusLine

        self.what, self.line = what, StatusLine(what)

    def __enter__(self) -> MakerLine:
        self.line.__enter__()
        return self

    def show(self, progress: BookProgress) -> None:
        """Called by the maker before each position."""
        from zermelo.formatting import format_count

        nodes, seconds = format_count(progress.nodes), progress.seconds
        count = f"{progress.done:,} of {progress.total:,} positions"
        self.line.update(f"{self.what}: {count}, {nodes} nodes, {seconds:.0f} s")

    def __exit__(self, *error: Any) -> None:
        self.line.__exit__(*error)
