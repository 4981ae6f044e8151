"""The table of 721 cells, the hexagons on it, and the pools of hexagons off it."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from bestagon.grid import Hex, Shape, hexagon

SHAPE: Final[Shape] = hexagon(15)
"""The table (HG 1.4)."""
CELLS: Final[i64] = 721

KINDS: Final = ("gray", "cracked", "blue", "swap", "draw", "bomb", "move")
GRAY: Final[i64] = 0
CRACKED: Final[i64] = 1
BLUE: Final[i64] = 2
SWAP: Final[i64] = 3
DRAW: Final[i64] = 4
BOMB: Final[i64] = 5
MOVE: Final[i64] = 6
BASIC: Final[i64] = 3
"""The number of basic kinds, which go on the table; the kinds after them are specials."""
TOTALS: Final = vec[u8]([u8(n) for n in (20, 20, 12, 2, 2, 2, 2)])
"""The number of hexagons of each kind (HG 1.1)."""
HEXAGONS: Final[i64] = 60
MAX_PLACED: Final[i64] = 52
"""The number of basic hexagons: the table never has more."""

# Pools of hexagons off the table: the hands of seats 0 to 3, then these. A pool has eight counts: one per kind, then HIDDEN.
BAG: Final[i64] = 4
RETURNED: Final[i64] = 5
"""The hexagons a passing seat has returned, until it draws as many."""
DISCARDED: Final[i64] = 6
POOLS: Final[i64] = 7
HIDDEN: Final[i64] = 7
"""The index of the hexagons whose kind the viewer cannot see."""

# The table is stored as rows of PITCH spots inside a rim of six OFF spots, wider than any pattern reaches. A step is then a
# plain sum of spot numbers that neither leaves the list nor wraps to another row. Spots have the same order as cells.
PITCH: Final[i64] = 37
SPOTS: Final[i64] = 1628

EMPTY: Final = 0
FRINGE: Final = 1
"""Empty, and a hexagon may be placed here."""
OFF: Final = 6
# A spot with a hexagon is its kind + 2, so that half of it is its tone: 1 for gray and cracked (HG 5.2), 2 for blue.
TONE_GRAY: Final = 1
TONE_BLUE: Final = 2


def spot_offset(step: Hex) -> int:
    """Return the difference of spot numbers that a step makes."""
    return step.r * int(PITCH) + step.q


MIDDLE: Final[i64] = 798
_CELL_BY_SPOT: Final = {int(MIDDLE) + spot_offset(cell): i for i, cell in enumerate(SHAPE.cells)}
SPOT: Final = vec[i16]([i16(spot) for spot in _CELL_BY_SPOT])
"""The spot of every cell."""
CELL: Final = vec[i16]([i16(_CELL_BY_SPOT.get(spot, -1)) for spot in range(int(SPOTS))])
"""The cell of every spot, -1 off the table."""
EMPTY_TABLE: Final = vec[u8]([u8(FRINGE if spot == int(MIDDLE) else EMPTY if spot in _CELL_BY_SPOT else OFF) for spot in range(int(SPOTS))])
"""The spots before the first hexagon, which goes to the middle (HG 4.2)."""
DIRECTIONS: Final = vec[i16]([i16(1), i16(-36), i16(-37), i16(-1), i16(36), i16(37)])
"""The six steps as differences of spots."""


def _insert(values: vec[i16], n: i64, value: i64) -> i64:
    """Insert a value into the sorted first `n` values and return the new length."""
    i = n
    small = i16(value)
    while i > 0 and values[i - 1] > small:
        values[i] = values[i - 1]
        i -= 1
    values[i] = small
    return n + 1


def _remove(values: vec[i16], n: i64, value: i64) -> i64:
    """Remove a value from the sorted first `n` values and return the new length."""
    i = n - 1
    small = i16(value)
    moving = values[i]
    while moving != small:
        i -= 1
        displaced = values[i]
        values[i] = moving
        moving = displaced
    return n - 1


class HexagoneBoard:
    """The hexagons on the table and the empty spots next to them."""

    spots: vec[u8]
    """The content of every spot: EMPTY, FRINGE, OFF, or a kind + 2."""
    grays: vec[i16]
    """The spots of gray and cracked hexagons, sorted."""
    blues: vec[i16]
    """The spots of blue hexagons, sorted."""
    fringe: vec[i16]
    """The spots where a hexagon may be placed, sorted (HG 4.1, 4.2)."""
    gray_count: i64
    cracked_count: i64
    """The number of cracked hexagons among the grays."""
    blue_count: i64
    fringe_count: i64

    def __init__(self) -> None:
        """Make an empty table."""
        self.grays = vec[i16]([i16(0)] * int(MAX_PLACED))
        self.blues = vec[i16]([i16(0)] * int(MAX_PLACED))
        self.fringe = vec[i16]([i16(0)] * int(6 * MAX_PLACED))
        self.clear()

    def clear(self) -> None:
        """Remove all hexagons."""
        self.spots = EMPTY_TABLE[:]
        self.gray_count = 0
        self.cracked_count = 0
        self.blue_count = 0
        self.fringe[0] = i16(MIDDLE)
        self.fringe_count = 1

    def copy_from(self, other: HexagoneBoard) -> None:
        """Become equal to another board."""
        self.spots = other.spots[:]
        self.grays = other.grays[:]
        self.blues = other.blues[:]
        self.fringe = other.fringe[:]
        self.gray_count = other.gray_count
        self.cracked_count = other.cracked_count
        self.blue_count = other.blue_count
        self.fringe_count = other.fringe_count

    def placed(self) -> i64:
        """Return the number of hexagons on the table."""
        return self.gray_count + self.blue_count

    def count(self, kind: i64) -> i64:
        """Return the number of hexagons of a basic kind on the table."""
        if kind == GRAY:
            return self.gray_count - self.cracked_count
        return self.cracked_count if kind == CRACKED else self.blue_count

    def kind_at(self, cell: i64) -> i64:
        """Return the kind of the hexagon on a cell, or -1."""
        code = i64(self.spots[i64(SPOT[cell])])
        return code - 2 if code > FRINGE else -1

    def is_fringe(self, cell: i64) -> bool:
        """Tell whether a hexagon may be placed on a cell."""
        return self.spots[i64(SPOT[cell])] == FRINGE

    def put(self, spot: i64, kind: i64) -> None:
        """Put a hexagon on an empty spot."""
        spots = self.spots
        if self.gray_count + self.blue_count == 0:
            self.fringe_count = 0
            spots[MIDDLE] = EMPTY
        if spots[spot] == FRINGE:
            self.fringe_count = _remove(self.fringe, self.fringe_count, spot)
        spots[spot] = u8(kind + 2)
        if kind == BLUE:
            self.blue_count = _insert(self.blues, self.blue_count, spot)
        else:
            self.gray_count = _insert(self.grays, self.gray_count, spot)
            self.cracked_count += kind
        for d in range(6):
            neighbour = spot + i64(DIRECTIONS[d])
            if spots[neighbour] == EMPTY:
                spots[neighbour] = FRINGE
                self.fringe_count = _insert(self.fringe, self.fringe_count, neighbour)

    def take(self, spot: i64) -> i64:
        """Remove the hexagon on a spot and return its kind."""
        spots = self.spots
        kind = i64(spots[spot]) - 2
        if kind == BLUE:
            self.blue_count = _remove(self.blues, self.blue_count, spot)
        else:
            self.gray_count = _remove(self.grays, self.gray_count, spot)
            self.cracked_count -= kind
        spots[spot] = EMPTY
        if self.gray_count + self.blue_count == 0:
            self.clear()
            return kind
        self._update_fringe(spot)
        for d in range(6):
            self._update_fringe(spot + i64(DIRECTIONS[d]))
        return kind

    def _update_fringe(self, spot: i64) -> None:
        """Add an empty spot to the fringe or remove it, by its neighbours."""
        code = self.spots[spot]
        if code > FRINGE:
            return
        updated = u8(FRINGE) if self.has_neighbour(spot, -1) else u8(EMPTY)
        if updated != code:
            self.spots[spot] = updated
            if updated == FRINGE:
                self.fringe_count = _insert(self.fringe, self.fringe_count, spot)
            else:
                self.fringe_count = _remove(self.fringe, self.fringe_count, spot)

    def has_neighbour(self, spot: i64, ignored: i64) -> bool:
        """Tell whether a hexagon is next to a spot, other than the one on the spot `ignored`."""
        for d in range(6):
            neighbour = spot + i64(DIRECTIONS[d])
            code = self.spots[neighbour]
            if code > FRINGE and code < OFF and neighbour != ignored:
                return True
        return False
