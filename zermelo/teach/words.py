"""What an exercise says: its question, and its solution in words."""

from __future__ import annotations

from textwrap import wrap

from zermelo.formatting import format_number
from zermelo.game import CHANCE, INFINITY
from zermelo.teach.exercise import Exercise

WIDTH = 100


def question(made: Exercise) -> str:
    """The question: who moves where, how the search goes, and what to write down."""
    parts = [" ".join(_setting(made)), *_tasks(made)]
    return "\n".join(parts)


def _setting(made: Exercise) -> list[str]:
    search, root = made.algorithm, made.labels[0]
    said = [_movers(made), "Leaves are not asked for: their payoffs are given."]
    if search == "minimax":
        said.append(f"Work out the minimax value of {root}, depth first and from left to right.")
    elif search == "expectimax":
        said.append(
            f"Work out the value of {root}: at ○ the mean of the successors, each weighed by the probability on its edge."
        )
    elif search == "maxn":
        said.append(
            f"Work out the value vector of {root} by max^n: at each node the mover picks the vector that is best for themselves."
        )
    else:
        said += _pruning(made)
    return said


def _movers(made: Exercise) -> str:
    tree = made.tree
    chance = "; chance at ○" if tree.is_stochastic else ""
    if tree.players > 2:
        vector = f"({', '.join(map(made.mover, range(tree.players)))})"
        return f"{tree.players} players; each node △ says who moves{chance}. Payoffs are vectors {vector}."
    if all(node.player in (0, CHANCE) for node in tree.nodes if node.children):
        return f"MAX moves at △{chance}. Payoffs are MAX's."
    return f"MAX moves at △, MIN at ▽{chance}. Payoffs are MAX's."


def _pruning(made: Exercise) -> list[str]:
    low, high = made.trace.header["window"]
    window = f"[{_signed(low)}, {_signed(high)}]"
    form = (
        "fail-hard: a node returns α or β where its value is outside [α, β]"
        if made.algorithm == "alphabeta-hard"
        else "fail-soft"
    )
    reached = (
        "A MIN node is cut as soon as its value is α or less, a MAX node as soon as it is β or more (rule ≥: a tie is enough)."
        if made.rule == ">="
        else "A MIN node is cut only when its value is less than α, a MAX node only when it is more than β (rule >: a tie is not enough)."
    )
    return [
        f"Search with alpha-beta ({form}), depth first and from left to right, with the window {window} at {made.labels[0]}.",
        reached,
    ]


def _signed(x: float) -> str:
    return "+∞" if x == INFINITY else format_number(x)


def _tasks(made: Exercise) -> list[str]:
    root = made.labels[0]
    if made.prunes:
        tasks = [
            "Write down the value of each inner node that the search visits; at a cut node, the value when the search stopped there."
        ]
        tasks.append("Name the pruned nodes: the top of each pruned branch is enough.")
    else:
        tasks = ["Write down the value of each inner node."]
    if made.best_action is not None:
        who = (
            made.mover(made.tree.player(0))
            if made.tree.players > 2
            else "MIN"
            if made.tree.player(0) == 1
            else "MAX"
        )
        tasks.append(f"Which action does {who} choose at {root}?")
    return [f"{i}. {task}" for i, task in enumerate(tasks, 1)]


def told(made: Exercise) -> str:
    """The question with its tree."""
    from zermelo.teach.text_tree import text_tree

    return f"{wrapped(made)}\n\n{text_tree(made)}"


def wrapped(made: Exercise) -> str:
    """The question in lines that fit a terminal."""
    setting, *tasks = question(made).split("\n")
    lines = [
        *wrap(setting, WIDTH),
        *(line for task in tasks for line in wrap(task, WIDTH, subsequent_indent="   ")),
    ]
    return "\n".join(lines)


def solved(made: Exercise) -> str:
    """The tree with the values of the solution, and the answers below it.

    >>> from zermelo import tree
    >>> print(solved(Exercise.of(tree.figure("figure-3"))))
    △ A  = 0.5
    ├─ a1  □ B  0.5
    └─ a2  ▽ C  ≤ 0.25
           ├─ c1  □ D  0.25
           └─ c2  □ E  1  pruned
    Pruned: E
    C is at most 0.25; A already has 0.5
    Action: a1
    """
    from zermelo.teach.text_tree import text_tree

    lines = [text_tree(made, lambda label: note(made, label))]
    if made.prunes:
        lines.append(f"Pruned: {', '.join(tops(made)) or 'nothing'}")
        lines += reasons(made)
    if made.best_action is not None:
        lines.append(f"Action: {made.best_action}")
    return "\n".join(lines)


def reasons(made: Exercise) -> list[str]:
    """Why each cut was made at which something was pruned."""
    return [
        event["reason"]
        for event in made.trace.events
        if event["event"] == "cut" and event["pruned"]
    ]


def note(made: Exercise, label: str) -> str:
    """What stands behind a node in a solution: an inner node's value, or that it was pruned."""
    visit = made.visits.get(label)
    if visit is not None:
        return visit.shown if visit.bound != "exact" else f"= {visit.shown}"
    return "pruned" if label in made.solution.pruned else ""


def tops(made: Exercise) -> list[str]:
    """The tops of the pruned branches, in the order in which they were cut."""
    return [one.label for visit in made.visits.values() for one in visit.pruned]
