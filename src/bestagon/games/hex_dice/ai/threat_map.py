"""The threats of all seats at once: their moves, the attack they could make on each cell, and the captures that follow."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i32, i64, u8

from bestagon.games.hex_dice.ai.weights import RETAKEN_SHARE, UNIT_WORTH
from bestagon.games.hex_dice.board import EXTRA, MAX_CELLS, MAX_SEATS
from bestagon.games.hex_dice.board_actions import SHOOT
from bestagon.games.hex_dice.board_cells import GROUND, LAKE, LIVE, MOUNTAIN, OWNER, SEAT, VALUE, WILD, attack, owner, tokens
from bestagon.games.hex_dice.rules.moves import unit_moves
from bestagon.games.hex_dice.rules.state import HexDicePosition

DECISIVE: Final = 1000.0
"""The gain of capturing a base or the last unit of an army."""
LONGEST_MOVE: Final = 3


class HexDiceThreatMap:
    """Moves, attacks and captures of each seat as if it were on turn; call `scan` before any other method."""

    moves: vec[i32]
    """The moves and attacks of all units, seat by seat."""
    ends: vec[i32]
    """Where the moves of each seat end."""
    attacks: vec[u8]
    """By seat and cell: the strongest attack the seat could make there."""
    best_gain: vec[float]
    """By seat and foe: the gain of the best capture the seat could make at once."""
    best_target: vec[i32]
    """The cell of that capture."""
    second_gain: vec[float]
    """The gain of the best capture of another unit."""
    eliminators: vec[i32]
    """By seat and foe: the number of units of the seat that could eliminate the foe at once."""
    last_eliminator: vec[i32]
    """The last of these units."""
    scratch: vec[i32]
    """Moves of one unit."""

    def __init__(self) -> None:
        """Allocate the tables."""
        self.moves = vec[i32]([i32(0)] * 512)
        self.ends = vec[i32]([i32(0)] * (MAX_SEATS + 1))
        self.attacks = vec[u8]([u8(0)] * (MAX_SEATS * MAX_CELLS))
        self.best_gain = vec[float]([0.0] * (MAX_SEATS * MAX_SEATS))
        self.best_target = vec[i32]([i32(-1)] * (MAX_SEATS * MAX_SEATS))
        self.second_gain = vec[float]([0.0] * (MAX_SEATS * MAX_SEATS))
        self.eliminators = vec[i32]([i32(0)] * (MAX_SEATS * MAX_SEATS))
        self.last_eliminator = vec[i32]([i32(-1)] * (MAX_SEATS * MAX_SEATS))
        self.scratch = vec[i32]([i32(0)] * 64)

    def scan(self, position: HexDicePosition) -> None:
        """List the moves and attacks of all seats, and find their captures."""
        moves = self.moves
        n: i64 = 0
        for seat in range(position.seats):
            first = n
            for i in range(position.unit_count(seat)):
                n = unit_moves(position, seat, position.unit_cell(seat, i), True, n, moves)
            self.ends[seat + 1] = i32(n)
            self._scan_attacks(position, seat, first, n)
        self._find_captures(position)

    def _scan_attacks(self, position: HexDicePosition, seat: i64, first: i64, end: i64) -> None:
        """Note the strongest attack of the seat on each cell; merges show what protects its own units."""
        attacks = self.attacks
        targets = position.board.targets
        cells = position.cells
        row = MAX_CELLS * seat
        for cell in range(row, row + position.board.size):
            attacks[cell] = 0
        for i in range(first, end):
            action = i64(self.moves[i])
            if action & 63 < SHOOT:
                spot = row + i64(targets[action])
                strength = attack(i64(cells[action >> 6]) & VALUE)
                if i64(attacks[spot]) < strength:
                    attacks[spot] = u8(strength)
        for i in range(position.unit_count(seat)):
            at = position.unit_cell(seat, i) << 6
            value = i64(cells[at >> 6]) & VALUE
            if value == 6:
                for d in range(6):
                    near = i64(targets[at + 3 * d])
                    if near >= 0:
                        attacks[row + near] = 6
            elif value == 5:
                for d in range(6):
                    self._scan_shots(position, row, at + SHOOT + 4 * d)

    def _scan_shots(self, position: HexDicePosition, row: i64, first: i64) -> None:
        """Note the cells a 5 sees in one direction, 2 or 3 away; the extra range of towers and mountains is ignored."""
        targets = position.board.targets
        for k in range(3):
            target = i64(targets[first + k])
            if target < 0:
                return
            if k > 0:
                self.attacks[row + target] = 6
            ground = i64(position.cells[target]) & GROUND
            if ground and ground != LAKE:
                return

    def strongest_attack(self, position: HexDicePosition, seat: i64, cell: i64) -> i64:
        """Return the strongest attack that any foe of the seat could make on a cell."""
        most: i64 = 0
        for foe in range(position.seats):
            if foe != seat:
                strength = i64(self.attacks[MAX_CELLS * foe + cell])
                if strength > most:
                    most = strength
        return most

    def attacked_around(self, position: HexDicePosition, seat: i64, base: i64) -> i64:
        """Count the cells that a seat attacks among a base and its neighbours."""
        row = MAX_CELLS * seat
        attacks = self.attacks
        targets = position.board.targets
        found: i64 = 1 if attacks[row + base] else 0
        for d in range(6):
            near = i64(targets[(base << 6) + 3 * d])
            if near >= 0 and attacks[row + near]:
                found += 1
        return found

    def capture_gain(self, position: HexDicePosition, seat: i64, action: i64) -> float:
        """Return the worth of what a move captures less what is lost in return, 0 if it captures nothing."""
        cells = position.cells
        target = i64(position.board.targets[action])
        code = i64(cells[target])
        value = code & VALUE
        melee = action & 63 < SHOOT
        if value == 0:
            return DECISIVE if code & LIVE and melee and target != position.base(seat) else 0.0
        foe = owner(code)
        if foe == seat:
            return 0.0
        unit = i64(cells[action >> 6])
        if attack(unit & VALUE) < position.armour(target):
            return 0.0
        if position.unit_count(foe) == 1 or (melee and code & LIVE and target != position.base(seat)):
            return DECISIVE
        gain = UNIT_WORTH[value]
        if melee and self.strongest_attack(position, seat, target) >= armour_after_move(unit, code):
            gain -= RETAKEN_SHARE * UNIT_WORTH[unit & VALUE]
        return gain

    def _find_captures(self, position: HexDicePosition) -> None:
        """Note for all pairs of seats the best capture and the best one of another unit."""
        for i in range(MAX_SEATS * position.seats):
            self.best_gain[i] = 0.0
            self.second_gain[i] = 0.0
            self.eliminators[i] = 0
            self.best_target[i] = -1
        for seat in range(position.seats):
            if position.unit_count(seat):
                self._find_captures_of(position, seat)

    def _find_captures_of(self, position: HexDicePosition, seat: i64) -> None:
        cells = position.cells
        targets = position.board.targets
        own = (seat + 1) * SEAT
        home = position.base(seat)
        merged_only = position.phase == EXTRA and position.turn == seat
        last = position.last_acted(seat)
        for i in range(i64(self.ends[seat]), i64(self.ends[seat + 1])):
            action = i64(self.moves[i])
            target = i64(targets[action])
            code = i64(cells[target])
            if code & (VALUE | LIVE) == 0 or (target == home and code & VALUE == 0):
                continue
            if merged_only and action >> 6 != position.merged_cell:
                continue
            if code & OWNER == own:
                if not merged_only and target != last and (code & VALUE) + (i64(cells[action >> 6]) & VALUE) >= WILD:
                    foe = self.base_in_reach(position, seat, target)
                    if foe >= 0:
                        self._count_eliminator(MAX_SEATS * seat + foe, action >> 6)
                continue
            gain = self.capture_gain(position, seat, action)
            if gain <= 0.0:
                continue
            if code & LIVE and gain >= DECISIVE and target != home:
                self._count_eliminator(MAX_SEATS * seat + position.base_owner(target), action >> 6)
            if code & VALUE:
                foe = owner(code)
                if gain >= DECISIVE:
                    if position.unit_count(foe) == 1 and position.base(foe) != target:
                        self._count_eliminator(MAX_SEATS * seat + foe, action >> 6)
                    gain = UNIT_WORTH[code & VALUE]
                self._note_capture(MAX_SEATS * seat + foe, gain, target)

    def base_in_reach(self, position: HexDicePosition, seat: i64, cell: i64) -> i64:
        """Return the foe whose base a unit merged on a cell could enter at once with some value (HD 4.6), or -1."""
        for foe in range(position.seats):
            base = position.base(foe)
            if foe == seat or base < 0 or position.elimination(foe) or position.board.distance(cell, base) > LONGEST_MOVE:
                continue
            if self._can_enter(position, seat, cell, base):
                return foe
        return -1

    def _can_enter(self, position: HexDicePosition, seat: i64, cell: i64, base: i64) -> bool:
        """Tell whether the seat's unit on a cell could reach and win a base if it had the right value."""
        code = i64(position.cells[cell])
        found = False
        defended = i64(position.cells[base]) & VALUE
        for value in range(1, 6):
            if defended and attack(value) < position.armour(base):
                continue
            position.cells[cell] = i16((code & ~VALUE) | value)
            n = unit_moves(position, seat, cell, False, 0, self.scratch)
            for i in range(n):
                action = i64(self.scratch[i])
                if action & 63 < SHOOT and i64(position.board.targets[action]) == base:
                    found = True
        position.cells[cell] = i16(code)
        return found

    def _count_eliminator(self, spot: i64, cell: i64) -> None:
        """Count a unit that could eliminate a foe, once: the moves of a unit are listed one after the other."""
        if self.eliminators[spot] == 0 or self.last_eliminator[spot] != cell:
            self.eliminators[spot] += 1
            self.last_eliminator[spot] = i32(cell)

    def _note_capture(self, spot: i64, gain: float, target: i64) -> None:
        if gain > self.best_gain[spot]:
            if i64(self.best_target[spot]) != target:
                self.second_gain[spot] = self.best_gain[spot]
            self.best_gain[spot] = gain
            self.best_target[spot] = i32(target)
        elif gain > self.second_gain[spot] and i64(self.best_target[spot]) != target:
            self.second_gain[spot] = gain


def armour_after_move(unit: i64, target: i64) -> i64:
    """Return the armour of a unit after it has moved to a cell with code `target`, friends next to it ignored."""
    left = (unit & VALUE) - tokens(unit)
    if left <= 0:
        return 0
    ground = target & GROUND
    if ground:
        left += 2 if ground == MOUNTAIN else 1
    return left
