"""Other libraries beside ours.

Alpha-beta on connect four to the same depth, each with its value and its nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from common import Row, Section, best, progress

from zermelo import INFINITY, Result, search
from zermelo.engine import Engine
from zermelo.games.connect_four import ConnectFour, Position

PEER_COLUMNS = (
    ("name", "", ""),
    ("nodes", "nodes", ",d"),
    ("seconds", "seconds", ",.4f"),
    ("speed", "nodes/s", ",.0f"),
    ("slower", "times slower", ",.0f"),
)


@dataclass(frozen=True)
class Contender:
    """One library's alpha-beta on connect four.

    Its value at a depth, and its nodes, counted in a run that is not timed.
    """

    name: str
    value: Callable[[int], float]
    nodes: Callable[[int], int]
    shallow: bool = False
    """Too slow for the deeper table."""


def peers(depth: int, shallow: bool, contenders: list[Contender], notes: list[str]) -> Section:
    """Every contender to the same depth; the first one sets the measure.

    `shallow` lets the slow ones in.
    """
    rows: list[Row] = []
    for contender in contenders:
        if shallow or not contender.shallow:
            progress(f"peers, depth {depth}: {contender.name}")
            rows.append(measured(contender, depth))
    for row in rows:
        row["slower"] = row["seconds"] / rows[0]["seconds"]
        assert round(row["value"]) == round(rows[0]["value"]), (
            f"{row['name']} finds another value at depth {depth}"
        )
    return Section(
        f"Peers: connect four 7×6 from the empty board, alpha-beta to depth {depth}",
        PEER_COLUMNS,
        rows,
        notes,
    )


def measured(contender: Contender, depth: int) -> Row:
    """Nodes and time of one contender. Counting comes first: it also has compiled code ready."""
    nodes = contender.nodes(depth)
    value, seconds = best(lambda: contender.value(depth))
    return {
        "name": contender.name,
        "depth": depth,
        "value": value,
        "nodes": nodes,
        "seconds": seconds,
        "speed": nodes / seconds,
    }


def all_contenders(*ours: Contender) -> tuple[list[Contender], list[str]]:
    """Ours, those that are installed, and what must be said of each library."""
    found, notes = (
        [*ours],
        [
            "0 at the horizon; the textbook and the peers: columns from left to right, no bounds,"
            " no memory."
        ],
    )
    for name, contenders, remark in (
        ("easyAI", easyai, EASYAI),
        ("open_spiel", openspiel, OPENSPIEL),
    ):
        try:
            found += contenders()
            notes.append(remark)
        except ImportError:
            notes.append(f"{name} is not installed: left out.")
    return found, notes


class Unweighed(ConnectFour):
    """Connect four without an evaluation or bounds: what the others search."""

    def evaluate(self, s: Position, p: int) -> float:
        return 0.0

    def bounds(self, s: Position) -> tuple[float, float]:
        return -INFINITY, INFINITY


def zermelo(gear: str) -> Contender:
    """The package's alpha-beta in one gear."""
    game = Unweighed()

    def searched(depth: int) -> Result[int]:
        return search.alphabeta(game, depth=depth, gear=gear)

    return Contender(
        f"zermelo, {gear}",
        lambda depth: searched(depth).value or 0.0,
        lambda depth: searched(depth).nodes,
    )


def engine() -> Contender:
    """The engine, new for each search: its table begins empty."""
    game = Unweighed()

    def searched(depth: int) -> Result[int]:
        return Engine(game, memory=16, gear="compiled").search(depth=depth)

    return Contender(
        "zermelo, engine",
        lambda depth: searched(depth).value or 0.0,
        lambda depth: searched(depth).nodes,
    )


# ---------------------------------------------------------------------- easyAI


EASYAI = (
    "easyAI: a win counts more the sooner it comes, so values tie less often and fewer nodes are"
    " cut."
)


def easyai() -> list[Contender]:
    """easyAI's Negamax with its own game, and with faster ones written for this comparison."""
    from easyAI import TwoPlayerGame
    from easyAI.games.ConnectFour import ConnectFour as Shipped

    return [
        negamax("easyAI, bitboards", (Bitboards, TwoPlayerGame)),
        negamax("easyAI, numpy lines", (NumpyLines, TwoPlayerGame)),
        negamax("easyAI, its own ConnectFour", (Shipped,), shallow=True),
    ]


def negamax(name: str, bases: tuple[type, ...], shallow: bool = False) -> Contender:
    """easyAI's search on the game made of these classes."""
    from easyAI import Negamax

    game, counting = type("Timed", bases, {}), type("Counted", (CountedMoves, *bases), {})

    def value(depth: int, made: type = game) -> float:
        searching = Negamax(depth, lambda position: -1.0 if position.lose() else 0.0)
        searching(made([None, None]))
        return float(searching.alpha)

    def nodes(depth: int) -> int:
        CountedMoves.made = 0
        value(depth, counting)
        return 1 + CountedMoves.made

    return Contender(name, value, nodes, shallow)


class CountedMoves:
    """Counts the moves of all copies of a game: every node but the root is reached by one."""

    made = 0

    def make_move(self, move: int) -> None:
        CountedMoves.made += 1
        super().make_move(move)


def four_in_line() -> Iterator[list[int]]:
    """The cells of every line of four, numbered row by row."""
    for row, column, (up, right) in product(range(6), range(7), ((0, 1), (1, 0), (1, 1), (1, -1))):
        if row + 3 * up < 6 and 0 <= column + 3 * right < 7:
            yield [(row + i * up) * 7 + column + i * right for i in range(4)]


LINES = np.array(list(four_in_line()))


class NumpyLines:
    """Connect four as easyAI's documentation writes games, with `unmake_move` and all lines looked
    up at once."""

    current_player: int
    opponent_index: int

    def __init__(self, players: list[Any]) -> None:
        self.players, self.current_player = players, 1
        self.board = np.zeros((6, 7), np.int8)
        self.heights = [0] * 7

    def possible_moves(self) -> list[int]:
        return [column for column in range(7) if self.heights[column] < 6]

    def make_move(self, column: int) -> None:
        self.board[self.heights[column], column] = self.current_player
        self.heights[column] += 1

    def unmake_move(self, column: int) -> None:
        self.heights[column] -= 1
        self.board[self.heights[column], column] = 0

    def lose(self) -> bool:
        return bool((self.board.ravel()[LINES] == self.opponent_index).all(axis=1).any())

    def is_over(self) -> bool:
        return self.lose() or min(self.heights) == 6


class Bitboards:
    """Connect four for easyAI on the bits that zermelo's game uses."""

    current_player: int
    opponent_index: int

    def __init__(self, players: list[Any]) -> None:
        self.players, self.current_player = players, 1
        self.discs = [0, 0, 0]
        self.tops = [7 * column for column in range(7)]

    def possible_moves(self) -> list[int]:
        return [column for column in range(7) if self.tops[column] < 7 * column + 6]

    def make_move(self, column: int) -> None:
        self.discs[self.current_player] |= 1 << self.tops[column]
        self.tops[column] += 1

    def unmake_move(self, column: int) -> None:
        self.tops[column] -= 1
        self.discs[self.current_player] ^= 1 << self.tops[column]

    def lose(self) -> bool:
        discs = self.discs[self.opponent_index]
        for step in (1, 6, 7, 8):
            pairs = discs & discs >> step
            if pairs & pairs >> 2 * step:
                return True
        return False

    def is_over(self) -> bool:
        return self.lose() or (self.discs[1] | self.discs[2]).bit_count() == 42


# ---------------------------------------------------------------------- OpenSpiel


OPENSPIEL = "OpenSpiel: its search in C++ (AlphaBetaSearch) cannot be called from Python."


def openspiel() -> list[Contender]:
    """OpenSpiel's alpha-beta in Python on its game in C++."""
    import pyspiel
    from open_spiel.python.algorithms.minimax import alpha_beta_search

    game = pyspiel.load_game("connect_four")

    def value(depth: int, state: Any = None) -> float:
        found, _ = alpha_beta_search(
            game, state=state, value_function=lambda s: 0.0, maximum_depth=depth
        )
        return float(found)

    def nodes(depth: int) -> int:
        CountedState.made = 0
        value(depth, CountedState(game.new_initial_state()))
        return 1 + CountedState.made

    return [Contender("OpenSpiel, Python search, C++ game", value, nodes)]


class CountedState:
    """A state of OpenSpiel that counts the moves of all its copies."""

    made = 0

    def __init__(self, state: Any) -> None:
        self.state = state

    def clone(self) -> CountedState:
        return CountedState(self.state.clone())

    def apply_action(self, action: int) -> None:
        CountedState.made += 1
        self.state.apply_action(action)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.state, name)
