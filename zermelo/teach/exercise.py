"""An exercise: a tree, a search to do by hand, and the solution, read off the recorded trace of that search.

>>> made = exercise(seed=1, depth=3, branching=2, cuts=2)
>>> made
<Exercise: alphabeta on 15 nodes, seed 1>
>>> made == Exercise.from_spec(made.spec)
True
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from zermelo import search
from zermelo.algorithm import choose
from zermelo.errors import BadAnswer, BadLimit, TooLarge, abbreviate
from zermelo.game import CHANCE, INFINITY, Game
from zermelo.show.svg import LONGEST_LABEL
from zermelo.show.words import name_player
from zermelo.teach.answer import Answer
from zermelo.teach.reading import Visit, visits
from zermelo.trace import Trace
from zermelo.tree import Node, Tree, random_tree

ALGORITHMS = ("minimax", "alphabeta", "alphabeta-hard", "expectimax", "maxn")
"""The searches that can be asked for."""

PRUNING = ("alphabeta", "alphabeta-hard")

MOST_NODES = 200
"""A tree with more nodes is no work for paper."""

MANY_NODES = 40
"""Beyond so many nodes the vectors of max^n need larger numbers, or somebody would have to choose between equals."""

ATTEMPTS = 1000
"""So many trees are tried before a wish is called impossible."""

CLOSE = 1e-6


@dataclass(frozen=True, repr=False)
class Exercise:
    """A tree and a search to do on it by hand. Two are equal when their specs are: a spec rebuilds its exercise."""

    tree: Tree = field(compare=False)
    algorithm: str
    rule: str
    trace: Trace = field(compare=False)
    spec: dict[str, Any] = field(hash=False)

    @classmethod
    def of(
        cls,
        game: Game[Any, Any],
        algorithm: str | None = None,
        *,
        rule: str = ">=",
        s: Any = None,
        depth: int | None = None,
    ) -> Exercise:
        """An exercise from any tree, or from a position of any game, played out (to a depth, then estimated).

        Nodes keep their names, unless these are long, or two nodes have the same, or two parents share a node; then they
        are A, B, C …

        >>> from zermelo import tree
        >>> Exercise.of(tree.figure("two-ply")).solution.pruned == {"I", "J"}
        True
        """
        fits = isinstance(game, Tree) and s in (None, 0) and depth is None and _is_plain(game)
        tree = game if isinstance(game, Tree) and fits else unrolled(game, s, depth)
        if len(tree) > MOST_NODES:
            raise TooLarge(
                f"the tree has {len(tree):,} nodes; an exercise has at most {MOST_NODES}"
            )
        algorithm = algorithm or _suited(tree.players, tree.is_stochastic)
        spec = {"algorithm": algorithm, "rule": rule, "tree": tree.to_dict()}
        return _solved(tree, algorithm, rule, spec)

    @classmethod
    def from_spec(cls, spec: Mapping[str, Any]) -> Exercise:
        """The exercise that a spec describes: a seed and options, or a whole tree."""
        options = dict(spec)
        try:
            if "tree" in options:
                return cls.of(Tree(options.pop("tree")), **options)
            return exercise(**options)
        except (TypeError, AttributeError):
            raise BadAnswer(
                "the exercise cannot be read; it has a seed and options, or a tree, as the form that was written"
            ) from None

    @cached_property
    def visits(self) -> dict[str, Visit]:
        """What happened at each inner node that the search visits, in the order in which it leaves them."""
        return {visit.label: visit for visit in visits(self.trace)}

    @cached_property
    def solution(self) -> Answer:
        """The right answer."""
        values = {visit.label: visit.value for visit in self.visits.values()}
        bounds = {
            visit.label: visit.bound for visit in self.visits.values() if visit.bound != "exact"
        }
        tops = {one.label for visit in self.visits.values() for one in visit.pruned}
        return Answer(values, self.closed(tops), self.best_action, bounds, self.spec)

    @property
    def best_action(self) -> str | None:
        """The action that the search chooses at the root; none if chance moves there."""
        line = self.trace.header.get("line") or []
        return line[0] if line and self.tree.player(0) != CHANCE else None

    @property
    def form(self) -> str:
        """The answer form to fill in, as JSON: it names every inner node, so that it does not tell which are pruned."""
        return Answer(exercise=self.spec).to_json(blank=self.inner)

    @property
    def inner(self) -> tuple[str, ...]:
        """The labels of all inner nodes."""
        return tuple(node.name for node in self.tree.nodes if node.children)

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of all nodes."""
        return tuple(node.name for node in self.tree.nodes)

    @property
    def prunes(self) -> bool:
        """Does the search cut?"""
        return self.algorithm in PRUNING

    @property
    def question(self) -> str:
        """What is asked, in sentences; each paragraph is one line."""
        from zermelo.teach.words import question

        return question(self)

    # ------------------------------------------------------------------ the tree by labels

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {node.name.casefold(): i for i, node in enumerate(self.tree.nodes)}

    def number(self, label: str) -> int:
        """A node's number in the tree by its label, in upper or lower case."""
        found = self._numbers.get(label.strip().casefold())
        if found is None:
            raise BadAnswer(f"no node is called {label!r}; nodes: {abbreviate(self.labels)}")
        return found

    def label(self, text: str) -> str:
        """A label as the tree writes it.

        >>> exercise(seed=1).label("b")
        'B'
        """
        return self.tree.label(self.number(text))

    def closed(self, tops: set[str]) -> frozenset[str]:
        """These nodes and all below them."""
        waiting = [self.number(label) for label in tops]
        found: set[str] = set()
        while waiting:
            s = waiting.pop()
            found.add(self.tree.label(s))
            waiting += self.tree.nodes[s].children
        return frozenset(found)

    def mover(self, p: int) -> str:
        """What a sentence calls a player: MAX, MIN, chance, or with more than two, player A, player B …"""
        return name_player(self.tree.player_name(p))

    def to_dict(self, solution: bool = False) -> dict[str, Any]:
        """The exercise as JSON holds it, with its solution if that is wanted."""
        made = {"exercise": self.spec, "question": self.question, "tree": self.tree.to_dict()}
        return made | ({"solution": self.solution.to_dict()} if solution else {})

    def __repr__(self) -> str:
        seed = f", seed {self.spec['seed']}" if "seed" in self.spec else ""
        return f"<Exercise: {self.algorithm} on {len(self.tree)} nodes{seed}>"

    def __str__(self) -> str:
        from zermelo.teach.words import told

        return told(self)


def _suited(players: int, chance: bool) -> str:
    return choose(search.searches(), players, chance).name


def _solved(tree: Tree, algorithm: str, rule: str, spec: dict[str, Any]) -> Exercise:
    """The exercise with the trace of its search."""
    if algorithm not in ALGORITHMS:
        raise BadLimit(
            f"no exercise is about {algorithm!r}; there are exercises on {', '.join(ALGORITHMS)}"
        )
    if rule not in (">=", ">"):
        raise BadLimit(f"the cut rule is {rule!r}; it must be '>=' or '>'")
    options = {"rule": rule} if algorithm in PRUNING else {}
    result = search.find(algorithm).run(tree, trace=True, **options)
    assert result.trace is not None
    return Exercise(tree, algorithm, rule, result.trace, spec)


# ---------------------------------------------------------------------- positions as trees


def _is_plain(game: Tree) -> bool:
    """Does every node have one parent, and a name of its own that fits into a picture?"""
    parents = Counter(child for node in game.nodes for child in node.children)
    names = {node.name.casefold() for node in game.nodes}
    fits = all(len(name) <= LONGEST_LABEL for name in names)
    return fits and len(names) == len(game.nodes) and all(count == 1 for count in parents.values())


def unrolled(game: Game[Any, Any], s: Any = None, depth: int | None = None) -> Tree:
    """A position played out as a tree with the nodes A, B, C …, in breadth-first order; the player to move is MAX.

    >>> from zermelo.games.coins import Coins
    >>> unrolled(Coins(7))
    <tree:coins: 14 nodes, 2 players>
    """
    tree, _ = played_out(game, s, depth)
    return tree


def played_out(
    game: Game[Any, Any], s: Any = None, depth: int | None = None
) -> tuple[Tree, list[Any]]:
    """The tree of `unrolled`, and the state at each of its nodes."""
    first = game.start() if s is None else s
    me = (
        0
        if game.maximiser is not None or game.terminal(first) or game.player(first) == CHANCE
        else game.player(first)
    )
    seats = [(me + i) % game.players for i in range(game.players)]
    nodes, states, plies = [Node()], [first], [0]
    for i, state in enumerate(states):  # grows while it is read: breadth first
        node = nodes[i]
        if game.terminal(state) or plies[i] == depth:
            pays = game.utility if game.terminal(state) else game.evaluate
            node.payoffs = tuple(float(pays(state, p)) for p in seats)
            continue
        node.player = CHANCE if game.player(state) == CHANCE else seats.index(game.player(state))
        node.odds = [p for _, p in game.chances(state)] if node.player == CHANCE else []
        low, high = game.bounds_for(state, me)
        node.bounds = (low, high) if low > -INFINITY and high < INFINITY else None
        for a in game.options(state):
            if len(nodes) >= MOST_NODES:
                raise TooLarge(
                    f"the position has more than {MOST_NODES} nodes below it; take one nearer the end, or give a depth"
                )
            node.children.append(len(nodes))
            nodes.append(Node())
            states.append(game.result(state, a))
            plies.append(plies[i] + 1)
    name = game.full_title
    called = name if name.startswith("tree") else f"tree:{name}"
    return Tree.of_nodes(nodes, game.players, nodes[0].bounds, called), states


# ---------------------------------------------------------------------- random exercises


def exercise(
    seed: int = 0,
    algorithm: str | None = None,
    depth: int = 3,
    branching: int = 2,
    cuts: int | None = None,
    chance: bool | None = None,
    players: int | None = None,
    rule: str = ">=",
) -> Exercise:
    """A random exercise, always the same one for the same arguments.

    Without an algorithm it is alphabeta, or expectimax with chance, or maxn with three players. `cuts` is the least
    number of nodes at which something is really pruned: 1 for alpha-beta if it is not said. The best action is unique.

    >>> exercise(seed=3, chance=True).algorithm, exercise(seed=3, players=3).tree.players
    ('expectimax', 3)
    >>> exercise(algorithm="minimax", cuts=1)
    Traceback (most recent call last):
    zermelo.errors.BadLimit: minimax prunes nothing: leave out cuts, or take alphabeta or alphabeta-hard
    """
    name = algorithm or _suited(players or 2, bool(chance))
    count = players or (3 if name == "maxn" else 2)
    least = cuts if cuts is not None else 1 if name in PRUNING else 0
    wishes = _Wishes(
        seed,
        name,
        depth,
        branching,
        least,
        name == "expectimax" if chance is None else chance,
        count,
        rule,
    )
    wishes.check()
    return wishes.fulfil()


@dataclass(frozen=True)
class _Wishes:
    """What a random exercise must be like; its fields are the spec."""

    seed: int
    algorithm: str
    depth: int
    branching: int
    cuts: int
    chance: bool
    players: int
    rule: str

    @property
    def spec(self) -> dict[str, Any]:
        return {key: getattr(self, key) for key in self.__dataclass_fields__}

    @property
    def nodes(self) -> int:
        """The size of the tree."""
        return sum(self.branching**ply for ply in range(self.depth + 1))

    def check(self) -> None:
        """Refuse what no tree can fulfil."""
        for name, least, most in (
            ("depth", 1, 7),
            ("branching", 2, 6),
            ("cuts", 0, 1000),
            ("players", 2, 6),
            ("seed", -(10**12), 10**12),
        ):
            value = getattr(self, name)
            if type(value) is not int or not least <= value <= most:
                raise BadLimit(
                    f"{name} is {value!r}; it must be a whole number from {least} to {most}"
                )
        if self.algorithm not in ALGORITHMS:
            raise BadLimit(
                f"no exercise is about {self.algorithm!r}; there are exercises on {', '.join(ALGORITHMS)}"
            )
        if self.players > 2 and self.algorithm != "maxn":
            raise BadLimit(f"{self.algorithm} is for two players: for {self.players} take maxn")
        if self.players == 2 and self.algorithm == "maxn":
            raise BadLimit("an exercise on maxn has 3 players or more")
        if self.chance != (self.algorithm == "expectimax"):
            knows = (
                "is about chance"
                if self.algorithm == "expectimax"
                else "knows no chance: take expectimax"
            )
            raise BadLimit(f"{self.algorithm} {knows}")
        if self.chance and self.depth < 2:
            raise BadLimit("depth is 1; MAX's choice and chance below it need a depth of 2 or more")
        if self.cuts and self.algorithm not in PRUNING:
            raise BadLimit(
                f"{self.algorithm} prunes nothing: leave out cuts, or take alphabeta or alphabeta-hard"
            )
        if self.nodes > MOST_NODES:
            size = f"depth {self.depth} and branching {self.branching} make {self.nodes:,} nodes"
            raise BadLimit(f"{size}; an exercise has at most {MOST_NODES}")

    def fulfil(self) -> Exercise:
        """The first tree of the seed that has what was asked for."""
        most = 0
        for attempt in range(ATTEMPTS):
            made = _solved(self._tree(attempt), self.algorithm, self.rule, self.spec)
            cuts = sum(bool(visit.pruned) for visit in made.visits.values())
            most = max(most, cuts)
            if cuts >= self.cuts and _is_clear(made):
                return made
        size = f"depth {self.depth} and branching {self.branching}"
        if most < self.cuts:
            raise BadLimit(
                f"cuts is {self.cuts}; {ATTEMPTS:,} trees of {size} had at most {most}: ask for fewer"
            )
        raise BadLimit(
            f"none of {ATTEMPTS:,} trees of {size} fits seed {self.seed}: take another seed, or a smaller tree"
        )

    def _tree(self, attempt: int) -> Tree:
        seed = self.seed * ATTEMPTS + attempt
        low, high = (
            (-9, 9) if self.players == 2 else (0, 9) if self.nodes <= MANY_NODES else (0, 19)
        )
        tree = random_tree(
            seed, self.branching, self.depth, low, high, self.players, 0.5 if self.chance else 0.0
        )
        return _with_handy_odds(tree, random.Random(f"odds {seed}")) if self.chance else tree


def _with_handy_odds(tree: Tree, rng: random.Random) -> Tree:
    """The tree with probabilities to reckon with, never all equal, that lead to short decimals."""
    nodes = [replace(node) for node in tree.nodes]
    for node in nodes:
        if node.player == CHANCE:
            bottom = [nodes[child] for child in node.children if not nodes[child].children]
            whole = _denominator(rng, len(node.children), len(bottom) == len(node.children))
            node.odds = [part / whole for part in _parts(rng, whole, len(node.children))]
            if whole == 3:  # thirds of multiples of three are whole
                for leaf in bottom:
                    x = 3.0 * rng.randint(-3, 3)
                    leaf.payoffs = (x, -x)
    return Tree.of_nodes(nodes, title=tree.title)


def _denominator(rng: random.Random, count: int, is_bottom: bool) -> int:
    """Fifths above other means, so that a fifth of a quarter is still short; thirds for two leaves only."""
    if count > 4:
        return 10
    if not is_bottom or count == 4:
        return 5
    return rng.choice([3, 4, 4, 5] if count == 2 else [4, 4, 5])


def _parts(rng: random.Random, whole: int, count: int) -> list[int]:
    """Positive whole numbers that add up to a whole, not all of them equal."""
    while True:
        marks = sorted(rng.sample(range(1, whole), count - 1))
        parts = [b - a for a, b in zip([0, *marks], [*marks, whole], strict=True)]
        if len(set(parts)) > 1:
            return parts


def _is_clear(made: Exercise) -> bool:
    """Is there one right answer, and can the usual mistakes be told from it?"""
    if made.tree.player(0) == CHANCE:
        return False
    if made.tree.is_stochastic != (made.algorithm == "expectimax"):
        return False
    return all(
        _is_clear_at(visit, made) for visit in made.visits.values()
    ) and _has_one_best_action(made)


def _is_clear_at(visit: Visit, made: Exercise) -> bool:
    if visit.player == CHANCE:
        assert isinstance(visit.value, float)
        plain = sum(one.value for one in visit.seen if isinstance(one.value, float)) / len(
            visit.seen
        )
        return (
            abs(visit.value * 100 - round(visit.value * 100)) < CLOSE
            and abs(plain - visit.value) > CLOSE
        )
    if made.algorithm == "maxn":
        own = [one.value[visit.player] for one in visit.seen if isinstance(one.value, tuple)]
        return own.count(max(own)) == 1
    return True


def _has_one_best_action(made: Exercise) -> bool:
    """Asked of the search that prunes nothing, for one that prunes does not know all values."""
    name = "minimax" if made.prunes else made.algorithm
    values: list[float] = sorted(
        root.value for root in search.find(name).run(made.tree, all=True, gear="plain").values
    )
    return len(values) < 2 or values[-1] - values[-2] > CLOSE
