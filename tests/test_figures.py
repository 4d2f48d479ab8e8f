"""The lecture's Figure 1 and tables from the real game, the slide's tic-tac-toe, names, colours."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from html import unescape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from test_lecture import TABLE_3
from test_show import TABLE_6, TABLE_8

from zermelo import catalogue, search, tree
from zermelo.errors import TooLarge, ZermeloError
from zermelo.formatting import format_number, format_window
from zermelo.games.connect_four import ConnectFour
from zermelo.games.nim import Nim
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.show.film import Step
from zermelo.show.film_maker import film
from zermelo.show.fold import Fold
from zermelo.show.game_scene import game_scene
from zermelo.show.latex import tikz
from zermelo.show.markup import dot, mermaid
from zermelo.show.outline import outline
from zermelo.show.scene import MORE, Scene
from zermelo.show.svg import svg
from zermelo.show.text import text
from zermelo.show.trace_scene import trace_scene
from zermelo.trace import Trace

DRAWN: list[Callable[[Scene], str]] = [svg, tikz, dot, mermaid, outline]


def traced(algorithm: str, game: Any, **options: Any) -> Trace:
    trace = search.find(algorithm).run(game, trace=True, **options).trace
    assert trace is not None
    return trace


# ---------------------------------------------------------------------- Figure 1


def test_the_tree_of_the_real_game_is_figure_1() -> None:
    """Letters, players, children, payoffs, states, and whose turn each end is."""
    figure, real = tree.figure("nim-2-2"), tree.game_tree(Nim(2, 2))
    for mine, printed in zip(real.nodes, figure.nodes, strict=True):
        for key in ("name", "player", "children", "payoffs", "state", "turn"):
            assert getattr(mine, key) == getattr(printed, key)
    assert [node.state for node in real.nodes][:8] == [
        "(2,2)",
        *("(2,1)", "(2,0)"),
        *("(2,0)", "(1,0)", "(1,1)", "(1,0)", "(0,0)"),
    ]


@pytest.mark.parametrize("game", [tree.figure("nim-2-2"), tree.game_tree(Nim(2, 2))])
def test_figure_1_is_drawn_as_printed(game: tree.Tree) -> None:
    """Eight squares for MAX, seven circles for MIN; in each its state, beside it its letter."""
    picture = svg(trace_scene(traced("minimax", game), style="lecture"))
    assert picture.count('<rect class="s"') == 8 and picture.count('<circle class="s"') == 7
    assert "polygon" not in picture
    inside = re.findall(r'<(?:rect|circle) class="s".*?/><text class="n"[^>]*>(.*?)<', picture)
    assert inside == [node.state for node in game.nodes]
    assert re.findall(r'<text class="l h"[^>]*>(.*?)<', picture) == [*"ABCDEFGHIJKLMNO"]
    sizes = re.findall(r'<rect class="s" [^>]*width="(.*?)" height="(.*?)"', picture)
    assert all(width == height for width, height in sizes)  # squares


def test_every_form_of_picture_knows_the_lectures_style() -> None:
    picture = trace_scene(traced("alphabeta-hard", tree.figure("nim-2-2")), style="lecture")
    assert "max/.style={draw,rectangle" in tikz(picture) and "triangle" not in tikz(picture)
    assert "[{$(2,2)$}, max, label=left:{{\\scriptsize" in tikz(picture)
    assert dot(picture).count("shape=square") == 8 and dot(picture).count("shape=circle") == 7
    assert 'n0["(2,2) A −1"]' in mermaid(picture) and 'n1(("(2,1) B −1"))' in mermaid(picture)
    assert outline(picture).splitlines()[1:3] == ["□ A  (2,2)  −1", "├─ ★ ○ B  (2,1)  −1"]
    made = film(traced("alphabeta-hard", tree.figure("nim-2-2")), style="lecture")
    assert made.to_dict()["signs"].startswith("□ MAX · ○ MIN · ")
    assert all("polygon" not in drawn for drawn in made.to_dict()["trees"])


def test_leaves_without_a_turn_are_numbers_in_the_lectures_style() -> None:
    picture = svg(game_scene(tree.figure("two-ply"), style="lecture"))
    assert picture.count("<rect") == 1 and picture.count("<circle") == 3
    assert re.findall(r'<text class="n v"[^>]*>(.*?)<', picture) == [
        "3",
        "12",
        "8",
        "2",
        "4",
        "6",
        "14",
        "5",
        "2",
    ]


def test_min_at_the_root_is_a_circle() -> None:
    """The subgame at C, and the other start state: the lecture's Γ_C and ((2, 2), Min)."""
    game = Nim(2, 2)
    for position, value, shape in (
        ("2 0 MIN", -1, "circle"),
        ("2 2 MIN", 1, "circle"),
        ("2 0 MAX", 1, "rect"),
    ):
        found = search.minimax(tree.game_tree(game, game.load(position)), trace=True)
        assert found.value == value and found.trace is not None
        picture = svg(trace_scene(found.trace, style="lecture"))
        assert re.findall(r'<(rect|circle) class="s"', picture)[0] == shape


def test_a_large_game_has_no_tree_of_letters() -> None:
    with pytest.raises(TooLarge, match="more than 2,000 nodes"):
        tree.game_tree(ConnectFour(4, 4))


# ---------------------------------------------------------------------- the tables


def test_the_lectures_tables_from_the_real_game(call: Callable[..., tuple[int, str, str]]) -> None:
    for algorithm, form, printed in (
        ("minimax-stack", "table3", TABLE_3),
        ("minimax-window", "nested", TABLE_6),
        ("alphabeta-hard", "nested", TABLE_8),
    ):
        _, out, _ = call("trace", algorithm, "nim:2,2", "--form", form, "--style", "lecture")
        assert out.strip() == printed


def test_the_tables_with_states_have_separators(call: Callable[..., tuple[int, str, str]]) -> None:
    """The same rows, a state instead of each letter."""
    state = {node.name: node.state for node in tree.figure("nim-2-2").nodes}
    words = ("--form", "table3", "--style", "lecture", "--names", "states")
    _, out, _ = call("trace", "minimax-stack", "nim:2,2", *words)
    rows = [[state[node[0]] + node[1:] for node in row.split()] for row in TABLE_3.splitlines()]
    assert out.splitlines() == [" | ".join(row) for row in rows]
    words = ("--form", "nested", "--style", "lecture", "--names", "states")
    _, out, _ = call("trace", "alphabeta-hard", "nim:2,2", *words)
    names = re.sub(r"(?<=_)[A-O]|[A-O](?= :)", lambda found: state[found[0]], TABLE_8)
    assert out.strip() == names


def test_the_games_own_order_has_separators_too() -> None:
    lines = text(traced("minimax-stack", Nim(2, 2)), "table3").splitlines()
    assert lines[1:3] == [
        "(2,1) | (2,0) | (2,2)−∞",
        "(1,1) | (1,0) | (2,0) | (2,1)+∞ | (2,0) | (2,2)−∞",
    ]
    first = text(traced("alphabeta-hard", Nim(2, 2)), "nested").splitlines()[0]
    assert first == "1. (2,2) : α = max{−1, αβPruning(2,2-Nim_(2,1), −1, +1)}"


def test_the_log_says_who_moves_at_a_state() -> None:
    assert text(traced("minimax", Nim(2, 2))).splitlines()[:2] == [
        "(2,2) MAX",
        "  2-1 → (2,1) MIN",
    ]


# ---------------------------------------------------------------------- tic-tac-toe


def test_the_slides_tic_tac_toe() -> None:
    """Three first moves up to symmetry, with 5, 5 and 2 replies (Russell and Norvig)."""
    game = TicTacToe()
    whole = game_scene(game, plies=2, fold=Fold(game, game.start()))
    assert [item.times for item in whole.items[1:4]] == [4, 4, 1]
    assert [len(whole.items[i].children) for i in (1, 2, 3)] == [5, 5, 2]
    assert not any(item.shape == MORE for item in whole.items)
    part = game_scene(game, plies=2, fold=Fold(game, game.start(), 3), ends=True)
    more = [item.note for item in part.items if item.shape == MORE and not item.label]
    assert more == ["2 more", "2 more"]
    assert sorted(item.value for item in part.items if item.value) == ["0", "1", "−1"]
    assert all(item.board for item in part.items if item.shape != MORE)
    for draw in DRAWN:
        assert "…" in draw(part) or "\\dots" in draw(part)


def test_the_partial_tree_fits_on_a_slide() -> None:
    game = TicTacToe()
    picture = svg(game_scene(game, plies=2, fold=Fold(game, game.start(), 3), ends=True))
    root = ElementTree.fromstring(picture)
    assert float(root.attrib["width"]) <= 1280 and float(root.attrib["height"]) <= 720


def test_a_folded_search_keeps_its_principal_variation() -> None:
    """Every drawn class has its value; the best move is drawn even where it is not the first."""
    game = TicTacToe()
    trace = traced("minimax", game, depth=2)
    folded = trace_scene(trace, fold=Fold(game, game.start(), 1))
    best = [item.action for item in folded.items if item.is_best and item.action]
    assert best == trace.header["line"] and len(folded.items) == 5
    by_action = {item.action: item.value for item in trace_scene(trace).items[1:10]}
    drawn = trace_scene(trace, fold=Fold(game, game.start()))
    assert {item.action: item.value for item in drawn.items[1:4]} == {
        action: by_action[action] for action in ("a3", "b3", "b2")
    }


def test_a_folded_film_shows_its_dots_with_their_node() -> None:
    game = TicTacToe()
    made = film(traced("minimax", game, depth=1), fold=Fold(game, game.start(), 2))
    dots = [i for i, item in enumerate(made.scenes[0].items) if item.shape == MORE]
    start, first = made.frame(0), made.frame(1)
    assert len(dots) == 1
    assert start.items[dots[0]].is_ahead and not first.items[dots[0]].is_ahead


def test_draw_takes_plies_and_successors(
    call: Callable[..., tuple[int, str, str]], tmp_path: Path
) -> None:
    path = tmp_path / "tic-tac-toe.txt"
    shape = ("--plies", "1", "--successors", "2", "-o", str(path))
    code, out, _ = call("draw", "tree", "tic-tac-toe", *shape)
    assert code == 0 and out.strip() == str(path)
    assert path.read_text(encoding="utf-8").splitlines()[:5] == [
        "tic-tac-toe",
        "△ 3/3/3 X",
        "├─ a3 ×4   ▽ X2/3/3 O  ⋮",
        "├─ b3 ×4   ▽ 1X1/3/3 O  ⋮",
        "└─         … 1 more",
    ]
    code, _, error = call("draw", "tree", "tic-tac-toe", "-o", str(tmp_path / "x.html"))
    assert code == 2 and "tree is not a search" in error
    code, _, error = call("draw", "minimax", "nim:2,2", "--ends", "-o", str(tmp_path / "x.svg"))
    assert code == 2 and "--ends goes with zermelo draw tree" in error


# ---------------------------------------------------------------------- names and colours

NAMES = ["left wing", "Checkmate", "a_b & c", 'say "no"', "<root>", "ßø", "β", "x" * 60]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("style", ["triangles", "lecture"])
def test_names_appear_whatever_they_are(name: str, style: Any) -> None:
    game = tree.Tree({"name": name, "children": [{"name": f"{name}2", "value": 1}, 2]})
    picture = trace_scene(traced("minimax", game), style=style)
    words = [element.text for element in ElementTree.fromstring(svg(picture)).iter()]
    begins = name[:20]
    assert sum(bool(word) and begins in str(word) for word in words) >= 2
    assert begins in outline(picture)
    for drawn in (dot(picture), mermaid(picture)):
        assert begins in unescape(re.sub(r"#(\d+);", r"&#\1;", drawn.replace('\\"', '"')))


def test_piles_and_windows_have_colours_of_their_own() -> None:
    game = catalogue.game("coins:7")
    picture = svg(trace_scene(traced("alphabeta", game), windows="nodes"))
    colours = dict(re.findall(r"\.z \.([wl])\{font-size:[\d.]+px;fill:(#\w+)\}", picture))
    assert len({*colours.values()}) == 2
    assert '<text class="l h"' in picture and ">(4,1,1,1)<" in picture
    assert re.findall(r'<text class="w h"[^>]*>(.*?)<', picture)[0] == "[−1, 1]"


@pytest.mark.parametrize("windows", ["nodes", "edges"])
def test_leaves_have_no_window(windows: Any) -> None:
    trace = traced("alphabeta", tree.figure("two-ply"))
    for picture in (trace_scene(trace, windows=windows), *film(trace).frames(windows)):
        assert not [item.label for item in picture.items if item.window and item.shape == "leaf"]
    board = trace_scene(traced("alphabeta", TicTacToe(), depth=1), windows="nodes")
    assert [bool(item.window) for item in board.items[:3]] == [True, False, False]


# ---------------------------------------------------------------------- estimates

LIMITED = tree.Tree(
    [[{"estimate": v, "children": [0]} for v in pair] for pair in ((-1, -2), (4, 9))]
)
"""CS 188, resource limits: −1 −2 4 9 at the depth limit, value 4."""


def test_estimates_are_drawn_apart_from_payoffs() -> None:
    limited = trace_scene(traced("minimax", LIMITED, depth=2))
    assert limited.items[0].value == "4"
    assert [item.value for item in limited.items[3:]] == ["≈ −1", "≈ −2", "≈ 4", "≈ 9"]
    picture = svg(limited)
    assert picture.count('rx="14"') == 4 and picture.count(">?</text>") == 4
    assert "≈ with ? below: an estimate" in picture
    whole = svg(trace_scene(traced("minimax", tree.figure("two-ply"))))
    assert 'rx="14"' not in whole and "estimate" not in whole and whole.count('rx="2"') == 9
    assert tikz(limited).count(", estimate") == 4 and tikz(limited).count("\\scriptsize ?") == 4
    assert dot(limited).count("style=rounded") == 4 and mermaid(limited).count("([") == 4
    assert outline(limited).count("≈") == 5 and "an estimate, the tree goes on" in outline(limited)
    assert text(traced("minimax", LIMITED, depth=2)).count("≈") == 4


def test_an_estimate_that_is_searched_further_is_no_leaf() -> None:
    """Quiescence goes on below an estimate: the node keeps its form, its value keeps the ≈."""
    loud = {"estimate": 5, "children": [3, 9], "noisy": [True, False], "player": "MAX"}
    quiet = {"estimate": 2, "children": [7], "player": "MAX"}
    made = trace_scene(traced("quiescence", tree.Tree([[loud, quiet]]), depth=2))
    drawn = {item.label: (item.shape, item.is_estimate) for item in made.items}
    assert drawn["C"] == ("max", False) and drawn["D"] == ("leaf", True)
    values = {item.label: item.value for item in made.items}
    assert values["C"] == "≈ 5" and values["D"] == "≈ 2"


# ---------------------------------------------------------------------- the stepper

SEARCHED = [
    (tree.figure("two-ply"), {}),
    (tree.figure("nim-2-2"), {}),
    (tree.figure("expectimax"), {}),
    (tree.figure("three-player"), {}),
    (tree.random_tree(seed=5, depth=3, branching=3), {}),
    (tree.random_tree(seed=3, depth=3, branching=2, estimates=True), {"depth": 2}),
]

CHILD_VALUES = {"alpha_beta_back_up_1": "v"}
"""Functions with a variable that holds the value of a successor, not of their node."""


def list_traces(algorithm: str) -> Iterator[Trace]:
    """Yield the traces of a search on the trees that it is made for."""
    needs_depth = search.find(algorithm).needs_depth
    for game, options in SEARCHED:
        given = {"depth": 2} if needs_depth else options
        with suppress(ZermeloError):
            yield traced(algorithm, game, **given)


def find_state(trace: Trace, step: Step) -> str | None:
    """Return the node that the variables are about: s or x; on a stack n, or its parent m."""
    if "node" in trace.header["kinds"].values() and step.kind != "leaf":
        name = "m" if step.kind in ("cut", "closed", "update") else "n"
        return step.variables.get(name)
    return next(
        (x for name, x in step.variables.items() if trace.header["kinds"].get(name) == "state"),
        None,
    )


@pytest.mark.parametrize("algorithm", [one.name for one in search.searches()])
def test_variables_agree_with_the_picture_at_every_step(algorithm: str) -> None:
    """The current node, its value and its window, on every step of several searches."""
    checked = 0
    for trace in list_traces(algorithm):
        made = film(trace)
        for number, step in enumerate(made.steps, 1):
            items = made.frame(number, "nodes").items
            now = next((item for item in items if item.is_current), None)
            if now is None or not step.variables:
                continue
            checked += 1
            state = find_state(trace, step)
            assert state in (None, now.label), (step, now)
            if {"α", "β"} <= step.variables.keys() and now.window:
                assert now.window == f"[{step.variables['α']}, {step.variables['β']}]", (step, now)
            value = step.variables.get("v", "")
            if step.at is None or CHILD_VALUES.get(step.at[0]) == "v":
                continue
            returned = trace.events[number - 1].get("returned")  # fail-hard: not what is known
            if returned is not None:
                assert value in (format_number(returned), ""), step  # pruning has only α and β
            elif value and not value.strip("()").startswith(("−∞", "+∞")):
                assert now.value.lstrip("≤≥≈ ") in (value, ""), (step, now)
    assert checked > 50


@pytest.mark.parametrize("name", ["two-ply", "nim-2-2"])
def test_the_stack_agrees_with_the_picture(name: str) -> None:
    """The windows of open nodes are those beside the nodes on the path."""
    trace = traced("alphabeta-stack", tree.figure(name))
    made, compared = film(trace), 0
    for number, event in enumerate(trace.events, 1):
        if event["event"] == "stack":
            drawn = {item.label: item for item in made.frame(number, "nodes").items}
            for label, low, high in event["open"]:
                if low is not None and drawn[label].window:
                    assert drawn[label].window == format_window(low, high)
                    compared += 1
    assert compared > 10


def test_the_player_to_move_is_max_where_players_have_names(call: Any, tmp_path: Path) -> None:
    """The lecture's style says the same as the search, whoever moves at the root."""
    moves = ["--moves", "b2 b3 a1 c3 a3"]  # O moves, and has lost
    lines = {}
    for style in ("triangles", "lecture"):
        path = tmp_path / f"{style}.txt"
        options = ["--style", style, "-o", str(path)]
        assert call("draw", "minimax", "tic-tac-toe", *moves, *options)[0] == 0
        lines[style] = path.read_text(encoding="utf-8").splitlines()[1]
    assert lines["triangles"].startswith("△") and lines["triangles"].endswith("O  −1")
    assert lines["lecture"].startswith("□ A") and lines["lecture"].endswith("O  −1")
