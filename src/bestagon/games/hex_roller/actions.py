"""The bonuses, and the numbers of the actions."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

# Bits of the bonuses (HR 3).
PLUS_BONUS: Final[i64] = 1
TWO_BONUS: Final[i64] = 2
DICE_BONUS: Final[i64] = 4
ALL_BONUSES: Final[i64] = 7

# The first 2 * size actions write on a cell: a chain's number, then the bonus 2. The others count from there.
TAKE: Final[i64] = 0
"""TAKE + number - 3; TAKE_PLUS, TAKE_THIRD and GREEN_ALONE likewise."""
TAKE_PLUS: Final[i64] = 6
TAKE_THIRD: Final[i64] = 12
BOXES: Final[i64] = 18
"""BOXES + 6 * (red number - 3) + green number - 3; the same number twice means red alone."""
GREEN_ALONE: Final[i64] = 54
FINISH: Final[i64] = 60
EXTRA: Final[i64] = 61
"""How many actions there are besides those on cells."""
