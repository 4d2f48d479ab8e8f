"""A policy S → A as a table: states and moves as people write them, as text, CSV or JSON.

>>> from zermelo import tree
>>> print(tabulate_policy(tree.figure("two-ply")))
state  player  move  value  leads to
A      MAX     a1        3  B
B      MIN     b1        3  E
C      MIN     c1        2  H
D      MIN     d3        2  M
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from zermelo import contract
from zermelo.errors import TooLarge, one_line
from zermelo.formatting import align_columns, format_number
from zermelo.game import CHANCE, Game
from zermelo.search.strategy import Values, require_player, require_two_players
from zermelo.states import list_states

S = TypeVar("S")
A = TypeVar("A")

MOST_ROWS = 100_000

HEADINGS = ("state", "player", "move", "value", "leads to")


@dataclass(frozen=True)
class PolicyRow:
    """What to do in one state: the player to move, the move, its value and where it leads.

    The value is for player 0.
    """

    state: str
    player: str
    move: str
    value: float
    after: str

    def cells(self) -> tuple[str, ...]:
        """Return the row as words."""
        return self.state, self.player, self.move, format_number(self.value), self.after


@dataclass(frozen=True)
class PolicyTable:
    """A best move for every state that play can reach, breadth first.

    >>> from zermelo.games.nim import Nim
    >>> table = tabulate_policy(Nim(2, 2), player=1)
    >>> len(table), table.rows[0].cells()
    (5, ('2 2 MIN', 'MIN', '2-1', '1', '2 1 MAX'))
    """

    game: str
    value_of: str
    rows: tuple[PolicyRow, ...]

    def __len__(self) -> int:
        return len(self.rows)

    def __str__(self) -> str:
        """Return aligned columns; the value is to the right."""
        cells = [HEADINGS, *(tuple(map(one_line, row.cells())) for row in self.rows)]
        width = max(len(row[3]) for row in cells)
        padded = [(*row[:3], row[3].rjust(width), row[4]) for row in cells]
        return "\n".join(line.rstrip() for line in align_columns(padded, left=len(HEADINGS)))

    def to_csv(self) -> str:
        """Return comma-separated values with a head; numbers are plain."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(HEADINGS)
        for row in self.rows:
            writer.writerow((row.state, row.player, row.move, f"{row.value:.12g}", row.after))
        return text.getvalue().rstrip("\n")

    def to_dict(self) -> dict[str, Any]:
        """Return the policy as a dict for JSON."""
        return {
            "game": self.game,
            "value_of": self.value_of,
            "policy": [
                {
                    "state": row.state,
                    "player": row.player,
                    "move": row.move,
                    "value": row.value,
                    "leads_to": row.after,
                }
                for row in self.rows
            ],
        }


def tabulate_policy(
    game: Game[S, A],
    s: S | None = None,
    *,
    player: int | None = None,
    most: int = MOST_ROWS,
    name: Callable[[S], str] | None = None,
) -> PolicyTable:
    """Return a best move for every state, from all start states or from s.

    With a `player`, only for the states in which that player moves: the solution for a player.
    `name` writes states; by default they are as the game writes them.
    """
    require_two_players(game)
    if player is not None:
        require_player(game, player)
    for state in tuple(game.starts()) if s is None else (s,):
        contract.require_state(game, state)
        contract.require(game, state)
    with contract.name_faults():
        values = Values(game, 0, most)
        states = _list_all(game, s, most)
        rows = tuple(_list_rows(game, states, player, values, name or game.dump))
    return PolicyTable(game.full_title, game.player_name(0), rows)


def _list_all(game: Game[S, A], s: S | None, most: int) -> list[S]:
    try:
        return list_states(game, s, most)
    except TooLarge:
        raise TooLarge(
            f"the policy has more than {most:,} states: begin nearer to the end of the game, "
            "or allow more states"
        ) from None


def _list_rows(
    game: Game[S, A],
    states: list[S],
    player: int | None,
    values: Values[S, A],
    write: Callable[[S], str],
) -> Iterator[PolicyRow]:
    """Yield a row for each state in which the player moves; None: any player."""
    for s in states:
        if game.terminal(s) or game.player(s) == CHANCE:
            continue
        if player is None or game.player(s) == player:
            a = values.best(s)
            after = game.result(s, a)
            name = game.player_name(game.player(s))
            yield PolicyRow(write(s), name, game.name(s, a), values(after), write(after))
