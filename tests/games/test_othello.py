"""Othello: published counts and values, OpenSpiel's rules, and the FFO endgames."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pyspiel
import pytest

from zermelo.check import check_game
from zermelo.engine import Engine
from zermelo.errors import BadAction, BadGame, BadPosition
from zermelo.games.othello import Othello, Position
from zermelo.perft import perft
from zermelo.states import random_playout

PERFT = [
    4,
    12,
    56,
    244,
    1396,
    8200,
    55092,
    390216,
    3005288,
]  # shared/data/othello/perft.tsv, from aartbik.blogspot.com


@pytest.mark.parametrize("depth", range(1, 6))
def test_perft_plain(depth: int) -> None:
    assert perft(Othello(), depth=depth, gear="plain").nodes == PERFT[depth - 1]


def test_perft_compiled() -> None:
    assert [perft(Othello(), depth=depth, gear="compiled").nodes for depth in range(1, 10)] == PERFT


@pytest.mark.slow
def test_perft_to_depth_10() -> None:
    """The published counts let a player pass once, and the other once more, after the game is over.

    Here it is over at once.

    228 games are over after nine moves. So 24,571,284 published ways of ten plies are 228 more than
    there are here.
    """
    assert perft(Othello(), depth=10, gear="compiled").nodes == 24571284 - 228


@pytest.mark.parametrize("size", [4, 6])
def test_checks_on_small_boards(size: int) -> None:
    assert check_game(Othello(size), games=12, gear="plain").failures == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "game", [Othello(4), Othello(6), Othello(8, "material"), Othello(6, empties="winner")]
)
def test_checks_in_both_gears(game: Othello) -> None:
    report = check_game(game, games=20)
    assert report.failures == []
    assert report.compiled


# ---------------------------------------------------------------------- values


def test_all_games_on_4_by_4() -> None:
    """shared/data/othello/small_boards.tsv: 60,060 games."""
    game = Othello(4)

    @cache
    def games(s: Position) -> int:
        return 1 if game.terminal(s) else sum(games(game.result(s, a)) for a in game.actions(s))

    assert games(game.start()) == 60060


@pytest.mark.parametrize(("empties", "value"), [("neither", -8), ("winner", -10)])
def test_the_value_of_4_by_4(empties: str, value: int) -> None:
    """small_boards.tsv: 3 to 11, that is −8, with two squares empty."""
    result = Engine(Othello(4, empties=empties), gear="plain").solve()
    assert (result.value, result.exact) == (value, True)


def test_the_line_of_6_by_6() -> None:
    """small_boards.tsv.

    Feinstein's perfect play, columns b to g and rows 2 to 7 there, ends 16 to 20.
    """
    line = (
        "d3 c5 d6 e3 f5 f4 e2 d2 c2 e6 e7 g5 c4 c3 g4 g3 f3 c7 b5 d7 b7 b3 c6 b6 f7 f6 b4 b2 g6 g7"
        " pass f2 g2"
    )
    moves = [
        word if word == "pass" else f"{chr(ord(word[0]) - 1)}{int(word[1]) - 1}"
        for word in line.split()
    ]
    game = Othello(6)
    s = game.after(moves)
    assert game.terminal(s)
    assert game.dump(s)[:36].count("X") == 16
    assert game.payoffs(s) == (-4, 4)


def endgames(data: Path, name: str) -> list[tuple[str, dict[str, int]]]:
    found = []
    for line in (data / "othello" / name).read_text().splitlines():
        position, *moves = (part.strip() for part in line.split(";"))
        found.append(
            (
                position,
                {
                    move.lower(): int(value)
                    for move, value in (part.split(":") for part in moves if part)
                },
            )
        )
    return found


def solves(engine: Engine[Position, int], position: str, moves: dict[str, int]) -> None:
    s = engine.game.load(position)
    assert sorted(moves) == sorted(engine.game.name(s, a) for a in engine.game.actions(s))
    result = engine.solve(s)
    assert (result.value, result.exact) == (max(moves.values()), True), position
    assert moves[str(result.action_name)] == result.value, position


def test_values_of_ffo_endgames_1_to_5(data: Path) -> None:
    """shared/data/othello/fforum-1-19.obf: 14 to 16 empty squares."""
    engine = Engine(Othello(), gear="compiled")
    for position, moves in endgames(data, "fforum-1-19.obf")[:5]:
        s = engine.game.load(position)
        result = engine.prove(s, player=engine.game.player(s))
        assert (result.value, result.exact) == (max(moves.values()), True), position


@pytest.mark.slow
def test_ffo_endgames_1_to_19(data: Path) -> None:
    engine = Engine(Othello(), gear="compiled")
    for position, moves in endgames(data, "fforum-1-19.obf"):
        solves(engine, position, moves)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(40, 45))
def test_ffo_endgames_40_to_44(data: Path, number: int) -> None:
    """shared/data/othello/fforum-40-49.obf: 20 to 23 empty squares."""
    solves(
        Engine(Othello(), gear="compiled", memory=256),
        *endgames(data, "fforum-40-49.obf")[number - 40],
    )


# ---------------------------------------------------------------------- rules


def test_random_games_against_openspiel() -> None:
    """Same legal moves (64 is a pass), same ends, and the same winner.

    OpenSpiel pays 1, 0 or −1.
    """
    game, other, rng = Othello(), pyspiel.load_game("othello"), random.Random(5)
    for _ in range(80):
        s, o = game.start(), other.new_initial_state()
        while not o.is_terminal():
            assert not game.terminal(s)
            assert game.player(s) == o.current_player()
            assert list(game.actions(s)) == sorted(o.legal_actions())
            a = rng.choice(o.legal_actions())
            s = game.result(s, a)
            o.apply_action(a)
        assert game.terminal(s)
        lead = game.utility(s, 0)
        assert (lead > 0) - (lead < 0) == o.returns()[0]


def test_who_gets_the_empty_squares() -> None:
    """One black disc and no white one: everything is Black's, or only the disc."""
    wiped = "X" + "-" * 15 + " O"
    for empties, lead in (("winner", 16), ("neither", 1)):
        game = Othello(4, empties=empties)
        assert game.terminal(game.load(wiped))
        assert game.payoffs(game.load(wiped)) == (lead, -lead)
    assert (Othello(8).empties, Othello(6).empties) == ("winner", "neither")


@pytest.mark.parametrize("size", [4, 6, 8])
def test_stable_discs_stay(size: int) -> None:
    game, rng = Othello(size), random.Random(size)
    seen = 0
    for _ in range(30):
        path = list(random_playout(game, rng))
        last = path[-1]
        for s in path:
            own, opp = (last.own, last.opp) if s.turn == last.turn else (last.opp, last.own)
            assert game.stable(s.own) & ~own == 0
            assert game.stable(s.opp) & ~opp == 0
            seen += game.stable(s.own).bit_count()
    assert seen > 100


def test_the_four_first_moves_are_one() -> None:
    game = Othello()
    after = {game.canonical(game.result(game.start(), a)) for a in game.actions(game.start())}
    assert len(after) == 1


# ---------------------------------------------------------------------- text


def test_moves_are_read_as_people_write_them() -> None:
    game = Othello()
    s = game.start()
    assert game.parse(s, " D3 ") == game.parse(s, "d3") == 19
    with pytest.raises(BadAction, match="'a1' is not legal here; legal: d3 c4 f5 e6"):
        game.parse(s, "a1")


def test_a_pass_is_read() -> None:
    game = Othello(4)
    s = game.load(
        "-OX------------- X"
    )  # Black has nothing to enclose to the right, and a1 to the left
    assert [game.name(s, a) for a in game.actions(s)] == ["a1"]
    s = game.load("-OX------------- O")
    assert [game.name(s, a) for a in game.actions(s)] == ["d1"]
    s = game.load("OX-------------- X")
    assert [game.name(s, a) for a in game.actions(s)] == ["pass"]
    assert game.parse(s, "PASS") == game.parse(s, "--") == 16


def test_obf() -> None:
    game = Othello()
    text = "---------------------------OX------XO--------------------------- X"
    assert game.dump(game.start()) == text
    assert game.load(text.replace("-", ".").replace("X", "*") + "; D3:+0; C4:+0;") == game.start()
    for wrong, words in [
        ("XO X", "2 squares; a board of 8×8 has 64"),
        (text[:-2], "is not OBF"),
        (text[:-1] + "Y", "is not OBF"),
        ("Z" + text[1:], "'Z' in"),
        ("-" * 64 + " X", "a game begins with four discs"),
    ]:
        with pytest.raises(BadPosition, match=words):
            game.load(wrong)


def test_bad_arguments() -> None:
    for arguments, words in [
        ((5,), "4, 6 or 8"),
        ((8, "best"), "evaluations: positional material"),
        ((8, "material", "me"), "neither"),
    ]:
        with pytest.raises(BadGame, match=words):
            Othello(*arguments)  # type: ignore[arg-type]


# ---------------------------------------------------------------------- evaluation


@pytest.mark.slow
def test_positional_beats_material() -> None:
    """Twenty games from random openings of six plies, each played from both sides, 2,000 nodes a
    move."""
    rules, rng = Othello(), random.Random(7)
    players = [Engine(Othello(8, name), memory=8) for name in ("positional", "material")]
    wins = 0.0
    for _ in range(10):
        opening = list(random_playout(rules, rng, most=6))[-1]
        for first in (0, 1):
            s = opening
            while not rules.terminal(s):
                s = rules.result(s, players[first ^ s.turn].search(s, nodes=2000).action)
            lead = rules.utility(s, first)
            wins += 1 if lead > 0 else 0.5 if lead == 0 else 0
    assert wins >= 15
