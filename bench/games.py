"""How good the games are.

Perft beside other libraries, evaluations against each other, chess against Stockfish.

    python bench/games.py [--quick] [--json]

Counts are checked, times and results are only reported. Matches are seeded: each opening of a few
random moves is played twice, with the sides exchanged.
"""

from __future__ import annotations

import math
import random
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from common import Row, Section, best, main, progress

from zermelo import Game, catalogue
from zermelo.engine import Engine
from zermelo.history import StateWithHistory, with_history
from zermelo.perft import perft

# ---------------------------------------------------------------------- perft

PERFT_COLUMNS = (
    ("game", "game", ""),
    ("depth", "depth", "d"),
    ("nodes", "nodes", ",d"),
    ("plain", "plain nodes/s", ",.0f"),
    ("compiled", "compiled nodes/s", ",.0f"),
    ("peer", "peer", ""),
    ("peer_speed", "its nodes/s", ",.0f"),
    ("ratio", "× as fast", ",.0f"),
)

PERFTS = (
    ("chess", 3, 5),
    ("checkers", 5, 9),
    ("othello", 5, 9),
    ("breakthrough", 2, 5),
    ("go:9", 2, 4),
)
"""Game, depth for the slow ones, depth for the compiled gear."""


def perfts(quick: bool) -> Section:
    """Ways to play on, counted plain, compiled, and by another library to the depth that it can
    reach."""
    rows = []
    for name, slow, fast in PERFTS:
        progress(f"perft: {name}")
        game = catalogue.game(name)
        plain = perft(game, depth=slow, gear="plain")
        perft(game, depth=slow, gear="compiled")
        compiled = perft(game, depth=fast - 1 if quick else fast, gear="compiled")
        peer, count = PEERS.get(name.partition(":")[0], ("", None))
        row = {
            "game": name,
            "depth": compiled.depth,
            "nodes": compiled.nodes,
            "plain": plain.nodes / plain.seconds,
        }
        row |= {
            "compiled": compiled.nodes / compiled.seconds,
            "peer": peer,
            "peer_speed": 0.0,
            "ratio": 0.0,
        }
        if count is not None:
            nodes, seconds = best(lambda count=count, slow=slow: count(slow))
            row |= {"peer_speed": nodes / seconds, "ratio": row["compiled"] / (nodes / seconds)}
        rows.append(row)
    return Section(
        "Perft: plain, compiled, and other libraries in the same run", PERFT_COLUMNS, rows
    )


def python_chess(depth: int) -> int:
    """Perft of the start position by python-chess, counting moves at the last ply as ours does."""
    import chess

    def count(board: chess.Board, depth: int) -> int:
        if depth == 1:
            return board.legal_moves.count()
        total = 0
        for move in board.legal_moves:
            board.push(move)
            total += count(board, depth - 1)
            board.pop()
        return total

    return count(chess.Board(), depth)


def open_spiel(name: str) -> Callable[[int], int]:
    """Perft of a game of OpenSpiel, from Python."""

    def count(state: Any, depth: int) -> int:
        if state.is_terminal():
            return 0
        actions = state.legal_actions()
        return (
            len(actions) if depth == 1 else sum(count(state.child(a), depth - 1) for a in actions)
        )

    def run(depth: int) -> int:
        import pyspiel

        return count(pyspiel.load_game(name).new_initial_state(), depth)

    return run


PEERS: dict[str, tuple[str, Callable[[int], int]]] = {
    "chess": ("python-chess", python_chess),
    "checkers": ("OpenSpiel", open_spiel("checkers")),
    "othello": ("OpenSpiel", open_spiel("othello")),
    "breakthrough": ("OpenSpiel", open_spiel("breakthrough")),
    "go": ("OpenSpiel", open_spiel("go(board_size=9)")),
}

# ---------------------------------------------------------------------- matches

MATCH_COLUMNS = (
    ("game", "game", ""),
    ("players", "players", ""),
    ("games", "games", "d"),
    ("won", "won", "d"),
    ("drawn", "drawn", "d"),
    ("lost", "lost", "d"),
    ("score", "score", ".1%"),
    ("low", "from", ".1%"),
    ("high", "to", ".1%"),
)

Chooser = Callable[[Any], Any]
"""From a state with its past to an action."""


@dataclass
class Tally:
    """Results of the first of two players."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    scores: list[float] = field(default_factory=list)

    def add(self, payoff: float) -> None:
        """One more game."""
        self.won, self.drawn, self.lost = (
            self.won + (payoff > 0),
            self.drawn + (payoff == 0),
            self.lost + (payoff < 0),
        )
        self.scores.append((math.copysign(1, payoff) if payoff else 0) / 2 + 0.5)

    def row(self) -> Row:
        """The score with its 95 % interval.

        Wilson's, which is not empty where every game was won, and a little wide with draws.
        """
        n = len(self.scores)
        mean = sum(self.scores) / n
        found = {"games": n, "won": self.won, "drawn": self.drawn, "lost": self.lost, "score": mean}
        low, high = wilson(mean, n)
        return found | {"low": low, "high": high}


def wilson(share: float, n: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's interval of a share that was seen in n trials.

    >>> [round(x, 3) for x in wilson(1.0, 200)]
    [0.981, 1.0]
    """
    centre = share + z * z / (2 * n)
    spread = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return (centre - spread) / (1 + z * z / n), (centre + spread) / (1 + z * z / n)


def engine_player(name: str, nodes: int) -> Chooser:
    """The engine on one form of a game, with a number of nodes for each move."""
    engine = Engine(catalogue.game(name), memory=8)

    def choose(s: Any) -> Any:
        state, past = (s.state, s.past) if isinstance(s, StateWithHistory) else (s, ())
        return engine.search(state, nodes=nodes, past=past).action

    return choose


def play_match(
    game: Game[Any, Any], first: Chooser, second: Chooser, games: int, opening: int, most: int = 400
) -> Tally:
    """Both play every opening once with each side; a game that is too long is a draw."""
    tally = Tally()
    for number in range(games):
        rng = random.Random(number // 2)
        s = game.start()
        for _ in range(opening):
            if not game.terminal(s):
                s = game.result(s, rng.choice(game.options(s)))
        side = number % 2
        for _ in range(most):
            if game.terminal(s):
                break
            s = game.result(s, (first if game.player(s) == side else second)(s))
        tally.add(game.utility(s, side) if game.terminal(s) else 0.0)
        if number % 20 == 19:
            progress(f"  {number + 1} games: +{tally.won} ={tally.drawn} −{tally.lost}")
    return tally


def matches(quick: bool) -> Section:
    """The same engine with two evaluations, at equal nodes."""
    rows, nodes = [], 2_000
    for name in ("chess", "checkers", "othello"):
        progress(f"match: {name}, positional against material")
        game = with_history(catalogue.game(name))
        forms = [f"{name}:evaluation={kind}" for kind in ("positional", "material")]
        tally = play_match(
            game,
            *(engine_player(form, nodes) for form in forms),
            games=20 if quick else 200,
            opening=4,
        )
        rows.append(
            {"game": name, "players": f"positional – material, {nodes:,} nodes", **tally.row()}
        )
    return Section(
        "Evaluations against each other",
        MATCH_COLUMNS,
        rows,
        ["from … to: 95 % interval of the score"],
    )


def stockfish(quick: bool) -> Section:
    """Chess against Debian's Stockfish, held back to its weakest setting by rating."""
    path = shutil.which("stockfish") or shutil.which("stockfish", path="/usr/games")
    if path is None:
        return Section(
            "Chess against Stockfish", MATCH_COLUMNS, [], ["stockfish is not installed: left out"]
        )
    import chess
    import chess.engine

    rows = []
    game = catalogue.game("chess")
    with chess.engine.SimpleEngine.popen_uci(path) as peer:
        weakest = int(peer.options["UCI_Elo"].min or 1320)
        for elo in (weakest,) if quick else (weakest, weakest + 300, weakest + 600):
            progress(f"match: chess against Stockfish at {elo}")
            peer.configure({"UCI_LimitStrength": True, "UCI_Elo": elo, "Threads": 1})
            ours = Engine(game, memory=64)

            def think(s: Any, ours: Engine[Any, Any] = ours) -> Any:
                return ours.search(s.state, seconds=0.1, past=s.past).action

            def reply(s: Any) -> Any:
                found = peer.play(chess.Board(game.dump(s.state)), chess.engine.Limit(time=0.1))
                assert found.move is not None
                return game.parse(s.state, found.move.uci())

            tally = play_match(
                with_history(game), think, reply, games=4 if quick else 20, opening=2
            )
            rows.append(
                {
                    "game": "chess",
                    "players": f"zermelo – Stockfish at Elo {elo}, 100 ms each",
                    **tally.row(),
                }
            )
    return Section("Chess against Stockfish", MATCH_COLUMNS, rows)


def sections(quick: bool) -> Iterator[Section]:
    """The report, section by section as it is measured."""
    yield perfts(quick)
    yield matches(quick)
    yield stockfish(quick)


if __name__ == "__main__":
    main("Measure the games.", sections)
