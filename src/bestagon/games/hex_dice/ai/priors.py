"""How promising the actions of units look before any search."""

from __future__ import annotations

from mypy_extensions import i64

from bestagon.games.hex_dice.ai import weights
from bestagon.games.hex_dice.ai.threat_map import DECISIVE, HexDiceThreatMap, armour_after_move
from bestagon.games.hex_dice.ai.travel import HexDiceTravelTimes, distance_to_base
from bestagon.games.hex_dice.ai.weights import UNIT_WORTH
from bestagon.games.hex_dice.board_actions import REROLL, SHOOT, STAND_GUARD
from bestagon.games.hex_dice.board_cells import GUARD, LIVE, OWNER, SEAT, VALUE, WILD, tokens
from bestagon.games.hex_dice.rules.state import HexDicePosition


class HexDiceMovePriors:
    """Rates single actions with a threat map, which must have scanned the same position."""

    threats: HexDiceThreatMap
    travel: HexDiceTravelTimes

    def __init__(self, threats: HexDiceThreatMap, travel: HexDiceTravelTimes) -> None:
        """Share the evaluator's tables."""
        self.threats = threats
        self.travel = travel

    def logit(self, position: HexDicePosition, seat: i64, action: i64) -> float:
        """Return the logarithm of an action's prior, up to a constant."""
        if action >= position.board.first_general:
            return weights.PRIOR_DECLINE
        cell = action >> 6
        slot = action & 63
        unit = i64(position.cells[cell])
        danger = self.threats.strongest_attack(position, seat, cell) - position.armour(cell)
        worth = UNIT_WORTH[unit & VALUE]
        saved = worth if danger >= 0 else 0.0
        if slot == REROLL:
            return _reroll(unit, saved)
        if slot == STAND_GUARD:
            return 0.0 if danger < 0 else weights.PRIOR_GUARD_SAVES * worth if danger == 0 else weights.PRIOR_GUARD_IN_VAIN * worth
        code = i64(position.cells[i64(position.board.targets[action])])
        if code & VALUE and code & OWNER == (seat + 1) * SEAT:
            return self._merge(position, seat, action, saved)
        if code & (VALUE | LIVE):
            gain = self.threats.capture_gain(position, seat, action)
            if gain >= DECISIVE:
                return weights.PRIOR_WIN
            if code & VALUE:
                return _attack(gain, slot < SHOOT, saved)
        return self._move(position, seat, action, saved)

    def _merge(self, position: HexDicePosition, seat: i64, action: i64, saved: float) -> float:
        target = i64(position.board.targets[action])
        v = i64(position.cells[action >> 6]) & VALUE
        other = i64(position.cells[target]) & VALUE
        total = v + other if v + other < WILD else WILD
        # HD 4.6: a unit that did not act in the previous turn acts at once.
        if total == WILD and target != position.last_acted(seat) and self.threats.base_in_reach(position, seat, target) >= 0:
            return weights.PRIOR_WIN
        logit = weights.PRIOR_MERGE + weights.PRIOR_MERGE_GAIN * (UNIT_WORTH[total] - UNIT_WORTH[v] - UNIT_WORTH[other])
        logit += weights.PRIOR_MERGE_SAVES * saved
        if self.threats.strongest_attack(position, seat, target) >= position.armour(target):
            logit += weights.PRIOR_MERGE_COVERS * UNIT_WORTH[other]
        return logit

    def _move(self, position: HexDicePosition, seat: i64, action: i64, saved: float) -> float:
        cell = action >> 6
        target = i64(position.board.targets[action])
        unit = i64(position.cells[cell])
        v = unit & VALUE
        travel = self.travel
        board = position.board
        home = position.base(seat)
        steps = distance_to_base(position, seat, cell) - distance_to_base(position, seat, target)
        logit = weights.PRIOR_MOVE + weights.PRIOR_ADVANCE * float(steps)
        runs = weights.PRIOR_BASE_RUN
        logit += runs[travel.turns_to_base(position, seat, v, target)] - runs[travel.turns_to_base(position, seat, v, cell)]
        if saved > 0.0:
            logit += weights.PRIOR_ESCAPE + weights.PRIOR_ESCAPE_SAVES * saved
        if self.threats.strongest_attack(position, seat, target) >= armour_after_move(unit, i64(position.cells[target])):
            logit += weights.PRIOR_HANGS * UNIT_WORTH[v]
        if board.distance(cell, home) <= weights.HOME_RADIUS:
            logit -= weights.PRIOR_HOME
        if board.distance(target, home) <= weights.HOME_RADIUS:
            logit += weights.PRIOR_HOME
        return logit + weights.PRIOR_LEAVES_GUARD if unit & GUARD else logit


def _reroll(unit: i64, saved: float) -> float:
    logit = weights.PRIOR_REROLL[unit & VALUE] + weights.PRIOR_REROLL_TOKEN * float(tokens(unit)) + weights.PRIOR_REROLL_SAVES * saved
    return logit + weights.PRIOR_REROLL_GUARD if unit & GUARD else logit


def _attack(gain: float, melee: bool, saved: float) -> float:
    if gain > 0.0:
        return weights.PRIOR_CAPTURE + weights.PRIOR_CAPTURE_GAIN * gain + (weights.PRIOR_CAPTURE_SAVES * saved if melee else 0.0)
    if gain < 0.0:
        return weights.PRIOR_TRADE_SAVES * saved
    return weights.PRIOR_TOKEN if melee else weights.PRIOR_TOKEN_SHOT
