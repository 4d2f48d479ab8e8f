"""A tree for a terminal: one line for each node, with the shapes of the pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from zermelo.formatting import format_probability
from zermelo.game import CHANCE
from zermelo.teach.exercise import Exercise
from zermelo.teach.reading import shown

SHAPES = {"max": "△", "min": "▽", "chance": "○", "leaf": "□"}


def text_tree(made: Exercise, note: Callable[[str], str] | None = None) -> str:
    """The tree of an exercise; `note` says what to write behind a node, by its label.

    >>> from zermelo import tree
    >>> print(text_tree(Exercise.of(tree.Tree([[3, 12], {"player": "chance", "children": [2, 4], "probabilities": [0.25, 0.75]}]))))
    △ A
    ├─ a1  ▽ B
    │      ├─ b1  □ D  3
    │      └─ b2  □ E  12
    └─ a2  ○ C
           ├─ 1/4  □ F  2
           └─ 3/4  □ G  4
    """
    return "\n".join(_lines(made, 0, "", "", note))


def _lines(
    made: Exercise, s: int, before: str, margin: str, note: Callable[[str], str] | None
) -> Iterator[str]:
    yield f"{before}{_node(made, s, note)}"
    tree = made.tree
    options = tree.options(s)
    odds = dict(tree.chances(s)) if options and tree.player(s) == CHANCE else {}
    for a in options:
        edge = format_probability(odds[a]) if odds else tree.name(s, a)
        last = a == options[-1]
        below = margin + ("   " if last else "│  ") + " " * (len(edge) + 2)
        yield from _lines(
            made, tree.result(s, a), f"{margin}{'└' if last else '├'}─ {edge}  ", below, note
        )


def _node(made: Exercise, s: int, note: Callable[[str], str] | None) -> str:
    tree, label = made.tree, made.tree.label(s)
    said = note(label) if note is not None else ""
    behind = f"  {said}" if said else ""
    if tree.terminal(s):
        payoffs = tree.payoffs(s)
        return f"{SHAPES['leaf']} {label}  {shown(payoffs if tree.players > 2 else payoffs[0])}{behind}"
    p = tree.player(s)
    many = tree.players > 2 and p != CHANCE
    shape = SHAPES["chance"] if p == CHANCE else SHAPES["max"] if p == 0 or many else SHAPES["min"]
    return f"{shape} {label}" + (f" {made.mover(p)}" if many else "") + behind
