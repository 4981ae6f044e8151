"""Moves that lead nowhere, for a seat that loses by waiting (HD 7.3)."""

from __future__ import annotations

from mypy_extensions import i64

from bestagon.games.hex_dice.ai.threat_map import HexDiceThreatMap
from bestagon.games.hex_dice.ai.travel import distance_to_base
from bestagon.games.hex_dice.ai.weights import IDLE_FROM
from bestagon.games.hex_dice.board import PLAY
from bestagon.games.hex_dice.board_actions import REROLL, STAND_GUARD
from bestagon.games.hex_dice.board_cells import LIVE, VALUE
from bestagon.games.hex_dice.rules.state import HexDicePosition


def loses_by_waiting(position: HexDicePosition, seat: i64) -> bool:
    """Tell whether a seat has fewer units than its only foe, and many quiet turns have passed."""
    if position.phase != PLAY or position.remaining != 2:
        return False
    if float(position.quiet_turns) < IDLE_FROM * float(position.patience * position.remaining):
        return False
    for foe in range(position.seats):
        if position.elimination(foe) == 0 and position.unit_count(foe) > position.unit_count(seat):
            return True
    return False


def is_idle(position: HexDicePosition, seat: i64, action: i64, threats: HexDiceThreatMap) -> bool:
    """Tell whether an action of a unit out of danger only stands on guard, or moves to a free cell that is no nearer to an enemy base."""
    if action >= position.board.first_general:
        return False
    cell = action >> 6
    slot = action & 63
    if slot == REROLL:
        return False
    if slot != STAND_GUARD:
        target = i64(position.board.targets[action])
        if i64(position.cells[target]) & (VALUE | LIVE):
            return False
        if distance_to_base(position, seat, target) < distance_to_base(position, seat, cell):
            return False
    threats.scan(position)
    return threats.strongest_attack(position, seat, cell) < position.armour(cell)
