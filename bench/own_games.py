"""The games of examples/: lines, the first answer, nodes a second, and the same rules elsewhere.

    python bench/own_games.py [GAME …] [--json]

easyAI and OpenSpiel get the same rules through an adapter, so that only the search and its frame
differ. What a library has no search for is left out, and so is a library that is not installed
(pip install --target FOLDER easyAI open_spiel; PYTHONPATH=FOLDER).
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from common import Row, Section, progress

import zermelo
from zermelo import catalogue
from zermelo.game import CHANCE

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
GAMES = ("teeko", "einstein", "quarto", "standoff", "small_2048", "gems")
SECONDS = 2.0
"""Seconds of each measurement."""

PEER_DEPTH = 2
"""Plies of a peer's search, which is repeated while time is left."""

COLUMNS = (
    ("name", "game", ""),
    ("lines", "lines", "d"),
    ("first", "first answer, s", ".1f"),
    ("plain", "plain, nodes/s", ",.0f"),
    ("compiled", "compiled", ",.0f"),
    ("easyai", "easyAI", ""),
    ("openspiel", "OpenSpiel", ""),
)

FIRST = """
import zermelo
from zermelo import catalogue
from zermelo.game import CHANCE
game = catalogue.game({path!r})
s = game.start()
while game.player(s) == CHANCE:
    s = game.result(s, game.options(s)[0])
print(game.name(s, zermelo.best_move(game, s, seconds=0.1)), flush=True)
import os
os._exit(0)
"""


def skip_chance(game: Any) -> Any:
    """The first state at which a player moves."""
    s = game.start()
    while game.player(s) == CHANCE:
        s = game.result(s, game.options(s)[0])
    return s


def time_first_answer(path: Path) -> float:
    """Seconds from the start of Python to a move, with an empty compile cache."""
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        subprocess.run(
            [sys.executable, "-c", FIRST.format(path=str(path))],
            env={**os.environ, "ZERMELO_CACHE": folder},
            stdout=subprocess.DEVNULL,
            check=True,
        )
        return time.perf_counter() - began


def measure_engine(game: Any, gear: str) -> float:
    """Nodes a second of the engine at the start; compiling is not counted."""
    player: Any = zermelo.player(game, gear=gear, seconds=SECONDS)
    player.think(skip_chance(game), depth=1)
    result = player.think(skip_chance(game))
    return float(result.nodes / result.seconds)


def measure(run: Callable[[], int]) -> str:
    """Nodes a second of a peer: its search is repeated while time is left."""
    nodes, began = 0, time.process_time()
    while time.process_time() - began < SECONDS:
        nodes += run()
    return f"{nodes / (time.process_time() - began):,.0f}"


# ---------------------------------------------------------------------- peers


def measure_easyai(game: Any) -> str:
    """Negamax of easyAI: two players, no chance, who take turns."""
    try:
        from easyAI import AI_Player, Negamax, TwoPlayerGame
    except ImportError:
        return "not installed"
    if game.players != 2 or game.has_chance:
        return "no search"

    class Adapter(TwoPlayerGame):  # type: ignore[misc]
        made = 0

        def __init__(self, players: Any) -> None:
            self.players, self.current_player, self.state = players, 1, game.start()

        def possible_moves(self) -> list[Any]:
            return [] if game.terminal(self.state) else list(game.actions(self.state))

        def make_move(self, move: Any) -> None:
            Adapter.made += 1
            self.state = game.result(self.state, move)

        def is_over(self) -> bool:
            return bool(game.terminal(self.state))

        def scoring(self) -> float:
            rule = game.utility if game.terminal(self.state) else game.evaluate
            return float(rule(self.state, self.current_player - 1))

    def run() -> int:
        Adapter.made = 0
        Negamax(PEER_DEPTH)(Adapter([AI_Player(None), AI_Player(None)]))
        return Adapter.made

    return measure(run)


def measure_openspiel(game: Any) -> str:
    """Expectiminimax of OpenSpiel in Python, on states with its interface."""
    try:
        from open_spiel.python.algorithms import minimax
    except ImportError:
        return "not installed"
    if game.players > 2:
        return "no search"

    class Adapter:
        made = 0

        def __init__(self, state: Any) -> None:
            self.state = state
            self.options = [] if game.terminal(state) else game.options(state)

        def is_terminal(self) -> bool:
            return bool(game.terminal(self.state))

        def player_returns(self, p: int) -> float:
            return float(game.utility(self.state, p))

        def player_return(self, p: int) -> float:
            return float(game.utility(self.state, p))

        def current_player(self) -> int:
            return int(game.player(self.state))

        def is_chance_node(self) -> bool:
            return bool(game.player(self.state) == CHANCE)

        def legal_actions(self) -> list[int]:
            return list(range(len(self.options)))

        def chance_outcomes(self) -> list[tuple[int, float]]:
            return [(i, p) for i, (_, p) in enumerate(game.chances(self.state))]

        def clone(self) -> Adapter:
            return Adapter(self.state)

        def apply_action(self, i: int) -> None:
            Adapter.made += 1
            self.__init__(game.result(self.state, self.options[i]))  # type: ignore[misc]

        def child(self, i: int) -> Adapter:
            Adapter.made += 1
            return Adapter(game.result(self.state, self.options[i]))

    root = Adapter(skip_chance(game))

    def run() -> int:
        Adapter.made = 0
        me = root.current_player()

        def estimate(state: Adapter) -> float:
            return float(game.evaluate(state.state, me))

        minimax.expectiminimax(root, PEER_DEPTH, estimate, maximizing_player_id=me)
        return Adapter.made

    return measure(run)


# ---------------------------------------------------------------------- the table


def make_row(name: str) -> Row:
    """All measurements of one example."""
    path = EXAMPLES / f"{name}.py"
    progress(name)
    game = catalogue.game(str(path))
    return {
        "name": name,
        "lines": len(path.read_text(encoding="utf-8").splitlines()),
        "first": time_first_answer(path),
        "plain": measure_engine(game, "plain"),
        "compiled": measure_engine(game, "compiled"),
        "easyai": measure_easyai(game),
        "openspiel": measure_openspiel(game),
    }


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="GAME", default=list(GAMES))
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    notes = [
        "first answer: from the start of Python, with an empty compile cache, 0.1 s of thinking",
        "nodes are the states that a search makes; easyAI and OpenSpiel run the same rules, plain",
    ]
    table = Section("Games of examples/", COLUMNS, [make_row(n) for n in options.names], notes)
    print(json.dumps(table.to_dict(), indent=2) if options.json else table)


if __name__ == "__main__":
    main()
