"""Agents by name, a player who keeps what it found, and one call for any game."""

from __future__ import annotations

import io
import subprocess
import sys
import threading
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import zermelo
from zermelo import CHANCE, Game, agents, catalogue
from zermelo.agents import AgentOptions, Player, agent_names, best_move, find_agent, make_agent
from zermelo.algorithm import Algorithm
from zermelo.errors import BadLimit, BadPosition, GearWarning, Unsuitable
from zermelo.frame.question import Limits
from zermelo.frame.run import last
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.history import with_history


class Table(NamedTuple):
    """Cards on the table, by their names, and whose turn it is."""

    cards: tuple[str, ...]
    turn: int


class Cards(Game[Table, tuple[str, int]]):
    """Take a card; who takes the ace wins. Actions are tuples of a name and a place."""

    def __init__(self, players: int = 2, dice: bool = False) -> None:
        self.players, self.dice = players, dice
        self.total = 0 if players == 2 else None

    def declares(self, method: str) -> bool:
        return super().declares(method) and (method != "chances" or self.dice)

    def start(self) -> Table:
        return Table(("two", "ace", "six"), 0)

    def player(self, s: Table) -> int:
        return CHANCE if s.turn >= self.players else s.turn

    def actions(self, s: Table) -> Iterable[tuple[str, int]]:
        return [(card, i) for i, card in enumerate(s.cards)]

    def chances(self, s: Table) -> Iterable[tuple[tuple[str, int], float]]:
        return [(("", -1), 1.0)]

    def result(self, s: Table, a: tuple[str, int]) -> Table:
        turn = (s.turn + 1) % self.players
        if s.turn >= self.players:
            return Table(s.cards, turn)
        rest = tuple(card for card in s.cards if card != a[0])
        return Table(rest, s.turn + self.players if self.dice and "ace" in rest else turn)

    def terminal(self, s: Table) -> bool:
        return "ace" not in s.cards

    def utility(self, s: Table, p: int) -> float:
        won = (s.turn - 1) % self.players == p
        return 1.0 if won else -1.0

    def name(self, s: Table, a: tuple[str, int]) -> str:
        return a[0] or "go on"


@pytest.mark.parametrize(("players", "dice"), [(1, False), (2, False), (2, True), (3, False)])
def test_one_call_for_any_kind_of_game(players: int, dice: bool) -> None:
    game = Cards(players, dice)
    good = [("ace", 1)] if players > 1 else list(game.actions(game.start()))  # alone, all win
    assert zermelo.best_move(game, depth=3, gear="plain") in good
    assert zermelo.player(game, gear="plain", depth=3).move() in good


@pytest.mark.parametrize("spec", ["tic-tac-toe", "pig:10", "tri-halma", "go:5", "2048", "nim:2,2"])
def test_the_package_s_games(spec: str) -> None:
    game = catalogue.game(spec)
    s = game.start()
    while game.player(s) == CHANCE:
        s = game.result(s, game.options(s)[0])
    assert best_move(game, s, nodes=200, gear="plain") in game.options(s)


def test_every_agent_plays_where_it_fits() -> None:
    game = TicTacToe()
    s = game.after(["a1", "b1", "a2", "b2"])
    for name in agent_names():
        if name == "expectimax-bounded":
            continue
        result = last(make_agent(game, name, gear="plain").iterate(s, Limits(depth=3)))
        assert result.action in game.options(s), name
        if name not in ("random", "level-1", "level-2"):
            assert game.name(s, result.action) == "a3", name


@pytest.mark.parametrize(
    ("name", "found"),
    [("uct", "mcts"), ("alpha-beta", "alphabeta"), ("PVS", "pvs"), ("Level 3", "level-3")],
)
def test_other_names(name: str, found: str) -> None:
    kind = find_agent(name)
    assert (kind.name if isinstance(kind, Algorithm) else kind) == found


def test_wrong_names_and_positions_get_one_line() -> None:
    with pytest.raises(BadLimit, match="no search is called 'alphabate'; did you mean alphabeta"):
        best_move("nim:2,2", agent="alphabate")
    with pytest.raises(BadLimit, match="level-11"):
        find_agent("level-11")
    game = TicTacToe()
    with pytest.raises(BadPosition, match="tic-tac-toe is over: there is no move to choose"):
        best_move(game, game.after(["a1", "b1", "a2", "b2", "a3"]))
    with pytest.raises(BadPosition, match="chance moves here"):
        best_move(catalogue.game("2048"))
    with pytest.raises(Unsuitable):
        best_move(catalogue.game("pig:10"), agent="alphabeta", depth=2)


def test_a_player_keeps_its_table() -> None:
    game = TicTacToe()
    oracle = zermelo.player(game, gear="plain", depth=7)
    first, again = oracle.think(), oracle.think()
    assert (again.value, again.action) == (first.value, first.action)
    assert again.nodes < first.nodes / 10
    assert repr(oracle) == "<player of tic-tac-toe: engine>"


def test_a_player_ponders_until_the_next_question() -> None:
    game = catalogue.game("connect-four")
    oracle: Player[Any, Any] = zermelo.player(game, gear="plain")
    oracle.ponder(game.start())
    time.sleep(0.05)
    assert oracle.move(nodes=50) in game.options(game.start())
    assert oracle._pondering is None


def test_a_player_knows_the_past() -> None:
    whole = with_history(catalogue.game("go:5"))
    s = whole.start()
    assert zermelo.player(whole.game, gear="plain", nodes=30).move(s) in whole.options(s)


def test_options_mean_the_same_for_all() -> None:
    game = catalogue.game("pig:10")
    for name in ("engine", "star", "maxn", "mcts", "expectimax", "level-3", "random"):
        agent = make_agent(game, name, memory=1, threads=2, gear="plain", seed=3)
        assert last(agent.iterate(game.start(), Limits(depth=2, nodes=50))).action is not None
    assert AgentOptions(memory=64, threads=1, seed=0) == AgentOptions()
    agent = make_agent(game, "mcts", rollout="evaluate", gear="plain")
    assert last(agent.iterate(game.start(), Limits(nodes=20))).action is not None
    with pytest.raises(BadLimit, match="rollout is 'guess'; it must be auto, random or evaluate"):
        make_agent(game, "mcts", rollout="guess")


@pytest.mark.parametrize("name", ["mcts", "star", "maxn", "random", "level-2", "expectimax"])
def test_play_takes_every_agent(call: Any, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    code, out, err = call("play", "pig:10", "--algorithm", name, "--memory", "1")
    assert (code, f"The other side uses {name}." in out) == (0, True), err


def test_analyse_takes_the_textbook_too(call: Any) -> None:
    code, out, _ = call("analyse", "nim:2,2", "--search", "minimax", "--nodes", "5000")
    assert code == 0 and "depth  1" in out and "(proven)" in out


class SlowCompiler:
    """An agent whose compiled search waits to be let go."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.gate = threading.Event()
        self.asked: list[str] = []
        made = agents.make_agent

        def make(game: Any, name: str = "engine", gear: str = "auto", **options: Any) -> Any:
            self.asked.append(gear)
            if gear == "compiled":
                self.gate.wait(30)
            return made(game, name, gear="plain", **options)

        monkeypatch.setattr(agents, "make_agent", make)
        monkeypatch.setattr("zermelo.engine.while_compiling.LOADING", 0.01)


def test_a_question_of_time_does_not_wait_for_the_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    compiler = SlowCompiler(monkeypatch)
    game = TicTacToe()
    oracle: Any = zermelo.player(game, seconds=0.05)
    assert oracle.move() in game.options(game.start())
    search = oracle._find_searcher(None, oracle.limits)
    assert search.compiled is None and search.plain is not None
    compiler.gate.set()
    search.compiler.join()
    assert search.compiled is not None and search.plain is None
    assert oracle.move() in game.options(game.start())
    assert compiler.asked.count("compiled") == 1


def test_depths_and_nodes_are_counted_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    compiler = SlowCompiler(monkeypatch)
    game = TicTacToe()
    assert zermelo.player(game, depth=2).think().depth == 2
    zermelo.player(game, "minimax", seconds=0.05).move()
    assert "compiled" not in compiler.asked


def wait_for_compilers() -> None:
    """An answer does not wait for the thread that compiles: on a busy machine it warns later."""
    for thread in threading.enumerate():
        if thread.name == "compiler":
            thread.join()


def test_what_does_not_compile_is_searched_plain_with_one_warning() -> None:
    game = catalogue.game(str(Path(__file__).parent / "naive" / "onitama.py"))
    s = game.start()
    with pytest.warns(GearWarning, match="runs in the plain gear"):
        assert zermelo.best_move(game, s, seconds=0.05) in game.options(s)
        wait_for_compilers()


def test_an_error_of_the_compiled_search_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    made = agents.make_agent

    def make(game: Any, name: str = "engine", gear: str = "auto", **options: Any) -> Any:
        if gear == "compiled":
            raise KeyError("no such\nregister")
        return made(game, name, gear="plain", **options)

    monkeypatch.setattr(agents, "make_agent", make)
    words = r"plain gear.*search failed with KeyError: .*no such.*\(.*test_agents.py:\d+"
    with pytest.warns(GearWarning, match=words):
        assert zermelo.best_move(TicTacToe(), seconds=0.05) in range(9)
        wait_for_compilers()


ENDLESS = """
import threading, zermelo
from zermelo import agents
made = agents.make_agent
def make(game, name="engine", gear="auto", **options):
    if gear == "compiled":
        threading.Event().wait()
    return made(game, name, gear="plain", **options)
agents.make_agent = make
print(zermelo.best_move("tic-tac-toe", seconds=0.05))
"""


def test_a_process_does_not_wait_for_the_compiler() -> None:
    command = [sys.executable, "-c", ENDLESS]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout.strip() in "012345678" and done.stderr == ""
