"""Rules that return what they must not.

The line names the author's method, and not a file of the package.
"""

from __future__ import annotations

import ast
import itertools
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy
import pytest

from zermelo import catalogue, contract, gears, search
from zermelo.check.both_gears import read_state
from zermelo.contract import diagnose, find_fault
from zermelo.contract.diagnosis import NODE_NAMES, STATE_NAMES
from zermelo.engine import Engine, star
from zermelo.errors import BadAction, BadGame, BadLimit, BadPosition, NotCompilable, ZermeloError
from zermelo.games.nim import Nim

SOUND = {
    "players": "    players = 2\n",
    "start": "    def start(self):\n        return S(5, 0)\n",
    "player": "    def player(self, s):\n        return s.turn\n",
    "actions": "    def actions(self, s):\n        yield from range(1, min(3, s.n) + 1)\n",
    "result": "    def result(self, s, a):\n        return S(s.n - a, 1 - s.turn)\n",
    "terminal": "    def terminal(self, s):\n        return s.n == 0\n",
    "utility": "    def utility(self, s, p):\n        return 1 if p != s.turn else -1\n",
}
STATE = "class S(NamedTuple):\n    n: int\n    turn: int\n"
CHANCES = "    def player(self, s):\n        return CHANCE if s.n == 3 else s.turn\n"


def returns(call: str, value: str) -> str:
    return f"    def {call}:\n        return {value}\n"


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Writes a game file in which some methods are others; its name."""
    monkeypatch.chdir(tmp_path)

    def made(state: str = STATE, **others: str) -> str:
        body = "".join((SOUND | others).values())
        Path("mine.py").write_text(
            f"from typing import NamedTuple\nfrom zermelo import CHANCE, Game\n{state}class"
            f" Mine(Game):\n{body}"
        )
        return "mine.py"

    return made


WRONG = [
    (
        {"utility": returns("utility(self, s, p)", "None")},
        "Mine.utility(s, 0) returned None; it must return a finite number",
    ),
    (
        {"utility": returns("utility(self, s, p)", "'win'")},
        "Mine.utility(s, 0) returned 'win'; it must return a finite number",
    ),
    (
        {"player": returns("player(self, s)", "None")},
        "Mine.player(s) returned None; it must return the player to move, 0 or 1, or CHANCE",
    ),
    (
        {"player": returns("player(self, s)", "'MAX'")},
        "Mine.player(s) returned 'MAX'; it must return the player to move",
    ),
    (
        {"player": returns("player(self, s)", "s.turn + 1")},
        "Mine.player(s) returned 2; it must return the player to move",
    ),
    (
        {"player": returns("player(self)", "0")},
        "Mine.player cannot be called as player(s): write def player(self, s)",
    ),
    (
        {"actions": returns("actions(self, s)", "None")},
        "Mine.actions(s) returned None; it must return the legal actions",
    ),
    (
        {"result": returns("result(self, s, a)", "None")},
        "Mine.result(s, 1) returned None; it must return a state",
    ),
    (
        {"start": returns("start(self)", "None")},
        "Mine.start() returned None; it must return a state",
    ),
    (
        {"bounds": returns("bounds(self, s)", "None")},
        "Mine.bounds(s) returned None; it must return two numbers",
    ),
    (
        {"players": "    players = '2'\n"},
        "Mine.players is '2'; it must be a whole number, 1 or more",
    ),
    ({"players": "    players = 0\n"}, "Mine.players is 0; it must be a whole number, 1 or more"),
]
IDS = [next(iter(others)) + " " + line.split(";")[0] for others, line in WRONG]


@pytest.mark.parametrize(("others", "line"), WRONG, ids=IDS)
@pytest.mark.parametrize(
    "command",
    [
        "search alphabeta",
        "search maxn",
        "search minimax-stack",
        "analyse --gear plain --depth 3",
        "solve",
        "strategy",
    ],
)
def test_the_command_names_the_rule(
    call: Any, mine: Any, command: str, others: dict[str, str], line: str
) -> None:
    code, out, err = call(*command.split(), mine(**others))
    assert (code, out) == (2, "")
    assert err.startswith("zermelo: ")
    assert line in err
    assert err.count("\n") == 1
    assert "zermelo" + os.sep not in err


@pytest.mark.parametrize(("others", "line"), WRONG, ids=IDS)
def test_the_library_names_the_rule(mine: Any, others: dict[str, str], line: str) -> None:
    game = catalogue.game(mine(**others))
    for question in (search.minimax, search.deepening, search.strategy, search.policy):
        with pytest.raises(BadGame) as caught:
            question(game)
        assert line in str(caught.value)
    with pytest.raises(BadGame) as caught:
        Engine(game, gear="plain").search(depth=3)
    assert line in str(caught.value)


def test_the_file_and_the_line_are_told_as_one_here_would_write_them(call: Any, mine: Any) -> None:
    code, _, err = call("search", "minimax", mine(utility=returns("utility(self, s, p)", "None")))
    assert (code, err) == (
        2,
        (
            "zermelo: mine.py:18: Mine.utility(s, 0) returned None; it must return a finite number"
            " (s is S(n=0, turn=1))\n"
        ),
    )


@pytest.mark.parametrize("command", ["solve", "strategy", "analyse --gear plain --depth 3"])
def test_states_that_cannot_be_looked_up(call: Any, mine: Any, command: str) -> None:
    listed = "class S(list):\n    n, turn = property(lambda s: s[0]), property(lambda s: s[1])\n"
    listed += "    def __init__(self, *all):\n        super().__init__(all)\n"
    code, out, err = call(*command.split(), mine(listed))
    assert (code, out) == (2, "")
    assert "states must be hashable, and one of type S is not: use a NamedTuple or a tuple" in err


@pytest.mark.parametrize(
    ("command", "others", "line"),
    [
        (
            "search minimax",
            {"name": returns("name(self, s, a)", "None")},
            "Mine.name(s, 1) returned None; it must return a text",
        ),
        (
            "show",
            {"name": returns("name(self, s, a)", "None")},
            "Mine.name(s, 1) returned None; it must return a text",
        ),
        (
            "show",
            {"text": returns("text(self, s)", "None")},
            "Mine.text(s) returned None; it must return a text",
        ),
        (
            "search minimax --depth 2",
            {"evaluate": returns("evaluate(self, s, p)", "None")},
            "Mine.evaluate(s, 0) returned None; it must return a",
        ),
        (
            "perft --gear plain",
            {"actions": returns("actions(self, s)", "None")},
            "Mine.actions(s) returned None; it must",
        ),
    ],
)
def test_rules_that_only_some_ask(
    call: Any, mine: Any, command: str, others: dict[str, str], line: str
) -> None:
    first, *rest = command.split()
    more = ["2"] if first == "perft" else []
    code, _, err = call(first, *rest, mine(**others), *more)
    assert (code, line in err, err.count("\n")) == (2, True, 1)


def test_what_a_rule_raises_stays_the_authors(mine: Any) -> None:
    """No rule returns what it must not: the error is told as it is."""
    game = catalogue.game(mine(utility="    def utility(self, s, p):\n        return s.nothing\n"))
    with pytest.raises(AttributeError, match="nothing") as caught:
        search.minimax(game)
    assert diagnose(caught.value) is None


RAISES = (
    "    def utility(self, s, p):\n        if s.turn == 1:\n            raise ValueError('nobody is"
    " left')\n        return 1.0\n"
)


@pytest.mark.parametrize("gear", ["plain", "compiled", "auto"])
@pytest.mark.parametrize("command", ["search minimax", "solve"])
def test_the_authors_line_is_told_in_either_gear(
    call: Any, mine: Any, command: str, gear: str
) -> None:
    code, _, err = call(*command.split(), mine(utility=RAISES), "--gear", gear)
    assert (code, err) == (
        1,
        "zermelo: mine.py:20: ValueError: nobody is left (ZERMELO_DEBUG=1 shows more)\n",
    )


def blaming(game: Any) -> Any:
    return contract.name_faults_of_machine_code(game, game.start())


def test_an_error_that_only_machine_code_has(mine: Any) -> None:
    game = catalogue.game(mine())
    with (
        pytest.raises(
            BadGame,
            match=(
                "raised IndexError in machine code: the plain gear, or zermelo check, may show"
                " where"
            ),
        ),
        blaming(game),
    ):
        raise IndexError
    with pytest.raises(MemoryError), blaming(game):
        raise MemoryError


SEARCHES = ("search", "engine", "frame", "perft.py")
"""Where rules are called by searches."""

RULES = ("player", "actions", "result", "terminal", "utility", "chances", "evaluate", "options")


def list_states(function: ast.FunctionDef) -> Iterator[ast.expr]:
    """The first arguments of all calls of rules of `game` in a function."""
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            owner = ast.unparse(node.func.value)
            if node.func.attr in RULES and (owner == "game" or owner.endswith(".game")):
                yield node.args[0]


def is_state_name(node: ast.expr) -> bool:
    """Does the diagnosis find a state that a search calls so?"""
    if isinstance(node, ast.Attribute):
        of_node = node.attr == "x" and ast.unparse(node.value) in NODE_NAMES
        return of_node or (node.attr in STATE_NAMES and ast.unparse(node.value).endswith("q"))
    return isinstance(node, ast.Name) and node.id in STATE_NAMES


def test_searches_call_their_states_as_the_diagnosis_expects() -> None:
    """The convention of `zermelo/contract/diagnosis.py`."""
    package = Path(contract.__file__).parents[1]
    files = [path for name in SEARCHES for path in (package / name).rglob("*.py")]
    files += [package / name for name in SEARCHES if name.endswith(".py")]
    assert len(files) > 20
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            states = list(list_states(node)) if isinstance(node, ast.FunctionDef) else []
            own = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
            is_found = any(map(is_state_name, states)) or own & set(STATE_NAMES)
            assert not states or is_found, f"{file.name}: {list(map(ast.unparse, states))}"


def test_a_sound_game_has_no_fault() -> None:
    for name in ("nim:2,2", "pig", "backgammon", "tree:two-ply", "tree:expectimax"):
        game = catalogue.game(name)
        assert find_fault(game, game.start(), thorough=True) is None


def chances(*pairs: str) -> dict[str, str]:
    return {"player": CHANCES, "chances": returns("chances(self, s)", f"[{', '.join(pairs)}]")}


PAIRS = "it must return (outcome, probability) pairs that add up to 1 (s is S(n=3, turn=1))"


@pytest.mark.parametrize(
    ("others", "line"),
    [
        (
            {"utility": returns("utility(self, s, p)", "float('nan')")},
            "Mine.utility(s, 0) returned nan; it must return a finite number",
        ),
        (
            {"player": CHANCES},
            (
                "Mine.player(s) is CHANCE, and there is no method chances that yields (outcome,"
                " probability) pairs"
            ),
        ),
        (chances("(1, 0.5)", "(2, 0.4)"), f"[0.5, 0.4] add up to 0.9; {PAIRS}"),
        (chances("(1, 1.5)", "(2, -0.5)"), f"[1.5, -0.5] hold a negative one; {PAIRS}"),
        (chances(), f"[] add up to 0; {PAIRS}"),
        (chances("1", "2"), f"Mine.chances(s) returned [1, 2]; {PAIRS}"),
        (
            {"result": "    def result(self, s, a):\n        s.n -= a\n        return s\n"},
            "Mine.result(s, a) changed its state",
        ),
    ],
)
@pytest.mark.parametrize(
    "command",
    [
        "search minimax",
        "search expectimax",
        "search maxn",
        "analyse --gear plain --depth 2",
        "strategy",
    ],
)
def test_no_exact_value_comes_of_rules_that_cannot_be(
    call: Any, mine: Any, command: str, others: dict[str, str], line: str
) -> None:
    """What the searches would answer all the same.

    They compare, and NaN is neither more nor less; they take CHANCE for MIN.
    """
    if "chances" in others and command == "search minimax":
        return  # refused for having chance at all
    changing = "class S:\n    def __init__(self, n, turn):\n        self.n, self.turn = n, turn\n"
    code, out, err = call(
        *command.split(), mine(changing if "result" in others else STATE, **others)
    )
    assert (code, out, line in err) == (2, "", True), err


def test_a_value_that_is_no_number_is_explained_from_below(mine: Any) -> None:
    """The states that are looked at before a search are all sound here.

    There are too many ways to lose.
    """
    deep = {
        "start": "    def start(self):\n        return S(90, 0)\n",
        "utility": "    def utility(self, s, p):\n        return float('nan')\n",
        "actions": "    def actions(self, s):\n        yield 1\n",
    }
    with pytest.raises(BadGame, match=r"Mine.utility\(s, 0\) returned nan"):
        search.minimax(catalogue.game(mine(**deep)))


@pytest.mark.parametrize("clock", ["perf_counter", "thread_time"])
def test_a_machine_that_stands_still_for_a_while_hides_no_fault(
    mine: Any, monkeypatch: pytest.MonkeyPatch, clock: str
) -> None:
    """Whether it does something else, or this process tidies up its memory.

    The rules are not slow for that.
    """
    now, looks = getattr(time, clock), itertools.count()
    monkeypatch.setattr(time, clock, lambda: now() + 60 * (next(looks) > 0))
    with pytest.raises(
        BadGame, match=r"\[0\.5, 0\.4\] add up to 0\.9; .* \(s is S\(n=3, turn=1\)\)"
    ):
        search.maxn(catalogue.game(mine(**chances("(1, 0.5)", "(2, 0.4)"))))


def test_slow_rules_are_not_looked_at_for_long(mine: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contract.screening, "MAX_SECONDS", -1.0)
    game = catalogue.game(mine(utility=returns("utility(self, s, p)", "None")))
    assert contract.screening._fault_near(game, game.start()) is None


@pytest.mark.parametrize(
    ("opponents", "line"),
    [
        (
            5,
            (
                "opponents is 5; it must be a function of (game, s) that yields (action,"
                " probability) pairs, like uniform"
            ),
        ),
        (
            lambda game, s: [(0, 0.5)],
            (
                "opponents returned probabilities that cannot be: [0.5] add up to 0.5; it must be a"
                " function"
            ),
        ),
        (lambda game, s: [0, 1], "opponents returned [0, 1]; it must be a function"),
        (lambda game, s: None, "opponents returned None; it must be a function"),
    ],
)
def test_opponents_are_a_distribution(opponents: Any, line: str) -> None:
    for question in (search.expectimax, search.expectimax_bounded, star):
        with pytest.raises(BadLimit) as caught:
            question(catalogue.game("tree:ghost"), opponents=opponents)
        assert line in str(caught.value)


@pytest.mark.parametrize(
    ("others", "line"),
    [
        (
            {"start": returns("start(self)", "S(5.0, 0)")},
            "mine.py:8: S.n is declared int and holds 5.0: make it an int",
        ),
        (
            {"result": returns("result(self, s, a)", "S(s.n / 5, 1 - s.turn)")},
            "mine.py:14: S.n is declared int and holds 1.0: make it an",
        ),
    ],
)
def test_a_float_where_an_int_is_declared_is_refused_by_its_name(
    call: Any, mine: Any, others: dict[str, str], line: str
) -> None:
    """The compiler would speak of functions that call each other, and of no file."""
    actions = "    def actions(self, s):\n        yield 1\n"
    code, _, err = call(
        "search", "alphabeta", mine(actions=actions, **others), "--gear", "compiled", "--depth", "3"
    )
    assert (code, line in err) == (2, True), err


def test_a_type_that_the_package_cannot_join_names_the_authors_file(mine: Any) -> None:
    """Not a line of the package in which an int and the author's text come together."""
    game = catalogue.game(mine(player=returns("player(self, s)", "(0, 1)")))
    with pytest.raises(
        NotCompilable,
        match=r"mine\.py:\d+: a value is sometimes int and sometimes Tuple\(int, int\)",
    ):
        rows = numpy.zeros(9, numpy.int64), numpy.zeros(9)
        gears.compile_kernel(read_state, game, game.start(), *rows, checked=True)


@pytest.mark.parametrize(
    ("question", "error", "line"),
    [
        (
            lambda: search.alphabeta(Nim),
            BadGame,
            "Nim is a class; pass an instance, like Nim()",
        ),
        (
            lambda: search.strategy(Nim),
            BadGame,
            "Nim is a class; pass an instance, like Nim()",
        ),
        (
            lambda: search.alphabeta("nim"),
            BadGame,
            "'nim' is not a Game; pass an instance of a subclass of zermelo.Game",
        ),
        (
            lambda: search.minimax(5),
            BadGame,
            "5 is not a Game; pass an instance of a subclass of zermelo.Game",
        ),
        (
            lambda: search.alphabeta(Nim(2, 2), seconds="1"),
            BadLimit,
            "seconds is '1'; it must be a number above 0",
        ),
        (
            lambda: search.alphabeta(Nim(2, 2), depth="3"),
            BadLimit,
            "depth is '3'; it must be a whole number, 0 or more",
        ),
        (
            lambda: search.alphabeta(Nim(2, 2), player="MAX"),
            BadLimit,
            "player is 'MAX'; players are 0 to 1",
        ),
        (
            lambda: search.alphabeta(Nim(2, 2), player=1.0),
            BadLimit,
            "player is 1.0; players are 0 to 1",
        ),
        (
            lambda: search.strategy(Nim(2, 2), player="MAX"),
            BadLimit,
            "player is 'MAX'; players are 0 to 1",
        ),
        (lambda: search.policy(Nim(2, 2), player=2), BadLimit, "player is 2; players are 0 to 1"),
        (
            lambda: search.strategy(Nim(2, 2), depth=-1),
            BadLimit,
            "depth is -1; it must be a whole number, 0 or more",
        ),
        (
            lambda: search.alphabeta(Nim(2, 2), progress=5),
            BadLimit,
            "progress is 5; it must be a function of nodes and seconds",
        ),
        (
            lambda: search.deepening(Nim(2, 2), memory="8"),
            BadLimit,
            "memory is 8; it must be a number of MiB above 0",
        ),
        (
            lambda: search.alphabeta(Nim(2, 2), 5),
            BadPosition,
            "5 is not a state of nim:2,2; its states are of type Position, like Pos",
        ),
        (
            lambda: search.strategy(Nim(2, 2), 5),
            BadPosition,
            "5 is not a state of nim:2,2; its states are of type Position",
        ),
        (
            lambda: search.minimax(catalogue.game("tree:two-ply"), "A"),
            BadPosition,
            "'A' is not a state of tree:two-ply; its states are of",
        ),
        (
            lambda: search.expectimax_bounded(Nim(2, 2), bounds="ab"),
            BadLimit,
            "bounds is 'ab'; it must be two numbers",
        ),
        (
            lambda: search.expectimax_bounded(Nim(2, 2), bounds=(1, 0)),
            BadLimit,
            "bounds is (1, 0); it must be two numbers",
        ),
        (
            lambda: catalogue.game(5),
            BadGame,
            "5 is not a name of a game; pass a string, like 'nim:2,2'",
        ),
        (lambda: Nim(2, 2).after(5), BadAction, "5 is not a list of moves; pass a list of strings"),
        (
            lambda: Nim(2, 2).after([5]),
            BadAction,
            "[5] is not a list of moves; pass a list of strings",
        ),
    ],
)
def test_a_question_that_is_none_is_refused_in_one_line(
    question: Any, error: type[ZermeloError], line: str
) -> None:
    with pytest.raises(error) as caught:
        question()
    assert str(caught.value).startswith(line)
