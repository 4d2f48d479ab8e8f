"""Grading: answers as people write them, and mistakes by their names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from exercises import WISHES

from zermelo import tree
from zermelo.errors import BadAction, BadAnswer
from zermelo.game import CHANCE
from zermelo.teach import (
    Answer,
    Exercise,
    Mistake,
    grade,
    make_exercise,
)
from zermelo.teach.answer import parse_value
from zermelo.teach.mistake import KINDS
from zermelo.teach.reading import Visit

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
    # G, a MIN node, is below B with β = 4; no node above it has an α
    exchanged = [[[3, 4], [[9, 1], 2]], 0]
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
