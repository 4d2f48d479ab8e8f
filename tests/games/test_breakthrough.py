"""Breakthrough: OpenSpiel's rules, small boards solved, notation."""

from __future__ import annotations

import random
from typing import Any

import pyspiel
import pytest

from zermelo import search
from zermelo.check import check_game
from zermelo.engine import Engine
from zermelo.errors import BadAction, BadGame, BadPosition
from zermelo.game import Game
from zermelo.games.breakthrough import Breakthrough
from zermelo.perft import perft


def their_name(game: Breakthrough, s: Any, a: int) -> str:
    """An action as OpenSpiel writes it: its first player begins at the top."""
    text = ""
    for bit in (a >> 6, a & 63):
        text += f"{chr(ord('a') + bit % game.columns)}{game.rows - bit // game.columns}"
    return text + ("*" if "x" in game.name(s, a) else "")


def their_board(game: Breakthrough, s: Any) -> list[str]:
    cells = [{"○": "b", "●": "w", "": "."}[sign] for sign in game.board(s).cells]
    return [
        "".join(cells[game.columns * r : game.columns * (r + 1)])
        for r in reversed(range(game.rows))
    ]


@pytest.mark.parametrize(
    ("rows", "columns", "games"), [(8, 8, 40), (6, 6, 20), (5, 4, 20), (7, 9, 10)]
)
def test_random_games_against_openspiel(rows: int, columns: int, games: int) -> None:
    """Same legal actions, boards, ends and payoffs."""
    game, theirs = (
        Breakthrough(rows, columns),
        pyspiel.load_game(f"breakthrough(rows={rows},columns={columns})"),
    )
    plies = 0
    for seed in range(games):
        rng = random.Random(seed)
        s, t = game.start(), theirs.new_initial_state()
        while not t.is_terminal():
            assert not game.terminal(s)
            assert game.player(s) == t.current_player()
            own = {their_name(game, s, a): a for a in game.actions(s)}
            other = {t.action_to_string(t.current_player(), b): b for b in t.legal_actions()}
            assert sorted(own) == sorted(other)
            assert [line[1:] for line in str(t).splitlines()[:rows]] == their_board(game, s)
            name = rng.choice(sorted(own))
            s = game.result(s, own[name])
            t.apply_action(other[name])
            plies += 1
        assert game.terminal(s) and list(game.payoffs(s)) == t.returns()
    assert plies > 10 * games


def test_perft_in_both_gears_and_openspiel() -> None:
    def theirs(t: Any, depth: int) -> int:
        return 1 if depth == 0 else sum(theirs(t.child(b), depth - 1) for b in t.legal_actions())

    game = Breakthrough()
    counts = [perft(game, depth=depth, gear="plain").nodes for depth in range(1, 4)]
    assert (
        counts
        == [
            theirs(pyspiel.load_game("breakthrough").new_initial_state(), depth)
            for depth in range(1, 4)
        ]
        == [22, 484, 11132]
    )
    assert [perft(game, depth=depth, gear="compiled").nodes for depth in range(1, 6)] == [
        *counts,
        256036,
        6182818,
    ]


@pytest.mark.sampled
@pytest.mark.parametrize(("rows", "columns"), [(3, 3), (4, 3), (5, 3), (4, 4)])
def test_the_engine_agrees_with_the_textbook_on_small_boards(rows: int, columns: int) -> None:
    game = Breakthrough(rows, columns)
    assert (
        Engine(game, gear="plain", memory=4).solve().value
        == search.alphabeta(game, gear="plain").value
    )


def test_serious_leaves_nothing_where_two_pieces_threaten() -> None:
    game = Breakthrough(6, 4)
    s = game.load("4/4/1w2/4/b2b/2ww w")
    assert [game.name(s, a) for a in game.non_losing(s)] == []
    s = game.load("4/4/1w2/4/b3/2ww w")
    assert [game.name(s, a) for a in game.non_losing(s)] == []
    s = game.load("4/4/1w2/4/b3/1www w")
    assert [game.name(s, a) for a in game.non_losing(s)] == ["b1xa2"]


@pytest.mark.slow
def test_the_laws_on_other_boards() -> None:
    report = check_game(Breakthrough(5, 5, evaluation="material"), games=20)
    assert report.failures == [] and report.compiled


@pytest.mark.parametrize("evaluation", Breakthrough.evaluations)
def test_evaluations_are_fair_to_both_sides(evaluation: str) -> None:
    game: Game[Any, int] = Breakthrough(evaluation=evaluation)
    rng, s = random.Random(1), game.start()
    while not game.terminal(s):
        board, turn = game.dump(s).split()
        turned = "/".join(reversed(board.translate(str.maketrans("wb", "bw")).split("/")))
        other = game.load(f"{turned} {'w' if turn == 'b' else 'b'}")
        assert game.evaluate(s, 0) == pytest.approx(game.evaluate(other, 1))
        s = game.result(s, rng.choice(list(game.actions(s))))


@pytest.mark.parametrize("text", ["b2-b3", "b2b3", " B2:B3 "])
def test_moves_are_read(text: str) -> None:
    game = Breakthrough()
    assert game.name(game.start(), game.parse(game.start(), text)) == "b2-b3"


def test_bad_input() -> None:
    game = Breakthrough()
    for text, words in [("b2", "not a move"), ("b2-b4", "not legal"), ("", "not a move")]:
        with pytest.raises(BadAction, match=words):
            game.parse(game.start(), text)
    for text, words in [
        ("8/8/8/8/8/8/8/w7", "no player to move"),
        ("w7/8/8/8/8/8/8/b7 w", "cannot arise"),
        ("8/8/8/8/8/8/8/8 w", "cannot arise"),
        ("8/8 w", "2 rows"),
        ("wwwwwwww/wwwwwwww/wwwwwwww/8/8/8/8/8 b", "more pieces"),
    ]:
        with pytest.raises(BadPosition, match=words):
            game.load(text)
    for arguments in [(2, 2), (9, 8), (8, 8, 4), (8, 1)]:
        with pytest.raises(BadGame):
            Breakthrough(*arguments)
    with pytest.raises(BadGame, match="no evaluation"):
        Breakthrough(evaluation="x")


@pytest.mark.slow
def test_two_ranks_on_5_by_5_are_won_by_the_second_player() -> None:
    """In 26 plies (Little Golem's forum); some 66 million nodes."""
    result = Engine(Breakthrough(5, 5, 2), gear="compiled").solve()
    assert (result.value, result.exact, result.distance) == (-1, True, 26)
