"""The network between clients and server processes: bytes that are slow, arrive in pieces, and stop at any time."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any

from tests.server.simulation.processes import ServerProcess
from tests.server.simulation.surroundings import Surroundings

BUFFERS = (128 * 1024, 128 * 1024, 4096, 1024)
"""Bytes that the kernel and the network may take for one reader; what exceeds them waits in the server."""
SILENCE = 40.0
"""Seconds until a client notices the end of a connection that was not reported."""


class Lost(Exception):
    """No answer came: the request may or may not have been carried out."""


class Network:
    """Connects clients to any process that serves."""

    def __init__(self, around: Surroundings) -> None:
        self.around = around
        self.processes: list[ServerProcess] = []
        self.wires: dict[Wire, None] = {}
        """The connections that clients have open."""
        self.copies: dict[str, int] = {}
        """How many copies of each keyed request have been sent."""

    def seconds(self) -> float:
        """Draw how long a message takes."""
        dice = self.around.chance.of("latency")
        if self.around.strikes("delayed_message"):
            return dice.uniform(1.0, 9.0)
        return 0.002 + dice.expovariate(40.0)

    def pick(self) -> ServerProcess | None:
        """Draw a process that serves."""
        serving = [process for process in self.processes if process.serving]
        return self.around.chance.of("balance").choice(serving) if serving else None

    def pick_any(self) -> ServerProcess | None:
        """Return the first process that serves, without drawing."""
        return next((process for process in self.processes if process.serving), None)

    async def connect(self, address: str, end: ClientEnd) -> Wire:
        """Return a connection to a process; Lost if nobody listens."""
        process = self.pick()
        await asyncio.sleep(self.seconds())
        if process is None or not process.serving:
            raise Lost("nobody listens")
        return Wire(self, process, address, end)

    def process_ended(self, process: ServerProcess) -> None:
        """Cut all connections of a process: most clients are told, some notice late."""
        dice = self.around.chance.of("ends")
        for wire in list(self.wires):
            if wire.process is process:
                told = dice.random() < 0.8
                self.around.loop.call_later(self.seconds() if told else SILENCE, wire.reset_client)


class ClientEnd:
    """A client's handler of received data."""

    def received(self, data: bytes) -> None:
        """Handle received bytes."""

    def ended(self) -> None:
        """Handle the end of the data."""


class Direction:
    """One direction of a connection: bytes arrive in order, later, and in pieces."""

    def __init__(self, network: Network, arrive: Callable[[bytes], None]) -> None:
        self.under_way = 0
        self.stalled_until = 0.0
        self.silent = False
        """Whether nothing arrives any more."""
        self._network = network
        self._arrive = arrive
        self._pieces: deque[bytes] = deque()
        self._at = 0.0

    def send(self, data: bytes) -> None:
        """Send bytes; none for the end."""
        self.under_way += len(data)
        dice = self._network.around.chance.of("pieces")
        delay = self._network.seconds()
        cuts = sorted(dice.randrange(len(data)) for _ in range(dice.randrange(1, 4))) if data and dice.random() < 0.2 else []
        for start, end in zip([0, *cuts], [*cuts, len(data)], strict=True):
            if start < end or not data:
                self._put(delay, data[start:end])
                delay += dice.expovariate(100.0)

    def _put(self, delay: float, piece: bytes) -> None:
        loop = self._network.around.loop
        self._at = max(self._at, loop.time() + delay, self.stalled_until)
        self._pieces.append(piece)
        loop.call_at(self._at, self._next)

    def _next(self) -> None:
        # Timers of the same time fire in any order, bytes arrive in theirs.
        piece = self._pieces.popleft()
        if not self.silent:
            self.under_way -= len(piece)
            self._arrive(piece)


class Wire(asyncio.Transport):
    """One connection: the server's transport, and the way of the bytes to and from the client."""

    def __init__(self, network: Network, process: ServerProcess, address: str, end: ClientEnd) -> None:
        super().__init__()
        self.process = process
        self.open = True
        """Whether the client has not ended it, as far as the client knows."""
        self._network = network
        self._address = address
        self._end = end
        self._up = Direction(network, self._reach_server)
        self._down = Direction(network, self._reach_client)
        self._room = network.around.chance.of("buffers").choice(BUFFERS)
        self._waiting: deque[bytes] = deque()
        """Written bytes that have not been sent yet."""
        self._waiting_bytes = 0
        self._paused_writing = False
        self._reading = True
        self._unread: deque[bytes] = deque()
        self._closing = False
        self._eof_written = False
        self._lost = False
        network.wires[self] = None
        self._protocol: asyncio.Protocol = process.enter(process.new_connection)
        process.enter(self._protocol.connection_made, self)

    # The client's side.

    def send(self, data: bytes) -> None:
        """Send bytes to the server."""
        if self.open:
            self._up.send(data)

    def finish(self) -> None:
        """Close the connection as a client that has what it wanted."""
        if self.open:
            self._up.send(b"")
            self._forget()

    def reset(self) -> None:
        """End the connection at once; the server is told."""
        self.reset_client()
        self._network.around.loop.call_later(self._network.seconds(), self._lose, ConnectionResetError("reset by the client"))

    def vanish(self) -> None:
        """End the connection without telling anybody: the client notices after a while, the server on its own."""
        self._up.silent = self._down.silent = True
        self._network.around.loop.call_later(SILENCE, self.reset_client)

    def stall(self, until: float) -> None:
        """Let nothing through to the client for a while."""
        self._down.stalled_until = until

    def reset_client(self) -> None:
        """Tell the client that the connection has ended."""
        if self.open:
            self._forget()
            self._end.ended()

    def _forget(self) -> None:
        self.open = False
        self._network.wires.pop(self, None)

    def _reach_client(self, data: bytes) -> None:
        self._fill()
        if not self.open:
            # The client's system answers a closed connection with a reset.
            self._network.around.loop.call_later(self._network.seconds(), self._lose, ConnectionResetError("closed by the client"))
        elif data:
            self._end.received(data)
        else:
            self.reset_client()

    # The server's side, called in its process.

    def _reach_server(self, data: bytes) -> None:
        if self.process.dead or self._lost:
            return
        self._network.around.note(f"{self.process.name} gets {len(data)} bytes from {self._address}")
        if not self._reading:
            self._unread.append(data)
        elif data:
            self.process.enter(self._protocol.data_received, data)
        elif not self.process.enter(self._protocol.eof_received):
            self.close()

    def _lose(self, error: Exception | None) -> None:
        if not self._lost and not self.process.dead:
            self._lost = self._closing = True
            self.process.enter(self._protocol.connection_lost, error)

    def write(self, data: Any) -> None:
        """Take bytes for the client; what the kernel does not take waits."""
        if self._lost or self._closing or self._eof_written or self.process.dead or not data:
            return
        self._waiting.append(bytes(data))
        self._waiting_bytes += len(data)
        self._fill()
        if self._waiting_bytes and not self._paused_writing:
            self._paused_writing = True
            self._protocol.pause_writing()

    def _fill(self) -> None:
        """Send as much as fits."""
        while self._waiting and self._down.under_way < self._room and not self.process.dead:
            data = self._waiting.popleft()
            room = self._room - self._down.under_way
            if data and len(data) > room:
                self._waiting.appendleft(data[room:])
                data = data[:room]
            self._waiting_bytes -= len(data)
            self._down.send(data)
        if self._paused_writing and not self._waiting_bytes and not self._lost:
            self._paused_writing = False
            self.process.enter(self._protocol.resume_writing)
        if self._closing and not self._waiting and not self._lost:
            self._network.around.loop.call_soon(self._lose, None)

    def write_eof(self) -> None:
        """End this direction."""
        if not self._eof_written:
            self._eof_written = True
            self._waiting.append(b"")
            self._fill()

    def can_write_eof(self) -> bool:
        """Tell that `write_eof` works."""
        return True

    def close(self) -> None:
        """Close once all written bytes have been sent."""
        if not self._closing:
            self.write_eof()
            self._closing = True
            self._fill()

    def abort(self) -> None:
        """Close at once."""
        if not self._lost:
            self._closing = True
            self._waiting.clear()
            self._waiting_bytes = 0
            loop = self._network.around.loop
            loop.call_soon(self._lose, None)
            loop.call_later(self._network.seconds(), self._reset_unless_silent)

    def _reset_unless_silent(self) -> None:
        if not self._down.silent:
            self.reset_client()

    def is_closing(self) -> bool:
        """Tell whether it is closing or closed."""
        return self._closing

    def pause_reading(self) -> None:
        """Deliver nothing for now."""
        self._reading = False

    def resume_reading(self) -> None:
        """Deliver again."""
        if not self._reading:
            self._reading = True
            self._network.around.loop.call_soon(self._read_on)

    def _read_on(self) -> None:
        while self._unread and self._reading:
            self._reach_server(self._unread.popleft())

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        """Return the client's address."""
        return (self._address, 1) if name == "peername" else default

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """Accept the only limit there is: everything that waits counts."""
        if high != 0:
            raise NotImplementedError("the simulated transport pauses as soon as anything waits")

    def get_write_buffer_size(self) -> int:
        """Return how many bytes wait."""
        return self._waiting_bytes
