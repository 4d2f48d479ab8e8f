"""The text of a search as a reader wants it: without the watch, the types and the docstring.

A search's text is its pseudocode; only the calls of the watch are ours. A listing is made from the
source, so it cannot differ from what runs, and it knows which of its lines each line of the source
became. Comments that are step numbers of a lecture (``# 2(a)``) are kept.

A search without a depth limit needs no line about depth: ``listing(code, depth=False)`` leaves them
out, as the compiled gear does with everything that is constant.

>>> from zermelo.search.minimax import max_value
>>> print(listing(max_value.__code__, depth=False))
def max_value(game, s, me):
    v = −∞
    for a in game.actions(s):
        v = max(v, value(game, game.result(s, a), me))
    return v
"""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import dropwhile
from types import CodeType
from typing import Any

WATCH, DEPTH = "watch", "depth"

STEP = re.compile(r"\d+\.$|\d+\([a-z]\)+(\([a-z]\))?$|[ivx]+\.$")
"""A step of a lecture: 1. or 2(a) or ii."""

LETTERS = {"alpha": "α", "beta": "β", "INFINITY": "∞"}
"""Names that mathematics has letters for."""

KEPT = {"leaf": 0, "horizon": 0, "cut": 0, "leave": 0}
"""Calls of the watch that are worth their argument."""


@dataclass(frozen=True)
class Listing:
    """A function's name, arguments and lines, and the line that each line of its file became."""

    name: str
    arguments: tuple[str, ...]
    lines: tuple[str, ...]
    places: dict[int, int] = field(repr=False)

    def __str__(self) -> str:
        return "\n".join(self.lines)

    def place(self, line: int) -> int:
        """Return the listed line of the statement that a line of the file belongs to.

        For a call of the watch it is the statement that runs next.
        """
        return self.places.get(line, 0)


@lru_cache(maxsize=256)
def listing(code: CodeType, depth: bool = True) -> Listing | None:
    """The listing of a function, by its code, with or without a depth limit.

    None if the source is not available, or if the function exists for the watch alone.
    """
    try:
        source, first = inspect.getsourcelines(code)
        function = ast.parse(textwrap.dedent("".join(source))).body[0]
    except (OSError, TypeError, SyntaxError, IndexError):
        return None
    if not isinstance(function, ast.FunctionDef):
        return None
    left_out = {WATCH} if depth else {WATCH, DEPTH}
    return _Writer(first - 1, left_out, _find_steps(source)).write(function)


def _find_steps(source: Sequence[str]) -> dict[int, str]:
    """The comments that are step numbers, by line."""
    comments = (
        (i, line.rpartition("#")[2].strip()) for i, line in enumerate(source, 1) if "#" in line
    )
    return {i: comment for i, comment in comments if STEP.match(comment)}


def letter(name: str) -> str:
    """A variable's name as listings write it.

    >>> letter("alpha"), letter("depth")
    ('α', 'depth')
    """
    return LETTERS.get(name, name)


class _Writer:
    """Writes statements one below the other, and notes where each came from."""

    def __init__(self, offset: int, left_out: set[str], steps: dict[int, str]) -> None:
        self.offset, self.left_out, self.steps = offset, left_out, steps
        self.lines: list[str] = []
        self.places: dict[int, int] = {}

    def write(self, function: ast.FunctionDef) -> Listing | None:
        """Return the listing of a function; None if nothing but calls of the watch is in it."""
        arguments = tuple(
            letter(a.arg) for a in function.args.args if a.arg not in {"self", *self.left_out}
        )
        has_docstring = ast.get_docstring(function, clean=False) is not None
        body = function.body[1:] if has_docstring else function.body
        body = list(dropwhile(_is_for_the_watch, body))
        end = body[0].lineno - 1 if body else function.end_lineno or function.lineno
        # the calls of the watch at the beginning belong to the line with the name
        head = f"def {function.name}({', '.join(arguments)}):"
        self._write_line(head, 0, function.lineno, end)
        self._write_block(body, 1)
        if len(self.lines) == 1:
            return None
        return Listing(function.name, arguments, tuple(self.lines), self.places)

    def _write_line(self, text: str, depth: int, first: int, last: int) -> None:
        step = next((self.steps[i] for i in range(first, last + 1) if i in self.steps), "")
        self.lines.append("    " * depth + text + (f"  # {step}" if step else ""))
        self._note(first, last)

    def _note(self, first: int, last: int, place: int | None = None) -> None:
        for line in range(first, last + 1):
            self.places[line + self.offset] = len(self.lines) - 1 if place is None else place

    def _write_block(self, statements: Sequence[ast.stmt], depth: int) -> None:
        """Write statements one after the other.

        A call of the watch belongs to the statement that runs next; at the end of a block, to the
        one before.
        """
        before = len(self.lines) - 1
        left_out: list[ast.stmt] = []
        for statement in statements:
            if _is_for_the_watch(statement) or self._is_only_about_depth(statement):
                left_out.append(statement)
                continue
            before = len(self.lines)
            self._note_all(left_out, before)
            left_out = []
            self._write_statement(statement, depth)
        self._note_all(left_out, before)

    def _is_about_depth(self, statement: ast.stmt) -> bool:
        """Is it a branch for the horizon, in a search that has none?"""
        return (
            DEPTH in self.left_out
            and isinstance(statement, ast.If)
            and isinstance(statement.test, ast.Compare)
            and _is_name(statement.test.left, DEPTH)
        )

    def _is_only_about_depth(self, statement: ast.stmt) -> bool:
        return self._is_about_depth(statement) and not getattr(statement, "orelse", None)

    def _skip_depth(self, orelse: list[ast.stmt]) -> list[ast.stmt]:
        """What follows an if, without a branch for the horizon."""
        while len(orelse) == 1 and self._is_about_depth(orelse[0]):
            assert isinstance(orelse[0], ast.If)
            orelse = orelse[0].orelse
        return orelse

    def _note_all(self, statements: Sequence[ast.stmt], place: int) -> None:
        for statement in statements:
            self._note(statement.lineno, statement.end_lineno or statement.lineno, place)

    def _write_statement(self, statement: ast.stmt, depth: int) -> None:
        if isinstance(statement, ast.If):
            self._write_if(statement, depth, "if")
        elif isinstance(statement, ast.For):
            head = f"for {self._join(statement.target)} in {self._write_text(statement.iter)}:"
            self._write_line(head, depth, *_find_lines(statement, statement.iter))
            self._write_block(statement.body, depth + 1)
        elif isinstance(statement, ast.While):
            head = f"while {self._write_text(statement.test)}:"
            self._write_line(head, depth, *_find_lines(statement, statement.test))
            self._write_block(statement.body, depth + 1)
        else:
            self._write_line(self._write_text(statement), depth, *_find_lines(statement, statement))

    def _write_if(self, statement: ast.If, depth: int, word: str) -> None:
        first = len(self.lines)
        head = f"{word} {self._write_text(statement.test)}:"
        self._write_line(head, depth, *_find_lines(statement, statement.test))
        self._write_block(statement.body, depth + 1)
        orelse = self._skip_depth(statement.orelse)
        if all(map(_is_for_the_watch, orelse)):
            self._note_all(orelse, first)
        elif len(orelse) == 1 and isinstance(orelse[0], ast.If):
            self._write_if(orelse[0], depth, "elif")
        else:
            self._write_line("else:", depth, orelse[0].lineno - 1, orelse[0].lineno - 1)
            self._write_block(orelse, depth + 1)

    def _write_text(self, node: ast.AST) -> str:
        bare = _Bare(self.left_out).visit(node)
        return " ".join(ast.unparse(bare).replace("-∞", "−∞").split())

    def _join(self, node: ast.AST) -> str:
        """A tuple without its brackets."""
        if isinstance(node, ast.Tuple):
            return ", ".join(map(self._write_text, node.elts))
        return self._write_text(node)


def _find_lines(statement: ast.stmt, end: ast.stmt | ast.expr) -> tuple[int, int]:
    """From where a statement begins to where a part of it ends."""
    return statement.lineno, end.end_lineno or statement.lineno


def _is_for_the_watch(statement: ast.stmt) -> bool:
    """Is it a call of or with the watch, or a branch that holds nothing else?"""
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


def _is_name(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _remove_double_brackets(node: ast.Call) -> ast.expr:
    """A call of one generator expression, which needs no brackets of its own."""
    if len(node.args) == 1 and isinstance(node.args[0], ast.GeneratorExp) and not node.keywords:
        return ast.Name(f"{ast.unparse(node.func)}{ast.unparse(node.args[0])}")
    return node


class _Bare(ast.NodeTransformer):
    """Takes the watch and the depth out of an expression; writes the letters of mathematics."""

    def __init__(self, left_out: set[str]) -> None:
        self.left_out = left_out

    def visit_Call(self, node: ast.Call) -> Any:
        node.args = [a for a in node.args if not self._is_left_out(a)]
        self.generic_visit(node)
        if not _is_watch_call(node):
            return _remove_double_brackets(node)
        assert isinstance(node.func, ast.Attribute)
        what = node.func.attr
        if what in KEPT:
            return node.args[KEPT[what]]
        if what == "mean":
            total, p, x = node.args[:3]
            return ast.BinOp(total, ast.Add(), ast.BinOp(p, ast.Mult(), x))
        return ast.Call(ast.Name(what), node.args[:2], [])

    def _is_left_out(self, argument: ast.AST) -> bool:
        """Is it the watch, the depth, or the depth of a successor?"""
        if isinstance(argument, ast.BinOp) and isinstance(argument.right, ast.Constant):
            argument = argument.left
        return isinstance(argument, ast.Name) and argument.id in self.left_out

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        self.generic_visit(node)
        return ast.Attribute(node.value, letter(node.attr), node.ctx)

    def visit_keyword(self, node: ast.keyword) -> Any:
        self.generic_visit(node)
        return ast.keyword(letter(node.arg) if node.arg else None, node.value)

    def visit_Name(self, node: ast.Name) -> Any:
        return ast.Name(letter(node.id), node.ctx)
