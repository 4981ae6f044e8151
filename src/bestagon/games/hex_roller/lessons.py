"""How Hex Roller is taught: lessons to play, tips for first games, and examples that illustrate the rules."""

from __future__ import annotations

from typing import Final

from bestagon.core.lesson import Example, Lesson, Snapshot, Task, Tip

CELL: Final = "[a-k][1-9]"
"""A pattern for any cell without a bonus."""
# Sheets in notation, row by row.
FRESH: Final = "6. ... .75..5 ....x.... 3.x..x.6 ..... .3x..x8. 8...x.... ..7.4. ..4 .."
FIRST_ROUND: Final = "6. ... .75..5 ....x.... 33x..x.6 3.... .3x..x8. 8...x.44. ..7.4. ..4 .."
ONE_GAP: Final = "6. ... 775..5 37..x.... 33x..x.6 ..... .3x..x8. 8...x.... ..7.4. ..4 .."
BLOCKED: Final = "6. ... 775..5 377.x.... 33x..x.6 85... 83x..x8. 888.x.44. ..7.4. ..4 .."
"""No chain of four 3s fits."""
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
                "Fill areas, join equal printed numbers and collect 3, 4, 5, ... in your rows: the highest total wins. Eight dice are "
                "rolled once for everybody. Take the 3: two dice show it, so you will write two 3s.",
                ("take 3",),
                "Two 3s to write.",
                "Take the 3 this time: it has a short way to go.",
            ),
            Task(
                "The first one goes next to a 3, printed or written. Write it to the right of the printed 3 at the left edge.",
                ("e2",),
                "",
                "Write it on the way to the other printed 3.",
            ),
            Task(
                "The next one goes next to the one you have just written. Write it where it touches the other printed 3.",
                ("f1",),
                "The two printed 3s are joined: that pair scores 3 points.",
                "Go on towards the other printed 3.",
            ),
            Task(
                "Now a second number. Take the 4: one die shows it.",
                ("take 4",),
                "One 4 to write.",
                "Take the 4 this time.",
            ),
            Task("Write it next to a printed 4.", (CELL,), "", "Write the 4 first; bonuses come later."),
            Task(
                "One of your two numbers goes into this round's red box, the other into the green one. At the end each row counts 3, 4, "
                "5, ... as far as it goes without a gap. Choose as you like.",
                ("red * green *",),
                "A row without a 3 scores nothing.",
                "Put the two numbers into the boxes first.",
            ),
            Task(
                "You could use a bonus now. An unused bonus is worth 2 points at the end, so keep them and end your round.",
                ("done",),
                "When everybody is done, the next round begins.",
                "Keep your bonuses for now: end your round.",
            ),
        ),
    ),
    Lesson(
        "A number that does not fit",
        _solo("3 33335668", BLOCKED, "+2d 34----- 56----- take1"),
        (
            Task(
                "Four dice show a 3, but no chain of four 3s fits on this sheet any more: you must write all of them, so the 3 cannot be "
                "taken. Take the 5 instead.",
                ("take 5",),
                "Only one die shows a 5, and there is room for it.",
                "Take the 5 this time.",
            ),
            Task(
                "Write it next to a 5.", (CELL,), "Look at the room that is left before you wait for four of a kind.", "Write the 5 first."
            ),
        ),
    ),
    Lesson(
        "The bonus +1",
        _solo("1 34556678", FRESH, "+2d ------- ------- take1"),
        (
            Task(
                "You have three bonuses. Each works once a game, and one a round. With +1 you write a number once more than the dice "
                "say. Take the 3 with +1.",
                ("take 3 +1",),
                "One die, but two 3s to write.",
                "Take the 3 with the bonus +1.",
            ),
            Task(
                "Write the first 3 to the right of the printed 3 at the left edge ...",
                ("e2",),
                "",
                "Write it on the way to the other printed 3.",
            ),
            Task(
                "... and the second where it touches the other printed 3.",
                ("f1",),
                "The pair of 3s is joined with a single die.",
                "Go on towards the other printed 3.",
            ),
        ),
    ),
    Lesson(
        "The bonus 2",
        _solo("3 34556678", ONE_GAP, "+2d 34----- 56----- take1"),
        (
            Task(
                "A full area scores the number it holds most of. The one at the upper left has a single gap. The bonus 2 writes a 2 into "
                "any empty space, at any time of your round: fill the gap.",
                ("2 d3",),
                "It holds three 3s and three 7s. Of equals the higher counts, so the area scores 7. The middle area would score double.",
                "Use the bonus 2 on the gap in the area at the upper left.",
            ),
        ),
    ),
    Lesson(
        "The bonus die",
        _solo("1 33446678", FIRST_ROUND, "+2d 3------ 4------ last:3:4"),
        (
            Task(
                "The third bonus is a third number, after the other two. It goes into no box. Take the 6.",
                ("take 6 bonus",),
                "Two dice show a 6.",
                "Use the bonus die to take the 6.",
            ),
            Task("Write the first 6 next to a 6.", (CELL,), "", "Write a 6."),
            Task("And the second one next to it.", (CELL,), "That was the last step of your round.", "Write a 6."),
        ),
    ),
    Lesson(
        "The end",
        _solo("7 33445678", LATE, "- 334545- 463436- box:4:5"),
        (
            Task(
                "The last round. Your red row counts 3, 4, 5. Your green row has a 3, a 4 and a 6, but no 5: put the 5 there, and it "
                "counts up to 6.",
                ("red 4 green 5",),
                "The game is over: full areas, joined pairs, rows and unused bonuses are added up.",
                "The red row has its 5 already. Put the 5 into the green row.",
            ),
        ),
    ),
)

TIPS: Final = (
    Tip("Goal: the highest total. Full areas, joined pairs of printed numbers and your two rows score.", about=("red", "green")),
    Tip(
        "Choose a number that was rolled. You write it as many times as it was rolled, next to the same number.",
        prompt="Choose your first number.",
        about=("dice",),
    ),
    Tip(
        "Now a second number. Each one you write touches the one before, so leave room for long chains.",
        prompt="Choose your second number.",
        about=("dice",),
    ),
    Tip(
        "Each bonus works once a game. A bonus you keep is worth 2 points at the end.",
        prompt="Use a bonus, or end your round.",
        about=("bonuses",),
    ),
    Tip(
        "Rows count 3, 4, 5 and so on without a gap. Without a 3, a row scores nothing.",
        prompt="Choose your first number.",
        about=("red", "green"),
    ),
)

# Examples that illustrate the rules.

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
