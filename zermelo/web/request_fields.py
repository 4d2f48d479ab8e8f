"""The fields of a request: one with a wrong type or range is refused in one line.

>>> Fields({"depth": 3}).get_integer("depth", 0, 10)
3
>>> Fields({"depth": "3"}).get_integer("depth", 0, 10)
Traceback (most recent call last):
zermelo.web.request_fields.BadRequest: depth is "3"; it must be a whole number from 0 to 10
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NoReturn

from zermelo.errors import ZermeloError

MAX_TEXT = 100_000
MAX_WORD = 200
MAX_MOVES = 5_000
MAX_QUOTED = 40
"""Characters of a wrong value that a message repeats."""


class BadRequest(ZermeloError):
    """The request is not a JSON object, or a field has the wrong type or is out of range."""


class Fields:
    """The fields of a JSON object. An absent field and a null field get the default."""

    def __init__(self, given: Any) -> None:
        if not isinstance(given, dict):
            raise BadRequest("the body must be a JSON object")
        self.given: dict[str, Any] = given

    def get_text(self, name: str, default: str | None = None, max_length: int = MAX_TEXT) -> str:
        """Return a string. Without a default the field is required."""
        value = self.get_optional_text(name, max_length)
        if value is None and default is None:
            raise BadRequest(f"{name} is missing; it must be a text")
        return value if value is not None else str(default)

    def get_optional_text(self, name: str, max_length: int = MAX_TEXT) -> str | None:
        """Return a string, or None."""
        value = self.given.get(name)
        if value is None:
            return None
        if not isinstance(value, str) or len(value) > max_length or "\0" in value:
            refuse(name, value, f"a text of at most {max_length:,} characters")
        return value

    def get_integer(self, name: str, low: int, high: int, default: int | None = None) -> int:
        """Return a whole number. Without a default the field is required."""
        value = self.get_optional_integer(name, low, high)
        if value is None and default is None:
            raise BadRequest(f"{name} is missing; it must be a whole number from {low} to {high:,}")
        return value if value is not None else int(default or 0)

    def get_optional_integer(self, name: str, low: int, high: int) -> int | None:
        """Return a whole number, or None."""
        value = self.given.get(name)
        if value is None:
            return None
        if type(value) is not int or not low <= value <= high:
            refuse(name, value, f"a whole number from {low:,} to {high:,}")
        return value

    def get_optional_number(self, name: str, low: float, high: float) -> float | None:
        """Return a number, or None."""
        value = self.given.get(name)
        if value is None:
            return None
        if type(value) not in (int, float) or not low <= value <= high:
            refuse(name, value, f"a number from {low:g} to {high:g}")
        return float(value)

    def get_optional_flag(self, name: str) -> bool | None:
        """Return True, False or None."""
        value = self.given.get(name)
        if value is not None and not isinstance(value, bool):
            refuse(name, value, "true or false")
        return value

    def get_optional_choice(self, name: str, choices: Sequence[str]) -> str | None:
        """Return one of the choices, or None."""
        value = self.given.get(name)
        if value is not None and value not in choices:
            refuse(name, value, f"one of: {' '.join(choices)}")
        return None if value is None else str(value)

    def get_choice(self, name: str, choices: Sequence[str]) -> str:
        """Return one of the choices. The field is required."""
        choice = self.get_optional_choice(name, choices)
        if choice is None:
            raise BadRequest(f"{name} is missing; it must be one of: {' '.join(choices)}")
        return choice

    def get_words(self, name: str, max_count: int = MAX_MOVES) -> list[str]:
        """Return a list of short strings; an empty list if the field is absent."""
        words = self.get_list(name, max_count)
        if not all(isinstance(word, str) and len(word) <= MAX_WORD for word in words):
            refuse(name, words, f"a list of at most {max_count:,} short texts")
        return words

    def get_list(self, name: str, max_count: int) -> list[Any]:
        """Return a list of any values; an empty list if the field is absent."""
        value = self.given.get(name)
        if value is None:
            return []
        if not isinstance(value, list) or len(value) > max_count:
            refuse(name, value, f"a list of at most {max_count:,}")
        return value

    def get_object(self, name: str) -> dict[str, Any]:
        """Return a JSON object. The field is required."""
        value = self.given.get(name)
        if not isinstance(value, dict):
            refuse(name, value, "a JSON object")
        return value


def refuse(name: str, value: Any, rule: str) -> NoReturn:
    """Raise the error for a field with a wrong value."""
    raise BadRequest(f"{name} is {quote_value(value)}; it must be {rule}")


def parse_object(text: bytes | str) -> dict[str, Any]:
    """Return the JSON object that a client has sent.

    >>> parse_object('{"depth": 3}')
    {'depth': 3}
    """
    try:
        value = json.loads(text, parse_constant=_refuse_constant)
        is_whole = is_encodable(value)
    except (ValueError, RecursionError):
        raise BadRequest("the body is not JSON") from None
    if not is_whole:
        raise BadRequest("a text in the body contains a lone surrogate, half a character")
    if not isinstance(value, dict):
        raise BadRequest("the body must be a JSON object")
    return value


def _refuse_constant(word: str) -> NoReturn:
    """Refuse NaN and Infinity, which Python's parser accepts and JSON does not have."""
    raise ValueError(word)


def is_encodable(value: Any) -> bool:
    """Can every string in a JSON value be encoded? A lone surrogate cannot.

    >>> is_encodable({"name": "½"}), is_encodable({"name": "\\ud800"})
    (True, False)
    """
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


def quote_value(value: Any) -> str:
    """Return a wrong value for a message, cut short.

    >>> quote_value("x" * 100)
    '"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx …'
    """
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (ValueError, TypeError, RecursionError):
        text = type(value).__name__
    return text if len(text) <= MAX_QUOTED else text[: MAX_QUOTED - 1] + " …"
