"""Trees in requests and answers: read a tree from text, write it as a literal, edit its leaves.

>>> from zermelo.tree import figure
>>> write_tree(figure("two-ply"))
'[[3,12,8],[2,4,6],[14,5,2]]'
>>> write_tree(edit_leaves(figure("ghost"), [((0, 1), 7)]))
'[[-8,7],[-10,8]]'
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Any

from zermelo.errors import BadGame, BadTree, TooLarge
from zermelo.game import CHANCE
from zermelo.tree import FIGURES, OVER, Tree, TreeNode, letters, read
from zermelo.tree.random_trees import read_options
from zermelo.web.request_fields import is_encodable

MAX_NODES = 5_000

MAX_DEPTH = 80
"""Levels of a tree. Python's parser of literals fails for good when a text nests too deeply."""

LARGE = 1e15
"""Numbers of this size and above keep their exponent."""

_STRING = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'")


# ---------------------------------------------------------------------- reading


def read_tree(text: str) -> Tree:
    """Return a tree by name, by seed or from a literal; never from a file."""
    text = text.strip()
    _check_text(text)
    tree = read(text)
    if "\\" in text and not is_encodable(tree.to_dict()):
        raise BadGame("a name in the tree contains a lone surrogate, half a character")
    if len(tree) > MAX_NODES:
        raise TooLarge(f"the tree has {len(tree):,} nodes; at most {MAX_NODES:,} are shown")
    return tree


def _check_text(text: str) -> None:
    """Refuse a file, and a tree that is too large to be read."""
    if text.split(",")[0] == "random":
        _check_random(text)
    elif text in FIGURES:
        return
    elif not re.match(r"[\[{(\d-]", text):
        raise BadGame(
            f"no tree is called {text[:40]!r}; trees: {' '.join(FIGURES)}, "
            "a literal like tree:[[3,12],[2,4]], or tree:random,seed=7"
        )
    elif text[0] not in "[{(" and not re.fullmatch(r"-?\d+(\.\d+)?", text):
        raise BadGame(f"{text[:40]!r} is not a tree; write a literal like tree:[[3,12],[2,4]]")
    elif (depth := measure_nesting(text)) > MAX_DEPTH:
        raise TooLarge(f"the tree is nested {depth:,} deep; the limit is {MAX_DEPTH}")


def measure_nesting(text: str) -> int:
    """Return how deeply the brackets of a literal are nested; brackets in strings do not count.

    >>> measure_nesting("[[1, 2], [3]]"), measure_nesting('["]", ["]", [3]]]')
    (2, 3)
    """
    steps = (1 if sign in "[{(" else -1 if sign in "]})" else 0 for sign in _STRING.sub("", text))
    return max(accumulate(steps), default=0)


def _check_random(text: str) -> None:
    """Refuse a random tree that is too large, before it is generated."""
    options = read_options(text.split(",")[1:])
    branching, depth = options.get("branching", 3), options.get("depth", 3)
    if depth > MAX_DEPTH:
        raise TooLarge(f"a tree of depth {depth} is too deep to be shown; the limit is {MAX_DEPTH}")
    if branching > 1 and depth > 0 and _exceeds_limit(branching, depth):
        raise TooLarge(
            f"a tree of branching {branching} and depth {depth} has more than {MAX_NODES:,} nodes; "
            "make one of them smaller"
        )


def _exceeds_limit(branching: int, depth: int) -> bool:
    """Does a full tree have more than MAX_NODES nodes? Stops counting there."""
    total = 1
    for _ in range(depth):
        total = total * branching + 1
        if total > MAX_NODES:
            return True
    return False


# ---------------------------------------------------------------------- writing


def write_tree(tree: Tree) -> str:
    """Return the shortest text after ``tree:`` that reads back as the same tree.

    It is JSON, or a Python literal where there are payoff vectors.
    """
    parents = Counter(child for node in tree.nodes for child in node.children)
    if any(count > 1 for count in parents.values()):  # a shared node needs a name
        return json.dumps(tree.to_dict(), ensure_ascii=False, separators=(",", ":"))
    root = _write_node(tree, 0, 0)
    header = _write_header(tree)
    return _write_text({**header, "root": root} if header else root)


def _write_header(tree: Tree) -> dict[str, Any]:
    """Return the attributes of the whole tree that differ from the defaults."""
    whole = tree.to_dict()
    header: dict[str, Any] = {key: whole[key] for key in ("bounds", "names") if key in whole}
    if tree.players == 1:
        header["players"] = 1
    return header


def _write_node(tree: Tree, i: int, expected: int) -> Any:
    """Return a node with its subtree. `expected` is the player to move by default."""
    node = tree.nodes[i]
    if node.player == OVER:
        return _write_leaf(tree, node, i)
    following = expected if node.player == CHANCE else (node.player + 1) % tree.players
    children = [_write_node(tree, child, following) for child in node.children]
    attributes = _write_attributes(tree, node, i, expected)
    return {**attributes, "children": children} if attributes else children


def _write_attributes(tree: Tree, node: TreeNode, i: int, expected: int) -> dict[str, Any]:
    """Return the attributes of an inner node that differ from the defaults."""
    attributes: dict[str, Any] = {}
    if node.name != letters(i):
        attributes["name"] = node.name
    if node.player != expected:
        attributes["player"] = "chance" if node.player == CHANCE else node.player
    if node.player == CHANCE and any(p != 1 / len(node.children) for p in node.odds):
        attributes["probabilities"] = node.odds
    if node.estimates:
        attributes["estimate"] = _write_payoffs(node.estimates)
    if any(node.noisy):
        attributes["noisy"] = node.noisy
    if node.bounds:
        attributes["bounds"] = list(node.bounds)
    if node.state:
        attributes["state"] = node.state
    return attributes


def _write_leaf(tree: Tree, node: TreeNode, i: int) -> Any:
    value = node.unknown or _write_payoffs(node.payoffs)
    attributes: dict[str, Any] = {"name": node.name} if node.name != letters(i) else {}
    if node.bounds:
        attributes["bounds"] = list(node.bounds)
    if node.turn != OVER:
        attributes["player"] = node.turn
    if node.state:
        attributes["state"] = node.state
    return {**attributes, "value": value} if attributes else value


def _write_payoffs(payoffs: Sequence[float]) -> Any:
    """Return one number if the others follow from it, otherwise the vector."""
    short = [int(x) if abs(x) < LARGE and x == int(x) else x for x in payoffs]
    if len(short) == 1 or (len(short) == 2 and payoffs[1] == -payoffs[0]):
        return short[0]
    return tuple(short)


def _write_text(value: Any) -> str:
    """Return JSON with vectors as {"value":[1,2,6]}; as (1,2,6) if the tree needs no dict."""
    if not _has_dict(value) and _has_vector(value):
        return str(value).replace(" ", "")
    return json.dumps(_convert_tuples(value), ensure_ascii=False, separators=(",", ":"))


def _has_dict(value: Any) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and any(map(_has_dict, value)))


def _has_vector(value: Any) -> bool:
    return isinstance(value, tuple) or (isinstance(value, list) and any(map(_has_vector, value)))


def _convert_tuples(value: Any, key: str = "") -> Any:
    if isinstance(value, dict):
        return {name: _convert_tuples(part, name) for name, part in value.items()}
    if isinstance(value, list):
        return [_convert_tuples(part) for part in value]
    if isinstance(value, tuple):
        return list(value) if key in ("value", "estimate") else {"value": list(value)}
    return value


# ---------------------------------------------------------------------- editing


def edit_leaves(tree: Tree, changes: Iterable[tuple[Sequence[int], Any]]) -> Tree:
    """Return the tree with other values at some leaves.

    A path holds the number of the child taken at each node, from the root.
    """
    nodes = [TreeNode(**vars(node)) for node in tree.nodes]
    for path, value in changes:
        node = nodes[_follow_path(tree, path)]
        if node.player != OVER:
            raise BadTree(f"{node.name} is an inner node; only the values of leaves can change")
        leaf = Tree({"players": tree.players, "root": {"value": value}}).nodes[0]
        node.payoffs, node.unknown = leaf.payoffs, leaf.unknown
    edited = Tree.of_nodes(nodes, tree.players, _update_bounds(tree, nodes), tree.title)
    edited.names = tree.names
    return edited


def _update_bounds(tree: Tree, nodes: list[TreeNode]) -> tuple[float, float] | None:
    """Return the tree's bounds. If a value now lies outside, drop them and those of all nodes."""
    bounds = tree.to_dict().get("bounds")
    values = [node.payoffs[0] for node in nodes if node.player == OVER and not node.unknown]
    intervals = [node.bounds for node in nodes if node.bounds] + ([tuple(bounds)] if bounds else [])
    if all(low <= x <= high for low, high in intervals for x in values):
        return (float(bounds[0]), float(bounds[1])) if bounds else None
    for node in nodes:
        node.bounds = None
    return None


def _follow_path(tree: Tree, path: Sequence[int]) -> int:
    at = 0
    for step in path:
        children = tree.nodes[at].children
        if not 0 <= step < len(children):
            raise BadTree(
                f"{tree.label(at)} has {len(children)} children, numbered from 0; "
                f"there is no number {step}"
            )
        at = children[step]
    return at
