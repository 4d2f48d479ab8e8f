"""The engine on games whose values are published, and the node counts of `zermelo bench`."""

from __future__ import annotations

from functools import cache, reduce
from itertools import combinations_with_replacement
from operator import xor
from pathlib import Path
from typing import Any

import pytest
from brute import minimax

from zermelo import tree
from zermelo.engine import Engine
from zermelo.engine.bench import POSITIONS, bench
from zermelo.games.coins import Coins
from zermelo.games.connect_four import ConnectFour
from zermelo.games.mnk import MNK
from zermelo.games.nim import Nim
from zermelo.games.tic_tac_toe import TicTacToe

DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "connect_four"


def test_tic_tac_toe_and_its_kin() -> None:
    assert Engine(TicTacToe(), gear="plain").solve().value == 0
    for size, value in (((3, 3, 2), 1), ((4, 3, 3), 1), ((3, 3, 3), 0)):
        result = Engine(MNK(*size), gear="plain").solve()
        assert result.value == value and result.exact, size
    assert Engine(MNK(4, 4, 4), gear="compiled").solve().value == 0


@pytest.mark.parametrize(
    ("size", "value", "plies"),
    [((6, 4), -1, 24), pytest.param((5, 5), 0, None, marks=pytest.mark.slow)],
)
def test_small_boards_of_connect_four(size: tuple[int, int], value: int, plies: int | None) -> None:
    """Outcomes by Tromp; 6×4 is lost for the first player."""
    result = Engine(ConnectFour(*size)).solve()
    assert result.value == value and result.exact
    if plies is not None:
        assert result.distance is not None and result.distance <= plies


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "value"),
    [((4, 4), 0), ((5, 4), 0), ((4, 5), 0), ((6, 5), 0), ((5, 6), 0), ((7, 4), 0)],
)
def test_larger_boards_of_connect_four(size: tuple[int, int], value: int) -> None:
    assert Engine(ConnectFour(*size)).solve().value == value


@pytest.mark.parametrize("misere", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_nim_is_as_the_theory_says(misere: bool) -> None:
    """Bouton.

    Who moves wins just when the nim sum is not 0; in misère, if all piles are 1 or 0, when it is 0.
    330 positions.
    """
    game = Nim(7, 4, misere)
    engine = Engine(game, gear="plain", memory=1)
    for piles in combinations_with_replacement(range(7, -1, -1), 4):
        s = game.start()._replace(piles=piles)
        wins = (
            (reduce(xor, piles) == 0) if misere and max(piles) <= 1 else (reduce(xor, piles) != 0)
        )
        result = engine.prove(s, player=0)
        assert result.exact and result.value == (1 if wins else -1), piles


@pytest.mark.parametrize(
    "size", [range(3, 21), pytest.param(range(21, 31), marks=pytest.mark.slow)]
)
def test_coins_to_thirty(size: range) -> None:
    for coins in size:
        game = Coins(coins)

        @cache
        def wins(s: Any, game: Coins = game) -> bool:
            """Does the player to move win?"""
            if game.terminal(s):
                return game.utility(s, game.player(s)) > 0
            return any(not wins(game.result(s, a)) for a in game.actions(s))

        assert Engine(game, gear="plain", memory=4).prove().value == (
            1 if wins(game.start()) else -1
        ), coins


def published_mnk() -> list[tuple[int, int, int, bool, int, int | None]]:
    """(m, n, k, misère, value, plies) of shared/data/small_games/mnk.tsv.

    Turns there are the winner's own.
    """
    path = DATA.parent / "small_games" / "mnk.tsv"
    rows = (
        [line.split() for line in path.read_text().splitlines() if line[0] != "#"]
        if path.exists()
        else []
    )
    found = []
    for m, n, k, rule, winner, turns, *_ in rows:
        value = {"P1": 1, "P2": -1, "draw": 0}[winner]
        ply = (
            2 * int(turns) - (value > 0) + (rule == "misere") if value else None
        )  # in misère the loser's line ends it
        found.append((int(m), int(n), int(k), rule == "misere", value, ply))
    return found


@pytest.mark.parametrize("size", ["small", pytest.param("large", marks=pytest.mark.slow)])
def test_published_results_of_mnk(size: str) -> None:
    """All boards to 4×4, with the ply of the win: the small ones plain, the large ones compiled."""
    cases = [
        case
        for case in published_mnk()
        if case[0] <= 4 >= case[1] and (case[0] * case[1] <= 9) == (size == "small")
    ]
    if not cases:
        pytest.skip("shared/data is not beside this checkout")
    for m, n, k, misere, value, plies in cases:
        result = Engine(
            MNK(m, n, k, misere), gear="plain" if size == "small" else "compiled"
        ).prove()
        assert (result.exact, result.value) == (True, value), (m, n, k, misere)
        assert result.distance == plies or not value, (m, n, k, misere)


@pytest.mark.skipif(not DATA.exists(), reason="shared/data is not beside this checkout")
@pytest.mark.parametrize("name", ["Test_L3_R1", "Test_L2_R1"])
def test_the_public_positions_of_connect_four(name: str) -> None:
    """Pascal Pons' sets.

    1,000 positions each with the number of stones the winner has left, here read as a distance.
    """
    game = ConnectFour()
    engine = Engine(game, gear="compiled", memory=16)
    for row in (DATA / name).read_text().splitlines():
        moves, score = row.split()
        result = engine.prove(game.after(moves), player=len(moves) % 2)
        assert result.value == (int(score) > 0) - (int(score) < 0)
        assert result.distance == _plies(int(score), len(moves)) or score == "0"


def _plies(score: int, played: int) -> int:
    """How many plies away the end is.

    The winner has 22 − |score| stones then, and the first player plays the odd ones.
    """
    stones = 22 - abs(score)
    is_first = (score > 0) == (played % 2 == 0)
    return (2 * stones - 1 if is_first else 2 * stones) - played


def test_wins_soon_and_loses_late() -> None:
    game = ConnectFour()
    won = Engine(game).solve(game.after("121212"))
    assert (won.value, won.distance, won.action_name) == (1, 1, "1")
    slow_and_quick = tree.Tree([[1, [[[1]]]], [1, [[[-1]]]], [1, 1]])
    assert (lambda r: (r.action_name, r.distance))(
        Engine(slow_and_quick, gear="plain").solve()
    ) == ("a3", 2)
    lost = tree.Tree([[-1, 1], [[[-1]], 1]])
    for result in (Engine(lost, gear="plain").solve(), Engine(lost, gear="plain").search()):
        assert (result.value, result.action_name, result.distance) == (-1, "a2", 4)


def test_the_line_is_played_to_the_end() -> None:
    game = ConnectFour()
    s = game.after("274552224131661")
    result = Engine(game).solve(s)
    for name in result.line:
        s = game.result(s, game.parse(s, name))
    assert game.terminal(s) and len(result.line) == result.distance


def test_a_game_in_which_both_can_gain_is_asked_for_each_player() -> None:
    """General-sum.

    What one gets is not what the other loses, so the table of one question must not answer the
    other.
    """
    for seed in range(40):
        game = tree.random_tree(seed=seed, branching=2, depth=3)
        general = tree.Tree.of_nodes(game.nodes, 2)
        for i, node in enumerate(general.nodes):
            if node.payoffs:
                node.payoffs = (node.payoffs[0], float(i % 5))
        general._lay_out()
        engine = Engine(general, gear="plain")
        for player in (0, 1, 0):
            assert engine.solve(player=player).value == minimax(general, 0, player), (seed, player)


# ---------------------------------------------------------------------- the command


def test_the_signature_is_what_it_was() -> None:
    """A change that is not meant to change the search must keep it; one that is must say so.

    Both gears visit the same nodes: small games need no machine code.
    """
    small, large = ("tic-tac-toe", "nim:5,5", "coins:16"), ("mnk:4,4,4", "connect-four")
    found = [*bench(small, gear="plain"), *bench(large, gear="compiled")]
    assert len(found) == 7
    assert {one.name: one.nodes for one in found}.items() <= SIGNATURE.items()


@pytest.mark.slow
def test_the_whole_signature_is_what_it_was() -> None:
    assert {one.name: one.nodes for one in bench()} == SIGNATURE
    assert len(SIGNATURE) == len(POSITIONS) and sum(SIGNATURE.values()) == 1_041_029


SIGNATURE = {
    "tic-tac-toe": 469,
    "mnk:4,4,4": 52964,
    "nim:5,5": 4681,
    "coins:16": 620,
    "connect-four": 172704,
    "connect-four 4 4 4 5 5": 404873,
    "connect-four 2 2 5 2 5 7 6 2 5 3 4 6 2 2 4": 362,
    "connect-four:6,5": 404356,
}


def test_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    from zermelo.cli import run

    assert (
        run(["analyse", "tic-tac-toe", "--depth", "3", "--gear", "plain", "--lines", "2", "--json"])
        == 0
    )
    assert '"variations"' in capsys.readouterr().out
    assert run(["solve", "nim:2,2", "--gear", "plain"]) == 0
    assert capsys.readouterr().out.startswith("−1 for MAX in 3 plies (proven)")
    assert run(["solve", "connect-four", "--gear", "plain", "--nodes", "50"]) == 1
    assert run(["analyse", "tic-tac-toe", "--without", "tables"]) == 2
    assert "no feature is called 'tables'" in capsys.readouterr().err
    assert run(["ablate", "tree:two-ply", "--proof"]) == 0
    assert "without table" in capsys.readouterr().out
    assert run(["ablate", "tree:two-ply", "--depth", "2"]) == 0
    assert "without table" in capsys.readouterr().out
