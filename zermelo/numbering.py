"""Actions of any kind as numbers: tuples, NamedTuples, strings, members of an Enum, None.

The engine keeps actions in tables of numbers. `number_actions` gives it the same game with numbers
for actions. Actions of one shape are packed: each part has its place in the bits of the number, so
the numbers need no table and the rules still compile. Actions of several shapes are counted as they
are met, in the plain gear.

>>> from zermelo.games.nim import Nim
>>> game = Nim(2, 2)
>>> number_actions(game) is game  # ints are numbers already
True
"""

from __future__ import annotations

import linecache
import random
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from enum import Enum
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from zermelo.board import Board
from zermelo.contract import find_source, limit_rules
from zermelo.game import Game
from zermelo.result import Result
from zermelo.symbols import is_symbol

GAMES, PLIES = 24, 80
"""The random games, and their plies, in which actions are looked at."""

SECONDS = 0.5
"""The most time that these games may take."""

BITS = 62
"""The bits of a number that hold the parts of an action."""


PACKAGE = ("zermelo.games.", "zermelo.tree", "zermelo.history")
"""The modules of games whose actions are ints, or are never kept in tables."""

KEPT = 8
"""The games of a process whose numbering is kept."""

_kept: list[tuple[Game[Any, Any], Game[Any, Any]]] = []


def number_actions(game: Game[Any, Any]) -> Game[Any, Any]:
    """The same game with numbers for actions; the game itself, if its actions are ints."""
    if isinstance(game, NumberedGame) or type(game).__module__.startswith(PACKAGE):
        return game
    for known, numbered in _kept:
        if known is game:
            return numbered
    numbered = _number(game)
    _kept.append((game, numbered))
    del _kept[:-KEPT]
    return numbered


def restore(game: Game[Any, Any], answer: Any) -> Any:
    """An answer about a game with numbers, with the actions of the game itself."""
    if isinstance(game, NumberedGame) and isinstance(answer, Result):
        return game.restore(answer)
    return answer


def restore_action(game: Game[Any, Any], a: Any) -> Any:
    """The action that a number stands for, if a game has numbers in place of its actions."""
    return game.action(a) if isinstance(game, NumberedGame) and a is not None else a


def _number(game: Game[Any, Any]) -> Game[Any, Any]:
    """The numbering that fits the actions of a few random games."""
    try:
        with limit_rules(game):
            seen = list(dict.fromkeys(sample_actions(game)))
    except Exception:  # the search that asked says what is wrong with the rules
        return game
    if all(isinstance(a, int) for a in seen):
        return game
    shapes = {find_shape(a) for a in seen}
    words = find_words(game, seen)
    if len(shapes) == 1 and fits(seen, words):
        return pack_actions(game, seen[0], words)
    return CountedGame(game, find_source(game, "actions") + describe_actions(seen))


def describe_actions(seen: list[Any]) -> str:
    """Why actions have no packed numbers, and what to write instead.

    >>> describe_actions([("take", 2), "pass"])[:60]
    "the actions ('take', 2) and 'pass' are of several shapes: gi"
    """
    other = next((a for a in seen if find_shape(a) != find_shape(seen[0])), None)
    if other is not None:
        return (
            f"the actions {seen[0]!r} and {other!r} are of several shapes: give all of them one, "
            "such as a NamedTuple of ints and words (strings, Enum members, None)"
        )
    return (
        f"actions such as {max(seen, key=lambda a: len(repr(a)))!r} do not fit in {BITS} bits: "
        "use fewer or smaller ints and words (strings, Enum members, None), or number them"
    )


def sample_actions(game: Game[Any, Any]) -> Iterator[Any]:
    """The actions, and the outcomes of chance, in a few random games; one game, if all are ints."""
    rng, only_ints = random.Random(0), True
    until = time.thread_time() + SECONDS
    for _ in range(GAMES):
        s = game.start()
        for _ in range(PLIES):
            options = game.options(s)
            if not options:
                break
            only_ints = only_ints and all(isinstance(a, int) for a in options)
            yield from options
            if time.thread_time() > until:
                return
            s = game.result(s, rng.choice(options))
        if only_ints:
            return


def find_shape(a: Any) -> Any:
    """The kind of an action: what its parts are. Words and ints are of one kind.

    >>> find_shape(("take", 2)) == find_shape((1, None))
    True
    """
    if isinstance(a, tuple):
        return type(a), tuple(find_shape(part) for part in a)
    return int if isinstance(a, int) or is_symbol(a) else type(a)


def list_leaves(a: Any) -> list[Any]:
    """The ints and words that an action is made of."""
    return [x for part in a for x in list_leaves(part)] if isinstance(a, tuple) else [a]


def find_words(game: Game[Any, Any], seen: Iterable[Any]) -> tuple[Any, ...]:
    """The strings, members of an Enum and None in actions: declared by the game, or seen."""
    words = dict.fromkeys(game.action_words)
    for x in (x for a in seen for x in list_leaves(a) if is_symbol(x)):
        if isinstance(x, Enum):
            words |= dict.fromkeys(type(x))
        words[x] = None
    return tuple(words)


def fits(seen: Iterable[Any], words: tuple[Any, ...]) -> bool:
    """Does every part of every action have room in the bits of one number?"""
    for a in seen:
        leaves = list_leaves(a)
        if not leaves or len(leaves) > BITS // 2:
            return False
        room = 1 << BITS // len(leaves)
        for x in leaves:
            if not is_symbol(x) and not (isinstance(x, int) and -room < 4 * x < room):
                return False
        if len(words) > room // 4:
            return False
    return True


class NumberedGame(Game[Any, int]):
    """A game whose actions are the numbers of another game's actions."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        for name in ATTRIBUTES:
            setattr(self, name, getattr(game, name))
        self.title = game.full_title

    def number(self, a: Any) -> int:
        """The number of an action."""
        raise NotImplementedError

    def action(self, n: int) -> Any:
        """The action that a number stands for."""
        raise NotImplementedError

    def declares(self, method: str) -> bool:
        return self.game.declares(method)

    @property
    def has_chance(self) -> bool:
        return self.game.has_chance

    @property
    def reads_positions(self) -> bool:
        return self.game.reads_positions

    # ------------------------------------------------------------------ rules

    def start(self) -> Any:
        return self.game.start()

    def starts(self) -> Iterable[Any]:
        return self.game.starts()

    def player(self, s: Any) -> int:
        return self.game.player(s)

    def actions(self, s: Any) -> Iterator[int]:
        for a in self.game.actions(s):
            yield self.number(a)

    def result(self, s: Any, a: int) -> Any:
        return self.game.result(s, self.action(a))

    def terminal(self, s: Any) -> bool:
        return self.game.terminal(s)

    def utility(self, s: Any, p: int) -> float:
        return self.game.utility(s, p)

    def chances(self, s: Any) -> Iterator[tuple[int, float]]:
        for a, probability in self.game.chances(s):
            yield self.number(a), probability

    def moves(self, s: Any) -> Iterator[int]:
        for a in self.game.moves(s):
            yield self.number(a)

    # ------------------------------------------------------------------ search hints

    def evaluate(self, s: Any, p: int) -> float:
        return self.game.evaluate(s, p)

    def bounds(self, s: Any) -> tuple[float, float]:
        return self.game.bounds(s)

    def payoff_range(self, p: int) -> tuple[float, float] | None:
        return self.game.payoff_range(p)

    def order(self, s: Any, a: int) -> float:
        return self.game.order(s, self.action(a))

    def noisy(self, s: Any, a: int) -> bool:
        return self.game.noisy(s, self.action(a))

    def noisy_actions(self, s: Any) -> Iterator[int]:
        for a in self.game.noisy_actions(s):
            yield self.number(a)

    def non_losing(self, s: Any) -> Iterator[int]:
        for a in self.game.non_losing(s):
            yield self.number(a)

    def playout_actions(self, s: Any) -> Iterator[int]:
        for a in self.game.playout_actions(s):
            yield self.number(a)

    def playout_action(self, s: Any, last: int, bits: int) -> int:
        return self.number(self.game.playout_action(s, self.action(last), bits))

    def prior(self, s: Any, a: int) -> float:
        return self.game.prior(s, self.action(a))

    def in_check(self, s: Any) -> bool:
        return self.game.in_check(s)

    def null_move(self, s: Any) -> Any:
        return self.game.null_move(s)

    def canonical(self, s: Any) -> Any:
        return self.game.canonical(s)

    def tier(self, s: Any) -> int:
        return self.game.tier(s)

    def index(self, s: Any) -> int:
        return self.game.index(s)

    def unindex(self, number: int) -> Any:
        return self.game.unindex(number)

    def predecessors(self, s: Any) -> Iterable[Any]:
        return self.game.predecessors(s)

    def project(self, s: Any) -> Any:
        return self.game.project(s)

    def key(self, s: Any) -> int:
        return self.game.key(s)

    def repetition_key(self, s: Any) -> int:
        return self.game.repetition_key(s)

    def reversible_plies(self, s: Any) -> int:
        return self.game.reversible_plies(s)

    # ------------------------------------------------------------------ notation and display

    def name(self, s: Any, a: int) -> str:
        return self.game.name(s, self.action(a))

    def parse(self, s: Any, text: str) -> int:
        return self.number(self.game.parse(s, text))

    def read_move(self, s: Any, text: str) -> tuple[int, ...]:
        return tuple(self.number(a) for a in self.game.read_move(s, text))

    def is_mid_move(self, s: Any) -> bool:
        return self.game.is_mid_move(s)

    def dump(self, s: Any) -> str:
        return self.game.dump(s)

    def load(self, text: str) -> Any:
        return self.game.load(text)

    def board(self, s: Any) -> Board | None:
        board = self.game.board(s)
        if board is None:
            return None
        touches = {self.number(a): cells for a, cells in board.touches.items()}
        return replace(board, touches=touches)

    def caption(self, s: Any) -> str:
        return self.game.caption(s)

    def text(self, s: Any) -> str:
        return self.game.text(s)

    def label(self, s: Any) -> str:
        return self.game.label(s)

    def in_units(self, v: float) -> float | None:
        return self.game.in_units(v)

    def scale(self, s: Any, x: float) -> float:
        return self.game.scale(s, x)

    # ------------------------------------------------------------------ answers

    def restore(self, result: Result[Any]) -> Result[Any]:
        """A result with the game's own actions."""
        if result.action is None:
            return result
        return replace(
            result,
            action=self.action(result.action),
            actions=result.actions and tuple(self.action(a) for a in result.actions),
            values=tuple(replace(v, action=self.action(v.action)) for v in result.values),
            variations=tuple(self._restore_one(v) for v in result.variations),
            history=tuple(self._restore_one(step) for step in result.history),
        )

    def _restore_one(self, part: Any) -> Any:
        return part if part.action is None else replace(part, action=self.action(part.action))


ATTRIBUTES = (
    "players", "total", "maximiser", "names", "signs", "moves_again", "cyclic", "unit", "selective",
    "margin", "repetition", "preferred_search", "exploration", "rave", "unknowns",
)  # fmt: skip
"""Attributes that a numbered game has from its game."""


class CountedGame(NumberedGame):
    """Actions of several shapes, numbered in the order in which they are met: plain gear only."""

    def __init__(self, game: Game[Any, Any], why_plain: str) -> None:
        super().__init__(game)
        self.found: list[Any] = []
        self.numbers: dict[Any, int] = {}
        self.why_plain = why_plain
        """Why the compiled gear cannot have such numbers, with file and line."""

    def number(self, a: Any) -> int:
        key = (find_shape(a), a)
        if key not in self.numbers:
            self.numbers[key] = len(self.found)
            self.found.append(a)
        return self.numbers[key]

    def action(self, n: int) -> Any:
        return self.found[n]


# ---------------------------------------------------------------------- packed numbers


def pack_actions(game: Game[Any, Any], like: Any, words: tuple[Any, ...]) -> NumberedGame:
    """The game with numbers whose bits hold the parts of actions like this one."""
    leaves = list_leaves(like)
    bits = BITS // len(leaves)
    paths = list(list_paths(like, "a"))
    packing = " | ".join(f"self.number_part({path}) << {bits * i}" for i, path in enumerate(paths))
    parts = iter(range(len(leaves)))
    text = PACKED.format(packing=packing, unpacking=write_parts(like, "n", parts, bits))
    made: NumberedGame = make_packed_class(text, tuple(list_kinds(like)))(game, words, bits)
    return made


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
"""The text of a game's own numbering. It compiles like any rule."""


def list_paths(like: Any, path: str) -> Iterator[str]:
    """The text of each int and word in an action: a[0][1]."""
    if isinstance(like, tuple):
        for i, part in enumerate(like):
            yield from list_paths(part, f"{path}[{i}]")
    else:
        yield path


def write_parts(like: Any, n: str, parts: Iterator[int], bits: int) -> str:
    """The text that makes an action of the bits of a number."""
    if not isinstance(like, tuple):
        return f"self.find_part({n} >> {bits * next(parts)} & {(1 << bits) - 1})"
    items = "".join(f"{write_parts(part, n, parts, bits)}, " for part in like)
    return f"({items})" if type(like) is tuple else f"{type(like).__name__}({items})"


def list_kinds(like: Any) -> Iterator[type]:
    """The NamedTuples in an action."""
    if isinstance(like, tuple):
        if type(like) is not tuple:
            yield type(like)
        for part in like:
            yield from list_kinds(part)


class PackedGame(NumberedGame):
    """Actions of one shape, each part in its place in the bits of a number."""

    def __init__(self, game: Game[Any, Any], words: tuple[Any, ...], bits: int) -> None:
        super().__init__(game)
        self.words = words
        self.has_words = bool(words)
        self.zero = len(words) + (1 << bits - 1 >> 1)
        """The number of the part 0: words come first, then the negative numbers."""

    def number_part(self, x: Any) -> int:
        """The number of an int or a word."""
        if self.has_words and x in self.words:
            return self.words.index(x)
        return int(x) + self.zero

    def find_part(self, n: int) -> Any:
        """The int or word that a number stands for."""
        if self.has_words and n < len(self.words):
            return self.words[n]
        return n - self.zero
