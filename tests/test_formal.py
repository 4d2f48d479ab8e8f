"""Γ written out: the lecture's 2,2-Nim, brute force on random trees, limits, start states."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import brute
import pytest

from zermelo import CHANCE, Game, Tree, catalogue, search, tree
from zermelo.cli import run
from zermelo.errors import BadGame, BadLimit, BadPosition, TooLarge
from zermelo.formal import FormalGame, formalise
from zermelo.games.chess import Chess
from zermelo.games.coins import Coins
from zermelo.games.nim import Nim
from zermelo.games.pig import Pig
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.history import with_history
from zermelo.states import find_start, list_states, reachable_states
from zermelo.web.game_registry import GameRegistry
from zermelo.web.position_api import answer_position
from zermelo.web.request_fields import BadRequest, Fields

# ---------------------------------------------------------------------- the lecture's section 1

Y = ["(2, 2)", "(2, 1)", "(2, 0)", "(1, 1)", "(1, 0)", "(0, 0)"]


@pytest.fixture(scope="module")
def nim() -> dict[str, Any]:
    """Γ of 2,2-Nim as JSON has it: states by their texts."""
    return formalise(Nim(2, 2)).to_dict()


def test_the_sets_of_nim_are_the_lectures(nim: dict[str, Any]) -> None:
    assert nim["players"] == ["MAX", "MIN"]
    assert len(nim["states"]) == 12
    assert set(nim["states"]) == {f"({y}, {p})" for y in Y for p in ("MAX", "MIN")}
    assert set(nim["starts"]) == {"((2, 2), MAX)", "((2, 2), MIN)"}
    assert set(nim["terminals"]) == {"((0, 0), MAX)", "((0, 0), MIN)"}


def test_the_functions_of_nim_are_the_lectures(nim: dict[str, Any]) -> None:
    delta = {state: set(successors) for state, successors in nim["successors"].items()}
    assert delta["((2, 2), MAX)"] == {"((2, 1), MIN)", "((2, 0), MIN)"}
    assert delta["((2, 1), MIN)"] == {"((1, 1), MAX)", "((1, 0), MAX)", "((2, 0), MAX)"}
    assert nim["mover"]["((2, 2), MAX)"] == "MAX"
    assert nim["mover"].keys() == set(nim["states"]) and nim["mover"]["((0, 0), MIN)"] == "MIN"
    assert nim["mover"]["((2, 1), MIN)"] == nim["mover"]["((2, 0), MIN)"] == "MIN"
    assert nim["payoffs"] == {"((0, 0), MAX)": [1, -1], "((0, 0), MIN)": [-1, 1]}
    assert (nim["total"], nim["probabilities"]) == (0, {})


def test_successors_of_nim_are_those_of_the_rule(nim: dict[str, Any]) -> None:
    """Any number of matches from one pile, the larger pile first; the other player is next."""
    for a in range(3):
        for b in range(a + 1):
            lower = [(min(x, b), max(x, b)) for x in range(a)] + [
                (min(a, x), max(a, x)) for x in range(b)
            ]
            for mover, other in (("MAX", "MIN"), ("MIN", "MAX")):
                expected = {f"(({high}, {low}), {other})" for low, high in lower}
                assert set(nim["successors"][f"(({a}, {b}), {mover})"]) == expected


def test_the_text_of_nim_reads_as_the_lecture() -> None:
    lines = formalise(catalogue.game("nim:2,2")).to_text().splitlines()
    assert lines[0] == (
        "Γ = ⟨P, X, S, T, δ, l, v⟩ of nim:2,2: 2 players, 12 states, 2 start states, "
        "2 terminal states, zero-sum"
    )
    for line in (
        "P = {MAX, MIN}",
        f"Y = {{{', '.join(Y)}}}",
        "S = {((2, 2), MAX), ((2, 2), MIN)}",
        "T = {((0, 0), MAX), ((0, 0), MIN)}",
        "δ((2, 2), MAX) = {((2, 1), MIN), ((2, 0), MIN)}",
        "δ((2, 1), MIN) = {((1, 1), MAX), ((1, 0), MAX), ((2, 0), MAX)}",
        "l((2, 2), MAX) = MAX",
        "l((2, 1), MIN) = MIN",
        "l((2, 0), MIN) = MIN",
        "v : T → [−1, 1]^2",
        "v((0, 0), MAX) = (+1, −1)",
        "v((0, 0), MIN) = (−1, +1)",
        "Σ v_i(x) = 0 for all x ∈ T",
    ):
        assert line in lines
    assert any(line.startswith("X = Y × P = {((2, 2), MAX), ") for line in lines)
    assert sum(line.startswith("δ((") for line in lines) == 10
    assert max(map(len, lines[1:])) <= 88


def test_the_game_where_the_last_match_wins_differs_in_v_only() -> None:
    misere, normal = formalise(Nim(2, 2)), formalise(Nim(2, 2, misere=False))
    assert misere.successors == normal.successors
    assert misere.payoffs == {s: (b, a) for s, (a, b) in normal.payoffs.items()}


def test_a_subgame_has_one_start_and_fewer_states() -> None:
    """The lecture's Γ_z. Not every pair of Y × P is a state of it."""
    game = Nim(2, 2)
    below = formalise(game, game.load("2 1 MIN"))
    assert [below.name_state(s) for s in below.starts] == ["((2, 1), MIN)"]
    assert (len(below.states), len(below.configurations), below.is_product) == (7, 5, False)
    assert "} ⊂ Y × P" in below.to_text()


def test_problem_1_is_written_as_piles() -> None:
    gamma = formalise(Coins(7))
    assert {gamma.name_state(s) for s in gamma.terminals} == {
        "((2, 2, 2, 1), MIN)",
        "((2, 2, 1, 1, 1), MAX)",
        "((2, 1, 1, 1, 1, 1), MIN)",
    }


def test_figure_1_is_the_tree_of_the_same_game() -> None:
    """A tree has a node for each path: more nodes than states, the same value."""
    figure, game = formalise(tree.figure("nim-2-2")), Nim(2, 2)
    assert len(figure.states) == 15 and figure.to_dict()["successors"]["B"] == ["D", "E", "F"]
    assert back_up(figure, 0, 0) == back_up(formalise(game), game.start(), 0) == -1


# ---------------------------------------------------------------------- brute force


class Forest(Tree):
    """A tree or DAG with several start states, which need not reach each other."""

    firsts: tuple[int, ...] = (0,)

    def starts(self) -> tuple[int, ...]:
        return self.firsts


def plant(seed: int, firsts: tuple[int, ...], **shape: Any) -> Forest:
    random = tree.random_tree(seed=seed, **shape)
    forest = Forest.of_nodes(random.nodes, random.players, title="forest")
    assert isinstance(forest, Forest)
    forest.firsts = tuple(first % len(forest) for first in firsts)
    return forest


def visit(game: Game[Any, Any], s: Any) -> Iterator[Any]:
    """The states below s by plain recursion, each as often as there are paths to it."""
    yield s
    if not game.terminal(s):
        chance = game.player(s) == CHANCE
        actions = [a for a, _ in game.chances(s)] if chance else list(game.actions(s))
        for a in actions:
            yield from visit(game, game.result(s, a))


def back_up(gamma: FormalGame[Any], s: Any, me: int) -> float:
    """The value of a state for a player, from Γ alone."""
    if s in gamma.payoffs:
        return gamma.payoffs[s][me]
    if gamma.mover[s] == CHANCE:
        return sum(p * back_up(gamma, t, me) for t, p in gamma.probabilities[s].items())
    values = [back_up(gamma, t, me) for t in gamma.successors[s]]
    return max(values) if gamma.mover[s] == me else min(values)


SHAPES: dict[str, dict[str, Any]] = {
    "plain": {},
    "uneven": {"uneven": True, "repeats": 0.4},
    "chance": {"chance": 0.4, "uneven": True},
    "shared": {"shared": 0.5, "depth": 4},
    "shared chance": {"shared": 0.6, "chance": 0.5},
    "one player": {"players": 1, "chance": 0.3},
    "three players": {"players": 3, "uneven": True},
    "four players and chance": {"players": 4, "chance": 0.3, "shared": 0.3},
}


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("firsts", [(0,), (1, 2), (5, 3, 5)], ids=["root", "two", "again"])
def test_random_trees_as_brute_force_reads_them(
    shape: str, seed: int, firsts: tuple[int, ...]
) -> None:
    game = plant(seed, firsts, **SHAPES[shape])
    gamma = formalise(game)
    states = {t for s in game.starts() for t in visit(game, s)}
    assert set(gamma.states) == states and len(gamma.states) == len(states)
    assert gamma.starts == tuple(dict.fromkeys(game.starts()))
    assert set(gamma.terminals) == {s for s in states if game.terminal(s)} == set(gamma.payoffs)
    for s in states:
        assert set(gamma.successors[s]) == set(game.nodes[s].children)
        assert len(gamma.successors[s]) == len(set(game.nodes[s].children))
        assert gamma.mover.get(s, tree.OVER) == game.nodes[s].player
        assert gamma.payoffs.get(s, ()) == game.nodes[s].payoffs
    for s, odds in gamma.probabilities.items():
        expected = dict.fromkeys(game.nodes[s].children, 0.0)
        for child, p in zip(game.nodes[s].children, game.nodes[s].odds, strict=True):
            expected[child] += p
        assert odds == expected
    for s in gamma.starts:
        for me in range(game.players):
            assert back_up(gamma, s, me) == pytest.approx(brute.best(game, s, me, 99))


@pytest.mark.parametrize("spec", ["nim:3,3", "coins:9", "pig:4", "mnk:2,3,2", "tree:expectimax"])
def test_games_as_brute_force_reads_them(spec: str) -> None:
    game = catalogue.game(spec)
    gamma = formalise(game)
    assert set(gamma.states) == reachable_states(game)
    for s in gamma.states:
        after = {game.result(s, a) for a in game.options(s)}
        assert set(gamma.successors[s]) == after
        assert (s in gamma.terminals) == game.terminal(s) == (s not in gamma.mover)
    for odds in gamma.probabilities.values():
        assert sum(odds.values()) == pytest.approx(1)


def test_constant_and_general_sums() -> None:
    assert formalise(Tree([(1, 2), (2, 1)])).total == 3
    assert "constant-sum (3)" in formalise(Tree([(1, 2), (2, 1)])).summary()
    general = formalise(Tree([(1, 2), (2, 2)]))
    assert general.total is None and "general-sum" in general.summary()
    alone = formalise(tree.figure("pacman"))
    assert alone.total is None and "sum" not in alone.summary()
    assert "v(G) = +8" in alone.to_text().splitlines()


def test_chance_is_an_eighth_component() -> None:
    text = formalise(tree.figure("expectimax")).to_text()
    assert text.startswith("Γ = ⟨P, X, S, T, δ, l, v, p⟩")
    assert "l : X ∖ T → P ∪ {chance}\nl(A) = MAX\nl(B) = chance" in text
    assert "p(B) = {E ↦ ⅓, F ↦ ⅓, G ↦ ⅓}" in text


def test_outcomes_with_one_successor_add_up() -> None:
    """A roll of 1 in pig is one outcome; two dice that mean the same would be one successor."""
    leaf = {"player": "chance", "children": ["x", "x", "y"], "probabilities": [0.25, 0.25, 0.5]}
    gamma = formalise(Tree({"root": leaf, "nodes": {"x": 1, "y": 2}}))
    assert dict(gamma.probabilities[0]) == {1: 0.5, 2: 0.5}
    assert gamma.successors[0] == (1, 2)


# ---------------------------------------------------------------------- forms


def test_json_holds_the_same_and_states_are_distinct() -> None:
    gamma = formalise(Pig(4))
    content = json.loads(gamma.to_json())
    assert content == gamma.to_dict()
    assert len(set(content["states"])) == len(gamma.states)


def test_states_with_the_same_text_are_numbered() -> None:
    game = Tree([{"name": "twin", "value": 1}, {"name": "twin", "value": 2}])
    content = formalise(game).to_dict()
    assert content["successors"] == {"A": ["twin", "twin#2"], "twin": [], "twin#2": []}
    assert content["payoffs"] == {"twin": [1, -1], "twin#2": [2, -2]}


def test_repr_is_one_line_and_str_is_the_text() -> None:
    gamma = formalise(Nim(2, 2))
    assert repr(gamma) == "<Γ of nim:2,2: 2 players, 12 states, 2 start states, 2 terminal states>"
    assert str(gamma) == gamma.to_text()


def test_a_game_without_an_end_has_an_empty_t() -> None:
    class Circle(Game[int, int]):
        """Three states in a circle."""

        def start(self) -> int:
            return 0

        def player(self, s: int) -> int:
            return s % 2

        def actions(self, s: int) -> tuple[int, ...]:
            return (1,)

        def result(self, s: int, a: int) -> int:
            return (s + a) % 3

        def terminal(self, s: int) -> bool:
            return False

        def utility(self, s: int, p: int) -> float:
            return 0

    lines = formalise(Circle()).to_text().splitlines()
    assert {"X = {0, 1, 2}", "T = ∅", "l : X → P", "v = ∅", "δ(2) = {0}"} <= set(lines)


def test_repetition_is_left_out_and_said() -> None:
    game = Chess()
    mate = game.load("7k/5KQ1/8/8/8/8/8/8 b - - 0 1")
    gamma = formalise(game, mate)
    assert gamma.states == gamma.terminals == (mate,)
    assert gamma.notes and gamma.to_text().splitlines()[-1].startswith("note: ")


def test_components_are_a_dump_unless_the_game_says_more() -> None:
    assert TicTacToe().components(TicTacToe().start()) == ("3/3/3 X",)
    wrapped = with_history(Chess())
    assert wrapped.components(wrapped.start()) == (Chess().dump(Chess().start()),)


AWKWARD = {
    "names": ["A_B & C", "50% {\\x}"],
    "root": [{"name": "a_1^2 #~", "children": [{"name": "<|>", "value": 1}, 2]}, -0.5],
}
"""Names with every sign that means something to LaTeX."""


def list_rows(latex: str) -> list[str]:
    """The rows of the alignment."""
    body = latex.split("\\begin{align*}\n")[1].split("\n\\end{align*}")[0]
    return re.split(r" \\\\(?:\[4pt\])?\n", body)


@pytest.mark.parametrize("game", [Nim(2, 2), Pig(3), Tree(AWKWARD), tree.figure("three-player")])
def test_latex_is_an_alignment_with_balanced_braces(game: Game[Any, Any]) -> None:
    gamma = formalise(game)
    latex = gamma.to_latex()
    for row in list_rows(latex):
        plain = re.sub(r"\\[{}&%#$_]", "", row)  # without what is escaped
        assert plain.count("&") == 1 and not re.search(r"[%#]", plain), row
        assert plain.count("{") == plain.count("}") and plain.count("$") % 2 == 0, row
    whole = latex.replace("\\{", "(").replace("\\}", ")")
    assert whole.count("\\begin") == whole.count("\\end")  # \begingroup and \endgroup, too
    assert "\n\n" not in latex  # an empty line would end the mathematics


def test_latex_of_nim_reads_as_the_lecture() -> None:
    rows = [row.strip() for row in list_rows(formalise(Nim(2, 2)).to_latex())]
    assert r"P &= \{\textsc{Max}, \textsc{Min}\}" in rows
    assert r"Y &= \{(2, 2), (2, 1), (2, 0), (1, 1), (1, 0), (0, 0)\}" in rows
    assert r"S &= \{((2, 2), \textsc{Max}), ((2, 2), \textsc{Min})\}" in rows
    left = r"\delta((2, 2), \textsc{Max})"
    assert rf"{left} &= \{{((2, 1), \textsc{{Min}}), ((2, 0), \textsc{{Min}})\}}" in rows
    assert r"v((0, 0), \textsc{Max}) &= (+1, -1)" in rows
    assert sum(row.startswith(r"\delta((") for row in rows) == 10


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="there is no pdflatex")
@pytest.mark.parametrize("game", [Nim(2, 2), Pig(3), Tree(AWKWARD), Coins(7)])
def test_latex_compiles(game: Game[Any, Any], tmp_path: Path) -> None:
    begin = "\\documentclass{article}\\usepackage{amsmath}\\begin{document}\n"
    text = f"{begin}{formalise(game).to_latex()}\n\\end{{document}}"
    (tmp_path / "x.tex").write_text(text, encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "x.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:]


# ---------------------------------------------------------------------- limits and faults


def test_the_limit_counts_states() -> None:
    assert len(formalise(Nim(2, 2), max_states=12).states) == 12
    with pytest.raises(TooLarge, match="nim:2,2 has more than 11 states"):
        formalise(Nim(2, 2), max_states=11)
    with pytest.raises(TooLarge):
        list_states(Nim(2, 2), most=1)  # the two start states alone are too many


class Endless(Nim):
    """Infinitely many states, and infinitely many start states."""

    def starts(self) -> Any:
        number = 0
        while True:
            yield self.start()._replace(piles=(number, 0))
            number += 1


@pytest.mark.parametrize("number", [0, -1, 1.5, True, "9"])
def test_a_wrong_limit_is_refused(number: Any) -> None:
    with pytest.raises(BadLimit, match="max_states"):
        formalise(Nim(2, 2), max_states=number)


def test_endless_start_states_end_at_the_limit() -> None:
    with pytest.raises(TooLarge, match="more than 1,000 states"):
        formalise(Endless(2, 2))


def test_wrong_games_and_states_are_named() -> None:
    with pytest.raises(BadGame, match="is not a Game"):
        formalise("nim")  # type: ignore[arg-type]
    with pytest.raises(BadPosition, match="is not a state of nim"):
        formalise(Nim(2, 2), "2 2 MAX")  # type: ignore[arg-type]


def test_a_faulty_rule_far_from_the_start_is_named() -> None:
    class Faulty(Nim):
        def utility(self, s: Any, p: int) -> float:
            return float("nan") if s.turn else 1.0

    with pytest.raises(BadGame, match=r"Faulty\.utility"):
        formalise(Faulty(2, 2))


@pytest.mark.parametrize("parts", ["2 2", (), (1, 2), None])
def test_components_that_are_no_texts_are_named(parts: Any) -> None:
    class Wordless(Nim):
        def components(self, s: Any) -> Any:
            return parts

    with pytest.raises(BadGame, match=r"Wordless\.components\(s\) returned .*tuple of texts"):
        formalise(Wordless(2, 2))


def test_a_dump_of_several_lines_is_written_in_one() -> None:
    class Tall(TicTacToe):
        def dump(self, s: Any) -> str:
            return super().dump(s).replace("/", "\n")

    game = Tall()
    gamma = formalise(game, game.load("XOX/XOO/OX1 X"))
    assert gamma.to_dict()["starts"] == ["XOX XOO OX1 X"]


# ---------------------------------------------------------------------- start states


def test_reachable_states_begin_at_all_start_states() -> None:
    game = Nim(2, 2)
    assert len(reachable_states(game)) == 12
    assert len(reachable_states(game, game.start())) == 9
    assert list_states(game)[:2] == list(game.starts())


def test_a_policy_has_an_action_for_every_state_but_the_terminals() -> None:
    game = Nim(2, 2)
    plan = search.policy(game)
    assert set(plan) == {s for s in reachable_states(game) if not game.terminal(s)}
    assert len(search.policy(game, game.start())) == 7
    for s, a in plan.items():
        value = brute.best(game, s, 0, 99)
        assert brute.best(game, game.result(s, a), 0, 99) == value


def test_start_states_by_number() -> None:
    game = Nim(2, 2)
    assert find_start(game) == find_start(game, 0) == game.start()
    assert find_start(game, 1) == game.load("2 2 MIN")
    with pytest.raises(
        BadPosition, match="nim:2,2 has no start state 2; its start states are 0 to 1"
    ):
        find_start(game, 2)
    with pytest.raises(BadPosition, match="its only start state is 0"):
        find_start(TicTacToe(), 1)
    with pytest.raises(BadPosition, match="no start state -1"):
        find_start(game, -1)
    assert find_start(Endless(2, 2), 7).piles == (7, 0)


def call(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = run(list(words))
    out = capsys.readouterr()
    return code, out.out, out.err


COMMANDS = (
    ("search", "minimax", "nim:2,2", "--json"),
    ("search", "alphabeta", "nim:2,2", "--player", "0", "--json"),
    ("trace", "minimax", "nim:2,2", "--form", "log"),
    ("strategy", "nim:2,2", "--json"),
    ("perft", "nim:2,2", "2", "--divide", "--gear", "plain", "--json"),
    ("complexity", "nim:2,2", "--gear", "plain", "--json"),
    ("analyse", "nim:2,2", "--depth", "3", "--gear", "plain", "--json"),
    ("solve", "nim:2,2", "--gear", "plain", "--json"),
    ("show", "nim:2,2", "--json"),
    ("formal", "nim:2,2", "--json"),
    ("quiz", "--game", "nim:2,2", "--json"),
)


def strip_times(text: str) -> str:
    return re.sub(r'"\w*(?:second|speed)\w*": [\d.e+-]+', "", text)


@pytest.mark.parametrize("command", COMMANDS, ids=[" ".join(words[:2]) for words in COMMANDS])
def test_every_command_takes_a_start_state(
    command: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = call(capsys, *command, "--start", "1")
    assert (code, err) == (0, "")
    _, by_text, _ = call(capsys, *command, "--position", "2 2 MIN")
    assert strip_times(out) == strip_times(by_text)
    _, default, _ = call(capsys, *command)
    _, first, _ = call(capsys, *command, "--start", "0")
    if command[0] not in ("formal", "quiz"):  # Γ begins at all of them; nodes keep their names
        assert strip_times(default) == strip_times(first)
    if command[0] not in ("perft", "quiz"):  # counts and unrolled trees are alike
        assert strip_times(default) != strip_times(out)


def answer(**fields: Any) -> dict[str, Any]:
    """What the studio's server answers about a position."""
    return answer_position(GameRegistry(), Fields(fields))


def test_the_studio_takes_a_start_state() -> None:
    begun = answer(game="nim:2,2", start=1, moves=["2-1"])
    assert begun == answer(game="nim:2,2", position="2 2 MIN", moves=["2-1"])
    assert (begun["player_name"], begun["position"]) == ("MAX", "2 1 MAX")
    assert answer(game="nim:2,2", start=0) == answer(game="nim:2,2")
    with pytest.raises(BadPosition, match="no start state 2"):
        answer(game="nim:2,2", start=2)
    with pytest.raises(BadRequest, match="leave one out"):
        answer(game="nim:2,2", start=1, position="2 2 MIN")
    with pytest.raises(BadRequest, match="start is -1"):
        answer(game="nim:2,2", start=-1)


def test_moves_follow_the_start_state(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = call(capsys, "show", "nim:2,2", "--start", "1", "--moves", "2-1")
    assert "position: 2 1 MAX" in out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("search", "minimax", "nim:2,2", "--start", "2"), "nim:2,2 has no start state 2"),
        (("show", "nim:2,2", "--start", "-1"), "-1"),
        (("show", "nim", "--start", "1", "--position", "1 MAX"), "--start and --position"),
        (("pgn", "--start", "1"), "chess has no start state 1"),
        (("quiz", "--start", "1"), "--game"),
        (("budget", "--start", "1"), "--start and --moves need a GAME"),
        (("formal", "connect-four"), "connect-four has more than 1,000 states"),
        (("formal", "chess", "--max-states", "50"), "chess has more than 50 states"),
        (("formal", "nim:2,2", "--max-states", "0"), "--max-states"),
        (("formal", "nim:2,2", "--form", "html"), "--form"),
        (("formal", "no-such-game"), "no-such-game"),
    ],
)
def test_a_wrong_call_is_one_line_and_exit_code_2(
    words: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = call(capsys, *words)
    assert (code, out) == (2, "")
    assert message in err and err.count("\n") == 1


# ---------------------------------------------------------------------- the command


def test_the_command_prints_every_form(capsys: pytest.CaptureFixture[str]) -> None:
    gamma = formalise(catalogue.game("nim:2,2"))
    assert call(capsys, "formal", "nim:2,2") == (0, gamma.to_text() + "\n", "")
    assert call(capsys, "formal", "nim:2,2", "--form", "latex") == (0, gamma.to_latex() + "\n", "")
    code, out, _ = call(capsys, "formal", "nim:2,2", "--json")
    assert code == 0 and json.loads(out) == json.loads(gamma.to_json())


def test_a_larger_game_can_be_allowed(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "formal", "tic-tac-toe", "--max-states", "5478")
    assert code == 0 and "5,478 states, 1 start state, 958 terminal states" in out
    assert call(capsys, "formal", "tic-tac-toe", "--max-states", "5477")[0] == 2
