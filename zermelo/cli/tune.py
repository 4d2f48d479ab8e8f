"""The weights of an evaluation, tuned by games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from zermelo.cli.base import commands
from zermelo.cli.output import Warnings, echo
from zermelo.cli.shared_options import gear_option, json_option, load_game

COUNT = click.IntRange(min=2)


@commands.command()
@click.argument("game", metavar="GAME")
@click.option(
    "--method", type=click.Choice(["texel", "climb", "both"]), default="texel", show_default=True,
    help="Texel's method (logistic regression on results), hill climbing by matches, or first the"
    " one, then the other.",
)  # fmt: skip
@click.option("--games", type=COUNT, default=200, show_default=True, metavar="N",
              help="Games that Texel's method learns from.")  # fmt: skip
@click.option("--nodes", type=COUNT, default=1000, show_default=True, metavar="N",
              help="Nodes of each move.")  # fmt: skip
@click.option("--rounds", type=click.IntRange(min=1), default=12, show_default=True, metavar="N",
              help="Rounds of climbing.")  # fmt: skip
@click.option("--round-games", type=COUNT, default=40, show_default=True, metavar="N",
              help="Games of a round.")  # fmt: skip
@click.option("--step", type=float, default=0.3, show_default=True, metavar="X",
              help="The first change of a weight in climbing, as a share of it.")  # fmt: skip
@click.option("--match", type=COUNT, default=200, show_default=True, metavar="N",
              help="Games of the match at the end, new weights against old.")  # fmt: skip
@click.option("--seed", type=int, default=0, show_default=True, help="Of openings and games.")
@click.option("--file", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
              help="Where every game is noted, so that the same command goes on after a kill."
              " By default GAME.tune.jsonl here.")  # fmt: skip
@gear_option
@json_option
def tune(game: str, file: Path | None, gear: Any, as_json: bool, **settings: Any) -> None:
    """Tune the weights of a game's evaluation, and say what they gain.

    The game holds its weights as the attribute weights; features has what each is multiplied by.
    """
    from zermelo.terminal import StatusLine
    from zermelo.tune import Tuning, TuningSettings

    rules = load_game(game)
    path = file or Path(f"{name_file(game)}.tune.jsonl")
    with Warnings(), StatusLine(f"tuning {game}") as line:

        def tell(stage: str, done: int, total: int, standing: str) -> None:
            line.update(f"tuning {game}: {stage}, {done} of {total} {standing}".rstrip())

        result = Tuning(rules, TuningSettings(**settings), path, gear, tell).run()
    content = {**result.to_dict(), "file": str(path)}
    echo(f"{result}\nevery game is in {path}", content, as_json)


def name_file(game: str) -> str:
    """A file name for a game as it was typed.

    >>> name_file("games/mine.py:Chess:linear"), name_file("chess:linear")
    ('mine-Chess-linear', 'chess-linear')
    """
    name = Path(game.replace(".py", "")).name
    return "".join(c if c.isalnum() else "-" for c in name).strip("-")
