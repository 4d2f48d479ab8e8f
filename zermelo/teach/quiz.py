"""Exercises in the terminal: pruned nodes, then values in the search's order, then the action.

The pruned nodes come first, because the values that are asked for show which nodes the search
visits. A wrong answer gets its diagnosis at once, and one more try.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from zermelo.errors import ZermeloError
from zermelo.teach.answer import Answer, parse_value
from zermelo.teach.exercise import Exercise
from zermelo.teach.grade import (
    find_action_mistake,
    find_value_mistake,
    mark_pruned,
    normalise_answer,
)
from zermelo.teach.mistake import Mistake
from zermelo.teach.pruning_check import PruningCheck
from zermelo.teach.question import list_tops, write_exercise
from zermelo.teach.reading import Visit, format_value
from zermelo.teach.text_tree import write_tree

HELP = """\
  an answer   a number (3, −0.5, 1/2, ≤ 2), a vector (1, 2, 6), labels (I J, none), an action (a1)
  hint        what to look at
  tree        the tree again
  skip        show the answer, and go on
  quit        leave
  help        this"""

TRIES = 2


class QuizLeft(Exception):
    """The user leaves the quiz."""


@dataclass
class Score:
    """The parts that were right at the first try and at the second, and the number of parts."""

    first: int = 0
    second: int = 0
    questions: int = 0

    def __str__(self) -> str:
        if not self.questions:
            return "Nothing answered."
        later = f", {self.second} at the second try" if self.second else ""
        return f"{self.first} of {self.questions} right{later}."


@dataclass(frozen=True)
class _Part:
    """One thing that is asked: its prompt, the judge of an answer, a hint, and the right answer."""

    prompt: str
    judge: Callable[[str], Mistake | None]
    hint: str
    right: str


@dataclass
class Quiz:
    r"""A dialogue about some exercises.

    >>> from zermelo import tree
    >>> lines, answers = [], iter(["0", "3", "a1"])
    >>> figure = Exercise.of(tree.Tree([1, 0]), "minimax")
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
        """Go through the exercises until the end, or until the user leaves."""
        try:
            for exercise in self.exercises:
                self._go_through(exercise)
        except QuizLeft:
            pass
        self.say(str(self.score))
        return 0

    def _go_through(self, exercise: Exercise) -> None:
        number = f" {exercise.spec['seed']}" if "seed" in exercise.spec else ""
        self.say(f"Exercise{number}\n{write_exercise(exercise)}\n\nType help for help.")
        for part in _make_parts(exercise):
            self._pose(exercise, part)

    def _pose(self, exercise: Exercise, part: _Part) -> None:
        """Ask until the answer is right, the tries are used up or the user skips it."""
        self.score.questions += 1
        for attempt in range(TRIES):
            mistake = self._answer(exercise, part)
            if mistake is None:
                self.score.first += attempt == 0
                self.score.second += attempt == 1
                self.say("Right." if attempt == 0 else "Right now.")
                return
            if mistake is SKIPPED:
                break
            self.say(str(mistake) if attempt + 1 == TRIES else f"{mistake.hint} Once more:")
        self.say(f"The answer is {part.right}.")

    def _answer(self, exercise: Exercise, part: _Part) -> Mistake | None:
        """Ask until an answer can be read; return its mistake. Commands are carried out."""
        texts = {"help": HELP, "hint": part.hint, "tree": write_tree(exercise)}
        while True:
            words = self._read(part.prompt)
            command = words.casefold()
            if command == "skip":
                return SKIPPED
            if command in texts:
                self.say(texts[command])
            elif words:
                try:
                    return part.judge(words)
                except ZermeloError as error:
                    self.say(f"{error} (or: help)")

    def _read(self, prompt: str) -> str:
        """Return one line of the user; raise QuizLeft if they leave."""
        try:
            words = self.ask(prompt).strip()
        except EOFError:
            self.say("")
            words = "quit"
        if words.casefold() in ("quit", "exit", "q"):
            self.score.questions -= 1
            raise QuizLeft
        return words


SKIPPED = Mistake("missing", "", None, None, "skipped")


def _print(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


# ---------------------------------------------------------------------- the parts of an exercise


def _make_parts(exercise: Exercise) -> list[_Part]:
    parts = [_make_pruned_part(exercise)] if exercise.search.prunes else []
    parts += [_make_value_part(exercise, visit) for visit in exercise.visits.values()]
    if exercise.best_action is not None:
        parts.append(_make_action_part(exercise))
    return parts


def _make_value_part(exercise: Exercise, visit: Visit) -> _Part:
    def judge(words: str) -> Mistake | None:
        given, bound = parse_value(words, visit.label)
        given = normalise_answer(exercise, Answer({visit.label: given})).values[visit.label]
        return find_value_mistake(exercise, visit, given, bound)

    mover = exercise.name_mover(visit.player)
    kind = f"a {mover} node"
    if mover != "chance" and exercise.tree.players > 2:
        kind = f"{mover}'s"
    values = ((one.label, one.value) for one in visit.seen)
    seen = ", ".join(f"{label} = {format_value(v)}" for label, v in values if v is not None)
    hint = f"{visit.label} is {kind}, and sees {seen}."
    return _Part(f"{visit.label} = ", judge, hint, visit.text)


def _make_pruned_part(exercise: Exercise) -> _Part:
    def judge(words: str) -> Mistake | None:
        is_none = words.casefold() in ("none", "nothing", "-")
        labels = [] if is_none else [word for word in re.split(r"[,;\s]+", words) if word]
        pruned = normalise_answer(exercise, Answer(pruned=frozenset(labels))).pruned
        check = PruningCheck(exercise, mark_pruned(exercise, pruned))
        mistakes = map(check.follow, exercise.trace.events)
        return next((mistake for mistake in mistakes if mistake), None)

    cuts = [visit.label for visit in exercise.visits.values() if visit.pruned]
    hint = "Go through the nodes once more: is there a cut at all?"
    if cuts:
        hint = f"Something is pruned below {', '.join(cuts)}."
    right = ", ".join(list_tops(exercise)) or "none"
    return _Part("pruned (labels, or none): ", judge, hint, right)


def _make_action_part(exercise: Exercise) -> _Part:
    root = exercise.visits[exercise.labels[0]]
    offers = []
    for one in root.seen:
        visit = exercise.visits.get(one.label)
        value = visit.text if visit is not None else format_value(one.value or 0.0)
        offers.append(f"{one.action} to {one.label}, {value}")
    return _Part(
        f"action at {root.label}: ",
        lambda words: find_action_mistake(exercise, words),
        f"There are {', '.join(offers)}.",
        str(exercise.best_action),
    )
