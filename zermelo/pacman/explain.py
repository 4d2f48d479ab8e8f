"""Why the games of the table end as they do: sentences with its numbers, from the games themselves.

A game that was lost with a false belief about the ghosts is searched again, move by move, with the
true belief: the values show the move that the false belief cost.

>>> from zermelo.pacman.beliefs import FORK, make_pair, roll_dice
>>> agent, real, ghosts = make_pair(FORK, "minimax", "random")
>>> ends = [finish_game(real, agent, ghosts, roll_dice(0, 8))]
>>> wise = make_pair(FORK, "expectimax", "random")[0]
>>> explain_pair("minimax", "random", ends, wise).words.split(". ")[2]
'In game 1 he goes west at his move 9 (north 493.4, west 507): he expects the worst of the ghost'
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from zermelo.formatting import format_decimal
from zermelo.games.pacman import Pacman, Position
from zermelo.pacman.agents import Ply, SearchAgent, play_plies
from zermelo.pacman.tally import TableRow, describe_row, make_row

TRUE_BELIEFS = {"adversarial": "minimax", "random": "expectimax"}
"""The search whose belief is true, by the real ghosts."""

FEELINGS = {
    "minimax": "he expects the worst of the ghost",
    "expectimax": "he counts on a ghost that rolls dice",
}
"""What makes a move look good that is not."""

SHOWN_PLIES = 8
"""The plies before the end from which a link shows a lost game."""

COST = 1.0
"""Points by which another move must be better to be called so."""


@dataclass(frozen=True)
class GameEnd:
    """A game that was played to its end: the real game, and its plies."""

    real: Pacman
    plies: tuple[Ply, ...]

    @property
    def position(self) -> Position:
        """The last position."""
        return self.plies[-1].after

    @property
    def is_lost(self) -> bool:
        """Whether food was left."""
        return any(self.position.food)

    def find_error(self, wise: SearchAgent) -> FalseMove | None:
        """Return the last move that a search with another belief would not have made."""
        for step in range(len(self.plies) - 1, -1, -1):
            ply = self.plies[step]
            if ply.before.mover == 0 and len(ply.decision.values) > 1:
                values = wise.decide(ply.before).values
                chosen = self.real.name(ply.before, ply.decision.action)
                if max(values.values()) - values[chosen] > COST:
                    return FalseMove(step, chosen, ply.decision.values, values)
        return None

    def count_moves(self, step: int) -> int:
        """Return how many moves Pac-Man has made after a step."""
        return sum(ply.before.mover == 0 for ply in self.plies[: step + 1])


@dataclass(frozen=True)
class FalseMove:
    """A move of Pac-Man: its step, the values that he saw, and those of a true belief."""

    step: int
    chosen: str
    seen: dict[str, float]
    true: dict[str, float]


@dataclass(frozen=True)
class PairExplanation:
    """What a cell of the table means; a lost game to look at, if there is one, and its step.

    The step is just after the move that is explained, or a few plies before the end.
    """

    pacman: str
    ghosts: str
    words: str
    game: int | None = None
    step: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Return the explanation as a dict for JSON."""
        return asdict(self)


def finish_game(
    real: Pacman, pacman: SearchAgent, ghosts: SearchAgent | None, dice: random.Random
) -> GameEnd:
    """Play one game as the table does, and return how it ended."""
    return GameEnd(real, tuple(play_plies(real, pacman, ghosts, dice, ties=True)))


def explain_pair(
    pacman: str, ghosts: str, ends: Sequence[GameEnd], wise: SearchAgent
) -> PairExplanation:
    """Return why a pair won and lost its games; `wise` is the search whose belief is true."""
    row = make_row(pacman, ghosts, [end.position for end in ends])
    lost = [i for i, end in enumerate(ends) if end.is_lost]
    is_true, head = TRUE_BELIEFS[ghosts] == pacman, describe_row(row)
    if not lost:
        return PairExplanation(pacman, ghosts, f"{head} {_explain_wins(is_true)}")
    found = {} if is_true else {i: e for i in lost if (e := ends[i].find_error(wise))}
    game = next(iter(found), lost[0])
    step = found[game].step + 1 if found else max(len(ends[game].plies) - SHOWN_PLIES, 0)
    reason = _explain_losses(row, is_true)
    if found:
        move = ends[game].count_moves(found[game].step)
        reason = f"{_count_errors(row, len(found), len(lost))} " + _describe_error(
            row, game, move, found[game]
        )
    return PairExplanation(pacman, ghosts, f"{head} {reason}", game, step)


def _explain_wins(is_true: bool) -> str:
    if is_true:
        return "The ghosts are as he believes."
    return "The ghosts are not as he believes, but it cost him no game here."


def _explain_losses(row: TableRow, is_true: bool) -> str:
    if is_true and row.ghosts == "random":
        return "The dice fell against him: a risk that is counted rightly is still a risk."
    return "The danger lay beyond the rounds that he looks ahead."


def _count_errors(row: TableRow, count: int, lost: int) -> str:
    """Return in how many games the false belief cost a move."""
    whole = "both" if lost == 2 else f"all {lost}"
    share = whole if count == lost else f"{count} of the {lost}"
    games = f"{share} games" if lost > 1 else "the game"
    wise = TRUE_BELIEFS[row.ghosts]
    return f"In {games} that he lost he made a move that {wise}, who is right here, would not make."


def _describe_error(row: TableRow, game: int, move: int, error: FalseMove) -> str:
    best = max(error.true, key=lambda action: error.true[action])
    goes = f"In game {game + 1} he goes {error.chosen} at his move {move}"
    wise = TRUE_BELIEFS[row.ghosts].capitalize()
    return (
        f"{goes} ({_list_values(error.seen)}): {FEELINGS[row.pacman]}. "
        f"{wise} would go {best} ({_list_values(error.true)})."
    )


def _list_values(values: dict[str, float]) -> str:
    return ", ".join(
        f"{action} {format_decimal(round(value, 1))}" for action, value in values.items()
    )


def conclude(rows: Sequence[TableRow]) -> str:
    """Return whether the true belief does better against each kind of ghosts, in a sentence."""
    for ghosts, wise in TRUE_BELIEFS.items():
        scores = {row.pacman: row.score for row in rows if row.ghosts == ghosts}
        if any(score >= scores[wise] for pacman, score in scores.items() if pacman != wise):
            return (
                f"Against {ghosts} ghosts the false belief did no worse in these games: "
                "play more of them, or with another seed."
            )
    return (
        "Against each kind of ghosts the search whose belief is true has the higher mean score: "
        "minimax is optimal against a perfect player, and too careful against any other."
    )
