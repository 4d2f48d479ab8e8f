"""What a request says, field by field: the right type and within its range, or one clear line.

>>> Fields({"depth": 3}).whole("depth", 0, 10)
3
>>> Fields({"depth": "3"}).whole("depth", 0, 10)
Traceback (most recent call last):
zermelo.web.fields.BadRequest: depth is "3"; it must be a whole number from 0 to 10
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from zermelo.errors import ZermeloError

LONGEST_TEXT = 100_000
LONGEST_WORD = 200
MOST_MOVES = 5_000
SHOWN = 40
"""Characters of a wrong value that are told back."""


class BadRequest(ZermeloError):
    """A request that is no JSON object, or a field of the wrong type or out of its range."""


class Fields:
    """The fields of a JSON object. What is absent or null gets the default."""

    def __init__(self, given: Any) -> None:
        if not isinstance(given, dict):
            raise BadRequest("the body must be a JSON object")
        self.given: dict[str, Any] = given

    def _at(self, name: str) -> Any:
        return self.given.get(name)

    def text(self, name: str, default: str | None = None, most: int = LONGEST_TEXT) -> str:
        """A text that must be there unless there is a default."""
        found = self.maybe_text(name, most)
        if found is None and default is None:
            raise BadRequest(f"{name} is missing; it must be a text")
        return found if found is not None else str(default)

    def maybe_text(self, name: str, most: int = LONGEST_TEXT) -> str | None:
        """A text, or None."""
        value = self._at(name)
        if value is None:
            return None
        if not isinstance(value, str) or len(value) > most or "\0" in value:
            raise BadRequest(
                f"{name} is {shown(value)}; it must be a text of at most {most:,} characters"
            )
        return value

    def whole(self, name: str, least: int, most: int, default: int | None = None) -> int:
        """A whole number that must be there unless there is a default."""
        found = self.maybe_whole(name, least, most)
        if found is None and default is None:
            raise BadRequest(
                f"{name} is missing; it must be a whole number from {least} to {most:,}"
            )
        return found if found is not None else int(default or 0)

    def maybe_whole(self, name: str, least: int, most: int) -> int | None:
        """A whole number, or None."""
        value = self._at(name)
        if value is None:
            return None
        if type(value) is not int or not least <= value <= most:
            raise BadRequest(
                f"{name} is {shown(value)}; it must be a whole number from {least:,} to {most:,}"
            )
        return value

    def maybe_number(self, name: str, least: float, most: float) -> float | None:
        """A number, or None."""
        value = self._at(name)
        if value is None:
            return None
        if type(value) not in (int, float) or not least <= value <= most:
            raise BadRequest(
                f"{name} is {shown(value)}; it must be a number from {least:g} to {most:g}"
            )
        return float(value)

    def maybe_flag(self, name: str) -> bool | None:
        """True, False or None."""
        value = self._at(name)
        if value is not None and not isinstance(value, bool):
            raise BadRequest(f"{name} is {shown(value)}; it must be true or false")
        return value

    def maybe_choice(self, name: str, choices: Sequence[str]) -> str | None:
        """One of some words, or None."""
        value = self._at(name)
        if value is not None and value not in choices:
            raise BadRequest(f"{name} is {shown(value)}; it must be one of: {' '.join(choices)}")
        return None if value is None else str(value)

    def words(self, name: str, most: int = MOST_MOVES) -> list[str]:
        """A list of short texts; empty if it is absent."""
        value = self._at(name)
        if value is None:
            return []
        if (
            not isinstance(value, list)
            or len(value) > most
            or not all(isinstance(word, str) and len(word) <= LONGEST_WORD for word in value)
        ):
            raise BadRequest(
                f"{name} is {shown(value)}; it must be a list of at most {most:,} short texts"
            )
        return value

    def items(self, name: str, most: int) -> list[Any]:
        """A list of anything; empty if it is absent."""
        value = self._at(name)
        if value is None:
            return []
        if not isinstance(value, list) or len(value) > most:
            raise BadRequest(f"{name} is {shown(value)}; it must be a list of at most {most:,}")
        return value

    def part(self, name: str) -> dict[str, Any]:
        """A JSON object that must be there."""
        value = self._at(name)
        if not isinstance(value, dict):
            raise BadRequest(f"{name} is {shown(value)}; it must be a JSON object")
        return value


def is_text(value: Any) -> bool:
    """Can all texts of some JSON be written? A lone surrogate, half a character, cannot.

    >>> is_text({"name": "½"}), is_text({"name": "\\ud800"})
    (True, False)
    """
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


def shown(value: Any) -> str:
    """A wrong value for a message, cut short.

    >>> shown("x" * 100)
    '"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx …'
    """
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (ValueError, TypeError, RecursionError):
        text = type(value).__name__
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + " …"
