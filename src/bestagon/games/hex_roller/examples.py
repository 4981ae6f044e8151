"""The examples that illustrate the rules of Hex Roller."""

from __future__ import annotations

from typing import Final

from bestagon.core.lesson import Example, Snapshot
from bestagon.games.hex_roller.lessons import FRESH, LATE, ONE_GAP

JOINED: Final = FRESH.replace("3.x..x.6 .", "33x..x.6 3")
"""The pair of 3s is joined."""
FILLED: Final = ONE_GAP.replace("37..x", "372.x")
"""The area at the upper left is filled."""


def _sheet(roll: str, rows: str, seat: str) -> Snapshot:
    return Snapshot(f"{roll} | {rows.replace(' ', '')} {seat}", 1, seat=-1)


EXAMPLES: Final = (
    Example(
        1,
        "The front: six outer areas around the middle one. Each of the numbers 3 to 8 is printed twice; the crosses count as filled.",
        _sheet("1 33466778", FRESH, "+2d ------- ------- take1"),
        "p1.e1 p1.g2",
    ),
    Example(
        2,
        "Two dice show a 3: the first 3 is written next to the printed one, the second next to the first.",
        _sheet("1 33466778", JOINED, "+2d ------- ------- take2:3"),
        "p1.e2 p1.f1 dice.3",
    ),
    Example(
        2,
        "Each round one number goes into the red box and the other into the green one.",
        _sheet("2 33466778", JOINED, "+2d 3------ 4------ take1"),
        "p1.red.1 p1.green.1",
    ),
    Example(
        3,
        "The bonus 2 may be written into any empty cell: here it fills the last gap of the green area at the upper left.",
        _sheet("3 34556678", FILLED, "+d! 34----- 56----- take1"),
        "p1.d3",
    ),
    Example(
        4,
        "A filled area scores the number it holds most of. At the upper left there are three 3s and three 7s: of equals the higher counts, "
        "so it scores 7. The middle area would score double.",
        _sheet("3 34556678", FILLED, "+d! 34----- 56----- take1"),
        "p1.c1 p1.c2 p1.d1 p1.d2 p1.d3 p1.e1 p1.e2",
    ),
    Example(
        4,
        "A pair of printed numbers joined by a line of the same number scores the number: 3 points.",
        _sheet("2 33466778", JOINED, "+2d 3------ 4------ take1"),
        "p1.e1 p1.e2 p1.f1 p1.g2",
    ),
    Example(
        4,
        "The rows at the end. Red holds 3, 4 and 5: it scores 5. Green holds 3, 4, 5 and 6: it scores 6. A row without a 3 scores nothing.",
        _sheet("7 33445678", LATE, "- 3345454 4634365 done"),
        "p1.red.1 p1.red.3 p1.red.4 p1.green.1 p1.green.3 p1.green.7 p1.green.6",
    ),
)
