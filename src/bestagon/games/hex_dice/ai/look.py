"""One look at a map of Hex Dice: where all units could go, how hard they could strike there, and what they could take."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i32, i64, u8

from bestagon.games.hex_dice.board import EXTRA, GROUND, LAKE, LIVE, MOUNTAIN, OWNER, SEAT, SHOOT, TOKEN, VALUE, WILD
from bestagon.games.hex_dice.position import HexDicePosition
from bestagon.games.hex_dice.position_field import CAMP, LAST

WORTH: Final = vec[float]([0.0, 0.8, 1.25, 1.23, 1.27, 1.77, 1.3, 1.77])
"""What a unit of each value is worth; 7 is one that may become anything."""
RETAKEN: Final = 0.9
"""How much of a unit is lost that can be taken in return."""
DOOM: Final = 1000.0
"""What it is worth to take a base, or the last unit of an army."""
REACH: Final = 3
"""No unit moves farther."""
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
    """For every seat and foe the worth of the best unit the seat could take from the foe at once."""
    prey: vec[i32]
    """That unit's cell."""
    second: vec[float]
    """The worth of the best other unit."""
    dooms: vec[i32]
    """For every seat and foe how many units of the seat could put the foe out at once."""
    doomer: vec[i32]
    """The last of them."""
    extra: vec[i32]
    """Scratch: ways of a unit."""

    def __init__(self) -> None:
        """Make room."""
        self.ways = vec[i32]([i32(0)] * 512)
        self.ends = vec[i32]([i32(0)] * (SEATS + 1))
        self.cover = vec[u8]([u8(0)] * (SEATS * CELLS))
        self.best = vec[float]([0.0] * (SEATS * SEATS))
        self.prey = vec[i32]([i32(-1)] * (SEATS * SEATS))
        self.second = vec[float]([0.0] * (SEATS * SEATS))
        self.dooms = vec[i32]([i32(0)] * (SEATS * SEATS))
        self.doomer = vec[i32]([i32(-1)] * (SEATS * SEATS))
        self.extra = vec[i32]([i32(0)] * 64)

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
        """Note for all pairs of seats the best that one could do to the other, and the next best to another unit."""
        for i in range(SEATS * position.seats):
            self.best[i] = 0.0
            self.second[i] = 0.0
            self.dooms[i] = 0
            self.prey[i] = -1
        for seat in range(position.seats):
            if position.count(seat):
                self._captures_of(position, seat)

    def _captures_of(self, position: HexDicePosition, seat: i64) -> None:
        cells = position.cells
        to = position.board.to
        own = (seat + 1) * SEAT
        home = position.base(seat)
        bound = position.phase == EXTRA and position.turn == seat
        last = i64(position.camps[CAMP * seat + LAST])
        for i in range(i64(self.ends[seat]), i64(self.ends[seat + 1])):
            action = i64(self.ways[i])
            target = i64(to[action])
            code = i64(cells[target])
            if code & (VALUE | LIVE) == 0 or (target == home and code & VALUE == 0):
                continue
            if bound and action >> 6 != position.focus:
                continue
            if code & OWNER == own:
                if not bound and target != last and (code & VALUE) + (i64(cells[action >> 6]) & VALUE) >= WILD:
                    foe = self.entered(position, seat, target)
                    if foe >= 0:
                        self._doom(SEATS * seat + foe, action >> 6)
                continue
            gain = self.takes(position, seat, action)
            if gain <= 0.0:
                continue
            if code & LIVE and gain >= DOOM and target != home:
                self._doom(SEATS * seat + lord(position, target), action >> 6)
            if code & VALUE:
                foe = (code & OWNER) // SEAT - 1
                if gain >= DOOM:
                    if position.count(foe) == 1 and position.base(foe) != target:
                        self._doom(SEATS * seat + foe, action >> 6)
                    gain = WORTH[code & VALUE]
                self._better(SEATS * seat + foe, gain, target)

    def entered(self, position: HexDicePosition, seat: i64, cell: i64) -> i64:
        """Return whose base a unit merged on a cell could enter at once, as whatever it becomes (HD 4.6); -1 for nobody's."""
        for foe in range(position.seats):
            base = position.base(foe)
            if foe == seat or base < 0 or position.out_at(foe) or position.board.away(cell, base) > REACH:
                continue
            if self._enters(position, seat, cell, base):
                return foe
        return -1

    def _enters(self, position: HexDicePosition, seat: i64, cell: i64, base: i64) -> bool:
        """Tell whether the seat's unit on a cell, could it become anything, would reach a base and win it."""
        code = i64(position.cells[cell])
        found = False
        held = i64(position.cells[base]) & VALUE
        for value in range(1, 6):
            if held and attack(value) < position.armour(base):
                continue
            position.cells[cell] = i16((code & ~VALUE) | value)
            n = position.ways(seat, cell, False, 0, self.extra)
            for i in range(n):
                action = i64(self.extra[i])
                if action & 63 < SHOOT and i64(position.board.to[action]) == base:
                    found = True
        position.cells[cell] = i16(code)
        return found

    def _doom(self, spot: i64, attacker: i64) -> None:
        """Count who could end a seat's game, every unit once: the ways of a unit come one after the other."""
        if self.dooms[spot] == 0 or self.doomer[spot] != attacker:
            self.dooms[spot] += 1
            self.doomer[spot] = i32(attacker)

    def _better(self, spot: i64, gain: float, target: i64) -> None:
        if gain > self.best[spot]:
            if i64(self.prey[spot]) != target:
                self.second[spot] = self.best[spot]
            self.best[spot] = gain
            self.prey[spot] = i32(target)
        elif gain > self.second[spot] and i64(self.prey[spot]) != target:
            self.second[spot] = gain


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
