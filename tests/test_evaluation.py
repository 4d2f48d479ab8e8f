"""Evaluations explained: the notes' numbers, sums that agree with the estimate, and units."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from zermelo import catalogue, search
from zermelo.check import check_game
from zermelo.cli import run
from zermelo.evaluation import add_up, convert, explain, write_value
from zermelo.game import Feature, Game
from zermelo.games.chess import Chess
from zermelo.games.mnk import MNK, Position
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.history import with_history
from zermelo.play import Table
from zermelo.show.film_maker import film
from zermelo.show.svg import svg
from zermelo.show.text import text
from zermelo.states import random_playout
from zermelo.teach.problems import evaluate_checkers
from zermelo.trace import Trace

GAMES = """
    tic-tac-toe mnk:4,4,3 mnk:4,4,3,misere=yes connect-four chess chess:material chess:linear
    chess:payoffs=points chess:material,payoffs=points
    checkers checkers:evaluation=material checkers:evaluation=problem checkers:6
    othello othello:6 othello:evaluation=material kalah dots-and-boxes pig hex:5
    hex:5,evaluation=distance go:5 go:5,evaluation=stones go:5,score=yes breakthrough
    breakthrough:evaluation=material backgammon:pips 2048 2048:evaluation=snake
    2048:evaluation=score pacman pacman:evaluation=hunting pacman:evaluation=naive
""".split()  # noqa: SIM905 (the list is longer)


def positions(game: Game[Any, Any], games: int = 2, seed: int = 3) -> Iterator[Any]:
    """States of random games that are not over."""
    rng = random.Random(seed)
    for _ in range(games):
        for s in random_playout(game, rng, game.start(), 80):
            if not game.terminal(s):
                yield s


def output(capsys: Any, *arguments: str) -> str:
    assert run(list(arguments)) == 0
    return str(capsys.readouterr().out)


# ---------------------------------------------------------------------- the notes


@pytest.mark.parametrize(
    ("moves", "x", "o"),
    [(["a1", "b1"], 6, 5), (["b1", "b2"], 4, 6), (["b2", "a1"], 5, 4)],
    ids=["6 − 5 = 1", "4 − 6 = −2", "5 − 4 = 1"],
)
def test_open_lines_as_the_slides_count_them(moves: list[str], x: int, o: int) -> None:
    game = TicTacToe()
    s = game.after(moves)
    evaluation = explain(game, s)
    assert evaluation.features == (Feature("open lines", (x, o)),)
    assert evaluation.sums == (x, o)
    assert evaluation.total == evaluation.points == pytest.approx(x - o)
    assert evaluation.values == (game.evaluate(s, 0), game.evaluate(s, 1))


MEN = {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9, "k": 0}
"""The lecture's values."""


def test_chess_has_the_lectures_w_and_b() -> None:
    """w and b are counted from the text of the position; e(n) = (w − b) / (w + b)."""
    game = Chess("material")
    seen = set()
    for s in positions(game, games=4):
        men = re.sub(r"[^a-zA-Z]", "", game.dump(s).split()[0])
        w = sum(MEN[man.lower()] for man in men if man.isupper())
        b = sum(MEN[man] for man in men if man.islower())
        evaluation = explain(game, s)
        assert evaluation.sums == (w, b)
        assert evaluation.values[0] == pytest.approx((w - b) / (w + b))
        seen.add(w - b)
    assert len(seen) > 3


def test_checkers_is_twice_the_kings_and_the_men() -> None:
    """Eval(s) = 2 · agent_kings + agent_pawns − 2 · opponent_kings − opponent_pawns."""
    game = catalogue.game("checkers:evaluation=material")
    problem = catalogue.game("checkers:evaluation=problem")
    kings_seen = 0
    for s in positions(game, games=6):
        fields = re.match(r"[BW]:W([^:]*):B([^:]*)", game.dump(s))
        assert fields is not None
        white, black = (side.split(",") if side else [] for side in fields.groups())
        sides = [(side, sum(square[0] == "K" for square in side)) for side in (black, white)]
        (c, k), (d, m) = [(count_squares(side) - kings, kings) for side, kings in sides]
        kings_seen += k + m
        assert explain(game, s).sums == (2 * k + c, 2 * m + d)
        assert explain(game, s).total == 2 * k + c - 2 * m - d
        expected = evaluate_checkers(c, k, d, m)
        assert explain(problem, s).values[0] == pytest.approx(expected)
    assert kings_seen


def count_squares(side: list[str]) -> int:
    """The squares of a list like 1-4,K7."""
    ranges = [[int(end) for end in square.lstrip("K").split("-")] for square in side]
    return sum(ends[-1] - ends[0] + 1 for ends in ranges)


# ---------------------------------------------------------------------- sums and estimates


@pytest.mark.parametrize("name", GAMES)
def test_the_features_add_up_to_the_estimate(name: str) -> None:
    game = with_history(catalogue.game(name))
    count = 0
    for s in positions(game):
        features = list(game.features(s))
        assert features, "the game declares features"
        v = game.evaluate(s, 0)
        assert game.scale(s, add_up(features)) == pytest.approx(v, rel=1e-9, abs=1e-9)
        x = convert(game, v)
        if x is not None and game.declares("in_units"):
            assert game.scale(s, x) == pytest.approx(v, rel=1e-9, abs=1e-9)
        count += 1
    assert count > 5


@pytest.mark.parametrize("name", GAMES)
def test_a_win_is_worth_more_than_any_lead(name: str) -> None:
    game = catalogue.game(name)
    if game.declares("in_units"):
        low, high = game.payoff_range(0) or (-1.0, 1.0)
        ends = game.in_units(low), game.in_units(high)
        leads = [game.in_units(game.evaluate(s, 0)) for s in positions(game)]
        if None not in ends:
            assert ends[0] <= min(leads) and max(leads) <= ends[1]


@pytest.mark.parametrize("name", GAMES)
def test_the_formula_with_numbers_gives_the_value(name: str) -> None:
    """What is printed between the equals signs is arithmetic that comes out right."""
    game = catalogue.game(name)
    s = list(positions(game))[5]
    evaluation = explain(game, s)
    line = evaluation._write_values().removeprefix("value in a search: ")
    *_, numbers, answer = line.split(" = ") if evaluation.formula else ("", "", line)
    value = float(answer.split()[0].replace("−", "-"))
    assert value == pytest.approx(evaluation.values[0], rel=1e-5, abs=1e-9)
    if evaluation.formula and "tanh" not in numbers:
        code = re.sub(r"\|([^|]*)\|", r"abs(\1)", numbers).replace("−", "-")
        assert eval(code) == pytest.approx(evaluation.values[0], abs=0.02)


class Miscounted(MNK):
    """Counts a line of O's too many in its explanation."""

    def features(self, s: Position) -> Iterator[Feature]:
        yield Feature("open lines", (self.open_lines(s, 0), self.open_lines(s, 1) + 1))


class Misscaled(MNK):
    """Divides by 9 one way and multiplies by 8 on the way back."""

    def in_units(self, v: float) -> float:
        return 8 * v


def test_the_check_finds_features_that_do_not_add_up() -> None:
    report = check_game(Miscounted(), games=3, gear="plain")
    assert [f.check for f in report.failures] == ["features must add up to the estimate"]
    report = check_game(Misscaled(), games=3, gear="plain")
    assert [f.check for f in report.failures] == ["in_units must undo scale"]


def test_games_without_features_say_so() -> None:
    assert "declares no evaluation" in str(explain(catalogue.game("nim:2,2")))
    halma = explain(catalogue.game("tri-halma"))
    assert "declares no features" in str(halma) and len(halma.values) == 3
    game = TicTacToe()
    over = explain(game, game.after(["a1", "b1", "a2", "b2", "a3"]))
    assert str(over) == "the game is over: payoff 1 for X, −1 for O"
    assert over.points is None


# ---------------------------------------------------------------------- units


def test_values_are_written_in_the_unit() -> None:
    chess = Chess()
    s = chess.after(["e4", "d5", "exd5"])
    total = explain(chess, s).total
    assert total is not None
    assert convert(chess, chess.evaluate(s, 0)) == pytest.approx(total)
    assert write_value(chess, chess.evaluate(s, 0)) == f"+{total:.2f} pawns"
    assert write_value(chess, 1 - 2 / 6) == "+6 pawns"
    assert write_value(chess, -1 / 8) == "−1 pawn"


@pytest.mark.parametrize(
    ("value", "options", "text"),
    [
        (1.0, {}, "win"),  # a win is not a number of pawns
        (-1.0, {}, "loss"),
        (1.0, {"exact": True}, "1"),
        (0.25, {"mean": True}, "0.25"),  # a mean of playouts is not an estimate
        (0.0, {"exact": True}, "0"),  # a proven draw
        (0.0, {}, "0 pawns"),
    ],
)
def test_payoffs_are_not_written_in_pawns(
    value: float, options: dict[str, bool], text: str
) -> None:
    assert write_value(Chess(), value, **options) == text


def test_a_share_of_the_material_has_no_fixed_rate() -> None:
    assert write_value(Chess("material"), 1 / 77) == "0.012987"


def test_payoffs_that_are_counted_in_the_unit_keep_it() -> None:
    othello = catalogue.game("othello")
    assert write_value(othello, 64.0, exact=True) == "+64 discs"
    assert write_value(othello, -1.0, mean=True) == "−1 disc"


# ---------------------------------------------------------------------- commands


def test_the_command_prints_the_slides_arithmetic(capsys: Any) -> None:
    assert output(capsys, "evaluate", "tic-tac-toe", "--moves", "b1 b2").splitlines() == [
        "feature     X  O  weight  worth",
        "open lines  4  6       1     −2",
        "sum         4  6             −2",
        "x − o = 4 − 6 = −2 open lines",
        "value in a search: (x − o) / 9 = (4 − 6) / 9 = −0.222222 for X, 0.222222 for O",
    ]


def test_the_command_prints_the_lectures_formula(capsys: Any) -> None:
    text = output(capsys, "evaluate", "chess:material", "--moves", "e4 d5 exd5")
    assert "w − b = 39 − 38 = 1 pawn\n" in text
    assert "(w − b) / (w + b) = (39 − 38) / (39 + 38) = 0.012987 for White" in text
    assert "the game also has evaluation=positional, evaluation=linear" in text


def test_the_command_writes_json(capsys: Any) -> None:
    content = json.loads(
        output(
            capsys, "evaluate", "checkers:evaluation=material",
            "--position", "W:W18,25,K30:B15,K3", "--json",
        )
    )  # fmt: skip
    assert content["players"] == ["Black", "White"] and content["unit"] == "men"
    assert [(f["counts"], f["weight"]) for f in content["features"]] == [([1, 2], 1), ([1, 1], 2)]
    assert (content["sums"], content["sum"]) == ([3, 4], -1)
    assert content["values"] == [-1 / 25, 1 / 25]


@pytest.mark.parametrize(
    "arguments", [["no-such-game"], ["chess", "--position", "?"], ["nim:2,2", "--moves", "9-9"]]
)
def test_a_wrong_call_is_one_line(capsys: Any, arguments: list[str]) -> None:
    assert run(["evaluate", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err.count("\n") == 1


def test_show_has_the_evaluation(capsys: Any) -> None:
    text = output(capsys, "show", "tic-tac-toe", "--moves", "a1 b1")
    assert "evaluation: +1 open line for X\n" in text
    assert "evaluation" not in output(capsys, "show", "nim:2,2")
    content = json.loads(output(capsys, "show", "tic-tac-toe", "--moves", "a1 b1", "--json"))
    assert content["evaluation"]["points"] == 1


def test_analyse_speaks_of_open_lines(capsys: Any) -> None:
    call = ["analyse", "mnk:4,4,4", "--depth", "1", "--gear", "plain"]
    words = re.search(r"^(.*) for X \(estimated at depth 1\)", output(capsys, *call), re.M)
    content = json.loads(output(capsys, *call, "--json"))
    assert words is not None
    assert words[1] == content["value_text"] == write_value(MNK(4, 4, 4), content["value"])
    assert content["value_text"] == "+3 open lines"  # a stone on a corner or in the middle


def test_play_speaks_of_open_lines() -> None:
    game = MNK(4, 4, 4)
    answers, said = iter(["hint", "b2", "quit"]), list[str]()
    Table(
        game,
        game.start(),
        algorithm="minimax",
        depth=1,
        ask=lambda prompt: next(answers),
        say=said.append,
    ).sit()
    text = "\n".join(said)
    assert "minimax on mnk: +3 open lines for X, best move a4" in text
    assert "O plays a4 (0 open lines for O, estimated)" in text


def test_a_share_of_one_is_kept_below_a_win() -> None:
    """The lecture's e is 1 here; the formula says why the search has 0.999."""
    game = Chess("material")
    text = str(explain(game, game.load("4k3/8/8/8/8/8/8/QR2K3 w - - 0 1")))
    assert "min(max((14 − 0) / (14 + 0), −0.999), 0.999) = 0.999 for White" in text
    assert "min(" not in str(explain(game))


def test_all_views_of_a_search_write_estimates_in_the_unit() -> None:
    """Picture, window, sentence, variable, log and stages say 4 open lines, not 0.444."""
    game = TicTacToe()
    trace = search.alphabeta(game, depth=1, trace=True).trace
    assert trace is not None
    values = {event["value"] for event in trace.events if event["event"] == "horizon"}
    assert values == {2 / 9, 3 / 9, 4 / 9}
    made = film(trace)
    last = made.frame(len(made.steps))
    assert {item.value for item in last.items} == {"4", "≈ 2", "≈ 3", "≈ 4"}
    assert "an estimate in open lines" in svg(last) and "0.444" not in svg(last)
    said = " ".join(step.say for step in made.steps)
    assert "it is estimated at 4 open lines." in said and "window [4, win]" in said
    shown = {text for step in made.steps for text in step.variables.values()}
    assert {"4", "win"} <= shown and not any("0.4" in text for text in shown)
    assert "≈ 4 open lines (estimated)" in text(trace) and "0.4" not in text(trace)
    assert "= 4: " in text(trace, "stages") and "0.4" not in text(trace, "stages")


def test_a_win_among_estimates_is_called_a_win() -> None:
    game = TicTacToe()
    trace = search.minimax(game, game.after(["a1", "b2", "a2", "b3"]), depth=1, trace=True).trace
    assert trace is not None
    assert [trace.write(v) for v in (1.0, 1 / 9)] == ["win", "1"]
    assert trace.find_unit(1.0) == "" and trace.find_unit(1 / 9) == " open line"
    assert Trace.from_json(trace.to_json()).write(1.0) == "win"


def test_a_search_without_estimates_writes_payoffs() -> None:
    game = TicTacToe()
    s = game.after(["a1", "b2", "a2", "b3", "c3", "c2", "b1"])
    trace = search.minimax(game, s, trace=True).trace
    assert trace is not None
    assert trace.write(1.0) == "1" and "amounts" not in trace.header
