"""A cable between a browser and a server on which sockets can die without a word, as they do in networks."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable


class Cable:
    """Carries bytes both ways; WebSockets that died stay open and carry nothing."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._sockets: list[socket.socket] = []
        self._live: set[socket.socket] = set()
        self._dead: set[socket.socket] = set()
        self._threads: list[threading.Thread] = []
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._door.getsockname()[1]
        self._start(self._accept)

    def _start(self, run: Callable[..., None], *given: socket.socket) -> None:
        thread = threading.Thread(target=run, args=given)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._door.accept()
                far = socket.create_connection(("127.0.0.1", self._target))
                self._sockets += [near, far]
                self._start(self._carry, near, far)
                self._start(self._carry, far, near)

    def _carry(self, source: socket.socket, sink: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                if b"Upgrade: websocket" in data:
                    self._live |= {source, sink}
                if source not in self._dead:
                    sink.sendall(data)
            if source not in self._dead:
                sink.shutdown(socket.SHUT_WR)

    def die(self) -> None:
        """Let the WebSockets there are fall silent; new ones work."""
        self._dead |= self._live

    def stop(self) -> None:
        """Pull the cable."""
        for one in (self._door, *self._sockets):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()
        for thread in self._threads:
            thread.join()
