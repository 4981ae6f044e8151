"""The interactive lessons of Hex Roller."""

from __future__ import annotations

from typing import Final

from bestagon.core.lesson import Lesson, Snapshot, Task

CELL: Final = "[a-k][1-9]"
"""A pattern for any cell without a bonus."""
# Sheets in notation, row by row.
FRESH: Final = "6. ... .75..5 ....x.... 3.x..x.6 ..... .3x..x8. 8...x.... ..7.4. ..4 .."
FIRST_ROUND: Final = "6. ... .75..5 ....x.... 33x..x.6 3.... .3x..x8. 8...x.44. ..7.4. ..4 .."
ONE_GAP: Final = "6. ... 775..5 37..x.... 33x..x.6 ..... .3x..x8. 8...x.... ..7.4. ..4 .."
LATE: Final = "66 666 775555 7735x5552 33x..x66 3.... 83x..x88 888.x444. 88744. ..4 .."


def _solo(roll: str, sheet: str, seat: str) -> Snapshot:
    """Return a solo game, given round and dice, the cells of the sheet, and bonuses, red boxes, green boxes and step."""
    return Snapshot(f"{roll} | {sheet.replace(' ', '')} {seat}", 1)


LESSONS: Final = (
    Lesson(
        "A round",
        _solo("1 33466778", FRESH, "+2d ------- ------- take1"),
        (
            Task(
                "Eight dice are rolled once for everybody. You choose a number and write it once for each die that shows it. Take the "
                "3: two dice show it.",
                ("take 3",),
                "Two 3s are to be written.",
                "Take the 3 this time: it is the lowest, and it has a short way to go.",
            ),
            Task(
                "The first one goes next to a 3 that is printed or written. There is one at the left edge: write to its right, on e2.",
                ("e2",),
                "",
                "Write it on e2, on the way to the other printed 3.",
            ),
            Task(
                "The next one goes next to the one just written. Write it on f1: it touches the other printed 3, and the pair is joined.",
                ("f1",),
                "Each pair of printed numbers that you join by a line of that number scores the number.",
                "Go on towards the other 3: f1.",
            ),
            Task(
                "Now a second number, another one. Take the 4: one die shows it.",
                ("take 4",),
                "One 4 is to be written.",
                "Take the 4 this time.",
            ),
            Task("Write it next to a printed 4.", (CELL,), "", "Write the 4 first; bonuses come later."),
            Task(
                "One of your two numbers goes into this round's red box, the other into the green one. In each row you later count 3, "
                "4, 5 and so on, as far as you get: "
                "the highest number reached is scored. Choose as you like.",
                ("red * green *",),
                "A row without a 3 scores nothing, so 3s are precious.",
                "Put the two numbers into the boxes first.",
            ),
            Task(
                "You could use one of your bonuses now. An unused one is worth 2 points at the end, so keep them: be done.",
                ("done",),
                "When everybody is done, the next round begins.",
                "Keep your bonuses for now, and be done.",
            ),
        ),
    ),
    Lesson(
        "The bonus +1",
        _solo("1 34556678", FRESH, "+2d ------- ------- take1"),
        (
            Task(
                "You have three bonuses, each for once in a game and one in a round. With +1 a number is written once more than the "
                "dice say. "
                "Take the 3 with +1.",
                ("take 3 +1",),
                "One die, but two 3s to write.",
                "Look for the way to take the 3 with +1.",
            ),
            Task("Write the first one on e2 ...", ("e2",), "", "Begin on e2."),
            Task("... and the second on f1.", ("f1",), "The pair of 3s is joined with one die.", "Go on towards the other 3: f1."),
        ),
    ),
    Lesson(
        "The bonus 2",
        _solo("3 34556678", ONE_GAP, "+2d 34----- 56----- take1"),
        (
            Task(
                "An outer area scores when all its cells are filled: the number that it holds most of. The one at the upper left lacks "
                "a single cell. The bonus 2 "
                "writes a 2 into any empty cell, at any time of your round: fill the gap, d3.",
                ("2 d3",),
                "Three 3s and three 7s stand there: of equals the higher counts, so the area scores 7. The middle area, once filled, "
                "scores double.",
                "Use the bonus 2 on the gap, d3.",
            ),
        ),
    ),
    Lesson(
        "The bonus die",
        _solo("1 33446678", FIRST_ROUND, "+2d 3------ 4------ last:3:4"),
        (
            Task(
                "The third bonus is a third number, after the other two and their boxes. It goes into no box. Take the 6.",
                ("take 6 bonus",),
                "Two dice show a 6.",
                "Use the bonus: take the 6 as a third number.",
            ),
            Task("Write the first 6 next to a 6.", (CELL,), "", "Write a 6."),
            Task("And the second one next to it.", (CELL,), "After a bonus in the last step your round is over.", "Write a 6."),
        ),
    ),
    Lesson(
        "The end",
        _solo("7 33445678", LATE, "- 334545- 463436- box:4:5"),
        (
            Task(
                "The last round. Your red row counts 3, 4, 5. The green row holds 3, 4 and 6, but no 5: put the 5 there, and it counts "
                "to 6.",
                ("red 4 green 5",),
                "The game is over, and everything is counted: filled areas, joined pairs, unused bonuses and the two rows.",
                "The red row has its 5 already. Put the 5 into the green row.",
            ),
        ),
    ),
)
