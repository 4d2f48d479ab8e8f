"""Does a game keep the laws? Plays seeded random games in both gears and names every law that is broken.

>>> from zermelo.games.nim import Nim
>>> print(check_game(Nim(2, 2), games=5, gear="plain"))
nim: 0 laws broken in 5 games (18 states); zero-sum; plain gear only
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from numbers import Real
from typing import Any

from zermelo import gears
from zermelo.bits import FULL
from zermelo.contract import TOLERANCE, fault, picture, players_fault, wrong_weights
from zermelo.errors import NotCompilable, ZermeloError
from zermelo.game import CHANCE, INFINITY, Game
from zermelo.gears import Gear
from zermelo.search.strategy import Values
from zermelo.states import random_playout

MOST_PLIES = 200
MOST_COMPARED = 8
"""Of more actions at a state, so many are put to both gears."""
MOST_SERIOUS = 16
"""`non_losing` is checked at all states with so few actions."""
SMALL = 2_000
"""Values are compared below positions with at most so many states."""


@dataclass(frozen=True)
class Broken:
    """A law that does not hold: its name, the state and the call that show it, and what was seen."""

    law: str
    state: str
    call: str
    seen: str

    def __str__(self) -> str:
        return f"{self.law}: {self.call} at {self.state}: {self.seen}"


@dataclass
class Report:
    """What `check_game` found."""

    game: str
    games: int
    states: int = 0
    broken: list[Broken] = field(default_factory=list)
    payoffs: str = "no terminal seen"
    compiled: bool = False
    notes: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Do all laws hold?"""
        return not self.broken

    def __str__(self) -> str:
        gear = "both gears" if self.compiled else "plain gear only"
        head = f"{self.game}: {len(self.broken)} laws broken in {self.games} games ({self.states} states); {self.payoffs}; {gear}"
        return "\n".join([head, *map(str, self.broken), *(f"note: {note}" for note in self.notes)])

    def to_dict(self) -> dict[str, Any]:
        """The report as JSON holds it."""
        return {
            "game": self.game,
            "ok": self.ok,
            "games": self.games,
            "states": self.states,
            "payoffs": self.payoffs,
            "compiled": self.compiled,
            "broken": [vars(b) for b in self.broken],
            "notes": self.notes,
        }


def check_game(game: Game[Any, Any], games: int = 30, seed: int = 0, gear: Gear = "auto") -> Report:
    """Play random games and list the laws they break, each once, with the state and the call that show it."""
    return _Checker(game, games, seed, gear).run()


class _Checker:
    def __init__(self, game: Game[Any, Any], games: int, seed: int, gear: Gear) -> None:
        self.game, self.gear = game, gear
        self.rng = random.Random(seed)
        self.report = Report(game.full_title, games)
        self.sums: set[float] = set()
        self.has_values = players_fault(game) is None and game.players <= 2

    def run(self) -> Report:
        if players_fault(self.game):
            self.report.broken.append(
                Broken(
                    "players must be a whole number, 1 or more",
                    "all states",
                    "players",
                    repr(self.game.players),
                )
            )
            return self.report
        starts = self._try("starts", "?", "starts()", lambda: list(self.game.starts()))
        if not starts:
            return self.report
        paths = [self._play(starts[number % len(starts)]) for number in range(self.report.games)]
        self._say_payoffs()
        if not any(
            word in b.law
            for b in self.report.broken
            for word in ("raise", "hashable", "changed", "player must", "finite")
        ):
            self._compare_gears(paths)
        return self.report

    # ------------------------------------------------------------------ reporting

    def _broken(self, law: str, state: Any, call: str, seen: Any) -> None:
        """Note a law once; more states that break it would say nothing new."""
        if not any(b.law == law for b in self.report.broken):
            self.report.broken.append(Broken(law, self._shown(state), call, str(seen)))

    def _shown(self, state: Any) -> str:
        try:
            return str(self.game.dump(state)) if self.game.declares("dump") else picture(state)
        except Exception:  # a dump that fails is a broken law of its own
            return picture(state)

    def _try(self, law: str, state: Any, call: str, action: Callable[[], Any]) -> Any:
        """What a call returns; None, and a broken law, if it raises."""
        try:
            return action()
        except Exception as error:  # any exception of the author's code is a finding
            self._broken(f"{law} must not raise", state, call, f"{type(error).__name__}: {error}")
            return None

    def _text(self, method: str, state: Any, call: str, action: Callable[[], Any]) -> str | None:
        """The text that a call returns; None, and a broken law, if it raises or returns something else."""
        try:
            text = action()
        except Exception as error:  # as in _try
            self._broken(
                f"{method} must not raise", state, call, f"{type(error).__name__}: {error}"
            )
            return None
        if not isinstance(text, str):
            self._broken(
                f"{'an' if method == 'ending' else 'a'} {method} must be a text",
                state,
                call,
                repr(text),
            )
            return None
        return text

    # ------------------------------------------------------------------ one game

    def _play(self, start: Any) -> list[Any]:
        path: list[Any] = []
        try:
            for s in random_playout(self.game, self.rng, start, MOST_PLIES):
                path.append(s)
                self.report.states += 1
                self._check_state(s)
        except Exception as error:  # any exception of the author's code is a finding
            where = path[-1] if path else start
            why = fault(self.game, where, thorough=True) or f"{type(error).__name__}: {error}"
            self._broken(
                "playing must not raise",
                where,
                "a random move",
                why.replace(": see zermelo check", ""),
            )
            return path
        self._check_bounds_along(path)
        for s in path[-4:]:
            self._check_canonical_value(s)
        return path

    def _check_state(self, s: Any) -> None:
        try:
            hash(s)
        except TypeError as error:
            self._broken("states must be hashable", s, "hash(s)", error)
        over = bool(self.game.terminal(s))
        if over:
            self._check_terminal(s)
        else:
            self._check_moves(s)
        self._check_text(s)
        self._check_canonical(s)
        self._check_serious(s, over)
        self._check_numbers(s)

    def _check_terminal(self, s: Any) -> None:
        game = self.game
        mover = self._quietly(lambda: game.player(s))
        call = "chances" if mover == CHANCE and game.has_chance else "actions"
        more = self._quietly(lambda: list(getattr(game, call)(s)))
        if more:
            self._broken("terminals must have no successors", s, f"{call}(s)", more)
        payoffs = [game.utility(s, p) for p in range(game.players)]
        if not all(isinstance(x, Real) and math.isfinite(x) for x in payoffs):
            self._broken("utilities must be finite numbers", s, "utility(s, p)", payoffs)
            return
        total = float(sum(payoffs))
        self.sums.add(round(total, 9))
        if game.total is not None and game.players > 1 and abs(total - game.total) > TOLERANCE:
            self._broken(
                "utilities must add up to the declared total",
                s,
                "utility(s, p)",
                f"{payoffs} add up to {total:g}, not {game.total:g}",
            )

    def _quietly(self, action: Callable[[], Any]) -> Any:
        try:
            return action()
        except Exception:  # rules need not answer this at a terminal
            return None

    def _check_moves(self, s: Any) -> None:
        game = self.game
        mover = game.player(s)
        if not (isinstance(mover, int) and CHANCE <= mover < game.players):
            self._broken("player must be 0 … players−1 or CHANCE", s, "player(s)", mover)
            return
        if mover == CHANCE:
            self._check_chances(s)
        options = game.options(s)
        if not options:
            self._broken("a state that is not over must have actions", s, "actions(s)", "none")
        if len(set(map(repr, options))) < len(options):
            self._broken("actions must differ from each other", s, "actions(s)", options)
        if list(game.options(s)) != options:
            self._broken(
                "rules must always give the same answer", s, "actions(s)", "two calls differ"
            )
        if mover != CHANCE and game.declares("playout_actions"):
            chosen = list(game.playout_actions(s))
            if not chosen or any(a not in options for a in chosen):
                self._broken(
                    "playable actions must be legal, at least one", s, "playout_actions(s)", chosen
                )
        if mover != CHANCE and game.declares("noisy_actions"):
            listed, asked = (
                sorted(game.noisy_actions(s)),
                sorted(a for a in options if game.noisy(s, a)),
            )
            if listed != asked:
                self._broken(
                    "noisy_actions must be the actions that are noisy",
                    s,
                    "noisy_actions(s)",
                    f"{listed}, not {asked}",
                )
        for a in options:
            self._check_successor(s, a)
            self._check_name(s, a)

    def _check_chances(self, s: Any) -> None:
        pairs = list(self.game.chances(s))
        weights = [p for _, p in pairs]
        wrong = wrong_weights(weights)
        if wrong:
            law = (
                "probabilities must not be negative"
                if "negative" in wrong
                else "probabilities must add up to 1"
            )
            self._broken(law, s, "chances(s)", wrong)

    def _check_successor(self, s: Any, a: Any) -> None:
        before = picture(s)
        t = self.game.result(s, a)
        if picture(s) != before:
            self._broken(
                "states must not be changed",
                s,
                f"result(s, {a!r})",
                f"{before} became {picture(s)}",
            )
        if self.game.result(s, a) != t:
            self._broken(
                "rules must always give the same answer", s, f"result(s, {a!r})", "two calls differ"
            )
        if type(t) is not type(s):
            self._broken(
                "all states must be of one type",
                s,
                f"result(s, {a!r})",
                f"{type(t).__name__}, not {type(s).__name__}",
            )

    def _check_name(self, s: Any, a: Any) -> None:
        name = self._text("name", s, f"name(s, {a!r})", lambda: self.game.name(s, a))
        if name is None:
            return
        try:
            back = self.game.parse(s, name)
        except (
            Exception
        ) as error:  # parse may raise anything; not reading its own names is the finding
            self._broken("a name must parse back to its action", s, f"parse(s, {name!r})", error)
            return
        if back != a:
            self._broken(
                "a name must parse back to its action",
                s,
                f"parse(s, {name!r})",
                f"{back!r}, not {a!r}",
            )

    def _check_text(self, s: Any) -> None:
        game = self.game
        text = self._text("dump", s, "dump(s)", lambda: game.dump(s))
        if text is not None and game.declares("load"):
            try:
                back = game.load(text)
            except Exception as error:  # as in _check_name
                self._broken("a dump must load back to its state", s, f"load({text!r})", error)
            else:
                if back != s:
                    self._broken(
                        "a dump must load back to its state", s, f"load({text!r})", repr(back)
                    )
        for method in ("label", "text", "caption", *(["ending"] if game.terminal(s) else [])):
            self._text(method, s, f"{method}(s)", partial(getattr(game, method), s))
        board = self._try("board", s, "board(s)", lambda: game.board(s))
        if board is not None and not game.terminal(s) and game.player(s) != CHANCE:
            missing = [a for a in game.options(s) if a not in board.touches]
            if missing:
                self._broken(
                    "a board must say what every action touches",
                    s,
                    "board(s)",
                    f"nothing for {missing[0]!r}",
                )

    # ------------------------------------------------------------------ the optional methods

    def _check_numbers(self, s: Any) -> None:
        game = self.game
        low, high = game.bounds(s)
        if low > high:
            self._broken("bounds must have the lower end first", s, "bounds(s)", (low, high))
        if game.declares("evaluate") and not game.terminal(s):
            for p in range(game.players):
                estimate = game.evaluate(s, p)
                if not (isinstance(estimate, Real) and math.isfinite(estimate)):
                    self._broken(
                        "estimates must be finite numbers", s, f"evaluate(s, {p})", estimate
                    )
                elif p == 0 and not low - TOLERANCE <= estimate <= high + TOLERANCE:
                    self._broken(
                        "estimates must lie in the bounds",
                        s,
                        "evaluate(s, 0)",
                        f"{estimate} is not in [{low}, {high}]",
                    )

    def _check_canonical(self, s: Any) -> None:
        game = self.game
        if not game.declares("canonical"):
            return
        c = game.canonical(s)
        if game.canonical(c) != c:
            self._broken(
                "canonical forms must be idempotent",
                s,
                "canonical(canonical(s))",
                self._shown(game.canonical(c)),
            )
        if bool(game.terminal(c)) != bool(game.terminal(s)) or (
            not game.terminal(s) and game.player(c) != game.player(s)
        ):
            self._broken(
                "canonical forms must keep who moves and whether it is over",
                s,
                "canonical(s)",
                self._shown(c),
            )

    def _check_serious(self, s: Any, over: bool) -> None:
        """A winning action, or else just those after which the other side cannot win at once."""
        game = self.game
        if over or not game.declares("non_losing") or game.player(s) == CHANCE:
            return
        if self._largest_payoff(game.player(s)) == INFINITY:
            self._broken(
                "non_losing needs to know what a win is",
                s,
                "non_losing(s)",
                "the game has no bounds and no payoff_range",
            )
            return
        listed, legal = list(game.non_losing(s)), list(game.actions(s))
        if len(legal) > MOST_SERIOUS and self.rng.random() * len(legal) ** 2 > MOST_SERIOUS**2:
            return  # every reply to every action is looked at: where there are many, at some states only
        if any(
            not game.terminal(t) and game.player(t) == game.player(s)
            for t in (game.result(s, a) for a in legal)
        ):
            self._broken(
                "non_losing is for games in which the players take turns",
                s,
                "player(result(s, a))",
                game.player(s),
            )
            return
        if any(a not in legal for a in listed):
            self._broken("non-losing actions must be legal", s, "non_losing(s)", listed)
            return
        winning = [a for a in legal if self._wins(game.result(s, a), game.player(s))]
        sound = winning or [a for a in legal if not self._loses_next(s, a)]
        if winning and (not listed or any(a not in winning for a in listed)):
            self._broken(
                "where an action wins at once, only such actions are non-losing",
                s,
                "non_losing(s)",
                listed,
            )
        if not winning and sorted(map(repr, listed)) != sorted(map(repr, sound)):
            self._broken(
                "non_losing must leave out just the actions that lose to the next one",
                s,
                "non_losing(s)",
                f"{listed}, not {sound}",
            )

    def _wins(self, s: Any, p: int) -> bool:
        """Is the game over with the largest payoff for a player?"""
        return bool(self.game.terminal(s)) and self.game.utility(s, p) >= self._largest_payoff(p)

    def _largest_payoff(self, p: int) -> float:
        return (self.game.payoff_range(p) or self.game.bounds_for(self.game.start(), p))[1]

    def _loses_next(self, s: Any, a: Any) -> bool:
        game, after = self.game, self.game.result(s, a)
        if game.terminal(after) or game.player(after) in (CHANCE, game.player(s)):
            return False
        return any(
            self._wins(game.result(after, b), game.player(after)) for b in game.actions(after)
        )

    def _check_canonical_value(self, s: Any) -> None:
        if not self.has_values or not self.game.declares("canonical"):
            return
        try:
            own = Values(self.game, 0, SMALL)(s)
            other = Values(self.game, 0, SMALL)(self.game.canonical(s))
        except ZermeloError:
            return  # too large to know the value
        if abs(own - other) > TOLERANCE:
            self._broken(
                "canonical forms must keep the value", s, "canonical(s)", f"{other:g}, not {own:g}"
            )

    def _check_bounds_along(self, path: list[Any]) -> None:
        """Near the end of a game the true value is known; the bounds of every state above must hold it."""
        if not self.has_values or not path or not self.game.declares("bounds"):
            return
        for s in path[-3:]:
            try:
                v = Values(self.game, 0, SMALL)(s)
            except ZermeloError:
                continue
            low, high = self.game.bounds(s)
            if not low - TOLERANCE <= v <= high + TOLERANCE:
                self._broken(
                    "bounds must hold the value",
                    s,
                    "bounds(s)",
                    f"the value is {v:g}, the bounds are [{low:g}, {high:g}]",
                )
        if self.game.terminal(path[-1]):
            final = float(self.game.utility(path[-1], 0))
            self._check_terminal_in_bounds(path, final)

    def _check_terminal_in_bounds(self, path: list[Any], final: float) -> None:
        """Bounds are on the value, not on every play; only a forced line ends inside them for sure."""
        for s in reversed(path):
            if len(self.game.options(s)) > 1:
                return
            low, high = self.game.bounds(s)
            if not low - TOLERANCE <= final <= high + TOLERANCE:
                seen = f"it ends with {final:g}, not in [{low:g}, {high:g}]"
                self._broken("bounds must hold the payoff of a forced end", s, "bounds(s)", seen)

    def _say_payoffs(self) -> None:
        if self.game.players == 1:
            self.report.payoffs = "one player"
        elif len(self.sums) > 1:
            self.report.payoffs = "general-sum"
        elif self.sums:
            total = next(iter(self.sums))
            self.report.payoffs = "zero-sum" if total == 0 else f"constant-sum ({total:g})"

    # ------------------------------------------------------------------ both gears

    def _compare_gears(self, paths: list[list[Any]]) -> None:
        """Put every question about every state that was seen to both gears."""
        if self.gear == "plain":
            return
        where = paths[0][0]
        try:
            twin = _Twin(self.game)
            for where in (s for path in paths for s in path):
                gears.require_fixed_shape(self.game, where)
                twin.compare(where, self._broken)
            self.report.compiled = True
        except NotCompilable as error:
            if self.gear == "compiled":
                self._broken("the rules must compile", where, "compiled", error)
            else:
                self.report.notes.append(f"the rules do not compile: {error}")
        except Exception as error:  # an index out of range, say, that plain Python forgave
            self._broken(
                "both gears must agree", where, "compiled", f"{type(error).__name__}: {error}"
            )


# ---------------------------------------------------------------------- plain against compiled


def moves_of(game: Game[Any, Any], s: Any, out: Any) -> int:
    """The legal actions, written to a row; returns how many."""
    n = 0
    for a in game.actions(s):
        out[n] = a
        n += 1
    return n


def outcomes_of(game: Game[Any, Any], s: Any, out: Any, weights: Any) -> int:
    """The outcomes of chance and their probabilities, written to two rows."""
    n = 0
    for a, p in game.chances(s):
        out[n] = a
        weights[n] = p
        n += 1
    return n


def facts_of(game: Game[Any, Any], s: Any) -> tuple[bool, int, int]:
    """Whether the game is over, who moves, and the key."""
    over = game.terminal(s)
    return over, -2 if over else game.player(s), game.key(s)


def payoff_of(game: Game[Any, Any], s: Any, p: int) -> float:
    """Player p's utility."""
    return float(game.utility(s, p))


def estimate_of(game: Game[Any, Any], s: Any, p: int) -> float:
    """Player p's estimate."""
    return float(game.evaluate(s, p))


def hints_of(game: Game[Any, Any], s: Any, a: Any) -> tuple[bool, float]:
    """What the game says of an action: noisy, and its guess."""
    return bool(game.noisy(s, a)), float(game.order(s, a))


def bounds_of(game: Game[Any, Any], s: Any) -> tuple[float, float]:
    """The bounds of player 0's value."""
    low, high = game.bounds(s)
    return float(low), float(high)


def successor_of(game: Game[Any, Any], s: Any, a: Any) -> Any:
    """The state after an action."""
    return game.result(s, a)


def representative_of(game: Game[Any, Any], s: Any) -> Any:
    """The canonical form."""
    return game.canonical(s)


class _Twin:
    """The compiled game beside the plain one; asks both the same questions."""

    def __init__(self, game: Game[Any, Any]) -> None:
        import numpy

        self.game = game
        self.row = numpy.zeros(1 << 16, numpy.int64)
        self.weights = numpy.zeros(1 << 16, numpy.float64)
        self.rng = random.Random(0)
        self.code: dict[Any, gears.Compiled] = {}

    def _ask(self, function: Callable[..., Any], *args: Any) -> Any:
        if function not in self.code:
            self.code[function] = gears.compiled(function, self.game, *args, checked=True)
        return self.code[function].again((self.game, *args))()

    def compare(self, s: Any, broken: Callable[[str, Any, str, Any], None]) -> None:
        """Put every question about s to both gears."""
        game, law = self.game, "both gears must agree"
        over, mover, key = self._ask(facts_of, s)
        plain = facts_of(game, s)
        if (bool(over), int(mover), int(key) & FULL) != (bool(plain[0]), plain[1], plain[2] & FULL):
            broken(
                law,
                s,
                "terminal(s), player(s), key(s)",
                f"plain {plain}, compiled {(over, mover, key)}",
            )
            return
        for p in range(game.players):
            kinds = (
                [(payoff_of, "utility")]
                if plain[0]
                else [(estimate_of, "evaluate")]
                if game.declares("evaluate")
                else []
            )
            for function, name in kinds:
                here, there = function(game, s, p), self._ask(function, s, p)
                if here != there and abs(here - there) > TOLERANCE:
                    broken(law, s, f"{name}(s, {p})", f"plain {here}, compiled {there}")
        if game.declares("bounds") and tuple(self._ask(bounds_of, s)) != bounds_of(game, s):
            broken(
                law,
                s,
                "bounds(s)",
                f"plain {bounds_of(game, s)}, compiled {self._ask(bounds_of, s)}",
            )
        if game.declares("canonical"):
            self._compare_states(
                s, "canonical(s)", game.canonical(s), self._ask(representative_of, s), broken
            )
        if not plain[0]:
            self._compare_moves(s, broken)

    def _compare_moves(self, s: Any, broken: Callable[[str, Any, str, Any], None]) -> None:
        game, law = self.game, "both gears must agree"
        if game.player(s) == CHANCE:
            pairs = list(game.chances(s))
            n = self._ask(outcomes_of, s, self.row, self.weights)
            actions, weights = [a for a, _ in pairs], [float(p) for _, p in pairs]
            if self.weights[:n].tolist() != weights:
                broken(
                    law, s, "chances(s)", f"plain {weights}, compiled {self.weights[:n].tolist()}"
                )
        else:
            actions = list(game.actions(s))
            n = self._ask(moves_of, s, self.row)
        if [x & FULL for x in self.row[:n].tolist()] != [int(a) & FULL for a in actions]:
            broken(law, s, "actions(s)", f"plain {actions}, compiled {self.row[:n].tolist()}")
            return
        for a in (
            actions if len(actions) <= MOST_COMPARED else self.rng.sample(actions, MOST_COMPARED)
        ):
            self._compare_states(
                s, f"result(s, {a!r})", game.result(s, a), self._ask(successor_of, s, a), broken
            )
            if game.player(s) != CHANCE and (game.declares("noisy") or game.declares("order")):
                here, there = hints_of(game, s, a), self._ask(hints_of, s, a)
                if (here[0], here[1]) != (bool(there[0]), float(there[1])):
                    broken(
                        law,
                        s,
                        f"noisy(s, {a!r}), order(s, {a!r})",
                        f"plain {here}, compiled {there}",
                    )

    def _compare_states(
        self,
        s: Any,
        call: str,
        plain: Any,
        compiled: Any,
        broken: Callable[[str, Any, str, Any], None],
    ) -> None:
        back = gears.outward(compiled, plain)
        if back != plain:
            broken("both gears must agree", s, call, f"plain {plain}, compiled {back}")
