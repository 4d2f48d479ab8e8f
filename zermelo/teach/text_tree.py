"""A tree for a terminal: one line for each node, with the shapes of the pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from zermelo.formatting import format_probability
from zermelo.game import CHANCE
from zermelo.teach.reading import format_value
from zermelo.teach.solved_tree import SolvedTree

MAX_SHAPE, MIN_SHAPE, CHANCE_SHAPE, LEAF_SHAPE = "△", "▽", "○", "□"

ESTIMATE_LEGEND = "(≈: an estimate, the game goes on there)"


def write_tree(exercise: SolvedTree, note: Callable[[str], str] | None = None) -> str:
    """Return the tree of an exercise; `note` gives the text behind a node, by its label.

    >>> from zermelo import tree
    >>> from zermelo.teach import Exercise
    >>> chance = {"player": "chance", "children": [2, 4], "probabilities": [0.25, 0.75]}
    >>> print(write_tree(Exercise.of(tree.Tree([[3, 12], chance]))))
    △ A
    ├─ a1  ▽ B
    │      ├─ b1  □ D  3
    │      └─ b2  □ E  12
    └─ a2  ○ C
           ├─ ¼  □ F  2
           └─ ¾  □ G  4
    """
    lines = list(_write_lines(exercise, 0, "", "", note or (lambda label: "")))
    has_estimates = any(node.is_estimate for node in exercise.tree.nodes)
    return "\n".join([*lines, *([ESTIMATE_LEGEND] if has_estimates else [])])


def _write_lines(
    exercise: SolvedTree, s: int, before: str, margin: str, note: Callable[[str], str]
) -> Iterator[str]:
    text = note(exercise.tree.label(s))
    yield before + _write_node(exercise, s) + (f"  {text}" if text else "")
    tree = exercise.tree
    options = tree.options(s)
    odds = dict(tree.chances(s)) if options and tree.player(s) == CHANCE else {}
    for a in options:
        edge = format_probability(odds[a]) if odds else tree.name(s, a)
        fork, rail = ("└", " ") if a == options[-1] else ("├", "│")
        below = f"{margin}{rail}  " + " " * (len(edge) + 2)
        start = f"{margin}{fork}─ {edge}  "
        yield from _write_lines(exercise, tree.result(s, a), start, below, note)


def _write_node(exercise: SolvedTree, s: int) -> str:
    """Return a node's shape and label, with the payoffs of a leaf."""
    tree, label = exercise.tree, exercise.tree.label(s)
    if (unknown := tree.unknown(s, 0)) is not None:
        return f"{LEAF_SHAPE} {label}  {unknown}"
    if tree.terminal(s):
        payoffs, sign = tree.payoffs(s), "≈ " if tree.nodes[s].is_estimate else ""
        value = format_value(payoffs if tree.players > 2 else payoffs[0])
        return f"{LEAF_SHAPE} {label}  {sign}{value}"
    p = tree.player(s)
    if p == CHANCE:
        return f"{CHANCE_SHAPE} {label}"
    if tree.players > 2:
        return f"{MAX_SHAPE} {label} {exercise.name_mover(p)}"
    return f"{MAX_SHAPE if p == 0 else MIN_SHAPE} {label}"
