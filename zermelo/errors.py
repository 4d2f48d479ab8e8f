"""What can go wrong, by name.

Every error a caller can cause is a ZermeloError with a one-line message.
"""

import os
import sys
import traceback
from collections.abc import Iterable, Sequence
from pathlib import Path


class ZermeloError(ValueError):
    """The base of all errors: a call was wrong, and the message says what would be right."""


class BadGame(ZermeloError):
    """No such game, or arguments that do not fit it."""


class BadAction(ZermeloError):
    """An action that cannot be read, or that is not legal in this state."""


class BadPosition(ZermeloError):
    """A position text that cannot be read."""


class BadRecord(ZermeloError):
    """A record of a game that cannot be read, or a move in it that is not legal."""


class BadTree(ZermeloError):
    """A tree literal or file that does not describe a game tree.

    `column` is the character of the text at which it goes wrong, from 1 on, where that is known.
    """

    column: int | None = None


class BadTrace(ZermeloError):
    """A file or text that is not a trace, or a trace that a form of show cannot draw."""


class BadAnswer(ZermeloError):
    """A student's answer that cannot be read, or that names nodes the exercise does not have."""


class BadLimit(ZermeloError):
    """A depth, node count, time or other option outside its range."""


class Unsuitable(ZermeloError):
    """An algorithm asked to search a game it is not made for."""


class TooDeep(ZermeloError):
    """The search went down without end: the game can cycle, or is longer than the ply limit."""


class TooLarge(ZermeloError):
    """More states than the caller allowed."""


class NotCompilable(ZermeloError):
    """A rule that only the plain gear can run; says file, line and what to write instead."""


class Signal(Exception):
    """A signal from a search to its caller. No rule is at fault, and no user sees it."""


class GearWarning(UserWarning):
    """gear="auto" fell back to the plain gear; the text says why."""


def one_line(text: object) -> str:
    """A text in one line, whatever it was: a message of an author's error may have several.

    >>> one_line("no\\n  way")
    'no way'
    """
    return " ".join(filter(None, map(str.strip, str(text).splitlines())))


def abbreviate(items: Iterable[object], most: int = 12) -> str:
    """A short list for an error message: the first items, and the number of the others.

    >>> abbreviate("abc", most=2)
    'a b … (1 more)'
    """
    words = [str(item) for item in items]
    rest = len(words) - most
    return " ".join(words[:most]) + (f" … ({rest} more)" if rest > 0 else "")


def is_own(file: str) -> bool:
    """Is this a file of the package?"""
    return file.startswith(f"{Path(__file__).parent}{os.sep}")


def place(error: BaseException) -> str:
    """Where an error arose, as file:line.

    The innermost line of a file that is not the package's own is where a user's game went wrong.
    """
    frames = traceback.extract_tb(error.__traceback__)
    return find_place([(frame.filename, frame.lineno or 0) for frame in frames])


def find_place(lines: Sequence[tuple[str, int]]) -> str:
    """The innermost of some lines in a user's file, as file:line; the last one if none is."""
    theirs = [line for line in lines if is_theirs(line[0])]
    file, line = (theirs or lines)[-1]
    return f"{short_path(file)}:{line}"


def is_theirs(file: str) -> bool:
    """Is this a user's file: neither of the package nor installed?"""
    installed = tuple(f"{folder}{os.sep}" for folder in (sys.prefix, sys.base_prefix))
    return not is_own(file) and not file.startswith((*installed, "<"))


def short_path(path: str) -> str:
    """A path as a person at this place would write it."""
    here = Path.cwd()
    return (
        os.path.relpath(path, here)
        if os.path.isabs(path) and Path(path).is_relative_to(here)
        else path
    )
