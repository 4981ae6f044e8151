"""Live views: a WebSocket on which only the server sends."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import Final

import msgspec

from bestagon.core.position import SPECTATOR
from bestagon.i18n import use_language
from bestagon.server.errors import ApiError
from bestagon.server.http.asgi import Receive, Scope, Send
from bestagon.server.http.context import Context
from bestagon.server.http.dispatch import Request, identify
from bestagon.server.http.headers import JSON
from bestagon.server.http.languages import preferred
from bestagon.server.http.uvicorn_websocket import PUSH
from bestagon.server.protocol.tables import Problem
from bestagon.server.store.base import StoreError
from bestagon.server.tables.loaded import LoadedTable
from bestagon.server.tables.subscribers import Subscriber
from bestagon.server.tables.views import check_viewer, encoder

CLOSE_CODES: Final = {"stop": 1012, "talked": 1008, "seat": 1008}
"""WebSocket close codes by reason: service restart and policy violation."""
INTERNAL_ERROR: Final = 1011
log = logging.getLogger("bestagon.server")


class LiveSocket:
    """The ASGI app of live views."""

    def __init__(self, context: Context) -> None:
        """Serve the live views of all tables."""
        self._context = context
        self._manager = context.manager

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection until either side closes it."""
        request = Request(scope, dict(scope["headers"]))
        await receive()
        try:
            if not self._context.origins.allow(request.headers):
                raise ApiError("bad_origin", "pages of that origin may not use this server")
            identify(self._context, request)
            counted = request.visitor or f"@{request.address}"
            if not self._context.limits.sockets.acquire(counted):
                raise ApiError("too_many", "too many live connections: close some first")
        except ApiError as error:
            await self._deny(error, send)
            return
        try:
            await self._serve(request, scope, receive, send)
        except ApiError as error:
            await self._deny(error, send)
        except StoreError:
            await self._deny(ApiError("not_stored", "the store is unavailable: try again soon"), send)
        finally:
            self._context.limits.sockets.release(counted)

    async def _deny(self, error: ApiError, send: Send) -> None:
        """Reject the handshake with a Problem."""
        self._context.metrics.refusals.inc(error.name)
        body = msgspec.json.encode(Problem(error.name, error.message, error.version))
        headers = [(b"content-type", JSON), (b"content-length", str(len(body)).encode())]
        await send({"type": "websocket.http.response.start", "status": error.status, "headers": headers})
        await send({"type": "websocket.http.response.body", "body": body})

    async def _serve(self, request: Request, scope: Scope, receive: Receive, send: Send) -> None:
        table = request.params["table"]
        seat = request.query_number("seat", SPECTATOR, SPECTATOR)
        since = request.query_number("since", 0, 0)
        async with self._manager.table(table) as loaded:
            await self._manager.read_committed(loaded, partial(check_viewer, visitor=request.visitor, seat=seat))
            subscriber = Subscriber(request.visitor, seat, preferred(request.query, request.headers))
            subscriber.sent = since
            self._manager.connect(loaded, subscriber)
            first = self._whole_view(loaded, subscriber)
            loaded.subscribers[subscriber] = None
        try:
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.send", "text": first})
            subscriber.write = scope["extensions"].get(PUSH, subscriber.write)
            disconnected = asyncio.ensure_future(self._wait_for_disconnect(receive, subscriber))
            try:
                await self._send_views(table, subscriber, send)
            finally:
                disconnected.cancel()
        finally:
            self._manager.disconnect(loaded, subscriber)

    async def _wait_for_disconnect(self, receive: Receive, subscriber: Subscriber) -> None:
        """Close the subscriber when the client disconnects, or sends something, which it may not."""
        message = await receive()
        subscriber.close("gone" if message["type"] == "websocket.disconnect" else "talked")

    async def _send_views(self, table: str, subscriber: Subscriber, send: Send) -> None:
        """Send views as they are queued; after an overflow the newest whole view."""
        try:
            while True:
                subscriber.busy = False
                await subscriber.ready()
                subscriber.busy = True
                if subscriber.closed:
                    break
                if subscriber.overflowed:
                    async with self._manager.table(table) as loaded:
                        subscriber.overflowed = False
                        subscriber.queue.clear()
                        text = self._whole_view(loaded, subscriber)
                else:
                    version, view = subscriber.queue.popleft()
                    subscriber.sent = version
                    text = view.decode()
                await send({"type": "websocket.send", "text": text})
        except (ApiError, StoreError):
            subscriber.closed = "lost"
        except Exception as error:  # The client disconnected during a send; every ASGI server raises its own error for that.
            log.debug("connection lost", extra={"why": type(error).__name__})
            return
        if subscriber.closed != "gone":
            code = CLOSE_CODES.get(subscriber.closed, INTERNAL_ERROR)
            await send({"type": "websocket.close", "code": code, "reason": subscriber.closed})

    def _whole_view(self, loaded: LoadedTable, subscriber: Subscriber) -> str:
        """Return the newest whole view with the log entries that the client has not seen."""
        with use_language(subscriber.language):
            view = loaded.view.whole(subscriber.seat, subscriber.sent, self._manager.now())
        subscriber.sent = view.version
        return encoder.encode(view).decode()
