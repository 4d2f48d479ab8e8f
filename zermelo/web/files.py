"""The files of the page: its own, and those that it shares with the pictures of `show`.

A browser asks for them each time, because they change with the package; it keeps what has not
changed (ETag).
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

from zermelo.web.glossary import read_glossary

PAGE = Path(__file__).parent / "page"

READING = ("GET", "HEAD")
"""The methods that a file answers."""


async def serve_show_file(request: Request) -> Response:
    """Serve what the page shares with `show`: the stepper, the men and the style sheets."""
    from zermelo.show.board_svg import STYLE as BOARD_STYLE
    from zermelo.show.stepper import SCRIPTS, read_asset
    from zermelo.show.svg import STYLE as TREE_STYLE

    name = request.path_params["name"]
    if name == "tree.css":
        content = f"{TREE_STYLE}\n{BOARD_STYLE}\n"
    elif name in (*SCRIPTS, "men.js", "stepper.css"):
        content = read_asset(name)
    else:
        raise HTTPException(404, f"there is no {name}")
    media_type = "text/javascript" if name.endswith(".js") else "text/css"
    return make_file(request, content, media_type)


async def serve_glossary(request: Request) -> Response:
    """Serve the terms that the page explains."""
    content = json.dumps(read_glossary(), ensure_ascii=False)
    return make_file(request, content, "application/json")


def make_file(request: Request, content: str, media_type: str) -> Response:
    """Return a text as a file that a browser keeps, and asks for again only if it has changed."""
    etag = f'"{hashlib.sha256(content.encode()).hexdigest()[:32]}"'
    headers = {"cache-control": "no-cache", "etag": etag}
    known = request.headers.get("if-none-match", "")
    if etag in [tag.strip().removeprefix("W/") for tag in known.split(",")]:
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=media_type, headers=headers)


class PageFiles(StaticFiles):
    """The page's own files."""

    async def get_response(self, path: str, scope: Any) -> Response:
        """Return a file of the page."""
        if scope["method"] not in READING:
            raise HTTPException(405, headers={"Allow": ", ".join(READING)})
        answer = await super().get_response(path, scope)
        answer.headers["cache-control"] = "no-cache"
        return answer
