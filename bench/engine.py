"""How good the engine is.

What its features and a second thread are worth, public positions, clocks, both gears, boards
solved.

    python bench/engine.py [--quick] [--json]

Times are the searches' own, after compiling. Values are checked, times are only reported.
"""

from __future__ import annotations

import math
import os
import random
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from common import Row, Section, main, progress
from gears import START_COLUMNS, cold_and_warm
from peers import all_contenders, engine, peers, zermelo

from zermelo import Game, catalogue
from zermelo.engine import Engine, dfpn, mcts, solve_value
from zermelo.engine.bench import ablate, worth
from zermelo.games.connect_four import ConnectFour
from zermelo.games.othello import Othello

GEAR_COLUMNS = (
    ("search", "search", ""),
    ("plain", "plain nodes/s", ",.0f"),
    ("compiled", "compiled nodes/s", ",.0f"),
    ("ratio", "ratio", ",.0f"),
)

SOLVED_COLUMNS = (
    ("board", "board", ""),
    ("value", "value", "g"),
    ("questions", "questions", "d"),
    ("nodes", "nodes", ",d"),
    ("seconds", "seconds", ".2f"),
)

FEATURE_COLUMNS = (
    ("name", "", ""),
    ("nodes", "nodes", ",d"),
    ("worth", "× nodes", ".2f"),
    ("seconds", "seconds", ".3f"),
)

THREAD_COLUMNS = (
    ("game", "game", ""),
    ("depth", "depth", "d"),
    ("threads", "threads", "d"),
    ("positions", "positions", "d"),
    ("same", "same values", "d"),
    ("nodes", "nodes", ",d"),
    ("seconds", "seconds", ".2f"),
    ("ratio", "× as fast", ".2f"),
)

THREAD_POSITIONS = (
    ("connect-four", ("4 4 4 5 5",), 17, 24),
    ("othello", ("d3 c5 f6 f5 e6 e3",), 10, 14),
    (
        "chess",
        (
            "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7",
            "e4 e6 d4 d5 Nc3 Bb4 e5 c5",
            "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6",
            "e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5",
            "d4 d5 c4 e6 Nc3 Nf6",
            "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6",
            "c4 e5 Nc3 Nf6 g3 d5",
            "Nf3 d5 g3 Nf6 Bg2 e6",
        ),
        12,
        17,
    ),
)
"""Games, the moves to some positions, and the depths of a quick run and of a whole one."""

PUBLIC_COLUMNS = (
    ("set", "positions", ""),
    ("count", "count", "d"),
    ("nodes", "nodes each", ",.1f"),
    ("microseconds", "µs in search", ",.1f"),
    ("call", "µs a call", ",.1f"),
    ("many", "µs of many", ",.1f"),
    ("peer", "µs of Pons' program", ",.1f"),
    ("ratio", "ratio", ".2f"),
    ("wrong", "wrong", "d"),
)

ENDGAME_COLUMNS = (
    ("position", "FFO", "d"),
    ("value", "value", "g"),
    ("nodes", "nodes", ",d"),
    ("seconds", "seconds", ".2f"),
    ("speed", "nodes/s", ",.0f"),
)

CLOCK_COLUMNS = (
    ("moves", "moves", "d"),
    ("asked", "ms asked", ".0f"),
    ("mean", "mean ms", ".1f"),
    ("longest", "longest ms", ".1f"),
)

DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "connect_four"

RANDOM_SETS = {18: 200, 14: 40, 12: 10}
"""Plies of random positions of connect four, and how many of them."""

BOARDS = {(4, 4): 0, (5, 4): 0, (5, 5): 0, (6, 5): 0}
"""Connect four boards, columns × rows, and their values: all are draws."""


def gears(quick: bool) -> Section:
    """The same searches in both gears. A node of Monte Carlo search is a simulation."""
    rows = [
        both_gears(find, name, 200 if quick else 2_000)
        for find in (mcts, dfpn)
        for name in ("tic-tac-toe", "connect-four")
    ]
    return Section("Compiled against plain: the same text, the same nodes", GEAR_COLUMNS, rows)


def both_gears(find: Any, name: str, nodes: int) -> Row:
    """One search in both gears: a few nodes plain, many compiled."""
    progress(f"both gears: {find.__name__} {name}")
    game: Game[Any, Any] = catalogue.game(name)
    slow = find(game, nodes=nodes, gear="plain")
    same = find(game, nodes=nodes, gear="compiled")
    assert (slow.nodes, slow.values, slow.line) == (
        same.nodes,
        same.values,
        same.line,
    ), "the gears differ"
    fast = max(
        (find(game, nodes=200 * nodes, gear="compiled") for _ in range(3)),
        key=lambda result: result.speed,
    )
    return {
        "search": f"{find.__name__} {name}",
        "plain": slow.speed,
        "compiled": fast.speed,
        "ratio": fast.speed / slow.speed,
    }


def boards(quick: bool) -> Section:
    """Exact values by df-pn."""
    rows = []
    for (width, height), value in list(BOARDS.items())[: 2 if quick else None]:
        progress(f"df-pn: connect four {width}×{height}")
        found = solve_value(ConnectFour(width, height), gear="compiled")
        assert found.value == value
        row = {"board": f"{width}×{height}", "value": found.value, "questions": len(found.history)}
        rows.append(row | {"nodes": found.nodes, "seconds": found.seconds})
    return Section("Connect four solved by df-pn", SOLVED_COLUMNS, rows)


def features(quick: bool) -> Section:
    """What each feature saves on one position."""
    game = ConnectFour()
    rows: list[Row] = []
    measured = []
    for one in ablate(game, game.after("44"), 9 if quick else 13):
        progress(f"features: {one.name}")
        measured.append(one)
        rows.append(
            {
                "name": one.name,
                "nodes": one.nodes,
                "worth": worth(one, measured[0]),
                "seconds": one.result.seconds,
            }
        )
    return Section(
        "What each feature is worth: connect four after 4 4, to one depth", FEATURE_COLUMNS, rows
    )


def threads(quick: bool) -> Section:
    """Time to depth of one thread and of two on a shared table."""
    rows = []
    for name, openings, low, high in THREAD_POSITIONS:
        game: Game[Any, Any] = catalogue.game(name)
        states = [game.after(moves.split()) for moves in openings]
        alone = search_with(game, states, low if quick else high, 1)
        both = search_with(game, states, low if quick else high, 2)
        same = [a == b for a, b in zip(alone["values"], both["values"], strict=True)]
        rows.append(alone | {"same": len(same), "ratio": 1.0})
        rows.append(both | {"same": sum(same), "ratio": alone["seconds"] / both["seconds"]})
    notes = ["in a selective game (chess) what is reduced depends on what the threads found first"]
    return Section("Threads on one table", THREAD_COLUMNS, rows, notes)


def search_with(game: Game[Any, Any], states: list[Any], depth: int, count: int) -> Row:
    """All positions to one depth, by a number of threads."""
    progress(f"threads: {game.full_title} {count}")
    engine = Engine(game, memory=256, threads=count)
    engine.search(states[0], depth=2)
    results = []
    for s in states:
        engine.forget()
        results.append(engine.search(s, depth=depth))
    return {
        "game": game.full_title,
        "depth": depth,
        "threads": count,
        "positions": len(states),
        "values": [result.value for result in results],
        "nodes": sum(result.nodes for result in results),
        "seconds": sum(result.seconds for result in results),
    }


def public(quick: bool) -> Section:
    """Pascal Pons' positions, each proven with its distance: nodes and time of the proof itself."""
    rows = []
    notes = [
        "his solver, made for this one game, is said to visit 51 and 449 nodes a position, at about"
        " 9 M nodes/s",
        "it is timed whole if ZERMELO_PONS is its path; ratio: µs of many, on one thread, to his",
    ]
    if not DATA.exists():
        return Section(
            "Public positions", PUBLIC_COLUMNS, [], ["shared/data is not beside this checkout"]
        )
    for name in ("Test_L3_R1", "Test_L2_R1"):
        progress(f"public positions: {name}")
        lines = (DATA / name).read_text().split("\n")[: 100 if quick else 1000]
        pairs = [line.split() for line in lines if line]
        right = [(int(score) > 0) - (int(score) < 0) for _, score in pairs]
        rows.append(solve_set(name, [moves for moves, _ in pairs], right))
    for plies, count in RANDOM_SETS.items():
        progress(f"random positions of {plies} plies")
        moves = list(play_at_random(plies, count // 10 if quick else count))
        rows.append(solve_set(f"random, {plies} plies", moves))
    return Section("Positions of connect four, solved", PUBLIC_COLUMNS, rows, notes)


def solve_set(name: str, lines: list[str], right: list[int] | None = None) -> Row:
    """One set of positions, each given by its moves: one by one, in one call, and by the peer.

    Without known values the peer's are taken, or those of the other way to ask.
    """
    game = ConnectFour()
    states = [game.after(moves) for moves in lines]
    engine = Engine(game, memory=64)
    engine.prove(states[0])
    engine.forget()
    began = time.perf_counter()
    found = [engine.prove(s) for s in states]
    call = time.perf_counter() - began
    list(engine.prove_many(states[:1], threads=1))
    engine.forget()
    began = time.perf_counter()
    many = list(engine.prove_many(states, threads=1))
    batch = time.perf_counter() - began
    peer, values = time_peer(lines)
    right = right or values or [int(a.value or 0) for a in found]
    wrong = sum(a.value != v or b.value != v for a, b, v in zip(found, many, right, strict=True))
    return {
        "set": name,
        "count": len(states),
        "nodes": sum(a.nodes for a in many) / len(states),
        "microseconds": sum(a.seconds for a in found) / len(states) * 1e6,
        "call": call / len(states) * 1e6,
        "many": batch / len(states) * 1e6,
        "peer": peer,
        "ratio": batch / len(states) * 1e6 / peer,
        "wrong": wrong,
    }


def play_at_random(plies: int, count: int) -> Iterator[str]:
    """The moves of random games that are not over, with no win at once; the same every time."""
    game, rng = ConnectFour(), random.Random(1000 + plies)
    while count:
        s, moves = game.start(), ""
        while len(moves) < plies and not game.terminal(s):
            a = rng.choice(list(game.actions(s)))
            s, moves = game.result(s, a), moves + game.name(s, a)
        wins = (game.terminal(game.result(s, a)) for a in game.options(s))
        if not game.terminal(s) and not any(wins):
            count -= 1
            yield moves


def time_peer(lines: list[str]) -> tuple[float, list[int]]:
    """Microseconds a position of the program that ZERMELO_PONS names, and its values.

    NaN and none without one.
    """
    program = os.environ.get("ZERMELO_PONS")
    if program is None:
        return math.nan, []
    began = time.perf_counter()
    run = subprocess.run(
        [program], input="\n".join(lines) + "\n", text=True, capture_output=True, check=True
    )
    spent = time.perf_counter() - began
    scores = [int(line.split()[1]) for line in run.stdout.splitlines() if line]
    return spent / len(lines) * 1e6, [(x > 0) - (x < 0) for x in scores]


def endgames(quick: bool) -> Section:
    """Othello: the FFO endgames 40 to 44, proven, one thread and 256 MiB."""
    path = DATA.parent / "othello" / "fforum-40-49.obf"
    lines = path.read_text().splitlines()[: 1 if quick else 5] if path.exists() else []
    engine = Engine(Othello(), memory=256, gear="compiled")
    rows = []
    for number, line in enumerate(lines, 40):
        progress(f"othello: FFO {number}")
        s = engine.game.load(line)
        engine.forget()
        found = engine.prove(s, player=engine.game.player(s))
        best = max(int(part.split(":")[1]) for part in line.split(";")[1:] if ":" in part)
        assert found.value == best, f"FFO {number}: {found.value}, not {best}"
        rows.append(
            {
                "position": number,
                "value": found.value,
                "nodes": found.nodes,
                "seconds": found.seconds,
                "speed": found.speed,
            }
        )
    notes = [
        "a node with seven empty squares or fewer is one node: the game plays it out within it",
        f"{sum(row['seconds'] for row in rows):.2f} s together",
    ]
    return Section("Othello's FFO endgames, solved", ENDGAME_COLUMNS, rows, notes)


def clocks(quick: bool) -> Section:
    """Moves of 100 ms: how long they really take."""
    progress("clocks")
    game = ConnectFour()
    engine = Engine(game, memory=16)
    engine.search(depth=2)
    spent, s = [], game.start()
    for _ in range(50 if quick else 500):
        began = time.perf_counter()
        found = engine.search(s, seconds=0.1)
        if found.stopped:
            spent.append(1000 * (time.perf_counter() - began))
        s = game.result(s, found.action)
        s = game.start() if game.terminal(s) else s
    row = {
        "moves": len(spent),
        "asked": 100.0,
        "mean": sum(spent) / len(spent),
        "longest": max(spent),
    }
    return Section("Moves of 100 ms (those that were not proven sooner)", CLOCK_COLUMNS, [row])


def starts() -> Section:
    """The engine on connect four, to depth 4, in a new process.

    With an empty cache, then with what that left.
    """
    return Section(
        "First compile and cached start of the engine",
        START_COLUMNS,
        [cold_and_warm("engine", "connect-four")],
    )


def sections(quick: bool) -> Iterator[Section]:
    """The report, section by section as it is measured."""
    yield features(quick)
    yield threads(quick)
    yield public(quick)
    yield endgames(quick)
    yield clocks(quick)
    yield gears(quick)
    yield boards(quick)
    yield starts()
    contenders, notes = all_contenders(engine(), zermelo("compiled"))
    yield peers(7 if quick else 9, True, contenders, [])
    yield peers(10 if quick else 12, False, contenders, notes)


if __name__ == "__main__":
    main("Measure the engine's searches.", sections)
