"""Exercises: make one, print it, grade an answer, name the first mistake.

>>> from zermelo.teach import exercise, grade
>>> made = exercise(seed=7)
>>> grade(made, made.solution).is_right
True
"""

from zermelo.teach.answer import Answer
from zermelo.teach.exercise import Exercise, exercise
from zermelo.teach.grade import Grade, grade
from zermelo.teach.mistake import Mistake

__all__ = ["Answer", "Exercise", "Grade", "Mistake", "exercise", "grade"]
