"""Traces replayed: the lecture's tables, the slides' stages, steps forwards and backwards."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_trees import EXAMPLES, TWO_PLAYERS, trees

from zermelo import catalogue, search, tree
from zermelo.errors import BadTrace
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.show.draw import MAKERS, write
from zermelo.show.latex import tikz
from zermelo.show.layout import tidy
from zermelo.show.replay import Replay
from zermelo.show.sentences import write_sentence
from zermelo.show.svg import svg
from zermelo.show.text import FORMS, text
from zermelo.show.trace_scene import trace_scene
from zermelo.trace import Trace

TABLE_8 = """\
1. A : α = max{−1, αβPruning(2,2-Nim_B, −1, +1)}
   (a) B : β = min{+1, αβPruning(2,2-Nim_D, −1, +1)}
      i. D : α = max{−1, αβPruning(2,2-Nim_I, −1, +1)}
         A. I : β = min{+1, αβPruning(2,2-Nim_N, −1, +1)}
            I. N : return v = +1
         B. I : β = min{+1, +1} = +1
         C. I : return β = +1
      ii. D : α = max{−1, +1} = +1
      iii. D : return β = +1
   (b) B : β = min{+1, +1} = +1
   (c) B : β = min{+1, αβPruning(2,2-Nim_E, −1, +1)}
      i. E : α = max{−1, αβPruning(2,2-Nim_K, −1, +1)}
         A. K : return v = −1
      ii. E : α = max{−1, −1} = −1
      iii. E : return α = −1
   (d) B : β = min{+1, −1} = −1
   (e) B : return α = −1
2. A : α = max{−1, −1} = −1
3. A : α = max{−1, αβPruning(2,2-Nim_C, −1, +1)}
   (a) C : β = min{+1, αβPruning(2,2-Nim_G, −1, +1)}
      i. G : α = max{−1, αβPruning(2,2-Nim_M, −1, +1)}
         A. M : return v = −1
      ii. G : α = max{−1, −1} = −1
      iii. G : return α = −1
   (b) C : β = min{+1, −1} = −1
   (c) C : return α = −1
4. A : α = max{−1, −1} = −1
5. A : return α = −1"""

TABLE_6 = """\
1. A : α = max{−1, MiniMax(2,2-Nim_B, −1, +1)}
   (a) B : β = min{+1, MiniMax(2,2-Nim_D, −1, +1)}
      i. D : α = max{−1, MiniMax(2,2-Nim_I, −1, +1)}
         A. I : β = min{+1, MiniMax(2,2-Nim_N, −1, +1)}
            I. N : return v = +1
         B. I : β = min{+1, +1} = +1
         C. I : return β = +1
      ii. D : α = max{−1, +1} = +1
      iii. D : α = max{+1, MiniMax(2,2-Nim_J, +1, +1)}
         A. J : return v = −1
      iv. D : α = max{+1, −1} = +1
      v. D : return α = +1
   (b) B : β = min{+1, +1} = +1
   (c) B : β = min{+1, MiniMax(2,2-Nim_E, −1, +1)}
      i. E : α = max{−1, MiniMax(2,2-Nim_K, −1, +1)}
         A. K : return v = −1
      ii. E : α = max{−1, −1} = −1
      iii. E : return α = −1
   (d) B : β = min{+1, −1} = −1
   (e) B : β = min{−1, MiniMax(2,2-Nim_F, −1, −1)}
      i. F : α = max{−1, MiniMax(2,2-Nim_L, −1, −1)}
         A. L : β = min{+1, MiniMax(2,2-Nim_O, −1, −1)}
            I. O : return v = +1
         B. L : β = min{+1, +1} = +1
         C. L : return β = +1
      ii. F : α = max{−1, +1} = +1
      iii. F : return α = +1
   (f) B : β = min{−1, +1} = −1
   (g) B : return β = −1
2. A : α = max{−1, −1} = −1
3. A : α = max{−1, MiniMax(2,2-Nim_C, −1, +1)}
   (a) C : β = min{+1, MiniMax(2,2-Nim_G, −1, +1)}
      i. G : α = max{−1, MiniMax(2,2-Nim_M, −1, +1)}
         A. M : return v = −1
      ii. G : α = max{−1, −1} = −1
      iii. G : return α = −1
   (b) C : β = min{+1, −1} = −1
   (c) C : β = min{−1, MiniMax(2,2-Nim_H, −1, −1)}
      i. H : return v = +1
   (d) C : β = min{−1, +1} = −1
   (e) C : return β = −1
4. A : α = max{−1, −1} = −1
5. A : return α = −1"""

FIGURE_5_5 = """\
(a) E = 3: A [−∞, +∞], B [−∞, 3]
(b) F = 12: A [−∞, +∞], B [−∞, 3]
(c) G = 8: A [3, +∞], B [3, 3]
(d) H = 2: A [3, +∞], B [3, 3], C [−∞, 2]
(e) K = 14: A [3, 14], B [3, 3], C [−∞, 2], D [−∞, 14]
(f) L = 5: A [3, 5], B [3, 3], C [−∞, 2], D [−∞, 5]
(g) M = 2: A [3, 3], B [3, 3], C [−∞, 2], D [2, 2]"""

FIGURE_3 = """\
1. A : α = max{−1, αβPruning(tree:figure-3_B, −1, +1)}
   (a) B : return v = +½
2. A : α = max{−1, +½} = +½
3. A : α = max{+½, αβPruning(tree:figure-3_C, +½, +1)}
   (a) C : β = min{+1, αβPruning(tree:figure-3_D, +½, +1)}
      i. D : return v = +¼
   (b) C : β = min{+1, +¼} = +¼
   (c) C : return α = +½
4. A : α = max{+½, +½} = +½
5. A : return α = +½"""


def traced(algorithm: str, game: Any, **options: Any) -> Trace:
    trace = search.find(algorithm).run(game, trace=True, **options).trace
    assert trace is not None
    return trace


@pytest.mark.parametrize(
    ("algorithm", "name", "form", "expected"),
    [
        ("alphabeta-hard", "nim-2-2", "nested", TABLE_8),
        ("minimax-window", "nim-2-2", "nested", TABLE_6),
        ("alphabeta-hard", "figure-3", "nested", FIGURE_3),
        ("alphabeta", "two-ply", "stages", FIGURE_5_5),
    ],
)
def test_the_lectures_tables_and_the_slides_stages(
    algorithm: str, name: str, form: str, expected: str
) -> None:
    assert text(traced(algorithm, tree.figure(name)), form) == expected


def test_table_3_is_the_text_of_the_stack() -> None:
    lines = text(traced("minimax-stack", tree.figure("nim-2-2")), "table3").splitlines()
    assert (len(lines), lines[0], lines[4], lines[-1]) == (
        30,
        "A",
        "N I+∞ J D−∞ E F B+∞ C A−∞",
        "A−1",
    )


def test_forms_that_do_not_fit_say_so() -> None:
    trace = traced("minimax", tree.figure("two-ply"))
    for form in ("table3", "nested"):
        with pytest.raises(BadTrace):
            text(trace, form)
    with pytest.raises(BadTrace, match="no form is called 'colour'"):
        text(trace, "colour")


@pytest.mark.parametrize("algorithm", search.names())
def test_every_search_can_be_logged_on_a_real_game(algorithm: str) -> None:
    game = TicTacToe()
    trace = (
        search.find(algorithm).run(game, game.after(["b2", "a1", "c3"]), depth=2, trace=True).trace
    )
    lines = text(trace, "log").splitlines()
    assert sum("→" in line for line in lines) == sum(
        e["event"] == "enter" and e["action"] is not None for e in trace.events
    )


def test_a_log_shows_how_a_mean_comes_about() -> None:
    """The notes: ⅓·3 + ⅓·12 + ⅓·9 = 8, and 4 and 7."""
    lines = text(traced("expectimax", tree.figure("expectimax")), "log").splitlines()
    assert [line.strip() for line in lines if "·" in line] == [
        "B = ⅓·3 + ⅓·12 + ⅓·9 = 8",
        "C = ⅓·2 + ⅓·4 + ⅓·6 = 4",
        "D = ⅓·15 + ⅓·6 + ⅓·0 = 7",
    ]
    ghost = traced("expectimax", tree.figure("ghost"), opponents=search.uniform)
    assert "  C = ½·(−10) + ½·8 = −1" in text(ghost, "log").splitlines()
    sure = {"player": "chance", "children": [4], "probabilities": [1]}
    assert "·" not in text(traced("expectimax", tree.Tree([sure, 3])), "log")
    vectors = {"player": "chance", "children": [(1, 2, 3), (3, 2, 1)]}
    log = text(traced("maxn", tree.Tree({"players": 3, "root": [vectors]})), "log")
    assert "B = ½·(1, 2, 3) + ½·(3, 2, 1) = (2, 2, 2)" in log


def test_a_mean_that_was_cut_short_shows_no_working() -> None:
    log = text(traced("expectimax-bounded", tree.figure("expectimax")), "log")
    assert "B = ⅓·3 + ⅓·12 + ⅓·9 = 8" in log and "C ≤ 7" in log


def test_the_stepper_shows_how_a_mean_grows() -> None:
    replay = Replay(traced("expectimax", tree.figure("expectimax")))
    said = []
    while replay.step < len(replay):
        replay.forward()
        said.append(write_sentence(replay))
    assert [sentence for sentence in said if sentence.startswith("B adds")] == [
        "B adds ⅓ of 3: ⅓·3 = 1.",
        "B adds ⅓ of 12: ⅓·3 + ⅓·12 = 5.",
        "B adds ⅓ of 9: ⅓·3 + ⅓·12 + ⅓·9 = 8.",
    ]
    replay.to(0)
    assert replay.nodes == {}


def test_a_log_for_many_players_has_their_vectors() -> None:
    lines = text(search.maxn(tree.figure("three-player"), trace=True).trace).splitlines()
    assert [line.strip() for line in lines[3:8]] == [
        "d1 → H",
        "= (1, 2, 6)",
        "d2 → I",
        "= (4, 2, 3)",
        "D = (1, 2, 6)",
    ]
    estimated = text(
        search.maxn(
            tree.Tree({"estimate": (1, 2, 3), "children": [(4, 5, 6)]}), depth=0, trace=True
        ).trace
    )
    assert estimated.splitlines()[1].strip() == "≈ (1, 2, 3) (estimated)"


# ---------------------------------------------------------------------- replay

ALGORITHMS = [*TWO_PLAYERS[:6], "deepening", "maxn", "singular"]


def snapshot(replay: Replay) -> str:
    facts = {i: vars(node) for i, node in replay.nodes.items()}
    return json.dumps(
        [facts, replay.path, replay.current, replay.visited, replay.evaluated, replay.pruned],
        sort_keys=True,
    )


@settings(max_examples=EXAMPLES)
@given(data=st.data())
def test_a_step_back_is_a_replay_from_the_start(data: st.DataObject) -> None:
    game = data.draw(trees(chance=False, most=3))
    algorithm = data.draw(st.sampled_from(ALGORITHMS))
    options = {"depth": 3} if algorithm == "singular" else {}
    trace = Trace.from_json(traced(algorithm, game, **options).to_json())
    replay, seen = Replay(trace), []
    for _ in range(len(replay) + 1):
        seen.append(snapshot(replay))
        replay.forward()
    for step in reversed(range(len(replay) + 1)):
        replay.to(step)
        assert snapshot(replay) == seen[step]


@settings(max_examples=EXAMPLES)
@given(data=st.data())
def test_replaying_rebuilds_what_the_search_reported(data: st.DataObject) -> None:
    game = data.draw(trees(chance=data.draw(st.booleans()), most=3))
    algorithm = data.draw(
        st.sampled_from(["expectimax", "maxn"] if game.has_chance else ALGORITHMS[:6])
    )
    result = search.find(algorithm).run(game, trace=True)
    replay = Replay(result.trace)
    replay.to(len(replay))
    root = replay.nodes[0]
    assert (root.value, replay.visited, replay.evaluated) == (
        result.value,
        result.nodes,
        result.leaves,
    )
    assert root.is_done and replay.path == () and replay.current is None
    for node in replay.nodes.values():
        assert node.is_done
        assert node.parent is None or node.id in replay.nodes[node.parent].children
        if not node.is_leaf and node.children:
            tried = [replay.nodes[child].action for child in node.children]
            assert sorted(tried + [p["action"] for p in node.pruned]) == sorted(node.actions)


def test_a_text_that_is_not_a_trace_is_refused() -> None:
    for words, trouble in [
        ("[]", "not a trace"),
        ("{", "not a trace"),
        ('{"format": "zermelo-trace", "version": 9, "events": []}', "version 9"),
    ]:
        with pytest.raises(BadTrace, match=trouble):
            Trace.from_json(words)


def test_forms_are_those_of_the_command() -> None:
    from zermelo.cli import FORMS as known

    assert list(known) == [*FORMS, "json"]


# ---------------------------------------------------------------------- pictures


@st.composite
def shapes(draw: Any) -> tuple[list[list[int]], list[float]]:
    """A random ordered tree, parents before children, with nodes of different widths."""
    count = draw(st.integers(1, 60))
    children: list[list[int]] = [[] for _ in range(count)]
    for i in range(1, count):
        children[draw(st.integers(max(0, i - draw(st.integers(1, 12))), i - 1))].append(i)
    return children, draw(
        st.lists(st.sampled_from([1.0, 2.5, 7.0]), min_size=count, max_size=count)
    )


@settings(max_examples=EXAMPLES)
@given(tree_and_widths=shapes())
def test_invariants_of_the_layout(tree_and_widths: tuple[list[list[int]], list[float]]) -> None:
    """No nodes of one depth overlap, children stand in order, parents in the middle of them."""
    children, widths = tree_and_widths
    x = tidy(children, widths, gap=0.5)
    plies = [0] * len(children)
    for i, below in enumerate(children):
        for child in below:
            plies[child] = plies[i] + 1
        if below:
            assert x[i] == pytest.approx((x[below[0]] + x[below[-1]]) / 2)
            assert all(x[a] < x[b] for a, b in pairwise(below))
    for ply in set(plies):
        row = sorted(
            (x[i] - widths[i] / 2, x[i] + widths[i] / 2) for i in range(len(x)) if plies[i] == ply
        )
        assert all(b[0] - a[1] >= 0.5 - 1e-9 for a, b in pairwise(row))
    assert min(x[i] - widths[i] / 2 for i in range(len(x))) == pytest.approx(-widths[0] / 2)


def test_a_chain_and_a_comb_of_50000_nodes_are_laid_out() -> None:
    chain = [[i + 1] for i in range(49_999)] + [[]]
    assert set(tidy(chain, [1.0] * 50_000)) == {0.0}
    comb = [list(range(1, 50_000))] + [[] for _ in range(49_999)]
    assert tidy(comb, [1.0] * 50_000, gap=1.0)[-1] == 2 * 49_998


def test_a_scene_has_every_node_seen_and_every_branch_cut() -> None:
    made = trace_scene(traced("alphabeta-hard", tree.figure("nim-2-2")))
    assert {item.label for item in made.items if item.is_cut} == set("JFH")
    assert {item.label for item in made.items if item.is_pruned} == set("JFLOH")
    assert {item.label: item.shape for item in made.items if item.is_pruned} == {
        **dict.fromkeys("JOH", "leaf"),
        "F": "max",
        "L": "min",
    }
    assert {item.label for item in made.items if not item.is_pruned} == set("ABCDEGIKMN")
    assert {item.label for item in made.items if item.is_best} == set("ABEK")
    assert {item.label: item.shape for item in made.items}["B"] == "min"
    b = next(item for item in made.items if item.label == "B")
    assert [made.items[child].label for child in b.children] == ["D", "E", "F"]


def test_chance_nodes_movers_and_windows_are_labelled() -> None:
    chance = trace_scene(traced("expectimax", tree.figure("expectimax")))
    assert {item.probability for item in chance.items} == {"", "1/3"}
    many = trace_scene(traced("maxn", tree.figure("three-player")))
    assert [item.mover for item in many.items[:3]] == [
        "player A",
        "player B",
        "player B",
    ] and many.items[0].value == "(1, 2, 6)"
    windows = trace_scene(traced("alphabeta", tree.figure("two-ply")), windows=True)
    assert [item.window for item in windows.items if item.label in "CDL"] == [
        *["[3, +∞]"] * 2,
        "",  # leaves have no window
    ]


@pytest.mark.parametrize("algorithm", ["expectimax", "expectimax-bounded"])
def test_opponents_who_move_at_random_look_like_chance(algorithm: str) -> None:
    """Also in what was pruned; that it is MIN who moves is still said."""
    best, random = (
        trace_scene(traced(algorithm, tree.figure("two-ply"), opponents=o))
        for o in (None, search.uniform)
    )
    assert {item.shape for item in best.items} == {"max", "min", "leaf"} and not any(
        item.probability or item.mover for item in best.items
    )
    assert {item.shape for item in random.items} == {
        "max",
        "chance",
        "leaf",
    } and "opponents at random" in random.title
    assert [item.probability for item in random.items if item.shape == "leaf"] == ["1/3"] * 9
    assert svg(random).count("<circle") == 3 and svg(random).count(">MIN<") == 3
    assert tikz(random).count(", chance,") == 3 and tikz(random).count("MIN") == 3
    many = trace_scene(traced("expectimax", tree.figure("three-player"), opponents=search.uniform))
    shapes = [
        ("max", "player A"),
        ("chance", "player B"),
        ("chance", "player B"),
        ("chance", "player C"),
    ]
    assert [(item.shape, item.mover) for item in many.items[:4]] == shapes


def test_the_stages_of_a_search_against_random_opponents() -> None:
    lines = text(
        traced("expectimax", tree.figure("ghost"), opponents=search.uniform), "stages"
    ).splitlines()
    assert lines[1] == "(b) E = −5: A [−6½, +∞], B [−6½, −6½]" and lines[-1].endswith(
        "A [−1, −1], B [−6½, −6½], C [−1, −1]"
    )


def test_a_large_tree_is_folded_and_counts_what_it_hides() -> None:
    game = TicTacToe()
    trace = search.minimax(game, game.after(["b2", "a1", "c3"]), trace=True).trace
    made = trace_scene(trace, max_nodes=50)
    assert len(made.items) <= 50
    assert len(made.items) + sum(item.folded for item in made.items) == sum(
        e["event"] == "enter" for e in trace.events
    )


def test_frames_grow_with_the_steps() -> None:
    trace = traced("alphabeta", tree.figure("two-ply"))
    sizes = [len(trace_scene(trace, step).items) for step in range(len(trace) + 1)]
    assert sizes[0] == 0 and sizes[-1] == 13 and sizes == sorted(sizes)
    assert all(
        ElementTree.fromstring(svg(trace_scene(trace, step))) is not None
        for step in range(len(trace) + 1)
    )


@pytest.mark.parametrize("algorithm", search.names())
def test_every_search_can_be_drawn(algorithm: str, tmp_path: Path) -> None:
    game = TicTacToe()
    trace = (
        search.find(algorithm).run(game, game.after(["b2", "a1", "c3"]), depth=2, trace=True).trace
    )
    made = trace_scene(trace)
    for ending in MAKERS:
        path = write(made, tmp_path / f"tree{ending}")
        assert path.stat().st_size > 200
    root = ElementTree.parse(tmp_path / "tree.svg").getroot()
    assert root.attrib["role"] == "img"
    assert (tmp_path / "tree.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "tree.tex").read_text().count("[{") == len(made.items)


def test_a_picture_that_cannot_be_drawn_is_refused(tmp_path: Path) -> None:
    made = trace_scene(traced("minimax", tree.figure("two-ply")))
    with pytest.raises(BadTrace, match="a picture ends in"):
        write(made, tmp_path / "tree.gif")
    with pytest.raises(BadTrace, match="No such file"):
        write(made, tmp_path / "nowhere" / "tree.svg")


def test_small_boards_are_drawn_inside_nodes_also_of_pruned_branches() -> None:
    game = TicTacToe()
    trace = search.alphabeta(
        game, game.after(["b2", "a1", "c3", "b1", "c1", "a3"]), trace=True
    ).trace
    made = trace_scene(trace)
    assert all(item.board is not None and item.board["rows"] == 3 for item in made.items)
    assert [item.action for item in made.items if item.is_cut] == ["c2"]
    assert svg(made).count('class="e g"') == len(made.items)


@pytest.mark.parametrize(
    "name",
    [
        name
        for name in catalogue.names()
        if (board := catalogue.game(name).board(catalogue.game(name).start())) and board.in_trees
    ],
)
def test_every_board_is_drawn_inside_nodes_with_all_its_pieces(name: str) -> None:
    game = catalogue.game(name)
    algorithm = "maxn" if game.players > 2 else "expectimax" if game.has_chance else "minimax"
    made = trace_scene(traced(algorithm, game, depth=1))
    pieces = [
        [sign for sign in item.board["cells"] if sign.strip()]
        for item in made.items
        if item.board is not None
    ]
    assert len(pieces) == len(made.items)
    rings = sum(sign in "⛁⛃" for signs in pieces for sign in signs)
    numbers = sum(len(sign) > 1 and sign[-1] in "●○" for signs in pieces for sign in signs)
    drawn = ElementTree.fromstring(svg(made))
    assert (
        sum(part.attrib.get("class", "").split()[:1] == ["p"] for part in drawn.iter())
        == sum(map(len, pieces)) + rings + numbers
    )
    assert tikz(made).count("begin{picture}") == len(made.items)


def test_the_sides_of_a_board_differ_in_form_and_one_that_is_too_large_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = catalogue.game("othello:4")
    made = trace_scene(traced("minimax", game, depth=1))
    assert (
        svg(made).count('<circle class="p o"') + svg(made).count('<circle class="p"') == 4 + 5 * 4
    )
    monkeypatch.setattr("zermelo.recorder.MAX_CELLS", 15)
    large = trace_scene(traced("minimax", game, depth=1))
    assert large.items[0].board is None and svg(large).count(">4×4 board<") == len(large.items)


def test_leaves_have_room_for_their_values() -> None:
    game = tree.Tree([[123456789, 0.0162322, -23 / 3], [0.000043, -987654321, 1]])
    made = trace_scene(traced("minimax", game))
    assert [item.value for item in made.items if item.shape == "leaf"] == [
        "123456789",
        "0.016",
        "−7⅔",
        "0.00004",
        "−987654321",
        "1",
    ]
    drawn = ElementTree.fromstring(svg(made))
    boxes = [
        (float(box.attrib["x"]), float(box.attrib["width"]))
        for box in drawn.iter("{http://www.w3.org/2000/svg}rect")
    ]
    assert all(x + width < after for (x, width), (after, _) in pairwise(boxes))
    assert boxes[0][1] > 8 * len("123456789")


def test_trees_traces_and_results_show_themselves_in_a_notebook() -> None:
    game: Any = tree.figure("expectimax")
    assert game._repr_svg_().count("<circle") == 3 and game._repr_svg_().count(">1/3<") == 9
    result: Any = search.expectimax(game, trace=True)
    assert result._repr_svg_() == result.trace._repr_svg_()
    untraced: Any = search.expectimax(game)
    assert untraced._repr_svg_() is None
    large: Any = tree.random_tree(branching=6, depth=5)
    assert "nodes</text>" in large._repr_svg_()


def test_stages_of_iterative_deepening_show_the_current_tree() -> None:
    game = tree.Tree(
        {
            "estimate": 1,
            "children": [{"estimate": 5, "children": [3, 4]}, {"estimate": 2, "children": [6, 7]}],
        }
    )
    assert text(traced("deepening", game), "stages").splitlines() == [
        "depth 1",
        "(a) B = 5: A [5, +∞]",
        "(b) C = 2: A [5, 5]",
        "depth 2",
        "(c) D = 3: A [−∞, +∞], B [−∞, 3]",
        "(d) E = 4: A [3, +∞], B [3, 3]",
        "(e) F = 6: A [3, 6], B [3, 3], C [−∞, 6]",
        "(f) G = 7: A [6, 6], B [3, 3], C [6, 6]",
    ]
    assert text(traced("singular", game, depth=1), "stages").splitlines() == [
        "a1 to depth 1",
        "(a) B = 5: A [5, +∞]",
        "a2 to depth 1",
        "(b) C = 2: A [5, 5]",
        "secondary search: a1 to depth 3",
        "(c) D = 3: A [2, 3], B [−∞, 3]",
        "(d) E = 4: A [3, 3], B [3, 3]",
    ]


@pytest.mark.parametrize("plies", [0, 1])
def test_stages_without_a_leaf_are_refused(plies: int) -> None:
    with pytest.raises(BadTrace, match="record more plies"):
        text(traced("alphabeta", tree.figure("two-ply"), plies=plies), "stages")


def test_stages_with_chance_reach_the_end_and_max_n_is_refused() -> None:
    lines = text(traced("expectimax", tree.figure("expectimax")), "stages").splitlines()
    assert (
        lines[2] == "(c) G = 9: A [8, +∞], B [8, 8]"
        and lines[-1] == "(i) M = 0: A [8, 8], B [8, 8], C [4, 4], D [7, 7]"
    )
    with pytest.raises(BadTrace, match="in max\\^n every player"):
        text(traced("maxn", tree.figure("three-player")), "stages")


def test_the_reason_of_a_fail_hard_cut_names_the_right_side() -> None:
    assert traced("alphabeta-hard", tree.figure("nim-2-2")).list_reasons() == [
        "D is at least 1; the window is [−1, 1]",
        "B is at most −1; the window is [−1, 1]",
        "C is at most −1; A already has −1",
    ]
