"""Pac-Man in text: moves, positions, the board and its caption."""

from __future__ import annotations

import re
from collections.abc import Mapping

from zermelo.bits import put
from zermelo.board import Board
from zermelo.errors import BadAction, BadGame, BadPosition, abbreviate
from zermelo.formatting import format_plural
from zermelo.games._pacman_maze import (
    LETTERS,
    NAMES,
    NOWHERE,
    SCARED,
    SPELLINGS,
    STOP,
    Ghost,
    PacmanMaze,
    Position,
)
from zermelo.notation import whole_number

FACTS = (
    (r"eaten", "_set_eaten"),
    (r"([PA-H])-moves", "_set_mover"),
    (r"score:(-?\d{1,9})", "_set_score"),
    (r"left:(\d{1,9})", "_set_left"),
    (r"([PA-H])(\d+),(\d+)([nesw]?)(\+?)(?::(\d+))?", "_set_place"),
)
"""The words after the maze: a pattern, and the method that takes in what it says."""


class PacmanText(PacmanMaze):
    """The methods of Pac-Man that read and write text."""

    long_name = "Pac-Man"
    names = ("Pac-Man", "ghosts")

    def name(self, s: Position, a: int) -> str:
        return NAMES[a]

    def parse(self, s: Position, text: str) -> int:
        """North, east, south, west, stop; their first letters, arrows, or up, right, down, left."""
        word = text.strip().casefold()
        legal = self.options(s)
        for a in legal:
            if word == NAMES[a] or word in SPELLINGS[a]:
                return a
        raise BadAction(
            f"{text.strip()!r} is not legal here; legal: {abbreviate(NAMES[a] for a in legal)}"
        )

    def _signs(self, s: Position, signs: str) -> list[str]:
        """The maze cell by cell: `signs` are those of a wall, nothing, a dot and a capsule."""
        cells = [signs[0]] * (self.width * self.height)
        for cell, i in enumerate(self.cells):
            is_food, is_capsule = (
                words[cell >> 6] >> (cell & 63) & 1 for words in (s.food, s.capsules)
            )
            cells[i] = signs[2] if is_food else signs[3] if is_capsule else signs[1]
        return cells

    def _spot(self, cell: int) -> str:
        """Column and row as the course counts them, from 0 at the lower left."""
        return f"{self.xs[cell]},{self.height - 1 - self.ys[cell]}"

    def dump(self, s: Position) -> str:
        """The maze with what is left to eat, the places of all, the turn, score and moves left.

        >>> from zermelo.games.pacman import Pacman
        >>> game = Pacman("%%%%%/%PoG%/%...%/%%%%%")
        >>> game.dump(game.after(["east"]))
        '%%%%%/%___%/%...%/%%%%% P2,2 A3,2:40 A-moves score:-1 left:299'
        """
        signs = "".join(self._signs(s, "%_.o"))
        rows = "/".join(signs[i : i + self.width] for i in range(0, len(signs), self.width))
        ghosts = [self._write_ghost(i, ghost) for i, ghost in enumerate(s.ghosts[: self.count])]
        mover = LETTERS[s.mover - 1] if s.mover else "P"
        words = [rows, f"P{self._spot(s.pacman)}", *ghosts, f"{mover}-moves"]
        words += [f"score:{s.score}", f"left:{s.left}", *["eaten"] * s.eaten]
        return " ".join(words)

    def _write_ghost(self, i: int, ghost: Ghost) -> str:
        """A ghost's letter, place, heading, + if half a cell further, and fear."""
        heading = "nesw "[ghost.heading].strip()
        fear = f":{ghost.scared}" if ghost.scared else ""
        return f"{LETTERS[i]}{self._spot(ghost.cell)}{heading}{'+' * ghost.half}{fear}"

    def load(self, text: str) -> Position:
        """A dump, or the maze alone with its P and its ghosts.

        What is not said is as at the start.
        """
        rows, *words = text.split() or [""]
        s = self._load_maze(rows)
        for word in words:
            s = self._add_fact(s, word)
        return s

    def _load_maze(self, text: str) -> Position:
        """The start with what the rows of a text show; with a P, all places are taken from it."""
        try:
            rows = self._read(text)
        except BadGame:
            rows = []
        signs = "".join(rows)
        free = [i for i, sign in enumerate(signs) if sign != "%"]
        if free != list(self.cells) or len(rows) != self.height:
            raise BadPosition(
                f"{text!r} is not this maze: a position begins with its {self.height} "
                "rows, / between them"
            )
        if "P" in text:
            try:
                return self._place(rows)
            except BadGame as error:
                raise BadPosition(str(error)) from None
        food, capsules = (
            self._set(cell for cell, i in enumerate(self.cells) if signs[i] == meal)
            for meal in ".o"
        )
        return self.first._replace(food=food, capsules=capsules)

    def _add_fact(self, s: Position, word: str) -> Position:
        """A position with one more fact."""
        for pattern, method in FACTS:
            match = re.fullmatch(pattern, word)
            changed: Position | None = getattr(self, method)(s, match) if match else None
            if changed is not None:
                return changed
        raise BadPosition(
            f"{word!r} says nothing about this maze; a position is written like "
            f"{self.dump(self.first)}"
        )

    def _set_eaten(self, s: Position, match: re.Match[str]) -> Position:
        return s._replace(eaten=True)

    def _set_mover(self, s: Position, match: re.Match[str]) -> Position | None:
        mover = ("P" + LETTERS).index(match[1])
        return s._replace(mover=mover) if mover <= self.count else None

    def _set_score(self, s: Position, match: re.Match[str]) -> Position:
        return s._replace(score=int(match[1]))

    def _set_left(self, s: Position, match: re.Match[str]) -> Position:
        return s._replace(left=int(match[1]))

    def _set_place(self, s: Position, match: re.Match[str]) -> Position:
        letter, column, row, heading, half, fear = match.groups()
        cell = self._read_cell(column, row, match[0])
        if letter == "P" and not heading:
            return s._replace(pacman=cell)
        number, scared = LETTERS.find(letter), whole_number(fear or "0", SCARED)
        if not 0 <= number < self.count or scared is None:
            raise BadPosition(
                f"{match[0]!r}: there are {self.count} ghosts here, and fear lasts {SCARED} "
                "moves at most"
            )
        ghost = Ghost(cell, "nesw".index(heading) if heading else STOP, len(half), scared)
        is_walled = ghost.heading == STOP or self.exits[cell][ghost.heading] == NOWHERE
        if ghost.half and (scared == 0 or is_walled):
            raise BadPosition(f"{match[0]!r}: only a scared ghost is between two cells")
        return s._replace(ghosts=put(s.ghosts, number, ghost))

    def _read_cell(self, column: str, row: str, word: str) -> int:
        """The free cell in a column and a row."""
        x, y = whole_number(column, self.width - 1), whole_number(row, self.height - 1)
        cell = NOWHERE if x is None or y is None else self._cell_at(x, self.height - 1 - y)
        if cell == NOWHERE:
            raise BadPosition(
                f"{word!r}: there is a wall, or nothing; columns and rows are counted "
                "from 0 at the lower left"
            )
        return cell

    def pieces(self) -> tuple[str, ...]:
        return ("ᗧ", *LETTERS[: self.count], "•", "◉")

    def put(self, cells: tuple[str, ...], cell: int, piece: str) -> tuple[str, ...]:
        """Pac-Man and each ghost leave the cell where they were; walls stay."""
        if cells[cell] == "█":
            raise BadPosition("the walls of this maze stay where they are")
        if piece and piece not in "•◉":
            cells = tuple(" " if sign.upper() == piece else sign for sign in cells)
        return super().put(cells, cell, piece or " ")

    def setup_text(self, cells: tuple[str, ...], details: Mapping[str, str]) -> str:
        ghosts = [sign.upper() for sign in cells if sign.isalpha() and sign != "ᗧ"]
        if sorted(ghosts) != list(LETTERS[: self.count]):
            raise BadPosition(f"the ghosts of this game are {' '.join(LETTERS[: self.count])}")
        if cells.count("ᗧ") != 1:
            raise BadPosition("there is one Pac-Man in the maze")
        signs = {"█": "%", " ": "_", "": "_", "•": ".", "◉": "o", "ᗧ": "P"}
        maze = [signs.get(c) or str(LETTERS.index(c.upper()) + 1) for c in cells]
        rows = ["".join(maze[i : i + self.width]) for i in range(0, len(maze), self.width)]
        return "/".join(rows)

    def board(self, s: Position) -> Board:
        """Walls, food, Pac-Man and the ghosts by their letters (small if scared).

        An action touches the cell it leads to.
        """
        cells = self._signs(s, "█ •◉")
        for i, ghost in reversed(list(enumerate(s.ghosts[: self.count]))):
            cells[self.cells[ghost.cell]] = LETTERS[i].lower() if ghost.scared else LETTERS[i]
        if not s.eaten:
            cells[self.cells[s.pacman]] = "ᗧ"
        mover = s.ghosts[s.mover - 1].cell if s.mover else s.pacman
        touches = {a: (self.cells[self.exits[mover][a]],) for a in self.options(s)}
        return Board(self.height, self.width, tuple(cells), touches, look="maze")

    def text(self, s: Position) -> str:
        """The maze, and a line about the score."""
        cells = self.board(s).cells
        rows = ["".join(cells[i : i + self.width]) for i in range(0, len(cells), self.width)]
        return "\n".join([*rows, self.caption(s)])

    def ending(self, s: Position) -> str:
        """What ended the game, and the score: Pac-Man loses if he is eaten, whatever his score."""
        return f"{self._end(s)}; {self._score(s)}"

    def _score(self, s: Position) -> str:
        """The score in words."""
        return f"score {s.score}".replace("-", "−")

    def _end(self, s: Position) -> str:
        """What ended the game."""
        if not any(s.food):
            return "all dots are eaten"
        return "Pac-Man is eaten" if s.eaten else "no moves left"

    def caption(self, s: Position) -> str:
        """The score, and what happens next or how it ended."""
        if self.terminal(s):
            return f"{self._score(s)}, {self._end(s)}"
        mover = f"ghost {LETTERS[s.mover - 1]}" if s.mover else "Pac-Man"
        left = format_plural(s.left, "move left", "moves left")
        return f"{self._score(s)}, {left}, {mover} to move"
