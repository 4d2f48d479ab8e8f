"""`match` as `if`: what each pattern asks, and what it names."""

from __future__ import annotations

import ast
import copy
from dataclasses import dataclass, field
from typing import Any

from zermelo.gears.syntax import load, use


@dataclass
class MatchCase:
    """A pattern as tests on the subject, and the names that it gives to parts of it."""

    tests: list[ast.expr] = field(default_factory=list)
    names: dict[str, ast.expr] = field(default_factory=dict)

    @property
    def test(self) -> ast.expr:
        """All tests as one expression."""
        if not self.tests:
            return ast.Constant(True)
        return self.tests[0] if len(self.tests) == 1 else ast.BoolOp(ast.And(), self.tests)


def write_cases(subject: ast.expr, cases: list[ast.match_case]) -> list[ast.stmt]:
    """The cases of a match as one chain of if and elif."""
    rest: list[ast.stmt] = []
    for case in reversed(cases):
        read = MatchCase()
        read_pattern(case.pattern, subject, read)
        if case.guard is not None:
            read.tests.append(PutNames(read.names).visit(copy.deepcopy(case.guard)))
        naming: list[ast.stmt] = [
            ast.Assign([ast.Name(name, ast.Store())], copy.deepcopy(value))
            for name, value in read.names.items()
        ]
        body = [*naming, *case.body]
        rest = [ast.If(read.test, body, rest)] if read.tests else body
    return rest


def read_pattern(pattern: ast.pattern, subject: ast.expr, case: MatchCase) -> None:
    """Add what a pattern asks of a subject, and what it names."""
    if isinstance(pattern, ast.MatchValue):
        case.tests.append(compare(subject, ast.Eq(), pattern.value))
    elif isinstance(pattern, ast.MatchSingleton):
        op = ast.Is() if pattern.value is None else ast.Eq()
        case.tests.append(compare(subject, op, ast.Constant(pattern.value)))
    elif isinstance(pattern, ast.MatchOr):
        case.tests.append(any_of(pattern, subject))
    elif isinstance(pattern, ast.MatchAs):
        if pattern.pattern is not None:
            read_pattern(pattern.pattern, subject, case)
        if pattern.name is not None:
            case.names[pattern.name] = subject
    elif isinstance(pattern, ast.MatchSequence):
        read_sequence(pattern, subject, case)
    elif isinstance(pattern, ast.MatchClass):
        read_class(pattern, subject, case)
    else:
        case.tests.append(use("refuse_pattern", copy.deepcopy(subject)))


def any_of(pattern: ast.MatchOr, subject: ast.expr) -> ast.expr:
    """One of several patterns; none of them may name anything."""
    tests = []
    for part in pattern.patterns:
        inner = MatchCase()
        read_pattern(part, subject, inner)
        if inner.names:
            return use("refuse_pattern", copy.deepcopy(subject))
        tests.append(inner.test)
    return ast.BoolOp(ast.Or(), tests)


def read_sequence(pattern: ast.MatchSequence, subject: ast.expr, case: MatchCase) -> None:
    """A pattern of items: ``(0, x)``."""
    if any(isinstance(part, ast.MatchStar) for part in pattern.patterns):
        case.tests.append(use("refuse_pattern", copy.deepcopy(subject)))
        return
    length = len(pattern.patterns)
    if isinstance(subject, ast.Tuple):
        if len(subject.elts) != length:
            case.tests.append(ast.Constant(False))
            return
        parts: list[ast.expr] = subject.elts
    else:
        size = ast.Call(load("len"), [copy.deepcopy(subject)], [])
        case.tests.append(compare(size, ast.Eq(), ast.Constant(length)))
        parts = [
            ast.Subscript(copy.deepcopy(subject), ast.Constant(i), ast.Load())
            for i in range(length)
        ]
    for inner, part in zip(pattern.patterns, parts, strict=True):
        read_pattern(inner, part, case)


WHOLE = frozenset({"bool", "float", "int", "str", "tuple"})
"""Types of which ``int(x)`` matches the whole value."""


def read_class(pattern: ast.MatchClass, subject: ast.expr, case: MatchCase) -> None:
    """A pattern of fields: ``Move(piece, to=9)``."""
    case.tests.append(use("is_a", copy.deepcopy(subject), copy.deepcopy(pattern.cls)))
    if isinstance(pattern.cls, ast.Name) and pattern.cls.id in WHOLE:
        for inner in pattern.patterns:
            read_pattern(inner, subject, case)
        return
    for i, inner in enumerate(pattern.patterns):
        part = ast.Subscript(copy.deepcopy(subject), ast.Constant(i), ast.Load())
        read_pattern(inner, part, case)
    for name, inner in zip(pattern.kwd_attrs, pattern.kwd_patterns, strict=True):
        read_pattern(inner, ast.Attribute(copy.deepcopy(subject), name, ast.Load()), case)


def compare(left: ast.expr, op: ast.cmpop, right: ast.expr) -> ast.Compare:
    """left op right"""
    return ast.Compare(copy.deepcopy(left), [op], [copy.deepcopy(right)])


class PutNames(ast.NodeTransformer):
    """Puts the parts of a subject in place of the names that a pattern gives them."""

    def __init__(self, names: dict[str, ast.expr]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> Any:
        part = self.names.get(node.id)
        return node if part is None else copy.deepcopy(part)
