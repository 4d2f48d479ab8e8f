"""Pac-Man's scenes: the lecture's demonstrations in a terminal, a picture, or JSON."""

from __future__ import annotations

import sys

import click

from zermelo.cli.base import ascii_option, commands, echo_json


@commands.command()
@click.argument("name", required=False, metavar="[SCENE]")
@click.option(
    "--seed", type=int, default=0, show_default=True, help="Seed of the dice, in the table."
)
@click.option(
    "--games",
    type=click.IntRange(min=1),
    default=25,
    show_default=True,
    metavar="N",
    help="Games of each pair, in the table.",
)
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    help="Write it: .svg (it moves), .html (a page with buttons) or .png (the last frames).",
)
@click.option(
    "--still", is_flag=True, help="Write every frame, in place of moving pictures on a terminal."
)
@ascii_option
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def pacman(
    name: str | None, seed: int, games: int, output: str | None, still: bool, as_json: bool
) -> None:
    """The lecture's demonstrations with Pac-Man.

    Alone, trapped, thrashing, depth, coordination, table.

    Without SCENE they are listed. Played anew by searches each time; the same seed gives the same
    games.
    """
    from zermelo import terminal
    from zermelo.pacman import draw, tell
    from zermelo.pacman.scenes import SCENES, play_scene
    from zermelo.show.file import check_ending

    if name is None:
        rows = [(each, (made.__doc__ or "").strip()) for each, made in SCENES.items()]
        echo_json(
            {"scenes": [{"name": each, "about": about} for each, about in rows]}
        ) if as_json else terminal.table(rows)
        return
    if output is not None:
        check_ending(output, draw.MAKERS)
    with terminal.Thinking(f"playing {name}") as thinking:

        def report(done: int, total: int) -> None:
            if thinking.status is not None:
                thinking.status.update(f"playing {name} … game {done} of {total}")

        made = play_scene(name, seed, games, report)
    if output is not None:
        path = str(draw.write(made, output))
        echo_json({"file": path}) if as_json else click.echo(path)
    elif as_json:
        echo_json(made.to_dict())
    else:
        if sys.stdout.isatty() and not still:
            from rich.console import Console

            tell.animate(made, Console(highlight=False))
        else:
            for line in tell.list_lines(made):
                click.echo(line)
