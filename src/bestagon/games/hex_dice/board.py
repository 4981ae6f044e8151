"""The map as tables, and what the numbers in a position stand for."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

from bestagon.grid import CENTRE, DIRECTIONS, Hex, Shape, distance, hexagon

# What a cell holds, packed into one number: the unit in the low ten bits, then the ground, then the base.
VALUE: Final = 7
"""Bits 0-2: the die's value, 0 where there is none."""
WILD: Final = 7
"""The value of a unit just merged, until its owner has chosen one (4.6)."""
TOKEN: Final = 8
"""One armour token; bits 3-5 count them."""
GUARD: Final = 64
OWNER: Final = 896
"""Bits 7-9: the owner's seat plus one."""
SEAT: Final = 128
"""One seat in those bits."""
UNIT: Final = 1023
"""All that belongs to the unit."""
GROUND: Final = 7168
"""Bits 10-12: the terrain."""
FOREST: Final = 1024
LAKE: Final = 2048
TOWER: Final = 3072
MOUNTAIN: Final = 4096
LIVE: Final = 8192
"""Bit 13: the base of a seat that is still in."""

# The phases of a game, in their order.
ROULETTE: Final = 0
BASES: Final = 1
REROLLS: Final = 2
DEPLOY: Final = 3
PLAY: Final = 4
BECOME: Final = 5
EXTRA: Final = 6

# Actions of a unit: cell * 64 + slot. Slots 0-17: direction * 3 + steps - 1, a straight way.
KNIGHT: Final = 18
"""Slots 18-29: two steps in direction d, then one in d + 1 (18 + 2d) or d - 1 (19 + 2d)."""
ACROSS: Final = 30
"""Slots 30-35: one step in direction d and one in d + 1."""
SHOOT: Final = 36
"""Slots 36-59: shoot in direction d at distance k: 36 + 4d + k - 1."""
REROLL: Final = 60
STAND: Final = 61
"""Go on guard."""
SLOTS: Final = 64

# After the units' actions: 4 terrains a cell, 6 values a cell, then these, counted from `Board.rest`.
SITE: Final = 0
"""Six bases to choose, by axis."""
KEEP: Final = 6
"""Re-roll nothing; then six single values and the 21 pairs."""
TURN_INTO: Final = 33
"""Six values: become 1 is 34."""
DECLINE: Final = 40
RESTS: Final = 41

MARKED_AXES: Final = 9
"""The bit set of the axes with a marked base on map 6: east and west."""
ALL_AXES: Final = 63


class Board:
    """A map for a number of players: ways, bases and where terrain may lie."""

    shape: Shape
    reach: i64
    """6 or 8: how far the map reaches from its centre."""
    size: i64
    """How many cells there are."""
    to: vec[i16]
    """64 a cell: where a slot leads, -1 off the map."""
    q: vec[i16]
    r: vec[i16]
    bases: vec[i16]
    """The base at the end of each of the six axes (1.2)."""
    sites: i64
    """The bit set of the axes on which bases are."""
    barred: vec[u8]
    """1 for cells that never hold terrain (2.5)."""
    nearest: vec[i16]
    """For every axis, all cells by their distance from its base."""
    steps: vec[u8]
    """Those distances."""
    scatter: vec[i16]
    """Where terrain falls for direction * 36 + distance * 6 + scatter, dice counted from 0 (2.4); -1 off the map."""
    plain: vec[i16]
    """A map without anything on it."""
    deploy: i64
    """The first action that deploys: deploy + cell * 6 + value - 1; the terrains of the roulette stand before it."""
    rest: i64
    """The first of the actions that name no cell."""
    army: i64
    """How many dice each player has (2.7)."""

    def __init__(self, reach: int, players: int) -> None:
        """Work the tables out."""
        shape = hexagon(reach)
        marked = players == 2 and reach == 6
        self.shape = shape
        self.reach = reach
        self.size = len(shape)
        self.to = _ways(shape)
        self.q = vec[i16]([i16(cell.q) for cell in shape.cells])
        self.r = vec[i16]([i16(cell.r) for cell in shape.cells])
        self.sites = MARKED_AXES if marked else ALL_AXES
        bases = [shape.index[step * (reach - 1 if marked else reach)] for step in DIRECTIONS]
        self.bases = vec[i16]([i16(base) for base in bases])
        never = {CENTRE} | {step * reach for step in DIRECTIONS}
        if marked:
            never |= {shape.cells[base] for axis, base in enumerate(bases) if MARKED_AXES >> axis & 1}
        self.barred = vec[u8]([u8(cell in never) for cell in shape.cells])
        self.nearest = vec[i16]()
        self.steps = vec[u8]()
        for base in bases:
            for away, cell in sorted((distance(shape.cells[base], other), i) for i, other in enumerate(shape.cells)):
                self.nearest = append(self.nearest, i16(cell))
                self.steps = append(self.steps, u8(away))
        self.scatter = _scatter(shape)
        self.plain = vec[i16]([i16(0)] * len(shape))
        self.deploy = self.size * (SLOTS + 4)
        self.rest = self.deploy + self.size * 6
        self.army = {2: 6, 3: 4, 4: 3, 6: 3}[players]

    def away(self, a: i64, b: i64) -> i64:
        """Return the number of steps between two cells."""
        q = i64(self.q[a]) - i64(self.q[b])
        r = i64(self.r[a]) - i64(self.r[b])
        s = q + r
        q = q if q >= 0 else -q
        r = r if r >= 0 else -r
        s = s if s >= 0 else -s
        if q < r:
            q = r
        return q if q > s else s


def _ways(shape: Shape) -> vec[i16]:
    table = vec[i16]()
    for cell in shape.cells:
        for step in _slots():
            table = append(table, i16(shape.index.get(cell + step, -1)))
    return table


def _slots() -> list[Hex]:
    """Return where the 64 slots lead, as steps; the last four lead nowhere."""
    steps = [DIRECTIONS[d] * k for d in range(6) for k in (1, 2, 3)]
    steps += [DIRECTIONS[d] * 2 + DIRECTIONS[(d + turn) % 6] for d in range(6) for turn in (1, 5)]
    steps += [DIRECTIONS[d] + DIRECTIONS[(d + 1) % 6] for d in range(6)]
    steps += [DIRECTIONS[d] * k for d in range(6) for k in (1, 2, 3, 4)]
    return steps + [CENTRE] * 4


def _scatter(shape: Shape) -> vec[i16]:
    table = vec[i16]()
    for ray in DIRECTIONS:
        for steps in range(3, 9):
            for scatter in DIRECTIONS:
                table = append(table, i16(shape.index.get(ray * steps + scatter, -1)))
    return table
