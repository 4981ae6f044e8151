"""Clients of a boardgame.io server."""

from __future__ import annotations

import asyncio
import json
import random
import time
from typing import Any

import msgspec

from bestagon.games.beerhex.board import SHAPE, TRIPLES
from peer.websocket import WebSocket

CELLS = len(SHAPE)
CENTRE = CELLS // 2
GROUPS = [tuple(cell for cell in range(CELLS) if int(three) >> cell & 1) for three in TRIPLES]
"""All triples of cells that can be attacked together."""


class PlayerSocket:
    """A player's connection: minimal Socket.IO."""

    def __init__(self, port: int, match: str, player: int) -> None:
        """Create the connection of one player."""
        self._socket = WebSocket(port, "/socket.io/?EIO=4&transport=websocket")
        self.match = match
        self.player = str(player)

    async def open(self) -> Any:  # noqa: ANN401
        """Connect and return the state."""
        await self._socket.connect()
        await self._text()
        self.send("40/beerhex,")
        await self._text()
        self.send("42/beerhex," + json.dumps(["sync", self.match, self.player, None, 2]))
        return await self.receive()

    def send(self, text: str) -> None:
        """Send a text."""
        self._socket.send(text.encode())

    async def _text(self) -> bytes:
        """Return the next text, and answer the pings of Socket.IO."""
        while (data := await self._socket.receive()) == b"2":
            self.send("3")
        return data

    async def receive(self) -> Any:  # noqa: ANN401
        """Return the next state."""
        while True:
            data = await self._text()
            if data.startswith(b"42/beerhex,"):
                name, *parts = msgspec.json.decode(data[11:])
                if name == "sync":
                    return parts[1]["state"]
                if name == "update":
                    return parts[1]

    def close(self) -> None:
        """Close the connection."""
        self._socket.close()


class BoardgamePlayers:
    """Two players at one match who move as fast as they receive each other's moves."""

    def __init__(self, port: int, name: str, dice: random.Random) -> None:
        """Name the matches with this prefix."""
        self._port = port
        self._name = name
        self._dice = dice
        self._count = 0
        self.latencies: list[float] = []

    async def open(self) -> None:
        """Start a new match."""
        self._count += 1
        self._lives = [PlayerSocket(self._port, f"{self._name}-{self._count}", player) for player in (0, 1)]
        self._states = [await live.open() for live in self._lives]

    async def play(self, end: float, pace: float) -> None:
        """Move until the end; with a pace, once every `pace` seconds."""
        due = time.perf_counter() + self._dice.random() * pace
        while time.perf_counter() < end:
            if pace:
                await asyncio.sleep(max(0.0, due - time.perf_counter()))
                due += pace
            if "gameover" in self._states[0]["ctx"]:
                for live in self._lives:
                    live.close()
                await self.open()
            await self._move()

    async def _move(self) -> None:
        player = int(self._states[0]["ctx"]["currentPlayer"])
        state, live = self._states[player], self._lives[player]
        kind, *args = self._dice.choice(moves(state["G"], live.player))
        payload = {"type": kind, "args": args, "playerID": live.player, "credentials": None}
        action = {"type": "MAKE_MOVE", "payload": payload}
        sent = time.perf_counter()
        live.send("42/beerhex," + json.dumps(["update", action, state["_stateID"], live.match, live.player]))
        self._states = [await one.receive() for one in self._lives]
        self.latencies.append(time.perf_counter() - sent)
        if self._states[0]["_stateID"] == state["_stateID"]:
            raise RuntimeError(f"the server refused {kind} {args}")


def moves(seen: dict[str, Any], player: str) -> list[list[Any]]:
    """Return a legal action from the player's view."""
    if seen["loser"] is not None:
        return [["start", "0"], ["start", "1"]]
    cells, hand = seen["cells"], seen["hands"][player]
    opening = seen["start"] == player and not any(cells)
    empty = [cell for cell in range(CELLS) if cells[cell] is None and not (opening and cell == CENTRE)]
    found: list[list[Any]] = [["place", cell, symbol] for cell in empty for symbol in "01" if hand[symbol]]
    if not seen["attacked"] and seen["filling"] is None:
        down = {cell for cell in range(CELLS) if cells[cell] and not cells[cell]["up"]}
        found += [["attack", *three] for three in GROUPS if down.issuperset(three)]
    return found
