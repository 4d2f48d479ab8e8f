"""Questions about exercises: pose one, and grade an answer."""

from __future__ import annotations

import json
from typing import Any

from zermelo.errors import BadAnswer
from zermelo.web.game_registry import GameRegistry
from zermelo.web.request_fields import Fields
from zermelo.web.trace_api import remove_style


def answer_exercise(games: GameRegistry, fields: Fields) -> dict[str, Any]:
    """Return an exercise: its question, its tree as a picture, and the form to fill in."""
    from zermelo.show.svg import svg
    from zermelo.teach import make_exercise
    from zermelo.teach.sheet_scene import blank_scene

    posed = make_exercise(**_read_options(fields))
    drawn = blank_scene(posed)
    root = posed.tree
    return {
        **posed.to_dict(),
        "algorithm": posed.algorithm,
        "svg": remove_style(svg(drawn)),
        "nodes": [
            {"item": i, "label": item.label, "inner": item.label in posed.inner}
            for i, item in enumerate(drawn.items)
        ],
        "form": json.loads(posed.form),
        "asks": {
            "values": list(posed.inner),
            "pruned": posed.search.prunes,
            "vector": root.players if posed.search.vectors else 0,
        },
        "actions": [root.name(0, a) for a in root.options(0)]
        if posed.best_action is not None
        else [],
    }


def _read_options(fields: Fields) -> dict[str, Any]:
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
    from zermelo.teach import Answer, grade, rebuild_exercise
    from zermelo.teach.sheet_scene import solution_scene

    answer = Answer.from_dict(fields.get_object("answer"))
    spec = fields.given.get("exercise", answer.exercise)
    if not isinstance(spec, dict):
        raise BadAnswer("the answer does not say which exercise it belongs to")
    posed = rebuild_exercise(spec)
    verdict = grade(posed, answer)
    reply = {**verdict.to_dict(), "words": str(verdict)}
    if fields.get_optional_flag("solution"):
        picture = remove_style(svg(solution_scene(posed)))
        reply |= {"solution": posed.solution.to_dict(), "svg": picture}
    return reply
