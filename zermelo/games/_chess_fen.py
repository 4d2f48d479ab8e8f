"""Chess positions as text: FEN and EPD."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from zermelo.errors import BadPosition, ZermeloError
from zermelo.games._chess_board import FILES, Position, square_text
from zermelo.games._chess_rules import LAST_RANKS, ChessRules
from zermelo.notation import read_rows, rows_text

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
HOMES = {"K": (4, 7), "Q": (4, 0), "k": (60, 63), "q": (60, 56)}
"""Where king and rook stand for each right to castle."""

COUNTERS = "plies without a capture or pawn move, and the move's number"

QUOTED = r'"(?:[^"\\\n]|\\.)*"'
OPERATION = re.compile(rf'\s*([A-Za-z]\w*)\s*((?:{QUOTED}|[^;"\n])*);', re.ASCII)
"""A word, and an operand, which may have quoted parts."""


def short_quote(text: str) -> str:
    """A word of the caller's in an error message, cut off after 40 characters."""
    return repr(text if len(text) <= 40 else text[:40] + "…")


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
    """Forsyth–Edwards notation.

    The square of en passant is written only where a pawn can really be taken there.

    >>> from zermelo.games.chess import Chess
    >>> fen(Chess().after(["e4"]))
    'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
    """
    cells = tuple(sign(s, square ^ 56) for square in range(64))
    rights = "".join(letter for i, letter in enumerate("KQkq") if s.rights >> i & 1) or "-"
    passing = "-" if s.passing < 0 else square_text(s.passing)
    return f"{rows_text(cells, 8)} {'wb'[s.turn]} {rights} {passing} {s.clock} {s.number}"


def epd(s: Position, operations: Mapping[str, str] | None = None) -> str:
    """Extended position description: four fields and operations.

    The counters are written as hmvc and fmvn if they are not 0 and 1.

    >>> from zermelo.games.chess import Chess
    >>> epd(Chess().start(), {"bm": "e4", "id": '"first"'})
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; id "first";'
    >>> epd(Chess().load("4k3/8/8/8/8/8/8/4K2R w K - 7 30"))
    '4k3/8/8/8/8/8/8/4K2R w K - hmvc 7; fmvn 30;'
    """
    counters = {"hmvc": (s.clock, 0), "fmvn": (s.number, 1)}
    written = {code: str(n) for code, (n, usual) in counters.items() if n != usual}
    written |= operations or {}
    texts = (_write_operation(code, operand.strip()) for code, operand in written.items())
    return " ".join([*fen(s).split()[:4], *texts])


def _write_operation(code: str, operand: str) -> str:
    """An operation of EPD as it is written."""
    text = f"{code} {operand}".rstrip() + ";"
    operation = OPERATION.fullmatch(text)
    if not operation or operation.groups() != (code, operand):
        raise ZermeloError(
            f"{short_quote(text)} is not an operation of EPD: a word, and an operand with quotes "
            "around any ;"
        )
    return text


def read_epd(game: ChessRules, text: str) -> tuple[Position, dict[str, str]]:
    """The position of an EPD line, and its operations.

    Counters, as a FEN or hmvc and fmvn give them, belong to the position.

    >>> from zermelo.games.chess import Chess
    >>> read_epd(Chess(), '4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id "one; two";')[1]
    {'bm': 'O-O', 'id': '"one; two"'}
    """
    fields = text.split(None, 4)
    if not fields:
        raise BadPosition("a position is written in FEN, like " + START)
    board, turn, rights, passing = [*fields[:4], *("", "w", "-", "-")[len(fields) :]][:4]
    (clock, number), operations = _read_rest(fields[4] if len(fields) > 4 else "")
    if turn not in ("w", "b"):
        raise BadPosition(f"{short_quote(turn)} is not the player to move: w or b")
    s = _read_men(board, "wb".index(turn))
    s = s._replace(rights=_read_rights(s, rights), clock=clock, number=number)
    _refuse_impossible(game, s)
    return s if passing == "-" else _read_passing(game, s, passing), operations


def read_fen(game: ChessRules, text: str) -> Position:
    """The position of a FEN, or of an EPD line.

    All after the men may be left out, from the right.
    """
    return read_epd(game, text)[0]


def _read_rest(rest: str) -> tuple[tuple[int, int], dict[str, str]]:
    """The two counters and the operations that follow the first four fields."""
    words = re.match(r"(-?[0-9]\S*)(?:\s+([^\s;]+))?", rest)
    clock, number = (words[1].rstrip(";"), words[2] or "1") if words else ("0", "1")
    operations = dict(_operations(rest[words.end() :] if words else rest))
    counts = _count(operations.pop("hmvc", clock)), _count(operations.pop("fmvn", number))
    return (counts[0], max(counts[1], 1)), operations  # some programs count moves from 0


def _count(word: str) -> int:
    """A counter's number."""
    if not re.fullmatch("[0-9]{1,9}", word):
        raise BadPosition(f"{short_quote(word)} is none of the two counters: {COUNTERS}")
    return int(word)


def _operations(text: str) -> Iterator[tuple[str, str]]:
    """The operations of an EPD line.

    Each ends with a semicolon, which may be missing after the last of several.
    """
    rest = text.strip().lstrip(";").strip()
    if rest and ";" in text and not rest.endswith(";"):
        rest += ";"
    while rest:
        operation = OPERATION.match(rest)
        if not operation:
            raise BadPosition(
                f"{short_quote(rest)} is neither {COUNTERS}, nor operations of EPD like bm O-O;"
            )
        yield operation[1], operation[2].strip()
        rest = rest[operation.end() :].strip()


def _read_men(board: str, turn: int) -> Position:
    """The men of the first field, with no rights and counters."""
    wrong = re.search("[^KQRBNPkqrbnp1-8./]|[1-8]{2}", board)
    if wrong:
        raise BadPosition(
            f"{wrong[0]!r} in {short_quote(board)} is neither a piece, K Q R B N P k q r b n p, "
            "nor a number of empty squares, 1 to 8"
        )
    men, colours = dict.fromkeys("PNBRQK", 0), [0, 0]
    for i, letter in enumerate(read_rows(board, 8, 8, "KQRBNPkqrbnp")):
        if letter:
            men[letter.upper()] |= 1 << (i ^ 56)
            colours[letter.islower()] |= 1 << (i ^ 56)
    diagonal, straight = men["B"] | men["Q"], men["R"] | men["Q"]
    return Position(
        colours[turn], colours[1 - turn], men["P"], men["N"], diagonal, straight, men["K"], turn,
        rights=0, passing=-1, clock=0, number=1,
    )  # fmt: skip


def _read_rights(s: Position, text: str) -> int:
    """The rights to castle of the third field."""
    if text != "-" and (set(text) - set("KQkq") or len(set(text)) < len(text)):
        raise BadPosition(f"{short_quote(text)} is not a right to castle; write some of KQkq, or -")
    rights = 0
    for i, letter in enumerate("KQkq"):
        if letter in text:
            _require_home(s, letter)
            rights |= 1 << i
    return rights


def keep_rights(cells: tuple[str, ...], rights: str) -> str:
    """Return the rights to castle whose king and rook stand at home, and what is not a right.

    >>> keep_rights(("",) * 60 + ("♔", "", "", "♖"), "KQ-")
    'K-'
    """
    signs = dict(zip("KRkr", "♔♖♚♜", strict=True))

    def is_kept(letter: str) -> bool:
        if letter not in HOMES:
            return True  # reading the position says what is wrong with it
        men = "KR" if letter.isupper() else "kr"
        places = zip(HOMES[letter], men, strict=True)
        return all(cells[square ^ 56] == signs[man] for square, man in places)

    return "".join(filter(is_kept, rights))


def _require_home(s: Position, letter: str) -> None:
    """Raise `BadPosition` unless king and rook stand where a right to castle needs them."""
    king, rook = HOMES[letter]
    men = "KR" if letter.isupper() else "kr"
    if sign(s, king) + sign(s, rook) != men:
        places = f"a king on {square_text(king)} and a rook on {square_text(rook)}"
        raise BadPosition(f"the right {letter!r} needs {places}")


def _refuse_impossible(game: ChessRules, s: Position) -> None:
    """Raise `BadPosition` for a position that the rules exclude."""
    for men, name in ((s.own, game.names[s.turn]), (s.foe, game.names[1 - s.turn])):
        kings = (s.kings & men).bit_count()
        if kings != 1:
            raise BadPosition(f"{name} has {kings} kings; it must be one")
        if men.bit_count() > 16 or (s.pawns & men).bit_count() > 8:
            count = f"{men.bit_count()} men, {(s.pawns & men).bit_count()} of them pawns"
            raise BadPosition(f"{name} has {count}; at most 16 and 8")
    if s.pawns & LAST_RANKS:
        raise BadPosition("a pawn stands on the first or the last rank")
    if game.in_check(swap_sides(s)):
        mover, other = game.names[s.turn], game.names[1 - s.turn]
        raise BadPosition(f"{other} is in check, but {mover} is to move")


def swap_sides(s: Position) -> Position:
    """The same men with the other player to move."""
    return s._replace(own=s.foe, foe=s.own, turn=1 - s.turn, passing=-1)


def _read_passing(game: ChessRules, s: Position, text: str) -> Position:
    """With the square of en passant, if a pawn can be taken there."""
    if not re.fullmatch(r"[a-h][36]", text):
        raise BadPosition(
            f"{short_quote(text)} is not a square of en passant: one on the third or sixth rank, "
            "or -"
        )
    square = FILES.index(text[0]) + 8 * (int(text[1]) - 1)
    pawn = 1 << (square ^ 8)
    if (
        (square >> 3) != (2 if s.turn else 5)
        or not s.pawns & s.foe & pawn
        or (s.own | s.foe) & (1 << square | 1 << (square ^ 24))
    ):
        raise BadPosition(f"no pawn has just passed {text}")
    return game.cross(s, square)
