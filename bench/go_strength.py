"""How well Monte Carlo search plays go on 9×9.

    python bench/go_strength.py [--quick] [--json]

Playouts a second, matches of the search with and without each of its features, and matches against
GNU Go, which is looked for as `gnugo`, or where ZERMELO_GTP says.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from typing import Any

from common import Row, Section, main, progress
from games import wilson

from zermelo.engine import Mcts
from zermelo.games.go import Go
from zermelo.history import with_history

GAME = Go(9)
RULES = with_history(GAME)

WHOLE: dict[str, Any] = {}
NO_RAVE = {"rave": 0.0, "c": 0.5}
NO_ANSWERS = {"rollout": "random"}
NEITHER = {"rave": 0.0, "rollout": "random"}

FORMS = (
    ("with both", WHOLE),
    ("without RAVE (c = 0.5)", NO_RAVE),
    ("random playouts", NO_ANSWERS),
    ("neither (c = 1.4)", NEITHER),
)
"""The search as it is, and what is left out of it. Without RAVE something must be explored."""

SPEED_COLUMNS = (("form", "", ""), ("speed", "playouts/s", ",.0f"), ("ratio", "×", ".2f"))

MATCH_COLUMNS = (
    ("players", "", ""),
    ("limit", "a move", ""),
    ("games", "games", "d"),
    ("score", "score", ".1%"),
    ("low", "from", ".1%"),
    ("high", "to", ".1%"),
)

GNUGO = ("--mode", "gtp", "--boardsize", "9", "--komi", "7.5", "--chinese-rules")
HONEST = ("--positional-superko", "--capture-all-dead", "--play-out-aftermath")
"""It plays until the board can be scored as it stands, as the rules here do."""

RESIGN = -0.96
"""A player who expects less loses the game."""

Mover = Callable[[Any, Any], Any]
"""From a state with its past, and the action before, to an action; None to resign."""


def speed(quick: bool) -> Section:
    """Playouts a second of processor time, from the empty board."""
    rows: list[Row] = []
    for form, options in FORMS:
        progress(f"speed: {form}")
        player = Mcts(GAME, gear="compiled", memory=256, **options)
        player.search(nodes=10)
        began = time.process_time()
        result = player.search(nodes=500 if quick else 20_000)
        rows.append({"form": form, "speed": result.nodes / (time.process_time() - began)})
    for row in rows:
        row["ratio"] = row["speed"] / rows[-1]["speed"]
    return Section("Go 9×9: playouts a second", SPEED_COLUMNS, rows)


def features(quick: bool) -> Section:
    """The whole search against itself without a feature, at equal playouts and at equal time."""
    rows = []
    for limit in ({"nodes": 60 if quick else 1000}, {"seconds": 0.01 if quick else 0.1}):
        for form, options in FORMS[1:]:
            progress(f"match: with both against {form}, {limit}")
            row = play_match(
                lambda seed, limit=limit: think(seed, limit, WHOLE),
                lambda seed, limit=limit, options=options: think(seed, limit, options),
                2 if quick else 60,
            )
            rows.append({"players": form, "limit": write_limit(limit), **row})
    notes = ["the score of the search with both; from … to: 95 % interval (Wilson)"]
    return Section("Go 9×9: with both against …", MATCH_COLUMNS, rows, notes)


def gnugo(quick: bool) -> Section:
    """The search against GNU Go."""
    title = "Go 9×9: against GNU Go"
    program = find_program()
    if program is None:
        return Section(title, MATCH_COLUMNS, [], ["gnugo is not installed: left out"])
    rows, limit = [], {"nodes": 100 if quick else 5000}
    for level in (1,) if quick else (1, 10):
        progress(f"match: against gnugo at level {level}")
        with Gtp(program, level) as peer:
            row = play_match(
                lambda seed: think(seed, limit, WHOLE), peer.begin, 2 if quick else 60, opening=0
            )
        rows.append({"players": f"gnugo, level {level}", "limit": write_limit(limit), **row})
    return Section(title, MATCH_COLUMNS, rows, ["komi 7.5, area scoring as the board stands"])


def write_limit(limit: dict[str, Any]) -> str:
    """A limit as people write it."""
    return f"{limit['nodes']:,} playouts" if "nodes" in limit else f"{limit['seconds']:g} s"


def think(seed: int, limit: dict[str, Any], options: dict[str, Any]) -> Mover:
    """A player by Monte Carlo search, who resigns when little is left."""
    player = Mcts(GAME, gear="compiled", memory=128, seed=seed, **options)

    def move(s: Any, last: Any) -> Any:
        result = player.search(s.state, past=s.past, **limit)
        return None if result.value is not None and result.value < RESIGN else result.action

    return move


def play_match(
    first: Callable[[int], Mover], second: Callable[[int], Mover], games: int, opening: int = 2
) -> Row:
    """The score of the first: every opening is played by both from both sides."""
    total = 0.0
    for number in range(games):
        rng, s, side = random.Random(number // 2), RULES.start(), number % 2
        for _ in range(opening):
            inner = [a for a in RULES.options(s) if a < GAME.cells and GAME.line[a] > 2]
            s = RULES.result(s, rng.choice(inner))
        total += play_game(s, first(2 * number), second(2 * number + 1), side)
        progress(f"{total:g} of {number + 1}")
    low, high = wilson(total / games, games)
    return {"games": games, "score": total / games, "low": low, "high": high}


def play_game(s: Any, first: Mover, second: Mover, side: int) -> float:
    """One game: 1 if the first wins it, ½ for a draw."""
    a = None
    while not RULES.terminal(s):
        is_first = RULES.player(s) == side
        a = (first if is_first else second)(s, a)
        if a is None:
            return 0.0 if is_first else 1.0
        s = RULES.result(s, a)
    return (1 + RULES.utility(s, side)) / 2


def find_program() -> str | None:
    """The GTP program to play against."""
    where = f"{os.environ['PATH']}:/usr/games"
    return shutil.which(os.environ.get("ZERMELO_GTP", "gnugo"), path=where)


class Gtp:
    """GNU Go, by the Go Text Protocol."""

    def __init__(self, program: str, level: int) -> None:
        command = [program, *GNUGO, *HONEST, "--level", str(level)]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __enter__(self) -> Gtp:
        return self

    def __exit__(self, *error: object) -> None:
        self.ask("quit")
        self.process.wait()

    def ask(self, text: str) -> str:
        """Send a command, and return what it answers."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(f"{text}\n")
        self.process.stdin.flush()
        lines = []
        while (line := self.process.stdout.readline().rstrip()) or not lines:
            lines.append(line)
        if lines[0].startswith("?"):
            raise RuntimeError(f"gnugo: {text}: {lines[0]}")
        return lines[0][1:].strip()

    def begin(self, seed: int) -> Mover:
        """A player of one game."""
        self.ask("clear_board")
        self.ask("komi 7.5")
        self.ask(f"set_random_seed {seed}")
        return self.move

    def move(self, s: Any, last: Any) -> Any:
        """The answer to the last move."""
        colours = ("black", "white")
        state = s.state
        if last is not None:
            self.ask(f"play {colours[1 - state.turn]} {GAME.name(state, last)}")
        reply = self.ask(f"genmove {colours[state.turn]}")
        return None if reply.lower() == "resign" else GAME.parse(state, reply)


def sections(quick: bool) -> Iterator[Section]:
    """The report, section by section as it is measured."""
    yield speed(quick)
    yield features(quick)
    yield gnugo(quick)


if __name__ == "__main__":
    main("Measure how well Monte Carlo search plays go.", sections)
