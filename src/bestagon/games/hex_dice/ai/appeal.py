"""How promising an action of a unit of Hex Dice looks before any search."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bestagon.games.hex_dice.ai.look import DOOM, WORTH, Look, stand
from bestagon.games.hex_dice.ai.race import Race, away
from bestagon.games.hex_dice.board import GUARD, LIVE, OWNER, REROLL, SEAT, SHOOT, STAND, TOKEN, VALUE, WILD
from bestagon.games.hex_dice.position import HexDicePosition
from bestagon.games.hex_dice.position_field import CAMP, LAST

# The numbers were fitted to what long searches chose: one more makes an action e times as likely to be the best.
WINS: Final = 30.0
DECLINES: Final = -0.5
REROLLS: Final = vec[float]([0.0, 2.5, 0.1, -1.1, -0.4, -3.3, -0.7, 0.0])
"""A re-roll, by the value that goes."""
REROLL_TOKEN: Final = 0.5
REROLL_SAVES: Final = 1.3
"""Times the worth of a unit that would be taken else; so in all that follows."""
REROLL_GUARD: Final = -1.2
GUARD_SAVES: Final = 2.5
GUARD_IN_VAIN: Final = -0.9
MERGES: Final = -1.5
MERGE_GAINS: Final = 1.6
"""Times what the new unit is worth more than the two."""
MERGE_SAVES: Final = 1.4
MERGE_COVERS: Final = 1.3
"""Times the worth of the unit moved onto, where that is in danger."""
TAKES: Final = 1.5
TAKE_GAINS: Final = 2.4
TAKE_SAVES: Final = 2.0
TRADE_SAVES: Final = 0.4
CHIPS: Final = 1.0
"""An attack that leaves but an armour token (HD 5.3),"""
CHIPS_FAR: Final = 2.0
"""and one that is shot."""
MOVES: Final = -0.55
ESCAPES: Final = 3.3
ESCAPE_SAVES: Final = 0.8
HANGS: Final = -3.6
"""Times the worth of a unit that moves where it can be taken."""
RUNS: Final = vec[float]([0.0, 4.4, 3.4, 2.0, 0.3] + [0.0] * 11)
"""Being so many turns from an enemy base."""
STEP_AHEAD: Final = 0.27
STAYS_HOME: Final = 1.0
HOME: Final = 2
"""How near to the base a unit is at home."""
LEAVES_GUARD: Final = -0.9


class Appeal:
    """Judges single actions by a look at the map, which must be at the position in question."""

    look: Look
    race: Race

    def __init__(self, look: Look, race: Race) -> None:
        """Go by this look."""
        self.look = look
        self.race = race

    def of(self, position: HexDicePosition, seat: i64, action: i64) -> float:
        """Return how promising an action looks, in powers of e."""
        if action >= position.board.rest:
            return DECLINES
        at = action >> 6
        slot = action & 63
        unit = i64(position.cells[at])
        danger = self.look.threat(position, seat, at) - position.armour(at)
        worth = WORTH[unit & VALUE]
        saved = worth if danger >= 0 else 0.0
        if slot == REROLL:
            return self._reroll(unit, saved)
        if slot == STAND:
            return 0.0 if danger < 0 else GUARD_SAVES * worth if danger == 0 else GUARD_IN_VAIN * worth
        code = i64(position.cells[i64(position.board.to[action])])
        if code & VALUE and code & OWNER == (seat + 1) * SEAT:
            return self._merge(position, seat, action, saved)
        if code & (VALUE | LIVE):
            gain = self.look.takes(position, seat, action)
            if gain >= DOOM:
                return WINS
            if code & VALUE:
                return self._attack(gain, slot < SHOOT, saved)
        return self._move(position, seat, action, saved)

    def _reroll(self, unit: i64, saved: float) -> float:
        appeal = REROLLS[unit & VALUE] + REROLL_TOKEN * float((unit // TOKEN) & 7) + REROLL_SAVES * saved
        return appeal + REROLL_GUARD if unit & GUARD else appeal

    def _merge(self, position: HexDicePosition, seat: i64, action: i64, saved: float) -> float:
        target = i64(position.board.to[action])
        v = i64(position.cells[action >> 6]) & VALUE
        held = i64(position.cells[target]) & VALUE
        total = v + held if v + held < WILD else WILD
        # HD 4.6: who did not act just now acts at once.
        if total == WILD and target != i64(position.camps[CAMP * seat + LAST]) and self.look.entered(position, seat, target) >= 0:
            return WINS
        appeal = MERGES + MERGE_GAINS * (WORTH[total] - WORTH[v] - WORTH[held]) + MERGE_SAVES * saved
        if self.look.threat(position, seat, target) >= position.armour(target):
            appeal += MERGE_COVERS * WORTH[held]
        return appeal

    def _attack(self, gain: float, near: bool, saved: float) -> float:
        if gain > 0.0:
            return TAKES + TAKE_GAINS * gain + (TAKE_SAVES * saved if near else 0.0)
        if gain < 0.0:
            return TRADE_SAVES * saved
        return CHIPS if near else CHIPS_FAR

    def _move(self, position: HexDicePosition, seat: i64, action: i64, saved: float) -> float:
        at = action >> 6
        target = i64(position.board.to[action])
        unit = i64(position.cells[at])
        v = unit & VALUE
        race = self.race
        board = position.board
        home = position.base(seat)
        appeal = MOVES + STEP_AHEAD * float(away(position, seat, at) - away(position, seat, target))
        appeal += RUNS[race.turns(position, seat, v, target)] - RUNS[race.turns(position, seat, v, at)]
        if saved > 0.0:
            appeal += ESCAPES + ESCAPE_SAVES * saved
        if self.look.threat(position, seat, target) >= stand(unit, i64(position.cells[target])):
            appeal += HANGS * WORTH[v]
        if board.away(at, home) <= HOME:
            appeal -= STAYS_HOME
        if board.away(target, home) <= HOME:
            appeal += STAYS_HOME
        return appeal + LEAVES_GUARD if unit & GUARD else appeal
