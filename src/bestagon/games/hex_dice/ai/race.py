"""How many turns a unit needs to an enemy base, on a map without anything in its way."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from bestagon.games.hex_dice.board import ACROSS, KNIGHT, Board
from bestagon.games.hex_dice.position import HexDicePosition
from bestagon.games.hex_dice.position_ways import opposite, primary

NEVER: Final = 15
"""More turns than any unit needs; a 6, and a 1 off its line, never arrive."""
CELLS: Final = 217
VALUES: Final = 8
PAIRS: Final = 36


class Race:
    """Tables of turns for one map, worked out when they are first asked for; `on` must come first."""

    board: Board | None
    table: vec[u8]
    """For own axis * 6 + enemy axis, then value, then cell."""
    known: vec[u8]
    """Which pairs of axes are worked out."""
    foe: i64
    """Whose base is the nearest, of the unit asked for last."""

    def __init__(self) -> None:
        """Know no map yet."""
        self.board = None
        self.table = vec[u8]()
        self.known = vec[u8]([u8(0)] * PAIRS)
        self.foe = 0

    def on(self, board: Board) -> None:
        """Go on with this map; another one's tables are forgotten."""
        if self.board is not board:
            self.board = board
            self.table = vec[u8]([u8(NEVER)] * (PAIRS * VALUES * CELLS))
            self.known = vec[u8]([u8(0)] * PAIRS)

    def turns(self, position: HexDicePosition, seat: i64, value: i64, cell: i64) -> i64:
        """Return how many turns a unit of this value needs to the nearest enemy base."""
        best: i64 = NEVER
        for foe in range(position.seats):
            if foe != seat and position.axis(foe) >= 0 and position.out_at(foe) == 0:
                turns = i64(self.table[self._row(position.axis(seat), position.axis(foe)) + value * CELLS + cell])
                if turns < best:
                    best = turns
                    self.foe = foe
        return best

    def _row(self, own: i64, foe: i64) -> i64:
        """Return where the table of a seat's way to an enemy's base begins, by their axes; value * CELLS + cell follow."""
        pair = 6 * own + foe
        row = pair * VALUES * CELLS
        board = self.board
        if self.known[pair] == 0 and board is not None:
            self.known[pair] = 1
            for value in range(1, 6):
                self._work_out(board, row + value * CELLS, _slots(value, own), i64(board.bases[foe]))
        return row

    def _work_out(self, board: Board, row: i64, slots: list[i64], base: i64) -> None:
        """Let the turns spread from the base, one more each time, until nothing is reached anew."""
        table = self.table
        to = board.to
        table[row + base] = 0
        for turn in range(NEVER - 1):
            for cell in range(board.size):
                if table[row + cell] != NEVER:
                    continue
                for slot in slots:
                    target = i64(to[(cell << 6) + slot])
                    if target >= 0 and i64(table[row + target]) == turn:
                        table[row + cell] = u8(turn + 1)
                        break


def away(position: HexDicePosition, seat: i64, cell: i64) -> i64:
    """Return the distance to the nearest enemy base, 0 where there is none."""
    best: i64 = 99
    for foe in range(position.seats):
        base = position.base(foe)
        if foe != seat and base >= 0 and position.out_at(foe) == 0:
            steps = position.board.away(cell, base)
            if steps < best:
                best = steps
    return best if best < 99 else 0


def _slots(value: i64, own: i64) -> list[i64]:
    """Return the slots a unit of this value moves by (HD 3)."""
    along = [own, opposite(own)]
    aside: list[i64] = []
    for d in range(6):
        if not (primary(own) >> d) & 1:
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
