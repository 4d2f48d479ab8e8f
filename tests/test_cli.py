"""The command, as a person or a program calls it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from zermelo import search

CHOMP = str(Path(__file__).parent.parent / "examples" / "chomp.py")


@pytest.mark.parametrize("command", ["search", "trace", "draw"])
def test_the_help_lists_every_search_with_its_sentence(call: Any, command: str) -> None:
    out = "".join(call(command, "--help")[1].split())
    for one in search.searches():
        assert f"{one.name}{one.about.replace(' ', '')}" in out
        assert all(f"--{option.name}" in out for option in one.options)


def test_an_alias_names_a_search_and_a_misspelt_name_gets_a_suggestion(call: Any) -> None:
    code, out, _ = call("search", "alpha-beta", "tree:two-ply")
    assert code == 0 and out.startswith("alphabeta on tree:two-ply: 3")
    code, out, err = call("search", "alphabata", "tree:two-ply")
    assert (code, out) == (2, "") and "did you mean alphabeta?" in err and err.count("\n") == 1


def test_help_comes_without_numba() -> None:
    text = (
        "import sys; from zermelo.cli import run; run(['--help']); print([m for m in ('numba',"
        " 'numpy', 'rich') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    assert "Commands:" in done.stdout
    assert done.stdout.splitlines()[-1] == "[]"


def test_a_small_search_needs_no_numba() -> None:
    text = (
        "import sys; from zermelo.cli import run; run(['search', 'alphabeta', 'nim:2,2']);"
        " print('numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "False"


@pytest.mark.parametrize("algorithm", search.names())
def test_search_json(call: Any, algorithm: str) -> None:
    code, out, err = call("search", algorithm, "tree:two-ply", "--depth", "5", "--json")
    data = json.loads(out)
    assert (code, err) == (0, "")
    assert {
        "game",
        "algorithm",
        "gear",
        "value",
        "action",
        "line",
        "depth",
        "nodes",
        "leaves",
        "cuts",
        "seconds",
        "exact",
    } <= set(data)
    assert (data["game"], data["algorithm"], data["value"], data["action"], data["exact"]) == (
        "tree:two-ply",
        algorithm,
        3,
        "a1",
        True,
    )


@pytest.mark.parametrize(
    ("arguments", "value"),
    [
        (["minimax", "nim:2,2"], -1),
        (["alphabeta", "coins:7"], -1),
        (["expectimax", "tree:expectimax"], 8),
        (["expectimax", "tree:ghost", "--opponents", "uniform"], -1),
        (["minimax", "tree:[[3,12,8],[2,4,6],[14,5,2]]"], 3),
        (["alphabeta", "tic-tac-toe", "--moves", "b2 b3"], 1),
        (["alphabeta", "tic-tac-toe", "--position", "1O1/1X1/3 X"], 1),
        (["alphabeta", "connect-four", "--moves", "44556", "--depth", "2"], None),
        (["alphabeta", "connect-four", "--moves", "4,4,5,5", "--depth", "4"], 1),
        (["alphabeta", "tic-tac-toe", "--player", "1", "--moves", "b2,b3"], -1),
        (["alphabeta", "mnk:4,3,3", "--rule", ">"], 1),
    ],
)
def test_search_values(call: Any, arguments: list[str], value: float | None) -> None:
    code, out, _ = call("search", *arguments, "--json")
    assert code == 0
    if value is not None:
        assert json.loads(out)["value"] == pytest.approx(value)


def test_search_text_and_all(call: Any) -> None:
    code, out, _ = call("search", "alphabeta", "tic-tac-toe", "--all")
    assert code == 0
    assert "equally good: a3 b3 c3 a2 b2 c2 a1 b1 c1" in out
    assert "b* = " in out


def test_search_shows_root_actions_best_first_and_ten_at_most(call: Any) -> None:
    _, out, _ = call("search", "expectimax", "tree:expectimax")
    assert "root: a1 = 8, a3 = 7, a2 = 4" in out and "b*" not in out
    _, out, _ = call("search", "minimax", "chess", "--depth", "1", "--gear", "plain")
    line = next(line for line in out.splitlines() if line.startswith("root, in pawns: "))
    assert line.count(" = ") == 10 and line.endswith(", and 10 more")
    _, out, _ = call("search", "minimax", "tree:[4,1,3]", "--player", "1")
    assert "root: a1 = −4, a3 = −3, a2 = −1" in out


def test_search_names_the_minimal_tree_of_a_uniform_tree_only(call: Any) -> None:
    _, out, _ = call("search", "alphabeta", "tree:two-ply")
    assert "b = 3, so alpha-beta in the best order sees 5 leaves" in out
    for name in ("tree:nim-2-2", "tree:figure-2"):  # uneven; known bounds leave one leaf
        _, out, _ = call("search", "alphabeta", name)
        assert "b* = " in out and "best order" not in out
    _, out, _ = call("search", "quiescence", "tree:horizon", "--depth", "2")
    assert "b*" not in out  # it goes beyond the depth


def test_one_leaf_is_not_plural(call: Any) -> None:
    _, out, _ = call("search", "minimax", "tree:[7]")
    assert "(exact; 2 nodes, 1 leaf, 0 cuts)" in out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["search", "alphabeta", "conect-four"], "did you mean connect-four?"),
        (["search", "foo", "nim"], "no search is called 'foo'"),
        (["search", "minimax", "nim:1,2,3,4"], "takes 3 arguments"),
        (["search", "minimax", "nim", "--depth", "-2"], "depth is -2"),
        (["search", "minimax", "nim", "--depth", "two"], "'two' is not a valid integer"),
        (["search", "minimax", "nim", "--seconds", "0"], "seconds is 0"),
        (
            ["search", "minimax", "tic-tac-toe", "--moves", "b2 b2"],
            "move 2: 'b2' is not legal here",
        ),
        (["search", "minimax", "tic-tac-toe", "--moves", "a1 b1 a2 b2 a3 c1"], "the game is over"),
        (["search", "minimax", "tic-tac-toe", "--position", "9"], "1 row; this board has 3"),
        (["search", "minimax", "pig", "--depth", "2"], "use expectimax"),
        (["search", "expectimax", "pig"], "give a depth"),
        (["search", "minimax", "tree:nothing.json"], "No such file"),
        (["search", "minimax", "tree:[1,"], "is not a tree"),
        (["search", "minimax", "tree:"], "no tree is called ''; trees: nim-2-2"),
        (
            ["search", "minimax", f"tree:{Path(__file__).parent.parent / 'Makefile'}"],
            'is not a tree: it begins with "#": a number or a list',
        ),
        (["search", "minimax", "nothing.py:X"], "no such file"),
        (
            ["search", "alphabeta", "nim", "--order", "best", "--gear", "compiled"],
            "measured in the plain gear",
        ),
        (["search", "maxn", "nim", "--order", "best"], "order goes with alphabeta, not with maxn"),
        (["search", "minimax", "nim", "--opponents", "uniform"], "opponents goes with expectimax"),
        (["search", "minimax"], "Missing argument"),
        (["search", "minimax", "nim", "--bogus"], "--bogus"),
        (["bogus"], "No such command"),
        (["strategy", "pig"], "return to an earlier state"),
        (["play", "nim", "--you", "7"], "players are 0 to 1"),
    ],
)
def test_wrong_calls_get_one_line_and_exit_code_2(
    call: Any, arguments: list[str], words: str
) -> None:
    code, out, err = call(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith("zermelo: ") and err.count("\n") == 1
    assert words in err


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("x = 1", 2, "defines no game"),
        ("def broken(:\n    pass", 2, "game.py:1: "),
        ("import nowhere_at_all", 2, "game.py:1: ModuleNotFoundError"),
        (
            "from zermelo import Game\nclass Half(Game):\n    def start(self): return 0",
            2,
            "Half lacks the methods actions",
        ),
        (
            (
                "from zermelo import Game\nclass Half(Game):\n    def start(self): return 0\n   "
                " def player(self, s): return {}[s]\n    def actions(self, s): return [1]\n    def"
                " result(self, s, a): return s\n    def terminal(self, s): return False\n    def"
                " utility(self, s, p): return 0"
            ),
            1,
            "game.py:4: KeyError",
        ),
    ],
)
def test_a_broken_file_gets_one_line(
    call: Any, tmp_path: Path, text: str, code: int, words: str
) -> None:
    path = tmp_path / "game.py"
    path.write_text(text)
    got, out, err = call("search", "minimax", f"{path}:Half")
    assert (got, out) == (code, "")
    assert words in err and err.count("\n") == 1


HALF = "from zermelo import Game\nclass Half(Game):\n"
RULES = (
    "    def player(self, s): return 0\n    def actions(self, s): return [1]\n    def result(self,"
    " s, a): return s\n    def terminal(self, s): return False\n    def utility(self, s, p):"
    " return 0\n"
)


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("\nraise ValueError('one\\ntwo\\n three')", 2, "game.py:2: ValueError: one two three"),
        (
            "\nimport nowhere_at_all",
            2,
            "game.py:2: ModuleNotFoundError: No module named 'nowhere_at_all'",
        ),
        ("x = '\0'", 2, "game.py: source code string cannot contain null bytes"),
        (
            "import sys; sys.exit(4)",
            2,
            "game.py:1: sys.exit(4): a game's file must not exit when it is read",
        ),
        (
            HALF + "    def start(self): exit(3)\n" + RULES,
            2,
            "sys.exit(3): the rules of a game must not",
        ),
        (
            HALF + "    def start(self): raise KeyError('a\\nb')\n" + RULES,
            1,
            "game.py:3: KeyError: 'a",
        ),
        (
            HALF + "    def __init__(self): raise ValueError('no\\nway')\n    def start(self):"
            " return 0\n" + RULES,
            1,
            "game.py:3: ValueError: no way (ZERMELO_DEBUG",
        ),
        (HALF + RULES, 2, "game.py: Half lacks the method start"),
    ],
)
def test_a_file_without_a_game_gets_one_line(
    call: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, code: int, line: str
) -> None:
    """The file is named as it was written, with the line.

    And whatever the author's error says, it is one line.
    """
    monkeypatch.chdir(tmp_path)
    Path("game.py").write_text(text)
    got, out, err = call("search", "minimax", "game.py")
    assert (got, out, err.count("\n")) == (code, "", 1)
    assert line in err
    assert err.startswith("zermelo: ")


def test_an_error_in_an_imported_file_names_that_file(
    call: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.py").write_text("import slip_of_mine")
    Path("slip_of_mine.py").write_text("\n\nx = (")
    code, _, err = call("search", "minimax", "game.py")
    assert (code, err.count("\n")) == (2, 1)
    assert "slip_of_mine.py:3: '(' was never closed" in err


def test_games(call: Any) -> None:
    code, out, _ = call("games")
    assert code == 0
    for name in ("nim:m,p,misere", "connect-four", "tree:three-player"):
        assert name in out
    assert any(game["name"] == "pig" for game in json.loads(call("games", "--json")[1])["games"])


def test_strategy(call: Any) -> None:
    code, out, _ = call("strategy", "nim:2,2", "--player", "1")
    assert code == 0
    assert out.startswith("MIN gets at least 1\n├─ MAX 2-1\n│  └─ MIN plays 2-2")
    assert json.loads(call("strategy", "nim:2,2", "--json")[1])["value"] == -1


def test_check(call: Any, tmp_path: Path) -> None:
    code, out, _ = call("check", f"{CHOMP}:Chomp", "--games", "5")
    assert code == 0 and "0 checks failed" in out and "both gears" in out
    broken = tmp_path / "broken.py"
    broken.write_text(
        Path(CHOMP).read_text().replace("1 if p == s.turn else -1", "1 if p == s.turn else 0")
    )
    code, out, _ = call("check", f"{broken}:Chomp", "--games", "5", "--gear", "plain")
    assert code == 1 and "utilities must add up to the declared total" in out
    data = json.loads(
        call("check", f"{broken}:Chomp", "--games", "5", "--gear", "plain", "--json")[1]
    )
    assert data["ok"] is False and data["failures"][0]["call"] == "utility(s, p)"


def test_cache(call: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "cache"))
    (tmp_path / "cache" / "game_search-0123").mkdir(parents=True)
    (tmp_path / "cache" / "game_search-0123" / "rules.py").write_text("x = 1")
    code, out, _ = call("cache")
    assert code == 0 and "game_search" in out and "1 entries" in out
    assert json.loads(call("cache", "--json")[1])["entries"][0]["name"] == "game_search"
    assert "removed" in call("cache", "--clear")[1]
    assert "0 entries" in call("cache")[1]


def test_a_rule_that_cannot_compile_is_named(call: Any, tmp_path: Path) -> None:
    path = tmp_path / "slow.py"
    path.write_text(
        Path(CHOMP)
        .read_text()
        .replace("        square = ", "        names = f'{a}'\n        square = ")
    )
    code, _, err = call("search", "minimax", f"{path}:Chomp:3,3", "--gear", "compiled")
    assert code == 2
    assert f"{path}:" in err and "a string cannot be compiled: use an int" in err
    code, out, err = call("search", "minimax", f"{path}:Chomp:4,5", "--depth", "5")
    assert code == 0 and "plain gear" in out
    assert err.count("\n") == 1 and "a string cannot be compiled" in err


def test_demo_and_version(call: Any) -> None:
    code, out, _ = call("demo")
    assert code == 0
    assert (
        "C is at most 2; A already has 3" in out
        and "MIN gets at least 1" in out
        and "compiled  depth 12" in out
    )
    assert call("--version")[1].startswith("0.")


@pytest.mark.parametrize("command", [["analyse", "--depth", "2"], ["solve"]])
def test_a_game_that_repetition_has_ended_is_over(call: Any, command: list[str]) -> None:
    """The third time: the position itself has moves, the game has not."""
    code, out, err = call(
        command[0], "chess", "--moves", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", *command[1:]
    )
    assert (
        (code, err) == (0, "")
        and out.startswith("0 for White")
        and "(proven)" in out
        and "play" not in out
    )


def test_solve_says_why_a_draw_is_not_proven(call: Any) -> None:
    roundabout = f"{Path(__file__).with_name('test_history.py')}:Roundabout:3"
    code, out, _ = call("solve", roundabout, "--gear", "plain")
    assert (
        code == 1
        and "(not proven)" in out
        and out.endswith("positions arise again: a draw is not proven\n")
    )
