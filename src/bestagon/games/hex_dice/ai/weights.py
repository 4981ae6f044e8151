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
"""The worth of a win by the count over the last foe to bots that play, which are to decide their games;"""
CROWD_COUNT_WORTH: Final = 0.5
"""and that of ranking above another by the count while three or more are in."""
IDLE_FROM: Final = 0.4
"""The share of the quiet turns after which one of the last two seats that would lose the count no longer tries idle moves;"""
CROWD_IDLE_FROM: Final = vec[float]([0.4, 0.5, 2.0])
"""that after which bots that play with more than two seats do not, by their place in the count: last, between, alone ahead (never);"""
CROWD_AIMLESS_FROM: Final = vec[float]([0.6, 0.7, 2.0])
"""that after which these do nothing without an aim;"""
RESTLESS_FROM: Final = 0.6
"""and that after which a restless one of the last two does nothing without an aim."""
DETOUR_TOLL: Final = 0.06
"""What a move to a free cell no nearer to an enemy base costs in the searches of bots that play, in payoff,"""
DETOUR_FULL_AT: Final = 0.5
"""from this share of the quiet turns on; before, as much less as fewer have passed."""
RESTED_SHARE: Final = 0.5
"""The share of it that such a move of a unit costs which did not act in its owner's previous turn."""
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

PRIOR_WIN: Final = 30.0
"""The prior, in powers of e, of what eliminates a foe."""
