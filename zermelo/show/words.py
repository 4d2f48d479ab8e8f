"""Names of nodes and players in sentences: a sentence has no room for a whole position."""

from __future__ import annotations

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


def capitalise(sentence: str) -> str:
    """Return a sentence with a capital letter; names such as "α" and "a1" keep their case.

    >>> capitalise("the root is worth 3."), capitalise("a1 is worth 3.")
    ('The root is worth 3.', 'a1 is worth 3.')
    """
    return sentence[:1].upper() + sentence[1:] if sentence.startswith("the ") else sentence
