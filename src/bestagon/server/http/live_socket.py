"""Live connections: views of a table for a viewer, and the moves of a player."""

from __future__ import annotations

from functools import partial
from typing import Final

from bestagon.core.position import SPECTATOR
from bestagon.i18n import use_language
from bestagon.server.edge.messages import HttpResponse, WebSocket
from bestagon.server.errors import ApiError
from bestagon.server.http.context import Context
from bestagon.server.http.dispatch import EndpointApp, Request, check_still_valid, identify, problem_response
from bestagon.server.http.languages import preferred
from bestagon.server.http.socket_moves import SocketMoves
from bestagon.server.limits.limits import ViewTraffic
from bestagon.server.store.base import StoreError
from bestagon.server.tables.loaded import LoadedTable
from bestagon.server.tables.subscribers import Subscriber
from bestagon.server.tables.views import check_viewer, encoder

CLOSE_CODES: Final = {"stop": 1012, "talked": 1008, "seat": 1008, "ended": 1008, "link": 1008, "revoked": 1008}
"""WebSocket close codes by reason: service restart and policy violation."""
INTERNAL_ERROR: Final = 1011
SHORTEST_REST: Final = 0.5
"""Seconds until a connection whose address was sent too much is looked at again."""


def _ignore(text: bytes) -> None:
    pass


def _send_nothing(view: bytes) -> bool:
    return False


class LiveSocket:
    """Serves live views."""

    def __init__(self, context: Context, act: EndpointApp) -> None:
        """Serve the live views of all tables; moves go to the endpoint `act`."""
        self._context = context
        self._act = act
        self._manager = context.manager

    async def serve(self, request: Request, socket: WebSocket) -> HttpResponse | None:
        """Serve one connection until either side closes it, or return a Problem instead of accepting it."""
        limits = self._context.limits
        try:
            if not self._context.origins.allow(request.headers):
                raise ApiError("bad_origin", "pages of that origin may not use this server")
            identify(self._context, request)
            limits.acquire("live connections", limits.sockets, request.visitor, request.network)
        except ApiError as error:
            return problem_response(self._context, error)
        try:
            await self._follow(request, socket)
        except ApiError as error:
            return problem_response(self._context, error)
        except StoreError:
            return problem_response(self._context, ApiError("not_stored", "the store is unavailable: try again soon"))
        finally:
            limits.sockets.release(request.visitor, request.network)
        return None

    async def _follow(self, request: Request, socket: WebSocket) -> None:
        table = request.params["table"]
        seat = request.query_number("seat", SPECTATOR, SPECTATOR)
        since = request.query_number("since", 0, 0)
        async with self._manager.table(table) as loaded:
            await self._manager.read_committed(loaded, partial(check_viewer, visitor=request.visitor, seat=seat), since)
            # Perhaps during the wait for the table, when there was no connection to close yet.
            check_still_valid(self._context, request)
            subscriber = Subscriber(request.visitor, seat, preferred(request.query, request.headers))
            subscriber.sent = since
            subscriber.pay = ViewTraffic(self._context.limits, request.network).pay
            self._manager.connect(loaded, subscriber)
            first = self._whole_view(loaded, subscriber)
            loaded.subscribers[subscriber] = None
        self._context.limits.spend_traffic(request.network, len(first))
        moves = SocketMoves(self._act, request, subscriber, socket)
        try:
            socket.on_text = moves.receive
            socket.on_closed = lambda: subscriber.close("gone")
            socket.accept()
            socket.push(first)
            subscriber.write = moves.write
            await self._send_views(table, subscriber, socket, request.network)
        finally:
            moves.end()
            self._manager.disconnect(loaded, subscriber)
            # The three refer to each other: the request's head and unsent views would wait for the garbage collector.
            socket.on_text, subscriber.write = _ignore, _send_nothing
            subscriber.queue.clear()

    async def _send_views(self, table: str, subscriber: Subscriber, socket: WebSocket, network: str) -> None:
        """Send views as they are queued; after an overflow the newest whole view, as soon as the address may be sent more."""
        limits = self._context.limits
        try:
            while True:
                subscriber.busy = False
                await subscriber.ready()
                subscriber.busy = True
                if subscriber.closed:
                    break
                # Only a slow client has a queue, and it gets the next view when it has read the last one.
                if not await socket.drained():
                    return
                if subscriber.overflowed:
                    while not subscriber.closed and (seconds := limits.traffic_wait(network)):
                        # Perhaps hundreds of connections of the address wait.
                        await subscriber.rest(max(SHORTEST_REST, seconds))
                    async with self._manager.table(table) as loaded:
                        if subscriber.closed:
                            # The seat may have been lost during the wait, and the newest view is no longer for this client.
                            break
                        subscriber.overflowed = False
                        subscriber.queue.clear()
                        view = self._whole_view(loaded, subscriber)
                        limits.spend_traffic(network, len(view))
                else:
                    subscriber.sent, view = subscriber.queue.popleft()
                while not socket.push(view):
                    # An answer to a move may have gone first.
                    if not await socket.drained():
                        return
        except (ApiError, StoreError):
            subscriber.closed = "lost"
        socket.close(CLOSE_CODES.get(subscriber.closed, INTERNAL_ERROR), subscriber.closed)

    def _whole_view(self, loaded: LoadedTable, subscriber: Subscriber) -> bytes:
        """Return the newest whole view with the log entries that the client has not seen."""
        with use_language(subscriber.language):
            view = loaded.view.whole(subscriber.seat, subscriber.sent, self._manager.now())
        subscriber.sent = view.version
        return encoder.encode(view)
