"""A person at the table: moves, undo, hint, help, resign."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from zermelo import catalogue, solve
from zermelo.errors import BadLimit, Unsuitable
from zermelo.play import Table, Thinker


def sat(
    spec: str, *lines: str, moves: str = "", position: str | None = None, **options: Any
) -> str:
    """What the table says while a person types these lines."""
    game = catalogue.game(spec)
    start = game.start() if position is None else game.load(position)
    typed: Iterator[str] = iter(lines)
    said: list[str] = []

    def ask(prompt: str) -> str:
        try:
            line = next(typed)
        except StopIteration:
            raise EOFError from None
        said.append(prompt + line)
        return line

    Table(game, game.after(moves.split(), start), ask=ask, say=said.append, **options).sit()
    return "\n".join(said)


def test_a_game_to_its_end() -> None:
    said = sat("nim:1,2", "1-1")
    assert "MIN plays 1-1" in said
    assert said.endswith("You win.")


def test_losing_and_drawing() -> None:
    assert sat("nim:2,2", "2-1", "1-1", depth=9).endswith("MIN wins.")
    assert sat("tic-tac-toe", "b1", moves="b2 a1 c1 a3 a2 c2 b3", depth=9).endswith("A draw.")


def test_commands() -> None:
    said = sat(
        "tic-tac-toe",
        "help",
        "moves",
        "hint",
        "a9",
        "b2",
        "undo",
        "board",
        "position",
        "undo",
        "",
        "resign",
        depth=3,
    )
    assert "take back your last move" in said
    assert "a3 b3 c3 a2 b2 c2 a1 b1 c1" in said
    assert "engine on tic-tac-toe" in said
    assert "'a9' is not legal here" in said
    assert "There is no move of yours to take back." in said
    assert "3/3/3 X" in said
    assert said.endswith("X resigns.")


def test_the_hint_of_a_database_has_the_value_of_every_move(tmp_path: Path) -> None:
    """Also of one that errs in every move that it plays."""
    game, path = catalogue.game("nim:2,2"), tmp_path / "nim.zdb"
    solve.database(game, path, gear="plain")
    said = sat("nim:2,2", "hint", "resign", moves="2-1", algorithm=f"db:{path},errs=1")
    assert "win in 2 plies\n2-2  win in 1 ply\n2-1  lose in 2 plies\n1-1  lose" in said


def test_a_position_is_set_up_at_the_prompt() -> None:
    said = sat(
        "tic-tac-toe",
        *("position nonsense", "position XO1/3/3 X", "undo", "position", "resign"),
        depth=3,
    )
    assert "'nonsense' has 1 row; this board has 3" in said
    assert "3  X O ·" in said and "3/3/3 X" in said and said.endswith("X resigns.")


def test_moves_of_several_words_stand_on_lines_of_their_own() -> None:
    said = sat("backgammon", "moves", "quit", position="4HPwATDgc/ABMA White 3-1", depth=1)
    assert "\n8/5 6/5\n" in said


def test_undo_goes_back_to_your_own_turn() -> None:
    said = sat("connect-four", "4", "undo", "moves", "quit", depth=2)
    assert said.count("· · · · · · ·\n" * 6 + "1 2 3 4 5 6 7") == 2


def test_undo_changes_nothing_where_no_move_is_yours() -> None:
    said = sat("backgammon", "position", "undo", "position", "quit", seed=1, depth=1)
    before, after = re.findall(r"^(\S{14} .*)$", said, re.M)
    assert "There is no move of yours" in said and before == after
    said = sat("tic-tac-toe", "undo", "position", "quit", you=1, depth=2)
    assert said.count("X plays") == 1 and "There is no move of yours" in said


def test_undo_takes_a_whole_capture_back() -> None:
    said = sat(
        "checkers",
        *("15x22x29", "undo", "position", "quit"),
        position="B:W18,25,30:B15,1",
        algorithm="alphabeta",
        depth=1,
    )
    assert "B:W18,25,30:B1,15" in said


def test_the_other_side_and_the_dice() -> None:
    said = sat("pig:10,3", "roll", "hold", "quit", seed=3, depth=3)
    assert "You are first" in said and "chance: " in said and "second plays" in said
    assert sat("pig:10,3", "roll", "quit", seed=3, depth=3) == sat(
        "pig:10,3", "roll", "quit", seed=3, depth=3
    )


def test_three_players_and_trees() -> None:
    said = sat("tree:three-player", "a1", you=0, depth=9)
    assert "B plays b1 (2 for B)" in said and "C plays d1" in said
    assert said.endswith("C wins: 1 to 2 to 6.")


def test_the_command_reads_a_pipe() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "zermelo", "play", "nim:1,2"],
        input="1-1\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.endswith("You win.\n")


@pytest.mark.parametrize("line", ["quit", "exit", "q"])
def test_leaving(line: str) -> None:
    assert sat("nim:2,2", line).endswith(f"> {line}")


def test_a_search_that_does_not_suit_is_refused_before_the_game() -> None:
    with pytest.raises(Unsuitable, match="use expectimax"):
        sat("pig:20", "roll", algorithm="alphabeta")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"depth": -3}, "depth is -3"),
        ({"depth": 0}, "depth is 0; it must be a whole number, 1 or more"),
        ({"depth": 0, "algorithm": "minimax"}, "depth is 0"),
        ({"seconds": -3.0}, "seconds is -3"),
        ({"seconds": 0.0}, "seconds is 0"),
        ({"seconds": float("nan"), "algorithm": "deepening"}, "seconds is nan"),
        ({"level": 0}, "levels are 1 to 10"),
    ],
)
def test_limits_that_make_no_sense_are_refused_before_the_game(
    options: dict[str, Any], words: str
) -> None:
    game = catalogue.game("nim:2,2")
    with pytest.raises(BadLimit, match=words):
        Table(game, game.start(), **options)


def test_without_limits_the_engine_plays_at_a_level() -> None:
    game = catalogue.game("nim:2,2")
    assert Thinker.for_game(game, None, None, None, 3).level == 3
    assert Thinker.for_game(game, None, None, None).level == 7
    assert Thinker.for_game(game, None, 2, None).level is None
