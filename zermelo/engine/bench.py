"""Fixed positions whose node counts are the engine's signature, and what each of its features is
worth.

A change that is meant to keep the search as it is must keep the signature; one that is meant to
improve it must say by how much.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from zermelo import catalogue
from zermelo.engine.engine import Engine
from zermelo.engine.settings import ALL, SELECTIVE
from zermelo.game import Game
from zermelo.gears import Gear
from zermelo.result import Result

POSITIONS: tuple[tuple[str, str, int | None], ...] = (
    ("tic-tac-toe", "", None),
    ("mnk:4,4,4", "", 9),
    ("nim:5,5", "", None),
    ("coins:16", "", None),
    ("connect-four", "", 13),
    ("connect-four", "4 4 4 5 5", 14),
    ("connect-four", "2 2 5 2 5 7 6 2 5 3 4 6 2 2 4", None),
    ("connect-four:6,5", "", 16),
)
"""A game, moves from its start, and the depth to search to; without one, to the end."""

GAMES = frozenset(spec for spec, _, _ in POSITIONS)

OF_PROOFS = frozenset([
    "table", "symmetry", "bounds", "non-losing", "order", "killers", "countermoves", "history",
    "etc",
])  # fmt: skip
"""The features that a proof uses."""

MEMORY = 16.0


@dataclass(frozen=True)
class Measured:
    """One position, or one feature left out, with what it took."""

    name: str
    result: Result[Any]

    @property
    def nodes(self) -> int:
        """Nodes entered."""
        return self.result.nodes


def bench(games: Collection[str] = GAMES, gear: Gear = "auto") -> Iterator[Measured]:
    """Search every fixed position of these games with a fresh engine."""
    for spec, moves, depth in POSITIONS:
        if spec not in games:
            continue
        game = catalogue.game(spec)
        s = game.after(moves.split())
        engine = Engine(game, memory=MEMORY, gear=gear)
        found = engine.solve(s) if depth is None else engine.search(s, depth=depth)
        yield Measured(f"{spec} {moves}".strip(), found)


def ablate(game: Game[Any, Any], s: Any, depth: int | None) -> Iterator[Measured]:
    """Search a position with everything, and then without each feature that the game can have, in
    turn. Without a depth it is proven."""
    yield Measured("everything", measure(Engine(game, memory=MEMORY), s, depth))
    for name in sorted(ALL if depth is not None else OF_PROOFS):
        if matters(game, name):
            engine = Engine(game, memory=MEMORY, without=[name])
            yield Measured(f"without {name}", measure(engine, s, depth))


def measure(engine: Engine[Any, Any], s: Any, depth: int | None) -> Result[Any]:
    """Search a position to a depth, or prove it."""
    return engine.prove(s) if depth is None else engine.search(s, depth=depth)


def matters(game: Game[Any, Any], feature: str) -> bool:
    """Can a feature do anything in a game? Some need a method of it."""
    needs = {
        "symmetry": "canonical",
        "bounds": "bounds",
        "non-losing": "non_losing",
        "null-move": "null_move",
        "order": "order",
    }
    needs |= {"quiescence": "noisy"}
    if feature in SELECTIVE:
        return game.selective
    if feature == "singular":
        return game.margin > 0
    return feature not in needs or game.declares(needs[feature])


def worth(measured: Measured, everything: Measured) -> float:
    """How many times as many nodes it takes without a feature."""
    return measured.nodes / max(everything.nodes, 1)
