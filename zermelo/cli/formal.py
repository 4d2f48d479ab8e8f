"""A game written out as mathematics: formal, formula."""

from __future__ import annotations

import click

from zermelo.cli.base import commands
from zermelo.cli.output import echo
from zermelo.cli.shared_options import (
    GivenPosition,
    ascii_option,
    depth_option,
    json_option,
    player_option,
    position_options,
)

form_option = click.option(
    "--form",
    type=click.Choice(["text", "latex"]),
    default="text",
    show_default=True,
    help="The form: text, or an align* environment for LaTeX.",
)


@commands.command()
@position_options()
@form_option
@click.option(
    "--max-states",
    type=click.IntRange(min=1),
    metavar="N",
    help="Refuse a game with more states. By default 1,000.",
)
@ascii_option
@json_option
def formal(given: GivenPosition, form: str, max_states: int | None, as_json: bool) -> None:
    """Write a small game as sets and functions: Γ = ⟨P, X, S, T, δ, l, v⟩.

    Players P, states X, start states S, terminal states T, successors δ, the player who moves l,
    payoffs v. X is what play can reach from all start states, or from the position that is given.
    """
    from zermelo.formal import MAX_STATES, formalise

    game, state = given.load()
    first = None if given.is_start else state
    gamma = formalise(game, first, max_states=max_states or MAX_STATES)
    echo(gamma.to_latex() if form == "latex" else gamma.to_text(), gamma.to_dict(), as_json)


@commands.command()
@position_options()
@depth_option
@player_option
@form_option
@ascii_option
@json_option
def formula(
    given: GivenPosition, depth: int | None, player: int | None, form: str, as_json: bool
) -> None:
    """Write the value of a small tree as one formula, worked out line by line.

    A tree may have unknown leaves: 'tree:[[3,12,8],[2,"x","y"],[14,5,2]]' is worth
    max(3, min(2, x, y), 2) = 3, whatever x and y are.
    """
    from zermelo.formal import formulate

    game, state = given.load()
    worked = formulate(game, state, player=player, depth=depth)
    echo(worked.to_latex() if form == "latex" else str(worked), worked.to_dict(), as_json)
