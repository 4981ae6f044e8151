"""The site: dispatches every request to an endpoint, a live view or the browser client."""

from __future__ import annotations

from typing import Final

from bestagon.server.edge.addresses import address_group
from bestagon.server.edge.messages import HttpRequest, HttpResponse, WebSocket
from bestagon.server.errors import ApiError
from bestagon.server.http.context import Context
from bestagon.server.http.dispatch import MAX_BODY, Endpoint, EndpointApp, Request, Response, problem_response
from bestagon.server.http.live_socket import LiveSocket
from bestagon.server.http.openapi import document
from bestagon.server.http.router import Router
from bestagon.server.http.routes import ACT, LIVE, endpoints
from bestagon.server.http.static_files import StaticFiles, client_folder

WELCOME: Final = b"Bestagon is running without a browser client; /api/openapi.json describes the API.\n"
NO_CACHE: Final = [(b"cache-control", b"no-cache")]


class RootApp:
    """The whole site, as the edge serves it."""

    def __init__(self, context: Context) -> None:
        """Build the routes."""
        self._context = context
        settings = context.settings
        client = client_folder(settings.client)
        self._files = StaticFiles(client, settings.https) if client is not None else None
        self._not_found = EndpointApp(context, Endpoint("", "", "no_page", "", _no_page, None))
        self._wrong_method = EndpointApp(context, Endpoint("", "", "wrong_method", "", _wrong_method, None))
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
        self._sockets: Router[LiveSocket] = Router()
        acting, _ = self._endpoints.find(ACT)
        assert acting is not None
        self._sockets.add(LIVE, LiveSocket(context, acting["POST"]))

    def max_body(self, method: str, path: str) -> int:
        """Return the limit of a request's body in bytes."""
        methods, _ = self._endpoints.find(path)
        endpoint = methods.get(method) if methods is not None else None
        return endpoint.max_body if endpoint is not None else MAX_BODY

    async def respond(self, request: HttpRequest) -> HttpResponse:
        """Dispatch a request."""
        path, method = request.path, request.method
        methods, params = self._endpoints.find(path)
        if method == "HEAD":
            method = "GET"
        if methods is not None:
            return await methods.get(method, self._wrong_method)(request, params)
        if self._files is not None and method == "GET" and not path.startswith("/api/") and path in self._files:
            return self._file(self._files, request)
        return await self._not_found(request, params)

    def _file(self, files: StaticFiles, request: HttpRequest) -> HttpResponse:
        """Return a file of the client, within the rate limit of the address."""
        limits, network = self._context.limits, address_group(request.client)
        try:
            limits.check_request("", network)
        except ApiError as error:
            return problem_response(self._context, error)
        response = files.respond(request)
        limits.spend_traffic(network, len(response.body))
        return response

    async def connect(self, request: HttpRequest, socket: WebSocket) -> HttpResponse | None:
        """Serve a live view."""
        live, params = self._sockets.find(request.path)
        if live is None:
            return await self._not_found(request, params)
        return await live.serve(Request(request, params), socket)

    def refuse(self, status: int, reason: str) -> HttpResponse:
        """Return the response to a request that the edge does not accept."""
        name = {413: "too_large", 503: "busy"}.get(status, "malformed")
        response = problem_response(self._context, ApiError(name, reason))
        response.status = status
        if status == 503:
            response.more = ((b"retry-after", b"5"),)
        return response


async def _welcome(context: Context, request: Request) -> Response:
    return Response(WELCOME, b"text/plain; charset=utf-8", NO_CACHE)


async def _no_page(context: Context, request: Request) -> Response:
    raise ApiError("no_page", "there is nothing at this address")


async def _wrong_method(context: Context, request: Request) -> Response:
    raise ApiError("wrong_method", "this address does not accept this method")
