"""Moves over a live connection: the same command, checks and answers as POST .../act, without a request around each."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from http import HTTPStatus
from typing import Final

import msgspec

from bestagon.i18n import use_language
from bestagon.server.edge.messages import WebSocket
from bestagon.server.http.dispatch import EndpointApp, Request
from bestagon.server.protocol.tables import Done, Problem, SocketAnswer, SocketMove
from bestagon.server.tables.committed import Committed
from bestagon.server.tables.subscribers import Subscriber

MOST_WAITING: Final = 8
"""Maximum number of queued moves of one connection."""
MOST_REFUSED: Final = 20
"""Maximum number of messages in a row that are unreadable or over a limit; one more closes the connection."""
OK: Final = int(HTTPStatus.OK)
MALFORMED: Final = int(HTTPStatus.BAD_REQUEST)
TOO_MANY: Final = int(HTTPStatus.TOO_MANY_REQUESTS)
log = logging.getLogger("bestagon.server")
_decoder: Final = msgspec.json.Decoder(SocketMove)
_encode: Final = msgspec.json.Encoder().encode


class SocketMoves:
    """The moves of one connection, played one after the other."""

    def __init__(self, act: EndpointApp, request: Request, subscriber: Subscriber, socket: WebSocket) -> None:
        """Play moves through an endpoint, for the visitor of the request that opened the connection."""
        self._act = act
        self._request = request
        self._subscriber = subscriber
        self._socket = socket
        self._loop = asyncio.get_running_loop()
        self._moves: deque[SocketMove] = deque()
        self._task: asyncio.Task[None] | None = None
        """Plays the moves; started by the first one, since most connections only watch."""
        self._waiter: asyncio.Future[None] | None = None
        self._ended = False
        self._number = 0
        """The id of the current move."""
        self._stored = False
        """Whether the current move is stored."""
        self._answer = b""
        """The answer to the current move until its view is sent, so that both take one system call."""
        self._refused = 0
        """Messages in a row that were unreadable or over a limit."""

    def receive(self, text: bytes) -> None:
        """Queue the move in a message."""
        if self._subscriber.closed:
            # One read can contain thousands of messages, and decoding them all would block the event loop.
            self._socket.pause()
            return
        try:
            move = _decoder.decode(text)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            self._refuse(-1, MALFORMED, Problem("malformed", f"invalid message: {error}"))
            return
        if len(self._moves) >= MOST_WAITING:
            self._refuse(move.id, TOO_MANY, Problem("too_many", f"{MOST_WAITING} moves are waiting: wait for answers"))
            return
        self._moves.append(move)
        if self._task is None:
            self._task = self._loop.create_task(self._play_all())
        else:
            self._wake()

    def write(self, view: bytes) -> bool:
        """Send a view, after the answer to the move that made it; False if it must wait."""
        if not self._answer:
            return self._socket.push(view)
        if self._socket.push(self._answer, view):
            self._answer = b""
            return True
        return False

    def end(self) -> None:
        """Play the moves received so far and stop."""
        self._ended = True
        self._wake()

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def _play_all(self) -> None:
        try:
            with use_language(self._subscriber.language):
                while True:
                    while self._moves:
                        await self._play(self._moves.popleft())
                    if self._ended:
                        return
                    self._waiter = self._loop.create_future()
                    await self._waiter
        except Exception:
            # Otherwise the connection would stay open, and no message of it would ever be answered.
            log.exception("fault", extra={"route": "live"})
            self._subscriber.close("fault")

    async def _play(self, move: SocketMove) -> None:
        self._number = move.id
        self._stored = False
        self._request.key = move.key
        self._request.on_stored = self._on_stored
        status, answer, retry = await self._act.run(self._request, move.act, self._act.admit_message)
        if status != TOO_MANY:
            self._refused = 0
        elif not self._count_refusal():
            return
        text, self._answer = self._answer, b""
        if not self._stored:
            done, problem = (answer, None) if status == OK else (None, answer)
            text = _encode(SocketAnswer(move.id, status, done, problem, int(retry or 0)))
        # Usually it went with the view.
        while text and not self._socket.push(text):
            # A view may have gone first.
            if not await self._socket.drained():
                return

    def _on_stored(self, committed: Committed) -> None:
        self._stored = True
        self._answer = _encode(SocketAnswer(self._number, OK, Done(committed.version, committed.seat)))

    def _count_refusal(self) -> bool:
        """Count a message that is unreadable or over a limit; return whether it is answered, since too many in a row end the connection."""
        self._refused += 1
        if self._refused > MOST_REFUSED:
            self._subscriber.close("talked")
        return self._refused <= MOST_REFUSED

    def _refuse(self, number: int, status: int, problem: Problem) -> None:
        """Refuse a message at once."""
        if self._count_refusal() and not self._socket.push(_encode(SocketAnswer(number, status, None, problem))):
            # The client sends without reading, and would never get this answer.
            self._subscriber.close("talked")
