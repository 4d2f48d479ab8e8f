"""The questions of the HTTP API: each is a function from checked fields to JSON, or to a file.

Nothing here knows of sockets or processes. A worker process calls these functions; `app` maps
addresses to them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.web.catalogue_api import answer_catalogue, answer_user_game
from zermelo.web.exercise_api import answer_exercise, answer_grade
from zermelo.web.formal_api import answer_formal, answer_starts
from zermelo.web.game_registry import GameRegistry
from zermelo.web.lecture_api import answer_lecture_picture, answer_lectures
from zermelo.web.position_api import answer_position, answer_roll
from zermelo.web.record_api import answer_record, answer_record_file
from zermelo.web.request_fields import Fields
from zermelo.web.setup_api import answer_setup
from zermelo.web.share_api import answer_share
from zermelo.web.trace_api import (
    FileReply,
    answer_export,
    answer_film,
    answer_prediction,
    answer_tree_edit,
)
from zermelo.web.why_api import answer_why

Handler = Callable[[GameRegistry, Fields], dict[str, Any] | FileReply]

HANDLERS: dict[str, Handler] = {
    "catalogue": answer_catalogue,
    "user-game": answer_user_game,
    "position": answer_position,
    "roll": answer_roll,
    "starts": answer_starts,
    "formal": answer_formal,
    "film": answer_film,
    "prediction": answer_prediction,
    "why": answer_why,
    "setup": answer_setup,
    "record": answer_record,
    "share": answer_share,
    "record/file": answer_record_file,
    "tree/edit": answer_tree_edit,
    "export": answer_export,
    "exercise": answer_exercise,
    "grade": answer_grade,
    "lectures": answer_lectures,
    "lectures/picture": answer_lecture_picture,
}
"""Every question by the end of its address."""
