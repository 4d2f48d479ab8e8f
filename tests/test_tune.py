"""Tuning: the fit finds what is there, a killed run goes on, and what cannot be tuned says why."""

from __future__ import annotations

import math
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from zermelo import catalogue
from zermelo.errors import BadRecord, Unsuitable
from zermelo.evaluation import add_up
from zermelo.game import Feature
from zermelo.games.kalah import Kalah
from zermelo.games.othello import Othello
from zermelo.numbering import number_actions
from zermelo.states import random_playout
from zermelo.tune import Tuning, TuningSettings, tuning, with_weights
from zermelo.tune.climb import Climb, is_better
from zermelo.tune.texel import GameSample, fit_weights
from zermelo.tune.weights import find_unit, find_weights, read_leads

ROOT = Path(__file__).parent.parent
GEMS = str(ROOT / "examples" / "gems.py")
SMALL = TuningSettings(games=8, nodes=20, match=4, rounds=2, round_games=4)
TUNABLE = ("chess:linear", "checkers:evaluation=material", "kalah:3,2", "hex:4", "breakthrough:5",
           "dots-and-boxes:2,2", "othello:4", "connect-four:4,4", "morris:3", GEMS,
           str(ROOT / "examples" / "teeko.py"), str(ROOT / "examples" / "einstein.py"))  # fmt: skip


def make(path: Path | None = None, method: Any = "both", **changes: Any) -> Tuning:
    settings = TuningSettings(**{**SMALL.__dict__, "method": method, **changes})
    return Tuning(catalogue.game("kalah:3,2"), settings, path, gear="plain")


# ---------------------------------------------------------------------- the fit


def draw_samples(truth: tuple[float, ...], games: int, rng: random.Random) -> list[GameSample]:
    """Games whose results follow the logistic model with these weights."""
    samples = []
    for _ in range(games):
        leads = [float(rng.randint(-3, 3)) for _ in truth]
        turn = rng.randint(0, 1)
        z = sum(w * x for w, x in zip(truth, leads, strict=True)) + (0.3 if turn == 0 else -0.3)
        samples.append(GameSample([leads], [turn], float(rng.random() < 1 / (1 + math.exp(-z)))))
    return samples


def test_the_fit_finds_the_weights_that_made_the_results() -> None:
    truth = (0.5, -0.2, 0.0)
    fit = fit_weights(draw_samples(truth, 4000, random.Random(1)), (0.5, -0.2, 0.5))
    ratios = [w * fit.scale for w in fit.weights]
    for found, true, error in zip(ratios, truth, fit.errors, strict=True):
        assert abs(found - true) < 4 * error * fit.scale < 0.2
    assert fit.loss_after < fit.loss_before < math.log(2)


def test_good_weights_stay_and_keep_their_scale() -> None:
    samples = draw_samples((0.5, -0.2), 4000, random.Random(2))
    for factor in (1.0, 100.0):
        fit = fit_weights(samples, (0.5 * factor, -0.2 * factor))
        assert fit.weights == pytest.approx((0.5 * factor, -0.2 * factor), rel=0.3)


def test_what_never_occurs_keeps_its_weight_and_one_sided_results_do_no_harm() -> None:
    samples = [GameSample([[1.0, 0.0]], [0], 1.0) for _ in range(50)]
    fit = fit_weights(samples, (0.5, 0.7))
    assert fit.weights[1] == pytest.approx(0.7) and math.isfinite(fit.weights[0])


# ---------------------------------------------------------------------- climbing


def test_a_climb_goes_on_after_a_win_and_turns_back_after_a_loss() -> None:
    climb, tried = Climb((1.0, 2.0), 0.5).propose(random.Random(3))
    won = climb.learn(tried, True)
    assert won.best == tried and won.direction == climb.direction and won.step > 0.5
    lost = climb.learn(tried, False)
    assert lost.best == (1.0, 2.0) and lost.direction == tuple(-d for d in climb.direction or ())
    twice = lost.learn(lost.propose(random.Random(4))[1], False)
    assert twice.direction is None and twice.step < 0.5


def test_a_climb_finds_the_top_of_a_hill() -> None:
    """A match is won by the weights that are nearer to the top."""
    top = (3.0, -1.0)
    climb = Climb((1.0, 1.0), 0.5)
    for number in range(60):
        climb, tried = climb.propose(random.Random(number))
        distances = [math.dist(w, top) for w in (tried, climb.best)]
        climb = climb.learn(tried, distances[0] < distances[1])
    assert math.dist(climb.best, top) < 0.5
    assert is_better([1.0] * 10, 2) and not is_better([1.0, -1.0] * 5, 2)


# ---------------------------------------------------------------------- weights of games


@pytest.mark.parametrize("name", TUNABLE)
def test_weights_times_leads_are_the_sum_of_the_features(name: str) -> None:
    game = catalogue.game(name)
    weights = find_weights(game)
    for s in random_playout(game, random.Random(7), most=12):
        if game.terminal(s):
            break
        features = list(game.features(s))
        total = sum(w * x for w, x in zip(weights, read_leads(game, s), strict=True))
        unit = 1.0 if game.declares("weight_leads") else find_unit(features, weights)
        assert total * unit == pytest.approx(add_up(features))
        other = with_weights(game, [2 * w for w in weights])
        assert add_up(other.features(s)) == pytest.approx(2 * add_up(features))
        assert other.evaluate(s, 0) == pytest.approx(other.scale(s, add_up(other.features(s))))
    assert find_weights(game) == weights


def test_leads_that_give_another_sum_are_refused() -> None:
    class Skewed(Othello):
        def weight_leads(self, s: Any) -> Any:
            return [(name, lead + 1) for name, lead in super().weight_leads(s)]

    with pytest.raises(Unsuitable, match=r"weight_leads of .* give the sum .* the two must be the"):
        read_leads(Skewed(4), Skewed(4).start())


def test_games_with_other_weights_share_their_numbering() -> None:
    game = catalogue.game(GEMS)
    one, other = number_actions(game), number_actions(with_weights(game, (1, 2, 3)))
    assert type(one) is type(other) and one is not other


class Counted(Kalah):
    """An estimate of weights, whose features are not declared."""

    declared = frozenset({"weights"})

    def declares(self, method: str) -> bool:
        return method not in ("features", "weight_leads") and super().declares(method)

    def scale(self, s: Any, x: float) -> float:
        return x


def test_leads_are_measured_where_there_are_no_features() -> None:
    game, s = Counted(4), Kalah(4).after(["3", "1"])
    assert read_leads(game, s) == pytest.approx(read_leads(Kalah(4), s))


class Squared(Counted):
    def evaluate(self, s: Any, p: int) -> float:
        return super().evaluate(s, p) ** 2 + 1


def test_an_estimate_that_is_no_sum_is_refused() -> None:
    with pytest.raises(Unsuitable, match="is not a sum of weights times what it counts at"):
        read_leads(Squared(4), Squared(4).after(["3", "1"]))


@pytest.mark.parametrize(
    ("name", "method", "words"),
    [
        ("nim:2,2", "texel", "has no weights to tune: hold them as the attribute weights"),
        (str(ROOT / "examples/standoff.py"), "texel", "is for two players"),
        (str(ROOT / "examples/chomp.py"), "climb", "has no weights to tune"),
    ],
)
def test_what_cannot_be_tuned_says_why(name: str, method: Any, words: str) -> None:
    with pytest.raises(Unsuitable, match=words):
        Tuning(catalogue.game(name), TuningSettings(method=method))


def test_features_must_have_the_weights_in_their_order() -> None:
    with pytest.raises(Unsuitable, match="'seeds in the pits' of kalah:6,4 has the weight"):
        Tuning(Swapped())
    with pytest.raises(Unsuitable, match="2 weights and 1 features at"):
        Tuning(Fewer())
    with pytest.raises(Unsuitable, match="has 2 weights, not 3"):
        with_weights(Kalah(), (1, 2, 3))


class Swapped(Kalah):
    """Kalah whose features stand in another order than its weights."""

    title = "kalah:6,4"

    def features(self, s: Any) -> Iterator[Feature]:
        return reversed(list(super().features(s)))


class Fewer(Kalah):
    """Kalah without its last feature."""

    def features(self, s: Any) -> Iterator[Feature]:
        return iter(list(super().features(s))[:1])


# ---------------------------------------------------------------------- the whole


def test_a_tuning_reports_the_gain_with_its_interval(tmp_path: Path) -> None:
    told: list[str] = []
    one = make(tmp_path / "a.jsonl")
    one.tell = lambda stage, done, total, standing: told.append(f"{stage} {done}/{total}")
    result = one.run()
    assert told[0] == "games 1/8" and told[-1] == "match 4/4" and "round 2 4/4" in told
    assert result.match.games == 4 and len(result.rounds) == 2 and result.fit is not None
    text = str(result)
    assert "seeds in the pits" in text and f"weights = {result.after}" in text
    assert "new against old, kalah:3,2: +" in text
    assert result.to_dict()["after"] == list(result.after)


def test_a_run_that_was_cut_off_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    result = make(whole).run()
    lines = whole.read_bytes().splitlines(keepends=True)
    cut.write_bytes(b"".join(lines[:11]) + lines[11][:9])
    played: list[int] = []
    numbered = tuning.play_numbered
    monkeypatch.setattr(
        tuning, "play_numbered", lambda *args: (played.append(1), numbered(*args))[1]
    )
    assert make(cut).run() == result
    assert cut.read_bytes() == whole.read_bytes()
    assert len(played) == len(lines) - 11
    assert make(whole).run() == result and len(played) == len(lines) - 11


def test_a_file_of_another_tuning_is_refused_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    make(path, method="climb", rounds=1).run()
    before = path.read_bytes()
    with pytest.raises(BadRecord, match=r"is of another tuning: rounds, seed differ; remove it"):
        make(path, method="climb", rounds=2, seed=1)
    path.with_suffix(".txt").write_text("my diary\n")
    with pytest.raises(BadRecord, match="is not a file of a tuning"):
        make(path.with_suffix(".txt"))
    assert path.read_bytes() == before
    assert path.with_suffix(".txt").read_text() == "my diary\n"


def test_the_command(tmp_path: Path, call: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    options = ["--games", "6", "--nodes", "20", "--match", "4", "--gear", "plain"]
    code, out, err = call("tune", "kalah:3,2", *options)
    assert code == 0 and "every game is in kalah-3-2.tune.jsonl" in out, err
    assert call("tune", "kalah:3,2", *options)[1] == out
    code, out, err = call("tune", "nim:2,2")
    assert (code, out) == (2, "") and err.count("\n") == 1


@pytest.mark.slow
def test_a_run_that_was_killed_goes_on(tmp_path: Path) -> None:
    path, options = tmp_path / "a.jsonl", ["--games", "30", "--nodes", "200", "--match", "20"]
    command = [sys.executable, "-m", "zermelo", "tune", "kalah:4,3", "--gear", "plain", *options]
    run = subprocess.Popen([*command, "--file", str(path)], cwd=ROOT, stdout=subprocess.DEVNULL)
    while not path.exists() or path.read_text().count("\n") < 10:
        time.sleep(0.05)
    os.kill(run.pid, signal.SIGKILL)
    run.wait()
    texts = [
        subprocess.run([*command, "--file", str(file)], cwd=ROOT, capture_output=True, check=True)
        for file in (path, tmp_path / "b.jsonl")
    ]
    outs = [text.stdout.splitlines()[:-1] for text in texts]
    assert outs[0] == outs[1] and path.read_bytes() == (tmp_path / "b.jsonl").read_bytes()
