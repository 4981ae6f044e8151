"""The numbering of actions."""

from __future__ import annotations

from typing import Final

# Actions of a unit: cell * 64 + slot. Slots 0-17 are straight moves: direction * 3 + steps - 1.
KNIGHT: Final = 18
"""Slots 18-29: two steps in direction d, then one in d + 1 (18 + 2d) or d - 1 (19 + 2d)."""
ACROSS: Final = 30
"""Slots 30-35: one step in direction d and one in d + 1."""
SHOOT: Final = 36
"""Slots 36-59: shoot in direction d at distance k: 36 + 4d + k - 1."""
REROLL: Final = 60
STAND_GUARD: Final = 61
SLOTS: Final = 64

# The units' actions are followed by 4 terrains a cell, 6 values a cell, and these, counted from `first_general`.
CHOOSE_BASE: Final = 0
"""Six bases to choose from, by axis."""
KEEP: Final = 6
"""Re-roll nothing; six single values and the 21 pairs follow."""
TURN_INTO: Final = 33
"""TURN_INTO + v: a merged unit becomes a v."""
DECLINE: Final = 40
GENERAL_ACTIONS: Final = 41
