"""What a database is good for: a perfect player, one that errs, analysis, puzzles."""

from __future__ import annotations

import json
import random
from pathlib import Path
from xml.etree import ElementTree

import pytest

from zermelo import catalogue, solve
from zermelo.agents import player
from zermelo.cli import run
from zermelo.errors import BadLimit, Unsuitable
from zermelo.history import with_history
from zermelo.show.tally import collect_tally
from zermelo.show.tally import svg as draw_tally
from zermelo.solve import Database
from zermelo.solve.blocks import BadDatabase
from zermelo.solve.puzzles import choose_puzzles, find_puzzles


@pytest.fixture(scope="module")
def ttt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("use") / "ttt.zdb"
    solve.database(catalogue.game("tic-tac-toe"), path, gear="plain")
    return path


def play_games(name: str, games: int, first: int) -> list[float]:
    """The results of an agent of tic-tac-toe against random moves."""
    game, rng = catalogue.game("tic-tac-toe"), random.Random(1)
    agent = player(game, name, seed=1)
    results = []
    for _ in range(games):
        s = game.start()
        while not game.terminal(s):
            is_own = game.player(s) == first
            s = game.result(s, agent.move(s) if is_own else rng.choice(list(game.actions(s))))
        results.append(game.utility(s, first))
    return results


@pytest.mark.parametrize("first", [0, 1])
def test_a_perfect_player_never_loses(ttt: Path, first: int) -> None:
    assert min(play_games(f"db:{ttt}", 30, first)) >= 0


def test_a_player_that_errs_loses_sometimes(ttt: Path) -> None:
    assert min(play_games(f"db:{ttt},errs=0.5", 60, 1)) == -1


def test_the_answer_has_value_line_and_the_value_of_every_action(ttt: Path) -> None:
    game = catalogue.game("tic-tac-toe")
    s = game.after(["a1", "b1"])
    result = player(game, f"db:{ttt}").think(s)
    assert result.exact and result.value == 1 and result.distance == 5
    assert len(result.line) == 5 and len(result.values) == 7
    assert game.terminal(game.after(list(result.line), s))
    lines = player(game, f"db:{ttt}").think(s, lines=3).variations
    assert [line.value for line in lines] == [1, 1, 1]


def test_an_error_is_worth_what_it_leads_to(ttt: Path) -> None:
    game = catalogue.game("tic-tac-toe")
    db, s = Database(ttt, game), game.after(["a1", "b1"])
    result = player(game, f"db:{ttt},errs=1").think(s)
    outcome = next(move.outcome for move in db.moves(s) if move.action == result.action)
    assert outcome != db.moves(s)[0].outcome
    assert isinstance(outcome, solve.Outcome) and result.value == outcome.payoff


def test_play_without_end(tmp_path: Path) -> None:
    """A game that remembers its positions, in one where they come back."""

    class Ring(catalogue.game_class("coins")):  # type: ignore[misc]
        """Round a ring of four, for ever; who leaves it loses."""

        repetition = 3

        def start(self) -> int:
            return 0

        def player(self, s: int) -> int:
            return s % 2

        def actions(self, s: int) -> list[int]:
            return [(s + 1) % 4, 8 + s % 2]

        def result(self, s: int, a: int) -> int:
            return a

        def terminal(self, s: int) -> bool:
            return s >= 8

        def utility(self, s: int, p: int) -> float:
            return -1 if p == s - 8 else 1

        def dump(self, s: int) -> str:
            return str(s)

        def name(self, s: int, a: int) -> str:
            return str(a)

    game = Ring()
    path = tmp_path / "ring.zdb"
    solve.database(game, path, gear="plain")
    past = with_history(game)
    result = player(past, f"db:{path}").think(past.start())
    assert (result.value, result.distance, result.line) == (0, None, ("1",))


def test_bad_names_are_refused(ttt: Path) -> None:
    game = catalogue.game("tic-tac-toe")
    with pytest.raises(BadLimit, match="errs is a share"):
        player(game, f"db:{ttt},errs=much")
    with pytest.raises(BadLimit, match="errs is 2"):
        player(game, f"db:{ttt},errs=2")
    with pytest.raises(BadDatabase, match="No such file"):
        player(game, "db:nothing.zdb")
    with pytest.raises(BadDatabase, match="other rules"):
        player(catalogue.game("mnk:3,3,3,misere=yes"), f"db:{ttt}")


# ---------------------------------------------------------------------- puzzles


def test_puzzles_have_one_solution(ttt: Path) -> None:
    db = Database(ttt)
    puzzles = choose_puzzles(db, win_in=3, count=8, is_unique=True, seed=4)
    assert len({puzzle.position for puzzle in puzzles}) == 8
    for puzzle in puzzles:
        outcomes = [move.outcome for move in db.moves(puzzle.state)]
        kinds = [o.kind for o in outcomes if isinstance(o, solve.Outcome)]
        assert kinds.count("win") == 1 and len(puzzle.solutions) == 1
        assert db.probe(puzzle.state) == puzzle.outcome and puzzle.outcome.remoteness == 3
    again = choose_puzzles(db, win_in=3, count=8, is_unique=True, seed=4)
    other = choose_puzzles(db, win_in=3, count=8, is_unique=True, seed=5)
    assert again == puzzles and other != puzzles


def test_puzzles_need_wins(tmp_path: Path) -> None:
    db = solve.database(catalogue.game("pig:3"), tmp_path / "pig.zdb", gear="plain")
    with pytest.raises(Unsuitable, match="puzzles need wins and losses"):
        next(find_puzzles(db, win_in=1))


# ---------------------------------------------------------------------- commands


def test_commands(ttt: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["analyse", "tic-tac-toe", "--moves", "a1 b1", "--db", str(ttt)]) == 0
    assert capsys.readouterr().out.startswith("win in 5 plies\n")
    call = ["puzzle", "tic-tac-toe", "--win-in", "3", "--db", str(ttt), "--count", "2"]
    assert run([*call, "--answers"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("1. ") and "wins in 3 plies" in out and out.count("\n1. ") == 1
    assert run([*call, "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["puzzles"]) == 2
    call[3] = "50"
    assert run(call) == 1
    assert "has no such position" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--errs", "0.1"), "name one with --db"),
        (("--db", "x.zdb", "--level", "3"), "--db says who plays"),
        (("--db", "x.zdb"), "x.zdb: No such file or directory"),
    ],
)
def test_bad_calls(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], message: str
) -> None:
    assert run(["play", "tic-tac-toe", *arguments]) == 2
    captured = capsys.readouterr()
    assert message in captured.err and captured.err.count("\n") == 1


def test_longest_wins(ttt: Path, capsys: pytest.CaptureFixture[str]) -> None:
    db = Database(ttt)
    longest = max(plies for payoff, plies, _ in db.tally() if payoff and plies)
    first, *others = choose_puzzles(db, None, count=30)
    lengths = [puzzle.outcome.remoteness or 0 for puzzle in (first, *others)]
    assert lengths == sorted(lengths, reverse=True)
    assert longest - 1 <= lengths[0] <= longest  # a loss may take a ply more than any win
    call = ["puzzle", "tic-tac-toe", "--db", str(ttt)]
    assert run([*call, "--longest"]) == 0
    assert f"wins in {lengths[0]} plies" in capsys.readouterr().out
    assert run(call) == 2 and run([*call, "--longest", "--win-in", "3"]) == 2
    assert "either --win-in PLIES or --longest" in capsys.readouterr().err


def test_a_sheet_to_print(ttt: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call = ["puzzle", "tic-tac-toe", "--db", str(ttt), "--win-in", "3", "--count", "4", "-o"]
    sheet = tmp_path / "sheet.html"
    assert run([*call, str(sheet)]) == 0
    text = sheet.read_text(encoding="utf-8")
    assert text.count("<svg") == text.count("<figure>") == 4 and "Solutions" not in text
    assert run([*call, str(sheet), "--answers"]) == 0
    text = sheet.read_text(encoding="utf-8")
    solutions = text.partition("Solutions")[2]
    assert solutions.count("<li>") == 4 and "prefers-color-scheme" not in text
    assert run([*call, str(tmp_path / "sheet.doc")]) == 2
    assert "a sheet of puzzles ends in .html" in capsys.readouterr().err


def test_a_tally_as_a_picture(ttt: Path, tmp_path: Path) -> None:
    db = Database(ttt)
    tally = collect_tally("tic-tac-toe", db.tally())
    assert sum(tally.totals.values()) == db.positions
    assert run(["db", "tally", str(ttt), "-o", str(tmp_path / "tally.svg")]) == 0
    picture = ElementTree.parse(tmp_path / "tally.svg").getroot()
    words = [word.text for word in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert f"ties: {tally.totals['ties']:,}" in words and "plies to the end, 9 at most" in words
    parts = sum(len(bar) for bar in tally.bars.values())
    assert len(list(picture.iter("{http://www.w3.org/2000/svg}rect"))) == parts + 3
    assert run(["db", "tally", str(ttt), "-o", str(tmp_path / "tally.doc")]) == 2
    drawn = draw_tally(collect_tally("x", [(None, None, 7), (1.0, 3, 1), (0.0, 4, 2)]))
    assert "draws: 7" in drawn and 'class="draws"' in drawn
