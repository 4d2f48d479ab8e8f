"""Actions that are texts: what a rule takes out of one, and how it writes one.

Machine code has a number for each word. All words that actions are made of are known, so an
expression that takes one apart, such as ``NAMES.index(a.split()[1])``, is worked out for each of
them: machine code looks the answer up in a table. A text that is put together, such as
``f"shoot {NAMES[p]}"``, is looked up by the parts that are filled in.
"""

from __future__ import annotations

import ast
import builtins
import copy
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Any

from zermelo.gears.known import Known
from zermelo.gears.nodes import walk
from zermelo.gears.statics import is_number
from zermelo.gears.syntax import call, load
from zermelo.symbols import find_code, is_symbol

TEXT_METHODS = frozenset({
    "split", "rsplit", "partition", "rpartition", "strip", "lstrip", "rstrip", "lower", "upper",
    "title", "capitalize", "startswith", "endswith", "removeprefix", "removesuffix", "isdigit",
    "isalpha", "isupper", "islower", "find", "replace", "encode", "join", "format",
})  # fmt: skip
"""Methods of strings."""

OPENERS = frozenset({"int", "len", "ord", "list", "tuple", "map", "sorted", "reversed", "set"})
"""Builtins that take a text apart."""

MOST_KEYS = 3
"""A text is put together of at most this many parts that are not known."""


class Texts(Known):
    """Rewrites what takes texts apart, and what puts them together."""

    def find_texts(self, taken: str) -> None:
        """Find the variables that hold texts, and those that hold parts of them.

        `taken` is the parameter that is an action, if all actions are texts.
        """
        self.texts = {taken} if taken else set()
        self.parts: dict[str, ast.expr] = {}
        if not self.draft.words:
            return
        nodes = [part for statement in self.node.body for part in walk(statement)]
        for node in nodes:
            owner = find_opened(node)
            if owner is not None and owner in self.locals and owner not in self.bound:
                self.texts.add(owner)
        self.find_parts(nodes)

    def find_parts(self, nodes: list[ast.AST]) -> None:
        """Find the variables that are assigned once, to something out of a text."""
        stores = [
            n.id for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)
        ]
        self.texts -= {name for name in self.texts if name in stores}
        for node in nodes:
            if not isinstance(node, ast.Assign) or len(node.targets) != 1:
                continue
            if self.find_text(node.value) is None:
                continue
            for name, value in list_targets(node.targets[0], node.value):
                if stores.count(name) == 1:
                    self.parts[name] = self.put_parts(value)

    def is_part(self, target: ast.expr) -> bool:
        """Is everything that is assigned here worked out where it is used?"""
        names = [part.id for part in walk(target) if isinstance(part, ast.Name)]
        return bool(names) and all(name in self.parts for name in names)

    def put_parts(self, node: ast.expr) -> ast.expr:
        """An expression with variables that hold parts of texts written out."""
        return PutParts(self.parts).visit(copy.deepcopy(node))  # type: ignore[no-any-return]

    def find_text(self, node: ast.expr) -> str | None:
        """The one text that an expression takes apart, if everything else in it is known."""
        if not self.texts:
            return None
        whole = self.put_parts(node)
        inner = {n.id for n in walk(whole) if isinstance(n, ast.Name) and is_stored(n)}
        used = {n.id for n in walk(whole) if isinstance(n, ast.Name)} - inner
        unknown = {name for name in used if name in self.locals and name not in self.bound}
        if len(unknown) != 1 or not unknown <= self.texts:
            return None
        (name,) = unknown
        return name if any(opens(part, name) for part in walk(whole)) else None

    def visit(self, node: ast.AST) -> Any:
        if self.texts and isinstance(node, ast.expr) and not isinstance(node, ast.Slice):
            is_read = isinstance(getattr(node, "ctx", ast.Load()), ast.Load)
            if is_read and (name := self.find_text(node)) is not None:
                return ast.copy_location(self.look_up(node, name), node)
        return super().visit(node)

    # ------------------------------------------------------------------ taken apart

    def unpack_text(self, node: ast.Assign) -> ast.expr | None:
        """What is unpacked in ``r, c = a.split()``; None, if it is not a text."""
        target = node.targets[0]
        if not isinstance(target, ast.Tuple | ast.List):
            return None
        name = self.find_text(node.value)
        return None if name is None else self.look_up(node.value, name, len(target.elts))

    def look_up(self, node: ast.expr, name: str, count: int = -1) -> ast.expr:
        """The value of an expression for the word that a variable holds, out of a table.

        If it is unpacked, `count` is the number of items: other words do not come there.
        """
        values = self.work_out(node, name)
        if count >= 0:
            values = {w: x for w, x in values.items() if isinstance(x, tuple) and len(x) == count}
        lengths = {len(x) if isinstance(x, tuple) else -1 for x in values.values()}
        if not values or len(lengths) > 1 or not all(map(is_held, values.values())):
            self.fail(
                node,
                f"{ast.unparse(node)} gives no number, word or tuple of one length for each of the "
                "words of actions: take single parts out of them",
            )
        codes = self.draft.row(tuple(map(find_code, values)))
        assert codes is not None
        at = call("require_key", call("find_number", load(codes), self.number_of(load(name))))
        length = lengths.pop()
        if length < 0:
            row = self.draft.row(tuple(values.values()))
            return ast.Subscript(load(row or ""), at, ast.Load())
        table = self.draft.table(tuple(values.values()))
        return ast.Call(load(self.draft.row_builder(table or "", length)), [at], [])

    def work_out(self, node: ast.expr, name: str) -> dict[str, Any]:
        """The value of an expression for each word for which it has one."""
        whole = ast.Expression(self.put_parts(node))
        code = compile(ast.fix_missing_locations(whole), "<text>", "eval")
        scope = {known: cell.cell_contents for known, cell in self.cells.items()}
        scope |= {known: static.value for known, static in self.bound.items()}
        names = {"__builtins__": builtins, **self.function.__globals__, **scope}
        inner = {n.id for n in walk(whole) if isinstance(n, ast.Name) and is_stored(n)}
        for part in walk(whole):  # what else was looked at is a fact, too
            if isinstance(part, ast.Name) and part.id not in {name, *self.locals, *inner}:
                self.static(part)
        values = {}
        for word in self.draft.words:
            if isinstance(word, str):
                try:
                    value = eval(code, {**names, name: word})
                except Exception:  # this word has no such part: the rule does not ask for it
                    continue
                values[word] = tuple(value) if isinstance(value, list | map) else value
        return values

    def int_of(self, x: ast.expr) -> ast.expr | None:
        """int(x), where x may be a word that is part of a text; None, if no text has digits."""
        numbers = list_numbers(x for x in self.draft.words if isinstance(x, str))
        if not numbers or not self.is_authors:
            return None
        codes = self.draft.row(tuple(map(find_code, numbers)))
        values = self.draft.row(tuple(numbers.values()))
        return call("int_of", self.number_of(x), load(codes or ""), load(values or ""))

    # ------------------------------------------------------------------ put together

    def visit_JoinedStr(self, node: ast.JoinedStr) -> Any:
        return self.find_word_of(node, [*node.values])

    def find_word_of(self, node: ast.expr, parts: Sequence[ast.expr]) -> ast.expr:
        """The code of a text, found by the values that are filled in."""
        if not self.draft.words:
            self.fail(
                node,
                "a string cannot be compiled: use an int, and keep text for name, dump and text",
            )
        pattern: list[str | None] = []
        filled: list[ast.expr] = []
        for part in parts:
            value = part.value if isinstance(part, ast.FormattedValue) else part
            known = self.static(value)
            is_plain = getattr(part, "format_spec", None) is None
            if known is not None and isinstance(known.value, str | int) and is_plain:
                pattern.append(str(known.value))
            elif is_plain and getattr(part, "conversion", -1) == -1:
                pattern.append(None)
                filled.append(value)
            else:
                self.fail(node, "a text with a format cannot be compiled: fill in names and ints")
        keys = list_keys(pattern, [x for x in self.draft.words if isinstance(x, str)])
        if not keys or len(filled) > MOST_KEYS:
            self.fail(
                node,
                f"no action of a few random games was like {ast.unparse(node)}: declare "
                "such actions in action_words",
            )
        values = load(self.draft.row(tuple(keys.values())) or "")
        found = [self.number_of(value) for value in filled]
        if len(found) == 1:
            row = self.draft.row(tuple(key for (key,) in keys)) or ""
            at = call("find_number", load(row), found[0])
        else:
            table = self.draft.table(tuple(keys)) or ""
            at = call("find_row", load(table), ast.Tuple(found, ast.Load()))
        return ast.copy_location(ast.Subscript(values, call("require_key", at), ast.Load()), node)

    def join_texts(self, node: ast.BinOp) -> ast.expr | None:
        """``"shoot " + NAMES[p]``, or None if that is not a text."""
        parts = list_sum(node) if self.draft.words else []
        if not isinstance(node.op, ast.Add) or not any(map(self.is_text, parts)):
            return None
        return self.find_word_of(node, [of_str(part) or part for part in parts])

    def is_text(self, part: ast.expr) -> bool:
        """Is this a string in the text, str(…), or a letter of a known one?"""
        if of_str(part) is not None:
            return True
        owner = part.value if isinstance(part, ast.Subscript) else part
        known = self.static(owner) if isinstance(owner, ast.Name | ast.Constant) else None
        return known is not None and isinstance(known.value, str)


class PutParts(ast.NodeTransformer):
    """Puts what variables were assigned in their place."""

    def __init__(self, parts: dict[str, ast.expr]) -> None:
        self.parts = parts

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return copy.deepcopy(self.parts[node.id]) if node.id in self.parts else node


def find_opened(node: ast.AST) -> str | None:
    """The variable that holds a text, if a method of texts is called on it, or ord."""
    if not isinstance(node, ast.Call):
        return None
    if isinstance(node.func, ast.Attribute) and node.func.attr in TEXT_METHODS:
        return find_base(node.func.value)
    if isinstance(node.func, ast.Name) and node.func.id == "ord" and len(node.args) == 1:
        return find_base(node.args[0])
    return None


def find_base(node: ast.AST) -> str | None:
    """The variable at the beginning of a chain of items, attributes and calls."""
    while isinstance(node, ast.Subscript | ast.Attribute | ast.Call):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else None


def opens(node: ast.AST, name: str) -> bool:
    """Does an expression take a text apart: is it an item, a method or a call of a builtin?"""
    if isinstance(node, ast.Subscript | ast.Attribute):
        return is_name(node.value, name)
    if isinstance(node, ast.comprehension):
        return is_name(node.iter, name)
    if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn):
        return is_name(node.comparators[0], name)
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        return False
    return node.func.id in OPENERS and any(is_name(arg, name) for arg in node.args)


def is_name(node: ast.AST, name: str) -> bool:
    """Is this a variable of this name?"""
    return isinstance(node, ast.Name) and node.id == name


def is_stored(node: ast.Name) -> bool:
    """Is a name assigned here?"""
    return not isinstance(node.ctx, ast.Load)


def is_held(x: Any) -> bool:
    """Is this a number or a word, or a tuple of them?"""
    return all(map(is_held, x)) if isinstance(x, tuple) else is_number(x) or is_symbol(x)


def list_targets(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    """Each variable that is assigned, with its part of the value."""
    if isinstance(target, ast.Name):
        yield target.id, value
    elif isinstance(target, ast.Tuple | ast.List):
        whole = ast.Call(load("tuple"), [value], [])
        for i, part in enumerate(target.elts):
            yield from list_targets(part, ast.Subscript(whole, ast.Constant(i), ast.Load()))


def of_str(part: ast.expr) -> ast.expr | None:
    """What is written by str(…), or None."""
    if not isinstance(part, ast.Call) or not isinstance(part.func, ast.Name):
        return None
    return part.args[0] if part.func.id == "str" and len(part.args) == 1 else None


def list_sum(node: ast.expr) -> list[ast.expr]:
    """The parts of a sum, from left to right."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return [*list_sum(node.left), *list_sum(node.right)]
    return [node]


def list_keys(pattern: Sequence[str | None], words: Sequence[str]) -> dict[tuple[int, ...], str]:
    """Each word that fits a pattern, by the values that stand at the places of None.

    A value may be an int, or a word.

    >>> keys = list_keys(["take ", None], ["take 12", "pass"])
    >>> [word for (key,), word in keys.items() if key == 12]
    ['take 12']
    """
    keys: dict[tuple[int, ...], str] = {}
    for word in words:
        for texts in list_splits(pattern, word):
            for key in product(*map(list_values, texts)):
                keys[key] = word
    return keys


def list_splits(pattern: Sequence[str | None], word: str) -> Iterator[tuple[str, ...]]:
    """Yield the texts at the places of None for which a pattern gives a word."""
    if not pattern:
        if not word:
            yield ()
    elif (first := pattern[0]) is None:
        for i in range(1, len(word) + 1):
            for rest in list_splits(pattern[1:], word[i:]):
                yield word[:i], *rest
    elif word.startswith(first):
        yield from list_splits(pattern[1:], word[len(first) :])


def list_numbers(words: Iterable[str]) -> dict[str, int]:
    """Every int that is written in a word, by its text.

    >>> list_numbers(["a12"])
    {'1': 1, '12': 12, '2': 2}
    """
    spots = [(m.start(), m.end(), word) for word in words for m in re.finditer("[0-9]+", word)]
    found = {
        w[i:j] for low, high, w in spots for i in range(low, high) for j in range(i + 1, high + 1)
    }
    return {text: int(text) for text in sorted(found)}


def list_values(text: str) -> list[int]:
    """The numbers of the values that are written so: a word, or an int."""
    try:
        is_int = str(int(text)) == text
    except ValueError:
        is_int = False
    return [find_code(text), *([int(text)] if is_int else [])]
