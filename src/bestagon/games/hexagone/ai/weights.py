"""The numbers the evaluator of hexaGONE uses: set by hand, unless a comment says how they were fitted."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

SAMPLES: Final[i64] = 2
HORIZON: Final[i64] = 12
"""A playout lasts about two turns, so that the next player's reply is seen and not guessed."""
PRIOR_TEMPERATURE: Final = 1.0
EXPLORATION: Final = 0.2
EXPAND_AFTER: Final[i64] = 30
"""The priors of a node cost as much as ten playouts."""

MAX_MISSING: Final[i64] = 4
"""Matches that lack more hexagons than this are ignored."""
CLAIM_FACTOR: Final = vec[float]([0.97, 0.93, 0.88, 0.82, 0.76, 0.7, 0.64, 0.58])
"""The share of a card's points that counts for the seat to move, by the number of missing hexagons, all of them in hand."""
HAND_VALUE: Final = vec[float]([0.6, 0.6, 1.1, 1.4, 1.4, 1.2, 1.6, 0.8])
"""The points a hexagon in hand is worth, by kind; the last is one of unknown kind."""
DANGER_WEIGHT: Final = 0.95
"""The share of a card lost if the next player can claim it."""
LATER_WEIGHT: Final = 0.4
"""The share of a card that counts if it can be claimed in the next own turn, should it still be there."""
SECOND_WEIGHT: Final = 0.3
"""The share of a second card to complete from the same hand."""

MAX_HIDDEN: Final[i64] = 12
"""Larger hidden hands are treated as hands of this size."""
GRAY_SHARE: Final = 2 / 3
BLUE_SHARE: Final = 0.2
SPECIAL_SHARE: Final = 2 / 15
"""The probability that a hidden hexagon is gray or cracked, blue, or a special: their shares of all 60."""

LEAD_SCALE: Final = 7.0
"""The lead that is worth tanh(1) of the payoff when the bag is empty (fitted to games between greedy players)."""
LEAD_SCALE_PER_HEXAGON: Final = 0.3
"""Added to the scale for every hexagon in the bag (fitted likewise)."""
PLAYOUT_NOISE: Final[i64] = 32
"""One playout action in this many ignores the plan."""
