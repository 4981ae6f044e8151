"""A customer of a provider has thousands of IPv6 addresses, as limits count them, and not more than a few addresses' worth of anything."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.server.edge.serving_edge import QUICK, SmallSite
from tests.server.limits.test_allowance import Clock
from tests.server.serving import Client, Refusal, serving

from bestagon.server.edge.connection import Connection
from bestagon.server.edge.listener import Edge
from bestagon.server.limits.allowance import NO_LIMIT, Allowance, Rate
from bestagon.server.limits.networks import WIDE, customer, wide_network
from bestagon.server.limits.slots import Slots
from bestagon.server.metrics import Metrics


def address(number: int) -> str:
    """Return one of the /64 networks of a /48."""
    return f"2001:db8:1:{number:x}::/64"


ELSEWHERE = "2001:db8:2:1::/64"


def test_the_network_of_an_address() -> None:
    assert wide_network(address(0x123)) == "2001:db8:1::/48"
    assert [wide_network(text) for text in ("1.2.3.4", "", "?", "a:b:c")] == [""] * 4
    assert customer(address(1)) == "2001:db8:1::/48"
    assert customer("1.2.3.4") == "1.2.3.4"


def test_all_addresses_of_a_network_may_use_what_a_few_addresses_may() -> None:
    clock = Clock()
    one = Allowance(clock, NO_LIMIT, Rate(1, 10), Rate(1, 1000))
    taken = [one.take("", address(n)) for n in range(100)]
    assert taken.count(None) == 10 * WIDE
    assert taken[-1] is not None
    assert taken[-1].scope == "network"
    assert one.check("", address(200)) is not None
    assert one.take("", ELSEWHERE) is None
    clock.now += taken[-1].seconds
    assert one.take("", address(300)) is None
    one.spend("", address(1), 5)
    assert one.take("", address(2)) is not None


def test_no_network_uses_up_a_total() -> None:
    one = Allowance(Clock(), NO_LIMIT, Rate(1, 100), Rate(1, 1000))
    assert [one.take("", address(n % 500)) for n in range(1000)].count(None) == 250
    slots = Slots(5, 100, 200)
    assert [slots.acquire("", address(n)) for n in range(200)].count("") == 50
    assert slots.acquire("", address(1)) == "network"
    assert slots.acquire("", ELSEWHERE) == ""
    for n in range(50):
        slots.release("", address(n))
    assert slots.total == 1
    assert slots.acquire("", address(1)) == ""


class Transport:
    """The transport of a connection from an address."""

    def __init__(self, peer: str) -> None:
        self.peer = peer
        self.closed = False

    def get_extra_info(self, name: str) -> Any:
        return (self.peer, 1) if name == "peername" else None

    def set_write_buffer_limits(self, high: int) -> None:
        pass

    def write(self, data: bytes) -> None:
        pass

    def close(self) -> None:
        self.closed = True

    abort = close


def test_the_connections_of_a_network_are_limited() -> None:
    async def story() -> None:
        edge = Edge(SmallSite(), replace(QUICK, address_connections=3, connections=1000), Metrics())

        def connect(peer: str) -> Connection:
            connection = Connection(edge)
            connection.connection_made(Transport(peer))  # type: ignore[arg-type]
            return connection

        found = [connect(f"2001:db8:1:{n:x}::1") for n in range(50)]
        open_ones = [one for one in found if not one.transport.closed]  # type: ignore[attr-defined]
        assert len(open_ones) == 3 * WIDE
        assert not connect("2001:db8:2::1").ending
        assert not connect("1.2.3.4").ending
        for one in open_ones:
            edge.forget(one)
        assert not connect("2001:db8:1:99::1").ending
        await edge.stop(0)

    asyncio.run(story())


def test_new_connections_of_a_network_are_limited() -> None:
    async def story() -> None:
        edge = Edge(SmallSite(), replace(QUICK, connect_rate=0.001, connect_burst=2.0), Metrics())
        assert [edge._may_connect(address(n)) for n in range(20)].count(True) == 2 * WIDE
        assert edge._may_connect(ELSEWHERE)
        await edge.stop(0)

    asyncio.run(story())


def test_visitors_of_a_network_leave_room_for_others(tmp_path: Path) -> None:
    with serving(tmp_path / "t.db", proxies="127.0.0.1", new_visitors=2.0) as server:
        ann = Client(server.port)

        def arrive(peer: str) -> None:
            ann.http.headers["X-Forwarded-For"] = peer
            ann.post("/api/tokens", {})

        for n in range(2 * WIDE):
            arrive(f"2001:db8:1:{n:x}::1")
        with pytest.raises(Refusal, match="too many new visitors from one network") as refusal:
            arrive("2001:db8:1:ffff::1")
        assert refusal.value.status == 429
        arrive("2001:db8:2::1")
        arrive("1.2.3.4")
        ann.close()
