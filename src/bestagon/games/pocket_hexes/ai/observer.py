"""Pocket Hexes as numbers for learning programs."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64

from bestagon.core.observation.observer import Observer, seat_features, write_cells, write_one_hot, write_seats
from bestagon.core.observation.schema import Feature, Schema
from bestagon.core.position import Position
from bestagon.games.pocket_hexes.board import BOXES, DICE, HIGHEST, PENALTY, PocketBoard
from bestagon.games.pocket_hexes.rules.state import PocketPosition

PHASES: Final[i64] = 3
WRITES: Final[i64] = 2
LOWEST_SCORE: Final[i64] = -27
HIGHEST_SCORE: Final[i64] = 180


@final
class PocketObserver(Observer):
    """Every sheet as a plane, the own empty cells and rings, then boxes and dice."""

    board: PocketBoard

    def __init__(self, position: PocketPosition) -> None:
        """Build the schema."""
        self.board = position.board
        seats = int(position.seats)
        planes = (
            Feature("numbers", "the numbers on the sheet of player 0, 1, ..., -1 for an empty cell", -1, int(HIGHEST), seats),
            Feature("empty", "the empty cells of player 0"),
            Feature("pending", "completed rings that player 0 has to score or skip"),
            Feature("skipped", "completed rings that player 0 has not scored"),
        )
        tail = (
            *seat_features(seats, int(LOWEST_SCORE), int(HIGHEST_SCORE)),
            Feature("boxes", "the nine boxes of player 0, then of player 1, ...", int(PENALTY), int(HIGHEST), seats * int(BOXES)),
            Feature("filled", "how many boxes player 0, 1, ... has filled", 0, int(BOXES), seats),
            Feature("left", "how many numbers player 0, 1, ... still has to write", 0, int(WRITES), seats),
            Feature("active", "whether it is the turn of player 0, 1, ...", 0, 1, seats),
            Feature("used", "the die that player 0 may not write again or has to re-roll, one-hot", 0, 1, int(DICE)),
            Feature("dice", "what the six dice show", 0, int(HIGHEST), int(DICE)),
            Feature("phase", "write one number, re-roll, everyone writes; one-hot", 0, 1, int(PHASES)),
        )
        super().__init__(Schema(tuple((cell.q, cell.r) for cell in position.board.shape.cells), planes, tail))

    def observe(self, masked: Position, seat: i64, out: vec[i16], at: i64) -> None:
        """Write the sheets from the seat's own on."""
        assert isinstance(masked, PocketPosition)
        seats = masked.seats
        cells = self.board.cells
        for player in range(seats):
            other = (seat + player) % seats
            for cell in range(cells):
                out[at + cell] = i16(masked.number(other, cell))
            at += cells
        at = write_cells(masked.empty_cells(seat), cells, out, at)
        at = write_cells(masked.pending_rings(seat), cells, out, at)
        at = write_cells(masked.skipped_rings(seat), cells, out, at)
        at = write_seats(masked, seat, out, at, LOWEST_SCORE, HIGHEST_SCORE)
        for player in range(seats):
            other = (seat + player) % seats
            for i in range(BOXES):
                out[at + player * BOXES + i] = masked.boxes[other * BOXES + i]
        at += seats * BOXES
        for player in range(seats):
            other = (seat + player) % seats
            out[at + player] = i16(masked.filled_boxes(other))
            out[at + seats + player] = i16(masked.writes_left(other))
            out[at + 2 * seats + player] = 1 if other == masked.active else 0
        at = write_one_hot(masked.die_used(seat), DICE, out, at + 3 * seats)
        for die in range(DICE):
            out[at + die] = i16(masked.die_value(die))
        write_one_hot(masked.phase, PHASES, out, at + DICE)
