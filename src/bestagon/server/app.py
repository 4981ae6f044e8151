"""Wires the server together."""

from __future__ import annotations

import gc
import os
import secrets
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from starlette.routing import BaseRoute, Route, Router, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from bestagon.bots.workers import Workers
from bestagon.core import registry
from bestagon.server import logs
from bestagon.server.analyst import Analyst
from bestagon.server.api import Api
from bestagon.server.doors import Call, Door, Doors, Endpoint, Reply
from bestagon.server.driver import GAP, Driver
from bestagon.server.headers import Guard, Origins
from bestagon.server.hints import Hints
from bestagon.server.identity import Keys
from bestagon.server.keeper import Keeper
from bestagon.server.limits import Limits
from bestagon.server.metrics import Gauge, Metrics
from bestagon.server.openapi import document
from bestagon.server.opening import Opener
from bestagon.server.outages import Outages
from bestagon.server.pages import PAGE, Pages
from bestagon.server.refusals import Refused
from bestagon.server.routes import endpoints
from bestagon.server.settings import PREFIX, Settings, names
from bestagon.server.socket import Live
from bestagon.server.store import open_store
from bestagon.server.study import Study

KEY: Final = "key"
"""Under which storage holds the server's own key."""
COLLECT: Final = (5_000, 10, 100)
"""When garbage is collected: live tables are many objects that stay, and looking through all of them holds up everybody."""
CLIENT: Final = Path(__file__).resolve().parent / "client"
"""Where the built browser client is in a package."""
CLONE: Final = Path(__file__).resolve().parents[3] / "client" / "dist"
"""Where it is in a clone."""
WELCOME: Final = b"Bestagon is running. There is no browser client here; the API is described at /api/openapi.json\n"


def _milliseconds() -> int:
    return time.time_ns() // 1_000_000


class App:
    """The server as an ASGI app: everything is made when it starts and let go when it stops."""

    def __init__(
        self, settings: Settings, now: Callable[[], int] = _milliseconds, entropy: Callable[[int], bytes] = secrets.token_bytes
    ) -> None:
        """Serve by these settings; tests bring their own time and chance."""
        self.settings = settings
        self.metrics = Metrics()
        self._now = now
        self._entropy = entropy
        self._inner: ASGIApp | None = None
        self._closing: list[Callable[[], object]] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        else:
            assert self._inner is not None
            await self._inner(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        try:
            await self.start()
        except Exception as error:
            await send({"type": "lifespan.startup.failed", "message": str(error)})
            raise
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await self.stop()
        await send({"type": "lifespan.shutdown.complete"})

    async def start(self) -> None:
        """Open the store and make everything."""
        settings = self.settings
        registry.all_games()
        self._store = open_store(settings.store)
        outages = Outages(self._store, self._now, GAP)
        self._keeper = keeper = Keeper(self._store, self.metrics, outages, self._now)
        self._store.watch(keeper.heard, keeper.missed)
        await self._store.open()
        keys = Keys(await self._store.init_meta(KEY, self._entropy(32)))
        limits = Limits(settings, time.monotonic)
        self._workers = Workers(settings.bots, settings.bot_queue) if settings.bots else None
        self._driver = Driver(keeper, keys, outages, self._workers, settings)
        await self._driver.start()
        opener = Opener(keys, self._entropy, settings.pace)
        api = Api(settings, keeper, keys, opener, limits, self.metrics, self._entropy, Hints(self._workers))
        study = Study(Analyst(self._workers), limits)
        doors = Doors(keys, limits, Origins(settings.origins), self.metrics, settings.https)
        self.metrics.gauges = [
            Gauge("bestagon_live_tables", "Tables in memory.", lambda: keeper.count),
            Gauge("bestagon_live_connections", "Live connections.", lambda: limits.sockets.total),
        ]
        self._inner = Guard(_router(doors, endpoints(api, study), Live(doors, keeper), settings), settings.https)

    async def stop(self) -> None:
        """Let everything go."""
        self._keeper.close_listeners("stop")
        await self._driver.stop()
        if self._workers is not None:
            self._workers.close()
        await self._store.close()


class _Methods:
    """The endpoints of one path."""

    def __init__(self, doors: dict[str, Door], other: Door) -> None:
        """Choose by method."""
        self._doors = doors
        self._other = other

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with the endpoint of the method."""
        await self._doors.get(scope["method"], self._other)(scope, receive, send)


class _NoPage:
    """Answers where there is nothing."""

    def __init__(self, door: Door) -> None:
        """Answer with a Problem."""
        self._door = door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Say so; a live connection is not even opened."""
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
            return
        scope.setdefault("path_params", {})
        await self._door(scope, receive, send)


class _Site:
    """Shows the browser client, except where the API is."""

    def __init__(self, pages: Pages, nothing: _NoPage) -> None:
        """Show these pages."""
        self._pages = pages
        self._nothing = nothing

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with a page, or say that there is none."""
        path = scope["path"]
        shown = scope["type"] == "http" and scope["method"] in ("GET", "HEAD") and not path.startswith("/api/") and path in self._pages
        await (self._pages if shown else self._nothing)(scope, receive, send)


def _router(doors: Doors, known: list[Endpoint], live: Live, settings: Settings) -> Router:
    described = document(known)

    async def openapi(call: Call) -> Reply:
        return Reply(described, b"application/json", [(b"cache-control", b"no-cache")])

    async def welcome(call: Call) -> Reply:
        return Reply(WELCOME, b"text/plain; charset=utf-8", [(b"cache-control", b"no-cache")])

    async def no_page(call: Call) -> Reply:
        raise Refused("no_page", "there is nothing at this address")

    async def wrong_method(call: Call) -> Reply:
        raise Refused("wrong_method", "this address takes other methods")

    known = [*known, Endpoint("GET", "/api/openapi.json", "openapi", "This document", openapi, "application/json")]
    client = Path(settings.client) if settings.client else CLIENT if CLIENT.is_dir() else CLONE
    built = (client / PAGE).is_file()
    if not built:
        known.append(Endpoint("GET", "/", "welcome", "A word of welcome", welcome, "text/plain"))
    other = Door(doors, Endpoint("", "", "wrong_method", "", wrong_method, None))
    routes: list[BaseRoute] = [WebSocketRoute("/api/tables/{table}/live", live)]
    for path in {endpoint.path: None for endpoint in known}:
        methods = {endpoint.method: Door(doors, endpoint) for endpoint in known if endpoint.path == path}
        routes.append(Route(path, _Methods(methods, other)))
    nothing = _NoPage(Door(doors, Endpoint("", "", "no_page", "", no_page, None)))
    if built:
        return Router(routes, redirect_slashes=False, default=_Site(Pages(client), nothing))
    return Router(routes, redirect_slashes=False, default=nothing)


def from_environment(environment: Mapping[str, str] = os.environ) -> App:
    """Return the app that environment variables describe: what each of several processes runs."""
    given: dict[str, object] = {}
    for name, kind, _, _ in names():
        text = environment.get(PREFIX + name.upper())
        if text is not None:
            given[name] = text.lower() in ("1", "true", "yes", "on") if kind is bool else kind(text)
    settings = Settings(**given)  # type: ignore[arg-type]
    logs.set_up(settings.log)
    gc.set_threshold(*COLLECT)
    return App(settings)
