"""Wires the server together."""

from __future__ import annotations

import gc
import os
import secrets
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from bestagon.bots.worker_pool import WorkerPool
from bestagon.core import registry
from bestagon.server import logs
from bestagon.server.errors import ApiError
from bestagon.server.http.asgi import Asgi, Receive, Scope, Send
from bestagon.server.http.dispatch import Context, Endpoint, EndpointApp, Request, Response
from bestagon.server.http.handlers.records import RecordHandlers
from bestagon.server.http.handlers.tables import Api
from bestagon.server.http.headers import Origins
from bestagon.server.http.limits import Limits
from bestagon.server.http.live_socket import LiveSocket
from bestagon.server.http.openapi import document
from bestagon.server.http.router import Router
from bestagon.server.http.routes import LIVE, endpoints
from bestagon.server.http.static_files import PAGE, StaticFiles
from bestagon.server.jobs.analysis import AnalysisJobs
from bestagon.server.jobs.hints import Hints
from bestagon.server.jobs.scheduler import GAP, Scheduler
from bestagon.server.metrics import Gauge, Metrics
from bestagon.server.settings import PREFIX, Settings, names
from bestagon.server.store.base import open_store
from bestagon.server.tables.downtime import Downtime
from bestagon.server.tables.factory import TableFactory
from bestagon.server.tables.manager import TableManager
from bestagon.server.tokens import Keys

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
        downtime = Downtime(self._store, self._now, GAP)
        self._manager = manager = TableManager(self._store, self.metrics, downtime, self._now)
        self._store.watch(manager.on_append, manager.on_gap)
        await self._store.open()
        keys = Keys(await self._store.init_meta(KEY, self._entropy(32)))
        limits = Limits(settings, time.monotonic)
        self._workers = WorkerPool(settings.bots, settings.bot_queue) if settings.bots else None
        self._scheduler = Scheduler(manager, keys, downtime, self._workers, settings)
        await self._scheduler.start()
        factory = TableFactory(keys, self._entropy, settings.pace)
        api = Api(settings, manager, keys, factory, limits, self.metrics, self._entropy, Hints(self._workers))
        study = RecordHandlers(AnalysisJobs(self._workers), limits)
        context = Context(keys, limits, Origins(settings.origins), self.metrics, settings.https)
        self.metrics.gauges = [
            Gauge("bestagon_live_tables", "Tables in memory.", lambda: manager.count),
            Gauge("bestagon_live_connections", "Live connections.", lambda: limits.sockets.total),
        ]
        self._inner = Site(context, endpoints(api, study), LiveSocket(context, manager), settings)

    async def stop(self) -> None:
        """Let everything go."""
        self._manager.close_subscribers("stop")
        await self._scheduler.stop()
        if self._workers is not None:
            self._workers.close()
        await self._store.close()


class Site:
    """Leads every request to who answers it: an endpoint, a live view, or the browser client."""

    def __init__(self, context: Context, known: list[Endpoint], live: LiveSocket, settings: Settings) -> None:
        """Answer with these endpoints."""
        client = Path(settings.client) if settings.client else CLIENT if CLIENT.is_dir() else CLONE
        self._pages = StaticFiles(client, settings.https) if (client / PAGE).is_file() else None
        self._nothing = EndpointApp(context, Endpoint("", "", "no_page", "", _no_page, None))
        self._other = EndpointApp(context, Endpoint("", "", "wrong_method", "", _wrong_method, None))
        self._lives: Router[LiveSocket] = Router()
        self._lives.put(LIVE, live)
        self._paths: Router[dict[str, EndpointApp]] = Router()
        described = document(known)

        async def openapi(call: Request) -> Response:
            return Response(described, b"application/json", [(b"cache-control", b"no-cache")])

        known = [*known, Endpoint("GET", "/api/openapi.json", "openapi", "This document", openapi, "application/json")]
        if self._pages is None:
            known.append(Endpoint("GET", "/", "welcome", "A word of welcome", _welcome, "text/plain"))
        for path in {endpoint.path: None for endpoint in known}:
            self._paths.put(path, {endpoint.method: EndpointApp(context, endpoint) for endpoint in known if endpoint.path == path})

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


async def _welcome(call: Request) -> Response:
    return Response(WELCOME, b"text/plain; charset=utf-8", [(b"cache-control", b"no-cache")])


async def _no_page(call: Request) -> Response:
    raise ApiError("no_page", "there is nothing at this address")


async def _wrong_method(call: Request) -> Response:
    raise ApiError("wrong_method", "this address takes other methods")


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
