"""`docs/lectures.md`, written from the table: `zermelo lecture --markdown`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import quote

from zermelo.lectures.entry import LectureEntry, LectureFact, LectureSource, format_fact
from zermelo.lectures.links import STUDIO
from zermelo.lectures.pictures import list_pictures
from zermelo.lectures.table import ENTRIES, SOURCES, list_section, list_source

READABLE = "#/?=&:,~+%"
"""Characters of a link that need no escape in Markdown; % begins one that is there already."""

FOLDER = "pictures/lectures"
"""The pictures of the page: `zermelo lecture --pictures docs/pictures/lectures`."""

INTRODUCTION = """\
# lectures: every item of the notes

<!-- written by `zermelo lecture --markdown`; edit zermelo/lectures/ instead -->

Each definition, table, figure, example, problem, quiz and demonstration of the four sources, in
their order: what the notes say, how it is computed from Python, the command that shows it, the one
that draws it, and the link that opens it in the [studio](studio.md), which must run
(`zermelo studio`). The studio's view Lectures has the same list.

| command | |
|---|---|
| `zermelo lecture` | lists all {count} entries; `zermelo lecture cs188` those of one source |
| `zermelo lecture greenwald/table-8` | runs one: what the notes say, what comes out, and the \
output of its commands |
| `zermelo lecture greenwald/table-8 -o FILE` | draws its picture; Tables 3, 6 \
and 8 as tables with `.tex` |
| `zermelo lecture --pictures FOLDER` | draws all pictures of this page |
| `zermelo lecture --check` | runs all, and compares each with the numbers in the notes; exit \
code 1 if one differs |
| `--json` | writes the list, the entry or the check as JSON |

```python
>>> from zermelo.lectures import check_entry, find_entry
>>> entry = find_entry("greenwald/figure-3")
>>> entry.says
'{example}'
>>> all(one.agrees for one in check_entry(entry))
True

```

An entry is one literal in `greenwald.py`, `aima.py`, `cs188.py` or `uw.py` of `zermelo/lectures/`:
its Python text runs first, and each fact is an expression over its names. Where the notes have a
picture without a text, or leave something open, the entry says so in parentheses; facts that follow
from the notes, or belong to an example of our own, are marked as not printed.
"""


def write_page() -> str:
    """Return the text of `docs/lectures.md`."""
    example = ENTRIES["greenwald/figure-3"].says
    parts = [INTRODUCTION.format(count=len(ENTRIES), example=example), _write_contents()]
    for source in SOURCES.values():
        parts.extend(_list_blocks(source))
    return "\n".join(parts)


def _write_contents() -> str:
    rows = ["| source | entries | named |", "|---|---|---|"]
    for source in SOURCES.values():
        link = f"[{source.title}](#{_make_anchor(source.title)}), {source.credit}"
        rows.append(f"| {link} | {len(list_source(source.name))} | `{source.name}/…` |")
    return "\n".join([*rows, ""])


def _make_anchor(title: str) -> str:
    """Return the anchor of a heading, as Markdown viewers make it."""
    return re.sub(r"[^\w\- ]", "", title.casefold()).replace(" ", "-")


def _list_blocks(source: LectureSource) -> Iterator[str]:
    yield f"## {source.title}\n"
    for section, entries in list_section(source.name).items():
        yield f"### {section}\n"
        yield from map(_write_entry, entries)


def _write_entry(entry: LectureEntry) -> str:
    lines = [
        f"#### {entry.title}\n",
        f"`{entry.id}` · {entry.says}\n",
        *_write_image(entry),
        *(f"- {_write_fact(fact)}" for fact in entry.facts),
        "",
        f"```python\n{entry.code}\n```\n",
        *(f"- run: `{command}`" for command in entry.commands),
    ]
    if entry.picture:
        lines.append(f"- picture: `{entry.picture}`")
    if entry.link:
        lines.append(f"- studio: [`{entry.link}`]({STUDIO}{quote(entry.link, safe=READABLE)})")
    return "\n".join([*lines, ""])


def _write_image(entry: LectureEntry) -> Iterator[str]:
    file = list_pictures().get(entry.id)
    if file is not None:
        words = re.sub(r"[\[\]]", "", entry.title)
        yield f"![{words}]({FOLDER}/{file})\n"


def _write_fact(fact: LectureFact) -> str:
    words = "" if fact.is_printed else " (not printed)"
    return f"{fact.about}: **{format_fact(fact.expected)}**{words}"
