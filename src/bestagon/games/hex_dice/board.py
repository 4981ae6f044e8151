"""Maps as tables, and the phases, endings and camps of a game on them."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

from bestagon.games.hex_dice.board_actions import SLOTS
from bestagon.grid import CENTRE, DIRECTIONS, Hex, Shape, distance, hexagon

MAX_SEATS: Final = 6
MAX_CELLS: Final = 217

# A camp is the part of the state that belongs to one seat: 16 numbers.
CAMP: Final = 16
AXIS: Final = 0
"""The axis of the seat's base, -1 before it has one."""
LAST_ACTED: Final = 1
"""The cell of the unit that acted in the seat's previous turn, or -1 (4.6)."""
UNIT_COUNT: Final = 2
"""The number of units on the map."""
UNITS: Final = 3
"""The cells of these units, in ascending order."""
HAND: Final = 8
"""HAND + v: the number of dice of value v still to deploy, for v from 1 to 6."""

# Phases, in order.
ROULETTE: Final = 0
BASES: Final = 1
REROLLS: Final = 2
DEPLOY: Final = 3
PLAY: Final = 4
BECOME: Final = 5
EXTRA: Final = 6
PHASES: Final = ("roulette", "base", "reroll", "deploy", "play", "become", "extra")

ANNIHILATED: Final = 1
CAPTURED: Final = 2
PATIENCE: Final = 3
ENDINGS: Final = ("resigned", "annihilated", "base", "patience")

# Throws of dice, as the rules announce them.
LAYOUT_DIE: Final = 0
"""The die that picks a layout (2.2)."""
TERRAIN_SUM: Final = 1
"""Six dice for the number of terrain cells (2.3)."""
TERRAIN_SPOT: Final = 2
"""Four dice for one of them: direction, distance, scatter and kind (2.4)."""
FIRST_TO_PLACE: Final = 3
"""Who places terrain first (2.3)."""
UNIT_DIE: Final = 4
"""The die of a unit that re-rolls (4.2)."""
HAND_DICE: Final = 4
"""HAND_DICE + n: n dice of an army that are re-rolled (2.8)."""
ARMY_DICE: Final = 16
"""ARMY_DICE + seat: the dice of an army (2.7)."""
ORDER_DICE: Final = 64
"""ORDER_DICE + the bit set of the seats that roll for the order, each one die (2.6)."""

MARKED_AXES: Final = 9
"""The bit set of the axes with a marked base on map 6: east and west."""
ALL_AXES: Final = 63


class HexDiceBoard:
    """A map for a number of players: the targets of moves, the bases, and where terrain may lie."""

    shape: Shape
    radius: i64
    """6 or 8."""
    size: i64
    """The number of cells."""
    targets: vec[i16]
    """64 a cell: the cell a slot leads to, -1 off the map."""
    q: vec[i16]
    r: vec[i16]
    bases: vec[i16]
    """The base at the end of each of the six axes (1.2)."""
    base_axes: i64
    """The bit set of the axes that have bases."""
    terrain_barred: vec[u8]
    """1 for cells that never have terrain (2.5)."""
    by_distance: vec[i16]
    """For each axis, all cells by their distance from its base."""
    distances: vec[u8]
    """These distances."""
    scatter: vec[i16]
    """Where terrain falls for direction * 36 + distance * 6 + scatter, dice counted from 0 (2.4); -1 off the map."""
    empty_cells: vec[i16]
    first_deploy: i64
    """Deploying is first_deploy + cell * 6 + value - 1; the terrain actions of the roulette come before it."""
    first_general: i64
    """The first of the actions that name no cell."""
    army_size: i64
    """The number of dice of each player (2.7)."""

    def __init__(self, radius: int, players: int) -> None:
        """Compute the tables."""
        shape = hexagon(radius)
        marked = players == 2 and radius == 6
        self.shape = shape
        self.radius = radius
        self.size = len(shape)
        self.targets = _targets(shape)
        self.q = vec[i16]([i16(cell.q) for cell in shape.cells])
        self.r = vec[i16]([i16(cell.r) for cell in shape.cells])
        self.base_axes = MARKED_AXES if marked else ALL_AXES
        bases = [shape.index[step * (radius - 1 if marked else radius)] for step in DIRECTIONS]
        self.bases = vec[i16]([i16(base) for base in bases])
        barred = {CENTRE} | {step * radius for step in DIRECTIONS}
        if marked:
            barred |= {shape.cells[base] for axis, base in enumerate(bases) if MARKED_AXES >> axis & 1}
        self.terrain_barred = vec[u8]([u8(cell in barred) for cell in shape.cells])
        self.by_distance = vec[i16]()
        self.distances = vec[u8]()
        for base in bases:
            for steps, cell in sorted((distance(shape.cells[base], other), i) for i, other in enumerate(shape.cells)):
                self.by_distance = append(self.by_distance, i16(cell))
                self.distances = append(self.distances, u8(steps))
        self.scatter = _scatter(shape)
        self.empty_cells = vec[i16]([i16(0)] * len(shape))
        self.first_deploy = self.size * (SLOTS + 4)
        self.first_general = self.first_deploy + self.size * 6
        self.army_size = {2: 6, 3: 4, 4: 3, 6: 3}[players]

    def distance(self, a: i64, b: i64) -> i64:
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


def _targets(shape: Shape) -> vec[i16]:
    table = vec[i16]()
    for cell in shape.cells:
        for step in _slot_steps():
            table = append(table, i16(shape.index.get(cell + step, -1)))
    return table


def _slot_steps() -> list[Hex]:
    """Return the displacements of the 64 slots; the last four lead nowhere."""
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


def both_ways(axis: i64) -> i64:
    """Return the bit set of the two directions along an axis."""
    return 9 << (axis % 3)


def opposite(axis: i64) -> i64:
    """Return the opposite direction."""
    return axis + 3 if axis < 3 else axis - 3
