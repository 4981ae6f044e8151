"""The edge as a whole: accepts connections, counts them, and runs the one timer that ends the slow ones."""

from __future__ import annotations

import asyncio
import logging
import socket
import time
from collections.abc import Callable, Coroutine
from email.utils import formatdate
from heapq import heapify, heappop, heapreplace
from typing import Any, Final

from bestagon.server.edge.addresses import Proxies, address_group
from bestagon.server.edge.connection import Connection, ConnectionSession, Use
from bestagon.server.edge.http_session import HttpSession
from bestagon.server.edge.limits import BACKLOG, MB, EdgeLimits
from bestagon.server.edge.memory import return_freed
from bestagon.server.edge.messages import HttpRequest, Site, render
from bestagon.server.edge.places import Places
from bestagon.server.limits.allowance import Buckets, Rate
from bestagon.server.limits.networks import WIDE, customer, wide_network
from bestagon.server.logs import RateLimitedLog
from bestagon.server.metrics import Metrics

ORDERLY: Final = frozenset(("done", "closed", "idle", "stop", "gone"))
"""Reasons for the end of a connection that need no log line."""
SHED_TO: Final = 0.75
"""Share of the limit that is still in use after the largest holders were disconnected."""
RETURN_BYTES: Final = 8 * MB
"""How much less connections must hold than before until what they held is returned to the system."""
RETURN_SECONDS: Final = 2.0
"""Seconds between two returns: one takes 1 to 5 ms."""
log = logging.getLogger("bestagon.server")


class Edge:
    """All connections of one process."""

    def __init__(
        self,
        site: Site,
        limits: EdgeLimits,
        metrics: Metrics,
        proxies: str = "",
        clock: Callable[[], float] = time.time,
    ) -> None:
        """Serve a site; call inside a running loop. The clock is for the Date header only."""
        self.site = site
        self.limits = limits
        self.loop = asyncio.get_running_loop()
        self.stopping = False
        self.date = b""
        """The Date header of the current second."""
        self._metrics = metrics
        self._proxies = Proxies(proxies)
        self._clock = clock
        self._log = RateLimitedLog(log, clock=self.loop.time)
        self._connections: dict[Connection, None] = {}
        """In order of arrival."""
        self._idle: dict[Connection, None] = {}
        """Connections without a running request, longest first."""
        self._places = Places()
        self._most_wide = max(limits.address_connections, min(WIDE * limits.address_connections, limits.connections // 4))
        """Connections of an IPv6 network of a /48."""
        self._connects = Buckets(Rate(limits.connect_rate, limits.connect_burst))
        self._wide_connects = Buckets(Rate(WIDE * limits.connect_rate, WIDE * limits.connect_burst))
        self._strikes = Buckets(Rate(limits.strike_rate, limits.strike_burst))
        self._slow: dict[Connection, None] = {}
        """Connections whose client does not read fast enough."""
        self._held = 0
        """Unread output and incomplete input in bytes."""
        self._held_before = 0
        """The most that connections have held since memory was last returned."""
        self._returned_at = 0.0
        self._tasks: dict[asyncio.Task[None], None] = {}
        self._servers: list[asyncio.Server] = []
        self._empty: asyncio.Future[None] | None = None
        self._timer = self.loop.call_soon(self._tick)
        self._set_date()

    async def listen(self, sockets: list[socket.socket]) -> None:
        """Accept connections on bound sockets."""
        for bound in sockets:
            self._servers.append(await self.loop.create_server(self.connection, sock=bound, backlog=BACKLOG))

    def connection(self) -> Connection:
        """Return the protocol of a new connection."""
        return Connection(self)

    def first_session(self, connection: Connection) -> ConnectionSession:
        """Return the protocol that a connection starts with."""
        return HttpSession(connection)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a task that belongs to a connection but may outlive it: a move is stored even if its player has left."""
        task = self.loop.create_task(work)
        self._tasks[task] = None
        task.add_done_callback(self._tasks.pop)

    def client_of(self, connection: Connection, request: HttpRequest) -> str:
        """Return the client's address."""
        return connection.peer if connection.group else self._proxies.client(connection.peer, request.headers)

    # Admission

    def admit(self, connection: Connection) -> bool:
        """Count a new connection, or refuse it if there are too many."""
        group = "" if self._proxies.trust(connection.peer) else address_group(connection.peer) or "?"
        why = ""
        if self.stopping:
            why = "stopping"
        elif group and not self._may_connect(group):
            why = "churn"
        elif group and self._places.count(group) >= self.limits.address_connections:
            why = "address"
        elif group and self._places.count_wide(group) >= self._most_wide:
            why = "network"
        elif len(self._connections) >= self.limits.connections and not self._evict(group):
            why = "full"
        if why:
            self._refuse(connection, why)
            return False
        connection.group = group
        self._connections[connection] = None
        if group:
            self._places.add(connection)
        self.set_idle(connection)
        connection.deadline = connection.since + self.limits.head_seconds
        return True

    def _refuse(self, connection: Connection, why: str) -> None:
        self._metrics.refused_connections.inc(why)
        self._log.warning("connection refused", why, why=why, address=connection.peer, open=len(self._connections))
        connection.ending = why
        if why == "churn":
            # An answer would cost more than the connection.
            connection.transport.abort()
            return
        response = self.site.refuse(503, "too many connections: try again in a few seconds")
        connection.transport.write(render(response, self.date, False, True))
        connection.transport.close()

    def _may_connect(self, group: str) -> bool:
        """Count a new connection of an address; return whether it comes after a pause long enough."""
        now = self.loop.time()
        buckets = [self._connects.level(group, now)]
        wide = wide_network(group)
        if wide:
            buckets.append(self._wide_connects.level(wide, now))
        if any(bucket[0] < 1 for bucket in buckets):
            return False
        for bucket in buckets:
            bucket[0] -= 1
        return True

    def _evict(self, group: str) -> bool:
        """Make room for a connection of an address; return whether that is possible.

        The address with most connections loses the one it uses least, unless the new one would make its own address just as large;
        otherwise the connection that has been without a request for longest makes way.
        """
        spare = self._places.spare() if self._places.count(group) + 1 < self._places.largest else None
        if spare is None:
            spare = next(iter(self._idle), None)
            if spare is None or self.loop.time() - spare.since < self.limits.evict_seconds:
                return False
        spare.abort("evicted")
        return True

    def forget(self, connection: Connection) -> None:
        """Stop counting a closed connection."""
        connection.kept = 0
        self._slow.pop(connection, None)
        self._set_held(connection, 0)
        self._idle.pop(connection, None)
        if connection not in self._connections:
            return
        del self._connections[connection]
        if connection.group:
            self._places.remove(connection)
        if self._empty is not None and not self._connections and not self._empty.done():
            self._empty.set_result(None)

    # Reports from connections

    def set_busy(self, connection: Connection) -> None:
        """Note that a request is running."""
        self._idle.pop(connection, None)
        connection.use = Use.RUNNING

    def set_idle(self, connection: Connection) -> None:
        """Note that no request is running."""
        connection.since = self.loop.time()
        connection.use = Use.IDLE
        self._idle.pop(connection, None)
        self._idle[connection] = None

    def strike(self, connection: Connection, why: str) -> float:
        """Count a refused or invalid request; return the seconds that its answer must wait.

        An address that is refused too often gets its refusals at a steady slow pace, so that a flood of them costs next to nothing. A
        trusted proxy never waits: it may have sent the requests of many clients.
        """
        if not connection.group:
            return 0.0
        limits = self.limits
        bucket = self._strikes.level(customer(connection.group), self.loop.time())
        bucket[0] = max(bucket[0] - 1, -limits.strike_rate * limits.strike_seconds)
        if bucket[0] >= 0:
            return 0.0
        self._metrics.delayed_refusals.inc(why)
        self._log.warning("refusals delayed", why, why=why, address=connection.peer)
        return -bucket[0] / limits.strike_rate

    def count_end(self, connection: Connection, reason: str) -> None:
        """Count the reason why the server ended a connection."""
        self._idle.pop(connection, None)
        self._metrics.ended_connections.inc(reason)
        if reason not in ORDERLY:
            self._log.warning("connection ended", reason, why=reason, address=connection.peer, open=len(self._connections))

    def count_rest(self, connection: Connection) -> None:
        """Count that a connection is not read for a moment, because it delivers too many small pieces."""
        self._metrics.limits.inc("small packets", "connection")
        self._log.warning("small packets", why="small packets", address=connection.peer, open=len(self._connections))

    def watch(self, connection: Connection) -> None:
        """Check regularly whether the client reads."""
        self._slow[connection] = None
        self.count_held(connection)

    def unwatch(self, connection: Connection) -> None:
        """Stop checking: the client has read everything."""
        if connection in self._slow:
            del self._slow[connection]
            self._set_held(connection, connection.kept)

    def count_held(self, connection: Connection) -> None:
        """Count what a connection has in memory; disconnect the clients that hold most if it is too much in total."""
        self._set_held(connection, connection.holding)
        self._held_before = max(self._held_before, self._held)
        if self._held > self.limits.held_bytes:
            self._shed()

    def _set_held(self, connection: Connection, size: int) -> None:
        self._held += size - connection.held
        connection.held = size

    def _shed(self) -> None:
        """Disconnect, one after the other, the largest holder of the address that holds most."""
        for connection in self._slow:
            self._set_held(connection, connection.holding)
        holders: dict[str, list[Connection]] = {}
        # Also those that are closing: a client that has sent its last request may still leave the response unread.
        for connection in sorted((one for one in self._connections if one.held), key=lambda one: one.held):
            holders.setdefault(connection.group, []).append(connection)
        groups = [(-sum(one.held for one in found), group) for group, found in holders.items()]
        heapify(groups)
        while groups and self._held > self.limits.held_bytes * SHED_TO:
            total, group = groups[0]
            worst = holders[group].pop()
            if holders[group]:
                heapreplace(groups, (total + worst.held, group))
            else:
                heappop(groups)
            if worst.ending:
                # It was counted as an orderly end.
                self.count_end(worst, "memory")
            worst.abort("memory")

    # Time

    def _tick(self) -> None:
        """Handle all deadlines that have passed."""
        now = self.loop.time()
        self._timer = self.loop.call_later(self.limits.tick_seconds, self._tick)
        self._set_date()
        for connection in [one for one in self._connections if one.deadline <= now]:
            connection.check_deadline(now)
        for connection in list(self._slow):
            self._set_held(connection, connection.holding)
            connection.check_progress(now)
        self._metrics.connections.set(len(self._connections))
        self._metrics.held_bytes.set(self._held)
        if self._held_before - self._held >= RETURN_BYTES and now - self._returned_at >= RETURN_SECONDS:
            return_freed()
            self._held_before, self._returned_at = self._held, now

    def _set_date(self) -> None:
        self.date = b"date: %b\r\n" % formatdate(self._clock(), usegmt=True).encode()

    async def stop(self, grace: float) -> None:
        """Accept no more connections, close idle ones and WebSockets, and let running requests finish within some seconds."""
        self.stopping = True
        for server in self._servers:
            server.close()
        for connection in list(self._connections):
            connection.session.stop()
        end = self.loop.time() + grace
        if self._connections:
            self._empty = self.loop.create_future()
            await asyncio.wait([self._empty], timeout=grace)
        if self._tasks:
            # Requests of clients that have left.
            await asyncio.wait(self._tasks, timeout=max(0.0, end - self.loop.time()))
        for connection in list(self._connections):
            connection.abort("stop")
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        # The transports close in the next turn of the loop.
        await asyncio.sleep(0)
        self._timer.cancel()
