"""A person at the board: play, and the tour."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from zermelo.cli.base import commands
from zermelo.cli.output import Warnings
from zermelo.cli.shared_options import (
    GivenPosition,
    ascii_option,
    book_option,
    memory_option,
    position_options,
    split_moves,
    threads_option,
)

if TYPE_CHECKING:
    from zermelo.frame.question import Progress
    from zermelo.game import Game
    from zermelo.levels import Level
    from zermelo.record.sheet import ScoreSheet
    from zermelo.result import Result


@commands.command()
@position_options()
@click.option(
    "--algorithm",
    "--agent",
    metavar="NAME",
    help="The opponent: engine, a search of it (pvs, star, maxn, paranoid, mcts), any search of the"
    " textbook, level-1 to level-10, or random. By default the engine.",
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
    "--db",
    metavar="FILE",
    help="The opponent is a database of all positions (zermelo solve-all): perfect.",
)
@click.option(
    "--errs", type=float, metavar="SHARE", help="With --db: this share of its moves is not best."
)
@book_option
@memory_option
@threads_option
@click.option(
    "--load",
    "loaded",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Go on with a game from a file: one that was saved here or in the studio.",
)
@click.option(
    "--save",
    "saved",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Keep the game in a file, move by move.",
)
@click.option(
    "--seed", type=int, default=None, help="Seed of the dice, and of the opponent's errors."
)
@ascii_option
def play(
    given: GivenPosition,
    db: str | None,
    errs: float | None,
    loaded: Path | None,
    saved: Path | None,
    **options: Any,
) -> int:
    """Play against a search, in the terminal. Type help there."""
    from zermelo.cli.warm import warm_up
    from zermelo.frame.cancel import Cancellation
    from zermelo.play import Table

    if errs is not None and db is None:
        raise click.UsageError("--errs is the share of errors of a database: name one with --db")
    if db is not None:
        if options["algorithm"] is not None or options["level"] is not None:
            raise click.UsageError("--db says who plays: leave out --algorithm and --level")
        options["algorithm"] = f"db:{db},errs={errs or 0:g}"
    game, state = given.load(history=True)
    sheet = make_sheet(given, game, state)
    if loaded is not None:
        if not given.is_start:
            raise click.UsageError("--load says where the game stands: leave out the position")
        sheet.load(loaded)
        state = sheet.state
    options |= {"sheet": sheet, "autosave": saved}
    is_level = all(options[name] is None for name in ("algorithm", "depth", "seconds"))
    warm = warm_up(given, game, state, options["memory"]) if is_level else None
    if warm is None:
        with Warnings():
            return Table(game, state, **options).sit()
    warm.add_waiter()
    if sys.stdin.isatty():
        warm.compile(state)  # while the person thinks

    def iterate_level(s: Any, level: Level, seed: int, progress: Progress) -> Iterator[Result[Any]]:
        return warm.iterate_level(s, level, seed, progress, Cancellation())

    try:
        with Warnings():
            return Table(game, state, iterate_level=iterate_level, **options).sit()
    finally:
        warm.drop()


def make_sheet(given: GivenPosition, game: Game[Any, Any], state: Any) -> ScoreSheet:
    """The score sheet of a game, with the moves that were given."""
    from zermelo import catalogue
    from zermelo.record.sheet import ScoreSheet, name_record

    name = name_record(given.game, catalogue.find_own(given.game))

    def is_same(other: str) -> bool:
        if other.partition(":")[0] not in catalogue.display_names():
            return other == given.game
        return catalogue.game(other).full_title == game.full_title

    first = given.find_first(game)
    sheet = ScoreSheet(game, first, name, catalogue.find_sgf_game, is_same)
    for word in split_moves(game, first, given.moves):
        for a in game.read_move(sheet.state, word):
            sheet.add(a)
    return sheet


@commands.command()
@ascii_option
def demo() -> None:
    """A short tour: a lecture's tree, 2,2-Nim, and connect four at compiled speed."""
    from zermelo.demo import tour

    for paragraph in tour():
        click.echo(paragraph)
