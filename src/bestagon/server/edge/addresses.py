"""Addresses of clients: what counts as one client, and which proxies may name another one."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final

from bestagon.core.errors import BestagonError

FORWARDED: Final = b"x-forwarded-for"


def _parse(text: str) -> IPv4Address | IPv6Address:
    """Return an address, an IPv4 address inside IPv6 as IPv4; ValueError if it is none."""
    address = ip_address(text.partition("%")[0])
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


@lru_cache(maxsize=4096)
def plain_address(text: str) -> str:
    """Return an address in its usual form, an IPv4 address inside IPv6 as IPv4; other texts as they are."""
    try:
        return str(_parse(text))
    except ValueError:
        return text


@lru_cache(maxsize=4096)
def address_group(text: str) -> str:
    """Return what counts as one client: an IPv4 address, or the /64 network of an IPv6 address, which one household or host gets."""
    try:
        address = _parse(text)
    except ValueError:
        return text
    if isinstance(address, IPv4Address):
        return str(address)
    # 6to4 has 65,536 networks for each IPv4 address.
    return str(address.sixtofour or IPv6Network((int(address) >> 64 << 64, 64)))


class Proxies:
    """The proxies whose X-Forwarded-For is trusted."""

    def __init__(self, text: str) -> None:
        """Trust addresses and networks, separated by commas; BestagonError if one is not valid."""
        self._networks: list[IPv4Network | IPv6Network] = []
        self._known: dict[str, bool] = {}
        for part in text.split(","):
            if part.strip():
                try:
                    self._networks.append(ip_network(part.strip()))
                except ValueError as error:
                    raise BestagonError(f"--proxies must be addresses and networks, separated by commas: {error}") from None

    def trust(self, address: str) -> bool:
        """Return whether an address is one of the proxies."""
        if not self._networks:
            return False
        found = self._known.get(address)
        if found is None:
            try:
                parsed = _parse(address)
            except ValueError:
                return False
            found = any(parsed in network for network in self._networks)
            if len(self._known) > 4096:
                self._known.clear()
            self._known[address] = found
        return found

    def client(self, peer: str, headers: dict[bytes, bytes]) -> str:
        """Return the address of the client behind a trusted proxy: the rightmost address in X-Forwarded-For that is not a proxy."""
        found = peer
        for part in reversed(headers.get(FORWARDED, b"").decode("latin-1").split(",")):
            try:
                found = str(_parse(_without_port(part.strip())))
            except ValueError:
                break  # A proxy does not write this, so a client did, and everything further left, too.
            if not self.trust(found):
                break
        return found


def _without_port(text: str) -> str:
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition(":")[0] if text.count(":") == 1 else text
