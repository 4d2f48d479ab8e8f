"""Words and formulas as LaTeX writes them, for pdflatex without further fonts.

Everything that a user or a tree brings goes through one of these functions, so that it stays text.
"""

from __future__ import annotations

import re

from zermelo.formatting import FRACTION_SIGNS

FRACTIONS = {
    sign: f"\\frac{fraction.numerator}{fraction.denominator} "
    for sign, fraction in FRACTION_SIGNS.items()
}
"""The signs of fractions as LaTeX writes them; without braces, which `write_math` would escape."""

_GREEK = (
    ("αβγδεζηθ", r"\alpha \beta \gamma \delta \epsilon \zeta \eta \theta"),
    ("ικλμνξπρ", r"\iota \kappa \lambda \mu \nu \xi \pi \rho"),
    ("στυφχψω", r"\sigma \tau \upsilon \phi \chi \psi \omega"),
    ("ΓΔΘΛΞΠΣΦΨΩ", r"\Gamma \Delta \Theta \Lambda \Xi \Pi \Sigma \Phi \Psi \Omega"),
)

_MATH = (
    {
        "≤": "\\le ",
        "≥": "\\ge ",
        "≈": "\\approx ",
        "−": "-",
        "∞": "\\infty ",
        "●": "\\bullet ",
        "○": "\\circ ",
        "□": "\\square ",
        "◇": "\\Diamond ",
        "△": "\\triangle ",
        "▽": "\\triangledown ",
        "·": "\\cdot ",
        "×": "\\times ",
        "→": "\\to ",
        "…": "\\dots ",
        "⋮": "\\vdots ",
        "★": "\\star ",
        "ⁿ": "{}^n ",
        "«": "\\ll ",
        "»": "\\gg ",
    }
    | {
        letter: f"{word} "
        for letters, words in _GREEK
        for letter, word in zip(letters, words.split(), strict=True)
    }
    | FRACTIONS
)
_TEXT = {
    "#": "\\#",
    "_": "\\_",
    "%": "\\%",
    "&": "\\&",
    "$": "\\$",
    "{": "\\{",
    "}": "\\}",
}

_SIGNS = str.maketrans(
    _TEXT
    | {sign: f"${word.strip()}$" for sign, word in _MATH.items()}
    | {"\\": "\\textbackslash{}", "^": "\\textasciicircum{}", "~": "\\textasciitilde{}"}
    | {"`": "\\textasciigrave{}", "<": "$<$", ">": "$>$", "|": "$|$"}
)

_FORMULA = str.maketrans(_TEXT | _MATH | {"\\": "\\backslash ", "^": "\\hat{} ", "~": "\\sim "})

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\xa0\xad]+")

_UNKNOWN = re.compile(r"[^\x00-\u017f]|[ÐÞðþĄąĐđĘęĦħĮįĸĿŀŉŊŋŦŧŲųſ]")
"""A sign that pdflatex's fonts lack."""

_LATIN = re.compile(r"[\xa1-\u017f]")
"""A letter that is not a sign of mathematics."""

_LIGATURE = re.compile(r"-(?=-)|'(?=')")
"""A sign that would be drawn as one with the next: two hyphens as a dash."""

_WORD = re.compile(r"[A-Za-z]*[a-z]{2}|[^\W\d_a-zA-Z]| ")
"""What makes a name a word, not a formula: small letters, letters with accents, a space."""


def write_math(text: str) -> str:
    """Return a formula.

    >>> print(write_math("≤ ½"), write_math("(2,1)"))
    $\\le  \\frac12 $ $(2,1)$
    """
    signs = _UNKNOWN.sub("?", _CONTROL.sub(" ", text).translate(_FORMULA))
    return f"${_LATIN.sub(_put_in_box, signs)}$" if text else ""


def _put_in_box(letter: re.Match[str]) -> str:
    return rf"\mbox{{{letter[0]}}}"


def write_name(words: str) -> str:
    """Return a name: a word, or a formula like A, a1, (2,1).

    >>> print(write_name("A"), write_name("left wing"), write_name("2-1"))
    $A$ left wing 2-1
    """
    is_formula = "-" not in words and not _WORD.search(_strip_math(words))
    return write_math(words) if is_formula else escape_text(words)


def _strip_math(words: str) -> str:
    """Return the words without the letters that are formulas."""
    return "".join(sign for sign in words if sign not in _MATH)


def escape_text(words: str) -> str:
    """Return a sentence as LaTeX prints it, its mathematical signs in math mode.

    >>> print(escape_text("50% of a_1 ≤ 3"))
    50\\% of a\\_1 $\\le$ 3
    """
    signs = _UNKNOWN.sub("?", _CONTROL.sub(" ", words).translate(_SIGNS))
    return _LIGATURE.sub(r"\g<0>{}", signs)
