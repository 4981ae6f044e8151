"""Hex Roller as numbers for learning programs."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64

from bestagon.core.observation.observer import Observer, clamp, seat_features, write_cells, write_one_hot, write_seats, write_zeros
from bestagon.core.observation.schema import Feature, Schema
from bestagon.core.position import Position
from bestagon.games.hex_roller.board import FACES, HIGH, LOW, RollerSheet
from bestagon.games.hex_roller.rules.state import RollerPosition
from bestagon.games.hex_roller.seat import BONUSES, EMPTY, FIRST, GREEN, LAST, LEFT, NUMBER, RED, SECOND, SPENT, STEP, STRIDE, TWO
from bestagon.grid.bits import lowest

STEPS: Final[i64] = 8
NUMBERS: Final[i64] = 9
"""0 for none, and the numbers up to 8."""
MOST_LEFT: Final[i64] = 15
HIGHEST_SCORE: Final[i64] = 200


@final
class RollerObserver(Observer):
    """The own sheet with one plane for each number, one plane for the sheet of each other seat, then boxes, bonuses and dice."""

    sheet: RollerSheet

    def __init__(self, position: RollerPosition) -> None:
        """Build the schema."""
        self.sheet = position.sheet
        seats, rounds = int(position.seats), int(position.sheet.rounds)
        planes = (
            Feature("own", "the cells of player 0 with a 2, 3, ..., 8", 0, 1, 7),
            Feature("empty", "the cells that player 0 can still write on"),
            Feature("last", "the cell just written in a chain of player 0"),
            Feature("areas", "the area of a cell, counted from 1, 0 for none", 0, len(position.sheet.areas)),
            *(
                (Feature("others", "the numbers on the sheet of player 1, 2, ..., 0 for none", 0, int(HIGH), seats - 1),)
                if seats > 1
                else ()
            ),
        )
        tail = (
            *seat_features(seats, 0, int(HIGHEST_SCORE)),
            Feature("red", "the red boxes of player 0, then of player 1, ..., 0 for empty", 0, int(HIGH), seats * rounds),
            Feature("green", "the green boxes of player 0, then of player 1, ..., 0 for empty", 0, int(HIGH), seats * rounds),
            Feature("bonuses", "whether player 0 still has the bonuses plus, two and dice, then player 1, ...", 0, 1, 3 * seats),
            Feature("step", "take, write, take, write, boxes, bonus, write a third number, done: of player 0, one-hot", 0, 1, int(STEPS)),
            Feature("number", "the number that player 0 is writing, one-hot, the first for none", 0, 1, int(NUMBERS)),
            Feature("left", "how often player 0 still has to write it", 0, int(MOST_LEFT)),
            Feature("chosen", "the numbers that player 0 has chosen in this round, 0 for none", 0, int(HIGH), 2),
            Feature("spent", "whether player 0 has used a bonus in this round"),
            Feature("dice", "how many dice show 3, 4, ..., 8", 0, int(position.dice_count), int(FACES)),
            Feature("round", "the number of the round", 0, rounds),
        )
        super().__init__(Schema(tuple((cell.q, cell.r) for cell in position.sheet.shape.cells), planes, tail))

    def observe(self, masked: Position, seat: i64, out: vec[i16], at: i64) -> None:
        """Write the sheets from the seat's own on."""
        assert isinstance(masked, RollerPosition)
        seats = masked.seats
        state = masked.state
        base = seat * STRIDE
        at = self._write_sheets(masked, seat, out, at)
        at = write_seats(masked, seat, out, at, 0, HIGHEST_SCORE)
        at = _write_rows(masked, seat, RED, out, at)
        at = _write_rows(masked, seat, GREEN, out, at)
        for player in range(seats):
            bonuses = state[((seat + player) % seats) * STRIDE + BONUSES]
            at = write_cells(bonuses, 3, out, at)
        at = write_one_hot(state[base + STEP], STEPS, out, at)
        at = write_one_hot(state[base + NUMBER], NUMBERS, out, at)
        out[at] = i16(clamp(state[base + LEFT], 0, MOST_LEFT))
        out[at + 1] = i16(state[base + FIRST])
        out[at + 2] = i16(state[base + SECOND])
        out[at + 3] = i16(state[base + SPENT])
        for face in range(FACES):
            out[at + 4 + face] = i16(masked.dice_showing(LOW + face))
        out[at + 4 + FACES] = i16(masked.round)

    def _write_sheets(self, masked: RollerPosition, seat: i64, out: vec[i16], at: i64) -> i64:
        state = masked.state
        seats = masked.seats
        cells = self.sheet.size
        base = seat * STRIDE
        for number in range(TWO, HIGH + 1):
            at = write_cells(state[base + number], cells, out, at)
        at = write_cells(state[base + EMPTY], cells, out, at)
        at = write_cells(state[base + LAST], cells, out, at)
        write_zeros(cells, out, at)
        areas = self.sheet.areas
        for area in range(len(areas)):
            _write_number(areas[area], area + 1, out, at)
        at += cells
        for player in range(1, seats):
            write_zeros(cells, out, at)
            other = ((seat + player) % seats) * STRIDE
            for number in range(TWO, HIGH + 1):
                _write_number(state[other + number], number, out, at)
            at += cells
        return at


def _write_number(members: i64, number: i64, out: vec[i16], at: i64) -> None:
    """Write a number on the members of a bit set."""
    while members:
        out[at + lowest(members)] = i16(number)
        members &= members - 1


def _write_rows(masked: RollerPosition, seat: i64, row: i64, out: vec[i16], at: i64) -> i64:
    """Write the boxes of a row of every seat and return the index after them."""
    rounds = masked.sheet.rounds
    for player in range(masked.seats):
        boxes = masked.state[((seat + player) % masked.seats) * STRIDE + row]
        for i in range(rounds):
            out[at] = i16((boxes >> (4 * i)) & 15)
            at += 1
    return at
