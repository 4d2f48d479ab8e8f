"""The command: how a studio starts and ends."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from server import (
    CHOMP,
    PATIENCE,
    STUBBORN,
    error_of,
    open_websocket,
    own_file,
    send,
    until,
    wait_for,
)
from studios import ROOT, children, is_running, port_of, run_command
from websockets.exceptions import ConnectionClosed


@pytest.mark.sampled
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_process_survives_the_studio(how: signal.Signals) -> None:
    process = run_command("--port", "0")
    try:
        port = port_of(process)
        assert (
            httpx.get(f"http://127.0.0.1:{port}/api/v1/catalogue", timeout=PATIENCE).status_code
            == 200
        )
        with open_websocket(port) as ws:
            send(ws, ask="analyse", game="connect-four", seconds=60)
            until(ws, "iteration")
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


@pytest.mark.sampled
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_waiting_client_gets_503_at_the_end_without_a_traceback(
    how: signal.Signals, tmp_path: Path
) -> None:
    stubborn = tmp_path / "stubborn.py"
    stubborn.write_text(STUBBORN)
    process = run_command("--port", "0", f"{stubborn}:Stubborn")
    try:
        address = f"http://127.0.0.1:{port_of(process)}/api/v1/position"
        with ThreadPoolExecutor(1) as asking:
            answer = asking.submit(
                httpx.post,
                address,
                json={"game": "Stubborn", "moves": ["0", "0"]},
                timeout=PATIENCE,
            )
            wait_for(stubborn.with_suffix(".stuck").exists)
            process.send_signal(how)
            assert answer.result().status_code == 503 and error_of(answer.result()) == "Lost"
        assert process.wait(PATIENCE) == 0 and "Traceback" not in process.stderr.read()
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
    "never whole": frame(TEXT, b" " * 125, is_whole=False)
    + frame(ON, b" " * 125, is_whole=False) * 3000,
}


def test_invalid_frames_close_their_session_only_without_a_traceback() -> None:
    process = run_command("--port", "0")
    try:
        port = port_of(process)
        for name, frames in FRAMES.items():
            with open_websocket(port, compression=None) as ws:
                with suppress(OSError):  # it may be refused before all of it is sent
                    ws.socket.sendall(frames)
                with pytest.raises(ConnectionClosed):
                    pytest.fail(f"{name}: {ws.recv(PATIENCE)!r}")
        with open_websocket(port) as ws:
            in_parts = (
                frame(TEXT, b'{"id": 1, ', is_whole=False)
                + frame(PING, b"x")
                + frame(ON, b'"ask": "analyse", "game": "nim:2,2"}')
            )
            for byte in in_parts:
                ws.socket.sendall(bytes([byte]))
            assert until(ws, "done")[-1]["result"]["value"] == -1
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
        assert failed("--port", str(port)) == (
            f"zermelo: port {port} is in use: give another one with --port, "
            "or --port 0 for any that is free\n"
        )


def test_a_wrong_call_is_one_line() -> None:
    assert "there is no such file" in failed("nothing.py:Chomp")
    assert "no game is called 'nope'" in failed("nope")
    assert "nowhere.invalid" in failed("--host", "nowhere.invalid", "--port", "0")


def test_a_faulty_game_is_one_line_on_the_terminal(tmp_path: Path) -> None:
    raises = own_file(
        tmp_path,
        "raises.py",
        **{
            "Chomp": "Raises",
            "def start(self):": "def start(self):\n        raise RuntimeError('no bar')",
        },
    )
    process = run_command("--port", "0", raises, CHOMP)
    try:
        assert (
            httpx.get(
                f"http://127.0.0.1:{port_of(process)}/api/v1/catalogue", timeout=PATIENCE
            ).status_code
            == 200
        )
    finally:
        process.terminate()
    assert process.communicate()[1] == (
        f"zermelo: warning: Raises is not offered: {tmp_path}/raises.py:28: RuntimeError: no bar\n"
    )


def test_an_alias_opens_its_game() -> None:
    process = run_command("--port", "0", "2048:64")
    try:
        assert process.stdout is not None and "/#/play?game=2048%3A64 " in process.stdout.readline()
    finally:
        process.terminate()
        process.communicate()


def test_another_host_is_warned_about() -> None:
    process = run_command("--port", "0", "--host", "0.0.0.0")
    try:
        assert process.stdout is not None and process.stderr is not None
        assert re.match(
            r"Zermelo's studio: http://127\.0\.0\.1:\d+/ \(Ctrl-C ends it\)",
            process.stdout.readline(),
        )
        assert process.stderr.readline().startswith(
            "zermelo: warning: --host 0.0.0.0 lets every computer"
        )
    finally:
        process.terminate()
        process.communicate()


def test_the_server_starts_without_the_compiler() -> None:
    heavy = "'numba', 'numpy', 'zermelo.engine'"
    code = f"import sys, zermelo.web.server; print([n for n in ({heavy}) if n in sys.modules])"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    assert (
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            env=environment,
            check=True,
        ).stdout
        == "[]\n"
    )
