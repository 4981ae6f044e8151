"""WebSocket frames (RFC 6455), over a raw connection and without one."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from functools import partial
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.server.edge.serving_edge import GET, HANDSHAKE, QUICK, EdgeServer, SmallSite, answer, connected, everything, serving_edge, until
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader
from websockets.sync.client import connect

from bestagon.server.edge.connection import Use
from bestagon.server.edge.frames import BINARY, CLOSE, CONTINUATION, FINAL, PING, PONG, TEXT, FrameError, FrameParser, text_frame, unmask
from bestagon.server.edge.limits import KB, EdgeLimits

LIMITS = replace(QUICK, ping_seconds=30.0, message_bytes=KB)
MASK = b"\x01\x02\x03\x04"


@pytest.fixture(scope="module")
def server() -> Iterator[EdgeServer]:
    with serving_edge(LIMITS) as found:
        yield found


def frame(first: int, payload: bytes = b"", masked: bool = True, size: int | None = None) -> bytes:
    """Return a frame of a client with any first byte."""
    length = len(payload) if size is None else size
    bit = 0x80 if masked else 0
    if length < 126:
        head = bytes((first, bit | length))
    elif length < 1 << 16:
        head = bytes((first, bit | 126)) + length.to_bytes(2, "big")
    else:
        head = bytes((first, bit | 127)) + length.to_bytes(8, "big")
    return head + (MASK + unmask(payload, MASK) if masked else payload)


@contextmanager
def opened(server: EdgeServer) -> Iterator[socket.socket]:
    with connected(server.port) as (connection, reader):
        connection.sendall(HANDSHAKE)
        lines = []
        while (line := reader.readline()) != b"\r\n":
            lines.append(line)
        assert lines[0] == b"HTTP/1.1 101 Switching Protocols\r\n"
        assert b"sec-websocket-accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n" in lines
        yield connection


def close_code(data: bytes) -> int:
    """Return the code in the close frame at the end of the server's data."""
    at = 0
    while at < len(data):
        first, size = data[at], data[at + 1]
        head = 2 if size < 126 else 4
        if size == 126:
            size = int.from_bytes(data[at + 2 : at + 4], "big")
        if first == FINAL | CLOSE:
            return int.from_bytes(data[at + 2 : at + 4], "big") if size else 1005
        at += head + size
    raise AssertionError("there is no close frame")


VIOLATIONS: list[tuple[int, bytes]] = [
    (1002, frame(FINAL | TEXT, b"a", masked=False)),
    (1002, frame(FINAL | PING, b"a", masked=False)),
    (1002, frame(FINAL | TEXT | 0x40, b"a")),
    (1002, frame(FINAL | TEXT | 0x20, b"a")),
    (1002, frame(FINAL | TEXT | 0x10, b"a")),
    (1002, frame(FINAL | 0x3)),
    (1002, frame(FINAL | 0x7)),
    (1002, frame(FINAL | 0xB)),
    (1002, frame(FINAL | 0xF)),
    (1002, frame(PING)),
    (1002, frame(FINAL | PING, b"a" * 126)),
    (1002, frame(FINAL | CONTINUATION, b"a")),
    (1002, frame(TEXT, b"a") + frame(FINAL | TEXT, b"b")),
    (1002, bytes((FINAL | TEXT, 0x80 | 126, 0, 5)) + MASK + b"aaaaa"),
    (1002, bytes((FINAL | TEXT, 0x80 | 127)) + (5).to_bytes(8, "big") + MASK + b"aaaaa"),
    (1002, bytes((FINAL | TEXT, 0x80 | 127)) + b"\xff" * 8),
    (1002, frame(FINAL | CLOSE, b"\x03")),
    (1002, frame(FINAL | CLOSE, (999).to_bytes(2, "big"))),
    (1002, frame(FINAL | CLOSE, (1005).to_bytes(2, "big"))),
    (1002, frame(FINAL | CLOSE, (1006).to_bytes(2, "big"))),
    (1002, frame(FINAL | CLOSE, (1015).to_bytes(2, "big"))),
    (1002, frame(FINAL | CLOSE, (5000).to_bytes(2, "big"))),
    (1003, frame(FINAL | BINARY, b"a")),
    (1007, frame(FINAL | TEXT, b"\xff")),
    (1007, frame(TEXT, b"\xc3") + frame(FINAL | CONTINUATION, b"(")),
    (1007, frame(FINAL | CLOSE, (1000).to_bytes(2, "big") + b"\xff")),
    (1008, frame(TEXT) + frame(CONTINUATION) * 20),
    (1008, frame(FINAL | PING) * 21),
    (1008, frame(FINAL | PONG) * 21),
    (1008, frame(FINAL | PONG, b"x" * 125) * 2000),
    (1009, frame(FINAL | TEXT, b"a" * (KB + 1))),
    (1009, frame(FINAL | TEXT, b"", size=1 << 40)),
    (1009, frame(TEXT, b"a" * 1000) + frame(FINAL | CONTINUATION, b"a" * 100)),
    (1000, frame(FINAL | CLOSE, (1000).to_bytes(2, "big") + b"bye")),
    (1005, frame(FINAL | CLOSE)),
    (4999, frame(FINAL | CLOSE, (4999).to_bytes(2, "big"))),
]


@pytest.mark.parametrize(("code", "data"), VIOLATIONS)
def test_what_rfc_6455_forbids_closes_with_its_code(server: EdgeServer, code: int, data: bytes) -> None:
    with opened(server) as connection:
        before = server.site.closed
        connection.sendall(data)
        assert close_code(everything(connection)) == code
        until(lambda: server.site.closed > before)


def test_messages_fragments_and_pings_are_answered(server: EdgeServer) -> None:
    with opened(server) as connection, connection.makefile("rb") as reader:
        connection.sendall(frame(TEXT, "ä".encode()[:1]) + frame(FINAL | PING, b"!") + frame(CONTINUATION) + frame(FINAL, "ä".encode()[1:]))
        assert reader.read(3) == bytes((FINAL | PONG, 1)) + b"!"
        assert reader.read(4) == text_frame("ä".encode())
        for text in (b"", b"a" * 125, b"b" * 126, b"c" * KB):
            for byte in frame(FINAL | TEXT, text):
                connection.sendall(bytes((byte,)))
            assert reader.read(len(text_frame(text))) == text_frame(text)


def test_frames_after_the_handshake_in_one_packet_are_read(server: EdgeServer) -> None:
    with connected(server.port) as (connection, reader):
        connection.sendall(HANDSHAKE + frame(FINAL | TEXT, b"early"))
        while reader.readline() != b"\r\n":
            pass
        assert reader.read(7) == text_frame(b"early")


def test_frames_after_the_handshake_do_not_overtake_each_other() -> None:
    with serving_edge(LIMITS, seconds=0.3) as slow, connected(slow.port) as (connection, reader):
        connection.sendall(HANDSHAKE + frame(FINAL | TEXT, b"1"))
        time.sleep(0.1)
        connection.sendall(frame(FINAL | TEXT, b"2"))
        while reader.readline() != b"\r\n":
            pass
        assert reader.read(6) == text_frame(b"1") + text_frame(b"2")


def test_a_few_pings_each_second_are_no_flood(server: EdgeServer) -> None:
    with opened(server) as connection, connection.makefile("rb") as reader:
        for _ in range(4):
            connection.sendall(frame(FINAL | PING, b"a") * 9)
            assert len(reader.read(27)) == 27
            time.sleep(0.5)


@pytest.mark.parametrize("data", [frame(FINAL | PING), frame(FINAL | PONG), frame(CONTINUATION)])
def test_a_flood_of_empty_frames_is_ended_at_once(server: EdgeServer, data: bytes) -> None:
    with opened(server) as connection:
        sent = 0
        if not data[0]:
            connection.sendall(frame(TEXT))
        try:
            while sent < 20_000_000:
                connection.sendall(data * 10_000)
                sent += len(data) * 10_000
        except ConnectionError:
            pass
        assert sent < 20_000_000
    assert server.ended("bad_frame") >= 1


HANDSHAKES: list[tuple[int, bytes, bytes]] = [
    (400, b"Connection: Upgrade", b"Connection: keep-alive"),
    (400, b"dGhlIHNhbXBsZSBub25jZQ==", b"c2hvcnQ="),
    (400, b"dGhlIHNhbXBsZSBub25jZQ==", b"?"),
    (400, b"GET", b"POST"),
    (400, b"Sec-WebSocket-Key", b"X-Key"),
    (426, b"Version: 13", b"Version: 8"),
    (404, b"/socket", b"/elsewhere"),
]


@pytest.mark.parametrize(("status", "old", "new"), HANDSHAKES)
def test_a_bad_handshake_is_refused(server: EdgeServer, status: int, old: bytes, new: bytes) -> None:
    with connected(server.port) as (connection, reader):
        connection.sendall(HANDSHAKE.replace(old, new))
        found, headers, _ = answer(reader)
        assert found == status
        if status == 426:
            assert headers[b"sec-websocket-version"] == b"13"
        assert reader.read() == b""


def test_a_silent_client_is_pinged_and_then_ended() -> None:
    with serving_edge(replace(LIMITS, ping_seconds=0.4)) as server:
        with connect(f"ws://127.0.0.1:{server.port}/socket", ping_interval=None) as lively, opened(server) as silent:
            assert everything(silent) == bytes((FINAL | PING, 0))
            until(lambda: server.ended("silent") == 1)
            lively.send("still here")
            assert lively.recv(timeout=10) == "still here"
        assert server.site.closed == 2


def test_a_client_that_does_not_read_is_refused_more_and_then_ended() -> None:
    with serving_edge(LIMITS) as server, opened(server):
        until(lambda: server.site.sockets)
        refused: list[int] = []

        def fill() -> None:
            pushed = 0
            while server.site.sockets[0].push(b"x" * 10_000):
                pushed += 10_000
                assert pushed < 20_000_000
            refused.append(pushed)

        server.call(fill)
        until(lambda: refused)
        until(lambda: 0 < server.count("bestagon_held_bytes") <= LIMITS.reader_bytes + 10_010)
        until(lambda: server.ended("stalled") == 1)
        until(lambda: server.site.closed == 1)


def test_a_paused_socket_delivers_nothing() -> None:
    with serving_edge(LIMITS) as server, connect(f"ws://127.0.0.1:{server.port}/socket") as client:
        until(lambda: server.site.sockets)
        found = server.site.sockets[0]
        heard: list[bytes] = []

        def hear(text: bytes) -> None:
            heard.append(text)
            if len(heard) == 2:
                found.pause()

        found.on_text = hear
        for number in range(50):
            client.send(str(number))
        until(lambda: len(heard) == 2)
        time.sleep(0.1)
        assert len(heard) == 2
        server.call(found.resume)
        until(lambda: heard == [b"%d" % number for number in range(50)])


def test_a_stopping_edge_closes_with_service_restart() -> None:
    with ExitStack() as stack:
        with serving_edge(LIMITS) as server:
            client = stack.enter_context(connect(f"ws://127.0.0.1:{server.port}/socket"))
            client.send("a")
            assert client.recv(timeout=10) == "a"
        with pytest.raises(ConnectionClosed) as found:
            client.recv(timeout=10)
    assert found.value.rcvd is not None
    assert (found.value.rcvd.code, found.value.rcvd.reason) == (1012, "stop")


def test_a_handshake_that_is_accepted_while_the_edge_stops_is_closed_with_service_restart() -> None:
    server = EdgeServer(SmallSite(0.5), LIMITS)
    with connected(server.port) as (connection, reader):
        connection.sendall(HANDSHAKE)
        until(lambda: any(one.use == Use.RUNNING for one in list(server.edge._connections)))
        # Otherwise it would wait for all the seconds that running requests have, and then cut the connection off.
        server.stop()
        head, _, rest = reader.read().partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 101 ")
    assert close_code(rest) == 1012


def test_an_http_request_on_a_websocket_is_a_violation(server: EdgeServer) -> None:
    with opened(server) as connection:
        connection.sendall(GET)
        assert close_code(everything(connection)) == 1002


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536])
def test_texts_of_all_lengths_are_whole_frames(size: int) -> None:
    text = b"x" * size
    reader = StreamReader()
    reader.feed_data(text_frame(text))
    parsing = Frame.parse(reader.read_exact, mask=False)
    with pytest.raises(StopIteration) as found:
        next(parsing)
    parsed = found.value.value
    assert (parsed.opcode, parsed.fin, bytes(parsed.data)) == (Opcode.TEXT, True, text)


def read(data: bytes, cuts: list[int]) -> tuple[list[tuple[int, bytes]], int]:
    """Return messages and control frames in data that comes in pieces, and the close code of a violation."""
    parser = FrameParser(EdgeLimits(control_frames=1e9))
    found = []
    edges = sorted({0, len(data), *[cut % (len(data) + 1) for cut in cuts]})
    try:
        for start, end in pairwise(edges):
            parser.feed(data[start:end])
            while (one := parser.next(0.0)) is not None:
                found.append(one)
    except FrameError as error:
        return found, error.code
    return found, 0


@settings(max_examples=300, deadline=None, derandomize=True, database=None)
@given(
    st.lists(st.tuples(st.sampled_from([0x81, 0x01, 0x00, 0x80, 0x89, 0x8A, 0x88, 0x82, 0xC1]), st.binary(max_size=200))),
    st.lists(st.integers(0)),
)
def test_frames_do_not_depend_on_how_they_arrive(frames: list[tuple[int, bytes]], cuts: list[int]) -> None:
    data = b"".join(frame(first, payload) for first, payload in frames)
    assert read(data, cuts) == read(data, [])


@settings(max_examples=300, deadline=None, derandomize=True, database=None)
@given(st.binary(max_size=300), st.lists(st.integers(0)))
def test_noise_never_raises_anything_else(noise: bytes, cuts: list[int]) -> None:
    found, code = read(noise, cuts)
    assert code in (0, 1002, 1003, 1007, 1008, 1009)
    assert (found, code) == read(noise, [])


def test_all_waiters_for_a_slow_client_resume(server: EdgeServer) -> None:
    drained: list[bool] = []

    def fill_and_wait() -> None:
        found = server.site.sockets[-1]
        while found.push(b"x" * 10_000):
            pass
        for _ in range(3):
            asyncio.ensure_future(found.drained()).add_done_callback(lambda task: drained.append(task.result()))
        # A waiter that gives up does not affect the others.
        impatient = asyncio.ensure_future(found.drained())
        server.loop.call_later(0.1, impatient.cancel)

    with opened(server) as connection:
        server.call(fill_and_wait)
        time.sleep(0.3)
        assert not drained
        connection.settimeout(0.2)
        end = time.monotonic() + 20
        while len(drained) < 3 and time.monotonic() < end:
            # The last of them may be noted only after everything has been read.
            with suppress(TimeoutError):
                connection.recv(1 << 20)
    assert drained == [True] * 3


def test_a_push_needs_an_open_connection(server: EdgeServer) -> None:
    pushed: list[bool] = []
    with opened(server):
        found = server.site.sockets[-1]
        server.call(lambda: pushed.append(found.push(b"a")))
        until(lambda: pushed == [True])
        server.call(partial(found.close, 1000, ""))
        server.call(lambda: pushed.append(found.push(b"a")))
        until(lambda: pushed == [True, False])


SMALL = replace(LIMITS, small_reads=20, small_seconds=1.0)
RESTS = 'bestagon_limits_total{limit="small packets",scope="connection"}'


def byte_by_byte(connection: socket.socket, data: bytes) -> None:
    """Send every byte in a packet of its own."""
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    for byte in data:
        connection.sendall(bytes((byte,)))
        time.sleep(0.002)


def test_a_connection_with_many_small_packets_is_read_seldom() -> None:
    with serving_edge(SMALL) as server, opened(server) as slow, opened(server) as other:
        began = time.monotonic()
        byte_by_byte(slow, frame(FINAL | TEXT, b"a" * 100))
        for _ in range(50):
            # No request and no move is as small, so others are not affected, however fast they are.
            other.sendall(frame(FINAL | TEXT, b"b" * 70))
            assert other.recv(1000) == text_frame(b"b" * 70)
        assert slow.recv(1000) == text_frame(b"a" * 100)
        assert time.monotonic() - began > 0.9
        assert server.count(RESTS) == 1
        time.sleep(1.0)
        # After that it is read as before.
        slow.sendall(frame(FINAL | TEXT, b"c"))
        assert slow.recv(1000) == text_frame(b"c")
        byte_by_byte(slow, frame(FINAL | TEXT, b"d" * 30))
        slow.close()
    with serving_edge(SMALL, proxies="127.0.0.1") as server, opened(server) as proxy:
        byte_by_byte(proxy, frame(FINAL | TEXT, b"a" * 100))
        assert proxy.recv(1000) == text_frame(b"a" * 100)
        assert server.count(RESTS) == 0


def test_a_resting_connection_can_be_paused_and_ended() -> None:
    with serving_edge(SMALL) as server, opened(server) as client:
        site = server.site.sockets[0]
        byte_by_byte(client, frame(FINAL | TEXT, b"a" * 20))
        until(lambda: server.count(RESTS) == 1)
        server.call(site.pause)
        client.sendall(frame(FINAL | TEXT, b"b"))
        time.sleep(1.5)
        server.call(site.resume)
        assert client.recv(30) == (text_frame(b"a" * 20) + text_frame(b"b"))[:30]
    with serving_edge(SMALL) as server, opened(server) as client:
        byte_by_byte(client, frame(FINAL | TEXT, b"a" * 20))
        until(lambda: server.count(RESTS) == 1)
        server.call(lambda: server.site.sockets[0].close(1000, ""))
        assert b"\x88" in everything(client)
