"""The value of a position as one formula, worked out line by line.

>>> from zermelo.tree import Tree
>>> print(formulate(Tree([[3, 12, 8], [2, "x", "y"], [14, 5, 2]])))
MINIMAX(A) = max(min(3, 12, 8), min(2, x, y), min(14, 5, 2))
           = max(3, min(2, x, y), 2)
           = max(3, z, 2) where z = min(2, x, y) ≤ 2
           = 3, whatever x and y are
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from zermelo.errors import TooLarge, Unsuitable
from zermelo.formal.writers import LatexWriter
from zermelo.formatting import encode_infinities, format_number, format_probability, join_words
from zermelo.frame.unknowns import find_influences
from zermelo.game import CHANCE, Game
from zermelo.interval import Interval, exactly, max_of, mean_of, min_of
from zermelo.show.latex_text import FRACTIONS, escape_text

MAX_LEAVES = 60
"""A formula of more leaves cannot be read."""

LETTERS = ("z", "w", "u", "t")
"""Letters for what is still unknown."""

FIRST_CODE = 0xE000
"""The first character that has no meaning of its own: it stands for a name."""

MAX, MIN, MEAN = "max", "min", "mean"


@dataclass(frozen=True)
class Term:
    """A part of a formula: a number, a letter for a range, or a rule with parts."""

    range: Interval
    letter: str = ""
    rule: str = ""
    parts: tuple[Term, ...] = ()
    odds: tuple[float, ...] = ()

    @property
    def is_number(self) -> bool:
        """Whether it is written as a number."""
        return not self.rule and not self.letter

    def __str__(self) -> str:
        if self.letter:
            return self.letter
        if not self.rule:
            return format_number(self.range.low)
        if self.rule != MEAN:
            return f"{self.rule}({', '.join(map(str, self.parts))})"
        terms = zip(self.odds, self.parts, strict=True)
        return " + ".join(f"{format_probability(p)}·{_in_brackets(part)}" for p, part in terms)

    def reduce(self) -> Term:
        """Return the formula with its innermost rules worked out, where all parts are numbers."""
        if self.rule and all(part.is_number for part in self.parts):
            return Term(self.range)
        return replace(self, parts=tuple(part.reduce() for part in self.parts))

    def rename(self, names: Mapping[str, str]) -> Term:
        """Return the formula with other letters."""
        parts = tuple(part.rename(names) for part in self.parts)
        return replace(self, letter=names.get(self.letter, self.letter), parts=parts)

    def letters(self) -> Iterator[str]:
        """Yield the letters in it, from left to right."""
        if self.letter:
            yield self.letter
        for part in self.parts:
            yield from part.letters()


def _in_brackets(part: Term) -> str:
    return f"({part})" if part.rule == MEAN else str(part)


@dataclass(frozen=True)
class Formula:
    """The value of a position: the lines of its working, what it is, what it depends on."""

    name: str
    term: Term
    unknowns: tuple[str, ...] = ()
    influences: tuple[str, ...] = ()

    @property
    def range(self) -> Interval:
        """What the value lies in."""
        return self.term.range

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines of the working, without the last."""
        return tuple(_work_out(self.term, self.unknowns))

    @property
    def conclusion(self) -> str:
        """The last line: the value, or what is known of it."""
        return _conclude(self.range, self.unknowns, self.influences)

    def __str__(self) -> str:
        margin = "\n" + " " * (len(self.name) + 1)
        return f"{self.name} " + margin.join(
            [*(f"= {line}" for line in self.lines), self.conclusion]
        )

    def to_latex(self) -> str:
        """Return the formula as an align* environment.

        The lines are worked out with a code for each unknown, so that no name is read as a part of
        the formula.
        """
        names = dict.fromkeys((*self.unknowns, *self.influences))
        codes = {name: chr(FIRST_CODE + i) for i, name in enumerate(names)}
        lines = _work_out(self.term.rename(codes), self.unknowns)
        coded = ([codes[name] for name in words] for words in (self.unknowns, self.influences))
        rows = [*(f"= {line}" for line in lines), _conclude(self.range, *coded)]
        body = " \\\\\n  &".join(_in_latex(row, codes) for row in rows)
        name, _, label = self.name.removesuffix(")").partition("(")
        head = rf"\text{{{name}}}(\text{{{escape_text(label)}}})"
        return f"\\begin{{align*}}\n  {head} &{body}\n\\end{{align*}}"

    def to_dict(self) -> dict[str, Any]:
        """Return the formula as a dict for JSON."""
        return {
            "name": self.name,
            "lines": list(self.lines),
            "value": self.range.low if self.range.is_exact else None,
            "range": encode_infinities(list(self.range)),
            "unknowns": list(self.unknowns),
            "influences": list(self.influences),
        }


_LATEX = {"max(": r"\max(", "min(": r"\min(", "·": r"\cdot ", "−": "-", "≤": r"\le ", "≥": r"\ge "}
_LATEX |= {"∈": r"\in ", " where ": r" \quad \text{where } ", " and ": r" \text{ and } "}
_LATEX |= {sign: word.replace("frac", "tfrac") for sign, word in FRACTIONS.items()}


def _in_latex(line: str, codes: Mapping[str, str]) -> str:
    """Return a line of the working; the codes stand for names."""
    head, comma, words = line.partition(", whatever ")
    if not comma:
        head, comma, words = line.partition(", depending ")
    for sign, command in _LATEX.items():
        head = head.replace(sign, command)
    for name, code in codes.items():
        head = head.replace(code, LatexWriter().write_component(name))
        words = words.replace(code, escape_text(name))
    return head + (rf"\text{{{comma}{words}}}" if comma else "")


def _conclude(known: Interval, unknowns: Sequence[str], influences: Sequence[str]) -> str:
    if known.is_exact:
        verb = "is" if len(unknowns) == 1 else "are"
        free = f", whatever {join_words(unknowns)} {verb}" if unknowns else ""
        return f"= {known.write()}{free}"
    words = known.write(both="∈ [{}, {}]").replace("?", "can be any number")
    return f"{words}, depending on {join_words(influences)}"


def formulate(
    game: Game[Any, Any], s: Any = None, *, player: int | None = None, depth: int | None = None
) -> Formula:
    """Return the minimax value of a position, for the player to move, as a formula.

    Leaves at `depth` are the game's estimates.
    """
    s = game.start() if s is None else s
    if game.players > 2:
        raise Unsuitable(f"{game.full_title} has {game.players} players; a formula is for two")
    me = _choose_player(game, s) if player is None else player
    term = _Builder(game, me).build(s, depth)
    unknowns = tuple(dict.fromkeys(term.letters()))
    influences = tuple(find_influences(game, s, me)) if unknowns else ()
    rule = _name_rule(term) if game.has_chance else "MINIMAX"
    return Formula(f"{rule}({game.label(s)})", term, unknowns, influences)


def _name_rule(term: Term) -> str:
    """Return what the value of a tree with chance nodes is called: without MIN, expectimax."""
    waiting = [term]
    for one in waiting:  # grows while it is read
        waiting += one.parts
    return "EXPECTIMINIMAX" if any(one.rule == MIN for one in waiting) else "EXPECTIMAX"


def _choose_player(game: Game[Any, Any], s: Any) -> int:
    if game.maximiser is not None or game.terminal(s) or game.player(s) == CHANCE:
        return game.maximiser or 0
    return game.player(s)


class _Builder:
    """Builds the formula of a position, and counts its leaves."""

    def __init__(self, game: Game[Any, Any], me: int) -> None:
        self.game, self.me = game, me
        self.leaves = 0

    def build(self, s: Any, depth: int | None) -> Term:
        game, me = self.game, self.me
        if game.terminal(s) or depth == 0:
            return self._build_leaf(s)
        below = None if depth is None else depth - 1
        parts = tuple(self.build(game.result(s, a), below) for a in game.options(s))
        ranges = [part.range for part in parts]
        if game.player(s) == CHANCE:
            odds = tuple(p for _, p in game.chances(s))
            return Term(mean_of(zip(odds, ranges, strict=True)), "", MEAN, parts, odds)
        rule, find = (MAX, max_of) if game.player(s) == me else (MIN, min_of)
        return Term(find(ranges), "", rule, parts)

    def _build_leaf(self, s: Any) -> Term:
        self.leaves += 1
        if self.leaves > MAX_LEAVES:
            raise TooLarge(
                f"the formula has more than {MAX_LEAVES} leaves: give a depth, or a later position"
            )
        game, me = self.game, self.me
        unknown = game.unknown(s, me) if game.terminal(s) else None
        if unknown is not None:
            return Term(unknown.range, unknown.name)
        pays = game.utility if game.terminal(s) else game.evaluate
        return Term(exactly(float(pays(s, me))))


def _work_out(term: Term, unknowns: tuple[str, ...]) -> Iterator[str]:
    """Yield the lines of the working, without the last."""
    if term.is_number:
        return
    yield str(term)
    while not (after := term.reduce()).is_number and after != term:
        term = after
        yield str(term)
    if term.rule in (MAX, MIN) and any(part.rule for part in term.parts):
        yield _name_parts(term, unknowns)


def _name_parts(term: Term, unknowns: tuple[str, ...]) -> str:
    """Return the formula with a letter for each part that holds unknowns, and their ranges."""
    free = (
        letter for letter in (*LETTERS, *(f"z{i}" for i in range(99))) if letter not in unknowns
    )
    named = {i: next(free) for i, part in enumerate(term.parts) if part.rule}
    parts = [replace(part, letter=named.get(i, part.letter)) for i, part in enumerate(term.parts)]
    where = [
        f"{letter} = {term.parts[i]} {term.parts[i].range.write(both='∈ [{}, {}]')}".removesuffix(
            " ?"
        )
        for i, letter in named.items()
    ]
    return f"{replace(term, parts=tuple(parts))} where {join_words(where)}"
