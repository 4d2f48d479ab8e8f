"""Records as text: PGN for chess, and the same form for every other game.

A record of another game than chess names it in a tag. Moves stand as the game writes them, with
quotes around a name that would be read as something else.

>>> from zermelo.games.connect_four import ConnectFour
>>> game = ConnectFour()
>>> print(write_text(read_text(game, "44 (4. 3! {why not}) 5"), {"Game": "connect-four"}))
[Game "connect-four"]
<BLANKLINE>
1. 4 4 (1... 3 $1 {why not}) 2. 5
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from zermelo.errors import BadAction, BadRecord, ZermeloError
from zermelo.game import Game
from zermelo.notation import read_first_move
from zermelo.record.movetree import (
    SIGNS,
    GameRecord,
    MoveNode,
    MoveNumber,
    find_path,
    number_moves,
    write_number,
)
from zermelo.record.reader import RecordReader, Word

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")

WIDTH = 80
"""Lines of a record are shorter than this, where they have spaces."""

MAX_SIGN = 255
"""The largest number of a sign."""

TOKEN = re.compile(
    r"""
    (?P<skip> ^%[^\n]* | [\s,]+ | e\.p\. | \.{2,} | … )
    | \{ (?P<comment> [^}]* ) \}?
    | ; (?P<rest> [^\n]* )
    | \[ \s* (?P<tag> [A-Za-z0-9_]+ ) \s* "(?P<value> (?:[^"\\\n]|\\.)* )" \s* \]
    | " (?P<quoted> (?:[^"\\]|\\.)* ) "
    | \$ (?P<nag> [0-9]+ )
    | (?P<marks> !! | \?\? | !\? | \?! | ! | \? )
    | (?P<number> [0-9]+ (?: \.+ | … ) )
    | (?P<open> \( )
    | (?P<close> \) )
    | (?P<move> [^\s(){}";$,!?]+ (?: \([0-9]+\) [^\s(){}";$,!?]* )* )
    | (?P<other> . )
    """,
    re.VERBOSE | re.MULTILINE,
)
"""What a record is made of: escaped lines, comments, tags, quoted moves, signs, numbers of rows,
variations, moves. A bracket with a number in a word belongs to it: 8/6(2)."""

MASKED = re.compile(r'"(?:[^"\\\n]|\\.)*"|\{[^}]*\}?|;[^\n]*')
"""What no game begins in."""

FIRST_TAG = re.compile(r"^[ \t]*\[\s*[A-Za-z0-9_]+\s", re.MULTILINE)


# ---------------------------------------------------------------------- reading


def split_games(text: str) -> list[tuple[int, int]]:
    """Where each game of a text begins and ends: a tag after moves begins another one.

    >>> split_games('[White "A"]\\n\\n1. e4 *\\n\\n[White "B"]\\n\\n1. d4 *')
    [(0, 22), (22, 42)]
    """
    plain = MASKED.sub(lambda part: re.sub(r"[^\n]", " ", part[0]), text)
    ends, begins, after = [], [0], 0
    for tag in FIRST_TAG.finditer(plain):
        between = plain[after : tag.start()].strip()
        if between and not between.startswith("%"):
            begins.append(tag.start())
        after = plain.find("]", tag.end()) + 1 or tag.end()
    ends = [*begins[1:], len(text)]
    return list(zip(begins, ends, strict=True))


def read_tags(text: str) -> dict[str, str]:
    """The tags of the first game of a text.

    >>> read_tags('[White "A [1]"] 1. e4 {[Black "B"]}')
    {'White': 'A [1]'}
    """
    tags: dict[str, str] = {}
    for token in TOKEN.finditer(text):
        if token["tag"]:
            tags[token["tag"]] = re.sub(r"\\(.)", r"\1", token["value"])
        elif token["skip"] is None and token["comment"] is None and token["rest"] is None:
            break
    return tags


def read_text(game: Game[Any, Any], text: str, start: Any = None) -> GameRecord:
    """The first game of a text. It begins at `start`, or where the tag FEN says.

    A mistake is the `fault` of the record, which has the moves before it.
    """
    begin, end = split_games(text)[0]
    tags = read_tags(text[begin:end])
    if start is None:
        start = game.load(tags["FEN"]) if "FEN" in tags else game.start()
    reader = RecordReader(game, start, text[:end])
    reader.record.tags = tags
    with suppress(BadRecord):
        _read_tokens(reader, [token for token in TOKEN.finditer(text, 0, end) if not token["skip"]])
        reader.end()
    return reader.record


def _read_tokens(reader: RecordReader, tokens: list[re.Match[str]]) -> None:
    """Read what a game is made of, up to its result."""
    at = 0
    while at < len(tokens):
        token = tokens[at]
        if token["move"] is None:
            _read_sign(reader, token)
        elif _is_end(reader, token["move"]):
            return
        elif not _is_row_number(reader, token["move"]):
            at += reader.play(list(_list_words(tokens, at)))
            continue
        at += 1


def _read_sign(reader: RecordReader, token: re.Match[str]) -> None:
    """Read a token that is not a move."""
    word = Word(token[0], token.start())
    if token["comment"] is not None:
        reader.comment(re.sub(r"\s*\n\s*", " ", token["comment"]).strip())
    elif token["rest"] is not None:
        reader.comment(token["rest"].strip())
    elif token["quoted"] is not None:
        reader.play_whole(Word(re.sub(r"\\(.)", r"\1", token["quoted"]), token.start()))
    elif token["nag"]:
        reader.sign(min(int(token["nag"][:4]), MAX_SIGN))
    elif token["marks"]:
        reader.sign(SIGNS[token["marks"]])
    elif token["open"]:
        reader.open(word)
    elif token["close"]:
        reader.close(word)
    elif token["other"]:
        reader.refuse(f"{token[0]!r} is neither a move nor a comment", word)


def _list_words(tokens: list[re.Match[str]], at: int) -> Iterator[Word]:
    """The words from a token on that stand together: a move may have several."""
    for token in tokens[at : at + 4]:
        if token["move"] is None:
            return
        yield Word(token["move"], token.start())


def _is_end(reader: RecordReader, word: str) -> bool:
    """Is a word the result of the game? Then it is noted."""
    if word not in RESULTS or reader.left or reader.can_play(word):
        return False
    if word != "*":
        reader.record.tags.setdefault("Result", word)
    return True


def _is_row_number(reader: RecordReader, word: str) -> bool:
    """Is a word a number without its point, where no move is called so?"""
    return word.isdigit() and not reader.has_number_names()


# ---------------------------------------------------------------------- writing


def write_text(record: GameRecord, tags: Mapping[str, str], result: str = "") -> str:
    """A record as text: its tags in this order, the moves, and the result if there is one."""
    lines = [write_tag(tag, value) for tag, value in tags.items()]
    root = record.root
    words = [*_write_comment(root.comment), *_write_line(record.game, root)]
    moves = _wrap([*words, *([result] if result else [])])
    return "\n".join([*lines, "", *moves] if lines else moves)


def write_tag(tag: str, value: str) -> str:
    """A tag as it is written."""
    if not re.fullmatch(r"[A-Za-z0-9_]+", tag):
        raise ZermeloError(f"{tag[:40]!r} is not a name of a tag: letters, digits and _")
    if len(f"{value}.".splitlines()) > 1:
        raise ZermeloError(f"the tag {tag} must be one line, not {value[:40]!r}")
    return '[{} "{}"]'.format(tag, value.replace("\\", "\\\\").replace('"', '\\"'))


def _write_line(game: Game[Any, Any], parent: MoveNode, is_fresh: bool = True) -> Iterator[str]:
    """The words of all that follows a move. Is a number needed, because something stood between?"""
    before = find_path(parent)
    line = list(parent.main_line())
    numbers = number_moves(game, [*before, *line])[len(before) :]
    for node, number in zip(line, numbers, strict=True):
        yield from _write_move(game, node, number, is_fresh)
        is_fresh = bool(node.comment)
        assert node.parent is not None
        for other in node.parent.children[1:]:
            is_fresh = True
            yield from _write_variation(game, other, number)


def _write_variation(game: Game[Any, Any], node: MoveNode, number: MoveNumber) -> Iterator[str]:
    """The words of a variation, in brackets."""
    first = list(_write_move(game, node, number, True))
    words = [*first, *_write_line(game, node, bool(node.comment))]
    words[0] = f"({words[0]}"
    if words[-1].endswith("\n"):  # a comment up to the end of its line
        words.append(")")
    else:
        words[-1] += ")"
    yield from words


def _write_move(
    game: Game[Any, Any], node: MoveNode, number: MoveNumber, is_fresh: bool
) -> Iterator[str]:
    """The words of one move: its number, its name, its signs, its comment."""
    if number.is_new or is_fresh:
        yield write_number(number)
    yield from write_name(game, node)
    yield from (f"${sign}" for sign in node.signs)
    yield from _write_comment(node.comment)


def write_name(game: Game[Any, Any], node: MoveNode) -> list[str]:
    """A move as words that are read as this move, in quotes if they would not be."""
    assert node.parent is not None
    words, s = node.name.split(" "), node.parent.state
    if all(map(_is_word, words)):
        with suppress(BadAction):
            read = read_first_move(lambda text: game.read_move(s, text), words)
            if read == ((node.action,), len(words)):
                return words
    text = node.name.replace("\\", "\\\\").replace('"', '\\"')
    return [f'"{text}"']


def _is_word(text: str) -> bool:
    """Is a text read as one word of a move?"""
    tokens = [token["move"] for token in TOKEN.finditer(text)]
    return tokens == [text] and text not in RESULTS


def _write_comment(comment: str) -> Iterator[str]:
    """The words of a comment: each line of it in braces, or behind a semicolon if it has one."""
    for line in comment.split("\n") if comment else ():
        if "}" in line:
            yield f"; {line}\n"
        else:
            yield from re.split(r"(?<! ) (?! )", f"{{{line}}}")


def _wrap(words: list[str]) -> list[str]:
    """Lines of words, each shorter than WIDTH; a word that ends its line is the last in it."""
    lines = [""]
    for word in words:
        is_long = len(lines[-1]) + 1 + len(word.rstrip("\n")) >= WIDTH
        if lines[-1] and is_long and not word.startswith("%"):  # which would hide its line
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word.rstrip("\n")
        if word.endswith("\n"):
            lines.append("")
    return lines[:-1] if len(lines) > 1 and not lines[-1] else lines
