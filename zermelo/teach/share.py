"""An exercise as one HTML file with a form that checks itself: self-contained, offline."""

from __future__ import annotations

import re
from typing import Any

from zermelo.show.share import write_shared_page
from zermelo.show.svg import svg
from zermelo.teach.exercise import Exercise
from zermelo.teach.question import list_answers
from zermelo.teach.sheet_scene import blank_scene, solution_scene, write_heading

STYLE = "#share { display: block; }\n"


def share_exercise(exercise: Exercise) -> str:
    """Return an exercise as one HTML file: question, tree, form, solution.

    >>> from zermelo.teach import make_exercise
    >>> share_exercise(make_exercise(seed=7)).count("<script")
    2
    """
    solution = exercise.solution.to_dict()
    has_action = exercise.best_action is not None
    tree = exercise.tree
    data = {
        "question": exercise.question,
        "blank": svg(blank_scene(exercise)),
        "solved": svg(solution_scene(exercise)),
        "asked": [
            {"label": label, "value": _list_numbers(solution["values"].get(label))}
            for label in exercise.inner
        ],
        "pruned": solution["pruned"],
        "hasPruned": exercise.search.prunes,
        "action": solution["action"],
        "actions": [tree.name(0, a) for a in tree.options(0)] if has_action else [],
        "words": list_answers(exercise),
    }
    return write_shared_page(write_heading(exercise, False), ("exercise.js",), data, STYLE)


def _list_numbers(value: Any) -> list[float]:
    """Return the numbers of a value: one, those of a vector, or that of a bound like ≥ 9.

    >>> _list_numbers(5), _list_numbers([1, 2]), _list_numbers("≥ −9"), _list_numbers(None)
    ([5.0], [1.0, 2.0], [-9.0], [])
    """
    if value is None:
        return []
    if isinstance(value, int | float):
        return [float(value)]
    if isinstance(value, list | tuple):
        return [number for one in value for number in _list_numbers(one)]
    found = re.findall(r"-?\d+(?:\.\d+)?", str(value).replace("−", "-"))
    return [float(number) for number in found]
