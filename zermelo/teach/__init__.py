"""Exercises: make one, print it, grade an answer, name the first mistake.

>>> from zermelo.teach import grade, make_exercise
>>> exercise = make_exercise(seed=7)
>>> grade(exercise, exercise.solution).is_right
True
"""

from zermelo.teach.answer import Answer
from zermelo.teach.exercise import Exercise
from zermelo.teach.generate import make_exercise, rebuild_exercise
from zermelo.teach.grade import Grade, grade
from zermelo.teach.mistake import Mistake

__all__ = [
    "Answer",
    "Exercise",
    "Grade",
    "Mistake",
    "grade",
    "make_exercise",
    "rebuild_exercise",
]
