"""`Game`: the seven-tuple Γ = ⟨P, X, S, T, δ, l, v⟩ as the methods of one class.

Subclass `Game`, write the six required methods, and every search, viewer and command works with the
game. States are immutable and hashable. Nothing assumes that players alternate.

The attributes and methods come in groups, here and in docs/game.md:

============  ==================================================================================
rules         what the game is: the six required methods, more start states, chance
search hints  what makes a search stronger or faster: evaluation, bounds, order, keys, symmetry
notation      actions, whole moves and positions as people write them
display       names, boards, captions, the evaluation in words people use
repetition    what happens when a position occurs again
derived       what follows from the others; games do not override it
============  ==================================================================================
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Generic, NamedTuple, TypeVar

from zermelo.bits import hash64
from zermelo.board import Board, Detail, in_ascii
from zermelo.derived import (
    derive_board,
    derive_caption,
    derive_table,
    has_parts,
    write_state,
)
from zermelo.errors import BadAction, BadPosition, abbreviate
from zermelo.interval import Unknown
from zermelo.notation import read_first_move, slug, write_action
from zermelo.state_text import read_state

S = TypeVar("S")
A = TypeVar("A")

CHANCE = -1
"""The player at a chance node."""

INFINITY = float("inf")

FORBIDDEN = 1
"""A value of `Game.repetition`: no action may lead back to an earlier position."""

MOST_PLIES_LEFT = 1 << 15
"""What `Game.plies_left` says where it is not known."""

ALL_PLIES = 1 << 30
"""The default of `Game.reversible_plies`: every earlier position can occur again."""


class Feature(NamedTuple):
    """One term of an evaluation: what each side has of something, and its weight in the unit.

    The first count is player 0's. What only one side can have takes one count.

    >>> open_lines = Feature("open lines", (6, 5))
    >>> open_lines.lead, open_lines.worth
    (1, 1.0)
    """

    name: str
    counts: tuple[float, ...]
    weight: float = 1.0

    @property
    def lead(self) -> float:
        """f: what player 0 has more of than the others."""
        return self.counts[0] - sum(self.counts[1:])

    @property
    def worth(self) -> float:
        """w · f: what the feature adds to the sum."""
        return self.weight * self.lead


class Game(ABC, Generic[S, A]):
    """A game in extensive form with perfect information.

    Required: `start`, `player`, `actions`, `result`, `terminal`, `utility`. Everything else is
    optional; the docstring of each optional method says what is lost without it.
    """

    # ================================================================== rules

    players: int = 2
    """P: the number of players, who are numbered from 0. 1 makes a single-agent tree."""

    total: float | None = 0
    """The sum of all utilities at every terminal: 0 for a zero-sum game, another constant, or None
    for a general-sum game."""

    moves_again: bool | None = None
    """Can a player decide twice in a row? Without it: `zermelo.axes` looks for a case."""

    cyclic: bool | None = None
    """Can play return to an earlier state? Without it: `zermelo.axes` looks for a case."""

    @abstractmethod
    def start(self) -> S:
        """The start state."""

    @abstractmethod
    def player(self, s: S) -> int:
        """l(s): the player to move, 0 … players−1, or CHANCE. Not called at terminals."""

    @abstractmethod
    def actions(self, s: S) -> Iterable[A]:
        """The legal actions, in the game's natural order. A game that compiles uses ints.

        Not called at terminals: `terminal` is asked first.
        """

    @abstractmethod
    def result(self, s: S, a: A) -> S:
        """The successor of a state. The outcomes of `chances` are passed like actions."""

    @abstractmethod
    def terminal(self, s: S) -> bool:
        """Is the game over?"""

    @abstractmethod
    def utility(self, s: S, p: int) -> float:
        """v_p(s): the payoff of player p at a terminal."""

    def starts(self) -> Iterable[S]:
        """S: the set of start states. Without it: the state of `start` alone."""
        return (self.start(),)

    def chances(self, s: S) -> Iterable[tuple[A, float]]:
        """The (outcome, probability) pairs of a chance node; the probabilities add up to 1.

        Without it: a game without chance.
        """
        raise NotImplementedError(f"{type(self).__name__} has a chance node but no method chances")

    def moves(self, s: S) -> Iterable[A]:
        """The actions that perft counts. Without it: `actions`.

        Published counts of chess continue after a draw by rule, where there are no actions.
        """
        return self.actions(s)

    # ================================================================== search hints

    unknowns: tuple[str, ...] = ()
    """The names of the payoffs that are not known. Only explicit trees have any."""

    def unknown(self, s: S, p: int) -> Unknown | None:
        """The payoff of player p at a terminal, if it is not known. Without it: it is known."""
        return None

    maximiser: int | None = None
    """MAX, if the caller does not name a player. Without it: the player to move at the root."""

    preferred_search: str = ""
    """The engine's search for this game: "mcts" where random playouts tell more than looking ahead
    (go). Without it: alpha-beta for two players, and others for chance or for more players."""

    exploration: float = 1.4
    """How much Monte Carlo search explores: its constant c, with payoffs from 0 to 1."""

    rave: float = 0.0
    """Monte Carlo search also counts, for each action, the simulations in which it was taken later:
    they weigh as much as this number of its own. Right where an action is worth about the same now
    and later (go, hex). Without it: only an action's own simulations count."""

    selective: bool = False
    """Are late-move reductions and futility pruning allowed? They are right for chess, and wrong
    where a quiet move can turn the game. Without it every action is searched to the full depth."""

    margin: float = 0.0
    """The most that a quiet action changes `evaluate`: for futility pruning, singular extension."""

    def evaluate(self, s: S, p: int) -> float:
        """An estimate of player p's value. Without it: 0 at the horizon, and results say so."""
        return 0.0

    def bounds(self, s: S) -> tuple[float, float]:
        """An interval that holds player 0's value. Without it: no cut before the first leaf."""
        return -INFINITY, INFINITY

    def bounds_in(self, s: S, low: float, high: float) -> tuple[float, float]:
        """The same as `bounds`, for a search that asks on which side of (low, high) the value lies.

        Near the end of a game a search of its own may tell. Without it: `bounds`.
        """
        return self.bounds(s)

    def payoff_range(self, p: int) -> tuple[float, float] | None:
        """The smallest and the largest utility of player p, or None. Without it: `bounds`."""
        return None

    def order(self, s: S, a: A) -> float:
        """A static guess at the value of an action, larger first. Without it: the natural order."""
        return 0.0

    def noisy(self, s: S, a: A) -> bool:
        """Must quiescence search follow this action? Without it: it stops at the horizon."""
        return False

    def noisy_actions(self, s: S) -> Iterable[A]:
        """The noisy actions. Without it: `noisy` is called for every action."""
        for a in self.actions(s):
            if self.noisy(s, a):
                yield a

    def non_losing(self, s: S) -> Iterable[A]:
        """The candidate actions: one that wins at once, or all that do not lose to the next action.

        Empty if every action loses. For games in which the players take turns. Without it: the
        engine searches every action.
        """
        return self.actions(s)

    def plies_left(self, s: S) -> int:
        """The most plies that can follow s.

        Without it: proofs keep any position in the table rather than those with much below them.
        """
        return MOST_PLIES_LEFT

    def playout_actions(self, s: S) -> Iterable[A]:
        """The actions that random playouts choose from, at least one. Without it: all actions."""
        return self.actions(s)

    def playout_action(self, s: S, last: A, bits: int) -> A:
        """The action that a playout takes at s, to which the last action or outcome led.

        `bits` are 64 random bits, the only source of chance. Without it: one of `playout_actions`,
        each as likely as the others.
        """
        raise NotImplementedError(f"{type(self).__name__} declares no method playout_action")

    def prior(self, s: S, a: A) -> float:
        """Playouts that Monte Carlo search counts before it tries an action.

        Won ones if positive, lost ones if negative. Without it: every action is tried once before
        any is tried twice.
        """
        return 0.0

    def in_check(self, s: S) -> bool:
        """Must the player to move answer a threat? Without it: no check extension."""
        return False

    def null_move(self, s: S) -> S:
        """The state after a pass, or s where passing could help. Without it: no null move."""
        return s

    def canonical(self, s: S) -> S:
        """The representative of a state under symmetry. Without it: symmetric states differ."""
        return s

    def key(self, s: S) -> int:
        """A 64-bit key of a state. States with the same key have the same actions and payoffs.

        Without it: a hash of the state's fields.
        """
        return hash64(s)

    # ------------------------------------------------------------------ solving every position

    def tier(self, s: S) -> int:
        """A number from 0 on that no action lowers: the discs on the board.

        Without it: all positions are solved together, which takes more memory and time.
        """
        return 0

    def index(self, s: S) -> int:
        """The number of a position, from 0 on; no two positions have the same.

        Without it: the numbers of the state are put side by side. Above 63 bits that is slower.
        """
        raise NotImplementedError(f"{type(self).__name__} declares no method index")

    def unindex(self, number: int) -> S:
        """The position whose `index` this is. Declared together with `index`."""
        raise NotImplementedError(f"{type(self).__name__} declares no method unindex")

    def predecessors(self, s: S) -> Iterable[S]:
        """The states from which actions lead to s, each once for every such action.

        States that play cannot reach may be among them. Without it: moves that stay in a tier are
        noted and turned round, which takes 12 bytes of disk and 4 of memory for each.
        """
        raise NotImplementedError(f"{type(self).__name__} declares no method predecessors")

    def project(self, s: S) -> S:
        """The position without what is not part of it: counters of plies, history.

        Without it: positions that differ in a counter are different positions.
        """
        return s

    # ================================================================== notation

    action_words: tuple[Hashable, ...] = ()
    """The strings, members of an Enum and None that actions are made of, where they are not ints.
    Without it: those that are seen in a few random games."""

    def name(self, s: S, a: A) -> str:
        """An action as people write it. Without it: its `str`, of a tuple those of its parts."""
        return write_action(a)

    def parse(self, s: S, text: str) -> A:
        """The legal action that a text means. Without it: the action whose `name` is the text."""
        wanted = text.strip().casefold()
        names = {self.name(s, a): a for a in self.options(s)}
        for name, a in names.items():
            if name.casefold() == wanted:
                return a
        raise BadAction(f"{text.strip()!r} is not legal here; legal: {abbreviate(names)}")

    def is_mid_move(self, s: S) -> bool:
        """Is a move incomplete (a jump that must go on)? Without it: each action is a move."""
        return False

    def read_move(self, s: S, text: str) -> tuple[A, ...]:
        """The actions of a whole move. Without it: the one action of `parse`."""
        return (self.parse(s, text),)

    def write_move(self, s: S, move: Iterable[A]) -> str:
        """A whole move, of one or more actions, as text. Without it: the names of the actions."""
        names = []
        for a in move:
            names.append(self.name(s, a))
            s = self.result(s, a)
        return " ".join(names)

    def move_number(self, s: S) -> int:
        """The number of the move that is to be made, in records. Without it: they count from 1."""
        return 0

    record_formats: tuple[str, ...] = ("txt",)
    """How records of the game are written, the usual format first: "txt", or "pgn" (chess) and
    "sgf", which needs `sgf_game` and `sgf`."""

    sgf_game: int = 0
    """The game's number in SGF: 1 for go. Without it: the game has no SGF."""

    def sgf(self, a: A) -> str:
        """An action as SGF writes it. Without it: the game has no SGF."""
        raise NotImplementedError(f"{type(self).__name__} declares no method sgf")

    def dump(self, s: S) -> str:
        """A position as people write it. Without it: `State(cells=…, turn=…)`, as Python does."""
        return write_state(s)

    def components(self, s: S) -> tuple[str, ...]:
        """A state as mathematics writes it, part by part: ("(2, 1)", "MIN") is ((2, 1), MIN).

        Without it: `dump`, as one part.
        """
        return (self.dump(s),)

    def load(self, text: str) -> S:
        """The position that `dump` wrote. Without it: that of a NamedTuple, a dataclass or a tuple.

        Fields that the text leaves out are those of the start.
        """
        start = self.start()
        if self.declares("dump") or not has_parts(start):
            raise BadPosition(
                f"{type(self).__name__} does not read positions; give moves from the start instead"
            )
        state: S = read_state(text, start)
        return state

    # ================================================================== display

    title: str = ""
    """The game's name in results. Without it: the class name as the command writes it."""

    long_name: str = ""
    """The game's name in lists. Without it: the class name in words."""

    aliases: tuple[str, ...] = ()
    """Other names by which the command finds the game."""

    names: tuple[str, ...] = ()
    """The players' names. Without it: MAX and MIN for two players, A, B, C … for more."""

    signs: tuple[str, ...] = ()
    """Each player's piece, as boards show it. Without it: the board does not name the players."""

    def board(self, s: S) -> Board | None:
        """The position as cells and pieces.

        Without it: the one rectangular field of cells that a state has, or no board.
        """
        return derive_board(self, s)

    board_shape: tuple[int, int] | tuple[()] = ()
    """The rows and columns of the board, for `board` to be derived. Without it: a tuple of rows has
    a shape, and a tuple of 9, 16, 25 … cells is a square."""

    def label(self, s: S) -> str:
        """A short name of a state for pictures and sentences. Without it: `dump`."""
        return self.dump(s)

    def figure_actions(self, s: S) -> Iterable[A]:
        """The actions in the order of a lecture's figure. Without it: `actions`."""
        return self.actions(s)

    def caption(self, s: S) -> str:
        """A line below the board: dice, a count, a score.

        Without it: the other fields, if the board is derived, else nothing.
        """
        return "" if self.declares("board") else derive_caption(self, s)

    def dice(self, s: S, outcome: A | None) -> Iterable[int]:
        """The numbers on the dice that lie on the table. Without it: no dice are drawn.

        `outcome` is what chance has chosen just before s; None if it has not.
        """
        return ()

    def ending(self, s: S) -> str:
        """How the game ended: "Black wins by checkmate". Without it: the winner's name."""
        return ""

    def text(self, s: S) -> str:
        """The position for a terminal. Without it: the board and its caption, or the fields."""
        board = self.board(s)
        if board is None:
            return self.dump(s) if self.declares("dump") else derive_table(s)
        return "\n".join(filter(None, (board.text(), self.caption(s))))

    # ------------------------------------------------------------------ the position editor

    def pieces(self) -> tuple[str, ...]:
        """The signs that a person may put on a cell. Without it: there is no position editor."""
        return ()

    def put(self, cells: tuple[str, ...], cell: int, piece: str) -> tuple[str, ...]:
        """The cells after a person has put a piece on one, or "" to empty it.

        Without it: the piece takes the place of what was there.
        """
        return (*cells[:cell], piece, *cells[cell + 1 :])

    def details(self, s: S) -> tuple[Detail, ...]:
        """What a position has beside its pieces. Without it: the pieces say all."""
        return ()

    def setup_text(self, cells: tuple[str, ...], details: Mapping[str, str]) -> str:
        """The text of a position with these cells, for `load`, which says if it is none.

        `details` has the values by their names; any may be missing.
        """
        raise BadPosition(f"positions of {type(self).__name__} cannot be set up on a board")

    # ------------------------------------------------------------------ the evaluation explained

    unit: tuple[str, str] = ("", "")
    """The unit of `features`, for one and for more: ("pawn", "pawns"). Without it: values are
    written on the scale of utilities."""

    weights: Sequence[float] = ()
    """The weights of `features`, in their order, which `evaluate` uses. Without it: `zermelo tune`
    has nothing to tune."""

    def features(self, s: S) -> Iterable[Feature]:
        """The terms of `evaluate`: w · f of each, added up, is the sum that `scale` takes.

        It is not called at terminals. Without it: `zermelo evaluate` prints the value alone.
        """
        return ()

    def weight_leads(self, s: S) -> Iterable[tuple[str, float]]:
        """The name of each of `weights`, and what the sum multiplies it by, for player 0.

        A weight that counts in one phase of the game is multiplied by the share of that phase, too.
        Without it: each feature has one weight.
        """
        return [(feature.name, feature.lead) for feature in self.features(s)]

    def scale(self, s: S, x: float) -> float:
        """The estimate for player 0 that a sum of features stands for. Without it: the sum."""
        return x

    def formula(self, s: S) -> str:
        """`scale` as people write it, of the sum x: "x / 9". Without it: only its result."""
        return ""

    def in_units(self, v: float) -> float | None:
        """An estimate in the unit, the inverse of `scale`; None if that depends on the state.

        Without it: utilities are in the unit already.
        """
        return v

    # ================================================================== repetition

    repetition: int = 0
    """What a repeated position means: 0 nothing; FORBIDDEN: the action that repeats it is illegal
    (go's superko); n ≥ 2: the n-th occurrence is a draw (chess: 3). A state does not hold the
    earlier ones: `zermelo.history` and the engine keep them."""

    def repetition_key(self, s: S) -> int:
        """The key by which positions are compared; 0 if s never counts. Without it: `key`."""
        return self.key(s)

    def reversible_plies(self, s: S) -> int:
        """The plies since the last irreversible action. Without it: all plies of the game."""
        return ALL_PLIES

    # ================================================================== derived

    @property
    def has_chance(self) -> bool:
        """Does the game declare chance nodes?"""
        return self.declares("chances")

    @property
    def reads_positions(self) -> bool:
        """Can a position be given as text?"""
        return self.declares("load") or (not self.declares("dump") and has_parts(self.start()))

    @property
    def has_bounds(self) -> bool:
        """Does the game know bounds of its states' values?"""
        return self.declares("bounds")

    @property
    def full_title(self) -> str:
        """The title, or the class name as the command writes it.

        >>> from zermelo.games.connect_four import ConnectFour
        >>> ConnectFour().full_title
        'connect-four'
        """
        return self.title or slug(type(self).__name__)

    def declares(self, method: str) -> bool:
        """Does the game override this optional method?"""
        return getattr(type(self), method) is not getattr(Game, method)

    def options(self, s: S) -> list[A]:
        """The legal actions, or the outcomes of chance; empty at a terminal."""
        if self.terminal(s):
            return []
        if self.player(s) == CHANCE:
            return [outcome for outcome, _ in self.chances(s)]
        return list(self.actions(s))

    def payoffs(self, s: S) -> tuple[float, ...]:
        """The utilities of all players at a terminal."""
        return tuple(float(self.utility(s, p)) for p in range(self.players))

    def bounds_for(self, s: S, p: int) -> tuple[float, float]:
        """`bounds` for player p; unbounded where the sum of utilities does not determine them."""
        low, high = self.bounds(s)
        if p == 0:
            return low, high
        if self.total is not None and self.players == 2:
            return self.total - high, self.total - low
        return -INFINITY, INFINITY

    def bounds_in_for(self, s: S, p: int, low: float, high: float) -> tuple[float, float]:
        """`bounds_in` for player p, with a window in player p's payoffs."""
        if p == 0:
            return self.bounds_in(s, low, high)
        if self.total is not None and self.players == 2:
            low, high = self.bounds_in(s, self.total - high, self.total - low)
            return self.total - high, self.total - low
        return -INFINITY, INFINITY

    def after(self, moves: Iterable[str], s: S | None = None) -> S:
        """The state after moves as people write them, from the start or from s.

        >>> from zermelo.games.nim import Nim
        >>> Nim(2, 2).after(["2-1"]).piles
        (2, 1)
        """
        first = self.start() if s is None else s
        steps = list(self.play_moves(moves, first))
        return steps[-1][2] if steps else first

    def play_moves(self, moves: Iterable[str], s: S) -> Iterator[tuple[S, A, S]]:
        """Each action of moves as people write them, between the states before and after it.

        >>> from zermelo.games.nim import Nim
        >>> game = Nim(2, 2)
        >>> [game.name(before, a) for before, a, _ in game.play_moves(["2-1"], game.start())]
        ['2-1']
        """
        words = list(moves) if isinstance(moves, Iterable) else None
        if words is None or not all(isinstance(word, str) for word in words):
            raise BadAction(f"{moves!r} is not a list of moves; pass a list of strings")
        number = 0
        while words:
            number += 1
            if self.terminal(s):
                raise BadAction(f"move {number}, {words[0]!r}: the game is over")
            try:
                move, length = read_first_move(partial(self.read_move, s), words)
            except BadAction as error:
                raise BadAction(f"move {number}: {error}") from None
            for a in move:
                before, s = s, self.result(s, a)
                yield before, a, s
            del words[:length]

    def player_name(self, p: int) -> str:
        """The name of player p in a sentence.

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
        """The piece of player p; "" for chance, and if the game declares no signs."""
        return self.signs[p] if 0 <= p < len(self.signs) else ""

    def player_title(self, p: int) -> str:
        """The player's name, and the piece unless that is the name.

        >>> from zermelo.games.connect_four import ConnectFour
        >>> ConnectFour().player_title(0)
        'First ●'
        """
        name, sign = self.player_name(p), self.player_sign(p)
        return f"{name} {sign}" if sign and sign != name else name

    def ascii_text(self, s: S) -> str:
        """`text` in ASCII."""
        return in_ascii(self.text(s))

    def describe_score(self, counts: Sequence[float], thing: str, things: str) -> str:
        """The winner of two and the score, for `ending`.

        >>> from zermelo.games.kalah import Kalah
        >>> Kalah().describe_score((1, 3), "seed", "seeds")
        'North wins, 3 seeds to 1'
        >>> Kalah().describe_score((2, 2), "seed", "seeds")
        'a draw, 2 seeds each'
        """
        low, high = sorted(counts)
        most = f"{high:g} {thing if high == 1 else things}"
        if low == high:
            return f"a draw, {most} each"
        return f"{self.player_name(list(counts).index(high))} wins, {most} to {low:g}"

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"
