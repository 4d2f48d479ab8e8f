"""The game as mathematics: Γ = ⟨P, X, S, T, δ, l, v⟩ as methods of one class.

Subclass `Game`, write the six required methods, and every search, viewer and command works with it.
States are immutable and hashable. Nothing here or anywhere assumes that players alternate.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Generic, TypeVar

from zermelo.bits import hash64
from zermelo.board import Board, in_ascii
from zermelo.errors import BadAction, BadPosition, TooLarge

S = TypeVar("S")
A = TypeVar("A")
M = TypeVar("M")

CHANCE = -1
"""Who moves at a chance node."""

INFINITY = float("inf")

FORBIDDEN = 1
"""As `repetition`: an action may not bring a position back."""

FOREVER = 1 << 30
"""Plies: everything before counts."""

MOST_WORDS = 4
"""Words of one move: a double in backgammon moves four men."""


class Game(ABC, Generic[S, A]):
    """A game in extensive form with perfect information.

    Required: `start`, `player`, `actions`, `result`, `terminal`, `utility`. The rest is optional; each
    optional method says what is lost without it.
    """

    players: int = 2
    """P: how many players there are. They are numbered from 0; 1 makes a single-agent tree."""

    total: float | None = 0
    """What all players' utilities add up to at every terminal: 0 for zero-sum, another constant, or None for general-sum."""

    names: tuple[str, ...] = ()
    """What people call the players. Without it: MAX and MIN for two, A, B, C … for more."""

    signs: tuple[str, ...] = ()
    """Each player's piece, as boards show it. Without it: nothing says who is who on a board."""

    title: str = ""
    """What to call the game in results. Without it: the class's name, as the command writes it."""

    long_name: str = ""
    """The game's name in lists. Without it: the class's name in words."""

    aliases: tuple[str, ...] = ()
    """Other names by which the command finds the game."""

    maximiser: int | None = None
    """Who is MAX when nobody says. Without it: the player to move where the search begins."""

    preferred_search: str = ""
    """The engine's search that suits the game: "mcts" where playing on at random tells more than looking ahead (go). Without it:
    alpha-beta for two players, others where there is chance or more players."""

    selective: bool = False
    """May the engine look less deeply at late quiet actions, and skip hopeless ones? Right for chess, wrong where a quiet move
    can turn everything. Without it every action is looked at to the full depth."""

    margin: float = 0.0
    """What a quiet action can change about `evaluate`, for skipping hopeless ones and for telling a singular action."""

    repetition: int = 0
    """What happens when a position arises again: 0 nothing; FORBIDDEN: the action that brings it back is illegal (go's superko);
    n ≥ 2: the n-th time it arises the game is a draw (chess: 3). The rules know one state and not those before it: `history`
    and the engine keep them."""

    # ------------------------------------------------------------------ required

    @abstractmethod
    def start(self) -> S:
        """The start state."""

    @abstractmethod
    def player(self, s: S) -> int:
        """l(s): who moves, 0 … players−1, or CHANCE. Not asked at terminals."""

    @abstractmethod
    def actions(self, s: S) -> Iterable[A]:
        """The legal actions, in the game's natural order. A game that compiles uses ints."""

    @abstractmethod
    def result(self, s: S, a: A) -> S:
        """The successor. Also takes the outcomes of `chances`."""

    @abstractmethod
    def terminal(self, s: S) -> bool:
        """Is the game over?"""

    @abstractmethod
    def utility(self, s: S, p: int) -> float:
        """v_p(s): the payoff of player p at a terminal."""

    # ------------------------------------------------------------------ optional

    def starts(self) -> Iterable[S]:
        """S, the set of start states. Without it: the one of `start`."""
        return (self.start(),)

    def chances(self, s: S) -> Iterable[tuple[A, float]]:
        """(outcome, probability) pairs at a chance node, adding up to 1. Without it: a game without chance."""
        raise NotImplementedError(f"{type(self).__name__} has a chance node but no method chances")

    def evaluate(self, s: S, p: int) -> float:
        """An estimate of player p's value. Without it a limited search sees 0 at its horizon, and says so."""
        return 0.0

    def bounds(self, s: S) -> tuple[float, float]:
        """What player 0's value must lie in from here on. Without it nothing is cut before its first leaf."""
        return -INFINITY, INFINITY

    def noisy(self, s: S, a: A) -> bool:
        """Must quiescence follow this action? Without it quiescence search stops at the horizon."""
        return False

    def noisy_actions(self, s: S) -> Iterable[A]:
        """The noisy actions alone, for games that find them sooner than all. Without it: all actions are asked."""
        for a in self.actions(s):
            if self.noisy(s, a):
                yield a

    def order(self, s: S, a: A) -> float:
        """A static guess at how good an action is, larger first. Without it: the natural order."""
        return 0.0

    def non_losing(self, s: S) -> Iterable[A]:
        """The actions worth a thought: one that wins at once if there is any, otherwise those that do not lose to the next one.

        Nothing, if all do. For games in which the players take turns. Without it the engine looks at every action, and finds that
        out by itself.
        """
        return self.actions(s)

    def playout_actions(self, s: S) -> Iterable[A]:
        """The actions that random play chooses from: those that are not plainly foolish, at least one. Without it: all of them."""
        return self.actions(s)

    def in_check(self, s: S) -> bool:
        """Is the player to move under a threat that must be answered (check)? Without it no threat makes a search deeper."""
        return False

    def null_move(self, s: S) -> S:
        """The state with the turn given away, where that cannot help. Without it the engine never tries a null move."""
        return s

    def repetition_key(self, s: S) -> int:
        """The key by which a position is known when it arises again; 0 if it never counts. Without it: `key`."""
        return self.key(s)

    def reversible_plies(self, s: S) -> int:
        """How many plies back an equal position can lie: those since something that cannot be undone. Without it: all of them."""
        return FOREVER

    def moves(self, s: S) -> Iterable[A]:
        """What perft counts: published counts of chess go on where the game is a draw already. Without it: the actions."""
        return self.actions(s)

    def is_mid_move(self, s: S) -> bool:
        """Is a move only half made (a jump that must go on)? Without it every action counts as a move of its own."""
        return False

    def canonical(self, s: S) -> S:
        """The representative of a state under symmetry. Without it symmetric states are searched apart."""
        return s

    def key(self, s: S) -> int:
        """A 64-bit key. Without it: a hash of the state's fields."""
        return hash64(s)

    def name(self, s: S, a: A) -> str:
        """An action as people write it. Without it: its `str`."""
        return str(a)

    def parse(self, s: S, text: str) -> A:
        """The legal action a person means. Without it: the one whose `name` is the text."""
        wanted = text.strip().casefold()
        names = {self.name(s, a): a for a in self.options(s)}
        for name, a in names.items():
            if name.casefold() == wanted:
                return a
        raise BadAction(f"{text.strip()!r} is not legal here; legal: {some(names)}")

    def read_move(self, s: S, text: str) -> tuple[A, ...]:
        """The actions that a person means by a whole move. Without it: the one of `parse`."""
        return (self.parse(s, text),)

    def write_move(self, s: S, move: Iterable[A]) -> str:
        """A whole move, which may take several actions, as people write it. Without it: the actions' names in turn."""
        names = []
        for a in move:
            names.append(self.name(s, a))
            s = self.result(s, a)
        return " ".join(names)

    def dump(self, s: S) -> str:
        """A position as people write it. Without it: its `repr`, which nothing reads back."""
        return repr(s)

    def load(self, text: str) -> S:
        """The position that `dump` wrote. Without it: positions are reached by moves only."""
        raise BadPosition(
            f"{type(self).__name__} does not read positions; give moves from the start instead"
        )

    def board(self, s: S) -> Board | None:
        """The position as cells and pieces. Without it: no board to draw or click."""
        return None

    def label(self, s: S) -> str:
        """A short name of a state for pictures and sentences. Without it: its dump."""
        return self.dump(s)

    def ending(self, s: S) -> str:
        """How a game that is over has ended, as people tell it: "Black wins by checkmate". Without it: who gets most."""
        return ""

    def caption(self, s: S) -> str:
        """A line below the board: dice, a count, a score. Without it: nothing but the board."""
        return ""

    def text(self, s: S) -> str:
        """The position for a terminal. Without it: the board's text and its caption, or the dump."""
        board = self.board(s)
        if board is None:
            return self.dump(s)
        return "\n".join(filter(None, (board.text(), self.caption(s))))

    def payoff_range(self, p: int) -> tuple[float, float] | None:
        """The smallest and largest utility of player p, where it is known. Without it: what `bounds` says."""
        return None

    # ------------------------------------------------------------------ derived

    @property
    def has_chance(self) -> bool:
        """Does the game declare chance nodes?"""
        return self.declares("chances")

    @property
    def has_bounds(self) -> bool:
        """Does the game know bounds of its states' values?"""
        return self.declares("bounds")

    def declares(self, method: str) -> bool:
        """Does the game bring its own version of an optional method?"""
        return getattr(type(self), method) is not getattr(Game, method)

    def options(self, s: S) -> list[A]:
        """What can happen next: legal actions, or the outcomes of chance."""
        if self.terminal(s):
            return []
        if self.player(s) == CHANCE:
            return [outcome for outcome, _ in self.chances(s)]
        return list(self.actions(s))

    def payoffs(self, s: S) -> tuple[float, ...]:
        """The utility vector of a terminal."""
        return tuple(float(self.utility(s, p)) for p in range(self.players))

    def ascii_text(self, s: S) -> str:
        """`text` for a terminal that shows nothing but ASCII."""
        return in_ascii(self.text(s))

    def player_name(self, p: int) -> str:
        """What to call player p in a sentence.

        >>> from zermelo.games.nim import Nim
        >>> Nim(2, 2).player_name(1)
        'MIN'
        """
        if p == CHANCE:
            return "chance"
        if p < len(self.names):
            return self.names[p]
        if self.players <= 2:
            return ("MAX", "MIN")[p]
        return chr(ord("A") + p) if self.players <= 26 else f"player {p}"

    def player_sign(self, p: int) -> str:
        """The piece of player p; "" if the game does not say, and for chance."""
        return self.signs[p] if 0 <= p < len(self.signs) else ""

    def player_title(self, p: int) -> str:
        """The player's name, and the piece unless that is the name.

        >>> from zermelo.games.connect_four import ConnectFour
        >>> ConnectFour().player_title(0)
        'First ●'
        """
        name, sign = self.player_name(p), self.player_sign(p)
        return f"{name} {sign}" if sign and sign != name else name

    def after(self, moves: Iterable[str], s: S | None = None) -> S:
        """The state after moves written as people write them, from the start or from s.

        >>> from zermelo.games.nim import Nim
        >>> Nim(2, 2).after(["2-1"]).piles
        (2, 1)
        """
        state = self.start() if s is None else s
        words = list(moves) if isinstance(moves, Iterable) else None
        if words is None or not all(isinstance(word, str) for word in words):
            raise BadAction(f"{moves!r} are no moves: a list of texts is wanted")
        number = 0
        while words:
            number += 1
            if self.terminal(state):
                raise BadAction(f"move {number}, {words[0]!r}: the game is over")
            try:
                move, length = first_move(partial(self.read_move, state), words)
            except BadAction as error:
                raise BadAction(f"move {number}: {error}") from None
            for a in move:
                state = self.result(state, a)
            del words[:length]
        return state

    def won_by(self, counts: Sequence[float], thing: str, things: str) -> str:
        """Who of two has won by how much, for `ending`.

        >>> from zermelo.games.kalah import Kalah
        >>> Kalah().won_by((1, 3), "seed", "seeds"), Kalah().won_by((2, 2), "seed", "seeds")
        ('North wins, 3 seeds to 1', 'a draw, 2 seeds each')
        """
        low, high = sorted(counts)
        many = f"{high:g} {thing if high == 1 else things}"
        return (
            f"a draw, {many} each"
            if low == high
            else f"{self.player_name(list(counts).index(high))} wins, {many} to {low:g}"
        )

    def bounds_for(self, s: S, p: int) -> tuple[float, float]:
        """`bounds` from player p's side; the unbounded interval where the sum does not tell."""
        low, high = self.bounds(s)
        if p == 0:
            return low, high
        if self.total is not None and self.players == 2:
            return self.total - high, self.total - low
        return -INFINITY, INFINITY

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"


def first_move(read: Callable[[str], M], words: Sequence[str]) -> tuple[M, int]:
    """The move that words begin with, and how many of them it takes: as few as can be.

    A move may have spaces in it, and who splits a line at them does not know. If nothing can be read, the first word is at fault.

    >>> from zermelo.games.backgammon import Backgammon
    >>> game = Backgammon()
    >>> rolled = game.after(["3-1"])
    >>> move, length = first_move(lambda text: game.parse(rolled, text), ["8/5", "6/5", "6-2"])
    >>> game.name(rolled, move), length
    ('8/5 6/5', 2)
    """
    errors = []
    for length in range(1, min(len(words), MOST_WORDS) + 1):
        try:
            return read(" ".join(words[:length])), length
        except BadAction as error:
            errors.append(error)
    raise errors[0]


def some(items: Iterable[object], most: int = 12) -> str:
    """A short list for an error message: the first few, and how many more.

    >>> some("abc", most=2)
    'a b … (1 more)'
    """
    shown = [str(item) for item in items]
    rest = len(shown) - most
    return " ".join(shown[:most]) + (f" … ({rest} more)" if rest > 0 else "")


def reachable(game: Game[S, A], s: S | None = None, most: int = 10_000_000) -> set[S]:
    """All states that play can reach.

    >>> from zermelo.games.tic_tac_toe import TicTacToe
    >>> len(reachable(TicTacToe()))
    5478
    """
    first = game.start() if s is None else s
    seen = {first}
    waiting = [first]
    while waiting:
        state = waiting.pop()
        for a in game.options(state):
            successor = game.result(state, a)
            if successor not in seen:
                if len(seen) >= most:
                    raise TooLarge(f"more than {most:,} states are reachable")
                seen.add(successor)
                waiting.append(successor)
    return seen


def playout(
    game: Game[S, A], rng: random.Random, s: S | None = None, most: int = 1000
) -> Iterator[S]:
    """The states of one random game, start and terminal included; cut off after `most` plies."""
    state = game.start() if s is None else s
    yield state
    for _ in range(most):
        if game.terminal(state):
            return
        if game.player(state) == CHANCE:
            outcomes, weights = zip(*game.chances(state), strict=True)
            a = rng.choices(outcomes, weights)[0]
        else:
            a = rng.choice(list(game.actions(state)))
        state = game.result(state, a)
        yield state


def title(game: Game[S, A]) -> str:
    """What to call a game: its title, or its class in the words of the command."""
    return game.title or slug(type(game).__name__)


def slug(name: str) -> str:
    """A class name as a command writes it.

    >>> slug("ConnectFour"), slug("MNK")
    ('connect-four', 'mnk')
    """
    out = ""
    for i, c in enumerate(name):
        if (
            c.isupper()
            and i
            and (name[i - 1].islower() or (i + 1 < len(name) and name[i + 1].islower()))
        ):
            out += "-"
        out += c.lower()
    return out
