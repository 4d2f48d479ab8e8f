"""A policy as a table: every state once, every move a best one."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest

from zermelo import catalogue, search
from zermelo.errors import TooLarge, Unsuitable
from zermelo.games.nim import Nim
from zermelo.search.policy_table import tabulate_policy
from zermelo.states import list_states


@pytest.mark.parametrize("name", ["nim:2,2", "nim:3,2,misere=no", "coins:7", "tree:expectimax"])
def test_every_state_has_a_move_that_keeps_its_value(name: str) -> None:
    game = catalogue.game(name)
    table = tabulate_policy(game)
    inner = [s for s in list_states(game) if not game.terminal(s) and game.player(s) >= 0]
    assert [row.state for row in table.rows] == [game.dump(s) for s in inner]
    for s, row in zip(inner, table.rows, strict=True):
        assert row.value == search.expectimax(game, s, player=0).value
        after = game.result(s, game.parse(s, row.move))
        assert row.after == game.dump(after)
        assert row.value == search.expectimax(game, after, player=0).value


def test_the_policy_of_the_lectures_nim() -> None:
    """Ten of the twelve states are not terminal; five are MAX's."""
    table = tabulate_policy(Nim(2, 2))
    assert len(table) == 10 and len(tabulate_policy(Nim(2, 2), player=0)) == 5
    moves = {row.state: (row.move, row.value) for row in table.rows}
    assert moves["2 1 MIN"] == ("2-2", -1) and moves["2 0 MAX"] == ("2-1", 1)


def test_the_command_begins_where_it_is_told(call: Any) -> None:
    _, out, _ = call("policy", "nim:2,2", "--moves", "2-1")
    lines = out.splitlines()
    assert lines[1] == "2 1 MIN  MIN     2-2      −1  1 0 MAX" and len(lines) == 1 + 5


def test_csv_and_json_hold_the_same(call: Any) -> None:
    _, text, _ = call("policy", "nim:2,2", "--player", "1", "--form", "csv")
    rows = list(csv.DictReader(io.StringIO(text)))
    _, out, _ = call("policy", "nim:2,2", "--player", "1", "--json")
    data = json.loads(out)
    assert (data["game"], data["value_of"]) == ("nim:2,2", "MAX")
    assert [(row["state"], row["move"], float(row["value"])) for row in rows] == [
        (row["state"], row["move"], row["value"]) for row in data["policy"]
    ]
    assert {row["player"] for row in rows} == {"MIN"}


def test_states_are_written_as_the_lecture_does(call: Any) -> None:
    code, out, _ = call("policy", "nim:2,2", "--style", "lecture")
    assert code == 0
    assert out.splitlines()[1].split("  ")[0] == "((2, 2), MAX)"
    assert len(out.splitlines()) == 11


def test_what_has_no_policy_is_refused_in_one_line(call: Any) -> None:
    for arguments, line in (
        (("tic-tac-toe", "--max-states", "9"), "more than 9 states: begin nearer to the end"),
        (("tree:three-player",), "at most two players"),
        (("nim", "--player", "2"), "players are 0 to 1"),
        (('tree:[[3,"x"],[2,4]]',), "x is unknown: best moves need a number at every leaf"),
    ):
        code, out, err = call("policy", *arguments)
        assert (code, out) == (2, "") and line in err and err.count("\n") == 1
    with pytest.raises(TooLarge):
        tabulate_policy(catalogue.game("connect-four"), most=100)
    with pytest.raises(Unsuitable):
        tabulate_policy(catalogue.game("tree:three-player"))
