"""A position to look at: show, evaluate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zermelo.cli.base import commands
from zermelo.cli.output import echo
from zermelo.cli.shared_options import GivenPosition, ascii_option, json_option, position_options

if TYPE_CHECKING:
    from zermelo.game import Game
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


@commands.command()
@position_options()
@ascii_option
@json_option
def evaluate(given: GivenPosition, as_json: bool) -> None:
    """Explain the evaluation of a position: features, counts, weights, sum, and value.

    The sum is in the unit that people use (pawns, discs, open lines), for the first player. The
    value is what a search uses at its horizon.
    """
    from zermelo.evaluation import explain

    game, state = given.load(history=True)
    evaluation = explain(game, state)
    lines = [str(evaluation), *_list_others(game), *_note_scale(game, state)]
    echo("\n".join(lines), evaluation.to_dict(), as_json)


def _note_scale(game: Game[Any, Any], state: Any) -> list[str]:
    """Return what a search makes of an estimate on another scale than the payoffs."""
    from zermelo.formatting import format_decimal
    from zermelo.frame.scale import bring_to_scale, note_of

    scaled = bring_to_scale(game)
    if scaled is game or game.terminal(state):
        return []
    values = [format_decimal(round(scaled.evaluate(state, p), 3)) for p in range(game.players)]
    return [f"{note_of(scaled)}: here {', '.join(values)}"]


def _list_others(game: Game[Any, Any]) -> list[str]:
    """Return a line with the other evaluations that a game of the package has."""
    inner = getattr(game, "game", game)
    chosen = getattr(inner, "evaluation", "")
    others = [other for other in getattr(inner, "evaluations", ()) if other != chosen]
    named = ", ".join(f"evaluation={other}" for other in others)
    return [f"this is evaluation={chosen}; the game also has {named}"] if others else []


def _list_lines(position: Position[Any, Any]) -> list[str]:
    """Return a position as text."""
    from zermelo.play import list_moves

    lines = [str(position), position.status]
    if position.game.reads_positions:
        lines.append(f"position: {position.game.dump(position.state)}")
    if position.evaluation is not None:
        lines.append(f"evaluation: {position.evaluation.summary()}")
    if position.actions:
        names = list_moves(position.actions, len(position.actions))
        separator = "\n" if "\n" in names else " "
        lines.append(f"actions:{separator}{names}")
    return lines
