"""The text of a search as a reader wants it: the function itself, without the watch, the types and the docstring.

A search's text is its pseudocode; only the calls of the watch are ours. A listing is made from the source, so it cannot
differ from what runs, and it knows which of its lines each line of the source became.

>>> from zermelo.search.minimax import max_value
>>> print("\\n".join(listing(max_value.__code__).lines))
def max_value(game, s, me, depth):
    v = −∞
    for a in game.actions(s):
        v = max(v, value(game, game.result(s, a), me, depth - 1))
    return v
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from types import CodeType
from typing import Any

WATCH = "watch"

LETTERS = {"alpha": "α", "beta": "β", "INFINITY": "∞"}
"""Names that mathematics has letters for."""

KEPT = {"leaf": 0, "horizon": 0, "cut": 0, "leave": 0}
"""Calls of the watch that are worth their argument."""


@dataclass(frozen=True)
class Listing:
    """A function's name, the names of its arguments, its lines, and the line that each line of its file became."""

    name: str
    arguments: tuple[str, ...]
    lines: tuple[str, ...]
    places: dict[int, int] = field(repr=False)

    def place(self, line: int) -> int:
        """The listed line for a line of the file: that of the statement it belongs to, or of the one that runs after what was left out."""
        return self.places.get(line, 0)


@lru_cache(maxsize=256)
def listing(code: CodeType) -> Listing | None:
    """The listing of a function, by its code; None if its source is not at hand, or if it is there for the watch alone."""
    try:
        source, first = inspect.getsourcelines(code)
        function = ast.parse(textwrap.dedent("".join(source))).body[0]
    except (OSError, TypeError, SyntaxError, IndexError):
        return None
    if not isinstance(function, ast.FunctionDef):
        return None
    return _Writer(first - 1).written(function)


def letter(name: str) -> str:
    """A variable's name as listings write it.

    >>> letter("alpha"), letter("depth")
    ('α', 'depth')
    """
    return LETTERS.get(name, name)


class _Writer:
    """Writes statements one below the other, and notes where each came from."""

    def __init__(self, offset: int) -> None:
        self.offset = offset
        self.lines: list[str] = []
        self.places: dict[int, int] = {}

    def written(self, function: ast.FunctionDef) -> Listing | None:
        arguments = tuple(letter(a.arg) for a in function.args.args if a.arg not in (WATCH, "self"))
        body = (
            function.body[1:]
            if ast.get_docstring(function, clean=False) is not None
            else function.body
        )
        begun = next(
            (i for i, statement in enumerate(body) if not _is_for_the_watch(statement)), len(body)
        )
        head = (
            body[begun].lineno - 1 if begun < len(body) else function.end_lineno or function.lineno
        )
        self._line(
            f"def {function.name}({', '.join(arguments)}):", 0, function.lineno, head
        )  # that it is entered is told of its call
        self._block(body[begun:], 1)
        if len(self.lines) == 1:
            return None
        return Listing(function.name, arguments, tuple(self.lines), self.places)

    def _line(self, text: str, depth: int, first: int, last: int) -> None:
        self.lines.append("    " * depth + text)
        self._note(first, last)

    def _note(self, first: int, last: int, place: int | None = None) -> None:
        for line in range(first, last + 1):
            self.places[line + self.offset] = len(self.lines) - 1 if place is None else place

    def _block(self, statements: Sequence[ast.stmt], depth: int) -> None:
        """Statements one after the other. The watch belongs to the one that runs next; at the end of a block, to the one before."""
        before = len(self.lines) - 1
        left_out: list[ast.stmt] = []
        for statement in statements:
            if _is_for_the_watch(statement):
                left_out.append(statement)
                continue
            before = len(self.lines)
            self._note_all(left_out, before)
            left_out = []
            self._statement(statement, depth)
        self._note_all(left_out, before)

    def _note_all(self, statements: Sequence[ast.stmt], place: int) -> None:
        for statement in statements:
            self._note(statement.lineno, statement.end_lineno or statement.lineno, place)

    def _statement(self, statement: ast.stmt, depth: int) -> None:
        if isinstance(statement, ast.If):
            self._if(statement, depth, "if")
        elif isinstance(statement, ast.For):
            self._line(
                f"for {_bare(statement.target)} in {_text(statement.iter)}:",
                depth,
                *_lines(statement, statement.iter),
            )
            self._block(statement.body, depth + 1)
        elif isinstance(statement, ast.While):
            self._line(f"while {_text(statement.test)}:", depth, *_lines(statement, statement.test))
            self._block(statement.body, depth + 1)
        else:
            self._line(_text(statement), depth, *_lines(statement, statement))

    def _if(self, statement: ast.If, depth: int, word: str) -> None:
        head = len(self.lines)
        self._line(f"{word} {_text(statement.test)}:", depth, *_lines(statement, statement.test))
        self._block(statement.body, depth + 1)
        if all(map(_is_for_the_watch, statement.orelse)):
            self._note_all(statement.orelse, head)
        elif len(statement.orelse) == 1 and isinstance(statement.orelse[0], ast.If):
            self._if(statement.orelse[0], depth, "elif")
        else:
            self._line(
                "else:", depth, statement.orelse[0].lineno - 1, statement.orelse[0].lineno - 1
            )
            self._block(statement.orelse, depth + 1)


def _lines(statement: ast.stmt, end: ast.stmt | ast.expr) -> tuple[int, int]:
    """From where a statement begins to where a part of it ends."""
    return statement.lineno, end.end_lineno or statement.lineno


def _is_for_the_watch(statement: ast.stmt) -> bool:
    """Is a statement there for the watch alone: a call of it or with it, or a branch that holds nothing else?"""
    if isinstance(statement, ast.If):
        return all(map(_is_for_the_watch, statement.body)) and all(
            map(_is_for_the_watch, statement.orelse)
        )
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Call)
        and any(map(_is_watch, ast.walk(statement)))
    )


def _is_watch(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and node.id == WATCH


def _is_watch_call(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and _is_watch(node.func.value)
    )


def _text(node: ast.AST) -> str:
    return " ".join(ast.unparse(_Unwatched().visit(node)).replace("-∞", "−∞").split())


def _bare(node: ast.AST) -> str:
    """A tuple without its brackets."""
    return ", ".join(map(_text, node.elts)) if isinstance(node, ast.Tuple) else _text(node)


class _Unwatched(ast.NodeTransformer):
    """Takes the watch out of an expression, and writes the letters of mathematics."""

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        node.args = [a for a in node.args if not _is_watch(a)]
        if not _is_watch_call(node):
            return node
        assert isinstance(node.func, ast.Attribute)
        what = node.func.attr
        if what in KEPT:
            return node.args[KEPT[what]]
        if what == "mean":
            total, p, x = node.args[:3]
            return ast.BinOp(total, ast.Add(), ast.BinOp(p, ast.Mult(), x))
        return ast.Call(ast.Name(what), node.args[:2], [])

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        self.generic_visit(node)
        return ast.Attribute(node.value, letter(node.attr), node.ctx)

    def visit_keyword(self, node: ast.keyword) -> Any:
        self.generic_visit(node)
        return ast.keyword(letter(node.arg) if node.arg else None, node.value)

    def visit_Name(self, node: ast.Name) -> Any:
        return ast.Name(letter(node.id), node.ctx)
