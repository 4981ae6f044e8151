"""How promising the actions of units look: sums of weights fitted to the visits of searches."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64

from bestagon.games.hex_dice.ai.threat_map import DECISIVE, HexDiceThreatMap, armour_after_move
from bestagon.games.hex_dice.ai.travel import HexDiceTravelTimes, distance_to_base
from bestagon.games.hex_dice.ai.weights import PRIOR_WIN
from bestagon.games.hex_dice.board import MAX_CELLS
from bestagon.games.hex_dice.board_actions import REROLL, SHOOT, STAND_GUARD
from bestagon.games.hex_dice.board_cells import GUARD, LIVE, OWNER, SEAT, VALUE, WILD, attack, tokens
from bestagon.games.hex_dice.rules.state import HexDicePosition

# Kinds of actions. A shot's kind is that of the melee attack plus one.
MOVE: Final = 0
MERGE: Final = 1
CAPTURE: Final = 2
TOKEN_ATTACK: Final = 4
GUARD_ACTION: Final = 6
REROLL_ACTION: Final = 7
DECLINED: Final = 8

# Groups of features; v is the value of the unit, 7 numbers with 0. Where a number is too large, the last of its group stands for it.
DANGER: Final = 0
"""Kind, v, and whether the unit would survive an attack, just not, or not at all."""
CLOCK: Final = 189
"""Kind, who would win the count (HD 7.3), and the share of quiet turns in eighths."""
REPEATED: Final = 405
"""Kind, v, and whether the unit acted in the previous turn."""
MARKS: Final = 531
"""Kind, v, guard and tokens."""
STEPS: Final = 783
"""Moves: v and the steps towards the enemy base, from -3 to 3;"""
TO_FOE: Final = 832
"""v and the distance to it afterwards;"""
SAFETY: Final = 930
"""v, whether it can be captured there, and whether a friend attacks the cell;"""
RUN: Final = 958
"""v, and the turns to the enemy base before and after;"""
HOME_AFTER: Final = 1406
"""v, and the distance to the own base after"""
HOME_BEFORE: Final = 1462
"""and before."""
CAPTURES: Final = 1518
"""Melee or shot, the victim, v, and whether the unit can be captured in return."""
TOKEN_ATTACKS: Final = 1714
"""Melee or shot, the victim, v."""
MERGES: Final = 1812
"""v, the other unit, and whether that one rested (HD 4.6)."""
COVERED: Final = 1910
"""The other unit and its danger."""
ARMY: Final = 1931
"""Kind and the number of own units."""
FROM: Final = 1994
"""Kind and the distance of the unit to the enemy base."""
PRIOR_FEATURES: Final = 2120

FARTHEST: Final = 13
NEAR: Final = 7
"""Distances to the own base and turns are counted up to this."""


class HexDiceLearnedPriors:
    """Rates single actions with a threat map, which must have scanned the same position; call `begin` first."""

    threats: HexDiceThreatMap
    travel: HexDiceTravelTimes
    active: vec[i32]
    """The features of one action."""
    count: i64
    seat: i64
    clock: i64
    """Who would win the count, with the share of quiet turns."""
    learned: vec[float]
    """One weight for each feature."""

    def __init__(self, threats: HexDiceThreatMap, travel: HexDiceTravelTimes, learned: vec[float]) -> None:
        """Share the evaluator's tables."""
        self.learned = learned
        self.threats = threats
        self.travel = travel
        self.active = vec[i32]([i32(0)] * 16)
        self.count = 0
        self.seat = 0
        self.clock = 0

    def begin(self, position: HexDicePosition, seat: i64) -> None:
        """Note what all actions of a seat have in common."""
        ahead: i64 = 99
        for foe in range(position.seats):
            if foe != seat and position.elimination(foe) == 0:
                units = position.unit_count(seat) - position.unit_count(foe)
                lead = 20 * units if units else position.value_sum(seat) - position.value_sum(foe)
                ahead = lead if lead < ahead else ahead
        share = 8 * position.quiet_turns // (position.remaining * position.patience)
        self.clock = (8 if ahead == 0 else 16 if ahead > 0 else 0) + (share if share < 7 else 7)
        self.seat = seat

    def logit(self, position: HexDicePosition, action: i64) -> float:
        """Return the logarithm of an action's prior, up to a constant."""
        if self.wins(position, action):
            return PRIOR_WIN
        self._list(position, action)
        total = 0.0
        for i in range(self.count):
            total += self.learned[i64(self.active[i])]
        return total

    def features(self, position: HexDicePosition, action: i64) -> list[int]:
        """Return the features of an action, for a fit."""
        self._list(position, action)
        return [int(self.active[i]) for i in range(self.count)]

    def wins(self, position: HexDicePosition, action: i64) -> bool:
        """Tell whether an action eliminates the foe, at once or by the extra action after it."""
        if action >= position.board.first_general or action & 63 >= REROLL:
            return False
        target = i64(position.board.targets[action])
        code = i64(position.cells[target])
        if code & (VALUE | LIVE) == 0:
            return False
        if code & OWNER != (self.seat + 1) * SEAT:
            return self.threats.capture_gain(position, self.seat, action) >= DECISIVE
        if (code & VALUE) + (i64(position.cells[action >> 6]) & VALUE) < WILD or target == position.last_acted(self.seat):
            return False
        return self.threats.base_in_reach(position, self.seat, target) >= 0

    def _list(self, position: HexDicePosition, action: i64) -> None:
        active = self.active
        if action >= position.board.first_general:
            active[0] = i32(DANGER + 21 * DECLINED)
            active[1] = i32(CLOCK + 24 * DECLINED + self.clock)
            self.count = 2
            return
        seat = self.seat
        cell = action >> 6
        unit = i64(position.cells[cell])
        value = unit & VALUE
        away = distance_to_base(position, seat, cell)
        self.count = 6
        kind = self._list_kind(position, action)
        active[0] = i32(DANGER + 21 * kind + 3 * value + self._danger(position, cell))
        active[1] = i32(CLOCK + 24 * kind + self.clock)
        active[2] = i32(REPEATED + 14 * kind + 2 * value + (1 if position.last_acted(seat) == cell else 0))
        active[3] = i32(MARKS + 28 * kind + 4 * value + (2 if unit & GUARD else 0) + (1 if tokens(unit) else 0))
        active[4] = i32(ARMY + 7 * kind + position.unit_count(seat))
        active[5] = i32(FROM + 14 * kind + (away if away < FARTHEST else FARTHEST))

    def _danger(self, position: HexDicePosition, cell: i64) -> i64:
        """Return 0 for a unit that survives every attack, 1 for one that just does not, else 2."""
        over = self.threats.strongest_attack(position, self.seat, cell) - position.armour(cell)
        return 0 if over < 0 else 1 if over == 0 else 2

    def _list_kind(self, position: HexDicePosition, action: i64) -> i64:
        """List the features of an action's kind after the first six, and return the kind."""
        slot = action & 63
        if slot == REROLL:
            return REROLL_ACTION
        if slot == STAND_GUARD:
            return GUARD_ACTION
        active = self.active
        target = i64(position.board.targets[action])
        code = i64(position.cells[target])
        other = code & VALUE
        unit = i64(position.cells[action >> 6])
        value = unit & VALUE
        if other == 0:
            self._list_move(position, action >> 6, target)
            return MOVE
        if code & OWNER == (self.seat + 1) * SEAT:
            active[6] = i32(MERGES + 14 * value + 2 * other + (1 if target != position.last_acted(self.seat) else 0))
            active[7] = i32(COVERED + 3 * other + self._danger(position, target))
            self.count = 8
            return MERGE
        self.count = 7
        shot: i64 = 1 if slot >= SHOOT else 0
        pair = (7 * shot + other) * 7 + value
        if attack(value) < position.armour(target):
            active[6] = i32(TOKEN_ATTACKS + pair)
            return TOKEN_ATTACK + shot
        active[6] = i32(CAPTURES + 2 * pair + (1 if shot == 0 and self._hangs(position, unit, target) else 0))
        return CAPTURE + shot

    def _list_move(self, position: HexDicePosition, cell: i64, target: i64) -> None:
        active = self.active
        seat = self.seat
        unit = i64(position.cells[cell])
        value = unit & VALUE
        home = position.base(seat)
        after = distance_to_base(position, seat, target)
        steps = distance_to_base(position, seat, cell) - after
        turns = self.travel.turns_to_base(position, seat, value, cell)
        left = self.travel.turns_to_base(position, seat, value, target)
        from_home = position.board.distance(cell, home)
        to_home = position.board.distance(target, home)
        covered: i64 = 1 if self.threats.attacks[MAX_CELLS * seat + target] else 0
        active[6] = i32(STEPS + 7 * value + (3 if steps > 3 else -3 if steps < -3 else steps) + 3)
        active[7] = i32(TO_FOE + 14 * value + (after if after < FARTHEST else FARTHEST))
        active[8] = i32(SAFETY + 4 * value + (2 if self._hangs(position, unit, target) else 0) + covered)
        active[9] = i32(RUN + 64 * value + 8 * (turns if turns < NEAR else NEAR) + (left if left < NEAR else NEAR))
        active[10] = i32(HOME_AFTER + 8 * value + (to_home if to_home < NEAR else NEAR))
        active[11] = i32(HOME_BEFORE + 8 * value + (from_home if from_home < NEAR else NEAR))
        self.count = 12

    def _hangs(self, position: HexDicePosition, unit: i64, target: i64) -> bool:
        """Tell whether a unit could be captured after moving to a cell."""
        return self.threats.strongest_attack(position, self.seat, target) >= armour_after_move(unit, i64(position.cells[target]))
