"""Exercises: solutions pass, mistakes get their names, sheets hide answers, the quiz works."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from zermelo import tree
from zermelo.cli import run
from zermelo.errors import BadAction, BadAnswer, BadLimit, TooLarge
from zermelo.formatting import format_number
from zermelo.game import CHANCE
from zermelo.games.coins import Coins
from zermelo.games.nim import Nim
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.show.svg import svg
from zermelo.teach import (
    Answer,
    Exercise,
    Mistake,
    grade,
    make_exercise,
    problems,
    rebuild_exercise,
    sheet,
    sheet_latex,
)
from zermelo.teach.answer import parse_value
from zermelo.teach.mistake import KINDS
from zermelo.teach.question import write_exercise, write_solution
from zermelo.teach.quiz import Quiz
from zermelo.teach.reading import Visit

WISHES: list[dict[str, Any]] = [
    {},
    {"branching": 3, "cuts": 3},
    {"depth": 4},
    {"rule": ">"},
    {"rule": ">", "branching": 3},
    {"algorithm": "alphabeta-hard", "branching": 3},
    {"algorithm": "minimax", "branching": 3},
    {"chance": True},
    {"chance": True, "branching": 3},
    {"players": 3},
]


# ---------------------------------------------------------------------- exercises


@pytest.mark.parametrize("wish", WISHES, ids=str)
def test_a_hundred_solutions_of_each_kind_are_right(wish: dict[str, Any]) -> None:
    for seed in range(100):
        made = make_exercise(seed, **wish)
        found = grade(made, made.solution)
        assert found.is_right and found.correct == found.parts, (seed, found)
        assert sum(bool(visit.pruned) for visit in made.visits.values()) >= made.spec["cuts"]
        assert made.tree.is_stochastic == bool(wish.get("chance"))
        assert made.tree.players == wish.get("players", 2)


@pytest.mark.parametrize("name", tree.FIGURES)
def test_the_lectures_trees_are_exercises_too(name: str) -> None:
    game = tree.figure(name)
    depth = 2 if name == "depth-limited" else None  # below that its payoffs are unknown
    made = Exercise.of(game, depth=depth)
    assert (
        grade(made, made.solution).is_right
        and rebuild_exercise(json.loads(json.dumps(made.spec))) == made
    )


@pytest.mark.parametrize("wish", WISHES, ids=str)
def test_a_spec_rebuilds_its_exercise_and_answers_survive_json(wish: dict[str, Any]) -> None:
    for seed in range(10):
        made = make_exercise(seed, **wish)
        again = rebuild_exercise(json.loads(json.dumps(made.spec)))
        assert again == made and again.tree.to_dict() == made.tree.to_dict()
        back = Answer.from_json(made.solution.to_json())
        assert (
            back.pruned == made.solution.pruned
            and back.action == made.solution.action
            and back.bounds == made.solution.bounds
        )
        assert grade(again, back).is_right
        blank = Answer.from_json(made.form)
        assert blank.values == {} and grade(made, blank).mistake.kind in (
            "missing",
            "missed",
            "not-on-equality",
            "deep-missed",
        )  # type: ignore[union-attr]


def test_probabilities_are_simple_and_unequal() -> None:
    for seed in range(100):
        made = make_exercise(seed, chance=True, branching=2 + seed % 2)
        for node in made.tree.nodes:
            if node.player == CHANCE:
                assert len(set(node.odds)) > 1 and abs(sum(node.odds) - 1) < 1e-9
        assert all(
            abs(v.value * 100 - round(v.value * 100)) < 1e-6
            for v in made.visits.values()
            if isinstance(v.value, float)
        )


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({"cuts": 9}, "had at most 2: ask for fewer"),
        ({"algorithm": "alphabeta", "players": 3}, "for 3 use maxn"),
        ({"algorithm": "minimax", "chance": True}, "use expectimax"),
        (
            {"algorithm": "expectimax", "chance": False},
            "an exercise on expectimax has chance nodes: omit chance=False",
        ),
        ({"algorithm": "expectimax", "cuts": 1}, "does not prune"),
        ({"algorithm": "maxn", "players": 2}, "3 players or more"),
        ({"algorithm": "chess"}, "there are exercises on"),
        ({"depth": 7, "branching": 6}, "at most 200"),
        ({"depth": 0}, "depth is 0"),
        ({"depth": 1, "chance": True}, "depth of 2"),
        ({"rule": "<"}, "'>=' or '>'"),
        ({"seed": "x"}, "seed is 'x'"),
    ],
)
def test_impossible_requirements_are_refused_in_one_line(wish: dict[str, Any], said: str) -> None:
    with pytest.raises(BadLimit, match=re.escape(said)) as error:
        make_exercise(**wish)
    assert "\n" not in str(error.value)


def test_positions_and_shared_nodes_are_played_out() -> None:
    assert len(Exercise.of(Coins(7)).tree) == 22
    late = Nim(2, 2).after(["2-1"])  # MIN is to move there, and becomes MAX
    made = Exercise.of(Nim(2, 2), s=late)
    assert (
        made.tree.player(0) == 0
        and made.visits["A"].value == 1.0
        and grade(made, made.solution).is_right
    )
    shared = tree.Tree({"root": ["X", ["X", 1]], "nodes": {"X": [4, 2]}})
    assert Exercise.of(shared, "minimax").labels == tuple("ABCDEFGHI")
    named = Exercise.of(tree.Tree({"name": "a long name", "children": [1, 2]}))
    assert (
        named.labels == ("A", "B", "C")
        and rebuild_exercise(json.loads(json.dumps(named.spec, allow_nan=False))) == named
    )
    with pytest.raises(TooLarge, match="more than 200"):
        Exercise.of(TicTacToe())
    assert len(Exercise.of(TicTacToe(), depth=1).tree) == 10


# ---------------------------------------------------------------------- answers


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (3, 3.0),
        ("3", 3.0),
        ("−0.5", -0.5),
        ("≤2", 2.0),
        ("<= 2", 2.0),
        ("≥ -1", -1.0),
        ("1/2", 0.5),
        ("½", 0.5),
        ("-7⅔", -23 / 3),
        ("-∞", float("-inf")),
        ("+4", 4.0),
    ],
)
def test_values_as_people_write_them(written: Any, meant: float) -> None:
    assert parse_value(written)[0] == meant


@pytest.mark.parametrize("written", ["three", "", "1/0", True, float("nan"), "0,5", {}, "nan"])
def test_unreadable_values_are_refused(written: Any) -> None:
    with pytest.raises(BadAnswer, match="write a number like"):
        parse_value(written)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"format": "zermelo-answer", "version": 2}',
        '{"format": "zermelo-answer", "version": 1, "values": [1]}',
        '{"format": "zermelo-answer", "version": 1, "pruned": "I"}',
        '{"format": "zermelo-answer", "version": 1, "action": 3}',
        '{"format": "zermelo-answer", "version": 1, "exercise": 3}',
    ],
)
def test_a_text_that_is_not_an_answer_is_refused(text: str) -> None:
    with pytest.raises(BadAnswer) as error:
        Answer.from_json(text)
    assert "\n" not in str(error.value)


def test_an_answer_to_another_exercise_is_an_error_not_a_mistake() -> None:
    made, three = Exercise.of(tree.figure("two-ply")), Exercise.of(tree.figure("three-player"))
    for wrong, said in (
        (Answer({"Q": 1.0}), "no node is called 'Q'"),
        (Answer({"A": (1.0, 2.0)}), "it must be one number"),
        (Answer(pruned=frozenset("A")), "A is the root"),
        (Answer(pruned=frozenset("Z")), "no node is called 'Z'"),
    ):
        with pytest.raises(BadAnswer, match=re.escape(said)):
            grade(made, wrong)
    with pytest.raises(BadAction, match="'a9' is not legal"):
        grade(made, replace(made.solution, action="a9"))
    with pytest.raises(BadAnswer, match="a vector of 3 numbers"):
        grade(three, Answer({"A": 1.0}))


def test_labels_may_be_lower_case_and_pruned_nodes_tops_or_leaves() -> None:
    made = make_exercise(seed=3, cuts=2, branching=3)
    tops = {one.label for visit in made.visits.values() for one in visit.pruned}
    leaves = {label for label in made.solution.pruned if label not in made.inner}
    low = {label.lower(): v for label, v in made.solution.values.items()}
    for pruned in (tops, {label.lower() for label in tops}, leaves):
        assert grade(made, Answer(low, frozenset(pruned), made.solution.action)).is_right
    by_label = made.visits["A"].successors[0].label
    assert grade(made, replace(made.solution, action=by_label)).is_right == (
        made.solution.action == "a1"
    )
    assert grade(made, replace(made.solution, bounds={})).is_right
    extra = dict.fromkeys(made.labels, 99.0) | dict(made.solution.values)
    assert grade(
        made, replace(made.solution, values=extra)
    ).is_right  # leaves and pruned nodes are not asked


# ---------------------------------------------------------------------- mistakes on known trees


def two_ply(**change: Any) -> Mistake | None:
    made = Exercise.of(
        tree.figure("two-ply"), change.pop("algorithm", "alphabeta"), rule=change.pop("rule", ">=")
    )
    values = dict(made.solution.values) | change.pop("values", {})
    return grade(made, replace(made.solution, values=values, **change)).mistake


@pytest.mark.parametrize(
    ("change", "kind", "node", "said"),
    [
        (
            {"algorithm": "minimax", "values": {"C": 6.0}},
            "exchanged",
            "C",
            "it takes the smallest of 2, 4, 6, which is 2; you took the largest, 6.",
        ),
        ({"values": {"B": 8.0}}, "wrong-child", "B", "you took 8, the value of G"),
        ({"values": {"B": -3.0}}, "sign", "B", "with the wrong sign"),
        ({"values": {"B": 12.0, "A": 12.0}}, "exchanged", "B", "you took the largest, 12"),
        ({"values": {"C": 6.0}}, "exchanged", "C", "you looked further and took the largest, 6"),
        ({"values": {"C": 3.0}}, "clamped", "C", "3 is α"),
        ({"values": {"D": 7.0}}, "averaged", "D", "but MIN chooses here"),
        ({"values": {"D": 9.0}}, "wrong-value", "D", "you wrote 9"),
        (
            {"pruned": frozenset()},
            "missed",
            "C",
            "C is at most 2, past α = 3 (A has it already), so C is cut: prune I, J.",
        ),
        ({"pruned": frozenset("J")}, "too-late", "C", "you looked at I first"),
        ({"pruned": frozenset("I")}, "left-open", "C", "you left J open"),
        ({"pruned": frozenset("IJM")}, "too-early", "D", "D is at most 5, still above α = 3"),
        ({"pruned": frozenset("HIJ")}, "first-successor", "C", "H is the first successor of C"),
        (
            {"pruned": frozenset("GIJ")},
            "too-early",
            "B",
            "no MAX node above it has a value yet: α = −∞ cuts nothing",
        ),
        ({"pruned": frozenset("CIJ")}, "too-early", "A", "no MIN node above it"),
        (
            {"algorithm": "minimax", "pruned": frozenset("J")},
            "no-pruning",
            "C",
            "visits every node",
        ),
        ({"action": "a3"}, "worst-action", "A", "a1, to B, is best: B is worth 3"),
        ({"action": "a2"}, "worst-action", "A", "a2 leads to C, ≤ 2, the worst for MAX"),
        ({"action": None}, "missing", "A", "No action"),
        ({"bounds": {"C": "at least"}}, "bound-side", "C", "C is at most 2"),
    ],
)
def test_mistakes_on_the_two_ply_tree(
    change: dict[str, Any], kind: str, node: str, said: str
) -> None:
    found = two_ply(**change)
    assert found is not None
    assert (found.kind, found.node) == (kind, node) and said in str(found), found


def find_mistake(
    literal: Any, answer: dict[str, Any], algorithm: str | None = None, rule: str = ">="
) -> Mistake:
    """The first mistake of the solution of a tree with some other answers."""
    exercise = Exercise.of(tree.Tree(literal), algorithm, rule=rule)
    values = dict(exercise.solution.values) | answer.pop("values", {})
    mistake = grade(exercise, replace(exercise.solution, values=values, **answer)).mistake
    assert mistake is not None
    return mistake


def test_mistakes_on_trees_made_for_them() -> None:
    chance = [{"player": "chance", "children": [8, 4], "probabilities": [0.25, 0.75]}, 1]
    for given, kind in (
        (6.0, "unweighted"),
        (12.0, "sum"),
        (8.0, "chance-as-max"),
        (4.0, "chance-as-min"),
        (-5.0, "sign"),
        (7.0, "weights-exchanged"),
    ):
        found = find_mistake(chance, {"values": {"B": given}})
        assert (
            found is not None
            and (found.kind, found.node) == (kind, "B")
            and "¼·8 + ¾·4 = 5" in found.sentence
        )
    tie = [[3, 5], [3, 1]]
    assert find_mistake(tie, {"pruned": frozenset()}).kind == "not-on-equality"
    assert find_mistake(tie, {"pruned": frozenset("G")}, rule=">").kind == "equality"
    assert find_mistake(tie, {"action": "a2"}).kind == "bound-taken-for-value"
    assert find_mistake(tie, {"values": {"C": 1.0}}).kind == "looked-at-pruned"
    assert find_mistake([[3, 5], [4, 6], [1, 9]], {"action": "a1"}).kind == "wrong-action"
    deep = [5, [[[4, 9], 7], 8]]  # E is at most 4; A, not D, has 5
    found = find_mistake(deep, {"pruned": frozenset()})
    assert (
        found is not None
        and found.kind == "deep-missed"
        and "A, above D, already has 5" in found.sentence
    )
    exchanged = [[[3, 4], [[9, 1], 2]], 0]  # G is a MIN node below β = 4 of B, and nobody has an α
    found = find_mistake(exchanged, {"pruned": frozenset("K")})
    assert (
        found is not None
        and found.kind == "window-exchanged"
        and "β = 4 cuts MAX nodes" in found.sentence
    )
    hard = Exercise.of(tree.figure("two-ply"), "alphabeta-hard")
    assert hard.visits["C"].value == 3.0
    assert grade(
        hard, replace(hard.solution, values=dict(hard.solution.values) | {"C": 2.0})
    ).is_right


def test_mistakes_in_the_fail_hard_form() -> None:
    below = [[3, 5], [[1, 2], 7]]  # F sees 1 and 2, and returns α = 3
    found = find_mistake(below, {"values": {"F": 2.0}}, "alphabeta-hard")
    assert found is not None and (found.kind, found.node) == ("not-clamped", "F")
    assert (
        found.sentence
        == "F is a MAX node that sees 1, 2, not inside its window: it returns α = 3; "
        "2 lies outside [3, ∞]."
    )
    assert find_mistake(below, {"values": {"F": 1.0}}, "alphabeta-hard").kind == "exchanged"


def test_mistakes_in_max_n() -> None:
    made = Exercise.of(tree.figure("three-player"))
    for given, kind in (
        ((4.0, 2.0, 3.0), "wrong-player"),
        ((4.0, 2.0, 6.0), "mixed-vector"),
        ((-1.0, -2.0, -6.0), "sign"),
        ((0.0, 0.0, 0.0), "wrong-value"),
    ):
        found = grade(
            made, replace(made.solution, values=dict(made.solution.values) | {"D": given})
        ).mistake
        assert (
            found is not None
            and (found.kind, found.node) == (kind, "D")
            and "player C" in found.sentence
        )


def test_a_value_that_follows_from_a_wrong_one_is_not_the_first_mistake() -> None:
    found = two_ply(algorithm="minimax", values={"B": 12.0, "A": 12.0}, action="a3")
    assert found is not None and found.node == "B"


def test_every_kind_is_explained() -> None:
    page = (Path(__file__).resolve().parents[1] / "docs" / "teach.md").read_text(encoding="utf-8")
    assert [kind for kind in KINDS if f"`{kind}`" not in page] == []


def test_every_best_action_is_right() -> None:
    nim = Exercise.of(tree.figure("nim-2-2"))
    assert grade(nim, replace(nim.solution, action="a2")).is_right


# ---------------------------------------------------------------------- mistakes on many seeds

Mutant = tuple[Answer, str, str]
"""A wrong answer, the node of its mistake and the kind that must be found."""


def with_value(made: Exercise, label: str, v: Any) -> Answer:
    return replace(made.solution, values=dict(made.solution.values) | {label: v})


def wrong_values(made: Exercise) -> Iterator[Mutant]:
    for label, visit in made.visits.items():
        seen = [one.value for one in visit.seen]
        yield (
            replace(
                made.solution, values={k: v for k, v in made.solution.values.items() if k != label}
            ),
            label,
            "missing",
        )
        yield (
            with_value(made, label, (77.0,) * 3 if made.algorithm == "maxn" else 77.0),
            label,
            "wrong-value",
        )
        if made.algorithm == "maxn":
            yield from wrong_vectors(made, visit)
        elif visit.player == CHANCE:
            yield with_value(made, label, sum(seen) / len(seen)), label, "unweighted"
            plain = {sum(seen) / len(seen)}  # type: ignore[arg-type]
            for v, kind in (
                (sum(seen), "sum"),
                (max(seen), "chance-as-max"),
                (min(seen), "chance-as-min"),
            ):  # type: ignore[arg-type,type-var]
                if v not in plain and abs(v - visit.value) > 1e-6:  # type: ignore[operator]
                    yield with_value(made, label, v), label, kind
                plain.add(v)  # type: ignore[arg-type]
        elif made.algorithm != "alphabeta-hard":
            other = min(seen) if visit.player == 0 else max(seen)  # type: ignore[type-var]
            if other != visit.value:
                yield with_value(made, label, other), label, "exchanged"
            for v in set(seen) - {other, visit.value}:
                if not visit.pruned:
                    yield with_value(made, label, v), label, "wrong-child"
            if abs(visit.value) > 1e-6 and -visit.value not in seen and not visit.pruned:
                yield with_value(made, label, -visit.value), label, "sign"  # type: ignore[operator]


def wrong_vectors(made: Exercise, visit: Visit) -> Iterator[Mutant]:
    seen = [one.value for one in visit.seen if isinstance(one.value, tuple)]
    mixed = tuple(max(parts) for parts in zip(*seen, strict=True))
    if mixed not in seen:
        yield with_value(made, visit.label, mixed), visit.label, "mixed-vector"
    nexts = max(seen, key=lambda v: v[(visit.player + 1) % 3])
    if nexts != visit.value:
        yield with_value(made, visit.label, nexts), visit.label, "wrong-player"


def wrong_marks(made: Exercise) -> Iterator[Mutant]:
    pruned = made.solution.pruned
    for label, visit in made.visits.items():
        first = visit.successors[0].label
        yield replace(made.solution, pruned=pruned | {first}), label, "first-successor"
        tops = [one.label for one in visit.pruned]
        if not tops:
            continue
        all_open = replace(made.solution, pruned=pruned - made.subtree_labels(set(tops)))
        assert isinstance(visit.value, float)
        parent = next(
            (up for up in made.visits.values() if any(one.label == label for one in up.successors)),
            None,
        )
        bound = visit.beta if visit.player == 0 else visit.alpha
        if parent is not None and made.algorithm == "alphabeta":
            before = [
                one.value for one in parent.seen[: [one.label for one in parent.seen].index(label)]
            ]
            best = (max if parent.player == 0 else min)(before, default=None)
            is_deep = best != bound and not (
                best is not None
                and (visit.value <= best if parent.player == 0 else visit.value >= best)
            )  # type: ignore[operator]
            kind = (
                "deep-missed"
                if is_deep
                else "not-on-equality"
                if visit.value == bound
                else "missed"
            )
            yield all_open, label, kind
            if len(tops) > 1:
                late = replace(made.solution, pruned=pruned - made.subtree_labels({tops[0]}))
                yield late, label, kind if kind != "missed" else "too-late"
        if len(tops) > 1:
            yield (
                replace(made.solution, pruned=pruned - made.subtree_labels({tops[-1]})),
                label,
                "left-open",
            )


def early_marks(made: Exercise) -> Iterator[Mutant]:
    for label, visit in made.visits.items():
        for i, one in enumerate(visit.seen[1:], 1):
            so_far = (max if visit.player == 0 else min)(x.value for x in visit.seen[:i])
            bound, own = (
                (visit.beta, visit.alpha) if visit.player == 0 else (visit.alpha, visit.beta)
            )
            kind = "too-early"
            if abs(bound) == float("inf"):
                kind = "window-exchanged" if abs(own) != float("inf") else "too-early"
            elif so_far == bound:
                kind = "equality"
            yield replace(made.solution, pruned=made.solution.pruned | {one.label}), label, kind


def wrong_actions(made: Exercise) -> Iterator[Mutant]:
    root = made.visits["A"]
    worth = {
        one.action: one.value[0] if isinstance(one.value, tuple) else one.value for one in root.seen
    }
    best = made.solution.action
    for action, v in worth.items():
        if action != best:
            kind = "worst-action" if v == min(worth.values()) else "wrong-action"
            yield (
                replace(made.solution, action=action),
                "A",
                "bound-taken-for-value" if v == worth[best or ""] else kind,
            )


def begins_well(made: Exercise, said: str) -> bool:
    """With a capital, or with a name as it is written: the action a1 is not A1."""
    actions = {made.tree.name(s, a) for s in range(len(made.labels)) for a in made.tree.options(s)}
    first = re.match(r"\w+", said)
    assert first is not None
    return first[0] in {*made.labels, *actions} or (
        first[0][0].isupper() and first[0].lower() not in actions
    )


def assert_found(made: Exercise, mutants: Iterator[Mutant], met: set[str]) -> None:
    for answer, node, kind in mutants:
        found = grade(made, answer).mistake
        assert found is not None and (found.kind, found.node) == (kind, node), (
            made.spec,
            kind,
            node,
            found,
        )
        assert found.sentence.endswith(".") and found.kind in KINDS and "\n" not in found.sentence
        assert begins_well(made, str(found)) and begins_well(made, found.hint), found
        met.add(kind)


VALUE_KINDS = {
    "missing",
    "wrong-value",
    "exchanged",
    "wrong-child",
    "sign",
    "unweighted",
    "sum",
    "chance-as-max",
    "chance-as-min",
}
VALUE_KINDS |= {"mixed-vector", "wrong-player"}

MUTATIONS: list[tuple[Callable[[Exercise], Iterator[Mutant]], list[dict[str, Any]], set[str]]] = [
    (wrong_values, WISHES, VALUE_KINDS),
    (
        wrong_marks,
        WISHES[:5],
        {"first-successor", "missed", "deep-missed", "not-on-equality", "too-late", "left-open"},
    ),
    (early_marks, WISHES[:5], {"too-early", "equality", "window-exchanged"}),
    (
        wrong_actions,
        [w for w in WISHES if "algorithm" not in w],
        {"worst-action", "wrong-action", "bound-taken-for-value"},
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("mutate", "wishes", "kinds"), MUTATIONS, ids=[mutate.__name__ for mutate, _, _ in MUTATIONS]
)
def test_each_kind_is_found_on_many_seeds(
    mutate: Callable[[Exercise], Iterator[Mutant]], wishes: list[dict[str, Any]], kinds: set[str]
) -> None:
    met: set[str] = set()
    for wish in wishes:
        for seed in range(25):
            made = make_exercise(seed, **wish)
            assert_found(made, mutate(made), met)
    assert met == kinds


def test_looking_at_pruned_nodes_is_named() -> None:
    met = 0
    for seed in range(200):
        made = make_exercise(seed, branching=3)
        for label, visit in made.visits.items():
            leaves = [
                made.tree.payoffs(made.find_node(one.label))[0]
                for one in visit.pruned
                if one.label not in made.inner
            ]
            if leaves and len(leaves) == len(visit.pruned):
                v = (max if visit.player == 0 else min)([visit.value, *leaves])
                seen = [one.value for one in visit.seen]
                if v != visit.value and v not in seen:
                    found = grade(made, with_value(made, label, v)).mistake
                    assert found is not None and (found.kind, found.node) == (
                        "looked-at-pruned",
                        label,
                    )
                    met += 1
    assert met > 20


# ---------------------------------------------------------------------- sheets


def words_of(xml: str) -> list[str]:
    """The texts in a sheet, without its styles and its title."""
    texts = []
    for element in ElementTree.fromstring(xml).iter():
        kind = element.tag.rpartition("}")[2]
        if kind not in ("style", "title"):
            texts += [
                part.strip() for part in (element.text, element.tail) if part and part.strip()
            ]
    return texts


def as_xml(html: str) -> str:
    """The page as XML: everything in it is closed but the metas."""
    body = re.sub(r"<meta[^>]*>", "", html.replace("<!doctype html>\n", ""))
    return body.replace("&nbsp;", " ")


@pytest.mark.parametrize("wish", WISHES, ids=str)
def test_sheets_are_well_formed_name_every_node_and_keep_the_solution_to_themselves(
    wish: dict[str, Any],
) -> None:
    made = make_exercise(5, **wish)
    leaves = [
        made.tree.payoffs(i)[0] for i, node in enumerate(made.tree.nodes) if not node.children
    ]
    for blank, full in (
        (sheet.make_svg_sheet(made), sheet.make_svg_sheet(made, solution=True)),
        (
            as_xml(sheet.make_html_sheet([made])),
            as_xml(sheet.make_html_sheet([made], solution=True)),
        ),
    ):
        texts = words_of(blank)
        assert set(made.labels) <= set(texts)
        assert not any(
            mark in blank for mark in ('class="cut"', "edge pruned", "edge best", "Solution")
        )
        bare = [text for text in texts if re.fullmatch(r"−?[\d.]+", text)]
        assert (
            len(bare) == 0
            if made.tree.players > 2
            else sorted({*bare}) == sorted({format_number(x) for x in leaves})
        )
        shown = words_of(full)
        assert all(visit.text in shown for visit in made.visits.values())
        assert f"Action: {made.best_action}" in shown
        assert ('class="cut"' in full) == (
            "edge pruned" in full
        ) == made.search.prunes and "edge best" in full
    tex = sheet_latex.make_tex_sheet([made])
    assert (
        "pruned" not in tex.partition(r"\begin{forest}")[2].replace("pruned branch", "")
        and ", best" not in tex
    )
    assert tex.count("{") == tex.count("}") and tex.count(r"\begin{forest}") == 1
    assert all(re.search(rf"\${label}\b", tex) for label in made.labels)
    assert sheet_latex.make_tex_sheet([made], solution=True).count(r"\begin{forest}") == 2


def test_a_page_for_each_exercise(tmp_path: Path) -> None:
    many = [make_exercise(seed) for seed in range(3)]
    page = sheet.write(many, tmp_path / "many.html", solution=True).read_text(encoding="utf-8")
    assert (
        page.count("<section") == 6
        and "<script" not in page
        and "http" not in page.replace("http://www.w3.org/2000/svg", "")
    )
    assert "prefers-color-scheme" not in page  # paper is light
    for name, said in (
        ("many.svg", "holds one exercise"),
        ("many.json", "holds one exercise"),
        ("many.doc", "a sheet ends in"),
    ):
        with pytest.raises(BadLimit, match=said):
            sheet.write(many, tmp_path / name)
    with pytest.raises(BadLimit, match="No such file"):
        sheet.write(many, tmp_path / "nowhere" / "many.html")


def test_estimates_of_an_unrolled_game_are_marked() -> None:
    """At the depth limit a leaf has an estimate; an end has its payoff."""
    game = TicTacToe()
    late = game.after(["b2", "a1", "c3", "b1", "c1", "a3"])
    lines = write_exercise(Exercise.of(game, s=late, depth=1)).splitlines()
    leaves = [line.rpartition("  ")[2] for line in lines if "□" in line]
    open_lines = [game.evaluate(game.result(late, a), 0) for a in game.actions(late)][:2]
    assert leaves == [*(f"≈ {x:.6g}" for x in open_lines), "1"] and open_lines == [1 / 9, 2 / 9]
    assert lines[-1].startswith("(≈: an estimate")
    whole = write_exercise(Exercise.of(game, s=late))
    assert "≈" not in whole


def test_the_solution_of_a_chance_tree_shows_each_mean(tmp_path: Path) -> None:
    exercise = Exercise.of(tree.figure("expectimax"))
    assert write_solution(exercise).splitlines()[-4:] == [
        "B = ⅓·3 + ⅓·12 + ⅓·9 = 8",
        "C = ⅓·2 + ⅓·4 + ⅓·6 = 4",
        "D = ⅓·15 + ⅓·6 + ⅓·0 = 7",
        "Action: a1",
    ]
    assert "⅓·15 + ⅓·6 + ⅓·0 = 7" in sheet.make_svg_sheet(exercise, solution=True)
    page = sheet.make_sheet([exercise], ".tex", solution=True)
    assert r"D = $\frac13$$\cdot$15 + " in page and "⅓" not in page


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="needs pdflatex")
def test_latex_reads_a_sheet(tmp_path: Path) -> None:
    many = [
        make_exercise(1, branching=3),
        make_exercise(1, chance=True),
        make_exercise(1, players=3),
        make_exercise(1, algorithm="alphabeta-hard"),
    ]
    sheet.write(many, tmp_path / "x.tex", solution=True)
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "x.tex"],
        cwd=tmp_path,
        capture_output=True,
    )
    assert done.returncode == 0, done.stdout[-2000:]
    assert b"(8 pages" in done.stdout


# ---------------------------------------------------------------------- the lecture's problems


def test_the_problems_have_the_lectures_results() -> None:
    coins = problems.make_coins()
    assert (
        coins.visits["A"].value == -1.0
        and {"D", "E", "L"} <= coins.solution.pruned
        and len(coins.tree) == 22
    )
    nim = problems.make_nim()
    assert nim.solution.pruned == {"F", "L", "O", "H", "J"} and nim.visits["A"].value == -1.0
    assert problems.make_three().visits["A"].value == (1.0, 2.0, 6.0)
    assert problems.make_figure_3().solution.pruned == {"E"}
    assert (
        problems.evaluate_checkers(1, 0, 0, 0) == 1.0
        and problems.evaluate_checkers(0, 0, 0, 3) == -1.0
    )
    assert problems.evaluate_checkers(2, 1, 4, 0) == 0.0
    for problem in problems.PROBLEMS.values():
        assert problem.solution in str(problem)
        if problem.draw is not None:
            ElementTree.fromstring(svg(problem.picture))
    assert (
        "F: L" in problems.find_problem("#1").solution
        and "−1" in problems.find_problem("1").solution
    )
    with pytest.raises(BadAnswer, match="problems: 1 2 3 4 nim"):
        problems.find_problem("5")


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
