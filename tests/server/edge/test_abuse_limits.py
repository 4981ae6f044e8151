"""Attacks on connections: large heads, silence, slowness and unread responses, while other clients are served."""

from __future__ import annotations

import socket
import time
from contextlib import ExitStack, suppress
from dataclasses import replace

import pytest
from tests.server.edge.serving_edge import GET, HANDSHAKE, QUICK, EdgeServer, answer, connected, everything, serving_edge, until

from bestagon.server.edge.http_session import HttpSession
from bestagon.server.edge.limits import KB, MB
from bestagon.server.edge.socket_session import SocketSession

SLOW = [
    (b"", ""),
    (b"GET / HTTP/1.1\r\nHost: x\r\nA", "408"),
    (b"POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n", "408"),
    (b"POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3e8\r\n", "408"),
]


def innocent(server: EdgeServer) -> None:
    """Check that somebody else is served."""
    with connected(server.port) as (connection, reader):
        connection.sendall(GET)
        assert answer(reader)[2] == b"ok"


def trickle(connection: socket.socket, start: bytes) -> bytes:
    """Send a byte now and then until the server answers or closes; return the answer."""
    connection.sendall(start)
    connection.settimeout(0.1)
    for _ in range(300):
        try:
            data = connection.recv(65536)
        except TimeoutError:
            if start:
                connection.sendall(b"a")
            continue
        except ConnectionError:
            return b""
        connection.settimeout(10)
        return data
    raise AssertionError("the server waits forever")


@pytest.mark.parametrize(("start", "status"), SLOW)
def test_a_slow_request_is_ended(start: bytes, status: str) -> None:
    with serving_edge() as server, connected(server.port) as (connection, _):
        began = time.monotonic()
        found = trickle(connection, start)
        assert found[9:12].decode() == status
        assert time.monotonic() - began >= 0.5
        innocent(server)
        assert server.ended("slow_head") + server.ended("slow_body") + server.ended("idle") == 1


def test_a_second_request_has_the_same_time_as_the_first() -> None:
    with serving_edge(replace(QUICK, idle_seconds=60.0)) as server, connected(server.port) as (connection, reader):
        for _ in range(2):
            connection.sendall(GET)
            answer(reader)
            time.sleep(0.8)
        assert trickle(connection, b"GET / HTTP/1.1\r\nA")[9:12] == b"408"


@pytest.mark.parametrize("line", [b"a: b\r\n", b"a" * 1000, b"a: " + b"b" * 1000 + b"\r\n"])
@pytest.mark.parametrize(
    "start", [b"", b"GET / HTTP/1.1\r\nHost: x\r\n", b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"]
)
def test_an_endless_head_is_ended_early(start: bytes, line: bytes) -> None:
    with serving_edge() as server, connected(server.port) as (connection, _):
        sent = 0
        part = line * (16 * KB // len(line))
        try:
            connection.sendall(start)
            while sent < 12 * MB:
                connection.sendall(part)
                sent += len(part)
        except ConnectionError:
            pass
        assert sent < 12 * MB
        assert server.ended("malformed") == 1
        innocent(server)


def test_a_refused_head_is_dropped_at_once() -> None:
    with serving_edge(replace(QUICK, linger_seconds=60.0)) as server, connected(server.port) as (connection, reader):
        connection.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n" + b"a: b\r\n" * 20_000)
        assert answer(reader)[0] == 431
        until(lambda: server.ended("malformed"))
        # It waits for the client to close: 100 KB for each such connection would be megabytes for a few.
        (waiting,) = server.edge._connections
        assert isinstance(waiting.session, HttpSession)
        assert waiting.session._parser.size == 0
        connection.shutdown(socket.SHUT_RDWR)


def test_what_follows_the_last_request_is_dropped_at_once() -> None:
    with serving_edge(replace(QUICK, linger_seconds=60.0)) as server, connected(server.port) as (connection, reader):
        connection.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n" + b"x" * 100_000)
        assert answer(reader)[0] == 200
        until(lambda: server.ended("done"))
        (waiting,) = server.edge._connections
        assert isinstance(waiting.session, HttpSession)
        assert waiting.session._parser.size == 0
        connection.shutdown(socket.SHUT_RDWR)


def test_refused_frames_are_dropped_at_once() -> None:
    with serving_edge(replace(QUICK, linger_seconds=60.0)) as server, connected(server.port) as (connection, _):
        connection.sendall(HANDSHAKE + b"\x89\x80\0\0\0\0" * 20_000)
        connection.recv(KB)
        until(lambda: server.site.closed)
        (waiting,) = server.edge._connections
        assert isinstance(waiting.session, SocketSession)
        assert waiting.session._frames.size == 0
        connection.shutdown(socket.SHUT_RDWR)


def test_idle_connections_make_way_for_new_ones() -> None:
    limits = replace(QUICK, connections=20, head_seconds=60.0, idle_seconds=60.0, ping_seconds=60.0)
    with serving_edge(limits) as server, ExitStack() as stack:
        for _ in range(20):
            stack.enter_context(connected(server.port))
        _, reader = stack.enter_context(connected(server.port))
        assert answer(reader)[0] == 503
        time.sleep(limits.evict_seconds + 0.1)
        for _ in range(20):
            innocent(server)
        assert server.ended("evicted") >= 1
        assert server.refused("full") >= 1


def test_used_connections_are_not_evicted() -> None:
    limits = replace(QUICK, connections=5, evict_seconds=0.0, idle_seconds=60.0, ping_seconds=60.0)
    with serving_edge(limits, seconds=0.5) as server, ExitStack() as stack:
        sockets = [stack.enter_context(connected(server.port)) for _ in range(4)]
        for connection, _ in sockets:
            connection.sendall(HANDSHAKE)
        until(lambda: len(server.site.sockets) == 4)
        running, reader = stack.enter_context(connected(server.port))
        running.sendall(GET)
        until(lambda: server.site.seen)
        _, other = stack.enter_context(connected(server.port))
        assert answer(other)[0] == 503
        assert answer(reader)[2] == b"ok"
        assert not server.site.closed


def test_one_address_has_its_own_limit() -> None:
    with serving_edge(replace(QUICK, address_connections=5, head_seconds=60.0)) as server, ExitStack() as stack:
        mine = [stack.enter_context(connected(server.port)) for _ in range(5)]
        with connected(server.port) as (_, reader):
            status, headers, _ = answer(reader)
            assert (status, headers[b"connection"]) == (503, b"close")
        with connected(server.port, "127.0.0.2") as (other, reader):
            other.sendall(GET)
            assert answer(reader)[0] == 200
        assert server.refused("address") == 1
        mine[0][0].shutdown(socket.SHUT_RDWR)
        until(lambda: len(server.edge._connections) == 4)
        innocent(server)


def test_answers_that_nobody_reads_are_ended() -> None:
    size = 3 * MB
    with serving_edge() as server, ExitStack() as stack:
        for _ in range(3):
            connection, _ = stack.enter_context(connected(server.port))
            connection.sendall(b"GET /large/%d HTTP/1.1\r\nHost: x\r\n\r\n" % size)
        innocent(server)
        until(lambda: server.ended("stalled") == 3)
        until(lambda: server.count("bestagon_held_bytes") == 0)


def test_a_client_that_reads_too_slowly_is_ended() -> None:
    with serving_edge(replace(QUICK, stall_bytes=MB)) as server, connected(server.port) as (connection, _):
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.sendall(b"GET /large/%d HTTP/1.1\r\nHost: x\r\n\r\n" % (20 * MB))
        for _ in range(400):
            if server.ended("stalled"):
                break
            connection.recv(1000)
            time.sleep(0.02)
        assert server.ended("stalled") == 1


def test_a_slow_client_that_reads_steadily_gets_everything() -> None:
    with serving_edge(replace(QUICK, stall_bytes=16 * KB)) as server, connected(server.port) as (connection, reader):
        connection.sendall(b"GET /large/%d HTTP/1.1\r\nHost: x\r\n\r\n" % (8 * MB))
        got = 0
        began = time.monotonic()
        while got < 8 * MB:
            got += len(reader.read(256 * KB))
            time.sleep(0.05)
        assert time.monotonic() - began > QUICK.stall_seconds
        connection.sendall(GET)
        assert server.ended("stalled") == 0


def test_a_slow_client_gets_all_of_the_last_response() -> None:
    limits = replace(QUICK, stall_bytes=16 * KB, linger_seconds=0.2)
    with serving_edge(limits) as server, connected(server.port) as (connection, reader):
        connection.sendall(b"GET /large/%d HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n" % (8 * MB))
        got = 0
        while data := reader.read(256 * KB):
            got += len(data)
            time.sleep(0.05)
        assert got > 8 * MB
        # Everything has been read, and the client closes its end no more than others do.
        until(lambda: not server.edge._connections)
        assert server.ended("stalled") == 0


def test_a_last_response_that_nobody_reads_is_ended_and_named() -> None:
    with serving_edge() as server, connected(server.port) as (connection, _):
        connection.sendall(b"GET /large/%d HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n" % (8 * MB))
        until(lambda: server.ended("stalled") == 1)
        until(lambda: not server.edge._connections)
        assert server.count("bestagon_held_bytes") == 0


def test_all_unread_answers_together_are_limited() -> None:
    limits = replace(QUICK, held_bytes=16 * MB, stall_seconds=600.0, head_seconds=600.0)
    with serving_edge(limits) as server, ExitStack() as stack:
        slow, reader = stack.enter_context(connected(server.port, "127.0.0.2"))
        slow.sendall(b"GET /large/%d HTTP/1.1\r\nHost: x\r\n\r\n" % (4 * MB))
        until(lambda: server.count("bestagon_held_bytes") > 0)
        for _ in range(60):
            connection, _ = stack.enter_context(connected(server.port))
            connection.sendall(b"GET /large/%d HTTP/1.1\r\nHost: x\r\n\r\n" % (2 * MB))
        # Each that reads nothing holds 2 MB, so that most of the 60 must go.
        until(lambda: server.ended("memory") > 40, 120)
        assert server.count("bestagon_held_bytes") <= limits.held_bytes
        innocent(server)
        # Another address that only reads slowly is not the one to go.
        assert len(answer(reader)[2]) == 4 * MB


def test_others_do_not_make_way_for_clients_that_send_no_more() -> None:
    limits = replace(QUICK, held_bytes=16 * MB, stall_seconds=60.0)
    with serving_edge(limits) as server, ExitStack() as stack:
        for _ in range(7):
            connection, _ = stack.enter_context(connected(server.port))
            connection.sendall(b"GET /large/%d HTTP/1.1\r\nHost: x\r\n\r\n" % (2 * MB))
            connection.shutdown(socket.SHUT_WR)
        until(lambda: server.count("bestagon_held_bytes") > 8 * MB)
        slow, reader = stack.enter_context(connected(server.port, "127.0.0.2"))
        slow.sendall(b"GET /large/%d HTTP/1.1\r\nHost: x\r\n\r\n" % (6 * MB))
        until(lambda: server.ended("memory") > 0)
        assert len(answer(reader)[2]) == 6 * MB


def test_pipelined_input_counts_as_held() -> None:
    limits = replace(QUICK, held_bytes=2 * MB, stall_seconds=60.0, idle_seconds=60.0)
    with serving_edge(limits, seconds=2.0) as server, ExitStack() as stack:
        for _ in range(40):
            connection, _ = stack.enter_context(connected(server.port))
            connection.setblocking(False)
            with suppress(BlockingIOError):
                connection.send(GET * 10_000)
        until(lambda: server.ended("memory") > 0)
        assert server.count("bestagon_held_bytes") <= limits.held_bytes


def test_frames_for_a_paused_socket_count_as_held() -> None:
    limits = replace(QUICK, held_bytes=MB, ping_seconds=60.0)
    with serving_edge(limits) as server, ExitStack() as stack:
        for number in range(1, 21):
            connection, _ = stack.enter_context(connected(server.port))
            connection.sendall(HANDSHAKE)
            until(lambda wanted=number: len(server.site.sockets) == wanted)  # type: ignore[misc]
            found = server.site.sockets[-1]
            found.on_text = lambda text, found=found: found.pause()  # type: ignore[misc]
            connection.setblocking(False)
            with suppress(BlockingIOError):
                connection.send(b"\x81\x82\0\0\0\0{}" * 20_000)
        until(lambda: server.ended("memory") > 0)
        assert server.count("bestagon_held_bytes") <= limits.held_bytes


def test_refused_connections_are_logged(caplog: pytest.LogCaptureFixture) -> None:
    with serving_edge(replace(QUICK, connections=1, evict_seconds=60.0)) as server, connected(server.port):
        for _ in range(3):
            with connected(server.port) as (other, _):
                everything(other)
    lines = [record for record in caplog.records if record.getMessage() == "connection refused"]
    assert [record.why for record in lines] == ["full"]  # type: ignore[attr-defined]
