"""Every position of a game: values and remoteness, kept in a file.

`database` solves a game and writes the file; `Database` reads it; `verify` checks it. docs/solve.md
and docs/database.md tell more.
"""

from zermelo.solve.database import Database, MoveOutcome
from zermelo.solve.database import solve_game as database
from zermelo.solve.known_ends import with_database
from zermelo.solve.verify import verify
from zermelo.solve.words import Expectation, Outcome

__all__ = [
    "Database",
    "Expectation",
    "MoveOutcome",
    "Outcome",
    "database",
    "verify",
    "with_database",
]
