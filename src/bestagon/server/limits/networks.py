"""Networks of IPv6: one customer of a provider may have thousands of /64 networks, which are the addresses that limits count."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Network
from typing import Final

WIDE: Final = 4
"""How many times as much as one address all addresses of a /48 network together may use; never more than one address's part of a total."""


@lru_cache(maxsize=4096)
def wide_network(address: str) -> str:
    """Return the /48 network of an IPv6 /64; empty for everything else."""
    if ":" not in address:
        return ""
    try:
        return str(IPv6Network(address).supernet(new_prefix=48))
    except ValueError:
        return ""


def customer(address: str) -> str:
    """Return what is served in turn with others: the /48 network of an IPv6 address, or an IPv4 address."""
    return wide_network(address) or address
