"""A record: the tree of a game's moves, its tags, and the position where it begins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from zermelo.errors import BadRecord
from zermelo.game import CHANCE, Game

SIGNS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
"""The signs that are written behind a move, and their numbers in PGN, the NAGs."""


@dataclass(eq=False)
class MoveNode:
    """A move and what can follow it, the main line first. The root stands before the first move."""

    state: Any
    """The state after the move."""
    action: Any = None
    name: str = ""
    parent: MoveNode | None = field(default=None, repr=False)
    comment: str = ""
    signs: list[int] = field(default_factory=list)
    """The numbers of the signs on the move, as in PGN."""
    children: list[MoveNode] = field(default_factory=list, repr=False)
    nesting: int = 0
    """How many variations within each other lead here."""

    def find(self, action: Any) -> MoveNode | None:
        """The child of an action, if it is there."""
        return next((child for child in self.children if child.action == action), None)

    def main_line(self) -> Iterator[MoveNode]:
        """The moves after this one, by first children."""
        node = self
        while node.children:
            node = node.children[0]
            yield node

    def walk(self) -> Iterator[MoveNode]:
        """This node and all below it, a line before its variations."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.children)

    def add_comment(self, text: str) -> None:
        """Add lines to the comment."""
        self.comment = f"{self.comment}\n{text}" if self.comment else text


class Fault(NamedTuple):
    """A mistake in a text: what is wrong, and where in the text it stands."""

    message: str
    offset: int
    length: int


@dataclass(eq=False)
class GameRecord:
    """A game that was written down."""

    game: Game[Any, Any]
    root: MoveNode
    tags: dict[str, str] = field(default_factory=dict)
    fault: Fault | None = None
    """The mistake at which the reading ended; the moves before it are in the tree."""

    @property
    def start(self) -> Any:
        """The state in which the game begins."""
        return self.root.state

    @property
    def position(self) -> str | None:
        """The text of the first position; None for the start of the game."""
        return None if self.start == self.game.start() else self.game.dump(self.start)

    def require(self) -> GameRecord:
        """The record itself; `BadRecord` if the text has a mistake."""
        if self.fault is not None:
            raise BadRecord(self.fault.message)
        return self

    def count_moves(self) -> int:
        """The number of moves, variations included."""
        return sum(1 for _ in self.root.walk()) - 1


# ---------------------------------------------------------------------- numbers of moves


class MoveNumber(NamedTuple):
    """The number of a move, and whether it begins a row: `3.` or `3...`."""

    number: int
    begins: bool
    is_new: bool = True
    """Is it another number than that of the move before?"""


class _Count(NamedTuple):
    """How far a line is counted: rows, the last mover and the first; -2 before the first move."""

    row: int = 0
    last: int = -2
    first: int = -2

    def add(self, game: Game[Any, Any], before: Any) -> tuple[MoveNumber, _Count]:
        """The number of the next move, from the state before it, and the count after it."""
        mover, is_first = game.player(before), self.first == -2
        opening = mover if is_first else self.first
        if game.has_chance:
            is_new = begins = (mover == CHANCE) == (opening == CHANCE)
        else:
            goes_on = game.players <= 2 and mover > self.last
            is_new = is_first or not (goes_on or game.is_mid_move(before))
            begins = is_new and not (game.players == 2 and mover == 1)
        row = self.row + is_new
        number = MoveNumber(game.move_number(before) or row, begins, is_new)
        return number, _Count(row, mover, opening)


def number_moves(game: Game[Any, Any], path: list[MoveNode]) -> list[MoveNumber]:
    """The numbers of the moves of a line from the root, as people count them.

    With two players the first begins a row and the second ends it. A roll of dice shares a row with
    its move. With more players each move has a row.
    """
    numbers, count = [], _Count()
    for node in path:
        assert node.parent is not None
        number, count = count.add(game, node.parent.state)
        numbers.append(number)
    return numbers


def number_tree(game: Game[Any, Any], root: MoveNode) -> dict[int, MoveNumber]:
    """The number of every move of a tree, by the `id` of its node."""
    numbers: dict[int, MoveNumber] = {}
    counts = {id(root): _Count()}
    for node in root.walk():
        if node.parent is not None:
            count = counts[id(node.parent)]
            numbers[id(node)], counts[id(node)] = count.add(game, node.parent.state)
    return numbers


def write_number(number: MoveNumber) -> str:
    """The number before a move.

    >>> write_number(MoveNumber(3, True)), write_number(MoveNumber(3, False))
    ('3.', '3...')
    """
    return f"{number.number}." if number.begins else f"{number.number}..."


def find_path(node: MoveNode) -> list[MoveNode]:
    """The moves that lead from the root to a node, this one included."""
    path = []
    while node.parent is not None:
        path.append(node)
        node = node.parent
    return path[::-1]
