"""Chess moves as text: SAN, long algebraic notation and UCI."""

from __future__ import annotations

import re

from zermelo.bits import members
from zermelo.errors import BadAction, abbreviate
from zermelo.games._chess_board import FILES, Position, reach, square_text
from zermelo.games._chess_fen import kind
from zermelo.games._chess_rules import ChessRules

BECOMES = {6: "Q", 4: "R", 2: "B", 1: "N"}
"""The letters of what a pawn may become."""

WRITTEN = re.compile(r"([KQRBNP])?([a-h])?([1-8])?[x:-]?([a-h][1-8])=?\(?([QRBNqrbn])?\)?")
"""SAN, long algebraic and UCI: man, file, rank, target, what a pawn becomes."""


def uci(a: int) -> str:
    """A move as engines exchange it.

    >>> uci(12 | 28 << 6), uci(52 | 60 << 6 | 6 << 12)
    ('e2e4', 'e7e8q')
    """
    return square_text(a & 63) + square_text(a >> 6 & 63) + BECOMES.get(a >> 12, "").lower()


def san(game: ChessRules, s: Position, a: int) -> str:
    """Standard algebraic notation, with + for check and # for mate."""
    after = game.result(s, a)
    check = "" if not game.in_check(after) else "+" if any(True for _ in game.moves(after)) else "#"
    return _bare_san(game, s, a) + check


def _bare_san(game: ChessRules, s: Position, a: int) -> str:
    """Standard algebraic notation without a sign of check."""
    source, target = a & 63, a >> 6 & 63
    letter = kind(s, source)
    if letter == "K" and abs(source - target) == 2:
        return "O-O" if target > source else "O-O-O"
    takes = "x" if game.noisy(s, a) and not (letter == "P" and source & 7 == target & 7) else ""
    if letter == "P":
        becomes = f"={BECOMES[a >> 12]}" if a >> 12 else ""
        return (FILES[source & 7] if takes else "") + takes + square_text(target) + becomes
    return letter + _distinguish(game, s, source, target) + takes + square_text(target)


def _distinguish(game: ChessRules, s: Position, source: int, target: int) -> str:
    """What tells a man from others of its kind that can go there: file, rank, both or nothing."""
    same = [i for i in members(s.own & ~s.pawns & ~(1 << source)) if kind(s, i) == kind(s, source)]
    same = [i for i in same if reach(s, i, s.own | s.foe) >> target & 1]
    if not same:
        return ""  # without a look at the legal moves
    others = [b & 63 for b in game.moves(s) if b & 63 in same and b >> 6 & 63 == target]
    if not others:
        return ""
    if all(other & 7 != source & 7 for other in others):
        return square_text(source)[0]
    if all(other >> 3 != source >> 3 for other in others):
        return square_text(source)[1]
    return square_text(source)


def read_move(game: ChessRules, s: Position, text: str) -> int:
    """The legal move in SAN, long algebraic or UCI notation.

    Signs of check and comment may be missing or wrong.

    >>> from zermelo.games.chess import Chess
    >>> game = Chess()
    >>> texts = ("Nf3", "Ng1-f3", "g1f3", "e4!?", "e2e4")
    >>> [uci(read_move(game, game.start(), text)) for text in texts]
    ['g1f3', 'g1f3', 'g1f3', 'e2e4', 'e2e4']
    """
    word = re.sub(r"(\s*e\.?p\.?|[+#!?\s])+$", "", text.strip())
    legal = list(game.actions(s))
    if re.fullmatch(r"[Oo0](-?[Oo0]){1,2}", word):
        fitting = _find_castling(s, word, legal)
    else:
        fitting = _find_moves(s, word, legal)
    if not fitting and word[:1] in "kqrnp":
        fitting = _find_moves(s, word[:1].upper() + word[1:], legal)
    if len(fitting) == 1:
        return fitting[0]
    moves = abbreviate(san(game, s, a) for a in fitting or legal)
    if fitting:
        raise BadAction(f"{text.strip()!r} may be {moves}: say which")
    raise BadAction(f"{text.strip()!r} is not legal here; legal: {moves}")


def _find_castling(s: Position, word: str, legal: list[int]) -> list[int]:
    """The move of the king that castles, to the side that the word says."""
    side = 2 if len(word.replace("-", "")) == 2 else -2
    return [a for a in legal if s.kings >> (a & 63) & 1 and (a >> 6 & 63) - (a & 63) == side]


def _find_moves(s: Position, word: str, legal: list[int]) -> list[int]:
    """The moves that a text may mean: a pawn's, unless a man or both squares are given."""
    match = WRITTEN.fullmatch(word)
    if match is None:
        return []
    man, file, rank, target, becomes = match.groups()
    if man is None and not (file and rank):
        man = "P"
    return [
        a
        for a in legal
        if square_text(a >> 6 & 63) == target
        and man in (None, kind(s, a & 63))
        and file in (None, FILES[a & 7])
        and rank in (None, str((a & 63) // 8 + 1))
        and BECOMES.get(a >> 12, "") == (becomes or "").upper()
    ]
