"""Counting ways to play on: names of whole moves, and what an interrupted count says."""

from __future__ import annotations

import json
from collections.abc import Iterable

import pytest

from zermelo.cli import run
from zermelo.errors import BadLimit
from zermelo.games.checkers import Checkers
from zermelo.games.nim import Nim, Position
from zermelo.perft import perft


def test_a_capture_is_named_as_the_game_writes_it() -> None:
    game = Checkers()
    assert perft(game, game.load("B:W18,25,30:B15"), divide=True).moves == (("15x22x29", 1),)


def test_columns_are_as_wide_as_the_longest_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        run(["perft", "backgammon", "1", "--divide", "--position", "4HPwATDgc/ABMA White 6-6"]) == 0
    )
    *moves, _ = capsys.readouterr().out.splitlines()
    assert len(moves) == 11 and len({len(line) for line in moves}) == 1


class Interrupted(Nim):
    """Somebody presses Ctrl-C while the third position is looked at."""

    seen = 0

    def moves(self, s: Position) -> Iterable[int]:
        self.seen += 1
        if self.seen == 3:
            raise KeyboardInterrupt
        return super().moves(s)


def test_an_interrupted_count_is_no_count() -> None:
    found = perft(Interrupted(), depth=3, gear="plain")
    assert str(found) == "perft(3) of interrupted: interrupted before all was counted"
    assert (
        found.to_dict()["nodes"] is None
        and found.to_dict()["stopped"] == "interrupted"
        and found.seconds > 0
    )
    some = perft(Interrupted(), depth=2, divide=True, gear="plain")
    assert "1 first move is finished" in str(some)
    assert json.loads(json.dumps(some.to_dict()))["moves"] == {
        "3-1": 5
    }  # from 3 3 2, where piles of three are alike


@pytest.mark.parametrize("depth", [-1, 10**20])
def test_a_depth_that_no_game_has_is_refused(depth: int) -> None:
    with pytest.raises(
        BadLimit, match=f"depth is {depth}; it must be a whole number from 0 to 10000"
    ):
        perft(Nim(2, 2), depth=depth)
