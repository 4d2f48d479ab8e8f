"""An exercise: a tree, a search to do by hand, and the solution, read off that search's trace.

>>> from zermelo import tree
>>> exercise = Exercise.of(tree.figure("two-ply"))
>>> exercise
<Exercise: alphabeta on 13 nodes>
>>> exercise.solution.pruned == {"I", "J"}
True
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from zermelo import contract, search
from zermelo.algorithm import Algorithm, choose
from zermelo.errors import BadLimit, TooLarge
from zermelo.game import Game
from zermelo.show.svg import LONGEST_LABEL
from zermelo.teach.answer import Answer
from zermelo.teach.question import write_exercise, write_question
from zermelo.teach.solved_tree import SolvedTree
from zermelo.tree import Tree
from zermelo.tree.unroll import MAX_NODES, unroll


@dataclass(frozen=True, repr=False)
class Exercise(SolvedTree):
    """A tree and a search to do on it by hand."""

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
        """Return an exercise from any tree, or from a position of any game, unrolled to a depth.

        Nodes keep their names, unless these are long, or two nodes have the same, or two parents
        share a node; then they are A, B, C …
        """
        fits = isinstance(game, Tree) and s in (None, 0) and depth is None and _is_plain(game)
        tree = game if isinstance(game, Tree) and fits else unroll(game, s, depth)
        if len(tree) > MAX_NODES:
            raise TooLarge(f"the tree has {len(tree):,} nodes; an exercise has at most {MAX_NODES}")
        name = algorithm or choose(search.searches(), tree.players, tree.is_stochastic).name
        spec = {"algorithm": name, "rule": rule, "tree": tree.to_dict()}
        return solve_exercise(tree, find_search(name), rule, spec)

    @property
    def form(self) -> str:
        """The answer form to fill in, as JSON.

        It names every inner node, so that it does not give away which are pruned.
        """
        return Answer(exercise=self.spec).to_json(blank=self.inner)

    @property
    def question(self) -> str:
        """The question, one paragraph a line."""
        return write_question(self)

    def to_dict(self, solution: bool = False) -> dict[str, Any]:
        """Return the exercise as a dict for JSON, with its solution on request."""
        facts = {"exercise": self.spec, "question": self.question, "tree": self.tree.to_dict()}
        return facts | ({"solution": self.solution.to_dict()} if solution else {})

    def __repr__(self) -> str:
        seed = f", seed {self.spec['seed']}" if "seed" in self.spec else ""
        return f"<Exercise: {self.algorithm} on {len(self.tree)} nodes{seed}>"

    def __str__(self) -> str:
        return write_exercise(self)


def list_searches() -> list[Algorithm]:
    """Return the searches that there are exercises on."""
    return [one for one in search.searches() if one.exercise]


def find_search(name: str) -> Algorithm:
    """Return a search that there are exercises on; refuse any other."""
    for one in list_searches():
        if name == one.name or name in one.aliases:
            return one
    names = ", ".join(one.name for one in list_searches())
    raise BadLimit(f"no exercise is about {name!r}; there are exercises on {names}")


def solve_exercise(tree: Tree, one: Algorithm, rule: str, spec: dict[str, Any]) -> Exercise:
    """Return the exercise on a tree, with the trace of its search."""
    if rule not in (">=", ">"):
        raise BadLimit(f"the cut rule is {rule!r}; it must be '>=' or '>'")
    result = one.run(tree, trace=True, **({"rule": rule} if one.prunes else {}))
    assert result.trace is not None
    if any("unknown" in event for event in result.trace.events):
        contract.require_payoffs(tree, "an exercise needs")
    return Exercise(tree, one.name, rule, result.trace, spec)


def _is_plain(game: Tree) -> bool:
    """Return whether every node has one parent, and a unique name that fits into a picture."""
    parents = Counter(child for node in game.nodes for child in node.children)
    names = {node.name.casefold() for node in game.nodes}
    fits = all(len(name) <= LONGEST_LABEL for name in names)
    return fits and len(names) == len(game.nodes) and all(count == 1 for count in parents.values())
