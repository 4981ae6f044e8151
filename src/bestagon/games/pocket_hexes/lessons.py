"""The interactive tutorial of Pocket Hexes."""

from __future__ import annotations

from typing import Final

from bestagon.core.lesson import Lesson, Snapshot, Task


def _snapshot(table: str, sheet: str, seat: str) -> Snapshot:
    """Return a solo game on the small sheet, from phase, seat and dice; rows of numbers; boxes and pending decisions."""
    return Snapshot(f"{table} {sheet}|{seat}", 1, {"sheet": "small"})


EMPTY: Final = "..../...../....../......./....../...../...."

LESSONS: Final = (
    Lesson(
        "A turn",
        _snapshot("first 0 2,5,3,7,4,11", EMPTY, "-|1"),
        (
            Task(
                "Six dice are rolled. The active player writes one of them first. Small numbers make good beginnings, since what is "
                "written next to them "
                "must be at least as big: write the 2 of the d4 into any cell.",
                ("d4 *",),
                "The d4 is rolled again. Now everybody writes two numbers, of two different dice. Nobody takes a die away from anybody.",
                "That is allowed, but begin with the smallest number: the 2 of the d4.",
            ),
            Task(
                "Write a number next to the 2. It must touch a number on the sheet, and it must be at least as big as every number it "
                "touches.",
                (),
                "One more to write, of another die.",
            ),
            Task("Now the second number. The sheet counts as it is now.", (), "The turn is over, and all six dice are rolled again."),
        ),
    ),
    Lesson(
        "At least as big",
        _snapshot("everyone 0 3,6,5,4,9,2", "..../...../..5.../...9.../....../...../....", "-|2"),
        (
            Task(
                "The 6 of the d6 may stand next to the 5, but not where it also touches the 9. Choose it: the cells that glow then "
                "are those where it fits.",
                ("d6 *",),
                "6 is at least 5, and the 9 is not next to it. Equal numbers may touch, too.",
                "Write the 6 of the d6 this time.",
            ),
        ),
    ),
    Lesson(
        "Complete a ring",
        _snapshot("everyone 0 4,2,3,5,11,9", "..../...../..67../..667../..8.../...../....", "-|2"),
        (
            Task(
                "Points come from rings: when the six cells around a number are all filled, that number can be scored. The 6 in the "
                "middle lacks one "
                "neighbour. Only the 11 and the 9 are big enough for it: close the ring.",
                ("d12 e4", "d20 e4"),
                "The ring around the 6 is complete.",
                "Write the 11 or the 9 into the gap in the ring, e4.",
            ),
            Task(
                "You have nine scoring boxes. Score the ring: its 6 goes into a box.",
                ("score d4",),
                "Six points.",
                "Take the points this time.",
            ),
        ),
    ),
    Lesson(
        "Leave a ring",
        _snapshot("everyone 0 4,5,3,2,3,9", "..../...../..12../..112../..3.../...../....", "9,8,12,7,6,-3,9,4|2"),
        (
            Task(
                "Eight of your nine boxes are filled, and the game ends when one player's are all filled. Close the ring around the 1 "
                "in the middle.",
                ("d? e4", "d?? e4"),
                "The ring is complete, but it is worth only one point.",
                "Write a number into the gap in the ring, e4.",
            ),
            Task(
                "You may leave a ring unscored. It can never be scored later, but the last box stays free for something better: leave it.",
                ("skip d4",),
                "The box stays empty.",
                "One point for the last box is little: leave this ring.",
            ),
        ),
    ),
    Lesson(
        "Ones and zeros",
        _snapshot("everyone 0 1,3,2,0,4,5", "..../...../..57../..4f8../..6.../...../....", "-|2"),
        (
            Task(
                "Only a 15 or more could close the ring around the 15. But a 0 may break both rules: it needs no neighbour and may "
                "stand next to anything. "
                "The d10 shows it.",
                ("d10 e4",),
                "A ring around a high number, closed by a zero.",
                "Write the 0 of the d10 into the gap in the ring, e4.",
            ),
            Task("Score it.", ("score d4",), "Fifteen points in one box.", "These points are worth taking."),
            Task(
                "A 1 needs no neighbour either, though it may touch only ones and zeros. It opens a new corner for small numbers: write "
                "the 1 of the d4.",
                ("d4 *",),
                "From there you can grow again.",
                "Write the 1 of the d4.",
            ),
        ),
    ),
    Lesson(
        "A penalty",
        _snapshot("reroll 0 2,3,4,5,6,7", "..../...../..9a../..8bd../..9c../...../....", "-3|0"),
        (
            Task(
                "None of the six numbers fits on this sheet: all are too small. That cost you a penalty: -3 stands in one of your "
                "boxes. Choose a die to roll again.",
                ("reroll d20",),
                "The big die has the best chance to show something that fits. Afterwards everybody writes two numbers as always; "
                "each one that you cannot write is another penalty.",
                "Rather roll the d20 again: it can show the highest numbers.",
            ),
        ),
    ),
)
