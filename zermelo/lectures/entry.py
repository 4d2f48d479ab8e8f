"""One item of the notes as a value: what they say, and how it is computed and shown here.

An entry is plain data. Its Python text runs first; each fact is an expression over the names that
the text leaves behind. So what the page shows is what the check runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from inspect import cleandoc
from typing import Any, NamedTuple

from zermelo.formatting import format_number

KINDS = (
    "definition",
    "table",
    "figure",
    "example",
    "exercise",
    "problem",
    "quiz",
    "demo",
    "algorithm",
    "statement",
)
"""What an item can be: the first word of its name."""

LONGEST_LIST = 12
"""A longer list is counted, not written out."""


class LectureFact(NamedTuple):
    """A number, word or table that the notes print, and the expression that must give it.

    >>> print(LectureFact("value", "result.value", -1))
    value: the notes say −1
    """

    about: str
    expression: str
    expected: Any
    is_printed: bool = True

    def __str__(self) -> str:
        words = "the notes say" if self.is_printed else "expected"
        return f"{self.about}: {words} {format_fact(self.expected)}"


def derive_fact(about: str, expression: str, expected: Any) -> LectureFact:
    """Return a fact that the notes do not print: it follows from them, or the example is our own.

    >>> print(derive_fact("nodes", "result.nodes", 15))
    nodes: expected 15
    """
    return LectureFact(about, expression, expected, is_printed=False)


@dataclass(frozen=True)
class LectureSource:
    """One of the four sources: its short name, its title, and whose or of when it is."""

    name: str
    title: str
    credit: str


@dataclass(frozen=True)
class LectureEntry:
    """A definition, table, figure, example, problem, quiz or demonstration of the notes.

    ============  ===========================================================================
    `id`          the source and the name, as greenwald/table-8; the name begins with its kind
    `title`       as the notes call it
    `section`     the section of the notes, or the title of the slide
    `says`        what the notes say of it, in a sentence or two
    `python`      how it is computed from Python
    `facts`       what the notes print, or what follows, each as an expression over the names
                  of `python`
    `commands`    the commands that show it in the terminal
    `picture`     the command that draws it, if there is a picture
    `link`        where the studio shows it: the part of the address after its page
    ============  ===========================================================================
    """

    id: str
    title: str
    section: str
    says: str
    python: str
    facts: tuple[LectureFact, ...]
    commands: tuple[str, ...]
    picture: str = ""
    link: str = ""

    @property
    def source(self) -> str:
        """The short name of the source."""
        return self.id.partition("/")[0]

    @property
    def kind(self) -> str:
        """One of the `KINDS`."""
        return self.id.partition("/")[2].partition("-")[0]

    @property
    def code(self) -> str:
        """The Python text without the margin that it has in the table."""
        return cleandoc(self.python)

    def __str__(self) -> str:
        return f"{self.id}  {self.title}"

    def to_dict(self) -> dict[str, Any]:
        """Return the entry as a dict for JSON."""
        return {
            "id": self.id,
            "kind": self.kind,
            "source": self.source,
            "section": self.section,
            "title": self.title,
            "says": self.says,
            "facts": [
                {
                    "about": fact.about,
                    "expression": fact.expression,
                    "expected": format_fact(fact.expected),
                    "printed": fact.is_printed,
                }
                for fact in self.facts
            ],
            "python": self.code,
            "commands": list(self.commands),
            "picture": self.picture,
            "link": self.link,
        }


def format_fact(value: Any) -> str:
    """Return a value of the notes, or a computed one, as people write it.

    >>> format_fact(-0.5), format_fact(True), format_fact({"a1": 3.0, "a2": 2})
    ('−½', 'yes', 'a1 3, a2 2')
    >>> format_fact(["J", "F", "H"]), format_fact([(1, 2, 6), (1, 5, 2)]), format_fact(["A"] * 30)
    ('J, F, H', '(1, 2, 6), (1, 5, 2)', '30 lines')
    """
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "none"}[value]
    if isinstance(value, int | float):
        return format_number(value)
    if isinstance(value, dict):
        return ", ".join(f"{key} {_format_part(part)}" for key, part in value.items()) or "none"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return _format_list(value)
    return str(value)


def _format_list(values: Sequence[Any]) -> str:
    if len(values) > LONGEST_LIST:
        return f"{len(values)} lines"
    return ", ".join(map(_format_part, values)) or "none"


def _format_part(value: Any) -> str:
    """Return a value inside another one: lists get parentheses."""
    text = format_fact(value)
    return f"({text})" if isinstance(value, dict | list | tuple) else text
