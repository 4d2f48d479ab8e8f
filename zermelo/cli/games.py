"""The games: the list, the checks, the compile cache."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from zermelo.cli.base import FAILED, INTERRUPTED, commands
from zermelo.cli.output import Warnings, echo, echo_json
from zermelo.cli.shared_options import GivenPosition, gear_option, json_option, position_options

if TYPE_CHECKING:
    from zermelo.axes import Axes
    from zermelo.gears.cache import Entry


@commands.command()
@click.argument("game", required=False, metavar="[GAME]")
@json_option
def games(game: str | None, as_json: bool) -> None:
    """List the games and the lectures' trees by the slides' axes, or describe one GAME by them.

    players; chance; the sum of payoffs (zero-sum, constant-sum, general-sum); whether a player can
    move again; whether play is cyclic (yes, a draw, forbidden).
    """
    from zermelo import catalogue, terminal, tree
    from zermelo.axes import HEADINGS, describe_axes

    if game is not None:
        axes = describe_axes(catalogue.game(game))
        echo(f"{game}: {axes}", {"name": game, **axes.to_dict()}, as_json)
        return
    for why in catalogue.find_broken().values():
        click.echo(f"zermelo: {why}", err=True)
    known = catalogue.loadable_names()
    listed = [*map(_describe_game, known), *map(_describe_tree, tree.FIGURES)]
    rows = [{**facts, **axes.to_dict()} for facts, axes in listed]
    if as_json:
        echo_json({"games": rows[: len(known)], "trees": rows[len(known) :]})
    else:
        cells = [(facts["name"], *axes.cells(), _write_about(facts)) for facts, axes in listed]
        terminal.columns([("game", *HEADINGS, ""), *cells])


def _describe_game(name: str) -> tuple[dict[str, Any], Axes]:
    """Return the name of a game, the names of its arguments, and what it is; and its axes."""
    import inspect

    from zermelo import catalogue
    from zermelo.axes import describe_axes

    cls = catalogue.game_class(name)
    facts = {
        "name": catalogue.display_name(cls),
        "arguments": list(inspect.signature(cls).parameters),
        "about": catalogue.describe_class(cls),
    }
    return facts, describe_axes(catalogue.game(name))


def _describe_tree(name: str) -> tuple[dict[str, Any], Axes]:
    """Return the name of a tree, and what it is; and its axes."""
    from zermelo import tree
    from zermelo.axes import describe_axes

    facts = {"name": f"tree:{name}", "about": tree.FIGURES[name][1]}
    return facts, describe_axes(tree.figure(name))


def _write_about(row: dict[str, Any]) -> str:
    """Return what a game is, with the way to type its arguments, like nim:m,p,misere."""
    if not row.get("arguments"):
        return str(row["about"])
    return f"{row['about']} {row['name']}:{','.join(row['arguments'])}"


@commands.command()
@click.argument("game", metavar="GAME")
@click.option(
    "--games",
    "count",
    type=click.IntRange(min=1),
    default=30,
    show_default=True,
    help="The number of random games to play.",
)
@click.option("--seed", type=int, default=0, show_default=True)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=10.0,
    show_default=True,
    help="How long one call of a rule may take.",
)
@gear_option
@json_option
def check(game: str, count: int, seed: int, seconds: float, gear: Any, as_json: bool) -> int:
    """Check the rules of a game in both gears; exit with 1 if a check fails."""
    from zermelo import catalogue
    from zermelo.check import check_game

    report = check_game(catalogue.game(game), count, seed, gear, seconds)
    echo(str(report), report.to_dict(), as_json)
    return 0 if report.ok else FAILED


@commands.command()
@click.option("--clear", is_flag=True, help="Remove all entries.")
@json_option
def cache(clear: bool, as_json: bool) -> None:
    """Show, or clear, the compiled games on disk."""
    from zermelo.gears import cache

    entries = cache.clear() if clear else cache.entries()
    total, folder = sum(entry.bytes for entry in entries), str(cache.directory())
    rows = [{"name": e.label, "bytes": e.bytes, "path": str(e.path)} for e in entries]
    content = {"directory": folder, "bytes": total, "cleared": clear, "entries": rows}
    action = "removed from" if clear else "in"
    lines = [] if clear else [_write_entry(entry) for entry in entries]
    lines.append(f"{len(entries)} entries, {total / 2**20:.1f} MiB, {action} {folder}")
    echo("\n".join(lines), content, as_json)


def _write_entry(entry: Entry) -> str:
    """Return an entry of the cache as a line: its name, its size, its last use."""
    import time

    used = time.strftime("%Y-%m-%d %H:%M", time.localtime(entry.used))
    return f"{entry.label:<48} {entry.bytes / 1024:8.0f} KiB  used {used}"


@commands.command()
@position_options()
@click.argument("depth", type=click.IntRange(min=0), metavar="DEPTH")
@click.option("--divide", is_flag=True, help="Also count for each first move.")
@gear_option
@json_option
def perft(given: GivenPosition, depth: int, divide: bool, gear: Any, as_json: bool) -> int:
    """Count the ways to play DEPTH moves: what every move generator is tested by."""
    from zermelo.perft import perft as count_paths
    from zermelo.terminal import Thinking

    game, state = given.load()
    with Warnings(), Thinking(f"perft of {given.game}") as thinking:
        count = count_paths(game, state, depth, divide=divide, gear=gear, progress=thinking.tick)
    width = max((12, *(len(name) for name, _ in count.moves)))
    lines = [f"{name:<{width}} {nodes:>14,}" for name, nodes in count.moves]
    echo("\n".join([*lines, str(count)]), count.to_dict(), as_json)
    return INTERRUPTED if count.stopped else 0
