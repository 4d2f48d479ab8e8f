"""Games of men on points that others have solved: their rules, and what is published of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from zermelo import catalogue, solve
from zermelo.errors import BadAction, BadGame, BadPosition
from zermelo.perft import perft
from zermelo.show.board_svg import board_svg
from zermelo.solve import Outcome

DRAW = Outcome(None, "draw", None)


def solve_plain(game: Any, folder: Path) -> solve.Database:
    return solve.database(game, folder / "game.zdb", gear="plain")


def solve_compiled(name: str, folder: Path, memory: int = 4096) -> solve.Database:
    game = catalogue.game(name)
    path = folder / "game.zdb"
    return solve.database(game, path, gear="compiled", memory=memory, is_symmetric=True)


def name_actions(game: Any, s: Any) -> set[str]:
    return {game.name(s, a) for a in game.options(s)}


# ---------------------------------------------------------------------- all of them


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("dodgem:1", "2×2 to 7×7"),
        ("teeko:side=6", "2 to 4 men"),
        ("teeko:side=3", "2 to 4 men"),
        ("morris:7", "3, 5, 6 or 9 men"),
        ("morris:9,perhaps", "flying is yes or no"),
        ("quixo:6", "2×2 to 5×5"),
        ("bagh-chal:21", "up to 20 goats"),
        ("bagh-chal:side=4", "5×5 or 3×3"),
    ],
)
def test_bad_arguments_are_refused(name: str, message: str) -> None:
    with pytest.raises(BadGame, match=message):
        catalogue.game(name)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("pong-hau-ki", "ox/1/o1 x", "two x, two o"),
        ("pong-hau-ki", "oxx/1/o1 x", "has 3 cells"),
        ("pong-hau-ki", "ox/1/ox", "names no player to move"),
        ("pong-hau-ki", "", "has 1 rows; this board has 3"),
        ("dodgem", "xxx/3/3 x", "up to 2 x"),
        ("teeko", "5/5/5/5/xx3 o", "men are put on the board in turn"),
        ("teeko", "5/5/5/oooo1/xxxx1 x", "Black has won already"),
        ("teeko:no,no", "5/5/2x2/5/5 o", "may not stand in the centre"),
        ("morris:3", "3/3/3 x", "the number of men that both have placed"),
        ("morris:3", "3/3/3 x 7", "the number of men that both have placed"),
        ("morris:3", "3/3/3 o 0", "x places the first man"),
        ("morris:3", "3/3/x2 x 2", "Second has 0 men"),
        ("morris:3", "xxx/oo1/3 x 6", "Second has 2 men"),
        ("morris:3", "xxx/oo1/1o1 x 6", "First has won already"),
        ("quixo:3", "3/3/3 o", "X moves first"),
        ("quixo:3", "3/3/3 x 1", "words behind"),
        ("bagh-chal", "o3o/5/5/5/o4 x 0", "has 3 tigers"),
        ("bagh-chal", "o3o/5/5/5/o3o x 6", "0 of 6 goats"),
        ("bagh-chal", "o3o/5/5/5/o3o o 0", "goats begin"),
        ("bagh-chal", "o3o/5/5/5/o3o x", "the number of goats"),
    ],
)
def test_impossible_positions_are_refused(name: str, text: str, message: str) -> None:
    with pytest.raises(BadPosition, match=message):
        catalogue.game(name).load(text)


def test_moves_are_read_with_and_without_signs() -> None:
    game = catalogue.game("pong-hau-ki")
    for text in ("c3-b2", "C3B2", "c3 b2"):
        assert game.parse(game.start(), text) == 4 << 6 | 2
    with pytest.raises(BadAction, match="legal: c1-b2 c3-b2"):
        game.parse(game.start(), "a1-b2")


# ---------------------------------------------------------------------- pong hau k'i


def test_pong_hau_ki_never_ends(tmp_path: Path) -> None:
    """Straffin, Position graphs for pong hau k'i and mu torere, Math. Mag. 68 (1995): a draw."""
    game = catalogue.game("pong-hau-ki")
    db = solve_plain(game, tmp_path)
    assert db.probe(game.start()) == DRAW
    assert db.summary() == {"1": 6, "−1": 6, "draw": 44}
    assert game.ending(game.load("xo/x/1o o")) == "Second cannot move"


def test_the_first_three_moves_of_pong_hau_ki_are_forced() -> None:
    """Both ways to begin are mirror images (Wikipedia)."""
    game, s = catalogue.game("pong-hau-ki"), catalogue.game("pong-hau-ki").start()
    assert name_actions(game, s) == {"c1-b2", "c3-b2"}
    s = game.after(["c3-b2"])
    assert name_actions(game, s) == {"a3-c3"}
    s = game.after(["a3-c3"], s)
    assert name_actions(game, s) == {"b2-a3"}
    other = game.after(["c1-b2", "a1-c1", "b2-a1"])
    assert game.canonical(game.after(["b2-a3"], s)) == game.canonical(other)


# ---------------------------------------------------------------------- dodgem


def test_dodgem_is_won_by_the_first_player(tmp_path: Path) -> None:
    """Berlekamp, Conway and Guy, Winning Ways."""
    game = catalogue.game("dodgem")
    db = solve_plain(game, tmp_path)
    assert db.probe(game.start()) == Outcome(1.0, "win", 20)


def test_cars_go_ahead_and_sideways_and_leave() -> None:
    game = catalogue.game("dodgem")
    assert name_actions(game, game.start()) == {"a2-a1", "a2-b2", "a3-b3"}
    s = game.load("2x/3/1o1 x")
    assert name_actions(game, s) == {"c3-c2", "c3-off"}
    t = game.after(["c3-off"], s)
    assert t.first == 0 and game.board(s).touches[8 << 6 | 63] == (2, 2)
    t = game.after(["b1-b2"], t)
    assert game.terminal(t) and game.utility(t, 0) == 1
    assert game.ending(t) == "First wins: all cars have left"


def test_who_is_blocked_wins_in_dodgem() -> None:
    game = catalogue.game("dodgem")
    s = game.load("xo1/3/3 x")
    assert name_actions(game, s) == {"a3-a2"}
    s = game.load("3/o2/xo1 x")
    assert game.terminal(s) and game.utility(s, 0) == 1
    assert game.ending(s) == "First wins: the other player blocks every car"


@pytest.mark.slow
def test_dodgem_on_4_by_4_never_ends(tmp_path: Path) -> None:
    """David des Jardins, 1996 (Winning Ways)."""
    game = catalogue.game("dodgem:4")
    db = solve.database(game, tmp_path / "d.zdb", gear="compiled")
    assert db.positions == 395_294
    assert db.probe(game.start()) == DRAW
    assert solve.verify(db).ok


# ---------------------------------------------------------------------- teeko


def test_teeko_has_44_goals_or_58() -> None:
    """Steele, Summary of the solving of the game of Teeko, 1999."""
    game, advanced = catalogue.game("teeko"), catalogue.game("teeko:advanced=yes")
    assert (len(game.goals), len(advanced.goals)) == (44, 58)
    assert set(game.goals) < set(advanced.goals)


def test_the_first_men_of_teeko_are_put_anywhere() -> None:
    game, limited = catalogue.game("teeko"), catalogue.game("teeko:centre=no")
    assert perft(game, depth=3, gear="plain").nodes == 25 * 24 * 23
    assert perft(limited, depth=2, gear="plain").nodes == 24 * 24


def test_men_of_teeko_go_to_neighbours_once_all_are_on_the_board() -> None:
    game = catalogue.game("teeko")
    s = game.load("5/5/5/ooo2/xxx2 x")
    assert name_actions(game, s) == {f"{c}{r}" for c in "abcde" for r in "12345"} - {
        "a1", "b1", "c1", "a2", "b2", "c2",
    }  # fmt: skip
    s = game.load("o4/5/5/ooo2/xxx1x x")
    assert name_actions(game, s) == {"c1-d1", "c1-d2", "e1-d1", "e1-d2", "e1-e2"}
    t = game.after(["e1-d1"], s)
    assert game.terminal(t) and game.utility(t, 0) == 1
    assert game.ending(t) == "Black wins by a line" and len(game.board(t).deciding) == 4
    assert game.ending(game.load("5/5/o3o/xx3/xx1oo o")) == "Black wins by a square"


@pytest.mark.slow
def test_teeko_is_a_draw(tmp_path: Path) -> None:
    """Steele 1999. Minutes, and three GiB."""
    db = solve_compiled("teeko", tmp_path, memory=8000)
    assert (db.positions, db.probe(db.game.start())) == (21_500_830, DRAW)


@pytest.mark.slow
def test_advanced_teeko_is_won_by_the_first_player(tmp_path: Path) -> None:
    """In 13 turns, and only in the centre (Steele 1999; MathWorld). Minutes, and three GiB."""
    db = solve_compiled("teeko:advanced=yes", tmp_path, memory=8000)
    assert db.positions == 21_479_440
    assert db.probe(db.game.start()) == Outcome(1.0, "win", 13)
    moves = {db.game.name(db.game.start(), m.action): m.outcome for m in db.moves(db.game.start())}
    assert [name for name, outcome in moves.items() if outcome != DRAW] == ["c3"]


# ---------------------------------------------------------------------- morris


@pytest.mark.parametrize(
    ("men", "points", "mills", "lines", "symmetries"),
    [(3, 9, 8, 12, 8), (6, 16, 8, 20, 16), (9, 24, 16, 32, 16)],
)
def test_boards_of_morris(men: int, points: int, mills: int, lines: int, symmetries: int) -> None:
    game = catalogue.game(f"morris:{men}")
    assert (len(game.points), len(game.mills)) == (points, mills)
    assert sum(links.bit_count() for links in game.links) == 2 * lines
    assert len(game.images) + 1 == symmetries
    for i in range(symmetries - 1):
        assert {game.map_points(i, mill) for mill in game.mills} == {*game.mills}


def test_the_lines_of_morris_are_drawn() -> None:
    game = catalogue.game("morris")
    board = game.board(game.after(["d6"]))
    assert len(board.links) == 32 and board.cells.count(" ") == 49 - 24
    drawn = ElementTree.fromstring(board_svg(board))
    paths = [part.attrib["d"] for part in drawn.iter() if part.tag.endswith("path")]
    assert [path.count("L") for path in paths] == [32]
    assert sum(part.tag.endswith("circle") for part in drawn.iter()) == 24


def test_three_mens_morris_is_won_in_the_centre_only(tmp_path: Path) -> None:
    """With men that go along the lines the first player wins, but not if the centre is forbidden:

    then neither can (Wikipedia, Three men's morris).
    """
    game = catalogue.game("morris:3")
    db = solve_plain(game, tmp_path)
    outcomes = {game.name(game.start(), m.action): m.outcome for m in db.moves(game.start())}
    wins = [name for name, outcome in outcomes.items() if outcome.kind == "win"]
    assert wins == ["b2"] and outcomes["a1"] == DRAW
    assert {outcome.kind for outcome in outcomes.values()} == {"win", "draw", "lose"}


def test_a_mill_takes_a_man_that_is_in_no_mill() -> None:
    game = catalogue.game("morris")
    s = game.after(["a7", "d6", "d7", "b4"])
    names = name_actions(game, s)
    assert {"g7xd6", "g7xb4", "a4", "d5"} <= names and "g7" not in names
    t = game.after(["g7 x d6"], s)
    assert t.second.bit_count() == 1 and t.placed == 5 and t.turn == 1
    s = game.load("xx1/ooo/o2/3ooo/3/xx1/3 x 16")
    assert {name for name in name_actions(game, s) if "x" in name} == {"g7xc5", "f2xc5"}


def test_all_men_in_mills_can_be_taken() -> None:
    game = catalogue.game("morris")
    s = game.load("xx1/ooo/3/6/3/3/3 x 6")
    assert {"g7xb6", "g7xd6", "g7xf6"} <= name_actions(game, s)


def test_three_men_fly_and_two_have_lost() -> None:
    game = catalogue.game("morris")
    s = game.load("x2/3/3/5o/1xx/o2/2o x 18")
    assert len(name_actions(game, s)) >= 3 * 18
    walking = catalogue.game("morris:9,no")
    assert len(name_actions(walking, s)) < 12
    t = game.load("xxx/3/3/6/3/o2/2o o 18")
    assert game.terminal(t) and game.utility(t, 0) == 1
    assert game.ending(t) == "First wins: Second has two men left"


def test_who_cannot_move_loses_in_morris() -> None:
    game = catalogue.game("morris:6")
    s = game.load("xox/3/o2o/3/xox x 12")
    assert game.terminal(s) and game.ending(s) == "Second wins: First cannot move"
    assert not game.terminal(game.load("xox/3/o2o/3/xox o 12"))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "positions"), [("morris:5", 1_120_745), ("morris:6,yes", 2_661_026)]
)
def test_five_and_six_mens_morris_never_end(tmp_path: Path, name: str, positions: int) -> None:
    """De Clercq (puzzles.net23.net/6mm.htm): both are draws."""
    db = solve_compiled(name, tmp_path)
    assert db.probe(db.game.start()) == DRAW
    assert db.positions == positions
    assert solve.verify(db).ok


# ---------------------------------------------------------------------- quixo


def test_cubes_are_pushed_in_at_another_end() -> None:
    game = catalogue.game("quixo")
    assert len(list(game.actions(game.start()))) == 4 * 2 + 12 * 3
    s = game.load("5/5/5/5/xo2x o")
    assert name_actions(game, s) >= {"b1-a1", "b1-e1", "b1-b5"}
    assert not {name for name in name_actions(game, s) if name.startswith(("a1", "e1"))}
    assert game.dump(game.after(["b1-e1"], s)) == "5/5/5/5/x2xo x"
    assert game.dump(game.after(["b1-a1"], s)) == "5/5/5/5/ox2x x"
    assert game.dump(game.after(["b1-b5"], s)) == "1o3/5/5/5/x3x x"


def test_a_line_of_the_other_loses() -> None:
    game = catalogue.game("quixo:3")
    assert not game.terminal(game.load("x1x/oxo/o1o x"))
    t = game.load("xxx/ooo/3 o")
    assert game.terminal(t) and game.utility(t, 0) == -1
    assert game.ending(t) == "O wins: the other has completed its line"
    assert game.board(t).deciding == (3, 4, 5)
    assert game.ending(game.load("xxx/o1o/3 o")) == "X wins by a line"


@pytest.mark.slow
def test_quixo_on_3_by_3_is_won_by_the_first_player(tmp_path: Path) -> None:
    """Found here, and by brute force; Tanaka and others (Quixo is solved, 2020) solve 5×5."""
    db = solve.database(catalogue.game("quixo:3"), tmp_path / "q.zdb", gear="compiled")
    assert db.probe(db.game.start()) == Outcome(1.0, "win", 7)
    assert db.positions == 32_027 and solve.verify(db).ok


@pytest.mark.slow
def test_quixo_on_4_by_4_is_won_by_the_first_player(tmp_path: Path) -> None:
    """The program of Tanaka and others, run on this board, and a brute force in C: 21 plies."""
    db = solve_compiled("quixo:4", tmp_path)
    assert (db.positions, db.probe(db.game.start())) == (10_339_244, Outcome(1.0, "win", 21))


# ---------------------------------------------------------------------- bagh-chal


def test_bagh_chal_has_88260972_positions_of_moving_goats() -> None:
    """Four tigers, 16 to 20 goats, either to move, up to symmetry: Lim and Nievergelt,

    Tigers and Goats is a draw (Games of No Chance 3). Counted by Burnside's lemma.
    """
    game = catalogue.game("bagh-chal")
    images = [*game.list_images()]
    total = sum(count_fixed(moved, goats) for moved in images for goats in range(16, 21))
    assert 2 * total // len(images) == 88_260_972


def count_fixed(moved: tuple[int, ...], goats: int) -> int:
    """The arrangements of four tigers and some goats that a symmetry does not change."""
    seen: set[int] = set()
    lengths = []
    for i in range(len(moved)):
        length = 0
        while i not in seen:
            seen.add(i)
            i, length = moved[i], length + 1
        lengths += [length] if length else []
    found = {(0, 0): 1}
    for length in lengths:
        more: dict[tuple[int, int], int] = {}
        for (tigers, others), count in found.items():
            for pair in ((tigers, others), (tigers + length, others), (tigers, others + length)):
                more[pair] = more.get(pair, 0) + count
        found = more
    return found.get((4, goats), 0)


def test_tigers_leap_along_lines() -> None:
    game = catalogue.game("bagh-chal")
    s = game.after(["b2"])
    assert game.noisy(s, game.parse(s, "a1-c3"))
    assert game.count_taken(game.after(["a1-c3"], s)) == 1
    s = game.load("5/5/1x3/o4/2ooo o 1")
    assert "a2-c4" not in name_actions(game, s)  # no diagonal leaves a2
    assert len(list(game.actions(game.start()))) == 21


def test_goats_win_by_fencing_the_tigers_in() -> None:
    game = catalogue.game("bagh-chal")
    s = game.load("5/xx1x1/xxx2/ooxx1/ooxx1 o 10")
    assert game.terminal(s) and game.utility(s, 0) == 1
    assert game.ending(s) == "Goats win: no tiger can move"
    s = game.load("5/xx1x1/xxx2/ooxx1/oox2 o 10")
    assert name_actions(game, s) == {"b1-d1"}
