"""Chess as people write it: positions in FEN and EPD, moves in SAN and UCI, games in PGN."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from zermelo.bits import members
from zermelo.errors import BadAction, BadPosition
from zermelo.game import some
from zermelo.games._chess_board import FILES, Position, reach, square_text
from zermelo.notation import read_rows, rows_text

if TYPE_CHECKING:
    from zermelo.games.chess import Chess

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
BECOMES = {6: "Q", 4: "R", 2: "B", 1: "N"}
HOMES = {"K": (4, 7), "Q": (4, 0), "k": (60, 63), "q": (60, 56)}
"""Where king and rook stand for each right to castle."""


def kind(s: Position, square: int) -> str:
    """The letter of the man on a square, "" if there is none."""
    bit = 1 << square
    if not (s.own | s.foe) & bit:
        return ""
    if s.pawns & bit:
        return "P"
    if s.knights & bit:
        return "N"
    if s.kings & bit:
        return "K"
    if s.diagonal & bit:
        return "Q" if s.straight & bit else "B"
    return "R"


def sign(s: Position, square: int) -> str:
    """The same, small for Black."""
    letter = kind(s, square)
    is_black = bool((s.own if s.turn else s.foe) >> square & 1)
    return letter.lower() if is_black else letter


# ---------------------------------------------------------------------- positions


def fen(s: Position) -> str:
    """Forsyth–Edwards notation. The square of en passant is written only where a pawn can really be taken there.

    >>> from zermelo.games.chess import Chess
    >>> fen(Chess().after(["e4"]))
    'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
    """
    cells = tuple(sign(s, square ^ 56) for square in range(64))
    rights = "".join(letter for i, letter in enumerate("KQkq") if s.rights >> i & 1) or "-"
    passing = "-" if s.passing < 0 else square_text(s.passing)
    return f"{rows_text(cells, 8)} {'wb'[s.turn]} {rights} {passing} {s.clock} {s.number}"


def epd(s: Position, operations: Mapping[str, str] | None = None) -> str:
    """Extended position description: four fields and operations, as they are given.

    >>> from zermelo.games.chess import Chess
    >>> epd(Chess().start(), {"bm": "e4", "id": '"first"'})
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; id "first";'
    """
    return " ".join([*fen(s).split()[:4], *(f"{code} {operand};" for code, operand in (operations or {}).items())])


def read_epd(game: Chess, text: str) -> tuple[Position, dict[str, str]]:
    """The position of an EPD line, and its operations.

    >>> from zermelo.games.chess import Chess
    >>> read_epd(Chess(), "4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id 'one'")[1]
    {'bm': 'O-O', 'id': "'one'"}
    """
    words = text.split(None, 4)
    operations = {}
    for part in (words[4] if len(words) > 4 else "").split(";"):
        code, _, operand = part.strip().partition(" ")
        if code and not code.isdigit():
            operations[code] = operand.strip()
    return read_fen(game, " ".join(words[:4])), operations


def read_fen(game: Chess, text: str) -> Position:
    """The position of a FEN, or of an EPD line: what follows the four fields may be left out, and so may the last of them."""
    fields = text.replace(";", " ; ").split()
    if not fields:
        raise BadPosition("a position is written in FEN, like " + START)
    board, turn, rights, passing = (fields + ["w", "-", "-"][len(fields) - 1 :])[:4] if len(fields) < 4 else fields[:4]
    if turn not in ("w", "b"):
        raise BadPosition(f"{turn!r} is not who moves: w or b")
    s = _men(board, "wb".index(turn))
    s = s._replace(rights=_rights(s, rights))
    clock, number = _counters(fields[4:6])
    s = s._replace(clock=clock, number=number)
    _refuse_impossible(game, s)
    return s if passing == "-" else _passing(game, s, passing)


def _men(board: str, turn: int) -> Position:
    sets = dict.fromkeys("PNBRQK", 0)
    colours = [0, 0]
    for i, letter in enumerate(read_rows(board, 8, 8, "KQRBNPkqrbnp")):
        if letter:
            sets[letter.upper()] |= 1 << (i ^ 56)
            colours[letter.islower()] |= 1 << (i ^ 56)
    diagonal, straight = sets["B"] | sets["Q"], sets["R"] | sets["Q"]
    return Position(colours[turn], colours[1 - turn], sets["P"], sets["N"], diagonal, straight, sets["K"], turn, 0, -1, 0, 1)


def _rights(s: Position, text: str) -> int:
    if text != "-" and (set(text) - set("KQkq") or len(set(text)) < len(text)):
        raise BadPosition(f"{text!r} is no right to castle: some of KQkq, or -")
    rights = 0
    for i, letter in enumerate("KQkq"):
        king, rook = HOMES[letter]
        if letter in text:
            if sign(s, king) != ("K" if letter.isupper() else "k") or sign(s, rook) != ("R" if letter.isupper() else "r"):
                raise BadPosition(f"the right {letter!r} needs a king on {square_text(king)} and a rook on {square_text(rook)}")
            rights |= 1 << i
    return rights


def _counters(words: list[str]) -> tuple[int, int]:
    """The clock and the move's number, where they are given; an EPD line goes on with its operations instead."""
    if not words or not words[0].lstrip("-").isdigit():
        return 0, 1
    if not words[0].isdigit() or (len(words) > 1 and words[1] != ";" and not words[1].isdigit()):
        raise BadPosition(f"{' '.join(words)!r} are not the two counters: plies without a capture or pawn move, and the move's number")
    number = int(words[1]) if len(words) > 1 and words[1] != ";" else 1
    return int(words[0]), max(number, 1)  # some programs count moves from 0


def _refuse_impossible(game: Chess, s: Position) -> None:
    """What the rules take for granted."""
    for men, name in ((s.own, game.names[s.turn]), (s.foe, game.names[1 - s.turn])):
        kings = (s.kings & men).bit_count()
        if kings != 1:
            raise BadPosition(f"{name} has {kings} kings; it must be one")
        if men.bit_count() > 16 or (s.pawns & men).bit_count() > 8:
            raise BadPosition(f"{name} has {men.bit_count()} men, {(s.pawns & men).bit_count()} of them pawns; at most 16 and 8")
    if s.pawns & 0xFF000000000000FF:
        raise BadPosition("a pawn stands on the first or the last rank")
    if game.forcing(swapped(s)):
        raise BadPosition(f"{game.names[1 - s.turn]} is in check, but {game.names[s.turn]} is to move")


def swapped(s: Position) -> Position:
    """The same men with the other player to move."""
    return s._replace(own=s.foe, foe=s.own, turn=1 - s.turn, passing=-1)


def _passing(game: Chess, s: Position, text: str) -> Position:
    """With the square of en passant, if a pawn can be taken there."""
    if not re.fullmatch(r"[a-h][36]", text):
        raise BadPosition(f"{text!r} is no square of en passant: one on the third or sixth rank, or -")
    square = FILES.index(text[0]) + 8 * (int(text[1]) - 1)
    pawn = 1 << (square ^ 8)
    if (square >> 3) != (2 if s.turn else 5) or not s.pawns & s.foe & pawn or (s.own | s.foe) & (1 << square | 1 << (square ^ 24)):
        raise BadPosition(f"no pawn has just passed {text}")
    return game.crossed(s, square)


# ---------------------------------------------------------------------- moves


def uci(a: int) -> str:
    """A move as engines exchange it.

    >>> uci(12 | 28 << 6), uci(52 | 60 << 6 | 6 << 12)
    ('e2e4', 'e7e8q')
    """
    return square_text(a & 63) + square_text(a >> 6 & 63) + BECOMES.get(a >> 12, "").lower()


def san(game: Chess, s: Position, a: int) -> str:
    """Standard algebraic notation, with + for check and # for mate."""
    after = game.result(s, a)
    check = "" if not game.forcing(after) else "+" if any(True for _ in game.moves(after)) else "#"
    return _bare_san(game, s, a) + check


def _bare_san(game: Chess, s: Position, a: int) -> str:
    source, target = a & 63, a >> 6 & 63
    letter = kind(s, source)
    if letter == "K" and abs(source - target) == 2:
        return "O-O" if target > source else "O-O-O"
    takes = "x" if game.noisy(s, a) and not (letter == "P" and source & 7 == target & 7) else ""
    if letter == "P":
        becomes = f"={BECOMES[a >> 12]}" if a >> 12 else ""
        return (FILES[source & 7] if takes else "") + takes + square_text(target) + becomes
    return letter + _whence(game, s, source, target) + takes + square_text(target)


def _whence(game: Chess, s: Position, source: int, target: int) -> str:
    """What tells a man from others of its kind that can go there: the file, the rank if that is not enough, or both."""
    same = [i for i in members(s.own & ~s.pawns & ~(1 << source)) if kind(s, i) == kind(s, source)]
    same = [i for i in same if reach(s, i, s.own | s.foe) >> target & 1]
    others = [b & 63 for b in game.moves(s) if b & 63 in same and b >> 6 & 63 == target] if same else []
    if not others:
        return ""
    if all(other & 7 != source & 7 for other in others):
        return square_text(source)[0]
    if all(other >> 3 != source >> 3 for other in others):
        return square_text(source)[1]
    return square_text(source)


WRITTEN = re.compile(r"([KQRBNP])?([a-h])?([1-8])?[x:-]?([a-h][1-8])=?\(?([QRBNqrbn])?\)?")
"""SAN, long algebraic and UCI: man, file, rank, target, what a pawn becomes."""


def read_move(game: Chess, s: Position, text: str) -> int:
    """The legal move in SAN, long algebraic or UCI notation; signs of check and comment may be missing or wrong.

    >>> from zermelo.games.chess import Chess
    >>> game = Chess()
    >>> [uci(read_move(game, game.start(), text)) for text in ("Nf3", "Ng1-f3", "g1f3", "e4!?", "e2e4")]
    ['g1f3', 'g1f3', 'g1f3', 'e2e4', 'e2e4']
    """
    wanted = re.sub(r"(\s*e\.?p\.?|[+#!?\s])+$", "", text.strip())
    legal = list(game.actions(s))
    found = _castling(s, wanted, legal) if re.fullmatch(r"[Oo0](-?[Oo0]){1,2}", wanted) else _fitting(s, wanted, legal)
    if not found and wanted[:1] in "kqrnp":
        found = _fitting(s, wanted[:1].upper() + wanted[1:], legal)
    if len(found) == 1:
        return found[0]
    if found:
        raise BadAction(f"{text.strip()!r} may be {some(san(game, s, a) for a in found)}: say which")
    raise BadAction(f"{text.strip()!r} is not legal here; legal: {some(san(game, s, a) for a in legal)}")


def _castling(s: Position, wanted: str, legal: list[int]) -> list[int]:
    side = 2 if len(wanted.replace("-", "")) == 2 else -2
    return [a for a in legal if s.kings >> (a & 63) & 1 and (a >> 6 & 63) - (a & 63) == side]


def _fitting(s: Position, wanted: str, legal: list[int]) -> list[int]:
    """The moves that a text may mean: a pawn's, unless a man or both squares are given."""
    match = WRITTEN.fullmatch(wanted)
    if match is None:
        return []
    man, file, rank, target, becomes = match.groups()
    if man is None and not (file and rank):
        man = "P"
    return [
        a
        for a in legal
        if square_text(a >> 6 & 63) == target
        and (man is None or kind(s, a & 63) == man)
        and (file is None or square_text(a & 63)[0] == file)
        and (rank is None or square_text(a & 63)[1] == rank)
        and BECOMES.get(a >> 12, "") == (becomes or "").upper()
    ]


# ---------------------------------------------------------------------- games

TAGS = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?"}
WIDTH = 80


def pgn(game: Chess, moves: Iterable[int], s: Position | None = None, tags: Mapping[str, str] | None = None, result: str = "") -> str:
    """A game in portable game notation: the seven tags, others that are given, and the moves.

    The result is taken from the last position, unless it is given (a game that was resigned, or drawn by repetition).

    >>> from zermelo.games.chess import Chess
    >>> game = Chess()
    >>> print(pgn(game, read_movetext(game, "f3 e5 g4 Qh4"), tags={"White": "A. Fool"}))
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
    words, end = [], start
    for a in moves:
        if end.turn == 0:
            words.append(f"{end.number}.")
        elif not words:
            words.append(f"{end.number}...")
        words.append(san(game, end, a))
        end = game.result(end, a)
    result = result or result_text(game, end)
    given = {**TAGS, **(tags or {}), "Result": result}
    if start != game.start():
        given |= {"SetUp": "1", "FEN": fen(start)}
    order = [*TAGS, "Result", *sorted(set(given) - set(TAGS) - {"Result"})]
    lines = ['[{} "{}"]'.format(tag, given[tag].replace("\\", "\\\\").replace('"', '\\"')) for tag in order]
    return "\n".join([*lines, "", *_wrapped([*words, result])])


def _wrapped(words: list[str]) -> list[str]:
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) >= WIDTH:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    return lines


def result_text(game: Chess, s: Position) -> str:
    """1-0, 0-1 or 1/2-1/2; * if the game goes on."""
    if not game.terminal(s):
        return "*"
    return {1.0: "1-0", -1.0: "0-1"}.get(game.utility(s, 0), "1/2-1/2")


NOISE = re.compile(r"\{[^}]*\}|;[^\n]*|\[[^\]\n]*\]|\$\d+|\d+\.+|1-0|0-1|1/2-1/2|\*")
"""What stands between the moves: comments, tags, signs by number, the moves' numbers and the result."""


def read_movetext(game: Chess, text: str, s: Position | None = None) -> list[int]:
    """The moves of a PGN game's main line, from the start or from s; variations and comments are left out.

    >>> from zermelo.games.chess import Chess
    >>> [uci(a) for a in read_movetext(Chess(), "1. e4 {best by test} (1. d4 d5) e5 2.Nf3 $1 *")]
    ['e2e4', 'e7e5', 'g1f3']
    """
    bare = NOISE.sub(" ", text)
    while bare != (bare := re.sub(r"\([^()]*\)", " ", bare)):
        pass
    state, found = game.start() if s is None else s, []
    for number, word in enumerate(bare.split(), 1):
        try:
            found.append(read_move(game, state, word))
        except BadAction as error:
            raise BadAction(f"move {number}: {error}") from None
        state = game.result(state, found[-1])
    return found
