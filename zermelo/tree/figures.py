"""The lectures' trees, by name."""

from __future__ import annotations

from typing import Any

from zermelo.errors import BadTree, abbreviate
from zermelo.tree.explicit import Tree


def _make_node(player: str, state: str, children: str) -> dict[str, Any]:
    """A node of Figure 1: who moves, the piles, the children's letters."""
    return {"player": player, "state": state, "children": list(children)}


_WON: dict[str, Any] = {"value": 1, "player": "MAX", "state": "(0,0)"}
_LOST: dict[str, Any] = {"value": -1, "player": "MIN", "state": "(0,0)"}
"""The ends of 2,2-Nim: who must move has won, for the other took the last match."""

_NIM = {
    "bounds": [-1, 1],
    "root": "A",
    "nodes": {
        "A": _make_node("MAX", "(2,2)", "BC"),
        "B": _make_node("MIN", "(2,1)", "DEF"),
        "C": _make_node("MIN", "(2,0)", "GH"),
        "D": _make_node("MAX", "(2,0)", "IJ"),
        "E": _make_node("MAX", "(1,0)", "K"),
        "F": _make_node("MAX", "(1,1)", "L"),
        "G": _make_node("MAX", "(1,0)", "M"),
        "H": _WON,
        "I": _make_node("MIN", "(1,0)", "N"),
        "J": _LOST,
        "K": _LOST,
        "L": _make_node("MIN", "(1,0)", "O"),
        "M": _LOST,
        "N": _WON,
        "O": _WON,
    },
}

FIGURES: dict[str, tuple[Any, str]] = {
    "nim-2-2": (_NIM, "Figure 1 of the lecture: 2,2-Nim, value −1"),
    "figure-2": (
        {"bounds": [-1, 1], "root": [1, "v(C)"]},
        "Figure 2: B mates, so C need not be looked at",
    ),
    "figure-3": (
        {"bounds": [-1, 1], "root": [0.5, [0.25, "v(E)"]]},
        "Figure 3: C is worth at most D, less than B",
    ),
    "two-ply": ([[3, 12, 8], [2, 4, 6], [14, 5, 2]], "the slides' Figure 5.2, value 3"),
    "three-player": (
        [
            [[(1, 2, 6), (4, 2, 3)], [(6, 1, 2), (7, 4, 1)]],
            [[(5, 1, 1), (1, 5, 2)], [(7, 7, 1), (5, 4, 5)]],
        ],
        "the slides' Figure 5.4 for max^n, value (1, 2, 6)",
    ),
    "expectimax": (
        [
            {"player": "chance", "children": leaves}
            for leaves in ([3, 12, 9], [2, 4, 6], [15, 6, 0])
        ],
        "the notes' expectimax tree, value 8",
    ),
    "pacman": (
        {"players": 1, "root": [[[2, 0], [2, 6]], [[4, 6], 8]]},
        "Pac-Man alone with one pellet: 8 against 6",
    ),
    "ghost": ([[-8, -5], [-10, 8]], "Pac-Man and one ghost, value −8"),
    "eight-leaves": (
        [[[-20, -8], [-18, -5]], [[-10, 4], [-20, 8]]],
        "CS 188, adversarial game trees: three plies, value 4",
    ),
    "four-leaves": ([[8, 2], [5, 6]], "CS 188, minimax: 8 2 5 6, value 5"),
    "perfect-player": (
        [[10, 10], [9, 100]],
        "CS 188: 10 is optimal against a perfect player; against a random one a2 is worth 54½",
    ),
    "root-tie": (
        [[10], [10, 0]],
        "CS 188: a2 is worth 0, and alpha-beta leaves it at ≤ 10, a tie with a1",
    ),
}
"""Trees by name, each with a description."""


def figure(name: str) -> Tree:
    """The lectures' tree of this name.

    >>> figure("two-ply")
    <tree:two-ply: 13 nodes, 2 players>
    """
    if name not in FIGURES:
        raise BadTree(
            f"no tree is called {name!r}; trees: {abbreviate(FIGURES)}, "
            "a literal like tree:[[3,12],[2,4]], or a JSON file"
        )
    return Tree(FIGURES[name][0], f"tree:{name}")
