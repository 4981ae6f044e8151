"""The numbers the evaluator of hexaGONE uses: set by hand, unless a comment says how they were fitted."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

SAMPLES: Final[i64] = 2
PRIOR_TEMPERATURE: Final = 1.0
PRIOR_SCALE: Final = 0.06
"""The payoff that a point of a plan's value stands for."""
PRIOR_ROUNDS: Final = 12.0
"""The determinizations that it counts for,"""
LEARNED_PRIOR_ROUNDS: Final = 6.0
"""and where the network judges, which deserves more trust."""

MAX_MISSING: Final[i64] = 4
"""Matches that lack more hexagons than this are ignored."""
CLAIM_FACTOR: Final = vec[float]([0.97, 0.93, 0.88, 0.82, 0.76, 0.7, 0.64, 0.58])
"""The share of a card's points that counts for the seat to move, by the number of missing hexagons, all of them in hand."""
STAGES: Final = (0, 5, 15, 25, 35, 47)
"""The numbers of hexagons in the bag, in a game of two, that the rows of HAND_VALUES are for; between them values are interpolated."""
HAND_VALUES: Final = (
    (0.10, 0.10, 0.25, 0.00, 0.00, 0.00, 0.00, 0.12),
    (0.15, 0.15, 0.40, 0.45, 0.10, 0.50, 0.10, 0.23),
    (0.20, 0.20, 0.60, 0.90, 0.50, 0.75, 0.90, 0.36),
    (0.35, 0.35, 1.40, 1.70, 1.60, 1.20, 2.00, 0.73),
    (1.00, 1.00, 2.50, 2.30, 2.30, 1.30, 2.30, 1.44),
    (1.40, 1.40, 2.90, 2.30, 3.50, 1.40, 2.30, 1.83),
)
"""The points a hexagon in hand is worth, by kind; the last is one of unknown kind.

Fitted by least squares to the rest of the score in 1,200 games that were played by priors (docs/measurements.md).
"""
HAND_SCALE: Final = 1.3
"""What these values are multiplied by, because a search uses a hand better than priors do (chosen by matches)."""
DANGER_WEIGHT: Final = 0.95
"""The share of a card lost if the next player can claim it."""
LATER_WEIGHT: Final = 0.4
"""The share of a card that counts if it can be claimed in the next own turn, should it still be there."""
SECOND_WEIGHT: Final = 0.3
"""The share of a second card to complete from the same hand."""

MAX_HIDDEN: Final[i64] = 12
"""Larger hidden hands are treated as hands of this size."""
SHARE_STEPS: Final[i64] = 12
"""The shares of grays and blues among the unseen hexagons are rounded to this part."""

LEAD_SCALE: Final = 5.0
"""The lead that is worth tanh(1) of the payoff when the bag is empty (fitted to games that were played by priors)."""
LEAD_SCALE_PER_HEXAGON: Final = 0.25
"""Added to the scale for every hexagon in the bag (fitted likewise)."""

FIRST_WIDTH: Final[i64] = 8
"""The ways to complete the first card of a plan that are looked at."""
DEEPER_WIDTH: Final[i64] = 3
"""The same for every further card."""
PLANS: Final[i64] = 16
"""The plans that are kept and valued."""
AHEAD_FIRST_WIDTH: Final[i64] = 2
AHEAD_DEEPER_WIDTH: Final[i64] = 1
"""The same for the turns that a search looks ahead."""
PLAN_WEIGHT: Final = 0.7
"""The share of the best plan of the seat to move that counts when its turn begins: others lose less by it than it gains."""
NEXT_PLAN_WEIGHT: Final = 0.3
"""The same for the other seats, whose cards may be gone by then."""
DRAW_FIRST: Final = 2.0
"""A Draw-agon counts as so much better than the best plan: it is played before anything that depends on the hand."""
END_FIRST: Final = 0.05
"""Ending the turn counts as so much better: nobody places hexagons in the last turn that change nothing."""

KEPT_WEIGHTS: Final = vec[i64]([i64(n) for n in (13, 10, 32, 36, 6, 30, 48)])
"""How likely a hexagon is to be one that its owner kept in its last turn, by kind; 20 is as likely as any other (docs/measurements.md)."""
USUALLY_KEPT: Final[i64] = 4
"""How many hexagons of a full hand were kept, on average; smaller hands are three more than were kept."""
