"""The lecture's Tables 3, 6 and 8 in LaTeX: the rows of the text, as a plain tabular.

>>> from zermelo import search, tree
>>> trace = search.minimax_stack(tree.figure("figure-3"), trace=True).trace
>>> print(write_table(trace, "table3").splitlines()[5])
$B\\;C\\;A_{-\\infty}$ \\\\
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from zermelo.errors import BadTrace
from zermelo.formatting import format_number, format_signed
from zermelo.show.file import save
from zermelo.show.latex_text import escape_text, write_math
from zermelo.show.text import LONGEST_LETTER, list_stacks, text, write_nested
from zermelo.trace import Trace

DOCUMENT = r"""\documentclass[border=6pt]{standalone}
\usepackage{amsmath,amssymb}
\begin{document}
\begin{tabular}{l}
%s
\end{tabular}
\end{document}"""

INDENT = 1.6
"""The indentation of a nested call, in em."""

MARGIN = 3
"""Characters of indentation in the text, for each level."""

_LINE = re.compile(r"( *)(\S+) (.+?) : (.*)", re.DOTALL)
_CALL = re.compile(r"(.*\{.*?, )([^\W\d]\w*)\((.*)_(.+), (\S+), (\S+)\)\}", re.DOTALL)
_RULE = re.compile(r"(max|min)(?=\\\{)")


def write_table(trace: Trace, form: str) -> str:
    """Return a trace in one of the lecture's forms, `table3` or `nested`, as a LaTeX document."""
    if form not in ROWS:
        raise BadTrace(f"{form} has no LaTeX form; forms with one: {' '.join(ROWS)}")
    return DOCUMENT % "\n".join(rf"{row} \\" for row in ROWS[form](trace))


def write_file(trace: Trace, form: str, path: str | Path) -> Path:
    """Write a form of a trace to a file: LaTeX (.tex) or text (.txt)."""
    makers: dict[str, Callable[[Trace], str]] = {
        ".tex": lambda trace: write_table(trace, form),
        ".txt": lambda trace: text(trace, form),
    }
    return save(trace, path, makers)


# ---------------------------------------------------------------------- Table 3


def _list_stack_rows(trace: Trace) -> Iterator[str]:
    for row in list_stacks(trace):
        is_short = all(len(label) <= LONGEST_LETTER for label, *_ in row)
        between = r"\;" if is_short else r"\;|\;"
        yield f"${between.join(_write_node(*node) for node in row)}$"


def _write_node(label: str, *values: float | None) -> str:
    """Return a label with its value, or its window, as a subscript."""
    known = [v for v in values if v is not None]
    name = _write_formula(label) if len(label) <= LONGEST_LETTER else _write_words(label)
    if not known:
        return name
    numbers = [format_signed(known[0])] if len(known) == 1 else map(format_number, known)
    words = ",".join(_write_formula(number) for number in numbers)
    return f"{name}_{{{words if len(known) == 1 else f'[{words}]'}}}"


# ---------------------------------------------------------------------- Tables 6 and 8


def _list_call_rows(trace: Trace) -> Iterator[str]:
    for line in write_nested(trace):
        found = _LINE.fullmatch(line)
        assert found is not None
        margin, numeral, label, statement = found.groups()
        space = INDENT * (len(margin) // MARGIN)
        indent = rf"\hspace*{{{space:g}em}}" if space else ""
        yield f"{indent}{escape_text(numeral)} ${_write_formula(label)}:\\ {_write(statement)}$"


def _write(statement: str) -> str:
    """Return a call, an update or a return as a formula."""
    if statement.startswith("return "):
        return r"\mbox{return }" + _write_formula(statement.removeprefix("return "))
    found = _CALL.fullmatch(statement)
    if found is None:
        return _write_formula(statement)
    before, function, game, node, low, high = found.groups()
    window = ", ".join(map(_write_formula, (low, high)))
    subgame = f"{_write_words(game)}_{{{_write_formula(node)}}}"
    return f"{_write_formula(before)}{_write_words(function)}({subgame}, {window})\\}}"


def _write_formula(words: str) -> str:
    """Return a formula without its dollars."""
    return _RULE.sub(r"\\\1", write_math(words)[1:-1]).strip()


def _write_words(words: str) -> str:
    """Return words inside a formula; Greek letters are part of it."""
    parts = re.findall(r"[αβ]+|[^αβ]+", words)
    return "".join(
        _write_formula(part) + " " if part[0] in "αβ" else rf"\mbox{{{escape_text(part)}}}"
        for part in parts
    )


ROWS: dict[str, Callable[[Trace], Iterator[str]]] = {
    "table3": _list_stack_rows,
    "nested": _list_call_rows,
}
"""The rows of a form in LaTeX, by the name that the command uses."""
