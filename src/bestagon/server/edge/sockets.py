"""Listening sockets."""

from __future__ import annotations

import errno
import socket
from typing import Final

from bestagon.core.errors import BestagonError

_NO_SUCH_ADDRESS: Final = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT)


def bind(host: str, port: int) -> list[socket.socket]:
    """Return bound sockets for all addresses of a host, port 0 for any free one; BestagonError if that is not possible."""
    if not 0 <= port < 1 << 16:
        raise BestagonError(f"cannot listen on {host}:{port}: a port is a number from 0 to 65535")
    try:
        found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError) as error:
        raise BestagonError(f"cannot listen on {host}:{port}: {error}") from None
    sockets: list[socket.socket] = []
    failed: OSError | None = None
    for family, kind, proto, _, address in dict.fromkeys(found):
        used = sockets[0].getsockname()[1] if sockets else port
        try:
            sockets.append(_bind(family, kind, proto, (address[0], used, *address[2:])))
        except OSError as error:
            failed = error
            if error.errno not in _NO_SUCH_ADDRESS:
                break
    if not sockets or (failed is not None and failed.errno not in _NO_SUCH_ADDRESS):
        for bound in sockets:
            bound.close()
        assert failed is not None
        hint = " (is another server running? --port selects another port)" if failed.errno == errno.EADDRINUSE else ""
        raise BestagonError(f"cannot listen on {host}:{port}: {failed.strerror}{hint}")
    return sockets


def _bind(family: int, kind: int, proto: int, address: tuple[object, ...]) -> socket.socket:
    bound = socket.socket(family, kind, proto)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            # `::` accepts IPv4 as well.
            bound.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, address[0] != "::")
        bound.bind(address)
    except OSError:
        bound.close()
        raise
    return bound


def shown(bound: socket.socket) -> str:
    """Return the address of a bound socket as part of a URL."""
    host, port = bound.getsockname()[:2]
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
