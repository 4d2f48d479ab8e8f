"""What a command prints: text or JSON on stdout, warnings on stderr."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from zermelo.game import Game
    from zermelo.result import Result


def echo(text: str, content: dict[str, Any], as_json: bool) -> None:
    """Print a text, or its content as JSON."""
    if as_json:
        echo_json(content)
    else:
        click.echo(text)


def echo_json(content: dict[str, Any]) -> None:
    """Print JSON; in ASCII if the terminal cannot show the rest."""
    from zermelo.formatting import encode_infinities
    from zermelo.terminal import can_show

    text = json.dumps(encode_infinities(content), ensure_ascii=False, indent=2)
    click.echo(text if can_show(text) else json.dumps(encode_infinities(content), indent=2))


def echo_table(rows: list[tuple[str, str]], name: str, as_json: bool, about: str = "about") -> None:
    """Print names and what they are, as a table, or as the JSON list `name` with key `about`."""
    if as_json:
        echo_json({name: [{"name": key, about: text} for key, text in rows]})
    else:
        from zermelo import terminal

        terminal.table(rows)


def write_answer(game: Game[Any, Any], result: Result[Any]) -> str:
    """The value of a result as people say it in this game; empty if there is none."""
    from zermelo.evaluation import write_value

    words = ""
    if result.range is not None:
        words = result.range.describe()
    elif result.value is not None:
        words = write_value(game, result.value, result.player, result.exact, result.is_mean)
    return ", ".join(filter(None, (words, result.dependence)))


def describe_result(game: Game[Any, Any], result: Result[Any]) -> dict[str, Any]:
    """A result for JSON, with its value in words."""
    return {**result.to_dict(), "value_text": write_answer(game, result) or None}


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
