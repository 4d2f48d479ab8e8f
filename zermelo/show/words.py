"""Numbers, windows and nodes for people: a picture has no room for six decimals, a sentence none for a whole position."""

from __future__ import annotations

from fractions import Fraction
from math import floor, log10
from typing import Any

from zermelo.game import INFINITY
from zermelo.show.replay import Node, Replay
from zermelo.trace import ROUNDING, number


def rounded(v: float) -> str:
    """A value with two decimals, below 1 with three; what is smaller still keeps one digit, for it is not nothing.

    >>> rounded(23 / 3), rounded(0.0162322), rounded(-0.000043), rounded(1234567.0), rounded(float("-inf"))
    ('7.67', '0.016', '−0.00004', '1234567', '−∞')
    """
    if abs(v) < ROUNDING or abs(v) == INFINITY:
        return number(v)
    places = 2 if abs(v) >= 1 else max(3, -floor(log10(abs(v))))
    near = round(v, places)
    sign = "−" if near < 0 else ""
    return sign + (
        f"{abs(near):.{places}f}".rstrip("0").rstrip(".")
        if near != int(near)
        else number(abs(near))
    )


def limit(v: float) -> str:
    """A value that may be a bound: +∞ has its sign.

    >>> limit(float("inf")), limit(2.0)
    ('+∞', '2')
    """
    return ("+" if v == INFINITY else "") + rounded(v)


def interval(alpha: float, beta: float) -> str:
    """A window as people write it; nothing if it is open on both sides.

    >>> interval(3, float("inf")), interval(float("-inf"), float("inf"))
    ('[3, +∞]', '')
    """
    return "" if (alpha, beta) == (-INFINITY, INFINITY) else f"[{limit(alpha)}, {limit(beta)}]"


def vector(values: Any) -> str:
    """A vector of values.

    >>> vector((1, 2.5, -1))
    '(1, 2.5, −1)'
    """
    return f"({', '.join(map(rounded, values))})"


def probability(p: float) -> str:
    """A probability as people write it: a small fraction where it is one.

    >>> probability(1 / 3), probability(0.5), probability(0.123)
    ('1/3', '1/2', '0.123')
    """
    near = Fraction(p).limit_denominator(36)
    return str(near) if abs(near - p) < 1e-12 else f"{p:.3g}"


def seat(name: str) -> str:
    """A player's name where nodes have names too: a single letter may be a node's.

    >>> seat("A"), seat("White")
    ('player A', 'White')
    """
    return f"player {name}" if len(name) == 1 else name


# ---------------------------------------------------------------------- nodes


def called(replay: Replay, node: Node) -> str:
    """What a sentence calls a node: its label; where labels are whole positions, the moves that lead to it.

    >>> from zermelo import search
    >>> from zermelo.games.tic_tac_toe import TicTacToe
    >>> replay = Replay(search.minimax(TicTacToe(), depth=1, trace=True).trace)
    >>> replay.to(2)
    >>> [called(replay, node) for node in replay.nodes.values()]
    ['the root', 'the position after a3']
    """
    if not replay.has_long_labels:
        return node.label
    return "the root" if node.parent is None else f"the position {in_short(replay, node)}"


def in_short(replay: Replay, node: Node) -> str:
    """The same without a sentence around it, for a list."""
    if not replay.has_long_labels:
        return node.label
    return "root" if node.parent is None else f"after {' '.join(_way(replay, node))}"


def _way(replay: Replay, node: Node) -> list[str]:
    """The moves from the root to a node."""
    moves: list[str] = []
    while node.parent is not None:
        moves.append(node.action or "")
        node = replay.nodes[node.parent]
    return moves[::-1]


def begun(sentence: str) -> str:
    """A sentence with a capital letter; "α" and "a1" stay as they are named.

    >>> begun("the root is worth 3."), begun("a1 is worth 3.")
    ('The root is worth 3.', 'a1 is worth 3.')
    """
    return sentence[:1].upper() + sentence[1:] if sentence.startswith("the ") else sentence
