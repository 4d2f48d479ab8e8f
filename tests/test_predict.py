"""Questions about the next step of a film: right for every search, and not given away."""

from __future__ import annotations

from typing import Any

import pytest

from zermelo import catalogue, search, tree
from zermelo.errors import BadAnswer
from zermelo.show.film import PRUNED, Film
from zermelo.show.film_maker import film
from zermelo.teach.predict import Prediction, is_right_prediction, list_predictions


def predict(name: str, game: Any, **options: Any) -> tuple[Film, list[Prediction]]:
    trace = search.prepare(name, options)(game, trace=True).trace
    assert trace is not None
    reel = film(trace)
    return reel, list_predictions(reel, trace)


@pytest.mark.parametrize("name", search.names())
def test_every_search_has_questions_that_its_own_steps_answer(name: str) -> None:
    game = tree.figure("three-player" if search.find(name).players is None else "two-ply")
    reel, asked = predict(name, game, depth=3)
    assert {"value", "visit", "move"} <= {one.kind for one in asked}
    assert [one.step for one in asked] == sorted(one.step for one in asked)
    for one in asked:
        assert one.step <= one.shown <= len(reel.steps)
        if one.kind in ("value", "window"):
            assert is_right_prediction(one.right, one.right) and not one.items
            assert one.why == reel.steps[one.shown - 1].say
        if one.kind == "visit":
            here = reel.steps[one.step - 1].tree
            before = [step for step in reel.steps[: one.step] if step.tree == here]
            assert one.items[0] not in {look.item for step in before for look in step.looks}


def test_cuts_and_what_is_spared() -> None:
    reel, asked = predict("alphabeta", tree.figure("two-ply"))
    cuts = [one for one in asked if one.kind == "cut"]
    assert [one.right for one in cuts] == ["I, J", "nothing", "nothing"]
    pruned = {look.item for look in reel.steps[cuts[0].shown - 1].looks if look.stage == PRUNED}
    assert set(cuts[0].items) == pruned
    assert cuts[1].why == "D is at most 14, still above α = 3: nothing is cut."
    whole = predict("minimax-window", tree.figure("two-ply"))[1]
    assert {one.kind for one in whole} == {"value", "visit", "window", "move"}


def test_a_tie_cuts_nothing_by_the_rule_greater() -> None:
    tied = tree.Tree([[3, 5], [3, 9]])
    assert [one.right for one in predict("alphabeta", tied)[1] if one.kind == "cut"] == ["G"]
    spared = [one for one in predict("alphabeta", tied, rule=">")[1] if one.kind == "cut"]
    assert [(one.right, one.why) for one in spared] == [
        ("nothing", "C is at most 3, and α is 3: by this rule a tie cuts nothing.")
    ]


def test_a_mean_is_asked_for_once_and_a_vector_as_a_whole() -> None:
    values = [one.right for one in predict("expectimax", tree.figure("expectimax"))[1]]
    assert values[0] == "8" and values.count("8") == 3
    vectors = predict("maxn", tree.figure("three-player"))[1]
    assert vectors[0].right == "(1, 2, 6)" and is_right_prediction("1 2 6", vectors[0].right)


def test_unknown_payoffs_are_not_asked_for() -> None:
    for one in predict("minimax", tree.figure("figure-3"))[1]:
        if one.kind == "value":
            assert is_right_prediction(one.right, one.right)


def test_a_game_is_asked_about_by_its_moves() -> None:
    asked = predict("alphabeta", catalogue.game("tic-tac-toe"), depth=2)[1]
    visit = next(one for one in asked if one.kind == "visit")
    assert (visit.right, visit.why) == ("b3", "MAX tries b3; then MIN moves.")
    assert len(asked) < 80


def test_what_cannot_be_read_is_refused_with_a_reason() -> None:
    assert not is_right_prediction("2", "3")
    assert is_right_prediction("0.33", "⅓") and is_right_prediction("-0.5", "−½")
    with pytest.raises(BadAnswer, match="your answer is 'three'; write a number"):
        is_right_prediction("three", "3")
