"""The tree of an exercise as a scene, with lines to write on or with its solution."""

from __future__ import annotations

from collections.abc import Callable

from zermelo.formatting import format_number
from zermelo.game import CHANCE
from zermelo.show.scene import LEAF, Scene, SceneItem
from zermelo.show.tree_scene import tree_scene
from zermelo.teach.exercise import Exercise
from zermelo.teach.question import list_tops

BLANK = "____"


def blank_scene(exercise: Exercise) -> Scene:
    """Return the tree with lines to write on.

    >>> from zermelo import tree
    >>> [item.value for item in blank_scene(Exercise.of(tree.figure("figure-3"))).items]
    ['____', '½', '____', '¼', 'v(E)']
    """
    vector = f"({', '.join(['__'] * exercise.tree.players)})"
    return _make_scene(exercise, lambda item: vector if exercise.search.vectors else BLANK)


def solution_scene(exercise: Exercise, windows: bool = False) -> Scene:
    """Return the tree with its solution: values, pruned branches, the principal variation.

    With `windows`, [α, β] stands beside the nodes.
    """
    visits = exercise.visits
    scene = _make_scene(
        exercise, lambda item: visits[item.label].text if item.label in visits else ""
    )
    best, cut = _find_best_line(exercise), list_tops(exercise)
    for item in scene.items:
        item.is_pruned = item.label in exercise.solution.pruned
        tops = [scene.items[i] for i in item.children if scene.items[i].label in cut]
        for i, top in enumerate(tops):
            top.is_cut = i == 0
        item.is_best = item.label in best
        if windows and exercise.search.prunes and item.label in visits:
            visit = visits[item.label]
            item.window = f"[{format_number(visit.alpha)}, {format_number(visit.beta)}]"
    return scene


def _make_scene(exercise: Exercise, value: Callable[[SceneItem], str]) -> Scene:
    scene, tree = tree_scene(exercise.tree), exercise.tree
    for item in scene.items:
        if item.shape != LEAF:
            item.value = value(item)
            if tree.players > 2:  # the question names the players so
                player = tree.player(exercise.find_node(item.label))
                item.window, item.mover = exercise.name_mover(player), ""
    return scene


def _find_best_line(exercise: Exercise) -> set[str]:
    """Return the labels along the principal variation."""
    tree, s = exercise.tree, 0
    labels = {tree.label(0)}
    for action in exercise.trace.header.get("line", []):
        if tree.terminal(s) or tree.player(s) == CHANCE:
            break
        s = tree.result(s, tree.parse(s, action))
        labels.add(tree.label(s))
    return labels


def write_heading(exercise: Exercise, solution: bool = False) -> str:
    """Return the title of a sheet."""
    seed = f", no. {exercise.spec['seed']}" if "seed" in exercise.spec else ""
    return f"{'Solution' if solution else 'Exercise'}: {exercise.search.heading}{seed}"


def list_blanks(exercise: Exercise) -> list[str]:
    """Return the lines to write the rest of the answer on."""
    lines = ["Pruned: ______________________________"] if exercise.search.prunes else []
    return lines + (["Action: ________"] if exercise.best_action is not None else [])
