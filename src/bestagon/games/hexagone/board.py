"""The table of 721 cells, the hexagons lying on it, and the deck as tables for matching."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

from bestagon.grid import Hex, Shape, distance, hexagon
from bestagon.grid.bits import BITS

RADIUS: Final = 15
SHAPE: Final[Shape] = hexagon(RADIUS)
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
"""Kinds below this one are placed, the others are specials."""
TOTALS: Final = vec[u8]([u8(n) for n in (20, 20, 12, 2, 2, 2, 2)])
"""How many hexagons there are of each kind (HG 1.1)."""
HEXAGONS: Final[i64] = 60
MOST_PLACED: Final[i64] = 52
"""Basic hexagons in all: no more can ever lie on the table."""

# The table is kept as rows of PITCH spots with a rim that is OFF, wider than any pattern reaches: a step is then a
# plain sum of spot numbers, never off the list and never on the wrong row. Spots are in the same order as cells.
RIM: Final = 6
PITCH: Final[i64] = 37
SPOTS: Final[i64] = 1628

EMPTY: Final = 0
FRINGE: Final = 1
"""Empty, but a hexagon may be placed here."""
OFF: Final = 6
# A hexagon on a spot is its kind + 2, so that half of it is its tone: 1 for gray and cracked (HG 5.2), 2 for blue.
TONE_GRAY: Final = 1
TONE_BLUE: Final = 2


def spot_of(cell: Hex) -> int:
    """Return the spot of an axial cell."""
    return (cell.r + RADIUS + RIM) * int(PITCH) + cell.q + RADIUS + RIM


def step_of(step: Hex) -> int:
    """Return the difference of spots that a step makes."""
    return step.r * int(PITCH) + step.q


def _spot_table() -> vec[i16]:
    return vec[i16]([i16(spot_of(cell)) for cell in SHAPE.cells])


def _cell_table() -> vec[i16]:
    table = vec[i16]([i16(-1)] * int(SPOTS))
    for i in range(len(SHAPE)):
        table[spot_of(SHAPE.cells[i])] = i16(i)
    return table


def _bare_table() -> vec[u8]:
    bare = vec[u8]([u8(OFF)] * int(SPOTS))
    for cell in SHAPE.cells:
        bare[spot_of(cell)] = u8(EMPTY)
    bare[spot_of(Hex(0, 0))] = u8(FRINGE)
    return bare


SPOT: Final[vec[i16]] = _spot_table()
"""The spot of every cell."""
CELL: Final[vec[i16]] = _cell_table()
"""The cell of every spot, -1 off the table."""
BARE: Final[vec[u8]] = _bare_table()
"""The empty table: the first hexagon goes to the middle (HG 4.2)."""
MIDDLE: Final[i64] = 798
AROUND: Final[vec[i16]] = vec[i16]([i16(1), i16(-36), i16(-37), i16(-1), i16(36), i16(37)])
"""The six steps, as differences of spots, in the order of the directions."""


def insert(values: vec[i16], n: i64, value: i64) -> i64:
    """Put a value into a list of `n` that is kept in order, and return its new length."""
    i = n
    small = i16(value)
    while i > 0 and values[i - 1] > small:
        values[i] = values[i - 1]
        i -= 1
    values[i] = small
    return n + 1


def drop(values: vec[i16], n: i64, value: i64) -> i64:
    """Take a value out of a list of `n` that is kept in order, and return its new length."""
    i = n - 1
    small = i16(value)
    kept = values[i]
    while kept != small:
        i -= 1
        held = values[i]
        values[i] = kept
        kept = held
    return n - 1


class Board:
    """The hexagons on the table, and the empty cells next to them."""

    spots: vec[u8]
    """What lies on every spot: EMPTY, FRINGE, OFF, or a kind + 2."""
    grays: vec[i16]
    """The spots of gray and cracked hexagons, in order."""
    blues: vec[i16]
    """The spots of blue hexagons, in order."""
    fringe: vec[i16]
    """The spots where a hexagon may be placed, in order (HG 4.1, 4.2)."""
    gray_count: i64
    cracked_count: i64
    """How many of the grays are cracked."""
    blue_count: i64
    fringe_count: i64

    def __init__(self) -> None:
        """Make an empty table."""
        self.grays = vec[i16]([i16(0)] * int(MOST_PLACED))
        self.blues = vec[i16]([i16(0)] * int(MOST_PLACED))
        self.fringe = vec[i16]([i16(0)] * int(6 * MOST_PLACED))
        self.clear()

    def clear(self) -> None:
        """Take everything away."""
        self.spots = BARE[:]
        self.gray_count = 0
        self.cracked_count = 0
        self.blue_count = 0
        self.fringe[0] = i16(MIDDLE)
        self.fringe_count = 1

    def copy_from(self, other: Board) -> None:
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
        """Return how many hexagons lie on the table."""
        return self.gray_count + self.blue_count

    def count(self, kind: i64) -> i64:
        """Return how many hexagons of a basic kind lie on the table."""
        if kind == GRAY:
            return self.gray_count - self.cracked_count
        return self.cracked_count if kind == CRACKED else self.blue_count

    def kind_at(self, cell: i64) -> i64:
        """Return the kind of the hexagon on a cell, or -1."""
        code = i64(self.spots[i64(SPOT[cell])])
        return code - 2 if code > FRINGE else -1

    def free(self, cell: i64) -> bool:
        """Tell whether a hexagon may be placed on a cell."""
        return self.spots[i64(SPOT[cell])] == FRINGE

    def put(self, spot: i64, kind: i64) -> None:
        """Lay a hexagon on an empty spot."""
        spots = self.spots
        if self.gray_count + self.blue_count == 0:
            self.fringe_count = 0
            spots[MIDDLE] = EMPTY
        if spots[spot] == FRINGE:
            self.fringe_count = drop(self.fringe, self.fringe_count, spot)
        spots[spot] = u8(kind + 2)
        if kind == BLUE:
            self.blue_count = insert(self.blues, self.blue_count, spot)
        else:
            self.gray_count = insert(self.grays, self.gray_count, spot)
            self.cracked_count += kind
        for d in range(6):
            near = spot + i64(AROUND[d])
            if spots[near] == EMPTY:
                spots[near] = FRINGE
                self.fringe_count = insert(self.fringe, self.fringe_count, near)

    def take(self, spot: i64) -> i64:
        """Take the hexagon off a spot and return its kind."""
        spots = self.spots
        kind = i64(spots[spot]) - 2
        if kind == BLUE:
            self.blue_count = drop(self.blues, self.blue_count, spot)
        else:
            self.gray_count = drop(self.grays, self.gray_count, spot)
            self.cracked_count -= kind
        spots[spot] = EMPTY
        if self.gray_count + self.blue_count == 0:
            self.clear()
            return kind
        self._settle(spot)
        for d in range(6):
            self._settle(spot + i64(AROUND[d]))
        return kind

    def _settle(self, spot: i64) -> None:
        """Find out again whether an empty spot belongs to the fringe."""
        code = self.spots[spot]
        if code > FRINGE:
            return
        near = u8(FRINGE) if self.next_to(spot, -1) else u8(EMPTY)
        if near != code:
            self.spots[spot] = near
            if near == FRINGE:
                self.fringe_count = insert(self.fringe, self.fringe_count, spot)
            else:
                self.fringe_count = drop(self.fringe, self.fringe_count, spot)

    def next_to(self, spot: i64, apart_from: i64) -> bool:
        """Tell whether a hexagon other than the one on the spot `apart_from` lies next to a spot."""
        for d in range(6):
            near = spot + i64(AROUND[d])
            code = self.spots[near]
            if code > FRINGE and code < OFF and near != apart_from:
                return True
        return False


LOOK: Final[i64] = 14
"""How long an entry of `Deck.looks` is: seven pairs."""


class Deck:
    """Sequence cards as tables: a card is its number in the file, counted from 0."""

    count: i64
    names: list[str]
    patterns: list[list[list[tuple[Hex, int]]]]
    """For every card and every turn of it: its cells as steps from its first cell in cell order, with their tones."""
    stars: vec[u8]
    points: vec[u8]
    sizes: vec[u8]
    """How many hexagons a pattern has."""
    blues: vec[u8]
    """How many of them are blue."""
    turns: vec[u8]
    """How many rotations of a pattern differ."""
    looks: vec[i16]
    """LOOK entries for every card and turn (six turns a card).

    A match is looked for from its pivot, a blue hexagon where the card has one, since these are few. The first pair is
    the way from the pivot back to the first cell, and the pivot's tone; the pairs after it are the way from the pivot
    to every other cell, and that cell's tone, those first that are least likely to fit: blue ones, then far ones.
    """

    def __init__(self, names: list[str], stars: list[int], points: list[int], patterns: list[list[list[tuple[Hex, int]]]]) -> None:
        """Build the tables from checked cards."""
        self.count = len(names)
        self.names = names
        self.patterns = patterns
        self.stars = vec[u8]([u8(n) for n in stars])
        self.points = vec[u8]([u8(n) for n in points])
        self.sizes = vec[u8]([u8(len(turned[0])) for turned in patterns])
        self.blues = vec[u8]([u8(sum(1 for _, tone in turned[0] if tone == TONE_BLUE)) for turned in patterns])
        self.turns = vec[u8]([u8(len(turned)) for turned in patterns])
        self.looks = vec[i16]()
        for turned in patterns:
            for t in range(6):
                for value in _look(turned[t] if t < len(turned) else []):
                    self.looks = append(self.looks, i16(value))

    def cards(self, most_stars: int) -> i64:
        """Return the bit set of the cards with at most so many stars."""
        found: i64 = 0
        for i in range(self.count):
            if self.stars[i] <= most_stars:
                found |= BITS[i]
        return found


def _look(cells: list[tuple[Hex, int]]) -> list[int]:
    """Return one entry of `Deck.looks`."""
    if not cells:
        return [0] * int(LOOK)
    pivot, tone = next((cell for cell in cells if cell[1] == TONE_BLUE), cells[0])
    pairs = [step_of(cells[0][0] - pivot), tone]
    for cell, other in sorted(cells, key=lambda item: (-item[1], -distance(item[0], pivot))):
        if cell != pivot:
            pairs += [step_of(cell - pivot), other]
    return pairs + [0] * (int(LOOK) - len(pairs))
