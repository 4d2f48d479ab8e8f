"""The text of an exercise: its question, and its solution in words."""

from __future__ import annotations

from textwrap import wrap

from zermelo.formatting import format_bound
from zermelo.game import CHANCE
from zermelo.teach.reading import Visit
from zermelo.teach.solved_tree import SolvedTree
from zermelo.teach.text_tree import write_tree

WIDTH = 100

CUT_RULES = {
    ">=": "A MIN node is cut as soon as its value is α or less, a MAX node as soon as it is β or "
    "more (rule ≥: a tie is enough).",
    ">": "A MIN node is cut only when its value is less than α, a MAX node only when it is more "
    "than β (rule >: a tie is not enough).",
}
"""When a node is cut, by the rule of an exercise."""


def write_question(exercise: SolvedTree) -> str:
    """Return the question: the movers, how the search goes, and what to write down."""
    return "\n".join([" ".join(_write_setting(exercise)), *_write_tasks(exercise)])


def _write_setting(exercise: SolvedTree) -> list[str]:
    one, root = exercise.search, exercise.labels[0]
    setting = [_write_movers(exercise), "Leaves are not asked for: their payoffs are given."]
    if one.vectors:
        rule = "at each node the mover picks the vector that is best for themselves"
        return [*setting, f"Work out the value vector of {root} by max^n: {rule}."]
    if one.chance:
        rule = "at ○ the mean of the successors, each weighed by the probability on its edge"
        return [*setting, f"Work out the value of {root}: {rule}."]
    if one.prunes:
        return setting + _write_pruning(exercise)
    order = "depth first and from left to right"
    return [*setting, f"Work out the minimax value of {root}, {order}."]


def _write_movers(exercise: SolvedTree) -> str:
    tree = exercise.tree
    chance = "; chance at ○" if tree.is_stochastic else ""
    if tree.players > 2:
        vector = f"({', '.join(map(exercise.name_mover, range(tree.players)))})"
        moves = f"{tree.players} players; each node △ names its mover{chance}"
        return f"{moves}. Payoffs are vectors {vector}."
    has_min = any(node.player not in (0, CHANCE) for node in tree.nodes if node.children)
    return f"MAX moves at △{', MIN at ▽' if has_min else ''}{chance}. Payoffs are MAX's."


def _write_pruning(exercise: SolvedTree) -> list[str]:
    low, high = exercise.trace.header["window"]
    hard = "fail-hard: a node returns α or β where its value is outside [α, β]"
    form = hard if exercise.search.fail_hard else "fail-soft"
    window = f"with the window [{format_bound(low)}, {format_bound(high)}] at {exercise.labels[0]}"
    order = "depth first and from left to right"
    return [f"Search with alpha-beta ({form}), {order}, {window}.", CUT_RULES[exercise.rule]]


def _write_tasks(exercise: SolvedTree) -> list[str]:
    tasks = ["Write down the value of each inner node."]
    if exercise.search.prunes:
        tasks = [
            "Write down the value of each inner node that the search visits; at a cut node, "
            "the value when the search stopped there.",
            "Name the pruned nodes: the top of each pruned branch is enough.",
        ]
    if exercise.best_action is not None:
        p, root = exercise.tree.player(0), exercise.labels[0]
        two = "MIN" if p == 1 else "MAX"
        mover = exercise.name_mover(p) if exercise.tree.players > 2 else two
        tasks.append(f"Which action does {mover} choose at {root}?")
    return [f"{i}. {task}" for i, task in enumerate(tasks, 1)]


def write_exercise(exercise: SolvedTree) -> str:
    """Return the question with its tree."""
    return f"{wrap_question(exercise)}\n\n{write_tree(exercise)}"


def wrap_question(exercise: SolvedTree) -> str:
    """Return the question in lines that fit a terminal."""
    setting, *tasks = write_question(exercise).split("\n")
    lines = wrap(setting, WIDTH)
    for task in tasks:
        lines += wrap(task, WIDTH, subsequent_indent="   ")
    return "\n".join(lines)


def write_solution(exercise: SolvedTree) -> str:
    """Return the tree with the values of the solution, and the answers below it.

    >>> from zermelo import tree
    >>> from zermelo.teach import Exercise
    >>> print(write_solution(Exercise.of(tree.figure("figure-3"))))
    △ A  = ½
    ├─ a1  □ B  ½
    └─ a2  ▽ C  ≤ ¼
           ├─ c1  □ D  ¼
           └─ c2  □ E  v(E)  pruned
    Pruned: E
    C is at most ¼; A already has ½
    Action: a1
    """
    tree = write_tree(exercise, lambda label: write_note(exercise, label))
    return "\n".join([tree, *list_answers(exercise)])


def list_answers(exercise: SolvedTree) -> list[str]:
    """Return the answers below the tree: each mean, what is pruned and why, and the action."""
    lines = [f"{visit.label} = {visit.working} = {visit.text}" for visit in list_means(exercise)]
    if exercise.search.prunes:
        lines.append(f"Pruned: {', '.join(list_tops(exercise)) or 'nothing'}")
        lines += exercise.trace.list_reasons()
    if exercise.best_action is not None:
        lines.append(f"Action: {exercise.best_action}")
    return lines


def list_means(exercise: SolvedTree) -> list[Visit]:
    """Return the chance nodes of which every outcome was seen.

    >>> from zermelo import tree
    >>> from zermelo.teach import Exercise
    >>> [visit.label for visit in list_means(Exercise.of(tree.figure("expectimax")))]
    ['B', 'C', 'D']
    """
    visits = exercise.visits.values()
    return [visit for visit in visits if visit.working and not visit.pruned]


def write_note(exercise: SolvedTree, label: str) -> str:
    """Return what stands behind a node in a solution: its value, or that it was pruned."""
    visit = exercise.visits.get(label)
    if visit is not None:
        return visit.text if visit.bound != "exact" else f"= {visit.text}"
    return "pruned" if label in exercise.solution.pruned else ""


def list_tops(exercise: SolvedTree) -> list[str]:
    """Return the tops of the pruned branches, in the order in which they were cut."""
    return [one.label for visit in exercise.visits.values() for one in visit.pruned]
