"""The numbers behind the bots' judgement of Hex Roller."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

TUNED: Final[dict[str, float]] = {
    # The odds of getting what is needed are exp(start + takes * log(takes left) - needed * needed).
    "area_start": -0.985,
    "area_takes": 0.995,
    "area_needed": 1.62,  # applies to the logarithm of the number of empty cells
    "middle_start": -0.635,
    "middle_takes": 3.95,
    "middle_needed": 0.727,
    "pair_start": -0.88,
    "pair_takes": 1.2,
    "pair_needed": 0.9,
    # How many of the missing numbers a row can expect (row_boxes for each empty box, row_numbers for the choice between two rows),
    # and how sharply the chance falls beyond that.
    "row_numbers": 0.17,
    "row_boxes": 0.382,
    "row_power": 3.38,
    # Corrections to the value of an area that is not full: how far each empty cell pulls its expected points towards the mean, and how
    # much the chance grows for each expected point above the mean, shrinks for each empty cell without an empty neighbour, where no
    # chain of two fits, and grows for each number beyond USUAL_ENTRIES that can be written in the area next.
    "drift": 0.063,
    "height": -0.138,
    "hole": 0.355,
    "entry": 0.05,
    # What a bonus gains beyond its two points with many rounds to use it, and the number of rounds that allows half of it.
    "plus_use": 3.35,
    "two_use": 4.9,
    "dice_use": 2.13,
    "half": 1.31,
}
"""The weights that training can replace, tuned by hand on some 200,000 solo games."""
MEAN: Final = 5.5
"""The mean of the numbers on the dice."""
USUAL_ENTRIES: Final[i64] = 3

# Limits of the effort: chains longer than a piece are built piece by piece.
PIECE: Final[i64] = 3
"""How many cells of a chain are searched exhaustively."""
BEGINNINGS: Final[i64] = 8
"""How many first pieces of a long chain are continued."""
MIDDLES: Final[i64] = 3
"""How many pieces are continued after each of the others."""
WIDTH: Final[i64] = 4
"""How many first chains of a round are considered further."""
DEPTH: Final[i64] = 2
"""How many second chains of a round are considered further."""

# Settings of the search.
PRIOR_TEMPERATURE: Final = 1.0
PRIOR_ROUNDS: Final = 12.0
"""How many worlds the expected points of a sheet count for, beside the scores that were reached in worlds."""
LEAD: Final = 10.0
"""A clear lead at the end of a game, in points."""
PAR: Final = 60.0
"""The score of payoff 0 in a solo game; twice as much is payoff 1."""
