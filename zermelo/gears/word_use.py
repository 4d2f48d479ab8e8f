"""Find what rules do with the words of a state that machine code cannot: join, order, convert.

Machine code has a number for each word, and its type is that of other numbers: the sum of two codes
is not a word, and their order is not the alphabet's. So a random game is played with words that
record the line in which a rule joins, orders or converts them.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from zermelo.errors import NotCompilable, is_own, short_path
from zermelo.gears.statics import field_names, is_record

PLIES, SECONDS = 60, 0.2
"""The plies of the game that is played, and the most time that it may take."""

ORDERED = (
    "words are ordered here, and machine code has no alphabet: keep ints, or sort with "
    "key=NAMES.index, NAMES being a tuple of the words"
)
JOINED = (
    "words of the state are put together here: compare one by one, "
    '(x, y) == ("a", "b"), or keep ints'
)
COUNTED = "a word of the state becomes a number here: keep the int in the state"

CURES = {
    **dict.fromkeys(("__lt__", "__le__", "__gt__", "__ge__"), ORDERED),
    **dict.fromkeys(("__add__", "__radd__", "__mul__", "__rmul__", "__mod__"), JOINED),
    "__int__": COUNTED,
}
"""What to write instead of each method of a word that machine code does not have."""


def require_plain_words(game: Any) -> None:
    """Refuse a game whose rules order words, put them together or make them numbers."""
    found: dict[str, None] = {}
    game = game.game if hasattr(game, "action_shapes") else game  # its actions are words, too
    with suppress(Exception):  # the search says what is wrong with the rules
        s = game.start()
        if holds_text(s) or any(map(holds_text, game.options(s))):
            _play(game, s, found)
    if found:
        raise NotCompilable("\n".join(found))


def _play(game: Any, s: Any, found: dict[str, None]) -> None:
    """Ask every rule in a random game, with words that note what is done to them."""
    rng, until = random.Random(0), time.thread_time() + SECONDS
    word = make_word_type(CURES, found)
    action_word = make_word_type({n: c for n, c in CURES.items() if c is ORDERED}, found)
    for _ in range(PLIES):
        s = dress(s, word)
        is_over = game.terminal(s)
        for p in range(game.players):
            game.utility(s, p) if is_over else game.evaluate(s, p)
        options = game.options(s)
        if not options or time.thread_time() > until:
            return
        game.player(s)
        s = game.result(s, dress(rng.choice(options), action_word))


def make_word_type(cures: dict[str, str], found: dict[str, None]) -> type[str]:
    """The type of words that note the author's line where one of these methods is called."""

    def note(name: str) -> Callable[..., Any]:
        def method(self: str, *args: Any) -> Any:
            frame: Any = sys._getframe(1)
            while frame is not None and is_own(frame.f_code.co_filename):
                frame = frame.f_back
            if frame is not None:
                place = f"{short_path(frame.f_code.co_filename)}:{frame.f_lineno}"
                found[f"{place}: {cures[name]}"] = None
            return CALLS[name](str(self), *args)

        return method

    return type("Word", (str,), {name: note(name) for name in cures})


CALLS: dict[str, Callable[..., Any]] = {
    "__radd__": lambda word, other: other + word,
    "__int__": lambda word: int(word),
    **{name: getattr(str, name) for name in CURES if hasattr(str, name)},
}
"""What the methods of a word return."""


def holds_text(x: Any) -> bool:
    """Does a state or an action hold a string?"""
    return isinstance(x, str) or any(map(holds_text, list_parts(x)))


def list_parts(x: Any) -> list[Any]:
    """The items of a tuple, or the fields of a record."""
    if is_record(type(x)):
        return [getattr(x, name) for name in field_names(x)]
    return list(x) if type(x) is tuple else []


def dress(x: Any, word: type[str]) -> Any:
    """A state or an action with words of this type."""
    if type(x) is str:
        return word(x)
    if is_record(type(x)):
        return type(x)(**{name: dress(getattr(x, name), word) for name in field_names(x)})
    return tuple(dress(part, word) for part in x) if type(x) is tuple else x
