"""Practice: quiz and problems."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from zermelo.cli.base import FAILED, commands
from zermelo.cli.output import echo, echo_json, echo_table
from zermelo.cli.shared_options import (
    GivenPosition,
    SearchName,
    begin_options,
    group_options,
    json_option,
)

if TYPE_CHECKING:
    from zermelo.teach import Exercise


def _read_given(game: str | None, **begin: Any) -> GivenPosition | None:
    """Return the position of --game, or None for a random tree."""
    if game is not None:
        return GivenPosition(game, **begin)
    if any(begin.values()) or begin["start"] is not None:
        raise click.UsageError("--position, --start and --moves say where a --game begins")
    return None


@commands.command()
@click.option("--seed", type=int, default=0, show_default=True, help="The number of the exercise.")
@click.option(
    "--algorithm",
    type=SearchName(),
    metavar="ALGORITHM",
    help="The search to do by hand. By default the one that suits --chance and --players.",
)
@click.option(
    "--depth", type=int, default=3, show_default=True, metavar="N", help="The depth of the tree."
)
@click.option(
    "--branching",
    type=int,
    default=2,
    show_default=True,
    metavar="N",
    help="The number of successors of each node.",
)
@click.option(
    "--cuts", type=int, metavar="N", help="At least N nodes at which something is pruned."
)
@click.option("--chance", is_flag=True, default=None, help="With chance nodes.")
@click.option("--players", type=int, metavar="N", help="The number of players. By default 2.")
@click.option(
    "--rule",
    type=click.Choice([">=", ">"]),
    default=">=",
    show_default=True,
    help="Cut on a tie, or only beyond it.",
)
@click.option(
    "--count",
    type=click.IntRange(1, 100),
    default=1,
    show_default=True,
    help="The number of exercises: seed, seed + 1, …",
)
@group_options(
    "given",
    _read_given,
    click.option("--game", metavar="GAME", help="A tree or a small game instead of a random tree."),
    *begin_options,
)
@click.option(
    "--sheet",
    metavar="FILE",
    help="Write a sheet instead of asking: .svg, .html, .tex, or the form .json.",
)
@click.option("--solution", is_flag=True, help="Add the solution to the sheet, or print it.")
@click.option("--windows", is_flag=True, help="Add [α, β] to the nodes of the solution.")
@click.option(
    "--grade",
    "answer",
    metavar="FILE",
    help="Grade a form that was filled in; exit 1 if it has a mistake.",
)
@click.option("--json", "as_json", is_flag=True, help="Write JSON: the exercise, or the grade.")
def quiz(
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
    from zermelo.teach.quiz import Quiz

    if answer is not None:
        return _grade(answer, as_json)
    exercises = _make_exercises(**options)
    if sheet is not None:
        _write_sheet(exercises, sheet, solution, windows, as_json)
    elif as_json:
        echo_json({"exercises": [one.to_dict(solution) for one in exercises]})
    elif solution:
        click.echo(_write_solutions(exercises))
    else:
        return Quiz(exercises).run()
    return 0


def _make_exercises(
    seed: int,
    count: int,
    given: GivenPosition | None,
    algorithm: str | None,
    rule: Any,
    **shape: Any,
) -> list[Exercise]:
    """Return random exercises, or the one for a game of the user."""
    from zermelo.teach import Exercise, make_exercise

    if given is not None:
        _refuse_with_game("seed", "count", *shape)
        game, state = given.load()
        first = None if given.is_start else state
        return [Exercise.of(game, algorithm, rule=rule, s=first)]
    options = {"algorithm": algorithm, "rule": rule, **shape}
    return [make_exercise(number, **options) for number in range(seed, seed + count)]


def _refuse_with_game(*names: str) -> None:
    """Refuse options for a random tree beside --game, which has a size of its own."""
    context = click.get_current_context()
    for name in names:
        if context.get_parameter_source(name) == click.core.ParameterSource.COMMANDLINE:
            raise click.UsageError(
                f"--{name} makes a random tree, and --game gives one: leave one of them out"
            )


def _write_sheet(
    exercises: list[Exercise], file: str, solution: bool, windows: bool, as_json: bool
) -> None:
    """Write a sheet, and print the name of its file."""
    from zermelo.teach.sheet import write

    path = str(write(exercises, file, solution, windows))
    echo(path, {"file": path}, as_json)


def _write_solutions(exercises: list[Exercise]) -> str:
    """Return each exercise with its solution, as text."""
    from zermelo.teach.question import wrap_question, write_solution

    return "\n\n".join(f"{wrap_question(one)}\n\n{write_solution(one)}" for one in exercises)


def _grade(path: str, as_json: bool) -> int:
    """Grade the form in a file. Return the exit code: FAILED if an answer is wrong."""
    from zermelo.errors import BadAnswer
    from zermelo.teach import Answer, grade, rebuild_exercise

    answer = Answer.from_json(_read_text(path))
    if answer.exercise is None:
        raise BadAnswer(
            f"{path} does not say which exercise it answers: begin with the form that "
            "--sheet answer.json writes"
        )
    report = grade(rebuild_exercise(answer.exercise), answer)
    echo(str(report), report.to_dict(), as_json)
    return 0 if report.is_right else FAILED


def _read_text(path: str) -> str:
    """Return the text of a file; a file that cannot be read is a wrong call."""
    from pathlib import Path

    from zermelo.errors import BadAnswer

    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadAnswer(f"{path}: {getattr(error, 'strerror', None) or 'it is not text'}") from None


@commands.command()
@click.argument("name", required=False, metavar="[N]")
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    help="Draw the solution's tree: .svg, .png, .tex, .dot or .mmd.",
)
@json_option
def problems(name: str | None, output: str | None, as_json: bool) -> None:
    """The lecture's problems with worked solutions: 1, 2, 3, 4 and nim."""
    from zermelo.show.draw import write
    from zermelo.teach.problems import find_problem

    if name is None:
        _list_problems(output, as_json)
    elif output is not None:
        path = str(write(find_problem(name).picture, output))
        echo(path, {"file": path}, as_json)
    else:
        problem = find_problem(name)
        echo(str(problem), problem.to_dict(), as_json)


def _list_problems(output: str | None, as_json: bool) -> None:
    """Print the names and titles of the problems."""
    from zermelo.errors import BadAnswer
    from zermelo.teach.problems import PROBLEMS

    if output is not None:
        raise BadAnswer(f"say which problem to draw; problems: {' '.join(PROBLEMS)}")
    rows = [(one.name, one.title) for one in PROBLEMS.values()]
    echo_table(rows, "problems", as_json, about="title")
