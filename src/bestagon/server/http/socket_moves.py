"""Moves over a live connection: the same command, checks and answers as POST .../act, without a request around each."""

from __future__ import annotations

import asyncio
from functools import partial
from http import HTTPStatus
from typing import Final

import msgspec

from bestagon.server.edge.messages import WebSocket
from bestagon.server.http.dispatch import EndpointApp, Request
from bestagon.server.protocol.tables import Done, Problem, SocketAnswer, SocketMove
from bestagon.server.tables.live import Committed
from bestagon.server.tables.subscribers import Subscriber

MOST_RUNNING: Final = 8
"""How many moves of one connection may be under way."""
MOST_REFUSED: Final = 20
"""How many messages in a row may be unreadable or over a limit before the connection is closed."""
TOO_MANY: Final = HTTPStatus.TOO_MANY_REQUESTS
_decoder: Final = msgspec.json.Decoder(SocketMove)
_encode: Final = msgspec.json.Encoder().encode


class SocketMoves:
    """The moves of one connection."""

    __slots__ = ("_act", "_answer", "_refused", "_request", "_running", "_socket", "_subscriber")

    def __init__(self, act: EndpointApp, request: Request, subscriber: Subscriber, socket: WebSocket) -> None:
        """Play moves by an endpoint for the visitor of a request that opened a live connection."""
        self._act = act
        self._request = request
        self._subscriber = subscriber
        self._socket = socket
        self._running: set[asyncio.Task[None]] = set()
        self._refused = 0
        """Messages in a row that were unreadable or over a limit."""
        self._answer = b""
        """The answer to a move whose view is sent next, so that both take one call of the kernel."""

    def receive(self, text: bytes) -> None:
        """Start the move in a message."""
        try:
            move = _decoder.decode(text)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            self._refuse(-1, HTTPStatus.BAD_REQUEST, Problem("malformed", f"invalid message: {error}"))
            return
        if len(self._running) >= MOST_RUNNING:
            self._refuse(move.id, TOO_MANY, Problem("too_many", f"at most {MOST_RUNNING} moves at a time: wait for answers"))
            return
        task = asyncio.get_running_loop().create_task(self._play(move))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    def write(self, view: bytes) -> bool:
        """Send a view, after the answer to the move that made it; False if it must wait."""
        if not self._answer:
            return self._socket.push(view)
        if self._socket.push(self._answer, view):
            self._answer = b""
            return True
        return False

    def _refuse(self, number: int, status: int, problem: Problem) -> None:
        """Refuse a message; too many in a row end the connection."""
        self._refused += 1
        if self._refused > MOST_REFUSED:
            self._subscriber.close("talked")
        else:
            self._socket.push(_encode(SocketAnswer(number, status, problem=problem)))

    async def _play(self, move: SocketMove) -> None:
        request = self._request.repeated(move.key)
        request.on_stored = partial(self._stored, move.id, request)
        status, answer = await self._act.run(request, move.act, self._act.admit_message)
        text, self._answer = self._answer, b""
        if request.on_stored is None:
            self._refused = 0
            if not text:
                return  # It went with the view.
        elif status == TOO_MANY:
            self._refuse(move.id, status, answer)
            return
        else:
            done = status == HTTPStatus.OK
            text = _encode(SocketAnswer(move.id, status, answer) if done else SocketAnswer(move.id, status, problem=answer))
        if not self._socket.push(text) and await self._socket.drained():
            self._socket.push(text)

    def _stored(self, number: int, request: Request, committed: Committed) -> None:
        request.on_stored = None
        self._answer = _encode(SocketAnswer(number, HTTPStatus.OK, Done(committed.version, committed.seat)))
