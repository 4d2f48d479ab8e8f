"""Go.

Legal positions, OpenSpiel's rules, values of the smallest boards, and the ways to write it down.
"""

from __future__ import annotations

import itertools
import random
from pathlib import Path
from typing import Any

import pyspiel
import pytest

from zermelo import gears, search
from zermelo.check import check_game
from zermelo.engine import Engine, mcts
from zermelo.errors import BadAction, BadGame, BadPosition
from zermelo.games._go_patterns import find_patterns, list_codes, list_images
from zermelo.games.go import NOWHERE, Go, Position
from zermelo.history import with_history
from zermelo.notation import rows_text
from zermelo.states import random_playout


@pytest.mark.parametrize(
    "game",
    [Go(2), Go(3, suicide=True), Go(4), Go(5, ko="simple", score=True)],
    ids=lambda game: f"{game.size}",
)
def test_laws(game: Go) -> None:
    assert check_game(game, games=4, gear="plain").failures == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "game", [Go(3, suicide=True, score=True), Go(8), Go(10, ko="simple", evaluation="stones")]
)
def test_checks_in_both_gears(game: Go) -> None:
    report = check_game(game, games=8)
    assert report.failures == []
    assert report.compiled


# ---------------------------------------------------------------------- legal positions


def is_legal(game: Go, rows: str) -> bool:
    try:
        game.load(rows)
    except BadPosition:
        return False
    return True


@pytest.mark.parametrize(("size", "positions"), [(2, 57), (3, 12675)])
def test_legal_positions(size: int, positions: int) -> None:
    """shared/data/small_games/go_small.tsv, OEIS A094777.

    Boards on which every group has a liberty.
    """
    game = Go(size)
    boards = itertools.product(*[[*itertools.product(".XO", repeat=size)]] * size)
    assert sum(is_legal(game, "/".join(map("".join, rows))) for rows in boards) == positions


def count_legal(game: Any, s: Any, end: int) -> int:
    """How many of the boards written in base 3 below `end` have a liberty for every group."""
    count = 0
    for number in range(end):
        left = number
        black = white = 0
        for a in range(game.cells):
            digit = left % 3
            left //= 3
            if digit == 1:
                black |= game.low[a]
            elif digit == 2:
                white |= game.low[a]
        t = s._replace(black=(black, 0), white=(white, 0))
        near = game._beside(game._empty(t))
        if game._spread(near, t.black)[0] == black and game._spread(near, t.white)[0] == white:
            count += 1
    return count


@pytest.mark.slow
def test_legal_positions_on_4_by_4() -> None:
    game = Go(4)
    assert gears.compile_kernel(count_legal, game, game.start(), 3**16)() == 24318165


def test_every_legal_position_can_be_played_to() -> None:
    """All 57 boards of 2×2 arise, whatever the ko says."""
    game = Go(2, ko="simple", most=40)
    seen, waiting = set(), [game.start()]
    while waiting:
        s = waiting.pop()._replace(moves=0)
        if s not in seen:
            seen.add(s)
            waiting += [game.result(s, a) for a in game.options(s)]
    assert len({(s.black, s.white) for s in seen}) == 57


# ---------------------------------------------------------------------- rules


@pytest.mark.parametrize(("size", "games"), [(2, 40), (3, 60), (5, 40), (7, 15), (9, 25), (10, 5)])
def test_random_games_against_openspiel(size: int, games: int) -> None:
    """Same legal moves, ends and payoffs.

    OpenSpiel knows the simple ko, calls a board that came back a draw, and stops after 2 · size².
    """
    komi = 7.5 if size > 5 else 0.5
    game = Go(size, komi, ko="simple", most=2 * size * size)
    other, rng = pyspiel.load_game(f"go(board_size={size},komi={komi})"), random.Random(size)
    ended = kos = 0
    for _ in range(games):
        s, o = game.start(), other.new_initial_state()
        while not o.is_terminal():
            assert not game.terminal(s)
            assert game.player(s) == o.current_player()
            assert list(game.actions(s)) == sorted(o.legal_actions()), game.dump(s)
            a = rng.choice(o.legal_actions())
            s = game.result(s, a)
            o.apply_action(a)
            kos += s.ko != NOWHERE
        if game.terminal(s):
            ended += 1
            assert list(game.payoffs(s)) == o.returns(), game.dump(s)
        else:
            assert o.returns() == [0, 0]
    assert ended > games / 2
    assert kos > 0 or size < 3


def test_a_ko_may_not_be_retaken_at_once() -> None:
    game = Go(4, ko="simple")
    s = game.after(["C2"], game.load("4/1XO1/XO1O/1XO1 X"))
    assert game.dump(s) == "4/1XO1/X1XO/1XO1 O B2 0 1"
    assert "B2" not in {game.name(s, a) for a in game.actions(s)}
    assert "B2" in {game.name(s, a) for a in game.actions(game.after(["D4", "A4"], s))}


def test_superko_needs_the_positions_before() -> None:
    """No board comes back, however long the game is."""
    game = with_history(Go(2, 0, most=200))
    rng = random.Random(1)
    for _ in range(50):
        path = list(random_playout(game, rng))
        boards = [(s.state.black, s.state.white) for s in path if s.state.passes == 0]
        assert len(boards) == len(set(boards)) <= 57
        assert game.terminal(path[-1])


def test_suicide_of_one_stone() -> None:
    """Forbidden.

    With suicide allowed it changes nothing but the turn, which superko forbids again.
    """
    rows = "1XX/X1X/XX1 O"
    assert "B2" not in {Go(3).name(Go(3).load(rows), a) for a in Go(3).actions(Go(3).load(rows))}
    game = Go(3, suicide=True)
    s = game.load(rows)
    t = game.result(s, game.parse(s, "B2"))
    assert (t.black, t.white, t.turn) == (s.black, s.white, 0)
    memory = with_history(game)
    assert [memory.name(memory.load(rows), a) for a in memory.actions(memory.load(rows))] == [
        "pass"
    ]


def test_suicide_of_several_stones() -> None:
    """White's A1 and B1 die when C1 is filled: their points are empty again, and so is C1."""
    rows = "4/3X/XXX1/OO1X O"
    assert "C1" not in {Go(4).name(Go(4).load(rows), a) for a in Go(4).actions(Go(4).load(rows))}
    for game in (Go(4, suicide=True, ko="simple"), Go(4, suicide=True)):
        memory = with_history(game)
        s = memory.load(rows)
        t = memory.result(s, memory.parse(s, "C1"))
        assert memory.dump(t) == "4/3X/XXX1/3X X - 0 1"


def test_superko_forbids_a_suicide_that_brings_a_board_back() -> None:
    """White fills two of three points and then the third.

    The board is again the one before the first of them.
    """
    memory, simple = with_history(Go(4, suicide=True)), Go(4, suicide=True, ko="simple")
    moves = ["A1", "pass", "B1", "pass"]
    s = memory.after(moves, memory.load("4/3X/XXX1/3X O"))
    t = simple.after(moves, simple.load("4/3X/XXX1/3X O"))
    assert {simple.name(t, a) for a in simple.actions(t)} - {
        memory.name(s, a) for a in memory.actions(s)
    } == {"C1", "D2"}  # D2: one stone
    assert simple.dump(simple.after(["C1"], t)).split()[0] == "4/3X/XXX1/3X"
    with pytest.raises(BadAction, match="would repeat a position"):
        memory.parse(s, "C1")


Board = dict[tuple[int, int], int]


def played(board: Board, size: int, spot: tuple[int, int], side: int) -> Board:
    """The board after a stone, by the words of the rules.

    The other side's groups without liberties are taken, then one's own.
    """
    after = {**board, spot: side}
    for colour in (1 - side, side):
        dead: set[tuple[int, int]] = set()
        for stone in [place for place, owner in after.items() if owner == colour]:
            group, waiting = {stone}, [stone]
            while waiting:
                r, c = waiting.pop()
                near = {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)}
                fresh = {place for place in near if after.get(place) == colour} - group
                group |= fresh
                waiting += fresh
            beside = {
                (r + y, c + x) for r, c in group for y, x in ((0, 1), (1, 0), (0, -1), (-1, 0))
            }
            if not any(
                place not in after and min(place) >= 0 and max(place) < size for place in beside
            ):
                dead |= group
        after = {place: owner for place, owner in after.items() if place not in dead}
    return after


@pytest.mark.parametrize(("size", "games"), [(2, 30), (3, 40), (4, 20), (5, 8)])
def test_suicide_and_superko_by_the_words_of_the_rules(size: int, games: int) -> None:
    """Random games move by move: every suicide is legal unless it brings a board back."""
    memory, rng, suicides = with_history(Go(size, suicide=True)), random.Random(size), 0
    spots = [(r, c) for r in range(size) for c in range(size)]
    seen = [
        (r, c) for r in reversed(range(size)) for c in range(size)
    ]  # as positions are written, from the top
    for _ in range(games):
        s, board, side = memory.start(), Board(), 0
        boards = [board]
        while not memory.terminal(s):
            ends = {
                spots.index(spot): played(board, size, spot, side)
                for spot in spots
                if spot not in board
            }
            legal = [a for a, after in ends.items() if after not in boards]
            assert list(memory.actions(s)) == [*legal, size * size], memory.dump(s)
            a = rng.choice(legal or [size * size])
            if legal:
                board = ends[a]
                boards.append(board)
                suicides += spots[a] not in board
            s, side = memory.result(s, a), 1 - side
            cells = tuple("XO"[board[spot]] if spot in board else "" for spot in seen)
            assert memory.dump(s).split()[0] == rows_text(cells, size)
    assert suicides > 0 or size == 2


def test_random_play_fills_no_own_eyes() -> None:
    game = Go(3)
    s = game.load("X1X/1XX/XX1 X")
    assert {game.name(s, a) for a in game.actions(s)} == {"B3", "A2", "C1", "pass"}
    assert [game.name(s, a) for a in game.playout_actions(s)] == ["pass"]
    assert "pass" not in {game.name(game.start(), a) for a in game.playout_actions(game.start())}


def test_area_and_komi() -> None:
    """Black has five stones and two points, White two stones; one point touches both."""
    rows = "XX1/1XO/XXO X - 2 9"
    assert Go(3, 0, score=True).payoffs(Go(3).load(rows)) == (4, -4)
    assert [Go(3, komi).payoffs(Go(3).load(rows))[0] for komi in (3.5, 4, 4.5)] == [1, 0, -1]


def test_long_games_are_scored_as_they_stand() -> None:
    game = Go(3, 0, most=1)
    assert game.terminal(game.after(["B2"]))
    assert game.payoffs(game.after(["B2"])) == (1, -1)


# ---------------------------------------------------------------------- values


@pytest.mark.slow
def test_the_value_of_3_by_3() -> None:
    """shared/data/small_games/go_small.tsv.

    Black takes all nine points, beginning in the middle.
    """
    result = Engine(Go(3, 0, score=True), gear="compiled").solve()
    assert (result.value, result.action_name) == (9, "B2")
    assert not result.exact, "with superko a table proves nothing"


def test_the_value_of_2_by_2_with_all_that_happened_before() -> None:
    """Black wins by a point under positional superko.

    Textbook alpha-beta, with a memory of the whole game.
    """
    result = search.alphabeta(with_history(Go(2, 0, score=True, most=16)), gear="plain")
    assert (result.value, result.exact) == (1, True)


@pytest.mark.parametrize(
    ("rows", "move"),
    [
        ("1XO/XO1/2X X", "C2"),
        ("OXX/2O/1X1 O", "B2"),
        ("1X1/1O1/1XO X", "C2"),
        ("3/O2/XX1 O", "B2"),
        ("1XX/1O1/1XO X", "C2"),
    ],
)
def test_monte_carlo_finds_the_only_move_that_wins(rows: str, move: str) -> None:
    """Positions of random games in which one move wins.

    That it is the only one, `Engine.solve` says of all successors.
    """
    game = Go(3, 0)
    assert mcts(game, game.load(rows), nodes=1_000, gear="plain").action_name == move


# ---------------------------------------------------------------------- text


def test_moves_are_read_as_gtp_and_sgf() -> None:
    game = Go(9)
    s = game.start()
    assert (
        game.parse(s, "d4")
        == game.parse(s, "D4")
        == game.parse(s, "df")
        == game.parse(s, "B[df]")
        == 30
    )
    assert game.name(s, 8) == "J1"
    assert game.parse(s, "pass") == game.parse(s, "B[]") == game.parse(s, "tt") == 81
    assert [game.parse(s, game.sgf(a)) for a in range(82)] == list(range(82))
    with pytest.raises(BadAction, match="'I1' is not legal here"):
        game.parse(s, "I1")
    with pytest.raises(BadAction, match=r"'W\[aa\]' is a move of White, and Black is to move"):
        game.parse(s, "W[aa]")
    assert game.parse(game.after(["pass"]), "W[aa]") == 72


def test_a_ko_that_play_made_is_read_until_somebody_passes() -> None:
    game = Go(4, ko="simple")
    s = game.after(["C2"], game.load("4/1XO1/XO1O/1XO1 X"))
    assert s.ko != NOWHERE and game.load(game.dump(s)) == s
    with pytest.raises(BadPosition, match="B2 is not a ko"):
        game.load(game.dump(s._replace(passes=1)))


def test_positions_are_read_and_refused() -> None:
    game = Go(3)
    assert game.dump(game.after(["B2", "pass"])) == "3/1X1/3 X - 1 2"
    assert game.load("3/.X./3") == Position((32, 0), (0, 0), 0, NOWHERE, 0, 0)
    for wrong, words in [
        ("3/3", "2 rows"),
        ("3/1Z1/3", "is not a piece"),
        ("3/1X1/3 Z", "is not rows"),
        ("3/1X1/3 X - 3", "is not rows"),
        ("3/1X1/3 X D1", "'D1' is not a point"),
        ("3/1X1/3 X B2", "B2 is not a ko"),
        ("3/3/3 X B2 0 0", "B2 is not a ko"),
        ("1O1/O1O/1O1 X B2", "B2 is not a ko"),
        ("XXX/XXX/XXX", "a black group has no liberty"),
    ]:
        with pytest.raises(BadPosition, match=words):
            game.load(wrong)


def test_bad_arguments() -> None:
    for arguments, words in [
        ({"size": 11}, "size is 2 to 10"),
        ({"ko": "super"}, "positional"),
        ({"komi": 1001}, "komi is 1001"),
        ({"most": -1}, "most is -1"),
        ({"evaluation": "deep"}, "evaluations: area stones"),
    ]:
        with pytest.raises(BadGame, match=words):
            Go(**arguments)  # type: ignore[arg-type]


def test_the_published_counts_are_those_of_the_file(data: Path) -> None:
    text = (data / "small_games" / "go_small.tsv").read_text()
    for line in ("legal 2x2\t57", "legal 3x3\t12675", "legal 4x4\t24318165", "value 3x3\t+9"):
        assert line in text


def test_few_playouts_do_not_play_on_the_first_line() -> None:
    """Without the prior, thirty playouts never leave the first rows."""
    game = Go(7)
    s = game.after(["D4", "E3"])
    for seed in range(3):
        found = mcts(game, s, seed=seed, nodes=30, gear="plain")
        assert found.action is not None and game.line[found.action] > 1


def test_the_prior_knows_captures_eyes_and_passes() -> None:
    game = Go(5, komi=0)
    s = game.load("5/5/1XX2/XOX2/5 X")
    point = game.parse(s, "B1")
    assert game.prior(s, point) > game.prior(s, game.parse(s, "D3")) > 0
    assert game.prior(s, game.parse(s, "E5")) == game.prior(s, game.cells) < 0
    after = game.result(s, game.cells)
    assert game.prior(after, game.cells) == 0, "a pass that ends the game is tried"
    assert Go(3).prior(Go(3).start(), 0) == 0


# ---------------------------------------------------------------------- playouts

RANDOM = [n * 0x9E3779B97F4A7C15 % 2**64 for n in range(1, 25)]


def list_answers(game: Go, text: str, last: str) -> set[str]:
    """What playouts answer to a last move."""
    s = game.load(text)
    a = game.parse(game.start(), last)
    return {game.name(s, game.playout_action(s, a, bits)) for bits in RANDOM}


def test_playouts_take_the_stone_just_placed_and_save_one_in_atari() -> None:
    game = Go(5)
    assert list_answers(game, "5/2X2/1XO2/2X2/5 X", "C3") == {"D3"}, "White's last liberty"
    assert list_answers(game, "5/2O2/1OX2/2O2/5 X", "C2") == {"D3"}, "two more liberties"
    assert list_answers(game, "5/5/5/O4/X4 X", "A2") == {"B1"}


def test_playouts_do_not_save_what_dies_all_the_same() -> None:
    game = Go(5)
    assert "B1" not in list_answers(game, "5/5/5/OO3/X1O2 X", "A2")


def test_playouts_fill_no_eye_and_pass_in_need() -> None:
    game = Go(3)
    assert list_answers(game, "1X1/XXX/1X1 X", "pass") == {"pass"}


def test_a_pattern_holds_in_all_symmetries_and_for_both() -> None:
    patterns = find_patterns()
    codes = set(list_codes("XOX......"))
    assert len(codes) == 2 and all(patterns[c >> 5] >> (c & 31) & 1 for c in codes)
    assert not patterns[0] & 1, "a free point among free ones"
    assert len(set(list_images("XOX......"))) == 4


def test_both_gears_play_the_same_random_games() -> None:
    game = Go(5)
    plain, compiled = (mcts(game, nodes=60, gear=gear) for gear in ("plain", "compiled"))
    assert (plain.values, plain.line) == (compiled.values, compiled.line)
