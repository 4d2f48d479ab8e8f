"""Practice: quiz and problems."""

from __future__ import annotations

from typing import Any

import click

from zermelo.cli.base import FAILED, SearchName, commands, echo_json


@commands.command()
@click.option("--seed", type=int, default=0, show_default=True, help="Which exercise.")
@click.option(
    "--algorithm",
    type=SearchName(),
    metavar="ALGORITHM",
    help="The search to do by hand; otherwise the one that suits --chance and --players.",
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
    help="The successors of each node.",
)
@click.option(
    "--cuts", type=int, metavar="N", help="At least N nodes at which something is pruned."
)
@click.option("--chance", is_flag=True, default=None, help="With chance nodes.")
@click.option("--players", type=int, metavar="N", help="How many players; 2 otherwise.")
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
    help="So many exercises: seed, seed + 1, …",
)
@click.option(
    "--game", metavar="GAME", help="A tree or a small game of your own in place of a random tree."
)
@click.option(
    "--sheet",
    metavar="FILE",
    help="Write a sheet in place of asking: .svg, .html, .tex, or the form .json.",
)
@click.option("--solution", is_flag=True, help="With the solution: on the sheet, or alone.")
@click.option("--windows", is_flag=True, help="With [α, β] at the nodes of the solution.")
@click.option(
    "--grade",
    "answer",
    metavar="FILE",
    help="Grade a form that was filled in; exit 1 if it has a mistake.",
)
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
    from zermelo.teach import Exercise, make_exercise
    from zermelo.teach.quiz import Quiz

    if answer is not None:
        return _graded(answer, as_json)
    if game is not None:
        _refuse_with_game("seed", "count", "depth", "branching", "cuts", "chance", "players")
        made = [Exercise.of(catalogue.game(game), options["algorithm"], rule=options["rule"])]
    else:
        made = [make_exercise(number, **options) for number in range(seed, seed + count)]
    if sheet is not None:
        from zermelo.teach.sheet import write

        path = str(write(made, sheet, solution, windows))
        echo_json({"file": path}) if as_json else click.echo(path)
    elif as_json:
        echo_json({"exercises": [one.to_dict(solution) for one in made]})
    elif solution:
        from zermelo.teach.question import wrap_question, write_solution

        click.echo("\n\n".join(f"{wrap_question(one)}\n\n{write_solution(one)}" for one in made))
    else:
        return Quiz(made).run()
    return 0


def _refuse_with_game(*names: str) -> None:
    """A game that is given has its own size: options for a random tree were meant for something else."""
    context = click.get_current_context()
    for name in names:
        if context.get_parameter_source(name) == click.core.ParameterSource.COMMANDLINE:
            raise click.UsageError(
                f"--{name} makes a random tree, and --game gives one: leave one of them out"
            )


def _graded(path: str, as_json: bool) -> int:
    """Grade the form in a file; what cannot be read is no mistake but a wrong call."""
    from pathlib import Path

    from zermelo.errors import BadAnswer
    from zermelo.teach import Answer, grade, rebuild_exercise

    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadAnswer(f"{path}: {getattr(error, 'strerror', None) or 'it is not text'}") from None
    answer = Answer.from_json(text)
    if answer.exercise is None:
        raise BadAnswer(
            f"{path} does not say which exercise it answers: begin with the form that --sheet answer.json writes"
        )
    found = grade(rebuild_exercise(answer.exercise), answer)
    echo_json(found.to_dict()) if as_json else click.echo(str(found))
    return 0 if found.is_right else FAILED


@commands.command()
@click.argument("name", required=False, metavar="[N]")
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    help="Draw the solution's tree: .svg, .png, .tex, .dot or .mmd.",
)
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def problems(name: str | None, output: str | None, as_json: bool) -> None:
    """The lecture's problems with worked solutions: 1, 2, 3, 4 and nim."""
    from zermelo import terminal
    from zermelo.errors import BadAnswer
    from zermelo.teach.problems import PROBLEMS, find_problem

    if name is None:
        if output is not None:
            raise BadAnswer(f"say which problem to draw; problems: {' '.join(PROBLEMS)}")
        listed = [(one.name, one.title) for one in PROBLEMS.values()]
        echo_json(
            {"problems": [{"name": key, "title": title} for key, title in listed]}
        ) if as_json else terminal.table(listed)
    elif output is not None:
        from zermelo.show.draw import write

        path = str(write(find_problem(name).picture, output))
        echo_json({"file": path}) if as_json else click.echo(path)
    elif as_json:
        echo_json(find_problem(name).to_dict())
    else:
        click.echo(str(find_problem(name)))
