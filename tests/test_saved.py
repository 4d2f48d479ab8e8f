"""Texts that a later process takes from disk: only where it would write the same.

Every change below is made between two processes. The second must answer as its own plain gear does.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

RULES = """
from enum import Enum
from typing import NamedTuple
from zermelo import Game
from shape import Corner, bonus

STEP = 3
PRIZES = {1: 1, 2: 4}

class Side(Enum):
    LEFT = 1
    RIGHT = 2

class State(NamedTuple):
    left: int
    turn: int
    side: Side = Side.LEFT
    word: str = "open"

    def is_over(self):
        return self.left <= 0

class Base(Game):
    factor = 2

    def weigh(self, x):
        return self.factor * x

class Race(Base):
    def __init__(self, heap: int = 5, weight: float = 0.5):
        self.heap, self.weight = heap, weight
        self.rows = [[1, 2], [3, 4]]
    def start(self):
        return State(self.heap, 0)
    def player(self, s):
        return s.turn
    def actions(self, s):
        yield from range(1, min(STEP, s.left) + 1)
    def result(self, s, a):
        side = Side.RIGHT if s.side == Side.LEFT else Side.LEFT
        return State(s.left - a, 1 - s.turn, side, "shut")
    def terminal(self, s):
        return s.is_over()
    def utility(self, s, p):
        return self.find_value(s, p)
    def find_value(self, s, p, more=0):
        v = self.weigh(PRIZES[2]) + bonus(s.left) + more + self.rows[1][0] + Corner(7).number
        return (v + self.weight) * (-1 if p == s.turn else 1)
"""

SHAPE = """
from typing import NamedTuple

class Corner(NamedTuple):
    number: int
    width: int = 2

def bonus(x, by=1):
    return x + by
"""

REPORT = """
import json, sys
from zermelo.gears import saved

{before}
if {settled}:
    saved.STARTED = float("inf")  # files that were changed just now count as old

import looks, race, shape
{after}
game = race.Race({arguments})
{last}
value, after = looks.compare(game)
wrote = "zermelo.gears.writer" in sys.modules
print(json.dumps({{"value": value, "after": repr(after), "wrote": wrote}}))
"""

LOOKS = """
from zermelo.gears import compile_kernel, outward

def look(game, s, a):
    after = game.result(s, a)
    last = 0
    for b in game.actions(after):
        last = b
    return after, game.utility(after, 0) + last, game.terminal(after)

def compare(game):
    s = game.start()
    plain = look(game, s, 1)
    after, value, over = compile_kernel(look, game, s, 1)()
    assert outward(after, s) == plain[0], (after, plain)
    assert (value, over) == plain[1:], (value, plain)
    return value, outward(after, s)
"""


class Checkout:
    """A folder with a game, and processes that ask for its compiled form."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.write("race.py", RULES)
        self.write("shape.py", SHAPE)
        self.write("looks.py", LOOKS)

    def write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text)

    def edit(self, name: str, before: str, after: str) -> None:
        text = (self.folder / name).read_text()
        assert before in text
        self.write(name, text.replace(before, after))

    def ask(
        self,
        before: str = "",
        after: str = "",
        last: str = "",
        arguments: str = "",
        settled: bool = True,
    ) -> dict[str, object]:
        """What a new process says. It fails if its gears disagree."""
        script = REPORT.format(
            before=before, after=after, last=last, arguments=arguments, settled=settled
        )
        self.write("report.py", script)
        folder = str(self.folder)
        environment = {**os.environ, "ZERMELO_CACHE": f"{folder}/cache", "PYTHONPATH": folder}
        environment["PYTHONDONTWRITEBYTECODE"] = "1"  # two edits within a second are two texts
        done = subprocess.run(
            [sys.executable, "report.py"],
            capture_output=True,
            text=True,
            cwd=folder,
            env=environment,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        said: dict[str, object] = json.loads(done.stdout)
        return said


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    made = Checkout(tmp_path_factory.mktemp("saved"))
    assert made.ask()["wrote"]
    return made


def test_a_later_process_takes_the_text_and_knows_its_words(checkout: Checkout) -> None:
    said = checkout.ask()
    assert not said["wrote"]
    assert said["after"] == "State(left=4, turn=1, side=<Side.RIGHT: 2>, word='shut')"


def test_weights_are_handed_over_to_the_same_text(checkout: Checkout) -> None:
    one, other = checkout.ask(arguments="5, 0.25"), checkout.ask()
    assert not one["wrote"] and not other["wrote"]
    assert one["value"] == float(str(other["value"])) - 0.25


EDITS = {
    "a constant": ("race.py", "STEP = 3", "STEP = 2"),
    "a dict": ("race.py", "2: 4", "2: 5"),
    "a class attribute": ("race.py", "factor = 2", "factor = 3"),
    "an attribute": ("race.py", "[3, 4]", "[9, 4]"),
    "a method of a base class": ("race.py", "self.factor * x", "self.factor + x"),
    "a method of the state": ("race.py", "self.left <= 0", "self.left <= 4"),
    "a default": ("race.py", "more=0", "more=10"),
    "a default of a helper": ("shape.py", "by=1", "by=20"),
    "a helper": ("shape.py", "x + by", "x - by"),
    "a record": ("shape.py", "number: int", "number: float"),
    "a word": ("race.py", '"shut"', '"closed"'),
    "the value of a member": ("race.py", "RIGHT = 2", "RIGHT = 3"),
}


@pytest.mark.parametrize("what", EDITS)
@pytest.mark.sampled
def test_an_edit_is_noticed(checkout: Checkout, what: str) -> None:
    """The gears agree, which `ask` checks; the same text as before is taken again afterwards."""
    name, before, after = EDITS[what]
    checkout.edit(name, before, after)
    try:
        assert checkout.ask()["wrote"]
    finally:
        checkout.edit(name, after, before)
    assert not checkout.ask()["wrote"]


PATCHES = {
    "a constant of the module": {"after": "race.STEP = 1; race.PRIZES = {1: 0, 2: 0}"},
    "a default": {"after": "shape.bonus.__defaults__ = (50,)"},
    "a method": {"after": "def weigh(self, x): return x - 1\nrace.Race.weigh = weigh"},
    "the game": {"last": "game.rows[1][0] = 70"},
    "the arguments": {"arguments": "9"},
}  # fmt: skip


@pytest.mark.parametrize("what", PATCHES)
@pytest.mark.sampled
def test_what_is_changed_in_memory_is_noticed(checkout: Checkout, what: str) -> None:
    said, usual = checkout.ask(**PATCHES[what]), checkout.ask()
    assert said["value"] != usual["value"] and not usual["wrote"]


def test_what_is_changed_on_disk_after_its_import_is_refused(checkout: Checkout) -> None:
    script = """
    from pathlib import Path
    file = Path(race.__file__)
    text = file.read_text()
    file.write_text(text.replace("STEP = 3", "STEP = 4").replace("factor * x", "factor - x"))
    """
    text = (checkout.folder / "race.py").read_text()
    try:
        with pytest.raises(AssertionError, match="was changed on disk after it was imported"):
            checkout.ask(after=textwrap.dedent(script))
    finally:
        checkout.write("race.py", text)


def test_what_was_written_just_now_is_not_kept(tmp_path: Path) -> None:
    made = Checkout(tmp_path)
    assert made.ask(settled=False)["wrote"]
    assert made.ask()["wrote"]
    assert not made.ask()["wrote"]


def test_damaged_files_cost_time_only(checkout: Checkout) -> None:
    for content in (b"", b"damaged"):
        for file in (checkout.folder / "cache").glob("race_looks_look-*/unit"):
            file.write_bytes(content)
        assert checkout.ask()["wrote"]
        assert not checkout.ask()["wrote"]
