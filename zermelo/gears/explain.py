"""What Numba says, for people: one line with the author's file and line, and what is wrong."""

from __future__ import annotations

import re

from zermelo.errors import is_own, short_path
from zermelo.gears.unit import Unit

REASONS: tuple[tuple[str, str], ...] = (
    (
        r"list\(undefined\)",
        "an empty list has no type: yield the actions instead, or build the list in one place",
    ),
    (
        r"getitem\(\w*Tuple\([^)]*\), slice",
        "a tuple can be sliced by constants only: to change one cell use put(cells, i, x)",
    ),
    (
        r"getitem\((?:Literal\[int\]\(-?\d+\)|int), |contains\((?:array\([^)]*\)|int), int\)"
        r"|getiter\(int\)|static_getitem\(int, ",
        "a text of the state is taken apart here: keep a tuple of its letters in the state, "
        "such as tuple('...')",
    ),
    (
        r"[Cc]annot unify (.+?) and (.+?) for '(\w+?)(?:\.\d+)?'",
        r"\3 is sometimes \1 and sometimes \2: give it one type",
    ),
    (
        r"[Cc]annot unify (.+?) and (.+?) for '\$",
        r"a value is sometimes \1 and sometimes \2: give it one type",
    ),
    (
        r"[Cc]an't unify return type from the following types: ([^\n]+)",
        r"it returns values of different types (\1): return one type",
    ),
    (
        r"tuple index out of range",
        "a tuple has fewer items than are taken out of it here: keep tuples at one length",
    ),
    (
        r"Unknown attribute '(\w+)' of type ([^\n]+)",
        r"there is no attribute \1 that can be compiled: use fields of the state, ints and tuples",
    ),
    (
        r"Static getitem[^\n]*|getitem\(Tuple[^\n]*",
        "a tuple of mixed types cannot be indexed by a variable: keep one type in it",
    ),
    (
        r"No implementation of function Function\(<built-in function setitem>[^\n]*",
        "a list that was made in another function is changed here: copy it first under another"
        " name, cells = list(found)",
    ),
    (
        r"No implementation of function Function\(<(?:built-in )?function (\w+)[^\n]*",
        r"\1 of these types cannot be compiled: use numbers and tuples of one type",
    ),
    (
        r"No implementation of function Function\(<class '(\w+)'>\)[^\n]*",
        r"\1(…) of these types cannot be compiled: use numbers and tuples of one type",
    ),
    (r"[Uu]nsupported[^\n]*", r"\g<0>: write it with loops, numbers and tuples"),
    (
        r"Untyped global name '?(\w+)'?[^\n]*",
        r"\1 is of a kind that cannot be compiled: use numbers, tuples and functions",
    ),
    (
        r"functions that call each other pass[^\n]*",
        "a value comes back as another type than it was given: keep every number of one type",
    ),
    (r"Invalid use of ([^\n]+)", r"invalid use of \1: use numbers and tuples of one type"),
)
"""What Numba's messages mean: a pattern, and the words for people."""


def explain(error: Exception, unit: Unit) -> str:
    """One line: the author's file and line, and what is wrong there."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    spots = re.findall(r'rules\.py", line (\d+)|rules\.py \((\d+)\)', text)
    lines = [line for line in (unit.author_line(int(a or b)) for a, b in spots) if line is not None]
    theirs = next((line for line in lines if not is_own(line[0])), None)
    file = next((file for file, _ in unit.lines.values() if not is_own(file)), None)
    if theirs is None and file is not None:
        # the package's text cannot handle what the author's text returns
        return f"{find_rule(text, unit) or short_path(file)}: {find_reason(text)}"
    where = theirs or next(iter(lines), None)
    place = f"{short_path(where[0])}:{where[1]}" if where else unit.search.__qualname__
    return f"{place}: {find_reason(text)}"


def find_rule(text: str, unit: Unit) -> str:
    """The first of the author's functions in a message of Numba, as file:line; "" if none is."""
    for name in re.findall(r"\bz_\w+", text):
        file, line = unit.places.get(name, ("", 0))
        if file and not is_own(file):
            return f"{short_path(file)}:{line}"
    return ""


def find_reason(text: str) -> str:
    """What a message of Numba means for the author."""
    text = re.sub(r"Literal\[(\w+)\]\([^)]*\)", r"\1", text)
    text = text.replace("int64", "int").replace("float64", "float")
    for pattern, words in REASONS:
        if match := re.search(pattern, text):
            return match.expand(words).strip(" .")
    useful = [
        line.strip()
        for line in text.splitlines()
        if line.strip() and not re.search(r"Failed in|rules\.py|^def |<source", line)
    ]
    return useful[0] if useful else "this cannot be compiled: use numbers and tuples of one type"
