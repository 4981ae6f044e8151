"""Offsets into a seat's part of the state; offsets 2 to 8 are the cells that hold the numbers 2 to 8."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

EMPTY: Final[i64] = 0
"""The cells that can still be written on."""
STEP: Final[i64] = 1
TWO: Final[i64] = 2
"""The cell that holds the bonus 2; the numbers 3 to 8 follow."""
NUMBER: Final[i64] = 9
"""The number being written, 0 between chains."""
RIM: Final[i64] = 7
"""RIM + number: all cells next to that number, derived from the cells that hold it."""
LEFT: Final[i64] = 16
"""How many times the number is still to be written."""
LAST: Final[i64] = 17
"""The bit of the cell just written in this chain, 0 at its start."""
FIRST: Final[i64] = 18
SECOND: Final[i64] = 19
"""The numbers chosen and written this round; 0 again once the seat is done."""
BONUSES: Final[i64] = 20
"""The unused bonuses, as a bit set."""
SPENT: Final[i64] = 21
"""1 if a bonus has been used this round."""
RED: Final[i64] = 22
GREEN: Final[i64] = 23
"""The boxes of a row, four bits per round: the number, 0 for an empty box."""
STRIDE: Final[i64] = 24
