"""Hex Dice, a second time: the board, and where units go and shoot (HD = rules/hex-dice.md, N = docs/notation.md)."""

from __future__ import annotations

from dataclasses import dataclass

Cell = tuple[int, int]
DIRECTIONS: list[Cell] = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]  # N: E NE NW W SW SE
BONUS = {"forest": 1, "lake": 0, "tower": 1, "mountain": 2}  # HD 6


def go(cell: Cell, direction: int, times: int = 1) -> Cell:
    """Some steps in a direction."""
    dq, dr = DIRECTIONS[direction % 6]
    return (cell[0] + dq * times, cell[1] + dr * times)


def steps_between(a: Cell, b: Cell) -> int:
    """The hexagonal distance."""
    dq, dr = a[0] - b[0], a[1] - b[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def name_cells(radius: int) -> dict[str, Cell]:
    """Name the cells of a hexagon, row letter and place in the row, in cell order (N, common)."""
    named: dict[str, Cell] = {}
    for r in range(-radius, radius + 1):
        row = [(q, r) for q in range(-radius, radius + 1) if steps_between((q, r), (0, 0)) <= radius]
        for place, cell in enumerate(row, start=1):
            named["abcdefghijklmnopqrstuvwxyz"[r + radius] + str(place)] = cell
    return named


@dataclass
class Unit:
    """A die on the board."""

    owner: int
    value: int
    tokens: int = 0
    guard: bool = False
    acted: bool = False  # in its owner's previous turn (HD 4.6)


class Board:
    """The map with what stands on it."""

    def __init__(self, radius: int) -> None:
        self.radius = radius
        self.cells = name_cells(radius)
        self.names = {cell: name for name, cell in self.cells.items()}
        self.terrain: dict[Cell, str] = {}
        self.units: dict[Cell, Unit] = {}
        self.base: dict[int, Cell] = {}  # by seat, in the order of choosing

    def land(self, cell: Cell) -> bool:
        """HD 6: on the map and no lake."""
        return cell in self.names and self.terrain.get(cell) != "lake"

    def mountain(self, cell: Cell) -> bool:
        return self.terrain.get(cell) == "mountain"

    def forward(self, seat: int) -> int:
        """HD 1.3: the direction from the base to the centre."""
        return next(d for d in range(6) if (0, 0) in [go(self.base[seat], d, n) for n in range(1, 9)])

    def straight(self, at: Cell, direction: int, greatest: int) -> set[Cell]:
        """HD 3, 3.1, 6.1: the cells up to a number of steps away along a line."""
        found: set[Cell] = set()
        for distance in range(1, greatest + 1):
            path = [go(at, direction, n) for n in range(distance + 1)]
            blocked = any(not self.land(cell) for cell in path[1:]) or any(cell in self.units for cell in path[1:-1])
            cut = 1 if any(self.mountain(cell) for cell in path) else 0
            if not blocked and distance <= greatest - cut:
                found.add(path[-1])
        return found

    def around(self, at: Cell) -> set[Cell]:
        """One step anywhere."""
        return {go(at, d) for d in range(6) if self.land(go(at, d))}

    def across(self, at: Cell, forward: int) -> set[Cell]:
        """HD 3, 3.2, N: a 4 going at right angles to its axis."""
        found: set[Cell] = set()
        for first, second in ((forward + 1, forward + 2), (forward - 1, forward - 2)):
            target = go(go(at, first), second)
            between = [go(at, first), go(at, second)]
            way = any(self.land(cell) and not self.mountain(cell) and cell not in self.units for cell in between)
            if way and self.land(target) and not self.mountain(target) and not self.mountain(at):
                found.add(target)
        return found

    def leaps(self, at: Cell, owner: int) -> set[Cell]:
        """HD 3, 3.1, 6.1, N: a 3."""
        found: set[Cell] = set()
        for direction in range(6):
            way = [go(at, direction), go(at, direction, 2)]
            enemies = any(cell in self.units and self.units[cell].owner != owner for cell in way)
            for turn in (direction + 1, direction - 1):
                target = go(way[1], turn)
                if not enemies and all(self.land(cell) and not self.mountain(cell) for cell in [*way, target]):
                    found.add(target)
        return found

    def reach(self, at: Cell) -> set[Cell]:
        """HD 3: where the unit's way of moving takes it, whatever stands there."""
        unit = self.units[at]
        ahead = self.forward(unit.owner)
        back = ahead + 3
        if unit.value == 1:
            return self.straight(at, ahead, 3) | self.straight(at, back, 1)
        if unit.value == 2:
            return set().union(*(self.straight(at, d, 3) for d in range(6) if d not in (ahead, back % 6)))
        if unit.value == 3:
            return self.leaps(at, unit.owner)
        if unit.value == 4:
            return self.around(at) | self.straight(at, ahead, 2) | self.straight(at, back, 2) | self.across(at, ahead)
        return self.around(at)  # a 5; a 6 only attacks there

    def targets(self, at: Cell, merging: bool) -> set[Cell]:
        """HD 4.1, 4.5, 4.6: empty cells, enemies, friends to merge with."""
        unit = self.units[at]
        found: set[Cell] = set()
        for cell in self.reach(at):
            other = self.units.get(cell)
            enemy = other is not None and other.owner != unit.owner
            if enemy or (unit.value != 6 and (other is None or merging)):
                found.add(cell)
        return found

    def shots(self, at: Cell) -> set[Cell]:
        """HD 4.4, 6, 6.2: what a 5 may shoot at."""
        unit = self.units[at]
        if unit.value != 5:
            return set()
        distances = {"tower": (1, 2, 3), "mountain": (2, 3, 4)}.get(self.terrain.get(at, ""), (2, 3))
        found: set[Cell] = set()
        for direction in range(6):
            for distance in distances:
                cell = go(at, direction, distance)
                between = [go(at, direction, n) for n in range(1, distance)]
                clear = all(self.terrain.get(c) not in ("forest", "tower", "mountain") for c in between)
                if clear and cell in self.units and self.units[cell].owner != unit.owner:
                    found.add(cell)
        return found

    def armour(self, at: Cell) -> int:
        """HD 5.1, 3.3, 6.3."""
        unit = self.units[at]
        if unit.value - unit.tokens <= 0:
            return 0
        near = [self.units[go(at, d)] for d in range(6) if go(at, d) in self.units]
        helpers = sum(1 for other in near if other.owner == unit.owner and other.value == 6)
        terrain = BONUS[self.terrain[at]] if at in self.terrain else 0
        return unit.value - unit.tokens + (1 if unit.guard else 0) + helpers + terrain
