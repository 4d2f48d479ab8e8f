"""The base of every sub-command: the group, errors as one line and an exit code, shared options."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from zermelo.algorithm import Option
    from zermelo.game import Game

FORMS = ("table3", "nested", "stages", "log", "json")

FAILED, WRONG_CALL, INTERRUPTED = 1, 2, 130


def main() -> None:
    """The entry point: errors become one line and an exit code."""
    from zermelo.terminal import prepare

    prepare()
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
    except SystemExit as leave:  # an author's rule has said sys.exit
        from zermelo.errors import one_line, place

        click.echo(
            one_line(
                f"zermelo: {place(leave)}: sys.exit({leave.code}): "
                "the rules of a game must not exit"
            ),
            err=True,
        )
        return WRONG_CALL
    except Exception as error:  # no traceback reaches a user: the place and the error do
        from zermelo.contract import diagnose
        from zermelo.errors import ZermeloError, one_line, place

        if isinstance(error, ZermeloError):
            click.echo(f"zermelo: {one_line(error)}", err=True)
            return WRONG_CALL
        if os.environ.get("ZERMELO_DEBUG"):
            raise
        if (
            isinstance(error, OSError) and error.filename is None and error.strerror
        ):  # of a standard stream: a full disk
            click.echo(f"zermelo: what was found could not be written: {error.strerror}", err=True)
            return FAILED
        rule = diagnose(error)
        if rule:
            click.echo(f"zermelo: {rule}", err=True)
            return WRONG_CALL
        click.echo(
            f"zermelo: {place(error)}: {type(error).__name__}: {one_line(error)} "
            "(ZERMELO_DEBUG=1 shows more)",
            err=True,
        )
        return FAILED


def _one_line(error: click.ClickException) -> str:
    hint = ""
    if isinstance(error, click.UsageError) and error.ctx is not None:
        hint = f" (see {error.ctx.command_path} --help)"
    return " ".join(error.format_message().split()) + hint


@click.group(
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(package_name="zermelo", message="%(version)s")
@click.pass_context
def commands(context: click.Context) -> None:
    """Adversarial search, from the lecture to machine speed.

    GAME is a name with arguments (nim:2,2 · connect-four · mnk:4,4,3), a tree (tree:two-ply,
    tree:[[3,12],[2,4]], tree:file.json, tree:random,seed=7) or a class of yours (mine.py:Chomp).
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def positioned(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that say which position of a game is meant."""
    command = click.option(
        "--moves",
        default="",
        metavar="MOVES",
        help="Moves from there on, with spaces or commas between them.",
    )(command)
    return click.option(
        "--position", metavar="TEXT", help="A position as the game writes it; the start otherwise."
    )(command)


def traced_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of a search that is recorded."""
    options = (
        click.option("--depth", type=int, metavar="N", help="Look N plies ahead, then estimate."),
        click.option(
            "--plies",
            type=click.IntRange(min=0),
            metavar="N",
            help="Record only the first N plies, and how much lies deeper.",
        ),
        click.option(
            "--player",
            type=int,
            metavar="P",
            help="Who is MAX (from 0); the player to move otherwise.",
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


class SearchName(click.ParamType):  # type: ignore[type-arg]  # generic since click 8.4
    """The name of a textbook search, or one of its aliases."""

    name = "search"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from zermelo.search.registry import find

        return find(value).name


class SearchCommand(click.Command):
    """A command that takes the options of every search, and lists the searches in its help."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        from zermelo.search.registry import options

        own = super().get_params(ctx)
        return [*own[:-1], *map(make_option, options()), *own[-1:]]

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from zermelo.search.registry import searches

        with formatter.section("ALGORITHM is one of"):
            formatter.write_dl([(one.name, one.about) for one in searches()])


def make_option(option: Option) -> click.Option:
    """The option of the command for an option of a search."""
    from zermelo.search.registry import takers

    kind: Any = click.Choice(option.values) if option.values else int
    words = f"{option.help} For {', '.join(takers(option.name))}."
    return click.Option([f"--{option.name}"], type=kind, help=words)


def ascii_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """The option for a terminal that does not say what it cannot show."""

    def set_up(context: click.Context, parameter: click.Parameter, wanted: bool) -> None:
        if wanted:
            from zermelo.terminal import ascii_only

            ascii_only()

    return click.option(
        "--ascii",
        is_flag=True,
        expose_value=False,
        callback=set_up,
        help="Write nothing but ASCII.",
    )(command)


def state_of(game: Game[Any, Any], position: str | None, moves: str) -> Any:
    start = game.start() if position is None else game.load(position)
    words = moves.replace(",", " ").split()
    if len(words) == 1 and len(words[0]) > 1 and not game.terminal(start):
        names = {game.name(start, a).casefold() for a in game.options(start)}
        if words[0].casefold() not in names and any(len(name) == 1 for name in names):
            words = list(words[0])  # moves of one character each, written together
    return game.after(words, start)


def echo_json(value: dict[str, Any]) -> None:
    from zermelo.formatting import encode_infinities
    from zermelo.terminal import can_show

    text = json.dumps(encode_infinities(value), ensure_ascii=False, indent=2)
    click.echo(text if can_show(text) else json.dumps(encode_infinities(value), indent=2))


class Warnings:
    """Shows warnings as notes on stderr, one line each."""

    def __enter__(self) -> None:
        import warnings

        self.catcher = warnings.catch_warnings()
        self.catcher.__enter__()
        warnings.simplefilter("always")
        warnings.showwarning = lambda message, *rest: click.echo(f"zermelo: {message}", err=True)

    def __exit__(self, *exc: Any) -> None:
        self.catcher.__exit__(*exc)
