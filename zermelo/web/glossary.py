"""The glossary for the page: each term with its sentence, read from ``docs/glossary.md``.

>>> found = next(one for one in read_glossary() if "window" in one["names"])
>>> found["names"], found["meaning"]
(['window', 'α', 'β'], 'the values that still matter to the players above a node')
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

PLACES = (
    Path(__file__).parent / "glossary.md",
    Path(__file__).parents[2] / "docs" / "glossary.md",
)
"""Where the glossary is: in an installed package, and in the repository."""

LAST_HEADING = "## Sources"

_ROW = re.compile(r"\| (?P<term>[^|]+?) \| (?P<meaning>[^|]+?) \| (?P<source>[^|]+?) \| `")
_ASIDE = re.compile(r"\s+\(([^)]*)\)")


@cache
def read_glossary() -> tuple[dict[str, Any], ...]:
    """Return the terms: `names` by which a text mentions them, `meaning`, `source`, `section`."""
    path = next((place for place in PLACES if place.is_file()), None)
    text = path.read_text(encoding="utf-8") if path else ""
    section, found = "", []
    for line in text.split(LAST_HEADING)[0].replace("\\*", "*").splitlines():
        if line.startswith("## "):
            section = line.removeprefix("## ")
        elif row := _ROW.match(line):
            found.append({"names": list_names(row["term"]), "section": section, **_describe(row)})
    return tuple(found)


def _describe(row: re.Match[str]) -> dict[str, str]:
    return {name: row[name].replace("`", "") for name in ("term", "meaning", "source")}


def list_names(term: str) -> list[str]:
    """Return the names in a term's cell; what is in brackets is another name, or says of what.

    >>> list_names("terminal, utility (payoff)"), list_names("singular extension (of an engine)")
    (['terminal', 'utility', 'payoff'], ['singular extension'])
    """
    asides = [name for aside in _ASIDE.findall(term) for name in aside.split(", ")]
    names = [*_ASIDE.sub("", term).split(", "), *asides]
    return [name for name in names if name and not name.startswith("of ")]
