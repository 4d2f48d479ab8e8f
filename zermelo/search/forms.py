"""Forms of a search: the published text, with the lines replaced that an option replaces.

The functions of a search file are the pseudocode and nothing else. What may vary is written down as
an `Edit`: a textual substitution, from one piece of the source to another. A form is the source
with its edits applied, compiled as a function of its own. It runs in both gears, and it is what the
stepper and ``zermelo code`` show. Edits that belong to one search are in its file (quiescence,
deepening, expectimax); those of several are here:

==================  ==========================================================================
`CUT_ON_MORE`       cut only when a bound is exceeded: ``v > beta`` for ``v >= beta``
`KNOWN_BOUNDS`      cut a node before its first successor where `bounds` puts it outside its window
`SORTED`            try the successors in the order of an object that is handed down
==================  ==========================================================================

>>> from zermelo.listing import listing
>>> from zermelo.search.alphabeta import max_value, min_value, value
>>> strict = derive((value, max_value, min_value), (CUT_ON_MORE,))[1]
>>> print("\\n".join(listing(strict.__code__).lines[3:6]))
        v = max(v, value(game, game.result(s, a), me, α, β, depth - 1))
        if v > β:
            return v
"""

from __future__ import annotations
import __future__

import inspect
import linecache
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

Text = Callable[..., Any]


@dataclass(frozen=True)
class Edit:
    """One variation of a text: each piece is replaced wherever it stands.

    `names` are functions that the new pieces call.
    """

    name: str
    pieces: tuple[tuple[str, str], ...]
    names: tuple[tuple[str, Text], ...] = ()


CUT_ON_MORE = Edit("cut on >", ((">= beta", "> beta"), ("<= alpha", "< alpha")))

KNOWN_BOUNDS = Edit(
    "cut by known bounds",
    (
        (
            "if game.player(s) == me:\n",
            """\
low, high = game.bounds_for(s, me)
    if high <= alpha:
        return watch.leave(watch.cut(high, alpha, beta, game, s), alpha, beta)
    if low >= beta:
        return watch.leave(watch.cut(low, alpha, beta, game, s), alpha, beta)
    if game.player(s) == me:
""",
        ),
    ),
)


def add_parameter(name: str) -> tuple[tuple[str, str], ...]:
    """The pieces that hand one more argument down, before the watch."""
    return (
        ("depth: int, watch", f"depth: int, {name}: Any, watch"),
        ("depth, watch", f"depth, {name}, watch"),
        ("depth - 1, watch", f"depth - 1, {name}, watch"),
    )


SORTED = Edit(
    "sorted successors",
    (*add_parameter("order"), ("game.actions(s)", "order.actions(game, s, me, depth)")),
)


@cache
def derive(texts: tuple[Text, ...], edits: tuple[Edit, ...]) -> tuple[Text, ...]:
    """The functions with the edits applied in order. They call each other, not the originals."""
    if not edits:
        return texts
    names = [dict(edit.names) for edit in edits]
    sources = [inspect.getsource(text) for text in texts]
    for edit in edits:
        sources = _apply(edit, sources)
    namespace = dict(texts[0].__globals__)
    for more in names:
        namespace.update(more)
    for text, source in zip(texts, sources, strict=True):
        _define(text, source, ", ".join(edit.name for edit in edits), namespace)
    return tuple(namespace[text.__name__] for text in texts)


def _apply(edit: Edit, sources: list[str]) -> list[str]:
    for old, new in edit.pieces:
        pattern = re.compile(re.escape(old).replace(r"\ ", r"\s+"))  # a formatter may break lines
        if not any(pattern.search(source) for source in sources):
            raise ValueError(f"{edit.name}: the text has no {old!r}")
        sources = [new.join(pattern.split(source)) for source in sources]
    return sources


def _define(text: Text, source: str, form: str, namespace: dict[str, Any]) -> None:
    """Define a function in a namespace. Its source is filed where debuggers and the gears look."""
    file = f"{text.__code__.co_filename} ({text.__name__}, {form})"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    flags = __future__.annotations.compiler_flag
    exec(compile(source, file, "exec", flags, dont_inherit=True), namespace)
