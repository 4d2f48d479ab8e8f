"""Chess games as text: portable game notation (PGN)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from zermelo.errors import BadAction, ZermeloError
from zermelo.games._chess_board import Position
from zermelo.games._chess_fen import fen, read_fen, short_quote
from zermelo.games._chess_notation import read_move, san
from zermelo.games._chess_rules import ChessRules
from zermelo.history import GameWithHistory

TAGS = {
    "Event": "?",
    "Site": "?",
    "Date": "????.??.??",
    "Round": "?",
    "White": "?",
    "Black": "?",
    "Result": "*",
}
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
WIDTH = 80

TOKEN = re.compile(
    r"""
    (?P<noise> ^%[^\n]* | \{[^}]*\} | ;[^\n]* | \$[0-9]+ | [!?,]+ | e\.p\. )
    | \[ \s* (?P<tag>[A-Za-z0-9_]+) \s* "(?P<value>(?:[^"\\\n]|\\.)*)" \s* \]
    | (?P<result> 1-0 | 0-1 | 1/2-1/2 | \* )
    | (?P<number> [0-9]+ (?: \.+ | (?=\s) ) )
    | (?P<bracket> [()] )
    | (?P<move> [^\s(){};$,]+ | . )
    """,
    re.VERBOSE | re.MULTILINE,
)
"""What a PGN text is made of: escaped lines, comments and signs; tags; the result; the moves'
numbers; variations; moves."""


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
    start = game.start() if s is None else s
    words, result = _describe_game(game, start, moves)
    tags = _complete_tags(game, start, {**TAGS, "Result": result, **(tags or {})})
    order = [*TAGS, *sorted(set(tags) - set(TAGS))]
    tag_lines = [_write_tag(tag, tags[tag]) for tag in order]
    return "\n".join([*tag_lines, "", *_wrap([*words, tags["Result"]])])


def _complete_tags(game: ChessRules, start: Position, tags: dict[str, str]) -> dict[str, str]:
    """The tags, with those of a position that is not the usual start. Refuses wrong ones."""
    if tags["Result"] not in RESULTS:
        raise ZermeloError(f"{short_quote(tags['Result'])} is no result: {' '.join(RESULTS)}")
    if read_fen(game, tags.get("FEN", fen(start))) != start:
        raise ZermeloError("the tag FEN is not the position in which the game begins")
    return tags if start == game.start() else tags | {"SetUp": "1", "FEN": fen(start)}


def _describe_game(
    game: ChessRules, start: Position, moves: Iterable[int]
) -> tuple[list[str], str]:
    """The moves with their numbers, and the result."""
    memory = GameWithHistory(game)
    words, now = [], memory.start()._replace(state=start)
    for a in moves:
        if now.state.turn == 0:
            words.append(f"{now.state.number}.")
        elif not words:
            words.append(f"{now.state.number}...")
        words.append(san(game, now.state, a))
        now = memory.result(now, a)
    if not memory.terminal(now):
        return words, "*"
    return words, {1.0: "1-0", game.lost: "0-1"}.get(memory.utility(now, 0), "1/2-1/2")


def _write_tag(tag: str, value: str) -> str:
    """A tag as it is written."""
    if not re.fullmatch(r"[A-Za-z0-9_]+", tag):
        raise ZermeloError(f"{short_quote(tag)} is no name of a tag: letters, digits and _")
    if len(f"{value}.".splitlines()) > 1:
        raise ZermeloError(f"the tag {tag} must be one line, not {short_quote(value)}")
    return '[{} "{}"]'.format(tag, value.replace("\\", "\\\\").replace('"', '\\"'))


def _wrap(words: list[str]) -> list[str]:
    """Lines of words, each shorter than WIDTH."""
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) >= WIDTH:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    return lines


def read_pgn(game: ChessRules, text: str, s: Position | None = None) -> Record:
    """The first game of a PGN text; variations and comments are left out.

    It begins where the tag FEN says, if s does not.

    >>> from zermelo.games.chess import Chess
    >>> from zermelo.games._chess_notation import uci
    >>> record = read_pgn(Chess(), '[White "A [1]"] 1. e4 {best by test} (1. d4 d5) e5 2.Nf3 $1 *')
    >>> record.tags, [uci(a) for a in record.moves]
    ({'White': 'A [1]'}, ['e2e4', 'e7e5', 'g1f3'])
    """
    tags, words = _split_text(text)
    start = s or (read_fen(game, tags["FEN"]) if "FEN" in tags else game.start())
    return Record(tags, start, _read_moves(game, start, words))


def _split_text(text: str) -> tuple[dict[str, str], list[str]]:
    """The tags and the moves of the main line of the first game in a text."""
    tags: dict[str, str] = {}
    words: list[str] = []
    depth = 0
    for token in TOKEN.finditer(text):
        if token["tag"]:
            if words:
                break  # the next game's
            tags[token["tag"]] = re.sub(r"\\(.)", r"\1", token["value"])
        elif token["bracket"]:
            depth += 1 if token["bracket"] == "(" else -1
            if depth < 0:
                break
        elif token["result"] and depth == 0:
            if token["result"] != "*":
                tags.setdefault("Result", token["result"])
            break
        elif token["move"] and token["move"].strip() and depth == 0:
            words.append(token["move"])
    if depth:
        raise BadAction("the brackets around variations do not match")
    return tags, words


def _read_moves(game: ChessRules, state: Position, words: list[str]) -> list[int]:
    """The moves that words mean, played one after the other."""
    moves: list[int] = []
    for number, word in enumerate(words, 1):
        try:
            moves.append(read_move(game, state, word))
        except BadAction as error:
            raise BadAction(f"move {number}: {error}") from None
        state = game.result(state, moves[-1])
    return moves
