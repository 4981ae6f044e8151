"""Health, readiness and metrics are correct, and the metrics are for the operator only."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

import httpx
import psutil
import pytest
from tests.server.serving import PATIENCE, Client, Refusal, Server, serving
from tests.server.store.databases import Postgres

from bestagon.core.errors import BestagonError
from bestagon.server.app import App
from bestagon.server.jobs import resources
from bestagon.server.logs import JsonLines
from bestagon.server.settings import Settings


def get(server: Server, path: str, **headers: str) -> httpx.Response:
    return httpx.get(f"http://127.0.0.1:{server.port}{path}", headers=headers, timeout=30)


def until(done: Callable[[], object]) -> None:
    end = time.monotonic() + 60
    while not done():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.05)


@pytest.fixture
def log() -> Iterator[list[str]]:
    """The lines that the server writes."""
    lines: list[str] = []

    class Lines(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(JsonLines().format(record))

    handler = Lines()
    logging.getLogger("bestagon").addHandler(handler)
    yield lines
    logging.getLogger("bestagon").removeHandler(handler)


def move(client: Client, table: str) -> None:
    view = client.view(table, 0)
    seat = 0 if view["scene"].get("choices") else 1
    choices = client.view(table, seat)["scene"]["choices"]
    client.do(table, "act", seat=seat, action=choices[0][0], version=view["version"])


def test_a_deleted_database_stops_moves_and_readiness_and_is_named(tmp_path: Path, log: list[str]) -> None:
    with serving(tmp_path / "t.db") as server:
        ann = Client(server.port)
        table = ann.create("beerhex", seats=[{"kind": "me"}, {"kind": "me"}])["table"]
        move(ann, table)
        assert get(server, "/readyz").json()["ok"] is True
        (tmp_path / "t.db").rename(tmp_path / "moved.db")
        for _ in range(20):
            with pytest.raises(Refusal) as caught:
                move(ann, table)
            assert caught.value.name == "not_stored"
        until(lambda: get(server, "/readyz").status_code == 503)
        problem = get(server, "/readyz").json()
        assert problem["error"] == "not_ready"
        # Why is for the operator.
        assert problem["message"] == "failing: store"
        assert get(server, "/healthz").json()["ok"] is True
        (tmp_path / "moved.db").rename(tmp_path / "t.db")
        until(lambda: get(server, "/readyz").status_code == 200)
        move(ann, table)
        ann.close()
    text = "\n".join(log)
    assert "trace" not in text
    assert "the file t.db is gone" in text
    assert len([line for line in log if '"not stored"' in line]) <= 2
    assert len([line for line in log if "nothing is stored any more" in line]) == 1
    assert len([line for line in log if "the database is back" in line]) == 1


def test_a_locked_file_is_not_ready_but_alive(tmp_path: Path) -> None:
    with serving(tmp_path / "t.db") as server:
        lock = sqlite3.connect(tmp_path / "t.db", isolation_level=None)
        lock.execute("BEGIN IMMEDIATE")
        until(lambda: get(server, "/readyz").status_code == 503)
        # On a busy machine the event loop may be late as well.
        assert get(server, "/readyz").json()["message"].startswith("failing: store")
        assert get(server, "/healthz").status_code == 200
        lock.execute("ROLLBACK")
        lock.close()
        until(lambda: get(server, "/readyz").status_code == 200)


def test_too_little_disk_space_is_not_ready(tmp_path: Path) -> None:
    with serving(tmp_path / "t.db", min_disk=10**9) as server:
        answer = get(server, "/readyz")
        assert answer.status_code == 503
        assert answer.json()["message"] == "failing: disk"


def test_a_dead_database_server_is_not_ready(postgres: Postgres) -> None:
    with serving(postgres.clear()) as server:
        assert get(server, "/readyz").status_code == 200
        postgres.kill()
        until(lambda: get(server, "/readyz").status_code == 503)
        assert get(server, "/healthz").status_code == 200
        postgres.start()
        until(lambda: get(server, "/readyz").status_code == 200)


def test_a_dead_bot_process_is_replaced_before_it_is_needed(tmp_path: Path) -> None:
    with serving(tmp_path / "t.db", bots=1) as server:
        pool = server.app._workers
        assert pool is not None
        until(lambda: pool.alive() == 1)
        before = pool.pids()
        psutil.Process(before[0]).kill()
        until(lambda: pool.alive() == 1 and pool.pids() != before)
        until(lambda: get(server, "/readyz").status_code == 200)


def test_a_hundred_readiness_requests_write_once(tmp_path: Path) -> None:
    with serving(tmp_path / "t.db") as server:
        get(server, "/readyz")
        health, store = server.app._health, server.app._store
        written = 0
        check = store.check

        async def counted() -> None:
            nonlocal written
            written += 1
            await check()

        store.check = counted  # type: ignore[method-assign]
        loop = server.app._scheduler._ticking.get_loop()  # type: ignore[union-attr]

        async def ask() -> None:
            health._checked_at = float("-inf")
            for _ in range(100):
                await health.failing()

        asyncio.run_coroutine_threadsafe(ask(), loop).result(30)
        assert 1 <= written <= 3


def test_metrics_are_for_the_operator(tmp_path: Path) -> None:
    secret = {"Authorization": "Bearer secret"}
    with serving(tmp_path / "t.db", metrics_token="secret", metrics_networks="10.0.0.0/8") as server:
        refused = get(server, "/metrics")
        assert refused.status_code == 404
        assert refused.json()["error"] == get(server, "/nowhere.txt").json()["error"]
        assert get(server, "/metrics", Authorization="Bearer wrong").status_code == 404
        assert get(server, "/metrics", **secret).status_code == 200
    with serving(tmp_path / "t.db") as server:
        assert get(server, "/metrics").status_code == 200
        # Through a proxy on this host that is not trusted, everybody has the address of this host.
        assert get(server, "/metrics", **{"X-Forwarded-For": "198.51.100.7"}).status_code == 404
        text = get(server, "/metrics").text
    with serving(tmp_path / "p.db", proxies="127.0.0.1") as server:
        assert get(server, "/metrics").status_code == 200
        assert get(server, "/metrics", **{"X-Forwarded-For": "198.51.100.7"}).status_code == 404
        # The trusted proxy did not say in the right header, or not readably, whose request it is.
        for name, value in (("Forwarded", "for=198.51.100.7"), ("X-Real-IP", "198.51.100.7"), ("X-Forwarded-For", "unknown")):
            assert get(server, "/metrics", **{name: value}).status_code == 404
    for name in ("memory_bytes", "open_files", "max_files", "loop_lag_seconds", "stored_tables", "due_tables", "store_bytes", "ready"):
        assert f"\nbestagon_{name} " in text, name


def test_networks_that_are_none_are_refused_at_the_start(tmp_path: Path) -> None:
    app = App(Settings(store=f"sqlite:///{tmp_path}/t.db", metrics_networks="10.0.0.0/8,here"))
    with pytest.raises(BestagonError, match=r"metrics-networks.*here"):
        asyncio.run(app.start())


def test_the_process_knows_what_it_uses() -> None:
    assert resources.memory() > 10_000_000
    before = resources.open_files()
    with Path(__file__).open():
        assert resources.open_files() == before + 1
    assert resources.max_files() >= resources.open_files()


def refused_requests(table: str, token: str, n: int) -> bytes:
    """Return five requests that are refused, with secrets in all their parts."""
    chat = f"/api/tables/{table}/chat"
    requests = (
        ("POST", chat, "application/json", json.dumps({"seat": 0, "text": f"hunter2 {n}"})),
        ("POST", chat, "text/plain", "hunter2" * 100),
        ("GET", f"/api/tables/{n}/view?token=hunter2", "", ""),
        ("GET", "/nowhere.txt?hunter2", "", ""),
        ("POST", "/api/tables", "application/json", json.dumps({"game": "hunter2"})),
    )
    common = f"Host: a\r\nAuthorization: Bearer {token}\r\nIdempotency-Key: hunter2-{n}\r\n"
    return "".join(
        f"{method} {path} HTTP/1.1\r\n{common}Content-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n{body}"
        for method, path, kind, body in requests
    ).encode()


def _status(answers: BinaryIO) -> int:
    """Read an answer and return its status."""
    status = int(answers.readline().split()[1])
    length = 0
    while line := answers.readline().strip():
        name, _, value = line.partition(b":")
        length = int(value) if name.lower() == b"content-length" else length
    assert len(answers.read(length)) == length
    return status


def test_ten_thousand_refusals_write_few_lines(tmp_path: Path, log: list[str]) -> None:
    """Requests of many kinds, with secrets in all their parts, while nothing can be stored."""
    with serving(tmp_path / "t.db") as server:
        ann = Client(server.port)
        table = ann.create("beerhex", seats=[{"kind": "me"}, {"kind": "me"}])["table"]
        (tmp_path / "t.db").rename(tmp_path / "moved.db")
        # Many requests in one write: httpx would take longer than the server.
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection, connection.makefile("rb") as answers:
            for n in range(0, 2000, 20):
                connection.sendall(b"".join(refused_requests(table, ann.token, number) for number in range(n, n + 20)))
                for _ in range(20):
                    assert [_status(answers) for _ in range(5)] in ([503, 415, 404, 404, 400], [503, 415, 404, 404, 404])
        (tmp_path / "moved.db").rename(tmp_path / "t.db")
        ann.close()
    text = "\n".join(log)
    assert len(text) < 20_000, len(text)
    assert "hunter2" not in text
    assert ann.token not in text
    assert any(json.loads(line).get("message") == "not stored" for line in log)
