"""Words become moves of a tree, one after the other; the first mistake ends the reading."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple, NoReturn

from zermelo.errors import BadAction, BadRecord, one_line
from zermelo.game import Game
from zermelo.notation import MAX_MOVE_WORDS, read_first_move
from zermelo.record.movetree import (
    Fault,
    GameRecord,
    MoveNode,
    find_path,
    number_moves,
    write_number,
)

MAX_MOVES = 20_000
"""The most moves of a record, variations included."""

MAX_NESTING = 100
"""The most variations within each other."""

MAX_NAME = 12
"""The most characters of a move that is written together with others."""

MAX_QUOTED = 40
"""Characters of a wrong word that a message repeats."""

MAX_TRIES = 1_000
"""How often a word of several moves is cut before it is given up."""


class Word(NamedTuple):
    """A word of a text, and where it begins."""

    text: str
    offset: int


class RecordReader:
    """Builds a record. A method that finds a mistake raises `BadRecord` and notes the fault."""

    def __init__(self, game: Game[Any, Any], start: Any, text: str) -> None:
        self.game = game
        self.text = text
        self.record = GameRecord(game, MoveNode(start))
        self.node = self.record.root
        self.left: list[MoveNode] = []
        """The moves whose variations are being read."""
        self.is_fresh = False
        """Has a variation just begun?"""
        self.waiting: list[str] = []
        """Comments before the first move of a variation."""
        self.count = 0

    # ------------------------------------------------------------------ moves

    def play(self, words: Sequence[Word]) -> int:
        """Play the move at the beginning of some words; return the number of words it takes."""
        texts = [word.text for word in words[:MAX_MOVE_WORDS]]
        if self.game.terminal(self.node.state):
            self.refuse(f"{texts[0]!r} comes after the end of the game", words[0])
        read = partial(self.game.read_move, self.node.state)
        try:
            move, length = read_first_move(read, texts)
        except BadAction as error:
            self._play_glued(words[0], error)
            return 1
        for a in move:
            self._add(a, words[0])
        return length

    def play_whole(self, word: Word) -> None:
        """Play the move that a whole text means."""
        try:
            move = self.game.read_move(self.node.state, word.text)
        except BadAction as error:
            self.refuse(one_line(error), word)
        for a in move:
            self._add(a, word)

    def _play_glued(self, word: Word, error: BadAction) -> None:
        """Play moves that are written together, like 4453 or f5d6c3."""
        moves = find_longest_cut(self.game, self.node.state, word.text)
        read = sum(length for _, length in moves)
        if len(moves) < 2:
            self.refuse(one_line(error), word)
        for move, _ in moves:
            for a in move:
                self._add(a, word)
        if read < len(word.text):
            self.play([Word(word.text[read:], word.offset + read)])

    def _add(self, action: Any, word: Word) -> None:
        """Follow an action from the current move: one that is there, or a new one."""
        before = self.node
        known = before.find(action)
        if known is None:
            self.count += 1
            if self.count > MAX_MOVES:
                self.refuse(f"a record has at most {MAX_MOVES:,} moves", word)
            known = self._grow(before, action)
            if known.nesting > MAX_NESTING:
                self.refuse(f"variations are more than {MAX_NESTING} deep", word)
            before.children.append(known)
        self.node = known
        self.is_fresh = False
        for comment in self.waiting:
            known.add_comment(comment)
        self.waiting = []

    def _grow(self, before: MoveNode, action: Any) -> MoveNode:
        """A new node of an action after a move."""
        name = self.game.name(before.state, action)
        node = MoveNode(self.game.result(before.state, action), action, name, before)
        node.nesting = before.nesting + bool(before.children)
        return node

    def can_play(self, text: str) -> bool:
        """Is a word a legal move here?"""
        if self.game.terminal(self.node.state):
            return False
        try:
            self.game.read_move(self.node.state, text)
        except BadAction:
            return False
        return True

    def has_number_names(self) -> bool:
        """Is a number the name of a move here? Then a number alone is not that of a row."""
        if self.game.terminal(self.node.state):
            return False
        s = self.node.state
        return any(self.game.name(s, a).isdigit() for a in self.game.options(s))

    # ------------------------------------------------------------------ what stands around moves

    def open(self, word: Word) -> None:
        """Begin a variation: its first move takes the place of the last one."""
        if self.node.parent is None or self.is_fresh:
            self.refuse("a variation begins before there is a move to replace", word)
        self.left.append(self.node)
        self.node = self.node.parent
        self.is_fresh = True

    def close(self, word: Word) -> None:
        """End a variation."""
        if not self.left:
            self.refuse("the brackets around variations do not match: a ) without its (", word)
        if self.is_fresh:
            self.refuse("a variation without moves", word)
        self.node = self.left.pop()

    def comment(self, text: str) -> None:
        """Add a comment to the last move; before the first move of a variation it waits for it."""
        if self.is_fresh:
            self.waiting.append(text)
        else:
            self.node.add_comment(text)

    def sign(self, number: int) -> None:
        """Add a sign to the last move."""
        if self.node.parent is not None and not self.is_fresh and number not in self.node.signs:
            self.node.signs.append(number)

    def end(self) -> None:
        """Note what is missing at the end of the text."""
        if self.left:
            place = Word("", len(self.text))
            self.refuse("the brackets around variations do not match: a ) is missing", place)

    # ------------------------------------------------------------------ mistakes

    def refuse(self, message: str, word: Word) -> NoReturn:
        """Note a fault at a word, and raise it."""
        line = self.text.count("\n", 0, word.offset) + 1
        column = word.offset - (self.text.rfind("\n", 0, word.offset) + 1) + 1
        if len(word.text) > MAX_QUOTED:
            message = message.replace(word.text, f"{word.text[:MAX_QUOTED]}…")
        whole = f"{self._name_place()} (line {line}, column {column}): {message}"
        self.record.fault = Fault(whole, word.offset, len(word.text))
        raise BadRecord(whole)

    def _name_place(self) -> str:
        """The number of the move that is to come, as people count."""
        node = MoveNode(None, parent=self.node)
        if self.game.terminal(self.node.state):
            return "after the last move"
        return f"move {write_number(number_moves(self.game, find_path(node))[-1])}"


def find_longest_cut(game: Game[Any, Any], s: Any, text: str) -> list[tuple[tuple[Any, ...], int]]:
    """The moves at the beginning of a text without spaces, each with its number of characters.

    The cut that reads the whole text, or else most of it.

    >>> from zermelo.games.connect_four import ConnectFour
    >>> game = ConnectFour()
    >>> len(find_longest_cut(game, game.start(), "4453"))
    4
    """
    best: list[tuple[tuple[Any, ...], int]] = []
    cut: list[tuple[tuple[Any, ...], int]] = []
    waiting = [_list_beginnings(game, s, text)]
    done = tries = 0
    while waiting and tries < MAX_TRIES:
        tries += 1
        found = next(waiting[-1], None)
        if found is None:
            waiting.pop()
            done -= cut.pop()[1] if cut else 0
            continue
        move, length, after = found
        cut.append((move, length))
        done += length
        if done > sum(n for _, n in best):
            best = list(cut)
        if done == len(text):
            return best
        waiting.append(_list_beginnings(game, after, text[done:]))
    return best


def _list_beginnings(
    game: Game[Any, Any], s: Any, text: str
) -> Iterator[tuple[tuple[Any, ...], int, Any]]:
    """The moves that a text can begin with, their characters, and the states after them."""
    if game.terminal(s):
        return
    for length in range(1, min(len(text), MAX_NAME) + 1):
        try:
            move = game.read_move(s, text[:length])
        except BadAction:
            continue
        after = s
        for a in move:
            after = game.result(after, a)
        yield move, length, after
