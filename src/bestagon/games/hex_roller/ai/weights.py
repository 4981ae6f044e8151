"""The numbers behind the bots' judgement of Hex Roller."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

# Everything down to HALF was tuned on some 200,000 solo games.

# The odds of getting what is needed are exp(START + TAKES * log(takes left) - NEEDED * needed).
AREA_START: Final = -0.985
AREA_TAKES: Final = 0.995
AREA_NEEDED: Final = 1.62
"""Applies to the logarithm of the number of empty cells."""
MIDDLE_START: Final = -0.635
MIDDLE_TAKES: Final = 3.95
MIDDLE_NEEDED: Final = 0.727
PAIR_START: Final = -0.88
PAIR_TAKES: Final = 1.2
PAIR_NEEDED: Final = 0.9

# How many of the missing numbers a row can expect, and how sharply the chance falls beyond that.
ROW_NUMBERS: Final = 0.17
ROW_BOXES: Final = 0.382
"""Per empty box; ROW_NUMBERS is for the choice between two rows."""
ROW_POWER: Final = 3.38

# Corrections to the value of an area that is not full.
MEAN: Final = 5.5
"""The mean of the numbers on the dice."""
DRIFT: Final = 0.063
"""How far each empty cell pulls an area's expected points towards the mean."""
HEIGHT: Final = -0.138
"""How much the chance grows for each expected point above the mean."""
HOLE: Final = 0.355
"""How much the chance shrinks for each empty cell without an empty neighbour, where no chain of two fits."""
ENTRY: Final = 0.05
"""How much the chance grows for each number beyond USUAL_ENTRIES that can be written in the area next."""
USUAL_ENTRIES: Final[i64] = 3

# What a bonus gains beyond its two points with many rounds to use it, and the number of rounds that allows half of it.
PLUS_USE: Final = 3.35
TWO_USE: Final = 4.9
DICE_USE: Final = 2.13
HALF: Final = 1.31

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
ROLLS: Final = 16
"""How many rolls of the next round an estimate averages over."""

# Settings of the tree search.
PRIOR_TEMPERATURE: Final = 1.0
EXPLORATION: Final = 0.1
LEAD: Final = 7.0
"""A clear lead in the last round, in points."""
LEAD_PER_ROUND: Final = 2.0
"""How much larger a clear lead is for each round to come."""
PAR: Final = 60.0
"""The score of payoff 0 in a solo game; twice as much is payoff 1."""
