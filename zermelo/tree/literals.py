"""Numbered nodes from a literal.

A number or a vector is a leaf, a list is an inner node; the players take turns, MAX first. A dict
says more: ``name``, ``player`` ("MAX", "MIN", "chance" or a number), ``children``,
``probabilities``, ``value`` (number or vector), ``estimate``, ``bounds`` (of player 0's value),
``noisy`` (one flag for each child), ``state`` (what the node stands for, for pictures). At a leaf
``player`` says whose turn it would be. Nodes without a name are A, B, C … in breadth-first order.

A string for a value, as in ``[[3, 12], [2, "x"]]``, names a payoff that is not known; it lies
within the bounds, if there are any. In a literal with top-level ``nodes`` a string among the
children names one of those, so that two parents can share it, and an unknown is {"value": "x"}.
"""

from __future__ import annotations

import sys
from typing import Any

from zermelo.errors import BadTree, abbreviate
from zermelo.game import CHANCE
from zermelo.tree.node import OVER, TOLERANCE, TreeNode, letters

KEYS = (
    *("name", "player", "children", "probabilities"),
    *("value", "estimate", "bounds", "noisy", "state"),
)
"""The keys of a dict that describes a node."""


class LiteralReader:
    """Reads a literal into numbered nodes, breadth first."""

    def __init__(self, source: Any) -> None:
        is_top = isinstance(source, dict) and ("nodes" in source or "root" in source)
        top = source if is_top else {"root": source}
        self.shared: dict[str, Any] = _read_part(top, "nodes", dict, "names with their literals")
        self.names = tuple(str(name) for name in _read_part(top, "names", list, "a list"))
        self.bounds = self._read_bounds(top.get("bounds"))
        root = top.get("root")
        self.players = self._count_players(top, root)
        self.nodes: list[TreeNode] = []
        self.known: dict[str, int] = {}
        self.waiting: list[tuple[int, Any, int]] = []
        self._take(root, 0)
        for index, literal, player in self.waiting:  # grows while it is read: breadth first
            self._fill(self.nodes[index], literal, player)
        self._forbid_cycles()

    def _read_bounds(self, given: Any) -> tuple[float, float] | None:
        if given is None:
            return None
        is_pair = isinstance(given, list | tuple) and len(given) == 2
        if not is_pair or not all(is_real(x) for x in given) or given[0] > given[1]:
            raise BadTree(f"bounds are {given!r}; they must be two numbers, the lower first")
        return float(given[0]), float(given[1])

    def _count_players(self, top: dict[str, Any], root: Any) -> int:
        """The number of players: as declared, or the length of the vectors at the leaves."""
        if "players" not in top:
            return self._first_vector(root)
        if type(top["players"]) is not int or not 1 <= top["players"] <= 26:
            raise BadTree(f"players is {top['players']!r}; it must be a number from 1 to 26")
        return int(top["players"])

    def _first_vector(self, root: Any) -> int:
        """The length of the first vector that is found at a leaf; 2 if all are numbers."""
        waiting = [root, *self.shared.values()]
        while waiting:
            literal = waiting.pop()
            is_dict = isinstance(literal, dict)
            value = literal.get("value") if is_dict else literal
            if _is_vector(value) or (is_dict and isinstance(value, list) and value):
                return len(value or ())
            children = literal.get("children", []) if is_dict else literal
            if isinstance(children, list):
                waiting += children
        return 2

    def _take(self, literal: Any, player: int) -> int:
        """The number of a node, whose content is read later."""
        if not isinstance(literal, str) or not self.shared:
            name = str(literal.get("name", "")) if isinstance(literal, dict) else ""
            return self._add(name, literal, player)
        if literal not in self.shared:
            names = f"nodes: {abbreviate(self.shared)}"
            unknown = f'an unknown payoff is {{"value": "{literal}"}}'
            raise BadTree(f"no node is called {literal!r}; {names}; {unknown}")
        if literal not in self.known:
            self.known[literal] = len(self.nodes)
            self._add(literal, self.shared[literal], player)
        return self.known[literal]

    def _add(self, name: str, literal: Any, player: int) -> int:
        self.nodes.append(TreeNode(name))
        self.waiting.append((len(self.nodes) - 1, literal, player))
        return len(self.nodes) - 1

    def _fill(self, node: TreeNode, literal: Any, player: int) -> None:
        """Read the content of a node; `player` moves there unless the literal says otherwise."""
        if isinstance(literal, dict):
            unknown = set(literal) - set(KEYS)
            if unknown:
                raise BadTree(f"a node has no key {sorted(unknown)[0]!r}; it has {', '.join(KEYS)}")
            node.bounds = self._read_bounds(literal.get("bounds"))
            node.state = str(literal.get("state", ""))
        else:
            literal = {"value": literal} if not isinstance(literal, list) else {"children": literal}
        if "children" in literal:
            self._fill_inner(node, literal, player)
        elif isinstance(literal.get("value"), str):
            node.unknown = self._read_unknown(literal["value"])
            node.payoffs = (0.0,) * self.players
        else:
            node.payoffs = self._read_vector(literal.get("value"), "value")
            node.turn = self._read_player(literal.get("player"), OVER)

    def _read_unknown(self, name: str) -> str:
        if not name.strip():
            raise BadTree("an unknown payoff has no name; call it x")
        if self.players > 2:
            raise BadTree(f"the payoff {name!r} is unknown; in max^n every payoff is a vector")
        return name.strip()

    def _fill_inner(self, node: TreeNode, literal: dict[str, Any], player: int) -> None:
        """Read the content of a node that has children."""
        node.player = self._read_player(literal.get("player"), player)
        children = literal["children"]
        if not isinstance(children, list) or not children:
            what = f"{children!r} stands where a node's children should"
            raise BadTree(f"{what}: a node has a list of at least one")
        following = player if node.player == CHANCE else (node.player + 1) % self.players
        node.children = [self._take(child, following) for child in children]
        if "estimate" in literal:
            node.estimates = self._read_vector(literal["estimate"], "estimate")
        node.noisy = [bool(x) for x in _read_part(literal, "noisy", list, "a list of flags")]
        if node.player == CHANCE:
            node.odds = self._read_odds(literal.get("probabilities"), len(children))
        if len(node.noisy) not in (0, len(children)):
            raise BadTree(f"a node has {len(children)} children but {len(node.noisy)} noisy flags")

    def _read_player(self, word: Any, default: int) -> int:
        if word is None:
            return default
        numbers = {"chance": CHANCE, "max": 0, "min": 1}
        numbers |= {name.casefold(): i for i, name in enumerate(self.names)}
        number = numbers.get(word.casefold(), word) if isinstance(word, str) else word
        if type(number) is not int or not CHANCE <= number < self.players:
            raise BadTree(
                f"player is {number!r}; "
                f"it must be MAX, MIN, chance or a number below {self.players}"
            )
        return int(number)

    def _read_odds(self, given: Any, count: int) -> list[float]:
        if given is None:
            return [1 / count] * count
        is_full = isinstance(given, list) and len(given) == count
        if not is_full or not all(is_real(p) and p >= 0 for p in given):
            raise BadTree(
                f"probabilities are {given!r}; there must be one for each of {count} children, "
                "none negative"
            )
        if abs(sum(given) - 1) > TOLERANCE:
            raise BadTree(f"probabilities {given} add up to {sum(given):g}, not 1")
        return [float(p) for p in given]

    def _read_vector(self, value: Any, what: str) -> tuple[float, ...]:
        if is_real(value) and self.players <= 2:
            return (float(value), 0.0 - float(value))[: self.players]
        is_full = isinstance(value, list | tuple) and len(value) == self.players
        if is_full and all(is_real(x) for x in value):
            return tuple(float(x) for x in value)
        form = "a number" if self.players <= 2 else f"a vector of {self.players} numbers"
        raise BadTree(f"a {what} is {value!r}; it must be {form}")

    def _forbid_cycles(self) -> None:
        """Refuse a tree with a node below itself."""
        done: set[int] = set()
        for root in range(len(self.nodes)):
            if root not in done:
                self._visit_below(root, done)

    def _visit_below(self, root: int, done: set[int]) -> None:
        """Depth-first search without recursion; raises at a node that is on its own path."""
        path = [(root, iter(self.nodes[root].children))]
        on_path = {root}
        while path:
            node, children = path[-1]
            child = next(children, None)
            if child is None:
                path.pop()
                on_path.discard(node)
                done.add(node)
            elif child in on_path:
                name = self.nodes[child].name or letters(child)
                raise BadTree(f"node {name} is its own descendant")
            elif child not in done:
                path.append((child, iter(self.nodes[child].children)))
                on_path.add(child)


def _read_part(literal: dict[str, Any], key: str, kind: type, form: str) -> Any:
    part = literal.get(key, kind())
    if not isinstance(part, (list, tuple) if kind is list else kind):
        raise BadTree(f"{key} are {part!r}; they must be {form}")
    return part


def is_real(x: Any) -> bool:
    """Is it a number that a float can hold? Not every whole number is."""
    return isinstance(x, int | float) and not isinstance(x, bool) and abs(x) <= sys.float_info.max


def _is_vector(x: Any) -> bool:
    return isinstance(x, tuple) and all(is_real(y) for y in x)
