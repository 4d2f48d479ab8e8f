"""Two questions of the slides, each answered by one command: versus, pitfall."""

from __future__ import annotations

import click

from zermelo.cli.base import commands
from zermelo.cli.output import echo
from zermelo.cli.shared_options import GivenPosition, json_option, position_options


@commands.command()
@position_options(game="tree:perfect-player")
@click.option(
    "--opponents",
    "models",
    multiple=True,
    metavar="MODEL",
    help="An opponent beside the perfect player: uniform, best=P, weights like 3,1, or a function "
    "like mine.py:model; may be given several times. By default best=0.8 and uniform.",
)
@json_option
def versus(given: GivenPosition, models: tuple[str, ...], as_json: bool) -> None:
    """Compare minimax and expectimax against a perfect player and against others.

    Minimax is optimal against a perfect player. Otherwise? Each agent is followed through the whole
    game, so the game must be small. By default it is CS 188's tree 10 10 9 100.
    """
    from zermelo.search.versus import compare_agents

    contest = compare_agents(*given.load(), models=models)
    echo(str(contest), contest.to_dict(), as_json)


@commands.command()
@position_options(game="tree:root-tie")
@click.option("--depth", type=int, metavar="N", help="Look N plies ahead, then estimate.")
@json_option
def pitfall(given: GivenPosition, depth: int | None, as_json: bool) -> None:
    """Show why alpha-beta's root values do not choose a move: some are only bounds.

    A move that was cut off at a tie looks as good as the best one. By default on CS 188's tree
    10 10 0.
    """
    from zermelo.teach.pitfall import find_pitfall

    found = find_pitfall(*given.load(), depth)
    echo(str(found), found.to_dict(), as_json)
