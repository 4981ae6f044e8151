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

    def __init__(self, doors: Context, keeper: TableManager) -> None:
        """Show the tables of a keeper."""
        self._doors = doors
        self._keeper = keeper

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection until one side ends it."""
        call = Request(scope, dict(scope["headers"]))
        await receive()
        try:
            if not self._doors.origins.allow(call.headers):
                raise ApiError("bad_origin", "pages of that origin may not use this server")
            self._doors.identify(call)
            counted = call.visitor or f"@{call.address}"
            if not self._doors.limits.sockets.enter(counted):
                raise ApiError("too_many", "too many live connections: close some first")
        except ApiError as refused:
            await self._deny(refused, send)
            return
        try:
            await self._serve(call, scope, receive, send)
        except ApiError as refused:
            await self._deny(refused, send)
        except StoreError:
            await self._deny(ApiError("not_stored", "the table cannot be read now: try again soon"), send)
        finally:
            self._doors.limits.sockets.leave(counted)

    async def _deny(self, refused: ApiError, send: Send) -> None:
        """Refuse the handshake with a Problem."""
        self._doors.metrics.refusals.add(refused.name)
        body = msgspec.json.encode(Problem(refused.name, refused.message, refused.version))
        headers = [(b"content-type", JSON), (b"content-length", str(len(body)).encode())]
        await send({"type": "websocket.http.response.start", "status": refused.status, "headers": headers})
        await send({"type": "websocket.http.response.body", "body": body})

    async def _serve(self, call: Request, scope: Scope, receive: Receive, send: Send) -> None:
        table = call.params["table"]
        seat = call.number("seat", SPECTATOR, SPECTATOR)
        since = call.number("since", 0, 0)
        async with self._keeper.table(table) as kept:
            await self._keeper.certain(kept, partial(check_viewer, visitor=call.visitor, seat=seat))
            listener = Subscriber(call.visitor, seat, preferred(call.query, call.headers))
            listener.sent = since
            self._keeper.came(kept, listener)
            first = self._whole(kept, listener)
            kept.listeners.add(listener)
        try:
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.send", "text": first})
            listener.write = scope["extensions"].get(PUSH, listener.write)
            hangup = asyncio.ensure_future(self._hangup(receive, listener))
            try:
                await self._talk(table, listener, send)
            finally:
                hangup.cancel()
        finally:
            self._keeper.left(kept, listener)

    async def _hangup(self, receive: Receive, listener: Subscriber) -> None:
        """Wait until the other end goes, or talks, which it may not."""
        message = await receive()
        listener.close("gone" if message["type"] == "websocket.disconnect" else "talked")

    async def _talk(self, table: str, listener: Subscriber, send: Send) -> None:
        """Send views as they come; after a jam the newest whole one."""
        try:
            while True:
                listener.busy = False
                await listener.ready()
                listener.busy = True
                if listener.closed:
                    break
                if listener.jammed:
                    async with self._keeper.table(table) as kept:
                        listener.jammed = False
                        listener.queue.clear()
                        text = self._whole(kept, listener)
                else:
                    version, view = listener.queue.popleft()
                    listener.sent = version
                    text = view.decode()
                await send({"type": "websocket.send", "text": text})
        except (ApiError, StoreError):
            listener.closed = "lost"
        except Exception as error:  # the other end went while we were sending; servers raise errors of their own for it
            log.debug("connection lost", extra={"why": type(error).__name__})
            return
        if listener.closed != "gone":
            code = {"stop": RESTART, "talked": MUTE, "seat": MUTE}.get(listener.closed, LOST)
            await send({"type": "websocket.close", "code": code, "reason": listener.closed})

    def _whole(self, kept: LoadedTable, listener: Subscriber) -> str:
        """Return the newest whole view, with the log of what the other end has not seen."""
        with use_language(listener.language):
            view = kept.view.whole(listener.seat, listener.sent, self._keeper.now())
        listener.sent = view.version
        return encoder.encode(view).decode()
