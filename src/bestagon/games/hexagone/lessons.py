"""How hexaGONE is taught: lessons to play, tips for first games, and examples that illustrate the rules."""

from __future__ import annotations

import re
from typing import Final

from bestagon.core.lesson import Example, Lesson, Snapshot, Task, Tip

TOTALS: Final = {"g": 20, "c": 20, "b": 12, "S": 2, "D": 2, "B": 2, "M": 2}
"""The number of hexagons of each kind."""
DECK: Final = [f"C{n:02}" for n in range(1, 55)]


def snapshot(board: str, hand: str, row: str, claimed: str = "-") -> Snapshot:
    """Return a two-player game at the start of a turn: hexagons such as `p16g`, a hand such as `g2M1`, the cards of the row."""
    other = "g1c1b1"
    in_hands = {kind: sum(int(n) for n in re.findall(rf"{kind}(\d+)", f"{hand} {other}")) for kind in TOTALS}
    on_table = board.split()
    bag = "".join(f"{kind}{n - in_hands[kind] - sum(item[-1] == kind for item in on_table)}" for kind, n in TOTALS.items())
    used = {*row.split(","), *claimed.split(",")}
    deck = ",".join(card for card in DECK if card not in used)
    return Snapshot(f"{','.join(on_table) or '-'} {hand}/{other} {bag} - {deck} {row} {claimed}/- 0 start 00 - - 00")


LESSONS: Final = (
    Lesson(
        "Place hexagons",
        snapshot("", "g1c1b1", "C02"),
        (
            Task(
                "Cards show patterns of hexagons. Build a pattern on the table, claim its card, and you get its points: the most points "
                "win. All players build on the same table. The first hexagon goes to the middle: place your gray one.",
                ("gray p16",),
                "Gray hexagons stay for the whole game.",
                "Place the gray one first, in the middle.",
            ),
            Task(
                "You may play as many as you like, each next to one on the table. Place the cracked one: it counts as gray, but it "
                "crumbles when it has scored.",
                ("cracked *",),
                "Cracked hexagons are gone after one use.",
                "Place the cracked one now.",
            ),
            Task(
                "Keep the blue one for later, and end your turn.",
                ("end",),
                "You draw three more from the bag, up to six in hand. Then a new card is turned over for the next player.",
                "Keep the blue one, and end your turn.",
            ),
        ),
    ),
    Lesson(
        "Claim a card",
        snapshot("p15g p16g p17c o14b q16b", "g1b2", "C08,C17"),
        (
            Task(
                "A card has stars and points. One star means four hexagons, two stars five, three stars six; the rarer the pattern, the "
                "more points. The card with four grays in a line lacks just one: place your gray hexagon at an end of that line.",
                ("gray p14", "gray p18"),
                "Now the pattern is on the table.",
                "Place the gray one at the left or right end of the line of grays.",
            ),
            Task(
                "Claim the card with the line: choose it, then the hexagons of its pattern. You may turn a pattern, but never mirror it.",
                ("claim C08 *",),
                "The card and its points are yours. The cracked hexagon of the line has crumbled.",
                "The line of four is complete: claim its card.",
            ),
            Task(
                "You could claim more cards now, but after the first claim you place nothing more in a turn. End your turn.",
                ("end",),
                "Remember: place first, claim last.",
            ),
        ),
    ),
    Lesson(
        "The Move-agon",
        snapshot("p14g p15g p16g o14g q15b", "M1b1", "C08"),
        (
            Task(
                "Special hexagons are never placed: they do something and are gone. A Move-agon moves any hexagon on the table. Take "
                "the gray one above the line.",
                ("move o14",),
                "",
                "Use the Move-agon on the gray one above the line.",
            ),
            Task(
                "Put it at an end of the line.",
                ("to p13", "to p17"),
                "Four in a line.",
                "Put it at an end of the line of grays.",
            ),
            Task("Claim the card.", ("claim C08 *",), "A card, just by moving one hexagon.", "The line is complete: claim its card."),
        ),
    ),
    Lesson(
        "The Swap-agon",
        snapshot("p14g p15g p16b p17g q16g", "S1b1", "C08"),
        (
            Task(
                "With a Swap-agon two different hexagons change places. The blue one breaks your line of grays. Choose it, or the gray "
                "one below it.",
                ("swap p16", "swap q16"),
                "",
                "Choose the blue hexagon in the line, or the gray one below it.",
            ),
            Task(
                "Now choose the other one.",
                ("with q16", "with p16"),
                "Now the line is gray.",
                "The blue one in the line and the gray one below it change places.",
            ),
            Task("Claim the card.", ("claim C08 *",), "Well swapped.", "The line is complete: claim its card."),
        ),
    ),
    Lesson(
        "The Bomb-agon",
        snapshot("p16g p17b", "B1g1", "C40,C41,C42"),
        (
            Task(
                "All three cards have three stars: six hexagons each, far away. A Bomb-agon removes one of them, and you may turn over a "
                "new one. Do both.",
                ("bomb * draw",),
                "There is a new card. With three cards there, every new turn pushes out the oldest anyway.",
                "Use the Bomb-agon, and turn over a new card as well.",
            ),
        ),
    ),
    Lesson(
        "The Draw-agon",
        snapshot("p16g p17b", "g2c1b2D1", "C02"),
        (
            Task(
                "A Draw-agon draws two hexagons from the bag at once. It counts as playing one.",
                ("draw",),
                "Seven in hand: that is allowed until the end of your turn.",
                "Use the Draw-agon.",
            ),
            Task("End your turn without placing any.", ("end",), "Seven are one too many.", "This time end your turn at once."),
            Task("Choose one to discard.", ("discard *",), "Everybody sees what you discard."),
        ),
    ),
    Lesson(
        "Pass and exchange",
        snapshot("p16g p17g q16c", "b2c1", "C02"),
        (
            Task(
                "The card asks for grays only, and your hand is mostly blue. Instead of playing you may pass and exchange hexagons. Pass.",
                ("pass",),
                "",
                "You could place something, but this lesson is about passing.",
            ),
            Task("Put a blue one back.", ("return blue",), "The others see how many go back, but not which.", "Put a blue one back."),
            Task("And the other blue one.", ("return blue",), "", "Put the other blue one back, too."),
            Task(
                "Now draw as many as you put back.",
                ("exchange",),
                "Your turn is over, without claims. The game ends soon after the bag is empty.",
                "Keep the cracked one: it counts as gray. Exchange now.",
            ),
        ),
    ),
)

TIPS: Final = (
    Tip("Goal: the most points. Build the pattern of a card on the table and claim the card. More stars, more points.", about=("row",)),
    Tip(
        "Tap a hexagon in your hand, then a space next to one on the table. You may play several in a turn.",
        prompt="Play a hexagon, or pass.",
        about=("hand",),
    ),
    Tip(
        "A card fits! Claim it by tapping it. Patterns may be turned, but not mirrored.",
        prompt="Play more, claim a card, or end your turn.",
        about=("row",),
    ),
    Tip("Cracked hexagons count as gray, but are removed after a claim. The next player finds a hole.", beat="claim"),
    Tip("Nothing useful in hand? Pass, and exchange as many hexagons as you like.", prompt="Play a hexagon, or pass.", about=("hand",)),
)

# Examples that illustrate the rules.

EXAMPLES: Final = (
    Example(
        1,
        "Gray, cracked and blue hexagons on the table. Patterns are on the cards of the row; the number beside the star is what "
        "a card scores.",
        snapshot("p15g p16c p17b q16g", "g1b1", "C08,C17"),
        "card.C08 card.C17",
    ),
    Example(
        3,
        "The row holds three cards. At the start of the next turn a new one is turned over, and the oldest, marked here, is "
        "discarded first.",
        snapshot("p16g p17b", "g1c1b1", "C02,C08,C17"),
        "card.C02",
    ),
    Example(
        4,
        "Where a hexagon may be placed: on an empty cell next to one on the table.",
        snapshot("p16g p17b", "g1b1", "C02"),
        "o15 o16 o17 p15 p18 q15 q16 q17",
    ),
    Example(
        4,
        "A Move-agon may take the gray hexagon above the line to the right end of it, where it is next to another one.",
        snapshot("p14g p15g p16g o14g q15b", "M1b1", "C08"),
        "o14 p17",
    ),
    Example(
        5,
        "The card asks for a blue, two grays behind it in a line, and a third that bends to the left. The four marked hexagons match it.",
        snapshot("p14b p15g p16g o16g q13b", "g1b1", "C06"),
        "card.C06 p14 p15 p16 o16",
    ),
    Example(
        5,
        "Turned half round it is the same pattern: rotations count.",
        snapshot("p16b p15g p14g q13g o16g", "g1b1", "C06"),
        "card.C06 p16 p15 p14 q13",
    ),
    Example(
        5,
        "Here the last gray bends to the right: this is the mirror image, and it does not match.",
        snapshot("p14b p15g p16g q16g", "g1b1", "C06"),
        "card.C06 p14 p15 p16 q16",
    ),
    Example(
        5,
        "Cracked hexagons count as gray. After the claim the cracked one on the right will be gone, while the three plain ones stay.",
        snapshot("p14g p15g p16g p17c q15b", "g1b1", "C08"),
        "card.C08 p14 p15 p16 p17",
    ),
)
