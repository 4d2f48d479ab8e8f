"""Hex: OpenSpiel's rules, Nash's theorem on small boards, distances by another way, notation."""

from __future__ import annotations

import heapq
import random
import re
from typing import Any

import pyspiel
import pytest

from zermelo import search
from zermelo.check import check_game
from zermelo.engine import Engine, dfpn
from zermelo.errors import BadAction, BadGame, BadPosition
from zermelo.game import Game
from zermelo.games.hex import Hex, Position, count, reverse_word
from zermelo.gears import compile_kernel
from zermelo.show.board_svg import CELL, board_svg


@pytest.mark.parametrize(
    ("size", "swap", "games"), [(11, False, 10), (8, False, 15), (9, True, 10), (3, True, 30)]
)
def test_random_games_against_openspiel(size: int, swap: bool, games: int) -> None:
    """Same legal actions, boards, ends and payoffs; also its actions have the same numbers."""
    game = Hex(size, swap)
    theirs = pyspiel.load_game(f"hex(board_size={size},swap={swap})")
    swaps = 0
    for seed in range(games):
        rng = random.Random(seed)
        s, t = game.start(), theirs.new_initial_state()
        while not t.is_terminal():
            assert not game.terminal(s)
            assert game.player(s) == t.current_player()
            assert list(game.actions(s)) == t.legal_actions()
            assert [sign for sign in str(t) if sign in ".xo"] == [
                {"●": "x", "○": "o", "": "."}[c] for c in game.board(s).cells
            ]
            a = (
                game.cells
                if game._can_swap(s) and rng.random() < 0.5
                else rng.choice(list(game.actions(s)))
            )
            swaps += a == game.cells
            s = game.result(s, a)
            t.apply_action(a)
        assert game.terminal(s) and list(game.payoffs(s)) == t.returns()
    assert (swaps > 0) == swap


def test_all_games_of_3_by_3() -> None:
    """From a position with two stones; OpenSpiel counts the same."""

    def ours(s: Position) -> int:
        return 1 if game.terminal(s) else sum(ours(game.result(s, a)) for a in game.actions(s))

    def theirs(t: Any) -> int:
        return 1 if t.is_terminal() else sum(theirs(t.child(b)) for b in t.legal_actions())

    game, state = Hex(3), pyspiel.load_game("hex(board_size=3)").new_initial_state()
    for a in (4, 0):
        state.apply_action(a)
    assert ours(game.after(["b2", "a1"])) == theirs(state)


def played(game: Any, s: Any, seed: int) -> int:
    """A random game to its end: how long it was and who won, in one number."""
    plies = 0
    while not game.terminal(s):
        seed = (seed * 1103515245 + 12345) % 2147483648
        number = 0
        for _ in game.actions(s):
            number += 1
        wanted, chosen = seed % number, -1
        for a in game.actions(s):
            if wanted == 0:
                chosen = a
            wanted -= 1
        s = game.result(s, chosen)
        plies += 1
    return plies * 2 + game.player(s)


def test_long_games_in_both_gears() -> None:
    """11×11, where a set of cells is two words."""
    game = Hex(11, swap=True)
    ends = [played(game, game.start(), seed) for seed in range(8)]
    assert ends == [compile_kernel(played, game, game.start(), seed)() for seed in range(8)]
    assert {end % 2 for end in ends} == {0, 1} and min(ends) > 80


@pytest.mark.parametrize("size", [1, 2, 3])
def test_the_first_player_wins_and_with_the_swap_the_second(size: int) -> None:
    """Nash: the first player wins.

    Blue may take over any winning stone; on 1×1 the game is over before.
    """
    assert Engine(Hex(size), gear="plain", memory=4).solve().value == 1
    assert Engine(Hex(size, swap=True), gear="plain", memory=4).solve().value == (
        1 if size == 1 else -1
    )


def test_the_engine_agrees_with_the_textbook_after_every_opening() -> None:
    """3×3, with symmetry, non-losing actions and all else, against bare alpha-beta."""
    game = Hex(3)
    engine = Engine(game, gear="plain", memory=4)
    values = []
    for a in game.actions(game.start()):
        s = game.result(game.start(), a)
        values.append(search.alphabeta(game, s, player=0, gear="plain").value)
        assert engine.search(s, player=0).value == values[-1]
    assert values == values[::-1] and 1 in values and -1 in values


def test_the_first_player_wins_on_4_by_4() -> None:
    result = dfpn(Hex(4), gear="compiled")
    assert (result.verdict, result.value) == ("proven", 1)


@pytest.mark.slow
def test_the_engine_solves_4_by_4() -> None:
    result = Engine(Hex(4), gear="compiled").solve()
    assert (result.value, result.exact) == (1, True)


# ---------------------------------------------------------------------- evaluation


def stones_needed(game: Hex, s: Position, p: int) -> int:
    """Dijkstra, cell by cell: the plain distance between a player's edges."""
    n, signs = game.size, game._signs(s, ("R", "B"))
    own = "RB"[p]
    costs = [0 if sign == own else 1 if not sign else 10**6 for sign in signs]
    waiting = [(costs[i], i) for i in range(n * n) if (i // n if p == 0 else i % n) == 0]
    heapq.heapify(waiting)
    best = {i: c for c, i in waiting}
    while waiting:
        so_far, i = heapq.heappop(waiting)
        if (i // n if p == 0 else i % n) == n - 1:
            return so_far
        for dr, dc in ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)):
            r, c = i // n + dr, i % n + dc
            j = r * n + c
            if 0 <= r < n and 0 <= c < n and so_far + costs[j] < best.get(j, 10**9):
                best[j] = so_far + costs[j]
                heapq.heappush(waiting, (best[j], j))
    raise AssertionError("no way")


@pytest.mark.parametrize("size", [5, 9])
def test_distances_against_dijkstra(size: int) -> None:
    plain, bridged = Hex(size, evaluation="distance"), Hex(size)
    for seed in range(6):
        rng, s = random.Random(seed), plain.start()
        while not plain.terminal(s):
            for p in (0, 1):
                needed = stones_needed(plain, s, p)
                assert round(plain._find_needed(s, p) + 0.49) == needed
                assert bridged._find_needed(s, p) <= plain._find_needed(s, p) + 0.5
            s = plain.result(s, rng.choice(list(plain.actions(s))))


def test_a_bridge_counts_as_joined() -> None:
    """b1 and a3 share two empty neighbours; where Blue has one of them, a stone is needed.

    B2 has bridges to both edges.
    """
    game, plain = Hex(3), Hex(3, evaluation="distance")
    for text, needed, distance in [
        ("1R1/2B/R2 B", 0, 1),
        ("1R1/1B1/R2 B", 1, 1),
        ("3/1R1/3 B", 0, 2),
    ]:
        assert round(game._find_needed(game.load(text), 0) + 0.49) == needed
        assert round(plain._find_needed(plain.load(text), 0) + 0.49) == distance


def test_turning_around() -> None:
    for size in (3, 8, 9, 11):
        game = Hex(size)
        rng, s = random.Random(size), game.start()
        for _ in range(size * 2):
            s = game.result(s, rng.choice(list(game.actions(s))))
        turned = game._turn_board(s.red)
        assert count(turned) == count(s.red) and game._turn_board(turned) == s.red
        cells = [sign == "R" for sign in game._signs(s, ("R", "B"))]
        assert [
            sign == "R"
            for sign in game._signs(
                s._replace(red=turned, blue=game._turn_board(s.blue)), ("R", "B")
            )
        ] == cells[::-1]
    assert reverse_word(1) == 1 << 63


class WithoutSerious(Hex):
    """The check of `non_losing` looks at all replies to all actions: too many on a large board."""

    non_losing = Game.non_losing


@pytest.mark.slow
def test_the_laws_with_two_words() -> None:
    report = check_game(WithoutSerious(9), games=5)
    assert report.failures == [] and report.compiled


def test_the_laws_with_the_swap() -> None:
    assert check_game(Hex(3, True), games=20, gear="plain").failures == []


# ---------------------------------------------------------------------- notation


def test_text() -> None:
    game = Hex(3, swap=True)
    s = game.after(["b1", "swap"])
    assert game.dump(s) == "3/B2/3 R" and game.load(game.dump(s)) == s
    assert game.load("3/1R1/3").turn == 1
    won = game.after(["b2", "a1", "b1", "c1", "a3"])
    assert game.terminal(won) and game.load(game.dump(won)) == won
    for text, words in [
        ("d1", "not on the board"),
        ("b9", "not on the board"),
        ("hello", "not a cell"),
        ("swap", "not a cell"),
    ]:
        with pytest.raises(BadAction, match=words):
            game.parse(game.start(), text)
    with pytest.raises(BadAction, match="not empty"):
        game.parse(s, "a2")
    for text, words in [
        ("3/3/3 B", "cannot arise"),
        ("RRR/3/3 B", "cannot arise"),
        ("3/3 R", "2 rows"),
        ("1R1/1R1/1RB R", "cannot arise"),
    ]:
        with pytest.raises(BadPosition, match=words):
            game.load(text)
    for arguments in [(0,), (12,), (5, False, "x")]:
        with pytest.raises(BadGame):
            Hex(*arguments)


def test_the_board_is_a_rhombus_in_ascii_too() -> None:
    game = Hex(3)
    board = game.board(game.after(["b2"]))
    assert board.text(ascii_only=True).splitlines() == [
        "1  . . .",
        " 2  . X .",
        "  3  . . .",
        "      a b c",
    ]
    places = re.findall(r'<rect x="(\d+)"', board_svg(board))
    assert [int(places[3 * r]) - int(places[0]) for r in range(3)] == [0, CELL // 2, CELL]
