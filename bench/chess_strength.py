"""How well the engine plays chess.

    python bench/chess_strength.py [--quick] [--json]

Speed, the positions of Bratko and Kopec, and a match against Stockfish at a stated strength. The
program is looked for as `stockfish`, or where ZERMELO_UCI says. Both play with one thread and the
same seconds a move, without pondering and without a book, both sides of each opening.
"""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from common import Row, Section, main, progress

from zermelo.engine import Engine
from zermelo.games.chess import PAWN, Chess

DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "chess" / "bratko-kopec.epd"

SPEED_COLUMNS = (
    ("name", "", ""),
    ("count", "positions", "d"),
    ("found", "found", "d"),
    ("depth", "mean depth", ".1f"),
    ("speed", "nodes/s", ",.0f"),
)

MATCH_COLUMNS = (
    ("elo", "UCI_Elo", "d"),
    ("games", "games", "d"),
    ("seconds", "s a move", "g"),
    ("wins", "wins", "d"),
    ("draws", "draws", "d"),
    ("losses", "losses", "d"),
    ("score", "score", ".3f"),
    ("interval", "± 95 %", ".3f"),
)

STRENGTHS = (2000, 2200, 2400)
MOST_PLIES = 300
"""A longer game is a draw."""

EVEN = 0.8 * PAWN
"""An opening is not further than this from equality."""

GAME = Chess()


def positions(quick: bool) -> Section:
    """Bratko and Kopec's positions: how many of the best moves are found in half a second."""
    lines = DATA.read_text().splitlines() if DATA.exists() else []
    engine = Engine(GAME, memory=64)
    engine.search(depth=2)
    results, found = [], 0
    for line in (line for line in lines[: 6 if quick else None] if " bm " in line):
        progress(f"Bratko and Kopec: {len(results) + 1}")
        board, best = line.split(" bm ")
        s = GAME.load(" ".join(board.split()[:4]) + " 0 1")
        engine.forget()
        results.append(engine.search(s, seconds=0.1 if quick else 0.5))
        found += GAME.name(s, results[-1].action).rstrip("+#") in best.split(";")[0].split()
    row = {"name": "Bratko and Kopec", "count": len(results), "found": found}
    row["depth"] = sum(r.depth or 0 for r in results) / max(len(results), 1)
    row["speed"] = sum(r.nodes for r in results) / max(sum(r.seconds for r in results), 1e-9)
    notes = [] if lines else ["shared/data is not beside this checkout"]
    return Section("Chess: speed, and positions", SPEED_COLUMNS, [row], notes)


def find_program() -> str | None:
    """The UCI program to play against."""
    return shutil.which(
        os.environ.get("ZERMELO_UCI", "stockfish"), path=f"{os.environ['PATH']}:/usr/games"
    )


def matches(quick: bool) -> Section:
    """Matches against Stockfish, limited to some strengths."""
    title = "Chess: matches against Stockfish"
    program = find_program()
    if program is None:
        return Section(title, MATCH_COLUMNS, [], ["stockfish is not installed"])
    rows = [
        play_match(program, elo, 4 if quick else 100, 0.1 if quick else 0.5)
        for elo in (STRENGTHS[:1] if quick else STRENGTHS)
    ]
    return Section(title, MATCH_COLUMNS, rows)


def play_match(program: str, elo: int, games: int, seconds: float) -> Row:
    """A match: openings of eight random plies, each played from both sides."""
    import chess.engine

    rng, scores, opening = random.Random(elo), [], []
    engine = Engine(GAME, memory=64)
    engine.search(depth=2)
    with chess.engine.SimpleEngine.popen_uci(program) as peer:
        peer.configure({"UCI_LimitStrength": True, "UCI_Elo": elo, "Threads": 1, "Hash": 64})
        for number in range(games):
            opening = opening if number % 2 else choose_opening(rng)
            engine.forget()
            scores.append(play_game(engine, peer, opening, number % 2, seconds))
            progress(f"UCI_Elo {elo}: {sum(scores):g} of {len(scores)}")
    mean = sum(scores) / games
    spread = sum((x - mean) ** 2 for x in scores) / games
    row = {"elo": elo, "games": games, "seconds": seconds, "score": mean}
    row |= {"wins": scores.count(1), "draws": scores.count(0.5), "losses": scores.count(0)}
    return row | {"interval": 1.96 * (spread / games) ** 0.5}


def choose_opening(rng: random.Random) -> list[int]:
    """Return eight random plies that end in a position whose value is near 0."""
    while True:
        s, moves = GAME.start(), []
        while len(moves) < 8 and not GAME.terminal(s):
            moves.append(rng.choice(list(GAME.actions(s))))
            s = GAME.result(s, moves[-1])
        if not GAME.terminal(s) and abs(Engine(GAME).search(s, depth=6).value) < EVEN:
            return moves


def play_game(
    engine: Engine[Any, Any], peer: Any, opening: list[int], side: int, seconds: float
) -> float:
    """One game: 1, ½ or 0 for the engine, which plays White if its side is 0."""
    import chess
    import chess.engine

    board, s, past = chess.Board(), GAME.start(), []
    moves = list(opening)
    while (
        not GAME.terminal(s) and past.count(GAME.repetition_key(s)) < 2 and len(past) < MOST_PLIES
    ):
        if len(past) < len(moves):
            a = moves[len(past)]
        elif s.turn == side:
            a = engine.search(s, seconds=seconds, past=past).action
        else:
            move = peer.play(board, chess.engine.Limit(time=seconds)).move
            a = GAME.parse(s, board.san(move))
        board.push_san(GAME.name(s, a))
        past.append(GAME.repetition_key(s))
        s = GAME.result(s, a)
    return (1 + GAME.utility(s, side)) / 2 if GAME.terminal(s) else 0.5


def sections(quick: bool) -> Iterator[Section]:
    """The report, section by section as it is measured."""
    yield positions(quick)
    yield matches(quick)


if __name__ == "__main__":
    main("Measure how well the engine plays chess.", sections)
