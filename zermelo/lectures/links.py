"""Links into the studio, as its page writes them: a view, and the parameters of what it shows."""

from __future__ import annotations

from urllib.parse import parse_qsl, quote

UNESCAPED = "!~*'()"
"""Characters that JavaScript's encodeURIComponent leaves as they are, beside letters and digits."""

READABLE = ",:/[]=@"
"""Characters that the page leaves readable in an address."""

STUDIO = "http://127.0.0.1:1913/"
"""Where `zermelo studio` serves its page."""

VIEWS = ("lab", "play", "analyse", "practise", "pacman")
"""The views that a link can open."""


def route(view: str, **params: str) -> str:
    """Return the link to a view of the studio.

    >>> route("lab", game="tree:[[3,12],[2,4]]", algorithm="minimax")
    '#/lab?game=tree:[[3,12],[2,4]]&algorithm=minimax'
    >>> route("lab", game="nim:2,2", position="2 2 MIN")
    '#/lab?game=nim:2,2&position=2+2+MIN'
    """
    parts = (f"{key}={_escape(value)}" for key, value in params.items())
    query = "&".join(parts)
    return f"#/{view}" + (f"?{query}" if query else "")


def _escape(text: str) -> str:
    return quote(text, safe=UNESCAPED + READABLE).replace("%20", "+")


def read_link(link: str) -> tuple[str, dict[str, str]]:
    """Return the view of a link, and its parameters.

    >>> read_link("#/lab?game=nim:2,2&position=2+2+MIN")
    ('lab', {'game': 'nim:2,2', 'position': '2 2 MIN'})
    """
    view, _, query = link.removeprefix("#/").partition("?")
    return view, dict(parse_qsl(query, keep_blank_values=True))
