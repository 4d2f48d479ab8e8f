"""A user's files and packages: found by path or by module, unpickled in every other process."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from zermelo import catalogue, search
from zermelo.errors import BadGame
from zermelo.own import find_path, load_file, name_module
from zermelo.web.game_registry import GameRegistry

RULES = """
from typing import NamedTuple
from zermelo import Game
{imports}

class Pile(NamedTuple):
    left: int
    turn: int

class Take(Game):
    '''Take one or two; who takes the last one wins.'''
    def __init__(self, left: int = 5): self.left = left
    def start(self): return Pile(self.left, 0)
    def player(self, s): return s.turn
    def actions(self, s): return [a for a in MOST if a <= s.left]
    def result(self, s, a): return Pile(s.left - a, 1 - s.turn)
    def terminal(self, s): return s.left == 0
    def utility(self, s, p): return -1 if s.turn == p else 1
"""


@pytest.fixture
def take(tmp_path: Path) -> Path:
    """A file that imports another one beside it."""
    (tmp_path / "take_numbers.py").write_text("MOST = (1, 2)\n")
    path = tmp_path / "take it.py"
    path.write_text(RULES.format(imports="from take_numbers import MOST"))
    return path


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package in a package, with relative imports."""
    inner = tmp_path / "taking" / "rules"
    inner.mkdir(parents=True)
    (inner.parent / "__init__.py").write_text("from .rules.take import Take\n")
    (inner / "__init__.py").write_text("")
    (inner.parent / "numbers.py").write_text("MOST = (1, 2)\n")
    (inner / "take.py").write_text(RULES.format(imports="from ..numbers import MOST"))
    return inner / "take.py"


def count(s: object) -> int:
    """What a worker does with a state."""
    return s.left  # type: ignore[attr-defined]


@pytest.mark.parametrize("kind", ["fork", "spawn"])
def test_states_games_and_policies_reach_a_pool(take: Path, kind: str) -> None:
    game = catalogue.game(f"{take}:Take:4")
    policy = search.policy(game)
    context = multiprocessing.get_context(kind)
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        assert pool.submit(count, game.start()).result(timeout=60) == 4
        assert pool.submit(type(game).result, game, game.start(), 1).result(60) == (3, 1)
        assert pool.submit(len, policy).result(60) == len(policy)
    with context.Pool(1) as workers:
        assert workers.map_async(count, [game.start()]).get(timeout=60) == [4]


def test_another_process_unpickles_without_having_seen_the_file(package: Path) -> None:
    game = catalogue.game(f"{package}:Take")
    data = pickle.dumps((game, game.result(game.start(), 2)))
    code = "import pickle, sys; game, s = pickle.load(sys.stdin.buffer); print(game.left, s.left)"
    where = {**os.environ, "PYTHONPATH": str(Path(catalogue.__file__).parents[1])}
    run = subprocess.run([sys.executable, "-c", code], input=data, capture_output=True, env=where)
    assert run.stdout.decode().split() == ["5", "3"], run.stderr.decode()


def test_a_file_in_a_package_imports_its_siblings(package: Path) -> None:
    game = catalogue.game(f"{package}:Take")
    assert search.minimax(game).value == 1
    assert type(game).__module__.endswith(".rules.take")


@pytest.mark.parametrize("text", ["taking:Take:4", "taking.rules.take:Take:4"])
def test_a_module_and_its_class(
    package: Path, monkeypatch: pytest.MonkeyPatch, call: Any, text: str
) -> None:
    monkeypatch.chdir(package.parents[2])
    monkeypatch.setattr(sys, "path", list(sys.path))
    for name in [name for name in sys.modules if name.partition(".")[0] == "taking"]:
        monkeypatch.delitem(sys.modules, name)
    game = catalogue.game(text)
    assert game.start().left == 4 and game.full_title == text
    assert [type(one) for one in GameRegistry([text]).user_games.values()]
    code, out, _ = call("search", "minimax", text)
    assert code == 0 and "best move 1" in out


def test_the_package_s_names_come_first() -> None:
    assert catalogue.game("chess:material").full_title == "chess:material"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("json:JSONDecoder", "module json defines no game 'JSONDecoder'; it defines: none"),
        ("no_such_module:Game", "no game is called 'no_such_module'"),
        ("broken_rules:Game", r"broken_rules\.py:2: ZeroDivisionError: division by zero"),
        ("half_rules:Half", "half_rules: Half lacks the methods actions, player"),
        ("lost_rules.inner:Game", "No module named 'nowhere_at_all'"),
    ],
)
def test_a_wrong_module_gets_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, why: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    Path("broken_rules.py").write_text("\n1 / 0\n")
    Path("half_rules.py").write_text("from zermelo import Game\nclass Half(Game): pass\n")
    Path("lost_rules").mkdir()
    Path("lost_rules/__init__.py").write_text("import nowhere_at_all\n")
    with pytest.raises(BadGame, match=why) as error:
        catalogue.game(text)
    assert "\n" not in str(error.value)


def test_a_file_is_read_again_only_if_it_has_changed(take: Path) -> None:
    first = load_file(take)
    assert load_file(take) is first
    take.write_text(take.read_text().replace("= 5", "= 6"))
    assert load_file(take) is not first
    assert catalogue.game(f"{take}:Take").start().left == 6


def test_a_request_cannot_name_a_module() -> None:
    with pytest.raises(BadGame, match="no game is called"):
        GameRegistry().get("os.path:join")


def test_names_hold_paths() -> None:
    for path in (Path("/a b/ü.py"), Path("/x/y_z.py")):
        assert find_path(name_module(path).rpartition(".")[2]) == path
    assert find_path("no_path!") is None
