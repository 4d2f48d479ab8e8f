"""The studio's server: what it answers, whom it refuses, and that it goes on whatever it is asked."""

from __future__ import annotations

import asyncio
import io
import itertools
import json
import os
import random
import re
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from hypothesis import given
from hypothesis import strategies as st
from studios import ROOT, children, is_running, port_of, run_command
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from zermelo import catalogue, tree
from zermelo.errors import BadGame, TooLarge, ZermeloError
from zermelo.gears import store
from zermelo.web import api, maker, making, seek
from zermelo.web.app import application
from zermelo.web.desk import Desk, Job
from zermelo.web.fields import BadRequest, Fields
from zermelo.web.guard import Guard
from zermelo.web.line import MOST_ASKED, MOST_UNSENT, Line
from zermelo.web.literal import changed, literal
from zermelo.web.seek import Limits, Seeker
from zermelo.web.serve import BOUNDS, listen
from zermelo.web.shelf import Shelf, read_tree
from zermelo.web.worker import Job as Question
from zermelo.web.worker import Worker

CHOMP = f"{ROOT / 'examples/chomp.py'}:Chomp"
PATIENCE = 120.0
"""Seconds after which a test that waits is wrong. Nothing is asserted about times."""

STUBBORN = '''
import time
from pathlib import Path
from zermelo import Game

class Stubborn(Game[int, int]):
    """A game whose rules never come back, two plies from the start."""
    def start(self): return 0
    def player(self, s): return s % 2
    def actions(self, s):
        while s > 1:
            Path(__file__).with_suffix(".stuck").touch()
            time.sleep(0.01)
        return (0, 1)
    def result(self, s, a): return s + 1
    def terminal(self, s): return s > 5
    def utility(self, s, p): return 0
'''


GREEDY = '''
from stubborn import Stubborn

class Greedy(Stubborn):
    """A game whose rules want more memory than a worker has."""
    def actions(self, s): return (0, len(bytearray(8 << 30)))
'''


def ask(do: str, shelf: Shelf | None = None, **fields: Any) -> Any:
    return api.QUESTIONS[do](shelf or Shelf(), Fields(fields))


# ---------------------------------------------------------------------- answers


def test_the_catalogue_names_everything() -> None:
    found = ask("catalogue")
    by_name = {game["name"]: game for game in found["games"]}
    assert found["version"] == 1
    assert by_name["tic-tac-toe"]["board"] and by_name["tic-tac-toe"]["names"] == ["X", "O"]
    assert by_name["nim"]["arguments"][0] == {"name": "m", "kind": "int", "default": 3}
    assert by_name["pig"]["chance"] and not by_name["nim"]["chance"]
    assert not by_name["nim"]["own"] and ask("own", Shelf([CHOMP]), game="Chomp")["own"]
    assert {"name": "alphabeta", "chance": False, "many": False}.items() <= found["algorithms"][3].items()
    assert set(api.ABOUT) == {one["name"] for one in found["algorithms"]}
    assert [level["level"] for level in found["levels"]] == list(range(1, 11)) and by_name["nim"]["levels"] is None
    assert [level["about"] for level in by_name["go"]["levels"]][3:5] == ["tries up to 300 games", "thinks for 0.1 s"]
    assert "alone" in [scene["name"] for scene in found["scenes"]] and "small" in found["pacman"]["layouts"]
    assert by_name["nim"]["range"] == [-1, 1] and by_name["nim"]["total"] == 0
    assert "tree:two-ply" in [one["name"] for one in found["trees"]]


def test_every_game_that_is_listed_has_a_position() -> None:
    for entry in ask("catalogue")["games"]:
        found = ask("position", game=entry["name"])
        assert found["actions"] and not found["over"]
        assert found["board"] is None or len(found["board"]["cells"]) == found["board"]["rows"] * found["board"]["columns"]
        json.dumps(found, allow_nan=False)


def test_a_position_says_what_can_be_clicked() -> None:
    found = ask("position", game="tic-tac-toe", moves=["B2", "a1"])
    assert found["moves"] == ["b2", "a1"] and found["last"] == [6]
    assert found["player_name"] == "X" and found["actions"][0] == {"name": "a3", "cells": [0]}
    assert found["position"] == "3/1X1/O2 X" and found["verdict"] is None
    assert found["board"]["slant"] == 0 and ask("position", game="hex:3")["board"]["slant"] == 1
    again = ask("position", game="tic-tac-toe", position=found["position"], moves=["c3"])
    assert again["last"] == [2] and again["board"]["cells"][4] == "X"


def test_a_whole_capture_is_all_of_its_jumps() -> None:
    found = ask("position", game="checkers", position="B:W18,25,30:B15", moves=["15x29"])
    assert found["moves"] == ["15x22", "22x29"] and found["movers"] == [0, 0] and found["player"] == 1


def test_a_move_with_spaces_is_read_from_its_words() -> None:
    whole = ask("position", game="backgammon", moves=["3-1", "8/5 6/5"])
    apart = ask("position", game="backgammon", moves=["3-1", "8/5", "6/5"])
    assert apart == whole and apart["moves"] == ["3-1", "8/5 6/5"]
    doubled = ask("position", game="backgammon", moves=["3-1", "8/5", "6/5", "4-4", "13/9", "13/9", "8/4", "8/4", "6-5"])
    assert doubled["moves"][3:] == ["13/9(2) 8/4(2)", "6-5"]
    with pytest.raises(ZermeloError, match="move 3: '7/7' is no roll"):
        ask("position", game="backgammon", moves=["3-1", "8/5", "6/5", "7/7", "24/20"])
    with pytest.raises(ZermeloError, match="move 2: '8/5' is not legal here"):
        ask("position", game="backgammon", moves=["3-1", "8/5", "6/4"])


def test_a_tag_tells_positions_apart() -> None:
    one, same = (ask("position", game="tic-tac-toe", moves=[move])["tag"] for move in ("b2", "B2"))
    others = [
        ask("position", game="tic-tac-toe", moves=["a1"]),
        ask("position", game="tic-tac-toe", moves=[]),
        ask("position", game="mnk", moves=["b2"]),
    ]
    assert one == same and len({one, *(other["tag"] for other in others)}) == 4


def test_the_end_is_told() -> None:
    won = ask("position", game="tic-tac-toe", moves=["a1", "a2", "b1", "b2", "c1"])
    assert won["over"] and won["verdict"] == "X wins." and won["payoffs"] == [1, -1] and won["player"] is None and won["actions"] == []
    assert ask("position", game="tic-tac-toe", position="XOX/XOO/OXX O")["verdict"] == "A draw."
    with pytest.raises(ZermeloError, match="move 6, 'a3': the game is over"):
        ask("position", game="tic-tac-toe", moves=["a1", "a2", "b1", "b2", "c1", "a3"])
    assert ask("position", game="tree:three-player", moves=["a1", "b1", "d1"])["verdict"] == "C wins: 1 to 2 to 6."
    assert ask("position", game="tree:{'players': 1, 'root': [3, 5]}", moves=["a2"])["verdict"] == "MAX gets 5."


def test_chance_rolls_by_seed() -> None:
    rolled = ask("position", game="pig", moves=["roll"])
    assert rolled["player"] == -1 and sum(one["probability"] for one in rolled["chances"]) == pytest.approx(1)
    seen = {ask("roll", game="pig", moves=["roll"], seed=seed)["move"] for seed in range(60)}
    assert seen == {one["name"] for one in rolled["chances"]}
    assert ask("roll", game="pig", moves=["roll"], seed=3) == ask("roll", game="pig", moves=["roll"], seed=3)
    with pytest.raises(BadRequest, match="chance does not move here"):
        ask("roll", game="nim")


def test_a_film_of_a_tree_says_where_its_leaves_are() -> None:
    found = ask("film", game="tree:two-ply", algorithm="alphabeta")
    assert found["tree"] == "[[3,12,8],[2,4,6],[14,5,2]]" and found["result"]["value"] == 3
    assert [(leaf["path"], leaf["value"]) for leaf in found["leaves"]][3:5] == [([1, 0], 2), ([1, 1], 4)]
    picture = found["film"]["trees"][0]
    assert "<style" not in picture and all(f'data-i="{leaf["item"]}"' in picture for leaf in found["leaves"])
    below = ask("film", game="tree:two-ply", moves=["a2"])
    assert [leaf["path"] for leaf in below["leaves"]] == [[1, 0], [1, 1], [1, 2]]
    assert ask("film", game="tree:three-player", algorithm="maxn")["leaves"][0]["value"] == [1, 2, 6]


def test_a_film_of_a_game() -> None:
    found = ask("film", game="tic-tac-toe", moves=["b2"], algorithm="minimax", depth=2)
    assert found["tree"] is None and found["leaves"] == [] and found["result"]["nodes"] == 65
    assert ask("film", game="tree:ghost", algorithm="expectimax", opponents="uniform")["result"]["value"] == -1
    assert "cut on >" in ask("film", game="tree:two-ply", rule=">")["film"]["title"]
    with pytest.raises(TooLarge, match="2,000 nodes, too much to watch: look less deep"):
        ask("film", game="connect-four", algorithm="minimax", depth=5)
    with pytest.raises(ZermeloError, match=r"rule goes with alphabeta, .*, not with minimax"):
        ask("film", game="tree:two-ply", algorithm="minimax", rule=">")


@pytest.mark.parametrize("form", list(api.TYPES))
def test_every_export_is_a_file(form: str) -> None:
    if form == "png":
        pytest.importorskip("resvg_py")
    made = ask("export", game="tree:two-ply", format=form)
    assert made.name.startswith("two-ply-alphabeta") and made.name.endswith(f".{form}") and len(made.content) > 100
    step = ask("export", game="tree:two-ply", format=form, step=3, windows="nodes")
    assert (step.content == made.content) == (form in ("html", "json"))


def test_a_position_says_how_deep_its_tree_can_be_looked_at() -> None:
    assert [ask("position", game=game)["depth"] for game in ("go", "chess", "connect-four", "nim:1,1,1", "tree:two-ply")] == [
        1,
        1,
        2,
        3,
        None,
    ]


def test_a_film_says_its_answer_in_words_and_which_cuts_pruned_something() -> None:
    found = ask("film", game="tree:[[1,2,2],[1,1,0.0162322]]", algorithm="expectimax", opponents="uniform")
    assert (found["worth"], found["pruning"], found["leaves"][-1]["words"]) == ("1.67", 0, "0.016")
    assert ask("film", game="tree:three-player", algorithm="maxn")["worth"] == "(1, 2, 6)"
    cut = ask("film", game="tree:two-ply")
    assert (cut["result"]["cuts"], cut["pruning"]) == (2, 1)
    assert {one["name"] for one in ask("catalogue")["algorithms"] if one["horizon"]} == {"quiescence", "singular"}


def test_files_are_called_by_what_is_in_them() -> None:
    def name(**asked: Any) -> str:
        return ask("export", **{"game": "tree:two-ply", **asked}).name

    assert name(format="svg", step=12) == "two-ply-alphabeta-step-12.svg" and name(format="svg", step=99) == "two-ply-alphabeta-step-41.svg"
    assert (name(format="tex", step=3), name(format="tex")) == ("two-ply-alphabeta-step-3.tex", "two-ply-alphabeta-slides.tex")
    assert (name(format="html", step=3), name(format="json")) == ("two-ply-alphabeta.html", "two-ply-alphabeta.json")
    assert name(game="tree:[[1,2],3]", algorithm="minimax") == "tree-minimax.svg"
    assert name(game="tic-tac-toe", moves=["b2"], depth=1) == "tic-tac-toe-alphabeta.svg"


def test_the_picture_of_a_step_shows_what_is_ahead() -> None:
    file = ask("export", game="tree:two-ply", format="svg", step=3).content.decode()
    assert file.count('class="node') == 13 and file.count('class="node ahead') == 10


def test_exercises_are_posed_and_graded() -> None:
    posed = ask("exercise", seed=7)
    assert "solution" not in posed and "<style" not in posed["svg"]
    assert posed["asks"] == {"values": list("ABCDEFG"), "pruned": True, "vector": 0} and posed["actions"] == ["a1", "a2"]
    form = posed["form"] | {"values": {"D": 5, "E": 9, "B": 5, "F": 9, "G": 2, "C": 2, "A": 5}, "pruned": ["K"], "action": "a1"}
    assert ask("grade", answer=form)["right"]
    form["values"]["C"] = 9
    wrong = ask("grade", answer=form, exercise=posed["exercise"], solution=True)
    assert wrong["mistake"]["kind"] == "exchanged" and wrong["words"].startswith("C is a MIN node") and wrong["solution"]["action"] == "a1"
    assert ask("exercise", seed=2, chance=True)["algorithm"] == "expectimax"
    assert ask("exercise", seed=2, players=3)["asks"]["vector"] == 3


# ---------------------------------------------------------------------- trees


@pytest.mark.parametrize(
    "name", [*tree.NAMED, *(f"random,seed={seed},uneven=yes,chance=0.3,players={1 + seed % 3},repeats=0.3" for seed in range(12))]
)
def test_a_literal_reads_back_as_the_same_tree(name: str) -> None:
    made = read_tree(name)
    assert read_tree(literal(made)).to_dict() == made.to_dict()


@pytest.mark.parametrize("more", ["estimates=yes", "noisy=0.5", "estimates=yes,noisy=0.4,players=3", "shared=0.4"])
def test_so_does_one_with_more_to_say(more: str) -> None:
    made = read_tree(f"random,seed=5,{more}")
    assert read_tree(literal(made)).to_dict() == made.to_dict()


def test_leaves_are_changed_by_their_paths() -> None:
    assert ask("tree/edit", game="tree:two-ply", changes=[{"path": [1, 1], "value": 9.5}]) == {"game": "tree:[[3,12,8],[2,9.5,6],[14,5,2]]"}
    vectors = ask("tree/edit", game="tree:three-player", changes=[{"path": [0, 0, 0], "value": [7, 7, 7]}])["game"]
    assert vectors.startswith("tree:[[[(7,7,7),(4,2,3)]")
    assert literal(changed(tree.named("figure-2"), [([0], 5)])) == "[5,0]"  # its bounds, −1 and 1, do not hold any more
    for changes in ([{"path": [7], "value": 1}], [{"path": [0], "value": 1}], [{"path": [0, 0], "value": "x"}], [{"path": ["0"]}], [3]):
        with pytest.raises(ZermeloError):
            ask("tree/edit", game="tree:two-ply", changes=changes)


# ---------------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    "name",
    [
        "mine.py:Chomp",
        "examples/chomp.py:Chomp",
        "../x.py",
        "tree:answer.json",
        "tree:/etc/passwd",
        "tree:~/x",
        "nim:../x",
        "nope",
        "",
        "tree:",
        "Nim",
        "zermelo.games.nim",
    ],
)
def test_a_request_names_no_file(name: str) -> None:
    with pytest.raises(BadGame):
        Shelf().game(name)


def test_large_trees_are_refused_before_they_are_grown() -> None:
    for name in (
        "[" * 900 + "]" * 900,
        "[" * 50_000,
        "random,branching=1,depth=500",
        "random,branching=9,depth=9",
        "random,branching=1000,depth=1000",
        str([[0] * 80] * 80),
    ):
        with pytest.raises(TooLarge):
            read_tree(name)
    with pytest.raises(TooLarge):
        Shelf().game("tree:[" + "1," * 40_000 + "1]")


def test_own_games_are_known_by_their_class() -> None:
    shelf = Shelf([f"{CHOMP}:2,3"])
    assert shelf.game("Chomp:2,3").start().rows == (3, 3)
    assert shelf.game("Chomp:4,3").start().rows == (3, 3, 3, 3) and shelf.game("Chomp:rows=1").start().rows == (3,)
    assert shelf.game("Chomp").start().rows == (3, 3) and shelf.game("Chomp").title == "Chomp:2,3"
    with pytest.raises(BadGame):
        shelf.game(CHOMP)


def own_file(folder: Path, name: str, **changes: str) -> str:
    """A game in a file, changed in some places; as the command line names it."""
    text = (ROOT / "examples/chomp.py").read_text()
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text)
    return f"{folder / name}:{changes.get('Chomp', 'Chomp')}"


def test_games_of_one_class_name_are_told_apart_by_their_files(tmp_path: Path) -> None:
    a, b, there = (own_file(tmp_path / place, f"{name}.py") for place, name in (("here", "a"), ("here", "b b"), ("there", "a")))
    assert list(Shelf([a]).own) == ["Chomp"] and list(Shelf([a, b]).own) == ["a.Chomp", "b-b.Chomp"]
    assert list(Shelf([b, a]).own) == ["b-b.Chomp", "a.Chomp"], "a name means the same in any order"
    shelf = Shelf([f"{a}:2,3", f"{there}:4,1", b])
    assert [shelf.game(name).start().rows for name in ("here.a.Chomp", "there.a.Chomp", "b-b.Chomp:1,2")] == [(3, 3), (1,) * 4, (2,)]
    with pytest.raises(BadGame, match=r"there is more than one Chomp: say here\.a\.Chomp or there\.a\.Chomp or b-b\.Chomp"):
        shelf.game("Chomp")
    assert list(Shelf([a, a]).own) == ["Chomp"]
    with pytest.raises(BadGame, match=r"a\.py:Chomp is given twice; give it once"):
        Shelf([a, f"{a}:2,2"])


def test_own_games_may_have_any_name(tmp_path: Path) -> None:
    shelf = Shelf(
        [own_file(tmp_path, "nim.py", Chomp="nim"), own_file(tmp_path, "m.py", Chomp="Mühle"), own_file(tmp_path, "a.py", Chomp="py")]
    )
    assert list(shelf.own) == ["nim.nim", "Mühle", "py"] and shelf.game("nim").start() == catalogue.game("nim").start()
    assert [ask("own", shelf, game=name)["name"] for name in shelf.own] == list(shelf.own)
    two = Shelf([own_file(tmp_path / "x", "a.py", Chomp="py"), own_file(tmp_path / "x", "b.py", Chomp="py")])
    assert two.game("a.py:2,2").start().rows == (2, 2)


def test_games_are_known_by_their_aliases() -> None:
    assert ask("position", game="2048")["board"] == ask("position", game="twenty48")["board"] is not None


@pytest.mark.parametrize("words", ["../x.py:Evil", "x.py", "x.py:Evil:1", "/etc/passwd", "maze=~/x", "..\\x"])
def test_the_arguments_of_own_games_name_no_file(words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mazy = tmp_path / "mazy.py"
    mazy.write_text(STUBBORN.replace("    def start", "    def __init__(self, maze: str): self.maze = maze\n    def start"))
    shelf = Shelf([f"{mazy}:Stubborn:~/a.maze"])
    monkeypatch.setattr(catalogue, "load_file", lambda path: pytest.fail(f"{path} is read"))
    assert [shelf.game(name).maze for name in ("Stubborn", "Stubborn:small")] == ["~/a.maze", "small"]  # type: ignore[attr-defined]
    with pytest.raises(BadGame):
        shelf.game(f"Stubborn:{words}")


def test_a_path_ends_with_its_first_file(tmp_path: Path) -> None:
    with pytest.raises(BadGame, match=r"a\.py: there is no such file"):
        catalogue.game(f"{tmp_path}/a.py:Chomp:b.py:Evil")


def test_arguments_from_the_command_line_are_the_defaults(tmp_path: Path) -> None:
    needy = tmp_path / "need.py"
    needy.write_text(STUBBORN.replace("    def start", "    def __init__(self, n: int, *, deep: bool = False): self.n = n\n    def start"))
    shelf = Shelf([f"{needy}:Stubborn:7"])
    entry = ask("own", shelf, game="Stubborn")
    assert [(one["name"], one["default"]) for one in entry["arguments"]] == [("n", 7), ("deep", False)]
    assert [shelf.game(name).n for name in ("Stubborn", "Stubborn:deep=yes", "Stubborn:n=8")] == [7, 7, 8]  # type: ignore[attr-defined]
    with pytest.raises(BadGame, match="missing 1 required"):
        Shelf([f"{needy}:Stubborn"])


def test_an_error_that_cannot_be_told_is_an_end_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    class Unspeakable(ZermeloError):
        def __str__(self) -> str:
            raise ValueError

    def fails(shelf: Shelf, asked: Fields) -> api.Answer:
        raise Unspeakable if asked.given else ZermeloError("\ud800")

    monkeypatch.setitem(api.QUESTIONS, "position", fails)
    written = io.BytesIO()
    worker = Worker((), io.BytesIO(), written)
    for n, fields in enumerate(({"game": "nim"}, {}), 1):
        Question(worker, n, "position", fields).run()
    lines = [json.loads(line) for line in re.sub(rb"}{", b"}\n{", written.getvalue()).splitlines()]
    assert [(line["n"], line["last"], line["status"]) for line in lines[::2]] == [(1, True, 500), (2, True, 422)]
    assert lines[3]["error"]["message"] == "\ud800"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**20), 10**20) | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)
NAMES = st.sampled_from(
    [
        "tic-tac-toe",
        "nim:2,2",
        "pig",
        "tree:two-ply",
        "tree:[[1,2],3]",
        "tree:{}",
        "tree:[]",
        "tree:[[1,[]]]",
        "tree:random,depth=x",
        "nim:9,x",
        "mnk:9,9,9",
        "tree:" + "[" * 900 + "]" * 900,
        "tree:{'nodes': 3}",
        'tree:{"root":"A","nodes":{"A":["A"]}}',
        "tree:(1,2,3)",
        "tree:-1",
        "tree:{'children':{}}",
    ]
)
FIELDS = st.fixed_dictionaries(
    {},
    optional={
        "game": NAMES | JSON,
        "position": st.none() | JSON,
        "moves": st.lists(st.sampled_from(["b2", "a1", "2-1", "roll", ""]), max_size=3) | JSON,
        "algorithm": st.sampled_from(["minimax", "alphabeta", "maxn", "expectimax", "singular", "?"]) | JSON,
        "depth": st.integers(-1, 4) | JSON,
        "rule": st.sampled_from([">", ">="]) | JSON,
        "player": st.integers(-1, 3) | JSON,
        "most": st.integers(0, 500) | JSON,
        "step": st.integers(-1, 99) | JSON,
        "format": st.sampled_from([*api.TYPES, "exe"]) | JSON,
        "seed": st.integers() | JSON,
        "changes": st.lists(JSON, max_size=3) | JSON,
        "answer": JSON,
        "exercise": JSON,
        "extra": JSON,
        "opponents": JSON,
        "chance": JSON,
        "players": JSON,
        "cuts": JSON,
        "branching": JSON,
    },
)


@pytest.mark.parametrize("do", [do for do in api.QUESTIONS if do != "catalogue"])
@given(fields=FIELDS)
def test_any_fields_are_answered_or_refused_in_one_line(do: str, fields: dict[str, Any]) -> None:
    try:
        answer = ask(do, **fields)
    except (ZermeloError, RecursionError) as error:
        assert "\n" not in str(error)
    else:
        assert isinstance(answer, api.File) or json.dumps(answer)


SPECS = st.fixed_dictionaries(
    {},
    optional={
        "seed": JSON,
        "algorithm": st.sampled_from(["minimax", "maxn"]) | JSON,
        "depth": st.integers(0, 3) | JSON,
        "rule": JSON,
        "chance": JSON,
        "tree": JSON | st.fixed_dictionaries({"players": JSON, "root": JSON, "nodes": JSON}),
        "players": JSON,
        "branching": JSON,
        "cuts": JSON,
    },
)
FORMS = st.fixed_dictionaries(
    {"format": st.just("zermelo-answer"), "version": st.just(1)},
    optional={"values": JSON, "pruned": JSON, "action": JSON, "exercise": SPECS},
)


@given(answer=FORMS, spec=st.none() | SPECS)
def test_any_answer_to_any_exercise_too(answer: Any, spec: Any) -> None:
    try:
        ask("grade", answer=answer, **({} if spec is None else {"exercise": spec}))
    except ZermeloError as error:
        assert "\n" not in str(error)


# ---------------------------------------------------------------------- who may ask


@pytest.mark.parametrize(
    ("host", "origin", "kind", "is_let_in"),
    [
        ("127.0.0.1:99", None, "http", True),
        ("localhost:99", "http://localhost:99", "http", True),
        ("[::1]:99", "http://[::1]:99", "websocket", True),
        ("LOCALHOST:99", "http://localhost:99", "http", True),
        ("127.0.0.1:99", None, "websocket", False),
        ("127.0.0.1", None, "http", False),
        ("127.0.0.1:98", None, "http", False),
        ("evil.example:99", None, "http", False),
        ("localhost.evil.example:99", None, "http", False),
        ("127.0.0.1:99", "http://evil.example", "http", False),
        ("127.0.0.1:99", "null", "websocket", False),
        ("127.0.0.1:99", "https://127.0.0.1:99", "http", False),
        ("127.0.0.1:99", "http://localhost:99", "websocket", False),
        ("", None, "http", False),
        ("192.168.0.7:99", None, "http", False),
        ("127.0.0.1:99@evil.example", None, "http", False),
        ("127.0.0.1:٩٩", None, "http", False),
    ],
)
def test_hosts_and_origins(host: str, origin: str | None, kind: str, is_let_in: bool) -> None:
    headers = [(b"host", host.encode("utf-8"))] + ([(b"origin", origin.encode())] if origin is not None else [])
    assert (Guard(None, port=99).refusal(kind, headers) == "") == is_let_in  # type: ignore[arg-type]


def test_a_host_that_was_given_is_let_in() -> None:
    named = Guard(None, "studio.example", 99)  # type: ignore[arg-type]
    assert named.refusal("http", [(b"host", b"studio.example:99")]) == "" and named.refusal("http", [(b"host", b"10.0.0.1:99")])
    everywhere = Guard(None, "0.0.0.0", 99)  # type: ignore[arg-type]
    assert everywhere.refusal("http", [(b"host", b"10.0.0.1:99")]) == "" and everywhere.refusal("http", [(b"host", b"evil.example:99")])
    assert named.refusal("http", []) and named.refusal("http", [(b"host", b"studio.example:99")] * 2)


# ---------------------------------------------------------------------- a server


class Served:
    """A studio that runs in a thread of this process, so that its desks can be looked at."""

    stuck: Path
    """There once the stubborn game's rules do not come back."""

    def __init__(self, own: list[str], **more: Any) -> None:
        listening = listen("127.0.0.1", 0)
        self.port = listening.getsockname()[1]
        self.app = application(own, port=self.port, searches=2, **more)
        config = uvicorn.Config(self.app, log_level="error", **BOUNDS)
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=lambda: asyncio.run(self.server.serve([listening])), daemon=True)
        self.thread.start()
        self.client = httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=PATIENCE)

    @property
    def studio(self) -> Any:
        return self.app.state.studio

    def post(self, do: str, **fields: Any) -> httpx.Response:
        return self.client.post(f"/api/v1/{do}", json=fields)

    def line(self, **more: Any) -> ClientConnection:
        address = f"ws://127.0.0.1:{self.port}/api/v1/live"
        return connect(
            address,
            **({"origin": f"http://127.0.0.1:{self.port}", "open_timeout": PATIENCE, "max_size": None, "ping_interval": None} | more),
        )

    def close(self) -> None:
        self.client.close()
        self.server.should_exit = True
        self.thread.join(PATIENCE)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    stubborn = tmp_path_factory.mktemp("games") / "stubborn.py"
    stubborn.write_text(STUBBORN)
    greedy = stubborn.with_name("greedy.py")
    greedy.write_text(GREEDY)
    fresh = own_file(stubborn.parent, "fresh.py", **{"Chomp": "Fresh", "rows[0] == 0": f"rows[0] == 0 or s.turn > {time.time_ns() >> 10}"})
    made = Served([CHOMP, f"{stubborn}:Stubborn", f"{greedy}:Greedy", fresh])
    made.stuck = stubborn.with_suffix(".stuck")
    yield made
    made.close()


def send(line: ClientConnection, **message: Any) -> None:
    line.send(json.dumps({"id": 1, "tag": "here"} | message))


def hear(line: ClientConnection) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(line.recv(PATIENCE))
    return told


def until(line: ClientConnection, *events: str) -> list[dict[str, Any]]:
    """What is heard up to one of some events."""
    heard = [hear(line)]
    while heard[-1]["event"] not in (*events, "done", "error", "lost"):
        heard.append(hear(line))
    assert heard[-1]["event"] in events, heard[-1]
    return heard


def error_of(response: httpx.Response) -> str:
    told = response.json()["error"]
    assert set(told) == {"kind", "message"} and "\n" not in told["message"]
    return str(told["kind"])


def test_questions_over_http(served: Served) -> None:
    assert served.client.get("/api/v1/catalogue").json()["version"] == 1
    assert served.post("position", game="Chomp:2,2").json()["actions"][0] == {"name": "1a", "cells": []}
    assert served.post("film", game="tree:two-ply").json()["result"]["value"] == 3
    file = served.post("export", game="tree:two-ply", format="svg")
    assert file.headers["content-disposition"] == 'attachment; filename="two-ply-alphabeta.svg"' and file.text.startswith("<svg")
    posed = served.post("exercise", seed=3).json()
    assert served.post("grade", answer=posed["form"]).json()["right"] is False


def test_the_page_may_do_nothing_but_its_own(served: Served) -> None:
    for path in ("/show/stepper.js", "/show/stepper.css", "/show/tree.css", "/api/v1/catalogue", "/nothing", "/show/nothing"):
        headers = served.client.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"] and "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "no-referrer"
        assert "access-control-allow-origin" not in headers
    assert "prefers-color-scheme" in served.client.get("/show/tree.css").text


@pytest.mark.parametrize(
    ("status", "kind", "request_"),
    [
        (404, "BadGame", {"json": {"game": "nope"}}),
        (404, "BadGame", {"json": {"game": "mine.py:Chomp"}}),
        (400, "BadRequest", {"json": {}}),
        (400, "BadRequest", {"json": [1]}),
        (400, "BadRequest", {"json": {"game": 7}}),
        (400, "BadRequest", {"json": {"game": "nim", "moves": "2-1"}}),
        (422, "BadAction", {"json": {"game": "nim", "moves": ["x"]}}),
        (422, "BadPosition", {"json": {"game": "tic-tac-toe", "position": "?"}}),
        (422, "BadTree", {"json": {"game": "tree:[1,"}}),
        (400, "BadRequest", {"content": b'{"game": "nim"', "headers": {"content-type": "application/json"}}),
        (400, "BadRequest", {"content": b"\xff\xfe", "headers": {"content-type": "application/json"}}),
        (400, "BadRequest", {"content": b'{"game": NaN}', "headers": {"content-type": "application/json"}}),
        (400, "BadRequest", {"content": b"[" * 200_000, "headers": {"content-type": "application/json"}}),
        (400, "BadRequest", {"content": rb'{"game": "nim", "position": ["\ud800"]}', "headers": {"content-type": "application/json"}}),
        (400, "BadRequest", {"content": b'{"game": "\xed\xa0\x80"}', "headers": {"content-type": "application/json"}}),
        (404, "BadGame", {"json": {"game": r"tree:{'name': '\ud800', 'children': [1, 2]}"}}),
        (413, "TooLarge", {"content": b" " * 300_000, "headers": {"content-type": "application/json"}}),
        (413, "TooLarge", {"json": {"game": "tree:[" + "1," * 35_000 + "1]"}}),
        (415, "BadRequest", {"content": b'{"game": "nim"}'}),
        (415, "BadRequest", {"data": {"game": "nim"}}),
        (403, "Forbidden", {"json": {"game": "nim"}, "headers": {"host": "evil.example"}}),
        (403, "Forbidden", {"json": {"game": "nim"}, "headers": {"origin": "http://evil.example"}}),
    ],
)
def test_refusals_over_http(served: Served, status: int, kind: str, request_: dict[str, Any]) -> None:
    answer = served.client.post("/api/v1/position", **request_)
    assert (answer.status_code, error_of(answer)) == (status, kind)
    assert served.post("position", game="nim:2,2").status_code == 200


def test_addresses_that_lead_nowhere(served: Served) -> None:
    assert error_of(served.post("nothing")) == "NotFound" and error_of(served.client.get("/api/v1/position")) in ("NotFound", "BadMethod")
    for path in ("/../app.py", "/%2e%2e/app.py", "/..%2fapp.py", "/api/v1/../../../etc/passwd"):
        assert served.client.get(path).status_code == 404


def test_a_body_that_does_not_come_is_not_waited_for(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.web.app.SENDING", 0.1)
    with socket.create_connection(("127.0.0.1", served.port), PATIENCE) as there:
        head = f"POST /api/v1/position HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nContent-Type: application/json\r\n"
        there.sendall(f"{head}Content-Length: 50\r\n\r\n{{".encode())
        told = b""
        while b"}" not in told and (more := there.recv(1 << 16)):  # head and body may come apart
            told += more
    assert told.startswith(b"HTTP/1.1 408 ") and b'"kind":"TooSlow"' in told


def test_numbers_that_no_float_holds_are_refused(served: Served) -> None:
    large = "9" * 400
    trees = [f"[{large},1]", f"{{'root':[1,2],'bounds':[0,{large}]}}", f"[(1,2,-{large}),(1,2,3)]", f"random,high={large}"]
    trees.append(f"{{'player':'chance','children':[1,2],'probabilities':[1,{large}]}}")
    for text in trees:
        assert error_of(served.post("film", game=f"tree:{text}")) == "BadTree"
    assert error_of(served.post("tree/edit", game="tree:two-ply", changes=[{"path": [0, 0], "value": int(large)}])) == "BadTree"


def test_fuzzed_requests_leave_the_server_as_it_was(served: Served) -> None:
    rng = random.Random(20)
    whole = json.dumps({"game": "tic-tac-toe", "moves": ["b2", "a1"], "algorithm": "alphabeta", "depth": 1, "format": "svg"}).encode()
    for do in ("position", "film", "export", "tree/edit", "exercise", "grade", "roll"):
        for _ in range(30):
            body = bytearray(whole)
            for _ in range(rng.randint(1, 4)):
                at = rng.randrange(len(body))
                body[at : at + rng.randint(0, 3)] = bytes(rng.randrange(256) for _ in range(rng.randint(0, 3)))
            answer = served.client.post(f"/api/v1/{do}", content=bytes(body), headers={"content-type": "application/json"})
            assert answer.status_code in (200, 400, 404, 413, 422), (do, bytes(body), answer.text)
            if answer.status_code != 200:
                error_of(answer)
    assert served.post("position", game="nim:2,2").status_code == 200


FAULTS = {
    "Raises": ("def start(self):", "def start(self):\n        raise RuntimeError('no\\nbar')"),
    "Leaves": ("def start(self):", "def start(self):\n        import sys\n        sys.exit(3)"),
    "Dies": ("def start(self):", "def start(self):\n        import os\n        os._exit(3)"),
    "Hangs": ("def start(self):", "def start(self):\n        while True: pass"),
    "Boards": ("def start(self):", "def board(self, s): return s.nothing\n\n    def start(self):"),
    "Counts": ("def start(self):", "players = 'two'\n\n    def start(self):"),
    "Names": ("def start(self):", "names = (3, {4})\n\n    def start(self):"),
    "Defaults": ("rows: int = 3", "rows: float = float('nan')"),
}


def test_a_game_at_fault_is_named_and_the_others_are_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.web.app.QUICK_SECONDS", 5.0)
    own = [own_file(tmp_path, f"{name}.py", **{old: new, "Chomp": name}) for name, (old, new) in FAULTS.items()]
    own.append(
        own_file(tmp_path, "half.py", **{"def start(self):": r"names = ('\ud800', 'b')" + "\n\n    def start(self):", "Chomp": "Half"})
    )
    warned: list[str] = []
    served = Served([*own, CHOMP], warn=warned.append)
    try:
        found = served.client.get("/api/v1/catalogue").json()
        assert [game["name"] for game in found["games"]][-2:] == ["Half", "Chomp"] and len(found["games"]) == len(catalogue.names()) + 2
        faults = {one["name"]: one["error"] for one in found["faulty"]}
        assert list(faults) == list(FAULTS) and warned == [f"{name} is not offered: {why}" for name, why in faults.items()]
        assert faults["Raises"] == f"{tmp_path / 'Raises.py'}:22: RuntimeError: no bar"
        assert all(faults.values()) and not any("\n" in why or "Traceback" in why for why in warned)
        assert served.post("position", game="Chomp:2,2").status_code == 200
    finally:
        served.close()


# ---------------------------------------------------------------------- searches


def test_an_analysis_deepens_to_its_end(served: Served) -> None:
    with served.line() as line:
        send(line, ask="analyse", game="tic-tac-toe", moves=["b2", "b3"], lines=3)
        heard = until(line, "done")
    assert all(one["id"] == 1 and one["tag"] == "here" for one in heard)
    started = next(one for one in heard if one["event"] == "started")
    assert started["player_name"] == "X" and started["range"] == [-1, 1]
    steps = [one for one in heard if one["event"] == "iteration"]
    assert [one["depth"] for one in steps] == sorted({one["depth"] for one in steps})
    assert steps[-1]["exact"] and steps[-1]["value"] == 1 and steps[-1]["distance"] == 5 and len(steps[-1]["variations"]) == 3
    assert steps[-1]["variations"][0]["move"] == steps[-1]["move"] == heard[-1]["move"] == heard[-1]["result"]["action"]


def test_every_move_has_its_value(served: Served) -> None:
    with served.line() as line:
        for game, count in (("tic-tac-toe", 9), ("tree:three-player", 2), ("tree:expectimax", 3), ("nim:2,2", 2)):
            send(line, ask="values", game=game, depth=3)
            steps = [one for one in until(line, "done") if one["event"] == "iteration"]
            assert len(steps[-1]["variations"]) == count
            assert steps[-1]["vector"] == ([1, 2, 6] if game == "tree:three-player" else None)


def test_a_thinker_moves(served: Served) -> None:
    with served.line() as line:
        send(line, ask="think", game="tic-tac-toe", moves=["a1", "b2", "c1"], level=3)
        assert until(line, "done")[-1]["move"] == "b1"
        send(line, ask="think", game="nim:1,2", moves=["1-1"], level=9)
        forced = until(line, "done")[-1]
        assert forced["forced"] and forced["move"] == "1-1"
        send(line, ask="think", game="pig", level=1)
        assert until(line, "done")[-1]["move"] == "roll"
        send(line, ask="think", game="tic-tac-toe", moves=["a1", "a2", "b1", "b2", "c1"])
        assert until(line, "done")[-1]["over"] == "X wins."


def test_a_level_of_go_is_no_stronger_after_others_have_searched(served: Served) -> None:
    with served.line() as line:
        send(line, ask="analyse", game="go:5", seconds=1)
        until(line, "done")
        send(line, ask="think", game="go:5", level=2)
        result = until(line, "done")[-1]["result"]
        assert 0 < result["nodes"] <= 30 and result["depth"] <= 30 and sum(one["visits"] for one in result["values"]) <= 30


def test_a_stop_gives_what_was_found_and_a_new_question_takes_the_place_of_the_old(served: Served) -> None:
    with served.line() as line:
        send(line, ask="analyse", game="connect-four", seconds=60)
        until(line, "iteration")
        send(line, ask="stop")
        last = until(line, "done")[-1]
        assert last["stopped"] == "asked" and last["move"]
        send(line, ask="analyse", game="connect-four", seconds=60, tag="old")
        until(line, "iteration")
        send(line, ask="analyse", game="nim:2,2", tag="new")
        heard = until(line, "done")
        after = list(itertools.dropwhile(lambda one: one["tag"] == "old", heard))
        assert {one["tag"] for one in after} == {"new"} and heard[-1]["result"]["value"] == -1


def test_a_question_that_was_stopped_has_left_its_place(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.web.line.MOST_ASKED", 2)
    served.stuck.unlink(missing_ok=True)
    with served.line() as line:
        for number in (1, 2, 3):
            send(line, ask="analyse", game="Stubborn", depth=5, id=number)
        refused = until(line, "error")[-1]
        assert refused["id"] == 3 and refused["message"].startswith("2 questions are open already")
        wait_for(lambda: served.stuck.exists() and all(worker.job is not None for worker in served.studio.engine.workers))
        for number in (1, 2):
            send(line, ask="stop", id=number)  # they do not obey: their last events come when their workers are killed
        for number in (3, 4):
            send(line, ask="analyse", game="nim:2,2", id=number)
        last = {}
        while len(last) < 4:
            told = hear(line)
            if told["event"] in ("done", "error", "lost"):
                last[told["id"]] = told["event"]
        assert last[3] == last[4] == "done" and "error" not in last.values()


def test_a_scene_is_played(served: Served) -> None:
    with served.line() as line:
        send(line, ask="scene", name="alone")
        scene = until(line, "done")[-1]["scene"]
        assert scene["facts"]["east"] == 8 and scene["films"][0]["frames"]
        send(line, ask="scene", name="table", games=1)
        heard = until(line, "done")
        assert [one["done"] for one in heard if one["event"] == "progress"] == [1, 2, 3, 4] and len(heard[-1]["scene"]["table"]) == 4


def test_a_game_of_the_arena_goes_on_with_another_mind(served: Served) -> None:
    with served.line() as line:
        send(line, ask="arena", layout="corridor", believes="minimax", ghosts="adversarial", rounds=1)
        heard = until(line, "done")
        frames = [one["frame"] for one in heard if one["event"] in ("begun", "frame")]
        assert heard[-1]["outcome"] in ("cleared", "eaten", "no moves left") and heard[-1]["score"] == frames[-1]["score"]
        send(line, ask="arena", layout="corridor", believes="expectimax", ghosts="random", rounds=2, position=frames[3]["position"], seed=4)
        again = until(line, "done")
        begun = next(one for one in again if one["event"] == "begun")
        assert begun["frame"]["position"] == frames[3]["position"] and begun["walls"] == heard[0].get("walls", begun["walls"])


def test_the_table_of_the_arena_is_filled_game_by_game(served: Served) -> None:
    with served.line() as line:
        send(line, ask="arena-table", games=2)
        heard = until(line, "done")
        games = [one for one in heard if one["event"] == "game"]
        assert [one["done"] for one in games] == list(range(1, 9)) and {one["total"] for one in games} == {8}
        for row in heard[-1]["table"]:
            own = [one for one in games if (one["pacman"], one["ghosts"]) == (row["pacman"], row["ghosts"])]
            assert row["games"] == len(own) == 2 and row["wins"] == sum(one["won"] for one in own)


def test_own_games_are_searched(served: Served) -> None:
    with served.line() as line:
        send(line, ask="analyse", game="Chomp:2,3")
        assert until(line, "done")[-1]["result"]["value"] == 1


def test_a_proven_value_says_who_wins_also_where_no_range_is_known(served: Served) -> None:
    with served.line() as line:
        send(line, ask="values", game="Chomp:2,2")
        heard = until(line, "done")
        step = [one for one in heard if one["event"] == "iteration"][-1]
        assert next(one for one in heard if one["event"] == "started")["range"] is None
        assert {one["move"]: one["outcome"] for one in step["variations"]} == {"2b": "win", "1a": "loss", "1b": "loss", "2a": "loss"}
        assert step["outcome"] == heard[-1]["result"]["outcome"] == "win" and step["distance"] == 4
        for game in ("tree:expectimax", "tree:three-player"):  # a mean, and more than one other
            send(line, ask="analyse", game=game)
            found = until(line, "done")[-1]["result"]
            assert found["exact"] and found["outcome"] is None
        send(line, ask="analyse", game="connect-four", depth=2)
        assert until(line, "done")[-1]["result"]["outcome"] is None


@pytest.mark.parametrize(
    "message",
    [
        "{",
        "[]",
        "7",
        '"x"',
        "null",
        "{}",
        '{"id": 1}',
        '{"id": "1", "ask": "analyse"}',
        '{"id": -1, "ask": "analyse"}',
        '{"id": 1, "ask": "shout"}',
        '{"id": 1, "ask": "analyse"}',
        '{"id": 1, "ask": "analyse", "game": 3}',
        r'{"id": 1, "ask": "analyse", "game": "tic-tac-toe", "lines": "\ud800"}',
        '{"id": 1, "ask": "analyse", "game": "nope"}',
        '{"id": 1, "ask": ["think"]}',
        '{"id": 1, "ask": "analyse", "game": "nim", "lines": 0}',
        '{"id": 1, "ask": "analyse", "game": "nim", "seconds": 1e9}',
        '{"id": 1, "ask": "analyse", "game": "nim", "memory": 100000}',
        '{"id": 1, "ask": "think", "game": "nim", "level": 11}',
        '{"id": 1, "tag": 5, "ask": "stop"}',
        '{"id": 1, "ask": "analyse", "game": "mine.py:Chomp"}',
        '{"id": 1, "ask": "analyse", "game": "tree:x.json"}',
        "[" * 100_000,
        '{"id": 1e3, "ask": "stop"}',
        '{"id": 1, "ask": "prepare", "game": []}',
        '{"id": 1, "ask": "values", "game": "tree:[[[", "tag": null}',
    ],
)
def test_messages_that_are_refused(served: Served, message: str) -> None:
    with served.line() as line:
        line.send(message)
        last = until(line, "error", "done")[-1]
        assert last["event"] == "error" and last["message"] and "\n" not in last["message"]
        send(line, ask="analyse", game="nim:2,2", id=5)
        assert until(line, "done")[-1]["id"] == 5


def test_fuzzed_messages_leave_the_line_as_it_was(served: Served) -> None:
    rng = random.Random(6)
    whole = json.dumps({"id": 2, "tag": "t", "ask": "analyse", "game": "nim:2,2", "moves": ["2-1"], "lines": 1, "seconds": 0.2, "depth": 2})
    with served.line() as line:
        for _ in range(60):
            words = list(whole)
            for _ in range(rng.randint(1, 3)):
                words[rng.randrange(len(words))] = rng.choice('"{}[]:,0123456789abcx\\é ')
            line.send("".join(words))
        line.send(b"\x00\x01")
        send(line, ask="analyse", game="nim:2,2", id=77)
        while (told := hear(line))["id"] != 77 or told["event"] != "done":
            assert told["event"] in ("error", "queued", "started", "iteration", "progress", "done")


def test_a_websocket_from_elsewhere_is_refused(served: Served) -> None:
    for more in ({"origin": "http://evil.example"}, {"origin": None}, {"origin": "null"}):
        with pytest.raises(InvalidStatus) as caught, served.line(**more):
            pass
        assert caught.value.response.status_code == 403
    there = socket.create_connection(("127.0.0.1", served.port))
    evil = f"evil.example:{served.port}"
    with pytest.raises(InvalidStatus) as caught, connect(f"ws://{evil}/api/v1/live", sock=there, origin=f"http://{evil}"):  # type: ignore[arg-type]
        pass
    assert caught.value.response.status_code == 403


def test_a_message_that_is_too_large_ends_the_line_only(served: Served) -> None:
    with served.line() as line, pytest.raises(Exception):
        line.send(" " * (1 << 20))
        hear(line)
    with served.line() as line:
        send(line, ask="analyse", game="nim:2,2")
        assert until(line, "done")[-1]["event"] == "done"


def test_a_page_that_does_not_read_is_not_listened_to() -> None:
    """Answers to a page that only asks would pile up without end."""
    asked, sent = 40 * MOST_UNSENT, []

    class Deaf:
        def __init__(self) -> None:
            self.heard, self.most, self.reads = 0, 0, asyncio.Event()

        async def accept(self) -> None: ...

        async def receive(self) -> dict[str, str]:
            await asyncio.sleep(0)
            self.heard += 1
            self.most = max(self.most, line.unsent.qsize())
            return {"type": "websocket.receive", "text": "{}"} if self.heard <= asked else {"type": "websocket.disconnect"}

        async def send_text(self, text: str) -> None:
            await self.reads.wait()
            sent.append(text)

    async def talk() -> tuple[int, int]:
        talking = asyncio.create_task(line.talk())
        for _ in range(10 * asked):
            await asyncio.sleep(0)
        before = page.heard
        page.reads.set()
        await talking
        return before, page.most

    page, desk = Deaf(), Desk(0)
    line = Line(page, desk)  # type: ignore[arg-type]
    desk.is_open = False
    before, most = asyncio.run(talk())
    assert before <= MOST_UNSENT + 2 and most <= MOST_UNSENT and len(sent) >= asked - MOST_UNSENT


def test_fifty_pages_at_once(served: Served) -> None:
    with ExitStack() as stack:
        lines = [stack.enter_context(served.line()) for _ in range(50)]
        for i, line in enumerate(lines):
            send(
                line,
                ask=("analyse", "values", "think")[i % 3],
                game=("connect-four", "tic-tac-toe", "nim:3,3")[i % 3],
                depth=2,
                level=2,
                id=i,
            )
        for _ in range(5):
            assert served.post("position", game="tic-tac-toe", moves=["b2"]).status_code == 200
            assert served.post("film", game="tree:two-ply").status_code == 200
        waited = 0
        for i, line in enumerate(lines):
            heard = until(line, "done")
            events = [one["event"] for one in heard]
            assert all(one["id"] == i for one in heard) and events.index("started") < events.index("iteration") < events.index("done")
            ahead = [one["ahead"] for one in heard if one["event"] == "queued"]
            waited += bool(ahead)
        assert waited >= 40


def test_a_search_that_had_its_turn_makes_room(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.web.desk.PATIENCE", 0.5)
    with ExitStack() as stack:
        lines = [stack.enter_context(served.line()) for _ in range(3)]
        for line in lines:
            send(line, ask="analyse", game="connect-four", seconds=60)
        until(lines[2], "iteration")
        ended = []
        for line in lines[:2]:
            send(line, ask="stop")
            ended.append(until(line, "done")[-1])
        early = [last for last in ended if last["stopped"] == "others are waiting"]
        assert early and all(last["move"] and "others are waiting" in last["message"] for last in early)
        assert all(last["stopped"] == last["result"]["stopped"] and ("message" in last) == (last in early) for last in ended)


def test_a_game_does_not_wait_for_analyses(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody who plays gets a reply, whoever leaves an analysis open in another window; nobody else is hurried."""
    monkeypatch.setattr("zermelo.web.desk.PATIENCE", 1e9)
    with ExitStack() as stack:
        lines = [stack.enter_context(served.line()) for _ in range(served.studio.engine.size)]
        for line in lines:
            send(line, ask="analyse", game="connect-four", seconds=60)
            until(line, "iteration")
        player = stack.enter_context(served.line())
        send(player, ask="think", game="nim:2,2", level=3)
        assert until(player, "done")[-1]["move"] in ("2-1", "2-2")
        for line in lines:
            send(line, ask="stop")
        assert "others are waiting" in [until(line, "done")[-1]["stopped"] for line in lines]


def test_who_leaves_is_searched_for_no_longer(served: Served) -> None:
    for _ in range(6):
        with served.line() as line:
            send(line, ask="analyse", game="connect-four", seconds=60)
    with served.line() as line:
        send(line, ask="analyse", game="nim:2,2")
        until(line, "done")
    wait_for(lambda: not served.studio.engine.waiting and all(worker.job is None for worker in served.studio.engine.workers))


def wait_for(is_so: Any) -> None:
    """Fails if something does not become so."""
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_a_killed_worker_is_replaced_and_its_page_told(served: Served) -> None:
    with served.line() as line:
        send(line, ask="analyse", game="connect-four", seconds=60)
        until(line, "iteration")
        busy = [worker for worker in served.studio.engine.workers if worker.job is not None]
        assert len(busy) == 1
        os.kill(busy[0].process.pid, signal.SIGKILL)
        lost = until(line, "lost")[-1]
        assert lost["id"] == 1 and lost["tag"] == "here" and "a new one is ready" in lost["message"]
        send(line, ask="analyse", game="nim:2,2")
        assert until(line, "done")[-1]["result"]["value"] == -1
    assert busy[0] not in served.studio.engine.workers


def test_killed_clerks_are_replaced(served: Served) -> None:
    for do, desk in (("position", served.studio.front), ("film", served.studio.lab)):
        assert served.post(do, game="tree:two-ply").status_code == 200
        for worker in list(desk.workers):
            os.kill(worker.process.pid, signal.SIGKILL)
        wait_for(lambda: served.post(do, game="tree:two-ply").status_code == 200)


def test_a_worker_that_does_not_obey_is_killed(served: Served) -> None:
    served.stuck.unlink(missing_ok=True)
    with served.line() as line:
        send(line, ask="analyse", game="Stubborn", depth=5)
        wait_for(served.stuck.exists)
        send(line, ask="stop")
        assert "the worker died" in until(line, "lost")[-1]["message"]
        send(line, ask="analyse", game="nim:2,2")
        assert until(line, "done")[-1]["result"]["value"] == -1


def test_workers_that_cannot_start_are_not_waited_for() -> None:
    async def asked() -> str:
        desk = Desk(2, ["nothing.py:Nothing"])
        told: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        desk.submit(Job("position", {}, lambda head, body: None, told.set_result))
        try:
            return await asyncio.wait_for(told, PATIENCE)
        finally:
            await desk.close()

    assert asyncio.run(asked()).startswith("no worker can be started")


def test_a_worker_whose_game_was_broken_meanwhile_says_so_in_a_line(tmp_path: Path) -> None:
    broken = own_file(tmp_path, "broken.py", Chomp="class")
    command = [sys.executable, "-P", "-m", "zermelo.web.worker", "clerk", "0", broken]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    ended = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=PATIENCE)
    assert ended.returncode and ended.stderr == f"zermelo: a worker cannot start: {tmp_path}/broken.py:15: invalid syntax\n"


def test_machine_code_is_made_in_a_process_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """With a game that no other test compiles: what this process has in memory is not made again."""
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))
    at = api.reach(Shelf(), Fields({"game": "mnk:5,3,2"}))
    made = Seeker(at.game, 1, {"game": "mnk:5,3,2"})
    made.prepare(at.state)
    assert made.ready is not None and made.ready.result(PATIENCE) and made.is_compiled
    assert list(tmp_path.glob("mnk_*/__pycache__/*.nbc"))
    *_, last = made(at.state, Limits(0), threading.Event())
    assert last.value == 1 and last.gear == made.gear == "compiled"
    again = Seeker(at.game, 1, {"game": "nothing that could be made"})
    ready = again.prepare(at.state)
    assert ready is not None and ready.result(PATIENCE), "what is on disk needs no maker"


def test_a_game_without_machine_code_is_searched_plain(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The process that should make it finds no such game."""
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))
    shelf = Shelf([CHOMP])
    made = Seeker(shelf.game("Chomp"), 1, {"game": "Nothing"})
    made.prepare(made.game.start())
    assert made.ready is not None and not made.ready.result(PATIENCE)
    *_, last = made(made.game.start(), Limits(0, depth=2), threading.Event())
    assert last.gear == made.gear == "plain"


def pretended(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """Let a process that does something else stand for the compiler."""
    monkeypatch.setattr(making, "MAKER", ("-c", f"import sys, time; {code}"))
    monkeypatch.setattr(seek, "_kept", OrderedDict())
    monkeypatch.setattr(Seeker, "compile_here", lambda self, s: False)


WAITS = "sys.stdin.read()"
BEGINS = "sys.stdin.readline(); print('begun', flush=True); sys.stdin.readline()"


def asked_for(game: str) -> Seeker:
    """A game whose machine code somebody waits for, once a process is there that would make it."""
    at = api.reach(Shelf(), Fields({"game": game}))
    found = seek.seeker(at, 1)
    found.prepare(at.state)
    found.wait()
    wait_for(lambda: found.making is not None and found.making.process is not None)
    return found


def process_of(found: Seeker) -> subprocess.Popen[bytes]:
    assert found.making is not None and found.making.process is not None
    return found.making.process


@pytest.mark.parametrize("code", [WAITS, BEGINS])
def test_who_steps_through_variants_leaves_no_compilers_behind(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    pretended(monkeypatch, code)
    found = [asked_for(f"nim:{m}") for m in range(1, 9)]  # the newest has its turn, however many there were
    for old in found[: -seek.KEPT]:
        wait_for(lambda old=old: process_of(old).poll() is not None)
    kept = found[-seek.KEPT :]
    assert [process_of(one).poll() for one in kept] == [None] * seek.KEPT
    for one in kept:
        one.drop()
        wait_for(lambda one=one: process_of(one).poll() is not None)
    assert not any(one.is_compiled for one in found)


def test_what_has_not_begun_is_not_made_when_nobody_waits_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    pretended(monkeypatch, WAITS)
    found = asked_for("nim:3")
    found.wait()
    found.leave()
    assert process_of(found).poll() is None, "there is still somebody"
    found.leave()
    wait_for(lambda: found.ready is None)
    before = process_of(found)
    assert before.poll() is not None
    assert asked_for("nim:3") is found and process_of(found) is not before, "it can be asked for again"
    found.drop()


def test_what_has_begun_goes_on_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    pretended(monkeypatch, BEGINS)
    found = asked_for("nim:3")
    wait_for(lambda: found.making is not None and found.making.is_begun)
    found.leave()
    process = process_of(found)
    assert process.stdin is not None
    process.stdin.write(b"\n")  # it ends by itself
    process.stdin.flush()
    assert found.ready is not None and not found.ready.result(PATIENCE) and process.returncode == 0
    monkeypatch.setattr(making, "LONGEST", 0.1)
    again = asked_for("nim:4")
    assert again.ready is not None and not again.ready.result(PATIENCE) and process_of(again).poll() is not None


def test_a_compiler_that_fails_at_once_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    pretended(monkeypatch, "sys.exit(1)")
    found = asked_for("nim:3")
    assert found.ready is not None and found.ready.result(PATIENCE) is False and not found.is_compiled


def test_compilers_take_turns_whoever_has_started_them(tmp_path: Path) -> None:
    code = "import sys; from zermelo.web.maker import one_of_few\nwith one_of_few(): print('in', flush=True); sys.stdin.read()"
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "ZERMELO_CACHE": str(tmp_path)}
    command = [sys.executable, "-c", code]
    makers = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment) for _ in range(maker.MOST + 2)]
    outputs: list[Any] = [one.stdout for one in makers]
    try:
        wait_for(lambda: len(select.select(outputs, [], [], 0)[0]) >= maker.MOST)
        with ExitStack() as files:
            places = [files.enter_context((tmp_path / f".maker-{n}").open("w")) for n in range(maker.MOST)]
            assert not any(map(maker.is_taken, places)), "there is none left"
        at_work = select.select(outputs, [], [], 0)[0]
        assert len(at_work) == maker.MOST
        for one in makers:
            if one.stdout in at_work:
                one.kill()
        assert [output.readline() for output in outputs] == [b"in\n"] * len(makers)
    finally:
        for one in makers:
            one.kill()
            one.communicate()


def test_a_page_that_leaves_takes_its_compilation_with_it(served: Served) -> None:
    """With a game that was never compiled. While all places are taken, nothing begins, and what nobody waits for goes."""

    def makers() -> list[int]:
        return [pid for worker in served.studio.engine.workers for pid in children(worker.process.pid)]

    with ExitStack() as files:
        folder = store.directory()
        folder.mkdir(parents=True, exist_ok=True)
        for n in range(maker.MOST):
            file = files.enter_context((folder / f".maker-{n}").open("w"))
            wait_for(lambda file=file: maker.is_taken(file))
        with served.line() as line:
            send(line, ask="prepare", game="Fresh")
            until(line, "making")
            wait_for(lambda: len(makers()) == 1)
            send(line, id=2, ask="think", game="Fresh", level=1)
            assert until(line, "done")[-1]["move"], "nobody waits for a compiler"
        wait_for(lambda: not makers())
    with served.line() as line:
        send(line, ask="prepare", game="Fresh")
        assert until(line, "done")[-1]["compiled"]


def test_machine_code_is_made_beside_the_questions(served: Served) -> None:
    with served.line() as line:
        send(line, id=1, ask="prepare", game="nim:3,2")
        until(line, "making")
        send(line, id=2, ask="think", game="nim:3,2", level=1)
        heard = until(line, "done")
        while not {1, 2} <= {one["id"] for one in heard if one["event"] == "done"}:
            heard += until(line, "done")
        assert [one["compiled"] for one in heard if one["event"] == "done" and one["id"] == 1] == [True]


def test_machine_code_that_is_not_waited_for_makes_room_for_other_questions(served: Served) -> None:
    with served.line() as line:
        for n in range(2 * MOST_ASKED):
            send(line, id=n, ask="prepare", game="nim:4,2")
            until(line, "making")
            send(line, id=n, ask="stop")
            assert until(line, "done")[-1]["id"] == n
        send(line, id=99, ask="prepare", game="tree:two-ply")
        assert not until(line, "done")[-1]["compiled"]


def test_positions_with_more_moves_than_anybody_looks_at_are_refused(served: Served) -> None:
    assert error_of(served.post("position", game="Chomp:60000,1000")) == "TooLarge"
    with served.line() as line:
        for number, asked in enumerate(("analyse", "values", "think", "prepare"), 1):
            send(line, ask=asked, game="Chomp:60000,1000", id=number)
            last = until(line, "error", "done", "lost")[-1]
            assert last["id"] == number and last.get("kind") == "TooLarge" and "20,000 moves" in last["message"]


@pytest.mark.skipif(sys.platform != "linux", reason="limits of memory are Linux's")
def test_rules_that_want_too_much_memory_are_refused(served: Served) -> None:
    with served.line() as line:
        send(line, ask="analyse", game="Greedy")
        assert until(line, "error", "done", "lost")[-1].get("kind") == "TooLarge"
    assert error_of(served.post("position", game="Greedy")) == "TooLarge"


def test_rules_that_never_end_are_given_up(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.web.app.QUICK_SECONDS", 1.0)
    answer = served.post("position", game="Stubborn", moves=["0", "0"])
    assert answer.status_code == 503 and error_of(answer) == "Lost"
    assert served.post("position", game="nim:2,2").status_code == 200


# ---------------------------------------------------------------------- the command


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_however_it_ends_nobody_is_left_behind(how: signal.Signals) -> None:
    process = run_command("--port", "0")
    try:
        port = port_of(process)
        assert httpx.get(f"http://127.0.0.1:{port}/api/v1/catalogue", timeout=PATIENCE).status_code == 200
        with connect(f"ws://127.0.0.1:{port}/api/v1/live", origin=f"http://127.0.0.1:{port}") as line:  # type: ignore[arg-type]
            send(line, ask="analyse", game="connect-four", seconds=60)
            until(line, "iteration")
            started = children(process.pid)
            assert len(started) >= 2
            process.send_signal(how)
            code = process.wait(PATIENCE)
        assert code == (-signal.SIGKILL if how == signal.SIGKILL else 0)
        wait_for(lambda: not any(map(is_running, started)))
        assert "Traceback" not in process.stderr.read()  # type: ignore[union-attr]
    finally:
        process.kill()
        process.communicate()


def frame(opcode: int, data: bytes, is_whole: bool = True, flags: int = 0) -> bytes:
    """A frame as a page sends it; with a mask of zeros, so that it can be read here."""
    return bytes([is_whole << 7 | flags << 4 | opcode, 0x80 | len(data)]) + bytes(4) + data


TEXT, ON, PING, CLOSE = 1, 0, 9, 8
FRAMES = {
    "no text": frame(TEXT, b"\xff\xfe"),
    "unmasked": b"\x81\x02{}",
    "flags": frame(TEXT, b"{}", flags=7),
    "no opcode": frame(5, b"{}"),
    "goes on with nothing": frame(ON, b"{}"),
    "a text in a text": frame(TEXT, b"{", is_whole=False) + frame(TEXT, b"}"),
    "half a ping": frame(PING, b"x", is_whole=False),
    "half a close": frame(CLOSE, b"\0"),
    "too large": b"\x81\xff" + (1 << 62).to_bytes(8) + bytes(4),
    "never whole": frame(TEXT, b" " * 125, is_whole=False) + frame(ON, b" " * 125, is_whole=False) * 3000,
}


def test_frames_that_are_none_end_their_line_only_and_without_a_traceback() -> None:
    process = run_command("--port", "0")
    try:
        port = port_of(process)
        address, origin = f"ws://127.0.0.1:{port}/api/v1/live", f"http://127.0.0.1:{port}"
        for name, frames in FRAMES.items():
            with connect(address, origin=origin, compression=None) as line:  # type: ignore[arg-type]
                with suppress(OSError):  # it may be refused before all of it is sent
                    line.socket.sendall(frames)
                with pytest.raises(ConnectionClosed):
                    pytest.fail(f"{name}: {line.recv(PATIENCE)!r}")
        with connect(address, origin=origin) as line:  # type: ignore[arg-type]
            in_parts = frame(TEXT, b'{"id": 1, ', is_whole=False) + frame(PING, b"x") + frame(ON, b'"ask": "analyse", "game": "nim:2,2"}')
            for byte in in_parts:
                line.socket.sendall(bytes([byte]))
            assert until(line, "done")[-1]["result"]["value"] == -1
    finally:
        process.terminate()
    assert "Traceback" not in process.communicate()[1]


def failed(*arguments: str) -> str:
    """The one line that a wrong call gets."""
    _, words = (process := run_command(*arguments)).communicate(timeout=PATIENCE)
    assert process.returncode == 2 and words.count("\n") == 1
    return words


def test_a_port_in_use_is_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert (
            failed("--port", str(port))
            == f"zermelo: port {port} is in use: give another one with --port, or --port 0 for any that is free\n"
        )


def test_a_wrong_call_is_one_line() -> None:
    assert "there is no such file" in failed("nothing.py:Chomp")
    assert "no game is called 'nope'" in failed("nope")
    assert "nowhere.invalid" in failed("--host", "nowhere.invalid", "--port", "0")


def test_a_game_at_fault_is_one_line_on_the_terminal(tmp_path: Path) -> None:
    raises = own_file(
        tmp_path, "raises.py", **{"Chomp": "Raises", "def start(self):": "def start(self):\n        raise RuntimeError('no bar')"}
    )
    process = run_command("--port", "0", raises, CHOMP)
    try:
        assert httpx.get(f"http://127.0.0.1:{port_of(process)}/api/v1/catalogue", timeout=PATIENCE).status_code == 200
    finally:
        process.terminate()
    assert process.communicate()[1] == f"zermelo: warning: Raises is not offered: {tmp_path}/raises.py:22: RuntimeError: no bar\n"


def test_an_alias_opens_its_game() -> None:
    process = run_command("--port", "0", "2048:64")
    try:
        assert process.stdout is not None and "/#/play?game=twenty48%3A64 " in process.stdout.readline()
    finally:
        process.terminate()
        process.communicate()


def test_another_host_is_warned_about() -> None:
    process = run_command("--port", "0", "--host", "0.0.0.0")
    try:
        assert process.stdout is not None and process.stderr is not None
        assert re.match(r"Zermelo's studio: http://127\.0\.0\.1:\d+/ \(Ctrl-C ends it\)", process.stdout.readline())
        assert process.stderr.readline().startswith("zermelo: warning: --host 0.0.0.0 lets everybody")
    finally:
        process.terminate()
        process.communicate()


def test_the_server_starts_without_the_compiler() -> None:
    code = "import sys, zermelo.web.serve; print([name for name in ('numba', 'numpy', 'zermelo.engine') if name in sys.modules])"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True).stdout == "[]\n"
