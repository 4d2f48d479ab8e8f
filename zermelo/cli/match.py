"""Agents against each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from zermelo.cli.base import commands
from zermelo.cli.output import Warnings, echo
from zermelo.cli.shared_options import (
    gear_option,
    json_option,
    load_game,
    memory_option,
    threads_option,
)

if TYPE_CHECKING:
    from zermelo.match import MatchResult


@commands.command()
@click.argument("game", metavar="GAME")
@click.argument("first", metavar="FIRST")
@click.argument("second", metavar="SECOND")
@click.option(
    "--games", type=click.IntRange(min=1), default=100, show_default=True, metavar="N",
    help="The number of games. Each opening is played from every seat.",
)  # fmt: skip
@click.option(
    "--opening", type=click.IntRange(min=0), default=2, show_default=True, metavar="K",
    help="Random moves before the agents play.",
)  # fmt: skip
@click.option("--seconds", type=float, metavar="S", help="Seconds for each move.")
@click.option("--depth", type=click.IntRange(min=1), metavar="N", help="Plies looked ahead.")
@click.option("--nodes", type=click.IntRange(min=1), metavar="N", help="Nodes for each move.")
@memory_option
@threads_option
@gear_option
@click.option("--seed", type=int, default=0, show_default=True, help="Of openings and dice.")
@json_option
def match(
    game: str, first: str, second: str, games: int, opening: int, seed: int, as_json: bool,
    **options: Any,
) -> None:  # fmt: skip
    """Let two agents play a match: the score of the first, with its interval and its Elo.

    An agent is a name (engine, mcts, alphabeta, level-3, random, db:FILE), with limits and options
    of its own behind it if it has some: mcts,seconds=0.5. Without a limit a move takes 0.1 seconds.
    """
    from zermelo.match import play_match
    from zermelo.match.agents import read_entrant

    if all(options[name] is None for name in ("seconds", "depth", "nodes")):
        options["seconds"] = MOVE_SECONDS
    rules = load_game(game)
    one, other = (read_entrant(rules, text, **options) for text in (first, second))
    with Warnings(), MatchLine(f"{first} against {second}", games) as line:
        result = play_match(rules, one, other, games, opening=opening, seed=seed, tell=line.tell)
    words = str(result)
    if len(set(map(abs, result.leads)) - {0.0}) > 1:
        words += f"\n{result.describe_lead()}"
    echo(words, result.to_dict(), as_json)


MOVE_SECONDS = 0.1
"""The time of a move without a limit."""


class MatchLine:
    """Tells on stderr how a match stands."""

    def __init__(self, what: str, games: int) -> None:
        from zermelo.terminal import StatusLine

        self.what, self.games = what, games
        self.line = StatusLine(what)

    def __enter__(self) -> MatchLine:
        self.line.__enter__()
        return self

    def tell(self, result: MatchResult) -> None:
        """Called after every game."""
        low, high = result.interval
        tally = f"+{result.won} ={result.drawn} −{result.lost}"
        share = f"{result.score:.1%} [{low:.1%}, {high:.1%}]"
        self.line.update(f"{self.what}: {result.games} of {self.games} games, {tally}, {share}")

    def __exit__(self, *exc: Any) -> None:
        self.line.__exit__(*exc)
