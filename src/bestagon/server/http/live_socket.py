"""The live view: a WebSocket that only the server talks on."""

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
from bestagon.server.http.dispatch import Context, Request
from bestagon.server.http.handlers.tables import check_viewer
from bestagon.server.http.headers import JSON
from bestagon.server.http.languages import preferred
from bestagon.server.http.uvicorn_websocket import PUSH
from bestagon.server.protocol.tables import Problem
from bestagon.server.store.base import StoreError
from bestagon.server.tables.loaded import LoadedTable
from bestagon.server.tables.manager import TableManager
from bestagon.server.tables.subscribers import Subscriber
from bestagon.server.tables.views import encoder

RESTART: Final = 1012
MUTE: Final = 1008
LOST: Final = 1011
log = logging.getLogger("bestagon.server")


class LiveSocket:
    """The ASGI app of live views."""

    def __init__(self, context: Context, manager: TableManager) -> None:
        """Show the tables of a manager."""
        self._context = context
        self._manager = manager

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection until one side ends it."""
        request = Request(scope, dict(scope["headers"]))
        await receive()
        try:
            if not self._context.origins.allow(request.headers):
                raise ApiError("bad_origin", "pages of that origin may not use this server")
            self._context.identify(request)
            counted = request.visitor or f"@{request.address}"
            if not self._context.limits.sockets.enter(counted):
                raise ApiError("too_many", "too many live connections: close some first")
        except ApiError as refused:
            await self._deny(refused, send)
            return
        try:
            await self._serve(request, scope, receive, send)
        except ApiError as refused:
            await self._deny(refused, send)
        except StoreError:
            await self._deny(ApiError("not_stored", "the table cannot be read now: try again soon"), send)
        finally:
            self._context.limits.sockets.leave(counted)

    async def _deny(self, refused: ApiError, send: Send) -> None:
        """Refuse the handshake with a Problem."""
        self._context.metrics.refusals.add(refused.name)
        body = msgspec.json.encode(Problem(refused.name, refused.message, refused.version))
        headers = [(b"content-type", JSON), (b"content-length", str(len(body)).encode())]
        await send({"type": "websocket.http.response.start", "status": refused.status, "headers": headers})
        await send({"type": "websocket.http.response.body", "body": body})

    async def _serve(self, request: Request, scope: Scope, receive: Receive, send: Send) -> None:
        table = request.params["table"]
        seat = request.number("seat", SPECTATOR, SPECTATOR)
        since = request.number("since", 0, 0)
        async with self._manager.table(table) as loaded:
            await self._manager.read_committed(loaded, partial(check_viewer, visitor=request.visitor, seat=seat))
            subscriber = Subscriber(request.visitor, seat, preferred(request.query, request.headers))
            subscriber.sent = since
            self._manager.connect(loaded, subscriber)
            first = self._whole(loaded, subscriber)
            loaded.subscribers.add(subscriber)
        try:
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.send", "text": first})
            subscriber.write = scope["extensions"].get(PUSH, subscriber.write)
            hangup = asyncio.ensure_future(self._hangup(receive, subscriber))
            try:
                await self._talk(table, subscriber, send)
            finally:
                hangup.cancel()
        finally:
            self._manager.disconnect(loaded, subscriber)

    async def _hangup(self, receive: Receive, subscriber: Subscriber) -> None:
        """Wait until the other end goes, or talks, which it may not."""
        message = await receive()
        subscriber.close("gone" if message["type"] == "websocket.disconnect" else "talked")

    async def _talk(self, table: str, subscriber: Subscriber, send: Send) -> None:
        """Send views as they come; after a jam the newest whole one."""
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
                        text = self._whole(loaded, subscriber)
                else:
                    version, view = subscriber.queue.popleft()
                    subscriber.sent = version
                    text = view.decode()
                await send({"type": "websocket.send", "text": text})
        except (ApiError, StoreError):
            subscriber.closed = "lost"
        except Exception as error:  # the other end went while we were sending; servers raise errors of their own for it
            log.debug("connection lost", extra={"why": type(error).__name__})
            return
        if subscriber.closed != "gone":
            code = {"stop": RESTART, "talked": MUTE, "seat": MUTE}.get(subscriber.closed, LOST)
            await send({"type": "websocket.close", "code": code, "reason": subscriber.closed})

    def _whole(self, loaded: LoadedTable, subscriber: Subscriber) -> str:
        """Return the newest whole view, with the log of what the other end has not seen."""
        with use_language(subscriber.language):
            view = loaded.view.whole(subscriber.seat, subscriber.sent, self._manager.now())
        subscriber.sent = view.version
        return encoder.encode(view).decode()
