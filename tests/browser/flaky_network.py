"""A TCP proxy between a browser and a server that can let connections die silently, as real networks do."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable


class FlakyNetwork:
    """Forwards bytes both ways; a dead WebSocket stays open and forwards nothing."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._sockets: list[socket.socket] = []
        self._live: set[socket.socket] = set()
        self._dead: set[socket.socket] = set()
        self._threads: list[threading.Thread] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._start(self._accept)

    def _start(self, run: Callable[..., None], *sockets: socket.socket) -> None:
        thread = threading.Thread(target=run, args=sockets)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                server = socket.create_connection(("127.0.0.1", self._target))
                self._sockets += [client, server]
                self._start(self._forward, client, server)
                self._start(self._forward, server, client)

    def _forward(self, source: socket.socket, sink: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                if b"Upgrade: websocket" in data:
                    self._live |= {source, sink}
                if source not in self._dead:
                    sink.sendall(data)
            if source not in self._dead:
                sink.shutdown(socket.SHUT_WR)

    def silence(self) -> None:
        """Silence the existing WebSockets without closing them; new ones work."""
        self._dead |= self._live

    def stop(self) -> None:
        """Close all connections."""
        for each in (self._listener, *self._sockets):
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()
        for thread in self._threads:
            thread.join()
