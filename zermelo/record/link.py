"""The moves of an address of the studio: apart by ~, variations in ( ), comments in { }.

Variations follow the move whose place they take, a comment and the number of a sign ($1) their
move. A backslash stands before a sign that is meant itself.

>>> from zermelo.games.connect_four import ConnectFour
>>> write_link(read_link(ConnectFour(), "4~{mine}~(~3~$1~)~4").root)
'4~{mine}~(~3~$1~)~4'
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from zermelo.errors import BadRecord
from zermelo.game import Game
from zermelo.record.movetree import GameRecord, MoveNode
from zermelo.record.reader import RecordReader, Word

WORD = re.compile(r"(?:\\.|[^~])+", re.DOTALL)


def read_link(game: Game[Any, Any], text: str, start: Any = None) -> GameRecord:
    """The record of a link's moves. A mistake is its `fault`."""
    reader = RecordReader(game, game.start() if start is None else start, text)
    with suppress(BadRecord):
        for word in WORD.finditer(text):
            _read_word(reader, Word(word[0], word.start()))
        reader.end()
    return reader.record


def _read_word(reader: RecordReader, word: Word) -> None:
    plain = re.sub(r"\\(.)", r"\1", word.text, flags=re.DOTALL)
    if word.text == "(":
        reader.open(word)
    elif word.text == ")":
        reader.close(word)
    elif word.text.startswith("{"):
        reader.comment(plain[1:-1])
    elif re.fullmatch(r"\$[0-9]{1,3}", word.text):
        reader.sign(int(word.text[1:]))
    else:
        reader.play_whole(Word(plain, word.offset))


def list_moves(root: MoveNode) -> list[MoveNode]:
    """The root and its moves in the order in which a link has them."""
    nodes = [root]
    for node in root.main_line():
        nodes.append(node)
        assert node.parent is not None
        for other in node.parent.children[1:]:
            nodes += list_moves(other)
    return nodes


def write_link(root: MoveNode) -> str:
    """A tree of moves as one text."""
    return "~".join([*_write_notes(root), *_write_line(root)])


def _write_line(parent: MoveNode) -> Iterator[str]:
    """The words of what follows a move."""
    for node in parent.main_line():
        yield from _write_move(node)
        assert node.parent is not None
        for other in node.parent.children[1:]:
            yield from ("(", *_write_move(other), *_write_line(other), ")")


def _write_move(node: MoveNode) -> Iterator[str]:
    yield re.sub(r"[\\~]|^[()]$|^[{$]", r"\\\g<0>", node.name)
    yield from _write_notes(node)


def _write_notes(node: MoveNode) -> Iterator[str]:
    """The signs of a move and its comment."""
    yield from (f"${sign}" for sign in node.signs)
    if node.comment:
        yield "{" + re.sub(r"[\\~]", r"\\\g<0>", node.comment) + "}"
