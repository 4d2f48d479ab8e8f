"""Chess as people write it: positions in FEN and EPD, moves in SAN and UCI, games in PGN."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from zermelo.bits import members
from zermelo.errors import BadAction, BadPosition, ZermeloError, abbreviate
from zermelo.games._chess_board import FILES, Position, reach, square_text
from zermelo.history import GameWithHistory
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
    """Extended position description: four fields, the counters as hmvc and fmvn if they are not 0 and 1, and operations as they are given.

    >>> from zermelo.games.chess import Chess
    >>> epd(Chess().start(), {"bm": "e4", "id": '"first"'})
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; id "first";'
    >>> epd(Chess().load("4k3/8/8/8/8/8/8/4K2R w K - 7 30"))
    '4k3/8/8/8/8/8/8/4K2R w K - hmvc 7; fmvn 30;'
    """
    counters = {
        code: str(n)
        for code, n, usual in (("hmvc", s.clock, 0), ("fmvn", s.number, 1))
        if n != usual
    }
    written = {**counters, **(operations or {})}
    return " ".join(
        [
            *fen(s).split()[:4],
            *(_operation_text(code, operand.strip()) for code, operand in written.items()),
        ]
    )


def _operation_text(code: str, operand: str) -> str:
    text = f"{code} {operand}".rstrip() + ";"
    found = OPERATION.fullmatch(text)
    if not found or found.groups() != (code, operand):
        raise ZermeloError(
            f"{_short(text)} is no operation of EPD: a word, and an operand with quotes around any ;"
        )
    return text


def read_epd(game: Chess, text: str) -> tuple[Position, dict[str, str]]:
    """The position of an EPD line, and its operations. Counters, as a FEN or hmvc and fmvn give them, belong to the position.

    >>> from zermelo.games.chess import Chess
    >>> read_epd(Chess(), '4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id "one; two";')[1]
    {'bm': 'O-O', 'id': '"one; two"'}
    """
    fields = text.split(None, 4)
    if not fields:
        raise BadPosition("a position is written in FEN, like " + START)
    board, turn, rights, passing = [*fields[:4], *("", "w", "-", "-")[len(fields) :]][:4]
    counters, rest = _counters(fields[4] if len(fields) > 4 else "")
    operations = dict(_operations(rest))
    clock, number = (
        _count(operations.pop(code, n)) for code, n in zip(("hmvc", "fmvn"), counters, strict=True)
    )
    if turn not in ("w", "b"):
        raise BadPosition(f"{_short(turn)} is not who moves: w or b")
    s = _men(board, "wb".index(turn))
    s = s._replace(
        rights=_rights(s, rights), clock=clock, number=max(number, 1)
    )  # some programs count moves from 0
    _refuse_impossible(game, s)
    return s if passing == "-" else _passing(game, s, passing), operations


def read_fen(game: Chess, text: str) -> Position:
    """The position of a FEN, or of an EPD line; all after the men may be left out, from the right."""
    return read_epd(game, text)[0]


def _short(text: str) -> str:
    """A word of the caller's in an error, which is one line whatever it is."""
    return repr(text if len(text) <= 40 else text[:40] + "…")


COUNTERS = "plies without a capture or pawn move, and the move's number"


def _counters(rest: str) -> tuple[tuple[str, str], str]:
    """The two counters of a FEN, if what follows the four fields begins like them, and what is left."""
    words = re.match(r"(-?[0-9]\S*)(?:\s+([^\s;]+))?", rest)
    if not words:
        return ("0", "1"), rest
    return (words[1].rstrip(";"), words[2] or "1"), rest[words.end() :]


def _count(word: str) -> int:
    if not re.fullmatch("[0-9]{1,9}", word):
        raise BadPosition(f"{_short(word)} is none of the two counters: {COUNTERS}")
    return int(word)


QUOTED = r'"(?:[^"\\\n]|\\.)*"'
OPERATION = re.compile(rf'\s*([A-Za-z]\w*)\s*((?:{QUOTED}|[^;"\n])*);', re.ASCII)
"""A word, and an operand, which may have quoted parts."""


def _operations(text: str) -> Iterator[tuple[str, str]]:
    """The operations of an EPD line: each ends with a semicolon, which may be missing after the last of several."""
    rest = text.strip().lstrip(";").strip()
    if rest and ";" in text and not rest.endswith(";"):
        rest += ";"
    while rest:
        found = OPERATION.match(rest)
        if not found:
            raise BadPosition(
                f"{_short(rest)} is neither {COUNTERS}, nor operations of EPD like bm O-O;"
            )
        yield found[1], found[2].strip()
        rest = rest[found.end() :].strip()


def _men(board: str, turn: int) -> Position:
    sets = dict.fromkeys("PNBRQK", 0)
    colours = [0, 0]
    wrong = re.search("[^KQRBNPkqrbnp1-8./]|[1-8]{2}", board)
    if wrong:
        raise BadPosition(
            f"{wrong[0]!r} in {_short(board)} is no piece, K Q R B N P k q r b n p, nor a number of empty squares, 1 to 8"
        )
    for i, letter in enumerate(read_rows(board, 8, 8, "KQRBNPkqrbnp")):
        if letter:
            sets[letter.upper()] |= 1 << (i ^ 56)
            colours[letter.islower()] |= 1 << (i ^ 56)
    diagonal, straight = sets["B"] | sets["Q"], sets["R"] | sets["Q"]
    return Position(
        colours[turn],
        colours[1 - turn],
        sets["P"],
        sets["N"],
        diagonal,
        straight,
        sets["K"],
        turn,
        0,
        -1,
        0,
        1,
    )


def _rights(s: Position, text: str) -> int:
    if text != "-" and (set(text) - set("KQkq") or len(set(text)) < len(text)):
        raise BadPosition(f"{_short(text)} is no right to castle: some of KQkq, or -")
    rights = 0
    for i, letter in enumerate("KQkq"):
        king, rook = HOMES[letter]
        if letter in text:
            if sign(s, king) != ("K" if letter.isupper() else "k") or sign(s, rook) != (
                "R" if letter.isupper() else "r"
            ):
                raise BadPosition(
                    f"the right {letter!r} needs a king on {square_text(king)} and a rook on {square_text(rook)}"
                )
            rights |= 1 << i
    return rights


def _refuse_impossible(game: Chess, s: Position) -> None:
    """What the rules take for granted."""
    for men, name in ((s.own, game.names[s.turn]), (s.foe, game.names[1 - s.turn])):
        kings = (s.kings & men).bit_count()
        if kings != 1:
            raise BadPosition(f"{name} has {kings} kings; it must be one")
        if men.bit_count() > 16 or (s.pawns & men).bit_count() > 8:
            raise BadPosition(
                f"{name} has {men.bit_count()} men, {(s.pawns & men).bit_count()} of them pawns; at most 16 and 8"
            )
    if s.pawns & 0xFF000000000000FF:
        raise BadPosition("a pawn stands on the first or the last rank")
    if game.in_check(swapped(s)):
        raise BadPosition(
            f"{game.names[1 - s.turn]} is in check, but {game.names[s.turn]} is to move"
        )


def swapped(s: Position) -> Position:
    """The same men with the other player to move."""
    return s._replace(own=s.foe, foe=s.own, turn=1 - s.turn, passing=-1)


def _passing(game: Chess, s: Position, text: str) -> Position:
    """With the square of en passant, if a pawn can be taken there."""
    if not re.fullmatch(r"[a-h][36]", text):
        raise BadPosition(
            f"{_short(text)} is no square of en passant: one on the third or sixth rank, or -"
        )
    square = FILES.index(text[0]) + 8 * (int(text[1]) - 1)
    pawn = 1 << (square ^ 8)
    if (
        (square >> 3) != (2 if s.turn else 5)
        or not s.pawns & s.foe & pawn
        or (s.own | s.foe) & (1 << square | 1 << (square ^ 24))
    ):
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
    check = "" if not game.in_check(after) else "+" if any(True for _ in game.moves(after)) else "#"
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
    others = (
        [b & 63 for b in game.moves(s) if b & 63 in same and b >> 6 & 63 == target] if same else []
    )
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
    found = (
        _castling(s, wanted, legal)
        if re.fullmatch(r"[Oo0](-?[Oo0]){1,2}", wanted)
        else _fitting(s, wanted, legal)
    )
    if not found and wanted[:1] in "kqrnp":
        found = _fitting(s, wanted[:1].upper() + wanted[1:], legal)
    if len(found) == 1:
        return found[0]
    if found:
        raise BadAction(
            f"{text.strip()!r} may be {abbreviate(san(game, s, a) for a in found)}: say which"
        )
    raise BadAction(
        f"{text.strip()!r} is not legal here; legal: {abbreviate(san(game, s, a) for a in legal)}"
    )


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


class Record(NamedTuple):
    """A game that was written down: its tags, where it began, and the moves of its main line."""

    tags: dict[str, str]
    start: Position
    moves: list[int]


def pgn(
    game: Chess,
    moves: Iterable[int],
    s: Position | None = None,
    tags: Mapping[str, str] | None = None,
) -> str:
    """A game in portable game notation: the seven tags, others that are given, and the moves, from the start or from s.

    The result is what the rules say, repetition included, unless it is given as a tag: somebody may have resigned.

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
    words, result = _told(game, start, moves)
    given = {**TAGS, "Result": result, **(tags or {})}
    if given["Result"] not in RESULTS:
        raise ZermeloError(f"{_short(given['Result'])} is no result: {' '.join(RESULTS)}")
    if read_fen(game, given.get("FEN", fen(start))) != start:
        raise ZermeloError("the tag FEN is not the position in which the game begins")
    if start != game.start():
        given |= {"SetUp": "1", "FEN": fen(start)}
    order = [*TAGS, *sorted(set(given) - set(TAGS))]
    return "\n".join(
        [*(_tag_text(tag, given[tag]) for tag in order), "", *_wrapped([*words, given["Result"]])]
    )


def _told(game: Chess, start: Position, moves: Iterable[int]) -> tuple[list[str], str]:
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
    return words, {1.0: "1-0", -1.0: "0-1"}.get(memory.utility(now, 0), "1/2-1/2")


def _tag_text(tag: str, value: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9_]+", tag):
        raise ZermeloError(f"{_short(tag)} is no name of a tag: letters, digits and _")
    if len(f"{value}.".splitlines()) > 1:
        raise ZermeloError(f"the tag {tag} must be one line, not {_short(value)}")
    return '[{} "{}"]'.format(tag, value.replace("\\", "\\\\").replace('"', '\\"'))


def _wrapped(words: list[str]) -> list[str]:
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) >= WIDTH:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    return lines


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
"""What a PGN text is made of: escaped lines, comments and signs; tags; the result; the moves' numbers; variations; moves."""


def read_pgn(game: Chess, text: str, s: Position | None = None) -> Record:
    """The first game of a PGN text; variations and comments are left out. It begins where the tag FEN says, if s does not.

    >>> from zermelo.games.chess import Chess
    >>> record = read_pgn(Chess(), '[White "A [1]"] 1. e4 {best by test} (1. d4 d5) e5 2.Nf3 $1 *')
    >>> record.tags, [uci(a) for a in record.moves]
    ({'White': 'A [1]'}, ['e2e4', 'e7e5', 'g1f3'])
    """
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
    start = s or (read_fen(game, tags["FEN"]) if "FEN" in tags else game.start())
    return Record(tags, start, _read_moves(game, start, words))


def _read_moves(game: Chess, state: Position, words: list[str]) -> list[int]:
    found = []
    for number, word in enumerate(words, 1):
        try:
            found.append(read_move(game, state, word))
        except BadAction as error:
            raise BadAction(f"move {number}: {error}") from None
        state = game.result(state, found[-1])
    return found
