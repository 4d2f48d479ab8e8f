"""The engine: analyse, why, solve."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from zermelo.cli.base import FAILED, INTERRUPTED, commands
from zermelo.cli.output import Warnings, describe_result, echo, write_answer
from zermelo.cli.shared_options import (
    GivenPosition,
    add_options,
    book_option,
    engine_options,
    json_option,
    nodes_option,
    player_option,
    position_options,
    seconds_option,
)

if TYPE_CHECKING:
    from zermelo.game import Game
    from zermelo.result import Result

DEFAULT_SECONDS = 5.0
"""Seconds of an analysis without a limit."""

_common_options = add_options(
    seconds_option, nodes_option, engine_options, player_option, book_option, json_option
)
"""The options of analyse and solve: limits, the engine, the player, the output."""


db_option = click.option(
    "--db",
    metavar="FILE",
    help="A database (zermelo solve-all): it answers for the positions that it holds, and the "
    "search of others stops at them.",
)


@commands.command()
@position_options()
@click.option("--depth", type=int, metavar="N", help="Stop after depth N.")
@click.option(
    "--lines",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    metavar="K",
    help="MultiPV: the number of best lines.",
)
@click.option(
    "--search",
    "--agent",
    "search",
    metavar="NAME",
    help="The search: pvs, star, maxn, paranoid or mcts, or any search of the textbook. By default"
    " the one that suits the game.",
)
@click.option(
    "--driver",
    type=click.Choice(["pvs", "mtd"]),
    default="pvs",
    show_default=True,
    help="How a depth is searched: by an aspiration window or by MTD(f).",
)
@db_option
@_common_options
def analyse(
    given: GivenPosition,
    engine: dict[str, Any],
    search: str | None,
    driver: str,
    db: str | None,
    book: str | None,
    as_json: bool,
    **limits: Any,
) -> int:
    """Let the engine think about a position: depth, value and best line as it finds them.

    Without a limit it thinks for five seconds. Ctrl-C stops it; the last finished depth counts.
    """
    if db is not None and _echo_known(given, db, as_json):
        return 0
    if all(limits[name] is None for name in ("depth", "seconds", "nodes")):
        limits["seconds"] = DEFAULT_SECONDS
    game, state = given.load(history=True)
    with Warnings():
        chosen = {**engine, "search": search, "driver": driver, "database": db or ""}
        chosen["book"] = None if db else book
        with _searching(given, game, state, chosen, limits) as results:
            result = _follow(game, results, as_json)
    echo(_summarise(game, result), describe_result(game, result), as_json)
    return INTERRUPTED if result.stopped == "interrupted" else 0


def _echo_known(given: GivenPosition, db: str, as_json: bool) -> bool:
    """Print the values of all moves, if a database holds the position."""
    from zermelo.cli.solve_all import echo_position
    from zermelo.solve import Database

    game, position = given.load()
    database = Database(db, game)
    if database.find(position) is None:
        return False
    echo_position(database, position, as_json)
    return True


@contextmanager
def _searching(
    given: GivenPosition,
    game: Game[Any, Any],
    state: Any,
    engine: dict[str, Any],
    limits: dict[str, Any],
) -> Iterator[Iterator[Result[Any]]]:
    """The results of a search, each deeper than the one before.

    With a limit of seconds the plain gear begins while machine code is made. Other limits count
    nodes and plies, which must not depend on the time that compiling takes.
    """
    from zermelo.agents import ENGINE, make_agent
    from zermelo.book.knowledge import open_knowledge
    from zermelo.cli.warm import warm_up
    from zermelo.frame.cancel import Cancellation
    from zermelo.frame.question import Limits

    is_timed = limits["depth"] is None and limits["nodes"] is None
    is_usual = {k: v for k, v in engine.items() if k not in ("memory", "book")} == USUAL
    if is_usual:
        every = Limits(**{**limits, "lines": len(game.options(state)) or 1})
        if known := open_knowledge(game, engine["book"]).answer(state, every):
            yield iter([known])
            return
    warm = warm_up(given, game, state, engine["memory"]) if is_timed and is_usual else None
    if warm is None:
        agent = make_agent(game, engine.pop("search") or ENGINE, **engine)
        yield agent.iterate(state, Limits(**limits))
        return
    try:
        yield warm.iterate(state, Limits(**limits), Cancellation())
    finally:
        warm.drop()


USUAL = {
    "threads": 1, "without": (), "gear": "auto", "search": None, "driver": "pvs", "database": "",
}  # fmt: skip
"""The options of a search that may begin plain and go on compiled."""


def _follow(game: Game[Any, Any], results: Iterator[Result[Any]], is_quiet: bool) -> Result[Any]:
    """Print each finished depth. Return the last result."""
    result = None
    finished = 0
    for result in results:
        if not is_quiet and len(result.history) > finished:
            finished = len(result.history)
            click.echo("\n".join(_list_variations(game, result)))
        if not is_quiet and result.algorithm == BOOK:
            click.echo("\n".join(_list_book_moves(game, result)))
    assert result is not None
    return result


def _list_variations(game: Game[Any, Any], result: Result[Any]) -> list[str]:
    """Return the best lines after one depth, each with its value and the effort so far."""
    from zermelo.evaluation import write_value
    from zermelo.formatting import format_count
    from zermelo.result import write_vector

    effort = f"{format_count(result.nodes):>8} nodes {format_count(result.speed):>8}/s"
    lines = []
    for v in result.variations or (result,):
        assert v.value is not None
        end = f" in {v.distance}" if v.exact and v.distance is not None else ""
        value = write_value(game, v.value, result.player, v.exact, result.is_mean)
        if result.vector is not None and v.action == result.action:
            value = write_vector(result.vector)
        lines.append(f"depth {result.depth:>2}  {value + end:>16}  {effort}  {' '.join(v.line)}")
    return lines


BOOK = "book"
"""The search of an answer that was not searched for."""


def _list_book_moves(game: Game[Any, Any], result: Result[Any]) -> list[str]:
    """Return every move with its proven value, the best first."""
    from zermelo.evaluation import write_value

    lines = []
    for one in result.variations:
        assert one.value is not None
        end = f" in {one.distance}" if one.distance is not None else ""
        value = write_value(game, one.value, result.player, True, False)
        lines.append(f"{one.line[0]:>5}  {value + end:>9}  {' '.join(one.line)}")
    return lines


def _summarise(game: Game[Any, Any], result: Result[Any]) -> str:
    """Return the value, how sure it is, the best move and the effort, in one line."""
    from zermelo.formatting import format_plural
    from zermelo.result import write_vector

    if result.value is None:
        return f"no value yet; {result.action_name} is only the first move"
    is_far = result.distance is not None and result.exact
    end = f" in {format_plural(result.distance or 0, 'ply', 'plies')}" if is_far else ""
    kind = "proven" if result.exact else "not proven"
    if result.history and not result.exact:
        kind = f"estimated at depth {result.history[-1].depth}"
    move = f", best move {result.action_name}" if result.action_name else ""
    value = write_answer(game, result)
    all_players = f", {write_vector(result.vector)} for all" if result.vector is not None else ""
    answer = f"{value} for {result.player_name}{all_players}{end} ({kind}){move}"
    if result.algorithm == BOOK:
        return f"{answer}; {result.notes[0]}"
    nodes = format_plural(result.nodes, "node", "nodes")
    return f"{answer}; {nodes} in {result.seconds:.2f} s"


@commands.command()
@position_options()
@click.option("--move", metavar="MOVE", help="The move to explain; by default the best one.")
@click.option("--depth", type=int, metavar="N", help="Analyse to depth N.")
@seconds_option
@player_option
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    help="Draw the tree: .svg, .png, .tex, .dot, .mmd or .txt. By default it is printed.",
)
def why(given: GivenPosition, move: str | None, output: str | None, **options: Any) -> None:
    """Show why a move has its value: the engine's line to its end, and what proves it.

    Without a limit the engine thinks for two seconds. W5 is a proven win in five plies, D a proven
    draw, ≈ an estimate; ≤ and ≥ are bounds, and … stands where the engine looked deeper.
    """
    from zermelo.book.knowledge import list_known_claims
    from zermelo.engine.why import explain_move
    from zermelo.show import draw, file
    from zermelo.show.outline import outline
    from zermelo.show.trace_scene import trace_scene

    if output is not None:
        file.check_ending(output, draw.MAKERS)
    game, state = given.load(history=True)
    with Warnings():
        is_limited = options["depth"] is not None or options["seconds"] is not None
        claims = None if is_limited else list_known_claims(game, state, options["player"])
        explanation = explain_move(game, state, move, claims=claims, **options)
    picture = trace_scene(explanation.trace)
    click.echo(explanation.sentence)
    click.echo(outline(picture) if output is None else draw.write(picture, output))


@commands.command()
@position_options()
@db_option
@_common_options
def solve(
    given: GivenPosition,
    engine: dict[str, Any],
    db: str | None,
    book: str | None,
    as_json: bool,
    **limits: Any,
) -> int:
    """Prove the exact value of a position, with the distance to the end and a best line.

    Exit 1 if it could not be proven.
    """
    from zermelo.terminal import Thinking

    game, state = given.load(history=True)
    with Warnings(), Thinking(f"solving {given.game}") as thinking:
        known = None if db else _look_up(game, state, engine, book, limits)
        if db is not None:
            engine["database"] = db
        result = known or _prove(game, state, engine, {**limits, "progress": thinking.tick})
    lines = [f"line {' '.join(result.line)}"] if len(result.line) > 1 else []
    echo(
        "\n".join([_summarise(game, result), *lines, *(() if known else result.notes)]),
        describe_result(game, result),
        as_json,
    )
    return INTERRUPTED if result.stopped == "interrupted" else 0 if result.exact else FAILED


def _look_up(
    game: Game[Any, Any],
    state: Any,
    engine: dict[str, Any],
    book: str | None,
    limits: dict[str, Any],
) -> Result[Any] | None:
    """What a book has proven; None if the engine is asked for, with a feature or limit of it."""
    from zermelo.book.knowledge import open_knowledge
    from zermelo.frame.question import Limits

    if engine["without"] or engine["gear"] != "auto":
        return None
    return open_knowledge(game, book).answer(state, Limits(**limits))


def _prove(
    game: Game[Any, Any], state: Any, engine: dict[str, Any], limits: dict[str, Any]
) -> Result[Any]:
    """Solve a two-player game; search a game with chance or more players as deep as it goes."""
    from zermelo.engine import Engine
    from zermelo.engine.searcher import make_searcher
    from zermelo.frame.question import Limits
    from zermelo.frame.run import last
    from zermelo.history import GameWithHistory
    from zermelo.solve.agent import DatabaseAgent
    from zermelo.solve.probe import DatabaseProbe

    if game.has_chance or game.players > 2 or game.terminal(state):
        names = ("memory", "without", "gear", "database")
        options = {name: engine[name] for name in names if name in engine}
        return last(make_searcher(game, **options).iterate(state, Limits(**limits)))
    past: Any = ()
    if isinstance(game, GameWithHistory):
        game, state, past = game.game, state.state, state.past
    if "database" in engine:
        known = DatabaseAgent(game, engine["database"])
        if known.db.find(state) is not None:
            return last(known.iterate(state, Limits(player=limits["player"])))
        engine["database"] = DatabaseProbe(known.db)
    return Engine(game, **engine).solve(state, past=past, **limits)
