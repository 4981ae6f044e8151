"""Addresses: what counts as one client, and whose X-Forwarded-For is trusted."""

from __future__ import annotations

import socket

import pytest
from tests.server.edge.serving_edge import QUICK, answer, connected, serving_edge

from bestagon.core.errors import BestagonError
from bestagon.server.edge.addresses import Proxies, address_group, plain_address
from bestagon.server.edge.sockets import bind, shown


@pytest.mark.parametrize(
    ("address", "group"),
    [
        ("1.2.3.4", "1.2.3.4"),
        ("::ffff:1.2.3.4", "1.2.3.4"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:DB8:1:2::", "2001:db8:1:2::/64"),
        ("2002:102:304:5::6", "1.2.3.4"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("", ""),
        ("unknown", "unknown"),
    ],
)
def test_an_ipv6_network_counts_as_one(address: str, group: str) -> None:
    assert address_group(address) == group


def test_an_ipv4_address_inside_ipv6_is_ipv4() -> None:
    assert plain_address("::ffff:1.2.3.4") == "1.2.3.4"
    assert plain_address("2001:DB8::1") == "2001:db8::1"


def test_an_address_that_only_names_ipv4_is_not_trusted_as_that() -> None:
    assert plain_address("2002:7f00:1::1") == "2002:7f00:1::1"
    assert not Proxies("127.0.0.1").trust("2002:7f00:1::1")


TRUSTED = "10.0.0.0/8, 192.168.1.1, 2001:db8::/32"


@pytest.mark.parametrize(
    ("header", "client"),
    [
        (b"", "10.0.0.1"),
        (b"1.2.3.4", "1.2.3.4"),
        (b"1.2.3.4, 10.9.9.9", "1.2.3.4"),
        (b"5.6.7.8, 1.2.3.4", "1.2.3.4"),
        (b"5.6.7.8, 1.2.3.4, 192.168.1.1,10.1.1.1", "1.2.3.4"),
        (b"5.6.7.8, 192.168.1.2, 10.1.1.1", "192.168.1.2"),
        (b"10.2.2.2, 10.1.1.1", "10.2.2.2"),
        (b"1.2.3.4:5678", "1.2.3.4"),
        (b"[2a00::1]:5678", "2a00::1"),
        (b"2a00::1", "2a00::1"),
        (b"::ffff:1.2.3.4", "1.2.3.4"),
        (b"1.2.3.4, nonsense", "10.0.0.1"),
        (b"1.2.3.4, nonsense, 10.1.1.1", "10.1.1.1"),
        (b",", "10.0.0.1"),
        (b"\xff\xfe", "10.0.0.1"),
    ],
)
def test_the_rightmost_address_that_is_no_proxy_is_the_client(header: bytes, client: str) -> None:
    assert Proxies(TRUSTED).client("10.0.0.1", {b"x-forwarded-for": header}) == client


def test_proxies_are_addresses_and_networks() -> None:
    proxies = Proxies(TRUSTED)
    assert [proxies.trust(one) for one in ("10.1.2.3", "192.168.1.1", "2001:db8::9", "192.168.1.2", "11.0.0.1", "x", "")] == [True] * 3 + [
        False
    ] * 4
    assert not Proxies("").trust("127.0.0.1")
    for wrong in ("10.0.0.1/8", "localhost", "*"):
        with pytest.raises(BestagonError, match="--proxies"):
            Proxies(wrong)


@pytest.mark.parametrize(("proxies", "client"), [("", b"127.0.0.1"), ("10.0.0.1", b"127.0.0.1"), ("127.0.0.0/8", b"1.2.3.4")])
def test_only_a_trusted_proxy_names_the_client(proxies: str, client: bytes) -> None:
    with serving_edge(proxies=proxies) as server, connected(server.port) as (connection, reader):
        connection.sendall(b"GET /client HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 9.9.9.9\r\nX-Forwarded-For: 1.2.3.4\r\n\r\n")
        assert answer(reader)[2] == client


def test_both_families_on_one_socket() -> None:
    with serving_edge(QUICK, host="::") as server:
        for host, client in (("127.0.0.1", b"127.0.0.1"), ("::1", b"::1")):
            with socket.create_connection((host, server.port), 10) as connection, connection.makefile("rb") as reader:
                connection.sendall(b"GET /client HTTP/1.1\r\nHost: x\r\n\r\n")
                assert answer(reader)[2] == client


def test_an_address_in_use_is_a_clear_error() -> None:
    (bound,) = bind("127.0.0.1", 0)
    with bound:
        bound.listen()
        port = bound.getsockname()[1]
        assert shown(bound) == f"127.0.0.1:{port}"
        with pytest.raises(BestagonError, match=rf"cannot listen on 127.0.0.1:{port}: Address already in use .*--port"):
            bind("127.0.0.1", port)
    with pytest.raises(BestagonError, match=r"cannot listen on no\.such\.host\.invalid:80"):
        bind("no.such.host.invalid", 80)
    with pytest.raises(BestagonError, match=r"cannot listen on 127\.0\.0\.1:99999"):
        bind("127.0.0.1", 99999)
