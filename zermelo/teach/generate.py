"""Random exercises: the first tree of a seed that meets the requirements.

>>> exercise = make_exercise(seed=1, depth=3, branching=2, cuts=2)
>>> exercise
<Exercise: alphabeta on 15 nodes, seed 1>
>>> exercise == rebuild_exercise(exercise.spec)
True
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from zermelo import search
from zermelo.algorithm import Algorithm, choose
from zermelo.errors import BadAnswer, BadLimit
from zermelo.game import CHANCE
from zermelo.teach.exercise import Exercise, find_search, list_searches, solve_exercise
from zermelo.teach.reading import Visit
from zermelo.tree import Tree, TreeNode, random_tree
from zermelo.tree.unroll import MAX_NODES

MANY_NODES = 40
"""Beyond this the vectors of max^n need larger numbers, so that no player has to break a tie."""

ATTEMPTS = 1000
"""The number of trees that are tried before a requirement is called impossible."""

RANGES = {
    "depth": (1, 7),
    "branching": (2, 6),
    "cuts": (0, 1000),
    "players": (2, 6),
    "seed": (-(10**12), 10**12),
}
"""The smallest and the largest value of each number."""

CLOSE = 1e-6


def make_exercise(
    seed: int = 0,
    algorithm: str | None = None,
    depth: int = 3,
    branching: int = 2,
    cuts: int | None = None,
    chance: bool | None = None,
    players: int | None = None,
    rule: str = ">=",
) -> Exercise:
    """Return a random exercise, always the same one for the same arguments.

    Without an algorithm it is the default for these players, with or without chance. `cuts` is the
    least number of nodes at which something is pruned: by default 1 for a search that prunes. The
    best action is unique.

    >>> make_exercise(seed=3, chance=True).algorithm, make_exercise(seed=3, players=3).tree.players
    ('expectimax', 3)
    >>> make_exercise(algorithm="minimax", cuts=1)
    Traceback (most recent call last):
    zermelo.errors.BadLimit: minimax does not prune: omit cuts, or use alphabeta or alphabeta-hard
    """
    name = algorithm or choose(search.searches(), players or 2, bool(chance)).name
    one = find_search(name)
    requirements = Requirements(
        seed,
        one.name,
        depth,
        branching,
        int(one.prunes) if cuts is None else cuts,
        has_chance(one) if chance is None else chance,
        players or (3 if one.vectors else 2),
        rule,
    )
    requirements.check()
    return requirements.meet()


def rebuild_exercise(spec: Mapping[str, Any]) -> Exercise:
    """Return the exercise that a spec describes: a seed and options, or a whole tree."""
    options = dict(spec)
    try:
        if "tree" in options:
            return Exercise.of(Tree(options.pop("tree")), **options)
        return make_exercise(**options)
    except (TypeError, AttributeError):
        raise BadAnswer(
            "the exercise cannot be read; it must have a seed and options, or a tree, "
            "as in the form that was written"
        ) from None


def has_chance(one: Algorithm) -> bool:
    """Return whether exercises on a search have chance nodes; those on max^n have none."""
    return one.chance and not one.vectors


@dataclass(frozen=True)
class Requirements:
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
    def nodes(self) -> int:
        """The size of the tree."""
        return sum(self.branching**ply for ply in range(self.depth + 1))

    def check(self) -> None:
        """Refuse what no tree can meet."""
        for name, (least, most) in RANGES.items():
            value = getattr(self, name)
            if type(value) is not int or not least <= value <= most:
                raise BadLimit(
                    f"{name} is {value!r}; it must be a whole number from {least} to {most}"
                )
        self._check_search(find_search(self.algorithm))
        if self.chance and self.depth < 2:
            raise BadLimit("depth is 1; MAX's choice and chance below it need a depth of 2 or more")
        if self.nodes > MAX_NODES:
            size = f"depth {self.depth} and branching {self.branching} make {self.nodes:,} nodes"
            raise BadLimit(f"{size}; an exercise has at most {MAX_NODES}")

    def _check_search(self, one: Algorithm) -> None:
        """Refuse what the search is not made for."""
        if self.players > 2 and not one.vectors:
            other = choose(search.searches(), self.players, False).name
            raise BadLimit(f"{one.name} is for two players: for {self.players} use {other}")
        if self.players == 2 and one.vectors:
            raise BadLimit(f"an exercise on {one.name} has 3 players or more")
        if has_chance(one) and not self.chance:
            raise BadLimit(f"an exercise on {one.name} has chance nodes: omit chance=False")
        if self.chance and not has_chance(one):
            other = choose(search.searches(), 2, True).name
            raise BadLimit(f"{one.name} does not know chance: use {other}")
        if self.cuts and not one.prunes:
            pruning = " or ".join(other.name for other in list_searches() if other.prunes)
            raise BadLimit(f"{one.name} does not prune: omit cuts, or use {pruning}")

    def meet(self) -> Exercise:
        """Return the exercise on the first tree of the seed that meets the requirements."""
        most, one, spec = 0, find_search(self.algorithm), asdict(self)
        for attempt in range(ATTEMPTS):
            exercise = solve_exercise(self._make_tree(attempt), one, self.rule, spec)
            cuts = sum(bool(visit.pruned) for visit in exercise.visits.values())
            most = max(most, cuts)
            if cuts >= self.cuts and _is_clear(exercise):
                return exercise
        trees = f"{ATTEMPTS:,} trees of depth {self.depth} and branching {self.branching}"
        if most < self.cuts:
            raise BadLimit(f"cuts is {self.cuts}; {trees} had at most {most}: ask for fewer")
        raise BadLimit(
            f"none of {trees} fits seed {self.seed}: use another seed, or a smaller tree"
        )

    def _make_tree(self, attempt: int) -> Tree:
        seed = self.seed * ATTEMPTS + attempt
        low, high = (0, 9) if self.nodes <= MANY_NODES else (0, 19)
        if self.players == 2:
            low, high = -9, 9
        odds = 0.5 if self.chance else 0.0
        tree = random_tree(seed, self.branching, self.depth, low, high, self.players, odds)
        return _set_simple_odds(tree, random.Random(f"odds {seed}")) if self.chance else tree


# ---------------------------------------------------------------------- probabilities


def _set_simple_odds(tree: Tree, rng: random.Random) -> Tree:
    """Return the tree with simple probabilities, never all equal, that lead to short decimals."""
    nodes = [replace(node) for node in tree.nodes]
    for node in nodes:
        if node.player == CHANCE:
            leaves = [nodes[child] for child in node.children if not nodes[child].children]
            _set_odds_of(node, leaves, rng)
    return Tree.of_nodes(nodes, title=tree.title)


def _set_odds_of(node: TreeNode, leaves: list[TreeNode], rng: random.Random) -> None:
    count = len(node.children)
    whole = _choose_denominator(rng, count, len(leaves) == count)
    node.odds = [part / whole for part in _split(rng, whole, count)]
    if whole == 3:  # thirds of multiples of three are whole
        for leaf in leaves:
            x = 3.0 * rng.randint(-3, 3)
            leaf.payoffs = (x, -x)


def _choose_denominator(rng: random.Random, count: int, is_bottom: bool) -> int:
    """Return a denominator.

    Fifths stand above other means, so that a fifth of a quarter is still short; thirds stand above
    two leaves only.
    """
    if count > 4:
        return 10
    if not is_bottom or count == 4:
        return 5
    return rng.choice([3, 4, 4, 5] if count == 2 else [4, 4, 5])


def _split(rng: random.Random, whole: int, count: int) -> list[int]:
    """Return positive whole numbers that add up to `whole`, not all of them equal."""
    while True:
        marks = sorted(rng.sample(range(1, whole), count - 1))
        parts = [b - a for a, b in zip([0, *marks], [*marks, whole], strict=True)]
        if len(set(parts)) > 1:
            return parts


# ---------------------------------------------------------------------- one right answer


def _is_clear(exercise: Exercise) -> bool:
    """Return whether there is one right answer, and the usual mistakes differ from it."""
    if exercise.tree.player(0) == CHANCE:
        return False
    if exercise.tree.is_stochastic != has_chance(exercise.search):
        return False
    is_clear = all(_is_clear_at(visit, exercise) for visit in exercise.visits.values())
    return is_clear and _has_one_best_action(exercise)


def _is_clear_at(visit: Visit, exercise: Exercise) -> bool:
    if visit.player == CHANCE:
        assert isinstance(visit.value, float)
        values = [one.value for one in visit.seen if isinstance(one.value, float)]
        plain_mean = sum(values) / len(visit.seen)
        is_short = abs(visit.value * 100 - round(visit.value * 100)) < CLOSE
        return is_short and abs(plain_mean - visit.value) > CLOSE
    if exercise.search.vectors:
        own = [one.value[visit.player] for one in visit.seen if isinstance(one.value, tuple)]
        return own.count(max(own)) == 1
    return True


def _has_one_best_action(exercise: Exercise) -> bool:
    """Return whether the best action is unique.

    A search that prunes does not know the values of all actions, so minimax computes them.
    """
    run = search.minimax if exercise.search.prunes else exercise.search.run
    result = run(exercise.tree, all=True, gear="plain")
    values: list[float] = sorted(root.value for root in result.values)
    return len(values) < 2 or values[-1] - values[-2] > CLOSE
