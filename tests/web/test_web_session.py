"""A session: what a page may send, how it is told to wait, and what happens when it leaves."""

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


def test_a_stopped_search_answers_and_a_new_question_replaces_an_old_one(
    served: Served,
) -> None:
    with served.connect() as ws:
        send(ws, ask="analyse", game="connect-four", seconds=60)
        until(ws, "iteration")
        send(ws, ask="stop")
        last = until(ws, "done")[-1]
        assert last["stopped"] == "cancelled" and last["move"]
        send(ws, ask="analyse", game="connect-four", seconds=60, tag="old")
        until(ws, "iteration")
        send(ws, ask="analyse", game="nim:2,2", tag="new")
        heard = until(ws, "done")
        after = list(itertools.dropwhile(lambda one: one["tag"] == "old", heard))
        assert {one["tag"] for one in after} == {"new"} and heard[-1]["result"]["value"] == -1


def test_a_stopped_question_does_not_count_as_open(
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
            )  # they do not cancel: their last events come when their workers are killed
        for number in (3, 4):
            send(ws, ask="analyse", game="nim:2,2", id=number)
        last = {}
        while len(last) < 4:
            told = hear(ws)
            if told["event"] in ("done", "error", "lost"):
                last[told["id"]] = told["event"]
        assert last[3] == last[4] == "done" and "error" not in last.values()


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


def test_fuzzed_messages_do_not_harm_the_session(served: Served) -> None:
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


def test_a_message_that_is_too_large_closes_its_session_only(served: Served) -> None:
    with served.connect() as ws, pytest.raises(Exception):
        ws.send(" " * (1 << 20))
        hear(ws)
    with served.connect() as ws:
        send(ws, ask="analyse", game="nim:2,2")
        assert until(ws, "done")[-1]["event"] == "done"


def test_no_message_is_read_from_a_page_that_does_not_read() -> None:
    """Otherwise the answers to a page that only asks would fill the memory."""
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


def occupy_workers(served: Served, stack: ExitStack) -> list[ClientConnection]:
    """Open websockets whose searches keep all workers busy."""
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
        before = occupy_workers(served, stack)
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


def test_a_search_ends_after_its_time_slice_while_others_wait(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ExitStack() as stack:
        connections = occupy_workers(served, stack)
        monkeypatch.setattr("zermelo.web.pool.TIME_SLICE", 0.5)
        another = stack.enter_context(served.connect())
        send(another, ask="analyse", game="connect-four", seconds=60)
        until(another, "iteration")
        ended = []
        for ws in connections:
            send(ws, ask="stop")
            ended.append(until(ws, "done")[-1])
        early = [last for last in ended if last["stopped"] == "preempted"]
        assert early and all(
            last["move"] and "other searches wait" in last["message"] for last in early
        )
        assert all(
            last["stopped"] == last["result"]["stopped"] and ("message" in last) == (last in early)
            for last in ended
        )


def test_a_game_does_not_wait_for_analyses(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """A move preempts an analysis after the short time slice; other searches keep theirs."""
    monkeypatch.setattr("zermelo.web.pool.TIME_SLICE", 1e9)
    with ExitStack() as stack:
        connections = occupy_workers(served, stack)
        player = stack.enter_context(served.connect())
        send(player, ask="think", game="nim:2,2", level=3)
        assert until(player, "done")[-1]["move"] in ("2-1", "2-2")
        for ws in connections:
            send(ws, ask="stop")
        assert "preempted" in [until(ws, "done")[-1]["stopped"] for ws in connections]


def test_a_page_that_leaves_ends_its_searches(served: Served) -> None:
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


def test_positions_with_too_many_moves_are_refused(served: Served) -> None:
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
def test_rules_that_need_too_much_memory_are_refused(served: Served) -> None:
    with served.connect() as ws:
        send(ws, ask="analyse", game="Greedy")
        assert until(ws, "error", "done", "lost")[-1].get("kind") == "TooLarge"
    assert error_of(served.post("position", game="Greedy")) == "TooLarge"


def test_rules_that_never_return_are_given_up(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as quick:
        quick.setattr("zermelo.web.app.QUICK_TIMEOUT", 1.0)
        answer = served.post("position", game="Stubborn", moves=["0", "0"])
    assert answer.status_code == 503 and error_of(answer) == "Lost"
    assert served.post("position", game="nim:2,2").status_code == 200
