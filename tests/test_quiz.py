"""The quiz: the dialogue in the terminal, and its command."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from exercises import WISHES

from zermelo import tree
from zermelo.cli import run
from zermelo.teach import (
    Exercise,
    make_exercise,
)
from zermelo.teach.mistake import KINDS
from zermelo.teach.quiz import Quiz

# ---------------------------------------------------------------------- the dialogue


def told_by(made: list[Exercise], *answers: str) -> list[str]:
    lines: list[str] = []
    waiting = iter(answers)

    def ask(prompt: str) -> str:
        lines.append(f"? {prompt}")
        try:
            return next(waiting)
        except StopIteration:
            raise EOFError from None

    assert Quiz(made, ask, lines.append).run() == 0
    return lines


def test_a_dialogue_without_mistakes() -> None:
    made = Exercise.of(tree.figure("two-ply"))
    lines = told_by([made], "i, j", "3", "<= 2", "2", "3", "B")
    assert [line for line in lines if line.startswith("?")] == [
        "? pruned (labels, or none): ", "? B = ", "? C = ", "? D = ", "? A = ", "? action at A: ",
    ]  # fmt: skip
    assert lines.count("Right.") == 6 and lines[-1] == "6 of 6 right."


def test_a_dialogue_with_every_command() -> None:
    made = Exercise.of(tree.figure("two-ply"))
    answers = [
        "help",
        "",
        "hint",
        "J",
        "none",
        "hint",
        "12",
        "3",
        "six",
        "6",
        "4",
        "skip",
        "tree",
        "3",
        "hint",
        "a9",
        "a3",
        "a1",
    ]
    lines = told_by([made], *answers)
    text = "\n".join(lines)
    for said in (
        "show the answer, and go on",
        "B is a MIN node, and sees E = 3, F = 12, G = 8.",
        "B is a MIN node: it takes the smallest of 3, 12, 8; you took the largest, 12. Once more:",
        "Right now.",
        "C is 'six'; write a number",
        "The answer is ≤ 2.",
        "The answer is 2.",
        "Something is pruned below C.",
        "too late",
        "The answer is I, J.",
        "There are a1 to B, 3, a2 to C, ≤ 2, a3 to D, 2.",
        "'a9' is not legal here",
        "the worst for MAX, who wants the largest value. Once more:",
    ):
        assert said in text, (said, text)
    assert lines[-1] == "1 of 6 right, 2 at the second try."


def test_leaving_a_dialogue() -> None:
    made = [make_exercise(1), make_exercise(2)]
    assert told_by(made, "quit")[-1] == "Nothing answered."
    assert told_by(made)[-2:] == ["", "Nothing answered."]
    first = [str(v) for v in made[0].solution.values.values()]
    lines = told_by(
        made, " ".join(made[0].solution.pruned), *first, made[0].solution.action or "", "quit"
    )
    assert (
        lines[-1] == f"{len(first) + 2} of {len(first) + 2} right."
        and sum(line.startswith("Exercise ") for line in lines) == 2
    )


@pytest.mark.parametrize("wish", WISHES, ids=str)
def test_the_solution_answers_the_dialogue(wish: dict[str, Any]) -> None:
    made = make_exercise(8, **wish)
    answers = [" ".join(made.solution.pruned) or "none"] if made.search.prunes else []
    answers += [visit.text for visit in made.visits.values()]
    assert (
        told_by([made], *answers, made.best_action or "")[-1]
        == f"{len(answers) + 1} of {len(answers) + 1} right."
    )


# ---------------------------------------------------------------------- the command


def test_the_command_writes_a_form_and_grades_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    form = tmp_path / "answer.json"
    assert run(["quiz", "--seed", "7", "--cuts", "2", "--sheet", str(form)]) == 0
    assert capsys.readouterr().out == f"{form}\n"
    assert run(["quiz", "--grade", str(form)]) == 1
    assert "D has no value" in capsys.readouterr().out
    assert run(["quiz", "--seed", "7", "--cuts", "2", "--solution", "--sheet", str(form)]) == 0
    assert run(["quiz", "--grade", str(form)]) == 0
    assert capsys.readouterr().out.endswith("right\n")
    filled = json.loads(form.read_text(encoding="utf-8"))
    form.write_text(
        json.dumps(filled | {"action": "a2" if filled["action"] == "a1" else "a1"}),
        encoding="utf-8",
    )
    assert run(["quiz", "--json", "--grade", str(form)]) == 1
    assert json.loads(capsys.readouterr().out)["mistake"]["kind"] in KINDS


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "No such file"),
        ("{", "this is not an answer"),
        ('{"format": "zermelo-answer", "version": 1}', "does not say which exercise"),
        (
            '{"format": "zermelo-answer", "version": 1, "exercise": {"sed": 1}}',
            "the exercise cannot be read",
        ),
        (
            '{"format": "zermelo-answer", "version": 1, "exercise": {"seed": 1, "cuts": 99}}',
            "ask for fewer",
        ),
        (
            '{"format": "zermelo-answer", "version": 1, "exercise": {"seed": 1}, '
            '"values": {"Q": 1}}',
            "no node is called 'Q'",
        ),
        (
            '{"format": "zermelo-answer", "version": 1, '
            '"exercise": {"tree": [[1, 2], 3], "algorithm": 7}}',
            "no exercise is about 7",
        ),
    ],
)
def test_a_file_that_cannot_be_graded_is_a_wrong_call(
    content: str | None, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "answer.json"
    if content is not None:
        path.write_text(content, encoding="utf-8")
    assert run(["quiz", "--grade", str(path)]) == 2
    captured = capsys.readouterr()
    assert said in captured.err and captured.err.count("\n") == 1 and captured.out == ""


def test_the_command_prints_draws_and_asks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(["quiz", "--players", "3", "--solution"]) == 0
    assert "max^n" in capsys.readouterr().out
    assert run(["quiz", "--chance", "--json"]) == 0
    assert (
        json.loads(capsys.readouterr().out)["exercises"][0]["exercise"]["algorithm"] == "expectimax"
    )
    assert run(["quiz", "--count", "2", "--sheet", str(tmp_path / "two.tex")]) == 0
    assert run(["quiz", "--game", "nim:2,2", "--sheet", str(tmp_path / "nim.svg")]) == 0
    assert run(["problems"]) == 0 and "seven coins" in capsys.readouterr().out
    assert run(["problems", "3"]) == 0 and "αβPruning" in capsys.readouterr().out
    assert (
        run(["problems", "1", "-o", str(tmp_path / "coins.svg")]) == 0
        and (tmp_path / "coins.svg").exists()
    )
    assert run(["problems", "--json"]) == 0 and run(["problems", "2", "--json"]) == 0
    capsys.readouterr()
    for wrong in (
        ["problems", "9"],
        ["problems", "4", "-o", "x.svg"],
        ["problems", "-o", "x.svg"],
        ["quiz", "--depth", "99"],
        ["quiz", "--rule", "<"],
    ):
        assert run(wrong) == 2
        assert capsys.readouterr().err.count("\n") == 1

    def gone(prompt: str = "") -> str:
        raise EOFError

    def stopped(prompt: str = "") -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", gone)
    assert run(["quiz"]) == 0 and capsys.readouterr().out.endswith("Nothing answered.\n")
    monkeypatch.setattr("builtins.input", stopped)
    assert run(["quiz"]) == 130


def test_a_given_game_refuses_options_of_random_trees(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["quiz", "--game", "tree:two-ply", "--seed", "3", "--solution"]) == 2
    assert "leave one of them out" in capsys.readouterr().err
