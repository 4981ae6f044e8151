"""Tuned numbers of the Hex Dice evaluator."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec

# The search.
SAMPLES: Final = 6
"""A re-roll has six outcomes."""
PRIOR_TEMPERATURE: Final = 0.4
EXPLORATION: Final = 0.3
LEAD_SCALE: Final = 2.0
"""The lead that makes a win e times as likely as a loss."""

# Evaluation. The worth of units was fitted to positions of played games; the other numbers were tuned around it, and no
# record of those runs remains.
UNIT_WORTH: Final = vec[float]([0.0, 0.8, 1.25, 1.23, 1.27, 1.77, 1.3, 1.77])
"""The worth of a unit by value; 7 is a merged unit that may become anything."""
RETAKEN_SHARE: Final = 0.9
"""The share of a unit's worth that is lost if it can be captured in return."""
TOKEN_COST: Final = 0.05
GUARD_BONUS: Final = 0.06
ADVANCE: Final = 0.06
"""The worth of a step towards an enemy base."""
HOME_RADIUS: Final = 2
"""A unit within so many steps of its own base defends it."""
DEFENDER_BONUS: Final = 0.14
BASE_RUN: Final = vec[float]([0.0, 1.6, 0.8, 0.4] + [0.0] * 12)
"""The worth of a unit that can reach an undefended enemy base in so many turns."""
PATIENCE_UNIT: Final = 1.0
"""The worth of one more unit when patience runs out (HD 7.3),"""
PATIENCE_VALUE: Final = 0.04
"""of one more pip, as a share of that,"""
PATIENCE_LEAD: Final = 3.0
"""and of being ahead at all."""
COUNT_WORTH: Final = 0.0
"""The worth of a win by the count over the last foe to bots that play, which are to decide their games."""
IDLE_FROM: Final = 0.4
"""The share of the quiet turns after which one of the last two seats that would lose the count no longer tries idle moves;"""
CROWD_IDLE_FROM: Final = 0.5
"""that after which bots that play and are not alone ahead do not, if three or more seats are in;"""
RESTLESS_FROM: Final = 0.6
"""and that after which a restless one of the last two does nothing without an aim."""
CERTAIN_LOSS: Final = 0.8
"""The share of the best capture that counts if the owner cannot prevent it,"""
CERTAIN_LOSS_NEXT: Final = 0.1
"""and of the second best."""
THREATENED_LOSS: Final = 0.08
"""The share of the best capture that counts if the owner moves first,"""
FORK_LOSS: Final = 0.45
"""and of the second best: the owner cannot save both."""
ELIMINATION: Final = 30.0
"""The loss of a seat that is about to be eliminated."""
ONE_ELIMINATOR: Final = 0.5
"""The cost of having to answer one unit that could eliminate the seat,"""
MANY_ELIMINATORS: Final = 2.5
"""and several of them."""

# Priors: a linear fit, in powers of e, to the choices of long searches. "Saves" is multiplied by the worth of a unit that
# would be captured otherwise.
PRIOR_WIN: Final = 30.0
PRIOR_DECLINE: Final = -0.5
PRIOR_REROLL: Final = vec[float]([0.0, 2.5, 0.1, -1.1, -0.4, -3.3, -0.7, 0.0])
"""By the value that is given up."""
PRIOR_REROLL_TOKEN: Final = 0.5
PRIOR_REROLL_SAVES: Final = 1.3
PRIOR_REROLL_GUARD: Final = -1.2
PRIOR_GUARD_SAVES: Final = 2.5
PRIOR_GUARD_IN_VAIN: Final = -0.9
PRIOR_MERGE: Final = -1.5
PRIOR_MERGE_GAIN: Final = 1.6
"""Times the worth of the new unit less that of the two old ones."""
PRIOR_MERGE_SAVES: Final = 1.4
PRIOR_MERGE_COVERS: Final = 1.3
"""Times the worth of the unit merged into, if that is in danger."""
PRIOR_CAPTURE: Final = 1.5
PRIOR_CAPTURE_GAIN: Final = 2.4
PRIOR_CAPTURE_SAVES: Final = 2.0
PRIOR_TRADE_SAVES: Final = 0.4
PRIOR_TOKEN: Final = 1.0
"""A melee attack that leaves only an armour token (HD 5.3),"""
PRIOR_TOKEN_SHOT: Final = 2.0
"""and a shot that does."""
PRIOR_MOVE: Final = -0.55
PRIOR_ESCAPE: Final = 3.3
PRIOR_ESCAPE_SAVES: Final = 0.8
PRIOR_HANGS: Final = -3.6
"""Times the worth of a unit that moves where it can be captured."""
PRIOR_BASE_RUN: Final = vec[float]([0.0, 4.4, 3.4, 2.0, 0.3] + [0.0] * 11)
"""By the number of turns to an enemy base."""
PRIOR_ADVANCE: Final = 0.27
PRIOR_HOME: Final = 1.0
PRIOR_LEAVES_GUARD: Final = -0.9
