"""The command. Each sub-command imports what it needs when it runs, so that help comes at once."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from zermelo.game import Game
    from zermelo.trace import Trace

ALGORITHMS = (
    "minimax", "minimax-stack", "minimax-window", "alphabeta", "alphabeta-hard", "alphabeta-stack", "maxn", "paranoid",
    "expectimax", "expectimax-bounded", "deepening", "quiescence", "singular",
)  # fmt: skip

FORMS = ("table3", "nested", "stages", "log", "json")

FAILED, WRONG_CALL, INTERRUPTED = 1, 2, 130


def main() -> None:
    """The entry point: errors become one line and an exit code."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run the command; the exit code."""
    try:
        code = commands.main(arguments, prog_name="zermelo", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except click.exceptions.Exit as leave:
        return leave.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("zermelo: interrupted", err=True)
        return INTERRUPTED
    except click.ClickException as error:
        click.echo(f"zermelo: {_one_line(error)}", err=True)
        return WRONG_CALL
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:  # no traceback reaches a user: the place and the error do
        from zermelo.errors import ZermeloError

        if isinstance(error, ZermeloError):
            click.echo(f"zermelo: {error}", err=True)
            return WRONG_CALL
        if os.environ.get("ZERMELO_DEBUG"):
            raise
        click.echo(f"zermelo: {_place(error)}{type(error).__name__}: {error} (ZERMELO_DEBUG=1 shows more)", err=True)
        return FAILED


def _place(error: Exception) -> str:
    """The innermost line of a file that is not the package's own: where a user's game went wrong."""
    import traceback
    from pathlib import Path

    own = str(Path(__file__).parent)
    frames = traceback.extract_tb(error.__traceback__)
    theirs = [f for f in frames if not f.filename.startswith((own, sys.prefix, sys.base_prefix, "<"))]
    last = (theirs or frames)[-1]
    return f"{last.filename}:{last.lineno}: "


def _one_line(error: click.ClickException) -> str:
    hint = ""
    if isinstance(error, click.UsageError) and error.ctx is not None:
        hint = f" (see {error.ctx.command_path} --help)"
    return " ".join(error.format_message().split()) + hint


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="zermelo", message="%(version)s")
@click.pass_context
def commands(context: click.Context) -> None:
    """Adversarial search, from the lecture to machine speed.

    GAME is a name with arguments (nim:2,2 · connect-four · mnk:4,4,3), a tree (tree:two-ply,
    tree:[[3,12],[2,4]], tree:file.json, tree:random,seed=7) or a class of yours (mine.py:Chomp).
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def _positioned(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that say which position of a game is meant."""
    command = click.option("--moves", default="", metavar="MOVES", help="Moves from there on, with spaces or commas between them.")(command)
    return click.option("--position", metavar="TEXT", help="A position as the game writes it; the start otherwise.")(command)


def _traced_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of a search that is recorded."""
    options = (
        click.option("--depth", type=int, metavar="N", help="Look N plies ahead, then estimate."),
        click.option("--plies", type=click.IntRange(min=0), metavar="N", help="Record only the first N plies, and how much lies deeper."),
        click.option("--player", type=int, metavar="P", help="Who is MAX (from 0); the player to move otherwise."),
        click.option("--rule", type=click.Choice([">=", ">"]), help="Cut when a bound is reached, or only when it is exceeded."),
        click.option("--opponents", type=click.Choice(["minimise", "uniform"]), help="How opponents play in expectimax."),
        click.option("--extra", type=int, metavar="N", help="How much deeper singular looks beyond the best move."),
    )
    for option in reversed(options):
        command = option(command)
    return command


def _state(game: Game[Any, Any], position: str | None, moves: str) -> Any:
    start = game.start() if position is None else game.load(position)
    words = moves.replace(",", " ").split()
    if len(words) == 1 and len(words[0]) > 1 and not game.terminal(start):
        names = {game.name(start, a).casefold() for a in game.options(start)}
        if words[0].casefold() not in names and any(len(name) == 1 for name in names):
            words = list(words[0])  # moves of one character each, written together
    return game.after(words, start)


def _echo_json(value: dict[str, Any]) -> None:
    from zermelo.trace import _finite

    click.echo(json.dumps(_finite(value), ensure_ascii=False, indent=2))


class _Warnings:
    """Shows warnings as notes on stderr, one line each."""

    def __enter__(self) -> None:
        import warnings

        self.catcher = warnings.catch_warnings()
        self.catcher.__enter__()
        warnings.simplefilter("always")
        warnings.showwarning = lambda message, *rest: click.echo(f"zermelo: {message}", err=True)

    def __exit__(self, *exc: Any) -> None:
        self.catcher.__exit__(*exc)


# ---------------------------------------------------------------------- games


@commands.command()
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def games(as_json: bool) -> None:
    """List the games and the lectures' trees."""
    import inspect

    from zermelo import catalogue, terminal, tree

    rows = []
    for name in catalogue.names():
        cls = catalogue.game_class(name)
        rows.append((name, ",".join(inspect.signature(cls).parameters), (inspect.getdoc(cls) or "").splitlines()[0]))
    if as_json:
        listed = [{"name": name, "arguments": arguments.split(",") if arguments else [], "about": about} for name, arguments, about in rows]
        trees = [{"name": f"tree:{name}", "about": about} for name, (_, about) in tree.NAMED.items()]
        _echo_json({"games": listed, "trees": trees})
        return
    listing = [(f"{name}:{arguments}" if arguments else name, about) for name, arguments, about in rows]
    terminal.table([*listing, *((f"tree:{name}", about) for name, (_, about) in tree.NAMED.items())])


# ---------------------------------------------------------------------- search


@commands.command()
@click.argument("algorithm", type=click.Choice(ALGORITHMS), metavar="ALGORITHM")
@click.argument("game", metavar="GAME")
@_positioned
@click.option("--depth", type=int, metavar="N", help="Look N plies ahead, then estimate.")
@click.option("--seconds", type=float, metavar="S", help="Stop after S seconds.")
@click.option("--nodes", type=int, metavar="N", help="Stop after N nodes.")
@click.option("--gear", type=click.Choice(["auto", "plain", "compiled"]), default="auto", show_default=True)
@click.option("--player", type=int, metavar="P", help="Who is MAX (from 0); the player to move otherwise.")
@click.option("--rule", type=click.Choice([">=", ">"]), help="Cut when a bound is reached, or only when it is exceeded.")
@click.option("--opponents", type=click.Choice(["minimise", "uniform"]), help="How opponents play in expectimax.")
@click.option("--extra", type=int, metavar="N", help="How much deeper singular looks beyond the best move.")
@click.option("--all", "all_", is_flag=True, help="The value of every action, and all that are equally good.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def search(algorithm: str, game: str, position: str | None, moves: str, as_json: bool, all_: bool, **options: Any) -> int:
    """Search a position with a textbook algorithm.

    \b
    ALGORITHM is one of
      minimax  minimax-stack  minimax-window  alphabeta  alphabeta-hard  alphabeta-stack
      maxn  paranoid  expectimax  expectimax-bounded  deepening  quiescence  singular
    """
    from zermelo import catalogue
    from zermelo import search as textbook
    from zermelo.terminal import Thinking

    played = catalogue.game(game)
    chosen = _options(algorithm, options) | {"all": all_}
    state = _state(played, position, moves)
    with _Warnings(), Thinking(f"{algorithm} on {game}") as thinking:
        result = textbook.algorithm(algorithm)(played, state, progress=thinking.tick, **chosen)
    if as_json:
        _echo_json(result.to_dict())
    else:
        click.echo(result.summary())
    return INTERRUPTED if result.stopped == "interrupted" else 0


def _options(algorithm: str, given: dict[str, Any]) -> dict[str, Any]:
    """The options a search takes; refuses those it does not."""
    from zermelo import search as textbook
    from zermelo.errors import BadLimit

    chosen = {name: value for name, value in given.items() if value is not None}
    special = {
        "rule": ("alphabeta", "alphabeta-hard", "alphabeta-stack", "paranoid", "deepening", "quiescence", "singular"),
        "opponents": ("expectimax", "expectimax-bounded"),
        "extra": ("singular",),
    }
    for name, algorithms in special.items():
        if name in chosen and algorithm not in algorithms:
            raise BadLimit(f"--{name} goes with {', '.join(algorithms)}, not with {algorithm}")
    if "opponents" in chosen:
        chosen["opponents"] = textbook.uniform if chosen["opponents"] == "uniform" else None
    return chosen


@commands.command()
@click.argument("algorithm", type=click.Choice(ALGORITHMS), metavar="ALGORITHM")
@click.argument("game", metavar="GAME")
@_positioned
@click.option("--form", type=click.Choice(FORMS), default="log", show_default=True, help="How to tell it.")
@_traced_options
def trace(algorithm: str, game: str, position: str | None, moves: str, form: str, **options: Any) -> None:
    """Tell step by step what a search does: the lecture's tables, the slides' stages, a log, or JSON.

    ALGORITHM is one of those of zermelo search, GAME is named as zermelo --help says.
    """
    from zermelo.show.text import text

    recorded = _traced(algorithm, game, position, moves, options)
    click.echo(recorded.to_json() if form == "json" else text(recorded, form))


def _traced(algorithm: str, game: str, position: str | None, moves: str, options: dict[str, Any]) -> Trace:
    """The trace of a search."""
    from zermelo import catalogue
    from zermelo import search as textbook

    played = catalogue.game(game)
    state = _state(played, position, moves)
    result = textbook.algorithm(algorithm)(played, state, trace=True, **_options(algorithm, options))
    assert result.trace is not None
    return result.trace


@commands.command()
@click.argument("algorithm", type=click.Choice(ALGORITHMS), metavar="ALGORITHM")
@click.argument("game", metavar="GAME")
@_positioned
@click.option(
    "-o",
    "--output",
    required=True,
    metavar="FILE",
    help="Where to: the ending .svg, .png, .tex, .dot, .mmd or .html (a stepper) tells.",
)
@click.option("--frames", is_flag=True, help="The whole search: Beamer slides (.tex), or a numbered .svg or .png for each change.")
@click.option("--step", type=click.IntRange(min=0), metavar="N", help="The tree after N events of the trace; after all otherwise.")
@click.option("--windows", type=click.Choice(["nodes", "edges"]), help="Show [α, β] at the nodes or on the edges.")
@click.option("--most", type=click.IntRange(min=1), metavar="N", help="Fold trees with more nodes (400; 200 in films).")
@_traced_options
def draw(
    algorithm: str,
    game: str,
    position: str | None,
    moves: str,
    output: str,
    frames: bool,
    step: int | None,
    windows: Any,
    most: int | None,
    **options: Any,
) -> None:
    """Draw the tree that a search saw: SVG, PNG, LaTeX, Graphviz, Mermaid, or a page that steps through it.

    ALGORITHM is one of those of zermelo search, GAME is named as zermelo --help says.
    """
    from zermelo.show import draw as drawing
    from zermelo.show import file, film, scene

    is_film = frames or output.endswith(".html")
    if is_film and step is not None:
        raise click.UsageError("--step picks one picture; a stepper or --frames shows all of them")
    file.check_ending(output, drawing.FILMS if is_film else [*drawing.MAKERS, ".html"])
    recorded = _traced(algorithm, game, position, moves, options)
    if is_film:
        made = film.film(recorded, most or film.MOST_NODES)
        for path in drawing.write_film(made, output, windows or ""):
            click.echo(path)
    else:
        click.echo(drawing.write(scene.scene(recorded, step, windows or "", most or scene.MOST_NODES), output))


@commands.command()
@click.argument("game", metavar="GAME")
@_positioned
@click.option("--player", type=int, metavar="P", help="Whose strategy (from 0); the player to move otherwise.")
@click.option("--depth", type=int, metavar="N", help="Show the first N plies.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def strategy(game: str, position: str | None, moves: str, player: int | None, depth: int | None, as_json: bool) -> None:
    """Show a contingent strategy: a best move for every reply, as a tree."""
    from zermelo import catalogue
    from zermelo import search as textbook

    played = catalogue.game(game)
    plan = textbook.strategy(played, _state(played, position, moves), player=player, depth=depth)
    if as_json:
        _echo_json({"game": game, **plan.to_dict()})
    else:
        click.echo(str(plan))


# ---------------------------------------------------------------------- the engine


def _engine_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that say which engine is meant, and when it is to stop."""
    options = (
        click.option("--seconds", type=float, metavar="S", help="Stop after S seconds."),
        click.option("--nodes", type=int, metavar="N", help="Stop after N nodes."),
        click.option("--threads", type=int, default=1, show_default=True, metavar="N", help="How many search together."),
        click.option("--memory", type=float, default=64, show_default=True, metavar="MIB", help="The size of the table."),
        click.option("--without", multiple=True, metavar="FEATURE", help="Leave a feature out; may be given several times."),
        click.option("--gear", type=click.Choice(["auto", "plain", "compiled"]), default="auto", show_default=True),
        click.option("--player", type=int, metavar="P", help="Who is MAX (from 0); the player to move otherwise."),
        click.option("--json", "as_json", is_flag=True, help="Write JSON."),
    )
    for option in reversed(options):
        command = option(command)
    return command


@commands.command()
@click.argument("game", metavar="GAME")
@_positioned
@click.option("--depth", type=int, metavar="N", help="Stop after depth N.")
@click.option("--lines", type=click.IntRange(min=1), default=1, show_default=True, metavar="K", help="So many best lines.")
@click.option("--driver", type=click.Choice(["pvs", "mtd"]), default="pvs", show_default=True, help="How a depth is searched.")
@_engine_options
def analyse(
    game: str,
    position: str | None,
    moves: str,
    threads: int,
    memory: float,
    without: tuple[str, ...],
    gear: Any,
    lines: int,
    driver: str,
    as_json: bool,
    **limits: Any,
) -> int:
    """Let the engine think about a position: depth, value and best line as it finds them.

    Without a limit it thinks for five seconds. Ctrl-C stops it; what it has found till then counts.
    """
    from zermelo import catalogue
    from zermelo.engine.suited import searcher

    chosen = {name: x for name, x in limits.items() if x is not None}
    if not {"depth", "seconds", "nodes"} & set(chosen):
        chosen["seconds"] = 5.0
    played = catalogue.game(game)
    state = _state(played, position, moves)
    result = None
    with _Warnings():
        think = searcher(played, memory, without, driver=driver, threads=threads, gear=gear)
        for result in think(state, lines=lines, **chosen):
            if not as_json and not result.stopped:
                for line in _thoughts(result):
                    click.echo(line)
    assert result is not None
    if as_json:
        _echo_json(result.to_dict())
    else:
        click.echo(_verdict(result))
    return INTERRUPTED if result.stopped == "interrupted" else 0


def _thoughts(result: Any) -> list[str]:
    """What is known after one depth: a line, or one for each of several best actions."""
    from zermelo.result import si
    from zermelo.trace import number

    effort = f"{si(result.nodes):>8} nodes {si(result.speed):>8}/s"
    lines = []
    for v in result.variations or (result,):
        end = f" in {v.distance}" if v.exact and v.distance is not None else ""
        lines.append(f"depth {result.depth:>2}  {number(v.value) + end:>16}  {effort}  {' '.join(v.line)}")
    return lines


def _verdict(result: Any) -> str:
    from zermelo.trace import number

    if result.value is None:
        return f"no value yet; {result.action_name} is only the first move"
    end = "" if result.distance is None or not result.exact else f" in {result.distance} plies"
    kind = "proven" if result.exact else f"estimated at depth {result.history[-1].depth if result.history else 0}"
    move = f", play {result.action_name}" if result.action_name else ""
    return f"{number(result.value)} for {result.player_name}{end} ({kind}){move}; {result.nodes:,} nodes in {result.seconds:.2f} s"


@commands.command()
@click.argument("game", metavar="GAME")
@_positioned
@_engine_options
def solve(
    game: str,
    position: str | None,
    moves: str,
    threads: int,
    memory: float,
    without: tuple[str, ...],
    gear: Any,
    as_json: bool,
    **limits: Any,
) -> int:
    """Prove the exact value of a position, with the distance to the end and a best line; exit 1 if a limit came first."""
    from zermelo import catalogue
    from zermelo.engine import Engine
    from zermelo.terminal import Thinking

    chosen = {name: x for name, x in limits.items() if x is not None}
    played = catalogue.game(game)
    state = _state(played, position, moves)
    with _Warnings(), Thinking(f"solving {game}") as thinking:
        engine = Engine(played, memory=memory, without=without, threads=threads, gear=gear)
        result = engine.solve(state, progress=thinking.tick, **chosen)
    if as_json:
        _echo_json(result.to_dict())
    else:
        click.echo(_verdict(result))
        if len(result.line) > 1:
            click.echo(f"line {' '.join(result.line)}")
    return INTERRUPTED if result.stopped == "interrupted" else FAILED if result.stopped else 0


@commands.command()
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def bench(as_json: bool) -> None:
    """Search fixed positions with the engine: nodes, speed, and the signature, which is the sum of all nodes."""
    from zermelo.engine.bench import bench as measured
    from zermelo.result import si

    rows = []
    for one in measured():
        rows.append(one)
        if not as_json:
            click.echo(f"{one.nodes:>12,} nodes  {si(one.result.speed):>8}/s  {one.name}")
    nodes, seconds = sum(one.nodes for one in rows), sum(one.result.seconds for one in rows)
    if as_json:
        listed = [{"name": one.name, "nodes": one.nodes, "seconds": one.result.seconds, "value": one.result.value} for one in rows]
        _echo_json({"positions": listed, "signature": nodes, "nodes_per_second": round(nodes / seconds)})
    else:
        click.echo(f"signature: {nodes}")
        click.echo(f"{si(nodes / seconds)} nodes/s")


@commands.command()
@click.argument("game", metavar="GAME")
@_positioned
@click.option("--depth", type=click.IntRange(min=1), default=8, show_default=True, metavar="N", help="The depth to search to.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def ablate(game: str, position: str | None, moves: str, depth: int, as_json: bool) -> None:
    """Measure what each feature of the engine is worth in a position: nodes and time without it."""
    from zermelo import catalogue
    from zermelo.engine.bench import ablate as measured
    from zermelo.engine.bench import worth

    played = catalogue.game(game)
    rows = []
    for one in measured(played, _state(played, position, moves), depth):
        rows.append(one)
        if not as_json:
            click.echo(f"{one.nodes:>12,} nodes  {worth(one, rows[0]):>7.2f} ×  {one.result.seconds:>8.3f} s  {one.name}")
    if as_json:
        listed = [{"name": one.name, "nodes": one.nodes, "seconds": one.result.seconds, "value": one.result.value} for one in rows]
        _echo_json({"game": game, "depth": depth, "rows": listed})


# ---------------------------------------------------------------------- check, cache


@commands.command()
@click.argument("game", metavar="GAME")
@click.option("--games", "count", type=click.IntRange(min=1), default=30, show_default=True, help="How many random games to play.")
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--gear", type=click.Choice(["auto", "plain", "compiled"]), default="auto", show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def check(game: str, count: int, seed: int, gear: Any, as_json: bool) -> int:
    """Check that a game keeps the laws, in both gears; exit 1 if one is broken."""
    from zermelo import catalogue
    from zermelo.check import check_game

    report = check_game(catalogue.game(game), count, seed, gear)
    if as_json:
        _echo_json(report.to_dict())
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
        _echo_json({"directory": str(store.directory()), "bytes": total, "cleared": clear, "entries": rows})
        return
    for entry in found if not clear else ():
        click.echo(f"{entry.label:<48} {entry.bytes / 1024:8.0f} KiB  used {time.strftime('%Y-%m-%d %H:%M', time.localtime(entry.used))}")
    done = "removed from" if clear else "in"
    click.echo(f"{len(found)} entries, {total / 2**20:.1f} MiB, {done} {store.directory()}")


# ---------------------------------------------------------------------- play, demo


@commands.command()
@click.argument("game", metavar="GAME")
@_positioned
@click.option(
    "--algorithm", type=click.Choice(ALGORITHMS), metavar="ALGORITHM", help="How the other side thinks; chosen by the game otherwise."
)
@click.option("--you", type=int, metavar="P", help="Which player you are (from 0); the one to move otherwise.")
@click.option("--level", type=click.IntRange(1, 10), metavar="N", help="How strong, from 1 to 10; 7, a second a move, otherwise.")
@click.option("--depth", type=int, metavar="N", help="How far the search looks.")
@click.option("--seconds", type=float, metavar="S", help="How long the search thinks.")
@click.option("--seed", type=int, default=None, help="Seed of the dice.")
def play(game: str, position: str | None, moves: str, **options: Any) -> int:
    """Play against a search, in the terminal. Type help there."""
    from zermelo import catalogue
    from zermelo.play import Table

    played = catalogue.game(game)
    with _Warnings():
        return Table(played, _state(played, position, moves), **options).sit()


@commands.command()
def demo() -> None:
    """A short tour: a lecture's tree, 2,2-Nim, and connect four at compiled speed."""
    from zermelo.demo import tour

    for paragraph in tour():
        click.echo(paragraph)


# ---------------------------------------------------------------------- complexity


@commands.command()
@click.argument("game", metavar="GAME")
@_positioned
@click.option("--depth", type=int, metavar="N", help="Measure depths 1 to N; otherwise as deep as --nodes allows.")
@click.option("--nodes", type=int, metavar="N", help="No depth with more nodes than this: a million, unless --depth is given.")
@click.option("--seconds", type=float, metavar="S", help="Stop after S seconds, and keep the depths that are finished.")
@click.option("--gear", type=click.Choice(["auto", "plain", "compiled"]), default="auto", show_default=True)
@click.option("--player", type=int, metavar="P", help="Who is MAX (from 0); the player to move otherwise.")
@click.option("-o", "--output", metavar="FILE", help="Also plot it: to a file that ends in .svg or .png.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def complexity(game: str, position: str | None, moves: str, output: str | None, as_json: bool, **options: Any) -> int:
    """Measure what the order of moves is worth to alpha-beta: nodes and b* at depth 1, 2, 3 …

    Beside minimax stand alpha-beta in the worst, the natural and the best order, and the minimal tree.
    """
    from zermelo import catalogue
    from zermelo.complexity import measure
    from zermelo.show import plot
    from zermelo.show.file import check_ending
    from zermelo.terminal import Thinking

    if output is not None:
        check_ending(output, plot.MAKERS)
    played = catalogue.game(game)
    state = _state(played, position, moves)
    with _Warnings(), Thinking(f"complexity of {game}") as thinking:
        found = measure(played, state, progress=thinking.tick, **options)
    if as_json:
        _echo_json(found.to_dict())
    else:
        click.echo(found.table())
    if output is not None and found.rows:
        click.echo(plot.write(found, output), err=as_json)
    return INTERRUPTED if found.stopped == "interrupted" else 0


# ---------------------------------------------------------------------- quiz, problems


@commands.command()
@click.option("--seed", type=int, default=0, show_default=True, help="Which exercise.")
@click.option(
    "--algorithm",
    type=click.Choice(["minimax", "alphabeta", "alphabeta-hard", "expectimax", "maxn"]),
    help="What to do by hand; alphabeta otherwise, expectimax with --chance, maxn with --players.",
)
@click.option("--depth", type=int, default=3, show_default=True, metavar="N", help="The depth of the tree.")
@click.option("--branching", type=int, default=2, show_default=True, metavar="N", help="The successors of each node.")
@click.option("--cuts", type=int, metavar="N", help="At least N nodes at which something is pruned.")
@click.option("--chance", is_flag=True, default=None, help="With chance nodes.")
@click.option("--players", type=int, metavar="N", help="How many players; 2 otherwise.")
@click.option("--rule", type=click.Choice([">=", ">"]), default=">=", show_default=True, help="Cut on a tie, or only beyond it.")
@click.option("--count", type=click.IntRange(1, 100), default=1, show_default=True, help="So many exercises: seed, seed + 1, …")
@click.option("--game", metavar="GAME", help="A tree or a small game of your own in place of a random tree.")
@click.option("--sheet", metavar="FILE", help="Write a sheet in place of asking: .svg, .html, .tex, or the form .json.")
@click.option("--solution", is_flag=True, help="With the solution: on the sheet, or alone.")
@click.option("--windows", is_flag=True, help="With [α, β] at the nodes of the solution.")
@click.option("--grade", "answer", metavar="FILE", help="Grade a form that was filled in; exit 1 if it has a mistake.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON: the exercise, or the grade.")
def quiz(
    seed: int,
    count: int,
    game: str | None,
    sheet: str | None,
    solution: bool,
    windows: bool,
    answer: str | None,
    as_json: bool,
    **options: Any,
) -> int:
    """Exercises in searching by hand: asked in the terminal, written to a sheet, or graded.

    The same seed and options are always the same exercise.
    """
    from zermelo import catalogue
    from zermelo.teach import Exercise, exercise
    from zermelo.teach.quiz import Quiz

    if answer is not None:
        return _graded(answer, as_json)
    if game is not None:
        _refuse_with_game("seed", "count", "depth", "branching", "cuts", "chance", "players")
        made = [Exercise.of(catalogue.game(game), options["algorithm"], rule=options["rule"])]
    else:
        made = [exercise(number, **options) for number in range(seed, seed + count)]
    if sheet is not None:
        from zermelo.teach.sheet import write

        path = str(write(made, sheet, solution, windows))
        _echo_json({"file": path}) if as_json else click.echo(path)
    elif as_json:
        _echo_json({"exercises": [one.to_dict(solution) for one in made]})
    elif solution:
        from zermelo.teach.words import solved, wrapped

        click.echo("\n\n".join(f"{wrapped(one)}\n\n{solved(one)}" for one in made))
    else:
        return Quiz(made).run()
    return 0


def _refuse_with_game(*names: str) -> None:
    """A game that is given has its own size: options for a random tree were meant for something else."""
    context = click.get_current_context()
    for name in names:
        if context.get_parameter_source(name) == click.core.ParameterSource.COMMANDLINE:
            raise click.UsageError(f"--{name} makes a random tree, and --game gives one: leave one of them out")


def _graded(path: str, as_json: bool) -> int:
    """Grade the form in a file; what cannot be read is no mistake but a wrong call."""
    from pathlib import Path

    from zermelo.errors import BadAnswer
    from zermelo.teach import Answer, Exercise, grade

    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadAnswer(f"{path}: {getattr(error, 'strerror', None) or 'it is not text'}") from None
    answer = Answer.from_json(text)
    if answer.exercise is None:
        raise BadAnswer(f"{path} does not say which exercise it answers: begin with the form that --sheet answer.json writes")
    found = grade(Exercise.from_spec(answer.exercise), answer)
    _echo_json(found.to_dict()) if as_json else click.echo(str(found))
    return 0 if found.is_right else FAILED


@commands.command()
@click.argument("name", required=False, metavar="[N]")
@click.option("-o", "--output", metavar="FILE", help="Draw the solution's tree: .svg, .png, .tex, .dot or .mmd.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def problems(name: str | None, output: str | None, as_json: bool) -> None:
    """The lecture's problems with worked solutions: 1, 2, 3, 4 and nim."""
    from zermelo import terminal
    from zermelo.errors import BadAnswer
    from zermelo.teach.problems import PROBLEMS, problem

    if name is None:
        if output is not None:
            raise BadAnswer(f"say which problem to draw; problems: {' '.join(PROBLEMS)}")
        listed = [(one.name, one.title) for one in PROBLEMS.values()]
        _echo_json({"problems": [{"name": key, "title": title} for key, title in listed]}) if as_json else terminal.table(listed)
    elif output is not None:
        from zermelo.show.draw import write

        path = str(write(problem(name).picture, output))
        _echo_json({"file": path}) if as_json else click.echo(path)
    elif as_json:
        _echo_json(problem(name).to_dict())
    else:
        click.echo(str(problem(name)))


if __name__ == "__main__":
    main()
