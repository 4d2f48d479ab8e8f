"""Numbers whose bits hold the parts of an action: they need no table, and the rules compile."""

from __future__ import annotations

import dataclasses
import linecache
from collections.abc import Iterable, Iterator
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from zermelo.errors import BadGame
from zermelo.game import Game
from zermelo.gears import machine_word
from zermelo.gears.statics import field_names, is_record
from zermelo.numbering.numbered import NumberedGame
from zermelo.symbols import is_symbol

BITS = 62
"""The bits of a number that hold the parts of an action."""


def find_parts(a: Any) -> tuple[Any, ...] | None:
    """The items of a tuple, or the fields of a frozen dataclass; None for anything else."""
    if isinstance(a, tuple):
        return a
    if not is_record(type(a)) or not all(field.init for field in dataclasses.fields(a)):
        return None
    return tuple(getattr(a, name) for name in field_names(a))


def find_shape(a: Any) -> Any:
    """The kind of an action: what its parts are. Words and ints are of one kind.

    >>> find_shape(("take", 2)) == find_shape((1, None))
    True
    """
    if (parts := find_parts(a)) is not None:
        return type(a), tuple(find_shape(part) for part in parts)
    return int if isinstance(a, int) or is_symbol(a) else type(a)


def list_leaves(a: Any) -> list[Any]:
    """The ints and words that an action is made of."""
    parts = find_parts(a)
    return [a] if parts is None else [x for part in parts for x in list_leaves(part)]


def list_shapes(seen: Iterable[Any]) -> tuple[Any, ...]:
    """An action of each shape; none, if machine code cannot have them all.

    Items at one place, or fields of one name, must be of one kind: all numbers, or tuples of one
    shape.

    >>> list_shapes([1, "pass", (2, 3), (4, 5)])
    (1, (2, 3))
    >>> list_shapes([(1, 2), ((1, 2), 3)])
    ()
    """
    found: dict[Any, Any] = {}
    for a in seen:
        found.setdefault(find_shape(a), a)
    likes = tuple(found.values())
    leaves = [list_leaves(a) for a in likes]
    if find_clash(likes) or not all(leaves) or not all(is_leaf(x) for row in leaves for x in row):
        return ()
    return likes if max(map(len, leaves), default=0) <= BITS // 4 else ()


def find_clash(seen: Iterable[Any]) -> tuple[Any, Any, str] | None:
    """Two actions that have parts of different kinds at one place, and what that place is.

    >>> find_clash([(1, 2), ((1, 2), 3)])
    ((1, 2), ((1, 2), 3), 'item 0')
    """
    items: dict[Any, Any] = {}
    for a in seen:
        parts = find_parts(a) or ()
        names = field_names(a) if is_record(type(a)) else range(len(parts))
        for name, part in zip(names, parts, strict=True):
            first, other = items.setdefault(name, (part, a))
            if find_shape(first) != find_shape(part):
                return other, a, name if isinstance(name, str) else f"item {name}"
    return None


def is_leaf(x: Any) -> bool:
    """Is this an int or a word?"""
    return isinstance(x, int) or is_symbol(x)


def count_bits(shapes: tuple[Any, ...]) -> int:
    """The bits of each part of an action."""
    return (BITS - (len(shapes) - 1).bit_length()) // max(len(list_leaves(a)) for a in shapes)


def pack_actions(
    game: Game[Any, Any], shapes: tuple[Any, ...], words: tuple[Any, ...], has_only_texts: bool
) -> NumberedGame:
    """The game with numbers whose bits hold the parts of actions of these shapes."""
    bits = count_bits(shapes)
    kinds = dict.fromkeys(kind for like in shapes for kind in list_kinds(like))
    text = write_packing(shapes, bits)
    made: PackedGame = make_packed_class(text, tuple(kinds))(game, words, bits, shapes)
    made.has_only_texts = has_only_texts
    return made


def write_packing(shapes: tuple[Any, ...], bits: int) -> str:
    """The text of a numbering. It compiles like any rule."""
    if len(shapes) == 1:
        parts = iter(range(len(list_leaves(shapes[0]))))
        unpacking = write_parts(shapes[0], "n", parts, bits, 0)
        return PACKED.format(packing=write_number(shapes[0], "a", bits, 0), unpacking=unpacking)
    tag = (len(shapes) - 1).bit_length()
    numbers, actions = [], []
    for i, like in enumerate(shapes):
        is_last = i == len(shapes) - 1
        packed = f"{write_number(like, f'x{i}', bits, tag)} | {i}"
        parts = iter(range(len(list_leaves(like))))
        made = f"self.as_action({write_parts(like, 'n', parts, bits, tag)})"
        numbers.append(CASE.format(test=f"shape == {i}", i=i, packed=packed))
        actions.append(f"        if n & {(1 << tag) - 1} == {i}:\n            return {made}\n")
        if is_last:
            numbers[-1], actions[-1] = (dedent_last(x) for x in (numbers[-1], actions[-1]))
    return UNITED.format(numbers="".join(numbers), actions="".join(actions))


def dedent_last(case: str) -> str:
    """The last case of several, which needs no test."""
    return "".join(line[4:] for line in case.splitlines(keepends=True)[1:])


def write_number(like: Any, name: str, bits: int, tag: int) -> str:
    """The text that packs the parts of an action."""
    paths = enumerate(list_paths(like, name))
    return " | ".join(f"self.number_part({path}) << {bits * i + tag}" for i, path in paths)


@lru_cache(maxsize=64)
def make_packed_class(text: str, kinds: tuple[type, ...]) -> Any:
    """The class of a numbering. Games with actions of one shape share it, and so machine code."""
    scope: dict[str, Any] = {"PackedGame": PackedGame, **{kind.__name__: kind for kind in kinds}}
    file = f"<actions {blake2b(text.encode(), digest_size=8).hexdigest()}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    exec(compile(text, file, "exec"), scope)
    return scope["Packed"]


PACKED = """class Packed(PackedGame):
    def number(self, a):
        return {packing}

    def action(self, n):
        return {unpacking}
"""
"""The text of the numbering of actions of one shape."""

UNITED = """class Packed(PackedGame):
    def number(self, a):
        a = self.as_action(a)
        shape = self.shape_of(a)
{numbers}
    def action(self, n):
{actions}"""
"""The text of the numbering of actions of several shapes. The lowest bits say which."""

CASE = """        if {test}:
            x{i} = self.as_shape(a, {i})
            return {packed}
"""


def list_paths(like: Any, path: str) -> Iterator[str]:
    """The text of each int and word in an action: a[0][1], a.start.x."""
    parts = find_parts(like)
    names = () if isinstance(like, tuple) or parts is None else field_names(like)
    for i, part in enumerate(parts or ()):
        yield from list_paths(part, f"{path}.{names[i]}" if names else f"{path}[{i}]")
    if parts is None:
        yield path


def write_parts(like: Any, n: str, parts: Iterator[int], bits: int, tag: int) -> str:
    """The text that makes an action of the bits of a number."""
    inner = find_parts(like)
    if inner is None:
        return f"self.find_part({n} >> {bits * next(parts) + tag} & {(1 << bits) - 1})"
    names = [] if isinstance(like, tuple) else [f"{name}=" for name in field_names(like)]
    written = [write_parts(part, n, parts, bits, tag) for part in inner]
    items = "".join(f"{x}{y}, " for x, y in zip(names or [""] * len(inner), written, strict=True))
    return f"({items})" if type(like) is tuple else f"{type(like).__name__}({items})"


def list_kinds(like: Any) -> Iterator[type]:
    """The NamedTuples and dataclasses in an action."""
    parts = find_parts(like)
    if parts is not None and type(like) is not tuple:
        yield type(like)
    for part in parts or ():
        yield from list_kinds(part)


class PackedGame(NumberedGame):
    """Actions of a few shapes, each part in its place in the bits of a number."""

    def __init__(
        self, game: Game[Any, Any], words: tuple[Any, ...], bits: int, shapes: tuple[Any, ...]
    ) -> None:
        super().__init__(game)
        self.words = words
        self.has_words = bool(words)
        self.zero = len(words) + (1 << bits - 1 >> 1)
        """The number of the part 0: words come first, then the negative numbers."""
        self.action_shapes = shapes
        """An action of each shape."""
        self.has_only_texts = False
        """Is every action a string?"""

    def number_part(self, x: Any) -> int:
        """The number of an int or a word."""
        if self.has_words and x in self.words:
            return self.words.index(x)
        return as_int(x) + self.zero

    def find_part(self, n: int) -> Any:
        """The int or word that a number stands for."""
        if self.has_words and n < len(self.words):
            return self.words[n]
        return n - self.zero

    @machine_word("as_action")
    def as_action(self, a: Any) -> Any:
        """An action, in machine code as the one type that all shapes have."""
        return a

    @machine_word("as_shape")
    def as_shape(self, a: Any, i: int) -> Any:
        """An action, in machine code as the type that shape i has."""
        return a

    @machine_word("shape_of")
    def shape_of(self, a: Any) -> int:
        """The number of the shape of an action."""
        shape = find_shape(a)
        for i, like in enumerate(self.action_shapes):
            if find_shape(like) == shape:
                return i
        raise BadGame(UNSEEN.format(a))


@machine_word("scalar")
def as_int(x: Any) -> int:
    """The part of an action that is not one of the known words, which must be an int."""
    if not isinstance(x, int):
        raise BadGame(UNSEEN.format(x))
    return x


UNSEEN = "no action in a few random games was like {!r}: declare it in action_words"
