"""What is derived from a state where the game declares nothing: a board, a text, a table.

A state with one rectangular field of cells draws itself: a tuple of rows, a tuple whose length is a
square or the declared `board_shape`, or `Bits` fields, one for each player, with a declared shape.

>>> from zermelo.derived import write_state
>>> write_state((1, None, "X"))
"(1, None, 'X')"
"""

from __future__ import annotations

import math
import typing
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Any

from zermelo.board import Board
from zermelo.symbols import is_symbol

SMALLEST = 3
"""A rectangle of fewer rows or columns is not a board, unless its shape is declared."""

EMPTY = (None, 0, -1, "", ".", " ", "_", "-", "·", False)
"""What may stand for an empty cell: the most frequent of these in the start state."""

LETTERS = (".", " ", "_", "-", "·")
"""A text with one of these in it may be a board."""

SIGNS = ("●", "○")
"""The pieces of two players without signs."""

MOVER_FIELDS = ("turn", "player", "to_move", "mover")
"""Fields that say who is to move, which every front end says itself."""


def field_names(s: Any) -> tuple[str, ...]:
    """The fields of a state: of a NamedTuple or a dataclass, else none."""
    fields: Any = getattr(s, "_fields", None) or getattr(s, "__dataclass_fields__", ())
    return tuple(fields)


def list_fields(s: Any) -> dict[str, Any]:
    """What a state holds, by name: fields; the parts of a bare tuple by their numbers, from 1."""
    if names := field_names(s):
        return {name: getattr(s, name) for name in names}
    return {str(i + 1): part for i, part in enumerate(s)} if type(s) is tuple else {}


def has_parts(s: Any) -> bool:
    """Is a state a record or a bare tuple, whose text can be read back?"""
    return bool(field_names(s)) or type(s) is tuple


# ---------------------------------------------------------------------- the board


@dataclass(frozen=True)
class Grid:
    """The cells of a state: the field that holds them, its shape, and what is in each."""

    field: str
    rows: int
    columns: int
    values: tuple[Any, ...]
    is_flat: bool = True


def find_grid(game: Any, s: Any) -> Grid | None:
    """The one rectangular field of cells of a state, or None."""
    sets = read_sets(game, s)
    if sets is not None:
        return sets
    if not field_names(s) and (whole := read_grid(game, "", s)) is not None:
        return whole
    grids = [g for name, x in list_fields(s).items() if (g := read_grid(game, name, x))]
    grids = [g for g in grids if not is_hand(g)]
    declared = [g for g in grids if (g.rows, g.columns) == tuple(game.board_shape)]
    grids = declared or grids
    return grids[0] if len(grids) == 1 else None


def is_hand(grid: Grid) -> bool:
    """Are these words all different, and none an empty cell: cards rather than cells?"""
    values = grid.values
    is_distinct = len(set(values)) == len(values)
    return is_distinct and all(isinstance(x, str) and x not in EMPTY for x in values)


def read_letters(game: Any, name: str, value: Any) -> Any:
    """A text, or rows of text of one length, as tuples of letters, if some are empty cells.

    On a board that is full the start state shows whether letters stand for empty cells.
    """
    rows = (value,) if isinstance(value, str) else value
    if type(rows) is not tuple or not rows or not all(isinstance(row, str) for row in rows):
        return value
    least = SMALLEST**2 if isinstance(value, str) else SMALLEST
    if min(map(len, rows)) < least or len(set(map(len, rows))) > 1:
        return value
    if not has_empty(rows):
        start = game.start()
        if not has_empty(list_fields(start).get(name, start if not name else value)):
            return value
    return tuple(value) if isinstance(value, str) else tuple(map(tuple, value))


def has_empty(rows: Any) -> bool:
    """Is one of the letters an empty cell?"""
    return bool({x for row in rows for x in row} & set(LETTERS))


def read_grid(game: Any, name: str, value: Any) -> Grid | None:
    """A field as a rectangle of cells, if it is one; the letters of a text may be cells."""
    value = read_letters(game, name, value)
    if type(value) is not tuple or not value:
        return None
    if all(type(row) is tuple for row in value):
        columns = {len(row) for row in value}
        cells = tuple(x for row in value for x in row)
        if len(columns) > 1 or not all(map(is_cell, cells)):
            return None
        rows, columns_count = len(value), columns.pop()
        is_board = min(rows, columns_count) >= SMALLEST or (rows, columns_count) == game.board_shape
        return Grid(name, rows, columns_count, cells, is_flat=False) if is_board else None
    if not all(map(is_cell, value)):
        return None
    if game.board_shape and math.prod(game.board_shape) == len(value):
        rows, width = game.board_shape
        return Grid(name, rows, width, value)
    side = math.isqrt(len(value))
    return Grid(name, side, side, value) if side * side == len(value) >= SMALLEST**2 else None


def is_cell(x: Any) -> bool:
    """Can this be what stands in a cell?"""
    return isinstance(x, int) or is_symbol(x)


def read_sets(game: Any, s: Any) -> Grid | None:
    """The cells of `Bits` fields, one for each player, if the game declares its shape."""
    if not game.board_shape or not field_names(s):
        return None
    hints = read_hints(type(s))
    names = [n for n in field_names(s) if "Bits" in getattr(hints.get(n), "__metadata__", ())]
    if len(names) != game.players:
        return None
    rows, columns = game.board_shape
    owners = [
        next((p + 1 for p, n in enumerate(names) if getattr(s, n) >> i & 1), 0)
        for i in range(rows * columns)
    ]
    return Grid(" ".join(names), rows, columns, tuple(owners))


def read_hints(kind: type) -> dict[str, Any]:
    """The declared types of the fields of a record."""
    try:
        return typing.get_type_hints(kind, include_extras=True)
    except Exception:  # names that only a type checker sees
        return {}


def derive_board(game: Any, s: Any) -> Board | None:
    """The board of a state with one rectangular field of cells, or None."""
    grid = find_grid(game, s)
    if grid is None:
        return None
    signs = CellSigns.read(game, grid)
    return Board(
        grid.rows,
        grid.columns,
        tuple(signs.write(x) for x in grid.values),
        touches=Touches(game, s, grid),
    )


@dataclass(frozen=True)
class CellSigns:
    """How the values of cells are shown: the empty value, and the values that mean players."""

    empty: Any
    players: Mapping[Any, str]

    @classmethod
    def read(cls, game: Any, grid: Grid) -> CellSigns:
        """What the values mean, read from the start state: the most frequent one is empty."""
        first = find_grid(game, game.start()) or grid
        empty = next((x for x, _ in Counter(first.values).most_common() if x in EMPTY), None)
        numbers = {x for x in (*first.values, *grid.values) if isinstance(x, int)} - {empty}
        lowest = 0 if empty == -1 and type(empty) is int else 1
        own = range(lowest, lowest + game.players)
        if numbers == {-1, 1} or numbers in ({1}, {-1}):
            order = (1, -1) if -1 in numbers else tuple(own)
        else:
            order = tuple(own) if numbers <= set(own) else ()
        return cls(empty, dict(zip(order, list_signs(game), strict=False)))

    def write(self, value: Any) -> str:
        """The sign of a cell."""
        if value == self.empty and type(value) is type(self.empty):
            return ""
        if isinstance(value, Enum) and not isinstance(value, int):
            text = value.value if isinstance(value.value, str) else value.name
            return text if len(text) <= 2 else value.name[:1]
        if value is None:
            return ""
        return self.players.get(value) or str(value)


def list_signs(game: Any) -> list[str]:
    """The piece of each player: the game's own, discs for two, else the first letters of names."""
    if len(game.signs) >= game.players:
        return list(game.signs)
    if game.players <= 2:
        return list(SIGNS)
    letters = [game.player_name(p)[:1].upper() for p in range(game.players)]
    is_clear = len(set(letters)) == len(letters)
    return letters if is_clear else [chr(ord("A") + p) for p in range(game.players)]


class Touches(Mapping[Any, tuple[int, ...]]):
    """The cells to click for each action: those that it changes. Found at the first use."""

    def __init__(self, game: Any, s: Any, grid: Grid) -> None:
        self.game, self.state, self.grid = game, s, grid

    @cached_property
    def cells(self) -> dict[Any, tuple[int, ...]]:
        """The cells of every action."""
        game, s = self.game, self.state
        found = {a: self.find_cells(a, game.result(s, a)) for a in game.options(s)}
        is_known = all(found.values()) or not all(is_symbol(a) for a in found)
        return found if is_known else dict.fromkeys(found, ())  # up, down, left, right

    def __getitem__(self, a: Any) -> tuple[int, ...]:
        return self.cells[a]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.cells)

    def __len__(self) -> int:
        return len(self.cells)

    def find_cells(self, a: Any, after: Any) -> tuple[int, ...]:
        """The cells to click: the one that changes, from where to where, or those it names."""
        new = find_grid(self.game, after)
        if new is None or len(new.values) != len(self.grid.values):
            return ()
        changed = [i for i, x in enumerate(self.grid.values) if new.values[i] != x]
        empty = CellSigns.read(self.game, self.grid).empty
        left = [i for i in changed if new.values[i] == empty]
        if len(changed) == 1:
            return (changed[0],)
        if len(changed) == 2 and len(left) == 1:
            return left[0], next(i for i in changed if i != left[0])
        named = self.read_cells(a)
        return named if set(named) & set(changed) else ()

    def read_cells(self, a: Any) -> tuple[int, ...]:
        """The cells that an action names: numbers of cells, or rows and columns."""
        whole = a if isinstance(a, tuple) else [getattr(a, name) for name in field_names(a)] or [a]
        parts = [x for x in whole if x is not None]
        if parts and all(is_place(x, self.grid) for x in parts):
            return tuple(x[0] * self.grid.columns + x[1] for x in parts)
        if not self.grid.is_flat and is_place(a, self.grid):
            return (a[0] * self.grid.columns + a[1],)
        numbers = [x for x in parts if type(x) is int]
        is_cells = all(0 <= x < len(self.grid.values) for x in numbers)
        return tuple(numbers) if is_cells and len(numbers) == len(parts) <= 2 else ()


def is_place(x: Any, grid: Grid) -> bool:
    """Is this a row and a column of a board?"""
    if not isinstance(x, tuple) or len(x) != 2 or not all(type(i) is int for i in x):
        return False
    return bool(0 <= x[0] < grid.rows and 0 <= x[1] < grid.columns)


# ---------------------------------------------------------------------- texts


def derive_caption(game: Any, s: Any) -> str:
    """What a state holds beside the cells of its board, in one line."""
    grid = find_grid(game, s)
    if grid is None:
        return ""
    own = {*grid.field.split(), *MOVER_FIELDS}
    others = {name: x for name, x in list_fields(s).items() if grid.field and name not in own}
    if not field_names(s):
        return " · ".join(map(write_short, others.values()))
    return " · ".join(f"{name} {write_short(x)}" for name, x in others.items())


def derive_table(s: Any) -> str:
    """The fields of a state as a table; the state itself, if it has none.

    >>> print(derive_table(((3, 2), frozenset({7}))))
    1  3 2
    2  {7}
    >>> class Player(typing.NamedTuple):
    ...     money: int
    ...     passed: bool = False
    >>> print(derive_table(((Player(3), Player(5)), 1)))
    1  money 3, passed no
       money 5, passed no
    2  1
    """
    fields = list_fields(s)
    is_bare = not field_names(s) and not any(
        isinstance(x, tuple | frozenset) for x in fields.values()
    )
    if not fields or is_bare:
        return write_state(s)
    width = max(map(len, fields))
    rows = [(name, line) for name, x in fields.items() for name, line in list_lines(name, x)]
    return "\n".join(f"{name:<{width}}  {line}" for name, line in rows)


def list_lines(name: str, x: Any) -> list[tuple[str, str]]:
    """The lines of a table for one field: one for each record of several."""
    if not isinstance(x, tuple) or not x or not all(map(field_names, x)):
        return [(name, write_short(x))]
    return [("" if i else name, write_short(item)) for i, item in enumerate(x)]


def write_short(x: Any) -> str:
    """A value in few words: a tuple with blanks between its items, None as a dash.

    >>> write_short(((1, 2), (3, None)))
    '1 2 | 3 –'
    """
    if x is None:
        return "–"
    if isinstance(x, bool):
        return "yes" if x else "no"
    if isinstance(x, Enum) and not isinstance(x, int):
        return x.name.lower()
    if field_names(x):
        writer: Any = type(x).__str__
        if writer is not object.__str__:  # the author's
            return str(x)
        return ", ".join(f"{name} {write_short(getattr(x, name))}" for name in field_names(x))
    if isinstance(x, tuple):
        separator = " | " if any(isinstance(item, tuple) for item in x) else " "
        return separator.join(map(write_short, x)) or "nothing"
    if isinstance(x, frozenset):
        return f"{{{', '.join(sorted(map(write_short, x)))}}}"
    return str(x) if str(x).strip() else repr(x)


def write_state(x: Any) -> str:
    """A state as text that `read_state` reads: its `repr`, with Enum members by their names."""
    if isinstance(x, Enum) and not isinstance(x, int):
        return x.name
    if names := field_names(x):
        fields = ", ".join(f"{name}={write_state(getattr(x, name))}" for name in names)
        return f"{type(x).__name__}({fields})"
    if type(x) is tuple:
        items = [write_state(item) for item in x]
        return f"({', '.join(items)}{',' if len(items) == 1 else ''})"
    if isinstance(x, frozenset):
        return f"frozenset({{{', '.join(sorted(map(write_state, x)))}}})" if x else "frozenset()"
    return repr(x)
