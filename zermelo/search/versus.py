"""Agents with a model of their opponent, against opponents who play by another: minimax or not?

CS 188 asks of minimax: "optimal against a perfect player. Otherwise?" An agent plays best against
the opponent that it expects. Minimax expects a perfect player, expectimax one who plays by a
distribution. Each agent is followed through the whole game against each opponent.

>>> from zermelo import tree
>>> print(compare_agents(tree.figure("perfect-player"), models=("best=0.8", "uniform")))
tree:perfect-player, MAX to move at A
<BLANKLINE>
what a move is worth, if MAX knows the opponent:
move  perfect  best=0.8  uniform
a1         10        10       10
a2          9      27.2      54½
<BLANKLINE>
what an agent gets:
agent                 plays  perfect  best=0.8  uniform
minimax               a1          10        10       10
expectimax, best=0.8  a2           9      27.2      54½
expectimax, uniform   a2           9      27.2      54½
<BLANKLINE>
against a perfect player minimax gets 10, expectimax for best=0.8 gets 9
against best=0.8 expectimax gets 27.2, minimax gets 10
a2 is better than a1 if the opponent plays the best move with a probability below 0.989
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Generic, TypeVar

from zermelo import contract
from zermelo.errors import Unsuitable
from zermelo.formatting import align_columns, format_number
from zermelo.game import CHANCE, Game
from zermelo.search.opponents import BestMove, Distribution, read_opponents
from zermelo.search.strategy import Values, require_player, require_two_players

S = TypeVar("S")
A = TypeVar("A")

MODELS = ("best=0.8", "uniform")
"""The opponents beside a perfect player, unless others are given."""

PERFECT = "perfect"

MOST_STATES = 50_000

HALVINGS = 20
"""Steps of the search for the probability at which another move becomes better."""


class ModelValues(Values[S, A]):
    """The expected payoffs of a player against an opponent who plays by a model.

    Without a `plan` the player knows the model and plays best against it; with one the player
    follows the plan, whatever the opponent does.

    >>> from zermelo import tree
    >>> game = tree.figure("perfect-player")
    >>> ModelValues(game, 0, BestMove(0.8), Values(game, 0))(0)
    10.0
    """

    def __init__(
        self,
        game: Game[S, A],
        player: int,
        model: Distribution | None,
        plan: Values[S, A] | None = None,
    ) -> None:
        super().__init__(game, player, MOST_STATES)
        self.model, self.plan = model, plan

    def _back_up(self, s: S) -> float:
        game = self.game
        if game.terminal(s) or game.player(s) == CHANCE:
            return super()._back_up(s)
        if game.player(s) == self.player:
            if self.plan is not None:
                return self._value(game.result(s, self.plan.best(s)))
        elif self.model is not None:
            pairs = self.model(game, s)
            return sum(p * self._value(game.result(s, a)) for a, p in pairs if p > 0)
        return super()._back_up(s)


@dataclass(frozen=True)
class AgentRow:
    """One agent: its name, its first move, and what it gets against each opponent."""

    name: str
    move: str
    payoffs: tuple[float, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the row as a dict for JSON."""
        return {"agent": self.name, "move": self.move, "payoffs": list(self.payoffs)}


@dataclass(frozen=True)
class Contest:
    """Agents against opponents: what each root move is worth, and what each agent gets.

    `opponents` are a perfect player and the models, `moves` the root moves with their values
    against each, `agents` minimax and an expectimax for each model. `threshold` is the probability
    of the best move below which another move than minimax's is better, and that move.
    """

    game: str
    state: str
    player: str
    opponents: tuple[str, ...]
    moves: tuple[AgentRow, ...]
    agents: tuple[AgentRow, ...]
    threshold: tuple[float, str] | None = None

    def __str__(self) -> str:
        head = f"{self.game}, {self.player} to move at {self.state}"
        moves = [["move", *self.opponents], *([r.name, *_write_all(r)] for r in self.moves)]
        agents = [["agent", "plays", *self.opponents]]
        agents += [[r.name, r.move, *_write_all(r)] for r in self.agents]
        worth = f"what a move is worth, if {self.player} knows the opponent:"
        parts = [
            [head],
            [worth, *align_columns(moves, left=1)],
            ["what an agent gets:", *align_columns(agents, left=2)],
            list(self._list_lessons()),
        ]
        return "\n\n".join("\n".join(part) for part in parts if part)

    def _list_lessons(self) -> Iterator[str]:
        """Yield what the numbers say: of the perfect player, of the first model, of the change."""
        minimax, other = self.agents[:2]
        model = self.opponents[1]
        first, second = (format_number(agent.payoffs[0]) for agent in (minimax, other))
        if minimax.payoffs == other.payoffs:
            yield f"minimax and expectimax for {model} get the same"
            return
        yield (
            f"against a perfect player minimax gets {first}, expectimax for {model} gets {second}"
        )
        first, second = (format_number(agent.payoffs[1]) for agent in (other, minimax))
        yield f"against {model} expectimax gets {first}, minimax gets {second}"
        if self.threshold is not None:
            p, move = self.threshold
            yield (
                f"{move} is better than {minimax.move} if the opponent plays the best move "
                f"with a probability below {p:.3g}"
            )

    def to_dict(self) -> dict[str, Any]:
        """Return the contest as a dict for JSON."""
        p, move = self.threshold or (None, None)
        return {
            "game": self.game,
            "state": self.state,
            "player": self.player,
            "opponents": list(self.opponents),
            "moves": [{"move": row.move, "values": list(row.payoffs)} for row in self.moves],
            "agents": [row.to_dict() for row in self.agents],
            "threshold": {"probability": p, "move": move},
        }


def _write_all(row: AgentRow) -> list[str]:
    return [format_number(x) for x in row.payoffs]


def compare_agents(
    game: Game[S, A], s: S | None = None, *, player: int | None = None, models: Sequence[Any] = ()
) -> Contest:
    """Return what minimax and expectimax get against a perfect player and against each model.

    A model is a text such as "best=0.8" or a distribution; without any they are `MODELS`. The
    player is by default the one to move.
    """
    require_two_players(game)
    state = game.start() if s is None else s
    contract.require_state(game, state)
    contract.require(game, state)
    with contract.name_faults():
        if game.terminal(state) or game.player(state) == CHANCE:
            raise Unsuitable("no player moves at the root: begin at another position")
        mover = game.player(state)
        if player is not None:
            require_player(game, player)
        if player not in (None, mover):
            raise Unsuitable(f"{game.player_name(mover)} moves at the root, not player {player}")
        return _Comparison(game, state, mover, tuple(models) or MODELS).run()


class _Comparison(Generic[S, A]):
    """One comparison, with the values that its parts share."""

    def __init__(self, game: Game[S, A], s: S, player: int, models: Sequence[Any]) -> None:
        self.game, self.state, self.player = game, s, player
        self.models: dict[str, Distribution | None] = {PERFECT: BestMove(1.0)}
        self.models |= {_name_model(model): read_opponents(model) for model in models}

    def run(self) -> Contest:
        game = self.game
        contest = Contest(
            game.full_title,
            game.label(self.state),
            game.player_name(self.player),
            tuple(self.models),
            tuple(self._list_moves()),
            tuple(self._list_agents()),
        )
        return replace(contest, threshold=self._find_threshold())

    @cached_property
    def responses(self) -> dict[str, ModelValues[S, A]]:
        """The values against each opponent, for a player who knows the model."""
        models = {**self.models, PERFECT: None}  # minimax: the opponent minimises
        return {name: ModelValues(self.game, self.player, model) for name, model in models.items()}

    def _list_moves(self) -> Iterator[AgentRow]:
        for a in self.game.options(self.state):
            after, name = self.game.result(self.state, a), self.game.name(self.state, a)
            values = tuple(values(after) for values in self.responses.values())
            yield AgentRow(name, name, values)

    def _list_agents(self) -> Iterator[AgentRow]:
        for name, plan in self.responses.items():
            agent = "minimax" if name == PERFECT else f"expectimax, {name}"
            payoffs = (
                ModelValues(self.game, self.player, model, plan)(self.state)
                for model in self.models.values()
            )
            yield AgentRow(agent, self._name_best(plan), tuple(payoffs))

    def _name_best(self, values: Values[S, A]) -> str:
        return self.game.name(self.state, values.best(self.state))

    def _find_threshold(self) -> tuple[float, str] | None:
        """Return where another move overtakes minimax's, from a perfect player to the model."""
        minimax = self._name_best(self.responses[PERFECT])
        model = next((m for m in self.models.values() if isinstance(m, BestMove) and m.p < 1), None)
        if model is None or self._choose_against(model.p) == minimax:
            return None
        low, high = model.p, 1.0
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            is_same = self._choose_against(middle) == minimax
            low, high = (low, middle) if is_same else (middle, high)
        return high, self._choose_against(low)

    def _choose_against(self, p: float) -> str:
        """Return the best move against an opponent who plays the best move with probability p."""
        return self._name_best(ModelValues(self.game, self.player, BestMove(p)))


def _name_model(model: Any) -> str:
    if isinstance(model, str):
        return model.strip()
    return getattr(model, "__name__", None) or str(model)
