"""Numbers as people read them, and infinities as JSON can hold them.

Every room that prints a number calls one of these functions, so that a value looks the same in a
result, a table, a sentence and a picture.

============================  ====================================================
`format_number`               a value in full: 3, −½, 7⅔, 0.123, ∞
`format_decimal`              the same without fractions, for amounts that are measured
`format_bound`                the same, but +∞ has its sign
`format_signed`               the same with a sign, as the lecture writes values
`format_rounded`              two decimals (three below 1), for pictures and sentences
`format_rounded_decimal`      the same without fractions
`format_window`               [α, β]; empty when it is open on both sides
`format_clamp`                min(max(x, 0), 1): a formula that keeps a sum within bounds
`format_vector`               (1, 2½, −1), rounded
`format_probability`          ⅓ or 7/36 where it is a small fraction
`format_ratio`                the same as 1/3, for the edges of pictures
`format_weight`               ⅓·12, a value and its probability
`format_mean`                 ⅓·3 + ⅓·12 + ⅓·9
`parse_number`                the inverse of `format_number`, and 1/2
`format_count`                1.23 M
`align_columns`               rows of words as lines with columns
`encode_infinities`           data for JSON: ±∞ as "inf" and "-inf"
`decode_infinities`           the inverse
============================  ====================================================
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from math import floor, inf, log10
from typing import Any

ROUNDING_ERROR = 1e-12
"""A number of smaller magnitude is a rounding error and prints as 0."""

LARGEST_IN_FULL = 1e15
"""Whole numbers below this are written with all their digits."""

LARGEST_MIXED = 1000
"""Only numbers below this are written with a fraction: 7⅔, but 1234.5."""

MOST_TERMS = 8
"""A mean of more outcomes is written with "…": two dice have 21."""

LARGEST_DENOMINATOR = 36
"""The largest denominator of a probability written as a fraction: two dice have 36 outcomes."""

FRACTIONS = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
}
"""The fractions of values that are written as such."""

SMALL_FRACTIONS = FRACTIONS | {
    Fraction(1, 5): "⅕",
    Fraction(2, 5): "⅖",
    Fraction(3, 5): "⅗",
    Fraction(4, 5): "⅘",
    Fraction(1, 6): "⅙",
    Fraction(5, 6): "⅚",
    Fraction(1, 8): "⅛",
    Fraction(3, 8): "⅜",
    Fraction(5, 8): "⅝",
    Fraction(7, 8): "⅞",
}
"""The fractions that have a sign of their own, as probabilities are written."""

FRACTION_SIGNS = {sign: fraction for fraction, sign in SMALL_FRACTIONS.items()}
"""The fraction of each sign."""


def format_number(v: float) -> str:
    """Return a value as people write it: no .0, a true minus sign, ∞; a rounding error is 0.

    Halves, thirds and quarters are fractions.

    >>> format_number(3.0), format_number(-0.5), format_number(float("-inf"))
    ('3', '−½', '−∞')
    >>> format_number(23 / 3), format_number(0.3), format_number(-2.8e-17)
    ('7⅔', '0.3', '0')
    """
    return _write_fraction(v) or format_decimal(v)


def format_decimal(v: float) -> str:
    """Return the same with decimals instead of fractions.

    >>> format_decimal(-0.5), format_decimal(1234567.0)
    ('−0.5', '1234567')
    """
    if abs(v) == inf:
        text = "∞"
    elif abs(v) < ROUNDING_ERROR or (abs(v) < LARGEST_IN_FULL and v == int(v)):
        text = f"{abs(v):.0f}"
    else:
        text = f"{abs(v):.6g}"
    return ("−" if v < 0 and text != "0" else "") + text


def _write_fraction(v: float) -> str:
    """Return a value with one of `FRACTIONS`; the empty string for any other value."""
    if abs(v) >= LARGEST_MIXED:
        return ""
    near = Fraction(abs(v)).limit_denominator(4)
    sign = FRACTIONS.get(near % 1)
    if sign is None or abs(near - Fraction(abs(v))) > ROUNDING_ERROR:
        return ""
    return ("−" if v < 0 else "") + (str(int(near)) if near > 1 else "") + sign


def format_fraction(v: float, largest: int = 100) -> str:
    """Return a ratio of small whole numbers as one, any other value as `format_number` does.

    >>> [format_fraction(v) for v in (-2 / 12, 0.5, 0.123456, -0.4)]
    ['−1/6', '½', '0.123456', '−2/5']
    """
    near = Fraction(abs(v)).limit_denominator(largest) if abs(v) < 1 else Fraction(0)
    if near.denominator <= 4 or abs(near - Fraction(abs(v))) > ROUNDING_ERROR:
        return format_number(v)
    return ("−" if v < 0 else "") + f"{near.numerator}/{near.denominator}"


def format_bound(v: float, write: Callable[[float], str] = format_number) -> str:
    """Return a number that may be a bound: +∞ has its sign.

    >>> format_bound(float("inf")), format_bound(2.0)
    ('+∞', '2')
    """
    return ("+" if v == inf else "") + write(v)


def format_signed(v: float, write: Callable[[float], str] = format_number) -> str:
    """Return a number with its sign, as the lecture writes values.

    >>> format_signed(1.0), format_signed(-1.0), format_signed(float("inf")), format_signed(0.0)
    ('+1', '−1', '+∞', '0')
    """
    text = write(v)
    return ("+" if v > 0 and not text.isalpha() else "") + text


def format_rounded(v: float) -> str:
    """Return a value with two decimals, below 1 with three; a smaller one keeps one digit.

    >>> format_rounded(23 / 3), format_rounded(0.0162322), format_rounded(-0.000043)
    ('7⅔', '0.016', '−0.00004')
    >>> format_rounded(1234567.0), format_rounded(float("-inf"))
    ('1234567', '−∞')
    """
    return _write_fraction(v) or format_rounded_decimal(v)


def format_rounded_decimal(v: float) -> str:
    """Return the same with decimals instead of fractions.

    >>> format_rounded_decimal(23 / 3), format_rounded_decimal(6.5)
    ('7.67', '6.5')
    """
    if abs(v) < ROUNDING_ERROR or abs(v) == inf:
        return format_decimal(v)
    places = 2 if abs(v) >= 1 else max(3, -floor(log10(abs(v))))
    near = round(v, places)
    if near == int(near):
        return format_decimal(near)
    return ("−" if near < 0 else "") + f"{abs(near):.{places}f}".rstrip("0")


def format_window(alpha: float, beta: float, write: Callable[[float], str] = format_rounded) -> str:
    """Return a window as people write it; the empty string if it is open on both sides.

    >>> format_window(3, float("inf")), format_window(float("-inf"), float("inf"))
    ('[3, +∞]', '')
    """
    if (alpha, beta) == (-inf, inf):
        return ""
    return f"[{format_bound(alpha, write)}, {format_bound(beta, write)}]"


def format_clamp(x: str, low: float, high: float) -> str:
    """Return the formula of a sum that is kept within bounds.

    >>> format_clamp("b − w", -64, 64)
    'min(max(b − w, −64), 64)'
    """
    return f"min(max({x}, {format_decimal(low)}), {format_decimal(high)})"


def format_vector(values: Iterable[float]) -> str:
    """Return a vector of rounded values.

    >>> format_vector((1, 2.5, -1))
    '(1, 2½, −1)'
    """
    return f"({', '.join(map(format_rounded, values))})"


def format_probability(p: float) -> str:
    """Return a probability: a small fraction where it is one.

    >>> format_probability(1 / 3), format_probability(7 / 36), format_probability(0.123)
    ('⅓', '7/36', '0.123')
    """
    text = format_ratio(p)
    return SMALL_FRACTIONS.get(Fraction(text), text) if "/" in text else text


def format_ratio(p: float) -> str:
    """Return a probability without the signs of fractions, which are too small on an edge.

    >>> format_ratio(1 / 3), format_ratio(1.0), format_ratio(0.123)
    ('1/3', '1', '0.123')
    """
    near = Fraction(p).limit_denominator(LARGEST_DENOMINATOR)
    return str(near) if abs(near - p) < ROUNDING_ERROR else f"{p:.3g}"


def format_weight(p: float, value: str) -> str:
    """Return a value with its probability, a term of a mean; `value` is already written.

    >>> format_weight(1 / 3, "12"), format_weight(0.25, "−8")
    ('⅓·12', '¼·(−8)')
    """
    return f"{format_probability(p)}·{f'({value})' if value.startswith('−') else value}"


def format_mean(terms: Sequence[tuple[float, str]]) -> str:
    """Return a mean as a sum of probabilities and values; the middle of a long one is left out.

    >>> format_mean([(1 / 3, "3"), (1 / 3, "12"), (1 / 3, "9")])
    '⅓·3 + ⅓·12 + ⅓·9'
    """
    words = [format_weight(p, value) for p, value in terms]
    if len(words) > MOST_TERMS:
        words = [*words[: MOST_TERMS - 2], "…", words[-1]]
    return " + ".join(words)


def parse_number(text: str) -> float:
    """Return the number that people write: 3, −0.5, 1/2, ½, 7⅔, −∞; a ValueError for another text.

    >>> parse_number("−0.5"), parse_number("1/2"), parse_number("7½"), parse_number("-∞")
    (-0.5, 0.5, 7.5, -inf)
    """
    plain = text.strip().replace("−", "-").replace("∞", "inf")
    mixed = re.fullmatch(f"(-?)([0-9]*)([{''.join(FRACTION_SIGNS)}])", plain)
    if mixed:
        size = int(mixed[2] or 0) + FRACTION_SIGNS[mixed[3]]
        return float(-size if mixed[1] else size)
    top, slash, bottom = plain.partition("/")
    if slash and float(bottom) == 0:
        raise ValueError(f"{text!r} divides by 0")
    return float(top) / (float(bottom) if slash else 1.0)


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


def join_words(words: Sequence[str]) -> str:
    """Return several words as one phrase.

    >>> join_words(["x"]), join_words(["x", "y"]), join_words(["x", "y", "z"])
    ('x', 'x and y', 'x, y and z')
    """
    return " and ".join([", ".join(words[:-1])] * (len(words) > 1) + [*words[-1:]])


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
