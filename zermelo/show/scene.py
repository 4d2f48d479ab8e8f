"""A search tree as something to draw: nodes with shapes and words, edges with styles.

Every kind of picture is made from a scene. What makes one: `trace_scene` from a search,
`game_scene` from a game, `tree_scene` from an explicit tree.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

MAX, MIN, CHANCE_NODE, LEAF, MORE = "max", "min", "chance", "leaf", "more"
"""The kinds of nodes; MORE stands for successors that are not drawn."""

Style = Literal["triangles", "lecture"]
"""How MAX and MIN are drawn: as triangles, or as the lecture's squares and circles."""

STYLES: tuple[Style, ...] = ("triangles", "lecture")

Windows = Literal["", "nodes", "edges", "ranges"]
"""What stands beside nodes: nothing, [α, β] there or on the edges, or the range of the value."""

MAX_NODES = 400
"""Trees with more nodes are folded."""


@dataclass
class SceneItem:
    """A node of the picture: its shape, the words in and beside it, and the style of its edge.

    `mover` names the player to move where the shape does not: with more than two players, and for
    a player who is modelled as random and drawn as chance. `node` is the number in the trace (a
    pruned node has none). `note` describes what cannot be drawn. `room` is the longest text that
    stands beside the node in a film. `is_ahead` says that the film has not come to the node yet,
    `is_given` that its value belongs to the game and can be read even then. `state` is what a node
    with a name of its own stands for, `turn` the shape of the player whose turn a leaf is, if that
    is known, `times` the number of symmetric successors that the node stands for. `is_cut` says
    that a cut begins here: at the first of the successors that it prunes. `is_secondary` says that
    a secondary search visited the node, and `reach`, at its first node, how deep it went. `opens`
    is the number of the node whose successors are folded here, and can be drawn; `is_opened` says
    that they are drawn, because they were wanted.
    """

    label: str
    shape: str
    value: str = ""
    window: str = ""
    passed: str = ""
    mover: str = ""
    action: str = ""
    probability: str = ""
    is_pruned: bool = False
    is_cut: bool = False
    is_best: bool = False
    is_current: bool = False
    is_ahead: bool = False
    is_given: bool = False
    is_estimate: bool = False
    is_secondary: bool = False
    reach: str = ""
    state: str = ""
    turn: str = ""
    times: int = 1
    folded: int = 0
    opens: int | None = None
    is_opened: bool = False
    note: str = ""
    board: dict[str, Any] | None = None
    node: int | None = None
    room: str = ""
    children: list[int] = field(default_factory=list)


@dataclass
class Scene:
    """A tree to draw, the root first, every parent before its children."""

    items: list[SceneItem]
    title: str = ""
    caption: str = ""
    style: Style = "triangles"
    unit: str = ""
    """The unit of the estimates; empty if they are plain numbers."""

    @property
    def children(self) -> list[list[int]]:
        """The tree's shape alone, for layout."""
        return [item.children for item in self.items]

    @property
    def parents(self) -> list[int | None]:
        """The parent of each item; None for the root."""
        parents: list[int | None] = [None] * len(self.items)
        for i, item in enumerate(self.items):
            for child in item.children:
                parents[child] = i
        return parents


def choose_turn(p: int | None, player: int = 0) -> str:
    """Return MAX or MIN for the player p to move at a leaf, MAX being `player`; "" if p is none."""
    return "" if p is None or p < 0 else MAX if p == player else MIN


def title(header: dict[str, Any]) -> str:
    """Return what a picture shows: the search, the game, and each option that changes the answer.

    >>> from zermelo import search, tree
    >>> title(search.alphabeta(tree.figure("two-ply"), rule=">", trace=True).trace.header)
    'alphabeta on tree:two-ply (cut on >, fail-soft, natural order)'
    """
    depth = [f"depth {header['depth']}"] if header.get("depth") is not None else []
    options = ", ".join([*depth, *header.get("choices", {}).values()])
    return f"{header['algorithm']} on {header['game']}" + (f" ({options})" if options else "")
