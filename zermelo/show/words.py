"""Names of nodes and players in sentences, which have no room for a whole position; and means."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from zermelo.formatting import format_mean, format_number, format_signed
from zermelo.show.replay import Replay, ReplayNode


def name_player(name: str) -> str:
    """Return a player's name as it stands beside the names of nodes, which may be single letters.

    >>> name_player("A"), name_player("White")
    ('player A', 'White')
    """
    return f"player {name}" if len(name) == 1 else name


def name_node(replay: Replay, node: ReplayNode) -> str:
    """Return what a sentence calls a node: its label, or the moves to it if labels are positions.

    >>> from zermelo import search
    >>> from zermelo.games.tic_tac_toe import TicTacToe
    >>> replay = Replay(search.minimax(TicTacToe(), depth=1, trace=True).trace)
    >>> replay.to(2)
    >>> [name_node(replay, node) for node in replay.nodes.values()]
    ['the root', 'the position after a3']
    """
    if not replay.has_long_labels:
        return node.label
    return "the root" if node.parent is None else f"the position {abbreviate_node(replay, node)}"


def abbreviate_node(replay: Replay, node: ReplayNode) -> str:
    """Return the same without a sentence around it, for a list."""
    if not replay.has_long_labels:
        return node.label
    return "root" if node.parent is None else f"after {' '.join(_find_path(replay, node))}"


def _find_path(replay: Replay, node: ReplayNode) -> list[str]:
    """Return the moves from the root to a node."""
    moves: list[str] = []
    while node.parent is not None:
        moves.append(node.action or "")
        node = replay.nodes[node.parent]
    return moves[::-1]


def write_working(node: ReplayNode, write: Callable[[float], str] = format_number) -> str:
    """Return the mean of a chance node as far as it has come; empty if one outcome is certain.

    >>> from zermelo import search, tree
    >>> replay = Replay(search.expectimax(tree.figure("expectimax"), trace=True).trace)
    >>> replay.to(len(replay))
    >>> write_working(replay.nodes[1])
    '⅓·3 + ⅓·12 + ⅓·9'
    """
    if all(p == 1 for p, _ in node.terms):
        return ""
    return format_mean([(p, _write_outcome(value, write)) for p, value in node.terms])


def _write_outcome(value: float | list[float], write: Callable[[float], str]) -> str:
    return f"({', '.join(map(write, value))})" if isinstance(value, list) else write(value)


def capitalise(sentence: str) -> str:
    """Return a sentence with a capital letter; names such as "α" and "a1" keep their case.

    >>> capitalise("the root is worth 3."), capitalise("a1 is worth 3.")
    ('The root is worth 3.', 'a1 is worth 3.')
    """
    return sentence[:1].upper() + sentence[1:] if sentence.startswith("the ") else sentence


def write_stack(
    row: Sequence[Sequence[Any]],
    write: Callable[[float], str] = format_number,
    between: str = " ",
) -> str:
    """Return open nodes, front first, each with its value or its window behind its label.

    >>> write_stack([["B", None], ["C", 1.0], ["A", float("-inf")]]), write_stack([["A", -1, 1]])
    ('B C+1 A−∞', 'A[−1,1]')
    """
    return between.join(_write_subscript(write, *node) for node in row)


def _write_subscript(write: Callable[[float], str], label: str, *values: float | None) -> str:
    """Return a label with its value, or its window, behind it."""
    known = [v for v in values if v is not None]
    if not known:
        return label
    if len(known) == 1:
        return label + format_signed(known[0], write)
    return f"{label}[{write(known[0])},{write(known[1])}]"
