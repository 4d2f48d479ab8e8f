"""The command's group, and how an error ends it: one line on stderr and an exit code."""

from __future__ import annotations

import os
import sys

import click

FORMS = ("table3", "nested", "stages", "log", "json")

FAILED, WRONG_CALL, INTERRUPTED = 1, 2, 130


@click.group(
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(package_name="zermelo", message="%(version)s")
@click.pass_context
def commands(context: click.Context) -> None:
    """Adversarial search, from the lecture to machine speed.

    GAME is a name with arguments (nim:2,2 · connect-four · mnk:4,4,3), a tree (tree:two-ply,
    'tree:[[3,12],[2,4]]', tree:file.json, tree:random,seed=7) or a class of yours (mine.py:Chomp).
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def main() -> None:
    """Run the command with the arguments of the process, and exit."""
    from zermelo.terminal import announce_compiling, prepare

    prepare()
    announce_compiling()
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run the command. Return the exit code."""
    stdout = sys.stdout
    try:
        code = commands.main(arguments, prog_name="zermelo", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except click.exceptions.Exit as leave:
        return leave.exit_code
    except BrokenPipeError:
        return _end_unread()
    except (Exception, KeyboardInterrupt, SystemExit) as error:
        if sys.stdout is not stdout:  # click replaces a stream whose reader has gone, and exits
            return _end_unread()
        message, code = explain_error(error)
        click.echo(f"zermelo: {message}", err=True)
        return code


def _end_unread() -> int:
    """Write the rest of the output nowhere: its reader, such as head, has gone."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def explain_error(error: BaseException) -> tuple[str, int]:
    """Return an error as one line, and the exit code."""
    from zermelo.errors import ZermeloError, one_line, place

    if isinstance(error, click.Abort | KeyboardInterrupt):
        return "interrupted", INTERRUPTED
    if isinstance(error, click.ClickException):
        return _explain_wrong_call(error), WRONG_CALL
    if isinstance(error, SystemExit):
        exit_call = f"{place(error)}: sys.exit({error.code})"
        return one_line(f"{exit_call}: the rules of a game must not exit"), WRONG_CALL
    if isinstance(error, ZermeloError):
        return one_line(error), WRONG_CALL
    if os.environ.get("ZERMELO_DEBUG"):
        raise error
    return _explain_fault(error)


def _explain_wrong_call(error: click.ClickException) -> str:
    hint = ""
    if isinstance(error, click.UsageError) and error.ctx is not None:
        hint = f" (see {error.ctx.command_path} --help)"
    return " ".join(error.format_message().split()) + hint


def _explain_fault(error: BaseException) -> tuple[str, int]:
    """Return the line for a full disk, a broken rule of a game, or a fault of the package."""
    from zermelo.contract import diagnose
    from zermelo.errors import one_line, place

    if isinstance(error, OSError) and error.filename is None and error.strerror:
        # of a standard stream: a full disk behind stdout
        return f"the output could not be written: {error.strerror}", FAILED
    rule = diagnose(error)
    if rule:
        return rule, WRONG_CALL
    description = f"{place(error)}: {type(error).__name__}: {one_line(error)}"
    return f"{description} (ZERMELO_DEBUG=1 shows more)", FAILED
