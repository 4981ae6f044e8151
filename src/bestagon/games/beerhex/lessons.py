"""How BeerHex is taught: lessons to play, tips for first games, and examples that illustrate the rules."""

from __future__ import annotations

from typing import Final

from bestagon.core.lesson import Example, Lesson, Snapshot, Task, Tip

LESSONS: Final = (
    Lesson(
        "Suns and moons",
        Snapshot("...../...../...../...../..... G turn 0 7+6 7+6 0-0 G 0 - -"),
        (
            Task(
                "You are Gold. Join the two golden sides with a chain of suns, the gold symbols, and you win. Silver joins the silver "
                "sides with moons. Every cap hides a sun or a moon: place a cap with a sun anywhere but in the middle.",
                ("?? own",),
                "Only you know what is under your cap. Silver answers in the middle, and that symbol is hidden from you.",
                "Take a cap with a sun this time: suns join your sides.",
                ((1, "c3 own"),),
            ),
            Task(
                "Six of your thirteen caps hide a moon. They look like the others, but they count for Silver: they are your bluffs. "
                "Place one.",
                ("?? other",),
                "A bluff does not join your sides, but it spoils attacks. You will see how.",
                "That was an honest cap. Take one with a moon now.",
            ),
        ),
    ),
    Lesson(
        "An attack that works",
        Snapshot("..Gg../..Gg../.SsSsSs./..Gg../..... G turn 6 4+6 4+6 0-0 G 0 - -"),
        (
            Task(
                "Silver's three caps block your way. Attack them: pick three connected face-down caps, and they are turned over. "
                "If all three symbols are the same, all three go home.",
                ("attack b3 c3 d3",),
                "Three moons: all three caps are gone, and it is still your turn.",
                "Attack Silver's row: tap its three caps.",
            ),
            Task(
                "After a successful attack you place a cap as usual. Close the gap in your line with a sun.",
                ("c3 own",),
                "Four suns in a line: one more, and your sides are joined.",
                "Put a cap with a sun into the gap between your caps.",
            ),
        ),
    ),
    Lesson(
        "An attack that meets a bluff",
        Snapshot("..Gg../..Gg../.SsSgSs./..Gg../..... G turn 6 4+6 5+5 0-0 G 0 - -"),
        (
            Task(
                "It looks the same, but nobody can see under the caps. Attack the row again.",
                ("attack b3 c3 d3",),
                "Moon, sun, moon: a bluff! When the symbols differ, the attack fails. Caps with your symbol go home, the others stay, "
                "open for the rest of the game, and can never be attacked again. Your turn is over.",
                "Attack Silver's row: tap its three caps.",
            ),
        ),
    ),
    Lesson(
        "Declare victory",
        Snapshot("..Gg../.SsGg.Ss/.GgSs../.GgSs../.Gg..Ss G turn 10 2+6 2+6 0-0 G 0 - -"),
        (
            Task(
                "Your suns join your two sides, but nobody knows it except you. You must say so at the start of your turn: declare "
                "victory.",
                ("declare",),
                "Everything is turned over, your chain is there, and you win this game. With a bluff in it, Silver would have won.",
                "Your chain is complete: declare victory.",
            ),
        ),
    ),
    Lesson(
        "Your opponent is blocked",
        Snapshot("..Gg../.SsGg.Ss/.GgSs../.GgSs../.Gg..Ss G turn 10 2+6 2+6 0-0 G 0 - -"),
        (
            Task(
                "You can also claim that your opponent is blocked. You are right if Silver could not connect any more, even with all "
                "caps of both hands. Your chain blocks every path here: say so.",
                ("cannot",),
                "Silver has no path left, so you win. If there had been one, Silver would have won.",
                "Declare that your opponent is blocked.",
            ),
        ),
    ),
    Lesson(
        "Concede a game",
        Snapshot("...Gg./.Gg.../Ss!Ss!Ss!Ss!./..Gg../..... G turn 12 4+6 3+6 0-0 G 0 - -"),
        (
            Task(
                "You need two games to win the match. Silver's row is open, so you cannot attack it, and it can be finished on two "
                "spaces: you can block only one. Concede this game.",
                ("concede",),
                "One game is lost, but not the match.",
                "You could play on, but this lesson is about conceding.",
            ),
            Task(
                "The loser chooses who starts the next game. Starting is an advantage: take it.",
                ("start gold",),
                "A new game begins, and you go first.",
                "Start yourself this time.",
            ),
        ),
    ),
    Lesson(
        "Variant: clue tokens",
        Snapshot("...../..Gg../..Ss../...../..... G turn 2 6+6 6+6 0-0 G 0 - -", options={"clues": True}),
        (
            Task(
                "In this variant nobody may look under a cap once it is placed, not even its owner. You have three clue tokens to help "
                "your memory. Place a cap with a token on it.",
                ("?? own clue", "?? other clue"),
                "What the token means is up to you. It comes back when the cap is turned over.",
                "Choose a placement with a clue token.",
            ),
        ),
    ),
)

TIPS: Final = (
    Tip("Goal: join the two edges of your colour with a chain of your symbols: suns for Gold, moons for Silver.", about=("sides",)),
    Tip("Choose a space, then the symbol under your cap. Only you can see it. Your opponent's symbol is a bluff.", about=("hand",)),
    Tip(
        "You may attack: tap three connected face-down caps. If all three are alike, they go home.",
        prompt="Place a cap, attack three caps, or declare.",
        about=("pieces", "enemies"),
    ),
    Tip("A mixed attack fails: the attacker's own symbols go home, the others stay face up for the rest of the game.", beat="attack"),
    Tip(
        "Think you are connected? Declare victory. If your line is not complete, you lose the game.",
        prompt="Place a cap, attack three caps, or declare.",
    ),
)

# Examples that illustrate the rules.

EXAMPLES: Final = (
    Example(
        1,
        "Gold joins the golden sides at the top and the bottom, Silver those at the left and the right. Only symbols count: the five gold "
        "symbols here join Gold's sides, though one of them lies under a silver cap.",
        Snapshot("..Gg!../..Gg!../.Sg!.Ss!./.Gg!..Ss!/.Gg!... G turn 8 3+6 5+5 0-0 G 0 - -"),
        "c1 c2 b3 b4 b5",
    ),
    Example(
        3,
        "Gold sees what is under Gold's caps: a sun is a gold symbol, a moon is a silver one, so the cap on the right is a "
        "bluff. Silver's cap shows nothing.",
        Snapshot("...../..Gg../.S?.Gs./...../..... G turn 3 6+5 12? 0-0 S 0 - -"),
        "c2 b3 d3",
    ),
    Example(
        4,
        "Three connected face-down caps of any colour can be attacked: a line, a bend or, as here, a triangle.",
        Snapshot("...../.S?S?../.S?Gg../...../..... G turn 4 6+6 10? 0-0 G 0 - -"),
        "b2 c2 b3",
    ),
    Example(
        4,
        "Gold's attack found two silver symbols and a gold one: the gold one went back to Silver's hand, the silver ones stay face up. "
        "They can never be attacked again, and Gold's turn is over.",
        Snapshot("...../.Ss!.../.Ss!Gg../...../..... S turn 5 6+6 5+6 0-0 G 0 - -"),
        "b2 c2 b3",
    ),
    Example(
        5,
        "Gold has declared victory, everything is turned over, and the gold symbols join the top and the bottom: Gold wins.",
        Snapshot("..Gg!../.Ss!Gg!.Ss!/.Gg!Ss!../.Gg!Ss!../.Gg!..Ss! S between 10 2+6 2+6 1-0 G 0 declared r"),
        "c1 c2 b3 b4 b5",
    ),
    Example(
        6,
        "Gold says that Silver cannot connect. The gold symbols from top to bottom block every path of Silver, so Gold is right.",
        Snapshot("..Gg!../.Ss!Gg!.Ss!/.Gg!Ss!../.Gg!Ss!../.Gg!..Ss! S between 10 2+6 2+6 1-0 G 0 cannot r"),
        "b2 e2 c3 c4 e5",
    ),
    Example(
        8,
        "With clue tokens nobody may look under a cap on the board, not even its owner. A token is the only reminder.",
        Snapshot("...../..G?*../..S?../.G?.../..... G turn 3 11? 12? 0-0 S 0 - -", options={"clues": True}),
        "c2",
    ),
)
