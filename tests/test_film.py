"""Films and pictures: they show what the search did; golden pictures were checked by eye."""

from __future__ import annotations

import inspect
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_trees import TWO_PLAYERS, trees

from zermelo import Position, search, tree
from zermelo.errors import BadAction, BadLimit, TooLarge
from zermelo.games.chess import Chess
from zermelo.games.coins import Coins
from zermelo.games.connect_four import ConnectFour
from zermelo.games.hex import Hex
from zermelo.games.nim import Nim
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.listing import listing
from zermelo.recorder import Recorder
from zermelo.show.beamer import beamer
from zermelo.show.board_svg import board_svg
from zermelo.show.draw import write_film
from zermelo.show.film_maker import film
from zermelo.show.fold import Fold
from zermelo.show.game_scene import game_scene
from zermelo.show.latex import NAME_COLOUR, tikz
from zermelo.show.markup import dot, mermaid
from zermelo.show.replay import Replay
from zermelo.show.svg import svg
from zermelo.show.text import write_table3
from zermelo.show.trace_scene import trace_scene
from zermelo.show.tree_scene import tree_scene
from zermelo.trace import Trace

GOLDEN = Path(__file__).parent / "golden"


def traced(algorithm: str, game: Any, s: Any = None, **options: Any) -> Trace:
    trace = search.find(algorithm).run(game, s, trace=True, **options).trace
    assert trace is not None
    return trace


ENDGAME = TicTacToe().after(["b2", "a1", "c3", "b1", "c1", "a3"])

PICTURES: dict[str, Callable[[], str]] = {
    "two-ply": lambda: svg(
        trace_scene(traced("alphabeta", tree.figure("two-ply")), windows="nodes")
    ),
    "two-ply-step-20": lambda: svg(
        list(film(traced("alphabeta", tree.figure("two-ply"))).frames("nodes"))[20]
    ),
    "two-ply-tree": lambda: svg(tree_scene(tree.figure("two-ply"))),
    "nim-2-2": lambda: svg(
        trace_scene(traced("alphabeta-hard", tree.figure("nim-2-2")), windows="edges")
    ),
    "figure-1": lambda: svg(
        trace_scene(traced("minimax", tree.game_tree(Nim(2, 2))), style="lecture")
    ),
    "partial-tic-tac-toe": lambda: svg(
        game_scene(TicTacToe(), None, 2, fold=Fold(TicTacToe(), TicTacToe().start(), 3), ends=True)
    ),
    "estimates": lambda: svg(trace_scene(traced("minimax", ESTIMATED, depth=2))),
    "horizon": lambda: svg(trace_scene(traced("singular", tree.figure("horizon"), depth=2))),
    "figure-3": lambda: svg(trace_scene(traced("alphabeta-hard", tree.figure("figure-3")))),
    "three-player": lambda: svg(trace_scene(traced("maxn", tree.figure("three-player")))),
    "expectimax": lambda: svg(trace_scene(traced("expectimax", tree.figure("expectimax")))),
    "seven-coins": lambda: svg(trace_scene(traced("alphabeta", Coins(7)))),
    "tic-tac-toe": lambda: svg(trace_scene(traced("alphabeta", TicTacToe(), ENDGAME))),
    "hex": lambda: svg(
        trace_scene(traced("alphabeta", Hex(3), Hex(3).after(["b2", "a1"]), depth=1))
    ),
    "folded": lambda: svg(
        trace_scene(traced("alphabeta", tree.random_tree(seed=2, depth=6)), max_nodes=40)
    ),
    "plies": lambda: svg(trace_scene(traced("alphabeta", ConnectFour(4, 4), depth=6, plies=1))),
    "board": lambda: board_svg(TicTacToe().board(ENDGAME)),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("name", PICTURES)
def test_golden_pictures(name: str) -> None:
    """Written anew with ZERMELO_GOLDEN=write, then to be looked at before they are kept."""
    path = GOLDEN / f"{name}.svg"
    drawn = PICTURES[name]() + "\n"
    if os.environ.get("ZERMELO_GOLDEN") == "write":
        GOLDEN.mkdir(exist_ok=True)
        path.write_text(drawn, encoding="utf-8")
    assert drawn == path.read_text(encoding="utf-8")


THREE = (
    tree.figure("three-player"),
    tree.random_tree(seed=1, depth=3, branching=2, players=3, chance=0.5, estimates=True),
)


@pytest.mark.parametrize("game", THREE, ids=["max^n", "with chance"])
@pytest.mark.parametrize("depth", [None, 2])
def test_values_of_many_players_are_vectors_at_every_step(game: Any, depth: int | None) -> None:
    made = film(traced("maxn", game, depth=depth))
    is_vector = re.compile(r"(\(([^,]+, ){2}[^,]+\))?").fullmatch
    for step in range(len(made.steps) + 1):
        items = made.frame(step).items
        assert all(is_vector(item.value) for item in items), made.steps[step - 1].say
        assert all(item.value for item in items if item.is_given)
    assert {item.value for item in made.frame(len(made.steps)).items[:1]} == {
        made.steps[-2].say.split(" is worth ")[1][:-1]
    }
    said = [step.say for step in made.steps if step.kind == "update"]
    assert all(re.search(r" for player [ABC]: | of \(", words) for words in said), said


def test_nodes_of_many_players_are_drawn_by_the_names_that_sentences_use() -> None:
    """Who moves stands beside them: player A is not node A."""
    made = film(traced("maxn", tree.figure("three-player")))
    assert [step.say for step in made.steps[:4]] == [
        "Start at A, where player A moves.",
        "Player A tries a1: to B, where player B moves.",
        "Player B tries b1: to D, where player C moves.",
        "Player C tries d1: to H.",
    ]
    assert (
        made.steps[7].say == "D takes the larger of −∞ and 6 for player C: 6."
        and made.steps[7].variables["mover"] == "player C"
    )
    last = made.frame(len(made.steps))
    inside = re.findall(r'<polygon.*?/><text class="n"[^>]*>(.*?)</text>', svg(last))
    assert inside == list("ABCDEFG") == [item.label for item in last.items if item.shape == "max"]
    beside = ["player A", *["player B"] * 2, *["player C"] * 4]
    assert re.findall(r">(player .)<", svg(last)) == beside
    assert (
        sorted(re.findall(r"label=left:\{\{\\scriptsize (player .)\}\}", tikz(last))) == beside
    )  # depth first there
    assert re.findall(r'label="(.)\\n(player .)', dot(last)) == list(
        zip("ABCDEFG", beside, strict=True)
    )
    assert re.findall(r'"(.) (player .) ', mermaid(last)) == list(
        zip("ABCDEFG", beside, strict=True)
    )
    assert [item.mover for item in tree_scene(tree.figure("three-player")).items[:7]] == beside


def test_the_legend_knows_how_many_players_there_are() -> None:
    two, three = (
        film(traced(name, game)).to_dict()["signs"]
        for name, game in (("alphabeta", tree.figure("two-ply")), ("maxn", THREE[0]))
    )
    assert two.startswith("△ MAX · ▽ MIN · □ a terminal · ")
    assert (
        three.startswith("△ a player moves, who is named beside it · □ a terminal · ")
        and "MAX" not in three
    )


def test_payoffs_are_shown_before_the_search_visits_their_leaves() -> None:
    """The leaves of a tree are given; what a search estimates is not."""
    first = next(film(traced("alphabeta", tree.figure("two-ply"))).frames())
    assert [item.value for item in first.items if item.is_given and item.is_ahead] == [
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
    drawn = svg(first)
    assert (
        drawn.count('class="node ahead given') == 9 and drawn.count('class="edge ahead given') == 0
    )
    estimated = next(
        film(
            traced(
                "alphabeta",
                tree.Tree({"estimate": 1, "children": [{"estimate": 5, "children": [3]}, 4]}),
                depth=1,
            )
        ).frames()
    )
    assert [item.value for item in estimated.items if item.is_given] == ["4"]
    assert beamer(film(traced("alphabeta", tree.figure("two-ply")))).count("given on=1-") == 9


def test_a_given_value_stays_when_the_search_comes_to_it() -> None:
    made = film(traced("alphabeta", tree.figure("two-ply")))
    shown = [
        [item.value for item in made.frame(step).items if item.is_given]
        for step in range(len(made.steps) + 1)
    ]
    assert shown == [["3", "12", "8", "2", "4", "6", "14", "5", "2"]] * len(shown)
    estimated = film(traced("alphabeta", Coins(7), depth=2))
    entered = next(step for step, one in enumerate(estimated.steps, 1) if len(one.calls) == 3)
    assert [item.value for item in estimated.frame(entered).items if item.is_current] == [""]


def test_the_seven_coins_and_their_pruned_nodes() -> None:
    """The lecture's problem #1: MIN, the second player, wins; three branches are pruned."""
    result = search.alphabeta(Coins(7), trace=True)
    assert result.value == -1 and result.line == ("7=6+1", "6=5+1", "5=4+1", "4=3+1", "3=2+1")
    made = trace_scene(result.trace)  # type: ignore[arg-type]
    assert [item.action for item in made.items if item.is_cut] == ["6=4+2", "4=2+2"]
    assert result.cuts == 2  # one of them prunes 6=3+3, too
    assert sum(item.is_pruned for item in made.items) == 16
    assert (
        len(made.items) == search.minimax(Coins(7)).nodes
    )  # seen and pruned together are the whole tree


# ---------------------------------------------------------------------- films


@given(trees(), st.sampled_from(TWO_PLAYERS))
@settings(deadline=None)
def test_a_film_ends_as_the_picture_of_its_trace(game: tree.Tree, algorithm: str) -> None:
    trace = traced(
        algorithm, game, **({"depth": 3} if algorithm in ("quiescence", "singular") else {})
    )
    made = film(trace, max_nodes=10_000)
    assert len(made.steps) == len(trace)
    looks = {(step.tree, look.item): look for step in made.steps for look in step.looks}
    whole = trace_scene(trace, max_nodes=10_000)
    last = len(made.scenes) - 1
    for i, item in enumerate(whole.items):
        look = looks[last, i]
        assert look.value == item.value
        assert look.stage == ("pruned" if item.is_pruned else "done")
    final = list(made.frames())[-1]
    assert [(x.label, x.value, x.is_pruned, x.is_cut, x.is_best) for x in final.items] == [
        (x.label, x.value, x.is_pruned, x.is_cut, x.is_best) for x in whole.items
    ]


@given(trees(), st.sampled_from(TWO_PLAYERS))
@settings(deadline=None)
def test_every_step_says_something_and_shows_a_line_that_exists(
    game: tree.Tree, algorithm: str
) -> None:
    trace = traced(
        algorithm, game, **({"depth": 3} if algorithm in ("quiescence", "singular") else {})
    )
    made = film(trace)
    texts = trace.header.get("listing", {})
    for step in made.steps:
        assert step.say.endswith(".") and all(node in made.calls for node in step.calls)
        if step.at is not None:
            assert 0 <= step.at[1] < len(texts[step.at[0]])
        assert all(0 <= look.item < len(made.scenes[step.tree].items) for look in step.looks)
    json.dumps(made.to_dict(), allow_nan=False)


@given(trees(), st.sampled_from(TWO_PLAYERS), st.integers(0, 4))
@settings(deadline=None)
def test_a_trace_of_the_first_plies_counts_what_it_leaves_out(
    game: tree.Tree, algorithm: str, plies: int
) -> None:
    options: dict[str, Any] = {"depth": 3} if algorithm in ("quiescence", "singular") else {}
    result = search.find(algorithm).run(game, trace=True, plies=plies, **options)
    whole = search.find(algorithm).run(game, trace=True, **options)
    assert (result.value, result.line, result.nodes) == (whole.value, whole.line, whole.nodes)
    trace = result.trace
    assert trace is not None and whole.trace is not None
    replay = Replay(trace)
    replay.to(len(replay))
    hidden = sum(event.get("hidden", 0) for event in trace.events)
    assert replay.visited + hidden == sum(event["event"] == "enter" for event in whole.trace.events)
    assert all(event["ply"] <= plies for event in trace.events if event["event"] == "enter")
    svg(trace_scene(trace))
    film(trace)
    assert Trace.from_json(trace.to_json()) == trace


def test_the_current_line_is_the_one_that_runs() -> None:
    trace = traced("alphabeta", tree.figure("two-ply"))
    lines = {
        event["event"]: trace.header["listing"][event["at"][0]][event["at"][1]].strip()
        for event in trace.events
    }
    assert lines == {
        "enter": "def value(game, s, me, α, β):",
        "leaf": "return game.utility(s, me)",
        "update": "v = max(v, value(game, game.result(s, a), me, α, β))",
        "cut": "return v",
        "closed": "return v",
        "leave": "return max_value(game, s, me, α, β)",
    }


ESTIMATED = tree.random_tree(seed=3, depth=3, branching=2, estimates=True)

RUNS: dict[str, list[tuple[Any, dict[str, Any]]]] = {
    name: [(tree.figure("two-ply"), {}), (tree.figure("nim-2-2"), {}), (ESTIMATED, {"depth": 2})]
    for name in search.names()
} | {
    "maxn": [
        (tree.figure("three-player"), {}),
        (
            tree.random_tree(seed=1, depth=3, branching=2, players=3, chance=0.5, estimates=True),
            {"depth": 2},
        ),
    ],
    "paranoid": [(tree.figure("three-player"), {})],
    "expectimax": [
        (tree.figure("expectimax"), {}),
        (ESTIMATED, {"depth": 2, "opponents": search.uniform}),
    ],
    "expectimax-bounded": [
        (tree.figure("expectimax"), {}),
        (ESTIMATED, {"depth": 2, "opponents": search.uniform}),
    ],
    "quiescence": [(ESTIMATED, {"depth": 2}), (TicTacToe(), {"s": ENDGAME, "depth": 1})],
    "singular": [(ESTIMATED, {"depth": 2})],
}


class Steps:
    """The lines of the searches that run, in order, and where among them each event is recorded."""

    def __init__(self) -> None:
        self.lines: dict[FrameType, list[int]] = {}
        self.told: list[tuple[dict[str, Any], FrameType, int]] = []

    def __call__(self, frame: FrameType, kind: str, _: Any) -> Any:
        if frame.f_code is Recorder._add.__code__:
            return self._tell(frame)
        elif "search" not in Path(frame.f_code.co_filename).parts:
            return None
        elif kind == "call":
            self.lines[frame] = [frame.f_lineno]
        elif kind == "line":
            self.lines[frame].append(frame.f_lineno)
        return self

    def _tell(self, frame: FrameType) -> None:
        by: FrameType | None = frame
        while by is not None and (by not in self.lines or listing(by.f_code) is None):
            by = by.f_back
        assert by is not None
        self.told.append((frame.f_locals["event"], by, len(self.lines[by]) - 1))

    def near(self, frame: FrameType, at: int) -> list[int]:
        """Return the line that ran; for a line of the watch alone, its neighbours."""
        lines, alone = self.lines[frame], for_the_watch(frame.f_code)
        if lines[at] not in alone:
            return [lines[at]]
        before = next((line for line in reversed(lines[:at]) if line not in alone), lines[0])
        return [before, *[line for line in lines[at:] if line not in alone][:1]]


def for_the_watch(code: CodeType) -> set[int]:
    """The lines of a function that do nothing but tell the watch."""
    source, first = inspect.getsourcelines(code)
    told = re.compile(r"watch\.\w+\(.*\)|enter\(O, watch.*\)")
    return {first + i for i, line in enumerate(source) if told.fullmatch(line.strip())}


@pytest.mark.parametrize("name", search.names())
def test_the_marked_line_is_one_that_runs_there(name: str) -> None:
    """At each event: the line that calls the watch, or its neighbour where that is not shown."""
    for game, options in RUNS[name]:
        steps = Steps()
        before = sys.gettrace()
        sys.settrace(steps)
        try:
            traced(
                name, game, options.get("s"), **{key: x for key, x in options.items() if key != "s"}
            )
        finally:
            sys.settrace(before)
        assert steps.told
        for event, frame, at in steps.told:
            if name == "singular" and event["node"] == 0:
                continue  # its root is not a call of a search
            has_depth = "depth" in options or search.find(name).has_horizon
            text = listing(frame.f_code, has_depth)
            assert text is not None and event["at"][0] == text.name
            near = {text.place(line) for line in steps.near(frame, at)}
            assert event["at"][1] in near, (
                event["event"],
                text.lines[event["at"][1]],
                [text.lines[i] for i in near],
            )


def test_max_n_values_a_terminal_where_its_utilities_are_read() -> None:
    trace = traced("maxn", tree.figure("three-player"))
    texts = trace.header["listing"]
    first = next(event["node"] for event in trace.events if event["event"] == "leaf")
    marked = [
        (event["event"], texts[event["at"][0]][event["at"][1]].strip())
        for event in trace.events
        if event.get("node") == first
    ]
    assert marked == [
        ("enter", "def value(game, s, me):"),
        ("leaf", "v = tuple(float(game.utility(s, p)) for p in range(game.players))"),
        ("vector", "return v"),
        ("leave", "return v"),
    ]


def test_every_textbook_function_has_a_listing_without_the_watch() -> None:
    options = {"quiescence": {"depth": 2}, "singular": {"depth": 2}}
    for algorithm in search.names():
        trace = traced(
            algorithm,
            tree.random_tree(seed=5, estimates=True, noisy=0.5),
            **options.get(algorithm, {}),
        )
        texts = trace.header["listing"]
        assert texts and not any(
            "watch" in line or line.endswith("pass") for lines in texts.values() for line in lines
        )
    assert listing(compile("1", "nowhere", "eval")) is None


def test_long_films_and_bad_plies_are_refused() -> None:
    with pytest.raises(TooLarge, match="limit the depth or the plies"):
        film(traced("minimax", tree.random_tree(depth=8)))
    with pytest.raises(BadLimit, match="plies is -1"):
        search.minimax(tree.figure("two-ply"), trace=True, plies=-1)


def test_small_pruned_subtrees_are_recorded_in_full() -> None:
    cut = [
        event
        for event in traced("alphabeta", tree.figure("nim-2-2")).events
        if event["event"] == "cut"
    ][1]
    (f,) = cut["pruned"]
    assert (
        f["label"],
        f["player"],
        f["below"][0]["label"],
        f["below"][0]["below"][0]["value"],
    ) == ("F", 0, "L", 1.0)
    large = traced("alphabeta", tree.random_tree(seed=1, branching=5, depth=5))
    some = [
        branch for event in large.events if event["event"] == "cut" for branch in event["pruned"]
    ]
    assert any(branch.get("more") for branch in some) and any("value" in branch for branch in some)
    replay = Replay(large)
    replay.to(len(replay))
    assert replay.is_pruned_more


def test_frames_keep_their_layout(tmp_path: Path) -> None:
    made = film(traced("alphabeta", tree.figure("two-ply")))
    paths = write_film(made, tmp_path / "tree.svg")
    assert [path.name for path in paths[:2]] == ["tree-001.svg", "tree-002.svg"] and len(
        paths
    ) == 24
    boxes = {
        path.read_text(encoding="utf-8").split("viewBox=")[1].split(" width")[0] for path in paths
    }
    assert len(boxes) == 1


@pytest.mark.parametrize("windows", ["", "nodes", "edges"])
def test_any_step_can_be_drawn_as_the_stepper_shows_it(windows: Any) -> None:
    """The whole tree is in every picture, at the same place; only given values are ahead."""
    made = film(traced("alphabeta", tree.Tree([[3, 123456, 8], [2, 4, 6], [14, 5, 2]])))
    frames = [made.frame(step, windows) for step in range(len(made.steps) + 1)]
    assert len({svg(frame).split("viewBox=")[1].split("><title>")[0] for frame in frames}) == 1
    assert {len(frame.items) for frame in frames} == {13}
    shown = [frame.items for frame in made.frames(windows)]
    assert (
        [frame.items for frame in frames if frame.items in shown][-1]
        == shown[-1]
        == made.frame(999, windows).items
    )
    assert [item.label for item in frames[12].items if item.is_ahead] == list("CDHIJKLM")
    assert [item.label for item in frames[12].items if item.is_current] == ["G"]
    assert {item.passed or item.window for item in frames[-1].items} >= (
        {"[3, +∞]", "[3, 14]"} if windows == "edges" else {""}
    )


def test_nodes_ahead_are_grey_in_every_format() -> None:
    step = film(
        traced(
            "alphabeta",
            tree.Tree([{"estimate": 7, "children": [1]}, {"estimate": 9, "children": [2]}]),
            depth=1,
        )
    ).frame(4)
    assert [item.is_ahead for item in step.items] == [False, False, True]
    for text in (dot(step), mermaid(step)):
        assert "7" in text and "9" not in text
    assert "[{$\\approx  9$}, estimate, ahead]" in tikz(step) and ", now" in tikz(
        film(traced("minimax", tree.figure("two-ply"))).frame(3)
    )


def test_every_format_says_at_a_step_what_the_page_says() -> None:
    """Nothing of what is ahead but given values; of what is pruned all, with its actions."""
    made = film(traced("alphabeta", tree.figure("two-ply")))
    step = made.frame(22, "nodes")
    ahead = [item.label for item in step.items if item.is_ahead]
    assert ahead == list("DKLM") and [
        item.label for item in step.items if item.is_cut and not item.is_ahead
    ] == ["I"]
    forest = tikz(step).partition(r"\begin{forest}")[2]
    for text in (dot(step), mermaid(step), forest):
        body = text.partition("{")[2] if text.startswith("digraph") else text
        seen = {*re.findall(r"\b[A-M]\b|\b[a-d][1-3]\b", body)} - {"D" if text is forest else ""}
        assert seen == {*"ABCEFGHIJ", "a1", "a2", "b1", "b2", "b3", "c1", "c2", "c3"}
        assert all(re.search(rf"\b{value}\b", text) for value in (14, 5, 2))
    assert "[{$D$}, min, ahead" in forest  # its text has no opacity
    assert dot(step).count("✂") == mermaid(step).count("✂") == forest.count("/\\!/") == 1
    assert 'n2 [shape=invtriangle, label="C\\n2\\n[3, +∞]", style=filled' in dot(
        step
    ) and "  class n2 now" in mermaid(step)
    assert "  class n3,n10,n11,n12 ahead" in mermaid(
        step
    ) and "  linkStyle 2,9,10,11 opacity" in mermaid(step)
    start = made.frame(0)
    assert (
        'n0 [shape=triangle, label="A"];' in dot(start)
        and 'n0[/"A"\\]' in mermaid(start)
        and "[{$A$}, max, s sep" in tikz(start)
    )


LATEX: dict[str, Callable[[], str]] = {
    "board": lambda: tikz(trace_scene(traced("alphabeta", TicTacToe(), ENDGAME))),
    "edges": lambda: tikz(
        trace_scene(traced("alphabeta", tree.figure("nim-2-2")), windows="edges")
    ),
    "step": lambda: tikz(film(traced("alphabeta", tree.figure("two-ply"))).frame(20, "nodes")),
    "cut": lambda: tikz(film(traced("alphabeta", tree.figure("two-ply"))).frame(22, "nodes")),
    "three": lambda: tikz(trace_scene(traced("maxn", tree.figure("three-player")))),
    "boards": lambda: tikz(film(traced("alphabeta", Hex(3), depth=1)).frame(9)),
    "slides": lambda: beamer(film(traced("alphabeta", tree.figure("two-ply"))), "nodes"),
    "coins": lambda: tikz(trace_scene(traced("alphabeta", Coins(7)), windows="nodes")),
    "unknown": lambda: tikz(trace_scene(traced("alphabeta", UNKNOWN_LEAVES))),
    "names": lambda: tikz(trace_scene(traced("minimax", AWKWARD_NAMES), windows="nodes")),
    "figure-1": lambda: tikz(
        trace_scene(
            traced("alphabeta-hard", tree.game_tree(Nim(2, 2))), windows="nodes", style="lecture"
        )
    ),
    "chance": lambda: tikz(
        trace_scene(traced("expectimax", tree.figure("expectimax")), style="lecture")
    ),
    "figure-1-slides": lambda: beamer(
        film(traced("alphabeta-hard", tree.game_tree(Nim(2, 2))), style="lecture"), "nodes"
    ),
    "part": lambda: tikz(
        game_scene(TicTacToe(), None, 2, fold=Fold(TicTacToe(), TicTacToe().start(), 3), ends=True)
    ),
    "estimates": lambda: tikz(trace_scene(traced("minimax", ESTIMATED, depth=2))),
    "folded-slides": lambda: beamer(
        film(
            traced("alphabeta", TicTacToe(), depth=1),
            fold=Fold(TicTacToe(), TicTacToe().start(), 2),
        )
    ),
}
"""Every form that pictures and slides take."""

UNKNOWN_LEAVES = tree.Tree([[3, 12, 8], [2, "x", "y"], [14, 5, 2]])

AWKWARD_NAMES = tree.Tree(
    [
        {"name": name, "children": [1, 0.5]}
        for name in ("left wing", "a_b & 50%", "β→ü", "{~^\\}", "局")
    ]
)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="there is no pdflatex")
@pytest.mark.parametrize("name", LATEX)
def test_latex_runs(name: str, tmp_path: Path) -> None:
    (tmp_path / "x.tex").write_text(LATEX[name](), encoding="utf-8")
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "x.tex"],
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    if b"not found" in done.stdout and (b".sty" in done.stdout or b".cls" in done.stdout):
        pytest.skip("LaTeX lacks forest, beamer or adjustbox")
    assert done.returncode == 0, done.stdout[-2000:]


def test_a_position_is_named_by_its_moves() -> None:
    game = Chess()
    made = film(traced("alphabeta", game, game.after(["e4", "e5"]), depth=2))
    said = [step.say for step in made.steps]
    assert said[:2] == [
        "Start at the root, where MAX moves; window [loss, win].",
        "MAX tries Na3; then MIN moves; window [loss, win].",
    ]
    assert any(
        re.fullmatch(r"The position after Na3 Na6 gives \S+ back to the position after Na3\.", say)
        for say in said
    )
    assert any(
        say.startswith("The position after")
        and "is at most" in say
        and "; the root already has" in say
        for say in said
    )
    shown = [
        *said,
        *made.calls.values(),
        *(text for step in made.steps for text in step.variables.values()),
    ]
    assert not [text for text in shown if "pppp" in text or re.search(r"\d\.\d{4}", text)]


@given(trees())
def test_the_sentence_of_a_cut_is_its_reason_in_the_trace(game: tree.Tree) -> None:
    trace = traced("alphabeta", game)
    said = [step.say for step in film(trace).steps if step.kind == "cut"]
    assert [say.split(": ")[0] for say in said] == trace.list_reasons()


def test_a_slide_for_each_change() -> None:
    text = beamer(film(traced("alphabeta", tree.figure("two-ply"))))
    assert (
        "\\only<24>{A is worth 3. The principal variation is a1 b1.}" in text
        and "\\only<25>" not in text
    )


def test_slides_have_cut_marks_leaf_names_and_windows_from_when_they_are_seen() -> None:
    made = film(traced("alphabeta", tree.figure("two-ply")))
    text = beamer(made, "edges")
    cut = next(
        slide
        for slide, frame in enumerate(made.frames(), 1)
        if any(item.is_cut and not item.is_ahead for item in frame.items)
    )
    assert text.count(f"{{\\only<{cut}->{{$/\\!/$}}}}") == text.count("$/\\!/$") == 1
    seen = [
        f"label=below:{{\\only<{slide}->{{{{\\scriptsize{NAME_COLOUR} ${name}$}}}}}}" in text
        for name, slide in (("E", 3), ("H", 11), ("I", cut))
    ]
    assert seen == [True, True, True]
    assert "$a2$ $[3, +\\infty ]$" in text


# ---------------------------------------------------------------------- positions


def test_positions_and_boards_show_themselves() -> None:
    here: Any = Position(TicTacToe()).play("b2,a1")
    assert (
        repr(here) == "<tic-tac-toe: X to move, 7 actions>"
        and here._repr_svg_().count("<rect") == 9
    )
    assert here.board._repr_svg_().count(">X<") == 1 and here.actions[0] == "a3"
    with pytest.raises(BadAction, match="move 2, 'b3': the game is over"):
        Position(TicTacToe(), ENDGAME).play("c2 b3")
    over: Any = Position(TicTacToe()).play("a1 b1 a2 b2 a3")
    assert repr(over) == "<tic-tac-toe: over: X wins, 1 : −1>"

    class BoardlessCoins(Coins):
        def board(self, s: Any) -> None:  # type: ignore[override]
            return None

    bare: Any = Position(BoardlessCoins(7))
    assert bare._repr_svg_() is None and "7" in str(bare)


@pytest.mark.parametrize("name", ["minimax-stack", "alphabeta-stack"])
def test_the_open_nodes_are_among_the_variables(name: str) -> None:
    """At each row of Table 3 the panel has that row; a node that was backed up has left it."""
    trace = search.find(name).run(tree.figure("nim-2-2"), trace=True).trace
    assert trace is not None
    steps = film(trace).steps
    rows = [step.variables["O"] for step in steps if step.kind == "stack"]
    assert rows == list(write_table3(trace))
    updated = [step.variables["O"] for step in steps if step.kind == "update"]
    assert len(updated) >= 9 and {*updated} <= {*rows}
    assert all("O" in step.variables for step in steps)


def test_a_folded_node_is_opened_and_the_steps_stay() -> None:
    trace = search.alphabeta(tree.random_tree(seed=1, depth=5, branching=3), trace=True).trace
    assert trace is not None
    folded = film(trace)
    (item, node, is_opened), *_ = folded.to_dict()["folds"][0]
    opened = film(trace, opened=frozenset({node, 10**6}))
    assert not is_opened and folded.scenes[0].items[item].folded > 0
    assert (item, node, True) in opened.to_dict()["folds"][0]
    below = opened.scenes[0].items[item]
    assert below.children and below.folded == 0
    assert len(opened.scenes[0].items) == len(folded.scenes[0].items) + len(below.children)
    assert [step.say for step in opened.steps] == [step.say for step in folded.steps]


def test_opening_a_node_draws_whole_plies_of_few_nodes() -> None:
    trace = search.minimax(tree.random_tree(seed=1, depth=7, branching=2), trace=True).trace
    assert trace is not None
    folded = film(trace, max_nodes=31)
    (_, node, _), *_ = folded.to_dict()["folds"][0]
    opened = film(trace, max_nodes=31, opened=frozenset({node}))
    drawn = len(opened.scenes[0].items) - len(folded.scenes[0].items)
    assert drawn == 2 + 4 + 8  # all that lies below: depth 4 of 7
    wide = search.minimax(tree.random_tree(seed=1, depth=5, branching=4), trace=True).trace
    assert wide is not None
    (_, node, _), *_ = film(wide, max_nodes=21).to_dict()["folds"][0]
    more = film(wide, max_nodes=21, opened=frozenset({node}))
    assert len(more.scenes[0].items) == 21 + 4 + 16  # 64 more would be too many
