"""The playout policy of Pocket Hexes."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i32, i64

from bestagon.core.dice import Dice
from bestagon.games.pocket_hexes.ai.write_gains import PocketWriteGains
from bestagon.games.pocket_hexes.board import BOXES, DICE, REROLL
from bestagon.games.pocket_hexes.rules.state import PocketPosition


def playout_action(position: PocketPosition, seat: i64, dice: Dice, out: vec[i32], gains: PocketWriteGains) -> i64:
    """Return the write with the highest gain, a random re-roll, or whether to score a ring."""
    if position.pending_rings(seat):
        score = _should_score(position, seat, gains)
        return DICE * position.board.cells + DICE + (0 if score else 1)
    if position.phase == REROLL:
        return position.pick(seat, dice, out)
    gains.analyse(position, seat)
    return gains.best_write(position, seat, position.rolled, position.die_used(seat))


def _should_score(position: PocketPosition, seat: i64, gains: PocketWriteGains) -> bool:
    """Tell whether the pending ring is worth a box and does not end the game while the seat is behind."""
    number = position.number(seat, position.next_ring(seat))
    if position.filled_boxes(seat) == BOXES - 1 and position.seats > 1:
        score = position.score(seat) + number
        for other in range(position.seats):
            if other != seat and not position.resigned(other) and position.score(other) >= score:
                return False
        return True
    return gains.is_worth_box(position, seat, gains.tuning.weights_for(position.seats), number)
