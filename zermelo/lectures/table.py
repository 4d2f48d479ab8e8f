"""All entries, source by source, and how to find one by its name."""

from __future__ import annotations

import difflib
import re

from zermelo.errors import BadAnswer
from zermelo.lectures import aima, cs188, greenwald, uw
from zermelo.lectures.entry import LectureEntry, LectureSource

SOURCES: dict[str, LectureSource] = {
    one.SOURCE.name: one.SOURCE for one in (greenwald, aima, cs188, uw)
}
"""The sources by their short names."""

ENTRIES: dict[str, LectureEntry] = {
    entry.id: entry for one in (greenwald, aima, cs188, uw) for entry in one.ENTRIES
}
"""Every entry by its id, in the order of the notes."""

SHORT = {"fig": "figure", "tab": "table", "def": "definition", "ex": "example"}
"""Words that may be abbreviated in a name."""

NEAREST = 4
"""The most names that an error suggests."""


def list_source(name: str) -> list[LectureEntry]:
    """Return the entries of a source, in the order of the notes."""
    return [entry for entry in ENTRIES.values() if entry.source == name]


def list_section(source: str) -> dict[str, list[LectureEntry]]:
    """Return the entries of a source by section, in the order of the notes."""
    sections: dict[str, list[LectureEntry]] = {}
    for entry in list_source(source):
        sections.setdefault(entry.section, []).append(entry)
    return sections


def find_entry(name: str) -> LectureEntry:
    """Return an entry by its id, written as one likes; the source may be left out if it is clear.

    >>> find_entry("greenwald/table-8").title
    'Table 8: αβPruning on 2,2-NIM'
    >>> find_entry("Greenwald Table 8").id, find_entry("fig 5.5").id
    ('greenwald/table-8', 'aima/figure-5-5')
    """
    key = normalise(name)
    if key in ENTRIES:
        return ENTRIES[key]
    named = [entry for id, entry in ENTRIES.items() if id.partition("/")[2] == key]
    if len(named) == 1:
        return named[0]
    near = [entry.id for entry in named] or suggest(key)
    hint = f"nearest: {' '.join(near)}" if near else f"sources: {' '.join(SOURCES)}"
    verdict = "names several items" if named else "is not an item of the lectures"
    raise BadAnswer(f"{name!r} {verdict}; {hint}; zermelo lecture lists all")


def normalise(name: str) -> str:
    """Return a name in the form of an id: small letters, hyphens, a slash after the source.

    >>> normalise("Greenwald, Table 8"), normalise("aima/figure-5.5")
    ('greenwald/table-8', 'aima/figure-5-5')
    """
    words = [SHORT.get(word, word) for word in re.findall(r"[a-z0-9]+", name.casefold())]
    if len(words) > 1 and words[0] in SOURCES:
        return f"{words[0]}/{'-'.join(words[1:])}"
    return "-".join(words)


def suggest(key: str) -> list[str]:
    """Return the ids that are nearest to a name, the nearest first; else those that mention it.

    >>> suggest("checkers")
    ['uw/example-checkers', 'greenwald/problem-4']
    """
    names = {id: id if "/" in key else id.partition("/")[2] for id in ENTRIES}
    near = difflib.get_close_matches(key, names.values(), NEAREST, cutoff=0.5)
    found = [id for one in near for id, short in names.items() if short == one]
    about = [entry.id for entry in ENTRIES.values() if mentions(entry, key)]
    return list(dict.fromkeys([*found, *about]))[:NEAREST]


def mentions(entry: LectureEntry, key: str) -> bool:
    """Do the name and the texts of an entry have all words of a key?"""
    text = f"{entry.id} {entry.title} {entry.section} {entry.says}".casefold()
    words = [word for word in re.split(r"[-/]", key) if word]
    return bool(words) and all(word in text for word in words)
