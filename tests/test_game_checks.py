"""`zermelo check` over every game, in both gears."""

from __future__ import annotations

import pytest

from zermelo import catalogue, tree
from zermelo.check import check_game

COSTLY = ["backgammon", "hex", "l-game", "chess-ending", "bagh-chal", "quixo", "checkers-ending"]
"""Games whose compiling takes long: both gears in the slow run."""

SPECS = [
    *(name for name in catalogue.names() if name not in COSTLY),
    "tic-tac-toe:yes",
    "connect-four:9,6",
    "tree:two-ply",
    "tree:random,seed=5,chance=0.4,uneven=yes",
]

VARIANTS = [
    *COSTLY,
    "nim:2,2",
    "nim:5,4,no",
    "coins:15",
    "mnk:4,3,3",
    "mnk:1,5,2,misere=yes",
    "mnk:8,7,5",
    "connect-four:4,4",
    "connect-four:3,5,3",
    "pig:20,3",
    "dodgem:4",
    "teeko:yes,no",
    "teeko:side=3,men=3",
    "morris:3",
    "morris:6,yes",
    "quixo:3",
    "bagh-chal:4,2,3",
    *(f"tree:{name}" for name in tree.FIGURES),
    "tree:random,seed=5,chance=0.4,uneven=yes,shared=0.3,estimates=yes,noisy=0.5",
    "tree:random,seed=5,players=3",
]

LONG = {
    "backgammon",
    "chess",
    "chess-ending",
    "bear-off",
    "checkers",
    "checkers-ending",
    "go",
    "twenty48",
    "pacman",
    "breakthrough",
    "hex",
    "othello",
    "tri-halma",
    "bagh-chal",
    "morris",
    "quixo",
    "teeko",
}
"""Games of a hundred plies and more: a few of them are many states."""


@pytest.mark.parametrize(
    "spec", [*SPECS, *(pytest.param(spec, marks=pytest.mark.slow) for spec in VARIANTS)]
)
def test_checks_in_both_gears(spec: str) -> None:
    report = check_game(catalogue.game(spec), games=2 if spec in LONG else 12)
    assert report.failures == []
    assert report.compiled
    assert not report.has_ending_actions  # perft relies on it


@pytest.mark.parametrize("spec", VARIANTS)
def test_checks_of_variants(spec: str) -> None:
    """Compiling each would take minutes: that is left to the slow tests."""
    report = check_game(
        catalogue.game(spec), games=1 if spec in {*LONG, *COSTLY} else 6, gear="plain"
    )
    assert (report.failures, report.has_ending_actions) == ([], False)


@pytest.mark.slow
@pytest.mark.parametrize("spec", SPECS)
def test_checks_in_many_games(spec: str) -> None:
    assert check_game(catalogue.game(spec), games=200, seed=1).failures == []
