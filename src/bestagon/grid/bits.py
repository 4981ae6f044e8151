"""Sets of up to 62 cells as the bits of one number."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

MOST: Final = 62
"""The most members that a signed 64-bit number leaves room for."""
SLOTS: Final[i64] = 67
"""2 has 66 different powers modulo 67, so the remainder of a single bit, its slot, identifies it."""

# Literals below 2**62 are cheap when compiled, and enough for 62 bits.
_PAIRS: Final[i64] = 0x1555555555555555
_FOURS: Final[i64] = 0x3333333333333333
_BYTES: Final[i64] = 0x0F0F0F0F0F0F0F0F


def _powers() -> vec[i64]:
    powers = vec[i64]()
    last: i64 = 1
    for _ in range(MOST + 1):
        powers = append(powers, last)
        last += last
    return powers


BITS: Final[vec[i64]] = _powers()
"""The set that contains only member n. Never write `1 << n`: compiled, the literal is shifted within 32 bits."""


def _places() -> vec[u8]:
    places = vec[u8]([u8(0)] * int(SLOTS))
    for n in range(MOST + 1):
        places[BITS[n] % SLOTS] = u8(n)
    return places


_PLACES: Final[vec[u8]] = _places()


def lowest(members: i64) -> i64:
    """Return the lowest member of a non-empty set."""
    return i64(_PLACES[(members & -members) % SLOTS])


def count(members: i64) -> i64:
    """Return the number of members."""
    members -= (members >> 1) & _PAIRS
    members = (members & _FOURS) + ((members >> 2) & _FOURS)
    members = (members + (members >> 4)) & _BYTES
    members += members >> 8
    members += members >> 16
    members += members >> 32
    return members & 127


def nth(members: i64, n: i64) -> i64:
    """Return the set that contains only the n-th member, counted from 0."""
    while n > 0:
        members &= members - 1
        n -= 1
    return members & -members
