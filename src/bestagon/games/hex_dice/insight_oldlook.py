"""One look at a map of Hex Dice: where all units could go, how hard they could strike there, and what they could take."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from bestagon.games.hex_dice.board import EXTRA, GROUND, LAKE, LIVE, MOUNTAIN, OWNER, SEAT, SHOOT, TOKEN, VALUE
from bestagon.games.hex_dice.position import HexDicePosition

WORTH: Final = vec[float]([0.0, 3.0, 3.5, 5.0, 6.0, 8.0, 6.5, 8.0])
"""What a unit of each value is worth; 7 is one that may become anything."""
RETAKEN: Final = 0.9
"""How much of a unit is lost that can be taken in return."""
DOOM: Final = 1000.0
"""What it is worth to take a base, or the last unit of an army."""
SEATS: Final = 6
CELLS: Final = 217


class Look:
    """What all seats could do at once; `at` must come first, then the rest may be asked."""

    ways: vec[i32]
    """The moves and attacks of all units, seat after seat."""
    ends: vec[i32]
    """Where the ways of each seat end."""
    cover: vec[u8]
    """For every seat and cell the strongest attack the seat could make there."""
    best: vec[float]
    """For every seat and foe the worth of the best the seat could do to the foe at once."""

    def __init__(self) -> None:
        """Make room."""
        self.ways = vec[i32]([i32(0)] * 512)
        self.ends = vec[i32]([i32(0)] * (SEATS + 1))
        self.cover = vec[u8]([u8(0)] * (SEATS * CELLS))
        self.best = vec[float]([0.0] * (SEATS * SEATS))

    def at(self, position: HexDicePosition) -> None:
        """List all ways and note what they cover."""
        ways = self.ways
        n: i64 = 0
        for seat in range(position.seats):
            first = n
            for i in range(position.count(seat)):
                n = position.ways(seat, position.man(seat, i), True, n, ways)
            self.ends[seat + 1] = i32(n)
            self._cover(position, seat, first, n)

    def _cover(self, position: HexDicePosition, seat: i64, first: i64, end: i64) -> None:
        """Note how hard the seat could strike every cell; merges show what protects its own units."""
        cover = self.cover
        to = position.board.to
        cells = position.cells
        row = CELLS * seat
        for cell in range(row, row + position.board.size):
            cover[cell] = 0
        for i in range(first, end):
            action = i64(self.ways[i])
            if action & 63 < SHOOT:
                self._note(row + i64(to[action]), attack(i64(cells[action >> 6]) & VALUE))
        for i in range(position.count(seat)):
            at = position.man(seat, i) << 6
            value = i64(cells[at >> 6]) & VALUE
            if value == 6:
                for d in range(6):
                    near = i64(to[at + 3 * d])
                    if near >= 0:
                        cover[row + near] = 6
            elif value == 5:
                for d in range(6):
                    self._sight(position, row, at + SHOOT + 4 * d)

    def _sight(self, position: HexDicePosition, row: i64, first: i64) -> None:
        """Note the cells a 5 sees in one direction, 2 or 3 away; the little that towers and mountains add is left out."""
        to = position.board.to
        for k in range(3):
            target = i64(to[first + k])
            if target < 0:
                return
            if k > 0:
                self.cover[row + target] = 6
            ground = i64(position.cells[target]) & GROUND
            if ground and ground != LAKE:
                return

    def _note(self, spot: i64, strike: i64) -> None:
        if i64(self.cover[spot]) < strike:
            self.cover[spot] = u8(strike)

    def threat(self, position: HexDicePosition, seat: i64, cell: i64) -> i64:
        """Return the strongest attack that any foe of the seat could make on a cell."""
        most: i64 = 0
        for foe in range(position.seats):
            if foe != seat:
                strike = i64(self.cover[CELLS * foe + cell])
                if strike > most:
                    most = strike
        return most

    def takes(self, position: HexDicePosition, seat: i64, action: i64) -> float:
        """Return what a way of a unit takes, less what it loses in return: 0 where it takes nothing."""
        cells = position.cells
        target = i64(position.board.to[action])
        code = i64(cells[target])
        held = code & VALUE
        near = action & 63 < SHOOT
        if held == 0:
            return DOOM if code & LIVE and near and target != position.base(seat) else 0.0
        foe = (code & OWNER) // SEAT - 1
        if foe == seat:
            return 0.0
        unit = i64(cells[action >> 6])
        if attack(unit & VALUE) < position.armour(target):
            return 0.0
        if position.count(foe) == 1 or (near and code & LIVE and target != position.base(seat)):
            return DOOM
        gain = WORTH[held]
        if near and self.threat(position, seat, target) >= stand(unit, code):
            gain -= RETAKEN * WORTH[unit & VALUE]
        return gain

    def captures(self, position: HexDicePosition) -> None:
        """Note for all pairs of seats the best that one could do to the other."""
        best = self.best
        for i in range(SEATS * position.seats):
            best[i] = 0.0
        cells = position.cells
        to = position.board.to
        for seat in range(position.seats):
            own = (seat + 1) * SEAT
            home = position.base(seat)
            bound = position.phase == EXTRA and position.turn == seat
            for i in range(i64(self.ends[seat]), i64(self.ends[seat + 1])):
                action = i64(self.ways[i])
                target = i64(to[action])
                code = i64(cells[target])
                if code & (VALUE | LIVE) == 0 or code & OWNER == own or (target == home and code & VALUE == 0):
                    continue
                if bound and action >> 6 != position.focus:
                    continue
                gain = self.takes(position, seat, action)
                if gain <= 0.0:
                    continue
                if code & LIVE and gain >= DOOM and target != home:
                    self._better(SEATS * seat + lord(position, target), gain)
                if code & VALUE:
                    # A unit on a third seat's base is worth no more than itself to its owner, unless it is the last.
                    foe = (code & OWNER) // SEAT - 1
                    if gain >= DOOM and position.count(foe) > 1 and position.base(foe) != target:
                        gain = WORTH[code & VALUE]
                    self._better(SEATS * seat + foe, gain)

    def _better(self, spot: i64, gain: float) -> None:
        if self.best[spot] < gain:
            self.best[spot] = gain


def lord(position: HexDicePosition, cell: i64) -> i64:
    """Return the seat that is still in and has its base on this cell."""
    seat: i64 = 0
    while position.base(seat) != cell:
        seat += 1
    return seat


def stand(unit: i64, target: i64) -> i64:
    """Return the armour of a unit once it has moved to a cell that holds this; friends near it left out."""
    left = (unit & VALUE) - ((unit // TOKEN) & 7)
    if left <= 0:
        return 0
    ground = target & GROUND
    if ground:
        left += 2 if ground == MOUNTAIN else 1
    return left


def attack(value: i64) -> i64:
    """Return the attack of a unit."""
    return value + 1 if value < 6 else 6
