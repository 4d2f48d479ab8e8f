"""Searches that go on, over a websocket."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import socket
import sys
from contextlib import ExitStack

import pytest
from server import Served, error_of, hear, send, until, wait_for
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect

from zermelo.web.job import GRACE
from zermelo.web.pool import WorkerPool
from zermelo.web.session import MAX_UNSENT, Session


def test_an_analysis_deepens_to_its_end(served: Served) -> None:
    with served.connect() as ws:
        send(ws, ask="analyse", game="tic-tac-toe", moves=["b2", "b3"], lines=3)
        heard = until(ws, "done")
    assert all(one["id"] == 1 and one["tag"] == "here" for one in heard)
    started = next(one for one in heard if one["event"] == "started")
    assert started["player_name"] == "X" and started["range"] == [-1, 1]
    steps = [one for one in heard if one["event"] == "iteration"]
    assert [one["depth"] for one in steps] == sorted({one["depth"] for one in steps})
    assert (
        steps[-1]["exact"]
        and steps[-1]["value"] == 1
        and steps[-1]["distance"] == 5
        and len(steps[-1]["variations"]) == 3
    )
    assert (
        steps[-1]["variations"][0]["move"]
        == steps[-1]["move"]
        == heard[-1]["move"]
        == heard[-1]["result"]["action"]
    )


def test_every_move_has_its_value(served: Served) -> None:
    with served.connect() as ws:
        for game, count in (
            ("tic-tac-toe", 9),
            ("tree:three-player", 2),
            ("tree:expectimax", 3),
            ("nim:2,2", 2),
        ):
            send(ws, ask="values", game=game, depth=3)
            steps = [one for one in until(ws, "done") if one["event"] == "iteration"]
            assert len(steps[-1]["variations"]) == count
            assert steps[-1]["vector"] == ([1, 2, 6] if game == "tree:three-player" else None)


def test_a_thinker_moves(served: Served) -> None:
    with served.connect() as ws:
        send(ws, ask="think", game="tic-tac-toe", moves=["a1", "b2", "c1"], level=3)
        assert until(ws, "done")[-1]["move"] == "b1"
        send(ws, ask="think", game="nim:1,2", moves=["1-1"], level=9)
        forced = until(ws, "done")[-1]
        assert forced["forced"] and forced["move"] == "1-1"
        send(ws, ask="think", game="pig", level=1)
        assert until(ws, "done")[-1]["move"] == "roll"
        send(ws, ask="think", game="tic-tac-toe", moves=["a1", "a2", "b1", "b2", "c1"])
        assert until(ws, "done")[-1]["over"] == "X wins."


def test_a_level_of_go_is_no_stronger_after_others_have_searched(served: Served) -> None:
    with served.connect() as ws:
        send(ws, ask="analyse", game="go:5", seconds=1)
        until(ws, "done")
        send(ws, ask="think", game="go:5", level=2)
        result = until(ws, "done")[-1]["result"]
        assert (
            result["nodes"] <= 30
            and result["depth"] <= 30
            and sum(one["visits"] for one in result["values"]) <= 30
        )


def test_a_stop_gives_what_was_found_and_a_new_question_takes_the_place_of_the_old(
    served: Served,
) -> None:
    with served.connect() as ws:
        send(ws, ask="analyse", game="connect-four", seconds=60)
        until(ws, "iteration")
        send(ws, ask="stop")
        last = until(ws, "done")[-1]
        assert last["stopped"] == "asked" and last["move"]
        send(ws, ask="analyse", game="connect-four", seconds=60, tag="old")
        until(ws, "iteration")
        send(ws, ask="analyse", game="nim:2,2", tag="new")
        heard = until(ws, "done")
        after = list(itertools.dropwhile(lambda one: one["tag"] == "old", heard))
        assert {one["tag"] for one in after} == {"new"} and heard[-1]["result"]["value"] == -1


def test_a_question_that_was_stopped_has_left_its_place(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zermelo.web.session.MAX_QUESTIONS", 2)
    monkeypatch.setattr("zermelo.web.session.GRACE", GRACE)
    served.stuck.unlink(missing_ok=True)
    with served.connect() as ws:
        for number in (1, 2, 3):
            send(ws, ask="analyse", game="Stubborn", depth=5, id=number)
        refused = until(ws, "error")[-1]
        assert refused["id"] == 3 and refused["message"].startswith("2 questions are open already")
        wait_for(
            lambda: (
                served.stuck.exists()
                and all(worker.job is not None for worker in served.studio.search_pool.workers)
            )
        )
        for number in (1, 2):
            send(
                ws, ask="stop", id=number
            )  # they do not obey: their last events come when their workers are killed
        for number in (3, 4):
            send(ws, ask="analyse", game="nim:2,2", id=number)
        last = {}
        while len(last) < 4:
            told = hear(ws)
            if told["event"] in ("done", "error", "lost"):
                last[told["id"]] = told["event"]
        assert last[3] == last[4] == "done" and "error" not in last.values()


def test_a_scene_is_played(served: Served) -> None:
    with served.connect() as ws:
        send(ws, ask="scene", name="alone")
        scene = until(ws, "done")[-1]["scene"]
        assert scene["facts"]["east"] == 8 and scene["films"][0]["frames"]
        send(ws, ask="scene", name="table", games=1)
        heard = until(ws, "done")
        assert [one["done"] for one in heard if one["event"] == "progress"] == [1, 2, 3, 4] and len(
            heard[-1]["scene"]["table"]
        ) == 4


def test_a_game_of_the_arena_goes_on_with_another_mind(served: Served) -> None:
    with served.connect() as ws:
        send(ws, ask="arena", layout="corridor", believes="minimax", ghosts="adversarial", rounds=1)
        heard = until(ws, "done")
        frames = [one["frame"] for one in heard if one["event"] in ("begun", "frame")]
        assert (
            heard[-1]["outcome"] in ("cleared", "eaten", "no moves left")
            and heard[-1]["score"] == frames[-1]["score"]
        )
        send(
            ws,
            ask="arena",
            layout="corridor",
            believes="expectimax",
            ghosts="random",
            rounds=2,
            position=frames[3]["position"],
            seed=4,
        )
        again = until(ws, "done")
        begun = next(one for one in again if one["event"] == "begun")
        assert begun["frame"]["position"] == frames[3]["position"] and begun["walls"] == heard[
            0
        ].get("walls", begun["walls"])


def test_the_table_of_the_arena_is_filled_game_by_game(served: Served) -> None:
    with served.connect() as ws:
        send(ws, ask="arena-table", games=2)
        heard = until(ws, "done")
        games = [one for one in heard if one["event"] == "game"]
        assert [one["done"] for one in games] == list(range(1, 9)) and {
            one["total"] for one in games
        } == {8}
        for row in heard[-1]["table"]:
            own = [
                one
                for one in games
                if (one["pacman"], one["ghosts"]) == (row["pacman"], row["ghosts"])
            ]
            assert row["games"] == len(own) == 2 and row["wins"] == sum(one["won"] for one in own)


def test_own_games_are_searched(served: Served) -> None:
    with served.connect() as ws:
        send(ws, ask="analyse", game="Chomp:2,3")
        assert until(ws, "done")[-1]["result"]["value"] == 1


def test_a_proven_value_says_who_wins_also_where_no_range_is_known(served: Served) -> None:
    with served.connect() as ws:
        send(ws, ask="values", game="Chomp:2,2")
        heard = until(ws, "done")
        step = [one for one in heard if one["event"] == "iteration"][-1]
        assert next(one for one in heard if one["event"] == "started")["range"] is None
        assert {one["move"]: one["outcome"] for one in step["variations"]} == {
            "2b": "win",
            "1a": "loss",
            "1b": "loss",
            "2a": "loss",
        }
        assert step["outcome"] == heard[-1]["result"]["outcome"] == "win" and step["distance"] == 4
        for game in ("tree:expectimax", "tree:three-player"):  # a mean, and more than one other
            send(ws, ask="analyse", game=game)
            found = until(ws, "done")[-1]["result"]
            assert found["exact"] and found["outcome"] is None
        send(ws, ask="analyse", game="connect-four", depth=2)
        assert until(ws, "done")[-1]["result"]["outcome"] is None


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
    with served.connect() as ws:
        ws.send(message)
        last = until(ws, "error", "done")[-1]
        assert last["event"] == "error" and last["message"] and "\n" not in last["message"]
        send(ws, ask="analyse", game="nim:2,2", id=5)
        assert until(ws, "done")[-1]["id"] == 5


def test_fuzzed_messages_leave_the_line_as_it_was(served: Served) -> None:
    rng = random.Random(6)
    whole = json.dumps(
        {
            "id": 2,
            "tag": "t",
            "ask": "analyse",
            "game": "nim:2,2",
            "moves": ["2-1"],
            "lines": 1,
            "seconds": 0.2,
            "depth": 2,
        }
    )
    with served.connect() as ws:
        for _ in range(60):
            words = list(whole)
            for _ in range(rng.randint(1, 3)):
                words[rng.randrange(len(words))] = rng.choice('"{}[]:,0123456789abcx\\é ')
            ws.send("".join(words))
        ws.send(b"\x00\x01")
        send(ws, ask="analyse", game="nim:2,2", id=77)
        while (told := hear(ws))["id"] != 77 or told["event"] != "done":
            assert told["event"] in ("error", "queued", "started", "iteration", "progress", "done")


def test_a_websocket_from_elsewhere_is_refused(served: Served) -> None:
    for more in ({"origin": "http://evil.example"}, {"origin": None}, {"origin": "null"}):
        with pytest.raises(InvalidStatus) as caught, served.connect(**more):
            pass
        assert caught.value.response.status_code == 403
    there = socket.create_connection(("127.0.0.1", served.port))
    evil = f"evil.example:{served.port}"
    with (
        pytest.raises(InvalidStatus) as caught,
        connect(f"ws://{evil}/api/v1/live", sock=there, origin=f"http://{evil}"),
    ):  # type: ignore[arg-type]
        pass
    assert caught.value.response.status_code == 403


def test_a_message_that_is_too_large_ends_the_line_only(served: Served) -> None:
    with served.connect() as ws, pytest.raises(Exception):
        ws.send(" " * (1 << 20))
        hear(ws)
    with served.connect() as ws:
        send(ws, ask="analyse", game="nim:2,2")
        assert until(ws, "done")[-1]["event"] == "done"


def test_a_page_that_does_not_read_is_not_listened_to() -> None:
    """Answers to a page that only asks would pile up without end."""
    asked, sent = 40 * MAX_UNSENT, []

    class Deaf:
        def __init__(self) -> None:
            self.heard, self.most, self.reads = 0, 0, asyncio.Event()

        async def accept(self) -> None: ...

        async def receive(self) -> dict[str, str]:
            await asyncio.sleep(0)
            self.heard += 1
            self.most = max(self.most, session.unsent.qsize())
            return (
                {"type": "websocket.receive", "text": "{}"}
                if self.heard <= asked
                else {"type": "websocket.disconnect"}
            )

        async def send_text(self, text: str) -> None:
            await self.reads.wait()
            sent.append(text)

    async def talk() -> tuple[int, int]:
        talking = asyncio.create_task(session.run())
        for _ in range(10 * asked):
            await asyncio.sleep(0)
        before = page.heard
        page.reads.set()
        await talking
        return before, page.most

    page, pool = Deaf(), WorkerPool(0)
    session = Session(page, pool)  # type: ignore[arg-type]
    pool.is_open = False
    before, most = asyncio.run(talk())
    assert before <= MAX_UNSENT + 2 and most <= MAX_UNSENT and len(sent) >= asked - MAX_UNSENT


def occupied(served: Served, stack: ExitStack) -> list[ClientConnection]:
    """Lines that keep all workers of the engine at work."""
    connections = [
        stack.enter_context(served.connect()) for _ in range(served.studio.search_pool.size)
    ]
    for ws in connections:
        send(ws, ask="analyse", game="connect-four", seconds=60)
        until(ws, "iteration")
    return connections


def test_fifty_pages_at_once(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    for limit in ("TIME_SLICE", "SHORT_TIME_SLICE"):
        monkeypatch.setattr(f"zermelo.web.pool.{limit}", 1e9)
    with ExitStack() as stack:
        before = occupied(served, stack)
        connections = [stack.enter_context(served.connect()) for _ in range(50)]
        for i, ws in enumerate(connections):
            send(
                ws,
                ask=("analyse", "values", "think")[i % 3],
                game=("connect-four", "tic-tac-toe", "nim:3,3")[i % 3],
                depth=2,
                level=2,
                id=i,
            )
        for _ in range(5):
            assert served.post("position", game="tic-tac-toe", moves=["b2"]).status_code == 200
            assert served.post("film", game="tree:two-ply").status_code == 200
        for ws in connections:
            until(ws, "queued")
        for ws in before:
            send(ws, ask="stop")
        for i, ws in enumerate(connections):
            heard = until(ws, "done")
            events = [one["event"] for one in heard]
            assert all(one["id"] == i for one in heard) and events.index("started") < events.index(
                "iteration"
            ) < events.index("done")


def test_a_search_that_had_its_turn_makes_room(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ExitStack() as stack:
        connections = occupied(served, stack)
        monkeypatch.setattr("zermelo.web.pool.TIME_SLICE", 0.5)
        another = stack.enter_context(served.connect())
        send(another, ask="analyse", game="connect-four", seconds=60)
        until(another, "iteration")
        ended = []
        for ws in connections:
            send(ws, ask="stop")
            ended.append(until(ws, "done")[-1])
        early = [last for last in ended if last["stopped"] == "others are waiting"]
        assert early and all(
            last["move"] and "other searches wait" in last["message"] for last in early
        )
        assert all(
            last["stopped"] == last["result"]["stopped"] and ("message" in last) == (last in early)
            for last in ended
        )


def test_a_game_does_not_wait_for_analyses(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody who plays gets a reply, whoever leaves an analysis open in another window; nobody else is hurried."""
    monkeypatch.setattr("zermelo.web.pool.TIME_SLICE", 1e9)
    with ExitStack() as stack:
        connections = occupied(served, stack)
        player = stack.enter_context(served.connect())
        send(player, ask="think", game="nim:2,2", level=3)
        assert until(player, "done")[-1]["move"] in ("2-1", "2-2")
        for ws in connections:
            send(ws, ask="stop")
        assert "others are waiting" in [until(ws, "done")[-1]["stopped"] for ws in connections]


def test_who_leaves_is_searched_for_no_longer(served: Served) -> None:
    for _ in range(6):
        with served.connect() as ws:
            send(ws, ask="analyse", game="connect-four", seconds=60)
    with served.connect() as ws:
        send(ws, ask="analyse", game="nim:2,2")
        until(ws, "done")
    wait_for(
        lambda: (
            not served.studio.search_pool.waiting
            and all(worker.job is None for worker in served.studio.search_pool.workers)
        )
    )


def test_positions_with_more_moves_than_anybody_looks_at_are_refused(served: Served) -> None:
    assert error_of(served.post("position", game="Chomp:60000,1000")) == "TooLarge"
    with served.connect() as ws:
        for number, asked in enumerate(("analyse", "values", "think", "prepare"), 1):
            send(ws, ask=asked, game="Chomp:60000,1000", id=number)
            last = until(ws, "error", "done", "lost")[-1]
            assert (
                last["id"] == number
                and last.get("kind") == "TooLarge"
                and "20,000 moves" in last["message"]
            )


@pytest.mark.skipif(sys.platform != "linux", reason="limits of memory are Linux's")
def test_rules_that_want_too_much_memory_are_refused(served: Served) -> None:
    with served.connect() as ws:
        send(ws, ask="analyse", game="Greedy")
        assert until(ws, "error", "done", "lost")[-1].get("kind") == "TooLarge"
    assert error_of(served.post("position", game="Greedy")) == "TooLarge"


def test_rules_that_never_end_are_given_up(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as quick:
        quick.setattr("zermelo.web.app.QUICK_TIMEOUT", 1.0)
        answer = served.post("position", game="Stubborn", moves=["0", "0"])
    assert answer.status_code == 503 and error_of(answer) == "Lost"
    assert served.post("position", game="nim:2,2").status_code == 200
