"""How many turns a unit needs to an enemy base on an empty map."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from bestagon.games.hex_dice.board import MAX_CELLS, HexDiceBoard, both_ways, opposite
from bestagon.games.hex_dice.board_actions import ACROSS, KNIGHT
from bestagon.games.hex_dice.rules.state import HexDicePosition

NEVER: Final = 15
"""More turns than any unit needs; a 6, and a 1 off its line, never arrive."""
VALUES: Final = 8
AXIS_PAIRS: Final = 36


class HexDiceTravelTimes:
    """Tables of turns for one map, computed on first use; call `use_board` first."""

    board: HexDiceBoard | None
    table: vec[u8]
    """By own axis * 6 + enemy axis, then value, then cell."""
    known: vec[u8]
    """Which pairs of axes have been computed."""
    nearest_foe: i64
    """The seat whose base the last call of `turns_to_base` found nearest."""

    def __init__(self) -> None:
        """Start without a board."""
        self.board = None
        self.table = vec[u8]()
        self.known = vec[u8]([u8(0)] * AXIS_PAIRS)
        self.nearest_foe = 0

    def use_board(self, board: HexDiceBoard) -> None:
        """Switch to a board; the tables of another one are dropped."""
        if self.board is not board:
            self.board = board
            self.table = vec[u8]([u8(NEVER)] * (AXIS_PAIRS * VALUES * MAX_CELLS))
            self.known = vec[u8]([u8(0)] * AXIS_PAIRS)

    def turns_to_base(self, position: HexDicePosition, seat: i64, value: i64, cell: i64) -> i64:
        """Return the number of turns a unit of this value needs to the nearest enemy base."""
        best: i64 = NEVER
        for foe in range(position.seats):
            if foe != seat and position.axis(foe) >= 0 and position.elimination(foe) == 0:
                turns = i64(self.table[self._row(position.axis(seat), position.axis(foe)) + value * MAX_CELLS + cell])
                if turns < best:
                    best = turns
                    self.nearest_foe = foe
        return best

    def turns_to(self, position: HexDicePosition, seat: i64, foe: i64, value: i64, cell: i64) -> i64:
        """Return the number of turns a unit of this value needs to the base of one foe."""
        return i64(self.table[self._row(position.axis(seat), position.axis(foe)) + value * MAX_CELLS + cell])

    def _row(self, own: i64, foe: i64) -> i64:
        """Return the start of the table for a pair of axes, indexed by value * MAX_CELLS + cell."""
        pair = 6 * own + foe
        row = pair * VALUES * MAX_CELLS
        board = self.board
        if self.known[pair] == 0 and board is not None:
            self.known[pair] = 1
            for value in range(1, 6):
                self._fill(board, row + value * MAX_CELLS, _move_slots(value, own), i64(board.bases[foe]))
        return row

    def _fill(self, board: HexDiceBoard, row: i64, slots: list[i64], base: i64) -> None:
        """Search backwards from the base, breadth first."""
        table = self.table
        targets = board.targets
        table[row + base] = 0
        for turn in range(NEVER - 1):
            for cell in range(board.size):
                if table[row + cell] != NEVER:
                    continue
                for slot in slots:
                    target = i64(targets[(cell << 6) + slot])
                    if target >= 0 and i64(table[row + target]) == turn:
                        table[row + cell] = u8(turn + 1)
                        break


def distance_to_base(position: HexDicePosition, seat: i64, cell: i64) -> i64:
    """Return the distance to the nearest enemy base, 0 if there is none."""
    best: i64 = 99
    for foe in range(position.seats):
        base = position.base(foe)
        if foe != seat and base >= 0 and position.elimination(foe) == 0:
            steps = position.board.distance(cell, base)
            if steps < best:
                best = steps
    return best if best < 99 else 0


def rival(position: HexDicePosition, seat: i64) -> i64:
    """Return the only foe of a seat that is still in."""
    if position.seats == 2:
        return 1 - seat
    for foe in range(position.seats):
        if foe != seat and position.elimination(foe) == 0:
            return foe
    return seat


def _move_slots(value: i64, own: i64) -> list[i64]:
    """Return the slots of a unit's moves (HD 3)."""
    along = [own, opposite(own)]
    aside: list[i64] = []
    for d in range(6):
        if not (both_ways(own) >> d) & 1:
            aside.append(d)
    slots: list[i64] = []
    if value == 1:
        slots = [3 * own, 3 * opposite(own), 3 * opposite(own) + 1, 3 * opposite(own) + 2]
    elif value == 2:
        slots = [3 * d + k for d in aside for k in range(3)]
    elif value == 3:
        slots = [KNIGHT + k for k in range(12)]
    elif value == 4:
        slots = [3 * d for d in aside] + [3 * d + k for d in along for k in range(2)]
        slots += [ACROSS + (own + 1) % 6, ACROSS + (own + 4) % 6]
    elif value == 5:
        slots = [3 * d for d in range(6)]
    return slots
