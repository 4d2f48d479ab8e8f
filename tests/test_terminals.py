"""`terminal` is asked first, everywhere: rules may list actions at the end of a game.

`Loose` lists the free cells at every state, also where the game is over; `Tight` lists none there.
Everything must be the same: values, lines, node counts, perft, policies, pictures.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import pytest

from zermelo import CHANCE, Game, search
from zermelo.axes import describe_axes
from zermelo.check import check_game
from zermelo.engine import Engine, mcts
from zermelo.engine.dfpn import dfpn
from zermelo.engine.searcher import make_searcher
from zermelo.frame.question import Limits
from zermelo.frame.run import last
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.perft import perft
from zermelo.states import list_states
from zermelo.tree import game_tree
from zermelo.web.position_api import list_options


class Line(NamedTuple):
    """Five cells in a row, and whose turn it is."""

    cells: tuple[int, int, int, int, int]
    turn: int


class Loose(Game[Line, int]):
    """Who has two cells side by side wins; with `dice`, chance takes a cell after each player."""

    title = "line"

    def __init__(self, dice: bool = False, players: int = 2) -> None:
        self.dice, self.players = dice, players
        self.total = None if players > 2 else 0

    def declares(self, method: str) -> bool:
        return super().declares(method) and (method != "chances" or self.dice)

    def start(self) -> Line:
        return Line((0, 0, 0, 0, 0), 0)

    def player(self, s: Line) -> int:
        return CHANCE if s.turn >= self.players else s.turn

    def actions(self, s: Line) -> Iterable[int]:
        for a in range(5):
            if s.cells[a] == 0:
                yield a

    def chances(self, s: Line) -> Iterable[tuple[int, float]]:
        free = sum(c == 0 for c in s.cells)
        for a in range(5):
            if s.cells[a] == 0:
                yield a, 1 / free

    def result(self, s: Line, a: int) -> Line:
        sign = 9 if s.turn >= self.players else s.turn + 1
        cells = (
            sign if a == 0 else s.cells[0],
            sign if a == 1 else s.cells[1],
            sign if a == 2 else s.cells[2],
            sign if a == 3 else s.cells[3],
            sign if a == 4 else s.cells[4],
        )
        if self.dice and s.turn < self.players:
            return Line(cells, s.turn + self.players)
        return Line(cells, (s.turn + 1) % self.players)

    def winner(self, s: Line) -> int:
        for a in range(4):
            if s.cells[a] == s.cells[a + 1] and 0 < s.cells[a] < 9:
                return s.cells[a]
        return 0

    def terminal(self, s: Line) -> bool:
        return self.winner(s) != 0 or 0 not in s.cells

    def utility(self, s: Line, p: int) -> float:
        won = self.winner(s)
        if won == 0:
            return 0.0
        return 1.0 if won == p + 1 else -1.0

    def evaluate(self, s: Line, p: int) -> float:
        return 0.125 if s.cells[2] == p + 1 else 0.0

    def noisy(self, s: Line, a: int) -> bool:
        return a == 2


class Tight(Loose):
    """The same, with no actions where the game is over."""

    def actions(self, s: Line) -> Iterable[int]:
        if not self.terminal(s):
            for a in range(5):
                if s.cells[a] == 0:
                    yield a


KINDS = [(False, 2), (True, 2), (False, 3)]


def compare(ask: Any, *args: Any) -> None:
    """Ask the same of both games, for the same answer."""
    assert ask(Loose(*args)) == ask(Tight(*args))


def facts(result: Any) -> tuple[Any, ...]:
    return result.value, result.vector, result.line, result.nodes, result.leaves, result.exact


@pytest.mark.parametrize(("dice", "players"), KINDS)
@pytest.mark.parametrize("depth", [3, 6])
def test_searches_of_the_textbook(dice: bool, players: int, depth: int) -> None:
    for one in search.searches():
        if one.fits(players, dice):
            options = {"bounds": (-1.0, 1.0)} if one.name == "expectimax-bounded" else {}
            for extra in ({}, {"all": True}):
                asked = {**options, **extra, "depth": depth, "gear": "plain"}
                compare(lambda g, one=one, asked=asked: facts(one.run(g, **asked)), dice, players)


@pytest.mark.parametrize(("dice", "players"), KINDS)
def test_searches_of_the_engine(dice: bool, players: int) -> None:
    names = ["maxn", "paranoid", "mcts"]
    names += ["star"] if players == 2 else []
    names += ["pvs"] if players == 2 and not dice else []
    for name in names:
        limits = Limits(nodes=200) if name == "mcts" else Limits(depth=5)

        def ask(game: Any, name: str = name, limits: Limits = limits) -> Any:
            searcher = make_searcher(game, search=name, gear="plain", memory=1)
            return facts(last(searcher.iterate(game.start(), limits)))

        compare(ask, dice, players)


def test_proofs() -> None:
    compare(lambda g: facts(Engine(g, gear="plain", memory=1).solve()))
    compare(lambda g: dfpn(g, target=1, gear="plain").nodes)
    compare(lambda g: facts(mcts(g, nodes=300, gear="plain", rollout="evaluate")))


def test_machine_code() -> None:
    compare(lambda g: facts(Engine(g, gear="compiled", memory=1).search(depth=5)))
    compare(lambda g: perft(g, depth=5, gear="compiled").nodes)


@pytest.mark.parametrize(("dice", "players"), KINDS)
def test_counts_states_and_policies(dice: bool, players: int) -> None:
    compare(lambda g: perft(g, depth=5, gear="plain").nodes, dice, players)
    compare(lambda g: perft(g, depth=5, gear="plain", divide=True).moves, dice, players)
    compare(lambda g: list_states(g), dice, players)
    compare(lambda g: describe_axes(g).cells(), dice, players)
    if not dice and players == 2:
        compare(search.policy)
        compare(lambda g: str(search.strategy(g, player=0)))


def test_pictures_and_pages() -> None:
    compare(lambda g: [(n.children, n.state) for n in game_tree(g, most(g)).nodes])
    over = Line((1, 1, 2, 0, 0), 1)
    assert Loose().options(over) == [] == list_options(Loose(), over)


def most(game: Loose) -> Line:
    """A position near the end."""
    return Line((1, 0, 2, 0, 0), 0)


def test_check_has_nothing_against_it() -> None:
    report = check_game(Loose(), games=5, gear="plain")
    assert report.ok and report.has_ending_actions and report.notes == []
    assert not check_game(Tight(), games=5, gear="plain").has_ending_actions


def test_perft_of_the_package_s_games_asks_nothing_more() -> None:
    """Their terminals list nothing, which the tests of every game check."""
    assert perft(TicTacToe(), depth=9, gear="plain").nodes == 127_872
