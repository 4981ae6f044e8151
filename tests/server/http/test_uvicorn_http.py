"""HTTP details over a raw connection."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

import pytest
import uvicorn
from tests.server.serving import Server
from uvicorn.server import ServerState

from bestagon.server.http.asgi import Receive, Scope, Send
from bestagon.server.http.routes import LARGE_BODY
from bestagon.server.http.uvicorn_http import CONTINUE, MAX_BODY, PROTOCOLS, HttpConnection, header_line

BODY = b"{}"
ENTER = b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"


@contextmanager
def connected(port: int) -> Iterator[tuple[socket.socket, BinaryIO]]:
    with socket.create_connection(("127.0.0.1", port), 30) as connection, connection.makefile("rb") as reader:
        yield connection, reader


def answer(reader: BinaryIO, body: bool = True) -> tuple[int, dict[bytes, bytes], bytes]:
    """Return status, headers and body of the next response."""
    status = int(reader.readline().split()[1])
    headers = {}
    while (line := reader.readline()) not in (b"\r\n", b""):
        name, _, value = line.rstrip().partition(b": ")
        headers[name] = value
    return status, headers, reader.read(int(headers[b"content-length"])) if body else b""


def test_pipelined_requests_are_answered_in_order(server: Server) -> None:
    with connected(server.port) as (connection, reader):
        connection.sendall(b"".join(b"GET /api/%b HTTP/1.1\r\nHost: x\r\n\r\n" % what for what in (b"games", b"nowhere", b"tables", b"me")))
        assert [answer(reader)[0] for _ in range(4)] == [200, 404, 200, 200]


def test_reading_pauses_for_a_pipelining_client() -> None:
    seen: list[str] = []

    class Transport(asyncio.Transport):
        def write(self, data: bytes | bytearray | memoryview) -> None:
            seen.append("answer")

        def pause_reading(self) -> None:
            seen.append("pause")

        def resume_reading(self) -> None:
            seen.append("read on")

        def is_closing(self) -> bool:
            return False

        def close(self) -> None:
            seen.append("close")

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body", "body": b""})

    async def story() -> None:
        given = uvicorn.Config(app, lifespan="off", **PROTOCOLS)
        given.load()
        wire = HttpConnection(given, ServerState(), {})
        wire.connection_made(Transport())
        wire.data_received(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" * 4)
        for _ in range(20):
            await asyncio.sleep(0)
        wire.connection_lost(None)

    asyncio.run(story())
    assert seen == ["pause", "answer", "answer", "answer", "read on", "answer", "close"]


def test_a_body_may_come_in_pieces(server: Server) -> None:
    with connected(server.port) as (connection, reader):
        for byte in ENTER + b"Content-Length: 2\r\n\r\n" + BODY:
            connection.sendall(bytes([byte]))
        assert answer(reader)[0] == 200
        connection.sendall(ENTER + b"Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n1\r\n}\r\n0\r\n\r\n")
        assert answer(reader)[0] == 200


def test_a_request_may_start_before_the_previous_response(server: Server) -> None:
    with connected(server.port) as (connection, reader):
        first = ENTER + b"Content-Length: 2\r\n\r\n" + BODY
        connection.sendall(first + first[:-1])
        assert answer(reader)[0] == 200
        connection.sendall(first[-1:])
        assert answer(reader)[0] == 200
        connection.sendall(first + ENTER + b"Content-Length: 2\r\nExpect: 100-continue\r\n\r\n")
        assert answer(reader)[0] == 200
        assert reader.readline() + reader.readline() == CONTINUE
        connection.sendall(BODY)
        assert answer(reader)[0] == 200


@pytest.mark.parametrize("length", [b"Content-Length: 99999999\r\n\r\n", b"Transfer-Encoding: chunked\r\n\r\n200000\r\n"])
def test_a_body_that_is_much_too_long_is_not_read(server: Server, length: bytes) -> None:
    with connected(server.port) as (connection, reader):
        connection.sendall(ENTER + length + b" " * (MAX_BODY + 1))
        status, headers, body = answer(reader)
        assert (status, headers[b"connection"]) == (413, b"close")
        assert b"too_large" in body
        assert reader.read() == b""


def test_every_endpoint_accepts_less_than_is_read() -> None:
    assert LARGE_BODY < MAX_BODY


def test_a_disconnect_does_no_harm(server: Server) -> None:
    for request in (ENTER + b"Content-Length: 2\r\n\r\n{", b"GET /api/games HTTP/1.1\r\nHost: x\r\n\r\n" * 20):
        with connected(server.port) as (connection, _):
            connection.sendall(request)
    with connected(server.port) as (connection, reader):
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        assert answer(reader)[0] == 200


def test_expect_100_continue(server: Server) -> None:
    with connected(server.port) as (connection, reader):
        connection.sendall(ENTER + b"Content-Length: 2\r\nExpect: 100-continue\r\n\r\n")
        assert reader.readline() + reader.readline() == CONTINUE
        connection.sendall(BODY)
        assert answer(reader)[0] == 200


@pytest.mark.parametrize("how", [b"HTTP/1.0\r\nHost: x\r\n\r\n", b"HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"])
def test_the_client_can_ask_to_close_the_connection(server: Server, how: bytes) -> None:
    with connected(server.port) as (connection, reader):
        connection.sendall(b"GET /healthz " + how)
        status, headers, _ = answer(reader)
        assert (status, headers[b"connection"]) == (200, b"close")
        assert reader.read() == b""


def test_a_head_request_gets_no_body(server: Server) -> None:
    with connected(server.port) as (connection, reader):
        connection.sendall(b"HEAD / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n")
        first = answer(reader, body=False)
        second = answer(reader)
        assert first[0] in (200, 405)
        if first[0] == 200:
            assert int(first[1][b"content-length"]) == len(second[2])


def test_an_unknown_upgrade_is_ignored(server: Server) -> None:
    with connected(server.port) as (connection, reader):
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n")
        assert answer(reader)[0] == 200


def test_invalid_http_is_refused(server: Server) -> None:
    with connected(server.port) as (connection, reader):
        connection.sendall(b"HELLO\r\n\r\n")
        assert answer(reader)[0] == 400
        assert reader.read() == b""


@pytest.mark.parametrize(("name", "value"), [(b"a b", b"c"), (b"a:", b"c"), (b"a", b"c\r\nd: e"), (b"a\n", b"c"), (b"a", b"\0")])
def test_a_header_cannot_contain_another(name: bytes, value: bytes) -> None:
    with pytest.raises(ValueError, match="is not a valid header"):
        header_line(name, value)


@contextmanager
def answering(seconds: float, idle: int) -> Iterator[int]:
    """Serve an app that answers after some seconds, with this keep-alive timeout; yield the port."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await asyncio.sleep(seconds)
        if scope["path"] == "/silent":
            return
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
        if scope["path"] == "/fault":
            raise ValueError("a fault of ours")
        await send({"type": "http.response.body", "body": b"ok"})
        if scope["path"] == "/twice":
            await send({"type": "http.response.body", "body": b"ok"})

    given = uvicorn.Config(app, lifespan="off", timeout_keep_alive=idle, **PROTOCOLS)
    served = uvicorn.Server(given)
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        thread = threading.Thread(target=served.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            while not served.started:
                time.sleep(0.01)
            yield listening.getsockname()[1]
        finally:
            served.should_exit = True
            thread.join()


def test_an_idle_connection_is_closed() -> None:
    with answering(0, 1) as port, connected(port) as (connection, reader):
        for _ in range(3):
            connection.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            assert answer(reader)[2] == b"ok"
            time.sleep(0.6)
        began = time.monotonic()
        assert reader.read() == b""
        assert 0.1 < time.monotonic() - began < 10


def test_a_connection_waiting_for_a_response_is_not_idle() -> None:
    with answering(1.5, 1) as port, connected(port) as (connection, reader):
        for _ in range(2):
            connection.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            assert answer(reader)[2] == b"ok"


def test_a_response_is_sent_once() -> None:
    with answering(0, 1) as port, connected(port) as (connection, reader):
        connection.sendall(b"GET /twice HTTP/1.1\r\nHost: x\r\n\r\n")
        assert answer(reader)[2] == b"ok"
        assert reader.read() == b""


@pytest.mark.parametrize("path", [b"/fault", b"/silent"])
def test_a_fault_gets_a_response(path: bytes) -> None:
    with answering(0, 1) as port, connected(port) as (connection, reader):
        connection.sendall(b"GET %b HTTP/1.1\r\nHost: x\r\n\r\n" % path)
        status, headers, _ = answer(reader)
        assert (status, headers[b"connection"]) == (500, b"close")
        assert reader.read() == b""
