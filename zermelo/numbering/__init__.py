"""Actions of any kind as numbers: tuples, NamedTuples, strings, members of an Enum, None.

The engine keeps actions in tables of numbers. `number_actions` gives it the same game with numbers
for actions. The parts of an action are packed: each has its place in the bits of the number, so the
numbers need no table and the rules still compile. Actions that do not fit are counted as they are
met, in the plain gear.

>>> from zermelo.games.nim import Nim
>>> game = Nim(2, 2)
>>> number_actions(game) is game  # ints are numbers already
True
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Any

from zermelo.contract import find_source, limit_rules
from zermelo.game import Game
from zermelo.gears import machine_word
from zermelo.numbering.numbered import NumberedGame as NumberedGame
from zermelo.numbering.packed import (
    BITS,
    count_bits,
    find_clash,
    find_parts,
    find_shape,
    list_leaves,
    list_shapes,
    pack_actions,
)
from zermelo.numbering.packed import PackedGame as PackedGame
from zermelo.result import Result
from zermelo.symbols import is_symbol

GAMES, PLIES = 24, 80
"""The random games, and their plies, in which actions are looked at."""

SECONDS = 0.5
"""The most time that these games may take."""

CURE = "use ints, words (strings, Enum members, None), and tuples of these"
"""What actions may be in the compiled gear."""

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
    seen += [a for a in game.action_words if find_parts(a) is not None]
    words, shapes = find_words(game, seen), list_shapes(seen)
    if shapes and fits(seen, words, count_bits(shapes)):
        return pack_actions(game, shapes, words, all(isinstance(a, str) for a in seen))
    return CountedGame(game, find_source(game, "actions") + describe_actions(seen), words)


def describe_actions(seen: list[Any]) -> str:
    """Why actions have no packed numbers, and what to write instead.

    >>> print(describe_actions([("take", 2), ((1, 2), 3)])[:60])
    the actions ('take', 2) and ((1, 2), 3) cannot be compiled t
    """
    odd = next((a for a in seen if not list_shapes([a])), None)
    if odd is not None:
        return f"the action {odd!r} cannot be compiled: {CURE}"
    if (clash := find_clash(seen)) is not None:
        one, other, place = clash
        return (
            f"the actions {one!r} and {other!r} cannot be compiled together: {place} must be of "
            "one type and length in all actions"
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


def find_words(game: Game[Any, Any], seen: Iterable[Any]) -> tuple[Any, ...]:
    """The strings, members of an Enum and None in actions: declared by the game, or seen."""
    words = dict.fromkeys(x for x in game.action_words if find_parts(x) is None)
    for x in (x for a in seen for x in list_leaves(a) if is_symbol(x)):
        if isinstance(x, Enum):
            words |= dict.fromkeys(type(x))
        words[x] = None
    return tuple(words)


def fits(seen: Iterable[Any], words: tuple[Any, ...], bits: int) -> bool:
    """Does every part of every action have room in this number of bits?"""
    room = 1 << bits
    parts = [x for a in seen for x in list_leaves(a) if not is_symbol(x)]
    return 4 * len(words) <= room and all(-room < 4 * x < room for x in parts)


class CountedGame(NumberedGame):
    """Actions that cannot be packed, numbered as they are met: plain gear only."""

    def __init__(self, game: Game[Any, Any], why_plain: str, words: tuple[Any, ...]) -> None:
        super().__init__(game)
        self.words, self.action_shapes, self.has_only_texts = words, (0,), False
        self.found: list[Any] = []
        self.numbers: dict[Any, int] = {}
        self.why_plain = why_plain
        """Why the compiled gear cannot have such numbers, with file and line."""

    @machine_word("scalar")  # the rules are read, but never compiled
    def number(self, a: Any) -> int:
        key = (find_shape(a), a)
        if key not in self.numbers:
            self.numbers[key] = len(self.found)
            self.found.append(a)
        return self.numbers[key]

    @machine_word("scalar")
    def action(self, n: int) -> Any:
        return self.found[n]
