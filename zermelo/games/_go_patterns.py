"""3×3 patterns in the manner of MoGo: places where a move is likely to matter.

A pattern is the eight points around the move, seen by either side: `X` and `O` are stones of two
sides, `.` is free, `x` anything but X, `o` anything but O, `?` anything on the board,
` ` outside. A pattern holds in all eight symmetries, and with the colours exchanged.

After S. Gelly, Y. Wang, R. Munos and O. Teytaud, Modification of UCT with Patterns in Monte-Carlo
Go, INRIA RR-6062, 2006.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

HANE = ("XOX...???", "XO....?.?", "XO?X..x.?", ".O.X.....")
"""A stone is gone around."""

CUT = ("XO?O.o?o?", "XO?O.X???", "?X?O.Oooo")
"""Stones are cut apart, or joined."""

EDGE = ("X.?O.?   ", "OX?X.O   ", "?X?x.O   ", "?OXX.O   ", "?XOx.x   ")
"""On the first line."""

MEANINGS = {
    ".": (0,), "X": (1,), "O": (2,), " ": (3,), "x": (0, 2, 3), "o": (0, 1, 3), "?": (0, 1, 2, 3),
}  # fmt: skip
"""What a sign may stand for: free, own, the other's, outside."""

SWAPPED = (0, 2, 1, 3)


def list_images(picture: str) -> Iterator[str]:
    """The eight symmetric images of nine points."""
    for _ in range(4):
        picture = "".join(picture[3 * c + 2 - r] for r in range(3) for c in range(3))
        yield picture
        yield picture[6:] + picture[3:6] + picture[:3]


def list_codes(picture: str) -> Iterator[int]:
    """What may lie around the move of a picture: two bits for each point, for both sides."""
    around = picture[:4] + picture[5:]
    for points in product(*(MEANINGS[sign] for sign in around)):
        code = swapped = 0
        for x in points:
            code, swapped = code << 2 | x, swapped << 2 | SWAPPED[x]
        yield code
        yield swapped


@lru_cache(maxsize=1)
def find_patterns() -> tuple[int, ...]:
    """One bit for each of the 4⁸ surroundings of a point, 32 in a number: is it a pattern?"""
    words = [0] * 2048
    for picture in (*HANE, *CUT, *EDGE):
        for image in set(list_images(picture)):
            for code in list_codes(image):
                words[code >> 5] |= 1 << (code & 31)
    return tuple(words)
