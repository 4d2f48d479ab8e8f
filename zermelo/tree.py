"""Explicit game trees (and DAGs) as games: literals, JSON, random ones by seed, and the lectures' own by name.

A literal is a number or a vector for a leaf and a list for an inner node; players take turns from MAX on. A dict says
more: ``name``, ``player`` ("MAX", "MIN", "chance" or a number), ``children``, ``probabilities``, ``value`` (number or
vector), ``estimate``, ``bounds`` (of player 0's value), ``noisy`` (one flag for each child). A string among the
children names a node of the top-level ``nodes``, so that two parents can share it. Nodes without a name are A, B, C …
in breadth-first order.
"""

from __future__ import annotations

import ast
import json
import random
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from zermelo.bits import Table
from zermelo.errors import BadAction, BadPosition, BadTree
from zermelo.game import CHANCE, INFINITY, Game, some

OVER = -2
"""In place of the player at a terminal."""

TOLERANCE = 1e-9

KEYS = ("name", "player", "children", "probabilities", "value", "estimate", "bounds", "noisy")


@dataclass
class Node:
    """One node while a tree is being put together."""

    name: str = ""
    player: int = OVER
    children: list[int] = field(default_factory=list)
    odds: list[float] = field(default_factory=list)
    payoffs: tuple[float, ...] = ()
    estimates: tuple[float, ...] = ()
    noisy: list[bool] = field(default_factory=list)
    bounds: tuple[float, float] | None = None


class Tree(Game[int, int]):
    """An explicit game tree: a state is a node's number, an action a child's.

    >>> game = Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    >>> [game.label(game.result(0, a)) for a in game.actions(0)]
    ['B', 'C', 'D']
    >>> game.name(0, 2)
    'a3'
    """

    maximiser = 0

    def __init__(self, source: Any, title: str = "tree") -> None:
        self.title = title
        reader = _Reader(source)
        self.players = reader.players
        self.names = reader.names
        self.nodes = reader.nodes
        self._limits = reader.bounds
        self._lay_out()

    @classmethod
    def of_nodes(
        cls,
        nodes: Sequence[Node],
        players: int = 2,
        bounds: tuple[float, float] | None = None,
        title: str = "tree",
    ) -> Tree:
        """A tree or DAG from nodes that are already numbered, the root first."""
        made = cls.__new__(cls)
        made.title, made.players, made.names, made.nodes, made._limits = (
            title,
            players,
            (),
            list(nodes),
            bounds,
        )
        made._lay_out()
        return made

    def _lay_out(self) -> None:
        nodes, n = self.nodes, self.players
        for i, node in enumerate(nodes):
            node.name = node.name or letters(i)
        firsts = [0]
        for node in nodes:
            firsts.append(firsts[-1] + len(node.children))
        self.first = Table(firsts)
        self.kids = Table(child for node in nodes for child in node.children)
        self.odds = Table(p for node in nodes for p in (node.odds or [0.0] * len(node.children)))
        self.loud = Table(
            int(x) for node in nodes for x in (node.noisy or [False] * len(node.children))
        )
        self.mover = Table(node.player for node in nodes)
        self.payoff = Table(x for node in nodes for x in (node.payoffs or (0.0,) * n))
        self.estimates = Table(x for node in nodes for x in (node.estimates or (0.0,) * n))
        limits = self._limits or (-INFINITY, INFINITY)
        self.low = Table(float((node.bounds or limits)[0]) for node in nodes)
        self.high = Table(float((node.bounds or limits)[1]) for node in nodes)
        self.total = self._sum()
        self.is_estimated = any(node.estimates for node in nodes)
        self.is_stochastic = any(node.player == CHANCE for node in nodes)
        self.is_bounded = max(self.low) > -INFINITY or min(self.high) < INFINITY

    def _sum(self) -> float | None:
        """What the payoffs add up to, if it is the same everywhere."""
        sums = [sum(node.payoffs) for node in self.nodes if node.player == OVER]
        return sums[0] if self.players > 1 and sums and max(sums) - min(sums) <= TOLERANCE else None

    # ------------------------------------------------------------------ rules

    def start(self) -> int:
        return 0

    def player(self, s: int) -> int:
        return self.mover[s]

    def actions(self, s: int) -> Iterator[int]:
        yield from range(self.first[s + 1] - self.first[s])

    def result(self, s: int, a: int) -> int:
        return self.kids[self.first[s] + a]

    def chances(self, s: int) -> Iterator[tuple[int, float]]:
        for a in range(self.first[s + 1] - self.first[s]):
            yield a, self.odds[self.first[s] + a]

    def terminal(self, s: int) -> bool:
        return self.mover[s] == OVER

    def utility(self, s: int, p: int) -> float:
        return self.payoff[s * self.players + p]

    def evaluate(self, s: int, p: int) -> float:
        return self.estimates[s * self.players + p]

    def bounds(self, s: int) -> tuple[float, float]:
        return self.low[s], self.high[s]

    def noisy(self, s: int, a: int) -> bool:
        return self.loud[self.first[s] + a] != 0

    # ------------------------------------------------------------------ words

    @property
    def has_bounds(self) -> bool:
        return self.is_bounded

    def declares(self, method: str) -> bool:
        if method == "evaluate":
            return self.is_estimated
        if method == "chances":
            return self.is_stochastic
        return super().declares(method)

    def payoff_range(self, p: int) -> tuple[float, float] | None:
        values = [node.payoffs[p] for node in self.nodes if node.player == OVER]
        values += [node.estimates[p] for node in self.nodes if node.estimates]
        return min(values), max(values)

    def name(self, s: int, a: int) -> str:
        return f"{self.nodes[s].name.lower()}{a + 1}"

    def parse(self, s: int, text: str) -> int:
        """An action by its name (b2) or by the node it leads to."""
        by_label = {self.label(self.result(s, a)).casefold(): a for a in self.options(s)}
        if text.strip().casefold() in by_label:
            return by_label[text.strip().casefold()]
        try:
            return super().parse(s, text)
        except BadAction:
            raise BadAction(
                f"{text.strip()!r} is not legal here; legal: {some(self.name(s, a) for a in self.options(s))}"
            ) from None

    def label(self, s: int) -> str:
        return self.nodes[s].name

    def dump(self, s: int) -> str:
        return self.nodes[s].name

    def load(self, text: str) -> int:
        for i, node in enumerate(self.nodes):
            if node.name.casefold() == text.strip().casefold():
                return i
        raise BadPosition(
            f"no node is called {text.strip()!r}; nodes: {some(node.name for node in self.nodes)}"
        )

    def text(self, s: int) -> str:
        if self.terminal(s):
            return f"{self.label(s)}: {', '.join(f'{x:g}' for x in self.payoffs(s))}"
        return f"{self.label(s)}: {self.player_name(self.player(s))} to move; " + " ".join(
            f"{self.name(s, a)}→{self.label(self.result(s, a))}" for a in self.options(s)
        )

    def to_dict(self) -> dict[str, Any]:
        """The tree as JSON holds it; `Tree` reads it back."""
        nodes = {node.name: self._node_dict(node) for node in self.nodes}
        made: dict[str, Any] = {"players": self.players, "root": self.nodes[0].name, "nodes": nodes}
        if self.names:
            made["names"] = list(self.names)
        if self._limits:
            made["bounds"] = list(self._limits)
        return made

    def _node_dict(self, node: Node) -> dict[str, Any]:
        if node.player == OVER:
            return {"value": list(node.payoffs)}
        made: dict[str, Any] = {"player": "chance" if node.player == CHANCE else node.player}
        made["children"] = [self.nodes[child].name for child in node.children]
        if node.odds:
            made["probabilities"] = node.odds
        if node.estimates:
            made["estimate"] = list(node.estimates)
        if any(node.noisy):
            made["noisy"] = node.noisy
        if node.bounds:
            made["bounds"] = list(node.bounds)
        return made

    def __len__(self) -> int:
        return len(self.nodes)

    def __repr__(self) -> str:
        return f"<{self.title}: {len(self)} nodes, {self.players} player{'s' if self.players != 1 else ''}>"


def letters(i: int) -> str:
    """A, B, …, Z, AA, AB, …

    >>> letters(0), letters(25), letters(26)
    ('A', 'Z', 'AA')
    """
    name = ""
    i += 1
    while i:
        i, rest = divmod(i - 1, 26)
        name = chr(ord("A") + rest) + name
    return name


# ---------------------------------------------------------------------- reading literals


class _Reader:
    """Turns a literal into numbered nodes, breadth first."""

    def __init__(self, source: Any) -> None:
        top = (
            source
            if isinstance(source, dict) and ("nodes" in source or "root" in source)
            else {"root": source}
        )
        self.shared: dict[str, Any] = _part(top, "nodes", dict, "names with what they stand for")
        self.names = tuple(str(name) for name in _part(top, "names", list, "a list"))
        self.bounds = self._limits(top.get("bounds"))
        root = top.get("root")
        self.players = self._count(top, root)
        self.nodes: list[Node] = []
        self.known: dict[str, int] = {}
        self.waiting: list[tuple[int, Any, int]] = []
        self._take(root, 0)
        for index, literal, player in self.waiting:  # grows while it is read: breadth first
            self._fill(self.nodes[index], literal, player)
        self._forbid_cycles()

    def _limits(self, given: Any) -> tuple[float, float] | None:
        if given is None:
            return None
        if (
            not isinstance(given, list | tuple)
            or len(given) != 2
            or not all(_is_real(x) for x in given)
            or given[0] > given[1]
        ):
            raise BadTree(f"bounds are {given!r}; they must be two numbers, the lower first")
        return float(given[0]), float(given[1])

    def _count(self, top: dict[str, Any], root: Any) -> int:
        """The number of players: as said, or as long as the vectors at the leaves."""
        if "players" in top:
            if type(top["players"]) is not int or not 1 <= top["players"] <= 26:
                raise BadTree(f"players is {top['players']!r}; it must be a number from 1 to 26")
            return int(top["players"])
        waiting = [root, *self.shared.values()]
        while waiting:
            literal = waiting.pop()
            value = literal.get("value") if isinstance(literal, dict) else literal
            if _is_vector(value) or (
                isinstance(literal, dict) and isinstance(value, list) and value
            ):
                return len(value or ())
            children = literal.get("children", []) if isinstance(literal, dict) else literal
            if isinstance(children, list):
                waiting += children
        return 2

    def _take(self, literal: Any, player: int) -> int:
        """A number for a node; its content is read in its turn."""
        if isinstance(literal, str):
            if literal not in self.shared:
                known = (
                    f"nodes: {some(self.shared)}"
                    if self.shared
                    else "there are no nodes with names"
                )
                raise BadTree(f"no node is called {literal!r}; {known}")
            if literal in self.known:
                return self.known[literal]
            self.known[literal] = len(self.nodes)
            name, literal = literal, self.shared[literal]
        else:
            name = str(literal.get("name", "")) if isinstance(literal, dict) else ""
        self.nodes.append(Node(name))
        self.waiting.append((len(self.nodes) - 1, literal, player))
        return len(self.nodes) - 1

    def _fill(self, node: Node, literal: Any, player: int) -> None:
        if isinstance(literal, dict):
            unknown = set(literal) - set(KEYS)
            if unknown:
                raise BadTree(f"a node has no key {sorted(unknown)[0]!r}; it has {', '.join(KEYS)}")
            node.bounds = self._limits(literal.get("bounds"))
        else:
            literal = {"value": literal} if not isinstance(literal, list) else {"children": literal}
        if "children" not in literal:
            node.payoffs = self._vector(literal.get("value"), "value")
            return
        node.player = self._player(literal.get("player"), player)
        children = literal["children"]
        if not isinstance(children, list) or not children:
            raise BadTree(
                f"{children!r} stands where a node's children should: a node has a list of at least one"
            )
        following = player if node.player == CHANCE else (node.player + 1) % self.players
        node.children = [self._take(child, following) for child in children]
        if "estimate" in literal:
            node.estimates = self._vector(literal["estimate"], "estimate")
        node.noisy = [bool(x) for x in _part(literal, "noisy", list, "a list of flags")]
        if node.player == CHANCE:
            node.odds = self._odds(literal.get("probabilities"), len(children))
        if len(node.noisy) not in (0, len(children)):
            raise BadTree(f"a node has {len(children)} children but {len(node.noisy)} noisy flags")

    def _player(self, said: Any, otherwise: int) -> int:
        if said is None:
            return otherwise
        words = {"chance": CHANCE, "max": 0, "min": 1} | {
            name.casefold(): i for i, name in enumerate(self.names)
        }
        if isinstance(said, str) and said.casefold() in words:
            said = words[said.casefold()]
        if type(said) is not int or not CHANCE <= said < self.players:
            raise BadTree(
                f"player is {said!r}; it must be MAX, MIN, chance or a number below {self.players}"
            )
        return int(said)

    def _odds(self, given: Any, count: int) -> list[float]:
        if given is None:
            return [1 / count] * count
        if (
            not isinstance(given, list)
            or len(given) != count
            or not all(_is_real(p) and p >= 0 for p in given)
        ):
            raise BadTree(
                f"probabilities are {given!r}; there must be one for each of {count} children, none negative"
            )
        if abs(sum(given) - 1) > TOLERANCE:
            raise BadTree(f"probabilities {given} add up to {sum(given):g}, not 1")
        return [float(p) for p in given]

    def _vector(self, value: Any, what: str) -> tuple[float, ...]:
        if _is_real(value) and self.players <= 2:
            return (float(value), 0.0 - float(value))[: self.players]
        if (
            isinstance(value, list | tuple)
            and len(value) == self.players
            and all(_is_real(x) for x in value)
        ):
            return tuple(float(x) for x in value)
        form = "a number" if self.players <= 2 else f"a vector of {self.players} numbers"
        raise BadTree(f"a {what} is {value!r}; it must be {form}")

    def _forbid_cycles(self) -> None:
        done: set[int] = set()
        for root in range(len(self.nodes)):
            path: list[tuple[int, Iterator[int]]] = (
                [(root, iter(self.nodes[root].children))] if root not in done else []
            )
            on_path = {root}
            while path:
                node, children = path[-1]
                child = next(children, None)
                if child is None:
                    path.pop()
                    on_path.discard(node)
                    done.add(node)
                elif child in on_path:
                    raise BadTree(
                        f"node {self.nodes[child].name or letters(child)} is its own descendant"
                    )
                elif child not in done:
                    path.append((child, iter(self.nodes[child].children)))
                    on_path.add(child)


def _part(literal: dict[str, Any], key: str, kind: type, form: str) -> Any:
    part = literal.get(key, kind())
    if not isinstance(part, (list, tuple) if kind is list else kind):
        raise BadTree(f"{key} are {part!r}; they must be {form}")
    return part


def _is_real(x: Any) -> bool:
    """A number that a float can hold, as not every whole number is."""
    return isinstance(x, int | float) and not isinstance(x, bool) and abs(x) <= sys.float_info.max


def _is_vector(x: Any) -> bool:
    return isinstance(x, tuple) and all(_is_real(y) for y in x)


# ---------------------------------------------------------------------- the lectures' trees

_NIM = {
    "bounds": [-1, 1],
    "root": "A",
    "nodes": {
        "A": {"player": "MAX", "children": ["B", "C"]},
        "B": {"player": "MIN", "children": ["D", "E", "F"]},
        "C": {"player": "MIN", "children": ["G", "H"]},
        "D": {"player": "MAX", "children": ["I", "J"]},
        "E": {"player": "MAX", "children": ["K"]},
        "F": {"player": "MAX", "children": ["L"]},
        "G": {"player": "MAX", "children": ["M"]},
        "H": 1,
        "I": {"player": "MIN", "children": ["N"]},
        "J": -1,
        "K": -1,
        "L": {"player": "MIN", "children": ["O"]},
        "M": -1,
        "N": 1,
        "O": 1,
    },
}

NAMED: dict[str, tuple[Any, str]] = {
    "nim-2-2": (_NIM, "Figure 1 of the lecture: 2,2-Nim, value −1"),
    "figure-2": (
        {"bounds": [-1, 1], "root": [1, 0]},
        "Figure 2: B mates, so C need not be looked at",
    ),
    "figure-3": (
        {"bounds": [-1, 1], "root": [0.5, [0.25, 1]]},
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
}
"""Trees by name, each with what it is."""


def named(name: str) -> Tree:
    """One of the lectures' trees.

    >>> named("two-ply")
    <tree:two-ply: 13 nodes, 2 players>
    """
    if name not in NAMED:
        raise BadTree(
            f"no tree is called {name!r}; trees: {some(NAMED)}, a literal like tree:[[3,12],[2,4]], or a JSON file"
        )
    return Tree(NAMED[name][0], f"tree:{name}")


def read(text: str) -> Tree:
    """A tree from what follows ``tree:`` on a command line: a name, ``random,…``, a literal, or a file.

    >>> read("[[1, 2], 3]")
    <tree: 5 nodes, 2 players>
    """
    text = text.strip()
    if text[:1] in ("[", "{", "(") or re.fullmatch(r"-?\d+(\.\d+)?", text):
        return Tree(_parsed(text, "the literal"), "tree")
    if text in NAMED or not text:
        return named(text)
    if text.split(",")[0] == "random":
        return random_tree(**_random_options(text.split(",")[1:]))
    path = Path(text).expanduser()
    if path.suffix == ".json" or path.exists():
        return from_file(path)
    return named(text)


def from_file(path: str | Path) -> Tree:
    """A tree from a JSON file."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadTree(f"{path}: {getattr(error, 'strerror', None) or 'it is not text'}") from None
    return Tree(_parsed(text, str(path)), f"tree:{path}")


def _parsed(text: str, what: str) -> Any:
    """JSON, or a Python literal with tuples for vectors."""
    try:
        return _with_vectors(json.loads(text))
    except ValueError as error:
        try:
            return ast.literal_eval(text)
        except (ValueError, SyntaxError, MemoryError, RecursionError) as other:
            is_python = (
                "(" in text
                and text.lstrip()[:1] in ("[", "{", "(")
                and isinstance(other, SyntaxError)
                and other.offset is not None
            )
            slip = f"character {other.offset}: {other.msg}" if is_python else _slip(text, error)  # type: ignore[union-attr]
            raise BadTree(f"{what} is no tree: {slip}") from None
    except RecursionError:
        raise BadTree(f"{what} is nested too deeply") from None


SLIPS = {
    "Expecting value": "a number or a list should stand there",
    "Expecting ',' delimiter": "a comma is missing, or a closing bracket",
    "Extra data": "the tree has ended there: is there a bracket too many?",
    "Expecting property name enclosed in double quotes": 'a word like "children" should stand there, in double quotes',
    "Expecting ':' delimiter": "a colon is missing",
}
"""What JSON's complaints mean in a tree."""

AROUND = 12
"""Characters of a text that are shown before a slip."""


def _slip(text: str, error: ValueError) -> str:
    """What is wrong with a text, and where, in words.

    >>> for text in ("[[3, 12], , 4]", "[[3, 12], [2, 4]", "[3, 4]]"):
    ...     try:
    ...         json.loads(text)
    ...     except ValueError as error:
    ...         print(_slip(text, error))
    after "[[3, 12], " comes ",", character 11: a number or a list should stand there
    it ends after "12], [2, 4]": a comma is missing, or a closing bracket
    after "[3, 4]" comes "]", character 7: the tree has ended there: is there a bracket too many?
    """
    if not isinstance(error, json.JSONDecodeError):
        return str(error)
    before, here = (
        re.sub(r"\s+", " ", text[max(error.pos - AROUND, 0) : error.pos]),
        text[error.pos : error.pos + 1],
    )
    means = SLIPS.get(error.msg, error.msg)
    if not here:
        return f'it ends after "{before.strip()}": {means}'
    return (
        f'after "{before}" comes "{here}", character {error.pos + 1}: {means}'
        if before
        else f'it begins with "{here}": {means}'
    )


def _with_vectors(x: Any) -> Any:
    """In JSON a vector is {"value": [1, 2, 6]}; everything else stays as it is."""
    if isinstance(x, list):
        return [_with_vectors(y) for y in x]
    if isinstance(x, dict):
        return {
            key: tuple(y)
            if key in ("value", "estimate") and isinstance(y, list)
            else _with_vectors(y)
            for key, y in x.items()
        }
    return x


# ---------------------------------------------------------------------- random trees


def random_tree(
    seed: int = 0,
    branching: int = 3,
    depth: int = 3,
    low: int = -9,
    high: int = 9,
    players: int = 2,
    chance: float = 0.0,
    uneven: bool = False,
    repeats: float = 0.0,
    shared: float = 0.0,
    estimates: bool = False,
    noisy: float = 0.0,
) -> Tree:
    """A random tree: always the same one for the same arguments.

    Leaves are whole numbers from low to high. `chance` is the share of chance nodes, `uneven` lets branches end
    early and widths vary, `repeats` is how often a player moves twice in a row, `shared` how often a node is
    reached from two parents (a DAG), `noisy` how often an action is one for quiescence.

    >>> random_tree(seed=1, branching=2, depth=2)
    <tree:random: 7 nodes, 2 players>
    """
    for what, value, least, most in (
        ("branching", branching, 1, 1000),
        ("depth", depth, 0, 1000),
        ("players", players, 1, 26),
    ):
        if not least <= value <= most:
            raise BadTree(f"{what} is {value}; it must be from {least} to {most}")
    if not (_is_real(low) and _is_real(high)):
        raise BadTree("the lowest or the highest leaf is too large a number")
    if low > high:
        raise BadTree(f"the lowest leaf, {low}, is above the highest, {high}")
    for what, share in (
        ("chance", chance),
        ("repeats", repeats),
        ("shared", shared),
        ("noisy", noisy),
    ):
        if not 0 <= share <= 1:
            raise BadTree(f"{what} is {share}; it must be from 0 to 1")
    if branching > 1 and branching**depth > 2_000_000:
        raise BadTree(
            f"a tree of branching {branching} and depth {depth} has too many nodes; make one of them smaller"
        )
    rng = random.Random(f"{seed}")

    def payoffs() -> tuple[float, ...]:
        first = float(rng.randint(low, high))
        return (
            (first, 0.0 - first)[:players]
            if players <= 2
            else tuple(float(rng.randint(low, high)) for _ in range(players))
        )

    nodes = [Node()]
    rows = [[0]]
    turns = {0: 0}
    for ply in range(depth):
        row: list[int] = []
        for i in rows[-1]:
            node = nodes[i]
            if uneven and ply and rng.random() < 0.2:
                node.payoffs = payoffs()
                continue
            node.player = CHANCE if rng.random() < chance else turns[i]
            following = (
                turns[i]
                if node.player == CHANCE or rng.random() < repeats
                else (turns[i] + 1) % players
            )
            for _ in range(rng.randint(1, branching) if uneven else branching):
                if row and rng.random() < shared:
                    node.children.append(rng.choice(row))
                    continue
                nodes.append(Node())
                turns[len(nodes) - 1] = following
                node.children.append(len(nodes) - 1)
                row.append(len(nodes) - 1)
            _dress(node, rng, payoffs if estimates else None, noisy)
        rows.append(row)
    for i in rows[-1]:
        nodes[i].payoffs = payoffs()
    return Tree.of_nodes(nodes, players, title="tree:random")


def _dress(node: Node, rng: random.Random, payoffs: Any, noisy: float) -> None:
    """Probabilities (sixteenths, so that sums are exact), estimates and noise of an inner node."""
    if node.player == CHANCE:
        cuts = sorted(rng.randint(0, 16) for _ in node.children[1:])
        node.odds = [(b - a) / 16 for a, b in zip([0, *cuts], [*cuts, 16], strict=True)]
    if payoffs is not None:
        node.estimates = payoffs()
    node.noisy = [rng.random() < noisy for _ in node.children]


def _random_options(words: list[str]) -> dict[str, Any]:
    kinds: dict[str, Any] = {
        "seed": int, "branching": int, "depth": int, "low": int, "high": int, "players": int,
        "chance": float, "repeats": float, "shared": float, "noisy": float,
    }  # fmt: skip
    options: dict[str, Any] = {}
    for word in words:
        key, _, value = word.partition("=")
        try:
            options[key] = (
                kinds[key](value)
                if key in kinds
                else {"yes": True, "no": False}[value]
                if key in ("uneven", "estimates")
                else None
            )
            if options[key] is None:
                raise KeyError
        except ValueError:
            raise BadTree(f"{key} is {value!r}; it must be a number") from None
        except KeyError:
            raise BadTree(
                f"{word!r} is no option of tree:random; options: {' '.join(f'{k}=…' for k in kinds)} uneven=yes estimates=yes"
            ) from None
    return options
