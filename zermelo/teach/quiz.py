"""Exercises in the terminal: the pruned nodes, then the values in the order in which the search finds them, then the action.

What is pruned comes first, because the values that are asked for tell which nodes the search visits.
A wrong answer gets its diagnosis at once, and one more try.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from zermelo.errors import ZermeloError
from zermelo.teach.answer import Answer, value
from zermelo.teach.exercise import Exercise
from zermelo.teach.grade import action_mistake, fitted, marks, value_mistake
from zermelo.teach.mistake import Mistake
from zermelo.teach.pruning import Walk
from zermelo.teach.reading import Visit, shown
from zermelo.teach.text_tree import text_tree
from zermelo.teach.words import told, tops

HELP = """\
  an answer   a number (3, −0.5, 1/2, ≤ 2), a vector (1, 2, 6), labels (I J, or none), an action (a1)
  hint        what to look at
  tree        the tree again
  skip        tell me, and go on
  quit        leave
  help        this"""

TRIES = 2


class Left(Exception):
    """The person leaves."""


@dataclass
class Score:
    """How many parts were right at the first try, at the second, and how many there were."""

    first: int = 0
    second: int = 0
    asked: int = 0

    def __str__(self) -> str:
        if not self.asked:
            return "Nothing answered."
        later = f", {self.second} at the second try" if self.second else ""
        return f"{self.first} of {self.asked} right{later}."


@dataclass(frozen=True)
class _Part:
    """One thing that is asked: its prompt, how an answer is judged, a hint, and the right answer."""

    prompt: str
    judge: Callable[[str], Mistake | None]
    hint: str
    right: str


@dataclass
class Quiz:
    r"""A dialogue about some exercises.

    >>> from zermelo import tree
    >>> lines, answers = [], iter(["0", "3", "a1"])
    >>> figure = Exercise.of(tree.figure("figure-2"), "minimax")
    >>> Quiz([figure], ask=lambda prompt: next(answers, "quit"), say=lines.append).run()
    0
    >>> print("\n".join(lines[1:]))
    A is a MAX node: it takes the largest of 1, 0; you took the smallest, 0. Once more:
    A is a MAX node: it takes the largest of 1, 0, which is 1; you wrote 3.
    The answer is 1.
    Right.
    1 of 2 right.
    """

    exercises: Iterable[Exercise]
    ask: Callable[[str], str] = field(default_factory=lambda: input)
    say: Callable[[str], None] = field(default_factory=lambda: _print)
    score: Score = field(default_factory=Score)

    def run(self) -> int:
        """Go through the exercises, or until the person leaves."""
        try:
            for made in self.exercises:
                self._go_through(made)
        except Left:
            pass
        self.say(str(self.score))
        return 0

    def _go_through(self, made: Exercise) -> None:
        number = f" {made.spec['seed']}" if "seed" in made.spec else ""
        self.say(f"Exercise{number}\n{told(made)}\n\nType help for help.")
        for part in _parts(made):
            self._pose(made, part)

    def _pose(self, made: Exercise, part: _Part) -> None:
        """Ask until the answer is right, the tries are used up or the person skips it."""
        self.score.asked += 1
        for attempt in range(TRIES):
            mistake = self._answer(made, part)
            if mistake is None:
                self.score.first += attempt == 0
                self.score.second += attempt == 1
                self.say("Right." if attempt == 0 else "Right now.")
                return
            if mistake is SKIPPED:
                break
            self.say(str(mistake) if attempt + 1 == TRIES else f"{mistake.hint} Once more:")
        self.say(f"The answer is {part.right}.")

    def _answer(self, made: Exercise, part: _Part) -> Mistake | None:
        """One answer that can be read; commands are obeyed on the way."""
        while True:
            try:
                words = self.ask(part.prompt).strip()
            except EOFError:
                self.say("")
                self.score.asked -= 1
                raise Left from None
            command = words.casefold()
            if command in ("quit", "exit", "q"):
                self.score.asked -= 1
                raise Left
            if command == "skip":
                return SKIPPED
            told = {"": "", "help": HELP, "hint": part.hint, "tree": text_tree(made)}
            if command in told:
                if words:
                    self.say(told[command])
                continue
            try:
                return part.judge(words)
            except ZermeloError as error:
                self.say(f"{error} (or: help)")


SKIPPED = Mistake("missing", "", None, None, "skipped")


def _print(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


# ---------------------------------------------------------------------- the parts of an exercise


def _parts(made: Exercise) -> list[_Part]:
    parts = [_pruned_part(made)] if made.prunes else []
    parts += [_value_part(made, visit) for visit in made.visits.values()]
    if made.best_action is not None:
        parts.append(_action_part(made))
    return parts


def _value_part(made: Exercise, visit: Visit) -> _Part:
    def judge(words: str) -> Mistake | None:
        given, bound = value(words, visit.label)
        given = fitted(made, Answer({visit.label: given})).values[visit.label]
        return value_mistake(made, visit, given, bound)

    who = made.mover(visit.player)
    kind = (
        "a chance node"
        if who == "chance"
        else f"a {who} node"
        if made.tree.players <= 2
        else f"{who}'s"
    )
    seen = ", ".join(
        f"{one.label} = {shown(one.value)}" for one in visit.seen if one.value is not None
    )
    return _Part(
        f"{visit.label} = ", judge, f"{visit.label} is {kind}, and sees {seen}.", visit.shown
    )


def _pruned_part(made: Exercise) -> _Part:
    def judge(words: str) -> Mistake | None:
        named = (
            []
            if words.casefold() in ("none", "nothing", "-")
            else [word for word in re.split(r"[,;\s]+", words) if word]
        )
        walk = Walk(made, marks(made, fitted(made, Answer(pruned=frozenset(named))).pruned))
        return next(
            (found for event in made.trace.events if (found := walk.mistake_at(event))), None
        )

    cuts = [visit.label for visit in made.visits.values() if visit.pruned]
    hint = (
        f"Something is pruned below {', '.join(cuts)}."
        if cuts
        else "Go through the nodes once more: is there a cut at all?"
    )
    return _Part("pruned (labels, or none): ", judge, hint, ", ".join(tops(made)) or "none")


def _action_part(made: Exercise) -> _Part:
    root = made.visits[made.labels[0]]
    known = (
        made.visits[one.label].shown if one.label in made.visits else shown(one.value or 0.0)
        for one in root.seen
    )
    offers = ", ".join(
        f"{one.action} to {one.label}, {worth}" for one, worth in zip(root.seen, known, strict=True)
    )
    return _Part(
        f"action at {root.label}: ",
        lambda words: action_mistake(made, words),
        f"There are {offers}.",
        str(made.best_action),
    )
