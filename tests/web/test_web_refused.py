"""What the server refuses: names, fields, hosts and origins."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_trees import EXAMPLES
from server import CHOMP, STUBBORN, ask, own_file

from zermelo import catalogue
from zermelo.errors import BadGame, TooLarge, ZermeloError
from zermelo.games.nim import Nim
from zermelo.web import api, trace_api
from zermelo.web.game_registry import GameRegistry
from zermelo.web.guard import Guard
from zermelo.web.request_fields import Fields
from zermelo.web.tree_text import read_tree
from zermelo.web.worker import Task, Worker


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
        GameRegistry().get(name)


def test_large_trees_are_refused_before_they_are_made() -> None:
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
        GameRegistry().get("tree:[" + "1," * 40_000 + "1]")


def test_user_games_are_known_by_their_class() -> None:
    registry = GameRegistry([f"{CHOMP}:2,3"])
    assert registry.get("Chomp:2,3").start().rows == (3, 3)
    assert registry.get("Chomp:4,3").start().rows == (3, 3, 3, 3) and registry.get(
        "Chomp:rows=1"
    ).start().rows == (3,)
    assert (
        registry.get("Chomp").start().rows == (3, 3) and registry.get("Chomp").title == "Chomp:2,3"
    )
    with pytest.raises(BadGame):
        registry.get(CHOMP)


def test_games_of_one_class_name_are_named_with_their_files(tmp_path: Path) -> None:
    a, b, there = (
        own_file(tmp_path / place, f"{name}.py")
        for place, name in (("here", "a"), ("here", "b b"), ("there", "a"))
    )
    assert list(GameRegistry([a]).user_games) == ["Chomp"] and list(
        GameRegistry([a, b]).user_games
    ) == ["a.Chomp", "b-b.Chomp"]
    assert list(GameRegistry([b, a]).user_games) == ["b-b.Chomp", "a.Chomp"], (
        "a name means the same in any order"
    )
    registry = GameRegistry([f"{a}:2,3", f"{there}:4,1", b])
    assert [
        registry.get(name).start().rows
        for name in ("here.a.Chomp", "there.a.Chomp", "b-b.Chomp:1,2")
    ] == [(3, 3), (1,) * 4, (2,)]
    with pytest.raises(
        BadGame,
        match=r"there is more than one Chomp: say here\.a\.Chomp or there\.a\.Chomp or b-b\.Chomp",
    ):
        registry.get("Chomp")
    assert list(GameRegistry([a, a]).user_games) == ["Chomp"]
    with pytest.raises(BadGame, match=r"a\.py:Chomp is given twice; give it once"):
        GameRegistry([a, f"{a}:2,2"])


def test_user_games_may_have_any_name(tmp_path: Path) -> None:
    registry = GameRegistry(
        [
            own_file(tmp_path, "nim.py", Chomp="nim"),
            own_file(tmp_path, "m.py", Chomp="Mühle"),
            own_file(tmp_path, "a.py", Chomp="py"),
        ]
    )
    assert (
        list(registry.user_games) == ["nim.nim", "Mühle", "py"]
        and registry.get("nim").start() == catalogue.game("nim").start()
    )
    assert [ask("user-game", registry, game=name)["name"] for name in registry.user_games] == list(
        registry.user_games
    )
    two = GameRegistry(
        [own_file(tmp_path / "x", "a.py", Chomp="py"), own_file(tmp_path / "x", "b.py", Chomp="py")]
    )
    assert two.get("a.py:2,2").start().rows == (2, 2)


def test_games_are_known_by_their_aliases() -> None:
    known, filed = (ask("position", game=name) for name in ("2048:64", "twenty48:64"))
    assert known == filed and known["game"] == "2048:64" and known["board"] is not None
    listed = {game["name"]: game["aliases"] for game in ask("catalogue")["games"]}
    assert listed["2048"] == ["twenty48"] and "twenty48" not in listed and listed["nim"] == []
    with pytest.raises(BadGame) as refused:
        GameRegistry().get("nope")
    assert " 2048 " in str(refused.value) and "twenty48" not in str(refused.value)


@pytest.mark.parametrize(
    "words", ["../x.py:Evil", "x.py", "x.py:Evil:1", "/etc/passwd", "maze=~/x", "..\\x"]
)
def test_the_arguments_of_user_games_name_no_file(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mazy = tmp_path / "mazy.py"
    mazy.write_text(
        STUBBORN.replace(
            "    def start", "    def __init__(self, maze: str): self.maze = maze\n    def start"
        )
    )
    registry = GameRegistry([f"{mazy}:Stubborn:~/a.maze"])
    monkeypatch.setattr(catalogue, "load_file", lambda path: pytest.fail(f"{path} is read"))
    assert [registry.get(name).maze for name in ("Stubborn", "Stubborn:small")] == [
        "~/a.maze",
        "small",
    ]  # type: ignore[attr-defined]
    with pytest.raises(BadGame):
        registry.get(f"Stubborn:{words}")


def test_a_path_ends_with_its_first_file(tmp_path: Path) -> None:
    with pytest.raises(BadGame, match=r"a\.py: there is no such file"):
        catalogue.game(f"{tmp_path}/a.py:Chomp:b.py:Evil")


def test_arguments_from_the_command_line_are_the_defaults(tmp_path: Path) -> None:
    needy = tmp_path / "need.py"
    needy.write_text(
        STUBBORN.replace(
            "    def start",
            "    def __init__(self, n: int, *, deep: bool = False): self.n = n\n    def start",
        )
    )
    registry = GameRegistry([f"{needy}:Stubborn:7"])
    entry = ask("user-game", registry, game="Stubborn")
    assert [(one["name"], one["default"]) for one in entry["arguments"]] == [
        ("n", 7),
        ("deep", False),
    ]
    assert [registry.get(name).n for name in ("Stubborn", "Stubborn:deep=yes", "Stubborn:n=8")] == [
        7,
        7,
        8,
    ]  # type: ignore[attr-defined]
    with pytest.raises(BadGame, match="missing 1 required"):
        GameRegistry([f"{needy}:Stubborn"])


def test_an_error_without_a_message_still_ends_the_question(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Unspeakable(ZermeloError):
        def __str__(self) -> str:
            raise ValueError

    def fails(registry: GameRegistry, asked: Fields) -> dict[str, Any]:
        raise Unspeakable if asked.given else ZermeloError("\ud800")

    monkeypatch.setitem(api.HANDLERS, "position", fails)
    written = io.BytesIO()
    worker = Worker((), io.BytesIO(), written)
    for n, fields in enumerate(({"game": "nim"}, {}), 1):
        Task(worker, n, "position", fields).run()
    lines = [json.loads(line) for line in re.sub(rb"}{", b"}\n{", written.getvalue()).splitlines()]
    assert [(line["job"], line["last"], line["status"]) for line in lines[::2]] == [
        (1, True, 500),
        (2, True, 422),
    ]
    assert lines[3]["error"]["message"] == "\ud800"


class Forgetful(Nim):
    def utility(self, s: Any, p: int) -> Any:
        return None


def test_a_faulty_rule_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(registry: GameRegistry, asked: Fields) -> dict[str, Any]:
        game = Forgetful(2, 2)
        return {"payoffs": game.payoffs(game.load("0 0 MAX"))}

    monkeypatch.setitem(api.HANDLERS, "position", fails)
    written = io.BytesIO()
    Task(Worker((), io.BytesIO(), written), 1, "position", {}).run()
    head, body = (
        json.loads(line) for line in re.sub(rb"}{", b"}\n{", written.getvalue()).splitlines()
    )
    assert (head["status"], body["error"]["kind"]) == (422, "BadGame")
    assert (
        "Forgetful.utility(s, 0) returned None; it must return a finite number"
        in body["error"]["message"]
    )


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=12),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4)
    ),
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
        "algorithm": st.sampled_from(
            ["minimax", "alphabeta", "maxn", "expectimax", "singular", "?"]
        )
        | JSON,
        "depth": st.integers(-1, 4) | JSON,
        "rule": st.sampled_from([">", ">="]) | JSON,
        "player": st.integers(-1, 3) | JSON,
        "max_nodes": st.integers(0, 500) | JSON,
        "style": st.sampled_from(["lecture", "triangles", "cubes"]) | JSON,
        "successors": st.sampled_from(["all", "symmetric", "2", "9"]) | JSON,
        "step": st.integers(-1, 99) | JSON,
        "format": st.sampled_from([*trace_api.FILE_TYPES, "exe"]) | JSON,
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


@pytest.mark.parametrize("do", [do for do in api.HANDLERS if do != "catalogue"])
@settings(max_examples=EXAMPLES // 3)
@given(fields=FIELDS)
def test_any_fields_are_answered_or_refused_in_one_line(do: str, fields: dict[str, Any]) -> None:
    try:
        answer = ask(do, **fields)
    except (ZermeloError, RecursionError) as error:
        assert "\n" not in str(error)
    else:
        assert isinstance(answer, trace_api.FileReply) or json.dumps(answer)


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
def test_any_answer_is_graded_or_refused_in_one_line(answer: Any, spec: Any) -> None:
    try:
        ask("grade", answer=answer, **({} if spec is None else {"exercise": spec}))
    except ZermeloError as error:
        assert "\n" not in str(error)


# ---------------------------------------------------------------------- hosts and origins


@pytest.mark.parametrize(
    ("host", "origin", "kind", "is_accepted"),
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
def test_hosts_and_origins(host: str, origin: str | None, kind: str, is_accepted: bool) -> None:
    headers = [(b"host", host.encode("utf-8"))] + (
        [(b"origin", origin.encode())] if origin is not None else []
    )
    assert (Guard(None, port=99).find_refusal(kind, headers) == "") == is_accepted


def test_the_host_of_the_command_line_is_accepted() -> None:
    named = Guard(None, "studio.example", 99)  # type: ignore[arg-type]
    assert named.find_refusal(
        "http", [(b"host", b"studio.example:99")]
    ) == "" and named.find_refusal("http", [(b"host", b"10.0.0.1:99")])
    everywhere = Guard(None, "0.0.0.0", 99)  # type: ignore[arg-type]
    assert everywhere.find_refusal(
        "http", [(b"host", b"10.0.0.1:99")]
    ) == "" and everywhere.find_refusal("http", [(b"host", b"evil.example:99")])
    assert named.find_refusal("http", []) and named.find_refusal(
        "http", [(b"host", b"studio.example:99")] * 2
    )
