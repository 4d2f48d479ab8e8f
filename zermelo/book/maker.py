"""Making a book: every position up to a number of plies from the start, proven by the engine.

Only the positions of the last ply are searched. Those before have the best value of their
successors. What is proven is written to a work file line by line; a maker that was killed goes on
with it.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple, TextIO

from zermelo.book.book import Book, BookMove, find_ends, list_successors, open_book
from zermelo.book.file import BadBook, BookFile, Proven, make_header
from zermelo.book.keys import find_key
from zermelo.engine.engine import Engine
from zermelo.errors import Unsuitable
from zermelo.frame.cancel import Cancellation
from zermelo.game import Game
from zermelo.gears import Gear


class BookProgress(NamedTuple):
    """How far a maker has come: positions of the last ply, and nodes and seconds of this run."""

    done: int
    total: int
    nodes: int
    seconds: float


Report = Callable[[BookProgress], None]


def require_suitable(game: Game[Any, Any]) -> None:
    """Refuse games whose positions do not have one proven value for the player to move."""
    if game.players != 2 or game.total is None:
        raise Unsuitable("a book is of a game of two players whose payoffs add up to a constant")
    if game.has_chance:
        raise Unsuitable("a book is of a game without chance")
    if game.repetition:
        raise Unsuitable("positions have no value of their own where repetition counts: no book")
    if find_key(game, game.start()) is None:
        raise Unsuitable("a book needs states of numbers, texts and tuples of them")


class BookMaker:
    """Proves the positions of a game up to a number of plies from the start."""

    def __init__(
        self,
        game: Game[Any, Any],
        plies: int,
        path: Path,
        *,
        memory: float = 1024,
        distances: bool = True,
        gear: Gear = "auto",
        report: Report | None = None,
        cancel: Cancellation | None = None,
    ) -> None:
        require_suitable(game)
        self.game, self.plies, self.path, self.distances = game, plies, path, distances
        self.engine: Engine[Any, Any] = Engine(game, memory=memory, gear=gear)
        self.report = report or (lambda progress: None)
        self.cancel = cancel or Cancellation()
        self.header = make_header(game)
        self.book = Book(game, BookFile(self.header))
        """Everything that is proven so far."""

    @property
    def work_path(self) -> Path:
        """The file that keeps what is proven until the book is written."""
        return self.path.with_name(self.path.name + ".work")

    def make(self, resume: bool = False) -> Book:
        """Prove all positions, write the book, and return it."""
        begun = self._read_work(resume)
        if resume:
            self._read_book()
        layers = list(self._list_layers())
        self._settle_successors(layers)
        with self.work_path.open("a" if begun else "w", encoding="ascii") as work:
            if not begun:
                write_line(work, json.dumps(self.header))
            self._prove_layer(layers[-1], work)
        for layer in reversed(layers):
            self._back_up_layer(layer)
        keys = sorted({key for layer in layers for key in layer})
        entries = {key: self.book.file.entries[key] for key in keys}
        book = Book(self.game, BookFile(make_header(self.game, plies=self.plies), entries))
        book.file.write(self.path)
        self.work_path.unlink()
        return book

    # ------------------------------------------------------------------ positions

    def _list_layers(self) -> Iterator[dict[int, Any]]:
        """Yield the positions of each ply by their keys: one of each with its mirror images."""
        layer: dict[Any, None] = {self.game.start(): None}
        for _ in range(self.plies + 1):
            layer = {self.game.canonical(s): None for s in layer}
            yield {self._key(s): s for s in layer}
            layer = list_successors(self.game, layer)

    def _key(self, s: Any) -> int:
        key = find_key(self.game, s)
        assert key is not None
        return key

    # ------------------------------------------------------------------ values

    def _prove_layer(self, layer: dict[int, Any], work: TextIO) -> None:
        """Prove the positions that are not known; neighbours after each other share the table."""
        known, order = self.book.file.entries, list(layer.items())
        with suppress(TypeError):  # states that cannot be compared stay as they come
            order.sort(key=lambda pair: pair[1])
        began, nodes = perf_counter(), 0
        for done, (key, s) in enumerate(order):
            self.report(BookProgress(done, len(order), nodes, perf_counter() - began))
            if key not in known and not self._back_up(key, s):
                known[key], spent = self._prove(s)
                nodes += spent
                write_entry(work, key, known[key])

    def _prove(self, s: Any) -> tuple[Proven, int]:
        """What the engine proves of a position, and the nodes that it took."""
        result = self.engine.prove(s, cancel=self.cancel, distance=self.distances)
        if result.stopped:
            raise KeyboardInterrupt
        if not result.exact or result.value is None:
            raise Unsuitable(f"{self.game.dump(s)} cannot be proven: there is no book of this game")
        return Proven(result.value, result.distance), result.nodes

    def _back_up_layer(self, layer: dict[int, Any]) -> None:
        for key, s in layer.items():
            if key not in self.book.file.entries:
                assert self._back_up(key, s)

    def _back_up(self, key: int, s: Any) -> bool:
        """Take the best value of the successors, if all are known."""
        moves = self.book.moves(s)
        if not self.book.has_all_moves(s, moves):
            return False
        proven = keep_distance(self.game, s, moves[0])
        self.book.file.entries[key] = proven if self.distances else Proven(proven.value)
        return True

    def _settle_successors(self, layers: list[dict[int, Any]]) -> None:
        """Let every successor of a position that is known to be lost be won for the other side."""
        game, known = self.game, self.book.file.entries
        if self.distances:
            return  # the successors of a lost position differ in theirs
        for layer in layers[:-1]:
            for key, s in layer.items():
                low = find_ends(game, game.player(s))[0]
                if key in known and known[key].value == low:
                    for after in list_successors(game, {s: None}):
                        is_same = game.player(after) == game.player(s)
                        known[self._key(after)] = Proven(
                            low if is_same else (game.total or 0) - low
                        )

    # ------------------------------------------------------------------ the work file

    def _read_book(self) -> None:
        """Take over what a book in the place of the new one has proven: of fewer plies, say."""
        if self.path.exists():
            for key, proven in open_book(self.path, self.game).file.entries.items():
                self._know(key, proven)

    def _read_work(self, resume: bool) -> bool:
        """Read what an earlier maker has proven. Return whether there was one."""
        if not self.work_path.exists():
            return False
        if not resume:
            raise BadBook(
                f"{self.work_path} holds an unfinished book: go on with --resume, or remove it"
            )
        data = self.work_path.read_bytes()
        lines = list(read_lines(data))
        if not lines:
            return False
        if json.loads(lines[0]) != self.header:
            raise BadBook(f"{self.work_path} belongs to other rules: remove it, or make another")
        for line in lines[1:]:
            key, value, distance = json.loads(line)
            self._know(int(key, 16), Proven(value, distance))
        with self.work_path.open("r+b") as work:  # a line that was not finished goes
            work.truncate(sum(len(line) + CHECK for line in lines))
        return True

    def _know(self, key: int, proven: Proven) -> None:
        """Keep what was proven before, unless it lacks a distance that is asked for."""
        is_end = any(proven.value in find_ends(self.game, p) for p in (0, 1))
        if not (self.distances and is_end and proven.distance is None):
            kept = proven if self.distances else Proven(proven.value)
            self.book.file.entries[key] = kept


def keep_distance(game: Game[Any, Any], s: Any, best: BookMove) -> Proven:
    """What the best action proves of a position: only wins and losses have a distance."""
    is_end = best.value in find_ends(game, game.player(s))
    return Proven(best.value, best.distance if is_end else None)


CHECK = 10
"""Characters of a line beside its text: a space, the eight digits of a checksum, its end."""


def write_entry(work: TextIO, key: int, proven: Proven) -> None:
    """Write a position to the work file, and hand it to the system at once."""
    write_line(work, json.dumps([f"{key:016x}", proven.value, proven.distance]))


def write_line(work: TextIO, text: str) -> None:
    """Write a line with its checksum."""
    work.write(f"{text} {zlib.crc32(text.encode()):08x}\n")
    work.flush()


def read_lines(data: bytes) -> Iterator[str]:
    """The texts of all lines up to the first one that is not whole."""
    for line in data.split(b"\n")[:-1]:
        text, _, check = line.rpartition(b" ")
        if check != f"{zlib.crc32(text):08x}".encode():
            return
        yield text.decode("ascii")


def make_book(
    game: Game[Any, Any], path: Path | str, plies: int, *, resume: bool = False, **options: Any
) -> Book:
    """Prove every position up to a number of plies, and write the book. Options: `BookMaker`.

    >>> import tempfile
    >>> from zermelo.games.connect_four import ConnectFour
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     book = make_book(ConnectFour(4, 3, 3), f"{folder}/small.zbk", 2, gear="plain")
    >>> book, book.find(book.game.start())
    (<Book of connect-four: 11 positions>, Proven(value=1.0, distance=9))
    """
    return BookMaker(game, plies, Path(path), **options).make(resume)
