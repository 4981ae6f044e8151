"""How a seat's state is laid out, the steps of its round, and the numbers of the actions."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

# What `state` holds for a seat, by offset; 2 to 8 are the cells that hold 2 to 8.
EMPTY: Final[i64] = 0
"""The cells that can still be written on."""
STEP: Final[i64] = 1
TWO: Final[i64] = 2
"""The cell that holds the bonus 2; the numbers 3 to 8 follow."""
NUMBER: Final[i64] = 9
"""The number being written, 0 between chains."""
RIM: Final[i64] = 7
"""RIM + number: all cells next to that number; it follows from the rest."""
LEFT: Final[i64] = 16
"""How many of the number are still to be written."""
LAST: Final[i64] = 17
"""The bit of the cell just written in this chain, 0 at its start."""
FIRST: Final[i64] = 18
SECOND: Final[i64] = 19
"""The numbers chosen and written this round, until they are boxed and the seat is done."""
BONUSES: Final[i64] = 20
"""The bonuses left, as a bit set."""
SPENT: Final[i64] = 21
"""1 where a bonus has been used this round."""
RED: Final[i64] = 22
GREEN: Final[i64] = 23
"""The boxes of a row, four bits a round: the number, 0 where there is none."""
STRIDE: Final[i64] = 24

# Steps of a seat's round.
TAKE1: Final[i64] = 0
WRITE1: Final[i64] = 1
TAKE2: Final[i64] = 2
WRITE2: Final[i64] = 3
BOX: Final[i64] = 4
END: Final[i64] = 5
WRITE3: Final[i64] = 6
DONE: Final[i64] = 7

# Bonuses (HR 3).
PLUS_BONUS: Final[i64] = 1
TWO_BONUS: Final[i64] = 2
DICE_BONUS: Final[i64] = 4
ALL_BONUSES: Final[i64] = 7

# Actions: a cell to write on, a cell for the bonus 2, and after these 2 * size ones:
TAKE: Final[i64] = 0
"""TAKE + number - 3, and likewise below."""
TAKE_PLUS: Final[i64] = 6
TAKE_THIRD: Final[i64] = 12
BOXES: Final[i64] = 18
"""BOXES + 6 * (red number - 3) + green number - 3; twice the same number stands for red alone."""
GREEN_ALONE: Final[i64] = 54
FINISH: Final[i64] = 60
EXTRA: Final[i64] = 61
"""How many actions there are beside those of the cells."""
