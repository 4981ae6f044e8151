"""Moves that lead nowhere, for seats that lose by waiting and bots that tire of it (HD 7.3)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from bestagon.games.hex_dice.ai.threat_map import HexDiceThreatMap
from bestagon.games.hex_dice.ai.travel import distance_to_base, rival
from bestagon.games.hex_dice.ai.weights import CROWD_AIMLESS_FROM, CROWD_IDLE_FROM, IDLE_FROM
from bestagon.games.hex_dice.board import PLAY
from bestagon.games.hex_dice.board_actions import REROLL, SHOOT, STAND_GUARD
from bestagon.games.hex_dice.board_cells import LIVE, VALUE
from bestagon.games.hex_dice.rules.state import HexDicePosition

# Places in the count (HD 7.3), by which weights.py has its numbers.
LAST: Final = 0
BETWEEN: Final = 1
ALONE_AHEAD: Final = 2


def has_waited(position: HexDicePosition, share: float) -> bool:
    """Tell whether this share of the quiet turns that end the game has passed."""
    return position.phase == PLAY and float(position.quiet_turns) >= share * float(position.patience * position.remaining)


def loses_by_waiting(position: HexDicePosition, seat: i64) -> bool:
    """Tell whether a seat has fewer units than its only foe, and many quiet turns have passed."""
    if position.remaining != 2 or not has_waited(position, IDLE_FROM):
        return False
    return position.unit_count(rival(position, seat)) > position.unit_count(seat)


def place_in_count(position: HexDicePosition, seat: i64) -> i64:
    """Return the place in the count of those that are in: LAST alone or with others, ALONE_AHEAD, else BETWEEN, also if all are level."""
    above: i64 = 0
    level: i64 = 0
    for foe in range(position.seats):
        if foe != seat and position.elimination(foe) == 0:
            units = position.unit_count(foe) - position.unit_count(seat)
            ahead = units if units else position.value_sum(foe) - position.value_sum(seat)
            if ahead > 0:
                above += 1
            elif ahead == 0:
                level += 1
    if above + level == 0:
        return ALONE_AHEAD
    return LAST if above and above + level == position.remaining - 1 else BETWEEN


def bores_crowd(position: HexDicePosition, seat: i64, action: i64, threats: HexDiceThreatMap) -> bool:
    """Tell whether an action is idle, or later aimless, and the seat has a place in the count that is not worth waiting for any longer."""
    if not has_waited(position, CROWD_IDLE_FROM[LAST]):
        return False
    place = place_in_count(position, seat)
    if has_waited(position, CROWD_AIMLESS_FROM[place]):
        return is_aimless(position, seat, action)
    return has_waited(position, CROWD_IDLE_FROM[place]) and is_idle(position, seat, action, threats)


def is_idle(position: HexDicePosition, seat: i64, action: i64, threats: HexDiceThreatMap) -> bool:
    """Tell whether an action of a unit out of danger only stands on guard, or moves to a free cell that is no nearer to an enemy base."""
    if not _stays_away(position, seat, action):
        return False
    threats.scan(position)
    cell = action >> 6
    return threats.strongest_attack(position, seat, cell) < position.armour(cell)


def is_aimless(position: HexDicePosition, seat: i64, action: i64) -> bool:
    """Tell whether an action comes no nearer to an enemy base and attacks nobody, or rolls a die that could go there."""
    if action < position.board.first_general and action & 63 == REROLL:
        return 2 <= i64(position.cells[action >> 6]) & VALUE <= 5
    return _stays_away(position, seat, action)


def is_detour(position: HexDicePosition, seat: i64, action: i64) -> bool:
    """Tell whether an action moves a unit to a free cell that is no nearer to an enemy base; the own base is such a cell."""
    if action >= position.board.first_general or action & 63 >= SHOOT:
        return False
    target = i64(position.board.targets[action])
    code = i64(position.cells[target])
    if code & VALUE or (code & LIVE and target != position.base(seat)):
        return False
    return distance_to_base(position, seat, target) >= distance_to_base(position, seat, action >> 6)


def _stays_away(position: HexDicePosition, seat: i64, action: i64) -> bool:
    """Tell whether an action stands on guard, or moves to a free cell that is no nearer to an enemy base.

    The own base is no such cell with two players, whose bots were taught and measured so; with more, units went in and out of it for ever.
    """
    if action >= position.board.first_general:
        return False
    slot = action & 63
    if slot == REROLL:
        return False
    if slot == STAND_GUARD:
        return True
    target = i64(position.board.targets[action])
    code = i64(position.cells[target])
    if code & VALUE or (code & LIVE and (position.seats == 2 or target != position.base(seat))):
        return False
    return distance_to_base(position, seat, target) >= distance_to_base(position, seat, action >> 6)
