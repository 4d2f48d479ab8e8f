"""A listing of sets and functions as text or as LaTeX.

Both writers write the same parts: states, players, numbers, sets and rows. A long set is broken
between two of its elements.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from zermelo.errors import one_line
from zermelo.formatting import format_number, format_probability, format_signed
from zermelo.show.latex_text import FRACTIONS, escape_text

TEXT_WIDTH = 88
"""The columns of a line of text."""

LATEX_WIDTH = 64
"""The characters of a line of LaTeX, without commands: about the width of a text on paper."""

INDENT = 4
"""The columns that the further lines of a broken set are set in."""

TEXT_SIGNS = {
    "delta": "δ",
    "to": "→",
    "times": " × ",
    "minus": " ∖ ",
    "union": " ∪ ",
    "part": " ⊂ ",
    "maps": " ↦ ",
    "sum": "Σ v_i(x)",
    "at ends": " for all x ∈ T",
    "at chance": " for all x with l(x) = chance",
}

LATEX_SIGNS = {
    "delta": r"\delta",
    "to": r"\to",
    "times": r" \times ",
    "minus": r" \setminus ",
    "union": r" \cup ",
    "part": r" \subset ",
    "maps": r" \mapsto ",
    "sum": r"\textstyle\sum_i v_i(x)",
    "at ends": r" \quad\text{for all } x \in T",
    "at chance": r" \quad\text{for all } x \text{ with } l(x) = \text{chance}",
}


@dataclass(frozen=True)
class Row:
    """One line of a listing: `left` `sign` `items`, the items between `fences`.

    >>> TextWriter().write_row(Row("P", ("MAX", "MIN"), fences=("{", "}")))
    'P = {MAX, MIN}'
    """

    left: str
    items: Sequence[str]
    sign: str = "="
    fences: tuple[str, str] = ("", "")
    before: str = ""
    """What stands between the sign and the first fence."""
    after: str = ""
    """What stands behind the last fence."""


class Writer(ABC):
    """How the parts of a listing are written; the parts are the same in every form."""

    width: int
    colon: str
    empty: str
    braces: tuple[str, str]
    signs: Mapping[str, str]
    """The mathematical signs of the listing, by their names."""

    @abstractmethod
    def write_name(self, text: str) -> str:
        """Return a player's name."""

    @abstractmethod
    def write_component(self, text: str) -> str:
        """Return one component of a state."""

    @abstractmethod
    def write_math(self, text: str) -> str:
        """Return a number or a fraction."""

    @abstractmethod
    def write_row(self, row: Row, margin: int = 0) -> str:
        """Return a row, on several lines if it is long; `margin` columns stand left of the sign."""

    @abstractmethod
    def write_listing(
        self, title: str, sections: Sequence[Sequence[Row]], notes: Sequence[str] = ()
    ) -> str:
        """Return the whole listing."""

    def write_state(self, components: Sequence[str], players: Sequence[str]) -> str:
        """Return a state; one of several components is a tuple of them."""
        parts = self.write_arguments(components, players)
        return f"({parts})" if len(components) > 1 else parts

    def write_arguments(self, components: Sequence[str], players: Sequence[str]) -> str:
        """Return a state as the argument of a function, without the parentheses of a tuple."""
        return ", ".join(
            self.write_name(part) if part in players and i else self.write_component(part)
            for i, part in enumerate(components)
        )

    def write_vector(self, values: Sequence[float]) -> str:
        """Return payoffs with their signs; those of a single player as a number."""
        words = [self.write_math(format_signed(v)) for v in values]
        return words[0] if len(words) == 1 else f"({', '.join(words)})"

    def write_number(self, value: float) -> str:
        """Return a number."""
        return self.write_math(format_number(value))

    def write_probability(self, p: float) -> str:
        """Return a probability, as a fraction where it is a small one."""
        return self.write_math(format_probability(p))

    def declare(self, function: str, domain: str, range_: str, after: str = "") -> Row:
        """Return the row that says from where to where a function goes."""
        return Row(function, (f"{domain} {self.signs['to']} {range_}",), self.colon, after=after)

    def make_set(self, left: str, items: Sequence[str], before: str = "", after: str = "") -> Row:
        """Return the row of a set."""
        if not items:
            return Row(left, (self.empty,), before=before, after=after)
        return Row(left, items, fences=self.braces, before=before, after=after)

    def break_items(self, row: Row, first: int, rest: int) -> Iterator[str]:
        """Yield the items on as many lines as they need; the lines begin at these columns."""
        last, used, line = len(row.items) - 1, first, ""
        for i, item in enumerate(row.items):
            word = item + (", " if i < last else "")
            if line and used + self.measure(word.rstrip()) > self.width:
                yield line.rstrip()
                used, line = rest, ""
            used += self.measure(word)
            line += word
        yield line

    def measure(self, text: str) -> int:
        """Return the columns of a text as it is printed."""
        return len(text)


class TextWriter(Writer):
    """Unicode text for a terminal."""

    width = TEXT_WIDTH
    colon = ":"
    empty = "∅"
    braces = ("{", "}")
    signs = TEXT_SIGNS

    def write_name(self, text: str) -> str:
        """Return the name as it is."""
        return text

    def write_component(self, text: str) -> str:
        """Return the component as it is."""
        return text

    def write_math(self, text: str) -> str:
        """Return the number as it is."""
        return text

    def write_row(self, row: Row, margin: int = 0) -> str:
        """Return the row; the further lines of a long one are set in."""
        sign = f" {row.sign} "
        start = f"{row.left}{sign}{row.before}{row.fences[0]}"
        lines = list(self.break_items(row, len(start), INDENT))
        return start + f"\n{' ' * INDENT}".join(lines) + row.fences[1] + row.after

    def write_listing(
        self, title: str, sections: Sequence[Sequence[Row]], notes: Sequence[str] = ()
    ) -> str:
        """Return the title and the sections, with an empty line between them."""
        blocks = ["\n".join(map(self.write_row, section)) for section in sections]
        return "\n\n".join([title, *blocks, *(f"note: {note}" for note in notes)])


class LatexWriter(Writer):
    """An align* environment of amsmath, which a document or a slide can include."""

    width = LATEX_WIDTH
    colon = r"\colon"
    empty = r"\emptyset"
    braces = (r"\{", r"\}")
    signs = LATEX_SIGNS

    def write_name(self, text: str) -> str:
        r"""Return a name, small capitals for capitals.

        >>> print(LatexWriter().write_name("MAX"), LatexWriter().write_name("a_1"))
        \textsc{Max} \text{a\_1}
        """
        if len(text) > 1 and text.isupper():
            return rf"\textsc{{{escape_text(text.capitalize())}}}"
        return rf"\text{{{escape_text(text)}}}"

    def write_component(self, text: str) -> str:
        r"""Return numbers and single letters as mathematics, all else as text.

        >>> print(LatexWriter().write_component("(2, 1)"), LatexWriter().write_component("3/3 X"))
        (2, 1) \text{3/3 X}
        """
        if re.fullmatch(r"[A-Za-z]|[0-9(),;+\- ]*", text):
            return text
        return rf"\text{{{escape_text(text)}}}"

    def write_math(self, text: str) -> str:
        """Return a number with the signs of LaTeX."""
        signs = {"−": "-", "∞": r"\infty"} | FRACTIONS
        return "".join(signs.get(sign, sign) for sign in text).strip()

    def measure(self, text: str) -> int:
        r"""Return about as many columns as LaTeX prints.

        >>> LatexWriter().measure(r"((2, 1), \textsc{Min})")
        13
        """
        return len(re.sub(r"\\[A-Za-z]+ ?|[\\{}$]", "", text))

    def write_row(self, row: Row, margin: int = 0) -> str:
        r"""Return the row of an alignment, which ends with \\."""
        start = f"{row.before}{row.fences[0]}"
        lines = list(self.break_items(row, margin + self.measure(start), margin + INDENT))
        body = " \\\\\n  &\\qquad ".join(lines)
        return f"  {row.left} &{row.sign} {start}{body}{row.fences[1]}{row.after} \\\\"

    def write_listing(
        self, title: str, sections: Sequence[Sequence[Row]], notes: Sequence[str] = ()
    ) -> str:
        """Return the environment; pages may break in it, and space parts the sections."""
        margin = max(self.measure(row.left) for section in sections for row in section)
        blocks = [
            "\n".join(self.write_row(row, margin) for row in section) + "[4pt]"
            for section in sections
        ]
        body = "\n".join(blocks).removesuffix(" \\\\[4pt]")
        return "\n".join(
            [
                *(f"% {one_line(line)}" for line in (title, *notes)),
                "% needs \\usepackage{amsmath}",
                "\\begingroup\\allowdisplaybreaks",
                "\\begin{align*}",
                body,
                "\\end{align*}",
                "\\endgroup",
            ]
        )
