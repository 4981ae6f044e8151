"""HTTP details over a raw connection."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from email.utils import parsedate_to_datetime

import pytest
from tests.server.edge.serving_edge import GET, HANDSHAKE, QUICK, EdgeServer, SmallSite, answer, connected, serving_edge, until
from tests.server.serving import Server

from bestagon.server.edge.http_session import CONTINUE
from bestagon.server.edge.limits import EdgeLimits
from bestagon.server.edge.listener import Edge
from bestagon.server.edge.messages import header_line
from bestagon.server.http.dispatch import MAX_BODY
from bestagon.server.http.routes import LARGE_BODY
from bestagon.server.metrics import Metrics

BODY = b"{}"
ENTER = b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"


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

        def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
            assert high == 0

    async def story() -> None:
        edge = Edge(SmallSite(), EdgeLimits(), Metrics())
        connection = edge.connection()
        connection.connection_made(Transport())
        connection.data_received(GET * 4)
        for _ in range(20):
            await asyncio.sleep(0)
        connection.eof_received()
        connection.connection_lost(None)
        await edge.stop(0)

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
        connection.sendall(ENTER + length + b" " * (512 * 1024 + 1))
        status, headers, body = answer(reader)
        assert (status, headers[b"connection"]) == (413, b"close")
        assert b"too_large" in body
        assert reader.read() == b""


@pytest.mark.parametrize(("path", "most"), [("/api/me", MAX_BODY), ("/api/tables", LARGE_BODY), ("/api/nowhere", MAX_BODY)])
@pytest.mark.parametrize("framing", [b"Content-Length: %d\r\n\r\n%b", b"Transfer-Encoding: chunked\r\n\r\n%x\r\n%b\r\n0\r\n\r\n"])
def test_every_endpoint_has_its_own_limit(server: Server, path: str, most: int, framing: bytes) -> None:
    for size, refused in ((most, False), (most + 1, True)):
        with connected(server.port) as (connection, reader):
            head = ENTER.replace(b"/api/me", path.encode())
            connection.sendall(head + framing % (size, b" " * size))
            status, headers, body = answer(reader)
            assert (status == 413, b"too_large" in body, b"connection" in headers) == (refused,) * 3
            assert 400 <= status < 500


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


@pytest.mark.parametrize("path", [b"/", b"/api/games", b"/healthz", b"/api/openapi.json", b"/api/nowhere", b"/api/tables/none/view"])
def test_a_head_request_gets_the_head_of_a_get(server: Server, path: bytes) -> None:
    with connected(server.port) as (connection, reader):
        connection.sendall(b"".join(b"%b %b HTTP/1.1\r\nHost: x\r\n\r\n" % (method, path) for method in (b"HEAD", b"GET", b"HEAD", b"GET")))
        for _ in range(2):
            status, headers, _ = answer(reader, body=False)
            got, full, body = answer(reader)
            assert status == got
            assert int(headers[b"content-length"]) == len(body) > 0
            assert headers[b"content-type"] == full[b"content-type"]


@pytest.mark.parametrize("rest", [b"Host: x\r\nUpgrade: websocket\r\n\r\n", b"\r\n", b"Host: x\r\nContent-Length: 99999\r\n\r\n"])
def test_a_refused_head_request_gets_no_body_either(server: Server, rest: bytes) -> None:
    with connected(server.port) as (connection, reader):
        connection.sendall(b"HEAD / HTTP/1.1\r\n" + rest)
        status, headers, _ = answer(reader, body=False)
        assert status in (400, 413)
        assert int(headers[b"content-length"]) > 0
        assert reader.read() == b""


def test_a_body_after_a_refused_head_request(server: Server) -> None:
    with connected(server.port) as (connection, reader):
        connection.sendall(b"HEAD /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /" + b"x" * 20_000)
        assert answer(reader, body=False)[0] == 200
        assert answer(reader)[0] == 414


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


def test_an_idle_connection_is_closed() -> None:
    with serving_edge(replace(QUICK, idle_seconds=1.0)) as server, connected(server.port) as (connection, reader):
        for _ in range(3):
            connection.sendall(GET)
            assert answer(reader)[2] == b"ok"
            time.sleep(0.6)
        began = time.monotonic()
        assert reader.read() == b""
        assert 0.1 < time.monotonic() - began < 10


def test_a_connection_waiting_for_a_response_is_not_idle() -> None:
    with serving_edge(seconds=1.5) as server, connected(server.port) as (connection, reader):
        for _ in range(2):
            connection.sendall(GET)
            assert answer(reader)[2] == b"ok"


def test_a_response_is_sent_once() -> None:
    with serving_edge() as server, connected(server.port) as (connection, reader):
        connection.sendall(GET)
        assert answer(reader)[2] == b"ok"
        assert reader.read() == b""


@pytest.mark.parametrize("path", [b"/fault", b"/silent", b"/header"])
def test_a_fault_gets_a_response(path: bytes) -> None:
    with serving_edge() as server, connected(server.port) as (connection, reader):
        connection.sendall(b"GET %b HTTP/1.1\r\nHost: x\r\n\r\n" % path)
        status, headers, _ = answer(reader)
        assert (status, headers[b"connection"]) == (500, b"close")
        assert reader.read() == b""


@pytest.fixture(scope="module")
def small() -> Iterator[EdgeServer]:
    with serving_edge(replace(QUICK, idle_seconds=10.0, head_seconds=10.0, body_seconds=10.0)) as found:
        yield found


START = b"GET / HTTP/1.1\r\nHost: x\r\n"
POST = b"POST /echo HTTP/1.1\r\nHost: x\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"
REFUSED: list[tuple[int, bytes]] = [
    (400, b"GET / HTTP/1.1\r\n\r\n"),
    (400, START + b"Host: x\r\n\r\n"),
    (400, START + b"Host: y\r\n\r\n"),
    (400, b"GET / HTTP/1.1\r\nHost: a b\r\n\r\n"),
    (400, b"GET / HTTP/1.1\r\nHost: user@x\r\n\r\n"),
    (400, POST + b"Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n"),
    (400, POST + b"Content-Length: 1\r\nContent-Length: 1\r\n\r\nx"),
    (400, POST + b"Content-Length: 1, 1\r\n\r\nx"),
    (400, POST + b"Content-Length: +1\r\n\r\nx"),
    (400, POST + b"Content-Length: -1\r\n\r\nx"),
    (400, POST + b"Content-Length: 0x1\r\n\r\nx"),
    (400, POST + b"Content-Length: 1_0\r\n\r\n0123456789"),
    (400, POST + b"Content-Length:\r\n\r\n"),
    (400, POST + b"Content-Length: 99999999999999999999\r\n\r\n"),
    (413, POST + b"Content-Length: 999999999999999\r\n\r\n"),
    (501, POST + b"Transfer-Encoding: gzip, chunked\r\n\r\n"),
    (400, POST + b"Transfer-Encoding: identity\r\n\r\n"),
    (400, POST + b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n"),
    (400, b"POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
    (400, START + b"A: b\r\n c\r\n\r\n"),
    (400, START + b"A: b\nB: c\r\n\r\n"),
    (400, START + b"A: b\rB: c\r\n\r\n"),
    (400, START + b"A: b\0c\r\n\r\n"),
    (400, START + b"A : b\r\n\r\n"),
    (400, START + b" A: b\r\n\r\n"),
    (400, START + b": b\r\n\r\n"),
    (400, START + b"A\r\n\r\n"),
    (400, START + b"A(): b\r\n\r\n"),
    (400, START + b"Authorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n"),
    (400, b"GET  / HTTP/1.1\r\nHost: x\r\n\r\n"),
    (400, b"GET / HTTP/1.1 \r\nHost: x\r\n\r\n"),
    (400, b"GET\t/ HTTP/1.1\r\nHost: x\r\n\r\n"),
    (400, b"GET /a b HTTP/1.1\r\nHost: x\r\n\r\n"),
    (400, b"GET /a#b HTTP/1.1\r\nHost: x\r\n\r\n"),
    (400, b"GET /\xc3\xa4 HTTP/1.1\r\nHost: x\r\n\r\n"),
    (400, b"GET / http/1.1\r\nHost: x\r\n\r\n"),
    (400, b"GET /\r\n\r\n"),
    (400, b"GET x HTTP/1.1\r\nHost: x\r\n\r\n"),
    (400, b"GET http://a:b@x/ HTTP/1.1\r\nHost: x\r\n\r\n"),
    (400, b"GET ftp://x/ HTTP/1.1\r\nHost: x\r\n\r\n"),
    (400, b"CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n"),
    (400, b"\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n"),
    (400, b"\x16\x03\x01\x02\x00\x01"),
    (501, b"BREW / HTTP/1.1\r\nHost: x\r\n\r\n"),
    (501, b"get / HTTP/1.1\r\nHost: x\r\n\r\n"),
    (505, b"GET / HTTP/2.0\r\nHost: x\r\n\r\n"),
    (505, b"GET / HTTP/1.2\r\nHost: x\r\n\r\n"),
    (505, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
    (417, POST + b"Expect: a-miracle\r\nContent-Length: 1\r\n\r\nx"),
    (400, CHUNKED + b"g\r\n"),
    (400, CHUNKED + b" 1\r\nx\r\n"),
    (400, CHUNKED + b"-1\r\n"),
    (400, CHUNKED + b"0x1\r\nx\r\n"),
    (400, CHUNKED + b"1\r\nxy\r\n"),
    (400, CHUNKED + b"1\nx\r\n0\r\n\r\n"),
    (400, CHUNKED + b"1;" + b"a" * 300 + b"\r\n"),
    (413, CHUNKED + b"fffffffff\r\n"),
    (400, CHUNKED + b"1\r\nx\r\n" * 1025),
    (400, CHUNKED + b"0\r\na b: c\r\n\r\n"),
    (431, CHUNKED + b"0\r\n" + b"a: b\r\n" * 65),
    (431, CHUNKED + b"0\r\na: " + b"b" * 17_000),
    (431, START + b"a: b\r\n" * 64 + b"\r\n"),
    (431, START + b"a: " + b"b" * 17_000),
    (431, START + (b"a: " + b"b" * 1000 + b"\r\n") * 17 + b"\r\n"),
    (414, b"GET /" + b"a" * 17_000),
]


@pytest.mark.parametrize(("status", "request_"), REFUSED)
def test_what_rfc_9112_forbids_is_refused(small: EdgeServer, status: int, request_: bytes) -> None:
    with connected(small.port) as (connection, reader):
        connection.sendall(request_ + (GET if request_.endswith(b"\r\n\r\n") else b""))
        got, headers, body = answer(reader)
        assert (got, headers[b"connection"]) == (status, b"close")
        assert body
        # Nothing that follows is read as a request.
        assert reader.read() == b""


ACCEPTED: list[tuple[bytes, str, bytes]] = [
    (b"\r\n" + GET, "/", b""),
    (START + b"A:b\r\nA:\t c \t\r\n\r\n", "/", b""),
    (b"GET http://y:81/p?q HTTP/1.1\r\nHost: x\r\n\r\n", "/p", b"q"),
    (b"GET HTTP://y HTTP/1.1\r\nHost: x\r\n\r\n", "/", b""),
    (b"OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n", "*", b""),
    (b"GET /%C3%A4%2f?%C3 HTTP/1.1\r\nHost:\r\n\r\n", "/ä/", b"%C3"),
    (CHUNKED + b"1;a=b\r\nx\r\n00a\r\n0123456789\r\n0;c\r\nTrailer: yes\r\n\r\n", "/echo", b""),
    (POST + b"Content-Length: 0\r\n\r\n", "/echo", b""),
    (START + b"a: b\r\n" * 63 + b"\r\n", "/", b""),
    (START + b"Content-Length: 3\r\n\r\nabc", "/", b""),
    (START + b"Connection: keep-alive, Upgrade\r\nUpgrade: h2c\r\nHTTP2-Settings: x\r\n\r\n", "/", b""),
]


@pytest.mark.parametrize(("request_", "path", "query"), ACCEPTED)
def test_what_rfc_9112_allows_is_accepted(small: EdgeServer, request_: bytes, path: str, query: bytes) -> None:
    with connected(small.port) as (connection, reader):
        for _ in range(2):
            connection.sendall(request_)
            assert answer(reader)[0] == 200
            assert (small.site.seen[-1].path, small.site.seen[-1].query) == (path, query)


def test_the_host_of_a_whole_address_counts(small: EdgeServer) -> None:
    with connected(small.port) as (connection, reader):
        connection.sendall(b"GET http://y:81/p?q HTTP/1.1\r\nHost: x\r\n\r\n")
        answer(reader)
        assert small.site.seen[-1].headers[b"host"] == b"y:81"


def test_repeated_headers_are_joined(small: EdgeServer) -> None:
    with connected(small.port) as (connection, reader):
        connection.sendall(START + b"Accept: a\r\nCookie: b=c\r\naccept: d\r\nCookie: e=f\r\n\r\n")
        answer(reader)
        headers = small.site.seen[-1].headers
        assert (headers[b"accept"], headers[b"cookie"]) == (b"a, d", b"b=c; e=f")


def test_http_1_0_needs_no_host(small: EdgeServer) -> None:
    with connected(small.port) as (connection, reader):
        connection.sendall(b"GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
        status, headers, _ = answer(reader)
        assert (status, headers[b"connection"]) == (200, b"close")
        assert reader.read() == b""


def test_http_1_0_has_no_websockets(small: EdgeServer) -> None:
    with connected(small.port) as (connection, reader):
        # RFC 9110, 7.8: Upgrade is ignored there.
        connection.sendall(HANDSHAKE.replace(b"HTTP/1.1", b"HTTP/1.0"))
        assert answer(reader)[0] == 200


def test_a_body_that_is_too_large_is_refused_before_it_is_sent(small: EdgeServer) -> None:
    with connected(small.port) as (connection, reader):
        connection.sendall(POST + b"Expect: 100-continue\r\nContent-Length: 100000\r\n\r\n")
        assert answer(reader)[0] == 413
        assert reader.read() == b""


def test_a_client_that_sends_no_more_gets_its_responses(small: EdgeServer) -> None:
    with connected(small.port) as (connection, reader):
        connection.sendall(GET * 3)
        connection.shutdown(socket.SHUT_WR)
        assert [answer(reader)[2] for _ in range(3)] == [b"ok"] * 3
        assert reader.read() == b""
    with connected(small.port) as (connection, reader):
        connection.sendall(GET + GET[:-2])
        connection.shutdown(socket.SHUT_WR)
        assert [answer(reader)[0] for _ in range(2)] == [200, 400]
        assert reader.read() == b""


def test_a_response_has_a_date(small: EdgeServer) -> None:
    with connected(small.port) as (connection, reader):
        connection.sendall(GET)
        headers = answer(reader)[1]
        then = parsedate_to_datetime(headers[b"date"].decode())
        assert abs(then.timestamp() - time.time()) < 30


def test_a_stopping_edge_finishes_running_requests() -> None:
    server = EdgeServer(SmallSite(0.5), QUICK)
    with connected(server.port) as (connection, reader), connected(server.port) as (idle, _):
        connection.sendall(GET * 2)
        until(lambda: server.site.seen)
        stopping = threading.Thread(target=server.stop)
        stopping.start()
        assert idle.recv(1) == b""
        status, headers, _ = answer(reader)
        assert (status, headers[b"connection"]) == (200, b"close")
        assert reader.read() == b""
        stopping.join()


def test_a_stopping_edge_answers_a_request_that_is_on_its_way() -> None:
    """Otherwise a page fails to load now and then while processes are replaced."""
    server = EdgeServer(SmallSite(), QUICK)
    with connected(server.port) as (connection, reader):
        until(lambda: server.edge._connections)
        stopping = threading.Thread(target=server.stop)
        stopping.start()
        until(lambda: server.edge.stopping)
        connection.sendall(GET)
        status, headers, _ = answer(reader)
        assert (status, headers[b"connection"]) == (200, b"close")
        stopping.join()


def test_a_stopping_edge_waits_only_a_moment_for_a_first_request() -> None:
    server = EdgeServer(SmallSite(), replace(QUICK, head_seconds=60.0, idle_seconds=60.0))
    with connected(server.port) as (connection, _):
        until(lambda: server.edge._connections)
        stopping = threading.Thread(target=server.stop)
        stopping.start()
        assert connection.recv(1) == b""
        stopping.join()
        assert server.ended("idle") == 1
