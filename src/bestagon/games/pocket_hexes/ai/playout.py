"""The playout policy of Pocket Hexes."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i32, i64

from bestagon.core.dice import Dice
from bestagon.games.pocket_hexes.ai.sheet_scores import measure
from bestagon.games.pocket_hexes.ai.write_gains import PocketWriteGains
from bestagon.games.pocket_hexes.board import BOXES, DICE, REROLL
from bestagon.games.pocket_hexes.rules.moves import writable_cells
from bestagon.games.pocket_hexes.rules.state import PocketPosition
from bestagon.grid.bits import lowest


def playout_action(position: PocketPosition, seat: i64, dice: Dice, out: vec[i32], gains: PocketWriteGains) -> i64:
    """Return the write with the highest gain, a random re-roll, or whether to score a ring."""
    if position.pending_rings(seat):
        score = _should_score(position, seat, gains)
        return DICE * position.board.cells + DICE + (0 if score else 1)
    if position.phase == REROLL:
        return position.pick(seat, dice, out)
    return _best_write(position, seat, gains)


def _should_score(position: PocketPosition, seat: i64, gains: PocketWriteGains) -> bool:
    """Tell whether the pending ring is worth a box and does not end the game while the seat is behind."""
    number = position.number(seat, position.next_ring(seat))
    boxes = BOXES - position.filled_boxes(seat)
    if boxes == 1 and position.seats > 1:
        score = position.score(seat) + number
        for other in range(position.seats):
            if other != seat and not position.resigned(other) and position.score(other) >= score:
                return False
        return True
    weights = gains.tuning.weights_for(position.seats)
    cells = measure(position, seat, weights, gains.needs)
    return float(number) > weights.boxes_value(cells, boxes) - weights.boxes_value(cells, boxes - 1)


def _best_write(position: PocketPosition, seat: i64, gains: PocketWriteGains) -> i64:
    gains.analyse(position, seat)
    best = -1e9
    choice: i64 = 0
    die: i64 = 0
    while die < DICE:
        number = position.die_value(die)
        cells = writable_cells(position, seat, die)
        while cells:
            cell = lowest(cells)
            cells &= cells - 1
            gain = gains.gain(cell, number)
            if gain > best:
                best = gain
                choice = die * position.board.cells + cell
        die += 1
    return choice
