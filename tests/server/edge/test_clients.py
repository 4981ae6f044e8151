"""Real clients: httpx and websockets are used everywhere; here are curl, noise, and a server with few open files."""

from __future__ import annotations

import os
import random
import resource
import shutil
import socket
import subprocess
import sys
import time
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from tests.server.edge.serving_edge import HANDSHAKE, QUICK, connected, everything, serving_edge, until
from tests.server.edge.test_parser import TOKENS, WHOLE
from tests.server.serve_command import ROOT, command
from tests.server.serving import Client, hear
from websockets.exceptions import ConnectionClosed


def test_idle_connections_up_to_the_file_limit_are_no_outage(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 2048)), hard))
    with command(files=256, store=f"sqlite:///{tmp_path / 't.db'}") as server, ExitStack() as stack:
        ann = Client(server.port)
        table = ann.create("beerhex", players=2, seats=[{"kind": "me"}, {"kind": "me"}])["table"]
        live = stack.enter_context(ann.live(table, 0))
        hear(live, 0)
        for _ in range(400):
            stack.enter_context(socket.create_connection(("127.0.0.1", server.port), 10))
        # A connection in use stays; a new visitor gets in when an idle connection is a second old.
        try:
            done = ann.do(table, "chat", key="hello", seat=0, text="hello")
        except httpx.TransportError:
            # On a busy machine opening so many took a second, and the player's own idle connection had to make way, too.
            time.sleep(1.1)
            done = ann.do(table, "chat", key="hello", seat=0, text="hello")
        hear(live, done["version"])
        time.sleep(1.1)
        bob = Client(server.port)
        assert bob.view(table)["version"] == done["version"]
        text = bob.http.get("/metrics").text
        assert 'bestagon_connections_refused_total{reason="full"}' in text
        assert 'bestagon_connections_ended_total{reason="evicted"}' in text
        assert 1 <= len([line for line in server.logged("connection refused") if line["why"] == "full"]) <= 2
        ann.close()
        bob.close()
        assert server.stop() == 0


def test_a_signal_ends_the_command_with_1012(tmp_path: Path) -> None:
    with command(store=f"sqlite:///{tmp_path / 't.db'}") as server, ExitStack() as stack:
        ann = Client(server.port)
        live = stack.enter_context(ann.live(ann.create("beerhex")["table"]))
        hear(live, 0)
        assert server.stop() == 0
        with pytest.raises(ConnectionClosed) as found:
            live.recv(timeout=10)
        assert found.value.rcvd is not None
        assert found.value.rcvd.code == 1012
        ann.close()


def test_a_port_in_use_is_a_clear_message() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT / "examples")])}
        port = str(taken.getsockname()[1])
        result = subprocess.run(
            [sys.executable, "-c", "from bestagon.cli import main; main()", "serve", "--port", port, "--store", "sqlite:///none.db"],
            env=environment,
            capture_output=True,
            text=True,
        )
    assert result.returncode == 2
    assert f"cannot listen on 127.0.0.1:{port}: Address already in use" in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
def test_curl() -> None:
    with serving_edge(replace(QUICK, idle_seconds=10.0)) as server:
        url = f"http://127.0.0.1:{server.port}"

        def curl(*arguments: str) -> str:
            return subprocess.run(["curl", "-sS", "--max-time", "10", *arguments], capture_output=True, text=True, check=True).stdout

        assert curl(url) == "ok"
        assert curl("--http1.0", url) == "ok"
        assert curl(url, url, f"{url}/large/100000").startswith("okokxxx")
        assert curl("-I", url).startswith("HTTP/1.1 200 OK")
        assert curl("-d", "x" * 5000, "-H", "Expect: 100-continue", f"{url}/echo") == "x" * 5000
        assert curl("-d", "x" * 5000, "-H", "Transfer-Encoding: chunked", f"{url}/echo") == "x" * 5000
        assert "body may have" in curl("-d", "x" * 100_000, f"{url}/echo")
        assert curl("--request-target", f"{url}/echo", "-d", "a", url) == "a"


def test_httpx_uses_one_connection_for_many_requests() -> None:
    with serving_edge(replace(QUICK, idle_seconds=10.0)) as server, httpx.Client(base_url=f"http://127.0.0.1:{server.port}") as client:
        for size in (0, 1, 70_000, 3_000_000):
            assert len(client.get(f"/large/{size}").content) == size
        assert client.post("/echo", content=iter([b"a", b"b" * 5000])).content == b"a" + b"b" * 5000
        assert client.head("/").headers["content-length"] == "2"
        assert len(server.edge._connections) == 1


def test_noise_in_any_pieces_never_crashes_or_hangs() -> None:
    dice = random.Random(5)
    with serving_edge(replace(QUICK, ping_seconds=0.3)) as server:
        for number in range(150):
            data = b"".join(dice.choice(TOKENS + WHOLE) for _ in range(dice.randint(1, 12)))
            if number % 3 == 0:
                data = HANDSHAKE + dice.randbytes(dice.randint(1, 300))
            elif number % 3 == 1:
                data = dice.randbytes(dice.randint(1, 300))
            with connected(server.port) as (connection, _):
                try:
                    while data:
                        size = dice.randint(1, 60)
                        connection.sendall(data[:size])
                        data = data[size:]
                    connection.shutdown(socket.SHUT_WR)
                except OSError:
                    pass
                found = everything(connection)
                assert b"HTTP/1.1 500" not in found
                assert found.count(b"HTTP/1.1 5") == found.count(b"HTTP/1.1 501") + found.count(b"HTTP/1.1 505")
        until(lambda: not server.edge._connections and not server.edge._tasks, 120)
        assert server.edge._held == 0
        assert not len(server.edge._places)
