"""A real server on a free port, and clients for it."""

from __future__ import annotations

import asyncio
import secrets
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.sync.client import ClientConnection, connect

from bestagon.server.app import App
from bestagon.server.edge.limits import EdgeLimits
from bestagon.server.edge.sockets import bind
from bestagon.server.process import new_loop, serve
from bestagon.server.settings import Settings, profile_limits

KEPT = (
    *("idle", "table_memory", "bot_queue", "visitor_sockets", "visitor_jobs", "max_jobs"),
    *("visitor_hints", "visitor_analyses", "max_analyses"),
    *("max_connections", "head_timeout", "body_timeout", "stall_timeout", "keep_alive", "max_waiting"),
)
"""Limits that no test exceeds by chance."""
PATIENCE = 120.0
"""Seconds to wait for what must come: so many that a busy machine makes no difference."""
GENEROUS: dict[str, Any] = {
    **{name: 10**9 for name in profile_limits("small") if name not in KEPT},
    **{"pace": 0, "bots": 0, "grace": 5},
}
"""Settings of a server without limits; tests of limits use their own."""


def settings(store: str | Path, **given: Any) -> Settings:
    """Settings for a test, tables kept in a file or at an address."""
    return Settings(**{**GENEROUS, "store": store if isinstance(store, str) else f"sqlite:///{store}", **given})


class Server:
    """A server in a thread of this process."""

    def __init__(self, app: App, port: int = 0, limits: EdgeLimits | None = None) -> None:
        self.app = app
        self._limits = limits or EdgeLimits.of(app.settings)
        self._sockets = bind("127.0.0.1", port)
        self.port: int = self._sockets[0].getsockname()[1]
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()
        while not self._ready.wait(0.01):
            if not self._thread.is_alive():
                raise RuntimeError("the server did not start")

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=new_loop) as runner:
            self._loop = runner.get_loop()
            self._stop = asyncio.Event()
            runner.run(serve(self.app, self._limits, self._sockets, self._ready.set, self._stop))

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()
        for bound in self._sockets:
            bound.close()


@contextmanager
def serving(
    store: str | Path,
    port: int = 0,
    now: Callable[[], int] | None = None,
    limits: EdgeLimits | None = None,
    entropy: Callable[[int], bytes] = secrets.token_bytes,
    **given: Any,
) -> Iterator[Server]:
    """Run a server for a while."""
    # A clock that runs at another speed provides the monotonic time, too.
    times: dict[str, Any] = {"now": now, "monotonic": getattr(now, "monotonic", None)} if now else {}
    app = App(settings(store, **given), entropy=entropy, **times)
    server = Server(app, port, limits)
    try:
        yield server
    finally:
        server.stop()


class Refusal(Exception):
    """A request that the server refused."""

    def __init__(self, status: int, problem: dict[str, Any]) -> None:
        super().__init__(f"{status} {problem}")
        self.status = status
        self.name = problem["error"]
        self.problem = problem


class Client:
    """A visitor that uses HTTP."""

    def __init__(self, port: int, token: str | None = None) -> None:
        self.port = port
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE)
        self._keys = count()
        try:
            self.token = token if token is not None else self.post("/api/tokens", {})["token"]
        except Refusal:
            self.http.close()
            raise
        self.http.headers["Authorization"] = f"Bearer {self.token}"

    def move(self, port: int) -> None:
        """Continue at another server."""
        self.port = port
        self.http.base_url = httpx.URL(f"http://127.0.0.1:{port}")

    def post(self, path: str, body: object, key: str | None = None) -> Any:
        key = key or f"{id(self)}-{next(self._keys)}"
        return self.read(self.http.post(path, json=body, headers={"Idempotency-Key": key}))

    def get(self, path: str, **query: object) -> Any:
        return self.read(self.http.get(path, params={name: str(value) for name, value in query.items()}))

    def read(self, answer: httpx.Response) -> Any:
        data = msgspec.json.decode(answer.content)
        if answer.status_code != 200:
            raise Refusal(answer.status_code, data)
        return data

    def create(self, game: str, **given: object) -> Any:
        return self.post("/api/tables", {"game": game, "public": True, **given})

    def do(self, table: str, command: str, key: str | None = None, **given: object) -> Any:
        return self.post(f"/api/tables/{table}/{command}", given, key)

    def view(self, table: str, seat: int = -1, since: int = 0) -> Any:
        return self.get(f"/api/tables/{table}/view", seat=seat, since=since)

    def live(
        self, table: str, seat: int = -1, since: int = 0, port: int = 0, language: str = "en"
    ) -> AbstractContextManager[ClientConnection]:
        return connect(
            f"ws://127.0.0.1:{port or self.port}/api/tables/{table}/live?seat={seat}&since={since}&language={language}",
            additional_headers={"Authorization": f"Bearer {self.token}"},
            compression=None,
        )

    def close(self) -> None:
        self.http.close()


def hear(connection: ClientConnection, version: int, timeout: float = PATIENCE) -> Any:
    """Return the first view of at least a version."""
    while True:
        view = msgspec.json.decode(connection.recv(timeout=timeout))
        if view["version"] >= version:
            return view
