"""The horizon effect: a delay looks best at one depth, and is worse deeper; as a picture."""

from __future__ import annotations

import json
from typing import Any

import pytest

from zermelo import catalogue, search, tree
from zermelo.errors import BadLimit, Unsuitable
from zermelo.games.chess import Chess
from zermelo.games.connect_four import ConnectFour
from zermelo.show.film_maker import film
from zermelo.show.fold import Fold
from zermelo.show.latex import tikz
from zermelo.show.outline import outline
from zermelo.show.svg import svg
from zermelo.show.text import text
from zermelo.show.trace_scene import trace_scene
from zermelo.teach.horizon import EXAMPLE_POSITION, find_horizon
from zermelo.tree import Tree

POINTS = {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9}
CHESS = Chess("material")


def count_material(fen: str) -> float:
    """The lecture's e(n) for Black, read off the text of a position."""
    men = fen.partition(" ")[0]
    white, black = (
        sum(men.count(sign(man)) * POINTS[man] for man in POINTS) for sign in (str.upper, str.lower)
    )
    return (black - white) / (black + white)


def brute_force(s: Any, depth: int) -> float:
    """Minimax for Black, from the rules alone."""
    if depth == 0:
        return count_material(CHESS.dump(s))
    assert not CHESS.terminal(s)
    values = [brute_force(CHESS.result(s, a), depth - 1) for a in CHESS.actions(s)]
    return max(values) if CHESS.player(s) == 1 else min(values)


# ---------------------------------------------------------------------- the effect


@pytest.fixture(scope="module")
def found() -> Any:
    return find_horizon(CHESS, CHESS.load(EXAMPLE_POSITION))


def test_a_check_delays_the_loss_of_the_bishop(found: Any) -> None:
    s = CHESS.load(EXAMPLE_POSITION)
    after = {CHESS.name(s, a): CHESS.result(s, a) for a in CHESS.actions(s)}
    for depth, key in ((2, "near"), (4, "far")):
        values = {move.name: getattr(move, key) for move in found.moves}
        assert values == pytest.approx(
            {name: brute_force(below, depth - 1) for name, below in after.items()}
        )
    assert (found.near.name, found.near.near, found.near.far) == pytest.approx(
        ("f2+", -2 / 12, -5 / 9)
    )
    assert found.is_delay and found.far.far == -4 / 10


@pytest.mark.parametrize(("depth", "is_fooled"), [(2, True), (3, True), (4, False), (5, False)])
def test_two_plies_more_see_the_loss(depth: int, is_fooled: bool) -> None:
    s = CHESS.load(EXAMPLE_POSITION)
    result = search.alphabeta(CHESS, s, depth=depth, gear="plain")
    assert (result.action_name == "f2+") == is_fooled


def test_what_quiescence_and_singular_extension_do(found: Any) -> None:
    moves = {(one.search, one.depth): one.move for one in found.answers}
    assert moves == {
        ("alphabeta", 2): "f2+",
        ("alphabeta", 4): "Ka7",
        ("quiescence", 2): "f2+",
        ("quiescence", 3): "Ka7",
        ("singular", 2): "Ka7",
    }
    assert [(step.line[0], step.depth, step.note) for step in found.steps] == [
        ("f2+", 2, "looks best"),
        ("f2+", 4, "degrades"),
        ("Ka7", 2, "next best"),
        ("Ka7", 4, "holds"),
    ]


def negate(node: Any) -> Any:
    """The same tree for the other player."""
    if isinstance(node, dict):
        return {
            key: negate(part) if key in ("children", "estimate") else part
            for key, part in node.items()
        }
    return [negate(part) for part in node] if isinstance(node, list) else -node


def test_the_effect_on_the_tree_and_with_min_at_the_root() -> None:
    found = find_horizon(tree.figure("horizon"))
    assert [(one.name, one.near, one.far) for one in found.moves] == [
        ("a1", -1, -4),
        ("a2", -3, -3),
    ]
    branches = negate(tree.FIGURES["horizon"][0])
    mirrored = find_horizon(Tree({"root": {"player": "MIN", "children": branches}}))
    assert (mirrored.sign, mirrored.is_delay, mirrored.near.name) == (-1, True, "a1")
    assert [(one.near, one.far) for one in mirrored.moves] == [(1, 4), (3, 3)]


def test_without_a_delay_there_is_no_effect() -> None:
    assert str(find_horizon(tree.figure("two-ply"), depth=1)).endswith(
        "no horizon effect: a1 is as good as any move at depth 3."
    )
    tie = find_horizon(ConnectFour())
    assert not tie.is_delay and "looks as good" in str(tie)


def test_the_command(call: Any) -> None:
    _, out, _ = call("horizon")
    assert "f2+ to depth 4: −5/9, degrades (f2+ Kxf2 Ka7 Rxa4+)" in out
    data = json.loads(call("horizon", "tree:horizon", "--json")[1])
    assert (data["near"], data["far"], data["is_delay"]) == ("a1", "a2", True)
    assert call("horizon", "tree:horizon", "--depth", "0")[0] == 2
    code, _, error = call("horizon", "tree:expectimax")
    assert code == 2 and error.count("\n") == 1


def test_calls_that_make_no_sense() -> None:
    with pytest.raises(BadLimit, match="1 ply deeper"):
        find_horizon(tree.figure("horizon"), extra=0)
    with pytest.raises(Unsuitable, match="over"):
        find_horizon(tree.figure("two-ply"), 4)


# ---------------------------------------------------------------------- secondary searches drawn


def trace_singular() -> Any:
    return search.singular(tree.figure("horizon"), depth=2, trace=True).trace


def test_secondary_searches_are_drawn_as_such_with_their_depth() -> None:
    picture = trace_scene(trace_singular())
    top = [picture.items[i] for i in picture.items[0].children]
    assert [(one.action, one.is_secondary, one.reach) for one in top] == [
        ("a1", False, ""),
        ("a1", True, "depth 4"),
        ("a2", False, ""),
        ("a2", True, "depth 4"),
    ]
    for item, parent in zip(picture.items, picture.parents, strict=True):
        if parent and not item.is_pruned:
            assert item.is_secondary == picture.items[parent].is_secondary
            assert item.reach == "" or parent == 0
    drawn = svg(picture)
    tinted = sum(item.is_secondary for item in picture.items)
    assert drawn.count(" deeper") == 2 * tinted and "a1, depth 4" in drawn
    assert "secondary search" in drawn and "secondary search" in outline(picture)
    assert tikz(picture).count(", secondary") == tinted


def test_text_and_film_name_the_secondary_search() -> None:
    trace = trace_singular()
    marks = [line for line in text(trace, "log").splitlines() if " to depth " in line]
    assert marks == [
        "a1 to depth 2",
        "a2 to depth 2",
        "secondary search: a1 to depth 4",
        "secondary search: a2 to depth 4",
    ]
    said = [step.say for step in film(trace).steps if step.kind == "secondary"]
    assert said[0] == "Search a1 to depth 2."
    assert said[2] == "a1 looks best. Secondary search: a1 again, now to depth 4."


def test_other_searches_have_no_secondary_search() -> None:
    trace = search.deepening(tree.figure("two-ply"), depth=2, trace=True).trace
    assert trace is not None
    assert not any(item.is_secondary or item.reach for item in trace_scene(trace).items)


def test_a_folded_tree_keeps_the_move_that_decides() -> None:
    s = CHESS.load(EXAMPLE_POSITION)
    trace = search.singular(CHESS, s, depth=2, trace=True).trace
    assert trace is not None
    picture = trace_scene(trace, fold=Fold(CHESS, s, 2))
    for first in picture.items[0].children:
        item = picture.items[first]
        if item.action == "f2+":
            assert "Kxf2" in [picture.items[i].action for i in item.children]


# ---------------------------------------------------------------------- CS 188: −1 −2 4 9


def test_estimates_of_the_depth_limited_tree_are_drawn_as_estimates() -> None:
    game = catalogue.game("tree:depth-limited")
    result = search.minimax(game, depth=2, trace=True)
    assert (result.value, result.exact, result.unknowns) == (4, False, ())
    assert result.trace is not None
    leaves = [item for item in trace_scene(result.trace).items if not item.children]
    assert [(item.value, item.is_estimate) for item in leaves] == [
        (f"≈ {value}", True) for value in ("−1", "−2", "4", "9")
    ]
    whole = search.minimax(game)
    assert whole.value is None and whole.unknowns == ("w", "x", "y", "z")


def test_the_tree_itself_shows_unknown_payoffs_by_name(call: Any, tmp_path: Any) -> None:
    path = tmp_path / "tree.txt"
    call("draw", "tree", "tree:depth-limited", "-o", str(path))
    assert "□ H  w" in path.read_text(encoding="utf-8")
