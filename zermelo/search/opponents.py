"""Models of opponents who do not minimise: a distribution over their actions.

A model is a function of (game, s) that yields (action, probability) pairs. Expectimax takes it as
`opponents`; the command reads it from a text:

========================  ========================================================================
``minimise``              no model: opponents play against MAX as well as they can
``uniform``               every action with the same probability
``best=0.8``              the best action with probability 0.8, the others uniformly
``best=0.8,depth=2``      the same, where best is what looking two plies ahead finds
``3,1``                   the first action three times as often as the second
``mine.py:model``         a function in a file
========================  ========================================================================

>>> from zermelo import search, tree
>>> search.expectimax(tree.figure("perfect-player"), opponents=BestMove(0.75)).value
31.75
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar

from zermelo import contract
from zermelo.algorithm import Option
from zermelo.errors import BadLimit, TooLarge, Unsuitable, abbreviate
from zermelo.formatting import format_probability, parse_number
from zermelo.game import CHANCE, Game
from zermelo.gears import deep_recursion
from zermelo.own import load_file

S = TypeVar("S")
A = TypeVar("A")

Distribution = Callable[[Any, Any], Iterator[tuple[Any, float]]]

MOST_STATES = 200_000
"""States that a best action is worked out from; beyond that it needs a depth."""

MOST_DEPTH = 100

FORMS = "minimise, uniform, best=0.8, weights like 3,1, or a function like mine.py:model"


def uniform(game: Game[S, A], s: S) -> Iterator[tuple[A, float]]:
    """An opponent to whom all actions are equally likely."""
    count = 0
    for _ in game.actions(s):
        count += 1
    for a in game.actions(s):
        yield a, 1 / count


@dataclass(frozen=True)
class Weights:
    """An opponent who chooses the first, the second, the third action … in these proportions.

    >>> from zermelo import tree
    >>> list(Weights((3.0, 1.0))(tree.figure("ghost"), 1))
    [(0, 0.75), (1, 0.25)]
    """

    weights: tuple[float, ...]

    def __post_init__(self) -> None:
        is_finite = all(map(math.isfinite, self.weights))
        if not is_finite or min(self.weights, default=-1.0) < 0 or sum(self.weights) <= 0:
            raise BadLimit(
                f"the weights of opponents are {self}; none may be below 0, nor all of them 0"
            )

    def __call__(self, game: Game[S, A], s: S) -> Iterator[tuple[A, float]]:
        actions = list(game.actions(s))
        if len(actions) != len(self.weights):
            raise BadLimit(
                f"opponents have {len(self.weights)} weights, and {len(actions)} actions at "
                f"{game.dump(s)}: {abbreviate(game.name(s, a) for a in actions)}"
            )
        for a, weight in zip(actions, self.weights, strict=True):
            yield a, weight / sum(self.weights)

    def __str__(self) -> str:
        return ",".join(f"{weight:g}" for weight in self.weights)


# ---------------------------------------------------------------------- opponents of given quality


@dataclass(frozen=True)
class BestMove:
    """An opponent who plays the best action with probability p, and any other one otherwise.

    The others are equally likely. Best is what is best for the opponent if all play their best
    afterwards, each for their own payoff; the first such action on a tie. With `depth` the
    opponent searches to that depth only.

    >>> from zermelo import tree
    >>> list(BestMove(0.75)(tree.figure("perfect-player"), 2))
    [(0, 0.75), (1, 0.25)]
    """

    p: float
    depth: int | None = None
    plans: dict[int, RationalPlay[Any, Any]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        if not 0 <= self.p <= 1:
            raise BadLimit(f"best={self.p:g}: it must be a probability, from 0 to 1")
        if self.depth is not None and not 1 <= self.depth <= MOST_DEPTH:
            raise BadLimit(f"the depth of opponents is {self.depth}; it must be 1 to {MOST_DEPTH}")

    def __call__(self, game: Game[S, A], s: S) -> Iterator[tuple[A, float]]:
        plan = self.plans.setdefault(id(game), RationalPlay(game, self.depth))
        actions = list(game.actions(s))
        best = plan.choose(s, actions)
        for i, a in enumerate(actions):
            if len(actions) == 1:
                yield a, 1.0
            else:
                yield a, self.p if i == best else (1 - self.p) / (len(actions) - 1)

    def __str__(self) -> str:
        depth = "" if self.depth is None else f",depth={self.depth}"
        return f"best={self.p:g}{depth}"


class RationalPlay(Generic[S, A]):
    """The payoffs of every state if each player plays best for themselves: backward induction."""

    def __init__(self, game: Game[S, A], depth: int | None = None) -> None:
        contract.require_payoffs(game, "best moves need")
        self.game, self.depth = game, depth
        self.known: dict[tuple[S, int], tuple[float, ...]] = {}
        self.on_path: set[S] = set()

    def choose(self, s: S, actions: list[A]) -> int:
        """Return the number of the first action that is best for the player to move at s."""
        mover, left = self.game.player(s), -1 if self.depth is None else self.depth
        with deep_recursion():
            values = [self._value(self.game.result(s, a), left - 1)[mover] for a in actions]
        return values.index(max(values))

    def _value(self, s: S, left: int) -> tuple[float, ...]:
        key = (s, max(left, -1))
        if key not in self.known:
            self._refuse(s)
            self.on_path.add(s)
            self.known[key] = self._back_up(s, left)
            self.on_path.discard(s)
        return self.known[key]

    def _refuse(self, s: S) -> None:
        """Refuse a game that goes on without end, or that has too many states."""
        if self.depth is None and s in self.on_path:
            raise Unsuitable("the game can return to an earlier state: give opponents a depth too")
        if len(self.known) >= MOST_STATES:
            raise TooLarge(
                f"opponents would have to know more than {MOST_STATES:,} states: "
                "give them a depth, like best=0.8,depth=2"
            )

    def _back_up(self, s: S, left: int) -> tuple[float, ...]:
        game = self.game
        if game.terminal(s):
            return game.payoffs(s)
        if left == 0:
            return tuple(float(game.evaluate(s, p)) for p in range(game.players))
        if game.player(s) == CHANCE:
            pairs = [(p, self._value(game.result(s, a), left - 1)) for a, p in game.chances(s)]
            return tuple(sum(p * v[q] for p, v in pairs) for q in range(game.players))
        mover = game.player(s)
        values = [self._value(game.result(s, a), left - 1) for a in game.actions(s)]
        return max(values, key=lambda v: v[mover])


# ---------------------------------------------------------------------- as people write them


def read_model(text: Any) -> Distribution | None:
    """Return the model that a text means; None for opponents who minimise.

    >>> print(read_model("minimise"), read_model("best=0.8"), read_model("3,1"))
    None best=0.8 3,1
    """
    if not isinstance(text, str):
        return text  # type: ignore[no-any-return]  # checked by the search
    word = text.strip()
    if word in ("minimise", "uniform"):
        return uniform if word == "uniform" else None
    best = re.fullmatch(r"best\s*=\s*([^,]+)(?:,\s*depth\s*=\s*([0-9]+))?", word)
    try:
        if best:
            return BestMove(parse_number(best[1]), int(best[2]) if best[2] else None)
        return Weights(tuple(parse_number(part) for part in word.split(",")))
    except BadLimit:
        raise
    except ValueError:
        raise BadLimit(f"opponents is {text!r}; write {FORMS}") from None


def read_opponents(text: Any) -> Distribution | None:
    """Return the model that a text means; also one in a file of the user's."""
    own = re.fullmatch(r"(.+?\.py)(?::(\w+))?", text.strip()) if isinstance(text, str) else None
    return read_model(text) if own is None else _find_in_file(Path(own[1]).expanduser(), own[2])


def _find_in_file(path: Path, name: str | None) -> Distribution:
    """Return the function of this name in a file; the only one, if there is no name."""
    module = load_file(path)
    functions = [
        key
        for key, value in vars(module).items()
        if callable(value) and getattr(value, "__module__", "") == module.__name__
    ]
    if name is None and len(functions) == 1:
        name = functions[0]
    if name not in functions:
        named = f"no function {name!r}" if name else "not one function alone"
        raise BadLimit(f"{path} defines {named}; it defines: {abbreviate(functions) or 'none'}")
    model: Distribution = getattr(module, name)
    return model


def name_opponents(opponents: Distribution) -> str:
    """Return how opponents play, for the title of a picture.

    >>> name_opponents(BestMove(0.8)), name_opponents(Weights((3.0, 1.0)))
    ('opponents play the best move with probability ⅘', 'opponents play by weights 3,1')
    """
    if opponents is uniform:
        return "opponents at random"
    if isinstance(opponents, BestMove):
        depth = "" if opponents.depth is None else f" of depth {opponents.depth}"
        odds = format_probability(opponents.p)
        return f"opponents play the best move{depth} with probability {odds}"
    if isinstance(opponents, Weights):
        return f"opponents play by weights {opponents}"
    return "opponents by a distribution"


OPPONENTS = Option(
    "opponents",
    "How the opponents play: minimise, uniform, best=P (the best move with probability P, the "
    "others uniformly; best=P,depth=N looks N plies ahead), weights of their moves like 3,1, or a "
    "function like mine.py:model that yields (action, probability).",
    ("minimise", "uniform"),
    read=read_opponents,
    metavar="MODEL",
)
