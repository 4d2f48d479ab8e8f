"""Numbers as people read them, and infinities as JSON can hold them.

Every room that prints a number calls one of these functions, so that a value looks the same in a
result, a table, a sentence and a picture.

============================  ====================================================
`format_number`               a value in full: 3, −0.5, ∞
`format_bound`                the same, but +∞ has its sign
`format_signed`               the same with a sign, as the lecture writes values
`format_rounded`              two decimals (three below 1), for pictures and sentences
`format_rounded_bound`        the same, but +∞ has its sign
`format_window`               [α, β]; empty when it is open on both sides
`format_clamp`                min(max(x, 0), 1): a formula that keeps a sum within bounds
`format_vector`               (1, 2.5, −1), rounded
`format_probability`          1/3 where it is a small fraction
`format_count`                1.23 M
`align_columns`               rows of words as lines with columns
`encode_infinities`           data for JSON: ±∞ as "inf" and "-inf"
`decode_infinities`           the inverse
============================  ====================================================
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import floor, inf, log10
from typing import Any

ROUNDING_ERROR = 1e-12
"""A number of smaller magnitude is a rounding error and prints as 0."""

LARGEST_IN_FULL = 1e15
"""Whole numbers below this are written with all their digits."""

LARGEST_DENOMINATOR = 36
"""The largest denominator of a probability written as a fraction: two dice have 36 outcomes."""


def format_number(v: float) -> str:
    """Return a value as people write it: no .0, a true minus sign, ∞; a rounding error is 0.

    >>> format_number(3.0), format_number(-0.5), format_number(float("-inf"))
    ('3', '−0.5', '−∞')
    >>> format_number(-2.8e-17), format_number(1234567.0)
    ('0', '1234567')
    """
    if abs(v) == inf:
        text = "∞"
    elif abs(v) < ROUNDING_ERROR or (abs(v) < LARGEST_IN_FULL and v == int(v)):
        text = f"{abs(v):.0f}"
    else:
        text = f"{abs(v):.6g}"
    return ("−" if v < 0 and text != "0" else "") + text


def format_bound(v: float) -> str:
    """Return a number that may be a bound: +∞ has its sign.

    >>> format_bound(float("inf")), format_bound(2.0)
    ('+∞', '2')
    """
    return ("+" if v == inf else "") + format_number(v)


def format_signed(v: float) -> str:
    """Return a number with its sign, as the lecture writes values.

    >>> format_signed(1.0), format_signed(-1.0), format_signed(float("inf")), format_signed(0.0)
    ('+1', '−1', '+∞', '0')
    """
    return ("+" if v > 0 else "") + format_number(v)


def format_rounded(v: float) -> str:
    """Return a value with two decimals, below 1 with three; a smaller one keeps one digit.

    >>> format_rounded(23 / 3), format_rounded(0.0162322), format_rounded(-0.000043)
    ('7.67', '0.016', '−0.00004')
    >>> format_rounded(1234567.0), format_rounded(float("-inf"))
    ('1234567', '−∞')
    """
    if abs(v) < ROUNDING_ERROR or abs(v) == inf:
        return format_number(v)
    places = 2 if abs(v) >= 1 else max(3, -floor(log10(abs(v))))
    near = round(v, places)
    if near == int(near):
        return format_number(near)
    return ("−" if near < 0 else "") + f"{abs(near):.{places}f}".rstrip("0")


def format_rounded_bound(v: float) -> str:
    """Return a rounded value that may be a bound: +∞ has its sign.

    >>> format_rounded_bound(float("inf")), format_rounded_bound(2 / 3)
    ('+∞', '0.667')
    """
    return ("+" if v == inf else "") + format_rounded(v)


def format_window(alpha: float, beta: float) -> str:
    """Return a window as people write it; the empty string if it is open on both sides.

    >>> format_window(3, float("inf")), format_window(float("-inf"), float("inf"))
    ('[3, +∞]', '')
    """
    if (alpha, beta) == (-inf, inf):
        return ""
    return f"[{format_rounded_bound(alpha)}, {format_rounded_bound(beta)}]"


def format_clamp(x: str, low: float, high: float) -> str:
    """Return the formula of a sum that is kept within bounds.

    >>> format_clamp("b − w", -64, 64)
    'min(max(b − w, −64), 64)'
    """
    return f"min(max({x}, {format_number(low)}), {format_number(high)})"


def format_vector(values: Iterable[float]) -> str:
    """Return a vector of rounded values.

    >>> format_vector((1, 2.5, -1))
    '(1, 2.5, −1)'
    """
    return f"({', '.join(map(format_rounded, values))})"


def format_probability(p: float) -> str:
    """Return a probability: a small fraction where it is one.

    >>> format_probability(1 / 3), format_probability(0.5), format_probability(0.123)
    ('1/3', '1/2', '0.123')
    """
    near = Fraction(p).limit_denominator(LARGEST_DENOMINATOR)
    return str(near) if abs(near - p) < ROUNDING_ERROR else f"{p:.3g}"


def format_count(x: float) -> str:
    """Return a count with a unit: thousands, millions and more.

    >>> format_count(1234567), format_count(950)
    ('1.23 M', '950')
    """
    if abs(x) >= LARGEST_IN_FULL:
        return f"{x:.2e}"
    for unit, least, size in (
        ("T", 1e12, 1e12),
        ("G", 1e9, 1e9),
        ("M", 1e6, 1e6),
        ("k", 1e4, 1e3),
    ):
        if abs(x) >= least:
            return f"{x / size:.3g} {unit}"
    return f"{x:,.0f}"


def align_columns(rows: Iterable[Sequence[str]], left: int = 0) -> list[str]:
    """Return rows of words as lines with columns; the first `left` columns are flush left.

    >>> align_columns([["search", "nodes"], ["minimax", "13"]], left=1)
    ['search   nodes', 'minimax     13']
    """
    cells = list(rows)
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return [
        "  ".join(
            word.ljust(width) if i < left else word.rjust(width)
            for i, (word, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in cells
    ]


def format_plural(count: int, one: str, many: str) -> str:
    """Return a count and its noun.

    >>> format_plural(1, "leaf", "leaves"), format_plural(1500, "leaf", "leaves")
    ('1 leaf', '1,500 leaves')
    """
    return f"{count:,} {one if count == 1 else many}"


# ---------------------------------------------------------------------- JSON


def encode_infinities(x: Any) -> Any:
    """Return the same data with ±∞ as "inf" and "-inf"; JSON has no numbers for them.

    >>> encode_infinities({"window": (float("-inf"), 3.0)})
    {'window': ['-inf', 3.0]}
    """
    if isinstance(x, dict):
        return {key: encode_infinities(value) for key, value in x.items()}
    if isinstance(x, list | tuple):
        return [encode_infinities(value) for value in x]
    if isinstance(x, float) and abs(x) == inf:
        return "inf" if x > 0 else "-inf"
    return x


def decode_infinities(x: Any) -> Any:
    """Return the same data with "inf" and "-inf" as numbers again.

    >>> decode_infinities({"window": ["-inf", 3.0]})
    {'window': [-inf, 3.0]}
    """
    if isinstance(x, list):
        return [decode_infinities(y) for y in x]
    if isinstance(x, dict):
        return {key: decode_infinities(y) for key, y in x.items()}
    return {"inf": inf, "-inf": -inf}.get(x, x) if isinstance(x, str) else x
