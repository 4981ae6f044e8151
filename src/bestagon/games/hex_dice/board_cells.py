"""The contents of a cell, packed into one number: the unit in the low ten bits, then the terrain, then the base."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

VALUE: Final = 7
"""Bits 0-2: the die's value, 0 for no unit."""
WILD: Final = 7
"""The value of a freshly merged unit until its owner chooses one (4.6)."""
TOKEN: Final = 8
"""One armour token; bits 3-5 count them."""
GUARD: Final = 64
OWNER: Final = 896
"""Bits 7-9: the owner's seat plus one."""
SEAT: Final = 128
"""The lowest of these bits."""
UNIT: Final = 1023
"""All bits of the unit."""
GROUND: Final = 7168
"""Bits 10-12: the terrain."""
FOREST: Final = 1024
LAKE: Final = 2048
TOWER: Final = 3072
MOUNTAIN: Final = 4096
LIVE: Final = 8192
"""Bit 13: the base of a seat that is still in."""


def owner(code: i64) -> i64:
    """Return the seat that owns the unit of a cell code, -1 for no unit."""
    return (code & OWNER) // SEAT - 1


def tokens(code: i64) -> i64:
    """Return the number of armour tokens in a cell code."""
    return (code // TOKEN) & 7


def attack(value: i64) -> i64:
    """Return the attack of a unit of this value (3)."""
    return value + 1 if value < 6 else 6
