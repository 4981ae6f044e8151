"""Clients that recover by themselves from any failure of the server or the network."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import httpx
import msgspec
from tests.server.serving import Client, Refusal
from websockets.exceptions import WebSocketException

from bestagon.core.dice import Dice, fast

PATIENCE = 90.0
"""Seconds until a client gives up: far more than anything here takes."""


def insist(do: Callable[[], Any]) -> Any:
    """Repeat a request until it is answered; a refusal is an answer, a failure to store is not."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return do()
        except (httpx.TransportError, msgspec.DecodeError):
            if time.monotonic() > end:
                raise
        except Refusal as refusal:
            if refusal.status != 503 or time.monotonic() > end:
                raise
        time.sleep(0.03)


class Follower(threading.Thread):
    """Listens to a table, reconnects whenever it is cut off, and keeps the log."""

    def __init__(self, client: Client, table: str, seat: int) -> None:
        super().__init__()
        self.view: dict[str, Any] = {}
        self.log: dict[int, dict[str, Any]] = {}
        self.connections = 0
        self.until = -1
        """The version to stop at; below 0 while that is not known."""
        self._client = client
        self._table = table
        self._seat = seat
        self._gone = time.monotonic() + PATIENCE

    @property
    def _version(self) -> int:
        return int(self.view.get("version", 0))

    def run(self) -> None:
        while (self.until < 0 or self._version < self.until) and time.monotonic() < self._gone:
            try:
                with self._client.live(self._table, self._seat, self._version) as connection:
                    self.connections += 1
                    while self.until < 0 or self._version < self.until:
                        self._hear(connection.recv(timeout=0.2))
            except TimeoutError:
                continue
            except (OSError, EOFError, WebSocketException):
                time.sleep(0.03)

    def _hear(self, message: str | bytes) -> None:
        self._gone = time.monotonic() + PATIENCE
        view = msgspec.json.decode(message)
        if view["version"] >= self._version:
            self.view = view
        for line in view.get("log", []):
            self.log[line["n"]] = line


class Player(threading.Thread):
    """Plays both seats of a table to the end, or a number of moves, and notes every answer."""

    def __init__(self, client: Client, table: str, seed: int, moves: int, acted: Callable[[], None]) -> None:
        super().__init__()
        self.answers: dict[str, int] = {}
        """Idempotency keys and the versions that were promised for them."""
        self.error: BaseException | None = None
        self._client = client
        self._table = table
        self._seed = seed
        """Also part of the keys: another player of the table needs others."""
        self._dice: Dice = fast(seed)
        self._moves = moves
        self._known = 0
        """The version of the latest answer: no view may be older, whichever process shows it."""
        self._acted = acted

    def run(self) -> None:
        try:
            for number in range(self._moves):
                if not self._move(f"move {self._seed}-{number}"):
                    break
        except BaseException as error:
            self.error = error

    def _move(self, key: str) -> bool:
        for seat in (0, 1):
            view = insist(partial(self._client.view, self._table, seat, self._known))
            assert view["version"] >= self._known
            if view["status"] == "over":
                return False
            choices = view["scene"].get("choices", [])
            if choices:
                body = {"seat": seat, "action": choices[int(self._dice.below(len(choices)))][0], "version": view["version"]}
                done = insist(partial(self._client.do, self._table, "act", key, **body))
                self.answers[key] = self._known = done["version"]
                self._acted()
                return True
        raise AssertionError("nobody can act")
