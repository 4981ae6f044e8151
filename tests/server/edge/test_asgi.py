"""The app under another ASGI server."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
import uvicorn
from tests.server.serving import Client, Refusal, hear, settings
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

from bestagon.server.app import App
from bestagon.server.http.socket_moves import MOST_REFUSED


@contextmanager
def under_uvicorn(app: App) -> Iterator[int]:
    """Serve an app with uvicorn; yield the port."""
    served = uvicorn.Server(uvicorn.Config(app, log_config=None, ws="websockets-sansio", timeout_graceful_shutdown=5))
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        thread = threading.Thread(target=served.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            while not served.started:
                assert thread.is_alive()
                time.sleep(0.01)
            yield listening.getsockname()[1]
        finally:
            served.should_exit = True
            thread.join()


def read_all(live: ClientConnection) -> None:
    while True:
        live.recv(timeout=10)


def test_the_app_is_an_ordinary_asgi_app(tmp_path: Path) -> None:
    with under_uvicorn(App(settings(tmp_path / "t.db"))) as port:
        ann = Client(port)
        table = ann.create("beerhex", players=2, seats=[{"kind": "me"}, {"kind": "me"}])["table"]
        assert httpx.head(f"http://127.0.0.1:{port}/api/games").content == b""
        with ann.live(table, 0) as live:
            hear(live, 0)
            done = ann.do(table, "chat", seat=0, text="hello")
            assert hear(live, done["version"])["version"] == done["version"]
            live.send("hello")
            assert '"malformed"' in str(live.recv(timeout=10))
            for _ in range(MOST_REFUSED):
                live.send("hello")
            with pytest.raises(ConnectionClosed) as found:
                read_all(live)
            assert found.value.rcvd is not None
            assert (found.value.rcvd.code, found.value.rcvd.reason) == (1008, "talked")
        with pytest.raises(InvalidStatus) as refused, ann.live("nowhere"):
            pass
        assert refused.value.response.status_code == 404
        with pytest.raises(Refusal, match="too_large"):
            ann.post("/api/me", {"a": "x" * 10_000})
        with ann.live(table, 0) as live:
            hear(live, 0)
        ann.close()
