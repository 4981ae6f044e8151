"""The interactive tutorial of BeerHex."""

from __future__ import annotations

from typing import Final

from bestagon.core.lesson import Lesson, Snapshot, Task

LESSONS: Final = (
    Lesson(
        "Place a cap",
        Snapshot("...../...../...../...../..... G turn 0 7+6 7+6 0-0 G 0 - -"),
        (
            Task(
                "You are Gold. You win by joining the top side with the bottom side by gold symbols. A cap hides its symbol: put one "
                "with your own symbol on any cell. (The very first cap of a game may not go to the middle.)",
                ("?? own",),
                "Only you know what is under your cap. Silver answers in the middle, and you cannot see that symbol either.",
                "This time choose your own symbol: that is what joins your sides.",
                ((1, "c3 own"),),
            ),
            Task(
                "Six of your thirteen caps hide a silver symbol. They are for bluffing: they look like yours and count for Silver. Put "
                "one down.",
                ("?? other",),
                "A bluff costs you a turn on the way to your goal. What it is good for comes in the next lessons.",
                "That would be an honest cap. Choose your opponent's symbol now.",
            ),
        ),
    ),
    Lesson(
        "An attack that works",
        Snapshot("..Gg../..Gg../.SsSsSs./..Gg../..... G turn 6 4+6 4+6 0-0 G 0 - -"),
        (
            Task(
                "Silver's three caps cut your way to the bottom. Attack them: choose three face-down caps that hang together. If all three "
                "symbols are the same, all three go back to their owners' hands.",
                ("attack b3 c3 d3",),
                "Three silver symbols: all three caps are gone, and your turn goes on.",
                "Attack Silver's row of three: click its three caps.",
            ),
            Task(
                "After an attack that works you place a cap as usual. Close the gap in the middle with your own symbol.",
                ("c3 own",),
                "Now four of your caps stand in one line, and one more will join top and bottom.",
                "Put a cap with your own symbol between your caps, on c3.",
            ),
        ),
    ),
    Lesson(
        "An attack that meets a bluff",
        Snapshot("..Gg../..Gg../.SsSgSs./..Gg../..... G turn 6 4+6 5+5 0-0 G 0 - -"),
        (
            Task(
                "The same picture, but nobody can see under the caps. Attack the row again.",
                ("attack b3 c3 d3",),
                "The middle one was a bluff! Where the symbols differ, caps with the attacker's symbol go back to their owner. The "
                "others stay, "
                "face up for ever, and cannot be attacked again. Your turn is over without a cap. That is what bluffs are for.",
                "Attack Silver's row of three: click its three caps.",
            ),
        ),
    ),
    Lesson(
        "Declare victory",
        Snapshot("..Gg../.SsGg.Ss/.GgSs../.GgSs../.Gg..Ss G turn 10 2+6 2+6 0-0 G 0 - -"),
        (
            Task(
                "Your gold symbols join top and bottom. The game is not over by itself: nobody knows but you. At the start of your "
                "turn, declare victory.",
                ("declare",),
                "Everything is turned over, your line holds, and you win this game. Had a bluff been in it, Silver would have won.",
                "Your line is complete. Press the button that declares victory.",
            ),
        ),
    ),
    Lesson(
        "The other cannot",
        Snapshot("..Gg../.SsGg.Ss/.GgSs../.GgSs../.Gg..Ss G turn 10 2+6 2+6 0-0 G 0 - -"),
        (
            Task(
                "There is another way to end a game: say that your opponent cannot connect any more. You are right if no path is left "
                "for Silver, "
                "even with the caps of both hands. Here your line bars every way: say so.",
                ("cannot",),
                "Silver has no way through, so you win. Had there been one, Silver would have won.",
                "Choose the button that says your opponent cannot connect.",
            ),
        ),
    ),
    Lesson(
        "Give up a game",
        Snapshot("...Gg./.Gg.../Ss!Ss!Ss!Ss!./..Gg../..... G turn 12 4+6 3+6 0-0 G 0 - -"),
        (
            Task(
                "A match goes to two wins. Silver's line lies face up, so it cannot be attacked, and it can end on two cells: you can "
                "bar only one. Give up this game.",
                ("concede",),
                "One game is lost, not the match.",
                "You could fight on, but try how to give up one game.",
            ),
            Task(
                "Who lost chooses who starts the next game. Starting is an advantage: take it.",
                ("start gold",),
                "A new game begins with an empty board, and you are first.",
                "Better start yourself.",
            ),
        ),
    ),
    Lesson(
        "Clue tokens",
        Snapshot("...../..Gg../..Ss../...../..... G turn 2 6+6 6+6 0-0 G 0 - -", options={"clues": True}),
        (
            Task(
                "A variant with tokens: nobody may look under caps on the board, not even under their own. You have three clue tokens. "
                "Place a cap "
                "and lay a token on it.",
                ("?? own clue", "?? other clue"),
                "The token reminds you of something: what, is up to you. It comes back when the cap is turned over.",
                "Choose one of the ways with a token.",
            ),
        ),
    ),
)
