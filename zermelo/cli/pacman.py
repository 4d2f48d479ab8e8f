"""Pac-Man's scenes: the lecture's demonstrations in a terminal, a picture, or JSON."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from zermelo.cli.base import commands
from zermelo.cli.output import echo, echo_json, echo_table
from zermelo.cli.shared_options import ascii_option, json_option

if TYPE_CHECKING:
    from zermelo.pacman.demonstration import Demonstration


@commands.command()
@click.argument("name", required=False, metavar="[SCENE]")
@click.option(
    "--seed",
    type=int,
    default=0,
    show_default=True,
    help="Seed of the dice in the scenes min-vs-exp and table.",
)
@click.option(
    "--games",
    type=click.IntRange(min=1),
    default=25,
    show_default=True,
    metavar="N",
    help="Number of games for each pair in the scenes min-vs-exp and table.",
)
@click.option(
    "--maze",
    metavar="MAZE",
    help="Another maze for min-vs-exp and table: a layout, as ring, or rows as %P.G%.",
)
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    help="Write a file: .svg (moving), .html (a page with buttons) or .png (the last frames).",
)
@click.option(
    "--still", is_flag=True, help="Print every frame instead of moving pictures on a terminal."
)
@click.option(
    "--brief", is_flag=True, help="Print the first and the last frame, and what was found."
)
@ascii_option
@json_option
def pacman(
    name: str | None,
    seed: int,
    games: int,
    maze: str | None,
    output: str | None,
    still: bool,
    brief: bool,
    as_json: bool,
) -> None:
    """Play the lecture's demonstrations with Pac-Man.

    Without SCENE the scenes are listed. A scene has a name, as min-vs-exp, or the number that its
    video has in the CS 188 slides, as L6D2. Agents that are compared play side by side. Searches
    play them anew each time; the same seed gives the same games.
    """
    from zermelo.pacman import draw
    from zermelo.show.file import check_ending

    if name is None:
        _list_scenes(as_json)
        return
    if output is not None:
        check_ending(output, draw.MAKERS)
    scene = _play(name, seed, games, maze)
    if output is not None:
        path = str(draw.write(scene, output))
        echo(path, {"file": path}, as_json)
    elif as_json:
        echo_json(scene.to_dict())
    else:
        _tell(scene, still, brief)


def _list_scenes(as_json: bool) -> None:
    """Print the names of the scenes and what they are."""
    from zermelo.pacman.scenes import SCENES

    rows = [(scene, _describe_scene(scene, play.__doc__)) for scene, play in SCENES.items()]
    echo_table(rows, "scenes", as_json)


def _describe_scene(scene: str, about: str | None) -> str:
    """Return what a scene is, and the numbers of its videos in the slides."""
    from zermelo.pacman.demonstration import list_videos

    numbers = ", ".join(video.number for video in list_videos(scene))
    return (about or "").strip() + (f" ({numbers})" if numbers else "")


def _play(name: str, seed: int, games: int, maze: str | None) -> Demonstration:
    """Play a scene, and show on a terminal which game it is at."""
    from zermelo.pacman.scenes import play_scene
    from zermelo.terminal import Thinking

    with Thinking(f"playing {name}") as thinking:

        def report(done: int, total: int) -> None:
            if thinking.status is not None:
                thinking.status.update(f"playing {name} … game {done} of {total}")

        return play_scene(name, seed, games, report, maze)


def _tell(scene: Demonstration, still: bool, brief: bool) -> None:
    """Print a scene: moving on a terminal, frame by frame otherwise, or how it begins and ends."""
    from zermelo.pacman import tell

    if sys.stdout.isatty() and not still and not brief:
        from rich.console import Console

        tell.animate(scene, Console(highlight=False))
    else:
        for line in tell.list_lines(scene, brief):
            click.echo(line)
