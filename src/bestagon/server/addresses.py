"""Addresses of clients, counted by network: limits hold for what one household or server can easily have many of."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Final

PREFIX_V6: Final = 64
"""Bits of an IPv6 address that name the network; any host chooses the other 64 as it likes."""
CACHE_SIZE: Final = 10_000


@lru_cache(CACHE_SIZE)
def network_of(address: str) -> str:
    """Return the network that an address is counted for: an IPv4 address itself, of an IPv6 address its /64 prefix.

    IPv4 addresses written as IPv6 (mapped) count as IPv4; a text that is no address, such as a socket's path, counts as it is.
    """
    try:
        found: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is None:
            return str(IPv6Network((found, PREFIX_V6), strict=False))
        found = found.ipv4_mapped
    return str(found)
