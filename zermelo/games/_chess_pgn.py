"""Chess games as text: portable game notation (PGN), as lists of moves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from zermelo.games._chess_board import Position
from zermelo.games._chess_notation import san
from zermelo.games._chess_rules import ChessRules
from zermelo.record.movetree import GameRecord, MoveNode
from zermelo.record.pgn import write_pgn
from zermelo.record.text import read_text


class Record(NamedTuple):
    """A game that was written down: its tags, where it began, and the moves of its main line."""

    tags: dict[str, str]
    start: Position
    moves: list[int]


def pgn(
    game: ChessRules,
    moves: Iterable[int],
    s: Position | None = None,
    tags: Mapping[str, str] | None = None,
) -> str:
    """A game in portable game notation: the seven tags, those that are given, and the moves.

    The game begins at the start, or at s. The result is what the rules say, repetition included,
    unless it is given as a tag: a player may have resigned.

    >>> from zermelo.games.chess import Chess
    >>> game = Chess()
    >>> print(pgn(game, read_pgn(game, "f3 e5 g4 Qh4").moves, tags={"White": "A. Fool"}))
    [Event "?"]
    [Site "?"]
    [Date "????.??.??"]
    [Round "?"]
    [White "A. Fool"]
    [Black "?"]
    [Result "0-1"]
    <BLANKLINE>
    1. f3 e5 2. g4 Qh4# 0-1
    """
    node = root = MoveNode(game.start() if s is None else s)
    for a in moves:
        child = MoveNode(game.result(node.state, a), a, san(game, node.state, a), node)
        node.children.append(child)
        node = child
    return write_pgn(GameRecord(game, root), tags)


def read_pgn(game: ChessRules, text: str, s: Position | None = None) -> Record:
    """The main line of the first game of a PGN text.

    It begins where the tag FEN says, if s does not.

    >>> from zermelo.games.chess import Chess
    >>> from zermelo.games._chess_notation import uci
    >>> record = read_pgn(Chess(), '[White "A [1]"] 1. e4 {best by test} (1. d4 d5) e5 2.Nf3 $1 *')
    >>> record.tags, [uci(a) for a in record.moves]
    ({'White': 'A [1]'}, ['e2e4', 'e7e5', 'g1f3'])
    """
    record = read_text(game, text, s).require()
    return Record(record.tags, record.start, [node.action for node in record.root.main_line()])
