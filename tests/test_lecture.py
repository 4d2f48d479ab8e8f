"""What the lecture, the notes and the slides say: values, tables, pruned nodes."""

from __future__ import annotations

from typing import Any

import pytest

from zermelo import search, tree
from zermelo.formatting import format_number
from zermelo.games.coins import Coins
from zermelo.games.nim import Nim
from zermelo.games.tic_tac_toe import TicTacToe

GEARS = ["plain", "compiled"]
TWO_PLAYERS = [
    "minimax",
    "minimax-stack",
    "minimax-window",
    "alphabeta",
    "alphabeta-hard",
    "alphabeta-stack",
    "deepening",
]


@pytest.mark.parametrize("algorithm", TWO_PLAYERS)
def test_values_of_nim_and_coins(algorithm: str) -> None:
    decide = search.find(algorithm).run
    nim = decide(Nim(2, 2), gear="plain")
    assert (nim.value, nim.line) == (-1, ("2-1", "2-2", "1-1"))
    assert decide(Coins(7), gear="plain").value == -1


@pytest.mark.parametrize(
    "algorithm",
    [
        "alphabeta",
        *(pytest.param(x, marks=pytest.mark.slow) for x in TWO_PLAYERS if x != "alphabeta"),
    ],
)
def test_values_of_nim_and_coins_compiled(algorithm: str) -> None:
    """Each search is compiled for each game. The trees below share one machine code."""
    decide = search.find(algorithm).run
    assert decide(Nim(2, 2), gear="compiled").value == -1
    assert decide(Coins(7), gear="compiled").value == -1


@pytest.mark.parametrize("gear", GEARS)
@pytest.mark.parametrize("algorithm", TWO_PLAYERS)
def test_values_of_the_lectures(algorithm: str, gear: Any) -> None:
    decide = search.find(algorithm).run
    assert decide(tree.figure("nim-2-2"), gear=gear).value == -1
    two_ply = decide(tree.figure("two-ply"), gear=gear)
    assert (two_ply.value, two_ply.action_name, two_ply.line) == (3, "a1", ("a1", "b1"))
    assert decide(tree.figure("pacman"), gear=gear).value == 8
    assert decide(tree.figure("ghost"), gear=gear).value == -8


@pytest.mark.parametrize("gear", GEARS)
def test_chance_and_many_players(gear: Any) -> None:
    assert search.expectimax(tree.figure("expectimax"), gear=gear).value == pytest.approx(8)
    assert search.expectimax_bounded(tree.figure("expectimax"), gear=gear).value == pytest.approx(8)
    result = search.maxn(tree.figure("three-player"), gear=gear)
    assert (result.vector, result.action_name) == ((1, 2, 6), "a1")


def test_pacman_alone_8_against_6() -> None:
    result = search.minimax(tree.figure("pacman"))
    assert {v.name: v.value for v in result.values} == {"a1": 6, "a2": 8}


@pytest.mark.parametrize("gear", GEARS)
def test_tic_tac_toe(gear: Any) -> None:
    """The counts in shared/data/small_games/tictactoe.tsv: 549,946 nodes, 255,168 games."""
    result = search.minimax(TicTacToe(), gear=gear)
    assert (result.value, result.nodes, result.leaves, result.exact) == (0, 549_946, 255_168, True)


def test_nim_as_the_lecture_defines_it() -> None:
    """X, S, T, δ, l and v of 2,2-Nim, canonical piles, both start states."""
    game = Nim(2, 2)
    assert [(s.piles, s.turn) for s in game.starts()] == [((2, 2), 0), ((2, 2), 1)]
    after = {
        game.name(game.start(), a): game.result(game.start(), a).piles
        for a in game.actions(game.start())
    }
    assert after == {"2-1": (2, 1), "2-2": (2, 0)}
    s = game.after(["2-1"])
    assert [game.result(s, a).piles for a in game.actions(s)] == [(1, 1), (1, 0), (2, 0)]
    assert game.payoffs(game.load("0 0 MAX")) == (1, -1)
    assert game.payoffs(game.load("0 0 MIN")) == (-1, 1)


def test_coins_as_problem_1_defines_it() -> None:
    game = Coins(4)
    assert [game.name(game.start(), a) for a in game.actions(game.start())] == ["4=3+1", "4=2+2"]
    assert game.terminal(game.load("2 2 MIN"))
    assert not game.terminal(game.load("3 1 MIN"))
    seven = Coins(7)
    piles = seven.load("4 2 1 MAX")
    names = [seven.name(piles, a) for a in seven.actions(piles)]
    assert names == ["4=3+1", "4=2+2", "2=1+1"]  # 1 is a multiple of 1


# ---------------------------------------------------------------------- Table 3

TABLE_3 = """\
A
B C A−∞
D E F B+∞ C A−∞
I J D−∞ E F B+∞ C A−∞
N I+∞ J D−∞ E F B+∞ C A−∞
N+1 I+∞ J D−∞ E F B+∞ C A−∞
I+1 J D−∞ E F B+∞ C A−∞
J D+1 E F B+∞ C A−∞
J−1 D+1 E F B+∞ C A−∞
D+1 E F B+∞ C A−∞
E F B+1 C A−∞
K E−∞ F B+1 C A−∞
K−1 E−∞ F B+1 C A−∞
E−1 F B+1 C A−∞
F B−1 C A−∞
L F−∞ B−1 C A−∞
O L+∞ F−∞ B−1 C A−∞
O+1 L+∞ F−∞ B−1 C A−∞
L+1 F−∞ B−1 C A−∞
F+1 B−1 C A−∞
B−1 C A−∞
C A−1
G H C+∞ A−1
M G−∞ H C+∞ A−1
M−1 G−∞ H C+∞ A−1
G−1 H C+∞ A−1
H C−1 A−1
H+1 C−1 A−1
C−1 A−1
A−1"""


def subscripted(label: str, v: float | None) -> str:
    return label if v is None else label + ("+" if v > 0 else "") + format_number(v)


def test_table_3_line_by_line() -> None:
    trace = search.minimax_stack(tree.figure("nim-2-2"), trace=True).trace
    assert trace is not None
    rows = [
        " ".join(subscripted(*node) for node in event["open"])
        for event in trace.events
        if event["event"] == "stack"
    ]
    assert rows == TABLE_3.splitlines()


# ---------------------------------------------------------------------- Tables 6 and 8

CALLS_8 = "A(-1,1) B(-1,1) D(-1,1) I(-1,1) N(-1,1) E(-1,1) K(-1,1) C(-1,1) G(-1,1) M(-1,1)"
UPDATES_8 = (
    "I:min(1,1)=1 D:max(-1,1)=1 B:min(1,1)=1 E:max(-1,-1)=-1 B:min(1,-1)=-1 A:max(-1,-1)=-1 "
    "G:max(-1,-1)=-1 C:min(1,-1)=-1 A:max(-1,-1)=-1"
)
RETURNS_8 = "N=1 I=1 D=1 K=-1 E=-1 B=-1 M=-1 G=-1 C=-1 A=-1"

CALLS_6 = (
    "A(-1,1) B(-1,1) D(-1,1) I(-1,1) N(-1,1) J(1,1) E(-1,1) K(-1,1) F(-1,-1) L(-1,-1) O(-1,-1) "
    "C(-1,1) G(-1,1) M(-1,1) H(-1,-1)"
)
UPDATES_6 = (
    "I:min(1,1)=1 D:max(-1,1)=1 D:max(1,-1)=1 B:min(1,1)=1 E:max(-1,-1)=-1 B:min(1,-1)=-1 "
    "L:min(1,1)=1 F:max(-1,1)=1 "
    "B:min(-1,1)=-1 A:max(-1,-1)=-1 G:max(-1,-1)=-1 C:min(1,-1)=-1 C:min(-1,1)=-1 A:max(-1,-1)=-1"
)
RETURNS_6 = "N=1 I=1 J=-1 D=1 K=-1 E=-1 O=1 L=1 F=1 B=-1 M=-1 G=-1 H=1 C=-1 A=-1"


@pytest.mark.parametrize(
    ("algorithm", "calls", "updates", "returns"),
    [
        ("alphabeta-hard", CALLS_8, UPDATES_8, RETURNS_8),
        ("minimax-window", CALLS_6, UPDATES_6, RETURNS_6),
    ],
)
def test_tables_6_and_8(algorithm: str, calls: str, updates: str, returns: str) -> None:
    """Every call with its window, every update, every return, in the lecture's order."""
    trace = search.find(algorithm).run(tree.figure("nim-2-2"), trace=True).trace
    assert trace is not None
    label = {event["node"]: event["label"] for event in trace.events if event["event"] == "enter"}
    entered = [
        f"{e['label']}({e['alpha']:g},{e['beta']:g})" for e in trace.events if e["event"] == "enter"
    ]
    updated = [
        f"{label[e['node']]}:{e['rule']}({e['old']:g},{e['got']:g})={e['new']:g}"
        for e in trace.events
        if e["event"] == "update"
    ]
    left = [f"{label[e['node']]}={e['value']:g}" for e in trace.events if e["event"] == "leave"]
    assert entered == calls.split()
    assert updated == updates.split()
    assert left == returns.split()


@pytest.mark.parametrize("algorithm", ["alphabeta", "alphabeta-hard", "alphabeta-stack"])
def test_alpha_beta_prunes_exactly_five_nodes_of_figure_1(algorithm: str) -> None:
    result = search.find(algorithm).run(tree.figure("nim-2-2"), trace=True)
    assert result.trace is not None
    assert set("ABCDEFGHIJKLMNO") - set(result.trace.list_labels()) == set("JFLOH")
    cuts = [event for event in result.trace.events if event["event"] == "cut"]
    assert [p["label"] for event in cuts for p in event["pruned"]] == ["J", "F", "H"]


def test_the_cut_rule_that_needs_more_prunes_less() -> None:
    """With > instead of ≥ the ties of 2,2-Nim are no reason to cut."""
    assert search.alphabeta(tree.figure("nim-2-2"), rule=">").nodes == 15
    assert search.alphabeta(tree.figure("two-ply"), rule=">").nodes == 11


def test_reasons_are_sentences() -> None:
    trace = search.alphabeta(tree.figure("two-ply"), trace=True).trace
    assert trace is not None
    assert trace.list_reasons() == ["C is at most 2; A already has 3"]
    trace = search.alphabeta(tree.figure("figure-3"), trace=True).trace
    assert trace is not None
    assert trace.list_reasons()[-1] == "C is at most ¼; A already has ½"


def test_figure_2_is_cut_by_the_range_of_payoffs() -> None:
    assert search.alphabeta(tree.figure("figure-2")).nodes == 2


def test_open_lines_of_the_slides() -> None:
    """X in the centre, O beside it: 6 lines to 4; X in a corner, O in the centre: 4 to 5."""
    game = TicTacToe()
    s = game.after(["b2", "a2"])
    assert (game.open_lines(s, 0), game.open_lines(s, 1)) == (6, 4)
    s = game.after(["a3", "b2"])
    assert (game.open_lines(s, 0), game.open_lines(s, 1)) == (4, 5)


# ---------------------------------------------------------------------- CS 188's small trees


@pytest.mark.parametrize(
    ("name", "value", "action"),
    [
        ("eight-leaves", 4, "a2"),
        ("four-leaves", 5, "a2"),
        ("perfect-player", 10, "a1"),
        ("root-tie", 10, "a1"),
    ],
)
@pytest.mark.parametrize("algorithm", TWO_PLAYERS)
def test_small_trees_of_cs_188(algorithm: str, name: str, value: float, action: str) -> None:
    result = search.find(algorithm).run(tree.figure(name))
    assert (result.value, result.action_name) == (value, action)


def test_against_a_random_player_the_other_move_is_better() -> None:
    result = search.expectimax(tree.figure("perfect-player"), opponents=search.uniform)
    assert {v.name: v.value for v in result.values} == {"a1": 10, "a2": 54.5}
    assert result.action_name == "a2"


def test_a_move_that_was_cut_at_the_root_may_tie_with_the_best() -> None:
    """The value of a2 is 0. Alpha-beta stops at 10 and must not choose it."""
    result = search.alphabeta(tree.figure("root-tie"))
    assert [(v.name, v.value, v.bound) for v in result.values] == [
        ("a1", 10, "exact"),
        ("a2", 10, "at most"),
    ]
    whole = search.alphabeta(tree.figure("root-tie"), all=True)
    assert {v.name: v.value for v in whole.values} == {"a1": 10, "a2": 0}
