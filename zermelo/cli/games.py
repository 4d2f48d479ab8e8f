"""The games: the list, the checks, the compile cache."""

from __future__ import annotations

from typing import Any

import click

from zermelo.cli.base import (
    FAILED,
    INTERRUPTED,
    Warnings,
    commands,
    echo_json,
    positioned,
    state_of,
)


@commands.command()
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def games(as_json: bool) -> None:
    """List the games and the lectures' trees."""
    import inspect

    from zermelo import catalogue, terminal, tree

    rows = []
    for name in catalogue.names():
        cls = catalogue.game_class(name)
        rows.append(
            (
                catalogue.display_name(cls),
                ",".join(inspect.signature(cls).parameters),
                (inspect.getdoc(cls) or "").splitlines()[0],
            )
        )
    if as_json:
        listed = [
            {"name": name, "arguments": arguments.split(",") if arguments else [], "about": about}
            for name, arguments, about in rows
        ]
        trees = [
            {"name": f"tree:{name}", "about": about} for name, (_, about) in tree.FIGURES.items()
        ]
        echo_json({"games": listed, "trees": trees})
        return
    listing = [
        (f"{name}:{arguments}" if arguments else name, about) for name, arguments, about in rows
    ]
    terminal.table(
        [*listing, *((f"tree:{name}", about) for name, (_, about) in tree.FIGURES.items())]
    )


@commands.command()
@click.argument("game", metavar="GAME")
@click.option(
    "--games",
    "count",
    type=click.IntRange(min=1),
    default=30,
    show_default=True,
    help="How many random games to play.",
)
@click.option("--seed", type=int, default=0, show_default=True)
@click.option(
    "--gear", type=click.Choice(["auto", "plain", "compiled"]), default="auto", show_default=True
)
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def check(game: str, count: int, seed: int, gear: Any, as_json: bool) -> int:
    """Check the rules of a game in both gears; exit with 1 if a check fails."""
    from zermelo import catalogue
    from zermelo.check import check_game

    report = check_game(catalogue.game(game), count, seed, gear)
    if as_json:
        echo_json(report.to_dict())
    else:
        click.echo(str(report))
    return 0 if report.ok else FAILED


@commands.command()
@click.option("--clear", is_flag=True, help="Remove all entries.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def cache(clear: bool, as_json: bool) -> None:
    """Show, or clear, the compiled games on disk."""
    import time

    from zermelo.gears import store

    found = store.clear() if clear else store.entries()
    total = sum(entry.bytes for entry in found)
    if as_json:
        rows = [{"name": e.label, "bytes": e.bytes, "path": str(e.path)} for e in found]
        echo_json(
            {"directory": str(store.directory()), "bytes": total, "cleared": clear, "entries": rows}
        )
        return
    for entry in found if not clear else ():
        click.echo(
            f"{entry.label:<48} {entry.bytes / 1024:8.0f} KiB  used {time.strftime('%Y-%m-%d %H:%M', time.localtime(entry.used))}"
        )
    done = "removed from" if clear else "in"
    click.echo(f"{len(found)} entries, {total / 2**20:.1f} MiB, {done} {store.directory()}")


@commands.command()
@click.argument("game", metavar="GAME")
@click.argument("depth", type=click.IntRange(min=0), metavar="DEPTH")
@positioned
@click.option("--divide", is_flag=True, help="Also for each first move.")
@click.option(
    "--gear", type=click.Choice(["auto", "plain", "compiled"]), default="auto", show_default=True
)
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def perft(
    game: str, depth: int, position: str | None, moves: str, divide: bool, gear: Any, as_json: bool
) -> int:
    """Count the ways to play DEPTH moves: what every move generator is tested by."""
    from zermelo import catalogue
    from zermelo.perft import perft as counted
    from zermelo.terminal import Thinking

    played = catalogue.game(game)
    state = state_of(played, position, moves)
    with Warnings(), Thinking(f"perft of {game}") as thinking:
        found = counted(played, state, depth, divide=divide, gear=gear, progress=thinking.tick)
    if as_json:
        echo_json(found.to_dict())
    else:
        width = max((len(name) for name, _ in found.moves), default=0)
        for name, nodes in found.moves:
            click.echo(f"{name:<{max(width, 12)}} {nodes:>14,}")
        click.echo(str(found))
    return INTERRUPTED if found.stopped else 0
