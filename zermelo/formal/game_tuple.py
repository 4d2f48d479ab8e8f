"""`FormalGame`: the seven-tuple Γ = ⟨P, X, S, T, δ, l, v⟩ of a small game as a value.

`formalise` reads it from the rules of a game, by visiting every state. Chance, which the lecture
does not have, adds a function p: the probabilities of the successors of a chance node.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, Generic, TypeVar

from zermelo import contract
from zermelo.errors import BadGame, BadLimit, TooLarge, one_line
from zermelo.formal.writers import LatexWriter, Row, TextWriter, Writer
from zermelo.formatting import encode_infinities, format_number
from zermelo.game import CHANCE, Game
from zermelo.states import list_states

S = TypeVar("S")
A = TypeVar("A")

MAX_STATES = 1000
"""The number of states beyond which a game is refused, unless the caller allows more."""

CHANCE_NAME = "chance"
"""What l says of a chance node."""


@dataclass(frozen=True, repr=False)
class FormalGame(Generic[S]):
    """A game as sets and functions; states are those of the game, in breadth-first order.

    >>> from zermelo import tree
    >>> gamma = formalise(tree.Tree([[3, 12], 2]))
    >>> gamma.states, gamma.successors[0], gamma.payoffs[3]
    ((0, 1, 2, 3, 4), (1, 2), (3.0, -3.0))
    >>> print(gamma.to_text())
    Γ = ⟨P, X, S, T, δ, l, v⟩ of tree: 2 players, 5 states, 1 start state, 3 terminal states,
    zero-sum
    ...
    """

    game: str
    players: tuple[str, ...]
    """P: the names of the players, by number."""
    states: tuple[S, ...]
    """X: every state that play can reach from S."""
    starts: tuple[S, ...]
    """S: the start states."""
    terminals: tuple[S, ...]
    """T: the states where the game is over."""
    successors: Mapping[S, tuple[S, ...]]
    """δ: the successors of every state, each once, in the order of the actions; () at terminals."""
    mover: Mapping[S, int]
    """l: the number of the player who moves, or CHANCE; not defined at terminals."""
    payoffs: Mapping[S, tuple[float, ...]]
    """v: one payoff for each player, at every terminal."""
    probabilities: Mapping[S, Mapping[S, float]]
    """p: the probability of each successor, at every chance node."""
    components: Mapping[S, tuple[str, ...]]
    """How each state is written, part by part; no two states alike."""
    notes: tuple[str, ...] = ()

    # ------------------------------------------------------------------ facts

    @property
    def total(self) -> float | None:
        """The sum of the payoffs if it is the same at every terminal: 0 in a zero-sum game."""
        sums = [sum(vector) for vector in self.payoffs.values()]
        if len(self.players) < 2 or not sums or max(sums) - min(sums) > contract.TOLERANCE:
            return None
        return round(sums[0], 9)

    @property
    def configurations(self) -> tuple[str, ...]:
        """Y, where every state is a pair of something and a player, as the lecture's; else ()."""
        pairs = self.components.values()
        if not all(len(pair) == 2 and pair[1] in self.players for pair in pairs):
            return ()
        return tuple(dict.fromkeys(pair[0] for pair in pairs))

    @property
    def is_product(self) -> bool:
        """Is X = Y × P: are all configurations states for every player to move?"""
        count = len(self.configurations) * len(self.players)
        return count > 0 and count == len(self.states)

    @property
    def labelled(self) -> tuple[S, ...]:
        """The states that l labels: also terminals, where every state is a pair with a player."""
        return self.states if self.configurations else tuple(self.mover)

    def name_mover(self, s: S) -> str:
        """Return l: the name of the player who moves, or "chance".

        >>> from zermelo.games.nim import Nim
        >>> gamma = formalise(Nim(2, 2))
        >>> [gamma.name_mover(s) for s in gamma.terminals]
        ['MAX', 'MIN']
        """
        if s not in self.mover:
            return self.components[s][1]
        return CHANCE_NAME if self.mover[s] == CHANCE else self.players[self.mover[s]]

    def name_state(self, s: S) -> str:
        """Return a state as mathematics writes it.

        >>> from zermelo.games.nim import Nim
        >>> gamma = formalise(Nim(2, 2))
        >>> [gamma.name_state(s) for s in gamma.terminals]
        ['((0, 0), MAX)', '((0, 0), MIN)']
        """
        return TextWriter().write_state(self.components[s], self.players)

    # ------------------------------------------------------------------ forms

    def summary(self) -> str:
        """Return what Γ is and how large its sets are, in one line."""
        tuple_ = f"Γ = ⟨P, X, S, T, δ, l, v{', p' if self.probabilities else ''}⟩"
        return f"{tuple_} of {self.game}: {self._count()}{self._describe_sum()}"

    def _count(self) -> str:
        kinds = ("player", "state", "start state", "terminal state")
        sets = (self.players, self.states, self.starts, self.terminals)
        return ", ".join(
            f"{len(members):,} {kind}{'s' if len(members) != 1 else ''}"
            for kind, members in zip(kinds, sets, strict=True)
        )

    def _describe_sum(self) -> str:
        if len(self.players) < 2 or not self.payoffs:
            return ""
        if self.total is None:
            return ", general-sum"
        return f", constant-sum ({format_number(self.total)})" if self.total else ", zero-sum"

    def to_text(self) -> str:
        """Return every set and function, line by line."""
        return self._write(TextWriter())

    def to_latex(self) -> str:
        """Return the same as an align* environment of amsmath."""
        return self._write(LatexWriter())

    def _write(self, writer: Writer) -> str:
        sections = list(list_sections(self, writer))
        return writer.write_listing(self.summary(), sections, self.notes)

    def to_dict(self) -> dict[str, Any]:
        """Return the sets and functions for JSON, with the states as texts."""
        name = {s: self.name_state(s) for s in self.states}
        return {
            "game": self.game,
            "players": list(self.players),
            "states": list(name.values()),
            "starts": [name[s] for s in self.starts],
            "terminals": [name[s] for s in self.terminals],
            "successors": {name[s]: [name[t] for t in self.successors[s]] for s in self.states},
            "mover": {name[s]: self.name_mover(s) for s in self.labelled},
            "payoffs": {name[s]: list(vector) for s, vector in self.payoffs.items()},
            "probabilities": {
                name[s]: {name[t]: p for t, p in odds.items()}
                for s, odds in self.probabilities.items()
            },
            "total": self.total,
            "notes": list(self.notes),
        }

    def to_json(self) -> str:
        """Return `to_dict` as JSON."""
        return json.dumps(encode_infinities(self.to_dict()), ensure_ascii=False, indent=2)

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return f"<Γ of {self.game}: {self._count()}>"


# ---------------------------------------------------------------------- from the rules


def formalise(
    game: Game[S, A], s: S | None = None, *, max_states: int = MAX_STATES
) -> FormalGame[S]:
    """Return Γ of a game: all states from all start states, or from s (the lecture's Γ_s).

    >>> from zermelo.games.tic_tac_toe import TicTacToe
    >>> formalise(TicTacToe())
    Traceback (most recent call last):
    zermelo.errors.TooLarge: tic-tac-toe has more than 1,000 states: allow more (max_states,
    --max-states), or begin nearer to its end
    """
    if not isinstance(max_states, int) or isinstance(max_states, bool) or max_states < 1:
        raise BadLimit(f"max_states is {max_states!r}; it must be a whole number, 1 or more")
    contract.require_game(game)
    contract.require_payoffs(game, "v needs")
    with contract.name_faults():
        starts = _find_starts(game, s, max_states)
        states = _find_states(game, s, max_states)
        return _read_rules(game, starts, states)


def _find_starts(game: Game[S, A], s: S | None, most: int) -> tuple[S, ...]:
    """Return the start states, each once and checked; not many more than `most` of them."""
    starts = tuple(dict.fromkeys(islice(game.starts(), most + 1))) if s is None else (s,)
    for start in starts:
        contract.require_state(game, start)
        contract.require(game, start)
    return starts


def _find_states(game: Game[S, A], s: S | None, most: int) -> tuple[S, ...]:
    """Return all states; refuse a game with more than `most`, or with a faulty rule."""
    try:
        states = list_states(game, s, most)
    except TooLarge:
        raise TooLarge(
            f"{game.full_title} has more than {most:,} states: allow more "
            "(max_states, --max-states), or begin nearer to its end"
        ) from None
    for state in states:
        if fault := contract.find_fault(game, state):
            raise BadGame(fault)
    return tuple(states)


def _read_rules(game: Game[S, A], starts: tuple[S, ...], states: tuple[S, ...]) -> FormalGame[S]:
    """Return Γ with what the rules say of each state."""
    inner = [s for s in states if not game.terminal(s)]
    terminals = tuple(s for s in states if game.terminal(s))
    mover = {s: game.player(s) for s in inner}
    return FormalGame(
        one_line(game.full_title),
        tuple(game.player_name(p) for p in range(game.players)),
        states,
        starts,
        terminals,
        {s: tuple(dict.fromkeys(game.result(s, a) for a in game.options(s))) for s in states},
        mover,
        {s: game.payoffs(s) for s in terminals},
        {s: _add_probabilities(game, s) for s in inner if mover[s] == CHANCE},
        _distinguish({s: _read_components(game, s) for s in states}),
        tuple(_list_notes(game)),
    )


def _add_probabilities(game: Game[S, A], s: S) -> dict[S, float]:
    """Return the probability of each successor; outcomes with the same successor add up."""
    odds: dict[S, float] = {}
    for outcome, p in game.chances(s):
        successor = game.result(s, outcome)
        odds[successor] = odds.get(successor, 0.0) + p
    return odds


def _read_components(game: Game[S, A], s: S) -> tuple[str, ...]:
    """Return the components of a state; refuse what is not a tuple of texts."""
    parts: Any = game.components(s)
    if isinstance(parts, tuple) and parts and all(isinstance(part, str) for part in parts):
        return tuple(map(one_line, parts))
    rule = f"{contract.find_source(game, 'components')}{type(game).__name__}.components(s)"
    raise BadGame(one_line(f"{rule} returned {parts!r}; it must return a tuple of texts"))


def _distinguish(components: dict[S, tuple[str, ...]]) -> dict[S, tuple[str, ...]]:
    """Return the components with a number behind those that an earlier state has, too.

    >>> _distinguish({0: ("A",), 1: ("B",), 2: ("A",)})
    {0: ('A',), 1: ('B',), 2: ('A#2',)}
    """
    taken: set[tuple[str, ...]] = set()
    for s, parts in components.items():
        own, number = parts, 1
        while own in taken:
            number += 1
            own = (f"{parts[0]}#{number}", *parts[1:])
        taken.add(own)
        components[s] = own
    return components


def _list_notes(game: Game[Any, Any]) -> Iterator[str]:
    if game.repetition:
        yield "a state does not hold the earlier ones: the rule of repetition is left out"


# ---------------------------------------------------------------------- the listing


def list_sections(gamma: FormalGame[S], writer: Writer) -> Iterator[list[Row]]:
    """Yield the rows of P, X, S, T, δ, l, v, and of p where there is chance."""
    yield [writer.make_set("P", [writer.write_name(name) for name in gamma.players])]
    yield _list_state_rows(gamma, writer)
    yield [writer.make_set("S", _write_states(gamma, writer, gamma.starts))]
    yield [writer.make_set("T", _write_states(gamma, writer, gamma.terminals))]
    yield _list_successor_rows(gamma, writer)
    yield _list_mover_rows(gamma, writer)
    yield _list_payoff_rows(gamma, writer)
    if gamma.probabilities:
        yield _list_chance_rows(gamma, writer)


def _write_states(gamma: FormalGame[S], writer: Writer, states: Iterable[S]) -> list[str]:
    return [writer.write_state(gamma.components[s], gamma.players) for s in states]


def _call(gamma: FormalGame[S], writer: Writer, function: str, s: S) -> str:
    """Return a function's name with a state as its argument."""
    return f"{function}({writer.write_arguments(gamma.components[s], gamma.players)})"


def _list_state_rows(gamma: FormalGame[S], writer: Writer) -> list[Row]:
    """Return the row of X; and of Y, where the states are pairs from Y × P."""
    names, product = _write_states(gamma, writer, gamma.states), f"Y{writer.signs['times']}P"
    if not gamma.configurations:
        return [writer.make_set("X", names)]
    before = f"{product} = " if gamma.is_product else ""
    after = "" if gamma.is_product else f"{writer.signs['part']}{product}"
    members = [writer.write_component(y) for y in gamma.configurations]
    return [writer.make_set("X", names, before, after), writer.make_set("Y", members)]


def _list_successor_rows(gamma: FormalGame[S], writer: Writer) -> list[Row]:
    delta = writer.signs["delta"]
    rows = [writer.declare(delta, "X", "2^X")]
    for s in gamma.mover:
        names = _write_states(gamma, writer, gamma.successors[s])
        rows.append(writer.make_set(_call(gamma, writer, delta, s), names))
    if gamma.terminals:
        rows.append(writer.make_set(f"{delta}(x)", (), after=writer.signs["at ends"]))
    return rows


def _list_mover_rows(gamma: FormalGame[S], writer: Writer) -> list[Row]:
    chance = writer.write_name(CHANCE_NAME).join(writer.braces)
    movers = f"P{writer.signs['union']}{chance}"
    is_part = len(gamma.labelled) < len(gamma.states)
    domain = f"X{writer.signs['minus']}T" if is_part else "X"
    rows = [writer.declare("l", domain, movers if gamma.probabilities else "P")]
    for s in gamma.labelled:
        rows.append(Row(_call(gamma, writer, "l", s), (writer.write_name(gamma.name_mover(s)),)))
    return rows


def _list_payoff_rows(gamma: FormalGame[S], writer: Writer) -> list[Row]:
    if not gamma.payoffs:
        return [writer.make_set("v", ())]
    values = [x for vector in gamma.payoffs.values() for x in vector]
    interval = f"[{writer.write_number(min(values))}, {writer.write_number(max(values))}]"
    power = f"^{len(gamma.players)}" if len(gamma.players) > 1 else ""
    rows = [writer.declare("v", "T", interval + power)]
    for s, vector in gamma.payoffs.items():
        rows.append(Row(_call(gamma, writer, "v", s), (writer.write_vector(vector),)))
    if gamma.total is not None:
        total = (writer.write_number(gamma.total),)
        rows.append(Row(writer.signs["sum"], total, after=writer.signs["at ends"]))
    return rows


def _list_chance_rows(gamma: FormalGame[S], writer: Writer) -> list[Row]:
    domain, after = f"{writer.signs['delta']}(x)", writer.signs["at chance"]
    rows = [writer.declare("p(x)", domain, "[0, 1]", after)]
    for s, odds in gamma.probabilities.items():
        names = _write_states(gamma, writer, odds)
        pairs = zip(names, map(writer.write_probability, odds.values()), strict=True)
        items = [f"{name}{writer.signs['maps']}{p}" for name, p in pairs]
        rows.append(writer.make_set(_call(gamma, writer, "p", s), items))
    return rows
