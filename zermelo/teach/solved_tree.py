"""A tree with the trace of a search on it, and what follows from that: visits and the solution."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from zermelo import search
from zermelo.algorithm import Algorithm
from zermelo.errors import BadAnswer, abbreviate
from zermelo.game import CHANCE
from zermelo.show.words import name_player
from zermelo.teach.answer import Answer
from zermelo.teach.reading import Visit, read_visits
from zermelo.trace import Trace
from zermelo.tree import Tree


@dataclass(frozen=True, repr=False)
class SolvedTree:
    """A tree that is searched, and the solution of the search by the labels of nodes.

    Two are equal when their specs are: a spec rebuilds tree and search.
    """

    tree: Tree = field(compare=False)
    algorithm: str
    rule: str
    trace: Trace = field(compare=False)
    spec: dict[str, Any] = field(hash=False)

    @property
    def search(self) -> Algorithm:
        """The search to do by hand."""
        return search.find(self.algorithm)

    @cached_property
    def visits(self) -> dict[str, Visit]:
        """The inner nodes that the search visits, by label, in the order of leaving them."""
        return {visit.label: visit for visit in read_visits(self.trace)}

    @cached_property
    def solution(self) -> Answer:
        """The right answer."""
        visits = self.visits.values()
        values = {visit.label: visit.value for visit in visits}
        bounds = {visit.label: visit.bound for visit in visits if visit.bound != "exact"}
        tops = {one.label for visit in visits for one in visit.pruned}
        return Answer(values, self.subtree_labels(tops), self.best_action, bounds, self.spec)

    @property
    def best_action(self) -> str | None:
        """The action that the search chooses at the root; None if chance moves there."""
        line = self.trace.header.get("line") or []
        return line[0] if line and self.tree.player(0) != CHANCE else None

    @property
    def inner(self) -> tuple[str, ...]:
        """The labels of all inner nodes."""
        return tuple(node.name for node in self.tree.nodes if node.children)

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of all nodes."""
        return tuple(node.name for node in self.tree.nodes)

    # ------------------------------------------------------------------ the tree by labels

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {node.name.casefold(): i for i, node in enumerate(self.tree.nodes)}

    def find_node(self, label: str) -> int:
        """Return a node's number in the tree by its label, in upper or lower case."""
        number = self._numbers.get(label.strip().casefold())
        if number is None:
            raise BadAnswer(f"no node is called {label!r}; nodes: {abbreviate(self.labels)}")
        return number

    def find_label(self, text: str) -> str:
        """Return a label as the tree writes it.

        >>> from zermelo import tree
        >>> from zermelo.teach import Exercise
        >>> Exercise.of(tree.figure("two-ply")).find_label("b")
        'B'
        """
        return self.tree.label(self.find_node(text))

    def subtree_labels(self, tops: Set[str]) -> frozenset[str]:
        """Return the labels of these nodes and of all nodes below them."""
        waiting = [self.find_node(label) for label in tops]
        labels: set[str] = set()
        while waiting:
            s = waiting.pop()
            labels.add(self.tree.label(s))
            waiting += self.tree.nodes[s].children
        return frozenset(labels)

    def name_mover(self, p: int) -> str:
        """Return what a sentence calls a player: MAX, MIN, chance, or player A, player B …"""
        return name_player(self.tree.player_name(p))
