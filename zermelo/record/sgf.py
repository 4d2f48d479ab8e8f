"""Records in SGF, for games that declare it by `sgf_game` and `sgf`: go.

>>> from zermelo.games.go import Go
>>> record = read_sgf(Go(5), "(;GM[1]SZ[5];B[cc]C[centre](;W[cd])(;W[dd]TE[1]))")
>>> print(write_sgf(record, {}))
(;GM[1]FF[4]CA[UTF-8]SZ[5]KM[7.5]
;B[cc]C[centre]
(;W[cd])
(;W[dd]TE[1]))
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from zermelo.board import TO_MOVE
from zermelo.errors import BadPosition, BadRecord, one_line
from zermelo.game import Game
from zermelo.record.movetree import GameRecord, MoveNode
from zermelo.record.reader import RecordReader, Word

TOKEN = re.compile(r"[();]|(?P<name>[A-Za-z]+)|(?P<value>\[(?:[^\]\\]|\\.)*\]?)|\S", re.DOTALL)

SIGNS = {
    1: ("TE", "1"),
    2: ("BM", "1"),
    3: ("TE", "2"),
    4: ("BM", "2"),
    5: ("IT", ""),
    6: ("DO", ""),
}
"""The properties that stand for signs on a move."""

OTHER_SIGN = "NAG"
"""A property of our own for the numbers of other signs: other programs keep or ignore it."""

TAGS = {
    "PB": "Black",
    "PW": "White",
    "EV": "Event",
    "DT": "Date",
    "PC": "Site",
    "RO": "Round",
    "RE": "Result",
    "GN": "Title",
}
"""Properties of a game, and the tags of a record that say the same."""

SETUP = ("AB", "AW", "AE")

POSITION = "ZP"
"""A property of our own for a first position that has more than stones: a ko, a number of moves."""


class Property(NamedTuple):
    """A property of a node, and where it stands."""

    values: list[str]
    offset: int


Node = dict[str, Property]


# ---------------------------------------------------------------------- reading


def split_sgf(text: str) -> list[tuple[int, int]]:
    """Where each game of a collection begins and ends."""
    games, depth, begin = [], 0, 0
    for token in TOKEN.finditer(text):
        if token[0] == "(":
            begin = begin if depth else token.start()
            depth += 1
        elif token[0] == ")":
            depth -= 1
            if depth == 0:
                games.append((begin, token.end()))
    if depth > 0:
        games.append((begin, len(text)))
    return games


def read_properties(text: str) -> dict[str, str]:
    """The properties of the first node: GM, SZ, KM, PB …, the first value of each."""
    tokens = TOKEN.finditer(text[text.index(";") + 1 :]) if ";" in text else iter(())
    return {name: held.values[0] for name, held in _read_node(list(tokens), 0)[0].items()}


def read_tags_sgf(properties: Mapping[str, str]) -> dict[str, str]:
    """The tags of a record by the properties of its first node."""
    named = {tag: properties.get(name, "") for name, tag in TAGS.items()}
    return {tag: " ".join(value.split()) for tag, value in named.items() if value}


def read_sgf(game: Game[Any, Any], text: str, begin: int = 0, end: int | None = None) -> GameRecord:
    """The record of a game between two places of a text. A mistake is its `fault`."""
    stop = len(text) if end is None else end
    tokens = [token for token in TOKEN.finditer(text, begin, stop) if not token[0].isspace()]
    first = next((i for i, token in enumerate(tokens) if token[0] == ";"), len(tokens))
    root, after = _read_node(tokens, first + 1)
    reader = RecordReader(game, game.start(), text)
    reader.record.tags = read_tags_sgf({name: held.values[0] for name, held in root.items()})
    with suppress(BadRecord):
        if POSITION in root or any(name in root for name in SETUP):
            reader.record.root.state = _read_start(reader, root)
        _read_notes(reader, root)
        _read_move(reader, root)
        _read_tree(reader, tokens, after)
    return reader.record


def _read_node(tokens: list[re.Match[str]], at: int) -> tuple[Node, int]:
    """The properties of a node whose first token is given, and the place after it."""
    node: Node = {}
    name = ""
    while at < len(tokens) and tokens[at][0] not in ("(", ")", ";"):
        token = tokens[at]
        if token["name"]:
            name = re.sub("[a-z]", "", token["name"])
            node.setdefault(name, Property([], token.start()))
        elif token["value"] and name:
            node[name].values.append(_unescape(token["value"]))
        at += 1
    return {name: held for name, held in node.items() if held.values}, at


def _unescape(value: str) -> str:
    inside = value[1:-1] if value.endswith("]") else value[1:]
    return re.sub(r"\\(\n?)(.?)", lambda part: part[2], inside, flags=re.DOTALL)


def _read_tree(reader: RecordReader, tokens: list[re.Match[str]], at: int) -> None:
    """The nodes and variations after the first node. Variations go on from where they begin."""
    left: list[MoveNode] = []
    while at < len(tokens):
        sign = tokens[at][0]
        at += 1
        if sign == "(":
            left.append(reader.node)
        elif sign == ")":
            if not left:
                return
            reader.node = left.pop()
        elif sign == ";":
            node, at = _read_node(tokens, at)
            _refuse_setup(reader, node)
            _read_move(reader, node)
            _read_notes(reader, node)


def _read_move(reader: RecordReader, node: Node) -> None:
    for colour in ("B", "W"):
        if colour in node:
            held = node[colour]
            reader.play_whole(Word(f"{colour}[{held.values[0].strip()}]", held.offset))


def _read_notes(reader: RecordReader, node: Node) -> None:
    """The signs and the comment of a node."""
    for number, (name, value) in SIGNS.items():
        if name in node and (node[name].values[0].strip() or "1") == (value or "1"):
            reader.sign(number)
    for value in node[OTHER_SIGN].values if OTHER_SIGN in node else ():
        if re.fullmatch("[0-9]{1,3}", value):
            reader.sign(int(value))
    if "C" in node:
        reader.comment(node["C"].values[0].replace("\r\n", "\n").strip())


def _refuse_setup(reader: RecordReader, node: Node) -> None:
    """Stones that are put down in the middle of a game are no moves."""
    for name in SETUP:
        if name in node:
            reader.refuse(
                "stones are put down or taken away here without a move (AB, AW or AE); "
                "only a game's first position may have them",
                Word(name, node[name].offset),
            )


def _read_start(reader: RecordReader, node: Node) -> Any:
    """The first position, if it is not the usual one."""
    game = reader.game
    first = next(held for name, held in node.items() if name in (POSITION, *SETUP))
    try:
        if POSITION in node:
            return game.load(node[POSITION].values[0])
        mover = game.player_name(_read_player(node))
        return game.load(game.setup_text(_read_cells(game, node), {TO_MOVE: mover}))
    except BadPosition as error:
        reader.refuse(one_line(error), Word("", first.offset))


def _read_cells(game: Game[Any, Any], node: Node) -> tuple[str, ...]:
    """The cells of the board with the stones of a node."""
    board = game.board(game.start())
    assert board is not None
    cells = list(board.cells)
    for name, sign in zip(SETUP, (*game.signs, ""), strict=True):
        for value in node[name].values if name in node else ():
            for cell in _list_cells(value, board.columns, board.rows):
                cells[cell] = sign
    return tuple(cells)


def _read_player(node: Node) -> int:
    """The player to move: as the node says, or White after stones of Black's alone (handicap)."""
    has_handicap = "AB" in node and "AW" not in node
    turn = node["PL"].values[0] if "PL" in node else "W" if has_handicap else "B"
    return int(turn.strip().upper()[:1] == "W")


def _list_cells(value: str, columns: int, rows: int) -> Iterator[int]:
    """The cells of a point like cd, or of a rectangle like aa:cc; none outside the board."""
    match = re.fullmatch(r"\s*([a-z])([a-z])(?:\s*:\s*([a-z])([a-z]))?\s*", value)
    if match:
        left, top, right, bottom = (ord(c or "\0") - ord("a") for c in match.groups())
        for row in range(top, max(top, bottom) + 1):
            for column in range(left, max(left, right) + 1):
                if row < rows and column < columns:
                    yield row * columns + column


# ---------------------------------------------------------------------- writing


def write_sgf(record: GameRecord, tags: Mapping[str, str]) -> str:
    """A record in SGF."""
    game, root = record.game, record.root
    board = game.board(record.start)
    assert board is not None
    size = str(board.rows) if board.rows == board.columns else f"{board.columns}:{board.rows}"
    head = f"GM[{game.sgf_game}]FF[4]CA[UTF-8]SZ[{size}]"
    komi = getattr(getattr(game, "game", game), "komi", None)
    head += "" if komi is None else f"KM[{komi:g}]"
    named = {**record.tags, **tags}
    head += "".join(f"{name}[{_escape(named[tag])}]" for name, tag in TAGS.items() if tag in named)
    if record.position is not None:
        head += _write_setup(record)
    return f"(;{head}{_write_notes(root)}{''.join(_write_tree(game, root))})"


def _write_setup(record: GameRecord) -> str:
    """The stones of the first position, and who is to move."""
    game = record.game
    board = game.board(record.start)
    assert board is not None
    parts = []
    for name, sign in zip(("AB", "AW"), game.signs, strict=True):
        points = [_write_point(i, board.columns) for i, c in enumerate(board.cells) if c == sign]
        parts.append(name + "".join(f"[{point}]" for point in points) if points else "")
    mover = 0 if game.terminal(record.start) else game.player(record.start)
    text = game.setup_text(board.cells, {TO_MOVE: game.player_name(mover)})
    is_whole = game.load(text) == record.start
    whole = "" if is_whole else f"{POSITION}[{_escape(game.dump(record.start))}]"
    return "".join([*parts, f"PL[{'BW'[mover]}]", whole])


def _write_point(cell: int, columns: int) -> str:
    return chr(ord("a") + cell % columns) + chr(ord("a") + cell // columns)


def _write_tree(game: Game[Any, Any], root: MoveNode) -> Iterator[str]:
    """All that follows the first node: lines, and variations in brackets."""
    waiting: list[MoveNode | str] = [root]
    while waiting:
        part = waiting.pop()
        if isinstance(part, str):
            yield part
            continue
        if part.parent is not None:
            yield f";{'BW'[game.player(part.parent.state)]}[{game.sgf(part.action)}]"
            yield _write_notes(part)
        if len(part.children) == 1:
            waiting += [part.children[0], "\n"]
        else:
            waiting += [item for child in part.children[::-1] for item in (")", child, "\n(")]


def _write_notes(node: MoveNode) -> str:
    named = [f"{name}[{value}]" for n in node.signs if n in SIGNS for name, value in (SIGNS[n],)]
    others = [f"[{n}]" for n in node.signs if n not in SIGNS]
    signs = "".join(named) + (OTHER_SIGN + "".join(others) if others else "")
    return signs + (f"C[{_escape(node.comment)}]" if node.comment else "")


def _escape(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")
