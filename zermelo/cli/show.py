"""A position to look at: show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zermelo.cli.base import commands
from zermelo.cli.output import echo
from zermelo.cli.shared_options import GivenPosition, ascii_option, json_option, position_options

if TYPE_CHECKING:
    from zermelo.position import Position


@commands.command()
@position_options()
@ascii_option
@json_option
def show(given: GivenPosition, as_json: bool) -> None:
    """Show a position: the board, the player to move, its text, the moves, and the ending."""
    from zermelo.position import Position

    position = Position(*given.load(history=True))
    echo("\n".join(_list_lines(position)), position.to_dict(), as_json)


def _list_lines(position: Position[Any, Any]) -> list[str]:
    """Return a position as text."""
    from zermelo.play import list_moves

    lines = [str(position), position.status]
    if position.game.declares("load"):
        lines.append(f"position: {position.game.dump(position.state)}")
    if position.actions:
        names = list_moves(position.actions, len(position.actions))
        separator = "\n" if "\n" in names else " "
        lines.append(f"actions:{separator}{names}")
    return lines
