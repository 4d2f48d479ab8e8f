"""Symbols: strings, members of an Enum and None, which rules only compare.

Machine code has numbers only. A symbol has a code, a 62-bit number that depends on its text alone:
it is the same in both gears, in every process and on every machine.

>>> find_symbol(find_code("north"))
'north'
>>> find_code("north") == find_code("south")
False
"""

from __future__ import annotations

import hashlib
from enum import Enum
from typing import Any

_codes: dict[Any, int] = {}
_symbols: dict[int, Any] = {}

LOWEST = 1 << 61
"""Every code is at least this: small numbers of a game are never taken for one."""


def is_symbol(x: Any) -> bool:
    """Is this a string, None, or a member of an Enum that is not a number?

    >>> [is_symbol(x) for x in ("a", None, 1, (1, 2))]
    [True, True, False, False]
    """
    return x is None or isinstance(x, str) or (isinstance(x, Enum) and not isinstance(x, int))


def find_code(symbol: Any) -> int:
    """The number that stands for a symbol."""
    key = (type(symbol), symbol)
    if key not in _codes:
        text = f"{type(symbol).__qualname__} {symbol!r}".encode()
        digest = hashlib.blake2b(text, digest_size=8).digest()
        code = int.from_bytes(digest, "little") % LOWEST + LOWEST
        _codes[key] = code
        _symbols[code] = symbol
    return _codes[key]


def find_symbol(code: Any) -> Any:
    """The symbol that a number stands for; the number itself, if it stands for none."""
    return _symbols.get(code, code) if type(code) is int and code >= LOWEST else code


FALSY = (None, "")
"""The symbols that are false where only the truth matters."""
