"""The root app: dispatches every request to an endpoint, a live view or the browser client."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from bestagon.server.errors import ApiError
from bestagon.server.http.asgi import Receive, Scope, Send
from bestagon.server.http.context import Context
from bestagon.server.http.dispatch import Endpoint, EndpointApp, Request, Response
from bestagon.server.http.live_socket import LiveSocket
from bestagon.server.http.openapi import document
from bestagon.server.http.router import Router
from bestagon.server.http.routes import LIVE, endpoints
from bestagon.server.http.static_files import PAGE, StaticFiles

PACKAGED_CLIENT: Final = Path(__file__).resolve().parents[1] / "client"
"""The built browser client in an installed package."""
SOURCE_CLIENT: Final = Path(__file__).resolve().parents[4] / "client" / "dist"
"""The built browser client in a source tree."""
WELCOME: Final = b"Bestagon is running without a browser client; /api/openapi.json describes the API.\n"
NO_CACHE: Final = [(b"cache-control", b"no-cache")]


class RootApp:
    """The ASGI app of the whole site."""

    def __init__(self, context: Context) -> None:
        """Build the routes."""
        settings = context.settings
        client = Path(settings.client) if settings.client else PACKAGED_CLIENT if PACKAGED_CLIENT.is_dir() else SOURCE_CLIENT
        self._files = StaticFiles(client, settings.https) if (client / PAGE).is_file() else None
        self._not_found = EndpointApp(context, Endpoint("", "", "no_page", "", _no_page, None))
        self._wrong_method = EndpointApp(context, Endpoint("", "", "wrong_method", "", _wrong_method, None))
        self._sockets: Router[LiveSocket] = Router()
        self._sockets.add(LIVE, LiveSocket(context))
        self._endpoints: Router[dict[str, EndpointApp]] = Router()
        known = endpoints()
        described = document(known)

        async def openapi(context: Context, request: Request) -> Response:
            return Response(described, b"application/json", NO_CACHE)

        known.append(Endpoint("GET", "/api/openapi.json", "openapi", "This document", openapi, "application/json"))
        if self._files is None:
            known.append(Endpoint("GET", "/", "welcome", "Welcome text", _welcome, "text/plain"))
        for path in {endpoint.path: None for endpoint in known}:
            self._endpoints.add(path, {endpoint.method: EndpointApp(context, endpoint) for endpoint in known if endpoint.path == path})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Dispatch a request."""
        path = scope["path"]
        if scope["type"] == "websocket":
            live, scope["path_params"] = self._sockets.find(path)
            if live is not None:
                await live(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 1008})
            return
        methods, scope["path_params"] = self._endpoints.find(path)
        if methods is not None:
            await methods.get(scope["method"], self._wrong_method)(scope, receive, send)
        elif self._files is not None and scope["method"] in ("GET", "HEAD") and not path.startswith("/api/") and path in self._files:
            await self._files(scope, receive, send)
        else:
            await self._not_found(scope, receive, send)


async def _welcome(context: Context, request: Request) -> Response:
    return Response(WELCOME, b"text/plain; charset=utf-8", NO_CACHE)


async def _no_page(context: Context, request: Request) -> Response:
    raise ApiError("no_page", "there is nothing at this address")


async def _wrong_method(context: Context, request: Request) -> Response:
    raise ApiError("wrong_method", "this address does not accept this method")
