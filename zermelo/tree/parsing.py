"""A tree from the text of a command line, or from a JSON file."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import Any

from zermelo.errors import BadTree
from zermelo.tree.explicit import Tree
from zermelo.tree.figures import FIGURES, figure
from zermelo.tree.random_trees import random_tree, read_options

MESSAGES = {
    "Expecting value": "a number or a list should stand there",
    "Expecting ',' delimiter": "a comma is missing, or a closing bracket",
    "Extra data": "the tree has ended there: is there a bracket too many?",
    "Expecting property name enclosed in double quotes": (
        'a word like "children" should stand there, in double quotes'
    ),
    "Expecting ':' delimiter": "a colon is missing",
}
"""The messages of the JSON parser, in words about trees."""

CONTEXT = 12
"""The number of characters that a message shows before an error."""


def read(text: str) -> Tree:
    """The tree of a command line's ``tree:…``: a figure, ``random,…``, a literal, or a file.

    >>> read("[[1, 2], 3]")
    <tree: 5 nodes, 2 players>
    """
    text = text.strip()
    if text[:1] in ("[", "{", "(") or re.fullmatch(r"-?\d+(\.\d+)?", text):
        return Tree(_parse(text, "the literal"), "tree")
    if text in FIGURES or not text:
        return figure(text)
    if text.split(",")[0] == "random":
        return random_tree(**read_options(text.split(",")[1:]))
    path = Path(text).expanduser()
    if path.suffix == ".json" or path.exists():
        return from_file(path)
    return figure(text)


def from_file(path: str | Path) -> Tree:
    """The tree of a JSON file."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadTree(f"{path}: {getattr(error, 'strerror', None) or 'it is not text'}") from None
    return Tree(_parse(text, str(path)), f"tree:{path}")


def _parse(text: str, what: str) -> Any:
    """A literal from JSON, or from Python with tuples for vectors."""
    try:
        return _restore_vectors(json.loads(text))
    except ValueError as error:
        try:
            return ast.literal_eval(text)
        except (ValueError, SyntaxError, MemoryError, RecursionError) as other:
            bad = BadTree(f"{what} is not a tree: {_explain(text, error, other)}")
            bad.column = _find_column(text, error, other)
            raise bad from None
    except RecursionError:
        raise BadTree(f"{what} is nested too deeply") from None


def _explain(text: str, error: ValueError, other: BaseException) -> str:
    """Where the text is wrong: as Python reads it if it has tuples, else as JSON."""
    if _is_python(text) and isinstance(other, SyntaxError) and other.offset is not None:
        return f"character {other.offset}: {other.msg}"
    return _explain_json(text, error)


def _is_python(text: str) -> bool:
    return "(" in text and text.lstrip()[:1] in ("[", "{", "(")


def _find_column(text: str, error: ValueError, other: BaseException) -> int | None:
    """Return the character at which the text is wrong, from 1 on; None if it is not known.

    >>> try:
    ...     read("[[3, 12], , 4]")
    ... except BadTree as error:
    ...     error.column
    11
    """
    if _is_python(text) and isinstance(other, SyntaxError):
        return other.offset
    return error.pos + 1 if isinstance(error, json.JSONDecodeError) else None


def _explain_json(text: str, error: ValueError) -> str:
    """Where the JSON of a text is wrong, in words.

    >>> for text in ("[[3, 12], , 4]", "[[3, 12], [2, 4]", "[3, 4]]"):
    ...     try:
    ...         json.loads(text)
    ...     except ValueError as error:
    ...         print(_explain_json(text, error))
    after "[[3, 12], " comes ",", character 11: a number or a list should stand there
    it ends after "12], [2, 4]": a comma is missing, or a closing bracket
    after "[3, 4]" comes "]", character 7: the tree has ended there: is there a bracket too many?
    """
    if not isinstance(error, json.JSONDecodeError):
        return str(error)
    before = re.sub(r"\s+", " ", text[max(error.pos - CONTEXT, 0) : error.pos])
    here = text[error.pos : error.pos + 1]
    meaning = MESSAGES.get(error.msg, error.msg)
    if error.msg == "Expecting value":
        meaning = _explain_word(text[error.pos :]) or meaning
    if not here:
        return f'it ends after "{before.strip()}": {meaning}'
    if not before:
        return f'it begins with "{here}": {meaning}'
    return f'after "{before}" comes "{here}", character {error.pos + 1}: {meaning}'


def _explain_word(text: str) -> str:
    """How to write the word that a text begins with: an unknown leaf has quotes. Else nothing.

    >>> print(_explain_word("x, 4]"))
    a leaf that is not known is written "x", with its quotes (in a shell: 'tree:[[3,"x"],2]')
    """
    found = re.match(r"[^\W\d_]\w*", text)
    if found is None:
        return ""
    shell = f"in a shell: 'tree:[[3,\"{found[0]}\"],2]'"
    return f'a leaf that is not known is written "{found[0]}", with its quotes ({shell})'


def _restore_vectors(x: Any) -> Any:
    """JSON with tuples for vectors: those are {"value": [1, 2, 6]}, or an estimate like it."""
    if isinstance(x, list):
        return [_restore_vectors(y) for y in x]
    if not isinstance(x, dict):
        return x
    return {
        key: tuple(y)
        if key in ("value", "estimate") and isinstance(y, list)
        else _restore_vectors(y)
        for key, y in x.items()
    }
