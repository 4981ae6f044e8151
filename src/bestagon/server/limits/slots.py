"""Slots: how much of something a visitor, an address, an IPv6 network and all clients together may have at the same time."""

from __future__ import annotations

from typing import Final

from bestagon.server.limits.networks import WIDE, wide_network

PART: Final = 0.25
"""The largest part of all slots that one address, or one IPv6 network, may have."""
SCOPES: Final = ("visitor", "address", "network")


class Slots:
    """Counts what is in use by visitor, by address and in total."""

    def __init__(self, visitor: int, address: int, total: int) -> None:
        """Allow that many at once; an address never gets more than a quarter of all."""
        part = max(visitor, int(total * PART))
        self._most = (visitor, min(address, part), min(WIDE * address, part))
        self._used: tuple[dict[str, int], dict[str, int], dict[str, int]] = ({}, {}, {})
        """By visitor, address and network."""
        self._all = total
        self.total = 0

    def acquire(self, visitor: str, network: str, amount: int = 1) -> str:
        """Count an amount and return an empty text, or return whose limit it would exceed; no visitor counts as the address."""
        names = (visitor, network, wide_network(network))
        for scope, name, used, most in zip(SCOPES, names, self._used, self._most, strict=True):
            if name and used.get(name, 0) + amount > most:
                return scope
        if self.total + amount > self._all:
            return "total"
        self._count(visitor, network, amount)
        return ""

    def release(self, visitor: str, network: str, amount: int = 1) -> None:
        """Give an amount back."""
        self._count(visitor, network, -amount)

    def _count(self, visitor: str, network: str, amount: int) -> None:
        self.total += amount
        for name, used in zip((visitor, network, wide_network(network)), self._used, strict=True):
            if not name:
                continue
            left = used.get(name, 0) + amount
            if left:
                used[name] = left
            else:
                # An amount of 0, such as an empty body, may come from a client without an entry.
                used.pop(name, None)
