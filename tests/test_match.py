"""Matches: fair openings, a score with an interval that holds, games of any kind."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from zermelo import Game, catalogue
from zermelo.errors import BadLimit, NotCompilable, ZermeloError
from zermelo.match import Entrant, MatchResult, play_match
from zermelo.match.agents import AgentChooser, read_entrant
from zermelo.match.playing import begin_game, measure_lead, play_game
from zermelo.match.score import estimate_share, find_error

ROOT = Path(__file__).parent.parent


def by_name(game: Game[Any, Any], *texts: str, **options: Any) -> list[Entrant]:
    return [read_entrant(game, text, gear="plain", **options) for text in texts]


@pytest.mark.parametrize("name", ["tic-tac-toe", "pig:10", "nim:2,2"])
def test_the_stronger_side_wins_and_the_same_seed_plays_the_same_games(name: str) -> None:
    game = catalogue.game(name)
    sides = by_name(game, "engine", "random", depth=3)
    result = play_match(game, *sides, 24)
    assert result.won > result.lost
    assert result == play_match(game, *sides, 24)
    assert result.leads[:7] == play_match(game, *sides, 7).leads


def test_who_plays_itself_is_even() -> None:
    game = catalogue.game("tic-tac-toe")
    result = play_match(game, *by_name(game, "minimax", "minimax", depth=2), 16)
    leads = list(result.leads)
    assert [leads[i] + leads[i + 1] for i in range(0, 16, 2)] == [0] * 8
    assert result.score == 0.5 and result.verdict == "not decided"


def test_three_players_and_one() -> None:
    three = catalogue.game(str(ROOT / "examples/standoff.py"))
    result = play_match(three, *by_name(three, "random", "random"), 6)
    assert result.seats == 3 and result.games == 6
    alone = catalogue.game(str(ROOT / "examples/small_2048.py"))
    same = play_match(alone, *by_name(alone, "engine", "engine", depth=1), 2)
    assert same.leads == (0.0, 0.0)  # the same dice


def test_each_seat_has_the_same_opening_and_a_first_move_never_ends_the_game() -> None:
    game = catalogue.game("nim:1,1")
    for number in range(5):
        s = begin_game(game, random.Random(number), 4)
        assert not game.terminal(s)


def test_a_game_that_does_not_end_is_a_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.match.playing.LONGEST", 3)
    game = catalogue.game("tic-tac-toe")
    sides = [side.make(1) for side in by_name(game, "random", "random")]
    played = play_game(game, sides, random.Random(0))
    assert played.payoffs is None and len(played.actions) == 3
    assert measure_lead(played.payoffs, 0) == 0


def test_the_interval_holds_the_truth_as_often_as_it_says() -> None:
    rng, held = random.Random(4), 0
    for _ in range(400):
        points = [rng.random() < 0.7 for _ in range(60)]
        low, high = estimate_share(points)
        held += low <= 0.7 <= high
    assert 365 <= held <= 395


def test_games_of_one_opening_are_one_sample() -> None:
    pairs = [1.0, 0.0] * 20
    assert find_error(pairs, 2) == 0 and find_error(pairs) > 0.05
    twins = [x for x in (1.0, 0.0) * 10 for _ in range(2)]
    assert find_error(twins, 2) > find_error(twins)


def test_the_words_of_a_result() -> None:
    result = MatchResult("chess", "A", "B", (2.0, 2.0, 0.0, -2.0))
    assert str(result).startswith("A against B, chess: +2 =1 −1 of 4 games, 62.5% [")
    whole = MatchResult("chess", "A", "B", (1.0,) * 50)
    assert whole.verdict == "A is stronger" and "Elo +∞ [+" in str(whole)
    assert MatchResult("chess", "A", "B", (-1.0,) * 50).verdict == "B is stronger"
    assert whole.to_dict()["elo"] == float("inf") and len(whole.to_dict()["leads"]) == 50


@pytest.mark.parametrize(
    ("text", "words"),
    [("pvs,dept=4", "not an option of an agent"), ("pvs,depth=x", "depth must be a number")],
)
def test_a_wrong_option_gets_one_line(text: str, words: str) -> None:
    with pytest.raises(BadLimit, match=words):
        read_entrant(catalogue.game("nim:2,2"), text)


def test_limits_of_an_agent_replace_those_of_the_match() -> None:
    game = catalogue.game("tic-tac-toe")
    side: Any = read_entrant(game, "pvs,depth=2", seconds=5.0, gear="plain").make(3)
    assert side.player.limits.depth == 2 and side.player.limits.seconds is None
    with pytest.raises(ZermeloError, match="no search is called"):
        read_entrant(game, "deep-blue")


def test_a_game_that_does_not_compile_is_played_plain() -> None:
    game = catalogue.game(str(ROOT / "tests/naive/onitama.py"))
    with pytest.warns(match="runs in the plain gear"):
        a = AgentChooser(game, "engine", {"depth": 1})(game.start())
    assert a in game.options(game.start())
    with pytest.raises(NotCompilable):
        AgentChooser(game, "engine", {"depth": 1, "gear": "compiled"})(game.start())


def test_the_command(call: Any) -> None:
    code, out, err = call("match", "nim:2,2", "minimax", "random", "--games", "8", "--depth", "5",
                          "--gear", "plain")  # fmt: skip
    assert code == 0 and out.startswith("minimax against random, nim:2,2: +"), err
    code, out, err = call("match", "nim:2,2", "nobody", "random")
    assert code == 2 and out == "" and "no search is called 'nobody'" in err
