"""Wires the server together."""

from __future__ import annotations

import gc
import os
import secrets
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from bestagon.bots.workers import Workers
from bestagon.core import registry
from bestagon.server import logs
from bestagon.server.analyst import Analyst
from bestagon.server.api import Api
from bestagon.server.asgi import Asgi, Receive, Scope, Send
from bestagon.server.doors import Call, Door, Doors, Endpoint, Reply
from bestagon.server.driver import GAP, Driver
from bestagon.server.headers import Origins
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
from bestagon.server.router import Paths
from bestagon.server.routes import LIVE, endpoints
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
        self._inner: Asgi | None = None

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
        self._inner = Site(doors, endpoints(api, study), Live(doors, keeper), settings)

    async def stop(self) -> None:
        """Let everything go."""
        self._keeper.close_listeners("stop")
        await self._driver.stop()
        if self._workers is not None:
            self._workers.close()
        await self._store.close()


class Site:
    """Leads every request to who answers it: an endpoint, a live view, or the browser client."""

    def __init__(self, doors: Doors, known: list[Endpoint], live: Live, settings: Settings) -> None:
        """Answer with these endpoints."""
        client = Path(settings.client) if settings.client else CLIENT if CLIENT.is_dir() else CLONE
        self._pages = Pages(client, settings.https) if (client / PAGE).is_file() else None
        self._nothing = Door(doors, Endpoint("", "", "no_page", "", _no_page, None))
        self._other = Door(doors, Endpoint("", "", "wrong_method", "", _wrong_method, None))
        self._lives: Paths[Live] = Paths()
        self._lives.put(LIVE, live)
        self._paths: Paths[dict[str, Door]] = Paths()
        described = document(known)

        async def openapi(call: Call) -> Reply:
            return Reply(described, b"application/json", [(b"cache-control", b"no-cache")])

        known = [*known, Endpoint("GET", "/api/openapi.json", "openapi", "This document", openapi, "application/json")]
        if self._pages is None:
            known.append(Endpoint("GET", "/", "welcome", "A word of welcome", _welcome, "text/plain"))
        for path in {endpoint.path: None for endpoint in known}:
            self._paths.put(path, {endpoint.method: Door(doors, endpoint) for endpoint in known if endpoint.path == path})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer."""
        path = scope["path"]
        if scope["type"] == "websocket":
            live, scope["path_params"] = self._lives.find(path)
            if live is not None:
                await live(scope, receive, send)
            else:
                # Not even opened.
                await send({"type": "websocket.close", "code": 1008})
            return
        methods, scope["path_params"] = self._paths.find(path)
        if methods is not None:
            await methods.get(scope["method"], self._other)(scope, receive, send)
        elif self._pages is not None and scope["method"] in ("GET", "HEAD") and not path.startswith("/api/") and path in self._pages:
            await self._pages(scope, receive, send)
        else:
            await self._nothing(scope, receive, send)


async def _welcome(call: Call) -> Reply:
    return Reply(WELCOME, b"text/plain; charset=utf-8", [(b"cache-control", b"no-cache")])


async def _no_page(call: Call) -> Reply:
    raise Refused("no_page", "there is nothing at this address")


async def _wrong_method(call: Call) -> Reply:
    raise Refused("wrong_method", "this address takes other methods")


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
