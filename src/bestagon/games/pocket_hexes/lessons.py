"""The interactive tutorial of Pocket Hexes."""

from __future__ import annotations

from typing import Final

from bestagon.core.lesson import Lesson, Snapshot, Task, Tip


def _snapshot(table: str, sheet: str, seat: str) -> Snapshot:
    """Return a solo game on the small sheet, from phase, seat and dice; rows of numbers; boxes and pending decisions."""
    return Snapshot(f"{table} {sheet}|{seat}", 1, {"sheet": "small"}, seed=2)


EMPTY: Final = "..../...../....../......./....../...../...."

LESSONS: Final = (
    Lesson(
        "A turn",
        _snapshot("first 0 2,5,3,7,4,11", EMPTY, "-|1"),
        (
            Task(
                "Fill the spaces around your numbers, and they score: the highest total in your nine boxes wins. A turn begins with "
                "six dice, and the active player writes one of them. Start small: take the 2 of the d4 and write it anywhere.",
                ("d4 *",),
                "That die is rolled again. Now everybody writes two numbers, from two different dice. The dice stay there for all.",
                "That is allowed, but start with the smallest number: the 2 of the d4.",
            ),
            Task(
                "A number must touch one that is already there, and be at least as big as every number it touches. Take the 5 of the "
                "d6: the dots show where it fits.",
                ("d6 *",),
                "One more number to write, from another die.",
                "Take the 5 of the d6 this time.",
            ),
            Task(
                "Now the 11 of the d20. It fits next to small and to big numbers.",
                ("d20 *",),
                "The turn is over. All six dice are rolled for the next one.",
                "Take the 11 of the d20 this time.",
            ),
        ),
    ),
    Lesson(
        "At least as big",
        _snapshot("everyone 0 3,6,5,4,9,2", "..../...../..5.../...9.../....../...../....", "-|2"),
        (
            Task(
                "The 6 may go next to the 5, since it is bigger. It may not touch the 9, which is bigger still. Take the 6 of the d6 "
                "and write it on one of the dots.",
                ("d6 *",),
                "6 is at least 5, and it does not touch the 9. Equal numbers may touch, too.",
                "Take the 6 of the d6 this time.",
            ),
        ),
    ),
    Lesson(
        "Complete a ring",
        _snapshot("everyone 0 4,2,3,5,11,9", "..../...../..67../..667../..8.../...../....", "-|2"),
        (
            Task(
                "This is how you score: fill all six spaces around a number. One space is missing around the 6 in the middle, and only "
                "the 11 and the 9 are big enough for it. Close the ring.",
                ("d12 e4", "d20 e4"),
                "The ring around the 6 is complete.",
                "Write the 11 or the 9 into the gap in the ring.",
            ),
            Task(
                "You have nine boxes. Score the ring: its 6 goes into one of them.",
                ("score d4",),
                "Six points. A ring around a 15 would be worth 15.",
                "Take the points this time.",
            ),
        ),
    ),
    Lesson(
        "Pass on a ring",
        _snapshot("everyone 0 4,5,3,2,3,9", "..../...../..12../..112../..3.../...../....", "9,8,12,7,6,-3,9,4|2"),
        (
            Task(
                "Eight of your nine boxes are full, and the game ends with the turn in which somebody fills the ninth. Close the ring "
                "around the 1 in the middle.",
                ("d? e4", "d?? e4"),
                "The ring is complete, but worth only one point.",
                "Write a number into the gap in the ring.",
            ),
            Task(
                "You may pass on a ring. You can never score it later, but your last box stays free for something better. Pass on it.",
                ("skip d4",),
                "The box stays empty.",
                "One point is too little for the last box: pass on this ring.",
            ),
        ),
    ),
    Lesson(
        "Ones and zeros",
        _snapshot("everyone 0 1,3,2,0,4,5", "..../...../..57../..4f8../..6.../...../....", "-|2"),
        (
            Task(
                "Only a 15 or more would fit next to the 15. But a 0 may go anywhere, next to anything. The d10 shows one: close the ring.",
                ("d10 e4",),
                "A ring around a high number, closed by a zero.",
                "Write the 0 of the d10 into the gap in the ring.",
            ),
            Task("Score it.", ("score d4",), "Fifteen points in one box.", "Fifteen points are worth a box: score it."),
            Task(
                "A 1 may start anywhere, as long as it touches nothing bigger. It opens a new corner for small numbers: write the 1 of "
                "the d4.",
                ("d4 *",),
                "From there your numbers can grow again.",
                "Take the 1 of the d4.",
            ),
        ),
    ),
    Lesson(
        "A penalty",
        _snapshot("reroll 0 2,3,4,5,6,7", "..../...../..9a../..8bd../..9c../...../....", "-3|0"),
        (
            Task(
                "All six numbers are too small for this sheet: nothing fits. That costs a penalty, -3 in one of your boxes. Choose a "
                "die to re-roll: the d20 can show the biggest numbers.",
                ("reroll d20",),
                "Now everybody writes two numbers as always. Each number that you cannot write is another -3.",
                "Re-roll the d20: it can show the biggest numbers.",
            ),
        ),
    ),
)

TIPS: Final = (
    Tip("Goal: the highest total. Fill all six spaces around a number, and it goes into one of your nine boxes."),
    Tip("Tap a die, then a space. A number goes next to another one and must be at least as big as every number it touches."),
    Tip("Everybody writes two of the same six dice. Small numbers fit early, big ones late.", prompt="Write two dice: choose the first."),
    Tip("A full ring scores its number. You may decline a small one, since you have only nine boxes.", beat="score"),
    Tip("If nothing fits, -3 fills a box. Keep spaces open where big numbers still fit.", beat="penalty"),
)
