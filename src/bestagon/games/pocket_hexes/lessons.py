"""How Pocket Hexes is taught: lessons to play, tips for first games, and examples that illustrate the rules."""

from __future__ import annotations

from typing import Final

from bestagon.core.lesson import Example, Lesson, Snapshot, Task, Tip


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
    Tip(
        "Goal: the highest total. Fill the six spaces around a number to score it. Begin small: a number may touch none that is bigger.",
        about=("boxes",),
    ),
    Tip(
        "Tap a die, then a space. A number goes next to another one and must be at least as big as every number it touches.",
        about=("dice",),
    ),
    Tip(
        "Everybody writes two of the same six dice. Small numbers fit early, big ones late.",
        prompt="Write two dice: choose the first.",
        about=("dice",),
    ),
    Tip("A full ring scores its number. You may decline a small one, since you have only nine boxes.", beat="score", about=("boxes",)),
    Tip("If nothing fits, -3 fills a box. Keep spaces open where big numbers still fit.", beat="penalty", about=("boxes",)),
)

# Examples that illustrate the rules.


def _sheet(rows: str, boxes: str = "-", dice: str = "3,6,5,4,9,2") -> Snapshot:
    """Return a solo game on the small sheet."""
    return Snapshot(f"everyone 0 {dice} {rows}|{boxes}|2", 1, {"sheet": "small"}, -1)


EXAMPLES: Final = (
    Example(
        2,
        "Everybody writes two numbers from two different dice. The dice stay there for all.",
        _sheet("..../...../..5.../...9.../....../...../...."),
        "die.d6 die.d8",
    ),
    Example(
        3,
        "A 6 may go next to the 5, but not where it would touch the 9. It must be at least as big as every number it touches.",
        _sheet("..../...../..5.../...9.../....../...../...."),
        "p1.b2 p1.b3 p1.c2",
    ),
    Example(
        3,
        "A 1 needs no neighbour: it may begin anew far from the rest. It still may not touch anything bigger.",
        _sheet("1.../...../....../....7../...98./...../....", dice="1,6,5,4,9,2"),
        "p1.a1",
    ),
    Example(
        3,
        "A 0 may go into any empty cell, even next to a 15: here it has closed the ring around it.",
        _sheet("..../...../..57../..4f8../..60../...../....", dice="4,6,5,0,9,2"),
        "p1.e4",
    ),
    Example(
        4,
        "The ring around the 6 is complete: all six cells around it are filled, and its 6 may go into a box.",
        _sheet("..../...../..67../..667../..8b../...../....", "6"),
        "p1.c3 p1.c4 p1.d3 p1.d5 p1.e3 p1.e4 p1.box.1",
    ),
    Example(
        4,
        "One number can complete several rings: a 9 in the marked cell closes those around the 5, the 7 and the 8. Cells at the edge have "
        "fewer than six neighbours and can never be ringed.",
        _sheet("..../.111./.15.1./..1871./..111./...../...."),
        "p1.c4",
    ),
    Example(
        5,
        "A number that cannot be written costs a penalty: -3 goes into a box.",
        _sheet("..../...../..9a../..8bd../..9c../...../....", "9,-3", "4,6,8,9,11,12"),
        "p1.box.2",
    ),
)
