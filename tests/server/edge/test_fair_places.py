"""Places for connections and refusals are shared fairly: one address cannot take them from others, however it tries."""

from __future__ import annotations

import socket
import time
from contextlib import ExitStack
from dataclasses import replace

import pytest
from tests.server.edge.serving_edge import GET, HANDSHAKE, QUICK, EdgeServer, answer, connected, everything, serving_edge, until

BODY = b"POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n"
REFUSED = b"GET /refused HTTP/1.1\r\nHost: x\r\n\r\n"
PATIENT = replace(QUICK, head_seconds=60.0, body_seconds=60.0, idle_seconds=60.0, ping_seconds=60.0, stall_seconds=60.0, evict_seconds=60.0)
"""Limits by which nothing ends because of its age."""
ATTACKERS = [f"127.0.0.{number}" for number in range(2, 8)]


def full(server: EdgeServer, stack: ExitStack, addresses: list[str], start: bytes, count: int) -> list[socket.socket]:
    """Open connections of several addresses in turn, and wait until all are there."""
    found = []
    for number in range(count):
        connection, _ = stack.enter_context(connected(server.port, addresses[number % len(addresses)]))
        connection.sendall(start)
        found.append(connection)
    until(lambda: len(server.edge._connections) == count)
    return found


@pytest.mark.parametrize("start", [b"", b"GET / HTTP/1.1\r\nA", BODY, b"GET /large/800000 HTTP/1.1\r\nHost: x\r\n\r\n", HANDSHAKE])
def test_newcomers_find_a_place_while_few_addresses_have_all(start: bytes) -> None:
    with serving_edge(replace(PATIENT, connections=30)) as server, ExitStack() as stack:
        full(server, stack, ATTACKERS, start, 30)
        if start == HANDSHAKE:
            until(lambda: len(server.site.sockets) == 30)
        elif start.startswith(b"GET /large"):
            until(lambda: len(server.edge._slow) == 30)
        for number in range(20, 24):
            connection, reader = stack.enter_context(connected(server.port, f"127.0.0.{number}"))
            connection.sendall(GET)
            assert answer(reader)[2] == b"ok"
        assert server.refused("full") == 0
        assert server.ended("evicted") == 4


def test_the_address_with_most_connections_loses_the_idlest() -> None:
    with serving_edge(replace(PATIENT, connections=10)) as server, ExitStack() as stack:
        few = full(server, stack, ["127.0.0.2"], b"", 3)
        live, _ = stack.enter_context(connected(server.port, "127.0.0.3"))
        live.sendall(HANDSHAKE)
        until(lambda: len(server.site.sockets) == 1)
        many = [stack.enter_context(connected(server.port, "127.0.0.3")) for _ in range(6)]
        until(lambda: len(server.edge._connections) == 10)
        # The loop's clock counts milliseconds: the request must not fall into the one in which the connections came.
        came = server.loop.time()
        until(lambda: server.loop.time() > came)
        many[0][0].sendall(GET)
        answer(many[0][1])
        with connected(server.port) as (connection, reader):
            connection.sendall(GET)
            assert answer(reader)[0] == 200
        # The second came first of those that have never been used.
        assert many[1][0].recv(1) == b""
        assert server.ended("evicted") == 1
        for connection, reader in (many[0], many[5]):
            connection.sendall(GET)
            assert answer(reader)[0] == 200
        few[0].sendall(GET)
        assert few[0].recv(12) == b"HTTP/1.1 200"
        assert not server.site.closed


def test_an_address_makes_no_room_for_itself_among_equals() -> None:
    with serving_edge(replace(PATIENT, connections=6)) as server, ExitStack() as stack:
        full(server, stack, ["127.0.0.2", "127.0.0.3"], b"", 6)
        with connected(server.port, "127.0.0.2") as (_, reader):
            assert answer(reader)[0] == 503
        assert server.ended("evicted") == 0


def test_running_requests_do_not_make_way() -> None:
    with serving_edge(replace(PATIENT, connections=3), seconds=1.0) as server, ExitStack() as stack:
        busy = full(server, stack, ["127.0.0.2"], GET, 3)
        until(lambda: len(server.site.seen) == 3)
        with connected(server.port) as (_, reader):
            assert answer(reader)[0] == 503
        for connection in busy:
            assert connection.recv(12) == b"HTTP/1.1 200"


def test_churn_is_cut_off_and_named(caplog: pytest.LogCaptureFixture) -> None:
    with serving_edge(replace(QUICK, connect_rate=0.01, connect_burst=20)) as server:
        for _ in range(60):
            with connected(server.port, "127.0.0.2"):
                pass
        until(lambda: server.refused("churn") == 40)
        with connected(server.port) as (connection, reader):
            connection.sendall(GET)
            assert answer(reader)[0] == 200
    lines = [record for record in caplog.records if record.getMessage() == "connection refused"]
    assert [record.why for record in lines] == ["churn"]  # type: ignore[attr-defined]


def test_a_connection_that_is_refused_again_and_again_is_closed() -> None:
    with serving_edge(replace(QUICK, refusals=5)) as server, connected(server.port) as (connection, reader):
        for number in range(1, 5):
            connection.sendall(REFUSED)
            status, headers, _ = answer(reader)
            assert (status, headers.get(b"connection")) == (429, None), number
        connection.sendall(GET)
        assert answer(reader)[0] == 200
        connection.sendall(REFUSED * 50)
        found = everything(connection)
        assert found.count(b"HTTP/1.1 429") == 5
        assert found.count(b"connection: close") == 1
        assert server.ended("refused") == 1


@pytest.mark.parametrize(
    ("flood", "reason"), [(REFUSED, "refused"), (b"BREW / HTTP/1.1\r\nHost: x\r\n\r\n", "malformed"), (b"\x16\x03\x01", "malformed")]
)
def test_a_flood_of_refusals_is_answered_slowly(flood: bytes, reason: str, caplog: pytest.LogCaptureFixture) -> None:
    limits = replace(QUICK, strike_rate=1.0, strike_burst=5, strike_seconds=0.5)
    with serving_edge(limits) as server, ExitStack() as stack:
        connections = [stack.enter_context(connected(server.port, "127.0.0.2")) for _ in range(10)]
        began = time.monotonic()
        for connection, _ in connections:
            connection.sendall(flood)
        for _, reader in connections:
            assert answer(reader)[0] in (400, 429, 501)
        # Five at once, the others after half a second.
        assert time.monotonic() - began >= 0.45
        assert server.count(f'bestagon_refusals_delayed_total{{reason="{reason}"}}') == 5
        connection, reader = stack.enter_context(connected(server.port, "127.0.0.2"))
        connection.sendall(GET)
        assert answer(reader)[0] == 200, "what is not refused does not wait"
    lines = [record for record in caplog.records if record.getMessage() == "refusals delayed"]
    assert [record.why for record in lines] == [reason]  # type: ignore[attr-defined]


def test_many_refusals_at_once_cost_few_requests() -> None:
    limits = replace(QUICK, strike_rate=10.0, strike_burst=5, strike_seconds=60.0, refusals=10**6)
    with serving_edge(limits) as server, ExitStack() as stack:
        for _ in range(20):
            connection, _ = stack.enter_context(connected(server.port, "127.0.0.2"))
            connection.sendall(REFUSED * 100)
        until(lambda: len(server.site.seen) >= 20)
        seen = len(server.site.seen)
        time.sleep(0.5)
        # Each connection waits for its refusal, and reads nothing meanwhile.
        assert len(server.site.seen) - seen <= 10
        with connected(server.port) as (connection, reader):
            connection.sendall(GET)
            assert answer(reader)[0] == 200


def test_a_delayed_refusal_does_not_keep_the_server_from_stopping() -> None:
    with ExitStack() as stack:
        with serving_edge(replace(QUICK, strike_burst=0, strike_rate=0.1, strike_seconds=60.0)) as server:
            connection, _ = stack.enter_context(connected(server.port))
            connection.sendall(REFUSED)
            until(lambda: server.site.seen)
            began = time.monotonic()
        assert time.monotonic() - began < 4
        assert everything(connection) == b""


def test_a_proxy_is_never_delayed() -> None:
    limits = replace(QUICK, strike_rate=0.1, strike_burst=0, strike_seconds=60.0)
    with serving_edge(limits, proxies="127.0.0.1") as server, connected(server.port) as (connection, reader):
        for _ in range(10):
            connection.sendall(REFUSED)
            assert answer(reader)[0] == 429
