"""A tree as the shortest literal that reads back as the same tree, and trees with other values at some leaves.

>>> from zermelo import tree
>>> literal(tree.figure("two-ply"))
'[[3,12,8],[2,4,6],[14,5,2]]'
>>> literal(changed(tree.figure("ghost"), [((0, 1), 7)]))
'[[-8,7],[-10,8]]'
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from zermelo.errors import BadTree
from zermelo.game import CHANCE
from zermelo.tree import OVER, Node, Tree, letters

LARGE = 1e15
"""Numbers from here on keep their exponent."""


def literal(made: Tree) -> str:
    """The text after ``tree:``; JSON, or a Python literal if there are vectors."""
    parents = Counter(child for node in made.nodes for child in node.children)
    if any(count > 1 for count in parents.values()):
        return json.dumps(
            made.to_dict(), ensure_ascii=False, separators=(",", ":")
        )  # two parents share a node: it needs a name
    root = _written(made, 0, 0)
    extra = _top(made)
    return _text({**extra, "root": root} if extra else root)


def _top(made: Tree) -> dict[str, Any]:
    """What is said of the tree as a whole, where it is not plain."""
    said = made.to_dict()
    told: dict[str, Any] = {key: said[key] for key in ("bounds", "names") if key in said}
    if made.players == 1:
        told["players"] = 1
    return told


def _written(made: Tree, i: int, expected: int) -> Any:
    """A node and all below it. `expected` is who moves there if nothing is said."""
    node = made.nodes[i]
    if node.player == OVER:
        return _leaf(made, node, i)
    following = expected if node.player == CHANCE else (node.player + 1) % made.players
    children = [_written(made, child, following) for child in node.children]
    said = _said(made, node, i, expected)
    return {**said, "children": children} if said else children


def _said(made: Tree, node: Node, i: int, expected: int) -> dict[str, Any]:
    """What must be said of an inner node besides its children."""
    said: dict[str, Any] = {}
    if node.name != letters(i):
        said["name"] = node.name
    if node.player != expected:
        said["player"] = "chance" if node.player == CHANCE else node.player
    if node.player == CHANCE and any(p != 1 / len(node.children) for p in node.odds):
        said["probabilities"] = node.odds
    if node.estimates:
        said["estimate"] = _value(made, node.estimates)
    if any(node.noisy):
        said["noisy"] = node.noisy
    if node.bounds:
        said["bounds"] = list(node.bounds)
    return said


def _leaf(made: Tree, node: Node, i: int) -> Any:
    value = _value(made, node.payoffs)
    said: dict[str, Any] = {"name": node.name} if node.name != letters(i) else {}
    if node.bounds:
        said["bounds"] = list(node.bounds)
    return {**said, "value": value} if said else value


def _value(made: Tree, payoffs: Sequence[float]) -> Any:
    """One number where the others follow from it, else the vector."""
    short = [int(x) if abs(x) < LARGE and x == int(x) else x for x in payoffs]
    if len(short) == 1 or (len(short) == 2 and payoffs[1] == -payoffs[0]):
        return short[0]
    return tuple(short)


def _text(value: Any) -> str:
    """JSON, with vectors as {"value":[1,2,6]}; where nothing else needs a dict, as (1,2,6)."""
    if not _has_dict(value):
        return str(value).replace(" ", "")
    return json.dumps(_plain(value), ensure_ascii=False, separators=(",", ":"))


def _has_dict(value: Any) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and any(map(_has_dict, value)))


def _plain(value: Any, key: str = "") -> Any:
    if isinstance(value, dict):
        return {name: _plain(part, name) for name, part in value.items()}
    if isinstance(value, list):
        return [_plain(part) for part in value]
    if isinstance(value, tuple):
        return list(value) if key in ("value", "estimate") else {"value": list(value)}
    return value


# ---------------------------------------------------------------------- other values


def changed(made: Tree, changes: Iterable[tuple[Sequence[int], Any]]) -> Tree:
    """The tree with other values at some leaves. A path is the number of the child taken at each node, from the root."""
    nodes = [Node(**vars(node)) for node in made.nodes]
    for path, value in changes:
        node = nodes[_at(made, path)]
        if node.player != OVER:
            raise BadTree(f"{node.name} is an inner node: only the values of leaves can be changed")
        node.payoffs = _payoffs(made, value)
    after = Tree.of_nodes(nodes, made.players, _bounds(made, nodes), made.title)
    after.names = made.names
    return after


def _bounds(made: Tree, nodes: list[Node]) -> tuple[float, float] | None:
    """The tree's bounds, unless a value now lies outside: then neither they nor any node's hold."""
    told = made.to_dict().get("bounds")
    values = [node.payoffs[0] for node in nodes if node.player == OVER]
    limits = [tuple(told)] if told else []
    if any(
        not low <= x <= high
        for low, high in [*limits, *(node.bounds for node in nodes if node.bounds)]
        for x in values
    ):
        for node in nodes:
            node.bounds = None
        return None
    return (float(told[0]), float(told[1])) if told else None


def _at(made: Tree, path: Sequence[int]) -> int:
    at = 0
    for step in path:
        children = made.nodes[at].children
        if not 0 <= step < len(children):
            raise BadTree(
                f"{made.label(at)} has {len(children)} children, numbered from 0; there is no number {step}"
            )
        at = children[step]
    return at


def _payoffs(made: Tree, value: Any) -> tuple[float, ...]:
    """The payoffs that a new value means, read as a literal's are."""
    read = Tree({"players": made.players, "root": {"value": value}})
    return read.nodes[0].payoffs
