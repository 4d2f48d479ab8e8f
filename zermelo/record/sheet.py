"""The score sheet of a game that is being played: its moves, back to any of them, a file of it.

>>> from zermelo.games.nim import Nim
>>> sheet = ScoreSheet(Nim(1, 2), Nim(1, 2).start(), "nim:1,2")
>>> sheet.add(sheet.game.parse(sheet.state, "1-1"))
>>> sheet.list_moves()
['1 MAX 1-1']
>>> print(sheet.write())
[Game "nim:1,2"]
<BLANKLINE>
1. 1-1
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

from zermelo.errors import BadGame, BadLimit, BadRecord
from zermelo.game import CHANCE, Game
from zermelo.record.files import Games, read_record, write_record
from zermelo.record.movetree import GameRecord, MoveNode

MAX_FILE = 1_500_000
"""Bytes of a file that is read."""


class SheetStep(NamedTuple):
    """A state, and the action that was made at it; `SET_UP` if another position was set up."""

    state: Any
    action: Any


SET_UP = object()
"""In place of an action: the position was set up."""


class ScoreSheet:
    """The moves of a game so far, and the state after them."""

    def __init__(
        self,
        game: Game[Any, Any],
        state: Any,
        name: str = "",
        find_sgf: Callable[[int], str] = lambda number: "",
        same: Callable[[str], bool] = lambda name: False,
    ) -> None:
        self.game, self.state = game, state
        self.name = name or game.full_title
        self.find_sgf, self.same = find_sgf, same
        self.steps: list[SheetStep] = []

    def add(self, action: Any) -> None:
        """Make a move."""
        self.steps.append(SheetStep(self.state, action))
        self.state = self.game.result(self.state, action)

    def set_up(self, state: Any) -> None:
        """Go on from another position."""
        self.steps.append(SheetStep(self.state, SET_UP))
        self.state = state

    def go_back(self, index: int) -> None:
        """Go back to the state before a step."""
        self.state = self.steps[index].state
        del self.steps[index:]

    # ------------------------------------------------------------------ moves of this game

    @property
    def first(self) -> int:
        """The index of the first move since a position was set up."""
        set_up = [i for i, step in enumerate(self.steps) if step.action is SET_UP]
        return set_up[-1] + 1 if set_up else 0

    @property
    def moves(self) -> list[SheetStep]:
        """The moves since the beginning, or since a position was set up."""
        return self.steps[self.first :]

    def list_moves(self) -> list[str]:
        """The moves, each with its number and its player."""
        return [f"{i} {self._write(step)}" for i, step in enumerate(self.moves, 1)]

    def _write(self, step: SheetStep) -> str:
        mover = self.game.player(step.state)
        who = "chance" if mover == CHANCE else self.game.player_name(mover)
        return f"{who} {self.game.name(step.state, step.action)}"

    def go_back_to(self, text: str) -> None:
        """Go back to before the move of a number, as `list_moves` counts."""
        count = len(self.moves)
        if not text.isdecimal() or not 1 <= int(text) <= count:
            moves = f"moves are 1 to {count}" if count else "there is no move yet"
            raise BadLimit(f"{text[:20]!r} is not a move to go back to: {moves}")
        self.go_back(self.first + int(text) - 1)

    # ------------------------------------------------------------------ files

    def write(self, form: str = "") -> str:
        """The game as a record, in the usual format or another one that it has."""
        steps = self.moves
        root = MoveNode(steps[0].state if steps else self.state)
        node = root
        for i, step in enumerate(steps):
            after = steps[i + 1].state if i + 1 < len(steps) else self.state
            name = self.game.name(step.state, step.action)
            node.children.append(MoveNode(after, step.action, name, node))
            node = node.children[0]
        formats = self.game.record_formats
        chosen = form if form in formats else formats[0]
        return write_record(GameRecord(self.game, root), self.name, chosen)

    def save(self, path: Path) -> None:
        """Write the game to a file, whole or not at all; its ending may name the format."""
        text = self.write(path.suffix.lstrip(".").lower()) + "\n"
        beside = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            beside.write_text(text, encoding="utf-8")
            beside.replace(path)
        except OSError as error:
            raise BadRecord(f"{path} cannot be written: {error.strerror}") from None

    def load(self, path: Path) -> None:
        """Go on with a game from a file; where that is none of this game, nothing changes."""
        try:
            with path.open("rb") as file:
                text = file.read(MAX_FILE + 1).decode("utf-8-sig")
        except OSError as error:
            raise BadRecord(f"{path} cannot be read: {error.strerror}") from None
        except UnicodeDecodeError:
            raise BadRecord(f"{path} is not a text of a game") from None
        if len(text) > MAX_FILE:
            raise BadRecord(f"{path} is too large for one game")
        self.replay(self._read(text))

    def _read(self, text: str) -> GameRecord:
        """The first game of a text, which must be of this game."""

        def find(name: str) -> Game[Any, Any]:
            if name != self.name and not self.same(name):
                raise BadGame(f"this is a game of {name[:40]}, not of {self.name}")
            return self.game

        _, record = read_record(text, 0, Games(self.name, find, self.find_sgf))
        return record.require()

    def replay(self, record: GameRecord) -> None:
        """Take the main line of a record in place of the moves so far."""
        self.steps, self.state = [], record.start
        if record.start != self.game.start():
            self.steps.append(SheetStep(self.game.start(), SET_UP))
        for node in record.root.main_line():
            self.add(node.action)


def name_record(typed: str, own: tuple[type, str, str] | None) -> str:
    """The name of a game in records: as it was typed, or its class as the studio calls it.

    >>> name_record("connect-four:5,4", None), name_record("mine.py:Chomp:2", (int, "x", "2"))
    ('connect-four:5,4', 'int:2')
    """
    if own is None:
        return typed
    cls, _, arguments = own
    return f"{cls.__name__}:{arguments}".removesuffix(":")


def find_last(steps: Iterable[SheetStep], fits: Callable[[SheetStep], bool]) -> int | None:
    """The index of the last step that fits."""
    found = [i for i, step in enumerate(steps) if fits(step)]
    return found[-1] if found else None
