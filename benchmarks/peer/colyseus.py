"""Clients of a Colyseus server.

They do not decode its binary patches, which costs the server nothing: both players of a match are in one process, so one
engine knows what is legal. A move that the server refuses ends the benchmark, so both must have the same rules.
"""

from __future__ import annotations

import asyncio
import random
import time
from typing import Final

import msgspec

import bestagon
from bestagon.games.beerhex.board import SHAPE
from peer.websocket import BINARY, WebSocket

JOIN: Final = 10
ERROR: Final = 11
MESSAGE: Final = 13
STATE: Final = 14
PATCH: Final = 15
"""First bytes of Colyseus's messages."""
NEVER: Final = ("declare", "cannot", "concede")
"""Actions that the clients of this benchmark do not use."""


class Seat:
    """A player's connection."""

    def __init__(self, port: int) -> None:
        """Connect to a server."""
        self._port = port

    async def join(self, path: str, options: object) -> str:
        """Create a room or join it, wait for its state, and return its id."""
        body = msgspec.json.encode(options)
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        head = f"POST /matchmake/{path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\nContent-Type: application/json\r\n"
        writer.write(f"{head}Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode() + body)
        answer = msgspec.json.decode((await reader.read()).partition(b"\r\n\r\n")[2])
        writer.close()
        self._socket = WebSocket(self._port, f"/{answer['processId']}/{answer['roomId']}?sessionId={answer['sessionId']}")
        await self._socket.connect()
        await self._hear(JOIN)
        self._socket.send(bytes([JOIN]), BINARY)
        await self._hear(STATE)
        return str(answer["roomId"])

    def send(self, kind: str, numbers: list[int]) -> None:
        """Send a move: a short text and a list of small numbers in MessagePack."""
        self._socket.send(bytes([MESSAGE, 0xA0 | len(kind), *kind.encode(), 0x90 | len(numbers), *numbers]), BINARY)

    async def patched(self) -> None:
        """Wait for the next change."""
        await self._hear(PATCH)

    async def _hear(self, kind: int) -> None:
        """Wait for a message; RuntimeError if the server refuses."""
        # Bits above 31 only say that more is attached.
        while (first := (await self._socket.receive())[0] & 31) != kind:
            if first == ERROR:
                raise RuntimeError("the server refused a move")

    def close(self) -> None:
        """Close the connection."""
        self._socket.close()


class ColyseusPlayers:
    """Two players at one match who move as fast as they receive each other's moves."""

    def __init__(self, port: int, dice: random.Random) -> None:
        """Play with this source of chance."""
        self._port = port
        self._dice = dice
        self.latencies: list[float] = []

    async def open(self) -> None:
        """Start a new match."""
        self._table = bestagon.start("beerhex", seed=self._dice.getrandbits(32))
        self._seats = [Seat(self._port), Seat(self._port)]
        room = await self._seats[0].join("create/beerhex", {"start": self._table.acting[0]})
        await self._seats[1].join(f"joinById/{room}", {})

    async def play(self, end: float, pace: float) -> None:
        """Move until the end; with a pace, once every `pace` seconds."""
        due = time.perf_counter() + self._dice.random() * pace
        while time.perf_counter() < end:
            if pace:
                await asyncio.sleep(max(0.0, due - time.perf_counter()))
                due += pace
            if self._table.over:
                for seat in self._seats:
                    seat.close()
                await self.open()
            await self._move()

    async def _move(self) -> None:
        move = self._dice.choice([move for move in self._table.moves() if move.text not in NEVER])
        kind, numbers = written(move.text, move.seat)
        self._table.play(move)
        sent = time.perf_counter()
        self._seats[move.seat].send(kind, numbers)
        for seat in self._seats:
            await seat.patched()
        self.latencies.append(time.perf_counter() - sent)


def written(text: str, seat: int) -> tuple[str, list[int]]:
    """Return a move in the peer's words: cells and symbols (0 for Gold, 1 for Silver) are numbers."""
    first, *rest = text.split()
    if first == "start":
        return "begin", [0 if rest[0] == "gold" else 1]
    if first == "attack":
        return "attack", [SHAPE.find(cell) for cell in rest]
    return "place", [SHAPE.find(first), seat if rest[0] == "own" else 1 - seat]
