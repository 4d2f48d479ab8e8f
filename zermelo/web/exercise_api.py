"""Questions about exercises: pose one, and grade an answer."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from zermelo.errors import BadAnswer
from zermelo.web.game_registry import GameRegistry
from zermelo.web.request_fields import Fields
from zermelo.web.trace_api import remove_style

if TYPE_CHECKING:
    from zermelo.teach import Answer, Exercise


def answer_exercise(games: GameRegistry, fields: Fields) -> dict[str, Any]:
    """Return an exercise: its question, its tree as a picture, and the form to fill in."""
    from zermelo.show.svg import svg
    from zermelo.teach import make_exercise
    from zermelo.teach.sheet_scene import blank_scene

    exercise = make_exercise(**read_exercise_options(fields))
    picture = blank_scene(exercise)
    return {
        **exercise.to_dict(),
        "algorithm": exercise.algorithm,
        "svg": remove_style(svg(picture)),
        "nodes": [
            {"item": i, "label": item.label, "inner": item.label in exercise.inner}
            for i, item in enumerate(picture.items)
        ],
        **_describe_form(exercise),
    }


def _describe_form(exercise: Exercise) -> dict[str, Any]:
    """Return the form to fill in, what it asks for, and the actions to choose from."""
    tree, has_action = exercise.tree, exercise.best_action is not None
    return {
        "form": json.loads(exercise.form),
        "asks": {
            "values": list(exercise.inner),
            "pruned": exercise.search.prunes,
            "vector": tree.players if exercise.search.vectors else 0,
        },
        "actions": [tree.name(0, a) for a in tree.options(0)] if has_action else [],
    }


def read_exercise_options(fields: Fields) -> dict[str, Any]:
    """Return the options of an exercise."""
    return {
        "seed": fields.get_integer("seed", -(10**12), 10**12, 0),
        "algorithm": fields.get_optional_text("algorithm", 40),
        "depth": fields.get_integer("depth", 1, 7, 3),
        "branching": fields.get_integer("branching", 2, 6, 2),
        "cuts": fields.get_optional_integer("cuts", 0, 1000),
        "chance": fields.get_optional_flag("chance"),
        "players": fields.get_optional_integer("players", 2, 6),
        "rule": fields.get_optional_choice("rule", (">=", ">")) or ">=",
    }


def answer_grade(games: GameRegistry, fields: Fields) -> dict[str, Any]:
    """Return the grade of an answer with its first mistake; the solution if it is requested."""
    from zermelo.show.svg import svg
    from zermelo.teach import Answer, grade
    from zermelo.teach.sheet_scene import solution_scene

    answer = Answer.from_dict(fields.get_object("answer"))
    exercise = _read_exercise(fields, answer)
    verdict = grade(exercise, answer)
    reply = {**verdict.to_dict(), "words": str(verdict)}
    if fields.get_optional_flag("solution"):
        picture = remove_style(svg(solution_scene(exercise)))
        reply |= {"solution": exercise.solution.to_dict(), "svg": picture}
    return reply


def _read_exercise(fields: Fields, answer: Answer) -> Exercise:
    """Return the exercise that the request or the answer names."""
    from zermelo.teach import rebuild_exercise

    spec = fields.given.get("exercise", answer.exercise)
    if not isinstance(spec, dict):
        raise BadAnswer("the answer does not say which exercise it belongs to")
    return rebuild_exercise(spec)
