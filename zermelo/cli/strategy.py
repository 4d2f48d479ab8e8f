"""What to do in every case: strategy, policy."""

from __future__ import annotations

import click

from zermelo.cli.base import commands
from zermelo.cli.output import echo
from zermelo.cli.shared_options import GivenPosition, json_option, position_options


@commands.command()
@position_options()
@click.option(
    "--player",
    type=int,
    metavar="P",
    help="The player of the strategy, from 0. By default the player to move.",
)
@click.option("--depth", type=int, metavar="N", help="Show the first N plies.")
@json_option
def strategy(given: GivenPosition, player: int | None, depth: int | None, as_json: bool) -> None:
    """Show a contingent strategy: a best move for every reply, as a tree."""
    from zermelo import search as textbook

    game, state = given.load()
    plan = textbook.strategy(game, state, player=player, depth=depth)
    echo(str(plan), {"game": given.game, **plan.to_dict()}, as_json)


@commands.command()
@position_options()
@click.option(
    "--player",
    type=int,
    metavar="P",
    help="Only the states in which player P moves, from 0. By default those of all players.",
)
@click.option(
    "--form",
    type=click.Choice(["text", "csv"]),
    default="text",
    show_default=True,
    help="The form: a table, or comma-separated values.",
)
@click.option(
    "--max-states",
    type=click.IntRange(min=1),
    metavar="N",
    help="Refuse a game with more states. By default 100,000.",
)
@click.option(
    "--style",
    type=click.Choice(["game", "lecture"]),
    default="game",
    show_default=True,
    help="States as the game writes them, or as the lecture does: ((2, 2), MAX).",
)
@json_option
def policy(
    given: GivenPosition,
    player: int | None,
    form: str,
    max_states: int | None,
    style: str,
    as_json: bool,
) -> None:
    """Print a policy S → A: a best move for every state, with its value for the first player.

    The states are those that play can reach from all start states, or from the position that is
    given. Of equally good moves it has the first.
    """
    from zermelo.formal import formalise
    from zermelo.search.policy_table import MOST_ROWS, tabulate_policy

    game, state = given.load()
    first = None if given.is_start else state
    most = max_states or MOST_ROWS
    name = formalise(game, first).name_state if style == "lecture" else None
    table = tabulate_policy(game, first, player=player, most=most, name=name)
    echo(table.to_csv() if form == "csv" else str(table), table.to_dict(), as_json)
